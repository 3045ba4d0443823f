"""What holds on any board."""

from collections import deque

from hypothesis import given, settings
from hypothesis import strategies as st

from rules_engine.board import Board
from rules_engine.board.geometry import line_steps, turned

from .tiles import first, grown, join, layouts

BOARDS = st.builds(grown, st.integers(0, 10_000), st.integers(1, 9))
FEW = settings(max_examples=12, deadline=None)


def searched(board: Board, start: str) -> dict[str, int]:
    found, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        for there in board.adjacent[here]:
            if there not in found:
                found[there] = found[here] + 1
                queue.append(there)
    return found


@FEW
@given(BOARDS)
def test_adjacency_is_symmetric_and_steps_and_leaps_are_within_it(board: Board) -> None:
    for space, near in board.adjacent.items():
        assert len(set(near)) == len(near) and space not in near
        assert all(space in board.adjacent[other] for other in near)
        assert set(board.steps[space]) <= set(near) and all(space in board.steps[o] for o in board.steps[space])
        (x, y), cells = board.cell(space), [board.cell(other) for other in near]
        assert all(max(abs(x - ox), abs(y - oy)) == 1 for ox, oy in cells)


@FEW
@given(BOARDS, st.data())
def test_range_equals_a_plain_search_and_keeps_the_triangle_inequality(board: Board, data: st.DataObject) -> None:
    spaces = list(board.adjacent)
    a, b, c = (data.draw(st.sampled_from(spaces)) for _ in range(3))
    assert dict(board.distances_from(a)) == searched(board, a)
    assert board.distance(a, b) == board.distance(b, a) == searched(board, b)[a]
    assert board.distance(a, c) <= board.distance(a, b) + board.distance(b, c)
    assert {s: cost for s, (cost, _) in board.reach(a, 4, (), leap=True).items()} == {
        s: d for s, d in searched(board, a).items() if d <= 4
    }


@FEW
@given(BOARDS)
def test_sight_is_symmetric_and_adjacent_spaces_see_each_other(board: Board) -> None:
    spaces = list(board.adjacent)
    for a in spaces[::5]:
        assert board.sees(a, a) and all(board.sees(a, b) for b in board.adjacent[a])
        assert all(board.sees(a, b) == board.sees(b, a) for b in spaces)


@FEW
@given(BOARDS)
def test_sight_within_a_tile_is_what_the_whole_board_says(board: Board) -> None:
    for number in board.tiles:
        for a in board.spaces_of(number)[::4]:
            for b in board.spaces_of(number):
                assert board.sees(a, b) == board._line_is_clear(a, b, *board.cell(a), *board.cell(b))


@FEW
@given(st.integers(0, 10_000), st.integers(2, 8))
def test_what_was_known_stays_true_when_a_tile_is_added(seed: int, tiles: int) -> None:
    small, large = grown(seed, tiles - 1), grown(seed, tiles)
    for a in list(small.adjacent)[::6]:
        for b in small.adjacent:
            assert small.sees(a, b) == large.sees(a, b) and small.distance(a, b) == large.distance(a, b)


@FEW
@given(st.sampled_from(sorted(layouts())), st.sampled_from(["N", "E", "S", "W"]))
def test_everything_but_the_compass_is_the_same_on_a_turned_tile(layout_id: str, side: str) -> None:
    plain, turning = first(layout_id), first("cross-passage")
    join(turning, f"1.{side}", layout_id)
    own = {plain_name: turning.spaces_of(2)[i] for i, plain_name in enumerate(plain.spaces_of(1))}
    back = {name: plain_name for plain_name, name in own.items()}
    for a, name in own.items():
        assert {own[b] for b in plain.adjacent[a]} == set(turning.adjacent[name]) & set(back)
        assert {own[b] for b in plain.steps[a]} == set(turning.steps[name]) & set(back)
        for b in plain.adjacent:
            assert plain.sees(a, b) == turning.sees(name, own[b])
            assert plain.distance(a, b) == turning.distance(name, own[b])
    entrance = layouts()[layout_id].connectors[0].spaces
    before = plain.placement_order(1, (f"1.{entrance[0]}", f"1.{entrance[1]}"))
    after = turning.placement_order(2, turning.entrance_of(2) or ("", ""))
    assert [own[space] for space in before] == after


@FEW
@given(BOARDS)
def test_a_space_and_its_tiles_agree_and_no_two_spaces_share_a_cell(board: Board) -> None:
    assert len({board.cell(space) for space in board.adjacent}) == len(board.adjacent)
    for number in board.tiles:
        assert all(number in board.tiles_of(space) for space in board.spaces_of(number))
        assert all(number in board.neighbours_of_tile(n) for n in board.neighbours_of_tile(number))
    assert sum(len(board.tiles_of(space)) == 2 for space in board.adjacent) == 2 * (len(board.tiles) - 1)


@given(st.integers(-12, 12), st.integers(-12, 12))
def test_a_line_enters_the_same_cells_both_ways(dx: int, dy: int) -> None:
    there = [(0, 0), *line_steps(dx, dy)]
    back = [(x + dx, y + dy) for x, y in [(0, 0), *line_steps(-dx, -dy)]]
    assert there == back[::-1]
    assert all(turned(turned(cell, 1), 3) == cell for cell in there)
