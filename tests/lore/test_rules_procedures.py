"""Each rule that names a function of the engine names one that is there; no system that is enforced goes without."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pkgutil import resolve_name
from typing import Any

import pytest

from benchmarks.coverage_ledger import systems
from lore.corpus_model import RuleEntry, load_corpus

NAMED = [entry for entry in load_corpus() if isinstance(entry, RuleEntry) and entry.procedure]


def function_at(procedure: str) -> Callable[..., Any]:
    """The function of the engine with that name, where it is defined or where its package offers it.

    Raises LookupError saying what is there instead.
    """
    path = f"rules_engine.{procedure}"
    try:
        found = resolve_name(path)
    except (ImportError, AttributeError) as error:
        raise LookupError(f"there is no {path}: {error}") from error
    if not inspect.isfunction(found):
        raise LookupError(f"{path} is no function but {type(found).__name__}")
    package = found.__module__.rpartition(".")[0]
    if path not in (f"{found.__module__}.{found.__qualname__}", f"{package}.{found.__qualname__}"):
        raise LookupError(f"{path} is only imported there; write {found.__module__}.{found.__qualname__}")
    return found


def missing(procedure: str) -> str:
    try:
        function_at(procedure)
    except LookupError as error:
        return str(error)
    return ""


def test_each_procedure_is_a_function_of_the_engine() -> None:
    lost = {entry.id: told for entry in NAMED if entry.procedure and (told := missing(entry.procedure))}
    assert lost == {}, "name the function that enforces the rule, or write `procedure: null`"


def test_each_system_that_is_enforced_in_whole_or_part_has_a_rule_with_a_procedure() -> None:
    shown = {system for entry in NAMED for system in entry.systems}
    enforced = {row.id for row in systems() if row.status != "not yet"}
    assert enforced - shown == set()


def test_what_the_engine_does_not_know_has_no_procedure() -> None:
    unknown = {row.id for row in systems() if row.status == "not yet"}
    assert [entry.id for entry in NAMED if unknown.issuperset(entry.systems)] == []


@pytest.mark.parametrize("procedure", ["procedures.turn.poison", "board.Board.sees", "effects.stats.Stats.hero"])
def test_a_function_and_a_method_are_found(procedure: str) -> None:
    assert missing(procedure) == ""


@pytest.mark.parametrize(
    ("procedure", "told"),
    [
        ("procedures.poker.bluff", "there is no rules_engine.procedures.poker.bluff"),
        ("procedures.turn.bluff", "there is no rules_engine.procedures.turn.bluff"),
        ("board.Board.hears", "there is no rules_engine.board.Board.hears"),
        ("procedures.turn", "no function but module"),
        ("board.Board", "no function but"),
        ("setup.REVIVE_TOKENS", "no function but dict"),
        ("procedures.fights.where", "write rules_engine.procedures.worlds.where"),
    ],
)
def test_what_is_no_function_of_the_engine_is_told(procedure: str, told: str) -> None:
    assert told in missing(procedure)
