"""The Depth Track, Depth Events and cards."""

from __future__ import annotations

from typing import ClassVar

from rules_engine.events.base import Event, Stale
from rules_engine.state import (
    CardInPlay,
    State,
)


class DarknessHeld(Event, frozen=True, tag=True):
    """The Hold Back the Darkness test is passed."""

    hero: str
    roll: int
    total: int
    needed: int


class DarknessNotHeld(Event, frozen=True, tag=True):
    """The Hold Back the Darkness test is failed."""

    hero: str
    roll: int
    total: int
    needed: int


class DarknessMoved(Event, frozen=True, tag=True):
    """The Darkness marker moves one space of the Depth Track (16 is the Entrance, 0 the Darkness Start)."""

    to: int
    because: str

    def apply(self, state: State) -> None:
        state.darkness = self.to


class HeroesAdvanced(Event, frozen=True, tag=True):
    """The Hero Party marker moves one space deeper on the Depth Track."""

    to: int

    def apply(self, state: State) -> None:
        state.hero_marker = self.to


class DepthEventRolled(Event, frozen=True, tag=True):
    """A Depth Event occurs: its number and name on the chart; `chart` names that of an OtherWorld."""

    number: int
    name: str
    because: str
    chart: str = ""


class CardDrawn(Event, frozen=True, tag=True):
    """A card leaves its deck, face up. Decks that are shuffled for each draw keep it among those that remain."""

    deck: str
    card: str
    title: str
    hero: str = ""
    kept: bool = False

    def apply(self, state: State) -> None:
        if not self.kept:
            state.decks[self.deck].remaining.remove(self.card)


class CardDiscarded(Event, frozen=True, tag=True):
    """A card goes to its deck's discard pile."""

    deck: str
    card: str

    def apply(self, state: State) -> None:
        state.decks[self.deck].discard.append(self.card)


class CardReturned(Event, frozen=True, tag=True):
    """A card goes back among those that remain in its deck."""

    deck: str
    card: str

    def apply(self, state: State) -> None:
        state.decks[self.deck].remaining = sorted([*state.decks[self.deck].remaining, self.card])


class DeckReshuffled(Event, frozen=True, tag=True):
    """A deck ran out: its discard pile becomes the deck again."""

    deck: str

    def apply(self, state: State) -> None:
        deck = state.decks[self.deck]
        deck.remaining = sorted(deck.remaining + deck.discard)
        deck.discard = []


class CardCanceled(Event, frozen=True, tag=True):
    """A card is canceled before it takes effect, and how."""

    deck: str
    card: str
    title: str
    because: str


class CardRemains(Event, frozen=True, tag=True):
    """A card Remains in Play."""

    stats: ClassVar[Stale] = Stale.ABILITIES
    uid: int
    card: str
    title: str
    owner: str = ""

    def apply(self, state: State) -> None:
        state.uids = max(state.uids, self.uid)
        state.in_play.append(CardInPlay(self.uid, self.card, self.owner))


class CardLeftPlay(Event, frozen=True, tag=True):
    """A card that Remained in Play is gone."""

    stats: ClassVar[Stale] = Stale.ABILITIES
    uid: int
    card: str

    def apply(self, state: State) -> None:
        state.in_play = [c for c in state.in_play if c.uid != self.uid]


class DreadGrew(Event, frozen=True, tag=True):
    """A Growing Dread card is put face down on top of the stack, unseen."""

    cards: int

    def apply(self, state: State) -> None:
        state.dread = self.cards


class DreadRevealed(Event, frozen=True, tag=True):
    """The top card of the Growing Dread stack is taken: revealed, or canceled unseen."""

    left: int

    def apply(self, state: State) -> None:
        state.dread = self.left
