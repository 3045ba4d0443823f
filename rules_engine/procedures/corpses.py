"""Corpse Tokens: left by some of the Undead, rising up, blown apart (forbidden-fortress, "Corpse Tokens")."""

from __future__ import annotations

from collections.abc import Container
from typing import TYPE_CHECKING

from rules_engine import events as e
from rules_engine.effects import nodes as n
from rules_engine.effects.context import Context
from rules_engine.procedures.harm import nearest_free
from rules_engine.procedures.worlds import home, instead, of_space
from rules_engine.state import Corpse, Hero

if TYPE_CHECKING:
    from rules_engine.table import Procedure, Table

LEAVES_CORPSE = "leaves_corpse"
RISEN = "dishonored-dead"
TOO_BROKEN = 1
RISES_ON = 5


def leave_corpse(table: Table, space: str, name: str) -> None:
    """A Corpse Token lies where an enemy was killed."""
    table.emit(e.CorpsePlaced(table.next_uid(), space, name))


def place_corpses(table: Table, hero: Hero, count: int, because: str) -> None:
    """Corpse Tokens in empty spaces adjacent to a hero, in board order; where those run out, in the nearest ones."""
    taken = {*table.occupied(), *(corpse.space for corpse in table.state.corpses)}
    far = table.board.distances_from(hero.space)
    empty = sorted((steps, space) for space, steps in far.items() if space not in taken)
    for _, space in empty[:count]:
        leave_corpse(table, space, because)


def bring_corpses(table: Table, node: n.Corpses, about: Context) -> Procedure[None]:
    """A card brings Corpse Tokens beside a hero."""
    from rules_engine.effects.whom import heroes_for

    for hero in (yield from heroes_for(table, node.to, about)):
        count = yield from table.roll_amount(node.count, about.about(subject=hero.id), "Corpse Tokens")
        place_corpses(table, hero, count, about.source)


def clear_corpses(table: Table, area: Container[str], because: str) -> None:
    """An explosion removes every Corpse Token in its area, those of the enemies that it killed too."""
    for corpse in table.state.corpses:
        if corpse.space in area:
            table.emit(e.CorpseRemoved(corpse.uid, corpse.space, because))


def rise_up(table: Table) -> Procedure[None]:
    """At the end of a turn of a Fight a die for each Corpse Token that has a model on its Map Tile.

    On 1 it is removed, on 5-6 a Dishonored Dead takes its place. The tokens are rolled for in the order in which they
    were placed.
    """
    if not table.state.enemies:
        return
    for corpse in table.state.corpses:
        if corpse not in table.state.corpses or not _watched(table, corpse):
            continue
        risen = table.library.enemies[who_rises(table, corpse)].plural
        roll = yield from table.enemy_roll(risen, "rise up", ("D6",), RISES_ON)
        if roll.total <= TOO_BROKEN:
            table.emit(e.CorpseRemoved(corpse.uid, corpse.space, "it is too broken to stand up again"))
        elif roll.total >= RISES_ON:
            yield from _rise(table, corpse)


def _watched(table: Table, corpse: Corpse) -> bool:
    """Whether any hero or enemy model is on the Map Tile of a Corpse Token."""
    return any(table.same_tile(space, corpse.space) for space in table.occupied())


def who_rises(table: Table, corpse: Corpse) -> str:
    """The Enemy Type that stands up in the World where a Corpse Token lies (forbidden-fortress, "Devoured Dead")."""
    return instead(table, RISEN, of_space(table, corpse.space) if table.board.has_gates else home(table))


def _rise(table: Table, corpse: Corpse) -> Procedure[None]:
    """One of the dead stands up; with no model left for it the Darkness moves 1 space forward instead."""
    from rules_engine.procedures.darkness import move_darkness

    state, type = table.state, who_rises(table, corpse)
    record = table.library.enemies[type]
    on_board = sum(1 for enemy in state.enemies.values() if enemy.type == type)
    space: str | None = corpse.space
    if space in table.occupied():
        space = nearest_free(table, corpse.space)
    if on_board >= record.models or space is None:
        table.emit(e.CorpseRemoved(corpse.uid, corpse.space, "no model is left for it"))
        yield from move_darkness(table, 1, "the dead who found no body")
        return
    table.emit(e.CorpseRose(corpse.uid, corpse.space, type, record.name))
    table.emit(e.EnemiesCame(type, record.plural, 1, False, table.brutal))
    number = state.enemy_count.get(type, 0) + 1
    table.emit(e.EnemyPlaced(f"{type}-{number}", type, space))
