"""Wounds of Hits that are saved or not, and what a party of some size has; and what is left alone."""

from __future__ import annotations

import pytest

from rules_engine import odds
from rules_engine.procedures.search import scavenge_limit
from rules_engine.procedures.threats import normal_level
from rules_engine.ruleset import ruleset
from rules_engine.setup import REVIVE_TOKENS
from tests.gm.oracle.asking import ask, told

WOUNDS = [
    # with the patterns
    ("three hits of damage 4 against defense 3+: how many wounds at most?", "12 Wounds at most"),
    ("I take 3 hits for 4 damage each and save one with defense 3+, how many wounds?", "8 Wounds"),
    ("2 of the 3 hits got through, 4 damage each: how many wounds do I take?", "8 Wounds"),
    ("three hits of 4 damage each, none saved, how many wounds?", "12 Wounds"),
    ("two hits of 3 damage, I failed both saves. wounds?", "6 Wounds"),
    ("3 hits of damage 4 against defense 3+, rolled 1, 3 and 5: how many wounds?", "1 Hit past Defense 3+"),
    # after the patterns
    ("five hits for 2 damage each hit me and I block three of them, how many wounds?", "4 Wounds"),
    ("4 horror hits of 2 sanity damage each, willpower saves 1: how much sanity do I lose?", "6 points of Sanity"),
    ("how many wounds on average from 4 hits of 3 damage each with defense 4+?", "6 Wounds on average"),
    ("enemy lands 2 hits doing 5 damage each, my defense stops neither - what's the total of wounds?", "10 Wounds"),
    ("one hit got through of 4, damage 3 each. how many wounds?", "3 Wounds"),
    ("worst case: six hits with 3 damage apiece, defense 5+, how many wounds?", "18 Wounds at most"),
    ("3 hits at 6 damage each, made 2 saves, how many wounds are left?", "6 Wounds"),
    ("both hits unsaved, 4 damage each: how many wounds?", "8 Wounds"),
    ("four hits of 3 damage, I fail 2 saves, how many wounds do I suffer?", "6 Wounds"),
]  # fmt: skip


@pytest.mark.parametrize(("question", "figure"), WOUNDS)
def test_each_hit_that_gets_past_does_its_damage(question, figure):
    text = told(question)
    assert text and text.startswith(figure), text


@pytest.mark.parametrize("hits", range(1, 6))
@pytest.mark.parametrize("each", [1, 3, 5])
def test_at_worst_and_on_average_are_the_engines(hits, each):
    taken = odds.saves(hits, 4, damage=each)
    assert told(f"{hits} hits of {each} damage each, defense 4+: how many wounds at most?").startswith(
        f"{max(taken.chances)} Wound"
    )
    text = told(f"{hits} hits of {each} damage each, defense 4+: how many wounds on average?")
    assert text.startswith(f"{float(taken.mean()):.4g} Wounds")


PARTY = [
    ("do we get a revive token with four heroes?", "No."),
    ("are there 2 revive tokens with two heroes?", "No."),
    ("5 players at the table, revive tokens?", "1 Revive Token"),
    ("is one revive token right for 6 heroes?", "No."),
    ("playing alone: revives?", "2 Revive Tokens"),
    ("four of us - may we scavenge the same room twice?", "Yes."),
    ("can a tile be scavenged 3 times with 4 heroes?", "No."),
    ("do we draw high threat with 4 heroes?", "No. Med Threat"),
    # after the patterns
    ("does a solo hero start with two revive tokens?", "Yes."),
    ("with a party of five, have we any revive tokens at all?", "Yes. 1 Revive Token"),
    ("what number of revive tokens goes with six players?", "No Revive Token"),
    ("is it low threat cards for a group of 2?", "Yes. Low Threat"),
    ("What's the threat level for three heroes?", "Med Threat"),
    ("could 5 heroes scavenge one tile three times?", "Yes."),
    ("how many revives do three adventurers have available?", "1 Revive Token"),
]


@pytest.mark.parametrize(("question", "answer"), PARTY)
def test_what_a_party_of_some_size_has(question, answer):
    assert told(question).startswith(answer), told(question)


@pytest.mark.parametrize("heroes", REVIVE_TOKENS)
def test_every_size_of_party_has_what_the_engine_gives_it(heroes):
    for count in range(1, 4):
        text = told(f"do {heroes} heroes get exactly {count} revive tokens?")
        assert text.startswith("Yes" if REVIVE_TOKENS[heroes] == count else "No"), text
        text = told(f"may a tile be scavenged {count} times with {heroes} heroes?")
        limit = scavenge_limit(ruleset("compilation"), heroes)
        if count > 1:
            assert text.startswith("Yes" if count <= limit else "No"), text
    for level in ("low", "med", "high"):
        text = told(f"do {heroes} heroes draw {level} threat cards?")
        assert text.startswith("Yes" if normal_level(heroes) == level else "No"), text


@pytest.mark.parametrize(
    "question",
    [
        "three hits of 4 damage against defense 4, how many wounds? it is a large enemy",
        "two heroes in fistful: is the last fight only a low threat?",
        "3 hits of 4 damage each, defense 3+ and armor 5+, how many wounds?",
        "3 hits of 4 damage each, how many wounds?",
        "3 hits, two saved, how many wounds?",
        "I saved 5 of 3 hits of 2 damage each, how many wounds?",
        "3 hits of 4 damage each, 1 saved, my grit rerolls 1, how many wounds?",
        "how many wounds do 2 shotgun hits of 4 damage each do?",
        "3 critical hits of 4 damage each, none saved, how many wounds does the troll take?",
        "can 2 heroes share a revive token?",
        "do 3 heroes get a revive token back after the fight?",
        "if a revive token is used with 2 heroes, what does it heal?",
        "does a second revive token come with 7 heroes?",
        "must 4 heroes scavenge a tile 2 times?",
        "do 4 heroes draw high threat if the objective is epic?",
        "do 4 heroes draw 2 threat cards?",
        "with 4 heroes do allies count for revive tokens?",
    ],
)
def test_what_hangs_on_more_is_left_alone(question):
    assert ask(question) is None, told(question)
