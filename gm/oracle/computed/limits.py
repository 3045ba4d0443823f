"""What depends on a single number: by party size, Posse Level, Strength; limits and rates."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gm.oracle.computed.bench import bare_hero, bare_table
from gm.oracle.computed.editions import by_edition, same
from gm.oracle.computed.records import Asked, Because, Found
from gm.oracle.computed.saying import counted, listed
from gm.oracle.computed.slots import LIST, N
from rules_engine.chances import attack_dice
from rules_engine.content.library import standard
from rules_engine.effects import nodes
from rules_engine.effects.conditions import value_now
from rules_engine.effects.context import Context
from rules_engine.effects.stats import Stats
from rules_engine.experience import HIGHEST_LEVEL
from rules_engine.hiring import posse_level
from rules_engine.procedures.attacks import Weapon, make_attack
from rules_engine.procedures.creation import set_up
from rules_engine.procedures.darkness import may_cancel_dread
from rules_engine.procedures.dynamite import throw
from rules_engine.procedures.fights import loot_cards
from rules_engine.procedures.items import carrying_limit
from rules_engine.procedures.library import close_the_archive, knowledge_of
from rules_engine.procedures.search import may_scavenge, scavenge_limit
from rules_engine.procedures.threats import brutal_side, elite_bonus, elite_of_the_posse, normal_level
from rules_engine.ruleset import Ruleset
from rules_engine.setup import REVIVE_TOKENS

MOST = 1_000
HIGHEST_SKILL = 6
PARTY = len(REVIVE_TOKENS)
_HEROES = (
    rf"\b{N} (?:of )?hero(?:es)?\b",
    rf"\bparty of {N}\b",
    rf"\bposse of {N}\b",
    rf"\bgroup of {N}\b",
    rf"\bwe're {N}\b",
    rf"\bwe are {N}\b",
    rf"\bheroes {N}\b",
    rf"\bwith {N}\b",
    rf"\b{N} heroes party\b",
)
_US = "hero|party|posse|group|we|table|size|big|strong|start|mission|adventure"


def posse(asked: Asked) -> Found | None:
    """What the enemies get by the Hero Posse Level, or by the Levels of the heroes."""
    slots = asked.slots()
    if not slots.has(r"\blevels?\b") or slots.has(
        r"\b(xp|cost\w*|price|resurrect\w*|raise|dead|mid-?game|chart|table|hire|buy)\b"
    ):
        return None
    if not slots.has(r"\b(enemies|enemy|brutal|elite|posse level|extra|opposition|tougher|harder)\b"):
        return None
    given = slots.number(rf"\b(?:hero )?posse level(?: of| is)? {N}\b", rf"\b{N} posse level\b")
    levels: Sequence[int] | None = None
    if given is None:
        levels = slots.numbers(
            rf"\blevels?(?: in our group| of our heroes)?(?: are| is|:)? {LIST}\b",
            rf"\b(?:are|of) levels? {LIST}\b",
            rf"\b{LIST} levels?\b",
        )
        if levels is None:
            return None
        if (count := slots.number(*_HEROES)) is not None and count != len(levels) and len(levels) > 1:
            return None
    vocabulary = (
        _US + "|posse|level|enemies|enemy|brutal|elite|ability|abilities|extra|bonus|"
        "tougher|harder|side|opposition|highest|free|use|bump|spice|upgrade\\w*|"
        "receive|face|against"
    )
    if not slots.understood(vocabulary):
        return None
    level = given if given is not None else posse_level(levels or ())
    if not 1 <= level <= HIGHEST_LEVEL or any(not 1 <= one <= HIGHEST_LEVEL for one in levels or ()):
        return None
    table = bare_table(asked.ruleset, posse_level=level)
    elite = elite_of_the_posse(table)
    got = ["the Brutal side of their sheets"] if brutal_side(table) else []
    got += [f"{counted(elite, 'Elite ability', 'Elite abilities')} for every Enemy group"] if elite_bonus(level) else []
    why = f" (the highest of {listed(levels)})" if levels and len(levels) > 1 else ""
    said = f"At Hero Posse Level {level}{why} the Enemies get {' and '.join(got) or 'nothing extra'}."
    rules = (
        Because(elite_of_the_posse, "compilation: Tougher Monsters", "posse-level", (f"{level}", "brutal", "elite")),
        Because(posse_level, "compilation: Leveling Up Mid-Game", "posse-level", ("highest", "level")),
    )
    return Found((said,), rules if levels else rules[:1])


def _by_party(asked: Asked, cue: str, vocabulary: str, *, drop: str = "", slack: int = 1) -> int | None:
    """The party size of a question that has this cue and, but for what may be dropped, is otherwise understood."""
    slots = asked.slots()
    if not slots.has(cue):
        return None
    if drop:
        slots.take(drop)
    heroes = slots.number(*_HEROES)
    if heroes is None or not 1 <= heroes <= PARTY or not slots.understood(f"{_US}|{vocabulary}", slack=slack):
        return None
    return heroes


def revive(asked: Asked) -> Found | None:
    """Revive Tokens by party size: how many, or whether there are so many, or any."""
    slots = asked.slots()
    if not slots.has(r"\brevives?(?: tokens?)?\b") or slots.has(
        r"\b(?:after|when|use[ds]?|spend|spent|automatic\w*|optional|ally|allies|if|shar\w+)\b|n't\b|\bnot\b"
    ):
        return None
    claimed = slots.number(rf"\b(?:exactly |just |only )?{N} revives?\b")
    some = claimed is None and slots.take(r"\b(?:an?|any|one)(?: single)? revives?\b(?: tokens?\b)?") is not None
    heroes = slots.number(*_HEROES)
    vocabulary = (
        f"{_US}|revives?|token|pool|available|begin|starting|get|gets|have|correct|right|true|set|box|alone|total|each"
    )
    if heroes is None or not 1 <= heroes <= PARTY or not slots.understood(vocabulary, slack=1):
        return None
    tokens = REVIVE_TOKENS[heroes]
    verdict = ""
    if asked.yes_no and (claimed is not None or some):
        verdict = "Yes" if (tokens > 0 if claimed is None else tokens == claimed) else "No"
    elif claimed is not None or (some and not slots.has(r"\bhow many\b")):
        return None
    by_size = ", ".join(f"{size}: {count}" for size, count in REVIVE_TOKENS.items())
    said = (
        f"{counted(tokens, 'Revive Token') if tokens else 'No Revive Token'} for "
        f"{counted(heroes, 'Hero', 'Heroes')} (by party size {by_size})."
    )
    because = Because(set_up, "compilation: Revive Tokens", "revive-tokens", ("hero", "tokens", "1", "2"))
    return Found((said,), (because,), (), verdict)


def scavenges(asked: Asked) -> Found | None:
    """How often a tile may be Scavenged with success, by party size."""
    vocabulary = (
        "scaveng\\w*|tile|room|success\\w*|map|marker|often|be|loot\\w*|box|same|search\\w*|can|may|could|allowed|time"
    )
    heroes = _by_party(
        asked,
        r"\bscaveng\w*\b.*\b(?:how (?:often|many)|times|limit)\b|\b(?:how (?:often|many)|limit)\b.*\bscaveng\w*",
        vocabulary,
        drop=rf"\b{N} times\b" if asked.yes_no else "",
    )
    if heroes is None or asked.slots().has(r"\b(cards?|dice)\b"):
        return None

    def tell(rules: Ruleset) -> str:
        limit = scavenge_limit(rules, heroes)
        times = "once" if limit == 1 else f"{limit} times"
        why = (
            "whatever the party's size"
            if rules.scavenge_limit == "one"
            else f"with {counted(heroes, 'Hero', 'Heroes')}"
        )
        return f"Each tile may be Scavenged with success {times}, {why}."

    said, notes = by_edition(asked, tell)
    verdict, times = same(asked, tell), asked.slots().number(rf"\b{N} times\b") if asked.yes_no else None
    if not verdict and times is not None:
        if asked.slots().has(r"\b(?:must|have to|need|only|at most|fail\w*|limited|exactly)\b|n't\b"):
            return None
        verdict = "Yes" if times <= scavenge_limit(asked.ruleset, heroes) else "No"
    because = Because(may_scavenge, "compilation: Scavenging", "scavenge", ("times", "heroes", "tile"))
    return Found((said,), (because,), notes, verdict)


def threat(asked: Asked) -> Found | None:
    """The normal Threat level by party size."""
    vocabulary = "threat|deck|level|card|low|med|medium|high|draw|normal|kind|usual|fight"
    cue = r"\bthreats?(?: level| deck| cards?)?\b"
    heroes = _by_party(asked, cue, vocabulary, slack=0 if asked.yes_no else 1)
    if heroes is None or asked.slots().has(
        r"\b(?:epic|objective|final|last|only|mission|how many|more|extra|also|too|if|not|colou?rs?)\b|n't\b"
    ):
        return None
    level = normal_level(heroes)
    named_ = re.findall(r"\b(low|med|medium|high)\b", asked.text)
    if len(named_) > 1 or bool(named_) is not asked.yes_no:
        return None
    verdict = "" if not named_ else "Yes" if level.startswith(named_[0][:3]) else "No"
    sizes = {
        name: [n for n in range(1, PARTY + 1) if normal_level(n) == name]
        for name in map(normal_level, range(1, PARTY + 1))
    }
    told = ", ".join(f"{min(given)}-{max(given)} {name.title()}" for name, given in sizes.items())
    because = Because(
        normal_level, "compilation: Drawing Threat Cards", "difficulty-scaling", ("low", "med", "high", "threat")
    )
    said = f"{level.title()} Threat for {counted(heroes, 'Hero', 'Heroes')}: {told}."
    return Found((said,), (because,), (), verdict)


def loot(asked: Asked) -> Found | None:
    """Loot cards of each hero by what brought enemies into the Fight."""
    slots = asked.slots()
    if not slots.has(r"\bloot\b") or not slots.has(r"\bhow many\b|\bloot cards? (?:for|does|do|each|per)\b"):
        return None
    sources = slots.takes(
        rf"\b(?:{N}|an?|one|plus a|another) (?:different )?(threats?|darkness|"
        rf"growing dread|encounters?|ambush|depth events?)(?: cards?| attacks?)?\b"
    )
    slots.number(*_HEROES[:4])
    vocabulary = (
        _US + "|loot|card|threat|fight|brawl|draw|enemies|bring|brought|hero|each|per|"
        "after|got|into|dump\\w*|bug|add\\w*|spawn\\w*|more|came|put|end|final|"
        "encounter|darkness|in"
    )
    if not sources or not slots.understood(vocabulary, slack=3):
        return None
    count = sum(int(one[1] or 1) for one in sources)
    if not 1 <= count <= MOST:
        return None
    cards = loot_cards(count)
    cut = (
        f" ({count} brought Enemies, {cards} is the most)" if cards < count else " (one for each that brought Enemies)"
    )
    because = Because(loot_cards, "compilation: Drawing Loot Cards", "loot", ("loot", "maximum", "3", "threat"))
    return Found((f"{counted(cards, 'Loot card')} for each Hero{cut}.",), (because,))


def knowledge(asked: Asked) -> Found | None:
    """Library Knowledge by Archive markers."""
    slots = asked.slots()
    if not slots.has(r"\blibrary knowledge\b") or slots.has(r"\b(?:already|before\w*|previous\w*|prior|had|so far)\b"):
        return None
    markers = slots.number(rf"\b{N} archive(?: markers?| tokens?)?\b")
    vocabulary = (
        "archive|marker|library|knowledge|left|end|adventure|turn|become|mission|leave|collected|learn|permanent|point"
    )
    if markers is None or markers > MOST or not slots.understood(vocabulary):
        return None
    library = standard()
    each = next(n for n in range(1, MOST) if knowledge_of(library, n))
    because = Because(close_the_archive, "valhalla: Archive Markers", "targa-library", ("5", "archive", "markers"))
    said = (
        f"{knowledge_of(library, markers)} Library Knowledge: 1 for every {each} "
        f"of the {markers} Archive markers, {markers % each} of them come to "
        f"nothing."
    )
    return Found((said,), (because,))


# --- a hero's Strength ------------------------------------------------------------------------------------------------

CARRYING = Because(carrying_limit, "compilation: Weight and Carrying Limit", "carrying-limit", ("5", "strength"))
THROWING = Because(throw, "compilation: Throwing a Bomb or Dynamite", "throwing-bombs", ("range", "strength", "3"))
_STRENGTH = (
    rf"\bstrength(?: of| is|:| at)? {N}\b(?!\+)",
    rf"\b{N} strength\b",
    rf"\bstrength (?:skill )?(?:of )?{N}\b(?!\+)",
)


def strength(asked: Asked) -> Found | None:
    """What a hero of some Strength can carry, and how far one throws."""
    slots = asked.slots()
    carries = slots.has(r"\b(carry|carries|carrying|haul\w*|weight|anvils?|lug|heavy)\b")
    throws = slots.has(r"\b(throw\w*|lob\w*|toss\w*|chuck\w*|hurl\w*|range|reach\w*)\b") and slots.has(
        r"\b(dynamite|bombs?|sticks?|axe|explosives?)\b"
    )
    if not (carries or throws) or slots.has(r"\bhow many (?:explosives?|bombs?|dynamites?|sticks?|tokens?)\b"):
        return None
    given = slots.number(*_STRENGTH)
    loads = slots.numbers(
        rf"\b(?:carrying|carry|have|wearing|weighing|weigh)(?: already)? {LIST}(?: weight| anvils?| icons?)*\b",
        rf"\b{LIST} (?:weight|anvils?)(?: icons?)?(?: already| carried)?\b",
    )
    far = None
    if throws and not carries and loads is None:
        far = slots.number(rf"\b{N} (?:squares?|spaces?|fields?)\b", rf"\b(?:range|distance)(?: of| is)? {N}\b")
    vocabulary = (
        "reach\\w*|square|field|off|away|thrown|land\\w*|target|crowd|open|enough|enemy|enemies|strength|"
        "carry|carries|"
        "carrying|haul\\w*|weight|anvil|lug|heavy|icon|"
        "hero|marshal|samurai|limit|load|capacity|room|"
        "throw\\w*|lob\\w*|toss\\w*|chuck\\w*|hurl\\w*|range|dynamite|bomb|stick|"
        "explosive|max|maximum|space|fit|already|"
        "item|distance|my|skill|left|more|axe|gear|weigh\\w*"
    )
    if given is None or not 0 <= given <= HIGHEST_SKILL or not slots.understood(vocabulary):
        return None
    table, hero = bare_table(asked.ruleset), bare_hero(strength=given)
    said, because = [], []
    if throws:
        reach = _throwing_range(asked.ruleset, given)
        measured = f", and {far} is {'within it' if far <= reach else 'too far'}" if far is not None else ""
        said.append(f"Range {reach}: Strength {given} + {reach - given}{measured}.")
        because.append(THROWING)
    if carries:
        limit = carrying_limit(table, hero)
        told = f"{limit} weight icons (anvils): {limit - given} + Strength {given}."
        if loads:
            left = limit - sum(loads)
            told += (
                f" With {sum(loads)} carried there is room for {left} more."
                if left >= 0
                else f" {sum(loads)} is {-left} too many."
            )
        said.append(told)
        because.append(CARRYING)
    if loads and not carries:
        return None
    if far is not None:
        verdict = "Yes" if far <= _throwing_range(asked.ruleset, given) else "No"
        return Found(tuple(said), tuple(because), (), verdict if asked.yes_no else "") if not carries else None
    fits = "Yes" if sum(loads or ()) <= carrying_limit(table, hero) else "No"
    return Found(tuple(said), tuple(because), (), fits if asked.yes_no and loads and not throws else "")


def _throwing_range(rules: Ruleset, given: int) -> int:
    """The Range of Dynamite as its token has it."""
    table, hero = bare_table(rules), bare_hero(strength=given)
    table.state.heroes[hero.id] = hero
    first = nodes.first_effect(standard().tokens["dynamite"].abilities[0].do)
    assert isinstance(first, nodes.Throw)
    return value_now(table, first.range, Context(subject=hero.id, owner=hero.id))


# --- limits -----------------------------------------------------------------------------------------------------------


def attack_limit(asked: Asked) -> Found | None:
    """To Hit dice of an Attack under the Attack Dice Limit."""
    slots = asked.slots()
    if not slots.has(
        r"\b(?:how many|limit|cap)\b.*\b(?:dice|shots|combat|roll)\b|\b(?:dice|shots?)\b.*\bhow many\b"
    ) or slots.has(r"\b(armor|chance|defense|scaveng\w*|hits? )\b"):
        return None
    given = [
        int(one[1])
        for one in slots.takes(
            rf"\+? ?\b{N} (?:more |extra |combat |to hit )?(?:combat dice|combat|"
            rf"shots?|attack dice)(?: dice)?\b(?: from| by| for)?"
        )
    ]
    given += [int(one[1] or one[2]) for one in slots.takes(rf"\+ ?{N}\b(?: from| by| for)?|\bplus {N}\b")]
    vocabulary = (
        "attack|dice|die|roll|combat|shot|shots|limit|cap|single|hit|weapon|gun|"
        "extra|more|bonus|from|card|actually|fire|sum|upgrade|have|ability|"
        "allowed|swing|in"
    )
    if not given or not slots.understood(vocabulary):
        return None
    total = sum(given)
    if total > MOST:
        return None

    def tell(rules: Ruleset) -> str:
        dice = attack_dice(bare_table(rules), Weapon("", "melee", "", total, 4, "D6", "D6", 0, 1))
        sum_ = f"{' + '.join(map(str, given))} = {total}" if len(given) > 1 else str(total)
        if not rules.attack_dice_limit:
            return f"{counted(dice, 'die', 'dice')} ({sum_}): there is no Attack Dice Limit."
        return f"{counted(dice, 'die', 'dice')} ({sum_}): the Attack Dice Limit is {rules.attack_dice_limit}."

    said, notes = by_edition(asked, tell)
    because = Because(make_attack, "compilation: Hero Attack Dice Limit", "attack-dice-limit", ("8", "dice", "attack"))
    return Found((said,), (because,), notes, same(asked, tell))


def bleeding(asked: Asked) -> Found | None:
    """Health with Bleeding markers."""
    slots = asked.slots()
    if not slots.has(r"\bbleed(?:ing)?\b") or not slots.has(r"\bhealth\b") or not slots.has(r"\bhow much\b|\bwhat\b"):
        return None
    markers = slots.number(rf"\b{N} bleed(?:ing)?(?: markers?| tokens?)?\b")
    health = slots.number(rf"\bhealth(?: of| is|:)? {N}\b", rf"\b{N} (?:max )?health\b")
    wounds = slots.number(rf"\b{N} wounds?\b") or 0
    vocabulary = "bleed|bleeding|marker|health|left|wound|max|have|effective|remain\\w*|taken"
    if markers is None or health is None or max(markers, health, wounds) > MOST or not slots.understood(vocabulary):
        return None
    hero = bare_hero(health=health)
    hero.bleeding, hero.wounds = markers, wounds
    table = bare_table(asked.ruleset)
    now = table.stats.hero(hero, "health")
    left = table.health_left(hero)
    because = Because(Stats.hero, "compilation: Bleeding", "bleeding", ("-3", "health", "marker"))
    said = f"Health {now}: {health} less 3 for each of {counted(markers, 'Bleeding marker')}."
    more = (
        (
            f"With {counted(wounds, 'Wound')} taken, {left} is "
            f"left{' and the Hero is KO' + chr(39) + 'd' if left <= 0 else ''}.",
        )
        if wounds
        else ()
    )
    return Found((said, *more), (because,))


_CANCELED = (
    r"\b(?:cancel\w*|gone|ditch\w*|scrap\w*|dump\w*|nix\w*|nuk\w*|rid of|bin(?:ned)?|stop(?:ped|ping)?|negat\w+|"
    r"toss(?:ed|ing)?|kill(?:ed|ing)?|wip(?:e|ed|ing)|undo(?:ne)?|annul\w*|shut(?:ting)? down|scratch\w*|remov\w+|"
    r"squash\w*|snuff\w*|prevent\w*|void(?:ed|ing)?|make (?:it|them) go away|buy(?:ing)? off|bought off|quash\w*|"
    r"block\w*|clear\w*|discard\w*|trash\w*|burn(?:ed|ing|t)? off)\b"
)
_DOWN = r"(?:ko|down|downed|knocked out|unconscious|out cold|flat|out|on the (?:floor|ground|deck)|asleep|snoozing)"
_STANDING = (
    rf"\b{N}(?: of (?:us|them|heroes)| heroes)?(?: are| is)?(?: still)? (?:standing|up|on (?:their|our) feet|"
    rf"conscious|"
    rf"awake|not ko|upright)\b(?: heroes)?",
)
_FALLEN = (
    rf"\b(\d|one|an?|both)(?: of (?:them|us|whom|which|those)| heroes| hero| heroes)?(?:,| (?:is|are|lying|lies|lie|"
    rf"being|currently|already|who is|who's|'s))* {_DOWN}\b(?! cards?)",
    r"\b(?:with|minus|but) (\d|one|an?) (?:ko|downed|unconscious|fallen) ?(?:heroes|hero)?\b",
    r"\b(\d|one|an?) (?:downed|ko|unconscious|fallen) (?:heroes|hero)\b",
)
_DREAD_CARDS = (
    rf"\b{N} (?:of (?:the|those|these) )?(?:face-?down |new |top )*growing dread(?: cards?)?\b",
    rf"\bgrowing dread(?: cards?)? (?:x|times|\*) ?{N}\b",
    rf"\b{N} (?:of (?:the|those|these|them) )?(?:\w+ )?cards?\b",
)
_DREAD_ELSE = (
    r"\b(?:each hero|every hero|apiece|per hero|each of (?:us|them)|broke|0 grit|no grit|without|only \d grit|has \d|"
    r"have \d grit|short|pool\w*|lend|share\w*|ally|allies|footm[ae]n|half|after|then|again|someone|dead|died|"
    r"chance|"
    r"afford|enough|most|max\w*|leftover|left over|left|remain\w*|darkness card|item|ability|instead|"
    r"reveal\w*|resist)\b|"
    r"n't\b|\bnot (?!ko)|\bhow many (?:growing|cards|heroes|people)"
)
_DREAD_WORDS = (
    "growing|dread|card|grit|cost|pay\\w*|ko|together|spend\\w*|all|standing|up|feet|conscious|awake|need\\w*|price|"
    "burn\\w*|total|shell|upright|down|flat|floor|ground|out|cold|lying|him|rest|charge|bill|team|whole|crew|gang|"
    "cancel\\w*|gone|ditch\\w*|scrap\\w*|dump\\w*|nix\\w*|rid|bin|stop\\w*|toss\\w*|kill\\w*|wip\\w*|undo|annul\\w*|"
    "negat\\w+|shut\\w*|scratch|remov\\w*|squash|snuff|prevent|void\\w*|buy|bought|off|quash|block|clear\\w*|trash|"
    "discard\\w*|drawn?|drew|pile|top|deck|stack|face|facedown|both|required|take|player|be|us|hit\\w*|show\\w*|mid|"
    "fork|cough|amount|us|much|group|posse|altogether|away|deep|doom|fully|combined"
)


def cancel_dread(asked: Asked) -> Found | None:
    """Grit that it costs to cancel Growing Dread."""
    slots = asked.slots()
    if asked.yes_no or not slots.has(r"\bgrowing dread\b|\bdread\b") or not slots.has(r"\bgrit\b"):
        return None
    if not slots.has(_CANCELED) or slots.has(_DREAD_ELSE):
        return None
    if not slots.has(
        r"\bhow (?:much|many)\b|\btotal\b|\bwhat\b|\bgrit (?:needed|required|cost|bill|in all)\b|\bprice\b"
    ):
        return None
    slots.take(r"\b1 grit (?:each|apiece|a head)\b")
    awake = slots.number(*_STANDING)
    fallen = 0
    for pattern in _FALLEN:
        if (lies := slots.take(pattern)) is not None:
            fallen += int(lies[1]) if lies[1].isdigit() else 2 if lies[1] == "both" else 1
            break
    slots.take(rf"\b(?:nobody|no ?one|none|no hero)(?: of us)?(?: is| are)?(?: currently)? {_DOWN}\b")
    cards = slots.number(*_DREAD_CARDS)
    if cards is None and slots.take(r"\bboth (?:growing dread |dread )?cards\b|\bboth growing dreads?\b") is not None:
        cards = 2
    heroes = slots.number(
        *_HEROES[:4],
        rf"\b{N}-?(?:player|hero)\b",
        rf"\b{N} of us\b",
        rf"\bwe are {N}\b",
        r"\b(\d) in the (?:posse|party)\b",
    )
    if (heroes is None) is (awake is None) and not (heroes and awake and heroes - fallen == awake):
        return None
    told_down = re.search(rf"\b{_DOWN}\b", re.sub(r"\b(?:face|shut\w*) down\b|\bout of\b", "", slots.left))
    if told_down is not None or not slots.understood(f"{_US}|{_DREAD_WORDS}", slack=3):
        return None
    standing, times = heroes - fallen if heroes is not None else awake or 0, 1 if cards is None else cards
    if not 1 <= standing <= PARTY or (heroes or 1) > PARTY or not 1 <= times <= MOST:
        return None
    said = f"{standing * times} Grit: 1 from each of {counted(standing, 'Hero', 'Heroes')} not KO'd" + (
        f", for each of {times} cards." if times > 1 else "."
    )
    because = Because(
        may_cancel_dread, "compilation: Canceling Growing Dread", "canceling-growing-dread", ("1", "grit", "each")
    )
    return Found((said, "It is not pooled: each must have it."), (because,))


FAMILIES = (posse, revive, scavenges, threat, loot, knowledge, strength, attack_limit, bleeding, cancel_dread)
