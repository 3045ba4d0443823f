"""`brimstone-gm ingest`: take the user's own books into a collection. Exit status: 0 all read, 1 something could not be
read, 2 wrong use."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from lore.ingest.collection import Collection, Held
    from lore.ingest.ingesting import IngestReport, Progress

DONE, NOT_ALL, WRONG_USE = 0, 1, 2
STEPS = {"reading": "Reading the files", "embedding": "Embedding what is new"}


class Listed(msgspec.Struct, frozen=True):
    """A collection as `--list` shows it."""

    collection: str
    books: tuple[Held, ...]


def run(files: Sequence[Path], collection: str, *, edition: str, listing: bool, forget: str, as_json: bool) -> int:
    """Do what the command line asks; what is wrong goes to standard error."""
    from gm.models import ModelError, embedding_model
    from gm.settings import Settings
    from lore.ingest.collection import Collection, CollectionError
    from lore.ingest.vectors import VectorsUnusable

    if sum((bool(files), listing, bool(forget))) != 1:
        return _wrong("name the files to ingest, or --list, or --forget BOOK (one of the three)")
    settings = Settings()
    try:
        if listing:
            return _list(settings.folder(), collection, as_json)
        model = embedding_model()
        opened = Collection(settings.folder(), collection or "books", model=model, chroma_url=settings.chroma_url)
        try:
            return _change(opened, files, edition, forget, as_json)
        finally:
            opened.close()
    except (CollectionError, VectorsUnusable, ModelError) as error:
        return _wrong(str(error))


def _change(opened: Collection, files: Sequence[Path], edition: str, forget: str, as_json: bool) -> int:
    from lore.ingest import ingesting

    if forget:
        report = ingesting.forget(opened, forget)
    else:
        with _bar() as progress:
            report = ingesting.ingest(opened, files, edition=edition or None, progress=progress)
    if as_json:
        print(msgspec.json.format(msgspec.json.encode(report), indent=2).decode())
    else:
        print("\n".join(told(report)))
        for trouble in report.troubles:
            print(f"could not read {shown(str(trouble))}", file=sys.stderr)
    return NOT_ALL if report.troubles else DONE


def _list(data_dir: Path, collection: str, as_json: bool) -> int:
    from lore.ingest.collection import Collection, collections

    names = [collection] if collection else collections(data_dir)
    found = [Listed(name, Collection(data_dir, name).manifest.books) for name in names]
    if as_json:
        print(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
        return DONE
    for listed in found:
        print(f"{listed.collection}: {len(listed.books)} book{'' if len(listed.books) == 1 else 's'}")
        for book in listed.books:
            print(f"  {about(book)}")
    if not found:
        print("There are no collections yet: `brimstone-gm ingest FILE` makes one.")
    return DONE


def told(report: IngestReport) -> list[str]:
    """A report as lines of text."""
    lines = []
    for file in report.files:
        if file.book is not None:
            lines.append(f"{file.outcome}: {about(file.book)}")
            lines += [f"  {line}" for line in details(file.book)]
        elif file.same_as:
            lines.append(f"{shown(file.file)}: the same file as {shown(file.same_as)}, which is there already")
        else:
            lines.append(f"{file.outcome}: {shown(file.file)}")
    lines.append(
        f"{report.collection}: {report.chunks} chunks ({report.embedded} embedded, {report.kept} as they were, "
        f"{report.removed} removed); {report.duplicates} that stand elsewhere already were left out"
    )
    return lines


def about(book: Held) -> str:
    """A book in one line."""
    title = "" if book.title == book.name else f' "{shown(book.title)}"'
    return f"{shown(book.name)}{title}, {book.edition}{' (as you say)' if book.chosen else ''}, {book.chunks} chunks"


def details(book: Held) -> list[str]:
    """Why its edition, and what was cleaned."""
    lines = []
    if book.evidence:
        found = "; ".join(f'"{shown(e.says)}" {e.times}x from line {e.line}' for e in book.evidence)
        lines.append(f"{book.edition} because of {found}")
    elif book.edition == "unknown":
        lines.append("nothing tells its edition: `--edition` says it")
    if book.cleaned:
        lines.append("cleaned: " + ", ".join(f"{count} {what}" for what, count in book.cleaned.items()))
    return lines


def shown(text: str) -> str:
    """A file's or a book's words as a terminal may show them: no control characters."""
    return "".join(c if c.isprintable() else "\ufffd" for c in text)


@contextmanager
def _bar() -> Iterator[Progress]:
    """A progress bar on standard error, where that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda step, done, of: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        tasks = {step: bar.add_task(said, total=None, visible=False) for step, said in STEPS.items()}
        yield lambda step, done, of: bar.update(tasks[step], completed=done, total=of, visible=of > 0)


def _wrong(message: str) -> int:
    print(f"brimstone-gm: {shown(message)}", file=sys.stderr)
    return WRONG_USE
