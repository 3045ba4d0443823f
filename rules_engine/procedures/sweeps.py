"""Blows that catch more than their target: the Massive Club (valhalla, "Frost Giant")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_engine.effects.context import Context
from rules_engine.procedures.harm import take_hits
from rules_engine.state import Hero

if TYPE_CHECKING:
    from rules_engine.table import Procedure, Table


def strikes_around(table: Table, type: str, target: Hero, hits: int, about: Context) -> Procedure[None]:
    """Every other hero adjacent to the target takes so many Combat Hits, Defended as usual.

    They are taken in Initiative order after the target's own, whatever those did to it (our ruling).
    """
    if not hits or not target.space:
        return
    from rules_engine.procedures.foes import damage_die_of

    name, die = table.library.enemies[type].plural, damage_die_of(table, type)
    near = [hero for hero in table.adjacent_heroes(target.space) if hero.id != target.id]
    for hero in table.in_initiative_order(near):
        if hero.up:
            damage = table.stats.enemy(type, "damage", Context(subject=hero.id, enemy_type=type))
            own = about.about(subject=hero.id, source="")
            yield from take_hits(table, hero, "physical", hits, name, damage=damage, die=die, about=own)
