"""Item Upgrades: cards attached to Items, Dark Stone forged onto them (compilation, "Item Upgrades").

An Upgrade fills as many Upgrade Slots of an Item as it requires, and that Item has its bonus. What is paid to attach a
card is gone for good; a card may be taken off at any time, what is forged may not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_engine import events as e
from rules_engine.choices import Option
from rules_engine.effects.words import cost_in_words
from rules_engine.procedures.costs import can_pay, pay_cost
from rules_engine.state import Hero, Item, Upgrade

if TYPE_CHECKING:
    from rules_engine.content.schema import ItemRecord
    from rules_engine.table import Procedure, Table

DONE = Option("done", "nothing more to change")
RULE = "compilation: Attaching an Upgrade"


def weight_of(table: Table, item: Item) -> int:
    """Weight icons of an Item and of the Upgrades attached to it."""
    records = table.library.items
    return records[item.id].weight + sum(records[one.id].weight for one in item.upgrades)


def item_name(table: Table, item: Item) -> str:
    """An Item's name, with its Upgrades: `Six-Shooter (Long Barrel)`."""
    records = table.library.items
    added = ", ".join(records[one.id].name for one in item.upgrades)
    return f"{records[item.id].name} ({added})" if added else records[item.id].name


def free_slots(table: Table, item: Item) -> int:
    """Upgrade Slots of an Item that nothing fills yet."""
    records = table.library.items
    filled = sum(spec.slots for one in item.upgrades if (spec := records[one.id].upgrade) is not None)
    return records[item.id].upgrade_slots - filled


def fits(table: Table, upgrade: ItemRecord, host: Item) -> bool:
    """Whether an Upgrade may be attached to an Item: a kind that it names, with Upgrade Slots enough left."""
    spec, record = upgrade.upgrade, table.library.items[host.id]
    if spec is None or record.upgrade is not None or spec.slots > free_slots(table, host):
        return False
    kinds = {*record.keywords, record.weapon.kind} if record.weapon is not None else set(record.keywords)
    return any(kind in kinds for kind in spec.to)


def upgrade_options(table: Table, hero: Hero) -> list[Option]:
    """What a hero may attach now, and what may be taken off."""
    from rules_engine.procedures.items import in_anothers_use

    records = table.library.items
    found: list[Option] = []
    for card in hero.items:
        record = records[card.id]
        spec = record.upgrade
        if spec is None or not can_pay(table, hero, spec.cost) or in_anothers_use(table, hero, card.uid):
            continue
        if record.restriction and record.restriction not in hero.keywords:
            continue
        price = f" ({cost_in_words(spec.cost)})" if cost_in_words(spec.cost) else ""
        for host in hero.items:
            if fits(table, record, host) and not in_anothers_use(table, hero, host.uid):
                label = f"attach the {record.name} to the {item_name(table, host)}{price}"
                detail = table.library.text(card.id)
                found.append(Option(f"attach:{card.uid}:{host.uid}", label, card.id, detail=detail))
    for host in hero.items:
        for one in host.upgrades:
            if not is_forged(table, one):
                label = f"take the {records[one.id].name} off the {records[host.id].name}"
                found.append(Option(f"remove:{one.uid}", label, one.id))
    return found


def is_forged(table: Table, upgrade: Upgrade) -> bool:
    """Whether an Upgrade is Dark Stone forged onto its Item, a part of it for good."""
    return table.library.items[upgrade.id].kind == "forged"


def may_rearrange(table: Table, hero: Hero) -> bool:
    """Whether a hero has an Upgrade card to attach or to take off."""
    records = table.library.items
    if not any(item.upgrades or records[item.id].upgrade is not None for item in hero.items):
        return False
    return bool(upgrade_options(table, hero))


def rearrange(table: Table, hero: Hero) -> Procedure[None]:
    """A hero attaches Upgrade cards and takes them off, until that is enough."""
    while hero.up and (options := upgrade_options(table, hero)):
        answer = yield from table.ask(
            hero.id, "upgrades", f"{hero.name} changes the Upgrades of Items", [DONE, *options], rule=RULE
        )
        verb, _, rest = answer.partition(":")
        if verb == DONE.id:
            return
        if verb == "attach":
            card, _, to = rest.partition(":")
            yield from attach(table, hero, int(card), int(to))
        else:
            yield from take_off(table, hero, int(rest))


def attach(table: Table, hero: Hero, uid: int, to: int) -> Procedure[None]:
    """An Upgrade card is paid for and becomes part of an Item until it is taken off."""
    records = table.library.items
    card = next(item for item in hero.items if item.uid == uid)
    host = next(item for item in hero.items if item.uid == to)
    spec = records[card.id].upgrade
    assert spec is not None
    yield from pay_cost(table, hero, spec.cost, records[card.id].name)
    if any(item is card for item in hero.items) and hero.up:
        table.emit(e.UpgradeAttached(hero.id, uid, to, card.id, records[card.id].name, records[host.id].name))
        yield from _settle(table, hero)


def take_off(table: Table, hero: Hero, uid: int) -> Procedure[None]:
    """An Upgrade card is an Item of its own again; what it cost to attach it is lost."""
    records = table.library.items
    host = next(item for item in hero.items if any(one.uid == uid for one in item.upgrades))
    card = next(one for one in host.upgrades if one.uid == uid)
    names = records[card.id].name, records[host.id].name
    table.emit(e.UpgradeRemoved(hero.id, uid, host.uid, card.id, *names, used=host.worn))
    yield from _settle(table, hero)


def _settle(table: Table, hero: Hero) -> Procedure[None]:
    """An Upgrade may change what a hero can carry and bear: Weight, Health, Sanity, Corruption Resistance."""
    from rules_engine.procedures.harm import goes_down, mutate
    from rules_engine.procedures.items import lighten

    yield from lighten(table, hero)
    yield from goes_down(table, hero, "a change of Upgrades")
    yield from mutate(table, hero)


def forge(table: Table, hero: Hero, id: str) -> Procedure[None]:
    """Dark Stone is forged onto one of a hero's Items: a permanent part of it, which counts as its Dark Stone does."""
    record: ItemRecord = table.library.find("items", id)
    able = [item for item in hero.items if fits(table, record, item)]
    if not able:
        table.emit(e.NothingHappened(f"{hero.name} carries nothing that it could be forged onto", record.name))
        return
    options = [Option(f"forge:{item.uid}", item_name(table, item), item.id) for item in able]
    answer = yield from table.ask(hero.id, "forge", f"Onto which Item is the {record.name} forged?", options)
    uid = int(answer.partition(":")[2])
    host = next(item for item in able if item.uid == uid)
    name = table.library.items[host.id].name
    table.emit(e.UpgradeForged(hero.id, table.next_uid(), uid, id, record.name, name))
    yield from _settle(table, hero)
