"""Trading: what one hero hands to another (valhalla and old-west, "Trading Items"; compilation, "Get Starting Items").

A hero gives during the own Activation, to a hero on the same Map Tile, or in a Fight to an adjacent one. Nobody is
given more than can be carried.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_engine import events as e
from rules_engine.choices import Option
from rules_engine.procedures.harm import change_of_items
from rules_engine.procedures.items import carrying_limit, fused, in_anothers_use, usable, weight_carried
from rules_engine.procedures.upgrades import item_name, weight_of
from rules_engine.state import Hero, Item

if TYPE_CHECKING:
    from rules_engine.table import Procedure, Table

DONE = Option("done", "no more to give")
SUMS = (1, 5, 10, 25, 50, 100)
RULE = "valhalla: Trading Items"


def partners(table: Table, hero: Hero) -> list[Hero]:
    """Whom a hero could give anything to now: those adjacent in a Fight, else those on the same Map Tile; no Allies."""
    if table.state.enemies:
        near = table.adjacent_heroes(hero.space)
    else:
        near = [h for h in table.state.standing() if table.same_tile(h.space, hero.space)]
    return [other for other in near if other.id != hero.id and not other.ally_of]


def may_trade(table: Table, hero: Hero) -> bool:
    """Whether a hero has anything to give to anybody in reach, in the own Activation."""
    if table.acting != hero.id or not hero.up or hero.ally_of or len(table.state.heroes) < 2:
        return False
    return any(_has_a_gift(table, hero, other) for other in partners(table, hero))


def _has_a_gift(table: Table, hero: Hero, other: Hero) -> bool:
    """Whether `gifts` would list anything; asked at every step, so without the list."""
    if hero.gold or loose_dark_stone(table, hero):
        return True
    if hero.side_bag and len(other.side_bag) < table.stats.hero(other, "side_bag"):
        return True
    return bool(_items_for(table, hero, other))


def _items_for(table: Table, hero: Hero, other: Hero) -> list[Item]:
    """Items that one hero may part with and the other can carry."""
    items = tradable(table, hero)
    if not items:
        return items
    room = max(0, carrying_limit(table, other) - weight_carried(table, other))
    return [item for item in items if weight_of(table, item) <= room]


def tradable(table: Table, hero: Hero) -> list[Item]:
    """Items that a hero may part with: no Personal Items, no fused ones, Starting Items as the edition says (C36)."""
    if not hero.items:
        return []
    records, stuck = table.library.items, fused(table, hero)
    kept = {"personal"} if table.rules.trade_starting_items else {"personal", "starting"}
    return [item for item in hero.items if records[item.id].kind not in kept and item.uid not in stuck]


def gifts(table: Table, hero: Hero, other: Hero) -> list[Option]:
    """What one hero may give to another now."""
    library, stats = table.library, table.stats
    found = [
        Option(f"item:{item.uid}", item_name(table, item), item.id, detail=library.text(item.id))
        for item in _items_for(table, hero, other)
    ]
    if len(other.side_bag) < stats.hero(other, "side_bag"):
        found += [
            Option(f"token:{token}", library.tokens[token].name, token, detail=library.text(token))
            for token in dict.fromkeys(hero.side_bag)
        ]
    if hero.gold:
        found.append(Option("gold", f"Gold (of ${hero.gold})"))
    if loose_dark_stone(table, hero):
        found.append(Option("dark_stone", f"Dark Stone (of {loose_dark_stone(table, hero)})"))
    return found


def loose_dark_stone(table: Table, hero: Hero) -> int:
    """Dark Stone that has not become part of the hero."""
    return max(0, hero.dark_stone - table.stats.hero(hero, "fused_dark_stone"))


def trade(table: Table, hero: Hero) -> Procedure[None]:
    """A hero gives things to one other hero, one by one, until that is enough."""
    able = [other for other in partners(table, hero) if gifts(table, hero, other)]
    to = [Option(f"hero:{other.id}", other.name, other.id) for other in able]
    answer = yield from table.ask(
        hero.id, "trade_with", f"{hero.name} gives something to whom?", to if len(to) == 1 else [DONE, *to], rule=RULE
    )
    if answer == DONE.id:
        return
    other = table.hero(answer.partition(":")[2])
    while hero.up and other.up:
        answer = yield from table.ask(
            hero.id,
            "trade",
            f"What does {hero.name} give {other.name}?",
            [DONE, *gifts(table, hero, other)],
            rule=RULE,
            about={"to": other.id},
        )
        if answer == DONE.id:
            return
        verb, _, what = answer.partition(":")
        if verb == "item":
            hand_over(table, hero, other, int(what))
            for one in (hero, other):
                yield from change_of_items(table, one)
        elif verb == "token":
            table.emit(e.Given(hero.id, other.id, "token", what, table.library.tokens[what].name))
        else:
            yield from _give_a_sum(table, hero, other, verb)


def _give_a_sum(table: Table, hero: Hero, other: Hero, what: str) -> Procedure[None]:
    most = hero.gold if what == "gold" else loose_dark_stone(table, hero)
    sums = sorted({most, *(n for n in SUMS if n < most)})
    unit = "${}" if what == "gold" else "{} Dark Stone"
    answer = yield from table.ask(
        hero.id,
        "trade_amount",
        f"How much does {hero.name} give {other.name}?",
        [Option(f"amount:{n}", unit.format(n), str(n)) for n in sums],
        rule=RULE,
    )
    table.emit(e.Given(hero.id, other.id, what, amount=int(answer.partition(":")[2])))


def hand_over(table: Table, hero: Hero, other: Hero, uid: int) -> None:
    """An Item changes hands. If its text has counted for the giver this turn, it counts for nobody else until the next.

    What needs no hand is worn at once where there is room for it; what needs hands waits for the next assignment.
    """
    item = next(i for i in hero.items if i.uid == uid)
    record = table.library.items[item.id]
    texts = [table.library.items[one.id] for one in item.cards] if record.upgrade is None else []
    always = any(text.shield or any(a.modifiers or a.flags or a.armor for a in text.abilities) for text in texts)
    in_force = item.worn and always
    used = in_force or in_anothers_use(table, other, uid)
    free = not record.slot or all(table.library.items[i.id].slot != record.slot for i in other.items if i.worn)
    worn = not used and not record.hands and free and usable(table, other, item)
    table.emit(e.Given(hero.id, other.id, "item", item.id, record.name, 1, uid, in_force, worn))
