"""All saved tables: set up, list, open and delete games with their stories. Fair games rest on a commitment given out
before the players name their seed; its secret stays in the store until the game's journal reveals it at the end.
"""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor

import msgspec

from gm import store as db
from gm.live_table import LiveTable, digest
from gm.seats import Bot
from gm.store import ANYWHERE, Store, TableRow
from gm.story import PlainVoice, Voices
from rules_engine import Game, GameSetup
from rules_engine.dice import commitment as commitment_of
from rules_engine.errors import SetupError

LIVE_TABLES = 64
TELLERS = 4


class FairPlay(msgspec.Struct, frozen=True):
    """A fair game: the commitment that `Tables.commit` gave out, and the seed that the players add to it."""

    commitment: str
    client_seed: str


class TableRecord(msgspec.Struct, frozen=True):
    """A saved table as lists show it."""

    id: str
    name: str
    created_at: str
    updated_at: str
    setup: GameSetup
    bots: dict[str, Bot]
    commitment: str | None
    outcome: str
    revision: int
    events: int
    again: bool = False


class Page(msgspec.Struct, frozen=True):
    """Some tables, newest first, and where the next page starts (empty: this is the last)."""

    tables: tuple[TableRecord, ...]
    next: str


class Tables:
    """All saved tables of a database. Safe to use from several threads, and several processes.

    `aside`: the voices are slow, so that a choice is answered before its story is told.
    """

    def __init__(self, url: str, *, voices: Voices = PlainVoice, aside: bool = False) -> None:
        self.store = Store(url)
        self.voices = voices
        self._tellers = ThreadPoolExecutor(TELLERS, "teller") if aside else None
        self._live: OrderedDict[str, LiveTable] = OrderedDict()
        self._lock = threading.Lock()
        self._listeners: list[Callable[[str], None]] = []

    def close(self) -> None:
        """Let go of the database and of all games in memory."""
        if self._tellers is not None:
            self._tellers.shutdown(wait=True, cancel_futures=True)
        with self._lock:
            self._live.clear()
        self.store.close()

    # --- hearing of changes -------------------------------------------------------------------------------------------

    def listen(self, listener: Callable[[str], None]) -> None:
        """Call `listener(table id)` after each change that this process makes to a table or its story."""
        self._listeners.append(listener)

    def changed(self, id: str) -> None:
        """Tell the listeners that a table or its story changed."""
        for listener in self._listeners:
            listener(id)

    # --- tables -------------------------------------------------------------------------------------------------------

    def commit(self, *, idempotency_key: str | None = None) -> str:
        """Take a secret for a fair game and give out its commitment; the players' seed comes after that."""
        request = digest("commit")
        with self.store.writing() as connection:
            if idempotency_key is not None:
                stored = db.stored_answer(connection, ANYWHERE, idempotency_key, request)
                if stored is not None:
                    return stored.decode()
            secret = secrets.token_bytes(32)
            published = commitment_of(secret)
            db.add_commitment(connection, published, secret)
            if idempotency_key is not None:
                db.keep_answer(connection, ANYWHERE, idempotency_key, request, published.encode())
        return published

    def create(
        self,
        setup: GameSetup,
        seed: int | str | FairPlay | None = None,
        name: str = "",
        *,
        bots: Mapping[str, Bot] | None = None,
        idempotency_key: str | None = None,
    ) -> TableRecord:
        """Set up a game and save it; without a seed one is taken by chance. Bots that come first play at once.

        Raises SetupError, CommitmentRefused, IdempotencyConflict, StoreFailed.
        """
        bots = dict(bots or {})
        for seat in bots:
            if seat not in setup.seats:
                raise SetupError(f"a bot cannot take seat '{seat}'; the seats are {', '.join(setup.seats)}")
        request = digest("create", setup, seed, name, bots)
        with self.store.writing() as connection:
            if idempotency_key is not None:
                stored = db.stored_answer(connection, ANYWHERE, idempotency_key, request)
                if stored is not None:
                    record = msgspec.json.decode(stored, type=TableRecord)
                    return msgspec.structs.replace(record, again=True)
            id = secrets.token_urlsafe(12)
            secret: bytes | None = None
            if isinstance(seed, FairPlay):
                secret = db.spend_commitment(connection, seed.commitment, id)
                game = Game.start(setup, secret=secret, client_seed=seed.client_seed)
            else:
                game = Game.start(setup, secrets.token_hex(8) if seed is None else seed)
            row = TableRow(
                id=id,
                name=name,
                created_at=(when := db.now()),
                updated_at=when,
                setup=msgspec.json.encode(setup).decode(),
                bots=msgspec.json.encode(bots).decode(),
                commitment=game.journal.header.commitment,
                secret=secret,
                revision=1,
                lines=len(game.journal.lines),
                votes="{}",
                outcome=game.state.outcome,
                told=0,
                story=0,
            )
            db.add_table(connection, row, game.journal.lines)
            record = record_of(row)
            if idempotency_key is not None:
                db.keep_answer(connection, ANYWHERE, idempotency_key, request, msgspec.json.encode(record))
        table = self.open(id)
        table.let_bots_play()
        table.try_to_tell()
        return record

    def open(self, id: str) -> LiveTable:
        """Sit down at a table. Raises UnknownTable."""
        with self.store.reading() as connection:
            row = db.table_row(connection, id)
        with self._lock:
            table = self._live.get(id)
            if table is None:
                table = self._live[id] = LiveTable(
                    self.store, row, self.voices, self.changed, self._tellers.submit if self._tellers else None
                )
            self._live.move_to_end(id)
            while len(self._live) > LIVE_TABLES:
                self._live.popitem(last=False)
        return table

    def record(self, id: str) -> TableRecord:
        """A table as lists show it. Raises UnknownTable."""
        with self.store.reading() as connection:
            return record_of(db.table_row(connection, id))

    def list(self, limit: int = 20, after: str = "") -> Page:
        """Tables, newest first. `after` is the `next` of the page before. Raises ValueError for any other text."""
        before = None
        if after:
            when, _, last = after.partition("~")
            if not when or not last:
                raise ValueError(f"'{after}' is no place in the list of tables: take it from a page's `next`")
            before = (when, last)
        with self.store.reading() as connection:
            rows = db.table_rows(connection, limit + 1, before)
        shown = rows[:limit]
        more = f"{shown[-1].created_at}~{shown[-1].id}" if len(rows) > limit else ""
        return Page(tuple(record_of(row) for row in shown), more)

    def delete(self, id: str, *, idempotency_key: str | None = None) -> None:
        """Delete a table with its journal and its story. Raises UnknownTable, unless this key deleted it before."""
        request = digest("delete", id)
        with self.store.writing() as connection:
            if idempotency_key is not None:
                if db.stored_answer(connection, ANYWHERE, idempotency_key, request) is not None:
                    return
                db.keep_answer(connection, ANYWHERE, idempotency_key, request, b"")
            db.drop_table(connection, id)
        with self._lock:
            self._live.pop(id, None)
        self.changed(id)


def record_of(row: TableRow) -> TableRecord:
    """A stored table as lists show it."""
    return TableRecord(
        id=row.id,
        name=row.name,
        created_at=row.created_at,
        updated_at=row.updated_at,
        setup=msgspec.json.decode(row.setup, type=GameSetup),
        bots=msgspec.json.decode(row.bots, type=dict[str, Bot]),
        commitment=row.commitment,
        outcome=row.outcome,
        revision=row.revision,
        events=row.lines - 1 - bool(row.outcome),
    )
