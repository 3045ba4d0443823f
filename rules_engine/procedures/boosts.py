"""Ability Tokens paid for a single Combat Hit or Healing (valhalla, "Rage"; forbidden-fortress, "Ki").

They are asked for when the Damage dice of the Hit lie, before Cover and Armor: the rulebooks set no earlier moment.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_engine.choices import Option
from rules_engine.effects.context import Context
from rules_engine.effects.stats import Held
from rules_engine.procedures.costs import limit_key, pay, spent
from rules_engine.state import Enemy, Hero

if TYPE_CHECKING:
    from rules_engine.table import Procedure, Table


def able(table: Table, hero: Hero, of: str, about: Context) -> list[tuple[Held, int]]:
    """A hero's abilities that may be paid into such a thing now, and how often each."""
    found = []
    for held in table.stats.boosting(hero):
        ability, boost = held.ability, held.ability.boost
        if boost is None or boost.of != of or (ability.limit and spent(table, limit_key(held))):
            continue
        if not table.holds(ability.when, about):
            continue
        paid = [hero.tokens.get(token, 0) // each for token, each in ability.cost.tokens]
        times = min([boost.most, *paid, *([hero.grit // ability.cost.grit] if ability.cost.grit else [])])
        if times > 0:
            found.append((held, times))
    return found


def into_a_hit(table: Table, hero: Hero, enemy: Enemy, damage: int, defense: int, about: Context) -> Procedure[int]:
    """Damage that a hero pays for on one Combat Hit; nobody is asked where no Wound could come of it.

    Without Armor or Cover to get past, no more is offered than would kill the enemy.
    """
    stats, more = table.stats, 0
    for held, times in able(table, hero, "combat_hit", about):
        boost = held.ability.boost
        assert boost is not None
        wounds = damage + more - defense
        left = stats.enemy(enemy.type, "health") - enemy.wounds
        if not stats.enemy(enemy.type, "armor"):
            times = min(times, -(-(left - wounds) // boost.add))
        if wounds + times * boost.add <= 0:
            continue
        against = f"{damage + more} Damage against {table.name(enemy.id)}, Defense {defense}, {left} Health left"
        bought = yield from _ask(table, hero, held, times, against, "Damage")
        more += bought * boost.add
    return more


def into_a_healing(table: Table, hero: Hero, healed: Hero, points: int, room: int, about: Context) -> Procedure[int]:
    """Points that a hero adds to a Healing of its own: no more than the healed one has use for."""
    more = 0
    for held, times in able(table, hero, "healing", about):
        boost = held.ability.boost
        assert boost is not None
        times = min(times, -(-(room - points - more) // boost.add))
        bought = yield from _ask(table, hero, held, times, f"{healed.name} heals {points + more}", "healed")
        more += bought * boost.add
    return more


def _ask(table: Table, hero: Hero, held: Held, times: int, prompt: str, noun: str) -> Procedure[int]:
    boost = held.ability.boost
    assert boost is not None
    options = [Option("boost:0", "add nothing", "0")]
    price = [(each, _name(table, token)) for token, each in held.ability.cost.tokens]
    if held.ability.cost.grit:
        price.append((held.ability.cost.grit, "Grit"))
    for count in range(1, times + 1):
        cost = " and ".join(f"{count * each} {name}" for each, name in price)
        options.append(Option(f"boost:{count}", f"spend {cost}: +{count * boost.add} {noun}", str(count)))
    answer = yield from table.ask(
        hero.id,
        "boost",
        f"{held.source}: {prompt}. Add to it?",
        options,
        about={"ability": held.ability.id, "of": boost.of, "add": str(boost.add)},
    )
    count = int(answer.partition(":")[2])
    if count:
        yield from pay(table, hero, held.ability, held, times=count)
    return count


def _name(table: Table, token: str) -> str:
    kind = table.library.ability_tokens.get(token)
    return kind.name if kind is not None else token
