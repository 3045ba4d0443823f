"""Yes or no: weighed from which way the best statements lean, by their words and as they are read."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

import msgspec

from lore.answerable import Near
from lore.bearing import Bearing
from lore.bm25 import held
from lore.leaning import NO, YES, leaning, narrower, special
from lore.passages import Passage, Role
from lore.question import Reading, asking_clause
from lore.reader import Read
from lore.rerank import weights

COVER, OWN, WEIGHS = 0.4, 0.6, 0.5
LIKED, UNLIKE = 1.5, 0.6
"""What a witness gains by answering a known question like the one asked, and how near that must at least be."""
NARROWER = 0.15
MOST = 8
FORBID = ("may_not", "must_not")
SHARP, LIKE = 0.15, 0.7
TOLD = 0.10
FAR, CLOSE = 0.6, 0.9
"""How near known questions are whose vote counts as any other's, and how near those on whose word one may rely."""
FAR_BEHIND = 0.45
EVEN = 0.5
SETTLES, SAYS_SO, AGREES = 0.8, 0.2, 0.05
"""What a statement gains as the one that is quoted for a yes or no, by settling the question and by saying the same;
set by how often it is the right one on every other question of `benchmarks/turned_round.jsonl`."""
NOBODY = Near()
_DIFFERS = re.compile(r"\b(differ\w*|other than|unlike|changed?)\b", re.IGNORECASE)
_NEGATED = re.compile(r"\b(not|never|cannot|no|none|nothing|neither|without)\b", re.IGNORECASE)
_FREE = re.compile(r"\b(?:need not|(?:does|do) not (?:have|need) to|not required to)\b", re.IGNORECASE)
_ASKS_LEAVE = re.compile(r"\b(may|allowed|ok|okay|any way)\b", re.IGNORECASE)
_ASKS_STILL = re.compile(r"\b(still|at least|even)\b", re.IGNORECASE)


class Verdict(msgspec.Struct, frozen=True):
    """Yes or no (`says`), and the passage that decides it, which the answer must then quote."""

    says: bool
    because: Passage


class Weighed(msgspec.Struct, frozen=True):
    """A passage as a witness: how well it was found (`score`), and the share of the question that it
    covers with its title (`cover`) and by itself (`own`), how like the question is to one that it is known
    to answer (`alike`), which it `says` yes or no to, and what came of reading the two together, where they were."""

    passage: Passage
    title: str
    score: float
    cover: float
    own: float
    alike: float = 0.0
    says: bool | None = None
    read: Read | None = None

    @property
    def worth(self) -> float:
        """How much it counts against other witnesses."""
        known = LIKED * max(0.0, self.alike - UNLIKE)
        return COVER * self.cover + OWN * self.own + WEIGHS * self.score + known


def decide(
    reading: Reading,
    witnesses: Sequence[Weighed],
    bearing: Bearing,
    near: Near = NOBODY,
    together: Read | None = None,
) -> Verdict | None:
    """Yes, no, or None where the question wants neither or the witnesses (best first) do not settle it; `near` tells
    how known questions like it are answered, and `together` what came of reading the question with the worthiest
    witnesses as one text.

    How players ask counts too: most of what they ask leave for is forbidden, and the weights have learned that.
    """
    if not reading.yes_no or not witnesses:
        return None
    if reading.compares or reading.same_measure:
        differing = [w.passage for w in witnesses[:4] if w.passage.role is Role.DIFFERENCE]
        if differing:
            return Verdict(_DIFFERS.search(reading.text) is not None, differing[0])
    if reading.any_way:
        ways = [w.passage for w in witnesses[:6] if w.passage.role is Role.EXCEPTION and _grants(w.passage)]
        if ways:
            return Verdict(True, ways[0])
    heard = hear(reading, witnesses, bearing)
    if not heard:
        return None
    if reading.obliged:
        bound = _bound(heard)
        if bound is not None:
            return bound
    chance = chance_of_yes(reading, heard, near, together)
    says = chance > EVEN
    because = max(heard, key=lambda h: _deciding(*h, says=says))[0].passage
    if says and _other_number(because, reading):
        return None
    return Verdict(says, because)


def _deciding(witness: Weighed, lean: int, *, says: bool) -> float:
    """How well a witness stands behind a yes or no: by its worth, by how likely it settles the question, and by whether
    it says the same, by its words and as it was read."""
    found = witness.worth + (AGREES if lean == (YES if says else NO) else 0.0)
    if witness.read is None:
        return found
    return found + witness.read.settles * (SETTLES + SAYS_SO * witness.read.lean * (1 if says else -1))


def _bound(heard: Sequence[tuple[Weighed, int]]) -> Verdict | None:
    """Asked whether something has to be done: the best statement settles it if it has it done, or one that is not much
    worse if it leaves it free; None where neither is so, for other statements do not speak of duties."""
    first, lean = heard[0]
    if first.passage.modality == "must" and lean == YES:
        return Verdict(True, first.passage)
    near = [w.passage for w, _ in heard if first.worth - w.worth <= FAR_BEHIND]
    free = next((passage for passage in near if _FREE.search(passage.text)), None)
    return None if free is None else Verdict(False, free)


def _other_number(because: Passage, reading: Reading) -> bool:
    """Whether a question asks of a number that a statement lacks, and the statement has another."""
    asked = {t for t in held(asking_clause(reading.text)) if t.isdigit() and t != "1"}
    return bool(asked - held(because.text)) and bool(_figures(because.text))


def hear(reading: Reading, witnesses: Sequence[Weighed], bearing: Bearing) -> list[tuple[Weighed, int]]:
    """The witnesses that count, worthiest first, each with the way that it leans; what only some editions say counts
    where one of them is named."""
    named = set(reading.editions)
    telling = [w for w in witnesses if w.passage.role is not Role.DIFFERENCE or named & set(w.passage.editions)]
    rules = [w for w in telling if w.passage.role is not Role.LORE]
    counting = [w for w in rules if not special(w.passage, bearing)] or rules
    told = [_discounted(w, bearing) for w in counting]
    best = sorted(told, key=lambda w: (-w.worth, w.passage.id))[:MOST]
    return [(w, leaning(w.passage, reading, bearing)) for w in best]


def _discounted(witness: Weighed, bearing: Bearing) -> Weighed:
    """A prohibition in circumstances that the question says nothing of counts less."""
    if witness.passage.modality not in FORBID or not narrower(witness.passage, bearing):
        return witness
    return msgspec.structs.replace(witness, score=witness.score - NARROWER / WEIGHS)


def signs(
    reading: Reading, heard: Sequence[tuple[Weighed, int]], near: Near, together: Read | None = None
) -> dict[str, float]:
    """What speaks for a yes (above 0) or a no, by name: how the witnesses lean, how known
    questions like it are answered, what the worthiest say read together, and how it is put."""
    worths = [w.worth for w, _ in heard]
    first, lean = heard[0]
    pull = [math.exp((worth - worths[0]) / SHARP) for worth in worths]
    most_yes = max((w.worth for w, way in heard if way == YES), default=min(worths))
    most_no = max((w.worth for w, way in heard if way == NO), default=min(worths))
    known, known_lean = max(heard, key=lambda h: h[0].alike)
    told = max(heard, key=lambda h: h[0].alike if h[0].says is not None else 0.0)[0]
    asked, said = _figures(reading.text), _figures(first.passage.text)
    ways = [way for _, way in heard]
    return {
        "bias": 1.0,
        "first_worth": lean * max(0.0, first.worth - 0.7),
        "pulled": sum(p * way for p, way in zip(pull, ways, strict=True)) / sum(pull),
        "gap": 2 * max(-0.5, min(0.5, most_yes - most_no)),
        "permits": float(first.passage.modality == "may"),
        "obliged": float(reading.obliged),
        "leave": float(_ASKS_LEAVE.search(reading.text) is not None),
        "still": float(_ASKS_STILL.search(reading.text) is not None),
        "known_lean": known_lean * float(known.alike > 0),
        "known_says": (0 if told.says is None else YES if told.says else NO) * max(0.0, told.alike - LIKE),
        "voted": near.vote,
        "voted_near": near.vote * max(0.0, min(1.0, (near.voter - FAR) / (CLOSE - FAR))),
        "read": _as_read(heard),
        "together": 0.0 if together is None else together.lean,
        "other_figures": float(bool(asked and said) and not asked & said),
    }


def _as_read(heard: Sequence[tuple[Weighed, int]]) -> float:
    """What the witnesses say to the question, read together with it: from -1 (no) to 1, each counting by its worth and
    by how likely it settles the question."""
    read = [(math.exp(w.worth / TOLD) * w.read.settles, w.read.lean) for w, _ in heard if w.read is not None]
    total = sum(weight for weight, _ in read)
    return sum(weight * lean for weight, lean in read) / total if total else 0.0


def _figures(text: str) -> set[str]:
    return {term for term in held(text) if any(c.isdigit() for c in term)}


def chance_of_yes(
    reading: Reading, heard: Sequence[tuple[Weighed, int]], near: Near, together: Read | None = None
) -> float:
    """How likely yes is, 0 to 1."""
    fitted, found = weights().verdict, signs(reading, heard, near, together)
    return 1 / (1 + math.exp(-sum(fitted.get(name, 0.0) * value for name, value in found.items())))


def _grants(passage: Passage) -> bool:
    return passage.modality in ("may", "must", "happens", "is") and not _NEGATED.search(passage.text)
