"""Random set-ups: any party of 1 to 6, mission, edition and handful of switches that the library and Ruleset know.

Nothing here is listed by hand that the engine can be asked for, so a new class, mission or switch is in play at once.
"""

from __future__ import annotations

import random

from rules_engine import GameSetup, HeroSetup
from rules_engine.content.library import standard
from rules_engine.ruleset import EDITIONS, VALUES

MOST_SWITCHES = 5


def random_switches(draw: random.Random) -> dict[str, object]:
    """Up to five fields of the Ruleset, each at one of its values."""
    names = draw.sample(sorted(VALUES), draw.randint(0, MOST_SWITCHES))
    return {name: draw.choice(VALUES[name]) for name in sorted(names)}


def random_setup(seed: int | str) -> GameSetup:
    """The set-up of a seed: the same on every machine."""
    draw = random.Random(f"setup {seed}")
    library = standard()
    classes = sorted(library.heroes)
    party = tuple(HeroSetup(cls=draw.choice(classes)) for _ in range(draw.randint(1, 6)))
    return GameSetup(
        heroes=party,
        mission=draw.choice(sorted(library.missions)),
        edition=draw.choice(sorted(EDITIONS)),
        switches=random_switches(draw),
        brutal=draw.random() < 0.2,
        enemy_order=draw.choice(("canonical", "canonical", "ask")),
    )
