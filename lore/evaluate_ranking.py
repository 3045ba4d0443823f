"""How well each way of searching finds what a question's sources name; measured with pytrec_eval.

An entry is relevant for a source if it cites lines that overlap the source's lines (of the same rulebook), or if the
source is its id. Where one of the two names no lines, the heading counts instead.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

import msgspec

from lore.evaluate_questions import Question
from lore.evaluate_rates import Rate, rate
from lore.passages import Citation, Document, Role
from lore.retrieval import Retriever

BOOKS = {
    "000": "compilation",
    "001": "old-west",
    "002": "valhalla",
    "003": "forbidden-fortress",
    "004": "player-aid",
}
WAYS = {
    "bm25": "BM25 alone",
    "dense": "dense alone",
    "fused": "fused",
    "reranked": "fused and reranked",
}
_MEASURES = {"success.1,5", "recip_rank", "ndcg_cut.10"}
_RANKED_AS = {"bm25": "keyword", "dense": "dense", "fused": "fused", "reranked": "reranked"}

Scores = dict[str, float]


class Retrieval(msgspec.Struct, frozen=True):
    """How well one way finds things. `recall` is the share of a question's sources that are among the first 1 or 5,
    `found_5` the share of questions with at least one of them there, `mrr` the mean reciprocal rank of the first."""

    recall_1: Rate
    recall_5: Rate
    found_5: Rate
    mrr: Rate
    ndcg_10: Rate


class Pool(Protocol):
    """What is searched: entries of our corpus, or chunks of a user's books, by id."""

    def ranked(self, question: str) -> Mapping[str, Sequence[str]]:
        """The ids as each of `WAYS` that there is ranks them, best first."""

    def relevant(self, question: Question) -> Sequence[frozenset[str]]:
        """For each source of a question that can be looked for here, the ids that bear it."""

    def first_statement(self, id: str) -> str:
        """What stands first in an entry or chunk."""

    def texts(self, id: str) -> Sequence[str]:
        """The texts that may be quoted from an entry or chunk; none if there is no such id."""


class CorpusPool:
    """Our own corpus as a retriever searches it."""

    def __init__(self, retriever: Retriever) -> None:
        self.retriever = retriever

    def ranked(self, question: str) -> Mapping[str, Sequence[str]]:
        """The ids of entries by each way, best first."""
        lists = self.retriever.ranked(question)
        return {way: lists[name] for way, name in _RANKED_AS.items() if name in lists}

    def relevant(self, question: Question) -> Sequence[frozenset[str]]:
        """The entries that bear each source."""
        if not question.answerable:
            return ()
        return [
            frozenset({source} & self.retriever.by_id.keys())
            if isinstance(source, str)
            else frozenset(d.id for d in self.retriever.documents if _bears(d, source))
            for source in question.sources
        ]

    def first_statement(self, id: str) -> str:
        """An entry's first statement."""
        return self.retriever.by_id[id].passages[0].text

    def texts(self, id: str) -> Sequence[str]:
        """An entry's passages, except its made-up example."""
        document = self.retriever.by_id.get(id)
        return [p.text for p in document.passages if p.role is not Role.EXAMPLE] if document is not None else ()


def overlap(first: int, last: int, other_first: int, other_last: int) -> bool:
    """Whether two ranges of lines, both ends included, have a line in common."""
    return first <= other_last and other_first <= last


def score_rankings(
    relevant: Sequence[Sequence[frozenset[str]]], ranked: Sequence[Mapping[str, Sequence[str]]]
) -> list[dict[str, Scores]]:
    """For each question, by way: its share of sources in the first 1 and 5, whether any is in the first 5, reciprocal
    rank and nDCG at 10. Nothing for questions without sources."""
    import pytrec_eval

    wanted: dict[str, dict[str, int]] = {}
    for number, sources in enumerate(relevant):
        wanted[f"{number}"] = {id_: 1 for source in sources for id_ in sorted(source)}
        for part, source in enumerate(sources):
            wanted[f"{number}/{part}"] = dict.fromkeys(sorted(source), 1)
    evaluator = pytrec_eval.RelevanceEvaluator(wanted, _MEASURES)
    scores: list[dict[str, Scores]] = [{} for _ in relevant]
    for way in (way for way in WAYS if any(way in lists for lists in ranked)):
        run: dict[str, dict[str, float]] = {}
        for number, lists in enumerate(ranked):
            found = {id_: float(len(lists[way]) - rank) for rank, id_ in enumerate(lists[way])}
            run[f"{number}"] = found
            run.update({f"{number}/{part}": found for part in range(len(relevant[number]))})
        measured = evaluator.evaluate(run)
        for number, sources in enumerate(relevant):
            if sources:
                scores[number][way] = _scores(measured, number, len(sources))
    return scores


def summed(scores: Sequence[Mapping[str, Scores]]) -> dict[str, Retrieval]:
    """The scores of several questions as rates, by way."""
    measured = [by_way for by_way in scores if by_way]

    def over(way: str, name: str) -> Rate:
        return rate([by_way[way][name] for by_way in measured])

    return {
        way: Retrieval(**{name: over(way, name) for name in Retrieval.__struct_fields__})
        for way in WAYS
        if measured and way in measured[0]
    }


def _scores(measured: Mapping[str, Mapping[str, float]], number: int, sources: int) -> Scores:
    whole = measured.get(f"{number}", {})
    parts = [measured.get(f"{number}/{part}", {}) for part in range(sources)]
    return {
        "recall_1": sum(part.get("success_1", 0.0) for part in parts) / sources,
        "recall_5": sum(part.get("success_5", 0.0) for part in parts) / sources,
        "found_5": whole.get("success_5", 0.0),
        "mrr": whole.get("recip_rank", 0.0),
        "ndcg_10": whole.get("ndcg_cut_10", 0.0),
    }


def _bears(document: Document, source: Mapping[str, str | int]) -> bool:
    return any(_same_place(citation, source) for citation in document.citations)


def _same_place(citation: Citation, source: Mapping[str, str | int]) -> bool:
    if "file" in source and BOOKS.get(str(source["file"])[:3]) != citation.book:
        return False
    if citation.lines is not None and {"file", "line_start", "line_end"} <= source.keys():
        return overlap(*citation.lines, int(source["line_start"]), int(source["line_end"]))
    return bool(citation.heading) and citation.heading.lower() == str(source.get("heading", "")).lower()
