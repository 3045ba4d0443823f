"""The suite's house rules: no socket beyond this machine, no telemetry, saves in a throw-away folder, and with
`REQUIRE_ALL=1` in the environment no test may be skipped."""

from __future__ import annotations

import ipaddress
import os
import shutil
import socket
import tempfile
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

DATA_PREFIX = "brimstone-tests-"
QUIET = {
    "ANONYMIZED_TELEMETRY": "False",
    "LANGSMITH_TRACING": "false",
    "HF_HUB_OFFLINE": "1",
}
# A developer's own model must never be called by a test: a test that wants one names a server it started itself.
UNSET = (
    "BRIMSTONE_LLM_BASE_URL",
    "BRIMSTONE_LLM_API_KEY",
    "BRIMSTONE_LLM_MODEL",
    "BRIMSTONE_EMBEDDINGS_BASE_URL",
    "BRIMSTONE_EMBEDDINGS_API_KEY",
    "BRIMSTONE_EMBEDDINGS_MODEL",
    "OPENAI_API_KEY",
    "OPENAI_BASE_URL",
)


settings.register_profile("suite", derandomize=True)
settings.register_profile("soak", max_examples=2400)  # pytest --hypothesis-profile=soak: other examples every time
settings.load_profile("suite")


class OutsideSocketRefused(RuntimeError):
    """A test tried to reach another machine."""

    def __init__(self, target: object) -> None:
        super().__init__(
            f"a test tried to reach {target!r}; tests may talk to 127.0.0.1, ::1, localhost and unix sockets only: "
            "start a server inside the test, or use a scripted model"
        )


def _is_here(host: object) -> bool:
    """Whether a host is this machine; an empty host and the wildcard addresses are."""
    if isinstance(host, bytes | bytearray):
        host = bytes(host).decode("ascii", "replace")
    if host in (None, "", "localhost"):
        return True
    try:
        address = ipaddress.ip_address(str(host).split("%")[0])
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified


def _refuse_outside(sock: socket.socket, address: object) -> None:
    if sock.family in (socket.AF_INET, socket.AF_INET6) and not (isinstance(address, tuple) and _is_here(address[0])):
        raise OutsideSocketRefused(address)


def _guard_sockets() -> Callable[[], None]:
    """Refuse connections and look-ups beyond this machine, for the whole process; returns what lifts it again."""
    real = {name: getattr(socket.socket, name) for name in ("connect", "connect_ex", "sendto")}
    real_getaddrinfo = socket.getaddrinfo

    def guarded(name: str) -> Callable[..., Any]:
        @wraps(real[name])
        def call(self: socket.socket, *args: Any) -> Any:
            if args:
                _refuse_outside(self, args[-1])
            return real[name](self, *args)

        return call

    @wraps(real_getaddrinfo)
    def getaddrinfo(host: Any, *args: Any, **kwargs: Any) -> Any:
        if not _is_here(host):
            raise OutsideSocketRefused(host)
        return real_getaddrinfo(host, *args, **kwargs)

    for name in real:
        setattr(socket.socket, name, guarded(name))
    socket.getaddrinfo = getaddrinfo

    def lift() -> None:
        for name, method in real.items():
            setattr(socket.socket, name, method)
        socket.getaddrinfo = real_getaddrinfo

    return lift


def pytest_configure(config: pytest.Config) -> None:
    # Before any of our modules is imported; under xdist each worker comes through here and gets its own folder.
    os.environ.update(QUIET)
    for name in UNSET:
        os.environ.pop(name, None)
    data = tempfile.mkdtemp(prefix=DATA_PREFIX)
    os.environ["BRIMSTONE_DATA"] = data
    config.add_cleanup(lambda: shutil.rmtree(data, ignore_errors=True))
    config.add_cleanup(_guard_sockets())


def _skips(config: pytest.Config) -> int:
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    return len(reporter.stats.get("skipped", ())) if reporter else 0


def _all_required() -> bool:
    return os.environ.get("REQUIRE_ALL", "0") not in ("", "0")


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    if hasattr(session.config, "workerinput"):  # an xdist worker: the controller has the count
        return
    passed = session.exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
    if passed and _all_required() and _skips(session.config):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    skips = _skips(config)
    if skips and _all_required():
        terminalreporter.write_line(f"REQUIRE_ALL=1: {skips} skipped, and none may be (reasons: -ra)", red=True)


# --- one index of the whole corpus, built once a process, for all tests that ask it something -------------------------


@pytest.fixture(scope="session")
def data_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of the corpus's index."""
    return tmp_path_factory.mktemp("brimstone-data")


@pytest.fixture(scope="session")
def retriever(data_dir: Path) -> Any:
    """Search over the corpus."""
    from lore.retrieval import Retriever

    return Retriever(data_dir / "index")


@pytest.fixture(scope="session")
def oracle(data_dir: Path, retriever: Any) -> Any:
    """The oracle without a model."""
    from gm.oracle import Oracle

    return Oracle(data_dir)
