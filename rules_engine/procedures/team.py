"""Team Heroes: the Hero Party's pool of Team Ability cards (compilation, "Team Ability Cards").

Whoever added a card has the final say on it: it is that hero's to play, and it waits while that hero lies KO'd.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_engine import events as e
from rules_engine.procedures.items import draw_card
from rules_engine.state import CardInPlay, Hero

if TYPE_CHECKING:
    from rules_engine.content.library import Library
    from rules_engine.table import Procedure, Table


def team_deck(team: str) -> str:
    """The name of a Team's deck of Team Ability cards."""
    return f"team-{team}"


def team_decks(library: Library, classes: list[str]) -> list[str]:
    """The decks of the Teams that some Classes belong to, each once."""
    teams = [library.heroes[cls].team for cls in classes if cls in library.heroes]
    return list(dict.fromkeys(team_deck(team) for team in teams if team))


def team_of(table: Table, hero: Hero) -> str:
    """The Team that a hero's Class is a Sub-Class of; empty for all others."""
    cls = table.library.heroes.get(hero.cls)
    return cls.team if cls is not None else ""


def fill_the_pool(table: Table) -> Procedure[None]:
    """At the start of each Adventure every Team Hero adds a card of the Team to the pool; some Upgrades add more."""
    for hero in list(table.state.heroes.values()):
        team = team_of(table, hero)
        if not team:
            continue
        for _ in range(1 + table.stats.hero(hero, "team_cards")):
            card = yield from draw_card(table, team_deck(team), hero.id)
            if card is not None:
                title = table.title_of(card)
                table.emit(e.TeamCardAdded(table.next_uid(), card, title, hero.id))


def leave_the_pool(table: Table, card: CardInPlay, because: str) -> None:
    """A Team Ability card is discarded."""
    record = table.library.cards[card.id]
    table.emit(e.TeamCardLeft(card.uid, card.id, record.title, card.owner, because))
    table.emit(e.CardDiscarded(record.deck, card.id))


def empty_the_pool(table: Table) -> None:
    """At the end of the Adventure unused Team Ability cards are discarded."""
    for card in list(table.state.team_cards):
        leave_the_pool(table, card, "the Adventure is over")
