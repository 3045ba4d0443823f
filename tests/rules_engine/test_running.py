"""What effects do to heroes, told by the events they bring (docs/effects.md)."""

from __future__ import annotations

from typing import Any

import pytest

from rules_engine import events as e
from rules_engine.choices import PARTY
from tests.rules_engine.at_the_table import of_kind
from tests.rules_engine.happening import FIGHT, RAT, ROOK, events, happen, posse, purposes

# --- harm -------------------------------------------------------------------------------------------------------------


def test_hits_are_rolled_for_each_hero_and_saved_by_each():
    written = {"hits": {"count": "D3", "damage": 2, "to": "all"}}
    at, _, found, _ = happen(posse(), written, {"hits": [5, 1], "defense": [4, 3, 1, 2]})
    assert of_kind(found, e.HitsTaken) == [
        e.HitsTaken("ada", "physical", 3, 1, "a card"),
        e.HitsTaken("bo", "physical", 1, 0, "a card"),
    ]
    assert (at.hero("ada").wounds, at.hero("bo").wounds) == (4, 2)


def test_damage_of_hits_is_rolled_and_saves_may_be_ignored():
    written = {"hits": {"kind": "horror", "damage": "D6", "ignore": ["willpower"]}}
    at, *_ = happen(posse({"sanity": 12}), written, {"damage": [4]})
    assert at.hero("ada").sanity_damage == 4
    assert [purpose for _, purpose, _ in purposes(at)] == ["damage"]


@pytest.mark.parametrize("owner, bonus", [("", 2), ("test-small", 2), ("ada", 0)])
def test_horror_hits_of_a_frightful_enemy_do_more_sanity_damage(owner: str, bonus: int):
    frightful = {**RAT, "abilities": [{"id": "f", "modifiers": [{"stat": "horror_damage", "add": 2}]}]}
    for kind, field, more in (("horror", "sanity_damage", bonus), ("physical", "wounds", 0)):
        written = {"hits": {"kind": kind, "ignore": ["willpower", "defense"]}}
        given = posse({"health": 12, "sanity": 12}, enemies={"rat": frightful})
        at, *_ = happen(given, written, owner=owner, enemy_type="test-small")
        assert getattr(at.hero("ada"), field) == 1 + more


def test_no_hits_and_hits_on_those_who_are_down_are_none():
    assert events(posse(), {"hits": {"count": 0}}) == []
    assert events(posse({"ko": True}), {"hits": {"count": 2}}) == []


def test_damage_is_of_each_kind_and_cannot_be_saved():
    written = {"damage": {"wounds": 2, "sanity": "D3", "corruption": 1, "to": "all"}}
    given = posse({"armor": 2, "spirit_armor": 2})
    at, *_ = happen(given, written, {"sanity damage": [5, 2]})
    for id, sanity in (("ada", 3), ("bo", 1)):
        hero = at.hero(id)
        assert (hero.wounds, hero.sanity_damage, hero.corruption) == (2, sanity, 1)


def test_damage_may_leave_armor_a_chance():
    given = posse({"armor": 5, "spirit_armor": 5})
    written = {"damage": {"wounds": 2, "sanity": 1, "armor": True}}
    at, *_ = happen(given, written, {"armor": [5, 4], "spirit armor": [6]})
    assert (at.hero("ada").wounds, at.hero("ada").sanity_damage) == (1, 0)


@pytest.mark.parametrize("part", ["wounds", "sanity", "corruption"])
def test_whoever_is_down_takes_no_damage(part: str):
    assert events(posse({"ko": True}), {"damage": {part: 1}}) == []


def test_whoever_goes_down_of_the_wounds_takes_nothing_more():
    at, *_ = happen(posse({"health": 2}, revive_tokens=0), {"damage": {"wounds": 2, "sanity": 2, "corruption": 2}})
    hero = at.hero("ada")
    assert hero.ko and hero.corruption == 0 and of_kind(at.events, e.SanityLost) == []


@pytest.mark.parametrize(
    "part, purpose, field",
    [("wounds", "wounds", "wounds"), ("sanity", "sanity damage", "sanity_damage"), ("corruption",) * 3],
)
def test_each_kind_of_damage_may_come_alone_and_by_dice(part: str, purpose: str, field: str):
    at, *_ = happen(posse(), {"damage": {part: "D3"}}, {purpose: [5]})
    hero = at.hero("ada")
    assert {name: getattr(hero, name) for name in ("wounds", "sanity_damage", "corruption") if getattr(hero, name)} == {
        field: 3
    }


def test_one_whom_the_bell_covers_is_spared_and_the_others_are_not():
    bell = {"id": "bell", "name": "Bell", "kind": "gear", "abilities": [{"id": "b", "flags": ["cover_all"]}]}
    given = posse({"items": ["bell"], "cover": 4}, content={"items": [bell]})
    for face, wounds in ((4, 0), (3, 1)):
        at, _, found, _ = happen(given, {"damage": {"wounds": 1, "to": "all"}}, {"cover": [face]})
        assert (at.hero("ada").wounds, at.hero("bo").wounds) == (wounds, 1)
        held = [e.Prevented("ada", "damage", 1, "Cover")] if not wounds else []
        assert of_kind(found, e.Prevented) == held
    assert events({**given, "heroes": {"Ada": {**given["heroes"]["Ada"], "ko": True}}}, {"damage": {"wounds": 1}}) == []


@pytest.mark.parametrize("face, asked", [(3, True), (4, False)])
def test_such_a_cover_is_rolled_as_armor_is(face: int, asked: bool):
    abilities = [{"id": "b", "flags": ["cover_all"]}, {"id": "r", "reroll": {"roll": "armor"}}]
    bell = {"id": "bell", "name": "Bell", "kind": "gear", "abilities": abilities}
    given = posse({"items": ["bell"], "cover": 4}, content={"items": [bell]})
    found = happen(given, {"damage": {"wounds": 1}}, {"cover": [face]}, answer="keep")[3]
    assert bool(found) is asked


# --- healing ----------------------------------------------------------------------------------------------------------


def test_healing_is_of_each_kind_and_as_far_as_there_is_something_to_heal():
    hurt = {"health": 20, "sanity": 20, "wounds": 4, "sanity_damage": 3, "corruption": 2}
    written = {"heal": {"wounds": "D3", "sanity": 9, "corruption": 1}}
    found = events(posse(hurt), written, {"healing": [5]})
    assert found == [e.Healed("ada", 3, 3, 1, "")]


def test_healing_of_all_heals_everything():
    found = events(posse({"wounds": 4, "sanity_damage": 3}), {"heal": {"wounds": "all", "sanity": "all"}})
    assert found == [e.Healed("ada", 4, 3, 0, "")]


def test_a_hero_who_heals_another_is_named_and_gains_xp():
    given = posse({"wounds": 4}, {"wounds": 4})
    found = events(given, {"heal": {"wounds": 2, "to": "all"}}, owner="ada")
    assert found == [
        e.Healed("ada", 2, 0, 0, ""),
        e.Healed("bo", 2, 0, 0, "ada"),
        e.XpGained("ada", 10, "healing"),
    ]
    assert events(given, {"heal": {"wounds": 2, "to": "others"}}, owner="test-small") == [e.Healed("bo", 2, 0, 0, "")]


def test_healing_of_any_kind_is_split_as_the_hero_likes():
    at, _, _, asked = happen(posse({"wounds": 4, "sanity_damage": 3}), {"heal": {"any": 2}})
    hero = at.hero("ada")
    assert asked and hero.wounds + hero.sanity_damage == 5


@pytest.mark.parametrize(
    "to, left", [("this", [2, 1]), ("enemy", [2, 1]), ("this_type", [2, 0])], ids=["this", "enemy", "this_type"]
)
@pytest.mark.parametrize("word", ["heal", "mend"])
def test_enemies_heal_too(word: str, to: str, left: list[int]):
    dice = {"healing": [5]} if word == "heal" else {"regeneration": [5, 6] if to == "this_type" else [5]}
    about = {"enemy": "test-small-1", "enemy_type": "test-small", "subject": ""}
    at, *_ = happen(posse(**FIGHT), {word: {"wounds": "D3", "to": to}}, dice, **about)
    assert [at.state.enemies[f"test-small-{n}"].wounds for n in (1, 2)] == left
    assert {stream for _, _, stream in purposes(at)} == {"enemy"}


def test_an_enemy_without_wounds_rolls_no_regeneration():
    at, *_ = happen(posse(**FIGHT), {"mend": {"wounds": "D3", "to": "this"}}, enemy="test-bird-1", subject="")
    assert at.events == []
    about = {"enemy": "test-small-1", "subject": ""}
    assert events(posse(**FIGHT), {"mend": {"wounds": 0, "to": "this"}}, **about) == []
    assert events(posse(**FIGHT), {"heal": {"sanity": 2, "to": "this"}}, **about) == []


# --- what is gained and lost ------------------------------------------------------------------------------------------


def test_what_is_gained_is_of_each_kind():
    written = {"gain": {"xp": "10*level", "gold": "D6", "dark_stone": 1, "grit": 1, "to": "all"}}
    found = events(posse({"max_grit": 2, "level": 2}), written, {"gold": [3, 5]})
    assert found == [
        e.XpGained("ada", 20, "a card"),
        e.GoldChanged("ada", 3, "a card"),
        e.DarkStoneChanged("ada", 1, "a card"),
        e.GritChanged("ada", 1, 1, "a card"),
        e.XpGained("bo", 10, "a card"),
        e.GoldChanged("bo", 5, "a card"),
        e.DarkStoneChanged("bo", 1, "a card"),
        e.GritChanged("bo", 1, 1, "a card"),
    ]


@pytest.mark.parametrize("word", ["gain", "lose"])
@pytest.mark.parametrize("part", ["xp", "gold", "dark_stone", "grit"])
def test_nothing_gained_or_lost_is_no_event(word: str, part: str):
    given = posse({"xp": 5, "gold": 5, "dark_stone": 5, "grit": 1})
    assert events(given, {word: {part: 0}}) == []


@pytest.mark.parametrize(
    "part, purpose", [("xp", "XP"), ("gold", "gold"), ("dark_stone", "Dark Stone"), ("grit", "Grit")]
)
def test_what_is_gained_or_lost_may_be_rolled_for_by_each_hero_and_no_ally(part: str, purpose: str):
    for word, before, now in (("gain", 1, [2, 3]), ("lose", 4, [3, 2])):
        own = {part: before, "max_grit": 9}
        at, *_ = happen(posse(own, own, **ROOK), {word: {part: "D3", "to": "all"}}, {purpose: [1, 3]})
        assert [getattr(at.hero(id), part) for id in ("ada", "bo")] == now
        assert [who for who, *_ in purposes(at)] == ["ada", "bo"]


def test_a_hero_whose_grit_is_filled_up_gains_what_is_missing():
    found = events(posse({"grit": 1, "max_grit": 3}), {"gain": {"grit": "max_grit"}})
    assert found == [e.GritChanged("ada", 2, 3, "a card")]


def test_allies_gain_and_lose_nothing_of_this():
    for word in ("gain", "lose"):
        found = events(posse({"gold": 9}, {"gold": 9}, **ROOK), {word: {"gold": 5, "to": "all"}})
        assert [one.hero for one in of_kind(found, e.GoldChanged)] == ["ada", "bo"]


def test_what_is_lost_is_lost_as_far_as_there_is_any():
    written = {"lose": {"xp": 30, "gold": "D6", "dark_stone": 5, "grit": 9, "to": "all"}}
    rich, poor = {"xp": 50, "gold": 9, "dark_stone": 9, "grit": 1}, {"xp": 20, "gold": 2, "dark_stone": 1, "grit": 0}
    assert events(posse(rich, poor), written, {"gold": [6, 5]}) == [
        e.GoldChanged("ada", -6, "a card"),
        e.DarkStoneChanged("ada", -5, "a card"),
        e.XpGained("ada", -30, "a card"),
        e.GritChanged("ada", -1, 0, "a card"),
        e.GoldChanged("bo", -2, "a card"),
        e.DarkStoneChanged("bo", -1, "a card"),
        e.XpGained("bo", -20, "a card"),
    ]


def test_dark_stone_that_is_part_of_a_hero_is_not_lost():
    fused = {"modify": {"stat": "fused_dark_stone", "add": 2, "until": "forever"}}
    at, *_ = happen(posse({"dark_stone": 3}), [fused, {"lose": {"dark_stone": 9}}, {"lose": {"dark_stone": 9}}])
    assert of_kind(at.events, e.DarkStoneChanged) == [e.DarkStoneChanged("ada", -1, "a card")]
    at, *_ = happen(posse({"dark_stone": 1}), [fused, {"lose": {"dark_stone": 9}}])
    assert at.hero("ada").dark_stone == 1


def test_tokens_come_and_go_one_by_one():
    gained = events(posse(**ROOK), {"token": {"gain": "bandages", "count": "D3", "to": "all"}}, {"tokens": [3, 1]})
    assert [one.hero for one in of_kind(gained, e.TokenGained)] == ["ada", "ada", "bo"]
    assert {one.token for one in of_kind(gained, e.TokenGained)} == {"bandages"}
    at, *_ = happen(posse({"side_bag": ["bandages", "bandages"]}), {"token": {"lose": "bandages"}})
    assert at.hero("ada").side_bag == ["bandages"]
    assert events(posse(), {"token": {}}) == []


STATUSES = ("poison", "bleeding", "exertion")


@pytest.mark.parametrize("status", STATUSES)
def test_markers_are_added_and_removed_as_far_as_there_are_any(status: str):
    found = events(posse({"health": 30}), {"status": {"add": status, "count": "D3", "to": "subject"}}, {"markers": [3]})
    assert of_kind(found, e.StatusAdded) == [e.StatusAdded("ada", status, 2)]
    given = posse({status: 3, "health": 30}, {status: 1, "health": 30})
    found = events(given, {"status": {"remove": status, "count": 2, "to": "all"}})
    assert found == [e.StatusRemoved("ada", status, 2, "a card"), e.StatusRemoved("bo", status, 1, "a card")]
    assert events(posse(), {"status": {"remove": status}}) == []


def test_any_markers_are_removed_of_every_kind():
    given = posse({"poison": 2, "exertion": 1, "bleeding": 1, "health": 30})
    assert events(given, {"status": {"remove": "any", "count": 9}}) == [
        e.StatusRemoved("ada", "poison", 2, "a card"),
        e.StatusRemoved("ada", "bleeding", 1, "a card"),
        e.StatusRemoved("ada", "exertion", 1, "a card"),
    ]


def test_a_hero_who_ignores_an_effect_gets_no_marker_and_loses_nothing():
    wards = {"id": "ward", "name": "Ward", "kind": "gear", "abilities": [{"immune": "magic"}]}
    given = posse({"items": ["ward"], "gold": 9, "health": 9}, {"gold": 9}, content={"items": [wards]})
    about = {"keywords": ("magic",)}
    for written in (
        {"status": {"add": "poison", "to": "all"}},
        {"lose": {"gold": 1, "to": "all"}},
        {"damage": {"wounds": 1, "to": "all"}},
        {"hits": {"ignore": ["defense"], "to": "all"}},
    ):
        found = events(given, written, **about)
        assert [type(one).__name__ for one in found if getattr(one, "model", "") == "ada"] == ["Immune"]
        touched = {getattr(one, "hero", getattr(one, "target", "")) for one in found if not isinstance(one, e.Immune)}
        assert touched == {"bo"}, written


# --- cards ------------------------------------------------------------------------------------------------------------


def test_loot_and_scavenge_cards_are_drawn_by_each_hero():
    at, *_ = happen(posse(**ROOK), {"draw": {"deck": "loot", "count": "D3", "to": "all"}}, {"cards": [3, 1]})
    assert [who for who, purpose, _ in purposes(at) if purpose == "cards"] == ["ada", "bo"]
    drawn = [one for one in of_kind(at.events, e.CardDrawn) if one.deck == "loot"]
    assert len(drawn) == 3
    at, *_ = happen(posse(), {"draw": {"deck": "scavenge", "count": 2}})
    assert len([one for one in of_kind(at.events, e.CardDrawn) if one.deck == "scavenge"]) == 2


@pytest.mark.parametrize("deck", ["gear", "artifact"])
def test_gear_and_artifacts_are_drawn_from_their_decks(deck: str):
    at, *_ = happen(posse(), {"draw": {"deck": deck, "count": 2}})
    assert len([one for one in of_kind(at.events, e.CardDrawn) if one.deck == deck]) == 2
    assert len(of_kind(at.events, e.ItemGained)) + len(of_kind(at.events, e.TokenGained)) >= 1


def test_the_growing_dread_stack_grows_by_each_card():
    found = events(posse(), {"draw": {"deck": "growing-dread", "count": "D3"}}, {"cards": [3]})
    assert found == [e.DreadGrew(1), e.DreadGrew(2)]


def test_darkness_cards_are_drawn_once_and_by_nobody():
    at, *_ = happen(posse(), {"draw": {"deck": "darkness", "count": 2}})
    assert len([one for one in of_kind(at.events, e.CardDrawn) if one.deck == "darkness"]) == 2
    assert of_kind(at.events, e.DreadGrew) == []


def test_encounters_are_drawn_so_many():
    at, *_ = happen(posse(), {"draw": {"deck": "encounter", "count": 2}}, tile=1)
    assert len([one for one in of_kind(at.events, e.CardDrawn) if one.deck.startswith("encounter")]) == 2


# --- the Depth Track --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "steps, dice, spaces",
    [(1, [], [9]), (2, [], [9, 10]), (-1, [], [7]), (-9, [], [7, 6, 5, 4, 3, 2, 1, 0]), (0, [], []),
     ("D3", [3], [9, 10]), ("D3 - 4", [3], []), ("heroes - 1", [], [9])],
)  # fmt: skip
def test_the_darkness_moves_forward_or_back(steps: Any, dice: list[int], spaces: list[int]):
    given = posse(track={"darkness": 8, "heroes": 12})
    found = events(given, {"track": {"darkness": steps}}, {"steps of the Darkness": dice} if dice else {})
    moved = [one for one in of_kind(found, e.DarknessMoved) if one.because == "a card"]
    assert moved == [e.DarknessMoved(space, "a card") for space in spaces]
    assert of_kind(found, e.HeroesAdvanced) == []


@pytest.mark.parametrize("steps, dice, spaces", [(1, [], [13]), (2, [], [13, 12]), ("D3", [5], [13, 12, 11])])
def test_the_hero_party_marker_goes_deeper(steps: Any, dice: list[int], spaces: list[int]):
    given = posse(track={"heroes": 14})
    found = events(given, {"track": {"heroes": steps}}, {"steps": dice} if dice else {})
    assert [one.to for one in of_kind(found, e.HeroesAdvanced)] == spaces
    assert of_kind(found, e.DarknessMoved) == []


@pytest.mark.parametrize("add, dice, now", [(1, [], 4), (-2, [], 1), (-9, [], 0), ("D3", [6], 6), ("heroes", [], 5)])
def test_archive_markers_come_and_go(add: Any, dice: list[int], now: int):
    found = events(posse(archive=3), {"archive": {"add": add}}, {"Archive markers": dice} if dice else {})
    assert found == [e.ArchiveChanged(now, "a card")]


@pytest.mark.parametrize("written", ["depth_event", {"chart": {"name": "depth-event"}}])
def test_a_depth_event_is_rolled_for(written: Any):
    at, *_ = happen(posse(), written)
    assert len(of_kind(at.events, e.DepthEventRolled)) == 1


@pytest.mark.parametrize("chart", ["injury", "madness", "mutation"])
def test_each_hero_meant_rolls_on_the_chart(chart: str):
    at, *_ = happen(posse(), {"chart": {"name": chart, "to": "all"}})
    assert {(one.chart, one.hero) for one in of_kind(at.events, e.ChartRolled)} >= {(chart, "ada"), (chart, "bo")}


# --- tests, rolls and choices -----------------------------------------------------------------------------------------


def test_each_hero_takes_the_test_and_what_follows_is_about_that_hero():
    given = posse({"luck": 1}, {"luck": 1}, **ROOK)
    written = {"test": {"skill": "luck", "target": 5, "who": "all", "pass": [{"gain": {"gold": 5}}],
                        "fail": [{"gain": {"xp": 5}}]}}  # fmt: skip
    found = events(given, written, {"luck test": [5, 4]})
    assert [(one.hero, one.passed, one.because) for one in of_kind(found, e.SkillTested)] == [
        ("ada", True, "a card"),
        ("bo", False, "a card"),
    ]
    assert of_kind(found, e.GoldChanged) == [e.GoldChanged("ada", 5, "a card")]
    assert of_kind(found, e.XpGained) == [e.XpGained("bo", 5, "a card")]


def test_whoever_is_down_takes_no_test():
    assert events(posse({"ko": True}), {"test": {"skill": "luck", "target": 5, "fail": [{"gain": {"xp": 5}}]}}) == []


@pytest.mark.parametrize("face, gold", [(1, [10]), (2, [10]), (3, [20]), (4, [20]), (5, []), (6, [5])])
def test_of_a_table_every_row_with_the_roll_happens(face: int, gold: list[int]):
    rows = {"1-2": [{"gain": {"gold": 10}}], "3,4": [{"gain": {"gold": 20}}], 6: [{"gain": {"gold": "n - 1"}}]}
    at, *_ = happen(posse(), {"roll": {"table": rows}}, {"a card": [face]})
    assert [one.by for one in of_kind(at.events, e.GoldChanged)] == gold
    assert purposes(at) == [("ada", "a card", "hero")]


@pytest.mark.parametrize(
    "about, rolled",
    [
        ({"subject": "", "owner": "hellbats"}, ("hellbats", "a card", "enemy")),
        ({"subject": ""}, (PARTY, "a card", "enemy")),
        ({"source": ""}, ("ada", "a card", "hero")),
        ({"source": "a storm"}, ("ada", "a storm", "hero")),
    ],
)
def test_the_die_is_of_whom_the_effect_is_about(about: dict[str, str], rolled: tuple[str, str, str]):
    at, *_ = happen(posse(), {"roll": {"die": "2D6"}}, **about)
    assert purposes(at) == [rolled] and of_kind(at.events, e.Rolled)[0].dice == ["D6", "D6"]


def test_a_heros_own_roll_of_3_or_less_may_be_rerolled():
    luck = {"id": "l", "name": "Luck", "kind": "gear", "abilities": [{"id": "l", "reroll": {"roll": "ability"}}]}
    given = posse({"items": ["l"]}, content={"items": [luck]})
    for owner, face, offered in (("ada", 3, True), ("ada", 4, False), ("", 3, False), ("bo", 3, False)):
        asked = happen(given, {"roll": {}}, {"a card": [face]}, answer="keep", owner=owner)[3]
        assert bool(asked) is offered, (owner, face)


@pytest.mark.parametrize("given, gold", [(posse(), 2), (posse(**FIGHT), 1)])
def test_of_two_branches_the_one_that_holds_happens(given: dict[str, Any], gold: int):
    written = {"if": {"when": "fight", "then": [{"gain": {"gold": 1}}], "else": [{"gain": {"gold": 2}}]}}
    assert events(given, written) == [e.GoldChanged("ada", gold, "a card")]


OFFERS = [
    {"label": "in a Fight", "do": [{"gain": {"gold": 1}}], "when": "fight"},
    {"label": "pay", "do": [{"gain": {"gold": 2}}], "cost": {"grit": 1}},
    {"label": "free", "do": [{"gain": {"gold": 3}}]},
    {"label": "nothing"},
]


def test_of_the_options_those_that_can_be_had_are_offered_with_what_they_do():
    *_, found, (asked,) = happen(posse({"grit": 1}), {"choose": OFFERS}, answer="option:2")
    assert [(one.id, one.label, one.detail) for one in asked.options] == [
        ("option:2", "pay", "use 1 Grit: you gain $2"),
        ("option:3", "free", "you gain $3"),
        ("option:4", "nothing", "nothing happens"),
    ]
    assert (asked.who, asked.kind, asked.prompt, asked.about) == ("ada", "card", "a card", {"source": "a card"})
    assert of_kind(found, e.GritChanged) == [e.GritChanged("ada", -1, 0, "a card")]
    assert of_kind(found, e.GoldChanged) == [e.GoldChanged("ada", 2, "a card")]


def test_the_party_chooses_for_nobody_and_nobody_pays():
    *_, found, (asked,) = happen(posse({"grit": 1}), {"choose": OFFERS}, subject="", source="", answer="option:3")
    assert asked.who == PARTY and asked.prompt == "Choose" and list(asked.ids) == ["option:3", "option:4"]
    assert found == []
    *_, (asked,) = happen(posse({"grit": 1}), {"choose": {"options": OFFERS, "who": "party"}}, answer="option:3")
    assert asked.who == PARTY
    *_, (asked,) = happen(posse({"grit": 1}), {"choose": OFFERS}, subject="", owner="bo", answer="option:3")
    assert asked.who == "bo"


def test_where_no_option_can_be_had_nothing_happens():
    assert happen(posse(), {"choose": [OFFERS[0], OFFERS[1]]})[2:] == ([], [])


def test_each_and_repeat_run_for_each_hero_and_so_often():
    written = {"each": {"to": "all", "do": [{"repeat": {"times": "D3", "do": [{"gain": {"gold": 1}}]}}]}}
    found = events(posse(), written, {"times": [3, 6]})
    assert [one.hero for one in of_kind(found, e.GoldChanged)] == ["ada", "ada", "bo", "bo", "bo"]
    fallen = events(posse({"ko": True}), {"each": {"to": "subject", "do": [{"gain": {"gold": 1}}]}})
    assert fallen == []
