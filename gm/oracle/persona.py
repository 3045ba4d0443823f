"""Who speaks an answer: the words around the verified claims, which themselves are never touched.

A persona is a record of `personas.yaml`: what it says before and after an answer, when it declines, and how many claims
it bothers to say. Its lines hold no figure, no name of the game and no word that could turn a claim round; a test holds
them to it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import yaml

from gm.oracle.records import PLAIN, Answer, OracleError
from lore.bm25 import LOADER

FILE = Path(__file__).with_name("personas.yaml")
MAX_WORDS = 90


class Persona(msgspec.Struct, frozen=True):
    """A way of speaking. `claims`: how many claims it says at most (those left unsaid stay in the answer's record)."""

    id: str
    name: str
    about: str
    before: tuple[str, ...] = ()
    if_yes: tuple[str, ...] = ()
    if_no: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    declines: tuple[str, ...] = ()
    claims: int = 4


@cache
def personas() -> dict[str, Persona]:
    """Every persona by its id; `plain` first."""
    rows: list[dict[str, Any]] = yaml.load(FILE.read_text(encoding="utf-8"), Loader=LOADER)
    return {row["id"]: msgspec.convert(row, Persona, strict=False) for row in rows}


def persona(id: str) -> Persona:
    """A persona by its id. OracleError names those there are."""
    found = personas().get(id)
    if found is None:
        raise OracleError(f"there is no persona {id!r}; choose one of {', '.join(personas())}")
    return found


def spoken(answer: Answer, who: Persona) -> str:
    """The answer as the persona says it: at most 90 words, the same question always in the same words.

    The claims stand in it word for word, in their order; what is left out goes from the end.
    """
    if who.id == PLAIN:
        return answer.answer
    if answer.abstained:
        return _fit([_one(who.declines, answer.question)], [answer.answer], [])
    verdict = answer.answer.split(maxsplit=1)[0] if answer.answer.startswith(("Yes. ", "No. ")) else ""
    opening = {"Yes.": who.if_yes, "No.": who.if_no}.get(verdict, who.before)
    said = [claim.text for claim in answer.claims[: who.claims]] or [answer.answer.removeprefix(verdict).strip()]
    return _fit([verdict, _one(opening, answer.question)], said, [_one(who.after, answer.question)])


def _one(lines: Sequence[str], question: str) -> str:
    """One of these lines, by the question's words."""
    if not lines:
        return ""
    return lines[int.from_bytes(hashlib.sha256(question.encode()).digest()[:4], "big") % len(lines)]


def _fit(first: Sequence[str], said: Sequence[str], last: Sequence[str]) -> str:
    """Put together; the persona's own lines give way where there is no room for them."""
    whole = [part for part in (*first, *said, *last) if part]
    if sum(len(part.split()) for part in whole) <= MAX_WORDS:
        return " ".join(whole)
    return " ".join(part for part in (first[0] if first[0] in ("Yes.", "No.") else "", *said) if part)
