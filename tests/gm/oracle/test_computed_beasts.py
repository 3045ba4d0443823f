"""Gremians in numbers, what Blast Shields give back, and whom a Frost Giant's club makes save worse."""

from __future__ import annotations

import random

import pytest

from tests.gm.oracle.asking import ask, told

SWARMED = [
    ("3 gremians next to me. I save against one of them. how many wounds?", "6 Wounds"),
    ("six little gremians on me: defense 4+, rolled 1, 4, 5, 6, 2, 3. how many wounds?", "18 Wounds"),
    ("ringed by five gremians and every one of my saves fails... how many wounds do I take?", "25 Wounds"),
    ("Two gremians beside me, I blocked none. Wounds?", "4 Wounds"),
    ("five gremians adjacent, how many hits and how much damage each?", "5 automatic Hits of 5 Damage"),
    ("gremians x 4 touching me and I blow all the defense rolls: what damage do I eat?", "16 Wounds"),
    ("I failed three of my saves with 4 gremians around me; total wounds?", "12 Wounds"),
    ("a lone hero, seven gremians crowd him, two saves made. how many wounds?", "35 Wounds"),
    ("what do 3 adjacent gremians do to me if I stop nothing? how many wounds", "9 Wounds"),
    ("how many hits do I take from six gremians standing around me?", "6 automatic Hits of 6 Damage"),
]
FLUNG = [
    ("I swung at two centurions. One rolled armor 2, 5 and 6, the other 1 and 1. How many spaces am I thrown back?", 2),
    ("centurion's plating stopped three of my wounds. what does its blast shield do to me?", 3),
    ("Blast shield armor dice: 6, 5, 5, 2. How far am I hurled?", 3),
    ("after my axe swing the robots' armor blocked 5 wounds. how many wounds bounce back at me?", 5),
    ("two wounds were prevented by the centurion's armor, how far do I fly back?", 2),
    ("armor rolls of the centurions: 1, 2, 3. how far do I get knocked back?", 0),
    ("their armor 5+ showed 4, 5, 6, 6, 1 against my melee hits; what's the zap?", 3),
    ("one centurion's armor soaked 2 and the other 3. what comes back at me?", 5),
    ("how far do I get tossed if a centurion's armor negates 6 wounds?", 6),
    ("blast shields held: armor came up 5, 5, 1. what do I suffer?", 2),
]
CLUBBED = [
    ("frost giant rolls a 6 to hit my friend. I'm next to him. his defense 3+, mine 5+. who needs what?", 4, 5),
    ("frost giant clubs the target (defense 3+) with a 6; I stand beside with 5+ defense. what do we save on?", 4, 5),
    ("giant's massive club rolled a 6 on me: I'm at defense 5+, my mate beside me saves on 3+. what do we roll?", 6, 3),
    ("frost giant hits my buddy with a natural 6. everybody has a 5+ defense and I'm adjacent. "
     "What number does each of us need?", 6, 5),
    ("a six from the frost giant's club; victim's defense 5+, the neighbor 4+, what are the saves?", 6, 4),
    ("both of us have 3+ defense, the massive club lands a 6 on me. what do the two of us need to save?", 4, 3),
    ("the frost giant's 6 hits the target with defense 2+, me beside him with defense 4+: who rolls what?", 3, 4),
    ("Massive club, to hit roll of 6. Target 4+, bystander 4+. which saves are needed?", 5, 4),
    ("what do we need to save when the giant's club rolls a 6, target's defense 5+ and neighbour's 3+?", 6, 3),
    ("the frost giant smacks me with a 6: my defense 4+, his 5+ next to me. what does each roll?", 5, 5),
]  # fmt: skip


@pytest.mark.parametrize(("question", "figure"), SWARMED)
def test_gremians_do_as_much_as_they_are_many(question, figure):
    assert told(question).startswith(figure), told(question)


@pytest.mark.parametrize("around", range(1, 9))
@pytest.mark.parametrize("saved", [0, 1])
def test_each_unsaved_hit_of_gremians_does_their_number(around, saved):
    text = told(f"{around} gremians next to me, I save {saved} of the hits. how many wounds?")
    assert text.startswith(f"{(around - saved) * around} Wound"), text


@pytest.mark.parametrize(("question", "held"), FLUNG)
def test_what_the_shields_stop_comes_back(question, held):
    text = told(question)
    assert text.startswith((f"{held} space", f"{held} Wound")), text


def sweep() -> list[tuple[str, int]]:
    dice, found = random.Random("shields"), []
    for number in range(24):
        faces = [dice.randint(1, 6) for _ in range(dice.randint(1, 6))]
        rolled = ", ".join(map(str, faces))
        text = (
            f"the centurion's armor dice came up {rolled}. how far am I thrown?",
            f"centurion armor rolls: {rolled}. what does the blast shield do back to me?",
        )[number % 2]
        found.append((text, sum(face >= 5 for face in faces)))
    return found


@pytest.mark.parametrize(("question", "held"), sweep())
def test_armor_of_five_and_six_holds(question, held):
    text = told(question)
    assert text.startswith((f"{held} space", f"{held} Wound")), text


@pytest.mark.parametrize(("question", "target", "beside"), CLUBBED)
def test_only_the_target_of_the_club_saves_worse(question, target, beside):
    text = told(question)
    assert text.startswith(f"The target needs {target}+"), text
    assert f"beside it {beside}+ as usual" in text


@pytest.mark.parametrize("mine", range(2, 7))
@pytest.mark.parametrize("other", range(2, 7))
def test_the_club_is_one_worse_for_the_target_alone(mine, other):
    text = told(
        f"the frost giant's 6 hits the target with defense {mine}+, me beside at defense {other}+: who needs what?"
    )
    assert text.startswith(f"The target needs {mine + 1}+"), text
    assert f"beside it {other}+" in text


def test_the_statements_that_say_so_are_cited():
    for question, entry in (
        ("3 gremians next to me, I save none. how many wounds?", "gremians"),
        ("the centurion's armor stopped 3 wounds. how far am I thrown?", "blast-shields"),
        ("frost giant's club with a 6: we both have defense 4+. who needs what?", "frost-giant-roar"),
    ):
        answer = ask(question)
        assert answer is not None
        assert entry in answer.entries


@pytest.mark.parametrize(
    "question",
    [
        "how much xp are four gremians next to me worth?",
        "four gremians around me and I reroll my failed saves. how many wounds?",
        "three gremians next to me and two next to my mate: how many wounds in all?",
        "four gremians around me, armor 5+, all saves failed. how many wounds?",
        "20 gremians next to me, all saves failed. how many wounds?",
        "do four gremians do 16 wounds?",
        "what initiative do four gremians have?",
        "four gremians next to me, defense 4+: how many wounds?",
        "I shot a centurion from afar, its armor stopped 4 wounds. how far am I thrown?",
        "my armor dice: 5, 6, 1. how many wounds does the centurion do to me?",
        "centurion armor dice 5, 6, I have spirit armor. what comes back?",
        "centurion armor 4+, dice 4, 5: how far am I thrown?",
        "the centurion's armor stopped 4, a wall is 2 spaces behind me. how far am I flung?",
        "does a blast shield throw me back 3 spaces for 3 wounds?",
        "centurion armor dice: 7, 5. how far am I thrown?",
        "frost giant's massive club with a 6: target 4+ defense. what's needed?",
        "what does a frost giant need to hit on a 6?",
        "frost giant hits with a 5, we both have defense 4+. what do we need?",
        "frost giant's club with a 6, we both have defense 4+, how many wounds?",
        "frost giant's 6, target 4+, me 4+ but I'm not adjacent. what do we need?",
        "frost giant's 6, we're all 4+ and I'm in cover. what do we need?",
    ],
)
def test_what_hangs_on_more_is_left_alone(question):
    assert told(question) == ""
