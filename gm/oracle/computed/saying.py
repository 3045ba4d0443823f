"""Small sentences: sums with their working, counts, chances."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rules_engine.explanation import percent

LONG = 10_000


def money(amount: int) -> str:
    """`$1,200`."""
    return f"${amount:,}"


def counted(number: int, noun: str, many: str = "") -> str:
    """`1 Hit`, `3 Hits`."""
    return f"{number:,} {noun if number == 1 else many or noun + 's'}"


def listed(parts: Sequence[object]) -> str:
    """`2`, `2 and 4`, `1, 2 and 4`."""
    said = [str(part) for part in parts]
    return said[0] if len(said) == 1 else f"{', '.join(said[:-1])} and {said[-1]}" if said else "none"


def of_the_packs(names: Sequence[str]) -> str:
    """What is said of figures that our content packs alone have; nothing where none are."""
    figures, stand = ("figure", "stands") if len(names) == 1 else ("figures", "stand")
    return f"The {figures} of {listed(names)} {stand} in our content packs, not in the books." if names else ""


def chance(given: Fraction) -> str:
    """A chance in percent and as a fraction; of a long fraction only the percents."""
    if given.denominator == 1:
        return "certain (100%)" if given else "impossible (0%)"
    if given.denominator > LONG:
        return f"about {percent(given)}"
    return f"{percent(given)} ({given})"


def average(given: Fraction) -> str:
    """An average as a plain decimal."""
    return f"{float(given):.4g}"
