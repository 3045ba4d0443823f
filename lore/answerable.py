"""Whether the corpus bears an answer: weighed from how well the best statements fit, which known questions are near
(those that are answered, and those that the books leave open), and what the books are known to lack.

`benchmarks/fit_reranker.py` fits the weights on tuning questions and writes them to `rerank.yaml`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

import msgspec

from lore.bearing import UNKNOWN_WEIGHT, Bearing
from lore.index import Alike
from lore.question import Reading
from lore.rerank import weights
from lore.wanted import Want, Wanted, wanted

BEST, SEVERAL = 3, 5
LONG = 16
NEARNESS = 0.06
"""How much less near (in cosine) a known question is that counts e times less."""
_WHAT = re.compile(r"\b(?:whats?|what's|which)\b", re.IGNORECASE)
_ELSEWHERE = re.compile(
    r"\b(?:printed on|not printed|on (?:its|their) (?:own )?cards?|reference sheet)\b", re.IGNORECASE
)


class Near(msgspec.Struct, frozen=True):
    """The known questions nearest to one that is asked: the best that is answered, and the best that is not; and how
    those that want yes or no are answered: `vote`, each counting by how near it is, from -1 (no) to 1, 0 if none is;
    `voter` is how near the nearest of these is."""

    answered: float = 0.0
    unanswered: float = 0.0
    lacks: str = ""
    vote: float = 0.0
    voter: float = 0.0

    @classmethod
    def among(cls, alike: Sequence[Alike]) -> Near:
        """Of known questions, most alike first."""
        answered = next((one for one in alike if not one.asked.lacks), None)
        unanswered = next((one for one in alike if one.asked.lacks), None)
        return cls(
            answered.similarity if answered is not None else 0.0,
            unanswered.similarity if unanswered is not None else 0.0,
            unanswered.asked.lacks if unanswered is not None else "",
            _vote(alike),
            max((one.similarity for one in alike if one.asked.says is not None), default=0.0),
        )


def _vote(alike: Sequence[Alike]) -> float:
    """What the known questions that are answered yes or no say, weighed by how near they are."""
    said = [(math.exp((one.similarity - 1) / NEARNESS), one.asked.says) for one in alike if one.asked.says is not None]
    total = sum(weight for weight, _ in said)
    return sum(weight if says else -weight for weight, says in said) / total if total else 0.0


class Backing(msgspec.Struct, frozen=True):
    """A statement found for a question: its `text`, the stems of its entry's `title`, those that it holds with its
    title and players' words, and how likely it `settles` the question, read together with it."""

    text: str
    stems: frozenset[str]
    title: frozenset[str] = frozenset()
    similarity: float = 0.0
    alike: float = 0.0
    settles: float = 0.0


def signs(
    bearing: Bearing,
    reading: Reading,
    found: Sequence[Backing],
    near: Near,
    *,
    lore: bool,
    gap: bool,
    figure_missing: bool,
    settled_together: float = 0.0,
) -> dict[str, float]:
    """What speaks for or against an answer, by name. `found` are the statements, best first.

    `similar` is the best cosine of a statement, `covered` the largest share of the question that one covers with its
    title, `unknown` the share of its words that nothing here knows, `alike` the greatest cosine with a question that a
    statement answers; `lacks_one` is the most telling word of the question that even the best-fitting statement lacks,
    `lacks_all` the one that none of them has; `titled` the share of the question that a title takes up which it names
    whole; `untold` how much better the question is covered by statements at large
    than by those that tell such a fact as it wants (a price, a figure of that kind), and `wants ...` that kind.
    `lore`: only lore was found; `gap`: it falls into a known gap of the books; `figure_missing`: no passage tells the
    figure of the thing that it names; `settled`: how likely the most settling statement settles it; `together`: how
    likely the first few do, read as one text; `what`: it asks what or which; `elsewhere`: the best statements say that
    it is printed on a card or a sheet.
    """
    best = found[:BEST]
    want = wanted(reading.text, yes_no=reading.yes_no)
    held_by_any = frozenset[str]().union(*(one.stems for one in found[:SEVERAL]))
    return {
        "bias": 1.0,
        "similar": max((one.similarity for one in best), default=0.0),
        "covered": max((bearing.share(one.stems) for one in best), default=0.0),
        "unknown": bearing.unknown(),
        "answered": near.answered,
        "unanswered": near.unanswered,
        "nearer_unanswered": max(0.0, near.unanswered - near.answered),
        "alike": max((one.alike for one in best), default=0.0),
        "lacks_one": min((_lacks(bearing, one.stems) for one in found[: BEST + 1]), default=1.0),
        "lacks_all": _lacks(bearing, held_by_any),
        "titled": max((_titled(bearing, one.title) for one in found[:SEVERAL]), default=0.0),
        "settled": max((one.settles for one in found), default=0.0),
        "together": settled_together,
        "untold": _untold(bearing, want, best),
        "yes_no": float(reading.yes_no),
        "what": float(_WHAT.search(reading.text) is not None),
        "editions": float(bool(reading.editions)),
        "words": min(1.0, len(reading.text.split()) / LONG),
        "lore": float(lore),
        "gap": float(gap),
        "figure_missing": float(figure_missing),
        "elsewhere": float(any(_ELSEWHERE.search(one.text) for one in found[:2])),
        **{f"wants {kind}": float(want is not None and want.kind is kind) for kind in Want},
    }


def _lacks(bearing: Bearing, stems: frozenset[str]) -> float:
    """How telling the most telling word of a question is that a text lacks: 0 (it has all) to 1."""
    return max((w for t, w in bearing.about.items() if not bearing.covers(t, stems)), default=0.0) / UNKNOWN_WEIGHT


def _titled(bearing: Bearing, title: frozenset[str]) -> float:
    """The share of a question that a title takes up, if the question names all of it: 0 to 1."""
    return bearing.share(title) if title and title <= bearing.about.keys() else 0.0


def _untold(bearing: Bearing, want: Wanted | None, found: Sequence[Backing]) -> float:
    """How much more of what a question is about the best statement covers than the best that tells what it wants."""
    if want is None or not found:
        return 0.0
    about = {t: w for t, w in bearing.about.items() if t not in want.of and not t.isdigit()}
    total = sum(about.values()) or 1.0
    shares = [sum(w for t, w in about.items() if bearing.covers(t, one.stems)) / total for one in found]
    if want.kind is Want.COUNT and not any(want.of & one.stems for one in found):
        want = Wanted(Want.COUNT)  # players' own word for what is counted
    telling = [share for share, one in zip(shares, found, strict=True) if want.told(one.text)]
    return max(shares) - max(telling, default=0.0)


def chance(found: dict[str, float]) -> float:
    """How likely it is that the corpus bears the answer, 0 to 1."""
    fitted = weights().answerable
    return 1 / (1 + math.exp(-sum(fitted.get(name, 0.0) * value for name, value in found.items())))
