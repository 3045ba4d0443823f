"""Questions about the table that is played at: how it stands, what can be done, how likely, what an option brings.

The game is read only; what is tried is tried on a copy.
"""

from __future__ import annotations

import re

from gm.facts import facts_of
from gm.names import Names
from gm.oracle.computed.chances import ASKS
from gm.oracle.computed.names import CLOSE, enemies_of, named
from gm.oracle.computed.records import Asked, Because, Found
from gm.oracle.computed.saying import average, chance, counted, listed
from gm.oracle.computed.slots import Slots
from gm.oracle.facing import speaker
from rules_engine import Game, odds
from rules_engine.chances import attack_on, hits_of, weapons
from rules_engine.choices import PARTY, Option
from rules_engine.effects.conditions import dark_stone_carried
from rules_engine.effects.stats import Stats
from rules_engine.errors import BrimstoneError
from rules_engine.events import Event
from rules_engine.explain import explain
from rules_engine.game import REVEALING
from rules_engine.odds import ADVANCES, DEPTH_EVENT, HELD
from rules_engine.procedures.attacks import Weapon, targets
from rules_engine.procedures.darkness import move_darkness, needed_now
from rules_engine.procedures.items import carrying_limit, weight_carried
from rules_engine.state import ENTRANCE, Enemy, Hero
from rules_engine.table import Table

MOST_OPTIONS = 8
_ME = (
    "i|me|my|mine|hero|currently|now|right|at|present|left|still|current|"
    "exactly|marshal|he|she|they|carrying|carry|moment"
)


def _speaker(asked: Asked) -> Hero | None:
    return None if asked.game is None else speaker(asked.game, asked.hero.id if asked.hero is not None else None)


def _about(asked: Asked, slots: Slots) -> Hero | None:
    """The hero that a question is about: one of the table's by name, or who asks it."""
    if asked.game is None:
        return None
    for hero in asked.game.state.heroes.values():
        for name in dict.fromkeys((hero.name.lower(), hero.name.lower().partition(" ")[0])):
            if slots.take(rf"\b{re.escape(name)}(?:'s)?(?!\w)") is not None:
                return hero
    return _speaker(asked)


# --- how things stand -------------------------------------------------------------------------------------------------

SHEET = Because(Stats.hero, "compilation: Hero Classes", "hero-sheet", ("health", "sanity"))
_STATS = (
    "health", "sanity", "defense", "willpower", "initiative", "combat", "agility", "cunning", "spirit", "strength",
    "lore", "luck", "max grit", "armor", "spirit armor", "corruption resistance",
)  # fmt: skip
_HELD = ("grit", "xp", "gold", "dollars", "money", "dark stone", "corruption", "level", "weight", "wounds", "side bag")
_TARGETS = ("defense", "willpower", "armor", "spirit armor")


def sheet(asked: Asked) -> Found | None:
    """A figure of a hero at the table."""
    slots = asked.slots()
    if asked.game is None or not slots.has(r"\b(?:how much|how many|what(?:'s| is| are)?|whats)\b") or slots.has(ASKS):
        return None
    hero = _about(asked, slots)
    words = "|".join(sorted((*_STATS, *_HELD), key=len, reverse=True))
    told = slots.takes(rf"\b({words})\b")
    if hero is None or not told or not slots.has(r"\b(?:i|my|have|has|left|his|her|carry\w*)\b|'s\b"):
        return None
    if not slots.understood(_ME + "|health|point|token|anvil|stone|skill|stat|value", slack=0):
        return None
    table = asked.game.table
    said = [_figure(table, hero, one[1]) for one in told]
    return Found((f"{hero.name}: {'; '.join(dict.fromkeys(said))}.",), (SHEET,))


def _figure(table: Table, hero: Hero, word: str) -> str:
    match word:
        case "health":
            most = table.stats.hero(hero, "health")
            return f"{table.health_left(hero)} of {most} Health left ({counted(hero.wounds, 'Wound')})"
        case "sanity":
            most = table.stats.hero(hero, "sanity")
            return f"{table.sanity_left(hero)} of {most} Sanity left ({hero.sanity_damage} Sanity Damage)"
        case "grit":
            return f"{hero.grit} Grit of at most {table.stats.hero(hero, 'max_grit')}"
        case "corruption":
            return (
                f"{hero.corruption} Corruption; a Mutation comes at {table.stats.hero(hero, 'corruption_resistance')}"
            )
        case "xp" | "level" | "wounds":
            return {"xp": f"{hero.xp:,} XP", "level": f"Level {hero.level}", "wounds": counted(hero.wounds, "Wound")}[
                word
            ]
        case "gold" | "dollars" | "money":
            return f"${hero.gold:,}"
        case "dark stone":
            return f"{dark_stone_carried(table, hero)} Dark Stone, Items with its icon included"
        case "weight":
            return f"weight {weight_carried(table, hero)} of at most {carrying_limit(table, hero)}"
        case "side bag":
            tokens = [table.library.tokens[token].name for token in hero.side_bag]
            return f"{len(tokens)} of {table.stats.hero(hero, 'side_bag')} Side Bag Tokens ({listed(tokens)})"
        case _:
            value = table.stats.hero(hero, word.replace(" ", "_"))
            return f"{word.title()} {value}{'+' if word in _TARGETS and value else ''}"


HOLD = Because(needed_now, "compilation: Holding Back the Darkness", "depth-track-stages", ("7+", "8+", "9+"))
CLOCK = Because(move_darkness, "compilation: Darkness Escapes", "depth-track", ("darkness", "entrance"))


def darkness(asked: Asked) -> Found | None:
    """What Holding Back needs now, with the chances; where the markers are."""
    game, slots = asked.game, asked.slots()
    if (
        game is None
        or not slots.has(r"\bholdback\b|\bdarkness\b|\bhero marker\b|\bdread\b")
        or slots.has(r"\bescaped\b")
    ):
        return None
    vocabulary = (
        "holdback|darkness|now|roll|light|lantern|target|turn|chance|likely|"
        "marker|hero|party|escape\\w*|far|fail\\w*|space|track|depth|currently|"
        "away|growing|dread|card|stack|left|where|is|are|on|stand\\w*|until|"
        "before|face|number|back|again|posse"
    )
    if not slots.understood(vocabulary, slack=1):
        return None
    state, needed = game.state, needed_now(game.table)
    outcomes = odds.hold_back(needed)
    if slots.has(r"\bdread\b"):
        return Found((f"{counted(state.dread, 'Growing Dread card')} face down in the stack.",), (CLOCK,))
    if slots.has(r"\bholdback\b"):
        held, moves, doubles = (chance(outcomes.chance(what)) for what in (HELD, ADVANCES, DEPTH_EVENT))
        said = (
            f"{needed}+ now, with the Hero Party marker on space {state.hero_marker}: "
            f"held {held}, it advances {moves}, doubles bring a Depth Event "
            f"{doubles}."
        )
        return Found((said,), (HOLD,))
    if slots.has(r"\b(?:where|how far|how many|what space|how close|escape\w*|which space)\b"):
        said = (
            f"The Darkness is on space {state.darkness}, "
            f"{counted(ENTRANCE - state.darkness, 'failed roll')} from escaping; the "
            f"Hero Party marker is on space {state.hero_marker}."
        )
        return Found((said,), (CLOCK,))
    return None


# --- enemies ----------------------------------------------------------------------------------------------------------

TARGETS = Because(targets, "compilation: Assigning Hits", "assigning-hits", ("adjacent", "ranged", "range"))
ODDS = Because(odds.attack, "compilation: Hero Attacks", "hero-attacks", ("attack", "hit", "dice"))


def _meant(asked: Asked, slots: Slots, hero: Hero) -> list[Enemy] | None:
    """The enemies that a question means: by name and number, or `it`, the one that the hero faces. None if unclear."""
    assert asked.game is not None
    table = asked.game.table
    here = {e.type: table.library.enemies[e.type] for e in table.state.enemies.values()}
    names = {n: id for n, id in enemies_of(table.library).items() if id in here}
    found = named(slots, names)
    if found is not None:
        number = slots.number(r"§ #?(\d{1,2})\b")
        of_type = [e for e in table.state.enemies.values() if e.type == found[0]]
        chosen = [e for e in of_type if number is None or e.id.rpartition("-")[2] == str(number)]
        return _nearest_first(table, hero, chosen) or None
    if (
        slots.take(
            r"\b(?:it|him|her|them|that|this|(?:the |that |this )?(?:enem(?:y|ies)|"
            r"thing|1|one)(?: (?:next to|beside|in front of) me)?)\b"
        )
        is None
    ):
        return None
    near = table.adjacent_enemies(hero)
    faced = (
        near or [e for e in table.state.enemies.values() if e.target == hero.id] or list(table.state.enemies.values())
    )
    faced = _nearest_first(table, hero, faced)
    return faced if len({e.type for e in faced}) == 1 else None


def _nearest_first(table: Table, hero: Hero, enemies: list[Enemy]) -> list[Enemy]:
    far = table.board.distances_from(hero.space)
    return sorted(enemies, key=lambda enemy: (table.range_to(far, enemy), enemy.id))


def _weapons(asked: Asked, slots: Slots, hero: Hero) -> list[Weapon]:
    """The weapons that a question names, or all in hand."""
    assert asked.game is not None
    held = weapons(asked.game.table, hero)
    for weapon in held:
        words = [weapon.name.lower().replace("-", " "), *weapon.name.lower().replace("-", " ").split()]
        if weapon.item and any(len(w) > 2 and slots.take(rf"\b{re.escape(w)}s?\b") is not None for w in words):
            return [weapon]
    if slots.take(r"\b(?:pistol|gun|revolver|rifle)\b") is not None:
        return [weapon for weapon in held if weapon.kind == "ranged"]
    if slots.take(r"\b(?:hand to hand|melee|bare hands?|fists|knife|blade|sword|combat)\b") is not None:
        return [weapon for weapon in held if weapon.kind == "melee"]
    return [weapon for weapon in held if weapon.dice]


_FIGHT = (
    "shoot|shooting|hit|hits|kill|attack|reach|fire|fight|wound|adjacent|"
    "range|line|sight|from|here|there|who|whom|which|enemy|enemies|can|with|"
    "gun|my|i|weapon|melee|now|currently|single|turn|chance|likely|drop|grit|"
    "odd"
)


def likely(asked: Asked) -> Found | None:
    """How likely the hero hits and kills an enemy of the table, with each weapon in hand."""
    slots = asked.slots()
    hero = _speaker(asked)
    if (
        asked.game is None
        or hero is None
        or not slots.has(ASKS)
        or not slots.has(r"\b(?:hit\w*|kill\w*|shoot\w*|wound\w*|drop)\b")
    ):
        return None
    table = asked.game.table
    enemies, used = _meant(asked, slots, hero), _weapons(asked, slots, hero)
    if not enemies or not used or not slots.understood(_FIGHT, slack=1):
        return None
    enemy = enemies[0]
    said = []
    for weapon in used[:3]:
        shown = attack_on(table, hero, weapon, enemy)
        out = "" if enemy in targets(table, hero, weapon) else " (not within reach now)"
        said.append(
            f"{weapon.name}{out}: {chance(shown.hits.at_least(1))} to hit, "
            f"{chance(shown.kill)} to kill, "
            f"{average(hits_of(table, weapon).map(lambda s: s.hits).mean())} Hits on "
            f"average."
        )
    said[0] = f"{hero.name} against {table.name(enemy.id)}: {said[0]}"
    return Found(tuple(said), (ODDS,))


def in_reach(asked: Asked) -> Found | None:
    """Whom the hero can attack from here, or whether an enemy can be attacked."""
    slots = asked.slots()
    hero = _speaker(asked)
    if (
        asked.game is None
        or hero is None
        or slots.has(ASKS)
        or not slots.has(r"\b(?:shoot|attack|reach|hit|fire at|fight)\b")
    ):
        return None
    table = asked.game.table
    whom = slots.has(r"\b(?:who|whom|what|which enem\w+|which) can i (?:\w+ )?(?:shoot|attack|reach|hit|fire|fight)\b")
    enemies = None if whom else _meant(asked, slots, hero)
    used = _weapons(asked, slots, hero)
    if slots.has(r"\b(?:shoot|fire)\b"):
        used = [weapon for weapon in used if weapon.kind == "ranged"]
    if not (whom or (enemies and slots.has(r"^(?:can|could|may|am|do) "))) or not slots.understood(_FIGHT, slack=1):
        return None
    if not hero.space or not hero.up:
        return None
    able = {w.name: [e for e in targets(table, hero, w) if enemies is None or e in enemies] for w in used if w.dice}
    told = [f"{name}: {listed([table.name(e.id) for e in found[:6]])}" for name, found in able.items() if found]
    if whom:
        said = (
            f"{hero.name} can attack with {'; with '.join(told)}."
            if told
            else f"{hero.name} can attack nobody from here."
        )
        return Found((said,), (TARGETS,))
    assert enemies
    nearest = enemies[0]
    far = table.range_between(hero, nearest)
    seen = "with" if table.sees(hero, nearest) else "without"
    said = (
        f"{table.name(nearest.id)} is {counted(far, 'space')} away, {seen} Line "
        f"of Sight; from here it can be attacked with "
        f"{listed([n for n, f in able.items() if f])}."
    )
    return Found((said,), (TARGETS,), (), "Yes" if any(able.values()) else "No")


# --- options ----------------------------------------------------------------------------------------------------------

OPTIONS = Because(Game.choose, "compilation: Hero Activation", "hero-activation", ("activation", "move", "attack"))
EXPLAINED = Because(explain, "compilation: Hero Activation", "hero-activation", ("activation", "move", "attack"))


def can_do(asked: Asked) -> Found | None:
    """The options that are pending."""
    slots = asked.slots()
    if asked.game is None or not slots.take(
        r"\bwhat (?:can|could|may|are) (?:i|we|my options?)(?: do)?(?: now| here| "
        r"next)?\b|\bwhat are (?:my|our) (?:options|choices)\b"
    ):
        return None
    if not slots.understood("now|here|next|turn|option", slack=0):
        return None
    choice = asked.game.pending
    if choice is None:
        return Found(("Nothing: the Adventure is over.",), (OPTIONS,))
    who = "the Hero Party" if choice.who == PARTY else asked.game.table.name(choice.who)
    first = [option.label for option in choice.options if not option.extra]
    extra = sum(option.extra for option in choice.options)
    told = "; ".join(label if len(label) <= 60 else label[:57] + "..." for label in first[:MOST_OPTIONS])
    more = f"; {len(first) - MOST_OPTIONS} more" if len(first) > MOST_OPTIONS else ""
    at_any_time = f" At any time: {counted(extra, 'more use')} of tokens and abilities." if extra else ""
    return Found((f"{choice.prompt} ({who} decides): {told}{more}.{at_any_time}",), (OPTIONS,))


_IF = re.compile(
    r"\bwhat (?:happens|would happen|comes of it|if|will happen|are the odds|"
    r"do i risk)(?: if| when| with)? (?:i|we) (.+?)\??$"
)


def what_if(asked: Asked) -> Found | None:
    """What comes of a pending option: exact odds where dice decide, what is certain where none do."""
    game = asked.game
    said = _IF.search(asked.text)
    if game is None or said is None or game.pending is None:
        return None
    option = _option(game, said[1])
    if option is None:
        return None
    try:
        told = game.explain(option)
    except BrimstoneError:
        return None
    rolls = f" ({'; '.join(told.rolls)})" if told.rolls else ""
    figures = [str(one) for one in told.odds if one.chance is not None or len(str(one).split()) <= 12][:3]
    certain = _certain(game, option) if not told.odds else []
    parts = [f"{part[:1].upper()}{part[1:]}".rstrip(".") for part in (*figures, *certain, *told.notes[:1])]
    if not parts:
        return None
    rule = told.rule or "compilation: Hero Activation"
    first = f"{option.label}{rolls}: {parts[0]}."
    return Found(
        (first, *(f"{part}." for part in parts[1:4])), (Because(explain, rule, EXPLAINED.entry, EXPLAINED.words),)
    )


_SAID = {
    "hold": r"\b(?:holdback|hold|stay|go on|keep going|continue)\b",
    "flee": r"\b(?:flee|run|leave|escape|give up)\b",
}


def _option(game: Game, words: str) -> Option | None:
    """The pending option that some words mean: the only one of which they say most."""
    choice = game.pending
    assert choice is not None
    for id, pattern in _SAID.items():
        if choice.option(id) is not None and re.search(pattern, words):
            return choice.option(id)
    wanted = {w.rstrip("s") for w in re.findall(r"[a-z0-9]+", words)} - {
        "the",
        "a",
        "my",
        "an",
        "to",
        "with",
        "at",
        "of",
        "it",
    }
    scored = []
    for option in choice.options:
        label = {
            w.rstrip("s") for w in re.findall(r"[a-z0-9]+", f"{option.label} {option.id}".lower().replace("-", ""))
        }
        scored.append((len(wanted & label), option))
    best = max((score for score, _ in scored), default=0)
    fitting = [option for score, option in scored if score == best]
    return fitting[0] if len(fitting) == 1 and best and best >= CLOSE * len(wanted) - 1 else None


def _certain(game: Game, option: Option) -> list[str]:
    """What surely comes of an option, played on a copy; up to the first die, card or tile."""
    copy = copied(game)
    if copy is None:
        return []
    before = len(copy.events)
    try:
        events: list[Event] = list(copy.choose(option.id))
    except BrimstoneError:
        return []
    sure = next((n for n, event in enumerate(events) if isinstance(event, REVEALING)), len(events))
    names = Names()
    for event in game.events:
        names.see(event)
    facts = facts_of(enumerate(events[:sure], before), names)
    told = [fact.text for fact in facts if fact.must_tell or len(facts) < 3][:3]
    if sure < len(events):
        return told
    if copy.pending is None:
        return [*told, f"the Adventure is over ({copy.state.outcome})"]
    return [*told, f"next: {copy.pending.prompt}"] if copy.pending.prompt else told


def copied(game: Game) -> Game | None:
    """Another game in the same state; None for one that cannot be gone on from elsewhere (scripted dice)."""
    try:
        copy = Game.restore(game.snapshot(), library=game.library)
    except BrimstoneError:
        return None
    return copy if copy.fingerprint() == game.fingerprint() and copy.pending == game.pending else None


FAMILIES = (what_if, can_do, likely, in_reach, darkness, sheet)
