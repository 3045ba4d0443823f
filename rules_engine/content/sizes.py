"""The sizes of Enemies, smallest first, and what follows from them (compilation, "Size", "Large Enemies").

The biggest is XXL, or Gargantuan in the oldest edition (C50): one size by two names. The books give it no base of its
own, so that it stands on four spaces like an Extra Large model (our ruling).
"""

from __future__ import annotations

from typing import Final

SIZES: Final = ("small", "medium", "large", "extra-large", "xxl")
ALIASES: Final = {"gargantuan": "xxl"}
PUSHED_ASIDE: Final = frozenset({"small", "medium"})
PUSHES_ASIDE: Final = frozenset({"large", "extra-large", "xxl"})
FOUR_SPACES: Final = frozenset({"extra-large", "xxl"})
