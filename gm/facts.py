"""What happened, as plain true sentences: one for each event, with the names, numbers and outcome that stand in it.

Facts are what a narrator is given and what its prose is checked against. They are rendered from the event log alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from gm.fact_tables import allies, classes, fights, heroes, options, table
from gm.fact_tables.draft import Rule
from gm.names import Names
from rules_engine import events as ev
from rules_engine.events import Event

SILENT: frozenset[type[Event]] = frozenset(
    {
        ev.Picked,  # what was picked is told by the event that uses it; before that it may be hidden
        ev.Chosen,
        ev.PhaseStarted,
        ev.ActivationEnded,
        ev.CardDiscarded,
        ev.CardReturned,
        ev.Equipped,
        ev.AbilityReadied,
        ev.LastingEnded,
        ev.HitAssigned,
        ev.ShootoutCleared,
    }
)
RULES: dict[type[Event], Rule] = {
    **table.RULES,
    **heroes.RULES,
    **fights.RULES,
    **allies.RULES,
    **classes.RULES,
    **options.RULES,
}


class Fact(msgspec.Struct, frozen=True):
    """One event in one plain sentence. `about` are ids, `names` what those ids are called; `event` is its number."""

    event: int
    kind: str
    text: str
    must_tell: bool
    names: tuple[str, ...]
    numbers: tuple[int, ...]
    outcome: str
    about: tuple[str, ...] = ()


def fact_of(event: Event, view: Names, number: int = 0) -> Fact | None:
    """The fact of an event, or None for book-keeping. `view` must have seen all events up to and with this one."""
    rule = RULES.get(type(event))
    if rule is None:
        if type(event) in SILENT:
            return None
        raise LookupError(
            f"{type(event).__name__} has no fact: add a rule in gm/fact_tables or list it in facts.SILENT"
        )
    draft = rule(event, view)
    if draft is None:
        return None
    called: dict[str, Any] = {name: None for id in draft.about for name in view.aliases(id)[:1]}
    numbers = tuple(dict.fromkeys(draft.numbers))
    kind = type(event).__name__
    return Fact(number, kind, draft.text, draft.must, tuple(called), numbers, draft.outcome, draft.about)


def facts_of(events: Iterable[tuple[int, Event]], names: Names) -> list[Fact]:
    """The facts of numbered events; `names` is shown each event on the way."""
    found: list[Fact] = []
    for number, event in events:
        names.see(event)
        fact = fact_of(event, names, number)
        if fact is not None:
            found.append(fact)
    return found
