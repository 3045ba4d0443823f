"""Measuring the oracle on a file of questions: retrieval against baselines, answers, refusals, and the time they take.

A question file has one JSON object a line: `id`, `question`, `type`, `must_include`, `answerable`, `sources` (ids of
corpus entries, or objects with the `heading` of a rulebook) and, if it is set apart for it, `split`.
"""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from lore.bm25 import NUMBERS
from lore.extractive import MAX_WORDS, Answerer, Extract
from lore.retrieval import Retriever

SEED = 20_140
RESAMPLES = 1_000
WAYS = {"bm25": "keyword", "dense": "dense", "fused": "fused"}
UNSPLIT = "all"
_SMALL = frozenset(("a", "an", "the", "of", "or", "and", "to", "is", "in", "on", "it", "be"))
_ORDINALS = {"double": "2", "first": "1", "second": "2", "third": "3", "fourth": "4", "fifth": "5", "sixth": "6"}
_FIGURES = {**NUMBERS, **_ORDINALS}


class QuestionFileError(ValueError):
    """A question file that can't be read; the message names the line and what is wrong with it."""


class Question(msgspec.Struct, frozen=True):
    """A question with what a right answer must hold; `sources` name the entries that bear it."""

    id: str
    question: str
    type: str
    answerable: bool
    must_include: tuple[str, ...] = ()
    sources: tuple[str | dict[str, str | int], ...] = ()
    split: str = UNSPLIT


class Rate(msgspec.Struct, frozen=True):
    """A share with its 95 % bootstrap interval; `of` is how many it is taken over. All 0 where there is none."""

    value: float
    low: float
    high: float
    of: int


class Retrieval(msgspec.Struct, frozen=True):
    """How well one way of searching finds the entries: recall at 1 and at 5, and mean reciprocal rank."""

    recall_1: Rate
    recall_5: Rate
    mrr: Rate


class Group(msgspec.Struct, frozen=True):
    """What was measured on one split or type."""

    questions: int
    right: Rate
    declined_rightly: Rate
    abstention_precision: Rate
    abstention_recall: Rate
    retrieval: dict[str, Retrieval]
    ms_p50: float
    ms_p95: float


class Report(msgspec.Struct, frozen=True):
    """The measurement: `groups` by name (`all`, `split:tune`, `split:tune type:numeric`), and ids answered wrongly."""

    file: str
    seed: int
    groups: dict[str, Group]
    wrong: dict[str, tuple[str, ...]]


class Outcome(msgspec.Struct, frozen=True):
    """One question asked: whether it went right, whether it was declined, where each way ranked its entries, and ms."""

    question: Question
    right: bool
    declined: bool
    ranks: dict[str, int | None]
    ms: float


def load_questions(path: Path) -> tuple[Question, ...]:
    """Read a question file. Raises `QuestionFileError`, naming the line."""
    found = []
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise QuestionFileError(f"{path} can't be read: {error}") from error
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                found.append(msgspec.json.decode(line, type=Question))
            except msgspec.DecodeError as error:
                raise QuestionFileError(f"{path}, line {number}: {error}; give one JSON object a line") from error
    if not found:
        raise QuestionFileError(f"{path} holds no question; give one JSON object a line")
    return tuple(found)


def evaluate(retriever: Retriever, questions: Sequence[Question], *, file: str = "") -> Report:
    """Ask every question, warm, and measure; the intervals come from a fixed seed, so only the times vary."""
    answerer = Answerer(retriever)
    answerer.answer(questions[0].question)
    outcomes = [_ask(answerer, question) for question in questions]
    names: dict[str, list[Outcome]] = {"all": outcomes}
    for outcome in outcomes:
        split = f"split:{outcome.question.split}"
        for name in (split, f"type:{outcome.question.type}", f"{split} type:{outcome.question.type}"):
            names.setdefault(name, []).append(outcome)
    wrong: dict[str, list[str]] = {}
    for outcome in outcomes:
        if not outcome.right:
            wrong.setdefault(outcome.question.split, []).append(outcome.question.id)
    return Report(
        file=file,
        seed=SEED,
        groups={name: _measure(found) for name, found in sorted(names.items())},
        wrong={split: tuple(ids) for split, ids in sorted(wrong.items())},
    )


def is_right(question: Question, answer: Extract) -> bool:
    """Whether an answer is right: declined if it must be, or else short enough and holding every fact."""
    if not question.answerable:
        return answer.abstained
    if answer.abstained or len(answer.answer.split()) > MAX_WORDS:
        return False
    return all(holds_fact(answer.answer, fact) for fact in question.must_include)


def holds_fact(answer: str, fact: str) -> bool:
    """Whether an answer says a fact: all its words and figures as whole words; Yes and No within the first five."""
    said = _words(answer)
    if fact.strip().lower() in ("yes", "no"):
        return fact.strip().lower() in said[:5]
    pool = {form for word in said for form in (word, word.strip("+"), word.lstrip("+-"))}
    return all(word in pool for word in _words(fact) if word not in _SMALL)


def _words(text: str) -> list[str]:
    """Lower-case words and figures: `1-2` is two figures, `D6x25` is D6 and 25, `-2` keeps its sign; no plural s."""
    text = text.lower().replace("\u2019", "'").replace("\u2013", "-").replace("\u2212", "-")
    text = re.sub(r"(d\d+|\d)\s*[x\u00d7*]\s*(?=[$\d])", r"\1 ", text)
    text = re.sub(r"(?<=\d),(?=\d{3}\b)", "", text)
    text = re.sub(r"\b(north|south)[- ]?(east|west)\b", lambda m: m[1][0] + m[2][0], text)
    text = re.sub(r"(?<=\d)\s*-\s*(?=\d)", " ", text)
    return [_plain(word) for word in re.findall(r"[+-]?\d+\+?|[a-z][a-z0-9']*", text)]


def _plain(word: str) -> str:
    word = re.sub(r"ies$", "y", _FIGURES.get(word, word))
    return word[:-1] if word.endswith("s") and len(word) > 3 and not word.endswith("ss") else word


def _ask(answerer: Answerer, question: Question) -> Outcome:
    started = time.perf_counter()
    answer = answerer.answer(question.question)
    ms = (time.perf_counter() - started) * 1000
    wanted = _entries(answerer.retriever, question)
    ranked = answerer.retriever.ranked(question.question) if wanted else {}
    ranks = {way: _rank(ranked[name], wanted) for way, name in WAYS.items()} if wanted else {}
    return Outcome(question, is_right(question, answer), answer.abstained, ranks, ms)


def _entries(retriever: Retriever, question: Question) -> frozenset[str]:
    """The entries that bear a question: those named, and those that cite a heading that is named."""
    named = {source for source in question.sources if isinstance(source, str) and source in retriever.by_id}
    headings = {str(s["heading"]).lower() for s in question.sources if isinstance(s, dict) and "heading" in s}
    cited = {d.id for d in retriever.documents if any(c.heading.lower() in headings for c in d.citations)}
    return frozenset(named | cited) if question.answerable else frozenset()


def _rank(found: Sequence[str], wanted: frozenset[str]) -> int | None:
    return next((rank for rank, id_ in enumerate(found, 1) if id_ in wanted), None)


def _measure(outcomes: Sequence[Outcome]) -> Group:
    answerable = [o for o in outcomes if o.question.answerable]
    unanswerable = [o for o in outcomes if not o.question.answerable]
    declined = [o for o in outcomes if o.declined]
    refused = rate([float(o.declined) for o in unanswerable])
    times = sorted(o.ms for o in outcomes)
    return Group(
        questions=len(outcomes),
        right=rate([float(o.right) for o in answerable]),
        declined_rightly=refused,
        abstention_precision=rate([float(not o.question.answerable) for o in declined]),
        abstention_recall=refused,
        retrieval={way: _retrieval([o.ranks[way] for o in outcomes if o.ranks]) for way in WAYS},
        ms_p50=round(_percentile(times, 0.50), 1),
        ms_p95=round(_percentile(times, 0.95), 1),
    )


def _retrieval(ranks: Sequence[int | None]) -> Retrieval:
    def score(of: Callable[[int], float]) -> Rate:
        return rate([0.0 if rank is None else of(rank) for rank in ranks])

    return Retrieval(score(lambda r: float(r <= 1)), score(lambda r: float(r <= 5)), score(lambda r: 1.0 / r))


def rate(values: Sequence[float]) -> Rate:
    """The mean with the 2.5th and 97.5th percentile of the means of resamples, drawn from the fixed seed."""
    if not values:
        return Rate(0.0, 0.0, 0.0, 0)
    chance, count = random.Random(SEED), len(values)
    means = sorted(sum(chance.choices(values, k=count)) / count for _ in range(RESAMPLES))
    mean = sum(values) / count
    return Rate(round(mean, 3), round(_percentile(means, 0.025), 3), round(_percentile(means, 0.975), 3), count)


def _percentile(ordered: Sequence[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, round(share * (len(ordered) - 1)))]


def table(report: Report) -> list[str]:
    """The report as lines of text: a line for each group, then the baselines of all questions together."""
    lines = [f"{'group':<34}{'n':>4}  {'right':<22}{'declined':<22}{'precision':<22}{'p50':>7}{'p95':>7} ms"]
    for name, group in report.groups.items():
        cells = "".join(f"{_cell(r):<22}" for r in (group.right, group.declined_rightly, group.abstention_precision))
        lines.append(f"{name:<34}{group.questions:>4}  {cells}{group.ms_p50:>7}{group.ms_p95:>7}")
    lines.append("")
    lines.append(f"{'search':<34}      {'recall@1':<22}{'recall@5':<22}{'MRR':<22}")
    for name in [n for n in report.groups if n == "all" or (n.startswith("split:") and " " not in n)]:
        for way, found in report.groups[name].retrieval.items():
            cells = "".join(f"{_cell(rate):<22}" for rate in (found.recall_1, found.recall_5, found.mrr))
            lines.append(f"{name + ' ' + way:<34}      {cells}".rstrip())
    return lines


def _cell(rate: Rate) -> str:
    return f"{rate.value:.3f} [{rate.low:.2f}, {rate.high:.2f}]" if rate.of else "-"
