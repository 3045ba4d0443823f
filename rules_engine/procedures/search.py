"""Searching: Scavenging, Looking Through a Door or a Gate (compilation, "Searching", "Gates to Another World")."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rules_engine import events as e
from rules_engine.board import DoorRef, Placement, Tile, TileLayout
from rules_engine.choices import Option
from rules_engine.dice import MAP, deck_stream
from rules_engine.effects.context import Context
from rules_engine.procedures.exploration import ensure_a_way_on
from rules_engine.procedures.harm import gain_xp
from rules_engine.procedures.immobile import only_immobile
from rules_engine.procedures.items import draw_card
from rules_engine.procedures.rerolls import hero_roll
from rules_engine.procedures.worlds import deck_in, draw_world, of_tile, passage_encounter
from rules_engine.state import Hero

if TYPE_CHECKING:
    from rules_engine.ruleset import Ruleset
    from rules_engine.table import Procedure, Table

SCAVENGES = {1: 1, 2: 1, 3: 2, 4: 2, 5: 3, 6: 3}


def search_options(table: Table, hero: Hero) -> list[Option]:
    """What a hero may Search now: tiles to Scavenge, doors to Look Through; in a Fight only past Immobile enemies.

    An Ally does not Search.
    """
    if hero.ally_of or (table.state.enemies and not only_immobile(table)):
        return []
    options = scavenge_options(table, hero)
    hidden = [t for t in table.board.tiles_of(hero.space) if table.state.tiles[t - 1].token == "hidden"]
    if not hidden or table.rules.search_under_token == "look":
        for door in table.board.doors_at(hero.space):
            number, _, key = door.partition(".")
            status = table.state.tiles[int(number) - 1].doors.get(key)
            if status in ("door", "gate"):
                options.append(Option(f"look:{door}", f"Look Through the {status.title()}", door))
    return options


def scavenge_options(table: Table, hero: Hero) -> list[Option]:
    """Tiles that a hero may Scavenge, whether or not there is a Fight."""
    tiles = table.board.tiles_of(hero.space)
    hidden = any(table.state.tiles[t - 1].token == "hidden" for t in tiles)
    if hidden or "no_scavenge" in table.stats.flags(hero):
        return []
    return [
        Option(f"scavenge:{here}", f"Scavenge the {table.board_name(here)}", str(here))
        for here in tiles
        if may_scavenge(table, here)
    ]


def search_by(table: Table, hero: Hero, answer: str) -> Procedure[None]:
    """Do what was chosen: Scavenge a tile, Look Through a Door, or neither."""
    verb, _, rest = answer.partition(":")
    if verb == "scavenge":
        yield from scavenge(table, hero, int(rest))
    elif verb == "look":
        yield from look_through_a_door(table, hero, rest)


def may_scavenge(table: Table, number: int) -> bool:
    """Whether a tile is not yet fully Scavenged (by party size; once in the oldest edition, C02)."""
    return table.state.tiles[number - 1].scavenged < scavenge_limit(table.rules, len(table.state.party()))


def scavenge_limit(rules: Ruleset, heroes: int) -> int:
    """How often one tile may be Scavenged with success (C02)."""
    return 1 if rules.scavenge_limit == "one" else SCAVENGES[min(6, max(1, heroes))]


def scavenge(table: Table, hero: Hero, number: int) -> Procedure[None]:
    """Roll three dice: every 6 draws a Scavenge card; one Scavenged marker however many sixes."""
    dice = max(1, table.stats.hero(hero, "scavenge_dice"))
    roll = yield from hero_roll(table, hero, "scavenge", "scavenge", ["D6"] * dice, 6, one_is_enough=True)
    sixes = roll.successes(6)
    table.emit(e.Scavenged(hero.id, number, roll.id, sixes))
    if sixes:
        yield from draw_scavenge(table, hero, sixes)
        yield from table.fire("scavenged", Context(subject=hero.id, amount=sixes, source="scavenging", tile=number))


def draw_shuffled(table: Table, deck: str, count: int, hero: Hero) -> Procedure[list[str]]:
    """Draw from a deck without discard pile: shuffled whole before the draw; reshuffled if it runs out."""
    from rules_engine.procedures.items import redrawn

    drawn: list[str] = []
    left: list[str] = []
    while len(drawn) < count:
        if not left:
            left = list(table.state.decks[deck].remaining)
        card = yield from table.pick(f"{deck} card", left, deck_stream(deck))
        left.remove(card)
        table.emit(e.CardDrawn(deck, card, table.title_of(card), hero.id, True))
        if (yield from redrawn(table, deck, card, True)):
            continue
        drawn.append(card)
    return drawn


def draw_scavenge(table: Table, hero: Hero, count: int) -> Procedure[None]:
    """Draw Scavenge cards and resolve them."""
    for card in (yield from draw_shuffled(table, "scavenge", count, hero)):
        yield from resolve_drawn(table, hero, card)
        yield from table.fire("scavenge_drawn", Context(subject=hero.id, amount=1, source=table.title_of(card)))


def resolve_drawn(table: Table, hero: Hero, card: str) -> Procedure[None]:
    """Run a Loot or Scavenge card for the hero who drew it."""
    from rules_engine.effects.run import run

    record = table.library.cards[card]
    if not record.effects:
        table.emit(e.NothingHappened(record.title, "there is nothing of use"))
    about = Context(subject=hero.id, owner=hero.id, source=record.title, deck=record.deck, keywords=record.keywords)
    yield from run(table, record.effects, about)


def draw_loot(table: Table, draws: Sequence[tuple[Hero, int]]) -> Procedure[None]:
    """All heroes draw Loot at the same time from one shuffled deck; it is shuffled anew only when it runs out."""
    left: list[str] = []
    hands: list[tuple[Hero, list[str]]] = []
    from rules_engine.procedures.items import redrawn

    for hero, count in draws:
        cards: list[str] = []
        while len(cards) < count:
            if not left:
                left = list(table.state.decks["loot"].remaining)
            card = yield from table.pick("loot card", left, deck_stream("loot"))
            left.remove(card)
            table.emit(e.CardDrawn("loot", card, table.title_of(card), hero.id, True))
            if not (yield from redrawn(table, "loot", card, True)):
                cards.append(card)
        hands.append((hero, cards))
    for hero, cards in hands:
        if cards:
            table.emit(e.LootTaken(hero.id, cards))
        for card in cards:
            yield from resolve_drawn(table, hero, card)
            yield from table.fire("loot_drawn", Context(subject=hero.id, amount=1, source=table.title_of(card)))


# --- Looking Through a Door -------------------------------------------------------------------------------------------


def look_through_a_door(table: Table, hero: Hero, door: str) -> Procedure[None]:
    """Draw a Map Card and place its tile at the door, or beyond the Gate (compilation, "Looking Through a Door").

    The printed entrance is tried first, then (C10) the other exits; if nothing fits one more card is drawn; then the
    exit is no door and gets an End Cap. A placed tile moves the Hero Party marker and is worth 5 XP (C09).
    """
    number, _, key = door.partition(".")
    gate = table.state.tiles[int(number) - 1].doors[key] == "gate"
    for _ in range(1 if gate else 2):
        placed = yield from (look_through_a_gate if gate else draw_and_place)(table, hero, door)
        if placed:
            from rules_engine.procedures.darkness import advance_heroes

            here = len(table.state.tiles)
            if table.state.tiles[-1].token == "none":
                yield from passage_encounter(table, here)
            yield from advance_heroes(table)
            if table.rules.door_xp:
                gain_xp(table, hero, table.rules.door_xp, "exploring")
            yield from table.fire("tile_placed", Context(subject=hero.id, source="exploring", tile=here))
            return
    table.emit(e.DoorSet(door, "cap"))
    ensure_a_way_on(table)


def look_through_a_gate(table: Table, hero: Hero, gate: str) -> Procedure[bool]:
    """Draw a World card, then a Map Card of that World; its tile is laid apart, by its Entrance, beyond the Gate.

    Returns whether there was a World and a Map Card. Source: compilation, "Looking Through a Gate", "OtherWorld Map
    Tiles".
    """
    world = yield from draw_world(table, hero, DoorRef(gate))
    if not world:
        return False
    drawn = yield from _draw_map_card(table, hero, deck_in(table, "map", world))
    if drawn is None:
        return False
    tile, layout = drawn
    place = table.board.beyond(len(table.state.tiles) + 1, layout.id, DoorRef(gate))
    _put_down(table, hero, tile, layout, place, gate, world, through_gate=True)
    return True


def draw_and_place(table: Table, hero: Hero, door: str) -> Procedure[bool]:
    """Draw one Map Card and try to place it; returns whether it fits."""
    world = of_tile(table, int(door.partition(".")[0]))
    deck = deck_in(table, "map", world)
    drawn = yield from _draw_map_card(table, hero, deck)
    if drawn is None:
        return False
    tile, layout = drawn
    fits = table.board.candidates(DoorRef(door), layout.id)
    if table.rules.tile_fit == "redraw":
        entrance = layout.entrance.key if layout.entrance else ""
        fits = [f for f in fits if f.connector == entrance]
    if not fits:
        table.emit(e.TileDidNotFit(layout.id, door))
        table.emit(e.CardDiscarded(deck, tile.id))
        return False
    _put_down(table, hero, tile, layout, fits[0], door, world)
    return True


def _draw_map_card(table: Table, hero: Hero, deck: str) -> Procedure[tuple[Tile, TileLayout] | None]:
    card = yield from draw_card(table, deck, hero.id)
    if card is None:
        return None
    tile = table.library.tile_cards[card]
    layout = tile.layouts[0]
    if len(tile.layouts) > 1:
        roll = yield from table.roll(hero.id, "which way the passage turns", ("D6",), stream=MAP)
        layout = tile.layout_for_roll(roll.dice[0].face)
    return tile, layout


def _put_down(
    table: Table,
    hero: Hero,
    tile: Tile,
    layout: TileLayout,
    place: Placement,
    door: str,
    world: str,
    through_gate: bool = False,
) -> None:
    room = tile.kind == "room"
    doors = {
        c.key: ("joined" if c.key == place.connector else ("unknown" if room else "door")) for c in layout.connectors
    }
    number = len(table.state.tiles) + 1
    table.emit(
        e.TilePlaced(
            number,
            layout.id,
            tile.name,
            place.rotation,
            place.dx,
            place.dy,
            doors,
            place.connector,
            door,
            "hidden" if room else "none",
            hero.id,
            world=world,
            through_gate=through_gate,
        )
    )
    if not room:
        close_hopeless_exits(table, number)


def close_hopeless_exits(table: Table, number: int) -> None:
    """An exit that clearly cannot fit any tile is closed with an End Cap and counts as no door."""
    for key, status in table.state.tiles[number - 1].doors.items():
        if status == "door" and not table.board.can_any_fit(table.door_ref(number, key)):
            table.emit(e.DoorSet(f"{number}.{key}", "cap"))
