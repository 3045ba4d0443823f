"""A collection's books side by side: every chunk once, numbered in rows, with its keyword indexes. What is searched."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence

import msgspec

from lore.ingest.books import counter
from lore.ingest.chunking import embedded
from lore.ingest.keywords import KeywordIndex
from lore.ingest.records import Book, Chunk, key_of

LAST_HEADING, HEADINGS, TITLE, BODY = 2.0, 0.8, 0.2, 1.0
FEW_WORDS = 8


class Place(msgspec.Struct, frozen=True):
    """A passage's place: the book (a number into the shelf's books), the headings that lead to it, its lines."""

    book: int
    path: tuple[str, ...]
    first: int
    last: int


class ShelfBook(msgspec.Struct, frozen=True):
    """A book of a shelf without its text."""

    name: str
    title: str
    edition: str


class Shelved(msgspec.Struct, frozen=True):
    """A chunk on a shelf: its id, its book (by number), and the other places where the same text stands."""

    id: str
    book: int
    chunk: Chunk
    also: tuple[Place, ...] = ()


class Shelf(msgspec.Struct, frozen=True):
    """What a collection holds, in the order in which its books came: rows of chunks, the rows of each section, and a
    keyword index over either."""

    books: tuple[ShelfBook, ...]
    rows: tuple[Shelved, ...]
    sections: tuple[tuple[int, ...], ...]
    texts: KeywordIndex
    whole: KeywordIndex
    duplicates: tuple[int, ...] = ()

    def editions(self, row: int) -> tuple[str, ...]:
        """The editions in whose books a row's text stands."""
        held = self.rows[row]
        found = (held.book, *(place.book for place in held.also))
        return tuple(dict.fromkeys(self.books[book].edition for book in found))

    def lines(self, row: int) -> tuple[tuple[str, int, int], ...]:
        """Where a row's text stands: (book's name, first line, last line), its own place first."""
        held = self.rows[row]
        own = Place(held.book, held.chunk.path, held.chunk.first, held.chunk.last)
        return tuple((self.books[p.book].name, p.first, p.last) for p in (own, *held.also))

    def embedded(self, row: int) -> str:
        """A row's text as it is embedded: book > chapter > section, then what it says."""
        held = self.rows[row]
        return embedded(self.books[held.book].title, held.chunk, counter())


def shelve(books: Sequence[Book]) -> Shelf:
    """Put books side by side; a text that stands in two places is kept where it came first and points to the other."""
    rows: list[Shelved] = []
    seen: dict[str, int] = {}
    duplicates = [0] * len(books)
    for number, book in enumerate(books):
        for chunk in book.chunks:
            said = same_text(chunk.text)
            earlier = seen.get(said) if len(said.split()) >= FEW_WORDS else None
            if earlier is None:
                seen.setdefault(said, len(rows))
                rows.append(Shelved(key_of(book.name, book.title, chunk), number, chunk))
            else:
                held = rows[earlier]
                place = Place(number, chunk.path, chunk.first, chunk.last)
                rows[earlier] = msgspec.structs.replace(held, also=(*held.also, place))
                duplicates[number] += 1
    rows = _distinct(rows)
    titles = [book.title for book in books]
    fields = [_fields(row, titles[row.book]) for row in rows]
    sections: dict[tuple[int, int], list[int]] = {}
    for number, row in enumerate(rows):
        sections.setdefault((row.book, row.chunk.section), []).append(number)
    return Shelf(
        books=tuple(ShelfBook(book.name, book.title, book.edition) for book in books),
        rows=tuple(rows),
        sections=tuple(tuple(found) for found in sections.values()),
        texts=KeywordIndex.build(fields),
        whole=KeywordIndex.build(
            [[*fields[found[0]], *((rows[row].chunk.text, BODY) for row in found[1:])] for found in sections.values()]
        ),
        duplicates=tuple(duplicates),
    )


def same_text(text: str) -> str:
    """A text as it is compared with others: lower-case letters and figures."""
    return " ".join(re.findall(r"\w+", text.lower()))


def generation_of(data: bytes) -> str:
    """The name of a stored shelf: a hash of all it holds."""
    return hashlib.sha256(data).hexdigest()[:16]


def _distinct(rows: Sequence[Shelved]) -> list[Shelved]:
    """The rows with ids that are their own: short texts may stand twice under one heading."""
    times: dict[str, int] = {}
    found = []
    for row in rows:
        times[row.id] = times.get(row.id, 0) + 1
        number = times[row.id]
        found.append(row if number == 1 else msgspec.structs.replace(row, id=f"{row.id}-{number}"))
    return found


def _fields(row: Shelved, title: str) -> list[tuple[str, float]]:
    path = row.chunk.path
    return [
        (path[-1] if path else "", LAST_HEADING),
        (" ".join(path[:-1]), HEADINGS),
        (title, TITLE),
        (row.chunk.text, BODY),
    ]
