"""Teach the reader: whether a statement settles a player's question, and whether it then says yes or no.

    python -m benchmarks.fit_reader --base FOLDER --out FOLDER [--epochs N]

`--base` holds the published all-mpnet-base-v2 (`model.safetensors`, its sha256 below, `config.json`, `tokenizer.json`);
`--out` gets the trained int8 ONNX graph, which belongs in `lore/models/reader`. Learns from `lore/asked`,
`lore/unanswered.yaml`, `benchmarks/reader_pairs.jsonl` and the corpus; what it gained is shown, after each round, on
`benchmarks/turned_round.jsonl`, from which it learns nothing. Needs more than playing does:
pip install torch transformers onnx onnxscript.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from benchmarks.turned_round import QUESTIONS, pairs_of
from lore.asked import load_asked
from lore.embedding import MiniLM
from lore.passages import load_documents

if TYPE_CHECKING:
    import torch

    from benchmarks.reader_model import Reader

PUBLISHED = "78c0197b6159d92658e319bc1d72e4c73a9a03dd03815e70e555c5ef05615658"
EPOCHS, BATCH, RATE, WARMING, DECAY = 2, 32, 3e-5, 0.06, 0.01
OF_SETTLING = 0.5
NEAR, MERELY_NEAR = 14, 0.5
SEED = 20_140
TOGETHER = 24
PAIRS = QUESTIONS.with_name("reader_pairs.jsonl")
SHOWN = 50


class Example(NamedTuple):
    """A question held against a statement: whether it settles it, and the yes or no that it gives, if it does."""

    question: str
    statement: str
    settles: bool
    says: bool | None


class Asked(NamedTuple):
    """A question, the statement that answers it (its id; empty: none does), and the yes or no that it gives."""

    question: str
    passage: str
    says: bool | None


class Examples:
    """What is learned from: each question with its statement, and with one that is merely near."""

    def __init__(self, asked: Sequence[Asked]) -> None:
        documents = load_documents()
        self.texts = {p.id: d.passage_text(p) for d in documents for p in d.passages if p.quotable}
        self.asked = [one for one in asked if not one.passage or one.passage in self.texts]
        model = MiniLM()
        ids = list(self.texts)
        of_texts, of_asked = model.embed(list(self.texts.values())), model.embed([one.question for one in self.asked])
        near = np.argsort(-(of_asked @ of_texts.T), axis=1)[:, :NEAR]
        self.near = [
            [ids[i] for i in row if entry_of(ids[i]) != entry_of(one.passage)]
            for row, one in zip(near, self.asked, strict=True)
        ]

    def round(self, rng: random.Random) -> list[list[Example]]:
        """One round through all questions, in batches of texts about as long."""
        found = []
        for one, near in zip(self.asked, self.near, strict=True):
            if one.passage:
                found.append(Example(one.question, self.texts[one.passage], True, one.says))
            if near and (not one.passage or rng.random() < MERELY_NEAR):
                found.append(Example(one.question, self.texts[rng.choice(near)], False, None))
        rng.shuffle(found)
        batches = []
        for start in range(0, len(found), BATCH * TOGETHER):
            part = sorted(found[start : start + BATCH * TOGETHER], key=lambda e: len(e.question) + len(e.statement))
            batches += [part[i : i + BATCH] for i in range(0, len(part), BATCH)]
        rng.shuffle(batches)
        return batches


def entry_of(passage: str) -> str:
    """The id of the entry that a statement belongs to."""
    return passage.rpartition("#")[0]


def train(reader: Reader, examples: Examples, epochs: int, after: Callable[[str], None]) -> None:
    """Go `epochs` times through all questions; `after` is called with the name of each round."""
    import torch

    torch.manual_seed(SEED)
    rng = random.Random(SEED)
    moved = [weight for weight in reader.parameters() if weight.requires_grad]
    optimizer = torch.optim.AdamW(moved, lr=RATE, weight_decay=DECAY)
    reader.train()
    lost: list[float] = []
    done, total = 0, epochs * len(examples.round(random.Random(SEED)))
    for epoch in range(1, epochs + 1):
        for batch in examples.round(rng):
            pace = min(1.0, done / (WARMING * total + 1)) * max(0.0, total - done) / total
            optimizer.param_groups[0]["lr"] = RATE * pace
            optimizer.zero_grad()
            loss = loss_of(reader, batch)
            loss.backward()
            lost.append(float(loss.detach()))
            torch.nn.utils.clip_grad_norm_(moved, 1.0)
            optimizer.step()
            done += 1
            if done % SHOWN == 0:
                print(f"  step {done} of {total}: loss {sum(lost[-SHOWN:]) / SHOWN:.3f}", flush=True)
        after(f"round {epoch}")


def loss_of(reader: Reader, batch: Sequence[Example]) -> torch.Tensor:
    """The cross-entropy of settling, and of yes or no where that is known."""
    import torch

    scores = reader.read([(one.question, one.statement) for one in batch])
    loss = torch.nn.functional.binary_cross_entropy_with_logits
    settles = loss(scores[:, 0], torch.tensor([float(one.settles) for one in batch]))
    said = [row for row, one in enumerate(batch) if one.says is not None]
    if not said:
        return OF_SETTLING * settles
    return OF_SETTLING * settles + loss(scores[said, 1], torch.tensor([float(bool(batch[row].says)) for row in said]))


def all_asked() -> list[Asked]:
    """Known questions and pairs."""
    known = [Asked(one.question, one.passage, one.says) for one in load_asked()]
    return known + [Asked(row["q"], row["p"], row["says"] == "yes") for row in pairs_of(PAIRS)]


def show(reader: Reader, examples: Examples, name: str) -> None:
    """Print how many of the questions turned round are told rightly from the statement that decides them."""
    rows = [row for row in pairs_of(QUESTIONS) if row["p"] in examples.texts]
    scores = reader.told([(row["q"], examples.texts[row["p"]]) for row in rows])
    right = sum((score > 0) == (row["says"] == "yes") for score, row in zip(scores[:, 1].tolist(), rows, strict=True))
    settled = float((scores[:, 0] > 0).float().mean())
    print(
        f"{name}: {right} of {len(rows)} turned round told rightly; {settled:.3f} of them held to be settled",
        flush=True,
    )


def main() -> int:
    """Train, show, and write the model."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base", type=Path, required=True, help="folder of the published weights and tokenizer")
    parser.add_argument("--out", type=Path, required=True, help="folder for the trained model")
    parser.add_argument("--epochs", type=int, default=EPOCHS)
    options = parser.parse_args()
    weights = options.base / "model.safetensors"
    if not weights.is_file() or hashlib.sha256(weights.read_bytes()).hexdigest() != PUBLISHED:
        print(f"{weights} is not the published model (sha256 {PUBLISHED})", file=sys.stderr)
        return 2
    import torch

    from benchmarks.reader_model import Reader

    torch.manual_seed(SEED)
    reader, examples = Reader(options.base), Examples(all_asked())
    options.out.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(options.base / "tokenizer.json", options.out / "tokenizer.json")
    train(reader, examples, options.epochs, lambda name: show(reader, examples, name))
    reader.write(options.out / "model.onnx")
    return 0


if __name__ == "__main__":
    sys.exit(main())
