"""The embedded model: shape, determinism, meaning, and what it says when its files are gone."""

from __future__ import annotations

import numpy as np
import pytest

from lore.embedding import DIMENSIONS, MODEL_FOLDER, EmbeddingModelMissing, MiniLM
from lore.embedding_adapters import MiniLMEmbeddings, MiniLMFunction

SENTENCES = ["The lantern goes out.", "A light source dies.", "The saloon sells whiskey on Sundays."]


@pytest.fixture(scope="module")
def model():
    return MiniLM()


def test_each_text_gets_a_unit_vector_of_384_floats(model):
    vectors = model.embed(SENTENCES)
    assert vectors.shape == (3, DIMENSIONS) and vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5)


def test_a_text_has_the_same_vector_whatever_stands_beside_it(model):
    together = model.embed([*SENTENCES, "word " * 200])
    assert np.array_equal(model.embed([SENTENCES[1]])[0], together[1])
    assert np.array_equal(MiniLM().embed([SENTENCES[1]])[0], together[1])


def test_sentences_of_like_meaning_are_nearer_than_others(model):
    lantern, light, saloon = model.embed(SENTENCES)
    assert lantern @ light > lantern @ saloon + 0.2


def test_vectors_are_those_that_the_weights_were_fitted_on_on_any_machine(model):
    lantern, light, saloon = model.embed(SENTENCES)
    near = [float(lantern @ light), float(lantern @ saloon), float(light @ saloon)]
    assert near == pytest.approx([0.649, 0.118, 0.076], abs=0.006)  # weights that overflow somewhere are off by more


def test_an_empty_text_and_a_very_long_one_are_embedded_too(model):
    vectors = model.embed(["", "darkness " * 5_000])
    assert np.isfinite(vectors).all()
    assert model.embed([]).shape == (0, DIMENSIONS)


def test_a_missing_model_is_named_with_its_folder(tmp_path):
    with pytest.raises(EmbeddingModelMissing, match=r"model\.onnx and tokenizer\.json") as caught:
        MiniLM(tmp_path / "nowhere").embed(["x"])
    assert "nowhere" in str(caught.value)


def test_the_model_ships_with_its_licence():
    notice = (MODEL_FOLDER / "NOTICE.txt").read_text(encoding="utf-8")
    assert "all-MiniLM-L6-v2" in notice and "Apache" in notice


def test_both_adapters_give_the_models_own_vectors(model):
    expected = model.embed([SENTENCES[0]])[0]
    assert np.array_equal(np.array(MiniLMEmbeddings(model).embed_query(SENTENCES[0]), dtype=np.float32), expected)
    function = MiniLMFunction.build_from_config(MiniLMFunction().get_config())
    assert np.allclose(function([SENTENCES[0]])[0], expected)
