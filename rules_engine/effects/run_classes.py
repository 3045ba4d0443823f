"""Running the effects that belong to Hero Classes: Ability Tokens."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rules_engine import events as e
from rules_engine.effects import nodes as n
from rules_engine.effects.context import Context
from rules_engine.state import Hero

if TYPE_CHECKING:
    from rules_engine.table import Procedure, Table


def _ability_tokens(table: Table, node: n.AbilityTokens, about: Context) -> Procedure[None]:
    from rules_engine.effects.whom import heroes_for
    from rules_engine.procedures.ability_tokens import change, kinds

    token = node.gain or node.lose
    users = yield from heroes_for(table, node.to, about)
    for hero in users:
        if not any(kind.id == token for kind in kinds(table, hero)):
            if len(users) == 1:
                name = table.library.ability_tokens[token].name
                table.emit(e.NothingHappened(f"{hero.name} has no use for {name}", about.source))
            continue
        if node.lose and not hero.tokens.get(token, 0):
            continue
        own = about.about(subject=hero.id)
        count = yield from table.roll_amount(node.count, own, table.library.ability_tokens[token].name.lower())
        change(table, hero, token, count if node.gain else -count, about.source)


def _cast(table: Table, node: n.Cast, about: Context) -> Procedure[None]:
    from rules_engine.procedures.spells import cast

    yield from cast(table, node, about)


def more_healing(table: Table, hero: Hero, about: Context, amounts: list[int]) -> Procedure[list[int]]:
    """Wounds, Sanity, any and Corruption to heal, with what the healer pays on top for Wounds or Sanity (Ki)."""
    from rules_engine.procedures.boosts import into_a_healing

    owner = table.state.heroes.get(about.owner)
    if owner is None or not table.stats.boosting(owner):
        return amounts
    hurt = (hero.wounds, hero.sanity_damage, hero.wounds + hero.sanity_damage)
    for place, room in enumerate(hurt):
        if amounts[place]:
            more = yield from into_a_healing(table, owner, hero, amounts[place], room, about)
            return [*amounts[:place], amounts[place] + more, *amounts[place + 1 :]]
    return amounts


def covered(table: Table, hero: Hero, source: str) -> Procedure[bool]:
    """Whether Cover against every source of Damage (the Sacred Bell) turns direct Damage away."""
    if "cover_all" not in table.stats.flags(hero):
        return False
    from rules_engine.procedures.rerolls import hero_roll

    roll = yield from hero_roll(table, hero, "cover", "armor", ["D6"], table.stats.hero(hero, "cover"))
    if roll.successes():
        table.emit(e.Prevented(hero.id, "damage", 1, "Cover"))
    return roll.successes() > 0


CLASS_RUNNERS: dict[type[n.Node], Callable[[Table, Any, Context], Procedure[None]]] = {
    n.AbilityTokens: _ability_tokens,
    n.Cast: _cast,
}
