"""Exact odds of the game's rolls: every figure is a Fraction that follows from counting faces; nothing is sampled.

Target numbers read as at the table: a die succeeds if its value is at least the target, so a target of 7 never
succeeds on a D6. Abilities that answer to a roll are not part of a roll and not counted here.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Generic, NamedTuple, TypeVar

from rules_engine.dice import D6, SIDES, VALUES
from rules_engine.errors import BrimstoneError

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)

HELD, ADVANCES, DEPTH_EVENT = "held", "the Darkness advances", "Depth Event"
MOST_DICE = 60


class OddsError(BrimstoneError):
    """Odds are asked for that no roll of the game has."""

    code = "odds"


@dataclass(frozen=True, slots=True)
class Distribution(Generic[T]):
    """What can come of a roll: each outcome with its chance. The chances add up to exactly 1."""

    chances: Mapping[T, Fraction]

    def __post_init__(self) -> None:
        total = sum(self.chances.values())
        if total != 1 or any(chance < 0 for chance in self.chances.values()):
            raise OddsError(f"the chances of a distribution add up to 1 and none is negative; these add up to {total}")

    @staticmethod
    def of(pairs: Iterable[tuple[T, Fraction]]) -> Distribution[T]:
        """From outcomes and chances; equal outcomes are put together, impossible ones dropped."""
        found: dict[T, Fraction] = {}
        for outcome, chance in pairs:
            if chance:
                found[outcome] = found.get(outcome, Fraction(0)) + chance
        return Distribution(found)

    @staticmethod
    def sure(outcome: T) -> Distribution[T]:
        """What is certain."""
        return Distribution({outcome: Fraction(1)})

    def chance(self, outcome: T) -> Fraction:
        """The chance of one outcome."""
        return self.chances.get(outcome, Fraction(0))

    def where(self, holds: Callable[[T], bool]) -> Fraction:
        """The chance that something holds of the outcome."""
        return sum((chance for outcome, chance in self.chances.items() if holds(outcome)), Fraction(0))

    def at_least(self: Distribution[int], number: int) -> Fraction:
        """The chance of a number or more."""
        return self.where(lambda outcome: outcome >= number)

    def mean(self: Distribution[int]) -> Fraction:
        """The average."""
        return sum((outcome * chance for outcome, chance in self.chances.items()), Fraction(0))

    def map(self, change: Callable[[T], U]) -> Distribution[U]:
        """The same chances of what each outcome comes to."""
        return Distribution.of((change(outcome), chance) for outcome, chance in self.chances.items())

    def then(self, following: Callable[[T], Distribution[U]]) -> Distribution[U]:
        """A second roll that depends on the outcome of this one."""
        return Distribution.of(
            (last, first_chance * chance)
            for first, first_chance in self.chances.items()
            for last, chance in following(first).chances.items()
        )

    def plus(self: Distribution[int], other: Distribution[int]) -> Distribution[int]:
        """The sum of two rolls that know nothing of one another."""
        return self.then(lambda mine: other.map(lambda theirs: mine + theirs))

    def plain(self) -> dict[str, str]:
        """Outcomes in order with their chances as exact fractions, for JSON."""
        return {str(outcome): str(chance) for outcome, chance in self.in_order()}

    def in_order(self) -> list[tuple[T, Fraction]]:
        """Numbers from low to high; anything else as it came."""
        rows = list(self.chances.items())
        numbers = all(isinstance(outcome, int) for outcome, _ in rows)
        return sorted(rows, key=lambda row: int(str(row[0]))) if numbers else rows


NOTHING: Distribution[int] = Distribution.sure(0)


# --- dice -------------------------------------------------------------------------------------------------------------


@cache
def die(kind: str = D6) -> Distribution[int]:
    """The value of one die: D3, D6, D8 or the Peril Die `P`."""
    if kind not in SIDES:
        raise OddsError(f"there is no die '{kind}'; known: {', '.join(SIDES)}")
    return Distribution.of((value, Fraction(1, SIDES[kind])) for value in VALUES[kind][1:])


def success(target: int, kind: str = D6) -> Fraction:
    """The chance that one die reaches a target number."""
    return die(kind).at_least(target)


def repeat(each: Distribution[int], times: int) -> Distribution[int]:
    """The sum of the same roll made so many times."""
    _check_dice(times)
    return powers(each, times)[times]


def powers(each: Distribution[int], times: int, cap: int | None = None) -> list[Distribution[int]]:
    """The sums of no such roll, of one, of two, ... up to so many; sums beyond `cap` count as `cap`."""
    sums = [NOTHING]
    for _ in range(times):
        sums.append(capped(sums[-1].plus(each), cap))
    return sums


def capped(given: Distribution[int], most: int | None) -> Distribution[int]:
    """What exceeds a most counts as that most."""
    return given if most is None else given.map(lambda number: min(number, most))


def successes(dice: int, target: int, kind: str = D6) -> Distribution[int]:
    """How many of some dice reach a target number."""
    chance = success(target, kind)
    return repeat(Distribution.of([(0, 1 - chance), (1, chance)]), dice)


def any_success(dice: int, target: int) -> Fraction:
    """A Skill test or an Escape test: the chance that any one die reaches the target (compilation, "Making a Skill
    Test", "Escape Tests")."""
    return successes(dice, target).at_least(1)


def scavenge(dice: int = 3) -> Distribution[int]:
    """How many sixes, and so Scavenge cards, a Search brings (compilation, "Scavenging")."""
    return successes(dice, 6)


def move(plus: int = 0, *, fixed: int | None = None) -> Distribution[int]:
    """Spaces that a hero may move: a D6 (or a fixed figure) with what is added, at least 1 (compilation, "Move")."""
    rolled = die() if fixed is None else Distribution.sure(fixed)
    return rolled.map(lambda face: max(1, face + plus))


def hold_back(needed: int, kept: Sequence[int] = ()) -> Distribution[str]:
    """Holding Back the Darkness with 2D6: held, not held, or a Depth Event on any doubles.

    `kept` are dice that lie already (compilation, "Holding Back the Darkness").
    """
    if len(kept) > 2 or any(not 1 <= face <= 6 for face in kept):
        raise OddsError(f"Holding Back the Darkness takes two D6; {list(kept)} cannot be kept")

    def read(faces: tuple[int, ...]) -> str:
        if faces[0] == faces[1]:
            return DEPTH_EVENT
        return HELD if sum(faces) >= needed else ADVANCES

    rolled: Distribution[tuple[int, ...]] = Distribution.sure(tuple(kept))
    for _ in range(2 - len(kept)):
        rolled = rolled.then(lambda faces: die().map(lambda face: (*faces, face)))
    return rolled.map(read)


# --- a hero attacks ---------------------------------------------------------------------------------------------------


class Hits(NamedTuple):
    """Hits of an Attack, and how many of them are Critical."""

    hits: int
    criticals: int


def to_hit(
    dice: int, target: int, kind: str = D6, critical: str = "6+", *, reroll_misses: bool = False
) -> Distribution[Hits]:
    """Hits and Critical Hits of so many To Hit dice.

    `critical` is `6+`, `6` (C23: it matters for a D8) or empty where nothing is Critical; `reroll_misses` has one Grit
    spent on all the misses.
    """
    if critical not in ("6+", "6", ""):
        raise OddsError(f"a Critical Hit is '6+', '6' or never (empty), not '{critical}'")
    _check_dice(dice)

    def read(face: int) -> Hits:
        fatal = bool(critical) and (face == 6 or (face > 6 and critical == "6+"))
        return Hits(int(face >= target), int(face >= target and fatal))

    each = die(kind).map(read)
    if reroll_misses:
        again = each
        each = again.then(lambda first: Distribution.sure(first) if first.hits else again)
    total: Distribution[Hits] = Distribution.sure(Hits(0, 0))
    for _ in range(dice):
        total = total.then(lambda so_far: each.map(lambda one: Hits(so_far[0] + one[0], so_far[1] + one[1])))
    return total


def wounds_of_hit(damage: str, add: int, defense: int, armor: int = 0, cover: int = 0) -> Distribution[int]:
    """Wounds of one Hit on an enemy: Damage less Defense (0 for a Critical Hit), then its Cover and its Armor.

    Health is not looked at (compilation, "Rolling for Damage", "Enemies with Armor").
    """
    return die(damage).then(lambda value: wounds_of_damage(value + add, defense, armor, cover))


def wounds_of_damage(damage: int, defense: int, armor: int = 0, cover: int = 0) -> Distribution[int]:
    """Wounds of one Hit whose Damage is known."""
    through = unsaved(max(0, damage - defense), armor)
    held = success(cover) if cover else Fraction(0)
    return Distribution.of([(0, held), *((wounds, (1 - held) * chance) for wounds, chance in through.chances.items())])


class AttackOdds(NamedTuple):
    """What can come of one Attack whose Hits all go to one enemy; `kill` is the chance that it dies."""

    hits: Distribution[int]
    criticals: Distribution[int]
    wounds: Distribution[int]
    kill: Fraction


class Blows(NamedTuple):
    """Wounds of a plain and of a Critical Hit; the first Hit's own where something counts for it alone."""

    plain: Distribution[int]
    critical: Distribution[int]
    first_plain: Distribution[int] | None = None
    first_critical: Distribution[int] | None = None


def wounds_of_hits(blows: Blows, hits: Hits, health: int) -> Distribution[int]:
    """Wounds of some Hits on one enemy that has so much Health left, Critical Hits first."""
    return _wounds(Distribution.sure(hits), blows, health)


def attack(rolled: Distribution[Hits], blows: Blows, health: int) -> AttackOdds:
    """One Attack, all its Hits on one enemy that has so much Health left."""
    wounds = _wounds(rolled, blows, health)
    return AttackOdds(
        rolled.map(lambda scored: scored.hits),
        rolled.map(lambda scored: scored.criticals),
        wounds,
        wounds.at_least(health),
    )


def _wounds(rolled: Distribution[Hits], blows: Blows, health: int) -> Distribution[int]:
    most = max(scored.hits for scored in rolled.chances)
    plain, critical = powers(blows.plain, most, health), powers(blows.critical, most, health)

    def of(scored: Hits) -> Distribution[int]:
        criticals, plains = scored.criticals, scored.hits - scored.criticals
        first = NOTHING
        if criticals and blows.first_critical is not None:
            first, criticals = blows.first_critical, criticals - 1
        elif plains and not criticals and blows.first_plain is not None:
            first, plains = blows.first_plain, plains - 1
        return capped(first.plus(critical[criticals]).plus(plain[plains]), health)

    return rolled.then(of)


# --- a hero is hit ----------------------------------------------------------------------------------------------------


def unsaved(count: int, target: int | None) -> Distribution[int]:
    """How many of so many Hits or Wounds get past a save; all of them where there is none (0 or None)."""
    if not target:
        return Distribution.sure(count)
    return successes(count, target).map(lambda saved: count - saved)


def saves(
    hits: int,
    save: int | None,
    *,
    damage: int = 1,
    damage_die: str = "",
    cover: int = 0,
    shield: int = 0,
    armor: int = 0,
) -> Distribution[int]:
    """Wounds (or Sanity Damage) that a hero takes from Hits, in the order Cover, Defense or Willpower, Shield, Armor.

    `damage` is what each unsaved Hit does, and a roll of `damage_die` more where there is one; 0 or None means that
    there is no such save (compilation, "Cover", "Defense and Willpower", "Shields").
    """
    past = unsaved(hits, cover).then(lambda left: unsaved(left, save))
    dealt = past.map(lambda left: left * damage)
    if damage_die:
        dealt = past.then(lambda left: repeat(die(damage_die), left).map(lambda more: left * damage + more))
    about_to = dealt.map(lambda wounds: max(0, wounds - shield))
    return about_to.then(lambda wounds: unsaved(wounds, armor))


HARDER = "harder"


class OnFace(NamedTuple):
    """What an enemy's To Hit face does: from this face on the Hit ignores these saves, or is `harder` to Defend."""

    at_least: int
    ignore: tuple[str, ...]
    harder: int = 0


class Saves(NamedTuple):
    """What a hero has against physical Hits; 0 means none."""

    defense: int
    cover: int = 0
    shield: int = 0
    armor: int = 0

    def against(self, hits: int, damage: int, ignore: tuple[str, ...], damage_die: str = "") -> Distribution[int]:
        """Wounds from Hits that ignore some of the saves; each does a `damage_die` more if there is one.

        As often as `harder` is among what they ignore, Defense needs 1 more.
        """
        left = {name: 0 if name in ignore else value for name, value in self._asdict().items()}
        return saves(
            hits,
            left["defense"] and left["defense"] + ignore.count(HARDER),
            damage=damage,
            damage_die=damage_die,
            cover=left["cover"],
            shield=left["shield"],
            armor=left["armor"],
        )


class GroupOdds(NamedTuple):
    """What can come of a group's attack on one hero; `down` is the chance that the Wounds reach the Health left."""

    hits: Distribution[int]
    wounds: Distribution[int]
    down: Fraction


def group_attack(
    dice: int,
    target: int,
    damage: int,
    hero: Saves,
    health: int,
    *,
    faces: Sequence[OnFace] = (),
    ones_hit: bool = False,
    ones_again: bool = False,
    first_doubled: bool = False,
    damage_die: str = "",
) -> GroupOdds:
    """All To Hit dice of a group against one hero who has so much Health left (compilation, "Enemy Attacks").

    `ones_hit` has each 1 hit too, `ones_again` has each 1 rolled again once, `first_doubled` has the first Hit do
    double Damage. Enemies have no Critical Hits; Hits that ignore the same saves are saved together.
    """
    _check_dice(dice)

    def read(face: int) -> tuple[str, ...] | None:
        if face < target and not (ones_hit and face == 1):
            return None
        told = [one for one in faces if face >= one.at_least]
        harder = (HARDER,) * sum(one.harder for one in told)
        return (*sorted({word for one in told for word in one.ignore}), *harder)

    once = die().map(read)
    each = die().then(lambda face: once if ones_again and face == 1 else Distribution.sure(read(face)))
    kinds = sorted(kind for kind in each.chances if kind is not None)
    counts: Distribution[tuple[int, ...]] = Distribution.sure((0,) * len(kinds))
    for _ in range(dice):
        counts = counts.then(
            lambda so_far: each.map(lambda kind: tuple(n + (kind == k) for n, k in zip(so_far, kinds, strict=True)))
        )

    def of(so_many: tuple[int, ...]) -> Distribution[int]:
        total, double = NOTHING, first_doubled
        for count, kind in zip(so_many, kinds, strict=True):
            if count and double:
                total, count, double = total.plus(hero.against(1, 2 * damage, kind, damage_die)), count - 1, False
            if count:
                total = capped(total.plus(hero.against(count, damage, kind, damage_die)), health)
        return capped(total, health)

    wounds = counts.then(of)
    return GroupOdds(counts.map(sum), wounds, wounds.at_least(health))


def _check_dice(dice: int) -> None:
    if not 0 <= dice <= MOST_DICE:
        raise OddsError(f"odds are counted for 0 to {MOST_DICE} dice, not {dice}")
