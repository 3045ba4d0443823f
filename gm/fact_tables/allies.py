"""Facts about Allies that are not the facts of Heroes."""

from __future__ import annotations

from gm.fact_tables.draft import Draft, Rule, may, must
from gm.names import Names
from rules_engine import events as ev


def basic_ally_used(e: ev.BasicAllyUsed, names: Names) -> Draft:
    return must(f"{names.name(e.hero)} uses up a Basic Ally: {e.name}.", "spent", (e.hero, e.ally))


def ally_xp_gained(e: ev.AllyXpGained, names: Names) -> Draft:
    return may(f"{names.name(e.ally)} gains {e.xp} Ally XP, and has {e.now}.", "gained", (e.ally,), (e.xp, e.now))


def ally_upgraded(e: ev.AllyUpgraded, names: Names) -> Draft:
    return must(f"{names.name(e.ally)} spends an Ally XP for an Upgrade: {e.name}.", "gained", (e.ally,))


RULES: dict[type[ev.Event], Rule] = {
    ev.BasicAllyUsed: basic_ally_used,
    ev.AllyXpGained: ally_xp_gained,
    ev.AllyUpgraded: ally_upgraded,
}
