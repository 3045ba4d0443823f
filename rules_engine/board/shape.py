"""What can be known of a tile before it lies on the table, worked out once and shared by every board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from .geometry import DIAGONAL, ORTHOGONAL, Cell, Point, line_steps, turned


class NamedTile(NamedTuple):
    """A tile's spaces and neighbourhoods under the names they bear as tile number so-and-so."""

    names: tuple[str, ...]
    adjacent: dict[str, tuple[str, ...]]
    steps: dict[str, tuple[str, ...]]


class TileShape:
    """A tile's graph over the positions 0, 1, 2... of its spaces: neighbours, steps, ranges and sight.

    Tiles are joined as a tree and the two spaces of a connection are adjacent, so neither the range nor the sight
    between two spaces of one tile depends on what is joined to it: both are settled here.
    """

    __slots__ = ("_cells", "_ids", "_named", "_rows", "_turned", "_visible", "_voids", "adjacent", "steps")

    def __init__(
        self,
        ids: Sequence[str],
        cells: Mapping[str, Cell],
        voids: Sequence[Cell],
        corners: frozenset[Point],
        barriers: frozenset[Point],
    ) -> None:
        self._ids = tuple(ids)
        self._cells = tuple(cells[space] for space in ids)
        self._voids = tuple(voids)
        at = {cell: index for index, cell in enumerate(self._cells)}
        adjacent: list[tuple[int, ...]] = []
        steps: list[tuple[int, ...]] = []
        for x, y in self._cells:
            near: list[int] = []
            step: list[int] = []
            for dx, dy in ORTHOGONAL:
                other = at.get((x + dx, y + dy))
                if other is not None:
                    near.append(other)
                    if (2 * x + dx, 2 * y + dy) not in barriers:
                        step.append(other)
            for dx, dy in DIAGONAL:
                other = at.get((x + dx, y + dy))
                if other is None or not ((x + dx, y) in at or (x, y + dy) in at):
                    continue
                px, py = 2 * x + dx, 2 * y + dy
                if (px, py) in corners:
                    continue
                near.append(other)
                if not any((px + ox, py + oy) in barriers for ox, oy in ORTHOGONAL):
                    step.append(other)
            adjacent.append(tuple(near))
            steps.append(tuple(step))
        self.adjacent: tuple[tuple[int, ...], ...] = tuple(adjacent)
        self.steps: tuple[tuple[int, ...], ...] = tuple(steps)
        self._rows: dict[int, tuple[int, ...]] = {}
        self._visible: dict[int, frozenset[int]] = {}
        self._turned: dict[int, tuple[tuple[Cell, ...], tuple[Cell, ...]]] = {}
        self._named: dict[int, NamedTile] = {}

    def turned(self, rotation: int) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
        """Cells of the spaces, and cells without a valid space, after so many clockwise quarter turns."""
        found = self._turned.get(rotation)
        if found is None:
            found = (
                tuple(turned(cell, rotation) for cell in self._cells),
                tuple(turned(cell, rotation) for cell in self._voids),
            )
            self._turned[rotation] = found
        return found

    def named(self, number: int) -> NamedTile:
        """The tile's spaces under the names `number.id`."""
        found = self._named.get(number)
        if found is None:
            names = tuple(f"{number}.{space}" for space in self._ids)
            found = NamedTile(
                names,
                {names[i]: tuple(names[j] for j in near) for i, near in enumerate(self.adjacent)},
                {names[i]: tuple(names[j] for j in near) for i, near in enumerate(self.steps)},
            )
            self._named[number] = found
        return found

    def distances(self, origin: int) -> tuple[int, ...]:
        """Range from one space to each space of the tile; models and Barriers are ignored."""
        row = self._rows.get(origin)
        if row is None:
            found = [-1] * len(self._ids)
            found[origin] = 0
            frontier = [origin]
            for here in frontier:
                for there in self.adjacent[here]:
                    if found[there] < 0:
                        found[there] = found[here] + 1
                        frontier.append(there)
            row = self._rows[origin] = tuple(found)
        return row

    def visible(self, origin: int) -> frozenset[int]:
        """Positions of the spaces that can be seen from one space of the tile, itself included."""
        seen = self._visible.get(origin)
        if seen is None:
            at = {cell: index for index, cell in enumerate(self._cells)}
            x, y = self._cells[origin]
            found = {origin}
            for target, (tx, ty) in enumerate(self._cells):
                here = origin
                for dx, dy in line_steps(tx - x, ty - y):
                    there = at.get((x + dx, y + dy))
                    if there is None or there not in self.adjacent[here]:
                        break
                    here = there
                else:
                    found.add(target)
            seen = self._visible[origin] = frozenset(found)
        return seen
