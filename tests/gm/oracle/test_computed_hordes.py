"""Drowned Dead after Endless Hordes; and what is left to the corpus."""

from __future__ import annotations

import pytest

from tests.gm.oracle.asking import ask, told

NOW = [
    ("two drowned dead standing. endless hordes roll is a 3, the d6-3 die shows 5. how many in play now?", 4),
    ("endless hordes: first roll 4, second roll 2, 3 drowned dead in play. total?", 3),
    ("3 drowned dead left, I got a 2 for endless hordes. how many are there now?", 3),
    ("a five on the hordes roll: 1 drowned dead left, second die 4. what's the total now?", 2),
    ("End of the round, five drowned dead. Hordes check: 6. Reinforcement roll: 6. How many stand?", 8),
    ("we have 2 of them left, drowned dead that is; rolled a 6 for hordes, then a 1. how many then?", 2),
    ("endless hordes came up 4 against four drowned dead in play. what number do we have now?", 4),
    ("there are 3 drowned dead; hordes die shows 5, followed by a 5. how many drowned dead in total?", 5),
    (
        "how many of them after endless hordes: 1 drowned dead stands, rolled 2 for the test and 6 for the number?",
        4,
    ),
    ("drowned dead down to 2. hordes ability: 4. newcomers: 4. how many on the board?", 3),
    ("no drowned dead... i mean 0 drowned dead left, rolled 6 for the hordes and then a 6, how many now?", 0),
]


@pytest.mark.parametrize(("question", "now"), NOW)
def test_a_roll_above_their_number_brings_more(question, now):
    assert told(question).startswith(f"{now} Drowned Dead"), told(question)


@pytest.mark.parametrize("standing", [1, 3, 6])
@pytest.mark.parametrize("first", [1, 4, 6])
@pytest.mark.parametrize("second", [2, 3, 6])
def test_hordes_are_counted(standing, first, second):
    now = standing + (max(0, second - 3) if first > standing else 0)
    text = told(
        f"{standing} drowned dead in play, rolled a {first} for endless hordes and then a {second} for "
        "reinforcements, how many now?"
    )
    assert text.startswith(f"{now} Drowned Dead"), text


def test_the_statement_that_says_so_is_cited():
    answer = ask("3 drowned dead left, hordes roll 5, reinforcements 5, how many now?")
    assert answer is not None
    assert "drowned-dead" in answer.entries


@pytest.mark.parametrize(
    "question",
    [
        "4 drowned dead left, rolled a 5 for the hordes. how many now?",
        "rolled a 5 for the hordes and then a 6, how many drowned dead now?",
        "how likely do the hordes come with 4 drowned dead?",
        "what does endless hordes do?",
        "4 drowned dead, hordes roll 5, reinforcements 6, how much xp are they worth?",
        "4 drowned dead, hordes roll 7, reinforcements 6, how many now?",
        "4 drowned dead left, we killed 2 after a 5 for the hordes and a 6 for reinforcements, how many?",
        "when do endless hordes come with 3 drowned dead?",
        "4 drowned dead left and 3 tentacles, rolled a 5 for the hordes and then a 6. how many enemies now?",
        "do endless hordes come on a 5 with 4 drowned dead?",
    ],
)
def test_what_hangs_on_more_is_left_alone(question):
    assert told(question) == "", told(question)
