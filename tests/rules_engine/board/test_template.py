"""The Flame Template on squares."""

from rules_engine.board import Board, parse_layout
from rules_engine.board.template import flame

HALL = """
----------------
| 01 | 02 | 03 |
|----|----|----|
| 04 | 05 | 06 |
|----|----|----|
| 07 | 08 | 09 |
|----|----#-----
|*10*|*11*|
"""


def hall() -> Board:
    board = Board({"hall": parse_layout("hall", HALL)})
    board.place_first("hall")
    return board


def touched(board: Board, start: str, end: str) -> set[str]:
    return {space.removeprefix("1.") for space in flame(board, f"1.{start}", f"1.{end}")}


def test_a_straight_flame_touches_the_line_and_what_is_beside_its_end() -> None:
    assert touched(hall(), "08", "02") == {"05", "02", "01", "03"}


def test_a_flame_through_a_corner_touches_both_spaces_beside_it() -> None:
    assert touched(hall(), "07", "05") == {"04", "08", "05", "02", "06"}


def test_a_flame_at_an_adjacent_target_spreads_beside_it_and_spares_the_attacker() -> None:
    assert touched(hall(), "05", "04") == {"04", "01", "07"}


def test_the_nearest_spaces_come_first() -> None:
    assert flame(hall(), "1.08", "1.02")[:2] == ["1.05", "1.02"]
