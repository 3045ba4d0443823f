"""Grit beyond Max Grit: it cannot be kept, but it may be spent at once (compilation, "Max Grit")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_engine import events as e
from rules_engine.choices import Option
from rules_engine.effects.context import Context
from rules_engine.effects.nodes import Gain
from rules_engine.effects.stats import Use
from rules_engine.procedures.costs import pay
from rules_engine.state import Hero

if TYPE_CHECKING:
    from rules_engine.table import Procedure, Table

LET_GO = Option("lose", "let it go")
MORE_MOVEMENT = Option("spend", "an extra D6 of movement")


def surplus_uses(table: Table, hero: Hero) -> list[Use]:
    """Abilities of a hero that one Grit pays for, usable now and of some use."""
    from rules_engine.procedures.items import could_help, uses_of

    moments = ("any_time", "activation") if table.acting == hero.id else ("any_time",)
    fight = bool(table.state.enemies)
    return [
        use
        for moment in moments
        for use in uses_of(table, hero, moment)
        if use.ability.cost.grit == 1
        and not use.token
        and not _gives_grit(use)
        and ((fight and moment == "activation") or could_help(table, hero, use.ability))
    ]


def _gives_grit(use: Use) -> bool:
    """Whether all that it does is to give Grit back."""
    first = use.ability.do[0] if use.ability.do else None
    return isinstance(first, Gain) and first.grit is not None


def surplus_options(table: Table, hero: Hero, *, moving: bool = False) -> list[Option]:
    """What a Grit that a hero cannot keep may be spent on at once; nothing for who is not standing."""
    if not hero.up:
        return []
    options = [MORE_MOVEMENT] if moving else []
    if hero.bleeding:
        options.append(Option(f"bandage:{hero.id}", "stop the Bleeding", hero.id))
    for use in surplus_uses(table, hero):
        label = f": {use.ability.label}" if use.ability.label else ""
        options.append(Option(use.id, f"{use.held.source}{label}", use.ability.id))
    return options


def spend_surplus(table: Table, hero: Hero, grit: int, *, moving: bool = False) -> Procedure[int]:
    """Offer each Grit beyond Max Grit while there is something to spend it on; what is not spent is lost.

    `moving`: the hero has just rolled for the Move, so that it may be an extra D6. Returns the spaces that it adds.
    """
    spaces = 0
    for _ in range(grit):
        options = surplus_options(table, hero, moving=moving)
        if not options:
            break
        answer = yield from table.ask(
            hero.id,
            "surplus_grit",
            f"{hero.name} is at Max Grit. Spend the new Grit at once?",
            (*options, LET_GO),
            rule="compilation: Max Grit",
        )
        if answer == LET_GO.id:
            break
        if answer == MORE_MOVEMENT.id:
            extra = yield from table.roll(hero.id, "extra movement", ("D6",))
            spaces += extra.total
        elif answer == f"bandage:{hero.id}":
            table.emit(e.StatusRemoved(hero.id, "bleeding", 1, "Grit"))
        else:
            yield from _use_for_it(table, hero, answer)
    return spaces


def _use_for_it(table: Table, hero: Hero, answer: str) -> Procedure[None]:
    """Use an ability for the Grit that came; the hero's own Grit stays."""
    from rules_engine.effects.run import run

    use = next(use for use in surplus_uses(table, hero) if use.id == answer)
    yield from pay(table, hero, use.ability, use.held, surplus=1)
    about = Context(subject=hero.id, owner=hero.id, source=use.held.source, uid=use.held.uid)
    yield from run(table, use.ability.do, about)
