"""Finding chunks of a user's books: by meaning, keywords and sections, fused by rank and weighed by the question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from lore.bm25 import Synonyms, held, terms
from lore.ingest.collection import Collection
from lore.ingest.records import Chunk
from lore.ingest.shelf import Shelf, ShelfBook
from lore.names import generalise
from lore.question import read
from lore.retrieval import share

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

RRF_K = 20
DEPTH = 100
WEIGHED = 40
OF_A_SECTION = 2
PREFERRED = 1.3
WEIGHTS = {"dense": 1.0, "keyword": 1.0, "keyword-class": 0.4, "section": 1.0, "evidence": 1.0}


class Weight(msgspec.Struct, frozen=True):
    """How well a chunk fits a question: the share of the question's weight that its text holds, that text and headings
    hold together, and the cosine similarity; `score` mixes them as for our own corpus."""

    keyword: float
    context: float
    similarity: float

    @property
    def score(self) -> float:
        """The mixture, about 0 to 1."""
        return 0.4 * self.keyword + 0.15 * self.context + 0.45 * self.similarity


class BookHit(msgspec.Struct, frozen=True):
    """A chunk that was found: its row on the shelf, its id, its book, its fused score, and how well it fits."""

    row: int
    id: str
    book: ShelfBook
    chunk: Chunk
    score: float
    weight: Weight


class BookSearch:
    """Searches one collection. Opening it reads the shelf and opens the vectors; `close` lets both go."""

    def __init__(self, collection: Collection, *, synonyms: Synonyms | None = None) -> None:
        self.collection = collection
        self.synonyms = synonyms or Synonyms.load()
        self.shelf: Shelf = collection.shelf()
        self.vectors = collection.vectors
        self._rows = {row.id: number for number, row in enumerate(self.shelf.rows)}

    def close(self) -> None:
        """Let the collection's files go."""
        self.collection.close()

    def search(
        self, question: str, k: int = 5, *, edition: str | None = None, prefer: Sequence[str] = ()
    ) -> list[BookHit]:
        """The k chunks that fit a question best, best first.

        `edition` keeps only books of that edition; `prefer` puts books of these editions before others that fit as
        well, unless the question itself names editions: then those.
        """
        vector = self.vector(question)
        ranked, weights = self._ranked(question, vector, self._lists(question, vector, edition), prefer)
        hits = []
        for row, score in ranked[: max(k, 1)]:
            shelved = self.shelf.rows[row]
            weight = weights.get(row) or Weight(0.0, 0.0, 0.0)
            hits.append(BookHit(row, shelved.id, self.shelf.books[shelved.book], shelved.chunk, score, weight))
        return hits

    def ranked(self, question: str, *, prefer: Sequence[str] = ()) -> dict[str, list[int]]:
        """The rows as each way of searching ranks them, best first: `bm25`, `dense`, `fused` (all lists), and `weighed`
        (what `search` gives)."""
        vector = self.vector(question)
        lists = self._lists(question, vector, None)
        return {
            "bm25": lists["keyword"],
            "dense": lists["dense"],
            "fused": [row for row, _ in self._fused(question, lists, ())],
            "weighed": [row for row, _ in self._ranked(question, vector, lists, prefer)[0]],
        }

    def parent(self, row: int) -> list[Chunk]:
        """The whole section of a chunk: all chunks of it that the shelf holds, in their order."""
        return next([self.shelf.rows[one].chunk for one in rows] for rows in self.shelf.sections if row in rows)

    def telling(self, question: str) -> dict[str, float]:
        """The stems of a question, with what the synonyms add, each by how telling it is among these books."""
        texts = self.shelf.texts
        return {term: weight * texts.idf(term) for term, weight in self.synonyms.weights(question).items()}

    def vector(self, question: str) -> NDArray[np.float32]:
        """A question's vector."""
        vector: NDArray[np.float32] = self.collection.model.embed([question])[0]
        return vector

    def _lists(self, question: str, vector: NDArray[np.float32], edition: str | None) -> dict[str, list[int]]:
        """The rows by meaning, by keywords, by keywords with names put as their class (a ghoul is an Enemy: rules
        seldom speak of ghouls), and by keywords of whole sections."""
        depth = DEPTH if edition is None else 4 * DEPTH
        shelf, query = self.shelf, self.synonyms.weights(question)
        # vectors of texts that the shelf no longer holds may lie nearer, until the next ingest removes them
        stale = max(0, self.vectors.count() - len(shelf.rows))
        near = self.vectors.nearest(vector, min(depth, max(1, len(shelf.rows))) + stale)
        scores = shelf.texts.scores(query)
        keyword = shelf.texts.search(query, depth)
        general = generalise(question).text
        found = {
            "dense": [self._rows[id_] for id_, _ in near if id_ in self._rows],
            "keyword": keyword,
            "keyword-class": keyword
            if general == question
            else shelf.texts.search(self.synonyms.weights(general), depth),
            "section": [
                row
                for number in shelf.whole.search(query, depth)
                for row in sorted(shelf.sections[number], key=lambda row: (-scores[row], row))[:OF_A_SECTION]
            ],
        }
        return {
            name: [row for row in rows if edition is None or edition in shelf.editions(row)][:DEPTH]
            for name, rows in found.items()
        }

    def _ranked(
        self,
        question: str,
        vector: NDArray[np.float32],
        lists: Mapping[str, Sequence[int]],
        prefer: Sequence[str],
    ) -> tuple[list[tuple[int, float]], dict[int, Weight]]:
        """The rows with their scores, best first, and how well the best of them fit."""
        first = [row for row, _ in self._fused(question, lists, prefer)][:WEIGHED]
        weights = self._weigh(question, vector, first)
        evidence = sorted(first, key=lambda row: (-weights[row].score, row))
        ranked = self._fused(question, {**lists, "evidence": evidence}, prefer)
        editions = read(question).editions
        return (self._with_counterparts(ranked, editions) if len(editions) > 1 else ranked), weights

    def _fused(
        self, question: str, lists: Mapping[str, Sequence[int]], prefer: Sequence[str]
    ) -> list[tuple[int, float]]:
        totals: dict[int, float] = {}
        for name, rows in lists.items():
            for rank, row in enumerate(rows, 1):
                totals[row] = totals.get(row, 0.0) + WEIGHTS[name] / (RRF_K + rank)
        preferred = frozenset(read(question).editions or prefer)
        for row in totals:
            if preferred.intersection(self.shelf.editions(row)):
                totals[row] *= PREFERRED
        return sorted(totals.items(), key=lambda item: (-item[1], item[0]))

    def _weigh(self, question: str, vector: NDArray[np.float32], rows: Sequence[int]) -> dict[int, Weight]:
        weights = self.telling(question)
        similar = self.vectors.similarities(vector, [self.shelf.rows[row].id for row in rows])
        found = {}
        for row in rows:
            chunk = self.shelf.rows[row].chunk
            own = held(chunk.text)
            context = own | held(" ".join(chunk.path))
            cosine = max(0.0, similar.get(self.shelf.rows[row].id, 0.0))
            found[row] = Weight(share(weights, own), share(weights, context), cosine)
        return found

    def _with_counterparts(self, ranked: list[tuple[int, float]], editions: Sequence[str]) -> list[tuple[int, float]]:
        """The rows with, behind the best one, the same rule in the other editions that are compared: what stands under
        the same heading there and shares most words with it."""
        if not ranked:
            return ranked
        best, score = ranked[0]
        mine = self.shelf.rows[best].chunk
        added = []
        for edition in editions:
            if edition in self.shelf.editions(best) or not mine.path:
                continue
            alike = [
                (-len(held(mine.text) & held(row.chunk.text)), number)
                for number, row in enumerate(self.shelf.rows)
                if row.chunk.path and terms(row.chunk.path[-1]) == terms(mine.path[-1])
                if edition in self.shelf.editions(number)
            ]
            if alike:
                added.append((min(alike)[1], score))
        rows = {row for row, _ in added}
        return [ranked[0], *added, *(item for item in ranked[1:] if item[0] not in rows)]
