"""A game from outside: answers, seats, undo, replay and saves (DESIGN, "The public face")."""

from __future__ import annotations

import random
from collections.abc import Callable

import msgspec
import pytest

from rules_engine import Choice, Game, GameSetup, HeroSetup, Option, fold, in_force, initial_state, party
from rules_engine import events as e
from rules_engine.bots import RandomPolicy, SensiblePolicy, play
from rules_engine.choices import accepted_by_form
from rules_engine.dice import ScriptedDice, Streams, open_key
from rules_engine.errors import (
    AmbiguousChoice,
    BrimstoneError,
    IllegalChoice,
    JournalError,
    NotYourChoice,
    SetupError,
    StaleChoice,
    UndoRefused,
)
from rules_engine.game import REVEALING
from rules_engine.state import thaw
from tests.rules_engine.at_the_table import ADA, BANDIDO, MARSHAL, answer_until, go_on, random_game

TWO_SEATS = GameSetup((MARSHAL, BANDIDO))


def started(*classes: str, seed: int = 7, **rest: object) -> Game:
    return Game.start(party(*(classes or ("us-marshal",)), **rest), seed=seed)


def unchanged(game: Game) -> tuple[object, ...]:
    """All that must stay as it is when an answer is refused."""
    return game.fingerprint(), game.journal.dump(), list(game.events), game.pending, list(game.choices_made)


def refused(game: Game, error: type[BrimstoneError], act: Callable[[], object], match: str | None = None) -> None:
    before = unchanged(game)
    with pytest.raises(error, match=match):
        act()
    assert unchanged(game) == before


# --- answers ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    ["upgrade:hardened-resolve", "hardened-resolve", "Hardened Resolve", "  hardened resolve ", "HARDENED", "resolve"],
)
def test_an_option_is_chosen_by_id_target_label_or_words_of_it(words: str):
    game = started()
    assert game.pending is not None and game.pending.kind == "starting_upgrade"
    assert game.find(words) == "upgrade:hardened-resolve"
    (chosen, *_) = game.choose(words)
    assert chosen == e.Chosen(1, "ada-quill", "starting_upgrade", "upgrade:hardened-resolve")


def test_an_option_is_chosen_as_it_was_offered():
    game = started()
    assert game.pending is not None
    option = game.pending.options[1]
    game.choose(option)
    assert game.choices_made[0][1] == option.id


def test_choosing_answers_with_the_new_events_and_goes_on_to_the_next_choice():
    game = started()
    before = len(game.events)
    new = game.choose(game.pending.options[0])  # type: ignore[union-attr]
    assert list(new) == game.events[before:] and game.pending is not None and game.pending.id == 2


@pytest.mark.parametrize("words", ["", " ", "whistle", "upgrade:", "upgrade:whistle", "hardened whistle", "\n"])
def test_what_is_no_option_is_refused_and_what_is_legal_is_listed(words: str):
    game = started()
    legal = "upgrade:rolling-thunder, upgrade:hardened-resolve, upgrade:cleaning-up-the-west"
    refused(game, (IllegalChoice, AmbiguousChoice)[words == "upgrade:"], lambda: game.choose(words))
    with pytest.raises(IllegalChoice, match=legal):
        game.choose("whistle")


def test_words_that_fit_several_options_are_refused_and_these_are_listed():
    game = started()
    refused(game, AmbiguousChoice, lambda: game.choose("upgrade"), "'upgrade' fits 3 options: .*hardened-resolve")


def test_an_option_that_was_legal_once_is_refused():
    game = started()
    assert game.pending is not None
    old = game.pending.options[0]
    game.choose(old)
    refused(game, IllegalChoice, lambda: game.choose(old), "is no option now")
    refused(game, IllegalChoice, lambda: game.choose(Option("fly", "fly away")))


def test_an_answer_meant_for_another_choice_is_stale():
    game = started()
    refused(game, StaleChoice, lambda: game.choose("resolve", expect=2), "choice 2 is no longer pending; 1 is")
    game.choose("resolve", expect=1)
    refused(game, StaleChoice, lambda: game.choose(game.pending.options[0], expect=1))  # type: ignore[union-attr]


def test_when_the_adventure_is_over_nothing_is_pending():
    game = random_game(seed=2)
    assert game.over and game.pending is None
    refused(game, StaleChoice, lambda: game.choose("keep"), "the Adventure is over")
    refused(game, StaleChoice, lambda: game.find("keep"), "the Adventure is over")


def test_refused_answers_leave_a_game_on_its_course():
    plain, pestered = started(seed=3), started(seed=3)
    policy = RandomPolicy(3)
    while plain.pending is not None:
        for words, expect in (("whistle", None), ("", None), (plain.pending.options[0].id, 0)):
            with pytest.raises((IllegalChoice, StaleChoice)):
                pestered.choose(words, expect=expect)
        answer = policy.choose(plain, plain.pending)
        plain.choose(answer)
        pestered.choose(answer)
    assert pestered.over and pestered.journal.dump() == plain.journal.dump()


# --- forms ------------------------------------------------------------------------------------------------------------


def reroll_choice(*ids: str, form: str = "subset:0,2,3") -> Choice:
    return Choice(4, "ada", "reroll", "Re-roll?", tuple(Option(id, id) for id in ids), form=form)


@pytest.mark.parametrize(
    "answer, accepted",
    [
        ("grit:0", True),
        ("grit:2,0", True),
        ("grit:0,2,3", True),
        ("grit:1", False),
        ("grit:0,0", False),
        ("grit:", False),
        ("grit:0,", False),
        ("grit:-1", False),
        ("grit:00", False),
        ("grit", False),
        ("keep:0", False),
        ("right0:0,2", False),
    ],
)
def test_grit_rerolls_any_of_the_dice_that_may_be_rerolled_and_nothing_else_does(answer: str, accepted: bool):
    assert accepted_by_form(reroll_choice("keep", "grit:0,2", "right0:0"), answer) is accepted


def test_without_grit_no_subset_is_accepted():
    assert not accepted_by_form(reroll_choice("keep", "right0:0"), "grit:0")


def test_a_choice_without_a_form_accepts_its_options_alone():
    assert not accepted_by_form(Choice(4, "ada", "move", "Where to?", (Option("stay", "stay"),)), "grit:0")


@pytest.mark.parametrize(
    "answer, accepted",
    [("3 5", True), ("3,5", True), ("6  8", True), ("3", False), ("3 5 1", False), ("7 5", False), ("6 9", False)]
    + [(answer, False) for answer in ("0 5", "a b", "", "-3 5", "3.0 5")],
)
def test_typed_faces_are_as_many_as_the_dice_and_on_them(answer: str, accepted: bool):
    assert accepted_by_form(Choice(4, "ada", "dice", "Roll", (), form="dice:6,8"), answer) is accepted


# --- every choice -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("classes", [("us-marshal",), ("bandido", "saloon-girl"), ("rancher", "lawman", "us-marshal")])
def test_nobody_is_asked_where_there_is_nothing_to_decide(classes: tuple[str, ...]):
    for seed in range(6):
        game = random_game(*classes, seed=seed)
        assert game.over and game.choices_made
        for choice, _ in game.choices_made:
            assert len(choice.options) >= 2, choice
            assert len(set(choice.ids)) == len(choice.ids), choice
            assert (
                choice.who in {*game.state.heroes, "party"} and choice.prompt and all(o.label for o in choice.options)
            )
            assert all(not o.extra for o in choice.options[:1]), choice


def test_choices_are_numbered_from_one_without_a_gap():
    game = random_game("us-marshal", "bandido", seed=3)
    assert [choice.id for choice, _ in game.choices_made] == list(range(1, len(game.choices_made) + 1))


# --- seats ------------------------------------------------------------------------------------------------------------


def two_seats(kind: str = "turn") -> Game:
    game = Game.start(TWO_SEATS, seed=4)
    while (choice := game.pending) is not None and choice.kind != kind:
        game.choose(choice.options[0])
    return game


def test_another_seat_may_not_decide_for_a_hero():
    setup = GameSetup((HeroSetup("us-marshal", seat="north"), HeroSetup("bandido", seat="south")))
    game = Game.start(setup, seed=1)
    assert game.setup.seats == ["north", "south"] and game.pending is not None
    refused(game, NotYourChoice, lambda: game.choose("resolve", seat="south"), "seat north decides for ada-quill")
    refused(game, NotYourChoice, lambda: game.choose("resolve", seat="west"), "there is no seat 'west'")
    (chosen, *_) = game.choose("resolve", seat="north")
    assert isinstance(chosen, e.Chosen) and chosen.seat == "north"


def test_what_the_party_decides_any_seat_may_answer():
    game = Game.start(TWO_SEATS, seed=4)
    choice = answer_until(game, lambda choice: choice.kind == "light")
    assert choice.who == "party" and choice.agree == "one"
    game.choose("hero:mateo", seat="2")
    assert game.state.light == "mateo"


def test_where_all_must_agree_one_vote_changes_nothing():
    game = two_seats()
    assert game.pending is not None and game.pending.agree == "all"
    before = unchanged(game)
    assert game.choose("hold", seat="1") == [] and unchanged(game) == before
    assert game.choose("hold", seat="1") == [] and unchanged(game) == before
    assert game.choose("hold", seat="2") and game.pending.id > 1


def test_a_seat_that_disagrees_may_change_its_mind():
    game = two_seats()
    assert game.choose("flee", seat="1") == [] and game.choose("hold", seat="2") == []
    chosen = game.choose("hold", seat="1")[0]
    assert isinstance(chosen, e.Chosen) and chosen.option == "hold"


def test_votes_for_one_choice_do_not_count_for_the_next():
    game = two_seats()
    game.choose("flee", seat="1")
    game.choose("flee", seat="2")
    assert game.pending is not None and game.pending.kind == "flee"
    assert game.choose("flee", seat="2") == [] and not game.over
    game.choose("flee", seat="1")
    assert game.over and game.state.outcome == "defeat"


def test_who_speaks_for_the_whole_table_needs_no_votes():
    game = two_seats()
    assert game.choose("hold")


def test_what_a_hero_may_do_at_any_time_is_decided_by_that_heros_seat_alone():
    game = two_seats("light")
    mateo = game.table.hero("mateo")
    mateo.bleeding, mateo.grit = 1, 1
    game.table.stats.forget()
    game.choose("hero:ada")
    assert game.pending is not None and game.pending.agree == "all"
    (extra,) = [option for option in game.pending.options if option.extra and option.id.startswith("bandage")]
    assert extra.id == "bandage:mateo"
    refused(game, NotYourChoice, lambda: game.choose("bandage:mateo", seat="1"), "Mateo belongs to seat 2")
    events = game.choose("bandage:mateo", seat="2")
    assert any(isinstance(event, e.StatusRemoved) for event in events) and mateo.bleeding == 0
    assert game.pending is not None and game.pending.kind == "turn"


# --- undo -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("classes, seed", [(("us-marshal",), 1), (("bandido", "rancher"), 2)])
def test_undo_restores_the_table_as_it_was_before_each_choice(classes: tuple[str, ...], seed: int):
    game, policy = started(*classes, seed=seed), RandomPolicy(seed)
    before: list[tuple[str, Choice]] = []
    while game.pending is not None and len(before) < 60:
        before.append((game.fingerprint(), game.pending))
        game.choose(policy.choose(game, game.pending))
    assert len(before) == 60 and not game.over
    while before:
        game.undo(consent=True)
        assert (game.fingerprint(), game.pending) == before.pop()
    assert game.choices_made == []


def test_several_steps_are_undone_at_once():
    game, policy, seen = started(seed=5), RandomPolicy(5), []
    for _ in range(45):
        assert game.pending is not None
        seen.append((game.fingerprint(), game.pending))
        game.choose(policy.choose(game, game.pending))
    for steps in (1, 7, 20, 17):
        game.undo(steps=steps, consent=True)
        place = len(game.choices_made)
        assert (game.fingerprint(), game.pending) == seen[place]
    assert place == 0


def test_the_same_choices_after_undo_meet_the_same_dice():
    game, policy = random_game("us-marshal", "bandido", seed=6, choices=40), RandomPolicy(6)
    for steps in (1, 5, 12, 40):
        before, made = game.fingerprint(), game.choices_made
        game.undo(steps=steps, consent=True)
        for _, answer in made[-steps:]:
            game.choose(answer)
        assert game.fingerprint() == before and game.choices_made == made
    straight = random_game("us-marshal", "bandido", seed=6)
    assert go_on(game, policy).fingerprint() == straight.fingerprint()
    assert in_force(game.events) == straight.events


def test_another_choice_after_undo_leads_elsewhere_and_stays_consistent():
    game = random_game("us-marshal", seed=6, choices=30)
    game.undo(steps=10, consent=True)
    go_on(game, RandomPolicy("another mind"))
    assert game.over and fold(game.events, initial_state(game.setup)) == game.state


def test_what_was_revealed_is_hidden_again_only_with_everyones_consent():
    game, policy = started(seed=8), RandomPolicy(8)
    allowed = consented = 0
    while game.pending is not None and len(game.choices_made) < 60:
        new = game.choose(policy.choose(game, game.pending))
        answer = game.choices_made[-1][1]
        if game.over:
            break
        if any(isinstance(event, REVEALING) for event in new):
            refused(game, UndoRefused, game.undo, "everyone at the table must consent")
            (undone,) = game.undo(consent=True)
            assert undone == e.Undone(len(game.choices_made) + 1, True)
            consented += 1
        else:
            (undone,) = game.undo()
            assert undone == e.Undone(len(game.choices_made) + 1)
            allowed += 1
        game.choose(answer)
    assert allowed > 5 and consented > 5


def test_no_more_is_undone_than_was_chosen():
    game = random_game(seed=1, choices=3)
    refused(game, UndoRefused, lambda: game.undo(steps=4, consent=True), "3 choices can be undone, not 4")
    refused(game, UndoRefused, lambda: game.undo(steps=0, consent=True))
    refused(game, UndoRefused, lambda: game.undo(steps=-1, consent=True))


def test_a_sealed_game_is_not_undone():
    game = random_game(seed=1)
    refused(game, UndoRefused, lambda: game.undo(consent=True), "sealed")


def test_undo_forgets_votes():
    game = two_seats()
    game.choose("flee", seat="1")
    game.undo(consent=True)
    answer_until(game, lambda choice: choice.kind == "turn")
    assert game.choose("flee", seat="2") == [] and game.pending is not None and game.pending.kind == "turn"


def test_undo_works_without_checkpoints_too():
    game = Game.start(party("us-marshal"), seed=5, checkpoints=False)
    go_on(game, RandomPolicy(5), 25)
    before = game.fingerprint()
    go_on(game, RandomPolicy(5), 40)
    game.undo(steps=15, consent=True)
    assert game.fingerprint() == before


# --- the same again ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_a_replayed_game_is_identical(seed: int):
    game = random_game("us-marshal", "saloon-girl", seed=seed)
    again = Game.replay(game.journal.dump())
    assert again.events == game.events and again.fingerprint() == game.fingerprint()
    assert again.choices_made == game.choices_made and again.journal.dump() == game.journal.dump()


def test_a_game_that_is_not_over_can_be_replayed_and_played_on():
    game = random_game(seed=3, choices=33)
    again = Game.replay(game.journal.dump())
    assert again.pending == game.pending
    assert go_on(again, RandomPolicy(3)).journal.dump() == go_on(game, RandomPolicy(3)).journal.dump()


@pytest.mark.parametrize("edition", ["compilation", "old-west", "forbidden-fortress", "valhalla"])
def test_the_events_alone_make_the_state(edition: str):
    for seed in range(2):
        game = random_game("bandido", "us-marshal", seed=seed, edition=edition)
        assert fold(game.events, initial_state(game.setup)) == game.state == fold(game.events, thaw(game.first_state))


def test_a_seed_makes_one_game_and_another_seed_another():
    assert random_game(seed=3).journal.dump() == random_game(seed=3).journal.dump()
    assert started(seed=3).fingerprint() != started(seed=4).fingerprint()


def test_checkpoints_change_nothing():
    with_them, without = started(seed=3), Game.start(party("us-marshal"), seed=3, checkpoints=False)
    play(with_them, SensiblePolicy())
    play(without, SensiblePolicy())
    assert with_them.journal.dump() == without.journal.dump()


def test_equal_states_and_only_those_have_equal_fingerprints():
    game = random_game(seed=3, choices=20)
    copy = thaw(msgspec.msgpack.encode(game.state))
    assert copy.fingerprint() == game.fingerprint()
    copy.heroes["ada-quill"].gold += 1
    assert copy.fingerprint() != game.fingerprint()


# --- saves ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("classes, seed", [(("us-marshal",), 3), (("rancher", "bandido"), 4)])
def test_a_restored_game_goes_on_as_if_it_had_never_stopped(classes: tuple[str, ...], seed: int):
    game, policy = started(*classes, seed=seed), RandomPolicy(seed)
    saves: list[tuple[bytes, str, Choice]] = []
    while game.pending is not None:
        saves.append((game.snapshot(), game.fingerprint(), game.pending))
        game.choose(policy.choose(game, game.pending))
    for save, fingerprint, pending in [*saves[:8], *random.Random(1).sample(saves, 12), saves[-1]]:
        restored = Game.restore(save)
        assert (restored.fingerprint(), restored.pending) == (fingerprint, pending)
        assert go_on(restored, policy).fingerprint() == game.fingerprint()


def test_a_game_of_fair_play_is_saved_with_its_secret():
    game = Game.start(party("rancher"), secret=bytes(range(32)), client_seed="x")
    go_on(game, RandomPolicy(2), 20)
    restored = Game.restore(game.snapshot())
    assert go_on(restored, RandomPolicy(2)).fingerprint() == go_on(game, RandomPolicy(2)).fingerprint()


def test_a_save_after_undo_is_of_the_table_as_it_stands():
    game = random_game("us-marshal", "bandido", seed=3, choices=30)
    game.undo(steps=9, consent=True)
    restored = Game.restore(game.snapshot())
    assert restored.fingerprint() == game.fingerprint() and restored.pending == game.pending


def test_what_is_no_save_is_refused():
    save = random_game(seed=3, choices=12).snapshot()
    for data in (
        b"",
        b"howdy",
        b"\xc0",
        msgspec.msgpack.encode([1, 2]),
        msgspec.msgpack.encode({"version": 1}),
        save[:-3],
    ):
        with pytest.raises(JournalError):
            Game.restore(data)


def test_a_damaged_save_is_refused():
    save = random_game(seed=3, choices=12).snapshot()
    whole = msgspec.msgpack.decode(save)
    for field, value in (("state", b"nothing"), ("choices", ["whistle"]), ("choices", 7), ("secret", None)):
        broken = {**whole, field: value}
        if field == "secret":
            del broken["secret"]
        with pytest.raises(JournalError):
            Game.restore(msgspec.msgpack.encode(broken))


# --- starting ---------------------------------------------------------------------------------------------------------


def test_a_game_needs_dice():
    with pytest.raises(SetupError, match=r"needs a seed .* or a secret"):
        Game.start(ADA)


def test_a_game_may_be_played_with_other_dice():
    dice = ScriptedDice({"hold back the darkness": [6, 5]}, Streams(open_key(1)))
    game = Game.start(ADA, dice=dice)
    answer_until(game, lambda choice: choice.kind == "turn")
    events = game.choose("hold")
    assert any(isinstance(event, e.DarknessHeld) and event.total == 11 for event in events)


@pytest.mark.parametrize(
    "setup, said",
    [
        (GameSetup(()), "1 to 6 Heroes, not 0"),
        (GameSetup((MARSHAL,) * 7), "1 to 6 Heroes, not 7"),
        (GameSetup((HeroSetup("cowboy"),)), "no hero class 'cowboy'; known: .*us-marshal"),
        (GameSetup((MARSHAL,), mission="lunch"), "no mission 'lunch'; known: .*lost-contact"),
        (GameSetup((MARSHAL,), edition="third"), "no edition 'third'; known: .*compilation"),
        (GameSetup((MARSHAL, HeroSetup("bandido", "ada"))), "two Heroes are called 'ada'"),
        (GameSetup((HeroSetup("us-marshal", upgrade="wings"),)), "'wings' is no Starting Upgrade; known: .*hardened"),
        (GameSetup((HeroSetup("us-marshal", token="cake"),)), "'cake' is no free token; known: .*bandages"),
        (GameSetup((HeroSetup("us-marshal", personal="shotgun"),)), "'shotgun' is no Personal Item"),
        (GameSetup((MARSHAL, HeroSetup("bandido", personal="hand-mirror"))), "only one of each"),
        (GameSetup((MARSHAL,), table_dice=("coin",)), "'coin' cannot be rolled at the table; known: .*hero"),
        (GameSetup((MARSHAL,), enemy_order="chaos"), "enemy_order is 'canonical' or 'ask'"),
    ],
)
def test_a_setup_that_cannot_be_is_refused_and_what_would_be_right_is_said(setup: GameSetup, said: str):
    with pytest.raises(SetupError, match=said):
        Game.start(setup, seed=1)


@pytest.mark.parametrize("heroes, tokens", [(1, 2), (2, 1), (3, 1), (4, 0), (5, 1), (6, 0)])
def test_a_party_has_the_revive_tokens_of_its_size(heroes: int, tokens: int):
    game = started(*("bandido",) * heroes)
    answer_until(game, lambda choice: choice.kind == "light" or choice.kind == "turn")
    assert game.state.revive_tokens == tokens and len(game.state.heroes) == heroes


def test_two_heroes_of_a_class_have_names_and_ids_of_their_own():
    game = started("rancher", "rancher", "rancher")
    answer_until(game, lambda choice: choice.kind == "light")
    names = [(hero.id, hero.name) for hero in game.state.heroes.values()]
    assert names == [
        ("hester-vane", "Hester Vane"),
        ("hester-vane-2", "Hester Vane 2"),
        ("hester-vane-3", "Hester Vane 3"),
    ]
