"""Team Heroes in whole games: the pool of Team Ability cards, Ability Tokens, and that nothing of it breaks a table."""

from __future__ import annotations

import pytest

from rules_engine import Game, party
from rules_engine import events as e
from rules_engine.bots import RandomPolicy, SensiblePolicy
from rules_engine.content.library import standard
from rules_engine.invariants import Watch
from rules_engine.procedures.ability_tokens import kinds, most
from rules_engine.setup import GameSetup, HeroSetup
from tests.golden import golden

CONQUISTADORS = ("el-capitan", "explorer", "duelist", "soldier")
VIKINGS = ("jarl", "huscarl", "berserker", "raider")


def set_out(setup: GameSetup, seed: int = 1) -> Game:
    """A game up to its first turn."""
    game, policy = Game.start(setup, seed=seed), SensiblePolicy()
    while game.pending is not None and game.pending.kind != "turn":
        game.choose(policy.choose(game, game.pending))
    return game


@golden("G340")
def test_every_team_hero_adds_a_card_to_the_pool():
    game = set_out(party("soldier", "explorer", "us-marshal"))
    assert [card.owner for card in game.state.team_cards] == ["gaspar-robles", "beltran-ossorio"]
    assert len(game.state.decks["team-conquistador"].remaining) == 10


def test_an_expedition_leader_adds_two():
    game = set_out(GameSetup((HeroSetup("el-capitan", upgrade="expedition-leader"),)))
    assert len(game.state.team_cards) == 2


def test_without_a_team_hero_there_is_no_team_deck():
    game = set_out(party("us-marshal"))
    assert not [deck for deck in game.state.decks if deck.startswith("team-")]
    assert not game.state.team_cards


@golden("G024")
def test_a_conquistador_starts_with_one_ambition_and_one_grit():
    game = set_out(party(*CONQUISTADORS))
    for hero in game.state.heroes.values():
        assert (hero.tokens, hero.grit) == ({"ambition": 1}, 1)


def test_the_ornate_helmet_raises_max_ambition():
    game = set_out(party("el-capitan", "soldier"))
    captain, soldier = game.state.heroes.values()
    assert most(game.table, captain, kinds(game.table, captain)[0]) == 3
    assert most(game.table, soldier, kinds(game.table, soldier)[0]) == 2


@golden("G030")
def test_a_viking_starts_without_rage():
    game = set_out(party("jarl", "raider", edition="valhalla"))
    assert [hero.tokens.get("rage", 0) for hero in game.state.heroes.values()] == [0, 0]


@golden("G340")
def test_three_vikings_put_three_cards_in_the_pool():
    game = set_out(party("jarl", "raider", "huscarl", edition="valhalla"))
    assert len(game.state.team_cards) == 3


@golden("G195")
def test_a_free_throwing_axe_comes_as_two():
    game = set_out(GameSetup((HeroSetup("raider", token="throwing-axe"),), edition="valhalla"))
    assert game.state.heroes["toke-salt-beard"].side_bag == ["throwing-axe"] * 2


@pytest.mark.parametrize("team", [CONQUISTADORS, VIKINGS])
@pytest.mark.parametrize("seed", range(2))
def test_a_game_of_a_team_breaks_no_invariant(team: tuple[str, ...], seed: int):
    game = Game.start(party(*team, "us-marshal"), seed=seed)
    watch, policy = Watch(game), SensiblePolicy()
    while game.pending is not None:
        game.choose(policy.choose(game, game.pending))
    assert watch.look() == []
    assert any(isinstance(event, e.AbilityTokensChanged) for event in game.events)
    assert not game.state.team_cards


def test_a_random_game_of_two_teams_breaks_no_invariant_and_replays():
    game = Game.start(party("duelist", "berserker"), seed=5)
    watch, policy = Watch(game), RandomPolicy(5)
    while game.pending is not None:
        game.choose(policy.choose(game, game.pending))
        assert watch.look() == []
    assert Game.replay(game.journal.dump()).fingerprint() == game.fingerprint()


def test_who_uses_no_such_token_gains_none():
    library = standard()
    assert not library.heroes["us-marshal"].ability_token
    game = set_out(party("us-marshal"))
    assert game.state.heroes["ada-quill"].tokens == {}


def test_every_sub_class_offers_two_starting_upgrades():
    offered = {cls.id: len(cls.starting_upgrades) for cls in standard().heroes.values() if cls.team}
    assert len(offered) == 8 and set(offered.values()) == {2}
