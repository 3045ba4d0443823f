"""Tries every family of questions and puts what one of them finds into an answer with its citations."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

from gm.oracle.computed.editions import asked_of
from gm.oracle.computed.families import FAMILIES
from gm.oracle.computed.records import Asked, Because, Found
from gm.oracle.computed.words import normal
from gm.oracle.records import Answer, Asking, Mode
from lore.answers import Citation, Claim
from lore.bm25 import held
from lore.passages import Document, Role
from lore.question import read
from rules_engine.odds import OddsError

MAX_WORDS = 90
MAX_CLAIMS = 4
ENGINE = "engine"
TOO_LONG = 600
_US = re.compile(r"\bU\.\s?S\.", re.IGNORECASE)


class Computer:
    """Answers the questions that the engine can work out; `corpus` gives the entries to cite, when one is needed."""

    def __init__(self, corpus: Callable[[], Sequence[Document]]) -> None:
        self._corpus = corpus

    @cached_property
    def _entries(self) -> Mapping[str, Document]:
        return {document.id: document for document in self._corpus()}

    def answer(self, asking: Asking) -> Answer | None:
        """The answer if a family understands the whole question; else None, and another way of answering goes on.

        A table in `asking.game` is read, and never changed.
        """
        asked = understood(asking, lambda: self._entries)
        if asked is None:
            return None
        for family in FAMILIES:
            try:
                found = family(asked)
            except OddsError:  # more dice than odds are counted for
                continue
            if found is not None and (found.verdict or not asked.yes_no):
                return self._composed(asking, found)
        return None

    def _composed(self, asking: Asking, found: Found) -> Answer:
        said = " ".join((f"{found.verdict}.", *found.said) if found.verdict else found.said)
        cited = tuple(citation for because in found.because for citation in self._citations(because))
        claims = tuple(Claim(sentence, cited) for sentence in found.said[:MAX_CLAIMS])
        return Answer(
            question=asking.question,
            edition=asking.edition,
            answer=" ".join(said.split()[:MAX_WORDS]),
            abstained=False,
            mode=Mode.COMPUTED,
            claims=claims,
            edition_notes=found.notes,
            confidence=1.0,
            ms=0.0,
            entries=tuple(dict.fromkeys(one.entry for one in found.because if one.entry in self._entries)),
        )

    def _citations(self, because: Because) -> tuple[Citation, ...]:
        """The procedure with a span of what it says of itself, and the corpus entry with its statement, if any."""
        cited = []
        if because.procedure is not None:
            name = f"{because.procedure.__module__}.{because.procedure.__qualname__}"
            cited.append(Citation(ENGINE, because.rule, name, told_by(because.procedure)))
        entry = self._entries.get(because.entry)
        if entry is not None:
            quoted = _telling(entry, because.words)
            book = because.rule.partition(": ")[0]
            source = next((c for c in entry.citations if c.book == book), entry.citations[0])
            cited.append(Citation(source.book, source.heading, entry.id, quoted))
        return tuple(cited)


def told_by(procedure: Callable[..., object]) -> str:
    """The first paragraph of what a procedure of the engine says of itself."""
    return (inspect.getdoc(procedure) or "").partition("\n\n")[0]


def understood(asking: Asking, entries: Callable[[], Mapping[str, Document]] = dict) -> Asked | None:
    """A question in one spelling, with its editions; None for one that is too long to be a question of figures."""
    if len(asking.question) > TOO_LONG:
        return None
    text, rules, others, compares = asked_of(asking.question.lower(), asking.edition)
    hero = asking.game.state.heroes.get(asking.hero or "") if asking.game is not None else None
    whole = _US.sub("US", asking.question)  # `U.S.` ends no sentence
    return Asked(normal(text), rules, compares, others, asking.game, hero, read(whole).yes_no, entries)


def _telling(entry: Document, words: Sequence[str]) -> str:
    """The statement of an entry that holds most of some words; the first of those that hold as many."""
    wanted = held(" ".join(words))
    told = [p for p in entry.passages if p.role is not Role.EXAMPLE]
    return max(told, key=lambda p: (len(wanted & held(p.text)), -p.ordinal)).text
