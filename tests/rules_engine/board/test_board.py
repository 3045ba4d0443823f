"""Placement, adjacency, movement, sight and the order in which Enemies are placed."""

import pytest

from rules_engine.board import Board, DoorRef, PlacementError, UnknownPlaceError, door_ref, parse_layout

from .tiles import example, first, grown, join, layouts

ROOM = """
     |*01*|*02*|
-----|----#----|
| 03 | 04 ! 05 |
|----|====|----|
| 06 | 07 | 08 |
-----|----|-----
     |*09*|*10*|
"""

TOUCHING = """
----------------
| 01 | 02 | XX |
|----|----|----|
| 03 | XX | 04 |
|----|----|----|
| 05 | 06 | 07 |
-----|    |    |
"""


def alone(text: str = ROOM) -> Board:
    board = Board({"room": parse_layout("room", text)})
    board.place_first("room")
    return board


def near(board: Board, a: str, b: str) -> bool:
    assert (b in board.adjacent[a]) == (a in board.adjacent[b])
    return b in board.adjacent[a]


# -- adjacency and walls


def test_a_wall_over_the_cross_point_parts_diagonal_spaces_in_the_t_junction() -> None:
    board = first("t-junction-passage")
    assert not near(board, "1.08", "1.13") and not near(board, "1.11", "1.14")
    assert all(near(board, *pair) for pair in (("1.09", "1.13"), ("1.10", "1.14"), ("1.09", "1.14"), ("1.10", "1.13")))


def test_a_wall_over_the_cross_point_stops_sight_steps_and_bounces() -> None:
    board = first("t-junction-passage")
    assert not board.sees("1.08", "1.13") and "1.13" not in board.steps["1.08"]
    assert board.neighbour_in_direction("1.08", 5) is None
    assert board.distance("1.08", "1.13") == 2


def test_spaces_that_touch_only_at_a_point_are_not_adjacent() -> None:
    layout = parse_layout("x", TOUCHING)
    board = Board({"x": layout})
    board.place_first("x")
    assert not near(board, "1.02", "1.04") and near(board, "1.03", "1.06")
    assert not board.sees("1.02", "1.04")


# -- Barriers


def test_a_barrier_stops_steps_but_not_adjacency_sight_or_bounces() -> None:
    board = alone()
    assert near(board, "1.04", "1.05") and board.sees("1.04", "1.05")
    assert "1.05" not in board.steps["1.04"] and "1.05" in board.leaps["1.04"]
    assert board.neighbour_in_direction("1.04", 4) == "1.05"
    assert board.distance("1.04", "1.05") == 1


def test_a_barriers_end_stops_diagonal_steps_across_it() -> None:
    board = alone()
    for a, b in (("1.04", "1.08"), ("1.05", "1.07"), ("1.03", "1.07"), ("1.04", "1.06")):
        assert b not in board.steps[a] and a not in board.steps[b]
        assert near(board, a, b)


def test_a_leaping_model_crosses_barriers() -> None:
    board = alone()
    assert board.reach("1.04", 1, ()).keys() == {"1.04", "1.01", "1.03"}
    assert board.reach("1.04", 1, (), leap=True).keys() == {"1.04", *board.adjacent["1.04"]}


def test_a_model_shut_in_by_barriers_is_trapped() -> None:
    text = ROOM.replace("| 03 | 04 ! 05 |", "| 03 ! 04 ! 05 |").replace("|----#----|\n| 03", "|====#----|\n| 03")
    board = alone(text)
    assert board.is_trapped("1.04")
    assert not board.is_trapped("1.05") and not alone().is_trapped("1.04")


# -- joining tiles


def test_a_connection_space_counts_as_being_on_both_tiles() -> None:
    board = first("mine-entrance")
    assert join(board, "1.N", "mid-passage") == 2
    assert board.tiles_of("1.01") == (1, 2) and board.tiles_of("1.03") == (1,)
    assert board.aliases == {"2.09": "1.01", "2.10": "1.02"} and board.resolve("2.10") == "1.02"
    assert board.spaces_of(2)[-2:] == ("1.01", "1.02")
    assert near(board, "1.01", "2.07") and near(board, "1.01", "2.08") and near(board, "1.01", "1.03")
    assert board.neighbours_of_tile(1) == (2,) and board.neighbours_of_tile(2) == (1,)
    assert board.entrance_of(2) == ("1.02", "1.01") and board.entrance_of(1) is None
    assert board.other_side(DoorRef("1.N")) == "2.S"


def test_spaces_of_tiles_that_merely_lie_side_by_side_are_walled_apart() -> None:
    board = first("bunkhouse-below")
    join(board, "1.N1", "corner-passage-right")
    join(board, "1.N2", "short-passage")
    for a in board.adjacent:
        for d8 in range(1, 9):
            other = board.neighbour_in_direction(a, d8)
            assert other is None or set(board.tiles_of(a)) & set(board.tiles_of(other))


def test_a_door_against_the_side_of_another_tile_leads_nowhere() -> None:
    board = ring("mine-entrance")
    inside, outside = "4.01", "1.07"
    assert board.cell(inside)[0] + 1 == board.cell(outside)[0] and board.cell(inside)[1] == board.cell(outside)[1]
    assert not near(board, inside, outside) and not board.sees(inside, outside)
    assert board.distance(inside, outside) > 10


def test_candidates_try_the_printed_entrance_first_then_the_other_exits() -> None:
    board = first("mine-entrance")
    assert [p.connector for p in board.candidates(DoorRef("1.N"), "t-junction-passage")] == ["S", "W", "E"]
    assert [p.rotation for p in board.candidates(DoorRef("1.N"), "t-junction-passage")] == [0, 3, 1]


def ring(start: str) -> Board:
    """Three Corner Passages that turn left, back towards the tile they set out from."""
    board = first(start)
    for door in ("1.N", "2.W", "3.W"):
        join(board, door, "corner-passage-left")
    return board


def test_a_tile_that_would_overlap_does_not_fit() -> None:
    board = ring("short-passage")
    assert board.can_any_fit(DoorRef("4.W"))
    assert all(board.candidates(DoorRef("4.W"), layout_id) == [] for layout_id in layouts())
    placement = board._against(DoorRef("4.W"), layouts()["mid-passage"], layouts()["mid-passage"].connectors[0])
    with pytest.raises(PlacementError, match="overlap"):
        board.place(5, "mid-passage", *placement[:3], (DoorRef("4.W"), placement.connector))


def test_a_tile_is_turned_to_another_exit_when_its_entrance_does_not_fit() -> None:
    board = first("mine-entrance")
    for door, layout_id in (("1.N", "short-passage"), ("2.N", "corner-passage-left"), ("3.W", "corner-passage-left")):
        join(board, door, layout_id)
    assert [p.connector for p in board.candidates(DoorRef("4.W"), "burning-room")] == ["E"]
    number = join(board, "4.W", "burning-room")
    assert board.entrance_of(number) == board.door_spaces(DoorRef("5.E"))
    assert set(board.door_spaces(DoorRef("5.E"))) == set(board.door_spaces(DoorRef("4.W")))


def test_nothing_fits_where_the_row_beyond_the_door_is_taken() -> None:
    board = ring("mine-entrance")
    assert not board.can_any_fit(DoorRef("4.W")) and not board.can_any_fit(DoorRef("1.N"))
    assert all(board.candidates(DoorRef("4.W"), layout_id) == [] for layout_id in layouts())
    inside = board.door_spaces(DoorRef("4.W"))[1]
    assert near(board, *board.door_spaces(DoorRef("4.W"))) and board.neighbour_in_direction(inside, 4) is None


@pytest.mark.parametrize("first_id", sorted(layouts()))
def test_every_tile_joins_every_exit_of_every_tile_by_its_printed_entrance(first_id: str) -> None:
    board = first(first_id)
    for connector in layouts()[first_id].connectors:
        door = door_ref(1, connector.key)
        assert board.can_any_fit(door)
        for layout_id, layout in layouts().items():
            fits = board.candidates(door, layout_id)
            assert fits and fits[0].connector == layout.connectors[0].key


def test_placement_is_refused_with_a_reason() -> None:
    board = first("mine-entrance")
    placement = board.candidates(DoorRef("1.N"), "short-passage")[0]
    with pytest.raises(PlacementError, match="does not meet"):
        board.place(2, "short-passage", 1, 0, 0, (DoorRef("1.N"), "S"))
    with pytest.raises(PlacementError, match="not free"):
        board.place(1, "short-passage", *placement[:3], (DoorRef("1.N"), "S"))
    board.place(2, "short-passage", *placement[:3], (DoorRef("1.N"), "S"))
    with pytest.raises(PlacementError, match="joined"):
        board.place(3, "short-passage", *placement[:3], (DoorRef("1.N"), "S"))
    with pytest.raises(PlacementError, match="first"):
        board.place_first("short-passage")


@pytest.mark.parametrize("door", ["9.N", "x", "1.W"])
def test_an_unknown_door_is_named(door: str) -> None:
    with pytest.raises(UnknownPlaceError):
        first("mine-entrance").candidates(DoorRef(door), "short-passage")


def test_unknown_tiles_and_spaces_are_named() -> None:
    board = first("mine-entrance")
    with pytest.raises(UnknownPlaceError, match="nowhere"):
        board.candidates(DoorRef("1.N"), "nowhere")
    with pytest.raises(UnknownPlaceError, match="no space"):
        board.resolve("1.99")
    with pytest.raises(UnknownPlaceError, match="tile 7"):
        board.spaces_of(7)


def test_a_board_is_saved_and_restored_as_plain_data() -> None:
    board = grown(7, 8)
    again = Board.from_plain(layouts(), board.to_plain())
    assert again.to_plain() == board.to_plain()
    assert again.adjacent == board.adjacent and again.render() == board.render()


# -- Gates


def test_the_two_spaces_on_either_side_of_a_gate_are_adjacent() -> None:
    board = first("mine-entrance")
    board.place_through_gate(2, "synapse-chamber", DoorRef("1.N"))
    assert all(near(board, a, b) for a in ("1.01", "1.02") for b in ("2.38", "2.39"))
    assert board.tiles_of("1.01") == (1,) and board.neighbours_of_tile(1) == (2,)
    assert board.distance("1.03", "2.33") == 4
    assert board.reach("1.01", 1, ())["2.39"] == (1, "1.01")
    assert Board.from_plain(layouts(), board.to_plain()).adjacent == board.adjacent


def test_one_sees_through_a_gate_only_while_standing_on_it() -> None:
    board = first("mine-entrance")
    board.place_through_gate(2, "synapse-chamber", DoorRef("1.N"))
    assert board.sees("1.01", "2.02") and board.sees("2.38", "1.21")
    assert not board.sees("1.03", "2.39") and not board.sees("2.35", "1.01")
    assert not board.sees("1.01", "2.33")
    assert board.neighbour_in_direction("1.01", 2) == "2.38" and board.neighbour_in_direction("2.39", 6) == "1.02"


# -- range, sight, movement


def sight_example() -> Board:
    board = Board({"example": example((("17", "NE"), ("23", "SE")))})
    board.place_first("example")
    return board


def test_line_of_sight_example_of_the_rulebook() -> None:
    board = sight_example()
    assert board.sees("1.28", "1.18") and not board.sees("1.28", "1.25")


def test_sight_passes_cross_points_that_no_wall_covers() -> None:
    board = first("synapse-chamber")
    assert board.sees("1.06", "1.24") and board.sees("1.01", "1.38")
    assert not board.sees("1.33", "1.38") and not board.sees("1.09", "1.32")


def test_sight_goes_on_through_joined_connections() -> None:
    board = first("mine-entrance")
    join(board, "1.N", "long-passage")
    join(board, "2.N", "t-junction-passage")
    assert board.sees("1.20", "3.03") and board.sees("3.03", "1.20")
    assert not board.sees("1.20", "3.01") and not board.sees("1.19", "2.03")


def test_range_is_the_shortest_way_over_adjacent_spaces() -> None:
    board = first("mine-entrance")
    join(board, "1.N", "long-passage")
    assert board.distance("1.19", "1.19") == 0
    assert board.distance("1.19", "1.07") == 3 and board.distance("1.19", "1.01") == 6
    assert board.distance("1.07", "1.05") == 2
    assert board.distance("1.20", "2.01") == 11 == board.distances_from("2.01")["1.20"]


def test_movement_goes_around_models_and_stops_beside_enemies() -> None:
    board = first("short-passage")
    assert board.reach("1.07", 5, {"1.05", "1.06"}).keys() == {"1.07", "1.08"}
    stopped = board.reach("1.07", 5, (), stop_at={"1.05", "1.06"})
    assert stopped == {"1.07": (0, None), "1.05": (1, "1.07"), "1.08": (1, "1.07"), "1.06": (1, "1.07")}
    free = board.reach("1.05", 2, (), stop_at={"1.05"})
    assert free["1.01"] == (2, "1.03") and Board.path(free, "1.01") == ["1.03", "1.01"]
    assert Board.path(free, "1.05") == []


def test_bounce_follows_the_compass_of_the_d8() -> None:
    board = first("mine-entrance")
    around = [board.neighbour_in_direction("1.12", d8) for d8 in range(1, 9)]
    assert around == ["1.07", "1.08", "1.09", "1.13", "1.17", "1.16", "1.15", "1.11"]
    assert board.neighbour_in_direction("1.19", 6) is None
    assert board.neighbour_in_direction("1.05", 7) is None


def test_bounce_keeps_north_on_turned_tiles() -> None:
    board = first("mine-entrance")
    join(board, "1.N", "t-junction-passage")
    join(board, "2.E", "long-passage")
    assert board.tiles[3].rotation == 1
    x, y = board.cell("3.05")
    north = board.neighbour_in_direction("3.06", 2)
    assert north == "3.05" and board.cell(north) == (x, y) == (board.cell("3.06")[0], board.cell("3.06")[1] + 1)


# -- placing Enemies


def order() -> list[str]:
    board = Board({"example": example()})
    board.place_first("example")
    return [s.removeprefix("1.") for s in board.placement_order(1, ("1.28", "1.29"))]


def test_temple_guard_and_archers_stand_as_in_the_rulebooks_example() -> None:
    assert order()[:2] == ["01", "04"] and order()[2:8] == ["06", "07", "09", "11", "14", "16"]


def test_the_checkerboard_is_filled_row_by_row_and_then_the_spaces_between() -> None:
    assert order()[:14] == ["01", "04", "06", "07", "09", "11", "14", "16", "18", "21", "23", "25", "26", "29"]
    assert order()[14:17] == ["02", "03", "05"] and len(order()) == 29


def test_occupied_spaces_are_skipped_without_shifting_the_checkerboard() -> None:
    free = [space for space in order() if space != "29"]
    assert free[12:14] == ["26", "02"]


def test_placement_starts_at_the_far_side_whatever_way_the_tile_is_turned() -> None:
    board = first("mine-entrance")
    join(board, "1.N", "t-junction-passage")
    join(board, "2.E", "example")
    placed = board.placement_order(3, board.entrance_of(3) or ("", ""))
    names = {alias: f"3.{alias.partition('.')[2]}" for alias in board.aliases if alias.startswith("3.")}
    back = {board.aliases[alias]: name for alias, name in names.items()}
    assert [back.get(s, s).removeprefix("3.") for s in placed] == order()


def test_placement_on_the_first_tile_may_start_from_any_two_spaces_of_its_edge() -> None:
    board = first("mine-entrance")
    assert board.placement_order(1, ("1.20", "1.21"))[:3] == ["1.01", "1.04", "1.05"]
    assert board.placement_order(1, ("1.01", "1.02"))[:2] == ["1.22", "1.20"]
    with pytest.raises(UnknownPlaceError):
        board.placement_order(1, ("1.20", "9.01"))
    with pytest.raises(UnknownPlaceError):
        board.placement_order(1, ("1.20", "1.22"))


# -- the picture


def test_the_picture_shows_walls_doors_models_barriers_and_corners() -> None:
    board = alone()
    picture = board.render({"1.04": "Ada", "1.06": "S"}, doors={DoorRef("1.N"): "end_cap"}, names=True)
    assert picture == (
        "   +xx xx+\n   |01 02|\n+--+  #  +\n|03 Ad!05|\n+  ====  +\n| S 07 08|\n+--+     +\n   |09 10|\n   +     +\n"
    )


def test_the_picture_draws_a_wall_where_an_open_door_faces_another_tile() -> None:
    board = ring("mine-entrance")
    assert "| .  .  .  .| .  .  .  .|" in board.render()


def test_the_picture_can_be_limited_to_some_tiles_and_shows_gates() -> None:
    board = first("mine-entrance")
    board.place_through_gate(2, "synapse-chamber", DoorRef("1.N"))
    whole, entrance = board.render(), board.render(tiles={1})
    assert "@@" in entrance and whole.startswith(entrance.rstrip("\n")) and len(whole) > 2 * len(entrance)
    assert Board(layouts()).render() == ""
