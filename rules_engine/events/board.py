"""Tiles, doors, tokens, Clues and moving about."""

from __future__ import annotations

from typing import ClassVar

from rules_engine.events.base import Event, Stale
from rules_engine.state import (
    State,
    Tile,
)


class TilePlaced(Event, frozen=True, tag=True):
    """A Map Tile is placed. `joined` names the door it was placed at, `entrance` its own connector there.

    `world` is the World that it belongs to; a tile laid `through_gate` begins a section of the board of its own.
    """

    number: int
    layout: str
    name: str
    rotation: int
    dx: int
    dy: int
    doors: dict[str, str]
    entrance: str = ""
    joined: str = ""
    token: str = "none"
    hero: str = ""
    place: str = ""
    world: str = ""
    through_gate: bool = False

    def apply(self, state: State) -> None:
        state.tiles.append(
            Tile(
                self.number,
                self.layout,
                self.rotation,
                self.dx,
                self.dy,
                dict(self.doors),
                self.entrance,
                self.token,
                0,
                self.joined,
                self.place,
                world=self.world,
                through_gate=self.through_gate,
            )
        )
        if self.joined:
            number, _, key = self.joined.partition(".")
            state.tiles[int(number) - 1].doors[key] = "joined"


class TileDidNotFit(Event, frozen=True, tag=True):
    """A drawn Map Tile fits nowhere at this door and is discarded."""

    layout: str
    door: str


class DoorSet(Event, frozen=True, tag=True):
    """An exit turns out to be a door, a gate, or a dead end closed with an End Cap."""

    door: str
    status: str

    def apply(self, state: State) -> None:
        number, _, key = self.door.partition(".")
        state.tiles[int(number) - 1].doors[key] = self.status


class TokenRevealed(Event, frozen=True, tag=True):
    """The Exploration Token of a tile is revealed."""

    tile: int
    token: str
    doors: int
    clue: bool
    brings: str = ""
    gates: int = 0

    def apply(self, state: State) -> None:
        state.tiles[self.tile - 1].token = "revealed"


class ClueFound(Event, frozen=True, tag=True):
    """A Clue is found."""

    clues: int
    needed: int
    tile: int

    def apply(self, state: State) -> None:
        state.clues = self.clues


class ObjectiveFound(Event, frozen=True, tag=True):
    """The heroes have found the Objective."""

    stats: ClassVar[Stale] = Stale.ABILITIES
    tile: int

    def apply(self, state: State) -> None:
        state.objective = True
        state.tiles[self.tile - 1].place = "objective"


class Scavenged(Event, frozen=True, tag=True):
    """A hero Scavenged a tile; `found` counts the sixes."""

    hero: str
    tile: int
    roll: int
    found: int

    def apply(self, state: State) -> None:
        if self.found:
            state.tiles[self.tile - 1].scavenged += 1


class Moved(Event, frozen=True, tag=True):
    """A model moves along a path of spaces (the last is where it ends).

    For a base of 2x2 the path is its anchor's, and `base` the corner that it lies toward in the end.
    """

    who: str
    path: list[str]
    base: str = ""

    def apply(self, state: State) -> None:
        model = state.model(self.who)
        model.space = self.path[-1]
        if self.base:
            state.enemies[self.who].base = self.base


class Placed(Event, frozen=True, tag=True):
    """A model is put on a space, and why."""

    who: str
    space: str
    because: str = ""

    def apply(self, state: State) -> None:
        state.model(self.who).space = self.space


class MoveRolled(Event, frozen=True, tag=True):
    """A hero's Move this Activation, in spaces."""

    hero: str
    roll: int
    spaces: int
