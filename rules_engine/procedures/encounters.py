"""Encounters and Skill tests (compilation, "Encounters and Skill Tests")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_engine import events as e
from rules_engine.choices import PARTY, Option
from rules_engine.effects.context import Context
from rules_engine.effects.nodes import Attack
from rules_engine.procedures.rerolls import hero_roll
from rules_engine.procedures.signals import AdventureOver, TurnOver
from rules_engine.procedures.worlds import deck_in, heroes_in, of_tile
from rules_engine.state import Hero

if TYPE_CHECKING:
    from rules_engine.table import Procedure, Table


def skill_test(table: Table, hero: Hero, skills: tuple[str, ...], target: int, because: str) -> Procedure[bool]:
    """Roll as many dice as the Skill; any one at or above the target passes. With several Skills the hero chooses."""
    skill = skills[0]
    if len(skills) > 1:
        options = [
            Option(f"skill:{s}", f"{s.title()} ({table.stats.hero(hero, s)} dice, {target}+)", s)
            for s in sorted(skills, key=lambda s: -table.stats.hero(hero, s))
        ]
        answer = yield from table.ask(hero.id, "skill", f"{hero.name} tests for {because}: with which Skill?", options)
        skill = answer.partition(":")[2]
    dice = table.stats.hero(hero, skill)
    roll = yield from hero_roll(table, hero, f"{skill} test", "skill_test", ["D6"] * dice, target, one_is_enough=True)
    passed = roll.successes() > 0
    table.emit(e.SkillTested(hero.id, skill, target, passed, roll.id, because))
    event = "test_passed" if passed else "test_failed"
    yield from table.fire(event, Context(subject=hero.id, amount=target, source=because))
    return passed


def draw_encounters(table: Table, count: int, tile: int, world: str = "", advanced: str = "") -> Procedure[None]:
    """Draw Encounters of the World that the tile lies in (or of `world`, without a tile) and resolve them in the order
    the players like; enemies they bring come after all of them.

    `advanced` is the room's own Encounter, which comes in addition (compilation, "Advanced Encounters").

    Returns when everything but the enemies is done; the enemies are then placed (compilation, "Multiple Encounters").
    """
    from rules_engine.procedures.items import draw_card

    cards: list[str] = [advanced] if advanced else []
    deck = deck_in(table, "encounter", of_tile(table, tile) if tile else world)
    for _ in range(count):
        card = yield from draw_card(table, deck)
        if card is not None:
            cards.append(card)
    outer = table.held_attacks
    held: list[tuple[Attack, Context]] = []
    table.held_attacks = held
    try:
        while cards:
            options = [Option(f"encounter:{card}", table.title_of(card), card) for card in cards]
            answer = yield from table.ask(PARTY, "encounter_order", "Which Encounter first?", options)
            card = answer.partition(":")[2]
            cards.remove(card)
            yield from resolve_encounter(table, card, tile, deck, world)
    except (AdventureOver, TurnOver):
        for card in cards:  # what was drawn and is not resolved any more
            table.emit(e.CardDiscarded(deck, card))
        raise
    finally:
        table.held_attacks = outer
    for node, about in held:
        from rules_engine.effects.run import run

        yield from run(table, (node,), about)


def resolve_encounter(table: Table, card: str, tile: int, deck: str = "encounter", world: str = "") -> Procedure[None]:
    """Read out one Encounter: who is tested, and what comes of it. Only heroes in its World take part.

    Source: compilation, "Encounters, Depth Events, and Ambush Attacks with Two Worlds".
    """
    from rules_engine.effects.run import run

    record = table.library.cards[card]
    world = of_tile(table, tile) if tile and table.board.has_gates else world
    party = heroes_in(table, table.state.party_standing(), world)
    table.emit(e.EncounterBegan(card, record.title, [h.id for h in party]))
    if record.remains_in_play:
        table.emit(e.CardRemains(table.next_uid(), card, record.title))
    else:
        table.emit(e.CardDiscarded(deck, card))
    about = Context(source=record.title, tile=tile, world=world, keywords=record.keywords)
    yield from run(table, record.effects, about)


def hold_attack(table: Table, node: Attack, about: Context) -> bool:
    """Whether an attack must wait for the rest of the Encounters."""
    if table.held_attacks is None:
        return False
    table.held_attacks.append((node, about))
    return True
