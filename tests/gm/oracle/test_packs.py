"""Where the books are silent, what our own packs made up is offered apart and labelled; what is printed is not."""

from __future__ import annotations

import pytest

from gm.oracle.packs import LABEL, MAX_WORDS, ORIGINAL, SHELVES, pack_answer
from rules_engine.content.library import standard


def test_a_void_spiders_sheet_is_ours_and_the_answer_still_declines(oracle):
    side = standard().enemies["void-spiders"].normal
    answer = oracle.ask("how much xp is a void spider worth and what's its health?")
    assert answer.abstained and answer.claims == ()
    assert answer.pack_answer is not None and answer.pack_answer.startswith(f"{LABEL} Void Spider: ")
    assert f"Health {side.health}, XP {side.xp}" in answer.pack_answer


def test_the_brutal_side_is_told_where_it_is_asked_for():
    record = standard().enemies["void-spiders"]
    told = pack_answer("what is the brutal void spider's initiative?", standard())
    assert told is not None and f"Brutal side: Initiative {record.brutal.initiative}," in told


@pytest.mark.parametrize(
    "question", ["how much health does a troll have?", "who wins at chess?", "", "what is an enemy?"]
)
def test_what_the_packs_do_not_have_they_do_not_answer(question):
    assert pack_answer(question, standard()) is None


def test_the_longest_name_counts():
    library = standard()
    named = {r.name: r for r in library.items.values() if r.source == ORIGINAL}
    for name in sorted(named)[:40]:
        told = pack_answer(f"what does the {name} do?", library)
        assert told is None or told.startswith(f"{LABEL} {name}: ") or len(told.split(":")[1]) > len(name)


def test_nothing_that_a_rulebook_prints_is_called_ours():
    library = standard()
    for shelf in SHELVES:
        for record in getattr(library, shelf).values():
            name = str(getattr(record, "name", "") or getattr(record, "title", ""))
            told = pack_answer(f"what about {name}?", library)
            if told is not None:
                assert len(told.split()) <= MAX_WORDS
                if told.startswith(f"{LABEL} {name}:"):
                    ours = [r for s in SHELVES for r in getattr(library, s).values()
                            if name == str(getattr(r, "name", "") or getattr(r, "title", ""))]  # fmt: skip
                    assert any(r.source == ORIGINAL for r in ours), name
