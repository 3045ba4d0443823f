"""`brimstone-gm scenario vocabulary`: text for people, JSON for programs."""

from __future__ import annotations

import json
import sys

import pytest

from api import cli


def said(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *words: str) -> str:
    monkeypatch.setattr(sys, "argv", ["brimstone-gm", "scenario", "vocabulary", *words])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert not ended.value.code
    return capsys.readouterr().out


def test_the_vocabulary_is_listed_for_people(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = said(capsys, monkeypatch)
    assert "Kinds of choices\n" in text and "\n  assign_hit\n" in text and "\n  hold back the darkness\n" in text


def test_the_vocabulary_is_json_for_programs(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = json.loads(said(capsys, monkeypatch, "--json"))
    assert words["events"]["KnockedOut"] == {"hero": "str", "by": "str"}
    assert words["choices"]["revive"] and words["state"]["tiles.<n>.scavenged"] == "int"
