"""Explains an option before it is taken: what would be rolled, the exact odds, where the figures come from, the rule.

>>> from rules_engine import Game, party
>>> from rules_engine.explain import explain
>>> game = Game.start(party("us-marshal"), seed=7)
>>> explain(game, game.pending.options[0]).rule
'compilation: Starting Upgrade'
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

import msgspec

from rules_engine import odds
from rules_engine.chances import attack_dice, attack_on, dual_attack_on, figures, weapons
from rules_engine.choices import Choice, Option
from rules_engine.effects.context import Context
from rules_engine.effects.words import ability_in_words
from rules_engine.errors import IllegalChoice, StaleChoice
from rules_engine.explain_options import explained_option
from rules_engine.explanation import Explanation, Odds, StatLine, figure
from rules_engine.game import Game
from rules_engine.odds import AttackOdds, Distribution
from rules_engine.procedures.aid import ATTACKING, MOVING, aims
from rules_engine.procedures.attacks import Weapon, _strike_weapon, melee_weapon, ranged_weapons, targets
from rules_engine.procedures.darkness import needed_now
from rules_engine.second_rolls import TO_ASSIGN, second_roll
from rules_engine.state import Enemy, Hero
from rules_engine.table import Table

ONLY_THE_DICE = "Abilities that answer to the roll are not counted."


class Case(NamedTuple):
    """An option to explain: the game, the pending Choice, and the hero who decides (None for the party)."""

    game: Game
    choice: Choice
    option: Option
    hero: Hero | None

    @property
    def table(self) -> Table:
        """The table it is about."""
        return self.game.table


def explain(game: Game, option: Option | str) -> Explanation:
    """Explain an option of the pending Choice, by itself or by its id (`grit:0,2` too where the form allows it).

    Raises StaleChoice if nothing is pending, IllegalChoice if there is no such option.
    """
    choice = game.pending
    if choice is None:
        raise StaleChoice("the Adventure is over: there is no option to explain")
    id = option.id if isinstance(option, Option) else game.find(option)
    found = choice.option(id)
    if found is None:
        if isinstance(option, Option):
            raise IllegalChoice(f"'{id}' is no option now; legal: {', '.join(choice.ids)}")
        found = Option(id, id)
    case = Case(game, choice, found, game.state.heroes.get(choice.who))
    how = _BY_USE.get(id.partition(":")[0]) if found.extra else _BY_KIND.get(choice.kind)
    return (how(case) if how is not None else None) or _told(case)


def _told(case: Case, rule: str = "", **more: Any) -> Explanation:
    notes = more.pop("notes", ()) or ((case.option.detail,) if case.option.detail else ())
    rule = rule or case.choice.rule
    return Explanation(case.option.id, case.option.label, rule, notes=tuple(notes), **more)


# --- stats ------------------------------------------------------------------------------------------------------------


def hero_stat(table: Table, hero: Hero, stat: str, value: int | None = None) -> StatLine:
    """A hero's figure with its breakdown; `value` is the figure that counts where it differs by the weapon."""
    now = table.stats.hero(hero, stat) if value is None else value
    return StatLine(hero.name, stat, now, tuple(table.stats.breakdown(hero, stat)))


def attack_stats(table: Table, hero: Hero, weapon: Weapon) -> tuple[StatLine, ...]:
    """What counts for a hero's Attack with a weapon, whoever is attacked."""
    about = Context(subject=hero.id, owner=hero.id, kind=weapon.kind, item=weapon.item)
    lines = [hero_stat(table, hero, f"{weapon.kind}_to_hit", weapon.to_hit)]
    if weapon.kind == "melee" and not weapon.free:
        lines.append(hero_stat(table, hero, "combat", weapon.dice))
    for stat in ("shots", "range", "damage", f"{weapon.kind}_damage", "critical_damage"):
        line = hero_stat(table, hero, stat, table.stats.hero(hero, stat, about))
        if line.value or len(line.steps) > 1:
            lines.append(line)
    return tuple(lines)


def enemy_stats(table: Table, hero: Hero, weapon: Weapon, enemies: list[Enemy]) -> Iterator[StatLine]:
    """What each type of some enemies sets against a weapon."""
    for enemy in {one.type: one for one in enemies}.values():
        against, name = figures(table, hero, weapon, enemy), table.library.enemies[enemy.type].plural
        yield StatLine(name, "defense", against.defense)
        for stat, value in (("armor", against.armor), ("cover", against.cover)):
            if value:
                yield StatLine(name, stat, value)
        yield StatLine(name, "health", table.stats.enemy(enemy.type, "health"))


# --- attacks ----------------------------------------------------------------------------------------------------------


def _attack(case: Case) -> Explanation | None:
    verb, _, rest = case.option.id.partition(":")
    table, hero = case.table, case.hero
    if hero is None or verb == "done":
        return None
    if verb == "help":
        return _told(case, "compilation: Recovering a KO'd Hero mid-Fight", notes=("The help itself needs no roll.",))
    if verb in ("use", "token"):
        return _use(case)
    if verb in ATTACKING:
        return explained_option(case.table, hero, case.option)
    if verb in ("scavenge", "look"):  # past Immobile enemies
        return _search(case)
    if verb == "dual":
        return _dual(case, hero, rest)
    each, limited = False, True
    rule = "compilation: Hero Attacks"
    if verb == "free":
        held = table.stats.held_by(hero)[int(rest)]
        strike = held.ability.free_attack
        if strike is None:
            return None
        weapon, each = _strike_weapon(table, hero, strike, held.source), strike.each_adjacent
        limited, rule = not each, "compilation: Free Attacks"
    elif verb == "melee":
        weapon = melee_weapon(table, hero)
    else:
        weapon = next(gun for gun in ranged_weapons(table, hero) if gun.item == rest)
    able = table.adjacent_enemies(hero) if each else targets(table, hero, weapon)
    found: list[Odds] = []
    aimed = weapon.kind == "ranged" and aims(table, hero)
    for enemy in able:
        shown = attack_on(table, hero, weapon, enemy, limited=limited)
        again = attack_on(table, hero, weapon, enemy, reroll=True, limited=limited) if hero.grit or aimed else None
        found += _against(table.name(enemy.id), shown, again, "the aim" if aimed else "1 Grit")
    dice = attack_dice(table, weapon, limited=limited)
    rolls = (f"{dice} {weapon.hit_die}, {weapon.to_hit}+ hits", f"{weapon.die}{_plus(weapon.add)} Damage a Hit")
    stats = (*attack_stats(table, hero, weapon), *enemy_stats(table, hero, weapon, able))
    notes = ("Every Hit on the enemy named.", ONLY_THE_DICE)
    return _told(case, rule, rolls=rolls, odds=tuple(found), stats=stats, notes=notes)


def _against(name: str, shown: AttackOdds, again: AttackOdds | None = None, by: str = "1 Grit") -> Iterator[Odds]:
    yield Odds(f"{name} killed", shown.kill)
    if again is not None:
        yield Odds(f"{name} killed, with {by} on all misses", again.kill)
    yield figure(f"Hits on {name}", shown.hits)
    yield figure(f"Wounds to {name}", shown.wounds)


def _plus(add: int) -> str:
    return f" {add:+d}" if add else ""


def _dual(case: Case, hero: Hero, pair: str) -> Explanation:
    table = case.table
    guns = {gun.item: msgspec.structs.replace(gun, criticals=False) for gun in ranged_weapons(table, hero)}
    primary, other = (guns[item] for item in pair.split(","))
    other = msgspec.structs.replace(other, to_hit=other.to_hit + table.rules.off_hand_penalty)
    able = [targets(table, hero, gun) for gun in (primary, other)]
    found: list[Odds] = []
    for enemy in {x.id: x for x in (*able[0], *able[1])}.values():
        mine, theirs = enemy in able[0], enemy in able[1]
        if mine and theirs:
            found += _against(table.name(enemy.id), dual_attack_on(table, hero, primary, other, enemy))
        else:
            found += _against(table.name(enemy.id), attack_on(table, hero, primary if mine else other, enemy))
    rolls = tuple(f"{gun.dice} {gun.hit_die}, {gun.to_hit}+ hits ({gun.name})" for gun in (primary, other))
    lines = dict.fromkeys((*attack_stats(table, hero, primary), *_off_hand(attack_stats(table, hero, other), table)))
    notes = ("Every Hit on the enemy named; no Critical Hits, no Grit.", ONLY_THE_DICE)
    rule = "compilation: Dual Wielding Ranged Weapons"
    return _told(case, rule, rolls=rolls, odds=tuple(found), stats=tuple(lines), notes=notes)


def _off_hand(lines: tuple[StatLine, ...], table: Table) -> Iterator[StatLine]:
    penalty = table.rules.off_hand_penalty
    for line in lines:
        more = (("add", penalty, "off-hand"),) if penalty and line.stat == "ranged_to_hit" else ()
        yield line._replace(steps=(*line.steps, *more))


def _throw(case: Case) -> Explanation | None:
    table, hero = case.table, case.hero
    if hero is None:
        return None
    target = table.stats.hero(hero, "ranged_to_hit", Context(subject=hero.id, owner=hero.id, kind="ranged"))
    return _told(
        case,
        "compilation: Throwing a Bomb or Dynamite",
        rolls=(f"1 D6, {target}+ lands there", "on a miss D3 Bounces, a D8 for the direction of each"),
        odds=(Odds("it lands there", odds.success(target)),),
        stats=(hero_stat(table, hero, "ranged_to_hit", target),),
    )


def _assign_hit(case: Case) -> Explanation | None:
    table, hero = case.table, case.hero
    enemy = table.state.enemies.get(case.option.target or "")
    weapon = _weapon_named(table, hero, case.choice.about.get("weapon", "")) if hero is not None else None
    read = TO_ASSIGN.search(case.choice.prompt)
    if hero is None or enemy is None or weapon is None or read is None:
        return None
    from rules_engine.chances import blows

    verb, left, criticals = case.option.id.partition(":")[0], int(read[1]), int(read[2] or 0)
    one = odds.Hits(1, 1 if criticals else 0)
    taken = {"all": odds.Hits(left, criticals), "plain": odds.Hits(1, 0)}.get(verb, one)
    health = figures(table, hero, weapon, enemy).health
    shown = odds.attack(Distribution.sure(taken), blows(table, hero, weapon, enemy), health)
    name = table.name(enemy.id)
    rolls = (f"{taken.hits} {weapon.die}{_plus(weapon.add)} Damage",)
    rule = "compilation: Critical Hits" if taken.criticals else "compilation: Rolling for Damage"
    stats = (*attack_stats(table, hero, weapon)[1:], *enemy_stats(table, hero, weapon, [enemy]))
    found = (Odds(f"{name} killed", shown.kill), figure(f"Wounds to {name}", shown.wounds))
    return _told(case, rule, rolls=rolls, odds=found, stats=stats, notes=(ONLY_THE_DICE,))


def _weapon_named(table: Table, hero: Hero, name: str) -> Weapon | None:
    found = [weapon for weapon in weapons(table, hero) if weapon.name == name]
    for held in table.stats.held_by(hero):
        if held.ability.free_attack is not None and held.source == name:
            found.append(_strike_weapon(table, hero, held.ability.free_attack, name))
    return found[0] if len(found) == 1 else None


# --- the rest of a turn -----------------------------------------------------------------------------------------------


def _turn(case: Case) -> Explanation | None:
    if case.option.id != "hold":
        return None
    needed = needed_now(case.table)
    outcomes = odds.hold_back(needed)
    found = tuple(Odds(what, outcomes.chance(what)) for what in (odds.HELD, odds.ADVANCES, odds.DEPTH_EVENT))
    notes = ("Doubles are a Depth Event whatever the total; the Darkness then stays. Grit cannot re-roll this.",)
    return _told(
        case, "compilation: Holding Back the Darkness", rolls=(f"2 D6, {needed}+ holds",), odds=found, notes=notes
    )


def _move(case: Case) -> Explanation | None:
    verb, table, hero = case.option.id.partition(":")[0], case.table, case.hero
    if hero is None:
        return None
    if verb == "escape":
        needed = int(case.choice.about.get("escape", "0"))
        dice = max(1, table.stats.hero(hero, "escape_dice"))
        told = _test(case, hero, dice, needed, "Escaped", "compilation: Hero Movement During a Fight", "escape_dice")
        return msgspec.structs.replace(told, notes=("A failed test ends the movement.",))
    if verb == "grit":
        found = (figure("spaces gained", odds.move()),)
        return _told(case, "compilation: Using Grit", rolls=("1 D6",), odds=found)
    if verb in MOVING:
        return explained_option(table, hero, case.option)
    if verb == "drag":
        return _told(case, "compilation: Dragging a KO'd Hero", notes=("Each space then costs 2 movement; no roll.",))
    return None


def _surplus(case: Case) -> Explanation | None:
    if case.option.id != "spend":
        return None
    return _told(case, rolls=("1 D6",), odds=(figure("spaces gained", odds.move()),))


def _test(case: Case, hero: Hero, dice: int, target: int, passed: str, rule: str, stat: str) -> Explanation:
    chance = odds.any_success(dice, target)
    found = [Odds(passed, chance)]
    if hero.grit:
        found.append(Odds(f"{passed}, with 1 Grit if it fails", 1 - (1 - chance) ** 2))
    return _told(
        case,
        rule,
        rolls=(f"{dice} D6, one {target}+ is enough",),
        odds=tuple(found),
        stats=(hero_stat(case.table, hero, stat),),
    )


def _search(case: Case) -> Explanation | None:
    verb, table, hero = case.option.id.partition(":")[0], case.table, case.hero
    if hero is None:
        return None
    if verb == "scavenge":
        dice = max(1, table.stats.hero(hero, "scavenge_dice"))
        told = _test(case, hero, dice, 6, "at least one Scavenge card", "compilation: Scavenging", "scavenge_dice")
        return msgspec.structs.replace(told, odds=(*told.odds, figure("Scavenge cards", odds.scavenge(dice))))
    if verb == "look":
        return _look(case)
    return None


def _look(case: Case) -> Explanation:
    pile = case.game.state.decks["map"]
    cards = pile.remaining or pile.discard
    kinds = [case.table.library.tile_cards[card].kind for card in cards]
    found = tuple(
        Odds(f"the first Map Card is a {kind}", Fraction(kinds.count(kind), len(kinds))) for kind in sorted(set(kinds))
    )
    notes = (f"{len(cards)} Map Cards can come. A tile that does not fit brings one more card.",)
    return _told(case, "compilation: Looking Through a Door", rolls=("1 Map Card",), odds=found, notes=notes)


def _skill(case: Case) -> Explanation | None:
    verb, _, skill = case.option.id.partition(":")
    read = [part for part in case.option.label.replace(")", " ").split() if part.endswith("+")]
    if verb != "skill" or case.hero is None or not read:
        return None
    dice, target = case.table.stats.hero(case.hero, skill), int(read[-1].removesuffix("+"))
    return _test(case, case.hero, dice, target, "passed", "compilation: Making a Skill Test", skill)


def _reroll(case: Case) -> Explanation | None:
    verb, _, dice = case.option.id.partition(":")
    which = [int(place) for place in dice.split(",")] if verb != "keep" and dice else []
    add = int(case.choice.about.get(f"add:{verb}", "0"))
    second = second_roll(case.game, case.choice, which, add)
    if second is None:
        return None
    if not which:
        return _told(case, notes=(f"{second.measure} now: {second.now}.",))
    found = [Odds("better than now", second.better)]
    if second.worse is not None:
        found.append(Odds("worse than now", second.worse))
    numbers = all(isinstance(outcome, int) for outcome in second.after.chances)
    found.append(Odds(f"{second.measure} after it", None, second.after, _average(second.after) if numbers else None))
    limit = f"+{add} on top of the new face." if add else "A die is re-rolled once at most."
    notes = (f"{second.measure} now: {second.now}. {limit}",)
    return _told(
        case, rolls=(f"{len(which)} {'die' if len(which) == 1 else 'dice'} again",), odds=tuple(found), notes=notes
    )


def _average(outcomes: Distribution[int] | Distribution[str]) -> Fraction:
    return sum((int(outcome) * chance for outcome, chance in outcomes.chances.items()), Fraction(0))


def _use(case: Case) -> Explanation | None:
    """What may be used says itself what it does."""
    _, _, rest = case.option.id.partition(":")
    parts = rest.split(":")
    hero = case.game.state.heroes.get(parts[0]) if len(parts) == 3 else None
    if hero is None:
        return None
    held = [*(one.ability for one in case.table.stats.held_by(hero))]
    token = case.game.library.tokens.get(parts[1])
    held += [*token.abilities] if token is not None else []
    ability = next((one for one in held if one.id == parts[2]), None)
    return _told(case, notes=(ability_in_words(ability),)) if ability is not None else None


_BY_KIND: dict[str, Callable[[Case], Explanation | None]] = {
    "attack": _attack,
    "assign_hit": _assign_hit,
    "throw": _throw,
    "turn": _turn,
    "move": _move,
    "surplus_grit": _surplus,
    "search": _search,
    "skill": _skill,
    "reroll": _reroll,
}
_BY_USE: dict[str, Callable[[Case], Explanation | None]] = {"use": _use, "token": _use}
