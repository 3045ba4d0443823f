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
    """A base as it lies: its spaces on the board, from the north-west; whether it is `whole`.

    `whole` bases lie on four spaces with no wall corner under their middle; the others Overflow the board.
    """

    spaces: tuple[str, ...]
    whole: bool


def block_of(board: Board, anchor: str, corner: str) -> Cell:
    """The south-western cell of the block of four under a base."""
    x, y = board.cell(anchor)
    dx, dy = CORNERS[corner]
    return (x + min(dx, 0), y + min(dy, 0))


def base_over(board: Board, block: Cell) -> Base | None:
    """The base that lies on a block of four cells; None where no base may lie.

    Half of it at least lies on spaces, and none of those is parted from the others by a wall. It does not reach through
    a Gate.
    """
    if block in board.bases:
        return board.bases[block]
    x, y = block
    cells = ((x, y + 1), (x + 1, y + 1), (x, y), (x + 1, y))
    spaces = tuple(space for cell in cells if (space := board.space_at(cell)) is not None)
    found = None
    if len(spaces) >= HALF and len(_together(board, spaces)) == len(spaces):
        adjacent = board.adjacent
        whole = len(spaces) == 4 and all(b in adjacent[a] for a in spaces for b in spaces if a != b)
        found = Base(spaces, whole)
    board.bases[block] = found
    return found


def spaces_of_base(board: Board, anchor: str, corner: str) -> tuple[str, ...]:
    """The spaces under a base, the anchor first: those of its four cells that hang together with the anchor."""
    key = (anchor, corner)
    found = board.footprints.get(key)
    if found is None:
        x, y = block_of(board, anchor, corner)
        cells = ((x, y + 1), (x + 1, y + 1), (x, y), (x + 1, y))
        others = (space for cell in cells if (space := board.space_at(cell)) is not None and space != anchor)
        found = board.footprints[key] = _together(board, (anchor, *others))
    return found


def anchor_of(board: Board, block: Cell, corner: str) -> tuple[str, str]:
    """The anchor of a base on a block, and where it lies from there: unturned, or the first space if that is off."""
    base = base_over(board, block)
    spaces = base.spaces if base is not None else ()
    ways = [(space, toward) for toward in (corner, *CORNERS) for space in spaces]
    return next((space, toward) for space, toward in ways if block_of(board, space, toward) == block)


def bases_at(board: Board, anchor: str) -> list[tuple[str, Base]]:
    """The ways for a base to lie about an anchor: toward which corner, and how it lies there, in a fixed order."""
    found = ((corner, base_over(board, block_of(board, anchor, corner))) for corner in CORNERS)
    return [(corner, base) for corner, base in found if base is not None]


def _together(board: Board, spaces: tuple[str, ...]) -> tuple[str, ...]:
    """Those of some spaces that hang together with the first."""
    together = [spaces[0]]
    for here in together:
        near = board.adjacent[here]
        together += [space for space in spaces if space in near and space not in together]
    return tuple(together)
