"""The rules engine of Shadows of Brimstone: adjudicates every die and mechanic, and nothing else.

>>> from rules_engine import Game, party
>>> game = Game.start(party("us-marshal"), seed=7)

The names below are loaded when first asked for: who only reads events does not load the whole engine.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
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

if not TYPE_CHECKING:
    _HOMES = {
        "choices": ("PARTY", "Choice", "Option"),
        "errors": ("BrimstoneError",),
        "events": ("EVENT_TYPES", "Event"),
        "game": ("Game", "verify"),
        "journal": ("fold", "in_force"),
        "setup": ("GameSetup", "HeroSetup", "initial_state", "party"),
        "state": ("State",),
    }
    _HOME = {name: home for home, names in _HOMES.items() for name in names}

    def __getattr__(name):
        if name not in _HOME:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
        return value

    def __dir__():
        return sorted({*globals(), *__all__})
