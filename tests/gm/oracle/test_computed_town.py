"""Prices in Town, several at once, by Level, by head and by night; whether money suffices; and what is left alone."""

from __future__ import annotations

import re

import pytest

from gm.oracle.computed.town import PRICES
from tests.gm.oracle.asking import ask, computer, told

GOLDEN = [
    # with the patterns
    ("player aid prices: what would the prometheus experiment on our dead level 4 hero set us back?", "$1,200"),
    ("how much does it cost to resurrect a level 6 hero?", "$3,000"),
    ("can I resurrect a level 3 hero with $1,400?", "No. $1,500"),
    ("two bandages and a tonic, what's the total?", "$300"),
    ("I have $350, can I buy 3 whiskey and a tonic?", "Yes. $350"),
    ("how much to treat 4 corruption points at the doc?", "$400"),
    ("train fare for 3 heroes and a horse?", "$100"),
    ("posse of 3, revised bounty table, our target was a large enemy and i rolled a 4. how many bucks?", "$600"),
    ("bounty on an XL beast, four of us, d6 comes up 3. how many dollars (player aid)?", "$1,200"),
    ("hotel for 4 heroes for 3 nights, how much?", "$120"),
    # after the patterns
    ("What's the bill for four bandages and two dynamite at the general store?", "$600"),
    ("is 2,500 gold enough for the resurrection of a level 5 lawman?", "Yes. $2,500"),
    ("we took a small enemy's bounty with a roll of 6, how much money is that?", "$30"),
    ("Prometheus procedure for a level 7 marshal: how many dollars?", "$2,100"),
    ("what do 9 pelts sell for?", "$90"),
    ("doc's experiment (prometheus) on a level 5 corpse, $1500 enough?", "Yes. $1,500"),
    ("With 180 bucks, do I have enough to treat two corruption points?", "No. $200"),
    ("cost of 1 occult scroll, 1 whiskey and 2 healing herbs?", "$500"),
    ("six of us take the train, what's the fare?", "$150"),
    ("medium enemy bounty, die shows a 3, what does it pay?", "$30"),
    ("prisoner transport, 9 hexes away. what's the pay?", "$225"),
    ("I'm holding $800 and buy three tonics - how much is left?", "$200"),
]  # fmt: skip


@pytest.mark.parametrize(("question", "figure"), GOLDEN)
def test_prices_add_up(question, figure):
    text = told(question)
    assert text.startswith(figure) or f" {figure}" in text, text


@pytest.mark.parametrize("price", PRICES, ids=lambda price: price.called)
def test_every_price_stands_in_the_corpus(price):
    passages = [p.text for p in computer()._entries[price.entry].passages]
    assert any(re.search(price.pattern, text) for text in passages)


def test_an_answer_cites_the_statements_that_give_the_prices():
    answer = ask("two bandages and a tonic, what's the total?")
    assert answer is not None
    entries = computer()._entries
    for citation in answer.claims[0].citations:
        assert any(citation.quote == passage.text for passage in entries[citation.chunk].passages)
    assert {"Bandages", "Tonic"} <= {word for c in answer.claims[0].citations for word in re.findall(r"\w+", c.quote)}


@pytest.mark.parametrize(
    "question",
    [
        "how much does it cost to resurrect my hero?",
        "raise a level 2 hero from the dead: price?",  # by Resurrection or by the Prometheus Procedure?
        "how much is it to resurrect a level 12 hero?",
        "what does it cost to resurrect a level 4 hero at the doc's office?",
        "how much to treat 3 corruption at the church?",
        "what do 2 bandages heal?",
        "how many bandages can I buy for $300?",
        "two bandages and a medpack, what's the total?",
        "three shotguns and a tonic, what do they cost?",
        "surgery on 2 mutations, how much?",
        "bounty for a large enemy, I rolled a 4: how much?",  # how many Heroes?
        "bounty on a huge enemy with a roll of 3 and 4 heroes?",
        "do bandages not cost $50?",
        "what do 4 pelts pay at the trading post for crafting?",
        "hotel for us for some nights, how much?",
        "what does bounty hunting cost at level 3?",
        "how much do two bandages cost with the Tentacle Mustache?",
        "prisoner transport, 9 days away. what's the pay?",
    ],
)
def test_what_lacks_a_figure_or_is_not_on_the_list_is_left_alone(question):
    assert ask(question) is None, told(question)
