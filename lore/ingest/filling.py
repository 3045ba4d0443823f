"""Vectors that a collection lacks for the model in force: made when books come in, or when next asked after."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from lore.embedding import MiniLM
from lore.embedding_remote import EmbeddingUnavailable
from lore.ingest.collection import Collection, CollectionError
from lore.ingest.searching import BookSearch
from lore.ingest.shelf import Shelf
from lore.ingest.vectors import OtherWidth

MOST_WHEN_ASKED = 2_000

log = logging.getLogger(__name__)


def fill(
    collection: Collection, shelf: Shelf, progress: Callable[[int, int], None] = lambda done, of: None
) -> tuple[frozenset[str], int]:
    """Embed the chunks of a shelf that the collection's model never embedded; returns the ids whose vectors were there
    before, and how many were made. Have the collection's lock.

    If the model's endpoint fails, the embedded model takes its place in the collection, with a warning in the log.

    Raises:
        lore.ingest.vectors.VectorsUnusable: the vectors can't be opened.
    """
    try:
        return _fill_with_its_model(collection, shelf, progress)
    except EmbeddingUnavailable as error:
        log.warning("the embedded model makes the vectors of the collection %r: %s", collection.name, error)
        collection.use(MiniLM())
        return _fill_with_its_model(collection, shelf, progress)


def searchable(
    collection: Collection,
    *,
    most: int | None = MOST_WHEN_ASKED,
    notice: Callable[[str], None] = log.info,
) -> BookSearch:
    """Open a collection for searching with its model. Chunks without vectors of that model are embedded first, after a
    `notice`, and stay embedded.

    Nobody who asks waits for more than `most` of them (None: however many): where a model of an endpoint lacks more,
    the embedded model takes its place, with a warning in the log, until an ingest makes them.

    Raises:
        CollectionError: the embedded model lacks more than `most` too, or another process changes the collection.
        EmbeddingUnavailable: the model's endpoint fails.
        lore.ingest.vectors.VectorsUnusable: the vectors can't be opened.
    """
    try:
        lacking = len(_lacking(collection, collection.shelf()))
        if most is not None and lacking > most and not isinstance(collection.model, MiniLM):
            log.warning("the embedded model searches the books: %s", _too_many(collection, lacking))
            collection.use(MiniLM())
            lacking = len(_lacking(collection, collection.shelf()))
        if most is not None and lacking > most:
            raise CollectionError(_too_many(collection, lacking))
        if lacking:
            notice(f"making vectors of {lacking} chunks of the collection {collection.name!r}, once for this model")
            with collection.changing():
                _fill_with_its_model(collection, collection.shelf(), lambda done, of: None)
        return BookSearch(collection)
    except BaseException:
        collection.close()
        raise


def described(shelf: Shelf) -> dict[str, dict[str, Any]]:
    """What Chroma keeps beside each vector, by chunk: the shelf is what counts, this is for those who look into Chroma
    itself."""
    found = {}
    for row in shelf.rows:
        book = shelf.books[row.book]
        found[row.id] = {
            "book": book.name,
            "edition": book.edition,
            "heading": " > ".join(row.chunk.path),
            "first_line": row.chunk.first,
            "last_line": row.chunk.last,
            "page": row.chunk.page,
        }
    return found


def _lacking(collection: Collection, shelf: Shelf) -> list[int]:
    """The rows of a shelf without vectors of the collection's model."""
    there = collection.vectors.ids()
    return [number for number, row in enumerate(shelf.rows) if row.id not in there]


def _fill_with_its_model(
    collection: Collection, shelf: Shelf, progress: Callable[[int, int], None]
) -> tuple[frozenset[str], int]:
    try:
        return _embed(collection, shelf, progress)
    except OtherWidth as error:
        log.warning("the vectors of the collection %r are made anew: %s", collection.name, error)
        return _embed(collection, shelf, progress)


def _embed(collection: Collection, shelf: Shelf, progress: Callable[[int, int], None]) -> tuple[frozenset[str], int]:
    there = collection.vectors.ids()
    told = described(shelf)
    missing = [
        (row.id, shelf.embedded(number), told[row.id]) for number, row in enumerate(shelf.rows) if row.id not in there
    ]
    made = 0

    def done(count: int) -> None:
        nonlocal made
        made += count
        progress(made, len(missing))

    progress(0, len(missing))
    collection.vectors.add(missing, done)
    return there, len(missing)


def _too_many(collection: Collection, lacking: int) -> str:
    return (
        f"{lacking} chunks of the collection {collection.name!r} have no vectors of the model that is set, too many to "
        f"make while somebody waits: `brimstone-gm ingest FILE --collection {collection.name}` with any one of its "
        "books makes them"
    )
