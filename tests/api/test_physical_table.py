"""A whole mission at a physical table: every die, card, token and tile is typed in, and figures are moved as told.

The script at the table knows only what the screen says: it moves its own figures by the instructions, rolls its own
dice and draws from its own decks. In the middle the host rules twice, for a card and a slip that no rule foresees.
"""

from __future__ import annotations

import io
import random
import re

from rich.console import Console

from api.session import Session, start
from api.terminal import Terminal
from rules_engine import Choice, GameSetup, party, verify
from rules_engine import events as e
from rules_engine.bots import SensiblePolicy
from rules_engine.setup import DICE_AT_TABLE

RULINGS = {
    40: "rule {gain: {gold: 50}} for Ada Quill because a promo card that only we own",
    90: "rule {heal: {wounds: 2}} for Hester Vane because we forgot her Bandages last turn",
}


class PlayersAtTheTable:
    """Types what a table types: faces, names, options. Keeps the figures where the screen told to put them."""

    def __init__(self, session: Session, out: io.StringIO, seed: int) -> None:
        self.session, self.out = session, out
        self.dice = random.Random(seed)
        self.policy = SensiblePolicy()
        self.figures: dict[str, str] = {}
        self.read = 0
        self.typed: dict[str, int] = {"faces": 0, "names": 0, "answers": 0, "rulings": 0}

    def __call__(self, prompt: str) -> str:
        self.move_figures()
        self.compare()
        choice = self.session.game.pending
        assert choice is not None
        ruling = RULINGS.get(self.typed["answers"])
        if ruling and self.typed["rulings"] < list(RULINGS).index(self.typed["answers"]) + 1 and choice.options:
            if choice.kind in ("move", "search", "attack", "turn"):
                self.typed["rulings"] += 1
                return ruling
        return self.answer(choice)

    def answer(self, choice: Choice) -> str:
        if choice.form and choice.form.startswith("dice:"):
            self.typed["faces"] += 1
            return " ".join(str(self.dice.randint(1, int(sides))) for sides in choice.form[5:].split(","))
        if choice.kind == "name":
            self.typed["names"] += 1
            return self.dice.choice(choice.options).label
        if not any(self.typed["answers"] == at and self.typed["rulings"] == i for i, at in enumerate(RULINGS)):
            self.typed["answers"] += 1
        return self.policy.choose(self.session.game, choice)

    def move_figures(self) -> None:
        text = self.out.getvalue()
        for line in text[self.read :].splitlines():
            order = line.strip()
            if " a Corpse Token" in order or " a Trait" in order:
                continue
            if found := re.fullmatch(
                r"(?:Move|Put|Stand) (.+?) (?:up )?(?:to|on) (\d+\.\d+)(?: by way of .*|, out of .*)?\.", order
            ):
                self.figures[found[1]] = found[2]
            elif found := re.fullmatch(r"Take (.+) off the board\.", order):
                self.figures.pop(found[1], None)
        self.read = len(text)

    def compare(self) -> None:
        """The figures stand where the engine has them."""
        game = self.session.game
        models = [m for m in [*game.state.heroes.values(), *game.state.enemies.values()] if m.space]
        assert self.figures == {game.table.name(model.id): model.space for model in models}


def play_a_mission(seed: int) -> tuple[Session, PlayersAtTheTable, str]:
    setup: GameSetup = party("us-marshal", "rancher", "bandido", table_dice=tuple(sorted(DICE_AT_TABLE)))
    session = start(setup, seed="0")
    out = io.StringIO()
    players = PlayersAtTheTable(session, out, seed)
    console = Console(file=out, width=400, force_terminal=False, highlight=False, markup=False, emoji=False)
    Terminal(session, console, players).play()
    return session, players, out.getvalue()


def test_a_mission_is_played_with_every_die_card_and_tile_typed_in_and_two_rulings() -> None:
    session, players, shown = play_a_mission(1)
    game = session.game
    assert game.over and game.state.outcome in ("victory", "defeat")
    drawn = [event for event in game.events if isinstance(event, e.Rolled | e.Rerolled | e.Picked)]
    assert {event.source for event in drawn} == {"table"} and game.state.ordinals == {}
    assert players.typed["faces"] > 50 and players.typed["names"] > 8
    rulings = [event.reason for event in game.events if isinstance(event, e.HostRuled)]
    assert len(rulings) == players.typed["rulings"] == 2 and "a promo card that only we own" in shown
    assert any(isinstance(event, e.EnemyPlaced) for event in game.events)
    assert verify(game.journal.dump()).fingerprint() == game.fingerprint()
