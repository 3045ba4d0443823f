"""The grid under every tile: directions, quarter turns and exact straight lines.

Cells are whole-number pairs (x, y); x grows to the east and y to the north. Where edges and corners need a name of
their own, coordinates are doubled: a cell's centre is (2x, 2y), an edge has one odd coordinate, a corner has two.
"""

from __future__ import annotations

from functools import cache
from typing import Final

Cell = tuple[int, int]
Point = tuple[int, int]

NORTH: Final[Cell] = (0, 1)
EAST: Final[Cell] = (1, 0)
SOUTH: Final[Cell] = (0, -1)
WEST: Final[Cell] = (-1, 0)
ORTHOGONAL: Final[tuple[Cell, ...]] = (NORTH, EAST, SOUTH, WEST)
DIAGONAL: Final[tuple[Cell, ...]] = ((1, 1), (1, -1), (-1, -1), (-1, 1))
SIDE: Final[dict[Cell, str]] = {NORTH: "N", EAST: "E", SOUTH: "S", WEST: "W"}

BOUNCE: Final[dict[int, Cell]] = {
    1: (-1, 1),
    2: NORTH,
    3: (1, 1),
    4: EAST,
    5: (1, -1),
    6: SOUTH,
    7: (-1, -1),
    8: WEST,
}
"""Direction of each D8 result of a Bounce (compilation: 1 is north-west, then clockwise)."""


def turned(cell: Cell, quarters: int) -> Cell:
    """The cell after that many clockwise quarter turns about the origin."""
    x, y = cell
    quarters &= 3
    if quarters == 0:
        return cell
    if quarters == 1:
        return (y, -x)
    if quarters == 2:
        return (-x, -y)
    return (-y, x)


def quarters_between(start: Cell, goal: Cell) -> int:
    """How many clockwise quarter turns bring one of the four directions onto another."""
    return (ORTHOGONAL.index(goal) - ORTHOGONAL.index(start)) & 3


def left_of(direction: Cell) -> Cell:
    """What lies to the left of someone who faces that way."""
    return (-direction[1], direction[0])


@cache
def line_steps(dx: int, dy: int) -> tuple[Cell, ...]:
    """The cells that a straight line between two centres enters, in order, as offsets from its start.

    A step along both axes at once means that the line passes exactly through a corner. Exact, and the same cells
    backwards for the opposite line.
    """
    across, up = abs(dx), abs(dy)
    step_x, step_y = (1 if dx > 0 else -1), (1 if dy > 0 else -1)
    x = y = 0
    entered: list[Cell] = []
    while x < across or y < up:
        lead = (1 + 2 * x) * up - (1 + 2 * y) * across
        if lead <= 0:
            x += 1
        if lead >= 0:
            y += 1
        entered.append((x * step_x, y * step_y))
    return tuple(entered)
