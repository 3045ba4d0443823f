"""What a killed Ally costs to have back; and what is left to the corpus."""

from __future__ import annotations

import pytest

from tests.gm.oracle.asking import ask, told

BACK = [
    ("my viking warrior costs 300 gold to recruit. he died with two upgrades. what do I pay to have him back?", "$700"),
    ("footman killed, four upgrades, hire cost of 250. total to revive?", "$1,050"),
    ("What's the full bill for reviving an ally hired at $400 who carried one upgrade?", "$600"),
    ("reviving a dead ally: it was $500 for the hiring and it had 5 upgrades - how much gold?", "$1,500"),
    ("our footman bit the dust. 3 upgrades on him and the sheet says 150. price of bringing him back?", "$750"),
    ("How much to resurrect my Viking? he had six upgrades, and he cost $200.", "$1,400"),
    ("poor ally got squashed; no upgrades; $350 to hire. what will it cost to get him back?", "$350"),
    ("want my ally back. upgrades: 2, hire price: 600. how much?", "$1,000"),
    (
        "trail hand fell down a shaft, paid 120 for him, one upgrade learned since, what do i owe to get him back",
        "$320",
    ),
    ("on top of the $300 hiring fee, what do 3 upgrades add when I bring a dead footman back?", "$600"),
    ("beyond the fee for hiring, how much extra for an ally with 4 upgrades to return from the dead?", "$800"),
]


@pytest.mark.parametrize(("question", "cost"), BACK)
def test_an_ally_costs_its_hire_and_something_for_each_upgrade(question, cost):
    assert told(question).startswith((f"{cost}:", f"{cost} on top")), told(question)


@pytest.mark.parametrize("price", [50, 200, 350, 1000])
@pytest.mark.parametrize("upgrades", [1, 2, 3, 7])
def test_every_upgrade_costs_two_hundred(price, upgrades):
    wanted = f"${price + 200 * upgrades:,}:"
    for question in (
        f"my footman cost ${price} and had {upgrades} upgrades when he died. what's the bill to revive him?",
        f"{upgrades} upgrades on a dead ally, hiring fee {price}: what does it cost to bring it back?",
    ):
        assert told(question).startswith(wanted), told(question)


def test_the_statement_that_says_so_is_cited():
    answer = ask("a dead ally with 2 upgrades, $300 to hire, what to pay to get it back?")
    assert answer is not None
    assert "ally-upkeep" in answer.entries


@pytest.mark.parametrize(
    "question",
    [
        "my veteran footman cost $350 and had 2 upgrades, price to get him back?",
        "two footmen died with 3 upgrades, $350 each, bill to get them back?",
        "how many upgrades can an ally have when he comes back?",
        "can i revive an ally with 2 upgrades for $500?",
        "what does a footman with 2 upgrades cost?",
        "a basic ally died, 1 upgrade, cost to bring it back?",
        "a level 3 hero with 2 upgrades died, how much to bring him back?",
        "my ally has 2 upgrades and 40 xp, hired for 300, what to bring it back?",
        "my ally fell, 2 upgrades, 3 mutations, $300, $40 in tips: what does it cost to have it back?",
        "half price for a dead ally of $300 with 2 upgrades, how much to get him back?",
    ],
)
def test_what_hangs_on_more_is_left_alone(question):
    assert told(question) == "", told(question)
