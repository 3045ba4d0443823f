"""How far a KO'd Hero is dragged; and what is left to the corpus."""

from __future__ import annotations

import pytest

from tests.gm.oracle.asking import ask, told

DRAGGED = [
    ("my buddy is down. I rolled a 3 for movement and another 5 by grit, hauling him along all the way. how far?", 4),
    ("rolled 6 movement, hauling an unconscious friend: how many spaces?", 3),
    ("how many squares do I drag a KO'd hero with 9 movement?", 4),
    ("dragging a downed pal with a move of 8 - how far do we both get?", 4),
    ("Move roll 4, plus one grit for 3 more. The whole time I'm dragging the body of a KO'd hero. How many spaces?", 3),
    ("I pull an unconscious hero along, five points of movement in all. how many steps?", 2),
    ("how far can I tow a KO'd hero with a movement of ten", 5),
    ("movement 3, grit gave 2, pulling a knocked-out mate. number of squares?", 2),
    ("got 5 on the move die and 5 on the grit die, lugging a fallen hero: how many spaces?", 5),
    ("12 movement altogether. Dragging a friend who is KO'd costs 2 a space, so how many squares?", 6),
    ("carrying a KO'd hero, rolled a 1: how many spaces?", 0),
    ("spent two grit: 4, then 6 and 1, dragging a ko'd hero from the start. how many squares?", 5),
]


@pytest.mark.parametrize(("question", "spaces"), DRAGGED)
def test_each_space_takes_two(question, spaces):
    assert told(question).startswith(f"{spaces} space{'' if spaces == 1 else 's'}: "), told(question)


@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize("grit", [1, 4, 6])
def test_the_dice_are_added_before_they_are_halved(die, grit):
    text = told(f"I drag a KO'd hero: move die {die}, grit die {grit}. how many spaces?")
    assert text.startswith(f"{(die + grit) // 2} space"), text


@pytest.mark.parametrize("spaces", [1, 3, 6])
def test_the_other_way_round(spaces):
    text = told(f"how much movement does it take to drag a KO'd hero {spaces} squares?")
    assert text.startswith(f"{2 * spaces} Movement: "), text


def test_the_statement_is_cited():
    answer = ask("7 movement, dragging a KO'd hero: how many spaces?")
    assert answer is not None
    assert "dragging-ko" in answer.entries


@pytest.mark.parametrize(
    "question",
    [
        "first I walk 3 spaces, then drag my KO'd mate with the 4 left: how many spaces?",
        "can I drag a KO'd hero with a move of 1?",
        "dragging a KO'd hero 3 spaces, rolled 5 then 4. how many spaces are left?",
        "how do I drag a KO'd hero?",
        "dragging two KO'd heroes with 8 movement: how many spaces?",
        "dragging a KO'd hero, move 6, but slowed by snow. how many spaces?",
        "KO'd hero 4 squares away, move 6: how many spaces do I have left to drag him?",
        "rolled 5 and then 4 without dragging the KO'd hero: how many spaces?",
        "dragging a 3 anvil crate with 6 movement, how many spaces?",
        "move 6, a +1 move bonus, dragging a KO'd hero: how many spaces?",
        "chance that I drag a KO'd hero 3 spaces?",
    ],
)
def test_what_hangs_on_more_is_left_alone(question):
    assert not told(question).startswith(tuple("0123456789")) or "in tow" not in told(question), told(question)
