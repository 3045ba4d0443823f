"""What happens to Allies that does not happen to Heroes."""

from __future__ import annotations

from typing import ClassVar

from rules_engine.events.base import Event, Stale
from rules_engine.state import State


class BasicAllyUsed(Event, frozen=True, tag=True):
    """A Basic Ally is discarded for what it does once."""

    hero: str
    ally: str
    name: str

    def apply(self, state: State) -> None:
        state.heroes[self.hero].basic_allies.remove(self.ally)


class AllyXpGained(Event, frozen=True, tag=True):
    """An Advanced Ally has survived a successful Adventure and gains Ally XP; it now has `now`."""

    ally: str
    xp: int
    now: int

    def apply(self, state: State) -> None:
        state.heroes[self.ally].ally_xp = self.now


class AllyUpgraded(Event, frozen=True, tag=True):
    """An Ally XP is spent and an Upgrade rolled, which the Ally keeps."""

    stats: ClassVar[Stale] = Stale.ABILITIES
    ally: str
    upgrade: str
    name: str
    xp_left: int

    def apply(self, state: State) -> None:
        ally = state.heroes[self.ally]
        ally.ally_xp = self.xp_left
        ally.upgrades.append(self.upgrade)
