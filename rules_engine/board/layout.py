"""A Map Tile as it is printed: spaces, walls, Barriers and puzzle connections, before it lies on the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from .errors import UnknownPlaceError
from .geometry import Cell, Point
from .shape import TileShape


class TileKind(StrEnum):
    """What a Map Tile is: only rooms are given an Exploration Token (compilation, "Exploration")."""

    ENTRANCE = "entrance"
    PASSAGE = "passage"
    ROOM = "room"


@dataclass(frozen=True, slots=True)
class Connector:
    """A puzzle connection: two half-spaces wide, on one side of its tile.

    `spaces` are left to right as seen from inside; `outward` is the direction in which one leaves; `rolls` are the
    D6 results that leave this exit open in a room (none: always open).
    """

    key: str
    spaces: tuple[str, str]
    outward: Cell
    rolls: tuple[int, ...] = ()
    is_entrance: bool = False


@dataclass(frozen=True, slots=True)
class TileLayout:
    """A tile's drawing, read (compilation, "Text Format of Map Tile Layout").

    `cells` gives each space its (x, y), the lowest row and leftmost column being 0. `voids` are cells of the tile
    without a valid space. `corners` (wall over a cross point) and `barriers` (edges) are in doubled coordinates.
    `connectors` start with the printed entrance, if there is one; the others follow in the order of their spaces.
    """

    id: str
    name: str
    kind: TileKind
    spaces: tuple[str, ...]
    cells: Mapping[str, Cell] = field(hash=False)
    connectors: tuple[Connector, ...]
    voids: tuple[Cell, ...] = ()
    corners: frozenset[Point] = frozenset()
    barriers: frozenset[Point] = frozenset()
    shape: TileShape = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        shape = TileShape(self.spaces, self.cells, self.voids, self.corners, self.barriers)
        object.__setattr__(self, "shape", shape)

    @property
    def entrance(self) -> Connector | None:
        """The connection by which the Map Card has the tile joined; the Entrance tile has none."""
        return next((c for c in self.connectors if c.is_entrance), None)

    @property
    def exits(self) -> tuple[Connector, ...]:
        """Every connection but the printed entrance."""
        return tuple(c for c in self.connectors if not c.is_entrance)

    def connector(self, key: str) -> Connector:
        """The connection of that key. Raises UnknownPlaceError."""
        for found in self.connectors:
            if found.key == key:
                return found
        keys = ", ".join(c.key for c in self.connectors)
        raise UnknownPlaceError(f"tile {self.id!r} has no connection {key!r}; it has {keys}")

    def exit_for_roll(self, face: int) -> Connector | None:
        """The exit that a D6 result stands for, if the tile has printed ranges."""
        return next((c for c in self.connectors if face in c.rolls), None)
