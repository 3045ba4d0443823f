"""How far a Move goes, and hexes a day; and what is left to the corpus."""

from __future__ import annotations

import pytest

from tests.gm.oracle.asking import ask, told

MOVES = [
    ("my move roll was 4 and I burned a grit for an extra d6 which came up 6. how many spaces?", 10),
    ("assassin rolls a 6 to move, plus a grit die of 2: how many squares?", 9),
    ("I rolled 3 for my move with tentacle leg, how far can I go?", 2),
    ("move roll 1 with rock skin. how many spaces?", 1),
    ("rolled 2 for movement. spent two grit, the extra dice came up 4 and 3. how far do I get?", 9),
    ("with a five for move and a three on the grit die, how many spaces does my marshal walk?", 8),
    ("spent 1 grit: extra die 2, move roll 4, how far?", 6),
    ("how far does the ninja lady walk when her movement die is a 5?", 6),
    ("the nimble assassin threw a two for her move. how many steps is that", 3),
    ("Move: 6. Then a grit for an additional die, that one shows 6 too. How many spaces do I move?", 12),
    ("how many squares may I walk if I got a 3 for moving and my grit die gave 4", 7),
]
HEXES = [
    ("on foot through hills: how many hexes a day?", 1),
    ("how many road hexes can we ride in one day on horseback?", 6),
    ("posse walking over plains, how many hexes per day?", 2),
    ("mountains only, everybody has a horse. how many hexes before nightfall?", 2),
    ("What's the most hexes of prairie a mounted posse crosses in a day?", 3),
    ("following the train tracks on foot, how many hexes by day?", 5),
    ("how many forest hexes can we manage a day when riding?", 2),
    ("we lost our horses in the wild; how many forest hexes a day?", 1),
    ("nothing but desert around us, in the saddle: how many hexes before dusk", 3),
    ("afoot along the road - how many hexes in a day", 5),
]


@pytest.mark.parametrize(("question", "spaces"), MOVES)
def test_a_move_adds_up(question, spaces):
    assert told(question).startswith(f"{spaces} space"), told(question)


@pytest.mark.parametrize("first", [1, 3, 6])
@pytest.mark.parametrize("extra", [None, 1, 5])
@pytest.mark.parametrize(("who", "plus"), [("lawman", 0), ("assassin", 1), ("huscarl", 0)])
def test_nimble_adds_one_and_grit_a_die(first, extra, who, plus):
    more = f" and spent a grit, the extra die was {extra}" if extra else ""
    text = told(f"my {who} rolled a {first} for move{more}: how many spaces?")
    assert text.startswith(f"{first + plus + (extra or 0)} space"), text


@pytest.mark.parametrize(("question", "hexes"), HEXES)
def test_hexes_of_a_day(question, hexes):
    assert told(question).startswith(f"{hexes} hex"), told(question)


def test_the_statements_that_say_so_are_cited():
    for question, entry in (
        ("ninja girl rolled 4 for her move, how far?", "assassin"),
        ("rolled 4 for my move, grit die 2, how far?", "movement"),
        ("nothing but swamp, on foot: how many hexes a day?", "hexcrawl-moves"),
    ):
        answer = ask(question)
        assert answer is not None, question
        assert entry in answer.entries


@pytest.mark.parametrize(
    "question",
    [
        "I rolled a 1 for move and have 2 grit, how far can I go?",
        "rolled 4 for move, dragging a friend, how far?",
        "rolled 4 for move, plus 2 from my boots, how far?",
        "rolled a 5 for move and failed the escape test. how far?",
        "can I move 6 spaces after a 1?",
        "move roll of 9, how far?",
        "move roll 4 and I'm lugging my pal along, how far?",
        "movement roll 6 but I am overloaded, how far?",
        "second head, move roll 6, how far?",
        "each of us rolled a 3 for move, how far is that in all?",
        "average of a move with a grit die?",
        "I rolled a 5 to move and want to throw dynamite 3 spaces, how far?",
        "how many hexes a day?",
        "on foot, a hill and then a road: how many hexes a day?",
        "riding with half the horses dead, how many hexes a day in a swamp?",
        "on horseback, 2 moves spent, how many road hexes are left today?",
        "walking and riding, how many swamp hexes a day?",
    ],
)
def test_what_hangs_on_more_is_left_alone(question):
    assert told(question) == "", told(question)
