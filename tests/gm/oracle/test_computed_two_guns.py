"""Hits of two guns fired together, by the dice of each hand; what the off-hand needs depends on the book."""

from __future__ import annotations

import random

import pytest

from tests.gm.oracle.asking import ask, told

FIRED = [
    ("I dual wield pistols, 4+ to hit. primary: 4, 2, 6. off-hand: 4, 5, 1. How many hits do I land?", 3),
    ("akimbo! I need 5+. first gun 5 and 1, second gun 6 and 5. total hits?", 2),
    ("rolled 6, 6 in the main hand and 4, 2 with the off hand, range 4+, two guns. how many hits?", 2),
    ("two revolvers, three shots each, ranged 3+. The off-hand one showed 3, 3, 4, the main one 2, 3, 5. hits?", 3),
    ("blazing away with both pistols at 4+: main hand 1 and 5, off hand 5 and 6. how many connect as hits?", 3),
    ("dual-wielding on a 5+ range. Primary gun came up 5, the secondary gun came up 5. how many hits?", 1),
    ("what hits do I score? two six-shooters, my ranged is 4+, strong hand 4 and 4, weak hand 4 and 4", 2),
    ("2 guns, to-hit 2+. Main pistol dice 1, 2; other pistol dice 2, 3. hits?", 2),
    ("Range 6+, a brace of pistols. main hand: 6, 5; off-hand: 6, 6. how many hits and crits?", 1),
    ("firing twin colts: dominant hand rolled 3, 3, 1 and the off-hand rolled 6, 1, 4, hitting on 3+. total hits?", 4),
]


@pytest.mark.parametrize(("question", "hits"), FIRED)
def test_the_off_hand_needs_one_more(question, hits):
    text = told(question)
    assert text.startswith(f"{hits} Hit"), text
    assert "none is Critical" in text


def sweep() -> list[tuple[str, int]]:
    dice, found = random.Random("two guns"), []
    for number in range(28):
        shots, target = dice.randint(1, 4), dice.randint(2, 6)
        main, off = ([dice.randint(1, 6) for _ in range(shots)] for _ in range(2))
        book, more = (("", 1), (" in the old west book", 0))[number % 2]
        text = (
            f"two six-shooters, ranged to hit {target}+. main hand rolled {', '.join(map(str, main))}, "
            f"off hand {', '.join(map(str, off))}. how many hits{book}?"
        )
        found.append((text, sum(die >= target for die in main) + sum(die >= target + more for die in off)))
    return found


@pytest.mark.parametrize(("question", "hits"), sweep())
def test_by_the_old_west_book_both_hands_are_alike(question, hits):
    assert f"{hits} Hit" in told(question).partition(" on ")[0], told(question)


def test_the_rule_is_cited_and_other_books_are_noted():
    answer = ask("two pistols, 4+ to hit. main hand 4, off hand 4. how many hits?")
    assert answer is not None
    assert "dual-wielding" in answer.entries
    assert any("Old West" in note and "2 Hits" in note for note in answer.edition_notes)


@pytest.mark.parametrize(
    "question",
    [
        "two guns, 4+ to hit. main hand 4, off hand 3 and I reroll the 3. how many hits?",
        "two guns, 4+ to hit. right hand 4 and 5, left hand 5 and 6. how many hits?",
        "two guns, main hand rolled 4 and 5, off hand 3 and 5. how many hits?",
        "two guns, 4+ to hit, main hand 4, off hand 5: how many wounds against defense 3?",
        "two guns with 3 shots each, 4+. main hand 4, 5, off hand 3, 5. how many hits?",
        "main hand sword 4 and 5, off hand knife 5. melee 4+. how many hits?",
        "do I get 3 hits with two guns, 4+ to hit, main hand 4, 5 and off hand 5?",
        "two guns, 4+ to hit, +1 to hit. main hand 3, off hand 4. how many hits?",
        "two guns on d8s, 4+ to hit: main hand 4, off hand 5. how many hits?",
        "two guns, 5+ to hit: main 5,5,5,5,5 and off hand 6,6,6,6,6. how many hits?",
        "average hits of two guns at 4+, main hand 2 dice, off hand 2 dice?",
    ],
)
def test_what_is_not_wholly_told_is_left_alone(question):
    assert told(question) == ""
