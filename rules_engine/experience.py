"""XP: what wounding, healing and Elite abilities are worth, and what Levels cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_engine.errors import SetupError

if TYPE_CHECKING:
    from rules_engine.ruleset import Ruleset

LEVEL_COSTS = {2: 500, 3: 1_000, 4: 2_000, 5: 3_000, 6: 4_500, 7: 6_000, 8: 8_000}
HIGHEST_LEVEL = max(LEVEL_COSTS)
ELITE_XP = 5
HEALING_XP = 5


def xp_of_hit(rules: Ruleset, base: int, each: int, wounds: int, before: int) -> int:
    """XP of a Hit that wounds a large enemy, after `before` wounding Hits of the same Attack (C01)."""
    return each * wounds + (base if not before or rules.xp_large == "hit" else 0)


def elite_xp(abilities: int) -> int:
    """What so many Elite abilities add to the XP of an enemy (compilation, "Elite Enemies")."""
    return ELITE_XP * abilities


def healing_xp(points: int) -> int:
    """XP for so many Wounds and Sanity Healed on another hero (compilation, "Healing Other Heroes")."""
    return HEALING_XP * points


def xp_between(level: int, goal: int) -> int:
    """XP that a hero spends to come from one Level to another (compilation, "Roll for Free Upgrade Bonus").

    Raises SetupError for what is no Level, or no step upward.
    """
    if not 1 <= level < goal <= HIGHEST_LEVEL:
        raise SetupError(f"from Level {level} to Level {goal}: Levels go up, from 1 to {HIGHEST_LEVEL}")
    return sum(LEVEL_COSTS[step] for step in range(level + 1, goal + 1))


def level_bought(level: int, xp: int) -> tuple[int, int]:
    """The Level that a hero comes to by spending XP, and the XP left over: whoever can Level Up must."""
    while level < HIGHEST_LEVEL and xp >= LEVEL_COSTS[level + 1]:
        level, xp = level + 1, xp - LEVEL_COSTS[level + 1]
    return level, xp
