"""The editions as data: each difference is a field, and each field has its sources (the inventory's contradictions)."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from rules_engine import Game, GameSetup, HeroSetup
from rules_engine.content.library import standard
from rules_engine.errors import SetupError
from rules_engine.presets import PRESETS
from rules_engine.ruleset import EDITIONS, FIELD_SOURCES, VALUES, Ruleset, ruleset
from rules_engine.switches import MEANINGS, Switch, switches
from tests.rules_engine.at_the_table import MARSHAL, random_game

NEWEST = ruleset("compilation")
FIELDS = [name for name in Ruleset.__struct_fields__ if name != "edition"]
OLD_WEST = {
    "xp_large": ("attack", "hit"),
    "scavenge_limit": ("party", "one"),
    "attack_dice_limit": (8, 0),
    "off_hand_penalty": (1, 0),
    "revive": ("optional", "automatic"),
    "revive_ignores_rest": (True, False),
    "door_xp": (5, 0),
    "tile_fit": ("rotate", "redraw"),
    "search_under_token": ("none", "look"),
    "new_dread_at_objective": ("resolve", "stack"),
    "critical": ("6+", "6"),
    "tough": ("keeps defense", "normal hit"),
    "hands_assigned": ("activation", "turn"),
    "starting_area": ("back two rows", "old west"),
    "trade_starting_items": (False, True),
    "elite_duplicates": ("unless stated", "re-roll"),
}
FORTRESS = {
    "xp_large": ("attack", "hit"),
    "attack_dice_limit": (8, 0),
    "off_hand_penalty": (1, 0),
    "revive": ("optional", "automatic"),
    "revive_ignores_rest": (True, False),
    "tile_fit": ("rotate", "redraw"),
    "new_dread_at_objective": ("resolve", "stack"),
    "poison_ignores_armor": (True, False),
    "bleeding_removed_on_ko": (False, True),
    "traits_drawn": ("entering", "threat card"),
    "exertion": (False, True),
    "elite_duplicates": ("unless stated", "re-roll"),
    "undead_bleed": (True, False),
}
VALHALLA = {"traits_drawn": ("entering", "threat card")}


def differences(edition: str) -> dict[str, tuple[Any, Any]]:
    other = ruleset(edition)
    return {
        name: (getattr(NEWEST, name), getattr(other, name))
        for name in FIELDS
        if getattr(NEWEST, name) != getattr(other, name)
    }


@pytest.mark.parametrize(
    "edition, expected",
    [("compilation", {}), ("valhalla", VALHALLA), ("old-west", OLD_WEST), ("forbidden-fortress", FORTRESS)],
)
def test_an_edition_differs_from_the_compilation_in_these_fields_alone(edition: str, expected: dict[str, Any]):
    assert differences(edition) == expected


@pytest.mark.parametrize("edition", sorted(EDITIONS))
def test_a_ruleset_knows_its_edition(edition: str):
    assert ruleset(edition).edition == edition


def test_every_field_has_its_sources_and_every_source_its_field():
    assert set(FIELD_SOURCES) == set(FIELDS)


@pytest.mark.parametrize("name", sorted(FIELD_SOURCES))
def test_the_sources_of_a_field_are_a_numbered_contradiction_and_two_readings(name: str):
    number, *readings = FIELD_SOURCES[name]
    assert re.fullmatch(r"[CNS]\d{1,2}", number) and len(readings) == 2 and len(set(readings)) == 2
    assert any(reading.partition(":")[0] in (*EDITIONS, "player-aid") for reading in readings)


@pytest.mark.parametrize("name", FIELDS)
def test_a_switch_changes_its_field_and_no_other(name: str):
    other = next(value for value in VALUES[name] if value != getattr(NEWEST, name))
    switched = ruleset("compilation", {name: other})
    assert [field for field in FIELDS if getattr(switched, field) != getattr(NEWEST, field)] == [name]


def test_a_switch_goes_over_the_edition():
    assert ruleset("old-west", {"door_xp": 5}).door_xp == 5 and ruleset("old-west").door_xp == 0


def test_an_unknown_edition_is_refused_and_the_known_ones_are_named():
    with pytest.raises(SetupError, match=f"no edition 'first'; known: {', '.join(EDITIONS)}"):
        ruleset("first")


@pytest.mark.parametrize("name", ["door", "edition", "", "XP_LARGE"])
def test_an_unknown_switch_is_refused_and_the_known_ones_are_named(name: str):
    with pytest.raises(SetupError, match=f"no rules switch '{name}'; known: .*door_xp.*fixed_move"):
        ruleset("compilation", {name: "old-west"})


@pytest.mark.parametrize(
    "name, value, known",
    [
        ("door_xp", "five", "0, 5"),
        ("door_xp", 7, "0, 5"),
        ("fixed_move", "yes", "false, true"),
        ("fixed_move", 1, "false, true"),
        ("critical", 6, "'6[+]', '6'"),
        ("revive", "perhaps", "'optional', 'automatic'"),
        ("attack_dice_limit", -3, "0, 8"),
    ],
)
def test_a_value_that_a_switch_does_not_take_is_refused_and_those_it_takes_are_named(
    name: str, value: object, known: str
):
    with pytest.raises(SetupError, match=rf"rules switch {name}: it cannot be .*; it takes {known}"):
        ruleset("compilation", {name: value})


def test_another_limit_of_attack_dice_may_be_set():
    assert ruleset("compilation", {"attack_dice_limit": 10}).attack_dice_limit == 10


@pytest.mark.parametrize("name", FIELDS)
def test_every_edition_has_a_value_that_the_field_takes(name: str):
    assert {getattr(ruleset(edition), name) for edition in EDITIONS} <= set(VALUES[name])


@pytest.mark.parametrize("one", switches(), ids=lambda one: one.name)
def test_a_switch_says_what_it_means_and_how_each_edition_sets_it(one: Switch):
    assert one.meaning, f"say in rules_engine/switches.py what {one.name} means"
    assert set(one.editions) == set(EDITIONS) and one.values
    assert one.editions == {edition: getattr(ruleset(edition), one.name) for edition in EDITIONS}


def test_no_meaning_is_left_over_from_a_switch_that_is_gone():
    assert set(MEANINGS) <= set(FIELD_SOURCES)


def test_a_preset_is_many_switches_and_a_switch_beside_it_goes_over_it():
    aid = ruleset("compilation", {"preset": "player-aid"})
    assert {name: getattr(aid, name) for name in PRESETS["player-aid"]} == PRESETS["player-aid"]
    assert ruleset("compilation", {"preset": "player-aid", "aim": False}) == msgspec.structs.replace(aid, aim=False)


@pytest.mark.parametrize("preset", ["mine", 3, None])
def test_an_unknown_preset_is_refused_and_the_known_ones_are_named(preset: object):
    with pytest.raises(SetupError, match=r"no preset .*; known: player-aid"):
        ruleset("compilation", {"preset": preset})


def test_a_journal_holds_the_switches_of_a_preset_one_by_one():
    game = Game.start(GameSetup((MARSHAL,), switches={"preset": "player-aid", "run": False}), seed=1)
    assert game.setup.switches == {**PRESETS["player-aid"], "run": False}
    assert Game.replay(game.journal.dump()).rules == game.rules


def test_a_theme_that_leaves_a_threat_deck_empty_is_refused():
    for theme, why in (("robots", "no enemy is 'robots'; known: .*undead"), ("soldier", "no card of threat-med")):
        with pytest.raises(SetupError, match=why):
            Game.start(GameSetup((MARSHAL,), switches={"threat_theme": theme}), seed=1)


def test_a_theme_keeps_the_cards_whose_enemies_all_fit_it():
    decks = Game.start(GameSetup((MARSHAL,), switches={"threat_theme": "Void"}), seed=1).state.decks
    library = standard()
    for name in ("threat-low", "threat-med", "threat-high"):
        groups = [group.enemy for card in decks[name].remaining for group in library.cards[card].groups]
        assert groups and all("void" in library.enemies[enemy].keywords for enemy in groups)


def test_a_game_does_not_start_with_a_switch_that_is_not_there():
    with pytest.raises(SetupError, match="no rules switch 'luck'"):
        Game.start(GameSetup((MARSHAL,), switches={"luck": True}), seed=1)


@pytest.mark.parametrize("edition", sorted(EDITIONS))
def test_a_game_can_be_played_to_its_end_by_every_edition(edition: str):
    game = random_game("us-marshal", "rancher", seed=4, edition=edition)
    assert game.over and game.rules == ruleset(edition) and game.state.edition == edition


@pytest.mark.parametrize(
    "switch",
    [
        {"fixed_move": True},
        {"dangerous_dynamite": True},
        {"grit_on_charts": True},
        {"hard_core": True},
        {"frost_giant_mythic": "one"},
        {"below_the_darkness": True, "advanced_encounters": True},
        {"preset": "player-aid"},
        {"threat_theme": "void"},
    ],
    ids=str,
)
def test_a_game_can_be_played_to_its_end_with_an_optional_rule(switch: dict[str, object]):
    assert random_game("us-marshal", "bandido", seed=4, switches=switch).over


def test_a_seventh_hero_is_refused():
    with pytest.raises(SetupError, match="1 to 6 Heroes, not 7"):
        Game.start(GameSetup((HeroSetup("us-marshal"),) * 7), seed=1)


def test_a_size_has_one_name():
    assert {enemy.size for enemy in standard().enemies.values()} <= {"small", "medium", "large", "extra-large"}


def test_the_two_sides_of_a_tile_are_two_records():
    rooms = standard().tile_cards
    assert rooms["burning-room"].id != rooms["synapse-chamber"].id
    assert rooms["burning-room"].world != rooms["synapse-chamber"].world
