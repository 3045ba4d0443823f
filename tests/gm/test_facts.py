"""Every event has its plain sentence, or is on the list of the silent."""

import re

import pytest

from gm.facts import RULES, SILENT, fact_of, facts_of
from gm.names import Names
from rules_engine import events as ev
from tests.gm.scripts import ADA, CASS, every_event, kill, numbered, party, spiders


def texts(events: list[ev.Event]) -> list[str]:
    return [fact.text for fact in facts_of(numbered(events), Names())]


def test_every_event_class_has_a_fact_or_is_silent_on_purpose():
    assert set(RULES) | SILENT == set(ev.EVENT_TYPES.values())
    assert not set(RULES) & SILENT


def test_the_script_holds_every_event_class():
    assert {type(event) for event in every_event()} == set(ev.EVENT_TYPES.values())


def test_an_event_that_is_neither_told_nor_silent_is_an_error_that_says_where_to_add_it():
    class Unheard(ev.Event, frozen=True, tag=True):
        pass

    with pytest.raises(LookupError, match="gm/fact_tables"):
        fact_of(Unheard(), Names())


def test_every_fact_is_one_finished_sentence_with_an_outcome():
    for fact in facts_of(numbered(every_event()), Names()):
        assert fact.text[0].isupper() or fact.text[0].isdigit(), fact
        assert fact.text.endswith("."), fact
        assert fact.outcome, fact
        assert "  " not in fact.text


def test_every_number_in_a_fact_stands_in_its_numbers():
    for fact in facts_of(numbered(every_event()), Names()):
        bare = fact.text
        for name in sorted(fact.names, key=len, reverse=True):
            bare = bare.replace(name, "")
        bare = re.sub(r"\b\d+\.\w+", "", bare)  # spaces and doors
        bare = re.sub(r"[A-Z]\w+(?: [A-Z]\w+)* \d+\b(?= turns| is placed| pushes)", "", bare)
        assert {int(n) for n in re.findall(r"\d+", bare)} <= set(fact.numbers), fact


def test_an_attack_says_who_with_what_and_what_came_of_it():
    told = texts([ADA, *spiders(), *kill("ada", "void-spiders-2")])
    assert "Ada fires the Shotgun: one Hit with one die, one Critical Hit." in told
    assert "Void Spider 2 takes six Wounds from Ada." in told
    assert "Void Spider 2 is killed by Ada." in told


def test_verbs_agree_with_who_does_it():
    told = texts(
        [
            ADA,
            *spiders(),
            ev.Rolled(1, "void-spiders", "enemy to hit", ["D6"], [3], "enemy", 0),
            ev.Rerolled(1, "void-spiders", "Many Legs", [0], [5], "enemy", 1),
            ev.Rolled(2, "party", "target", ["D6"], [4], "target", 0),
            ev.Rolled(3, "ada", "move", ["D6"], [2], "hero", 0),
        ]
    )
    assert told[-4:] == [
        "The Void Spiders roll one die (enemy to hit): 3.",
        "The Void Spiders re-roll one die (Many Legs): 5.",
        "The Hero Party rolls one die (target): 4.",
        "Ada rolls one die (move): 2.",
    ]


def test_what_must_be_told_is_marked():
    facts = {fact.kind: fact for fact in facts_of(numbered(every_event()), Names())}
    assert facts["EnemyKilled"].must_tell and facts["KnockedOut"].must_tell and facts["DarknessMoved"].must_tell
    assert not facts["MoveRolled"].must_tell and not facts["Rolled"].must_tell


def test_the_darkness_that_moves_back_falls_back():
    told = texts([ev.DarknessMoved(1, "x"), ev.DarknessMoved(2, "x"), ev.DarknessMoved(1, "x")])
    assert told[1].startswith("The Darkness moves to space 2")
    assert told[2].startswith("The Darkness falls back to space 1")


def test_names_come_from_the_events_alone():
    names = Names()
    for event in [*party(), *spiders(2)]:
        names.see(event)
    assert names.name("void-spiders-2") == "Void Spider 2"
    assert names.name("void-spiders") == "the Void Spiders"
    assert names.aliases("void-spiders-2") == ("Void Spider 2", "Void Spider", "Void Spiders")
    assert names.aliases("ada") == ("Ada", "U.S. Marshal")
    assert names.place("1.07") == "Entrance"
    assert names.alive("void-spiders") == names.came("void-spiders") == 2
    names.see(ev.EnemyKilled("void-spiders-1", "void-spiders", "ada"))
    assert names.alive("void-spiders") == 1


def test_a_name_given_in_the_plural_or_in_the_singular_reads_the_same():
    for given in ("Void Spider", "Void Spiders"):
        names = Names()
        names.see(ev.EnemiesCame("void-spiders", given, 3))
        assert (names.kind("void-spiders"), names.kind("void-spiders", 3)) == ("Void Spider", "Void Spiders")


def test_names_may_be_seen_twice_without_harm():
    once, twice = Names(), Names()
    for event in every_event():
        once.see(event)
        twice.see(event)
        twice.see(event)
    assert [f.text for f in (fact_of(e, once) for e in every_event()) if f] == [
        f.text for f in (fact_of(e, twice) for e in every_event()) if f
    ]


def test_a_sheet_without_known_pronouns_keeps_its_own():
    names = Names()
    names.see(ev.HeroJoined({"id": "ash", "name": "Ash", "cls": "", "pronouns": ["xe", "xem"]}))
    names.see(CASS)
    assert (names.pronouns("ash").subject, names.pronouns("ash").object) == ("xe", "xem")
    assert names.pronouns("ash").possessive == "Ash's"
    assert names.pronouns("cass").plural and not names.pronouns("ash").plural
