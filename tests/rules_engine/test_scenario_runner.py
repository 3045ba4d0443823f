"""The scenario runner: what holds passes, what does not fails and says why."""

from __future__ import annotations

from typing import Any

import pytest

from rules_engine.scenarios import play, run_documents

RAT = {"type": "test-small", "space": 8, "health": 9}


def scenario(**changes: Any) -> dict[str, Any]:
    """Ada hits a rat once in two dice, for 3 Wounds."""
    return {
        "title": "a blow",
        "given": {"heroes": {"Ada": {"space": 12}}, "enemies": {"rat": RAT}, "activated": ["test-small"]},
        "dice": {"move": [4], "to hit": [4, 2], "damage": [3]},
        "when": [{"move": "stay"}, "melee"],
        "then": [{"state": {"rat.wounds": 3}}, {"pending": "turn"}],
        **changes,
    }


def only_failure(**changes: Any) -> str:
    result = play(scenario(**changes))
    assert not result.passed
    assert len(result.failures) == 1
    return result.failures[0]


def test_a_scenario_that_holds_passes() -> None:
    assert play(scenario()).failures == []


def test_an_unscripted_die_is_named() -> None:
    assert "a die for 'damage' is rolled that the script does not give" in only_failure(
        dice={"move": [4], "to hit": [4, 2]}
    )


def test_dice_left_over_are_named() -> None:
    assert only_failure(dice={"move": [4, 6], "to hit": [4, 2], "damage": [3]}).startswith("dice: move: [6]")


def test_a_choice_of_another_kind_than_scripted_fails_with_what_is_pending() -> None:
    found = only_failure(when=[{"attack": "melee"}])
    assert found.startswith("when[1]: expected a choice of kind 'attack', pending is 'move'")


def test_an_answer_that_is_no_option_fails_with_the_legal_ones() -> None:
    assert "'fly' is no option now; legal: stay" in only_failure(when=["fly"])


def test_an_answer_when_nothing_is_pending_fails() -> None:
    found = only_failure(
        given={"heroes": {"Ada": {"space": 12, "wounds": 9}}},
        happens=[{"damage": {"wounds": 1}}],
        about={"subject": "Ada"},
        dice={"injury chart": [3, 4], "recovering": [2, 2]},
        when=["stay"],
    )
    assert "nothing is pending any more" in found


@pytest.mark.parametrize(
    ("check", "says"),
    [
        ({"state": {"rat.wounds": 4}}, "expected rat.wounds to be 4, it is 3"),
        ({"state": {"rat": "gone"}}, "expected rat to be 'gone', it is 'there'"),
        ({"state": {"rat.hat": 1}}, "there is no 'hat'"),
        ({"stat": {"Ada.combat": 3}}, "expected Ada.combat to be 3, it is 2"),
        ({"event": {"Wounded": {"wounds": 4}}}, "happened: Wounded {'target': 'test-small-1', 'wounds': 3"),
        ({"event": "KnockedOut"}, "no KnockedOut happened; lately:"),
        ({"event": "Wounded", "times": 2}, "2 times, but 1 times"),
        ({"event": "Wounnded"}, "there is no event 'Wounnded'"),
        ({"event": {"Wounded": {"hero": "Ada"}}}, "Wounded: 'hero' is not known"),
        ({"no_event": {"Wounded": {"target": "rat"}}}, "expected no Wounded"),
        ({"sequence": ["Wounded", "AttackMade"]}, "expected AttackMade {} after what stands before it"),
        ({"pending": "attack"}, "expected 'attack' to be pending, it is 'turn'"),
        ({"options": {"has": ["melee"]}}, "'melee' must be an option"),
        ({"options": {"lacks": ["hold"]}}, "'hold' must not be an option"),
        ({"options": {"are": ["hold"]}}, "expected exactly ['hold']"),
        ({"evnet": "Wounded"}, "is no check; known: event"),
    ],
)
def test_a_check_that_does_not_hold_says_what_was_expected_and_what_happened(check: dict[str, Any], says: str) -> None:
    found = only_failure(then=[check])
    assert found.startswith("then[1]: ")
    assert says in found


def test_a_refused_answer_that_is_legal_fails() -> None:
    assert only_failure(refused=["hold"]) == "refused: 'hold' must not be legal, but hold is"


def test_checks_between_the_choices_look_at_that_moment() -> None:
    when = [{"check": [{"state": {"rat.wounds": 0}}], "refused": ["melee"]}, {"move": "stay"}, "melee"]
    assert play(scenario(when=when)).failures == []


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"heros": {}}, "given: 'heros' is not known"),
        ({"heroes": {}}, "1 to 6 Heroes, not 0"),
        ({"heroes": {"Ada": {"space": 12, "luk": 2}}}, "given.heroes.Ada: 'luk' is not known"),
        ({"heroes": {"Ada": {"space": 99}}}, "there is no space '1.99'"),
        ({"heroes": {"Ada": {"space": 12}, "Bo": {"space": 12}}}, "both stand on 1.12"),
        ({"heroes": {"Ada": {"space": 12}}, "enemies": {"rat": {"type": "rat", "space": 8}}}, "no enemy type 'rat'"),
        ({"heroes": {"Ada": {"space": 12}}, "enemies": {"rat": {"type": "test-rat"}}}, "where does it stand"),
        ({"heroes": {"Ada": {"space": 12}}, "tiles": ["mine-entrance", "no-tile"]}, "there is no tile 'no-tile'"),
        ({"heroes": {"Ada": {"space": 12, "wounds": {}}}}, ""),
    ],
)
def test_a_table_that_cannot_be_is_refused(given: dict[str, Any], says: str) -> None:
    assert says in only_failure(given=given)


def test_unknown_words_of_a_scenario_are_refused() -> None:
    assert "the scenario: 'whne' is not known" in only_failure(whne=[])


def test_later_documents_inherit_what_they_do_not_say() -> None:
    base = scenario()
    other = {
        "title": "two wounds",
        "given": {"enemies": {"rat": {"defense": 1}}},
        "then": [{"state": {"rat.wounds": 2}}],
    }
    edition = {"edition": "old-west"}
    results = run_documents([base, other, edition])
    assert [(r.title, r.failures) for r in results] == [
        ("a blow", []),
        ("two wounds", []),
        ("a blow (old-west)", []),
    ]


def test_a_first_document_without_checks_is_only_inherited_from() -> None:
    base = scenario()
    checks = {"title": "the blow", "then": base.pop("then")}
    assert [r.title for r in run_documents([base, checks])] == ["the blow"]


def test_null_takes_something_away() -> None:
    base = scenario()
    alone = {
        "title": "alone",
        "given": {"enemies": {"rat": None}, "activated": None},
        "dice": {"move": [4]},
        "when": [],
        "then": [{"state": {"enemies": 0}}],
    }
    assert run_documents([base, alone])[1].failures == []
