"""The words of scenarios, read from the engine itself: what a table of events, choices, dice and paths may be called.

Choice kinds, dice purposes and re-roll kinds are collected from the calls in the engine's source; events, state paths
and effects from their records; conditions from the effect language. A name in `<...>` stands for whatever the engine
puts there, such as a card's title.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec import inspect as mi

import rules_engine
from rules_engine.effects import language
from rules_engine.effects.nodes import NODES
from rules_engine.events import EVENT_TYPES
from rules_engine.ruleset import EDITIONS, FIELD_SOURCES
from rules_engine.scenario_checks import CHECKS
from rules_engine.scenario_state import ALLY_WORDS, ENEMY_SHEET, ENEMY_WORDS, GIVEN, HERO_STATS, HERO_WORDS, TILE_WORDS
from rules_engine.scenarios import WORDS
from rules_engine.state import Enemy, Hero, State

SOURCE = Path(rules_engine.__file__).parent
READ = ("procedures/*.py", "effects/*.py", "table.py")
# Where a call names what we look for: the function, and the place of the argument.
CHOICES = {"ask": 1, "ask_open": 1, "choice": 1}
DICE = {"roll": 1, "enemy_roll": 1, "hero_roll": 2, "roll_amount": 2, "random_hero": 1}
PICKS = {"pick": 0}
REROLLS = {"offer": 3, "hero_roll": 3}
RANDOM_HERO = "random hero"

Places = dict[str, list[str]]


class Vocabulary(msgspec.Struct, frozen=True):
    """Everything that a scenario may name. `places` map a name to the engine's modules and lines that use it."""

    scenario: list[str]
    given: list[str]
    hero: list[str]
    ally: list[str]
    enemy: list[str]
    tile: list[str]
    checks: list[str]
    editions: list[str]
    switches: list[str]
    events: dict[str, dict[str, str]]
    choices: Places
    dice: Places
    draws: Places
    rerolls: Places
    state: dict[str, str]
    models: dict[str, dict[str, str]]
    conditions: list[str]
    amounts: list[str]
    effects: dict[str, dict[str, str]]


def vocabulary() -> Vocabulary:
    """Read the vocabulary from the engine as it is now."""
    return Vocabulary(
        scenario=sorted(WORDS),
        given=sorted(GIVEN),
        hero=sorted(HERO_WORDS | HERO_STATS),
        ally=sorted(ALLY_WORDS | HERO_STATS),
        enemy=sorted(ENEMY_WORDS | ENEMY_SHEET),
        tile=sorted(TILE_WORDS),
        checks=[*CHECKS, "refused", "times"],
        editions=list(EDITIONS),
        switches=list(FIELD_SOURCES),
        events={name: _fields(kind) for name, kind in sorted(EVENT_TYPES.items())},
        choices=_collect(CHOICES),
        dice=_collect(DICE),
        draws=_collect(PICKS),
        rerolls=_collect(REROLLS),
        state=state_paths(),
        models={"hero": _fields(Hero), "enemy": _fields(Enemy)},
        conditions=[*sorted(language.WORDS), *(f"{word} <name>" for word in sorted(language.WORDS_WITH_NAME))],
        amounts=[*language.DICE_NAMES, *sorted(language.NAMES)],
        effects={word: _fields(node) for word, node in NODES.items()},
    )


# --- records ----------------------------------------------------------------------------------------------------------


def _fields(kind: type[msgspec.Struct]) -> dict[str, str]:
    """The fields of a record and their types."""
    return {field.name: _spell(field.type) for field in msgspec.structs.fields(kind)}


def _spell(kind: Any) -> str:
    """A type as it is written: `int`, `list[str]`, `Amount | None`."""
    return kind.__name__ if isinstance(kind, type) and not get_args(kind) else re.sub(r"\b(?:\w+\.)+", "", str(kind))


def state_paths() -> dict[str, str]:
    """Paths that `state` may name, with what is found there: `tiles.<n>.scavenged: int`."""
    return dict(_paths(mi.type_info(State), ""))


def _paths(info: mi.Type, path: str) -> Iterator[tuple[str, str]]:
    """The paths below one: names in a mapping are `<name>`, places in a list `<n>`; models go by their own names."""
    dot = f"{path}." if path else ""
    if isinstance(info, mi.StructType):
        for field in info.fields:
            yield from _paths(field.type, dot + field.name)
    elif isinstance(info, mi.DictType):
        yield path, "a mapping; a number is its length"
        yield from _paths(info.value_type, f"{dot}<name>")
    elif isinstance(info, mi.ListType):
        yield path, "a list; a number is its length"
        yield from _paths(info.item_type, f"{dot}<n>")
    elif isinstance(info, mi.UnionType):
        for kind in info.types:
            if not isinstance(kind, mi.NoneType):
                yield from _paths(kind, path)
    else:
        yield path, type(info).__name__.removesuffix("Type").lower()


# --- the engine's source ----------------------------------------------------------------------------------------------


def _collect(calls: dict[str, int]) -> Places:
    """The names that calls in the engine's source give at an argument, each with where."""
    found: Places = {}
    for pattern in READ:
        for file in sorted(SOURCE.glob(pattern)):
            tree = ast.parse(file.read_text(encoding="utf-8"))
            module = ".".join(file.relative_to(SOURCE).with_suffix("").parts)
            for call, scopes in _calls(tree, ()):
                name = _called(call)
                if name in calls and (argument := _argument(name, call, calls[name])) is not None:
                    for word in dict.fromkeys(_words(argument, scopes)):
                        found.setdefault(word, []).append(f"{module}:{call.lineno}")
    return dict(sorted(found.items()))


def _called(call: ast.Call) -> str:
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _argument(name: str, call: ast.Call, place: int) -> ast.expr | None:
    by_name = {word.arg: word.value for word in call.keywords}
    if place < len(call.args):
        return call.args[place]
    if name == "random_hero":
        return by_name.get("purpose", ast.Constant(RANDOM_HERO))
    return by_name.get("kind" if name in REROLLS or name in CHOICES else "purpose")


def _calls(node: ast.AST, scopes: tuple[ast.AST, ...]) -> Iterator[tuple[ast.Call, tuple[ast.AST, ...]]]:
    """Every call below a node, with the functions and the module around it, innermost first."""
    if isinstance(node, ast.Module | ast.FunctionDef):
        scopes = (node, *scopes)
    if isinstance(node, ast.Call):
        yield node, scopes
    for child in ast.iter_child_nodes(node):
        yield from _calls(child, scopes)


def _words(node: ast.expr, scopes: tuple[ast.AST, ...]) -> list[str]:
    """What an argument may be: a text, either side of a choice, what a variable was given. A parameter is nothing."""
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) and node.value else []
    if isinstance(node, ast.IfExp):
        return _words(node.body, scopes) + _words(node.orelse, scopes)
    if isinstance(node, ast.BoolOp):
        return [word for value in node.values for word in _words(value, scopes)]
    if isinstance(node, ast.JoinedStr):
        return ["".join(_piece(part) for part in node.values)]
    if isinstance(node, ast.Attribute):
        return [f"<{node.attr}>"]
    if isinstance(node, ast.Name):
        return [word for value in _given_to(node.id, scopes) for word in _words(value, scopes)]
    return []


def _piece(part: ast.expr) -> str:
    if isinstance(part, ast.Constant):
        return str(part.value)
    return f"<{ast.unparse(part.value)}>" if isinstance(part, ast.FormattedValue) else "<...>"


def _given_to(name: str, scopes: tuple[ast.AST, ...]) -> list[ast.expr]:
    """What the innermost scope that knows a variable gives to it, by assignment or from a written-out loop."""
    for scope in scopes:
        if isinstance(scope, ast.FunctionDef) and name in {a.arg for a in (*scope.args.args, *scope.args.kwonlyargs)}:
            return []
        values: list[ast.expr] = []
        for node in ast.walk(scope) if isinstance(scope, ast.FunctionDef) else scope.body:  # type: ignore[attr-defined]
            if isinstance(node, ast.Assign):
                values += [node.value for target in node.targets if isinstance(target, ast.Name) and target.id == name]
            elif isinstance(node, ast.For) and isinstance(node.iter, ast.Tuple):
                values += _from_loop(name, node.target, node.iter)
        if values:
            return values
    return []


def _from_loop(name: str, target: ast.expr, among: ast.Tuple) -> list[ast.expr]:
    if isinstance(target, ast.Name):
        return list(among.elts) if target.id == name else []
    if not isinstance(target, ast.Tuple):
        return []
    place = [i for i, one in enumerate(target.elts) if isinstance(one, ast.Name) and one.id == name]
    return [row.elts[i] for row in among.elts if isinstance(row, ast.Tuple) for i in place]


# --- for people -------------------------------------------------------------------------------------------------------


def in_words(words: Vocabulary) -> str:
    """The vocabulary as text: a heading for each kind of name, names below it."""
    lines: list[str] = []
    for title, names in (
        ("Words of a scenario", words.scenario),
        ("Editions", words.editions),
        ("Switches", words.switches),
        ("Words of `given`", words.given),
        ("Words of a Hero", words.hero),
        ("Words of an enemy", words.enemy),
        ("Words of a tile", words.tile),
        ("Checks", words.checks),
        ("Kinds of choices", list(words.choices)),
        ("Purposes of dice", list(words.dice)),
        ("Draws and picks", list(words.draws)),
        ("Kinds of rolls that a re-roll names", list(words.rerolls)),
        ("State paths", [f"{path}: {kind}" for path, kind in words.state.items()]),
        ("Conditions", words.conditions),
        ("Amounts", words.amounts),
        ("Events", [_signature(name, fields) for name, fields in words.events.items()]),
        ("Effects", [_signature(name, fields) for name, fields in words.effects.items()]),
    ):
        lines += [title, *(f"  {name}" for name in names), ""]
    return "\n".join(lines).rstrip()


def _signature(name: str, fields: dict[str, str]) -> str:
    return f"{name}({', '.join(f'{field}: {kind}' for field, kind in fields.items())})"


__all__ = ["Vocabulary", "in_words", "state_paths", "vocabulary"]
