"""Exact odds: closed forms, brute force over every die, and the engine itself played once for each way they fall."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from typing import Any

import msgspec
import pytest

from rules_engine import events as e
from rules_engine import odds
from rules_engine.chances import attack_on, dual_attack_on, group_on, saves_of
from rules_engine.choices import Choice, Option
from rules_engine.dice import SIDES, VALUES
from rules_engine.errors import SetupError
from rules_engine.face_off import FaceOff, face_off
from rules_engine.odds import Distribution, Hits, OddsError, OnFace, Saves
from rules_engine.procedures.attacks import Weapon, make_attack, ranged_weapons
from rules_engine.procedures.darkness import HOLD_BACK, hold_back_the_darkness
from rules_engine.procedures.dual_wield import dual_wield
from rules_engine.procedures.foes import group_attack
from rules_engine.procedures.harm import take_hits
from rules_engine.procedures.movement import escape_test
from rules_engine.procedures.search import scavenge
from rules_engine.state import Item, freeze, thaw
from rules_engine.table import Table
from tests.rules_engine.at_the_table import of_kind, table
from tests.rules_engine.every_die import every_way, played

F = Fraction


def brute(dice: list[str], read: Callable[[tuple[int, ...]], Any]) -> dict[Any, Fraction]:
    """The distribution of something read from the faces, by counting all of them."""
    found: dict[Any, Fraction] = {}
    for faces in product(*(range(1, SIDES[kind] + 1) for kind in dice)):
        outcome = read(faces)
        found[outcome] = found.get(outcome, F(0)) + F(1)
    total = sum(found.values())
    return {outcome: count / total for outcome, count in found.items()}


# --- the value type ---------------------------------------------------------------------------------------------------


def test_chances_that_do_not_add_up_to_one_are_refused():
    with pytest.raises(OddsError, match="add up to 5/6"):
        Distribution({1: F(1, 2), 2: F(1, 3)})
    with pytest.raises(OddsError, match="none is negative"):
        Distribution({1: F(3, 2), 2: F(-1, 2)})


def test_a_distribution_tells_its_mean_and_the_chance_of_a_number_or_more():
    die = odds.die()
    assert die.mean() == F(7, 2)
    assert [die.at_least(n) for n in (0, 1, 4, 6, 7)] == [1, 1, F(1, 2), F(1, 6), 0]
    assert odds.die("D8").plain() == {str(n): "1/8" for n in range(1, 9)}


@pytest.mark.parametrize(("kind", "mean"), [("D3", F(2)), ("D6", F(7, 2)), ("D8", F(9, 2)), ("P", F(25, 6))])
def test_a_die_counts_as_its_values(kind: str, mean: Fraction):
    assert odds.die(kind).mean() == mean
    assert odds.die(kind).chances == brute([kind], lambda faces: VALUES[kind][faces[0]])


def test_a_die_that_the_game_does_not_have_is_refused():
    with pytest.raises(OddsError, match="'D12'; known: D3, D6, D8, D20, P"):
        odds.die("D12")


# --- closed forms and brute force -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dice", "target"), [(0, 4), (1, 6), (3, 6), (5, 4), (8, 5), (2, 7), (2, 1)])
def test_successes_are_binomial(dice: int, target: int):
    p = F(max(0, min(6, 7 - target)), 6)
    expected = {n: comb(dice, n) * p**n * (1 - p) ** (dice - n) for n in range(dice + 1)}
    assert odds.successes(dice, target).chances == {n: chance for n, chance in expected.items() if chance}
    assert odds.any_success(dice, target) == 1 - (1 - p) ** dice


def test_the_sum_of_dice_is_what_counting_says():
    assert odds.repeat(odds.die(), 3).chances == brute(["D6"] * 3, sum)


def test_the_darkness_is_held_with_7_on_half_of_all_rolls():
    assert odds.hold_back(7).chances == {"held": F(1, 2), "the Darkness advances": F(1, 3), "Depth Event": F(1, 6)}
    assert [odds.hold_back(n).chance("held") for n in (8, 9)] == [F(1, 3), F(2, 9)]


def test_one_die_that_is_kept_decides_with_the_other():
    assert odds.hold_back(7, [1]).chances == {"Depth Event": F(1, 6), "held": F(1, 6), "the Darkness advances": F(2, 3)}
    with pytest.raises(OddsError, match="cannot be kept"):
        odds.hold_back(7, [1, 2, 3])


def test_a_move_is_at_least_one_space():
    assert odds.move(-2).chances == {1: F(1, 2), 2: F(1, 6), 3: F(1, 6), 4: F(1, 6)}
    assert odds.move(1, fixed=4).chances == {5: 1}


@pytest.mark.parametrize("critical", ["6+", "6", ""])
@pytest.mark.parametrize(("dice", "target", "kind"), [(3, 4, "D6"), (2, 5, "D8"), (1, 7, "D8"), (2, 7, "D6")])
def test_hits_and_critical_hits_are_what_counting_says(dice: int, target: int, kind: str, critical: str):
    def read(faces: tuple[int, ...]) -> Hits:
        hits = [face for face in faces if face >= target]
        fatal = {"6+": range(6, 9), "6": range(6, 7), "": range(0)}[critical]
        return Hits(len(hits), sum(face in fatal for face in hits))

    assert odds.to_hit(dice, target, kind, critical).chances == brute([kind] * dice, read)


def test_grit_on_all_misses_gives_each_a_second_chance():
    assert odds.to_hit(2, 4, reroll_misses=True).map(lambda scored: scored.hits).chances == {
        0: F(1, 16), 1: F(6, 16), 2: F(9, 16)
    }  # fmt: skip


def test_a_critical_hit_that_no_edition_knows_is_refused():
    with pytest.raises(OddsError, match="not '5\\+'"):
        odds.to_hit(1, 4, critical="5+")


def test_damage_below_defense_does_no_wound_and_armor_saves_each_wound():
    assert odds.wounds_of_hit("D6", 0, 4).chances == {0: F(2, 3), 1: F(1, 6), 2: F(1, 6)}
    saved = brute(["D6"] * 3, lambda f: sum(die < 5 for die in f[1 : 1 + max(0, f[0] - 4)]))
    assert odds.wounds_of_hit("D6", 0, 4, armor=5).chances == saved


def test_wounds_beyond_the_health_left_count_for_nothing():
    blows = odds.Blows(Distribution.sure(3), Distribution.sure(5))
    assert odds.wounds_of_hits(blows, Hits(2, 1), 6).chances == {6: 1}
    assert odds.attack(Distribution.sure(Hits(2, 0)), blows, 7).kill == 0


def test_saves_go_cover_defense_shield_armor():
    def read(f: tuple[int, ...]) -> int:
        left = sum(die < 6 for die in f[:2])
        left = sum(die < 4 for die in f[2 : 2 + left])
        wounds = max(0, left - 1)
        return sum(die < 5 for die in f[4 : 4 + wounds])

    assert odds.saves(2, 4, cover=6, shield=1, armor=5).chances == brute(["D6"] * 5, read)


def test_faces_that_ignore_defense_are_saved_apart():
    hero = Saves(defense=2, armor=0)
    plain = odds.group_attack(1, 4, 2, hero, 10)
    smash = odds.group_attack(1, 4, 2, hero, 10, faces=[OnFace(6, ("defense",))])
    assert plain.wounds.chances == {0: F(11, 12), 2: F(1, 12)}
    assert smash.wounds.chances == {0: F(1, 2) + F(1, 3) * F(5, 6), 2: F(1, 6) + F(1, 3) * F(1, 6)}


def test_ones_rolled_again_and_the_first_hit_doubled():
    again = odds.group_attack(1, 6, 1, Saves(7), 10, ones_again=True)
    assert again.hits.chances == {0: F(29, 36), 1: F(7, 36)}
    double = odds.group_attack(2, 1, 3, Saves(7), 8, first_doubled=True)
    assert double.wounds.chances == {8: 1} and double.down == 1


def test_odds_of_more_dice_than_any_table_has_are_refused():
    with pytest.raises(OddsError, match="0 to 60 dice, not 61"):
        odds.successes(61, 4)


# --- the engine, played once for each way that the dice fall ----------------------------------------------------------


def strike(grit: bool) -> Callable[[Choice], Option]:
    """Spend Grit on all misses of To Hit dice where it is there; assign as offered first; else the first option."""

    def pick(choice: Choice) -> Option:
        if grit and choice.kind == "reroll" and choice.about["kind"] == "to_hit":
            return choice.options[1]
        return choice.options[0]

    return pick


def meet(hero: str, weapon: str, enemy: str, edition: str = "compilation", **rest: Any) -> FaceOff:
    met = face_off(hero, enemy, weapon=weapon, edition=edition, **rest)
    met.hero.grit = 0
    met.table.state.light = met.hero.id
    return met


ATTACKS = [
    ("us-marshal", "shotgun", "drowned-dead", "compilation"),
    ("us-marshal", "shotgun", "drowned-dead", "old-west"),
    ("us-marshal", "shotgun", "stranglers", "old-west"),
    ("bandido", "", "void-spiders", "compilation"),
    ("rancher", "pick-axe", "hungry-dead", "compilation"),
    ("us-marshal", "buffalo-rifle", "lode-horror", "compilation"),
    ("saloon-girl", "six-shooter", "tentacles", "compilation"),
]


def way_by_way(hero: str, weapon: str, enemy: str, edition: str, reroll: bool) -> tuple[dict[int, Fraction], Fraction]:
    """Wounds and the chance of a kill, from playing the Attack once for each way that the dice fall."""

    def play(dice: Any) -> tuple[int, bool]:
        met = meet(hero, weapon, enemy, edition)
        met.table.dice = dice
        met.hero.grit = int(reroll)
        played(make_attack(met.table, met.hero, met.weapon), strike(reroll))
        wounds = sum(event.wounds for event in of_kind(met.table.events, e.HitResolved))
        return wounds, not met.table.state.enemies

    found = every_way(play, "to hit", "damage", saves={"enemy armor": 5})
    wounds: dict[int, Fraction] = {}
    for (total, _), chance in found.items():
        wounds[total] = wounds.get(total, F(0)) + chance
    return wounds, sum((chance for (_, dead), chance in found.items() if dead), F(0))


@pytest.mark.parametrize(("hero", "weapon", "enemy", "edition"), ATTACKS)
def test_an_attack_comes_out_as_the_odds_say(hero: str, weapon: str, enemy: str, edition: str):
    met = meet(hero, weapon, enemy, edition)
    counted = attack_on(met.table, met.hero, met.weapon, met.enemy)
    assert (counted.wounds.chances, counted.kill) == way_by_way(hero, weapon, enemy, edition, False)


@pytest.mark.parametrize("enemy", ["tentacles", "stranglers"])
def test_an_attack_with_grit_on_its_misses_comes_out_as_the_odds_say(enemy: str):
    met = meet("us-marshal", "shotgun", enemy)
    counted = attack_on(met.table, met.hero, met.weapon, met.enemy, reroll=True)
    assert (counted.wounds.chances, counted.kill) == way_by_way("us-marshal", "shotgun", enemy, "compilation", True)


def test_the_edition_decides_whether_a_7_or_8_is_critical():
    newer, older = (meet("us-marshal", "shotgun", "stranglers", edition) for edition in ("compilation", "old-west"))
    criticals = [attack_on(m.table, m.hero, m.weapon, m.enemy).criticals.mean() for m in (newer, older)]
    assert criticals == [F(3, 8), F(1, 8)]


@pytest.mark.parametrize("edition", ["compilation", "old-west"])
def test_two_guns_come_out_as_the_odds_say(edition: str):
    def guns() -> tuple[FaceOff, list[Weapon]]:
        met = meet("rancher", "pocket-pistol", "void-spiders", edition)
        met.hero.items.append(Item(50, "younger-brother", True))
        met.table.stats.forget()
        found = [w for w in ranged_weapons(met.table, met.hero) if w.item in ("pocket-pistol", "younger-brother")]
        return met, [msgspec.structs.replace(gun, criticals=False) for gun in found]

    def play(dice: Any) -> int:
        met, _ = guns()
        met.table.dice = dice
        played(dual_wield(met.table, met.hero, "pocket-pistol,younger-brother"))
        return sum(event.wounds for event in of_kind(met.table.events, e.HitResolved))

    met, (first, second) = guns()
    second = msgspec.structs.replace(second, to_hit=second.to_hit + met.table.rules.off_hand_penalty)
    counted = dual_attack_on(met.table, met.hero, first, second, met.enemy)
    assert counted.wounds.chances == every_way(play, "to hit", "damage")


def armored(dice: Any = None, **stats: int) -> FaceOff:
    """A hero with made-up saves."""
    met = meet("us-marshal", "", "tentacles")
    met.hero.stats.update(stats)
    met.table.stats.forget()
    if dice is not None:
        met.table.dice = dice
    return met


@pytest.mark.parametrize(
    ("hits", "damage", "stats"),
    [(3, 1, {}), (2, 2, {"armor": 5}), (2, 1, {"cover": 5, "armor": 6}), (2, 2, {"shield": 1, "armor": 4})],
)
def test_hits_on_a_hero_come_out_as_the_odds_say(hits: int, damage: int, stats: dict[str, int]):
    def play(dice: Any) -> int:
        met = armored(dice, **stats)
        played(take_hits(met.table, met.hero, "physical", hits, "a rock", damage=damage))
        return met.hero.wounds

    met = armored(**stats)
    saves = saves_of(met.table, met.hero)
    assert saves == Saves(3, stats.get("cover", 0), stats.get("shield", 0), stats.get("armor", 0))
    assert saves.against(hits, damage, ()).chances == every_way(play, saves={**stats, "defense": 3})


@pytest.mark.parametrize(
    ("enemy", "count"), [("tentacles", 1), ("stranglers", 1), ("drowned-dead", 1), ("hungry-dead", 1)]
)
def test_enemies_attack_a_hero_as_the_odds_say(enemy: str, count: int):
    def play(dice: Any) -> int:
        met = meet("us-marshal", "", enemy, count=count)
        met.table.dice = dice
        played(group_attack(met.table, enemy, list(met.table.state.enemies), met.hero))
        return met.hero.wounds

    met = meet("us-marshal", "", enemy, count=count)
    counted = group_on(met.table, enemy, count, met.hero)
    assert counted.wounds.chances == every_way(play, "enemy to hit", saves={"defense": 3})


@pytest.mark.parametrize(("needed", "dice"), [(4, 1), (6, 1), (5, 2)])
def test_an_escape_comes_out_as_the_odds_say(needed: int, dice: int):
    def play(falling: Any) -> bool:
        met = armored(falling, escape_dice=dice)
        played(escape_test(met.table, met.hero, needed))
        (tested,) = of_kind(met.table.events, e.EscapeTested)
        return bool(tested.passed)

    assert every_way(play)[True] == odds.any_success(dice, needed)


@cache
def entrance() -> tuple[Table, bytes]:
    at = table()
    for hero in at.state.heroes.values():
        hero.grit, hero.side_bag = 0, []
    return at, freeze(at.state)


def at_the_entrance(dice: Any) -> Table:
    """The Marshal at the Entrance of a game that has begun, without Grit or tokens."""
    at, state = entrance()
    return Table(thaw(state), at.library, at.rules, dice)


def test_scavenging_comes_out_as_the_odds_say():
    def play(dice: Any) -> int:
        at = at_the_entrance(dice)
        played(scavenge(at, next(iter(at.state.heroes.values())), 1))
        (searched,) = of_kind(at.events, e.Scavenged)
        return int(searched.found)

    assert every_way(play) == odds.scavenge(3).chances


@pytest.mark.parametrize(("marker", "needed"), [(16, 7), (11, 7), (10, 8), (6, 8), (5, 9)])
def test_the_darkness_is_held_back_as_the_odds_say(marker: int, needed: int):
    def play(dice: Any) -> str:
        at = at_the_entrance(dice)
        at.state.hero_marker = marker
        played(hold_back_the_darkness(at))
        happened = at.events
        if of_kind(happened, e.DepthEventRolled):
            return odds.DEPTH_EVENT
        return odds.ADVANCES if of_kind(happened, e.DarknessMoved) else odds.HELD

    assert every_way(play, HOLD_BACK) == odds.hold_back(needed).chances


# --- face to face -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"hero": "pirate"}, "no hero class 'pirate'"),
        ({"enemy": "kraken"}, "no enemy 'kraken'"),
        ({"weapon": "brother"}, "fits several weapons: elder-brother, younger-brother"),
        ({"weapon": "harpoon"}, "is no weapon; known: berserker-axes"),
        ({"edition": "fourth"}, "no edition 'fourth'"),
        ({"upgrade": "wings"}, "no Starting Upgrade; known: rolling-thunder"),
    ],
)
def test_a_face_off_of_unknowns_is_refused(given: dict[str, str], told: str):
    with pytest.raises(SetupError, match=told):
        face_off(**{"hero": "us-marshal", "enemy": "tentacles", **given})


def test_a_hit_that_is_harder_to_defend_needs_that_much_more() -> None:
    club = odds.group_attack(1, 4, 1, odds.Saves(4), 10, faces=[odds.OnFace(6, (), 1)])
    assert club.wounds.chance(1) == F(2, 6) * F(1, 2) + F(1, 6) * F(4, 6)
    bare = odds.group_attack(1, 4, 1, odds.Saves(0), 10, faces=[odds.OnFace(6, (), 1)])
    assert bare.wounds.chance(1) == F(1, 2), "who has no Defense gets none by it"
