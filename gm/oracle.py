"""Rules answers: asks the corpus, and says whose rulebook, which heading and which words it rests on."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from lore.extractive import Answerer, Extract
    from lore.passages import Document

MAX_QUESTION = 2_000
EDITIONS = ("compilation", "old-west", "valhalla", "forbidden-fortress", "player-aid")


class OracleError(ValueError):
    """A question that can't be asked: empty, too long, or for an edition that does not exist."""


class Mode(StrEnum):
    """How an answer was put into words: quoted from the corpus, or by a language model from the same passages."""

    EXTRACTIVE = "extractive"
    MODEL = "model"


class Citation(msgspec.Struct, frozen=True):
    """What a claim rests on: rulebook and heading, the corpus entry, and an exact span of that entry."""

    source: str
    heading: str
    chunk: str
    quote: str


class Claim(msgspec.Struct, frozen=True):
    """One thing that an answer says, with its citations."""

    text: str
    citations: tuple[Citation, ...]


class Answer(msgspec.Struct, frozen=True):
    """An answer to a rules question, at most 90 words.

    `abstained`: the books don't say; `answer` then tells what was looked for, and there are no claims. `pack_answer` is
    what the content packs say where the books are silent (None: nothing). `edition_notes` name other editions'
    differences. `confidence` is 0 to 1; `ms` is the time it took.
    """

    question: str
    edition: str
    answer: str
    abstained: bool
    mode: Mode
    claims: tuple[Claim, ...]
    edition_notes: tuple[str, ...]
    confidence: float
    ms: float
    pack_answer: str | None = None


class Oracle:
    """Answers rules questions with no network and no language model; the index lives in `data_dir/index`.

    The first question opens the index (and builds it if it is missing or out of date); later ones take milliseconds.
    Safe to ask from several threads.
    """

    def __init__(self, data_dir: Path, *, documents: Sequence[Document] | None = None) -> None:
        self.data_dir = data_dir
        self._documents = documents
        self._lock = threading.Lock()
        self._answerer: Answerer | None = None

    def ask(self, question: str, edition: str = "compilation") -> Answer:
        """Answer a question as players put it, for the edition that they play.

        Raises:
            OracleError: the question is empty or over 2,000 characters, or the edition is unknown.
        """
        asked = _checked(question, edition)
        started = time.perf_counter()
        with self._lock:
            extract = self._open().answer(asked, edition=edition)
        return _answer(asked, edition, extract, (time.perf_counter() - started) * 1000)

    def close(self) -> None:
        """Release the index's files."""
        with self._lock:
            if self._answerer is not None:
                self._answerer.retriever.index.close()
                self._answerer = None

    def _open(self) -> Answerer:
        if self._answerer is None:
            from lore.extractive import Answerer
            from lore.retrieval import Retriever

            self._answerer = Answerer(Retriever(self.data_dir / "index", self._documents))
        return self._answerer


def _checked(question: str, edition: str) -> str:
    asked = " ".join(question.split())
    if not asked:
        raise OracleError("the question is empty: ask something, such as 'what do we need to hold back the darkness?'")
    if len(asked) > MAX_QUESTION:
        raise OracleError(f"the question has {len(asked)} characters; at most {MAX_QUESTION} are read, so shorten it")
    if edition not in EDITIONS:
        raise OracleError(f"there is no edition {edition!r}; choose one of {', '.join(EDITIONS)}")
    return asked


def _answer(question: str, edition: str, extract: Extract, ms: float) -> Answer:
    return Answer(
        question=question,
        edition=edition,
        answer=extract.answer,
        abstained=extract.abstained,
        mode=Mode.EXTRACTIVE,
        claims=tuple(
            Claim(claim.text, tuple(Citation(c.source, c.heading, c.chunk, c.quote) for c in claim.citations))
            for claim in extract.claims
        ),
        edition_notes=extract.edition_notes,
        confidence=round(extract.confidence, 3),
        ms=round(ms, 1),
    )
