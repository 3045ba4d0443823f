"""How well yes and no are told apart where nothing but the meaning tells: questions in pairs, turned round.

    python -m benchmarks.turned_round [--index FOLDER] [--most N] [--seed N]

`turned_round.jsonl` holds, for 250 statements of the corpus, a question that it answers yes and one, as like it as may
be, that it answers no; `p` is the statement's id. Nothing that comes with the package has learned from them (the reader
learns from others, `reader_pairs.jsonl`). A coin is right for half of those that it decides; prints how many the oracle
decides rightly, wrongly and not at all.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
from pathlib import Path

from lore.extractive import Answerer
from lore.passages import load_documents
from lore.retrieval import Retriever

QUESTIONS = Path(__file__).with_name("turned_round.jsonl")
SEED = 20_140


def pairs_of(file: Path) -> list[dict[str, str]]:
    """The rows of a file of such questions."""
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def main() -> int:
    """Ask a sample of the questions and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--index", type=Path, help="where the vector index is kept (default: built anew)")
    parser.add_argument("--most", type=int, default=500, help="how many questions are asked (default: all 500)")
    parser.add_argument("--seed", type=int, default=SEED, help="which ones")
    options = parser.parse_args()
    asked = pairs_of(QUESTIONS)
    known = {passage.id for document in load_documents() for passage in document.passages}
    gone = [row["p"] for row in asked if row["p"] not in known]
    if gone:
        print(f"{QUESTIONS.name} names {len(gone)} statements that the corpus no longer has, such as {gone[0]!r}")
        return 1
    asked = random.Random(options.seed).sample(asked, min(options.most, len(asked)))
    with tempfile.TemporaryDirectory() as scratch:
        retriever = Retriever(options.index or Path(scratch))
        answerer = Answerer(retriever)
        said = [(answerer.answer(row["q"]).verdict, row["says"] == "yes") for row in asked]
        retriever.index.close()
    right, unsaid = sum(verdict is wanted for verdict, wanted in said), sum(verdict is None for verdict, _ in said)
    wrong = len(said) - right - unsaid
    print(f"{len(said)} questions: {right} decided rightly, {wrong} wrongly, {unsaid} not at all")
    print(f"of those decided, {right / max(1, right + wrong):.3f} rightly")
    return 0


if __name__ == "__main__":
    sys.exit(main())
