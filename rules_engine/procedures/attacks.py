"""Hero Attacks: To Hit, assigning Hits, Damage, killing and XP (compilation, "Hero Attacks")."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import msgspec

from rules_engine import events as e
from rules_engine.choices import Option
from rules_engine.dice import SIDES, RolledDie
from rules_engine.effects import nodes as n
from rules_engine.effects.conditions import value_now
from rules_engine.effects.context import Context
from rules_engine.effects.language import Amount
from rules_engine.effects.parse import Ability
from rules_engine.effects.stats import Held
from rules_engine.experience import xp_of_hit
from rules_engine.procedures.aid import ATTACKING, aims, do_instead_of_attacking, instead_of_attacking, take_aim
from rules_engine.procedures.allies import own_melee, own_weapons
from rules_engine.procedures.blast_shields import charge, discharge
from rules_engine.procedures.boosts import into_a_hit
from rules_engine.procedures.corpses import LEAVES_CORPSE, leave_corpse
from rules_engine.procedures.costs import can_pay, limit_key, pay, spent
from rules_engine.procedures.fallen import help_options, help_up
from rules_engine.procedures.harm import gain_xp
from rules_engine.procedures.immobile import only_immobile
from rules_engine.procedures.immunity import counts_as_critical, criticals_count, ignores, keywords_of
from rules_engine.procedures.items import use, uses_of
from rules_engine.procedures.pelts import collect_pelts
from rules_engine.procedures.reach import exposed_enemies
from rules_engine.procedures.rerolls import offer
from rules_engine.procedures.tails import tails_bite
from rules_engine.state import Enemy, Hero

if TYPE_CHECKING:
    from rules_engine.content.schema import EnemySide
    from rules_engine.table import Procedure, Table


class Weapon(msgspec.Struct, frozen=True):
    """What an Attack is made with. `dice` is the number of To Hit dice; `reach` 1 means adjacent only."""

    name: str
    kind: str
    item: str
    dice: int
    to_hit: int
    hit_die: str
    die: str
    add: int
    reach: int
    criticals: bool = True
    free: bool = False
    any_target: bool = False
    ignore: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()

    @property
    def combat(self) -> bool:
        """Whether its Hits are Combat Hits: scored with Combat dice, not by Shots, tokens or without a roll."""
        return self.kind == "melee" and self.reach <= 1


# --- which attacks ----------------------------------------------------------------------------------------------------


def melee_weapon(table: Table, hero: Hero) -> Weapon:
    """The hero's Combat with whatever is in hand; a worn melee weapon sets the dice and adds its Damage."""
    if hero.ally_of:
        return own_melee(table, hero)
    name, item, hit_die, die, add, criticals = "bare hands", "", "D6", "D6", 0, True
    for held in hero.items:
        record = table.library.items[held.id]
        if held.worn and record.weapon is not None and record.weapon.kind == "melee":
            better = record.weapon.add > add or not item
            if better:
                name, item, add = record.name, record.id, record.weapon.add
                hit_die, die, criticals = record.weapon.hit_die, record.weapon.die, record.weapon.criticals
    if "no_melee_criticals" in table.stats.flags(hero):
        criticals = False
    about = Context(subject=hero.id, owner=hero.id, kind="melee", item=item)
    combat = table.stats.hero(hero, "combat", about)
    to_hit = table.stats.hero(hero, "melee_to_hit", about)
    return Weapon(name, "melee", item, combat, to_hit, hit_die, die, add, 1, criticals)


def ranged_weapons(table: Table, hero: Hero) -> list[Weapon]:
    """Every ranged weapon in the hero's hands, or on an Ally's sheet."""
    if hero.ally_of:
        return own_weapons(table, hero, "ranged")
    found = []
    for held in hero.items:
        record = table.library.items[held.id]
        if held.worn and record.weapon is not None and record.weapon.kind == "ranged":
            about = Context(subject=hero.id, owner=hero.id, kind="ranged", item=record.id)
            one_handed = record.hands > 1 and "guns_in_one_hand" in table.stats.flags(hero)
            shots = record.weapon.shots + table.stats.hero(hero, "shots", about)
            reach = record.weapon.range + table.stats.hero(hero, "range", about)
            to_hit = table.stats.hero(hero, "ranged_to_hit", about)
            found.append(
                Weapon(
                    record.name,
                    "ranged",
                    record.id,
                    shots,
                    to_hit,
                    record.weapon.hit_die,
                    record.weapon.die,
                    record.weapon.add,
                    reach,
                    record.weapon.criticals and not one_handed,
                )
            )
    return found


def targets(table: Table, hero: Hero, weapon: Weapon) -> list[Enemy]:
    """Enemies that a Hit may be assigned to now, nearest first.

    Melee: adjacent ones, and those that may be struck from farther off. Ranged: within Range and Line of Sight; while
    any enemy is adjacent, only adjacent ones.
    """
    near = table.adjacent_enemies(hero)
    if weapon.reach <= 1:
        return near + exposed_enemies(table, hero)
    free_choice = weapon.any_target or "ignore_adjacent_first" in table.stats.flags(hero)
    if near and not free_choice:
        return near
    far = table.board.distances_from(hero.space)
    seen = [(table.range_to(far, x), x) for x in table.state.enemies.values() if table.in_reach(hero, x, weapon.reach)]
    return [x for _, x in sorted(seen, key=lambda pair: pair[0])]


def attack(table: Table, hero: Hero) -> Procedure[None]:
    """One Attack, and at most one Free Attack before or after it (compilation, "Hero Attacks", "Free Attacks")."""
    attacked = free_used = False
    while hero.up and table.state.enemies and "activation_over" not in table.stats.flags(hero):
        if attacked and free_used:
            break
        answer = yield from table.ask_open(
            hero.id,
            "attack",
            f"{hero.name} attacks" if not attacked else f"{hero.name} has attacked; a Free Attack?",
            partial(_attack_options, table, hero, attacked, free_used),
            rule="compilation: Hero Attacks",
        )
        verb, _, rest = answer.partition(":")
        if verb == "done":
            break
        if verb == "melee":
            attacked = True
            yield from make_attack(table, hero, melee_weapon(table, hero))
        elif verb == "ranged":
            attacked = True
            weapon = next(w for w in ranged_weapons(table, hero) if w.item == rest)
            yield from make_attack(table, hero, weapon)
        elif verb == "dual":
            from rules_engine.procedures.dual_wield import dual_wield

            attacked = True
            yield from dual_wield(table, hero, rest)
        elif verb == "help":
            attacked = True
            yield from help_up(table, rest)
        elif verb in ("scavenge", "look"):
            from rules_engine.procedures.search import search_by

            attacked = True
            yield from search_by(table, hero, answer)
        elif verb in ATTACKING:
            attacked = True
            yield from do_instead_of_attacking(table, hero, answer)
        elif verb == "free":
            free_used = True
            yield from free_attack(table, hero, rest)
        elif _is_free(table, hero, answer):
            free_used = True
            yield from use(table, answer, ("free_attack",))
        else:
            attacked = True
            yield from use(table, answer, ("attack",))
        yield from discharge(table, hero)
        from rules_engine.procedures.fights import check_fight

        yield from table.fire("attack_ended", Context(subject=hero.id, source="the Attack"))
        check_fight(table)


def _is_free(table: Table, hero: Hero, answer: str) -> bool:
    return any(one.id == answer for one in uses_of(table, hero, "free_attack"))


def _in_words(weapon: Weapon) -> str:
    """Dice, To Hit and Damage of a weapon: `2 D6, 4+, D8 Damage +1`."""
    add = f" {weapon.add:+d}" if weapon.add else ""
    return f"{weapon.dice} {weapon.hit_die}, {weapon.to_hit}+, {weapon.die} Damage{add}"


def _attack_options(table: Table, hero: Hero, attacked: bool, free_used: bool) -> list[Option]:
    from rules_engine.procedures.dual_wield import dual_options
    from rules_engine.procedures.search import scavenge_options

    options = [Option("done", "no Attack" if not attacked else "done")]
    if not attacked:
        weapon = melee_weapon(table, hero)
        if weapon.dice and targets(table, hero, weapon):
            options.append(Option("melee", f"fight hand to hand ({_in_words(weapon)})", weapon.item))
        for gun in ranged_weapons(table, hero):
            if gun.dice and targets(table, hero, gun):
                label = f"fire the {gun.name} ({_in_words(gun)}, Range {gun.reach})"
                options.append(Option(f"ranged:{gun.item}", label, gun.item))
        options += dual_options(table, hero)
        for one in uses_of(table, hero, "attack"):
            if isinstance(one.ability.do[0], n.Flame) and not _has_target(table, hero, one.ability):
                continue
            if isinstance(one.ability.do[0], n.Cast | n.Strike) and not _has_target(table, hero, one.ability):
                continue  # a Spell may only be Cast if it has an effect
            options.append(Option(one.id, f"{one.held.source}: {one.ability.label}", one.ability.id))
        options += help_options(table, hero)
        if only_immobile(table):
            from rules_engine.procedures.search import search_options

            options += search_options(table, hero)
        elif "scavenge_in_fight" in table.stats.flags(hero):
            options += scavenge_options(table, hero)
        options += instead_of_attacking(table, hero)
    if not free_used:
        for number, held, strike in _free_attacks(table, hero):
            if _strike_targets(table, hero, strike):
                options.append(Option(f"free:{number}", f"Free Attack: {held.source}", held.ability.id))
        for one in uses_of(table, hero, "free_attack"):
            if _has_target(table, hero, one.ability):
                label = f"Free Attack: {one.held.source}, {one.ability.label}"
                options.append(Option(one.id, label, one.ability.id))
    return options


def _has_target(table: Table, hero: Hero, ability: Ability) -> bool:
    """Whether there is anybody to use an attack on: no token is offered for nothing."""
    first = n.first_effect(ability.do)
    if isinstance(first, n.Strike):
        return bool(_strike_targets(table, hero, first))
    if isinstance(first, n.Flame):
        from rules_engine.procedures.flames import flame_targets

        return bool(flame_targets(table, hero, first))
    if isinstance(first, n.Harm | n.HitEnemy) and first.to in ("adjacent_one_enemy", "adjacent_enemies"):
        return bool(table.adjacent_enemies(hero))
    if isinstance(first, n.HitEnemy) and first.to == "one_enemy":
        return any(table.board.sees(hero.space, x.space) for x in table.state.enemies.values())
    return bool(table.state.enemies)


def _free_attacks(table: Table, hero: Hero) -> list[tuple[int, Held, n.Strike]]:
    found = []
    for number, held in enumerate(table.stats.held_by(hero)):
        strike = held.ability.free_attack
        if strike is not None and not (held.ability.limit and spent(table, limit_key(held))):
            if can_pay(table, hero, held.ability.cost, held.uid):
                found.append((number, held, strike))
    return found


def free_attack(table: Table, hero: Hero, number: str) -> Procedure[None]:
    """Use a Free Attack: it is Exhausted and made with its own Combat or Shots."""
    held = table.stats.held_by(hero)[int(number)]
    strike_node = held.ability.free_attack
    assert strike_node is not None
    yield from pay(table, hero, held.ability, held)
    yield from strike(table, strike_node, Context(subject=hero.id, owner=hero.id, source=held.source, uid=held.uid))


def _strike_weapon(table: Table, hero: Hero, node: n.Strike, source: str) -> Weapon:
    about = Context(subject=hero.id, owner=hero.id, kind=node.kind)

    def now(amount: Amount | None) -> int:
        if amount is None:
            return 0
        return max(0, value_now(table, amount, about))

    ranged = node.kind == "ranged"
    dice = now(node.shots) if ranged else (now(node.combat) or table.stats.hero(hero, "combat"))
    to_hit = table.stats.hero(hero, f"{node.to_hit or ('ranged' if ranged else 'melee')}_to_hit", about)
    reach = now(node.range) if ranged else 1
    return Weapon(
        source,
        node.kind,
        "",
        dice,
        to_hit,
        node.hit_die,
        node.die,
        node.add,
        reach,
        not hero.ally_of,
        True,
        node.any_target,
        node.ignore,
    )


def _strike_targets(table: Table, hero: Hero, node: n.Strike) -> list[Enemy]:
    return targets(table, hero, _strike_weapon(table, hero, node, ""))


def strike(table: Table, node: n.Strike, about: Context) -> Procedure[None]:
    """An extra or special Attack that an ability gives; `each_adjacent` rolls in full against each adjacent enemy."""
    hero = table.state.heroes.get(about.subject) or table.state.heroes.get(about.owner)
    if hero is None or not hero.up:
        return
    weapon = _strike_weapon(table, hero, node, about.source)
    if words := keywords_of(table, about):
        weapon = msgspec.structs.replace(weapon, keywords=words)
    if node.each_adjacent:
        for enemy in table.adjacent_enemies(hero):
            if enemy.id in table.state.enemies:
                yield from make_attack(table, hero, weapon, only=enemy.id, limited=False)
        return
    if not targets(table, hero, weapon):
        table.emit(e.NothingHappened(about.source, "there is no enemy in reach"))
        return
    yield from make_attack(table, hero, weapon)


# --- one Attack -------------------------------------------------------------------------------------------------------


def is_critical(table: Table, weapon: Weapon, face: int) -> bool:
    """6 or more on a To Hit die (C23: older editions say 6, which matters for a D8).

    What Ambition adds counts, up to the highest face of the die.
    """
    if not weapon.criticals:
        return False
    return face >= 6 if table.rules.critical == "6+" else face == 6


def make_attack(table: Table, hero: Hero, weapon: Weapon, *, only: str = "", limited: bool = True) -> Procedure[None]:
    """Roll To Hit, then assign and resolve the Hits one at a time or in groups.

    At most 8 dice an Attack where the edition limits it, those gained during the Attack included.
    """
    limit = table.rules.attack_dice_limit if limited else 0
    dice = min(weapon.dice, limit) if limit else weapon.dice
    rolled = 0
    caused: dict[str, list[int]] = {}
    while dice > 0 and hero.up:
        rolled += dice
        hits = yield from roll_to_hit(table, hero, weapon, dice)
        before = extra_dice(table, hero, weapon)
        yield from assign_hits(table, hero, weapon, hits, only, caused)
        extra = max(0, extra_dice(table, hero, weapon) - before)
        dice = extra if not limit else min(extra, limit - rolled)
        if not dice or not targets(table, hero, weapon):
            return


def roll_to_hit(table: Table, hero: Hero, weapon: Weapon, dice: int) -> Procedure[list[bool]]:
    """Roll To Hit; for each Hit whether it is Critical, Critical Hits first."""
    roll = yield from table.roll(hero.id, "to hit", (weapon.hit_die,) * dice, target=weapon.to_hit)
    if weapon.kind == "ranged" and aims(table, hero):
        yield from take_aim(table, hero, weapon.to_hit, roll)

    def critical(die: RolledDie) -> bool:
        return die.value >= weapon.to_hit and is_critical(table, weapon, min(die.value, SIDES[die.die]))

    finer = (lambda die: not critical(die)) if weapon.criticals else None
    about = Context(subject=hero.id, owner=hero.id, kind=weapon.kind, item=weapon.item)
    yield from offer(table, roll, hero, "to_hit", lambda die: die.value < weapon.to_hit, finer=finer, about=about)
    yield from tails_bite(table, hero, sum(1 for die in roll.dice if die.value == 1))
    hits = [critical(die) for die in roll.dice if die.value >= weapon.to_hit]
    hits.sort(reverse=True)
    uid = next((item.uid for item in hero.items if item.worn and item.id == weapon.item), 0)
    table.emit(e.AttackMade(hero.id, weapon.name, weapon.kind, len(hits), sum(hits), dice, roll.id, uid))
    if not hits:
        yield from table.fire("attack_missed", about.about(source=weapon.name))
    return hits


def extra_dice(table: Table, hero: Hero, weapon: Weapon) -> int:
    """What counts for more dice while an Attack goes on: Shots, or Combat dice that the Attack itself has earned."""
    if weapon.free:
        return 0
    if weapon.kind == "melee":
        return table.stats.hero(hero, "extra_combat")
    return table.stats.hero(hero, "shots", Context(subject=hero.id, owner=hero.id, kind="ranged", item=weapon.item))


def assign_hits(
    table: Table, hero: Hero, weapon: Weapon, hits: list[bool], only: str, caused: dict[str, list[int]]
) -> Procedure[None]:
    """Hits are assigned one at a time, or several together to one enemy (compilation, "Assigning Hits").

    Critical Hits are assigned first unless the player says otherwise by taking a plain one.
    """
    left = list(hits)
    while left and hero.up:
        able = [x for x in targets(table, hero, weapon) if not only or x.id == only]
        if not able:
            break
        options = []
        for enemy in able:
            name = table.name(enemy.id)
            if left[0]:
                options.append(Option(f"hit:{enemy.id}", f"a Critical Hit on {name}", enemy.id))
            if not left[-1]:
                options.append(
                    Option(f"plain:{enemy.id}" if left[0] else f"hit:{enemy.id}", f"a Hit on {name}", enemy.id)
                )
        if len(left) > 1 and (len(able) > 1 or hero.grit):
            options += [Option(f"all:{x.id}", f"all {len(left)} Hits on {table.name(x.id)}", x.id) for x in able]
        answer = yield from table.ask(
            hero.id,
            "assign_hit",
            f"{hero.name}: {len(left)} {'Hit' if len(left) == 1 else 'Hits'} to assign"
            + (f", {sum(left)} Critical" if any(left) else ""),
            options,
            rule="compilation: Assigning Hits",
            about={"weapon": weapon.name, "kind": weapon.kind},
        )
        verb, _, id = answer.partition(":")
        if verb == "all":
            taken, left = left, []
        elif verb == "plain":
            taken = [left.pop()]
        else:
            taken = [left.pop(0)]
        if len(hits) > 1 or len(able) > 1:
            table.emit(e.HitAssigned(hero.id, id, len(taken)))
        enemy = table.state.enemies[id]
        caused.setdefault(id, [])
        yield from resolve_hits(table, hero, enemy, taken, weapon, caused[id])
    return


def resolve_hits(
    table: Table, hero: Hero, enemy: Enemy, criticals: list[bool], weapon: Weapon, so_far: list[int]
) -> Procedure[None]:
    """Roll Damage for Hits on one enemy and apply them in turn.

    `so_far` holds the Wounds of this Attack's earlier Hits on this enemy, for the XP of large enemies.
    """
    about = Context(
        subject=hero.id,
        owner=hero.id,
        enemy=enemy.id,
        enemy_type=enemy.type,
        kind=weapon.kind,
        item=weapon.item,
        weapon=weapon.name,
        combat_hit=weapon.combat,
        keywords=weapon.keywords,
    )
    if ignores(table, enemy, about):
        return
    roll = yield from table.roll(hero.id, "damage", (weapon.die,) * len(criticals))
    faces = 8 if weapon.die == "D8" else 6
    defense = table.stats.enemy(enemy.type, "defense", about)
    against = (
        f"against {table.name(enemy.id)}, Defense {defense}{', ignored by Critical Hits' if any(criticals) else ''}"
    )
    yield from offer(table, roll, hero, "damage", lambda die: die.value < faces, against=against)
    # Dice of one roll go to the Hits in order, Critical Hits first (our ruling; Hits may be resolved singly instead).
    for value, critical in zip(roll.values, criticals, strict=True):
        if enemy.id not in table.state.enemies:
            break
        yield from resolve_hit(table, hero, enemy, value, critical, weapon, about, so_far, roll.id)


def resolve_hit(
    table: Table,
    hero: Hero,
    enemy: Enemy,
    rolled: int,
    critical: bool,
    weapon: Weapon,
    about: Context,
    so_far: list[int],
    roll: int,
) -> Procedure[None]:
    """One Hit: Damage with its bonuses, less Defense (not for a Critical Hit), then Armor, Wounds, death and XP."""
    critical = counts_as_critical(table, enemy, critical)
    about = about.about(critical=critical)
    yield from table.fire("hit_assigned", about.about(source=weapon.name))
    damage = rolled + weapon.add + table.stats.hero(hero, "damage", about)
    damage += table.stats.hero(hero, f"{weapon.kind}_damage", about)
    if critical:
        damage += table.stats.hero(hero, "critical_damage", about)
    _spend_single_hit(table, hero)
    past = (critical and criticals_count(table, enemy)) or "defense" in weapon.ignore
    defense = 0 if past else table.stats.enemy(enemy.type, "defense", about)
    if weapon.combat and table.stats.boosting(hero):
        damage += yield from into_a_hit(table, hero, enemy, damage, defense, about)
    wounds = max(0, damage - defense)
    cover = table.stats.enemy(enemy.type, "cover", about)
    if cover:
        saved = yield from table.enemy_roll(enemy.type, "enemy cover", ("D6",), cover)
        if saved.successes():
            wounds = 0
    ignore_armor = "ignore_armor" in table.stats.flags(hero) or "armor" in weapon.ignore
    if wounds:
        wounds = yield from _enemy_armor(table, enemy, wounds, ignore_armor, hero)
    wounds = min(wounds, table.stats.enemy(enemy.type, "health") - enemy.wounds)
    table.emit(e.HitResolved(hero.id, enemy.id, damage, defense, critical, wounds, roll))
    yield from table.fire("hit_scored", about.about(amount=wounds, source=weapon.name))
    if wounds > 0 and enemy.id in table.state.enemies:
        yield from _apply_wounds(table, enemy, wounds, hero.id, weapon.name, so_far, about)


def _spend_single_hit(table: Table, hero: Hero) -> None:
    single = [x.uid for x in table.state.lasting if x.until == "hit" and x.on == hero.id]
    if single:
        table.emit(e.LastingEnded(single))


def _enemy_armor(table: Table, enemy: Enemy, wounds: int, ignored: bool, by: Hero | None = None) -> Procedure[int]:
    """An enemy with Armor rolls a die for each Wound it is about to take; `by` is the hero whose Attack does them."""
    armor = table.stats.enemy(enemy.type, "armor")
    if not armor or (ignored and "armor_not_ignorable" not in table.stats.flags(enemy)):
        return wounds
    roll = yield from table.enemy_roll(enemy.type, "enemy armor", ("D6",) * wounds, armor)
    held = roll.successes()
    if held:
        table.emit(e.EnemyArmorHeld(enemy.id, held, roll.id))
        if by is not None:
            charge(table, by, enemy, held)
    return wounds - held


def _apply_wounds(
    table: Table, enemy: Enemy, wounds: int, by: str, because: str, so_far: list[int], about: Context
) -> Procedure[None]:
    type = enemy.type
    health = table.stats.enemy(type, "health")
    wounds = min(wounds, health - enemy.wounds)
    table.emit(e.Wounded(enemy.id, wounds, by, health - enemy.wounds - wounds))
    hero = table.state.heroes.get(by)
    if hero is not None:
        _xp_for_wounds(table, hero, enemy, wounds, so_far)
    so_far.append(wounds)
    if enemy.wounds >= health:
        name, leaves = table.name(enemy.id), LEAVES_CORPSE in table.stats.flags(enemy)
        table.emit(e.EnemyKilled(enemy.id, type, by))
        if leaves:
            leave_corpse(table, enemy.space, table.library.enemies[type].name)
        if hero is not None:
            side = _side(table, type)
            if not side.xp_each:
                gain_xp(table, hero, table.stats.enemy(type, "xp"), f"killing {name}")
            yield from collect_pelts(table, hero, type)
            yield from table.fire(
                "enemy_killed", about.about(subject=by, enemy=enemy.id, enemy_type=type, amount=wounds, source=because)
            )
    elif hero is not None:
        yield from table.fire(
            "enemy_wounded", about.about(subject=by, enemy=enemy.id, enemy_type=type, amount=wounds, source=because)
        )


def _side(table: Table, type: str) -> EnemySide:
    record = table.library.enemies[type]
    group = table.state.groups.get(type)
    return record.brutal if group is not None and group.brutal else record.normal


def _xp_for_wounds(table: Table, hero: Hero, enemy: Enemy, wounds: int, so_far: list[int]) -> None:
    """XP of a large enemy: base once an Attack (C01: base for each wounding Hit) and so much for each Wound."""
    each = _side(table, enemy.type).xp_each
    if not each:
        return
    base = table.stats.enemy(enemy.type, "xp")
    xp = xp_of_hit(table.rules, base, each, wounds, len(so_far))
    gain_xp(table, hero, xp, f"wounding {table.name(enemy.id)}")


def wound_enemy(
    table: Table, enemy: Enemy, wounds: int, by: str, *, ignore: tuple[str, ...] = ("defense",), because: str = ""
) -> Procedure[None]:
    """Wounds that are not from an Attack: Defense and Armor count unless ignored; a hero who deals them gets the XP."""
    if "defense" not in ignore:
        wounds = max(0, wounds - table.stats.enemy(enemy.type, "defense"))
    if wounds and "armor" not in ignore:
        wounds = yield from _enemy_armor(table, enemy, wounds, False)
    if wounds > 0:
        about = Context(subject=by, owner=by, enemy=enemy.id, enemy_type=enemy.type, source=because)
        yield from _apply_wounds(table, enemy, wounds, by, because, [], about)


def automatic_hits(
    table: Table, hero: Hero, enemy: Enemy, count: int, die: str, add: int, critical: bool, because: str
) -> Procedure[None]:
    """Hits that need no To Hit roll, with Damage rolls."""
    weapon = Weapon(because, "melee", "", count, 0, "D6", die, add, 99)
    if count:
        yield from resolve_hits(table, hero, enemy, [critical and not hero.ally_of] * count, weapon, [])
