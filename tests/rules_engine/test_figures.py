"""Which switches and figures a model has: auras, cards, conditions, Elite abilities, caps."""

from __future__ import annotations

from typing import Any

import pytest

from rules_engine import events as e
from rules_engine.content.library import standard
from rules_engine.effects.context import Context
from rules_engine.table import Table
from tests.rules_engine.at_the_table import laid_out

LIBRARY = standard()


def alone(cls: str = "us-marshal", **words: Any) -> Table:
    return laid_out({"heroes": {"Ada": {"class": cls, "space": "1.12", **words}}})


def coming(type: str, brutal: bool = False, elite: tuple[int, ...] = (), **group: Any) -> Table:
    at = alone()
    at.emit(e.FightStarted(1))
    at.emit(e.EnemiesCame(type, type, 1, False, brutal))
    for number in elite:
        at.emit(e.EliteGained(type, number, "an ability"))
    for field, value in group.items():
        setattr(at.state.groups[type], field, value)
    at.stats.forget()
    return at


GLOOM: dict[str, Any] = {
    "cards": [
        {"id": "gloom", "deck": "darkness", "title": "Gloom", "remains_in_play": True,
         "abilities": [{"id": "g", "title": "Own Name", "flags": ["no_scavenge"]}, {"id": "h"}]},
    ]
}  # fmt: skip


# --- flags ------------------------------------------------------------------------------------------------------------


def flagged() -> Table:
    card = {**GLOOM["cards"][0], "abilities": [{"id": "g", "flags": ["no_scavenge"], "tough": True}]}
    rat = {"type": "test-small", "space": "1.08", "abilities": [{"attacks_all": True}, {"id": "f", "flags": ["odd"]}]}
    owl = {"type": "test-bird", "space": "1.05"}
    heroes = {"Ada": {"space": "1.12"}, "Bo": {"space": "1.13"}}
    return laid_out({"heroes": heroes, "enemies": {"rat": rat, "owl": owl}, "content": {"cards": [card]},
                     "in_play": ["gloom"]})  # fmt: skip


def test_the_switches_of_a_model_are_its_own_and_those_of_cards_in_play():
    at = flagged()
    rat, owl = at.state.enemies.values()
    assert at.stats.flags(rat) == {"attacks_all", "odd", "no_scavenge"}
    assert at.stats.flags(owl) == {"no_scavenge"}
    assert at.stats.flags(at.hero("bo")) == {"no_scavenge"} | {
        switch for one in at.stats.held_by(at.hero("bo")) for switch in one.ability.switches
    }
    assert at.stats.type_flags("test-small") == {"attacks_all", "odd"} and at.stats.type_flags("test-bird") == set()


@pytest.mark.parametrize(
    "on, has",
    [
        ("ada", {"ada"}), ("heroes", {"ada", "bo"}), ("enemies", {"test-small-1", "test-bird-1"}),
        ("type:test-small", {"test-small-1"}), ("test-bird-1", {"test-bird-1"}),
    ],
)  # fmt: skip
def test_a_switch_that_lasts_is_on_these(on: str, has: set[str]):
    at = flagged()
    models = [*at.state.heroes.values(), *at.state.enemies.values()]
    assert all("blessed" not in at.stats.flags(model) for model in models)
    at.emit(e.LastingStarted(90, "blessed", "flag", 1, on, "turn", "a card"))
    at.emit(e.LastingStarted(91, "combat", "add", 1, on, "turn", "a card"))
    assert {model.id for model in models if "blessed" in at.stats.flags(model)} == has
    assert all("combat" not in at.stats.flags(model) for model in models)


def test_an_ensnared_hero_cannot_move():
    at = flagged()
    at.emit(e.StatusAdded("ada", "ensnared", 1))
    assert "cannot_move" in at.stats.flags(at.hero("ada")) and "cannot_move" not in at.stats.flags(at.hero("bo"))
    defense = at.stats.hero(at.hero("bo"), "defense")
    assert at.stats.hero(at.hero("ada"), "defense") == defense + 1


# --- auras ------------------------------------------------------------------------------------------------------------


def auras(to: str, **words: Any) -> Table:
    """Ada with something that adds 2 Combat `to` others: Bo beside her, Cy on her tile, Dee on the next."""
    horn = {"id": "horn", "name": "Horn", "kind": "gear", "abilities": [
        {"id": "blow", "modifiers": [{"stat": "combat", "add": 2, "to": to, **words}]}]}  # fmt: skip
    heroes = {"Ada": {"space": "1.12", "items": ["horn"]}, "Bo": {"space": "1.13"}, "Cy": {"space": "1.20"},
              "Dee": {"space": "2.20"}}  # fmt: skip
    tiles = ["mine-entrance", {"tile": "ore-sorting-hall", "at": "1.N"}]
    return laid_out({"heroes": heroes, "content": {"items": [horn]}, "tiles": tiles})


def raised(at: Table) -> list[str]:
    return [id for id, hero in at.state.heroes.items() if at.stats.hero(hero, "combat") > hero.stats["combat"]]


AURAS = {
    "owner": ["ada"],
    "subject": ["ada"],
    "all": ["ada", "bo", "cy", "dee"],
    "others": ["bo", "cy", "dee"],
    "on_tile": ["ada", "bo", "cy"],
    "adjacent": ["bo"],
    "enemies": [],
}


@pytest.mark.parametrize("to", AURAS)
def test_an_aura_reaches_these(to: str):
    at = auras(to)
    assert raised(at) == AURAS[to]
    at.emit(e.Placed("bo", "2.21"))
    assert raised(at) == [id for id in AURAS[to] if id != "bo" or to in ("all", "others")]


@pytest.mark.parametrize("to", ["all", "others", "on_tile", "adjacent"])
def test_an_aura_ends_when_its_bearer_goes_down(to: str):
    at = auras(to)
    at.emit(e.KnockedOut("ada", "a test"))
    assert set(raised(at)) <= {"ada"}


@pytest.mark.parametrize("to", ["on_tile", "adjacent"])
def test_an_aura_reaches_nobody_who_is_not_on_the_board(to: str):
    at = auras(to)
    at.hero("bo").space = ""
    at.stats.forget()
    assert "bo" not in raised(at)
    at.hero("bo").space, at.hero("ada").space = "1.13", ""
    at.stats.forget()
    assert set(raised(at)) <= {"ada"}


def test_an_aura_with_a_condition_counts_while_it_holds():
    at = auras("adjacent", when="fight")
    assert raised(at) == []
    at.emit(e.EnemiesCame("tentacles", "Tentacles", 1))
    at.emit(e.EnemyPlaced("tentacles-1", "tentacles", "1.08", "ada"))
    assert raised(at) == ["bo"]
    assert at.stats.breakdown(at.hero("bo"), "combat")[1:] == [("add", 2, "Horn")]
    assert at.stats.breakdown(at.hero("cy"), "combat")[1:] == []


@pytest.mark.parametrize("to, reached", [("adjacent", ["ada", "bo"]), ("others", []), ("all", []), ("this", [])])
def test_an_enemys_aura_reaches_the_heroes_beside_its_models(to: str, reached: list[str]):
    dread = [{"id": "dread", "modifiers": [{"stat": "combat", "add": 2, "to": to}]}]
    at = laid_out({
        "heroes": {"Ada": {"space": "1.12"}, "Bo": {"space": "1.21"}, "Cy": {"space": "1.10"}},
        "enemies": {"rat": {"type": "test-small", "space": "1.08", "abilities": dread},
                    "ant": {"type": "test-small", "space": "1.22"}, "owl": {"type": "test-bird", "space": "1.14"}},
    })  # fmt: skip
    assert raised(at) == reached
    assert at.stats.enemy("test-small", "combat") == (2 if to == "this" else 0)


# --- enemies' figures -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("to, more", [("owner", 2), ("this_type", 2), ("this", 2), ("all", 0), ("enemies", 2)])
def test_a_modifier_of_an_enemys_own_is_on_its_type(to: str, more: int):
    strong = [{"id": "strong", "modifiers": [{"stat": "combat", "add": 2, "to": to}]}]
    at = laid_out({"heroes": {"Ada": {"space": "1.12"}}, "enemies": {
        "rat": {"type": "test-small", "space": "1.08", "combat": 1, "abilities": strong},
        "owl": {"type": "test-bird", "space": "1.05", "combat": 1}}})  # fmt: skip
    own = 0 if to == "enemies" else more
    assert at.stats.enemy("test-small", "combat") == 1 + own
    assert at.stats.enemy("test-bird", "combat") == 1 + (more - own)


def test_an_enemys_figure_may_hang_on_what_it_is_about():
    sly = [{"id": "sly", "modifiers": [{"stat": "combat", "add": 2, "when": "n > 1"}, {"stat": "combat", "add": 1}]}]
    rat = {"type": "test-small", "space": "1.08", "combat": 1, "abilities": sly}
    at = laid_out({"heroes": {"Ada": {"space": "1.12"}}, "enemies": {"rat": rat}})
    figures = [at.stats.enemy("test-small", "combat", Context(n=n)) for n in (0, 2, 1, 3)]
    assert figures == [2, 4, 2, 4] and at.stats.enemy("test-small", "combat") == 2


@pytest.mark.parametrize("armors, value", [([], 0), ([5], 5), ([5, 4], 4), ([4, 6], 4)])
def test_the_best_armor_of_an_enemy_counts(armors: list[int], value: int):
    abilities = [{"id": f"a{n}", "armor": armor} for n, armor in enumerate(armors)]
    rat = {"type": "test-small", "space": "1.08", "abilities": abilities}
    at = laid_out({"heroes": {"Ada": {"space": "1.12"}}, "enemies": {"rat": rat}})
    assert at.stats.enemy("test-small", "armor") == value


def test_health_may_grow_with_the_number_of_heroes():
    record = LIBRARY.enemies["frost-giants"]
    assert record.normal.health_each
    for names in (("Ada",), ("Ada", "Bo", "Cy")):
        heroes = {name: {"space": f"1.1{n}"} for n, name in enumerate(names)}
        at = laid_out({"heroes": heroes})
        expected = record.normal.health + record.normal.health_each * len(names)
        assert at.stats.enemy("frost-giants", "health") == expected


@pytest.mark.parametrize("stat, least", [("melee", 2), ("range", 2), ("armor", 1), ("cover", 1)])
def test_what_an_enemy_needs_is_never_better_than_this(stat: str, least: int):
    eager = [{"id": "eager", "modifiers": [{"stat": stat, "set": 5}, {"stat": stat, "add": -9}]}]
    rat = {"type": "test-small", "space": "1.08", "melee": 5, "abilities": eager}
    at = laid_out({"heroes": {"Ada": {"space": "1.12"}}, "enemies": {"rat": rat}})
    assert at.stats.enemy("test-small", stat) == least


def test_an_enemy_without_a_figure_has_none():
    rat = {"type": "test-small", "space": "1.08"}
    at = laid_out({"heroes": {"Ada": {"space": "1.12"}}, "enemies": {"rat": rat}})
    for stat in ("range", "armor", "cover", "odd_stat"):
        assert at.stats.enemy("test-small", stat) == at.stats.enemy("test-small", stat) == 0


# --- what hangs on what -----------------------------------------------------------------------------------------------


def with_items(*abilities: dict[str, Any], **rest: Any) -> Table:
    thing = {"id": "thing", "name": "Thing", "kind": "gear", "abilities": list(abilities)}
    heroes = {"Ada": {"space": "1.12", "combat": 2, "items": ["thing"], **rest.pop("ada", {})}, "Bo": {"space": "1.13"}}
    content = {"items": [thing], **rest.pop("content", {})}
    return laid_out({"heroes": heroes, "content": content, **rest})


def plus(value: int, stat: str = "combat", **rest: Any) -> dict[str, Any]:
    return {"stat": stat, "add": value, **rest}


def test_of_several_changes_those_count_whose_conditions_hold():
    at = with_items({"id": "a", "modifiers": [plus(1), plus(2, when="fight"), plus(4, when="ko")]})
    ada = at.hero("ada")
    assert at.stats.hero(ada, "combat") == 2 + 1
    at.emit(e.EnemiesCame("tentacles", "Tentacles", 1))
    at.emit(e.EnemyPlaced("tentacles-1", "tentacles", "1.08", "ada"))
    assert at.stats.hero(ada, "combat") == 2 + 1 + 2
    at.emit(e.KnockedOut("ada", "a test"))
    assert at.stats.hero(ada, "combat") == 2 + 1 + 2 + 4


@pytest.mark.parametrize("words, counts", [({}, False), ({"on": "recovered"}, True), ({"use": "search"}, True)])
def test_the_condition_of_what_is_used_or_answers_is_not_that_of_its_modifiers(words: dict[str, str], counts: bool):
    at = with_items({"id": "a", "if": "fight", "modifiers": [plus(1)], **words})
    assert at.stats.hero(at.hero("ada"), "combat") == 2 + counts


WEIGHS = [("all", "", ["ada", "bo"]), ("heroes", "", ["ada", "bo"]), ("owner", "bo", ["bo"]), ("owner", "", [])]


@pytest.mark.parametrize("to, owner, who", [*WEIGHS, ("others", "bo", [])])
def test_a_card_in_play_weighs_on_these(to: str, owner: str, who: list[str]):
    card = {**GLOOM["cards"][0], "abilities": [{"id": "g", "modifiers": [plus(3, "lore", to=to)]}]}
    at = with_items(content={"cards": [card]}, in_play=["gloom"])
    at.state.in_play[0].owner = owner
    at.stats.forget()
    lore = {id: at.stats.hero(hero, "lore") - hero.stats["lore"] for id, hero in at.state.heroes.items()}
    assert [id for id, more in lore.items() if more] == who


def test_bleeding_lowers_health_and_nothing_else_and_a_breakdown_names_ensnared():
    at = with_items(ada={"bleeding": 1, "ensnared": 1})
    ada = at.hero("ada")
    changed = {stat: at.stats.hero(ada, stat) - printed for stat, printed in ada.stats.items()}
    assert {stat: by for stat, by in changed.items() if by} == {"health": -3, "defense": 1}
    assert at.stats.breakdown(ada, "defense")[1:] == [("add", 1, "Ensnared")]
    assert at.stats.breakdown(ada, "health")[1:] == [("add", -3, "Bleeding")]


def test_a_switch_that_is_called_like_a_figure_changes_no_figure():
    at = with_items()
    at.emit(e.LastingStarted(90, "combat", "flag", 1, "ada", "turn", "a card"))
    assert at.stats.breakdown(at.hero("ada"), "combat") == [("printed", 2, "us-marshal")]


def test_figures_of_a_type_that_is_not_in_the_fight_are_those_of_its_sheet():
    at = with_items()
    sheet = LIBRARY.enemies["frost-giants"].normal
    for stat in ("xp", "initiative", "combat", "damage", "defense", "move"):
        assert at.stats.enemy("frost-giants", stat) == getattr(sheet, stat)


def test_elite_abilities_are_worth_xp_and_change_nothing_else_by_themselves():
    sheet = LIBRARY.enemies["tentacles"].normal
    at = coming("tentacles", elite=(1, 2))
    plain = coming("tentacles")
    assert at.stats.enemy("tentacles", "xp") == sheet.xp + 10
    changed = {m.stat for held in at.stats.held_by_type("tentacles") for m in held.ability.modifiers}
    for stat in {"combat", "damage", "health", "initiative", "move"} - changed:
        assert at.stats.enemy("tentacles", stat) == plain.stats.enemy("tentacles", stat)


def test_before_the_first_turn_nobody_has_ambushed():
    at = coming("tentacles", ambush_turn=0)
    at.state.turn = 0
    at.stats.forget()
    assert at.stats.enemy("tentacles", "initiative") == LIBRARY.enemies["tentacles"].normal.initiative


def test_what_may_be_used_is_read_anew_when_abilities_change():
    at = with_items({"id": "tap", "use": "search", "do": ["cancel"]})
    ada = at.hero("ada")
    assert [one.ability.id for one in at.stats.using(ada, "search")] == ["tap"]
    ada.items = []
    at.stats.forget(abilities=False)
    assert [one.ability.id for one in at.stats.using(ada, "search")] == ["tap"]
    at.stats.forget()
    assert at.stats.using(ada, "search") == []


@pytest.mark.parametrize("stat, least", [("melee_to_hit", 2), ("ranged_to_hit", 2), ("defense", 1), ("willpower", 1)])
def test_what_a_hero_needs_is_never_better_than_this(stat: str, least: int):
    at = with_items({"id": "a", "modifiers": [plus(-9, stat)]})
    assert at.stats.hero(at.hero("ada"), stat) == least
