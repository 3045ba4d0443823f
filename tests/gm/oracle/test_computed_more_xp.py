"""XP told in other words: Hits one by one, also without a Wound; kills by Posse Level; what is Healed at most."""

from __future__ import annotations

import random
import re

import pytest

from rules_engine.content.library import standard
from tests.gm.oracle.asking import ask, told

LARGE = [
    ("compilation scoring. a 15XP +5 each horror with two elite powers, hit three times: 2, 0, 1 wounds. xp?", 40),
    ("under the old west book: 10XP +5 each, two elite abilities. two hits, one did 2 wounds, the other 4. xp?", 70),
    ("10XP +5 each with one elite ability and my single hit wounds it for 3. fortress rules, how much xp?", 30),
    ("big ugly, 10 xp and 5 per wound, it had one elite power. I connect twice: first does 2, second none. XP?", 25),
    ("Elite x2 on a 20 XP +10 each horror. One attack, hits for 3, 2 and 1 wounds. What do I earn in XP?", 90),
    ("25 XP + 5 each, triple elite, one hit did 3 wounds and another 2. how many xp under the western rules?", 105),
    ("monster printed 20xp +5 each. My shots went in for 3, 3 and 1. xp in valhalla?", 55),
    ("what XP for my lone blow of 5 wounds on a 15XP +5 each beast?", 40),
    (
        "double elite brute, 10XP +5 each, old west rules: the first hit bounces off, the second wounds it for 4. xp?",
        40,
    ),
    ("I land three hits, each for 2 wounds, on a 20 XP +5 each giant. xp?", 50),
]
KILLED = [
    ("killed four ghouls at 10 xp apiece, the gang had one elite power. xp?", 60),
    ("we dropped four ghouls at 15xp a head with a single elite ability on them, total xp?", 80),
    ("took out three of them, 20 xp each, double elite. what XP do I pocket?", 90),
    ("bagged two little beasts worth 15 XP each. how much xp?", 30),
    ("XP for finishing off five pests, 5 xp a piece, elite x2?", 75),
]
NAMED = [
    ("our posse is level 4. I slew two plain drowned dead all by myself. xp?", 50),
    ("put down a regular acidic tentacle, triple elite. how much XP?", 50),
    ("killed a normal acidic tentacle while that whole bunch had one elite ability, xp?", 40),
    ("how much xp for killing two drowned dead when we're posse level 2?", 30),
    ("posse level 3, finished a drowned dead, exp?", 20),
    ("I gunned down a drowned dead; the posse's at level 4. How much experience?", 25),
]


@pytest.mark.parametrize(("question", "xp"), [*LARGE, *KILLED, *NAMED])
def test_xp_is_counted_from_a_tale(question, xp):
    text = told(question)
    assert re.match(rf"(?:By .*: )?{xp} XP[: ]", text), text


def sweep() -> list[tuple[str, int]]:
    dice, found = random.Random("more xp"), []
    for number in range(30):
        base, each, elite = dice.choice([5, 10, 15, 20]), dice.choice([5, 10]), dice.randint(1, 3)
        wounds = [dice.randint(0, 4) for _ in range(dice.randint(2, 4))]
        edition, by_hit = (("old west", True), ("compilation", False))[number % 2]
        hits = [one for one in wounds if one]
        times = len(hits) if by_hit else min(1, len(hits))
        listed = ", ".join(map(str, wounds))
        text = (
            f"{edition} rules: brute worth {base}XP +{each} each with {elite} elite powers. "
            f"my {len(wounds)} hits wound it for {listed}. xp?"
        )
        found.append((text, (base + 5 * elite) * times + each * sum(hits)))
    return found


@pytest.mark.parametrize(("question", "xp"), sweep())
def test_only_wounding_hits_count(question, xp):
    assert f"{xp} XP: " in told(question), told(question)


@pytest.mark.parametrize("level", range(1, 9))
@pytest.mark.parametrize("count", [1, 3])
def test_the_posse_level_makes_enemies_worth_more(level, count):
    record = standard().enemies["drowned-dead"]
    one = record.brutal.xp if level >= 5 else record.normal.xp
    one += 5 * {3: 1, 4: 2, 7: 1, 8: 2}.get(level, 0)
    text = told(f"posse level {level}, I killed {count} drowned dead. how much xp?")
    assert text.startswith(f"{one * count} XP"), text


def test_the_posse_level_is_cited():
    answer = ask("posse level 4, I killed 3 drowned dead. how much xp?")
    assert answer is not None
    assert "posse-level" in answer.entries


@pytest.mark.parametrize(
    "question",
    [
        "three hits for 2 and 4 wounds on a 10XP +5 each enemy with an elite power, xp?",
        "10XP +5 each: two hits for 2 and 4 in my first attack and one for 3 in the second. xp?",
        "10XP +5 each: 3 hits that wound it for 2, and 2 hits that wound it for 1. xp?",
        "15XP +5 each. Attack one: 2 wounds. Attack two: 3 wounds. xp?",
        "15XP +5 each, I wound it for 2 this turn and 3 next turn, xp?",
        "10XP +5 each with 12 health, hits for 2 and 4. xp?",
        "10XP +5 each and some elite abilities, one hit for 3. xp?",
        "10XP +5 each, my damage dice were 5 and 6 against defense 3. xp?",
        "posse level 6, killed a normal drowned dead, how much xp?",
        "posse level 4, killed two brutal drowned dead. how much xp?",
        "posse level 4 and three elite abilities on them; killed a drowned dead. xp?",
        "posse level 4, killed three drowned dead together with my friend. xp?",
        "I'm level 3 and killed two drowned dead: how much xp?",
        "killed a bunch of drowned dead, double elite. xp?",
        "posse level 4, how much XP to the next level after killing a drowned dead?",
        "killed the beasts, 10 xp apiece, two elite powers. xp?",
        "posse level 12, killed a drowned dead. xp?",
        "do I get 45 xp for a 10XP +5 each thing when my friend wounds it for 4?",
    ],
)
def test_what_hangs_on_more_is_left_alone(question):
    assert told(question) == ""


HEALED = [
    ("bandaged my buddy for five wounds and gave her ale worth 2 sanity, healing xp?", 35),
    ("patched her up: die shows 6 and she was only missing 2 wounds, what XP do I get?", 10),
    ("fed my partner whiskey, that restored four sanity; what's in it for me in xp?", 20),
    ("a bandage on the rancher took off 2 wounds. XP?", 10),
    ("healing xp: I rolled 3 and my neighbour was down 5 wounds", 15),
    ("how much experience for curing a friend of 4 wounds?", 20),
    ("xp for tending somebody: rolled 6, he had just one wound", 5),
    ("treated the preacher. 3 sanity and 1 wound recovered. How much XP do I earn?", 20),
    ("nursing a pal: the die is a 4, she has 4 wounds. exp?", 20),
    ("I rubbed salve on him, three wounds gone. What do I earn?", 15),
    ("stitched up the gunslinger for 2. how much xp?", 10),
]


@pytest.mark.parametrize(("question", "xp"), HEALED)
def test_healing_another_hero_is_worth_five_xp_a_point(question, xp):
    assert told(question).startswith(f"{xp} XP: 5 for each of "), told(question)


@pytest.mark.parametrize("rolled", range(1, 7))
@pytest.mark.parametrize("wounds", [1, 3, 6])
def test_no_more_is_healed_than_there_is(rolled, wounds):
    text = told(f"my bandage rolled a {rolled} but she only had {wounds} wounds. xp for healing her?")
    assert text.startswith(f"{5 * min(rolled, wounds)} XP: "), text


@pytest.mark.parametrize(
    "question",
    [
        "rolled a 5 but I only had 3 wounds. xp for healing myself?",
        "healed my friend for 4, 5 xp each. total?",
        "rolled a 4 for his wounds and 3 for his sanity, xp for healing?",
        "I healed him 4 wounds and he healed me 2 sanity: my xp?",
        "bandage for 6 points, but he has 2 wounds and 3 sanity damage, healing xp?",
        "how much xp does my ally get for healing 3 wounds?",
        "the doc healed 3 wounds of my friend, xp?",
        "what's the average xp for healing a friend with a d6?",
        "healed 3 wounds on my friend and killed a 10 xp tentacle. xp?",
    ],
)
def test_other_healing_is_left_alone(question):
    assert told(question) == ""
