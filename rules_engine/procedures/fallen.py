"""Helping a KO'd Hero in the middle of a Fight (compilation, "Helping a KO'd Hero")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_engine import events as e
from rules_engine.choices import Option
from rules_engine.procedures.harm import recover
from rules_engine.state import Hero

if TYPE_CHECKING:
    from rules_engine.table import Procedure, Table


def fallen_near(table: Table, hero: Hero) -> list[Hero]:
    """KO'd heroes whose markers lie in the same space as a hero or beside it."""
    state = table.state
    if len(state.standing()) == len(state.heroes):
        return []
    near = table.board.adjacent[hero.space]
    return [h for h in state.heroes.values() if h.ko and not h.dead and (h.space == hero.space or h.space in near)]


def help_options(table: Table, hero: Hero) -> list[Option]:
    """Whom a hero may help Recover instead of attacking: no enemy may be on the marker's Map Tile."""
    return [
        Option(f"help:{h.id}", f"help {h.name} Recover instead of attacking", h.id)
        for h in fallen_near(table, hero)
        if not any(table.share_tile(x, h) for x in table.state.enemies.values())
    ]


def help_up(table: Table, fallen: str) -> Procedure[None]:
    """The KO'd hero Recovers now and does not Activate this turn."""
    hero = table.hero(fallen)
    yield from recover(table, hero)
    if not hero.activated and not hero.dead:
        table.emit(e.ActivationLost(hero.id, "still dazed"))


def drag_options(table: Table, hero: Hero, left: int) -> list[Option]:
    """Whose marker a hero may drag along: each space then costs 2 movement."""
    if left < 2:
        return []
    return [Option(f"drag:{h.id}", f"drag {h.name} along (2 movement a space)", h.id) for h in fallen_near(table, hero)]


def dragged_to(start: str, path: list[str], marker: str) -> str:
    """Where a marker ends: in the hero's space if it lay there at the start, else in the last space moved from."""
    if marker == start:
        return path[-1]
    return path[-2] if len(path) > 1 else start
