"""Models of several spaces: which spaces are theirs, and what follows for adjacency, Range and Line of Sight."""

from __future__ import annotations

import pytest

from rules_engine.board import Board, base_over, bases_at, block_of
from rules_engine.content.library import standard as table_library
from rules_engine.state import Enemy
from rules_engine.table import Table
from tests.golden import golden
from tests.rules_engine import at_the_table


@pytest.fixture
def table() -> Table:
    """One hero at the Entrance."""
    return at_the_table.table()


def whole_base(table: Table) -> Enemy:
    """A model of 2x2 that lies wholly on tile 1, free of the hero."""
    taken = table.occupied()
    for anchor in table.board.spaces_of(1):
        for corner, base in bases_at(table.board, anchor):
            if base.whole and not any(space in taken for space in base.spaces):
                return Enemy("giant-1", "giant", anchor, base=corner)
    raise AssertionError("tile 1 has no room for a 2x2 base")


def test_a_base_of_2x2_takes_four_spaces_and_its_anchor_first(table: Table) -> None:
    giant = whole_base(table)
    own = table.footprint(giant)
    assert len(set(own)) == 4
    assert own[0] == giant.space
    assert all(b in table.board.adjacent[a] for a in own for b in own if a != b)


def test_every_space_of_a_base_is_occupied_by_it(table: Table) -> None:
    giant = whole_base(table)
    table.state.enemies[giant.id] = giant
    taken = table.occupied()
    assert [space for space in taken if taken[space] == giant.id] == list(table.footprint(giant))


def test_whoever_is_next_to_any_space_of_a_base_is_adjacent_to_the_model(table: Table) -> None:
    giant = whole_base(table)
    hero = next(iter(table.state.heroes.values()))
    for space in table.board.adjacent:
        if space in table.footprint(giant):
            continue
        hero.space = space
        near = any(space in table.board.adjacent[own] for own in table.footprint(giant))
        assert table.beside(giant, hero) == table.beside(hero, giant) == near
        assert (table.range_between(hero, giant) == 1) == near
        assert table.sees(hero, giant) == table.sees(giant, hero)


@golden("G080")
def test_less_than_half_a_space_is_no_space_and_a_base_over_it_hangs_off_the_board() -> None:
    board = Board(table_library().tiles)
    board.place_first("ore-sorting-hall")
    beside_the_gap = {space for space in board.adjacent if board.space_at(_west_of(board, space)) is None}
    assert {"1.17", "1.22"} <= beside_the_gap  # XX lies west of 17 and north of 22
    assert "1.22" in board.adjacent["1.17"]
    over = base_over(board, block_of(board, "1.22", "ne"))
    assert over is not None and not over.whole
    assert sorted(over.spaces) == ["1.17", "1.22", "1.23"]
    whole = base_over(board, block_of(board, "1.23", "ne"))
    assert whole is not None and whole.whole


def _west_of(board: Board, space: str) -> tuple[int, int]:
    x, y = board.cell(space)
    return (x - 1, y)
