"""Scenario files: read with their lines, played by the engine, and counted."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import yaml
from yaml.error import MarkedYAMLError

from rules_engine.content.library import PackLoader
from rules_engine.errors import ScriptError
from rules_engine.scenarios import ScenarioResult, expand, play

_PLACE = re.compile(r"^([a-z]+)(?:\[(\d+)\])?(?:\[(\d+)\])?[:.]")


def files_in(paths: Iterable[str | Path]) -> Iterator[Path]:
    """The scenario files named, those in folders included, in order. Raises FileNotFoundError."""
    for path in map(Path, paths):
        if path.is_dir():
            yield from sorted(path.rglob("*.yaml"))
        elif path.exists():
            yield path
        else:
            raise FileNotFoundError(f"{path}: there is no such scenario file or folder")


def run_files(paths: Iterable[str | Path]) -> list[ScenarioResult]:
    """Play every scenario of some files and folders. Failures start with `file:line:`; broken YAML is one of them."""
    return [result for path in files_in(paths) for result in run_file(path)]


def run_file(path: Path) -> list[ScenarioResult]:
    """Play the scenarios of one file."""
    try:
        nodes, documents = _read(path.read_text(encoding="utf-8"))
        scenarios = expand(documents)
    except ScriptError as error:
        return [ScenarioResult(path.name, False, [f"{path}:1: {error}"], (), str(path), 1)]
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark is not None else 1
        what = getattr(error, "problem", None) or str(error)
        fault = f"{path}:{line}: this is no valid YAML: {what}"
        return [ScenarioResult(path.name, False, [fault], (), str(path), line)]
    results = [play(scenario) for scenario in scenarios]
    told = nodes[len(nodes) - len(results) :]
    for result, node in zip(results, told, strict=True):
        result.path, result.line = str(path), _line(node)
        result.failures = [f"{path}:{_line_of(node, nodes[0], fault)}: {fault}" for fault in result.failures]
    return results


def summary(results: Sequence[ScenarioResult]) -> str:
    """`N passed, N failed`."""
    passed = sum(1 for result in results if result.passed)
    return f"{passed} passed, {len(results) - passed} failed"


def scenarios_in(path: Path) -> list[dict[str, Any]]:
    """The scenarios of a file, each whole, not played. Raises YAMLError, ScriptError."""
    return expand(_read(path.read_text(encoding="utf-8"))[1])


def _read(text: str) -> tuple[list[yaml.Node], list[Any]]:
    """The documents' YAML nodes, for their lines, and their data; empty documents are left out."""
    nodes = [node for node in yaml.compose_all(text, PackLoader) if node is not None]
    for node in nodes:
        _no_word_twice(node)
    documents = [document for document in yaml.load_all(text, PackLoader) if document is not None]
    return nodes, documents


def _no_word_twice(node: yaml.Node) -> None:
    """YAML would quietly take the last of two; for a scenario that is a mistake. Raises MarkedYAMLError."""
    if isinstance(node, yaml.MappingNode):
        seen: set[str] = set()
        for key, value in node.value:
            if key.value in seen:
                raise MarkedYAMLError(problem=f"'{key.value}' is said twice", problem_mark=key.start_mark)
            seen.add(key.value)
            _no_word_twice(value)
    elif isinstance(node, yaml.SequenceNode):
        for one in node.value:
            _no_word_twice(one)


def _line(node: yaml.Node) -> int:
    return int(node.start_mark.line) + 1


def _child(node: yaml.Node | None, word: str) -> yaml.Node | None:
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if key.value == word:
                return value  # type: ignore[no-any-return]
    return None


def _line_of(node: yaml.Node, first: yaml.Node, fault: str) -> int:
    """The line that a failure is about: the entry of `when` or `then`, else the word, else the document.

    What a document inherits is looked up in the first one.
    """
    place = _PLACE.match(fault)
    if place is None:
        return _line(node)
    found = _child(node, place[1]) or _child(first, place[1])
    if found is None:
        return _line(node)
    if place[2] and isinstance(found, yaml.SequenceNode) and int(place[2]) <= len(found.value):
        return _line(found.value[int(place[2]) - 1])
    return _line(found)
