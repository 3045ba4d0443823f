"""Asks each way of answering in turn: the engine, a language model where one is set, and the corpus itself."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from gm.oracle.records import EDITIONS, MAX_QUESTION, Answer, Asking, Exchange, Mode, OracleError

if TYPE_CHECKING:
    from lore.extractive import Answerer, Extract
    from lore.passages import Document
    from rules_engine import Game


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

    def ask(
        self,
        question: str,
        edition: str = "compilation",
        *,
        game: Game | None = None,
        hero: str | None = None,
        earlier: Sequence[Exchange] = (),
    ) -> Answer:
        """Answer a question as players put it, for the edition that they play; `Asking` says what the rest is.

        Raises:
            OracleError: the question is empty or over 2,000 characters, or the edition is unknown.
        """
        asking = Asking(_checked(question, edition), edition, game=game, hero=hero, earlier=tuple(earlier))
        started = time.perf_counter()
        with self._lock:
            answer = self._answer(asking)
        return msgspec.structs.replace(answer, ms=round((time.perf_counter() - started) * 1000, 1))

    def _answer(self, asking: Asking) -> Answer:
        return _extracted(asking, self._open().answer(asking.question, edition=asking.edition))

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


def _extracted(asking: Asking, extract: Extract) -> Answer:
    return Answer(
        question=asking.question,
        edition=asking.edition,
        answer=extract.answer,
        abstained=extract.abstained,
        mode=Mode.EXTRACTIVE,
        claims=extract.claims,
        edition_notes=extract.edition_notes,
        confidence=round(extract.confidence, 3),
        ms=0.0,
        entries=extract.entries,
    )
