"""Keyword search over many chunks: the scores of `lore.bm25`, in arrays that are written once and opened at once."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec

from lore.bm25 import K1, B, terms

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class KeywordIndex(msgspec.Struct, frozen=True, dict=True):
    """The postings of a row of texts, as little-endian arrays: `starts[i]` to `starts[i + 1]` are those of term i."""

    vocabulary: tuple[str, ...]
    starts: bytes
    rows: bytes
    counts: bytes
    lengths: bytes

    @classmethod
    def build(cls, texts: Sequence[Sequence[tuple[str, float]]]) -> KeywordIndex:
        """Index texts; each is its fields as (text, weight), and the counts of a term add up over fields."""
        import numpy as np

        postings: dict[str, list[tuple[int, float]]] = {}
        lengths = []
        for row, fields in enumerate(texts):
            counts: Counter[str] = Counter()
            for text, weight in fields:
                for term, times in Counter(terms(text)).items():
                    counts[term] += weight * times  # type: ignore[assignment]
            lengths.append(float(sum(counts.values())))
            for term, count in counts.items():
                postings.setdefault(term, []).append((row, float(count)))
        vocabulary = tuple(sorted(postings))
        found = [posting for term in vocabulary for posting in postings[term]]
        starts = np.cumsum([0, *(len(postings[term]) for term in vocabulary)])
        return cls(
            vocabulary,
            starts.astype("<i4").tobytes(),
            np.array([row for row, _ in found], dtype="<i4").tobytes(),
            np.array([count for _, count in found], dtype="<f4").tobytes(),
            np.array(lengths, dtype="<f4").tobytes(),
        )

    def __len__(self) -> int:
        return len(self.lengths) // 4

    def __contains__(self, term: str) -> bool:
        return term in self._places

    def idf(self, term: str) -> float:
        """How telling a stem is: high for a rare one, highest for one that no text has."""
        found = len(self._postings(term)[0])
        return math.log(1 + (len(self) - found + 0.5) / (found + 0.5))

    def scores(self, query: Mapping[str, float]) -> NDArray[np.float32]:
        """The score of each text for weighted stems; 0 where none stands in it."""
        import numpy as np

        totals = np.zeros(len(self), dtype=np.float32)
        for term, weight in query.items():
            rows, counts = self._postings(term)
            if len(rows):
                totals[rows] += weight * self.idf(term) * counts * (K1 + 1) / (counts + self._norms[rows])
        return totals

    def search(self, query: Mapping[str, float], k: int) -> list[int]:
        """The rows of the k best texts, best first; equal scores in the order of the rows."""
        import numpy as np

        totals = self.scores(query)
        best = np.argsort(-totals, kind="stable")[:k]
        return [int(row) for row in best if totals[row] > 0]

    def _postings(self, term: str) -> tuple[Any, Any]:
        rows, counts, starts = self._arrays
        place = self._places.get(term)
        if place is None:
            return rows[:0], counts[:0]
        where = slice(starts[place], starts[place + 1])
        return rows[where], counts[where]

    @cached_property
    def _places(self) -> dict[str, int]:
        return {term: place for place, term in enumerate(self.vocabulary)}

    @cached_property
    def _arrays(self) -> tuple[Any, Any, Any]:
        import numpy as np

        return np.frombuffer(self.rows, "<i4"), np.frombuffer(self.counts, "<f4"), np.frombuffer(self.starts, "<i4")

    @cached_property
    def _norms(self) -> Any:
        import numpy as np

        lengths = np.frombuffer(self.lengths, "<f4")
        average = float(lengths.mean()) if len(lengths) and lengths.any() else 1.0
        return K1 * (1 - B + B * lengths / average)
