"""Running effects: each node of docs/effects.md has one function here or in the procedure it names."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rules_engine import events as e
from rules_engine.choices import PARTY, Option
from rules_engine.dice import ENEMY_DICE
from rules_engine.effects import nodes as n
from rules_engine.effects.context import Context
from rules_engine.effects.run_classes import CLASS_RUNNERS, covered, more_healing
from rules_engine.effects.vocabulary import ENEMY_TARGETS
from rules_engine.effects.whom import enemies_for, heroes_for
from rules_engine.effects.words import cost_in_words, effects_in_words
from rules_engine.procedures.attacks import strike
from rules_engine.procedures.corpses import bring_corpses
from rules_engine.procedures.dynamite import throw
from rules_engine.procedures.flames import flame_attack
from rules_engine.procedures.immunity import affected
from rules_engine.procedures.missions import change_tally, find_clues
from rules_engine.procedures.pulled import pulled
from rules_engine.procedures.worlds import swapped, where, world_of
from rules_engine.state import STATUSES

if TYPE_CHECKING:
    from rules_engine.table import Procedure, Table


def run(table: Table, effects: n.Effects, about: Context) -> Procedure[None]:
    """Run effects in order, about one context. State is read anew for each."""
    for node in effects:
        yield from RUNNERS[type(node)](table, node, about)


# --- what ------------------------------------------------------------------------------------------------------------


def _hits(table: Table, node: n.Hits, about: Context) -> Procedure[None]:
    from rules_engine.procedures.harm import take_hits

    for hero in affected(table, (yield from heroes_for(table, node.to, about)), about):
        own = about.about(subject=hero.id)
        count = yield from table.roll_amount(node.count, own, "hits")
        damage = yield from table.roll_amount(node.damage, own, "damage")
        if node.kind == "horror" and about.enemy_type and about.owner in ("", about.enemy_type):
            damage += table.stats.enemy(about.enemy_type, "horror_damage")
        if count and hero.up:
            yield from take_hits(table, hero, node.kind, count, about.source, damage=damage, ignore=node.ignore)


def _damage(table: Table, node: n.Damage, about: Context) -> Procedure[None]:
    from rules_engine.procedures.harm import corrupt, lose_sanity, wound

    for hero in affected(table, (yield from heroes_for(table, node.to, about)), about):
        own = about.about(subject=hero.id)
        if hero.up and (yield from covered(table, hero, about.source)):
            continue
        if node.wounds is not None and hero.up:
            amount = yield from table.roll_amount(node.wounds, own, "wounds")
            yield from wound(table, hero, amount, about.source, armor=node.armor, shield=node.armor)
        if node.sanity is not None and hero.up:
            amount = yield from table.roll_amount(node.sanity, own, "sanity damage")
            yield from lose_sanity(table, hero, amount, about.source, armor=node.armor)
        if node.corruption is not None and hero.up:
            amount = yield from table.roll_amount(node.corruption, own, "corruption")
            yield from corrupt(table, hero, amount, about.source)


def _heal(table: Table, node: n.Heal, about: Context) -> Procedure[None]:
    from rules_engine.procedures.harm import heal, heal_enemies

    if node.to in ("this", "this_type", "enemy"):
        healed = (yield from table.roll_amount(node.wounds, about, "healing", ENEMY_DICE)) if node.wounds else 0
        heal_enemies(table, (yield from enemies_for(table, node.to, about)), healed)
        return
    for hero in (yield from heroes_for(table, node.to, about)):
        own = about.about(subject=hero.id)
        healer = about.owner if about.owner in table.state.heroes and about.owner != hero.id else ""
        amounts: list[int] = []
        for amount in (node.wounds, node.sanity, node.any, node.corruption):
            amounts.append((yield from table.roll_amount(amount, own, "healing")) if amount is not None else 0)
        wounds, sanity, any, corruption = yield from more_healing(table, hero, about, amounts)
        yield from heal(table, hero, wounds=wounds, sanity=sanity, any=any, corruption=corruption, healer=healer)


def _gain(table: Table, node: n.Gain, about: Context) -> Procedure[None]:
    from rules_engine.procedures.harm import gain_xp, recover_grit
    from rules_engine.procedures.items import is_fill

    for hero in (yield from heroes_for(table, node.to, about, allies=False)):
        own = about.about(subject=hero.id)
        if node.xp is not None:
            gain_xp(table, hero, (yield from table.roll_amount(node.xp, own, "XP")), about.source)
        if node.gold is not None:
            amount = yield from table.roll_amount(node.gold, own, "gold")
            if amount:
                table.emit(e.GoldChanged(hero.id, amount, about.source))
        if node.dark_stone is not None:
            amount = yield from table.roll_amount(node.dark_stone, own, "Dark Stone")
            if amount:
                table.emit(e.DarkStoneChanged(hero.id, amount, about.source))
        if node.grit is not None:
            amount = yield from table.roll_amount(node.grit, own, "Grit")
            if is_fill(node):
                amount = max(0, amount - hero.grit)
            yield from recover_grit(table, hero, amount, about.source)


def _lose(table: Table, node: n.Lose, about: Context) -> Procedure[None]:
    from rules_engine.procedures.costs import change_grit

    for hero in affected(table, (yield from heroes_for(table, node.to, about, allies=False)), about):
        own = about.about(subject=hero.id)
        if node.gold is not None:
            amount = min(hero.gold, (yield from table.roll_amount(node.gold, own, "gold")))
            if amount:
                table.emit(e.GoldChanged(hero.id, -amount, about.source))
        if node.dark_stone is not None:
            loose = max(0, hero.dark_stone - table.stats.hero(hero, "fused_dark_stone"))
            amount = min(loose, (yield from table.roll_amount(node.dark_stone, own, "Dark Stone")))
            if amount:
                table.emit(e.DarkStoneChanged(hero.id, -amount, about.source))
        if node.xp is not None:
            amount = min(hero.xp, (yield from table.roll_amount(node.xp, own, "XP")))
            if amount:
                table.emit(e.XpGained(hero.id, -amount, about.source))
        if node.grit is not None:
            change_grit(table, hero, -(yield from table.roll_amount(node.grit, own, "Grit")), about.source)


def _token(table: Table, node: n.Token, about: Context) -> Procedure[None]:
    from rules_engine.procedures.items import gain_token, lose_token

    for hero in (yield from heroes_for(table, node.to, about, allies=False)):
        count = yield from table.roll_amount(node.count, about.about(subject=hero.id), "tokens")
        for _ in range(count):
            if node.gain:
                yield from gain_token(table, hero, node.gain)
            elif node.lose:
                yield from lose_token(table, hero, node.lose, about.source)


def _status(table: Table, node: n.Status, about: Context) -> Procedure[None]:
    from rules_engine.procedures.statuses import add_status

    for hero in (yield from heroes_for(table, node.to, about)):
        count = yield from table.roll_amount(node.count, about.about(subject=hero.id), "markers")
        if node.add and affected(table, [hero], about):
            yield from add_status(table, hero, node.add, count, about.source)
        if node.remove:
            for status in STATUSES if node.remove == "any" else (node.remove,):
                held = min(count, getattr(hero, status))
                if held:
                    table.emit(e.StatusRemoved(hero.id, status, held, about.source))


def _draw(table: Table, node: n.Draw, about: Context) -> Procedure[None]:
    from rules_engine.procedures.darkness import draw_darkness, draw_dread
    from rules_engine.procedures.encounters import draw_encounters
    from rules_engine.procedures.items import draw_item
    from rules_engine.procedures.search import draw_loot, draw_scavenge

    if node.deck in ("darkness", "growing-dread", "encounter"):
        count = yield from table.roll_amount(node.count, about, "cards")
        if node.deck == "encounter":
            yield from draw_encounters(table, count, about.tile, world_of(table, about))
        for _ in range(count):
            if node.deck == "darkness":
                yield from draw_darkness(table, about.source)
            elif node.deck == "growing-dread":
                yield from draw_dread(table)
        return
    for hero in (yield from heroes_for(table, node.to, about, allies=False)):
        count = yield from table.roll_amount(node.count, about.about(subject=hero.id), "cards")
        if node.deck == "loot":
            yield from draw_loot(table, [(hero, count)])
        elif node.deck == "scavenge":
            yield from draw_scavenge(table, hero, count)
        else:
            for _ in range(count):
                yield from draw_item(table, hero, swapped(table, node.deck, hero, about))


def _attack(table: Table, node: n.Attack, about: Context) -> Procedure[None]:
    from rules_engine.procedures.encounters import hold_attack
    from rules_engine.procedures.fights import bring_enemies
    from rules_engine.procedures.threats import bring_threat

    if hold_attack(table, node, about):
        return
    elite = yield from table.roll_amount(node.elite, about, "Elite")
    world = yield from where(table, about)
    beside = about.owner if node.beside == "owner" else ""
    because = about.source or "an attack"
    if node.threat:
        yield from bring_threat(
            table, node.threat, because, ambush=node.ambush, tile=about.tile, beside=beside, elite=elite, world=world
        )
        return
    count = yield from table.roll_amount(node.count, about, "number of enemies")
    groups = [(node.enemy, count, elite)]
    yield from bring_enemies(table, groups, because, ambush=node.ambush, tile=about.tile, beside=beside, world=world)


def _spawn(table: Table, node: n.Spawn, about: Context) -> Procedure[None]:
    from rules_engine.procedures.fights import spawn

    count = yield from table.roll_amount(node.count, about, "number of enemies")
    type = about.enemy_type if node.enemy == "this" else node.enemy
    if count and type:
        world = yield from where(table, about)
        at = about.enemy if node.at == "this" else ""
        yield from spawn(table, type, count, about.source, elite_if_short=node.elite_if_short, at=at, world=world)


def _track(table: Table, node: n.Track, about: Context) -> Procedure[None]:
    from rules_engine.procedures.darkness import advance_heroes, move_darkness

    if node.darkness is not None:
        steps = node.darkness.const  # a fixed number may be negative, one that is rolled is not
        if node.darkness.terms:
            steps = yield from table.roll_amount(node.darkness, about, "steps of the Darkness")
        yield from move_darkness(table, steps, about.source)
    if node.heroes is not None:
        steps = yield from table.roll_amount(node.heroes, about, "steps")
        for _ in range(steps):
            yield from advance_heroes(table)


def _archive(table: Table, node: n.Archive, about: Context) -> Procedure[None]:
    from rules_engine.procedures.library import add_archive

    by = node.add.const
    if node.add.terms:
        by = yield from table.roll_amount(node.add, about, "Archive markers")
    add_archive(table, by, about.source)


def _depth_event(table: Table, node: n.DepthEvent, about: Context) -> Procedure[None]:
    from rules_engine.procedures.darkness import depth_event

    yield from depth_event(table, because=about.source)


def _test(table: Table, node: n.Test, about: Context) -> Procedure[None]:
    from rules_engine.procedures.encounters import skill_test

    heroes = yield from heroes_for(table, node.who, about, allies=False)
    for hero in heroes:
        if hero.up:
            passed = yield from skill_test(table, hero, node.skill, node.target, about.source)
            yield from run(table, node.on_pass if passed else node.on_fail, about.about(subject=hero.id))


def _roll(table: Table, node: n.RollDie, about: Context) -> Procedure[None]:
    from rules_engine.dice import HERO_DICE
    from rules_engine.effects.language import DICE_NAMES
    from rules_engine.procedures.rerolls import offer

    hero = table.state.heroes.get(about.subject)
    stream = HERO_DICE if hero is not None else ENEMY_DICE
    who = hero.id if hero is not None else (about.owner or PARTY)
    roll = yield from table.roll(who, about.source or "a card", DICE_NAMES[node.die], stream=stream)
    if hero is not None and about.owner == hero.id:
        yield from offer(table, roll, hero, "ability", lambda die: die.value <= 3)
    own = about.about(n=roll.total)
    for numbers, effects in node.table:
        if roll.total in numbers:
            yield from run(table, effects, own)
    yield from run(table, node.do, own)


def _if(table: Table, node: n.If, about: Context) -> Procedure[None]:
    yield from run(table, node.then if table.holds(node.when, about) else node.otherwise, about)


def _choose(table: Table, node: n.Choose, about: Context) -> Procedure[None]:
    from rules_engine.effects.parse import Ability
    from rules_engine.effects.stats import Held
    from rules_engine.procedures.costs import can_pay, pay

    hero = table.state.heroes.get(about.subject) or table.state.heroes.get(about.owner)
    who = hero.id if node.who == "subject" and hero is not None else PARTY
    legal = [
        (i, offer)
        for i, offer in enumerate(node.options)
        if table.holds(offer.when, about)
        and (offer.cost is None or (hero is not None and can_pay(table, hero, offer.cost)))
    ]
    if not legal:
        return
    options = [Option(f"option:{i + 1}", offer.label, detail=_offer_in_words(offer)) for i, offer in legal]
    answer = yield from table.ask(who, "card", about.source or "Choose", options, about={"source": about.source})
    offer = node.options[int(answer.partition(":")[2]) - 1]
    if offer.cost is not None and hero is not None:
        ability = Ability("option", cost=offer.cost)
        yield from pay(table, hero, ability, Held(ability, hero.id, about.source, about.uid, "item"))
    yield from run(table, offer.do, about)


def _offer_in_words(offer: n.Offer) -> str:
    cost = cost_in_words(offer.cost) if offer.cost is not None else ""
    does = effects_in_words(offer.do) or "nothing happens"
    return f"{cost}: {does}" if cost else does


def _each(table: Table, node: n.Each, about: Context) -> Procedure[None]:
    for hero in (yield from heroes_for(table, node.to, about)):
        if hero.up:
            yield from run(table, node.do, about.about(subject=hero.id))


def _repeat(table: Table, node: n.Repeat, about: Context) -> Procedure[None]:
    for _ in range((yield from table.roll_amount(node.times, about, "times"))):
        yield from run(table, node.do, about)


def _scopes(table: Table, to: str, about: Context) -> Procedure[list[str]]:
    if to in ENEMY_TARGETS:
        among = yield from enemies_for(table, to, about)
        found = affected(table, among, about)
        if to == "enemies" and len(found) == len(among):
            return ["enemies"]
        if to in ("enemy", "one_enemy", "adjacent_one_enemy"):
            return [enemy.id for enemy in found]
        types = list(dict.fromkeys(enemy.type for enemy in found))
        if to in ("this", "this_type") and not types and about.enemy_type:
            types = [about.enemy_type]
        return [f"type:{type}" for type in types]
    if to in ("all", "party"):
        return ["heroes"]
    return [hero.id for hero in (yield from heroes_for(table, to, about))]


def _modify(table: Table, node: n.Modify, about: Context) -> Procedure[None]:
    op, amount = next(
        (op, a) for op, a in (("add", node.add), ("set", node.set), ("multiply", node.multiply)) if a is not None
    )
    if amount.terms:
        value = yield from table.roll_amount(amount, about, "amount")
    else:
        value = amount.const
    for scope in (yield from _scopes(table, node.to, about)):
        when = node.when.text if node.when else ""
        table.emit(e.LastingStarted(table.next_uid(), node.stat, op, value, scope, node.until, about.source, when))


def _flag(table: Table, node: n.Flag, about: Context) -> Procedure[None]:
    for scope in (yield from _scopes(table, node.to, about)):
        table.emit(e.LastingStarted(table.next_uid(), node.name, "flag", 1, scope, node.until, about.source))


def _chart(table: Table, node: n.Chart, about: Context) -> Procedure[None]:
    from rules_engine.procedures.darkness import depth_event
    from rules_engine.procedures.harm import roll_on_chart

    if node.name == "depth-event":
        yield from depth_event(table, because=about.source)
        return
    for hero in (yield from heroes_for(table, node.to, about)):
        yield from roll_on_chart(table, hero, node.name)


def _item(table: Table, node: n.ItemChange, about: Context) -> Procedure[None]:
    from rules_engine.procedures.items import fuse, gain_item, lose_item
    from rules_engine.procedures.upgrades import forge

    asked = f"Who takes the {table.library.items[node.gain].name}?" if node.gain in table.library.items else ""
    for hero in (yield from heroes_for(table, node.to, about, allies=False, asked=asked)):
        if node.gain:
            yield from gain_item(table, hero, node.gain)
        elif node.lose:
            yield from lose_item(table, hero, node.lose, about)
        elif node.forge:
            yield from forge(table, hero, node.forge)
        elif node.fuse:
            yield from fuse(table, hero, node.fuse, about.source)


def _harm(table: Table, node: n.Harm, about: Context) -> Procedure[None]:
    from rules_engine.procedures.attacks import wound_enemy

    for enemy in affected(table, (yield from enemies_for(table, node.to, about)), about):
        amount = yield from table.roll_amount(node.wounds, about, "damage")
        if enemy.id in table.state.enemies and amount:
            yield from wound_enemy(table, enemy, amount, about.subject, ignore=node.ignore, because=about.source)


def _mend(table: Table, node: n.Mend, about: Context) -> Procedure[None]:
    for enemy in (yield from enemies_for(table, node.to, about)):
        if enemy.wounds:
            amount = yield from table.roll_amount(node.wounds, about, "regeneration", ENEMY_DICE)
            if amount:
                table.emit(e.EnemyHealed(enemy.id, min(amount, enemy.wounds)))


def _hit_enemy(table: Table, node: n.HitEnemy, about: Context) -> Procedure[None]:
    from rules_engine.procedures.attacks import automatic_hits

    hero = table.state.heroes.get(about.subject) or table.state.heroes.get(about.owner)
    for enemy in affected(table, (yield from enemies_for(table, node.to, about)), about):
        count = yield from table.roll_amount(node.count, about, "hits")
        if hero is not None and enemy.id in table.state.enemies:
            yield from automatic_hits(table, hero, enemy, count, node.die, node.add, node.critical, about.source)


def _move(table: Table, node: n.Move, about: Context) -> Procedure[None]:
    hero = table.state.heroes.get(about.subject)
    amount = yield from table.roll_amount(node.add, about, "movement")
    if hero is not None:
        table.emit(e.LastingStarted(table.next_uid(), "extra_move", "add", amount, hero.id, "activation", about.source))


def _shot(table: Table, node: n.Shot, about: Context) -> Procedure[None]:
    from rules_engine.procedures.foes import enemy_shot

    yield from enemy_shot(table, node, about)


def _prevent(table: Table, node: n.Prevent, about: Context) -> Procedure[None]:
    if node.all:
        about.prevented = max(about.prevented, about.amount)
    elif node.amount is not None:
        about.prevented += yield from table.roll_amount(node.amount, about, "prevention")


def _ready(table: Table, node: n.Ready, about: Context) -> Procedure[None]:
    yield from ()
    hero = table.state.heroes.get(about.subject) or table.state.heroes.get(about.owner)
    if hero is None:
        return
    uids = {item.uid for item in hero.carried if item.id == node.item}
    for key in list(table.state.used):
        owner, uid, ability = key.split("|")
        if owner == hero.id and (int(uid) in uids or (node.ability and ability == node.ability)):
            table.emit(e.AbilityReadied(key))


def _revive(table: Table, node: n.Revive, about: Context) -> Procedure[None]:
    from rules_engine.procedures.harm import stand_up

    hero = table.state.heroes.get(about.subject)
    if hero is not None and hero.ko:
        yield from stand_up(table, hero)


def _escape(table: Table, node: n.Escape, about: Context) -> Procedure[None]:
    for scope in (yield from _scopes(table, "subject", about)):
        table.emit(e.LastingStarted(table.next_uid(), "no_escape_tests", "flag", 1, scope, "turn", about.source))


def _cancel(table: Table, node: n.Cancel, about: Context) -> Procedure[None]:
    yield from ()
    about.canceled = True
    about.prevented = max(about.prevented, about.amount)


def _end_activation(table: Table, node: n.EndActivation, about: Context) -> Procedure[None]:
    for scope in (yield from _scopes(table, "subject", about)):
        table.emit(e.LastingStarted(table.next_uid(), "activation_over", "flag", 1, scope, "turn", about.source))


def _end_turn(table: Table, node: n.EndTurn, about: Context) -> Procedure[None]:
    from rules_engine.procedures.signals import TurnOver

    yield from ()
    raise TurnOver(about.source)


def _next_attack(table: Table, node: n.NextAttack, about: Context) -> Procedure[None]:
    extra = yield from table.roll_amount(node.elite, about, "Elite")
    table.emit(e.NextElite(table.state.next_elite + extra))


RUNNERS: dict[type[n.Node], Callable[[Table, Any, Context], Procedure[None]]] = {
    n.Hits: _hits,
    n.Damage: _damage,
    n.Heal: _heal,
    n.Gain: _gain,
    n.Lose: _lose,
    n.Token: _token,
    n.Status: _status,
    n.Draw: _draw,
    n.Attack: _attack,
    n.Spawn: _spawn,
    n.Track: _track,
    n.Archive: _archive,
    n.DepthEvent: _depth_event,
    n.Test: _test,
    n.RollDie: _roll,
    n.If: _if,
    n.Choose: _choose,
    n.Each: _each,
    n.Repeat: _repeat,
    n.Modify: _modify,
    n.Flag: _flag,
    n.Chart: _chart,
    n.ItemChange: _item,
    n.Harm: _harm,
    n.Mend: _mend,
    n.HitEnemy: _hit_enemy,
    n.Move: _move,
    n.Shot: _shot,
    n.Pull: pulled,
    n.Flame: flame_attack,
    n.Corpses: bring_corpses,
    n.Throw: throw,
    n.Strike: strike,
    n.Prevent: _prevent,
    n.Ready: _ready,
    n.Revive: _revive,
    n.Escape: _escape,
    n.Cancel: _cancel,
    n.EndActivation: _end_activation,
    n.EndTurn: _end_turn,
    n.NextAttack: _next_attack,
    n.Tally: change_tally,
    n.Clue: find_clues,
    **CLASS_RUNNERS,
}
