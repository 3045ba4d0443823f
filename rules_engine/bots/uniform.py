"""A policy that picks any legal option with equal chance, from a stream of its own."""

from __future__ import annotations

from rules_engine.choices import Choice
from rules_engine.dice import Streams, open_key
from rules_engine.game import Game

STREAM = "bot"
FLEE = "flee"


class RandomPolicy:
    """Uniform over the legal options.

    The pick depends on the seed and the Choice's number alone, so a game that is played again goes the same way.
    It flees only with `flee=True`: fleeing is offered every turn, and half of all games would end on their first.
    """

    __slots__ = ("_index", "flee")

    def __init__(self, seed: int | str, flee: bool = False) -> None:
        self.flee = flee
        self._index = Streams(open_key(f"bot:{seed}")).index

    def choose(self, game: Game, choice: Choice) -> str:
        """Any legal answer."""
        options = choice.options
        if not options:
            return self._faces(choice)
        if not self.flee and choice.agree == "all":
            options = tuple(option for option in options if option.id != FLEE)
        return options[self._index(STREAM, choice.id, len(options))].id

    def _faces(self, choice: Choice) -> str:
        """Faces for dice that are rolled at the table."""
        kind, _, spec = (choice.form or "").partition(":")
        assert kind == "dice", f"choice {choice.id} ({choice.kind}) offers nothing: {choice.prompt}"
        sides = [int(word) for word in spec.split(",")]
        return " ".join(str(1 + self._index(f"{STREAM} die {i}", choice.id, s)) for i, s in enumerate(sides))
