"""Measuring search over a collection on a file of questions whose sources name lines of its books.

A chunk is relevant if it overlaps the lines that a source names; a source names a book by the beginning of its file's
name. `recall` is the share of a question's sources that are found, `found` the share of questions with at least one.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence

import msgspec

from lore.evaluate import Question, Rate, rate
from lore.ingest.searching import BookSearch

WAYS = ("bm25", "dense", "fused", "weighed")
GAIN_DEPTH = 10


class Way(msgspec.Struct, frozen=True):
    """How well one way of searching finds the lines that the sources name."""

    recall_1: Rate
    recall_5: Rate
    found_5: Rate
    mrr: Rate
    ndcg_10: Rate


class BookReport(msgspec.Struct, frozen=True):
    """The measurement: each way by group (`all`, `type:...`, `split:...`), ids whose sources are not all among the five
    best, ids that could not be measured since no source is in the collection, and milliseconds a search takes."""

    file: str
    collection: str
    chunks: int
    questions: int
    groups: dict[str, dict[str, Way]]
    missed: tuple[str, ...]
    unmeasured: tuple[str, ...]
    ms_p50: float
    ms_p95: float


class Lines(msgspec.Struct, frozen=True):
    """Lines that a question's source names: in the book whose file's name begins so."""

    file: str
    first: int
    last: int


def measure(
    search: BookSearch, questions: Sequence[Question], *, prefer: Sequence[str] = (), file: str = ""
) -> BookReport:
    """Ask each answerable question, warm; `prefer` are the editions that the table plays."""
    names = [book.name for book in search.shelf.books]
    asked: list[tuple[Question, list[Lines]]] = []
    unmeasured: list[tuple[Question, list[Lines]]] = []
    for question in questions:
        wanted = [lines for lines in sources_of(question) if any(name.startswith(lines.file) for name in names)]
        if question.answerable:
            (asked if wanted else unmeasured).append((question, wanted))
    if asked:
        search.search(asked[0][0].question)
    places: dict[str, list[tuple[Question, list[int | None]]]] = {way: [] for way in WAYS}
    times = []
    for question, wanted in asked:
        started = time.perf_counter()
        search.search(question.question, prefer=prefer)
        times.append((time.perf_counter() - started) * 1000)
        for way, rows in search.ranked(question.question, prefer=prefer).items():
            places[way].append((question, [_rank(search, rows, lines) for lines in wanted]))
    names_of = sorted({g for question, _ in asked for g in _groups(question)})
    times.sort()
    return BookReport(
        file=file,
        collection=search.collection.name,
        chunks=len(search.shelf.rows),
        questions=len(asked),
        groups={
            group: {way: _way([ranks for q, ranks in places[way] if group in _groups(q)]) for way in WAYS}
            for group in names_of
        },
        missed=tuple(q.id for q, ranks in places[WAYS[-1]] if any(rank is None or rank > 5 for rank in ranks)),
        unmeasured=tuple(question.id for question, _ in unmeasured),
        ms_p50=round(_at(times, 0.5), 1),
        ms_p95=round(_at(times, 0.95), 1),
    )


def sources_of(question: Question) -> list[Lines]:
    """The lines that a question's sources name; sources without lines name none."""
    found = []
    for source in question.sources:
        if isinstance(source, dict) and {"file", "line_start", "line_end"} <= source.keys():
            found.append(Lines(str(source["file"]), int(source["line_start"]), int(source["line_end"])))
    return found


def table(report: BookReport) -> list[str]:
    """The report as lines of text."""
    lines = [
        f"{report.file}: {report.questions} questions over {report.chunks} chunks of {report.collection!r}; "
        f"a search takes {report.ms_p50} ms (p50), {report.ms_p95} ms (p95)",
        f"{'group':<24}{'way':<10}{'recall@1':<21}{'recall@5':<21}{'found@5':<21}{'MRR':<21}{'nDCG@10':<21}".rstrip(),
    ]
    for group, ways in report.groups.items():
        for name, way in ways.items():
            rates = (way.recall_1, way.recall_5, way.found_5, way.mrr, way.ndcg_10)
            cells = "".join(f"{f'{r.value:.3f} [{r.low:.2f}, {r.high:.2f}]':<21}" for r in rates)
            lines.append(f"{group:<24}{name:<10}{cells}".rstrip())
    if report.missed:
        lines.append(f"not all sources among the five best: {', '.join(report.missed)}")
    if report.unmeasured:
        lines.append(f"no source in this collection: {', '.join(report.unmeasured)}")
    return lines


def _groups(question: Question) -> tuple[str, ...]:
    return ("all", f"split:{question.split}", f"type:{question.type}")


def _rank(search: BookSearch, rows: Sequence[int], lines: Lines) -> int | None:
    for rank, row in enumerate(rows, 1):
        for name, first, last in search.shelf.lines(row):
            if name.startswith(lines.file) and first <= lines.last and last >= lines.first:
                return rank
    return None


def _way(ranks: Sequence[Sequence[int | None]]) -> Way:
    best = [min((rank for rank in found if rank), default=None) for found in ranks]
    return Way(
        recall_1=rate([_share(found, 1) for found in ranks]),
        recall_5=rate([_share(found, 5) for found in ranks]),
        found_5=rate([float(rank is not None and rank <= 5) for rank in best]),
        mrr=rate([1.0 / rank if rank else 0.0 for rank in best]),
        ndcg_10=rate([_gain(found) for found in ranks]),
    )


def _share(ranks: Sequence[int | None], k: int) -> float:
    return sum(rank is not None and rank <= k for rank in ranks) / len(ranks)


def _gain(ranks: Sequence[int | None]) -> float:
    """nDCG at 10, each source a relevant thing that is found at its first chunk."""
    got = sum(1 / math.log2(1 + rank) for rank in {r for r in ranks if r is not None and r <= GAIN_DEPTH})
    best = sum(1 / math.log2(1 + rank) for rank in range(1, min(len(ranks), GAIN_DEPTH) + 1))
    return min(1.0, got / best)


def _at(ordered: Sequence[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, round(share * (len(ordered) - 1)))] if ordered else 0.0
