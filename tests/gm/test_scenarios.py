"""Scenario files: found, played, counted, and their faults shown with file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm.scenarios import run_files, summary

GOOD = """\
title: Ada stands
given: {heroes: {Ada: {space: 12}}}
dice: {move: [4]}
then:
  - state: {Ada.wounds: 0}
  - pending: move
"""
BAD = """\
given: {heroes: {Ada: {space: 12}}}
dice: {move: [4]}
---
title: Ada stands
then: [{pending: move}]
---
title: Ada is hurt
then:
  - pending: move
  - state:
      Ada.wounds: 2
"""


def test_files_and_folders_are_played_and_counted(tmp_path: Path) -> None:
    (tmp_path / "more").mkdir()
    (tmp_path / "good.yaml").write_text(GOOD, encoding="utf-8")
    (tmp_path / "more" / "bad.yaml").write_text(BAD, encoding="utf-8")
    results = run_files([tmp_path])
    assert [(r.title, r.passed) for r in results] == [
        ("Ada stands", True),
        ("Ada stands", True),
        ("Ada is hurt", False),
    ]
    assert summary(results) == "2 passed, 1 failed"


def test_a_failure_names_file_and_line(tmp_path: Path) -> None:
    path = tmp_path / "bad.yaml"
    path.write_text(BAD, encoding="utf-8")
    failed = run_files([path])[1]
    assert failed.failures == [f"{path}:10: then[2]: expected Ada.wounds to be 2, it is 0"]
    assert failed.line == 7


def test_broken_yaml_is_a_failure_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "broken.yaml"
    path.write_text("title: x\ngiven: {heroes: [\n", encoding="utf-8")
    (result,) = run_files([path])
    assert not result.passed
    assert result.failures[0].startswith(f"{path}:3: this is no valid YAML")


def test_a_word_said_twice_is_a_mistake(tmp_path: Path) -> None:
    path = tmp_path / "twice.yaml"
    path.write_text(GOOD + "dice: {move: [2]}\n", encoding="utf-8")
    assert run_files([path])[0].failures == [f"{path}:7: this is no valid YAML: 'dice' is said twice"]


def test_a_document_that_is_no_scenario_is_a_failure(tmp_path: Path) -> None:
    path = tmp_path / "list.yaml"
    path.write_text("- one\n- two\n", encoding="utf-8")
    assert "a scenario is a mapping" in run_files([path])[0].failures[0]


def test_a_missing_path_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="there is no such scenario"):
        run_files([tmp_path / "nothing.yaml"])
