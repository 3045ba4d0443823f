"""Random players in many games: nothing may break.

    python -m benchmarks.random_games [--games 2000] [--seed 0]

A third of the games is played at random; in a third every sixth answer is, and the rest are a sensible party's, so
that they come far enough to see what waits there; the last third is drawn to Gates and into OtherWorlds. Parties of
1 to 6 of any classes, all missions and editions with up to five switches turned; in a tenth of the games the heroes
may flee. After every event the invariants are checked, no Choice may be without an answer, at some Choices every
option is taken in a copy of the game and taken back, and each game must end within 200 turns. Ends with status 1 if
anything crashed or broke; `--first N --games 1` looks at a game again.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections import Counter

from benchmarks.setups import random_setup
from rules_engine import EVENT_TYPES, Choice, Game
from rules_engine.board import door_ref
from rules_engine.bots import Policy, RandomPolicy, SensiblePolicy
from rules_engine.errors import SetupError
from rules_engine.invariants import Watch

SAMPLE_EVERY = 29
MOST_OPTIONS = 10
MOST_CHOICES = 20_000
MOST_TURNS = 200


class Wayward:
    """A sensible player who does anything at all every sixth time."""

    def __init__(self, seed: str) -> None:
        self.random, self.sensible = RandomPolicy(seed), SensiblePolicy()
        self.made = 0

    def choose(self, game: Game, choice: Choice) -> str:
        """An answer to the Choice."""
        self.made += 1
        return (self.random if self.made % 6 == 0 else self.sensible).choose(game, choice)


class Curious(Wayward):
    """As wayward, but drawn to every Gate that nobody has looked through, and then on into its World."""

    def choose(self, game: Game, choice: Choice) -> str:
        """An answer to the Choice."""
        table = game.table
        gates = [
            f"{tile.number}.{key}"
            for tile in game.state.tiles
            for key, status in tile.doors.items()
            if status == "gate" and table.board.other_side(door_ref(tile.number, key)) is None
        ]
        if choice.kind == "search":
            for option in choice.options:
                if option.id.partition(":")[2] in gates:
                    return option.id
        beyond = [
            space for tile in game.state.tiles if tile.through_gate for space in table.board.spaces_of(tile.number)
        ]
        goals = [space for gate in gates for space in table.board.door_spaces(door_ref(*_door(gate)))] or beyond
        steps = [option for option in choice.options if option.id.startswith("move:")]
        if choice.kind == "move" and goals and steps and choice.who in game.state.heroes:
            here = game.state.heroes[choice.who].space
            ways = [table.board.distances_from(goal) for goal in goals]

            def off(space: str) -> int:
                return min(way.get(space, 999) for way in ways)

            nearest = min(steps, key=lambda option: (off(option.target or ""), option.id))
            if off(nearest.target or "") < off(here):
                return nearest.id
        return super().choose(game, choice)


def _door(name: str) -> tuple[int, str]:
    number, _, key = name.partition(".")
    return int(number), key


def try_every_option(game: Game) -> list[str]:
    """Take each option of the pending Choice in a copy of the game, and take it back; names what went wrong."""
    choice = game.pending
    if choice is None:
        return []
    wrong: list[str] = []
    before = game.fingerprint()
    copy = Game.restore(game.snapshot(), library=game.library)
    if copy.fingerprint() != before or copy.pending != choice:
        return [f"a_save_is_the_game (choice {choice.id}, {choice.kind})"]
    step = max(1, len(choice.options) // MOST_OPTIONS)
    for option in choice.options[::step]:
        copy.choose(option, expect=choice.id)
        if copy.over:
            copy = Game.restore(game.snapshot(), library=game.library)
            continue
        copy.undo(consent=True)
        if copy.fingerprint() != before or copy.pending != choice:
            wrong.append(f"undo_brings_everything_back (choice {choice.id}, {choice.kind}: {option.id})")
            copy = Game.restore(game.snapshot(), library=game.library)
    return wrong


def play_one(number: int, seed: int) -> tuple[Game, int, int, list[str]]:
    """Play a numbered game under watch: the game, its choices, the options tried, and what was wrong."""
    name = f"{seed}-{number}"
    policies = (RandomPolicy(name, flee=number % 10 == 8), Wayward(name), Curious(name))
    policy: Policy = policies[number % 3]
    game = Game.start(random_setup(name), seed=name)
    watch = Watch(game)
    wrong = watch.look()
    made = tried = 0
    while game.pending is not None and not wrong:
        made += 1
        if made > MOST_CHOICES or game.state.turn > MOST_TURNS:
            wrong.append(f"a_game_ends (turn {game.state.turn}, choice {made})")
            break
        if not game.pending.options and not game.pending.form:
            wrong.append(f"somebody_can_go_on (choice {game.pending.kind})")
            break
        if (made + number) % SAMPLE_EVERY == 0:
            wrong += try_every_option(game)
            tried += 1
        game.choose(policy.choose(game, game.pending))
        wrong += watch.look()
    return game, made, tried, wrong


def main() -> int:
    """Run from the command line; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.random_games", description="Random players in many games."
    )
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game, to look at one again")
    options = parser.parse_args()
    started = time.perf_counter()
    outcomes: Counter[str] = Counter()
    broken: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    choices = events = sampled = crashes = turns = 0
    seen: Counter[str] = Counter()
    for number in range(options.first, options.first + options.games):
        try:
            game, made, tried, wrong = play_one(number, options.seed)
        except SetupError as error:
            refused[str(error).partition(":")[0]] += 1
            continue
        except Exception:
            crashes += 1
            print(f"game {number} crashed: {random_setup(f'{options.seed}-{number}')}", file=sys.stderr)
            print(traceback.format_exc(), file=sys.stderr)
            continue
        outcomes[game.state.outcome or "stopped"] += 1
        turns = max(turns, game.state.turn)
        seen.update({type(event).__name__ for event in game.events})
        choices, events, sampled = choices + made, events + len(game.events), sampled + tried
        for name in wrong:
            broken[name.partition(" (")[0]] += 1
            print(f"game {number}: {name}", file=sys.stderr)
    seconds = time.perf_counter() - started
    print(f"games {options.games}  choices {choices}  events {events}  choices tried in full {sampled}")
    print(f"outcomes {dict(sorted(outcomes.items()))}, the longest game {turns} turns")
    rare = sorted(name for name in EVENT_TYPES if not seen[name])
    print(f"kinds of events seen: {len(seen)} of {len(EVENT_TYPES)}; never: {', '.join(rare) or 'none'}")
    print(f"{options.games / seconds:.1f} games/s under watch, {seconds:.0f} s")
    if refused:
        print(f"set-ups that the engine refused with a reason: {dict(refused)}")
    print(f"crashes {crashes}, broken invariants {dict(sorted(broken.items())) or 'none'}")
    return 1 if crashes or broken else 0


if __name__ == "__main__":
    sys.exit(main())
