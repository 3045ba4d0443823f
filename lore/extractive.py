"""Answering without a language model: the best statements of the entries found, quoted, or an honest refusal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from lore.bm25 import terms
from lore.gaps import Gaps, load_gaps
from lore.passages import Kind, Passage, Role
from lore.question import EDITION_NAMES, Reading, read
from lore.retrieval import Evidence, Hit, Retriever

MAX_WORDS = 90
ENTRIES = 6
CONFIDENT = 0.38
KEEP = 0.66
ENTRY_WEIGHT = 0.30
FIGURE_BONUS = 0.05
EDITION_BONUS = 0.25
DECIDES = 0.40
LORE_MALUS = 0.15
COVERS = 0.25
STRANGE = 0.15
RARE = 3.5
NEARLY = 0.90

_ONLY = re.compile(r"\bonly\b", re.IGNORECASE)
_FIGURES = re.compile(r"\d|\b(one|two|three|four|five|six|once|twice|half|double)\b", re.IGNORECASE)
_NEGATED = re.compile(r"\b(not|never|cannot|no|none|nothing|neither|without)\b", re.IGNORECASE)
_BARRED = re.compile(
    r"\b(?:(?:while|if|when|as long as) (?:there are |there is )?no|(?:that|who|which) (?:is|are) not) ([\w']+)",
    re.IGNORECASE,
)


class Quotation(msgspec.Struct, frozen=True):
    """Where a claim stands: rulebook and heading, the entry of our corpus, and an exact span of that entry's text."""

    source: str
    heading: str
    chunk: str
    quote: str


class Claim(msgspec.Struct, frozen=True):
    """One thing an answer says, with what it rests on."""

    text: str
    citations: tuple[Quotation, ...]


class Extract(msgspec.Struct, frozen=True):
    """An answer put together from the corpus.

    `confidence` is 0 to 1. When `abstained`, `answer` says what was looked for and `claims` is empty.
    """

    answer: str
    abstained: bool
    confidence: float
    claims: tuple[Claim, ...] = ()
    edition_notes: tuple[str, ...] = ()
    entries: tuple[str, ...] = ()


class Candidate(msgspec.Struct, frozen=True):
    """A passage in the running for an answer."""

    hit: Hit
    evidence: Evidence
    score: float

    @property
    def passage(self) -> Passage:
        """The passage itself."""
        return self.evidence.passage


class Answerer:
    """Answers questions from what a retriever finds."""

    def __init__(self, retriever: Retriever, gaps: Gaps | None = None) -> None:
        self.retriever = retriever
        self.gaps = gaps or load_gaps()

    def answer(self, question: str, *, edition: str = "compilation", kinds: Sequence[Kind] = ()) -> Extract:
        """Answer in at most 90 words, quoting; or abstain where the corpus does not bear an answer.

        `edition` is the one played; where the question names others, those count.
        """
        reading = read(question)
        game = self.gaps.other_game(question)
        if game is not None:
            return _declined(f"That asks about another game ({game}); only Shadows of Brimstone is known here.", 0.0)
        gap = self.gaps.find(question)
        if gap is not None:
            return _declined(f"The rulebooks don't say. {gap.says}", 0.0)
        hits = self.retriever.search(question, k=ENTRIES, kinds=kinds)
        candidates = _candidates(hits, reading, edition)
        confidence = _confidence(candidates, self.retriever.strange(question))
        if not candidates or confidence < CONFIDENT:
            return _declined(_looked_for(question, hits), confidence)
        chosen = _choose(candidates, self.retriever.telling(question), MAX_WORDS - 1)
        return _compose(chosen, _verdict(reading, candidates, self._unmet(question, candidates)), confidence)

    def _unmet(self, question: str, candidates: Sequence[Candidate]) -> bool:
        """Whether the question names a rare thing of the corpus that the best statement's entry does not name."""
        best = candidates[0]
        entry = best.hit.entry
        held = set(terms(f"{best.passage.text} {entry.title} {' '.join(entry.keywords)}"))
        index, synonyms = self.retriever.statements, self.retriever.synonyms
        named = [t for t in terms(question) if t in index and index.idf(t) >= RARE and t.isalpha()]
        return any(t not in held and not synonyms.knows(t) for t in named)


def _candidates(hits: Sequence[Hit], reading: Reading, edition: str) -> list[Candidate]:
    """The passages of the entries found, best first; only rules or only lore, whichever the best one is."""
    found = []
    top = hits[0].score if hits else 1.0
    named = set(reading.editions or ((edition,) if edition != "compilation" else ()))
    for rank, hit in enumerate(hits):
        for evidence in hit.evidence:
            score = evidence.score + ENTRY_WEIGHT * hit.score / top
            if reading.wants_figure and _FIGURES.search(evidence.passage.text):
                score += FIGURE_BONUS
            if hit.entry.kind is Kind.LORE and not reading.asks_for_lore:
                score -= LORE_MALUS
            if evidence.passage.role is Role.DIFFERENCE:
                score += _edition_bonus(reading, named, evidence.passage, rank)
            found.append(Candidate(hit, evidence, score))
    found.sort(key=lambda c: (-c.score, c.passage.id))
    return [c for c in found if c.hit.entry.kind is found[0].hit.entry.kind]


def _edition_bonus(reading: Reading, named: set[str], passage: Passage, rank: int) -> float:
    """What a difference between editions gains in the best entries if its edition is asked for, or else loses."""
    if rank < 2 and named & set(passage.editions):
        return EDITION_BONUS
    if rank < 2 and reading.compares:
        return EDITION_BONUS / 2
    return 0.0 if reading.compares else -EDITION_BONUS / 2


def _confidence(candidates: Sequence[Candidate], strange: float) -> float:
    """How well the best evidence bears on the question: similarity, words held, less what nothing here knows."""
    best = max((0.35 * c.evidence.context + 0.65 * c.evidence.similarity for c in candidates[:5]), default=0.0)
    return max(0.0, best - 0.5 * max(0.0, strange - STRANGE))


def _choose(candidates: Sequence[Candidate], telling: Mapping[str, float], budget: int) -> list[Candidate]:
    """The best passage, then those that add most: their own score, and words of the question not yet covered."""
    chosen: list[Candidate] = []
    left = list(candidates)
    covered: set[str] = set()
    floor = KEEP * candidates[0].score
    while left:
        open_terms = {term: weight for term, weight in telling.items() if term not in covered}
        total = sum(telling.values()) or 1.0
        bonus = COVERS / total if chosen else 0.0
        gains = [c.score + bonus * sum(open_terms.get(term, 0.0) for term in set(terms(c.passage.text))) for c in left]
        best = left.pop(gains.index(max(gains)))
        size = len(_said(best.passage).split())
        if best.score < floor or size > budget or _repeats(best, chosen):
            continue
        chosen.append(best)
        covered |= set(terms(best.passage.text))
        budget -= size
    return chosen


def _compose(chosen: Sequence[Candidate], verdict: bool | None, confidence: float) -> Extract:
    opening = {True: "Yes. ", False: "No. ", None: ""}[verdict]
    return Extract(
        answer=opening + " ".join(_said(c.passage) for c in chosen),
        abstained=False,
        confidence=confidence,
        claims=tuple(Claim(_said(c.passage), _quotations(c)) for c in chosen),
        edition_notes=_edition_notes(chosen),
        entries=tuple(dict.fromkeys(c.passage.document for c in chosen)),
    )


def _verdict(reading: Reading, candidates: Sequence[Candidate], unmet: bool) -> bool | None:
    """Yes, no, or None where the question wants neither or the best statements don't decide it.

    A prohibition that fits nearly as well as the best statement wins over it: permission is never read out of a rule
    that stands beside its own exception. `unmet`: the question names a rare thing that the best statement lacks; a
    statement that allows something only elsewhere then means no.
    """
    if not reading.yes_no or not candidates:
        return None
    if reading.compares or reading.same_measure:
        return False if any(c.passage.role is Role.DIFFERENCE for c in candidates[:4]) else None
    plain = [c for c in candidates if c.passage.role is not Role.DIFFERENCE]
    close = [c for c in plain[:3] if c.score >= NEARLY * plain[0].score]
    if not close:
        return None
    if reading.any_way and any(c.passage.role is Role.EXCEPTION and _grants(c.passage) for c in plain[:6]):
        return True
    if any(c.passage.modality in ("may_not", "must_not") for c in close):
        return reading.inverts
    if _ONLY.search(close[0].passage.text) and unmet:
        return False
    return _allows(close[0].evidence, reading)


def _grants(passage: Passage) -> bool:
    return passage.modality in ("may", "must", "happens", "is") and not _NEGATED.search(passage.text)


def _allows(evidence: Evidence, reading: Reading) -> bool | None:
    """Whether a statement says yes to a question: its modality, unless the question breaks a condition of it."""
    passage, held = evidence.passage, set(terms(evidence.passage.text))
    asked = set(terms(reading.text))
    if {term for term in asked if term.isdigit() and term != "1"} - held and evidence.context < 0.6:
        return None
    negated = _NEGATED.search(passage.text) is not None
    for barred in _BARRED.finditer(passage.text):
        if set(terms(barred.group(1))) & asked and not _NEGATED.search(reading.text):
            return False
    if not negated and any(set(terms(thing)) and set(terms(thing)) <= held for thing in reading.without):
        return False
    match passage.modality:
        case "may":
            return not reading.obliged
        case "must":
            return True
        case _ if evidence.context < DECIDES:
            return None
        case _:
            return negated == reading.inverts


def _said(passage: Passage) -> str:
    """A passage as it stands in an answer; what only some editions say is told with their names."""
    text = passage.text if passage.text.endswith((".", "!", "?")) else passage.text + "."
    if passage.role is not Role.DIFFERENCE:
        return text
    names = " and ".join(EDITION_NAMES.get(e, e) for e in passage.editions)
    return f"By {names}: {text}"


def _quotations(candidate: Candidate) -> tuple[Quotation, ...]:
    entry, passage = candidate.hit.entry, candidate.passage
    cited = [c for c in entry.citations if not passage.editions or c.book in passage.editions] or list(entry.citations)
    return tuple(Quotation(c.book, c.heading, entry.id, passage.text) for c in cited)


def _edition_notes(chosen: Iterable[Candidate]) -> tuple[str, ...]:
    """Differences between editions in the entries used, except those that the answer tells already."""
    chosen = list(chosen)
    told = {c.passage.id for c in chosen}
    notes = []
    for entry in {c.hit.entry.id: c.hit.entry for c in chosen}.values():
        notes += [_said(p) for p in entry.passages if p.role is Role.DIFFERENCE and p.id not in told]
    return tuple(notes)


def _repeats(candidate: Candidate, chosen: Sequence[Candidate]) -> bool:
    """Whether nearly all its words are said already."""
    mine = set(terms(candidate.passage.text))
    return any(len(mine & set(terms(c.passage.text))) >= 0.8 * max(1, len(mine)) for c in chosen)


def _looked_for(question: str, hits: Sequence[Hit]) -> str:
    wanted = ", ".join(dict.fromkeys(w for w in re.findall(r"[\w'+$-]+", question) if terms(w))) or "the question"
    near = "; ".join(hit.entry.title for hit in hits[:3])
    return f"The rulebooks don't seem to say. Looked for: {wanted}. Nearest entries: {near}."


def _declined(text: str, confidence: float) -> Extract:
    return Extract(answer=" ".join(text.split()[:MAX_WORDS]), abstained=True, confidence=confidence)
