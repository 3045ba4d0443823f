"""Enemies that cannot move: how they come, how heroes get away from them (compilation, "Immobile Enemies")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_engine import events as e
from rules_engine.procedures.worlds import heroes_in
from rules_engine.state import Hero

if TYPE_CHECKING:
    from rules_engine.table import Procedure, Table

ESCAPED = 18
"""An Immobile enemy farther than this from every hero is removed at the start of a turn."""


def is_immobile(table: Table, type: str) -> bool:
    """Whether enemies of a type cannot move."""
    return any(held.ability.immobile for held in table.stats.held_by_type(type))


def keeps_away(table: Table, type: str) -> bool:
    """Whether enemies of a type Ambush from afar: Immobile ones, and those with Shootout."""
    return any(held.ability.immobile or held.ability.shootout for held in table.stats.held_by_type(type))


def only_immobile(table: Table) -> bool:
    """Whether Immobile enemies are the only ones on the board, so that heroes may Explore during the Fight."""
    enemies = table.state.enemies
    return bool(enemies) and all(is_immobile(table, type) for type in {x.type: None for x in enemies.values()})


def leave_behind(table: Table) -> Procedure[None]:
    """Start of a turn: Immobile enemies that are not within 18 spaces of a hero are removed, for no XP and no Loot.

    Those of the Objective stay, for the Mission hangs on them. If nobody is left the Fight is over: the heroes Catch
    their Breath, and the turn goes on (our rulings).
    """
    state = table.state
    if not state.enemies or state.fight is None:
        return
    types = [type for type in state.groups if is_immobile(table, type)]
    if not types:
        return
    heroes = [h for h in state.party_standing() if h.space]
    for enemy in [x for x in state.enemies.values() if x.type in types]:
        far = min((table.range_between(enemy, h) for h in heroes), default=0)
        if far > ESCAPED and not (enemy.brought and enemy.brought == state.fight.final):
            table.emit(e.LeftBehind(enemy.id, enemy.type, far))
    if not state.enemies:
        from rules_engine.procedures.fights import complete_fight

        yield from complete_fight(table, mid_turn=False)


def loot_sources(table: Table) -> int:
    """Threat cards that give Loot: all but those of which enemies were left behind and none was killed."""
    fight = table.state.fight
    assert fight is not None
    lost = [source for source in fight.escaped if source not in fight.beaten]
    return max(0, fight.sources - len(lost))


def far_spaces(table: Table, hero: Hero) -> list[str]:
    """The spaces of a hero's Map Tile, those farthest from any hero first; then so those of the adjacent tiles.

    Of a hero who stands on two tiles it is the later one; equals are taken in the tile's own order (our rulings).
    """
    board = table.board
    ranges = [board.distances_from(h.space) for h in table.state.standing() if h.space]
    own = board.tiles_of(hero.space)[-1]

    def ranked(tiles: list[int]) -> list[str]:
        spaces = dict.fromkeys(space for tile in tiles for space in board.spaces_of(tile))
        return sorted(spaces, key=lambda space: -min(near.get(space, 0) for near in ranges))

    return list(dict.fromkeys([*ranked([own]), *ranked(list(board.neighbours_of_tile(own)))]))


def place_far(table: Table, type: str, count: int, brought: int, world: str = "") -> Procedure[None]:
    """Immobile and Shootout enemies that Ambush in a World: on a Random Hero's Map Tile, far from every hero."""
    from rules_engine.procedures.extra_large import nearest_room, rooms
    from rules_engine.procedures.fights import place_enemy

    standing = [h for h in heroes_in(table, table.state.standing(), world) if h.space]
    if not standing:
        return
    hero = yield from table.random_hero(standing, "ambush target")
    order = far_spaces(table, hero)
    for _ in range(count):
        free = rooms(table, type, order, table.occupied())
        room = free[0] if free else nearest_room(table, type, hero.space)
        if room is None:
            return
        place_enemy(table, type, room, brought=brought)


def darkens(table: Table) -> int:
    """How much more Hold Back the Darkness needs, for heroes on a Map Tile with enemies that make it harder.

    It does not matter how many of either there are (valhalla, "Archive Towers").
    """
    state = table.state
    if not state.enemies:
        return 0
    more = 0
    for type in state.groups:
        by = sum(held.ability.hold_back for held in table.stats.held_by_type(type))
        there = [x for x in state.enemies.values() if x.type == type] if by else []
        if any(table.share_tile(x, h) for x in there for h in state.party_standing()):
            more += by
    return more
