"""Firing two one-handed guns in one Attack (compilation, "Dual Wielding Ranged Weapons")."""

from __future__ import annotations

from itertools import combinations, permutations
from typing import TYPE_CHECKING

import msgspec

from rules_engine.choices import Option
from rules_engine.procedures.attacks import (
    Weapon,
    assign_hits,
    extra_dice,
    ranged_weapons,
    roll_to_hit,
    targets,
)
from rules_engine.state import Hero

if TYPE_CHECKING:
    from rules_engine.table import Procedure, Table

NO_LIMIT = 10_000


def dual_options(table: Table, hero: Hero) -> list[Option]:
    """Every two one-handed guns; which is the primary one is a choice where the off-hand is worse (C03)."""
    if hero.ally_of:
        return []
    guns = [gun for gun in ranged_weapons(table, hero) if table.library.items[gun.item].hands == 1 and gun.dice]
    pairs = permutations(guns, 2) if table.rules.off_hand_penalty else combinations(guns, 2)
    return [
        Option(f"dual:{a.item},{b.item}", f"fire the {a.name} and, off-hand, the {b.name}; no Critical Hits", a.item)
        for a, b in pairs
        if targets(table, hero, a) or targets(table, hero, b)
    ]


def dual_wield(table: Table, hero: Hero, pair: str) -> Procedure[None]:
    """Both guns in a single Attack, without Critical Hits; the off-hand needs 1 more To Hit where the edition says so.

    All dice are rolled before Hits are assigned, the primary gun's first; both share the Attack Dice Limit and what is
    counted once an Attack.
    """
    guns = {gun.item: msgspec.structs.replace(gun, criticals=False) for gun in ranged_weapons(table, hero)}
    primary, off_hand = (guns[item] for item in pair.split(","))
    off_hand = msgspec.structs.replace(off_hand, to_hit=off_hand.to_hit + table.rules.off_hand_penalty)
    limit = table.rules.attack_dice_limit or NO_LIMIT
    volleys = [(primary, primary.dice), (off_hand, off_hand.dice)]
    caused: dict[str, list[int]] = {}
    rolled = 0
    while volleys and hero.up:
        scored: list[tuple[Weapon, list[bool]]] = []
        for weapon, wanted in volleys:
            dice = min(wanted, limit - rolled)
            if dice > 0 and hero.up and targets(table, hero, weapon):
                rolled += dice
                hits = yield from roll_to_hit(table, hero, weapon, dice)
                scored.append((weapon, hits))
        volleys = []
        for weapon, hits in scored:
            before = extra_dice(table, hero, weapon)
            yield from assign_hits(table, hero, weapon, hits, "", caused)
            gained = extra_dice(table, hero, weapon) - before
            if gained > 0:
                volleys.append((weapon, gained))
