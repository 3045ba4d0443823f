"""Grit, XP and Healing; Recovering, and where a hero stands up."""

from __future__ import annotations

import pytest

from rules_engine import events as e
from rules_engine.procedures.harm import (
    gain_xp,
    heal,
    heal_enemies,
    nearest_free,
    recover,
    recover_grit,
    stand,
    stand_up,
    steady,
)
from rules_engine.state import Hero
from rules_engine.table import Table
from tests.rules_engine.at_the_table import drive, foe, item, of_kind, packs_with, run, two_heroes

HEARS = {"id": "hears", "on": "recovered", "do": [{"gain": {"gold": "amount"}}]}
PACK = packs_with(
    {
        "items/test.yaml": [
            item("test-dull", {"id": "dull", "flags": ["no_grit_recovery"]}),
            item("test-recovered", HEARS),
        ]
    }
)


def hurt(*gear: str, dice: dict[str, list[int]] | None = None, **stats: int) -> tuple[Table, Hero]:
    """Ada with 10 Health and 10 Sanity, without Grit; Mateo stands by."""
    at, ada, mateo = two_heroes(*gear, library=PACK, dice=dice)
    for hero in (ada, mateo):
        hero.stats |= {"defense": 4, "willpower": 4}
    ada.stats |= stats
    at.stats.forget()
    return at, ada


# --- Grit, XP, Healing ------------------------------------------------------------------------------------------------


def test_xp_is_for_heroes_and_no_event_without_any():
    at, ada = hurt()
    gain_xp(at, ada, 5, "a test")
    gain_xp(at, ada, 0, "a test")
    ada.ally_of = "mateo"
    gain_xp(at, ada, 5, "a test")
    assert ada.xp == 5 and of_kind(at.events, e.XpGained) == [e.XpGained("ada", 5, "a test")]


def test_grit_that_there_is_no_room_for_may_be_spent_at_once():
    at, ada = hurt(dice={"extra movement": [5]})
    assert run(recover_grit(at, ada, 1, "a test")) == 0 and ada.grit == 1
    ada.bleeding = 2
    run(recover_grit(at, ada, 3, "a test"), "bandage:ada", "lose")
    assert (ada.grit, ada.bleeding) == (2, 1)
    ada.bleeding = 0
    assert run(recover_grit(at, ada, 1, "a test", moving=True), "spend") == 5
    assert run(recover_grit(at, ada, 1, "a test", moving=True), "lose") == 0


def test_allies_and_who_may_not_recover_grit_get_none():
    at, ada = hurt("test-dull")
    assert run(recover_grit(at, ada, 1, "a test")) == 0 and ada.grit == 0
    at, ada = hurt()
    ada.ally_of = "mateo"
    assert run(recover_grit(at, ada, 1, "a test")) == 0 and ada.grit == 0


def test_who_holds_more_than_max_grit_recovers_none():
    at, ada = hurt()
    ada.grit = 3
    run(recover_grit(at, ada, 1, "a test"))
    assert ada.grit == 3 and not of_kind(at.events, e.GritChanged)


def test_no_more_is_healed_than_there_is_and_the_healer_has_5_xp_a_point():
    at, ada = hurt()
    ada.wounds, ada.sanity_damage, ada.corruption = 3, 2, 1
    assert run(heal(at, ada, wounds=5, sanity=1, corruption=4, healer="mateo")) == 4
    assert (ada.wounds, ada.sanity_damage, ada.corruption) == (0, 1, 0)
    assert at.hero("mateo").xp == 20 and ada.xp == 0
    assert of_kind(at.events, e.Healed) == [e.Healed("ada", 3, 1, 1, "mateo")]
    ada.sanity_damage = 0
    assert run(heal(at, ada, wounds=5, sanity=5, corruption=5, any=5, healer="mateo")) == 0
    assert len(of_kind(at.events, e.Healed)) == 1 and at.hero("mateo").xp == 20
    ada.corruption = 1
    assert run(heal(at, ada, corruption=5, healer="mateo")) == 0 and ada.corruption == 0
    assert at.hero("mateo").xp == 20 and len(of_kind(at.events, e.XpGained)) == 1


@pytest.mark.parametrize(
    ("wounds", "sanity", "any", "offered"),
    [
        (5, 5, 3, ["heal:0", "heal:1", "heal:2", "heal:3"]),
        (1, 5, 3, ["heal:0", "heal:1"]),
        (5, 1, 3, ["heal:2", "heal:3"]),
        (2, 2, 3, ["heal:1", "heal:2"]),
    ],
)
def test_points_for_health_or_sanity_are_split_as_the_hero_likes(
    wounds: int, sanity: int, any: int, offered: list[str]
):
    for number, answer in enumerate(offered):
        at, ada = hurt()
        ada.wounds, ada.sanity_damage = wounds, sanity
        (choice,) = drive(heal(at, ada, any=any), lambda c, number=number: c.options[number])
        assert choice.ids == offered
        points = int(answer.partition(":")[2])
        assert (ada.wounds, ada.sanity_damage) == (wounds - points, sanity - (any - points))
        assert choice.options[number].label == f"{points} Wounds and {any - points} Sanity"


@pytest.mark.parametrize(
    ("wounds", "sanity", "any"), [(5, 0, 3), (0, 5, 3), (2, 1, 3), (2, 1, 9), (0, 0, 3), (1, 1, 2)]
)
def test_nobody_is_asked_where_there_is_one_way(wounds: int, sanity: int, any: int):
    at, ada = hurt()
    ada.wounds, ada.sanity_damage = wounds, sanity
    assert run(heal(at, ada, any=any)) == min(any, wounds + sanity)
    left = max(0, wounds + sanity - any)
    assert ada.wounds + ada.sanity_damage == left
    assert ada.wounds <= wounds and ada.sanity_damage <= sanity


def test_what_is_healed_as_health_comes_before_the_split():
    at, ada = hurt()
    ada.wounds, ada.sanity_damage = 4, 4
    assert run(heal(at, ada, wounds=3, sanity=2, any=2), "heal:1") == 7
    assert (ada.wounds, ada.sanity_damage) == (0, 1)


def test_who_recovers_keeps_a_point_of_each_where_the_points_suffice():
    at, ada = hurt()
    ada.wounds, ada.sanity_damage = 10, 11
    (choice,) = drive(heal(at, ada, any=5, least=True), lambda c: c.options[0])
    assert choice.ids == ["heal:1", "heal:2", "heal:3"]
    at, ada = hurt()
    ada.wounds, ada.sanity_damage = 10, 11
    run(heal(at, ada, any=3, least=True))
    assert (ada.wounds, ada.sanity_damage) == (9, 9)
    at, ada = hurt()
    ada.wounds, ada.sanity_damage = 12, 12
    (choice,) = drive(heal(at, ada, any=2, least=True), lambda c: c.options[0])
    assert choice.ids == ["heal:0", "heal:1", "heal:2"]


@pytest.mark.parametrize(
    ("wounds", "sanity", "charts", "dice"),
    [(10, 3, ["injury"], 1), (3, 10, ["madness"], 1), (10, 10, ["injury", "madness"], 2), (3, 3, ["injury"], 1)],
)
def test_who_recovers_rolls_for_what_was_gone(wounds: int, sanity: int, charts: list[str], dice: int):
    at, ada = hurt("test-recovered", dice={"injury chart": [3, 4], "madness chart": [3, 4], "recovering": [1, 2, 3, 1]})
    ada.ko, ada.wounds, ada.sanity_damage = True, wounds, sanity
    drive(recover(at, ada), lambda c: c.options[0])
    assert ada.up and [x.chart for x in of_kind(at.events, e.ChartRolled)] == charts
    assert [x.dice for x in of_kind(at.events, e.Rolled) if x.purpose == "recovering"] == [["D6", "D6"]] * dice
    if dice == 2:
        assert of_kind(at.events, e.Healed)[0] == e.Healed("ada", 3, 4)
    else:
        assert ada.wounds + ada.sanity_damage == wounds + sanity - 3


def test_dice_of_recovering_are_worth_a_re_roll_below_4():
    for both, rolled, asked in [
        (False, [3, 4], 1),
        (False, [4, 4], 0),
        (True, [4, 4, 3, 4], 1),
        (True, [4, 4, 4, 4], 0),
    ]:
        at, ada = hurt(dice={"recovering": rolled, "injury chart": [3, 4], "madness chart": [3, 4]})
        ada.grit, ada.ko, ada.wounds, ada.sanity_damage = 1, True, 10, 10 if both else 0
        choices = drive(recover(at, ada), lambda c: c.options[0])
        assert [c.about["kind"] for c in choices if c.kind == "reroll"] == ["heal"] * asked


def test_who_stands_up_pushes_aside_whoever_stands_there():
    at, ada = hurt("test-recovered")
    mateo = at.hero("mateo")
    ada.ko, ada.wounds, mateo.space = True, 10, ada.space
    run(stand_up(at, ada))
    assert ada.wounds == 9
    assert ada.up and mateo.space != ada.space and mateo.space in at.board.adjacent[ada.space]
    assert of_kind(at.events, e.Placed) == [e.Placed("mateo", mateo.space, "pushed aside")]
    assert of_kind(at.events, e.Recovered) == [e.Recovered("ada", ada.space)]
    at, ada = hurt()
    ada.ko = True
    stand(at, ada)
    assert ada.up and not of_kind(at.events, e.Placed)


def test_beneath_an_extra_large_enemy_a_hero_stands_up_on_the_nearest_free_space():
    at, ada = hurt()
    ada.space, ada.ko = "1.02", True
    bear = foe(at, "hell-bears", "1.02", base="se")
    stand(at, ada)
    assert ada.up and ada.space not in at.footprint(bear) and not of_kind(at.events, e.Placed)
    spider_at, ada = hurt()
    ada.ko = True
    spider = foe(spider_at, "void-spiders", ada.space)
    stand(spider_at, ada)
    assert spider.space in spider_at.board.adjacent[ada.space] and ada.space == "1.15"


def test_who_recovers_has_a_point_of_health_and_of_sanity():
    at, ada = hurt()
    ada.wounds, ada.sanity_damage = 12, 5
    run(steady(at, ada))
    assert (ada.wounds, ada.sanity_damage) == (9, 5)
    assert of_kind(at.events, e.Healed) == [e.Healed("ada", 3, 0)]
    ada.wounds, ada.sanity_damage = 9, 10
    run(steady(at, ada))
    assert (ada.wounds, ada.sanity_damage) == (9, 9)
    run(steady(at, ada))
    assert len(of_kind(at.events, e.Healed)) == 2
    ada.bleeding, ada.wounds = 2, 0
    at.stats.forget()
    run(steady(at, ada))
    assert ada.bleeding == 2
    ada.stats["health"] = 6
    at.stats.forget()
    run(steady(at, ada))
    assert ada.bleeding == 0 and of_kind(at.events, e.StatusRemoved)[-1].count == 2


def test_enemies_heal_what_they_have():
    at, _ = hurt()
    trolls = [foe(at, "trolls", f"1.0{n}", wounds=n) for n in range(4)]
    heal_enemies(at, trolls, 2)
    assert [troll.wounds for troll in trolls] == [0, 0, 0, 1]
    assert of_kind(at.events, e.EnemyHealed) == [
        e.EnemyHealed("trolls-2", 1), e.EnemyHealed("trolls-3", 2), e.EnemyHealed("trolls-4", 2),
    ]  # fmt: skip


def test_the_nearest_free_space_is_the_first_in_order_that_nobody_stands_on():
    at, ada = hurt()
    near = sorted(at.board.adjacent[ada.space])
    free = [space for space in near if space != at.hero("mateo").space]
    assert nearest_free(at, ada.space) == free[0]
    for space in free:
        foe(at, "void-spiders", space)
    beyond = nearest_free(at, ada.space)
    assert beyond is not None and beyond not in near and at.board.distance(ada.space, beyond) == 2
