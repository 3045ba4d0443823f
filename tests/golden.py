"""The mark by which a test says which golden example it is: `@golden("G051")`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

F = TypeVar("F", bound=Callable[..., object])


def golden(*ids: str) -> Callable[[F], F]:
    """Note the golden ids that a test covers; tests/test_golden_ids.py counts them."""

    def mark(test: F) -> F:
        test.golden = ids  # type: ignore[attr-defined]
        return test

    return mark
