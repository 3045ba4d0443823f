"""Scavenging a whole map, and Peril Dice; and what is left to the corpus."""

from __future__ import annotations

import pytest

from rules_engine.procedures.search import scavenge_limit
from rules_engine.ruleset import ruleset
from tests.gm.oracle.asking import ask, told

MAPS = [
    ("three of us, two rooms and the entrance. how often can we scavenge with success in all?", 6),
    ("with a party of 5, how many successful scavenges do four tiles allow at most?", 12),
    ("solo, five tiles laid so far: how many times may I scavenge successfully in total?", 5),
    ("How many Scavenged markers can six adventurers put on 2 passages and 3 rooms, tops?", 15),
    ("two heroes explored a corridor, a room and a second corridor. max successful searches for scavenge?", 3),
    ("the map has seven tiles; posse of four. what's the total scavenging limit?", 14),
    ("4 players, an entrance and one room - max scavenging successes altogether?", 4),
    ("party size 3: nine rooms revealed. how many scavenges can succeed overall?", 18),
    ("how often could five of us successfully scavenge 1 passage and 2 rooms in all", 9),
    ("one hero, entrance plus 2 passages: how many successful scavenges at best?", 3),
]
PERIL = [
    ("how few and how many enemies at most from 4 peril dice? I mean the range", "12 at least and 24 at most"),
    ("a single peril die: lowest and highest number of monsters?", "3 at least and 6 at most"),
    ("average of three peril dice?", "12.5 on average"),
    ("most enemies five peril dice can bring", "30 at most"),
    ("What is the minimum with two peril dice", "6 at least"),
    ("the card prints two peril dice of void spiders. what's the most that can show up?", "12 at most"),
    ("expected number of tentacles with 6 peril dice?", "25 on average"),
    ("a threat card with three peril dice: what's the fewest and most we could face?", "9 at least"),
    ("Range of 7 peril dice please", "21 at least and 42 at most"),
    ("our threat lists four peril dice - what is the smallest group?", "12 at least"),
    ("what is the max of a peril die?", "6 at most"),
]


@pytest.mark.parametrize(("question", "times"), MAPS)
def test_a_map_is_scavenged_tile_by_tile(question, times):
    assert told(question).startswith(f"{times} times with success at most"), told(question)


@pytest.mark.parametrize("heroes", [2, 3, 5, 6])
@pytest.mark.parametrize("rooms", [1, 2, 6])
@pytest.mark.parametrize("edition", ["compilation", "old-west", "valhalla"])
def test_each_tile_has_the_limit_of_the_edition(heroes, rooms, edition):
    text = told(f"{heroes} heroes, a passage and {rooms} rooms: how many successful scavenges at most?", edition)
    assert text.startswith(f"{scavenge_limit(ruleset(edition), heroes) * (rooms + 1)} times"), text


@pytest.mark.parametrize(("question", "first"), PERIL)
def test_what_peril_dice_come_to(question, first):
    assert told(question).startswith(first), told(question)


@pytest.mark.parametrize("dice", range(1, 9))
def test_each_peril_die_shows_three_to_six(dice):
    text = told(f"{dice} peril {'die' if dice == 1 else 'dice'}, what are the fewest and the most enemies?")
    assert text.startswith(f"{3 * dice} at least and {6 * dice} at most"), text


def test_the_statements_that_say_so_are_cited():
    for question, entry in (
        ("4 heroes, two rooms, how many successful scavenges in all?", "scavenge"),
        ("two peril dice: fewest and most?", "number-of-enemies"),
    ):
        answer = ask(question)
        assert answer is not None, question
        assert entry in answer.entries


@pytest.mark.parametrize(
    "question",
    [
        "six heroes, three rooms, how many scavenge cards at most?",
        "4 heroes, three rooms, one already scavenged: how many successful scavenges are left?",
        "seven heroes, three rooms: how many successful scavenges?",
        "three rooms and a passage: how many successful scavenges?",
        "can four heroes scavenge two rooms four times?",
        "6 heroes, 2 rooms, 3 dice each: how many scavenges succeed on average?",
        "four heroes each scavenging two rooms: what is the chance of at most one success?",
        "4 heroes, a room with a hidden token and a passage: how many successful scavenges in all?",
        "two peril dice plus two more for the elite: fewest and most?",
        "chance of at most 6 on two peril dice?",
        "what does a peril die look like?",
        "two peril dice rolled 3 and 6, how many enemies at most?",
        "what is the most a peril die and a d6 can bring?",
        "why do peril dice never show less than 3 at least?",
    ],
)
def test_what_hangs_on_more_is_left_alone(question):
    assert told(question) == "", told(question)
