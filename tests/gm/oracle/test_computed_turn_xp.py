"""XP of a turn from several sources; and what is left to the corpus."""

from __future__ import annotations

import pytest

from tests.gm.oracle.asking import ask, told

EARNED = [
    ("I opened a door to a new tile and healed 3 wounds on my friend, how much xp?", 20),
    ("this turn: 2 sanity healed on a mate, looked through one door. xp?", 15),
    ("three doors opened onto new tiles, plus I bandaged 5 wounds off the samurai. total xp?", 40),
    ("mended 4 wounds and a sanity on others, then peeked through a door and placed a new tile: all xp?", 30),
    ("What xp do I get for restoring six sanity to a pal and looking through two doors?", 40),
    ("healed a buddy for 2 points and got 25 xp for an exorcism. how much xp altogether?", 35),
    ("explored one new room and cured 1 wound on a comrade, xp total?", 10),
    ("xp: stitched up two wounds on my partner, revealed two new tiles?", 20),
    ("how many xp for three sanity soothed on another hero and a door opened on a fresh tile", 20),
    ("patched up 10 wounds on friends, laid three new tiles. what's the xp?", 65),
]  # fmt: skip


@pytest.mark.parametrize(("question", "xp"), EARNED)
def test_healing_and_doors_are_added(question, xp):
    assert told(question).startswith(f"{xp} XP: "), told(question)


@pytest.mark.parametrize("wounds", [1, 4, 9])
@pytest.mark.parametrize("sanity", [1, 2])
@pytest.mark.parametrize("doors", [1, 2, 3])
@pytest.mark.parametrize(("edition", "each"), [("compilation", 5), ("valhalla", 5), ("old-west", 0)])
def test_doors_count_as_the_edition_has_it(wounds, sanity, doors, edition, each):
    tiles = f"{doors} doors onto new tiles" if doors > 1 else "a door onto a new tile"
    text = told(f"healed {wounds} wounds and {sanity} sanity on friends and opened {tiles}: how much xp?", edition)
    assert f"{5 * (wounds + sanity) + each * doors} XP: " in text.split(",")[0], text


def test_the_statements_are_cited():
    answer = ask("healed 3 wounds on my friend and opened a door onto a new tile: how much xp?")
    assert answer is not None
    assert "look-through-a-door" in answer.entries


@pytest.mark.parametrize(
    "question",
    [
        "healed 3 wounds on myself and opened a door: how much xp?",
        "my friend opened a door and I healed 2 wounds on him: how much xp for me?",
        "healed 3 wounds on a mate, killed a zombie and opened a door: how much xp?",
        "rolled 5 healing for a friend who had 2 wounds and opened a door: how much xp?",
        "healed 2 wounds on a friend and opened a locked door: how much xp?",
        "how much xp for each door and each wound healed?",
        "we healed 3 wounds and opened two doors: how much xp each?",
        "does healing 3 wounds on a friend and opening a door give xp?",
        "healed 3 wounds on a friend, opened a door, am I now level 2?",
        "healed 2 wounds on a friend and searched two tiles: how much xp?",
    ],
)
def test_what_hangs_on_more_is_left_alone(question):
    assert "Healed on others" not in told(question), told(question)
