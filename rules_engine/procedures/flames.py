"""Attacks with the Flame Template (forbidden-fortress, "Using the Template")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_engine import events as e
from rules_engine.board.template import flame
from rules_engine.choices import Option
from rules_engine.dice import ENEMY_DICE
from rules_engine.effects import nodes as n
from rules_engine.effects.conditions import value_now
from rules_engine.effects.context import Context
from rules_engine.procedures.attacks import Weapon, targets
from rules_engine.state import Enemy, Hero

if TYPE_CHECKING:
    from rules_engine.table import Procedure, Table


def flame_attack(table: Table, node: n.Flame, about: Context) -> Procedure[None]:
    """A target in Range as for any Ranged Attack; then what the Attack does befalls each model that is touched.

    `do` befalls the attacker's foes, `friends` models of the attacker's own side; the attacker is spared.
    """
    enemy = table.state.enemies.get(about.enemy)
    hero = table.state.heroes.get(about.owner) or table.state.heroes.get(about.subject)
    if hero is not None and about.owner not in table.library.enemies:
        yield from _by_hero(table, node, hero, about)
    elif enemy is not None:
        yield from _by_enemy(table, node, enemy, about)


def flame_targets(table: Table, hero: Hero, node: n.Flame) -> list[Enemy]:
    """Enemies at whom a hero may point the Template now: adjacent ones first, as with any Ranged Attack."""
    reach = value_now(table, node.range, Context(subject=hero.id, owner=hero.id))
    return targets(table, hero, Weapon("", "ranged", "", 1, 0, "D6", "D6", 0, reach))


def touched_by(table: Table, attacker: Hero | Enemy, target: Hero | Enemy) -> list[str]:
    """Spaces that the Template touches: between the spaces of both bases that are nearest to one another."""
    pairs = [(a, b) for a in table.footprint(attacker) for b in table.footprint(target)]
    start, end = min(pairs, key=lambda pair: (table.board.distance(*pair), pair))
    own = table.footprint(attacker)
    return [space for space in flame(table.board, start, end) if space not in own]


def _by_hero(table: Table, node: n.Flame, hero: Hero, about: Context) -> Procedure[None]:
    able = flame_targets(table, hero, node)
    if not able:
        table.emit(e.NothingHappened(about.source, "there is no enemy in reach"))
        return
    options = [
        Option(f"enemy:{x.id}", f"{table.name(x.id)} ({_caught(table, touched_by(table, hero, x))})", x.id)
        for x in able
    ]
    answer = yield from table.ask(hero.id, "flame", "At whom?", options, rule="forbidden-fortress: Flame Template")
    target = table.state.enemies[answer.partition(":")[2]]
    touched = touched_by(table, hero, target)
    table.emit(e.FlameCast(hero.id, target.id, touched, about.source))
    yield from _burn(table, touched, hero.id, about.about(owner=hero.id), foes=node.do, friends=node.friends)


def _caught(table: Table, spaces: list[str]) -> str:
    standing = table.occupied()
    return "touches " + ", ".join(dict.fromkeys(table.name(standing[space]) for space in spaces if space in standing))


def _by_enemy(table: Table, node: n.Flame, enemy: Enemy, about: Context) -> Procedure[None]:
    reach = yield from table.roll_amount(node.range, about, "range", ENEMY_DICE)
    seen = [h for h in table.state.standing() if table.in_reach(enemy, h, reach)]
    if not seen:
        return
    if node.at == "farthest":
        most = max(table.range_between(enemy, h) for h in seen)
        seen = [h for h in seen if table.range_between(enemy, h) == most]
    elif node.at == "target":
        seen = [h for h in seen if h.id == enemy.target] or seen
    hero = yield from table.random_hero(seen, "enemy target")
    touched = touched_by(table, enemy, hero)
    table.emit(e.FlameCast(enemy.id, hero.id, touched, about.source))
    yield from _burn(table, touched, enemy.id, about, foes=node.do, friends=node.friends)


def _burn(
    table: Table, touched: list[str], attacker: str, about: Context, *, foes: n.Effects, friends: n.Effects
) -> Procedure[None]:
    """What befalls each model in the touched spaces, the nearest first."""
    from rules_engine.effects.run import run

    state = table.state
    by_hero = attacker in state.heroes
    standing = table.occupied()
    for who in dict.fromkeys(standing[space] for space in touched if space in standing):
        if who == attacker:
            continue
        if who in state.enemies:
            struck = state.enemies[who]
            subject = attacker if by_hero else ""
            yield from run(
                table,
                foes if by_hero else friends,
                about.about(subject=subject, enemy=who, enemy_type=struck.type),
            )
        elif state.heroes[who].up:
            yield from run(table, friends if by_hero else foes, about.about(subject=who))
