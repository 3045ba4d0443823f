"""Yes or no: said only where a statement covers what is asked, whom it is asked of, and when; otherwise left unsaid."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from lore.bearing import Bearing
from lore.bm25 import held, terms, words
from lore.passages import Passage, Role
from lore.question import Reading

COVERS = 0.45
RIVALS = 0.12
NEAR = 0.70
WEIGHS = 0.5
SETTLES = 0.55
_ONLY = re.compile(r"\bonly\b", re.IGNORECASE)
_NEGATED = re.compile(r"\b(not|never|cannot|no|none|nothing|neither|without)\b", re.IGNORECASE)
_CLAUSES = re.compile(r"[;:]\s|, (?:but|though|not)\b|\bbut\b")
_BARRED = re.compile(
    r"\b(?:(?:while|if|when|as long as) (?:there are |there is )?no|(?:that|who|which) (?:is|are) not) ([\w']+)",
    re.IGNORECASE,
)
_LABEL = re.compile(r"^(?:\d+ )?(?:The )?[A-Z][\w' -]{2,40}?(?:: | lets )")
_CIRCUMSTANCE = re.compile(r"\b(?:across|while|if|when|during|unless)\b ([^,.;:]+)", re.IGNORECASE)
_LIMIT = re.compile(
    r"\b(?:more than|at most|only|maximum of|maximum|up to) (once|twice|one|two|three|\d+)\b", re.IGNORECASE
)
_DIFFERS = re.compile(r"\b(differ\w*|other than|unlike|changed?)\b", re.IGNORECASE)
_VOID = re.compile(r"\b(ignored|forbidden|canceled|banned)\b", re.IGNORECASE)
_CONDITION = re.compile(r"\b(?:when|while|if|unless|as long as|with)\b[^,.;:]*", re.IGNORECASE)
_CONTRARY = (("far", "next"), ("far", "adjacent"), ("instead", "normal"))


class Verdict(msgspec.Struct, frozen=True):
    """Yes or no (`says`), and the passage that decides it, which the answer must then quote."""

    says: bool
    because: Passage


class Weighed(msgspec.Struct, frozen=True):
    """A passage as a witness: how well it was found (`score`), and the share of the question that it covers."""

    passage: Passage
    title: str
    score: float
    cover: float
    context: float

    @property
    def worth(self) -> float:
        """How much it counts against other witnesses."""
        return self.cover + WEIGHS * self.score


def decide(reading: Reading, witnesses: Sequence[Weighed], bearing: Bearing, unmet: bool) -> Verdict | None:
    """Yes, no, or None where the question wants neither or no witness decides it.

    Witnesses come best first. A prohibition that covers the question about as well as the best witness wins over it:
    permission is never read out of a rule that stands beside its own exception. `unmet`: the question names a rare
    thing that the best witness lacks; a statement that allows something only elsewhere then means no.
    """
    if not reading.yes_no or not witnesses:
        return None
    if reading.compares or reading.same_measure:
        differing = [w.passage for w in witnesses[:4] if w.passage.role is Role.DIFFERENCE]
        return Verdict(_DIFFERS.search(reading.text) is not None, differing[0]) if differing else None
    plain = [w for w in witnesses if w.passage.role not in (Role.DIFFERENCE, Role.LORE)]
    if reading.any_way:
        ways = [w.passage for w in plain[:6] if w.passage.role is Role.EXCEPTION and _grants(w.passage)]
        if ways:
            return Verdict(True, ways[0])
    able = _eligible(plain, bearing)
    if not able:
        return None
    best = max(able, key=lambda w: w.worth)
    close = [w for w in able if w.worth >= best.worth - RIVALS]
    over = [w for w in able if w.worth >= best.worth - 2 * RIVALS and _over_limit(w.passage, bearing)]
    if over:
        return Verdict(reading.inverts, max(over, key=lambda w: w.worth).passage)
    barring = [w for w in close if _forbids(w.passage)]
    if len(barring) < len(close):
        barring = [w for w in barring if not _narrower(w.passage, bearing)]
    if barring:
        return Verdict(reading.inverts, max(barring, key=lambda w: w.worth).passage)
    best = max((w for w in close if not _forbids(w.passage)), key=lambda w: w.worth, default=best)
    if _ONLY.search(best.passage.text) and unmet:
        return Verdict(False, best.passage)
    says = _allows(best, reading, bearing)
    return None if says is None else Verdict(says, best.passage)


def _eligible(plain: Sequence[Weighed], bearing: Bearing) -> list[Weighed]:
    """The witnesses that fit nearly as well as the best, cover enough of the question, and name its subject."""
    if not plain:
        return []
    subject = bearing.subject()
    found = []
    for witness in plain[:12]:
        named = held(witness.passage.text) | held(witness.title)
        if witness.score < NEAR * plain[0].score or witness.cover < COVERS:
            continue
        if _special(witness.passage, bearing):
            continue
        if all(bearing.covers(term, named) for term in subject) and bearing.in_scope(named):
            found.append(witness)
    return found


def _special(passage: Passage, bearing: Bearing) -> bool:
    """Whether it tells of one ability, Item or chart line, or of an exception, that the question does not name."""
    label = _LABEL.match(passage.text)
    lead = label.group(0) if label else passage.text if passage.role is Role.EXCEPTION else ""
    named = sorted(held(lead), key=lambda t: (-bearing.index.idf(t), t))[: 3 if label is None else 9]
    return bool(named) and not any(term in bearing.about for term in named)


def _narrower(passage: Passage, bearing: Bearing) -> bool:
    """Whether a prohibition holds only in circumstances that the question says nothing of."""
    said = _CIRCUMSTANCE.search(passage.text)
    terms_of = held(said.group(1)) if said is not None else frozenset()
    told = sum(t in bearing.about or bearing.implied(t) for t in terms_of)
    return bool(terms_of) and told * 2 <= len(terms_of)


def _over_limit(passage: Passage, bearing: Bearing) -> bool:
    """Whether a question asks for more of a thing than a statement allows: twice, where it says once."""
    asked = [int(t) for t in bearing.about if t.isdigit() and int(t) > 1]
    limit = _LIMIT.search(passage.text)
    if not asked or limit is None:
        return False
    said = next(iter(words(limit.group(1))), "")
    return said.isdigit() and min(asked) > int(said)


def _forbids(passage: Passage) -> bool:
    return passage.modality in ("may_not", "must_not")


def _grants(passage: Passage) -> bool:
    return passage.modality in ("may", "must", "happens", "is") and not _NEGATED.search(passage.text)


def _allows(witness: Weighed, reading: Reading, bearing: Bearing) -> bool | None:
    """Whether a statement says yes to a question: its modality, unless the question breaks a condition of it."""
    passage, text = witness.passage, held(witness.passage.text)
    asked = held(reading.text)
    for barred in _BARRED.finditer(passage.text):
        if held(barred.group(1)) & asked and not _NEGATED.search(reading.text):
            return False
    clause = _CONDITION.sub("", _clause(passage.text, bearing))
    negated = _NEGATED.search(clause) is not None
    if _VOID.search(passage.text) and not _VOID.search(reading.text):
        return None
    if not negated and any(held(thing) and held(thing) <= text for thing in reading.without):
        return False
    if negated and not _NEGATED.search(reading.text):
        return reading.inverts
    if bearing.lacks(text | held(witness.title)) or {t for t in asked if t.isdigit() and t != "1"} - text:
        return None
    match passage.modality:
        case "may":
            return not reading.obliged
        case "must":
            return None if witness.cover < SETTLES else True
        case _ if witness.cover < SETTLES:
            return None
        case _ if any(far in text and near in asked for far, near in _CONTRARY):
            return False
        case _:
            return negated == reading.inverts


def _clause(text: str, bearing: Bearing) -> str:
    """The clause of a statement that covers the question best; the first of equals."""
    subject = bearing.subject()
    clauses = [part for part in _CLAUSES.split(text) if terms(part)] or [text]

    def fits(clause: str) -> tuple[bool, float]:
        stems = held(clause)
        return (bool(subject) and subject <= stems, bearing.share(stems))

    return max(clauses, key=fits)
