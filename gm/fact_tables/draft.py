"""What a fact's rule returns, before the event's number is put to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from gm.grammar import upper
from gm.names import Names
from rules_engine.choices import PARTY


class Draft(msgspec.Struct, frozen=True):
    """A fact without its event number. `about` holds ids; names are looked up from them."""

    text: str
    outcome: str
    about: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()
    must: bool = False


Rule = Callable[[Any, Names], Draft | None]


def must(text: str, outcome: str, about: tuple[str, ...] = (), numbers: tuple[int, ...] = ()) -> Draft:
    """A fact that a story has to tell."""
    return Draft(text, outcome, about, numbers, must=True)


def may(text: str, outcome: str, about: tuple[str, ...] = (), numbers: tuple[int, ...] = ()) -> Draft:
    """A fact that a story is free to leave out."""
    return Draft(text, outcome, about, numbers)


def models(names: Names, *ids: str) -> tuple[str, ...]:
    """Those of the ids that are models or Enemy Types."""
    return tuple(dict.fromkeys(id for id in ids if id and names.knows(id)))


def does(names: Names, who: str, one: str, several: str) -> str:
    """`Ada rolls`, `The Frontier Posses roll`, `The Hero Party rolls`: who does something, and the verb that agrees."""
    subject = "the Hero Party" if who == PARTY else names.source(who) or "the table"
    return f"{upper(subject)} {several if names.is_kind(who) else one}"


def clause(word: str, text: str) -> str:
    """` from the Void Spiders`, or nothing where there is nothing to name."""
    return f" {word} {text}" if text else ""


def reason(names: Names, word: str, text: str) -> str:
    """` for Coffee Tin` where the reason has a name, ` (wore off)` where it is only words, or nothing."""
    if not text:
        return ""
    return f" {word} {names.name(text)}" if names.knows(text) else f" ({names.source(text)})"
