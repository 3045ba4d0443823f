"""What Missions with rules of their own, and people with titles, sound like when they are told."""

from __future__ import annotations

import pytest

from gm.claims import claims_of
from gm.facts import facts_of
from gm.names import Names, first_name
from gm.storyteller import Storyteller
from rules_engine import events as ev
from rules_engine.events import Event
from tests.gm.scripts import numbered, party, sheet

SEEDS = [f"seed-{n}" for n in range(12)]


def story(events: list[Event], seed: str = "s") -> str:
    return " ".join(sentence.text for sentence in Storyteller(seed).tell(numbered(events), Names()))


@pytest.mark.parametrize("seed", SEEDS)
def test_a_clue_that_the_mission_does_not_ask_for_is_no_clue_of_none(seed: str):
    told = story([*party(), ev.ClueFound(1, 0, 1)], seed)
    assert "Clue" in told
    assert " of no" not in told and "of the no" not in told


def test_the_fact_of_such_a_clue_has_no_number_and_the_claim_none_to_be_held_to():
    names = Names()
    (fact,) = [f for f in facts_of(numbered([ev.ClueFound(1, 0, 1)]), names) if f.kind == "ClueFound"]
    assert "needed" not in fact.text and fact.numbers == ()
    (claim,) = claims_of(1, ev.ClueFound(1, 0, 1), names)
    assert claim.amounts == {"clue": 1}


@pytest.mark.parametrize("seed", SEEDS)
def test_what_a_mission_counts_is_told_as_a_count_of_things(seed: str):
    counts = [
        ev.TallyChanged("west", "West charges", 1, "Setting a Charge", False),
        ev.TallyChanged("charges", "Charges set", 1, "Setting a Charge"),
    ]
    told = story([*party(), *counts], seed)
    assert "one charge set" in told.lower()
    assert "west" not in told.lower()
    assert "seven turns on the fuse" in story([*party(), ev.TallyChanged("fuse", "Turns on the fuse", 7)], seed).lower()


def test_a_count_that_starts_at_nothing_is_not_told():
    none = ev.TallyChanged("seals", "Seals set", 0, "Seal the Void Gate", False)
    assert "seal" not in story([*party(), none]).lower()
    (fact,) = facts_of(numbered([none]), Names())
    assert not fact.must_tell


@pytest.mark.parametrize(
    ("name", "short"),
    [("Ada Quill", "Ada"), ("Lady Kaede", "Lady Kaede"), ("Brother Ganjin", "Brother Ganjin"), ("Hoshi", "Hoshi")],
)
def test_nobody_is_called_by_a_title_alone(name: str, short: str):
    assert first_name(name) == short
    names = Names()
    names.see(ev.HeroJoined(sheet("one", name, "rancher", ["she", "her"])))
    assert names.called("one") == short


def test_a_class_with_an_article_of_its_own_gets_no_other():
    joined = ev.HeroJoined(sheet("rodrigo", "Rodrigo de Salazar", "el-capitan", ["he", "him"]))
    told = story([ev.AdventureStarted("night-shift", "compilation", {}, 1), joined])
    assert "Rodrigo de Salazar, called El Capitan" in told
    assert "the El" not in told
