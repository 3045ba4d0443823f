"""Dice, cards and tiles at the players' own table: the engine asks for what was rolled or drawn, and adjudicates it."""

from __future__ import annotations

from typing import Any

import pytest

from rules_engine import Choice, Game, fold, initial_state, party, verify
from rules_engine import events as e
from rules_engine.bots import RandomPolicy
from rules_engine.dice import ENEMY_DICE, HERO_DICE, MAP, TARGETS
from rules_engine.errors import IllegalChoice, JournalError
from rules_engine.setup import DICE_AT_TABLE
from tests.rules_engine.at_the_table import answer_until, go_on, of_kind, random_game

ALL = tuple(sorted(DICE_AT_TABLE))
RECEIPTS = (e.Rolled, e.Rerolled, e.Picked)


def played(*kinds: str, seed: int = 3) -> Game:
    return random_game("us-marshal", "bandido", seed=seed, table_dice=kinds)


def at_first_roll(*kinds: str) -> tuple[Game, Choice]:
    game = Game.start(party("us-marshal", table_dice=kinds), seed=3)
    answer_until(game, lambda choice: choice.kind == "turn")
    game.choose("hold")
    assert game.pending is not None
    return game, game.pending


def receipts(game: Game) -> list[Any]:
    return [event for event in game.events if isinstance(event, RECEIPTS)]


def of_the_table(stream: str, kinds: tuple[str, ...]) -> bool:
    return stream in kinds or ("decks" in kinds and stream.startswith("deck:"))


# --- dice -------------------------------------------------------------------------------------------------------------


def test_the_hero_who_rolls_is_asked_for_the_faces():
    _, choice = at_first_roll("hero")
    assert (choice.kind, choice.who, choice.form, choice.options) == ("dice", "ada-quill", "dice:6,6", ())
    assert choice.about == {"purpose": "hold back the darkness", "dice": "D6 D6"} and "7+ needed" in choice.prompt


@pytest.mark.parametrize("typed", ["5 6", "5,6", " 5  6 "])
def test_the_faces_that_are_typed_are_the_faces_of_the_roll(typed: str):
    game, _ = at_first_roll("hero")
    (rolled,) = of_kind(list(game.choose(typed)), e.Rolled)[:1]
    assert (rolled.faces, rolled.source, rolled.ordinal, rolled.target) == ([5, 6], "table", 0, 7)
    assert of_kind(game.events, e.DarknessHeld)[0].total == 11


def test_the_same_table_with_other_faces_goes_another_way():
    game, _ = at_first_roll("hero")
    game.choose("1 2")
    assert game.state.darkness == 1 and of_kind(game.events, e.DarknessNotHeld)[0].total == 3


@pytest.mark.parametrize("typed", ["5", "5 6 1", "0 6", "7 6", "five six", "", "5 6.0", "-5 6", "56"])
def test_faces_that_the_dice_cannot_show_are_refused_and_nothing_changes(typed: str):
    game, choice = at_first_roll("hero")
    before = game.fingerprint(), game.journal.dump()
    with pytest.raises(IllegalChoice, match="an answer of the form dice:6,6"):
        game.choose(typed)
    assert (game.fingerprint(), game.journal.dump()) == before and game.pending == choice


def test_dice_of_the_table_use_up_none_of_the_engines():
    game = played(*ALL)
    assert game.over and game.state.ordinals == {}
    assert {event.source for event in receipts(game)} == {"table"}


@pytest.mark.parametrize(
    "kind, stream", [("hero", HERO_DICE), ("enemy", ENEMY_DICE), ("target", TARGETS), ("map", MAP)]
)
def test_only_what_lies_at_the_table_is_asked_for(kind: str, stream: str):
    found = 0
    for seed in range(3):
        game = played(kind, seed=seed)
        for event in receipts(game):
            assert event.source == ("table" if event.stream == stream else "engine"), event
            found += event.stream == stream
        assert stream not in game.state.ordinals
    assert found


def test_decks_at_the_table_are_asked_for_by_name():
    game = played("decks")
    for event in receipts(game):
        assert event.source == ("table" if event.stream.startswith("deck:") else "engine"), event
    named = [(choice, answer) for choice, answer in game.choices_made if choice.kind == "name"]
    assert named and all(answer.startswith("name:") for _, answer in named)
    assert all(choice.who == "party" and len(choice.options) > 1 for choice, _ in named)
    assert not any(stream.startswith("deck:") for stream in game.state.ordinals)
    assert game.state.ordinals["hero"] > 0


def test_a_card_can_be_named_only_while_the_deck_holds_it():
    game = Game.start(party("us-marshal", table_dice=("decks",)), seed=3)
    choice = game.pending
    assert choice is not None and choice.kind == "name" and choice.about == {"purpose": "personal item"}
    assert sorted(o.target or "" for o in choice.options) == game.state.decks["personal"].remaining
    with pytest.raises(IllegalChoice):
        game.choose("name:shotgun")
    game.choose("name:silver-dice")
    assert of_kind(game.events, e.Picked)[0].what == "silver-dice"
    assert "silver-dice" not in game.state.decks["personal"].remaining


def test_a_pick_of_the_table_says_which_of_how_many_it_was():
    for event in of_kind(played("decks").events, e.Picked):
        assert 0 <= event.index < event.count and event.what


def test_cards_are_named_by_their_titles_and_each_title_once():
    for choice, _ in played("decks").choices_made:
        if choice.kind == "name":
            assert len(set(choice.ids)) == len(choice.ids) and all(option.label for option in choice.options)


def test_enemies_to_hit_dice_are_asked_of_the_party():
    asked = [c for seed in range(3) for c, _ in played("enemy", seed=seed).choices_made if c.kind == "dice"]
    assert asked and {choice.who for choice in asked} == {"party"}


def test_a_reroll_is_rolled_at_the_table_too():
    rerolled = [x for seed in range(3) for x in of_kind(played("hero", seed=seed).events, e.Rerolled)]
    rerolled = [x for x in rerolled if x.stream == "hero"]
    assert rerolled and all(x.source == "table" and len(x.faces) == len(x.which) for x in rerolled)


def test_a_d8_takes_faces_up_to_8():
    forms = {
        c.form for seed in range(6) for c, _ in played("hero", "enemy", seed=seed).choices_made if c.kind == "dice"
    }
    assert any("8" in (form or "") for form in forms)


# --- the same again ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kinds", [("hero",), ("enemy", "target"), ("decks", "map"), ALL], ids=str)
def test_a_game_with_dice_at_the_table_is_replayed_like_any_other(kinds: tuple[str, ...]):
    game = played(*kinds)
    again = verify(game.journal.dump())
    assert again.fingerprint() == game.fingerprint() and again.journal.dump() == game.journal.dump()
    assert fold(game.events, initial_state(game.setup)) == game.state


def test_faces_and_receipts_of_the_table_must_agree_in_a_journal():
    from rules_engine import journal as j

    reading = j.read(played("hero").journal.dump())
    place = next(i for i, x in enumerate(reading.events) if isinstance(x, e.Chosen) and x.kind == "dice")
    told = reading.events[place]
    assert isinstance(told, e.Chosen)
    other = " ".join(str(int(face) % 6 + 1) for face in told.option.split())
    journal = j.Journal(reading.header)
    journal.append(
        [*reading.events[:place], e.Chosen(told.choice, told.who, told.kind, other), *reading.events[place + 1 :]]
    )
    with pytest.raises(JournalError, match=f"^line {place + 3}: "):
        verify(journal.dump())


def test_typed_faces_can_be_undone_with_everyones_consent():
    game, _ = at_first_roll("hero")
    before = game.fingerprint()
    game.choose("5 6")
    game.undo(consent=True)
    assert game.fingerprint() == before and game.pending is not None and game.pending.form == "dice:6,6"


def test_a_game_with_dice_at_the_table_is_saved_and_restored():
    game = Game.start(party("us-marshal", "bandido", table_dice=ALL), seed=3)
    go_on(game, RandomPolicy(3), 40)
    restored = Game.restore(game.snapshot())
    assert restored.pending == game.pending
    assert go_on(restored, RandomPolicy(3)).fingerprint() == go_on(game, RandomPolicy(3)).fingerprint()


def test_what_the_engine_rolls_does_not_depend_on_what_the_table_rolls():
    ours, mixed = played(), played("hero")
    first = [next(x for x in of_kind(game.events, e.Picked)) for game in (ours, mixed)]
    assert first[0] == first[1]
