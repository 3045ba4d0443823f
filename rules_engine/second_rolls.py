"""What a re-roll may bring: the roll as it lies against what it can become, exactly (compilation, "Re-roll Limits")."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from rules_engine import events as e
from rules_engine.chances import bonus, figures, single_hit_bonus, weapons
from rules_engine.dice import SIDES, VALUES
from rules_engine.journal import in_force
from rules_engine.odds import HELD, Distribution, capped, hold_back

if TYPE_CHECKING:
    from rules_engine.choices import Choice
    from rules_engine.game import Game

ONE_IS_ENOUGH = {"escape": "Escape tests passed", "skill_test": "Skill tests passed"}
NOBODY_WINS = ("chart", "card", "threat_card")
TO_ASSIGN = re.compile(r": (\d+) Hits? to assign(?:, (\d+) Critical)?")

Worth = Callable[[int, int], int]


class Lying(NamedTuple):
    """A roll on the table: dice, the faces that count now, and the target number."""

    id: int
    who: str
    purpose: str
    dice: list[str]
    faces: list[int]
    target: int | None
    added: list[int]


class SecondRoll(NamedTuple):
    """What a re-roll is measured by, how it stands now, what it can become, and the chances of better and worse."""

    measure: str
    now: str
    after: Distribution[int] | Distribution[str]
    better: Fraction
    worse: Fraction | None


class Measure(NamedTuple):
    """How a roll is measured: what each die's value is worth, what more than `most` does not add to, what is good."""

    name: str
    worth: Worth
    most: int | None = None
    less_is_better: bool = False


def lying(game: Game, id: int) -> Lying | None:
    """A roll by its number, as it lies now."""
    found: Lying | None = None
    for event in in_force(game.events):
        if isinstance(event, e.Rolled) and event.roll == id:
            none = [0] * len(event.faces)
            found = Lying(id, event.who, event.purpose, list(event.dice), list(event.faces), event.target, none)
        elif isinstance(event, e.Rerolled) and event.roll == id and found is not None:
            for place, face in zip(event.which, event.faces, strict=True):
                found.faces[place], found.added[place] = face, event.add
    return found


def second_roll(game: Game, choice: Choice, which: Sequence[int], add: int = 0) -> SecondRoll | None:
    """What re-rolling some dice of the pending roll may bring, with `add` on top of each.

    None where no result is better than another.
    """
    roll = lying(game, int(choice.about.get("roll", "0")))
    kind = choice.about.get("kind", "")
    if roll is None or kind in NOBODY_WINS:
        return None
    if kind == "hold_back":
        needed = roll.target or 0
        kept = [face for place, face in enumerate(roll.faces) if place not in which]
        (now,) = hold_back(needed, roll.faces).chances
        after = hold_back(needed, kept)
        return SecondRoll("the Darkness", now, after, after.chance(HELD) if now != HELD else Fraction(0), None)
    return _counted(roll, which, _measure(game, choice, roll, kind), add)


def _counted(roll: Lying, which: Sequence[int], measure: Measure, add: int) -> SecondRoll:
    now = becomes = Distribution.sure(0)
    for place, (kind, face) in enumerate(zip(roll.dice, roll.faces, strict=True)):
        values, sides = VALUES[kind], SIDES[kind]
        lies = Distribution.sure(measure.worth(place, values[face] + roll.added[place]))
        again = Distribution.of(
            (measure.worth(place, values[one] + add), Fraction(1, sides)) for one in range(1, sides + 1)
        )
        now, becomes = now.plus(lies), becomes.plus(again if place in which else lies)
    (stands,) = capped(now, measure.most).chances
    after = capped(becomes, measure.most)
    more, less = after.at_least(stands + 1), after.where(lambda outcome: outcome < stands)
    better, worse = (less, more) if measure.less_is_better else (more, less)
    return SecondRoll(measure.name, str(stands), after, better, worse)


def _measure(game: Game, choice: Choice, roll: Lying, kind: str) -> Measure:
    target = roll.target

    def value(place: int, value: int) -> int:
        return value

    def reached(place: int, value: int) -> int:
        return int(value >= (target or 0))

    if kind == "poison":
        return Measure("Wounds by Poison", lambda place, value: int(value <= 2), None, True)
    if kind == "damage":
        return _wounds(game, choice, roll) or Measure("Damage rolled", value)
    if kind == "cover":
        needed = int(choice.prompt.partition(" or less needed")[0].split()[-1])
        return Measure("cover found", lambda place, face: int(face <= needed), 1)
    if kind == "move":
        return Measure("the Move die", value)
    if target is None:
        return Measure("the total", value)
    if roll.who not in game.state.heroes:
        return Measure("Hits of the enemies", reached, None, True)
    if kind in ONE_IS_ENOUGH:
        return Measure(ONE_IS_ENOUGH[kind], reached, 1)
    names = {"to_hit": "Hits", "scavenge": "sixes"}
    return Measure(names.get(kind, "dice that succeed"), reached)


# --- Damage -----------------------------------------------------------------------------------------------------------


def _wounds(game: Game, choice: Choice, roll: Lying) -> Measure | None:
    """Wounds that the Damage dice do to the enemy struck, before its Cover and Armor; None if it is not plain."""
    table, hero = game.table, game.state.heroes.get(roll.who)
    enemy = next((x for x in game.state.enemies.values() if f"against {table.name(x.id)}, " in choice.prompt), None)
    name = _weapon_used(game, roll.id)
    criticals = _criticals(game, choice, len(roll.dice))
    if hero is None or enemy is None or criticals is None:
        return None
    weapon = next((w for w in weapons(table, hero) if w.name == name and w.die == roll.dice[0]), None)
    if weapon is None:
        return None
    against = figures(table, hero, weapon, enemy)

    def worth(place: int, value: int) -> int:
        critical = place < criticals
        damage = value + weapon.add + bonus(table, hero, weapon, enemy, critical)
        if place:
            damage -= single_hit_bonus(table, hero, weapon, critical)
        return max(0, damage - (against.defense_critical if critical else against.defense))

    saved = [save for save, has in (("Cover", against.cover), ("Armor", against.armor)) if has]
    most = None if saved else against.health
    return Measure("Wounds" + (f" before {' and '.join(saved)}" if saved else ""), worth, most)


def _weapon_used(game: Game, damage_roll: int) -> str:
    """The weapon that a Damage roll belongs to; empty where two guns hit or an ability had a part."""
    names: set[str] = set()
    for event in in_force(game.events):
        if isinstance(event, e.Rolled) and event.roll == damage_roll:
            break
        if isinstance(event, e.AbilityUsed) or (isinstance(event, e.Chosen) and event.kind == "attack"):
            names.clear()
        elif isinstance(event, e.AttackMade) and event.hits:
            names.add(event.weapon)
    return names.pop() if len(names) == 1 else ""


def _criticals(game: Game, choice: Choice, dice: int) -> int | None:
    """How many of the Hits that a Damage roll is for are Critical; they come first."""
    if "ignored by Critical Hits" not in choice.prompt:
        return 0
    if dice == 1:
        return 1
    asked = [made for made, _ in game.choices_made if made.kind == "assign_hit"]
    read = TO_ASSIGN.search(asked[-1].prompt) if asked else None
    return int(read[2] or 0) if read is not None and int(read[1]) == dice else None
