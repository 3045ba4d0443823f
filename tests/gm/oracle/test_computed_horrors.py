"""Horror Hits of Enemies with Fear and Terror that are near; and what is left to the corpus."""

from __future__ import annotations

import pytest

from tests.gm.oracle.asking import ask, told

FELT = [
    ("two Fear (2) freaks touching me and a Terror (1) thing across the same room. horror hits?", 5),
    ("three uglies with terror (2) share my tile. how many horror hits a turn?", 6),
    ("two things with terror (2) on my tile - how many horror hits?", 4),
    ("I start next to an enemy with fear (1) and another with fear (3), how many horror hits do I take?", 4),
    ("how many horror hits from 4 void spiders with fear (1) adjacent?", 4),
    ("how many horror hits does an unspeakable terror (3) beast on my tile cause?", 3),
    ("3 terror (1) zombies and 2 fear (2) ghouls next to me, how many horror hits in all?", 7),
    ("two fear 2 monsters beside my hero, total horror hits?", 4),
    ("one enemy has fear (2), the other two terror (1). how many horror hits at my activation?", 4),
    ("a fear (2) guy adjacent and a terror (2) guy in the same room: how many horror hits?", 4),
]


@pytest.mark.parametrize(("question", "hits"), FELT)
def test_fear_and_terror_are_added_up(question, hits):
    assert told(question).startswith(f"{hits} Horror Hits at the start of each Activation: "), told(question)


@pytest.mark.parametrize("count", [1, 2, 5])
@pytest.mark.parametrize("value", [1, 2, 4])
@pytest.mark.parametrize("kind", ["fear", "terror", "unspeakable terror"])
def test_each_enemy_causes_its_own(count, value, kind):
    text = told(f"{count} ghouls with {kind} ({value}) adjacent to me: how many horror hits?")
    assert text.startswith(f"{count * value} Horror Hit"), text
    assert f"{kind.title()} ({value})" in text


def test_the_statement_that_says_so_is_cited():
    answer = ask("two things with terror (2) on my tile - how many horror hits?")
    assert answer is not None
    assert "fear-and-terror" in answer.entries


@pytest.mark.parametrize(
    "question",
    [
        "what's Fear (2) do to me?",
        "a fear (2) thing across the room, how many horror hits?",
        "a thing with terror (2) is on the neighbouring tile. how many horror hits?",
        "with 5+ willpower how many horror hits from fear (2) do I save?",
        "terror (2) enemy behind the gate, how many horror hits?",
        "how many horror hits does a fear (2) enemy do to each hero?",
        "two fear (2) things next to me: how much sanity damage?",
        "how many horror hits does a void spider do?",
        "is fear (2) two horror hits?",
        "how many horror hits from a fear (99) enemy next to me?",
    ],
)
def test_what_hangs_on_more_is_left_alone(question):
    assert told(question) == ""
