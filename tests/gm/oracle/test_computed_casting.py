"""What a Casting Roll comes to; and what is left to the corpus."""

from __future__ import annotations

import pytest

from tests.gm.oracle.asking import ask, told

CAST = [
    ("my sorceress casts in her focus and rolls 3 and 6. what's the casting total?", 10),
    ("casting roll: 1, 5; one extra mana came up 4. total without focus?", 9),
    ("spell outside my focus, dice show 2 and 2, discard three arcane powder. casting total?", 7),
    ("I threw a 4 and a 4 for a fire spell of my focus element, powder: none used. what total", 9),
    ("casting with two extra mana, dice 1 3 6 6, what is the total", 12),
    ("sorceress spends an extra mana: dice 5, 1 and 5, plus one arcane powder, total cast?", 11),
    ("rolled 6 and 1 to cast, spent another mana which came up 2; total?", 8),
    ("what does my casting roll come to: 3 and 3, two arcane powder, focus?", 9),
    ("2 and 3 on the casting dice. another mana gives 5, and one more mana shows 6. focus element. total?", 12),
    ("spell roll 4, 2. no powder, not my focus. what number do I reach?", 6),
    ("my magik roll shows 6 and 5 for a spell of the focus element and I burn one powder - total?", 13),
]


@pytest.mark.parametrize(("question", "total"), CAST)
def test_the_two_highest_dice_count(question, total):
    assert told(question).startswith(f"Casting Total {total}: "), told(question)


@pytest.mark.parametrize("faces", [(1, 2), (6, 6), (2, 5, 3), (1, 4, 4, 6)])
@pytest.mark.parametrize("powder", [0, 1, 3])
@pytest.mark.parametrize("focus", [False, True])
def test_focus_adds_one_and_each_powder_one(faces, powder, focus):
    extra = f" with {len(faces) - 2} extra mana" if len(faces) > 2 else ""
    burnt = f", {powder} arcane powder" if powder else ""
    element = " in my focus element" if focus else ""
    text = told(f"I cast a spell{element}{extra}: dice {', '.join(map(str, faces))}{burnt}. total?")
    assert text.startswith(f"Casting Total {sum(sorted(faces)[-2:]) + powder + focus}: "), text


def test_the_statement_that_says_so_is_cited():
    answer = ask("casting dice 3 and 6, focus element, total?")
    assert answer is not None
    assert "mana-and-casting" in answer.entries


@pytest.mark.parametrize(
    "question",
    [
        "casting dice 2, 4 and 6, what is my total?",
        "casting dice 2 and 7, total?",
        "two extra mana and dice 2, 4 and 6: casting total?",
        "casting dice 3 and 6, some powder, total?",
        "does a casting roll of 3 and 6 work on a 9?",
        "what is the chance to cast with dice 3 and 6?",
        "casting roll 3 and 6 on a dangerous spell, what total and what corruption?",
        "casting dice 3 and 6 with the practiced hand upgrade, total?",
        "how much mana do I need after dice 2 and 3?",
        "casting 3 and 6, +2 from an item, total?",
        "I rolled a 2 and a 4 for strength with the fire, total?",
        "sorceress rolls 6 and 3, focus water, casts a fire spell. total?",
        "what is my total xp for casting a spell with 2 and 6?",
    ],
)
def test_what_hangs_on_more_is_left_alone(question):
    assert told(question) == "", told(question)
