"""Hits, saves, damage, KO, recovering, healing, Corruption (compilation, "Health, Sanity and Corruption")."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from rules_engine import events as e
from rules_engine.choices import Option
from rules_engine.effects.context import Context
from rules_engine.experience import healing_xp
from rules_engine.procedures.allies import killed, mutates
from rules_engine.procedures.costs import change_grit
from rules_engine.procedures.rerolls import hero_roll, offer
from rules_engine.procedures.saves import laugh_at_death, stays
from rules_engine.procedures.signals import AdventureOver
from rules_engine.state import Enemy, Hero

if TYPE_CHECKING:
    from rules_engine.table import Procedure, Table

CHART_DICE = {"injury": ("D6", "D6"), "madness": ("D6", "D6"), "mutation": ("D6", "D6")}
ALL_KO = "every hero is down"


def take_hits(
    table: Table,
    hero: Hero,
    kind: str,
    count: int,
    by: str,
    *,
    damage: int = 1,
    die: str = "",
    ignore: tuple[str, ...] = (),
    harder: int = 0,
    about: Context | None = None,
) -> Procedure[int]:
    """A hero takes Hits of a kind and saves what can be saved, in the order Cover, Defense or Willpower, Shield, Armor.

    `damage` is what each unsaved Hit does, with a `die` more where the attacker rolls one; some enemies' Combat Hits do
    more where the Defense die shows a natural 1 (compilation, "Hell Bear"). `harder` is how much more than usual a
    Defense roll needs. Returns the Wounds, Sanity Damage or
    Corruption that got through.
    """
    stats, left = table.stats, count
    if "cover" not in ignore and (kind == "physical" or "cover_all" in stats.flags(hero)):
        cover = stats.hero(hero, "cover")
        if cover:
            roll = yield from hero_roll(table, hero, "cover", "armor", ["D6"] * left, cover)
            left -= roll.successes()
    save = "defense" if kind == "physical" else "willpower"
    more = 0
    dice = ["D6"] * left if save not in ignore else []
    if left and kind == "physical" and "defense_d8" in stats.flags(hero):
        dice = yield from laugh_at_death(table, hero, dice)
    if dice:
        target = stats.hero(hero, save) + (harder if save == "defense" else 0)
        cover_first = None
        if table.state.cover and save == "defense":
            from rules_engine.procedures.cover import behind_cover, is_covered

            cover_first = partial(behind_cover, table, hero, target) if is_covered(table, hero, about) else None
        roll = yield from hero_roll(table, hero, save, save, dice, target, first=cover_first)
        left -= roll.successes()
        if about is not None and about.combat_hit and save == "defense":
            more = stats.enemy(about.enemy_type, "fumble_damage") * sum(1 for die in roll.dice if die.face == 1)
    table.emit(e.HitsTaken(hero.id, kind, count, count - left, by))
    if not left:
        return 0
    about = about or Context(subject=hero.id, source=by)
    if kind == "physical":
        wounds = left * damage + more
        if die:
            wounds += (yield from table.enemy_roll(about.enemy_type or by, "enemy damage", (die,) * left)).total
        return (
            yield from wound(
                table, hero, wounds, by, armor="armor" not in ignore, shield="shield" not in ignore, about=about
            )
        )
    if kind == "horror":
        return (yield from lose_sanity(table, hero, left * damage, by, armor="armor" not in ignore, about=about))
    return (yield from corrupt(table, hero, left * damage, by))


def _suffering(hero: Hero, amount: int, by: str, about: Context | None) -> Context:
    """What abilities hear of harm. A Combat Hit has no source of its own, so that its type's abilities answer it."""
    if about is None:
        return Context(subject=hero.id, amount=amount, source=by)
    return about.about(subject=hero.id, amount=amount, prevented=0, canceled=False)


def _would(table: Table, event: str, hero: Hero, amount: int, by: str, about: Context | None) -> Procedure[int]:
    if not table.hears(event):
        return amount
    context = _suffering(hero, amount, by, about)
    answered = yield from table.fire(event, context)
    prevented = min(amount, answered.prevented)
    if prevented:
        table.emit(e.Prevented(hero.id, event.rpartition("_")[2], prevented, "an ability"))
    return amount - prevented


def wound(
    table: Table,
    hero: Hero,
    amount: int,
    by: str,
    *,
    armor: bool = True,
    shield: bool = True,
    about: Context | None = None,
) -> Procedure[int]:
    """A hero is about to take Wounds: preventions, Shield, Armor; what is left is applied. Returns the Wounds taken."""
    amount = yield from _would(table, "would_take_wounds", hero, amount, by, about)
    if amount and shield:
        block = min(amount, _shield(table, hero))
        if block:
            table.emit(e.Prevented(hero.id, "wounds", block, "Shield"))
            amount -= block
    if amount and armor:
        save = table.stats.hero(hero, "armor")
        if save:
            roll = yield from hero_roll(table, hero, "armor", "armor", ["D6"] * amount, save)
            held = roll.successes()
            if held:
                table.emit(e.Prevented(hero.id, "wounds", held, "Armor"))
                amount -= held
                yield from table.fire("armor_held", Context(subject=hero.id, amount=held, source="Armor"))
    room = table.health_left(hero)
    if amount <= 0 or room <= 0 or not hero.up:
        return 0
    if amount >= room and not (yield from _goes_down(table, hero, by, about)):
        return 0
    amount = min(amount, room)
    table.emit(e.Wounded(hero.id, amount, by, room - amount))
    yield from table.fire("hero_wounded", _suffering(hero, amount, by, about))
    if table.rules.dangerous_dynamite and amount >= 10:
        from rules_engine.procedures.dynamite import set_off

        yield from set_off(table, hero)
    if table.health_left(hero) <= 0 and hero.up:
        yield from knocked_out(table, hero, by)
    return amount


def _shield(table: Table, hero: Hero) -> int:
    records = table.library.items
    worn = [records[item.id].shield for item in hero.items if item.worn]
    return max([*worn, table.stats.hero(hero, "shield")], default=0)


def lose_sanity(
    table: Table, hero: Hero, amount: int, by: str, *, armor: bool = True, about: Context | None = None
) -> Procedure[int]:
    """A hero is about to take Sanity Damage: preventions, Spirit Armor; what is left is applied."""
    amount = yield from _would(table, "would_lose_sanity", hero, amount, by, about)
    if amount and armor:
        save = table.stats.hero(hero, "spirit_armor")
        if save:
            roll = yield from hero_roll(table, hero, "spirit armor", "armor", ["D6"] * amount, save)
            held = roll.successes()
            if held:
                table.emit(e.Prevented(hero.id, "sanity", held, "Spirit Armor"))
                amount -= held
    room = table.sanity_left(hero)
    if amount <= 0 or room <= 0 or not hero.up:
        return 0
    if amount >= room and not (yield from _goes_down(table, hero, by, about)):
        return 0
    amount = min(amount, room)
    table.emit(e.SanityLost(hero.id, amount, by, room - amount))
    yield from table.fire("sanity_lost", _suffering(hero, amount, by, about))
    if table.sanity_left(hero) <= 0 and hero.up:
        yield from knocked_out(table, hero, by)
    return amount


def _goes_down(table: Table, hero: Hero, by: str, about: Context | None) -> Procedure[bool]:
    """A hero would be KO'd: abilities and Revive Tokens first. Returns whether it happens.

    A Revive Token restores Health and Sanity in full and a Grit, and the rest of the source is ignored where the
    edition says so (compilation, "Revive Tokens"); in older editions one is always used. Nothing of it is for an Ally,
    who is killed instead.
    """
    if hero.ally_of:
        return True
    if table.hears("would_be_ko"):
        answered = yield from table.fire("would_be_ko", _suffering(hero, 1, by, about))
        if answered.canceled or answered.prevented:
            table.emit(e.Prevented(hero.id, "ko", 1, "an ability"))
            return False
    if table.state.revive_tokens <= 0:
        return True
    if table.rules.revive == "optional":
        answer = yield from table.ask(
            hero.id,
            "revive",
            f"{hero.name} would be KO'd. Discard a Revive Token?",
            (Option("revive", "discard a Revive Token"), Option("fall", "be KO'd")),
            rule="compilation: Revive Tokens",
        )
        if answer == "fall":
            return True
    table.revivals += 1
    kept = yield from stays(table, hero)
    table.emit(e.Revived(hero.id, table.state.revive_tokens - (not kept)))
    yield from _grit_of_the_revived(table, hero)
    return False


def _grit_of_the_revived(table: Table, hero: Hero) -> Procedure[None]:
    from rules_engine.procedures.ability_tokens import recover_in_place
    from rules_engine.procedures.surplus import spend_surplus

    if (yield from recover_in_place(table, hero, 1, "a Revive Token", False)):
        return
    full = hero.grit >= table.stats.hero(hero, "max_grit")
    change_grit(table, hero, 1, "a Revive Token")
    if full:
        yield from spend_surplus(table, hero, 1)


def goes_down(table: Table, hero: Hero, by: str) -> Procedure[None]:
    """A hero whose Health or Sanity is gone though no damage came (Bleeding, a lost point) is KO'd as well."""

    def gone() -> bool:
        return table.health_left(hero) <= 0 or table.sanity_left(hero) <= 0

    if gone():
        yield from _goes_down(table, hero, by, None)
        if gone():  # nothing saved the hero, or what did gave back too little
            yield from knocked_out(table, hero, by)


def knocked_out(table: Table, hero: Hero, by: str) -> Procedure[None]:
    """A hero is KO'd; if no Hero is left standing the Mission fails at once (compilation, "All Heroes KO'd").

    An Ally is killed instead.
    """
    if hero.ally_of:
        killed(table, hero, by)
        return
    table.emit(e.KnockedOut(hero.id, by))
    if hero.bleeding and table.rules.bleeding_removed_on_ko:
        table.emit(e.StatusRemoved(hero.id, "bleeding", hero.bleeding, "KO'd"))
    if not table.state.party_standing():
        if table.state.phase == "settling":
            return
        raise AdventureOver("defeat", ALL_KO)
    if table.state.light == hero.id:
        yield from pass_the_light(table, hero)
    yield from table.fire("hero_ko", Context(subject=hero.id, source=by))


def pass_the_light(table: Table, fallen: Hero) -> Procedure[None]:
    """The Light Source of a hero who falls goes to a hero on the same tile, or to the nearest one (our ruling)."""
    standing = table.state.party_standing()
    here = [h for h in standing if table.same_tile(h.space, fallen.space)]
    far = table.board.distances_from(fallen.space)
    nearest = min((far.get(h.space, 999) for h in standing), default=0)
    among = here or [h for h in standing if far.get(h.space, 999) == nearest]
    options = [Option(f"hero:{h.id}", h.name, h.id) for h in among]
    answer = yield from table.ask("party", "light", "Who takes up the Light Source?", options)
    table.emit(e.LightTaken(answer.partition(":")[2]))


def corrupt(table: Table, hero: Hero, amount: int, by: str) -> Procedure[int]:
    """A hero gains Corruption; at the Corruption Resistance those points go and a Mutation is rolled."""
    if "corruption_immune" in table.stats.flags(hero):
        return 0
    amount = yield from _would(table, "would_gain_corruption", hero, amount, by, None)
    left = amount
    while left > 0 and not hero.dead:
        resistance = max(1, table.stats.hero(hero, "corruption_resistance"))
        step = min(left, max(1, resistance - hero.corruption))
        left -= step
        table.emit(e.CorruptionGained(hero.id, step, by, hero.corruption + step))
        yield from mutate(table, hero)
    if amount:
        yield from table.fire("corruption_gained", Context(subject=hero.id, amount=amount, source=by))
    return amount


def change_of_items(table: Table, hero: Hero) -> Procedure[None]:
    """An Item that came or went may have held a hero up, or weigh on who has it now."""
    if hero.up:
        yield from goes_down(table, hero, "a change of Items")
    yield from mutate(table, hero)


def mutate(table: Table, hero: Hero) -> Procedure[None]:
    """As soon as a hero holds as much Corruption as the Corruption Resistance, that much goes and a Mutation comes."""
    while not hero.dead:
        resistance = max(1, table.stats.hero(hero, "corruption_resistance"))
        if hero.corruption < resistance:
            return
        table.emit(e.Mutating(hero.id, resistance))
        yield from roll_on_chart(table, hero, "mutation")


def roll_on_chart(table: Table, hero: Hero, chart: str, *, recovering: bool = False) -> Procedure[None]:
    """A roll on the Injury, Madness or Mutation chart. Grit may not re-roll it; an ability may.

    A Mutation that the hero already has means death (compilation, "Mutation Death"). Allies mutate on their own chart.
    """
    from rules_engine.effects.run import run

    if hero.ally_of and chart == "mutation":
        yield from mutates(table, hero)
        return
    roll = yield from table.roll(hero.id, f"{chart} chart", CHART_DICE[chart])
    yield from offer(table, roll, hero, "chart", lambda die: True, grit=table.rules.grit_on_charts)
    faces = [die.face for die in roll.dice]
    number = faces[0] * 10 + faces[1] if chart == "mutation" else sum(faces)
    row = table.library.chart_rows[chart][number]
    if chart == "mutation" and str(number) in hero.mutations:
        table.emit(e.ChartRolled(chart, hero.id, str(number), row.name, False))
        if "no_mutation_death" not in table.stats.flags(hero):
            yield from dies(table, hero, f"mutated beyond recognition ({row.name} again)")
        return
    table.emit(e.ChartRolled(chart, hero.id, str(number), row.name, row.keep))
    yield from run(table, row.do, Context(subject=hero.id, source=row.name))
    if hero.dead:
        return
    if hero.up and hero.space and not recovering:
        yield from goes_down(table, hero, row.name)
    if chart == "mutation":
        yield from table.fire("mutated", Context(subject=hero.id, source=row.name))
    from rules_engine.procedures.items import assign_hands

    yield from assign_hands(table, hero, ask=False)
    if not recovering:
        yield from mutate(table, hero)


def dies(table: Table, hero: Hero, because: str) -> Procedure[None]:
    """A hero is dead; the Mission fails if no Hero is left standing."""
    table.emit(e.HeroDied(hero.id, because))
    if not table.state.party_standing():
        if table.state.phase == "settling":
            return
        raise AdventureOver("defeat", ALL_KO)
    if table.state.light == hero.id:
        yield from pass_the_light(table, hero)


def gain_xp(table: Table, hero: Hero, xp: int, because: str) -> None:
    """XP for a hero; Allies gain none."""
    if xp > 0 and not hero.ally_of:
        table.emit(e.XpGained(hero.id, xp, because))


def recover_grit(table: Table, hero: Hero, amount: int, because: str, *, moving: bool = False) -> Procedure[int]:
    """A hero Recovers Grit up to Max Grit; what would go beyond it may be spent at once (compilation, "Max Grit").

    Who has Ambition may take that instead, for each Grit. `moving`: it comes with the Move roll. Returns the spaces of
    movement that were bought with it.
    """
    from rules_engine.procedures.ability_tokens import recover_in_place
    from rules_engine.procedures.surplus import spend_surplus

    if hero.ally_of or "no_grit_recovery" in table.stats.flags(hero):
        return 0
    amount -= yield from recover_in_place(table, hero, amount, because, moving)
    room = max(0, table.stats.hero(hero, "max_grit") - hero.grit)
    gained = min(room, amount)
    if gained:
        table.emit(e.GritChanged(hero.id, gained, hero.grit + gained, because))
    return (yield from spend_surplus(table, hero, amount - gained, moving=moving))


def heal(
    table: Table,
    hero: Hero,
    *,
    wounds: int = 0,
    sanity: int = 0,
    any: int = 0,
    corruption: int = 0,
    healer: str = "",
    least: bool = False,
) -> Procedure[int]:
    """Heals; `any` is split as the hero likes. Another hero who heals gains 5 XP a point. Returns the points healed.

    `least` makes the split leave at least 1 Health and 1 Sanity (compilation, "Recovering").
    """
    wounds, sanity = min(wounds, hero.wounds), min(sanity, hero.sanity_damage)
    if any:
        more_wounds, more_sanity = yield from _split(table, hero, any, wounds, sanity, least)
        wounds, sanity = wounds + more_wounds, sanity + more_sanity
    corruption = min(corruption, hero.corruption)
    if wounds or sanity or corruption:
        table.emit(e.Healed(hero.id, wounds, sanity, corruption, healer))
        if healer and wounds + sanity:
            gain_xp(table, table.hero(healer), healing_xp(wounds + sanity), "healing")
    return wounds + sanity


def _split(table: Table, hero: Hero, any: int, wounds: int, sanity: int, least: bool) -> Procedure[tuple[int, int]]:
    hurt, shaken = hero.wounds - wounds, hero.sanity_damage - sanity
    low = max(0, any - shaken)
    high = min(any, hurt)
    if low > high:
        return min(hurt, any), min(shaken, any)
    splits = list(range(low, high + 1))
    if least:
        # Bring Health and Sanity back to at least 1 each where the points suffice.
        good = [
            w
            for w in splits
            if table.health_left(hero) + wounds + w >= 1
            and table.sanity_left(hero) + sanity + min(shaken, any - w) >= 1
        ]
        splits = good or splits
    if len(splits) == 1:
        return splits[0], min(shaken, any - splits[0])
    options = [Option(f"heal:{w}", f"{w} Wounds and {min(shaken, any - w)} Sanity", str(w)) for w in splits]
    answer = yield from table.ask(
        hero.id, "heal", f"{hero.name} heals {any}: how?", options, rule="compilation: Healing"
    )
    chosen = int(answer.partition(":")[2])
    return chosen, min(shaken, any - chosen)


def recover(table: Table, hero: Hero) -> Procedure[None]:
    """A KO'd hero Recovers: back on the board, charts for what was at 0, 2D6 healed (compilation, "Recovering").

    Whoever stands in the hero's space is pushed to an adjacent one.
    """
    no_health, no_sanity = table.health_left(hero) <= 0, table.sanity_left(hero) <= 0
    stand(table, hero)
    if no_health or not no_sanity:
        yield from roll_on_chart(table, hero, "injury", recovering=True)
    if no_sanity and not hero.dead:
        yield from roll_on_chart(table, hero, "madness", recovering=True)
    if hero.dead:
        return
    first = yield from table.roll(hero.id, "recovering", ("D6", "D6"))
    yield from offer(table, first, hero, "heal", lambda die: die.value < 4)
    if no_health and no_sanity:
        second = yield from table.roll(hero.id, "recovering", ("D6", "D6"))
        yield from offer(table, second, hero, "heal", lambda die: die.value < 4)
        yield from heal(table, hero, wounds=first.total, sanity=second.total)
    else:
        yield from heal(table, hero, any=first.total, least=True)
    yield from steady(table, hero)


def stand_up(table: Table, hero: Hero) -> Procedure[None]:
    """The hero's model returns without a chart roll or dice."""
    stand(table, hero)
    yield from steady(table, hero)


def stand(table: Table, hero: Hero) -> None:
    """The hero's model returns to its space; whoever stands there is pushed to an adjacent space.

    An Enemy on several spaces is not pushed: the hero stands up on the nearest free space instead (our ruling).
    """
    here = table.occupied().get(hero.space) if hero.space else None
    if here is not None:
        free = nearest_free(table, hero.space)
        if here in table.state.enemies and table.state.enemies[here].base:
            table.emit(e.Recovered(hero.id, free or hero.space))
            return
        if free is not None:
            table.emit(e.Placed(here, free, "pushed aside"))
    table.emit(e.Recovered(hero.id, hero.space))


def steady(table: Table, hero: Hero) -> Procedure[None]:
    """A hero who Recovers has at least one Health and one Sanity.

    A chart result may have lowered Health or Sanity below what the healing gives back; markers then go until one point
    of each is left (our ruling: a hero who Recovers stands).
    """
    short = max(0, 1 - table.health_left(hero)), max(0, 1 - table.sanity_left(hero))
    if any(short):
        table.emit(e.Healed(hero.id, min(short[0], hero.wounds), min(short[1], hero.sanity_damage)))
    if table.health_left(hero) <= 0 and hero.bleeding:
        table.emit(e.StatusRemoved(hero.id, "bleeding", hero.bleeding, "they Recover"))
    yield from table.fire("recovered", Context(subject=hero.id, source="recovering"))
    yield from mutate(table, hero)


def heal_enemies(table: Table, enemies: list[Enemy], wounds: int) -> None:
    """Enemies heal so many Wounds each, as far as they have any."""
    for enemy in enemies:
        if min(wounds, enemy.wounds) > 0:
            table.emit(e.EnemyHealed(enemy.id, min(wounds, enemy.wounds)))


def nearest_free(table: Table, space: str) -> str | None:
    """The free space nearest to a space, in canonical order among equals."""
    taken = table.occupied()
    for other in sorted(table.board.distances_from(space).items(), key=lambda pair: (pair[1], pair[0])):
        if other[0] != space and other[0] not in taken:
            return other[0]
    return None
