"""Enemy Record Sheets, Threat, Darkness and Growing Dread cards, Exploration Tokens: what is printed, what we hold."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from statistics import mean
from typing import Any

import pytest
import yaml

from rules_engine import content
from rules_engine.effects import parse

PACK = Path(content.__file__).parent
PERIL = (3, 3, 4, 4, 5, 6)
AVERAGE = {"P": Fraction(sum(PERIL), 6), "2P": Fraction(sum(PERIL), 3), "D6": Fraction(7, 2), "D3": Fraction(2)}
CHARTS = ("elite", "brutal_elite")
STATS = ("initiative", "move", "escape", "range", "melee", "combat", "damage", "defense", "health", "xp")
ENEMY_IDS = {
    "acidic-tentacles", "archive-towers", "bramble-widows", "brood-nests", "carnivorous-plants", "centurions",
    "dishonored-dead", "drowned-dead", "frontier-posse", "hell-bears", "hellbats", "hungry-dead", "lode-horror",
    "stranglers", "tentacles", "tommyknockers", "void-spiders",
}  # fmt: skip


def records(name: str) -> list[dict[str, Any]]:
    loaded: list[dict[str, Any]] = yaml.load((PACK / name).read_bytes(), Loader=yaml.CSafeLoader)
    return loaded


def enemies() -> dict[str, dict[str, Any]]:
    files = sorted((PACK / "enemies").glob("*.yaml"))
    found = [record for path in files for record in records(f"enemies/{path.name}")]
    assert len({record["id"] for record in found}) == len(found)
    return {record["id"]: record for record in found}


ENEMIES = enemies()
THREATS = records("cards/threats.yaml") + records("cards/threats-fallen.yaml")
DARKNESS = records("cards/darkness.yaml")
DREAD = records("cards/growing-dread.yaml")
TOKENS = records("tokens_exploration.yaml")


def side(enemy: str, which: str) -> tuple[int | None, ...]:
    return tuple(ENEMIES[enemy][which][stat] for stat in STATS)


def ability(enemy: str, field: str, id: str) -> dict[str, Any]:
    (found,) = [a for a in ENEMIES[enemy][field] if a["id"] == id]
    return found


def elite(enemy: str, chart: str, name: str) -> list[dict[str, Any]]:
    (found,) = [entry["abilities"] for entry in ENEMIES[enemy][chart] if entry["name"] == name]
    return found


def changes(found: dict[str, Any]) -> set[tuple[str, str, int]]:
    ops = ("add", "set", "multiply")
    return {(m["stat"], op, m[op]) for m in found.get("modifiers", []) for op in ops if op in m}


def weight(card: dict[str, Any]) -> Fraction:
    """Expected Health x (1 + Defense / 4) of a Threat card's enemies; never more models than the box holds."""
    total = Fraction(0)
    for group in card["groups"]:
        sheet, count = ENEMIES[group["enemy"]], group["count"]
        models = min(AVERAGE[count] if isinstance(count, str) else Fraction(count), Fraction(sheet["models"]))
        total += models * sheet["normal"]["health"] * (1 + Fraction(sheet["normal"]["defense"], 4))
    return total


def deck(level: str) -> list[dict[str, Any]]:
    return [card for card in THREATS if card["deck"] == f"threat-{level}"]


def test_the_pack_has_these_enemy_types() -> None:
    assert set(ENEMIES) >= ENEMY_IDS


def test_drowned_dead_figures_are_the_printed_ones_on_both_sides() -> None:
    assert side("drowned-dead", "normal") == (2, 2, 4, 5, 5, 3, 3, 4, 2, 15)
    assert side("drowned-dead", "brutal") == (2, 3, 5, 5, 4, 3, 4, 4, 4, 25)
    assert ENEMIES["drowned-dead"]["keywords"] == ["undead", "soldier"]
    assert ENEMIES["drowned-dead"]["size"] == "medium"


def test_drowned_dead_cause_fear_and_wear_armor_that_only_the_brutal_side_cannot_lose() -> None:
    for field in ("abilities", "brutal_abilities"):
        assert ability("drowned-dead", field, "fear")["fear"] == 1
        assert ability("drowned-dead", field, "corroded-armor")["armor"] == 5
    assert "flags" not in ability("drowned-dead", "abilities", "corroded-armor")
    assert ability("drowned-dead", "brutal_abilities", "corroded-armor")["flags"] == ["armor_not_ignorable"]


@pytest.mark.parametrize("field", ["abilities", "brutal_abilities"])
def test_cursed_blades_cause_one_corruption_hit_a_turn_after_a_combat_hit_wounds(field: str) -> None:
    blades = ability("drowned-dead", field, "cursed-blades")
    assert (blades["on"], blades["if"], blades["limit"]) == ("hero_wounded", "combat_hit", "turn")
    assert blades["do"] == [{"hits": {"kind": "corruption", "count": 1}}]


def test_any_elite_drowned_dead_hit_in_melee_on_4() -> None:
    (found,) = ENEMIES["drowned-dead"]["any_elite"]
    assert changes(found) == {("melee", "set", 4)}
    assert "brutal_any_elite" not in ENEMIES["drowned-dead"]


@pytest.mark.parametrize("field", ["abilities", "brutal_abilities"])
def test_endless_hordes_adds_d6_minus_3_when_the_die_beats_their_number_and_gives_no_free_elite(field: str) -> None:
    hordes = ability("drowned-dead", field, "endless-hordes")
    assert (hordes["on"], hordes["limit"]) == ("fight_round_ended", "turn")
    spawn = {"enemy": "this", "count": "D6 - 3", "elite_if_short": False}
    branch = {"if": {"when": "n > this_type", "then": [{"spawn": spawn}]}}
    assert hordes["do"] == [{"roll": {"die": "D6", "do": [branch]}}]


@pytest.mark.parametrize("chart", CHARTS)
def test_flintlock_pistols_fire_range_5_shots_2_damage_d6_at_a_random_hero_after_the_move(chart: str) -> None:
    (found,) = elite("drowned-dead", chart, "Flintlock Pistols")
    assert found["on"] == "move_ended"
    assert found["do"] == [{"shot": {"range": 5, "shots": 2, "damage": "D6", "at": "random"}}]


def test_drowned_dead_elite_charts_stand_in_the_printed_order() -> None:
    normal = ["Nightmarish", "Give Back Our Gold", "Relentless", "Piercing", "Flintlock Pistols", "Burning Eyes"]
    brutal = ["Nightmarish", "Give Back Our Gold", "Corrupted Souls", "Piercing", "Flintlock Pistols", "Burning Eyes"]
    assert [entry["name"] for entry in ENEMIES["drowned-dead"]["elite"]] == normal
    assert [entry["name"] for entry in ENEMIES["drowned-dead"]["brutal_elite"]] == brutal


def test_drowned_dead_elite_abilities_carry_the_printed_figures() -> None:
    (piercing,) = elite("drowned-dead", "elite", "Piercing")
    assert changes(piercing) == {("combat", "add", 2)}
    assert piercing["on_face"] == {"at_least": 6, "ignore": ["armor"]}
    (relentless,) = elite("drowned-dead", "elite", "Relentless")
    assert changes(relentless) == {("health", "add", 2)} and relentless["flags"] == ["armor_not_ignorable"]
    rolls, horror = elite("drowned-dead", "elite", "Burning Eyes")
    assert rolls["reroll"] == {"roll": "to_hit", "dice": "ones", "whose": "own"}
    assert rolls["limit"] == "turn" and changes(horror) == {("horror_damage", "add", 1)}
    (gold,) = elite("drowned-dead", "elite", "Give Back Our Gold")
    assert gold["on"] == "hero_wounded" and gold["do"] == [{"lose": {"gold": "10*amount"}}]
    (nightmarish,) = elite("drowned-dead", "elite", "Nightmarish")
    horror_hit = {"hits": {"kind": "horror", "count": 1}}
    assert nightmarish["on_face"] == {"at_least": 1, "do": [{"if": {"when": "combat_hit", "then": [horror_hit]}}]}


def test_corrupted_souls_doubles_the_first_hit_that_a_hero_takes() -> None:
    (souls,) = elite("drowned-dead", "brutal_elite", "Corrupted Souls")
    assert souls["flags"] == ["first_hit_doubled"]


def test_acidic_tentacles_figures_are_the_printed_ones_and_their_brutal_side_is_ours() -> None:
    assert side("acidic-tentacles", "normal") == (3, 4, 4, 5, 4, 3, 3, 2, 5, 35)
    assert ENEMIES["acidic-tentacles"]["brutal_source"] == "original"


def test_smash_lets_a_6_of_acidic_tentacles_ignore_defense() -> None:
    assert ability("acidic-tentacles", "abilities", "smash")["on_face"] == {"at_least": 6, "ignore": ["defense"]}


def test_spits_acid_is_one_shot_at_range_8_for_a_bleeding_marker_unless_adjacent_to_a_hero() -> None:
    acid = ability("acidic-tentacles", "abilities", "spits-acid")
    assert (acid["on"], acid["if"]) == ("enemy_activated", "not adjacent_enemy")
    (shot,) = (effect["shot"] for effect in acid["do"])
    assert (shot["range"], shot["shots"], shot["damage"], shot["at"]) == (8, 1, 0, "random")
    assert shot["instead"] == [{"status": {"add": "bleeding"}}]


def test_acidic_tentacles_elite_chart_carries_the_printed_figures() -> None:
    printed: dict[str, set[tuple[str, str, int]]] = {
        "Swift": {("initiative", "add", 2)},
        "Eruption": set(),
        "Twisting": {("defense", "add", 1), ("health", "add", 2)},
        "Focused Spray": {("range", "set", 4)},
        "Lashing Strike": {("combat", "add", 1)},
        "Acid Spurts": {("shots", "add", 1)},
    }
    assert [entry["name"] for entry in ENEMIES["acidic-tentacles"]["elite"]] == list(printed)
    for name, expected in printed.items():
        (found,) = elite("acidic-tentacles", "elite", name)
        assert changes(found) == expected
        flags = ["move_through_models", "retarget_each_turn"] if name == "Eruption" else []
        assert found.get("flags", []) == flags


def test_void_spiders_keep_their_printed_initiative_and_packs_of_twelve() -> None:
    assert ENEMIES["void-spiders"]["normal"]["initiative"] == 6
    assert ENEMIES["void-spiders"]["models"] == 12 and ENEMIES["tentacles"]["models"] == 12


def test_a_large_enemy_pays_base_xp_and_5_for_each_wound() -> None:
    horror = ENEMIES["lode-horror"]
    assert horror["size"] == "large" and horror["normal"]["xp"] > 0
    assert horror["normal"]["xp_each"] == horror["brutal"]["xp_each"] == 5


@pytest.mark.parametrize("enemy", sorted(ENEMIES))
def test_an_elite_chart_has_six_different_entries_on_each_side(enemy: str) -> None:
    for chart in CHARTS:
        names = [entry["name"] for entry in ENEMIES[enemy][chart]]
        assert len(names) == len(set(names)) == 6
        assert all(entry["abilities"] for entry in ENEMIES[enemy][chart])


@pytest.mark.parametrize("enemy", sorted(ENEMIES))
def test_a_brutal_side_is_harder_and_pays_more(enemy: str) -> None:
    normal, brutal = ENEMIES[enemy]["normal"], ENEMIES[enemy]["brutal"]
    assert brutal["xp"] > normal["xp"] and brutal["health"] > normal["health"]
    assert all(brutal[stat] >= normal[stat] for stat in ("initiative", "move", "combat", "damage", "defense"))
    assert (brutal["melee"] or 0) <= (normal["melee"] or 0) and (brutal["range"] or 0) <= (normal["range"] or 0)
    for field in ("abilities", "brutal_abilities"):
        ids = [found["id"] for found in ENEMIES[enemy][field]]
        assert 2 <= len(ids) <= 4 and len(set(ids)) == len(ids)


@pytest.mark.parametrize("enemy", sorted(ENEMIES))
def test_the_engine_reads_every_ability_of_an_enemy(enemy: str) -> None:
    sheet = ENEMIES[enemy]
    charts = [entry["abilities"] for chart in CHARTS for entry in sheet[chart]]
    for raw in [sheet["abilities"], sheet["brutal_abilities"], sheet.get("any_elite", []), *charts]:
        assert len(parse.abilities(raw, enemy)) == len(raw)


def test_chill_of_the_grave_gives_all_undead_1_initiative_and_1_combat_and_remains_in_play() -> None:
    (card,) = [c for c in DARKNESS if c["id"] == "chill-of-the-grave"]
    (found,) = card["abilities"]
    assert card["remains_in_play"] is True and card["keywords"] == ["darkness", "boost", "undead"]
    assert changes(found) == {("initiative", "add", 1), ("combat", "add", 1)}
    assert {(m["to"], m["when"]) for m in found["modifiers"]} == {("enemies", "enemy_keyword undead")}


def test_each_deck_has_its_number_of_cards() -> None:
    assert [len(deck(level)) for level in ("low", "med", "high")] == [12, 12, 12]
    assert (len(THREATS), len(DARKNESS), len(DREAD)) == (36, 14, 10)
    assert {c["deck"] for c in DARKNESS} == {"darkness"} and {c["deck"] for c in DREAD} == {"growing-dread"}


def test_card_ids_and_titles_are_unique() -> None:
    cards = THREATS + DARKNESS + DREAD
    assert len({c["id"] for c in cards}) == len({c["title"] for c in cards}) == len(cards)


@pytest.mark.parametrize("card", DARKNESS + DREAD, ids=lambda card: card["id"])
def test_a_card_either_does_something_or_remains_in_play_with_an_ability(card: dict[str, Any]) -> None:
    assert bool(card.get("do")) != bool(card.get("abilities"))
    assert bool(card.get("abilities")) == card.get("remains_in_play", False)
    attacks = [effect["attack"] for effect in card.get("do", []) if "attack" in effect]
    assert {attack["enemy"] for attack in attacks if "enemy" in attack} <= set(ENEMIES)


@pytest.mark.parametrize("card", DARKNESS + DREAD, ids=lambda card: card["id"])
def test_the_engine_reads_every_darkness_and_growing_dread_card(card: dict[str, Any]) -> None:
    assert len(parse.effects(card.get("do"), card["id"])) == len(card.get("do", []))
    assert len(parse.abilities(card.get("abilities"), card["id"])) == len(card.get("abilities", []))


def test_growing_dread_can_bring_elite_enemies_and_a_low_threat_beside_the_final_fight() -> None:
    done = [effect for card in DREAD for effect in card.get("do", [])]
    assert done.count({"next_attack": {"elite": 1}}) == 2
    assert done.count({"attack": {"threat": "low"}}) == 1


@pytest.mark.parametrize("card", THREATS, ids=lambda card: card["id"])
def test_a_threat_card_brings_known_enemies_in_known_numbers(card: dict[str, Any]) -> None:
    types = [group["enemy"] for group in card["groups"]]
    assert types and len(types) == len(set(types)) and set(types) <= set(ENEMIES)
    for group in card["groups"]:
        assert group["count"] in AVERAGE if isinstance(group["count"], str) else group["count"] >= 1
        assert group.get("elite", 0) in (0, 1)


def test_threat_weight_rises_from_low_to_med_to_high_and_high_stays_under_twice_med() -> None:
    low, med, high = (mean(weight(card) for card in deck(level)) for level in ("low", "med", "high"))
    assert low * Fraction(3, 2) < med < high < 2 * med
    assert max(weight(card) for card in deck("low")) < min(weight(card) for card in deck("high"))


def test_old_west_has_12_exploration_tokens_and_an_adventure_set_8() -> None:
    sets = [token["set"] for token in TOKENS]
    assert (sets.count("old-west"), sets.count("adventure-set"), len(sets)) == (12, 8, 20)
    assert len({token["id"] for token in TOKENS}) == 20


def test_clues_and_special_tokens_are_as_many_as_the_set_has() -> None:
    def count(set: str, icon: str) -> int:
        return sum(bool(token[icon]) for token in TOKENS if token["set"] == set)

    assert [count("old-west", icon) for icon in ("clue", "growing_dread", "darkness", "depth_event")] == [6, 1, 0, 0]
    assert [count("adventure-set", i) for i in ("clue", "growing_dread", "darkness", "depth_event")] == [4, 0, 1, 1]


@pytest.mark.parametrize("token", TOKENS, ids=lambda token: token["id"])
def test_each_token_opens_a_door_and_leads_to_encounters_or_an_attack(token: dict[str, Any]) -> None:
    assert token["doors"] in (1, 2) and token["gates"] in (0, 1) and token["doors"] + token["gates"] <= 2
    assert token["encounter"] in (0, 1, 2)
    assert (token["encounter"] > 0) != token["attack"]
    assert not token["growing_dread"] or token["encounter"] > 0


@pytest.mark.parametrize("icon", ["one encounter", "two encounters", "attack", "gate"])
def test_each_set_has_every_kind_of_token(icon: str) -> None:
    kinds = {
        "one encounter": lambda token: token["encounter"] == 1,
        "two encounters": lambda token: token["encounter"] == 2,
        "attack": lambda token: token["attack"],
        "gate": lambda token: token["gates"] == 1,
    }
    assert {token["set"] for token in TOKENS if kinds[icon](token)} == {"old-west", "adventure-set"}


def test_every_record_says_where_it_comes_from() -> None:
    for record in [*ENEMIES.values(), *THREATS, *DARKNESS, *DREAD, *TOKENS]:
        source = record["source"]
        assert source == "original" or set(source) == {"book", "heading"}
