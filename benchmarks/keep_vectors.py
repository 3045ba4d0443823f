"""Embed the corpus and the known questions, and keep their vectors with the package.

    python -m benchmarks.keep_vectors

To be run after statements or known questions were changed, or the model: a minute or two. Without it nothing breaks,
but what is new is embedded by each user's first question.
"""

from __future__ import annotations

import sys

from lore.embedding import MiniLM
from lore.index import texts_of
from lore.ready_vectors import KEPT, save_ready


def main() -> int:
    """Write the file."""
    print(f"{save_ready(MiniLM(), texts_of())} vectors in {KEPT.name}, {KEPT.stat().st_size / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
