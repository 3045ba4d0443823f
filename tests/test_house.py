"""The rules of the house itself: lock, floors, sizes, versions, and the guards that the whole suite relies on."""

from __future__ import annotations

import ast
import importlib.metadata
import os
import re
import socket
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("rules_engine", "lore", "prompts", "gm", "api")
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = PYPROJECT["project"]
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
FORBIDDEN_AT_THE_TABLE = frozenset(
    {"random", "secrets", "time", "datetime", "uuid", "os", "asyncio", "socket", "subprocess"}
)
LONGEST_FILE = 600


def sources(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def imported_roots(source: str) -> dict[str, int]:
    """The top-level modules that a source imports anywhere in it, each with the line of its first import."""
    found: dict[str, int] = {}
    for node in ast.walk(ast.parse(source)):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            names = [node.module]
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name | ast.Attribute)
            and (node.func.id if isinstance(node.func, ast.Name) else node.func.attr) in ("__import__", "import_module")
            and node.args
            and isinstance(node.args[0], ast.Constant)
        ):
            names = [str(node.args[0].value)]
        for name in names:
            found.setdefault(name.split(".")[0], node.lineno)
    return found


def locked() -> dict[str, list[Requirement]]:
    """Every pin of the lock by canonical name; a name may stand twice under different environment markers."""
    pins: dict[str, list[Requirement]] = {}
    for line in LOCK.splitlines():
        if line and not line.startswith((" ", "#")):
            pin = Requirement(line.removesuffix("\\").strip())
            pins.setdefault(canonicalize_name(pin.name), []).append(pin)
    return pins


def declared() -> list[Requirement]:
    extras = PROJECT["optional-dependencies"]
    return [Requirement(text) for text in (*PROJECT["dependencies"], *extras["dev"])]


def test_the_lock_names_no_host_and_no_path():
    assert re.findall(r"\w+://\S*|^-{1,2}(?:i|f|index|extra-index|find-links|trusted-host)\b.*| @ .*", LOCK, re.M) == []
    assert len(locked()) > 50


def test_every_pin_of_the_lock_is_exact_and_hashed():
    blocks = re.split(r"\n(?=[A-Za-z0-9])", LOCK.strip())
    loose = [block.splitlines()[0] for block in blocks if "--hash=sha256:" not in block]
    assert loose == []
    assert [str(pin) for pins in locked().values() for pin in pins if not str(pin.specifier).startswith("==")] == []


@pytest.mark.parametrize("requirement", declared(), ids=lambda requirement: requirement.name)
def test_a_dependency_has_a_floor_and_a_ceiling_and_is_locked_between_them(requirement: Requirement):
    operators = {clause.operator for clause in requirement.specifier}
    assert operators == {">=", "<"}, f"{requirement}: give it both a floor (>=) and a ceiling (<)"
    pins = locked().get(canonicalize_name(requirement.name))
    assert pins, f"{requirement.name} is not in requirements.lock; run `make lock`"
    for pin in pins:
        assert requirement.specifier.contains(str(pin.specifier).removeprefix("=="))


def test_the_in_process_model_is_pinned_but_not_locked():
    (local,) = [Requirement(text) for text in PROJECT["optional-dependencies"]["local"]]
    assert [clause.operator for clause in local.specifier] == ["=="]
    assert canonicalize_name(local.name) not in locked()


def test_the_table_imports_no_clock_no_outside_randomness_no_operating_system():
    broken = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for path in sources("rules_engine")
        for name, line in imported_roots(path.read_text(encoding="utf-8")).items()
        if name in FORBIDDEN_AT_THE_TABLE
    ]
    assert broken == []


@pytest.mark.parametrize(
    "source",
    [
        "import random",
        "import os.path as p",
        "from datetime import date",
        "def f():\n    import time",
        "__import__('uuid')",
        "importlib.import_module('asyncio')",
    ],
)
def test_the_import_check_sees_every_way_to_import(source: str):
    assert imported_roots(source).keys() & FORBIDDEN_AT_THE_TABLE


def test_the_import_contract_and_this_test_forbid_the_same_modules():
    (contract,) = [c for c in PYPROJECT["tool"]["importlinter"]["contracts"] if c["type"] == "forbidden"]
    assert set(contract["forbidden_modules"]) == FORBIDDEN_AT_THE_TABLE


@pytest.mark.parametrize("package", PACKAGES)
def test_a_file_fits_in_the_head(package: str):
    lengths = {path.relative_to(ROOT): len(path.read_text(encoding="utf-8").splitlines()) for path in sources(package)}
    assert {path: length for path, length in lengths.items() if length > LONGEST_FILE} == {}


@pytest.mark.parametrize("package", PACKAGES)
def test_every_package_is_marked_and_says_what_it_is(package: str):
    assert (ROOT / package / "py.typed").is_file()
    folders = {path.parent for path in sources(package)} | {ROOT / package}
    unmarked = [folder.relative_to(ROOT) for folder in sorted(folders) if not (folder / "__init__.py").is_file()]
    assert unmarked == [], "a folder with modules needs an __init__.py, or it is not installed"
    assert ast.get_docstring(ast.parse((ROOT / package / "__init__.py").read_text(encoding="utf-8")))


@pytest.mark.parametrize("package", PACKAGES)
def test_every_data_file_of_a_package_is_installed_with_it(package: str):
    room = ROOT / package
    shipped = {path for glob in PYPROJECT["tool"]["setuptools"]["package-data"][package] for path in room.glob(glob)}
    data = {path for path in room.rglob("*") if path.is_file() and path.suffix not in (".py", ".pyc")}
    forgotten = sorted(str(path.relative_to(ROOT)) for path in data - shipped)
    assert forgotten == [], "name them under [tool.setuptools.package-data]"


def test_the_version_is_the_same_wherever_it_stands():
    version = PROJECT["version"]
    assert importlib.metadata.version(PROJECT["name"]) == version, "run `make setup`: the installed version is stale"
    spelled = {
        str(path.relative_to(ROOT)): found[1]
        for package in PACKAGES
        for path in sources(package)
        if (found := re.search(r"^__version__\s*(?::\s*\w+)?\s*=\s*[\"']([^\"']+)", path.read_text("utf-8"), re.M))
    }
    assert {path: found for path, found in spelled.items() if found != version} == {}


def test_the_changelog_has_a_place_for_what_is_new():
    headings = re.findall(r"^## \[(.+?)\]", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)
    assert headings[0] == "Unreleased"


def test_a_socket_beyond_this_machine_is_refused():
    # A datagram socket's connect sends nothing, so that nothing leaves even where the guard fails.
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock, pytest.raises(RuntimeError, match="tried to reach"):
        sock.connect(("192.0.2.1", 9))


def test_a_name_beyond_this_machine_is_not_looked_up():
    with pytest.raises(RuntimeError, match="tried to reach"):
        socket.getaddrinfo("host.invalid", 80)


def test_a_server_on_this_machine_is_reached():
    with socket.create_server(("127.0.0.1", 0)) as server:
        with socket.create_connection(("localhost", server.getsockname()[1]), timeout=5) as client:
            client.sendall(b"howdy")
        connection, _ = server.accept()
        with connection:
            assert connection.recv(5) == b"howdy"


def test_tests_save_in_a_folder_of_their_own():
    assert "brimstone-tests-" in os.environ["BRIMSTONE_DATA"]
    assert Path(os.environ["BRIMSTONE_DATA"]).is_dir()


@pytest.mark.parametrize(
    ("workers", "skipping", "required", "status"),
    [("0", True, "1", 1), ("2", True, "1", 1), ("0", True, "0", 0), ("0", False, "1", 0)],
    ids=["skip-refused", "skip-refused-under-xdist", "skip-allowed", "nothing-skipped"],
)
def test_require_all_turns_a_skip_into_a_failure(
    tmp_path: Path, workers: str, skipping: bool, required: str, status: int
):
    (tmp_path / "conftest.py").write_text((ROOT / "tests" / "conftest.py").read_text(encoding="utf-8"), "utf-8")
    mark = "@pytest.mark.skip(reason='no saloon here')\n" if skipping else ""
    (tmp_path / "test_saloon.py").write_text(
        f"import pytest\n\n{mark}def test_saloon(): pass\n\ndef test_street(): pass\n", "utf-8"
    )
    (tmp_path / "pytest.ini").write_text("[pytest]\n", "utf-8")
    options = ["-q", "-p", "no:cacheprovider", "-p", "xdist", "-n", workers, "--rootdir", str(tmp_path)]
    run = subprocess.run(
        [sys.executable, "-m", "pytest", *options, str(tmp_path)],
        cwd=tmp_path,
        env={**os.environ, "REQUIRE_ALL": required, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": ""},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert run.returncode == status, run.stdout + run.stderr
    assert ("REQUIRE_ALL=1: 1 skipped" in run.stdout) == (status == 1)
