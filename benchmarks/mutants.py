"""Would the tests notice? Small faults are put into the engine one at a time, and the tests that reach them are run.

    python -m benchmarks.mutants [--count 300] [--seed 1] [--workers 2] [--only procedures/costs] [--list]

A mutant changes one place in the body of a function of the procedures, the effects or the dice: a comparison, a
sum, a number, a truth value, a word (not prose: strings with blanks are for people), a condition, a returned value,
a statement left out. The sample is drawn evenly over all places of all modules. All tests are collected once; one
pass notes which functions each test enters; then each mutant lives in a forked child whose function has the mutated
code, and the tests that enter it run, the quickest first, until one fails. A child that takes far too long counts
as killed. Ends with status 1 if fewer than 80 % are killed.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import copy
import io
import math
import os
import random
import resource
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
TARGETS = ("rules_engine/procedures", "rules_engine/effects", "rules_engine/dice.py")
TESTS = ("tests/rules_engine",)
WANTED = 0.8
SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.Add: ast.Sub, ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult, ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}
Frozen = tuple[str, str, int]


class Mutant(NamedTuple):
    """One place in a function and what stands there instead."""

    path: str
    function: str
    line: int
    what: str
    code: CodeType


class _Change(ast.NodeTransformer):
    """Walks a function's body and changes the place with the number `at`; counts the places on the way."""

    def __init__(self, at: int) -> None:
        self.at, self.seen = at, 0
        self.line, self.what = 0, ""

    def _here(self, node: ast.AST, what: str) -> bool:
        self.seen += 1
        if self.seen - 1 != self.at:
            return False
        self.line, self.what = getattr(node, "lineno", 0), what
        return True

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        for i, op in enumerate(node.ops):
            other = SWAPS.get(type(op))
            if other is not None and self._here(node, f"{type(op).__name__} -> {other.__name__}"):
                node.ops[i] = other()  # type: ignore[call-overload]
        return node

    def _operator(self, node: Any) -> ast.AST:
        self.generic_visit(node)
        other = SWAPS.get(type(node.op))
        if other is not None and self._here(node, f"{type(node.op).__name__} -> {other.__name__}"):
            node.op = other()
        return node

    visit_BinOp = visit_AugAssign = visit_BoolOp = _operator

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.op, ast.Not) and self._here(node, "not x -> x"):
            return node.operand
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        value = node.value
        if isinstance(value, bool):
            other: object = not value
        elif isinstance(value, int):
            other = value + 1
        elif isinstance(value, str) and value and " " not in value:
            other = f"X{value}"
        else:
            return node
        if self._here(node, f"{value!r} -> {other!r}"):
            return ast.copy_location(ast.Constant(other), node)
        return node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                self.visit(part.value)
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in NAMES:
            if self._here(node, f"{node.func.id} -> {NAMES[node.func.id]}"):
                node.func = ast.copy_location(ast.Name(NAMES[node.func.id], ast.Load()), node.func)
        return node

    def _condition(self, node: Any) -> ast.AST:
        self.generic_visit(node)
        if self._here(node.test, "condition turned round"):
            node.test = ast.copy_location(ast.UnaryOp(ast.Not(), node.test), node.test)
        return node

    visit_If = visit_IfExp = _condition

    def visit_Return(self, node: ast.Return) -> ast.AST:
        self.generic_visit(node)
        if node.value is not None and not isinstance(node.value, ast.Constant) and self._here(node, "returns None"):
            node.value = ast.copy_location(ast.Constant(None), node)
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        if isinstance(node.value, ast.Constant):
            return node
        self.generic_visit(node)
        if not isinstance(node.value, ast.Yield) and self._here(node, "statement left out"):
            # The code stays, unreached, so that a generator is still one.
            return ast.copy_location(ast.If(ast.Constant(False), [node], []), node)
        return node

    def visit_Continue(self, node: ast.Continue) -> ast.AST:
        return ast.copy_location(ast.Break(), node) if self._here(node, "continue -> break") else node

    def visit_Break(self, node: ast.Break) -> ast.AST:
        return ast.copy_location(ast.Continue(), node) if self._here(node, "break -> continue") else node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value is not None:
            node.value = self.visit(node.value)
        return node

    def visit_arguments(self, node: ast.arguments) -> ast.AST:
        return node


def functions_of(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Functions and methods of a module with their qualified names; those within functions belong to these."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef):
                    yield f"{node.name}.{inner.name}", inner


def _code_in(code: CodeType, qualname: str) -> CodeType | None:
    for const in code.co_consts:
        if isinstance(const, CodeType):
            if const.co_qualname == qualname:
                return const
            found = _code_in(const, qualname)
            if found is not None:
                return found
    return None


def places(path: str) -> list[tuple[str, str, int]]:
    """Every place of a file where a mutant can be made: path, function, number within the function."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    found = []
    for name, function in functions_of(tree):
        change = _Change(-1)
        for statement in copy.deepcopy(function).body:
            change.visit(statement)
        found += [(path, name, number) for number in range(change.seen)]
    return found


def mutant_at(path: str, name: str, number: int) -> Mutant:
    """The mutant of a place."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    function = dict(functions_of(tree))[name]
    change = _Change(number)
    function.body = [change.visit(statement) for statement in function.body]
    module = compile(ast.fix_missing_locations(tree), str(ROOT / path), "exec")
    code = _code_in(module, name)
    assert code is not None, f"{path}: {name} is not in its own module"
    return Mutant(path, name, change.line, change.what, code)


def sample(count: int, seed: int, only: str = "") -> list[Mutant]:
    """So many mutants, drawn evenly over all places; `only` keeps the drawn ones of files with this in their path."""
    files = sorted(
        str(file.relative_to(ROOT))
        for target in TARGETS
        for file in ([ROOT / target] if target.endswith(".py") else (ROOT / target).glob("*.py"))
    )
    everywhere = [place for path in files for place in places(path)]
    drawn = sorted(random.Random(seed).sample(everywhere, min(count, len(everywhere))))
    print(f"{len(everywhere)} places in {len(files)} files; {len(drawn)} drawn with seed {seed}", flush=True)
    return [mutant_at(*place) for place in drawn if only in place[0]]


class Session:
    """The pytest session: collects, notes who enters what, and lets each mutant be hunted in a child."""

    def __init__(self, mutants: list[Mutant], workers: int) -> None:
        self.mutants, self.workers = mutants, workers
        self.enters: dict[Frozen, list[int]] = {}
        self.seconds: list[float] = []
        self.live: dict[Frozen, Any] = {}
        self.results: dict[int, str] = {}
        self.failed = False

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: Any) -> Iterator[None]:
        """Remember that a test failed."""
        outcome: Any = yield
        if outcome.get_result().failed:
            self.failed = True

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """In place of running the tests once: note what they enter, then hunt."""
        if session.testsfailed:
            raise pytest.UsageError("some tests cannot be collected: run pytest on tests/rules_engine and mend them")
        started = time.perf_counter()
        self._look_around(session.items)
        print(f"{len(session.items)} tests, {time.perf_counter() - started:.0f} s to see what they enter", flush=True)
        self._hunt(session.items)
        return True

    def _look_around(self, items: list[pytest.Item]) -> None:
        wanted = {(str(ROOT / m.path), m.function.rpartition(".")[2], 0) for m in self.mutants}
        entered: set[CodeType] = set()

        def profile(frame: FrameType, event: str, arg: object) -> None:
            if event == "call":
                entered.add(frame.f_code)

        for number, item in enumerate(items):
            entered.clear()
            began = time.perf_counter()
            sys.setprofile(profile)
            try:
                self._run(item)
            finally:
                sys.setprofile(None)
            self.seconds.append(time.perf_counter() - began)
            if self.failed:
                raise pytest.UsageError(f"{item.nodeid} fails without any mutant")
            for code in entered:
                if (code.co_filename, code.co_name, 0) in wanted:
                    self.enters.setdefault((code.co_filename, code.co_qualname, 0), []).append(number)

    @staticmethod
    def _run(item: pytest.Item) -> None:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)

    def _hunt(self, items: list[pytest.Item]) -> None:
        waiting = list(enumerate(self.mutants))
        running: dict[int, tuple[int, float]] = {}
        while waiting or running:
            while waiting and len(running) < self.workers:
                number, mutant = waiting.pop(0)
                tests = sorted(
                    self.enters.get((str(ROOT / mutant.path), mutant.function, 0), []), key=self.seconds.__getitem__
                )
                if not tests:
                    self._settle(number, "survived: no test enters the function")
                    continue
                limit = 20 + 6 * sum(self.seconds[test] for test in tests)
                child = os.fork()
                if child == 0:
                    self._child(mutant, [items[test] for test in tests])
                running[child] = (number, time.monotonic() + limit)
            for child, (number, until) in list(running.items()):
                done, status = os.waitpid(child, os.WNOHANG)
                if done:
                    del running[child]
                    self._settle(number, "survived" if os.waitstatus_to_exitcode(status) == 0 else "killed")
                elif time.monotonic() > until:
                    os.kill(child, signal.SIGKILL)
                    os.waitpid(child, 0)
                    del running[child]
                    self._settle(number, "killed by the clock")
            time.sleep(0.01)

    def _child(self, mutant: Mutant, items: list[pytest.Item]) -> None:
        code = 2
        try:
            resource.setrlimit(resource.RLIMIT_DATA, (6 << 30, 6 << 30))
            live = sys.modules[mutant.path.removesuffix(".py").replace("/", ".")]
            target: Any = live
            for part in mutant.function.split("."):
                target = vars(target)[part]
            target = getattr(target, "__func__", getattr(target, "fget", target))
            target.__code__ = mutant.code
            code = 0
            for item in items:
                self._run(item)
                if self.failed:
                    code = 1
                    break
        finally:
            os._exit(code)

    def _settle(self, number: int, result: str) -> None:
        self.results[number] = result
        if result.startswith("survived"):
            mutant = self.mutants[number]
            print(f"{result}: {mutant.path}:{mutant.line} {mutant.function}: {mutant.what}", flush=True)
        if len(self.results) % 50 == 0:
            killed = sum(one.startswith("killed") for one in self.results.values())
            print(f"... {killed} of {len(self.results)} killed", flush=True)


def interval(part: int, whole: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % interval (Wilson) of a share."""
    share = part / whole
    middle = (share + z * z / (2 * whole)) / (1 + z * z / whole)
    half = z * math.sqrt(share * (1 - share) / whole + z * z / (4 * whole * whole)) / (1 + z * z / whole)
    return middle - half, middle + half


def main() -> int:
    """Run from the command line; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.mutants", description="Would the tests notice?")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--only", default="", help="hunt only in files with this in their path (same draw)")
    parser.add_argument("--list", action="store_true", help="only print the mutants that would be hunted")
    options = parser.parse_args()
    mutants = sample(options.count, options.seed, options.only)
    if options.list:
        for mutant in mutants:
            print(f"{mutant.path}:{mutant.line} {mutant.function}: {mutant.what}")
        return 0
    session = Session(mutants, options.workers)
    arguments = ["-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:terminal", "-p", "no:langsmith_plugin"]
    arguments += ["-o", "addopts=", "--import-mode=importlib", *TESTS]
    pytest.main(arguments, plugins=[session])
    if len(session.results) < len(mutants):
        return 1
    killed = sum(result.startswith("killed") for result in session.results.values())
    low, high = interval(killed, len(mutants))
    clock = sum(result == "killed by the clock" for result in session.results.values())
    share = killed / len(mutants)
    print(f"{killed} of {len(mutants)} killed ({clock} by the clock): {share:.1%}, 95 % {low:.1%} to {high:.1%}")
    return 0 if share >= WANTED else 1


if __name__ == "__main__":
    sys.exit(main())
