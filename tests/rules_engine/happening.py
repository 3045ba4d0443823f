"""Builders of the tests of effects: a small party, and effects of a card that happen to it."""

from __future__ import annotations

from typing import Any

from rules_engine import events as e
from rules_engine.choices import Choice
from rules_engine.effects import parse
from rules_engine.effects.context import Context
from rules_engine.effects.run import run as run_effects
from rules_engine.events import Event
from rules_engine.table import Table
from tests.rules_engine.at_the_table import drive, laid_out, of_kind

RECEIPTS = (e.Rolled, e.Picked)
RAT: dict[str, Any] = {"type": "test-small", "space": "1.08", "health": 10, "wounds": 5}
ANT: dict[str, Any] = {"type": "test-small", "space": "1.22", "health": 10, "wounds": 1}
OWL: dict[str, Any] = {"type": "test-bird", "space": "1.05", "health": 9}
FIGHT: dict[str, Any] = {"enemies": {"rat": RAT, "ant": ANT, "owl": OWL}}
ADA: dict[str, Any] = {"space": "1.12", "initiative": 4, "defense": 4, "willpower": 4}
BO: dict[str, Any] = {"space": "1.13", "initiative": 3, "defense": 4, "willpower": 4}
ROOK: dict[str, Any] = {"allies": {"Rook": {"of": "Ada", "type": "trail-hand", "space": "1.16"}}}


def posse(ada: dict[str, Any] | None = None, bo: dict[str, Any] | None = None, **rest: Any) -> dict[str, Any]:
    """Ada and Bo side by side at the Entrance."""
    return {"heroes": {"Ada": {**ADA, **(ada or {})}, "Bo": {**BO, **(bo or {})}}, **rest}


def happen(
    given: dict[str, Any],
    effects: Any,
    dice: dict[str, list[int]] | None = None,
    answer: str = "",
    names: dict[str, list[str]] | None = None,
    **about: Any,
) -> tuple[Table, Context, list[Event], list[Choice]]:
    """Run effects of `a card` about Ada, unless something else is said; every scripted die must have been rolled."""
    at = laid_out(given, dice=dice, names=names)
    context = Context(**{"subject": "ada", "source": "a card", **about})
    read = parse.effects(effects if isinstance(effects, list) else [effects], "a card")
    asked = drive(
        run_effects(at, read, context),
        lambda choice: next((one for one in choice.options if one.id == answer), choice.options[0]),
    )
    assert at.dice.unused == {}
    return at, context, [one for one in at.events if not isinstance(one, RECEIPTS)], asked


def events(given: dict[str, Any], effects: Any, *rest: Any, **more: Any) -> list[Event]:
    return happen(given, effects, *rest, **more)[2]


def purposes(at: Table) -> list[tuple[str, str, str]]:
    return [(one.who, one.purpose, one.stream) for one in of_kind(at.events, e.Rolled)]
