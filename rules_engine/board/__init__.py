"""Map Tiles as text, placement, adjacency, movement, range, Line of Sight and the map as a picture."""

from .bases import CORNERS, Base, anchor_of, base_over, bases_at, block_of, spaces_of_base
from .board import Board, Reach
from .catalogue import Tile, layouts_of, read_tiles
from .drawing import parse_layout, render_layout
from .errors import BoardError, LayoutError, PlacementError, UnknownPlaceError
from .geometry import BOUNCE
from .layout import Connector, TileKind, TileLayout
from .picture import DoorStatus
from .placement import DoorRef, PlacedTile, Placement, door_ref

__all__ = [
    "BOUNCE",
    "CORNERS",
    "Base",
    "Board",
    "BoardError",
    "Connector",
    "DoorRef",
    "DoorStatus",
    "LayoutError",
    "PlacedTile",
    "Placement",
    "PlacementError",
    "Reach",
    "Tile",
    "TileKind",
    "TileLayout",
    "UnknownPlaceError",
    "anchor_of",
    "base_over",
    "bases_at",
    "block_of",
    "door_ref",
    "layouts_of",
    "parse_layout",
    "read_tiles",
    "render_layout",
    "spaces_of_base",
]
