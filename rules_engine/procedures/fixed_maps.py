"""Fixed Map Missions: the board is laid beforehand, tokens lock rooms, enemies enter by where heroes came from.

Source: compilation, "Fixed Map Missions".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rules_engine import events as e
from rules_engine.board import DoorRef
from rules_engine.dice import MAP

if TYPE_CHECKING:
    from rules_engine.state import Hero
    from rules_engine.table import Procedure, Table

NOWHERE: frozenset[str] = frozenset()


def lay_out(table: Table) -> None:
    """Every tile of the map is placed, with its Exploration Token if it has one; exits that lead nowhere are closed."""
    mission = table.library.missions[table.state.mission]
    assert mission.map is not None
    world = table.library.tile_card_of(mission.map.tiles[0].tile).world
    for number, piece in enumerate(mission.map.tiles, 1):
        layout = table.library.tiles[piece.tile]
        doors = {c.key: "cap" for c in layout.connectors}
        token = "hidden" if piece.token else "none"
        place = piece.place or ("entrance" if number == 1 else "")
        if number == 1:
            table.emit(e.TilePlaced(1, layout.id, layout.name, 0, 0, 0, doors, token=token, place=place, world=world))
            continue
        way = next(w for w in table.board.candidates(DoorRef(piece.at), layout.id) if piece.by in ("", w.connector))
        doors[way.connector] = "joined"
        at = (way.rotation, way.dx, way.dy)
        table.emit(
            e.TilePlaced(
                number,
                layout.id,
                layout.name,
                *at,
                doors,
                way.connector,
                piece.at,
                token=token,
                place=place,
                world=world,
            )
        )


def barred(table: Table, start: str, *, hero: bool = False) -> frozenset[str]:
    """Spaces that a model on `start` may not enter: during a Fight, tiles with a token that is not revealed.

    By the player aid (C48) a hero may not leave a tile with such a token either.
    """
    board = table.board
    hidden = [tile.number for tile in table.state.tiles if tile.token == "hidden"]
    if not hidden:
        return NOWHERE
    own = board.tiles_of(start)
    shut: set[str] = set()
    if table.state.enemies:
        shut.update(space for number in hidden if number not in own for space in board.spaces_of(number))
    if hero and not table.rules.leave_token_rooms and any(number in own for number in hidden):
        inside = {space for number in own if number in hidden for space in board.spaces_of(number)}
        every = (space for tile in table.state.tiles for space in board.spaces_of(tile.number))
        shut.update(space for space in every if space not in inside)
    return frozenset(shut)


def note_arrivals(table: Table, hero: Hero, start: str, path: Sequence[str]) -> None:
    """Which way a hero came onto each tile of a path, while its token lies unrevealed."""
    before = start
    for space in path:
        came_from = table.board.tiles_of(before)
        for number in table.board.tiles_of(space):
            if number in came_from or table.state.tiles[number - 1].token != "hidden":
                continue
            door = next((d for d in table.board.doors_at(space) if _leads_onto(table, d, number)), None)
            if door is not None:
                table.emit(e.TileEntered(hero.id, number, door))
        before = space


def _leads_onto(table: Table, door: DoorRef, number: int) -> bool:
    return door.partition(".")[0] == str(number) and table.board.other_side(door) is not None


def entrance_by_arrival(table: Table, number: int) -> Procedure[tuple[str, str] | None]:
    """The side that counts as the Entrance of a room: where heroes came from; rolled off if they came from two."""
    arrivals = table.state.tiles[number - 1].arrivals
    if not arrivals:
        return None
    door = arrivals[0]
    if len(arrivals) > 1:
        door = yield from table.pick("which side counts as the entrance", arrivals, MAP)
    return table.board.door_spaces(DoorRef(door))
