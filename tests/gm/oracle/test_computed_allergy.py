"""Hits of the Dark Stone Allergy; and what is left to the corpus."""

from __future__ import annotations

import pytest

from tests.gm.oracle.asking import ask, told

HITS = [
    ("three shards on me and the Dark Stone Allergy mutation, how many hits?", 3),
    ("allergic to dark stone with 2 chunks and a gun with the dark stone icon, how many hits do I take?", 3),
    ("carrying one shard, two items bearing the icon; how many hits by dark stone allergy?", 3),
    ("how many hits does the dark stone allergy deal with nine shards?", 5),
    ("Dark Stone Allergy: one item with the icon, two shards, so what hits?", 3),
    ("my mutation is dark stone allergy. I hold five lumps and one blade with the symbol. total hits?", 5),
    ("dark stone allergy, a single shard: how many hits at the start of an activation?", 1),
    ("how many hits for a hero with dark stone allergy who's carrying 2 dark stone items and 2 shards", 4),
    ("with four things with the dark stone icon and the allergy, how many hits come?", 4),
    ("the allergy: 2 pieces of dark stone and 1 hat with the icon, what hits do I suffer?", 3),
    ("dark stone allergy while hoarding 6 dark stone: how many hits?", 5),
]


@pytest.mark.parametrize(("question", "hits"), HITS)
def test_shards_and_icons_are_added(question, hits):
    assert told(question).startswith(f"{hits} Hit"), told(question)


@pytest.mark.parametrize("shards", range(1, 8))
@pytest.mark.parametrize("items", range(1, 4))
def test_never_more_than_five(shards, items):
    things = "item" if items == 1 else "items"
    text = told(f"dark stone allergy with {shards} shards and {items} {things} with the icon: how many hits?")
    assert text.startswith(f"{min(5, shards + items)} Hit"), text


def test_the_statements_are_cited():
    answer = ask("dark stone allergy: 2 shards and 2 things with the icon, how many hits?")
    assert answer is not None
    assert "mutations-60s" in answer.entries


@pytest.mark.parametrize(
    "question",
    [
        "what does the dark stone allergy do?",
        "dark stone allergy, 4 shards and 5+ defense: how many hits get through my saves?",
        "dark stone allergy and 4 shards, I drop 2: how many hits?",
        "dark stone allergy with 3 shards for two turns: how many hits?",
        "can the dark stone allergy do 6 hits with 6 shards?",
        "how many shards may I carry with the dark stone allergy?",
        "hellbats and an allergy: 3 shards, how many dice?",
        "dark stone allergy, 3 shards, my mate has 2: how many hits?",
        "dark stone allergy and some shards: how many hits?",
    ],
)
def test_what_hangs_on_more_is_left_alone(question):
    assert "at the start of an Activation: 1 for" not in told(question), told(question)
