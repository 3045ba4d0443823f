"""How a procedure deep inside ends something around it."""

from __future__ import annotations


class Signal(Exception):
    """Base of signals; never shown to a player."""


class TurnOver(Signal):
    """The current turn ends at once (compilation, "Enemies Appearing Mid-Turn", "Completing a Fight")."""


class FightWon(TurnOver):
    """The last enemy is gone: the Fight is over and so is the turn."""


class AdventureOver(Signal):
    """The Adventure is over."""

    def __init__(self, outcome: str, because: str) -> None:
        super().__init__(because)
        self.outcome = outcome
        self.because = because
