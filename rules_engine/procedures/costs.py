"""Limits and costs of abilities: what is exhausted, what can be paid, and paying it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_engine import events as e
from rules_engine.effects.nodes import Cost
from rules_engine.effects.parse import Ability
from rules_engine.effects.stats import Held
from rules_engine.state import Hero

if TYPE_CHECKING:
    from rules_engine.table import Procedure, Table


def limit_key(held: Held) -> str:
    """What a limited use is remembered by: the owner, the Item or card, and the ability."""
    return f"{held.owner}|{held.uid}|{held.ability.id}"


def spent(table: Table, key: str) -> bool:
    """Whether a limited use is Exhausted."""
    return key in table.state.used


def can_pay(table: Table, hero: Hero, cost: Cost, uid: int = 0) -> bool:
    """Whether a hero has what an ability costs."""
    return (
        hero.grit >= cost.grit
        and all(hero.tokens.get(token, 0) >= count for token, count in cost.tokens)
        and (not cost.dark_stone or hero.dark_stone - table.stats.hero(hero, "fused_dark_stone") >= cost.dark_stone)
        and hero.gold >= cost.gold
        and (cost.wounds == 0 or table.health_left(hero) > cost.wounds)
        and (cost.sanity == 0 or table.sanity_left(hero) > cost.sanity)
    )


def change_grit(table: Table, hero: Hero, by: int, because: str) -> None:
    """Grit up or down, within 0 and Max Grit. An Ally gains none."""
    if hero.ally_of:
        return
    most = max(table.stats.hero(hero, "max_grit"), hero.grit)
    now = max(0, min(most, hero.grit + by))
    if now != hero.grit:
        table.emit(e.GritChanged(hero.id, now - hero.grit, now, because))


def pay(
    table: Table, hero: Hero, ability: Ability, held: Held, token: str = "", *, surplus: int = 0, times: int = 1
) -> Procedure[None]:
    """Pay an ability's cost and mark its limit. `token` is the Side Bag Token that is discarded, if it is one;
    `surplus` is Grit that the hero just got beyond Max Grit, which goes first; `times` is how often Grit and Ability
    Tokens are paid.
    """
    cost = ability.cost
    table.emit(e.AbilityUsed(hero.id, ability.id, held.source, limit_key(held), ability.limit))
    _hand_in(table, hero, cost, held.source, surplus, times)
    if cost.discard:
        if token in table.library.allies:
            table.emit(e.BasicAllyUsed(hero.id, token, table.library.allies[token].name))
        elif token:
            table.emit(e.TokenSpent(hero.id, token, "used"))
        elif held.kind == "item":
            item = next((i for i in hero.carried if i.uid == held.uid), None)
            if item is not None:
                table.emit(e.ItemLost(hero.id, item.uid, item.id, "discarded"))
        elif held.kind == "team":
            from rules_engine.procedures.team import leave_the_pool

            leave_the_pool(table, next(c for c in table.state.team_cards if c.uid == held.uid), "played")
        elif held.kind == "card":
            card = next((c for c in table.state.in_play if c.uid == held.uid), None)
            if card is not None:
                table.emit(e.CardLeftPlay(card.uid, card.id))
                table.emit(e.CardDiscarded(table.library.cards[card.id].deck, card.id))
    yield from _bear(table, hero, cost, held.source)


def pay_cost(table: Table, hero: Hero, cost: Cost, because: str) -> Procedure[None]:
    """Pay for what is no ability, such as attaching an Upgrade."""
    _hand_in(table, hero, cost, because, 0)
    yield from _bear(table, hero, cost, because)


def _hand_in(table: Table, hero: Hero, cost: Cost, because: str, surplus: int, times: int = 1) -> None:
    change_grit(table, hero, -max(0, times * cost.grit - surplus), because)
    for kind, count in cost.tokens:
        from rules_engine.procedures.ability_tokens import change

        change(table, hero, kind, -times * count, because)
    if cost.dark_stone:
        table.emit(e.DarkStoneChanged(hero.id, -cost.dark_stone, because))
    if cost.gold:
        table.emit(e.GoldChanged(hero.id, -cost.gold, because))


def _bear(table: Table, hero: Hero, cost: Cost, because: str) -> Procedure[None]:
    from rules_engine.procedures.harm import lose_sanity, take_hits, wound

    if cost.corruption_hit:
        yield from take_hits(table, hero, "corruption", cost.corruption_hit, because)
    if cost.wounds:
        yield from wound(table, hero, cost.wounds, because, armor=False, shield=False)
    if cost.sanity:
        yield from lose_sanity(table, hero, cost.sanity, because, armor=False)
