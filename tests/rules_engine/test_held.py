"""Whose abilities are in force, under which names, and what each brings: Classes, Items, scars, enemies, cards."""

from __future__ import annotations

from typing import Any

import pytest

from rules_engine import events as e
from rules_engine.content.library import standard
from rules_engine.effects.stats import Held
from rules_engine.state import Upgrade
from rules_engine.table import Table
from tests.rules_engine.at_the_table import laid_out

LIBRARY = standard()
Row = tuple[str, str, str, int, str]


def rows(found: list[Held]) -> list[Row]:
    return [(one.ability.id, one.owner, one.source, one.uid, one.kind) for one in found]


def of(abilities: Any, owner: str, source: str, kind: str, uid: int = 0, named: bool = True) -> list[Row]:
    """The rows that some abilities are expected to make; those with a name of their own go by it if `named`."""
    return [(one.id, owner, (named and one.name) or source, uid, kind) for one in abilities]


def alone(cls: str = "us-marshal", **words: Any) -> Table:
    return laid_out({"heroes": {"Ada": {"class": cls, "space": "1.12", **words}}})


# --- heroes -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cls", sorted(LIBRARY.heroes))
def test_a_hero_has_the_abilities_of_the_class_the_team_and_its_tokens(cls: str):
    record = LIBRARY.heroes[cls]
    expected = of(record.abilities, "ada", record.name, "class")
    if record.team:
        expected += of(LIBRARY.teams[record.team].abilities, "ada", LIBRARY.teams[record.team].name, "class")
    if record.ability_token:
        token = LIBRARY.ability_tokens[record.ability_token]
        expected += of(token.abilities, "ada", token.name, "class")
    at = alone(cls)
    assert rows(at.stats.held_by(at.hero("ada"))) == expected


def test_starting_upgrades_and_class_cards_go_by_their_own_names():
    at = alone("sorceress", upgrades=["hair-trigger"], class_cards=["clan-of-the-crow", "clan-of-the-fox"])
    found = rows(at.stats.held_by(at.hero("ada")))
    upgrade = LIBRARY.upgrades["hair-trigger"]
    assert [row for row in found if row[4] == "upgrade"] == of(
        upgrade.abilities, "ada", upgrade.name, "upgrade", named=False
    )
    cards = [LIBRARY.class_cards[id] for id in ("clan-of-the-crow", "clan-of-the-fox")]
    assert [row for row in found if row[4] == "class_card"] == [
        row for card in cards for row in of(card.abilities, "ada", card.name, "class_card", named=False)
    ]


@pytest.mark.parametrize("ally", sorted(LIBRARY.allies))
def test_an_ally_has_the_abilities_of_its_kind_alone(ally: str):
    rook = {"of": "Ada", "type": ally, "space": "1.16"}
    at = laid_out({"heroes": {"Ada": {"space": "1.12"}}, "allies": {"Rook": rook}})
    record = LIBRARY.allies[ally]
    assert rows(at.stats.held_by(at.hero("rook"))) == of(record.abilities, "rook", record.name, "class")


GEAR: dict[str, Any] = {
    "items": [
        {"id": "hat", "name": "Hat", "kind": "gear", "abilities": [{"id": "brim", "title": "A Brim"}]},
        {"id": "star", "name": "Star", "kind": "gear", "restriction": "law", "abilities": [{"id": "shine"}]},
        {"id": "mask", "name": "Mask", "kind": "gear", "restriction": "outlaw", "abilities": [{"id": "hide"}]},
        {"id": "cane", "name": "Cane", "kind": "gear", "abilities": [{"id": "knock"}]},
    ]
}


def wearing(*items: str) -> Table:
    return laid_out({"heroes": {"Ada": {"space": "1.12", "items": list(items)}}, "content": GEAR})


def test_items_count_while_they_are_worn_by_one_who_may_wear_them():
    at = wearing("hat", "mask", "star", "cane")
    hero = at.hero("ada")
    uid = {item.id: item.uid for item in hero.items}
    worn = [("brim", "ada", "Hat", uid["hat"], "item"), ("shine", "ada", "Star", uid["star"], "item"),
            ("knock", "ada", "Cane", uid["cane"], "item")]  # fmt: skip
    assert [row for row in rows(at.stats.held_by(hero)) if row[4] == "item"] == worn
    hero.items[0].worn = False
    at.stats.forget()
    assert [row for row in rows(at.stats.held_by(hero)) if row[4] == "item"] == worn[1:]


def test_an_upgrade_counts_where_it_is_attached_and_not_in_the_bag():
    at = alone(items=["long-barrel", "six-shooter", "peace-keeper"])
    hero = at.hero("ada")
    loose, gun, last = hero.items
    assert all(row[3] != loose.uid for row in rows(at.stats.held_by(hero)))
    assert any(row[3] == last.uid for row in rows(at.stats.held_by(hero))) is bool(LIBRARY.items[last.id].abilities)
    gun.upgrades = [Upgrade(77, "long-barrel")]
    at.stats.forget()
    record = LIBRARY.items["long-barrel"]
    assert [row for row in rows(at.stats.held_by(hero)) if row[3] == 77] == of(
        record.abilities, "ada", record.name, "item", 77, named=False
    )


@pytest.mark.parametrize("chart, field", [("injury", "injuries"), ("madness", "madness"), ("mutation", "mutations")])
def test_what_a_chart_left_behind_goes_by_the_name_of_its_row(chart: str, field: str):
    numbers = [number for number, row in sorted(LIBRARY.chart_rows[chart].items()) if row.abilities][:2]
    at = alone(**{field: [str(number) for number in numbers]})
    found = [row for row in rows(at.stats.held_by(at.hero("ada"))) if row[4] == chart]
    kept = [LIBRARY.chart_rows[chart][number] for number in numbers]
    assert found == [row for one in kept for row in of(one.abilities, "ada", one.name, chart)] != []


def test_cards_of_the_team_count_for_the_hero_who_holds_them():
    cards = [card for card in LIBRARY.cards.values() if card.deck.startswith("team-") and card.abilities][:2]
    pool = {"Ada": [cards[0].id], "Bo": [cards[1].id]}
    heroes = {"Ada": {"class": "raider", "space": "1.12"}, "Bo": {"class": "raider", "space": "1.13"}}
    at = laid_out({"heroes": heroes, "team_cards": pool})
    for id, card, uid in (("ada", cards[0], 0), ("bo", cards[1], 1)):
        held = [row for row in rows(at.stats.held_by(at.hero(id))) if row[4] == "team"]
        in_pool = at.state.team_cards[uid]
        assert held == of(card.abilities, id, card.title, "team", in_pool.uid, named=False) and in_pool.owner == id


def test_what_is_remembered_of_abilities_is_read_anew_when_they_change():
    at = wearing("hat")
    hero = at.hero("ada")
    before = at.stats.held_by(hero)
    assert at.stats.held_by(hero) is before
    at.stats.forget(abilities=False)
    assert at.stats.held_by(hero) is before
    at.stats.forget()
    assert at.stats.held_by(hero) is not before


# --- enemies ----------------------------------------------------------------------------------------------------------


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


@pytest.mark.parametrize("type", sorted(LIBRARY.enemies))
@pytest.mark.parametrize("brutal", [False, True])
def test_a_type_has_the_abilities_of_its_side_and_of_its_elite_rows(type: str, brutal: bool):
    record = LIBRARY.enemies[type]
    own = record.brutal_abilities if brutal and record.brutal_abilities is not None else record.abilities
    plain = of(own, type, record.name, "enemy")
    assert rows(coming(type, brutal).stats.held_by_type(type)) == plain
    chart = record.brutal_elite if brutal and record.brutal_elite else record.elite
    numbers = (1, len(chart))
    elite = [row for n in numbers for row in of(chart[n - 1].abilities, type, chart[n - 1].name, "enemy", named=False)]
    extra = of(record.brutal_any_elite if brutal else record.any_elite, type, record.name, "enemy")
    assert rows(coming(type, brutal, numbers).stats.held_by_type(type)) == plain + elite + extra


def test_a_type_that_is_not_in_the_fight_is_read_from_its_normal_side():
    record = next(one for one in LIBRARY.enemies.values() if one.brutal_abilities is not None)
    assert rows(alone().stats.held_by_type(record.id)) == of(record.abilities, record.id, record.name, "enemy")


@pytest.mark.parametrize("numbers", [[1], [3, 6]])
def test_mythic_abilities_come_from_their_own_chart(numbers: list[int]):
    record = LIBRARY.enemies["frost-giants"]
    chosen = [record.mythic[number - 1] for number in numbers]
    expected = of(record.abilities, record.id, record.name, "enemy")
    expected += [row for one in chosen for row in of(one.abilities, record.id, one.name, "enemy", named=False)]
    assert rows(coming(record.id, mythic=numbers).stats.held_by_type(record.id)) == expected


def test_a_trait_card_adds_its_abilities():
    card = next(one for one in LIBRARY.cards.values() if one.deck.startswith("trait-") and one.abilities)
    type = card.deck.removeprefix("trait-")
    record = LIBRARY.enemies[type]
    expected = of(record.abilities, type, record.name, "enemy")
    expected += of(card.abilities, type, card.title, "enemy", named=False)
    assert rows(coming(type, trait=card.id).stats.held_by_type(type)) == expected


ABILITIES: list[dict[str, Any]] = [{"id": "howl"}, {"id": "bite"}]
ORDER: dict[str, Any] = {"without": ["howl"], "abilities": [{"id": "lurk"}, {"id": "leap", "title": "A Leap"}]}
LINES = {"low": [], "med": [], "high": []}


@pytest.mark.parametrize("line", ["", "low", "med", "high"])
@pytest.mark.parametrize("words", [("without", "abilities"), ("without",), ("abilities",), ()])
def test_the_threat_card_takes_abilities_from_a_type_and_adds_some(line: str, words: tuple[str, ...]):
    mine = {"enemy": "test-small", "count": 1, **{word: ORDER[word] for word in words}}
    others = [{"enemy": "test-bird", "count": 1, **ORDER}, {"enemy": "test-small", "count": 2}]
    card: dict[str, Any] = {"id": "hunt", "deck": "threat-low" if not line else "threat:targa-library", "title": "Hunt"}
    filler = [{"enemy": "test-bird", "count": 1}]
    if line:
        card["lines"] = {**dict.fromkeys(LINES, filler), line: [*others, mine]}
    else:
        card["groups"] = [*others, mine]
    enemies = {
        "rat": {"type": "test-small", "space": "1.08", "abilities": ABILITIES},
        "owl": {"type": "test-bird", "space": "1.05"},
    }
    at = laid_out({"heroes": {"Ada": {"space": "1.12"}}, "enemies": enemies, "content": {"cards": [card]}})
    assert [row[0] for row in rows(at.stats.held_by_type("test-small"))] == ["howl", "bite"]
    at.emit(e.EnemiesOrdered("test-small", "hunt", "Hunt"))
    name = at.library.enemies["test-small"].name
    left = [one for one in ("howl", "bite") if "without" not in words or one != "howl"]
    expected = [(id, "test-small", name, 0, "enemy") for id in left]
    if "abilities" in words:
        expected += [("lurk", "test-small", "Hunt", 0, "enemy"), ("leap", "test-small", "A Leap", 0, "enemy")]
    assert rows(at.stats.held_by_type("test-small")) == expected


# --- cards, Worlds and the Mission ------------------------------------------------------------------------------------

GLOOM: dict[str, Any] = {
    "cards": [
        {"id": "gloom", "deck": "darkness", "title": "Gloom", "remains_in_play": True,
         "abilities": [{"id": "g", "title": "Own Name", "flags": ["no_scavenge"]}, {"id": "h"}]},
    ]
}  # fmt: skip


def test_cards_in_play_worlds_and_the_mission_bring_theirs():
    given = {
        "heroes": {"Ada": {"space": "1.12"}},
        "content": GLOOM,
        "in_play": ["gloom"],
        "worlds": ["mines", "swamps-of-jargono", "targa-library"],
    }
    at = laid_out(given, mission="for-a-few-dark-stone-more")
    uid = at.state.in_play[0].uid
    expected = [("g", "", "Gloom", uid, "card"), ("h", "", "Gloom", uid, "card")]
    for world in ("swamps-of-jargono", "targa-library"):
        record = LIBRARY.worlds[world]
        expected += of(record.abilities, "", record.name, "world")
    mission = LIBRARY.missions["for-a-few-dark-stone-more"]
    rules = [rule for rule in mission.special_rules if not rule.objective]
    expected += [row for rule in rules for row in of(rule.abilities, "", rule.name, "mission")]
    assert rows(at.stats.in_play()) == expected and at.stats.in_play() is at.stats.in_play()
    at.state.objective = True
    at.stats.forget()
    hidden = [rule for rule in mission.special_rules if rule.objective]
    assert rows(at.stats.in_play())[-1][:3] == (hidden[-1].abilities[-1].id, "", hidden[-1].name)


def test_a_table_without_a_known_mission_or_world_has_nothing_in_play():
    at = alone()
    at.state.mission = "none"
    at.state.worlds = []
    at.stats.forget()
    assert at.stats.in_play() == []


@pytest.mark.parametrize("when", ["search", "attack", "any_time"])
def test_a_hero_may_use_what_is_the_heros_and_what_the_mission_lets_everybody_do(when: str):
    at = laid_out({"heroes": {"Ada": {"space": "1.12"}, "Bo": {"space": "1.13"}}}, mission="blow-the-mine")
    for id, name in (("ada", "Ada"), ("bo", "Bo")):
        hero = at.hero(id)
        own = [one for one in at.stats.held_by(hero) if one.ability.use == when]
        all_of = [one for one in at.stats.in_play() if one.ability.use == when and one.kind == "mission"]
        found = at.stats.using(hero, when)
        assert [(one.held.ability.id, one.held.owner) for one in found] == [
            (one.ability.id, id) for one in [*own, *all_of]
        ]
        assert [one.id for one in found] == [f"use:{id}:{one.uid}:{one.ability.id}" for one in [*own, *all_of]]
        assert all(one.option.id == one.id and one.option.label.startswith(f"{name} - ") for one in found)
        assert all(one.token == "" and one.option.target == one.ability.id and one.option.extra for one in found)
        assert found is at.stats.using(hero, when)
        assert (len(all_of) > 0) is (when == "search")


def test_cards_in_play_are_not_used_by_heroes():
    card = {**GLOOM["cards"][0], "abilities": [{"id": "g", "use": "search", "do": ["cancel"]}]}
    at = laid_out({"heroes": {"Ada": {"space": "1.12"}}, "content": {"cards": [card]}, "in_play": ["gloom"]})
    assert at.stats.using(at.hero("ada"), "search") == []


USES: list[tuple[dict[str, Any], Any]] = [
    ({"do": [{"heal": {"wounds": 1}}]}, (True, False, False, True)),
    ({"do": [{"heal": {"sanity": 1}}]}, (False, True, False, True)),
    ({"do": [{"heal": {"corruption": 1}}]}, (False, False, True, True)),
    ({"do": [{"heal": {"any": 1}}]}, (True, True, False, True)),
    ({"do": [{"heal": {"wounds": 1, "to": "owner"}}]}, (True, False, False, True)),
    ({"do": [{"heal": {"wounds": 1, "to": "one"}}]}, (True, False, False, False)),
    ({"do": [{"cast": {"element": "fire", "number": 5, "do": [{"heal": {"any": 1}}]}}]}, (True, True, False, True)),
    ({"do": ["cancel"]}, None),
    ({}, None),
]


@pytest.mark.parametrize("words, heals", USES)
def test_a_use_says_what_it_heals(words: dict[str, Any], heals: Any):
    cane = {"id": "cane", "name": "Cane", "kind": "gear", "abilities": [{"id": "tap", "use": "any_time", **words}]}
    at = laid_out({"heroes": {"Ada": {"space": "1.12", "items": ["cane"]}}, "content": {"items": [cane]}})
    uid = at.hero("ada").items[0].uid
    found = {one.id: one for one in at.stats.using(at.hero("ada"), "any_time")}
    assert found[f"use:ada:{uid}:tap"].heals == heals


@pytest.mark.parametrize(
    "words, label, limit",
    [({}, "Cane", False), ({"label": "poke"}, "Cane: poke", False), ({"limit": "fight"}, "Cane", True)],
)
def test_a_use_has_a_label_and_what_its_limit_is_remembered_by(words: dict[str, Any], label: str, limit: bool):
    cane = {"id": "cane", "name": "Cane", "kind": "gear", "abilities": [{"id": "tap", "use": "any_time", **words}]}
    at = laid_out({"heroes": {"Ada": {"space": "1.12", "items": ["cane"]}}, "content": {"items": [cane]}})
    uid = at.hero("ada").items[0].uid
    found = next(one for one in at.stats.using(at.hero("ada"), "any_time") if one.ability.id == "tap")
    assert found.option.label == f"Ada - {label}"
    assert found.limit == (f"ada|{uid}|tap" if limit else "")


TOKEN: dict[str, Any] = {
    "id": "charm", "name": "Charm", "source": "original",
    "abilities": [{"id": "rub", "use": "any_time", "limit": "turn"}, {"id": "toss", "use": "attack"},
                  {"id": "wish", "reroll": {"roll": ["luck", "grit"]}}],
}  # fmt: skip


def test_a_token_is_used_at_its_moments_and_its_limit_is_that_it_is_gone():
    at = laid_out({"heroes": {"Ada": {"space": "1.12", "side_bag": ["charm"]}}, "content": {"tokens": [TOKEN]}})
    hero = at.hero("ada")
    (rub,) = at.stats.token_uses(hero, "charm", "any_time")
    assert (rub.id, rub.token, rub.limit, rub.ability.id) == ("token:ada:charm:rub", "charm", "", "rub")
    assert (rub.held.owner, rub.held.source, rub.held.uid, rub.held.kind) == ("ada", "Charm", 0, "token")
    assert (rub.option.label, rub.option.target) == ("Ada - Charm", "charm")
    assert [one.ability.id for one in at.stats.token_uses(hero, "charm", "attack")] == ["toss"]
    assert at.stats.token_uses(hero, "charm", "any_time")[0] is rub
    assert [one.id for one in at.stats.token_rerolls("charm")] == ["wish"]
    assert at.stats.token_rerolls("charm") is at.stats.token_rerolls("charm")
    assert {"luck", "grit"} <= at.stats.token_reroll_kinds() == at.stats.token_reroll_kinds()
    ally = next(one for one in LIBRARY.allies.values() if one.basic and one.basic[0].use)
    (use, *_) = at.stats.token_uses(hero, ally.id, ally.basic[0].use)
    assert use.held.source.startswith(ally.name)


def test_rerolls_and_boosts_are_found_among_a_heros_abilities():
    again = {"id": "again", "name": "Again", "kind": "gear", "abilities": [
        {"id": "r", "reroll": {"roll": ["odd_one", "to_hit"]}}, {"id": "b", "boost": {"of": "healing", "most": 1}},
        {"id": "w", "on": "turn_ended", "do": ["cancel"]}]}  # fmt: skip
    heroes = {"Ada": {"space": "1.12", "items": ["again"]}, "Bo": {"class": "bandido", "space": "1.13"}}
    at = laid_out({"heroes": heroes, "content": {"items": [again]}})
    ada, bo = at.hero("ada"), at.hero("bo")
    assert "r" in [one.ability.id for one in at.stats.rerolling(ada)]
    assert [one.ability.id for one in at.stats.boosting(ada)] == ["b"] and at.stats.boosting(bo) == []
    assert all(one.ability.reroll is not None for one in (*at.stats.rerolling(ada), *at.stats.rerolling(bo)))
    assert {"odd_one", "to_hit"} <= at.stats.reroll_kinds() and "turn_ended" in at.stats.awaited()
    assert "" not in at.stats.awaited()
    ada.items = []
    assert "odd_one" in at.stats.reroll_kinds(), "remembered until abilities may have changed"
    at.stats.forget()
    assert at.stats.boosting(ada) == [] and "odd_one" not in at.stats.reroll_kinds()
    assert "turn_ended" not in at.stats.awaited()


def test_what_enemies_and_cards_wait_for_is_awaited():
    rat = {"type": "test-small", "space": "1.08", "abilities": [{"id": "a", "on": "recovered", "do": ["cancel"]}]}
    card = {**GLOOM["cards"][0], "abilities": [{"id": "g", "on": "mutated", "do": ["cancel"]}]}
    given = {"heroes": {"Ada": {"space": "1.12"}}, "content": {"cards": [card]}}
    assert not {"recovered", "mutated"} & laid_out(given).stats.awaited()
    at = laid_out({**given, "enemies": {"rat": rat}, "in_play": ["gloom"]})
    assert {"recovered", "mutated"} <= at.stats.awaited()
