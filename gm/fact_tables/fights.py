"""Facts about Fights: who comes, who attacks whom, and what comes of it."""

from __future__ import annotations

from gm.fact_tables.draft import Draft, Rule, clause, may, models, must, reason
from gm.grammar import article, counted, listed, numeral, possessive, upper
from gm.names import Names
from rules_engine import events as ev


def fight_started(e: ev.FightStarted, names: Names) -> Draft:
    objective = " for the Objective" if e.objective else ""
    return must(f"Fight {e.number} begins{objective}.", "fight", (), (e.number,))


def attack_brought(e: ev.AttackBrought, names: Names) -> Draft:
    ambush = ", by Ambush" if e.ambush else ""
    return may(f"{upper(names.source(e.because))} brings enemies{ambush}.", "ambush" if e.ambush else "appeared")


def enemies_came(e: ev.EnemiesCame, names: Names) -> Draft:
    ambush, brutal = " by Ambush" if e.ambush else "", "Brutal " if e.brutal else ""
    verb = "comes" if e.count == 1 else "come"
    text = f"{upper(numeral(e.count))} {brutal}{names.kind(e.type, e.count)} {verb}{ambush}."
    return must(text, "appeared", (e.type,), (e.count,))


def enemies_ordered(e: ev.EnemiesOrdered, names: Names) -> Draft:
    return may(
        f"{names.thing(e.title)} changes what {names.kind(e.type, 2)} can do in this Fight.", "appeared", (e.type,)
    )


def shield_charged(e: ev.ShieldCharged, names: Names) -> Draft:
    text = f"The Blast Shield of {names.name(e.enemy)} takes in {counted(e.wounds, 'Wound')} from {names.name(e.hero)}."
    return may(text, "held", models(names, e.enemy, e.hero), (e.wounds,))


def shields_discharged(e: ev.ShieldsDischarged, names: Names) -> Draft:
    text = f"The Blast Shields strike back at {names.name(e.hero)} for {counted(e.wounds, 'Wound')}."
    return may(text, "wounded", (e.hero,), (e.wounds,))


def enemy_placed(e: ev.EnemyPlaced, names: Names) -> Draft:
    target = clause("against", names.source(e.target or ""))
    text = f"{names.name(e.enemy)} is placed on space {e.space}{target}."
    return may(text, "appeared", models(names, e.enemy, e.target or ""))


def elite_gained(e: ev.EliteGained, names: Names) -> Draft:
    return must(f"{upper(names.name(e.type))} gain an Elite ability: {e.name}.", "elite", (e.type,))


def mythic_gained(e: ev.MythicGained, names: Names) -> Draft:
    return must(f"{upper(names.name(e.type))} have the Mythic Ability {e.name}.", "elite", (e.type,))


def trait_gained(e: ev.TraitGained, names: Names) -> Draft:
    return must(f"{upper(names.name(e.type))} have the Trait {e.name}.", "elite", (e.type,))


def next_elite(e: ev.NextElite, names: Names) -> Draft:
    abilities = counted(e.elite, "Elite ability", "Elite abilities")
    text = f"The next group of enemies will have {abilities}."
    return (must if e.elite else may)(text, "elite", (), (e.elite,))


def fear_felt(e: ev.FearFelt, names: Names) -> Draft:
    by = listed([names.name(b) for b in dict.fromkeys(e.by)])
    text = f"{names.name(e.hero)} takes {counted(e.hits, 'Horror Hit')} from the fear of {by or 'what is there'}."
    return must(text, "afraid", models(names, e.hero, *e.by), (e.hits,))


def attack_made(e: ev.AttackMade, names: Names) -> Draft:
    weapon = names.weapon(e.weapon)
    verb = "fires" if e.kind == "ranged" else "strikes with"
    what = f"{verb} the {weapon}" if weapon else "strikes bare-handed"
    critical = f", {counted(e.criticals, 'Critical Hit')}" if e.criticals else ""
    text = f"{names.name(e.hero)} {what}: {counted(e.hits, 'Hit')} with {counted(e.dice, 'die', 'dice')}{critical}."
    draft = must if e.hits else may
    return draft(text, "hit" if e.hits else "missed", (e.hero, e.weapon), (e.hits, e.dice, e.criticals))


def hit_resolved(e: ev.HitResolved, names: Names) -> Draft:
    against = "past Defense" if e.critical else f"against Defense {e.defense}"
    critical = "Critical Hit" if e.critical else "Hit"
    wounds = counted(e.wounds, "Wound")
    text = (
        f"{possessive(names.name(e.hero))} {critical} on {names.name(e.enemy)}: {e.damage} Damage {against}, {wounds}."
    )
    outcome = "wounded" if e.wounds else "held"
    return may(text, outcome, models(names, e.hero, e.enemy), (e.damage, e.defense, e.wounds))


def armor_held(e: ev.EnemyArmorHeld, names: Names) -> Draft:
    text = f"The Armor of {names.name(e.enemy)} prevents {counted(e.prevented, 'Wound')}."
    return may(text, "held", (e.enemy,), (e.prevented,))


def enemy_killed(e: ev.EnemyKilled, names: Names) -> Draft:
    text = f"{names.name(e.enemy)} is killed{reason(names, 'by', e.by)}."
    return must(text, "killed", models(names, e.enemy, e.by))


def enemy_healed(e: ev.EnemyHealed, names: Names) -> Draft:
    return must(f"{names.name(e.enemy)} heals {counted(e.wounds, 'Wound')}.", "healed", (e.enemy,), (e.wounds,))


def enemy_targeted(e: ev.EnemyTargeted, names: Names) -> Draft:
    what = f"turns on {names.name(e.hero)}" if e.hero else "has no target"
    return may(f"{names.name(e.enemy)} {what}.", "targeted", models(names, e.enemy, e.hero or ""))


def displaced(e: ev.Displaced, names: Names) -> Draft:
    text = f"{names.name(e.enemy)} pushes {names.name(e.smaller)} aside to space {e.space}."
    return may(text, "moved", models(names, e.enemy, e.smaller))


def enemies_attacked(e: ev.EnemiesAttacked, names: Names) -> Draft:
    who = listed([names.name(i) for i in e.enemies]) or names.name(e.type)
    verb = "shoot at" if e.kind == "ranged" else "attack"
    if len(e.enemies) == 1:
        verb = "shoots at" if e.kind == "ranged" else "attacks"
    text = f"{upper(who)} {verb} {names.name(e.hero)}: {counted(e.hits, 'Hit')} with {counted(e.dice, 'die', 'dice')}."
    about = models(names, e.type, *e.enemies, e.hero)
    draft = must if e.hits else may
    return draft(text, "hit" if e.hits else "missed", about, (e.hits, e.dice, len(e.enemies)))


def retreat_rolled(e: ev.RetreatRolled, names: Names) -> Draft:
    what = "may retreat" if e.away else "does not get away"
    return may(f"{names.name(e.enemy)} {what}.", "moved" if e.away else "held", (e.enemy,))


def shootout_marked(e: ev.ShootoutMarked, names: Names) -> Draft:
    markers = counted(e.markers, "Shootout marker")
    text = f"{names.name(e.enemy)} takes aim at {names.name(e.hero)}, who has {markers} now."
    return may(text, "targeted", models(names, e.enemy, e.hero), (e.markers,))


def left_behind(e: ev.LeftBehind, names: Names) -> Draft:
    text = f"{names.name(e.enemy)} is left behind, {counted(e.distance, 'space')} away: it gives no XP and no Loot."
    return must(text, "left_behind", models(names, e.type, e.enemy), (e.distance,))


def immune(e: ev.Immune, names: Names) -> Draft:
    by = clause("against", names.source(e.source)) if e.source else ""
    text = f"{names.name(e.model)} is Immune to {e.to.replace('-', ' ').title()}{by}."
    return may(text, "held", models(names, e.model))


def blast_thrown(e: ev.BlastThrown, names: Names) -> Draft:
    where = "lands where it was aimed" if e.hit else "bounces"
    text = (
        f"{names.name(e.hero)} throws {names.thing(e.token)} at space {e.aimed}: it {where} and explodes on {e.space}."
    )
    return must(text, "hit" if e.hit else "missed", (e.hero, e.token))


def blast_hit(e: ev.BlastHit, names: Names) -> Draft:
    text = f"{names.name(e.target)} is caught in the explosion: {counted(e.wounds, 'Wound')}."
    return must(text, "hit", models(names, e.target), (e.wounds,))


def corpse_placed(e: ev.CorpsePlaced, names: Names) -> Draft:
    return may(f"A Corpse Token lies on space {e.space}{reason(names, 'from', e.because)}.", "corpse")


def corpse_removed(e: ev.CorpseRemoved, names: Names) -> Draft:
    return may(f"The Corpse Token on space {e.space} is removed{reason(names, 'by', e.because)}.", "removed")


def corpse_rose(e: ev.CorpseRose, names: Names) -> Draft:
    return must(f"The Corpse Token on space {e.space} rises up as {article(e.name)}.", "rose", (e.type,))


def flame_cast(e: ev.FlameCast, names: Names) -> Draft:
    text = f"{upper(names.source(e.who))} casts flame at {names.source(e.target)}{clause('with', names.source(e.by))}."
    return must(text, "flame", models(names, e.who, e.target))


def fight_ended(e: ev.FightEnded, names: Names) -> Draft:
    return must(f"Fight {e.number} is over after {counted(e.turns, 'turn')}.", "fight_over", (), (e.number, e.turns))


RULES: dict[type[ev.Event], Rule] = {
    ev.FightStarted: fight_started,
    ev.AttackBrought: attack_brought,
    ev.EnemiesCame: enemies_came,
    ev.EnemiesOrdered: enemies_ordered,
    ev.ShieldCharged: shield_charged,
    ev.ShieldsDischarged: shields_discharged,
    ev.EnemyPlaced: enemy_placed,
    ev.EliteGained: elite_gained,
    ev.TraitGained: trait_gained,
    ev.MythicGained: mythic_gained,
    ev.NextElite: next_elite,
    ev.FearFelt: fear_felt,
    ev.AttackMade: attack_made,
    ev.HitResolved: hit_resolved,
    ev.EnemyArmorHeld: armor_held,
    ev.EnemyKilled: enemy_killed,
    ev.EnemyHealed: enemy_healed,
    ev.EnemyTargeted: enemy_targeted,
    ev.Displaced: displaced,
    ev.EnemiesAttacked: enemies_attacked,
    ev.RetreatRolled: retreat_rolled,
    ev.ShootoutMarked: shootout_marked,
    ev.LeftBehind: left_behind,
    ev.Immune: immune,
    ev.BlastThrown: blast_thrown,
    ev.BlastHit: blast_hit,
    ev.CorpsePlaced: corpse_placed,
    ev.CorpseRemoved: corpse_removed,
    ev.CorpseRose: corpse_rose,
    ev.FlameCast: flame_cast,
    ev.FightEnded: fight_ended,
}
