"""What Bleeding markers leave of a hero's Health, and what an Ensnared one needs to save."""

from __future__ import annotations

import pytest

from tests.gm.oracle.asking import ask, told

LEFT = [
    ("I've 12 Health, three bleeding markers on me and 1 wound already. How much more damage before I'm KO'd?", 2),
    ("my sheet says health 16 and there's a single bleeding marker. how many wounds till I fall?", 13),
    ("bleeding x2, health of 11. how many more wounds can I take?", 5),
    ("with 4 wounds taken, 14 health and 2 bleed tokens, how many wounds are left?", 4),
    ("health: 10. bleeding: 1 marker. how many wounds until KO?", 7),
    ("how many wounds drop me if I have two bleeding markers and a printed Health of 13?", 7),
]
NOW = [
    ("Health 10 and a bleeding marker: what's my health now?", 7),
    ("two bleeding markers and health 6: how much health is left?", 0),
    ("what is my effective health at 15 with four bleeding markers?", 3),
    ("I'm on four bleed markers, full health is 20. what health am I down to?", 8),
]
NEEDED = [
    ("Ensnared by living hair; defense is normally 4+. What must I roll to block?", 5),
    ("with the harionago's hair around me, what does my 5+ defense become?", 6),
    ("I normally save on 3+, now I'm ensnared. what number do I need?", 4),
    ("one ensnared marker and Defense 2+: what do I need?", 3),
    ("hair's wrapped round me. My defense of 4+ needs what now?", 5),
    ("what roll stops a hit for an ensnared hero with defense 6+?", 7),
    ("Defense 3+. Ensnared. So what do I need to save?", 4),
    ("how high must my defense roll be while ensnared, printed defense 5+?", 6),
    ("snared once, base defense 4+. which roll do I need?", 5),
    ("which number saves me: defense 3+ with an ensnared token?", 4),
]


@pytest.mark.parametrize(("question", "wounds"), LEFT)
def test_each_bleeding_marker_takes_three_health(question, wounds):
    assert told(question).startswith(f"{wounds} Wounds until the Hero is down"), told(question)


@pytest.mark.parametrize(("question", "health"), NOW)
def test_health_with_bleeding_markers(question, health):
    assert told(question).startswith(f"Health {health}: "), told(question)


@pytest.mark.parametrize("health", [10, 13, 18])
@pytest.mark.parametrize("markers", [1, 2, 3])
@pytest.mark.parametrize("wounds", [0, 1])
def test_wounds_come_off_as_well(health, markers, wounds):
    taken = f" and I have {wounds} wounds" if wounds else ""
    text = told(f"printed health {health}, {markers} bleeding markers{taken}. how many wounds until I'm KO'd?")
    left = health - 3 * markers - wounds
    assert text.startswith(f"{left} Wound" if left else "0 left" if wounds else "Health"), text


@pytest.mark.parametrize(("question", "target"), NEEDED)
def test_an_ensnared_marker_makes_defense_one_worse(question, target):
    assert told(question).startswith(f"{target}+"), told(question)


@pytest.mark.parametrize("target", range(2, 7))
def test_ensnared_adds_one_to_any_defense(target):
    assert told(f"ensnared, defense {target}+: what do I need?").startswith(f"{target + 1}+")


def test_the_entries_are_cited():
    for question, entry in (
        ("health 10 and a bleeding marker: what's my health now?", "bleeding"),
        ("ensnared, defense 4+: what do I need?", "ensnared"),
    ):
        answer = ask(question)
        assert answer is not None
        assert entry in answer.entries


@pytest.mark.parametrize(
    "question",
    [
        "health 14, two bleeding markers, I spend a grit on one. how many wounds until I drop?",
        "an undead enemy with health 14 and two bleeding markers: how much health is left?",
        "health 14, bandaged for 2, two bleeding markers: how many wounds until I drop?",
        "how many bleeding markers kill a hero with health 14?",
        "health 14 and some bleeding markers: how many wounds until I drop?",
        "am I KO'd with health 6 and two bleeding markers?",
        "two bleeding markers, +2 health from my coat, health 10: how much health is left?",
        "sanity 10 and two bleeding markers, how much is left?",
        "ensnared with strength 5+, what do I need to break free?",
        "two ensnared markers and defense 3+: what do I need?",
        "ensnared, defense 4+, armor 5+: what do I need?",
        "ensnared, defense 4+: what's the chance to save?",
        "am I at 5+ when ensnared with defense 4+?",
    ],
)
def test_what_hangs_on_more_is_left_alone(question):
    assert told(question) == ""
