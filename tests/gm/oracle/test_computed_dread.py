"""Grit that it costs the whole posse to cancel Growing Dread; and what is left to the corpus."""

from __future__ import annotations

import pytest

from tests.gm.oracle.asking import ask, told

CANCELED = [
    ("six heroes, two of them KO'd: grit to scrap three dread cards, in total?", 12),
    ("how much grit altogether to cancel one Growing Dread with four of us standing?", 4),
    ("we want to be rid of 3 growing dread cards, four players, nobody KO'd. what does that cost in grit?", 12),
    ("one of us is knocked out, there are four heroes. how much grit to cancel a growing dread?", 3),
    ("Grit bill for nixing two Growing Dread cards, party of three?", 6),
    ("3 players, one down, growing dread drawn. total grit to negate it?", 2),
    ("Total grit to stop a dread card with five heroes, two unconscious", 3),
    ("both dread cards cancelled, four people playing - how many grit in all?", 8),
    ("solo: how much grit to cancel 4 growing dread cards?", 4),
    ("If 2 heroes are still on their feet, what's the price in grit for wiping 3 growing dread cards?", 6),
    ("party of 6 with one KO'd hero cancels a growing dread card. how much grit does it take?", 5),
]


@pytest.mark.parametrize(("question", "grit"), CANCELED)
def test_each_hero_on_his_feet_pays_for_each_card(question, grit):
    assert told(question).startswith(f"{grit} Grit: "), told(question)


@pytest.mark.parametrize("heroes", range(2, 7))
@pytest.mark.parametrize("down", [0, 1])
@pytest.mark.parametrize("cards", [1, 2, 5])
def test_the_sum_is_heroes_by_cards(heroes, down, cards):
    lying = ", one of them KO'd" if down else ""
    text = told(f"{heroes} heroes{lying}, {cards} growing dread cards to cancel: how much grit in total?")
    assert text.startswith(f"{(heroes - down) * cards} Grit: "), text


def test_the_statement_is_cited():
    answer = ask("four heroes cancel two growing dread cards: how much grit?")
    assert answer is not None
    assert "canceling-growing-dread" in answer.entries


@pytest.mark.parametrize(
    "question",
    [
        "four heroes, one has no grit: how much grit to cancel a growing dread card?",
        "is four grit enough for four heroes to cancel growing dread?",
        "how much grit does each hero pay to cancel two growing dread cards, four heroes?",
        "with 12 grit among four heroes how many growing dread cards can we cancel?",
        "four heroes and an ally cancel a growing dread: how much grit?",
        "eight heroes cancel a growing dread: how much grit?",
        "four heroes cancel a growing dread, then one is KO'd and another is drawn. how much grit in all?",
        "how much grit to cancel a darkness card with four heroes?",
        "what does growing dread do with four heroes?",
        "some of our five heroes are KO'd: how much grit to cancel a growing dread?",
    ],
)
def test_what_hangs_on_more_is_left_alone(question):
    assert told(question) == "", told(question)
