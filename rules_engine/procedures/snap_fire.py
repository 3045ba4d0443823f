"""Snap Fire: a free Ranged Attack before closing in, and a withdrawal after the fight (compilation, Setaris Ravagers).

The book tells what such enemies do and gives no procedure; the order, the target and the way back are our rulings.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_engine.effects.parse import RangedAttack
from rules_engine.procedures.ranged_foes import range_of, shots_at, viable
from rules_engine.state import Enemy

if TYPE_CHECKING:
    from rules_engine.table import Procedure, Table


def snap_fire(table: Table, type: str, gun: RangedAttack) -> Procedure[None]:
    """At the start of its Activation each of them shoots at a Random Hero in Range and Line of Sight, if there is one.

    It is an Extra Ranged Attack: targets of the Melee Attack and movement stay as they are.
    """
    reach = range_of(table, type, gun)
    for enemy in [x for x in table.state.enemies.values() if x.type == type]:
        seen = viable(table, enemy, reach) if enemy.id in table.state.enemies else []
        if seen:
            hero = yield from table.random_hero(seen, "enemy target")
            yield from shots_at(table, type, [enemy.id], hero, gun)


def fall_back(table: Table, enemy: Enemy, flags: frozenset[str]) -> Procedure[None]:
    """After the attacks it moves, up to its Move, to the space farthest from every hero; the nearest such space."""
    from rules_engine.procedures.foes import obstacles, walk

    yield from ()
    board = table.board
    ranges = [board.distances_from(h.space) for h in table.state.standing() if h.space]
    if not ranges or "immobile" in flags or enemy.base:
        return
    solid, passable = obstacles(table, enemy, flags)
    move = max(0, table.stats.enemy(enemy.type, "move"))
    reached = board.reach(enemy.space, move, solid, leap="move_through_models" in flags)
    ends = [space for space in reached if space not in passable]
    goal = max(ends, key=lambda s: (min(far.get(s, 0) for far in ranges), -reached[s][0], s == enemy.space))
    walk(table, enemy, board.path(reached, goal), passable)
