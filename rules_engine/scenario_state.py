"""What a scenario gives: a State built from a few words, and the content made up for it.

What is not said is not there: no Items, no Grit, no Revive Tokens, no wounds. Without `tiles` the Entrance of the mines
lies on the table, without `phase` the turn stands at the Activations. With `phase: setup` the Heroes are yet to be
placed in the Starting Area.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Mapping
from typing import Any

import msgspec
from pydantic import ValidationError

from rules_engine.board import Base, Board, BoardError, DoorRef, UnknownPlaceError, bases_at, layouts_of, read_tiles
from rules_engine.content import missions, schema
from rules_engine.content.library import Library, rows_of
from rules_engine.content.sizes import FOUR_SPACES
from rules_engine.effects.stats import DEFAULTS
from rules_engine.errors import ScriptError
from rules_engine.hiring import MOST_MODELS
from rules_engine.procedures.allies import printed_sheet
from rules_engine.procedures.creation import slug, starting_decks
from rules_engine.setup import AllySetup, GameSetup, HeroSetup
from rules_engine.state import (
    CardInPlay,
    Corpse,
    Deck,
    Enemy,
    Fight,
    Group,
    Hero,
    Item,
    Lying,
    State,
    Tile,
    Upgrade,
    WorldCard,
)

Plain = Mapping[str, Any]


def words_in(text: str) -> frozenset[str]:
    """Words of a vocabulary, as a set."""
    return frozenset(text.split())


GIVEN = words_in(
    """heroes allies enemies tiles groups track decks discard turn phase activated dread revive_tokens clues objective
    light fight in_play content next_elite table_dice enemy_order brutal set sets mixed tallies corpses team_cards
    worlds archive ground cover"""
)
GROUP_WORDS = words_in("elite brutal ambush_turn activated trait mythic")
HERO_FIELDS = words_in(
    """wounds sanity_damage corruption xp gold dark_stone poison bleeding ensnared exertion ko dead activated level
    escaped seat library_knowledge pelts"""
)
HERO_WORDS = HERO_FIELDS | words_in(
    """class space grit items upgrades side_bag basic_allies mutations injuries madness keywords pronouns
    tokens class_cards"""
)
ALLY_WORDS = words_in(
    """type of space veteran ally_xp upgrades mutations wounds sanity_damage corruption poison bleeding dead activated
    keywords pronouns"""
)
HERO_STATS = (frozenset(DEFAULTS) - {"side_bag"}) | words_in(
    """ranged_to_hit melee_to_hit combat max_grit initiative health sanity defense willpower agility cunning spirit
    strength lore luck armor spirit_armor cover shield move damage melee_damage ranged_damage critical_damage shots
    range max_ambition max_rage max_fury max_ki max_mana"""
)
ENEMY_WORDS = words_in("type space wounds target base brought")
FIGHT_WORDS = words_in("began_turn sources objective beaten escaped final")
ENEMY_SHEET = words_in(
    """initiative move escape range melee combat damage defense health xp xp_each size keywords models abilities name
    elite"""
)
TILE_WORDS = words_in("tile at by token doors scavenged place arrivals gate world")
TEST_SHEET: dict[str, Any] = {
    "initiative": 3,
    "move": 5,
    "escape": 4,
    "range": None,
    "melee": 4,
    "combat": 0,
    "damage": 1,
    "defense": 0,
    "health": 1,
    "xp": 10,
    "xp_each": 0,
}
KINDS: dict[str, type[schema.Record]] = {
    "cards": schema.Card,
    "items": schema.ItemRecord,
    "tokens": schema.SideBagToken,
    "enemies": schema.EnemyRecord,
    "exploration": schema.ExplorationToken,
    "missions": missions.Mission,
    "charts": schema.ChartRecord,
    "worlds": schema.World,
}


class Given(msgspec.Struct):
    """A table ready to play: the setup, the state, the content, and the scenario's own names for models."""

    setup: GameSetup
    state: State
    library: Library
    names: dict[str, str]


def known(words: Plain, allowed: frozenset[str], where: str) -> None:
    """Refuse words that a scenario does not have. Raises ScriptError."""
    for word in words:
        if word not in allowed:
            raise ScriptError(f"{where}: '{word}' is not known; known: {', '.join(sorted(allowed))}")


def space_name(value: object) -> str:
    """A space as the engine names it: `07` and 7 are `1.07`; YAML reads 1.10 as a number, which is mended here."""
    if isinstance(value, float):
        return f"{value:.2f}"
    text = str(value)
    if "." in text:
        return text
    return f"1.{text.zfill(2)}"


def build(given: Plain, library: Library, *, edition: str, switches: Plain, mission: str) -> Given:
    """The table that a scenario gives. Raises ScriptError naming the word at fault."""
    try:
        return _build(given, library, edition, switches, mission)
    except (TypeError, ValueError, KeyError, AttributeError, IndexError) as error:
        raise ScriptError(f"given: this cannot be read: {type(error).__name__}: {error}") from error


def _build(given: Plain, library: Library, edition: str, switches: Plain, mission: str) -> Given:
    known(given, GIVEN, "given")
    names: dict[str, str] = {}
    library = with_content(library, given)
    heroes = given.get("heroes") or {}
    if not 1 <= len(heroes) <= 6:
        raise ScriptError(f"given.heroes: a Hero Party has 1 to 6 Heroes, not {len(heroes)}")
    state = State(edition, mission)
    party = {str(name): words or {} for name, words in heroes.items()}
    company = {str(name): words or {} for name, words in (given.get("allies") or {}).items() if words is not None}
    brought = allies_brought(party, company)
    setup = GameSetup(
        tuple(
            HeroSetup(
                w.get("class", "us-marshal"),
                name,
                seat=str(w.get("seat", "1")),
                level=w.get("level", 1),
                allies=brought[name],
            )
            for name, w in party.items()
        ),
        mission,
        edition,
        dict(switches),
        given.get("set", "old-west"),
        tuple(given.get("sets", ())),
        tuple(given.get("mixed", ())),
        table_dice=tuple(given.get("table_dice", ())),
        enemy_order=given.get("enemy_order", "canonical"),
        brutal=bool(given.get("brutal", False)),
    )
    state.posse_level = setup.hero_posse_level
    state.decks = {name: Deck(cards) for name, cards in starting_decks(library, setup).items()}
    for deck, cards in (given.get("decks") or {}).items():
        state.decks[deck] = Deck(sorted(str(card) for card in cards))
    for deck, cards in (given.get("discard") or {}).items():
        state.decks[deck].discard = [str(card) for card in cards]
    board = _tiles(state, library, given.get("tiles") or ["mine-entrance"])
    for name, words in party.items():
        hero = _hero(state, library, name, words)
        names[name] = hero.id
        state.heroes[hero.id] = hero
    for one in setup.heroes:
        for ally in one.allies:
            state.heroes[slug(ally.name)] = _ally(library, ally.name, company[ally.name], names[one.name], one.seat)
            names[ally.name] = slug(ally.name)
    _enemies(state, given, names)
    for words in given.get("ground") or ():
        state.ground.append(_lying(state, library, board, words))
    state.cover = [board.resolve(space_name(space)) for space in given.get("cover") or ()]
    if given.get("phase") != "setup":
        _stand(state, board, library)
        _worlds(state, board, given)
    for space in given.get("corpses") or ():
        state.uids += 1
        state.corpses.append(Corpse(state.uids, board.resolve(space_name(space))))
    _track(state, given)
    for word in given.get("activated") or ():
        model = names.get(str(word), str(word))
        if model in state.heroes:
            state.heroes[model].activated = True
        elif model in state.groups:
            state.groups[model].activated = True
        else:
            raise ScriptError(f"given.activated: there is no hero or enemy type '{word}'")
    light = given.get("light", next(iter(heroes)))
    state.light = names.get(str(light), "") if light else ""
    return Given(setup, state, library, names)


def _worlds(state: State, board: Board, given: Plain) -> None:
    """World cards: those said to be in play, and those of Worlds that a hero is in."""
    found = {str(world): False for world in given.get("worlds") or ()}
    for hero in state.heroes.values():
        if hero.space and not hero.dead:
            found[state.tiles[board.tiles_of(hero.space)[0] - 1].world] = True
    state.worlds = [WorldCard(world, entered) for world, entered in found.items()]


def _track(state: State, given: Plain) -> None:
    track = given.get("track") or {}
    known(track, frozenset(["heroes", "darkness"]), "given.track")
    state.hero_marker = int(track.get("heroes", state.hero_marker))
    state.darkness = int(track.get("darkness", state.darkness))
    state.turn = int(given.get("turn", 1))
    state.phase = str(given.get("phase", "activations"))
    if state.phase == "start of turn":
        state.turn, state.phase = state.turn - 1, "between turns"
    for field in ("dread", "revive_tokens", "clues", "objective", "next_elite", "tallies", "archive"):
        if field in given:
            setattr(state, field, given[field])
    for card in given.get("in_play") or ():
        state.uids += 1
        state.in_play.append(CardInPlay(state.uids, str(card)))
    for owner, cards in (given.get("team_cards") or {}).items():
        for card in cards:
            state.uids += 1
            state.team_cards.append(CardInPlay(state.uids, str(card), slug(str(owner))))
    if state.enemies or "fight" in given:
        fight = given.get("fight") or {}
        known(fight, FIGHT_WORDS, "given.fight")
        state.fights = 1
        state.fight = Fight(**{"number": 1, "began_turn": state.turn, "sources": 1, **fight})


# --- content ----------------------------------------------------------------------------------------------------------


def with_content(library: Library, given: Plain) -> Library:
    """The library with what the scenario makes up: records under `content`, and enemies of a `test-` type."""
    made = copy.copy(library)
    for kind, records in (given.get("content") or {}).items():
        if kind == "sheets":
            continue
        if kind == "tiles":
            try:
                made.tile_cards = {**made.tile_cards, **read_tiles(records)}
            except BoardError as error:
                raise ScriptError(f"given.content.tiles: {error}") from None
            made.tiles = {**made.tiles, **layouts_of(made.tile_cards)}
            continue
        if kind not in KINDS:
            raise ScriptError(
                f"given.content: '{kind}' cannot be made up; known: {', '.join([*KINDS, 'sheets', 'tiles'])}"
            )
        table = dict(getattr(library, kind))
        for raw in records:
            try:
                record = KINDS[kind].model_validate({"source": "original", **raw})
            except ValidationError as error:
                first = error.errors()[0]
                raise ScriptError(f"given.content.{kind}: {'.'.join(map(str, first['loc']))}: {first['msg']}") from None
            table[record.id] = record
        setattr(made, kind, table)
        if kind == "charts":
            made.chart_rows = rows_of(table)
    sheets: dict[str, dict[str, Any]] = {}
    for name, words in (given.get("enemies") or {}).items():
        if words is None:
            continue
        type = str(words.get("type", ""))
        own = {word: value for word, value in words.items() if word not in ENEMY_WORDS}
        if type.startswith("test-"):
            known(own, ENEMY_SHEET, f"given.enemies.{name}")
            sheets.setdefault(type, {}).update(own)
        elif own:
            raise ScriptError(f"given.enemies.{name}: only a type called `test-...` may be made up here, not '{type}'")
    for type, own in (given.get("content") or {}).get("sheets", {}).items():
        sheets.setdefault(type, {}).update(own)
    if sheets:
        made.enemies = {**made.enemies, **{type: sheet(type, own) for type, own in sheets.items()}}
    unknown = [w["type"] for w in (given.get("enemies") or {}).values() if w and w.get("type") not in made.enemies]
    if unknown:
        raise ScriptError(f"given.enemies: there is no enemy type '{unknown[0]}'")
    return made


def sheet(type: str, own: Plain) -> schema.EnemyRecord:
    """An Enemy Record Sheet for a scenario: what is given, the rest plain. `xp: 10 +5 each` is read as printed."""
    words = {**TEST_SHEET, **{k: v for k, v in own.items() if k in TEST_SHEET}}
    printed = re.fullmatch(r"(\d+)\s*(?:XP)?\s*\+\s*(\d+)\s*[Ee]ach", str(words["xp"]))
    if printed:
        words["xp"], words["xp_each"] = int(printed[1]), int(printed[2])
    size = own.get("size") or next((s for s in ("small", "large") if s in type), "medium")
    name = own.get("name") or type.replace("-", " ").title()
    try:
        return schema.EnemyRecord.model_validate(
            {
                "id": type,
                "source": "original",
                "name": name,
                "plural": name,
                "size": size,
                "keywords": own.get("keywords", ()),
                "models": own.get("models", 12),
                "normal": words,
                "brutal": words,
                "abilities": own.get("abilities", []),
                "elite": own.get("elite") or [{"name": f"Elite {n}"} for n in range(1, 7)],
            }
        )
    except ValidationError as error:
        first = error.errors()[0]
        raise ScriptError(f"given.enemies: {type}: {'.'.join(map(str, first['loc']))}: {first['msg']}") from None


# --- the board and the models -----------------------------------------------------------------------------------------


def _stand(state: State, board: Board, library: Library) -> None:
    """Every model on spaces of the board, by their own names; a base of 2x2 lies as said, else as it first fits."""
    taken: dict[str, str] = {}
    models: list[Hero | Enemy] = [*state.heroes.values(), *state.enemies.values()]
    for model in models:
        try:
            model.space = board.resolve(model.space)
        except UnknownPlaceError as error:
            raise ScriptError(f"given: {model.id}: {error}") from None
        own: tuple[str, ...] = (model.space,)
        if isinstance(model, Enemy) and (model.base or library.enemies[model.type].size in FOUR_SPACES):
            model.base, base = _base_of(model, board, taken)
            own = base.spaces
        if isinstance(model, Enemy) or model.up:
            for space in own:
                if space in taken:
                    raise ScriptError(f"given: {model.id} and {taken[space]} both stand on {space}")
                taken[space] = model.id


def _base_of(enemy: Enemy, board: Board, taken: dict[str, str]) -> tuple[str, Base]:
    ways = [way for way in bases_at(board, enemy.space) if enemy.base in ("", way[0])]
    if not ways:
        raise ScriptError(
            f"given: {enemy.id}: no base of 2x2 fits at {enemy.space} toward {enemy.base or 'any corner'}"
        )
    return min(ways, key=lambda way: (any(space in taken for space in way[1].spaces), not way[1].whole))


def _tiles(state: State, library: Library, tiles: list[Any]) -> Board:
    board = Board(library.tiles)
    for number, entry in enumerate(tiles, 1):
        words: dict[str, Any] = {"tile": entry} if isinstance(entry, str) else dict(entry)
        known(words, TILE_WORDS, f"given.tiles[{number}]")
        layout = library.tiles.get(words["tile"])
        if layout is None:
            raise ScriptError(f"given.tiles[{number}]: there is no tile '{words['tile']}'")
        token = str(words.get("token", "none"))
        plain = "unknown" if token == "hidden" else "door"
        doors = {c.key: plain for c in layout.connectors}
        card = next(card for card in library.tile_cards.values() if layout.id in card)
        world = str(words.get("world", card.world))
        if number == 1:
            board.place_first(layout.id)
            state.tiles.append(Tile(1, layout.id, 0, 0, 0, doors, "", token, words.get("scavenged", 0), world=world))
        else:
            door = DoorRef(str(words.get("at", "1.N")))
            before, _, key = door.partition(".")
            gate = bool(words.get("gate", False))
            if not gate:
                world = state.tiles[int(before) - 1].world
            ways = [board.beyond(number, layout.id, door)] if gate else board.candidates(door, layout.id)
            ways = [way for way in ways if words.get("by", way.connector) == way.connector]
            if not ways:
                raise ScriptError(f"given.tiles[{number}]: '{layout.id}' does not fit at {door}")
            way = ways[0]
            if gate:
                board.place_through_gate(number, layout.id, door, way.connector)
            else:
                board.place(number, layout.id, way.rotation, way.dx, way.dy, (door, way.connector))
            doors[way.connector] = "joined"
            state.tiles.append(
                Tile(
                    number,
                    layout.id,
                    way.rotation,
                    way.dx,
                    way.dy,
                    doors,
                    way.connector,
                    token,
                    words.get("scavenged", 0),
                    door,
                    world=world,
                    through_gate=gate,
                )
            )
            state.tiles[int(before) - 1].doors[key] = "joined"
        state.tiles[-1].place = str(words.get("place", "entrance" if number == 1 else ""))
        state.tiles[-1].arrivals = [str(door) for door in words.get("arrivals") or ()]
        state.tiles[-1].doors.update({str(k): str(v) for k, v in (words.get("doors") or {}).items()})
    return board


def _lying(state: State, library: Library, board: Board, words: Plain) -> Lying:
    known(words, frozenset({"space", "item", "token"}), "given.ground")
    space = board.resolve(space_name(words["space"]))
    if "token" in words:
        token = library.find("tokens", str(words["token"]))
        return Lying(space, "token", token.id, token.name)
    item = library.find("items", str(words["item"]))
    state.uids += 1
    return Lying(space, "item", item.id, item.name, state.uids)


def _hero(state: State, library: Library, name: str, words: Plain) -> Hero:
    where = f"given.heroes.{name}"
    known(words, HERO_WORDS | HERO_STATS, where)
    record = library.find("heroes", words.get("class", "us-marshal"))
    stats = {**record.stats, **{word: int(value) for word, value in words.items() if word in HERO_STATS}}
    items: list[Item] = []
    hands = stats.get("hands", 2)
    for id in words.get("items") or ():
        entry: Plain = id if isinstance(id, Mapping) else {"item": id}
        known(entry, frozenset(["item", "upgrades"]), f"{where}.items")
        item = library.find("items", str(entry["item"]))
        state.uids += 1
        taken = sum(library.items[i.id].hands for i in items if i.worn)
        items.append(Item(state.uids, item.id, not item.hands or taken + item.hands <= hands))
        for upgrade in entry.get("upgrades") or ():
            state.uids += 1
            items[-1].upgrades = [*items[-1].upgrades, Upgrade(state.uids, library.find("items", str(upgrade)).id)]
    fields = {field: words[field] for field in HERO_FIELDS if field in words}
    for chart in ("mutations", "injuries", "madness"):
        fields[chart] = [str(result) for result in words.get(chart) or ()]
    for upgrade in words.get("upgrades") or ():
        library.find("upgrades", upgrade)
    for token in words.get("side_bag") or ():
        library.find("tokens", token)
    for ally in words.get("basic_allies") or ():
        library.find("allies", ally)
    return Hero(
        slug(name),
        name,
        record.id,
        list(words.get("keywords", record.keywords)),
        stats,
        pronouns=list(words.get("pronouns", record.pronouns)),
        items=items,
        upgrades=list(words.get("upgrades") or ()),
        side_bag=list(words.get("side_bag") or ()),
        basic_allies=list(words.get("basic_allies") or ()),
        grit=int(words.get("grit", 0)),
        tokens={str(kind): int(count) for kind, count in (words.get("tokens") or {}).items()},
        class_cards=[str(card) for card in words.get("class_cards") or ()],
        space=space_name(words["space"]) if "space" in words else "",
        **fields,
    )


def allies_brought(party: Mapping[str, Plain], company: Mapping[str, Plain]) -> dict[str, tuple[AllySetup, ...]]:
    """Which Allies each Hero has brought; the first Hero, where nobody is named. Raises ScriptError."""
    brought: dict[str, list[AllySetup]] = {name: [] for name in party}
    for name, words in company.items():
        known(words, ALLY_WORDS | HERO_STATS, f"given.allies.{name}")
        hirer = str(words.get("of", next(iter(party))))
        if hirer not in party:
            raise ScriptError(f"given.allies.{name}: there is no hero '{hirer}' whose Ally it could be")
        brought[hirer].append(AllySetup(str(words.get("type", "viking-warrior")), name=name))
    if len(party) + len(company) > MOST_MODELS:
        raise ScriptError(f"given.allies: a Hero Party has at most {MOST_MODELS} models")
    return {name: tuple(allies) for name, allies in brought.items()}


def _ally(library: Library, name: str, words: Plain, hirer: str, seat: str) -> Hero:
    record = library.find("allies", str(words.get("type", "viking-warrior")))
    veteran = bool(words.get("veteran", False))
    stats = printed_sheet(record, veteran=veteran) | {w: int(v) for w, v in words.items() if w in HERO_STATS}
    for upgrade in words.get("upgrades") or ():
        library.find("upgrades", upgrade)
    return Hero(
        slug(name),
        name,
        record.id,
        list(words.get("keywords", record.keywords)),
        stats,
        seat=seat,
        pronouns=list(words.get("pronouns", record.pronouns)),
        upgrades=list(words.get("upgrades") or ()),
        mutations=[str(result) for result in words.get("mutations") or ()],
        grit=0,
        space=space_name(words["space"]) if "space" in words else "",
        ally_of=hirer,
        veteran=veteran,
        **{field: words[field] for field in HERO_FIELDS | {"ally_xp"} if field in words},
    )


def _enemies(state: State, given: Plain, names: dict[str, str]) -> None:
    for name, words in (given.get("enemies") or {}).items():
        if words is None:
            continue
        type = words["type"]
        if "space" not in words:
            raise ScriptError(f"given.enemies.{name}: where does it stand? Add `space`")
        number = state.enemy_count.get(type, 0) + 1
        state.enemy_count[type] = number
        id = f"{type}-{number}"
        names[str(name)] = id
        target = words.get("target")
        if target is not None and str(target) not in names:
            raise ScriptError(f"given.enemies.{name}: there is no hero '{target}' to be its target")
        state.enemies[id] = Enemy(
            id,
            type,
            space_name(words["space"]),
            words.get("wounds", 0),
            names[str(target)] if target is not None else None,
            str(words.get("base", "")),
            brought=words.get("brought", 1),
        )
        state.groups.setdefault(type, Group(type))
    for type, words in (given.get("groups") or {}).items():
        known(words, GROUP_WORDS, f"given.groups.{type}")
        state.groups[type] = Group(type, **words)
