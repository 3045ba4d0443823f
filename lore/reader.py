"""Reading a question and a statement together: whether the statement settles it, and whether it then says yes.

A small model of our own (all-mpnet-base-v2, taught by `benchmarks/fit_reader.py`), run locally with onnxruntime.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

import msgspec

from lore.onnx_model import OnnxModel

READER_FOLDER = Path(__file__).parent / "models" / "reader"
SCORES: Final = ("settles", "yes")
LONGEST = 224
REMEMBERED = 4_096
SUREST = 3.0


class Read(msgspec.Struct, frozen=True):
    """What came of reading a question with a statement: how likely it is that the statement settles it, and, if it
    does, that it says yes; both 0 to 1."""

    settles: float
    yes: float

    @property
    def lean(self) -> float:
        """How sure the yes (above 0) or no is: log-odds, from -1 to 1."""
        odds = math.log(max(self.yes, 1e-9) / max(1 - self.yes, 1e-9))
        return max(-SUREST, min(SUREST, odds)) / SUREST


class ReaderMissing(RuntimeError):
    """The reader's files are not where they belong; the message names the folder and what it must hold."""


class Reader:
    """The reader, loaded on first use; the same pair is read the same way on every call.

    Pairs longer than 224 tokens are cut. `workers` pairs are read at a time, each by itself (`OnnxModel`).

    Raises:
        ReaderMissing: `model.onnx` or `tokenizer.json` is not in `folder`.
    """

    def __init__(self, folder: Path = READER_FOLDER, *, workers: int = 2) -> None:
        self.folder = folder
        self.workers = workers
        self._model = OnnxModel(folder, LONGEST, _missing)
        self._read = lru_cache(maxsize=REMEMBERED)(self._fresh)

    def read(self, question: str, statements: Sequence[str]) -> list[Read]:
        """What each statement says to a question, in their order."""
        if not statements:
            return []
        self._model.load()
        with ThreadPoolExecutor(self.workers) as pool:
            return list(pool.map(lambda statement: self._read(question, statement), statements))

    def _fresh(self, question: str, statement: str) -> Read:
        settles, yes = self._model.read(question, statement)
        return Read(_chance(float(settles)), _chance(float(yes)))


@cache
def shared_reader() -> Reader:
    """The reader that comes with the package, one for all."""
    return Reader()


def _chance(log_odds: float) -> float:
    return 1 / (1 + math.exp(-log_odds))


def _missing(folder: Path) -> ReaderMissing:
    return ReaderMissing(
        f"the reader is not in {folder}: it must hold model.onnx and tokenizer.json; "
        "reinstall the package or point Reader(folder=...) at a copy"
    )
