"""Map Tiles as they lie on the table, and the ways in which one could be laid."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, NewType

from .layout import TileLayout

DoorRef = NewType("DoorRef", str)
"""A connection of a placed tile: tile number and connector key, `3.N`."""

FAR = 10_000
"""How far apart the sections of the board are laid that only a Gate connects."""


def door_ref(number: int, key: str) -> DoorRef:
    """The name of a placed tile's connection."""
    return DoorRef(f"{number}.{key}")


class Placement(NamedTuple):
    """A way to lay a tile so that `connector` meets a door: clockwise quarter turns, then a shift."""

    rotation: int
    dx: int
    dy: int
    connector: str


@dataclass(frozen=True, slots=True)
class PlacedTile:
    """A tile on the board. `joined` is (door of the earlier tile, own connector key); None for the first tile.

    `through_gate` marks a tile that is connected by a pair of Gate End Caps instead of sharing spaces.
    """

    number: int
    layout: TileLayout
    rotation: int
    dx: int
    dy: int
    joined: tuple[DoorRef, str] | None = None
    through_gate: bool = False


class Link(NamedTuple):
    """One tile's side of a connection: where it leads and by which positions of spaces on either tile."""

    to: int
    here: tuple[int, int]
    there: tuple[int, int]
    gate: bool
