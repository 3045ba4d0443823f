"""What an option means, as values: exact odds, the figures that count with their sources, the rule it rests on."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

import msgspec

from rules_engine.odds import Distribution


class Odds(NamedTuple):
    """One exact figure: the chance of something, or (with `outcomes`) the average and all that can come of it."""

    what: str
    chance: Fraction | None = None
    outcomes: Distribution[int] | Distribution[str] | None = None
    average: Fraction | None = None

    def plain(self) -> dict[str, Any]:
        """As JSON: chances as exact fractions, and as decimals for people."""
        told: dict[str, Any] = {"what": self.what}
        if self.chance is not None:
            told |= {"exact": str(self.chance), "chance": round(float(self.chance), 6)}
        if self.average is not None:
            told |= {"average_exact": str(self.average), "average": round(float(self.average), 6)}
        if self.outcomes is not None:
            told["outcomes"] = self.outcomes.plain()
        return told

    def __str__(self) -> str:
        if self.chance is not None:
            return f"{self.what}: {percent(self.chance)} ({self.chance})"
        rows = self.outcomes.in_order() if self.outcomes is not None else []
        average = f"{float(self.average):.2f} on average; " if self.average is not None else ""
        listed = ", ".join(f"{outcome}: {percent(chance)}" for outcome, chance in rows)
        return f"{self.what}: {average}{listed}"


class StatLine(NamedTuple):
    """A figure that counts, with the steps it comes from: (op, value, source)."""

    of: str
    stat: str
    value: int
    steps: tuple[tuple[str, int, str], ...] = ()

    def __str__(self) -> str:
        steps = ", ".join(f"{op} {value} ({source})" for op, value, source in self.steps)
        return f"{self.of}, {self.stat.replace('_', ' ')}: {self.value}" + (f" = {steps}" if steps else "")


class Explanation(msgspec.Struct, frozen=True):
    """What taking an option means: `rolls` in words, `odds` exact, `stats` with their sources, the rulebook heading."""

    option: str
    label: str
    rule: str
    rolls: tuple[str, ...] = ()
    odds: tuple[Odds, ...] = ()
    stats: tuple[StatLine, ...] = ()
    notes: tuple[str, ...] = ()

    def plain(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "option": self.option,
            "label": self.label,
            "rule": self.rule,
            "rolls": list(self.rolls),
            "odds": [one.plain() for one in self.odds],
            "stats": [{**line._asdict(), "steps": [list(step) for step in line.steps]} for line in self.stats],
            "notes": list(self.notes),
        }

    def lines(self) -> list[str]:
        """As lines for people."""
        return [
            self.label,
            *(f"  rolls {one}" for one in self.rolls),
            *(f"  {one}" for one in self.odds),
            *(f"  {one}" for one in self.stats),
            *(f"  ({one})" for one in self.notes),
            *([f"  {self.rule}"] if self.rule else []),
        ]


def percent(chance: Fraction) -> str:
    """A chance for people: `41.67%`; exact where it can be."""
    return f"{float(chance * 100):.4g}%"


def figure(what: str, outcomes: Distribution[int]) -> Odds:
    """A number with its average and all that it can be."""
    return Odds(what, None, outcomes, outcomes.mean())
