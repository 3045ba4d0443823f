"""`brimstone-gm simulate`: bots play many games, and `gm.simulation` measures what came of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from api.setting_up import game_setup
from rules_engine import GameSetup
from rules_engine.errors import SetupError

if TYPE_CHECKING:
    from gm.simulation import Report, Spread

DONE = 0


def setup_of(
    heroes: str,
    mission: str,
    edition: str,
    switch: tuple[str, ...],
    brutal: bool,
    sets: str = "",
    *,
    allies: str = "",
    posse_level: int = 1,
) -> GameSetup:
    """What is to be played, checked before the first game. Raises SetupError."""
    return game_setup(
        party=heroes,
        mission=mission,
        edition=edition,
        switch=switch,
        brutal=brutal,
        sets=sets,
        allies=allies,
        posse_level=posse_level,
    )


def simulate(setup: GameSetup, *, games: int, seed: int, policy: str, jobs: int, as_json: bool) -> int:
    """Play the games and print the report. Raises SetupError for an unknown policy."""
    from gm.simulation import simulate as measure
    from rules_engine.bots import RandomPolicy, SensiblePolicy

    if policy not in ("sensible", "random"):
        raise SetupError(f"there is no policy '{policy}'; known: sensible, random")
    report = measure(
        setup.mission,
        setup.heroes,
        games,
        seed,
        SensiblePolicy() if policy == "sensible" else RandomPolicy(seed),
        edition=setup.edition,
        switches=setup.switches,
        brutal=setup.brutal,
        posse_level=setup.posse_level,
        sets=setup.sets,
        jobs=jobs,
    )
    if as_json:
        print(report.to_json().decode())
    else:
        print("\n".join(_lines(report)))
    return DONE


def _lines(report: Report) -> list[str]:
    rate = report.win_rate
    company = ", ".join((*report.heroes, *report.allies))
    lines = [
        f"{report.games} games of {report.mission} ({report.edition}), {company}, {report.policy} bot",
        f"won {report.wins} ({rate.value:.0%}; 95% sure: {rate.low:.0%} to {rate.high:.0%})",
        "how they ended: " + ", ".join(f"{count} {why}" for why, count in report.reasons.items()),
        f"{'':<14}{'mean':>8}{'least':>8}{'middle':>8}{'most':>8}",
    ]
    rows: tuple[tuple[str, Spread], ...] = (
        ("Game Turns", report.turns),
        ("Darkness", report.darkness),
        ("KO'd", report.knocked_out),
        ("deaths", report.deaths),
        *([("Allies killed", report.allies_killed)] if report.allies else []),
        ("Fights", report.fights),
        ("kills", report.kills),
        ("tiles", report.tiles),
        ("Loot", report.loot),
        ("XP", report.xp),
        ("Gold", report.gold),
        ("Dark Stone", report.dark_stone),
        ("choices", report.choices),
    )
    for name, found in rows:
        lines.append(f"{name:<14}{found.mean:>8.1f}{found.least:>8g}{found.middle:>8g}{found.most:>8g}")
    lines.append(f"{report.games_per_second:.1f} games a second")
    return lines
