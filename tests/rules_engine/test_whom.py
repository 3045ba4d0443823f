"""Whom an effect means: every word of `to`, for heroes, Allies and enemies (docs/effects.md)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest

from rules_engine.choices import PARTY, Choice
from rules_engine.effects.context import Context
from rules_engine.effects.vocabulary import ENEMY_TARGETS, HERO_TARGETS
from rules_engine.effects.whom import enemies_for, heroes_for, in_reach
from rules_engine.table import Table
from tests.rules_engine.at_the_table import laid_out

# Ada, Bo and the Ally Rook stand beside one another at the Entrance, Cy beside Rook alone, Dee on the next Map Tile.
PARTY_OF_FOUR: dict[str, Any] = {
    "heroes": {
        "Ada": {"space": "1.12", "initiative": 4, "gold": 5},
        "Bo": {"space": "1.13", "initiative": 6, "wounds": 2},
        "Cy": {"space": "1.20", "initiative": 2, "gold": 9},
        "Dee": {"space": "2.20", "initiative": 5},
    },
    "allies": {"Rook": {"of": "Ada", "type": "trail-hand", "space": "1.16", "initiative": 3, "wounds": 1}},
    "tiles": ["mine-entrance", {"tile": "ore-sorting-hall", "at": "1.N"}],
    "light": "Cy",
}
FIGHT: dict[str, Any] = {
    "enemies": {
        "rat": {"type": "test-small", "space": "1.08"},
        "ant": {"type": "test-small", "space": "1.22"},
        "owl": {"type": "test-bird", "space": "2.15"},
    }
}
ALL = ["bo", "dee", "ada", "rook", "cy"]
HEROES = ["bo", "dee", "ada", "cy"]
OF_ADA = {"subject": "ada"}


def posse(**over: Any) -> dict[str, Any]:
    """The party, with some heroes' words changed: `posse(bo={"ko": True})`."""
    heroes = {name: {**words, **over.get(name.lower(), {})} for name, words in PARTY_OF_FOUR["heroes"].items()}
    rest = {name: value for name, value in over.items() if name not in ("ada", "bo", "cy", "dee")}
    return {**PARTY_OF_FOUR, "heroes": heroes, **rest}


def meant(procedure: Generator[Any, str, Any], answer: str = "") -> tuple[list[str], Choice | None]:
    """The ids of whom it means, and what was asked on the way, which `answer` answers."""
    asked: Choice | None = None
    try:
        asked = next(procedure)
        procedure.send(answer)
    except StopIteration as done:
        return [model.id for model in done.value], asked
    raise AssertionError("asked twice")


def heroes(at: Table, to: str, about: dict[str, Any], **rest: Any) -> list[str]:
    found, asked = meant(heroes_for(at, to, Context(**about), **rest))
    assert asked is None
    return found


MEANT: list[tuple[str, dict[str, Any], list[str], list[str]]] = [
    ("subject", OF_ADA, ["ada"], ["ada"]),
    ("subject", {"owner": "bo"}, ["bo"], ["bo"]),
    ("subject", {"subject": "rook"}, ["rook"], []),
    ("subject", {"subject": "ada", "owner": "bo"}, ["ada"], ["ada"]),
    ("subject", {}, [], []),
    ("owner", {"subject": "ada", "owner": "bo"}, ["bo"], ["bo"]),
    ("owner", {"subject": "ada", "owner": "hellbats"}, ["ada"], ["ada"]),
    ("owner", {"subject": "ada", "owner": "rook"}, ["rook"], []),
    ("target", {"subject": "ada", "target": "bo"}, ["bo"], ["bo"]),
    ("target", OF_ADA, ["ada"], ["ada"]),
    ("target", {"target": "rook"}, ["rook"], []),
    ("target", {}, [], []),
    ("all", OF_ADA, ALL, HEROES),
    ("party", {}, ALL, HEROES),
    ("others", OF_ADA, ["bo", "dee", "rook", "cy"], ["bo", "dee", "cy"]),
    ("on_tile", OF_ADA, ["bo", "ada", "rook", "cy"], ["bo", "ada", "cy"]),
    ("on_tile", {"subject": "dee"}, ["dee"], ["dee"]),
    ("on_tile", {"subject": "dee", "tile": 1}, ["bo", "ada", "rook", "cy"], ["bo", "ada", "cy"]),
    ("on_tile", {"tile": 2}, ["dee"], ["dee"]),
    ("on_tile", {}, [], []),
    ("near_tile", OF_ADA, ALL, HEROES),
    ("near_tile", {"tile": 2}, ALL, HEROES),
    ("near_tile", {}, [], []),
    ("adjacent", OF_ADA, ["bo", "rook"], ["bo"]),
    ("adjacent", {"subject": "cy"}, ["rook"], []),
    ("adjacent", {"subject": "dee"}, [], []),
    ("adjacent", {}, [], []),
    ("light_bearer", OF_ADA, ["cy"], ["cy"]),
    ("lowest_health", {}, ["rook"], ["bo"]),
    ("most_gold", OF_ADA, ["cy"], ["cy"]),
    ("this", OF_ADA, ["ada"], ["ada"]),
    ("this", {"subject": "rook"}, ["rook"], []),
    ("this", {}, [], []),
]
CHOSEN = {"random", "one", "one_near", "one_on_tile"}


@pytest.mark.parametrize("to, about, whom, without_allies", MEANT, ids=[f"{n} {row[0]}" for n, row in enumerate(MEANT)])
def test_a_word_means_these_heroes(to: str, about: dict[str, Any], whom: list[str], without_allies: list[str]):
    at = laid_out(posse(ada={"health": 10}, bo={"health": 10}, cy={"health": 11}, dee={"health": 12}))
    at.hero("rook").stats["health"] = 7
    at.stats.forget()
    assert heroes(at, to, about) == whom
    assert heroes(at, to, about, allies=False) == without_allies


def test_the_tables_have_every_word_for_heroes():
    assert {to for to, *_ in MEANT} - {"this"} | CHOSEN == HERO_TARGETS


def test_whoever_is_down_is_not_meant():
    at = laid_out(posse(bo={"ko": True}, cy={"dead": True}))
    assert heroes(at, "all", {}) == ["dee", "ada", "rook"]
    assert heroes(at, "adjacent", OF_ADA) == ["rook"]
    assert heroes(at, "subject", {"subject": "bo"}) == ["bo"], "a KO'd hero is still the subject"
    assert heroes(at, "subject", {"subject": "cy"}) == heroes(at, "owner", {"owner": "cy"}) == []
    assert heroes(at, "target", {"target": "bo"}) == heroes(at, "target", {"target": "cy"}) == []
    assert heroes(at, "light_bearer", OF_ADA) == []
    assert heroes(at, "most_gold", OF_ADA) == ["ada"]


def test_nobody_bears_a_light_that_nobody_has():
    at = laid_out(posse(light=None))
    assert heroes(at, "light_bearer", OF_ADA) == []


@pytest.mark.parametrize(
    "to", ["all", "others", "random", "one", "lowest_health", "most_gold", "on_tile", "one_on_tile"]
)
def test_with_everybody_down_nobody_is_meant(to: str):
    down = {"ko": True}
    at = laid_out({**posse(ada=down, bo=down, cy=down, dee=down), "allies": {}})
    assert heroes(at, to, OF_ADA) == []


@pytest.mark.parametrize("to", ["adjacent", "on_tile"])
def test_a_hero_who_is_not_on_the_board_is_next_to_nobody(to: str):
    at = laid_out(posse())
    at.hero("ada").space = ""
    assert heroes(at, "adjacent", OF_ADA) == []


def test_of_the_hurt_the_worst_is_meant_and_of_equals_the_first_by_name():
    at = laid_out({**posse(bo={"wounds": 9}, ada={"wounds": 9}), "allies": {}})
    for hero in at.state.heroes.values():
        hero.stats["health"] = 12
    at.stats.forget()
    assert heroes(at, "lowest_health", {}) == ["ada"]
    at.hero("cy").gold = at.hero("dee").gold = 20
    assert heroes(at, "most_gold", {}) == ["dee"]


def test_in_two_worlds_only_the_heroes_of_the_world_in_question_are_meant():
    tiles = ["mine-entrance", {"tile": "reading-hall", "at": "1.N", "gate": True}]
    at = laid_out(posse(tiles=tiles))
    assert heroes(at, "all", {"world": "targa-library"}) == ["dee"]
    assert heroes(at, "all", {"world": "mines"}) == ["bo", "ada", "rook", "cy"]
    assert heroes(at, "others", {"world": "mines", "subject": "ada"}) == ["bo", "rook", "cy"]


@pytest.mark.parametrize(
    "allies, face, who", [(True, 5, "rook"), (True, 1, "ada"), (False, 4, "bo"), (False, 8, "dee")]
)
def test_a_random_hero_is_rolled_for_among_those_who_stand(allies: bool, face: int, who: str):
    at = laid_out(posse(), dice={"random hero": [face]})
    assert heroes(at, "random", {}, allies=allies) == [who]


ASKED: list[tuple[str, dict[str, Any], str, list[str], list[str]]] = [
    ("one", OF_ADA, PARTY, ["ada", "bo", "cy", "dee", "rook"], ["ada", "bo", "cy", "dee"]),
    ("one_near", OF_ADA, "ada", ["ada", "bo", "cy", "rook"], ["ada", "bo", "cy"]),
    ("one_on_tile", OF_ADA, "ada", ["ada", "bo", "cy", "rook"], ["ada", "bo", "cy"]),
]


@pytest.mark.parametrize("to, about, who, among, without_allies", ASKED)
def test_one_is_chosen_among_these(
    to: str, about: dict[str, Any], who: str, among: list[str], without_allies: list[str]
):
    for allies, ids in ((True, among), (False, without_allies)):
        at = laid_out(posse())
        found, asked = meant(heroes_for(at, to, Context(**about), allies=allies), "hero:bo")
        assert found == ["bo"] and asked is not None and (asked.who, asked.kind) == (who, "hero")
        assert [option.id for option in asked.options] == [f"hero:{id}" for id in ids]
        assert [option.label for option in asked.options][:2] == ["Ada", "Bo"]


@pytest.mark.parametrize("to", ["one", "one_near", "one_on_tile"])
@pytest.mark.parametrize(
    "source, own, prompt", [("", "", "Which Hero?"), ("a card", "", "a card: which Hero?"), ("a card", "Who?", "Who?")]
)
def test_the_question_says_what_it_is_for(to: str, source: str, own: str, prompt: str):
    at = laid_out(posse())
    _, asked = meant(heroes_for(at, to, Context(subject="ada", source=source), asked=own), "hero:bo")
    assert asked is not None and asked.prompt == prompt


@pytest.mark.parametrize("given", [FIGHT, {}])
def test_in_a_fight_near_is_adjacent_else_the_whole_map_tile(given: dict[str, Any]):
    at = laid_out({**posse(), **given})
    _, asked = meant(heroes_for(at, "one_near", Context(subject="ada")), "hero:ada")
    near = ["hero:ada", "hero:bo", "hero:rook"] if given else ["hero:ada", "hero:bo", "hero:cy", "hero:rook"]
    assert asked is not None and list(asked.ids) == near
    assert [f"hero:{hero.id}" for hero in in_reach(at, at.hero("ada"), "one_near")] == near


def test_where_healing_reaches_the_adjacent_alone_it_does_so_without_a_fight():
    at = laid_out(posse(), switches={"healing_reach": "adjacent"})
    assert [hero.id for hero in in_reach(at, at.hero("ada"), "one_near")] == ["ada", "bo", "rook"]


@pytest.mark.parametrize("to", ["one_near", "one_on_tile"])
def test_nobody_is_near_to_nobody(to: str):
    assert heroes(laid_out(posse()), to, {}) == []


REACHED = {
    "subject": ["ada"],
    "owner": ["ada"],
    "one_near": ["ada", "bo", "cy", "rook"],
    "one_on_tile": ["ada", "bo", "cy", "rook"],
    "on_tile": ["ada", "bo", "cy", "rook"],
    "all": ["ada", "bo", "cy", "dee", "rook"],
    "random": ["ada", "bo", "cy", "dee", "rook"],
}


@pytest.mark.parametrize("to", REACHED)
def test_an_effect_of_a_heros_own_can_reach_these(to: str):
    at = laid_out(posse())
    assert [hero.id for hero in in_reach(at, at.hero("ada"), to)] == REACHED[to]
    at.hero("ada").space = ""
    everybody = ["ada"] if to in ("subject", "owner") else ["ada", "bo", "cy", "dee", "rook"]
    assert [hero.id for hero in in_reach(at, at.hero("ada"), to)] == everybody


# --- enemies ----------------------------------------------------------------------------------------------------------

RAT, ANT, OWL = "test-small-1", "test-small-2", "test-bird-1"
ENEMIES: list[tuple[str, dict[str, Any], list[str]]] = [
    ("enemy", {"enemy": ANT}, [ANT]),
    ("enemy", {"enemy": "gone-1"}, []),
    ("enemy", {"subject": "ada"}, []),
    ("this", {"enemy": ANT, "enemy_type": "test-bird"}, [ANT]),
    ("this", {"enemy": "gone-1", "enemy_type": "test-bird"}, [OWL]),
    ("this", {"enemy_type": "test-small"}, [RAT, ANT]),
    ("this_type", {"enemy": ANT, "enemy_type": "test-small"}, [RAT, ANT]),
    ("this_type", {"enemy_type": "hellbats"}, []),
    ("enemies", OF_ADA, [RAT, ANT, OWL]),
    ("enemies", {}, [RAT, ANT, OWL]),
    ("enemies_on_tile", OF_ADA, [RAT, ANT]),
    ("enemies_on_tile", {"owner": "dee"}, [OWL]),
    ("enemies_on_tile", {}, [RAT, ANT, OWL]),
    ("adjacent_enemies", OF_ADA, [RAT]),
    ("adjacent_enemies", {"subject": "dee"}, [OWL]),
    ("adjacent_enemies", {"subject": "cy"}, []),
    ("adjacent_enemies", {"subject": "cy", "owner": "dee"}, []),
    ("adjacent_enemies", {}, [RAT, ANT, OWL]),
    ("adjacent_one_enemy", OF_ADA, [RAT]),
    ("adjacent_one_enemy", {"subject": "cy"}, []),
]


@pytest.mark.parametrize("to, about, whom", ENEMIES, ids=[f"{n} {row[0]}" for n, row in enumerate(ENEMIES)])
def test_a_word_means_these_enemies(to: str, about: dict[str, Any], whom: list[str]):
    found, asked = meant(enemies_for(laid_out({**posse(), **FIGHT}), to, Context(**about)))
    assert found == whom and asked is None


def test_the_tables_have_every_word_for_enemies():
    assert {to for to, *_ in ENEMIES} | {"one_enemy"} == ENEMY_TARGETS


def test_one_enemy_in_sight_is_chosen_by_the_hero():
    at = laid_out({**posse(), **FIGHT})
    seen = [x.id for x in at.state.enemies.values() if at.sees(at.hero("ada"), x)]
    found, asked = meant(enemies_for(at, "one_enemy", Context(subject="ada")), f"enemy:{ANT}")
    assert found == [ANT] and asked is not None
    assert (asked.who, asked.kind, asked.prompt) == ("ada", "enemy", "Which enemy?")
    assert list(asked.ids) == [f"enemy:{id}" for id in seen] and len(seen) >= 2
    assert asked.options[0].label == at.name(RAT)


def test_one_of_the_adjacent_enemies_is_chosen_by_the_hero():
    near = {"rat": {"type": "test-small", "space": "1.08"}, "ant": {"type": "test-small", "space": "1.17"}}
    at = laid_out({**posse(), "enemies": {**FIGHT["enemies"], **near}})
    found, asked = meant(enemies_for(at, "adjacent_one_enemy", Context(owner="ada")), f"enemy:{ANT}")
    assert found == [ANT] and asked is not None and list(asked.ids) == [f"enemy:{RAT}", f"enemy:{ANT}"]


def test_to_a_hero_who_is_not_on_the_board_every_enemy_is_meant():
    at = laid_out({**posse(), **FIGHT})
    at.hero("ada").space = ""
    assert meant(enemies_for(at, "adjacent_enemies", Context(subject="ada")))[0] == [RAT, ANT, OWL]
