"""Taking books into a collection, and out of it: only what changed is read and embedded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from pathlib import Path

import msgspec

from lore.ingest.books import READER, read_book
from lore.ingest.collection import Collection, CollectionError, Held
from lore.ingest.filling import described, fill
from lore.ingest.readers import MAX_NAME, Unreadable, digest_of, plain
from lore.ingest.records import Trouble
from lore.ingest.shelf import shelve

EDITIONS = ("compilation", "old-west", "valhalla", "forbidden-fortress", "player-aid", "unknown")
Progress = Callable[[str, int, int], None]


class Outcome(StrEnum):
    """What became of a file."""

    NEW = "new"
    CHANGED = "changed"
    UNCHANGED = "unchanged"
    SAME = "same as another"
    UNREAD = "not read"


class FileReport(msgspec.Struct, frozen=True):
    """What became of one file; `book` is what the collection now holds of it."""

    file: str
    outcome: Outcome
    book: Held | None = None
    same_as: str = ""


class IngestReport(msgspec.Struct, frozen=True):
    """What an ingest came to: the files, all that could not be read, and how many chunks were embedded, kept as they
    were, and removed. `duplicates` counts texts of the whole collection that stand in a second place."""

    collection: str
    files: tuple[FileReport, ...]
    troubles: tuple[Trouble, ...]
    embedded: int
    kept: int
    removed: int
    duplicates: int
    chunks: int


def ingest(
    collection: Collection,
    files: Sequence[Path],
    *,
    edition: str | None = None,
    progress: Progress = lambda step, done, of: None,
) -> IngestReport:
    """Take files into a collection. A book is known by its file's name: the same name again replaces it.

    `edition` says of which edition all these files are, in place of what their text tells. `progress` is called with
    a step (`reading`, `embedding`), how much of it is done, and of how much. Chunks of other books in the collection
    that its model never embedded are embedded too; if the model's endpoint fails, the embedded model takes its place.

    Raises:
        CollectionError: the edition is unknown, two files have one name, or the collection can't be changed now.
        lore.ingest.vectors.VectorsUnusable: the vectors can't be written.
    """
    if edition is not None and edition not in EDITIONS:
        raise CollectionError(f"there is no edition {edition!r}; choose one of {', '.join(EDITIONS)}")
    _one_of_each_name(files)
    with collection.changing():
        held = {book.name: book for book in collection.manifest.books}
        reports: list[FileReport] = []
        troubles: list[Trouble] = []
        for number, path in enumerate(files):
            progress("reading", number, len(files))
            try:
                report = _take(collection, path, edition, held)
            except Unreadable as error:
                report = FileReport(error.trouble.file, Outcome.UNREAD)
                troubles.append(error.trouble)
            if report.book is not None:
                held[report.book.name] = report.book
                troubles += report.book.troubles
            reports.append(report)
        progress("reading", len(files), len(files))
        return _put_in_force(collection, list(held.values()), reports, troubles, progress)


def forget(collection: Collection, name: str) -> IngestReport:
    """Take a book out of a collection, by its file's name or its title.

    Raises:
        CollectionError: there is no such book in it.
    """
    with collection.changing():
        books = collection.manifest.books
        gone = [book for book in books if name in (book.name, book.title)]
        if not gone:
            there = ", ".join(book.name for book in books) or "it is empty"
            raise CollectionError(f"there is no book {name!r} in the collection {collection.name!r} ({there})")
        left = [book for book in books if book not in gone]
        return _put_in_force(collection, left, [], [], lambda step, done, of: None)


def _take(collection: Collection, path: Path, edition: str | None, held: dict[str, Held]) -> FileReport:
    """Read one file, unless the collection has it as it is."""
    name = book_name(path)
    digest = f"{READER}:{digest_of(path)}"
    before = held.get(name)
    if before is not None and before.chosen and edition is None:
        edition = before.edition
    if before is not None and before.digest == digest and (edition or before.edition) == before.edition:
        return FileReport(name, Outcome.UNCHANGED, before)
    twin = next((b for b in held.values() if b.digest == digest and b.name != name), None)
    if twin is not None:
        return FileReport(name, Outcome.SAME, same_as=twin.name)
    book = read_book(path, edition=edition)
    if not book.chunks:
        raise Unreadable(Trouble(name, "", "it holds no text but headings", "give a file with text in it"))
    outcome = Outcome.NEW if before is None else Outcome.CHANGED
    return FileReport(name, outcome, collection.keep(book, chosen=edition is not None))


def _put_in_force(
    collection: Collection,
    books: Sequence[Held],
    reports: Sequence[FileReport],
    troubles: Sequence[Trouble],
    progress: Progress,
) -> IngestReport:
    """Embed what is missing, put the books in force, and only then remove what no longer belongs."""
    old = collection.shelf()
    same = [b.stored for b in books] == [b.stored for b in collection.manifest.books]
    shelf = old if same else shelve([collection.book(held) for held in books])
    there: frozenset[str] = frozenset()
    made = 0
    if books or collection.manifest.generation:
        there, made = fill(collection, shelf, lambda done, of: progress("embedding", done, of))
    told = described(shelf)
    if not same:
        before = described(old)
        moved = [(id_, now) for id_, now in told.items() if id_ in there and before.get(id_) != now]
        collection.vectors.describe(moved)
    gone = there - told.keys()
    collection.commit(books, shelf)
    collection.vectors.drop(gone)
    return IngestReport(
        collection=collection.name,
        files=tuple(
            msgspec.structs.replace(report, book=_now(collection, report.book)) if report.book else report
            for report in reports
        ),
        troubles=tuple(troubles),
        embedded=made,
        kept=len(shelf.rows) - made,
        removed=len(gone),
        duplicates=sum(shelf.duplicates),
        chunks=len(shelf.rows),
    )


def book_name(path: Path) -> str:
    """The name under which a file is kept: its own, without control characters, at most 120 characters."""
    return plain(path.name)[:MAX_NAME]


def _now(collection: Collection, book: Held) -> Held:
    return next((held for held in collection.manifest.books if held.name == book.name), book)


def _one_of_each_name(files: Sequence[Path]) -> None:
    seen: dict[str, Path] = {}
    for path in files:
        other = seen.setdefault(book_name(path), path)
        if other.absolute() != path.absolute():
            raise CollectionError(
                f"{other} and {path} have one name, by which a book is known: "
                "rename one, or put it in another --collection"
            )
