"""Policies that play, and how they take a seat.

>>> from rules_engine import Game, party
>>> game = Game.start(party("us-marshal"), seed=7)
>>> play(game, SensiblePolicy())
>>> game.over
True
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from rules_engine.bots.sensible import SensiblePolicy
from rules_engine.bots.uniform import RandomPolicy
from rules_engine.choices import Choice
from rules_engine.game import Game

__all__ = ["Policy", "RandomPolicy", "SensiblePolicy", "follow", "play"]


class Policy(Protocol):
    """Whoever answers Choices: a bot of this package, or one of your own."""

    def choose(self, game: Game, choice: Choice) -> str:
        """The id of one of the Choice's options, or an answer that its form accepts."""
        ...


def play(game: Game, policy: Policy | Mapping[str, Policy]) -> None:
    """Play on until the Adventure is over, or until somebody who is not a bot must decide.

    With a mapping each seat named in it is a bot. A Choice for the whole party is answered by the first bot; one on
    which all must agree waits for the people at the table, and `follow` lets the bots agree with them.
    """
    if not isinstance(policy, Mapping):
        choose = policy.choose
        while (choice := game.pending) is not None:
            game.choose(choose(game, choice))
        return
    people = [seat for seat in game.setup.seats if seat not in policy]
    first = next((policy[seat] for seat in game.setup.seats if seat in policy), None)
    while (choice := game.pending) is not None:
        hero = game.state.heroes.get(choice.who)
        decides = first if hero is None else policy.get(hero.seat)
        if decides is None or (people and choice.agree == "all"):
            return
        game.choose(decides.choose(game, choice))


def follow(game: Game, answer: str, bots: Mapping[str, Policy]) -> None:
    """The bots' seats agree to what the people at the table have answered to a Choice that needs every seat."""
    choice = game.pending
    if choice is None or choice.agree != "all":
        return
    for seat in game.setup.seats:
        if seat in bots and game.pending is choice:
            game.choose(answer, seat=seat)
