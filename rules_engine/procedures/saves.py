"""Saves that a Class makes in a way of its own (compilation, "Duelist")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_engine import events as e
from rules_engine.choices import Option
from rules_engine.procedures.costs import limit_key, spent
from rules_engine.state import Hero

if TYPE_CHECKING:
    from rules_engine.table import Procedure, Table


def laugh_at_death(table: Table, hero: Hero, dice: list[str]) -> Procedure[list[str]]:
    """The Defense dice of some Hits: one of them may be a D8, and one Hit that ignores Defense may be rolled for."""
    held = next(one for one in table.stats.held_by(hero) if "defense_d8" in one.ability.flags)
    key = limit_key(held)
    if spent(table, key):
        return dice
    what = "roll a D8 as one of the Defense dice" if dice else "roll a D8 for a Hit that ignores Defense"
    answer = yield from table.ask(
        hero.id,
        "save_die",
        f"{held.source}: {what}?",
        (Option("use", what, held.ability.id), Option("pass", "not now")),
        about={"ability": held.ability.id, "hits": str(len(dice))},
    )
    if answer == "pass":
        return dice
    table.emit(e.AbilityUsed(hero.id, held.ability.id, held.source, key, held.ability.limit))
    return ["D8", *dice[1:]]


def stays(table: Table, hero: Hero) -> Procedure[bool]:
    """Whether a Revive Token that a hero has just used need not be discarded."""
    needed = table.stats.hero(hero, "revive_kept")
    if not needed:
        return False
    roll = yield from table.roll(hero.id, "keeping the Revive Token", ("D6",), target=needed)
    return roll.successes() > 0
