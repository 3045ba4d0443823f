"""`brimstone-gm play`: set up or resume, then a person at the terminal or a bot to the end."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec
from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from api import finale
from api.prose import Told, headed
from api.screen import console as make_console
from api.screen import safe
from api.session import Session, start
from api.setting_up import game_setup
from rules_engine import GameSetup
from rules_engine.errors import SetupError

DONE, WRONG_USE = 0, 2
ONLY_AT_THE_START = (
    "names",
    "allies",
    "switches",
    "brutal",
    "sets",
    "seed",
    "client_seed",
    "physical_dice",
    "bots",
    "name",
)


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """What stands on the command line of `play`."""

    auto: bool = False
    mission: str = ""
    heroes: str = ""
    names: tuple[str, ...] = ()
    allies: str = ""
    posse_level: int = 1
    edition: str = ""
    switches: tuple[str, ...] = ()
    brutal: bool = False
    sets: str = ""
    seed: str | None = None
    client_seed: str | None = None
    journal: Path | None = None
    story: Path | None = None
    physical_dice: str = ""
    bots: str = ""
    resume: str | None = None
    name: str = ""
    save: bool = False
    collection: str | None = None
    no_color: bool = False
    as_json: bool = False


def play(options: Options) -> int:
    """Play as asked; returns the exit status. Raises SetupError, TableError, CollectionError."""
    console = make_console(options.no_color)
    if not options.auto and not sys.stdin.isatty():
        print(
            "brimstone-gm: there is no terminal to ask at; let the bot play with --auto, or run this in a terminal",
            file=sys.stderr,
        )
        return WRONG_USE
    if options.as_json and not options.auto:
        print("brimstone-gm: --json needs --auto: a program cannot sit at this terminal", file=sys.stderr)
        return WRONG_USE
    if options.auto and options.physical_dice:
        raise SetupError("--physical-dice needs a person who rolls them; leave out --auto")
    if options.auto and options.collection is not None:
        raise SetupError("--collection is for questions that a person asks at the table; leave out it or --auto")
    given = [name for name in ONLY_AT_THE_START if getattr(options, name)]
    given += ["posse_level"] * (options.posse_level != 1)
    if options.resume is not None and given:
        raise SetupError(f"a game that goes on keeps how it was set up: leave out {', '.join(given)} or --resume")
    _check_files(options)
    _check_collection(options)
    session = _session(options, console)
    try:
        if options.auto:
            _auto(session, console, options)
        else:
            _interactive(session, console, options)
    finally:
        session.close()
    return DONE


def _check_files(options: Options) -> None:
    for path in (options.journal, options.story):
        if path is not None and not path.expanduser().absolute().parent.is_dir():
            raise SetupError(f"{path} cannot be written: there is no folder {path.parent}")


def _check_collection(options: Options) -> None:
    if options.collection is not None:
        from gm.settings import Settings
        from lore.ingest.collection import Collection

        Collection(Settings().folder(), options.collection).filled()


# --- sitting down -----------------------------------------------------------------------------------------------------


def _session(options: Options, console: Console) -> Session:
    if options.resume is not None:
        return _resumed(options.resume)
    setup = game_setup(
        party=options.heroes,
        names=options.names,
        bots=options.bots,
        mission=options.mission,
        edition=options.edition,
        switch=options.switches,
        dice=options.physical_dice,
        brutal=options.brutal,
        allies=options.allies,
        posse_level=options.posse_level,
        sets=options.sets,
    )
    if options.auto and not (options.save or options.name):
        return _in_memory(setup, options, console)
    return _saved(setup, options, console)


def _resumed(word: str) -> Session:
    from api import saved

    tables = saved.open_tables()
    try:
        return saved.SavedSession(tables, tables.open(saved.find(tables, word).id))
    except BaseException:
        tables.close()
        raise


def _in_memory(setup: GameSetup, options: Options, console: Console) -> Session:
    if options.seed is not None:
        return start(setup, seed=options.seed)
    import secrets

    from rules_engine.dice import commitment

    secret = secrets.token_bytes(32)
    client_seed = _client_seed(commitment(secret), options, console)
    return start(setup, secret=secret, client_seed=client_seed)


def _saved(setup: GameSetup, options: Options, console: Console) -> Session:
    from api import saved

    tables = saved.open_tables()
    try:
        commitment = client_seed = ""
        if options.seed is None:
            commitment = tables.commit()
            client_seed = _client_seed(commitment, options, console)
        return saved.create(
            tables, setup, seed=options.seed, commitment=commitment, client_seed=client_seed, name=options.name
        )
    except BaseException:
        tables.close()
        raise


def _client_seed(commitment: str, options: Options, console: Console) -> str:
    """Publish the commitment, and only then take the players' own words for the dice."""
    if not options.as_json:
        console.print(Text(f"Fair play. Commitment to the dice: {commitment}", "bold"), soft_wrap=True)
    if options.client_seed is not None:
        return options.client_seed
    if options.auto:
        return ""
    console.print(Text("The dice are fixed now. Your own words are mixed in, so that nobody could choose them.", "dim"))
    try:
        return input("Your words (or just Enter): ").strip()
    except (EOFError, KeyboardInterrupt):
        return ""


# --- playing ----------------------------------------------------------------------------------------------------------


def _interactive(session: Session, console: Console, options: Options) -> None:
    import contextlib

    from api.terminal import Terminal

    with contextlib.suppress(ImportError):
        import readline  # noqa: F401  (input() edits lines with it)
    console.print(Text("Type help for what you can do here; ?... asks the rules; quit leaves (all is saved).", "dim"))
    terminal = Terminal(session, console, input, journal=options.journal, collection=options.collection)
    terminal.play()
    _write_story(session, options)


def _auto(session: Session, console: Console, options: Options) -> None:
    title = session.game.library.missions[session.game.state.mission].name
    teller = _Printer(session, None if options.as_json else console)
    teller.title(title)
    teller.tell(session.story)
    for told in session.autoplay():
        teller.tell(told)
    if options.journal is not None:
        session.write_journal(options.journal)
    _write_story(session, options)
    if options.as_json:
        report = {**finale.summary(session), "story": [p.text for p in session.prose()]}
        print(msgspec.json.format(msgspec.json.encode(report), indent=2).decode())
        return
    finale.show(console, session, options.journal)


def _write_story(session: Session, options: Options) -> None:
    if options.story is not None:
        title = session.game.library.missions[session.game.state.mission].name
        options.story.write_text(headed(session.prose(), title), encoding="utf-8")


class _Printer:
    """Prints a story as it comes, with a rule where a Game Turn begins."""

    def __init__(self, session: Session, console: Console | None) -> None:
        self.session = session
        self.console = console
        self.turn = 0

    def title(self, title: str) -> None:
        if self.console is not None:
            self.console.print(Rule(Text(title, "bold")))

    def tell(self, told: list[Told]) -> None:
        if self.console is None:
            return
        for paragraph in self.session.prose(told):
            if paragraph.turn != self.turn:
                self.turn = paragraph.turn
                self.console.print()
                self.console.print(Rule(Text(f"Turn {self.turn}"), style="dim"))
            self.console.print()
            self.console.print(Text(safe(paragraph.text)))
