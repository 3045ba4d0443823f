"""Missions with rules of their own: special Set Up, what they count, how they are won or lost, what is carried.

Sources: compilation, "Elements of a Mission", "Mission Special Rules".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_engine import events as e
from rules_engine.effects.context import Context
from rules_engine.procedures.signals import AdventureOver

if TYPE_CHECKING:
    from rules_engine.content.missions import Errand
    from rules_engine.effects.nodes import Clue, Tally
    from rules_engine.table import Procedure, Table


def set_up_the_mission(table: Table) -> Procedure[None]:
    """The Mission's Set Up comes last: what it counts, then what it does (compilation, "Select Mission")."""
    from rules_engine.effects.run import run

    mission = table.library.missions[table.state.mission]
    about = Context(source=mission.name)
    for tally in mission.tallies:
        if tally.starts is not None:
            number = yield from table.roll_amount(tally.starts, about, tally.label)
            telling = tally.shown and number > 0
            table.emit(e.TallyChanged(tally.id, tally.label, number, mission.name, telling))
    yield from run(table, mission.set_up, about)


def change_tally(table: Table, node: Tally, about: Context) -> Procedure[None]:
    """Something that the Mission counts goes up or down; never below zero."""
    mission = table.library.missions[table.state.mission]
    before = table.state.tallies.get(node.name, 0)
    if node.set is not None:
        now = yield from table.roll_amount(node.set, about, node.name)
    elif node.add is not None and node.add.fixed:
        now = max(0, before + node.add.const)
    else:
        assert node.add is not None
        now = before + (yield from table.roll_amount(node.add, about, node.name))
    if now != before:
        label = mission.label_of(node.name)
        table.emit(e.TallyChanged(node.name, label, now, about.source, mission.shows(node.name)))


def find_clues(table: Table, node: Clue, about: Context) -> Procedure[None]:
    """Clues found without a token; they set nothing off that waits for a Clue."""
    needed = table.library.missions[table.state.mission].clues_needed
    for _ in range((yield from table.roll_amount(node.count, about, "Clues"))):
        table.emit(e.ClueFound(table.state.clues + 1, needed, about.tile))


def judge(table: Table) -> None:
    """Whether the Mission is won or lost by its own rules: looked at when a turn or a Fight ends, in their order."""
    mission = table.library.missions.get(table.state.mission)
    if mission is None:
        return
    for ending in mission.endings:
        if table.holds(ending.when, Context()):
            raise AdventureOver(ending.outcome, ending.because)


def errand(table: Table) -> Errand | None:
    """What the Mission asks of the party now, if it says so: where to go, and what for."""
    mission = table.library.missions.get(table.state.mission)
    if mission is None:
        return None
    return next((one for one in mission.errands if table.holds(one.when, Context())), None)


def put_down_objects(table: Table) -> None:
    """What was carried for the Mission alone is given up with the end of the Adventure."""
    for hero in table.state.heroes.values():
        for item in list(hero.items):
            if table.library.items[item.id].kind == "object":
                table.emit(e.ItemLost(hero.id, item.uid, item.id, "the Adventure is over"))
