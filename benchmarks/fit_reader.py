"""Teach the reader: whether statements settle a player's question, and whether they then say yes or no.

    python -m benchmarks.fit_reader --base FOLDER --out FOLDER [--on FILE] [--rounds N] [--share S]

`--base` holds the published all-mpnet-base-v2 (`model.safetensors`, its sha256 below, `config.json`, `tokenizer.json`);
`--out` gets the trained int8 ONNX graph, which belongs in `lore/models/reader`. `--on` names a graph that this program
wrote, to go on from; `--share` how much of the known questions and pairs to learn from, where time is short: scenes are
always learned from in full. Learns from `lore/asked`, `lore/unanswered.yaml`, `benchmarks/reader_pairs.jsonl`,
`benchmarks/reader_scenes.jsonl` and the corpus; what it gained is shown, after each round, on
`benchmarks/turned_round.jsonl` and on tuning questions, from which it learns nothing. Needs more than playing does:
pip install torch transformers onnx onnxscript.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from benchmarks.fit_reranker import TUNING, questions
from benchmarks.turned_round import QUESTIONS, pairs_of
from lore.asked import load_asked
from lore.embedding import MiniLM
from lore.passages import load_documents

if TYPE_CHECKING:
    import torch

    from benchmarks.reader_model import Reader

PUBLISHED = "78c0197b6159d92658e319bc1d72e4c73a9a03dd03815e70e555c5ef05615658"
ROUNDS, BATCH, RATE, WARMING, DECAY = 3, 32, 3e-5, 0.06, 0.01
OF_SETTLING = 0.5
NEAR, BESIDE, SHOWN_BESIDE = 14, 6, 4
"""How many statements near to a question are known; from how many of the nearest those beside the right one are drawn;
and how many are read together where it is examined."""
TOGETHER_OF_YES_NO, TOGETHER_OF_OTHERS = 0.7, 0.5
ASKED_OF_OTHERS = 0.7
WITHOUT, WITHOUT_ALONE = 0.15, 0.15
"""How often a question is held against several, or one, of the statements of other entries alone."""
SEED = 20_140
SORTED = 24
PAIRS = QUESTIONS.with_name("reader_pairs.jsonl")
SCENES = QUESTIONS.with_name("reader_scenes.jsonl")
SHOWN = 50


class Example(NamedTuple):
    """A question held against one statement or several: whether they settle it, and the yes or no that they give, if
    they do."""

    question: str
    statements: str
    settles: bool
    says: bool | None


class Asked(NamedTuple):
    """A question, the statements that answer it (their ids; none: nothing does), and the yes or no that they give;
    `entry` is the one that it is asked of."""

    question: str
    passages: tuple[str, ...]
    says: bool | None
    entry: str = ""


class Examples:
    """What is learned from: each question with its statements, alone or among others near to it, and with others only.

    Statements read together stand as a search finds them: nearest first, by the embedded sentence model.
    """

    def __init__(self, asked: Sequence[Asked]) -> None:
        documents = load_documents()
        self.texts = {p.id: d.passage_text(p) for d in documents for p in d.passages if p.quotable}
        self._ids = list(self.texts)
        self._model = MiniLM()
        self._of_texts = self._model.embed(list(self.texts.values()))
        self.asked = [one for one in asked if all(passage in self.texts for passage in one.passages)]
        self.near = self.nearest([one.question for one in self.asked])

    def nearest(self, asked: Sequence[str], most: int = NEAR) -> list[list[str]]:
        """The ids of the statements nearest to each question."""
        order = np.argsort(-(self._model.embed(list(asked)) @ self._of_texts.T), axis=1)[:, :most]
        return [[self._ids[place] for place in row] for row in order]

    def read_together(self, ids: Iterable[str]) -> str:
        """Statements as one text."""
        return " ".join(self.texts[id_] for id_ in ids)

    def round(self, rng: random.Random) -> list[list[Example]]:
        """One round through all questions, in batches of texts about as long."""
        found = []
        for one, near in zip(self.asked, self.near, strict=True):
            found += self._of(one, near, rng)
        rng.shuffle(found)
        batches = []
        for start in range(0, len(found), BATCH * SORTED):
            part = sorted(found[start : start + BATCH * SORTED], key=lambda e: len(e.question) + len(e.statements))
            batches += [part[i : i + BATCH] for i in range(0, len(part), BATCH)]
        rng.shuffle(batches)
        return batches

    def _of(self, one: Asked, near: Sequence[str], rng: random.Random) -> Iterator[Example]:
        if not one.passages:
            own = [id_ for id_ in self._ids if entry_of(id_) == one.entry] if one.entry else []
            among = list(dict.fromkeys([*near[:BESIDE], *rng.sample(own, min(3, len(own)))]))
            yield Example(one.question, self._some(among, rng), False, None)
            return
        if one.says is not None or rng.random() < ASKED_OF_OTHERS:
            share = TOGETHER_OF_OTHERS if one.says is None else TOGETHER_OF_YES_NO
            together = len(one.passages) > 1 or rng.random() < share
            text = self._among(one, near, rng) if together else self.texts[one.passages[0]]
            yield Example(one.question, text, True, one.says)
        entries = {entry_of(passage) for passage in one.passages}
        others = [id_ for id_ in near if entry_of(id_) not in entries]
        draw = rng.random()
        if others and draw < WITHOUT + WITHOUT_ALONE:
            text = self._some(others[:BESIDE], rng) if draw < WITHOUT else self.texts[rng.choice(others)]
            yield Example(one.question, text, False, None)

    def _among(self, one: Asked, near: Sequence[str], rng: random.Random) -> str:
        """The statements that answer a question among one to three others, in the order of their nearness."""
        place = {id_: rank for rank, id_ in enumerate(near)}
        others = [id_ for id_ in near if id_ not in one.passages][:BESIDE]
        most = max(1, SHOWN_BESIDE - len(one.passages))
        kept = {*one.passages, *rng.sample(others, min(len(others), rng.randint(1, most)))}
        return self.read_together(sorted(kept, key=lambda id_: (place.get(id_, NEAR), id_)))

    def _some(self, among: Sequence[str], rng: random.Random) -> str:
        """Two to four of these statements, in their order."""
        kept = sorted(rng.sample(range(len(among)), min(len(among), rng.randint(2, SHOWN_BESIDE))))
        return self.read_together(among[place] for place in kept)


def entry_of(passage: str) -> str:
    """The id of the entry that a statement belongs to."""
    return passage.rpartition("#")[0]


def train(reader: Reader, examples: Examples, rounds: int, after: Callable[[str], None]) -> None:
    """Go `rounds` times through all questions; `after` is called with the name of each round."""
    import torch

    torch.manual_seed(SEED)
    rng = random.Random(SEED)
    moved = [weight for weight in reader.parameters() if weight.requires_grad]
    optimizer = torch.optim.AdamW(moved, lr=RATE, weight_decay=DECAY)
    reader.train()
    lost: list[float] = []
    done, total = 0, rounds * len(examples.round(random.Random(SEED)))
    for number in range(1, rounds + 1):
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
        after(f"round {number}")


def loss_of(reader: Reader, batch: Sequence[Example]) -> torch.Tensor:
    """The cross-entropy of settling, and of yes or no where that is known."""
    import torch

    scores = reader.read([(one.question, one.statements) for one in batch])
    loss = torch.nn.functional.binary_cross_entropy_with_logits
    settles = loss(scores[:, 0], torch.tensor([float(one.settles) for one in batch]))
    said = [row for row, one in enumerate(batch) if one.says is not None]
    if not said:
        return OF_SETTLING * settles
    return OF_SETTLING * settles + loss(scores[said, 1], torch.tensor([float(bool(batch[row].says)) for row in said]))


def all_asked(share: float = 1.0) -> list[Asked]:
    """Known questions and pairs, or a share of them, and all scenes."""
    known = [Asked(one.question, (one.passage,) if one.passage else (), one.says) for one in load_asked()]
    pairs = [Asked(row["q"], (row["p"],), row["says"] == "yes") for row in pairs_of(PAIRS)]
    rows: list[dict[str, Any]] = [json.loads(line) for line in SCENES.read_text(encoding="utf-8").splitlines()]
    scenes = [Asked(row["q"], tuple(row.get("p", ())), _says(row), row.get("e", "")) for row in rows]
    others = known + pairs
    if share < 1:
        others = random.Random(SEED).sample(others, int(share * len(others)))
    return others + scenes


def _says(row: Mapping[str, Any]) -> bool | None:
    return row["says"] == "yes" if "says" in row else None


class Exam:
    """Questions from which nothing is learned: those turned round, and the tuning ones that want yes or no."""

    def __init__(self, examples: Examples) -> None:
        rows = [row for row in pairs_of(QUESTIONS) if row["p"] in examples.texts]
        self.alone = [(row["q"], examples.texts[row["p"]]) for row in rows]
        near = examples.nearest([row["q"] for row in rows])
        self.among = [
            (row["q"], examples.read_together(sorted({row["p"], *ids[: SHOWN_BESIDE - 1]}, key=[*ids, row["p"]].index)))
            for row, ids in zip(rows, near, strict=True)
        ]
        self.turned = [row["says"] == "yes" for row in rows]
        tuning = questions([*sorted(TUNING.glob("tune-*.jsonl")), TUNING / "own.jsonl"])
        wanted = [q for q in tuning if {"Yes", "No"} & set(q.get("must_include", ()))]
        near = examples.nearest([q["question"] for q in wanted], SHOWN_BESIDE)
        self.natural = [(q["question"], examples.read_together(ids)) for q, ids in zip(wanted, near, strict=True)]
        self.natural_says = ["Yes" in q["must_include"] for q in wanted]
        near = examples.nearest([q["question"] for q in tuning], SHOWN_BESIDE)
        self.answered = [(q["question"], examples.read_together(ids)) for q, ids in zip(tuning, near, strict=True)]
        self.has_answer = np.array([bool(q["answerable"]) for q in tuning])

    def show(self, reader: Reader, name: str) -> None:
        """Print how many are told rightly."""
        alone = right_of(reader.told(self.alone)[:, 1], self.turned)
        among = right_of(reader.told(self.among)[:, 1], self.turned)
        natural = reader.told(self.natural)[:, 1]
        settled = reader.told(self.answered)[:, 0].numpy()
        print(
            f"{name}: of {len(self.turned)} turned round {alone} told rightly by their statement, {among} among others"
        )
        print(
            f"  of {len(self.natural)} tuning ones for yes or no {right_of(natural, self.natural_says)}, in order "
            f"{in_order(natural.numpy(), np.array(self.natural_says)):.3f}; "
            f"with an answer or not, in order {in_order(settled, self.has_answer):.3f}",
            flush=True,
        )


def right_of(scores: torch.Tensor, wanted: Sequence[bool]) -> int:
    """How many scores are above 0 where yes is wanted, and not where no is."""
    return sum((score > 0) == yes for score, yes in zip(scores.tolist(), wanted, strict=True))


def in_order(scores: np.ndarray, wanted: np.ndarray) -> float:
    """How often what is wanted scores above what is not (the area under the ROC curve)."""
    return float((scores[wanted][:, None] > scores[~wanted][None, :]).mean())


def main() -> int:
    """Train, show, and write the model."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base", type=Path, required=True, help="folder of the published weights and tokenizer")
    parser.add_argument("--out", type=Path, required=True, help="folder for the trained model")
    parser.add_argument("--on", type=Path, help="a graph that this program wrote, to go on from")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--share", type=float, default=1.0, help="of the known questions and pairs, 0 to 1")
    options = parser.parse_args()
    weights = options.base / "model.safetensors"
    if not weights.is_file() or hashlib.sha256(weights.read_bytes()).hexdigest() != PUBLISHED:
        print(f"{weights} is not the published model (sha256 {PUBLISHED})", file=sys.stderr)
        return 2
    import torch

    from benchmarks.reader_model import Reader

    torch.manual_seed(SEED)
    reader, examples = Reader(options.base), Examples(all_asked(options.share))
    if options.on is not None:
        reader.take(options.on)
    exam = Exam(examples)
    options.out.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(options.base / "tokenizer.json", options.out / "tokenizer.json")
    train(reader, examples, options.rounds, lambda name: exam.show(reader, name))
    reader.write(options.out / "model.onnx")
    return 0


if __name__ == "__main__":
    sys.exit(main())
