"""Goods sold back, nights at the Hotel and Pelts; and what is left to the corpus."""

from __future__ import annotations

import pytest

from tests.gm.oracle.asking import ask, told

SOLD = [
    ("I bought a coat for $450 and a hat for $250. selling both later, what do I get?", "$350"),
    ("paid 800 gold for a sword in town; how much when I sell it on?", "$400"),
    ("two yamabushi hats resold - total?", "$800"),
    ("what's the refund on 3 banishment scrolls at the shrine if I sell them back", "$450"),
    ("bought two lanterns at $300 each, flog them next town, how much gold?", "$300"),
    ("pawning my yamabushi hat next town. how much gold?", "$400"),
    ("the general store jacket cost me $1,200 and I want to offload it: how much cash is that?", "$600"),
    ("how much would I recoup for a rifle I paid $700 for and a knife of $100?", "$400"),
    ("reselling a banishment scroll from the shrine brings how much?", "$150"),
    ("What do I get for a $900 saddle that I bought and now sell?", "$450"),
]
HOTEL = [
    ("how much for five heroes to stay three nights at the hotel?", "$150"),
    ("4 heroes, 2 days at the hotel. total cost?", "$80"),
    ("we're two and the bridge was out, sleeping in beds the whole stay: hotel cost?", "$40"),
    ("bridge destroyed and all six of us want hotel beds for the maximum stay. how much gold?", "$120"),
    ("posse of four, everybody takes a hotel room for 4 days: what do we pay?", "$160"),
    ("Six adventurers, one night, hotel. What's the price?", "$60"),
    ("what does the hotel charge three players over five days in all?", "$150"),
    ("hotel bill for a party of 5 staying two days in town, how much is it?", "$100"),
    ("how many dollars for the hotel if I stay solo for six nights?", "$60"),
    ("travel hazard said the bridge is destroyed, the 4 of us lodge at the hotel for both days: total?", "$80"),
]
PELTS = [
    ("killed two beasts and a large beast with my huscarl, d3 came up 3. how much gold for the pelts?", "$50"),
    ("two large beasts, rolled 5 and 2, how many pelts?", "4 Pelts"),
    ("one large beast, rolled a 6 for pelts, what's it worth at the cart?", "$30"),
    ("skins of four little beasts and of one big one that rolled a 1: what does the trade cart pay?", "$50"),
    ("hunting: a large beast, die shows 4. pelts?", "2 Pelts"),
    ("I killed one large wolf and one small wolf. rolled a 5 for the large one. how many pelts?", "4 Pelts"),
    ("three large beasts gave rolls of hides: rolled 6, 6 and 1. what do I earn in camp?", "$70"),
    ("how much money for the furs of 6 normal beasts and one large beast which rolled a 3?", "$90"),
    ("sold all furs: 2 medium beasts, 2 large ones, rolled 4 and 5. how much gold?", "$70"),
    ("my huntsman slew a large beast and rolled a 2 for skins, how many pelts?", "2 Pelts"),
]


@pytest.mark.parametrize(("question", "first"), SOLD + HOTEL + PELTS)
def test_the_sum_comes_first(question, first):
    assert told(question).startswith(f"{first}:"), told(question)


@pytest.mark.parametrize("price", [100, 250, 600, 1450])
@pytest.mark.parametrize("more", [0, 300])
def test_half_of_what_was_paid_comes_back(price, more):
    other = f" and a robe for ${more}" if more else ""
    text = told(f"I bought a gun for ${price}{other} in town, how much do I get when I sell everything?")
    assert text.startswith(f"${(price + more) // 2:,}: 50% of the ${price + more:,} paid"), text


@pytest.mark.parametrize("heroes", [1, 3, 6])
@pytest.mark.parametrize("days", [1, 2, 7])
def test_the_hotel_costs_ten_for_each_hero_and_day(heroes, days):
    noun = "heroes" if heroes > 1 else "hero"
    text = told(f"{heroes} {noun} at the hotel for {days} {'days' if days > 1 else 'day'}, how much?")
    assert text.startswith(f"${10 * heroes * days}: "), text


@pytest.mark.parametrize("plain", [1, 4])
@pytest.mark.parametrize("face", [1, 4, 5, 6])
def test_a_pelt_for_each_beast_and_d3_for_a_large_one(plain, face):
    text = told(f"{plain} small beasts and a large beast, rolled {face}: how much for the pelts at the trade cart?")
    assert text.startswith(f"${10 * (plain + (face + 1) // 2)}: "), text


def test_the_statements_that_say_so_are_cited():
    for question, entry in (
        ("what do I get back when I sell a yamabushi hat?", "selling-items"),
        ("3 heroes, bridge destroyed, hotel as long as allowed, total cost?", "travel-hazards-middle"),
        ("one large beast, rolled a 5, how many pelts?", "pelts"),
    ):
        answer = ask(question)
        assert answer is not None, question
        assert entry in answer.entries


@pytest.mark.parametrize(
    "question",
    [
        "I sell a starting item that cost $300, what comes back?",
        "a looted gun worth $400, how much when sold?",
        "sold 3 bandages, how much comes back?",
        "my $500 rifle broke, what do I get back for it?",
        "I sell a hat of $75, how much do I get?",
        "selling a yamabushi hat with a 4 in cunning to haggle, what do I get?",
        "can I sell the yamabushi hat for $400?",
        "how much do I get for selling 3 dark stone?",
        "I bought 3 hats for $200 each and a coat for $100 and sold 2 of them, how much?",
        "three heroes at the hotel and one of us camps for 2 days, how much?",
        "hotel for two days?",
        "how many days can we stay at the hotel when the bridge is destroyed?",
        "bridge destroyed, 3 heroes, 4 days at the hotel, how much?",
        "is the hotel dearer than the camp site for two heroes?",
        "4 heroes at the hotel for 2 days with a 10% discount, how much?",
        "an extra large beast, three of us rolled 2, 3 and 5, how many pelts?",
        "my lawman killed a large beast and rolled a 3, how many pelts?",
        "two large beasts, rolled a 5, how many pelts?",
        "average pelts of a large beast rolling 3?",
        "large beast, rolled a 5, already had 4 pelts, how many now?",
        "a large beast, rolled a 9 for pelts, how many?",
    ],
)
def test_what_hangs_on_more_is_left_alone(question):
    assert told(question) == "", told(question)
