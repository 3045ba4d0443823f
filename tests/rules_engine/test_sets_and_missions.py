"""Sets as data, and Missions as records: what must fit together, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from rules_engine import Game, party
from rules_engine import events as e
from rules_engine.content.library import standard
from rules_engine.content.missions import Mission
from rules_engine.errors import ContentError, SetupError
from rules_engine.setup import check
from tests.rules_engine.at_the_table import pack_files, packs_with

NAMED_IN_THE_BOOKS = {
    "for-a-few-dark-stone-more", "exploration", "seal-the-void-gate", "search-party", "blow-the-mine", "escape"
}  # fmt: skip
PARTS = ("story", "goal", "opening", "victory_text", "defeat_text")


def fixed(**changes: Any) -> dict[str, Any]:
    record: dict[str, Any] = yaml.safe_load(pack_files()["missions/escape.yaml"])[0]
    return {**record, "id": "a-mission", **changes}


@pytest.mark.parametrize("set_, tokens", [("old-west", 12), ("forbidden-fortress", 12), ("valhalla", 8)])
def test_a_set_has_as_many_exploration_tokens_as_its_record_says(set_: str, tokens: int) -> None:
    record = standard().sets[set_]
    assert record.tokens == tokens == len(standard().exploration_tokens(record.exploration))


@pytest.mark.parametrize(
    "set_, light",
    [("old-west", "Old Lantern"), ("valhalla", "Expedition Torch"), ("forbidden-fortress", "Old Lantern")],
)
def test_each_set_has_its_own_light_source(set_: str, light: str) -> None:
    game = Game.start(party("us-marshal", set=set_), seed=1)
    while not any(isinstance(event, e.LightTaken) for event in game.events):
        assert game.pending is not None
        game.choose(game.pending.options[0])
    assert next(event.name for event in game.events if isinstance(event, e.LightTaken)) == light


@pytest.mark.parametrize("set_", [one.id for one in standard().sets.values() if one.introductory])
def test_the_first_mission_of_a_set_is_of_that_set(set_: str) -> None:
    record = standard().sets[set_]
    assert standard().missions[record.introductory or ""].set == set_


@pytest.mark.parametrize(
    "fields, words",
    [
        ({"set": "tea-party"}, "no set 'tea-party'"),
        ({"sets": ["tea-party"]}, "no set 'tea-party'"),
        ({"mixed": ["gear"]}, "'gear' is mixed anyway"),
    ],
)
def test_a_set_that_there_is_not_is_refused(fields: dict[str, Any], words: str) -> None:
    with pytest.raises(SetupError, match=words):
        check(party("us-marshal", **fields), standard())


@pytest.mark.parametrize("id", sorted(NAMED_IN_THE_BOOKS))
def test_a_mission_that_the_books_name_has_all_its_parts(id: str) -> None:
    mission = standard().missions[id]
    assert mission.source == "original" and all(getattr(mission, part) for part in PARTS)
    assert mission.special_rules and mission.reward
    assert mission.objective_text or mission.clues_needed == 0


@pytest.mark.parametrize(
    "changes, words",
    [
        ({"map": {"tiles": [{"tile": "old-sump"}], "start": ["1.99"]}}, "start: "),
        ({"map": {"tiles": [{"tile": "old-sump"}]}}, "no Starting Area"),
        ({"map": {"tiles": [{"tile": "mine-entrance"}, {"tile": "old-sump"}]}}, "say with `at`"),
        ({"map": {"tiles": [{"tile": "mine-entrance"}, {"tile": "old-sump", "at": "1.W"}]}}, "tile 2"),
        ({"map": {"tiles": [{"tile": "tea-room"}]}}, "tile 1"),
        ({"set_up": [{"item": {"gain": "tea-cup"}}]}, "tea-cup"),
        ({"endings": [{"when": "it is late", "because": "x"}]}, "is no condition"),
        ({"set": "tea-party"}, "no set 'tea-party'"),
    ],
)
def test_what_is_wrong_in_a_mission_is_named(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(ContentError, match=words):
        packs_with({"missions/a-mission.yaml": [fixed(**changes)]})


def test_a_fixed_map_lies_there_from_the_start() -> None:
    game = Game.start(party("us-marshal", mission="blow-the-mine"), seed=4)
    while not game.state.heroes or not all(hero.space for hero in game.state.heroes.values()):
        assert game.pending is not None
        game.choose(game.pending.options[0])
    mission: Mission = standard().missions["blow-the-mine"]
    assert mission.map is not None and len(game.state.tiles) == len(mission.map.tiles)
    assert [tile.place for tile in game.state.tiles if tile.token == "hidden"] == [
        "west-pillar", "north-pillar", "east-pillar"
    ]  # fmt: skip
    assert not any(status in ("door", "unknown") for tile in game.state.tiles for status in tile.doors.values())
