"""How many Mutations more Corruption brings and what is left of it; and what is left to the corpus."""

from __future__ import annotations

import pytest

from tests.gm.oracle.asking import ask, told

LEFT = [
    ("sitting at 3 corruption, two failed willpower saves, what's left on my sheet after the mutation?", 1, 0),
    ("corruption 2, six unsaved corruption hits. how many mutations, and what is left over?", 1, 3),
    ("my el capitan holds 2 corruption and takes 3. how many mutation rolls, how much corruption is left?", 1, 1),
    ("barbed tail, 3 corruption, fail two willpower saves: how many mutations and what remains?", 1, 1),
    ("i'm at 0 corruption and eat eleven corruption hits that all get through, how many mutations?", 2, 1),
    ("resistance 4, two points held, take 7 more. how many mutations and points of corruption left?", 2, 1),
    ("botched one corruption save while holding four. mutation? what do I end up with?", 1, 0),
    ("holding 4 points, mutation threshold is 6, three more get through. where do i end?", 1, 1),
    ("i hold 3 corruption, six hits come, I fail four of the saves. how many points afterwards?", 1, 2),
    ("had three corruption, then flubbed four willpower rolls. how much corruption remains?", 1, 2),
    ("4 points on the sheet, another 3 corruption come in, usual resistance: how much corruption stays?", 1, 2),
    ("my lawman carries 1 corruption and picks up five. corruption left over, and mutations?", 1, 1),
    ("2 corruption on the sheet, then two more slip through my willpower. how many mutations?", 0, 4),
]


@pytest.mark.parametrize(("question", "rolls", "rest"), LEFT)
def test_what_is_left_after_the_mutations(question, rolls, rest):
    text = told(question)
    said = f"{rolls} mutation roll" if rolls else "no mutation roll"
    assert said in text.lower(), text
    assert f"{rest} Corruption {'left' if rolls else 'held'}" in text, text


@pytest.mark.parametrize("held", [0, 1, 4])
@pytest.mark.parametrize("gained", [1, 2, 7, 12])
@pytest.mark.parametrize("limit", [None, 5, 6])
def test_every_full_resistance_is_one_mutation(held, gained, limit):
    most = limit or 5
    given = f"with corruption resistance {limit} " if limit else ""
    text = told(f"{given}i have {held} corruption and take {gained} more, how much corruption is left?")
    rolls, rest = divmod(held + gained, most)
    assert text.startswith(f"{rest} Corruption {'left' if rolls else 'held'}, "), text
    assert (f"{rolls} Mutation roll" if rolls else "no Mutation roll") in text


def test_the_statement_that_says_so_is_cited():
    answer = ask("on 3 corruption with 4 more taken, how many mutations?")
    assert answer is not None
    assert "corruption-resistance" in answer.entries


@pytest.mark.parametrize(
    "question",
    [
        "3 corruption hits, one is saved, and I had 4 corruption. how many left?",
        "4 corruption, gain 2, willpower 4+ rolled 2 and 5, how many left?",
        "I have 6 corruption and gain 1. how many left?",
        "two heroes at 4 corruption each take 2. how many mutations?",
        "the doc removes 2 corruption of 4, how many left?",
        "why do I mutate when I hold 4 corruption and take 2?",
        "i have 4 corruption, take 2 and may reroll one save. how much is left?",
        "4 corruption, 3 hits, half of them get through. corruption left?",
        "what does the mutation chart say at 4 corruption and 2 more?",
        "i hold 4 corruption and take 2 dark stone, how many mutations?",
        "a spirit bomb gives 3 corruption to each hero at 4. how many are left?",
    ],
)
def test_what_hangs_on_more_is_left_alone(question):
    assert told(question) == "", told(question)
