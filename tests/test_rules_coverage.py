"""The ledger of rules claims nothing that the engine, the scenarios and the tests do not bear out."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from benchmarks import editions_table
from benchmarks.coverage_ledger import (
    LEDGER,
    SCENARIOS,
    SCHEMA,
    System,
    exists,
    faults,
    is_test,
    ledger,
    shown_by,
    systems,
)
from gm.scenario_schema import schema_text
from gm.scenarios import scenarios_in
from rules_engine.presets import PRESETS
from rules_engine.ruleset import EDITIONS, FIELD_SOURCES, ruleset
from rules_engine.scenarios import play

GOOD = System("S21", "Scavenging", "enforced", procedures=["procedures.search.scavenge"])
SHOWN = {"S21": ["searching.yaml: One 6 is one card"]}
OPTIONAL = {
    **PRESETS["player-aid"],
    "grit_on_charts": True,
    "fixed_move": True,
    "hard_core": True,
    "frost_giant_mythic": "two",
    "threat_theme": "test-theme",
    "healing_reach": "adjacent",
    "leave_token_rooms": False,
}


@dataclass
class Shown:
    """Scenarios that depend on a field of the ruleset, and the readings that they are played by."""

    scenarios: list[dict[str, Any]] = field(default_factory=list)
    readings: set[Any] = field(default_factory=set)


def readings(name: str) -> set[Any]:
    """Every reading of a field that an edition or an optional rule has."""
    found = {getattr(ruleset(edition), name) for edition in EDITIONS}
    return found | {OPTIONAL[name]} if name in OPTIONAL else found


@cache
def by_field() -> dict[str, Shown]:
    found: dict[str, Shown] = {}
    for path in sorted(SCENARIOS.rglob("*.yaml")):
        for scenario in scenarios_in(path):
            rules = ruleset(scenario.get("edition", "compilation"), scenario.get("switches"))
            for name in scenario.get("rules") or ():
                shown = found.setdefault(name, Shown())
                shown.scenarios.append(scenario)
                shown.readings.add(getattr(rules, name))
    return found


def test_no_row_claims_what_is_not_there() -> None:
    assert faults(systems(), shown_by()) == []


def test_the_ledger_has_a_row_for_each_system() -> None:
    assert [row.id for row in systems()] == [f"S{number:02}" for number in range(1, 87)]


def test_every_contradiction_is_a_field_a_ruling_that_is_shown_or_not_yet_there_for_a_reason() -> None:
    assert editions_table.faults(editions_table.rows()) == []


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"ruling": "nowhere"}, "no row 'nowhere'"),
        ({"ruling": "", "not_yet": ""}, "needs a `ruling` or a `not_yet`"),
        ({"shown": []}, "needs a scenario"),
        ({"shown": ["editions.yaml: No such title"]}, "nothing is called"),
        ({"id": "C99"}, "missing: ['C34']"),
    ],
)
def test_a_contradiction_that_is_not_accounted_for_is_a_fault(changed: dict[str, Any], fault: str) -> None:
    rows = [msgspec.structs.replace(row, **changed) if row.id == "C34" else row for row in editions_table.rows()]
    assert any(fault in one for one in editions_table.faults(rows))


@pytest.mark.parametrize("path", [LEDGER, SCHEMA, editions_table.TABLE], ids=lambda path: path.name)
def test_what_is_made_from_the_engine_is_not_stale(path: Path) -> None:
    made = {
        LEDGER: lambda: ledger(systems(), shown_by()),
        SCHEMA: schema_text,
        editions_table.TABLE: lambda: editions_table.table(editions_table.rows()),
    }[path]()
    assert path.read_text(encoding="utf-8") == made, f"{path.name} is stale: run `make ledger`"


def test_every_scenario_says_which_systems_it_shows() -> None:
    silent = [
        f"{path.name}: {scenario.get('title')}"
        for path in sorted(SCENARIOS.rglob("*.yaml"))
        for scenario in scenarios_in(path)
        if not scenario.get("systems")
    ]
    assert silent == [], "add `systems: [S..]`; the ids stand in docs/rules-systems.yaml"


def test_a_row_that_is_shown_has_no_fault() -> None:
    assert faults([GOOD], SHOWN) == []


@pytest.mark.parametrize(
    ("changed", "scenarios", "fault"),
    [
        ({"procedures": ["procedures.search.rummage"]}, SHOWN, "no 'procedures.search.rummage'"),
        ({"procedures": []}, SHOWN, "needs a procedure"),
        ({}, {}, "a scenario or test that shows it"),
        ({"tests": ["rules_engine/test_dice.py::test_nothing"]}, SHOWN, "no test"),
        ({"missing": "something"}, SHOWN, "`missing`"),
        ({"status": "partly"}, SHOWN, "`missing`"),
        ({"status": "not yet", "missing": "it"}, SHOWN, "'not yet', but"),
        ({"status": "done"}, SHOWN, "no status 'done'"),
        ({}, {**SHOWN, "S99": ["x.yaml: y"]}, "no system 'S99'"),
    ],
)
def test_a_row_that_claims_too_much_is_a_fault(
    changed: dict[str, Any], scenarios: dict[str, list[str]], fault: str
) -> None:
    found = faults([msgspec.structs.replace(GOOD, **changed)], scenarios)
    assert any(fault in one for one in found), found


def test_procedures_and_tests_are_looked_up_where_they_are() -> None:
    assert exists("board.Board.sees") and exists("procedures.turn.poison")
    assert not exists("board.Board.hears") and not exists("procedures.poker.poison") and not exists("procedures.turn")
    assert is_test("test_rules_coverage.py::test_procedures_and_tests_are_looked_up_where_they_are")
    assert not is_test("test_rules_coverage.py::readings") and not is_test("no_file.py::test_x")


@pytest.mark.parametrize("name", FIELD_SOURCES)
def test_each_reading_of_a_contradiction_has_a_scenario(name: str) -> None:
    shown = by_field().get(name, Shown())
    assert readings(name) <= shown.readings, f"scenarios with `rules: [{name}]` show {shown.readings} only"


@pytest.mark.parametrize("name", FIELD_SOURCES)
def test_a_scenario_of_one_reading_fails_under_the_other(name: str) -> None:
    for scenario in by_field()[name].scenarios:
        switches = scenario.get("switches") or {}
        mine = getattr(ruleset(scenario.get("edition", "compilation"), switches), name)
        for other in readings(name) - {mine}:
            turned = {**scenario, "switches": {**switches, name: other}}
            assert not play(turned).passed, f"'{scenario['title']}' passes with {name} {other!r} as well"
