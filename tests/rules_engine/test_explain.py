"""Explaining options: every one of them, without touching the game, and with the odds that the dice really have."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction

import pytest

from rules_engine import Game, party
from rules_engine.bots import SensiblePolicy
from rules_engine.choices import Choice, Option
from rules_engine.errors import IllegalChoice
from rules_engine.explanation import Explanation
from rules_engine.procedures.darkness import needed_to_hold
from rules_engine.second_rolls import lying


def explained(seed: int) -> Iterator[tuple[Game, Choice, Option, Explanation]]:
    """Every option of every Choice of a game, explained."""
    game = Game.start(party("us-marshal", "bandido"), seed=seed)
    while (choice := game.pending) is not None:
        before = game.fingerprint(), len(game.events)
        for option in choice.options:
            yield game, choice, option, game.explain(option)
        assert (game.fingerprint(), len(game.events)) == before
        game.choose(SensiblePolicy().choose(game, choice))


def odds_of(told: Explanation) -> dict[str, Fraction]:
    return {one.what: one.chance for one in told.odds if one.chance is not None}


def test_every_option_of_a_game_is_explained_and_nothing_changes():
    kinds = set()
    for _, choice, option, told in explained(1):
        assert told.option == option.id
        assert json.loads(json.dumps(told.plain()))["label"] == option.label
        assert told.lines()[0] == option.label
        assert all(0 <= chance <= 1 for chance in odds_of(told).values())
        if told.odds:
            kinds.add((choice.kind, option.id.partition(":")[0]))
    rolled = {("turn", "hold"), ("move", "escape"), ("search", "scavenge"), ("search", "look"), ("reroll", "grit")}
    fought = {("attack", "melee"), ("attack", "ranged"), ("attack", "dual"), ("assign_hit", "hit")}
    assert kinds >= rolled | fought


def test_holding_back_the_darkness_is_explained_with_the_stage_of_the_track():
    held = {7: Fraction(1, 2), 8: Fraction(1, 3), 9: Fraction(2, 9)}
    seen = 0
    for game, choice, option, told in explained(3):
        if choice.kind == "turn" and option.id == "hold":
            assert odds_of(told)["held"] == held[needed_to_hold(game.state.hero_marker)]
            assert told.rule == "compilation: Holding Back the Darkness"
            seen += 1
    assert seen > 1


def test_rerolled_misses_can_only_get_better():
    seen = 0
    for game, choice, option, told in explained(1):
        counts = choice.kind == "reroll" and choice.about["kind"] in ("to_hit", "defense", "willpower")
        if not counts or not option.id.startswith("grit:"):
            continue
        roll = lying(game, int(choice.about["roll"]))
        which = [int(place) for place in option.id.partition(":")[2].split(",")]
        assert roll is not None and roll.target is not None
        if all(roll.faces[place] < roll.target for place in which):
            miss = Fraction(roll.target - 1, 8 if roll.dice[0] == "D8" else 6)
            assert odds_of(told) == {"better than now": 1 - miss ** len(which), "worse than now": 0}
            seen += 1
    assert seen


def test_an_option_that_is_not_there_cannot_be_explained():
    game = Game.start(party("us-marshal"), seed=7)
    with pytest.raises(IllegalChoice, match="'fly' is no option now"):
        game.explain(Option("fly", "fly"))


def test_figures_come_with_their_sources():
    for _, choice, option, told in explained(1):
        if choice.kind == "attack" and option.id == "melee":
            (line,) = [line for line in told.stats if line.stat == "combat"]
            assert line.steps[0][0] == "printed"
            return
    raise AssertionError("nobody fought hand to hand")
