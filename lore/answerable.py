"""Whether the corpus bears an answer: weighed from how well the best statements fit, which known questions are near
(those that are answered, and those that the books leave open), and what the books are known to lack.

`benchmarks/fit_reranker.py` fits the weights on tuning questions and writes them to `rerank.yaml`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from lore.index import Alike
from lore.rerank import weights


class Near(msgspec.Struct, frozen=True):
    """The known questions nearest to one that is asked: the best that is answered, and the best that is not."""

    answered: float = 0.0
    unanswered: float = 0.0
    lacks: str = ""

    @classmethod
    def among(cls, alike: Sequence[Alike]) -> Near:
        """Of known questions, most alike first."""
        answered = next((one for one in alike if not one.asked.lacks), None)
        unanswered = next((one for one in alike if one.asked.lacks), None)
        return cls(
            answered.similarity if answered is not None else 0.0,
            unanswered.similarity if unanswered is not None else 0.0,
            unanswered.asked.lacks if unanswered is not None else "",
        )


def signs(
    *, similar: float, covered: float, unknown: float, near: Near, lore: bool, gap: bool, figure_missing: bool
) -> dict[str, float]:
    """What speaks for or against an answer, by name.

    `similar` is the best cosine of a statement, `covered` the largest share of the question that one covers with its
    title, `unknown` the share of its words that nothing here knows; `lore`: only lore was found; `gap`: it falls into
    a known gap of the books; `figure_missing`: no passage tells the figure that it asks for.
    """
    return {
        "bias": 1.0,
        "similar": similar,
        "covered": covered,
        "unknown": unknown,
        "answered": near.answered,
        "unanswered": near.unanswered,
        "nearer_unanswered": max(0.0, near.unanswered - near.answered),
        "lore": float(lore),
        "gap": float(gap),
        "figure_missing": float(figure_missing),
    }


def chance(found: dict[str, float]) -> float:
    """How likely it is that the corpus bears the answer, 0 to 1."""
    fitted = weights().answerable
    return 1 / (1 + math.exp(-sum(fitted.get(name, 0.0) * value for name, value in found.items())))
