"""The same seed and the same choices give the same game, byte for byte.

    python -m benchmarks.determinism [--seeds 20] [--flips 200] [--python PATH ...]

For each seed and party: the journals of two fresh processes with different hash seeds, and of each other Python that is
named (it needs msgspec, pydantic and pyyaml), are the same bytes; the game
played again from its choices and the fold of its events have the same fingerprint at the start of every turn; `verify`
passes the journal and refuses it with any one byte changed. Ends with status 1 if anything differs.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import time

from benchmarks.parties import EDITIONS, MISSIONS, heroes
from rules_engine import BrimstoneError, Game, GameSetup, party, verify
from rules_engine import events as e
from rules_engine.bots import RandomPolicy, SensiblePolicy, play
from rules_engine.state import thaw

SIZES = (1, 2, 4, 6)


def setup_of(seed: int, size: int) -> GameSetup:
    """The setup of a seed and a party size: missions and editions turn with the seed."""
    return party(*heroes(size, seed), mission=MISSIONS[seed % len(MISSIONS)], edition=EDITIONS[seed % len(EDITIONS)])


def played(seed: int, size: int) -> Game:
    """A game of a seed and a party size; odd seeds are played at random."""
    game = Game.start(setup_of(seed, size), seed=seed)
    play(game, RandomPolicy(seed) if seed % 2 else SensiblePolicy())
    return game


def hashes(seeds: int) -> dict[str, str]:
    """The hash of each journal."""
    return {
        f"{seed}/{size}": hashlib.sha256(played(seed, size).journal.dump()).hexdigest()
        for seed in range(seeds)
        for size in SIZES
    }


def in_fresh_process(seeds: int, hash_seed: str, python: str = sys.executable) -> subprocess.Popen[bytes]:
    """Start a process that prints the hashes."""
    command = [python, "-m", "benchmarks.determinism", "--seeds", str(seeds), "--hashes"]
    return subprocess.Popen(command, env={**os.environ, "PYTHONHASHSEED": hash_seed}, stdout=subprocess.PIPE)


def turns_differ(game: Game) -> list[int]:
    """Turns at whose start replayed choices and folded events disagree."""
    again = Game.start(game.setup, seed=game.journal.header.seed, library=game.library)
    marks: dict[int, str] = {}
    for _, answer in game.choices_made:
        marks.setdefault(len(again.events), again.fingerprint())
        again.choose(answer)
    marks[len(again.events)] = again.fingerprint()
    state = thaw(game.first_state)
    wrong: list[int] = []
    turn = -1
    for number, event in enumerate(game.events, 1):
        event.apply(state)
        if isinstance(event, e.TurnEnded):
            turn = event.turn
        if number in marks and (state.turn != turn or number == len(game.events)):
            turn = state.turn
            if state.fingerprint() != marks[number]:
                wrong.append(state.turn)
    return wrong


def _drawn(salt: str, number: int, length: int) -> tuple[int, int]:
    draw = hashlib.sha256(f"{salt}:{number}".encode()).digest()
    return int.from_bytes(draw[:8], "big") % length, draw[8] % 8


def flipped_and_passed(data: bytes, flips: int, salt: str) -> list[int]:
    """Positions at which a changed byte is not noticed."""
    missed: list[int] = []
    ends = [(place % len(data), bit) for place in (0, 1, -2, -1) for bit in range(8)]
    for place, bit in [*ends, *(_drawn(salt, number, len(data)) for number in range(flips - len(ends)))]:
        changed = bytearray(data)
        changed[place] ^= 1 << bit
        try:
            verify(bytes(changed))
        except BrimstoneError:
            continue
        missed.append(place)
    return missed


def main() -> int:
    """Run from the command line; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.determinism", description="The same game, byte for byte."
    )
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--flips", type=int, default=200, help="bytes to change in each of a few journals")
    parser.add_argument("--hashes", action="store_true", help="only print the journals' hashes")
    parser.add_argument("--python", action="append", default=[], help="another Python to play the same games")
    options = parser.parse_args()
    if options.hashes:
        print(json.dumps(hashes(options.seeds)))
        return 0
    started = time.perf_counter()
    faults = 0
    runs = [in_fresh_process(options.seeds, hash_seed) for hash_seed in ("0", "4242")]
    first, second = (json.loads(run.communicate()[0]) for run in runs)
    different = [key for key in first if first[key] != second.get(key)]
    print(f"{len(first)} journals in two fresh processes: {len(different)} differ {different[:5] or ''}")
    faults += len(different)
    for python in options.python:
        other = json.loads(in_fresh_process(options.seeds, "7", python).communicate()[0])
        version = subprocess.run([python, "--version"], capture_output=True, text=True).stdout.strip()
        different = [key for key in first if first[key] != other.get(key)]
        print(f"{len(other)} journals under {version}: {len(different)} differ {different[:5] or ''}")
        faults += len(different)
    turns = 0
    for seed in range(options.seeds):
        for size in SIZES:
            game = played(seed, size)
            turns += game.state.turn
            wrong = turns_differ(game)
            if hashlib.sha256(game.journal.dump()).hexdigest() != first[f"{seed}/{size}"]:
                wrong.append(-1)
            if verify(game.journal.dump()).fingerprint() != game.fingerprint():
                wrong.append(-2)
            if wrong:
                faults += 1
                print(f"seed {seed}, {size} heroes: differs at turns {wrong}", file=sys.stderr)
    print(f"replay from choices and fold of events agree over {turns} turns: {'no' if faults else 'yes'}")
    flips = 0
    for seed in (0, 1):
        data = played(seed, SIZES[seed]).journal.dump()
        missed = flipped_and_passed(data, options.flips, str(seed))
        flips += options.flips
        faults += len(missed)
        if missed:
            print(f"journal {seed}: changed bytes not noticed at {missed[:10]}", file=sys.stderr)
    print(f"{flips} journals with one byte changed: {'some were accepted' if faults else 'all refused'}")
    print(f"{time.perf_counter() - started:.0f} s, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
