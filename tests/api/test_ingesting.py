"""`brimstone-gm ingest`: what it prints, its exit statuses, and its progress bar on a terminal."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from api.cli import app

BOOKS = Path(__file__).parents[1] / "lore" / "books"


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BRIMSTONE_DATA", str(tmp_path))
    return tmp_path


def ran(*arguments: str | Path):
    return CliRunner().invoke(app, ["ingest", *map(str, arguments)])


def test_books_are_taken_in_listed_and_forgotten():
    first = ran(BOOKS / "tolls.md", BOOKS / "river.txt")
    assert first.exit_code == 0
    assert 'new: tolls.md "The Toll Road", valhalla, 5 chunks' in first.stdout
    assert 'valhalla because of "Gates of Valhalla" 1x from line 3' in first.stdout
    assert "12 chunks (12 embedded, 0 as they were, 0 removed)" in first.stdout
    assert "unchanged: tolls.md" in ran(BOOKS / "tolls.md").stdout
    assert ran("--list").stdout.splitlines()[0] == "books: 2 books"
    assert ran("--forget", "tolls.md").exit_code == 0
    assert ran("--list").stdout.splitlines()[0] == "books: 1 book"


def test_what_could_not_be_read_is_told_and_makes_the_status_1():
    done = ran(BOOKS / "lamp.pdf", "gone.txt", "--json")
    assert done.exit_code == 1
    report = json.loads(done.stdout)
    assert [t["where"] for t in report["troubles"]] == ["page 3", ""]
    assert [f["outcome"] for f in report["files"]] == ["new", "not read"]
    told = ran(BOOKS / "lamp.pdf", "gone.txt")
    assert "could not read gone.txt: there is no such file; check the path" in told.stderr


@pytest.mark.parametrize(
    "arguments, says",
    [
        ((), "name the files to ingest, or --list, or --forget"),
        (("a.txt", "--list"), "one of the three"),
        (("a.txt", "--collection", "../up"), "is no name for a collection"),
        (("a.txt", "--edition", "western"), "there is no edition 'western'"),
        (("--forget", "x"), "there is no book 'x'"),
        (("--list", "--collection", "A B"), "is no name for a collection"),
    ],
)
def test_wrong_use_is_one_line_and_status_2(arguments: tuple[str, ...], says: str):
    done = ran(*arguments)
    assert done.exit_code == 2 and says in done.stderr and len(done.stderr.strip().splitlines()) == 1


def test_asking_a_collection_that_is_not_there_names_those_that_are():
    ran(BOOKS / "tolls.md")
    done = CliRunner().invoke(app, ["ask", "--collection", "other", "what is a toll?"])
    assert done.exit_code == 2 and "no books in the collection 'other' (collections: books)" in done.stderr


def test_a_title_cannot_steer_the_terminal(tmp_path: Path):
    (tmp_path / "sly.txt").write_bytes(b"Title \x1b[2J Sly\n\nA rule that says something of Dark Stone.\n")
    assert "\x1b" not in ran(tmp_path / "sly.txt").stdout


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are of Unix")
def test_a_terminal_sees_progress_and_a_pipe_does_not(tmp_path: Path):
    import pty

    command = [sys.executable, "-m", "api.cli", "ingest", str(BOOKS / "tolls.md")]
    piped = subprocess.run(command, capture_output=True, text=True, check=True)
    assert piped.stderr == ""
    keeper, terminal = pty.openpty()
    again = subprocess.Popen([*command, "--collection", "two"], stdout=subprocess.PIPE, stderr=terminal)
    os.close(terminal)
    seen = b""
    while True:
        try:
            part = os.read(keeper, 4096)
        except OSError:
            break
        if not part:
            break
        seen += part
    again.communicate()
    os.close(keeper)
    assert again.returncode == 0 and b"Embedding what is new" in seen
