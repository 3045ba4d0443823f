"""What reading a user's book comes to: lines, sections, chunks, and what could not be read."""

from __future__ import annotations

import hashlib
from enum import StrEnum

import msgspec


class Format(StrEnum):
    """The kinds of file that are read."""

    TEXT = "txt"
    MARKDOWN = "md"
    PDF = "pdf"
    HTML = "html"


class Line(msgspec.Struct, frozen=True):
    """A line of a book: its number in the file (in a pdf counted over all pages), its page (0: the file has none), its
    level if it is a heading (1 is the highest, 0 none), and whether it is a row of a table."""

    number: int
    text: str
    page: int = 0
    level: int = 0
    row: bool = False


class Trouble(msgspec.Struct, frozen=True):
    """Something that could not be read: in which file, where in it, what is wrong, and how to mend it."""

    file: str
    where: str
    what: str
    fix: str

    def __str__(self) -> str:
        place = f"{self.file}, {self.where}" if self.where else self.file
        return f"{place}: {self.what}; {self.fix}"


class Raw(msgspec.Struct, frozen=True):
    """A file as it was read: its lines as they stand, what could not be read, and the hash of its bytes."""

    name: str
    format: Format
    digest: str
    lines: tuple[Line, ...]
    troubles: tuple[Trouble, ...] = ()


class Section(msgspec.Struct, frozen=True):
    """A heading with the text below it, up to the next heading. `path` are the headings that lead to it, its own last;
    it is empty for what stands before the first heading."""

    path: tuple[str, ...]
    lines: tuple[Line, ...]
    heading: int = 0


class Chunk(msgspec.Struct, frozen=True):
    """A piece of one section, small enough to be embedded whole (a table is never cut).

    `section` counts the book's sections; `first` and `last` are line numbers of the file, the heading's own included
    in a section's first chunk; `marks` are (offset in the text, line number) where each line begins.
    """

    section: int
    path: tuple[str, ...]
    text: str
    first: int
    last: int
    page: int = 0
    table: bool = False
    marks: tuple[tuple[int, int], ...] = ()

    def line_at(self, offset: int) -> int:
        """The line of the file in which the text at an offset stands."""
        found = self.first
        for start, number in self.marks:
            if start > offset:
                break
            found = number
        return found


class Evidence(msgspec.Struct, frozen=True):
    """Why a book is thought to be of an edition: words found in it, how often, and the line of the first."""

    says: str
    times: int
    line: int


class Book(msgspec.Struct, frozen=True):
    """A book that was read: its file's name, title and edition, and its chunks.

    `edition` is one of the rulebooks' short names or `unknown`; `cleaned` counts what cleaning took away or joined.
    """

    name: str
    title: str
    format: Format
    digest: str
    edition: str
    evidence: tuple[Evidence, ...]
    chunks: tuple[Chunk, ...]
    cleaned: dict[str, int]
    troubles: tuple[Trouble, ...] = ()


def key_of(book: str, title: str, chunk: Chunk) -> str:
    """The name of a chunk: its book and a hash of what is embedded of it; it outlives a change elsewhere."""
    told = "\0".join((title, *chunk.path, "", chunk.text))
    return f"{book}#{hashlib.sha256(told.encode()).hexdigest()[:12]}"
