"""Advanced Allies: Heroes for all purposes but those listed (compilation and valhalla, "Advanced Allies").

An Ally Activates, moves, fights, is hurt and healed by the procedures of Heroes. Here is what differs: how it joins,
its own weapons without Critical Hits, its Mutation chart, its death, and its Ally XP and Upgrades.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from rules_engine import events as e
from rules_engine.choices import Option
from rules_engine.effects.context import Context
from rules_engine.state import Hero

if TYPE_CHECKING:
    from rules_engine.content.ally_record import AllyRecord
    from rules_engine.procedures.attacks import Weapon
    from rules_engine.setup import AllySetup, HeroSetup
    from rules_engine.table import Procedure, Table

RULE = "compilation: Advanced Allies"
UPGRADES = "compilation: Ally Upgrades and Mutations"


# --- joining ----------------------------------------------------------------------------------------------------------


def allies_join(table: Table, hirer: str, setup: HeroSetup, taken: set[str]) -> None:
    """The Advanced Allies that a Hero brings along join after all the Heroes, on the hirer's seat."""
    for ally in setup.allies:
        if ally.side == "advanced":
            _join(table, hirer, setup.seat, ally, taken)


def _join(table: Table, hirer: str, seat: str, setup: AllySetup, taken: set[str]) -> None:
    from rules_engine.procedures.creation import slug

    record = table.library.allies[setup.type]
    names = [setup.name] if setup.name else [*record.names, record.name]
    name, number = next((one for one in names if slug(one) not in taken), names[-1]), 2
    while slug(name) in taken:
        name, number = f"{names[-1]} {number}", number + 1
    taken.add(slug(name))
    ally = Hero(
        slug(name),
        name,
        record.id,
        list(record.keywords),
        printed_sheet(record, veteran=setup.veteran),
        seat=seat,
        pronouns=list(record.pronouns),
        upgrades=list(setup.upgrades),
        mutations=list(setup.mutations),
        corruption=setup.corruption,
        grit=0,
        ally_of=hirer,
        veteran=setup.veteran,
        ally_xp=setup.xp,
    )
    table.emit(e.HeroJoined(msgspec.to_builtins(ally)))


def printed_sheet(record: AllyRecord, *, veteran: bool) -> dict[str, int]:
    """The figures of the sheet; a Veteran has double the basic Health and Sanity (compilation, "Veteran Advanced
    Allies")."""
    stats = dict(record.stats)
    if veteran:
        stats["health"], stats["sanity"] = 2 * stats["health"], 2 * stats["sanity"]
    return stats


# --- weapons ----------------------------------------------------------------------------------------------------------


def own_weapons(table: Table, ally: Hero, kind: str) -> list[Weapon]:
    """The weapons of an Ally's sheet that are of a kind. No Attack of an Ally gets Critical Hits."""
    from rules_engine.procedures.attacks import Weapon

    stats, found = table.stats, []
    for own in table.library.allies[ally.cls].weapons:
        printed = own.weapon
        if printed.kind != kind:
            continue
        about = Context(subject=ally.id, owner=ally.id, kind=kind, item=own.id)
        dice = (
            stats.hero(ally, "combat", about) if kind == "melee" else printed.shots + stats.hero(ally, "shots", about)
        )
        reach = 1 if kind == "melee" else printed.range + stats.hero(ally, "range", about)
        found.append(
            Weapon(
                own.name,
                kind,
                own.id,
                dice,
                stats.hero(ally, f"{kind}_to_hit", about),
                printed.hit_die,
                printed.die,
                printed.add,
                reach,
                False,
            )
        )
    return found


def own_melee(table: Table, ally: Hero) -> Weapon:
    """An Ally's Combat with the melee weapon of its sheet, or with bare hands."""
    from rules_engine.procedures.attacks import Weapon

    for weapon in own_weapons(table, ally, "melee"):
        return weapon
    about = Context(subject=ally.id, owner=ally.id, kind="melee")
    combat, to_hit = table.stats.hero(ally, "combat", about), table.stats.hero(ally, "melee_to_hit", about)
    return Weapon("bare hands", "melee", "", combat, to_hit, "D6", "D6", 0, 1, False)


# --- death and Corruption ---------------------------------------------------------------------------------------------


def killed(table: Table, ally: Hero, by: str) -> None:
    """At 0 Health or 0 Sanity an Ally is not KO'd but killed; no Revive Token helps (compilation, "Death of an Ally and
    Camp"). The Adventure goes on: it is lost when no Hero is left standing."""
    table.emit(e.HeroDied(ally.id, by))


def mutates(table: Table, ally: Hero) -> Procedure[None]:
    """A D6 on the Mutation chart of its kind; one that it has already kills it, as it would a Hero (our ruling)."""
    from rules_engine.effects.run import run
    from rules_engine.procedures.harm import dies, goes_down, mutate
    from rules_engine.procedures.rerolls import offer

    roll = yield from table.roll(ally.id, "ally mutation", ("D6",))
    yield from offer(table, roll, ally, "chart", lambda die: True, grit=False)
    result = str(roll.dice[0].face)
    row = table.library.scar(ally.cls, "mutation", result)
    again = result in ally.mutations
    table.emit(e.ChartRolled("mutation", ally.id, result, row.name, not again))
    if again:
        yield from dies(table, ally, f"mutated beyond recognition ({row.name} again)")
        return
    yield from run(table, row.do, Context(subject=ally.id, source=row.name))
    if ally.up and ally.space:
        yield from goes_down(table, ally, row.name)
    yield from table.fire("mutated", Context(subject=ally.id, source=row.name))
    yield from mutate(table, ally)


# --- the end of an Adventure ------------------------------------------------------------------------------------------


def allies_after(table: Table, outcome: str) -> Procedure[None]:
    """Each Ally that survives a successful Adventure gains 1 Ally XP, and may spend Ally XP on Upgrades (compilation,
    "Ally Upgrades and Mutations")."""
    for ally in [h for h in table.state.heroes.values() if h.ally_of and not h.dead]:
        if outcome == "victory":
            table.emit(e.AllyXpGained(ally.id, 1, ally.ally_xp + 1))
            yield from spend_ally_xp(table, ally)


def spend_ally_xp(table: Table, ally: Hero) -> Procedure[None]:
    """1 Ally XP buys a D6 on the Upgrade chart; what the Ally has already is rolled again (our ruling)."""
    record = table.library.allies[ally.cls]
    while ally.ally_xp and any(upgrade.id not in ally.upgrades for upgrade in record.upgrades):
        answer = yield from table.ask(
            ally.id,
            "ally_upgrade",
            f"{ally.name} has {ally.ally_xp} Ally XP. Spend 1 for an Upgrade?",
            (Option("upgrade", "roll for an Upgrade"), Option("keep", "keep the Ally XP")),
            rule=UPGRADES,
        )
        if answer == "keep":
            return
        upgrade = record.upgrades[0]
        while True:
            roll = yield from table.roll(ally.id, "ally upgrade", ("D6",))
            upgrade = record.upgrades[roll.dice[0].face - 1]
            if upgrade.id not in ally.upgrades:
                break
        table.emit(e.AllyUpgraded(ally.id, upgrade.id, upgrade.name, ally.ally_xp - 1))
