"""A file of the user's as a book: read, cleaned, outlined, cut into chunks, its edition told."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from lore.embedding import MODEL_FOLDER, TokenCounter
from lore.ingest.chunking import chunked
from lore.ingest.cleaning import clean
from lore.ingest.editions import detect
from lore.ingest.readers import read_file
from lore.ingest.records import Book, Format, Raw
from lore.ingest.structure import heading_text, outline

READER = "2"
LONGEST_TITLE = 60


@lru_cache(maxsize=2)
def counter(folder: Path = MODEL_FOLDER) -> TokenCounter:
    """The token counter of the embedded model, loaded once."""
    return TokenCounter(folder)


def read_book(path: Path, *, edition: str | None = None) -> Book:
    """Read a file as a book; `edition` is what the user says it is of.

    Raises:
        lore.ingest.readers.Unreadable: nothing of it could be read.
    """
    return book_of(read_file(path), edition=edition)


def book_of(raw: Raw, *, edition: str | None = None) -> Book:
    """A file that was read, as a book."""
    cleaned = clean(raw.lines, scanned=raw.format is not Format.HTML)
    sections = outline(cleaned.lines, raw.format)
    found, evidence = detect(cleaned.lines)
    title = title_of(raw)
    return Book(
        name=raw.name,
        title=title,
        format=raw.format,
        digest=raw.digest,
        edition=edition or found,
        evidence=() if edition else evidence,
        chunks=chunked(sections, title, counter()),
        cleaned=cleaned.counts,
        troubles=raw.troubles,
    )


def title_of(raw: Raw) -> str:
    """A book's title: its first heading, or its first line if that is short, or else the name of its file."""
    told = [line for line in raw.lines if line.text.strip()][:5]
    for line in told:
        if line.level == 1 or line.text.startswith("# "):
            return _title(line.text) or raw.name
    said = _title(told[0].text) if told else ""
    return said if said and len(said) <= LONGEST_TITLE and not said.endswith(".") else raw.name


def _title(text: str) -> str:
    from lore.ingest.structure import unmarked

    return heading_text(unmarked(text))[:LONGEST_TITLE].strip()
