"""What the service refuses, and how it says so."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient

from api.app import create_app
from gm.live_table import LiveTable
from gm.oracle import Answer, Mode, Oracle
from gm.settings import Settings
from gm.store import StoreFailed, TableUnreadable
from tests.api.conftest import PARTY, key


def refused(answer: Any, status: int, code: str) -> dict[str, Any]:
    """Check a problem, and return it."""
    body: dict[str, Any] = answer.json()
    assert answer.headers["content-type"] == "application/problem+json"
    assert (answer.status_code, body["status"], body["code"]) == (status, status, code)
    assert body["type"] == f"urn:brimstone:problem:{code}" and body["title"] and body["detail"]
    assert body["instance"] == answer.request.url.path
    return body


@pytest.mark.parametrize("path", ["tables", "commitments", "tables/x/choices", "tables/x/undo", "tables/x/retell"])
def test_a_write_needs_an_idempotency_key(client: TestClient, table: str, path: str):
    path = path.replace("x", table)
    body = {"tables": {"setup": PARTY}, "choices": {"option": "a"}, "undo": {}}.get(path.rpartition("/")[2])
    refused(client.post(f"/v1/{path}", json=body), 400, "idempotency_key_missing")
    malformed = {"Idempotency-Key": "two words"}
    refused(client.post(f"/v1/{path}", json=body, headers=malformed), 400, "idempotency_key_malformed")


def test_a_deletion_needs_an_idempotency_key(client: TestClient, table: str):
    refused(client.delete(f"/v1/tables/{table}"), 400, "idempotency_key_missing")


@pytest.mark.parametrize(
    ("setup", "status", "code"),
    [
        ({"heroes": []}, 422, "invalid_request"),
        ({"heroes": [{"class": "us-marshal"}] * 7}, 422, "invalid_request"),
        ({"heroes": [{"class": "wizard"}]}, 422, "setup"),
        ({"heroes": [{"class": "us-marshal", "name": "A\nB"}]}, 422, "invalid_request"),
        ({"heroes": [{"class": "us-marshal", "name": "x" * 41}]}, 422, "invalid_request"),
        ({"heroes": [{"class": "us-marshal", "horse": "Bess"}]}, 422, "invalid_request"),
        ({"heroes": [{"class": "us-marshal"}], "mission": "picnic"}, 422, "setup"),
        ({"heroes": [{"class": "us-marshal"}], "edition": "third"}, 422, "setup"),
        ({"heroes": [{"class": "us-marshal"}], "switches": {"gravity": False}}, 422, "setup"),
        ({"heroes": [{"class": "us-marshal"}], "switches": {"revive": "never"}}, 422, "setup"),
        ({"heroes": [{"class": "us-marshal"}], "switches": {"preset": "mine"}}, 422, "setup"),
    ],
)
def test_a_setup_that_does_not_hold_is_refused(client: TestClient, setup: dict[str, Any], status: int, code: str):
    refused(client.post("/v1/tables", json={"setup": setup}, headers=key()), status, code)


def test_every_fault_of_a_request_is_named_with_its_place(client: TestClient):
    body = {"setup": {"heroes": [{"class": "!"}]}, "seed": -1, "colour": "red"}
    faults = refused(client.post("/v1/tables", json=body, headers=key()), 422, "invalid_request")["errors"]
    pointers = {fault["pointer"] for fault in faults}
    assert {"/setup/heroes/0/class", "/colour"} <= pointers and any(p.startswith("/seed") for p in pointers)


def test_a_seed_and_fair_play_exclude_each_other(client: TestClient):
    fair = {"commitment": "0" * 64, "client_seed": "a"}
    body = {"setup": PARTY, "seed": 1, "fair_play": fair}
    refused(client.post("/v1/tables", json=body, headers=key()), 422, "invalid_request")
    refused(
        client.post("/v1/tables", json={"setup": PARTY, "fair_play": fair}, headers=key()), 409, "commitment_refused"
    )


def test_what_is_no_json_is_refused(client: TestClient):
    headers = key() | {"Content-Type": "application/json"}
    refused(client.post("/v1/tables", content=b"{heroes", headers=headers), 422, "invalid_request")


def test_a_body_over_64_kilobytes_is_refused_announced_or_not(client: TestClient):
    def streamed() -> Iterator[bytes]:
        for _ in range(9):
            yield b" " * 8192

    headers = key() | {"Content-Type": "application/json"}
    refused(client.post("/v1/tables", content=b" " * 65_537, headers=headers), 413, "too_large")
    refused(client.post("/v1/tables", content=streamed(), headers=headers), 413, "too_large")
    refused(client.post("/v1/tables", content=b" " * 65_536, headers=headers), 422, "invalid_request")


def test_unknown_places_and_methods_are_problems_too(client: TestClient):
    refused(client.get("/v1/saloon"), 404, "not_found")
    refused(client.get("/v1/tables/nowhere"), 404, "unknown_table")
    assert client.put("/v1/tables").headers["allow"]
    refused(client.put("/v1/tables"), 405, "method_not_allowed")


def test_a_store_that_fails_says_try_again_and_no_more(client: TestClient, table: str, monkeypatch: pytest.MonkeyPatch):
    def broken(*_: object, **__: object) -> None:
        raise StoreFailed("could not open /home/ada/secret/tables.sqlite3")

    monkeypatch.setattr(LiveTable, "choose", broken)
    answer = client.post(f"/v1/tables/{table}/choices", json={"option": "a"}, headers=key())
    assert "secret" not in refused(answer, 503, "store_failed")["detail"]
    assert answer.headers["Retry-After"] == "1"


@pytest.mark.parametrize(
    ("error", "code"), [(TableUnreadable("line 3"), "table_unreadable"), (ZeroDivisionError("secret"), "internal")]
)
def test_what_nobody_foresaw_is_a_problem_without_details(
    client: TestClient, table: str, monkeypatch: pytest.MonkeyPatch, error: Exception, code: str
):
    def broken(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(LiveTable, "choose", broken)
    answer = client.post(f"/v1/tables/{table}/choices", json={"option": "a"}, headers=key())
    assert "secret" not in refused(answer, 500, code)["detail"]


# --- questions, health, description -----------------------------------------------------------------------------------


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The editions that questions were asked for; the index is not built."""
    editions: list[str] = []
    real = Oracle.ask

    def ask(self: Oracle, question: str, edition: str = "compilation", **more: Any) -> Answer:
        if not question.strip() or edition == "third":
            return real(self, question, edition, **more)
        editions.append(edition)
        return Answer(question, edition, "7+", False, Mode.EXTRACTIVE, (), (), 0.9, 1.0)

    monkeypatch.setattr(Oracle, "ask", ask)
    return editions


def test_a_question_is_answered_for_the_edition_of_its_table(client: TestClient, asked: list[str]):
    setup = {**PARTY, "edition": "old-west"}
    id = client.post("/v1/tables", json={"setup": setup}, headers=key()).json()["id"]
    for body in ({}, {"table": id}, {"table": id, "edition": "valhalla"}):
        answer = client.post("/v1/questions", json={"question": "How much XP is a door worth?"} | body)
        assert answer.status_code == 200 and answer.json()["answer"] == "7+"
    assert asked == ["compilation", "old-west", "valhalla"]
    refused(client.post("/v1/questions", json={"question": "Why?", "table": "nowhere"}), 404, "unknown_table")


def test_a_question_that_cannot_be_asked_is_refused(client: TestClient, asked: list[str]):
    refused(client.post("/v1/questions", json={"question": " "}), 422, "question")
    refused(client.post("/v1/questions", json={"question": "Why?", "edition": "third"}), 422, "question")
    refused(client.post("/v1/questions", json={"question": "x" * 2001}), 422, "invalid_request")
    assert asked == []


def test_the_service_says_that_it_is_well(client: TestClient, monkeypatch: pytest.MonkeyPatch):
    assert client.get("/v1/health").json()["status"] == "ok"
    assert client.get("/v1/ready").json()["status"] == "ready"
    monkeypatch.setattr("gm.store.ping", lambda _: (_ for _ in ()).throw(StoreFailed("gone")))
    refused(client.get("/v1/ready"), 503, "store_failed")
    assert client.get("/v1/health").status_code == 200


def test_every_route_is_described_with_its_problems_and_examples(client: TestClient):
    document = client.get("/v1/openapi.json").json()
    for path, methods in document["paths"].items():
        assert path.startswith("/v1/")
        for method, route in methods.items():
            assert route.get("description"), f"{method} {path} says nothing"
            for status, answer in route["responses"].items():
                if int(status) >= 400:
                    schema = answer["content"]["application/problem+json"]["schema"]
                    assert schema["$ref"] == "#/components/schemas/Problem", f"{method} {path} {status}"
    for name in ("TableIn", "ChoiceIn", "UndoIn", "QuestionIn", "Problem"):
        assert document["components"]["schemas"][name]["example"]
    assert "HTTPValidationError" not in str(document)


def test_the_framework_serves_no_pages_that_load_scripts_from_elsewhere():
    assert {getattr(route, "path", "") for route in create_app(Settings()).routes} & {"/docs", "/redoc"} == set()
