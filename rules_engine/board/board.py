"""The board: Map Tiles as they were placed, and everything that follows from how they lie.

Two joined tiles share the two spaces of their connection; such a space keeps its name on the earlier tile and counts
as being on both (compilation, "Map Tile Puzzle Connections"). Tiles are joined one door at a time, so they form a
tree: what was true between two spaces stays true when a tile is added.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from .bases import Base
from .errors import PlacementError, UnknownPlaceError
from .geometry import BOUNCE, Cell, left_of, line_steps, quarters_between, turned
from .layout import Connector, TileLayout
from .placement import FAR, DoorRef, Link, PlacedTile, Placement, door_ref

Reach = dict[str, tuple[int, str | None]]


class Board:
    """The table's map. Spaces are named `tile.id`; all answers come in a fixed order."""

    def __init__(self, layouts: Mapping[str, TileLayout]) -> None:
        self.layouts = layouts
        self.tiles: dict[int, PlacedTile] = {}
        self.aliases: dict[str, str] = {}
        self._adjacent: dict[str, tuple[str, ...]] = {}
        self._steps: dict[str, tuple[str, ...]] = {}
        self.adjacent: Mapping[str, tuple[str, ...]] = self._adjacent
        self.leaps: Mapping[str, tuple[str, ...]] = self.adjacent
        self.steps: Mapping[str, tuple[str, ...]] = self._steps
        self._cell: dict[str, Cell] = {}
        self._at: dict[Cell, str] = {}
        self._beyond_gate: dict[Cell, str] = {}
        self._occupied: set[Cell] = set()
        self._slots: dict[str, tuple[tuple[int, int], ...]] = {}
        self._tiles_of: dict[str, tuple[int, ...]] = {}
        self._spaces: dict[int, tuple[str, ...]] = {}
        self._links: dict[int, list[Link]] = {}
        self._other_side: dict[DoorRef, DoorRef] = {}
        self._gates: set[DoorRef] = set()
        self._distances: dict[str, dict[str, int]] = {}
        self._trapped: dict[str, bool] = {}
        self._sight: dict[tuple[str, str], bool] = {}
        self._orders: dict[tuple[int, tuple[str, str], bool], tuple[str, ...]] = {}
        self.bases: dict[Cell, Base | None] = {}
        self.footprints: dict[tuple[str, str], tuple[str, ...]] = {}

    # -- placing ---------------------------------------------------------------------------------------------------

    def place_first(self, layout_id: str) -> PlacedTile:
        """Lay the tile that the Adventure starts on, unrotated, as tile 1. Raises PlacementError."""
        if self.tiles:
            raise PlacementError(f"tile {layout_id!r} cannot be the first: {len(self.tiles)} tiles lie already")
        return self._lay(PlacedTile(1, self._layout(layout_id), 0, 0, 0))

    def candidates(self, at: DoorRef, layout_id: str) -> list[Placement]:
        """The ways in which a tile fits at a door: by its printed entrance first, then by its other connections.

        Source: compilation, "Looking Through a Door". Raises UnknownPlaceError.
        """
        layout = self._layout(layout_id)
        if at in self._other_side:
            return []
        placements = (self._against(at, layout, connector) for connector in layout.connectors)
        return [placement for placement in placements if self._is_clear(layout, placement)]

    def place(
        self, number: int, layout_id: str, rotation: int, dx: int, dy: int, joined: tuple[DoorRef, str]
    ) -> PlacedTile:
        """Join a tile to a door by one of its connections. Raises PlacementError, UnknownPlaceError."""
        door, key = joined
        layout = self._layout(layout_id)
        wanted = Placement(rotation, dx, dy, key)
        self._check_new(number, door)
        if self._against(door, layout, layout.connector(key)) != wanted:
            raise PlacementError(f"{layout_id!r} turned {rotation} at ({dx}, {dy}) does not meet door {door} by {key}")
        if not self._is_clear(layout, wanted):
            raise PlacementError(f"{layout_id!r} at door {door} by {key} would overlap a tile; use candidates()")
        return self._lay(PlacedTile(number, layout, rotation, dx, dy, (door, key)))

    def place_through_gate(self, number: int, layout_id: str, gate: DoorRef, key: str | None = None) -> PlacedTile:
        """Lay the tile on the far side of a Gate, apart from all others, by its entrance or the connection `key`.

        The two spaces on either side are adjacent to one another (compilation, "Break in the Map").
        """
        layout = self._layout(layout_id)
        self._check_new(number, gate)
        rotation, dx, dy, key = self.beyond(number, layout_id, gate, key)
        return self._lay(PlacedTile(number, layout, rotation, dx, dy, (gate, key), True))

    def beyond(self, number: int, layout_id: str, gate: DoorRef, key: str | None = None) -> Placement:
        """How a tile would lie on the far side of a Gate: in line with it, by its entrance or the connection `key`."""
        layout = self._layout(layout_id)
        connector = layout.connector(key) if key else layout.connectors[0]
        rotation = quarters_between(connector.outward, _opposite(self.outward(gate)))
        return Placement(rotation, FAR * number, 0, connector.key)

    def can_any_fit(self, door: DoorRef) -> bool:
        """Whether a tile could be joined here at all: False where the row just outside the door is taken."""
        if door in self._other_side:
            return False
        dx, dy = self.outward(door)
        cells = (self._cell[space] for space in self.door_spaces(door))
        return all((x + dx, y + dy) not in self._occupied for x, y in cells)

    def _layout(self, layout_id: str) -> TileLayout:
        layout = self.layouts.get(layout_id)
        if layout is None:
            raise UnknownPlaceError(f"there is no tile {layout_id!r}; known are {', '.join(sorted(self.layouts))}")
        return layout

    def _check_new(self, number: int, door: DoorRef) -> None:
        if number in self.tiles or number < 1:
            raise PlacementError(f"tile number {number} is not free; the next is {max(self.tiles, default=0) + 1}")
        if door in self._other_side:
            raise PlacementError(f"door {door} is joined to {self._other_side[door]} already")

    def _against(self, door: DoorRef, layout: TileLayout, connector: Connector) -> Placement:
        right_of_door = self._cell[self.door_spaces(door)[1]]
        rotation = quarters_between(connector.outward, _opposite(self.outward(door)))
        x, y = turned(layout.cells[connector.spaces[0]], rotation)
        return Placement(rotation, right_of_door[0] - x, right_of_door[1] - y, connector.key)

    def _is_clear(self, layout: TileLayout, placement: Placement) -> bool:
        rotation, dx, dy, key = placement
        shared = layout.connector(key).spaces
        cells, voids = layout.shape.turned(rotation)
        occupied = self._occupied
        return not any((x + dx, y + dy) in occupied for x, y in voids) and not any(
            (x + dx, y + dy) in occupied and space not in shared
            for space, (x, y) in zip(layout.spaces, cells, strict=True)
        )

    def _lay(self, tile: PlacedTile) -> PlacedTile:
        number, layout = tile.number, tile.layout
        named = layout.shape.named(number)
        names = named.names
        renamed: dict[str, str] = {}
        self._links[number] = []
        if tile.joined is not None:
            door, key = tile.joined
            inside = layout.connector(key).spaces
            left, right = self.door_spaces(door)
            if not tile.through_gate:
                renamed = {f"{number}.{inside[0]}": right, f"{number}.{inside[1]}": left}
            self._link(tile, door, inside)
        self._adjacent.update(named.adjacent)
        self._steps.update(named.steps)
        if renamed:
            self._merge(self._adjacent, named.adjacent, renamed)
            self._merge(self._steps, named.steps, renamed)
            self.aliases.update(renamed)
            names = tuple(renamed.get(name, name) for name in names)
        cells, voids = layout.shape.turned(tile.rotation)
        dx, dy = tile.dx, tile.dy
        for index, (name, (x, y)) in enumerate(zip(names, cells, strict=True)):
            cell = (x + dx, y + dy)
            self._cell[name] = cell
            self._at[cell] = name
            self._slots[name] = (*self._slots.get(name, ()), (number, index))
            self._tiles_of[name] = (*self._tiles_of.get(name, ()), number)
        self._occupied.update((x + dx, y + dy) for x, y in cells)
        self._occupied.update((x + dx, y + dy) for x, y in voids)
        self._spaces[number] = names
        self.tiles[number] = tile
        if tile.through_gate and tile.joined is not None:
            self._open_gate(tile.joined[0], door_ref(number, tile.joined[1]))
        self._distances.clear()
        self._trapped.clear()
        self.bases.clear()
        self.footprints.clear()
        return tile

    @staticmethod
    def _merge(
        graph: dict[str, tuple[str, ...]], added: Mapping[str, tuple[str, ...]], renamed: Mapping[str, str]
    ) -> None:
        touched: dict[str, None] = {}
        for alias, name in renamed.items():
            del graph[alias]
            touched.update(dict.fromkeys(added[alias]))
            graph[name] = tuple(dict.fromkeys((*graph[name], *(renamed.get(n, n) for n in added[alias]))))
        for neighbour in touched:
            if neighbour not in renamed:
                graph[neighbour] = tuple(renamed.get(n, n) for n in graph[neighbour])

    def _link(self, tile: PlacedTile, door: DoorRef, inside: tuple[str, str]) -> None:
        near, key = self._door(door)
        ids = near.layout.spaces
        outside = near.layout.connector(key).spaces
        here = (ids.index(outside[0]), ids.index(outside[1]))
        there = (tile.layout.spaces.index(inside[1]), tile.layout.spaces.index(inside[0]))
        self._links[near.number].append(Link(tile.number, here, there, tile.through_gate))
        self._links[tile.number].append(Link(near.number, there, here, tile.through_gate))
        own = door_ref(tile.number, tile.joined[1] if tile.joined else "")
        self._other_side[door], self._other_side[own] = own, door

    def _open_gate(self, near: DoorRef, far: DoorRef) -> None:
        for here, there in ((near, far), (far, near)):
            self._gates.add(here)
            dx, dy = self.outward(here)
            ours, theirs = self.door_spaces(here), self.door_spaces(there)
            for space, facing in zip(ours, reversed(theirs), strict=True):
                x, y = self._cell[space]
                self._beyond_gate[x + dx, y + dy] = facing
                self._adjacent[space] = (*self._adjacent[space], facing, *(s for s in theirs if s != facing))
                self._steps[space] = (*self._steps[space], facing, *(s for s in theirs if s != facing))

    # -- tiles and doors -------------------------------------------------------------------------------------------

    def _door(self, door: DoorRef) -> tuple[PlacedTile, str]:
        number, _, key = door.partition(".")
        tile = self.tiles.get(int(number)) if number.isdigit() else None
        if tile is None:
            raise UnknownPlaceError(f"door {door!r} is on no tile of this board; name it tile.key, like 1.N")
        return tile, key

    def _connector(self, door: DoorRef) -> tuple[PlacedTile, Connector]:
        tile, key = self._door(door)
        return tile, tile.layout.connector(key)

    def door_spaces(self, door: DoorRef) -> tuple[str, str]:
        """The two spaces of a connection, left to right as seen from inside its tile."""
        tile, connector = self._connector(door)
        left, right = (f"{tile.number}.{space}" for space in connector.spaces)
        return self.aliases.get(left, left), self.aliases.get(right, right)

    def outward(self, door: DoorRef) -> Cell:
        """The direction on the board in which one leaves the tile by that door."""
        tile, connector = self._connector(door)
        return turned(connector.outward, tile.rotation)

    def doors_of(self, number: int) -> tuple[DoorRef, ...]:
        """All connections of a placed tile, its printed entrance first, joined or not."""
        return tuple(door_ref(number, c.key) for c in self._tile(number).layout.connectors)

    def doors_at(self, space: str) -> tuple[DoorRef, ...]:
        """The connections that a space is half of."""
        doors = (door for number in self.tiles_of(space) for door in self.doors_of(number))
        return tuple(door for door in doors if space in self.door_spaces(door))

    def other_side(self, door: DoorRef) -> DoorRef | None:
        """The connection that this one is joined to, by shared spaces or by a Gate."""
        return self._other_side.get(door)

    @property
    def has_gates(self) -> bool:
        """Whether any Gate has been looked through, so that the board lies in more than one section."""
        return bool(self._gates)

    @property
    def gates(self) -> tuple[DoorRef, ...]:
        """Both sides of every Gate that has been looked through, in order of name."""
        return tuple(sorted(self._gates))

    def tiles_beyond(self, space: str) -> tuple[int, ...]:
        """The tile on the far side of the Gate that a space stands at; none if it stands at no Gate."""
        if not self._gates:
            return ()
        sides = (self._other_side[door] for door in self.doors_at(space) if door in self._gates)
        return tuple(self._door(side)[0].number for side in sides)

    def is_gate(self, door: DoorRef) -> bool:
        """Whether the connection is joined by a Gate."""
        return door in self._gates

    def entrance_of(self, number: int) -> tuple[str, str] | None:
        """The two spaces by which a tile was joined; None for the first tile."""
        joined = self._tile(number).joined
        return self.door_spaces(door_ref(number, joined[1])) if joined else None

    def _tile(self, number: int) -> PlacedTile:
        tile = self.tiles.get(number)
        if tile is None:
            raise UnknownPlaceError(f"there is no tile {number} on this board; it has {sorted(self.tiles)}")
        return tile

    def resolve(self, name: str) -> str:
        """A space's own name, from that or from its alias on the later tile. Raises UnknownPlaceError."""
        name = self.aliases.get(name, name)
        if name not in self._cell:
            raise UnknownPlaceError(f"there is no space {name!r} on this board; name it tile.id, like 1.07")
        return name

    def cell(self, space: str) -> Cell:
        """Where a space lies: x to the east, y to the north. Sections beyond a Gate lie far off."""
        return self._cell[space]

    def space_at(self, cell: Cell) -> str | None:
        """The space that lies on a cell, if there is one."""
        return self._at.get(cell)

    def tiles_of(self, space: str) -> tuple[int, ...]:
        """The one or two tiles that a space is on, the earlier first."""
        return self._tiles_of[space]

    def spaces_of(self, tile_number: int) -> tuple[str, ...]:
        """A tile's spaces in the order of its drawing, shared ones included."""
        self._tile(tile_number)
        return self._spaces[tile_number]

    def neighbours_of_tile(self, number: int) -> tuple[int, ...]:
        """The adjacent Map Tiles: joined to it or on the other side of its Gate, in order of placement."""
        self._tile(number)
        return tuple(link.to for link in self._links[number])

    # -- range and sight -------------------------------------------------------------------------------------------

    def distances_from(self, a: str) -> Mapping[str, int]:
        """Range from a space to every space: the shortest way over adjacent spaces, models and Barriers ignored."""
        found = self._distances.get(a)
        if found is not None:
            return found
        found = {}
        number, index = self._slots[a][0]
        queue = [(number, 0, list(self.tiles[number].layout.shape.distances(index)))]
        for number, came_from, row in queue:
            found.update(zip(self._spaces[number], row, strict=True))
            for to, here, there, gate in self._links[number]:
                if to == came_from:
                    continue
                shape = self.tiles[to].layout.shape
                first, second = row[here[0]], row[here[1]]
                if gate:
                    first = second = min(first, second) + 1
                if first < second:
                    onward = [first + d for d in shape.distances(there[0])]
                elif second < first:
                    onward = [second + d for d in shape.distances(there[1])]
                else:
                    both = zip(shape.distances(there[0]), shape.distances(there[1]), strict=True)
                    onward = [first + (d if d < e else e) for d, e in both]
                queue.append((to, number, onward))
        self._distances[a] = found
        return found

    def distance(self, a: str, b: str) -> int:
        """Range between two spaces; 0 for a space and itself."""
        for number, index in self._slots[a]:
            for other, target in self._slots[b]:
                if number == other:
                    return self.tiles[number].layout.shape.distances(index)[target]
        if b in self._distances:
            return self._distances[b][a]
        return self.distances_from(a)[b]

    def sees(self, a: str, b: str) -> bool:
        """Whether a model on `a` has Line of Sight to `b`: a straight line between centres that no wall crosses.

        Models and Barriers do not matter. Through a Gate one sees only while standing on one of its four spaces
        (compilation, "Line of Sight" and "Seeing/Attacking Through a Gate").
        """
        known = self._sight.get((a, b))
        if known is not None:
            return known
        for number, index in self._slots[a]:
            for other, target in self._slots[b]:
                if number == other:
                    return target in self.tiles[number].layout.shape.visible(index)
        (ax, ay), (bx, by) = self._cell[a], self._cell[b]
        if abs(ax - bx) < FAR // 2:
            seen = self._sight[b, a] = self._line_is_clear(a, b, ax, ay, bx, by)
        else:
            seen = self._sees_through_gate(a, b, bx, by)
        self._sight[a, b] = seen
        return seen

    def between(self, a: str, b: str) -> list[str]:
        """Spaces that a straight line between two centres enters, the ends apart; a corner that it touches is none."""
        (ax, ay), (bx, by) = self._cell[a], self._cell[b]
        if abs(ax - bx) >= FAR // 2:
            return []
        cells = [(ax + dx, ay + dy) for dx, dy in line_steps(bx - ax, by - ay)[:-1]]
        return [self._at[cell] for cell in cells if cell in self._at]

    def _line_is_clear(self, a: str, b: str, ax: int, ay: int, bx: int, by: int) -> bool:
        here = a
        for dx, dy in line_steps(bx - ax, by - ay):
            cell = (ax + dx, ay + dy)
            there = self._at.get(cell)
            if there is None or there not in self._adjacent[here]:
                there = self._beyond_gate.get(cell)
                if there is None or there not in self._adjacent[here]:
                    return False
            here = there
        return here == b

    def _sees_through_gate(self, a: str, b: str, bx: int, by: int) -> bool:
        if b in self._adjacent[a]:
            return True
        return any(
            facing == a and abs(x - bx) < FAR // 2 and self._line_is_clear(a, b, x, y, bx, by)
            for (x, y), facing in self._beyond_gate.items()
        )

    # -- movement --------------------------------------------------------------------------------------------------

    def reach(
        self,
        start: str,
        moves: int,
        blocked: Container[str],
        stop_at: Container[str] = (),
        leap: bool = False,
    ) -> Reach:
        """Spaces within so many moves: space -> (cost, the space before it). The start costs 0.

        `blocked` spaces are never entered; a space of `stop_at` may be entered but not left (the start may). With
        `leap` Barriers do not stop the model; which models it may pass is for the caller to say by `blocked`.
        """
        graph = self._adjacent if leap else self._steps
        found: Reach = {start: (0, None)}
        frontier = [start]
        cost = 0
        while frontier and cost < moves:
            cost += 1
            entered: list[str] = []
            for here in frontier:
                if here in stop_at and here != start:
                    continue
                step = (cost, here)
                for there in graph[here]:
                    if there not in found and there not in blocked:
                        found[there] = step
                        entered.append(there)
            frontier = entered
        return found

    @staticmethod
    def path(reach_result: Mapping[str, tuple[int, str | None]], goal: str) -> list[str]:
        """The spaces that are entered on the way to a goal, the goal last; empty if it is the start."""
        way: list[str] = []
        here = goal
        while (before := reach_result[here][1]) is not None:
            way.append(here)
            here = before
        way.reverse()
        return way

    def is_trapped(self, space: str) -> bool:
        """Whether walls and Barriers shut a model in, away from every door, so that it may cross a Barrier to get out.

        Source: compilation, "Barriers".
        """
        found = self._trapped.get(space)
        if found is None:
            reached = self.reach(space, len(self._cell), ())
            found = len(reached) < len(self._cell) and not any(self.doors_at(there) for there in reached)
            self._trapped[space] = found
        return found

    def neighbour_in_direction(self, space: str, d8: int) -> str | None:
        """The adjacent space that a D8 result of a Bounce points to; None if a wall is in the way.

        1 is north-west, then clockwise; north is where it was when the first tile was laid. Barriers do not stop it.
        """
        dx, dy = BOUNCE[d8]
        x, y = self._cell[space]
        near = self._adjacent[space]
        for there in (self._at.get((x + dx, y + dy)), self._beyond_gate.get((x + dx, y + dy))):
            if there is not None and there in near:
                return there
        return None

    # -- placing Enemies -------------------------------------------------------------------------------------------

    def placement_order(self, tile_number: int, entrance: tuple[str, str], *, every: bool = False) -> list[str]:
        """All spaces of a tile in the order in which Enemies are placed on it.

        Every other space like a checkerboard, from the row farthest from the entrance, left to right as seen from
        there; then the spaces between in the same order (compilation, "Placing Enemies on the Board"). With `every`
        each space of a row is taken in turn (valhalla, "Centurions"). `entrance` is two spaces side by side on the
        tile, normally those of a connection. Raises UnknownPlaceError.
        """
        key = (tile_number, entrance, every)
        found = self._orders.get(key)
        if found is None:
            dx, dy = self._inward(tile_number, entrance)
            left = left_of((dx, dy))

            def rank(space: str) -> tuple[int, int]:
                x, y = self._cell[space]
                return -(x * dx + y * dy), -(x * left[0] + y * left[1])

            rows = sorted(self.spaces_of(tile_number), key=rank)
            colour = {space: every or sum(self._cell[space]) & 1 for space in rows}
            found = tuple(sorted(rows, key=lambda space: colour[space] != colour[rows[0]]))
            self._orders[key] = found
        return list(found)

    def _inward(self, number: int, entrance: tuple[str, str]) -> Cell:
        spaces = self.spaces_of(number)
        for door in self.doors_of(number):
            if sorted(self.door_spaces(door)) == sorted(entrance):
                return _opposite(self.outward(door))
        if any(space not in spaces for space in entrance):
            raise UnknownPlaceError(f"{entrance} are not both on tile {number}; name two spaces side by side on it")
        (ax, ay), (bx, by) = (self._cell[space] for space in entrance)
        if abs(ax - bx) + abs(ay - by) != 1:
            raise UnknownPlaceError(f"{entrance} do not lie side by side; an entrance is two spaces wide")
        cells = [self._cell[space] for space in spaces]
        side = (0, 1) if ay == by else (1, 0)
        beyond = sum((x - ax) * side[0] + (y - ay) * side[1] for x, y in cells)
        return side if beyond >= 0 else _opposite(side)

    # -- saving ----------------------------------------------------------------------------------------------------

    def to_plain(self) -> list[dict[str, Any]]:
        """The placed tiles in order, as plain data."""
        return [
            {
                "number": tile.number,
                "layout": tile.layout.id,
                "rotation": tile.rotation,
                "dx": tile.dx,
                "dy": tile.dy,
                "joined": list(tile.joined) if tile.joined else None,
                "through_gate": tile.through_gate,
            }
            for tile in self.tiles.values()
        ]

    @classmethod
    def from_plain(cls, layouts: Mapping[str, TileLayout], plain: Iterable[Mapping[str, Any]]) -> Board:
        """The board that `to_plain` described. Raises PlacementError, UnknownPlaceError."""
        board = cls(layouts)
        for record in plain:
            layout_id, joined = str(record["layout"]), record["joined"]
            if joined is None:
                board.place_first(layout_id)
                continue
            door, key = DoorRef(joined[0]), str(joined[1])
            if record.get("through_gate"):
                board.place_through_gate(record["number"], layout_id, door, key)
            else:
                board.place(record["number"], layout_id, record["rotation"], record["dx"], record["dy"], (door, key))
        return board

    def render(
        self,
        models: Mapping[str, str] = MappingProxyType({}),
        *,
        doors: Mapping[DoorRef, str] = MappingProxyType({}),
        tiles: Container[int] | None = None,
        names: bool = False,
        titles: Mapping[int, str] | None = None,
    ) -> str:
        """The board as lines of ASCII; see `picture.draw`."""
        from .picture import draw

        return draw(self, models, doors=doors, tiles=tiles, names=names, titles=titles)


def _opposite(direction: Cell) -> Cell:
    return (-direction[0], -direction[1])
