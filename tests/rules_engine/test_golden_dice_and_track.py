"""Golden examples of dice, the Depth Track and the numbers by party size, from the engine's own procedures."""

from __future__ import annotations

import pytest

from rules_engine.content.library import standard
from rules_engine.dice import SIDES, VALUES, Roll, RolledDie
from rules_engine.game import Game
from rules_engine.procedures.darkness import needed_to_hold
from rules_engine.procedures.threats import normal_level
from rules_engine.scenarios import ScriptedDraws, play
from rules_engine.setup import REVIVE_TOKENS, party
from rules_engine.state import BLOOD_SPATTER_SPACES, DARKNESS_START, ENTRANCE, GROWING_DREAD_SPACES
from tests.golden import golden


@golden("G001")
def test_a_d3_is_a_d6_halved() -> None:
    assert [VALUES["D3"][face] for face in range(1, SIDES["D3"] + 1)] == [1, 1, 2, 2, 3, 3]


@golden("G001")
@pytest.mark.parametrize(("face", "value"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_a_d3_rolled_at_the_table_counts_half_its_face(face: int, value: int) -> None:
    result = play(
        {
            "title": "D3",
            "given": {"heroes": {"Ada": {"space": 12, "wounds": 5}}},
            "happens": [{"heal": {"wounds": "D3"}}],
            "about": {"subject": "Ada"},
            "dice": {"healing": [face], "move": [4]},
            "then": [{"event": {"Healed": {"wounds": value}}}],
        }
    )
    assert result.failures == []


@golden("G008")
@pytest.mark.parametrize(("face", "hero"), enumerate(["Ada", "Ada", "Bo", "Bo", "Cal", "Cal", "Dee", "Dee"], 1))
def test_a_random_hero_of_four_is_named_by_a_d8(face: int, hero: str) -> None:
    result = play(
        {
            "title": "random Hero",
            "given": {
                "heroes": {"Ada": {"space": 12}, "Bo": {"space": 13}, "Cal": {"space": 16}, "Dee": {"space": 17}}
            },
            "happens": [{"damage": {"wounds": 1, "to": "random"}}],
            "dice": {"random hero": [face]},
            "then": [
                {"event": {"Rolled": {"purpose": "random hero", "dice": ["D8"]}}},
                {"event": {"Wounded": {"target": hero}}},
            ],
        }
    )
    assert result.failures == []


@golden("G043")
def test_the_markers_start_on_the_entrance_and_on_the_darkness_start() -> None:
    game = Game.start(party("us-marshal"), seed=1)
    assert (game.state.hero_marker, game.state.darkness) == (ENTRANCE, DARKNESS_START)


@golden("G044", "G045")
def test_marked_spaces_of_the_depth_track() -> None:
    assert set(GROWING_DREAD_SPACES) == {15, 11, 6}
    assert set(BLOOD_SPATTER_SPACES) == {13, 10, 8, 4, 2}


@golden("G046", "G048")
def test_what_holding_back_needs_at_every_stage() -> None:
    assert [needed_to_hold(marker) for marker in range(ENTRANCE, -1, -1)] == [7] * 6 + [8] * 5 + [9] * 6


@golden("G153", "G198")
def test_revive_tokens_by_party_size() -> None:
    classes = ["us-marshal", "bandido", "rancher", "saloon-girl", "lawman", "us-marshal"]
    found = [Game.start(party(*classes[:n]), seed=1).state.revive_tokens for n in range(1, 7)]
    assert found == [2, 1, 1, 0, 1, 0] == [REVIVE_TOKENS[n] for n in range(1, 7)]


@golden("G199")
def test_threat_level_by_party_size() -> None:
    assert [normal_level(heroes) for heroes in range(1, 7)] == ["low", "low", "med", "med", "high", "high"]


@golden("G124")
@pytest.mark.parametrize(("set_", "count"), [("old-west", 12), ("adventure-set", 8)])
def test_exploration_tokens_by_set(set_: str, count: int) -> None:
    game = Game.start(party("us-marshal", set=set_), seed=1)
    assert len(game.state.decks["exploration"].remaining) == count


@golden("G499")
def test_a_third_of_the_scavenge_deck_is_good_a_third_bad_a_third_nothing() -> None:
    library = standard()
    moods = [library.cards[card].mood for card in library.deck("scavenge")]
    assert {mood: moods.count(mood) for mood in moods} == {"good": 4, "bad": 4, "nothing": 4}


def test_doubles_are_natural_faces() -> None:
    dice = [RolledDie("D6", [3], 3, rerolled=True), RolledDie("D6", [3], 5, added=2)]
    assert Roll(1, "ada", "test", dice).doubles


def test_a_scripted_draw_names_what_it_misses() -> None:
    from rules_engine.errors import ScriptError

    with pytest.raises(ScriptError, match=r"add `cards: \{loot"):
        ScriptedDraws({}).index("deck:loot", 0, 12, "loot card")
