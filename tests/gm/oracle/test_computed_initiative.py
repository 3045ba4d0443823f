"""Who goes first by Initiative, in an Ambush and on a tie; which Enemy Type is placed first."""

from __future__ import annotations

import pytest

from tests.gm.oracle.asking import ask, told

FIRST = [
    ("I'm at initiative 6 and gremians with initiative 5 ambush us: who goes first in the second turn?", "The Hero"),
    ("hero initiative 4, trolls initiative 4. who activates first?", "Trolls"),
    ("Drowned dead ambush. My initiative is 4. Who acts first this round?", "Drowned Dead"),
    ("My init 5, void spiders 6 and tentacles 3. In what order do we go?", "Void Spiders"),
    ("my initiative is 7 and hellbats (5) spring an ambush. who is first in the opening round?", "Hellbats"),
    ("tengu ambush me, I have initiative 10. who goes first?", "The Hero"),
    ("who acts before whom: oni 3 or my hero at initiative 3?", "Oni"),
    ("an ambush by gremians; our marshal has initiative 8. who swings first?", "The Hero"),
    ("we met trolls (4), my initiative 5, no ambush. who activates first?", "The Hero"),
    ("serpentmen archers vs me with initiative 6: which of us goes first?", "Serpentmen Archers"),
]
PLACED = [
    ("Oni 3 and Tengu 7 come in an ambush, which gets placed first?", "Tengu (7)"),
    ("void spiders (6) and drowned dead (2): normal attack. who is put on the board first?", "Drowned Dead (2)"),
    ("trolls and void spiders: which do I place first?", "Trolls (4)"),
    ("in what order do I place gremians and drowned dead that ambush us?", "Gremians (5)"),
]


@pytest.mark.parametrize(("question", "who"), FIRST)
def test_the_highest_initiative_goes_first_and_enemies_on_a_tie(question, who):
    assert told(question).startswith(f"{who} first, at Initiative "), told(question)


@pytest.mark.parametrize(("question", "who"), PLACED)
def test_slow_types_are_placed_first_but_fast_ones_in_an_ambush(question, who):
    assert told(question).startswith(f"{who} first, then "), told(question)


@pytest.mark.parametrize("mine", range(1, 9))
@pytest.mark.parametrize("theirs", [2, 4, 6])
@pytest.mark.parametrize("ambush", [True, False])
def test_ambushers_have_two_more_for_a_turn(mine, theirs, ambush):
    text = told(f"my initiative is {mine}, zombies ({theirs}) {'ambush' if ambush else 'attack'} us. who goes first?")
    who = "Zombies" if theirs + 2 * ambush >= mine else "The Hero"
    assert text.startswith(f"{who} first"), text


def test_the_entries_are_cited():
    answer = ask("my initiative is 6, gremians (5) ambush us. who goes first?")
    assert answer is not None
    assert {"ambush", "initiative-value"} <= set(answer.entries)


@pytest.mark.parametrize(
    "question",
    [
        "my initiative is 6, elite gremians (5) ambush. who goes first?",
        "my initiative is 6 and trolls (4) fight us already; gremians (5) ambush. who goes first?",
        "trolls (4) are here and gremians (5) ambush us. my initiative is 6. who goes first?",
        "I delay to initiative 3, trolls (4). who goes first?",
        "two heroes at initiative 4: who goes first?",
        "gremians ambush: what initiative do they have?",
        "do gremians (5) go first against my initiative 5?",
        "who goes first if my initiative is 6?",
        "immobile tentacles (3) ambush with oni (4): which are placed first?",
        "void spiders (6) and oni (6): who is placed first?",
        "my initiative 5 +1 from boots, void spiders (6): who goes first?",
        "which are placed first, ambush or normal attack, oni 3 or tengu 7?",
    ],
)
def test_what_hangs_on_more_is_left_alone(question):
    assert told(question) == ""
