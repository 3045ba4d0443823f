"""Enemies that keep their distance, stay where they are, or cannot be hurt by something."""

from __future__ import annotations

from rules_engine.events.base import Event
from rules_engine.state import State


class RetreatRolled(Event, frozen=True, tag=True):
    """A Shootout enemy that starts next to a hero rolls to get away: whether it may."""

    enemy: str
    roll: int
    away: bool


class ShootoutMarked(Event, frozen=True, tag=True):
    """A Shootout enemy puts its Shootout marker on a hero, who now has so many of them."""

    enemy: str
    hero: str
    markers: int

    def apply(self, state: State) -> None:
        state.enemies[self.enemy].target = self.hero


class ShootoutCleared(Event, frozen=True, tag=True):
    """All Shootout markers are taken away: the shooting of a type is over."""

    type: str

    def apply(self, state: State) -> None:
        for enemy in state.enemies.values():
            if enemy.type == self.type:
                enemy.target = None


class LeftBehind(Event, frozen=True, tag=True):
    """An Immobile enemy is so far from every hero that it is taken off the board: not defeated, worth nothing."""

    enemy: str
    type: str
    distance: int

    def apply(self, state: State) -> None:
        gone = state.enemies.pop(self.enemy)
        fight = state.fight
        if fight is not None and gone.brought and gone.brought not in fight.escaped:
            fight.escaped.append(gone.brought)


class Immune(Event, frozen=True, tag=True):
    """A model is Immune to what is done to it: to which word, and from what."""

    model: str
    to: str
    source: str
