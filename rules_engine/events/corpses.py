"""Corpse Tokens: left, removed, risen. And the Flame Template."""

from __future__ import annotations

from rules_engine.events.base import Event
from rules_engine.state import Corpse, State


def _without(state: State, uid: int) -> list[Corpse]:
    return [corpse for corpse in state.corpses if corpse.uid != uid]


class CorpsePlaced(Event, frozen=True, tag=True):
    """A Corpse Token is placed on the board: where an enemy fell, or by a card."""

    uid: int
    space: str
    because: str

    def apply(self, state: State) -> None:
        state.uids = max(state.uids, self.uid)
        state.corpses = [*state.corpses, Corpse(self.uid, self.space)]


class CorpseRemoved(Event, frozen=True, tag=True):
    """A Corpse Token is taken off the board, and why."""

    uid: int
    space: str
    because: str

    def apply(self, state: State) -> None:
        state.corpses = _without(state, self.uid)


class CorpseRose(Event, frozen=True, tag=True):
    """A Corpse Token gives way to an enemy of a type, whose name in the singular is `name`."""

    uid: int
    space: str
    type: str
    name: str

    def apply(self, state: State) -> None:
        state.corpses = _without(state, self.uid)


class FlameCast(Event, frozen=True, tag=True):
    """A model attacks with the Flame Template: at whom, and the spaces that it touches."""

    who: str
    target: str
    spaces: list[str]
    by: str
