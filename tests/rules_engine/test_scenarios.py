"""Every ruling under tests/scenarios holds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gm.scenarios import scenarios_in
from rules_engine.scenarios import play

FOLDER = Path(__file__).parents[1] / "scenarios"


def _all() -> list[Any]:
    return [
        pytest.param(scenario, id=f"{path.stem}: {scenario.get('title', '?')}")
        for path in sorted(FOLDER.rglob("*.yaml"))
        for scenario in scenarios_in(path)
    ]


@pytest.mark.parametrize("scenario", _all())
def test_ruling_holds(scenario: dict[str, Any]) -> None:
    result = play(scenario)
    assert result.passed, "\n".join(result.failures)
