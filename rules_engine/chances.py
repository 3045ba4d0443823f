"""The odds of what can happen at a table now: figures are read as the procedures read them, then counted exactly.

Not counted are abilities that answer to a roll (an extra shot after a kill) and what a player may yet decide.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rules_engine.effects.context import Context
from rules_engine.odds import (
    AttackOdds,
    Blows,
    Distribution,
    GroupOdds,
    Hits,
    OnFace,
    Saves,
    attack,
    capped,
    group_attack,
    to_hit,
    wounds_of_hit,
    wounds_of_hits,
)
from rules_engine.procedures.attacks import Weapon, melee_weapon, ranged_weapons
from rules_engine.procedures.foes import damage_die_of
from rules_engine.procedures.immunity import counts_as_critical, criticals_count, ignores_all, keywords_of
from rules_engine.procedures.ranged_foes import fights_hand_to_hand, ranged_attack_of, shots_of
from rules_engine.state import Enemy, Hero

if TYPE_CHECKING:
    from rules_engine.table import Table


class Figures(NamedTuple):
    """What an enemy sets against a Hit of a weapon now; 0 means none. `health` is what is left of it."""

    defense: int
    defense_critical: int
    armor: int
    cover: int
    health: int


def weapons(table: Table, hero: Hero) -> list[Weapon]:
    """What a hero can attack with now: hand to hand first, then every gun in hand."""
    return [melee_weapon(table, hero), *ranged_weapons(table, hero)]


def attack_dice(table: Table, weapon: Weapon, *, limited: bool = True) -> int:
    """To Hit dice of an Attack, cut to the Attack Dice Limit where the edition has one."""
    limit = table.rules.attack_dice_limit if limited else 0
    return min(weapon.dice, limit) if limit else weapon.dice


def hits_of(
    table: Table, weapon: Weapon, *, dice: int | None = None, reroll: bool = False, limited: bool = True
) -> Distribution[Hits]:
    """Hits and Critical Hits of a weapon's To Hit roll; `reroll` spends one Grit on all misses."""
    count = attack_dice(table, weapon, limited=limited) if dice is None else dice
    critical = table.rules.critical if weapon.criticals else ""
    return to_hit(count, weapon.to_hit, weapon.hit_die, critical, reroll_misses=reroll)


def attack_on(
    table: Table, hero: Hero, weapon: Weapon, enemy: Enemy, *, reroll: bool = False, limited: bool = True
) -> AttackOdds:
    """One Attack with a weapon, all Hits on one enemy."""
    rolled = hits_of(table, weapon, reroll=reroll, limited=limited)
    return attack(rolled, blows(table, hero, weapon, enemy), figures(table, hero, weapon, enemy).health)


def dual_attack_on(
    table: Table, hero: Hero, primary: Weapon, off_hand: Weapon, enemy: Enemy, *, reroll: bool = False
) -> AttackOdds:
    """Both guns in one Attack, all Hits on one enemy; the guns are as `dual_wield` has them."""
    limit = table.rules.attack_dice_limit or primary.dice + off_hand.dice
    first_dice = min(primary.dice, limit)
    first = hits_of(table, primary, dice=first_dice, reroll=reroll)
    second = hits_of(table, off_hand, dice=min(off_hand.dice, limit - first_dice), reroll=reroll)
    mine, other = blows(table, hero, primary, enemy), blows(table, hero, off_hand, enemy)
    later = other._replace(first_plain=None, first_critical=None)
    health = figures(table, hero, primary, enemy).health

    def wounds(scored: tuple[Hits, Hits]) -> Distribution[int]:
        struck = wounds_of_hits(mine, scored[0], health)
        return capped(struck.plus(wounds_of_hits(later if scored[0].hits else other, scored[1], health)), health)

    both = first.then(lambda one: second.map(lambda two: (one, two)))
    total = both.then(wounds)
    return AttackOdds(
        both.map(lambda scored: scored[0].hits + scored[1].hits),
        both.map(lambda scored: scored[0].criticals + scored[1].criticals),
        total,
        total.at_least(health),
    )


def figures(table: Table, hero: Hero, weapon: Weapon, enemy: Enemy) -> Figures:
    """Defense, Armor and Cover that count against a weapon, and the Health that an enemy has left."""
    stats, about = table.stats, _about(hero, weapon, enemy)
    flags = stats.flags(enemy)
    ignored = "defense" in weapon.ignore
    defense = 0 if ignored else stats.enemy(enemy.type, "defense", about)
    critical = 0
    if not ignored and not criticals_count(table, enemy):
        critical = stats.enemy(enemy.type, "defense", about.about(critical=True))
    pierces = "ignore_armor" in stats.flags(hero) or "armor" in weapon.ignore
    armor = 0 if pierces and "armor_not_ignorable" not in flags else stats.enemy(enemy.type, "armor")
    health = stats.enemy(enemy.type, "health") - enemy.wounds
    return Figures(defense, critical, armor, stats.enemy(enemy.type, "cover", about), health)


def blows(table: Table, hero: Hero, weapon: Weapon, enemy: Enemy) -> Blows:
    """Wounds of a plain and of a Critical Hit, the first Hit apart where something counts for a single Hit."""
    against = figures(table, hero, weapon, enemy)

    def of(critical: bool, once: int) -> Distribution[int]:
        if ignores_all(table, enemy, keywords_of(table, _about(hero, weapon, enemy))):
            return wounds_of_hit(weapon.die, -99, against.defense, 0, 0)
        critical = counts_as_critical(table, enemy, critical)
        add = weapon.add + bonus(table, hero, weapon, enemy, critical) - once
        defense = against.defense_critical if critical else against.defense
        return wounds_of_hit(weapon.die, add, defense, against.armor, against.cover)

    once = [single_hit_bonus(table, hero, weapon, critical) for critical in (False, True)]
    if not any(once):
        return Blows(of(False, 0), of(True, 0))
    return Blows(of(False, once[0]), of(True, once[1]), of(False, 0), of(True, 0))


def bonus(table: Table, hero: Hero, weapon: Weapon, enemy: Enemy, critical: bool) -> int:
    """What a hero's abilities and Items add to the Damage of a Hit, the weapon's own figure aside."""
    about = _about(hero, weapon, enemy).about(critical=critical)
    return sum(table.stats.hero(hero, stat, about) for stat in _damage_stats(weapon, critical))


def _damage_stats(weapon: Weapon, critical: bool) -> list[str]:
    return ["damage", f"{weapon.kind}_damage", *(["critical_damage"] if critical else [])]


def single_hit_bonus(table: Table, hero: Hero, weapon: Weapon, critical: bool) -> int:
    """The part of the bonus that is spent by the first Hit."""
    wanted = _damage_stats(weapon, critical)
    single = [x for x in table.state.lasting if x.until == "hit" and x.on == hero.id and x.op == "add"]
    return sum(x.value for x in single if x.stat in wanted)


def _about(hero: Hero, weapon: Weapon, enemy: Enemy) -> Context:
    return Context(
        subject=hero.id,
        owner=hero.id,
        enemy=enemy.id,
        enemy_type=enemy.type,
        kind=weapon.kind,
        item=weapon.item,
        weapon=weapon.name,
        keywords=weapon.keywords,
    )


# --- enemies on a hero ------------------------------------------------------------------------------------------------


def saves_of(table: Table, hero: Hero) -> Saves:
    """What a hero has against physical Hits now."""
    stats, records = table.stats, table.library.items
    shields = [records[item.id].shield for item in hero.items if item.worn]
    return Saves(
        stats.hero(hero, "defense"),
        stats.hero(hero, "cover"),
        max([*shields, stats.hero(hero, "shield")], default=0),
        stats.hero(hero, "armor"),
    )


def group_on(table: Table, type: str, attackers: int, hero: Hero) -> GroupOdds:
    """So many enemies of a type attack a hero together in their Activation: hand to hand, or else from afar.

    Faces that do something besides Wounds, and Shields or preventions that a player decides on, are not counted.
    """
    stats = table.stats
    about = Context(subject=hero.id, enemy_type=type)
    held = stats.held_by_type(type)
    gun = None if fights_hand_to_hand(table, type) else ranged_attack_of(table, type)
    special = [gun.on_face] if gun is not None else [one.ability.on_face for one in held]
    faces = [OnFace(one.at_least, tuple(one.ignore), one.harder) for one in special if one is not None]
    again = any(one.ability.reroll is not None and one.ability.reroll.roll == "to_hit" for one in held)
    any_one = next((x for x in table.state.enemies.values() if x.type == type), None)
    flags = stats.flags(any_one) if any_one is not None else frozenset()
    if gun is not None:
        target, each, damage, more = shots_of(table, type, gun, about)
    else:
        target, each = stats.enemy(type, "melee"), stats.enemy(type, "combat", about)
        damage, more = stats.enemy(type, "damage", about), damage_die_of(table, type)
    return group_attack(
        attackers * each if target else 0,
        target,
        damage,
        saves_of(table, hero),
        table.health_left(hero),
        faces=faces,
        ones_hit="hit_on_ones" in stats.flags(hero),
        ones_again=again,
        first_doubled="first_hit_doubled" in flags and f"{type}|0|first-hit@{hero.id}" not in table.state.used,
        damage_die=more,
    )
