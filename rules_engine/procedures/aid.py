"""What the player aid lets a hero do instead of moving or attacking (player-aid, "Optional Rules").

Aim or handle an object instead of the Move; run, throw, handle an object, fire at Dynamite or seek cover instead of
the Attack; a single step for who has not moved. Each is a switch of its own and costs nothing where it is off. There
is an Attack only in a Fight, so what takes its place is open only in one (our ruling).
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from rules_engine import events as e
from rules_engine.choices import Option
from rules_engine.dice import Roll
from rules_engine.procedures.rerolls import free_reroll
from rules_engine.state import Hero

if TYPE_CHECKING:
    from rules_engine.table import Procedure, Table

RULE = "player-aid: Optional Rules"
MOVING = frozenset({"aim", "lay", "take"})
ATTACKING = frozenset({"run", "toss", "lay", "take", "shoot", "cover"})


# --- instead of the Move ----------------------------------------------------------------------------------------------


def instead_of_moving(table: Table, hero: Hero) -> list[Option]:
    """What a hero may do in place of the Move, while nothing of the Move is used."""
    rules = table.rules
    found: list[Option] = []
    if rules.aim and table.state.enemies and not table.adjacent_enemies(hero):
        found.append(Option("aim", "aim instead of moving: the first Ranged To Hit roll may be re-rolled", hero.id))
    if rules.lay_items:
        from rules_engine.procedures.ground import handling_options

        found += handling_options(table, hero)
    return found


def do_instead_of_moving(table: Table, hero: Hero, answer: str) -> Procedure[None]:
    """The Move is given up for it."""
    if answer == "aim":
        table.emit(e.Aimed(hero.id, table.next_uid()))
        return
    from rules_engine.procedures.ground import handle

    yield from handle(table, hero, answer)


def take_aim(table: Table, hero: Hero, target: int, roll: Roll) -> Procedure[None]:
    """The first Ranged To Hit roll after aiming: any of its dice may be rolled again; the aim is spent either way."""
    uids = [x.uid for x in table.state.lasting if x.stat == "aiming" and x.on == hero.id]
    if not uids:
        return
    table.emit(e.LastingEnded(uids))
    yield from free_reroll(table, roll, hero, "to_hit", ("aim", "the aim"), lambda die: die.value < target)


def aims(table: Table, hero: Hero) -> bool:
    """Whether a hero has aimed and not fired since."""
    return table.rules.aim and any(x.stat == "aiming" and x.on == hero.id for x in table.state.lasting)


# --- instead of the Attack --------------------------------------------------------------------------------------------


def instead_of_attacking(table: Table, hero: Hero) -> list[Option]:
    """What a hero may do in place of the Attack."""
    rules = table.rules
    found: list[Option] = []
    if rules.run and "cannot_move" not in table.stats.flags(hero):
        spaces = table.stats.hero(hero, "agility")
        found.append(Option("run", f"run up to {spaces} spaces instead of attacking", hero.id))
    if rules.throw_items or rules.lay_items or rules.shoot_dynamite:
        from rules_engine.procedures import ground

        if rules.throw_items:
            found += ground.toss_options(table, hero)
        if rules.lay_items:
            found += ground.handling_options(table, hero)
        if rules.shoot_dynamite and table.state.ground:
            found += ground.shooting_options(table, hero)
    if rules.seek_cover:
        from rules_engine.procedures.cover import cover_options

        found += cover_options(table, hero)
    return found


def do_instead_of_attacking(table: Table, hero: Hero, answer: str) -> Procedure[None]:
    """The Attack is given up for it."""
    verb, _, rest = answer.partition(":")
    if verb == "run":
        yield from run(table, hero)
    elif verb == "cover":
        from rules_engine.procedures.cover import seek_cover

        yield from seek_cover(table, hero, int(rest))
    else:
        from rules_engine.procedures import ground

        if verb == "toss":
            yield from ground.toss(table, hero, rest)
        elif verb == "shoot":
            yield from ground.shoot(table, hero, rest)
        else:
            yield from ground.handle(table, hero, answer)


def run(table: Table, hero: Hero) -> Procedure[None]:
    """Up to Agility spaces, with Escape tests as in any Move; Grit buys no more of them (our ruling)."""
    from rules_engine.procedures.movement import move

    spaces = table.stats.hero(hero, "agility")
    table.emit(e.Ran(hero.id, spaces))
    yield from move(table, hero, spaces, running=True)


# --- the step ---------------------------------------------------------------------------------------------------------


def step(table: Table, hero: Hero) -> Procedure[None]:
    """At the end of the Activation a hero who has not moved may step into an adjacent space.

    Held by an adjacent enemy the hero must pass the Escape test first; failing it there is no step.
    """
    flags = table.stats.flags(hero)
    if f"{hero.id}|0|ran" in table.state.used or "cannot_move" in flags or "activation_over" in flags:
        return
    answer = yield from table.ask_open(
        hero.id, "step", f"{hero.name} has not moved: a single step?", partial(_step_options, table, hero), rule=RULE
    )
    if answer == "stay":
        return
    from rules_engine.procedures.movement import escape_test, holding

    held = holding(table, hero)
    if held and not (yield from escape_test(table, hero, held)):
        return
    table.emit(e.Stepped(hero.id, answer.partition(":")[2]))


def _step_options(table: Table, hero: Hero) -> list[Option]:
    taken = table.occupied()
    reached = table.board.reach(hero.space, 1, {space for space, who in taken.items() if who != hero.id})
    free = [space for space in reached if space not in taken]
    return [Option("stay", "stay here", hero.space), *(Option(f"step:{s}", f"step to {s}", s) for s in free)]


# --- deferring --------------------------------------------------------------------------------------------------------


def defer_options(table: Table, first: list[Hero], slower: list[int]) -> list[Option]:
    """Who of those whose turn it is may wait (C29); `slower` are the Initiatives of those yet to Activate."""
    if not table.rules.defer_initiative or not slower:
        return []
    return [Option(f"defer:{h.id}", f"{h.name} waits for Initiative {max(slower)}", h.id) for h in first]


def defer(table: Table, hero: Hero, to: int) -> None:
    """A hero waits until models of the next lower Initiative Activate; enemies still win the tie."""
    by = table.stats.hero(hero, "initiative") - to
    table.emit(e.Deferred(hero.id, by, to, table.next_uid()))
