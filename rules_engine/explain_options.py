"""Explains what the player aid lets a hero do instead of moving or attacking."""

from __future__ import annotations

from fractions import Fraction

from rules_engine.choices import Option
from rules_engine.dice import SIDES
from rules_engine.explanation import Explanation, Odds, StatLine
from rules_engine.odds import success
from rules_engine.procedures.cover import obstacles
from rules_engine.state import Hero
from rules_engine.table import Table

RULE = "player-aid: Optional Rules"
NOTES = {
    "aim": "The first Ranged To Hit roll of this Activation may be re-rolled, each die once.",
    "lay": "It lies where it is put until somebody picks it up.",
    "take": "It needs room in the Side Bag, or Weight to spare.",
    "run": "Escape tests are needed as in any Move; Grit buys no more spaces.",
    "toss": "Thrown as Dynamite is; who stands in the space aimed at may catch it with Agility or Luck 3+.",
    "shoot": "One Hit sets it off: D6 Wounds past Defense to all in its space and those around it.",
}


def explained_option(table: Table, hero: Hero, option: Option) -> Explanation:
    """What an option of the player aid needs and brings."""
    verb, _, rest = option.id.partition(":")
    if verb == "cover":
        return _cover(table, option, int(rest))
    odds: tuple[Odds, ...] = ()
    rolls: tuple[str, ...] = ()
    stats: tuple[StatLine, ...] = ()
    if verb == "toss":
        target = table.stats.hero(hero, "ranged_to_hit")
        rolls = (f"1 D6, {target}+ lands there", "on a miss D3 Bounces, a D8 for the direction of each")
        odds = (Odds("it lands there", success(target)),)
        stats = (_line(table, hero, "ranged_to_hit"),)
    elif verb == "run":
        stats = (_line(table, hero, "agility"),)
    return Explanation(option.id, option.label, RULE, rolls=rolls, odds=odds, stats=stats, notes=(NOTES[verb],))


def _line(table: Table, hero: Hero, stat: str) -> StatLine:
    return StatLine(hero.name, stat, table.stats.hero(hero, stat), tuple(table.stats.breakdown(hero, stat)))


def _cover(table: Table, option: Option, tile: int) -> Explanation:
    there = obstacles(table, tile)
    notes = ["A marker beside the hero: a Ranged Attack that crosses it gives the Defense roll a second time."]
    if there is None:
        notes.append("How much there is to hide behind is not known yet: a D20 says so.")
        return Explanation(option.id, option.label, RULE, rolls=("1 D20", "1 D20"), notes=tuple(notes))
    sides = SIDES["D20"]
    odds = (Odds("cover found", Fraction(min(there, sides), sides)),)
    return Explanation(option.id, option.label, RULE, rolls=(f"1 D20, {there} or less",), odds=odds, notes=tuple(notes))
