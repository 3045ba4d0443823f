"""Many games with nobody watching: how hard is a mission, and for whom?

>>> from rules_engine.bots import SensiblePolicy
>>> report = simulate("scouting-party", ("us-marshal", "rancher"), games=3, seed=1, policy=SensiblePolicy())
>>> report.games, 0.0 <= report.win_rate.low <= report.win_rate.value <= report.win_rate.high <= 1.0
(3, True)
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import msgspec

from rules_engine import Game, GameSetup, HeroSetup
from rules_engine import events as e
from rules_engine.bots import Policy, play
from rules_engine.content.library import Library
from rules_engine.setup import check

Z_95 = 1.959963984540054


class Share(msgspec.Struct, frozen=True):
    """A share of games with its Wilson 95 % interval; all between 0 and 1."""

    value: float
    low: float
    high: float


class Spread(msgspec.Struct, frozen=True):
    """How a number is spread over the games."""

    mean: float
    least: float
    middle: float
    most: float


class Outing(msgspec.Struct, frozen=True):
    """What came of one game. `darkness` is the marker's place on the Depth Track (16 is the Entrance)."""

    outcome: str
    because: str
    turns: int
    darkness: int
    knocked_out: int
    deaths: int
    allies_killed: int
    fights: int
    kills: int
    tiles: int
    loot: int
    xp: int
    gold: int
    dark_stone: int
    choices: int
    seconds: float


class Report(msgspec.Struct, frozen=True):
    """What many games of one mission by one party came to. Sums for the whole party, in each game."""

    mission: str
    edition: str
    heroes: tuple[str, ...]
    allies: tuple[str, ...]
    policy: str
    seed: int
    games: int
    wins: int
    win_rate: Share
    reasons: dict[str, int]
    turns: Spread
    darkness: Spread
    knocked_out: Spread
    deaths: Spread
    allies_killed: Spread
    fights: Spread
    kills: Spread
    tiles: Spread
    loot: Spread
    xp: Spread
    gold: Spread
    dark_stone: Spread
    choices: Spread
    games_per_second: float

    def to_json(self) -> bytes:
        """The report as JSON."""
        return msgspec.json.encode(self, order="deterministic")


def wilson(wins: int, games: int) -> Share:
    """The share of wins with its Wilson 95 % score interval; with no games anything is possible."""
    if games <= 0:
        return Share(0.0, 0.0, 1.0)
    share, z2 = wins / games, Z_95 * Z_95
    centre = (share + z2 / (2 * games)) / (1 + z2 / games)
    half = Z_95 / (1 + z2 / games) * math.sqrt(share * (1 - share) / games + z2 / (4 * games * games))
    low = 0.0 if wins == 0 else max(0.0, centre - half)
    high = 1.0 if wins == games else min(1.0, centre + half)
    return Share(share, low, high)


def spread(numbers: Sequence[float]) -> Spread:
    """Mean, least, middle and most of some numbers; zeros for none."""
    if not numbers:
        return Spread(0.0, 0.0, 0.0, 0.0)
    ranked = sorted(numbers)
    half = len(ranked) // 2
    middle = ranked[half] if len(ranked) % 2 else (ranked[half - 1] + ranked[half]) / 2
    return Spread(sum(ranked) / len(ranked), ranked[0], middle, ranked[-1])


def play_out(
    setup: GameSetup, seed: str, policy: Policy | Mapping[str, Policy], library: Library | None = None
) -> Outing:
    """Play one game to its end and sum it up."""
    started = time.perf_counter()
    game = Game.start(setup, seed=seed, library=library, checkpoints=False)
    play(game, policy)
    if not game.over:
        raise ValueError(f"game {seed}: choice {game.pending} waits for a seat without a policy; give every seat one")
    return summed_up(game, time.perf_counter() - started)


def summed_up(game: Game, seconds: float = 0.0) -> Outing:
    """What came of a game that is over."""
    seen = Counter(type(event) for event in game.events)
    last = game.events[-1]
    because = last.because if isinstance(last, e.AdventureEnded) else ""
    loot = sum(len(event.cards) for event in game.events if isinstance(event, e.LootTaken))
    heroes = game.state.heroes.values()
    return Outing(
        outcome=game.state.outcome,
        because=because,
        turns=game.state.turn,
        darkness=game.state.darkness,
        knocked_out=seen[e.KnockedOut],
        deaths=sum(hero.dead for hero in heroes if not hero.ally_of),
        allies_killed=sum(hero.dead for hero in heroes if hero.ally_of),
        fights=game.state.fights,
        kills=seen[e.EnemyKilled],
        tiles=len(game.state.tiles),
        loot=loot,
        xp=sum(hero.xp for hero in heroes),
        gold=sum(hero.gold for hero in heroes),
        dark_stone=sum(hero.dark_stone for hero in heroes),
        choices=len(game.choices_made),
        seconds=seconds,
    )


def simulate(
    mission: str,
    heroes: Iterable[str | HeroSetup],
    games: int,
    seed: int,
    policy: Policy | Mapping[str, Policy],
    *,
    edition: str = "compilation",
    switches: Mapping[str, object] | None = None,
    brutal: bool = False,
    posse_level: int = 1,
    sets: Sequence[str] = (),
    library: Library | None = None,
    jobs: int = 1,
) -> Report:
    """Play a mission so many times and report how it went. Game `n` has the seed `seed/n`, whatever `jobs` is.

    `jobs` processes share the games; the standard content is loaded in each, so `library` needs a single job.
    Raises SetupError, ValueError.
    """
    from rules_engine.content.library import standard

    members = tuple(hero if isinstance(hero, HeroSetup) else HeroSetup(hero) for hero in heroes)
    setup = GameSetup(
        members,
        mission=mission,
        edition=edition,
        switches=dict(switches or {}),
        brutal=brutal,
        posse_level=posse_level,
        sets=tuple(sets),
    )
    content = library or standard()
    check(setup, content)
    if jobs > 1 and library is not None:
        raise ValueError("content of your own can only be simulated in one process: leave out jobs")
    started = time.perf_counter()
    seeds = [f"{seed}/{number}" for number in range(games)]
    if jobs <= 1:
        outings = [play_out(setup, one, policy, content) for one in seeds]
    else:
        with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
            size = max(1, games // (4 * jobs))
            outings = list(pool.map(play_out, [setup] * games, seeds, [policy] * games, chunksize=size))
    seconds = time.perf_counter() - started
    return report(setup, policy_name(policy), seed, outings, seconds)


def policy_name(policy: Policy | Mapping[str, Policy]) -> str:
    """How a policy is called in a report."""
    if isinstance(policy, Mapping):
        return ", ".join(f"{seat}: {type(one).__name__}" for seat, one in policy.items())
    return type(policy).__name__


def report(setup: GameSetup, policy: str, seed: int, outings: Sequence[Outing], seconds: float) -> Report:
    """The report on some games of one setup."""

    def of(field: str) -> Spread:
        return spread([getattr(outing, field) for outing in outings])

    wins = sum(outing.outcome == "victory" for outing in outings)
    lost = Counter(outing.because for outing in outings if outing.outcome != "victory")
    return Report(
        mission=setup.mission,
        edition=setup.edition,
        heroes=tuple(hero.cls for hero in setup.heroes),
        allies=tuple(ally.type for hero in setup.heroes for ally in hero.allies),
        policy=policy,
        seed=seed,
        games=len(outings),
        wins=wins,
        win_rate=wilson(wins, len(outings)),
        reasons=dict(sorted(lost.items(), key=lambda pair: (-pair[1], pair[0]))),
        turns=of("turns"),
        darkness=of("darkness"),
        knocked_out=of("knocked_out"),
        deaths=of("deaths"),
        allies_killed=of("allies_killed"),
        fights=of("fights"),
        kills=of("kills"),
        tiles=of("tiles"),
        loot=of("loot"),
        xp=of("xp"),
        gold=of("gold"),
        dark_stone=of("dark_stone"),
        choices=of("choices"),
        games_per_second=len(outings) / seconds if seconds > 0 else 0.0,
    )
