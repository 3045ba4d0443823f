"""Every way that the dice can fall: the engine is played once for each, so that its odds can be counted."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Mapping
from fractions import Fraction
from typing import Any, TypeVar

from rules_engine.choices import Choice, Option
from rules_engine.table import Rest

T = TypeVar("T", bound=Hashable)


class Enough(Exception):
    """Something is rolled or drawn that the question does not go into."""


class Falling:
    """Dice that fall as told, then all the first way; `purposes` are the only ones asked about, if any are given.

    `saves` maps a purpose to the target of a plain save: only a 1 and a 6 are tried for it, each as likely as failing
    and succeeding are.
    """

    def __init__(self, told: tuple[int, ...], purposes: tuple[str, ...], saves: Mapping[str, int]) -> None:
        self.told = told
        self.purposes = purposes
        self.saves = saves
        self.fell: list[int] = []
        self.ways: list[list[tuple[int, Fraction]]] = []

    def face(self, stream: str, ordinal: int, sides: int, purpose: str) -> int:
        if purpose in self.saves:
            failing = Fraction(self.saves[purpose] - 1, sides)
            ways = [(1, failing), (sides, 1 - failing)]
        elif self.purposes and purpose not in self.purposes:
            raise Enough
        else:
            ways = [(face, Fraction(1, sides)) for face in range(1, sides + 1)]
        place = len(self.fell)
        self.fell.append(self.told[place] if place < len(self.told) else 0)
        self.ways.append(ways)
        return ways[self.fell[-1]][0]

    def index(self, stream: str, ordinal: int, count: int, purpose: str) -> int:
        raise Enough


def every_way(
    play: Callable[[Falling], T], *purposes: str, saves: Mapping[str, int] | None = None
) -> dict[T, Fraction]:
    """Outcomes with their chances, from playing once for each way that the dice can fall."""
    found: dict[T, Fraction] = {}
    left: list[tuple[int, ...]] = [()]
    while left:
        told = left.pop()
        dice = Falling(told, purposes, saves or {})
        outcome = play(dice)
        chance = Fraction(1)
        for way, place in zip(dice.ways, dice.fell, strict=True):
            chance *= way[place][1]
        found[outcome] = found.get(outcome, Fraction(0)) + chance
        for place in range(len(told), len(dice.fell)):
            left += [(*dice.fell[:place], way) for way in range(1, len(dice.ways[place]))]
    return found


def played(procedure: Generator[Choice | Rest, str, Any], pick: Callable[[Choice], Option] | None = None) -> None:
    """Drive a procedure as far as the question goes; first options unless `pick` says otherwise."""
    try:
        step = next(procedure)
        while True:
            if isinstance(step, Rest):
                step = next(procedure)
            else:
                step = procedure.send((pick(step) if pick is not None else step.options[0]).id)
    except (StopIteration, Enough):
        return
