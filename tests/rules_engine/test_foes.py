"""Enemies Activate: whom they target, how they move, what their dice do, Fear; Threat cards and where heroes Search."""

from __future__ import annotations

from typing import Any

import pytest

from rules_engine import events as e
from rules_engine.effects.context import Context
from rules_engine.effects.language import amount
from rules_engine.effects.nodes import Shot
from rules_engine.effects.parse import OnFace
from rules_engine.procedures.foes import (
    activate_enemies,
    batches_of,
    choose_target,
    enemy_shot,
    fear_and_terror,
    group_attack,
    move_enemy,
    obstacles,
)
from rules_engine.procedures.search import draw_loot, may_scavenge, scavenge, scavenge_options, search_options
from rules_engine.procedures.threats import brutal_side, elite_of_the_posse, normal_level, threat_level
from rules_engine.state import Deck, Hero, Lasting
from rules_engine.table import Table
from tests.rules_engine.at_the_table import by_id, drive, foe, item, of_kind, packs_with, run, two_heroes

SIDE = {
    "initiative": 4, "move": 4, "escape": 3, "range": None, "melee": 4, "combat": 2, "damage": 3, "defense": 1,
    "health": 5, "xp": 5, "xp_each": 0,
}  # fmt: skip


def kind(name: str, *abilities: dict[str, Any], size: str = "medium", **side: Any) -> dict[str, Any]:
    """A made-up type of enemies: Move 4, 2 Combat at 4+, Damage 3."""
    own = [{"id": f"a{number}"} | ability for number, ability in enumerate(abilities)]
    return {
        "id": f"test-{name}", "name": name.title(), "plural": f"{name.title()}s", "size": size, "keywords": ["void"],
        "models": 9, "source": "original", "flavor": "It is made up.", "normal": SIDE | side, "brutal": SIDE | side,
        "abilities": own, "elite": [{"name": f"Trait {n}", "abilities": []} for n in range(1, 7)],
    }  # fmt: skip


PACK = packs_with(
    {
        "enemies/test.yaml": [
            kind("imp"),
            kind("brute", size="large"),
            kind("bird", {"flags": ["move_through_models"]}),
            kind("thief", {"flags": ["target_most_gold"]}),
            kind("crowd", {"flags": ["seeks_most_heroes"]}),
            kind("eye", {"reroll": {"roll": "to_hit"}}),
            kind("once", {"reroll": {"roll": "to_hit"}, "limit": "turn"}),
            kind("biter", {"on_face": {"at_least": 6, "ignore": ["defense"]}}),
            kind("spitter", {"on_face": {"at_least": 5, "do": [{"status": {"add": "poison"}}]}}),
            kind("smith", {"on_face": {"at_least": 6, "harder": 2}}),
            kind("hammer", {"damage_die": "D6"}),
            kind("double", {"flags": ["first_hit_doubled"]}),
            kind("pacifist", combat=0),
            kind("blind", melee=None),
            kind("furious", {"flags": ["attacks_every_adjacent_hero"]}),
            kind("fear", {"fear": 1}),
            kind("terror", {"terror": 2}),
            kind("dread", {"unspeakable_terror": 3}),
            kind("gunner", {"ranged": {"range": 3, "shots": 2, "damage": 1}}, range=5),
        ],
        "items/test.yaml": [
            item("test-mark", {"id": "mark", "flags": ["hit_on_ones"]}),
            item("test-drum", {"id": "drum", "on": "enemy_attacked", "do": [{"gain": {"gold": "amount"}}]}),
            item("test-find", {"id": "find", "on": "scavenged", "do": [{"gain": {"gold": "amount"}}]}),
            item("test-blind", {"id": "blind", "flags": ["no_scavenge"]}),
        ],
    }
)


def met(*gear: str, dice: dict[str, list[int]] | None = None, **switches: Any) -> tuple[Table, Hero, Hero]:
    """Ada in the middle of the Entrance, Mateo at its far end; Defense 4, no Armor."""
    at, ada, mateo = two_heroes(*gear, library=PACK, dice=dice, **switches)
    for hero in (ada, mateo):
        hero.stats |= {"defense": 4, "willpower": 4}
    ada.space, mateo.space, at.state.light, at.state.phase = "1.13", "1.02", "ada", "activations"
    at.stats.forget()
    return at, ada, mateo


# --- targets and movement ---------------------------------------------------------------------------------------------


def test_a_random_hero_among_those_with_the_fewest_of_its_type_is_targeted():
    at, ada, mateo = met(dice={"enemy target": [6]})
    one, two = foe(at, "test-imp", "1.12"), foe(at, "test-imp", "1.04")
    assert run(choose_target(at, one, [ada, mateo], frozenset())) is mateo
    one.target = "mateo"
    foe(at, "test-brute", "1.14", target="ada")
    assert run(choose_target(at, two, [ada, mateo], frozenset())) is ada
    two.target = "ada"
    assert run(choose_target(at, two, [mateo], frozenset())) is mateo


def test_a_thief_targets_who_has_most_gold():
    at, ada, mateo = met()
    thief = foe(at, "test-thief", "1.12")
    mateo.gold = 5
    assert run(choose_target(at, thief, [ada, mateo], frozenset({"target_most_gold"}))) is mateo


def test_an_enemy_moves_to_the_far_side_of_the_hero_that_it_targets():
    at, ada, _ = met()
    imp = foe(at, "test-imp", "1.21")
    run(move_enemy(at, imp, frozenset()))
    assert imp.target == "ada" and imp.space in at.board.adjacent[ada.space]
    (moved,) = of_kind(at.events, e.Moved)
    costs = {space: at.board.distance("1.21", space) for space in at.board.adjacent[ada.space]}
    assert imp.space == moved.path[-1] and costs[imp.space] == max(costs.values())
    before = len(at.events)
    run(move_enemy(at, imp, frozenset()))
    assert len(at.events) == before


def test_who_reaches_nobody_comes_as_near_as_it_can():
    at, ada, mateo = met()
    ada.space, mateo.space = "1.01", "1.02"
    imp = foe(at, "test-imp", "1.22")
    far = at.board.distance(imp.space, ada.space)
    assert far > 5
    run(move_enemy(at, imp, frozenset()))
    assert imp.target is None and at.board.distance(imp.space, ada.space) == far - 4


def test_what_stands_in_the_way_stops_who_cannot_fly_or_push():
    at, _, _ = met()
    imp, brute, bird = foe(at, "test-imp", "1.12"), foe(at, "test-brute", "1.08"), foe(at, "test-bird", "1.17")
    assert obstacles(at, imp, frozenset()) == ({"1.13", "1.02", "1.08", "1.17"}, set())
    assert obstacles(at, brute, frozenset()) == ({"1.13", "1.02"}, set())
    assert obstacles(at, bird, frozenset({"move_through_models"})) == (set(), {"1.13", "1.02", "1.08", "1.12"})


def test_a_crowd_seeker_stands_next_to_as_many_heroes_as_it_can():
    at, _, mateo = met()
    mateo.space = "1.17"
    imp = foe(at, "test-crowd", "1.08")
    run(move_enemy(at, imp, frozenset({"seeks_most_heroes"})))
    assert {"1.13", "1.17"} <= set(at.board.adjacent[imp.space])


def test_the_nearest_of_a_type_moves_first_and_then_all_attack():
    at, _, _ = met(dice={"enemy to hit": [1, 1, 1, 1], "enemy target": [1]})
    far, near = foe(at, "test-imp", "1.22"), foe(at, "test-imp", "1.12")
    drive(activate_enemies(at, "test-imp"), lambda c: c.options[0])
    assert [x.enemy for x in of_kind(at.events, e.EnemyTargeted)] == [near.id, far.id]
    assert of_kind(at.events, e.ActivationStarted) == [e.ActivationStarted("test-imp")]
    assert at.state.groups["test-imp"].activated
    at, _, _ = met(dice={"enemy to hit": [1, 1, 1, 1], "enemy target": [1]})
    one, two = foe(at, "test-imp", "1.12"), foe(at, "test-imp", "1.14")
    at.enemy_order = "ask"
    (choice,) = drive(activate_enemies(at, "test-imp"), by_id(f"enemy:{two.id}"))
    assert choice.ids == [f"enemy:{one.id}", f"enemy:{two.id}"] and choice.kind == "enemy_order"
    assert of_kind(at.events, e.EnemyTargeted)[0].enemy == two.id


def test_enemies_stay_on_target_until_the_hero_is_out_of_reach_or_down():
    at, _, mateo = met(dice={"enemy to hit": [1, 1]})
    imp = foe(at, "test-imp", "1.12", target="ada")
    drive(activate_enemies(at, "test-imp"), lambda c: c.options[0])
    assert imp.space == "1.12" and not of_kind(at.events, e.EnemyTargeted)
    imp.target = "mateo"
    mateo.space = "1.01"
    at.dice.left["enemy to hit"] = [1, 1]  # type: ignore[attr-defined]
    at.dice.left["enemy target"] = [1]  # type: ignore[attr-defined]
    drive(activate_enemies(at, "test-imp"), lambda c: c.options[0])
    assert of_kind(at.events, e.EnemyTargeted)[0].hero is None


# --- attacks ----------------------------------------------------------------------------------------------------------


def struck(type: str, faces: list[int], defense: list[int], *gear: str, **more: Any) -> tuple[Table, Hero]:
    """Ada after one of a type struck at her, with what the dice showed."""
    dice = {"enemy to hit": faces, "defense": defense} | more
    at, ada, _ = met(*gear, dice=dice)
    one = foe(at, type, "1.12", target="ada")
    drive(group_attack(at, type, [one.id], ada), lambda c: c.options[0])
    return at, ada


def test_each_hit_of_the_group_is_defended_against():
    at, ada = struck("test-imp", [4, 3], [1], "test-drum")
    assert ada.wounds == 3 and ada.gold == 1
    (made,) = of_kind(at.events, e.EnemiesAttacked)
    assert (made.type, made.hero, made.dice, made.hits) == ("test-imp", "ada", 2, 1)
    assert made.kind == "melee" and made.enemies == ["test-imp-1"]
    at, ada = struck("test-imp", [3, 3], [], "test-drum")
    assert ada.wounds == 0 and ada.gold == 0 and not of_kind(at.events, e.HitsTaken)


def test_a_marked_hero_is_hit_on_ones():
    _, ada = struck("test-imp", [1, 3], [1], "test-mark")
    assert ada.wounds == 3
    _, ada = struck("test-imp", [1, 3], [])
    assert ada.wounds == 0


@pytest.mark.parametrize("type", ["test-pacifist", "test-blind"])
def test_who_has_no_combat_or_no_melee_does_not_strike(type: str):
    at, _ = struck(type, [], [])
    assert not of_kind(at.events, e.EnemiesAttacked)


def test_what_is_added_to_one_enemy_alone_changes_its_dice():
    for by, dice in [(-1, 1), (-2, 0), (1, 3)]:
        at, ada, _ = met(dice={"enemy to hit": [1] * dice})
        one = foe(at, "test-imp", "1.12", target="ada")
        at.state.lasting.append(Lasting(90, "combat", "add", by, one.id, "turn", "a Lariat"))
        at.stats.forget()
        run(group_attack(at, "test-imp", [one.id], ada))
        assert [x.dice for x in of_kind(at.events, e.EnemiesAttacked)] == ([dice] if dice else [])


def test_enemies_roll_their_ones_again_where_they_may():
    at, ada = struck("test-eye", [1, 1, 4, 1], [1])
    assert ada.wounds == 3 and of_kind(at.events, e.Rerolled)[0].which == [0, 1]
    at, ada, _ = met(dice={"enemy to hit": [1, 2, 2, 1, 2]})
    one = foe(at, "test-once", "1.12", target="ada")
    for _ in range(2):
        run(group_attack(at, "test-once", [one.id], ada))
    assert len(of_kind(at.events, e.Rerolled)) == 1


def test_faces_that_do_more():
    _, ada = struck("test-biter", [6, 4], [4])
    assert ada.wounds == 3
    _, ada = struck("test-spitter", [5, 4], [4, 4])
    assert ada.poison == 1 and ada.wounds == 0
    _, ada = struck("test-smith", [6, 4], [4, 5])
    assert ada.wounds == 3
    _, ada = struck("test-hammer", [4, 1], [1], **{"enemy damage": [2]})
    assert ada.wounds == 5


def test_the_first_hit_of_a_turn_may_be_doubled():
    at, ada = struck("test-double", [4, 1], [1])
    assert ada.wounds == 6
    at.dice.left |= {"enemy to hit": [4, 1], "defense": [1]}  # type: ignore[attr-defined]
    drive(group_attack(at, "test-double", ["test-double-1"], ada), lambda c: c.options[0])
    assert ada.wounds == 9


def test_hits_are_saved_together_by_what_they_ignore():
    faces = [OnFace(5, ignore=("defense",)), OnFace(6, ignore=("armor",), harder=1)]
    assert [(tuple(batch), count) for batch, count in batches_of([4, 6, 5, 4, 6], faces)] == [
        (((), 0), 2), ((("armor", "defense"), 1), 2), ((("defense",), 0), 1),
    ]  # fmt: skip


def test_the_rest_of_an_attack_is_ignored_by_who_was_revived():
    for rest, wounds in [(True, 0), (False, 3)]:
        at, ada, _ = met(dice={"enemy to hit": [4, 6], "defense": [1, 1]}, revive_ignores_rest=rest)
        at.state.revive_tokens, ada.wounds = 1, 9
        one = foe(at, "test-biter", "1.12", target="ada")
        drive(group_attack(at, "test-biter", [one.id], ada), by_id("revive"))
        assert ada.wounds == wounds


def test_what_attacks_all_around_attacks_each_adjacent_hero():
    at, _, mateo = met(dice={"enemy to hit": [1] * 4, "enemy target": [1]})
    mateo.space = "1.08"
    foe(at, "test-furious", "1.12", target="ada")
    drive(activate_enemies(at, "test-furious"), lambda c: c.options[0])
    assert sorted(x.hero for x in of_kind(at.events, e.EnemiesAttacked)) == ["ada", "mateo"]


def test_a_gunner_shoots_from_where_it_stands_at_who_is_in_range():
    at, ada, _ = met(dice={"enemy to hit": [5, 4], "defense": [1]})
    foe(at, "test-gunner", "1.21")
    drive(activate_enemies(at, "test-gunner"), lambda c: c.options[0])
    (made,) = of_kind(at.events, e.EnemiesAttacked)
    assert (made.hero, made.dice, made.hits, made.kind) == ("ada", 2, 1, "ranged") and ada.wounds == 1
    assert not of_kind(at.events, e.Moved)


def shot(**fields: Any) -> Shot:
    """A free shot; its Range, Shots and Damage are plain numbers."""
    numbers = {name: amount(value, name) for name, value in fields.items() if isinstance(value, int)}
    return Shot(**fields | numbers)


def test_a_free_shot_goes_to_whom_it_says():
    for at_whom, target, hit in [("farthest", None, "mateo"), ("target", "ada", "ada"), ("target", "mateo", "mateo")]:
        at, _, _ = met(dice={"enemy to hit": [4, 1], "defense": [1]})
        imp = foe(at, "test-imp", "1.17", target=target)
        about = Context(enemy=imp.id, enemy_type="test-imp", source="a shot")
        run(enemy_shot(at, shot(range=9, shots=2, damage=2, at=at_whom), about))
        (made,) = of_kind(at.events, e.EnemiesAttacked)
        assert (made.hero, made.dice, made.hits, made.kind) == (hit, 2, 1, "ranged")
        assert at.hero(hit).wounds == 2
    at, _, _ = met()
    imp = foe(at, "test-imp", "1.22")
    run(enemy_shot(at, shot(range=1), Context(enemy=imp.id)))
    run(enemy_shot(at, shot(range=9), Context(enemy="nobody")))
    assert not at.events


def test_a_shot_may_do_something_else_than_damage_to_who_does_not_defend():
    from rules_engine.effects.parse import effects

    for defense, poison in [(1, 1), (4, 0)]:
        at, ada, mateo = met(dice={"enemy to hit": [4], "defense": [defense]})
        mateo.ko = True
        imp = foe(at, "test-imp", "1.17")
        node = shot(range=9, shots=1, instead=effects([{"status": {"add": "poison"}}], "a test"))
        run(enemy_shot(at, node, Context(enemy=imp.id, enemy_type="test-imp", source="a shot")))
        assert (ada.poison, ada.wounds) == (poison, 0)
        assert [x.saved for x in of_kind(at.events, e.HitsTaken)] == [1 - poison]


# --- Fear -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("types", "hits"),
    [([("fear", "1.12")], 1), ([("fear", "1.03")], 0), ([("fear", "1.12"), ("fear", "1.14")], 2),
     ([("terror", "1.03")], 2), ([("dread", "1.01")], 3), ([("imp", "1.12")], 0),
     ([("fear", "1.12"), ("dread", "1.03")], 4)],
)  # fmt: skip
def test_fear_reaches_the_adjacent_and_terror_the_tile(types: list[tuple[str, str]], hits: int):
    at, ada, _ = met(dice={"willpower": [1] * hits})
    for name, space in types:
        foe(at, f"test-{name}", space)
    run(fear_and_terror(at, ada))
    assert ada.sanity_damage == hits
    assert sum(x.hits for x in of_kind(at.events, e.FearFelt)) == hits


# --- Threat cards -----------------------------------------------------------------------------------------------------


def test_the_threat_level_goes_by_the_number_of_heroes():
    assert [normal_level(n) for n in range(1, 7)] == ["low", "low", "med", "med", "high", "high"]
    at, _, _ = met()
    assert run(threat_level(at, "normal")) == ("low", 0) and run(threat_level(at, "higher")) == ("med", 0)
    assert run(threat_level(at, "high")) == ("high", 0)
    assert run(threat_level(at, "epic"), "high") == ("high", 0)
    (choice,) = drive(threat_level(at, "epic"), by_id("epic"))
    assert choice.kind == "epic_threat" and choice.agree == "all"


def test_the_posse_level_gives_elite_abilities_and_the_brutal_side():
    at, _, _ = met()
    found = []
    for level in range(1, 11):
        at.state.posse_level = level
        found.append((elite_of_the_posse(at), brutal_side(at)))
    assert found == [
        (0, False), (0, False), (1, False), (2, False), (0, True), (0, True), (1, True), (2, True), (2, True),
        (2, True),
    ]  # fmt: skip
    at.state.posse_level, at.brutal = 1, True
    assert brutal_side(at)


# --- Searching --------------------------------------------------------------------------------------------------------


def test_a_tile_is_scavenged_as_often_as_the_party_is_large():
    at, ada, _ = met(dice={"scavenge": [6, 5, 6]})
    assert [option.id for option in scavenge_options(at, ada)] == ["scavenge:1"]
    at.state.tiles[0].scavenged = 1
    assert not may_scavenge(at, 1) and scavenge_options(at, ada) == []
    at.state.heroes |= {f"h{n}": ada for n in range(3)}
    assert may_scavenge(at, 1)
    at.state.tiles[0].scavenged = 2
    assert may_scavenge(at, 1)
    at, _, _ = met(scavenge_limit="one")
    at.state.tiles[0].scavenged = 1
    assert not may_scavenge(at, 1)


def test_every_6_draws_a_scavenge_card():
    at, ada, _ = met("test-find", dice={"scavenge": [6, 5, 6]})
    drive(scavenge(at, ada, 1), lambda c: c.options[0])
    (done,) = of_kind(at.events, e.Scavenged)
    assert (done.hero, done.tile, done.found) == ("ada", 1, 2) and at.state.tiles[0].scavenged == 1
    assert len([x for x in of_kind(at.events, e.CardDrawn) if x.deck == "scavenge"]) == 2
    at, ada, _ = met("test-find", dice={"scavenge": [5, 5, 1]})
    run(scavenge(at, ada, 1))
    assert not of_kind(at.events, e.CardDrawn) and at.state.tiles[0].scavenged == 0 and ada.gold == 0


def test_who_may_search():
    at, ada, mateo = met("test-blind")
    assert scavenge_options(at, ada) == [] and len(scavenge_options(at, mateo)) == 1
    assert len(search_options(at, mateo)) >= 1
    mateo.ally_of = "ada"
    assert search_options(at, mateo) == []
    mateo.ally_of = ""
    foe(at, "test-imp", "1.12")
    assert search_options(at, mateo) == []


def test_doors_are_looked_through_where_a_hero_stands_at_them():
    at, ada, _ = met()
    door = next(
        door for door in sorted(at.board.doors_of(1)) if at.state.tiles[0].doors[door.partition(".")[2]] == "door"
    )
    ada.space = sorted(at.board.door_spaces(door))[0]
    assert f"look:{door}" in [option.id for option in search_options(at, ada)]
    for token, rule, there in [("hidden", "none", False), ("hidden", "look", True), ("none", "none", True)]:
        at, ada, _ = met(search_under_token=rule)
        ada.space, at.state.tiles[0].token = sorted(at.board.door_spaces(door))[0], token
        ids = [option.id for option in search_options(at, ada)]
        assert (f"look:{door}" in ids) == there and ("scavenge:1" in ids) == (token == "none")


def test_loot_is_drawn_by_all_at_once_and_shuffled_anew_when_it_runs_out():
    at, ada, mateo = met()
    cards = at.state.decks["loot"].remaining[:2]
    at.state.decks["loot"] = Deck(list(cards))
    drive(draw_loot(at, [(ada, 2), (mateo, 1), (ada, 0)]), lambda c: c.options[0])
    drawn = [(x.hero, x.card) for x in of_kind(at.events, e.CardDrawn)]
    assert [who for who, _ in drawn] == ["ada", "ada", "mateo"] and {card for _, card in drawn[:2]} == set(cards)
    assert [(x.hero, len(x.cards)) for x in of_kind(at.events, e.LootTaken)] == [("ada", 2), ("mateo", 1)]
