"""OtherWorlds as content: each has decks of its own to play with, and nothing of them strays into the mines."""

from __future__ import annotations

import pytest

from rules_engine.content.library import standard
from rules_engine.content.schema import ThreatGroup

WORLDS = ("belly-of-the-beast", "swamps-of-jargono", "targa-library")
LIBRARY = standard()


def size(groups: tuple[ThreatGroup, ...]) -> float:
    """Expected Health x (1 + Defense / 4) of what a line brings."""
    dice = {"D3": 2.0, "D6": 3.5, "P": 4.0}
    total = 0.0
    for group in groups:
        sheet, count = LIBRARY.enemies[group.enemy], group.count
        models = count.const + sum(t.times * sum(dice[d] for d in t.dice) for t in count.terms)
        total += min(models, sheet.models) * sheet.normal.health * (1 + sheet.normal.defense / 4)
    return total


def test_these_worlds_may_be_drawn_beyond_a_gate() -> None:
    assert LIBRARY.otherworlds("mines") == list(WORLDS)


@pytest.mark.parametrize("world", WORLDS)
def test_a_world_has_decks_enough_to_be_played(world: str) -> None:
    kinds = [LIBRARY.tile_cards[card].kind for card in LIBRARY.map_cards(world)]
    assert kinds.count("passage") >= 4 and kinds.count("room") >= 6
    assert len(set(LIBRARY.deck(f"encounter:{world}"))) >= 8
    assert len(set(LIBRARY.deck(f"threat:{world}"))) >= 6
    assert len(LIBRARY.deck(f"artifact:{world}")) >= 4


@pytest.mark.parametrize("world", WORLDS)
def test_a_world_has_a_depth_event_chart_of_its_own_for_each_face(world: str) -> None:
    chart = LIBRARY.worlds[world].depth_event
    assert chart != "depth-event" and sorted(LIBRARY.chart_rows[chart]) == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("world", WORLDS)
def test_the_lines_of_a_threat_card_rise_with_the_party(world: str) -> None:
    for card in set(LIBRARY.deck(f"threat:{world}")):
        record = LIBRARY.cards[card]
        assert (record.lines is None) == record.wandering
        if record.lines is not None:
            low, med, high = (size(line) for line in (record.lines.low, record.lines.med, record.lines.high))
            assert low < med < high and 6 <= low <= 20 and med <= 40 and high <= 70, card


def test_only_the_belly_has_passage_encounters() -> None:
    assert [world for world in WORLDS if LIBRARY.deck(f"passage-encounter:{world}")] == ["belly-of-the-beast"]
    assert len(set(LIBRARY.deck("passage-encounter:belly-of-the-beast"))) >= 4


def test_artifacts_of_an_otherworld_are_not_in_the_ordinary_deck() -> None:
    elsewhere = {card for world in WORLDS for card in LIBRARY.deck(f"artifact:{world}")}
    assert not elsewhere & set(LIBRARY.deck("artifact"))


def test_the_library_knowledge_chart_goes_on_to_twelve() -> None:
    assert sorted(LIBRARY.chart_rows["library-knowledge"]) == list(range(1, 13))
