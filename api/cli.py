"""The command line, `brimstone-gm`. Exit status: 0 done, 1 said no, 2 wrong use.

Only Typer is imported here: each command imports what it needs when it runs, so that `--help` answers at once.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from api.evaluating import commands as evaluation
from api.odds import commands as odds

DONE, SAID_NO, WRONG_USE = 0, 1, 2

app = typer.Typer(
    name="brimstone-gm",
    help="A game master for Shadows of Brimstone: exact rules, every die with a receipt, and a true story.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
scenarios = typer.Typer(help="Rulings as data.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(scenarios, name="scenario")
app.add_typer(odds, name="odds")
app.add_typer(evaluation, name="eval")

Json = Annotated[bool, typer.Option("--json", help="Answer as JSON on standard output.")]
NoColor = Annotated[bool, typer.Option("--no-color", help="Plain text; NO_COLOR in the environment does the same.")]
Edition = Annotated[str, typer.Option(help="compilation, old-west, valhalla or forbidden-fortress.")]
Heroes = Annotated[str, typer.Option(help="Hero classes with commas; us-marshal=Ada gives a name.")]
Allies = Annotated[
    str,
    typer.Option(
        help="Allies with commas: footman, trail-hand=Wes, viking/basic, viking/veteran; @2: of the second hero."
    ),
]
PosseLevel = Annotated[int, typer.Option(min=1, help="The Hero Posse Level; Veteran Allies come from 5 on.")]
Mission = Annotated[str, typer.Option(help="The mission's id.")]
Sets = Annotated[str, typer.Option(help="Sets to shuffle in with the Old West, with commas: valhalla,serpent-kings.")]
Switches = Annotated[
    list[str] | None,
    typer.Option(
        "--switch", help="A rules switch, name=value; may be given often. `brimstone-gm rules` says what each means."
    ),
]
Preset = Annotated[str, typer.Option(help="Many switches by one name: player-aid. `brimstone-gm rules` lists them.")]
JournalFile = Annotated[Path, typer.Argument(help="A journal (JSON lines); - reads standard input.")]


@app.callback(invoke_without_command=True)
def top(version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False) -> None:
    """Play, ask, verify."""
    if version:
        import importlib.metadata

        print(importlib.metadata.version("brimstone-gm"))
        raise typer.Exit(DONE)


@app.command()
def play(
    auto: Annotated[bool, typer.Option("--auto", help="A sensible bot plays to the end; nothing is asked.")] = False,
    mission: Mission = "a-fistful-of-dark-stone",
    heroes: Heroes = "us-marshal,bandido,rancher,saloon-girl",
    names: Annotated[str, typer.Option(help="The heroes' names, with commas.")] = "",
    allies: Allies = "",
    posse_level: PosseLevel = 1,
    edition: Edition = "compilation",
    switch: Switches = None,
    preset: Preset = "",
    brutal: Annotated[bool, typer.Option(help="All enemies are Brutal.")] = False,
    sets: Sets = "",
    seed: Annotated[str | None, typer.Option(help="Open play: same seed, same dice. Without: fair play.")] = None,
    client_seed: Annotated[str | None, typer.Option(help="Fair play: your own words, mixed into the dice.")] = None,
    journal: Annotated[Path | None, typer.Option(help="Write the journal here.")] = None,
    story: Annotated[Path | None, typer.Option(help="Write the story here.")] = None,
    physical_dice: Annotated[
        str, typer.Option(help="What you roll or draw yourself: hero,enemy,target,map,decks or all.")
    ] = "",
    bots: Annotated[str, typer.Option(help="Numbers of the heroes that the bot plays, such as 2,3; or all.")] = "",
    resume: Annotated[str | None, typer.Option(help="Go on with a saved game: its id, its name, or last.")] = None,
    name: Annotated[str, typer.Option(help="What to call the saved game.")] = "",
    save: Annotated[bool, typer.Option("--save", help="With --auto: save the game too.")] = False,
    collection: Annotated[
        str | None, typer.Option(help="Have ?questions quote this collection of your own books too.")
    ] = None,
    no_color: NoColor = False,
    as_json: Json = False,
) -> None:
    """Play in the terminal; saved after every answer."""
    from api import playing

    options = playing.Options(
        auto=auto,
        mission=mission,
        heroes=heroes,
        allies=allies,
        posse_level=posse_level,
        names=tuple(part.strip() for part in names.split(",") if part.strip()),
        edition=edition,
        switches=_switched(preset, switch),
        brutal=brutal,
        sets=sets,
        seed=seed,
        client_seed=client_seed,
        journal=journal,
        story=story,
        physical_dice=physical_dice,
        bots=bots,
        resume=resume,
        name=name,
        save=save,
        collection=collection,
        no_color=no_color,
        as_json=as_json,
    )
    raise typer.Exit(playing.play(options))


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port to listen on.")] = 8000,
    log_level: Annotated[str, typer.Option(help="critical, error, warning, info or debug.")] = "info",
) -> None:
    """Serve the tables over HTTP."""
    import uvicorn

    from api.app import create_app

    uvicorn.run(create_app(), host=host, port=port, log_level=log_level.lower(), timeout_graceful_shutdown=3)


@app.command()
def ask(
    question: Annotated[list[str] | None, typer.Argument(help="The question, as you would put it.")] = None,
    edition: Annotated[str, typer.Option(help="Of which edition; the table's, or the compilation.")] = "",
    table: Annotated[str, typer.Option(help="A saved table that it is about: its id or name, or last.")] = "",
    hero: Annotated[str, typer.Option(help="Who says `I`: a hero of that table.")] = "",
    persona: Annotated[str, typer.Option(help="Who speaks: plain, gunslinger, schoolmistress or preacher.")] = "plain",
    follow: Annotated[bool, typer.Option("--follow", help="Go on with what was asked before.")] = False,
    history: Annotated[bool, typer.Option("--history", help="List what was asked before, with these words.")] = False,
    wrong: Annotated[int, typer.Option(help="Mark the answer with this number as wrong, for evaluation.")] = 0,
    note: Annotated[str, typer.Option(help="What was wrong with it.")] = "",
    collection: Annotated[str | None, typer.Option(help="Quote this collection of your own books too.")] = None,
    sets: Annotated[
        list[str] | None, typer.Option("--set", help="Only this box, and what is in none; may be given often.")
    ] = None,
    kind: Annotated[list[str] | None, typer.Option(help="Only this kind: rule or lore; may be given often.")] = None,
    as_json: Json = False,
    no_color: NoColor = False,
) -> None:
    """Ask the rules. Exit status 1: the books do not say."""
    from api import asking

    words = " ".join(question or [])
    if wrong:
        raise typer.Exit(asking.wrong(wrong, note))
    if history:
        raise typer.Exit(asking.look_back(words, table=table, as_json=as_json))
    raise typer.Exit(
        asking.ask(
            words, edition=edition, table=table, hero=hero, persona=persona, follow=follow, as_json=as_json,
            no_color=no_color, more={"collection": collection, "kinds": kind or (), "sets": sets or ()},
        )
    )  # fmt: skip


@app.command()
def ingest(
    files: Annotated[list[Path] | None, typer.Argument(help="Books: txt, md, html, or pdf with a text layer.")] = None,
    collection: Annotated[str, typer.Option(help="The collection to keep them in; `books` where none is named.")] = "",
    edition: Annotated[str, typer.Option(help="Of which edition they are, where their text does not tell.")] = "",
    listing: Annotated[bool, typer.Option("--list", help="List the collections and their books.")] = False,
    forget: Annotated[str, typer.Option(help="Take this book out of the collection: its file's name.")] = "",
    as_json: Json = False,
) -> None:
    """Read your own books, so that `ask` can quote them. Exit status 1: something could not be read."""
    from api import ingesting

    raise typer.Exit(
        ingesting.run(files or (), collection, edition=edition, listing=listing, forget=forget, as_json=as_json)
    )


@app.command()
def simulate(
    mission: Mission = "a-fistful-of-dark-stone",
    heroes: Heroes = "us-marshal,bandido,rancher,saloon-girl",
    allies: Allies = "",
    posse_level: PosseLevel = 1,
    edition: Edition = "compilation",
    switch: Switches = None,
    preset: Preset = "",
    brutal: Annotated[bool, typer.Option(help="All enemies are Brutal.")] = False,
    sets: Sets = "",
    games: Annotated[int, typer.Option(min=1, help="How many games to play.")] = 100,
    seed: Annotated[int, typer.Option(help="The first game's seed.")] = 1,
    policy: Annotated[str, typer.Option(help="Who plays: sensible or random.")] = "sensible",
    jobs: Annotated[int, typer.Option(min=1, help="How many processes share the games.")] = 1,
    as_json: Json = False,
) -> None:
    """Let bots play many games and measure them."""
    from api import measuring

    setup = measuring.setup_of(
        heroes, mission, edition, _switched(preset, switch), brutal, sets, allies=allies, posse_level=posse_level
    )
    raise typer.Exit(measuring.simulate(setup, games=games, seed=seed, policy=policy, jobs=jobs, as_json=as_json))


def _switched(preset: str, switch: list[str] | None) -> tuple[str, ...]:
    """The switches as typed, a preset among them."""
    return (*([f"preset={preset}"] if preset else ()), *(switch or ()))


@app.command()
def rules(
    edition: Annotated[str, typer.Option(help="Only how this edition plays.")] = "",
    as_json: Json = False,
) -> None:
    """List the rules switches: what each means, its values, and how every edition sets it."""
    from api import rules_listing
    from rules_engine.errors import SetupError

    try:
        found = rules_listing.listed(edition)
    except SetupError as error:
        raise _wrong(str(error)) from None
    if as_json:
        _print_json(found)
    else:
        for line in rules_listing.lines(found, edition):
            typer.echo(line)


@app.command()
def verify(
    journal: JournalFile,
    commitment: Annotated[
        str | None, typer.Option(help="What was published: the commitment of the start, or the head of the end.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Check a journal: its chain, each die, each choice, each event."""
    from api import checking

    raise typer.Exit(checking.verify(_read(journal), commitment, as_json=as_json))


@app.command()
def replay(
    journal: JournalFile,
    story: Annotated[Path | None, typer.Option(help="Write the story here.")] = None,
    facts: Annotated[bool, typer.Option("--facts", help="Plain facts in place of the story.")] = False,
    no_color: NoColor = False,
    as_json: Json = False,
) -> None:
    """Play a journal again and tell it."""
    from api import checking

    raise typer.Exit(checking.replay(_read(journal), story, facts=facts, no_color=no_color, as_json=as_json))


@app.command()
def export(
    table: Annotated[str, typer.Argument(help="A saved table's id or name, or last.")],
    journal: Annotated[Path | None, typer.Option(help="Write the journal here; - is standard output.")] = None,
    story: Annotated[Path | None, typer.Option(help="Write the story here; - is standard output.")] = None,
    as_json: Json = False,
) -> None:
    """Write the story (to standard output if nothing is named) or the journal of a saved table."""
    from api import checking

    raise typer.Exit(checking.export(table, journal, story, as_json=as_json))


@app.command()
def doctor(as_json: Json = False) -> None:
    """Say what works here and what does not."""
    from api import diagnosis

    raise typer.Exit(diagnosis.doctor(as_json=as_json))


@scenarios.command("run")
def scenario_run(
    paths: Annotated[list[Path], typer.Argument(help="Scenario files, or folders of them.")], as_json: Json = False
) -> None:
    """Play scenarios; ends with `N passed, N failed`."""
    from gm.scenarios import run_files, summary

    try:
        results = run_files(paths)
    except FileNotFoundError as error:
        raise _wrong(str(error)) from None
    if as_json:
        _print_json({"results": results, "summary": summary(results)})
    else:
        for result in results:
            for failure in result.failures:
                print(failure)
        print(summary(results))
    raise typer.Exit(DONE if results and all(result.passed for result in results) else SAID_NO)


@scenarios.command("vocabulary")
def scenario_vocabulary(as_json: Json = False) -> None:
    """List what a scenario may name: events, choices, dice, state paths, conditions, effects."""
    from gm.scenario_vocabulary import in_words, vocabulary

    words = vocabulary()
    _print_json(words) if as_json else print(in_words(words))


def _print_json(value: Any) -> None:
    import msgspec

    print(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def _read(path: Path) -> bytes:
    try:
        return sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
    except OSError as error:
        raise _wrong(f"{path} cannot be read: {error.strerror or error}") from None


def _wrong(message: str) -> typer.Exit:
    print(f"brimstone-gm: {message}", file=sys.stderr)
    return typer.Exit(WRONG_USE)


def main() -> None:
    """The console script. Errors that we know are one line on standard error; others are bugs and show themselves."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        app()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(SAID_NO)
    except KeyboardInterrupt:
        sys.exit(130)
    except Exception as error:
        if not isinstance(getattr(error, "code", None), str) or not type(error).__module__.startswith(
            ("rules_engine", "gm", "lore", "api")
        ):
            raise
        print(f"brimstone-gm: {error}", file=sys.stderr)
        sys.exit(WRONG_USE if error.code in ("setup", "model-settings") else SAID_NO)  # type: ignore[attr-defined]


if __name__ == "__main__":
    main()
