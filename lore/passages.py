"""The corpus as what retrieval works on: documents (one an entry) made of passages (one a sentence-sized statement)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from lore.corpus_model import LoreEntry, RuleEntry


class Kind(StrEnum):
    """What an entry tells: how the game is played, or what its worlds are like."""

    RULE = "rule"
    LORE = "lore"


class Role(StrEnum):
    """What a passage is within its entry."""

    STATEMENT = "statement"
    EXCEPTION = "exception"
    DIFFERENCE = "difference"
    EXAMPLE = "example"
    LORE = "lore"


class Citation(msgspec.Struct, frozen=True):
    """Where an entry comes from: the short name of a rulebook, the heading in it, and the first and last line, where
    they are given; `original` has no heading."""

    book: str
    heading: str
    lines: tuple[int, int] | None = None


class Passage(msgspec.Struct, frozen=True):
    """One statement of an entry. `ordinal` counts within the entry; `editions` is empty where it holds for all.

    `disagreement` is the id of what the editions disagree on, for a difference that has one.
    """

    document: str
    ordinal: int
    role: Role
    text: str
    modality: str | None = None
    editions: tuple[str, ...] = ()
    disagreement: str | None = None

    @property
    def id(self) -> str:
        """The passage's name in the index: `hold-back-the-darkness#2`."""
        return f"{self.document}#{self.ordinal}"

    @property
    def quotable(self) -> bool:
        """Whether it may stand in an answer: an example may not."""
        return self.role is not Role.EXAMPLE


class Document(msgspec.Struct, frozen=True, dict=True):
    """An entry of the corpus, flattened for retrieval. `editions` is empty where it holds in all of them, `sets` (the
    boxes that it belongs to) where it belongs to the game at large.

    `optional` has it hold only where the table plays with it, by its `switches`.
    """

    id: str
    title: str
    kind: Kind
    category: str
    passages: tuple[Passage, ...]
    keywords: tuple[str, ...] = ()
    citations: tuple[Citation, ...] = ()
    see_also: tuple[str, ...] = ()
    editions: tuple[str, ...] = ()
    optional: bool = False
    switches: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()

    @cached_property
    def prefix(self) -> str:
        """The context that goes before each chunk: `kind > title`."""
        return f"{self.kind} > {self.title}"

    @cached_property
    def summary(self) -> str:
        """The entry in one short chunk: prefix, keywords and its first statement (the others are chunks themselves)."""
        return f"{self.prefix}. {', '.join(self.keywords)}. {self.passages[0].text}"

    def passage_text(self, passage: Passage) -> str:
        """A passage as it is embedded: with its entry's title before it."""
        return f"{self.title}: {passage.text}"


def document_of_rule(entry: RuleEntry) -> Document:
    """A rule entry as a document; statements first, then exceptions, differences between editions, and the example."""
    found = [Passage(entry.id, 0, Role.STATEMENT, s.text, str(s.modality)) for s in entry.statements]
    found += [Passage(entry.id, 0, Role.EXCEPTION, s.text, str(s.modality)) for s in entry.exceptions]
    found += [
        Passage(entry.id, 0, Role.DIFFERENCE, d.text, None, tuple(map(str, d.editions)), d.field)
        for d in entry.editions.differences
    ]
    if entry.example:
        found.append(Passage(entry.id, 0, Role.EXAMPLE, entry.example))
    return Document(
        id=entry.id,
        title=entry.title,
        kind=Kind.RULE,
        category="rule",
        passages=_number(found),
        keywords=tuple(entry.keywords),
        citations=_citations(entry),
        see_also=tuple(entry.see_also),
        editions=tuple(map(str, entry.editions.only)),
        optional=entry.optional,
        switches=tuple(entry.switches),
        sets=entry.sets,
    )


def document_of_lore(entry: LoreEntry) -> Document:
    """A lore entry as a document: a passage for each paragraph."""
    return Document(
        id=entry.id,
        title=entry.title,
        kind=Kind.LORE,
        category=str(entry.category),
        passages=_number([Passage(entry.id, 0, Role.LORE, paragraph) for paragraph in entry.text]),
        keywords=tuple(entry.keywords),
        citations=_citations(entry),
        see_also=tuple(entry.see_also),
        sets=entry.sets,
    )


def load_documents() -> tuple[Document, ...]:
    """The corpus that comes with the package, as documents. Raises `lore.corpus_model.CorpusError`."""
    from lore.corpus_model import load_corpus

    return documents_of(load_corpus())


def documents_of(entries: Iterable[RuleEntry | LoreEntry]) -> tuple[Document, ...]:
    """Each entry as a document, in the same order."""
    return tuple(document_of_lore(e) if e.kind == "lore" else document_of_rule(e) for e in entries)


def _number(found: Sequence[Passage]) -> tuple[Passage, ...]:
    return tuple(msgspec.structs.replace(passage, ordinal=ordinal) for ordinal, passage in enumerate(found))


def _citations(entry: RuleEntry | LoreEntry) -> tuple[Citation, ...]:
    if isinstance(entry.source, str):
        return (Citation(entry.source, ""),)
    return tuple(Citation(str(source.book), source.heading or "", source.lines) for source in entry.source)
