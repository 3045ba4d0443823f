"""Threat cards, Epic Threats, Enemy Trait cards and the Bonus of the Hero Posse Level.

Sources: compilation, "Difficulty Scaling", "Epic Threats", "Tougher Monsters"; valhalla and forbidden-fortress, "Trait
Cards".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_engine import events as e
from rules_engine.choices import PARTY, Option
from rules_engine.dice import ENEMY_DICE
from rules_engine.effects.context import Context
from rules_engine.procedures.worlds import where

if TYPE_CHECKING:
    from rules_engine.procedures.fights import Groups
    from rules_engine.table import Procedure, Table

LEVELS = ("low", "med", "high")
FEW = 2
BRUTAL_FROM = 5
MYTHIC_ROLLS = {"none": 0, "one": 1, "two": 2}
ELITE_BONUS = {3: 1, 4: 2, 7: 1, 8: 2}


def normal_level(heroes: int) -> str:
    """Threat level by party size: 1-2 Low, 3-4 Med, 5-6 High."""
    return LEVELS[0] if heroes <= 2 else LEVELS[1] if heroes <= 4 else LEVELS[2]


def threat_level(table: Table, level: str) -> Procedure[tuple[str, int]]:
    """The deck that is drawn from, and the Elite abilities that come on top of its card.

    `normal` is the party's level, `higher` one above it; 5-6 heroes have none above High and draw High again with one
    Elite ability for each group (our ruling for Scouting Party). `epic` is High for 1-2 heroes unless they dare it.
    """
    if level == "epic":
        dared = len(table.state.party()) > FEW or (yield from dares_the_epic(table))
        return ("epic" if dared else "high"), 0
    if level not in ("normal", "higher"):
        return level, 0
    place = LEVELS.index(normal_level(len(table.state.party())))
    if level == "normal":
        return LEVELS[place], 0
    return LEVELS[min(2, place + 1)], int(place == 2)


def dares_the_epic(table: Table) -> Procedure[bool]:
    """With 1 or 2 heroes a High Threat takes the place of an Epic one, unless they are ambitious."""
    answer = yield from table.ask(
        PARTY,
        "epic_threat",
        "An Epic Threat is called for, and you are few.",
        (Option("high", "draw a High Threat card instead"), Option("epic", "dare the Epic Threat")),
        rule="compilation: Epic Threats",
        agree="all",
    )
    return answer == "epic"


def threat_groups(table: Table, level: str, world: str = "") -> Procedure[tuple[Groups, tuple[str, ...]]]:
    """Draw a Threat card and roll how many enemies it brings: (type, count, Elite) for each group.

    An OtherWorld has a single Threat deck of its own, whose cards have a line for each level; Epic Threats are the
    ordinary ones (compilation, "Map Cards, Encounters, Artifacts, and OtherWorld Threats"). A wandering Enemy is drawn
    from the ordinary deck after all.

    Returns with them the types for which the card calls for an Enemy Trait card.
    """
    from rules_engine.procedures.items import draw_card

    level, extra = yield from threat_level(table, level)
    own = f"threat:{world}"
    deck = own if level in LEVELS and own in table.state.decks else f"threat-{level}"
    card = yield from draw_card(table, deck)
    if card is None:
        return [], ()
    record = table.library.cards[card]
    table.emit(e.CardDiscarded(deck, card))
    if record.wandering:
        found, traits = yield from threat_groups(table, level)
        return [(type, count, elite + extra) for type, count, elite in found], traits
    listed = getattr(record.lines, level) if record.lines is not None else record.groups
    groups: Groups = []
    for group in listed:
        count = yield from table.roll_amount(group.count, Context(source=record.title), "number of enemies", ENEMY_DICE)
        groups.append((group.enemy, count, group.elite + extra))
        if (group.without or group.abilities) and group.enemy not in table.state.groups:
            table.emit(e.EnemiesOrdered(group.enemy, card, record.title))
    return groups, tuple(group.enemy for group in listed if group.trait)


def bring_threat(
    table: Table,
    level: str,
    because: str,
    *,
    ambush: bool = False,
    tile: int = 0,
    objective: bool = False,
    beside: str = "",
    elite: int = 0,
    world: str = "",
) -> Procedure[None]:
    """A Threat card of a level and of a World is drawn, and what it lists comes, with so many Elite abilities more."""
    from rules_engine.procedures.fights import bring_enemies

    if not world:
        world = yield from where(table, Context(tile=tile, subject=beside))
    groups, traits = yield from threat_groups(table, level, world)
    groups = [(type, count, own + elite) for type, count, own in groups]
    yield from bring_enemies(
        table,
        groups,
        because,
        ambush=ambush,
        tile=tile,
        objective=objective,
        beside=beside,
        traits=traits,
        world=world,
    )


# --- Enemy Trait cards ------------------------------------------------------------------------------------------------


def draw_trait(table: Table, type: str, *, called: bool = False) -> Procedure[None]:
    """An Enemy Trait card for a group that comes: when it enters play, or (in the sets' own books) when called for.

    A group has one at a time; another is ignored (valhalla, "Trait Cards"). Only enemies that have a deck of them draw.
    """
    from rules_engine.procedures.items import draw_card

    deck = f"trait-{type}"
    state = table.state
    if deck not in state.decks or not (called or table.rules.traits_drawn == "entering"):
        return
    group = state.groups[type]
    if group.trait:
        title = table.title_of(group.trait)
        table.emit(e.NothingHappened(f"another Trait for the {table.name(type)}", f"they are {title} already"))
        return
    card = yield from draw_card(table, deck)
    if card is not None:
        table.emit(e.TraitGained(type, card, table.title_of(card)))


def discard_traits(table: Table) -> None:
    """The Trait cards go to their discard piles with the end of the Fight."""
    for type, group in table.state.groups.items():
        if group.trait:
            table.emit(e.CardDiscarded(f"trait-{type}", group.trait))


def roll_mythic(table: Table, type: str) -> Procedure[None]:
    """Optional: a type with a chart of Mythic Abilities has one or two of them, no two alike, from when it enters play.

    Source: valhalla, "Frost Giant Mythic Abilities". Its chart is in no book at hand; ours is with the enemy.
    """
    record, rolls = table.library.enemies[type], MYTHIC_ROLLS[table.rules.frost_giant_mythic]
    if not rolls or not record.mythic:
        return
    group = table.state.groups[type]
    while len(group.mythic) < rolls:
        number = (yield from table.enemy_roll(type, "mythic chart", ("D6",))).dice[0].face
        if number not in group.mythic:
            table.emit(e.MythicGained(type, number, record.mythic[number - 1].name))


# --- the Hero Posse Level ---------------------------------------------------------------------------------------------


def elite_of_the_posse(table: Table) -> int:
    """The Elite abilities that every group of enemies has by the Hero Posse Level (8 and above: two)."""
    return elite_bonus(table.state.posse_level)


def elite_bonus(posse_level: int) -> int:
    """The Elite abilities of every group of enemies at a Hero Posse Level (compilation, "Tougher Monsters")."""
    return ELITE_BONUS.get(min(8, posse_level), 0)


def brutal_side(table: Table) -> bool:
    """Whether enemies use the Brutal side of their sheets: by Hero Posse Level 5 and above, or as the table chose."""
    return table.brutal or table.state.posse_level >= BRUTAL_FROM
