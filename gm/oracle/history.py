"""What was asked before: talks that follow-ups go on, a history to search, and the answers that were thought wrong."""

from __future__ import annotations

import re
import secrets

import msgspec

from gm import store as db
from gm.oracle.records import Answer, Exchange
from gm.store import QuestionRow, Store

MOST_EARLIER = 8
PAGE = 50


class Kept(msgspec.Struct, frozen=True):
    """A question that was answered, its talk, and what was thought of the answer (`good` None: nothing was said)."""

    id: int
    talk: str
    asked_at: str
    answer: Answer
    good: bool | None
    note: str


class Case(msgspec.Struct, frozen=True):
    """An answer thought wrong, in the form of a question file: `must_include` is for whoever reviews it to fill in."""

    id: str
    question: str
    answer: str
    note: str
    edition: str
    abstained: bool
    type: str = "reported"
    answerable: bool = True
    must_include: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    split: str = "reported"


def new_talk() -> str:
    """A name for a talk that nobody has had yet."""
    return f"talk-{secrets.token_urlsafe(9)}"


def talk_of_table(table: str) -> str:
    """The name of a table's own talk."""
    return f"table:{table}"


class History:
    """The questions that were asked, in the store of the tables. Raises `gm.store.StoreFailed`."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def keep(self, talk: str, answer: Answer) -> int:
        """Keep an answered question; returns its number."""
        words = f"{answer.question} {answer.understood} {answer.topic} {answer.answer}".lower()
        with self._store.writing() as connection:
            return db.add_question(connection, talk, msgspec.json.encode(answer).decode(), words)

    def earlier(self, talk: str) -> tuple[Exchange, ...]:
        """The last exchanges of a talk, oldest first, for a follow-up."""
        with self._store.reading() as connection:
            rows = db.read_questions(connection, talk, MOST_EARLIER)
        return tuple(_kept(row).answer.exchange for row in reversed(rows))

    def search(
        self, talk: str | None, words: str = "", *, limit: int = PAGE, before: int | None = None
    ) -> tuple[Kept, ...]:
        """Questions of a talk (None: of all) that hold all these words, newest first."""
        wanted = re.findall(r"[\w'+$-]+", words)
        with self._store.reading() as connection:
            rows = db.read_questions(connection, talk, limit, words=wanted, before=before)
        return tuple(map(_kept, rows))

    def judge(self, talk: str, id: int, good: bool, note: str = "") -> None:
        """Note what was thought of an answer. Raises `gm.store.UnknownQuestion`."""
        with self._store.writing() as connection:
            db.judge_question(connection, talk, id, good, note)

    def cases(self, limit: int = 1_000) -> tuple[Case, ...]:
        """The answers thought wrong, oldest first, to be reviewed and put into a question file."""
        with self._store.reading() as connection:
            rows = db.read_questions(connection, None, limit, good=False)
        return tuple(_case(_kept(row)) for row in reversed(rows))


def _kept(row: QuestionRow) -> Kept:
    answer = msgspec.json.decode(row.answer, type=Answer)
    return Kept(row.id, row.talk, row.created_at, answer, None if row.good is None else bool(row.good), row.note)


def _case(kept: Kept) -> Case:
    answer = kept.answer
    return Case(
        id=f"reported-{kept.id}",
        question=answer.understood or answer.question,
        answer=answer.answer,
        note=kept.note,
        edition=answer.edition,
        abstained=answer.abstained,
    )
