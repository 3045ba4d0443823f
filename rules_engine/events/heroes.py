"""What happens to heroes."""

from __future__ import annotations

from typing import ClassVar

from rules_engine.events.base import Event, Stale
from rules_engine.state import (
    Item,
    Lasting,
    State,
)


class GritChanged(Event, frozen=True, tag=True):
    """A hero's Grit changes by `by` and is now `grit`."""

    hero: str
    by: int
    grit: int
    because: str

    def apply(self, state: State) -> None:
        state.heroes[self.hero].grit = self.grit


class HitsTaken(Event, frozen=True, tag=True):
    """A hero takes Hits (`physical`, `horror` or `corruption`) and how many were saved."""

    hero: str
    kind: str
    hits: int
    saved: int
    by: str


class Wounded(Event, frozen=True, tag=True):
    """A hero or an enemy takes Wounds that were not prevented. `by` is who or what dealt them."""

    target: str
    wounds: int
    by: str
    left: int

    def apply(self, state: State) -> None:
        state.model(self.target).wounds += self.wounds


class SanityLost(Event, frozen=True, tag=True):
    """A hero takes Sanity Damage that was not prevented."""

    target: str
    sanity: int
    by: str
    left: int

    def apply(self, state: State) -> None:
        state.heroes[self.target].sanity_damage += self.sanity


class CorruptionGained(Event, frozen=True, tag=True):
    """A hero gains Corruption Points."""

    target: str
    corruption: int
    by: str
    now: int

    def apply(self, state: State) -> None:
        state.heroes[self.target].corruption = self.now


class Prevented(Event, frozen=True, tag=True):
    """Wounds, Sanity Damage or Corruption are prevented, and by what."""

    target: str
    kind: str
    amount: int
    by: str


class KnockedOut(Event, frozen=True, tag=True):
    """A hero is KO'd: Health, Sanity or both are gone."""

    stats: ClassVar[Stale] = Stale.FIGURES
    hero: str
    by: str

    def apply(self, state: State) -> None:
        hero = state.heroes[self.hero]
        hero.ko = True
        hero.poison = hero.ensnared = 0
        for enemy in state.enemies.values():
            if enemy.target == self.hero:
                enemy.target = None


class Revived(Event, frozen=True, tag=True):
    """A Revive Token restores a hero who would have been KO'd."""

    stats: ClassVar[Stale] = Stale.FIGURES
    hero: str
    tokens_left: int

    def apply(self, state: State) -> None:
        hero = state.heroes[self.hero]
        hero.wounds = hero.sanity_damage = 0
        hero.ko = False
        state.revive_tokens = self.tokens_left


class Recovered(Event, frozen=True, tag=True):
    """A KO'd hero is back on the board."""

    stats: ClassVar[Stale] = Stale.FIGURES
    hero: str
    space: str

    def apply(self, state: State) -> None:
        hero = state.heroes[self.hero]
        hero.ko = False
        hero.space = self.space


class HeroDied(Event, frozen=True, tag=True):
    """A hero is dead."""

    stats: ClassVar[Stale] = Stale.FIGURES
    hero: str
    because: str

    def apply(self, state: State) -> None:
        hero = state.heroes[self.hero]
        hero.dead = True
        for enemy in state.enemies.values():
            if enemy.target == self.hero:
                enemy.target = None


class Healed(Event, frozen=True, tag=True):
    """Wounds, Sanity Damage or Corruption are healed. `by` is the hero who heals, if another."""

    hero: str
    wounds: int = 0
    sanity: int = 0
    corruption: int = 0
    by: str = ""

    def apply(self, state: State) -> None:
        hero = state.heroes[self.hero]
        hero.wounds -= self.wounds
        hero.sanity_damage -= self.sanity
        hero.corruption -= self.corruption


class XpGained(Event, frozen=True, tag=True):
    """A hero gains XP."""

    hero: str
    xp: int
    because: str

    def apply(self, state: State) -> None:
        state.heroes[self.hero].xp += self.xp


class GoldChanged(Event, frozen=True, tag=True):
    """A hero gains or loses Gold (in dollars)."""

    hero: str
    by: int
    because: str

    def apply(self, state: State) -> None:
        state.heroes[self.hero].gold += self.by


class DarkStoneChanged(Event, frozen=True, tag=True):
    """A hero gains or loses Dark Stone shards."""

    hero: str
    by: int
    because: str

    def apply(self, state: State) -> None:
        state.heroes[self.hero].dark_stone += self.by


class TokenGained(Event, frozen=True, tag=True):
    """A Side Bag Token goes into a hero's Side Bag."""

    hero: str
    token: str

    def apply(self, state: State) -> None:
        state.heroes[self.hero].side_bag.append(self.token)


class TokenSpent(Event, frozen=True, tag=True):
    """A Side Bag Token is discarded: used, lost, or for want of room."""

    hero: str
    token: str
    because: str = ""

    def apply(self, state: State) -> None:
        state.heroes[self.hero].side_bag.remove(self.token)


class ItemGained(Event, frozen=True, tag=True):
    """A hero gains an Item."""

    stats: ClassVar[Stale] = Stale.ABILITIES
    hero: str
    uid: int
    item: str
    name: str
    worn: bool = True

    def apply(self, state: State) -> None:
        state.uids = max(state.uids, self.uid)
        state.heroes[self.hero].items.append(Item(self.uid, self.item, self.worn))


class ItemLost(Event, frozen=True, tag=True):
    """A hero loses an Item."""

    stats: ClassVar[Stale] = Stale.ABILITIES
    hero: str
    uid: int
    item: str
    because: str

    def apply(self, state: State) -> None:
        hero = state.heroes[self.hero]
        hero.items = [i for i in hero.items if i.uid != self.uid]
        for item in hero.items:  # or an Upgrade of one of them
            if item.upgrades:
                item.upgrades = [i for i in item.upgrades if i.uid != self.uid]


class Given(Event, frozen=True, tag=True):
    """A hero gives another an `item`, a `token`, `gold` or `dark_stone`.

    What the giver has used up of an Item stays used up; `used`: its text has counted for the giver this turn, so that
    it counts for no other hero until the next; `worn`: it counts for the taker at once.
    """

    stats: ClassVar[Stale] = Stale.ABILITIES
    hero: str
    to: str
    what: str
    id: str = ""
    name: str = ""
    amount: int = 1
    uid: int = 0
    used: bool = False
    worn: bool = False

    def apply(self, state: State) -> None:
        giver, taker = state.heroes[self.hero], state.heroes[self.to]
        if self.what == "token":
            giver.side_bag.remove(self.id)
            taker.side_bag.append(self.id)
        elif self.what == "gold":
            giver.gold -= self.amount
            taker.gold += self.amount
        elif self.what == "dark_stone":
            giver.dark_stone -= self.amount
            taker.dark_stone += self.amount
        else:
            given = next(i for i in giver.items if i.uid == self.uid)
            given.worn = self.worn
            giver.items = [i for i in giver.items if i.uid != self.uid]
            taker.items.append(given)
            for one in given.cards:  # an Item goes with its Upgrades
                mine = f"{self.hero}|{one.uid}|"
                for key, until in list(state.used.items()):
                    if key.startswith(mine):
                        state.used[f"{self.to}|{one.uid}|{key.removeprefix(mine)}"] = until
                if self.used:
                    state.used[f"*|{one.uid}|{self.hero}"] = "turn"


class Equipped(Event, frozen=True, tag=True):
    """A hero assigns Items to hands and clothing slots: the uids whose text counts from now on."""

    stats: ClassVar[Stale] = Stale.ABILITIES
    hero: str
    uids: list[int]

    def apply(self, state: State) -> None:
        for item in state.heroes[self.hero].items:
            item.worn = item.uid in self.uids


class StatusAdded(Event, frozen=True, tag=True):
    """A hero gains Status Effect markers of a kind."""

    stats: ClassVar[Stale] = Stale.FIGURES
    hero: str
    status: str
    count: int

    def apply(self, state: State) -> None:
        hero = state.heroes[self.hero]
        setattr(hero, self.status, getattr(hero, self.status) + self.count)


class StatusRemoved(Event, frozen=True, tag=True):
    """A hero loses Status Effect markers of a kind."""

    stats: ClassVar[Stale] = Stale.FIGURES
    hero: str
    status: str
    count: int
    because: str = ""

    def apply(self, state: State) -> None:
        hero = state.heroes[self.hero]
        setattr(hero, self.status, max(0, getattr(hero, self.status) - self.count))


class ChartRolled(Event, frozen=True, tag=True):
    """A roll on a chart: which, for whom, and what it says. A `kept` result stays with the hero."""

    stats: ClassVar[Stale] = Stale.ABILITIES
    chart: str
    hero: str
    result: str
    name: str
    kept: bool = False

    def apply(self, state: State) -> None:
        if not self.kept:
            return
        hero = state.heroes[self.hero]
        if self.chart == "injury":
            hero.injuries.append(self.result)
        elif self.chart == "madness":
            hero.madness.append(self.result)
        elif self.chart == "mutation":
            hero.mutations.append(self.result)


class Mutating(Event, frozen=True, tag=True):
    """A hero's Corruption reaches the Corruption Resistance: the points are removed and a Mutation is rolled."""

    hero: str
    removed: int

    def apply(self, state: State) -> None:
        state.heroes[self.hero].corruption -= self.removed


class SkillTested(Event, frozen=True, tag=True):
    """A hero made a Skill test."""

    hero: str
    skill: str
    target: int
    passed: bool
    roll: int
    because: str


class VoicesHeard(Event, frozen=True, tag=True):
    """A hero starts an Activation outside the light."""

    hero: str


class PoisonRolled(Event, frozen=True, tag=True):
    """Poison works in a hero: one die for each marker."""

    hero: str
    wounds: int
    worn_off: int


class EscapeTested(Event, frozen=True, tag=True):
    """A hero tries to move away from adjacent enemies."""

    hero: str
    needed: int
    passed: bool
    roll: int

    def apply(self, state: State) -> None:
        if self.passed:
            hero = state.heroes[self.hero]
            hero.escaped = max(hero.escaped, self.needed)


class CaughtBreath(Event, frozen=True, tag=True):
    """A hero Catches Their Breath after a Fight."""

    hero: str
    healed: int


class AbilityUsed(Event, frozen=True, tag=True):
    """An ability, Item or token is used; `key` and `until` say when it is there again."""

    who: str
    ability: str
    name: str
    key: str = ""
    until: str = ""

    def apply(self, state: State) -> None:
        if self.until:
            state.used[self.key] = self.until
        hero = state.heroes.get(self.who)
        uid = self.key.split("|")[1] if hero is not None and self.key else ""
        if hero is None or not uid:
            return
        for item in hero.items:  # the use of an Upgrade is a use of its Item
            if uid == str(item.uid) or any(uid == str(one.uid) for one in item.upgrades):
                state.used[f"*|{item.uid}|{self.who}"] = "turn"


class AbilityReadied(Event, frozen=True, tag=True):
    """A limited use is there again."""

    key: str

    def apply(self, state: State) -> None:
        state.used.pop(self.key, None)


class LastingStarted(Event, frozen=True, tag=True):
    """A modifier or flag with a duration begins. `on` is a model's id, `heroes`, `enemies` or `type:...`."""

    stats: ClassVar[Stale] = Stale.FIGURES
    uid: int
    stat: str
    op: str
    value: int
    on: str
    until: str
    source: str
    when: str = ""

    def apply(self, state: State) -> None:
        state.uids = max(state.uids, self.uid)
        state.lasting.append(
            Lasting(self.uid, self.stat, self.op, self.value, self.on, self.until, self.source, self.when)
        )


class LastingEnded(Event, frozen=True, tag=True):
    """A modifier or flag ends before its time, or because it was for a single Hit."""

    stats: ClassVar[Stale] = Stale.FIGURES
    uids: list[int]

    def apply(self, state: State) -> None:
        state.lasting = [e for e in state.lasting if e.uid not in self.uids]


class EncounterBegan(Event, frozen=True, tag=True):
    """An Encounter is read out: who must test, and what."""

    card: str
    title: str
    heroes: list[str]
