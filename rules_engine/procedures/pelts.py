"""Pelts: what hunters take from the Beasts that they kill (valhalla, "PELTS"). Selling them belongs to the Camp."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_engine import events as e
from rules_engine.content.sizes import FOUR_SPACES, PUSHED_ASIDE
from rules_engine.state import Hero

if TYPE_CHECKING:
    from rules_engine.table import Procedure, Table

BEAST = "beast"
HUNTERS = frozenset({"norse", "hunter"})


def may_collect(hero: Hero) -> bool:
    """Whether a hero is one of those who collect Pelts: Norse or a Hunter, and no Ally (our ruling)."""
    return not hero.ally_of and not hero.dead and not HUNTERS.isdisjoint(hero.keywords)


def collect_pelts(table: Table, hero: Hero, type: str) -> Procedure[None]:
    """A hunter has killed a Beast: 1 Pelt, D3 if it was Large, D3 for each Hero if it was Extra Large or bigger.

    Of an Extra Large Beast every Hero who collects Pelts rolls a D3 of the own (our ruling).
    """
    record = table.library.enemies[type]
    if BEAST not in record.keywords or not may_collect(hero):
        return
    if record.size in PUSHED_ASIDE:
        table.emit(e.PeltsCollected(hero.id, 1, hero.pelts + 1, record.name))
        return
    shared = record.size in FOUR_SPACES
    for one in [other for other in table.state.party() if may_collect(other)] if shared else [hero]:
        roll = yield from table.roll(one.id, "pelts", ("D3",))
        table.emit(e.PeltsCollected(one.id, roll.total, one.pelts + roll.total, record.name))
