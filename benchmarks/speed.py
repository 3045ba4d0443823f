"""How fast it is, in one run on one core: whole missions, Choices, imports, and Catanatron beside it.

    python -m benchmarks.speed [--seconds 10] [--floor 0]

Missions: four heroes, sensible bots, journal and checkpoints on. Catanatron counts an action for every decision that a
player is asked for, forced ones included; ours count only Choices with two options or more. All times are CPU times of
this process (imports: wall time of a fresh one), so that other work on the machine matters less. Ends with status 1 if
there are fewer missions a second than `--floor`.
"""

from __future__ import annotations

import argparse
import random
import shutil
import subprocess
import sys
import time
from typing import NamedTuple

from benchmarks.parties import FOUR
from rules_engine import Game, party
from rules_engine.bots import Policy, RandomPolicy, SensiblePolicy

IMPORT = """
import time
started = time.perf_counter()
import rules_engine
from rules_engine.content.library import standard
standard()
print(time.perf_counter() - started)
"""


class Pace(NamedTuple):
    """What some seconds of play came to; `waits` are the times of single Choices, in seconds."""

    games: int
    choices: int
    events: int
    seconds: float
    deciding: float
    waits: list[float]


def missions(policy: Policy, seconds: float, first_seed: int = 0) -> Pace:
    """Play whole missions for so many seconds of CPU time."""
    clock, fine = time.process_time, time.perf_counter
    games = choices = events = 0
    deciding = 0.0
    waits: list[float] = []
    started = clock()
    while clock() - started < seconds:
        game = Game.start(party(*FOUR), seed=first_seed + games)
        while (choice := game.pending) is not None:
            asked = fine()
            answer = policy.choose(game, choice)
            told = fine()
            game.choose(answer)
            waits.append(fine() - told)
            deciding += told - asked
            choices += len(choice.options) > 1 or choice.form is not None
        games += 1
        events += len(game.events)
    return Pace(games, choices, events, clock() - started, deciding, waits)


def catanatron(seconds: float) -> tuple[int, float]:
    """Actions of four random players in Catanatron, and the CPU time they took."""
    from catanatron import Color, RandomPlayer  # type: ignore[import-untyped]
    from catanatron import Game as Catan

    random.seed(1)
    actions = games = 0
    started = time.process_time()
    while time.process_time() - started < seconds:
        games += 1
        game = Catan([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)], seed=games)
        game.play()
        actions += len(game.state.actions)
    return actions, time.process_time() - started


def percentile(numbers: list[float], share: float) -> float:
    """The number below which such a share of them lies."""
    ranked = sorted(numbers)
    return ranked[min(len(ranked) - 1, int(share * len(ranked)))] if ranked else 0.0


def fresh(command: list[str], times: int = 3) -> tuple[float, str]:
    """The least wall time of a command over some runs, and what it printed last."""
    best, printed = float("inf"), ""
    for _ in range(times):
        started = time.perf_counter()
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        if run.returncode:
            return float("nan"), run.stderr.strip()[-200:]
        best, printed = min(best, time.perf_counter() - started), run.stdout
    return best, printed


def import_time(times: int = 3) -> float:
    """The least time in which a fresh process imports the engine with its content."""
    return min(float(fresh([sys.executable, "-c", IMPORT], 1)[1]) for _ in range(times))


def show(name: str, pace: Pace) -> None:
    """Print one line of figures on whole missions."""
    print(
        f"{name:12} {pace.games / pace.seconds:6.1f} missions/s  {pace.choices / pace.seconds:7.0f} choices/s  "
        f"{pace.events / pace.seconds:7.0f} events/s  choose p50 {1e3 * percentile(pace.waits, 0.5):.3f} ms  "
        f"p99 {1e3 * percentile(pace.waits, 0.99):.3f} ms  "
        f"policy {1e6 * pace.deciding / max(1, len(pace.waits)):.0f} us"
    )


def main() -> int:
    """Run from the command line; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed", description="How fast the engine is.")
    parser.add_argument("--seconds", type=float, default=10.0, help="CPU seconds for each part")
    parser.add_argument("--floor", type=float, default=0.0, help="missions a second with sensible bots that are enough")
    options = parser.parse_args()
    part = options.seconds / 2
    missions(SensiblePolicy(), min(1.0, part))
    sensible = [missions(SensiblePolicy(), part, 0)]
    random_play = [missions(RandomPolicy(0), part, 0)]
    others = [catanatron(part)] if _installed("catanatron") else []
    sensible.append(missions(SensiblePolicy(), part, 10_000))
    random_play.append(missions(RandomPolicy(1), part, 10_000))
    if others:
        others.append(catanatron(part))
    ours, theirs = _both(sensible), _both(random_play)
    show("sensible", ours)
    show("random", theirs)
    if others:
        pace = sum(actions for actions, _ in others) / sum(seconds for _, seconds in others)
        print(
            f"catanatron   {pace:.0f} actions/s; our choices for each of its actions: "
            f"random {theirs.choices / theirs.seconds / pace:.2f}, sensible {ours.choices / ours.seconds / pace:.2f}"
        )
    print(f"import       {import_time():.3f} s with content")
    command = shutil.which("brimstone-gm", path=sys.prefix + "/bin") or shutil.which("brimstone-gm")
    if command is not None:
        seconds, said = fresh([command, "--help"])
        print(f"--help       {seconds:.3f} s" if seconds == seconds else f"--help       does not run: {said}")
    rate = ours.games / ours.seconds
    if rate < options.floor:
        print(f"{rate:.1f} missions/s are fewer than {options.floor}", file=sys.stderr)
        return 1
    return 0


def _both(paces: list[Pace]) -> Pace:
    return Pace(
        sum(pace.games for pace in paces),
        sum(pace.choices for pace in paces),
        sum(pace.events for pace in paces),
        sum(pace.seconds for pace in paces),
        sum(pace.deciding for pace in paces),
        [wait for pace in paces for wait in pace.waits],
    )


def _installed(name: str) -> bool:
    from importlib.util import find_spec

    return find_spec(name) is not None


if __name__ == "__main__":
    sys.exit(main())
