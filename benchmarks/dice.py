"""Are the dice fair? Chi-square for every die, for draws, and for independence between streams and between places.

    python -m benchmarks.dice [--rolls 1000000] [--seed 0]

Ends with status 1 if a p-value is below 1 in 10,000 for any test (with some thirty tests a fair set fails once in
three hundred runs with a new seed; the same seed always gives the same answer).
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Sequence

from rules_engine.dice import (
    ENEMY_DICE,
    HERO_DICE,
    MAP,
    SIDES,
    TARGETS,
    VALUES,
    Streams,
    deck_stream,
    fair_key,
    open_key,
)

LEAST = 1e-4
DECK_SIZES = (7, 12, 36)


def chi_square(counts: Sequence[int], expected: Sequence[float]) -> float:
    """The p-value of Pearson's chi-square test, degrees of freedom one less than the cells."""
    statistic = sum((seen - wanted) ** 2 / wanted for seen, wanted in zip(counts, expected, strict=True))
    return upper_gamma((len(counts) - 1) / 2, statistic / 2)


def independence(table: Sequence[Sequence[int]]) -> float:
    """The p-value of the chi-square test that rows and columns of a table of counts are independent."""
    rows = [sum(row) for row in table]
    columns = [sum(column) for column in zip(*table, strict=True)]
    total = sum(rows)
    statistic = sum(
        (table[i][j] - rows[i] * columns[j] / total) ** 2 / (rows[i] * columns[j] / total)
        for i in range(len(rows))
        for j in range(len(columns))
    )
    return upper_gamma((len(rows) - 1) * (len(columns) - 1) / 2, statistic / 2)


def upper_gamma(a: float, x: float) -> float:
    """The regularized upper incomplete gamma function Q(a, x): series below a + 1, continued fraction above."""
    if x <= 0:
        return 1.0
    front = math.exp(-x + a * math.log(x) - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        n = a
        while term > total * 1e-16:
            n += 1
            term *= x / n
            total += term
        return max(0.0, 1 - total * front)
    tiny = 1e-300
    b = x + 1 - a
    c, d = 1 / tiny, 1 / b
    h = d
    for i in range(1, 10_000):
        an = -i * (i - a)
        b += 2
        d = 1 / (d * an + b or tiny)
        c = b + an / c or tiny
        h *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return min(1.0, front * h)


def rolls(dice: Streams, stream: str, sides: int, count: int) -> list[int]:
    """So many faces of a stream, from its first place."""
    index = dice.index
    return [index(stream, ordinal, sides) for ordinal in range(count)]


def cross(first: Sequence[int], second: Sequence[int], sides: int) -> list[list[int]]:
    """How often each pair of faces comes together."""
    table = [[0] * sides for _ in range(sides)]
    for a, b in zip(first, second, strict=True):
        table[a][b] += 1
    return table


def main() -> int:
    """Run from the command line; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.dice", description="Are the dice fair?")
    parser.add_argument("--rolls", type=int, default=1_000_000)
    parser.add_argument("--seed", default="0")
    options = parser.parse_args()
    count = options.rolls
    dice = Streams(open_key(options.seed))
    results: list[tuple[str, float]] = []
    for die, sides in SIDES.items():
        faces = rolls(dice, f"{HERO_DICE} {die}", sides, count)
        seen = [faces.count(face) for face in range(sides)]
        results.append((f"{die}: faces", chi_square(seen, [count / sides] * sides)))
        values = VALUES[die][1:]
        worth = sorted(set(values))
        totals = [sum(seen[i] for i, v in enumerate(values) if v == value) for value in worth]
        results.append((f"{die}: values", chi_square(totals, [count * values.count(v) / sides for v in worth])))
    for size in DECK_SIZES:
        draws = rolls(dice, deck_stream(str(size)), size, count)
        seen = [draws.count(card) for card in range(size)]
        results.append((f"draw from {size}", chi_square(seen, [count / size] * size)))
    streams = {name: rolls(dice, name, 6, count) for name in (HERO_DICE, ENEMY_DICE, TARGETS, MAP, deck_stream("loot"))}
    names = list(streams)
    for i, one in enumerate(names):
        for other in names[i + 1 :]:
            results.append((f"{one} with {other}", independence(cross(streams[one], streams[other], 6))))
        results.append((f"{one} with its own next", independence(cross(streams[one][:-1], streams[one][1:], 6))))
    next_seed = rolls(Streams(open_key(f"{options.seed}'")), HERO_DICE, 6, count)
    results.append(("hero of two seeds", independence(cross(streams[HERO_DICE], next_seed, 6))))
    fair = rolls(Streams(fair_key(b"secret", str(options.seed))), HERO_DICE, 6, count)
    results.append(("fair play: faces", chi_square([fair.count(f) for f in range(6)], [count / 6] * 6)))
    failed = 0
    for name, p in results:
        failed += p < LEAST
        print(f"{name:30} p = {p:.4f}{'  FAILED' if p < LEAST else ''}")
    print(f"{count} rolls each, {len(results)} tests, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
