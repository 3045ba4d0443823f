"""Setting up, dice and choices, and the steps of the turn."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from rules_engine.events.base import Event, Stale, expire
from rules_engine.state import (
    Deck,
    Hero,
    State,
)


class AdventureStarted(Event, frozen=True, tag=True):
    """An Adventure begins: the mission, the edition, the decks, the party's Revive Tokens and the Hero Posse Level."""

    stats: ClassVar[Stale] = Stale.ABILITIES
    mission: str
    edition: str
    decks: dict[str, list[str]]
    revive_tokens: int
    posse_level: int = 1

    def apply(self, state: State) -> None:
        state.mission, state.edition = self.mission, self.edition
        state.posse_level = self.posse_level
        state.decks = {name: Deck(list(cards)) for name, cards in self.decks.items()}
        state.revive_tokens = self.revive_tokens


class HeroJoined(Event, frozen=True, tag=True):
    """A hero joins the Hero Party with the sheet as it stands."""

    stats: ClassVar[Stale] = Stale.ABILITIES
    hero: dict[str, Any]

    def apply(self, state: State) -> None:
        hero = msgspec.convert(self.hero, Hero)
        state.heroes[hero.id] = hero
        state.uids = max([state.uids, *(i.uid for i in hero.carried)])


class LightTaken(Event, frozen=True, tag=True):
    """A hero carries the Light Source from now on."""

    hero: str
    name: str = "Old Lantern"

    def apply(self, state: State) -> None:
        state.light = self.hero


class Rolled(Event, frozen=True, tag=True):
    """Dice are rolled: by whom, what for, what they need, where in their stream they lie, and their faces."""

    roll: int
    who: str
    purpose: str
    dice: list[str]
    faces: list[int]
    stream: str
    ordinal: int
    target: int | None = None
    source: str = "engine"

    def apply(self, state: State) -> None:
        state.rolls = self.roll
        if self.source == "engine":
            state.ordinals[self.stream] = self.ordinal + len(self.dice)


class Rerolled(Event, frozen=True, tag=True):
    """Some dice of a roll are rolled again, and why. `add` goes on top of each face; `again`: for a second time."""

    roll: int
    who: str
    because: str
    which: list[int]
    faces: list[int]
    stream: str
    ordinal: int
    source: str = "engine"
    add: int = 0
    again: bool = False

    def apply(self, state: State) -> None:
        if self.source == "engine":
            state.ordinals[self.stream] = self.ordinal + len(self.which)


class Picked(Event, frozen=True, tag=True):
    """Something hidden or random is picked: `index` of `count`, from a stream; `what` is what it turned out to be."""

    purpose: str
    what: str
    index: int
    count: int
    stream: str
    ordinal: int
    source: str = "engine"

    def apply(self, state: State) -> None:
        if self.source == "engine":
            state.ordinals[self.stream] = self.ordinal + 1


class Chosen(Event, frozen=True, tag=True):
    """A player answered a Choice."""

    choice: int
    who: str
    kind: str
    option: str
    seat: str = ""

    def apply(self, state: State) -> None:
        state.choices = self.choice


class HostRuled(Event, frozen=True, tag=True):
    """The host rules at a pending Choice: effects (as JSON text, docs/effects.md), why, and whom they are about."""

    choice: int
    who: str
    kind: str
    effects: str
    reason: str
    subject: str = ""
    seat: str = ""

    def apply(self, state: State) -> None:
        state.choices = self.choice


class Undone(Event, frozen=True, tag=True):
    """The game goes back to the Choice numbered `to`; the fold skips what lies between."""

    to: int
    revealed: bool = False


class TurnStarted(Event, frozen=True, tag=True):
    """A Game Turn begins."""

    stats: ClassVar[Stale] = Stale.FIGURES
    turn: int

    def apply(self, state: State) -> None:
        state.turn, state.phase = self.turn, "hold back"
        for hero in state.heroes.values():
            hero.activated, hero.escaped = False, 0
        for group in state.groups.values():
            group.activated = False


class PhaseStarted(Event, frozen=True, tag=True):
    """A step of the turn begins: `hold back`, `activations`, `exploration` or `end of turn`."""

    phase: str

    def apply(self, state: State) -> None:
        state.phase = self.phase


class ActivationStarted(Event, frozen=True, tag=True):
    """A hero or an Enemy Type Activates."""

    who: str

    def apply(self, state: State) -> None:
        if self.who in state.heroes:
            state.heroes[self.who].activated = True
        else:
            state.groups[self.who].activated = True


class ActivationEnded(Event, frozen=True, tag=True):
    """An Activation is over."""

    stats: ClassVar[Stale] = Stale.IF_EXPIRED
    who: str

    def apply(self, state: State) -> None:
        expire(state, ("activation",))
        if state.shocks:
            state.shocks = {}


class ActivationLost(Event, frozen=True, tag=True):
    """A hero does not get to Activate, or stops at once, and why."""

    who: str
    because: str

    def apply(self, state: State) -> None:
        if self.who in state.heroes:
            state.heroes[self.who].activated = True


class TurnEnded(Event, frozen=True, tag=True):
    """The Game Turn is over; what lasts a turn wears off."""

    stats: ClassVar[Stale] = Stale.IF_EXPIRED
    turn: int

    def apply(self, state: State) -> None:
        state.phase = "between turns"
        expire(state, ("hit", "activation", "turn"))
        for effect in state.lasting:
            if effect.until == "next_turn":
                effect.until = "turn"


class AdventureEnded(Event, frozen=True, tag=True):
    """The Adventure is over: `victory` or `defeat`, and why."""

    outcome: str
    because: str

    def apply(self, state: State) -> None:
        state.outcome, state.phase = self.outcome, "over"
