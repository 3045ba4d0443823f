"""Horror Hits of Enemies with Fear and Terror that are near; and what is left to the corpus."""

from __future__ import annotations

import pytest

from tests.gm.oracle.asking import ask, told

FELT = [
    ("two Fear (2) freaks touching me and a Terror (1) thing across the same room. horror hits?", 5),
    ("three uglies with terror (2) share my tile. how many horror hits a turn?", 6),
    ("two things with terror (2) on my tile - how many horror hits?", 4),
    ("I start next to an enemy with fear (1) and another with fear (3), how many horror hits do I take?", 4),
    ("how many horror hits from 4 void spiders with fear (1) adjacent?", 4),
    ("how many horror hits does an unspeakable terror (3) beast on my tile cause?", 3),
    ("3 terror (1) zombies and 2 fear (2) ghouls next to me, how many horror hits in all?", 7),
    ("two fear 2 monsters beside my hero, total horror hits?", 4),
    ("one enemy has fear (2), the other two terror (1). how many horror hits at my activation?", 4),
    ("a fear (2) guy adjacent and a terror (2) guy in the same room: how many horror hits?", 4),
]


@pytest.mark.parametrize(("question", "hits"), FELT)
def test_fear_and_terror_are_added_up(question, hits):
    assert told(question).startswith(f"{hits} Horror Hits at the start of each Activation: "), told(question)


@pytest.mark.parametrize("count", [1, 2, 5])
@pytest.mark.parametrize("value", [1, 2, 4])
@pytest.mark.parametrize("kind", ["fear", "terror", "unspeakable terror"])
def test_each_enemy_causes_its_own(count, value, kind):
    text = told(f"{count} ghouls with {kind} ({value}) adjacent to me: how many horror hits?")
    assert text.startswith(f"{count * value} Horror Hit"), text
    assert f"{kind.title()} ({value})" in text


def test_the_statement_that_says_so_is_cited():
    answer = ask("two things with terror (2) on my tile - how many horror hits?")
    assert answer is not None
    assert "fear-and-terror" in answer.entries


PLACED = [
    ("Beside me a fear 2 ghoul; in the next room a terror (3) thing. how many horror hits?", 2),
    ("two terror (3) fiends in my room, my neighbor a fear (1) brute, an unspeakable terror (2) horror "
     "on the adjoining tile. horror hits?", 9),
    ("what do I face in horror hits: three fear (1) zombies at my elbow plus one unspeakable terror (5) "
     "abomination one tile over?", 8),
    ("I've got a Terror (4) beast across the room and a Fear (2) thing breathing down my neck. "
     "How many willpower dice do I roll?", 6),
    ("fear (3) brute at the other end of the room, terror (1) ghost in here with me. number of horror hits?", 1),
    ("A fear(1) zombie left, a fear(1) zombie right, terror (3) beast on my tile; total horror hits?", 5),
    ("unspeakable terror (4) horror in the neighbouring room: how many horror hits hit me?", 4),
    ("an unspeakable terror (3) beast and two terror (1) ghouls share this chamber with us, how many horror hits?", 5),
    ("adjacent: fear (2), fear (2) and fear (1) uglies. total of horror hits?", 5),
    ("standing alongside a fear (3) spider while a terror (2) demon lurks on my tile, how many horror hits come?", 5),
]  # fmt: skip


@pytest.mark.parametrize(("question", "hits"), PLACED)
def test_each_counts_by_where_it_stands(question, hits):
    assert told(question).startswith(f"{hits} Horror Hit"), told(question)


@pytest.mark.parametrize("fear", [1, 3])
@pytest.mark.parametrize("terror", [1, 2])
@pytest.mark.parametrize("unspeakable", [2, 4])
@pytest.mark.parametrize("over", [True, False])
def test_only_unspeakable_terror_reaches_the_adjoining_tile(fear, terror, unspeakable, over):
    where = "on the adjoining tile" if over else "on my tile"
    text = told(
        f"a fear ({fear}) ghoul next to me, a terror ({terror}) thing {where}, "
        f"an unspeakable terror ({unspeakable}) horror {where}. how many horror hits?"
    )
    assert text.startswith(f"{fear + (0 if over else terror) + unspeakable} Horror Hit"), text


@pytest.mark.parametrize(
    "question",
    [
        "what's Fear (2) do to me?",
        "a fear (2) thing across the room, how many horror hits?",
        "a thing with terror (2) is on the neighbouring tile. how many horror hits?",
        "with 5+ willpower how many horror hits from fear (2) do I save?",
        "terror (2) enemy behind the gate, how many horror hits?",
        "how many horror hits does a fear (2) enemy do to each hero?",
        "two fear (2) things next to me: how much sanity damage?",
        "how many horror hits does a void spider do?",
        "is fear (2) two horror hits?",
        "a fear (2) brute beside me. In the next room, a terror (3) thing. how many horror hits?",
        "a terror (2) thing and a fear (3) brute on my tile: how many horror hits?",
        "fear (2) next to me and I save on 4+ willpower: how many horror hits are left?",
        "terror (3) beast on my tile, I ignore one horror hit. how many horror hits?",
        "terror (3) and fear (2) things, both on the next tile: how many horror hits?",
        "some terror (2) ghouls on my tile: how many horror hits?",
        "terror (2) ghoul near me, how much sanity do I lose after saves?",
        "three heroes next to a fear (2) beast. how many horror hits altogether?",
        "two rounds next to a fear (2) brute: how many horror hits?",
        "how many horror hits from a fear (99) enemy next to me?",
    ],
)
def test_what_hangs_on_more_is_left_alone(question):
    assert told(question) == ""
