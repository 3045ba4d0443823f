"""Chances: hand-counted fractions, and the same questions with other numbers against the engine's own odds."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from gm.oracle.computed.saying import chance
from rules_engine import odds
from rules_engine.chances import attack_on, group_on
from rules_engine.face_off import face_off
from rules_engine.odds import ADVANCES, DEPTH_EVENT, HELD
from rules_engine.procedures.darkness import needed_to_hold
from tests.gm.oracle.asking import ask, told

GOLDEN = [
    ("what are the odds of holding back on 8+?", "held 33.33% (1/3)"),  # 15 of 36 reach 8, three of them doubles
    ("how likely is it to hold back the darkness on space 3?", "held 22.22% (2/9)"),
    ("what's the chance we hold back after 5 tiles?", "held 50% (1/2)"),
    ("chance to hold 3 times in a row on 7+?", "29.63% (8/27)"),
    ("how likely do I pass a strength 5+ test with 3 dice?", "70.37% (19/27)"),
    ("odds of 2 of 5 dice on 5+?", "53.91% (131/243)"),
    ("what's the chance to escape on 4+?", "50% (1/2)"),
    ("chance to escape a 5+ enemy with a grit?", "55.56% (5/9)"),
    ("how likely do I hit with four dice on 4+?", "93.75% (15/16)"),
    ("3 combat, 4+ to hit, what's the chance of at least 2 hits?", "50% (1/2)"),
    ("chance of missing everything with 3 shots on 4+?", "12.5% (1/8)"),
    ("chance of a crit with 3 dice on 4+?", "42.13% (91/216)"),
    ("chance of finding something when scavenging?", "42.13% (91/216)"),
    ("what are the odds of at least one hit with 2 shots on 3+ with a grit?", "98.77% (80/81)"),
    ("3 hits against defense 4+, how likely do I take no wounds?", "12.5% (1/8)"),
    ("two horror hits, willpower 4+, what are the chances to save both?", "25% (1/4)"),
    ("4 hits, defense 3+, how many wounds on average?", "1.333 Wounds on average"),
    ("I carry 6 dark stone, what's the chance of no corruption hits?", "1.562% (1/64)"),
    ("what's the chance to roll 9+ on 2d6?", "27.78% (5/18)"),
    ("probability of doubles on 2d6?", "16.67% (1/6)"),
    ("chance of exactly 7 on 2d6?", "16.67% (1/6)"),
    ("average of 3d6?", "10.5 on average"),
    ("chance to roll at least a 4 on a d8?", "62.5% (5/8)"),
    ("how many hits on average with 6 combat on 4+?", "3 Hits on average"),
    ("how many spaces can I move on average?", "3.5 spaces"),
    ("chance to move at least 4?", "50% (1/2)"),
    ("how likely is a 5+ luck test with luck 3 to go wrong?", "29.63% (8/27)"),
    ("three shots at 5+ to hit. what are the odds i whiff completely?", "29.63% (8/27)"),
    ("how likely do I miss with both shots at 4+?", "25% (1/4)"),
    ("chance of zero scavenge cards for two heroes trying one each?", "about 33.49% for no Scavenge card"),
    ("one combat die on 4+, d6 damage, health 1 and defense 3: chance to kill it?", "33.33% (1/3)"),
]  # fmt: skip


@pytest.mark.parametrize(("question", "figure"), GOLDEN)
def test_a_chance_that_can_be_counted_by_hand(question, figure):
    assert figure.lower() in told(question).lower(), told(question)


def made_up() -> list[tuple[str, str]]:
    """Questions with numbers drawn by a fixed seed, and what the engine says."""
    dice, found = random.Random("chances"), []
    for _ in range(60):
        count, target, least = dice.randint(1, 8), dice.randint(2, 6), dice.randint(1, 3)
        exact = odds.successes(count, target).at_least(least)
        if least <= count and least > 1:
            found.append((f"chance of {least} of {count} dice on {target}+?", chance(exact)))
        found.append(
            (f"how likely do I pass a {target}+ test with {count} dice?", chance(odds.any_success(count, target)))
        )
        hits = odds.to_hit(count, target).map(lambda scored: scored.hits).at_least(1)
        found.append((f"{count} shots at {target}+, how likely do I hit?", chance(hits)))
    for space in range(1, 17):
        outcomes = odds.hold_back(needed_to_hold(space))
        figure = f"held {chance(outcomes.chance(HELD))}, it advances {chance(outcomes.chance(ADVANCES))}"
        found.append((f"what are our odds to hold back the darkness on space {space}?", figure))
    for hits in range(1, 7):
        for save in (3, 4, 5):
            taken = odds.saves(hits, save)
            found.append(
                (f"{hits} hits against defense {save}+, how likely do I take no wounds?", chance(taken.chance(0)))
            )
    return found


CASES = list(dict.fromkeys(made_up()))


def test_there_are_more_than_a_hundred_of_them():
    assert len(CASES) > 100


@pytest.mark.parametrize(("question", "figure"), CASES)
def test_the_chance_is_the_engines(question, figure):
    assert figure.lower() in told(question).lower(), told(question)


def test_the_outcomes_of_a_hold_back_test_are_all_there_is():
    for needed in range(2, 14):
        outcomes = odds.hold_back(needed)
        assert sum((outcomes.chance(what) for what in (HELD, ADVANCES, DEPTH_EVENT)), Fraction(0)) == 1
        assert chance(outcomes.chance(ADVANCES)) in told(f"odds of holding back on {needed}+?")


FACED = [
    ("how likely does a marshal kill a hungry dead with the shotgun?", "us-marshal", "hungry-dead", "shotgun"),
    ("what are the odds that a US Marshal hits a drowned dead with a shotgun", "us-marshal", "drowned-dead", "shotgun"),
    ("what's the chance for a bandido to kill a void spyder with the elder brother?", "bandido", "void-spiders",
     "elder-brother"),
    ("chance for a jarl to kill a frost giant with his bare hands?", "jarl", "frost-giants", ""),
]  # fmt: skip


@pytest.mark.parametrize(("question", "hero", "enemy", "weapon"), FACED)
def test_a_hero_against_an_enemy_of_the_packs_names_misspelt_or_not(question, hero, enemy, weapon):
    met = face_off(hero, enemy, weapon=weapon)
    shown = attack_on(met.table, met.hero, met.weapon, met.enemy)
    text = told(question).lower()
    assert chance(shown.hits.at_least(1)) in text and f"{chance(shown.kill)} to kill" in text
    assert "content packs" in text


def test_enemies_against_a_hero():
    met = face_off("us-marshal", "hungry-dead", count=3)
    shown = group_on(met.table, "hungry-dead", 3, met.hero)
    assert chance(shown.down) in told("how likely do 3 hungry dead knock out a marshal?").lower()


@pytest.mark.parametrize(
    "question",
    [
        "what are my chances?",
        "how likely do I not pass a 5+ test with 3 dice?",
        "what are the odds my 3 shots on 4+ don't hit?",
        "how likely do I hit?",
        "chance to hit with 99999 dice on 4+?",
        "1000000000 dice on 4+, what's the chance to hit?",
        "chance to roll 9+ on 500d6?",
        "chance of 4 hits with 3 dice on 4+?",
        "chance to pass a 9+ test with 3 dice?",
        "how likely do I hit on 3+ and 5+ with 2 dice?",
        "how likely do I hit the Night Terror with my pistol?",
        "how likely do 400 hungry dead kill a marshal?",
        "how likely is rain tomorrow?",
        "what's the chance a level 4 wizard rolls a natural 20?",
        "how likely do I escape a 5+ enemy with agility 3?",
    ],
)  # fmt: skip
def test_what_lacks_a_figure_or_has_too_many_dice_is_left_alone(question):
    assert ask(question) is None


def test_no_odds_are_counted_for_more_dice_than_the_bound(monkeypatch):
    def counted(*given, **more):
        raise AssertionError("this would be counted for ages")

    for name in ("to_hit", "successes", "repeat", "any_success", "saves"):
        monkeypatch.setattr(odds, name, counted)
    for question in ("chance to hit with 61 dice on 4+?", "10000 hits against defense 4+, how likely no wounds?",
                     "99d6, chance of 100+?", "I carry 5000 dark stone, chance of no corruption hits?"):  # fmt: skip
        assert ask(question) is None
