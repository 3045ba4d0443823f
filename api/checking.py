"""Journals on the command line: verify, replay, export."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from api import finale
from api.prose import headed
from api.session import Session
from rules_engine import Event, Game
from rules_engine import events as ev
from rules_engine import verify as verify_journal
from rules_engine.errors import JournalError, SetupError

DONE, SAID_NO, WRONG_USE = 0, 1, 2


class Counts(msgspec.Struct, frozen=True):
    """What stands in a journal: dice and draws of the engine, dice and draws told by the players, choices, undos."""

    events: int
    choices: int
    undone: int
    dice: int
    draws: int
    table_dice: int
    table_draws: int


def counted(events: Sequence[Event]) -> Counts:
    """Count dice by where they came from; all of them, undone ones too."""
    numbers = dict.fromkeys(("dice", "draws", "table_dice", "table_draws"), 0)
    for event in events:
        if isinstance(event, ev.Rolled | ev.Rerolled):
            numbers["dice" if event.source == "engine" else "table_dice"] += len(event.faces)
        elif isinstance(event, ev.Picked):
            numbers["draws" if event.source == "engine" else "table_draws"] += 1
    choices = sum(isinstance(event, ev.Chosen) for event in events)
    undone = sum(isinstance(event, ev.Undone) for event in events)
    return Counts(len(events), choices, undone, **numbers)


def verify(data: bytes, commitment: str | None, *, as_json: bool = False) -> int:
    """Verify a journal and say what was checked, or the line at fault."""
    try:
        game = verify_journal(data, commitment_or_head=commitment.strip().lower() if commitment else None)
    except (JournalError, SetupError) as error:
        if as_json:
            _json({"verified": False, "fault": str(error)})
        else:
            print(f"NOT verified: {error}")
            line = _line_at_fault(data, str(error))
            if line:
                print(f"  {line}")
        return SAID_NO
    counts = counted(game.events)
    seal = game.journal.sealed
    if as_json:
        _json({"verified": True, "counts": counts, "commitment_checked": commitment is not None, **_ends(game)})
        return DONE
    print("Verified.")
    print(f"  chain       {counts.events} events, each hash holds; head {game.journal.head}")
    print(f"  dice        {counts.dice} dice and {counts.draws} draws derived again, all the same")
    if counts.table_dice or counts.table_draws:
        told = f"{counts.table_dice} dice and {counts.table_draws} draws as the players told them"
        print(f"  table dice  {told} (not checkable)")
    print(f"  choices     {counts.choices} made again ({counts.undone} times taken back); every one was legal")
    print(f"  events      {counts.events} compared, all the same")
    state = game.state
    if seal is not None:
        print(f"  seal        {state.outcome} in Game Turn {state.turn}; final state {seal.fingerprint}")
    else:
        print(f"  seal        none: the game is not over, or the journal was cut short (Game Turn {state.turn})")
    header = game.journal.header
    if commitment is not None:
        print("  commitment  is the one that was published")
    elif header.commitment is not None:
        print(f"  commitment  {header.commitment}; hold it against the published one with --commitment")
    else:
        print(f"  dice source open play, seed {header.seed}: no claim of fairness; the head identifies this game")
    return DONE


def replay(data: bytes, story: Path | None, *, facts: bool, no_color: bool, as_json: bool) -> int:
    """Play a journal again and tell its story, or its facts."""
    from api.screen import console as make_console

    try:
        game = Game.replay(data)
    except (JournalError, SetupError) as error:
        print(f"brimstone-gm: {error}", file=sys.stderr)
        return SAID_NO
    session = Session(game)
    title = game.library.missions[game.state.mission].name
    if story is not None:
        story.write_text(headed(session.prose(), title), encoding="utf-8")
    if as_json:
        told = session.facts(len(game.events)) if facts else [p.text for p in session.prose()]
        _json({**finale.summary(session), "facts" if facts else "story": told})
        return DONE
    if story is None:
        print("\n".join(session.facts(len(game.events))) if facts else headed(session.prose(), title))
    finale.show(make_console(no_color), session, None)
    return DONE


def export(word: str, journal: Path | None, story: Path | None, *, as_json: bool) -> int:
    """Write what is kept of a saved table."""
    from api import saved

    tables = saved.open_tables()
    try:
        session = saved.SavedSession(tables, tables.open(saved.find(tables, word).id))
        title = session.game.library.missions[session.game.state.mission].name
        text = headed(session.prose(), title)
        if journal is not None:
            _write(journal, session.game.journal.dump())
        if story is not None:
            _write(story, text.encode())
        if as_json:
            _json({**finale.summary(session), "story": [p.text for p in session.prose()]})
        elif journal is None and story is None:
            print(text)
    finally:
        tables.close()
    return DONE


def _write(path: Path, data: bytes) -> None:
    if str(path) == "-":
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    try:
        path.write_bytes(data)
    except OSError as error:
        raise SetupError(f"{path} cannot be written: {error.strerror or error}") from None


def _ends(game: Game) -> dict[str, Any]:
    header, seal = game.journal.header, game.journal.sealed
    return {
        "head": game.journal.head,
        "sealed": seal is not None,
        "outcome": game.state.outcome or None,
        "turns": game.state.turn,
        "fingerprint": game.fingerprint(),
        "seed": header.seed,
        "commitment": header.commitment,
    }


def _line_at_fault(data: bytes, message: str) -> str:
    """The start of the line that an error names."""
    from api.screen import safe

    words = message.split()
    if len(words) < 2 or words[0] != "line" or not words[1].rstrip(":").isdecimal():
        return ""
    lines = [line for line in data.split(b"\n") if line.strip()]
    number = int(words[1].rstrip(":"))
    if not 1 <= number <= len(lines):
        return ""
    text = safe(lines[number - 1].decode("utf-8", "replace"))
    return text if len(text) <= 160 else text[:157] + "..."


def _json(value: object) -> None:
    print(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())
