"""The library: what is wrong in a pack is named with its file and record; what ships can be played, card by card."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
import yaml

from rules_engine import Choice, Game, GameSetup, party
from rules_engine import events as e
from rules_engine.choices import Option
from rules_engine.content.library import load, standard
from rules_engine.dice import ScriptedDice, Streams, open_key
from rules_engine.effects.context import Context
from rules_engine.effects.run import run as run_effects
from rules_engine.errors import ContentError
from rules_engine.procedures import darkness, encounters, items, search, threats
from rules_engine.procedures.creation import DECKS
from rules_engine.procedures.signals import Signal
from rules_engine.state import Deck
from rules_engine.table import Table
from tests.rules_engine.at_the_table import (
    BANDIDO,
    MARSHAL,
    answer_until,
    drive,
    item,
    of_kind,
    pack_files,
    packs_with,
    table,
)

# --- packs that are wrong ---------------------------------------------------------------------------------------------


def card(id: str = "a-card", **fields: Any) -> dict[str, Any]:
    return {"id": id, "deck": "loot", "title": "A card", "source": "original", **fields}


def chart(*rows: str, die: str = "D6") -> dict[str, Any]:
    return {
        "id": "a-chart",
        "name": "A chart",
        "die": die,
        "source": "original",
        "results": [{"on": row, "name": f"row {row}"} for row in rows],
    }


def hero(**changes: Any) -> dict[str, Any]:
    record: dict[str, Any] = yaml.safe_load(pack_files()["heroes/us-marshal.yaml"])[0]
    return {**record, **changes}


def enemy(**changes: Any) -> dict[str, Any]:
    record: dict[str, Any] = yaml.safe_load(pack_files()["enemies/tentacles.yaml"])[0]
    return {**record, **changes}


WRONG: list[tuple[str, Any, str]] = [
    ("cards/x.yaml", b"- id: [", r"^cards/x.yaml: this is no valid YAML: (?s:.*)line 2"),
    ("cards/x.yaml", b"\x00", r"^cards/x.yaml: this is no valid YAML"),
    ("cards/x.yaml", b"id: x", r"^cards/x.yaml: a pack file is a list of records"),
    ("cards/x.yaml", b"- x", r"^cards/x.yaml: a pack file is a list of records"),
    ("cards/x.yaml", [card(colour="red")], r"^cards/x.yaml: a-card: colour: "),
    ("cards/x.yaml", [{"id": "a-card"}], r"^cards/x.yaml: a-card: (deck|title|source): Field required"),
    ("cards/x.yaml", [card("A Card")], r"^cards/x.yaml: A Card: id: "),
    ("cards/x.yaml", [{"title": "x"}], r"^cards/x.yaml: \?: id: Field required"),
    ("cards/x.yaml", [card(source="a friend")], r"^cards/x.yaml: a-card: source"),
    ("cards/x.yaml", [card(copies="two")], r"^cards/x.yaml: a-card: copies: "),
    ("cards/x.yaml", [card(do=[{"gian": {"xp": 1}}])], r"^cards/x.yaml: a-card: effects\[0\]: 'gian' .* 'gain'\?"),
    ("cards/x.yaml", [card(do=[{"gain": {"xp": "d6"}}])], r"^cards/x.yaml: a-card: effects\[0\].gain.xp: 'd' in 'd6'"),
    ("cards/x.yaml", [card(abilities=[{"on": "x"}])], r"^cards/x.yaml: a-card: abilities\[0\]\(ability-1\).on: 'x'"),
    ("cards/x.yaml", [card(), card()], r"^cards/x.yaml: record 'a-card' stands twice among the cards"),
    ("items/x.yaml", [item("shotgun")], r"^items/x.yaml: record 'shotgun' stands twice among the items"),
    ("items/x.yaml", [item("x", weapon={"kind": "laser"})], r"^items/x.yaml: x: weapon.kind: "),
    ("items/x.yaml", [item("x") | {"kind": "toy"}], r"^items/x.yaml: x: kind: "),
    ("heroes/x.yaml", [hero(id="x", stats={"combat": 1})], r"^heroes/x.yaml: x: .*stats lack ranged_to_hit, melee"),
    (
        "heroes/x.yaml",
        [hero(id="x", starting_items=["a-spoon"])],
        r"hero x: starting item 'a-spoon', which no pack",
    ),
    ("heroes/x.yaml", [hero(id="x", free_tokens=["cake"])], r"hero x: free token 'cake', which no pack has"),
    ("enemies/x.yaml", [enemy(id="x", elite=[])], r"^enemies/x.yaml: x: .*an Elite Chart has six entries, not 0"),
    ("charts/x.yaml", [chart("1-5")], r"^charts/x.yaml: a-chart: .*rows must cover each result of D6 once"),
    ("charts/x.yaml", [chart("1-6", "6")], r"^charts/x.yaml: a-chart: .*rows must cover each result of D6 once"),
    ("charts/x.yaml", [chart("1-6", die="2D6")], r"^charts/x.yaml: a-chart: .*rows must cover each result of 2D6"),
    ("charts/x.yaml", [chart("one")], r"^charts/x.yaml: a-chart: .*'one' is no number or range"),
    ("cards/x.yaml", [card(do=[{"attack": {"enemy": "bears"}}])], r"^card a-card: names the enemy 'bears', which no"),
    ("cards/x.yaml", [card(groups=[{"enemy": "bears", "count": 1}])], r"^card a-card: groups name the enemy 'bears'"),
    ("cards/x.yaml", [card(do=[{"token": {"gain": "cake"}}])], r"^card a-card: names the Side Bag Token 'cake'"),
    ("cards/x.yaml", [card(do=[{"item": {"gain": "a-spoon"}}])], r"^card a-card: names the Item 'a-spoon', which no"),
    (
        "cards/x.yaml",
        [card(do=[{"test": {"skill": "luck", "target": 4, "fail": [{"spawn": {"enemy": "bears"}}]}}])],
        r"^card a-card: names the enemy 'bears', which no pack has",
    ),
    (
        "items/x.yaml",
        [
            item(
                "x",
                {"id": "x", "use": "any_time", "do": [{"choose": [{"label": "a", "do": [{"token": {"gain": "q"}}]}]}]},
            )
        ],
        r"^item x: names the Side Bag Token 'q', which no pack has",
    ),
    ("tiles.yaml", b"- {id: x}", r"^tiles: "),
]


@pytest.mark.parametrize("path, written, said", WRONG, ids=[f"{n}-{path}" for n, (path, _, _) in enumerate(WRONG)])
def test_what_is_wrong_in_a_pack_is_named_with_its_file_and_record(path: str, written: Any, said: str):
    data = written if isinstance(written, bytes) else yaml.safe_dump(written).encode()
    with pytest.raises(ContentError, match=said):
        load({**pack_files(), path: data})


def test_a_word_such_as_on_is_a_word_in_a_pack():
    library = load({"charts/x.yaml": b"- {id: x, name: X, die: D6, source: original, results: [{on: 1-6, name: Y}]}"})
    assert library.chart_rows["x"][4].name == "Y"


def test_an_id_that_no_pack_has_is_an_error_that_names_a_close_one():
    with pytest.raises(ContentError, match="no items record has the id 'shotgum'; did you mean 'shotgun'"):
        standard().find("items", "shotgum")


def test_the_fingerprint_of_the_content_changes_with_any_file():
    files = pack_files()
    assert load(files).fingerprint == standard().fingerprint
    path = "cards/loot.yaml"
    assert load({**files, path: files[path] + b"\n"}).fingerprint != standard().fingerprint


def test_a_pack_may_add_to_those_that_ship():
    library = packs_with({"cards/mine.yaml": [card("mine", copies=2)]})
    assert library.deck("loot").count("mine") == 2 and len(library.deck("loot")) == len(standard().deck("loot")) + 2


# --- packs that ship --------------------------------------------------------------------------------------------------


def test_the_packs_that_ship_are_whole_and_loaded_once():
    library = standard()
    assert library is standard()
    assert all(library.deck(deck) for deck in DECKS)
    assert library.map_cards("mines") and library.exploration_tokens("old-west")
    assert {"injury", "madness", "mutation", "depth-event"} <= set(library.charts)
    assert len(library.heroes) >= 5 and len(library.missions) >= 3 and len(library.enemies) >= 8


def upgrades() -> list[tuple[str, str]]:
    return [(cls.id, upgrade.id) for cls in standard().heroes.values() for upgrade in cls.starting_upgrades]


@pytest.mark.parametrize("cls, upgrade", upgrades())
def test_every_hero_class_can_be_created_with_each_upgrade_and_finish_set_up(cls: str, upgrade: str):
    game = Game.start(party(cls, "us-marshal"), seed=2)
    game.choose(f"upgrade:{upgrade}")
    answer_until(game, lambda choice: choice.kind == "turn")
    record = standard().heroes[cls]
    hero = next(iter(game.state.heroes.values()))
    assert (hero.cls, hero.upgrades, hero.stats) == (cls, [upgrade], record.stats)
    assert [i.id for i in hero.items][:-1] == list(record.starting_items)
    assert hero.space.startswith("1.") and game.state.turn == 1


# --- every card at a table --------------------------------------------------------------------------------------------

Resolve = Callable[[Table, str], Any]


def _drawn(at: Table, id: str) -> Any:
    return search.resolve_drawn(at, at.hero("ada"), id)


def _resolved(at: Table, id: str) -> Any:
    record = at.library.cards[id]
    at.emit(e.CardDrawn(record.deck, id, record.title))
    return darkness.resolve_card(at, record)


def _encounter(at: Table, id: str) -> Any:
    at.emit(e.CardDrawn("encounter", id, at.title_of(id)))
    return encounters.resolve_encounter(at, id, 1)


def _threat(at: Table, id: str) -> Any:
    deck = at.library.cards[id].deck
    at.dice = ScriptedDice({}, Streams(open_key(1)), {deck: [id]})
    if deck not in at.state.decks or id not in at.state.decks[deck].remaining:  # a card of another set
        at.state.decks[deck] = Deck([id])
    level = deck.removeprefix("threat-")
    yield from threats.bring_threat(at, level, "a test")


def _gained(at: Table, id: str) -> Any:
    ada = at.hero("ada")
    yield from items.gain_item(at, ada, id)
    for ability in at.library.items[id].abilities:
        if ability.use and ability.do:
            about = Context(subject="ada", owner="ada", source=at.title_of(id), enemy="tentacles-1", target="ada")
            yield from run_effects(at, ability.do, about)


RESOLVE: dict[str, Resolve] = {
    "loot": _drawn,
    "scavenge": _drawn,
    "darkness": _resolved,
    "growing-dread": _resolved,
    "encounter": _encounter,
    "threat-low": _threat,
    "threat-med": _threat,
    "threat-high": _threat,
    "threat-epic": _threat,
    "gear": _gained,
    "artifact": _gained,
}


def fighting(at: Table) -> None:
    at.emit(e.FightStarted(1))
    at.emit(e.EnemiesCame("tentacles", "Tentacles", 1))
    at.emit(e.EnemyPlaced("tentacles-1", "tentacles", "1.11", "ada"))


@pytest.mark.parametrize("in_a_fight", [False, True], ids=["in peace", "in a fight"])
@pytest.mark.parametrize("policy", ["first", "any"])
@pytest.mark.parametrize("deck", sorted(RESOLVE))
def test_every_card_of_a_deck_can_be_resolved(deck: str, policy: str, in_a_fight: bool):
    dice = random.Random(f"{deck} {policy}")
    done = 0
    for id in dict.fromkeys(standard().deck(deck)):
        at = table(seed=dice.randrange(100))
        if in_a_fight:
            fighting(at)
        before = at.state.fingerprint()

        def pick(choice: Choice) -> Option:
            return choice.options[0] if policy == "first" else dice.choice(choice.options)

        with suppress(Signal):  # the card ends the turn, the Fight or the Adventure
            drive(RESOLVE[deck](at, id), pick)
        done += bool(at.events) or at.state.fingerprint() != before
        assert all(hero.wounds >= 0 and hero.grit >= 0 and hero.gold >= 0 for hero in at.state.heroes.values())
    assert done >= len(set(standard().deck(deck))) * 0.7, "most cards of a deck do something"


def test_every_deck_of_an_adventure_is_covered_here():
    assert set(RESOLVE) == set(DECKS)


@pytest.mark.parametrize("name", ["injury", "madness", "mutation", "depth-event"])
def test_every_row_of_a_chart_can_be_run(name: str):
    for number, row in standard().chart_rows[name].items():
        at = table(seed=number, setup=GameSetup((MARSHAL, BANDIDO)))
        for hero in at.state.heroes.values():
            hero.wounds = hero.sanity_damage = 2
        with suppress(Signal):
            drive(run_effects(at, row.do, Context(subject="ada", source=row.name)), lambda choice: choice.options[0])
        assert at.events or not row.do, row.name


@pytest.mark.parametrize("token", sorted(standard().tokens))
def test_every_side_bag_token_can_be_used(token: str):
    for ability in standard().tokens[token].abilities:
        if ability.reroll is not None or not ability.do:
            continue
        at = table()
        fighting(at)
        at.hero("ada").wounds = at.hero("ada").sanity_damage = 3
        about = Context(subject="ada", owner="ada", source=token)
        with suppress(Signal):
            drive(run_effects(at, ability.do, about), lambda choice: choice.options[0])
        assert at.events, token


def test_a_threat_card_brings_the_enemies_it_names():
    for deck in ("threat-low", "threat-med", "threat-high", "threat-epic"):
        for id in dict.fromkeys(standard().deck(deck)):
            at = table(seed=1)
            drive(_threat(at, id), lambda choice: choice.option("epic") or choice.options[0])
            came = {event.type for event in of_kind(at.events, e.EnemiesCame)}
            assert came == {group.enemy for group in standard().cards[id].groups}, id
