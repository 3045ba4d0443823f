"""Reactions: abilities that wait for an event.

Events before the fact (`would_...`) are answered at once, each ability at most once, the owner's own first. Events
after the fact are answered in batches, breadth first: what a reaction sets off waits until the batch is done. More
than 32 batches in a row, or 256 events that wait at once, are an error (a loop in the content).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_engine.choices import PARTY, Option
from rules_engine.effects.context import Context
from rules_engine.effects.run import run
from rules_engine.effects.stats import Held
from rules_engine.errors import EffectDepthError
from rules_engine.procedures.costs import can_pay, limit_key, pay, spent

if TYPE_CHECKING:
    from rules_engine.table import Procedure, Table

MAX_DEPTH = 32
ORDERED_BY_THE_PARTY = frozenset({"turn_ended", "fight_round_ended"})
MOST_WAITING = 256
WHOLE_TABLE = frozenset(
    [
        "turn_started",
        "turn_ended",
        "fight_started",
        "fight_round_ended",
        "fight_ended",
        "darkness_advanced",
        "darkness_held",
        "heroes_advanced",
        "world_entered",
        "depth_event",
        "objective_found",
        "clue_found",
    ]
)


def waiting_for(table: Table, event: str, about: Context) -> list[tuple[Held, Context]]:
    """Abilities that react to an event, with their contexts: heroes by initiative, then enemies, then cards."""
    state, stats = table.state, table.stats
    found: list[tuple[Held, Context]] = []
    heroes = table.in_initiative_order(state.heroes.values())
    for hero in heroes:
        for held in stats.held_by(hero):
            if held.ability.on != event or (about.cause and about.cause == limit_key(held)):
                continue  # an ability is not set off by its own effects
            if held.ability.of == "any" or about.subject == hero.id or not about.subject:
                own = about.about(owner=hero.id, subject=about.subject or hero.id, source=held.source, uid=held.uid)
                found.append((held, _by_its_keywords(own, held)))
    present = {enemy.type for enemy in state.enemies.values()}
    for type in state.groups:
        for held in stats.held_by_type(type):
            if held.ability.on != event or (about.cause and about.cause == limit_key(held)):
                continue
            if type not in present and (event in WHOLE_TABLE or held.ability.of == "any"):
                continue  # the last of them is gone
            if held.ability.of == "self" and about.enemy_type != type and event not in WHOLE_TABLE:
                continue  # what happens to somebody else, or by another hand, is not this type's event
            own = about.about(owner=type, enemy_type=type, source=held.source)
            found.append((held, _by_its_keywords(own, held)))
    for held in stats.in_play():
        if held.ability.on == event:
            own = about.about(owner=held.owner or PARTY, source=held.source, uid=held.uid)
            found.append((held, _by_its_keywords(own, held)))
    return found


def _by_its_keywords(about: Context, held: Held) -> Context:
    """The Keywords of what reacts are those of its own ability, whatever set it off was done with."""
    about.keywords = held.ability.keywords
    return about


def react(table: Table, event: str, about: Context) -> Procedure[Context]:
    """Answer an event; returns the context, with what was prevented or canceled."""
    if event.startswith("would_"):
        for held, context in waiting_for(table, event, about):
            context = context.about(prevented=about.prevented, canceled=about.canceled)
            yield from _do(table, held, context)
            about = about.about(prevented=context.prevented, canceled=context.canceled)
        return about
    table.waiting.append((event, about))
    if table.firing:
        return about
    table.firing = True
    try:
        batches = 0
        while table.waiting:
            batches += 1
            if batches > MAX_DEPTH or len(table.waiting) > MOST_WAITING:
                names = ", ".join(sorted({name for name, _ in table.waiting}))
                raise EffectDepthError(f"effects set one another off more than {MAX_DEPTH} times in a row ({names})")
            batch, table.waiting = table.waiting, []
            for name, context in batch:
                waiting = waiting_for(table, name, context)
                if name in ORDERED_BY_THE_PARTY:
                    yield from _as_the_party_orders(table, waiting)
                else:
                    for held, own in waiting:
                        yield from _do(table, held, own)
    finally:
        table.firing = False
        table.waiting.clear()
    return about


def _as_the_party_orders(table: Table, waiting: list[tuple[Held, Context]]) -> Procedure[None]:
    """The players decide what comes first of all that happens now (compilation, "End of the Turn").

    Which effects happen at all is read anew after each; for the last one nobody is asked.
    """
    left = {f"first:{number}:{held.ability.id}": (held, own) for number, (held, own) in enumerate(waiting, 1)}
    while ready := {id: one for id, one in left.items() if _happens(table, *one)}:
        options = [
            Option(id, f"{held.source} ({table.name(held.owner)})" if held.owner else held.source, held.ability.id)
            for id, (held, _) in ready.items()
        ]
        first = yield from table.ask(
            PARTY, "end_of_turn_order", "What happens first?", options, rule="compilation: End of the Turn"
        )
        yield from _do(table, *left.pop(first))


def _key(table: Table, held: Held, context: Context) -> str:
    """What a limited reaction is remembered by; an enemy's "first each turn" counts for each hero apart."""
    key = limit_key(held)
    return f"{key}@{context.subject}" if held.kind == "enemy" and context.subject in table.state.heroes else key


def _happens(table: Table, held: Held, context: Context) -> bool:
    """Whether a reaction is not Exhausted, its condition holds, and its owner is able to do it and can pay."""
    ability = held.ability
    if ability.limit and spent(table, _key(table, held, context)):
        return False
    if not table.holds(ability.when, context):
        return False
    owner = table.state.heroes.get(held.owner)
    if owner is None:
        return True
    if owner.dead or (owner.ko and not _works_while_down(ability.on)):
        return False
    return can_pay(table, owner, ability.cost, held.uid)


def _do(table: Table, held: Held, context: Context) -> Procedure[None]:
    if not _happens(table, held, context):
        return
    ability, owner = held.ability, table.state.heroes.get(held.owner)
    if ability.may and owner is not None:
        name = held.source
        answer = yield from table.ask(
            owner.id,
            "ability",
            f"Use {name}?",
            (Option("use", f"use {name}", held.ability.id), Option("pass", "not now")),
            about={"ability": ability.id, "event": ability.on},
        )
        if answer == "pass":
            return
    if owner is not None:
        yield from pay(table, owner, ability, held)
    elif ability.limit:
        from rules_engine.events import AbilityUsed

        table.emit(AbilityUsed(held.owner, ability.id, held.source, _key(table, held, context), ability.limit))
    before, table.cause = table.cause, limit_key(held)
    try:
        yield from run(table, ability.do, context)
    finally:
        table.cause = before


def _works_while_down(event: str) -> bool:
    return event in ("turn_started", "hero_ko", "would_be_ko", "recovered")
