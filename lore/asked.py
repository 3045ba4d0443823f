"""How players ask: for each statement of the corpus, questions that it answers, with the yes or no that it gives.

`lore/asked/*.yaml` map an entry's id to rows; a row's `by` is how the answering statement begins (enough of it to be
the only one), `yes` and `no` list questions that it answers so, `other` those that want neither. `lore/unanswered.yaml`
lists what players ask and no rulebook answers, with what is missing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

import msgspec
import yaml

from lore.bm25 import LOADER
from lore.corpus_model import CorpusError

UNANSWERED: Final = Path(__file__).with_name("unanswered.yaml")
ANSWERS: Final[dict[str, bool | None]] = {"yes": True, "no": False, "other": None}


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The questions that one statement answers."""

    by: str
    yes: tuple[str, ...] = ()
    no: tuple[str, ...] = ()
    other: tuple[str, ...] = ()


class Unanswered(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Questions that the rulebooks do not answer; `says` what is missing."""

    says: str
    asked: tuple[str, ...]


class KnownQuestion(msgspec.Struct, frozen=True):
    """A question as players put it. `passage` is the id of the statement that answers it, `says` whether it does so
    with yes or no; None where the question wants neither. Where the books don't answer it, `lacks` says what they lack
    and `passage` is empty."""

    id: str
    question: str
    passage: str
    says: bool | None = None
    lacks: str = ""

    @property
    def entry(self) -> str:
        """The id of the entry that its statement belongs to; empty where nothing answers it."""
        return self.passage.rpartition("#")[0]


@cache
def load_asked() -> tuple[KnownQuestion, ...]:
    """Every asked question that comes with the package: those that are answered, in the order of the files, then those
    that are not.

    Raises `CorpusError` if a file is not valid YAML, a row breaks the form, names no entry or not just one statement
    of it, or a question stands twice.
    """
    from lore.passages import load_documents

    statements = {d.id: {p.id: p.text for p in d.passages if p.quotable} for d in load_documents()}
    shelf = files("lore") / "asked"
    found: list[KnownQuestion] = []
    for file in sorted(shelf.iterdir(), key=lambda item: item.name) if shelf.is_dir() else ():
        if file.name.endswith(".yaml"):
            found += parse_asked(file.read_text(encoding="utf-8"), statements, f"lore/asked/{file.name}")
    found += parse_unanswered(UNANSWERED.read_text(encoding="utf-8"), "lore/unanswered.yaml")
    _check_once(found)
    return tuple(found)


def parse_unanswered(text: str, where: str) -> list[KnownQuestion]:
    """The questions of one YAML text that the books don't answer; `where` names it in errors. Raises `CorpusError`."""
    try:
        rows = msgspec.convert(yaml.load(text, Loader=LOADER) or [], list[Unanswered])
    except (yaml.YAMLError, msgspec.ValidationError) as error:
        raise CorpusError(f"{where}: {error}; give rows of `says` (what is missing) and `asked`") from error
    return [
        KnownQuestion(f"lacking-{row}?{number}", question, "", lacks=one.says)
        for row, one in enumerate(rows)
        for number, question in enumerate(one.asked)
    ]


def parse_asked(text: str, statements: Mapping[str, Mapping[str, str]], where: str) -> list[KnownQuestion]:
    """The asked questions of one YAML text; `statements` are the texts of each entry's by their ids, and `where` names
    the text in errors. Raises `CorpusError`."""
    try:
        data = msgspec.convert(yaml.load(text, Loader=LOADER) or {}, dict[str, list[Row]])
    except (yaml.YAMLError, msgspec.ValidationError) as error:
        raise CorpusError(f"{where}: {error}; an entry's id leads to rows of `by`, `yes`, `no`, `other`") from error
    found: list[KnownQuestion] = []
    for entry, rows in data.items():
        if entry not in statements:
            raise CorpusError(f"{where}: there is no entry {entry!r}")
        number = 0
        for row in rows:
            passage = _answering(row.by, statements[entry], f"{where}: entry {entry!r}")
            for way, says in ANSWERS.items():
                for question in getattr(row, way):
                    found.append(KnownQuestion(f"{entry}?{number}", question, passage, says))
                    number += 1
    return found


def _answering(begins: str, statements: Mapping[str, str], where: str) -> str:
    ids = [id for id, text in statements.items() if text.startswith(begins)]
    if len(ids) != 1 or not begins.strip():
        raise CorpusError(f"{where}: {len(ids)} statements begin {begins!r}; `by` must begin just one")
    return ids[0]


def _check_once(asked: Iterable[KnownQuestion]) -> None:
    seen: dict[str, str] = {}
    ids: set[str] = set()
    for one in asked:
        if one.id in ids:
            raise CorpusError(f"{one.entry!r} stands in two files of lore/asked; an entry's rows belong together")
        ids.add(one.id)
        key = " ".join(re.findall(r"\w+", one.question.lower()))
        if key in seen:
            raise CorpusError(f"{one.question!r} is asked twice: in {seen[key]!r} and in {one.id!r}")
        seen[key] = one.id
