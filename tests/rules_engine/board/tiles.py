"""Builders of the board's tests: the content's tiles, the books' example tiles, and boards grown at random."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import yaml

import rules_engine
from rules_engine.board import Board, DoorRef, Tile, TileLayout, layouts_of, parse_layout, read_tiles

CONTENT = Path(rules_engine.__file__).parent / "content"
TILES_FILES = (CONTENT / "tiles.yaml", *sorted((CONTENT / "tiles").glob("*.yaml")))

PLACEMENT_EXAMPLE = """
      01 02
      03 04 05 06
07 08 09 10 11 12
13 14 15 16 17 18 19
   20 21 22 23 24 25
         26 27
         28 29
"""
"""The tile of the Enemy placement example (compilation, "Placing Enemy Example"), entrance at 28 and 29."""


@cache
def catalogue() -> dict[str, Tile]:
    return read_tiles(record for file in TILES_FILES for record in yaml.safe_load(file.read_text(encoding="utf-8")))


@cache
def layouts() -> dict[str, TileLayout]:
    return {**layouts_of(catalogue()), "example": example()}


def example(corners: tuple[tuple[str, str], ...] = ()) -> TileLayout:
    """The example tile in full notation; `corners` names spaces and the diagonal (NE, SE...) that a wall covers."""
    rows = [line for line in PLACEMENT_EXAMPLE.split("\n") if line.strip()]
    cells = {row[c : c + 2]: (c // 3, r) for r, row in enumerate(rows) for c in range(0, len(row), 3) if row[c] != " "}
    grid = [[" "] * 40 for _ in range(2 * len(rows) + 1)]
    for space, (x, y) in cells.items():
        line, column = 2 * y + 1, 5 * x
        grid[line][column : column + 6] = f"| {space} |"
        grid[line - 1][column + 1 : column + 5] = "----"
        if space not in ("28", "29"):
            grid[line + 1][column + 1 : column + 5] = "----"
    for space, diagonal in corners:
        x, y = cells[space]
        grid[2 * y + (0 if "N" in diagonal else 2)][5 * (x + ("E" in diagonal))] = "#"
    return parse_layout("example", "\n".join("".join(line) for line in grid))


def first(layout_id: str) -> Board:
    board = Board(layouts())
    board.place_first(layout_id)
    return board


def join(board: Board, door: str, layout_id: str, by: int = 0) -> int:
    """Places a tile at a door by its first fitting connection (or the `by`th) and returns its number."""
    placement = board.candidates(DoorRef(door), layout_id)[by]
    number = max(board.tiles) + 1
    board.place(number, layout_id, *placement[:3], (DoorRef(door), placement.connector))
    return number


def grown(seed: int, tiles: int, start: str = "mine-entrance") -> Board:
    """A board of up to so many tiles, joined wherever they fit."""
    dice = random.Random(seed)
    board = first(start)
    choices = sorted(set(layouts()) - {"mine-entrance"})
    for _ in range(3 * tiles):
        if len(board.tiles) >= tiles:
            break
        doors = [d for n in board.tiles for d in board.doors_of(n) if board.can_any_fit(d)]
        if not doors:
            break
        door, layout_id = dice.choice(doors), dice.choice(choices)
        fits = board.candidates(door, layout_id)
        if fits:
            placement = dice.choice(fits)
            board.place(len(board.tiles) + 1, layout_id, *placement[:3], (door, placement.connector))
    return board
