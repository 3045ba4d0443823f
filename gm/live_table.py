"""A table that is being played at: every action is durable before it is answered, and resolved once.

Other processes may play at the same table: every write first looks whether the game in memory is the one that is
stored, and plays it again from its journal if not. If anything fails, the game in memory is dropped, not trusted.
"""

from __future__ import annotations

import hashlib
import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec
from sqlalchemy import Connection

from gm import store as db
from gm.seats import Bot, bot_to_decide, choices_to_undo, decide, declined
from gm.store import Store, StoredSentence, TableRow, TableUnreadable
from gm.story import Telling, Voices, takes_back, undone_from
from gm.storyteller import Sentence
from rules_engine import Choice, Game, GameSetup, Option
from rules_engine.errors import ChoiceError, JournalError, NotYourChoice, StaleChoice, UndoRefused
from rules_engine.journal import plain

BOT_CHOICES = 200

log = logging.getLogger(__name__)


class NumberedEvent(msgspec.Struct, frozen=True):
    """An event as its journal line has it: its number, and what happened."""

    n: int
    event: dict[str, Any]


class Answer(msgspec.Struct, frozen=True):
    """What came of a choice or an undo: the events (bots' included), and what is pending now.

    `waiting`: the vote is noted, and others have yet to agree. `again`: this was answered before, to the same key.
    """

    table: str
    choice: int
    option: str
    seat: str
    events: tuple[NumberedEvent, ...]
    pending: Choice | None
    over: bool
    outcome: str
    revision: int
    waiting: bool = False
    again: bool = False


class LiveTable:
    """A table that is being played at. Safe to use from several threads."""

    def __init__(
        self,
        store: Store,
        row: TableRow,
        voices: Voices,
        changed: Callable[[str], None],
        aside: Callable[[Callable[[], None]], object] | None = None,
    ) -> None:
        self.id = row.id
        self.setup = msgspec.json.decode(row.setup, type=GameSetup)
        self.bots = msgspec.json.decode(row.bots, type=dict[str, Bot])
        self._store = store
        self._changed = changed
        self._aside = aside
        self._asked = threading.Event()
        self._telling = Telling(voices)
        self._telling_lock = threading.Lock()
        self._lock = threading.RLock()
        self._game: Game | None = None
        self._revision = 0
        self._votes: dict[str, str] = {}

    # --- looking ------------------------------------------------------------------------------------------------------

    @contextmanager
    def looking(self) -> Iterator[Game]:
        """The game as it is stored, for as long as you look; read only. Raises UnknownTable, TableUnreadable."""
        with self._lock:
            with self._store.reading() as connection:
                game = self._fresh(connection, db.table_row(connection, self.id))
            yield game

    @property
    def votes(self) -> dict[str, str]:
        """Votes on what is pending, by seat, as of the last look."""
        return dict(self._votes)

    def journal(self, first: int = 0, limit: int | None = None) -> list[bytes]:
        """Journal lines from number `first` on; line 0 is the header."""
        with self._store.reading() as connection:
            db.table_row(connection, self.id)
            return db.read_lines(connection, self.id, first, limit)

    def story(self, after: int = 0, limit: int = 1000) -> list[StoredSentence]:
        """Sentences told after a place in the story, struck ones included."""
        with self._store.reading() as connection:
            return db.read_sentences(connection, self.id, after, limit)

    def story_changes(self, after: int) -> tuple[list[StoredSentence], TableRow]:
        """Sentences told or struck after a place in the story, and the table at the same moment."""
        with self._store.reading() as connection:
            return db.story_changes(connection, self.id, after), db.table_row(connection, self.id)

    # --- playing ------------------------------------------------------------------------------------------------------

    def choose(
        self,
        option: Option | str,
        seat: str | None = None,
        expect: int | None = None,
        idempotency_key: str | None = None,
        *,
        least: float = 0.0,
    ) -> Answer:
        """Answer the pending Choice. Returns after the events are durable; the same key gets the same answer again.

        `least`: re-rolls that come next for the same seat, and better their roll with less than this chance, are
        declined as Choices of their own.

        Raises what `Game.choose` raises, StaleChoice also if the table went on in another process (unless `expect`
        says what is meant), and IdempotencyConflict, StoreFailed, TableUnreadable, UnknownTable.
        """
        words = option.id if isinstance(option, Option) else option

        def act(game: Game) -> tuple[int, str, bool]:
            number = game.pending.id if game.pending is not None else 0
            before = len(game.events)
            self._vote(game, words, seat, expect)
            chosen = game.choices_made[-1][1] if len(game.events) > before else words
            return number, chosen, len(game.events) == before

        return self._write(
            act,
            digest("choose", words, seat, expect, *([least] if least else [])),
            idempotency_key,
            seat or "",
            exact=expect is not None,
            least=least,
        )

    def rule(
        self,
        effects: object,
        reason: str,
        subject: str | None = None,
        seat: str | None = None,
        idempotency_key: str | None = None,
    ) -> Answer:
        """The host's ruling at the pending Choice. Raises what `Game.rule` raises, and what `choose` raises."""

        def act(game: Game) -> tuple[int, str, bool]:
            number = game.pending.id if game.pending is not None else 0
            game.rule(effects, reason, subject, seat=seat)
            self._votes = {}
            return number, "rule", False

        request = digest("rule", repr(effects), reason, subject, seat)
        return self._write(act, request, idempotency_key, seat or "", exact=False)

    def undo(
        self, steps: int = 1, *, consent: bool = False, seat: str | None = None, idempotency_key: str | None = None
    ) -> Answer:
        """Take choices back, and strike the sentences about them. With bots at the table, their choices since the last
        one that a person made count with it. Raises UndoRefused, and what `choose` raises.
        """

        if seat is not None and seat not in self.setup.seats:
            raise NotYourChoice(f"there is no seat '{seat}' at this table")

        def act(game: Game) -> tuple[int, str, bool]:
            game.undo(steps=self._steps(game, steps), consent=consent)
            return (game.pending.id if game.pending is not None else 0), "undo", False

        return self._write(act, digest("undo", steps, consent, seat), idempotency_key, seat or "", exact=False)

    def let_bots_play(self) -> None:
        """Bots answer until a person must decide or the game is over; each stretch is saved on its own."""
        while self.bots:
            with self.looking() as game:
                if bot_to_decide(game, self.bots) is None:
                    return
            try:
                self._write(lambda _: (0, "", False), "", None, "", exact=False)
            except StaleChoice:
                continue

    def _vote(self, game: Game, words: str, seat: str | None, expect: int | None) -> None:
        """One seat answers; where all must agree, bots agree with whoever spoke last."""
        choice = game.pending
        if choice is None or seat is None or choice.agree != "all" or len(self.setup.seats) < 2:
            game.choose(words, seat=seat, expect=expect)
            self._votes = {}
            return
        before = len(game.events)
        game.choose(words, seat=seat, expect=expect)
        votes = {**self._votes, seat: game.find(words) if len(game.events) == before else words}
        for bot in self.bots:
            if len(game.events) == before:
                game.choose(words, seat=bot)
                votes[bot] = votes[seat]
        self._votes = votes if len(game.events) == before else {}

    def _steps(self, game: Game, steps: int) -> int:
        found = choices_to_undo(game, self.bots, steps)
        if found is None:
            raise UndoRefused(f"the people at this table have not made {steps} choices that could be undone")
        return found

    # --- writing ------------------------------------------------------------------------------------------------------

    def _write(
        self,
        act: Callable[[Game], tuple[int, str, bool]],
        request: str,
        key: str | None,
        seat: str,
        *,
        exact: bool,
        least: float = 0.0,
    ) -> Answer:
        """Let something happen, then bots, and save all of it with its answer in one transaction; then tell it."""
        with self._lock:
            game: Game | None = None
            before = 0
            try:
                with self._store.writing() as connection:
                    row = db.table_row(connection, self.id, lock=True)
                    if key is not None:
                        stored = db.stored_answer(connection, self.id, key, request)
                        if stored is not None:
                            answer = msgspec.json.decode(stored, type=Answer)
                            return msgspec.structs.replace(answer, again=True)
                    stale = self._game is not None and self._revision != row.revision
                    game = self._fresh(connection, row)
                    before = len(game.journal.lines)
                    if stale and not exact:
                        raise StaleChoice("the table has gone on elsewhere since you looked: look again, then choose")
                    number, option, waiting = act(game)
                    for _ in range(BOT_CHOICES):
                        bot = bot_to_decide(game, self.bots)
                        if bot is None:
                            keep = declined(game, seat, least)
                            if keep is None:
                                break
                            self._vote(game, keep, seat or None, None)
                            continue
                        self._vote(game, decide(game, self.bots[bot], bot), bot, None)
                    answer = self._answer(game, before, number, option, seat, waiting, row.revision + 1)
                    self._save(connection, row, game, before)
                    if key is not None:
                        db.keep_answer(connection, self.id, key, request, msgspec.json.encode(answer))
            except (ChoiceError, UndoRefused, db.IdempotencyConflict):
                if game is not None and len(game.journal.lines) != before:
                    self._drop()
                raise
            except BaseException:
                self._drop()
                raise
            self._revision = answer.revision
        self.try_to_tell()
        self._changed(self.id)
        return answer

    def _answer(
        self, game: Game, before: int, number: int, option: str, seat: str, waiting: bool, revision: int
    ) -> Answer:
        new = game.events[before - 1 :]
        return Answer(
            table=self.id,
            choice=number,
            option=option,
            seat=seat,
            events=tuple(NumberedEvent(n, plain(event)) for n, event in enumerate(new, before)),
            pending=game.pending,
            over=game.over,
            outcome=game.state.outcome,
            revision=revision,
            waiting=waiting,
        )

    def _save(self, connection: Connection, row: TableRow, game: Game, before: int) -> None:
        lines = game.journal.lines
        db.add_lines(connection, self.id, before, lines[before:])
        story, undone_since = row.story, undone_from(game.events, before - 1)
        if undone_since:
            story += 1
            db.strike_sentences(connection, self.id, undone_since, story)
        db.change_table(
            connection,
            self.id,
            revision=row.revision + 1,
            lines=len(lines),
            votes=msgspec.json.encode(self._votes).decode(),
            outcome=game.state.outcome,
            story=story,
            updated_at=db.now(),
        )

    def _fresh(self, connection: Connection, row: TableRow) -> Game:
        """The game as it is stored: the one in memory if it is that, else played again from its journal."""
        if self._game is not None and self._revision == row.revision:
            return self._game
        self._drop()
        data = b"\n".join(db.read_lines(connection, self.id))
        try:
            game = Game.replay(data, secret=row.secret)
        except JournalError as error:
            raise TableUnreadable(f"table '{self.id}' cannot be played again by this version: {error}") from error
        votes = msgspec.json.decode(row.votes, type=dict[str, str])
        for seat, option in votes.items():
            game.choose(option, seat=seat)
        self._game, self._revision, self._votes = game, row.revision, votes
        return game

    def _drop(self) -> None:
        self._game, self._revision, self._votes = None, 0, {}

    # --- telling ------------------------------------------------------------------------------------------------------

    def try_to_tell(self) -> None:
        """Tell what has not been told, aside if the voice is slow. A voice that fails is logged, and heard again with
        the next telling.
        """
        if self._aside is None:
            self._tell_quietly()
        elif not self._asked.is_set():
            self._asked.set()
            self._aside(self._tell_quietly)

    def _tell_quietly(self) -> None:
        self._asked.clear()
        try:
            self.retell()
        except Exception:
            log.warning("table %s: the story was not told", self.id, exc_info=True)

    def retell(self) -> list[StoredSentence]:
        """Tell what holds and has not been told yet; returns the new sentences. The game may go on meanwhile. Whatever
        the voice raises comes through, and so do UnknownTable, TableUnreadable and StoreFailed.
        """
        told: list[StoredSentence] = []
        with self._telling_lock:
            while True:
                with self._lock:
                    with self._store.reading() as connection:
                        row = db.table_row(connection, self.id)
                        game = self._fresh(connection, row)
                    events = list(game.events)
                if row.told == len(events):
                    return told
                known = row.told
                for upto, said in self._batches(self._telling.tell(game, events, known)):
                    kept = self._keep_told(row, known, upto, said)
                    if kept is None:
                        break
                    known = upto
                    told += kept

    def _batches(self, telling: Iterator[tuple[int, Sequence[Sentence]]]) -> Iterator[tuple[int, Sequence[Sentence]]]:
        """What is told slowly is kept at once; what is told fast is kept together."""
        if self._aside is not None:
            yield from telling
            return
        parts = list(telling)
        yield parts[-1][0], [sentence for _, said in parts for sentence in said]

    def _keep_told(self, row: TableRow, known: int, upto: int, said: Sequence[Sentence]) -> list[StoredSentence] | None:
        """Save sentences; None if others have told it meanwhile, or something was taken back."""
        with self._store.writing() as connection:
            now = db.table_row(connection, self.id, lock=True)
            if now.told != known or takes_back(db.read_lines(connection, self.id, row.lines)):
                return None
            kept = [StoredSentence(n, s.text, tuple(s.events), s.beat) for n, s in enumerate(said, now.story + 1)]
            db.add_sentences(connection, self.id, kept)
            db.change_table(connection, self.id, told=upto, story=now.story + len(kept))
        self._changed(self.id)
        return kept


def digest(*request: object) -> str:
    """A hash of what is asked for, to know it again."""
    return hashlib.sha256(msgspec.json.encode(request, order="deterministic")).hexdigest()
