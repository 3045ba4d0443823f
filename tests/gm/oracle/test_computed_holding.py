"""Holding Back the Darkness by stage, space, tiles and Archive Towers: targets, chances and rolls that lie there."""

from __future__ import annotations

import pytest

from gm.oracle.computed.saying import chance
from rules_engine import odds
from rules_engine.odds import ADVANCES, DEPTH_EVENT, HELD
from rules_engine.procedures.darkness import needed_to_hold
from tests.gm.oracle.asking import ask, told

GOLDEN = [
    # with the patterns
    ("2 archive towers in the room, 3 of us in there, party in the middle third of the track. what must the torch roll "
     "be?", "needs 9+"),
    ("party pawn is somewhere on the 8+ stretch. what are the odds in percent that a given lantern roll makes the "
     "darkness creep forward? remember doubles don't move it", "the Darkness advances 50% (1/2)"),
    ("I rolled a 5 and a 3 to hold back on space 9, is it held?", "Yes. 8 against 8+"),
    ("we rolled 4 and 4 on the 9+ stage, does the darkness move?", "No. 8 against 9+"),
    ("hero marker on space 4 and I rolled an 8 to hold back. good enough?", "No. 8 against 9+"),
    ("what's the chance of a depth event on the hold back roll in the last third?", "a Depth Event 16.67%"),
    ("chance that the darkness doesn't move when we hold back on space 7?", "50% (1/2) that the Darkness does"),
    ("do we need 8+ to hold back on space 5?", "No. Holding Back the Darkness needs 9+"),
    ("rolled double threes on the lantern roll at space 13, is that a hold?", "No. 6 against 7+"),
    # after the patterns
    ("what target for holding the darkness at bay in the first stage?", "needs 7+"),
    ("Archive Tower shares our tile, final stretch of the depth track - hold back number?", "needs 10+"),
    ("lantern roll came up 6 and 2 while we stand on space 3: does the darkness creep closer?", "Yes. 8 against 9+"),
    ("probability in percent of the darkness advancing in the 9+ zone?", "61.11% (11/18)"),
    ("we're standing on 8 of the depth track, odds of a successful torch roll?", "held 33.33% (1/3)"),
    ("is a total of 9 enough to hold back the darkness in the last stage?", "Yes. 9 against 9+"),
    ("How likely is it that the light roll fails in the middle section?", "the Darkness advances 50% (1/2)"),
    ("an archive tower stands in our room and the marker is on space 13, what do we need to hold back the darkness?",
     "needs 8+"),
    ("hold back roll of 11 on space 2, does it hold?", "Yes. 11 against 9+"),
    ("we got a pair of ones holding the darkness back on space 14. does the darkness advance?", "No. 2 against 7+"),
    ("do we need 9+ for the lantern roll with an archive tower next to us in the middle stage?", "Yes."),
]  # fmt: skip


@pytest.mark.parametrize(("question", "figure"), GOLDEN)
def test_holding_back_somewhere(question, figure):
    assert figure in told(question), told(question)


@pytest.mark.parametrize("space", range(1, 16))
def test_the_chances_at_a_space_are_the_engines(space):
    outcomes = odds.hold_back(needed_to_hold(space))
    text = told(f"what's the chance to hold back the darkness at space {space}?")
    assert all(chance(outcomes.chance(what)) in text for what in (HELD, ADVANCES, DEPTH_EVENT))
    assert f"{needed_to_hold(space) + 1}+" in told(f"archive tower in our room at space {space}: hold back target?")


@pytest.mark.parametrize("first", range(1, 7))
@pytest.mark.parametrize("second", range(1, 7))
def test_every_roll_does_what_it_does_at_a_table(first, second):
    text = told(f"rolled {first} and {second} to hold back on space 8, does the darkness move?")
    moves = first != second and first + second < needed_to_hold(8)
    assert text.startswith("Yes" if moves else "No"), text
    assert ("Depth Event" in text) is (first == second)


@pytest.mark.parametrize(
    "question",
    [
        "darkness is on space 7, what's the chance it advances?",
        "how likely does the darkness advance onto space 12?",
        "chance to hold back on space 9 if I reroll one die with lantern oil?",
        "can I use a grit to reroll the hold back roll on space 9?",
        "archive tower on another tile, middle stage: hold back target?",
        "an archive tower is dead, what do we need to hold back the darkness on space 7?",
        "what do we need to hold back on space 22?",
        "we rolled 4 and 9 on the hold back roll on space 9. does the darkness move?",
        "how many archive towers raise the hold back target in the last stage?",
        "does the darkness move in the 8+ stage when we roll doubles three times?",
        "in the middle stage a card adds 2 to the hold back roll, what do we need?",
        "what is the hold back target in the fourth stage?",
        "which depth event do double 4s bring on a lantern roll at space 9?",
        "rolled a 3 on a depth event at space 8, does the darkness move?",
        "does the hero marker move when we fail to hold back on space 8?",
    ],
)
def test_what_hangs_on_something_else_is_left_alone(question):
    assert ask(question) is None, told(question)
