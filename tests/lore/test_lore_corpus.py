"""The lore entries: enough of them, of a length that can be told at a table, each with a source."""

from __future__ import annotations

from collections import Counter

import pytest

from lore.corpus_model import LoreEntry, load_corpus

LORE = [entry for entry in load_corpus() if isinstance(entry, LoreEntry)]
WORLDS_BY_HEADING_ONLY = ("caverns-of-cynder", "trederra", "blasted-wastes", "forest-of-the-dead", "valhalla")


def test_every_category_has_entries():
    counts = Counter(str(entry.category) for entry in LORE)
    assert len(LORE) >= 50
    assert {name for name, count in counts.items() if count >= 5} == {
        *("world", "creature", "people", "phenomenon", "place", "class", "product"),
    }


@pytest.mark.parametrize("entry", LORE, ids=lambda entry: entry.id)
def test_an_entry_has_40_to_120_words(entry):
    assert 40 <= sum(len(paragraph.split()) for paragraph in entry.text) <= 120


@pytest.mark.parametrize("world", WORLDS_BY_HEADING_ONLY)
def test_a_world_that_is_only_a_heading_in_the_books_is_told_as_ours(world):
    entry = next(entry for entry in LORE if entry.id == f"world-{world}")
    assert entry.source == "original"


def test_no_two_entries_share_a_title():
    titles = Counter(entry.title.lower() for entry in LORE)
    assert [title for title, count in titles.items() if count > 1] == []
