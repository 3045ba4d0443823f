"""Item Upgrades: attached, taken off, forged."""

from __future__ import annotations

from typing import ClassVar

from rules_engine.events.base import Event, Stale
from rules_engine.state import Item, State, Upgrade


def _item(state: State, hero: str, uid: int) -> Item:
    return next(item for item in state.heroes[hero].items if item.uid == uid)


class UpgradeAttached(Event, frozen=True, tag=True):
    """A hero attaches an Upgrade card (`uid`) to an Item (`to`); `host` is that Item's name."""

    stats: ClassVar[Stale] = Stale.ABILITIES
    hero: str
    uid: int
    to: int
    item: str
    name: str
    host: str

    def apply(self, state: State) -> None:
        hero = state.heroes[self.hero]
        hero.items = [item for item in hero.items if item.uid != self.uid]
        host = _item(state, self.hero, self.to)
        host.upgrades = [*host.upgrades, Upgrade(self.uid, self.item)]


class UpgradeRemoved(Event, frozen=True, tag=True):
    """A hero takes an Upgrade card off an Item (`of`). `used`: it has counted for this hero this turn."""

    stats: ClassVar[Stale] = Stale.ABILITIES
    hero: str
    uid: int
    of: int
    item: str
    name: str
    host: str
    used: bool = False

    def apply(self, state: State) -> None:
        host = _item(state, self.hero, self.of)
        host.upgrades = [one for one in host.upgrades if one.uid != self.uid]
        state.heroes[self.hero].items.append(Item(self.uid, self.item))
        if self.used:
            state.used[f"*|{self.uid}|{self.hero}"] = "turn"


class UpgradeForged(Event, frozen=True, tag=True):
    """Dark Stone is forged onto an Item (`to`) and is part of it from now on."""

    stats: ClassVar[Stale] = Stale.ABILITIES
    hero: str
    uid: int
    to: int
    item: str
    name: str
    host: str

    def apply(self, state: State) -> None:
        state.uids = max(state.uids, self.uid)
        host = _item(state, self.hero, self.to)
        host.upgrades = [*host.upgrades, Upgrade(self.uid, self.item)]
