"""A light reranker: entries that search has found, ordered anew by what fits, with weights fitted on tuning questions.

`benchmarks/fit_reranker.py` fits the weights by cross-validation and writes them to `rerank.yaml`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import yaml

from lore.bm25 import LOADER, held
from lore.passages import Document, Kind, Role
from lore.question import Reading

if TYPE_CHECKING:
    from lore.retrieval import Evidence

FITTED = Path(__file__).with_name("rerank.yaml")


class Weights(msgspec.Struct, frozen=True):
    """Fitted weights by the names of what they weigh: of a yes, of an entry (no weights leave the order alone), and of
    there being an answer."""

    verdict: dict[str, float]
    entry: dict[str, float]
    answerable: dict[str, float]


@cache
def weights(path: Path = FITTED) -> Weights:
    """Read the fitted weights."""
    data: Any = yaml.load(path.read_text(encoding="utf-8"), Loader=LOADER)
    return msgspec.convert(data, Weights)


class Asked(msgspec.Struct, frozen=True):
    """A question as the reranker sees it: read, and its stems by how telling each is: its own, and with synonyms."""

    reading: Reading
    telling: Mapping[str, float]
    own: Mapping[str, float]


def entry_features(
    asked: Asked, entry: Document, score: float, ranks: Mapping[str, int | None], evidence: Sequence[Evidence]
) -> dict[str, float]:
    """What speaks for an entry: where each way of searching ranks it, how its title, its players' words and its best
    statements match, and whether it is of the kind and edition asked for."""
    total = sum(asked.telling.values()) or 1.0
    owned = sum(asked.own.values()) or 1.0

    def part(stems: frozenset[str]) -> float:
        return sum(weight for term, weight in asked.telling.items() if term in stems) / total

    def own_part(stems: frozenset[str]) -> float:
        return sum(weight for term, weight in asked.own.items() if term in stems) / owned

    title = held(entry.title)
    phrases = [held(phrase) for phrase in entry.keywords]
    statements = [e for e in evidence if e.passage.role is not Role.EXAMPLE]
    best = sorted((e.similarity for e in statements), reverse=True)
    known = sorted((e.alike for e in statements), reverse=True)
    whole = held(" ".join(p.text for p in entry.passages)) | title | held(" ".join(entry.keywords))
    named = set(asked.reading.editions)
    books = {c.book for c in entry.citations} | {e for p in entry.passages for e in p.editions}
    return {
        "fused": score * 60,
        **{f"rank:{way}": 1.0 / rank if rank else 0.0 for way, rank in ranks.items()},
        "similar": best[0] if best else 0.0,
        "similar_second": best[1] if len(best) > 1 else 0.0,
        "alike": known[0] if known else 0.0,
        "alike_second": known[1] if len(known) > 1 else 0.0,
        "statement": max((own_part(held(e.passage.text)) for e in statements), default=0.0),
        "statement_wide": max((e.keyword for e in statements), default=0.0),
        "whole": own_part(whole),
        "whole_wide": part(whole),
        "title": own_part(title),
        "title_asked": sum(t in asked.telling for t in title) / max(1, len(title)),
        "phrase": max((sum(t in asked.own for t in p) / len(p) for p in phrases if p), default=0.0),
        "lore": float(entry.kind is Kind.LORE) * (0.0 if asked.reading.asks_for_lore else 1.0),
        "lore_asked": float(entry.kind is Kind.LORE) * float(asked.reading.asks_for_lore),
        "edition": float(bool(named & books)) if named else 0.0,
        "differs": float(asked.reading.compares and any(p.role is Role.DIFFERENCE for p in entry.passages)),
        "only_others": float(bool(named and entry.editions and not named & set(entry.editions))),
    }


def weigh(fitted: Mapping[str, float], features: Mapping[str, float]) -> float:
    """The sum of what speaks for something, each by its weight."""
    return sum(fitted.get(name, 0.0) * value for name, value in features.items())
