"""Moving, light and Escape; re-rolls and who may have them; the steps of a turn."""

from __future__ import annotations

from typing import Any

import pytest

from rules_engine import events as e
from rules_engine.choices import Choice
from rules_engine.procedures.movement import (
    escape_test,
    holding,
    is_lit,
    lit_tiles,
    move,
    roll_move,
    voices_in_the_dark,
)
from rules_engine.procedures.rerolls import any_rights, free_reroll, hero_roll, offer, rights, tokens_at_hand
from rules_engine.procedures.signals import AdventureOver
from rules_engine.procedures.turn import (
    hero_activation,
    next_to_activate,
    poison,
    search,
    start_of_turn,
    the_spent_fall,
    use_at_start,
)
from rules_engine.state import Hero, Lasting
from rules_engine.table import Table
from tests.rules_engine.at_the_table import by_id, drive, foe, in_turn, item, of_kind, packs_with, run, two_heroes

RIGHTS: dict[str, dict[str, Any]] = {
    "any": {"reroll": {"roll": "any"}},
    "one": {"reroll": {"roll": "scavenge", "dice": "one"}},
    "ones": {"reroll": {"roll": "scavenge", "dice": "ones"}},
    "add": {"reroll": {"roll": "scavenge", "add": 1}},
    "again": {"reroll": {"roll": "scavenge", "dice": "one", "again": True}},
    "like-grit": {"reroll": {"roll": "grit"}},
    "chart": {"reroll": {"roll": "chart"}},
    "other": {"reroll": {"roll": "scavenge", "whose": "other"}},
    "anyones": {"reroll": {"roll": "scavenge", "whose": "any"}},
    "enemy": {"reroll": {"roll": "enemy_to_hit", "whose": "enemy"}},
    "near": {"reroll": {"roll": "scavenge", "whose": "other", "within": "adjacent"}},
    "tile": {"reroll": {"roll": "scavenge", "whose": "other", "within": "tile"}},
    "near-foe": {"reroll": {"roll": "enemy_to_hit", "whose": "enemy", "within": "adjacent"}},
    "daily": {"reroll": {"roll": "scavenge"}, "limit": "turn"},
    "dear": {"reroll": {"roll": "scavenge"}, "cost": {"grit": 1}},
    "hurt": {"reroll": {"roll": "scavenge"}, "if": "wounds >= 1"},
}
FLAGS = ["light_out", "no_voices", "cannot_move", "no_escape_tests", "move_through_models", "activation_over"]
GOLD = {"gain": {"gold": 1}}
ON = ["move_rolled", "move_ended", "activation_started"]
PACK = packs_with(
    {
        "items/test.yaml": [
            *(item(f"test-{name}", {"id": name, **right}) for name, right in RIGHTS.items()),
            *(item(f"test-{flag.replace('_', '-')}", {"id": "flag", "flags": [flag]}) for flag in FLAGS),
            *(item(f"test-{on.replace('_', '-')}", {"id": "on", "on": on, "do": [GOLD]}) for on in ON),
            item("test-boots", {"id": "boots", "modifiers": [{"stat": "move", "add": 1}]}),
            item("test-chains", {"id": "chains", "modifiers": [{"stat": "move", "add": -9}]}),
            item("test-rite", {"id": "rite", "use": "start", "label": "pray", "limit": "turn", "do": [GOLD]}),
            item("test-dig", {"id": "dig", "use": "search", "label": "dig", "do": [GOLD]}),
        ]
    }
)


def moving(*gear: str, dice: dict[str, list[int]] | None = None, **switches: Any) -> tuple[Table, Hero, Hero]:
    """Ada in the middle of the Entrance, with the light; Mateo at its far end; no Grit, no Items but those named."""
    at, ada, mateo = two_heroes(*gear, library=PACK, dice=dice, **switches)
    ada.stats["initiative"] = mateo.stats["initiative"] = 4
    ada.space, mateo.space, at.state.light, at.state.phase = "1.13", "1.02", "ada", "activations"
    at.stats.forget()
    return at, ada, mateo


# --- light and voices -------------------------------------------------------------------------------------------------


def test_the_bearer_lights_the_tile_unless_the_light_is_out():
    at, ada, mateo = moving()
    assert lit_tiles(at) == {1} and is_lit(at, mateo)
    at, ada, mateo = moving("test-light-out")
    assert lit_tiles(at) == set() and not is_lit(at, ada)
    at, ada, mateo = moving()
    ada.space = ""
    assert lit_tiles(at) == set()
    at.state.light = "nobody"
    assert lit_tiles(at) == set()


def test_who_activates_in_the_dark_hears_voices():
    at, ada, mateo = moving("test-light-out", dice={"voices in the dark": [3], "willpower": [1, 1, 6]})
    mateo.stats["willpower"] = 5
    at.stats.forget()
    run(voices_in_the_dark(at, mateo))
    assert mateo.sanity_damage == 2 and of_kind(at.events, e.VoicesHeard) == [e.VoicesHeard("mateo")]
    assert of_kind(at.events, e.Rolled)[0].dice == ["D6"]
    at, ada, mateo = moving()
    run(voices_in_the_dark(at, mateo))
    assert not at.events
    at, ada, mateo = moving("test-light-out", dice={"voices in the dark": [1], "willpower": [1, 1, 1]})
    ada.stats |= {"voices_hits": 2, "willpower": 5}
    at.stats.forget()
    run(voices_in_the_dark(at, ada))
    assert ada.sanity_damage == 3
    at, ada, mateo = moving("test-light-out", "test-no-voices")
    run(voices_in_the_dark(at, ada))
    assert not at.events


# --- the Move ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gear", "face", "spaces", "grit"),
    [([], 4, 4, 0), ([], 1, 1, 1), (["test-boots"], 4, 5, 0), (["test-chains"], 6, 1, 0)],
)
def test_the_move_is_a_die_and_what_is_added_and_at_least_1(gear: list[str], face: int, spaces: int, grit: int):
    at, ada, _ = moving(*gear, "test-move-rolled", dice={"move": [face]})
    assert run(roll_move(at, ada)) == spaces
    assert ada.grit == grit and ada.gold == 1
    (event,) = of_kind(at.events, e.MoveRolled)
    assert (event.hero, event.spaces) == ("ada", spaces)


def test_a_fixed_move_is_4_and_its_die_still_recovers_grit_on_a_1():
    at, ada, _ = moving(dice={"move": [1]}, fixed_move=True)
    ada.grit = 1
    assert run(roll_move(at, ada)) == 4 and ada.grit == 2


def test_a_poor_move_may_be_re_rolled():
    for face, asked in [(1, 1), (2, 1), (3, 0)]:
        at, ada, _ = moving(dice={"move": [face]})
        ada.grit = 1
        choices = drive(roll_move(at, ada), lambda c: c.options[0])
        assert [c.about["kind"] for c in choices if c.kind == "reroll"] == ["move"] * asked


def spaces_of(choice: Choice) -> list[str]:
    return [one.partition(":")[2] for one in choice.ids if one.startswith("move:")]


def test_a_hero_moves_until_the_spaces_are_used_up_or_it_stays():
    at, ada, _ = moving("test-move-ended")
    first, second = drive(move(at, ada, 3), in_turn("move:1.12", "stay"))
    assert (first.kind, first.about) == ("move", {"left": "3", "escape": "0"}) and second.about["left"] == "2"
    assert first.prompt == "Ada may move 3" and first.ids[0] == "stay"
    assert "1.13" not in spaces_of(first) and "1.02" not in spaces_of(first)
    assert sorted(spaces_of(first)) == sorted(
        s for s in at.board.adjacent if 0 < at.board.distance("1.13", s) <= 3 and s != "1.02"
    )
    assert ada.space == "1.12" and ada.gold == 1
    assert [x.path for x in of_kind(at.events, e.Moved)] == [["1.12"]]
    at, ada, _ = moving("test-move-ended")
    assert len(drive(move(at, ada, 1), in_turn("move:1.12"))) == 1 and ada.gold == 1
    at, ada, _ = moving()
    assert drive(move(at, ada, 0), in_turn()) == []


def test_move_tells_whether_the_hero_has_moved():
    at, ada, _ = moving()
    assert run(move(at, ada, 2), "stay") is False
    assert run(move(at, ada, 1), "move:1.12") is True
    at, ada, _ = moving("test-cannot-move")
    assert run(move(at, ada, 2)) is False


def test_a_grit_adds_a_die_of_movement_unless_the_hero_runs():
    at, ada, _ = moving(dice={"extra movement": [2]})
    ada.grit = 2
    first, second, third = drive(move(at, ada, 1), in_turn("grit", "move:1.12", "stay"))
    assert "grit" in first.ids and second.about["left"] == "3" and third.about["left"] == "2" and ada.grit == 1
    assert of_kind(at.events, e.GritChanged)[0].because == "extra movement"
    at, ada, _ = moving()
    ada.grit = 1
    first, second = drive(move(at, ada, 1), in_turn("move:1.12", "stay"))
    assert second.ids == ["stay", "grit"] and second.prompt == "Ada has moved all the way. Spend Grit to go on?"
    at, ada, _ = moving()
    ada.grit = 1
    (first,) = drive(move(at, ada, 1, running=True), in_turn("move:1.12"))
    assert "grit" not in first.ids


def test_extra_spaces_that_something_gave_are_used_once():
    at, ada, _ = moving()
    at.state.lasting += [
        Lasting(90, "extra_move", "add", 2, "ada", "turn", "a test"),
        Lasting(91, "extra_move", "add", 4, "mateo", "turn", "a test"),
    ]
    (choice,) = drive(move(at, ada, 1), in_turn("stay"))
    assert choice.about["left"] == "3" and [x.uid for x in at.state.lasting] == [91]


def test_an_adjacent_enemy_holds_who_has_not_beaten_its_escape():
    at, ada, _ = moving(dice={"escape": [3, 2]})
    foe(at, "void-spiders", "1.12")
    foe(at, "trolls", "1.14")
    foe(at, "stranglers", "1.01")
    assert holding(at, ada) == 4
    assert run(move(at, ada, 3), "escape") is False
    (test,) = of_kind(at.events, e.EscapeTested)
    assert (test.hero, test.needed, test.passed) == ("ada", 4, False)
    ada.escaped = 3
    assert holding(at, ada) == 4
    ada.escaped = 4
    assert holding(at, ada) == 0
    at, ada, _ = moving("test-no-escape-tests")
    foe(at, "trolls", "1.12")
    assert holding(at, ada) == 0


def test_who_escapes_goes_on_and_stops_beside_the_next_enemy():
    at, ada, _ = moving(dice={"escape": [4, 1, 5]})
    foe(at, "trolls", "1.12")
    foe(at, "stranglers", "1.21")
    ada.stats["escape_dice"] = 1
    at.stats.forget()
    choices = drive(move(at, ada, 6), in_turn("escape", "move:1.17", "stay"))
    assert choices[0].ids == ["stay", "escape"] and choices[0].prompt == "Ada may move 6, but must first Escape (4+)"
    assert choices[1].about == {"left": "6", "escape": "0"}
    assert choices[2].ids == ["stay", "escape"] and choices[2].about["escape"] == "5"


def test_one_escape_die_at_least_is_rolled_and_one_success_is_enough():
    at, ada, _ = moving(dice={"escape": [4]})
    ada.stats["escape_dice"] = -1
    at.stats.forget()
    assert run(escape_test(at, ada, 4)) is True
    at, ada, _ = moving(dice={"escape": [1, 4]})
    ada.stats["escape_dice"], ada.grit = 2, 1
    at.stats.forget()
    assert run(escape_test(at, ada, 4)) is True
    at, ada, _ = moving(dice={"escape": [1, 4]})
    ada.stats["escape_dice"], ada.grit = 1, 1
    at.stats.forget()
    (choice,) = drive(escape_test(at, ada, 4), lambda c: c.options[1])
    assert choice.about["kind"] == "escape" and of_kind(at.events, e.EscapeTested)[0].passed


# --- re-rolls ---------------------------------------------------------------------------------------------------------


def roll_of(at: Table, hero: Hero, faces: list[int], pick, kind: str = "scavenge", **rest: Any) -> list[Choice]:
    """What is asked of a roll that wants 6s."""
    at.dice.left["test"] = list(faces)  # type: ignore[attr-defined]
    roll = run(at.roll(hero.id, "test", ("D6",) * 3, target=6))
    return drive(offer(at, roll, hero, kind, lambda die: die.value < 6, **rest), pick)


def test_grit_re_rolls_the_poor_dice_or_all_and_no_die_twice():
    at, ada, _ = moving()
    ada.grit = 3
    (first,) = roll_of(at, ada, [1, 6, 2, 6, 6], in_turn("grit:0,2"))
    assert first.ids == ["keep", "grit:0,2", "grit:0,1,2"] and first.form == "subset:0,1,2"
    assert [option.label for option in first.options][1:] == [
        "spend 1 Grit: re-roll 2 dice (1 2)", "spend 1 Grit: re-roll 3 dice (1 6 2)",
    ]  # fmt: skip


def test_what_has_been_re_rolled_stays():
    at, ada, _ = moving()
    ada.grit = 3
    (choice,) = roll_of(at, ada, [1, 6, 2, 3, 4], in_turn("grit:0,2"))
    assert ada.grit == 2
    assert [(x.because, x.which) for x in of_kind(at.events, e.Rerolled)] == [("Grit", [0, 2])]
    assert of_kind(at.events, e.GritChanged)[0].because == "a re-roll"
    assert "test, 6+ needed: 1 6 2. Re-roll?" in choice.prompt
    assert choice.about == {"roll": "1", "kind": "scavenge", "purpose": "test"}


def test_nobody_is_asked_about_a_roll_that_could_do_no_better_or_is_enough():
    at, ada, _ = moving("test-add")
    ada.grit = 1
    assert roll_of(at, ada, [6, 6, 6], in_turn()) == []
    assert roll_of(at, ada, [1, 1, 1], in_turn(), enough=lambda: True) == []
    at, ada, _ = moving("test-add")
    ada.grit = 1
    (choice,) = roll_of(at, ada, [1, 1, 1], in_turn("keep"), grit=False)
    assert not any(one.startswith("grit") for one in choice.ids)
    at, ada, _ = moving()
    assert roll_of(at, ada, [1, 1, 1], in_turn()) == []


@pytest.mark.parametrize(
    ("right", "faces", "offered"),
    [
        ("any", [1, 6, 2], ["right0:0,2"]),
        ("one", [1, 6, 2], ["right0:0", "right0:2"]),
        ("ones", [1, 6, 2], ["right0:0"]),
        ("ones", [2, 6, 1], ["right0:2"]),
        ("add", [1, 6, 2], ["right0:0,2"]),
        ("like-grit", [1, 6, 2], ["right0:0,2"]),
        ("anyones", [1, 6, 2], ["right0:0,2"]),
        ("daily", [1, 6, 2], ["right0:0,2"]),
    ],
)
def test_an_ability_re_rolls_what_it_says(right: str, faces: list[int], offered: list[str]):
    at, ada, _ = moving(f"test-{right}")
    (choice,) = roll_of(at, ada, [*faces, 6, 6], in_turn("keep"))
    assert choice.ids == ["keep", *offered] and choice.form is None
    at, ada, _ = moving(f"test-{right}")
    more = 1 if right == "add" else 0
    first, *_ = roll_of(at, ada, [*faces, 6, 6, 6, 6], lambda c: c.options[1])
    assert first.about.get("add:right0", "") == ("1" if more else "")
    assert of_kind(at.events, e.Rerolled)[0].because == f"test-{right}"


def test_ones_only_are_not_offered_where_there_are_none():
    at, ada, _ = moving("test-ones")
    assert roll_of(at, ada, [2, 3, 4], in_turn()) == []


def test_a_die_may_be_re_rolled_again_where_the_ability_says_so():
    at, ada, _ = moving("test-again")
    ada.grit = 1
    _, second = roll_of(at, ada, [1, 6, 6, 2, 6], in_turn("grit", "right0:0"))
    assert second.ids == ["keep", "right0:0"]
    assert [x.again for x in of_kind(at.events, e.Rerolled)] == [False, True]


@pytest.mark.parametrize(
    ("right", "mateos", "adas"),
    [
        ("any", 0, 1),
        ("other", 1, 0),
        ("anyones", 1, 1),
        ("daily", 0, 1),
        ("enemy", 0, 0),
        ("tile", 1, 0),
        ("near", 0, 0),
    ],
)
def test_rights_are_for_the_own_roll_or_for_that_of_others(right: str, mateos: int, adas: int):
    at, ada, mateo = moving(f"test-{right}")
    assert (len(rights(at, mateo, "scavenge")), len(rights(at, ada, "scavenge"))) == (mateos, adas)
    assert len(rights(at, ada, "gold")) == (right == "any")


def test_rights_reach_as_far_as_they_say_and_not_the_fallen():
    at, ada, mateo = moving("test-near")
    mateo.space = "1.12"
    assert len(rights(at, mateo, "scavenge")) == 1
    ada.ko = True
    assert rights(at, mateo, "scavenge") == []
    at, ada, mateo = moving("test-near-foe", "test-enemy")
    foe(at, "void-spiders", "1.01")
    found = rights(at, None, "enemy_to_hit", "enemy", foe="void-spiders")
    assert [one.ability.id for one in found] == ["enemy"]
    foe(at, "void-spiders", "1.12")
    assert len(rights(at, None, "enemy_to_hit", "enemy", foe="void-spiders")) == 2
    at, ada, mateo = moving("test-chart")
    ada.ko = True
    assert len(rights(at, ada, "chart")) == 1
    ada.dead = True
    assert rights(at, ada, "chart") == []


def test_a_right_must_be_ready_paid_for_and_its_condition_hold():
    at, ada, _ = moving("test-daily", "test-dear", "test-hurt")
    assert [one.ability.id for one in rights(at, ada, "scavenge")] == ["daily"]
    ada.grit = ada.wounds = 1
    assert [one.ability.id for one in rights(at, ada, "scavenge")] == ["daily", "dear", "hurt"]
    at.state.used["ada|100|daily"] = "turn"
    assert [one.ability.id for one in rights(at, ada, "scavenge")] == ["dear", "hurt"]


def test_any_roll_does_not_mean_charts_and_what_is_like_grit_re_rolls_what_grit_may():
    at, ada, _ = moving("test-any", "test-like-grit")
    assert [one.ability.id for one in rights(at, ada, "hold_back")] == []
    assert [one.ability.id for one in rights(at, ada, "chart", grit=True)] == ["like-grit"]
    assert [one.ability.id for one in rights(at, ada, "scavenge")] == ["any"]
    at, ada, _ = moving("test-chart")
    assert any_rights(at, "chart") and not any_rights(at, "scavenge")
    at, ada, _ = moving("test-any")
    assert any_rights(at, "scavenge") and not any_rights(at, "chart")


def test_tokens_are_at_hand_at_any_time_or_in_the_own_activation():
    for rule, ours in [("any time", ["bandages"]), ("own activation", [])]:
        at, ada, _ = moving(side_bag_tokens=rule)
        ada.side_bag = ["bandages"]
        assert list(tokens_at_hand(at, ada)) == ours
        at.acting = "ada"
        assert list(tokens_at_hand(at, ada)) == ["bandages"]


def test_a_token_that_re_rolls_is_spent():
    at, ada, _ = moving()
    ada.side_bag = ["lantern-oil"]
    assert any_rights(at, "hold_back")
    (right,) = rights(at, ada, "hold_back")
    assert (right.token, right.held.uid, right.held.kind) == ("lantern-oil", 0, "token")
    ada.side_bag = []
    assert not any_rights(at, "hold_back") and rights(at, ada, "hold_back") == []


def test_a_free_re_roll_costs_nothing():
    at, ada, _ = moving(dice={"test": [1, 2, 6, 5]})
    ada.grit = 1
    roll = run(at.roll("ada", "test", ("D6",) * 3))
    (choice,) = drive(free_reroll(at, roll, ada, "to_hit", ("aim", "the aim"), lambda d: d.value < 4), by_id("aim:1"))
    assert choice.ids == ["keep", "aim:0,1", "aim:0", "aim:1", "aim:0,1,2"] and choice.about["kind"] == "to_hit"
    assert choice.options[1].label == "the aim: re-roll 2 dice (1 2)"
    assert choice.options[2].label == "the aim: re-roll the 1"
    assert roll.values == [1, 5, 6] and ada.grit == 1
    assert of_kind(at.events, e.Rerolled)[0].because == "the aim"
    assert drive(free_reroll(at, roll, ada, "to_hit", ("aim", "the aim"), lambda d: d.value < 1), by_id("keep")) == []


def test_a_target_beyond_the_dice_is_not_worth_a_re_roll():
    for target, asked in [(6, 1), (7, 0), (None, 0)]:
        at, ada, _ = moving(dice={"test": [1]})
        ada.grit = 1
        assert len(drive(hero_roll(at, ada, "test", "skill", ["D6"], target), lambda c: c.options[0])) == asked


# --- a turn -----------------------------------------------------------------------------------------------------------


def test_poison_is_a_die_a_marker():
    at, ada, _ = moving(dice={"poison": [1, 2, 3, 6]})
    ada.poison = 4
    run(poison(at, ada))
    assert ada.wounds == 2 and ada.poison == 3
    assert of_kind(at.events, e.PoisonRolled) == [e.PoisonRolled("ada", 2, 1)]
    assert of_kind(at.events, e.StatusRemoved) == [e.StatusRemoved("ada", "poison", 1, "it has worn off")]
    at, ada, _ = moving(dice={"poison": [3, 5]})
    ada.poison = 2
    run(poison(at, ada))
    assert ada.wounds == 0 and ada.poison == 2 and not of_kind(at.events, e.StatusRemoved)
    for ignores, wounds in [(True, 1), (False, 0)]:
        at, ada, _ = moving(dice={"poison": [1], "armor": [6]}, poison_ignores_armor=ignores)
        ada.poison, ada.stats["armor"] = 1, 5
        at.stats.forget()
        run(poison(at, ada))
        assert ada.wounds == wounds


def test_the_highest_initiative_goes_first_and_enemies_win_ties():
    at, ada, mateo = moving()
    foe(at, "void-spiders", "1.21")
    speed = at.stats.enemy("void-spiders", "initiative")
    for adas, mateos, first in [(speed, 1, "void-spiders"), (speed + 1, 1, "ada"), (1, speed + 1, "mateo")]:
        ada.stats["initiative"], mateo.stats["initiative"] = adas, mateos
        at.stats.forget()
        assert run(next_to_activate(at)) == first
    at.state.groups["void-spiders"].activated = True
    ada.activated = True
    assert run(next_to_activate(at)) == "mateo"
    mateo.activated = True
    assert run(next_to_activate(at)) is None
    ada.activated = mateo.activated = False
    ada.stats["initiative"] = mateo.stats["initiative"] = 3
    at.stats.forget()
    (choice,) = drive(next_to_activate(at), by_id("hero:mateo"))
    assert choice.ids == ["hero:ada", "hero:mateo"] and choice.kind == "initiative"


def test_the_heroes_may_flee_if_they_are_sure():
    at, _, _ = moving()
    assert [c.kind for c in drive(start_of_turn(at), in_turn("hold"))] == ["turn"]
    assert [c.ids for c in drive(start_of_turn(at), in_turn("flee", "stay"))][1] == ["stay", "flee"]
    with pytest.raises(AdventureOver) as over:
        drive(start_of_turn(at), in_turn("flee", "flee"))
    assert over.value.outcome == "defeat" and over.value.because == "the heroes flee"


def test_what_may_be_used_at_the_start_of_an_activation():
    at, ada, _ = moving("test-rite")
    first, *rest = drive(use_at_start(at, ada), in_turn("use", "go"))
    assert first.ids == ["go", "use:ada:100:rite"] and first.options[1].label == "test-rite: pray" and not rest
    assert first.kind == "start" and ada.gold == 1


def test_an_activation_is_a_move_and_a_search_or_an_attack():
    at, ada, _ = moving("test-activation-started", dice={"move": [3, 3], "scavenge": [1, 1, 1]})
    choices = drive(hero_activation(at, ada), in_turn("stay", "scavenge"))
    assert [c.kind for c in choices] == ["move", "search"] and ada.gold == 1
    assert ada.activated and at.acting == ""
    assert of_kind(at.events, e.ActivationStarted) == [e.ActivationStarted("ada")]
    assert of_kind(at.events, e.ActivationEnded) == [e.ActivationEnded("ada")]
    foe(at, "void-spiders", "1.12")
    choices = drive(hero_activation(at, ada), in_turn("stay", "done"))
    assert [c.kind for c in choices] == ["move", "attack"]
    at, ada, _ = moving("test-activation-over")
    assert drive(hero_activation(at, ada), in_turn()) == []


def test_a_search_may_be_let_be_or_be_something_that_an_ability_offers():
    at, ada, _ = moving("test-dig")
    (choice,) = drive(search(at, ada), in_turn("use"))
    assert choice.kind == "search" and choice.ids[0] == "done" and choice.ids[-1] == "use:ada:100:dig"
    assert ada.gold == 1
    drive(search(at, ada), in_turn("done"))
    assert ada.gold == 1 and not of_kind(at.events, e.Scavenged)


def test_who_has_nothing_left_falls_at_the_end_of_a_turn_and_recovers_in_peace():
    for mark in ("wounds", "sanity_damage"):
        at, ada, _ = moving(dice={"injury chart": [3, 4], "madness chart": [3, 4], "recovering": [2, 3]})
        setattr(ada, mark, 10)
        at.state.revive_tokens = 0
        drive(the_spent_fall(at), lambda c: c.options[0])
        assert of_kind(at.events, e.KnockedOut) == [e.KnockedOut("ada", "their injuries")] and ada.up
        at, ada, _ = moving()
        foe(at, "void-spiders", "1.21")
        setattr(ada, mark, 10)
        at.state.revive_tokens = 0
        drive(the_spent_fall(at), lambda c: c.options[0])
        assert ada.ko
    at, ada, _ = moving()
    ada.wounds = ada.sanity_damage = 9
    run(the_spent_fall(at))
    assert ada.up and not of_kind(at.events, e.KnockedOut)
