"""The game in a terminal: shows what changed, asks, understands, plays, and saves after each answer.

Lines come from `ask(prompt)`, so that a test can be the player. What a player types is never trusted: it is compared
with the legal options, and shown back only as plain text.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from api import finale, screen
from api.answers import Listing, listing, understand
from api.commands import COMMANDS, Commands
from api.explain import name_of
from api.prose import Told
from api.screen import safe
from api.session import Session
from gm.grammar import humanised
from gm.record_words import record_in_words, record_of
from rules_engine.choices import PARTY
from rules_engine.errors import BrimstoneError

MAP_KINDS = frozenset({"attack", "search", "turn"})
LAST_WORDS = 6
MOST_DICE = 12
Ask = Callable[[str], str]


class Leave(Exception):
    """The player wants to go; what is saved is saved."""


class Terminal:
    """One person (or several around one keyboard) at a table. Questions are answered from a `collection` of the user's
    own books too, where one is named."""

    def __init__(
        self,
        session: Session,
        console: Console,
        ask: Ask,
        *,
        journal: Path | None = None,
        collection: str | None = None,
    ) -> None:
        self.session = session
        self.console = console
        self.ask = ask
        self.journal = journal
        self.collection = collection
        self.listed: Listing | None = None
        self.auto_until_turn: int | None = None
        self.shows_dice = True
        self._told_of = len(session.game.events)
        self._explained: dict[str, None] = {}
        self._shown: dict[str, str] = {}
        self._turn = -1
        self._commands = Commands(self)

    # --- the loop -----------------------------------------------------------------------------------------------------

    def play(self) -> bool:
        """Play until the Adventure is over (True) or the player leaves (False)."""
        try:
            self._go_on_from_before()
            self.tell(self.session.play_on())
            self.tell_figures()
            while self.session.game.pending is not None:
                if self.auto_until_turn is not None and not self._auto():
                    continue
                self.show()
                self._until_answered()
        except (EOFError, KeyboardInterrupt, Leave):
            self.leave()
            return False
        except Exception:
            self.leave()  # a bug shows itself, but the player must know that the game is safe
            raise
        finally:
            self._commands.close()
        finale.show(self.console, self.session, self.journal)
        self._write_journal()
        return True

    def _go_on_from_before(self) -> None:
        """The opening of a new game, or the last that was told of one that goes on."""
        story = self.session.story
        if len(self.session.prose()) > 2 * LAST_WORDS:
            self.say("The story goes on (type story for all of it):", "dim")
            story = story[-LAST_WORDS:]
        self.tell(story)

    def _until_answered(self) -> None:
        number = self.session.game.pending.id if self.session.game.pending is not None else 0
        while True:
            pending = self.session.game.pending
            if pending is None or pending.id != number or self.auto_until_turn is not None:
                return
            typed = self.ask("> ").strip()
            if not typed:
                self.show(again=True)
                continue
            if self._commands.run(typed):
                if self.listed is None:
                    return
                continue
            self._answer(typed)

    def _answer(self, typed: str) -> None:
        if self.listed is None:
            return
        try:
            self.choose(understand(self.session.game, self.listed, typed))
        except BrimstoneError as error:
            self.say(str(error), "yellow")

    def choose(self, answer: str) -> None:
        """Answer the pending Choice and tell what came of it."""
        told = self.session.choose(answer)
        self.listed = None
        self.tell(told)
        self.tell_figures()

    def _auto(self) -> bool:
        """Let the bot decide this; True when its stretch is over."""
        game = self.session.game
        if game.state.turn >= (self.auto_until_turn or 0):
            self.auto_until_turn = None
            return True
        try:
            self.choose(self.session.advice())
        except BrimstoneError as error:
            self.auto_until_turn = None
            self.say(str(error), "yellow")
            return True
        return False

    # --- showing ------------------------------------------------------------------------------------------------------

    def show(self, *, again: bool = False) -> None:
        """Show what changed since the last time, then the pending Choice."""
        game = self.session.game
        choice = game.pending
        if choice is None:
            return
        self.listed = listed = listing(game, choice)
        if again:
            self._shown.clear()
        self._heading()
        setting_up = game.state.phase == "setup"
        if listed.on_map or ((again or choice.kind in MAP_KINDS) and not setting_up):
            self._map(listed.on_map)
        if not setting_up:
            self._changed("track", [screen.depth_track(game)])
            for uid, card in screen.cards_in_play(game).items():
                self._changed(f"card {uid}", [card])
            self._changed_lines("party", screen.party_lines(game))
        self._changed("fight", screen.fight_lines(game, self.console.width))
        self.console.print()
        for line in screen.choice_lines(game, listed):
            self.console.print(line)

    def _heading(self) -> None:
        state = self.session.game.state
        if state.turn != self._turn:
            self._turn = state.turn
            if state.turn:
                self.console.print(Rule(Text(f"Game Turn {state.turn}"), style="dim"))

    def _map(self, marked: frozenset[str]) -> None:
        game = self.session.game
        tiles = screen.tiles_in_view(game, marked)
        picture = screen.board_map(game, marked, tiles=tiles)
        plain = screen.board_map(game, tiles=tiles).plain
        if self._shown.get("map") == plain and not marked:
            return
        self._shown["map"] = plain
        self.console.print()
        self.console.print(picture, soft_wrap=True)
        self.console.print(screen.tile_legend(game, tiles))

    def _changed(self, name: str, lines: Sequence[Text]) -> None:
        plain = "\n".join(line.plain for line in lines)
        if self._shown.get(name, "") != plain:
            self._shown[name] = plain
            for line in lines:
                self.console.print(line)

    def _changed_lines(self, name: str, lines: Sequence[Text]) -> None:
        for place, line in enumerate(lines):
            self._changed(f"{name} {place}", [line])

    def tell(self, told: Sequence[Told]) -> None:
        """Print sentences of the story, in paragraphs."""
        story = self.session.prose(told)
        for paragraph in story:
            self.console.print()
            self.console.print(Text(safe(paragraph.text), "italic"))
        orders = self.session.for_hands()
        if orders:
            self.console.print()
            self.console.print(Text("On the table:", "bold"))
            for order in orders:
                self.console.print(Text(f"  {safe(order)}"))

    def tell_figures(self) -> None:
        """What the story leaves out of what has just happened: what new Items and tokens do, and what the dice showed.

        Each Item and token is explained once; what happened before this was first called is passed over.
        """
        game, since = self.session.game, self._told_of
        self._told_of = len(game.events)
        for id in self.session.gained_since(since):
            record = record_of(game.library, id)
            if id in self._explained or record is None:
                continue
            self._explained[id] = None
            if told := record_in_words(game.library, id):
                self.console.print(Text(f"  {safe(name_of(record))}: {safe(told)}", "dim"))
        parts = self.session.dice_since(since, but=self._asked_to_reroll()) if self.shows_dice else []
        if parts:
            shown = ["…"] * (len(parts) > MOST_DICE) + parts[-MOST_DICE:]
            self.console.print(Text(f"  Dice: {safe(' · '.join(shown))}", "dim"))

    def _asked_to_reroll(self) -> int | None:
        """The roll whose dice the question that comes next shows."""
        choice = self.session.game.pending
        if choice is None or choice.kind != "reroll" or self.auto_until_turn is not None:
            return None
        return int(choice.about["roll"])

    def pass_over(self) -> None:
        """Take what has happened so far as told; after an undo none of it is shown again."""
        self._told_of = len(self.session.game.events)

    def say(self, text: str, style: str = "") -> None:
        """Print a line of our own."""
        self.console.print(Text(safe(text), style))

    # --- leaving ------------------------------------------------------------------------------------------------------

    def leave(self) -> None:
        """Say how to go on."""
        self.console.print()
        self._write_journal()
        if self.session.id:
            self.say(f"Saved. Go on with: brimstone-gm play --resume {self.session.id}   (or --resume last)", "bold")
        else:
            self.say("This game was not saved.", "yellow")

    def _write_journal(self) -> None:
        if self.journal is not None:
            self.session.write_journal(self.journal)
            self.say(f"Journal written to {self.journal}", "dim")

    def decider(self) -> str:
        """Who decides what is pending, by name."""
        choice = self.session.game.pending
        if choice is None or choice.who == PARTY:
            return "the Hero Party"
        name = self.session.game.table.name(choice.who)
        return humanised(name) if name == choice.who else name  # who is still being set up has no sheet yet


__all__ = ["COMMANDS", "Ask", "Leave", "Terminal"]
