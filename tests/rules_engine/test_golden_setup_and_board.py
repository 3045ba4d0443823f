"""Golden examples of setting up and of the board, through `Game` and the board's own procedures."""

from __future__ import annotations

import pytest

from rules_engine.board import Board, DoorRef, TileLayout, parse_layout
from rules_engine.content.library import standard
from rules_engine.game import Game
from rules_engine.procedures.items import carrying_limit
from rules_engine.scenarios import play
from rules_engine.setup import party
from tests.golden import golden

EXAMPLE_ROWS = """
      01 02
      03 04 05 06
07 08 09 10 11 12
13 14 15 16 17 18 19
   20 21 22 23 24 25
         26 27
         28 29
""".strip("\n").split("\n")


def example_tile() -> TileLayout:
    """The tile of the Enemy placement example (compilation, "Placing Enemy Example"), entrance at 28 and 29."""
    cells = {
        row[c : c + 2]: (c // 3, r)
        for r, row in enumerate(EXAMPLE_ROWS)
        for c in range(0, len(row), 3)
        if row[c] != " "
    }
    grid = [[" "] * 40 for _ in range(2 * len(EXAMPLE_ROWS) + 1)]
    for space, (x, y) in cells.items():
        line, column = 2 * y + 1, 5 * x
        grid[line][column : column + 6] = f"| {space} |"
        grid[line - 1][column + 1 : column + 5] = "----"
        if space not in ("28", "29"):
            grid[line + 1][column + 1 : column + 5] = "----"
    return parse_layout("example", "\n".join("".join(line) for line in grid))


def placed(count_by_type: list[tuple[str, int]], occupied: str = "") -> dict[str, list[str]]:
    """Where enemies stand on the example tile, slowest type first."""
    board = Board({"example": example_tile()})
    board.place_first("example")
    order = [s.partition(".")[2] for s in board.placement_order(1, ("1.28", "1.29"))]
    free = [space for space in order if space != occupied]
    stand: dict[str, list[str]] = {}
    for type, count in count_by_type:
        stand[type], free = free[:count], free[count:]
    return stand


def board_of(*tiles: str) -> Board:
    """Tiles in a row from the Entrance, each at the last one's way on."""
    board = Board(standard().tiles)
    board.place_first(tiles[0])
    for number, layout in enumerate(tiles[1:], 2):
        door = DoorRef(f"{number - 1}.N")
        way = board.candidates(door, layout)[0]
        board.place(number, layout, way.rotation, way.dx, way.dy, (door, way.connector))
    return board


def answered(game: Game, kind: str) -> Game:
    """The game after first options up to a choice of a kind."""
    while game.pending is not None and game.pending.kind != kind:
        game.choose(game.pending.options[0])
    return game


@golden("G084")
def test_every_connection_is_two_spaces_wide() -> None:
    for layout in standard().tiles.values():
        assert all(len(set(c.spaces)) == 2 for c in layout.connectors), layout.id


@golden("G087")
def test_walled_corners_of_the_t_junction() -> None:
    board = Board(standard().tiles)
    board.place_first("t-junction-passage")
    near = board.adjacent
    assert "1.13" not in near["1.08"]
    assert "1.14" not in near["1.11"]
    for a, b in [("09", "13"), ("10", "14"), ("09", "14"), ("10", "13")]:
        assert f"1.{b}" in near[f"1.{a}"]


@golden("G203")
def test_temple_guard_and_archers_of_the_rulebooks_example() -> None:
    stand = placed([("temple-guard", 2), ("archers", 6)])
    assert stand == {"temple-guard": ["01", "04"], "archers": ["06", "07", "09", "11", "14", "16"]}


@golden("G204")
def test_fourteen_enemies_fill_the_checkerboard() -> None:
    wanted = ["01", "04", "06", "07", "09", "11", "14", "16", "18", "21", "23", "25", "26", "29"]
    assert placed([("rats", 14)])["rats"] == wanted


@golden("G205")
def test_seventeen_enemies_begin_the_spaces_between() -> None:
    assert placed([("rats", 17)])["rats"][14:] == ["02", "03", "05"]


@golden("G207")
def test_an_occupied_space_is_skipped_and_the_next_enemy_starts_the_second_pass() -> None:
    stand = placed([("rats", 14)], occupied="29")["rats"]
    assert "29" not in stand
    assert stand[13] == "02"


@golden("G095")
@pytest.mark.parametrize("edition", ["compilation", "valhalla", "forbidden-fortress"])
def test_heroes_start_on_the_back_two_rows_in_initiative_order(edition: str) -> None:
    game = answered(Game.start(party("us-marshal", "saloon-girl", edition=edition), seed=3), "start_space")
    assert game.pending is not None
    assert [o.target for o in game.pending.options] == [f"1.{n}" for n in range(15, 23)]
    assert game.state.heroes[game.pending.who].cls == "saloon-girl"


@golden("G096")
def test_in_the_oldest_edition_heroes_start_on_six_spaces() -> None:
    game = answered(Game.start(party("us-marshal", "bandido", edition="old-west"), seed=3), "start_space")
    assert game.pending is not None
    assert {o.target for o in game.pending.options} == {"1.19", "1.20", "1.21", "1.22", "1.16", "1.17"}


@golden("G192")
@pytest.mark.parametrize("cls", ["us-marshal", "bandido", "rancher", "saloon-girl", "lawman"])
def test_a_new_hero_chooses_one_of_three_starting_upgrades(cls: str) -> None:
    game = answered(Game.start(party(cls), seed=3), "starting_upgrade")
    assert game.pending is not None
    assert len(game.pending.options) == 3
    game.choose(game.pending.options[1])
    answered(game, "turn")
    (hero,) = game.state.heroes.values()
    assert len(hero.upgrades) == 1


@golden("G193")
def test_a_new_old_west_hero_chooses_a_free_token() -> None:
    game = answered(Game.start(party("us-marshal"), seed=3), "free_token")
    assert game.pending is not None
    assert {o.target for o in game.pending.options} == {"whiskey", "bandages", "dynamite", "tonic"}


@golden("G500", "G020")
def test_a_new_hero_starts_with_one_grit_and_nothing_else() -> None:
    game = answered(Game.start(party("us-marshal"), seed=3), "turn")
    (hero,) = game.state.heroes.values()
    assert (hero.level, hero.grit, hero.dark_stone, hero.gold, hero.xp) == (1, 1, 0, 0, 0)
    assert game.table.stats.hero(hero, "side_bag") == 5


@golden("G430")
def test_the_marshal_carries_seven_weights() -> None:
    game = answered(Game.start(party("us-marshal"), seed=3), "turn")
    (hero,) = game.state.heroes.values()
    assert carrying_limit(game.table, hero) == 7


@golden("G300")
def test_both_sides_of_the_drowned_dead() -> None:
    record = standard().enemies["drowned-dead"]
    sides = [
        (s.initiative, s.move, s.escape, s.range, s.melee, s.combat, s.damage, s.defense, s.health, s.xp)
        for s in (record.normal, record.brutal)
    ]
    assert sides == [(2, 2, 4, 5, 5, 3, 3, 4, 2, 15), (2, 3, 5, 5, 4, 3, 4, 4, 4, 25)]


@golden("G322")
def test_the_two_spaces_on_either_side_of_a_gate_are_adjacent() -> None:
    board = board_of("mine-entrance")
    board.place_through_gate(2, "long-passage", DoorRef("1.N"))
    here, there = board.door_spaces(DoorRef("1.N")), board.door_spaces(DoorRef("2.S"))
    assert all(far in board.adjacent[near] for near in here for far in there)


@golden("G323")
def test_one_sees_through_a_gate_only_from_its_own_spaces() -> None:
    board = board_of("mine-entrance")
    board.place_through_gate(2, "long-passage", DoorRef("1.N"))
    beyond = board.door_spaces(DoorRef("2.S"))[0]
    assert any(board.sees(space, beyond) for space in board.door_spaces(DoorRef("1.N")))
    assert not board.sees("1.05", beyond)


@golden("G239")
def test_the_third_enemy_must_take_the_hero_who_has_none_of_its_type() -> None:
    # Three enemies equally far off, four Heroes; the first goes to Bo, the second to Dee and blocks the way.
    result = play(
        {
            "title": "movement example",
            "given": {
                "heroes": {
                    "Ada": {"space": 7, "activated": True},
                    "Bo": {"space": 11, "activated": True},
                    "Cal": {"space": 10, "activated": True},
                    "Dee": {"space": 8, "activated": True},
                },
                "enemies": {
                    "one": {"type": "test-pack", "space": 12, "move": 1, "target": "Bo"},
                    "two": {"type": "test-pack", "space": 1.05, "target": "Dee"},
                    "three": {"type": "test-pack", "space": 1.06},
                },
            },
            "then": [{"event": {"EnemyTargeted": {"enemy": "three", "hero": "Cal"}}}, {"pending": "turn"}],
        }
    )
    assert result.failures == []
