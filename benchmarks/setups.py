"""Random set-ups: any party of 1 to 6, mission, edition and handful of switches that the library and Ruleset know.

Nothing here is listed by hand that the engine can be asked for, so a new class, mission or switch is in play at once.
"""

from __future__ import annotations

import random

import msgspec

from rules_engine import Game, GameSetup, HeroSetup
from rules_engine.content.library import Library, standard
from rules_engine.errors import SetupError
from rules_engine.ruleset import EDITIONS, VALUES
from rules_engine.setup import AllySetup, check

MOST_SWITCHES = 5


def random_switches(draw: random.Random) -> dict[str, object]:
    """Up to five fields of the Ruleset, each at one of its values."""
    names = draw.sample(sorted(VALUES), draw.randint(0, MOST_SWITCHES))
    return {name: draw.choice(VALUES[name]) for name in sorted(names)}


def _allies(draw: random.Random, library: Library) -> tuple[AllySetup, ...]:
    if draw.random() < 0.75:
        return ()
    side = draw.choice(("advanced", "advanced", "basic"))
    return (AllySetup(draw.choice(sorted(library.allies)), side),)


def random_setup(seed: int | str) -> GameSetup:
    """The set-up of a seed: the same on every machine. Allies whom nobody could have hired stay at home, and so
    does a theme of Threat cards that the sets cannot bear."""
    draw = random.Random(f"setup {seed}")
    library = standard()
    classes, sets = sorted(library.heroes), sorted(library.sets)
    party = tuple(
        HeroSetup(draw.choice(classes), level=draw.choice((1, 1, 1, 2, 4, 7)), allies=_allies(draw, library))
        for _ in range(draw.randint(1, 6))
    )
    setup = GameSetup(
        heroes=party,
        mission=draw.choice(sorted(library.missions)),
        edition=draw.choice(sorted(EDITIONS)),
        switches=random_switches(draw),
        set=draw.choice(sets),
        sets=tuple(draw.sample(sets, draw.choice((0, 0, 1, 2)))),
        brutal=draw.random() < 0.1,
        enemy_order=draw.choice(("canonical", "canonical", "ask")),
    )
    alone = msgspec.structs.replace(setup, heroes=tuple(msgspec.structs.replace(hero, allies=()) for hero in party))
    switches = {name: value for name, value in setup.switches.items() if name != "threat_theme"}
    for possible in (setup, alone, msgspec.structs.replace(setup, switches=switches)):
        if _stands(possible, library):
            return possible
    return msgspec.structs.replace(alone, switches=switches)


def _stands(setup: GameSetup, library: Library) -> bool:
    try:
        check(setup, library)
        if setup.switches.get("threat_theme"):
            Game.start(setup, seed=1)  # which cards the theme leaves depends on the sets
    except SetupError:
        return False
    return True
