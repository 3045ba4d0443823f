"""`brimstone-gm doctor`: what works on this machine, each thing tried and not guessed."""

from __future__ import annotations

import importlib.metadata
import platform
import re
import tempfile
from collections.abc import Callable, Iterator

import msgspec

DONE, SAID_NO = 0, 1


class Finding(msgspec.Struct, frozen=True):
    """One thing that was tried. `needed`: without it no game can be played or saved here."""

    what: str
    works: bool
    told: str
    needed: bool = True


def _python() -> str:
    return f"{platform.python_version()} on {platform.system()} {platform.machine()}"


def _packages() -> str:
    needed = [text for text in importlib.metadata.requires("brimstone-gm") or [] if "extra ==" not in text]
    missing, there = [], 0
    for text in needed:
        name = re.split(r"[\s;<>=!~\[]", text, maxsplit=1)[0]
        try:
            importlib.metadata.version(name)
            there += 1
        except importlib.metadata.PackageNotFoundError:
            missing.append(name)
    if missing:
        raise RuntimeError(f"missing: {', '.join(missing)} (run: make setup)")
    return f"brimstone-gm {importlib.metadata.version('brimstone-gm')} and the {there} packages it needs"


def _content() -> str:
    from rules_engine.content.library import standard

    library = standard()
    return (
        f"{len(library.heroes)} hero classes, {len(library.enemies)} Enemy Types, {len(library.cards)} cards, "
        f"{len(library.tiles)} tiles, {len(library.missions)} missions; fingerprint {library.fingerprint[:12]}"
    )


def _engine() -> str:
    from rules_engine import Game, party
    from rules_engine.bots import SensiblePolicy, play

    game = Game.start(party("us-marshal", "bandido"), seed=7)
    play(game, SensiblePolicy())
    again = Game.replay(game.journal.dump())
    if again.fingerprint() != game.fingerprint():
        raise RuntimeError("a game that was played again ended otherwise")
    return f"a game of {len(game.choices_made)} choices was played and replayed to the same state"


def _folder() -> str:
    from gm.settings import Settings

    folder = Settings().folder()
    with tempfile.NamedTemporaryFile(dir=folder, prefix="doctor-") as file:
        file.write(b"howdy")
        file.flush()
    return f"{folder} can be written"


def _tables() -> str:
    from api.saved import open_tables

    tables = open_tables()
    try:
        page = tables.list(100)
        return f"{'more than 100' if page.next else len(page.tables)} saved"
    finally:
        tables.close()


def _index() -> str:
    from gm.oracle import Oracle
    from gm.settings import Settings

    oracle = Oracle(Settings().folder())
    try:
        answer = oracle.ask("What is needed to hold back the Darkness?")
    finally:
        oracle.close()
    if answer.abstained:
        raise RuntimeError("the index answers nothing; delete the folder `index` in the data folder")
    return f"a question was answered in {answer.ms:.0f} ms"


def _model() -> str:
    from gm.models import ModelSettings, chat_model

    settings = ModelSettings()
    if not settings.configured:
        return "none is set: stories and answers come from the deterministic narrator (this is fine)"
    chat_model(settings)
    return f"{settings.model or 'a model'} at {settings.base_url or 'the default address'} is set (not called)"


CHECKS: tuple[tuple[str, Callable[[], str], bool], ...] = (
    ("Python", _python, True),
    ("packages", _packages, True),
    ("content packs", _content, True),
    ("rules engine", _engine, True),
    ("data folder", _folder, True),
    ("saved tables", _tables, True),
    ("rules index", _index, False),
    ("language model", _model, False),
)


def examine() -> Iterator[Finding]:
    """Try everything, one after the other."""
    for what, check, needed in CHECKS:
        try:
            yield Finding(what, True, check(), needed)
        except Exception as error:
            yield Finding(what, False, f"{type(error).__name__}: {error}", needed)


def doctor(*, as_json: bool = False) -> int:
    """Print what works; exit status 1 if something that is needed does not."""
    findings = []
    for finding in examine():
        findings.append(finding)
        if not as_json:
            mark = "ok  " if finding.works else "FAIL" if finding.needed else "warn"
            print(f"{mark}  {finding.what:<15} {finding.told}", flush=True)
    healthy = all(finding.works for finding in findings if finding.needed)
    if as_json:
        report = {"healthy": healthy, "findings": findings}
        print(msgspec.json.format(msgspec.json.encode(report), indent=2).decode())
    return DONE if healthy else SAID_NO
