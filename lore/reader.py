"""Reading a question and a statement together: whether the statement settles it, and whether it then says yes.

A small model of our own (all-mpnet-base-v2, taught by `benchmarks/fit_reader.py`), run locally with onnxruntime.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

READER_FOLDER = Path(__file__).parent / "models" / "reader"
SCORES: Final = ("settles", "yes")
LONGEST = 128
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

    Pairs longer than 128 tokens are cut. `workers` pairs are read at a time, each on one core and never as
    one batch: the graph takes its int8 scales over a whole batch, which would make a pair depend on its neighbours.

    Raises:
        ReaderMissing: `model.onnx` or `tokenizer.json` is not in `folder`.
    """

    def __init__(self, folder: Path = READER_FOLDER, *, workers: int = 2) -> None:
        self.folder = folder
        self.workers = workers
        self._lock = threading.Lock()
        self._loaded: tuple[Any, Any] | None = None
        self._read = lru_cache(maxsize=REMEMBERED)(self._fresh)

    def read(self, question: str, statements: Sequence[str]) -> list[Read]:
        """What each statement says to a question, in their order."""
        if not statements:
            return []
        self._load()
        with ThreadPoolExecutor(self.workers) as pool:
            return list(pool.map(lambda statement: self._read(question, statement), statements))

    def _fresh(self, question: str, statement: str) -> Read:
        import numpy as np

        session, tokenizer = self._load()
        encoded = tokenizer.encode(question or " ", statement or " ")
        ids = np.array([encoded.ids], dtype=np.int64)
        mask = np.array([encoded.attention_mask], dtype=np.int64)
        found: NDArray[np.float32] = session.run(None, {"input_ids": ids, "attention_mask": mask})[0][0]
        return Read(_chance(float(found[0])), _chance(float(found[1])))

    def _load(self) -> tuple[Any, Any]:
        with self._lock:
            if self._loaded is None:
                self._loaded = self._open()
            return self._loaded

    def _open(self) -> tuple[Any, Any]:
        model, vocabulary = self.folder / "model.onnx", self.folder / "tokenizer.json"
        if not model.is_file() or not vocabulary.is_file():
            raise ReaderMissing(
                f"the reader is not in {self.folder}: it must hold model.onnx and tokenizer.json; "
                "reinstall the package or point Reader(folder=...) at a copy"
            )
        import onnxruntime
        from tokenizers import Tokenizer

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        session = onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
        tokenizer = Tokenizer.from_file(str(vocabulary))
        tokenizer.enable_truncation(LONGEST)
        tokenizer.no_padding()
        return session, tokenizer


@cache
def shared_reader() -> Reader:
    """The reader that comes with the package, one for all."""
    return Reader()


def _chance(log_odds: float) -> float:
    return 1 / (1 + math.exp(-log_odds))
