"""The Library that learns: Archive markers and Library Knowledge (valhalla, "Archive Markers")."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rules_engine import events as e
from rules_engine.choices import PARTY
from rules_engine.effects.context import Context
from rules_engine.procedures.costs import spent

if TYPE_CHECKING:
    from rules_engine.content.library import Library
    from rules_engine.content.schema import World
    from rules_engine.table import Procedure, Table


def add_archive(table: Table, by: int, because: str) -> None:
    """Archive markers are laid beside the Depth Track, or taken away as far as there are any."""
    now = max(0, table.state.archive + by)
    if now != table.state.archive:
        table.emit(e.ArchiveChanged(now, because))


def entered(table: Table, world: str) -> Procedure[None]:
    """The heroes enter a World that learns: what it knows of them is rolled for, once an Adventure."""
    record = table.library.worlds.get(world)
    if record is not None and record.learns is not None:
        yield from consult(table, record)


def came(table: Table, types: Iterable[str]) -> Procedure[None]:
    """Enemies of a World that learns come into play: the same, if it has not been rolled for yet."""
    if not any(hero.library_knowledge for hero in table.state.heroes.values()):
        return
    words = [word for type in types for word in table.library.enemies[type].keywords]
    for record in table.library.worlds.values():
        if record.learns is not None and record.learns.keyword in words:
            yield from consult(table, record)


def consult(table: Table, record: World) -> Procedure[None]:
    """Roll a D8, without Grit, and add 1 for every Library Knowledge beyond the first of whoever has most; the result
    holds for the rest of the Adventure. What is beyond the chart counts as its last row (our ruling)."""
    from rules_engine.effects.run import run

    most = max(hero.library_knowledge for hero in table.state.heroes.values())
    key = f"|0|learned:{record.id}"
    if record.learns is None or not most or spent(table, key):
        return
    rows = table.library.chart_rows[record.learns.chart]
    roll = yield from table.roll(PARTY, "library knowledge", ("D8",))
    number = min(max(rows), roll.total + most - 1)
    table.emit(e.LibraryConsulted(record.learns.chart, number, rows[number].name, roll.id, key))
    yield from run(table, rows[number].do, Context(source=rows[number].name))


def close_the_archive(table: Table) -> None:
    """At the end of the Adventure five Archive markers make one lasting Library Knowledge; all are discarded."""
    markers = table.state.archive
    if not markers:
        return
    if learned := knowledge_of(table.library, markers):
        table.emit(e.LibraryLearned(learned))
    table.emit(e.ArchiveChanged(0, "the Adventure is over"))


def knowledge_of(library: Library, markers: int) -> int:
    """The Library Knowledge that so many Archive markers come to when an Adventure ends."""
    each = next((w.learns.markers for w in library.worlds.values() if w.learns is not None), 0)
    return markers // each if each else 0
