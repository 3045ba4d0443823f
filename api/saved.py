"""Games that are saved after every answer: a `Session` over `gm.tables`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from api.prose import Told
from api.session import Session

if TYPE_CHECKING:
    from gm.live_table import LiveTable
    from gm.tables import TableRecord, Tables
    from rules_engine import GameSetup

LAST = "last"


def open_tables() -> Tables:
    """The saved tables of this machine, told as the settings say. Raises StoreFailed."""
    from gm.settings import Settings
    from gm.story import voices_by_settings
    from gm.tables import Tables

    voices, _ = voices_by_settings()
    return Tables(Settings().database, voices=voices)


class SavedSession(Session):
    """A saved table, as one terminal plays at it."""

    def __init__(self, tables: Tables, table: LiveTable) -> None:
        self._tables = tables
        self._table = table
        self.id = table.id
        self.name = tables.record(table.id).name
        self.bots = tuple(table.bots)
        self._seen = 0
        self._look()
        self.story = self._new_sentences()
        if self.game.choices_made:
            self.for_hands()  # the figures of a game that goes on stand where they stood

    def choose(self, answer: str) -> list[Told]:
        """Answer the pending Choice; it is durable when this returns. Raises StaleChoice if the table went on."""
        pending = self.game.pending
        try:
            self._table.choose(answer, expect=pending.id if pending is not None else None, least=self.least)
        finally:
            self._look()
        told = self._new_sentences()
        self.story.extend(told)
        return told

    def rule(self, effects: object, reason: str, subject: str | None = None) -> list[Told]:
        """The host's ruling at the pending Choice; it is durable when this returns. Raises what `Game.rule` raises."""
        try:
            self._table.rule(effects, reason, subject)
        finally:
            self._look()
        told = self._new_sentences()
        self.story.extend(told)
        return told

    def play_on(self) -> list[Told]:
        """Let bots answer what is theirs, and read what they did."""
        self._table.let_bots_play()
        self._look()
        told = self._new_sentences()
        self.story.extend(told)
        return told

    def autoplay(self) -> Iterator[list[Told]]:
        """The sensible bot plays everything to the end, each answer saved; told a Game Turn at a time."""
        told: list[Told] = []
        turn = self.game.state.turn
        while self.game.pending is not None:
            told += self.choose(self.advice())
            if self.game.state.turn != turn or self.game.pending is None:
                turn = self.game.state.turn
                yield told
                told = []

    def undo(self, *, consent: bool = False) -> None:
        """Go back one choice of a person; saved before this returns. Raises UndoRefused."""
        try:
            self._table.undo(1, consent=consent)
        finally:
            self._look()
        self._seen = 0
        self.story = self._new_sentences()

    def close(self) -> None:
        """Let go of the database."""
        self._tables.close()

    def _look(self) -> None:
        with self._table.looking() as game:
            self.game = game

    def _new_sentences(self) -> list[Told]:
        found = []
        while page := self._table.story(self._seen):
            self._seen = page[-1].id
            found += [Told(s.text, s.events, s.beat) for s in page if s.struck is None]
        return found


def create(
    tables: Tables, setup: GameSetup, *, seed: str | None, commitment: str, client_seed: str, name: str
) -> SavedSession:
    """Set up a game and save it: open play with a seed, else fair play under a commitment that was given out."""
    from api.setting_up import BOT
    from gm.seats import Bot
    from gm.tables import FairPlay

    bots = {BOT: Bot.SENSIBLE} if BOT in setup.seats else {}
    record = tables.create(setup, seed if seed is not None else FairPlay(commitment, client_seed), name, bots=bots)
    return SavedSession(tables, tables.open(record.id))


def find(tables: Tables, word: str) -> TableRecord:
    """The table with an id or a name, or the one played at `last`. Raises UnknownTable."""
    from gm.store import UnknownTable

    if word != LAST:
        try:
            return tables.record(word)
        except UnknownTable:
            pass
    known = _all(tables)
    if not known:
        raise UnknownTable("no game is saved here yet; start one with: brimstone-gm play")
    if word == LAST:
        going_on = [record for record in known if not record.outcome]
        return max(going_on or known, key=lambda record: record.updated_at)
    named = [record for record in known if record.name.lower() == word.lower()]
    if len(named) == 1:
        return named[0]
    told = ", ".join(f"{r.id} ({r.name or r.setup.mission})" for r in (named or known)[:5])
    raise UnknownTable(f"{'several tables are called' if named else 'there is no table'} '{word}'; there are {told}")


def _all(tables: Tables) -> list[TableRecord]:
    found: list[TableRecord] = []
    after = ""
    while True:
        page = tables.list(100, after)
        found += page.tables
        after = page.next
        if not after:
            return found
