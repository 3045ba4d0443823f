"""Stats: printed, replaced, multiplied, added, capped, in that order (docs/effects.md, "Modifiers")."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from rules_engine import GameSetup
from rules_engine import events as e
from rules_engine.content.library import Library
from rules_engine.effects.context import Context
from rules_engine.effects.parse import SKILLS
from rules_engine.effects.stats import DEFAULTS
from rules_engine.table import Table
from tests.rules_engine.at_the_table import BANDIDO, MARSHAL, item, packs_with, table


def held(id: str, *modifiers: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """An Item with modifiers of its own."""
    return item(id, {"id": id, "modifiers": list(modifiers), **fields})


def mod(stat: str, op: str, value: int, **rest: Any) -> dict[str, Any]:
    return {"stat": stat, op: value, **rest}


@cache
def library() -> Library:
    items = [
        held("initiative-plus", mod("initiative", "add", 2)),
        held("initiative-double", mod("initiative", "multiply", 2)),
        held("initiative-three", mod("initiative", "set", 3)),
        held("initiative-drag", mod("initiative", "add", -9)),
        held("aim-three", mod("ranged_to_hit", "set", 3)),
        held("aim-five", mod("ranged_to_hit", "set", 5)),
        held("aim-sharp", mod("ranged_to_hit", "add", -3)),
        held("coat", mod("defense", "add", -1)),
        held("thick-coat", mod("defense", "add", -5)),
        held("armor-five", armor=5),
        held("armor-four", armor=4),
        held("oil", mod("armor", "add", -1)),
        held("lucky", mod("luck", "add", 9)),
        held("unlucky", mod("luck", "add", -9)),
        held("combat-drag", mod("combat", "add", -9)),
        held("brave", mod("combat", "add", 1, when="fight")),
        held("brave-too", mod("combat", "add", 1), **{"if": "fight"}),
        held("reader", mod("lore", "add", 1, when="n > 2")),
        held("leader", mod("combat", "add", 1, to="others")),
        held("banner", mod("combat", "add", 1, to="all")),
        held("stench", mod("defense", "add", -1, to="enemies")),
        held("no-scavenge", flags=["no_scavenge"]),
        held("for-outlaws", mod("combat", "add", 3)) | {"restriction": "outlaw"},
    ]
    cards = [
        {
            "id": "gloom",
            "deck": "darkness",
            "title": "Gloom",
            "source": "original",
            "remains_in_play": True,
            "abilities": [
                {"id": "gloom", "modifiers": [mod("combat", "add", -1, to="all")]},
                {"id": "gloom-2", "modifiers": [mod("initiative", "add", 1, to="enemies")], "flags": ["no_scavenge"]},
            ],
        }
    ]
    return packs_with({"items/tests.yaml": items, "cards/tests.yaml": cards})


def wearing(*gear: str, setup: GameSetup | None = None) -> Table:
    return table(gear=gear, library=library(), **({"setup": setup} if setup else {}))


def ada(stat: str, *gear: str) -> int:
    at = wearing(*gear)
    hero = at.hero("ada")
    hero.items = [i for i in hero.items if i.id in gear]
    at.stats.forget()
    return at.stats.hero(at.hero("ada"), stat)


def last(at: Table, stat: str, op: str, value: int, on: str, until: str, when: str = "") -> None:
    at.emit(e.LastingStarted(at.next_uid(), stat, op, value, on, until, "a card", when))


def fight(at: Table, type: str = "tentacles") -> None:
    at.emit(e.FightStarted(1))
    at.emit(e.EnemiesCame(type, type, 1))
    at.emit(e.EnemyPlaced(f"{type}-1", type, "1.11", "ada"))


# --- the order --------------------------------------------------------------------------------------------------------


def test_a_stat_without_modifiers_is_as_printed():
    printed = library().heroes["us-marshal"].stats
    assert {stat: ada(stat) for stat in printed} == printed


@pytest.mark.parametrize("stat", sorted(DEFAULTS))
def test_what_no_sheet_prints_is_what_the_rules_say(stat: str):
    assert ada(stat) == DEFAULTS[stat]


@pytest.mark.parametrize(
    "gear, value",
    [
        (("initiative-plus",), 4 + 2),
        (("initiative-double",), 4 * 2),
        (("initiative-three",), 3),
        (("initiative-plus", "initiative-double"), 4 * 2 + 2),
        (("initiative-plus", "initiative-three"), 3 + 2),
        (("initiative-double", "initiative-three"), 3 * 2),
        (("initiative-plus", "initiative-double", "initiative-three"), 3 * 2 + 2),
        (("initiative-plus", "initiative-plus"), 4 + 2 + 2),
        (("initiative-drag",), 1),
        (("initiative-drag", "initiative-double", "initiative-plus"), 4 * 2 + 2 - 9),
    ],
)
def test_a_figure_is_replaced_then_multiplied_then_added_to_then_capped(gear: tuple[str, ...], value: int):
    assert ada("initiative", *gear) == value == ada("initiative", *reversed(gear))


# --- where lower is better --------------------------------------------------------------------------------------------


def test_a_to_hit_is_replaced_only_by_a_better_one():
    assert ada("ranged_to_hit") == 4
    assert ada("ranged_to_hit", "aim-three") == ada("ranged_to_hit", "aim-five", "aim-three") == 3
    assert ada("ranged_to_hit", "aim-five") == 4


def test_a_to_hit_is_never_better_than_2():
    assert ada("ranged_to_hit", "aim-sharp") == ada("ranged_to_hit", "aim-sharp", "aim-sharp") == 2


def test_a_save_is_never_better_than_1():
    assert ada("defense", "coat") == 2 and ada("defense", "thick-coat") == 1


def test_the_best_armor_counts_and_only_once():
    assert ada("armor") == 0
    assert ada("armor", "armor-five") == 5
    assert ada("armor", "armor-five", "armor-four") == ada("armor", "armor-four", "armor-five") == 4


def test_what_betters_armor_makes_none():
    assert ada("armor", "oil") == 0 and ada("armor", "oil", "armor-five") == 4


# --- caps -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("skill", SKILLS)
def test_a_skill_is_1_to_6(skill: str):
    at = wearing()
    last(at, skill, "add", 9, "ada", "turn")
    assert at.stats.hero(at.hero("ada"), skill) == 6
    last(at, skill, "add", -30, "ada", "turn")
    assert at.stats.hero(at.hero("ada"), skill) == 1


def test_an_item_may_bring_a_skill_to_its_cap_and_no_further():
    assert ada("luck", "lucky") == 6 and ada("luck", "unlucky") == 1 and ada("luck", "lucky", "unlucky") == 3


@pytest.mark.parametrize(
    "stat, floor", [("combat", 0), ("initiative", 1), ("max_grit", 1), ("health", 0), ("hands", 0)]
)
def test_a_figure_has_a_floor(stat: str, floor: int):
    at = wearing()
    last(at, stat, "add", -99, "heroes", "turn")
    assert at.stats.hero(at.hero("ada"), stat) == floor


def test_bleeding_takes_3_health_a_marker():
    at = wearing()
    at.emit(e.StatusAdded("ada", "bleeding", 2))
    assert at.stats.hero(at.hero("ada"), "health") == 10 - 6
    at.emit(e.StatusRemoved("ada", "bleeding", 2))
    assert at.stats.hero(at.hero("ada"), "health") == 10


# --- conditions -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("gear", ["brave", "brave-too"])
def test_a_modifier_with_a_condition_counts_while_it_holds(gear: str):
    at = wearing(gear)
    hero = at.hero("ada")
    assert at.stats.hero(hero, "combat") == 2
    fight(at)
    assert at.stats.hero(hero, "combat") == 3
    at.emit(e.EnemyKilled("tentacles-1", "tentacles", "ada"))
    assert at.stats.hero(hero, "combat") == 2


def test_a_condition_is_judged_by_what_the_reading_is_about():
    at = wearing("reader")
    hero = at.hero("ada")
    assert at.stats.hero(hero, "lore", Context(subject="ada", n=3)) == 2
    assert at.stats.hero(hero, "lore", Context(subject="ada", n=2)) == at.stats.hero(hero, "lore") == 1


def test_an_item_that_is_not_worn_or_not_for_this_hero_does_nothing():
    at = wearing("initiative-plus")
    assert at.stats.hero(at.hero("ada"), "initiative") == 6
    at.emit(e.Equipped("ada", []))
    assert at.stats.hero(at.hero("ada"), "initiative") == 4
    assert ada("combat", "for-outlaws") == 2


# --- what lasts -------------------------------------------------------------------------------------------------------


def test_a_lasting_modifier_counts_for_whom_it_is_on():
    at = wearing(setup=GameSetup((MARSHAL, BANDIDO)))
    stats, heroes = at.stats, at.state.heroes
    combat = {id: stats.hero(hero, "combat") for id, hero in heroes.items()}
    last(at, "combat", "add", 1, "mateo", "turn")
    assert {id: stats.hero(hero, "combat") - combat[id] for id, hero in heroes.items()} == {"ada": 0, "mateo": 1}
    last(at, "combat", "add", 2, "heroes", "turn")
    assert {id: stats.hero(hero, "combat") - combat[id] for id, hero in heroes.items()} == {"ada": 2, "mateo": 3}


ENDS = {
    "hit": e.TurnEnded(1),
    "activation": e.ActivationEnded("ada"),
    "turn": e.TurnEnded(1),
    "fight": e.FightEnded(1, 1),
}
OUTLIVES = {
    "turn": (e.ActivationEnded("ada"),),
    "fight": (e.ActivationEnded("ada"), e.TurnEnded(1)),
    "adventure": (e.ActivationEnded("ada"), e.TurnEnded(1), e.FightEnded(1, 1)),
    "forever": (e.ActivationEnded("ada"), e.TurnEnded(1), e.FightEnded(1, 1)),
}


@pytest.mark.parametrize("until", sorted(ENDS))
def test_what_lasts_so_long_is_gone_then(until: str):
    at = wearing()
    fight(at)
    last(at, "combat", "add", 1, "ada", until)
    assert at.stats.hero(at.hero("ada"), "combat") == 3
    at.emit(ENDS[until])
    assert at.stats.hero(at.hero("ada"), "combat") == 2 and at.state.lasting == []


@pytest.mark.parametrize("until", sorted(OUTLIVES))
def test_what_lasts_longer_is_still_there(until: str):
    at = wearing()
    fight(at)
    last(at, "combat", "add", 1, "ada", until)
    for event in OUTLIVES[until]:
        at.emit(event)
    assert at.stats.hero(at.hero("ada"), "combat") == 3


def test_a_lasting_modifier_may_end_before_its_time():
    at = wearing()
    last(at, "combat", "add", 1, "ada", "adventure")
    at.emit(e.LastingEnded([at.state.lasting[0].uid]))
    assert at.stats.hero(at.hero("ada"), "combat") == 2


def test_a_lasting_modifier_may_have_a_condition():
    at = wearing()
    last(at, "combat", "add", 1, "ada", "adventure", "fight")
    assert at.stats.hero(at.hero("ada"), "combat") == 2
    fight(at)
    assert at.stats.hero(at.hero("ada"), "combat") == 3


def test_lasting_figures_are_replaced_and_multiplied_in_the_same_order():
    at = wearing("initiative-plus")
    last(at, "initiative", "multiply", 2, "ada", "turn")
    last(at, "initiative", "set", 1, "heroes", "turn")
    assert at.stats.hero(at.hero("ada"), "initiative") == 1 * 2 + 2


# --- others -----------------------------------------------------------------------------------------------------------


def test_an_aura_helps_the_others_and_not_its_owner():
    at = wearing("leader", setup=GameSetup((MARSHAL, BANDIDO)))
    printed = {id: at.hero(id).stats["combat"] for id in ("ada", "mateo")}
    assert at.stats.hero(at.hero("ada"), "combat") == printed["ada"]
    assert at.stats.hero(at.hero("mateo"), "combat") == printed["mateo"] + 1


def test_a_banner_helps_all_while_its_bearer_stands():
    at = wearing("banner", setup=GameSetup((MARSHAL, BANDIDO)))
    printed = {id: at.hero(id).stats["combat"] for id in ("ada", "mateo")}
    assert [at.stats.hero(at.hero(id), "combat") - printed[id] for id in ("ada", "mateo")] == [1, 1]
    at.emit(e.KnockedOut("ada", "a test"))
    assert at.stats.hero(at.hero("mateo"), "combat") == printed["mateo"]


def test_a_card_in_play_weighs_on_all_and_no_longer_when_it_is_gone():
    at = wearing(setup=GameSetup((MARSHAL, BANDIDO)))
    fight(at)
    printed = {id: at.stats.hero(at.hero(id), "combat") for id in ("ada", "mateo")}
    quick = at.stats.enemy("tentacles", "initiative")
    at.emit(e.CardDrawn("darkness", "gloom", "Gloom"))
    at.emit(e.CardRemains(at.next_uid(), "gloom", "Gloom"))
    assert [at.stats.hero(at.hero(id), "combat") - printed[id] for id in ("ada", "mateo")] == [-1, -1]
    assert at.stats.enemy("tentacles", "initiative") == quick + 1
    assert "no_scavenge" in at.stats.flags(at.hero("mateo"))
    at.emit(e.CardLeftPlay(at.state.in_play[0].uid, "gloom"))
    assert at.stats.hero(at.hero("ada"), "combat") == printed["ada"]
    assert at.stats.enemy("tentacles", "initiative") == quick


def test_an_item_may_weigh_on_the_enemies():
    plain, at = wearing(), wearing("stench")
    fight(plain)
    fight(at)
    assert at.stats.enemy("tentacles", "defense") == plain.stats.enemy("tentacles", "defense") - 1


def test_what_lasts_on_enemies_is_on_all_of_them_or_on_a_type():
    at = wearing()
    fight(at)
    combat = at.stats.enemy("tentacles", "combat")
    last(at, "combat", "add", 1, "enemies", "fight")
    last(at, "combat", "add", 1, "type:tentacles", "fight")
    last(at, "combat", "add", 1, "type:hellbats", "fight")
    assert at.stats.enemy("tentacles", "combat") == combat + 2


def test_enemies_that_ambush_are_2_faster_on_the_turn_they_come():
    at = wearing()
    at.emit(e.TurnStarted(1))
    at.emit(e.FightStarted(1))
    at.emit(e.EnemiesCame("tentacles", "Tentacles", 1, True))
    sheet = library().enemies["tentacles"].normal
    assert at.stats.enemy("tentacles", "initiative") == sheet.initiative + 2
    at.emit(e.TurnEnded(1))
    at.emit(e.TurnStarted(2))
    assert at.stats.enemy("tentacles", "initiative") == sheet.initiative


def test_each_elite_ability_is_worth_5_xp():
    at = wearing()
    fight(at)
    xp = at.stats.enemy("tentacles", "xp")
    at.emit(e.EliteGained("tentacles", 1, "an ability"))
    at.emit(e.EliteGained("tentacles", 2, "an ability"))
    assert at.stats.enemy("tentacles", "xp") == xp + 10


def test_a_brutal_enemy_is_read_from_the_other_side_of_its_sheet():
    at = wearing()
    at.emit(e.FightStarted(1))
    at.emit(e.EnemiesCame("tentacles", "Tentacles", 1, False, True))
    side = library().enemies["tentacles"].brutal
    assert [at.stats.enemy("tentacles", stat) for stat in ("health", "defense", "damage")] == [
        side.health,
        side.defense,
        side.damage,
    ]


# --- flags and breakdown ----------------------------------------------------------------------------------------------


def test_a_flag_comes_from_what_is_worn_or_lasts_and_goes_with_it():
    at = wearing("no-scavenge")
    hero = at.hero("ada")
    assert "no_scavenge" in at.stats.flags(hero)
    at.emit(e.ItemLost("ada", 100, "no-scavenge", "a test"))
    assert "no_scavenge" not in at.stats.flags(hero)
    at.emit(e.LastingStarted(at.next_uid(), "no_scavenge", "flag", 1, "heroes", "turn", "a card"))
    assert "no_scavenge" in at.stats.flags(hero)
    at.emit(e.TurnEnded(1))
    assert "no_scavenge" not in at.stats.flags(hero)


def test_a_breakdown_names_the_printed_figure_and_what_changes_it_now():
    at = wearing("initiative-plus", "initiative-double", "brave")
    hero = at.hero("ada")
    assert at.stats.breakdown(hero, "initiative") == [
        ("printed", 4, "us-marshal"),
        ("add", 2, "initiative-plus"),
        ("multiply", 2, "initiative-double"),
    ]
    assert at.stats.breakdown(hero, "combat") == [("printed", 2, "us-marshal")]
    fight(at)
    last(at, "combat", "add", 1, "heroes", "turn")
    assert at.stats.breakdown(hero, "combat")[1:] == [("add", 1, "brave"), ("add", 1, "a card")]


def test_a_breakdown_names_bleeding():
    at = wearing()
    at.emit(e.StatusAdded("ada", "bleeding", 1))
    assert at.stats.breakdown(at.hero("ada"), "health")[1:] == [("add", -3, "Bleeding")]


def test_every_stat_remembered_is_the_stat_read_anew():
    at = wearing("initiative-plus", "banner", "armor-five", setup=GameSetup((MARSHAL, BANDIDO)))
    events: list[Any] = [
        e.StatusAdded("ada", "bleeding", 1),
        e.LastingStarted(90, "combat", "add", 1, "heroes", "activation", "a card"),
        e.ActivationEnded("mateo"),
        e.KnockedOut("mateo", "a test"),
        e.Equipped("ada", []),
        e.ChartRolled("mutation", "ada", "13", "Tentacle Arm", True),
    ]
    read = [(hero, stat) for hero in at.state.heroes.values() for stat in (*hero.stats, "armor", "hands")]
    for event in events:
        remembered_before = [at.stats.hero(hero, stat) for hero, stat in read]
        at.emit(event)
        now = [at.stats.hero(hero, stat) for hero, stat in read]
        at.stats.forget()
        assert now == [at.stats.hero(hero, stat) for hero, stat in read], (event, remembered_before)
