"""A real server on this machine: streams that break off are taken up again, and a new process goes on."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.api.conftest import PARTY, key


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def server(folder: Path, port: int) -> Iterator[httpx.Client]:
    """A server process with this data folder, until the end of the block."""
    command = [sys.executable, "-m", "uvicorn", "--factory", "api.app:create_app", "--host", "127.0.0.1"]
    process = subprocess.Popen(
        [*command, "--port", str(port), "--log-level", "warning"],
        env={**os.environ, "BRIMSTONE_DATA": str(folder), "BRIMSTONE_DATABASE_URL": ""},
    )
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=20, trust_env=False) as client:
            for _ in range(400):
                try:
                    if client.get("/v1/ready").status_code == 200:
                        break
                except httpx.TransportError:
                    assert process.poll() is None, "the server did not start"
                time.sleep(0.05)
            else:
                raise AssertionError("the server was not ready in time")
            yield client
    finally:
        process.kill()
        process.wait(10)


def choose(client: httpx.Client, table: str) -> bool:
    """One choice; whether there was one."""
    pending = client.get(f"/v1/tables/{table}/choice").json()
    if pending is None:
        return False
    body = {"option": pending["options"][0]["id"], "choice_id": pending["id"]}
    assert client.post(f"/v1/tables/{table}/choices", json=body, headers=key()).status_code == 200
    return True


def listen(client: httpx.Client, table: str, seen: str, count: int) -> list[dict[str, Any]]:
    """The next sentences of a stream that goes on; it is then left, as a browser leaves it."""
    found: list[dict[str, Any]] = []
    headers = {"Last-Event-ID": seen} if seen else {}
    kind = ""
    with client.stream("GET", f"/v1/tables/{table}/story", headers=headers) as stream:
        for line in stream.iter_lines():
            name, _, value = line.partition(": ")
            if name == "event":
                kind = value
            elif name == "data" and kind == "sentence":
                found.append(json.loads(value))
                if len(found) == count:
                    return found
    return found


@pytest.mark.e2e
def test_a_stream_hears_what_is_told_and_is_taken_up_after_the_server_died(tmp_path: Path):
    port = free_port()
    with server(tmp_path, port) as client:
        id = client.post("/v1/tables", json={"setup": PARTY, "seed": 7}, headers=key()).json()["id"]
        heard: list[dict[str, Any]] = []
        listener = threading.Thread(target=lambda: heard.extend(listen(client, id, "", 10)))
        listener.start()
        for _ in range(25):
            choose(client, id)
        listener.join(20)
        assert not listener.is_alive() and [one["id"] for one in heard] == list(range(1, 11))
        told = client.get(f"/v1/tables/{id}/sentences?limit=500").json()["items"]
        assert told[:10] == heard
        fingerprint = client.get(f"/v1/tables/{id}").json()["fingerprint"]
    with server(tmp_path, port) as client:
        assert client.get(f"/v1/tables/{id}").json()["fingerprint"] == fingerprint
        assert listen(client, id, str(heard[-1]["id"]), len(told) - 10) == told[10:]
        assert choose(client, id)
