"""Optional rules of the rulebooks (compilation, "Optional Rules"): Hard-Core Mode, Below the Darkness, Advanced
Encounters, Themed Threat Decks. The fixed Move stands with the Move, Dangerous Bombs with Dynamite."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rules_engine import events as e
from rules_engine.choices import PARTY, Option
from rules_engine.errors import SetupError
from rules_engine.procedures.signals import AdventureOver
from rules_engine.procedures.worlds import deck_in, of_tile

if TYPE_CHECKING:
    from rules_engine.content.library import Library
    from rules_engine.table import Procedure, Table


def the_fallen_die(table: Table) -> Procedure[None]:
    """Hard-Core Mode: who has not Recovered before the next turn starts is dead (compilation, "Hard-Core Mode")."""
    from rules_engine.procedures.harm import dies

    for hero in list(table.state.heroes.values()):
        if hero.ko and not hero.dead:
            yield from dies(table, hero, "nobody helped in time")


def flee_at_the_end(table: Table) -> Procedure[None]:
    """The player aid has the heroes Flee at the End of the Turn (C08), if all who are not KO'd agree."""
    if table.rules.flee != "end" or table.state.outcome or not table.state.standing():
        return
    answer = yield from table.ask(
        PARTY,
        "flee",
        "The turn ends. Flee? The Mission will have failed.",
        (Option("stay", "no, go on"), Option("flee", "yes, flee")),
        rule="player-aid: End of Turn",
        agree="all",
    )
    if answer == "flee":
        raise AdventureOver("defeat", "the heroes flee")


# --- Below the Darkness -----------------------------------------------------------------------------------------------


def look_up(table: Table) -> Procedure[None]:
    """Below the Darkness: once its marker stands on a higher step than the Hero Party's, every Enemy Type has a free
    Elite ability from then on, those on the board included (our ruling); going deeper again changes nothing."""
    state = table.state
    if not table.rules.below_the_darkness or state.below_darkness or state.darkness <= state.hero_marker:
        return
    from rules_engine.procedures.fights import roll_elite

    table.emit(e.DarknessOverhead(state.darkness, state.hero_marker))
    present = {x.type for x in state.enemies.values()}
    for type in [type for type in state.groups if type in present]:
        yield from roll_elite(table, type)


def free_elite(table: Table, type: str) -> int:
    """The free Elite ability of a type that was not in this Fight before."""
    return int(table.state.below_darkness and type not in table.state.groups)


# --- Advanced Encounters ----------------------------------------------------------------------------------------------


def advanced_encounter(table: Table, tile: int) -> str:
    """The Encounter that a room's Map Card names, looked for in the deck and its discard pile; empty if there is none.

    It is not drawn, so nothing that redraws or cancels a card touches it.
    """
    layout = table.state.tiles[tile - 1].layout
    card = next(t.advanced for t in table.library.tile_cards.values() if any(one.id == layout for one in t.layouts))
    if not card:
        return ""
    name = deck_in(table, "encounter", of_tile(table, tile))
    deck = table.state.decks[name]
    if card not in deck.remaining and card in deck.discard:
        table.emit(e.DeckReshuffled(name))
    if card not in table.state.decks[name].remaining:
        table.emit(e.NothingHappened(table.board_name(tile), "its own Encounter is not in the deck"))
        return ""
    table.emit(e.CardDrawn(name, card, table.title_of(card)))
    return card


# --- Themed Threat Decks ----------------------------------------------------------------------------------------------


PLAYED_BY_ALL = ("threat-low", "threat-med", "threat-high")


def themes(text: str) -> list[str]:
    """`undead, void-spiders` as words: keywords of enemies, or Enemy Types."""
    return [re.sub(r"[\s_]+", "-", word.strip().lower()) for word in text.split(",") if word.strip()]


def themed(library: Library, decks: dict[str, list[str]], theme: str) -> dict[str, list[str]]:
    """The decks with only those Threat cards all of whose enemies fit the theme.

    An Epic Threat deck without any such card stays as it is. Raises SetupError if a word fits no enemy, or if a Low,
    Med or High Threat deck would be empty.
    """
    words = themes(theme)
    if not words:
        return decks
    fits = {id for id, enemy in library.enemies.items() if id in words or set(words) & set(enemy.keywords)}
    known = {word for enemy in library.enemies.values() for word in (enemy.id, *enemy.keywords)}
    unknown = [word for word in words if word not in known]
    if unknown:
        raise SetupError(f"threat_theme: no enemy is '{unknown[0]}'; known: {', '.join(sorted(known))}")
    found = dict(decks)
    for name in decks:
        if name.startswith("threat-"):
            found[name] = [c for c in decks[name] if all(g.enemy in fits for g in library.cards[c].groups)]
            if decks[name] and not found[name]:
                if name not in PLAYED_BY_ALL:
                    found[name] = decks[name]
                    continue
                raise SetupError(f"threat_theme: no card of {name} has only {', '.join(words)}; name more enemies")
    return found
