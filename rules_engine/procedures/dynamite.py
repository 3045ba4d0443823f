"""Throwing Dynamite and Bombs (compilation, "Throwing a Bomb or Dynamite")."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from rules_engine import events as e
from rules_engine.choices import Option
from rules_engine.effects import nodes as n
from rules_engine.effects.context import Context
from rules_engine.effects.language import Amount, Term
from rules_engine.procedures.aid import aims, take_aim
from rules_engine.procedures.attacks import wound_enemy
from rules_engine.procedures.corpses import clear_corpses
from rules_engine.procedures.harm import wound
from rules_engine.procedures.immunity import ignores
from rules_engine.procedures.rerolls import hero_roll
from rules_engine.state import Hero

if TYPE_CHECKING:
    from rules_engine.table import Procedure, Table


SIX = Amount(0, (Term(1, "D6", ("D6",)),), "D6")


def throw(table: Table, node: n.Throw, about: Context) -> Procedure[None]:
    """Throw at a space in Range and Line of Sight; a miss Bounces D3 times, each by D8, before it explodes.

    Adjacent enemies need not be targeted first. A Bounce into a wall is cancelled (old-west, "Dynamite Bounce").
    """
    hero = table.state.heroes[about.subject]
    reach = yield from table.roll_amount(node.range, about, "range")
    aims = aim_spaces(table, hero, reach)
    options = [Option(f"space:{space}", _what_is_there(table, space), space) for space in aims]
    answer = yield from table.ask(
        hero.id, "throw", f"Where does {hero.name} throw it?", options, rule="compilation: Dynamite"
    )
    aimed = answer.partition(":")[2]
    hit, path = yield from flight(table, hero, aimed, about)
    table.emit(e.BlastThrown(hero.id, about.source, aimed, hit, path, path[-1]))
    yield from explode(table, path[-1], node.wounds, hero, about)


def flight(table: Table, hero: Hero, aimed: str, about: Context) -> Procedure[tuple[bool, list[str]]]:
    """Whether a throw hits the space it was aimed at, and the spaces it comes through, Bounces included."""
    to_hit = table.stats.hero(hero, "ranged_to_hit", about.about(kind="ranged"))
    aim = partial(take_aim, table, hero, to_hit) if aims(table, hero) else None
    roll = yield from hero_roll(table, hero, "to hit", "to_hit", ["D6"], to_hit, first=aim)
    hit = roll.successes() > 0
    path = [aimed]
    if not hit:
        bounces = yield from table.roll(hero.id, "bounces", ("D3",))
        for _ in range(bounces.total):
            way = yield from table.roll(hero.id, "bounce direction", ("D8",))
            there = table.board.neighbour_in_direction(path[-1], way.dice[0].face)
            if there is not None:
                path.append(there)
    return hit, path


def aim_spaces(table: Table, hero: Hero, reach: int) -> list[str]:
    """Spaces that a hero may throw at: in Range and in Line of Sight."""
    far = table.board.distances_from(hero.space)
    return [space for space, steps in far.items() if steps <= reach and table.board.sees(hero.space, space)]


def _what_is_there(table: Table, space: str) -> str:
    caught = [table.name(who) for who in caught_in(table, space)]
    return f"{space} (catches {', '.join(sorted(caught))})" if caught else f"{space} (catches nobody)"


def caught_in(table: Table, space: str) -> list[str]:
    """Models in a space and the adjacent ones, in board order; a base of several spaces is caught once.

    Source: compilation, "Area Effect and Extra Large Bases".
    """
    area = {space, *table.board.adjacent[space]}
    return list(dict.fromkeys(who for where, who in sorted(table.occupied().items()) if where in area))


def explode(table: Table, space: str, wounds: Amount, hero: Hero, about: Context) -> Procedure[None]:
    """D6 Wounds, ignoring Defense, to each model in the space and the adjacent ones, rolled for each separately."""
    for who in caught_in(table, space):
        if who in table.state.enemies or (who in table.state.heroes and table.state.heroes[who].up):
            roll = yield from table.roll(hero.id, "explosion damage", wounds.terms[0].dice if wounds.terms else ("D6",))
            table.emit(e.BlastHit(who, roll.total, roll.id))
            if who in table.state.enemies:
                enemy = table.state.enemies[who]
                if ignores(table, enemy, about):
                    continue
                yield from wound_enemy(table, enemy, roll.total, hero.id, ignore=("defense",), because=about.source)
            elif not ignores(table, table.state.heroes[who], about):
                yield from wound(table, table.state.heroes[who], roll.total, about.source or "the explosion")
    if table.state.corpses:
        clear_corpses(table, {space, *table.board.adjacent[space]}, "the explosion")
    if table.state.ground or table.state.cover:
        from rules_engine.procedures.ground import aftermath

        yield from aftermath(table, {space, *table.board.adjacent[space]}, hero)


def set_off(table: Table, hero: Hero) -> Procedure[None]:
    """Dangerous Dynamite, an optional rule: 10 Wounds or more from one source may set off what a hero carries.

    A die for each stick or Bomb: on 1-2 it explodes in the hero's own space (compilation, "Dangerous Bombs").
    """
    for token in [t for t in hero.side_bag if t in ("dynamite", "bomb")]:
        roll = yield from table.roll(hero.id, "dangerous dynamite", ("D6",))
        if roll.dice[0].face <= 2 and token in hero.side_bag:
            table.emit(e.TokenSpent(hero.id, token, "it goes off in the bag"))
            table.emit(e.BlastThrown(hero.id, token, hero.space, True, [hero.space], hero.space))
            yield from explode(table, hero.space, SIX, hero, Context(subject=hero.id, source="Dangerous Dynamite"))
