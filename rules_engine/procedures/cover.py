"""Seeking cover (player-aid, "Optional Rules"): a marker beside the hero, and a second Defense roll behind it.

How many things stand about on a Map Tile is printed with it; where it is not, the Light Source's bearer rolls a D20
once for the tile, as the aid has it for OtherWorlds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_engine import events as e
from rules_engine.choices import Option
from rules_engine.dice import Roll
from rules_engine.effects.context import Context
from rules_engine.procedures.rerolls import free_reroll, offer
from rules_engine.state import Hero

if TYPE_CHECKING:
    from rules_engine.table import Procedure, Table

RULE = "player-aid: Optional Rules"


def cover_options(table: Table, hero: Hero) -> list[Option]:
    """Tiles on which a hero may look for cover: not where all of it is used up, nor with no room for the marker."""
    if not _room(table, hero):
        return []
    return [
        Option(f"cover:{number}", f"seek cover in the {table.board_name(number)} instead of attacking", str(number))
        for number in table.board.tiles_of(hero.space)
        if obstacles(table, number) != 0
    ]


def obstacles(table: Table, number: int) -> int | None:
    """Obstacles left on a tile; None where they have yet to be counted by a die."""
    tile = table.state.tiles[number - 1]
    if tile.obstacles >= 0:
        return tile.obstacles
    cards = table.library.tile_cards.values()
    return next(t.obstacles for t in cards if any(layout.id == tile.layout for layout in t.layouts))


def _room(table: Table, hero: Hero) -> list[str]:
    taken = {*table.occupied(), *table.state.cover}
    return [space for space in table.board.adjacent[hero.space] if space not in taken]


def seek_cover(table: Table, hero: Hero, number: int) -> Procedure[None]:
    """A D20 that does not exceed the tile's obstacles finds cover; its marker goes to a free space beside the hero."""
    if table.state.tiles[number - 1].obstacles < 0:
        there, roll_id = obstacles(table, number), 0
        if there is None:
            counted = yield from table.roll(table.state.light or hero.id, "obstacles", ("D20",))
            there, roll_id = counted.total, counted.id
        table.emit(e.ObstaclesCounted(number, there, roll_id))
    most = table.state.tiles[number - 1].obstacles
    roll = yield from table.roll(hero.id, "seeking cover", ("D20",))
    yield from offer(table, roll, hero, "cover", lambda die: die.value > most, against=f"{most} or less needed")
    found = roll.total <= most
    table.emit(e.CoverSought(hero.id, number, most, found, roll.id))
    if not found:
        return
    options = [Option(f"space:{space}", space, space) for space in _room(table, hero)]
    answer = yield from table.ask(hero.id, "cover_space", f"Where is {hero.name}'s cover?", options, rule=RULE)
    table.emit(e.CoverPlaced(hero.id, answer.partition(":")[2], number))


def is_covered(table: Table, hero: Hero, about: Context | None) -> bool:
    """Whether a Ranged Attack on a hero crosses a cover marker; one in the shooter's own space does not count.

    The line starts at the shooter's space nearest to the hero.
    """
    if not table.state.cover or about is None or about.kind != "ranged":
        return False
    enemy = table.state.enemies.get(about.enemy)
    if enemy is None:
        return False
    far = table.board.distances_from(hero.space)
    muzzle = min(table.footprint(enemy), key=lambda space: (far.get(space, 999), space))
    return any(space in table.state.cover for space in table.board.between(muzzle, hero.space))


def behind_cover(table: Table, hero: Hero, target: int, roll: Roll) -> Procedure[None]:
    """The Defense dice may be rolled again once, for nothing."""
    yield from free_reroll(table, roll, hero, "defense", ("cover", "cover"), lambda die: die.value < target)
