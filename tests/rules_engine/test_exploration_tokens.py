"""Revealing Exploration Tokens: every token of the packs brings what its record says, the Objective's less."""

from __future__ import annotations

import pytest

from rules_engine import events as e
from rules_engine.content.library import standard
from rules_engine.procedures.exploration import reveal_token
from rules_engine.state import Deck
from rules_engine.table import Table
from tests.rules_engine.at_the_table import drive, of_kind, two_heroes

TOKENS = sorted(standard().exploration)


def revealed(id: str, *, clues: int = 0, place: str = "", found: bool = False, **switches: object) -> Table:
    """A token is revealed at the Entrance; every choice is the first option."""
    at, _, _ = two_heroes(**switches)
    at.state.decks["exploration"] = Deck([], [id])
    at.state.clues, at.state.objective, at.state.tiles[0].place = clues, found, place
    drive(reveal_token(at, 1), lambda choice: choice.options[0])
    return at


def decks(at: Table) -> list[str]:
    return [x.deck.partition("-")[0].partition(":")[0] for x in of_kind(at.events, e.CardDrawn)]


@pytest.mark.parametrize("id", TOKENS)
def test_a_token_brings_what_is_on_it(id: str):
    token = standard().exploration[id]
    at = revealed(id)
    (told,) = of_kind(at.events, e.TokenRevealed)
    brings = "attack" if token.attack else {0: "", 1: "encounter"}.get(token.encounter, "encounters")
    assert (told.tile, told.token, told.doors, told.gates) == (1, id, token.doors, token.gates)
    assert (told.clue, told.brings) == (token.clue, brings)
    assert of_kind(at.events, e.DeckReshuffled)[0].deck == "exploration"
    assert id in at.state.decks["exploration"].discard
    assert at.state.clues >= int(token.clue)
    assert ("encounter" in decks(at)) == bool(token.encounter)
    assert ("threat" in decks(at)) >= token.attack and (at.state.fight is not None) >= token.attack
    assert ("darkness" in decks(at)) >= token.darkness
    assert bool(of_kind(at.events, e.DreadGrew)) >= token.growing_dread
    assert bool(of_kind(at.events, e.DepthEventRolled)) >= token.depth_event


@pytest.mark.parametrize("id", [id for id in TOKENS if standard().exploration[id].gates])
def test_in_the_basic_game_a_gate_icon_is_one_more_door(id: str):
    token = standard().exploration[id]
    (told,) = of_kind(revealed(id, gate_icons="doors").events, e.TokenRevealed)
    assert (told.doors, told.gates) == (token.doors + token.gates, 0)


@pytest.mark.parametrize("id", [id for id in TOKENS if standard().exploration[id].clue])
def test_the_last_clue_finds_the_objective_and_nothing_else_comes_of_its_token(id: str):
    needed = standard().missions["a-fistful-of-dark-stone"].clues_needed
    at = revealed(id, clues=needed - 1)
    assert at.state.clues == needed and at.state.objective
    assert "encounter" not in decks(at)
    at = revealed(id, clues=needed - 2)
    assert at.state.clues == needed - 1 and not at.state.objective
    at = revealed(id, found=True)
    assert at.state.clues == 0 and not of_kind(at.events, e.ClueFound)


def test_the_tile_of_the_objective_needs_no_clue():
    plain = next(id for id in TOKENS if not standard().exploration[id].clue)
    assert revealed(plain, place="objective").state.objective
    assert not revealed(plain).state.objective
