"""Every die has a receipt."""

import pytest

from gm.names import Names
from gm.receipts import UnknownRoll, in_brief, receipt, receipts_for
from rules_engine import events as ev
from tests.gm.scripts import ADA, numbered

LOG = [
    ADA,
    ev.Rolled(1, "ada", "to hit", ["D6", "D6", "D8"], [2, 6, 1], "hero", 7, 4),
    ev.Rerolled(1, "ada", "Grit", [0, 2], [5, 1], "hero", 10),
    ev.Rerolled(1, "ada", "Ambition", [2], [8], "hero", 12),
    ev.AttackMade("ada", "shotgun", "ranged", 2, 1, 3, 1),
    ev.Rolled(2, "party", "which exit is a door", ["D6"], [4], "map", 0),
    ev.Rolled(3, "ada", "damage", ["D8"], [3], "hero", 13, source="table"),
]


def test_a_receipt_shows_who_what_needed_faces_and_place():
    assert receipt(numbered(LOG), 2) == ("Roll 2: the Hero Party, which exit is a door: D6: 4 (stream map, place 0)")


def test_a_receipt_shows_the_history_of_each_die():
    first, second, third = receipt(numbered(LOG), 1).splitlines()
    assert first == "Roll 1: Ada, to hit: 2D6 + D8, 4+ needed: 2→5, 6, 1→1→8 (stream hero, places 7 to 9)"
    assert second == "  re-rolled two dice by Ada: Grit (stream hero, places 10 to 11)"
    assert third == "  re-rolled one die by Ada: Ambition (stream hero, place 12)"


def test_dice_of_a_physical_table_say_so():
    assert receipt(LOG, 3).endswith("(dice from the table, stream hero)")


def test_an_unknown_roll_says_which_there_are():
    with pytest.raises(UnknownRoll, match=r"no roll 9.*rolls 1 to 3"):
        receipt(numbered(LOG), 9)


def test_receipts_for_events_that_name_a_roll_or_are_one():
    log = numbered(LOG)
    assert receipts_for(log, [5]) == [receipt(log, 1)]
    assert receipts_for(log, [2, 3, 5, 6]) == [receipt(log, 1), receipt(log, 2)]
    assert receipts_for(log, [1]) == []


def test_after_an_undo_the_later_roll_of_an_id_counts():
    log = numbered([*LOG[:3], ev.Undone(0), ev.Rolled(1, "ada", "to hit", ["D6"], [3], "hero", 7, 4)])
    assert "needed: 3 (" in receipt(log, 1)
    assert "2→5" in receipts_for(log, [2])[0]


def test_in_brief_each_die_with_its_history_and_none_of_those_that_players_rolled():
    assert in_brief(numbered(LOG), 0, Names()) == [
        "Ada, to hit 4+: 2→5, 6, 1→1→8",
        "Hero Party, which exit is a door: 4",
    ]


def test_in_brief_only_what_is_new_and_a_roll_again_when_it_is_re_rolled():
    log = numbered(LOG)
    assert in_brief(log, 5, Names()) == ["Hero Party, which exit is a door: 4"]
    assert in_brief(log[:3], 2, Names()) == ["Ada, to hit 4+: 2→5, 6, 1→1"]
    assert in_brief(log, 7, Names()) == []
    assert in_brief(log, 0, Names(), but=1) == ["Hero Party, which exit is a door: 4"]


def test_in_brief_rolls_in_a_row_for_the_same_thing_share_a_part():
    log = numbered([*LOG[:2], ev.Rolled(4, "ada", "to hit", ["D6"], [6], "hero", 14, 4)])
    assert in_brief(log, 0, Names()) == ["Ada, to hit 4+: 2, 6, 1 and 6"]
