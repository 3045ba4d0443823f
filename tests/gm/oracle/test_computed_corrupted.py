"""Corruption against the Corruption Resistance of Classes, Allies and the mutated; and what is left alone."""

from __future__ import annotations

import pytest

from gm.oracle.computed.bench import bare_table
from rules_engine.content.library import standard
from rules_engine.ruleset import ruleset
from rules_engine.state import Hero
from tests.gm.oracle.asking import ask, told

GOLDEN = [
    # with the patterns
    ("duelist without any mutation or resistance gear just took corruption point number 4. mutation roll now?", "Yes."),
    ("does a marshal with 4 corruption points mutate?", "No."),
    ("explorer has 3 corruption and gains 1 more, does he mutate?", "Yes."),
    ("at how many corruption points does a duelist mutate?", "4: a Duelist"),
    ("how many more corruption points until my samurai with 2 corruption mutates?", "3 more"),
    ("marshal with a barbed tail and 4 corruption points: does he have to mutate?", "Yes."),
    ("is a conquistador with 3 corruption points still safe?", "Yes."),
    ("a footman takes his second corruption point, does he mutate?", "Yes."),
    ("corruption resistance 6 and 5 points of corruption: mutation now?", "No."),
    ("does a footman take five corruption before he mutates?", "No. A Conquistador Footman mutates at 2"),
    ("does a conquistador mutate at 4 corruption points?", "Yes."),
    # after the patterns
    ("my El Capitan sits at 3 corruption. would one more point make him mutate?", "Yes."),
    ("Sorceress, fifth corruption point, is a mutation due?", "Yes."),
    ("when does a Viking Warrior ally mutate - at how much corruption?", "2: a Viking Warrior"),
    ("Is 4 corruption harmless for a jarl?", "Yes."),
    ("hero with Prehensile Tail and 3 corruption points. does a mutation happen?", "No."),
    ("soldier conquistador holding 2 corruption gets another 2 corruption points. mutation roll?", "Yes."),
    ("CR of 4: does corruption point #3 cause a mutation?", "No."),
    ("how many more points of corruption can tip my Rancher at 1 corruption into mutating?", "4 more"),
    ("my explorer reached 4 corruption points, must he roll for a mutation?", "Yes."),
    ("berserker, 2 corruption so far, gains 2 corruption points. mutated?", "No."),
]  # fmt: skip


@pytest.mark.parametrize(("question", "answer"), GOLDEN)
def test_corruption_against_a_resistance(question, answer):
    assert told(question).startswith(answer), told(question)


@pytest.mark.parametrize("cls", sorted(standard().heroes))
def test_a_class_mutates_at_its_own_resistance(cls):
    record = standard().heroes[cls]
    hero, table = Hero("hero", "", cls, list(record.keywords), dict(record.stats)), bare_table(ruleset("compilation"))
    table.state.heroes["hero"] = hero
    limit = table.stats.hero(hero, "corruption_resistance")
    for points in range(1, 8):
        text = told(f"does a {record.name} with {points} corruption points mutate?")
        assert text.startswith("Yes" if points >= limit else "No"), text


@pytest.mark.parametrize(
    "question",
    [
        "does a duelist mutate after 4 corruption hits?",
        "duelist with willpower 4+ takes 2 corruption hits, mutation?",
        "which mutation does a hero with 5 corruption get?",
        "does my hero mutate twice with 10 corruption?",
        "how much does it cost to treat 3 corruption points before I mutate?",
        "what does a 5 on the mutation chart do?",
        "my horse has 4 corruption points, does it mutate?",
        "does a hero with 3 mutations and 4 corruption points mutate?",
        "can I heal 2 corruption to keep from mutating at 5?",
        "do I mutate if I carry 5 dark stone and have 3 corruption?",
        "does a Trederran Veteran with 4 corruption points mutate?",
        "does a hero with the Void Resistance suit and 5 corruption mutate?",
        "is corruption point number 14 the last one for a duelist's 4th and 5th mutation?",
        "does everyone with 5 corruption mutate at the end of the adventure?",
        "how many mutations until my hero becomes a monster with 5 corruption?",
    ],
)
def test_what_hangs_on_more_is_left_alone(question):
    assert ask(question) is None, told(question)


def test_what_only_our_packs_have_is_said_to_be_theirs():
    ours = "stands in our content packs, not in the books"
    said = told("hero with a heart in a jar just took corruption point number 5. mutation roll now?")
    assert f"The figure of Heart in a Jar {ours}" in said
    assert ours not in told("duelist just took corruption point number 4. mutation roll now?")
