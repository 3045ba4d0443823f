"""What a family of questions works with, and what it finds."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from gm.oracle.computed.slots import Slots
from lore.passages import Document, Passage, Role
from rules_engine.ruleset import Ruleset

if TYPE_CHECKING:
    from rules_engine import Game
    from rules_engine.state import Hero


class Because(msgspec.Struct, frozen=True):
    """What a figure rests on: the engine's `procedure` with the heading of its rule, and the `entry` of the corpus
    whose statement says so; of its statements the one that holds most of `words` is quoted. What the engine does not
    play (prices in Town) has no procedure: it rests on the entry alone."""

    procedure: Callable[..., Any] | None
    rule: str
    entry: str = ""
    words: tuple[str, ...] = ()


class Found(msgspec.Struct, frozen=True):
    """An answer of a family: sentences, the figure first; what they rest on; what other editions have;
    `Yes` or `No` where that is asked."""

    said: tuple[str, ...]
    because: tuple[Because, ...]
    notes: tuple[str, ...] = ()
    verdict: str = ""


class Asked(msgspec.Struct, frozen=True):
    """A question in one spelling, without the names of editions; those that it is asked of, and the table if any.

    `rules` are the Rulesets by edition, the one that counts first; `compares`: the question itself names several.
    `yes_no`: it wants a yes or a no. `entries` gives the corpus, for figures that only it has.
    """

    text: str
    rules: dict[str, Ruleset]
    compares: bool = False
    others: dict[str, Ruleset] = {}
    game: Game | None = None
    hero: Hero | None = None
    yes_no: bool = False
    entries: Callable[[], Mapping[str, Document]] = dict

    def stated(self, entry: str, pattern: str) -> tuple[re.Match[str], Passage] | None:
        """The first statement of an entry of the corpus that a pattern fits, with what it fits."""
        document = self.entries().get(entry)
        for passage in document.passages if document is not None else ():
            if passage.role is not Role.EXAMPLE and (found := re.search(pattern, passage.text)) is not None:
                return found, passage
        return None

    def slots(self) -> Slots:
        """The question, with nothing taken out of it yet."""
        return Slots(self.text)

    @property
    def edition(self) -> str:
        """The edition that counts."""
        return next(iter(self.rules))

    @property
    def ruleset(self) -> Ruleset:
        """The Ruleset that counts."""
        return self.rules[self.edition]


Family = Callable[[Asked], Found | None]
