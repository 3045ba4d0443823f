"""Sentences as vectors: the embedded MiniLM model, run locally with onnxruntime and never fetched over a network."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from lore.onnx_model import OnnxModel

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MODEL_FOLDER = Path(__file__).parent / "models" / "minilm-l6-v2-int8"
DIMENSIONS = 384
MAX_TOKENS = 256
WORTH_THREADS = 16


class EmbeddingModel(Protocol):
    """What turns texts into vectors of length 1."""

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """The vectors of `texts`, in their order: float32, one row a text."""
        ...

    def fingerprint(self) -> str:
        """Sixteen hex digits that are the same only for the same vectors."""
        ...


class EmbeddingModelMissing(RuntimeError):
    """The model's files are not where they belong; the message names the folder and what it must hold."""


class MiniLM:
    """all-MiniLM-L6-v2, taught how players of this game ask (`benchmarks/fit_embedding.py`), kept as int8 ONNX, loaded
    on first use; the same text gives the same vector on every call.

    Vectors have 384 dimensions and length 1, so the dot product of two is their cosine similarity. Texts longer than
    256 tokens are cut. `workers` texts are embedded at a time, each by itself (`OnnxModel`).

    Raises:
        EmbeddingModelMissing: `model.onnx` or `tokenizer.json` is not in `folder`.
    """

    def __init__(self, folder: Path = MODEL_FOLDER, *, workers: int = 2) -> None:
        self.folder = folder
        self.workers = workers
        self._model = OnnxModel(folder, MAX_TOKENS, _missing)

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """The vectors of `texts`, in their order: float32, len(texts) x 384."""
        import numpy as np

        self._model.load()
        vectors = np.zeros((len(texts), DIMENSIONS), dtype=np.float32)
        if len(texts) < WORTH_THREADS:
            found: Iterable[NDArray[np.float32]] = map(self._model.read, texts)
        else:
            with ThreadPoolExecutor(self.workers) as pool:
                found = list(pool.map(self._model.read, texts))
        for row, vector in enumerate(found):
            vectors[row] = vector
        return vectors

    def fingerprint(self) -> str:
        """Sixteen hex digits that change with the model's files: part of the key of every index built with it."""
        return _fingerprint(self.folder)


class TokenCounter:
    """Counts the tokens that the model would read of a text, its two marks of start and end included, and cuts nothing.

    Raises:
        EmbeddingModelMissing: `tokenizer.json` is not in `folder`.
    """

    def __init__(self, folder: Path = MODEL_FOLDER) -> None:
        vocabulary = folder / "tokenizer.json"
        if not vocabulary.is_file():
            raise EmbeddingModelMissing(f"{vocabulary} is missing: reinstall the package")
        from tokenizers import Tokenizer

        self._tokenizer = Tokenizer.from_file(str(vocabulary))
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()

    def __call__(self, text: str) -> int:
        return len(self._tokenizer.encode(text).ids)


def _missing(folder: Path) -> EmbeddingModelMissing:
    return EmbeddingModelMissing(
        f"the embedding model is not in {folder}: it must hold model.onnx and tokenizer.json; "
        "reinstall the package or point MiniLM(folder=...) at a copy"
    )


@lru_cache(maxsize=8)
def _fingerprint(folder: Path) -> str:
    digest = hashlib.sha256()
    for name in ("model.onnx", "tokenizer.json"):
        path = folder / name
        digest.update(path.read_bytes() if path.is_file() else b"missing")
    return digest.hexdigest()[:16]
