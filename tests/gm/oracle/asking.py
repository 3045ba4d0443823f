"""Asks the computed way of answering alone, over the corpus that comes with the package."""

from __future__ import annotations

from functools import cache

from gm.oracle import Answer, Asking
from gm.oracle.computed import Computer
from lore.passages import load_documents
from rules_engine import Game


@cache
def computer() -> Computer:
    return Computer(cache(load_documents))


def ask(
    question: str, edition: str = "compilation", *, game: Game | None = None, hero: str | None = None
) -> Answer | None:
    """What is computed for a question; None where it is left to the other ways."""
    return computer().answer(Asking(question, edition, game=game, hero=hero))


def told(question: str, edition: str = "compilation", *, game: Game | None = None, hero: str | None = None) -> str:
    """The answer's text; empty where there is none."""
    answer = ask(question, edition, game=game, hero=hero)
    return answer.answer if answer is not None else ""
