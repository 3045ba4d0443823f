"""What the books leave out is known by name; what they do say is not mistaken for a gap."""

from __future__ import annotations

import pytest

from lore.gaps import load_gaps

GAPS = load_gaps()


@pytest.mark.parametrize(
    ("question", "gap"),
    [
        ("How many hit points has a Troll got?", "troll-sheet"),
        ("What is the price of a stagecoach?", "horses"),
        ("What does Search Party ask us to do?", "unprinted-missions"),
        ("I rolled a 9 for my madness, what happens on the table?", "injury-chart"),
        ("xp for one void spider?", "void-spider-sheet"),
    ],
)
def test_a_question_about_something_unprinted_finds_its_gap(question, gap):
    found = GAPS.find(question)
    assert found is not None and found.id == gap


@pytest.mark.parametrize(
    "question",
    [
        "What initiative do trolls have?",
        "Can Grit re-roll the injury chart?",
        "How much health has a Drowned Dead?",
        "How many bandits attack each hero?",
        "Do we take a depth event on doubles?",
    ],
)
def test_a_question_that_the_books_answer_is_no_gap(question):
    assert GAPS.find(question) is None


def test_another_game_is_recognised_by_name_unless_this_one_is_named_too():
    assert GAPS.other_game("How does exhaustion work in Gloomhaven?") == "gloomhaven"
    assert GAPS.other_game("Is Brimstone harder than Gloomhaven?") is None
    assert GAPS.other_game("How does exertion work?") is None


def test_every_gap_says_what_is_missing_and_has_its_own_id():
    assert len({gap.id for gap in GAPS.gaps}) == len(GAPS.gaps)
    assert [gap.id for gap in GAPS.gaps if not gap.says.endswith(".") or not gap.about or not gap.lacks] == []
