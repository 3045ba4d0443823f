"""Room Exploration: Exploration Tokens, doors, Clues and the Objective (compilation, "Exploration")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_engine import events as e
from rules_engine.choices import PARTY
from rules_engine.dice import MAP, deck_stream
from rules_engine.effects.context import Context
from rules_engine.procedures.immobile import only_immobile
from rules_engine.procedures.options import advanced_encounter

if TYPE_CHECKING:
    from rules_engine.board import Connector
    from rules_engine.content.schema import ExplorationToken
    from rules_engine.table import Procedure, Table


def room_exploration(table: Table) -> Procedure[None]:
    """Reveal the token of every tile with a hero on it; in a Fight only while all enemies are Immobile.

    An Ally does not Explore.
    """
    while not table.state.enemies or only_immobile(table):
        hidden = [tile.number for tile in table.state.tiles if tile.token == "hidden"]
        found = [number for number in hidden if any(not h.ally_of for h in table.heroes_on(number))]
        if not found:
            return
        yield from reveal_token(table, found[0])


def reveal_token(table: Table, number: int) -> Procedure[None]:
    """Reveal an Exploration Token: its Clue first, then doors and Gates, then what it brings.

    With the last Clue the heroes have found the Objective: doors, Encounters and Attacks of that token are ignored,
    Darkness, Depth Event and Growing Dread are not. In the Basic Game a Gate icon is one more door.
    """
    state = table.state
    mission = table.library.missions[state.mission]
    pile = state.decks["exploration"]
    if not pile.remaining:
        table.emit(e.DeckReshuffled("exploration"))
    id = yield from table.pick("exploration token", state.decks["exploration"].remaining, deck_stream("exploration"))
    token: ExplorationToken = table.library.exploration[id]
    doors, gates = token.doors, token.gates
    if table.fixed_map:
        doors = gates = 0  # a Fixed Map has no new Doors and Gates
    elif table.rules.gate_icons == "doors":
        doors, gates = doors + gates, 0
    table.emit(e.CardDrawn("exploration", id, "Exploration Token"))
    brings = (
        "attack" if token.attack else ("encounters" if token.encounter > 1 else "encounter" if token.encounter else "")
    )
    table.emit(e.TokenRevealed(number, id, doors, token.clue, brings, gates))
    table.emit(e.CardDiscarded("exploration", id))
    finale = state.tiles[number - 1].place == "objective" and not state.objective
    if token.clue and not state.objective:
        table.emit(e.ClueFound(state.clues + 1, mission.clues_needed, number))
        yield from table.fire("clue_found", Context(amount=state.clues, source="a Clue", tile=number))
        finale = finale or 0 < mission.clues_needed <= state.clues
    if not table.fixed_map:
        closed = finale and mission.objective.exits == "none"
        yield from place_doors(table, number, 0 if closed else doors, 0 if closed else gates)
    yield from table.fire("token_revealed", Context(source="an Exploration Token", tile=number))
    if token.growing_dread:
        from rules_engine.procedures.darkness import draw_dread

        yield from draw_dread(table)
    if token.darkness:
        from rules_engine.procedures.darkness import draw_darkness

        yield from draw_darkness(table, "an Exploration Token")
    if token.depth_event:
        from rules_engine.procedures.darkness import depth_event

        yield from depth_event(table, because="an Exploration Token")
    if finale:
        yield from the_objective(table, number)
        return
    advanced = advanced_encounter(table, number) if table.rules.advanced_encounters else ""
    if token.encounter or advanced:
        from rules_engine.procedures.encounters import draw_encounters

        yield from draw_encounters(table, token.encounter, number, advanced=advanced)
    if token.attack:
        from rules_engine.procedures.threats import bring_threat

        yield from bring_threat(table, "normal", "an Exploration Token", tile=number)


def place_doors(table: Table, number: int, count: int, gates: int = 0) -> Procedure[None]:
    """Random exits become doors, by D6 and the Map Card's numbers (roll again for a door); then, in the same way, Gates
    among those that are left; the rest get End Caps.

    Exits that clearly cannot fit a tile do not count as doors. A Gate needs no room behind it (our ruling).
    """
    state = table.state
    layout = table.library.tiles[state.tiles[number - 1].layout]
    doors = state.tiles[number - 1].doors
    unknown = [c for c in layout.connectors if doors.get(c.key) == "unknown"]
    possible = [c for c in unknown if table.board.can_any_fit(table.door_ref(number, c.key))]
    open_keys = yield from _random_exits(table, possible, count)
    left = [c for c in unknown if c.key not in open_keys]
    gate_keys = yield from _random_exits(table, left, gates, gate=True)
    for connector in unknown:
        status = "door" if connector.key in open_keys else "gate" if connector.key in gate_keys else "cap"
        table.emit(e.DoorSet(f"{number}.{connector.key}", status))
    if count or gates:
        ensure_a_way_on(table)


def _random_exits(table: Table, possible: list[Connector], count: int, *, gate: bool = False) -> Procedure[list[str]]:
    """So many of some exits, each by a D6 on the Map Card's numbers; what is chosen already is rolled again."""
    if len(possible) <= count:
        return [c.key for c in possible]
    purpose = "which exit is a Gate" if gate else "which exit is a door"
    keys: list[str] = []
    while len(keys) < count:
        if all(c.rolls for c in possible):
            roll = yield from table.roll(PARTY, purpose, ("D6",), stream=MAP)
            face = roll.dice[0].face
            hit = next((c for c in possible if face in c.rolls), None)
        else:
            key = yield from table.pick(purpose, [c.key for c in possible], MAP)
            hit = next(c for c in possible if c.key == key)
        if hit is not None and hit.key not in keys:
            keys.append(hit.key)
    return keys


def ensure_a_way_on(table: Table) -> None:
    """If no door, no Gate and no hidden token is left, the newest End Cap that a tile could replace opens (our ruling).

    The rulebooks do not say what happens when every way is closed before the Objective is found; without this the
    heroes could only wait for the Darkness.
    """
    state = table.state
    if table.fixed_map or state.objective or open_doors(table) or any(tile.token == "hidden" for tile in state.tiles):
        return
    for tile in reversed(state.tiles):
        for key, status in tile.doors.items():
            if status == "cap" and table.board.can_any_fit(table.door_ref(tile.number, key)):
                table.emit(e.DoorSet(f"{tile.number}.{key}", "door"))
                return


def open_doors(table: Table) -> list[str]:
    """Doors and Gates that lead somewhere new."""
    return [
        f"{tile.number}.{key}"
        for tile in table.state.tiles
        for key, status in tile.doors.items()
        if status in ("door", "gate")
    ]


def the_objective(table: Table, number: int) -> Procedure[None]:
    """Growing Dread is resolved first, then the Objective's enemies come (compilation, "Finding the Objective")."""
    from rules_engine.procedures.darkness import resolve_growing_dread
    from rules_engine.procedures.threats import bring_threat

    table.emit(e.ObjectiveFound(number))
    yield from table.fire("objective_found", Context(source="the Objective", tile=number))
    yield from resolve_growing_dread(table)
    from rules_engine.effects.run import run

    mission = table.library.missions[table.state.mission]
    yield from run(table, mission.objective.do, Context(source=mission.name, tile=number))
    level = str(mission.objective.attack.get("threat", ""))
    if level:
        wins = mission.objective.wins == "fight"
        yield from bring_threat(table, level, "the Objective", tile=number, objective=wins)
