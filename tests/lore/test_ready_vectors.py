"""Vectors that come with the package: whole, the model's own, and never in the way."""

from __future__ import annotations

import numpy as np
import pytest

from lore.embedding import DIMENSIONS, MiniLM
from lore.index import texts_of
from lore.ready_vectors import KEPT, embed_ready, keys_of, load_ready, save_ready

TEXTS = ["The lantern goes out.", "A light source dies.", "The saloon sells whiskey on Sundays."]


class Counting:
    """A model whose vectors are told apart from any other's, and which counts what it embeds."""

    def __init__(self, name: str = "counting") -> None:
        self.name = name
        self.asked: list[str] = []

    def embed(self, texts):
        self.asked += texts
        found = np.zeros((len(texts), DIMENSIONS), dtype=np.float32)
        for row, text in enumerate(texts):
            found[row, len(text) % DIMENSIONS] = 0.6
            found[row, 0] = -0.8
        return found

    def fingerprint(self) -> str:
        return self.name


@pytest.fixture
def kept(tmp_path):
    file = tmp_path / "kept.npz"
    assert save_ready(Counting(), [*TEXTS, TEXTS[0]], file) == 3
    return file


def test_nearly_all_that_an_index_embeds_comes_ready_for_the_model_that_comes_with_it():
    """A few new texts cost a user a second; a file written anew for each of them would cost the repository more."""
    ready = load_ready()
    assert ready is not None and ready.model == MiniLM().fingerprint(), "run python -m benchmarks.keep_vectors"
    texts = texts_of()
    missing = [text for text, place in zip(texts, ready.places(texts), strict=True) if place < 0]
    assert len(missing) < len(texts) / 20, f"run python -m benchmarks.keep_vectors: {len(missing)} are not kept"
    assert len(ready.keys) < len(set(texts)) * 1.05 and KEPT.stat().st_size < 420 * len(ready.keys)


def test_ready_vectors_are_the_models_own():
    texts = texts_of()[::400]
    ready, own = embed_ready(MiniLM(), texts), MiniLM().embed(texts)
    assert np.allclose(np.linalg.norm(ready, axis=1), 1, atol=1e-5)
    assert (ready * own).sum(axis=1).min() > 0.998


def test_what_is_kept_is_not_embedded_again_and_what_is_not_is(kept):
    model = Counting()
    found = embed_ready(model, [TEXTS[2], "A new text.", TEXTS[0]], kept)
    assert model.asked == ["A new text."]
    assert np.allclose(found, Counting().embed([TEXTS[2], "A new text.", TEXTS[0]]), atol=0.005)


def test_vectors_of_another_model_are_never_used(kept):
    model = Counting("another")
    embed_ready(model, TEXTS, kept)
    assert model.asked == TEXTS


@pytest.mark.parametrize("damage", [b"", b"not a zip", b"PK\x03\x04 cut off"])
def test_a_damaged_or_missing_file_costs_time_and_nothing_else(tmp_path, damage):
    file = tmp_path / "damaged.npz"
    file.write_bytes(damage)
    for where in (file, tmp_path / "none.npz"):
        model = Counting()
        assert embed_ready(model, TEXTS, where).shape == (3, DIMENSIONS)
        assert model.asked == TEXTS


def test_the_same_texts_give_the_same_file(tmp_path, kept):
    again = tmp_path / "again.npz"
    save_ready(Counting(), TEXTS[::-1], again)
    assert again.read_bytes() == kept.read_bytes()
    assert list(keys_of(TEXTS)) == list(keys_of(TEXTS)) and len(set(keys_of(TEXTS))) == 3
