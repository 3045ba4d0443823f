"""What a D36 grows on the Mutation Chart; and what is left to the corpus."""

from __future__ import annotations

import pytest

from rules_engine.content.library import standard
from tests.gm.oracle.asking import ask, told

GROWN = [
    ("ones die 4 and tens die 1 on my d36: which mutation is it?", "Tentacle Leg"),
    ("tens 2, units 2. what did i sprout?", "Rock Skin"),
    ("I mutated! the tens die reads four, the ones die reads six. name the horror.", "Second Head"),
    ("too much corruption: a three on the tens and a one on the ones", "Barbed Tail"),
    ("d36 came up 61 for the mutation, what is it?", "Dark Stone Allergy"),
    ("we rolled a 36 on the mutation chart - what happens?", "Void Plague"),
    ("mutation chart 53?? what do i get", "Hand Growth"),
    ("the corruption got me: tens five, the other die six", "Fused with Dark Stone"),
    ("what does a 26 on the mutation table turn me into", "Void Infection"),
    ("my mutation roll was 45. what's growing", "Fangs"),
    ("red one is my tens and says 1, the ones die says 3; what have I grown out of my shoulder", "Tentacle Arm"),
]


@pytest.mark.parametrize(("question", "name"), GROWN)
def test_two_dice_name_the_mutation(question, name):
    assert told(question).startswith(f"{name}: tens die "), told(question)


@pytest.mark.parametrize("row", standard().charts["mutation"].results, ids=lambda row: str(row.on))
def test_every_row_of_the_chart(row):
    tens, ones = str(row.on)
    for question in (
        f"tens die {tens}, ones die {ones}: which mutation?",
        f"ones die shows {ones} and tens die shows {tens}, what have i grown?",
        f"i rolled {tens}{ones} on the mutation chart, what is that?",
    ):
        text = told(question)
        assert text.startswith(f"{row.name}: tens die {tens} and ones die {ones} make {tens}{ones}"), text


def test_the_row_of_the_corpus_is_cited_and_told():
    answer = ask("tens die 2, ones die 4, which mutation did I grow?")
    assert answer is not None
    assert "mutations-20s" in answer.entries
    assert "1 extra Wound" in answer.answer


@pytest.mark.parametrize(
    "question",
    [
        "tens die 7 and ones die 2, which mutation?",
        "a 2 and a 6 on the mutation dice, what is it?",
        "my footman rolls tens 2 ones 6, which mutation?",
        "tens 2, ones 6 and I already have that mutation. now what?",
        "rolled 36 for the travel hazard, what mutation do I meet?",
        "how much does it cost to cure mutation 26?",
        "what is the chance of a 26 on the mutation chart?",
        "does void infection stand at 26 on the mutation chart?",
        "how many results has the mutation chart of the d36?",
        "tens die 3, ones die 4, ones die 5: which mutation?",
        "we rolled 51 on the d36 after the mine mission, what happens?",
    ],
)
def test_what_hangs_on_more_is_left_alone(question):
    assert told(question) == "", told(question)
