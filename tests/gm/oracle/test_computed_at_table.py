"""Questions about a table: read from it, tried on a copy of it, and never changing it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from gm.oracle.computed.at_table import copied
from gm.oracle.computed.saying import chance
from rules_engine import Game, odds, party
from rules_engine.bots import SensiblePolicy
from rules_engine.chances import attack_on, weapons
from rules_engine.choices import Choice
from rules_engine.odds import HELD
from rules_engine.procedures.attacks import targets
from rules_engine.procedures.darkness import needed_now
from tests.gm.oracle.asking import ask

NOT_SETTLED = 800


def played(wanted: Callable[[Game, Choice], bool]) -> Game:
    """A game of two heroes, played by a bot until something wanted is pending."""
    bot = SensiblePolicy()
    for seed in range(3, 30):
        game = Game.start(party("us-marshal", "bandido"), seed=seed)
        for _ in range(NOT_SETTLED):
            if game.pending is None:
                break
            if wanted(game, game.pending):
                return game
            game.choose(bot.choose(game, game.pending))
    raise AssertionError("no such table came about")


@cache
def at_turn() -> Game:
    """The party is asked whether it holds the Darkness back, after some turns."""
    return played(lambda game, choice: choice.kind == "turn" and game.state.darkness > 1)


@cache
def at_attack() -> Game:
    """A hero with a gun may attack somebody of the only type that is there."""
    return played(
        lambda game, choice: (
            choice.kind == "attack"
            and any(option.id.startswith("ranged:") for option in choice.options)
            and len({enemy.type for enemy in game.state.enemies.values()}) == 1
        )
    )


def asked(game: Game, question: str) -> str:
    """The answer for whoever is asked at a table, which has not changed by it."""
    before, events, pending = game.fingerprint(), len(game.events), game.pending
    who = game.pending.who if game.pending is not None and game.pending.who in game.state.heroes else "ada-quill"
    answer = ask(question, game.state.edition, game=game, hero=who)
    assert (game.fingerprint(), len(game.events), game.pending) == (before, events, pending)
    if answer is None:
        return ""
    assert len(answer.answer.split()) <= 90 and answer.claims
    return answer.answer


def test_what_holding_back_needs_now_is_the_tables():
    game = at_turn()
    needed = needed_now(game.table)
    text = asked(game, "what do we need to hold back now?")
    assert text.startswith(f"{needed}+") and chance(odds.hold_back(needed).chance(HELD)) in text


def test_where_the_darkness_is():
    assert f"space {at_turn().state.darkness}" in asked(at_turn(), "how far is the darkness from escaping?")


def test_a_heros_figures_for_me_and_for_another_by_name():
    game = at_attack()
    hero = game.state.heroes[game.pending.who]
    other = next(one for one in game.state.party() if one.id != hero.id)
    assert f"{game.table.health_left(hero)} of" in asked(game, "how much health do I have left?")
    assert f"Initiative {game.table.stats.hero(hero, 'initiative')}" in asked(game, "what's my initiative?")
    text = asked(game, f"how much health does {other.name.partition(' ')[0]} have?")
    assert text.startswith(other.name) and f"{game.table.health_left(other)} of" in text
    assert f"{hero.xp:,} XP" in asked(game, "how much xp do I have?")


def test_it_is_the_enemy_that_the_hero_faces():
    game = at_attack()
    hero = game.state.heroes[game.pending.who]
    text = asked(game, "how likely do I kill it?")
    near = game.table.adjacent_enemies(hero) or targets(game.table, hero, weapons(game.table, hero)[1])
    shown = [chance(attack_on(game.table, hero, weapon, near[0]).kill) for weapon in weapons(game.table, hero)]
    assert any(f"{figure} to kill" in text for figure in shown)
    assert hero.name in text


def test_whom_i_can_attack_are_the_targets():
    game = at_attack()
    hero = game.state.heroes[game.pending.who]
    text = asked(game, "who can I shoot?")
    for weapon in weapons(game.table, hero)[1:]:
        for enemy in targets(game.table, hero, weapon)[:6]:
            assert game.table.name(enemy.id) in text


def test_whether_an_enemy_can_be_shot_is_answered_yes_or_no_first():
    game = at_attack()
    hero = game.state.heroes[game.pending.who]
    guns = [weapon for weapon in weapons(game.table, hero) if weapon.kind == "ranged"]
    able = any(targets(game.table, hero, gun) for gun in guns)
    assert asked(game, "can I shoot it?").startswith("Yes." if able else "No.")


def test_what_i_can_do_are_the_pending_options():
    game = at_turn()
    text = asked(game, "what can we do now?")
    for option in game.pending.options:
        assert option.extra or option.label in text


def test_what_if_tells_odds_where_dice_decide():
    game = at_turn()
    held = odds.hold_back(needed_now(game.table)).chance(HELD)
    assert chance(held) in asked(game, "what happens if we hold back the darkness?")


def test_what_if_tells_what_is_certain_where_none_do():
    assert "flee" in asked(at_turn(), "what happens if we flee?").lower()


def test_a_copy_of_a_table_goes_on_alone():
    game = at_turn()
    before = game.fingerprint()
    copy = copied(game)
    assert copy is not None and copy is not game and copy.fingerprint() == before
    copy.choose(copy.pending.options[0])
    assert game.fingerprint() == before != copy.fingerprint()


@pytest.mark.parametrize(
    "question",
    [
        "how likely do I hit the kraken?",
        "what does the shotgun do?",
        "what happens if we ride into the sunset?",
        "how much health does the troll king have?",
        "may I look at the top card of the deck?",
    ],
)  # fmt: skip
def test_what_the_table_does_not_know_is_left_to_the_other_ways(question):
    assert asked(at_attack(), question) == ""


def test_rules_questions_with_a_figure_are_answered_at_a_table_too():
    assert "9+" in asked(at_turn(), "what do we need to hold back on space 4?")
    assert "40 XP" in asked(at_attack(), "10XP +5 each, wounded it for 2 and 4 in one attack. how much xp?")
