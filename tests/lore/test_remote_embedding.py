"""Vectors from an endpoint: kept in an index of their own; if it fails, the embedded model finds the rules."""

from __future__ import annotations

import numpy as np
import pytest

from gm.models import EmbeddingSettings, ModelSettingsError, embedding_model
from gm.oracle import Oracle
from lore.embedding_remote import EmbeddingUnavailable, RemoteModel
from lore.passages import load_documents
from tests.lore.embedding_endpoint import SIZE, endpoint, honest


def test_vectors_come_in_order_with_length_1_and_a_question_is_asked_once():
    with endpoint() as (url, seen):
        model = RemoteModel(url, "tiny", "secret")
        rows = model.embed([f"text {n}" for n in range(150)])
        assert rows.shape == (150, SIZE) and np.allclose(np.linalg.norm(rows, axis=1), 1.0)
        assert np.allclose(rows[7], model.embed(["text 7"])[0])
        model.embed(["text 7"])
        assert [len(body["input"]) for _, _, body in seen] == [64, 64, 22, 1]
        assert seen[0][:2] == ("/v1/embeddings", "Bearer secret") and seen[0][2]["model"] == "tiny"
        assert model.fingerprint() != RemoteModel(url, "other").fingerprint()


def _with(change):
    def answer(body):
        said = honest(body)
        change(said["data"])
        return 200, said

    return answer


@pytest.mark.parametrize(
    "answer",
    [
        lambda body: (401, {"error": {"message": "who are you, sk-secret?"}}),
        _with(lambda rows: rows.pop()),
        _with(lambda rows: rows[0]["embedding"].pop()),
        _with(lambda rows: rows[0].update(embedding=[float("nan")] * SIZE)),
    ],
)
def test_odd_answers_are_errors_that_say_what_to_look_at_and_hold_no_key(answer):
    with endpoint(answer) as (url, _), pytest.raises(EmbeddingUnavailable) as caught:
        RemoteModel(url, "tiny", "sk-secret").embed(["one", "two"])
    assert "endpoint" in str(caught.value) and "sk-secret" not in str(caught.value)


def test_the_oracle_keeps_an_index_of_its_own_for_it_and_does_without_it_when_it_fails(tmp_path):
    documents = [d for d in load_documents() if d.id.startswith("hold-back")][:3] or load_documents()[:3]
    question = f"How does {documents[0].title} work?"
    with endpoint() as (url, _):
        oracle = Oracle(tmp_path, documents=documents, embedding=RemoteModel(url, "tiny"))
        oracle.ask(question)
        oracle.close()
        assert len(list((tmp_path / "index").glob("lore-*"))) == 1
    oracle = Oracle(tmp_path, documents=documents, embedding=RemoteModel("http://127.0.0.1:9/v1", "tiny"))
    answer = oracle.ask(question)
    oracle.close()
    plain = Oracle(tmp_path, documents=documents)
    assert answer.answer == plain.ask(question).answer
    plain.close()
    assert len(list((tmp_path / "index").glob("lore-*"))) == 2


@pytest.mark.parametrize(
    "settings, said",
    [({"base_url": "http://x/v1"}, "_MODEL"), ({"model": "m"}, "_API_KEY")],
)
def test_settings_that_name_half_are_refused(settings, said):
    with pytest.raises(ModelSettingsError, match=said):
        embedding_model(EmbeddingSettings(**settings))


def test_without_settings_the_embedded_model_is_used():
    assert embedding_model(EmbeddingSettings(base_url="", model="", api_key="")) is None
    found = embedding_model(EmbeddingSettings(base_url="http://x/v1", model="m"))
    assert isinstance(found, RemoteModel) and found.base_url == "http://x/v1"
