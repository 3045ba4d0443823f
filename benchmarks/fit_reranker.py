"""Fit the weights of the reranker, of yes and no, and of there being an answer; show by cross-validation what they add.

    python -m benchmarks.fit_reranker [--questions FILE]... [--index FOLDER] [--dry]

Reads `tests/lore/questions/tune-*.jsonl`, the split `tune` of `own.jsonl`, and the files named; never a held-out one.
An entry is relevant if it is a source of the question, or cites lines that overlap a source's. Entries: a softmax over
the candidates of each question; yes and no, and whether there is an answer: logistic; all with L2. Each figure shown
is of questions that the weights they were measured with had not seen (five folds). Writes
`lore/rerank.yaml` unless `--dry`.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import tempfile
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import yaml
from scipy.optimize import minimize

from lore.corpus_model import load_corpus
from lore.extractive import CONFIDENT, Answerer
from lore.index import Alike
from lore.passages import Kind
from lore.question import read
from lore.rerank import FITTED, entry_features, weights
from lore.retrieval import RERANKED, Retriever
from lore.verdict import EVEN, signs

TUNING = Path(__file__).parents[1] / "tests" / "lore" / "questions"
BOOKS = {"000": "compilation", "001": "old-west", "002": "valhalla", "003": "forbidden-fortress", "004": "player-aid"}
FOLDS, SEED = 5, 20_140
ENTRY_L2, VERDICT_L2, ANSWERABLE_L2 = 20.0, 1.0, 0.3
UNANSWERABLE = 1.0
LACKING, AGAINST = ("gap", "figure_missing"), -0.1
"""Signs of what the books are known to lack: whatever few questions seem to say, they count this much against an
answer at least."""
OF_TITLES = 0.5
NAMING = ("how does {} work?", "{}?", "what about {}?", "explain {}", "what is {}?", "{} in the old west?")
BASELINES = {"BM25": "keyword", "dense": "dense", "fused": "fused"}


class Case(NamedTuple):
    """What one question gives to learn from: a row for each candidate, what each should be, and how others rank it."""

    names: list[str]
    rows: np.ndarray
    right: np.ndarray
    ranks: dict[str, int | None]


def questions(files: Sequence[Path]) -> list[dict[str, Any]]:
    """The tuning questions, in the order of the files."""
    found = [json.loads(line) for file in files for line in file.read_text(encoding="utf-8").splitlines() if line]
    return [q for q in found if q.get("split", "tune") == "tune"]


def relevant(question: dict[str, Any], cited: dict[str, list[tuple[str, tuple[int, int] | None]]]) -> set[str]:
    """The entries that are named as sources, or cite lines that overlap a source's."""
    found = {source for source in question["sources"] if isinstance(source, str)}
    for source in question["sources"]:
        if isinstance(source, str) or "line_start" not in source:
            continue
        book, first, last = BOOKS[source["file"]], source["line_start"], source["line_end"]
        for entry, places in cited.items():
            if any(b == book and lines and lines[0] <= last and first <= lines[1] for b, lines in places):
                found.add(entry)
    return found


def cited_places() -> dict[str, list[tuple[str, tuple[int, int] | None]]]:
    """The books and lines that each entry cites."""
    return {
        e.id: [] if isinstance(e.source, str) else [(str(s.book), s.lines) for s in e.source] for e in load_corpus()
    }


def entry_cases(retriever: Retriever, asked: Sequence[dict[str, Any]]) -> list[Case]:
    """A case for each question whose relevant entries are known."""
    cited = cited_places()
    cases = []
    for question in asked:
        wanted = relevant(question, cited)
        if not wanted:
            continue
        text = question["question"]
        seen = retriever.asked(text)
        hits = retriever.search(text, k=RERANKED)
        features = [entry_features(seen, h.entry, h.fused, h.ranks, h.evidence) for h in hits]
        ranked = retriever.ranked(text)
        ranks = {
            way: next((i for i, id_ in enumerate(ranked[name], 1) if id_ in wanted), None)
            for way, name in BASELINES.items()
        }
        names = list(features[0])
        rows = np.array([[f[n] for n in names] for f in features])
        cases.append(Case(names, rows, np.array([h.entry.id in wanted for h in hits], float), ranks))
    return cases


def fit_entries(cases: Sequence[Case], scale: np.ndarray) -> np.ndarray:
    """Weights under which relevant entries take most of the softmax over each question's candidates."""
    learned = [(case.rows / scale, case.right) for case in cases if case.right.any()]

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        total, slope = 0.5 * ENTRY_L2 * float(weights @ weights), ENTRY_L2 * weights
        for rows, right in learned:
            scores = rows @ weights
            share = np.exp(scores - scores.max())
            mine = share * right
            total -= float(np.log(mine.sum() / share.sum() + 1e-300))
            slope = slope - rows.T @ (mine / max(mine.sum(), 1e-300) - share / share.sum())
        return total, slope

    return minimize(loss, np.zeros(len(scale)), jac=True, method="L-BFGS-B").x / scale


def said(question: dict[str, Any]) -> bool | None:
    """Whether the right answer is yes or no; None where it is neither."""
    for fact in question["must_include"]:
        if fact.lower() in ("yes", "no"):
            return fact.lower() == "yes"
    lead = re.match(r"(yes|no)\b", question.get("answer", "").lower())
    return lead[1] == "yes" if lead and read(question["question"]).yes_no else None


def verdict_rows(answerer: Answerer, asked: Sequence[dict[str, Any]]) -> tuple[list[str], np.ndarray, np.ndarray]:
    """The signs of each question that wants yes or no, and what is right."""
    found, right = [], []
    for question in asked:
        wanted = said(question)
        heard = answerer.heard(question["question"]) if wanted is not None else None
        if wanted is not None and heard is not None and heard[1]:
            found.append(signs(*heard))
            right.append(float(wanted))
    names = list(found[0])
    return names, np.array([[f[n] for n in names] for f in found]), np.array(right)


class LeavingOut(Retriever):
    """A retriever that does not know a question which is asked of it word for word."""

    def known(self, question: str, *, kinds: Collection[Kind] = (), sets: Collection[str] = ()) -> list[Alike]:
        """The known questions most like this one, without itself."""
        return [one for one in super().known(question, kinds=kinds, sets=sets) if one.asked.question != question]


def answerable_rows(
    answerer: Answerer, asked: Sequence[dict[str, Any]]
) -> tuple[list[str], np.ndarray, np.ndarray, np.ndarray]:
    """The signs of each question, whether it has an answer, and what it counts: those of our own tables (all that the
    books leave open, a sample of the others, and rules asked for by their titles) are less like new ones."""
    titles = [entry.title for entry in answerer.retriever.documents if entry.kind is Kind.RULE]
    tables = [(NAMING[number % len(NAMING)].format(title), True) for number, title in enumerate(titles)]
    put = [(question["question"], bool(question["answerable"]), 1.0) for question in asked]
    put += [(question, has, OF_TITLES) for question, has in tables]
    found = [answerer.seek(question).signs for question, _, _ in put]
    right = np.array([float(has) for _, has, _ in put])
    counts = np.array([count * (1.0 if has else UNANSWERABLE) for _, has, count in put])
    names = list(found[0])
    return names, np.array([[f[n] for n in names] for f in found]), right, counts


def fit_logistic(
    rows: np.ndarray, right: np.ndarray, l2: float, counts: np.ndarray | None = None, against: Collection[int] = ()
) -> np.ndarray:
    """Logistic weights; the first column, the bias, is not held down, and the columns `against` never speak for."""
    held_down = np.full(rows.shape[1], l2)
    held_down[0] = 0.0
    each = np.ones(len(right)) if counts is None else counts

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        scores = rows @ weights
        chance = 1 / (1 + np.exp(-scores))
        total = (each * np.logaddexp(0, -np.where(right > 0, scores, -scores))).sum()
        slope = rows.T @ (each * (chance - right)) + held_down * weights
        return float(total + 0.5 * (held_down * weights**2).sum()), slope

    bounds = [(None, AGAINST if column in against else None) for column in range(rows.shape[1])]
    return minimize(loss, np.zeros(rows.shape[1]), jac=True, bounds=bounds).x


def folds(count: int) -> list[tuple[list[int], list[int]]]:
    """(learned, unseen) row numbers of each fold, the same every time."""
    order = random.Random(SEED).sample(range(count), count)
    return [([i for j, i in enumerate(order) if j % FOLDS != k], order[k::FOLDS]) for k in range(FOLDS)]


def show_entries(cases: Sequence[Case], scale: np.ndarray) -> None:
    """Recall of each baseline and, on unseen folds, of the reranker."""
    ranks: list[int | None] = [None] * len(cases)
    for learned, unseen in folds(len(cases)):
        fitted = fit_entries([cases[i] for i in learned], scale)
        for i in unseen:
            order = np.argsort(-(cases[i].rows @ fitted), kind="stable")
            ranks[i] = next((n for n, row in enumerate(order, 1) if cases[i].right[row]), None)
    rows: dict[str, list[int | None]] = {way: [case.ranks[way] for case in cases] for way in BASELINES}
    print(f"{len(cases)} questions with known entries; recall@1, recall@5, MRR")
    for way, found in {**rows, "reranked, unseen folds": ranks}.items():
        r1, r5 = (sum(r is not None and r <= k for r in found) / len(found) for k in (1, 5))
        print(f"  {way:<24}{r1:.3f}  {r5:.3f}  {sum(1 / r for r in found if r) / len(found):.3f}")


def show_verdict(rows: np.ndarray, right: np.ndarray) -> None:
    """How many of yes and no are said rightly, wrongly and not at all on unseen folds."""
    chance = np.zeros(len(right))
    for learned, unseen in folds(len(right)):
        chance[unseen] = 1 / (1 + np.exp(-(rows[unseen] @ fit_logistic(rows[learned], right[learned], VERDICT_L2))))
    good = int(((chance > EVEN) == (right > 0)).sum())
    print(
        f"{len(right)} questions for yes or no ({int(right.sum())} yes), unseen folds: "
        f"right {good}, wrong {len(right) - good}"
    )


def show_answerable(
    rows: np.ndarray, right: np.ndarray, counts: np.ndarray, shown: int, lacking: Collection[int]
) -> None:
    """Of the first `shown` questions, those that are no table's: how many that have no answer are declined on unseen
    folds, and how many that have one, by how sure an answer must be."""
    chance = np.zeros(len(right))
    for learned, unseen in folds(len(right)):
        fitted = fit_logistic(rows[learned], right[learned], ANSWERABLE_L2, counts[learned], lacking)
        chance[unseen] = 1 / (1 + np.exp(-(rows[unseen] @ fitted)))
    chance, right = chance[:shown], right[:shown]
    print(f"{shown} questions ({int((right == 0).sum())} without an answer), unseen folds:")
    for sure in sorted({0.25, 0.3, 0.4, 0.5, 0.6, CONFIDENT}):
        declined = chance < sure
        rightly, wrongly = int((declined & (right == 0)).sum()), int((declined & (right > 0)).sum())
        print(f"  declined below {sure:.2f}: {rightly} rightly, {wrongly} wrongly")


def write(**found: dict[str, float]) -> None:
    """Write the weights, and have them read anew."""
    plain = {part: {name: round(float(w), 4) for name, w in rows.items()} for part, rows in found.items()}
    head = "# Written by `python -m benchmarks.fit_reranker` from tuning questions; to change it, run that.\n"
    FITTED.write_text(head + yaml.safe_dump(plain, sort_keys=False), encoding="utf-8")
    weights.cache_clear()


def main() -> int:
    """Fit, show, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--questions", type=Path, action="append", default=[], help="more tuning questions")
    parser.add_argument("--index", type=Path, help="where the vector index is kept (default: built anew)")
    parser.add_argument("--dry", action="store_true", help="show the figures and write nothing")
    options = parser.parse_args()
    asked = questions([*sorted(TUNING.glob("tune-*.jsonl")), TUNING / "own.jsonl", *options.questions])
    before = FITTED.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as scratch:
        retriever = LeavingOut(options.index or Path(scratch))
        try:
            bearing = [question for question in asked if question["answerable"]]
            cases = entry_cases(retriever, bearing)
            scale = np.vstack([case.rows for case in cases]).std(axis=0) + 1e-9
            show_entries(cases, scale)
            entry = dict(zip(cases[0].names, fit_entries(cases, scale), strict=True))
            write(verdict={}, entry=entry, answerable={})  # the rest is learned from what the new order finds
            answerer = Answerer(retriever)
            names, rows, right, counts = answerable_rows(answerer, asked)
            lacking = [names.index(name) for name in LACKING]
            show_answerable(rows, right, counts, len(asked), lacking)
            fitted = fit_logistic(rows, right, ANSWERABLE_L2, counts, lacking)
            answerable = dict(zip(names, fitted, strict=True))
            names, rows, right = verdict_rows(answerer, bearing)
            show_verdict(rows, right)
            verdict = dict(zip(names, fit_logistic(rows, right, VERDICT_L2), strict=True))
            write(verdict=verdict, entry=entry, answerable=answerable)
        finally:
            retriever.index.close()
            if options.dry:
                FITTED.write_text(before, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
