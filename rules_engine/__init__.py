"""The rules engine of Shadows of Brimstone: adjudicates every die and mechanic, and nothing else.

>>> from rules_engine import Game, party
>>> game = Game.start(party("us-marshal"), seed=7)
"""

from rules_engine.choices import PARTY, Choice, Option
from rules_engine.errors import BrimstoneError
from rules_engine.events import EVENT_TYPES, Event
from rules_engine.game import Game, verify
from rules_engine.journal import fold, in_force
from rules_engine.setup import GameSetup, HeroSetup, initial_state, party
from rules_engine.state import State

__all__ = [
    "EVENT_TYPES",
    "PARTY",
    "BrimstoneError",
    "Choice",
    "Event",
    "Game",
    "GameSetup",
    "HeroSetup",
    "Option",
    "State",
    "fold",
    "in_force",
    "initial_state",
    "party",
    "verify",
]
