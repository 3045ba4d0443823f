"""Fights begin and end: Threat cards, placement, Ambush, Elite, Catch Your Breath, Loot (compilation, "Fights")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_engine import events as e
from rules_engine.choices import PARTY, Option
from rules_engine.dice import TARGETS
from rules_engine.effects.context import Context
from rules_engine.procedures.ability_tokens import fade
from rules_engine.procedures.extra_large import Room, nearest_room, rooms
from rules_engine.procedures.fixed_maps import entrance_by_arrival
from rules_engine.procedures.harm import heal, recover, recover_grit
from rules_engine.procedures.immobile import is_immobile, keeps_away, loot_sources, place_far
from rules_engine.procedures.items import use, uses_of
from rules_engine.procedures.library import came
from rules_engine.procedures.missions import judge
from rules_engine.procedures.options import free_elite
from rules_engine.procedures.rerolls import offer
from rules_engine.procedures.signals import FightWon, TurnOver
from rules_engine.procedures.threats import brutal_side, discard_traits, draw_trait, elite_of_the_posse, roll_mythic
from rules_engine.procedures.worlds import heroes_in, instead, where
from rules_engine.state import Hero

if TYPE_CHECKING:
    from rules_engine.table import Procedure, Table

Groups = list[tuple[str, int, int]]
MOST_LOOT = 3


def bring_enemies(
    table: Table,
    groups: Groups,
    because: str,
    *,
    ambush: bool = False,
    tile: int = 0,
    objective: bool = False,
    loot: bool = True,
    beside: str = "",
    traits: tuple[str, ...] = (),
    world: str = "",
) -> Procedure[None]:
    """Enemies come: the Fight begins if there is none, groups are placed, Elite abilities rolled.

    `tile` is where a room's token was revealed; without one the enemies Ambush, since they have no room to wait in
    (our ruling for cards that name no place), at heroes who are in `world`. Arriving while models Activate outside a
    Fight ends the turn. `traits` are the types for which the Threat card calls for an Enemy Trait card.
    """
    state = table.state
    if not world:
        world = yield from where(table, Context(tile=tile, subject=beside))
    groups = [(instead(table, type, world), count, elite) for type, count, elite in groups if count > 0]
    if not groups:
        table.emit(e.NothingHappened("no enemies come", because))
        return
    fresh = state.fight is None
    if fresh:
        table.emit(e.FightStarted(state.fights + 1, objective))
    ambush = ambush or not tile
    table.emit(e.AttackBrought(because, ambush, loot, objective))
    bonus, state_next = state.next_elite, state.next_elite
    if state_next:
        table.emit(e.NextElite(0))
    groups = [(type, count, elite + bonus + free_elite(table, type)) for type, count, elite in groups]
    entering: Groups = []
    for type, count, elite in groups:
        record = table.library.enemies[type]
        on_board = sum(1 for x in state.enemies.values() if x.type == type)
        room = max(0, record.models - on_board - sum(c for t, c, _ in entering if t == type))
        placed = min(count, room)
        elite += placed < count
        fresh_type = type not in state.groups
        table.emit(e.EnemiesCame(type, record.plural, placed, ambush, brutal_side(table)))
        entering.append((type, placed, elite + (elite_of_the_posse(table) if fresh_type else 0)))
        yield from draw_trait(table, type, called=type in traits)
    brought = state.fight.sources if loot and state.fight is not None else 0
    if ambush:
        yield from _place_ambush(table, entering, beside, brought, world)
    else:
        yield from _place_in_room(table, entering, tile, brought)
    for type, _, elite in entering:
        for _ in range(elite):
            yield from roll_elite(table, type)
    for type, placed, _ in entering:
        if placed:
            yield from roll_mythic(table, type)
    yield from came(table, [type for type, placed, _ in entering if placed])
    if fresh:
        yield from table.fire("fight_started", Context(source="the Fight"))
        if state.phase == "activations":
            table.interrupted = True


def spawn(
    table: Table,
    type: str,
    count: int,
    because: str,
    *,
    elite_if_short: bool = True,
    at: str = "",
    world: str = "",
) -> Procedure[None]:
    """Enemies of a type join a Fight for no Loot: adjacent to Random Heroes of one World, or around a Spawner."""
    state = table.state
    type = instead(table, type, world)
    record = table.library.enemies[type]
    room = record.models - sum(1 for x in state.enemies.values() if x.type == type)
    placed = min(count, max(0, room))
    if state.fight is None:
        yield from bring_enemies(table, [(type, count, 0)], because, ambush=True, loot=False, world=world)
        return
    free = free_elite(table, type)
    if placed:
        fresh = type not in state.groups
        table.emit(e.EnemiesCame(type, record.plural, placed, False, brutal_side(table)))
        yield from draw_trait(table, type)
        if at in state.enemies:
            _place_around(table, type, placed, state.enemies[at].space)
        else:
            yield from _place_ambush(table, [(type, placed, 0)], world=world)
        for _ in range(free + (elite_of_the_posse(table) if fresh else 0)):
            yield from roll_elite(table, type)
        yield from roll_mythic(table, type)
    else:
        table.emit(e.NothingHappened(f"no {record.plural} are left to come", because))
    if placed < count and elite_if_short and type in state.groups:
        yield from roll_elite(table, type)


def roll_elite(table: Table, type: str) -> Procedure[None]:
    """Roll on a type's Elite Chart; an ability that the type has already is rolled again.

    Where the edition allows it, not one whose text says that it counts more than once (C43).
    """
    group = table.state.groups.get(type)
    if group is None:
        return
    record = table.library.enemies[type]
    chart = record.brutal_elite if group.brutal and record.brutal_elite else record.elite
    again = table.rules.elite_duplicates == "unless stated"
    if len(set(group.elite)) >= 6 and not (again and any(entry.stacks for entry in chart)):
        return
    while True:
        roll = yield from table.enemy_roll(type, "elite chart", ("D6",))
        number = roll.dice[0].face
        if number not in group.elite or (again and chart[number - 1].stacks):
            table.emit(e.EliteGained(type, number, chart[number - 1].name))
            return


# --- placement --------------------------------------------------------------------------------------------------------


def place_enemy(table: Table, type: str, room: Room, target: str | None = None, brought: int = 0) -> None:
    """Put the next model of a type on the board."""
    number = table.state.enemy_count.get(type, 0) + 1
    space, base = room
    table.emit(e.EnemyPlaced(f"{type}-{number}", type, space, target, base, brought))


def _place_around(table: Table, type: str, count: int, space: str) -> None:
    """New enemies stand in the free spaces nearest to their Spawner, in board order among equals (our ruling)."""
    for _ in range(count):
        room = nearest_room(table, type, space)
        if room is not None:
            place_enemy(table, type, room)


def _place_in_room(table: Table, groups: Groups, tile: int, brought: int = 0) -> Procedure[None]:
    """Every other space, farthest row from the entrance first, slowest type first (compilation, "Placing Enemies").

    Types with Relentless Advance fill every space, row by row (valhalla, "Centurions"); a base of 2x2 has its anchor in
    the first space of the order about which it fits. Who finds no room goes on to the tile by the entrance (or any
    joined one, nearest to the entrance first), then to the nearest space anywhere.
    """
    entrance = table.board.entrance_of(tile)
    if table.fixed_map:
        entrance = (yield from entrance_by_arrival(table, tile)) or entrance
    if entrance is None:
        first = table.board.doors_of(tile)[0]
        entrance = table.board.door_spaces(first)
    ranked = yield from _by_initiative(table, groups, fastest_first=False)
    for type, count, _ in ranked:
        every = "fills_every_space" in table.stats.type_flags(type)
        order = table.board.placement_order(tile, entrance, every=every)
        for _ in range(count):
            taken = table.occupied()
            free = rooms(table, type, order, taken) or rooms(table, type, _beyond(table, tile, entrance[0]), taken)
            room = free[0] if free else nearest_room(table, type, entrance[0])
            if room is None:
                return
            place_enemy(table, type, room, brought=brought)


def _beyond(table: Table, tile: int, entrance: str) -> list[str]:
    """The spaces of the joined tiles, those nearest to the entrance first."""
    far = table.board.distances_from(entrance)
    spaces = [s for n in table.board.neighbours_of_tile(tile) for s in table.board.spaces_of(n)]
    return sorted(spaces, key=lambda s: (far.get(s, 999), s))


def _by_initiative(table: Table, groups: Groups, *, fastest_first: bool) -> Procedure[Groups]:
    """Groups by Initiative; equal ones in random order."""
    left = list(groups)
    ordered: Groups = []
    while left:
        speeds = [table.stats.enemy(type, "initiative") for type, _, _ in left]
        best = max(speeds) if fastest_first else min(speeds)
        tied = [g for g, speed in zip(left, speeds, strict=True) if speed == best]
        found = tied[0]
        if len(tied) > 1:
            picked = yield from table.pick("which enemies are placed first", [g[0] for g in tied], TARGETS)
            found = next(g for g in tied if g[0] == picked)
        left.remove(found)
        ordered.append(found)
    return ordered


def _place_ambush(table: Table, groups: Groups, beside: str = "", brought: int = 0, world: str = "") -> Procedure[None]:
    """Adjacent to the heroes of one World, fastest type first, each model at a Random Hero with the fewest of its type
    (compilation, "Ambush Attacks"). Those that find no room stand as near as they can, targeting nobody yet.

    Which adjacent space: the first free one in board order (our ruling for "any space adjacent"). Immobile types come
    first, and like those with Shootout they stand far from the heroes - unless a card says beside whom.
    """
    state, board = table.state, table.board
    groups = [group for group in groups if group[1]]
    rooted = [group for group in groups if is_immobile(table, group[0])]
    ranked = yield from _by_initiative(table, rooted, fastest_first=True)
    ranked += yield from _by_initiative(table, [g for g in groups if g not in rooted], fastest_first=True)
    for type, count, _ in ranked:
        if beside not in state.heroes and keeps_away(table, type):
            yield from place_far(table, type, count, brought, world)
            continue
        for _ in range(count):
            taken = table.occupied()
            standing = [h for h in heroes_in(table, state.standing(), world) if h.space]
            if not standing:
                return
            if beside in state.heroes and state.heroes[beside].up:
                # All of them next to one hero, or as near as they can; they choose targets when they Activate.
                here = state.heroes[beside].space
                by = rooms(table, type, board.adjacent[here], taken)
                near = by[0] if by else nearest_room(table, type, here)
                if near is not None:
                    place_enemy(table, type, near, brought=brought)
                continue
            room = {h.id: rooms(table, type, board.adjacent[h.space], taken) for h in standing}
            able = [h for h in standing if room[h.id]]
            if not able:
                near = nearest_room(table, type, standing[0].space)
                if near is None:
                    return
                place_enemy(table, type, near, brought=brought)
                continue
            load = {h.id: sum(1 for x in state.enemies.values() if x.type == type and x.target == h.id) for h in able}
            least = min(load.values())
            hero = yield from table.random_hero([h for h in able if load[h.id] == least], "ambush target")
            place_enemy(table, type, room[hero.id][0], hero.id, brought)


# --- the end of a Fight -----------------------------------------------------------------------------------------------


def check_fight(table: Table) -> None:
    """The turn ends at once if the last enemy is gone (the Fight is complete) or if enemies appeared in mid-turn.

    What brought them is resolved to its end first: a second Scavenge card, the rest of a Darkness card.
    """
    if table.interrupted:
        raise TurnOver("enemies appear")
    if table.state.fight is not None and not table.state.enemies:
        raise FightWon("the last enemy is gone")


def loot_cards(sources: int) -> int:
    """Loot cards that each hero draws after so many things brought enemies (compilation, "Drawing Loot Cards")."""
    return min(MOST_LOOT, sources)


def complete_fight(table: Table, *, mid_turn: bool = True) -> Procedure[None]:
    """Catch Your Breath, Recover, Loot (compilation, "Completing a Fight").

    Only where the Fight ends in the middle of a turn are there heroes who did not get to Activate in it.
    """
    state = table.state
    from rules_engine.procedures.statuses import set_free

    fight = state.fight
    assert fight is not None
    idle = {h.id for h in state.heroes.values() if mid_turn and not h.activated}
    sources = loot_cards(loot_sources(table))
    turns = state.turn - fight.began_turn + 1
    discard_traits(table)
    table.emit(e.FightEnded(fight.number, turns))
    set_free(table)
    yield from table.fire("fight_ended", Context(amount=turns, source="the Fight"))
    yield from fade(table)
    for hero in table.in_initiative_order(state.standing()):
        yield from catch_your_breath(table, hero, hero.id in idle)
    for hero in table.in_initiative_order(state.standing()):
        yield from use_after_a_fight(table, hero)
    yield from recover_the_fallen(table)
    if sources:
        from rules_engine.procedures.search import draw_loot

        heroes = table.in_initiative_order(state.party_standing())
        yield from draw_loot(table, [(hero, sources) for hero in heroes])
    if fight.objective:
        from rules_engine.procedures.signals import AdventureOver

        raise AdventureOver("victory", "the Objective is won")
    judge(table)


def use_after_a_fight(table: Table, hero: Hero) -> Procedure[None]:
    """What may be used after a Fight, while it helps."""
    while hero.up:
        options = [Option("go", "go on")]
        options += [
            Option(one.id, f"{one.held.source}: {one.ability.label}", one.ability.id)
            for one in uses_of(table, hero, "fight_over")
        ]
        answer = yield from table.ask(hero.id, "fight_over", f"{hero.name}, after the Fight", options)
        if answer == "go":
            return
        yield from use(table, answer, ("fight_over",))


def catch_your_breath(table: Table, hero: Hero, idle: bool) -> Procedure[None]:
    """Heal D3 Wounds or Sanity; who did not get to Activate heals D6 or Recovers a Grit instead."""
    hurt = hero.wounds + hero.sanity_damage
    if idle and not hero.ally_of:
        answer = yield from table.ask(
            hero.id,
            "breath",
            f"{hero.name} did not Activate: heal D6 or Recover 1 Grit?",
            (Option("heal", "heal D6 Wounds/Sanity"), Option("grit", "Recover 1 Grit")),
            rule="compilation: Catching Your Breath",
        )
        if answer == "grit":
            yield from recover_grit(table, hero, 1, "Catching Your Breath")
            table.emit(e.CaughtBreath(hero.id, 0))
            return
    if not hurt:
        return
    roll = yield from table.roll(hero.id, "catching breath", ("D6" if idle else "D3",))
    most = 6 if idle else 3
    yield from offer(table, roll, hero, "heal", lambda die: die.value * 2 <= most and die.value < hurt)
    healed = yield from heal(table, hero, any=roll.total)
    table.emit(e.CaughtBreath(hero.id, healed))


def recover_the_fallen(table: Table) -> Procedure[None]:
    """Every KO'd hero Recovers while there are no enemies on the board."""
    if table.state.enemies:
        return
    for hero in list(table.state.heroes.values()):
        if hero.ko and not hero.dead:
            yield from recover(table, hero)


__all__ = [
    "PARTY",
    "bring_enemies",
    "check_fight",
    "complete_fight",
    "roll_elite",
    "spawn",
]
