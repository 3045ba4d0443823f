"""What an attack is worth and how badly a hero fares: the figures that the sensible Hero Party goes by."""

from __future__ import annotations

from functools import cache

from rules_engine.procedures.attacks import Weapon, melee_weapon, ranged_weapons
from rules_engine.procedures.immunity import ignores_all, keywords_of_item
from rules_engine.state import Enemy, Hero
from rules_engine.table import Table

FACES = {"D8": 8}


def hit_chance(weapon: Weapon) -> float:
    """The chance of each To Hit die."""
    sides = FACES.get(weapon.hit_die, 6)
    return max(0.0, min(1.0, (sides + 1 - weapon.to_hit) / sides))


def mean_wounds(weapon: Weapon, defense: int) -> float:
    """Wounds that a plain Hit does on average to an enemy with this Defense, Health aside."""
    return _mean(FACES.get(weapon.die, 6), weapon.add - defense)


@cache
def _mean(sides: int, more: int) -> float:
    return sum(max(0, face + more) for face in range(1, sides + 1)) / sides


def attack_value(table: Table, weapon: Weapon, enemy: Enemy) -> float:
    """Wounds that an Attack does on average to one enemy; more than its Health counts for little."""
    if weapon.item and ignores_all(table, enemy, keywords_of_item(table, weapon.item)):
        return 0.0
    each = mean_wounds(weapon, table.stats.enemy(enemy.type, "defense"))
    return weapon.dice * hit_chance(weapon) * min(each, table.stats.enemy(enemy.type, "health") + 0.5)


def best_gun(table: Table, hero: Hero) -> Weapon | None:
    """The ranged weapon in hand that hits hardest; the longer Range breaks ties."""
    guns = ranged_weapons(table, hero)
    return max(guns, key=lambda gun: (gun.dice * hit_chance(gun) * mean_wounds(gun, 2), gun.reach)) if guns else None


def prefers_melee(table: Table, hero: Hero, gun: Weapon | None) -> bool:
    """Whether a hero does more hand to hand than with the best gun in hand."""
    if gun is None or not gun.dice:
        return True
    blade = melee_weapon(table, hero)
    return blade.dice * hit_chance(blade) * mean_wounds(blade, 2) > gun.dice * hit_chance(gun) * mean_wounds(gun, 2)


def strength_left(table: Table, hero: Hero) -> int:
    """How much a hero can still take, by the worse of Health and Sanity."""
    return min(table.health_left(hero), table.sanity_left(hero))


def together(table: Table, hero: Hero) -> list[Hero]:
    """Whom a hero may treat: adjacent heroes in a Fight, all on the same Map Tile otherwise; the hero too."""
    if table.state.enemies or table.rules.healing_reach == "adjacent":
        return [hero, *(h for h in table.adjacent_heroes(hero.space) if h.id != hero.id)]
    return [h for h in table.state.standing() if table.same_tile(h.space, hero.space)]
