"""A hero is pulled toward an enemy (compilation, "Carnivorous Plants")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_engine import events as e
from rules_engine.effects import nodes as n
from rules_engine.effects.context import Context

if TYPE_CHECKING:
    from rules_engine.table import Procedure, Table


def pulled(table: Table, node: n.Pull, about: Context) -> Procedure[None]:
    """The hero goes the shortest free way toward the enemy that struck, so many spaces at most, and ends next to it.

    It costs no movement and no Escape test; a hero next to it already, or with no free way, stays (our ruling).
    """
    yield from ()
    hero, enemy = table.state.heroes.get(about.subject), table.state.enemies.get(about.enemy)
    if hero is None or enemy is None or not hero.up or table.beside(hero, enemy):
        return
    blocked = {space for space, who in table.occupied().items() if who != hero.id}
    reached = table.board.reach(hero.space, node.spaces, blocked)
    far = table.board.distances_from(enemy.space)
    goal = min(reached, key=lambda space: (far.get(space, 999), reached[space][0], space))
    if far.get(goal, 999) < far.get(hero.space, 999):
        table.emit(e.Placed(hero.id, goal, f"pulled by {table.name(enemy.id)}"))
