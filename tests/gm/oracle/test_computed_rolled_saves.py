"""Saves whose dice lie there: what gets past them in Hits, Wounds and Sanity, and past the Armor behind them."""

from __future__ import annotations

import random

import pytest

from tests.gm.oracle.asking import ask, told

SANITY = [
    ("a whisper in the tunnel: 4 horror hits on me. my willpower is 5+ and the dice read 2, 5, 6, 4. sanity lost?", 2),
    ("willpower 3+. six horror hits. threw 1 2 2 3 4 6. how much sanity do I lose?", 3),
    ("save on a 4+ against three horror hits, I threw a 1, a 3 and a 6. how much sanity is gone?", 2),
    ("rolls of 6, 1 and 1 on a 4+ willpower, three horror hits: what sanity damage?", 2),
    ("the ghost spooked me for two horror hits. 5+ willpower, rolled five and four. what do I lose in sanity?", 1),
    ("how much sanity goes if I roll 1, 1, 4 with Willpower 4+ versus 3 horror hits?", 2),
]
THROUGH = [
    ("got clawed three times: defense 4+ and my dice say 4, 3, 1. which hits get through?", "2 Hits"),
    ("four horror hits, I need 5s, willpower 5+. dice: 5, 2, 6, 1. how many stick?", "2 Hits"),
    ("Defense 3+ dice 6 2 2 5 1 against five hits. How many slip past?", "3 Hits"),
    ("five combat hits came in; with a 4+ defense I rolled two 3s, a 5 and two 1s. how many hits are left?", "4 Hits"),
    ("my willpower 4+ throw was 4, 4, 2 vs three horror hits, which of them hurt?", "1 Hit "),
    ("number of hits that get in: defense 5+, four hits, rolled 5, 5, 6, 6", "0 Hits"),
]
HURT = [
    ("my defense is 5+ vs four hits for 2 wounds each; rolls 5 5 1 2. damage taken?", "that is 4 Wounds"),
    ("3 hits, each of them does 4 wounds. Defense 4+, dice 1, 6, 2. how many wounds?", "that is 8 Wounds"),
    ("a brute lands two hits at 5 apiece; I save on 4+ defense and threw 3 and 4. wounds in total?", "is 5 Wounds"),
    ("defense 4+, rolled 2, 5, 3. every hit does 2 damage. armor 5+: 1, 5, 6, 2. wounds left?", "2 Wounds: "),
    (
        "Defense 3+ rolled 1, 2; 3 damage each; then armor 6+ dice 6, 1, 2, 3, 4, 5. how many wounds stick?",
        "5 Wounds: ",
    ),
    ("armor 4+ against 5 wounds, rolled 4, 1, 2, 6, 3: how many wounds are left?", "3 Wounds past"),
    ("spirit armor 5+ rolled 5 1 2 - how much sanity do I lose?", "2 points of Sanity Damage past"),
]


@pytest.mark.parametrize(("question", "lost"), SANITY)
def test_each_failed_willpower_die_costs_a_point_of_sanity(question, lost):
    assert told(question).startswith(f"{lost} point{'s' if lost > 1 else ''} of Sanity Damage: "), told(question)


@pytest.mark.parametrize(("question", "past"), THROUGH)
def test_each_failed_die_lets_a_hit_through(question, past):
    assert told(question).startswith(past), told(question)


@pytest.mark.parametrize(("question", "wounds"), HURT)
def test_damage_of_unsaved_hits_comes_to_wounds(question, wounds):
    assert wounds in told(question), told(question)


def test_armor_dice_are_counted_where_they_are_asked_for():
    text = told("3 damage each, four hits. threw 1, 5, 2, 6 on my 4+ defense, so how many armor dice are mine?")
    assert text.startswith("6 Armor dice, one for each Wound: 2 Hits past Defense 4+"), text


def sweep() -> list[tuple[str, str]]:
    dice, found = random.Random("saves"), []
    for number in range(24):
        faces = [dice.randint(1, 6) for _ in range(dice.randint(2, 7))]
        target, each = dice.randint(2, 6), dice.randint(1, 5)
        failed = sum(face < target for face in faces)
        rolled = ", ".join(map(str, faces))
        if number % 2:
            found.append(
                (f"{len(faces)} horror hits, willpower {target}+: I rolled {rolled}. sanity lost?", f"{failed} point")
            )
        else:
            found.append(
                (
                    f"{len(faces)} hits at {each} damage each on my {target}+ defense, dice: {rolled}. how many "
                    f"wounds?",
                    f"that is {failed * each} Wound",
                )
            )
    return found


@pytest.mark.parametrize(("question", "lost"), sweep())
def test_the_figure_is_that_of_the_failed_dice(question, lost):
    assert lost in told(question), told(question)


def test_the_statement_that_says_so_is_cited():
    answer = ask("4 horror hits, willpower 5+, rolled 2, 5, 6, 4. sanity lost?")
    assert answer is not None
    assert "defense-and-willpower" in answer.entries


@pytest.mark.parametrize(
    "question",
    [
        "willpower 4+, rolled 1, 2, 5 against 3 horror hits and I have spirit armor 5+. how much sanity lost?",
        "5 horror hits, willpower 4+, I rolled 1, 2, 4. sanity lost?",
        "willpower 4+, rolled 2, 2, 5: I reroll the twos with grit. how much sanity do I lose?",
        "health 10, defense 4+, 3 hits of 2 damage each, rolled 1, 2, 6. how much health is left?",
        "what do I roll against 3 horror hits with willpower 4+?",
        "defense 4+, rolled 2, 5, 3 then armor 5+ rolled 1, 6: how many wounds with 2 damage each?",
        "rolled 6 and 3 for damage against defense 4: how many hits get through?",
        "defense 7+, rolled 1, 2, 3: how many hits get through?",
        "shield of 2, defense 4+, hits for 3 each, rolled 1 and 5, how many wounds?",
        "defense 4+ and I rolled 1, 2 and 5; the fat one does 3 damage, the others 1. how many wounds?",
        "willpower 4+, 4 horror hits, I rolled 1, 2, 5, 6 - how much grit do I get?",
        "is willpower 4+ with 1, 2 and 5 enough for 3 horror hits?",
    ],
)
def test_what_hangs_on_more_is_left_alone(question):
    assert told(question) == ""
