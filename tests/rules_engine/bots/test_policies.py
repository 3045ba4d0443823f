"""Bots take any seat, answer only what is legal, and play the same game the same way."""

from __future__ import annotations

import pytest

from rules_engine import Choice, Game, GameSetup, HeroSetup, Option, party
from rules_engine.bots import RandomPolicy, SensiblePolicy, follow, play

SETUPS = [
    party("us-marshal"),
    party("rancher", "saloon-girl", mission="scouting-party", edition="old-west"),
    party("us-marshal", "bandido", "rancher", "saloon-girl", mission="lost-contact", edition="forbidden-fortress"),
    party("us-marshal", "bandido", "rancher", "saloon-girl", "lawman", "rancher", edition="valhalla"),
]
SEATS = GameSetup((HeroSetup("us-marshal", seat="ann"), HeroSetup("rancher", seat="bob")))


def journal(setup: GameSetup, policy: RandomPolicy | SensiblePolicy, seed: int = 5) -> bytes:
    game = Game.start(setup, seed=seed)
    play(game, policy)
    return game.journal.dump()


@pytest.mark.parametrize("setup", SETUPS)
def test_sensible_bots_play_a_whole_adventure(setup: GameSetup) -> None:
    game = Game.start(setup, seed=5)
    play(game, SensiblePolicy())
    assert game.over
    assert game.state.outcome in ("victory", "defeat")


@pytest.mark.parametrize("setup", SETUPS)
def test_random_bots_play_a_whole_adventure(setup: GameSetup) -> None:
    game = Game.start(setup, seed=5)
    play(game, RandomPolicy(5))
    assert game.over


def test_the_sensible_bot_always_answers_with_a_legal_option() -> None:
    policy = SensiblePolicy()
    for seed in range(4):
        game = Game.start(party("us-marshal", "bandido", "rancher", "saloon-girl"), seed=seed)
        while game.pending is not None:
            answer = policy.choose(game, game.pending)
            assert answer in game.pending.ids, f"{answer} for {game.pending.kind}: {game.pending.ids}"
            game.choose(answer)


def test_the_same_bot_plays_the_same_seed_the_same_way() -> None:
    assert journal(SETUPS[2], SensiblePolicy()) == journal(SETUPS[2], SensiblePolicy())
    assert journal(SETUPS[2], RandomPolicy(1)) == journal(SETUPS[2], RandomPolicy(1))


def test_another_bot_seed_plays_another_game() -> None:
    assert journal(SETUPS[2], RandomPolicy(1)) != journal(SETUPS[2], RandomPolicy(2))


def test_the_random_bot_reaches_every_option() -> None:
    game = Game.start(party("us-marshal"), seed=1)
    options = tuple(Option(word, word) for word in ("a", "b", "c"))
    policy = RandomPolicy(0)
    answers = [policy.choose(game, Choice(i, "party", "card", "?", options)) for i in range(300)]
    assert {answers.count(word) > 60 for word in ("a", "b", "c")} == {True}


def test_the_random_bot_flees_only_if_it_may() -> None:
    brave, craven = RandomPolicy(3), RandomPolicy(3, flee=True)
    ends = {}
    for policy in (brave, craven):
        ends[policy.flee] = []
        for seed in range(6):
            game = Game.start(party("us-marshal", "rancher"), seed=seed)
            play(game, policy)
            ends[policy.flee].append(any(answer == "flee" for _, answer in game.choices_made))
    assert not any(ends[False])
    assert any(ends[True])


def test_bots_roll_the_dice_of_a_table_with_its_own_dice() -> None:
    for policy in (RandomPolicy(2), SensiblePolicy()):
        game = Game.start(party("us-marshal", table_dice=["hero"]), seed=2)
        play(game, policy)
        assert game.over


def test_a_bot_beside_a_person_waits_when_the_person_must_decide() -> None:
    game = Game.start(SEATS, seed=4)
    play(game, {"bob": SensiblePolicy()})
    assert game.pending is not None
    hero = game.state.heroes.get(game.pending.who)
    assert hero is None or hero.seat == "ann"
    assert all(choice.agree != "all" for choice, _ in game.choices_made)


def test_bots_go_along_with_what_the_people_agree_on() -> None:
    game = Game.start(SEATS, seed=4)
    bots = {"bob": SensiblePolicy()}
    person = SensiblePolicy()
    while game.pending is not None and game.pending.agree != "all":
        play(game, bots)
        if game.pending is not None and game.pending.agree != "all":
            game.choose(person.choose(game, game.pending))
    choice = game.pending
    assert choice is not None and choice.kind == "turn"
    game.choose("hold", seat="ann")
    assert game.pending is choice
    follow(game, "hold", bots)
    assert game.pending is not choice


def test_every_seat_may_be_a_bot_of_its_own() -> None:
    game = Game.start(SEATS, seed=4)
    play(game, {"ann": SensiblePolicy(), "bob": RandomPolicy(1)})
    assert game.over


def test_four_sensible_heroes_win_more_often_than_random_ones() -> None:
    wins = {"sensible": 0, "random": 0}
    for seed in range(8):
        for name, policy in (("sensible", SensiblePolicy()), ("random", RandomPolicy(seed))):
            game = Game.start(party("us-marshal", "bandido", "rancher", "saloon-girl"), seed=seed)
            play(game, policy)
            wins[name] += game.state.outcome == "victory"
    assert wins["sensible"] >= wins["random"] + 3
