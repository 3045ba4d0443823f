"""The rules switches for people: `brimstone-gm rules`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules_engine.presets import PRESETS
from rules_engine.ruleset import EDITIONS, ruleset
from rules_engine.switches import Switch, switches


def listed(edition: str = "") -> list[Switch]:
    """Every switch. Raises SetupError for an edition that there is not."""
    if edition:
        ruleset(edition)
    return switches()


def lines(found: Sequence[Switch], edition: str = "") -> Iterator[str]:
    """The list as text; with an edition, what each switch is set to there."""
    shown = [edition] if edition else list(EDITIONS)
    for one in found:
        yield f"{one.name}: {one.meaning}"
        yield f"    values: {', '.join(one.values)}   ({one.number})"
        settings: dict[str, list[str]] = {}
        for name in shown:
            settings.setdefault(_word(one.editions[name]), []).append(name)
        for preset, value in one.presets.items():
            settings.setdefault(_word(value), []).append(f"--preset {preset}")
        for value, where in settings.items():
            yield f"    {value}: {', '.join(where)}"
        for source in one.sources:
            yield f"      {source}"
    yield ""
    yield f"Editions (--edition): {', '.join(EDITIONS)}. Presets (--preset): {', '.join(PRESETS)}."
    yield "A switch (--switch NAME=VALUE) goes over the preset, the preset over the edition."


def _word(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if value != "" else "(none)"
