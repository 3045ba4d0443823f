"""XP of enemies by name: what the sheets of the packs and the engine's own sums give, and what is left alone."""

from __future__ import annotations

import random

import pytest

from rules_engine.content.library import standard
from rules_engine.experience import elite_xp
from tests.gm.oracle.asking import ask, told

GOLDEN = [
    # with the patterns
    ("i finished off three regular drowned dead who had two elite abilities. all three kills mine - xp?", "75 XP"),
    ("how much XP for killing four brutal drowned dead with one elite ability?", "120 XP"),
    ("what's the xp for 2 drowned dead, each with an elite ability?", "40 XP"),
    ("two brutal drowned dead with 3 elite abilities and one normal drowned dead dropped by me. total xp?", "95 XP"),
    ("what does a single acidic tentacle give me in xp if I kill it and it has three elite abilities?", "50 XP"),
    # after the patterns
    ("my samurai just put down two Acidic Tentacles, both elite x1. what XP does she mark?", "80 XP"),
    ("experience for five dead drowned dead, no frills?", "75 XP"),
    ("the marshal destroyed six drowned dead. how many exp points?", "90 XP"),
]  # fmt: skip


@pytest.mark.parametrize(("question", "figure"), GOLDEN)
def test_kills_by_name_are_summed(question, figure):
    assert told(question).startswith(figure), told(question)


PRINTED = [("drowned-dead", False), ("drowned-dead", True), ("acidic-tentacles", False)]
"""The sheets whose XP the books print."""


def made_up() -> list[tuple[str, str]]:
    dice, found = random.Random("kills"), []
    for _ in range(40):
        (id, brutal), count, elite = dice.choice(PRINTED), dice.randint(1, 6), dice.randint(0, 3)
        record = standard().enemies[id]
        name = record.plural if count > 1 else record.name
        kind = f"{'brutal ' if brutal else ''}{name}"
        free = f" with {elite} elite {'ability' if elite == 1 else 'abilities'}" if elite else ""
        text = dice.choice(
            [f"I killed {count} {kind}{free}, how much xp?", f"xp for {count} slain {kind}{free}?",
             f"what is the XP of {count} {kind}{free} that I finished off?"]
        )  # fmt: skip
        side = record.brutal if brutal else record.normal
        found.append((text, f"{count * (side.xp + elite_xp(elite)):,} XP"))
    return found


@pytest.mark.parametrize(("question", "figure"), made_up())
def test_the_figures_are_those_of_the_sheets(question, figure):
    assert told(question).startswith(figure), told(question)


OURS = [
    "I wounded a hell bear for 3 and 5 in one attack, how much xp?",
    "frost giant: one attack, three hits of 2 wounds each. how much xp do I earn?",
    "how much xp is a brutal dishonored dead worth with one elite ability?",
    "three centurions, two elite each. xp for all of them dead?",
    "Bagged a pair of brutal centurions with 2 elite abilities each. XP total please",
    "XP earned by slaying one dishonored dead that carries two Elite abilities",
    "killed: 1 centurion, 2 drowned dead. xp?",
    "how many xp would I gain by taking out three dishonored dead, elite ability x2?",
    "brutal frost giant took hits of 3 and 1 wounds from me in the same attack. xp gained?",
    "what XP reward comes with the death of a brutal acidic tentacle carrying four elite abilities?",
    "I defeated 4 centurions (1 elite ability). XP?",
    "does that make 60 xp, three dishonored dead killed?",
    "xp for killing a strangler?",
    "marshal with Cleaning Up The West finishes off a brutal Drowned Dead that has one elite ability. his xp?",
]
"""Sheets that our packs alone have, and what adds to a kill's XP."""


@pytest.mark.parametrize("question", OURS)
def test_what_the_books_do_not_print_is_left_to_the_corpus(question):
    assert ask(question) is None


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("is it 75 xp for three drowned dead with two elite abilities that I killed?", "Yes. 75 XP"),
        ("do I get 50 xp for killing two drowned dead with 1 elite ability?", "No. 40 XP"),
        ("would I gain 25 xp for a slain brutal drowned dead?", "Yes. 25 XP"),
    ],
)
def test_a_sum_that_is_claimed_is_told_right_or_wrong_first(question, verdict):
    assert told(question).startswith(verdict)


@pytest.mark.parametrize(
    "question",
    [
        "My friend killed two drowned dead and I killed one, how much xp do I get?",
        "we split three drowned dead between us, how much xp each?",
        "5 tentacles killed at posse level 4, how much xp?",
        "killed three elite drowned dead, how much xp?",  # how many abilities?
        "killed three drowned dead with two elite abilities, all four kills mine, xp?",
        "how much xp for killing a hell bear?",  # it is by its Wounds
        "hell bear, hits for 40 and 2 wounds, xp?",  # more than its Health
        "do the drowned dead give xp when a friend kills them?",
        "killed some dishonored dead, two elite abilities. xp?",
        "how much xp for killing three gnomes with two elite abilities?",
        "do I get the xp of 3 drowned dead if dynamite killed them?",
        "how much xp for killing 3 drowned dead with a mythic ability?",
        "does the brutal drowned dead give more xp than the normal one?",
        "killed 2 drowned dead without elite abilities, healed 3 wounds too: xp?",
        "how many drowned dead must I kill for 500 xp?",
        "killed 3 drowned dead, not 4. xp?",
    ],
)
def test_what_is_not_wholly_told_is_left_alone(question):
    assert ask(question) is None
