"""What comes with Hero Classes: kinds of Ability Token, and Team Hero Classes with what their Sub-Classes share."""

from __future__ import annotations

from rules_engine.content.schema import AbilityList, AmountField, Record
from rules_engine.effects.language import Amount

NOTHING = Amount(0, (), "0")


class AbilityToken(Record):
    """A kind of Ability Token: what there is at the start of an Adventure, what comes every turn, what is lost at the
    end of each Fight, whether it may be Recovered in place of Grit, and the abilities of whoever uses it.

    Who may hold how many is on the Hero's sheet (`max_rage`), unless it is `unlimited`.
    """

    name: str
    start: AmountField = NOTHING
    each_turn: AmountField | None = None
    each_fight_lost: AmountField | None = None
    for_grit: bool = False
    unlimited: bool = False
    abilities: AbilityList = ()


class Team(Record):
    """A Team Hero Class: the abilities that all of its Sub-Classes share. Its cards are in the deck `team-<id>`."""

    name: str
    abilities: AbilityList = ()


class ClassCard(Record):
    """A card that a Hero keeps for good: a Battle Tactic, a Ninja Clan, an Elemental Focus, a Spell."""

    deck: str
    name: str
    keywords: tuple[str, ...] = ()
    abilities: AbilityList = ()
