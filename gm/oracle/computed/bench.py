"""A bare table and a bare hero, on which the engine's own procedures are asked for figures."""

from __future__ import annotations

from rules_engine.content.library import standard
from rules_engine.dice import Streams, open_key
from rules_engine.ruleset import Ruleset
from rules_engine.state import Hero, State
from rules_engine.table import Table


def bare_table(rules: Ruleset, *, posse_level: int = 1) -> Table:
    """A table with nobody at it."""
    return Table(State(rules.edition, "", posse_level=posse_level), standard(), rules, Streams(open_key("")))


def bare_hero(**stats: int) -> Hero:
    """A hero of no Class, with these figures alone."""
    return Hero("hero", "Hero", "", [], stats)
