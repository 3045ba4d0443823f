"""A user's books under another embedding model: vectors of its own width beside the embedded model's, none lost by a
change of model, and the embedded model in its place where its endpoint fails."""

from __future__ import annotations

import logging
import zlib
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from api.cli import app
from gm.oracle import Oracle
from gm.oracle.records import Asking
from lore.bm25 import terms
from lore.embedding import MiniLM
from lore.embedding_remote import EmbeddingUnavailable, RemoteModel
from lore.ingest import vectors
from lore.ingest.collection import Collection, CollectionError
from lore.ingest.filling import searchable
from lore.ingest.ingesting import forget, ingest
from lore.passages import load_documents
from tests.lore.embedding_endpoint import SIZE, endpoint

BOOKS = Path(__file__).parent / "books"
TOLLS, RIVER = BOOKS / "tolls.md", BOOKS / "river.txt"
OURS = tuple(d for d in load_documents() if {"critical", "travel"} & set(d.id.split("-")))
FERRY = "What does the ferry across the Sable River cost each Hero?"


class Words:
    """A model of another width: stems counted into so many places. It counts its texts, and may fail after some."""

    def __init__(self, width: int = 512, fails_after: int | None = None, name: str = "words") -> None:
        self.width, self.fails_after, self.name = width, fails_after, name
        self.texts: list[str] = []

    def embed(self, texts):
        if self.fails_after is not None and len(self.texts) + len(texts) > self.fails_after:
            raise EmbeddingUnavailable("the embeddings endpoint can't be reached (test)")
        self.texts += texts
        rows = np.full((len(texts), self.width), 1e-3, dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for term in terms(text):
                row[zlib.crc32(term.encode()) % self.width] += 1.0
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)

    def fingerprint(self) -> str:
        return f"{zlib.crc32(self.name.encode()):016x}"[::-1]


class Counted(MiniLM):
    """The embedded model, counting."""

    texts: list[str] = []

    def embed(self, texts):
        Counted.texts += texts
        return super().embed(texts)


@pytest.fixture(autouse=True)
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the embedded model embeds from now on, whoever asks it."""
    monkeypatch.setattr(Counted, "texts", [])
    monkeypatch.setattr("lore.ingest.filling.MiniLM", Counted)
    monkeypatch.setattr("lore.ingest.collection.MiniLM", Counted)
    return Counted.texts


def taken_in(data: Path, model: Words | MiniLM | None, *files: Path):
    """Take books in by a model (None: the embedded one); returns the report."""
    collection = Collection(data, "mine", model=model)
    report = ingest(collection, files)
    collection.close()
    return report


def made(data: Path, model: Words | MiniLM | None) -> int:
    """How many vectors of a model there are."""
    collection = Collection(data, "mine", model=model)
    count = collection.vectors.count()
    collection.close()
    return count


def test_vectors_are_as_wide_as_the_model_makes_them_and_find_the_right_chunk(tmp_path: Path, counted: list[str]):
    words = Words()
    report = taken_in(tmp_path, words, TOLLS, RIVER)
    assert report.embedded == report.chunks == len(words.texts) and Counted.texts == []
    search = searchable(Collection(tmp_path, "mine", model=words))
    kept = search.vectors.store.get(include=["embeddings"])["embeddings"]
    assert kept.shape == (report.chunks, 512)
    (hit,) = search.search(FERRY, 1)
    assert hit.book.name == "river.txt" and hit.weight.similarity > 0.3
    search.close()
    assert len(words.texts) == report.chunks + 1 and Counted.texts == []


def test_switching_back_and_forth_embeds_only_what_a_model_lacks(tmp_path: Path):
    words, other = Words(), Words(64, name="other")
    chunks = taken_in(tmp_path, None, TOLLS).chunks
    assert taken_in(tmp_path, words, TOLLS).embedded == chunks
    assert taken_in(tmp_path, other, TOLLS).embedded == chunks
    for model in (None, words, other):
        assert taken_in(tmp_path, model, TOLLS).embedded == 0
    both = taken_in(tmp_path, words, RIVER)
    assert both.embedded == both.chunks - chunks
    assert [made(tmp_path, model) for model in (None, words, other)] == [chunks, both.chunks, chunks]
    assert taken_in(tmp_path, None, TOLLS).embedded == both.chunks - chunks


def test_asking_embeds_what_the_model_lacks_once_and_says_so_before(tmp_path: Path):
    chunks = taken_in(tmp_path, None, TOLLS, RIVER).chunks
    words, said = Words(), []
    for _ in range(2):
        searchable(Collection(tmp_path, "mine", model=words), notice=said.append).close()
    assert said == [f"making vectors of {chunks} chunks of the collection 'mine', once for this model"]
    assert len(words.texts) == chunks == made(tmp_path, words)


def test_vectors_of_texts_that_are_gone_do_not_crowd_out_those_that_are_there(tmp_path: Path):
    words = Words()
    chunks = taken_in(tmp_path, words, TOLLS, RIVER).chunks
    collection = Collection(tmp_path, "mine")
    left = forget(collection, "river.txt").chunks
    collection.close()
    search = searchable(Collection(tmp_path, "mine", model=words))
    assert search.vectors.count() == chunks > left
    assert len(search.ranked(FERRY)["dense"]) == left
    search.close()
    assert taken_in(tmp_path, words, TOLLS).removed == chunks - left
    assert made(tmp_path, words) == left


def test_an_endpoint_that_fails_half_way_through_an_ingest_loses_nothing(tmp_path: Path, monkeypatch, caplog):
    monkeypatch.setattr(vectors, "BATCH", 4)
    failing = Words(fails_after=5)
    with caplog.at_level(logging.WARNING):
        report = taken_in(tmp_path, failing, TOLLS, RIVER)
    assert "the embedded model makes the vectors of the collection 'mine': the embeddings endpoint" in caplog.text
    assert report.chunks == report.embedded == made(tmp_path, None) == len(Counted.texts)
    assert made(tmp_path, failing) == 4
    healthy = Words()
    assert taken_in(tmp_path, healthy, TOLLS).embedded == report.chunks - 4 == len(healthy.texts)


def test_an_endpoint_that_fails_when_asked_leaves_the_question_to_the_embedded_model(tmp_path: Path, caplog):
    with endpoint() as (url, seen):
        chunks = taken_in(tmp_path, RemoteModel(url, "tiny"), TOLLS, RIVER).chunks
        assert sum(len(body["input"]) for _, _, body in seen) == chunks
        remote = RemoteModel(url, "tiny")
    oracle = Oracle(tmp_path, documents=OURS, embedding=remote)
    with caplog.at_level(logging.WARNING):
        answer = oracle.ask(FERRY, "old-west", collection="mine")
        again = oracle.ask(FERRY, "old-west", collection="mine")
    oracle.close()
    assert caplog.text.count("the embedded model finds the rules: the embeddings endpoint can't be reached") == 1
    plain = Oracle(tmp_path, documents=OURS)
    assert answer.answer == again.answer == plain.ask(FERRY, "old-west", collection="mine").answer
    assert "$15" in answer.answer and "river.txt" in answer.answer
    plain.close()
    assert made(tmp_path, None) == chunks
    assert made(tmp_path, remote) == chunks


def test_an_oracle_with_a_model_of_an_endpoint_searches_the_books_with_it(tmp_path: Path):
    taken_in(tmp_path, None, TOLLS, RIVER)
    Counted.texts.clear()
    with endpoint() as (url, _):
        said: list[str] = []
        oracle = Oracle(tmp_path, documents=OURS, embedding=RemoteModel(url, "tiny"), notice=said.append)
        oracle.ask(FERRY, "old-west", collection="mine")
        search = oracle._books["mine"].search
        assert search.vector(FERRY).shape == (SIZE,) and len(said) == 1
        oracle.close()
    assert Counted.texts == []


def test_a_model_that_fails_only_for_the_books_question_is_replaced_within_it(tmp_path: Path):
    chunks = taken_in(tmp_path, Words(), RIVER).chunks
    oracle = Oracle(tmp_path, documents=(), embedding=Words(fails_after=0))
    found = oracle._from_books("mine", Asking(FERRY, "old-west"))
    assert any("$15" in claim.text for claim in found.claims)
    assert len(Counted.texts) == chunks + 1
    oracle.close()


def test_nobody_who_asks_waits_for_more_than_so_many_chunks(tmp_path: Path, caplog):
    words = Words()
    chunks = taken_in(tmp_path, None, TOLLS, RIVER).chunks
    with caplog.at_level(logging.WARNING):
        search = searchable(Collection(tmp_path, "mine", model=words), most=chunks - 1)
    assert f"the embedded model searches the books: {chunks} chunks" in caplog.text
    assert isinstance(search.collection.model, MiniLM) and words.texts == []
    search.close()
    larger = tmp_path / "more"
    taken_in(larger, words, TOLLS, RIVER)
    with pytest.raises(
        CollectionError, match=r"`brimstone-gm ingest FILE --collection mine` with any one of its books"
    ):
        searchable(Collection(larger, "mine"), most=chunks - 1)
    searchable(Collection(larger, "mine"), most=None).close()
    assert made(larger, None) == chunks


def test_a_collection_that_is_being_changed_is_not_filled_by_who_asks(tmp_path: Path):
    taken_in(tmp_path, None, TOLLS)
    other = Collection(tmp_path, "mine")
    with other.changing(), pytest.raises(CollectionError, match="another process is changing"):
        searchable(Collection(tmp_path, "mine", model=Words()))
    with other.changing():
        searchable(Collection(tmp_path, "mine")).close()


def test_another_model_under_the_same_name_has_its_vectors_made_anew(tmp_path: Path, caplog):
    chunks = taken_in(tmp_path, Words(32), TOLLS).chunks
    wider = Words(48)
    search = searchable(Collection(tmp_path, "mine", model=wider))
    with pytest.raises(EmbeddingUnavailable, match="of 48 figures now, and sent 32 before"):
        search.search("what is a toll?")
    search.close()
    assert taken_in(tmp_path, wider, TOLLS).embedded == chunks
    search = searchable(Collection(tmp_path, "mine", model=wider))
    assert search.search("what is a toll?", 1)
    search.close()
    with caplog.at_level(logging.WARNING):
        report = taken_in(tmp_path, Words(16), TOLLS, RIVER)
    assert report.embedded == report.chunks and "are made anew" in caplog.text and Counted.texts == []


def test_the_command_line_uses_the_model_that_is_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("BRIMSTONE_DATA", str(tmp_path))
    monkeypatch.setattr("api.asking.Oracle", partial(Oracle, documents=OURS))

    def ran(*arguments: object):
        return CliRunner().invoke(app, [*map(str, arguments)])

    assert ran("ingest", TOLLS).exit_code == 0
    monkeypatch.setenv("BRIMSTONE_EMBEDDINGS_MODEL", "tiny")
    half = ran("ingest", TOLLS)
    assert half.exit_code == 2 and "set BRIMSTONE_EMBEDDINGS_API_KEY, or _BASE_URL" in half.stderr
    with endpoint() as (url, seen):
        monkeypatch.setenv("BRIMSTONE_EMBEDDINGS_BASE_URL", url)
        assert "12 chunks (12 embedded, 0 as they were" in ran("ingest", RIVER).stdout
        assert sum(len(body["input"]) for _, _, body in seen) == 12
        monkeypatch.setenv("BRIMSTONE_EMBEDDINGS_MODEL", "other")
        first, second = (ran("ask", "--collection", "books", "--edition", "old-west", FERRY) for _ in range(2))
        assert "(making vectors of 12 chunks of the collection 'books', once for this model)" in first.stderr
        assert "making vectors" not in second.stderr and first.stdout == second.stdout
    down = ran("ask", "--collection", "books", "--edition", "old-west", FERRY)
    assert down.exit_code == 0 and "$15" in down.stdout
