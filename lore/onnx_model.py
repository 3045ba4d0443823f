"""A small language model kept as an ONNX graph beside its tokenizer, run locally with onnxruntime."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class OnnxModel:
    """`model.onnx` and `tokenizer.json` of a folder, loaded on first use, from whichever thread that is.

    Texts longer than `longest` tokens are cut. One text is read at a time, on one core and never in a batch: the graph
    takes its int8 scales over a whole batch, which would make what is read depend on its neighbours.

    Raises:
        What `missing` makes of the folder: one of the two files is not there.
    """

    def __init__(self, folder: Path, longest: int, missing: Callable[[Path], Exception]) -> None:
        self.folder = folder
        self.longest = longest
        self._missing = missing
        self._lock = threading.Lock()
        self._loaded: tuple[Any, Any] | None = None

    def read(self, text: str, beside: str | None = None) -> NDArray[np.float32]:
        """What the graph puts out for a text, or for a text and the one that is read with it."""
        import numpy as np

        session, tokenizer = self.load()
        encoded = tokenizer.encode(text or " ", *(() if beside is None else (beside or " ",)))
        ids = np.array([encoded.ids], dtype=np.int64)
        mask = np.array([encoded.attention_mask], dtype=np.int64)
        found: NDArray[np.float32] = session.run(None, {"input_ids": ids, "attention_mask": mask})[0][0]
        return found

    def load(self) -> tuple[Any, Any]:
        """The session and the tokenizer; nothing is read twice from the disk."""
        with self._lock:
            if self._loaded is None:
                self._loaded = self._open()
            return self._loaded

    def _open(self) -> tuple[Any, Any]:
        model, vocabulary = self.folder / "model.onnx", self.folder / "tokenizer.json"
        if not model.is_file() or not vocabulary.is_file():
            raise self._missing(self.folder)
        import onnxruntime
        from tokenizers import Tokenizer

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        session = onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
        tokenizer = Tokenizer.from_file(str(vocabulary))
        tokenizer.enable_truncation(self.longest)
        tokenizer.no_padding()
        return session, tokenizer
