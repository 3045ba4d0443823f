"""Finding entries: dense and keyword search over entries and over their statements, fused by reciprocal rank, and then
ordered anew by the reranker."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from lore.asked import KnownQuestion, load_asked
from lore.bm25 import BM25, Synonyms, terms
from lore.embedding import EmbeddingModel
from lore.index import WHOLE, Alike, LoreIndex
from lore.passages import Document, Kind, Passage, Role, load_documents
from lore.question import read
from lore.rerank import Asked, entry_features, weigh, weights
from lore.sets import passes

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

RRF_K = 60
TITLE_WEIGHT, KEYWORD_WEIGHT, BODY_WEIGHT, EXAMPLE_WEIGHT = 2.5, 2.0, 1.0, 0.4
DEPTH = 120
RERANKED = 30
ALIKE = 60
WIDER = 4
SPREAD = 4.0


class Evidence(msgspec.Struct, frozen=True):
    """A passage of a found entry and how well it fits the question.

    `keyword` is the share of the question's weight (stems by rarity) that the passage holds itself, `context` the share
    that passage, title and keywords hold together, `similarity` the cosine, `alike` the greatest
    cosine with a known question that it answers (0: none is near) and `says` the yes or no that it gives to that one;
    `score` mixes them, about 0 to 1.
    """

    passage: Passage
    keyword: float
    context: float
    similarity: float
    score: float
    alike: float = 0.0
    says: bool | None = None


class Hit(msgspec.Struct, frozen=True):
    """An entry that was found: its score, its rank in each list (None: not in it), its passages best first.

    `score` is 1 for the best entry and falls toward 0 for those after it; `fused` is the score of the fusion alone.
    """

    entry: Document
    score: float
    ranks: dict[str, int | None]
    evidence: tuple[Evidence, ...]
    fused: float = 0.0


class Retriever:
    """Searches a corpus. Opening it opens (or builds) the vector index in `folder`."""

    def __init__(
        self,
        folder: Path,
        documents: Sequence[Document] | None = None,
        *,
        model: EmbeddingModel | None = None,
        synonyms: Synonyms | None = None,
        asked: Sequence[KnownQuestion] | None = None,
        chroma_url: str = "",
    ) -> None:
        """`asked` are the questions that players ask of the documents; those that come with the package if left out.
        The vectors live on the Chroma server at `chroma_url`, where one is given."""
        self.documents = tuple(load_documents() if documents is None else documents)
        self.by_id = {document.id: document for document in self.documents}
        self.synonyms = synonyms or Synonyms.load()
        self.concepts = frozenset(t for d in self.documents if d.kind is Kind.RULE for t in terms(d.title))
        known = {p.id for d in self.documents for p in d.passages}
        of_these = [one for one in (load_asked() if asked is None else asked) if one.passage in known or one.lacks]
        self.index = LoreIndex(folder, self.documents, model, of_these, chroma_url).open()
        self.entries = BM25({d.id: _fields(d) for d in self.documents})
        self.statements = BM25(
            {
                p.id: [(p.text, 1.0), (d.title, 0.5), (" ".join(d.keywords), 0.25)]
                for d in self.documents
                for p in d.passages
            }
        )

    def search(
        self,
        question: str,
        k: int = 5,
        *,
        kinds: Collection[Kind] = (),
        edition: str | None = None,
        sets: Collection[str] = (),
    ) -> list[Hit]:
        """The k entries that fit a question best, best first.

        `kinds` keeps only rules or lore; `edition` keeps only entries that hold in that rulebook; `sets` (ids of
        `lore/sets.yaml`) those of these boxes, with all that belong to no box.
        """
        vector = self.index.vector(question)
        allowed = self.allowed(kinds, edition, sets)
        alike = self._alike(vector, allowed)
        lists = self._lists(self.synonyms.weights(question), vector, alike, allowed)
        return self._reranked(question, vector, lists, alike, k)

    def _reranked(
        self,
        question: str,
        vector: NDArray[np.float32],
        lists: Mapping[str, Sequence[str]],
        alike: Sequence[Alike],
        k: int,
    ) -> list[Hit]:
        """The best of the fused lists, ordered anew by the reranker's weights."""
        best = sorted(fuse(lists.values()).items(), key=lambda item: (-item[1], item[0]))[: max(k, RERANKED)]
        ranks = {name: {id_: rank for rank, id_ in enumerate(found, 1)} for name, found in lists.items()}
        asked = self.asked(question)
        passages = [p for id_, _ in best for p in self.by_id[id_].passages if p.role is not Role.EXAMPLE]
        similar = self.index.similarities(vector, [p.id for p in passages])
        nearest = {one.asked.passage: one for one in reversed(alike)}
        fitted = weights().entry
        hits = []
        for id_, fused in best:
            entry, stood = self.by_id[id_], {name: found.get(id_) for name, found in ranks.items()}
            evidence = self._evidence(entry, asked.telling, similar, nearest)
            score = weigh(fitted, entry_features(asked, entry, fused, stood, evidence)) if fitted else fused
            hits.append(Hit(entry, score, stood, evidence, fused))
        hits.sort(key=lambda hit: (-hit.score, -hit.fused, hit.entry.id))
        top = hits[0].score if hits else 0.0
        return [msgspec.structs.replace(hit, score=math.exp((hit.score - top) / SPREAD)) for hit in hits[: max(k, 1)]]

    def known(self, question: str, *, kinds: Collection[Kind] = (), sets: Collection[str] = ()) -> list[Alike]:
        """The known questions most like this one, most alike first: those that are answered here, by entries of these
        `kinds` and `sets`, and those that the books leave open (`asked.lacks`)."""
        return self._alike(self.index.vector(question), self.allowed(kinds, None, sets))

    def allowed(self, kinds: Collection[Kind] = (), edition: str | None = None, sets: Collection[str] = ()) -> set[str]:
        """The ids of the entries that a filter keeps; `search` says what it is."""
        return {d.id for d in self.documents if _wanted(d, kinds, edition) and passes(d.sets, sets)}

    def _alike(self, vector: NDArray[np.float32], allowed: Collection[str]) -> list[Alike]:
        found = self.index.alike(vector, self._wide(ALIKE, allowed))
        return [one for one in found if one.asked.lacks or one.asked.entry in allowed][:ALIKE]

    def _wide(self, depth: int, allowed: Collection[str]) -> int:
        """How far to look, so that enough is left of it when what is not allowed is taken out."""
        return depth if len(allowed) == len(self.documents) else depth * WIDER

    def asked(self, question: str) -> Asked:
        """A question as the reranker sees it."""
        own = {term: self.statements.idf(term) for term in terms(question)}
        return Asked(read(question), self.telling(question), own)

    def ranked(
        self, question: str, *, kinds: Collection[Kind] = (), sets: Collection[str] = ()
    ) -> dict[str, list[str]]:
        """The ids of entries as each way of searching ranks them, best first, as `fused`, and as `reranked`; only of
        these `kinds` and `sets`, as in `search`."""
        vector = self.index.vector(question)
        allowed = self.allowed(kinds, None, sets)
        alike = self._alike(vector, allowed)
        lists = self._lists(self.synonyms.weights(question), vector, alike, allowed)
        fused = sorted(fuse(lists.values()).items(), key=lambda item: (-item[1], item[0]))
        reranked = self._reranked(question, vector, lists, alike, RERANKED)
        return {**lists, "fused": [id_ for id_, _ in fused], "reranked": [hit.entry.id for hit in reranked]}

    def _lists(
        self,
        query: Mapping[str, float],
        vector: NDArray[np.float32],
        alike: Sequence[Alike],
        allowed: Collection[str],
    ) -> dict[str, list[str]]:
        """The entries allowed, as dense search and keyword search rank them, by whole entries, by their statements, and
        (dense) by the questions that players ask of them."""
        whole = len(allowed) == len(self.documents)
        near = self.index.nearest(vector, DEPTH, among=None if whole else allowed)
        depth = self._wide(DEPTH, allowed)
        told = (i.rpartition("#")[0] for i, _ in self.statements.search(query, depth))
        return {
            "dense": _firsts(n.document for n in near),
            "dense-entry": _firsts(n.document for n in near if n.chunk.endswith(WHOLE)),
            "asked": _firsts(one.asked.entry for one in alike if one.asked.entry in allowed),
            "keyword": _firsts(islice((i for i, _ in self.entries.search(query, depth) if i in allowed), DEPTH)),
            "keyword-statement": _firsts(islice((d for d in told if d in allowed), DEPTH)),
        }

    def telling(self, question: str) -> dict[str, float]:
        """The stems of a question, with what the synonyms add, each by how telling it is."""
        return self._by_rarity(self.synonyms.weights(question))

    def strange(self, question: str) -> float:
        """The share of a question's own stems that neither the corpus nor the synonyms know: 0 to 1."""
        own = dict.fromkeys(terms(question))
        unknown = [t for t in own if t not in self.statements and not self.synonyms.knows(t)]
        return len(unknown) / len(own) if own else 1.0

    def _by_rarity(self, query: Mapping[str, float]) -> dict[str, float]:
        return {term: weight * self.statements.idf(term) for term, weight in query.items()}

    def _evidence(
        self,
        document: Document,
        weights: Mapping[str, float],
        similar: Mapping[str, float],
        nearest: Mapping[str, Alike],
    ) -> tuple[Evidence, ...]:
        about = set(terms(document.title)) | set(terms(" ".join(document.keywords)))
        found = []
        for passage in document.passages:
            if passage.id not in similar:
                continue
            own = set(terms(passage.text))
            keyword, context = share(weights, own), share(weights, own | about)
            cosine = max(0.0, similar[passage.id])
            near = nearest.get(passage.id)
            known = 0.0 if near is None else max(0.0, near.similarity)
            score = 0.4 * keyword + 0.15 * context + 0.45 * max(cosine, known)
            says = None if near is None else near.asked.says
            found.append(Evidence(passage, keyword, context, cosine, score, known, says))
        return tuple(sorted(found, key=lambda e: (-e.score, e.passage.ordinal)))


def fuse(lists: Iterable[Sequence[str]], k: int = RRF_K) -> dict[str, float]:
    """Reciprocal rank fusion: each list gives 1 / (k + rank) to the ids it holds."""
    totals: dict[str, float] = {}
    for found in lists:
        for rank, id_ in enumerate(found, 1):
            totals[id_] = totals.get(id_, 0.0) + 1.0 / (k + rank)
    return totals


def share(weights: Mapping[str, float], held: Collection[str]) -> float:
    """The share of a question's weight that a set of stems holds: 0 to 1."""
    total = sum(weights.values())
    return sum(weight for term, weight in weights.items() if term in held) / total if total else 0.0


def _fields(document: Document) -> list[tuple[str, float]]:
    body = " ".join(p.text for p in document.passages if p.role is not Role.EXAMPLE)
    example = " ".join(p.text for p in document.passages if p.role is Role.EXAMPLE)
    return [
        (document.title, TITLE_WEIGHT),
        (" ; ".join(document.keywords), KEYWORD_WEIGHT),
        (body, BODY_WEIGHT),
        (example, EXAMPLE_WEIGHT),
    ]


def _wanted(document: Document, kinds: Collection[Kind], edition: str | None) -> bool:
    return (not kinds or document.kind in kinds) and (
        edition is None or not document.editions or edition in document.editions
    )


def _firsts(ids: Iterable[str]) -> list[str]:
    """Each id once, where it first stands."""
    return list(dict.fromkeys(ids))
