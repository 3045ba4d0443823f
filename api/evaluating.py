"""`brimstone-gm eval`: measure the rules oracle on files of questions. Exit status: 0 measured, 2 wrong use."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

if TYPE_CHECKING:
    from lore.answers import Citation
    from lore.evaluate import Question, Replied, Report
    from lore.evaluate_ranking import CorpusPool

WRONG_USE = 2

commands = typer.Typer(help="Measure how good the answers are.", no_args_is_help=True, rich_markup_mode=None)


@commands.callback()
def top() -> None:
    """Measure how good the answers are."""


@commands.command()
def oracle(
    questions: Annotated[list[Path], typer.Option(help="Questions, one JSON object a line; may be repeated.")],
    collection: Annotated[str, typer.Option(help="Measure this collection of your own books alone.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Answer as JSON on standard output.")] = False,
    report: Annotated[Path | None, typer.Option(help="Write oracle-report.md and its plots into this folder.")] = None,
) -> None:
    """Right answers, refusals, citations, sureness, search and answers against baselines, times; by type and split.

    The whole oracle is asked, without a language model. With --collection only your own books are: how well the lines
    that the questions' sources name are found in them, and what they answer.
    """
    import msgspec

    from gm.models import ModelError
    from gm.oracle import OracleError
    from lore.embedding_remote import EmbeddingUnavailable
    from lore.evaluate import QuestionFileError, load_all, load_questions
    from lore.evaluate_plots import PlotsMissing, require_matplotlib
    from lore.evaluate_report import table, write_report
    from lore.ingest.collection import CollectionError
    from lore.ingest.vectors import VectorsUnusable

    try:
        asked = load_all(questions)
        if report is not None:
            require_matplotlib()
            report.mkdir(parents=True, exist_ok=True)
        files = {_shown(path): len(load_questions(path)) for path in questions}
        measured = _over_books(asked, files, collection) if collection else _over_the_corpus(asked, files)
        if report is not None:
            for path in write_report(measured, report, _command(questions, collection, report)):
                print(f"wrote {path}", file=sys.stderr)
    except (QuestionFileError, PlotsMissing, OracleError, ModelError, EmbeddingUnavailable) as error:
        _wrong(str(error))
    except (CollectionError, VectorsUnusable) as error:
        _wrong(str(error))
    except OSError as error:
        _wrong(f"{error.filename or report} can't be written: {error.strerror}; give another folder with --report")
    print(msgspec.json.encode(measured).decode() if as_json else "\n".join(table(measured)))


@commands.command("cases")
def cases() -> None:
    """The answers that players marked as wrong, as lines of a question file, to be reviewed."""
    from api import asking

    raise typer.Exit(asking.cases())


def _over_the_corpus(asked: Sequence[Question], files: Mapping[str, int]) -> Report:
    from gm.oracle import Oracle
    from gm.settings import Settings
    from lore.evaluate import Replied, evaluate, replied
    from lore.evaluate_ranking import CorpusPool
    from lore.extractive import Answerer
    from lore.retrieval import Retriever

    folder = Settings().folder()
    retriever = Retriever(folder / "index")
    whole = Oracle(folder, documents=retriever.documents)
    alone = Answerer(retriever)
    pool = CorpusPool(retriever)

    def ask(question: str) -> Replied:
        answer = whole.ask(question)
        return Replied(answer.answer, answer.abstained, answer.confidence, answer.claims, str(answer.mode))

    try:
        with _bar(len(asked)) as progress:
            return evaluate(
                ask,
                pool,
                asked,
                files=files,
                searched=f"{len(retriever.documents)} entries of our own corpus",
                alone=lambda question: replied(alone.answer(question)),
                texts_of=lambda citation: texts_of(citation, pool),
                progress=progress,
            )
    finally:
        whole.close()
        retriever.index.close()


def _over_books(asked: Sequence[Question], files: Mapping[str, int], name: str) -> Report:
    from gm.models import embedding_model
    from gm.settings import Settings
    from lore.evaluate import evaluate
    from lore.ingest.answering import BookAnswerer
    from lore.ingest.collection import Collection
    from lore.ingest.filling import searchable
    from lore.ingest.measuring import BookPool, ask_books

    settings = Settings()
    collection = Collection(settings.folder(), name, model=embedding_model(), chroma_url=settings.chroma_url)
    search = searchable(collection.filled(), most=None)
    answerer = BookAnswerer(search)
    try:
        with _bar(len(asked)) as progress:
            return evaluate(
                lambda question: ask_books(answerer, question),
                BookPool(search),
                asked,
                files=files,
                searched=f"{len(search.shelf.rows)} chunks of the collection {name!r} alone",
                named="quotes of the books",
                progress=progress,
            )
    finally:
        search.close()


def texts_of(citation: Citation, pool: CorpusPool) -> Sequence[str]:
    """The texts that a citation may quote: what a procedure of the engine says of itself, or an entry's passages."""
    import inspect
    from pkgutil import resolve_name

    from gm.oracle.computed.computer import ENGINE

    if citation.source != ENGINE:
        return pool.texts(citation.chunk)
    if not citation.chunk.startswith("rules_engine."):
        return ()
    try:
        told = inspect.getdoc(resolve_name(citation.chunk))
    except (AttributeError, ImportError, ValueError):
        return ()
    return (told,) if told else ()


def _command(questions: Sequence[Path], collection: str, report: Path) -> str:
    said = [f"--questions {_shown(path)}" for path in questions]
    said += [f"--collection {collection}"] if collection else []
    return " \\\n  ".join(["brimstone-gm eval oracle", *said, f"--report {_shown(report)}"])


def _shown(path: Path) -> str:
    """A path as a report names it: as it was given, but nothing of a machine's own folders."""
    return path.name if path.is_absolute() else path.as_posix()


@contextmanager
def _bar(count: int) -> Iterator[Callable[[int], None]]:
    """A progress bar on standard error, where that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("Asking"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=count)
        yield lambda done: bar.update(task, completed=done)


def _wrong(message: str) -> NoReturn:
    print(message, file=sys.stderr)
    raise typer.Exit(WRONG_USE)
