"""The written encounters, Loot, Scavenge, charts and introductory missions: their facts, their mix, their vocabulary.

The Mutation Chart's figures are golden G371-G406, the Scavenge mix G499, the missions G423-G425.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

import rules_engine

CONTENT = Path(rules_engine.__file__).parent / "content"
CARDS = ("cards/encounters-1.yaml", "cards/encounters-2.yaml", "cards/loot.yaml", "cards/scavenge.yaml")
CHARTS = tuple(f"charts/{name}.yaml" for name in ("depth-event", "injury", "madness", "mutation"))
MISSIONS = tuple(f"missions/{name}.yaml" for name in ("a-fistful-of-dark-stone", "lost-contact", "scouting-party"))
FILES = CARDS + CHARTS + MISSIONS
ENEMIES = {"tentacles", "void-spiders", "hungry-dead", "stranglers", "hellbats", "drowned-dead", "acidic-tentacles"}
DECKS = {"loot", "scavenge", "gear", "artifact", "darkness", "growing-dread", "encounter"}
SKILLS = {"agility", "cunning", "spirit", "strength", "lore", "luck"}
WHOM = {"subject", "all", "others", "random", "one", "on_tile", "adjacent", "light_bearer", "owner"}
EFFECTS = {
    "item": {"gain", "lose", "fuse", "to"},
    "modify": {"stat", "add", "set", "multiply", "to", "until", "when"},
    "hits": {"kind", "count", "damage", "ignore", "to"},
    "damage": {"wounds", "sanity", "corruption", "armor", "to"},
    "heal": {"wounds", "sanity", "any", "corruption", "to"},
    "gain": {"xp", "gold", "dark_stone", "grit", "to"},
    "lose": {"xp", "gold", "dark_stone", "grit", "to"},
    "token": {"gain", "lose", "count", "to"},
    "status": {"add", "remove", "count", "to"},
    "draw": {"deck", "count", "to"},
    "attack": {"threat", "enemy", "count", "ambush", "elite", "beside"},
    "track": {"darkness", "heroes"},
    "test": {"who", "skill", "target", "pass", "fail"},
    "roll": {"die", "table", "do"},
    "if": {"when", "then", "else"},
    "choose": {"who", "options"},
    "each": {"to", "do"},
    "flag": {"name", "to", "until"},
    "end_activation": set(),
}
AMOUNT = re.compile(r"(?:\d+\*)?(?:\d+|D3|D6|D8|2D6|3D6|2?P|heroes|dark_stone)")


def records(*files: str) -> list[dict[str, Any]]:
    return [
        record
        for file in files
        for record in yaml.load((CONTENT / file).read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    ]


def chart(name: str) -> dict[str, dict[str, Any]]:
    (record,) = records(f"charts/{name}.yaml")
    return {result["on"]: result for result in record["results"]}


def modifiers(result: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {m["stat"]: m for ability in result.get("abilities", []) for m in ability.get("modifiers", [])}


def added(result: dict[str, Any]) -> dict[str, int]:
    return {stat: m["add"] for stat, m in modifiers(result).items() if "add" in m}


def flags(result: dict[str, Any]) -> list[str]:
    return [flag for ability in result.get("abilities", []) for flag in ability.get("flags", [])]


def notes(result: dict[str, Any], about: str) -> str:
    return " ".join(ability.get("note", {}).get(about, "") for ability in result.get("abilities", []))


def branches(record: dict[str, Any]) -> Iterator[list[dict[str, Any]]]:
    """Every list of effects that a record, result or ability holds at its top."""
    for key in ("do", "pass", "fail", "reward", "failure"):
        yield record.get(key) or []
    for part in (*record.get("results", ()), *record.get("abilities", ())):
        yield from branches(part)


def effects_in(effects: list[dict[str, Any]]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each effect of a list and of all that is nested in it."""
    for effect in effects:
        ((name, fields),) = effect.items()
        yield name, fields
        inner = [fields.get(key, []) for key in ("do", "pass", "fail", "then", "else")]
        inner += list(fields.get("table", {}).values())
        inner += [option["do"] for option in fields.get("options", ())]
        for nested in inner:
            yield from effects_in(nested)


def all_effects(*files: str) -> list[tuple[str, str, dict[str, Any]]]:
    return [
        (record["id"], name, fields)
        for record in records(*files)
        for branch in branches(record)
        for name, fields in effects_in(branch)
    ]


# --- the files as a whole ---------------------------------------------------------------------------------------------


def test_every_record_has_an_id_of_its_own_and_a_source():
    ids = [record["id"] for record in records(*FILES)]
    ids += [a["id"] for record in records(*CHARTS) for result in record["results"] for a in result.get("abilities", ())]
    assert [i for i, count in Counter(ids).items() if count > 1] == []
    assert all(r["source"] == "original" or {"book", "heading"} == set(r["source"]) for r in records(*FILES))


def test_the_key_on_is_never_read_as_the_yaml_word_for_true():
    def keys(node: Any) -> Iterator[Any]:
        if isinstance(node, dict):
            yield from node
        for child in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
            yield from keys(child)

    assert {type(key) for key in keys(records(*FILES))} == {str}


def test_effects_use_only_words_of_the_effect_language():
    for where, name, fields in all_effects(*FILES):
        assert name in EFFECTS, (where, name)
        assert set(fields) <= EFFECTS[name], (where, name, fields)
        assert fields.get("to", "subject") in WHOM, (where, fields)


def test_amounts_are_written_as_the_effect_language_writes_them():
    amount_fields = {"count", "damage", "wounds", "sanity", "corruption", "any", "xp", "gold", "dark_stone", "grit"}
    for where, name, fields in all_effects(*FILES):
        for key in amount_fields & set(fields):
            terms = re.split(r" [+-] ", str(fields[key]))
            assert all(AMOUNT.fullmatch(term) for term in terms), (where, name, key, fields[key])


def test_tests_choices_and_rolls_are_complete():
    for where, name, fields in all_effects(*FILES):
        if name == "test":
            skills = fields["skill"] if isinstance(fields["skill"], list) else [fields["skill"]]
            assert fields["who"] in {"subject", "all", "one", "random"} and set(skills) <= SKILLS, where
            assert 2 <= fields["target"] <= 6 and {"pass", "fail"} <= set(fields), where
        elif name == "choose":
            assert fields["who"] in {"subject", "party"} and len(fields["options"]) >= 2, where
            assert all(set(option) <= {"label", "when", "cost", "do"} for option in fields["options"]), where
        elif name == "roll":
            spans = [range(int(k.split("-")[0]), int(k.split("-")[-1]) + 1) for k in fields["table"]]
            assert sorted(face for span in spans for face in span) == [1, 2, 3, 4, 5, 6], where


# --- cards ------------------------------------------------------------------------------------------------------------


def test_there_are_24_encounters_of_our_own():
    cards = records("cards/encounters-1.yaml", "cards/encounters-2.yaml")
    assert len(cards) == 24
    assert all(card["deck"] == "encounter" and card["source"] == "original" and card["flavor"] for card in cards)


def test_an_encounter_is_a_skill_test_with_both_ends_or_effects():
    for card in records("cards/encounters-1.yaml", "cards/encounters-2.yaml"):
        if "test" in card:
            assert card["pass"] and card["fail"] and "do" not in card, card["id"]
            assert set(card["test"]) == {"who", "skill", "target"}, card["id"]
        else:
            assert card["do"], card["id"]


def test_encounters_ask_one_hero_a_random_hero_all_heroes_and_the_party():
    cards = records("cards/encounters-1.yaml", "cards/encounters-2.yaml")
    asked = Counter(card["test"]["who"] for card in cards if "test" in card)
    party = sum("choose" in effect for card in cards for effect in card.get("do", ()))
    assert min(asked["one"], asked["random"], asked["all"]) >= 3 and party >= 6


def test_encounters_bring_each_kind_of_enemy_of_the_mines():
    fought = {fields["enemy"] for _, name, fields in all_effects(*CARDS) if name == "attack" and "enemy" in fields}
    assert fought == ENEMIES


def test_encounters_test_all_six_skills():
    tested = [card["test"] for card in records(*CARDS) if "test" in card]
    tested += [fields for _, name, fields in all_effects(*CARDS) if name == "test"]
    flat = {s for test in tested for s in (test["skill"] if isinstance(test["skill"], list) else [test["skill"]])}
    assert flat == SKILLS


def test_no_encounter_deals_more_than_a_die_of_hits_to_a_hero_at_once():
    for where, name, fields in all_effects(*CARDS):
        if name == "hits":
            most = {"D3": 3, "D6": 6}.get(fields["count"], fields["count"])
            assert most * fields.get("damage", 1) <= 6, where


def test_loot_has_twelve_cards_and_twice_as_many_gear_as_artifact_cards():
    drawn = Counter(f["deck"] for _, name, f in all_effects("cards/loot.yaml") if name == "draw")
    assert len(records("cards/loot.yaml")) == 12
    assert drawn["gear"] == 2 * drawn["artifact"] > 0


def test_g499_scavenging_is_a_third_good_a_third_bad_a_third_nothing():
    cards = records("cards/scavenge.yaml")
    assert Counter(card["mood"] for card in cards) == {"good": 4, "bad": 4, "nothing": 4}
    assert all((card["do"] == []) == (card["mood"] == "nothing") for card in cards)


def test_bad_scavenging_draws_darkness_hits_and_horror():
    bad = [effect for card in records("cards/scavenge.yaml") if card["mood"] == "bad" for effect in card["do"]]
    assert {"draw": {"deck": "darkness"}} in bad
    assert {"physical", "horror"} <= {effect["hits"]["kind"] for effect in bad if "hits" in effect}


def test_draws_name_a_deck_of_the_game():
    assert {fields["deck"] for _, name, fields in all_effects(*FILES) if name == "draw"} <= DECKS


# --- charts -----------------------------------------------------------------------------------------------------------


def test_charts_answer_every_roll_of_their_die():
    assert list(chart("depth-event")) == [str(face) for face in range(1, 7)]
    assert list(chart("injury")) == list(chart("madness")) == [str(total) for total in range(2, 13)]
    assert list(chart("mutation")) == [f"{tens}{ones}" for tens in range(1, 7) for ones in range(1, 7)]
    assert {r["id"]: r["die"] for r in records(*CHARTS)} == {
        "depth-event": "D6", "injury": "2D6", "madness": "2D6", "mutation": "D36",
    }  # fmt: skip


@pytest.mark.parametrize("name", ["injury", "madness"])
def test_injuries_and_madness_are_modest_and_some_pass(name: str):
    results = chart(name).values()
    kept = [result for result in results if result.get("keep")]
    assert 0 < len(kept) < len(results)
    assert all(result.get("abilities") for result in kept)
    assert not any(result.get("abilities") for result in results if result not in kept)
    assert all(-3 <= change <= 1 for result in kept for change in added(result).values())


NAMES = """Chest Portal|Tentacle Fingers|Tentacle Arm|Tentacle Leg|Tentacle Tongue|Tentacle Mustache
Glowing Skin|Rock Skin|Slippery Skin|Melty Skin|Void Boils|Void Infection
Barbed Tail|Prehensile Tail|Tail with a Face|Tail with a Mouth|Tentacle Tail|Void Plague
Horns|Eye Grown Over|Third Eye|Mouth Grown Over|Fangs|Second Head
Arm Growth|Leg Growth|Hand Growth|Fused with Item|Fused with Rock|Fused with Dark Stone
Dark Stone Allergy|Nose Fallen Off|Fused Fingers|Eye Stalks|Void Speech|Child of the Void"""


def test_the_mutation_chart_names_all_36_results_and_keeps_them():
    results = chart("mutation").values()
    assert [result["name"] for result in results] == re.split(r"[|\n]", NAMES)
    assert all(result["keep"] is True for result in results)


@pytest.mark.parametrize(
    "golden, roll, changes",
    [
        ("G373", "13", {"hands": -1, "combat": 1}),
        ("G374", "14", {"move": -1}),
        ("G378", "22", {"health": 3, "move": -1}),
        ("G379", "23", {"escape_dice": 1}),
        ("G381", "25", {"health": -2, "max_grit": 1}),
        ("G383", "31", {"combat": 1, "corruption_resistance": -1}),
        ("G384", "32", {"hands": 1, "corruption_resistance": -1}),
        ("G387", "35", {"move": 1, "corruption_resistance": -1}),
        ("G390", "42", {"critical_damage": -1}),
        ("G394", "46", {"initiative": 1}),
        ("G399", "55", {"move": -2}),
        ("G404", "64", {"critical_damage": 1, "corruption_resistance": -1}),
        ("G406", "66", {"lore": 1, "initiative": 1, "corruption_resistance": -1}),
    ],
)
def test_mutations_change_just_these_stats(golden: str, roll: str, changes: dict[str, int]):
    assert added(chart("mutation")[roll]) == changes, golden


def test_no_other_mutation_changes_a_stat():
    changed = {roll for roll, result in chart("mutation").items() if modifiers(result)}
    assert changed == {"13", "14", "22", "23", "25", "31", "32", "35", "42", "46", "55", "64", "66"}


def test_slow_mutations_leave_at_least_one_move():
    assert {roll: modifiers(chart("mutation")[roll])["move"].get("at_least") for roll in ("14", "22", "55")} == {
        "14": 1, "22": 1, "55": 1,
    }  # fmt: skip


@pytest.mark.parametrize("golden, roll", [("G372", "12"), ("G375", "15")])
def test_some_mutations_have_no_game_effect(golden: str, roll: str):
    result = chart("mutation")[roll]
    assert not result.get("abilities") and not result.get("do"), golden


@pytest.mark.parametrize(
    "golden, roll, flag",
    [
        ("G389", "41", "no_hat"),
        ("G395", "51", "no_coat"),
        ("G396", "52", "no_boots"),
        ("G397", "53", "no_gloves"),
        ("G403", "63", "no_guns"),
    ],
)
def test_mutations_that_switch_a_rule(golden: str, roll: str, flag: str):
    assert flags(chart("mutation")[roll]) == [flag], golden


def test_g371_chest_portal_rolls_a_die_on_a_hold_back_of_eleven_or_more():
    (portal,) = chart("mutation")["11"]["abilities"]
    assert (portal["on"], portal["of"], portal["if"]) == ("darkness_held", "any", "amount >= 11")
    assert portal["do"] == [
        {
            "roll": {
                "die": "D6",
                "table": {
                    "1-3": [{"attack": {"threat": "low", "ambush": True, "beside": "owner"}}],
                    "4-5": [],
                    "6": [{"draw": {"deck": "artifact", "to": "owner"}}],
                },
            }
        }
    ]


@pytest.mark.parametrize(
    "golden, roll, event, effect",
    [
        ("G380", "24", "hero_wounded", {"damage": {"wounds": 1}}),
        ("G385", "33", "sanity_lost", {"damage": {"sanity": 1}}),
        ("G388", "36", "turn_ended", {"each": {"to": "adjacent", "do": [{"damage": {"wounds": "D3", "armor": True}}]}}),
    ],
)
def test_mutations_that_answer_an_event(golden: str, roll: str, event: str, effect: dict[str, Any]):
    (ability,) = chart("mutation")[roll]["abilities"]
    assert (ability["on"], ability["do"]) == (event, [effect]), golden


def test_g393_fangs_bite_once_a_turn_with_the_d8():
    fangs, aftertaste = chart("mutation")["45"]["abilities"]
    assert fangs["free_attack"] == {"kind": "melee", "combat": 1, "die": "D8"} and fangs["limit"] == "turn"
    assert "enemy_keyword void" in aftertaste["if"]
    assert aftertaste["do"] == [{"hits": {"kind": "corruption", "count": 1}}]


def test_g394_two_heads_quarrel_on_a_six_for_movement():
    quarrel = chart("mutation")["46"]["abilities"][1]
    assert (quarrel["on"], quarrel["if"], quarrel["do"]) == ("move_rolled", "amount >= 6", [{"end_activation": {}}])


def test_g399_fused_with_rock_gives_armor_of_four():
    assert modifiers(chart("mutation")["55"])["armor"] == {"stat": "armor", "set": 4}


def test_g382_void_infection_is_a_corruption_point_for_each_gate():
    (ability,) = chart("mutation")["26"]["abilities"]
    assert (ability["on"], ability["do"]) == ("gate_passed", [{"damage": {"corruption": 1}}])


def test_g406_child_of_the_void_is_quick_in_an_otherworld_alone():
    assert modifiers(chart("mutation")["66"])["initiative"]["when"] == "otherworld"


def test_g401_dark_stone_allergy_never_does_more_than_five_hits():
    (ability,) = chart("mutation")["61"]["abilities"]
    (branch,) = ability["do"]
    assert ability["on"] == "activation_started" and branch["if"]["when"] == "dark_stone >= 5"
    assert branch["if"]["then"] == [{"hits": {"kind": "physical", "count": 5}}]
    assert branch["if"]["else"] == [{"hits": {"kind": "physical", "count": "dark_stone"}}]


@pytest.mark.parametrize(
    "golden, roll, figures",
    [
        ("G376", "16", ["$10 cheaper", "never under $10"]),
        ("G392", "44", ["$10 dearer"]),
        ("G402", "62", ["-1", "2 as the lowest"]),
    ],
)
def test_mutations_that_matter_in_town_are_noted(golden: str, roll: str, figures: list[str]):
    assert all(figure in notes(chart("mutation")[roll], "town") for figure in figures), golden


@pytest.mark.parametrize(
    "golden, roll, figures",
    [
        ("G403", "63", ["Gun", "Artifact"]),
    ],
)
def test_mutations_beyond_the_effect_language_are_noted_with_their_figures(golden: str, roll: str, figures: list[str]):
    assert all(figure in notes(chart("mutation")[roll], "rule") for figure in figures), golden


# --- missions ---------------------------------------------------------------------------------------------------------

DARK_STONE_FOR_ALL = [{"each": {"to": "all", "do": [{"gain": {"xp": 25}}, {"gain": {"dark_stone": "D3"}}]}}]
LOOT_FOR_ALL = [{"each": {"to": "all", "do": [{"gain": {"xp": 25}}, {"draw": {"deck": "loot"}}]}}]


@pytest.mark.parametrize(
    "golden, mission_id, edition, threat, reward",
    [
        ("G423", "a-fistful-of-dark-stone", "old-west", "high", DARK_STONE_FOR_ALL),
        ("G424", "lost-contact", "forbidden-fortress", "high", DARK_STONE_FOR_ALL),
        ("G425", "scouting-party", "valhalla", "higher", LOOT_FOR_ALL),
    ],
)
def test_the_introductory_mission_of_each_box(
    golden: str, mission_id: str, edition: str, threat: str, reward: list[dict[str, Any]]
):
    (mission,) = records(f"missions/{mission_id}.yaml")
    assert (mission["id"], mission["set"], mission["edition"]) == (mission_id, edition, edition), golden
    assert mission["clues_needed"] == 2
    assert mission["objective"] == {"exits": "none", "attack": {"threat": threat}}
    assert mission["reward"] == reward


@pytest.mark.parametrize("file", MISSIONS)
def test_a_mission_is_told_in_three_to_five_sentences_and_has_both_endings(file: str):
    (mission,) = records(file)
    assert 3 <= len(re.findall(r"[.!?](?:\s|$)", mission["story"])) <= 5
    assert all(mission[part] for part in ("opening", "objective_text", "victory_text", "defeat_text"))
