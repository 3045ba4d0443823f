"""A Mutation that bites whoever fumbles beside it (compilation, the Mutation chart)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_engine.procedures.harm import wound
from rules_engine.state import Enemy, Hero

if TYPE_CHECKING:
    from rules_engine.table import Procedure, Table


def tails_bite(table: Table, model: Hero | Enemy, ones: int) -> Procedure[None]:
    """Each To Hit die of 1 of a hero with a biting tail, or of a model next to one: 1 Wound past Defense, no XP."""
    from rules_engine.procedures.attacks import wound_enemy

    if not ones:
        return
    for biter in table.state.standing():
        if "biting_tail" not in table.stats.flags(biter) or not biter.space:
            continue
        if biter.id != model.id and not table.beside(biter, model):
            continue
        if isinstance(model, Hero):
            if model.up:
                yield from wound(table, model, ones, "a Tail with a Mouth")
        elif model.id in table.state.enemies:
            yield from wound_enemy(table, model, ones, "", ignore=("defense",), because="a Tail with a Mouth")
