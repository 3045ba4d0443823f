"""The Side Bag: what fits with the upgrades of the corpus and of the packs, and questions that are left alone."""

from __future__ import annotations

import pytest

from rules_engine.effects.stats import DEFAULTS
from tests.gm.oracle.asking import ask, computer, told

GOLDEN = [
    # with the patterns
    ("marshal with saddle bags wants to stuff in 8 tokens. do they all fit?", "Yes. The Side Bag holds 9"),
    ("does a side bag hold 6 tokens?", "No."),
    ("can I carry 10 side bag tokens with saddle bags?", "No. The Side Bag holds 9"),
    ("how many tokens fit in the marshal's side bag with the saddle bags upgrade?", "9 tokens"),
    ("I have 3 tokens in my side bag, how many more can I take?", "2 more"),
    ("do 8 tokens fit in the bandido's bag with powder monkey?", "No. The Side Bag holds 7"),
    ("I have 5 tokens in my side bag and find 2 more, how many must I drop?", "2 of the 7"),
    ("two bandages, two whiskeys and a dynamite: is there room in my side bag for another token?", "No."),
    ("is a side bag with 6 tokens too many?", "Yes."),
    # after the patterns
    ("saddle bags marshal holding 7 tokens - room for 2 more?", "Yes. The Side Bag holds 9"),
    ("will eleven tokens squeeze into the side bag of a marshal who took Saddle Bags?", "No. The Side Bag holds 9"),
    ("what's the side bag capacity with Saddle Bags?", "9 tokens"),
    ("my side bag has 2 bandages and 1 dynamite. how many more tokens fit?", "2 more"),
    ("Could my marshal with saddle bags keep six tokens in the side bag?", "Yes."),
    ("3 whiskey and 3 tonics, do they all go in one side bag?", "No."),
    ("I got 4 tokens in the side bag and pick up 2 more. must I discard one?", "Yes."),
    ("axeman: what is the max of tokens in the side bag?", "7 tokens"),
    ("side bag with 4 tokens, can I put a bomb in?", "Yes."),
    ("level bonus roll of 9 on the marshal: how many side bag tokens does he hold now?", "6 tokens"),
]  # fmt: skip


@pytest.mark.parametrize(("question", "answer"), GOLDEN)
def test_what_fits_into_a_side_bag(question, answer):
    assert told(question).startswith(answer), told(question)


@pytest.mark.parametrize("count", range(1, 13))
def test_so_many_fit_as_the_bag_holds(count):
    assert told(f"do {count} tokens fit in a side bag?").startswith("Yes" if count <= DEFAULTS["side_bag"] else "No")
    saddle = computer()._entries["marshal-traveler"].passages[2].text
    assert "Saddle Bags" in saddle and " 4 extra" in saddle
    verdict = "Yes" if count <= DEFAULTS["side_bag"] + 4 else "No"
    assert told(f"with saddle bags, do {count} tokens fit in the side bag?").startswith(verdict)


@pytest.mark.parametrize(
    "question",
    [
        "how many side bag tokens may I use in one turn?",
        "can I trade 2 side bag tokens to an adjacent hero?",
        "what happens to my 3 bombs in the side bag when I take 10 wounds?",
        "do 3 dark stone fit in my side bag?",
        "does a horse with saddle bags carry 6 tokens?",
        "how many explosives may I carry with strength 3?",
        "can two heroes put 8 tokens into their side bags?",
        "do 6 tokens fit in the side bag of a hero with the Magician's Bag?",
        "how many exploration tokens are in the bag?",
        "what do 2 side bag tokens cost?",
        "can I use 3 side bag tokens on an enemy's turn?",
        "does a revive token fit in my side bag?",
        "do 2 demon bags fit?",
        "do saddle bags hold five more tokens?",
        "are the 4 tokens in my side bag hidden?",
        "do 9 tokens fit with saddle bags and the level 3 medicine bag?",
        "how many tokens does the party have?",
    ],
)
def test_what_is_not_about_room_in_one_bag_is_left_alone(question):
    assert ask(question) is None, told(question)


def test_what_only_our_packs_have_is_said_to_be_theirs():
    ours = "stands in our content packs, not in the books"
    assert f"The figure of Axeman {ours}" in told("axeman: what is the max of tokens in the side bag?")
    assert ours not in told("what's the side bag capacity with Saddle Bags?")
