"""Epic Threats, Enemy Trait cards and Trolls: what is printed, and what our own cards must keep to."""

from __future__ import annotations

import pytest

from rules_engine import GameSetup, HeroSetup, party
from rules_engine.content.library import standard
from rules_engine.errors import SetupError
from rules_engine.setup import check

EPIC = [card for card in standard().cards.values() if card.deck == "threat-epic"]
TRAITS = [card for card in standard().cards.values() if card.deck.startswith("trait-")]
TROLL_TRAITS, NAMED = 5, {"Mountain Trolls", "Bridge Trolls", "Ice Trolls", "The Tower Guard", "Watery Graves"}


def test_epic_threats_are_boss_fights_of_known_enemies() -> None:
    """Every card has a boss of its own (one model in the box) or a group with Elite abilities."""
    enemies = standard().enemies
    assert sum(card.set == "old-west" for card in EPIC) >= 6
    bosses = {group.enemy for card in EPIC for group in card.groups if enemies[group.enemy].models == 1}
    assert len(bosses) >= 2
    for card in EPIC:
        boss = any(group.enemy in bosses for group in card.groups)
        assert boss or any(group.elite for group in card.groups), card.id


def test_a_boss_is_tough_and_frightens() -> None:
    for record in standard().enemies.values():
        if record.models == 1:
            for side in (record.abilities, record.brutal_abilities):
                assert any(ability.tough for ability in side), record.id
                assert any(ability.fear or ability.terror for ability in side), record.id


@pytest.mark.parametrize("card", TRAITS, ids=lambda card: card.id)
def test_a_trait_card_is_for_an_enemy_that_there_is_and_is_worth_xp(card: object) -> None:
    deck, abilities = card.deck, card.abilities  # type: ignore[attr-defined]
    assert deck.removeprefix("trait-") in standard().enemies
    bonus = [m.value for ability in abilities for m in ability.modifiers if m.stat == "xp"]
    assert len(bonus) == 1 and bonus[0] > 0 and bonus[0] % 5 == 0


def test_the_traits_that_the_books_name_are_there() -> None:
    assert {card.title for card in TRAITS} >= NAMED
    assert sum(card.deck == "trait-trolls" for card in TRAITS) == TROLL_TRAITS


def test_trolls_are_large_with_initiative_4_and_there_are_three() -> None:
    trolls = standard().enemies["trolls"]
    assert (trolls.size, trolls.normal.initiative, trolls.models) == ("large", 4, 3)
    assert {"regeneration", "throw-rocks"} <= {ability.id for ability in trolls.abilities}


@pytest.mark.parametrize("level", [0, 9])
def test_a_level_that_no_hero_has_is_refused(level: int) -> None:
    with pytest.raises(SetupError, match="Level 1 to 8"):
        check(GameSetup((HeroSetup("us-marshal", level=level),)), standard())


def test_the_cards_of_a_set_come_only_with_it() -> None:
    library = standard()
    plain, mixed = party("us-marshal"), party("us-marshal", sets=["valhalla"])
    trolls = "threat-low-toll"
    assert trolls not in library.deck("threat-low", plain.sets_in_play)
    assert trolls in library.deck("threat-low", mixed.sets_in_play)
    assert library.trait_decks(plain.sets_in_play) == [] and library.trait_decks(mixed.sets_in_play) == ["trait-trolls"]
