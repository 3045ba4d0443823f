"""What is kept of a table, and where: SQLite by default, PostgreSQL by URL. Only this module speaks SQL.

`writing` is one transaction that nobody else writes in; what it holds is durable when it ends (SQLite: write-ahead
log, full synchronisation). `reading` sees one moment of the store. Whatever goes wrong below becomes `StoreFailed`.

TableError
├── UnknownTable            there is no such table
├── UnknownQuestion         there is no such question in this talk
├── IdempotencyConflict     the key was used for another request
├── CommitmentRefused       a commitment is unknown, or has served another game
├── TableUnreadable         the stored journal does not come out the same
└── StoreFailed             the database did not do what it was asked; nothing is known to be saved
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

import msgspec
from sqlalchemy import (
    Column,
    Connection,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    Row,
    String,
    Table,
    Text,
    UniqueConstraint,
    create_engine,
    delete,
    event,
    func,
    insert,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.engine import Engine, make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import QueuePool

SCHEMA = 1
BUSY_SECONDS = 15.0
ANYWHERE = "*"


class TableError(Exception):
    """Base of what can go wrong with a saved table; `code` is stable for programs."""

    code = "table"


class UnknownTable(TableError):
    """There is no table with this id."""

    code = "unknown_table"


class IdempotencyConflict(TableError):
    """An idempotency key comes again, with another request."""

    code = "idempotency_conflict"


class UnknownQuestion(TableError):
    """There is no such question in this talk."""

    code = "unknown_question"


class CommitmentRefused(TableError):
    """A fair game was asked for with a commitment that is unknown or used up."""

    code = "commitment_refused"


class TableUnreadable(TableError):
    """The stored journal cannot be played again by this version."""

    code = "table_unreadable"


class StoreFailed(TableError):
    """The database failed; what was asked may or may not have been saved: ask again with the same key."""

    code = "store_failed"


_metadata = MetaData()
_schema = Table("schema_version", _metadata, Column("version", Integer, primary_key=True))
_tables = Table(
    "tables",
    _metadata,
    Column("id", String(40), primary_key=True),
    Column("name", String(120), nullable=False),
    Column("created_at", String(40), nullable=False, index=True),
    Column("updated_at", String(40), nullable=False),
    Column("setup", Text, nullable=False),
    Column("bots", Text, nullable=False),
    Column("commitment", String(64)),
    Column("secret", LargeBinary),
    Column("revision", Integer, nullable=False),
    Column("lines", Integer, nullable=False),
    Column("votes", Text, nullable=False),
    Column("outcome", String(20), nullable=False),
    Column("told", Integer, nullable=False),
    Column("story", Integer, nullable=False),
)


def _of_table() -> Column[str]:
    return Column("table_id", String(40), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)


_lines = Table(
    "journal_lines",
    _metadata,
    _of_table(),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("line", LargeBinary, nullable=False),
)
_sentences = Table(
    "sentences",
    _metadata,
    _of_table(),
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("text", Text, nullable=False),
    Column("events", Text, nullable=False),
    Column("last_event", Integer, nullable=False),
    Column("beat", String(40), nullable=False),
    Column("struck", Integer),
)
_answers = Table(
    "answers",
    _metadata,
    Column("scope", String(40), nullable=False),
    Column("key", String(200), nullable=False),
    Column("request", String(64), nullable=False),
    Column("response", LargeBinary, nullable=False),
    Column("created_at", String(40), nullable=False),
    UniqueConstraint("scope", "key"),
)
_questions = Table(
    "questions",
    _metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("talk", String(80), nullable=False, index=True),
    Column("created_at", String(40), nullable=False),
    Column("answer", Text, nullable=False),
    Column("words", Text, nullable=False),
    Column("good", Integer),
    Column("note", Text, nullable=False),
)
_commitments = Table(
    "commitments",
    _metadata,
    Column("commitment", String(64), primary_key=True),
    Column("secret", LargeBinary, nullable=False),
    Column("table_id", String(40)),
    Column("created_at", String(40), nullable=False),
)


class TableRow(msgspec.Struct, frozen=True):
    """A table as it is stored. `lines` counts journal lines, `told` the events told, `story` the story's changes."""

    id: str
    name: str
    created_at: str
    updated_at: str
    setup: str
    bots: str
    commitment: str | None
    secret: bytes | None
    revision: int
    lines: int
    votes: str
    outcome: str
    told: int
    story: int


class StoredSentence(msgspec.Struct, frozen=True):
    """A sentence of the story: its place in the story, its words, the events it tells, and when it was struck."""

    id: int
    text: str
    events: tuple[int, ...]
    beat: str
    struck: int | None = None


def now() -> str:
    """This moment, in UTC, as it is stored."""
    return datetime.now(UTC).isoformat(timespec="microseconds")


class Store:
    """A database of tables. Raises StoreFailed if it cannot be opened or holds another version's schema."""

    def __init__(self, url: str) -> None:
        self.engine = _engine(url)
        try:
            with self.writing() as connection:
                _metadata.create_all(connection)
                found = connection.scalar(select(_schema.c.version))
                if found is None:
                    connection.execute(insert(_schema).values(version=SCHEMA))
                elif found != SCHEMA:
                    raise StoreFailed(
                        f"the database has schema version {found}, this program reads version {SCHEMA}: "
                        "use the program that wrote it, or another BRIMSTONE_DATABASE_URL"
                    )
        except BaseException:
            self.engine.dispose()
            raise

    def close(self) -> None:
        """Let go of the database."""
        self.engine.dispose()

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """One transaction that changes the store, or does nothing at all."""
        with self._transaction("IMMEDIATE") as connection:
            yield connection

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """One moment of the store."""
        with self._transaction("DEFERRED") as connection:
            yield connection

    @contextmanager
    def _transaction(self, kind: str) -> Iterator[Connection]:
        try:
            with self.engine.connect().execution_options(brimstone=kind) as connection, connection.begin():
                yield connection
        except SQLAlchemyError as error:
            cause = getattr(error, "orig", None) or error
            raise StoreFailed(f"the database failed ({type(cause).__name__}): {cause}") from error


def _engine(url: str) -> Engine:
    try:
        parsed = make_url(url)
        if parsed.get_backend_name() != "sqlite":
            return create_engine(parsed, pool_pre_ping=True)
        if parsed.database in (None, "", ":memory:"):
            raise StoreFailed("a database in memory keeps nothing: name a file, such as sqlite:///tables.sqlite3")
        engine = create_engine(
            parsed, poolclass=QueuePool, connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False}
        )
    except (SQLAlchemyError, ImportError) as error:
        raise StoreFailed(f"BRIMSTONE_DATABASE_URL cannot be used: {error}") from None

    @event.listens_for(engine, "connect")
    def _prepare(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # we say BEGIN ourselves
        cursor = connection.cursor()
        for pragma in (
            f"busy_timeout={BUSY_SECONDS * 1000:.0f}",
            "journal_mode=WAL",
            "synchronous=FULL",
            "foreign_keys=ON",
        ):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql(f"BEGIN {connection.get_execution_options().get('brimstone', 'DEFERRED')}")

    return engine


# --- questions to the rules -------------------------------------------------------------------------------------------


class QuestionRow(msgspec.Struct, frozen=True):
    """A question that was answered: its talk, its answer as JSON, and what was thought of it (None: nothing)."""

    id: int
    talk: str
    created_at: str
    answer: str
    good: int | None
    note: str


def add_question(connection: Connection, talk: str, answer: str, words: str) -> int:
    """Keep a question with its answer; `words` is what a search looks through, in lower case. Returns its number."""
    kept = connection.execute(
        insert(_questions).values(talk=talk, created_at=now(), answer=answer, words=words, good=None, note="")
    )
    assert kept.inserted_primary_key is not None
    return int(kept.inserted_primary_key[0])


def read_questions(
    connection: Connection,
    talk: str | None,
    limit: int,
    *,
    words: Sequence[str] = (),
    before: int | None = None,
    good: bool | None = None,
) -> list[QuestionRow]:
    """Questions of a talk (or of all), newest first: those that hold all these words, below a number, judged so."""
    columns = (c for c in _questions.c if c.name != "words")
    query = select(*columns).order_by(_questions.c.id.desc()).limit(limit)
    if talk is not None:
        query = query.where(_questions.c.talk == talk)
    if before is not None:
        query = query.where(_questions.c.id < before)
    if good is not None:
        query = query.where(_questions.c.good == int(good))
    for word in words:
        query = query.where(_questions.c.words.contains(word.lower(), autoescape=True))
    return [QuestionRow(**found._mapping) for found in connection.execute(query)]


def judge_question(connection: Connection, talk: str, id: int, good: bool, note: str) -> None:
    """Note what was thought of an answer. Raises UnknownQuestion."""
    of = (_questions.c.id == id) & (_questions.c.talk == talk)
    if connection.execute(update(_questions).where(of).values(good=int(good), note=note)).rowcount != 1:
        raise UnknownQuestion(f"there is no question {id} in the talk '{talk}'")


# --- tables -----------------------------------------------------------------------------------------------------------


def ping(connection: Connection) -> None:
    """Ask the database for nothing at all."""
    connection.execute(text("SELECT 1"))


def add_table(connection: Connection, row: TableRow, lines: Sequence[bytes]) -> None:
    """Save a new table with its first journal lines."""
    connection.execute(insert(_tables).values(**msgspec.structs.asdict(row)))
    add_lines(connection, row.id, 0, lines)


def table_row(connection: Connection, id: str, *, lock: bool = False) -> TableRow:
    """A table; with `lock` nobody else changes it until the transaction ends. Raises UnknownTable."""
    query = select(_tables).where(_tables.c.id == id)
    found = connection.execute(query.with_for_update() if lock else query).one_or_none()
    if found is None:
        raise UnknownTable(f"there is no table '{id}'")
    return _row(found)


def revision_of(connection: Connection, id: str) -> int:
    """How often a table was written. Raises UnknownTable."""
    found = connection.scalar(select(_tables.c.revision).where(_tables.c.id == id))
    if found is None:
        raise UnknownTable(f"there is no table '{id}'")
    return int(found)


def table_rows(connection: Connection, limit: int, before: tuple[str, str] | None) -> list[TableRow]:
    """Tables, newest first, older than the (created_at, id) given."""
    query = select(_tables).order_by(_tables.c.created_at.desc(), _tables.c.id.desc()).limit(limit)
    if before is not None:
        when, id = before
        query = query.where(
            or_(_tables.c.created_at < when, (_tables.c.created_at == when) & (_tables.c.id < id)),
        )
    return [_row(found) for found in connection.execute(query)]


def change_table(connection: Connection, id: str, **values: object) -> None:
    """Change columns of a table."""
    connection.execute(update(_tables).where(_tables.c.id == id).values(**values))


def drop_table(connection: Connection, id: str) -> None:
    """Delete a table and all that belongs to it. Its spent commitment stays spent. Raises UnknownTable."""
    table_row(connection, id, lock=True)
    connection.execute(delete(_answers).where(_answers.c.scope == id))
    for child in (_lines, _sentences):
        connection.execute(delete(child).where(child.c.table_id == id))
    connection.execute(delete(_tables).where(_tables.c.id == id))


def _row(found: Row[Any]) -> TableRow:
    return TableRow(**found._mapping)


# --- journal lines ----------------------------------------------------------------------------------------------------


def add_lines(connection: Connection, id: str, first: int, lines: Sequence[bytes]) -> None:
    """Save journal lines from number `first` on (0 is the header). A number that is taken fails."""
    if lines:
        rows = [{"table_id": id, "n": n, "line": line} for n, line in enumerate(lines, first)]
        connection.execute(insert(_lines), rows)


def read_lines(connection: Connection, id: str, first: int = 0, limit: int | None = None) -> list[bytes]:
    """Journal lines from number `first` on, in order."""
    query = select(_lines.c.line).where(_lines.c.table_id == id, _lines.c.n >= first).order_by(_lines.c.n).limit(limit)
    return [bytes(line) for line in connection.scalars(query)]


# --- the story --------------------------------------------------------------------------------------------------------


def add_sentences(connection: Connection, id: str, sentences: Sequence[StoredSentence]) -> None:
    """Save sentences of the story."""
    if sentences:
        rows = [
            {
                "table_id": id,
                "id": s.id,
                "text": s.text,
                "events": msgspec.json.encode(s.events).decode(),
                "last_event": max(s.events, default=0),
                "beat": s.beat,
            }
            for s in sentences
        ]
        connection.execute(insert(_sentences), rows)


def strike_sentences(connection: Connection, id: str, since: int, struck: int) -> int:
    """Strike the sentences that tell an event numbered `since` or later; returns how many."""
    query = update(_sentences).where(
        _sentences.c.table_id == id, _sentences.c.last_event >= since, _sentences.c.struck.is_(None)
    )
    return int(connection.execute(query.values(struck=struck)).rowcount)


def read_sentences(connection: Connection, id: str, after: int, limit: int) -> list[StoredSentence]:
    """Sentences that were told after a place in the story, struck ones included, in order."""
    query = select(_sentences).where(_sentences.c.table_id == id, _sentences.c.id > after)
    return [_sentence(found) for found in connection.execute(query.order_by(_sentences.c.id).limit(limit))]


def story_changes(connection: Connection, id: str, after: int) -> list[StoredSentence]:
    """Sentences told or struck after a place in the story."""
    query = select(_sentences).where(
        _sentences.c.table_id == id, or_(_sentences.c.id > after, _sentences.c.struck > after)
    )
    return [_sentence(found) for found in connection.execute(query.order_by(_sentences.c.id))]


def _sentence(found: Row[Any]) -> StoredSentence:
    events = msgspec.json.decode(found.events, type=tuple[int, ...])
    return StoredSentence(found.id, found.text, events, found.beat, found.struck)


# --- answers ----------------------------------------------------------------------------------------------------------


def stored_answer(connection: Connection, scope: str, key: str, request: str) -> bytes | None:
    """What was answered to this key before; None if nothing was. Raises IdempotencyConflict for another request."""
    query = select(_answers.c.request, _answers.c.response).where(_answers.c.scope == scope, _answers.c.key == key)
    found = connection.execute(query).one_or_none()
    if found is None:
        return None
    if found.request != request:
        raise IdempotencyConflict(f"the idempotency key '{key}' was used for another request; take a new key")
    return bytes(found.response)


def keep_answer(connection: Connection, scope: str, key: str, request: str, response: bytes) -> None:
    """Keep what is answered to a key."""
    values = {"scope": scope, "key": key, "request": request, "response": response, "created_at": now()}
    connection.execute(insert(_answers).values(**values))


def count_answers(connection: Connection, scope: str) -> int:
    """How many answers are kept for a table."""
    return int(connection.scalar(select(func.count()).select_from(_answers).where(_answers.c.scope == scope)) or 0)


# --- fair play --------------------------------------------------------------------------------------------------------


def add_commitment(connection: Connection, commitment: str, secret: bytes) -> None:
    """Keep a secret that somebody was given the commitment to."""
    values = {"commitment": commitment, "secret": secret, "table_id": None, "created_at": now()}
    connection.execute(insert(_commitments).values(**values))


def spend_commitment(connection: Connection, commitment: str, table: str) -> bytes:
    """The secret behind a commitment, for this one table. Raises CommitmentRefused."""
    query = select(_commitments).where(_commitments.c.commitment == commitment).with_for_update()
    found = connection.execute(query).one_or_none()
    if found is None:
        raise CommitmentRefused("this commitment was never given out here: ask for one first")
    if found.table_id is not None:
        raise CommitmentRefused("this commitment has served a game already; each game needs one of its own")
    connection.execute(update(_commitments).where(_commitments.c.commitment == commitment).values(table_id=table))
    return bytes(found.secret)
