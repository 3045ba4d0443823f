"""The JSON Schema of a scenario document, built from the vocabulary: for editors, and for who writes scenarios by
program."""

from __future__ import annotations

from typing import Any

from msgspec import json

from gm.scenario_vocabulary import Vocabulary, vocabulary
from rules_engine.effects.context import Context
from rules_engine.presets import PRESETS
from rules_engine.ruleset import ANY_NUMBER, ANY_TEXT, FIELD_SOURCES, VALUES

BOOKS = ("compilation", "old-west", "valhalla", "forbidden-fortress", "player-aid")
ANSWER: dict[str, Any] = {"type": ["string", "number"]}
ANSWERS: dict[str, Any] = {"type": "array", "items": ANSWER}
ANYTHING: dict[str, Any] = {}


def _object(properties: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "additionalProperties": False, **more}


def _words(words: list[str]) -> dict[str, Any]:
    """A mapping of these words to anything; null in place of the mapping takes away what is inherited."""
    return _object(dict.fromkeys(words, ANYTHING)) | {"type": ["object", "null"]}


def _many(record: str) -> dict[str, Any]:
    """A mapping of the scenario's own names to records."""
    return {"type": ["object", "null"], "additionalProperties": {"$ref": f"#/$defs/{record}"}}


def _list_or_one(*types: str) -> dict[str, Any]:
    return {"anyOf": [{"type": list(types)}, {"type": "array", "items": {"type": list(types)}}]}


def _switch(name: str, values: tuple[object, ...]) -> dict[str, Any]:
    """What a switch may be set to."""
    if name in ANY_TEXT:
        return {"type": "string"}
    return {"type": "integer", "minimum": 0} if name in ANY_NUMBER else {"enum": list(values)}


def scenario_schema() -> dict[str, Any]:
    """The schema of one YAML document; a file may hold several, and later ones inherit from the first."""
    words = vocabulary()
    switches: dict[str, Any] = {name: _switch(name, values) for name, values in VALUES.items()}
    switches["preset"] = {"enum": list(PRESETS)}
    properties = {
        "title": {"type": "string", "description": "the rule that it shows, as a sentence"},
        "source": {
            "anyOf": [
                {"const": "original"},
                _object({"book": {"enum": list(BOOKS)}, "heading": {"type": "string"}}, required=["book", "heading"]),
            ]
        },
        "edition": {"enum": words.editions},
        "switches": _object(switches),
        "mission": {"type": "string"},
        "golden": {"type": "array", "items": {"type": "string", "pattern": r"^G\d{3}$"}},
        "systems": {"type": "array", "items": {"type": "string", "pattern": r"^S\d{2}$"}},
        "rules": {"type": "array", "items": {"enum": list(FIELD_SOURCES)}},
        "note": {"type": "string"},
        "given": {"$ref": "#/$defs/given"},
        "happens": {"type": "array"},
        "about": _object(dict.fromkeys(Context.__struct_fields__, ANYTHING)),
        "dice": {"type": "object", "additionalProperties": _list_or_one("integer", "string")},
        "cards": {"type": "object", "additionalProperties": _list_or_one("string")},
        "when": {"type": "array", "items": {"$ref": "#/$defs/step"}},
        "then": {"type": "array", "items": {"$ref": "#/$defs/check"}},
        "refused": ANSWERS,
    }
    assert sorted(properties) == words.scenario, "the schema and the runner know different words"
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A scenario of brimstone-gm",
        "description": "See docs/scenarios.md. Written by `make ledger`.",
        **_object(properties),
        "$defs": _definitions(words),
    }


def _definitions(words: Vocabulary) -> dict[str, Any]:
    given = _words(words.given)
    given["properties"] |= {
        "heroes": _many("hero"),
        "allies": _many("ally"),
        "enemies": _many("enemy"),
        "tiles": {"type": "array", "items": {"anyOf": [{"type": "string"}, {"$ref": "#/$defs/tile"}]}},
        "track": _object({"heroes": {"type": "integer"}, "darkness": {"type": "integer"}}),
    }
    tile = _words(words.tile) | {"type": "object", "required": ["tile"]}
    pending = {
        "anyOf": [
            {"enum": [*words.choices, "nothing", None]},
            _object({"kind": {"enum": list(words.choices)}, "who": {"type": "string"}}),
        ]
    }
    checks = {
        "event": {"$ref": "#/$defs/event"},
        "no_event": {"$ref": "#/$defs/event"},
        "times": {"type": "integer", "minimum": 0},
        "sequence": {"type": "array", "items": {"$ref": "#/$defs/event"}},
        "state": {"type": "object"},
        "stat": {"type": "object", "additionalProperties": {"type": "integer"}},
        "pending": pending,
        "options": _object({"has": ANSWERS, "lacks": ANSWERS, "are": ANSWERS}),
    }
    return {
        "given": given,
        "hero": _words(words.hero),
        "ally": _words(words.ally),
        "enemy": _words(words.enemy),
        "tile": tile,
        "event": {
            "anyOf": [
                {"enum": list(words.events)},
                _object(
                    {name: _words(list(fields)) for name, fields in words.events.items()},
                    minProperties=1,
                    maxProperties=1,
                ),
            ]
        },
        "check": _object(checks, minProperties=1, dependentRequired={"times": ["event"]}),
        "step": {
            "anyOf": [
                ANSWER,
                _object(
                    {"check": {"type": "array", "items": {"$ref": "#/$defs/check"}}, "refused": ANSWERS},
                    minProperties=1,
                ),
                _object(dict.fromkeys(words.choices, ANSWER), minProperties=1, maxProperties=1),
            ]
        },
    }


def schema_text() -> str:
    """The schema as the text of docs/scenario.schema.json."""
    return json.format(json.encode(scenario_schema()), indent=1).decode() + "\n"
