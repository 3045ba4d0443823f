"""Every effect, amount and condition in words: each word of the language has a sentence of its own."""

from __future__ import annotations

from typing import Any

import pytest

from rules_engine.effects import parse
from rules_engine.effects.language import WORDS, WORDS_WITH_NAME, condition
from rules_engine.effects.nodes import NODES
from rules_engine.effects.words import (
    condition_in_words,
    effects_in_words,
)

EFFECTS: list[tuple[Any, str]] = [
    ({"hits": {}}, "you take 1 Hit"),
    ({"hits": {"count": 2, "ignore": ["willpower"]}}, "you take 2 Hits, ignoring Willpower"),
    (
        {"hits": {"kind": "corruption", "count": "D3", "damage": 2, "to": "others"}},
        "every other Hero takes D3 Corruption Hits of 2 Damage",
    ),
    (
        {"hits": {"kind": "horror", "damage": "D3", "ignore": ["willpower", "spirit_armor"]}},
        "you take 1 Horror Hit of D3 Damage, ignoring Willpower and Spirit Armor",
    ),
    ({"hits": {"damage": "heroes"}}, "you take 1 Hit of one for each Hero Damage"),
    (
        {"damage": {"wounds": 2, "sanity": 1, "corruption": 1, "to": "one"}},
        "one Hero of your choice takes 2 Wounds and 1 Sanity Damage and 1 Corruption, ignoring Defense and Willpower",
    ),
    ({"damage": {"sanity": "D6"}}, "you take D6 Sanity Damage, ignoring Defense and Willpower"),
    ({"damage": {"corruption": 2}}, "you take 2 Corruption, ignoring Defense and Willpower"),
    ({"heal": {"wounds": 1}}, "you heal 1 Wound"),
    (
        {"heal": {"wounds": "all", "sanity": 1, "any": 2, "corruption": 3, "to": "adjacent"}},
        "every adjacent Hero heals all Wounds and 1 Sanity and 3 Corruption and 2 Wounds and Sanity in any mix",
    ),
    ({"heal": {"any": "D6"}}, "you heal D6 Wounds and Sanity in any mix"),
    ({"heal": {"any": 1, "to": "one"}}, "one Hero of your choice heals 1 Wound or 1 Sanity"),
    ({"heal": {"wounds": "D6", "to": "this"}}, "this Enemy heals D6 Wounds"),
    ({"heal": {"wounds": 2, "to": "this_type"}}, "Enemies of this type heal 2 Wounds"),
    (
        {"gain": {"xp": "10*level", "gold": 25, "dark_stone": 1, "grit": 1}},
        "you gain 10 x level XP and $25 and 1 Dark Stone and 1 Grit",
    ),
    (
        {"lose": {"xp": 5, "gold": "3*D6", "dark_stone": "2P", "grit": 1, "to": "all"}},
        "every Hero loses 5 XP and $3 x D6 and {P}{P} Dark Stone and 1 Grit",
    ),
    ({"token": {"gain": "hand-mirror"}}, "you gain 1 Hand Mirror token"),
    ({"token": {"gain": "any", "count": 2}}, "you gain 2 Side Bag Tokens"),
    ({"token": {"lose": "bandages", "to": "all"}}, "every Hero loses 1 Bandages token"),
    ({"token": {"lose": "any", "count": "D3"}}, "you lose D3 Side Bag Tokens"),
    (
        {"ability_token": {"gain": "rage", "count": "amount/2", "to": "all"}},
        "every Hero gains one for every 2 of the amount Rage",
    ),
    ({"ability_token": {"lose": "inner-fire", "count": 2}}, "you lose 2 Inner Fire"),
    (
        {"cast": {"element": "fire", "number": 7, "dangerous": True, "xp": 10, "first": True, "do": ["cancel"]}},
        "cast on 7+ (Fire, Dangerous): cancel it; 10 XP the first time in an Adventure",
    ),
    ({"cast": {"element": "wind", "number": 5, "xp": 5, "do": ["cancel"]}}, "cast on 5+ (Wind): cancel it; 5 XP"),
    ({"cast": {"element": "earth", "number": 5, "do": ["cancel"]}}, "cast on 5+ (Earth): cancel it"),
    ({"status": {"add": "poison"}}, "you gain 1 Poison marker"),
    ({"status": {"remove": "bleeding", "count": 2, "to": "all"}}, "every Hero loses 2 Bleeding markers"),
    ({"status": {"remove": "any", "count": "D3"}}, "you lose D3 Status markers"),
    ({"draw": {"deck": "loot", "count": 2}}, "you draw 2 Loot cards"),
    ({"draw": {"deck": "growing-dread", "to": "random"}}, "a Random Hero draws 1 Growing Dread card"),
    ({"attack": {"threat": "normal"}}, "draw a Threat card: its Enemies attack"),
    (
        {"attack": {"threat": "higher", "ambush": True, "elite": 1}},
        "draw a higher Threat card: its Enemies Ambush, with 1 Elite",
    ),
    ({"attack": {"threat": "high", "elite": "D3"}}, "draw a High Threat card: its Enemies attack, with D3 Elite"),
    ({"attack": {"enemy": "void-spiders", "count": "2P"}}, "{P}{P} Void Spiders attack"),
    (
        {"attack": {"enemy": "hellbats", "count": "D6", "elite": "heroes"}},
        "D6 Hellbats attack, with one for each Hero Elite",
    ),
    ({"spawn": {"enemy": "this"}}, "1 more join the Fight beside Random Heroes"),
    ({"spawn": {"enemy": "void-spiders", "count": "D6", "at": "this"}}, "D6 Void Spiders join the Fight around it"),
    ({"track": {"darkness": 2}}, "the Darkness marker moves 2 forward"),
    (
        {"track": {"darkness": "D3", "heroes": 1}},
        "the Darkness marker moves D3 forward and the Hero Party marker moves 1 deeper",
    ),
    ({"track": {"darkness": 0}}, "the Darkness marker moves 0 forward"),
    (
        {"track": {"darkness": -2, "heroes": "D3"}},
        "the Darkness marker moves 2 back and the Hero Party marker moves D3 deeper",
    ),
    ({"track": {"darkness": "heroes - 3"}}, "the Darkness marker moves one for each Hero - 3 forward"),
    ({"archive": {"add": 1}}, "add 1 Archive marker"),
    ({"archive": {"add": -2}}, "take away 2 Archive markers"),
    ({"archive": {"add": "D3"}}, "add D3 Archive markers"),
    ({"archive": {"add": "D3 - 4"}}, "add D3 - 4 Archive markers"),
    ({"archive": {"add": 0}}, "add 0 Archive markers"),
    ("depth_event", "a Depth Event occurs"),
    (
        {"test": {"skill": ["cunning", "lore"], "target": 5, "who": "all", "pass": ["cancel"], "fail": ["end_turn"]}},
        "every Hero must pass a Cunning or Lore 5+ test; if passed, cancel it; if failed, the turn ends",
    ),
    ({"test": {"skill": "luck", "target": 4}}, "you must pass a Luck 4+ test"),
    (
        {
            "roll": {
                "die": "2D6",
                "table": {"2-6": [], "7": ["cancel"], "8,9,12": ["end_turn"]},
                "do": [{"gain": {"gold": "n"}}],
            }
        },
        "roll 2D6 (2-6: nothing, 7: cancel it, 8-12: the turn ends, you gain $the roll)",
    ),
    ({"roll": {"do": ["cancel"]}}, "roll D6 (cancel it)"),
    ({"roll": {"table": {"1": ["cancel"]}}}, "roll D6 (1: cancel it)"),
    (
        {"if": {"when": "fight", "then": ["cancel"], "else": [{"gain": {"grit": 1}}]}},
        "if in a Fight, cancel it; otherwise you gain 1 Grit",
    ),
    ({"if": {"when": "fight", "else": ["cancel"]}}, "if in a Fight, nothing happens; otherwise cancel it"),
    ({"if": {"when": "fight", "then": ["cancel"]}}, "if in a Fight, cancel it"),
    (
        {
            "choose": [
                {"label": "yes", "do": ["cancel"], "cost": {"grit": 1}},
                {"label": "no"},
                {"label": "free", "do": ["cancel"], "cost": {}},
            ]
        },
        "choose: yes (use 1 Grit: cancel it) or no (nothing happens) or free (cancel it)",
    ),
    ({"each": {"to": "all", "do": ["cancel"]}}, "for every Hero: cancel it"),
    ({"repeat": {"times": "D3", "do": ["cancel"]}}, "D3 times over: cancel it"),
    ({"modify": {"stat": "combat", "add": 1, "until": "fight"}}, "you have +1 Combat until the end of the Fight"),
    (
        {"modify": {"stat": "max_grit", "add": -1, "until": "forever", "to": "all", "when": "fight"}},
        "every Hero has -1 Max Grit for good while in a Fight",
    ),
    ({"modify": {"stat": "defense", "set": 3}}, "you have Defense 3+ until the end of the turn"),
    ({"modify": {"stat": "combat", "set": 3, "to": "enemies"}}, "all Enemies have Combat 3 until the end of the turn"),
    (
        {"modify": {"stat": "side_bag", "multiply": 2, "until": "adventure"}},
        "you have Side Bag capacity x 2 until the end of the Adventure",
    ),
    ({"modify": {"stat": "fused_dark_stone", "add": "D3"}}, "you have +D3 Fused Dark Stone until the end of the turn"),
    ({"modify": {"stat": "combat", "add": "-D3"}}, "you have -D3 Combat until the end of the turn"),
    (
        {"modify": {"stat": "combat", "add": 0, "to": "others"}},
        "every other Hero has +0 Combat until the end of the turn",
    ),
    ({"flag": {"name": "no_scavenge", "until": "adventure"}}, "nobody may Scavenge until the end of the Adventure"),
    ({"flag": {"name": "odd_one"}}, "odd one until the end of the turn"),
    ({"chart": {"name": "depth-event"}}, "you roll on the Depth Event Chart"),
    ({"chart": {"name": "madness", "to": "random"}}, "a Random Hero rolls on the Madness Chart"),
    ({"item": {"gain": "trusty-pistol", "to": "one"}}, "one Hero of your choice gains Trusty Pistol"),
    ({"item": {"lose": "this"}}, "you lose this Item"),
    ({"item": {"lose": "one", "to": "all"}}, "every Hero loses an Item"),
    ({"item": {"lose": "random"}}, "you lose a random Item"),
    ({"item": {"lose": "trusty-pistol"}}, "you lose the Trusty Pistol"),
    ({"item": {"fuse": "dark_stone"}}, "the Dark Stone carried becomes part of you"),
    ({"item": {"fuse": "hand"}}, "an Item that needs a hand becomes part of you"),
    ({"item": {"forge": "dark-edge"}}, "Dark Edge is forged onto an Item"),
    ({"harm": {"wounds": 1}}, "that Enemy: 1 Wound, ignoring Defense"),
    ({"harm": {"wounds": "D6", "to": "adjacent_enemies", "ignore": []}}, "all adjacent Enemies: D6 Wounds"),
    (
        {"harm": {"wounds": 2, "to": "this_type", "ignore": ["defense", "spirit_armor"]}},
        "Enemies of this type: 2 Wounds, ignoring Defense and Spirit Armor",
    ),
    ({"mend": {"wounds": 1}}, "this Enemy: heal 1 Wound"),
    ({"mend": {"to": "this_type", "wounds": "D3"}}, "Enemies of this type: heal D3 Wounds"),
    ({"hit_enemy": {}}, "that Enemy: 1 automatic Hit (D6 Damage)"),
    (
        {"hit_enemy": {"to": "one_enemy", "count": 2, "die": "D8", "add": 1, "critical": True}},
        "an Enemy in sight: 2 automatic Critical Hits (D8 Damage +1)",
    ),
    ({"hit_enemy": {"add": -1}}, "that Enemy: 1 automatic Hit (D6 Damage -1)"),
    ({"hit_enemy": {"count": 2, "critical": True}}, "that Enemy: 2 automatic Critical Hits (D6 Damage)"),
    ({"move": {"add": "D6"}}, "move D6 more spaces"),
    ({"shot": {"range": 8}}, "a free Ranged Attack at a Random Hero in sight (Range 8, 1 Shot; each Hit: 1 Damage)"),
    (
        {"shot": {"range": "D6", "shots": 2, "damage": 3, "at": "farthest", "ignore": ["defense"]}},
        "a free Ranged Attack at the farthest Hero in sight (Range D6, 2 Shots; each Hit: 3 Damage, ignoring Defense)",
    ),
    (
        {"shot": {"range": 6, "at": "target", "instead": ["cancel"]}},
        "a free Ranged Attack at its target in sight (Range 6, 1 Shot; each Hit: cancel it)",
    ),
    (
        {"flame": {"range": 5, "at": "target", "do": ["cancel"], "friends": [{"damage": {"wounds": 1}}]}},
        (
            "a Flame Template Attack (Range 5; each foe that it touches: cancel it; each friend that "
            "it touches: it takes 1 Wound, ignoring Defense and Willpower)"
        ),
    ),
    (
        {"flame": {"range": 5, "do": ["cancel"]}},
        "a Flame Template Attack (Range 5; each foe that it touches: cancel it)",
    ),
    ({"corpses": {}}, "1 Corpse Token beside you"),
    ({"corpses": {"count": "D3", "to": "random"}}, "D3 Corpse Tokens beside a Random Hero"),
    ({"pull": {}}, "the Hero is pulled up to 1 space toward it"),
    ({"pull": {"spaces": 2}}, "the Hero is pulled up to 2 spaces toward it"),
    ({"throw": {"range": 5, "wounds": "2D6"}}, "throw it up to 5 spaces: 2D6 Wounds to each model there and adjacent"),
    ({"strike": {}}, "a Melee Attack (your full Combat)"),
    (
        {"strike": {"combat": "D3", "each_adjacent": True, "to_hit": "ranged"}},
        "a Melee Attack (Combat D3, with your Ranged To Hit) against each adjacent Enemy",
    ),
    ({"strike": {"combat": 2, "die": "D8", "add": -1}}, "a Melee Attack (Combat 2, D8 Damage, -1 Damage)"),
    ({"strike": {"kind": "ranged"}}, "a Ranged Attack (your full Combat)"),
    (
        {"strike": {"kind": "ranged", "shots": 1, "range": 8, "die": "D8", "add": 1}},
        "a Ranged Attack (1 Shot, Range 8, D8 Damage, +1 Damage)",
    ),
    ({"strike": {"kind": "ranged", "shots": 2}}, "a Ranged Attack (2 Shots)"),
    ({"prevent": {"amount": "D3"}}, "prevent D3 of it"),
    ({"prevent": {"all": True}}, "prevent all of it"),
    ({"ready": {"item": "trusty-pistol"}}, "ready Trusty Pistol"),
    ({"ready": {"ability": "double-shot"}}, "ready Double Shot"),
    ("revive", "stand up at once, without a chart roll"),
    ("escape", "you need no Escape tests this turn"),
    ("cancel", "cancel it"),
    ("end_activation", "your Activation ends"),
    ("end_turn", "the turn ends"),
    ({"next_attack": {}}, "the next Enemies to come have 1 Elite ability"),
    ({"next_attack": {"elite": 2}}, "the next Enemies to come have 2 Elite abilities"),
    ({"tally": {"name": "lost_souls", "add": 1}}, "Lost Souls +1"),
    ({"tally": {"name": "lost_souls", "add": -1}}, "Lost Souls -1"),
    ({"tally": {"name": "lost_souls", "set": 0}}, "Lost Souls is set to 0"),
    ({"clue": {}}, "1 Clue found"),
    ({"clue": {"count": 2}}, "2 Clues found"),
]


@pytest.mark.parametrize("effect, said", EFFECTS, ids=[str(effect)[:60] for effect, _ in EFFECTS])
def test_an_effect_says_what_it_does(effect: Any, said: str):
    assert effects_in_words(parse.effects([effect], "a test")) == said


def test_the_table_has_every_effect():
    assert {effect if isinstance(effect, str) else next(iter(effect)) for effect, _ in EFFECTS} == set(NODES)


def test_effects_are_said_one_after_another():
    assert effects_in_words(parse.effects(["cancel", "end_turn"], "a test")) == "cancel it; the turn ends"
    assert effects_in_words(()) == ""


# --- amounts ----------------------------------------------------------------------------------------------------------

AMOUNTS = [
    ("this_type", "its number on the board"),
    ("dark_stone", "your Dark Stone"),
    ("n", "the roll"),
    ("amount", "the amount"),
    ("n + 1", "n + 1"),
    ("amount/2", "one for every 2 of the amount"),
    ("heroes/3 + 1", "one for every 3 of the one for each Hero + 1"),
    ("max_tokens_rage", "Max Rage"),
    ("tokens_inner_fire", "your Inner Fire"),
    ("2*tokens_rage", "2 x your Rage"),
    ("tally_lost_souls", "the count of Lost Souls"),
    ("3*heroes", "3 x one for each Hero"),
    ("heroes + 2", "one for each Hero + 2"),
    ("10*level", "10 x level"),
    ("2P", "{P}{P}"),
    ("{P}", "{P}"),
    ("3P", "{P}{P}{P}"),
    ("P + 1", "{P} + 1"),
    ("max_grit", "max grit"),
    ("sanity_damage - 1", "sanity damage - 1"),
    ("D6", "D6"),
    ("7", "7"),
    ("2*{P} + 1", "2 x {P} + 1"),
]


@pytest.mark.parametrize("amount, said", AMOUNTS)
def test_an_amount_is_said_in_the_terms_of_the_game(amount: str, said: str):
    assert effects_in_words(parse.effects([{"move": {"add": amount}}], "a test")) == f"move {said} more spaces"


# --- conditions -------------------------------------------------------------------------------------------------------

CONDITIONS = {
    "acted": ("having Activated", "not having Activated"),
    "adjacent_enemy": ("next to an Enemy", "not next to an Enemy"),
    "alone_on_tile": ("alone on the Map Tile", "not alone on the Map Tile"),
    "beside_owner": ("it befalls a Hero next to you", "it does not befall a Hero next to you"),
    "both_hands": ("holding it in both hands", "not holding it in both hands"),
    "combat_hit": ("it is a Combat Hit", "it is not a Combat Hit"),
    "critical": ("it is a Critical Hit", "it is not a Critical Hit"),
    "elite": ("the Enemy is Elite", "the Enemy is not Elite"),
    "fight": ("in a Fight", "not in a Fight"),
    "hold_back": ("it comes of Holding Back the Darkness", "it does not come of Holding Back the Darkness"),
    "ko": ("KO'd", "not KO'd"),
    "lit": ("in the light", "not in the light"),
    "marked_space": (
        "the marker is on a Blood Spatter or Growing Dread space",
        "the marker is not on a Blood Spatter or Growing Dread space",
    ),
    "melee": ("attacking hand to hand", "not attacking hand to hand"),
    "no_other_enemy": ("no other Enemy is adjacent", "another Enemy is adjacent"),
    "objective": ("the Objective is found", "the Objective is not found"),
    "otherworld": ("in an OtherWorld", "not in an OtherWorld"),
    "ranged": ("attacking at range", "not attacking at range"),
    "this_item": ("using the Item", "not using the Item"),
    "wounded": ("Wounded", "not Wounded"),
    "all_on great-hall": ("every Hero is in the Great Hall", "not every Hero is in the Great Hall"),
    "ally wasteland-nomad": ("the Ally is a Wasteland Nomad", "the Ally is not a Wasteland Nomad"),
    "carries trusty-pistol": ("carrying the Trusty Pistol", "not carrying the Trusty Pistol"),
    "enemy_keyword undead": ("the Enemy is Undead", "the Enemy is not Undead"),
    "enemy_on_tile beast": ("a Beast Enemy is on your Map Tile", "not a Beast Enemy is on your Map Tile"),
    "enemy_size large": ("the Enemy is Large", "the Enemy is not Large"),
    "exhausted double-shot": ("Double Shot is used up", "Double Shot is not used up"),
    "injury 13": ("with Injury 13", "not with Injury 13"),
    "item gun": ("using a Gun", "not using a Gun"),
    "keyword law": ("the Hero is Law", "the Hero is not Law"),
    "madness 21": ("with Madness 21", "not with Madness 21"),
    "mutation 12": ("with Mutation 12", "not with Mutation 12"),
    "on_place great-hall": ("in the Great Hall", "not in the Great Hall"),
    "someone_carries trusty-pistol": ("somebody carries the Trusty Pistol", "nobody carries the Trusty Pistol"),
    "type void-spiders": ("the Enemy is Void Spiders", "the Enemy is not Void Spiders"),
    "using trusty-pistol": ("using the Trusty Pistol", "not using the Trusty Pistol"),
    "with dynamite": ("using dynamite", "not using dynamite"),
    "world swamps-of-jargono": ("in the Swamps of Jargono", "not in the Swamps of Jargono"),
}


def test_the_table_has_every_word_of_a_condition():
    assert {written.partition(" ")[0] for written in CONDITIONS} == WORDS | WORDS_WITH_NAME


@pytest.mark.parametrize("written", CONDITIONS)
def test_a_condition_and_its_contrary_are_said_as_people_say_them(written: str):
    said = [condition_in_words(condition(text, "a test")) for text in (written, f"not {written}")]
    assert tuple(said) == CONDITIONS[written]


@pytest.mark.parametrize(
    "written, said",
    [
        ("n > 2", "the roll is more than 2"),
        ("n < 2", "the roll is less than 2"),
        ("n >= 2", "the roll is at least 2"),
        ("n <= 2", "the roll is at most 2"),
        ("n == 2", "the roll is 2"),
        ("n != heroes", "the roll is not one for each Hero"),
        ("not n > 2", "not the roll is more than 2"),
        ("fight and n > 2 and not ko", "in a Fight and the roll is more than 2 and not KO'd"),
    ],
)
def test_a_comparison_is_said_in_words(written: str, said: str):
    assert condition_in_words(condition(written, "a test")) == said
