"""Weapons of Allies, Item Upgrades, cover, status markers, Missions' counts, Grit beyond Max Grit."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from rules_engine import events as e
from rules_engine.content.library import PackLoader
from rules_engine.effects.context import Context
from rules_engine.effects.language import amount
from rules_engine.effects.nodes import Tally
from rules_engine.procedures.allies import mutates, own_melee, own_weapons, spend_ally_xp
from rules_engine.procedures.attacks import Weapon, melee_weapon, ranged_weapons
from rules_engine.procedures.cover import cover_options, is_covered, obstacles, seek_cover
from rules_engine.procedures.harm import mutate
from rules_engine.procedures.missions import change_tally
from rules_engine.procedures.statuses import add_status, break_free, set_free
from rules_engine.procedures.surplus import spend_surplus, surplus_options, surplus_uses
from rules_engine.procedures.sweeps import strikes_around
from rules_engine.procedures.tails import tails_bite
from rules_engine.procedures.upgrades import (
    fits,
    forge,
    free_slots,
    may_rearrange,
    rearrange,
    upgrade_options,
    weight_of,
)
from rules_engine.procedures.worlds import heroes_in, home, of_hero, on_or_next_to, where, world_of
from rules_engine.state import Item, Upgrade
from tests.rules_engine.at_the_table import (
    CONTENT,
    by_id,
    drive,
    foe,
    in_turn,
    item,
    of_kind,
    packs_with,
    run,
    two_heroes,
)

GOLD = {"gain": {"gold": 1}}
BARREL: dict[str, Any] = {"upgrade": {"slots": 1, "to": ["gun", "melee"]}, "weight": 1}
PACK = packs_with(
    {
        "items/test.yaml": [
            item("test-gun", keywords=["gun"], upgrade_slots=2, weight=1),
            item("test-blade", keywords=["blade"], upgrade_slots=1, weapon={"kind": "melee", "add": 1}),
            item("test-book", upgrade_slots=3),
            item("test-barrel", **BARREL),
            item("test-scope", upgrade={"slots": 2, "to": ["gun"]}),
            item("test-rune", upgrade={"slots": 1, "to": ["gun"], "cost": {"grit": 1}}),
            item("test-holy", restriction="holy", upgrade={"slots": 1, "to": ["gun"]}),
            item("test-dark", upgrade={"slots": 1, "to": ["gun"]}, dark_stone=1) | {"kind": "forged"},
            item("test-tail", {"id": "tail", "flags": ["biting_tail"]}),
            item("test-pray", {"id": "pray", "use": "any_time", "label": "pray", "cost": {"grit": 1}, "do": [GOLD]}),
            item("test-dear", {"id": "dear", "use": "any_time", "label": "dear", "cost": {"grit": 2}, "do": [GOLD]}),
            item("test-free", {"id": "free", "use": "any_time", "label": "free", "do": [GOLD]}),
            item("test-mine", {"id": "mine", "use": "activation", "label": "mine", "cost": {"grit": 1}, "do": [GOLD]}),
            item(
                "test-back",
                {"id": "back", "use": "any_time", "label": "back", "cost": {"grit": 1}, "do": [{"gain": {"grit": 1}}]},
            ),
        ]
    }
)  # fmt: skip


# --- Allies -----------------------------------------------------------------------------------------------------------


def test_an_ally_fights_and_shoots_with_the_weapons_of_its_sheet_and_gets_no_criticals():
    at, ada, _ = two_heroes(library=PACK)
    ada.cls, ada.ally_of = "trail-hand", "mateo"
    ada.stats |= {"combat": 2, "melee_to_hit": 4, "ranged_to_hit": 5, "shots": 1, "range": 2}
    at.stats.forget()
    knife, carbine = PACK.allies["trail-hand"].weapons
    assert melee_weapon(at, ada) == own_melee(at, ada)
    assert own_melee(at, ada) == Weapon(knife.name, "melee", knife.id, 2, 4, "D6", "D6", 0, 1, False)
    shots, reach = carbine.weapon.shots, carbine.weapon.range
    expected = Weapon(carbine.name, "ranged", carbine.id, shots + 1, 5, "D6", "D6", 0, reach + 2, False)
    assert own_weapons(at, ada, "ranged") == ranged_weapons(at, ada) == [expected]


def test_an_ally_without_a_melee_weapon_fights_with_bare_hands():
    text = CONTENT.joinpath("allies/trail-hand.yaml").read_text(encoding="utf-8")
    hand = yaml.load(text, PackLoader)[0]
    hand["weapons"] = hand["weapons"][1:]
    at, ada, _ = two_heroes(library=packs_with({"allies/trail-hand.yaml": [hand]}))
    ada.cls, ada.ally_of = "trail-hand", "mateo"
    ada.stats |= {"combat": 3, "melee_to_hit": 4}
    at.stats.forget()
    assert own_melee(at, ada) == Weapon("bare hands", "melee", "", 3, 4, "D6", "D6", 0, 1, False)


def ally(dice: dict[str, list[int]]):
    """Mateo's Trail Hand in Ada's place, with what its sheet says."""
    at, ada, _ = two_heroes(library=PACK, dice=dice)
    ada.cls, ada.ally_of, at.state.light = "trail-hand", "mateo", "mateo"
    at.stats.forget()
    return at, ada


def test_an_ally_mutates_on_the_chart_of_its_kind():
    at, hand = ally(dice={"ally mutation": [4, 2]})
    run(mutates(at, hand))
    assert hand.mutations == ["4"] and hand.up
    hand.corruption, hand.stats["corruption_resistance"] = 3, 3
    at.stats.forget()
    run(mutate(at, hand))
    assert hand.mutations == ["4", "2"] and hand.corruption == 0
    first, _ = of_kind(at.events, e.ChartRolled)
    assert (first.name, first.result, first.kept) == ("Dust Lungs", "4", True)


def test_a_mutation_that_an_ally_has_already_kills_it_and_so_does_one_that_takes_its_last_point():
    at, hand = ally(dice={"ally mutation": [4]})
    hand.mutations = ["4"]
    run(mutates(at, hand))
    assert hand.dead and not of_kind(at.events, e.ChartRolled)[0].kept
    at, hand = ally(dice={"ally mutation": [4]})
    hand.wounds = 9
    run(mutates(at, hand))
    assert hand.dead
    at, hand = ally(dice={"ally mutation": [4, 2]})
    hand.corruption, hand.stats["corruption_resistance"] = 2, 2
    at.stats.forget()
    run(mutates(at, hand))
    assert hand.mutations == ["4", "2"]


def test_ally_xp_buys_upgrades_that_it_does_not_have_yet():
    at, hand = ally(dice={"ally upgrade": [1, 1, 2]})
    records = PACK.allies["trail-hand"].upgrades
    hand.ally_xp = 3
    choices = drive(spend_ally_xp(at, hand), in_turn("upgrade", "upgrade", "keep"))
    assert [c.kind for c in choices] == ["ally_upgrade"] * 3 and choices[0].ids == ["upgrade", "keep"]
    assert hand.upgrades == [records[0].id, records[1].id] and hand.ally_xp == 1
    hand.upgrades = [record.id for record in records]
    assert drive(spend_ally_xp(at, hand), in_turn()) == []


# --- Upgrades ---------------------------------------------------------------------------------------------------------


def test_an_upgrade_fits_an_item_of_a_kind_that_it_names_with_slots_enough():
    at, _, _ = two_heroes(library=PACK)
    gun, blade, book = (Item(n, f"test-{name}") for n, name in enumerate(("gun", "blade", "book"), 100))
    records = PACK.items
    good = [
        (name, host.id[5:])
        for name in ("barrel", "scope", "gun")
        for host in (gun, blade, book, Item(9, "test-rune"))
        if fits(at, records[f"test-{name}"], host)
    ]
    assert good == [("barrel", "gun"), ("barrel", "blade"), ("scope", "gun")]
    gun.upgrades = [Upgrade(110, "test-barrel")]
    assert free_slots(at, gun) == 1 and weight_of(at, gun) == 2
    assert fits(at, records["test-barrel"], gun) and not fits(at, records["test-scope"], gun)


def test_upgrades_are_attached_paid_for_and_taken_off():
    at, ada, _ = two_heroes("test-gun", "test-rune", "test-barrel", "test-holy", library=PACK)
    assert [option.id for option in upgrade_options(at, ada)] == ["attach:102:100"]
    ada.grit = 1
    options = upgrade_options(at, ada)
    assert [option.id for option in options] == ["attach:101:100", "attach:102:100"]
    assert options[0].label == "attach the test-rune to the test-gun (use 1 Grit)"
    assert options[1].label == "attach the test-barrel to the test-gun"
    left = ["attach:101:100", "attach:102:100", "remove:101", "done"]
    choices = drive(rearrange(at, ada), lambda c: by_id(left.pop(0))(c))
    assert [c.kind for c in choices] == ["upgrades"] * 4 and choices[0].ids[0] == "done"
    assert choices[2].ids == ["done", "remove:101", "remove:102"]
    assert ada.grit == 0 and [one.uid for one in ada.items[0].upgrades] == [102]
    assert [x.name for x in of_kind(at.events, e.UpgradeAttached)] == ["test-rune", "test-barrel"]
    (off,) = of_kind(at.events, e.UpgradeRemoved)
    assert (off.hero, off.uid, off.used) == ("ada", 101, True)
    assert may_rearrange(at, ada)
    ada.items = [Item(100, "test-gun")]
    assert not may_rearrange(at, ada)


def test_dark_stone_is_forged_for_good_onto_what_it_fits():
    at, ada, _ = two_heroes("test-book", library=PACK)
    run(forge(at, ada, "test-dark"))
    assert of_kind(at.events, e.NothingHappened)
    ada.items += [Item(105, "test-gun"), Item(106, "test-gun")]
    run(forge(at, ada, "test-dark"), "forge:106")
    assert [one.id for one in ada.items[-1].upgrades] == ["test-dark"] and upgrade_options(at, ada) == []
    assert (of_kind(at.events, e.UpgradeForged)[0].to, not may_rearrange(at, ada)) == (106, True)


# --- cover, markers, tails --------------------------------------------------------------------------------------------


def test_a_marker_between_a_shooter_and_a_hero_is_cover():
    at, ada, _ = two_heroes(library=PACK)
    ada.space = "1.13"
    spider = foe(at, "void-spiders", "1.03")
    shot = Context(enemy=spider.id, enemy_type=spider.type, kind="ranged")
    between = sorted(at.board.between("1.03", "1.13"))
    assert between and not is_covered(at, ada, shot)
    at.state.cover = [between[0]]
    assert is_covered(at, ada, shot)
    assert not is_covered(at, ada, None) and not is_covered(at, ada, shot.about(kind="melee"))
    assert not is_covered(at, ada, shot.about(enemy="nobody"))
    at.state.cover = ["1.22"]
    assert not is_covered(at, ada, shot)


def test_cover_is_sought_among_the_obstacles_of_a_tile():
    for faces, there, found in [([5], 5, True), ([6], 5, False), ([1], 0, False)]:
        at, ada, _ = two_heroes(library=PACK, dice={"seeking cover": faces})
        ada.space, at.state.tiles[0].obstacles = "1.13", there
        assert [option.id for option in cover_options(at, ada)] == (["cover:1"] if there else [])
        choices = drive(seek_cover(at, ada, 1), lambda c: c.options[0])
        (sought,) = of_kind(at.events, e.CoverSought)
        assert sought.found == found and bool(at.state.cover) == found and obstacles(at, 1) is not None
        assert [c.kind for c in choices] == ["cover_space"] * found
        if found:
            assert at.state.cover[0] in at.board.adjacent["1.13"]


def test_nobody_has_more_than_one_ensnared_marker_and_strength_breaks_it():
    at, ada, mateo = two_heroes(library=PACK)
    run(add_status(at, ada, "ensnared", 2, "a web"))
    run(add_status(at, ada, "ensnared", 1, "a web"))
    assert ada.ensnared == 1 and len(of_kind(at.events, e.StatusAdded)) == 1
    drive(break_free(at, ada), lambda c: c.options[1])
    assert ada.ensnared == 1
    set_free(at)
    assert ada.ensnared == 0 and [x.hero for x in of_kind(at.events, e.StatusRemoved)] == ["ada"]
    run(add_status(at, mateo, "poison", 2, "a fang"))
    assert mateo.poison == 2
    ada.wounds, at.state.light = 7, "mateo"
    run(add_status(at, ada, "bleeding", 1, "a fang"))
    assert ada.ko


def test_a_biting_tail_bites_who_rolls_ones_and_those_beside_it():
    at, ada, mateo = two_heroes("test-tail", library=PACK)
    mateo.items = []
    ada.space, mateo.space = "1.13", "1.12"
    run(tails_bite(at, ada, 2))
    run(tails_bite(at, mateo, 1))
    run(tails_bite(at, mateo, 0))
    assert (ada.wounds, mateo.wounds) == (2, 1)
    mateo.space = "1.01"
    run(tails_bite(at, mateo, 1))
    assert mateo.wounds == 1
    troll, far = foe(at, "trolls", "1.14"), foe(at, "trolls", "1.03")
    run(tails_bite(at, troll, 2))
    run(tails_bite(at, far, 2))
    assert (troll.wounds, far.wounds) == (2, 0) and not of_kind(at.events, e.XpGained)
    mateo.space, ada.items, mateo.items = "1.12", [], ada.items
    at.stats.forget()
    run(tails_bite(at, mateo, 1))
    assert mateo.wounds == 2


def test_a_sweep_hits_every_other_hero_beside_the_target():
    at, ada, mateo = two_heroes(library=PACK, dice={"defense": [1, 1]})
    ada.space, mateo.space, mateo.stats["defense"] = "1.13", "1.12", 4
    foe(at, "trolls", "1.14")
    at.stats.forget()
    about = Context(subject="ada", enemy_type="trolls", combat_hit=True)
    run(strikes_around(at, "trolls", ada, 2, about))
    assert ada.wounds == 0 and mateo.wounds == min(10, 2 * at.stats.enemy("trolls", "damage"))
    assert of_kind(at.events, e.HitsTaken)[0].kind == "physical"
    run(strikes_around(at, "trolls", ada, 0, about))
    assert len(of_kind(at.events, e.HitsTaken)) == 1


def test_what_a_mission_counts_never_falls_below_nothing():
    at, _, _ = two_heroes(library=PACK)
    name = next(m for m in sorted(PACK.missions) if PACK.missions[m].tallies)
    at.state.mission = name
    tally = PACK.missions[name].tallies[0].id
    for node, now in [({"add": 2}, 2), ({"add": -5}, 0), ({"set": 4}, 4), ({"add": -1}, 3)]:
        fields: dict[str, Any] = {word: amount(value, "a test") for word, value in node.items()}
        run(change_tally(at, Tally(tally, **fields), Context(source="a test")))
        assert at.state.tallies.get(tally, 0) == now


# --- Grit beyond Max Grit ---------------------------------------------------------------------------------------------


def test_surplus_grit_pays_for_what_costs_one_and_gives_none_back():
    at, ada, _ = two_heroes("test-pray", "test-dear", "test-free", "test-mine", "test-back", library=PACK)
    ada.grit = 2
    assert [use.ability.id for use in surplus_uses(at, ada)] == ["pray"]
    at.acting = "ada"
    assert [use.ability.id for use in surplus_uses(at, ada)] == ["pray", "mine"]
    ada.bleeding = 1
    options = surplus_options(at, ada, moving=True)
    assert [option.id for option in options] == ["spend", "bandage:ada", "use:ada:100:pray", "use:ada:103:mine"]
    assert options[2].label == "test-pray: pray"
    ada.ko = True
    assert surplus_options(at, ada) == []


def test_each_surplus_grit_is_spent_or_let_go():
    at, ada, _ = two_heroes("test-pray", library=PACK, dice={"extra movement": [3, 4]})
    ada.grit, ada.bleeding = 2, 1
    assert run(spend_surplus(at, ada, 2, moving=True), "spend", "spend") == 7
    assert run(spend_surplus(at, ada, 2), "bandage:ada", "use:ada:100:pray") == 0
    assert (ada.grit, ada.gold, ada.bleeding) == (2, 1, 0)
    assert of_kind(at.events, e.StatusRemoved)[0].because == "Grit"
    run(spend_surplus(at, ada, 3), "lose")
    assert (ada.grit, ada.gold) == (2, 1)


# --- one World --------------------------------------------------------------------------------------------------------


def test_without_a_gate_all_are_in_one_world():
    at, ada, mateo = two_heroes(library=PACK)
    assert home(at) == of_hero(at, ada) == world_of(at, Context(subject="ada")) == "mines"
    assert heroes_in(at, [ada, mateo], "elsewhere") == [ada, mateo] == heroes_in(at, [ada, mateo], "")
    assert on_or_next_to(at, [1]) == [ada, mateo]
    assert run(where(at, Context())) == "mines"
    mateo.space = ""
    assert of_hero(at, mateo) == "mines" and on_or_next_to(at, [1]) == [ada]


@pytest.mark.parametrize("count", [0, 1])
def test_no_marker_is_no_marker(count: int):
    at, ada, _ = two_heroes(library=PACK)
    run(add_status(at, ada, "poison", count, "a fang"))
    assert len(of_kind(at.events, e.StatusAdded)) == count
