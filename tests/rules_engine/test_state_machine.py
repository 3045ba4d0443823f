"""Undo, saves and replays at any Choice of any game: a state machine that plays, goes back, saves and loads.

The machine plays one game. Beside it stands nothing but the answers given so far: a game that is played anew from them
must be the same game, and so must one that went back, or was saved and loaded, at any place.
"""

from __future__ import annotations

import hypothesis.strategies as st
from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from benchmarks.setups import random_setup
from rules_engine import Game, fold
from rules_engine.bots import RandomPolicy
from rules_engine.state import thaw


class AnyGame(RuleBasedStateMachine):
    """A game of any setup, in which somebody keeps changing their mind."""

    game: Game

    def __init__(self) -> None:
        super().__init__()
        self.prints: list[str] = []
        self.steps = 0

    @initialize(seed=st.integers(0, 10_000), skip=st.integers(0, 120))
    def sit_down(self, seed: int, skip: int) -> None:
        self.game = Game.start(random_setup(seed), seed=seed)
        policy = RandomPolicy(seed, flee=False)
        for _ in range(skip):
            if self.game.pending is None:
                break
            self._answer(policy.choose(self.game, self.game.pending))

    def _answer(self, answer: str) -> None:
        self.prints.append(self.game.fingerprint())
        self.game.choose(answer)

    def _playing(self) -> bool:
        return hasattr(self, "game") and self.game.pending is not None

    @precondition(_playing)
    @rule(number=st.integers(0, 10_000))
    def choose(self, number: int) -> None:
        choice = self.game.pending
        assert choice is not None
        if choice.options:
            self._answer(choice.options[number % len(choice.options)].id)

    @precondition(_playing)
    @rule(seed=st.integers(0, 10_000), count=st.integers(1, 12))
    def play_on(self, seed: int, count: int) -> None:
        policy = RandomPolicy(seed, flee=False)
        for _ in range(count):
            if self.game.pending is None:
                return
            self._answer(policy.choose(self.game, self.game.pending))

    @precondition(lambda self: self._playing() and self.prints)
    @rule(steps=st.integers(1, 30))
    def go_back(self, steps: int) -> None:
        steps = min(steps, len(self.prints))
        self.game.undo(steps=steps, consent=True)
        assert self.game.fingerprint() == self.prints[-steps], f"{steps} back from choice {len(self.prints)}"
        del self.prints[-steps:]

    @precondition(_playing)
    @rule(seed=st.integers(0, 10_000))
    def save_and_load(self, seed: int) -> None:
        loaded = Game.restore(self.game.snapshot(), library=self.game.library)
        assert loaded.fingerprint() == self.game.fingerprint() and loaded.pending == self.game.pending
        policy = RandomPolicy(seed, flee=False)
        for _ in range(6):
            if self.game.pending is None:
                break
            answer = policy.choose(self.game, self.game.pending)
            self._answer(answer)
            loaded.choose(answer)
            assert loaded.pending == self.game.pending
        assert loaded.fingerprint() == self.game.fingerprint()

    @precondition(lambda self: hasattr(self, "game"))
    @rule()
    def play_anew_from_the_journal(self) -> None:
        again = Game.replay(self.game.journal.dump(), library=self.game.library)
        assert again.fingerprint() == self.game.fingerprint() and again.pending == self.game.pending

    @precondition(lambda self: hasattr(self, "game"))
    @invariant()
    def somebody_can_always_go_on(self) -> None:
        choice = self.game.pending
        assert choice is None or choice.options or choice.form

    def teardown(self) -> None:
        if not hasattr(self, "game"):
            return
        state = fold(self.game.events, thaw(self.game.first_state))
        assert state.fingerprint() == self.game.fingerprint()


AnyGame.TestCase.settings = settings(
    max_examples=settings().max_examples // 8,
    stateful_step_count=16,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
TestAnyGame = AnyGame.TestCase
