"""Hero Attacks: weapons, whom they reach, rolling To Hit, assigning Hits, Damage, Wounds and XP."""

from __future__ import annotations

from typing import Any

import pytest

from rules_engine import GameSetup, HeroSetup
from rules_engine import events as e
from rules_engine.effects.context import Context
from rules_engine.procedures.attacks import (
    Weapon,
    attack,
    automatic_hits,
    is_critical,
    make_attack,
    melee_weapon,
    ranged_weapons,
    resolve_hits,
    targets,
    wound_enemy,
)
from rules_engine.procedures.signals import FightWon
from rules_engine.state import Enemy, Fight, Hero, Lasting
from rules_engine.table import Table
from tests.rules_engine.at_the_table import (
    MARSHAL,
    by_id,
    drive,
    foe,
    in_turn,
    item,
    of_kind,
    packs_with,
    run,
    table,
    two_heroes,
)

TWO = GameSetup((MARSHAL, HeroSetup("bandido", "Mateo", "powder-monkey", "whiskey", "worn-eye-patch", space="1.01")))
GUN: dict[str, Any] = {"kind": "ranged", "range": 6, "shots": 2}
KNIFE: dict[str, Any] = {"kind": "melee", "add": 1}
CLAWS = {"free_attack": {"kind": "melee", "combat": 2, "die": "D8", "add": 1}}
DART = {"free_attack": {"kind": "ranged", "shots": 1, "range": 5}}
WHIRL = {"strike": {"kind": "melee", "combat": 1, "each_adjacent": True}}
SNAP = {"hit_enemy": {"to": "adjacent_one_enemy"}}
PACK = packs_with(
    {
        "items/test.yaml": [
            item("test-gun", hands=1, weapon=GUN | {"die": "D8", "add": 2, "hit_die": "D8"}),
            item("test-cannon", hands=2, keywords=["gun"], weapon=GUN | {"criticals": True}),
            item("test-toy", hands=1, weapon=GUN | {"criticals": False}),
            item("test-knife", hands=1, weapon=KNIFE),
            item("test-axe", hands=1, weapon=KNIFE | {"add": 2, "die": "D8", "hit_die": "D8", "criticals": False}),
            item("test-spoon", hands=1, weapon=KNIFE | {"add": -1}),
            item("test-blunt", {"id": "blunt", "flags": ["no_melee_criticals"]}),
            item("test-grip", {"id": "grip", "flags": ["guns_in_one_hand"]}),
            item("test-calm", {"id": "calm", "flags": ["ignore_adjacent_first"]}),
            item("test-pierce", {"id": "pierce", "flags": ["ignore_armor"]}),
            item("test-claws", {"id": "claws", "limit": "turn", **CLAWS}),
            item("test-dart", {"id": "dart", "cost": {"grit": 1}, **DART}),
            item("test-power", {"id": "power", "modifiers": [{"stat": "damage", "add": 1}]}),
            item("test-fist", {"id": "fist", "modifiers": [{"stat": "melee_damage", "add": 1}]}),
            item("test-eye", {"id": "eye", "modifiers": [{"stat": "ranged_damage", "add": 1}]}),
            item("test-luck", {"id": "luck", "modifiers": [{"stat": "critical_damage", "add": 2}]}),
            item("test-drum", {"id": "drum", "on": "hit_scored", "do": [{"gain": {"gold": "amount"}}]}),
            item("test-scalp", {"id": "scalp", "on": "enemy_killed", "do": [{"gain": {"gold": 100}}]}),
            item("test-blood", {"id": "blood", "on": "enemy_wounded", "do": [{"gain": {"gold": 10}}]}),
            item("test-sigh", {"id": "sigh", "on": "attack_missed", "do": [{"gain": {"gold": 1000}}]}),
            item("test-whirl", {"id": "whirl", "use": "attack", "label": "whirl", "do": [WHIRL]}),
            item("test-snap", {"id": "snap", "use": "free_attack", "label": "snap", "do": [SNAP]}),
        ]
    }
)  # fmt: skip
SWORD = Weapon("a sword", "melee", "", 3, 4, "D6", "D6", 0, 1)
RIFLE = Weapon("a rifle", "ranged", "", 3, 4, "D6", "D6", 0, 6)
HERE, NEAR, ALSO_NEAR, FAR = "1.13", "1.12", "1.14", "1.03"


def armed(*gear: str, dice: dict[str, list[int]] | None = None, **switches: Any) -> tuple[Table, Hero]:
    """Ada in the middle of the Entrance with some Items in hand, no Grit and 2 Combat; Mateo in a corner."""
    at, ada, mateo = two_heroes(*gear, library=PACK, dice=dice, **switches)
    for hero in (ada, mateo):
        hero.stats |= {"combat": 2, "melee_to_hit": 4, "ranged_to_hit": 5}
    ada.space, mateo.space = HERE, "1.22"
    at.state.phase = "activations"
    at.stats.forget()
    return at, ada


def spiders(at: Table, *spaces: str) -> list[Enemy]:
    """Void Spiders: 1 Health, Defense 1, no Armor."""
    return [foe(at, "void-spiders", space) for space in spaces]


def hits_on(at: Table) -> list[tuple[str, int, bool, int]]:
    """For each Hit: whom, its Damage, whether it was Critical, its Wounds."""
    return [(x.enemy, x.damage, x.critical, x.wounds) for x in of_kind(at.events, e.HitResolved)]


# --- weapons ----------------------------------------------------------------------------------------------------------


def test_the_melee_weapon_that_adds_most_is_fought_with():
    at, ada = armed()
    assert melee_weapon(at, ada) == Weapon("bare hands", "melee", "", 2, 4, "D6", "D6", 0, 1, True)
    at, ada = armed("test-spoon", "test-gun")
    assert (melee_weapon(at, ada).item, melee_weapon(at, ada).add) == ("test-spoon", -1)
    at, ada = armed("test-knife", "test-axe", "test-spoon", "test-knife")
    assert melee_weapon(at, ada) == Weapon("test-axe", "melee", "test-axe", 2, 4, "D8", "D8", 2, 1, False)
    ada.items[1].worn = False
    assert melee_weapon(at, ada) == Weapon("test-knife", "melee", "test-knife", 2, 4, "D6", "D6", 1, 1, True)


def test_an_ability_may_take_the_criticals_of_a_melee_weapon():
    at, ada = armed("test-knife", "test-blunt", "test-gun")
    assert not melee_weapon(at, ada).criticals and ranged_weapons(at, ada)[0].criticals


def test_every_gun_in_hand_may_be_fired_with_what_its_shots_and_range_are_now():
    at, ada = armed("test-gun", "test-knife", "test-cannon", "test-toy")
    at.state.lasting += [
        Lasting(90, "shots", "add", 1, "ada", "turn", "a test"),
        Lasting(91, "range", "add", 2, "ada", "turn", "a test"),
    ]
    ada.items[3].worn = False
    at.stats.forget()
    gun, cannon = ranged_weapons(at, ada)
    assert gun == Weapon("test-gun", "ranged", "test-gun", 3, 5, "D8", "D8", 2, 8, True)
    assert cannon == Weapon("test-cannon", "ranged", "test-cannon", 3, 5, "D6", "D6", 0, 8, True)
    ada.items[3].worn = True
    assert not ranged_weapons(at, ada)[2].criticals


def test_a_two_handed_gun_in_one_hand_gets_no_critical_hits():
    at, ada = armed("test-cannon", "test-gun", "test-grip")
    assert [gun.criticals for gun in ranged_weapons(at, ada)] == [False, True]


@pytest.mark.parametrize(("rule", "critical"), [("6+", [6, 7, 8]), ("6", [6])])
def test_a_critical_hit_is_a_6_or_more_where_the_weapon_has_any(rule: str, critical: list[int]):
    at, _ = armed(critical=rule)
    assert [face for face in range(1, 9) if is_critical(at, SWORD, face)] == critical
    assert not is_critical(at, Weapon("a toy", "ranged", "", 1, 4, "D6", "D6", 0, 6, False), 6)


# --- targets ----------------------------------------------------------------------------------------------------------


def test_melee_reaches_the_adjacent_and_a_shot_goes_to_them_first_else_to_the_nearest():
    at, ada = armed("test-calm")
    far, near, also = spiders(at, FAR, NEAR, ALSO_NEAR)
    assert targets(at, ada, SWORD) == [near, also]
    assert targets(at, ada, RIFLE) == [near, also, far]
    at, ada = armed()
    far, near = spiders(at, FAR, NEAR)
    assert targets(at, ada, RIFLE) == [near]
    anyone = Weapon("a knife", "ranged", "", 1, 4, "D6", "D6", 0, 6, any_target=True)
    assert targets(at, ada, anyone) == [near, far]
    del at.state.enemies[near.id]
    assert targets(at, ada, SWORD) == [] and targets(at, ada, RIFLE) == [far]
    at.board.distance(ada.space, FAR)
    short = Weapon("a toy", "ranged", "", 1, 4, "D6", "D6", 0, at.board.distance(ada.space, FAR) - 1)
    assert short.reach >= 2 and targets(at, ada, short) == []
    exact = Weapon("a gun", "ranged", "", 1, 4, "D6", "D6", 0, at.board.distance(ada.space, FAR))
    assert targets(at, ada, exact) == [far]


# --- the Attack -------------------------------------------------------------------------------------------------------


def offered(at: Table, hero: Hero) -> list[str]:
    """What is offered first; then the hero does not attack."""
    (choice,) = drive(attack(at, hero), by_id("done"))
    assert (choice.kind, choice.who) == ("attack", hero.id)
    return choice.ids


def test_what_reaches_nobody_is_not_offered():
    at, ada = armed("test-gun", "test-claws", "test-dart", "test-whirl", "test-snap")
    assert drive(attack(at, ada), by_id("done")) == []
    ada.grit = 1
    (far,) = spiders(at, FAR)
    assert [one.partition(":")[0] for one in offered(at, ada)] == ["done", "ranged", "free", "grit"][:3]
    far.space = NEAR
    kinds = [one.partition(":")[0] for one in offered(at, ada)]
    assert kinds == ["done", "melee", "ranged", "use", "free", "free", "use"]
    ada.grit = 0
    assert len(offered(at, ada)) == 6
    at.state.used["ada|101|claws"] = "turn"
    assert len(offered(at, ada)) == 5
    ada.stats["combat"] = 0
    at.stats.forget()
    assert "melee" not in offered(at, ada)


def test_the_options_name_dice_to_hit_damage_and_range():
    at, ada = armed("test-gun", "test-axe")
    spiders(at, NEAR)
    (choice,) = drive(attack(at, ada), by_id("done"))
    assert [option.label for option in choice.options][:3] == [
        "no Attack",
        "fight hand to hand (2 D8, 4+, D8 Damage +2)",
        "fire the test-gun (2 D8, 5+, D8 Damage +2, Range 6)",
    ]
    assert choice.prompt == "Ada attacks"


def words(choice) -> list[str]:
    return [one.partition(":")[0] for one in choice.ids]


def test_there_is_one_attack_and_one_free_attack_in_either_order():
    at, ada = armed("test-claws", "test-snap", dice={"to hit": [1] * 9})
    spiders(at, NEAR)
    first, second = drive(attack(at, ada), in_turn("free", "melee"))
    assert words(first) == ["done", "melee", "free", "use"] and words(second) == ["done", "melee"]
    assert of_kind(at.events, e.AbilityUsed)[0].ability == "claws"
    assert [x.dice for x in of_kind(at.events, e.AttackMade)] == [2, 2]
    at, ada = armed("test-claws", "test-snap", dice={"to hit": [1] * 9})
    spiders(at, NEAR)
    first, second = drive(attack(at, ada), in_turn("melee", "done"))
    assert words(second) == ["done", "free", "use"] and second.options[0].label == "done"
    assert second.prompt == "Ada has attacked; a Free Attack?"
    at, ada = armed("test-claws", "test-snap", dice={"damage": [1]})
    foe(at, "trolls", NEAR)
    first, second = drive(attack(at, ada), in_turn("use", "done"))
    assert words(second) == ["done", "melee"]


def test_a_whirl_rolls_in_full_against_each_adjacent_enemy():
    at, ada = armed("test-whirl", dice={"to hit": [4, 4], "damage": [6, 6]})
    spiders(at, NEAR, ALSO_NEAR, FAR)
    drive(attack(at, ada), by_id("use:ada:100:whirl"))
    assert [x.enemy for x in of_kind(at.events, e.EnemyKilled)] == ["void-spiders-1", "void-spiders-2"]


def test_the_fight_is_won_with_the_last_enemy():
    at, ada = armed(dice={"to hit": [4, 1], "damage": [6]})
    spiders(at, NEAR)
    at.state.fight = Fight(1, 1)
    with pytest.raises(FightWon):
        drive(attack(at, ada), by_id("melee"))


# --- To Hit -----------------------------------------------------------------------------------------------------------


def test_dice_of_an_attack_are_limited_to_8_where_the_edition_says_so():
    many = Weapon("a storm", "melee", "", 12, 4, "D6", "D6", 0, 1)
    for limit, limited, rolled in [(8, True, 8), (8, False, 12), (0, True, 12)]:
        at, ada = armed(dice={"to hit": [1] * 12}, attack_dice_limit=limit)
        spiders(at, NEAR)
        run(make_attack(at, ada, many, limited=limited))
        (made,) = of_kind(at.events, e.AttackMade)
        assert made.dice == rolled
        assert (made.hero, made.weapon, made.kind, made.hits, made.criticals) == ("ada", "a storm", "melee", 0, 0)


def test_hits_are_counted_with_their_criticals_and_a_miss_is_heard_of():
    at, ada = armed("test-knife", "test-sigh", dice={"to hit": [6, 4, 3], "damage": [1, 1]})
    trolls = foe(at, "trolls", NEAR)
    knife = Weapon("test-knife", "melee", "test-knife", 3, 4, "D6", "D6", 0, 1)
    drive(make_attack(at, ada, knife), lambda c: c.options[0])
    (made,) = of_kind(at.events, e.AttackMade)
    assert (made.hits, made.criticals, made.uid) == (2, 1, 100) and ada.gold == 0
    assert trolls.wounds == 1
    at, ada = armed("test-knife", "test-sigh", dice={"to hit": [3, 3, 3]})
    foe(at, "trolls", NEAR)
    run(make_attack(at, ada, SWORD))
    assert ada.gold == 1000 and of_kind(at.events, e.AttackMade)[0].uid == 0


def test_dice_that_missed_may_be_re_rolled_and_a_plain_hit_that_could_be_critical_too():
    at, ada = armed(dice={"to hit": [6, 4, 3, 6]})
    ada.grit = 1
    foe(at, "trolls", NEAR)
    asked = drive(make_attack(at, ada, SWORD), lambda c: c.options[1] if c.kind == "reroll" else c.options[0])
    assert asked[0].kind == "reroll" and asked[0].about["kind"] == "to_hit"
    assert asked[0].ids[:2] == ["keep", "grit:2"]
    assert of_kind(at.events, e.AttackMade)[0].criticals == 2


# --- assigning Hits ---------------------------------------------------------------------------------------------------


def test_hits_are_assigned_criticals_first_and_several_together():
    at, ada = armed(dice={"to hit": [6, 4, 5], "damage": [1, 1, 1]})
    foe(at, "trolls", NEAR)
    foe(at, "trolls", ALSO_NEAR)
    asked = drive(make_attack(at, ada, SWORD), lambda c: c.options[0])
    assert asked[0].ids == [
        "hit:trolls-1", "plain:trolls-1", "hit:trolls-2", "plain:trolls-2", "all:trolls-1", "all:trolls-2",
    ]  # fmt: skip
    assert [option.label for option in asked[0].options][:2] == ["a Critical Hit on Troll 1", "a Hit on Troll 1"]
    assert asked[0].prompt == "Ada: 3 Hits to assign, 1 Critical"
    assert asked[0].about == {"weapon": "a sword", "kind": "melee"}
    assert asked[1].ids == ["hit:trolls-1", "hit:trolls-2", "all:trolls-1", "all:trolls-2"]
    assert asked[1].prompt == "Ada: 2 Hits to assign"
    assert asked[2].ids == ["hit:trolls-1", "hit:trolls-2"] and asked[2].prompt == "Ada: 1 Hit to assign"
    assert [x.hits for x in of_kind(at.events, e.HitAssigned)] == [1, 1, 1]


def test_a_plain_hit_may_be_assigned_before_a_critical_one():
    at, ada = armed(dice={"to hit": [6, 4, 1], "damage": [1, 1]})
    foe(at, "trolls", NEAR)
    drive(make_attack(at, ada, SWORD), lambda c: c.options[min(1, len(c.options) - 1)])
    assert [x.critical for x in of_kind(at.events, e.HitResolved)] == [False, True]


def test_all_hits_on_one_enemy_are_offered_where_there_is_a_choice_or_grit():
    at, ada = armed(dice={"to hit": [4, 4, 1], "damage": [1, 1]})
    foe(at, "trolls", NEAR)
    assert drive(make_attack(at, ada, SWORD), lambda c: c.options[0]) == []
    assert [x.hits for x in of_kind(at.events, e.HitAssigned)] == [1, 1]
    at, ada = armed(dice={"to hit": [4, 4, 4], "damage": [1, 1, 1]})
    ada.grit = 1
    foe(at, "trolls", NEAR)
    asked = drive(make_attack(at, ada, SWORD), lambda c: c.options[-1] if c.kind == "assign_hit" else c.options[0])
    assert [c.ids for c in asked if c.kind == "assign_hit"] == [["hit:trolls-1", "all:trolls-1"]]
    assert [x.hits for x in of_kind(at.events, e.HitAssigned)] == [3]


def test_one_hit_on_the_only_enemy_needs_no_words():
    at, ada = armed(dice={"to hit": [4, 1, 1], "damage": [1]})
    foe(at, "trolls", NEAR)
    assert drive(make_attack(at, ada, SWORD), lambda c: c.options[0]) == []
    assert not of_kind(at.events, e.HitAssigned) and len(hits_on(at)) == 1


def test_hits_beyond_the_last_enemy_are_lost():
    at, ada = armed(dice={"to hit": [4, 4, 4], "damage": [6]})
    spiders(at, NEAR, FAR)
    run(make_attack(at, ada, SWORD))
    assert len(hits_on(at)) == 1 and list(at.state.enemies) == ["void-spiders-2"]


def test_an_attack_on_one_enemy_only_touches_no_other():
    at, ada = armed(dice={"to hit": [4, 4, 4], "damage": [6]})
    spiders(at, NEAR, ALSO_NEAR)
    run(make_attack(at, ada, SWORD, only="void-spiders-2"))
    assert list(at.state.enemies) == ["void-spiders-1"]


# --- Damage -----------------------------------------------------------------------------------------------------------


def test_who_aimed_re_rolls_the_next_shot_and_no_blow():
    for weapon, asked in [(RIFLE, ["reroll"]), (SWORD, [])]:
        at, ada = armed(dice={"to hit": [1, 2, 3, 3, 3, 3]}, aim=True)
        foe(at, "trolls", NEAR)
        at.state.lasting.append(Lasting(90, "aiming", "add", 1, "ada", "adventure", "the aim"))
        assert [c.kind for c in drive(make_attack(at, ada, weapon), lambda c: c.options[1])] == asked
        assert len(at.state.lasting) == (0 if asked else 1)


def test_an_attack_ability_is_offered_where_it_reaches_somebody():
    glance = {"hit_enemy": {"to": "one_enemy"}}
    pack = packs_with(
        {"items/test.yaml": [item("test-eye", {"id": "eye", "use": "free_attack", "label": "eye", "do": [glance]})]}
    )
    at, ada, mateo = two_heroes("test-eye", library=pack)
    ada.space, mateo.space, ada.stats["combat"] = "1.01", "1.22", 0
    at.stats.forget()
    assert not at.board.sees("1.01", "1.07") and at.board.sees("1.01", FAR)
    spiders(at, "1.07")
    assert drive(attack(at, ada), by_id("done")) == []
    spiders(at, FAR)
    assert "use:ada:100:eye" in offered(at, ada)


def test_damage_dice_may_be_re_rolled_below_their_highest_face():
    for die, faces, asked in [("D6", [6], 0), ("D6", [5], 1), ("D8", [8], 0), ("D8", [7], 1), ("D8", [6], 1)]:
        at, ada = armed(dice={"damage": faces})
        ada.grit = 1
        troll = foe(at, "trolls", NEAR)
        weapon = Weapon("a sword", "melee", "", 1, 4, "D6", die, 0, 1)
        choices = drive(resolve_hits(at, ada, troll, [False], weapon, []), lambda c: c.options[0])
        assert [c.about["kind"] for c in choices] == ["damage"] * asked
        assert all("against Troll 1, Defense 2:" in c.prompt for c in choices)


@pytest.mark.parametrize(
    ("gear", "kind", "critical", "damage"),
    [
        ([], "melee", False, 4), (["power"], "melee", False, 5), (["fist"], "melee", False, 5),
        (["eye"], "melee", False, 4), (["eye"], "ranged", False, 5), (["fist"], "ranged", False, 4),
        (["luck"], "melee", False, 4), (["luck"], "melee", True, 6), (["power", "fist", "luck"], "melee", True, 8),
    ],
)  # fmt: skip
def test_a_hit_does_its_die_and_what_is_added(gear: list[str], kind: str, critical: bool, damage: int):
    at, ada = armed(*(f"test-{one}" for one in gear), dice={"damage": [3]})
    troll = foe(at, "trolls", NEAR)
    weapon = Weapon("a thing", kind, "", 1, 4, "D6", "D6", 1, 1 if kind == "melee" else 6)
    run(resolve_hits(at, ada, troll, [critical], weapon, []))
    defense = 0 if critical else 2
    assert hits_on(at) == [("trolls-1", damage, critical, damage - defense)]
    assert of_kind(at.events, e.HitResolved)[0].defense == defense
    assert troll.wounds == damage - defense


def test_a_hit_may_ignore_defense_and_never_wounds_less_than_nothing():
    at, ada = armed("test-drum", dice={"damage": [1, 1]})
    troll = foe(at, "trolls", NEAR)
    run(resolve_hits(at, ada, troll, [False], SWORD, []))
    assert troll.wounds == 0 and not of_kind(at.events, e.Wounded)
    run(
        resolve_hits(
            at, ada, troll, [False], Weapon("acid", "melee", "", 1, 4, "D6", "D6", 0, 1, ignore=("defense",)), []
        )
    )
    assert troll.wounds == 1 and ada.gold == 1


def test_a_bonus_for_a_single_hit_is_spent_with_it():
    at, ada = armed(dice={"damage": [3, 3]})
    troll = foe(at, "trolls", NEAR)
    at.state.lasting += [
        Lasting(90, "damage", "add", 2, "ada", "hit", "a test"),
        Lasting(91, "damage", "add", 1, "ada", "turn", "a test"),
        Lasting(92, "damage", "add", 4, "mateo", "hit", "a test"),
    ]
    at.stats.forget()
    run(resolve_hits(at, ada, troll, [False, False], SWORD, []))
    assert [one[1] for one in hits_on(at)] == [6, 4]
    assert [x.uid for x in at.state.lasting] == [91, 92]


def test_armor_of_an_enemy_is_a_die_for_each_wound_unless_it_is_ignored():
    for gear, ignore, dice, wounds in [
        ([], (), [6, 1], 1), (["test-pierce"], (), [], 2), ([], ("armor",), [], 2), ([], (), [6, 6], 0),
    ]:  # fmt: skip
        at, ada = armed(*gear, dice={"damage": [4], "enemy armor": dice})
        posse = foe(at, "frontier-posse", NEAR)
        weapon = Weapon("a sword", "melee", "", 1, 4, "D6", "D6", 0, 1, ignore=ignore)
        run(resolve_hits(at, ada, posse, [False], weapon, []))
        assert posse.wounds == wounds
        rolled = [x for x in of_kind(at.events, e.Rolled) if x.purpose == "enemy armor"]
        assert [x.dice for x in rolled] == ([["D6", "D6"]] if dice else [])
        assert [x.prevented for x in of_kind(at.events, e.EnemyArmorHeld)] == ([2 - wounds] if dice else [])


def test_kills_and_wounds_are_heard_of_and_bring_xp():
    at, ada = armed("test-scalp", "test-blood", dice={"damage": [6, 4]})
    (spider,) = spiders(at, NEAR)
    xp = at.stats.enemy("void-spiders", "xp")
    run(resolve_hits(at, ada, spider, [False], SWORD, []))
    assert ada.gold == 100 and ada.xp == xp and spider.id not in at.state.enemies
    assert of_kind(at.events, e.EnemyKilled) == [e.EnemyKilled("void-spiders-1", "void-spiders", "ada")]
    assert of_kind(at.events, e.XpGained) == [e.XpGained("ada", xp, "killing Void Spider 1")]
    assert hits_on(at)[0][3] == 1
    troll = foe(at, "trolls", NEAR)
    run(resolve_hits(at, ada, troll, [False], SWORD, []))
    assert ada.gold == 110 and troll.wounds == 2
    assert of_kind(at.events, e.Wounded)[-1] == e.Wounded("trolls-1", 2, "ada", 10)


@pytest.mark.parametrize(("rule", "bases"), [("attack", 1), ("hit", 2)])
def test_a_large_enemy_is_worth_its_base_once_an_attack_or_with_every_wounding_hit(rule: str, bases: int):
    at, ada = armed(dice={"damage": [4, 1, 5]}, xp_large=rule)
    beast = foe(at, "lode-horror", NEAR)
    side = PACK.enemies["lode-horror"].normal
    assert side.xp_each and side.defense == 3
    run(resolve_hits(at, ada, beast, [False, False, False], SWORD, []))
    assert beast.wounds == 3
    assert ada.xp == side.xp * bases + 3 * side.xp_each
    beast.wounds = side.health - 1
    at.dice.left["damage"] = [6]  # type: ignore[attr-defined]
    before = ada.xp
    run(resolve_hits(at, ada, beast, [False], SWORD, []))
    assert beast.id not in at.state.enemies and ada.xp == before + side.xp + side.xp_each


def test_dice_left_over_when_an_enemy_dies_do_nothing():
    at, ada = armed(dice={"damage": [6, 6]})
    (spider,) = spiders(at, NEAR)
    run(resolve_hits(at, ada, spider, [False, False], SWORD, []))
    assert len(hits_on(at)) == 1


# --- Wounds without an Attack -----------------------------------------------------------------------------------------


def test_wounds_that_are_no_attack_ignore_defense_unless_it_is_said():
    at, ada = armed("test-blood")
    troll = foe(at, "trolls", NEAR)
    run(wound_enemy(at, troll, 3, "ada", because="fire"))
    assert troll.wounds == 3 and ada.gold == 10
    run(wound_enemy(at, troll, 3, "ada", ignore=()))
    assert troll.wounds == 4
    run(wound_enemy(at, troll, 2, "ada", ignore=()))
    assert troll.wounds == 4 and len(of_kind(at.events, e.Wounded)) == 2
    run(wound_enemy(at, troll, 3, "a trap"))
    assert troll.wounds == 7 and ada.gold == 20
    run(wound_enemy(at, troll, 99, "ada"))
    assert of_kind(at.events, e.Wounded)[-1] == e.Wounded("trolls-1", 5, "ada", 0)
    assert troll.id not in at.state.enemies


def test_armor_counts_against_wounds_that_are_no_attack_unless_it_is_ignored():
    at, _ = armed(dice={"enemy armor": [6, 1]})
    posse = foe(at, "frontier-posse", NEAR)
    run(wound_enemy(at, posse, 2, "ada"))
    assert posse.wounds == 1
    run(wound_enemy(at, posse, 2, "ada", ignore=("defense", "armor")))
    assert posse.wounds == 3


def test_hits_without_a_roll_roll_damage_each_and_are_no_combat_hits():
    at, ada = armed("test-fist", dice={"damage": [3, 2]})
    troll = foe(at, "trolls", NEAR)
    run(automatic_hits(at, ada, troll, 2, "D8", 1, False, "a stampede"))
    assert hits_on(at) == [("trolls-1", 5, False, 3), ("trolls-1", 4, False, 2)]
    assert [x.dice for x in of_kind(at.events, e.Rolled)] == [["D8", "D8"]]
    run(automatic_hits(at, ada, troll, 0, "D8", 1, False, "a stampede"))
    assert len(hits_on(at)) == 2


def test_hits_without_a_roll_are_critical_for_heroes_only():
    for ally, defense in [("", 0), ("mateo", 2)]:
        at, ada = armed(dice={"damage": [3]})
        ada.ally_of = ally
        troll = foe(at, "trolls", NEAR)
        run(automatic_hits(at, ada, troll, 1, "D6", 0, True, "a stampede"))
        assert hits_on(at) == [("trolls-1", 3, not ally, 3 - defense)]


def test_rage_is_for_combat_hits_only():
    rage = {"boost": {"of": "combat_hit", "add": 1, "most": 3}, "cost": {"tokens": {"rage": 1}}}
    pack = packs_with({"items/test.yaml": [item("test-fury", {"id": "fury", **rage})]})
    for weapon, asked in [(SWORD, ["boost"]), (RIFLE, [])]:
        at = table(gear=("test-fury",), library=pack, setup=TWO, dice={"damage": [4]})
        ada = at.hero("ada")
        ada.space, ada.tokens, ada.grit = HERE, {"rage": 3}, 0
        troll = foe(at, "trolls", NEAR)
        choices = drive(resolve_hits(at, ada, troll, [False], weapon, []), lambda c: c.options[-1])
        assert [c.kind for c in choices] == asked
    about = Context()
    assert not about.combat_hit
