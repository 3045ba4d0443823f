"""Heroes, Items and Side Bag Tokens of the standard pack, against what is printed. `g...` names a golden ruling."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.golden import golden

CONTENT = Path(__file__).resolve().parents[3] / "rules_engine" / "content"
OLD_WEST = ("bandido", "lawman", "rancher", "saloon-girl", "us-marshal")
FREE_TOKENS = {
    "old-west": ["bandages", "dynamite", "tonic", "whiskey"],
    "spanish-fort": ["bandages", "bomb", "rum", "tonic"],
    "forbidden-fortress": ["bandages", "bomb", "sake", "tonic"],
    "valhalla": ["ale", "bandages", "throwing-axe", "tonic"],
}
SUB_CLASSES = {
    "conquistador": ("duelist", "el-capitan", "explorer", "soldier"),
    "viking": ("berserker", "huscarl", "jarl", "raider"),
}
SKILLS = ("agility", "cunning", "spirit", "strength", "lore", "luck")
REFERENCE_TOKENS = (
    *("bandages", "whiskey", "dynamite", "bomb", "tonic", "dark-stone-shiv", "exotic-herbs", "fine-cigar"),
    *("potion", "hatchet", "lantern-oil", "tequila", "spice"),
)
OTHER_TOKENS = ("ale", "sake", "flash", "herbs", "strong-sake", "throwing-axe", "rum", "raw-meat", "cooked-meat")
CLASS_TOKENS = ("fire-sake",)


def records(*patterns: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for pattern in patterns:
        for path in sorted(CONTENT.glob(pattern)):
            found.extend(yaml.load(path.read_bytes(), Loader=yaml.CSafeLoader))
    return found


HEROES = {record["id"]: record for record in records("heroes/*.yaml")}
ITEMS = {record["id"]: record for record in records("items/*.yaml")}
TOKENS = {record["id"]: record for record in records("tokens.yaml")}


def ability(record: dict[str, Any], name: str) -> dict[str, Any]:
    (found,) = [one for one in record["abilities"] if one["id"] == name]
    return dict(found)


def upgrade(name: str) -> dict[str, Any]:
    (found,) = [one for one in HEROES["us-marshal"]["starting_upgrades"] if one["id"] == name]
    return dict(found)


def token_use(name: str) -> dict[str, Any]:
    (found,) = TOKENS[name]["abilities"]
    return dict(found)


def modifiers(record: dict[str, Any]) -> dict[str, int]:
    return {m["stat"]: m.get("add", m.get("set")) for a in record["abilities"] for m in a.get("modifiers", ())}


def gained_tokens(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if "token" in value:
            yield value["token"]["gain"]
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            yield from gained_tokens(one)


def reroll_right(record: dict[str, Any]) -> dict[str, str]:
    (found,) = [one for one in record["abilities"] if "reroll" in one]
    return {**found["reroll"], "limit": found["limit"]}


def test_ids_are_unique_among_heroes_items_upgrades_and_tokens():
    loaded = (
        *records("heroes/*.yaml", "items/*.yaml", "tokens.yaml"),
        *(one for hero in HEROES.values() for one in hero["starting_upgrades"]),
    )
    assert [name for name, times in Counter(one["id"] for one in loaded).items() if times > 1] == []


def test_abilities_of_a_record_have_ids_of_their_own():
    for record in (*HEROES.values(), *ITEMS.values(), *TOKENS.values()):
        upgrades = record.get("starting_upgrades", [])
        names = [one["id"] for part in (record, *upgrades) for one in part["abilities"]]
        assert len(names) == len(set(names)), record["id"]


def test_starting_items_and_tokens_that_are_named_exist():
    for hero in HEROES.values():
        assert [name for name in hero["starting_items"] if ITEMS[name]["kind"] != "starting"] == []
        assert set(hero["free_tokens"]) <= TOKENS.keys()
    for record in (*HEROES.values(), *ITEMS.values()):
        assert set(gained_tokens(record)) <= TOKENS.keys(), record["id"]


def test_every_starting_item_belongs_to_a_hero_and_only_sub_classes_of_a_team_share_one():
    starting = {name for name, item in ITEMS.items() if item["kind"] == "starting"}
    assert starting == {name for hero in HEROES.values() for name in hero["starting_items"]}
    for name in starting:
        owners = [hero for hero in HEROES.values() if name in hero["starting_items"]]
        assert len(owners) == 1 or len({hero.get("team", hero["id"]) for hero in owners}) == 1, name


def test_a_record_without_a_rulebook_heading_says_that_it_is_original():
    for record in (*HEROES.values(), *ITEMS.values(), *TOKENS.values()):
        source = record["source"]
        assert source == "original" or source.keys() == {"book", "heading"}, record["id"]


def test_restricted_starting_items_are_given_only_to_heroes_with_the_keyword():
    for hero in HEROES.values():
        needed = {ITEMS[name]["restriction"] for name in hero["starting_items"] if "restriction" in ITEMS[name]}
        assert needed <= set(hero["keywords"])


def test_five_heroes_of_the_old_west_each_with_three_starting_upgrades():
    assert tuple(sorted(name for name, hero in HEROES.items() if hero["home"] == "old-west")) == OLD_WEST
    assert [name for name in OLD_WEST if len(HEROES[name]["starting_upgrades"]) != 3] == []


@golden("G194", "G196")
def test_each_set_has_its_own_choice_of_a_free_token():
    for hero in HEROES.values():
        assert sorted(set(hero["free_tokens"]) - {"fire-sake"}) == FREE_TOKENS[hero["home"]], hero["id"]


@golden("G195")
def test_a_viking_who_takes_throwing_axes_gets_two():
    for name in SUB_CLASSES["viking"]:
        assert HEROES[name]["free_token_counts"] == {"throwing-axe": 2}


@pytest.mark.parametrize("team", SUB_CLASSES)
def test_a_team_has_four_sub_classes_each_with_two_starting_upgrades(team: str):
    found = {name: hero for name, hero in HEROES.items() if hero.get("team") == team}
    assert tuple(sorted(found)) == SUB_CLASSES[team]
    assert {len(hero["starting_upgrades"]) for hero in found.values()} == {2}
    assert len({hero["ability_token"] for hero in found.values()}) == 1


def test_the_heroes_of_our_own_have_as_many_skill_points_as_the_marshal():
    points = {name: sum(hero["stats"][skill] for skill in SKILLS) for name, hero in HEROES.items()}
    assert set(points.values()) == {points["us-marshal"]}


def test_g429_the_marshals_sheet_is_the_printed_one():
    marshal = HEROES["us-marshal"]
    assert marshal["keywords"] == ["law", "traveler"]
    assert marshal["starting_items"] == ["shotgun", "marshal-badge"]
    assert marshal["stats"] == {
        "ranged_to_hit": 4, "melee_to_hit": 4, "combat": 2, "max_grit": 2, "initiative": 4, "health": 10, "sanity": 10,
        "defense": 3, "willpower": 4, "agility": 3, "cunning": 4, "spirit": 2, "strength": 2, "lore": 1, "luck": 3,
    }  # fmt: skip


def test_g431_the_shotgun_is_the_printed_one():
    shotgun = ITEMS["shotgun"]
    assert shotgun["keywords"] == ["gear", "gun", "shotgun"]
    assert (shotgun["hands"], shotgun["weight"], shotgun["price"], shotgun["upgrade_slots"]) == (2, 1, 300, 1)
    weapon = shotgun["weapon"]
    assert (weapon["kind"], weapon["range"], weapon["shots"], weapon["add"]) == ("ranged", 5, 1, 0)
    assert (weapon["hit_die"], weapon["die"], weapon["criticals"]) == ("D8", "D8", True)


def test_the_marshal_badge_is_for_law_only_and_its_effect_is_our_own():
    badge = ITEMS["marshal-badge"]
    assert (badge["restriction"], badge["keywords"], badge["source"]) == ("law", ["gear", "law", "icon"], "original")
    flash = ability(badge, "flash-the-badge")
    assert flash["limit"] == "adventure"
    assert flash["do"] == [{"modify": {"stat": "damage", "add": 1, "to": "on_tile", "until": "turn"}}]


def test_g432_double_shot_gives_one_shot_a_turn_for_a_kill_with_a_shotgun():
    double = ability(HEROES["us-marshal"], "double-shot")
    assert (double["on"], double["if"], double["limit"]) == ("enemy_killed", "item shotgun", "turn")
    (effect,) = double["do"]
    assert (effect["modify"]["stat"], effect["modify"]["add"]) == ("shots", 1)


def test_g433_rolling_thunder_recovers_a_grit_on_four_or_more():
    thunder = ability(upgrade("rolling-thunder"), "rolling-thunder")
    assert (thunder["on"], thunder["may"], "limit" in thunder) == ("enemy_killed", True, False)
    assert thunder["do"] == [{"roll": {"die": "D6", "table": {"1-3": [], "4-6": [{"gain": {"grit": 1}}]}}}]


def test_g434_hardened_resolve_shares_four_points_of_any_mix_for_one_grit():
    resolve = ability(upgrade("hardened-resolve"), "hardened-resolve")
    assert (resolve["use"], resolve["cost"], "limit" in resolve) == ("any_time", {"grit": 1}, False)
    (effect,) = resolve["do"]
    ((heal,),) = [step.values() for step in effect["repeat"]["do"]]
    assert effect["repeat"]["times"] * heal["any"] == 4


def test_g435_cleaning_up_the_west_heals_one_of_each_gives_ten_xp_and_a_higher_max_grit():
    cleaning = upgrade("cleaning-up-the-west")
    kill = ability(cleaning, "cleaning-up-the-west")
    assert (kill["on"], kill["may"]) == ("enemy_killed", True)
    assert kill["do"] == [{"heal": {"wounds": 1}}, {"heal": {"sanity": 1}}, {"gain": {"xp": 10}}]
    assert modifiers(cleaning) == {"max_grit": 1}


def test_the_printed_personal_items_have_their_printed_keywords():
    printed = {
        name: set(item["keywords"])
        for name, item in ITEMS.items()
        if item["kind"] == "personal" and item["source"] != "original"
    }
    assert printed == {
        "weathered-newspaper": {"personal", "paper", "news"},
        "worn-eye-patch": {"personal"},
        "letter-from-the-president": {"personal"},
        "hand-mirror": {"personal", "glass"},
        "silver-dice": {"personal", "dice", "charm"},
    }


def test_the_weathered_newspaper_gives_one_lore_and_grit_when_the_party_marker_enters_a_marked_space():
    paper = ITEMS["weathered-newspaper"]
    assert modifiers(paper) == {"lore": 1}
    again = ability(paper, "read-again")
    assert (again["on"], again["if"], again["may"]) == ("heroes_advanced", "marked_space", True)
    assert again["do"] == [{"gain": {"grit": 1}}]


def test_g442_the_worn_eye_patch_gives_one_cunning_and_once_an_adventure_all_grit():
    patch = ITEMS["worn-eye-patch"]
    assert modifiers(patch) == {"cunning": 1}
    seen = ability(patch, "seen-worse")
    assert (seen["use"], seen["limit"]) == ("any_time", "adventure")
    assert seen["do"] == [{"gain": {"grit": "max_grit"}}]


def test_g443_the_letter_from_the_president_rerolls_one_chart_roll_of_anyone_and_gives_one_max_grit():
    letter = ITEMS["letter-from-the-president"]
    assert modifiers(letter) == {"max_grit": 1}
    right = reroll_right(letter)
    assert (right["roll"], right["whose"], right["limit"]) == ("chart", "any", "adventure")


def test_the_hand_mirror_gives_four_sanity_and_a_d3_for_the_voices():
    assert modifiers(ITEMS["hand-mirror"]) == {"sanity": 4, "voices_dice": 3}


def test_g444_the_silver_dice_redraw_a_card_once_an_adventure():
    assert ability(ITEMS["silver-dice"], "redraw-card")["limit"] == "adventure"
    assert reroll_right(ITEMS["silver-dice"])["roll"] == "card"


@pytest.mark.parametrize("name", [*REFERENCE_TOKENS, *OTHER_TOKENS, *CLASS_TOKENS])
def test_a_token_has_one_use_and_is_discarded_for_it(name: str):
    assert token_use(name)["cost"] == {"discard": "this"}


def test_the_tokens_are_those_of_the_reference_and_of_the_boxes():
    assert sorted(TOKENS) == sorted([*REFERENCE_TOKENS, *OTHER_TOKENS, *CLASS_TOKENS])


@pytest.mark.parametrize(
    ("name", "effect"),
    [
        ("bandages", {"heal": {"wounds": "D6", "to": "one_near"}}),
        ("whiskey", {"heal": {"sanity": "D6", "to": "one_near"}}),
        ("tequila", {"heal": {"sanity": "2D6", "to": "one_near"}}),
        ("ale", {"heal": {"sanity": "D6", "to": "one_near"}}),
        ("sake", {"heal": {"sanity": "D6", "to": "one_near"}}),
        ("tonic", {"gain": {"grit": 1}}),
        ("exotic-herbs", {"heal": {"corruption": "D3"}}),
        ("fine-cigar", {"modify": {"stat": "armor", "set": 3, "until": "turn"}}),
        ("flash", {"modify": {"stat": "initiative", "add": -2, "to": "enemies", "until": "turn"}}),
        ("dark-stone-shiv", {"harm": {"to": "adjacent_one_enemy", "wounds": "D6", "ignore": ["defense"]}}),
        ("dynamite", {"throw": {"range": "strength + 3", "wounds": "D6"}}),
        ("bomb", {"throw": {"range": "strength + 3", "wounds": "D6"}}),
    ],
)
def test_g445_a_token_does_what_the_reference_prints(name: str, effect: dict[str, Any]):
    assert token_use(name)["do"] == [effect]


def test_g445_the_dark_stone_shiv_is_a_free_attack_for_performers():
    shiv = token_use("dark-stone-shiv")
    assert (shiv["use"], shiv["when"]) == ("free_attack", "keyword performer")


def test_g445_a_potion_adds_two_to_any_one_of_the_six_skills():
    (effect,) = token_use("potion")["do"]
    changes = [option["do"][0]["modify"] for option in effect["choose"]["options"]]
    assert [one["stat"] for one in changes] == list(SKILLS)
    assert {(one["add"], one["until"]) for one in changes} == {(2, "turn")}


def test_g446_spice_adds_d3_damage_to_one_hit_and_costs_a_wound():
    assert token_use("spice")["do"] == [
        {"modify": {"stat": "damage", "add": "D3", "until": "hit"}},
        {"damage": {"wounds": 1, "armor": True}},
    ]


def test_g447_raw_meat_heals_d3_and_one_with_a_corruption_hit_and_cooked_meat_the_peril_die():
    raw = [{"heal": {"wounds": "D3 + 1"}}, {"hits": {"kind": "corruption", "count": 1}}]
    assert token_use("raw-meat")["do"] == raw
    assert token_use("cooked-meat")["do"] == [{"heal": {"wounds": "P"}}]


@pytest.mark.parametrize(("name", "what"), [("herbs", "wounds"), ("strong-sake", "sanity")])
def test_g448_herbs_and_strong_sake_heal_two_dice(name: str, what: str):
    assert token_use(name)["do"] == [{"heal": {what: "2D6", "to": "one_near"}}]


@pytest.mark.parametrize("name", ["hatchet", "throwing-axe"])
def test_a_thrown_blade_is_a_ranged_free_attack_with_the_melee_to_hit(name: str):
    use = token_use(name)
    (effect,) = use["do"]
    strike = effect["strike"]
    assert use["use"] == "free_attack"
    assert (strike["kind"], strike["to_hit"], strike["range"]) == ("ranged", "melee", "strength + 3")
    assert (strike["shots"], strike["die"], strike["add"]) == (1, "D6", 2)


def test_lantern_oil_rerolls_one_die_of_a_hold_back_the_darkness_roll():
    assert token_use("lantern-oil")["reroll"] == {"roll": "hold_back", "dice": "one", "whose": "any"}


def test_there_are_items_enough_of_every_kind():
    kinds = Counter(item["kind"] for item in ITEMS.values())
    assert kinds["gear"] >= 18
    assert kinds["artifact"] >= 12
    assert kinds["personal"] >= 12


def test_found_items_weigh_at_most_two_and_cost_fifty_to_a_thousand_dollars():
    found = [item for item in ITEMS.values() if item["kind"] in ("gear", "artifact")]
    assert [item["id"] for item in found if not 0 <= item["weight"] <= 2] == []
    assert [item["id"] for item in found if not 50 <= item["price"] <= 1000] == []


def test_clothing_names_the_slot_that_it_fills():
    for item in ITEMS.values():
        assert ("slot" in item) == ("clothing" in item["keywords"]), item["id"]
        assert item.get("slot", item["keywords"][0]) in item["keywords"], item["id"]
