"""The vectors of a collection in Chroma: in a folder of the collection, or on a server where its URL is set."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lore.chroma_server import connect
from lore.embedding import EmbeddingModel
from lore.embedding_remote import EmbeddingUnavailable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PREFIXED = "1"
BATCH = 128
MOST_AT_ONCE = 4_000


class VectorsUnusable(RuntimeError):
    """The vector store can't be opened or written; the message says which and how to mend it."""

    code = "vectors-unusable"


class OtherWidth(EmbeddingUnavailable):
    """A model sends vectors of another width than those kept under its name; those are let go, to be made anew."""


class Vectors:
    """The vectors of one collection by the ids of its chunks, as one model makes them: each model has its own, side by
    side, as wide as that model makes them. `uid` keeps collections of one server apart."""

    def __init__(self, folder: Path, uid: str, model: EmbeddingModel, url: str = "") -> None:
        self.folder = folder
        self.model = model
        self.url = url
        self.uid = uid
        self.name = f"books-{uid}-{model.fingerprint()[:8]}-{PREFIXED}"
        self._width = 0
        self._client: Any = None
        self._store: Any = None

    def open(self) -> Vectors:
        """Connect; a folder that is damaged is emptied, so that its vectors are made anew. Returns itself.

        Raises:
            VectorsUnusable: the server does not answer, or the folder can't be written.
        """
        if self._store is not None:
            return self
        if self.url:
            self._connect_server()
            return self
        try:
            self._connect_folder()
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException:  # on a damaged database Chroma's engine panics, which is no Exception
            self.close()
            shutil.rmtree(self.folder, ignore_errors=True)
            try:
                self._connect_folder()
            except (KeyboardInterrupt, SystemExit):
                raise
            except BaseException as error:
                raise VectorsUnusable(
                    f"the vectors in {self.folder} can't be opened: {error}; check its rights"
                ) from error
        return self

    def close(self) -> None:
        """Let the store's files go; it can be opened again."""
        from lore.index import forget

        close = getattr(self._client, "close", None)
        if close is not None:
            close()
        self._client = self._store = None
        forget(self.folder)

    def ids(self) -> frozenset[str]:
        """The ids of all vectors that are there."""
        return frozenset(self.store.get(include=[])["ids"])

    @property
    def store(self) -> Any:
        """Chroma's collection."""
        self.open()
        return self._store

    def add(
        self,
        chunks: Sequence[tuple[str, str, dict[str, Any]]],
        done: Callable[[int], None] = lambda count: None,
    ) -> None:
        """Embed and keep (id, text, metadata); batch by batch, so that what is done outlives an interruption.

        Raises:
            EmbeddingUnavailable: the model's endpoint fails; what was made before that is kept.
            OtherWidth: the model makes vectors of another width than before; none are left.
        """
        for start in range(0, len(chunks), BATCH):
            batch = chunks[start : start + BATCH]
            vectors = self.model.embed([text for _, text, _ in batch])
            store = self.store
            self._fits(vectors.shape[1])
            store.upsert(
                ids=[id_ for id_, _, _ in batch],
                documents=[text for _, text, _ in batch],
                embeddings=vectors.tolist(),
                metadatas=[metadata for _, _, metadata in batch],
            )
            self._width = vectors.shape[1]
            done(len(batch))

    def count(self) -> int:
        """How many vectors are there."""
        return int(self.store.count())

    def describe(self, chunks: Sequence[tuple[str, dict[str, Any]]]) -> None:
        """Put new metadata to vectors that stay as they are."""
        for start in range(0, len(chunks), MOST_AT_ONCE):
            batch = chunks[start : start + MOST_AT_ONCE]
            self.store.update(ids=[id_ for id_, _ in batch], metadatas=[metadata for _, metadata in batch])

    def drop(self, ids: Iterable[str]) -> None:
        """Remove vectors."""
        gone = sorted(ids)
        for start in range(0, len(gone), MOST_AT_ONCE):
            self.store.delete(ids=gone[start : start + MOST_AT_ONCE])

    def nearest(self, vector: NDArray[np.float32], k: int) -> list[tuple[str, float]]:
        """The k nearest chunks: (id, cosine similarity), nearest first. Raises `OtherWidth` for a vector that is not as
        wide as those kept."""
        store = self.store
        self._fits(len(vector))
        found = store.query(query_embeddings=[vector.tolist()], n_results=max(1, k), include=["distances"])
        return [
            (id_, 1.0 - float(distance)) for id_, distance in zip(found["ids"][0], found["distances"][0], strict=True)
        ]

    def similarities(self, vector: NDArray[np.float32], ids: Sequence[str]) -> dict[str, float]:
        """The cosine similarity of a vector with each of these chunks that is there."""
        import numpy as np

        if not ids:
            return {}
        found = self.store.get(ids=list(dict.fromkeys(ids)), include=["embeddings"])
        products = np.asarray(found["embeddings"], dtype=np.float32) @ vector
        return dict(zip(found["ids"], map(float, products), strict=True))

    def forget(self) -> None:
        """Remove the collection for good, whatever models made its vectors."""
        if self.url:
            self.open()
            for one in self._client.list_collections():
                if one.name.startswith(f"books-{self.uid}-"):
                    self._client.delete_collection(one.name)
        self.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _connect_folder(self) -> None:
        import chromadb
        from chromadb.config import Settings

        self.folder.mkdir(parents=True, exist_ok=True)
        self._client = chromadb.PersistentClient(path=str(self.folder), settings=Settings(anonymized_telemetry=False))
        self._get_collection()
        probe = self._probe()
        if len(probe):
            self._store.query(query_embeddings=probe, n_results=1, include=[])

    def _connect_server(self) -> None:
        try:
            self._client = connect(self.url)
            self._get_collection()
            self._probe()
        except ConnectionError as error:
            raise VectorsUnusable(str(error)) from error
        except Exception as error:  # httpx, chromadb and urllib each have their own
            raise VectorsUnusable(f"the vector store at {self.url} (BRIMSTONE_CHROMA_URL) fails: {error}") from error

    def _get_collection(self) -> None:
        # no embedding function: ours are made by `add`, and Chroma's default would download a model
        self._store = self._client.get_or_create_collection(
            self.name, embedding_function=None, configuration={"hnsw": {"space": "cosine"}}
        )

    def _probe(self) -> Any:
        """One of the vectors kept, or none; it tells how wide they are."""
        probe = self._store.get(limit=1, include=["embeddings"])["embeddings"]
        self._width = len(probe[0]) if len(probe) else 0
        return probe

    def _fits(self, width: int) -> None:
        if self._width not in (0, width):
            kept, self._width = self._width, 0
            self._client.delete_collection(self.name)
            self._get_collection()
            raise OtherWidth(
                f"the embeddings endpoint sends vectors of {width} figures now, and sent {kept} before: "
                "another model answers under that name, so their vectors are made anew"
            )
