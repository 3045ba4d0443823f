"""Enemy Ranged Attacks, and Melee Attacks that reach farther than the next space (compilation, "Enemy Ranged Attacks").

A type with a Ranged Attack targets anew each turn: a Random adjacent hero, else one in Range and Line of Sight; it
moves only if there is none. Extra Ranged Attacks (`shot`, Snap Fire) leave targets and movement as they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_engine import events as e
from rules_engine.effects.context import Context
from rules_engine.effects.parse import RangedAttack
from rules_engine.procedures.harm import take_hits
from rules_engine.procedures.reach import within
from rules_engine.procedures.tails import tails_bite
from rules_engine.state import Enemy, Hero

if TYPE_CHECKING:
    from rules_engine.table import Procedure, Table


def ranged_attack_of(table: Table, type: str) -> RangedAttack | None:
    """The Ranged Attack of a type, if it has one; an Elite ability's replaces the printed one."""
    found = None
    for held in table.stats.held_by_type(type):
        found = held.ability.ranged or found
    return found


def range_of(table: Table, type: str, gun: RangedAttack) -> int:
    """How far a type's Ranged Attack reaches now."""
    return gun.range + table.stats.enemy(type, "distance")


def fights_hand_to_hand(table: Table, type: str) -> bool:
    """Whether a type has Combat and a Melee To Hit."""
    return table.stats.enemy(type, "combat") > 0 and table.stats.enemy(type, "melee") > 0


def viable(table: Table, enemy: Enemy, reach: int) -> list[Hero]:
    """Whom an enemy can shoot at: standing heroes in Range and Line of Sight."""
    return [h for h in table.state.standing() if table.in_reach(enemy, h, reach)]


# --- targets and movement ---------------------------------------------------------------------------------------------


def take_aim(table: Table, enemy: Enemy, gun: RangedAttack, flags: frozenset[str]) -> Procedure[None]:
    """An enemy with a Ranged Attack targets a Random Hero; without a viable one it moves until there is one."""
    from rules_engine.procedures.extra_large import move_extra_large
    from rules_engine.procedures.foes import choose_target

    reach = range_of(table, enemy.type, gun)
    able = table.heroes_beside(enemy) or viable(table, enemy, reach)
    if not able and "immobile" not in flags:
        if enemy.base:
            yield from move_extra_large(table, enemy, flags)
            if enemy.target is not None:
                return
        else:
            advance(table, enemy, reach, flags)
        able = table.heroes_beside(enemy) or viable(table, enemy, reach)
    if able:
        hero = yield from choose_target(table, enemy, able, flags)
        table.emit(e.EnemyTargeted(enemy.id, hero.id))


def advance(table: Table, enemy: Enemy, reach: int, flags: frozenset[str]) -> None:
    """Move toward the nearest hero, up to the Move, and stop where a hero is in Range and Line of Sight.

    The way is the one that brings it nearest; it stops in the first free space of it that will do (our ruling).
    """
    from rules_engine.procedures.foes import obstacles, walk, way_to_the_nearest

    solid, passable = obstacles(table, enemy, flags)
    move = table.stats.enemy(enemy.type, "move")
    reached = table.board.reach(enemy.space, move, solid, leap="move_through_models" in flags)
    path = way_to_the_nearest(table, enemy, reached, passable)
    for steps, space in enumerate(path, 1):
        if space not in passable and any(table.in_reach_from([space], h, reach) for h in table.state.standing()):
            path = path[:steps]
            break
    walk(table, enemy, path, passable)


def strike_around(table: Table, enemy: Enemy, reach: int, flags: frozenset[str]) -> Procedure[None]:
    """An enemy targets a Random Hero whom its Melee Attack reaches; what attacks all of them needs no target."""
    from rules_engine.procedures.foes import choose_target

    if enemy.target is not None or "attacks_all" in flags:
        return
    able = [h for h in table.state.standing() if within(table, enemy, h, reach)]
    if able:
        hero = yield from choose_target(table, enemy, able, flags)
        table.emit(e.EnemyTargeted(enemy.id, hero.id))


# --- the attack -------------------------------------------------------------------------------------------------------


def shoot_heroes(table: Table, type: str, gun: RangedAttack) -> Procedure[None]:
    """The Ranged Attacks of a type: those on one hero are rolled together, heroes in Initiative order.

    Who stands next to a hero and has Combat fights hand to hand instead.
    """
    state, reach = table.state, range_of(table, type, gun)
    hand_to_hand = fights_hand_to_hand(table, type)
    targets: dict[str, list[str]] = {}
    for enemy in state.enemies.values():
        if enemy.type == type and enemy.target is not None:
            targets.setdefault(enemy.target, []).append(enemy.id)
    for hero in table.in_initiative_order(state.heroes[id] for id in targets):
        shooters = [
            id
            for id in targets[hero.id]
            if id in state.enemies
            and hero.up
            and not (hand_to_hand and table.beside(state.enemies[id], hero))
            and hero in viable(table, state.enemies[id], reach)
        ]
        if shooters:
            yield from shots_at(table, type, shooters, hero, gun)


def shots_of(table: Table, type: str, gun: RangedAttack, about: Context) -> tuple[int, int, int, str]:
    """Ranged To Hit, Shots, Damage and the die added to it, of each enemy of a type now."""
    stats = table.stats
    damage = stats.enemy(type, "damage", about) if gun.damage is None and not gun.die else (gun.damage or 0)
    shots = max(0, gun.shots + stats.enemy(type, "shots"))
    to_hit = stats.enemy(type, "range") or stats.enemy(type, "melee")
    return to_hit, shots, damage + stats.enemy(type, "ranged_damage"), gun.die


def shots_at(table: Table, type: str, shooters: list[str], hero: Hero, gun: RangedAttack) -> Procedure[None]:
    """Shots of some enemies at one hero: To Hit, the dice that do more, the hero's saves, the Damage of the rest."""
    from rules_engine.effects.run import run
    from rules_engine.procedures.foes import batches_of, enemy_rerolls, offer_the_hero, revived_meanwhile

    stats = table.stats
    name, tokens = table.library.enemies[type].plural, table.revivals
    about = Context(subject=hero.id, enemy=shooters[0], enemy_type=type, kind="ranged", source=name)
    to_hit, each, damage, die = shots_of(table, type, gun, about)
    if not each or not to_hit:
        return
    owners = [id for id in shooters for _ in range(each)]
    roll = yield from table.enemy_roll(type, "enemy to hit", ("D6",) * len(owners), to_hit)
    yield from enemy_rerolls(table, type, roll)
    yield from offer_the_hero(table, roll, hero, to_hit, type)
    ones = "hit_on_ones" in stats.flags(hero)
    faces = [shot.face for shot in roll.dice if shot.value >= to_hit or (ones and shot.face == 1)]
    table.emit(e.EnemiesAttacked(type, shooters, hero.id, len(roll.dice), len(faces), roll.id, "ranged"))
    for owner, shot in zip(owners, roll.dice, strict=True):
        if shot.face == 1 and owner in table.state.enemies:
            yield from tails_bite(table, table.state.enemies[owner], 1)
    special = [gun.on_face] if gun.on_face is not None else []
    for (ignore, harder), count in batches_of(faces, special):
        if not hero.up or revived_meanwhile(table, tokens):
            break
        own = about.about(source="")
        yield from take_hits(
            table, hero, "physical", count, name, damage=damage, die=die, ignore=ignore, harder=harder, about=own
        )
    for one in special:
        for face in faces:
            if one.do and face >= one.at_least and hero.up and not revived_meanwhile(table, tokens):
                yield from run(table, one.do, about)
    if faces and hero.up:
        yield from table.fire("enemy_attacked", about.about(amount=len(faces), source=""))
