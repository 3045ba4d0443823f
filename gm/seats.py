"""Who sits where: people and bots, and which bot, if any, decides what is pending."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from rules_engine import PARTY, Choice, Game, GameSetup, Option
from rules_engine.bots import Policy, RandomPolicy, SensiblePolicy
from rules_engine.bots.trifles import trifle
from rules_engine.journal import first_hash


class Bot(StrEnum):
    """The bots that may take a seat: one that plays sensibly, one that takes any legal option."""

    SENSIBLE = "sensible"
    RANDOM = "random"


def people(setup: GameSetup, bots: Mapping[str, Bot]) -> list[str]:
    """The seats at which people sit, in order."""
    return [seat for seat in setup.seats if seat not in bots]


def deciding_seat(game: Game, choice: Choice) -> str | None:
    """The seat that decides a Choice; None where the party does. A hero who is still being made has a seat already."""
    if choice.who == PARTY:
        return None
    joined = game.state.heroes
    if choice.who in joined:
        return joined[choice.who].seat
    return game.setup.heroes[len(joined)].seat if len(joined) < len(game.setup.heroes) else None


def bot_to_decide(game: Game, bots: Mapping[str, Bot]) -> str | None:
    """The bot's seat that decides what is pending; None if people do or nothing is. Where the party decides, people do
    as long as any sits at the table.
    """
    choice = game.pending
    if choice is None or not bots:
        return None
    seat = deciding_seat(game, choice)
    if seat is None:
        return None if people(game.setup, bots) else game.setup.seats[0]
    return seat if seat in bots else None


def decide(game: Game, bot: Bot, seat: str) -> str:
    """A bot's answer to what is pending. Of extra options it sees its own heroes' only."""
    choice = game.pending
    assert choice is not None
    own = tuple(option for option in choice.options if not option.extra or _owner(game, option) == seat)
    policy: Policy = SensiblePolicy() if bot is Bot.SENSIBLE else RandomPolicy(first_hash(game.journal.header))
    return policy.choose(game, msgspec.structs.replace(choice, options=own))


def declined(game: Game, seat: str, least: float) -> str | None:
    """The answer that declines a re-roll which is hardly worth the asking, where this seat decides it."""
    keep = trifle(game, least)
    if keep is None or game.pending is None or (seat and deciding_seat(game, game.pending) != seat):
        return None
    return keep


def _owner(game: Game, option: Option) -> str | None:
    hero = game.state.heroes.get(option.id.split(":")[1]) if ":" in option.id else None
    return hero.seat if hero is not None else None


def choices_to_undo(game: Game, bots: Mapping[str, Bot], steps: int) -> int | None:
    """How many choices to take back for so many choices of people; None if people have not made so many."""
    if not bots or not people(game.setup, bots):
        return steps
    counted = 0
    for count, (choice, _) in enumerate(reversed(game.choices_made), 1):
        counted += deciding_seat(game, choice) not in bots
        if counted == steps:
            return count
    return None
