"""Room for Advanced Allies beside the Heroes; and what is left to the corpus."""

from __future__ import annotations

import pytest

from tests.gm.oracle.asking import ask, told

ROOM = [
    ("how many footmen can a party of four field?", 4),
    ("we're six, so how many advanced allies may join us?", 2),
    ("three heroes on the board: how many allies at most?", 5),
    ("max number of Advanced Allies alongside 2 heroes - how many allies is that?", 6),
    ("four players, two footmen hired. how many more allies fit?", 2),
    ("how many footmen will fit beside 5 heroes", 3),
    ("Posse of six. How many veteran allies can tag along?", 2),
    ("solo hero, how many advanced allies may I bring?", 7),
    ("what is the most footmen with three of us?", 5),
    ("with five heroes and one footman, how many other allies could we bring along?", 2),
]
VERDICTS = [
    ("five of us plus four advanced allies: is that too many?", "Yes"),
    ("can four heroes bring four footmen?", "Yes"),
    ("six heroes, two allies - too many models?", "No"),
    ("are five footmen allowed with four heroes?", "No"),
    ("is there room for three advanced allies next to five heroes?", "Yes"),
    ("Would 3 footmen be too many for six heroes?", "Yes"),
]


@pytest.mark.parametrize(("question", "allies"), ROOM)
def test_room_for_so_many(question, allies):
    assert told(question).startswith(f"{allies} "), told(question)


@pytest.mark.parametrize(("question", "verdict"), VERDICTS)
def test_whether_so_many_are_too_many(question, verdict):
    assert told(question).startswith(f"{verdict}. "), told(question)


@pytest.mark.parametrize("heroes", range(1, 7))
@pytest.mark.parametrize("allies", range(1, 8))
def test_eight_models_and_no_more(heroes, allies):
    text = told(f"{heroes} heroes and {allies} footmen: too many?")
    assert text.startswith("Yes." if heroes + allies > 8 else "No."), text


def test_the_statement_is_cited():
    answer = ask("four heroes: room for how many advanced allies?")
    assert answer is not None
    assert "advanced-allies" in answer.entries


@pytest.mark.parametrize(
    "question",
    [
        "how many footmen are in the box?",
        "what do four footmen cost for five heroes?",
        "five heroes, one KO'd: how many footmen fit?",
        "how many wounds do four footmen have beside five heroes?",
        "how many allies may each of four heroes hire?",
        "eight heroes: room for how many footmen?",
        "how many basic allies can five heroes have?",
        "six heroes and some allies: too many?",
        "do footmen count for the threat level with five heroes?",
        "can five heroes bring two dogs and a footman?",
    ],
)
def test_what_hangs_on_more_is_left_alone(question):
    assert "models at most" not in told(question), told(question)
    assert "may stand there" not in told(question), told(question)
