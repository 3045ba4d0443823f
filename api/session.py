"""A game with its story, for one terminal: in memory, or saved after every answer (`api.saved`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from api.prose import Paragraph, Told, paragraphs
from rules_engine.errors import IllegalChoice, StaleChoice

if TYPE_CHECKING:
    from gm.instructions import Hands
    from gm.story import Voices
    from rules_engine import Choice, Game, GameSetup
    from rules_engine.bots import SensiblePolicy


class Session:
    """A game, its story, and the bot that may decide. `choose` and `undo` return the sentences that are new.

    `bots` names the seats that the sensible bot plays. `id` is the saved table's; empty if nothing is saved. `untold`
    says why the last telling failed, if it did. Re-rolls that better a roll with less than the
    chance `least` are declined.
    """

    id = ""
    name = ""
    untold = ""
    least = 0.0
    _hands: Hands | None = None  # what hands at a physical table have been told to do

    def __init__(self, game: Game, bots: Sequence[str] = (), voices: Voices | None = None) -> None:
        from gm.story import PlainVoice, Telling

        self.game = game
        self.bots = tuple(bots)
        self._telling = Telling(voices or PlainVoice)
        self._told = 0
        self.story: list[Told] = []
        self._tell()

    # --- playing ------------------------------------------------------------------------------------------------------

    def choose(self, answer: str) -> list[Told]:
        """Answer the pending Choice by an option's id, and let bots answer what is theirs."""
        from rules_engine.bots.trifles import trifle

        self.game.choose(answer)
        self._let_bots_play()
        while (keep := trifle(self.game, self.least)) is not None:
            self.game.choose(keep)
            self._let_bots_play()
        return self._tell()

    def rule(self, effects: object, reason: str, subject: str | None = None) -> list[Told]:
        """The host's ruling at the pending Choice (see `Game.rule`), and what bots answer to what then is asked."""
        self.game.rule(effects, reason, subject)
        self._let_bots_play()
        return self._tell()

    def play_on(self) -> list[Told]:
        """Let bots answer what is theirs at the start."""
        self._let_bots_play()
        return self._tell()

    def autoplay(self) -> Iterator[list[Told]]:
        """The sensible bot plays everything to the end; what is told comes a Game Turn at a time."""
        game, policy = self.game, self._policy()
        turn = game.state.turn
        while game.pending is not None:
            game.choose(policy.choose(game, game.pending))
            if game.state.turn != turn or game.pending is None:
                turn = game.state.turn
                yield self._tell()

    def _let_bots_play(self) -> None:
        game = self.game
        while self.bots and game.pending is not None and self.is_bots(game.pending):
            if not game.pending.options:
                return  # dice of the physical table: people roll them, whoever they are for
            game.choose(self._policy().choose(game, game.pending))

    def undo(self, *, consent: bool = False) -> None:
        """Go back one choice of a person. Raises UndoRefused; what was told of it is struck from the story."""
        self.game.undo(steps=self.steps_to_last_person(), consent=consent)
        self._strike()

    def steps_to_last_person(self) -> int:
        """How many choices back the last one lies that no bot made."""
        made = self.game.choices_made
        for steps, (choice, _) in enumerate(reversed(made), 1):
            if not self.is_bots(choice):
                return steps
        return max(1, len(made))

    def _tell(self) -> list[Told]:
        """Tell what has not been told. A voice that fails stops no game: it is asked again after the next answer."""
        said: list[Told] = []
        try:
            for upto, sentences in self._telling.tell(self.game, self.game.events, self._told):
                said += [Told(s.text, tuple(s.events), s.beat) for s in sentences]
                self._told = upto
            self.untold = ""
        except Exception as error:
            self.untold = f"{type(error).__name__}: {error}"
        self.story.extend(said)
        return said

    def _strike(self) -> None:
        from gm.story import numbered_in_force

        kept = {number for number, _ in numbered_in_force(self.game.events)}
        self.story = [s for s in self.story if all(number in kept for number in s.events)]
        self._told = len(self.game.events)

    # --- bots ---------------------------------------------------------------------------------------------------------

    def is_bots(self, choice: Choice) -> bool:
        """Whether a bot decides a Choice. What the whole party decides is for people, if there are any."""
        hero = self.game.state.heroes.get(choice.who)
        if hero is None:
            return all(seat in self.bots for seat in self.game.setup.seats)
        return hero.seat in self.bots

    def advice(self) -> str:
        """What the sensible bot would answer now: an option's id. IllegalChoice for dice that lie on your own table."""
        choice = self.game.pending
        if choice is None:
            raise StaleChoice("the Adventure is over: nothing is pending")
        if not choice.options:
            raise IllegalChoice("no bot can see the dice on your table: roll them and type the faces")
        return self._policy().choose(self.game, choice)

    def _policy(self) -> SensiblePolicy:
        from rules_engine.bots import SensiblePolicy

        return SensiblePolicy()

    # --- looking back -------------------------------------------------------------------------------------------------

    def prose(self, told: Sequence[Told] | None = None) -> list[Paragraph]:
        """The story, or some sentences of it, in paragraphs."""
        return paragraphs(self.game.events, self.story if told is None else told)

    def receipts(self, count: int) -> list[str]:
        """The receipts of the last rolls, oldest first."""
        from gm.names import Names
        from gm.pack_texts import names_of
        from gm.receipts import receipt
        from gm.story import numbered_in_force
        from rules_engine.events import Rolled

        log = numbered_in_force(self.game.events)
        names = Names(names_of(self.game.library))
        for _, event in log:
            names.see(event)
        rolls = [event.roll for _, event in log if isinstance(event, Rolled)]
        return [receipt(log, roll, names) for roll in rolls[-count:]] if count > 0 else []

    def dice_since(self, number: int, *, but: int | None = None) -> list[str]:
        """What the game's dice have shown since the event with this number, in brief; all rolls `but` one."""
        from gm.names import Names
        from gm.pack_texts import names_of
        from gm.receipts import in_brief
        from gm.story import numbered_in_force

        return in_brief(numbered_in_force(self.game.events), number, Names(names_of(self.game.library)), but=but)

    def gained_since(self, number: int) -> list[str]:
        """The ids of the Items and tokens that heroes have gained since the event with this number, each once."""
        from gm.story import numbered_in_force
        from rules_engine.events import ItemGained, TokenGained

        found: dict[str, None] = {}
        for at, event in numbered_in_force(self.game.events):
            if at > number and isinstance(event, ItemGained):
                found[event.item] = None
            elif at > number and isinstance(event, TokenGained):
                found[event.token] = None
        return list(found)

    def facts(self, count: int) -> list[str]:
        """The last things that happened, in plain sentences."""
        from gm.facts import facts_of
        from gm.names import Names
        from gm.pack_texts import names_of
        from gm.story import numbered_in_force

        log = numbered_in_force(self.game.events)
        return [fact.text for fact in facts_of(log, Names(names_of(self.game.library)))][-count:]

    def for_hands(self) -> list[str]:
        """What hands must do at a physical table for what has happened since this was last asked; else nothing."""
        if not self.game.setup.table_dice:
            return []
        from gm.instructions import Hands
        from gm.pack_texts import names_of

        if self._hands is None:
            self._hands = Hands(names_of(self.game.library))
        return self._hands.new(self.game.events)

    def write_journal(self, path: Path) -> None:
        """Write the journal as it stands."""
        path.write_bytes(self.game.journal.dump())

    def close(self) -> None:
        """Let go of what is held open; nothing in memory needs it."""


def start(
    setup: GameSetup,
    *,
    seed: str | None = None,
    secret: bytes | None = None,
    client_seed: str = "",
    bots: Sequence[str] = (),
) -> Session:
    """A game that is not saved, told as the settings say: open play with a seed, else fair play under the secret."""
    from gm.story import voices_by_settings
    from rules_engine import Game

    voices, _ = voices_by_settings()
    return Session(Game.start(setup, seed, secret=secret, client_seed=client_seed), bots, voices)
