"""Cards of a Class at the creation of a Hero, and whole games of the Forbidden Fortress's Classes."""

from __future__ import annotations

import pytest

from rules_engine import Game, party
from rules_engine import events as e
from rules_engine.bots import SensiblePolicy
from rules_engine.errors import SetupError
from rules_engine.invariants import Watch
from rules_engine.setup import GameSetup, HeroSetup
from tests.golden import golden

CLASSES = ("samurai-warrior", "assassin", "traveling-monk", "sorceress")


def created(*heroes: HeroSetup, seed: int = 1) -> Game:
    """A game up to its first turn."""
    game, policy = Game.start(GameSetup(heroes, edition="forbidden-fortress"), seed=seed), SensiblePolicy()
    while game.pending is not None and game.pending.kind != "turn":
        game.choose(policy.choose(game, game.pending))
    return game


@golden("G041")
def test_a_sorceress_keeps_one_of_two_spells_of_an_element_twice():
    game = created(HeroSetup("sorceress"))
    (hero,) = game.state.heroes.values()
    decks = [game.library.class_cards[card].deck for card in hero.class_cards]
    assert decks == ["elemental-focus", "spell-water", "spell-water"]
    drawn = [event for event in game.events if isinstance(event, e.CardDrawn) and event.deck == "spell-water"]
    back = [event for event in game.events if isinstance(event, e.CardReturned) and event.deck == "spell-water"]
    assert (len(drawn), len(back)) == (4, 2)
    assert len(game.state.decks["spell-water"].remaining) == 1
    asked = [choice.kind for choice, _ in game.choices_made]
    assert asked.count("element") == 2
    assert any(held.ability.id == "elemental-blast" for held in game.table.stats.held_by(hero))


def test_a_sorceress_starts_with_her_mana_and_a_d6_of_arcane_powder():
    game = created(HeroSetup("sorceress", upgrade="practiced-hand"))
    (hero,) = game.state.heroes.values()
    assert hero.tokens["mana"] == 5
    assert 1 <= hero.tokens["arcane-powder"] <= 6


def test_a_samurai_draws_three_battle_tactics_and_keeps_two():
    game = created(HeroSetup("samurai-warrior"))
    (hero,) = game.state.heroes.values()
    assert len(hero.class_cards) == 2
    assert len(game.state.decks["battle-tactics"].remaining) == 6
    drawn = [event for event in game.events if isinstance(event, e.CardDrawn) and event.deck == "battle-tactics"]
    assert len(drawn) == 3


def test_an_assassin_chooses_a_ninja_clan_among_all():
    game = Game.start(GameSetup((HeroSetup("assassin"),)), seed=1)
    policy = SensiblePolicy()
    while game.pending is not None and game.pending.kind != "class_card":
        game.choose(policy.choose(game, game.pending))
    assert game.pending is not None
    assert len(game.pending.options) == 4


@golden("G194")
def test_a_samurai_may_take_fire_sake_and_nobody_else():
    assert created(HeroSetup("samurai-warrior", token="fire-sake")).state.heroes["takeda-genzo"].side_bag == [
        "fire-sake"
    ]
    with pytest.raises(SetupError, match="no free token"):
        created(HeroSetup("assassin", token="fire-sake"))


def test_the_setup_may_name_the_cards():
    game = created(HeroSetup("samurai-warrior", cards=("war-cry", "still-water")))
    assert game.state.heroes["takeda-genzo"].class_cards == ["war-cry", "still-water"]
    with pytest.raises(SetupError, match="no card of this Class"):
        created(HeroSetup("assassin", cards=("war-cry",)))


@pytest.mark.parametrize("seed", range(2))
def test_a_game_of_the_fortress_breaks_no_invariant_and_replays(seed: int):
    game = Game.start(party(*CLASSES, edition="forbidden-fortress"), seed=seed)
    watch, policy = Watch(game), SensiblePolicy()
    while game.pending is not None:
        game.choose(policy.choose(game, game.pending))
    assert watch.look() == []
    assert any(isinstance(event, e.SpellCast) for event in game.events)
    assert Game.replay(game.journal.dump()).fingerprint() == game.fingerprint()
