"""Creating heroes and setting up an Adventure (compilation, "Creating A New Hero", "Adventure Set Up")."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from rules_engine import events as e
from rules_engine.choices import PARTY, Option
from rules_engine.dice import deck_stream
from rules_engine.effects.context import Context
from rules_engine.procedures.ability_tokens import ready
from rules_engine.procedures.allies import allies_join
from rules_engine.procedures.fixed_maps import lay_out
from rules_engine.procedures.library import entered
from rules_engine.procedures.missions import set_up_the_mission
from rules_engine.procedures.options import themed
from rules_engine.procedures.spells import draft
from rules_engine.procedures.team import fill_the_pool, team_decks
from rules_engine.procedures.turn import adventure
from rules_engine.procedures.worlds import home, name_of
from rules_engine.ruleset import ruleset
from rules_engine.setup import NOT_MIXED, REVIVE_TOKENS, GameSetup, HeroSetup
from rules_engine.state import Hero, Item

if TYPE_CHECKING:
    from rules_engine.content.library import Library
    from rules_engine.content.schema import HeroClass
    from rules_engine.table import Procedure, Table

DECKS = (
    "darkness",
    "growing-dread",
    "loot",
    "scavenge",
    "threat-low",
    "threat-med",
    "threat-high",
    "threat-epic",
    "gear",
    "artifact",
    "encounter",
)
BASE = ("old-west",)
WORLD_DECKS = ("map", "encounter", "passage-encounter", "artifact", "threat")
NAMES = {
    "us-marshal": ("Ada Quill", ("she", "her")),
    "lawman": ("Silas Boone", ("he", "him")),
    "bandido": ("Mateo Cruz", ("he", "him")),
    "rancher": ("Hester Vane", ("she", "her")),
    "saloon-girl": ("Lottie Marsh", ("she", "her")),
}


def whole_game(table: Table, setup: GameSetup) -> Procedure[None]:
    """From the empty table to the end of the Adventure."""
    yield from set_up(table, setup)
    yield from adventure(table)


def set_up(table: Table, setup: GameSetup) -> Procedure[None]:
    """Decks, tokens, heroes, Light Source, Depth Track, Entrance, starting spaces - in the rulebook's order."""
    library = table.library
    decks = starting_decks(library, setup)
    tokens = REVIVE_TOKENS[len(setup.heroes)]
    table.emit(e.AdventureStarted(setup.mission, setup.edition, decks, tokens, setup.hero_posse_level))
    taken: set[str] = set()
    given = {hero.personal for hero in setup.heroes}
    for hero in setup.heroes:
        yield from create_hero(table, hero, taken, given)
    for hero_id, hero in zip(list(table.state.heroes), setup.heroes, strict=True):
        allies_join(table, hero_id, hero, taken)
    yield from ready(table)
    yield from fill_the_pool(table)
    for hero_id in list(table.state.heroes):
        yield from table.fire("adventure_started", Context(subject=hero_id, source="setting out"))
    options = [Option(f"hero:{h.id}", h.name, h.id) for h in table.state.party()]
    answer = yield from table.ask(
        PARTY, "light", "Who carries the Light Source?", options, rule="compilation: Ready Heroes"
    )
    own = library.sets.get(setup.set)
    table.emit(e.LightTaken(answer.partition(":")[2], own.light if own is not None else "Old Lantern"))
    if table.fixed_map:
        lay_out(table)
    else:
        entrance = next(t for t in library.tile_cards.values() if t.kind == "entrance" and t.world == setup.world)
        layout = entrance.layouts[0]
        doors = {c.key: "door" for c in layout.connectors}
        table.emit(e.TilePlaced(1, layout.id, entrance.name, 0, 0, 0, doors, place="entrance", world=setup.world))
    world = home(table)
    table.emit(e.WorldEntered(world, name_of(table, world)))
    yield from place_heroes(table, setup)
    yield from entered(table, world)
    yield from set_up_the_mission(table)


def starting_decks(library: Library, setup: GameSetup) -> dict[str, list[str]]:
    """Every deck of the Adventure and the cards in it, in canonical order (compilation, "Adventure Set Up").

    Decks of the same back are shuffled together; Loot, Scavenge and Exploration Tokens are those of the table's own set
    unless the table mixes them ("Combining Sets"). A deck for which no set here has a card is that of the Old West.
    """
    sets = setup.sets_in_play
    decks: dict[str, list[str]] = {}
    for name in (*DECKS, "personal"):
        own = (setup.set,) if name in NOT_MIXED and name not in setup.mixed else sets
        decks[name] = library.deck(name, own) or library.deck(name, sets) or library.deck(name, BASE)
    decks |= {name: library.deck(name, sets) for name in library.trait_decks(sets)}
    theme = ruleset(setup.edition, setup.switches).threat_theme
    decks = themed(library, decks, theme) if theme else decks
    decks["map"] = library.map_cards(setup.world)
    stacks = sets if "exploration" in setup.mixed else (setup.set,)
    kinds = dict.fromkeys(library.sets[one].exploration if one in library.sets else one for one in stacks)
    decks["exploration"] = sorted(token for kind in kinds for token in library.exploration_tokens(kind))
    classes = [hero.cls for hero in setup.heroes]
    steps = [step for cls in classes if cls in library.heroes for step in library.heroes[cls].class_cards]
    class_decks = [deck for step in steps for deck in step.decks]
    for name in (*team_decks(library, classes), *class_decks):
        decks[name] = library.deck(name)
    for world in (*library.otherworlds(setup.world), setup.world):
        for kind in WORLD_DECKS:
            if cards := library.deck(f"{kind}:{world}"):
                decks[f"{kind}:{world}"] = cards
    decks.pop(f"map:{setup.world}", None)
    return decks


def create_hero(table: Table, setup: HeroSetup, taken: set[str], given: set[str]) -> Procedure[None]:
    """The steps of a new hero: class, Starting Items, Personal Item, Starting Upgrade, free token, name.

    `taken` are the ids of the heroes before it, `given` the Personal Items that the setup gives to somebody by name.
    """
    library = table.library
    record = library.heroes[setup.cls]
    name, pronouns = NAMES.get(setup.cls, (record.called or record.name, record.pronouns))
    name = setup.name or name
    number = 2
    base = name
    while slug(name) in taken:
        name, number = f"{base} {number}", number + 1
    id = slug(name)
    taken.add(id)
    uid = table.next_uid()
    personal = setup.personal
    if not personal:
        pile = [item for item in table.state.decks["personal"].remaining if item not in given]
        personal = yield from table.pick("personal item", pile, deck_stream("personal"))
    table.emit(e.CardDrawn("personal", personal, library.items[personal].name, id))
    upgrade = setup.upgrade
    if not upgrade and record.starting_upgrades:
        options = [Option(f"upgrade:{u.id}", u.name, u.id, detail=library.text(u.id)) for u in record.starting_upgrades]
        answer = yield from table.ask(
            id,
            "starting_upgrade",
            f"{name}, {record.name}: which Starting Upgrade?",
            options,
            rule="compilation: Starting Upgrade",
        )
        upgrade = answer.partition(":")[2]
    token = setup.token
    if not token and record.free_tokens:
        options = [
            Option(f"token:{t}", _so_many(record, library.tokens[t].name, t), t, detail=library.text(t))
            for t in record.free_tokens
        ]
        answer = yield from table.ask(
            id,
            "free_token",
            f"{name}: which Side Bag Token?",
            options,
            rule="compilation: Get a Side Bag and Free Token",
        )
        token = answer.partition(":")[2]
    cards = yield from draft(table, id, name, record, setup.cards)
    items = [
        Item(uid + i, item, library.items[item].hands == 0) for i, item in enumerate((*record.starting_items, personal))
    ]
    hero = Hero(
        id,
        name,
        record.id,
        list(record.keywords),
        dict(record.stats),
        seat=setup.seat,
        level=setup.level,
        library_knowledge=setup.library_knowledge,
        pronouns=list(setup.pronouns or pronouns),
        items=items,
        upgrades=[upgrade] if upgrade else [],
        class_cards=cards,
        side_bag=[token] * record.free_token_counts.get(token, 1) if token else [],
        basic_allies=[ally.type for ally in setup.allies if ally.side == "basic"],
    )
    table.emit(e.HeroJoined(msgspec.to_builtins(hero)))
    from rules_engine.procedures.items import assign_hands

    yield from assign_hands(table, table.hero(id), ask=False)


def _so_many(record: HeroClass, name: str, token: str) -> str:
    """A free Side Bag Token, with its number where the Class gets more than one of it."""
    count = record.free_token_counts.get(token, 1)
    return f"{count} x {name}" if count > 1 else name


def slug(name: str) -> str:
    """A hero's id: the name in lower case, words joined by hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "hero"


def starting_area(table: Table) -> list[str]:
    """The spaces where heroes may begin: the Mission's own, or those of the Entrance by edition (C18)."""
    mission = table.library.missions[table.state.mission]
    if mission.map is not None and mission.map.start:
        return list(mission.map.start)
    card = table.library.tile_card_of(table.state.tiles[0].layout)
    edition = "old-west" if table.rules.starting_area == "old west" else "compilation"
    return [f"1.{space}" for space in card.starting_area[edition]]


def place_heroes(table: Table, setup: GameSetup) -> Procedure[None]:
    """Heroes are placed in Initiative order, each in a free space of the Starting Area; then Allies likewise, who take
    any free space of the tile where the Starting Area is full (our ruling).
    """
    area = starting_area(table)
    spaces = [h.space for h in setup.heroes]
    spaces += [ally.space for h in setup.heroes for ally in h.allies if ally.side == "advanced"]
    given = dict(zip(table.state.heroes, spaces, strict=True))
    heroes = table.in_initiative_order(table.state.heroes.values())
    for hero in sorted(heroes, key=lambda h: bool(h.ally_of)):
        taken = table.occupied()
        free = [space for space in area if space not in taken]
        free = free or [space for space in table.board.spaces_of(1) if space not in taken]
        if given[hero.id] in free:
            space = given[hero.id]
        else:
            options = [Option(f"space:{s}", s, s) for s in free]
            answer = yield from table.ask(
                hero.id, "start_space", f"Where does {hero.name} start?", options, rule="compilation: Place Heroes"
            )
            space = answer.partition(":")[2]
        table.emit(e.Placed(hero.id, space, "the Starting Area"))
