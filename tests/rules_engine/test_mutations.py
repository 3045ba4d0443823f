"""Mutations that change how the table plays, adjudicated by the engine (compilation, "Mutation Chart")."""

from __future__ import annotations

import pytest

from rules_engine import Game, GameSetup, HeroSetup
from rules_engine import events as e
from rules_engine.dice import ScriptedDice, Streams, open_key
from rules_engine.procedures import attacks, harm, items, tails
from rules_engine.state import Item
from rules_engine.table import Table


def table(
    *, mutations: tuple[str, ...] = (), gear: tuple[str, ...] = (), dice: dict[str, list[int]] | None = None
) -> Table:
    """A Marshal alone at the Entrance with some Mutations and Items, dice as scripted."""
    hero = HeroSetup("us-marshal", "Ada", "rolling-thunder", "bandages", "hand-mirror", space="1.15")
    game = Game.start(GameSetup((hero,)), seed=3)
    at = game.table
    at.dice = ScriptedDice(dice or {}, Streams(open_key(1)))
    ada = at.hero("ada")
    ada.mutations.extend(mutations)
    for number, id in enumerate(gear):
        ada.items.append(Item(100 + number, id, True))
    at.stats.forget()
    at.events.clear()
    return at


def enemy(at: Table, type: str, space: str) -> str:
    at.emit(e.FightStarted(1))
    at.emit(e.EnemiesCame(type, type, 1))
    at.emit(e.EnemyPlaced(f"{type}-1", type, space, "ada"))
    return f"{type}-1"


def run(procedure, *answers: str):
    """Drive a procedure with answers in order; a Choice without one is an error."""
    left = list(answers)
    try:
        choice = next(procedure)
        while True:
            assert left, f"unanswered: {choice.prompt} {choice.ids}"
            answer = left.pop(0)
            assert answer in choice.ids, (answer, choice.ids)
            choice = procedure.send(answer)
    except StopIteration as done:
        assert not left, f"not asked: {left}"
        return done.value


def test_g377_glowing_skin_lets_enemies_hit_on_a_1():
    from rules_engine.procedures.foes import group_attack

    at = table(mutations=("21",), dice={"enemy to hit": [1, 2, 3], "defense": [1], "willpower": [6]})
    foe = enemy(at, "drowned-dead", "1.11")
    run(group_attack(at, "drowned-dead", [foe], at.hero("ada")), "keep")
    made = next(x for x in at.events if isinstance(x, e.EnemiesAttacked))
    assert (made.dice, made.hits) == (3, 1)


def test_g373_tentacle_arm_fires_a_two_handed_gun_with_one_hand_but_without_criticals():
    at = table(mutations=("13",))
    ada = at.hero("ada")
    assert at.stats.hero(ada, "hands") == 1 and at.stats.hero(ada, "combat") == 3
    run(items.assign_hands(at, ada, ask=False))
    (gun,) = attacks.ranged_weapons(at, ada)
    assert gun.item == "shotgun" and not gun.criticals
    assert not attacks.is_critical(at, gun, 8)


@pytest.mark.parametrize("space, bitten", [("1.11", True), ("1.07", False)])
def test_g386_a_tail_with_a_mouth_bites_who_rolls_a_1_next_to_it(space: str, bitten: bool):
    at = table(mutations=("34",))
    foe = enemy(at, "tentacles", space)
    run(tails.tails_bite(at, at.state.enemies[foe], 1))
    wounds = [x.wounds for x in at.events if isinstance(x, e.Wounded)]
    assert wounds == ([1] if bitten else [])
    assert not any(isinstance(x, e.XpGained) for x in at.events)


def test_g386_the_tail_bites_its_own_hero_too():
    at = table(mutations=("34",))
    run(tails.tails_bite(at, at.hero("ada"), 2))
    assert at.hero("ada").wounds == 2


def test_g391_the_third_eye_redraws_a_threat_card_for_two_grit_once_a_turn():
    at = table(mutations=("43",))
    ada = at.hero("ada")
    ada.grit = 4
    ada.stats["max_grit"] = 4
    run(items.draw_card(at, "threat-low"), "redraw")
    assert ada.grit == 2
    drawn = [x.card for x in at.events if isinstance(x, e.CardDrawn)]
    assert len(drawn) == 2 and drawn[0] in at.state.decks["threat-low"].discard


def test_g391_the_third_eye_sees_threat_cards_alone():
    at = table(mutations=("43",))
    at.hero("ada").grit = 2
    card = run(items.draw_card(at, "darkness"))
    assert at.hero("ada").grit == 2
    assert [x.card for x in at.events if isinstance(x, e.CardDrawn)] == [card]


def test_g393_fangs_bite_a_void_enemy_and_taste_corruption():
    at = table(mutations=("45",), dice={"to hit": [5], "damage": [6], "willpower": [1]})
    enemy(at, "acidic-tentacles", "1.11")
    ada = at.hero("ada")
    ada.grit = 0
    number = next(n for n, held, _ in attacks._free_attacks(at, ada))
    run(attacks.free_attack(at, ada, str(number)))
    assert ada.corruption == 1


def test_g394_a_second_head_wears_a_second_hat_and_quarrels_on_a_6():
    hats = [i.id for i in table().library.items.values() if i.slot == "hat"][:2]
    at = table(mutations=("46",), gear=tuple(hats))
    ada = at.hero("ada")
    assert {100, 101} <= set(items.clothing_sets(at, ada)[0])
    assert not {100, 101} <= set(items.clothing_sets(table(gear=tuple(hats)), table(gear=tuple(hats)).hero("ada"))[0])


def test_g398_a_fused_item_stays_in_hand_and_is_never_lost():
    at = table()
    ada = at.hero("ada")
    run(items.fuse(at, ada, "one", "Fused with Item"))
    gun = next(i for i in ada.items if i.id == "shotgun")
    assert gun.uid in items.fused(at, ada)
    assert all(gun.uid in hands for hands in items.hand_sets(at, ada))
    from rules_engine.effects.context import Context

    run(items.lose_item(at, ada, "random", Context(subject="ada", source="a thief")))
    assert any(i.id == "shotgun" for i in ada.items)


def test_g400_fused_dark_stone_cannot_be_spent_but_new_shards_can():
    from rules_engine.effects.nodes import Cost
    from rules_engine.procedures.costs import can_pay

    at = table()
    ada = at.hero("ada")
    ada.dark_stone = 2
    run(items.fuse(at, ada, "dark_stone", "Fused with Dark Stone"))
    assert not can_pay(at, ada, Cost(dark_stone=1))
    ada.dark_stone = 3
    assert can_pay(at, ada, Cost(dark_stone=1)) and not can_pay(at, ada, Cost(dark_stone=2))


def test_g405_void_speech_is_quick_and_costs_sanity_beside_the_void():
    from rules_engine.effects.context import Context

    at = table(mutations=("65",))
    enemy(at, "acidic-tentacles", "1.07")
    ada = at.hero("ada")
    run(at.fire("turn_started", Context(source="the turn")))
    assert at.stats.hero(ada, "initiative") == 5 and ada.sanity_damage == 1


def test_g163_a_mutation_rolled_again_is_death():
    at = table(mutations=("31",), dice={"mutation chart": [3, 1]})
    at.state.heroes["bo"] = at.state.heroes["ada"].__class__(
        **{f: getattr(at.state.heroes["ada"], f) for f in at.state.heroes["ada"].__struct_fields__}
    )
    at.state.heroes["bo"].id, at.state.heroes["bo"].name, at.state.heroes["bo"].mutations = "bo", "Bo", []
    run(harm.roll_on_chart(at, at.hero("ada"), "mutation"))
    assert at.hero("ada").dead
