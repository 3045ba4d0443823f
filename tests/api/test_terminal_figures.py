"""What the terminal shows beside the story: each roll, what a new Item does, and the numbers of Hits to assign."""

from __future__ import annotations

import re

from api import screen
from api.answers import listing
from api.session import start
from tests.api.test_terminal import play, setup, until


def test_each_roll_is_shown_once_when_it_is_rolled_unless_the_player_wants_none_of_it():
    session = start(setup(), seed="7")
    until(session, "turn")
    out = play(session, "hold")
    assert len(re.findall(r"Dice: Ada Quill, hold back the darkness 7\+: \d, \d", out)) == 1
    assert "Dice: Ada" not in play(session)
    again = start(setup(), seed="7")
    until(again, "turn")
    quiet = play(again, "dice off", "hold", "dice 9")
    assert "Dice:" not in quiet and "hold back the darkness" in quiet
    assert "Dice: " in play(again, "dice on", "auto turn")


def test_dice_that_the_players_rolled_themselves_are_not_told_to_them():
    session = start(setup(table_dice=("hero",)), seed="7")
    until(session, "turn")
    assert "Dice: Ada" not in play(session, "hold", "34")


def test_what_was_rolled_before_an_undo_is_not_shown_again():
    session = start(setup(), seed="7")
    until(session, "turn")
    out = play(session, "hold", "undo", "y", "hold")
    assert len(re.findall("hold back the darkness 7", out)) == 2


def test_what_a_new_item_does_is_told_once_when_it_is_gained():
    session = start(setup(), seed="7")
    until(session, "turn")
    give = "rule {item: {gain: riding-boots}} for %s because they lay there"
    out = play(session, give % "Ada Quill", give % "Mateo Cruz")
    assert out.count("Riding Boots: +1 Move.") == 1


def test_hits_to_assign_are_numbered_so_that_no_number_reads_as_a_count():
    session = start(setup(), seed="7")
    choice = until(session, "assign_hit")
    row = next(str(line) for line in screen.choice_lines(session.game, listing(session.game, choice))[1:])
    assert re.search(r" 1\) \w", row)
