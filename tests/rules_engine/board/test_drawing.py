"""Reading and drawing tiles."""

import pytest

from rules_engine.board import LayoutError, TileLayout, parse_layout, read_tiles, render_layout

from .tiles import catalogue, layouts

SHORT = """
| 01 | 02 |
|----|----|
| 03 | 04 |
|----|----|
| 05 | 06 |
"""


@pytest.mark.parametrize("layout", layouts().values(), ids=lambda layout: layout.id)
def test_drawing_a_tile_and_reading_it_again_gives_the_same_tile(layout: TileLayout) -> None:
    again = parse_layout(layout.id, render_layout(layout), name=layout.name, kind=layout.kind)
    assert again == layout


def test_connections_are_two_spaces_wide_and_seen_from_inside() -> None:
    keys = {c.key: c.spaces for c in layouts()["t-junction-passage"].connectors}
    assert keys == {"S": ("16", "15"), "W": ("07", "01"), "E": ("06", "12")}
    assert all(len(c.spaces) == 2 for layout in layouts().values() for c in layout.connectors)


def test_printed_entrance_comes_first_and_only_the_entrance_tile_has_none() -> None:
    assert [i for i, layout in layouts().items() if layout.entrance is None] == ["mine-entrance"]
    assert all(tile.connectors[0].is_entrance for tile in layouts().values() if tile.kind != "entrance")


def test_exit_ranges_of_the_burning_room_and_the_synapse_chamber() -> None:
    burning, synapse = layouts()["burning-room"], layouts()["synapse-chamber"]
    assert {c.spaces: c.rolls for c in burning.exits} == {("01", "02"): (1, 2, 3), ("16", "24"): (4, 5, 6)}
    assert {c.spaces: c.rolls for c in synapse.exits} == {("10", "04"): (1, 2, 3), ("26", "32"): (4, 5, 6)}
    assert burning.exit_for_roll(5) == burning.connector("E")


def test_every_room_of_the_mines_has_exits_for_all_results_of_a_d6() -> None:
    rooms = [t.layouts[0] for t in catalogue().values() if t.kind == "room"]
    assert len([t for t in catalogue().values() if t.kind == "room" and t.world == "mines"]) >= 10
    for room in rooms:
        assert sorted(face for c in room.exits for face in c.rolls) == [1, 2, 3, 4, 5, 6], room.id
        assert 2 <= len(room.exits) <= 3 and 12 <= len(room.spaces) <= 39


def test_corner_passage_turns_west_on_1_to_3_and_east_on_4_to_6() -> None:
    corner = catalogue()["corner-passage"]
    assert [corner.layout_for_roll(n).exits[0].key for n in range(1, 7)] == ["W", "W", "W", "E", "E", "E"]


def test_starting_area_is_eight_spaces_and_in_the_old_west_six() -> None:
    area = catalogue()["mine-entrance"].starting_area
    assert area["compilation"] == ("15", "16", "17", "18", "19", "20", "21", "22")
    assert sorted(area["old-west"]) == ["16", "17", "19", "20", "21", "22"]


def test_italics_are_optional() -> None:
    assert parse_layout("x", SHORT) == parse_layout("x", SHORT.replace(" 01 ", "*01*").replace(" 02 ", "*02*")
                                                    .replace(" 05 ", "*05*").replace(" 06 ", "*06*"))  # fmt: skip


@pytest.mark.parametrize(
    ("text", "line", "column", "says"),
    [
        ("", 1, 1, "no space"),
        (SHORT.replace("04", "03"), 4, 8, "space 03 stands on line 4 already"),
        (SHORT.replace("| 03 |", "|  03|"), 4, 4, "off the grid"),
        (SHORT.replace("|----|----|", "|----?----|"), 3, 6, "'?' is out of place"),
        (SHORT.replace("|----|----|", "|--#-|----|"), 3, 4, "'#' is out of place"),
        (SHORT.replace("| 01 |", "|*01*|"), 2, 8, "draw it shut or write *02*"),
        (SHORT.replace("| 03 |", "|*03*|"), 4, 3, "*03* is closed on every side"),
        (SHORT.replace("| 03 | 04 |", "| 03   04 |"), 4, 3, "no grid line between 03 and 04"),
        (SHORT.replace("| 03 |", "! 03 |"), 4, 3, "Barrier west of 03"),
        (SHORT.replace("| 03 | 04 |", "| 03 | 04"), 4, 8, "it must be 2"),
        (SHORT.replace("| 05 | 06 |", "| 05 | 06 |\n-----------"), 6, 1, "0 entrances"),
        (SHORT.replace("| 03 | 04 |", "\t| 03 | 04 |"), 4, 1, "a tab"),
        ("   [1-3]\n" + SHORT[1:], 2, 1, "each of 1-6 must stand once"),
        ("   [6-1]\n" + SHORT[1:], 1, 4, "runs backwards"),
        (SHORT + "\n\n\n\n\n\n   [1-6]", 13, 6, "no exit near"),
        (SHORT.replace("--|\n", "--|    ------\n").replace("04 |", "04 |    | 07 |"), 4, 18, "07 is cut off"),
    ],
)  # fmt: skip
def test_a_fault_in_a_drawing_is_named_with_its_place(text: str, line: int, column: int, says: str) -> None:
    with pytest.raises(LayoutError) as fault:
        parse_layout("x", text)
    assert says in str(fault.value)
    assert (fault.value.line, fault.value.column) == (line, column)


def test_a_tile_may_not_go_on_outside_its_connection() -> None:
    hook = "| 01 | 02 |\n|----|----|\n| 03 | 04 |\n           \n\n-----------\n| XX | XX |"
    with pytest.raises(LayoutError, match="goes on outside"):
        parse_layout("x", hook)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"kind": "cave"}, "write entrance, passage or room"),
        ({"name": ""}, "missing"),
        ({"colour": "red"}, "unknown"),
        ({"layout": "?"}, "in the drawing of 'x'"),
        ({"variants": {"1-3": {}}}, "either a layout or variants"),
        ({"starting_area": {"compilation": ["99"]}}, "99"),
    ],
)
def test_a_fault_in_a_tile_record_names_the_record(change: dict[str, object], says: str) -> None:
    record = {"id": "x", "name": "X", "kind": "room", "world": "mines", "description": "d", "source": "original",
              "layout": SHORT}  # fmt: skip
    with pytest.raises(LayoutError) as fault:
        read_tiles([{**record, **change}])
    assert says in str(fault.value)


def test_tile_ids_are_unique() -> None:
    record = {"id": "x", "name": "X", "kind": "room", "world": "w", "description": "d", "source": "s", "layout": SHORT}
    with pytest.raises(LayoutError, match="two tiles"):
        read_tiles([record, record])
