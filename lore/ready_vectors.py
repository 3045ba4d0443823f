"""Vectors of the corpus and the known questions that come with the package: a new index is filled, not computed.

`python -m benchmarks.keep_vectors` writes them. A text that they lack, or one for another model, is embedded as any.
"""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from lore.embedding import DIMENSIONS, MODEL_FOLDER, EmbeddingModel

if TYPE_CHECKING:
    from numpy.typing import NDArray

KEPT = MODEL_FOLDER / "corpus.npz"
STEPS = 127


class Ready(msgspec.Struct, frozen=True):
    """Vectors of the `model` with that fingerprint: `keys` of their texts in ascending order (uint64), the vectors as
    whole numbers (int8, texts x 384), and what one step of each is worth (float32)."""

    model: str
    keys: Any
    steps: Any
    worth: Any

    def places(self, texts: Sequence[str]) -> NDArray[Any]:
        """Where each text's vector stands; -1 for one that is not kept."""
        import numpy as np

        wanted = keys_of(texts)
        places = np.searchsorted(self.keys, wanted)
        places[places == len(self.keys)] = 0
        return np.where(self.keys[places] == wanted, places, -1) if len(self.keys) else np.full(len(texts), -1)


def embed_ready(model: EmbeddingModel, texts: Sequence[str], file: Path = KEPT) -> NDArray[Any]:
    """The vectors of `texts`, in their order (float32, of length 1): the kept ones where `file` holds them for this
    model, which are within a thousandth of the model's own, the others embedded."""
    import numpy as np

    kept = load_ready(file)
    if kept is None or kept.model != model.fingerprint():
        return model.embed(texts)
    places = kept.places(texts)
    found = np.zeros((len(texts), DIMENSIONS), dtype=np.float32)
    known = places >= 0
    found[known] = kept.steps[places[known]].astype(np.float32) * kept.worth[places[known], None]
    found[known] /= np.linalg.norm(found[known], axis=1, keepdims=True)
    rest = [text for text, there in zip(texts, known, strict=True) if not there]
    if rest:
        found[~known] = model.embed(rest)
    return found


@lru_cache(maxsize=2)
def load_ready(file: Path = KEPT) -> Ready | None:
    """The vectors of a file; None if there is none, or it is damaged, for they can be computed."""
    import numpy as np

    try:
        with file.open("rb") as opened, np.load(opened, allow_pickle=False) as held:
            ready = Ready(str(held["model"]), held["keys"], held["steps"], held["worth"])
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        return None
    whole = ready.steps.shape == (len(ready.keys), DIMENSIONS) and ready.worth.shape == ready.keys.shape
    return ready if whole else None


def save_ready(model: EmbeddingModel, texts: Sequence[str], file: Path = KEPT) -> int:
    """Embed texts and write their vectors to `file`; returns how many. The same texts give the same bytes."""
    import numpy as np

    each = {int(key): text for key, text in zip(keys_of(texts), texts, strict=True)}
    keys = sorted(each)
    vectors = model.embed([each[key] for key in keys])
    worth = np.abs(vectors).max(axis=1) / STEPS
    steps = np.rint(vectors / worth[:, None]).astype(np.int8)
    with file.open("wb") as out:
        np.savez(
            out,
            model=np.array(model.fingerprint()),
            keys=np.array(keys, dtype=np.uint64),
            steps=steps,
            worth=worth.astype(np.float32),
        )
    return len(keys)


def keys_of(texts: Sequence[str]) -> NDArray[Any]:
    """The key of each text: the first eight bytes of its sha256."""
    import numpy as np

    digests = [hashlib.sha256(text.encode()).digest()[:8] for text in texts]
    return np.array([int.from_bytes(digest, "big") for digest in digests], dtype=np.uint64)
