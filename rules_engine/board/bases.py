"""Bases of four spaces: where a model of 2x2 lies, and the ways in which it could be put down.

Such a model stands on an anchor space; its base lies from there toward one corner of the compass (`ne`, `se`, `sw`,
`nw`). Cells of the base that hold no space hang off the edge of the Map Tiles: it Overflows the board (compilation,
"Extra Large Enemies"). Only that half or more of the base lies on spaces is asked of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from .geometry import Cell

if TYPE_CHECKING:
    from .board import Board

CORNERS: Final[dict[str, Cell]] = {"ne": (1, 1), "se": (1, -1), "sw": (-1, -1), "nw": (-1, 1)}
"""Where a base of 2x2 may lie from its anchor."""

HALF: Final = 2
"""So many of its four spaces at least lie on the board."""


class Base(NamedTuple):
    """A way to put a base down: the corner it lies toward, its spaces on the board (the anchor first).

    `whole` bases lie on four spaces with no wall corner under their middle; the others Overflow the board.
    """

    corner: str
    spaces: tuple[str, ...]
    whole: bool


def spaces_of_base(board: Board, anchor: str, corner: str) -> tuple[str, ...]:
    """The spaces under a base, the anchor first: those of its four cells that hang together without a wall between."""
    key = (anchor, corner)
    found = board.bases.get(key)
    if found is None:
        found = board.bases[key] = _under(board, anchor, corner)[0]
    return found


def bases_at(board: Board, anchor: str) -> tuple[Base, ...]:
    """The legal ways for a base to lie about an anchor, in the order of `CORNERS`; whole ones and Overflowing ones.

    A base never covers a space that a wall parts from its others, nor does it reach through a Gate.
    """
    known = board.ways.get(anchor)
    if known is None:
        found = []
        for corner in CORNERS:
            spaces, stray = _under(board, anchor, corner)
            if not stray and len(spaces) >= HALF:
                found.append(Base(corner, spaces, len(spaces) == 4 and _is_flat(board, spaces)))
        known = board.ways[anchor] = tuple(found)
    return known


def corner_between(board: Board, anchor: str, other: str) -> str | None:
    """The corner toward which a base lies from its anchor if `other` is the space diagonally opposite; else None."""
    (ax, ay), (bx, by) = board.cell(anchor), board.cell(other)
    return next((corner for corner, (dx, dy) in CORNERS.items() if (bx - ax, by - ay) == (dx, dy)), None)


def block(board: Board, anchor: str, corner: str) -> frozenset[Cell]:
    """The four cells of a base, those off the board included."""
    x, y = board.cell(anchor)
    dx, dy = CORNERS[corner]
    return frozenset(((x, y), (x + dx, y), (x, y + dy), (x + dx, y + dy)))


def _under(board: Board, anchor: str, corner: str) -> tuple[tuple[str, ...], bool]:
    """The spaces under a base that hang together with its anchor, and whether it covers any other space."""
    x, y = board.cell(anchor)
    dx, dy = CORNERS[corner]
    there = [board.space_at(cell) for cell in ((x + dx, y), (x, y + dy), (x + dx, y + dy))]
    spaces = [space for space in there if space is not None]
    together = [anchor]
    for here in together:
        near = board.adjacent[here]
        together += [space for space in spaces if space in near and space not in together]
    return tuple(together), len(together) <= len(spaces)


def _is_flat(board: Board, spaces: tuple[str, ...]) -> bool:
    """Whether no wall corner stands under the middle: then each of the four is adjacent to the three others."""
    return all(b in board.adjacent[a] for a in spaces for b in spaces if a != b)
