"""Trading at the table: what a hero may part with, and whose text counts in which turn."""

from __future__ import annotations

from rules_engine import GameSetup, HeroSetup
from rules_engine import events as e
from rules_engine.effects.stats import Held
from rules_engine.procedures.costs import pay
from rules_engine.procedures.items import assign_hands, carrying_limit, usable
from rules_engine.procedures.trading import gifts, hand_over, may_trade, tradable, trade
from rules_engine.state import Item, Lasting
from tests.rules_engine.at_the_table import (
    MARSHAL,
    drive,
    foe,
    in_turn,
    item,
    of_kind,
    packs_with,
    random_game,
    run,
    table,
    two_heroes,
)

TWO = GameSetup((MARSHAL, HeroSetup("bandido", "Mateo", "powder-monkey", "whiskey", "worn-eye-patch", space="1.16")))
GUN = {"hands": 2, "weapon": {"kind": "ranged", "range": 6, "shots": 1}}
RING = item("test-ring", {"id": "shine", "flags": ["no_hat"]})
PACK = packs_with({"items/test.yaml": [item("test-gun", **GUN), RING]})


def two(*gear: str):
    at = table(gear=gear, library=PACK, setup=TWO)
    ada, mateo = at.state.heroes.values()
    ada.space, mateo.space = "1.15", "1.16"
    at.acting = ada.id
    return at, ada, mateo


def test_a_fused_item_and_fused_dark_stone_are_not_given_away():
    at, ada, mateo = two("test-gun")
    ada.dark_stone = 3
    at.state.lasting += [
        Lasting(90, "fused:100", "flag", 1, ada.id, "forever", "a Mutation"),
        Lasting(91, "fused_dark_stone", "add", 3, ada.id, "forever", "a Mutation"),
    ]
    at.stats.forget()
    assert tradable(at, ada) == []
    assert [option.id for option in gifts(at, ada, mateo)] == ["token:bandages"]


def test_a_weapon_that_was_fired_is_in_no_other_hands_until_the_next_turn():
    at, ada, mateo = two("test-gun")
    at.emit(e.AttackMade(ada.id, "test-gun", "ranged", 0, 0, 1, 1, 100))
    hand_over(at, ada, mateo, 100)
    (gun,) = [i for i in mateo.items if i.uid == 100]
    assert not usable(at, mateo, gun)
    run(assign_hands(at, mateo, ask=False))
    assert not gun.worn
    at.emit(e.TurnEnded(at.state.turn))
    assert usable(at, mateo, gun)


def test_an_item_that_comes_back_is_the_givers_to_use_again():
    at, ada, mateo = two("test-gun")
    at.emit(e.AttackMade(ada.id, "test-gun", "ranged", 0, 0, 1, 1, 100))
    hand_over(at, ada, mateo, 100)
    hand_over(at, mateo, ada, 100)
    assert usable(at, ada, next(i for i in ada.items if i.uid == 100))


def test_text_that_counts_all_the_time_has_been_used_by_whoever_wears_it():
    at, ada, mateo = two("test-ring")
    hand_over(at, ada, mateo, 100)
    assert at.events[-1] == e.Given(ada.id, mateo.id, "item", "test-ring", "test-ring", 1, 100, True, False)
    assert "no_hat" not in at.stats.flags(mateo) and "no_hat" not in at.stats.flags(ada)


def test_an_item_in_the_pack_counts_for_the_other_at_once():
    at, ada, mateo = two("test-ring")
    ada.items[-1].worn = False
    at.stats.forget()
    hand_over(at, ada, mateo, 100)
    assert "no_hat" in at.stats.flags(mateo)


def test_an_ability_of_an_item_marks_it_as_used_by_the_hero():
    at, ada, mateo = two("test-ring")
    ability = PACK.items["test-ring"].abilities[0]
    run(pay(at, ada, ability, Held(ability, ada.id, "test-ring", 100, "item")))
    assert at.state.used == {"*|100|ada": "turn"}
    assert usable(at, ada, ada.items[-1]) and not usable(at, mateo, ada.items[-1])


def test_nobody_trades_before_or_after_the_own_activation():
    at, ada, mateo = two("test-gun")
    assert may_trade(at, ada) and not may_trade(at, mateo)
    at.acting = ""
    assert not may_trade(at, ada)


def test_with_one_partner_only_nobody_is_named_and_done_ends_it():
    at, ada, _ = two("test-gun")
    run(trade(at, ada), "item:100", "token:bandages")
    assert [(g.what, g.id) for g in of_kind(at.events, e.Given)] == [("item", "test-gun"), ("token", "bandages")]
    ada.gold = 2
    run(trade(at, ada), "done")
    assert len(of_kind(at.events, e.Given)) == 2


def test_games_with_trading_end_and_give_things_away():
    given = 0
    for seed in range(6):
        game = random_game("us-marshal", "bandido", "saloon-girl", seed=seed)
        assert game.over
        given += len(of_kind(game.events, e.Given))
    assert given


def test_who_gives_away_what_held_them_up_is_knocked_out():
    charm = item("test-charm", {"id": "heart", "modifiers": [{"stat": "health", "add": 3}]})
    at = table(gear=("test-charm",), library=packs_with({"items/test.yaml": [charm]}), setup=TWO)
    ada, mateo = at.state.heroes.values()
    ada.space, mateo.space, at.acting = "1.15", "1.16", ada.id
    at.state.revive_tokens = 0
    ada.wounds = at.stats.hero(ada, "health") - 2
    run(trade(at, ada), f"item:{next(i.uid for i in ada.items if i.id == 'test-charm')}")
    assert ada.ko and [x.hero for x in of_kind(at.events, e.KnockedOut)] == [ada.id]


def test_nothing_is_offered_that_the_other_could_not_carry():
    library = packs_with({"items/test.yaml": [item("test-anvil", weight=7), item("test-chest", weight=6)]})
    at, ada, mateo = two_heroes("test-anvil", "test-chest", library=library)
    at.acting, mateo.space, mateo.stats["strength"] = ada.id, ada.space, 1
    at.stats.forget()
    assert carrying_limit(at, mateo) == 6
    assert [option.id for option in gifts(at, ada, mateo)] == ["item:101"]
    mateo.items = [Item(110, "six-shooter")]
    assert gifts(at, ada, mateo) == [] and not may_trade(at, ada)
    ada.gold = 1
    assert may_trade(at, ada) and [option.id for option in gifts(at, ada, mateo)] == ["gold"]


def test_a_full_side_bag_takes_no_token_and_who_is_out_of_reach_nothing():
    at, ada, mateo = two_heroes(library=PACK)
    at.acting, ada.space, mateo.space, ada.side_bag = ada.id, "1.13", "1.12", ["bandages"]
    assert may_trade(at, ada)
    mateo.side_bag = ["whiskey"] * at.stats.hero(mateo, "side_bag")
    assert not may_trade(at, ada) and gifts(at, ada, mateo) == []
    mateo.side_bag = mateo.side_bag[1:]
    assert may_trade(at, ada)
    foe(at, "trolls", "1.21")
    assert may_trade(at, ada)
    mateo.space = "1.03"
    assert not may_trade(at, ada)


def test_gold_and_dark_stone_are_given_in_sums_that_there_are():
    at, ada, mateo = two_heroes(library=PACK)
    at.acting, mateo.space, ada.gold, ada.dark_stone = ada.id, ada.space, 12, 2
    choices = drive(trade(at, ada), in_turn("gold", "amount:5", "dark_stone", "amount:2", "done"))
    assert [choice.kind for choice in choices] == ["trade", "trade_amount", "trade", "trade_amount", "trade"]
    assert choices[0].about == {"to": "mateo"} and choices[0].ids == ["done", "gold", "dark_stone"]
    assert [option.label for option in choices[1].options] == ["$1", "$5", "$10", "$12"]
    assert [option.label for option in choices[3].options] == ["1 Dark Stone", "2 Dark Stone"]
    assert (ada.gold, mateo.gold, ada.dark_stone, mateo.dark_stone) == (7, 5, 0, 2)
