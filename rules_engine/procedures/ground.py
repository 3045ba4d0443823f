"""Things on the ground: laying down and picking up, throwing and catching, Dynamite that lies there.

Source: player-aid, "Optional Rules". Which objects the aid means it does not say: here all that may be traded, Items
but Personal and fused ones and Side Bag Tokens (our ruling). What still lies there when the Adventure ends is lost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rules_engine import events as e
from rules_engine.choices import Option
from rules_engine.effects.context import Context
from rules_engine.procedures.harm import change_of_items
from rules_engine.procedures.items import carrying_limit, in_anothers_use, usable, weight_carried
from rules_engine.procedures.trading import tradable
from rules_engine.procedures.upgrades import item_name, weight_of
from rules_engine.state import Hero, Item, Lying

if TYPE_CHECKING:
    from rules_engine.procedures.attacks import Weapon
    from rules_engine.table import Procedure, Table

RULE = "player-aid: Optional Rules"
EXPLOSIVES = ("dynamite", "bomb")
CATCHING = 3


class Thing(NamedTuple):
    """Something that a hero could part with."""

    what: str
    id: str
    name: str
    uid: int = 0


def things(table: Table, hero: Hero) -> list[Thing]:
    """What a hero could lay down or throw."""
    library = table.library
    found = [Thing("item", item.id, item_name(table, item), item.uid) for item in tradable(table, hero)]
    return found + [Thing("token", token, library.tokens[token].name) for token in dict.fromkeys(hero.side_bag)]


def in_reach(table: Table, hero: Hero) -> list[Lying]:
    """What lies in a hero's space or in one beside it and could be carried."""
    if not table.state.ground:
        return []
    near = {hero.space, *table.board.adjacent[hero.space]}
    return [one for one in table.state.ground if one.space in near and has_room(table, hero, one)]


def has_room(table: Table, hero: Hero, lying: Lying) -> bool:
    """Whether a hero could carry one thing more; an Ally is given nothing."""
    if hero.ally_of:
        return False
    if lying.what == "token":
        return len(hero.side_bag) < table.stats.hero(hero, "side_bag")
    weight = weight_of(table, Item(lying.uid, lying.id, False, lying.upgrades))
    return weight_carried(table, hero) + weight <= carrying_limit(table, hero)


# --- laying down and picking up ---------------------------------------------------------------------------------------


def handling_options(table: Table, hero: Hero) -> list[Option]:
    """Laying something down, or picking up what lies near."""
    found = [Option("lay", "lay an Item or a Side Bag Token down instead", hero.id)] if things(table, hero) else []
    for one in in_reach(table, hero):
        key = f"take:{one.space}:{one.what}:{one.uid or one.id}"
        if all(other.id != key for other in found):
            found.append(Option(key, f"pick up {one.name} from {one.space} instead", one.space))
    return found


def handle(table: Table, hero: Hero, answer: str) -> Procedure[None]:
    """Lay down or pick up, as chosen."""
    if answer == "lay":
        thing = yield from _what(table, hero, "lay", f"What does {hero.name} lay down?")
        near = [hero.space, *table.board.adjacent[hero.space]]
        options = [Option(f"space:{s}", "here" if s == hero.space else s, s) for s in near]
        place = yield from table.ask(hero.id, "lay_where", f"Where does {hero.name} lay it?", options, rule=RULE)
        yield from _leaves(table, hero, thing, place.partition(":")[2])
        return
    _, space, what, id = answer.split(":")
    lying = next(x for x in table.state.ground if (x.space, x.what, str(x.uid or x.id)) == (space, what, id))
    yield from _takes(table, hero, lying)


def _what(table: Table, hero: Hero, kind: str, prompt: str) -> Procedure[Thing]:
    able = {f"{t.what}:{t.uid or t.id}": t for t in things(table, hero)}
    options = [Option(key, thing.name, thing.id, detail=table.library.text(thing.id)) for key, thing in able.items()]
    if kind == "lay":
        answer = yield from table.ask(hero.id, "lay", prompt, options, rule=RULE)
    else:
        answer = yield from table.ask(hero.id, "toss", prompt, options, rule=RULE)
    return able[answer]


def _leaves(table: Table, hero: Hero, thing: Thing, space: str, thrown: bool = False) -> Procedure[None]:
    used = False
    if thing.what == "item":
        item = next(i for i in hero.items if i.uid == thing.uid)
        record = table.library.items[item.id]
        used = bool(item.worn and (record.shield or any(a.modifiers or a.flags or a.armor for a in record.abilities)))
    table.emit(e.LaidDown(hero.id, space, thing.what, thing.id, thing.name, thing.uid, thrown, used))
    yield from change_of_items(table, hero)


def _takes(table: Table, hero: Hero, lying: Lying, caught: bool = False) -> Procedure[None]:
    worn = False
    if lying.what == "item":
        records = table.library.items
        record = records[lying.id]
        free = not record.slot or all(records[i.id].slot != record.slot for i in hero.items if i.worn)
        fits = not record.restriction or record.restriction in hero.keywords
        worn = free and fits and not record.hands and not in_anothers_use(table, hero, lying.uid)
    table.emit(e.TakenUp(hero.id, lying.space, lying.what, lying.id, lying.name, lying.uid, caught, worn))
    if worn:
        item = next(i for i in hero.items if i.uid == lying.uid)
        if not usable(table, hero, item):
            table.emit(e.Equipped(hero.id, [i.uid for i in hero.items if i.worn and i.uid != item.uid]))
    yield from change_of_items(table, hero)


# --- throwing and catching --------------------------------------------------------------------------------------------


def toss_options(table: Table, hero: Hero) -> list[Option]:
    """Throwing something that is not lit."""
    return [Option("toss", "throw an Item or a Side Bag Token instead", hero.id)] if things(table, hero) else []


def toss(table: Table, hero: Hero, rest: str = "") -> Procedure[None]:
    """Thrown as Dynamite is: Range, To Hit, Bounces; a hero in the space aimed at may catch it if it gets there."""
    from rules_engine.procedures.dynamite import aim_spaces, flight
    from rules_engine.procedures.encounters import skill_test

    thing = yield from _what(table, hero, "toss", f"What does {hero.name} throw?")
    reach = table.stats.hero(hero, "strength") + 3
    standing = {h.space: h for h in table.state.standing() if h.id != hero.id}
    aims = aim_spaces(table, hero, reach)
    options = [
        Option(f"space:{s}", f"{s} (to {standing[s].name})" if s in standing else s, s)
        for s in sorted(aims, key=lambda s: s not in standing)
    ]
    answer = yield from table.ask(hero.id, "toss_where", f"Where does {hero.name} throw it?", options, rule=RULE)
    aimed = answer.partition(":")[2]
    hit, path = yield from flight(table, hero, aimed, Context(subject=hero.id, source=thing.name))
    yield from _leaves(table, hero, thing, path[-1], thrown=True)
    catcher = standing.get(aimed)
    if not hit or catcher is None or not catcher.up:
        return
    lying = next(x for x in table.state.ground if x.is_called(aimed, thing.what, thing.id, thing.uid))
    if not has_room(table, catcher, lying):
        return
    if (yield from skill_test(table, catcher, ("agility", "luck"), CATCHING, f"catching {thing.name}")):
        yield from _takes(table, catcher, lying, caught=True)


# --- Dynamite on the ground -------------------------------------------------------------------------------------------


def explosives(table: Table) -> list[Lying]:
    """Dynamite and Bombs that lie on the ground."""
    return [one for one in table.state.ground if one.what == "token" and one.id in EXPLOSIVES]


def _guns(table: Table, hero: Hero) -> list[Weapon]:
    """What a hero could fire at the ground with: adjacent enemies come first here as well (our ruling)."""
    from rules_engine.procedures.attacks import ranged_weapons

    if table.adjacent_enemies(hero) and "ignore_adjacent_first" not in table.stats.flags(hero):
        return []
    return [gun for gun in ranged_weapons(table, hero) if gun.dice]


def shooting_options(table: Table, hero: Hero) -> list[Option]:
    """Dynamite on the ground in Range and Line of Sight of a gun in hand."""
    lying = explosives(table)
    if not lying:
        return []
    far = table.board.distances_from(hero.space)
    found: dict[str, Option] = {}
    for gun in _guns(table, hero):
        for one in lying:
            if far.get(one.space, 999) <= gun.reach and table.board.sees(hero.space, one.space):
                key = f"shoot:{gun.item}:{one.space}"
                found[key] = Option(key, f"fire the {gun.name} at the {one.name} on {one.space}", one.space)
    return list(found.values())


def shoot(table: Table, hero: Hero, rest: str) -> Procedure[None]:
    """One Hit is enough to set it off; the others are lost (our ruling)."""
    from rules_engine.procedures.attacks import roll_to_hit

    item, space = rest.split(":")
    gun = next(gun for gun in _guns(table, hero) if gun.item == item)
    limit = table.rules.attack_dice_limit
    hits = yield from roll_to_hit(table, hero, gun, min(gun.dice, limit) if limit else gun.dice)
    lying = next((one for one in explosives(table) if one.space == space), None)
    if hits and lying is not None:
        yield from set_off_on_the_ground(table, hero, lying)


def set_off_on_the_ground(table: Table, hero: Hero, lying: Lying) -> Procedure[None]:
    """It explodes where it lies."""
    from rules_engine.procedures.dynamite import SIX, explode

    table.emit(e.SetOff(hero.id, lying.space, lying.id, lying.name))
    yield from explode(table, lying.space, SIX, hero, Context(subject=hero.id, source=lying.name))


def aftermath(table: Table, area: set[str], hero: Hero) -> Procedure[None]:
    """What an explosion does to what lies about: cover markers go, Dynamite goes off too (player-aid)."""
    for space in [s for s in table.state.cover if s in area]:
        table.emit(e.CoverDestroyed(space))
    if not table.rules.shoot_dynamite:
        return
    while True:
        lying = next((one for one in explosives(table) if one.space in area), None)
        if lying is None:
            return
        yield from set_off_on_the_ground(table, hero, lying)
