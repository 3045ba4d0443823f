"""Holding Back beside Archive Towers, and of the 36 ways that two dice fall; and what is left to the corpus."""

from __future__ import annotations

from itertools import product

import pytest

from tests.gm.oracle.asking import ask, told

TOWERS = [
    ("three archive towers share my tile in the last third. what must the light bearer roll?", 10),
    ("Archive tower in our room and we stand in the first stage of the depth track: what roll do we need?", 8),
    ("what does hold back the darkness need at 7+ with an archive tower on our tile?", 8),
    ("hero marker in the 9+ section, one tower on a hero's tile: which number holds the darkness?", 10),
    ("two of us plus four archive towers on one tile, second third of the track. roll required?", 9),
    ("we're in the 8+ zone and towers stand on our tile. what is the target for the darkness roll?", 9),
    ("with 2 archive towers on my tile, what total do I need on the lantern roll at the entrance?", 8),
    ("deepest stage, archive towers with us in the room - number needed to hold back the darkness?", 10),
    ("the 7+ part of the depth track; five towers on our tile. which roll holds?", 8),
    ("One archive tower here, middle stage. needed roll?", 9),
]
WAYS = [
    ("out of 36 results, how many move the darkness a step at 7+?", 12),
    ("At the 8+ stage, how many of the 36 combinations actually advance the darkness marker?", 18),
    ("how many of 36 ways to roll 2d6 bring a depth event when holding back the darkness?", 6),
    ("of 36 rolls, how many hold the darkness in the last third?", 8),
    ("two dice have 36 outcomes. how many of them push the darkness on in the middle stage?", 18),
    ("how many of the 36 results hold back the darkness at the 7+ stage?", 18),
    ("hold back needs 9+: how many of our 36 pairs nudge the darkness marker?", 22),
    ("36 possible outcomes, 8+ needed to hold the darkness; how many out of 36 make it creep closer?", 18),
    ("in the first stage of the track how many of 36 combos make the darkness advance?", 12),
    ("how many out of 36 are doubles and so a depth event on the hold back roll at 9+?", 6),
]


@pytest.mark.parametrize(("question", "needed"), TOWERS)
def test_towers_make_it_one_harder_however_many(question, needed):
    assert told(question).startswith(f"Holding Back the Darkness needs {needed}+"), told(question)


@pytest.mark.parametrize("stage", [7, 8, 9])
@pytest.mark.parametrize("towers", [1, 2, 5])
def test_towers_on_our_tile(stage, towers):
    text = told(
        f"{towers} archive tower{'s' * (towers > 1)} on our tile, we are in the {stage}+ zone: what roll do we need?"
    )
    assert text.startswith(f"Holding Back the Darkness needs {stage + 1}+"), text


@pytest.mark.parametrize(("question", "many"), WAYS)
def test_of_thirty_six(question, many):
    assert told(question).startswith(f"{many} of the 36 "), told(question)


@pytest.mark.parametrize("stage", [7, 8, 9])
def test_every_way_is_counted(stage):
    dice = list(product(range(1, 7), repeat=2))
    moves = sum(a != b and a + b < stage for a, b in dice)
    holds = sum(a != b and a + b >= stage for a, b in dice)
    assert told(f"of the 36 ways, how many move the darkness at {stage}+?").startswith(f"{moves} of the 36 move")
    assert told(f"of the 36 ways, how many hold the darkness at {stage}+?").startswith(f"{holds} of the 36 hold")


def test_the_engine_is_cited():
    for question in (
        "two towers on our tile, 8+ zone: what do we roll?",
        "of the 36 ways how many move the darkness at 8+?",
    ):
        answer = ask(question)
        assert answer is not None, question
        assert answer.entries


@pytest.mark.parametrize(
    "question",
    [
        "archive towers on another tile, 8+ zone: roll needed?",
        "two towers in the room, what do they shoot on a 5+?",
        "how much health have two towers in the 8+ zone?",
        "how many towers are in the 8+ zone?",
        "of the 36 ways, how many fail to hold the darkness at 9+?",
        "of the 36 ways, how many do not move the darkness at 9+?",
        "of the 36 ways, how many move the darkness at 9+ with a reroll?",
        "of the 36 ways, how many move the darkness at 5+?",
        "how many of 36 ways hit on a 4+ with two dice?",
        "of the 36 mutations, how many are tentacles at 9+?",
        "of the 36 ways, how many move the darkness?",
    ],
)
def test_what_hangs_on_more_is_left_alone(question):
    assert told(question) == "", told(question)
