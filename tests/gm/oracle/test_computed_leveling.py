"""Whether XP suffices for a Level, what is missing, what is left over; and questions that are left alone."""

from __future__ import annotations

import pytest

from rules_engine.experience import HIGHEST_LEVEL, xp_between
from tests.gm.oracle.asking import ask, told

GOLDEN = [
    # with the patterns
    ("sitting at level 4 with 2,400 xp. enough for the next level?", "No. Level 5 costs 3,000 XP"),
    ("twenty-four hundred xp at level 4 - can i afford the next one?", "No."),
    ("is 3000 xp enough to buy level 5?", "Yes. Level 5 costs 3,000 XP"),
    ("my level 3 marshal has 1,900 xp. can he level up?", "No. Level 4 costs 2,000 XP"),
    ("how much xp am I missing for level 6 at level 5 with 3100 xp?", "1,400 XP more"),
    ("does 1500 xp take a new hero to level 3?", "Yes."),
    ("I've 450 xp at level 1, how far off the next level?", "50 XP more"),
    ("level 2, 999 xp. enough for level 3?", "No."),
    # after the patterns
    ("Level 6 hero, 6,100 exp banked. Can she go up a level?", "Yes. Level 7 costs 6,000 XP"),
    ("i'm level 1 with 480xp, do i have enough to level up?", "No. Level 2 costs 500 XP"),
    ("will 4,400 experience points cover the jump from level 5 to level 6?", "No. Level 6 costs 4,500 XP"),
    ("how much xp is still missing if a level 7 samurai holds 7,250 xp and wants level 8?", "750 XP more"),
    ("my duelist is level 3 and has two thousand XP, is that sufficient for level 4?", "Yes."),
    ("at level 2 with 350 xp how much more do I need for the next level?", "650 XP more"),
    ("can a level 4 lawman with 3,500 xp afford level 5, and how much remains?", "Yes."),
    ("has a level 1 hero with 1600 xp enough for level 3?", "Yes. Level 3 costs 1,500 XP"),
    ("got 7,900 xp at lvl 7 - level 8 yet?", "No. Level 8 costs 8,000 XP"),
    ("what am I short of level 4 if I'm level 3 and hold 1,250 XP?", "750 XP more"),
]  # fmt: skip


@pytest.mark.parametrize(("question", "answer"), GOLDEN)
def test_xp_against_the_cost_of_a_level(question, answer):
    assert told(question).startswith(answer), told(question)


@pytest.mark.parametrize("level", range(1, HIGHEST_LEVEL))
@pytest.mark.parametrize("short", [1, 0, -40, 160])
def test_enough_is_what_the_next_level_costs(level, short):
    cost = xp_between(level, level + 1)
    text = told(f"I'm level {level} and have {cost - short} xp, enough for the next level?")
    assert text.startswith("No" if short > 0 else "Yes")
    assert (f"{short:,} short" in text) is (short > 0)
    if short > 0:
        missing = told(f"how much more xp do I need for the next level at level {level} with {cost - short} xp?")
        assert missing.startswith(f"{short:,} XP more")


@pytest.mark.parametrize(
    "question",
    [
        "level 8 with 9,000 xp. enough for the next level?",
        "must I level up if I have 3,000 xp at level 4?",
        "is 500 xp enough?",
        "two heroes at level 4 with 2,400 xp each: enough for the next level?",
        "level 4 with 2,400 xp and I kill 3 more enemies, enough for level 5?",
        "does the posse level go up if I have 3,000 xp at level 4?",
        "is level 4 enough to carry 8 anvils?",
        "level 4, 2,400 xp, 600 gold. can I buy level 5 with gold?",
        "can I skip from level 4 to level 6 with 3,000 xp?",
        "how much health do I get at level 5 with 3,000 xp?",
        "can my ally level up with 500 xp at level 1?",
        "is it 3,000 xp for every level after level 4?",
        "level 9 with 9,000 xp, enough for level 10?",
        "does 3,000 xp at level 4 give me an upgrade?",
        "I'm level 5 with 3000 xp, enough for level 4?",
    ],
)
def test_what_is_about_more_than_that_is_left_alone(question):
    assert ask(question) is None, told(question)
