"""Re-rolls that are hardly worth the asking, which a player may have declined unasked.

The answer is an ordinary one, chosen and journaled as if the player had given it, so that a replay is the same.
"""

from __future__ import annotations

from fractions import Fraction

from rules_engine.choices import Choice
from rules_engine.game import Game
from rules_engine.second_rolls import second_roll

KEEP = "keep"


def trifle(game: Game, least: Fraction | float) -> str | None:
    """`keep` where a re-roll is offered and none of those on offer betters the roll with a chance of `least` or more.

    None for any other Choice, and where it cannot be said what would be better (charts, cards).
    """
    choice = game.pending
    if choice is None or choice.kind != "reroll" or least <= 0:
        return None
    for option in choice.options:
        if option.id == KEEP:
            continue
        chance = chance_to_better(game, choice, option.id)
        if chance is None or chance >= least:
            return None
    return KEEP


def chance_to_better(game: Game, choice: Choice, option: str) -> Fraction | None:
    """The chance that a re-roll on offer betters the roll; None where better means nothing."""
    which = [int(place) for place in option.partition(":")[2].split(",") if place]
    second = second_roll(game, choice, which)
    return second.better if second is not None else None
