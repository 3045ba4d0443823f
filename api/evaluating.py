"""`brimstone-gm eval`: measure the rules oracle on a file of questions. Exit status: 0 measured, 2 wrong use."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

WRONG_USE = 2

commands = typer.Typer(help="Measure how good the answers are.", no_args_is_help=True, rich_markup_mode=None)


@commands.callback()
def top() -> None:
    """Measure how good the answers are."""


@commands.command()
def oracle(
    questions: Annotated[Path, typer.Option(help="Questions, one JSON object a line.")],
    as_json: Annotated[bool, typer.Option("--json", help="Answer as JSON on standard output.")] = False,
) -> None:
    """Right answers, refusals, search against baselines and times, by type and by split."""
    import msgspec

    from gm.settings import Settings
    from lore.evaluate import QuestionFileError, evaluate, load_questions, table
    from lore.retrieval import Retriever

    try:
        asked = load_questions(questions)
    except QuestionFileError as error:
        print(error, file=sys.stderr)
        raise typer.Exit(WRONG_USE) from None
    retriever = Retriever(Settings().folder() / "index")
    try:
        report = evaluate(retriever, asked, file=questions.name)
    finally:
        retriever.index.close()
    if as_json:
        print(msgspec.json.encode(report).decode())
    else:
        print("\n".join(table(report)))


@commands.command("cases")
def cases() -> None:
    """The answers that players marked as wrong, as lines of a question file, to be reviewed."""
    from api import asking

    raise typer.Exit(asking.cases())
