"""Loot of a whole party and Rewards whose dice are told; and what is left to the corpus."""

from __future__ import annotations

import pytest

from rules_engine.procedures.fights import loot_cards
from tests.gm.oracle.asking import ask, told

LOOT = [
    (
        "three players, two threat cards brought monsters into the brawl: how many loot "
        "cards altogether?",
        "6 Loot cards in all",
    ),
    ("in one fight: a threat, then a darkness card attack. five heroes. total loot cards?", "10 Loot cards in all"),
    ("how many loot cards does the whole posse of 6 draw after a single threat card fight?", "6 Loot cards in all"),
    ("An encounter turned ugly in the middle of a threat card's fight, four of us won. loot cards in all, how many?",
     "8 Loot cards in all"),
    ("two heroes, three threat cards and a growing dread attack in the same fight. how much loot in total?",
     "6 Loot cards in all"),
    (
        "solo. the room's threat plus an ambush from a darkness card: how many loot "
        "cards do I get?",
        "2 Loot cards for each",
    ),
    ("a depth event dropped enemies on our threat fight. how many loot cards each?", "2 Loot cards for each"),
    ("two depth events and two encounters fed one fight, how many loot cards per hero?", "3 Loot cards for each"),
    ("our party of 4 beat the initial threat card and a later darkness ambush, what's the loot total in cards?",
     "8 Loot cards in all"),
    ("darkness card, encounter and threat card all added enemies; we're five. how many loot cards in all?",
     "15 Loot cards in all"),
]  # fmt: skip
REWARDS = [
    ("lost contact done! we two rolled 4 and 6 for dark stone. how many stones and how much xp in all?",
     "5 Dark Stone (2 + 3) and 50 XP"),
    ("A Fistful of Dark Stone completed by four heroes, dice 1, 2, 5, 5: total dark stone and total xp?",
     "8 Dark Stone (1 + 1 + 3 + 3) and 100 XP"),
    (
        "what do three players take home altogether from lost contact when they roll 6, "
        "6 and 3",
        "8 Dark Stone (3 + 3 + 2)",
    ),
    (
        "fistful of dark stone, solo, rolled a five for the reward. how much dark stone "
        "and xp?",
        "3 Dark Stone and 25 XP",
    ),
    ("we won fistful of dark stone; reward rolls of 4, 4 - how much dark stone and xp together?",
     "4 Dark Stone (2 + 2) and 50 XP"),
    ("How many dark stone does our posse of 5 gain in total for Lost Contact with rolls of 1, 1, 2, 6 and 4?",
     "8 Dark Stone (1 + 1 + 1 + 3 + 2) and 125 XP"),
    (
        "Fistful of Dark Stone prize for the pair of us: rolled 6 and 1, what's the "
        "total?",
        "4 Dark Stone (3 + 1) and 50 XP",
    ),
    ("six heroes finish lost contact rolling 1, 2, 3, 4, 5 and 6: how many dark stone and xp?", "12 Dark Stone"),
    ("i finished lost contact and rolled a 4, how much dark stone and xp do i get?", "2 Dark Stone and 25 XP"),
    ("the intro mission fistful of dark stone is won, 3 heroes roll 5, 3, 1. total stones?",
     "6 Dark Stone (3 + 2 + 1) and 75 XP"),
]  # fmt: skip


@pytest.mark.parametrize(("question", "first"), LOOT + REWARDS)
def test_the_total_comes_first(question, first):
    assert told(question).startswith(first), told(question)


@pytest.mark.parametrize("heroes", [2, 4, 6])
@pytest.mark.parametrize("threats", [1, 2, 4])
@pytest.mark.parametrize("darkness", [False, True])
def test_everybody_draws_one_for_each_source_and_no_more_than_three(heroes, threats, darkness):
    more = ", a darkness card attack" if darkness else ""
    text = told(f"{heroes} heroes, {threats} threat card{'s' * (threats > 1)}{more} in one fight: loot cards in total?")
    assert text.startswith(f"{heroes * loot_cards(threats + darkness)} Loot cards in all: "), text


@pytest.mark.parametrize("faces", [(4, 5), (6, 1, 2), (5, 5, 5, 5)])
@pytest.mark.parametrize("name", ["a fistful of dark stone", "lost contact"])
def test_a_d3_is_half_a_die(faces, name):
    text = told(f"{len(faces)} heroes win {name} and roll {', '.join(map(str, faces))}: how much dark stone in total?")
    assert text.startswith(f"{sum((face + 1) // 2 for face in faces)} Dark Stone"), text
    assert f"and {25 * len(faces)} XP" in text


def test_the_statements_that_say_so_are_cited():
    for question, entry in (
        ("4 heroes, a threat card and a darkness card in one fight: loot cards in total?", "loot"),
        ("two of us win lost contact and roll 5 and 6: total dark stone?", "mission-lost-contact"),
    ):
        answer = ask(question)
        assert answer is not None, question
        assert entry in answer.entries


@pytest.mark.parametrize(
    "question",
    [
        "4 heroes, a threat card and a darkness card without enemies: loot cards in total?",
        "two threat cards, an ambush and a scavenge card: how many loot cards each?",
        "4 heroes, one ally, a threat card: how many loot cards in total?",
        "nine heroes, a threat card, loot cards in total?",
        "how many loot cards are in the deck for a threat of 4 heroes?",
        "two fights with a threat card each, 3 heroes, loot cards in total?",
        "does every hero draw 3 loot cards after a threat card?",
        "threat cards and encounters: how many loot cards each?",
        "three heroes win scouting party and roll 2, 5 and 6: how many stones in total?",
        "three heroes finish fistful of dark stone and roll 2 and 5: how many stones in total?",
        "what is the average dark stone of lost contact for 3 heroes?",
        "lost contact failed, we rolled 4 and 5, how much xp in total?",
        "two heroes, fistful of dark stone, rolled 7 and 2, total stones?",
        "how much xp for killing 3 enemies in lost contact?",
    ],
)
def test_what_hangs_on_more_is_left_alone(question):
    assert told(question) == "", told(question)
