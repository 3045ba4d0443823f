"""Rage by Wounds and Damage by Rage; and what is left to the corpus."""

from __future__ import annotations

import pytest

from tests.gm.oracle.asking import ask, told

GAINED = [
    ("my raider suffered 6 wounds, how much rage does that bring?", 3),
    ("how many rage tokens for a viking who took five wounds?", 2),
    ("one wound only: how much rage do I gain?", 0),
    ("8 wounds on my berserker with a max rage of 3, how much rage?", 3),
    ("Rage gained from 11 wounds with rage limit 6 - how many?", 5),
    ("huscarl with 2 rage takes 4 wounds. how much rash... how much rage has he now?", 4),
    ("I have 3 rage, max rage 4, and take 6 wounds: how many rage do I end up with?", 4),
    ("took three wounds, so how much rage for my jarl?", 1),
]
ADDED = [
    ("I spend 2 rage on a combat hit, how much damage does it add?", 2),
    ("burning four rage on one hit: how much extra damage?", 3),
    ("what damage bonus do I get for pouring 3 rage into an axe blow?", 3),
    ("how much damage if my viking put 1 rage into the hit", 1),
]


@pytest.mark.parametrize(("question", "rage"), GAINED)
def test_rage_for_every_second_wound(question, rage):
    assert told(question).startswith(f"{rage} Rage"), told(question)


@pytest.mark.parametrize(("question", "damage"), ADDED)
def test_three_rage_at_most_for_a_hit(question, damage):
    assert told(question).startswith(f"+{damage} Damage"), told(question)


@pytest.mark.parametrize("wounds", range(1, 12))
@pytest.mark.parametrize("most", [2, 4])
def test_max_rage_caps_it(wounds, most):
    text = told(f"a viking takes {wounds} wounds, max rage {most}: how much rage does he gain?")
    assert text.startswith(f"{min(most, wounds // 2)} Rage"), text


def test_the_statement_is_cited():
    answer = ask("a viking takes 6 wounds: how much rage?")
    assert answer is not None
    assert "rage" in answer.entries


@pytest.mark.parametrize(
    "question",
    [
        "what is rage?",
        "after the fight how much rage is left of 4?",
        "a viking takes 3 wounds then 3 wounds: how much rage?",
        "next to a draugar I take 4 wounds: how much rage?",
        "6 rage over two hits: how much damage?",
        "a viking with armor 5+ takes 4 hits: how much rage?",
        "do 4 wounds give 2 rage?",
        "how many wounds does my rage heal?",
        "I spend 3 rage and take 4 wounds: how much rage do I have?",
    ],
)
def test_what_hangs_on_more_is_left_alone(question):
    assert "1 for every 2" not in told(question), told(question)
    assert not told(question).startswith("+"), told(question)
