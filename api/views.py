"""From the game to what screens show; nothing here decides anything."""

from __future__ import annotations

from api.errors import ApiError
from api.schemas import (
    AllyOut,
    AnswerOut,
    ChoiceOut,
    EnemyView,
    GroupView,
    HeroClassOut,
    HeroView,
    MissionOut,
    ReceiptOut,
    SentenceOut,
    SetupsOut,
    StateOut,
    SwitchOut,
    TableOut,
    TileView,
    TrackView,
)
from api.screen import DOOR_MARKS, glyphs
from gm.live_table import Answer
from gm.receipts import UnknownRoll, receipt
from gm.seats import Bot
from gm.store import StoredSentence
from gm.tables import TableRecord
from rules_engine import Choice, Event, Game
from rules_engine.board import door_ref
from rules_engine.content.library import Library
from rules_engine.events import Rerolled, Rolled, Undone
from rules_engine.presets import PRESETS
from rules_engine.procedures.ability_tokens import kinds
from rules_engine.procedures.darkness import needed_now
from rules_engine.procedures.missions import errand
from rules_engine.procedures.movement import lit_tiles
from rules_engine.procedures.upgrades import item_name
from rules_engine.ruleset import EDITIONS
from rules_engine.state import ENTRANCE, Enemy, Hero, Tile
from rules_engine.switches import switches

SKILLS = (
    "agility",
    "cunning",
    "spirit",
    "strength",
    "lore",
    "luck",
    "initiative",
    "combat",
    "melee_to_hit",
    "ranged_to_hit",
    "defense",
    "willpower",
)
ENEMY_STATS = ("initiative", "move", "escape", "melee", "range", "combat", "damage", "defense", "health", "xp")


def choice(pending: Choice | None) -> ChoiceOut | None:
    """The pending Choice."""
    return ChoiceOut.model_validate(pending) if pending is not None else None


def answer(given: Answer) -> AnswerOut:
    """What came of a choice."""
    return AnswerOut.model_validate(given)


def sentence(stored: StoredSentence) -> SentenceOut:
    """A sentence of the story."""
    return SentenceOut(
        id=stored.id,
        text=stored.text,
        events=list(stored.events),
        beat=stored.beat,
        struck=stored.struck is not None,
    )


def seats(record: TableRecord) -> dict[str, str]:
    """Who sits where."""
    return {seat: record.bots[seat].value if seat in record.bots else "person" for seat in record.setup.seats}


def table(record: TableRecord) -> TableOut:
    """A table in a list."""
    return TableOut(
        id=record.id,
        name=record.name,
        created_at=record.created_at,
        updated_at=record.updated_at,
        mission=record.setup.mission,
        edition=record.setup.edition,
        heroes=[hero.cls for hero in record.setup.heroes],
        seats=seats(record),
        commitment=record.commitment,
        outcome=record.outcome,
        revision=record.revision,
        events=record.events,
    )


def state(game: Game, record: TableRecord, votes: dict[str, str]) -> StateOut:
    """The whole table as screens show it."""
    now, library = game.state, game.library
    marks = glyphs(game)
    lit = lit_tiles(game.table) if now.tiles else set()
    mission = library.missions[now.mission]
    return StateOut(
        id=record.id,
        name=record.name,
        revision=record.revision,
        last_event=len(game.events),
        mission=now.mission,
        mission_name=mission.name,
        edition=now.edition,
        turn=now.turn,
        phase=now.phase,
        over=game.over,
        outcome=now.outcome,
        commitment=record.commitment,
        seats=seats(record),
        map=_map(game, marks),
        tiles=[_tile(game, tile, tile.number in lit) for tile in now.tiles],
        heroes=[_hero(game, hero, marks[hero.id]) for hero in now.heroes.values()],
        enemies=[_enemy(game, enemy, marks[enemy.id]) for enemy in now.enemies.values()],
        groups=[_group(game, type) for type in now.groups],
        track=TrackView(
            heroes=now.hero_marker,
            darkness=now.darkness,
            entrance=ENTRANCE,
            needed=needed_now(game.table),
            dread=now.dread,
        ),
        clues=now.clues,
        clues_needed=mission.clues_needed,
        objective=now.objective,
        tallies={one.label: now.tallies[one.id] for one in mission.tallies if one.id in now.tallies},
        errand=asked.label if (asked := errand(game.table)) is not None else "",
        revive_tokens=now.revive_tokens,
        in_play=[game.table.title_of(card.id) for card in now.in_play],
        votes=votes,
        pending=choice(game.pending),
        fingerprint=game.fingerprint(),
    )


def _map(game: Game, marks: dict[str, str]) -> str:
    standing = {space: marks[who] for space, who in game.table.occupied().items()}
    doors = {door_ref(t.number, k): DOOR_MARKS.get(v, "open") for t in game.state.tiles for k, v in t.doors.items()}
    return game.table.board.render(standing, doors=doors)


def _tile(game: Game, tile: Tile, lit: bool) -> TileView:
    board = game.table.board
    cells = {space: board.cell(space) for space in board.spaces_of(tile.number)}
    return TileView(
        number=tile.number,
        name=game.table.board_name(tile.number),
        layout=tile.layout,
        world=tile.world,
        through_gate=tile.through_gate,
        doors=dict(tile.doors),
        token=tile.token,
        lit=lit,
        spaces={space: (cell[0], cell[1]) for space, cell in cells.items()},
    )


def _hero(game: Game, hero: Hero, glyph: str) -> HeroView:
    stats, library = game.table.stats, game.library
    scars = {
        chart: [library.scar(hero.cls, chart, row).name for row in rows]
        for chart, rows in (("injury", hero.injuries), ("madness", hero.madness), ("mutation", hero.mutations))
    }
    return HeroView(
        id=hero.id,
        name=hero.name,
        cls=hero.cls,
        seat=hero.seat,
        glyph=glyph,
        space=hero.space,
        health=stats.hero(hero, "health"),
        wounds=hero.wounds,
        sanity=stats.hero(hero, "sanity"),
        sanity_damage=hero.sanity_damage,
        corruption=hero.corruption,
        corruption_resistance=stats.hero(hero, "corruption_resistance"),
        grit=hero.grit,
        max_grit=stats.hero(hero, "max_grit"),
        ability_tokens={kind.id: hero.tokens.get(kind.id, 0) for kind in kinds(game.table, hero)},
        class_cards=[game.table.title_of(card) for card in hero.class_cards],
        team_cards=[game.table.title_of(card.id) for card in game.state.team_cards if card.owner == hero.id],
        xp=hero.xp,
        gold=hero.gold,
        dark_stone=hero.dark_stone,
        pelts=hero.pelts,
        level=hero.level,
        ko=hero.ko,
        dead=hero.dead,
        activated=hero.activated,
        light=game.state.light == hero.id,
        poison=hero.poison,
        bleeding=hero.bleeding,
        ensnared=hero.ensnared,
        exertion=hero.exertion,
        keywords=list(hero.keywords),
        skills={skill: stats.hero(hero, skill) for skill in SKILLS},
        items=[item_name(game.table, item) for item in hero.items],
        side_bag=[library.tokens[t].name if t in library.tokens else t for t in hero.side_bag],
        upgrades=[library.upgrades[upgrade].name for upgrade in hero.upgrades],
        injuries=scars["injury"],
        madness=scars["madness"],
        mutations=scars["mutation"],
        ally_of=hero.ally_of,
        veteran=hero.veteran,
        ally_xp=hero.ally_xp,
        basic_allies=[library.allies[ally].name for ally in hero.basic_allies],
    )


def _enemy(game: Game, enemy: Enemy, glyph: str) -> EnemyView:
    return EnemyView(
        id=enemy.id,
        name=game.table.name(enemy.id),
        type=enemy.type,
        glyph=glyph,
        space=enemy.space,
        spaces=list(game.table.footprint(enemy)),
        health=game.table.stats.enemy(enemy.type, "health"),
        wounds=enemy.wounds,
        target=enemy.target,
    )


def _group(game: Game, type: str) -> GroupView:
    group, record = game.state.groups[type], game.library.enemies[type]
    chart = record.brutal_elite if group.brutal and record.brutal_elite else record.elite
    return GroupView(
        type=type,
        name=record.plural,
        brutal=group.brutal,
        elite=[chart[number - 1].name for number in group.elite],
        trait=game.table.title_of(group.trait) if group.trait else "",
        mythic=[record.mythic[number - 1].name for number in group.mythic],
        activated=group.activated,
        stats={stat: game.table.stats.enemy(type, stat) for stat in ENEMY_STATS},
    )


def roll_receipt(events: list[Event], roll: int) -> ReceiptOut:
    """The receipt of a roll; after an undo the last roll of that number counts. Raises UnknownRoll."""
    text = receipt(events, roll)
    place = max(i for i, event in enumerate(events) if isinstance(event, Rolled) and event.roll == roll)
    first = events[place]
    if not isinstance(first, Rolled):
        raise UnknownRoll(f"there is no roll {roll}")
    faces = [[face] for face in first.faces]
    for event in events[place + 1 :]:
        if isinstance(event, Undone):
            break
        if isinstance(event, Rerolled) and event.roll == roll:
            for index, face in zip(event.which, event.faces, strict=True):
                faces[index].append(face)
    return ReceiptOut(
        roll=roll,
        event=place + 1,
        who=first.who,
        purpose=first.purpose,
        dice=list(first.dice),
        faces=faces,
        target=first.target,
        stream=first.stream,
        ordinal=first.ordinal,
        source=first.source,
        text=text,
    )


def setups(library: Library) -> SetupsOut:
    """Everything that a setup may name."""
    return SetupsOut(
        heroes=[
            HeroClassOut(
                id=cls.id, name=cls.name, upgrades=[u.id for u in cls.starting_upgrades], tokens=list(cls.free_tokens)
            )
            for cls in library.heroes.values()
        ],
        allies=[
            AllyOut(
                id=ally.id,
                name=ally.name,
                hired_by=list(ally.hire.keywords),
                basic_limit=ally.hire.basic_limit,
                upgrades=[upgrade.id for upgrade in ally.upgrades],
            )
            for ally in library.allies.values()
        ],
        missions=[MissionOut(id=mission.id, name=mission.name) for mission in library.missions.values()],
        editions=list(EDITIONS),
        switches=[
            SwitchOut.model_validate(
                {
                    "name": one.name,
                    "meaning": one.meaning,
                    "values": list(one.values),
                    "number": one.number,
                    "sources": list(one.sources),
                    "editions": one.editions,
                }
            )
            for one in switches()
        ],
        presets={name: {**values} for name, values in PRESETS.items()},
        bots=[bot.value for bot in Bot],
    )


def speaking_seat(record_seats: list[str], seat: str | None) -> str:
    """The seat that speaks: the one named, or the only one at which a person sits. Raises ApiError."""
    if seat is not None:
        return seat
    if len(record_seats) == 1:
        return record_seats[0]
    listed = ", ".join(record_seats) or "none"
    raise ApiError(422, "seat_required", f"people sit at these seats: {listed}; say which of them speaks")
