"""Wounds of plain and Critical Hits past an enemy's Defense, and whether it dies of them."""

from __future__ import annotations

import random

import pytest

from tests.gm.oracle.asking import ask, told

WOUNDS = [
    ("Defense 5 troll, two plain hits at 7 and 4, one crit at 6. how many wounds go in?", 8),
    ("against 3 defense I dealt 8 (crit), 2 and 5. wounds total?", 10),
    ("two crits doing 4 each and a regular hit of 5 on something with Defense 4. wounds in all?", 9),
    ("both crits, 3 and 6, against defense 5: how many wounds?", 9),
    ("Damage rolls 6, 4 and 3, the 6 is a crit, defense 3. how many wounds?", 7),
    ("how many wounds does a crit for 7 do on defense 5?", 7),
    ("Two normal hits both for 5, one crit for 3; defense is 4. What wounds do I put on it?", 5),
    ("crit 5, crit 4, plain 6, defense is 3. wounds how many?", 12),
    ("no crits, six and four damage vs defense 3: how many wounds?", 4),
    ("plain hits of 2 and 3 bounced about, plus a 4 on the crit, its defense is 3. wounds?", 4),
    ("my crit did four damage and the other two hits five and six. ghoul's defense 4. how many wounds?", 7),
    ("defense 2. damage dice 1 and 5, with a 6 from a critical hit. how many wounds in total?", 9),
]
FATE = [
    ("three hits on a defense 3 ghoul with 8 health: 4, 5 and a crit of 2. how many wounds?", 5, "has 3 left"),
    ("health 10, defense 4. crit 6, normals 5 and 7. what wounds, and dead or alive?", 10, "is dead"),
    ("defense 3, health 4: a 5 and a 2 on the crit. how many wounds?", 4, "is dead"),
]


@pytest.mark.parametrize(("question", "wounds"), WOUNDS)
def test_a_critical_hit_counts_whole(question, wounds):
    assert told(question).startswith(f"{wounds} Wounds: "), told(question)


@pytest.mark.parametrize(("question", "wounds", "fate"), FATE)
def test_with_its_health_it_is_known_whether_it_dies(question, wounds, fate):
    text = told(question)
    assert text.startswith(f"{wounds} Wounds: "), text
    assert fate in text


def test_how_far_it_is_from_dead_comes_first_where_that_is_asked():
    text = told("defense 4 and 9 health: my crit is a 3, the plain hit a 6. how many more wounds to finish it?")
    assert text.startswith("4 Wounds short of dead: 5 of Health 9."), text


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("my crit did 4; the other two hits 6 and 5. Enemy's got 5 defense and 7 health - is it dead?", "No. "),
        ("does a crit for 6 and a plain hit of 5 kill a thing with defense 4 and 7 health?", "Yes. "),
        ("will a 9 health beast with defense 3 survive a normal hit of 5 and a crit that rolled 6?", "Yes. "),
    ],
)
def test_whether_it_is_dead_is_a_yes_or_a_no(question, verdict):
    assert told(question).startswith(verdict), told(question)


def sweep() -> list[tuple[str, int]]:
    dice, found = random.Random("damage"), []
    for number in range(30):
        defense, crit = dice.randint(1, 6), dice.randint(1, 8)
        plain = [dice.randint(1, 8) for _ in range(dice.randint(1, 3))]
        dealt = ", ".join(map(str, plain))
        text = (
            f"defense {defense}: plain hits for {dealt} and a crit that rolled {crit}. how many wounds?",
            f"my damage was {dealt}, plus a {crit} on the crit, versus defense {defense}. wounds in total?",
        )[number % 2]
        found.append((text, crit + sum(max(0, one - defense) for one in plain)))
    return found


@pytest.mark.parametrize(("question", "wounds"), sweep())
def test_the_figure_is_damage_less_defense_and_the_critical(question, wounds):
    assert told(question).startswith(f"{wounds} Wound"), told(question)


def test_the_rule_of_critical_hits_is_cited():
    answer = ask("defense 4, a plain hit of 6 and a crit for 5: how many wounds?")
    assert answer is not None
    assert "critical-hits" in answer.entries


@pytest.mark.parametrize(
    "question",
    [
        "damage 6 and 5 on the crit, defense 4: how many wounds?",
        "a crit for 6 and 4 against defense 3: how many wounds?",
        "crit 6, 5 and 7 normal, defense 2: how many wounds?",
        "my shotgun crit does 8 vs defense 4, how many wounds?",
        "a tough beast with defense 4: plain hit 6, crit 5. how many wounds?",
        "plain hit 6, crit 5 +1 damage, defense 4: how many wounds?",
        "plain hit 6, crit 5, defense 4, armor 5+: how many wounds?",
        "xp for a crit of 5 and a hit of 6 on defense 4?",
        "plain hit of 6 and crit of 5 by my mate, 3 by me, defense 4: how many wounds?",
        "two hits each for 5 and a crit for 3; defense is 4. how many wounds?",
        "damage rolls 6, 4 and 3, the last one a crit, defense 3. how many wounds?",
        "do crits ignore defense 4?",
        "what's the average of a crit against defense 4?",
    ],
)
def test_what_is_not_clear_is_left_alone(question):
    assert told(question) == ""
