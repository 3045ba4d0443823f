"""Ability Tokens: how many a hero may hold, when they come and go (compilation, "Ability Tokens"; valhalla, "Rage").

What a kind of token does is data (content/ability_tokens.yaml); what is here holds for all kinds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_engine import events as e
from rules_engine.choices import Option
from rules_engine.effects.context import Context
from rules_engine.state import Hero

if TYPE_CHECKING:
    from rules_engine.content.class_schema import AbilityToken
    from rules_engine.table import Procedure, Table


def kinds(table: Table, hero: Hero) -> list[AbilityToken]:
    """The kinds of Ability Token that a hero uses: the Class's, then those of Items."""
    library = table.library
    if not library.ability_tokens:
        return []
    cls = library.heroes.get(hero.cls)
    names = [cls.ability_token] if cls is not None and cls.ability_token else []
    names += [token for item in hero.items if (token := library.items[item.id].ability_token)]
    return [library.ability_tokens[name] for name in dict.fromkeys(names)]


def most(table: Table, hero: Hero, kind: AbilityToken) -> int:
    """How many tokens of a kind a hero may hold."""
    if kind.unlimited:
        return 999
    return max(0, table.stats.hero(hero, f"max_{kind.id.replace('-', '_')}"))


def counted(table: Table, hero: Hero, name: str) -> int:
    """What `tokens_rage` and `max_tokens_rage` stand for in an amount."""
    _, _, id = name.partition("tokens_")
    kind = next((one for one in kinds(table, hero) if one.id.replace("-", "_") == id), None)
    if kind is None:
        return 0
    return most(table, hero, kind) if name.startswith("max_") else hero.tokens.get(kind.id, 0)


def change(table: Table, hero: Hero, token: str, by: int, because: str) -> int:
    """Tokens up or down, within 0 and what the hero may hold; returns by how many. Others than its users get none."""
    have = hero.tokens.get(token, 0)
    now = max(0, have + by)
    if by > 0:
        kind = next((one for one in kinds(table, hero) if one.id == token), None)
        now = max(have, min(now, most(table, hero, kind))) if kind is not None else have
    if now != have:
        table.emit(e.AbilityTokensChanged(hero.id, token, now - have, now, because))
    return now - have


def ready(table: Table) -> Procedure[None]:
    """At the start of an Adventure every hero has the Ability Tokens that the kind begins with."""
    for hero in table.state.heroes.values():
        for kind in kinds(table, hero):
            about = Context(subject=hero.id, owner=hero.id, source=kind.name)
            amount = yield from table.roll_amount(kind.start, about, kind.name.lower())
            change(table, hero, kind.id, amount, "the Adventure begins")


def new_turn(table: Table) -> Procedure[None]:
    """What is Recovered at the start of every turn, before anything else happens in it."""
    for hero in table.state.standing():
        for kind in kinds(table, hero):
            if kind.each_turn is not None:
                about = Context(subject=hero.id, owner=hero.id, source=kind.name)
                amount = yield from table.roll_amount(kind.each_turn, about, kind.name.lower())
                change(table, hero, kind.id, amount, "a new turn")


def fade(table: Table) -> Procedure[None]:
    """What is lost at the end of every Fight, by those who lie KO'd too (valhalla, "Catch Your Breath")."""
    for hero in table.state.heroes.values():
        for kind in kinds(table, hero):
            if kind.each_fight_lost is not None and hero.tokens.get(kind.id, 0) and not hero.dead:
                about = Context(subject=hero.id, owner=hero.id, source=kind.name)
                amount = yield from table.roll_amount(kind.each_fight_lost, about, kind.name.lower())
                change(table, hero, kind.id, -amount, "the Fight is over")


def reset(table: Table) -> None:
    """At the end of an Adventure all Ability Tokens are removed (compilation, "At the End of Each Adventure")."""
    for hero in table.state.heroes.values():
        for token, count in hero.tokens.items():
            if count:
                table.emit(e.AbilityTokensChanged(hero.id, token, -count, 0, "the Adventure is over"))


def in_place_of_grit(table: Table, hero: Hero) -> AbilityToken | None:
    """The kind of token, with room for one, that a hero may Recover where Grit would be (Ambition)."""
    return next(
        (k for k in kinds(table, hero) if k.for_grit and hero.tokens.get(k.id, 0) < most(table, hero, k)),
        None,
    )


def recover_in_place(table: Table, hero: Hero, amount: int, because: str, moving: bool) -> Procedure[int]:
    """For each Grit that a hero would Recover: Grit as normal, or the token. Returns for how many it was the token.

    Where the Grit could neither be kept nor spent at once, there is nothing to ask.
    """
    from rules_engine.procedures.surplus import surplus_options

    taken = 0
    for number in range(amount):
        kind = in_place_of_grit(table, hero)
        if kind is None:
            break
        options = [Option(f"token:{kind.id}", f"Recover 1 {kind.name}", kind.id)]
        room = table.stats.hero(hero, "max_grit") - hero.grit - (number - taken)
        if room > 0 or surplus_options(table, hero, moving=moving):
            options.insert(0, Option("grit", "Recover 1 Grit"))
        answer = yield from table.ask(
            hero.id,
            "recover",
            f"{hero.name} would Recover a Grit ({because})",
            options,
            rule="compilation: Ambition (Ability Token)",
        )
        if answer != "grit":
            change(table, hero, kind.id, 1, because)
            taken += 1
    return taken
