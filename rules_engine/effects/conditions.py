"""Judging conditions and looking up named numbers at a table."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING

from rules_engine.effects.context import Context
from rules_engine.effects.language import TALLY, TOKENS_OF, Amount, Condition, Part
from rules_engine.effects.parse import SKILLS
from rules_engine.state import BLOOD_SPATTER_SPACES, GROWING_DREAD_SPACES

if TYPE_CHECKING:
    from rules_engine.state import Hero
    from rules_engine.table import Table

_OPS: dict[str, Callable[[int, int], bool]] = {
    ">": operator.gt,
    "<": operator.lt,
    ">=": operator.ge,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
}


def named_number(table: Table, name: str, about: Context) -> int:
    """What a name in an amount stands for now."""
    state = table.state
    if name == "n":
        return about.n
    if name == "amount":
        return about.amount
    if name == "heroes":
        return len(state.party())
    if name == "enemies":
        return len(state.enemies)
    if name.startswith(TALLY):
        return state.tallies.get(name.removeprefix(TALLY), 0)
    if name == "this_type":
        return sum(1 for enemy in state.enemies.values() if enemy.type == about.enemy_type)
    if name in ("clues", "dread", "archive", "darkness", "turn", "fights"):
        return int(getattr(state, name))
    hero = state.heroes.get(about.subject) or state.heroes.get(about.owner)
    if hero is None:
        return 0
    if name.startswith(TOKENS_OF):
        from rules_engine.procedures.ability_tokens import counted

        return counted(table, hero, name)
    if name in SKILLS or name == "max_grit":
        return table.stats.hero(hero, name)
    if name == "mutations":
        return len(hero.mutations)
    if name == "dark_stone":
        return dark_stone_carried(table, hero)
    return int(getattr(hero, name))


def dark_stone_carried(table: Table, hero: Hero) -> int:
    """Shards and Items with a Dark Stone Icon (compilation, "Dark Stone Icons")."""
    return hero.dark_stone + sum(table.library.items[item.id].dark_stone for item in hero.carried)


def value_now(table: Table, amount: Amount, about: Context) -> int:
    """The value of an amount without dice; may be negative."""
    return amount.const + sum(
        term.times * (named_number(table, term.name, about) // term.every) for term in amount.terms
    )


def holds(table: Table, when: Condition, about: Context) -> bool:
    """Whether all parts of a condition hold now."""
    return all(_part(table, part, about) != part.negated for part in when.parts)


def _part(table: Table, part: Part, about: Context) -> bool:
    if part.left is not None and part.right is not None:
        return _OPS[part.op](value_now(table, part.left, about), value_now(table, part.right, about))
    return _WORDS[part.word](table, about, part.name)


def _hero(table: Table, about: Context) -> Hero | None:
    return table.state.heroes.get(about.subject) or table.state.heroes.get(about.owner)


def _lit(table: Table, about: Context, _: str) -> bool:
    from rules_engine.procedures.movement import is_lit

    hero = _hero(table, about)
    return hero is not None and is_lit(table, hero)


def _alone(table: Table, about: Context, _: str) -> bool:
    hero = _hero(table, about)
    return hero is not None and not any(
        other.id != hero.id and table.same_tile(other.space, hero.space) for other in table.state.standing()
    )


def _adjacent_enemy(table: Table, about: Context, _: str) -> bool:
    """An enemy beside the hero; for an enemy's own ability, a hero beside that enemy."""
    hero = _hero(table, about)
    if hero is not None:
        return bool(hero.space) and bool(table.adjacent_enemies(hero))
    enemy = table.state.enemies.get(about.enemy)
    return enemy is not None and bool(table.heroes_beside(enemy))


def _type_of(table: Table, about: Context) -> str:
    enemy = table.state.enemies.get(about.enemy)
    return enemy.type if enemy is not None else about.enemy_type


def _enemy_keyword(table: Table, about: Context, name: str) -> bool:
    type = _type_of(table, about)
    return bool(type) and name in table.library.enemies[type].keywords


def _keyword(table: Table, about: Context, name: str) -> bool:
    hero = _hero(table, about)
    return hero is not None and name in hero.keywords


def _carries(table: Table, about: Context, name: str) -> bool:
    hero = _hero(table, about)
    return hero is not None and any(item.id == name for item in hero.carried)


def _scarred(table: Table, about: Context, name: str, chart: str) -> bool:
    hero = _hero(table, about)
    return hero is not None and name in getattr(hero, chart)


def _item(table: Table, about: Context, name: str) -> bool:
    record = table.library.items.get(about.item) or table.library.ally_weapons.get(about.item)
    return record is not None and name in record.keywords


def _enemy_on_tile(table: Table, about: Context, name: str) -> bool:
    hero = _hero(table, about)
    return hero is not None and any(
        name in table.library.enemies[enemy.type].keywords and table.share_tile(enemy, hero)
        for enemy in table.state.enemies.values()
    )


def _both_hands(table: Table, about: Context, _: str) -> bool:
    """Whether a hand of the hero's is free to help the other."""
    hero = _hero(table, about)
    if hero is None:
        return False
    full = sum(table.library.items[item.id].hands for item in hero.items if item.worn)
    return full < table.stats.hero(hero, "hands")


def _beside_owner(table: Table, about: Context, _: str) -> bool:
    """Whether what happens to a hero happens next to the one whose ability it is, and not to that one."""
    hero, owner = table.state.heroes.get(about.subject), table.state.heroes.get(about.owner)
    if hero is None or owner is None or hero is owner or not hero.space or not owner.space:
        return False
    return hero.space in table.board.adjacent[owner.space]


def _no_other_enemy(table: Table, about: Context, _: str) -> bool:
    """Whether no enemy but the one in question is adjacent to the hero."""
    hero = _hero(table, about)
    return hero is not None and not any(x.id != about.enemy for x in table.adjacent_enemies(hero))


def _exhausted(table: Table, about: Context, name: str) -> bool:
    """Whether the owner's limited ability of this id has been used."""
    hero = table.state.heroes.get(about.owner) or _hero(table, about)
    return hero is not None and any(
        key.startswith(f"{hero.id}|") and key.endswith(f"|{name}") for key in table.state.used
    )


def _world(table: Table, about: Context, name: str) -> bool:
    """The World of the hero that the effect is about, else that of the enemy, the tile or the effect itself."""
    from rules_engine.procedures.worlds import of_hero, world_of

    hero = _hero(table, about)
    return (of_hero(table, hero) if hero is not None else world_of(table, about)) == name


def _otherworld(table: Table, about: Context, _: str) -> bool:
    """Whether the World of the hero that the effect is about is an OtherWorld."""
    from rules_engine.procedures.worlds import is_otherworld, of_hero, world_of

    hero = _hero(table, about)
    return is_otherworld(table, of_hero(table, hero) if hero is not None else world_of(table, about))


def _ally(table: Table, about: Context, name: str) -> bool:
    """Whether the one that the effect is about is an Advanced Ally of this kind."""
    hero = _hero(table, about)
    return hero is not None and bool(hero.ally_of) and hero.cls == name


def _wounded(table: Table, about: Context, _: str) -> bool:
    hero = _hero(table, about)
    return hero is not None and hero.wounds > 0


def _on_place(table: Table, about: Context, name: str) -> bool:
    hero = _hero(table, about)
    return hero is not None and bool(hero.space) and _stands(table, hero, name)


def _all_on(table: Table, about: Context, name: str) -> bool:
    standing = table.state.standing()
    return bool(standing) and all(_stands(table, hero, name) for hero in standing)


def _stands(table: Table, hero: Hero, place: str) -> bool:
    tiles = table.state.tiles
    return any(tiles[number - 1].place == place for number in table.board.tiles_of(hero.space))


def _someone_carries(table: Table, about: Context, name: str) -> bool:
    return any(item.id == name for hero in table.state.standing() for item in hero.items)


_WORDS: dict[str, Callable[[Table, Context, str], bool]] = {
    "fight": lambda table, about, name: bool(table.state.enemies),
    "ko": lambda table, about, name: (hero := _hero(table, about)) is not None and hero.ko,
    "lit": _lit,
    "alone_on_tile": _alone,
    "adjacent_enemy": _adjacent_enemy,
    "acted": lambda table, about, name: (hero := _hero(table, about)) is not None and hero.activated,
    "critical": lambda table, about, name: about.critical,
    "objective": lambda table, about, name: table.state.objective,
    "melee": lambda table, about, name: about.kind == "melee",
    "ranged": lambda table, about, name: about.kind == "ranged",
    "combat_hit": lambda table, about, name: about.combat_hit,
    "wounded": _wounded,
    "both_hands": _both_hands,
    "no_other_enemy": _no_other_enemy,
    "beside_owner": _beside_owner,
    "exhausted": _exhausted,
    "elite": lambda table, about, name: (
        (type := _type_of(table, about)) in table.state.groups and bool(table.state.groups[type].elite)
    ),
    "keyword": _keyword,
    "enemy_keyword": _enemy_keyword,
    "enemy_size": lambda table, about, name: (
        (type := _type_of(table, about)) != "" and table.library.enemies[type].size == name
    ),
    "type": lambda table, about, name: _type_of(table, about) == name,
    "world": _world,
    "otherworld": _otherworld,
    "ally": _ally,
    "hold_back": lambda table, about, name: about.kind == "hold_back",
    "item": _item,
    "mutation": lambda table, about, name: _scarred(table, about, name, "mutations"),
    "injury": lambda table, about, name: _scarred(table, about, name, "injuries"),
    "madness": lambda table, about, name: _scarred(table, about, name, "madness"),
    "carries": _carries,
    "using": lambda table, about, name: about.item == name,
    "this_item": lambda table, about, name: False,
    "with": lambda table, about, name: about.weapon == name,
    "enemy_on_tile": _enemy_on_tile,
    "on_place": _on_place,
    "all_on": _all_on,
    "someone_carries": _someone_carries,
    "marked_space": lambda table, about, name: table.state.hero_marker in GROWING_DREAD_SPACES + BLOOD_SPATTER_SPACES,
}
