"""The vector index: a persistent Chroma collection, rebuilt when corpus or model change, or when it is damaged."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import time
import uuid
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from lore.asked import KnownQuestion, load_asked
from lore.embedding import EmbeddingModel, MiniLM
from lore.passages import Document, Role, load_documents
from lore.ready_vectors import embed_ready

if TYPE_CHECKING:
    import numpy as np
    from langchain_chroma import Chroma
    from numpy.typing import NDArray

FORMAT = "2"
NEARLY_EXACT: Any = {"hnsw": {"space": "cosine", "ef_construction": 400, "ef_search": 400, "max_neighbors": 32}}
WHOLE = "#whole"
COLLECTION, ASKED = "brimstone-lore", "brimstone-asked"
STALE_SECONDS = 86_400
MOST_AT_ONCE = 4_000
_OURS = re.compile(r"^(lore|draft)-[0-9a-f]{16}(-[0-9a-f]{8})?$")


class IndexUnusable(RuntimeError):
    """The index could neither be opened nor built anew; the message names the folder and the cause."""


class Near(msgspec.Struct, frozen=True):
    """A chunk near to a question: its id (`entry#2`, or `entry#whole`), its entry, and the cosine similarity."""

    chunk: str
    document: str
    similarity: float


class Alike(msgspec.Struct, frozen=True):
    """An asked question that is like a player's, and their cosine similarity."""

    asked: KnownQuestion
    similarity: float


class LoreIndex:
    """The corpus as vectors in `folder`, one subfolder for each (corpus, model) pair: a collection of its chunks, and
    one of the questions that players ask of it.

    Opening builds the collection if its subfolder is missing, incomplete or damaged. It is built beside its place and
    then renamed into it, so a process that dies half-way leaves nothing that looks finished. With a `url` the
    collections live on a Chroma server instead, named by the same pair; one that is incomplete is made anew.

    Raises:
        IndexUnusable: the folder can't be written, a freshly built index can't be read back, or the server fails.
    """

    def __init__(
        self,
        folder: Path,
        documents: Sequence[Document],
        model: EmbeddingModel | None = None,
        asked: Sequence[KnownQuestion] = (),
        url: str = "",
    ) -> None:
        self.documents = tuple(documents)
        self.asked = {one.id: one for one in asked}
        self.model: EmbeddingModel = model or MiniLM()
        self.root = folder
        self._chunks = tuple(chunks_of(self.documents))
        self.key = _key(self._chunks, self.asked.values(), self.model)
        self.path = folder / f"lore-{self.key}"
        self.url = url
        self.rebuilt = False
        self._store: Chroma | None = None
        self._questions: Any = None
        self._vector = lru_cache(maxsize=64)(self._embedded)

    def open(self) -> LoreIndex:
        """Make the collection ready to search; returns itself. `rebuilt` then tells whether it had to be built."""
        if self._store is not None:
            return self
        if self.url:
            return self._open_on_server()
        store = self._try_open(self.path) if self.path.exists() else None
        if store is None:
            self._build()
            store = self._try_open(self.path)
        if store is None:
            raise IndexUnusable(f"the index in {self.path} can't be read back after building it: check disk and rights")
        self._store = store
        self._questions = store._client.get_collection(ASKED) if self.asked else None
        return self

    def close(self) -> None:
        """Release the collection's files; the index can be opened again."""
        if self._store is not None:
            _close(self._store)
            self._store = self._questions = None

    @property
    def store(self) -> Chroma:
        """The LangChain vector store, for retrievers of LangChain's own kind."""
        self.open()
        assert self._store is not None
        return self._store

    def vector(self, question: str) -> NDArray[np.float32]:
        """A question's vector: 384 floats of length 1."""
        return self._vector(question)

    def _embedded(self, question: str) -> NDArray[np.float32]:
        vector: NDArray[np.float32] = self.model.embed([question])[0]
        vector.flags.writeable = False
        return vector

    def nearest(self, vector: NDArray[np.float32], k: int, *, among: Collection[str] | None = None) -> list[Near]:
        """The k chunks nearest to a vector, nearest first; only of the entries `among`, where they are given."""
        if among is not None and not among:
            return []
        where: dict[str, Any] | None = None if among is None else {"document": {"$in": sorted(among)}}
        found = self.store.similarity_search_by_vector_with_relevance_scores(
            vector.tolist(), k=max(1, min(k, len(self._chunks))), filter=where
        )
        return [Near(d.metadata["chunk"], d.metadata["document"], 1.0 - distance) for d, distance in found]

    def alike(self, vector: NDArray[np.float32], k: int) -> list[Alike]:
        """The k asked questions that are most like the one of a vector, most alike first."""
        self.open()
        if self._questions is None:
            return []
        found = self._questions.query(
            query_embeddings=[vector.tolist()], n_results=max(1, min(k, len(self.asked))), include=["distances"]
        )
        rows = zip(found["ids"][0], found["distances"][0], strict=True)
        likes = [Alike(self.asked[id_], 1.0 - far) for id_, far in rows]
        return sorted(likes, key=lambda like: (-like.similarity, like.asked.id))

    def similarities(self, vector: NDArray[np.float32], chunks: Sequence[str]) -> dict[str, float]:
        """The cosine similarity of a vector with each of these chunks that the index holds."""
        import numpy as np

        if not chunks:
            return {}
        found = self.store.get(ids=list(dict.fromkeys(chunks)), include=["embeddings"])
        products = np.asarray(found["embeddings"], dtype=np.float32) @ vector
        return dict(zip(found["ids"], map(float, products), strict=True))

    def _open_on_server(self) -> LoreIndex:
        from langchain_chroma import Chroma

        from lore.chroma_server import connect
        from lore.embedding_adapters import MiniLMEmbeddings

        names = (f"{COLLECTION}-{self.key}", f"{ASKED}-{self.key}")
        try:
            client = connect(self.url)
            there = {one.name: client.get_collection(one.name).count() for one in client.list_collections()}
            whole = there.get(names[0]) == len(self._chunks) and there.get(names[1], 0) == len(self.asked)
            if not whole:
                for name in names:
                    if name in there:
                        client.delete_collection(name)
            store = Chroma(
                client=client,
                collection_name=names[0],
                embedding_function=MiniLMEmbeddings(self.model),
                collection_configuration=NEARLY_EXACT,
            )
            if not whole:
                self.rebuilt = True
                self._fill(store, names[1])
            self._questions = client.get_collection(names[1]) if self.asked else None
        except ConnectionError as error:
            raise IndexUnusable(str(error)) from error
        except Exception as error:  # httpx, chromadb and urllib each have their own
            raise IndexUnusable(f"the vector store at {self.url} (BRIMSTONE_CHROMA_URL) fails: {error}") from error
        self._store = store
        return self

    def _fill(self, store: Chroma, asked: str) -> None:
        """Embed every chunk and every known question into a store's collections."""
        chunks = self._chunks
        vectors = embed_ready(self.model, [text for _, text, _ in chunks])
        most = min(MOST_AT_ONCE, store._client.get_max_batch_size())
        # through the store's own collection, so that the vectors above are used and nothing is embedded twice
        for start in range(0, len(chunks), most):
            part = chunks[start : start + most]
            store._collection.add(
                ids=[chunk for chunk, _, _ in part],
                documents=[text for _, text, _ in part],
                embeddings=vectors[start : start + most].tolist(),
                metadatas=[{"chunk": c, "document": d.id, "kind": str(d.kind), "title": d.title} for c, _, d in part],
            )
        self._add_asked(store, asked, most)

    def _build(self) -> None:
        """Embed every chunk into a new collection beside the index's place, then rename it into that place."""
        self.rebuilt = True
        draft = self.root / f"draft-{self.key}-{uuid.uuid4().hex[:8]}"
        try:
            self.root.mkdir(parents=True, exist_ok=True)
            store = _open_store(draft, self.model)
            self._fill(store, ASKED)
            _close(store)
            self._put_in_place(draft)
        except OSError as error:
            raise IndexUnusable(f"the index can't be built in {self.root}: {error}; give a writable folder") from error
        finally:
            forget(draft)
            shutil.rmtree(draft, ignore_errors=True)
        self._sweep()

    def _add_asked(self, store: Chroma, name: str, most: int) -> None:
        if not self.asked:
            return
        cosine: Any = NEARLY_EXACT
        kept = store._client.create_collection(name, embedding_function=None, configuration=cosine)
        ids = list(self.asked)
        vectors = embed_ready(self.model, [self.asked[id_].question for id_ in ids])
        for start in range(0, len(ids), most):
            kept.add(ids=ids[start : start + most], embeddings=vectors[start : start + most])

    def _put_in_place(self, draft: Path) -> None:
        """Rename the draft to its place, unless another process has put a whole one there meanwhile."""
        if self.path.exists():
            theirs = self._try_open(self.path)
            if theirs is not None:
                _close(theirs)
                return
            _remove(self.path)
        try:
            os.replace(draft, self.path)
        except OSError:
            if not self.path.is_dir():
                raise

    def _sweep(self) -> None:
        """Remove collections of earlier corpora, and drafts left behind, that are more than a day old."""
        for old in self.root.iterdir():
            if _OURS.match(old.name) and old != self.path and time.time() - old.stat().st_mtime > STALE_SECONDS:
                _remove(old)

    def _try_open(self, path: Path) -> Chroma | None:
        """The collection at `path` if it is whole: every chunk is there and a probe finds its own entry."""
        store = None
        chunks = self._chunks
        try:
            store = _open_store(path, self.model, create=False)
            if store._collection.count() == len(chunks) and self._asked_whole(store):
                probe = store._collection.get(ids=[chunks[-1][0]], include=["embeddings"])["embeddings"]
                if probe is not None and len(probe) == 1:
                    store._collection.query(query_embeddings=probe, n_results=1)
                    return store
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException:  # on a damaged database Chroma's engine panics, which is no Exception
            pass
        if store is not None:
            _close(store)
        forget(path)
        return None

    def _asked_whole(self, store: Chroma) -> bool:
        return not self.asked or store._client.get_collection(ASKED).count() == len(self.asked)


def chunks_of(documents: Sequence[Document]) -> Iterator[tuple[str, str, Document]]:
    """(id, text, entry) of every chunk: the whole entry, then each of its passages but the example."""
    for document in documents:
        yield document.id + WHOLE, document.summary, document
        for passage in document.passages:
            if passage.role is not Role.EXAMPLE:
                yield passage.id, document.passage_text(passage), document


def texts_of() -> list[str]:
    """Every text of the package's own corpus and known questions that an index embeds."""
    return [text for _, text, _ in chunks_of(load_documents())] + [one.question for one in load_asked()]


def _key(chunks: Sequence[tuple[str, str, Document]], asked: Iterable[KnownQuestion], model: EmbeddingModel) -> str:
    """Sixteen hex digits over all that is built: format, model, and each chunk's and asked question's id and text."""
    digest = hashlib.sha256(f"{FORMAT}:{model.fingerprint()}".encode())
    for chunk, text, document in chunks:
        digest.update(f"\0{chunk}\0{document.kind}\0{text}".encode())
    for one in asked:
        digest.update(f"\0?{one.id}\0{one.question}".encode())
    return digest.hexdigest()[:16]


def _open_store(path: Path, model: EmbeddingModel, *, create: bool = True) -> Chroma:
    import chromadb
    from chromadb.config import Settings
    from langchain_chroma import Chroma

    from lore.embedding_adapters import MiniLMEmbeddings

    path.mkdir(parents=True, exist_ok=True)
    client = chromadb.PersistentClient(path=str(path), settings=Settings(anonymized_telemetry=False))
    return Chroma(
        client=client,
        collection_name=COLLECTION,
        embedding_function=MiniLMEmbeddings(model),
        collection_configuration=NEARLY_EXACT if create else None,
        create_collection_if_not_exists=create,
    )


def _close(store: Chroma) -> None:
    close = getattr(store._client, "close", None)
    if close is not None:
        close()


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)


def forget(path: Path) -> None:
    """Drop Chroma's cached system of a folder that could not be opened, so that the next try starts afresh."""
    from chromadb.api.shared_system_client import SharedSystemClient

    for table in ("_identifier_to_system", "_identifier_to_refcount"):
        getattr(SharedSystemClient, table, {}).pop(str(path), None)
