"""What Missions count, and how heroes came onto the tiles of a Fixed Map."""

from __future__ import annotations

from rules_engine.events.base import Event
from rules_engine.state import State


class TallyChanged(Event, frozen=True, tag=True):
    """Something that the Mission counts goes up or down: charges that are set, turns that are left.

    A count that begins at nothing, and a mark that only the Mission's rules look at, are not worth telling.
    """

    name: str
    label: str
    now: int
    because: str = ""
    telling: bool = True

    def apply(self, state: State) -> None:
        state.tallies[self.name] = self.now


class TileEntered(Event, frozen=True, tag=True):
    """A hero comes onto a tile of a Fixed Map by one of its connections (`door`: tile and connector)."""

    hero: str
    tile: int
    door: str

    def apply(self, state: State) -> None:
        tile = state.tiles[self.tile - 1]
        if tile.arrived != state.turn:
            tile.arrived, tile.arrivals = state.turn, []
        if self.door not in tile.arrivals:
            tile.arrivals = [*tile.arrivals, self.door]
