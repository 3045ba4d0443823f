"""Cards by the steps of the Darkness, tiles until Holding Back grows harder; and what is left to the corpus."""

from __future__ import annotations

import pytest

from tests.gm.oracle.asking import ask, told

DREAD, SPATTER = (6, 11, 15), (2, 4, 8, 10, 13)
DEALT = [
    ("the darkness marker has crept 10 spaces from the start, how many darkness cards did that bring?", "4 Darkness"),
    ("darkness has climbed to space 13 - total darkness cards and growing dread cards drawn?", "5 Darkness"),
    ("How many growing dread cards have we seen with the darkness token on 12?", "2 Growing Dread"),
    ("darkness moved six steps. what cards did the track cost us?", "2 Darkness"),
    ("From space 5 the darkness advanced 3 spaces: how many darkness cards?", "1 Darkness"),
    ("after four moves of the darkness, how many darkness cards dealt by the depth track?", "2 Darkness"),
    ("Our darkness pawn inched along eleven squares so far. How many dread cards is that?", "2 Growing Dread"),
    ("so many cards! the darkness stands on 8: how many darkness cards and dread cards came from the track?", "3 Dark"),
    ("with the darkness marker at 15, how many growing dread cards should lie there?", "3 Growing Dread"),
    ("one step of the darkness: how many darkness cards?", "No Darkness card"),
]
TILES = [
    ("we're on 14. how many tiles until holding back needs 8+?", 4),
    ("hero marker on space 9, how many new tiles before the light roll needs a 9+?", None),
    ("our pawn sits on 7; how many more rooms till the lantern test needs 9?", 2),
    ("posse at the entrance, how many doors until the target to hold back the darkness becomes 9+?", 11),
    ("how many more tiles from space 11 till the target climbs to 8+?", 1),
    ("Hero token is at 13. How many tiles must we lay until it takes 9+ to hold back the darkness?", 8),
    ("how many tiles till the hold back roll goes to 8+ with the party marker on 12?", 2),
    ("standing on 6 of the track, how many tiles until we need 9s on the lantern roll?", 1),
]


@pytest.mark.parametrize(("question", "first"), DEALT)
def test_what_the_track_has_dealt(question, first):
    assert told(question).startswith(first), told(question)


@pytest.mark.parametrize("steps", range(2, 16))
def test_cards_come_by_the_spaces_passed(steps):
    dark, dread = sum(x <= steps for x in SPATTER), sum(x <= steps for x in DREAD)
    text = told(f"the darkness advanced {steps} steps from its start: how many darkness and growing dread cards?")
    assert text.startswith(f"{dark} Darkness card"), text
    assert f"{dread or 'no'} Growing Dread card" in text


@pytest.mark.parametrize(("question", "tiles"), TILES)
def test_tiles_until_it_is_harder(question, tiles):
    text = told(question)
    assert text.startswith(f"{tiles} tile") if tiles is not None else "the first where" not in text, text


@pytest.mark.parametrize("here", range(6, 17))
def test_each_tile_is_one_space(here):
    text = told(f"hero marker on {here}: how many more tiles till holding back needs 9+?")
    assert text.startswith(f"{here - 5} tile"), text


def test_the_statements_are_cited():
    answer = ask("the darkness advanced 8 steps: how many darkness cards has the track dealt?")
    assert answer is not None
    assert "depth-track" in answer.entries


@pytest.mark.parametrize(
    "question",
    [
        "darkness on 8, how many more darkness cards until it escapes?",
        "darkness moved 8 steps, one growing dread card was cancelled: how many are left?",
        "how many darkness cards are in the deck?",
        "darkness moved 4 forward and 2 back: how many darkness cards?",
        "hero marker on 12: how many darkness cards?",
        "hero marker on 4: how many tiles till we need 9+ to hold back the darkness?",
        "chance of a darkness card when the darkness moves 2 spaces?",
        "darkness advanced 40 steps: how many darkness cards?",
        "hero marker on 12, how many turns until holding back needs 9+?",
        "why does the darkness on 8 bring a card?",
    ],
)
def test_what_hangs_on_more_is_left_alone(question):
    assert "Spaces with blood" not in told(question), told(question)
    assert "the first where" not in told(question), told(question)
