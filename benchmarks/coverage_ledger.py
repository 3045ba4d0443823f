"""Which systems of rules the engine enforces, and what shows it: written to docs/rules-coverage.md.

    python -m benchmarks.coverage_ledger [--check]

The systems stand in docs/rules-systems.yaml; scenarios are counted by their `systems`. docs/scenario.schema.json and
docs/editions.md are written too. With `--check` nothing is written; ends with status 1 if a file is stale or a row
claims too much.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import yaml

from benchmarks import editions_table
from gm.scenario_schema import schema_text
from gm.scenarios import scenarios_in

ROOT = Path(__file__).resolve().parents[1]
SYSTEMS = ROOT / "docs" / "rules-systems.yaml"
LEDGER = ROOT / "docs" / "rules-coverage.md"
SCHEMA = ROOT / "docs" / "scenario.schema.json"
SCENARIOS = ROOT / "tests" / "scenarios"
TESTS = ROOT / "tests"
STATUSES = ("enforced", "partly", "not yet")
HEAD = """\
# Which rules the engine enforces
Made by `make ledger` from [rules-systems.yaml](rules-systems.yaml) and the scenarios; a test fails when it is stale.
**enforced**: the engine allows nothing else, and a scenario or test shows it. **partly**: so too, but for what the row
names. **not yet**: the engine does not know it. Scenarios are under `tests/scenarios`, tests under `tests`, procedures
under `rules_engine`.
"""


class System(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A system of rules. `procedures` are `module.function` under rules_engine, `tests` node names under tests."""

    id: str
    name: str
    status: str
    missing: str = ""
    procedures: list[str] = []
    tests: list[str] = []


def systems(path: Path = SYSTEMS) -> list[System]:
    """The systems of rules, in order. Raises msgspec.ValidationError."""
    return msgspec.convert(yaml.safe_load(path.read_text(encoding="utf-8")), list[System])


def shown_by(folder: Path = SCENARIOS) -> dict[str, list[str]]:
    """For each system the scenarios that show it, as `file: title`."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("*.yaml")):
        for scenario in scenarios_in(path):
            for system in scenario.get("systems") or ():
                found.setdefault(str(system), []).append(f"{path.name}: {scenario['title']}")
    return found


def faults(rows: Iterable[System], scenarios: dict[str, list[str]]) -> list[str]:
    """What the ledger would claim and cannot: each fault names its row."""
    rows = list(rows)
    found: list[str] = []
    for row in rows:
        if row.status not in STATUSES:
            found.append(f"{row.id}: there is no status '{row.status}'; known: {', '.join(STATUSES)}")
        found += [f"{row.id}: rules_engine has no '{name}'" for name in row.procedures if not exists(name)]
        found += [f"{row.id}: there is no test '{name}'" for name in row.tests if not is_test(name)]
        shown = bool(scenarios.get(row.id) or row.tests)
        if row.status in ("enforced", "partly") and not (row.procedures and shown):
            found.append(f"{row.id}: '{row.status}' needs a procedure, and a scenario or test that shows it")
        if (row.status == "enforced") == bool(row.missing):
            found.append(f"{row.id}: `missing` belongs to '{STATUSES[1]}' and '{STATUSES[2]}', and only there")
        if row.status == "not yet" and (row.procedures or scenarios.get(row.id)):
            found.append(f"{row.id}: 'not yet', but procedures or scenarios are named")
    known = {row.id for row in rows}
    for system in sorted(set(scenarios) - known):
        found.append(f"{scenarios[system][0]}: there is no system '{system}'")
    return found


@cache
def exists(name: str) -> bool:
    """Whether rules_engine has this module.function or module.Class.method."""
    parts = name.split(".")
    for cut in range(len(parts) - 1, 0, -1):
        try:
            here: Any = importlib.import_module(".".join(["rules_engine", *parts[:cut]]))
        except ModuleNotFoundError:
            continue
        for part in parts[cut:]:
            here = getattr(here, part, None)
        return callable(here)
    return False


@cache
def is_test(node: str) -> bool:
    """Whether a test file under tests has this test function."""
    file, _, name = node.partition("::")
    path = TESTS / file
    if not path.is_file() or not name.startswith("test_"):
        return False
    try:
        tree = ast.parse(path.read_text(encoding="utf-8"))
    except SyntaxError:
        return False
    return any(isinstance(one, ast.FunctionDef) and one.name == name for one in tree.body)


def ledger(rows: Iterable[System], scenarios: dict[str, list[str]]) -> str:
    """The ledger as Markdown: the counts, a row for each system, and the scenarios and tests that show it."""
    rows = list(rows)
    counts = ", ".join(f"{sum(row.status == status for row in rows)} {status}" for status in STATUSES)
    total = len({title for titles in scenarios.values() for title in titles})
    lines = [HEAD, f"{len(rows)} systems: {counts}. {total} scenarios show them.", ""]
    lines += ["| | system | engine | scenarios | tests | status |", "|---|---|---|---|---|---|"]
    for row in rows:
        engine = ", ".join(f"`{name}`" for name in row.procedures)
        status = row.status if row.status == "enforced" else f"{row.status} ({row.missing})"
        number = len(scenarios.get(row.id, ()))
        lines.append(f"| {row.id} | {row.name} | {engine} | {number or ''} | {len(row.tests) or ''} | {status} |")
    lines += ["", "## What shows it"]
    for row in rows:
        shown = [f"- {title}" for title in scenarios.get(row.id, ())] + [f"- `{node}`" for node in row.tests]
        if shown:
            lines += ["", f"### {row.id} {row.name}", *shown]
    return "\n".join(lines) + "\n"


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--check", action="store_true", help="write nothing")
    check = arguments.parse_args().check
    rows, scenarios = systems(), shown_by()
    wrong = faults(rows, scenarios)
    differences = editions_table.rows()
    wrong += editions_table.faults(differences)
    made = {
        LEDGER: ledger(rows, scenarios),
        SCHEMA: schema_text(),
        editions_table.TABLE: editions_table.table(differences),
    }
    for path, text in made.items():
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        if check:
            wrong.append(f"{path.relative_to(ROOT)} is stale: run `make ledger`")
        else:
            path.write_text(text, encoding="utf-8")
            print(f"{path.relative_to(ROOT)} written")
    for fault in wrong:
        print(fault, file=sys.stderr)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
