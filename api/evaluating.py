"""`brimstone-gm eval`: measure the rules oracle on a file of questions. Exit status: 0 measured, 2 wrong use."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from lore.evaluate import Question

WRONG_USE = 2
EDITION = "compilation"

commands = typer.Typer(help="Measure how good the answers are.", no_args_is_help=True, rich_markup_mode=None)


@commands.callback()
def top() -> None:
    """Measure how good the answers are."""


@commands.command()
def oracle(
    questions: Annotated[Path, typer.Option(help="Questions, one JSON object a line.")],
    collection: Annotated[str, typer.Option(help="Search this collection of your own books alone.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Answer as JSON on standard output.")] = False,
) -> None:
    """Right answers, refusals, search against baselines and times, by type and by split.

    With --collection: how well the lines that the questions' sources name are found in your own books.
    """
    import msgspec

    from gm.settings import Settings
    from lore.evaluate import QuestionFileError, evaluate, load_questions, table
    from lore.retrieval import Retriever

    try:
        asked = load_questions(questions)
    except QuestionFileError as error:
        print(error, file=sys.stderr)
        raise typer.Exit(WRONG_USE) from None
    if collection:
        raise typer.Exit(_over_a_collection(asked, collection, questions.name, as_json))
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


def _over_a_collection(asked: Sequence[Question], name: str, file: str, as_json: bool) -> int:
    import msgspec

    from gm.settings import Settings
    from lore.ingest import measuring
    from lore.ingest.collection import Collection, CollectionError
    from lore.ingest.searching import BookSearch
    from lore.ingest.vectors import VectorsUnusable

    settings = Settings()
    try:
        search = BookSearch(Collection(settings.folder(), name, chroma_url=settings.chroma_url).filled())
        try:
            report = measuring.measure(search, asked, prefer=(EDITION,), file=file)
        finally:
            search.close()
    except (CollectionError, VectorsUnusable) as error:
        print(error, file=sys.stderr)
        return WRONG_USE
    print(msgspec.json.encode(report).decode() if as_json else "\n".join(measuring.table(report)))
    return 0
