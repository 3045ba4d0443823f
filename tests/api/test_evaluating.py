"""`brimstone-gm eval oracle`: figures as text, as JSON and as a page; what is wrong is said with how to mend it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from api.cli import app
from lore import evaluate_plots

QUESTIONS = [
    {"id": "1", "question": "do enemies get critical hits?", "type": "single_fact", "answerable": True},
    {"id": "2", "question": "how does castling work in chess?", "type": "unanswerable", "answerable": False},
]
QUESTIONS[0] |= {"must_include": ["No"], "sources": ["critical-hits"]}


@pytest.fixture
def files(tmp_path: Path, data_dir: Path, retriever, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    monkeypatch.setenv("BRIMSTONE_DATA", str(data_dir))
    written = []
    for question in QUESTIONS:
        path = tmp_path / f"q{question['id']}.jsonl"
        path.write_text(json.dumps(question) + "\n", encoding="utf-8")
        written.append(path)
    return written


def run(*words: object):
    return CliRunner().invoke(app, ["eval", "oracle", *map(str, words)])


def test_several_files_are_measured_together_and_told_as_json(files: list[Path]):
    told = run("--questions", files[0], "--questions", files[1], "--json")
    assert told.exit_code == 0
    report = json.loads(told.stdout)
    assert report["files"] == {"q1.jsonl": 1, "q2.jsonl": 1}
    assert report["groups"]["all"]["abstention_recall"] == {"value": 1.0, "low": 1.0, "high": 1.0, "of": 1}
    assert report["groups"]["all"]["citations"]["value"] == 1.0
    assert set(report["groups"]["all"]["answers"]) >= {"corpus alone", "whole oracle", "first statement, fused"}


def test_the_page_is_written_with_its_command_and_without_questions(files: list[Path], tmp_path: Path):
    pytest.importorskip("matplotlib", reason="matplotlib draws the plots")
    told = run("--questions", files[0], "--report", tmp_path / "docs")
    assert told.exit_code == 0 and "whole oracle" in told.stdout
    page = (tmp_path / "docs" / "oracle-report.md").read_text(encoding="utf-8")
    assert "--questions q1.jsonl" in page and str(tmp_path) not in page and QUESTIONS[0]["question"] not in page


def test_without_matplotlib_a_report_is_refused_before_anything_is_asked(
    files: list[Path], tmp_path: Path, monkeypatch
):
    monkeypatch.setattr(evaluate_plots, "find_spec", lambda name: None)
    told = run("--questions", files[0], "--report", tmp_path / "docs")
    assert told.exit_code == 2 and "need matplotlib" in told.stderr and "pip install" in told.stderr
    assert not (tmp_path / "docs").exists()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--questions", "nowhere.jsonl"), "nowhere.jsonl can't be read"),
        (("--questions", "q1.jsonl", "--questions", "q1.jsonl"), "'1' is given twice"),
        (("--questions", "q1.jsonl", "--collection", "none-such"), "no books in the collection 'none-such'"),
        (("--questions", "q1.jsonl", "--report", "q2.jsonl"), "give another folder with --report"),
    ],
)
def test_wrong_use_says_what_is_wrong(files: list[Path], tmp_path: Path, monkeypatch, words, says):
    monkeypatch.chdir(tmp_path)
    told = run(*words)
    assert told.exit_code == 2 and says in told.stderr, told.output
