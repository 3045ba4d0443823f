"""What kind of fact a question wants told, and which statements tell such a one."""

from __future__ import annotations

import pytest

from lore.bm25 import stem
from lore.wanted import Want, Wanted, wanted


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("on which page is the injury chart?", Want.PAGE),
        ("how much gold does a horse cost?", Want.MONEY),
        ("what do they charge for a bath?", Want.MONEY),
        ("how much health does a troll have?", Want.FIGURE),
        ("whats the initiative of the frost giant?", Want.FIGURE),
        ("what's the oni's defense?", Want.FIGURE),
        ("how much grit does it cost?", Want.FIGURE),
        ("how many of the 12 tokens show a clue?", Want.COUNT),
        ("name three of the team cards", Want.LIST),
        ("which starting upgrades can i pick?", None),
        ("what does the depth event chart say for a 4?", Want.RESULT),
        ("what does the hand mirror do?", Want.EFFECT),
        ("camp site hazard came up 8, what is it?", Want.RESULT),
        ("tentacles went elite and we rolled a 5, which ability?", Want.RESULT),
        ("killed an elite for 20 xp, what now?", None),
        ("my initiative ties with the bugs, who swings first?", None),
        ("where do enemies go?", None),
    ],
)
def test_a_question_wants_a_fact_of_its_kind(question, kind):
    found = wanted(question, yes_no=False)
    assert (found and found.kind) == kind


def test_a_question_for_yes_or_no_wants_no_fact():
    assert wanted("does a troll have more health than 5?", yes_no=True) is None
    assert wanted("is there a page for that?", yes_no=True) is None


def test_a_figure_is_told_where_it_stands_by_what_it_is_a_figure_of():
    health = wanted("how much health does it have?", yes_no=False)
    assert health == Wanted(Want.FIGURE, frozenset({stem("health")}))
    assert health.told("Drowned Dead: Undead, Initiative 2, Health 3, XP 15.")
    assert not health.told("An Enemy dies when its Wounds equal its Health, and a Room of any size holds 5.")
    assert not health.told("The Frost Giant regains Health.")


def test_a_count_is_told_by_a_number_of_the_things_counted():
    clues = wanted("how many clues are there?", yes_no=False)
    assert clues is not None
    assert clues.told("Two Clues must be found.")
    assert not clues.told("The stack holds 12 Exploration Tokens, and some of them show a Clue.")


def test_a_result_of_a_chart_is_told_by_a_line_for_it():
    eight = wanted("we threw an 8 on the hazard chart, what happens?", yes_no=False)
    assert eight == Wanted(Want.RESULT, frozenset({"8"}))
    assert eight.told("7-9 Rock Slide: each Hero takes a Hit.") and eight.told("8 Ambush!")
    assert not eight.told("Roll 2D6 on the Hazard Chart; the Hotel costs $8.")


def test_a_price_is_told_in_dollars_or_as_a_cost():
    price = Wanted(Want.MONEY)
    assert price.told("A Bath costs $25.")
    assert price.told("Aura of Shadows costs 1 Dark Stone.")
    assert not price.told("The Church heals Heroes who pay.")


def test_no_statement_tells_a_page():
    assert not Wanted(Want.PAGE).told("The chart is on page 46.")
