"""What only optional rules bring: deferring, aiming, running, what lies on the ground, cover, the Darkness overhead."""

from __future__ import annotations

from typing import ClassVar

from rules_engine.events.base import Event, Stale
from rules_engine.state import Item, Lasting, Lying, State


class Deferred(Event, frozen=True, tag=True):
    """A hero lets others go first: the Initiative is lower by `by` for the rest of the turn."""

    stats: ClassVar[Stale] = Stale.FIGURES
    hero: str
    by: int
    initiative: int
    uid: int

    def apply(self, state: State) -> None:
        state.uids = max(state.uids, self.uid)
        state.lasting.append(Lasting(self.uid, "initiative", "add", -self.by, self.hero, "turn", "deferring"))


class Aimed(Event, frozen=True, tag=True):
    """A hero aims instead of moving: the first Ranged To Hit roll of the Activation may be re-rolled."""

    stats: ClassVar[Stale] = Stale.FIGURES
    hero: str
    uid: int

    def apply(self, state: State) -> None:
        state.uids = max(state.uids, self.uid)
        state.lasting.append(Lasting(self.uid, "aiming", "flag", 1, self.hero, "activation", "aiming"))


class Ran(Event, frozen=True, tag=True):
    """A hero runs instead of attacking, up to so many spaces."""

    hero: str
    spaces: int

    def apply(self, state: State) -> None:
        state.used[f"{self.hero}|0|ran"] = "activation"


class Stepped(Event, frozen=True, tag=True):
    """A hero who has not moved takes a single step at the end of the Activation."""

    hero: str
    space: str

    def apply(self, state: State) -> None:
        state.heroes[self.hero].space = self.space


class LaidDown(Event, frozen=True, tag=True):
    """A hero puts an Item or a Side Bag Token down, or throws it: it lies in `space` now.

    `used`: its text has counted for the hero this turn, so that it counts for no other until the next.
    """

    stats: ClassVar[Stale] = Stale.ABILITIES
    hero: str
    space: str
    what: str
    id: str
    name: str
    uid: int = 0
    thrown: bool = False
    used: bool = False

    def apply(self, state: State) -> None:
        hero = state.heroes[self.hero]
        lying = Lying(self.space, self.what, self.id, self.name, self.uid)
        if self.what == "token":
            hero.side_bag.remove(self.id)
        else:
            lying.upgrades = next(i for i in hero.items if i.uid == self.uid).upgrades
            hero.items = [i for i in hero.items if i.uid != self.uid]
            if self.used:
                state.used[f"*|{self.uid}|{self.hero}"] = "turn"
        state.ground.append(lying)


class TakenUp(Event, frozen=True, tag=True):
    """A hero picks up what lies in a space, or catches what was thrown there."""

    stats: ClassVar[Stale] = Stale.ABILITIES
    hero: str
    space: str
    what: str
    id: str
    name: str
    uid: int = 0
    caught: bool = False
    worn: bool = False

    def apply(self, state: State) -> None:
        hero = state.heroes[self.hero]
        lying = next(x for x in state.ground if x.is_called(self.space, self.what, self.id, self.uid))
        state.ground.remove(lying)
        if self.what == "token":
            hero.side_bag.append(self.id)
        else:
            item = Item(self.uid, self.id, self.worn, lying.upgrades)
            hero.items.append(item)
            uids = {str(one.uid) for one in item.cards}
            for key, until in list(state.used.items()):
                owner, uid, *ability = key.split("|")
                if ability and uid in uids and owner not in ("*", self.hero):
                    state.used["|".join((self.hero, uid, *ability))] = until


class SetOff(Event, frozen=True, tag=True):
    """Dynamite on the ground goes off. `by` is the hero whose shot or blast did it."""

    hero: str
    space: str
    token: str
    name: str

    def apply(self, state: State) -> None:
        state.ground.remove(next(x for x in state.ground if x.is_called(self.space, "token", self.token, 0)))


class ObstaclesCounted(Event, frozen=True, tag=True):
    """How many obstacles a tile has that a hero could take cover behind."""

    tile: int
    obstacles: int
    roll: int = 0

    def apply(self, state: State) -> None:
        state.tiles[self.tile - 1].obstacles = self.obstacles


class CoverSought(Event, frozen=True, tag=True):
    """A hero looks for cover instead of attacking: the D20 must not exceed the tile's obstacles."""

    hero: str
    tile: int
    obstacles: int
    found: bool
    roll: int


class CoverPlaced(Event, frozen=True, tag=True):
    """A cover marker lies in a space; the tile has an obstacle fewer."""

    hero: str
    space: str
    tile: int

    def apply(self, state: State) -> None:
        state.cover.append(self.space)
        state.tiles[self.tile - 1].obstacles -= 1


class CoverDestroyed(Event, frozen=True, tag=True):
    """An explosion takes a cover marker away."""

    space: str

    def apply(self, state: State) -> None:
        state.cover.remove(self.space)


class DarknessOverhead(Event, frozen=True, tag=True):
    """The Darkness marker has passed the Hero Party marker: every Enemy Type gets a free Elite ability from now on."""

    darkness: int
    heroes: int

    def apply(self, state: State) -> None:
        state.below_darkness = True
