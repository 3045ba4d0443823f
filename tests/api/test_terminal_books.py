"""`play --collection`: `?` at the table quotes the user's own books; a collection that is not there starts no game."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from api import saved
from api.playing import Options, play
from gm import oracle
from lore.ingest.collection import Collection, CollectionError
from lore.ingest.ingesting import ingest
from lore.passages import load_documents
from rules_engine.errors import SetupError

BOOKS = Path(__file__).parents[1] / "lore" / "books"
OURS = tuple(d for d in load_documents() if {"critical", "travel"} & set(d.id.split("-")))
FERRY = "?What does the ferry across the Sable River cost each Hero?"


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of its own, a terminal, and the real oracle over a few entries."""
    monkeypatch.setenv("BRIMSTONE_DATA", str(tmp_path))
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr(oracle, "Oracle", partial(oracle.Oracle, documents=OURS))
    return tmp_path


def typing(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    left = list(lines)

    def typed(prompt: str = "") -> str:
        if not left:
            raise EOFError
        return left.pop(0)

    monkeypatch.setattr("builtins.input", typed)


def new_game(**more: object) -> Options:
    return Options(mission="a-fistful-of-dark-stone", heroes="us-marshal", edition="old-west", seed="7", **more)


def saved_tables() -> int:
    tables = saved.open_tables()
    try:
        return len(tables.list().tables)
    finally:
        tables.close()


def test_every_question_of_the_game_quotes_the_collection_and_one_that_goes_on_names_it_anew(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    collection = Collection(data, "mine")
    ingest(collection, [BOOKS / "river.txt"])
    collection.close()
    typing(monkeypatch, FERRY, "?" + FERRY[1:].lower())
    play(new_game(collection="mine"))
    out = " ".join(capsys.readouterr().out.split())
    assert out.count("Your book river.txt says: ") == 2 and "$15" in out
    typing(monkeypatch, FERRY)
    play(Options(resume="last"))
    assert "river.txt" not in capsys.readouterr().out
    typing(monkeypatch, FERRY)
    play(Options(resume="last", collection="mine"))
    assert "river.txt" in capsys.readouterr().out


@pytest.mark.parametrize("name, says", [("other", "no books in the collection 'other'"), ("../up", "is no name")])
def test_a_collection_that_is_not_there_is_told_before_a_game_begins(
    monkeypatch: pytest.MonkeyPatch, name: str, says: str
):
    typing(monkeypatch)
    with pytest.raises(CollectionError, match=says):
        play(new_game(collection=name))
    assert saved_tables() == 0


def test_where_nobody_asks_a_collection_is_refused():
    with pytest.raises(SetupError, match="--collection is for questions"):
        play(new_game(auto=True, collection="mine"))


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are of Unix")
def test_on_the_command_line_it_is_one_line_and_status_2():
    import os
    import pty

    keeper, terminal = pty.openpty()
    command = [sys.executable, "-m", "api.cli", "play", "--collection", "other"]
    done = subprocess.run(command, stdin=terminal, capture_output=True, text=True)
    os.close(terminal)
    os.close(keeper)
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.startswith("brimstone-gm: there are no books in the collection 'other' (collections: none yet)")
    assert len(done.stderr.splitlines()) == 1
