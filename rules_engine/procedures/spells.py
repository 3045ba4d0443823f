"""Casting Spells, and the cards that a Class brings (forbidden-fortress, "Casting Spells", "Elemental Focus").

The Mana of the Spell is paid before; here are the Casting Roll and what can still be added to it when it lies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_engine import events as e
from rules_engine.choices import Option
from rules_engine.dice import Roll, deck_stream
from rules_engine.effects import nodes as n
from rules_engine.effects.context import Context
from rules_engine.procedures.ability_tokens import change
from rules_engine.procedures.harm import gain_xp, take_hits
from rules_engine.procedures.rerolls import offer
from rules_engine.state import Hero

if TYPE_CHECKING:
    from rules_engine.content.schema import HeroClass
    from rules_engine.table import Procedure, Table

MANA, POWDER = "mana", "arcane-powder"
RULE = "forbidden-fortress: Casting Roll"


def cast(table: Table, node: n.Cast, about: Context) -> Procedure[None]:
    """2D6 against the Casting Number: the two highest dice count, with what Focus and Arcane Powder add.

    A failed Spell costs its Mana all the same. With doubles among the dice a Dangerous Spell also costs a Corruption
    Hit, whether it succeeds or not.
    """
    from rules_engine.effects.run import run

    hero = table.hero(about.subject)
    plus = table.stats.hero(hero, "casting") + table.stats.hero(hero, f"casting_{node.element}")
    rolls = [(yield from table.roll(hero.id, "casting", ("D6", "D6")))]
    powder = 0

    def total() -> int:
        values = sorted((value for roll in rolls for value in roll.values), reverse=True)
        return sum(values[:2]) + plus + powder

    while True:
        for roll in rolls:
            yield from offer(
                table,
                roll,
                hero,
                "casting",
                lambda die: die.value < 6,
                enough=lambda: total() >= node.number,
                against=f"a total of {total()}, {node.number}+ needed",
            )
        short = node.number - total()
        if short <= 0:
            break
        answer = yield from _add(table, hero, short, about.source, total(), node.number)
        if answer == "fail":
            break
        if answer == "mana":
            change(table, hero, MANA, -1, about.source)
            rolls.append((yield from table.roll(hero.id, "casting", ("D6",))))
        else:
            change(table, hero, POWDER, -short, about.source)
            powder += short
    cast = total() >= node.number
    table.emit(e.SpellCast(hero.id, about.source, node.element, total(), node.number, cast, rolls[0].id))
    if cast:
        yield from run(table, node.do, about)
        _xp(table, hero, node, about.source)
    if node.dangerous and _doubles(rolls) and hero.up:
        yield from take_hits(table, hero, "corruption", 1, about.source)


def _doubles(rolls: list[Roll]) -> bool:
    faces = [die.face for roll in rolls for die in roll.dice]
    return len(set(faces)) < len(faces)


def _add(table: Table, hero: Hero, short: int, spell: str, total: int, needed: int) -> Procedure[str]:
    """What a caster may still add to a Casting Roll that falls short: a die for a Mana, or Arcane Powder enough."""
    options = []
    if hero.tokens.get(MANA, 0):
        options.append(Option("mana", "spend 1 Mana: one more die"))
    if hero.tokens.get(POWDER, 0) >= short:
        options.append(Option("powder", f"discard {short} Arcane Powder: +{short}"))
    options.append(Option("fail", "let the Spell fail"))
    about = {"short": str(short), "spell": spell}
    prompt = f"{spell}: {total} of {needed}. Add to the Casting Roll?"
    return (yield from table.ask(hero.id, "casting", prompt, options, rule=RULE, about=about))


def _xp(table: Table, hero: Hero, node: n.Cast, spell: str) -> None:
    """The XP of a Spell; some give it for the first time in an Adventure only."""
    if not node.xp:
        return
    key = f"{hero.id}|0|xp-{spell}"
    if node.first and key in table.state.used:
        return
    if node.first:
        table.emit(e.AbilityUsed(hero.id, f"xp-{spell}", spell, key, "adventure"))
    gain_xp(table, hero, node.xp, spell)


# --- cards of a Class -------------------------------------------------------------------------------------------------


def draft(table: Table, id: str, name: str, record: HeroClass, given: tuple[str, ...]) -> Procedure[list[str]]:
    """The cards that a new Hero of a Class starts with: from one deck or a chosen one some are drawn and some kept, the
    others are shuffled back. `given` are cards that the setup names.
    """
    library = table.library
    if given:
        for card in given:
            record_of = library.class_cards[card]
            table.emit(e.CardDrawn(record_of.deck, card, record_of.name, id))
        return list(given)
    kept: list[str] = []
    for step in record.class_cards:
        for _ in range(step.times):
            deck = yield from _which_deck(table, id, name, step.decks)
            kept += yield from _keep(table, id, name, deck, step.draw, step.keep)
    return kept


def _which_deck(table: Table, id: str, name: str, decks: tuple[str, ...]) -> Procedure[str]:
    able = [deck for deck in decks if table.state.decks[deck].remaining]
    options = [Option(f"deck:{deck}", deck.rpartition("-")[2].title(), deck) for deck in able]
    answer = yield from table.ask(
        id,
        "element",
        f"{name}: from which Element?",
        options,
        rule="forbidden-fortress: Spells and Elemental Focus",
    )
    return answer.partition(":")[2]


def _keep(table: Table, id: str, name: str, deck: str, draw: int, keep: int) -> Procedure[list[str]]:
    """Draw cards of a deck (0: look at all of them) and keep some."""
    library, drawn = table.library, []
    if draw:
        for _ in range(min(draw, len(table.state.decks[deck].remaining))):
            card = yield from table.pick(f"{deck} card", table.state.decks[deck].remaining, deck_stream(deck))
            table.emit(e.CardDrawn(deck, card, library.class_cards[card].name, id))
            drawn.append(card)
    else:
        drawn = list(table.state.decks[deck].remaining)
    kept: list[str] = []
    for _ in range(min(keep, len(drawn))):
        left = [card for card in drawn if card not in kept]
        options = [Option(f"card:{c}", library.class_cards[c].name, c, detail=library.text(c)) for c in left]
        answer = yield from table.ask(id, "class_card", f"{name}: which card is kept?", options)
        kept.append(answer.partition(":")[2])
    for card in drawn:
        if not draw and card in kept:
            table.emit(e.CardDrawn(deck, card, library.class_cards[card].name, id))
        elif draw and card not in kept:
            table.emit(e.CardReturned(deck, card))
    return kept
