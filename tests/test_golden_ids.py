"""How many golden examples the suite covers: by scenarios (`golden: [G051]`) and by tests (`@golden("G051")`)."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from gm.scenarios import scenarios_in

TESTS = Path(__file__).parent
GOLDEN = TESTS.parents[1] / "shared" / "golden" / "golden.jsonl"
WORKED = ("EX", "ST", "DV")
WANTED = 110


def covered() -> set[str]:
    """Ids that a scenario or a test names."""
    found: set[str] = set()
    for path in sorted(TESTS.glob("scenarios/**/*.yaml")):
        for scenario in scenarios_in(path):
            found.update(scenario.get("golden") or ())
    for path in sorted(TESTS.rglob("test_*.py")):
        for ids in re.findall(r"^@golden\(([^)]*)\)", path.read_text(encoding="utf-8"), re.MULTILINE):
            found.update(re.findall(r"G\d{3}", ids))
    return found


@pytest.mark.skipif(not GOLDEN.exists(), reason="the golden examples are not on this machine")
def test_worked_examples_rules_and_derivations_are_covered() -> None:
    kinds = {
        record["id"]: record["kind"] for record in map(json.loads, GOLDEN.read_text(encoding="utf-8").splitlines())
    }
    unknown = sorted(id for id in covered() if id not in kinds)
    assert not unknown, f"no golden example has these ids: {unknown}"
    worked = sorted(id for id in covered() if kinds[id] in WORKED)
    assert len(worked) >= WANTED, f"{len(worked)} of {sum(kind in WORKED for kind in kinds.values())} are covered"


def test_a_golden_id_is_well_formed() -> None:
    assert all(re.fullmatch(r"G\d{3}", id) for id in covered())
