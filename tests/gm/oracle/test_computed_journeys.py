"""Moves over hexes of several terrains; and what is left to the corpus."""

from __future__ import annotations

import pytest

from tests.gm.oracle.asking import ask, told

LEFT = [
    ("on horseback we crossed a swamp hex and one hex of road, how many moves are left?", 2),
    ("walking: 1 road hex and one plains hex. how many moves remain?", 2),
    ("we ride along 3 road hexes and then a hill hex, how many moves left?", 0),
    ("on foot, two hexes of plain: how many moves do we still have left?", 1),
    ("mounted with 6 moves, a forest hex first. moves... how many left of them for hexes?", 3),
    ("five moves on foot; one tough hex and one easy hex - how many moves left?", 1),
]
COST = [
    ("how many moves does it take to cross one mountain hex and 2 road hexes?", 5),
    ("how many moves will two hexes of swamp and a medium hex take?", 8),
    ("how many moves do 3 hexes of prairie cost in the hexcrawl?", 6),
    ("what does it cost in moves to ride over 1 hill hex and 1 ordinary hex?", 5),
]


@pytest.mark.parametrize(("question", "moves"), LEFT)
def test_what_is_left_of_the_day(question, moves):
    assert told(question).startswith(f"{moves} Move"), told(question)


@pytest.mark.parametrize(("question", "moves"), COST)
def test_what_the_way_costs(question, moves):
    assert told(question).startswith(f"{moves} Move"), told(question)


@pytest.mark.parametrize("road", range(1, 3))
@pytest.mark.parametrize("plain", range(1, 3))
@pytest.mark.parametrize(("how", "given"), [("riding", 6), ("on foot", 5)])
def test_each_terrain_has_its_cost(road, plain, how, given):
    left = given - road - 2 * plain
    text = told(f"{how}: {road} road hexes and {plain} plains hexes, how many moves are left?")
    assert text.startswith(f"{left} Move") if left >= 0 else text == "", text


def test_the_statement_is_cited():
    answer = ask("riding: one hex of road and one hex of swamp, how many moves are left?")
    assert answer is not None
    assert "hexcrawl-moves" in answer.entries


@pytest.mark.parametrize(
    "question",
    [
        "how many hexes of swamp can I ride in a day?",
        "riding over a hex of glass: how many moves left?",
        "on foot over 4 swamp hexes: how many moves are left?",
        "riding with 8 moves, one road hex: how many left?",
        "we ride a road hex and give up 2 moves to heal: how many moves left?",
        "a hex of road or a hex of swamp on horseback: how many moves left?",
        "by train two hexes: how many moves left?",
        "can I ride a swamp hex and two road hexes?",
        "how many spaces do I move with a 5?",
    ],
)
def test_what_hangs_on_more_is_left_alone(question):
    assert " × " not in told(question) or "hexes a day" in told(question), told(question)
