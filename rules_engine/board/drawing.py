"""Reads a tile's drawing and draws it again (compilation, "Text Format of Map Tile Layout").

Spaces stand five columns apart and two lines apart. `01` is a space, `*01*` a space of a puzzle connection, `XX` a
cell without a valid space, `#` a wall over a cross point, `=` and `!` Barriers, `[1-3]` the D6 results of an exit. A
connection is recognised by its open outer edges, so a drawing without italics is read as well.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from .errors import LayoutError
from .geometry import EAST, NORTH, ORTHOGONAL, SIDE, SOUTH, WEST, Cell, Point, left_of
from .layout import Connector, TileKind, TileLayout

WIDTH = 5
_TOKEN = re.compile(r"\*(\d\d)\*|(?<![\d*])(\d\d)(?![\d*])|(XX)")
_ROLLS = re.compile(r"\[([1-6])(?:-([1-6]))?\]")
_SIDE_NAME = {NORTH: "north", EAST: "east", SOUTH: "south", WEST: "west"}


def parse_layout(id: str, text: str, *, name: str = "", kind: str = "room") -> TileLayout:
    """A tile from its drawing. The connection on the south side is the printed entrance, except on an Entrance tile.

    Raises LayoutError with the line and column of the fault, counted from 1.
    """
    try:
        tile_kind = TileKind(kind)
    except ValueError:
        raise LayoutError(0, 0, f"tile {id!r} is of kind {kind!r}; write entrance, passage or room") from None
    page = _Page.read(text)
    cells, corners = page.cells(), page.corners()
    barriers, open_edges = page.edges()
    connectors = page.connectors(open_edges, tile_kind)
    page.check_whole(connectors)
    return TileLayout(
        id=id,
        name=name or id,
        kind=tile_kind,
        spaces=tuple(cells),
        cells=cells,
        connectors=connectors,
        voids=tuple(page.voids),
        corners=corners,
        barriers=barriers,
    )


@dataclass(slots=True)
class _Page:
    """A drawing cut into cells; `spots` holds (line, column) of each space's digits, both from 0."""

    lines: list[str]
    rolls: list[tuple[float, float, tuple[int, ...]]]
    spaces: dict[Cell, str] = field(default_factory=dict)
    voids: list[Cell] = field(default_factory=list)
    italic: set[Cell] = field(default_factory=set)
    top: int = 0
    left: int = 0
    height: int = 0

    @classmethod
    def read(cls, text: str) -> _Page:
        lines: list[str] = []
        rolls: list[tuple[float, float, tuple[int, ...]]] = []
        for number, raw in enumerate(text.split("\n")):
            if "\t" in raw:
                raise LayoutError(number + 1, raw.index("\t") + 1, "a tab; draw with spaces only")
            for found in _ROLLS.finditer(raw):
                low, high = int(found[1]), int(found[2] or found[1])
                if low > high:
                    raise LayoutError(number + 1, found.start() + 1, f"{found[0]} runs backwards; write the low first")
                middle = (found.start() + found.end() - 1) / 2
                rolls.append((float(number), middle, tuple(range(low, high + 1))))
            lines.append(_ROLLS.sub(lambda m: " " * len(m[0]), raw).rstrip())
        page = cls(lines, rolls)
        page._find_spaces()
        page._check_characters()
        return page

    def _find_spaces(self) -> None:
        marks: list[tuple[int, int, str, bool]] = []
        for number, line in enumerate(self.lines):
            for found in _TOKEN.finditer(line):
                column = found.start() + (1 if found[1] else 0)
                marks.append((number, column, found[1] or found[2] or "XX", bool(found[1])))
        if not marks:
            raise LayoutError(1, 1, "no space in the drawing; write each as two digits, 01")
        self.top = marks[0][0]
        self.left = min(column for _, column, _, _ in marks) - 2
        self.height = (marks[-1][0] - self.top) // 2 + 1
        names: dict[str, int] = {}
        for number, column, mark, italic in marks:
            if (number - self.top) % 2:
                raise LayoutError(number + 1, column + 1, "spaces stand on every second line, with grid lines between")
            if (column - 2 - self.left) % WIDTH:
                raise LayoutError(number + 1, column + 1, f"{mark} is off the grid; columns are {WIDTH} apart")
            cell = ((column - 2 - self.left) // WIDTH, self.height - 1 - (number - self.top) // 2)
            if mark == "XX":
                self.voids.append(cell)
                continue
            if mark in names:
                raise LayoutError(number + 1, column + 1, f"space {mark} stands on line {names[mark]} already")
            names[mark] = number + 1
            self.spaces[cell] = mark
            if italic:
                self.italic.add(cell)

    def _check_characters(self) -> None:
        for number, line in enumerate(self.lines):
            spaces_line = (number - self.top) % 2 == 0 and 0 <= number - self.top < 2 * self.height
            rest = _TOKEN.sub(lambda m: " " * len(m[0]), line) if spaces_line else line
            for column, char in enumerate(rest):
                if char == " ":
                    continue
                boundary = (column - self.left) % WIDTH == 0
                if spaces_line:
                    allowed, where = ("|!", "between spaces") if boundary else ("", "inside a space")
                else:
                    allowed, where = ("|-#=!", "on a cross point") if boundary else ("-=", "on a grid line")
                if char not in allowed:
                    wanted = f"only {' '.join(allowed)} may stand" if allowed else "nothing else may stand"
                    raise LayoutError(number + 1, column + 1, f"{char!r} is out of place; {wanted} {where}")

    def _spot(self, cell: Cell) -> tuple[int, int]:
        return self.top + 2 * (self.height - 1 - cell[1]), self.left + WIDTH * cell[0]

    def _text(self, line: int, start: int, length: int) -> str:
        if not 0 <= line < len(self.lines):
            return ""
        return self.lines[line][max(start, 0) : max(start + length, 0)].strip()

    def _drawn(self, cell: Cell, side: Cell) -> str:
        line, column = self._spot(cell)
        if side in (NORTH, SOUTH):
            return self._text(line - side[1], column + 1, WIDTH - 1)
        return self._text(line, column + (WIDTH if side == EAST else 0), 1)

    def _fault(self, cell: Cell, message: str) -> LayoutError:
        line, column = self._spot(cell)
        return LayoutError(line + 1, column + 3, message)

    def cells(self) -> dict[str, Cell]:
        """Cell of each space, in the order of reading."""
        return {space: cell for cell, space in self.spaces.items()}

    def corners(self) -> frozenset[Point]:
        """Cross points that a wall covers, in doubled coordinates."""
        found: list[Point] = []
        for number, line in enumerate(self.lines):
            y = 2 * self.height - 2 - (number - self.top)
            found += ((2 * ((c - self.left) // WIDTH) - 1, y) for c, char in enumerate(line) if char == "#")
        return frozenset(found)

    def edges(self) -> tuple[frozenset[Point], list[tuple[Cell, Cell]]]:
        """Barrier edges in doubled coordinates, and the open outer edges as (cell, side)."""
        voids = frozenset(self.voids)
        barriers: set[Point] = set()
        open_edges: list[tuple[Cell, Cell]] = []
        for cell, space in self.spaces.items():
            for side in ORTHOGONAL:
                drawn = self._drawn(cell, side)
                beyond = (cell[0] + side[0], cell[1] + side[1])
                if "=" in drawn or "!" in drawn:
                    if beyond not in self.spaces:
                        raise self._fault(cell, f"a Barrier {_SIDE_NAME[side]} of {space} with no space beyond it")
                    if "-" in drawn:
                        raise self._fault(cell, f"the edge {_SIDE_NAME[side]} of {space} mixes = and -; use one")
                    barriers.add((2 * cell[0] + side[0], 2 * cell[1] + side[1]))
                elif not drawn and beyond in self.spaces:
                    other = self.spaces[beyond]
                    raise self._fault(cell, f"no grid line between {space} and {other}; draw | or ----")
                elif not drawn and beyond not in voids:
                    open_edges.append((cell, side))
        return frozenset(barriers), open_edges

    def connectors(self, open_edges: list[tuple[Cell, Cell]], kind: TileKind) -> tuple[Connector, ...]:
        """Puzzle connections from pairs of open outer edges, the entrance first."""
        self._check_italics(open_edges)
        waiting = dict.fromkeys(open_edges)
        pairs: list[tuple[Cell, Cell, Cell]] = []
        for cell, side in open_edges:
            if (cell, side) not in waiting:
                continue
            along = EAST if side in (NORTH, SOUTH) else SOUTH
            run = [cell]
            while ((run[-1][0] + along[0], run[-1][1] + along[1]), side) in waiting:
                run.append((run[-1][0] + along[0], run[-1][1] + along[1]))
            if len(run) != 2:
                names = ", ".join(self.spaces[c] for c in run)
                raise self._fault(cell, f"{len(run)} spaces ({names}) are open to the {_SIDE_NAME[side]}; it must be 2")
            for part in run:
                del waiting[(part, side)]
            pairs.append((run[0], run[1], side))
        rolls = self._rolls_of(pairs)
        south = [pair for pair in pairs if pair[2] == SOUTH and pair not in rolls]
        if kind is not TileKind.ENTRANCE and len(south) != 1:
            raise LayoutError(
                self.top + 2 * self.height - 1, 1, f"{len(south)} entrances on the south side; draw exactly one"
            )
        entrance = None if kind is TileKind.ENTRANCE else south[0]
        if not pairs:
            raise LayoutError(self.top + 1, 1, "no puzzle connection; leave two outer edges open")
        ordered = [pair for pair in pairs if pair == entrance] + [pair for pair in pairs if pair != entrance]
        self._check_rolls(ordered, rolls, entrance)
        return tuple(self._connector(pair, ordered, rolls.get(pair, ()), pair == entrance) for pair in ordered)

    def _check_italics(self, open_edges: list[tuple[Cell, Cell]]) -> None:
        if not self.italic:
            return
        ajar = {cell for cell, _ in open_edges}
        for cell, space in self.spaces.items():
            if cell in self.italic and cell not in ajar:
                raise self._fault(cell, f"*{space}* is closed on every side; leave its outer edge open")
        for cell, space in self.spaces.items():
            if cell in ajar and cell not in self.italic:
                raise self._fault(cell, f"{space} has an open outer edge; draw it shut or write *{space}*")

    def _rolls_of(self, pairs: list[tuple[Cell, Cell, Cell]]) -> dict[tuple[Cell, Cell, Cell], tuple[int, ...]]:
        found: dict[tuple[Cell, Cell, Cell], tuple[int, ...]] = {}
        for line, column, faces in self.rolls:
            x = (column - self.left - WIDTH / 2) / WIDTH
            y = self.height - 1 - (line - self.top) / 2

            def apart(pair: tuple[Cell, Cell, Cell], x: float = x, y: float = y) -> float:
                (ax, ay), (bx, by), (dx, dy) = pair
                return abs(x - (ax + bx) / 2 - dx / 2) + abs(y - (ay + by) / 2 - dy / 2)

            nearest = min(pairs, key=apart, default=None)
            if nearest is None or apart(nearest) > 2.5:
                raise LayoutError(int(line) + 1, int(column) + 1, "no exit near this D6 range; write it beside one")
            if nearest in found:
                raise LayoutError(int(line) + 1, int(column) + 1, "this exit has a D6 range already")
            found[nearest] = faces
        return found

    def _check_rolls(
        self,
        pairs: list[tuple[Cell, Cell, Cell]],
        rolls: Mapping[tuple[Cell, Cell, Cell], tuple[int, ...]],
        entrance: tuple[Cell, Cell, Cell] | None,
    ) -> None:
        if not rolls:
            return
        for pair in pairs:
            if pair != entrance and pair not in rolls:
                raise self._fault(pair[0], f"the exit at {self.spaces[pair[0]]} has no D6 range, though others have")
        faces = sorted(face for part in rolls.values() for face in part)
        if faces != [1, 2, 3, 4, 5, 6]:
            raise LayoutError(self.top + 1, 1, f"the exits' D6 ranges give {faces}; each of 1-6 must stand once")

    def _connector(
        self,
        pair: tuple[Cell, Cell, Cell],
        pairs: list[tuple[Cell, Cell, Cell]],
        rolls: tuple[int, ...],
        is_entrance: bool,
    ) -> Connector:
        first, second, side = pair
        same_side = [p for p in pairs if p[2] == side]
        key = SIDE[side] + (str(same_side.index(pair) + 1) if len(same_side) > 1 else "")
        left = left_of(side)
        if first[0] * left[0] + first[1] * left[1] < second[0] * left[0] + second[1] * left[1]:
            first, second = second, first
        return Connector(key, (self.spaces[first], self.spaces[second]), side, rolls, is_entrance)

    def check_whole(self, connectors: tuple[Connector, ...]) -> None:
        """All spaces hang together, and nothing of the tile lies outside a connection."""
        cells = self.cells()
        first = next(iter(self.spaces))
        reached = {first: None}
        queue = [first]
        for x, y in queue:
            for dx, dy in ORTHOGONAL:
                near = (x + dx, y + dy)
                if near in self.spaces and near not in reached:
                    reached[near] = None
                    queue.append(near)
        for cell, space in self.spaces.items():
            if cell not in reached:
                raise self._fault(cell, f"{space} is cut off from {self.spaces[first]}; spaces must share edges")
        taken = [*self.spaces, *self.voids]
        for connector in connectors:
            dx, dy = connector.outward
            for space in connector.spaces:
                x, y = cells[space]
                if any((cx - x) * dx + (cy - y) * dy > 0 and (cx - x) * dy == (cy - y) * dx for cx, cy in taken):
                    raise self._fault((x, y), f"the tile goes on outside the connection at {space}; free that side")


def render_layout(layout: TileLayout) -> str:
    """The drawing of a tile; reading it again gives the same tile."""
    labelled_west = any(c.rolls and c.outward == WEST for c in layout.connectors)
    everything = [*layout.cells.values(), *layout.voids]
    width = max(x for x, _ in everything) + 1
    height = max(y for _, y in everything) + 1
    left, top = (6 if labelled_west else 0), 1
    grid = [[" "] * (left + WIDTH * width + 8) for _ in range(2 * height + 2)]
    names = {cell: space for space, cell in layout.cells.items()}
    italic = {space for c in layout.connectors for space in c.spaces}
    ajar = {(layout.cells[s], c.outward) for c in layout.connectors for s in c.spaces}

    def write(line: int, column: int, text: str) -> None:
        grid[line][column : column + len(text)] = text

    for cell in everything:
        space = names.get(cell)
        line, column = top + 2 * (height - 1 - cell[1]), left + WIDTH * cell[0]
        for side in ORTHOGONAL:
            if (cell, side) in ajar:
                continue
            barrier = (2 * cell[0] + side[0], 2 * cell[1] + side[1]) in layout.barriers
            if side in (NORTH, SOUTH):
                write(line - side[1], column + 1, ("=" if barrier else "-") * (WIDTH - 1))
            else:
                write(line, column + (WIDTH if side == EAST else 0), "!" if barrier else "|")
        write(line, column + 1, f"*{space}*" if space in italic else f" {space or 'XX'} ")
    taken = set(everything)
    for x in range(width + 1):
        for y in range(height + 1):
            line, column = top - 1 + 2 * (height - y), left + WIDTH * x
            if taken & {(x - 1, y - 1), (x, y - 1)} and taken & {(x - 1, y), (x, y)}:
                write(line, column, "|")
            elif "-" in (grid[line][column - 1], grid[line][column + 1]):
                write(line, column, "-")
    for px, py in sorted(layout.corners):
        write(top - 1 + 2 * (height - (py + 1) // 2), left + WIDTH * ((px + 1) // 2), "#")
    for connector in layout.connectors:
        if connector.rolls:
            low, high = connector.rolls[0], connector.rolls[-1]
            label = f"[{low}]" if low == high else f"[{low}-{high}]"
            ax, ay = layout.cells[connector.spaces[0]]
            bx, by = layout.cells[connector.spaces[1]]
            line = top + 2 * (height - 1) - (ay + by)
            middle = left + WIDTH * (ax + bx + 1) // 2
            if connector.outward == NORTH:
                write(line - 1, middle - len(label) // 2, label)
            elif connector.outward == SOUTH:
                write(line + 1, middle - len(label) // 2, label)
            elif connector.outward == EAST:
                write(line, left + WIDTH * (ax + 1) + 2, label)
            else:
                write(line, left + WIDTH * ax - len(label) - 1, label)
    lines = ["".join(line).rstrip() for line in grid]
    while lines and not lines[0]:
        del lines[0]
    while lines and not lines[-1]:
        del lines[-1]
    return "\n".join(lines) + "\n"
