"""How far Melee Attacks reach: an enemy's, and those of heroes on an enemy that may be struck from afar."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_engine.state import Enemy, Hero

if TYPE_CHECKING:
    from rules_engine.table import Table


def melee_reach(table: Table, type: str) -> int:
    """How many spaces away a type's Melee Attacks strike: 1 unless an ability says more."""
    return max([held.ability.reach for held in table.stats.held_by_type(type)], default=0) or 1


def exposed_to(table: Table, type: str) -> int:
    """From how many spaces away heroes may make Melee Attacks on a type: 1 unless an ability says more."""
    return max([held.ability.exposed for held in table.stats.held_by_type(type)], default=0) or 1


def within(table: Table, a: Hero | Enemy, b: Hero | Enemy, spaces: int) -> bool:
    """Whether one model is adjacent to another, or within so many spaces and in Line of Sight."""
    return table.beside(a, b) or (spaces > 1 and table.in_reach(a, b, spaces))


def exposed_enemies(table: Table, hero: Hero) -> list[Enemy]:
    """Enemies that a hero who is not adjacent may strike hand to hand all the same (Carnivorous Plants)."""
    far = {type: spaces for type in table.state.groups if (spaces := exposed_to(table, type)) > 1}
    if not far:
        return []
    struck = [x for x in table.state.enemies.values() if x.type in far and not table.beside(hero, x)]
    return [x for x in struck if table.in_reach(hero, x, far[x.type])]
