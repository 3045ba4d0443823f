"""Shares with bootstrap intervals: the same for the same values, on every machine."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SEED = 20_140
RESAMPLES = 1_000


class Rate(msgspec.Struct, frozen=True):
    """A share with its 95 % bootstrap interval; `of` is how many it is taken over. All 0 where there is none."""

    value: float
    low: float
    high: float
    of: int


def rate(values: Sequence[float]) -> Rate:
    """The mean with the 2.5th and 97.5th percentile of the means of resamples, drawn from the fixed seed."""
    import numpy as np

    if not values:
        return Rate(0.0, 0.0, 0.0, 0)
    means = np.asarray(values, dtype=np.float64)[_draws(len(values))].mean(axis=1)
    low, high = np.quantile(means, (0.025, 0.975))
    return Rate(round(sum(values) / len(values), 3), round(float(low), 3), round(float(high), 3), len(values))


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which this share of the values lies; 0 where there are none."""
    ordered = sorted(values)
    return ordered[round(share * (len(ordered) - 1))] if ordered else 0.0


@lru_cache(maxsize=64)
def _draws(count: int) -> NDArray[np.int64]:
    import numpy as np

    return np.random.default_rng(SEED).integers(count, size=(RESAMPLES, count))
