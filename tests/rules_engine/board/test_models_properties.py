"""What holds on any board for models of one space and of four: adjacency, Range, Line of Sight and the ways they go.

A board is laid again from another of its tiles, which turns it as a whole and changes the order of placement: nothing
between models may depend on either.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from rules_engine.board import Board, DoorRef, anchor_of, base_over, spaces_of_base
from rules_engine.board.geometry import Cell
from rules_engine.procedures.extra_large import Stand, reach_of_base
from rules_engine.state import Enemy
from rules_engine.table import Table
from tests.rules_engine import at_the_table

from .tiles import grown, layouts

FEW = settings(max_examples=15, deadline=None)
BOARDS = st.builds(grown, st.integers(0, 10_000), st.integers(1, 8))


@cache
def _table() -> Table:
    return at_the_table.table()


def on(board: Board) -> Table:
    """A table that plays on this board."""
    table = _table()
    table.board = board
    return table


@cache
def _blocks_of(cells: frozenset[Cell]) -> tuple[Cell, ...]:
    return tuple(sorted({(x + dx, y + dy) for x, y in cells for dx in (-1, 0) for dy in (-1, 0)}))


def blocks(board: Board) -> list[Cell]:
    """Every block of four cells on which a base may lie."""
    near = _blocks_of(frozenset(board.cell(space) for space in board.adjacent))
    return [block for block in near if base_over(board, block) is not None]


def model(board: Board, spaces: frozenset[str]) -> Enemy:
    """The model that stands on just these spaces."""
    if len(spaces) == 1:
        return Enemy("one", "one", min(spaces))
    x = min(board.cell(space)[0] for space in spaces)
    y = min(board.cell(space)[1] for space in spaces)
    for block in ((x, y), (x - 1, y), (x, y - 1), (x - 1, y - 1)):
        base = base_over(board, block)
        if base is not None and frozenset(base.spaces) == spaces:
            anchor, corner = anchor_of(board, block, "ne")
            return Enemy("four", "four", anchor, base=corner)
    raise AssertionError(f"no base lies on {sorted(spaces)}")


def draw_model(data: st.DataObject, board: Board) -> Enemy:
    """Some model: on one space, or on a base, whole or Overflowing."""
    if data.draw(st.booleans()):
        return Enemy("one", "one", data.draw(st.sampled_from(sorted(board.adjacent))))
    anchor, corner = anchor_of(board, data.draw(st.sampled_from(blocks(board))), "ne")
    return Enemy("four", "four", anchor, base=corner)


class Again(NamedTuple):
    """A board laid again from another tile, and what its spaces were called before."""

    board: Board
    name: dict[str, str]

    def spaces(self, old: tuple[str, ...]) -> frozenset[str]:
        return frozenset(self.name[space] for space in old)


def laid_again(board: Board, root: int) -> Again:
    """The same tiles joined by the same doors, beginning with tile `root`."""
    again = Board(layouts())
    again.place_first(board.tiles[root].layout.id)
    number = {root: 1}
    queue = [root]
    for old in queue:
        for door in board.doors_of(old):
            other = board.other_side(door)
            if other is None or int(other.partition(".")[0]) in number:
                continue
            there, _, key = other.partition(".")
            here = DoorRef(f"{number[old]}.{door.partition('.')[2]}")
            way = next(p for p in again.candidates(here, board.tiles[int(there)].layout.id) if p.connector == key)
            number[int(there)] = len(again.tiles) + 1
            again.place(number[int(there)], board.tiles[int(there)].layout.id, *way[:3], (here, key))
            queue.append(int(there))
    names: dict[str, str] = {}
    for old, new in number.items():
        for space in board.tiles[old].layout.spaces:
            names[board.resolve(f"{old}.{space}")] = again.resolve(f"{new}.{space}")
    return Again(again, names)


@FEW
@given(BOARDS, st.data())
def test_adjacency_range_and_sight_between_models_are_symmetric(board: Board, data: st.DataObject) -> None:
    table = on(board)
    for _ in range(12):
        a, b = draw_model(data, board), draw_model(data, board)
        assert table.beside(a, b) == table.beside(b, a)
        assert table.range_between(a, b) == table.range_between(b, a)
        assert table.sees(a, b) == table.sees(b, a)
        assert table.in_reach(a, b, 4) == table.in_reach(b, a, 4)
        assert table.share_tile(a, b) == table.share_tile(b, a)


@FEW
@given(BOARDS, st.data())
def test_models_are_adjacent_just_where_their_range_is_1_and_then_they_see_each_other(
    board: Board, data: st.DataObject
) -> None:
    table = on(board)
    for _ in range(12):
        a, b = draw_model(data, board), draw_model(data, board)
        shared = bool(set(table.footprint(a)) & set(table.footprint(b)))
        assert (table.range_between(a, b) == 0) == shared
        if not shared:
            assert table.beside(a, b) == (table.range_between(a, b) == 1)
            assert not table.beside(a, b) or (table.sees(a, b) and table.in_reach(a, b, 1))
        assert not set(table.around(a)) & set(table.footprint(a))
        far = min(board.distance(s, b.space) for s in table.footprint(a))
        assert table.range_to(board.distances_from(b.space), a) == far


@FEW
@given(BOARDS, st.data())
def test_range_between_models_keeps_the_triangle_inequality(board: Board, data: st.DataObject) -> None:
    """Past a model of one space; past a base the steps across it are walked too."""
    table = on(board)
    for _ in range(12):
        a, b, c = (draw_model(data, board) for _ in range(3))
        across = max(board.distance(s, t) for s in table.footprint(b) for t in table.footprint(b))
        assert table.range_between(a, c) <= table.range_between(a, b) + across + table.range_between(b, c)


@FEW
@given(BOARDS)
def test_a_base_has_half_of_its_four_cells_or_more_on_spaces_that_no_wall_parts(board: Board) -> None:
    for block in blocks(board):
        base = base_over(board, block)
        assert base is not None and 2 <= len(base.spaces) <= 4
        x, y = block
        cells = {(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)}
        assert {board.cell(space) for space in base.spaces} == {c for c in cells if board.space_at(c) is not None}
        for corner in ("ne", "se", "sw", "nw"):
            anchor, toward = anchor_of(board, block, corner)
            assert set(spaces_of_base(board, anchor, toward)) == set(base.spaces)
        inside = {base.spaces[0]}
        for _ in base.spaces:
            inside |= {s for s in base.spaces if any(s in board.adjacent[o] for o in inside)}
        assert inside == set(base.spaces)
        if base.whole:
            assert len(base.spaces) == 4 and all(board.distance(a, b) <= 1 for a in base.spaces for b in base.spaces)


@FEW
@given(BOARDS, st.data())
def test_nothing_between_models_depends_on_how_the_board_was_turned_or_on_the_order_of_its_tiles(
    board: Board, data: st.DataObject
) -> None:
    again = laid_again(board, data.draw(st.sampled_from(sorted(board.tiles))))
    assert sorted(again.name.values()) == sorted(again.board.adjacent)
    models = [draw_model(data, board) for _ in range(6)]
    old = [[spaces_of_base(board, m.space, m.base) if m.base else (m.space,)][0] for m in models]
    new = [model(again.board, again.spaces(spaces)) for spaces in old]

    def relations(table: Table, some: list[Enemy]) -> list[tuple[bool, int, bool, bool]]:
        return [
            (table.beside(a, b), table.range_between(a, b), table.sees(a, b), table.in_reach(a, b, 5))
            for a in some
            for b in some
        ]

    assert relations(on(board), models) == relations(on(again.board), new)
    for here, there in zip(models, new, strict=True):
        before, after = on(board).around(here), on(again.board).around(there)
        assert again.spaces(before) == frozenset(after)


def bases(board: Board) -> dict[frozenset[str], bool]:
    return {frozenset(b.spaces): b.whole for block in blocks(board) if (b := base_over(board, block)) is not None}


@FEW
@given(BOARDS, st.data())
def test_where_bases_may_lie_is_the_same_on_a_board_laid_again(board: Board, data: st.DataObject) -> None:
    again = laid_again(board, data.draw(st.sampled_from(sorted(board.tiles))))
    assert {again.spaces(tuple(s)): whole for s, whole in bases(board).items()} == bases(again.board)


def ways(board: Board, spaces: frozenset[str], solid: frozenset[str], moves: int) -> dict[Cell, Stand]:
    block = next(b for b in blocks(board) if (x := base_over(board, b)) is not None and frozenset(x.spaces) == spaces)
    base = base_over(board, block)
    assert base is not None
    return reach_of_base(board, Stand(block, base, 0, None), moves, solid)


@FEW
@given(BOARDS, st.data())
def test_a_base_goes_one_space_at_a_time_and_passes_neither_walls_nor_solid_models(
    board: Board, data: st.DataObject
) -> None:
    start = data.draw(st.sampled_from(sorted(bases(board), key=sorted)))
    solid = frozenset(data.draw(st.lists(st.sampled_from(sorted(board.adjacent)), max_size=25))) - start
    reached = ways(board, start, solid, 5)
    for block, stand in reached.items():
        assert stand.block == block and solid.isdisjoint(stand.base.spaces)
        if stand.before is None:
            assert stand.cost == 0
            continue
        before = reached[stand.before]
        dx, dy = block[0] - before.block[0], block[1] - before.block[1]
        assert stand.cost == before.cost + 1 <= 5 and max(abs(dx), abs(dy)) == 1
        stepped = [
            (s, t)
            for s in before.base.spaces
            for t in stand.base.spaces
            if board.cell(t) == (board.cell(s)[0] + dx, board.cell(s)[1] + dy)
        ]
        assert any(t in board.adjacent[s] for s, t in stepped)


@FEW
@given(BOARDS, st.data())
def test_how_far_a_base_gets_is_the_same_on_a_board_laid_again(board: Board, data: st.DataObject) -> None:
    again = laid_again(board, data.draw(st.sampled_from(sorted(board.tiles))))
    start = data.draw(st.sampled_from(sorted(bases(board), key=sorted)))
    solid = frozenset(data.draw(st.lists(st.sampled_from(sorted(board.adjacent)), max_size=15))) - start
    before = {frozenset(s.base.spaces): s.cost for s in ways(board, start, solid, 6).values()}
    after = ways(again.board, again.spaces(tuple(start)), again.spaces(tuple(solid)), 6)
    assert {again.spaces(tuple(s)): cost for s, cost in before.items()} == {
        frozenset(s.base.spaces): s.cost for s in after.values()
    }


@FEW
@given(BOARDS, st.data())
def test_a_path_costs_its_length_steps_to_adjacent_spaces_and_enters_nothing_blocked(
    board: Board, data: st.DataObject
) -> None:
    spaces = sorted(board.adjacent)
    start = data.draw(st.sampled_from(spaces))
    blocked = set(data.draw(st.lists(st.sampled_from(spaces), max_size=25))) - {start}
    for leap in (False, True):
        reached = board.reach(start, 6, blocked, leap=leap)
        for goal, (cost, _) in reached.items():
            path = board.path(reached, goal)
            assert len(path) == cost and blocked.isdisjoint(path)
            graph = board.leaps if leap else board.steps
            assert all(b in graph[a] for a, b in zip([start, *path], path, strict=False))
