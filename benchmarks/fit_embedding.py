"""Teach the embedded sentence model how players ask: a question's vector comes near those of the statement that answers
it and of other questions that want the same, and away from those that the books leave open.

    python -m benchmarks.fit_embedding (--base FOLDER | --on GRAPH) --out FOLDER [--epochs N]

`--base` holds the published weights of all-MiniLM-L6-v2 (`model.safetensors`, its sha256 below, and `tokenizer.json`);
`--on` goes on from a graph that this program wrote, with its tokenizer beside it, as when questions were added. `--out`
gets the trained int8 ONNX graph, which belongs in `lore/models/minilm-l6-v2-int8` (then run
`python -m benchmarks.keep_vectors` and `python -m benchmarks.fit_reranker`). Learns from
`lore/asked`, `lore/unanswered.yaml` and the corpus alone; what it gained is shown, after each round, on the tuning
questions of `tests/lore/questions`, from which it learns nothing. Needs more than playing does: pip install torch
safetensors onnx onnxruntime.
"""

from __future__ import annotations

import argparse
import hashlib
import math
import random
import shutil
import sys
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from benchmarks.fit_reranker import TUNING, cited_places, questions, relevant
from lore.asked import KnownQuestion, load_asked
from lore.index import WHOLE, chunks_of
from lore.passages import load_documents

if TYPE_CHECKING:
    import torch

    from benchmarks.encoder import Encoder

PUBLISHED = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
EPOCHS, BATCH, RATE, WARMING, DECAY = 3, 48, 5e-5, 0.1, 0.01
SHARPNESS = 0.05
LONGEST = 96
SEED = 20_140
BY_QUESTION, BY_ENTRY = 0.25, 0.12
"""How often a question is held against another that wants the same, and against its entry; else, its statement."""
NEAR_TEXTS, NEAR_QUESTIONS = 10, 4
BY_TEXT = 0.75


class Said(NamedTuple):
    """A text that a question may be near to: `of` is the statement, entry or gap that it belongs to, `kind` what it is:
    `statement`, `entry`, `open` (nothing answers it), or a question answered `yes`, `no` or `otherwise`."""

    text: str
    of: str
    kind: str


class Examples:
    """What is learned from: the known questions, and for each the texts that it belongs to and those that it is near to
    but does not belong to."""

    def __init__(self, asked: Sequence[KnownQuestion], chunks: Sequence[Said]) -> None:
        self.asked = [as_said(one) for one in asked]
        self.chunks = list(chunks)
        self._text = {chunk.of: chunk for chunk in chunks}
        self._rows: defaultdict[str, list[Said]] = defaultdict(list)
        for one in self.asked:
            self._rows[one.of].append(one)
        self._near: list[tuple[list[Said], list[Said]]] = []

    def look(self, of_chunks: np.ndarray, of_asked: np.ndarray) -> None:
        """Find what each question is wrongly near to, by the vectors of the texts and of the questions."""
        self._near = []
        for place, one in enumerate(self.asked):
            texts = [self.chunks[i] for i in np.argsort(-(of_chunks @ of_asked[place]))[: NEAR_TEXTS + 4]]
            others = [self.asked[i] for i in np.argsort(-(of_asked @ of_asked[place]))[1 : 6 * NEAR_QUESTIONS]]
            theirs = [other for other in others if (other.kind == "open") != (one.kind == "open")]
            wrong = [text for text in texts if not belongs(one, text)]
            self._near.append((wrong[:NEAR_TEXTS], theirs[:NEAR_QUESTIONS]))

    def batch(self, places: Sequence[int], rng: random.Random) -> tuple[list[Said], list[Said]]:
        """The questions at these places; and as many texts that they belong to, in their order, and as many others."""
        anchors = [self.asked[place] for place in places]
        right = [self._right(one, rng) for one in anchors]
        wrong = [
            self._wrong(place, one.kind in KINDS_OF_QUESTION, rng) for place, one in zip(places, right, strict=True)
        ]
        return anchors, right + wrong

    def _right(self, one: Said, rng: random.Random) -> Said:
        alike = [other for other in self._rows[one.of] if other.kind == one.kind and other is not one]
        if one.kind == "open":
            return rng.choice(alike) if alike else Said(one.of, one.of, "open")
        draw = rng.random()
        if draw < BY_QUESTION and alike:
            return rng.choice(alike)
        return self._text[entry_of(one.of)] if draw > 1 - BY_ENTRY else self._text[one.of]

    def _wrong(self, place: int, by_question: bool, rng: random.Random) -> Said:
        """A question of the same statement with the other answer, or a text or question that is merely near."""
        one = self.asked[place]
        contrary = [other for other in self._rows[one.of] if {one.kind, other.kind} == {"yes", "no"}]
        if contrary and by_question:
            return rng.choice(contrary)
        texts, theirs = self._near[place]
        return rng.choice(texts) if rng.random() < BY_TEXT or not theirs else rng.choice(theirs)


KINDS_OF_QUESTION = ("yes", "no", "otherwise")


def as_said(one: KnownQuestion) -> Said:
    """A known question as a text."""
    if one.lacks:
        return Said(one.question, one.lacks, "open")
    return Said(one.question, one.passage, {True: "yes", False: "no", None: "otherwise"}[one.says])


def entry_of(statement: str) -> str:
    """The id of the chunk that holds a statement's whole entry."""
    return statement.rpartition("#")[0] + WHOLE


def belongs(one: Said, text: Said) -> bool:
    """Whether a known question belongs to a text: its statement, its entry, or what asks for the same."""
    if one.kind == "open" or text.kind == "open":
        return one.of == text.of
    return text.of == (entry_of(one.of) if text.kind == "entry" else one.of)


def counts(one: Said, right: Said, other: Said) -> bool:
    """Whether another text counts as wrong for a question that is held against `right`: what belongs to it does not,
    unless questions are told apart, and that one has the other answer."""
    if not belongs(one, other):
        return right.kind != "entry" or other.kind in ("open", "entry") or entry_of(one.of) != entry_of(other.of)
    return right.kind in KINDS_OF_QUESTION and {one.kind, other.kind} == {"yes", "no"}


def step_loss(encoder: Encoder, anchors: Sequence[Said], texts: Sequence[Said]) -> torch.Tensor:
    """How far each question is from seeing its own text as the nearest of the batch: cross-entropy of the cosines."""
    import torch

    near = encoder.vectors([one.text for one in anchors]) @ encoder.vectors([text.text for text in texts]).T
    apart = [
        [column == row or counts(one, texts[row], text) for column, text in enumerate(texts)]
        for row, one in enumerate(anchors)
    ]
    scores = (near / SHARPNESS).masked_fill(~torch.tensor(apart), -1e4)
    return torch.nn.functional.cross_entropy(scores, torch.arange(len(anchors)))


def train(encoder: Encoder, examples: Examples, epochs: int, after: Callable[[str], None]) -> None:
    """Go `epochs` times through all known questions, looking anew each time for what is wrongly near; `after`
    is called with the name of each round."""
    import torch

    torch.manual_seed(SEED)
    rng = random.Random(SEED)
    moved = encoder.trained()
    optimizer = torch.optim.AdamW(moved, lr=RATE, weight_decay=DECAY)
    total = epochs * math.ceil(len(examples.asked) / BATCH)
    done = 0
    for epoch in range(1, epochs + 1):
        examples.look(
            encoder.embed([chunk.text for chunk in examples.chunks]), encoder.embed([q.text for q in examples.asked])
        )
        order = rng.sample(range(len(examples.asked)), len(examples.asked))
        for start in range(0, len(order), BATCH):
            pace = min(1.0, done / (WARMING * total + 1)) * (total - done) / total
            optimizer.param_groups[0]["lr"] = RATE * pace
            optimizer.zero_grad()
            step_loss(encoder, *examples.batch(order[start : start + BATCH], rng)).backward()
            torch.nn.utils.clip_grad_norm_(moved, 1.0)
            optimizer.step()
            done += 1
        after(f"round {epoch}")


class Exam:
    """The tuning questions, asked of a model's vectors alone."""

    def __init__(self, chunks: Sequence[Said]) -> None:
        self.chunks = chunks
        self.asked = questions([*sorted(TUNING.glob("tune-*.jsonl")), TUNING / "own.jsonl"])
        places = cited_places()
        self.relevant = [relevant(q, places) if q["answerable"] else set() for q in self.asked]

    def show(self, encoder: Encoder, name: str) -> None:
        """Print recall@5 of entries, and how well the nearest statement's cosine tells questions with an answer."""
        texts = encoder.embed([chunk.text for chunk in self.chunks])
        near = encoder.embed([q["question"] for q in self.asked]) @ texts.T
        entries = [chunk.of.rpartition("#")[0] for chunk in self.chunks]
        found = []
        for row, wanted in zip(near, self.relevant, strict=True):
            if wanted:
                first = list(dict.fromkeys(entries[i] for i in np.argsort(-row)[:200]))[:5]
                found.append(bool(wanted & set(first)))
        best, has = near.max(1), np.array([bool(q["answerable"]) for q in self.asked])
        above = (best[has][:, None] > best[~has][None, :]).mean()
        print(
            f"{name:<12} recall@5 {np.mean(found):.3f} of {len(found)}; a question with an answer is nearer {above:.3f}"
        )


def main() -> int:
    """Train, show, and write the model."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    start = parser.add_mutually_exclusive_group(required=True)
    start.add_argument("--base", type=Path, help="folder of the published weights and tokenizer")
    start.add_argument("--on", type=Path, help="a graph that this program wrote, to go on from")
    parser.add_argument("--out", type=Path, required=True, help="folder for the trained model")
    parser.add_argument("--epochs", type=int, default=EPOCHS)
    options = parser.parse_args()
    weights = None if options.base is None else options.base / "model.safetensors"
    if weights and (not weights.is_file() or hashlib.sha256(weights.read_bytes()).hexdigest() != PUBLISHED):
        print(f"{weights} is not the published model (sha256 {PUBLISHED})", file=sys.stderr)
        return 2
    from benchmarks.encoder import Encoder

    encoder = Encoder.written(options.on, LONGEST) if options.on else Encoder.published(options.base, LONGEST)
    chunks = [
        Said(text, id_, "entry" if id_.endswith(WHOLE) else "statement") for id_, text, _ in chunks_of(load_documents())
    ]
    exam = Exam(chunks)
    exam.show(encoder, "published" if options.on is None else "taken")
    options.out.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(
        (options.on.parent if options.on else options.base) / "tokenizer.json", options.out / "tokenizer.json"
    )

    def after(name: str) -> None:
        exam.show(encoder, name)
        encoder.write(options.out / "model.onnx")

    train(encoder, Examples(load_asked(), chunks), options.epochs, after)
    return 0


if __name__ == "__main__":
    sys.exit(main())
