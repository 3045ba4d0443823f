"""Fights, enemies and attacks."""

from __future__ import annotations

from typing import ClassVar

from rules_engine.events.base import Event, Stale, expire
from rules_engine.state import (
    Enemy,
    Fight,
    Group,
    State,
)


class FightStarted(Event, frozen=True, tag=True):
    """A Fight begins."""

    number: int
    objective: bool = False

    def apply(self, state: State) -> None:
        expire(state, ("fight",))
        state.fights = self.number
        state.fight = Fight(self.number, state.turn, 0, self.objective)


class AttackBrought(Event, frozen=True, tag=True):
    """Something brings enemies to the board: a Threat card, a Darkness card, an Encounter, a Depth Event."""

    because: str
    ambush: bool
    loot: bool = True
    objective: bool = False

    def apply(self, state: State) -> None:
        if state.fight is not None:
            state.fight.sources += int(self.loot)
            state.fight.objective = state.fight.objective or self.objective
            if self.objective:
                state.fight.final = state.fight.sources


class EnemiesCame(Event, frozen=True, tag=True):
    """Enemies of a type join the Fight: how many, and whether by Ambush."""

    stats: ClassVar[Stale] = Stale.ABILITIES
    type: str
    name: str
    count: int
    ambush: bool = False
    brutal: bool = False

    def apply(self, state: State) -> None:
        group = state.groups.get(self.type)
        if group is None:
            group = state.groups[self.type] = Group(self.type, self.brutal)
        if self.ambush:
            # The first turn that they take part in: this one while no model has Activated or if they reinforce a Fight.
            reinforce = state.phase == "activations" and bool(state.enemies) and not group.activated
            group.ambush_turn = state.turn + (0 if reinforce or state.phase == "hold back" else 1)


class EnemiesOrdered(Event, frozen=True, tag=True):
    """The Threat card says something else of a type for this Fight: abilities that it loses or has besides."""

    stats: ClassVar[Stale] = Stale.ABILITIES
    type: str
    card: str
    title: str

    def apply(self, state: State) -> None:
        state.orders[self.type] = self.card


class ShieldCharged(Event, frozen=True, tag=True):
    """A Blast Shield has prevented Wounds of an adjacent Hero's Attack."""

    hero: str
    enemy: str
    space: str
    wounds: int

    def apply(self, state: State) -> None:
        state.shocks[self.space] = state.shocks.get(self.space, 0) + self.wounds


class ShieldsDischarged(Event, frozen=True, tag=True):
    """At the end of the Attack the Blast Shields strike the Hero, who is thrown back from the space `away`."""

    hero: str
    wounds: int
    away: str

    def apply(self, state: State) -> None:
        state.shocks = {}


class EnemyPlaced(Event, frozen=True, tag=True):
    """An enemy model is placed on the board; `base` is the corner that a base of 2x2 lies toward."""

    enemy: str
    type: str
    space: str
    target: str | None = None
    base: str = ""
    brought: int = 0

    def apply(self, state: State) -> None:
        state.enemies[self.enemy] = Enemy(
            self.enemy, self.type, self.space, 0, self.target, self.base, brought=self.brought
        )
        state.enemy_count[self.type] = state.enemy_count.get(self.type, 0) + 1


class EliteGained(Event, frozen=True, tag=True):
    """Every enemy of a type gains an Elite ability for this Fight."""

    stats: ClassVar[Stale] = Stale.ABILITIES
    type: str
    number: int
    name: str

    def apply(self, state: State) -> None:
        state.groups[self.type].elite.append(self.number)


class TraitGained(Event, frozen=True, tag=True):
    """An Enemy Trait card comes into play on all enemies of a type for this Fight."""

    stats: ClassVar[Stale] = Stale.ABILITIES
    type: str
    card: str
    name: str

    def apply(self, state: State) -> None:
        state.groups[self.type].trait = self.card


class MythicGained(Event, frozen=True, tag=True):
    """Every enemy of a type has a Mythic Ability in this Fight."""

    stats: ClassVar[Stale] = Stale.ABILITIES
    type: str
    number: int
    name: str

    def apply(self, state: State) -> None:
        state.groups[self.type].mythic.append(self.number)


class NextElite(Event, frozen=True, tag=True):
    """The next group of enemies will be Elite."""

    elite: int

    def apply(self, state: State) -> None:
        state.next_elite = self.elite


class FearFelt(Event, frozen=True, tag=True):
    """Fear, Terror or Unspeakable Terror does Horror Hits to a hero."""

    hero: str
    hits: int
    by: list[str]


class AttackMade(Event, frozen=True, tag=True):
    """A hero attacks: with what (`uid` if it is an Item), `melee` or `ranged`, and the Hits and Critical Hits of it."""

    hero: str
    weapon: str
    kind: str
    hits: int
    criticals: int
    dice: int
    roll: int
    uid: int = 0

    def apply(self, state: State) -> None:
        if self.uid:
            state.used[f"*|{self.uid}|{self.hero}"] = "turn"


class HitAssigned(Event, frozen=True, tag=True):
    """Hits of a hero's Attack are assigned to an enemy."""

    hero: str
    enemy: str
    hits: int


class HitResolved(Event, frozen=True, tag=True):
    """A hero's Hit on an enemy: Damage rolled, Defense taken off (0 for a Critical Hit), Wounds left over."""

    hero: str
    enemy: str
    damage: int
    defense: int
    critical: bool
    wounds: int
    roll: int


class EnemyArmorHeld(Event, frozen=True, tag=True):
    """An enemy's Armor prevents Wounds."""

    enemy: str
    prevented: int
    roll: int


class EnemyKilled(Event, frozen=True, tag=True):
    """An enemy is killed and taken off the board."""

    enemy: str
    type: str
    by: str

    def apply(self, state: State) -> None:
        brought = state.enemies.pop(self.enemy).brought
        if brought and state.fight is not None and brought not in state.fight.beaten:
            state.fight.beaten.append(brought)


class EnemyHealed(Event, frozen=True, tag=True):
    """An enemy recovers Wounds."""

    enemy: str
    wounds: int

    def apply(self, state: State) -> None:
        state.enemies[self.enemy].wounds -= self.wounds


class EnemyTargeted(Event, frozen=True, tag=True):
    """An enemy chooses the hero that it attacks, or loses its target."""

    enemy: str
    hero: str | None

    def apply(self, state: State) -> None:
        state.enemies[self.enemy].target = self.hero


class Displaced(Event, frozen=True, tag=True):
    """A Large or bigger enemy swaps places with a smaller one, or pushes it to a space that its base leaves."""

    enemy: str
    smaller: str
    space: str

    def apply(self, state: State) -> None:
        state.enemies[self.smaller].space = self.space


class EnemiesAttacked(Event, frozen=True, tag=True):
    """Enemies of a type attack a hero together: how many dice, how many Hits."""

    type: str
    enemies: list[str]
    hero: str
    dice: int
    hits: int
    roll: int
    kind: str = "melee"


class BlastThrown(Event, frozen=True, tag=True):
    """Dynamite or a Bomb is thrown at a space: whether it hit, and where it explodes after bouncing."""

    hero: str
    token: str
    aimed: str
    hit: bool
    path: list[str]
    space: str


class BlastHit(Event, frozen=True, tag=True):
    """A model is caught in an explosion."""

    target: str
    wounds: int
    roll: int


class FightEnded(Event, frozen=True, tag=True):
    """The Fight is over: all enemies are gone."""

    stats: ClassVar[Stale] = Stale.ABILITIES
    number: int
    turns: int

    def apply(self, state: State) -> None:
        state.fight = None
        state.groups = {}
        state.enemy_count = {}
        state.orders = {}
        expire(state, ("hit", "activation", "fight"))


class LootTaken(Event, frozen=True, tag=True):
    """A hero takes Loot cards after a Fight."""

    hero: str
    cards: list[str]


class CorruptionFromStone(Event, frozen=True, tag=True):
    """At the end of an Adventure Dark Stone gnaws at its bearer: dice rolled and Corruption Hits taken."""

    hero: str
    stones: int
    hits: int


class NothingHappened(Event, frozen=True, tag=True):
    """Something was tried or drawn and has no effect, and why."""

    what: str
    because: str
