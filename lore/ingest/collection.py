"""A collection of a user's books on disk: its books, its shelf and its vectors.

What is in force is named by `collection.json`, which is replaced in one step at the end of a change: whoever dies
before that leaves the old state whole, and the vectors that were made already are found again by the next try.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from lore.embedding import EmbeddingModel, MiniLM
from lore.ingest.books import READER
from lore.ingest.records import Book, Evidence, Trouble
from lore.ingest.shelf import Shelf, generation_of, shelve
from lore.ingest.vectors import Vectors

FORMAT = 1
FOLDER = "collections"
DEFAULT = "books"
MANIFEST = "collection.json"
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
_RESERVED = re.compile(r"con|prn|aux|nul|(com|lpt)\d")
_HASH = re.compile(r"[0-9a-f]{16}")


class CollectionError(ValueError):
    """A collection that can't be used as asked; the message says which, why, and what would be right."""

    code = "setup"


class Held(msgspec.Struct, frozen=True):
    """A book of a collection: what it is and what reading it came to; `stored` names the file with its chunks."""

    name: str
    title: str
    format: str
    edition: str
    evidence: tuple[Evidence, ...]
    digest: str
    stored: str
    chunks: int
    duplicates: int = 0
    cleaned: dict[str, int] = {}
    troubles: tuple[Trouble, ...] = ()
    chosen: bool = False


class Manifest(msgspec.Struct, frozen=True):
    """What a collection holds; `generation` names the shelf in force, `uid` its vectors."""

    format: int
    uid: str
    generation: str
    books: tuple[Held, ...]


class Collection:
    """One collection under `data_dir/collections/`; `chroma_url` is the server for its vectors ('' keeps them here).
    `model` makes them (the embedded one, if none is given); each model's are kept apart, so none is lost by a change.

    Raises:
        CollectionError: the name is none, or what is on disk can't be read.
    """

    def __init__(
        self, data_dir: Path, name: str = DEFAULT, *, model: EmbeddingModel | None = None, chroma_url: str = ""
    ) -> None:
        self.name = checked_name(name)
        self.folder = data_dir / FOLDER / self.name
        self.model: EmbeddingModel = model or MiniLM()
        self.chroma_url = chroma_url
        self.manifest = self._read_manifest()
        self._vectors: Vectors | None = None

    @property
    def exists(self) -> bool:
        """Whether it holds any book."""
        return bool(self.manifest.books)

    def filled(self) -> Collection:
        """Itself, if it holds a book. Raises `CollectionError` if not, naming the collections that do."""
        if not self.exists:
            there = ", ".join(collections(self.folder.parent.parent)) or "none yet"
            raise CollectionError(
                f"there are no books in the collection {self.name!r} (collections: {there}); "
                f"`brimstone-gm ingest FILE --collection {self.name}` puts some there"
            )
        return self

    @property
    def vectors(self) -> Vectors:
        """Its vectors, opened."""
        if self._vectors is None:
            self._vectors = Vectors(self.folder / "vectors", self.manifest.uid, self.model, self.chroma_url)
        return self._vectors.open()

    def use(self, model: EmbeddingModel) -> None:
        """Have another model make its vectors from now on; those of the one before stay where they are."""
        self.close()
        self.model = model

    def shelf(self) -> Shelf:
        """What is searched. Made anew from the books where its file is missing or damaged."""
        try:
            return msgspec.msgpack.decode(self._shelf_file().read_bytes(), type=Shelf)
        except (OSError, msgspec.DecodeError):
            return shelve(self.books())

    def books(self) -> list[Book]:
        """Its books with their chunks, in the order in which they came."""
        return [self.book(held) for held in self.manifest.books]

    def book(self, held: Held) -> Book:
        """One of its books."""
        try:
            return msgspec.msgpack.decode(self._book_file(held.stored).read_bytes(), type=Book)
        except (OSError, msgspec.DecodeError) as error:
            raise CollectionError(
                f"the collection {self.name!r} has lost {held.name} ({error}): "
                f"`--forget {held.name}`, then ingest it again"
            ) from error

    def keep(self, book: Book, *, chosen: bool = False) -> Held:
        """Store a book's chunks; it belongs to the collection only once `commit` names it."""
        data = msgspec.msgpack.encode(book)
        stored = generation_of(data)
        _write(self._book_file(stored), data)
        return Held(
            name=book.name,
            title=book.title,
            format=str(book.format),
            edition=book.edition,
            evidence=book.evidence,
            digest=f"{READER}:{book.digest}",
            stored=stored,
            chunks=len(book.chunks),
            cleaned=book.cleaned,
            troubles=book.troubles,
            chosen=chosen,
        )

    def commit(self, books: Sequence[Held], shelf: Shelf) -> None:
        """Put these books and their shelf in force, then remove what no longer belongs. All vectors must be there."""
        counted = [
            msgspec.structs.replace(held, duplicates=count) for held, count in zip(books, shelf.duplicates, strict=True)
        ]
        data = msgspec.msgpack.encode(shelf)
        manifest = Manifest(FORMAT, self.manifest.uid, generation_of(data), tuple(counted))
        _write(self.folder / f"shelf-{manifest.generation}.msgpack", data)
        _write(self.folder / MANIFEST, msgspec.json.format(msgspec.json.encode(manifest), indent=1))
        self.manifest = manifest
        self._sweep()

    def close(self) -> None:
        """Let its files go."""
        if self._vectors is not None:
            self._vectors.close()
            self._vectors = None

    def remove(self) -> None:
        """Remove the whole collection: books, shelf and the vectors of every model."""
        self.vectors.forget()
        self._vectors = None
        (self.folder / MANIFEST).unlink(missing_ok=True)
        shutil.rmtree(self.folder, ignore_errors=True)
        self.manifest = self._read_manifest()

    @contextmanager
    def changing(self) -> Iterator[None]:
        """Hold the collection's lock: only one process changes it at a time. It is let go when the process ends.

        Raises:
            CollectionError: another process changes it, or the folder can't be written.
        """
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            file = (self.folder / "lock").open("a+b")
        except OSError as error:
            raise CollectionError(
                f"the collection's folder {self.folder} can't be written: {error.strerror}; give another BRIMSTONE_DATA"
            ) from error
        with file:
            if not _locked(file):
                raise CollectionError(
                    f"another process is changing the collection {self.name!r}: try again when it is done"
                )
            self.manifest = self._read_manifest()
            if not (self.folder / MANIFEST).exists():
                # the name of its vectors has to outlive a process that dies before the first commit
                _write(self.folder / MANIFEST, msgspec.json.encode(self.manifest))
            yield

    def _read_manifest(self) -> Manifest:
        path = self.folder / MANIFEST
        try:
            manifest = msgspec.json.decode(path.read_bytes(), type=Manifest)
        except FileNotFoundError:
            return Manifest(FORMAT, uuid.uuid4().hex[:12], "", ())
        except (OSError, msgspec.DecodeError) as error:
            raise CollectionError(f"{path} can't be read: {error}; remove the folder and ingest again") from error
        names = [manifest.generation, *(held.stored for held in manifest.books)]
        if manifest.format != FORMAT or not all(_HASH.fullmatch(name) for name in names if name):
            raise CollectionError(f"{path} is of another version: remove the folder and ingest again")
        return manifest

    def _shelf_file(self) -> Path:
        return self.folder / f"shelf-{self.manifest.generation}.msgpack"

    def _book_file(self, stored: str) -> Path:
        return self.folder / "texts" / f"{stored}.msgpack"

    def _sweep(self) -> None:
        kept = {held.stored for held in self.manifest.books}
        for path in sorted(self.folder.glob("texts/*.msgpack")):
            if path.stem not in kept:
                path.unlink(missing_ok=True)
        for path in sorted(self.folder.glob("shelf-*.msgpack")):
            if path != self._shelf_file():
                path.unlink(missing_ok=True)


def checked_name(name: str) -> str:
    """A collection's name, or CollectionError: it becomes the name of a folder, so it is plain."""
    if not _NAME.fullmatch(name) or _RESERVED.fullmatch(name):
        shown = name if len(name) <= 60 else name[:60] + "..."
        raise CollectionError(
            f"{shown!r} is no name for a collection: use 1 to 40 of a-z, 0-9, - and _, "
            "beginning with a letter or a figure"
        )
    return name


def collections(data_dir: Path) -> list[str]:
    """The names of the collections that there are."""
    root = data_dir / FOLDER
    return sorted(p.parent.name for p in root.glob(f"*/{MANIFEST}") if _NAME.fullmatch(p.parent.name))


def _write(path: Path, data: bytes) -> None:
    """Write a file in one step: it is either the old one or the new one, whole."""
    draft = path.with_name(f"{path.name}.{uuid.uuid4().hex[:8]}.draft")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with draft.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise CollectionError(f"{path} can't be written: {error.strerror or error}; check disk and rights") from error


def _locked(file: Any) -> bool:
    """Take the lock of an open file; it goes with the file or the process."""
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
