"""A game: start, see what is pending, choose, undo, replay, verify (DESIGN: the public face).

>>> from rules_engine import Game, party
>>> game = Game.start(party("us-marshal", "bandido"), seed=7)
>>> game.pending.kind
'starting_upgrade'
>>> events = game.choose(game.pending.options[0])
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from rules_engine import events as e
from rules_engine import journal as j
from rules_engine.choices import PARTY, Choice, Option, accepted_by_form
from rules_engine.content.library import Library, standard
from rules_engine.dice import DiceSource, Streams, commitment, fair_key, open_key
from rules_engine.errors import (
    AmbiguousChoice,
    ChoiceError,
    ContentError,
    IllegalChoice,
    JournalError,
    NotYourChoice,
    SetupError,
    StaleChoice,
    UndoRefused,
)
from rules_engine.events import Event
from rules_engine.presets import expanded
from rules_engine.procedures.creation import whole_game
from rules_engine.procedures.ruling import HOST, IN_MID_AIR, Ruling, checked, ruling_of
from rules_engine.procedures.turn import adventure
from rules_engine.ruleset import ruleset
from rules_engine.setup import GameSetup, check, initial_state
from rules_engine.state import State, freeze, thaw
from rules_engine.table import Procedure, Rest, Table

if TYPE_CHECKING:
    from rules_engine.explanation import Explanation

CHECKPOINT_EVERY = 8  # choices; to go back or to load, at most so many and an Activation's are made again
REVEALING = (e.Rolled, e.Rerolled, e.Picked, e.CardDrawn, e.TokenRevealed, e.TilePlaced)


class Checkpoint(msgspec.Struct, frozen=True):
    """A place to go on from: how many choices had been made, and the state."""

    choices: int
    state: bytes


class Game:
    """One game. All that changes it is `choose` and `undo`; both answer with the new events.

    Attributes: `setup`, `events` (everything since the start, undone spans included), `state`, `pending` (None when the
    game is over), `journal`.
    """

    def __init__(
        self,
        setup: GameSetup,
        header: j.Header,
        dice: DiceSource,
        library: Library,
        *,
        secret: bytes | None = None,
        checkpoints: bool = True,
        state: State | None = None,
    ) -> None:
        self.setup = setup
        self.library = library
        self.rules = ruleset(setup.edition, setup.switches)
        self.dice = dice
        self.secret = secret
        self.journal = j.Journal(header)
        self.events: list[Event] = []
        self.pending: Choice | None = None
        self._keep = checkpoints
        self._answers: list[str] = []
        self._choices: list[Choice] = []
        self._marks: list[int] = []
        self._votes: dict[str, str] = {}
        self._state0 = freeze(state or initial_state(setup))
        self._checkpoints = [Checkpoint(0, self._state0)]
        self._sit_down(thaw(self._state0))
        self._run(None)
        self._collect()

    # --- starting ----------------------------------------------------------------------------------------------------

    @classmethod
    def start(
        cls,
        setup: GameSetup,
        seed: int | str | None = None,
        *,
        secret: bytes | None = None,
        client_seed: str | None = None,
        dice: DiceSource | None = None,
        library: Library | None = None,
        checkpoints: bool = True,
    ) -> Game:
        """Start a game. With `seed` it is open play; with `secret` fair play: its commitment is published first, then
        it is mixed with `client_seed`. `dice` replaces the streams (scenarios).

        Raises SetupError.
        """
        library = library or standard()
        check(setup, library)
        setup = msgspec.structs.replace(setup, switches=expanded(setup.switches))
        if seed is None and dice is None and secret is None:
            raise SetupError("a game needs a seed (open play) or a secret of 32 random bytes (fair play)")
        content = content_fingerprint(library)
        if seed is not None or dice is not None:
            header = j.Header(j.VERSION, setup, content, seed=str(seed if seed is not None else "scripted"))
            return cls(setup, header, dice or Streams(open_key(str(seed))), library, checkpoints=checkpoints)
        assert secret is not None
        client_seed = client_seed or ""
        header = j.Header(j.VERSION, setup, content, commitment=commitment(secret), client_seed=client_seed)
        return cls(
            setup, header, Streams(fair_key(secret, client_seed)), library, secret=secret, checkpoints=checkpoints
        )

    def _sit_down(self, state: State) -> None:
        self.table = Table(
            state,
            self.library,
            self.rules,
            self.dice,
            table_dice=frozenset(self.setup.table_dice),
            enemy_order=self.setup.enemy_order,
            brutal=self.setup.brutal,
        )
        self._procedure: Procedure[None] = (
            whole_game(self.table, self.setup) if state.phase == "setup" and not state.tiles else adventure(self.table)
        )

    # --- looking -----------------------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The state now. Read only: events alone change it."""
        return self.table.state

    @property
    def first_state(self) -> bytes:
        """The state before the first event; `thaw` reads it."""
        return self._state0

    @property
    def over(self) -> bool:
        """Whether the Adventure is over."""
        return self.pending is None

    def fingerprint(self) -> str:
        """A hash of the whole state."""
        return self.state.fingerprint()

    @property
    def choices_made(self) -> list[tuple[Choice, str]]:
        """The choices that hold, with their answers."""
        return list(zip(self._choices, self._answers, strict=True))

    def explain(self, option: Option | str) -> Explanation:
        """What taking an option would mean: the dice, the exact odds, the figures behind them, the rule.

        Raises StaleChoice, IllegalChoice, AmbiguousChoice.
        """
        from rules_engine.explain import explain

        return explain(self, option)

    # --- playing -----------------------------------------------------------------------------------------------------

    def choose(self, option: Option | str, *, seat: str | None = None, expect: int | None = None) -> Sequence[Event]:
        """Answer the pending Choice; returns the new events. Nothing changes if the answer is not accepted.

        `expect` is the number of the Choice that the answer is meant for. Raises IllegalChoice, AmbiguousChoice,
        StaleChoice, NotYourChoice.
        """
        choice = self.pending
        if choice is None:
            raise StaleChoice("the Adventure is over: nothing is pending")
        if expect is not None and expect != choice.id:
            raise StaleChoice(f"choice {expect} is no longer pending; {choice.id} is: {choice.prompt}")
        answer = option.id if isinstance(option, Option) else self.find(option)
        if isinstance(option, Option) and choice.option(answer) is None:
            raise IllegalChoice(f"'{answer}' is no option now; legal: {', '.join(choice.ids)}")
        if seat is not None:
            self._check_seat(choice, answer, seat)
            taken = choice.option(answer)
            extra = taken is not None and taken.extra  # what a hero may do at any time needs nobody's consent
            if choice.agree == "all" and len(self.setup.seats) > 1 and not extra:
                self._votes[seat] = answer
                if len(self._votes) < len(self.setup.seats) or len(set(self._votes.values())) > 1:
                    return []
        self._votes.clear()
        self._answer(choice, answer, seat or "")
        return self._collect()

    def find(self, words: str) -> str:
        """The option that some words mean: an id, a label, the start of an id or words of one label only."""
        choice = self.pending
        if choice is None:
            raise StaleChoice("the Adventure is over: nothing is pending")
        text = words.strip()
        if choice.option(text) is not None or accepted_by_form(choice, text):
            return text
        for closeness in (3, 2, 1):
            found = [o for o in choice.options if _fits(o, text.lower()) == closeness]
            if len(found) == 1:
                return found[0].id
            if found:
                listed = ", ".join(f"{o.id} ({o.label})" for o in found[:8])
                raise AmbiguousChoice(f"'{text}' fits {len(found)} options: {listed}")
        form = f" or an answer of the form {choice.form}" if choice.form else ""
        raise IllegalChoice(f"'{text}' is no option now; legal: {', '.join(choice.ids)}{form}")

    def seat_of(self, choice: Choice) -> str | None:
        """The seat that decides a Choice; None if it is the whole party's."""
        if choice.who == PARTY:
            return None
        hero = self.state.heroes.get(choice.who)
        # Who is not at the table yet is just being created, in the order of the setup.
        return hero.seat if hero is not None else self.setup.heroes[len(self.state.heroes)].seat

    def _check_seat(self, choice: Choice, answer: str, seat: str) -> None:
        if seat not in self.setup.seats:
            raise NotYourChoice(f"there is no seat '{seat}' at this table")
        option = choice.option(answer)
        if option is not None and option.extra:
            owner = self.state.heroes.get(option.id.split(":")[1])
            if owner is not None and owner.seat != seat:
                raise NotYourChoice(f"{owner.name} belongs to seat {owner.seat}")
            return
        decides = self.seat_of(choice)
        if decides is not None and decides != seat:
            raise NotYourChoice(f"seat {decides} decides for {self.table.name(choice.who)}")

    def _answer(self, choice: Choice, answer: str, seat: str) -> None:
        self._marks.append(len(self.events))
        self._answers.append(answer)
        self._choices.append(choice)
        self.table.emit(_journaled(choice, answer, seat))
        self._run(answer)

    def rule(
        self,
        effects: object,
        reason: str,
        subject: str | None = None,
        *,
        seat: str | None = None,
        expect: int | None = None,
    ) -> Sequence[Event]:
        """The host decrees effects (plain data, docs/effects.md) at the pending Choice, which is then asked again.

        `subject` is the id of the hero or enemy that they are about; if it is None, the hero who is asked. Returns the
        new events. Nothing changes if it is refused: ContentError for effects that cannot be read or applied,
        IllegalChoice where no ruling is allowed now, StaleChoice, NotYourChoice for a seat that is not at the table.
        """
        choice = self.pending
        if choice is None:
            raise StaleChoice("the Adventure is over: nothing is pending")
        if expect is not None and expect != choice.id:
            raise StaleChoice(f"choice {expect} is no longer pending; {choice.id} is: {choice.prompt}")
        if not self.setup.host:
            raise IllegalChoice("this table was set up without a host: nobody may rule by hand")
        if seat is not None and seat not in self.setup.seats:
            raise NotYourChoice(f"there is no seat '{seat}' at this table")
        if self.state.phase in ("setup", "settling"):
            raise IllegalChoice("the host rules while turns are played, not before or after")
        if choice.kind in IN_MID_AIR:
            raise IllegalChoice(f"{choice.prompt}: that first, then the host may rule")
        ruling = checked(self.table, choice, effects, reason, subject)
        answers, choices, marks = list(self._answers), list(self._choices), list(self._marks)
        try:
            self._answer(choice, ruling.answer, seat or "")
        except Exception as error:
            self._checkpoints = [c for c in self._checkpoints if c.choices <= len(answers)]
            self._go_on_from(self._checkpoints[-1], answers)
            self._choices, self._marks = choices, marks
            why = str(error) or type(error).__name__
            raise ContentError(f"ruling: it cannot be applied now: {why}; nothing has changed") from error
        self._votes.clear()
        return self._collect()

    def _run(self, answer: str | None) -> None:
        """Drive the procedures to the next Choice, keeping a checkpoint at each rest."""
        try:
            step = next(self._procedure) if answer is None else self._procedure.send(answer)
            while isinstance(step, Rest):
                if self._keep and len(self._answers) - self._checkpoints[-1].choices >= CHECKPOINT_EVERY:
                    self._checkpoints.append(Checkpoint(len(self._answers), freeze(self.state)))
                step = next(self._procedure)
            self.pending = step
        except StopIteration:
            self.pending = None

    def _collect(self) -> list[Event]:
        new, self.table.events = self.table.events, []
        self.events.extend(new)
        self.journal.append(new)
        if self.pending is None and self.state.outcome:
            self.journal.seal(self.state, self.secret)
        return new

    # --- going back --------------------------------------------------------------------------------------------------

    def undo(self, *, steps: int = 1, consent: bool = False) -> Sequence[Event]:
        """Go back so many choices. Raises UndoRefused if there are not so many, if the game is over, or if dice, cards,
        tiles or tokens were revealed since and `consent` (of every seat) is not given.
        """
        if self.journal.sealed is not None:
            raise UndoRefused("the Adventure is over and its journal is sealed")
        if steps < 1 or steps > len(self._answers):
            raise UndoRefused(f"{len(self._answers)} choices can be undone, not {steps}")
        keep = len(self._answers) - steps
        since = self.events[self._marks[keep] :]
        revealed = any(isinstance(event, REVEALING) for event in since)
        if revealed and not consent:
            raise UndoRefused("dice, cards or tiles were revealed since: everyone at the table must consent")
        number = self._choices[keep].id
        answers, choices, marks = self._answers[:keep], self._choices[:keep], self._marks[:keep]
        self._checkpoints = [c for c in self._checkpoints if c.choices <= keep]
        start = self._checkpoints[-1]
        self._go_on_from(start, answers)
        self._choices, self._marks = choices, marks
        self._votes.clear()
        undone = e.Undone(number, revealed)
        self.events.append(undone)
        self.journal.append([undone])
        return [undone]

    def _go_on_from(self, start: Checkpoint, answers: list[str]) -> None:
        """Restore a checkpoint and make the later choices again; their events are known already."""
        self._sit_down(thaw(start.state))
        self._answers = answers[: start.choices]
        kept, self._keep = self._keep, False
        self._run(None)
        for answer in answers[start.choices :]:
            choice = self.pending
            assert choice is not None
            self._answers.append(answer)
            self.table.emit(_journaled(choice, answer, ""))
            self._run(answer)
        self.table.events = []
        self._keep = kept

    # --- again -------------------------------------------------------------------------------------------------------

    @classmethod
    def replay(cls, data: bytes | str, *, library: Library | None = None, secret: bytes | None = None) -> Game:
        """Play a journal again: every die derived anew, every choice made again, every event compared.

        Raises JournalError where it does not come out the same.
        """
        reading = j.read(data)
        library = library or standard()
        header = reading.header
        if header.content != content_fingerprint(library):
            raise JournalError(
                f"line 1: the journal was played with other content "
                f"({header.content[:12]}, here {content_fingerprint(library)[:12]})"
            )
        if header.seed is not None:
            dice: DiceSource = Streams(open_key(header.seed))
        else:
            if secret is None and reading.seal is not None and reading.seal.secret:
                try:
                    secret = bytes.fromhex(reading.seal.secret)
                except ValueError:
                    raise JournalError(f"line {len(reading.events) + 2}: the seal's secret is no hex text") from None
            if secret is None:
                raise JournalError("line 1: fair play: the secret is not revealed yet, so no die can be derived")
            if commitment(secret) != header.commitment:
                raise JournalError("line 1: the secret does not fit the commitment")
            dice = Streams(fair_key(secret, header.client_seed or ""))
        try:
            check(header.setup, library)
        except SetupError as error:
            raise JournalError(f"line 1: {error}") from None
        game = cls(header.setup, header, dice, library, secret=secret)
        game._follow(reading.events)
        if reading.seal is not None and (game.journal.sealed is None or game.journal.sealed != reading.seal):
            raise JournalError(f"line {len(reading.events) + 2}: the seal does not fit the game that was played")
        return game

    def _follow(self, events: list[Event]) -> None:
        place = 0
        while True:
            for event in self.events[place:]:
                if place >= len(events):
                    raise JournalError(f"line {place + 2}: the journal stops before what follows a choice was written")
                if event != events[place]:
                    raise JournalError(
                        f"line {place + 2}: the journal has {j.plain(events[place])}, the game {j.plain(event)}"
                    )
                place += 1
            if place >= len(events):
                return
            told = events[place]
            if isinstance(told, e.Chosen):
                if self.pending is None or self.pending.id != told.choice or self.pending.who != told.who:
                    raise JournalError(f"line {place + 2}: choice {told.choice} was not pending")
                try:
                    answer = self.find(told.option)
                    if told.seat:
                        self._check_seat(self.pending, answer, told.seat)
                except (IllegalChoice, AmbiguousChoice, NotYourChoice) as error:
                    raise JournalError(f"line {place + 2}: {error}") from None
                if answer != told.option:
                    raise JournalError(f"line {place + 2}: '{told.option}' is no option's id")
                self._answer(self.pending, answer, told.seat)
                self._collect()
            elif isinstance(told, e.HostRuled):
                if self.pending is None or self.pending.id != told.choice or self.pending.who != told.who:
                    raise JournalError(f"line {place + 2}: choice {told.choice} was not pending")
                try:
                    self._rule_again(Ruling(told.effects, told.reason, told.subject), told.seat)
                except (ContentError, ChoiceError) as error:
                    raise JournalError(f"line {place + 2}: {error}") from None
            elif isinstance(told, e.Undone):
                steps = sum(1 for choice in self._choices if choice.id >= told.to)
                try:
                    self.undo(steps=steps, consent=True)
                except UndoRefused as error:
                    raise JournalError(f"line {place + 2}: {error}") from None
            else:
                raise JournalError(f"line {place + 2}: {type(told).__name__} does not follow from any choice")

    def _rule_again(self, ruling: Ruling, seat: str = "") -> None:
        try:
            effects = msgspec.json.decode(ruling.effects)
        except msgspec.DecodeError as error:
            raise ContentError(f"ruling: its effects are no JSON: {error}") from None
        self.rule(effects, ruling.reason, ruling.subject, seat=seat or None)

    def snapshot(self) -> bytes:
        """A save: the last checkpoint and the choices since, with the setup; see `restore`."""
        last = self._checkpoints[-1]
        return msgspec.msgpack.encode(
            {
                "version": j.VERSION,
                "setup": self.setup,
                "header": self.journal.header,
                "secret": self.secret,
                "state": last.state,
                "choices": self._answers[last.choices :],
                "head": self.journal.head,
            }
        )

    @classmethod
    def restore(cls, data: bytes, *, library: Library | None = None) -> Game:
        """Go on from a save. The journal of the restored game starts at the checkpoint. Raises JournalError."""
        try:
            save: dict[str, Any] = msgspec.msgpack.decode(data)
            header = msgspec.convert(save["header"], j.Header)
            secret = msgspec.convert(save["secret"], bytes | None)
            answers = msgspec.convert(save["choices"], list[str])
            state = thaw(save["state"])
        except (msgspec.DecodeError, msgspec.ValidationError, KeyError, TypeError) as error:
            raise JournalError(f"this is no save of a game: {error}") from None
        if header.seed is None and secret is None:
            raise JournalError("this is no save of a game: it has neither a seed nor a secret")
        key = open_key(header.seed) if header.seed is not None else fair_key(secret or b"", header.client_seed or "")
        game = cls(header.setup, header, Streams(key), library or standard(), secret=secret, state=state)
        for answer in answers:
            try:
                if answer.startswith(HOST):
                    game._rule_again(ruling_of(answer))
                else:
                    game.choose(answer)
            except (ChoiceError, ContentError) as error:
                raise JournalError(f"the save does not fit this engine or its content: {error}") from None
        return game


def verify(data: bytes | str, *, commitment_or_head: str | None = None, library: Library | None = None) -> Game:
    """Replay a journal and hold it against what was published: the commitment of the start or the head of the end.

    Raises JournalError; also for a journal without its seal when a commitment is given, since it may be cut short.
    """
    reading = j.read(data)
    if commitment_or_head is not None:
        known = {reading.header.commitment, j.first_hash(reading.header)}
        if reading.seal is None:
            raise JournalError("the journal has no seal: it was cut short, or the game is not over")
        if commitment_or_head not in known and commitment_or_head != reading.seal.head:
            raise JournalError("the journal is not the one that was committed to")
    return Game.replay(data, library=library)


def content_fingerprint(library: Library) -> str:
    """A hash of the content's bytes; journals name it, since other cards make another game."""
    return library.fingerprint


def _journaled(choice: Choice, answer: str, seat: str) -> Event:
    """An answer, or a ruling in its place, as the journal has it."""
    if answer.startswith(HOST):
        ruling = ruling_of(answer)
        return e.HostRuled(choice.id, choice.who, choice.kind, ruling.effects, ruling.reason, ruling.subject, seat)
    return e.Chosen(choice.id, choice.who, choice.kind, answer, seat)


def _fits(option: Option, words: str) -> int:
    """How closely some words mean an option: 3 its label, 2 its target or the start of its id, 1 words of it, 0 not."""
    if not words:
        return 0
    if option.label.lower() == words:
        return 3
    if option.id.startswith(words + ":") or (option.target or "").lower() == words:
        return 2
    said = [word.strip(".,:;!?()") for word in option.label.lower().split()]
    return int(all(word in said or word in option.id.lower() for word in words.split()))
