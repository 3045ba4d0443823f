"""Ability Tokens, Pelts, Team Ability cards and Spells."""

from __future__ import annotations

from typing import ClassVar

from rules_engine.events.base import Event, Stale
from rules_engine.state import CardInPlay, State


class AbilityTokensChanged(Event, frozen=True, tag=True):
    """A hero's Ability Tokens of a kind change by `by` and are now `now`."""

    hero: str
    token: str
    by: int
    now: int
    because: str

    def apply(self, state: State) -> None:
        state.heroes[self.hero].tokens[self.token] = self.now


class PeltsCollected(Event, frozen=True, tag=True):
    """A hero takes so many Pelts from a Beast that was killed, and has `now`."""

    hero: str
    by: int
    now: int
    beast: str

    def apply(self, state: State) -> None:
        state.heroes[self.hero].pelts = self.now


class TeamCardAdded(Event, frozen=True, tag=True):
    """A Team Hero adds a Team Ability card to the Hero Party's pool."""

    stats: ClassVar[Stale] = Stale.ABILITIES
    uid: int
    card: str
    title: str
    hero: str

    def apply(self, state: State) -> None:
        state.uids = max(state.uids, self.uid)
        state.team_cards.append(CardInPlay(self.uid, self.card, self.hero))


class TeamCardLeft(Event, frozen=True, tag=True):
    """A Team Ability card leaves the pool: it was played, or the Adventure is over."""

    stats: ClassVar[Stale] = Stale.ABILITIES
    uid: int
    card: str
    title: str
    hero: str
    because: str

    def apply(self, state: State) -> None:
        state.team_cards = [card for card in state.team_cards if card.uid != self.uid]


class SpellCast(Event, frozen=True, tag=True):
    """A Casting Roll is made: the Spell, its total against the Casting Number, and whether the Spell is cast."""

    hero: str
    spell: str
    element: str
    total: int
    needed: int
    cast: bool
    roll: int
