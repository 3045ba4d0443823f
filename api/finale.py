"""How a game ended: outcome, party, and how anybody can check the journal; for people and as plain data."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

from rich.padding import Padding
from rich.text import Text

from api.screen import safe
from rules_engine.events import AdventureEnded

if TYPE_CHECKING:
    from pathlib import Path

    from rich.console import Console

    from api.session import Session
    from rules_engine import Game


def summary(session: Session) -> dict[str, Any]:
    """The end, or where the game stands, as plain data."""
    game = session.game
    state, header, seal = game.state, game.journal.header, game.journal.sealed
    return {
        "table": session.id or None,
        "name": session.name or None,
        "outcome": state.outcome or None,
        "because": because(game),
        "mission": state.mission,
        "edition": state.edition,
        "turns": state.turn,
        "fights": state.fights,
        "choices": len(game.choices_made),
        "events": len(game.events),
        "heroes": [
            {
                "name": hero.name,
                "class": hero.cls,
                "ally_of": state.heroes[hero.ally_of].name if hero.ally_of else None,
                "ally_xp": hero.ally_xp,
                "upgrades": list(hero.upgrades),
                "dead": hero.dead,
                "xp": hero.xp,
                "gold": hero.gold,
                "dark_stone": hero.dark_stone,
                "pelts": hero.pelts,
                "corruption": hero.corruption,
                "items": [game.library.items[i.id].name for i in hero.items],
                "side_bag": list(hero.side_bag),
                "injuries": scars(game, hero.cls, "injury", hero.injuries),
                "madness": scars(game, hero.cls, "madness", hero.madness),
                "mutations": scars(game, hero.cls, "mutation", hero.mutations),
            }
            for hero in state.heroes.values()
        ],
        "journal": {
            "head": game.journal.head,
            "seed": header.seed,
            "commitment": header.commitment,
            "client_seed": header.client_seed,
            "sealed": seal is not None,
            "fingerprint": seal.fingerprint if seal is not None else game.fingerprint(),
        },
    }


def because(game: Game) -> str:
    """Why the Adventure ended; empty while it goes on."""
    return next((e.because for e in reversed(game.events) if isinstance(e, AdventureEnded)), "")


def scars(game: Game, cls: str, chart: str, results: list[str]) -> list[str]:
    """Names of results on a chart, for a Hero Class or a kind of Ally."""
    return [game.library.scar(cls, chart, result).name for result in results]


def show(console: Console, session: Session, journal: Path | None) -> None:
    """Print how it ended, the party, the journal's head, and the command that verifies it."""
    game = session.game
    state = game.state
    word = {"victory": ("VICTORY", "bold green"), "defeat": ("DEFEAT", "bold red")}.get(
        state.outcome, ("NOT OVER YET", "bold yellow")
    )
    console.print()
    mission = game.library.missions[state.mission].name
    line = Text.assemble(word, f"  {mission}, Game Turn {state.turn}, {state.fights} Fights")
    if because(game):
        line.append(f": {safe(because(game))}")
    console.print(line)
    for hero in state.heroes.values():
        cls = game.library.sheet(hero.cls).name
        console.print()
        row = Text.assemble((safe(hero.name), "bold"), f", {cls}")
        if hero.ally_of:
            row.append(f", Ally of {safe(game.table.name(hero.ally_of))}: {hero.ally_xp} Ally XP, ")
        else:
            row.append(f": {hero.xp} XP, ${hero.gold}, {hero.dark_stone} Dark Stone, ")
            if hero.pelts:
                row.append(f"{hero.pelts} Pelts, ")
        row.append(f"Corruption {hero.corruption}")
        marks = scars(game, hero.cls, "injury", hero.injuries) + scars(game, hero.cls, "madness", hero.madness)
        marks += scars(game, hero.cls, "mutation", hero.mutations)
        row.append((", KILLED" if hero.ally_of else ", DEAD") if hero.dead else "", "bold red")
        console.print(row)
        if marks:
            console.print(Padding(Text("scars: " + ", ".join(marks), "yellow"), (0, 0, 0, 2)))
        if hero.ally_of:
            learned = [game.library.upgrades[u].name for u in hero.upgrades]
            console.print(Padding(Text("Upgrades: " + (", ".join(learned) or "none"), "dim"), (0, 0, 0, 2)))
            continue
        carried = [game.library.items[i.id].name for i in hero.items]
        carried += [game.library.tokens[t].name if t in game.library.tokens else t for t in hero.side_bag]
        console.print(Padding(Text("carries: " + (", ".join(carried) or "nothing"), "dim"), (0, 0, 0, 2)))
    if session.untold:
        console.print(Text(f"the end of the story could not be told: {safe(session.untold)}", "yellow"))
    console.print()
    for text in proof(session, journal):
        console.print(Text(text, "dim"), soft_wrap=True)


def proof(session: Session, journal: Path | None) -> list[str]:
    """The journal's head and seal, and how to verify them."""
    game = session.game
    header = game.journal.header
    told = [f"journal: {len(game.events)} events, head {game.journal.head}"]
    if game.journal.sealed is not None:
        told.append(f"sealed; final state {game.journal.sealed.fingerprint}")
    held = header.commitment or game.journal.head
    file = journal
    if file is None and session.id:
        told.append(f"keep the journal: brimstone-gm export {shlex.quote(session.id)} --journal game.jsonl")
    elif file is None:
        again = "; the same --seed gives the same game" if header.seed is not None else ""
        told.append(f"the journal was not kept: add --journal game.jsonl{again}")
    if game.journal.sealed is not None:
        told.append(f"verify it: brimstone-gm verify {shlex.quote(str(file or 'game.jsonl'))} --commitment {held}")
    return told
