"""A collection of a user's books as something to be measured by `lore.evaluate`.

A chunk is relevant if it overlaps the lines that a source names; a source names a book by the beginning of its file's
name. Sources in books that the collection does not hold are left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from lore.evaluate import Question, Replied
from lore.evaluate_ranking import overlap
from lore.ingest.answering import ALL_EDITIONS, BookAnswerer, in_words
from lore.ingest.chunking import sentences
from lore.ingest.searching import BookSearch


class Lines(msgspec.Struct, frozen=True):
    """Lines that a question's source names: in the book whose file's name begins so."""

    file: str
    first: int
    last: int


class BookPool:
    """The chunks of a collection as each way ranks them; `prefer` are the editions that the table plays."""

    def __init__(self, search: BookSearch, *, prefer: Sequence[str] = (ALL_EDITIONS,)) -> None:
        self.search = search
        self.prefer = tuple(prefer)
        self._texts = {row.id: row.chunk.text for row in search.shelf.rows}

    def ranked(self, question: str) -> Mapping[str, Sequence[str]]:
        """The ids of chunks by each way, best first."""
        lists = self.search.ranked(question, prefer=self.prefer)
        named = {"reranked" if way == "weighed" else way: rows for way, rows in lists.items()}
        return {way: [self.search.shelf.rows[row].id for row in rows] for way, rows in named.items()}

    def relevant(self, question: Question) -> Sequence[frozenset[str]]:
        """The chunks that bear each source."""
        if not question.answerable:
            return ()
        names = [book.name for book in self.search.shelf.books]
        wanted = [lines for lines in sources_of(question) if any(name.startswith(lines.file) for name in names)]
        return [frozenset(self._bearing(lines)) for lines in wanted]

    def first_statement(self, id: str) -> str:
        """A chunk's first sentence."""
        return next((said for _, said in sentences(self._texts[id])), "")

    def texts(self, id: str) -> Sequence[str]:
        """A chunk's text."""
        return (self._texts[id],) if id in self._texts else ()

    def _bearing(self, lines: Lines) -> list[str]:
        shelf = self.search.shelf
        return [
            held.id
            for row, held in enumerate(shelf.rows)
            for name, first, last in shelf.lines(row)
            if name.startswith(lines.file) and overlap(first, last, lines.first, lines.last)
        ]


def ask_books(answerer: BookAnswerer, question: str) -> Replied:
    """What a collection alone answers; declined where its books don't bear on the question."""
    found = answerer.answer(question)
    return Replied(in_words(found.claims), not found.claims, found.confidence, found.claims, "books")


def sources_of(question: Question) -> list[Lines]:
    """The lines that a question's sources name; sources without lines name none."""
    found = []
    for source in question.sources:
        if isinstance(source, dict) and {"file", "line_start", "line_end"} <= source.keys():
            found.append(Lines(str(source["file"]), int(source["line_start"]), int(source["line_end"])))
    return found
