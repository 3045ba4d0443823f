"""Anvils by Strength, with what raises it and what is carried; and what is left to the corpus."""

from __future__ import annotations

import pytest

from tests.gm.oracle.asking import ask, told

MOST = [
    ("my samurai has strength 4. how many anvils may he tote?", 9),
    ("I wear a belt giving +1 strength on top of my strength 2, so how many weight icons can I carry at most?", 8),
    ("strength 4 with three +1 strength rings, max anvils?", 11),
    ("how much weight can a hero with a strength of three carry?", 8),
    ("carry limit in anvils with str 1?", 6),
    ("What's the limit on anvils for a strength 5 hero?", 10),
    ("natural strength 3, plus an amulet of +2 strength: how many anvils in all?", 10),
    ("Two trinkets each give +1 strength, I started at strength 3. how many anvils can I haul", 10),
    ("max weight for 6 strength?", 11),
    ("how many of those black anvils may I lug about with strength two?", 7),
]
MORE = [
    ("carrying 5 anvils with strength 2, how many more can I take?", 2),
    ("two coats with 3 anvils each and strength 4. how many anvils are left?", 3),
    ("I've strength 1 and 4 anvils on me already - how many more fit?", 2),
    ("strength 3, a +1 strength charm, hauling 7 anvils. room for how many more?", 2),
    ("a gun with 2 anvils, a shield with 1 anvil, strength 2: how many more anvils can I carry?", 4),
    ("how many additional anvils can a strength 5 hero lug who's got 8 anvils", 2),
]


@pytest.mark.parametrize(("question", "anvils"), MOST)
def test_five_and_the_strength(question, anvils):
    assert told(question).startswith(f"{anvils} "), told(question)


@pytest.mark.parametrize(("question", "anvils"), MORE)
def test_what_there_is_room_for(question, anvils):
    text = told(question)
    assert text.startswith(f"{anvils} more") or f"room for {anvils} more" in text, text


@pytest.mark.parametrize("strength", range(1, 7))
@pytest.mark.parametrize("bonus", [0, 1, 2])
def test_no_skill_goes_above_six(strength, bonus):
    belt = f", a +{bonus} strength belt" if bonus else ""
    text = told(f"strength {strength}{belt}: how many anvils can I carry?")
    assert text.startswith(f"{5 + min(6, strength + bonus)} "), text


def test_too_many_are_counted():
    assert told("strength 2 and 9 anvils on me, how many must I drop?").startswith("2 anvils too many")


def test_the_statement_is_cited():
    answer = ask("strength 5 and two +1 strength rings: how many anvils?")
    assert answer is not None
    assert "carrying-limit" in answer.entries


@pytest.mark.parametrize(
    "question",
    [
        "what is an anvil on a card?",
        "strength 4 test with two dice: what must I roll?",
        "strength 3, a mule and 4 anvils: how many more?",
        "three heroes with strength 3 together: how many anvils?",
        "strength 3 with a -1 strength curse: how many anvils can I carry?",
        "strength 9: how many anvils can I carry?",
        "strength 3 and a bag that lets me carry 2 more: how many anvils?",
        "each item weighs the same and strength is 4: how many items?",
        "how much gold can a strength 3 hero carry?",
        "strength 3 and 2 items with an unknown weight: how many more anvils?",
    ],
)
def test_what_hangs_on_more_is_left_alone(question):
    assert "weight icons (anvils) at most" not in told(question), told(question)
    assert " more: the limit" not in told(question), told(question)
