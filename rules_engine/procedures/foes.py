"""Enemies Activate: targets, movement, attacks (compilation, "Enemy Movement", "Enemy Attacks")."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from rules_engine import events as e
from rules_engine.choices import PARTY, Option
from rules_engine.content.sizes import PUSHED_ASIDE, PUSHES_ASIDE
from rules_engine.dice import ENEMY_DICE, Roll
from rules_engine.effects import nodes as n
from rules_engine.effects.context import Context
from rules_engine.effects.parse import OnFace
from rules_engine.procedures.costs import limit_key, spent
from rules_engine.procedures.extra_large import move_extra_large
from rules_engine.procedures.fixed_maps import barred
from rules_engine.procedures.harm import take_hits
from rules_engine.procedures.immobile import is_immobile
from rules_engine.procedures.movement import lit_from
from rules_engine.procedures.ranged_foes import (
    fights_hand_to_hand,
    ranged_attack_of,
    shoot_heroes,
    strike_around,
    take_aim,
)
from rules_engine.procedures.reach import melee_reach, within
from rules_engine.procedures.rerolls import offer
from rules_engine.procedures.shootout import shootout
from rules_engine.procedures.snap_fire import fall_back, snap_fire
from rules_engine.procedures.sweeps import strikes_around
from rules_engine.procedures.tails import tails_bite
from rules_engine.state import Enemy, Hero

if TYPE_CHECKING:
    from rules_engine.table import Procedure, Table


def activate_enemies(table: Table, type: str) -> Procedure[None]:
    """All enemies of a type: each chooses a target and moves, nearest first; then all of them attack."""
    state = table.state
    table.emit(e.ActivationStarted(type))
    flags = _flags(table, type)
    for one in [x for x in state.enemies.values() if x.type == type]:
        if one.id in state.enemies and table.hears("enemy_activated"):
            yield from table.fire("enemy_activated", Context(enemy=one.id, enemy_type=type, source=""))
    gun = ranged_attack_of(table, type)
    if gun is not None and "shootout" in flags:
        yield from shootout(table, type, gun, flags)
        table.emit(e.ActivationEnded(type))
        return
    snaps = gun is not None and "snap_fire" in flags
    if snaps and gun is not None:
        yield from snap_fire(table, type, gun)
    shoots = gun is not None and not snaps
    _drop_lost_targets(table, type, shoots or "retarget_each_turn" in flags)
    if shoots and gun is not None:
        yield from one_after_another(table, type, lambda enemy: take_aim(table, enemy, gun, flags))
        if fights_hand_to_hand(table, type):
            yield from attack_heroes(table, type)
        yield from shoot_heroes(table, type, gun)
    else:
        yield from one_after_another(table, type, lambda enemy: move_enemy(table, enemy, flags))
        yield from attack_heroes(table, type)
    if snaps:
        yield from one_after_another(table, type, lambda enemy: fall_back(table, enemy, flags))
    table.emit(e.ActivationEnded(type))


def one_after_another(table: Table, type: str, moves: Callable[[Enemy], Procedure[None]]) -> Procedure[None]:
    """Each enemy of a type does something, the nearest to a hero first; who has moved may do more at its end."""
    state = table.state
    waiting = [x.id for x in state.enemies.values() if x.type == type]
    while waiting and state.standing():
        enemy = yield from _next_to_move(table, [state.enemies[id] for id in waiting if id in state.enemies])
        if enemy is None:
            break
        waiting.remove(enemy.id)
        yield from moves(enemy)
        if table.hears("move_ended") and enemy.id in state.enemies:
            yield from table.fire("move_ended", Context(enemy=enemy.id, enemy_type=type, subject=enemy.id, source=""))


def _flags(table: Table, type: str) -> frozenset[str]:
    enemy = next((x for x in table.state.enemies.values() if x.type == type), None)
    return table.stats.flags(enemy) if enemy is not None else frozenset()


def _drop_lost_targets(table: Table, type: str, always: bool) -> None:
    """Enemies stay on target until the hero is KO'd or no longer adjacent (compilation, "Staying on Target")."""
    reach = melee_reach(table, type)
    for enemy in table.state.enemies.values():
        if enemy.type != type or enemy.target is None:
            continue
        hero = table.state.heroes[enemy.target]
        if always or not hero.up or not within(table, enemy, hero, reach):
            table.emit(e.EnemyTargeted(enemy.id, None))


def _next_to_move(table: Table, waiting: list[Enemy]) -> Procedure[Enemy | None]:
    """The enemy nearest to any hero; ties go by tile, space and model, or are asked where the table wants it."""
    if not waiting:
        return None
    standing = table.state.standing()
    ranked = sorted((min(table.range_between(x, h) for h in standing), x.space, x.id) for x in waiting)
    nearest = [id for distance, _, id in ranked if distance == ranked[0][0]]
    if len(nearest) > 1 and table.enemy_order == "ask":
        options = [Option(f"enemy:{id}", table.name(id), id) for id in nearest]
        answer = yield from table.ask(PARTY, "enemy_order", "Which of them moves first?", options)
        return table.state.enemies[answer.partition(":")[2]]
    return table.state.enemies[nearest[0]]


def move_enemy(table: Table, enemy: Enemy, flags: frozenset[str]) -> Procedure[None]:
    """One enemy targets a Random Hero it can reach, among those with the fewest of its type, and moves to the far side.

    "Far side" is the reachable space adjacent to the hero that costs most moves. Who can reach nobody moves as far
    as it can toward the nearest hero.
    """
    state, board = table.state, table.board
    if enemy.target is not None:
        return
    reach = melee_reach(table, enemy.type)
    if "immobile" in flags or reach > 1:
        yield from strike_around(table, enemy, reach, flags)
        if "immobile" in flags or enemy.target is not None:
            return
    if enemy.base:
        yield from move_extra_large(table, enemy, flags)
        return
    standing = state.standing()
    move = table.stats.enemy(enemy.type, "move")
    solid, passable = obstacles(table, enemy, flags)
    leap = "move_through_models" in flags
    reached = board.reach(enemy.space, move, solid, leap=leap)
    ends = {space: cost for space, (cost, _) in reached.items() if space not in passable}
    able = []
    for hero in standing:
        near = board.adjacent[hero.space]
        if any(space in ends for space in near):
            able.append(hero)
    if not able:
        walk(table, enemy, way_to_the_nearest(table, enemy, reached, passable), passable)
        if reach > 1:
            yield from strike_around(table, enemy, reach, flags)
        return
    if "seeks_most_heroes" in flags:
        ends = _amid_most_heroes(table, ends, able)
        able = [hero for hero in able if any(space in ends for space in board.adjacent[hero.space])]
    hero = yield from choose_target(table, enemy, able, flags)
    table.emit(e.EnemyTargeted(enemy.id, hero.id))
    near = board.adjacent[hero.space]
    goal = max((space for space in near if space in ends), key=lambda s: (ends[s], s))
    if goal != enemy.space:
        walk(table, enemy, board.path(reached, goal), passable)


def _amid_most_heroes(table: Table, ends: dict[str, int], able: list[Hero]) -> dict[str, int]:
    """The reachable spaces that are next to as many heroes as possible (forbidden-fortress, "Acid Blobs")."""
    beside = {s: sum(1 for hero in able if s in table.board.adjacent[hero.space]) for s in ends}
    most = max(beside.values())
    return {space: cost for space, cost in ends.items() if beside[space] == most}


def choose_target(table: Table, enemy: Enemy, able: list[Hero], flags: frozenset[str]) -> Procedure[Hero]:
    """A Random Hero among those with the fewest enemies of that type on them; some abilities prefer the richest."""
    load = {h.id: 0 for h in able}
    for other in table.state.enemies.values():
        if other.type == enemy.type and other.target in load:
            load[other.target] += 1
    if "target_most_gold" in flags:
        most = max(h.gold for h in able)
        able = [h for h in able if h.gold == most]
        load = {h.id: load[h.id] for h in able}
    least = min(load.values())
    return (yield from table.random_hero([h for h in able if load[h.id] == least], "enemy target"))


def obstacles(table: Table, enemy: Enemy, flags: frozenset[str]) -> tuple[set[str], set[str]]:
    """Spaces that stop an enemy, and spaces it may pass but not end in (flight; Large ones displace smaller ones)."""
    solid: set[str] = set()
    passable: set[str] = set()
    large = table.library.enemies[enemy.type].size in PUSHES_ASIDE
    for space, who in table.occupied().items():
        if who == enemy.id:
            continue
        if "move_through_models" in flags:
            passable.add(space)
        elif large and who in table.state.enemies and _gives_way(table, table.state.enemies[who]):
            continue
        else:
            solid.add(space)
    if table.fixed_map:
        solid |= barred(table, enemy.space)
    return solid, passable


def _gives_way(table: Table, enemy: Enemy) -> bool:
    """Whether a Large enemy may swap places with this one: it is smaller, and can move."""
    return table.library.enemies[enemy.type].size in PUSHED_ASIDE and not is_immobile(table, enemy.type)


def way_to_the_nearest(
    table: Table, enemy: Enemy, reached: dict[str, tuple[int, str | None]], passable: set[str]
) -> list[str]:
    """The way toward the nearest hero as far as possible, measured by the way it would have to walk."""
    board, standing = table.board, table.state.standing()
    ends = {space: cost for space, (cost, _) in reached.items() if space not in passable}
    far = [board.distances_from(h.space) for h in standing]
    nearest = min(range(len(far)), key=lambda i: (far[i].get(enemy.space, 999), standing[i].id))
    goal = min(ends, key=lambda s: (far[nearest].get(s, 999), ends[s], s))
    if far[nearest].get(goal, 999) < far[nearest].get(enemy.space, 999):
        return board.path(reached, goal)
    return []


def walk(table: Table, enemy: Enemy, path: list[str], passable: set[str]) -> None:
    """Move along a path; a Large enemy swaps places with each smaller one in its way."""
    if not path:
        return
    others = {x.space: x for x in table.state.enemies.values() if x.id != enemy.id}
    if not any(space in others and space not in passable for space in path):
        table.emit(e.Moved(enemy.id, path))
        return
    here = enemy.space
    for space in path:
        smaller = others.get(space)
        if smaller is not None and space not in passable:
            table.emit(e.Displaced(enemy.id, smaller.id, here))
            others = {x.space: x for x in table.state.enemies.values() if x.id != enemy.id}
        table.emit(e.Moved(enemy.id, [space]))
        here = space


# --- attacks ----------------------------------------------------------------------------------------------------------


def attack_heroes(table: Table, type: str) -> Procedure[None]:
    """All attacks of a group on a hero are rolled together, hero by hero (compilation, "Rolling 'To Hit'").

    Those with a Ferocious Attack, and those that strike all around them, make it in full against every hero in reach
    (compilation, "Hell Bear", "Carnivorous Plants").
    """
    state, reach = table.state, melee_reach(table, type)
    targets: dict[str, list[str]] = {}
    every = not table.stats.type_flags(type).isdisjoint(("attacks_all", "attacks_every_adjacent_hero"))
    for enemy in state.enemies.values():
        if enemy.type == type and every:
            for hero in state.standing():
                targets.setdefault(hero.id, []).append(enemy.id)
        elif enemy.type == type and enemy.target is not None:
            targets.setdefault(enemy.target, []).append(enemy.id)
    for hero_id in [h.id for h in table.in_initiative_order(state.heroes[id] for id in targets)]:
        hero = state.heroes[hero_id]
        attackers = [
            id
            for id in targets[hero_id]
            if id in state.enemies and hero.up and within(table, state.enemies[id], hero, reach)
        ]
        if attackers:
            yield from group_attack(table, type, attackers, hero)


def group_attack(table: Table, type: str, attackers: list[str], hero: Hero) -> Procedure[None]:
    """The group's To Hit dice against one hero, its face abilities, the hero's saves. Enemies have no Criticals."""
    stats = table.stats
    combat = stats.enemy(type, "combat", Context(subject=hero.id, enemy_type=type))
    to_hit = stats.enemy(type, "melee")
    if not combat or not to_hit:
        return
    owners = [id for id in attackers for _ in range(max(0, combat + _own(table, id, "combat")))]
    if not owners:
        return
    roll = yield from table.enemy_roll(type, "enemy to hit", ("D6",) * len(owners), to_hit)
    yield from enemy_rerolls(table, type, roll)
    yield from offer_the_hero(table, roll, hero, to_hit, type)
    ones = "hit_on_ones" in stats.flags(hero)
    faces = [die.face for die in roll.dice if die.value >= to_hit or (ones and die.face == 1)]
    table.emit(e.EnemiesAttacked(type, attackers, hero.id, len(roll.dice), len(faces), roll.id))
    for i, die in enumerate(roll.dice):
        attacker = table.state.enemies.get(owners[i])
        if die.face == 1 and attacker is not None:
            yield from tails_bite(table, attacker, 1)
    if not faces:
        return
    damage = stats.enemy(type, "damage", Context(subject=hero.id, enemy_type=type))
    special = [held.ability.on_face for held in stats.held_by_type(type) if held.ability.on_face is not None]
    each = damage_die_of(table, type)
    batches = dict(batches_of(faces, special))
    about = Context(
        subject=hero.id,
        enemy=attackers[0],
        enemy_type=type,
        kind="melee",
        combat_hit=True,
        source=table.library.enemies[type].plural,
    )
    name = table.library.enemies[type].plural
    tokens = table.revivals
    if "first_hit_doubled" in _flags(table, type):
        yield from _first_hit_doubled(table, type, hero, batches, damage, about, name)
    for (ignore, harder), count in batches.items():
        if not hero.up or revived_meanwhile(table, tokens):
            break
        own = about.about(source="")
        yield from take_hits(
            table, hero, "physical", count, name, damage=damage, die=each, ignore=ignore, harder=harder, about=own
        )
    around = sum(one.around for one in special for face in faces if face >= one.at_least)
    yield from strikes_around(table, type, hero, around, about)
    from rules_engine.effects.run import run

    for one in special:
        for face in faces:
            if one.do and face >= one.at_least and hero.up and not revived_meanwhile(table, tokens):
                yield from run(table, one.do, about)
    if hero.up:
        yield from table.fire("enemy_attacked", about.about(amount=len(faces), source=""))


class Batch(NamedTuple):
    """Hits that are saved together: what they ignore, and how much more than usual Defending them needs."""

    ignore: tuple[str, ...]
    harder: int = 0


def batches_of(faces: list[int], special: list[OnFace]) -> list[tuple[Batch, int]]:
    """Hits by how they are saved, those that ignore nothing first."""
    batches: dict[Batch, int] = {}
    for face in faces:
        told = [one for one in special if face >= one.at_least]
        batch = Batch(tuple(sorted({word for one in told for word in one.ignore})), sum(one.harder for one in told))
        batches[batch] = batches.get(batch, 0) + 1
    return sorted(batches.items())


def damage_die_of(table: Table, type: str) -> str:
    """The die that each Combat Hit of a type adds to its Damage, if any (Rivals roll theirs as heroes do)."""
    return next((held.ability.damage_die for held in table.stats.held_by_type(type) if held.ability.damage_die), "")


def offer_the_hero(table: Table, roll: Roll, hero: Hero, to_hit: int, type: str) -> Procedure[None]:
    """What the hero who is attacked may have re-rolled of the enemies' To Hit dice: their Hits."""
    yield from offer(
        table,
        roll,
        hero,
        "to_hit",
        lambda die: die.value >= to_hit,
        stream=ENEMY_DICE,
        grit=False,
        whose="enemy",
        foe=type,
    )


def _first_hit_doubled(
    table: Table,
    type: str,
    hero: Hero,
    batches: dict[Batch, int],
    damage: int,
    about: Context,
    name: str,
) -> Procedure[None]:
    """The first Combat Hit that a hero takes from a type each turn does double Damage, before its Defense roll."""
    key = f"{type}|0|first-hit@{hero.id}"
    if key in table.state.used:
        return
    table.emit(e.AbilityUsed(type, "first-hit", "Corrupted Souls", key, "turn"))
    batch = min(batches)
    batches[batch] -= 1
    if not batches[batch]:
        del batches[batch]
    own = about.about(source="")
    yield from take_hits(
        table, hero, "physical", 1, name, damage=2 * damage, ignore=batch.ignore, harder=batch.harder, about=own
    )


def _own(table: Table, id: str, stat: str) -> int:
    """What has been added to a stat of one enemy alone (a Lariat around it)."""
    return sum(x.value for x in table.state.lasting if x.on == id and x.stat == stat and x.op == "add")


def enemy_rerolls(table: Table, type: str, roll: Roll) -> Procedure[None]:
    """Abilities by which enemies roll their own To Hit dice of 1 again (Burning Eyes)."""
    for held in table.stats.held_by_type(type):
        right = held.ability.reroll
        key = limit_key(held)
        which = [i for i, die in enumerate(roll.dice) if die.face == 1 and not die.rerolled]
        if right is None or right.roll != "to_hit" or not which or (held.ability.limit and spent(table, key)):
            continue
        table.emit(e.AbilityUsed(type, held.ability.id, held.source, key, held.ability.limit))
        yield from table.reroll(roll, which, held.source, ENEMY_DICE)


def revived_meanwhile(table: Table, before: int) -> bool:
    """Whether a Revive Token was used meanwhile: the rest of that source is ignored (compilation, "Revive Tokens")."""
    return table.rules.revive_ignores_rest and table.revivals > before


def enemy_shot(table: Table, node: n.Shot, about: Context) -> Procedure[None]:
    """An enemy's free Ranged Attack at a hero in range and sight; `instead` replaces each unsaved Hit's damage."""
    from rules_engine.effects.run import run

    enemy = table.state.enemies.get(about.enemy)
    if enemy is None:
        return
    reach = yield from table.roll_amount(node.range, about, "range", ENEMY_DICE)
    seen = [h for h in table.state.standing() if table.in_reach(enemy, h, reach)]
    if not seen:
        return
    if node.at == "farthest":
        most = max(table.range_between(enemy, h) for h in seen)
        seen = [h for h in seen if table.range_between(enemy, h) == most]
    elif node.at == "target" and enemy.target is not None:
        seen = [h for h in seen if h.id == enemy.target] or seen
    hero = yield from table.random_hero(seen, "enemy target")
    shots = (yield from table.roll_amount(node.shots, about, "shots", ENEMY_DICE)) + table.stats.enemy(
        enemy.type, "shots"
    )
    to_hit = table.stats.enemy(enemy.type, "range") or table.stats.enemy(enemy.type, "melee")
    roll = yield from table.enemy_roll(enemy.type, "enemy to hit", ("D6",) * shots, to_hit)
    yield from enemy_rerolls(table, enemy.type, roll)
    ones = sum(1 for die in roll.dice if die.face == 1)
    hits = roll.successes() + (ones if "hit_on_ones" in table.stats.flags(hero) else 0)
    table.emit(e.EnemiesAttacked(enemy.type, [enemy.id], hero.id, shots, hits, roll.id, "ranged"))
    yield from tails_bite(table, enemy, ones)
    tokens = table.revivals
    own = about.about(subject=hero.id, enemy_type=enemy.type, kind="ranged")
    name = table.library.enemies[enemy.type].plural
    for _ in range(hits):
        if not hero.up or revived_meanwhile(table, tokens):
            return
        if node.instead:
            unsaved = yield from _unsaved(table, hero, name)
            if unsaved:
                yield from run(table, node.instead, own)
        else:
            damage = yield from table.roll_amount(node.damage, own, "damage", ENEMY_DICE)
            yield from take_hits(
                table, hero, "physical", 1, name, damage=damage, ignore=node.ignore, about=own.about(source="")
            )


def _unsaved(table: Table, hero: Hero, by: str) -> Procedure[bool]:
    """Whether a Hit that does something other than damage gets past Cover and Defense."""
    from rules_engine.procedures.rerolls import hero_roll

    for stat, kind in (("cover", "armor"), ("defense", "defense")):
        target = table.stats.hero(hero, stat)
        if target:
            roll = yield from hero_roll(table, hero, stat, kind, ["D6"], target)
            if roll.successes():
                table.emit(e.HitsTaken(hero.id, "physical", 1, 1, by))
                return False
    table.emit(e.HitsTaken(hero.id, "physical", 1, 0, by))
    return True


# --- Fear -------------------------------------------------------------------------------------------------------------


def fear_and_terror(table: Table, hero: Hero) -> Procedure[None]:
    """Horror Hits at the start of a hero's Activation from every enemy near enough; they stack and cross Gates.

    Fear reaches adjacent heroes, Terror those on the same Map Tile and on the two spaces beyond its Gate, Unspeakable
    Terror adjacent tiles too, through a Gate as far as light does (C07).
    """
    if not table.state.enemies:
        return
    felt: dict[str, list[str]] = {}
    hits: dict[str, int] = {}
    board = table.board
    own = board.tiles_of(hero.space)
    near = board.adjacent[hero.space]
    beyond = board.tiles_beyond(hero.space)
    for enemy in table.state.enemies.values():
        count = 0
        for held in table.stats.held_by_type(enemy.type):
            ability = held.ability
            if ability.fear and table.is_on(enemy, near):
                count += ability.fear
            if ability.terror or ability.unspeakable_terror:
                theirs = table.tiles_under(enemy)
                together = any(t in own for t in theirs)
                count += ability.terror if together or any(t in beyond for t in theirs) else 0
                wide = together or any(t in own for space in table.footprint(enemy) for t in lit_from(table, space))
                count += ability.unspeakable_terror if wide else 0
        if count:
            hits[enemy.type] = hits.get(enemy.type, 0) + count
            felt.setdefault(enemy.type, []).append(enemy.id)
    for type, by in felt.items():
        if hero.up:
            table.emit(e.FearFelt(hero.id, hits[type], by))
            damage = 1 + table.stats.enemy(type, "horror_damage")
            yield from take_hits(table, hero, "horror", hits[type], "fear", damage=damage)
