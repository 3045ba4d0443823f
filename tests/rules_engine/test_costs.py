"""What an ability costs: whether it can be paid, what goes, and what an extra payment adds."""

from __future__ import annotations

from typing import Any

import pytest

from rules_engine import events as e
from rules_engine.effects.context import Context
from rules_engine.effects.nodes import Cost
from rules_engine.effects.stats import Held
from rules_engine.procedures.boosts import into_a_healing, into_a_hit
from rules_engine.procedures.costs import can_pay, change_grit, pay, pay_cost
from rules_engine.state import CardInPlay, Deck, Enemy, Item, Lasting, Upgrade
from rules_engine.table import Table
from tests.rules_engine.at_the_table import by_id, drive, foe, item, of_kind, packs_with, run, table

PAID = [
    ({"discard": "this"}, "gone"),
    ({"grit": 2}, "grit"),
    ({"gold": 3}, "gold"),
    ({"dark_stone": 2}, "stone"),
    ({"wounds": 2}, "blood"),
    ({"sanity": 2}, "mind"),
    ({"corruption_hit": 2}, "soul"),
]
ITEMS = [item(f"test-{name}", {"id": name, "use": "any_time", "label": name, "cost": cost}) for cost, name in PAID]
RAGE: dict[str, Any] = {"boost": {"of": "combat_hit", "add": 2, "most": 3}, "cost": {"tokens": {"rage": 2}}}
BALM: dict[str, Any] = {"boost": {"of": "healing", "add": 2, "most": 4}, "cost": {"tokens": {"ki": 1}}}
GRITTY: dict[str, Any] = {"boost": {"of": "combat_hit", "add": 1, "most": 9}, "cost": {"grit": 2}}
BOOSTS = [item("test-fists", {"id": "fists", **RAGE}), item("test-balm", {"id": "balm", **BALM})]
BOOSTS += [
    item("test-teeth", {"id": "teeth", **GRITTY}),
    item("test-once", {"id": "once", "limit": "turn", **RAGE}),
    item("test-hurt", {"id": "hurt", "if": "wounds >= 1", **RAGE}),
]
PACK = packs_with({"items/test.yaml": ITEMS + BOOSTS})


def owner(*gear: str, dice: dict[str, list[int]] | None = None):
    at = table(gear=gear, library=PACK, dice=dice)
    ada = at.hero("ada")
    ada.stats |= {"max_grit": 4, "health": 10, "sanity": 10}
    at.stats.forget()
    return at, ada


def held(name: str, uid: int = 100, kind: str = "item") -> Held:
    ability = PACK.items[f"test-{name}"].abilities[0]
    return Held(ability, "ada", f"the {name}", uid, kind)


@pytest.mark.parametrize(
    ("cost", "figure"),
    [(Cost(grit=2), "grit"), (Cost(gold=2), "gold"), (Cost(dark_stone=2), "dark_stone")],
)
def test_who_has_as_much_as_it_costs_can_pay_and_who_has_less_cannot(cost: Cost, figure: str):
    at, ada = owner()
    ada.grit = ada.gold = ada.dark_stone = 0
    setattr(ada, figure, 2)
    assert can_pay(at, ada, cost)
    setattr(ada, figure, 1)
    assert not can_pay(at, ada, cost)


def test_every_kind_of_token_that_it_costs_must_be_there():
    at, ada = owner()
    both = Cost(tokens=(("rage", 2), ("ki", 1)))
    ada.tokens = {"rage": 2}
    assert not can_pay(at, ada, both)
    ada.tokens = {"rage": 2, "ki": 1}
    assert can_pay(at, ada, both)
    ada.tokens = {"rage": 1, "ki": 9}
    assert not can_pay(at, ada, both)


def test_dark_stone_that_became_part_of_a_hero_pays_for_nothing():
    at, ada = owner()
    ada.dark_stone = 3
    assert can_pay(at, ada, Cost(dark_stone=3))
    at.state.lasting.append(Lasting(90, "fused_dark_stone", "add", 1, "ada", "forever", "a Mutation"))
    at.stats.forget()
    assert not can_pay(at, ada, Cost(dark_stone=3)) and can_pay(at, ada, Cost(dark_stone=2))


@pytest.mark.parametrize(("cost", "mark"), [(Cost(wounds=2), "wounds"), (Cost(sanity=2), "sanity_damage")])
def test_nobody_pays_with_the_last_point_of_health_or_sanity(cost: Cost, mark: str):
    at, ada = owner()
    left = at.health_left(ada) if mark == "wounds" else at.sanity_left(ada)
    setattr(ada, mark, left - 3)
    assert can_pay(at, ada, cost)
    setattr(ada, mark, left - 2)
    assert not can_pay(at, ada, cost)
    setattr(ada, mark, left)
    assert can_pay(at, ada, Cost())


def test_grit_stays_between_nothing_and_max_grit():
    at, ada = owner()
    ada.grit = 3
    for by, now in [(5, 4), (1, 4), (-1, 3), (-9, 0), (-1, 0), (2, 2)]:
        change_grit(at, ada, by, "a test")
        assert ada.grit == now
    assert [(x.by, x.grit, x.because) for x in of_kind(at.events, e.GritChanged)] == [
        (1, 4, "a test"), (-1, 3, "a test"), (-3, 0, "a test"), (2, 2, "a test"),
    ]  # fmt: skip


def test_who_holds_more_than_max_grit_keeps_it_when_grit_comes():
    at, ada = owner()
    ada.grit = 6
    change_grit(at, ada, 1, "a test")
    assert ada.grit == 6 and not of_kind(at.events, e.GritChanged)
    change_grit(at, ada, -1, "a test")
    assert ada.grit == 5


def test_an_ally_gains_no_grit():
    at, ada = owner()
    ada.ally_of, ada.grit = "somebody", 0
    change_grit(at, ada, 1, "a test")
    assert ada.grit == 0


@pytest.mark.parametrize(
    ("name", "figure", "left"),
    [("grit", "grit", 1), ("gold", "gold", 2), ("stone", "dark_stone", 3), ("blood", "wounds", 2),
     ("mind", "sanity_damage", 2)],
)  # fmt: skip
def test_what_it_costs_is_paid_once(name: str, figure: str, left: int):
    at, ada = owner(f"test-{name}")
    ada.grit, ada.gold, ada.dark_stone = 3, 5, 5
    ada.stats |= {"armor": 2, "shield": 9, "spirit_armor": 2}
    at.stats.forget()
    before = ada.grit, ada.gold, ada.dark_stone, ada.wounds, ada.sanity_damage
    run(pay(at, ada, held(name).ability, held(name)))
    after = ada.grit, ada.gold, ada.dark_stone, ada.wounds, ada.sanity_damage
    assert getattr(ada, figure) == left
    assert sum(was != now for was, now in zip(before, after, strict=True)) == 1
    (used,) = of_kind(at.events, e.AbilityUsed)
    assert (used.who, used.ability, used.name) == ("ada", name, f"the {name}")


def test_a_corruption_hit_that_it_costs_is_saved_by_willpower():
    at, ada = owner("test-soul", dice={"willpower": [6, 1]})
    ada.grit = 0
    ada.stats["willpower"] = 4
    at.stats.forget()
    run(pay(at, ada, held("soul").ability, held("soul")))
    assert ada.corruption == 1


def test_times_is_how_often_grit_and_tokens_are_paid_and_surplus_goes_first():
    at, ada = owner("test-grit", "test-fists")
    ada.grit = 4
    run(pay(at, ada, held("grit").ability, held("grit"), surplus=1))
    assert ada.grit == 3
    run(pay(at, ada, held("grit").ability, held("grit"), surplus=2))
    assert ada.grit == 3
    ada.tokens = {"rage": 7}
    run(pay(at, ada, held("fists").ability, held("fists"), times=3))
    assert ada.tokens == {"rage": 1}
    ada.grit = 4
    run(pay(at, ada, held("grit").ability, held("grit"), times=2))
    assert ada.grit == 0


def test_the_item_that_is_discarded_is_the_one_that_was_used():
    at, ada = owner("test-gone", "test-gone", "test-grit")
    run(pay(at, ada, held("gone", 101).ability, held("gone", 101)))
    assert [i.uid for i in ada.items if i.uid >= 100] == [100, 102]
    assert of_kind(at.events, e.ItemLost) == [e.ItemLost("ada", 101, "test-gone", "discarded")]
    run(pay(at, ada, held("gone", 101).ability, held("gone", 101)))
    assert [i.uid for i in ada.items if i.uid >= 100] == [100, 102]


def test_an_upgrade_that_is_discarded_leaves_its_item():
    at, ada = owner()
    ada.items.append(Item(100, "test-grit", True, [Upgrade(107, "test-gone")]))
    run(pay(at, ada, held("gone", 107).ability, held("gone", 107)))
    host = ada.items[-1]
    assert host.uid == 100 and host.upgrades == []


def test_only_what_is_discarded_for_its_use_goes():
    at, ada = owner("test-grit", "test-gone")
    ada.grit = 4
    run(pay(at, ada, held("grit").ability, held("grit")))
    assert not of_kind(at.events, e.ItemLost)


def test_a_token_is_spent_and_the_item_of_that_number_stays():
    at, ada = owner("test-gone")
    ada.side_bag = ["bandages", "whiskey"]
    run(pay(at, ada, held("gone").ability, held("gone", 100, "token"), "whiskey"))
    assert ada.side_bag == ["bandages"] and not of_kind(at.events, e.ItemLost)
    assert of_kind(at.events, e.TokenSpent) == [e.TokenSpent("ada", "whiskey", "used")]


def test_a_basic_ally_is_used_up():
    at, ada = owner()
    ally = next(id for id in sorted(PACK.allies) if not id.startswith("test"))
    ada.basic_allies = [ally, ally]
    run(pay(at, ada, held("gone").ability, held("gone", 0, "token"), ally))
    assert ada.basic_allies == [ally]
    assert of_kind(at.events, e.BasicAllyUsed) == [e.BasicAllyUsed("ada", ally, PACK.allies[ally].name)]


def test_a_card_that_is_discarded_for_its_use_goes_to_its_own_discard_pile():
    at, ada = owner("test-gone")
    cards = sorted(id for id, card in PACK.cards.items() if card.remains_in_play and card.deck in at.state.decks)[:2]
    at.state.in_play = [CardInPlay(100, cards[0]), CardInPlay(101, cards[1])]
    run(pay(at, ada, held("gone").ability, held("gone", 101, "card")))
    assert [card.uid for card in at.state.in_play] == [100]
    assert of_kind(at.events, e.CardDiscarded) == [e.CardDiscarded(PACK.cards[cards[1]].deck, cards[1])]
    run(pay(at, ada, held("gone").ability, held("gone", 101, "card")))
    assert [card.uid for card in at.state.in_play] == [100] and len(of_kind(at.events, e.CardDiscarded)) == 1
    assert not of_kind(at.events, e.ItemLost)


def test_a_team_card_that_is_played_leaves_the_pool():
    at, ada = owner("test-gone")
    cards = sorted(id for id, card in PACK.cards.items() if card.deck.startswith("team-"))[:2]
    for card in cards:
        at.state.decks.setdefault(PACK.cards[card].deck, Deck([card]))
    at.state.team_cards = [CardInPlay(100, cards[0], "ada"), CardInPlay(101, cards[1], "ada")]
    run(pay(at, ada, held("gone").ability, held("gone", 101, "team")))
    assert [card.uid for card in at.state.team_cards] == [100]
    (left,) = of_kind(at.events, e.TeamCardLeft)
    assert (left.uid, left.because) == (101, "played")


def test_an_upgrade_is_paid_for_as_an_ability_is():
    at, ada = owner(dice={"willpower": [1]})
    ada.grit, ada.dark_stone, ada.gold, ada.tokens = 2, 3, 4, {"rage": 5}
    ada.stats |= {"armor": 2, "spirit_armor": 2, "shield": 9}
    at.stats.forget()
    cost = Cost(grit=2, dark_stone=1, gold=3, tokens=(("rage", 2),), wounds=1, sanity=1, corruption_hit=1)
    run(pay_cost(at, ada, cost, "a Long Barrel"))
    assert (ada.grit, ada.dark_stone, ada.gold, ada.tokens) == (0, 2, 1, {"rage": 3})
    assert (ada.wounds, ada.sanity_damage, ada.corruption) == (1, 1, 1)
    assert {x.because for x in at.events if isinstance(x, e.GritChanged | e.DarkStoneChanged | e.GoldChanged)} == {
        "a Long Barrel"
    }


# --- boosts -----------------------------------------------------------------------------------------------------------


def troll(at: Table, wounds: int = 0) -> Enemy:
    """A Troll with 8 Health left, or so many fewer."""
    enemy = foe(at, "trolls", "1.10")
    enemy.wounds = at.stats.enemy("trolls", "health") - 8 + wounds
    return enemy


def asked(procedure, pick: str):
    """What was asked while it was driven, each Choice answered by `pick`."""
    return drive(procedure, by_id(pick))


def test_each_payment_of_several_tokens_adds_what_the_ability_says():
    at, ada = owner("test-fists")
    ada.tokens = {"rage": 5}
    enemy = troll(at)
    (choice,) = asked(into_a_hit(at, ada, enemy, 5, 4, Context(subject="ada")), "boost:2")
    assert choice.ids == ["boost:0", "boost:1", "boost:2"]
    assert [option.label for option in choice.options] == [
        "add nothing", "spend 2 Rage: +2 Damage", "spend 4 Rage: +4 Damage",
    ]  # fmt: skip
    assert choice.who == "ada" and choice.about == {"ability": "fists", "of": "combat_hit", "add": "2"}
    assert "5 Damage" in choice.prompt and "Defense 4" in choice.prompt and "8 Health left" in choice.prompt
    assert ada.tokens == {"rage": 1}


@pytest.mark.parametrize(
    ("damage", "defense", "wounds", "offered"),
    [(5, 4, 0, 3), (4, 9, 0, 3), (3, 9, 0, 0), (3, 8, 0, 3), (5, 4, 2, 3), (5, 4, 3, 2), (5, 4, 5, 1), (5, 4, 7, 0)],
)
def test_no_more_is_offered_than_kills_and_nothing_that_could_not_wound(damage, defense, wounds, offered):
    at, ada = owner("test-fists")
    ada.tokens = {"rage": 99}
    enemy = troll(at, wounds)
    choices = asked(into_a_hit(at, ada, enemy, damage, defense, Context(subject="ada")), "boost:0")
    assert [len(choice.options) - 1 for choice in choices] == ([offered] if offered else [])
    assert ada.tokens == {"rage": 99}


def test_what_was_bought_counts_for_what_is_offered_next():
    at, ada = owner("test-fists", "test-teeth")
    ada.tokens, ada.grit = {"rage": 99}, 9
    enemy = troll(at)
    choices = drive(into_a_hit(at, ada, enemy, 4, 4, Context(subject="ada")), lambda choice: choice.options[-1])
    assert [choice.options[-1].id for choice in choices] == ["boost:3", "boost:2"]
    assert "10 Damage" in choices[1].prompt and (ada.tokens, ada.grit) == ({"rage": 93}, 5)


def test_grit_pays_for_as_many_as_there_is_grit_for():
    at, ada = owner("test-teeth")
    for grit, offered in [(1, 0), (2, 1), (3, 1), (4, 2)]:
        ada.grit = grit
        choices = asked(into_a_hit(at, ada, troll(at), 4, 4, Context(subject="ada")), "boost:0")
        assert [len(choice.options) - 1 for choice in choices] == ([offered] if offered else [])
    assert choices[0].options[2].label == "spend 4 Grit: +2 Damage"


def test_the_damage_bought_is_returned():
    at, ada = owner("test-fists")
    ada.tokens = {"rage": 6}
    assert run(into_a_hit(at, ada, troll(at), 4, 4, Context(subject="ada")), "boost:2") == 4
    assert run(into_a_hit(at, ada, troll(at), 4, 4, Context(subject="ada")), "boost:0") == 0


def test_a_boost_of_once_a_turn_is_offered_once_and_one_with_a_condition_where_it_holds():
    at, ada = owner("test-once", "test-hurt")
    ada.tokens = {"rage": 99}
    about = Context(subject="ada")
    assert len(asked(into_a_hit(at, ada, troll(at), 4, 4, about), "boost:1")) == 1
    assert asked(into_a_hit(at, ada, troll(at), 4, 4, about), "boost:1") == []
    ada.wounds = 1
    assert len(asked(into_a_hit(at, ada, troll(at), 4, 4, about), "boost:1")) == 1


@pytest.mark.parametrize(("points", "room", "offered"), [(2, 2, 0), (2, 3, 1), (2, 4, 1), (2, 5, 2), (0, 99, 4)])
def test_no_more_is_added_to_a_healing_than_there_is_use_for(points: int, room: int, offered: int):
    at, ada = owner("test-balm", "test-fists")
    ada.tokens = {"ki": 9, "rage": 9}
    about = Context(subject="ada")
    choices = asked(into_a_healing(at, ada, ada, points, room, about), "boost:0")
    assert [len(choice.options) - 1 for choice in choices] == ([offered] if offered else [])
    if offered:
        assert run(into_a_healing(at, ada, ada, points, room, about), "boost:1") == 2
        assert ada.tokens == {"ki": 8, "rage": 9}
        assert choices[0].options[1].label == "spend 1 Ki: +2 healed"
