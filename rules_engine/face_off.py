"""A hero face to face with some enemies, without a game around them: for odds that are asked before anybody plays."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from rules_engine import events as e
from rules_engine.chances import weapons
from rules_engine.content.library import Library, standard
from rules_engine.dice import Streams, open_key
from rules_engine.errors import SetupError
from rules_engine.procedures.attacks import Weapon
from rules_engine.ruleset import ruleset
from rules_engine.state import Enemy, Hero, Item, State
from rules_engine.table import Table

BARE_HANDS = ("", "hands", "bare-hands")


class FaceOff(NamedTuple):
    """The table of a face-off, and who stands there; `weapon` is what the hero attacks with."""

    table: Table
    hero: Hero
    weapon: Weapon
    enemy: Enemy


def face_off(
    hero: str,
    enemy: str,
    *,
    weapon: str = "",
    edition: str = "compilation",
    upgrade: str = "",
    brutal: bool = False,
    count: int = 1,
    library: Library | None = None,
) -> FaceOff:
    """A new hero of a class with one weapon in hand and the Starting Items that need no hand, beside some enemies.

    `weapon` is an Item's id or words of its name; empty is bare hands. Raises SetupError for what is not known.
    """
    library = library or standard()
    if hero not in library.heroes:
        raise SetupError(f"there is no hero class '{hero}'; known: {', '.join(sorted(library.heroes))}")
    if enemy not in library.enemies:
        raise SetupError(f"there is no enemy '{enemy}'; known: {', '.join(sorted(library.enemies))}")
    record = library.heroes[hero]
    upgrades = [one.id for one in record.starting_upgrades]
    if upgrade and upgrade not in upgrades:
        raise SetupError(f"{hero}: '{upgrade}' is no Starting Upgrade; known: {', '.join(upgrades)}")
    item = "" if weapon in BARE_HANDS else find_weapon(library, weapon)
    table = Table(State(edition, ""), library, ruleset(edition), Streams(open_key("")), brutal=brutal)
    carried = [id for id in record.starting_items if id != item and not library.items[id].hands]
    items = [Item(number, id, True) for number, id in enumerate([*([item] if item else []), *carried], 1)]
    stands = Hero(hero, record.name, hero, list(record.keywords), dict(record.stats), items=items)
    stands.upgrades = [upgrade] if upgrade else []
    table.emit(e.HeroJoined(msgspec.to_builtins(stands)))
    card = next(t for t in library.tile_cards.values() if t.kind == "entrance")
    layout = card.layouts[0]
    table.emit(e.TilePlaced(1, layout.id, card.name, 0, 0, 0, {c.key: "door" for c in layout.connectors}))
    spaces = [f"1.{id}" for id in card.starting_area["compilation"]]
    table.emit(e.Placed(hero, spaces[0], "the face-off"))
    table.emit(e.EnemiesCame(enemy, library.enemies[enemy].name, count, False, brutal))
    for number in range(1, count + 1):
        table.emit(e.EnemyPlaced(f"{enemy}-{number}", enemy, spaces[number % len(spaces)], hero))
    here = table.hero(hero)
    chosen = next(one for one in weapons(table, here) if one.item == item)
    return FaceOff(table, here, chosen, table.state.enemies[f"{enemy}-1"])


def find_weapon(library: Library, words: str) -> str:
    """The weapon that an id or some words of a name mean. Raises SetupError if none or several fit."""
    known = {id: item.name for id, item in library.items.items() if item.weapon is not None}
    if words in known:
        return words
    wanted = words.lower().replace("-", " ").split()
    found = [id for id, name in known.items() if all(word in f"{name} {id}".lower() for word in wanted)]
    if len(found) != 1:
        problem = "fits several weapons" if found else "is no weapon; known"
        raise SetupError(f"'{words}' {problem}: {', '.join(sorted(found or known))}")
    return found[0]
