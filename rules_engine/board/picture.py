"""The whole board as text for a terminal."""

from __future__ import annotations

from collections.abc import Container, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING

from .geometry import EAST, NORTH, ORTHOGONAL, SOUTH, WEST, Cell, Point, turned
from .placement import FAR, DoorRef

if TYPE_CHECKING:
    from .board import Board

PITCH = 3


class DoorStatus(StrEnum):
    """How an unjoined connection is drawn: a gap, `x` for an End Cap, `?` until its token is revealed, `@` a Gate."""

    OPEN = "open"
    END_CAP = "end_cap"
    UNEXPLORED = "unexplored"
    GATE = "gate"


_MARK = {DoorStatus.OPEN: " ", DoorStatus.END_CAP: "x", DoorStatus.UNEXPLORED: "?", DoorStatus.GATE: "@"}


def draw(
    board: Board,
    models: Mapping[str, str],
    *,
    doors: Mapping[DoorRef, str],
    tiles: Container[int] | None = None,
    names: bool = False,
    titles: Mapping[int, str] | None = None,
) -> str:
    """The map in ASCII: two characters a space, walls between, north up; a section beyond a Gate below the others.

    Where there are several sections, `titles` gives a line to stand over each, by the number of its first tile.

    `models` gives a space its glyph (cut to two characters), other spaces show ` .`, or their two digits with
    `names`. `=` and `!` are Barriers, `#` a wall over a cross point. `doors` gives the DoorStatus of unjoined
    connections (open where nothing is said). `tiles` limits the map to those tiles.
    """
    shown = [tile for tile in board.tiles.values() if tiles is None or tile.number in tiles]
    sections: dict[int, dict[Cell, str]] = {}
    for tile in shown:
        for space in board.spaces_of(tile.number):
            cell = board.cell(space)
            sections.setdefault(round(cell[0] / FAR), {})[cell] = space
    edges, corners = _marks(board, doors)
    pictures = []
    for first, cells in sorted(sections.items()):
        title = titles.get(first or 1, "") if titles and board.has_gates else ""
        picture = _section(board, cells, models, edges, corners, names)
        pictures.append(f"{title}\n{picture}" if title else picture)
    return "\n\n".join(pictures) + "\n" if pictures else ""


def _marks(board: Board, doors: Mapping[DoorRef, str]) -> tuple[dict[tuple[Cell, Cell], str], set[Point]]:
    """Marks of door and Barrier edges by (cell, side), and wall corners in doubled coordinates."""
    edges: dict[tuple[Cell, Cell], str] = {}
    corners: set[Point] = set()
    for tile in board.tiles.values():
        shift_x, shift_y = 2 * tile.dx, 2 * tile.dy
        for point in tile.layout.corners:
            x, y = turned(point, tile.rotation)
            corners.add((x + shift_x, y + shift_y))
        for point in tile.layout.barriers:
            x, y = turned(point, tile.rotation)
            x, y = x + shift_x, y + shift_y
            side, mark = (EAST, "!") if x & 1 else (NORTH, "=")
            cell = ((x - side[0]) // 2, (y - side[1]) // 2)
            edges[cell, side] = mark
            edges[(cell[0] + side[0], cell[1] + side[1]), (-side[0], -side[1])] = mark
        for door in board.doors_of(tile.number):
            if board.other_side(door) is not None and not board.is_gate(door):
                continue
            mark = _MARK[DoorStatus.GATE if board.is_gate(door) else DoorStatus(doors.get(door, DoorStatus.OPEN))]
            for space in board.door_spaces(door):
                edges[board.cell(space), board.outward(door)] = mark
    return edges, corners


def _section(
    board: Board,
    cells: Mapping[Cell, str],
    models: Mapping[str, str],
    edges: Mapping[tuple[Cell, Cell], str],
    corners: set[Point],
    names: bool,
) -> str:
    left, right = min(x for x, _ in cells), max(x for x, _ in cells)
    bottom, top = min(y for _, y in cells), max(y for _, y in cells)
    grid = [[" "] * (PITCH * (right - left + 1) + 1) for _ in range(2 * (top - bottom + 1) + 1)]
    for cell, space in cells.items():
        x, y = cell
        line, column = 2 * (top - y) + 1, PITCH * (x - left)
        glyph = models.get(space) or (space.partition(".")[2] if names else " .")
        grid[line][column + 1 : column + PITCH] = f"{glyph[: PITCH - 1]:>{PITCH - 1}}"
        for side in ORTHOGONAL:
            mark = edges.get((cell, side))
            beyond = cells.get((x + side[0], y + side[1]))
            if mark is None or (mark == " " and beyond is not None):
                linked = beyond is not None and beyond in board.adjacent[space]
                mark = " " if linked else "|" if side in (EAST, WEST) else "-"
            if side in (NORTH, SOUTH):
                row = line - side[1]
                grid[row][column + 1 : column + PITCH] = mark * (PITCH - 1)
                ends = (column, column + PITCH) if mark in "-=" else ()
                for end in ends:
                    grid[row][end] = "+" if mark == "-" else grid[row][end].replace(" ", "=")
            else:
                end = column + (PITCH if side == EAST else 0)
                grid[line][end] = mark
                if mark == "|":
                    grid[line - 1][end] = grid[line + 1][end] = "+"
    for px, py in corners:
        row, column = 2 * top + 1 - py, PITCH * ((px + 1) // 2 - left)
        if 0 <= row < len(grid) and 0 <= column < len(grid[0]):
            grid[row][column] = "#"
    return "\n".join("".join(line).rstrip() for line in grid)
