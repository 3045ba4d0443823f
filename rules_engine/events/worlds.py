"""World cards: which Worlds the heroes have found, are in, and have left."""

from __future__ import annotations

from typing import ClassVar

from rules_engine.events.base import Event, Stale
from rules_engine.state import State, WorldCard


class WorldFound(Event, frozen=True, tag=True):
    """A World card is drawn and laid face up: what lies beyond a Gate that nobody had looked through."""

    stats: ClassVar[Stale] = Stale.ABILITIES
    world: str
    name: str
    hero: str
    gate: str

    def apply(self, state: State) -> None:
        if not any(card.id == self.world for card in state.worlds):
            state.worlds.append(WorldCard(self.world))


class WorldEntered(Event, frozen=True, tag=True):
    """The first hero steps into a World; its card lies face up as long as a hero is there. `hero` is empty at the
    Adventure's beginning."""

    stats: ClassVar[Stale] = Stale.ABILITIES
    world: str
    name: str
    hero: str = ""

    def apply(self, state: State) -> None:
        for card in state.worlds:
            if card.id == self.world:
                card.entered = True
                return
        state.worlds.append(WorldCard(self.world, True))


class WorldLeft(Event, frozen=True, tag=True):
    """The last hero has left a World; its card goes back to the World cards."""

    stats: ClassVar[Stale] = Stale.ABILITIES
    world: str
    name: str

    def apply(self, state: State) -> None:
        state.worlds = [card for card in state.worlds if card.id != self.world]


class ArchiveChanged(Event, frozen=True, tag=True):
    """So many Archive markers lie beside the Depth Track now."""

    stats: ClassVar[Stale] = Stale.FIGURES
    now: int
    because: str

    def apply(self, state: State) -> None:
        state.archive = self.now


class LibraryConsulted(Event, frozen=True, tag=True):
    """What the Library knows of the heroes is rolled on its chart; it holds for the rest of the Adventure."""

    chart: str
    number: int
    name: str
    roll: int
    key: str

    def apply(self, state: State) -> None:
        state.used[self.key] = "adventure"


class LibraryLearned(Event, frozen=True, tag=True):
    """Archive markers become Library Knowledge, which every hero's Campaign Log keeps."""

    knowledge: int

    def apply(self, state: State) -> None:
        for hero in state.heroes.values():
            if not hero.ally_of:
                hero.library_knowledge += self.knowledge
