"""The same questions with other numbers and other wording: each answer is what the engine's own functions give."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from rules_engine.experience import LEVEL_COSTS, elite_xp, healing_xp, xp_between, xp_of_hit
from rules_engine.procedures.campaign import corrupts
from rules_engine.procedures.darkness import needed_to_hold
from rules_engine.procedures.fights import loot_cards
from rules_engine.procedures.search import scavenge_limit
from rules_engine.procedures.threats import elite_bonus
from rules_engine.ruleset import ruleset
from rules_engine.setup import REVIVE_TOKENS
from rules_engine.state import BLOOD_SPATTER_SPACES, ENTRANCE
from tests.gm.oracle.asking import told

_NAMES = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
"""
NAMES = _NAMES.split()
EDITIONS = {"compilation": "", "old-west": " in the old west book", "valhalla": " in Valhalla",
            "forbidden-fortress": " under the forbidden fortress rules"}  # fmt: skip


def spelled(number: int, dice: random.Random) -> str:
    """A number in figures or, where it has a word here, now and then in letters."""
    return NAMES[number] if number < len(NAMES) and dice.random() < 0.4 else str(number)


def listed(numbers: list[int], dice: random.Random) -> str:
    said = [str(number) for number in numbers]
    if len(said) == 1:
        return said[0]
    return f"{', '.join(said[:-1])} and {said[-1]}" if dice.random() < 0.7 else ", ".join(said)


def large_enemies() -> list[tuple[str, str]]:
    dice, found = random.Random("large enemies"), []
    for _ in range(40):
        base, each, elite = dice.choice([5, 10, 15, 20, 25]), dice.choice([5, 10]), dice.choice([0, 0, 1, 2])
        hits = [dice.randint(1, 6) for _ in range(dice.randint(1, 4))]
        edition = dice.choice(sorted(EDITIONS))
        worth = dice.choice(
            [f"{base}XP +{each} each", f"{base} xp +{each} each", f"{base} XP plus {each} for each wound"]
        )
        free = f" with {spelled(elite, dice)} elite {'ability' if elite == 1 else 'abilities'}" if elite else ""
        wounds = listed(hits, dice)
        text = dice.choice(
            [
                f"an enemy worth {worth}{free}, I wounded it for {wounds} in one attack. "
                f"how much xp{EDITIONS[edition]}?",
                f"{worth}{free}, hits wounding for {wounds}. xp{EDITIONS[edition]}?",
                f"how much XP do I get{EDITIONS[edition]} for a {worth} monster{free} "
                f"when I hit it for {wounds} wounds?",
            ]
        )
        value = base + elite_xp(elite)
        total = sum(xp_of_hit(ruleset(edition), value, each, hit, place) for place, hit in enumerate(hits))
        found.append((text, f"{total:,} XP"))
    return found


def levels() -> list[tuple[str, str]]:
    dice, found = random.Random("levels"), []
    for start in range(1, 8):
        for goal in range(start + 1, 9):
            text = dice.choice(
                [
                    f"how much xp from level {start} to level {goal}?",
                    f"what does it cost in XP to go from level {spelled(start, dice)} to {spelled(goal, dice)}?",
                    f"I'm level {start}, how much exp altogether to reach lvl {goal}?"
                    if start == 1
                    else f"xp between level {start} and level {goal}?",
                ]
            )
            found.append((text, f"{xp_between(start, goal):,} XP"))
    found += [(f"how much xp does level {level} cost?", f"{cost:,} XP") for level, cost in LEVEL_COSTS.items()]
    return found


def places() -> list[tuple[str, str]]:
    dice, found = random.Random("places"), []
    for tiles in range(1, 17):
        here = ENTRANCE - tiles
        text = dice.choice(
            [
                f"we've placed {spelled(tiles, dice)} tiles, what do we need to hold back?",
                f"after {spelled(tiles, dice)} map tiles, what's the hold back target?",
                f"{tiles} doors opened so far: what number do we need on the lantern roll?",
            ]
        )
        found.append((text, f"needs {needed_to_hold(here)}+"))
    for space in range(1, 16):
        text = dice.choice(
            [
                f"our marker is on space {space}: what do we need to hold back the darkness?",
                f"party marker on {space}, what's the target of the hold back roll?",
            ]
        )
        found.append((text, f"{needed_to_hold(space)}+"))
    for failed in range(2, 16):
        cards = sum(space <= failed for space in BLOOD_SPATTER_SPACES)
        text = (
            f"we failed {spelled(failed, dice)} lantern rolls, where is the darkness and how many darkness cards came?"
        )
        found += [(text, f"space {failed}"), (text, f"{cards} Darkness card")]
    return found


def rolls() -> list[tuple[str, str]]:
    dice, found = random.Random("rolls"), []
    for _ in range(20):
        faces = [dice.randint(1, 6) for _ in range(dice.randint(2, 7))]
        text = dice.choice(
            [
                f"I carry {len(faces)} dark stone and rolled {listed(faces, dice)}. how many corruption hits?",
                f"{spelled(len(faces), dice)} dark stone at the end of the mission, I "
                f"roll {listed(faces, dice)}: how many corruption hits is that?",
            ]
        )
        found.append((text, f"{sum(map(corrupts, faces))} Corruption Hit"))
        target = dice.randint(3, 5)
        found.append(
            (
                f"I rolled {listed(faces, dice)} and hit on {target}+, how many hits?",
                f"{sum(face >= target for face in faces)} Hit",
            )
        )
        defense, damage = dice.randint(1, 5), [dice.randint(1, 8) for _ in range(dice.randint(2, 4))]
        found.append(
            (
                f"damage {listed(damage, dice)} against defense {defense}: how many wounds?",
                f"{sum(max(0, dealt - defense) for dealt in damage)} Wound",
            )
        )
    return found


def by_number() -> list[tuple[str, str]]:
    dice, found = random.Random("by number"), []
    for heroes, tokens in REVIVE_TOKENS.items():
        text = f"{spelled(heroes, dice)} heroes, how many revive tokens do we start with?"
        found.append((text, f"{tokens} Revive" if tokens else "No Revive"))
        for edition, named in EDITIONS.items():
            limit = scavenge_limit(ruleset(edition), heroes)
            times = "once" if limit == 1 else f"{limit} times"
            found.append((f"with {heroes} players, how often can a room be scavenged{named}?", times))
    for level in range(1, 9):
        elite = elite_bonus(level)
        told_ = f"{elite} Elite" if elite else ("Brutal" if level >= 5 else "nothing extra")
        found.append((f"posse level {spelled(level, dice)}: what do the enemies get?", told_))
        others = [dice.randint(1, level) for _ in range(2)]
        found.append((f"our levels are {listed([*others, level], dice)}, what extra do the bad guys get?", told_))
    for sources in range(1, 6):
        found.append(
            (
                f"{spelled(sources, dice)} threat cards in that fight, how many loot cards each?",
                f"{loot_cards(sources)} Loot",
            )
        )
    for points in range(1, 7):
        found.append(
            (f"how much xp for healing {spelled(points, dice)} wounds on a friend?", f"{healing_xp(points)} XP")
        )
        found.append((f"strength {points}: how many anvils can I carry?", f"{points + 5} weight"))
    return found


CASES = [*large_enemies(), *levels(), *places(), *rolls(), *by_number()]


def test_there_are_at_least_150_of_them():
    assert len(set(CASES)) >= 150


@pytest.mark.parametrize(("question", "figure"), CASES)
def test_the_answer_is_the_engines(question, figure):
    assert figure in told(question), told(question)


def test_more_wounds_are_never_worth_less():
    worth = [told(f"10XP +5 each, wounded it for {wounds}. how much xp?") for wounds in range(1, 20)]
    figures = [int(text.partition(" XP")[0]) for text in worth]
    assert all(later - earlier == 5 for earlier, later in pairwise(figures))
