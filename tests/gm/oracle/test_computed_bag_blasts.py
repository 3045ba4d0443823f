"""What goes off in the Side Bag under Dangerous Bombs; and what is left to the corpus."""

from __future__ import annotations

import pytest

from tests.gm.oracle.asking import ask, told

BLASTS = [
    ("dangerous dynamite rule, three sticks in my bag, rolls 2, 4 and 1. how many blow up?", 2),
    ("I took 12 wounds with two bombs in the side bag and rolled 1 and 6: how many explode?", 1),
    ("rolled 3, 3, 5 for three dynamite tokens in the side bag, how many go off?", 0),
    ("how many of my 4 bombs detonate if the dice in the dangerous bombs roll came up 1, 1, 2, 2?", 4),
    ("side bag: one bomb, two sticks of dynamite. Dangerous bombs dice show 2, 6, 2. How many go bang?", 2),
    ("10 wounds from one source! 5 sticks in the side bag, got 6, 5, 4, 1, 3, so how many pop?", 1),
    ("two sticks in the bag and one in the satchel, rolled 1 and 2: how many go boom?", 2),
    ("with the dangerous bombs option and 3 bombs, dice 1, 2, 3: how many explosions?", 2),
    ("dangerous dynamite: two sticks, threw 4 and 2, how many explode?", 1),
    ("how many blow when I roll 5 and 6 for my two bombs in the bag", 0),
]


@pytest.mark.parametrize(("question", "blasts"), BLASTS)
def test_ones_and_twos_explode(question, blasts):
    assert told(question).startswith(f"{blasts} of "), told(question)


@pytest.mark.parametrize("first", range(1, 7))
@pytest.mark.parametrize("second", range(1, 7))
def test_every_roll_of_two(first, second):
    text = told(f"dangerous bombs: 2 sticks in the bag, rolled {first}, {second}: how many explode?")
    assert text.startswith(f"{(first <= 2) + (second <= 2)} of 2 "), text


@pytest.mark.parametrize("count", [2, 3, 5])
def test_a_die_for_each(count):
    text = told(f"dangerous bombs: {count} sticks of dynamite in the side bag, how many dice do I roll?")
    assert text.startswith(f"{count} D6"), text


def test_what_is_in_the_satchel_is_safe():
    text = told("dangerous bombs: 3 sticks in the bag and 2 in the satchel, how many dice do I roll?")
    assert text.startswith("3 D6"), text


def test_the_statement_is_cited():
    answer = ask("dangerous bombs: 2 sticks in the bag, rolled 1, 5: how many explode?")
    assert answer is not None
    assert "dangerous-bombs" in answer.entries


@pytest.mark.parametrize(
    "question",
    [
        "what are dangerous bombs?",
        "dangerous bombs: 4 sticks in the bag, rolled 1, 2, 5: how many explode?",
        "dangerous bombs: 4 sticks, chance that one explodes?",
        "dangerous bombs: took 8 wounds, two sticks in the bag, rolled 1 and 2: how many explode?",
        "I throw 3 sticks from my bag and rolled 1, 2, 5: how many bounce?",
        "how many tokens fit in the bag with 3 bombs?",
        "dangerous bombs: 2 sticks, rolled 1 and 2 but rerolled the 1: how many explode?",
        "do 2 sticks in the bag explode on a 1 and 2?",
        "dangerous bombs: 3 sticks, all in the satchel, rolled 1, 2, 3: how many explode?",
    ],
)
def test_what_hangs_on_more_is_left_alone(question):
    text = told(question)
    assert "explode: " not in text, text
    assert "explodes in the Hero's own space" not in text, text
