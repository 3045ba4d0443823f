"""The records of a question and of its answer."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

import msgspec

from lore.answers import Claim

if TYPE_CHECKING:
    from rules_engine import Game

MAX_QUESTION = 2_000
PLAIN = "plain"
KINDS = ("rule", "lore")
EDITIONS = ("compilation", "old-west", "valhalla", "forbidden-fortress", "player-aid")


class OracleError(ValueError):
    """A question that can't be asked: empty, too long, or for an edition, a kind or a set that does not exist."""


class Mode(StrEnum):
    """How an answer came about: worked out by the engine, put into words by a language model from passages that were
    then verified, or quoted from the corpus."""

    COMPUTED = "computed"
    MODEL = "model"
    EXTRACTIVE = "extractive"


class Exchange(msgspec.Struct, frozen=True):
    """An earlier question, as it was understood, and what answered it: the context of a follow-up.

    `topic` is the title of the entry that bore the answer, or empty.
    """

    question: str
    topic: str = ""


class Asking(msgspec.Struct, frozen=True):
    """A checked question with all that it is asked in.

    `game` is the table that it is about (never changed: ways that try something do it on a copy), `hero` who says "I",
    `collection` the user's books to look in besides ours, `earlier` the exchanges before, oldest first. `kinds` (`rule`
    or `lore`) and `sets` (ids of boxes, as in `lore/sets.yaml`) keep it to entries of these; empty, all count, and what
    belongs to no box always does. `sought` is the wording that texts are searched with, where it is not the question
    itself.
    """

    question: str
    edition: str = "compilation"
    collection: str | None = None
    game: Game | None = None
    hero: str | None = None
    earlier: tuple[Exchange, ...] = ()
    kinds: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()
    sought: str = ""

    @property
    def wording(self) -> str:
        """What texts are searched with."""
        return self.sought or self.question


class Answer(msgspec.Struct, frozen=True):
    """An answer to a rules question, at most 90 words.

    `abstained`: the books don't say; `answer` then tells what was looked for, and there are no claims. `pack_answer` is
    what only the content packs say where the books are silent (None: nothing). `edition_notes` name other editions'
    differences. `confidence` is 0 to 1; `ms` is the time it took. `entries` are those that the answer rests on.
    `persona` is who says it: `answer` is in its words, the claims are the same whoever speaks. `understood` is the
    question as a whole one, where it was a follow-up or left something to its table, and `topic` what it turned out to
    be about.
    """

    question: str
    edition: str
    answer: str
    abstained: bool
    mode: Mode
    claims: tuple[Claim, ...]
    edition_notes: tuple[str, ...]
    confidence: float
    ms: float
    pack_answer: str | None = None
    entries: tuple[str, ...] = ()
    persona: str = PLAIN
    understood: str = ""
    topic: str = ""

    @property
    def exchange(self) -> Exchange:
        """What a follow-up to this answer goes by."""
        return Exchange(self.understood or self.question, self.topic)
