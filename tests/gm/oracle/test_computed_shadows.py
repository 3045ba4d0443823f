"""Wounds on a Creeping Shadow by its distance from the lantern; and what is left to the corpus."""

from __future__ import annotations

import pytest

from tests.gm.oracle.asking import ask, told

WOUNDS = [
    ("a creeping shadow three spaces from the lantern takes a hit for 5 damage. how many wounds?", 2),
    ("I land two hits of 4 and 7 on a creeping shadow 2 squares from the light source: how many wounds?", 7),
    ("creeping shadow next to the lantern, one hit with 6 damage: how many wounds?", 5),
    ("how many wounds on a creeping shadow at a distance of 6, hit for 4?", 0),
    ("critical hit for 3 against a creeping shadow 8 spaces away from the lamp, how many wounds?", 3),
    ("The light is 4 squares from a creeping shadow; I roll damage 8. how many wounds get through?", 4),
    ("creeping shadow 3 spaces off: a plain hit of 5 and a critical of 4, total wounds?", 6),
    ("shot a creeping shadow 5 spaces from the light bearer, damage 9, wounds?", 4),
    ("two ordinary hits doing 2 and 6 damage to a creeping shadow 1 space from the lantern. how many wounds?", 6),
    ("how many wounds do 10 damage do to a creeping shadow seven squares from our lantern", 3),
]


@pytest.mark.parametrize(("question", "wounds"), WOUNDS)
def test_the_distance_is_taken_off_each_plain_hit(question, wounds):
    assert told(question).startswith(f"{wounds} Wound"), told(question)


@pytest.mark.parametrize("far", range(1, 9))
@pytest.mark.parametrize("damage", [3, 6])
@pytest.mark.parametrize("critical", [2, 5])
def test_a_critical_hit_goes_through_whole(far, damage, critical):
    text = told(
        f"creeping shadow {far} spaces from the light source: a plain hit for {damage} and "
        f"a critical hit for {critical}. wounds?"
    )
    assert text.startswith(f"{max(0, damage - far) + critical} Wound"), text


def test_its_defense_alone():
    assert told("what's the defense of a creeping shadow 6 squares from the lantern?").startswith("Defense 6")


def test_the_statement_is_cited():
    answer = ask("creeping shadow 4 spaces from the lantern, a hit for 6: how many wounds?")
    assert answer is not None
    assert "figures-creeping-shadow" in answer.entries


@pytest.mark.parametrize(
    "question",
    [
        "what is a creeping shadow?",
        "creeping shadow 4 squares from me and 2 from the lantern, hit for 6. how many wounds?",
        "creeping shadow 4 squares off, 3 hits, damage 6 and 3. wounds?",
        "creeping shadow 4 squares off, a hit for 6 with +2 damage: wounds?",
        "creeping shadow moves 3 squares closer, hit for 6: wounds?",
        "creeping shadow 4 squares from me, is it dead with 5 damage?",
        "chance of wounds on a creeping shadow 4 squares from the lantern?",
        "two shadows, 4 and 2 squares off, a hit for 6 each: wounds?",
        "creeping shadow hits me for 4 horror hits 2 squares off: wounds?",
        "creeping shadow, hit for 6: wounds?",
    ],
)
def test_what_hangs_on_more_is_left_alone(question):
    assert "the Creeping Shadow has Defense" not in told(question), told(question)
