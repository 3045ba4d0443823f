"""Peril Dice by their sign, their colour or their name; and what is left to the corpus."""

from __future__ import annotations

import pytest

from tests.gm.oracle.asking import ask, told

BROUGHT = [
    ("threat card shows three peril signs of zombies. smallest and largest crowd?", "9 at least and 18 at most"),
    ("4 of the large yellow dice for tentacles, what's the maximum?", "24 at most"),
    ("the P die is rolled for ghouls: how many might there be?", "3 at least and 6 at most"),
    ("two P dice of void spiders. what's the smallest number?", "6 at least"),
    ("five peril icons on this darkness card, how many critters turn up at worst?", "15 at least and 30 at most"),
    ("how many spiders show up for two of those fat yellow dice", "6 at least and 12 at most"),
    ("on average, what do three P dice bring?", "12.5 on average"),
    ("range for 2 {P} dice", "6 at least and 12 at most"),
    ("a single peril symbol: the lowest count?", "3 at least"),
    ("biggest possible mob from six peril dice?", "36 at most"),
    ("We drew a card with two peril symbols on it. How many void spiders can come?", "6 at least and 12 at most"),
    ("mobs by 3 big yellow dice - fewest and most", "9 at least and 18 at most"),
]


@pytest.mark.parametrize(("question", "first"), BROUGHT)
def test_peril_dice_by_any_of_their_names(question, first):
    assert told(question).startswith(first), told(question)


@pytest.mark.parametrize("name", ["peril symbols", "P dice", "peril dice", "of the big yellow dice", "peril icons"])
@pytest.mark.parametrize("dice", range(2, 9))
def test_each_shows_three_to_six(dice, name):
    text = told(f"{dice} {name}: what are the fewest and the most?")
    assert text.startswith(f"{3 * dice} at least and {6 * dice} at most"), text


def test_the_statement_is_cited():
    answer = ask("three peril symbols: fewest and most?")
    assert answer is not None
    assert "number-of-enemies" in answer.entries


@pytest.mark.parametrize(
    "question",
    [
        "what does the peril symbol stand for?",
        "two peril symbols and a d6: fewest and most?",
        "two peril dice came up 3 and 5. how many show up?",
        "is the big yellow die the peril die?",
        "one peril symbol for each hero, four heroes: fewest and most?",
        "two big white dice: fewest and most?",
        "two yellow stickers: how many show up?",
        "two peril dice, but half of them escape: how many show up?",
        "two peril symbols plus an elite group: most?",
        "two peril symbols on a Meat token: how many wounds healed at most?",
        "chance of exactly 8 with two peril symbols?",
        "how many peril dice are in the box at most?",
    ],
)
def test_what_hangs_on_more_is_left_alone(question):
    assert told(question) == "", told(question)
