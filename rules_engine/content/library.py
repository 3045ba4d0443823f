"""The library: all content of the packs in play, looked up by id.

`load` takes the files as bytes, so that packs may come from anywhere; `standard` reads those that ship with the
engine, once.
"""

from __future__ import annotations

import functools
import gc
import hashlib
from collections.abc import Collection, Iterable, Mapping
from importlib import resources
from typing import Any, TypeVar

import yaml
from pydantic import ValidationError

from rules_engine.board import Board, BoardError, DoorRef, Tile, TileLayout, layouts_of, read_tiles
from rules_engine.content import class_schema, missions, schema
from rules_engine.content.ally_record import AllyRecord, AllyWeapon
from rules_engine.effects.nodes import Attack, Draw, ItemChange, Node, Spawn, Token
from rules_engine.effects.parse import Ability, of_item, span
from rules_engine.effects.words import abilities_in_words, upgrade_in_words
from rules_engine.errors import ContentError

R = TypeVar("R", bound=schema.Record)
_FOLDERS: tuple[tuple[str, str, type[schema.Record]], ...] = (
    ("heroes/", "heroes", schema.HeroClass),
    ("allies/", "allies", AllyRecord),
    ("teams.yaml", "teams", class_schema.Team),
    ("class_cards/", "class_cards", class_schema.ClassCard),
    ("ability_tokens.yaml", "ability_tokens", class_schema.AbilityToken),
    ("items/", "items", schema.ItemRecord),
    ("tokens.yaml", "tokens", schema.SideBagToken),
    ("enemies/", "enemies", schema.EnemyRecord),
    ("cards/", "cards", schema.Card),
    ("charts/", "charts", schema.ChartRecord),
    ("tokens_exploration.yaml", "exploration", schema.ExplorationToken),
    ("missions/", "missions", missions.Mission),
    ("sets.yaml", "sets", missions.SetRecord),
    ("worlds/", "worlds", schema.World),
)


class PackLoader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """YAML in which only `true` and `false` are truth values, so that `on:` is a word."""


PackLoader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:bool" or first in "tTfF"]
    for first, resolvers in PackLoader.yaml_implicit_resolvers.items()
}


class Library:
    """Content by kind and id. Raises ContentError for an id that no pack has."""

    def __init__(self) -> None:
        self.fingerprint = ""
        self._texts: dict[str, str] = {}
        self._on_items: dict[tuple[str, str], tuple[Ability, ...]] = {}
        self.heroes: dict[str, schema.HeroClass] = {}
        self.allies: dict[str, AllyRecord] = {}
        self.ally_weapons: dict[str, AllyWeapon] = {}
        self.items: dict[str, schema.ItemRecord] = {}
        self.tokens: dict[str, schema.SideBagToken] = {}
        self.enemies: dict[str, schema.EnemyRecord] = {}
        self.cards: dict[str, schema.Card] = {}
        self.charts: dict[str, schema.ChartRecord] = {}
        self.exploration: dict[str, schema.ExplorationToken] = {}
        self.missions: dict[str, missions.Mission] = {}
        self.sets: dict[str, missions.SetRecord] = {}
        self.worlds: dict[str, schema.World] = {}
        self.tiles: dict[str, TileLayout] = {}
        self.tile_cards: dict[str, Tile] = {}
        self.chart_rows: dict[str, dict[int, schema.ChartResult]] = {}
        self.upgrades: dict[str, schema.StartingUpgrade] = {}
        self.class_cards: dict[str, class_schema.ClassCard] = {}
        self.teams: dict[str, class_schema.Team] = {}
        self.ability_tokens: dict[str, class_schema.AbilityToken] = {}

    def __copy__(self) -> Library:
        """A library of the same records, to which others may be added; what was worked out is worked out anew."""
        made = Library()
        made.__dict__.update(self.__dict__)
        made._texts, made._on_items = {}, {}
        return made

    def find(self, kind: str, id: str) -> Any:
        """The record of a kind (`heroes`, `items`, ...) with an id."""
        table: dict[str, Any] = getattr(self, kind)
        try:
            return table[id]
        except KeyError:
            import difflib

            close = difflib.get_close_matches(id, table, 1)
            hint = f"; did you mean '{close[0]}'?" if close else ""
            raise ContentError(f"no {kind} record has the id '{id}'{hint}") from None

    def sheet(self, cls: str) -> schema.HeroClass | AllyRecord:
        """The sheet of a Hero Class or of a kind of Ally."""
        return self.allies[cls] if cls in self.allies else self.heroes[cls]

    def scar(self, cls: str, chart: str, result: str) -> schema.ChartResult:
        """What a kept result says: an Injury, Madness or Mutation. Allies mutate on a chart of their own kind."""
        if chart == "mutation" and cls in self.allies:
            return self.allies[cls].mutations[int(result) - 1]
        return self.chart_rows[chart][int(result)]

    def discarded_for(self, id: str) -> tuple[str, tuple[Ability, ...]]:
        """The name and uses of what is discarded to be used: a Side Bag Token, or an Ally's Basic side."""
        if id in self.tokens:
            return self.tokens[id].name, self.tokens[id].abilities
        return self.allies[id].name, self.allies[id].basic

    def abilities_on(self, id: str, item: str) -> tuple[Ability, ...]:
        """The abilities of an Item, or of an Upgrade card on it, as they count there (see `of_item`)."""
        found = self._on_items.get((id, item))
        if found is None:
            found = self._on_items[id, item] = tuple(of_item(ability, item) for ability in self.items[id].abilities)
        return found

    def deck(self, name: str, sets: Collection[str] | None = None) -> list[str]:
        """The cards of a deck as they are shuffled up, in canonical order, copies included: those of some sets, or
        all.
        """
        if any(card.deck == name for card in self.class_cards.values()):
            return sorted(card.id for card in self.class_cards.values() if card.deck == name)
        kind, _, world = name.partition(":")
        if kind == "map":
            return self.map_cards(world)
        if kind in ("gear", "artifact", "personal"):
            items = (i for i in self.items.values() if i.kind == kind and i.world == world)
            return sorted(i.id for i in items if sets is None or i.set in sets)
        cards = (c for c in self.cards.values() if c.deck == name and (sets is None or c.set in sets))
        return sorted(c.id for c in cards for _ in range(c.copies))

    def trait_decks(self, sets: Collection[str]) -> list[str]:
        """The decks of Enemy Trait cards that some sets hold, in canonical order."""
        return sorted({c.deck for c in self.cards.values() if c.deck.startswith("trait-") and c.set in sets})

    def text(self, id: str) -> str:
        """The rules text of an Item, Side Bag Token, Starting Upgrade or Hero Class, made from what it does."""
        found = self._texts.get(id)
        if found is None:
            record: Any = self.upgrades.get(id) or self.tokens.get(id) or self.items.get(id) or self.heroes.get(id)
            record = record or self.class_cards.get(id) or self.allies.get(id)
            found = abilities_in_words(record.abilities) if record is not None else ""
            spec = getattr(record, "upgrade", None)
            if spec is not None:
                found = f"{upgrade_in_words(spec.slots, spec.to, spec.cost)} {found}".strip()
            self._texts[id] = found
        return found

    def map_cards(self, world: str) -> list[str]:
        """The Map Cards of a world (passages and rooms), in canonical order."""
        return sorted(t.id for t in self.tile_cards.values() if t.world == world and t.kind != "entrance")

    def tile_card_of(self, layout: str) -> Tile:
        """The Map Card that a layout belongs to."""
        return next(card for card in self.tile_cards.values() if any(one.id == layout for one in card.layouts))

    def otherworlds(self, home: str) -> list[str]:
        """The OtherWorlds that a Gate may lead to from a home World: those with Map Cards, in canonical order."""
        return sorted(w.id for w in self.worlds.values() if w.id != home and not w.home and self.map_cards(w.id))

    def exploration_tokens(self, set: str) -> list[str]:
        """The Exploration Tokens of a set, in canonical order."""
        return sorted(t.id for t in self.exploration.values() if t.set == set)


def load(files: Mapping[str, bytes]) -> Library:
    """Read packs given as {path: bytes}. Raises ContentError naming file, record and field."""
    library = Library()
    digest = hashlib.sha256()
    for path in sorted(files):
        digest.update(path.encode() + b"\0" + files[path] + b"\0")
    library.fingerprint = digest.hexdigest()
    tiles: list[dict[str, Any]] = []
    for path in sorted(files):
        if path == "tiles.yaml" or path.startswith("tiles/"):
            tiles += _records(path, files[path])
            continue
        for prefix, kind, model in _FOLDERS:
            if path == prefix or (prefix.endswith("/") and path.startswith(prefix)):
                table: dict[str, Any] = getattr(library, kind)
                for raw in _records(path, files[path]):
                    built = _build(model, raw, path)
                    if built.id in table:
                        raise ContentError(f"{path}: record '{built.id}' stands twice among the {kind}")
                    table[built.id] = built
    try:
        library.tile_cards = read_tiles(tiles)
    except BoardError as error:
        raise ContentError(f"tiles: {error}") from None
    library.tiles = layouts_of(library.tile_cards)
    library.chart_rows = rows_of(library.charts)
    for cls in library.heroes.values():
        for upgrade in cls.starting_upgrades:
            library.upgrades[upgrade.id] = upgrade
    for ally in library.allies.values():
        library.ally_weapons |= {own.id: own for own in ally.weapons}
        for upgrade in ally.upgrades:
            if upgrade.id in library.upgrades:
                raise ContentError(f"ally {ally.id}: the upgrade '{upgrade.id}' stands twice")
            library.upgrades[upgrade.id] = upgrade
    check_references(library)
    for mission in library.missions.values():
        check_map(library, mission)
    if library.sets:
        check_sets(library)
    return library


def check_sets(library: Library) -> None:
    """Every card, Item and Mission is from a set that there is, and so are the first Missions. Raises ContentError."""
    owned = [("card", c.id, c.set) for c in library.cards.values()]
    owned += [("item", i.id, i.set) for i in library.items.values()]
    owned += [("mission", m.id, m.set) for m in library.missions.values()]
    for kind, id, of in owned:
        if of not in library.sets:
            raise ContentError(f"{kind} {id}: there is no set '{of}'; known: {', '.join(sorted(library.sets))}")
    for record in library.sets.values():
        if record.introductory is not None and record.introductory not in library.missions:
            raise ContentError(f"set {record.id}: its first Mission '{record.introductory}' is in no pack")


def check_map(library: Library, mission: missions.Mission) -> None:
    """A Fixed Map can be laid as it is written. Raises ContentError naming the tile at fault."""
    if mission.map is None:
        return
    where = f"mission {mission.id}: map"
    board = Board(library.tiles)
    for number, piece in enumerate(mission.map.tiles, 1):
        try:
            if number == 1:
                board.place_first(piece.tile)
                continue
            door = DoorRef(piece.at)
            ways = [w for w in board.candidates(door, piece.tile) if piece.by in ("", w.connector)]
            if not ways:
                raise ContentError(f"{where}: tile {number}, '{piece.tile}', does not fit at {piece.at}")
            board.place(number, piece.tile, ways[0].rotation, ways[0].dx, ways[0].dy, (door, ways[0].connector))
        except (BoardError, KeyError) as error:
            raise ContentError(f"{where}: tile {number}: {error}") from None
    for space in mission.map.start:
        try:
            board.resolve(space)
        except BoardError as error:
            raise ContentError(f"{where}: start: {error}") from None
    if not mission.map.start and not library.tile_card_of(mission.map.tiles[0].tile).starting_area:
        raise ContentError(f"{where}: the first tile has no Starting Area: say with `start` where Heroes begin")


def rows_of(charts: Mapping[str, schema.ChartRecord]) -> dict[str, dict[int, schema.ChartResult]]:
    """The row of each chart for each result."""
    return {
        chart.id: {number: row for row in chart.results for number in span(row.on, chart.id)}
        for chart in charts.values()
    }


def _records(path: str, data: bytes) -> list[dict[str, Any]]:
    try:
        loaded = yaml.load(data, Loader=PackLoader)
    except yaml.YAMLError as error:
        raise ContentError(f"{path}: this is no valid YAML: {error}") from None
    if not isinstance(loaded, list) or not all(isinstance(item, dict) for item in loaded):
        raise ContentError(f"{path}: a pack file is a list of records")
    return loaded


def _build(model: type[R], raw: dict[str, Any], path: str) -> R:
    try:
        return model.model_validate(raw)
    except ContentError as error:
        raise ContentError(f"{path}: {raw.get('id', '?')}: {error}") from None
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise ContentError(f"{path}: {raw.get('id', '?')}: {where}: {first['msg']}") from None


def nodes_of(effects: Iterable[Node]) -> Iterable[Node]:
    """All effects in some effects, nested ones included."""
    for node in effects:
        yield node
        for name in getattr(type(node), "__struct_fields__", ()):
            value = getattr(node, name)
            if isinstance(value, tuple):
                yield from _inside(value)


def _inside(value: Iterable[Any]) -> Iterable[Node]:
    for item in value:
        if isinstance(item, Node):
            yield from nodes_of((item,))
        elif isinstance(item, tuple):
            yield from _inside(item)
        elif hasattr(item, "do"):
            yield from nodes_of(item.do)


def check_references(library: Library) -> None:
    """Every enemy, token and item that an effect names exists. Raises ContentError."""

    def abilities(found: Iterable[Ability]) -> Iterable[Node]:
        for one in found:
            yield from nodes_of(one.do)
            if one.on_face:
                yield from nodes_of(one.on_face.do)

    def everything() -> Iterable[tuple[str, Node]]:
        for card in library.cards.values():
            for node in (*nodes_of(card.effects), *abilities(card.abilities)):
                yield f"card {card.id}", node
            lines = card.lines
            for group in (*card.groups, *((*lines.low, *lines.med, *lines.high) if lines is not None else ())):
                if group.enemy not in library.enemies:
                    raise ContentError(f"card {card.id}: groups name the enemy '{group.enemy}', which no pack has")
        for chart in library.charts.values():
            for row in chart.results:
                for node in (*nodes_of(row.do), *abilities(row.abilities)):
                    yield f"chart {chart.id}, {row.on}", node
        for item in library.items.values():
            for node in abilities(item.abilities):
                yield f"item {item.id}", node
        for token in library.tokens.values():
            for node in abilities(token.abilities):
                yield f"token {token.id}", node
        for ally in library.allies.values():
            kept = [one for upgrade in ally.upgrades for one in upgrade.abilities]
            kept += [one for row in ally.mutations for one in row.abilities]
            for node in (
                *abilities((*ally.basic, *ally.abilities, *kept)),
                *(n for r in ally.mutations for n in nodes_of(r.do)),
            ):
                yield f"ally {ally.id}", node
        for world in library.worlds.values():
            for node in abilities(world.abilities):
                yield f"world {world.id}", node
            for chart_id in (world.depth_event, *((world.learns.chart,) if world.learns is not None else ())):
                if chart_id not in library.charts:
                    raise ContentError(f"world {world.id}: no chart is called '{chart_id}'")
            for type in world.instead.values():
                if type not in library.enemies:
                    raise ContentError(f"world {world.id}: names the enemy '{type}', which no pack has")
        for mission in library.missions.values():
            own = (mission.reward, mission.failure, mission.set_up, mission.objective.do)
            for node in (node for effects in own for node in nodes_of(effects)):
                yield f"mission {mission.id}", node
            for rule in mission.special_rules:
                for node in abilities(rule.abilities):
                    yield f"mission {mission.id}, {rule.name}", node
            for node in abilities(mission.abilities):
                yield f"mission {mission.id}", node

    from rules_engine.content.class_checks import check_classes

    for where, node in everything():
        check_named(library, where, node)
    check_classes(library)
    if library.worlds:
        for where, world in _worlds_named(library):
            if world and world not in library.worlds:
                raise ContentError(f"{where}: names the World '{world}', which no pack has")
    for cls in library.heroes.values():
        for name in cls.starting_items:
            if name not in library.items:
                raise ContentError(f"hero {cls.id}: starting item '{name}', which no pack has")
        for name in cls.free_tokens:
            if name not in library.tokens:
                raise ContentError(f"hero {cls.id}: free token '{name}', which no pack has")


def _worlds_named(library: Library) -> Iterable[tuple[str, str]]:
    for tile in library.tile_cards.values():
        yield f"tile {tile.id}", tile.world
    for item in library.items.values():
        yield f"item {item.id}", item.world
    for card in library.cards.values():
        yield f"card {card.id}", card.deck.partition(":")[2]


def check_named(library: Library, where: str, node: Node) -> None:
    """Every enemy, token, Item and deck that one effect names exists. Raises ContentError."""
    if isinstance(node, Attack | Spawn) and node.enemy and node.enemy not in (*library.enemies, "this"):
        raise ContentError(f"{where}: names the enemy '{node.enemy}', which no pack has")
    if isinstance(node, Token):
        for token in (node.gain, node.lose):
            if token and token not in (*library.tokens, "any"):
                raise ContentError(f"{where}: names the Side Bag Token '{token}', which no pack has")
    if isinstance(node, ItemChange):
        for item in (node.gain, node.lose):
            if item and item not in ("this", "one", "random") and item not in library.items:
                raise ContentError(f"{where}: names the Item '{item}', which no pack has")
    if isinstance(node, ItemChange) and node.forge:
        forged = library.items.get(node.forge)
        if forged is None or forged.kind != "forged":
            raise ContentError(f"{where}: forges '{node.forge}', which no pack has as a forged Upgrade")
    if isinstance(node, Draw) and not (library.deck(node.deck) or node.deck == "loot"):
        raise ContentError(f"{where}: draws from the deck '{node.deck}', which is empty")


@functools.cache
def standard() -> Library:
    """The packs that ship with the engine."""
    root = resources.files("rules_engine.content")
    files: dict[str, bytes] = {}

    def walk(folder: Any, prefix: str) -> None:
        for entry in sorted(folder.iterdir(), key=lambda e: e.name):
            if entry.is_dir() and not entry.name.startswith("__"):
                walk(entry, f"{prefix}{entry.name}/")
            elif entry.name.endswith(".yaml"):
                files[prefix + entry.name] = entry.read_bytes()

    walk(root, "")
    running = gc.isenabled()
    gc.disable()  # thousands of small records are made at once, and all of them stay
    try:
        return load(files)
    finally:
        if running:
            gc.enable()
