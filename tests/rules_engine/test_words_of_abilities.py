"""Every part of an ability and of a cost in words."""

from __future__ import annotations

from typing import Any

import pytest

from rules_engine.effects import parse
from rules_engine.effects.parse import Ability
from rules_engine.effects.terms import FLAGS, LIMITS, STATS, TARGET_STATS, UNTIL, USES
from rules_engine.effects.vocabulary import BOOSTED, DURATIONS, REROLL_DICE, REROLL_WHOSE, REROLL_WITHIN
from rules_engine.effects.vocabulary import EVENTS as EVENT_WORDS
from rules_engine.effects.vocabulary import LIMITS as LIMIT_WORDS
from rules_engine.effects.vocabulary import USES as USE_WORDS
from rules_engine.effects.words import (
    abilities_in_words,
    ability_in_words,
    cost_in_words,
    effects_in_words,
    enemy_ability_in_words,
    upgrade_in_words,
)
from rules_engine.effects.words_classes import WITHIN
from rules_engine.effects.words_events import EVENTS

# --- costs ------------------------------------------------------------------------------------------------------------

COSTS: list[tuple[dict[str, Any], str]] = [
    ({"discard": "this"}, "discard this"),
    ({"grit": 2}, "use 2 Grit"),
    ({"tokens": {"inner-fire": 2, "ki": 1}}, "use 2 Inner Fire and use 1 Ki"),
    ({"dark_stone": 1}, "use 1 Dark Stone"),
    ({"gold": 50}, "pay $50"),
    ({"corruption_hit": 1}, "take 1 Corruption Hit"),
    ({"corruption_hit": 2}, "take 2 Corruption Hits"),
    ({"wounds": 1}, "take 1 Wound"),
    ({"wounds": 2}, "take 2 Wounds"),
    ({"sanity": 2}, "take 2 Sanity Damage"),
    (
        {
            "discard": "this",
            "grit": 1,
            "tokens": {"ki": 1},
            "dark_stone": 2,
            "gold": 3,
            "corruption_hit": 1,
            "wounds": 1,
            "sanity": 1,
        },
        (
            "discard this and use 1 Grit and use 1 Ki and use 2 Dark Stone and pay $3 and take 1 "
            "Corruption Hit and take 1 Wound and take 1 Sanity Damage"
        ),
    ),
    ({}, ""),
]


@pytest.mark.parametrize("cost, said", COSTS, ids=[str(cost) for cost, _ in COSTS])
def test_a_cost_says_what_is_paid(cost: dict[str, Any], said: str):
    assert cost_in_words(parse.cost(cost, "a test")) == said


def test_an_upgrade_says_its_slots_and_what_it_is_for():
    free, dear = parse.cost({}, "a test"), parse.cost({"gold": 50}, "a test")
    assert upgrade_in_words(1, ["gun"], free) == "Upgrade (1 Slot) for Gun."
    assert upgrade_in_words(2, ["hand_weapon", "gun"], dear) == (
        "Upgrade (2 Slots) for Hand Weapon or Gun; to attach it, pay $50."
    )


# --- abilities --------------------------------------------------------------------------------------------------------

ABILITIES: list[tuple[dict[str, Any], str]] = [
    ({"fear": 2}, "Fear (2)."),
    ({"terror": 3}, "Terror (3)."),
    ({"unspeakable_terror": 4}, "Unspeakable Terror (4)."),
    ({"armor": 5}, "Armor 5+."),
    ({"tough": True}, "Tough."),
    ({"flight": True}, "Flies."),
    ({"immobile": True}, "Immobile."),
    ({"shootout": True}, "Shootout."),
    ({"snap_fire": True}, "Snap Fire."),
    ({"attacks_all": True}, "It attacks every Hero in reach."),
    ({"reach": 1}, "Its Melee Attacks reach 1 space."),
    ({"reach": 2}, "Its Melee Attacks reach 2 spaces."),
    ({"exposed": 1}, "Heroes may make Melee Attacks on it from up to 1 space away."),
    ({"exposed": 2}, "Heroes may make Melee Attacks on it from up to 2 spaces away."),
    ({"hold_back": 1}, "Hold Back the Darkness needs 1 more while a Hero is on a Map Tile with one."),
    ({"damage_die": "D6"}, "Each Combat Hit does D6 more Damage."),
    ({"immune": "critical-hits"}, "Immune to Critical Hits."),
    ({"immune": ["fire", "ice", "void-magic"]}, "Immune to Fire, Ice and Void Magic."),
    ({"immune": ["fire", "ice"]}, "Immune to Fire and Ice."),
    ({"ranged": {"range": 8}}, "Ranged Attack: Range 8, 1 Shot."),
    ({"ranged": {"range": 6, "shots": 2, "damage": 3}}, "Ranged Attack: Range 6, 2 Shots, Damage 3."),
    ({"ranged": {"range": 6, "die": "D6"}}, "Ranged Attack: Range 6, 1 Shot, Damage D6."),
    ({"ranged": {"range": 6, "die": "D6", "damage": 2}}, "Ranged Attack: Range 6, 1 Shot, Damage D6 +2."),
    ({"ranged": {"range": 6, "die": "D6", "damage": 0}}, "Ranged Attack: Range 6, 1 Shot, Damage D6."),
    ({"ranged": {"range": 6, "damage": 0}}, "Ranged Attack: Range 6, 1 Shot, Damage 0."),
    ({"ranged": {"range": 6, "die": "D8", "damage": -1}}, "Ranged Attack: Range 6, 1 Shot, Damage D8 -1."),
    (
        {"ranged": {"range": 6, "on_face": {"at_least": 6, "ignore": ["defense"]}}},
        "Ranged Attack: Range 6, 1 Shot (its To Hit rolls of 6: ignore Defense).",
    ),
    (
        {
            "id": "a",
            "on_face": {"at_least": 5, "ignore": ["defense", "armor"], "harder": 1, "around": 2, "do": ["cancel"]},
        },
        (
            "Its To Hit rolls of 5+: ignore Defense and Armor; the Hero needs 1 more to Defend that "
            "Hit; every other Hero next to the target takes 2 Combat Hits; cancel it."
        ),
    ),
    (
        {"id": "a", "on_face": {"at_least": 6, "around": 1}},
        "Its To Hit rolls of 6: every other Hero next to the target takes 1 Combat Hit.",
    ),
    (
        {"id": "a", "on_face": {"at_least": 6, "harder": 2}},
        "Its To Hit rolls of 6: the Hero needs 2 more to Defend that Hit.",
    ),
    ({"id": "a", "free_attack": {"combat": 2}}, "Free Attack: a Melee Attack (Combat 2)."),
    ({"id": "a", "reroll": {"roll": "to_hit", "dice": "one"}}, "Re-roll one die of your To Hit roll."),
    ({"id": "a", "reroll": {"roll": "to_hit", "dice": "any"}}, "Re-roll any dice of your To Hit roll."),
    ({"id": "a", "reroll": {"roll": "to_hit", "dice": "ones"}}, "Re-roll each 1 of your To Hit roll."),
    ({"id": "a", "reroll": {"roll": "to_hit", "dice": "failed"}}, "Re-roll failed dice of your To Hit roll."),
    ({"id": "a", "reroll": {"roll": "to_hit", "whose": "own"}}, "Re-roll any dice of your To Hit roll."),
    ({"id": "a", "reroll": {"roll": "to_hit", "whose": "other"}}, "Re-roll any dice of another Hero's To Hit roll."),
    ({"id": "a", "reroll": {"roll": "to_hit", "whose": "enemy"}}, "Re-roll any dice of an Enemy's To Hit roll."),
    ({"id": "a", "reroll": {"roll": "to_hit", "whose": "any"}}, "Re-roll any dice of anyone's To Hit roll."),
    (
        {"id": "a", "reroll": {"roll": "grit", "whose": "own"}},
        "Re-roll any dice of any roll of yours that Grit could re-roll.",
    ),
    (
        {"id": "a", "reroll": {"roll": "grit", "whose": "other"}},
        "Re-roll any dice of any roll of another Hero's that Grit could re-roll.",
    ),
    (
        {"id": "a", "reroll": {"roll": "grit", "whose": "enemy"}},
        "Re-roll any dice of any roll of an Enemy's that Grit could re-roll.",
    ),
    (
        {"id": "a", "reroll": {"roll": "grit", "whose": "any"}},
        "Re-roll any dice of any roll of anyone's that Grit could re-roll.",
    ),
    (
        {"id": "a", "reroll": {"roll": ["to_hit", "defense", "escape"], "within": "tile"}},
        "Re-roll any dice of your To Hit or Defense or Escape roll on your Map Tile.",
    ),
    (
        {"id": "a", "reroll": {"roll": "to_hit", "within": "adjacent", "add": 1, "again": True}},
        "Re-roll any dice of your To Hit roll next to you, adding 1, even one re-rolled before.",
    ),
    (
        {"id": "a", "reroll": {"roll": "grit", "add": 2, "again": True}},
        "Re-roll any dice of any roll of yours that Grit could re-roll, adding 2, even one re-rolled before.",
    ),
    (
        {"id": "a", "boost": {"of": "combat_hit", "most": 3}, "cost": {"tokens": {"inner-fire": 2}}},
        "+1 Damage of a Combat Hit for each 2 Inner Fire, 3 times at most.",
    ),
    (
        {"id": "a", "boost": {"of": "healing", "most": 2, "add": 2}, "cost": {"grit": 1}},
        "+2 to your Healing for each 1 Grit, 2 times at most.",
    ),
    (
        {"id": "a", "boost": {"of": "healing", "most": 1}, "cost": {"tokens": {"ki": 1}, "grit": 1}, "limit": "turn"},
        "Once per Turn: +1 to your Healing for each 1 Ki and 1 Grit, once at most.",
    ),
    ({"id": "a", "boost": {"of": "combat_hit", "most": 1}}, "+1 Damage of a Combat Hit for each time, once at most."),
    ({"id": "a", "do": ["cancel"]}, "Cancel it."),
    ({"id": "a", "on": "would_lose_sanity", "do": ["cancel"]}, "When you are about to take Sanity Damage, cancel it."),
    ({"id": "a", "use": "any_time", "do": ["revive"]}, "At any time, stand up at once, without a chart roll."),
    (
        {"id": "a", "on": "hero_ko", "of": "any", "do": ["revive"]},
        "When a Hero is KO'd, stand up at once, without a chart roll.",
    ),
    ({"id": "a", "on": "enemy_killed", "of": "any", "do": ["cancel"]}, "When a Hero kills an Enemy, cancel it."),
    ({"id": "a", "on": "turn_started", "of": "any", "do": ["cancel"]}, "At the start of each turn, cancel it."),
    ({"id": "a", "use": "search", "of": "any", "do": ["cancel"]}, "In place of your Search, cancel it."),
    (
        {"id": "a", "on": "test_passed", "may": True, "do": [{"gain": {"grit": 1}}]},
        "When you pass a Skill test, you may gain 1 Grit.",
    ),
    (
        {
            "id": "a",
            "on": "enemy_killed",
            "may": True,
            "do": [{"heal": {"wounds": 1}}, {"heal": {"sanity": 1}}, {"gain": {"xp": 10}}],
        },
        "When you kill an Enemy, you may heal 1 Wound, heal 1 Sanity and gain 10 XP.",
    ),
    ({"id": "a", "may": True, "do": ["cancel"]}, "You may cancel it."),
    ({"id": "a", "if": "fight", "do": ["cancel"]}, "Cancel it (while in a Fight)."),
    ({"id": "a", "limit": "once", "do": ["cancel"]}, "Once: cancel it."),
    (
        {"id": "a", "limit": "fight", "cost": {"grit": 2}, "use": "any_time", "do": ["cancel"]},
        "Once per Fight, use 2 Grit: at any time, cancel it.",
    ),
    ({"id": "a", "cost": {"grit": 1}, "do": ["cancel"]}, "Use 1 Grit: cancel it."),
    ({"id": "a"}, ""),
    ({"id": "a", "flags": ["two_hats", "odd_one"]}, "You may wear two Hats; odd one."),
    ({"id": "a", "modifiers": [{"stat": "combat", "add": 1, "to": "owner"}]}, "+1 Combat."),
    ({"id": "a", "modifiers": [{"stat": "combat", "add": 1, "to": "subject"}]}, "+1 Combat."),
    ({"id": "a", "modifiers": [{"stat": "combat", "add": 1, "to": "this"}]}, "+1 Combat."),
    ({"id": "a", "modifiers": [{"stat": "combat", "add": 1, "to": "this_type"}]}, "+1 Combat."),
    ({"id": "a", "modifiers": [{"stat": "combat", "add": 1, "to": "all"}]}, "+1 Combat for every Hero."),
    ({"id": "a", "modifiers": [{"stat": "combat", "add": 1, "to": "others"}]}, "+1 Combat for every other Hero."),
    (
        {"id": "a", "modifiers": [{"stat": "combat", "add": 1, "to": "on_tile"}]},
        "+1 Combat for every Hero on the Map Tile.",
    ),
    ({"id": "a", "modifiers": [{"stat": "combat", "add": 1, "to": "enemies"}]}, "+1 Combat for all Enemies."),
    (
        {"id": "a", "modifiers": [{"stat": "health", "add": 1, "to": "enemies", "when": "enemy_keyword void"}]},
        "+1 Health for all Void Enemies.",
    ),
    (
        {"id": "a", "modifiers": [{"stat": "move", "add": -1, "when": "fight", "at_least": 2}]},
        "-1 Move (at least 2) while in a Fight.",
    ),
    (
        {"id": "a", "modifiers": [{"stat": "defense", "set": 3, "to": "others", "when": "fight"}]},
        "Defense 3+ for every other Hero while in a Fight.",
    ),
    ({"id": "a", "modifiers": [{"stat": "odd_stat", "set": 3}]}, "Odd Stat 3."),
    (
        {"id": "a", "modifiers": [{"stat": "side_bag", "multiply": 2, "to": "all", "when": "ko"}]},
        "Side Bag capacity x 2 for every Hero while KO'd.",
    ),
    ({"id": "a", "modifiers": [{"stat": "combat", "multiply": 2}]}, "Combat x 2."),
    ({"id": "a", "modifiers": [{"stat": "move", "add": 1, "at_least": 0}]}, "+1 Move (at least 0)."),
]


@pytest.mark.parametrize("written, said", ABILITIES, ids=[str(written)[:70] for written, _ in ABILITIES])
def test_an_ability_says_what_it_gives(written: dict[str, Any], said: str):
    assert ability_in_words(parse.ability(written, "a test")) == said


def test_several_abilities_are_said_one_after_another_and_empty_ones_not_at_all():
    read = parse.abilities([{"fear": 1}, {"id": "nothing"}, {"tough": True}], "a test")
    assert abilities_in_words(read) == "Fear (1). Tough."


@pytest.mark.parametrize("event", sorted(EVENT_WORDS))
def test_an_ability_says_the_event_that_it_answers_to(event: str):
    said = ability_in_words(parse.ability({"id": "a", "on": event, "do": ["cancel"]}, "a test"))
    assert said == f"{EVENTS[event][0].upper()}{EVENTS[event][1:]}, cancel it."


@pytest.mark.parametrize("use", sorted(USE_WORDS))
def test_an_ability_says_when_it_may_be_used(use: str):
    said = ability_in_words(parse.ability({"id": "a", "use": use, "do": ["cancel"]}, "a test"))
    assert said == f"{USES[use][0].upper()}{USES[use][1:]}, cancel it."


@pytest.mark.parametrize("limit", sorted(LIMIT_WORDS))
def test_an_ability_says_how_often_it_may_be_used(limit: str):
    said = ability_in_words(parse.ability({"id": "a", "limit": limit, "do": ["cancel"]}, "a test"))
    assert said == f"{LIMITS[limit]}: cancel it."


@pytest.mark.parametrize("until", sorted(DURATIONS))
def test_a_modifier_says_how_long_it_lasts(until: str):
    said = effects_in_words(parse.effects([{"modify": {"stat": "luck", "add": 1, "until": until}}], "a test"))
    assert said == f"you have +1 Luck {UNTIL[until]}"


@pytest.mark.parametrize("flag", sorted(FLAGS))
def test_a_flag_is_said_as_the_rule_that_it_is(flag: str):
    said = ability_in_words(Ability("a", flags=(flag,)))
    assert said == f"{FLAGS[flag][0].upper()}{FLAGS[flag][1:]}."


@pytest.mark.parametrize("stat", sorted({*STATS, *TARGET_STATS}))
def test_a_stat_has_its_name_and_a_target_its_plus(stat: str):
    name = STATS.get(stat, stat.replace("_", " ").title())
    plus = "+" if stat in TARGET_STATS else ""
    written = {"id": "a", "modifiers": [{"stat": stat, "set": 4}]}
    assert ability_in_words(parse.ability(written, "a test")).lower() == f"{name} 4{plus}.".lower()
    given = parse.effects([{"modify": {"stat": stat, "set": 4}}], "a test")
    assert effects_in_words(given) == f"you have {name} 4{plus} until the end of the turn"


def test_the_words_of_rerolls_and_boosts_are_in_the_table():
    rerolls = [parse.ability(written, "a test").reroll for written, _ in ABILITIES if "reroll" in written]
    assert {right.dice for right in rerolls if right} == REROLL_DICE
    assert {right.whose for right in rerolls if right} == REROLL_WHOSE
    assert {right.within for right in rerolls if right} == REROLL_WITHIN == set(WITHIN)
    boosts = [parse.ability(written, "a test").boost for written, _ in ABILITIES if "boost" in written]
    assert {boost.of for boost in boosts if boost} == BOOSTED


# --- enemies ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "written, said",
    [
        (
            {"id": "a", "on": "hero_wounded", "do": [{"damage": {"sanity": 1}}]},
            "When it wounds a Hero, that Hero takes 1 Sanity Damage, ignoring Defense and Willpower.",
        ),
        (
            {"id": "a", "on": "sanity_lost", "do": [{"gain": {"xp": 1}}]},
            "When it costs a Hero Sanity, that Hero gains 1 XP.",
        ),
        (
            {"id": "a", "on": "enemy_killed", "do": [{"lose": {"grit": 1}}]},
            "When it is killed, that Hero loses 1 Grit.",
        ),
        (
            {"id": "a", "on": "enemy_wounded", "do": [{"heal": {"wounds": 1}}]},
            "When it is wounded, that Hero heals 1 Wound.",
        ),
        (
            {"id": "a", "on": "enemy_attacked", "do": [{"modify": {"stat": "defense", "add": 1}}]},
            "After it attacks, that Hero has +1 Defense until the end of the turn.",
        ),
        (
            {"id": "a", "on": "hit_assigned", "do": [{"damage": {"wounds": 1}}, {"lose": {"grit": 1}}]},
            "When a Hit is assigned, that Hero takes 1 Wound, ignoring Defense and Willpower; that Hero loses 1 Grit.",
        ),
    ],
)
def test_an_enemys_ability_befalls_a_hero(written: dict[str, Any], said: str):
    assert enemy_ability_in_words(parse.ability(written, "a test")) == said
