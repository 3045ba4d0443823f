"""Shootout: enemies that stay away from the heroes and shoot (compilation, "Shootout").

A marker on a hero is the target of one of them; all are taken away when the shooting is over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_engine import events as e
from rules_engine.effects.parse import RangedAttack
from rules_engine.procedures.ranged_foes import fights_hand_to_hand, range_of, shoot_heroes, viable
from rules_engine.state import Enemy, Hero

if TYPE_CHECKING:
    from rules_engine.table import Procedure, Table

RETREATS = 4


def shootout(table: Table, type: str, gun: RangedAttack, flags: frozenset[str]) -> Procedure[None]:
    """An Activation: Retreats, then targets and moves one by one, then Melee and Ranged Attacks."""
    from rules_engine.procedures.foes import attack_heroes, one_after_another

    state = table.state
    for enemy in [x for x in state.enemies.values() if x.type == type and x.target is not None]:
        table.emit(e.EnemyTargeted(enemy.id, None))
    yield from one_after_another(table, type, lambda enemy: retreat(table, enemy, flags))
    yield from one_after_another(table, type, lambda enemy: take_a_shot(table, enemy, gun, flags))
    if fights_hand_to_hand(table, type):
        yield from attack_heroes(table, type)
    yield from shoot_heroes(table, type, gun)
    table.emit(e.ShootoutCleared(type))


def retreat(table: Table, enemy: Enemy, flags: frozenset[str]) -> Procedure[None]:
    """Next to a hero: on 4+ a Free Move the shortest way to where no hero is adjacent; otherwise it fights.

    The Free Move is as long as it has to be. Of equally near spaces that farthest from the heroes (our rulings).
    """
    from rules_engine.procedures.foes import obstacles, walk

    board = table.board
    if not table.heroes_beside(enemy):
        return
    roll = yield from table.enemy_roll(enemy.id, "retreat", ("D6",), RETREATS)
    solid, passable = obstacles(table, enemy, flags)
    reached = board.reach(enemy.space, len(board.adjacent), solid, leap="move_through_models" in flags)
    safe = [space for space in reached if space not in passable and not table.adjacent_heroes(space)]
    away = roll.successes() > 0 and bool(safe) and not _stays(enemy, flags)
    table.emit(e.RetreatRolled(enemy.id, roll.id, away))
    if away:
        ranges = [board.distances_from(h.space) for h in table.state.standing()]
        goal = min(safe, key=lambda s: (reached[s][0], -min(far.get(s, 0) for far in ranges), s))
        walk(table, enemy, board.path(reached, goal), passable)


def take_a_shot(table: Table, enemy: Enemy, gun: RangedAttack, flags: frozenset[str]) -> Procedure[None]:
    """Beside a hero: a Random adjacent hero is the target of a Melee Attack. Otherwise the enemy marks a Random Hero
    with the fewest Shootout markers and moves to where that one is in Range and sight; failing that, another who is.
    """
    beside = table.heroes_beside(enemy)
    if beside:
        hero = yield from table.random_hero(beside, "enemy target")
        table.emit(e.EnemyTargeted(enemy.id, hero.id))
        return
    reach = range_of(table, enemy.type, gun)
    hero = yield from _fewest_markers(table, enemy.type, table.state.standing())
    if hero not in viable(table, enemy, reach) and not _stays(enemy, flags):
        _into_range(table, enemy, hero, reach, flags)
    seen = viable(table, enemy, reach)
    if seen and hero not in seen:
        hero = yield from _fewest_markers(table, enemy.type, seen)
    if hero in seen:
        table.emit(e.ShootoutMarked(enemy.id, hero.id, markers(table, enemy.type, hero) + 1))


def _stays(enemy: Enemy, flags: frozenset[str]) -> bool:
    """Whether it keeps its place in a Shootout: an Immobile one, or one too big to dodge about (our ruling)."""
    return "immobile" in flags or bool(enemy.base)


def markers(table: Table, type: str, hero: Hero) -> int:
    """The Shootout markers on a hero: those of a type that aim at it from afar."""
    aiming = [x for x in table.state.enemies.values() if x.type == type and x.target == hero.id]
    return sum(not table.beside(x, hero) for x in aiming)


def _fewest_markers(table: Table, type: str, among: list[Hero]) -> Procedure[Hero]:
    held = {h.id: markers(table, type, h) for h in among}
    least = min(held.values())
    return (yield from table.random_hero([h for h in among if held[h.id] == least], "enemy target"))


def _into_range(table: Table, enemy: Enemy, hero: Hero, reach: int, flags: frozenset[str]) -> None:
    """The shortest way, through its own group, to a free space next to no hero from which it can shoot at one.

    Too far for one Move: it goes along that way as far as it can stand (our ruling).
    """
    from rules_engine.procedures.foes import obstacles, walk

    board, state = table.board, table.state
    solid, passable = obstacles(table, enemy, flags)
    fellows = {x.space for x in state.enemies.values() if x.type == enemy.type and x.id != enemy.id}
    solid, passable = solid - fellows, passable | fellows
    reached = board.reach(enemy.space, len(board.adjacent), solid, leap="move_through_models" in flags)

    def stands(space: str) -> bool:
        return space not in passable and not table.adjacent_heroes(space)

    far = board.distances_from(hero.space)
    able = [s for s in reached if far.get(s, 999) <= reach and board.sees(s, hero.space) and stands(s)]
    if not able:
        return
    goal = min(able, key=lambda s: (reached[s][0], s))
    path = board.path(reached, goal)[: max(0, table.stats.enemy(enemy.type, "move"))]
    while path and not stands(path[-1]):
        path.pop()
    walk(table, enemy, path, passable)
