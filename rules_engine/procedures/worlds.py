"""Worlds: who is where, which World card is in play, and which deck counts there (compilation, "Gates to Another
World", "OtherWorlds").

The World of a model is that of its tile. Without a Gate on the board there is one World only, and nothing here costs
anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from rules_engine import events as e
from rules_engine.board import DoorRef
from rules_engine.dice import deck_stream
from rules_engine.effects.context import Context
from rules_engine.procedures import library
from rules_engine.state import Hero

if TYPE_CHECKING:
    from rules_engine.table import Procedure, Table


def home(table: Table) -> str:
    """The World that the Adventure began in."""
    tiles = table.state.tiles
    return tiles[0].world if tiles else ""


def of_tile(table: Table, number: int) -> str:
    """The World that a tile belongs to."""
    return table.state.tiles[number - 1].world


def of_space(table: Table, space: str) -> str:
    """The World that a space belongs to; the spaces that two tiles share lie in one World."""
    return of_tile(table, table.board.tiles_of(space)[0])


def of_hero(table: Table, hero: Hero) -> str:
    """The World that a hero is in."""
    return of_space(table, hero.space) if table.board.has_gates and hero.space else home(table)


def name_of(table: Table, world: str) -> str:
    """What a World is called."""
    record = table.library.worlds.get(world)
    return record.name if record is not None else world.replace("-", " ").title()


def is_otherworld(table: Table, world: str) -> bool:
    """Whether a World is an OtherWorld, not one that Adventures begin in."""
    record = table.library.worlds.get(world)
    return record is not None and not record.home


def heroes_in(table: Table, heroes: Iterable[Hero], world: str) -> list[Hero]:
    """Those of some heroes who are in a World; all of them where no World is meant, or there is one only."""
    if not world or not table.board.has_gates:
        return list(heroes)
    return [hero for hero in heroes if hero.space and of_space(table, hero.space) == world]


def on_or_next_to(table: Table, tiles: Iterable[int]) -> list[Hero]:
    """Standing heroes on some tiles or on tiles adjacent to them, through Gates too."""
    near = {n for tile in tiles for n in (tile, *table.board.neighbours_of_tile(tile))}
    return [h for h in table.state.standing() if h.space and any(n in near for n in table.board.tiles_of(h.space))]


def deck_in(table: Table, kind: str, world: str) -> str:
    """The deck that counts in a World: its own, where it has one, in place of the ordinary deck."""
    own = f"{kind}:{world}"
    return own if own in table.state.decks else kind


def world_of(table: Table, about: Context) -> str:
    """The World that an effect belongs to: its tile's, its hero's or its enemy's; empty if it is in none."""
    if not table.board.has_gates:
        return home(table)
    if about.world:
        return about.world
    if about.tile:
        return of_tile(table, about.tile)
    state = table.state
    for id in (about.subject, about.owner, about.enemy):
        model = state.heroes.get(id) or state.enemies.get(id)
        if model is not None and model.space:
            return of_space(table, model.space)
    beast = next((x for x in state.enemies.values() if x.type == about.enemy_type), None)
    return of_space(table, beast.space) if beast is not None else ""


def where(table: Table, about: Context) -> Procedure[str]:
    """The World in which an attack takes place; that of a Random Hero if what caused it is in no World.

    Source: compilation, "Encounters, Depth Events, and Ambush Attacks with Two Worlds".
    """
    found = world_of(table, about)
    if found:
        return found
    standing = [hero for hero in table.state.party_standing() if hero.space]
    if len({of_space(table, hero.space) for hero in standing}) < 2:
        return of_space(table, standing[0].space) if standing else home(table)
    hero = yield from table.random_hero(standing, "in which World")
    return of_space(table, hero.space)


# --- World cards ------------------------------------------------------------------------------------------------------


def in_the_box(table: Table) -> list[str]:
    """Every World that has a card: the home World, and those whose Map deck is on the table."""
    own = {name.partition(":")[2] for name in table.state.decks if name.startswith("map:")}
    return sorted({home(table), *own})


def draw_world(table: Table, hero: Hero, gate: DoorRef) -> Procedure[str]:
    """Draw a World card at random among those not in play; empty if there is no other World (our ruling: if all are
    in play, any but the one that the Gate stands in).

    Source: compilation, "Drawing a World Card".
    """
    here = of_tile(table, int(gate.partition(".")[0]))
    others = [world for world in in_the_box(table) if world != here]
    in_play = {card.id for card in table.state.worlds}
    among = [world for world in others if world not in in_play] or others
    if not among:
        return ""
    world = yield from table.pick("World card", among, deck_stream("world"))
    table.emit(e.WorldFound(world, name_of(table, world), hero.id, gate))
    return world


def take_stock(table: Table) -> Procedure[None]:
    """World cards follow the heroes: a card is laid out for every World that a hero is in, and goes back when none is.

    A card that was drawn stays until somebody has been there (our ruling). KO'd heroes are where they lie.
    """
    if not table.board.has_gates:
        return
    state = table.state
    first: dict[str, str] = {}
    for hero in state.heroes.values():
        if hero.space and not hero.dead:
            first.setdefault(of_space(table, hero.space), hero.id)
    entered = {card.id for card in state.worlds if card.entered}
    for world, hero_id in first.items():
        if world not in entered:
            table.emit(e.WorldEntered(world, name_of(table, world), hero_id))
            yield from table.fire("world_entered", Context(subject=hero_id, source=name_of(table, world), world=world))
            yield from library.entered(table, world)
    for world in [card.id for card in state.worlds if card.entered and card.id not in first]:
        table.emit(e.WorldLeft(world, name_of(table, world)))


def passed_gates(table: Table, hero: Hero, way: Sequence[str]) -> Procedure[None]:
    """What befalls a hero for every Gate on the way just gone, in either direction (compilation, "Void Infection")."""
    if not table.board.has_gates or not table.hears("gate_passed"):
        return
    worlds = [of_space(table, space) for space in way]
    for here, there in pairwise(worlds):
        if here != there and not hero.dead:
            yield from table.fire("gate_passed", Context(subject=hero.id, source="a Gate"))


# --- what is different there ------------------------------------------------------------------------------------------


def instead(table: Table, type: str, world: str) -> str:
    """The Enemy Type that comes in place of another in a World (forbidden-fortress, "Devoured Dead")."""
    record = table.library.worlds.get(world)
    return record.instead.get(type, type) if record is not None else type


def swapped(table: Table, deck: str, hero: Hero, about: Context) -> str:
    """The deck that a card sends a hero to: on a Loot card in an OtherWorld Gear and Artifact change places.

    Artifacts come from the deck of the World that the hero is in. Source: compilation, "Loot Cards for Gear and
    Artifacts".
    """
    world = of_hero(table, hero)
    if about.deck == "loot" and is_otherworld(table, world):
        deck = {"gear": "artifact", "artifact": "gear"}.get(deck, deck)
    return deck_in(table, deck, world)


def passage_encounter(table: Table, number: int) -> Procedure[None]:
    """A passage of a World with Passage Encounters: one is drawn as soon as the tile lies, and resolved at once.

    Source: forbidden-fortress, "Passage Encounters".
    """
    deck = f"passage-encounter:{of_tile(table, number)}"
    if deck not in table.state.decks:
        return
    from rules_engine.procedures.encounters import resolve_encounter
    from rules_engine.procedures.items import draw_card

    card = yield from draw_card(table, deck)
    if card is not None:
        yield from resolve_encounter(table, card, number, deck)
