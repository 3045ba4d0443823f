"""What every event is."""

from __future__ import annotations

from enum import IntEnum
from typing import ClassVar

import msgspec

from rules_engine.state import State


class Stale(IntEnum):
    """What must be read anew after an event; the figures always go with the abilities in force."""

    NOTHING = 0
    IF_EXPIRED = 1
    FIGURES = 2
    ABILITIES = 3


class Event(msgspec.Struct, frozen=True, tag=True, tag_field="event", omit_defaults=True, gc=False):
    """Base of all events. `stats` says what of the stats must be read anew after it."""

    stats: ClassVar[Stale] = Stale.NOTHING

    def apply(self, state: State) -> None:
        """Change the state. Events that only inform change nothing."""


def expire(state: State, scopes: tuple[str, ...]) -> None:
    """Drop what lasts no longer than these scopes, and ready what was limited to them."""
    if state.lasting:
        state.lasting = [e for e in state.lasting if e.until not in scopes]
    if state.used:
        state.used = {key: until for key, until in state.used.items() if until not in scopes}
