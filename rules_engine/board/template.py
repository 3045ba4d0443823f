"""The Flame Template on squares (forbidden-fortress, "Flame Template").

The Template's narrow end lies over the attacker and its wide end over the target. On our board it touches every space
that the straight line between the two centres enters, both spaces beside a corner that the line passes through, and the
spaces that share a side with the target's; walls stop it, models and Barriers do not, and the attacker is not touched.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .geometry import ORTHOGONAL, line_steps

if TYPE_CHECKING:
    from .board import Board

LONGEST = 1_000


def flame(board: Board, start: str, end: str) -> list[str]:
    """Spaces that the Template touches from an attacker's space to a target's, the nearest first."""
    touched: dict[str, None] = {}
    (ax, ay), (bx, by) = board.cell(start), board.cell(end)
    here, x, y = start, ax, ay
    steps = line_steps(bx - ax, by - ay) if abs(bx - ax) + abs(by - ay) < LONGEST else ()  # not through a Gate
    for dx, dy in steps:
        to_x, to_y = ax + dx, ay + dy
        there = board.space_at((to_x, to_y))
        if to_x != x and to_y != y:
            flanks = [board.space_at(cell) for cell in ((to_x, y), (x, to_y))]
            touched.update(dict.fromkeys(s for s in flanks if s is not None and s in board.adjacent[here]))
        if there is None or there not in board.adjacent[here]:
            break
        touched[there] = None
        here, x, y = there, to_x, to_y
    touched[end] = None
    sides = [board.space_at((bx + dx, by + dy)) for dx, dy in ORTHOGONAL]
    touched.update(dict.fromkeys(s for s in sides if s is not None and s in board.adjacent[end]))
    touched.pop(start, None)
    return list(touched)
