"""A service in this process, and a party that wants to play."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from api.app import create_app
from gm.settings import Settings

PARTY: dict[str, Any] = {"heroes": [{"class": "us-marshal", "name": "Ada"}, {"class": "bandido", "name": "Mateo"}]}
TWO_SEATS: dict[str, Any] = {"heroes": [PARTY["heroes"][0], {**PARTY["heroes"][1], "seat": "2"}]}

_numbers = itertools.count(1)


def key(text: str = "") -> dict[str, str]:
    """A header with an idempotency key, a new one unless it is named."""
    return {"Idempotency-Key": text or f"key-{next(_numbers)}"}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(create_app(Settings(data=tmp_path)), raise_server_exceptions=False) as opened:
        yield opened


@pytest.fixture
def table(client: TestClient) -> str:
    answer = client.post("/v1/tables", json={"setup": PARTY, "seed": 7}, headers=key())
    assert answer.status_code == 201
    return str(answer.json()["id"])


Play = Callable[[int], list[dict[str, Any]]]


@pytest.fixture
def play(client: TestClient, table: str) -> Play:
    """Makes so many choices, the first option each time; returns the answers."""

    def played(count: int) -> list[dict[str, Any]]:
        answers: list[dict[str, Any]] = []
        for _ in range(count):
            pending = client.get(f"/v1/tables/{table}/choice").json()
            if pending is None:
                break
            body = {"option": pending["options"][0]["id"], "choice_id": pending["id"]}
            given = client.post(f"/v1/tables/{table}/choices", json=body, headers=key())
            assert given.status_code == 200, given.text
            answers.append(given.json())
        return answers

    return played
