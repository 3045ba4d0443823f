"""XP from one Level to another, in any words; and what is left to the corpus."""

from __future__ import annotations

import pytest

from rules_engine.experience import LEVEL_COSTS
from tests.gm.oracle.asking import ask, told

BILLS = [
    ("my marshal sits at level 2 and dreams of level 5. what will that cost in xp?", 2, 5),
    ("what's the xp bill for climbing from level 3 up to level 8?", 3, 8),
    ("I'm level 5, how much more xp must I cough up before I can call myself level 6?", 5, 6),
    ("fresh hero, how much xp altogether to end up at level 4?", 1, 4),
    ("xp needed between levels 4 and 6", 4, 6),
    ("how much xp to go through all the levels from 1 to 8", 1, 8),
    ("To be level six, starting at level three: how much xp in total?", 3, 6),
    ("she's level 6 now. how much xp will she spend to reach level 8?", 6, 8),
    ("Total XP for a level 2 character to wind up at level 7?", 2, 7),
    ("how much xp lies between level 1 and level 3?", 1, 3),
    ("level 3 today, level 5 is my goal, how much xp?", 3, 5),
]


def total(start: int, goal: int) -> int:
    return sum(LEVEL_COSTS[level] for level in range(start + 1, goal + 1))


@pytest.mark.parametrize(("question", "start", "goal"), BILLS)
def test_the_steps_are_added(question, start, goal):
    assert told(question).startswith(f"{total(start, goal):,} XP"), told(question)


@pytest.mark.parametrize("start", range(1, 8))
@pytest.mark.parametrize("goal", range(2, 9))
def test_every_pair(start, goal):
    text = told(f"at level {start}, how much xp do I still have to spend to be sitting at level {goal}?")
    assert text.startswith(f"{total(start, goal):,} XP") if start < goal else text == "", text


def test_the_statement_is_cited():
    answer = ask("at level 4, how much xp do I still have to spend to be sitting at level 7?")
    assert answer is not None
    assert "leveling-up" in answer.entries


@pytest.mark.parametrize(
    "question",
    [
        "two heroes of level 4, how much xp to bring both to level 6?",
        "level 4, I skip level 5: how much xp to level 6?",
        "how much xp does a level 4 enemy give at level 6?",
        "how much xp is level 9 from level 4?",
        "at level 4 with half price, how much xp to be level 6?",
        "can I go from level 2 to level 4 at once with xp?",
        "how much gold from level 4 to level 6, and xp?",
        "how much health does xp buy from level 2 to level 4?",
    ],
)
def test_what_hangs_on_more_is_left_alone(question):
    text = told(question)
    assert " XP from Level" not in text, text
