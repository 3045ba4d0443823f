"""Blast Shields: what their Armor holds strikes back and throws the Hero away (valhalla, "Blast Shields")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_engine import events as e
from rules_engine.dice import TARGETS
from rules_engine.procedures.harm import wound
from rules_engine.state import Enemy, Hero

if TYPE_CHECKING:
    from rules_engine.board import Board
    from rules_engine.table import Procedure, Table


def charge(table: Table, hero: Hero, enemy: Enemy, prevented: int) -> None:
    """The Armor of an enemy has prevented Wounds of a hero's Attack: kept if it has a Blast Shield and is adjacent."""
    if "blast_shield" in table.stats.flags(enemy) and table.beside(hero, enemy):
        table.emit(e.ShieldCharged(hero.id, enemy.id, enemy.space, prevented))


def discharge(table: Table, hero: Hero) -> Procedure[None]:
    """At the end of the Attack: 1 Wound, ignoring Defense, and one space back for each Wound that was prevented.

    Away from a Random one of the shields that held, those of killed enemies included. The hero passes over models, and
    stops in the last empty space before a wall, or before a model in whose space the way would end.
    """
    shocks = table.state.shocks
    if not shocks:
        return
    prevented = sum(shocks.values())
    away = yield from table.pick("thrown back from", sorted(shocks), TARGETS)
    table.emit(e.ShieldsDischarged(hero.id, prevented, away))
    yield from wound(table, hero, prevented, "the Blast Shields")
    if not hero.up:
        return
    taken = table.occupied()
    way = straight_away(table.board, away, hero.space, prevented)
    while way and way[-1] in taken:
        way.pop()
    if way:
        table.emit(e.Placed(hero.id, way[-1], "thrown back"))


def straight_away(board: Board, away: str, start: str, spaces: int) -> list[str]:
    """The spaces directly away from an adjacent one, up to a wall."""
    (ax, ay), (x, y) = board.cell(away), board.cell(start)
    dx, dy = x - ax, y - ay
    way: list[str] = []
    here = start
    while len(way) < spaces:
        x, y = x + dx, y + dy
        there = board.space_at((x, y))
        if there is None or there not in board.adjacent[here]:
            break
        way.append(there)
        here = there
    return way
