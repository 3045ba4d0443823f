"""Asks each way of answering in turn: the engine, a language model where one is set, and the corpus itself."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from gm.oracle.books import with_books
from gm.oracle.kept import computes, kept_to, strays, with_what_is_missed
from gm.oracle.records import EDITIONS, MAX_QUESTION, PLAIN, Answer, Asking, Exchange, Mode, OracleError

if TYPE_CHECKING:
    from gm.models import Voice
    from gm.oracle.computed import Computer
    from gm.oracle.followup import Understood
    from gm.oracle.verify import Offered
    from lore.embedding import EmbeddingModel
    from lore.extractive import Answerer, Extract
    from lore.ingest.answering import BookAnswerer, BookExtract
    from lore.passages import Document, Passage
    from rules_engine import Game

SECONDS = 12.0

log = logging.getLogger(__name__)


class Oracle:
    """Answers rules questions; with no network and no language model unless it is given a `voice`, whose answers are
    verified and which has so many `seconds`. The index lives in `data_dir/index`, or on the Chroma server at
    `chroma_url`, one for each `embedding` model; so do the vectors of each collection of a user's books.

    The first question opens the index (and builds it if it is missing or out of date); later ones take milliseconds.
    The first one of a collection embeds what it lacks of the model, and says so by a `notice` beforehand.
    Safe to ask from several threads.
    """

    def __init__(
        self,
        data_dir: Path,
        *,
        documents: Sequence[Document] | None = None,
        voice: Voice | None = None,
        seconds: float = SECONDS,
        chroma_url: str = "",
        embedding: EmbeddingModel | None = None,
        notice: Callable[[str], None] = log.warning,
    ) -> None:
        self.data_dir = data_dir
        self.chroma_url = chroma_url
        self._documents = documents
        self._voice = voice
        self._seconds = seconds
        self._embedding = embedding
        self._notice = notice
        self._lock = threading.Lock()
        self._answerer: Answerer | None = None
        self._computer: Computer | None = None
        self._books: dict[str, BookAnswerer] = {}

    @property
    def first_time(self) -> bool:
        """Whether nothing was asked yet with this data folder, so that the first question builds the index."""
        return self._answerer is None and not self.chroma_url and not any((self.data_dir / "index").glob("lore-*"))

    def ask(
        self,
        question: str,
        edition: str = "compilation",
        *,
        game: Game | None = None,
        hero: str | None = None,
        earlier: Sequence[Exchange] = (),
        persona: str = PLAIN,
        collection: str | None = None,
        kinds: Sequence[str] = (),
        sets: Sequence[str] = (),
    ) -> Answer:
        """Answer a question as players put it, for the edition that they play; `Asking` says what the rest is, and
        `persona` who speaks. A collection is searched whole, whatever the kinds and sets.

        Raises:
            OracleError: the question is empty or over 2,000 characters, or the edition, the persona, the collection, a
                kind or a set is unknown, or the index can't be opened or built.
        """
        from gm.oracle.context import in_context
        from gm.oracle.persona import persona as named
        from gm.oracle.persona import spoken

        who = named(persona)
        asked = _checked(question, edition)
        of_kinds, of_sets = kept_to(kinds, sets)
        started = time.perf_counter()
        if collection is not None:
            self._check_books(collection)
        whole = self._understood(asked, earlier)
        asking = Asking(
            whole.question,
            whole.edition or edition,
            collection=collection,
            game=game,
            hero=hero,
            earlier=tuple(earlier),
            kinds=of_kinds,
            sets=of_sets,
        )
        meant = in_context(asking)
        answer = self._answer(asking, meant)
        if collection is not None:
            answer = with_books(answer, self._from_books(collection, meant))
        return msgspec.structs.replace(
            answer,
            question=asked,
            answer=spoken(answer, who),
            persona=who.id,
            understood=answer.question if answer.question != asked else "",
            topic=self._topic(answer),
            ms=round((time.perf_counter() - started) * 1000, 1),
        )

    def _understood(self, asked: str, earlier: Sequence[Exchange]) -> Understood:
        from gm.oracle.followup import Understood, understood

        if not earlier:
            return Understood(asked)
        return understood(asked, earlier, [document.title for document in self._corpus()])

    def _topic(self, answer: Answer) -> str:
        """The title of the entry that bears an answer, or nothing."""
        return next((d.title for d in self._corpus() for id in answer.entries[:1] if d.id == id), "")

    def _answer(self, asking: Asking, meant: Asking) -> Answer:
        """The answer to a question as asked, or as `meant` at its table; its `question` is the one answered."""
        with self._lock:
            computed = self._computed(asking, meant)
            if computed is not None and computes(asking, computed, self._corpus()):
                return computed
            extract = self._extract(meant)
            nearer = self._left_out(meant)
        extracted = _extracted(meant, extract)
        if extracted.abstained:
            ours = None if strays(meant) else _of_the_packs(meant)
            return with_what_is_missed(msgspec.structs.replace(extracted, pack_answer=ours), meant, nearer)
        answer = (self._by_model(meant, extract, extracted) if self._voice is not None else None) or extracted
        return with_what_is_missed(answer, meant, nearer)

    def _computed(self, asking: Asking, meant: Asking) -> Answer | None:
        """What is computed: as asked, for what is told of a table is asked in such words (but not where `it` has what a
        hero has too, and would be taken for one); then as meant, where a table no longer matters."""
        computing = self._computing()
        if meant == asking or meant.sought:
            computed = computing.answer(asking)
            if computed is not None or meant == asking:
                return computed
        return computing.answer(msgspec.structs.replace(meant, game=None))

    def _extract(self, asking: Asking) -> Extract:
        """What the corpus says. If the endpoint for vectors fails, the embedded model takes its place from then on."""
        from lore.embedding_remote import EmbeddingUnavailable

        try:
            return self._quoted(asking)
        except EmbeddingUnavailable as error:
            self._without_endpoint(error)
            return self._quoted(asking)

    def _quoted(self, asking: Asking) -> Extract:
        from lore.passages import Kind

        kinds = [Kind(kind) for kind in asking.kinds]
        return self._open().answer(asking.wording, edition=asking.edition, kinds=kinds, sets=asking.sets)

    def _left_out(self, asking: Asking) -> Document | None:
        """The entry nearest to a question, if it belongs to boxes that are left out."""
        if not asking.sets:
            return None
        from lore.passages import Kind
        from lore.sets import passes

        found = self._open().retriever.search(asking.wording, k=1, kinds=[Kind(kind) for kind in asking.kinds])
        return next((hit.entry for hit in found if not passes(hit.entry.sets, asking.sets)), None)

    def _from_books(self, name: str, asking: Asking) -> BookExtract:
        """What a collection says, by the embedded model from then on if the endpoint for vectors fails."""
        from lore.embedding_remote import EmbeddingUnavailable

        with self._lock:
            try:
                return self._open_books(name).answer(asking.wording, edition=asking.edition)
            except EmbeddingUnavailable as error:
                self._without_endpoint(error)
                return self._open_books(name).answer(asking.wording, edition=asking.edition)

    def _without_endpoint(self, error: Exception) -> None:
        """Do without the endpoint for vectors from now on: its index and books are let go, to be opened anew."""
        log.warning("the embedded model finds the rules: %s", error)
        self._hang_up()
        self._embedding = None

    def _by_model(self, asking: Asking, extract: Extract, extracted: Answer) -> Answer | None:
        """The model's answer from the passages found, as far as it stands; None where nothing of it does.

        Where the corpus bears no answer the model is not asked to find one: whether to decline is decided by code.
        """
        from gm.oracle import model
        from lore.comparing import comparison_in
        from lore.question import read

        if self._voice is None or extract.abstained or not extract.found:
            return None
        offered = [offered_of(document, passage) for document, passage in extract.found]
        reply = model.ask(self._voice, asking.question, asking.edition, offered, self._seconds)
        if reply is None:
            return None
        reading = read(asking.question)
        left = model.stands(
            reply,
            offered,
            edition=asking.edition,
            compares=reading.compares or comparison_in(asking.question) is not None,
            decided=extract.verdict,
            yes_no=reading.yes_no or extract.verdict is not None,
        )
        if not left.claims:
            return None
        cited = dict.fromkeys(c.chunk for claim in left.claims for c in claim.citations)
        return msgspec.structs.replace(
            extracted,
            answer=model.in_words(left.verdict, left.claims),
            mode=Mode.MODEL,
            claims=left.claims,
            entries=tuple(cited),
        )

    def close(self) -> None:
        """Release the index's files and the connections to an endpoint for vectors."""
        with self._lock:
            self._hang_up()

    def _hang_up(self) -> None:
        hang_up = getattr(self._embedding, "close", None)
        if hang_up is not None:
            hang_up()
        if self._answerer is not None:
            self._answerer.retriever.index.close()
            self._answerer = None
        for books in self._books.values():
            books.search.close()
        self._books.clear()

    def _check_books(self, name: str) -> None:
        """OracleError, if no collection of that name holds a book: before anything is looked for."""
        from lore.ingest.collection import Collection, CollectionError

        try:
            Collection(self.data_dir, name).filled()
        except CollectionError as error:
            raise OracleError(str(error)) from error

    def _open_books(self, name: str) -> BookAnswerer:
        from lore.embedding import EmbeddingModelMissing
        from lore.ingest.answering import BookAnswerer
        from lore.ingest.collection import Collection, CollectionError
        from lore.ingest.filling import searchable
        from lore.ingest.vectors import VectorsUnusable

        try:
            collection = Collection(self.data_dir, name, model=self._embedding, chroma_url=self.chroma_url).filled()
            opened = self._books.get(name)
            if opened is None or opened.search.collection.manifest != collection.manifest:
                if opened is not None:
                    self._books.pop(name).search.close()
                self._books[name] = opened = BookAnswerer(searchable(collection, notice=self._notice))
        except (CollectionError, VectorsUnusable, EmbeddingModelMissing) as error:
            raise OracleError(str(error)) from error
        return opened

    def _computing(self) -> Computer:
        if self._computer is None:
            from gm.oracle.computed import Computer

            self._computer = Computer(self._corpus)
        return self._computer

    def _corpus(self) -> Sequence[Document]:
        if self._documents is None:
            from lore.passages import load_documents

            self._documents = load_documents()
        return self._documents

    def _open(self) -> Answerer:
        if self._answerer is None:
            from lore.extractive import Answerer
            from lore.index import IndexUnusable
            from lore.retrieval import Retriever

            folder, corpus = self.data_dir / "index", self._corpus()
            try:
                retriever = Retriever(folder, corpus, model=self._embedding, chroma_url=self.chroma_url)
            except IndexUnusable as error:
                raise OracleError(str(error)) from error
            self._answerer = Answerer(retriever)
        return self._answerer


def _of_the_packs(asking: Asking) -> str | None:
    from gm.oracle.packs import pack_answer
    from rules_engine.content.library import standard

    return pack_answer(asking.wording, asking.game.library if asking.game is not None else standard())


def offered_of(document: Document, passage: Passage) -> Offered:
    """A passage as a model may cite it."""
    from gm.oracle.verify import Offered
    from lore.extractive import cited, lead_of

    source = cited(document, passage)[0]
    return Offered(
        id=passage.id,
        text=passage.text,
        title=document.title,
        source=source.book,
        heading=source.heading,
        editions=passage.editions,
        lead=lead_of(passage),
        chunk=document.id,
    )


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
