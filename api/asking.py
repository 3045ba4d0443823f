"""`brimstone-gm ask`: the rules on the command line, and what was asked before."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec

from api.commands import answer_lines
from api.screen import console, safe
from gm.models import ModelError, embedding_model, voice
from gm.oracle import Oracle, OracleError
from gm.oracle.history import History, talk_of_table
from gm.settings import Settings
from gm.store import Store, TableError

if TYPE_CHECKING:
    from rules_engine import Game

DONE, SAID_NO, WRONG_USE = 0, 1, 2
TALK = "terminal"
COMPILATION = "compilation"


def ask(
    question: str,
    *,
    edition: str,
    table: str,
    hero: str,
    persona: str,
    follow: bool,
    as_json: bool,
    no_color: bool,
    more: dict[str, Any] | None = None,
) -> int:
    """Ask the rules, about a saved table where one is named; returns the exit status."""
    settings = Settings()
    try:
        heard, embedding = voice(), embedding_model()
        store = Store(settings.database)
    except (ModelError, TableError) as error:
        return _wrong(str(error))
    oracle = Oracle(
        settings.folder(),
        voice=heard,
        chroma_url=settings.chroma_url,
        embedding=embedding,
        notice=lambda said: None if as_json else print(f"({said})", file=sys.stderr),
    )
    history = History(store)
    if oracle.first_time and not as_json:
        print("(opening the rulebooks for the first time: half a minute, once)", file=sys.stderr)
    try:
        talk, game = _table(table) if table else (TALK, None)
        who = _hero(game, hero)
        answer = oracle.ask(
            question,
            edition or (game.state.edition if game is not None else COMPILATION),
            game=game,
            hero=who,
            earlier=history.earlier(talk) if follow else (),
            persona=persona,
            **(more or {}),
        )
        number = history.keep(talk, answer)
    except (OracleError, TableError) as error:
        return _wrong(str(error))
    finally:
        oracle.close()
        store.close()
    if as_json:
        _json({**msgspec.to_builtins(answer), "id": number, "talk": talk})
    else:
        for line in answer_lines(answer):
            console(no_color).print(line)
    return SAID_NO if answer.abstained else DONE


def look_back(words: str, *, table: str, as_json: bool) -> int:
    """List what was asked before, newest first: in a table's talk, or in all."""
    try:
        talk = _table(table)[0] if table else None
        store = Store(Settings().database)
    except TableError as error:
        return _wrong(str(error))
    try:
        found = History(store).search(talk, words)
    finally:
        store.close()
    if as_json:
        _json(msgspec.to_builtins(found))
        return DONE if found else SAID_NO
    for one in found:
        mark = {True: " (good)", False: " (wrong)", None: ""}[one.good]
        print(f"{one.id}{mark}  {safe(one.answer.understood or one.answer.question)}\n    {safe(one.answer.answer)}")
    if not found:
        print("nothing was asked yet that holds these words" if words else "nothing was asked yet")
    return DONE if found else SAID_NO


def wrong(number: int, note: str) -> int:
    """Mark an answer as wrong: it becomes a case for the evaluation set (`brimstone-gm eval cases`)."""
    store = Store(Settings().database)
    history = History(store)
    try:
        kept = next((one for one in history.search(None, before=number + 1, limit=1) if one.id == number), None)
        if kept is None:
            return _wrong(f"no question has the number {number}; `brimstone-gm ask --history` lists them")
        history.judge(kept.talk, number, False, note)
    finally:
        store.close()
    print(f"noted: the answer to '{safe(kept.answer.question)}' was wrong; `brimstone-gm eval cases` lists it")
    return DONE


def cases() -> int:
    """Print the answers marked as wrong as lines of a question file, to be reviewed."""
    store = Store(Settings().database)
    try:
        found = History(store).cases()
    finally:
        store.close()
    for case in found:
        print(msgspec.json.encode(case).decode())
    return DONE


def _table(word: str) -> tuple[str, Game]:
    """A saved table's talk, and its game as it stands. Raises UnknownTable."""
    from api.saved import SavedSession, find, open_tables

    tables = open_tables()
    try:
        record = find(tables, word)
        return talk_of_table(record.id), SavedSession(tables, tables.open(record.id)).game
    finally:
        tables.close()


def _hero(game: Game | None, hero: str) -> str | None:
    """The hero who says `I`: by id or name. Without one, whoever is asked at the table."""
    if game is None:
        if hero:
            raise OracleError("--hero is a hero of a table: name the table too, with --table")
        return None
    heroes = game.state.heroes
    if not hero:
        who = game.pending.who if game.pending is not None else ""
        return who if who in heroes else None
    found = [h.id for h in heroes.values() if hero.lower() in (h.id, h.name.lower(), h.name.lower().split()[0])]
    if len(found) != 1:
        raise OracleError(f"no one hero is {hero!r}; at this table are {', '.join(h.name for h in heroes.values())}")
    return found[0]


def _json(value: object) -> None:
    print(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def _wrong(message: str) -> int:
    with suppress(BrokenPipeError):
        print(message, file=sys.stderr)
    return WRONG_USE
