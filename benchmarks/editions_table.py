"""How the engine plays every place where the rulebooks contradict one another: written to docs/editions.md.

Each contradiction is a field of the Ruleset, a ruling, or not yet there, and says so. Made with the ledger of rules
(`make ledger`); a test fails when it is stale.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import msgspec
import yaml

from gm.scenarios import scenarios_in
from rules_engine.ruleset import FIELD_SOURCES
from rules_engine.switches import Switch, switches

ROOT = Path(__file__).resolve().parents[1]
ROWS = ROOT / "docs" / "editions.yaml"
TABLE = ROOT / "docs" / "editions.md"
RULINGS = ROOT / "docs" / "rulings.md"
SCENARIOS = ROOT / "tests" / "scenarios"
IDS = [f"C{number:02}" for number in range(1, 62)] + [f"N{number}" for number in range(1, 6)]
HEAD = """\
# Where the rulebooks differ
Made by `make ledger` from [editions.yaml](editions.yaml), the Ruleset and the scenarios; a test fails when it is stale.
`brimstone-gm rules` lists the switches with their meaning and both sources, [rulings.md](rulings.md) gives the reasons
of the rulings. Scenarios are under `tests/scenarios`, tests under `tests`.
"""


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One contradiction: what it is about, and how it is settled where no field of the Ruleset does."""

    id: str
    topic: str
    ruling: str = ""
    not_yet: str = ""
    shown: list[str] = []


def rows(path: Path = ROWS) -> list[Row]:
    """The contradictions, in order. Raises msgspec.ValidationError."""
    return msgspec.convert(yaml.safe_load(path.read_text(encoding="utf-8")), list[Row])


def scenarios_by_field(folder: Path = SCENARIOS) -> dict[str, list[str]]:
    """For each field of the Ruleset the scenarios that show it, as `file: title`."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("*.yaml")):
        for scenario in scenarios_in(path):
            for name in scenario.get("rules") or ():
                found.setdefault(str(name), []).append(f"{path.name}: {scenario['title']}")
    return found


def scenario_names(folder: Path = SCENARIOS) -> set[str]:
    """Every scenario, as `file: title`."""
    return {f"{path.name}: {one.get('title')}" for path in sorted(folder.rglob("*.yaml")) for one in scenarios_in(path)}


def ruling_names(path: Path = RULINGS) -> set[str]:
    """The places that docs/rulings.md has a row for."""
    return set(re.findall(r"^\| ([^|]+?) \|", path.read_text(encoding="utf-8"), re.MULTILINE))


def fields_of(id: str) -> list[str]:
    """The fields of the Ruleset that settle a contradiction."""
    return [name for name, (number, _, _) in FIELD_SOURCES.items() if number == id]


def faults(found: Iterable[Row]) -> list[str]:
    """What the table would claim and cannot: each fault names its row."""
    from benchmarks.coverage_ledger import is_test

    wrong: list[str] = []
    found = list(found)
    if [row.id for row in found] != IDS:
        missing = sorted(set(IDS) - {row.id for row in found})
        wrong.append(f"docs/editions.yaml: the rows are not {IDS[0]} to {IDS[-1]} in order; missing: {missing}")
    titles, rulings = scenario_names(), ruling_names()
    for row in found:
        if fields_of(row.id):
            continue
        if bool(row.ruling) == bool(row.not_yet):
            wrong.append(f"{row.id}: no field of the Ruleset has this number: it needs a `ruling` or a `not_yet`")
        if row.ruling and row.ruling not in rulings:
            wrong.append(f"{row.id}: docs/rulings.md has no row '{row.ruling}'")
        if row.ruling and not row.shown:
            wrong.append(f"{row.id}: a ruling needs a scenario or a test that shows it")
        wrong += [
            f"{row.id}: nothing is called '{name}'" for name in row.shown if name not in titles and not is_test(name)
        ]
    return wrong


def _told(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) if value != "" else "none"


def _readings(one: Switch) -> str:
    by: dict[str, list[str]] = {}
    for edition, value in one.editions.items():
        by.setdefault(_told(value), []).append(edition)
    for preset, value in one.presets.items():
        by.setdefault(_told(value), []).append(preset)
    return f"`{one.name}`: " + "; ".join(f"{value} ({', '.join(where)})" for value, where in by.items())


def table(found: Iterable[Row]) -> str:
    """The table as Markdown."""
    known, shown = {one.name: one for one in switches()}, scenarios_by_field()
    lines = [HEAD, "| | topic | how it is played | shown by |", "|---|---|---|---|"]
    for row in found:
        fields = fields_of(row.id)
        if fields:
            how = "<br>".join(_readings(known[name]) for name in fields)
            by = [title for name in fields for title in shown.get(name, ())]
        elif row.ruling:
            how, by = f"ruling: {row.ruling}", row.shown
        else:
            how, by = f"not yet: {row.not_yet}", []
        lines.append(f"| {row.id} | {row.topic} | {how} | {'<br>'.join(by)} |")
    rest = [one for one in known.values() if one.number not in IDS]
    lines += ["", "## Further switches", "| switch | meaning | shown by |", "|---|---|---|"]
    lines += [f"| `{one.name}` | {one.meaning} | {'<br>'.join(shown.get(one.name, ()))} |" for one in rest]
    return "\n".join(lines) + "\n"
