"""The host's rulings: effects by hand at a pending Choice, in the journal like an answer to it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules_engine import Game, GameSetup, HeroSetup, party, verify
from rules_engine import events as e
from rules_engine.bots import RandomPolicy
from rules_engine.errors import BrimstoneError, ContentError, IllegalChoice, JournalError, NotYourChoice, StaleChoice
from rules_engine.journal import fold, in_force
from rules_engine.setup import initial_state
from tests.rules_engine.at_the_table import BANDIDO, MARSHAL, answer_until, go_on, of_kind, random_game

HEAL = [{"heal": {"wounds": 2}}]
GOLD = [{"gain": {"gold": 50}}]


def moving(seed: int = 3, **setup: object) -> Game:
    """A game in which the Marshal is about to move."""
    game = Game.start(GameSetup((MARSHAL, BANDIDO), **setup), seed=seed)  # type: ignore[arg-type]
    answer_until(game, lambda choice: choice.kind == "move" and choice.who == "ada")
    return game


def refused(game: Game, error: type[BrimstoneError], act: Callable[[], object], words: str = "") -> None:
    before = (game.pending, game.fingerprint(), game.journal.dump(), len(game.events), game.choices_made)
    with pytest.raises(error, match=words or None):
        act()
    assert (game.pending, game.fingerprint(), game.journal.dump(), len(game.events), game.choices_made) == before


def test_a_ruling_happens_is_journaled_and_the_choice_is_asked_again():
    game = moving()
    choice = game.pending
    assert choice is not None
    first, *rest = game.rule(GOLD, "the bank  owed her")
    assert first == e.HostRuled(
        choice.id, "ada", "move", '[{"gain":{"gold":50}}]', "the bank owed her", "ada"
    ) and rest == [e.GoldChanged("ada", 50, "the host's ruling")]
    again = game.pending
    assert again is not None and (again.kind, again.who, again.id) == ("move", "ada", choice.id + 1)
    assert set(choice.ids) <= set(again.ids)


def test_options_are_read_anew_after_a_ruling():
    game = moving()
    assert game.pending is not None and "grit" in game.pending.ids
    game.rule({"lose": {"grit": 9}}, "it was spent twice")
    assert game.pending is not None and game.pending.kind == "move" and "grit" not in game.pending.ids


def test_a_ruling_may_be_about_another_hero_or_an_enemy():
    game = moving()
    game.rule(GOLD, "for his trouble", "mateo")
    assert game.state.heroes["mateo"].gold == 50 and game.state.heroes["ada"].gold == 0


def test_whoever_a_ruling_knocks_out_does_not_go_on_moving():
    game = moving()
    game.state.revive_tokens = 0
    game.rule({"damage": {"wounds": 99}}, "the roof came down")
    assert game.state.heroes["ada"].ko or of_kind(game.events, e.KnockedOut)
    assert game.pending is None or not (game.pending.kind == "move" and game.pending.who == "ada")


def test_enemies_that_a_ruling_brings_end_the_turn_as_others_do():
    game = moving()
    turn = game.state.turn
    game.rule({"attack": {"enemy": "void-spiders", "count": 2}}, "we forgot the ambush")
    assert game.state.enemies and game.state.turn == turn + 1 and game.state.fight is not None


def test_a_ruling_that_removes_the_last_enemy_wins_the_fight():
    game = moving()
    game.rule({"attack": {"enemy": "void-spiders", "count": 2}}, "we forgot the ambush")
    answer_until(game, lambda choice: choice.kind in ("move", "attack"))
    game.rule({"harm": {"to": "enemies", "wounds": 99}}, "they were dead already")
    assert not game.state.enemies and of_kind(game.events, e.FightEnded)


def test_a_ruling_may_itself_ask_and_may_be_followed_by_another():
    game = moving()
    game.rule({"choose": {"options": [{"label": "gold", "do": GOLD}, {"label": "nothing"}]}}, "pick one")
    assert game.pending is not None and game.pending.kind == "card"
    game.rule(GOLD, "and this besides", "mateo")
    game.choose("gold")
    assert game.pending is not None and game.pending.kind == "move"
    assert [game.state.heroes[id].gold for id in ("ada", "mateo")] == [50, 50]


def test_a_ruling_is_undone_like_a_choice():
    game = moving()
    before, choice = game.fingerprint(), game.pending
    game.rule(GOLD, "a slip of the tongue")
    game.undo()
    assert game.fingerprint() == before and game.pending == choice
    assert not of_kind(in_force(game.events), e.HostRuled)
    game.choose("stay")
    assert fold(game.events, initial_state(game.setup)) == game.state


def test_a_game_with_rulings_is_verified_from_its_journal():
    game, policy = moving(), RandomPolicy(3)
    for number in range(6):
        game.rule([{"gain": {"gold": 10, "to": "all"}}, {"heal": {"any": 1}}], f"ruling {number}", "ada")
        if number % 2:
            game.undo()
        go_on(game, policy, len(game.choices_made) + 7)
        answer_until(game, lambda choice: choice.kind not in ("dice", "name"))
    go_on(game, policy)
    again = verify(game.journal.dump())
    assert again.fingerprint() == game.fingerprint() and again.events == game.events
    assert fold(game.events, initial_state(game.setup)) == game.state


def test_a_save_holds_the_rulings_since_the_checkpoint():
    game = moving()
    game.rule(GOLD, "the bank owed her")
    restored = Game.restore(game.snapshot())
    assert restored.fingerprint() == game.fingerprint() and restored.pending == game.pending


def test_a_changed_ruling_in_a_journal_is_found_out():
    game = moving()
    game.rule(GOLD, "the bank owed her")
    forged = game.journal.dump().replace(b'\\"gold\\":50', b'\\"gold\\":90')
    assert forged != game.journal.dump()
    with pytest.raises(JournalError):
        Game.replay(forged)


@pytest.mark.parametrize(
    "effects, words",
    [
        ([], "no effect is given"),
        (["whistle"], "'whistle' is not known"),
        ([{"heal": {"wounds": "lots"}}], "cannot read|not known|lots"),
        ([{"heal": {"pride": 1}}], "'pride' is not known"),
        (7, "a list of effects"),
        ([{"token": {"gain": "halo"}}], "'halo', which no pack has"),
        ([{"item": {"gain": "excalibur"}}], "'excalibur', which no pack has"),
        ([{"attack": {"enemy": "santa"}}], "'santa', which no pack has"),
        ([{"gain": {"gold": {1, 2}}}], "ruling"),
    ],
)
def test_effects_that_cannot_be_read_change_nothing(effects: object, words: str):
    game = moving()
    refused(game, ContentError, lambda: game.rule(effects, "because"), words)


def test_a_ruling_without_a_reason_or_about_nobody_is_refused():
    game = moving()
    refused(game, ContentError, lambda: game.rule(GOLD, "  "), "needs a reason")
    refused(game, ContentError, lambda: game.rule(GOLD, "why not", "nobody"), "nobody here is called 'nobody'")
    refused(game, StaleChoice, lambda: game.rule(GOLD, "why not", expect=1))
    refused(game, NotYourChoice, lambda: game.rule(GOLD, "why not", seat="9"))
    answer_until(game, lambda choice: choice.kind == "turn")
    refused(game, ContentError, lambda: game.rule(GOLD, "why not"), "say whom it is about")


def test_a_ruling_that_breaks_halfway_changes_nothing():
    game = moving()
    broken = [{"gain": {"gold": 5}}, {"ready": {"item": "x"}}, {"prevent": {"all": True}}]
    game.rule(broken, "these do no harm")
    before = game.fingerprint()
    keys = dict(game.state.used)
    game.state.used["broken"] = "turn"
    with pytest.raises(ContentError, match="nothing has changed"):
        game.rule([{"gain": {"gold": 5}}, {"ready": {"item": "x"}}], "this cannot be done")
    assert game.fingerprint() == before and game.state.used == keys
    go_on(game, RandomPolicy(1), len(game.choices_made) + 5)


def test_where_there_is_no_host_nobody_rules():
    game = moving(host=False)
    refused(game, IllegalChoice, lambda: game.rule(GOLD, "the bank owed her"), "without a host")
    assert b'"host":false' in game.journal.dump().split(b"\n")[0]


def test_there_is_nothing_to_rule_before_the_first_turn_or_after_the_last():
    game = Game.start(party("us-marshal"), seed=1)
    refused(game, IllegalChoice, lambda: game.rule(GOLD, "a good start"), "not before or after")
    over = random_game(seed=2)
    refused(over, StaleChoice, lambda: over.rule(GOLD, "a good end"), "is over")


def test_dice_of_the_table_are_typed_before_the_host_rules():
    game = Game.start(
        GameSetup(
            (HeroSetup("us-marshal", "Ada", "rolling-thunder", "bandages", "hand-mirror"),), table_dice=("hero",)
        ),
        seed=1,
    )
    answer_until(game, lambda choice: choice.kind == "turn")
    game.choose("hold")
    assert game.pending is not None and game.pending.kind == "dice"
    refused(game, IllegalChoice, lambda: game.rule(GOLD, "first things first"), "that first")


def test_an_answer_in_the_form_of_a_ruling_is_no_answer():
    game = moving()
    refused(game, IllegalChoice, lambda: game.choose('host:{"effects":"[]","reason":"x"}'))
