"""Scenario files against docs/scenario.schema.json, and the example of docs/scenarios.md against the engine."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from rules_engine.content.library import PackLoader
from rules_engine.scenarios import play

ROOT = Path(__file__).resolve().parents[1]
SCHEMA = json.loads((ROOT / "docs" / "scenario.schema.json").read_text(encoding="utf-8"))
SCHEMA_CHECK = jsonschema.Draft202012Validator(SCHEMA)
FILES = sorted((ROOT / "tests" / "scenarios").rglob("*.yaml"))


def documents(text: str) -> list[Any]:
    return [one for one in yaml.load_all(text, PackLoader) if one is not None]


def example() -> dict[str, Any]:
    (block,) = re.findall(r"```yaml\n(.*?)```", (ROOT / "docs" / "scenarios.md").read_text(encoding="utf-8"), re.DOTALL)
    (found,) = documents(block)
    return found


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_scenario_file_fits_the_schema(path: Path) -> None:
    found = [
        f"{document.get('title')}: {fault.json_path}: {fault.message}"
        for document in documents(path.read_text(encoding="utf-8"))
        for fault in SCHEMA_CHECK.iter_errors(document)
    ]
    assert found == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"titel": "x"},
        {"edition": "third"},
        {"switches": {"fixed_moves": True}},
        {"switches": {"fixed_move": "yes"}},
        {"given": {"hereos": {}}},
        {"given": {"heroes": {"Ada": {"helth": 3}}}},
        {"when": [{"mvoe": "stay"}]},
        {"then": [{"event": "Exploded"}]},
        {"then": [{"event": {"KnockedOut": {"heroine": "Ada"}}}]},
        {"then": [{"times": 2}]},
        {"then": [{"pending": "moving"}]},
        {"dice": {"move": [{}]}},
        {"golden": ["51"]},
        {"rules": ["no_such_field"]},
    ],
    ids=str,
)
def test_a_slip_of_the_pen_does_not_fit_the_schema(wrong: dict[str, Any]) -> None:
    assert SCHEMA_CHECK.is_valid(example())
    assert not SCHEMA_CHECK.is_valid({**example(), **wrong})


def test_the_documented_example_passes() -> None:
    result = play(example())
    assert result.passed, "\n".join(result.failures)


def test_the_documented_example_depends_on_its_dice() -> None:
    document = example()
    assert not play({**document, "dice": {**document["dice"], "damage": [3]}}).passed
