"""`brimstone-gm odds`: exact chances of the game's rolls, without a game. Exit status: 0 told, 2 wrong use.

As in `api.cli`, each command imports the engine only when it runs.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

if TYPE_CHECKING:
    from rules_engine.explanation import Explanation, Odds
    from rules_engine.odds import Distribution

WRONG_USE = 2
MANY = 60

commands = typer.Typer(help="Exact chances of any roll.", no_args_is_help=True, rich_markup_mode=None)

Json = Annotated[bool, typer.Option("--json", help="Answer as JSON on standard output.")]
Edition = Annotated[str, typer.Option(help="compilation, old-west, valhalla or forbidden-fortress.")]
HeroClass = Annotated[str, typer.Option("--hero", help="The hero class, such as us-marshal.")]
EnemyType = Annotated[str, typer.Option("--enemy", help="The enemy, such as drowned-dead.")]
Upgrade = Annotated[str, typer.Option(help="The hero's Starting Upgrade, if it is to count.")]
Brutal = Annotated[bool, typer.Option("--brutal", help="The enemy's Brutal side.")]
Needed = Annotated[int, typer.Option(min=1, max=13, help="The number needed.")]
Dice = Annotated[int, typer.Option(min=0, max=MANY, help="How many dice.")]
Save = Annotated[int, typer.Option(min=0, max=7, help="The number needed; 0 is none.")]


@commands.command()
def attack(
    hero: HeroClass,
    enemy: EnemyType,
    weapon: Annotated[str, typer.Option(help="A weapon's id or name; without it, bare hands.")] = "",
    edition: Edition = "compilation",
    upgrade: Upgrade = "",
    brutal: Brutal = False,
    as_json: Json = False,
) -> None:
    """One Attack of a new hero on one enemy: Hits, Wounds, the chance of a kill."""
    from rules_engine.chances import attack_dice, attack_on, figures
    from rules_engine.errors import SetupError
    from rules_engine.explain import attack_stats, enemy_stats
    from rules_engine.explanation import Explanation, Odds, figure
    from rules_engine.face_off import face_off

    try:
        met = face_off(hero, enemy, weapon=weapon, edition=edition, upgrade=upgrade, brutal=brutal)
    except SetupError as error:
        _wrong(str(error))
    used = met.weapon
    plain = attack_on(met.table, met.hero, used, met.enemy)
    again = attack_on(met.table, met.hero, used, met.enemy, reroll=True)
    name = met.table.library.enemies[enemy].name
    add = f" {used.add:+d}" if used.add else ""
    dice, health = attack_dice(met.table, used), figures(met.table, met.hero, used, met.enemy).health
    told = Explanation(
        "attack",
        f"{met.hero.name} with {used.name} against {name} ({edition})",
        "compilation: Hero Attacks",
        (f"{dice} {used.hit_die}, {used.to_hit}+ hits", f"{used.die}{add} Damage a Hit"),
        (
            Odds(f"killed ({health} Health)", plain.kill),
            Odds("killed, with 1 Grit on all misses", again.kill),
            figure("Hits", plain.hits),
            figure("Critical Hits", plain.criticals),
            figure("Wounds", plain.wounds),
        ),
        (*attack_stats(met.table, met.hero, used), *enemy_stats(met.table, met.hero, used, [met.enemy])),
    )
    _tell(told, as_json)


@commands.command()
def enemies(
    enemy: EnemyType,
    hero: HeroClass,
    count: Annotated[int, typer.Option(min=1, max=12, help="How many of them attack.")] = 1,
    edition: Edition = "compilation",
    upgrade: Upgrade = "",
    brutal: Brutal = False,
    as_json: Json = False,
) -> None:
    """Enemies of a type attack a new hero together: Hits and Wounds."""
    from rules_engine.chances import group_on, saves_of
    from rules_engine.effects.context import Context
    from rules_engine.errors import BrimstoneError
    from rules_engine.explain import hero_stat
    from rules_engine.explanation import Explanation, Odds, StatLine, figure
    from rules_engine.face_off import face_off
    from rules_engine.procedures.foes import damage_die_of
    from rules_engine.procedures.ranged_foes import fights_hand_to_hand, ranged_attack_of, shots_of

    try:
        met = face_off(hero, enemy, edition=edition, upgrade=upgrade, brutal=brutal, count=count)
        shown = group_on(met.table, enemy, count, met.hero)
    except BrimstoneError as error:
        _wrong(str(error))
    stats, plural = met.table.stats, met.table.library.enemies[enemy].plural
    gun = None if fights_hand_to_hand(met.table, enemy) else ranged_attack_of(met.table, enemy)
    if gun is not None:
        needed, dice, damage, die = shots_of(met.table, enemy, gun, Context(subject=met.hero.id))
        lines = [StatLine(plural, "shots", dice), StatLine(plural, "range", needed), StatLine(plural, "damage", damage)]
    else:
        dice, needed, die = stats.enemy(enemy, "combat"), stats.enemy(enemy, "melee"), damage_die_of(met.table, enemy)
        lines = [StatLine(plural, stat, stats.enemy(enemy, stat)) for stat in ("combat", "melee", "damage")]
    more = (f"{die} more Damage for each Hit",) if die else ()
    lines += [hero_stat(met.table, met.hero, stat) for stat, value in saves_of(met.table, met.hero)._asdict().items()
              if value]  # fmt: skip
    told = Explanation(
        "enemies",
        f"{count} {plural} against {met.hero.name} ({edition})",
        "compilation: Enemy Attacks",
        (f"{count * dice} D6, {needed}+ hits", *more),
        (
            Odds(f"{met.hero.name} down ({met.table.health_left(met.hero)} Health)", shown.down),
            figure("Hits", shown.hits),
            figure("Wounds", shown.wounds),
        ),
        tuple(lines),
        ("Preventions that a player decides on are not counted.",),
    )
    _tell(told, as_json)


@commands.command()
def escape(needed: Needed, dice: Dice = 1, as_json: Json = False) -> None:
    """An Escape test."""
    _any_one(f"Escape, {needed}+", dice, needed, "compilation: Hero Movement During a Fight", as_json)


@commands.command("test")
def skill_test(
    dice: Dice, target: Annotated[int, typer.Option(min=1, max=13, help="The number needed.")], as_json: Json = False
) -> None:
    """A Skill test: any one die is enough."""
    _any_one(f"Skill test, {target}+", dice, target, "compilation: Making a Skill Test", as_json)


@commands.command()
def scavenge(dice: Dice = 3, as_json: Json = False) -> None:
    """Scavenging: each 6 is a card."""
    from rules_engine import odds

    _any_one("Scavenge", dice, 6, "compilation: Scavenging", as_json, ("Scavenge cards", odds.scavenge(dice)))


@commands.command()
def hold(
    needed: Annotated[int, typer.Option(min=2, max=13, help="7, 8 or 9, by the stage of the Depth Track.")],
    as_json: Json = False,
) -> None:
    """Holding Back the Darkness."""
    from rules_engine import odds
    from rules_engine.explanation import Explanation, Odds

    outcomes = odds.hold_back(needed)
    found = tuple(Odds(what, outcomes.chance(what)) for what in (odds.HELD, odds.ADVANCES, odds.DEPTH_EVENT))
    rule, notes = "compilation: Holding Back the Darkness", ("Doubles are a Depth Event whatever the total.",)
    label = f"Holding Back the Darkness, {needed}+"
    _tell(Explanation("hold", label, rule, (f"2 D6, {needed}+",), found, (), notes), as_json)


@commands.command()
def save(
    hits: Annotated[int, typer.Option(min=0, max=12, help="How many Hits.")],
    defense: Annotated[int, typer.Option(min=0, max=7, help="Defense (or Willpower); 0 is none.")],
    armor: Save = 0,
    cover: Save = 0,
    shield: Annotated[int, typer.Option(min=0, help="Wounds that a Shield takes.")] = 0,
    damage: Annotated[int, typer.Option(min=0, max=10, help="What each unsaved Hit does.")] = 1,
    as_json: Json = False,
) -> None:
    """Wounds that a hero takes from Hits after every save."""
    from rules_engine import odds
    from rules_engine.errors import BrimstoneError
    from rules_engine.explanation import Explanation, Odds, figure

    try:
        wounds = odds.saves(hits, defense, damage=damage, cover=cover, shield=shield, armor=armor)
    except BrimstoneError as error:
        _wrong(str(error))
    said = [f"{name} {value}+" for name, value in (("Cover", cover), ("Defense", defense), ("Armor", armor)) if value]
    label = f"{hits} Hits of {damage} Damage" + (f" against {', '.join(said)}" if said else "")
    found = (Odds("no Wound at all", wounds.chance(0)), figure("Wounds", wounds))
    _tell(Explanation("save", label, "compilation: Defense and Willpower", (), found), as_json)


def _any_one(
    label: str, dice: int, target: int, rule: str, as_json: bool, counted: tuple[str, Distribution[int]] | None = None
) -> None:
    from rules_engine import odds
    from rules_engine.explanation import Explanation, Odds, figure

    chance = odds.any_success(dice, target)
    found: list[Odds] = [
        Odds("success", chance),
        Odds("success, with 1 Grit if it fails", 1 - (1 - chance) ** 2),
    ]
    if counted is not None:
        found.append(figure(*counted))
    rolls = (f"{dice} D6, one {target}+ is enough",)
    _tell(Explanation(label.partition(",")[0].lower(), label, rule, rolls, tuple(found)), as_json)


def _tell(told: Explanation, as_json: bool) -> None:
    if as_json:
        import json

        print(json.dumps(told.plain(), indent=2))
    else:
        print("\n".join(told.lines()))


def _wrong(message: str) -> NoReturn:
    print(f"brimstone-gm: {message}", file=sys.stderr)
    raise typer.Exit(WRONG_USE)
