"""Kills the service with SIGKILL in the middle of a game, again and again, and checks that nothing was lost or doubled.

`python -m benchmarks.kill9 [--kills 50] [--seed 1]`: a real server process plays a game over HTTP on this machine; the
client repeats each request with the same Idempotency-Key until it is answered. At random moments, most of them while an
answer is being written, the server is killed and started again. Exits with 1 if anything that was answered is gone, or
anything happened twice, or the journal does not verify, or a game cannot be played to its end.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import httpx

from gm.story import Telling
from rules_engine import Game, verify
from rules_engine.bots import SensiblePolicy
from rules_engine.events import Chosen

PARTIES = (
    ["us-marshal", "bandido"],
    ["us-marshal", "bandido", "rancher", "saloon-girl"],
    ["rancher"],
)
START_SECONDS = 60.0
LONGEST_DELAY = 0.03
ATTEMPTS = 40


class Failed(Exception):
    """Something was lost, doubled or wrong."""


class Server:
    """The service in a process of its own, to be killed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.process: subprocess.Popen[bytes] | None = None
        self.starts = 0

    def start(self) -> None:
        """Start it, and wait until it is ready."""
        command = [sys.executable, "-m", "uvicorn", "--factory", "api.app:create_app", "--host", "127.0.0.1"]
        quiet = {name: value for name, value in os.environ.items() if not name.startswith("BRIMSTONE_")}
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                [*command, "--port", str(self.port), "--log-level", "warning"],
                env={**quiet, "BRIMSTONE_DATA": str(self.folder)},
                stdout=log,
                stderr=log,
            )
        self.starts += 1
        ends = time.monotonic() + START_SECONDS
        with httpx.Client(trust_env=False, timeout=5) as client:
            while time.monotonic() < ends:
                try:
                    if client.get(f"{self.url}/v1/ready").status_code == 200:
                        return
                except httpx.TransportError:
                    if self.process.poll() is not None:
                        break
                time.sleep(0.05)
        raise Failed(f"the server did not start; its log is {self.folder / 'server.log'}")

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        """SIGKILL: no goodbye, nothing is flushed."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


class Player:
    """A client that asks again, with the same key, until it is answered; now and then it kills the server meanwhile."""

    def __init__(self, server: Server, chance: random.Random, kills: int, every: int) -> None:
        self.server = server
        self.chance = chance
        self.kills_left = kills
        self.every = every
        self.killed_before = self.killed_during = self.killed_after = 0
        self.answered: dict[str, dict[str, Any]] = {}
        self.repeated = 0
        self.replayed = 0
        self._client = httpx.Client(base_url=server.url, trust_env=False, timeout=20)

    def get(self, path: str) -> httpx.Response:
        """A request that changes nothing."""
        return self._until_answered(lambda: self._client.get(path))

    def post(self, path: str, body: dict[str, Any], key: str) -> dict[str, Any]:
        """A write. The server may be killed before, while or after it is answered."""
        headers = {"Idempotency-Key": key}
        moment = self.chance.choice(("before", "during", "during", "during", "after")) if self._strikes() else ""
        killer: threading.Thread | None = None
        if moment == "before":
            self.server.kill()
            self.killed_before += 1
        elif moment == "during":
            delay = self.chance.uniform(0, LONGEST_DELAY)
            killer = threading.Timer(delay, self.server.kill)
            killer.start()
            self.killed_during += 1
        try:
            answer = self._client.post(path, json=body, headers=headers)
        except httpx.TransportError:
            answer = None
        if killer is not None:
            killer.join()
        if moment == "after":
            self.server.kill()
            self.killed_after += 1
        if moment:
            self.server.start()
            self._reconnect()
        if answer is None or answer.status_code == 503:
            self.repeated += 1
            answer = self._until_answered(lambda: self._client.post(path, json=body, headers=headers))
            self.replayed += "Idempotent-Replayed" in answer.headers
        if answer.status_code not in (200, 201):
            raise Failed(f"POST {path} {body}: {answer.status_code} {answer.text}")
        given: dict[str, Any] = answer.json()
        self.answered[key] = given
        return given

    def again(self, path: str, body: dict[str, Any], key: str) -> dict[str, Any]:
        """The same request once more."""
        answer = self._until_answered(lambda: self._client.post(path, json=body, headers={"Idempotency-Key": key}))
        given: dict[str, Any] = answer.json()
        return given

    def _strikes(self) -> bool:
        if self.kills_left == 0 or self.chance.randrange(self.every):
            return False
        self.kills_left -= 1
        return True

    def _reconnect(self) -> None:
        self._client.close()
        self._client = httpx.Client(base_url=self.server.url, trust_env=False, timeout=20)

    def _until_answered(self, ask: Any) -> httpx.Response:
        for _ in range(ATTEMPTS):
            try:
                answer: httpx.Response = ask()
                if answer.status_code != 503:
                    return answer
            except httpx.TransportError:
                self._reconnect()
            time.sleep(0.1)
        raise Failed(f"the server did not answer {ATTEMPTS} times")


def play(player: Player, number: int) -> tuple[str, int]:
    """One game to its end; checks it, and returns its table and how many choices were made."""
    heroes = [{"class": name} for name in PARTIES[number % len(PARTIES)]]
    body = {"setup": {"heroes": heroes}, "seed": f"kill9-{number}"}
    table = str(player.post("/v1/tables", body, f"table-{number}")["id"])
    path = f"/v1/tables/{table}/choices"
    policy = SensiblePolicy()
    sent: dict[str, dict[str, Any]] = {}
    shadow = Game.start(_setup(heroes), f"kill9-{number}")
    while (pending := player.get(f"/v1/tables/{table}/choice").json()) is not None:
        expected = shadow.pending
        if expected is None or (expected.id, expected.prompt) != (pending["id"], pending["prompt"]):
            raise Failed(f"choice {pending['id']} is pending, and {expected and expected.id} should be")
        option = policy.choose(shadow, expected)
        key = f"{number}-{len(sent)}-{player.chance.getrandbits(64):x}"
        sent[key] = {"option": option, "choice_id": pending["id"]}
        player.post(path, sent[key], key)
        shadow.choose(option, seat="1")
    check(player, table, sent, shadow)
    return table, len(sent)


def _setup(heroes: list[dict[str, str]]) -> Any:
    from rules_engine import party

    return party(*(hero["class"] for hero in heroes))


def check(player: Player, table: str, sent: dict[str, dict[str, Any]], shadow: Game) -> None:
    """Nothing answered is lost, nothing is doubled, the journal verifies, the story is whole."""
    journal = player.get(f"/v1/tables/{table}/journal").text
    game = verify(journal)
    chosen = [event for event in game.events if isinstance(event, Chosen)]
    if len(chosen) != len(sent):
        raise Failed(f"{len(sent)} keys were answered, and {len(chosen)} choices were made")
    lines = dict(enumerate(game.events, 1))
    for key, body in sent.items():
        first = player.answered[key]["events"][0]
        event = lines[first["n"]]
        if not isinstance(event, Chosen) or (event.choice, event.option) != (body["choice_id"], body["option"]):
            raise Failed(f"what was answered to {key} does not stand in the journal")
    if game.fingerprint() != shadow.fingerprint() or game.journal.dump() != shadow.journal.dump():
        raise Failed("the game did not come out as it does without any kills")
    for key in player.chance.sample(sorted(sent), min(10, len(sent))):
        if player.again(f"/v1/tables/{table}/choices", sent[key], key) != player.answered[key]:
            raise Failed(f"{key} was answered otherwise the second time")
    player.get(f"/v1/tables/{table}/story?follow=false")
    told = [(one["text"], tuple(one["events"])) for one in story(player, table)]
    whole = [(one.text, one.events) for _, said in Telling().tell(shadow, shadow.events, 0) for one in said]
    if told != whole:
        raise Failed(f"{len(told)} sentences were told, and {len(whole)} should be, or they differ")


def story(player: Player, table: str) -> list[dict[str, Any]]:
    """All sentences of a story."""
    found: list[dict[str, Any]] = []
    cursor: str | None = "0"
    while cursor is not None:
        page = player.get(f"/v1/tables/{table}/sentences?limit=500&cursor={cursor}").json()
        found, cursor = found + page["items"], page["next"]
    return found


def check_database(folder: Path) -> None:
    """SQLite's own opinion of the file."""
    with sqlite3.connect(folder / "tables.sqlite3") as connection:
        (verdict,) = connection.execute("PRAGMA integrity_check").fetchone()
    if verdict != "ok":
        raise Failed(f"the database is damaged: {verdict}")


def main() -> int:
    """Play and kill; 0 if nothing was lost."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.kill9", description=__doc__.split("\n")[0])
    parser.add_argument("--kills", type=int, default=50, help="how often the server is killed (default: 50)")
    parser.add_argument("--every", type=int, default=6, help="about one write in so many meets a kill (default: 6)")
    parser.add_argument("--seed", type=int, default=1, help="of the moments of the kills (default: 1)")
    options = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="brimstone-kill9-") as name:
        server = Server(Path(name))
        player = Player(server, random.Random(options.seed), options.kills, max(1, options.every))
        games = choices = 0
        try:
            server.start()
            while player.kills_left or not games:
                _, made = play(player, games)
                games, choices = games + 1, choices + made
            check_database(server.folder)
        except Failed as failure:
            print(f"FAILED after {server.starts - 1} kills: {failure}")
            log = (server.folder / "server.log").read_text(errors="replace")
            print(log[-4000:], file=sys.stderr)
            return 1
        finally:
            if server.process is not None and server.process.poll() is None:
                server.kill()
    kills = player.killed_before + player.killed_during + player.killed_after
    moments = f"{player.killed_before} before, {player.killed_during} while, {player.killed_after} after a write"
    print(f"kills      {kills}: {moments}")
    again = f"{player.repeated} asked again, {player.replayed} of them had been saved"
    print(f"requests   {len(player.answered)} writes answered; {again}")
    print(f"games      {games} played to the end, {choices} choices, each made once; every journal verifies")
    print(f"nothing lost, nothing doubled ({time.monotonic() - began:.0f} s)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
