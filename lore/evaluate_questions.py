"""The questions that the oracle is measured on: one JSON object a line.

`id`, `question`, `type`, `must_include` (the facts of a right answer), `answerable`, `sources` (ids of corpus entries,
or objects with `file`, `heading`, `line_start` and `line_end` of a rulebook) and, if it is set apart for it, `split`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

HELD_OUT = "held_out"
UNSPLIT = "all"


class QuestionFileError(ValueError):
    """A question file that can't be read; the message names the line and what is wrong with it."""


class Question(msgspec.Struct, frozen=True):
    """A question with what a right answer must hold; `sources` name what bears it. Questions that don't say their
    split are of the split that is named as their file."""

    id: str
    question: str
    type: str
    answerable: bool
    must_include: tuple[str, ...] = ()
    sources: tuple[str | dict[str, str | int], ...] = ()
    split: str = UNSPLIT


def load_questions(path: Path) -> tuple[Question, ...]:
    """Read a question file. Raises `QuestionFileError`, naming the line."""
    found = []
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise QuestionFileError(f"{path} can't be read: {error}") from error
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                question = msgspec.json.decode(line, type=Question)
            except msgspec.DecodeError as error:
                raise QuestionFileError(f"{path}, line {number}: {error}; give one JSON object a line") from error
            if not question.question.strip():
                raise QuestionFileError(f"{path}, line {number}: the question is empty; write it out")
            found.append(question if question.split != UNSPLIT else msgspec.structs.replace(question, split=path.stem))
    if not found:
        raise QuestionFileError(f"{path} holds no question; give one JSON object a line")
    return tuple(found)


def load_all(paths: Sequence[Path]) -> tuple[Question, ...]:
    """The questions of several files. Raises `QuestionFileError`, also where two questions have one id."""
    found: list[Question] = []
    seen: dict[str, Path] = {}
    for path in paths:
        for question in load_questions(path):
            if question.id in seen:
                raise QuestionFileError(f"the id {question.id!r} is given twice ({seen[question.id]} and {path})")
            seen[question.id] = path
            found.append(question)
    return tuple(found)
