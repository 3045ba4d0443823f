"""What every hero does at the end of an Adventure (compilation, "At the End of Each Adventure")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_engine import events as e
from rules_engine.effects.conditions import dark_stone_carried
from rules_engine.effects.context import Context
from rules_engine.procedures.ability_tokens import reset
from rules_engine.procedures.allies import allies_after
from rules_engine.procedures.costs import change_grit
from rules_engine.procedures.harm import recover, take_hits
from rules_engine.procedures.library import close_the_archive
from rules_engine.procedures.missions import put_down_objects
from rules_engine.procedures.rerolls import offer
from rules_engine.procedures.team import empty_the_pool
from rules_engine.state import STATUSES

if TYPE_CHECKING:
    from rules_engine.table import Procedure, Table


def end_of_adventure(table: Table, outcome: str) -> Procedure[None]:
    """In order: Recover if KO'd, heal in full, remove Status, Reward or Failure, Dark Stone, unused Team Ability cards
    discarded, Ability Tokens removed, Grit (C58), Ally XP."""
    from rules_engine.effects.run import run

    state = table.state
    heroes = list(state.heroes.values())
    while any(hero.ko and not hero.dead for hero in heroes):  # a Madness may bring another hero down
        for hero in heroes:
            if hero.ko and not hero.dead:
                yield from recover(table, hero)
    for hero in heroes:
        if not hero.dead and (hero.wounds or hero.sanity_damage):
            table.emit(e.Healed(hero.id, hero.wounds, hero.sanity_damage))
    for hero in heroes:
        for status in STATUSES:
            if getattr(hero, status):
                table.emit(e.StatusRemoved(hero.id, status, getattr(hero, status), "the Adventure is over"))
    put_down_objects(table)
    mission = table.library.missions[state.mission]
    about = Context(source=mission.name)
    if outcome == "victory":
        yield from run(table, mission.reward, about)
        yield from table.fire("mission_won", about)
    else:
        yield from run(table, mission.failure, about)
    close_the_archive(table)
    for hero in heroes:
        if not hero.dead:
            yield from dark_stone(table, hero.id)
    empty_the_pool(table)
    reset(table)
    for hero in heroes:
        if hero.dead or hero.ally_of:
            continue
        if table.rules.grit_after == "gain":
            change_grit(table, hero, 1, "the Adventure is over")
        elif hero.grit != 1:
            table.emit(e.GritChanged(hero.id, 1 - hero.grit, 1, "the Adventure is over"))
    yield from allies_after(table, outcome)


def dark_stone(table: Table, id: str) -> Procedure[None]:
    """A D6 for every Dark Stone carried, Icons included: each 1-3 is a Corruption Hit."""
    hero = table.hero(id)
    stones = dark_stone_carried(table, hero)
    if not stones or "dark_stone_immune" in table.stats.flags(hero):
        return
    roll = yield from table.roll(hero.id, "dark stone", ("D6",) * stones)
    yield from offer(table, roll, hero, "dark_stone", lambda die: corrupts(die.value))
    hits = sum(1 for die in roll.dice if corrupts(die.value))
    table.emit(e.CorruptionFromStone(hero.id, stones, hits))
    if hits:
        yield from take_hits(table, hero, "corruption", hits, "Dark Stone")


def corrupts(value: int) -> bool:
    """Whether a Dark Stone's die is a Corruption Hit: 1, 2 or 3 (compilation, "Rolling for Dark Stone Corruption")."""
    return value <= 3
