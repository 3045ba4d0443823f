"""Whether the oracle knows how sure it may be: risk against coverage, and how often it is right when so sure."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import msgspec

BINS = 10


class Point(msgspec.Struct, frozen=True):
    """If only answers at least this sure were given: the share of all questions that are answered, and the share of
    those answers that are wrong."""

    sure: float
    coverage: float
    risk: float


class Bin(msgspec.Struct, frozen=True):
    """The answers between two confidences: how many, how sure on average, and the share that is right."""

    low: float
    high: float
    count: int
    sure: float
    right: float


class Sureness(msgspec.Struct, frozen=True):
    """`area` is the mean risk over the coverage reached (lower is better), `unordered` what it would be if confidence
    told nothing, and `least` if it told right from wrong exactly. `gap` is the mean distance between confidence and the
    share right, bins weighed by size."""

    points: tuple[Point, ...]
    area: float
    unordered: float
    least: float
    bins: tuple[Bin, ...]
    gap: float


def sureness(given: Sequence[tuple[float, bool]], asked: int) -> Sureness:
    """Measured from (confidence, right) of each answer that was given; `asked` counts the declined ones too."""
    points = tuple(_curve(given, asked))
    rights = sum(right for _, right in given)
    bins = tuple(_bins(given))
    return Sureness(
        points=points,
        area=round(_area(points), 4),
        unordered=round(1 - rights / len(given), 4) if given else 0.0,
        least=round(_area(_curve([(1.0 if right else 0.0, right) for _, right in given], asked)), 4),
        bins=bins,
        gap=round(sum(b.count * abs(b.sure - b.right) for b in bins) / len(given), 4) if given else 0.0,
    )


def _curve(given: Sequence[tuple[float, bool]], asked: int) -> list[Point]:
    """A point for each confidence that occurs; answers that are equally sure are given together."""
    ordered = sorted(given, key=lambda one: -one[0])
    points, wrong = [], 0
    for count, (sure, right) in enumerate(ordered, 1):
        wrong += not right
        if count == len(ordered) or ordered[count][0] != sure:
            points.append(Point(sure, round(count / asked, 4), round(wrong / count, 4)))
    return points


def _area(points: Sequence[Point]) -> float:
    """The mean risk up to the coverage reached; straight lines between points, flat before the first."""
    if not points:
        return 0.0
    area = points[0].coverage * points[0].risk
    for before, after in pairwise(points):
        area += (after.coverage - before.coverage) * (before.risk + after.risk) / 2
    return area / points[-1].coverage


def _bins(given: Sequence[tuple[float, bool]]) -> list[Bin]:
    found = []
    for number in range(BINS):
        held = [one for one in given if min(int(one[0] * BINS), BINS - 1) == number]
        if held:
            sure, right = (sum(float(one[i]) for one in held) / len(held) for i in (0, 1))
            found.append(Bin(number / BINS, (number + 1) / BINS, len(held), round(sure, 3), round(right, 3)))
    return found
