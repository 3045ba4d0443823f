"""Measuring the oracle on files of questions: search by each way, answers, refusals, citations, sureness, and time.

What answers is given as a function, what is searched as a pool, so the same measures hold for the whole oracle, for the
corpus alone, and for a user's own books.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

import msgspec

from lore.answers import Citation, Claim
from lore.evaluate_questions import HELD_OUT, Question, QuestionFileError, load_all, load_questions
from lore.evaluate_ranking import WAYS, Pool, Retrieval, Scores, score_rankings, summed
from lore.evaluate_rates import SEED, Rate, percentile, rate
from lore.evaluate_scoring import holds_fact, is_right
from lore.evaluate_sureness import Sureness, sureness
from lore.extractive import Extract

__all__ = [
    "Question",
    "QuestionFileError",
    "Rate",
    "Replied",
    "Report",
    "evaluate",
    "holds_fact",
    "is_right",
    "load_all",
    "load_questions",
    "rate",
    "replied",
]

FIRST = "first statement, "
CORPUS_ALONE = "corpus alone"
WHOLE = "whole oracle"


class Replied(msgspec.Struct, frozen=True):
    """What came back for a question, by whatever way; `mode` names the way."""

    answer: str
    abstained: bool
    confidence: float
    claims: tuple[Claim, ...]
    mode: str


class Group(msgspec.Struct, frozen=True):
    """What was measured on one split or type. `right` is over the answerable questions, `abstention_recall` over the
    others, `abstention_precision` over the declined ones, `citations` over the citations shown: the share whose quote
    is a span of what they cite, `findable` the share of sources that anything searched bears: more can't be recalled.
    `answers` has the share right by each part of the way, `adds` what each part adds to
    the one before it; `modes` the share right by the way that the oracle took, declined questions left out."""

    questions: int
    right: Rate
    abstention_precision: Rate
    abstention_recall: Rate
    citations: Rate
    findable: Rate
    retrieval: dict[str, Retrieval]
    answers: dict[str, Rate]
    adds: dict[str, Rate]
    modes: dict[str, Rate]
    ms_p50: float
    ms_p95: float


class Report(msgspec.Struct, frozen=True):
    """The measurement: `groups` by name (`all`, `split:tune`, `type:numeric`, `split:tune type:numeric`), `sureness` by
    split, and ids by split, but none of the split that is held out: those answered `wrong`, those whose sources are not
    all among the five best (`missed`), those of which nothing searched bears some source (`uncited`), and those that
    should be answered and have no source here (`unmeasured`).
    `files` says how many questions each file had; `searched` what they were asked of."""

    files: dict[str, int]
    searched: str
    seed: int
    groups: dict[str, Group]
    sureness: dict[str, Sureness]
    wrong: dict[str, tuple[str, ...]]
    missed: dict[str, tuple[str, ...]]
    uncited: dict[str, tuple[str, ...]]
    unmeasured: dict[str, tuple[str, ...]]

    @property
    def splits(self) -> tuple[str, ...]:
        """The splits: tune, then what is held out, then the others by name."""
        names = [name.removeprefix("split:") for name in self.groups if name.startswith("split:") and " " not in name]
        return tuple(sorted(names, key=lambda name: (name != "tune", name != HELD_OUT, name)))

    @property
    def types(self) -> tuple[str, ...]:
        """The types of questions, by name."""
        return tuple(sorted(name.removeprefix("type:") for name in self.groups if name.startswith("type:")))


class Outcome(msgspec.Struct, frozen=True):
    """One question asked: whether it was answered right, by each part of the way too, how each way of searching did,
    which of the citations shown are spans of what they cite, and which of its sources can be found at all."""

    question: Question
    right: bool
    declined: bool
    confidence: float
    mode: str
    ms: float
    cited: tuple[bool, ...]
    findable: tuple[bool, ...]
    scores: dict[str, Scores]
    parts: dict[str, bool]


Ask = Callable[[str], Replied]
TextsOf = Callable[[Citation], Sequence[str]]


def evaluate(
    ask: Ask,
    pool: Pool,
    questions: Sequence[Question],
    *,
    files: Mapping[str, int] | None = None,
    searched: str = "corpus",
    alone: Ask | None = None,
    texts_of: TextsOf | None = None,
    named: str = WHOLE,
    progress: Callable[[int], None] = lambda done: None,
) -> Report:
    """Ask every question, warm, and measure; the intervals come from a fixed seed, so only the times vary.

    `alone` answers without what the whole adds; `texts_of` are the texts that a citation may quote (the pool's, if it
    is left out); `named` is what the whole is called; `progress` is called after each question.
    """
    ask(questions[0].question)
    relevant = [pool.relevant(question) for question in questions]
    ranked = [pool.ranked(question.question) for question in questions]
    outcomes = []
    for number, (question, scores) in enumerate(zip(questions, score_rankings(relevant, ranked), strict=True)):
        parts = _first_statements(pool, question, ranked[number])
        if alone is not None:
            parts[CORPUS_ALONE] = _right(question, alone(question.question))
        outcome = _asked(ask, question, scores, texts_of or (lambda c: pool.texts(c.chunk)))
        parts[named] = outcome.right
        findable = tuple(bool(ids) for ids in relevant[number])
        outcomes.append(msgspec.structs.replace(outcome, parts=parts, findable=findable))
        progress(number + 1)
    groups = _grouped(outcomes)
    return Report(
        files=dict(files or {}),
        searched=searched,
        seed=SEED,
        groups={name: _measure(found) for name, found in sorted(groups.items())},
        sureness={
            name.removeprefix("split:"): _sureness(found)
            for name, found in sorted(groups.items())
            if name == "all" or (name.startswith("split:") and " " not in name)
        },
        wrong=_ids(outcomes, lambda o: not o.right),
        missed=_ids(outcomes, lambda o: bool(o.scores) and o.scores[list(o.scores)[-1]]["recall_5"] < 1),
        uncited=_ids(outcomes, lambda o: not all(o.findable)),
        unmeasured=_ids(outcomes, lambda o: o.question.answerable and not o.scores),
    )


def replied(extract: Extract) -> Replied:
    """An answer from the corpus as what is measured."""
    return Replied(extract.answer, extract.abstained, extract.confidence, extract.claims, "extractive")


def _right(question: Question, reply: Replied) -> bool:
    return is_right(question, reply.answer, abstained=reply.abstained)


def _first_statements(pool: Pool, question: Question, ranked: Mapping[str, Sequence[str]]) -> dict[str, bool]:
    """Whether the first statement of what each way of searching finds first is a right answer."""
    return {
        FIRST + WAYS[way]: is_right(question, pool.first_statement(ids[0]) if ids else "", abstained=not ids)
        for way, ids in ranked.items()
    }


def _asked(ask: Ask, question: Question, scores: dict[str, Scores], texts_of: TextsOf) -> Outcome:
    started = time.perf_counter()
    reply = ask(question.question)
    ms = (time.perf_counter() - started) * 1000
    right = _right(question, reply)
    shown = [citation for claim in reply.claims for citation in claim.citations]
    return Outcome(
        question=question,
        right=right,
        declined=reply.abstained,
        confidence=reply.confidence,
        mode=reply.mode,
        ms=ms,
        cited=tuple(bool(c.quote.strip()) and any(c.quote in text for text in texts_of(c)) for c in shown),
        findable=(),
        scores=scores,
        parts={},
    )


def _grouped(outcomes: Sequence[Outcome]) -> dict[str, list[Outcome]]:
    groups: dict[str, list[Outcome]] = {"all": list(outcomes)}
    for outcome in outcomes:
        split, type_ = f"split:{outcome.question.split}", f"type:{outcome.question.type}"
        for name in (split, type_, f"{split} {type_}"):
            groups.setdefault(name, []).append(outcome)
    return groups


def _sureness(outcomes: Sequence[Outcome]) -> Sureness:
    return sureness([(o.confidence, o.right) for o in outcomes if not o.declined], len(outcomes))


def _ids(outcomes: Sequence[Outcome], wanted: Callable[[Outcome], bool]) -> dict[str, tuple[str, ...]]:
    """The ids of such questions by split; none of what is held out, so that nobody tunes on it."""
    found: dict[str, list[str]] = {}
    for outcome in outcomes:
        if outcome.question.split != HELD_OUT and wanted(outcome):
            found.setdefault(outcome.question.split, []).append(outcome.question.id)
    return {split: tuple(ids) for split, ids in sorted(found.items())}


def _measure(outcomes: Sequence[Outcome]) -> Group:
    answerable = [o for o in outcomes if o.question.answerable]
    unanswerable = [o for o in outcomes if not o.question.answerable]
    declined = [o for o in outcomes if o.declined]
    parts = list(outcomes[0].parts)
    times = [o.ms for o in outcomes]
    return Group(
        questions=len(outcomes),
        right=rate([float(o.right) for o in answerable]),
        abstention_precision=rate([float(not o.question.answerable) for o in declined]),
        abstention_recall=rate([float(o.declined) for o in unanswerable]),
        citations=rate([float(held) for o in outcomes for held in o.cited]),
        findable=rate([float(found) for o in outcomes for found in o.findable]),
        retrieval=summed([o.scores for o in outcomes]),
        answers={part: rate([float(o.parts[part]) for o in answerable]) for part in parts},
        adds={
            part: rate([float(o.parts[part]) - float(o.parts[before]) for o in answerable])
            for before, part in pairwise(parts)
        },
        modes={
            mode: rate([float(o.right) for o in outcomes if o.mode == mode and not o.declined])
            for mode in sorted({o.mode for o in outcomes if not o.declined})
        },
        ms_p50=round(percentile(times, 0.50), 1),
        ms_p95=round(percentile(times, 0.95), 1),
    )
