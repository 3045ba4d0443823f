"""XP of enemies by name: what the sheets of the packs and the engine's own sums give, and what is left alone."""

from __future__ import annotations

import random

import pytest

from rules_engine.content.library import standard
from rules_engine.experience import elite_xp, xp_of_hit
from rules_engine.ruleset import ruleset
from tests.gm.oracle.asking import ask, told

GOLDEN = [
    # with the patterns
    ("i finished off three regular drowned dead who had two elite abilities. all three kills mine - xp?", "75 XP"),
    ("how much XP for killing four brutal drowned dead with one elite ability?", "120 XP"),
    ("what's the xp for 2 drowned dead, each with an elite ability?", "40 XP"),
    ("two brutal drowned dead with 3 elite abilities and one normal drowned dead dropped by me. total xp?", "95 XP"),
    ("I wounded a hell bear for 3 and 5 in one attack, how much xp?", "60 XP"),
    ("frost giant: one attack, three hits of 2 wounds each. how much xp do I earn?", "55 XP"),
    ("how much xp is a brutal dishonored dead worth with one elite ability?", "50 XP"),
    ("what does a single acidic tentacle give me in xp if I kill it and it has three elite abilities?", "50 XP"),
    ("three centurions, two elite each. xp for all of them dead?", "105 XP"),
    # after the patterns
    ("my samurai just put down two Acidic Tentacles, both elite x1. what XP does she mark?", "80 XP"),
    ("experience for five dead drowned dead, no frills?", "75 XP"),
    ("Bagged a pair of brutal centurions with 2 elite abilities each. XP total please", "90 XP"),
    ("XP earned by slaying one dishonored dead that carries two Elite abilities", "35 XP"),
    ("the marshal destroyed six drowned dead. how many exp points?", "90 XP"),
    ("killed: 1 centurion, 2 drowned dead. xp?", "55 XP"),
    ("how many xp would I gain by taking out three dishonored dead, elite ability x2?", "105 XP"),
    ("brutal frost giant took hits of 3 and 1 wounds from me in the same attack. xp gained?", "60 XP"),
    ("what XP reward comes with the death of a brutal acidic tentacle carrying four elite abilities?", "75 XP"),
    ("I defeated 4 centurions (1 elite ability). XP?", "120 XP"),
]  # fmt: skip


@pytest.mark.parametrize(("question", "figure"), GOLDEN)
def test_kills_by_name_are_summed(question, figure):
    assert told(question).startswith(figure), told(question)


def made_up() -> list[tuple[str, str]]:
    dice, found = random.Random("kills"), []
    small = [one for one in standard().enemies.values() if not one.normal.xp_each]
    for _ in range(40):
        record, count, elite, brutal = dice.choice(small), dice.randint(1, 6), dice.randint(0, 3), dice.random() < 0.4
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


def test_a_large_enemy_is_worth_what_the_edition_says():
    text = "hell bear with 2 elite abilities, hits for 4 and 2 wounds. xp?"
    side = standard().enemies["hell-bears"].normal
    for edition in ("compilation", "old-west"):
        total = sum(
            xp_of_hit(ruleset(edition), side.xp + elite_xp(2), side.xp_each, wounds, place)
            for place, wounds in enumerate((4, 2))
        )
        assert f"{total} XP" in told(text, edition)
    assert "90 XP" in " ".join(ask(text).edition_notes)


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("is it 75 xp for three drowned dead with two elite abilities that I killed?", "Yes. 75 XP"),
        ("do I get 50 xp for killing two drowned dead with 1 elite ability?", "No. 40 XP"),
        ("does that make 60 xp, three dishonored dead killed?", "No. 75 XP"),
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
