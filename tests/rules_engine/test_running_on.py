"""What effects change for a while, do to enemies, and do to what is about to happen (docs/effects.md)."""

from __future__ import annotations

from typing import Any

import pytest

from rules_engine import events as e
from rules_engine.choices import Choice
from rules_engine.effects import parse
from rules_engine.effects.context import Context
from rules_engine.effects.run import run as run_effects
from rules_engine.procedures.signals import TurnOver
from tests.rules_engine.at_the_table import drive, laid_out, of_kind
from tests.rules_engine.happening import FIGHT, OWL, RAT, ROOK, events, happen, posse

# --- what lasts -------------------------------------------------------------------------------------------------------


def lasting(given: dict[str, Any], effects: Any, *rest: Any, **about: Any) -> list[tuple[Any, ...]]:
    found = of_kind(events(given, effects, *rest, **about), e.LastingStarted)
    return [(one.stat, one.op, one.value, one.on, one.until, one.source, one.when) for one in found]


@pytest.mark.parametrize("op", ["add", "set", "multiply"])
def test_a_figure_changes_for_so_long(op: str):
    written = {"modify": {"stat": "combat", op: 2, "until": "fight", "when": "fight"}}
    assert lasting(posse(), written) == [("combat", op, 2, "ada", "fight", "a card", "fight")]


def test_a_figure_may_change_by_dice_or_go_down():
    assert lasting(posse(), {"modify": {"stat": "combat", "add": "D3"}}, {"amount": [5]})[0][2] == 3
    assert lasting(posse(), {"modify": {"stat": "combat", "add": -2}})[0][2] == -2


SCOPES: list[tuple[str, dict[str, Any], list[str]]] = [
    ("subject", {}, ["ada"]),
    ("all", {}, ["heroes"]),
    ("party", {}, ["heroes"]),
    ("others", {}, ["bo"]),
    ("enemies", {}, ["enemies"]),
    ("enemy", {"enemy": "test-small-2"}, ["test-small-2"]),
    ("one_enemy", {}, ["test-small-1"]),
    ("adjacent_one_enemy", {}, ["test-small-1"]),
    ("adjacent_enemies", {}, ["type:test-small"]),
    ("enemies_on_tile", {}, ["type:test-small", "type:test-bird"]),
    ("this_type", {"enemy_type": "test-bird"}, ["type:test-bird"]),
    ("this", {"enemy": "test-small-1"}, ["type:test-small"]),
    ("this_type", {"enemy_type": "hellbats"}, ["type:hellbats"]),
    ("this", {"enemy_type": "hellbats"}, ["type:hellbats"]),
    ("this", {}, []),
]


@pytest.mark.parametrize("to, about, scopes", SCOPES, ids=[f"{n} {row[0]}" for n, row in enumerate(SCOPES)])
def test_what_lasts_is_on_these(to: str, about: dict[str, Any], scopes: list[str]):
    for written in ({"modify": {"stat": "combat", "add": 1, "to": to}}, {"flag": {"name": "tough", "to": to}}):
        found = lasting(posse(**FIGHT), written, **about)
        assert [one[3] for one in found] == scopes
    assert [one[:3] for one in found] == [("tough", "flag", 1)] * len(scopes)


def test_an_enemy_that_ignores_an_effect_is_not_among_all_enemies():
    warded = {**OWL, "abilities": [{"immune": "magic"}]}
    given = posse(enemies={"rat": RAT, "owl": warded})
    written = {"modify": {"stat": "combat", "add": 1, "to": "enemies"}}
    assert [one[3] for one in lasting(given, written, keywords=("magic",))] == ["type:test-small"]


def test_words_that_last_have_their_own_names():
    assert lasting(posse(), "escape") == [("no_escape_tests", "flag", 1, "ada", "turn", "a card", "")]
    assert lasting(posse(), "end_activation") == [("activation_over", "flag", 1, "ada", "turn", "a card", "")]
    moved = lasting(posse(), {"move": {"add": "D6"}}, {"movement": [4]})
    assert moved == [("extra_move", "add", 4, "ada", "activation", "a card", "")]
    assert lasting(posse(), {"move": {"add": 2}}, subject="") == []


# --- enemies ----------------------------------------------------------------------------------------------------------


def test_harm_wounds_the_enemies_meant():
    at, *_ = happen(posse(**FIGHT), {"harm": {"wounds": "D3", "to": "adjacent_enemies"}}, {"damage": [3]})
    assert [enemy.wounds for enemy in at.state.enemies.values()] == [7, 1, 0]
    at, *_ = happen(posse(**FIGHT), {"harm": {"wounds": 0, "to": "enemies"}})
    assert at.events == []


@pytest.mark.parametrize("ignore, wounds", [(["defense"], 7), ([], 6)])
def test_harm_passes_defense_unless_it_says_otherwise(ignore: list[str], wounds: int):
    given = posse(enemies={"rat": {**RAT, "defense": 1}})
    at, *_ = happen(given, {"harm": {"wounds": 2, "to": "enemies", "ignore": ignore}})
    assert at.state.enemies["test-small-1"].wounds == wounds


def test_automatic_hits_are_the_heros_with_damage_rolls():
    written = {"hit_enemy": {"to": "enemies", "count": "D3", "add": 1}}
    at, *_ = happen(posse(**FIGHT), written, {"hits": [3, 1, 2], "damage": [1, 1, 2, 1]}, subject="", owner="ada")
    assert [enemy.wounds for enemy in at.state.enemies.values()] == [5 + 2 + 2, 1 + 3, 2]
    assert happen(posse(**FIGHT), written, {"hits": [1, 1, 1]}, subject="")[2] == []


def test_the_next_enemies_to_come_have_so_many_more_elite_abilities():
    assert events(posse(next_elite=1), {"next_attack": {"elite": "D3"}}, {"Elite": [3]}) == [e.NextElite(3)]


def test_enemies_come_in_the_number_rolled():
    at, *_ = happen(posse(), {"attack": {"enemy": "hellbats", "count": "D3"}}, {"number of enemies": [5]})
    (came,) = of_kind(at.events, e.EnemiesCame)
    assert (came.type, len(of_kind(at.events, e.EnemyPlaced))) == ("hellbats", 3)


def test_an_attack_may_be_elite_and_has_a_reason():
    written = {"attack": {"enemy": "hellbats", "elite": "D3"}}
    for source, reason in (("a card", "a card"), ("", "an attack")):
        at, *_ = happen(posse(), written, {"Elite": [3]}, source=source)
        assert len(of_kind(at.events, e.EliteGained)) == 2
        assert [one.because for one in of_kind(at.events, e.AttackBrought)] == [reason]


@pytest.mark.parametrize("what", [{"enemy": "hellbats"}, {"threat": "low"}])
@pytest.mark.parametrize("ambush", [False, True])
def test_an_attack_on_a_map_tile_may_ambush(what: dict[str, str], ambush: bool):
    at, *_ = happen(posse(), {"attack": {**what, "ambush": ambush}}, tile=1)
    assert [(one.because, one.ambush) for one in of_kind(at.events, e.AttackBrought)] == [("a card", ambush)]


def test_what_comes_beside_somebody_comes_to_the_owner_of_the_effect():
    given = posse({"space": "1.01"}, {"space": "1.21"})
    for beside, owner, near in (("owner", "bo", "bo"), ("owner", "ada", "ada")):
        written = {"attack": {"enemy": "hellbats", "count": 1, "beside": beside}}
        at, *_ = happen(given, written, owner=owner)
        (enemy,) = at.state.enemies.values()
        assert [hero.id for hero in at.heroes_beside(enemy)] == [near]


def test_a_spawner_may_bring_them_around_itself():
    given = posse({"space": "1.01"}, {"space": "1.02"}, enemies={"owl": {**OWL, "space": "1.21"}})
    about = {"enemy": "test-bird-1", "enemy_type": "test-bird", "subject": ""}
    at, *_ = happen(given, {"spawn": {"enemy": "this", "count": 2, "at": "this"}}, **about)
    nest, *young = at.state.enemies.values()
    assert len(young) == 2 and all(at.beside(nest, one) for one in young)
    at, *_ = happen(given, {"spawn": {"enemy": "this", "count": 1}}, **about)
    nest, young_one = at.state.enemies.values()
    assert not at.beside(nest, young_one)


def test_a_spawner_brings_more_of_its_own_type():
    given = posse(**FIGHT)
    written = {"spawn": {"enemy": "this", "count": "D3"}}
    at, *_ = happen(given, written, {"number of enemies": [3]}, enemy_type="test-bird", subject="")
    assert sum(one.enemy.startswith("test-bird") for one in of_kind(at.events, e.EnemyPlaced)) == 2
    for about, count in (({"enemy_type": ""}, 1), ({"enemy_type": "test-bird"}, 0)):
        assert events(given, {"spawn": {"enemy": "this", "count": count}}, subject="", **about) == []


# --- events about to happen -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "effect, dice, before, prevented",
    [
        ({"prevent": {"amount": "D3"}}, [5], 1, 4),
        ({"prevent": {"amount": 2}}, [], 1, 3),
        ({"prevent": {"all": True}}, [], 1, 5),
        ({"prevent": {"all": True}}, [], 7, 7),
        ({"prevent": {}}, [], 1, 1),
        ("cancel", [], 1, 5),
        ("cancel", [], 7, 7),
    ],
)
def test_what_is_about_to_happen_is_prevented_in_part_or_whole(
    effect: Any, dice: list[int], before: int, prevented: int
):
    _, about, found, _ = happen(posse(), effect, {"prevention": dice} if dice else {}, amount=5, prevented=before)
    assert about.prevented == prevented and about.canceled is (effect == "cancel") and found == []


def test_the_turn_ends_at_once():
    with pytest.raises(TurnOver):
        happen(posse(), ["end_turn", {"gain": {"gold": 1}}])


@pytest.mark.parametrize(
    "ready, readied",
    [
        ({"item": "shotgun"}, ["ada|1|blast"]),
        ({"ability": "howl"}, ["ada|0|howl"]),
        ({"ability": "growl"}, []),
        ({}, []),
    ],
)
@pytest.mark.parametrize("about", [{}, {"subject": "", "owner": "ada"}])
def test_a_limited_use_is_there_again(ready: dict[str, str], readied: list[str], about: dict[str, str]):
    at = laid_out(posse({"items": ["peace-keeper", "shotgun"]}))
    shotgun = next(item for item in at.hero("ada").items if item.id == "shotgun")
    for key in ("ada|0|howl", f"ada|{shotgun.uid}|blast", "ada|99|blast", "bo|0|howl", f"bo|{shotgun.uid}|blast"):
        at.state.used[key] = "turn"
    drive(run_effects(at, parse.effects([{"ready": ready}], "x"), Context(**{"subject": "ada", **about})), pick_first)
    keys = [key.replace("|1|", f"|{shotgun.uid}|") for key in readied]
    assert at.events == [e.AbilityReadied(key) for key in keys]


def pick_first(choice: Choice) -> Any:
    return choice.options[0]


def test_nobodys_use_is_not_made_ready():
    assert events(posse(), {"ready": {"ability": "howl"}}, subject="") == []


def test_whoever_is_down_stands_up_and_nobody_else_does():
    at, *_ = happen(posse({"ko": True}), "revive")
    assert not at.hero("ada").ko
    assert events(posse({"ko": True}), "revive", subject="bo") == []
    assert events(posse(), "revive", subject="hellbats") == []


# --- Items ------------------------------------------------------------------------------------------------------------


def test_an_item_is_gained_or_lost_and_the_question_names_it():
    at, _, _, (asked,) = happen(posse(**ROOK), {"item": {"gain": "shotgun", "to": "one"}}, answer="hero:bo")
    assert [item.id for item in at.hero("bo").items] == ["shotgun"]
    assert asked.prompt == f"Who takes the {at.library.items['shotgun'].name}?"
    assert list(asked.ids) == ["hero:ada", "hero:bo"]
    *_, (asked,) = happen(posse({"items": ["shotgun"]}), {"item": {"lose": "shotgun", "to": "one"}}, answer="hero:ada")
    assert asked.prompt == "a card: which Hero?"
    at, *_ = happen(posse({"items": ["shotgun", "peace-keeper"]}), {"item": {"lose": "shotgun"}})
    assert [item.id for item in at.hero("ada").items] == ["peace-keeper"]
    assert events(posse({"items": ["shotgun"]}), {"item": {}}) == []
