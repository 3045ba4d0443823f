"""Ability Tokens that effects bring or take, and what is paid into a Healing (docs/effects.md)."""

from __future__ import annotations

from typing import Any

import pytest

from rules_engine import events as e
from tests.rules_engine.at_the_table import of_kind
from tests.rules_engine.happening import events, happen, posse, purposes

RAIDER: dict[str, Any] = {"class": "raider", "max_rage": 6, "health": 20}
MARSHAL: dict[str, Any] = {"class": "us-marshal"}


def test_those_who_use_a_kind_of_token_get_it_and_others_are_passed_over():
    written = {"ability_token": {"gain": "rage", "count": "D3", "to": "all"}}
    at, _, found, _ = happen(posse(MARSHAL, RAIDER), written, {"rage": [5]})
    assert found == [e.AbilityTokensChanged("bo", "rage", 3, 3, "a card")]
    assert [who for who, *_ in purposes(at)] == ["bo"]


def test_one_who_has_no_use_for_it_is_told_so():
    found = events(posse(MARSHAL), {"ability_token": {"gain": "rage"}})
    assert found == [e.NothingHappened("Ada has no use for Rage", "a card")]


def test_tokens_are_lost_by_those_who_have_any():
    written = {"ability_token": {"lose": "rage", "count": 2, "to": "all"}}
    given = posse(RAIDER, {**RAIDER, "tokens": {"rage": 3}})
    assert events(given, written) == [e.AbilityTokensChanged("bo", "rage", -2, 1, "a card")]
    given = posse({**RAIDER, "tokens": {"rage": 1}}, RAIDER)
    assert events(given, written) == [e.AbilityTokensChanged("ada", "rage", -1, 0, "a card")]


def test_nobody_rolls_for_losing_what_is_not_there():
    given = posse(RAIDER, {**RAIDER, "tokens": {"rage": 3}})
    at, *_ = happen(given, {"ability_token": {"lose": "rage", "count": "D3", "to": "all"}}, {"rage": [1]})
    assert [who for who, *_ in purposes(at)] == ["bo"] and at.hero("bo").tokens == {"rage": 2}


def test_a_hero_without_any_may_still_gain_them():
    assert events(posse(RAIDER), {"ability_token": {"gain": "rage", "count": 2}}) == [
        e.AbilityTokensChanged("ada", "rage", 2, 2, "a card")
    ]


MONK: dict[str, Any] = {"class": "traveling-monk", "tokens": {"ki": 3}, "max_ki": 6}
HURT: dict[str, Any] = {"wounds": 4, "sanity_damage": 3, "corruption": 2, "health": 20, "sanity": 20}


@pytest.mark.parametrize("part, healed", [("wounds", (2, 0, 0)), ("sanity", (0, 2, 0))])
def test_a_monk_pays_ki_into_a_healing_of_wounds_or_sanity(part: str, healed: tuple[int, int, int]):
    written = {"heal": {part: 1, "to": "others"}}
    *_, found, asked = happen(posse(MONK, HURT), written, answer="boost:1", owner="ada")
    assert [one.kind for one in asked] == ["boost"] and asked[0].who == "ada"
    assert of_kind(found, e.Healed) == [e.Healed("bo", *healed, "ada")]
    assert [one.by for one in of_kind(found, e.AbilityTokensChanged)] == [-1]


def test_it_is_paid_once_into_the_first_kind_healed():
    written = {"heal": {"wounds": 1, "sanity": 1, "corruption": 1, "to": "others"}}
    *_, found, asked = happen(posse(MONK, HURT), written, answer="boost:1", owner="ada")
    assert len(asked) == 1 and of_kind(found, e.Healed) == [e.Healed("bo", 2, 1, 1, "ada")]


def test_corruption_and_nothing_are_not_healed_any_better():
    for written in ({"heal": {"corruption": 1, "to": "others"}}, {"heal": {"wounds": 0, "to": "others"}}):
        assert happen(posse(MONK, HURT), written, owner="ada")[3] == []


@pytest.mark.parametrize("owner", ["", "bo", "hellbats"])
def test_only_a_healer_with_ki_pays_it(owner: str):
    *_, found, asked = happen(posse(MONK, HURT), {"heal": {"wounds": 1, "to": "others"}}, owner=owner)
    assert asked == [] and of_kind(found, e.Healed) == [e.Healed("bo", 1, 0, 0, "")]


def test_nobody_is_asked_where_there_is_no_more_to_heal():
    given = posse(MONK, {**HURT, "wounds": 1})
    assert happen(given, {"heal": {"wounds": 1, "to": "others"}}, owner="ada")[3] == []


def test_healing_of_any_kind_is_raised_as_far_as_there_is_anything_to_heal():
    given = posse(MONK, {**HURT, "wounds": 1, "sanity_damage": 1})
    *_, found, asked = happen(given, {"heal": {"any": 1, "to": "others"}}, answer="boost:1", owner="ada")
    assert asked[0].kind == "boost" and "boost:2" not in asked[0].ids
    assert of_kind(found, e.Healed) == [e.Healed("bo", 1, 1, 0, "ada")]
