"""What one roll to Hold Back the Darkness brings; and what is left to the other families and to the corpus."""

from __future__ import annotations

import pytest

from tests.gm.oracle.asking import ask, told

SPATTER, DREAD = (2, 4, 8, 10, 13), (6, 11, 15)
SAID = [
    ("our marker is on 12. lantern roll is a 3 and a 4. held?", "Yes. 7 against 7+"),
    ("we're on 10, darkness is on 7, and we roll 5+2. what happens now?", "Not held: 5 + 2 = 7, and 8+"),
    ("posse marker sits on space 4, so we need 9. lantern roll: 4 and 4. what happens?", "A Depth Event, 4 on"),
    ("we need 7 and the lamp holder throws 4+4. that's 8, so it's held and nothing happens, right?", "No. A Depth"),
    ("the lantern fell silent: two 5s on the hold back roll. depth event?", "Yes. A Depth Event, 5 on the chart"),
    ("darkness sits on 3 and the lantern roll failed. do we draw anything?", "Yes. The Darkness moves to space 4"),
    ("darkness on 10, roll flunked. what now?", "The Darkness moves to space 11, a Growing Dread space"),
    ("darkness on 14 and we flub the roll again (no doubles). what now?", "The Darkness moves to space 15"),
    ("darkness on 6 and we botched the hold back roll. darkness card?", "No. The Darkness moves to space 7"),
    ("darkness on 5, failed lantern roll. do we get a growing dread card?", "Yes. The Darkness moves to space 6"),
    ("evil marker is on 15 and we blew the lantern roll. mission lost?", "Yes. The Darkness marker enters"),
    ("darkness at 13, muffed hold back roll. mission lost?", "No. The Darkness moves to space 14"),
]
LEFT = [
    "our marker was on 6 and a roll of 5+3 held. I then placed a tile. next turn it's 5+3 again: held?",
    "marker on 12, we threw 3 and 3 on the lantern but used Lantern Oil on one. held?",
    "we rolled 3 and 4 on the lantern. held?",
    "marker on 14, lantern needs 9+, rolled 4 and 4. what happens?",
    "darkness on 3. what now?",
    "darkness on 16, lantern roll failed. what now?",
    "lantern roll failed. darkness card?",
    "how likely do we hold with 4 and 3 on the lantern with our marker on 12?",
    "marker on 12, an Archive Tower beside us, lantern shows 3 and 4. held?",
    "my pistol needs 5+ and I rolled 5 and 3 in the light. hit?",
]


@pytest.mark.parametrize(("question", "said"), SAID)
def test_what_a_roll_brings(question, said):
    assert told(question).startswith(said), told(question)


@pytest.mark.parametrize("question", LEFT)
def test_what_is_left_alone(question):
    assert "on the chart: doubles" not in told(question) and "Held:" not in told(question), told(question)
    assert "moves to space" not in told(question)


@pytest.mark.parametrize("space", range(16))
@pytest.mark.parametrize("dice", [(1, 2), (2, 5), (3, 5), (3, 6), (5, 6), (2, 2), (5, 5)])
def test_every_space_holds_by_its_stage(space, dice):
    needs = 7 if space > 10 else 8 if space > 5 else 9
    text = told(f"darkness is on 7, our marker is on {space}. lantern roll is a {dice[0]} and a {dice[1]}. what now?")
    if dice[0] == dice[1]:
        assert text.startswith(f"A Depth Event, {dice[0]} on the chart")
    else:
        assert text.startswith("Held" if sum(dice) >= needs else "Not held")
        assert f"{needs}+ is needed" in text
        assert ("space 8, a Blood Spatter space" in text) is (sum(dice) < needs)


@pytest.mark.parametrize("space", range(16))
def test_a_failed_roll_moves_the_darkness_one_space(space):
    lands = space + 1
    for card, spaces in (("darkness card", SPATTER), ("growing dread card", DREAD)):
        text = told(f"darkness on {space} and we failed the hold back roll. {card}?")
        assert text.startswith("Yes" if lands in spaces else "No"), text
    lost = told(f"darkness on {space} and we failed the hold back roll. mission lost?")
    assert lost.startswith("Yes" if lands == 16 else "No")


def test_what_it_rests_on_is_cited():
    answer = ask("we're on 10, darkness is on 7, and we roll 5+2. what happens now?")
    assert answer is not None
    cited = {citation.chunk for claim in answer.claims for citation in claim.citations}
    assert {"depth-track", "depth-track-stages"} <= cited


@pytest.mark.parametrize(
    "question",
    [
        "our marker is already on space 5 and we lay two more tiles. what do we need to hold back?",
        "hero marker stands at the darkness start, one tile more: what's the hold back target?",
    ],
)
def test_tiles_from_somewhere_on_the_track_on_are_not_counted_from_the_entrance(question):
    assert ask(question) is None
