"""Status Effect markers: Immunity, Ensnared, Exertion (forbidden-fortress, "Status Effect Markers")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_engine import events as e
from rules_engine.choices import Option
from rules_engine.procedures.encounters import skill_test
from rules_engine.procedures.harm import goes_down, wound
from rules_engine.procedures.immunity import status_refused
from rules_engine.procedures.movement import enclosed
from rules_engine.state import Hero

if TYPE_CHECKING:
    from rules_engine.table import Procedure, Table

BREAK_FREE = 5
EXHAUSTED = 3


def add_status(table: Table, hero: Hero, status: str, count: int, by: str) -> Procedure[None]:
    """Markers for a hero: Bleeding lowers Health and can KO; nobody has more than one Ensnared marker."""
    if status == "ensnared":
        count = min(count, 1 - hero.ensnared)
    if not count:
        return
    if status_refused(table, hero, status, by):
        return
    table.emit(e.StatusAdded(hero.id, status, count))
    if status == "bleeding" and hero.up:
        yield from goes_down(table, hero, by)


def break_free(table: Table, hero: Hero) -> Procedure[None]:
    """An Ensnared hero may test Strength 5+ as the Activation starts, to be rid of the marker."""
    options = (Option("test", f"break free: Strength {BREAK_FREE}+"), Option("stay", "stay Ensnared"))
    answer = yield from table.ask(
        hero.id, "ensnared", f"{hero.name} is Ensnared", options, rule="forbidden-fortress: Ensnared"
    )
    if answer == "test" and (yield from skill_test(table, hero, ("strength",), BREAK_FREE, "Ensnared")):
        table.emit(e.StatusRemoved(hero.id, "ensnared", 1, "they break free"))


def set_free(table: Table) -> None:
    """Ensnared markers come off as the Fight ends."""
    for hero in table.state.heroes.values():
        if hero.ensnared:
            table.emit(e.StatusRemoved(hero.id, "ensnared", 1, "the Fight is over"))


def exertion(table: Table, hero: Hero) -> Procedure[None]:
    """As an Activation starts: a marker for who is enclosed by Barriers, D6 Wounds past Defense and Armor with three or
    more; one marker the fewer for who is not (forbidden-fortress, "Exertion Behind Barriers").
    """
    if not enclosed(table, hero):
        if hero.exertion:
            table.emit(e.StatusRemoved(hero.id, "exertion", 1, "they catch their breath"))
        return
    table.emit(e.StatusAdded(hero.id, "exertion", 1))
    if hero.exertion >= EXHAUSTED:
        roll = yield from table.roll(hero.id, "exertion", ("D6",))
        yield from wound(table, hero, roll.total, "Exertion", armor=False, shield=False)
