"""Sentences as vectors from an OpenAI-compatible endpoint instead of the embedded model: only texts are sent there."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BATCH = 64
SECONDS = 20.0
ATTEMPTS = 3


class EmbeddingUnavailable(RuntimeError):
    """The endpoint gave no vectors, or odd ones; the message says what to look at, and holds no key."""

    code = "embeddings-unavailable"


class RemoteModel:
    """An embedding model behind an OpenAI-compatible endpoint; its vectors are kept in collections of their own.

    Vectors have length 1, whatever the endpoint sends. A question's vector is remembered, so that asking the same
    again costs nothing.

    Raises:
        EmbeddingUnavailable: no answer in time, a refusal, or vectors that do not fit the texts.
    """

    def __init__(self, base_url: str, model: str, api_key: str = "") -> None:
        self.base_url = base_url
        self.model = model
        self._key = api_key
        self._client: Any = None
        self._one = lru_cache(maxsize=512)(self._embed_one)

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """The vectors of `texts`, in their order: float32, len(texts) x the model's dimensions."""
        import numpy as np

        if len(texts) == 1:
            return np.asarray([self._one(texts[0])], dtype=np.float32)
        rows: list[list[float]] = []
        for start in range(0, len(texts), BATCH):
            rows += self._ask(list(texts[start : start + BATCH]))
        if not rows:
            return np.zeros((0, 0), dtype=np.float32)
        return _unit(np.asarray(rows, dtype=np.float32))

    def fingerprint(self) -> str:
        """Sixteen hex digits of endpoint and model: part of the key of every index built with it."""
        return hashlib.sha256(f"{self.base_url}\0{self.model}".encode()).hexdigest()[:16]

    def close(self) -> None:
        """Close the connections to the endpoint; asking again opens new ones."""
        if self._client is not None:
            self._client.close()
            self._client = None

    def _embed_one(self, text: str) -> tuple[float, ...]:
        import numpy as np

        return tuple(map(float, _unit(np.asarray(self._ask([text]), dtype=np.float32))[0]))

    def _ask(self, texts: list[str]) -> list[list[float]]:
        import openai

        if self._client is None:
            self._client = openai.OpenAI(
                base_url=self.base_url, api_key=self._key or "none", timeout=SECONDS, max_retries=ATTEMPTS - 1
            )
        try:
            answer = self._client.embeddings.create(
                model=self.model, input=[text or " " for text in texts], encoding_format="float"
            )
        except openai.APIStatusError as error:
            raise EmbeddingUnavailable(
                f"the embeddings endpoint answered {error.status_code}: look at BRIMSTONE_EMBEDDINGS_BASE_URL, _MODEL "
                "and _API_KEY, or unset them to use the embedded model"
            ) from None
        except openai.OpenAIError as error:
            raise EmbeddingUnavailable(
                f"the embeddings endpoint can't be reached ({type(error).__name__}): look at "
                "BRIMSTONE_EMBEDDINGS_BASE_URL, or unset it to use the embedded model"
            ) from None
        found = sorted(answer.data, key=lambda one: one.index)
        vectors = [one.embedding for one in found]
        if len(vectors) != len(texts) or len({len(vector) for vector in vectors}) != 1 or not vectors[0]:
            raise EmbeddingUnavailable(
                f"the embeddings endpoint sent {len(vectors)} vectors for {len(texts)} texts, or of several lengths"
            )
        return vectors


def _unit(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    import numpy as np

    if not np.all(np.isfinite(rows)):
        raise EmbeddingUnavailable("the embeddings endpoint sent vectors with figures that are no numbers")
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    unit: NDArray[np.float32] = (rows / np.where(lengths > 0, lengths, 1.0)).astype(np.float32)
    return unit
