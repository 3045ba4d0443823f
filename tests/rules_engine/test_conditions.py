"""What every condition and every named number means at a table (docs/effects.md, "Conditions")."""

from __future__ import annotations

from typing import Any

import pytest

from rules_engine import events as e
from rules_engine.effects.conditions import holds, value_now
from rules_engine.effects.context import Context
from rules_engine.effects.language import WORDS, WORDS_WITH_NAME, amount, condition
from tests.rules_engine.at_the_table import laid_out

ADA: dict[str, Any] = {"space": "1.12"}
BO: dict[str, Any] = {"space": "1.20"}
MINE = ["mine-entrance", {"tile": "ore-sorting-hall", "at": "1.N"}]
BEYOND = [*MINE, {"tile": "reading-hall", "gate": True, "at": "2.N"}]
RAT: dict[str, Any] = {"type": "test-small", "space": "1.13", "keywords": ["beast"]}
ANT: dict[str, Any] = {"type": "test-large", "space": "2.20", "keywords": ["void"]}


def given(ada: dict[str, Any] | None = None, bo: dict[str, Any] | None = None, **rest: Any) -> dict[str, Any]:
    """Ada at the Entrance, with Bo if something is said of him, and enemies or whatever else is said."""
    heroes = {"Ada": {**ADA, **(ada or {})}, **({"Bo": {**BO, **bo}} if bo is not None else {})}
    return {"heroes": heroes, "tiles": MINE, **rest}


def far(ada: str, **rest: Any) -> dict[str, Any]:
    """Ada in a space of a board that has a Gate to the Targa Library."""
    return given({"space": ada}, tiles=BEYOND, **rest)


OF_ADA = {"subject": "ada"}
ENEMIES = {"rat": RAT, "ant": ANT}
RATS = {"rat": RAT, "rat2": {**RAT, "space": "1.22"}}
NEAR_ANT = {**ANT, "space": "1.17"}
BY_RAT = {"enemy": "test-small-1"}
TABLE: list[tuple[str, dict[str, Any], dict[str, Any], bool]] = [
    ("fight", given(), OF_ADA, False),
    ("fight", given(enemies=ENEMIES), OF_ADA, True),
    ("ko", given(), OF_ADA, False),
    ("ko", given({"ko": True}), OF_ADA, True),
    ("lit", given(), OF_ADA, True),
    ("lit", far("3.20", light="Bo", heroes={"Ada": {"space": "3.20"}, "Bo": {"space": "1.20"}}), OF_ADA, False),
    ("alone_on_tile", given(), OF_ADA, True),
    ("alone_on_tile", given(bo={}), OF_ADA, False),
    ("alone_on_tile", given(bo={"space": "2.20"}), OF_ADA, True),
    ("alone_on_tile", given(bo={"ko": True}), OF_ADA, True),
    ("adjacent_enemy", given(), OF_ADA, False),
    ("adjacent_enemy", given(enemies={"rat": RAT}), OF_ADA, True),
    ("adjacent_enemy", given(enemies={"ant": ANT}), OF_ADA, False),
    ("adjacent_enemy", given(enemies={"rat": RAT}), BY_RAT, True),
    ("adjacent_enemy", given(enemies={"rat": {**RAT, "space": "1.22"}}), BY_RAT, False),
    ("adjacent_enemy", given(enemies={"rat": RAT}), {"enemy": "gone-1"}, False),
    ("acted", given(), OF_ADA, False),
    ("acted", given({"activated": True}), OF_ADA, True),
    ("critical", given(), {"critical": True}, True),
    ("critical", given(), {}, False),
    ("objective", given(), {}, False),
    ("objective", given(objective=True), {}, True),
    ("melee", given(), {"kind": "melee"}, True),
    ("melee", given(), {"kind": "ranged"}, False),
    ("ranged", given(), {"kind": "ranged"}, True),
    ("ranged", given(), {"kind": "melee"}, False),
    ("hold_back", given(), {"kind": "hold_back"}, True),
    ("hold_back", given(), {"kind": "melee"}, False),
    ("combat_hit", given(), {"combat_hit": True}, True),
    ("combat_hit", given(), {}, False),
    ("wounded", given(), OF_ADA, False),
    ("wounded", given({"wounds": 1}), OF_ADA, True),
    ("both_hands", given(), OF_ADA, True),
    ("both_hands", given({"items": ["peace-keeper"]}), OF_ADA, True),
    ("both_hands", given({"items": ["shotgun"]}), OF_ADA, False),
    ("both_hands", given({"items": ["shotgun"], "hands": 3}), OF_ADA, True),
    ("no_other_enemy", given(), OF_ADA, True),
    ("no_other_enemy", given(enemies={"rat": RAT}), OF_ADA | BY_RAT, True),
    ("no_other_enemy", given(enemies={"rat": RAT}), OF_ADA, False),
    ("no_other_enemy", given(enemies={"rat": RAT, "ant": NEAR_ANT}), OF_ADA | BY_RAT, False),
    ("no_other_enemy", given(enemies={"rat": RAT, "ant": ANT}), OF_ADA | BY_RAT, True),
    ("beside_owner", given(bo={"space": "1.13"}), {"subject": "ada", "owner": "bo"}, True),
    ("beside_owner", given(bo={}), {"subject": "ada", "owner": "bo"}, False),
    ("beside_owner", given(bo={"space": "1.13"}), {"subject": "bo", "owner": "bo"}, False),
    ("beside_owner", given(bo={"space": "1.13"}), {"subject": "ada"}, False),
    ("beside_owner", given(bo={"space": "1.13"}), {"owner": "bo"}, False),
    ("elite", given(enemies=ENEMIES), {"enemy_type": "test-small"}, False),
    ("elite", given(enemies=ENEMIES, groups={"test-small": {"elite": [2]}}), {"enemy_type": "test-small"}, True),
    ("elite", given(enemies=ENEMIES, groups={"test-small": {"elite": [2]}}), {"enemy_type": "test-large"}, False),
    ("elite", given(enemies=ENEMIES, groups={"test-small": {"elite": [2]}}), BY_RAT, True),
    ("elite", given(), {"enemy_type": "hellbats"}, False),
    ("keyword law", given(), OF_ADA, True),
    ("keyword outlaw", given(), OF_ADA, False),
    ("enemy_keyword beast", given(enemies=ENEMIES), BY_RAT, True),
    ("enemy_keyword void", given(enemies=ENEMIES), BY_RAT, False),
    ("enemy_keyword beast", given(enemies=ENEMIES), {"enemy_type": "test-small"}, True),
    ("enemy_keyword beast", given(enemies=ENEMIES), BY_RAT | {"enemy_type": "test-large"}, True),
    ("enemy_keyword beast", given(), {}, False),
    ("enemy_size small", given(enemies=ENEMIES), BY_RAT, True),
    ("enemy_size large", given(enemies=ENEMIES), BY_RAT, False),
    ("enemy_size small", given(), {}, False),
    ("enemy_on_tile beast", given(enemies=ENEMIES), OF_ADA, True),
    ("enemy_on_tile void", given(enemies=ENEMIES), OF_ADA, False),
    ("enemy_on_tile void", given({"space": "2.03"}, enemies=ENEMIES), OF_ADA, True),
    ("enemy_on_tile beast", given(), OF_ADA, False),
    ("type test-small", given(enemies=ENEMIES), BY_RAT, True),
    ("type test-large", given(enemies=ENEMIES), BY_RAT, False),
    ("type hellbats", given(), {"enemy_type": "hellbats"}, True),
    ("world mines", given(), OF_ADA, True),
    ("world mines", far("1.12"), OF_ADA, True),
    ("world targa-library", far("1.12"), OF_ADA, False),
    ("world targa-library", far("3.20"), OF_ADA, True),
    ("world mines", far("3.20"), OF_ADA, False),
    ("world targa-library", far("1.12"), {"tile": 3}, True),
    ("world mines", far("3.20"), {"tile": 1}, True),
    ("world targa-library", far("1.12", enemies={"ant": {**ANT, "space": "3.20"}}), {"enemy": "test-large-1"}, True),
    ("otherworld", given(), OF_ADA, False),
    ("otherworld", far("1.12"), OF_ADA, False),
    ("otherworld", far("3.20"), OF_ADA, True),
    ("otherworld", far("1.12"), {"tile": 3}, True),
    ("otherworld", far("3.20"), {"tile": 1}, False),
    ("otherworld", far("1.12", enemies={"ant": {**ANT, "space": "3.20"}}), {"enemy": "test-large-1"}, True),
    (
        "ally trail-hand",
        given(allies={"Rook": {"of": "Ada", "type": "trail-hand", "space": "1.16"}}),
        {"subject": "rook"},
        True,
    ),
    (
        "ally footman",
        given(allies={"Rook": {"of": "Ada", "type": "trail-hand", "space": "1.16"}}),
        {"subject": "rook"},
        False,
    ),
    ("ally us-marshal", given(), OF_ADA, False),
    ("item gun", given(), {"item": "shotgun"}, True),
    ("item book", given(), {"item": "shotgun"}, False),
    ("item gun", given(), {"item": "no-such-thing"}, False),
    ("with dynamite", given(), {"weapon": "dynamite"}, True),
    ("with dynamite", given(), {"weapon": "bow"}, False),
    ("using shotgun", given(), {"item": "shotgun"}, True),
    ("using shotgun", given(), {"item": "pistol"}, False),
    ("this_item", given({"items": ["shotgun"]}), OF_ADA | {"item": "shotgun"}, False),
    ("mutation 23", given({"mutations": ["23"]}), OF_ADA, True),
    ("mutation 23", given({"injuries": ["23"], "madness": ["23"]}), OF_ADA, False),
    ("injury 13", given({"injuries": ["13"]}), OF_ADA, True),
    ("injury 13", given({"mutations": ["13"], "madness": ["13"]}), OF_ADA, False),
    ("madness 14", given({"madness": ["14"]}), OF_ADA, True),
    ("madness 14", given({"injuries": ["14"], "mutations": ["14"]}), OF_ADA, False),
    ("carries shotgun", given({"items": ["shotgun"]}), OF_ADA, True),
    ("carries shotgun", given({"items": ["peace-keeper"]}), OF_ADA, False),
    ("carries shotgun", given(bo={"items": ["shotgun"]}), OF_ADA, False),
    ("someone_carries shotgun", given({"items": ["peace-keeper", "shotgun"]}), {}, True),
    ("someone_carries shotgun", given(bo={"items": ["shotgun"]}), OF_ADA, True),
    ("someone_carries shotgun", given(bo={"items": ["shotgun"], "ko": True}), OF_ADA, False),
    ("someone_carries shotgun", given({"items": ["peace-keeper"]}), OF_ADA, False),
    ("on_place entrance", given(), OF_ADA, True),
    ("on_place entrance", given({"space": "2.20"}), OF_ADA, False),
    ("on_place entrance", given({"space": "2.24"}), OF_ADA, False),
    ("on_place entrance", given({"space": "1.01"}), OF_ADA, True),
    ("on_place vault", given(), OF_ADA, False),
    ("all_on entrance", given(), {}, True),
    ("all_on entrance", given(bo={}), {}, True),
    ("all_on entrance", given(bo={"space": "2.20"}), {}, False),
    ("all_on entrance", given(bo={"space": "2.20", "ko": True}), {}, True),
    ("all_on entrance", given({"ko": True}), {}, False),
    ("marked_space", given(track={"heroes": 12}), {}, False),
    *(("marked_space", given(track={"heroes": space}), {}, True) for space in (15, 13, 11, 10, 8, 6, 4, 2)),
]


@pytest.mark.parametrize("written, laid, about, expected", TABLE, ids=[f"{n} {row[0]}" for n, row in enumerate(TABLE)])
def test_a_condition_holds_when_it_says_so(written: str, laid: dict[str, Any], about: dict[str, Any], expected: bool):
    assert holds(laid_out(laid), condition(written, "here"), Context(**about)) is expected


def test_the_table_has_every_word_but_the_one_of_limited_abilities():
    assert {written.partition(" ")[0] for written, *_ in TABLE} == (WORDS | WORDS_WITH_NAME) - {"exhausted"}


ABOUT_A_HERO = [
    "ko", "lit", "alone_on_tile", "adjacent_enemy", "acted", "wounded", "both_hands", "no_other_enemy", "beside_owner",
    "keyword law", "enemy_on_tile beast", "ally trail-hand", "mutation 23", "injury 13", "madness 14",
    "carries shotgun", "on_place entrance", "exhausted a",
]  # fmt: skip


@pytest.mark.parametrize("written", ABOUT_A_HERO)
def test_what_is_said_of_a_hero_holds_for_nobody(written: str):
    at = laid_out(given({"activated": True, "wounds": 1, "items": ["shotgun"]}, enemies=ENEMIES))
    at.state.used["ada|0|a"] = "turn"
    assert holds(at, condition(written, "here"), Context()) is False


@pytest.mark.parametrize("written", ["adjacent_enemy", "beside_owner", "on_place entrance"])
def test_a_hero_who_is_not_on_the_board_is_nowhere(written: str):
    at = laid_out(given(bo={"space": "1.16"}, enemies={"rat": RAT}))
    at.hero("ada").space = ""
    assert holds(at, condition(written, "here"), Context(subject="ada", owner="bo")) is False
    assert holds(at, condition("beside_owner", "here"), Context(subject="bo", owner="ada")) is False


@pytest.mark.parametrize("written", ["keyword law", "wounded", "carries shotgun", "on_place entrance"])
def test_without_a_hero_as_its_subject_a_condition_is_about_the_owner(written: str):
    at = laid_out(given({"wounds": 1, "items": ["shotgun"]}, bo={"class": "bandido", "space": "2.20"}))
    assert holds(at, condition(written, "here"), Context(subject="void-1", owner="ada"))
    assert not holds(at, condition(written, "here"), Context(subject="bo", owner="ada"))


def test_an_upgrade_is_carried_with_its_item_and_found_on_nobody_else():
    at = laid_out(given({"items": [{"item": "six-shooter", "upgrades": ["long-barrel"]}]}))
    assert holds(at, condition("carries long-barrel", "here"), Context(subject="ada"))


def test_an_item_that_is_not_held_leaves_both_hands_free():
    at = laid_out(given({"items": ["shotgun"]}))
    at.emit(e.Equipped("ada", []))
    assert holds(at, condition("both_hands", "here"), Context(subject="ada"))


@pytest.mark.parametrize(
    "key, owner, exhausted",
    [("ada|0|a", "ada", True), ("ada|7|a", "ada", True), ("ada|0|b", "ada", False), ("bo|0|a", "ada", False)],
)
def test_an_ability_is_exhausted_once_its_owner_has_used_it(key: str, owner: str, exhausted: bool):
    at = laid_out(given(bo={}))
    at.state.used.update({key: "turn", "cleo|0|z": "turn"})
    assert holds(at, condition("exhausted a", "here"), Context(subject="bo", owner=owner)) is exhausted
    assert holds(at, condition("exhausted a", "here"), Context(subject=owner)) is exhausted


def test_nobody_standing_is_on_no_place():
    at = laid_out(given({"ko": True}))
    assert not holds(at, condition("all_on entrance", "here"), Context())


# --- named numbers ----------------------------------------------------------------------------------------------------

NUMBERS: list[tuple[str, dict[str, Any], dict[str, Any], int]] = [
    ("n", given(), {"n": 4}, 4),
    ("amount", given(), {"amount": 5}, 5),
    ("heroes", given(bo={"dead": False}, allies={"Rook": {"of": "Ada", "type": "trail-hand", "space": "1.16"}}), {}, 2),
    ("enemies", given(enemies=RATS), {}, 2),
    ("this_type", given(enemies=RATS | {"ant": ANT}), {"enemy_type": "test-small"}, 2),
    ("this_type", given(enemies=RATS | {"ant": ANT}), {"enemy_type": "test-large"}, 1),
    ("tally_seals", given(tallies={"seals": 3}), {}, 3),
    ("tally_keys", given(tallies={"seals": 3}), {}, 0),
    ("clues", given(clues=2), {}, 2),
    ("dread", given(dread=3), {}, 3),
    ("archive", given(archive=4), {}, 4),
    ("darkness", given(track={"darkness": 5}), {}, 5),
    ("turn", given(turn=6), {}, 6),
    ("fights", given(), {}, 0),
    ("fights", given(enemies=RATS), {}, 1),
    ("level", given({"level": 3}), OF_ADA, 3),
    ("corruption", given({"corruption": 2}), OF_ADA, 2),
    ("grit", given({"grit": 2}), OF_ADA, 2),
    ("wounds", given({"wounds": 4}), OF_ADA, 4),
    ("sanity_damage", given({"sanity_damage": 3}), OF_ADA, 3),
    ("max_grit", given({"max_grit": 5}), OF_ADA, 5),
    *((skill, given({skill: 4}), OF_ADA, 4) for skill in ("agility", "cunning", "spirit", "strength", "lore", "luck")),
    ("mutations", given({"mutations": ["12", "23"]}), OF_ADA, 2),
    ("dark_stone", given({"dark_stone": 3}), OF_ADA, 3),
    ("grit", given({"grit": 2}, bo={"grit": 1}), {"owner": "ada"}, 2),
    ("grit", given({"grit": 2}, bo={"grit": 1}), {"subject": "bo", "owner": "ada"}, 1),
    ("grit", given({"grit": 2}), {}, 0),
    ("2*n + 1", given(), {"n": 4}, 9),
    ("1 - n", given(), {"n": 4}, -3),
    ("2*amount/3", given(), {"amount": 5}, 2),
    ("amount/2 - n/4", given(), {"amount": 7, "n": 8}, 1),
]


@pytest.mark.parametrize("written, laid, about, value", NUMBERS, ids=[f"{n} {row[0]}" for n, row in enumerate(NUMBERS)])
def test_a_name_stands_for_its_number(written: str, laid: dict[str, Any], about: dict[str, Any], value: int):
    assert value_now(laid_out(laid), amount(written, "here"), Context(**about)) == value


def test_items_with_a_dark_stone_icon_count_as_shards():
    at = laid_out(given({"dark_stone": 1}))
    marked = next(one for one in at.library.items.values() if one.dark_stone == 1)
    at = laid_out(given({"dark_stone": 1, "items": [marked.id, "peace-keeper"]}))
    assert value_now(at, amount("dark_stone", "here"), Context(subject="ada")) == 2


def test_a_hero_counts_ability_tokens_and_how_many_there_may_be():
    kind = next(cls for cls in laid_out(given()).library.heroes.values() if cls.ability_token == "rage")
    at = laid_out(given({"class": kind.id, "tokens": {"rage": 2}, "max_rage": 6}))
    for written, value in (("tokens_rage", 2), ("max_tokens_rage", 6), ("tokens_ki", 0), ("max_tokens_ki", 0)):
        assert value_now(at, amount(written, "here"), Context(subject="ada")) == value
