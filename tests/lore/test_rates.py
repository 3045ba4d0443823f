"""Sums at a rate that a statement gives: done only where the question counts what the rate is for."""

from __future__ import annotations

import pytest

from lore.bearing import Bearing
from lore.bm25 import BM25, Synonyms
from lore.rates import reckoned

PELTS = "The Trade Cart pays $10 for each Pelt or takes Pelts as money from Traveling Traders."
RAISED = "A Dead Hero can be Resurrected for Hero Level x $500."
WARRIOR = "Bringing back a killed Viking Warrior costs the hire price again plus $200 for each Upgrade."
PATCHED = "Patching up another player gives 5 XP for each point (Wound or Sanity) healed."
TWO_WAYS = "The Church's Resurrection costs Hero Level x $500; the Doc's Prometheus Procedure costs $300 per level."
HEALED = "Healing another Hero gains 5 XP per Wound."


def done(question: str, statement: str) -> str | None:
    index = BM25({"a": [(statement, 1.0)], "b": [("Something else stands here.", 1.0)]})
    found = reckoned(question, statement, Bearing(question, index, Synonyms.load(), frozenset()))
    return None if found is None else found.said.partition(": ")[2].removesuffix(".")


@pytest.mark.parametrize(
    ("question", "statement", "total"),
    [
        ("13 pelts on the sled, what does the trade cart pay?", PELTS, "$130"),
        ("what does it cost to resurrect a level 3 hero?", RAISED, "$1,500"),
        ("my warrior died with 3 upgrades, how many dollars on top of his hire price?", WARRIOR, "$600"),
        ("bandaged him for 4 wounds, what xp do i get?", HEALED, "20 XP"),
        ("patched up 4 wounds on him and 3 sanity on her, how much xp?", PATCHED, "35 XP"),
        ("level 6 hero died, what's the church asking?", RAISED, "$3,000"),
    ],
)
def test_what_is_counted_is_multiplied(question, statement, total):
    assert done(question, statement) == total


@pytest.mark.parametrize(
    ("question", "statement"),
    [
        ("does the trade cart pay for 13 pelts?", PELTS),
        ("what does the trade cart pay for each of 13 pelts?", PELTS),
        ("13 of us and 4 pelts, what does the trade cart pay?", PELTS),
        ("1 pelt, what does the trade cart pay?", PELTS),
        ("3 wolves jumped us, what does the trade cart pay?", PELTS),
        ("how much xp for 13 pelts?", PELTS),
        ("what do 4 wounds cost me?", HEALED),
        ("what does a level 3 hero pay for 2 tries?", "Each try costs $500."),
        ("what happens when a level 3 hero dies?", RAISED),
    ],
)
def test_nothing_is_reckoned_where_the_sum_is_not_asked_for(question, statement):
    assert done(question, statement) is None


def test_two_rates_by_level_are_both_told_and_what_lies_between_where_it_is_asked():
    assert done("what's the bill at level 6, church or doc?", TWO_WAYS) == "$3,000; 6 at $300 each: $1,800"
    cheaper = done("at level 4 how much cheaper is the doc?", TWO_WAYS)
    assert cheaper == "$2,000; 4 at $300 each: $1,200; a difference of $800"


def test_a_number_that_counts_something_else_stops_the_sum():
    assert done("patched up 4 wounds with 2 bandages, how much xp?", PATCHED) is None


def test_a_statement_with_two_prices_is_left_alone():
    assert done("what do 3 tokens cost?", "A blue one costs $10 for each token, a red one $20 for each token.") is None
