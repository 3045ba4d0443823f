"""Items: what is carried, held and worn, what may be used at any time, decks that are drawn from."""

from __future__ import annotations

from typing import Any

import pytest

from rules_engine import events as e
from rules_engine.choices import PARTY
from rules_engine.effects.context import Context
from rules_engine.procedures.items import (
    any_time_options,
    assign_hands,
    carrying_limit,
    clothing_sets,
    could_help,
    draw_card,
    fuse,
    fused,
    gain_item,
    gain_token,
    hand_sets,
    lighten,
    lose_item,
    lose_token,
    put_on,
    usable,
    use_any_time,
    weight_carried,
)
from rules_engine.state import Deck, Hero, Item, Lasting, Upgrade
from rules_engine.table import Table
from tests.rules_engine.at_the_table import drive, foe, item, of_kind, packs_with, run, two_heroes

HELPS: dict[str, list[dict[str, Any]]] = {
    "salve": [{"heal": {"wounds": 1}}],
    "hymn": [{"heal": {"sanity": 1}}],
    "tonic": [{"heal": {"any": 1}}],
    "water": [{"heal": {"corruption": 1}}],
    "flask": [{"gain": {"grit": 1}}],
    "full": [{"gain": {"grit": "max_grit"}}],
    "round": [{"gain": {"grit": 1, "to": "on_tile"}}],
    "toast": [{"gain": {"grit": 1, "to": "all"}}],
    "book": [{"gain": {"xp": 5}}],
    "antidote": [{"status": {"remove": "poison", "count": 1}}],
    "panacea": [{"status": {"remove": "any", "count": 1}}],
    "mud": [{"status": {"add": "poison", "count": 1}}],
    "fury": [{"modify": {"stat": "damage", "add": 1, "until": "activation"}}],
    "oath": [{"modify": {"stat": "damage", "add": 1, "until": "fight"}}],
    "speed": [{"modify": {"stat": "move", "add": 1, "until": "turn"}}],
    "hex": [{"modify": {"stat": "move", "add": -1, "until": "turn", "to": "enemies"}}],
    "rage": [{"ability_token": {"gain": "rage"}}],
    "bomb": [{"each": {"to": "enemies", "do": [{"damage": {"wounds": 1}}]}}],
}


def use(name: str, do: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    return item(f"test-{name}", {"id": name, "use": "any_time", "label": name, "do": do, **more})


GUN = {"weapon": {"kind": "ranged", "range": 6, "shots": 1}}
PACK = packs_with(
    {
        "items/test.yaml": [
            *(use(name, do) for name, do in HELPS.items()),
            use("dear", [{"gain": {"gold": 1}}], cost={"grit": 1}),
            use("daily", [{"gain": {"gold": 1}}], limit="turn"),
            use("hurt", [{"gain": {"gold": 1}}], **{"if": "wounds >= 1"}),
            item("test-mine", {"id": "mine", "use": "activation", "label": "mine", "do": [{"gain": {"gold": 1}}]}),
            item("test-iron", weight=2, upgrade_slots=1, keywords=["gun"]),
            item("test-lead", weight=3),
            item("test-heirloom", weight=9) | {"kind": "personal"},
            item("test-belt", {"id": "belt", "modifiers": [{"stat": "carry", "add": 2}]}),
            item("test-priestly", restriction="holy"),
            item("test-hat", slot="hat"),
            item("test-cap", slot="hat"),
            item("test-coat", slot="coat"),
            item("test-one", hands=1),
            item("test-two", hands=2),
            item("test-pistol", hands=1, keywords=["gun"], **GUN),
            item("test-rifle", hands=2, keywords=["gun"], **GUN),
            item("test-relic", hands=1, keywords=["gun"], **GUN) | {"kind": "artifact"},
            item("test-bow", hands=2, keywords=["bow"], **GUN),
            item("test-sword", hands=1, both_hands=True),
            item("test-grip", {"id": "grip", "flags": ["guns_in_one_hand"]}),
            item("test-two-hats", {"id": "hats", "flags": ["two_hats"]}),
            item("test-peace", {"id": "peace", "flags": ["no_guns"]}),
            item("test-bald", {"id": "bald", "flags": ["no_hat"]}),
            item("test-dull", {"id": "dull", "flags": ["no_grit_recovery"]}),
            item("test-stone", dark_stone=1),
            item(
                "test-dice", {"id": "dice", "reroll": {"roll": "card"}, "cost": {"discard": "this"}},
            ),
        ]
    }
)  # fmt: skip


def packed(*gear: str) -> tuple[Table, Hero]:
    """Ada and Mateo with nothing but the Items named, which are Ada's; nobody has Grit or is hurt."""
    at, ada, mateo = two_heroes(*gear, library=PACK)
    ada.stats["strength"] = mateo.stats["strength"] = 2
    at.stats.forget()
    return at, ada


def ids(at: Table, hero: Hero) -> list[str]:
    return [one.id for one in hero.items]


def offered(at: Table, who: str = "ada") -> list[str]:
    return [option.id for option in any_time_options(at, who)]


# --- carrying ---------------------------------------------------------------------------------------------------------


def test_a_hero_carries_5_and_strength_and_what_belts_add():
    at, ada = packed("test-iron", "test-lead")
    ada.items[0].upgrades = [Upgrade(120, "test-lead")]
    assert (carrying_limit(at, ada), weight_carried(at, ada)) == (7, 8)
    ada.items.append(Item(130, "test-belt"))
    at.stats.forget()
    assert carrying_limit(at, ada) == 9


def test_who_carries_too_much_leaves_something_behind_that_weighs_and_is_not_personal():
    at, ada = packed("test-lead", "test-iron", "test-heirloom", "test-belt", "test-iron")
    ada.stats["strength"] = 2
    at.stats.forget()
    choices = drive(lighten(at, ada), lambda c: c.options[-2])
    assert [option.id for option in choices[0].options] == ["drop:100", "drop:101", "drop:104"]
    assert ids(at, ada) == ["test-heirloom", "test-belt"] and len(choices) == 2
    assert of_kind(at.events, e.ItemLost)[0] == e.ItemLost("ada", 101, "test-iron", "too heavy to carry")


def test_who_carries_as_much_as_allowed_leaves_nothing():
    at, ada = packed("test-lead", "test-iron", "test-iron")
    run(lighten(at, ada))
    assert len(ada.items) == 3
    ada.items.append(Item(130, "test-heirloom"))
    ada.items[:3] = []
    run(lighten(at, ada))
    assert len(ada.items) == 1


def test_an_item_that_is_gained_is_worn_where_nothing_else_is_in_its_place():
    at, ada = packed("test-hat")
    run(gain_item(at, ada, "test-cap"))
    assert [one.worn for one in ada.items] == [True, False]
    run(gain_item(at, ada, "test-coat"))
    run(gain_item(at, ada, "test-stone"))
    run(gain_item(at, ada, "test-one"))
    assert [one.worn for one in ada.items] == [True, False, True, True, True]
    (first, *_) = of_kind(at.events, e.ItemGained)
    assert (first.hero, first.item, first.name) == ("ada", "test-cap", "test-cap")
    run(gain_item(at, ada, "test-two"))
    assert not ada.items[-1].worn


def test_an_item_that_is_gained_may_be_too_heavy_or_bring_on_a_mutation():
    at, ada = packed("test-lead", "test-lead")
    run(gain_item(at, ada, "test-iron"), "drop:100")
    assert ids(at, ada) == ["test-lead", "test-iron"]
    at, ada = packed()
    ada.corruption, ada.stats["corruption_resistance"] = 3, 3
    at.stats.forget()
    run(gain_item(at, ada, "test-hat"))
    assert of_kind(at.events, e.Mutating) == [e.Mutating("ada", 3)]


def test_keywords_and_mutations_forbid_items():
    at, ada = packed()
    things = {name: Item(1, f"test-{name}") for name in ("priestly", "hat", "coat", "pistol", "relic", "one")}
    assert [name for name, one in things.items() if not usable(at, ada, one)] == ["priestly"]
    ada.keywords.append("holy")
    assert usable(at, ada, things["priestly"])
    ada.items = [Item(101, "test-bald")]
    at.stats.forget()
    assert [name for name, one in things.items() if not usable(at, ada, one)] == ["hat"]
    ada.items = [Item(101, "test-peace")]
    at.stats.forget()
    assert [name for name, one in things.items() if not usable(at, ada, one)] == ["pistol"]


def test_what_somebody_else_used_this_turn_is_not_worn_yet():
    at, ada = packed("test-hat", "test-coat", "test-stone", "test-one")
    for one in ada.items:
        one.worn = False
    at.state.used = {"*|100|mateo": "turn", "*|101|ada": "turn", "100|*|mateo": "turn"}
    put_on(at, ada)
    assert [one.worn for one in ada.items] == [False, True, True, False]
    assert of_kind(at.events, e.Equipped) == [e.Equipped("ada", [101, 102])]
    put_on(at, ada)
    assert len(of_kind(at.events, e.Equipped)) == 1


def test_what_is_put_on_needs_a_free_slot():
    at, ada = packed("test-hat", "test-cap", "test-stone", "test-coat")
    ada.items[1].worn = ada.items[3].worn = ada.items[2].worn = False
    put_on(at, ada)
    assert [one.worn for one in ada.items] == [True, False, True, True]
    for one in ada.items:
        one.worn = False
    put_on(at, ada)
    assert [one.worn for one in ada.items] == [True, False, True, True]


def test_a_hero_loses_the_item_that_is_meant():
    about = Context(source="a thief", uid=101)
    for which, lost in [("this", 101), ("test-one", 100), ("test-nothing", 0)]:
        at, ada = packed("test-one", "test-two", "test-one")
        run(lose_item(at, ada, which, about))
        assert [x.uid for x in of_kind(at.events, e.ItemLost)] == ([lost] if lost else [])
    at, ada = packed("test-one", "test-heirloom", "test-two", "test-hat")
    at.state.lasting.append(Lasting(90, "fused:100", "flag", 1, "ada", "forever", "a Mutation"))
    at.stats.forget()
    (choice,) = drive(lose_item(at, ada, "one", about), lambda c: c.options[1])
    assert choice.ids == ["lose:102", "lose:103"] and choice.kind == "lose"
    assert of_kind(at.events, e.ItemLost) == [e.ItemLost("ada", 103, "test-hat", "a thief")]
    run(lose_item(at, ada, "random", about))
    assert ids(at, ada) == ["test-one", "test-heirloom"]
    for which in ("one", "random"):
        run(lose_item(at, ada, which, about))
    assert len(of_kind(at.events, e.NothingHappened)) == 2 and len(ada.items) == 2


# --- decks ------------------------------------------------------------------------------------------------------------


def test_an_empty_deck_takes_its_discard_pile_back_and_without_one_it_has_run_out():
    at, _ = packed()
    at.state.decks["gear"] = Deck([], ["six-shooter"])
    assert run(draw_card(at, "gear", "ada")) == "six-shooter"
    assert of_kind(at.events, e.DeckReshuffled) == [e.DeckReshuffled("gear")]
    (drawn,) = of_kind(at.events, e.CardDrawn)
    assert (drawn.deck, drawn.card, drawn.title, drawn.hero) == ("gear", "six-shooter", "Six-Shooter", "ada")
    at.state.decks["gear"] = Deck([], [])
    assert run(draw_card(at, "gear")) is None
    assert of_kind(at.events, e.NothingHappened)


def test_who_has_the_right_may_have_another_card_drawn():
    at, ada = packed("test-dice")
    for keep, answer, last in [(False, "redraw", 2), (False, "keep", 1), (True, "redraw", 2)]:
        at, ada = packed("test-dice")
        at.state.decks["gear"] = Deck(["shotgun", "six-shooter"])
        at.dice.names = {"gear": ["shotgun", "six-shooter"]}  # type: ignore[attr-defined]
        (choice,) = drive(
            draw_card(at, "gear", "ada", keep=keep),
            lambda c, answer=answer: next(o for o in c.options if o.id == answer),
        )
        assert choice.kind == "redraw" and choice.about == {"card": "shotgun", "deck": "gear"}
        assert choice.who == "ada" and choice.ids == ["keep", "redraw"]
        assert len(of_kind(at.events, e.CardDrawn)) == last
        redrawn = answer == "redraw"
        assert [x.card for x in of_kind(at.events, e.CardCanceled)] == ["shotgun"] * redrawn
        assert [x.card for x in of_kind(at.events, e.CardDiscarded)] == ["shotgun"] * (redrawn and not keep)
        assert bool(ada.items) != redrawn


# --- parts of a hero --------------------------------------------------------------------------------------------------


def test_an_item_that_needs_a_hand_becomes_part_of_a_hero():
    at, ada = packed("test-hat", "test-one", "test-two")
    run(fuse(at, ada, "item", "a Mutation"), "fuse:102")
    assert fused(at, ada) == {102}
    run(fuse(at, ada, "item", "a Mutation"))
    assert fused(at, ada) == {101, 102}
    run(fuse(at, ada, "item", "a Mutation"))
    assert of_kind(at.events, e.NothingHappened)


def test_the_dark_stone_that_a_hero_carries_or_an_item_with_its_icon_becomes_part_of_it():
    at, ada = packed("test-hat", "test-stone", "test-one")
    ada.dark_stone = 3
    run(fuse(at, ada, "dark_stone", "a Mutation"))
    assert at.stats.hero(ada, "fused_dark_stone") == 3 and not fused(at, ada)
    ada.dark_stone = 0
    run(fuse(at, ada, "dark_stone", "a Mutation"))
    assert fused(at, ada) == {101}
    run(fuse(at, ada, "dark_stone", "a Mutation"))
    assert of_kind(at.events, e.NothingHappened)


# --- hands and slots --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gear", "ways"),
    [
        ([], [()]),
        (["one", "one"], [(100, 101)]),
        (["one", "two"], [(101,), (100,)]),
        (["one", "one", "one"], [(100, 101), (100, 102), (101, 102)]),
        (["two", "one", "one"], [(100,), (101, 102)]),
        (["sword"], [(100,)]),
        (["sword", "one"], [(100, 101), (100,)]),
        (["sword", "sword"], [(100, 101), (100,), (101,)]),
        (["sword", "one", "one"], [(100, 101), (100, 102), (101, 102), (100,)]),
        (["rifle", "pistol", "grip"], [(100, 101)]),
        (["bow", "one", "grip"], [(100, 101)]),
        (["two", "one", "grip"], [(101,), (100,)]),
        (["pistol", "one", "peace"], [(101,)]),
    ],
)
def test_hands_hold_as_much_as_they_can(gear: list[str], ways: list[tuple[int, ...]]):
    at, ada = packed(*(f"test-{one}" for one in gear))
    assert sorted(hand_sets(at, ada)) == sorted(ways)


def test_what_is_part_of_a_hero_is_always_in_hand():
    at, ada = packed("test-one", "test-one", "test-two")
    at.state.lasting.append(Lasting(90, "fused:101", "flag", 1, "ada", "forever", "a Mutation"))
    at.stats.forget()
    assert hand_sets(at, ada) == [(100, 101)]


@pytest.mark.parametrize(
    ("gear", "ways"),
    [
        (["stone", "one"], [(100,)]),
        (["hat", "cap", "coat"], [(100, 102), (101, 102)]),
        (["hat", "cap", "two-hats"], [(102, 100, 101)]),
        (["coat", "two-hats", "hat"], [(101, 100, 102)]),
        (["hat", "bald", "priestly"], [(101,)]),
    ],
)
def test_a_clothing_slot_holds_one_item(gear: list[str], ways: list[tuple[int, ...]]):
    at, ada = packed(*(f"test-{one}" for one in gear))
    assert sorted(map(sorted, clothing_sets(at, ada))) == sorted(map(sorted, ways))


def test_the_hero_chooses_what_to_hold_and_what_is_held_now_comes_first():
    at, ada = packed("test-one", "test-two", "test-hat", "test-stone")
    ada.items[0].worn = False
    at.stats.forget()
    (choice,) = drive(assign_hands(at, ada, ask=True), lambda c: c.options[1])
    assert choice.kind == "hands" and choice.ids == ["hands:101,102,103", "hands:100,102,103"]
    assert [option.label for option in choice.options] == ["test-two, test-hat", "test-one, test-hat"]
    assert of_kind(at.events, e.Equipped) == [e.Equipped("ada", [100, 102, 103])]
    drive(assign_hands(at, ada, ask=True), lambda c: c.options[0])
    run(assign_hands(at, ada, ask=False))
    assert len(of_kind(at.events, e.Equipped)) == 1
    ada.items.append(Item(104, "test-stone", False))
    run(assign_hands(at, ada, ask=False))
    assert len(of_kind(at.events, e.Equipped)) == 2 and ada.items[-1].worn


# --- Side Bag ---------------------------------------------------------------------------------------------------------


def test_a_full_side_bag_means_that_a_token_must_go():
    at, ada = packed()
    room = at.stats.hero(ada, "side_bag")
    for _ in range(room):
        run(gain_token(at, ada, "bandages"))
    assert ada.side_bag == ["bandages"] * room
    (choice,) = drive(gain_token(at, ada, "whiskey"), lambda c: c.options[0])
    assert choice.ids == ["token:bandages", "token:whiskey"] and choice.kind == "discard_token"
    assert ada.side_bag == ["bandages"] * (room - 1) + ["whiskey"]
    assert of_kind(at.events, e.TokenSpent) == [e.TokenSpent("ada", "bandages", "no room")]


def test_a_token_of_a_kind_or_of_the_heros_choice_is_lost():
    at, ada = packed()
    run(lose_token(at, ada, "any", "a thief"))
    assert of_kind(at.events, e.NothingHappened)
    ada.side_bag = ["bandages", "whiskey", "bandages", "dynamite"]
    run(lose_token(at, ada, "dynamite", "a thief"))
    run(lose_token(at, ada, "dynamite", "a thief"))
    assert ada.side_bag == ["bandages", "whiskey", "bandages"]
    (choice,) = drive(lose_token(at, ada, "any", "a thief"), lambda c: c.options[1])
    assert choice.ids == ["token:bandages", "token:whiskey"] and choice.kind == "lose_token"
    assert ada.side_bag == ["bandages", "bandages"]
    assert [x.because for x in of_kind(at.events, e.TokenSpent)] == ["a thief", "a thief"]


# --- any time ---------------------------------------------------------------------------------------------------------


def helps(at: Table, hero: Hero, name: str) -> bool:
    return could_help(at, hero, PACK.items[f"test-{name}"].abilities[0])


def test_nobody_is_offered_a_remedy_for_nothing():
    at, ada = packed()
    remedies = ["salve", "hymn", "tonic", "water", "antidote", "panacea"]
    assert [name for name in remedies if helps(at, ada, name)] == []
    for mark, good in [
        ("wounds", ["salve", "tonic"]),
        ("sanity_damage", ["hymn", "tonic"]),
        ("corruption", ["water"]),
        ("poison", ["antidote", "panacea"]),
        ("bleeding", ["panacea"]),
    ]:
        setattr(ada, mark, 1)
        assert [name for name in remedies if helps(at, ada, name)] == good
        setattr(ada, mark, 0)


def test_grit_helps_who_has_room_for_it_or_something_to_spend_it_on():
    at, ada = packed()
    mateo = at.hero("mateo")
    assert [name for name in ("flask", "full", "round", "toast") if helps(at, ada, name)] == [
        "flask", "full", "round", "toast",
    ]  # fmt: skip
    ada.grit = 2
    assert [name for name in ("flask", "full", "round", "toast") if helps(at, ada, name)] == ["round", "toast"]
    mateo.grit = 2
    assert not any(helps(at, ada, name) for name in ("flask", "full", "round", "toast"))
    ada.bleeding = 1
    assert [name for name in ("flask", "full", "round", "toast") if helps(at, ada, name)] == ["flask", "round", "toast"]
    assert helps(at, ada, "book")


def test_grit_does_not_help_who_may_not_recover_it():
    at, ada = packed("test-dull")
    mateo = at.hero("mateo")
    assert not helps(at, ada, "flask") and helps(at, ada, "round")
    mateo.grit = 2
    assert not helps(at, ada, "round")


def test_a_battle_cry_is_not_offered_in_peace():
    at, ada = packed()
    at.state.phase = "activations"
    names = ["fury", "hex", "bomb", "oath", "speed", "mud"]
    assert [name for name in names if helps(at, ada, name)] == ["oath", "speed", "mud"]
    at.state.phase = "start of turn"
    assert [name for name in names if helps(at, ada, name)] == names
    at.state.phase = "activations"
    foe(at, "void-spiders", "1.01")
    assert [name for name in names if helps(at, ada, name)] == names


def test_an_ability_token_is_offered_to_who_uses_such_tokens_and_has_room():
    at, ada = packed()
    assert not helps(at, ada, "rage")


def test_what_may_be_used_at_any_time_is_offered_where_it_can_be_paid_and_helps():
    at, ada = packed("test-salve", "test-book", "test-dear", "test-daily", "test-hurt", "test-mine")
    at.state.used = {}
    assert offered(at) == [f"use:ada:{uid}:{name}" for uid, name in [(101, "book"), (103, "daily"), (105, "mine")]]
    ada.grit, ada.wounds, ada.gold = 1, 1, 0
    assert [one.split(":")[-1] for one in offered(at)] == ["salve", "book", "dear", "daily", "hurt", "mine"]
    run(use_any_time(at, "use:ada:103:daily"))
    run(use_any_time(at, "use:ada:102:dear"))
    assert (ada.grit, ada.gold) == (0, 2)
    assert [one.split(":")[-1] for one in offered(at)] == ["salve", "book", "hurt", "mine"]
    run(use_any_time(at, "use:ada:100:salve"))
    assert ada.wounds == 0
    run(use_any_time(at, "use:ada:105:mine"))


def test_what_is_for_the_own_activation_is_offered_then_and_to_all_in_peace():
    at, _ = packed("test-mine")
    assert offered(at, "ada") == ["use:ada:100:mine"] and offered(at, "mateo") == []
    assert offered(at, PARTY) == ["use:ada:100:mine"]
    foe(at, "void-spiders", "1.01")
    assert offered(at, "ada") == ["use:ada:100:mine"] and offered(at, PARTY) == []


def test_tokens_heal_whom_they_reach():
    at, ada = packed()
    ada.side_bag = ["bandages"]
    mateo = at.hero("mateo")
    assert offered(at) == []
    mateo.wounds = 1
    assert offered(at) == ["token:ada:bandages:bind-wounds"]
    ada.ko = True
    assert offered(at, "mateo") == []


def test_a_grit_stops_the_bleeding_of_whoever_has_both():
    at, ada = packed()
    ada.grit, at.hero("mateo").bleeding = 1, 1
    assert offered(at) == []
    ada.bleeding = 2
    assert offered(at, "mateo") == ["bandage:ada"]
    run(use_any_time(at, "bandage:ada"))
    assert (ada.grit, ada.bleeding) == (0, 1)
    assert of_kind(at.events, e.StatusRemoved) == [e.StatusRemoved("ada", "bleeding", 1, "Grit")]
    assert of_kind(at.events, e.GritChanged)[-1].because == "stopping the Bleeding"


def test_all_heroes_with_a_grit_each_cancel_the_top_growing_dread_card():
    at, ada = packed()
    mateo = at.hero("mateo")
    for dread, grits, answer in [(1, (1, 1), True), (0, (1, 1), False), (1, (1, 0), False), (1, (0, 1), False)]:
        at.state.dread, (ada.grit, mateo.grit) = dread, grits
        assert ("dread:party" in offered(at, PARTY)) == answer
        assert "dread:party" not in offered(at, "ada")
    at.state.dread, ada.grit, mateo.grit = 2, 1, 2
    run(use_any_time(at, "dread:party"))
    assert (at.state.dread, ada.grit, mateo.grit) == (1, 0, 1)


def test_who_acts_may_trade():
    at, ada = packed("test-one")
    ada.space, at.hero("mateo").space = "1.15", "1.16"
    at.acting = "ada"
    assert "trade:ada" in offered(at, "ada")
    assert "trade:ada" not in offered(at, "mateo") and "trade:ada" not in offered(at, PARTY)
    run(use_any_time(at, "trade:ada"), "item:100")
    assert ids(at, at.hero("mateo")) == ["test-one"]
