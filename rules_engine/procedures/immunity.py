"""Immune to a Keyword, to Critical Hits, to Status Effects (compilation, "Immune To...").

An Immune model ignores all effects and Damage of whatever uses an Item or an ability with that Keyword; markers of a
Status Effect to which it is Immune are never placed on it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from rules_engine import events as e
from rules_engine.state import Enemy, Hero

if TYPE_CHECKING:
    from rules_engine.effects.context import Context
    from rules_engine.table import Table

M = TypeVar("M", Hero, Enemy)


def immune_to(table: Table, model: Hero | Enemy, word: str) -> bool:
    """Whether a model is Immune to a Keyword, `critical-hits` or a Status Effect.

    Old switches say the same: `poison_immune`, `critical_immune`. Undead never bleed where the edition says so (C25).
    """
    flags = table.stats.flags(model)
    if f"immune:{word}" in flags or f"{word}_immune" in flags:
        return True
    if word == "bleeding" and not table.rules.undead_bleed:
        own = model.keywords if isinstance(model, Hero) else table.library.enemies[model.type].keywords
        return "undead" in own
    return False


def criticals_count(table: Table, enemy: Enemy) -> bool:
    """Whether Critical Hits ignore this enemy's Defense: not that of a Tough one, or one Immune to them."""
    flags = table.stats.flags(enemy)
    return not flags or flags.isdisjoint(("tough", "critical_immune", "immune:critical-hits"))


def counts_as_critical(table: Table, enemy: Enemy, critical: bool) -> bool:
    """Whether a Critical Hit is one at all: the oldest edition makes it a normal Hit against Tough enemies (C24)."""
    return critical and (table.rules.tough == "keeps defense" or criticals_count(table, enemy))


def keywords_of(table: Table, about: Context) -> tuple[str, ...]:
    """The Keywords of what an effect comes from: the ability's, and those of the Item that does it."""
    found = about.keywords
    if about.item:
        found = (*found, *keywords_of_item(table, about.item))
    elif about.uid and about.owner in table.state.heroes:
        for item in table.state.heroes[about.owner].items:
            if item.uid == about.uid:
                found = (*found, *table.library.items[item.id].keywords)
    return found


def keywords_of_item(table: Table, id: str) -> tuple[str, ...]:
    """The Keywords of an Item, or of the weapon that an Ally carries."""
    record = table.library.items.get(id) or table.library.ally_weapons.get(id)
    return record.keywords if record is not None else ()


def ignores(table: Table, model: Hero | Enemy, about: Context) -> bool:
    """Whether a model ignores what an effect would do to it; says so if it does."""
    if not _immune_at_all(table, model):
        return False
    word = ignores_all(table, model, keywords_of(table, about))
    if word:
        table.emit(e.Immune(model.id, word, about.weapon or about.source))
    return bool(word)


def _immune_at_all(table: Table, model: Hero | Enemy) -> bool:
    return any(flag.startswith("immune:") for flag in table.stats.flags(model))


def ignores_all(table: Table, model: Hero | Enemy, keywords: tuple[str, ...]) -> str:
    """The first of some Keywords to which a model is Immune, or nothing."""
    flags = table.stats.flags(model)
    return next((word for word in keywords if f"immune:{word}" in flags), "")


def affected(table: Table, models: list[M], about: Context) -> list[M]:
    """Those of some models that do not ignore what an effect would do to them."""
    return [model for model in models if not ignores(table, model, about)]


def status_refused(table: Table, hero: Hero, status: str, by: str) -> bool:
    """Whether a hero is Immune to a Status Effect, so that its marker is not placed."""
    if not immune_to(table, hero, status):
        return False
    table.emit(e.Immune(hero.id, status, by))
    return True
