"""Follow-up questions are made whole with what was asked before; what stands on its own is left alone."""

from __future__ import annotations

import pytest

from gm.oracle import Exchange
from gm.oracle.followup import Understood, understood

TITLES = ["Dynamite", "Hold Back the Darkness", "Bandages", "Escape Tests", "Large Enemies", "Revive Tokens", "Armor"]


def whole(question, *before):
    earlier = [Exchange(b) if isinstance(b, str) else Exchange(*b) for b in before]
    return understood(question, earlier, TITLES)


@pytest.mark.parametrize(
    "question, edition",
    [
        ("and in the fortress rules?", "forbidden-fortress"),
        ("what about Valhalla?", "valhalla"),
        ("and by the old west book?", "old-west"),
        ("under the compilation?", "compilation"),
        ("player aid?", "player-aid"),
    ],
)
def test_a_follow_up_that_only_names_an_edition_asks_the_same_of_it(question, edition):
    assert whole(question, "How often can a room be scavenged?") == Understood(
        "How often can a room be scavenged?", edition
    )


@pytest.mark.parametrize(
    "before, question, wanted",
    [
        ("How far can I throw dynamite?", "what does it cost?", "what does Dynamite cost?"),
        ("How far can I throw dynamite?", "and how heavy is it?", "how heavy is Dynamite?"),
        ("Do revive tokens come back?", "how many of them do we get?", "how many of Revive Tokens do we get?"),
        ("How much XP is a troll worth?", "does it have armor saves?", "does the troll have armor saves?"),
        ("How much XP is a zombie worth?", "what are its elite abilities?", "what are the zombie's elite abilities?"),
        ("How many tokens do 2 heroes get?", "what about 5 heroes?", "How many tokens do 5 heroes get?"),
        ("How many tokens do two heroes get?", "and for three heroes?", "How many tokens do three heroes get?"),
        ("Can I shoot past a zombie?", "what about a spider?", "Can I shoot past a spider?"),
        ("May I search a room?", "what if an enemy is adjacent?", "May I search a room if an enemy is adjacent?"),
        ("May I search a room?", "even if I'm KO'd?", "May I search a room even if I'm KO'd?"),
        ("Do enemies get criticals?", "and brutal ones?", "Do enemies get criticals with brutal ones?"),
        ("Do we need to roll to hold back?", "with a lantern?", "Do we need to roll to hold back with a lantern?"),
        ("Can I re-roll a hit?", "why?", "Can I re-roll a hit: why?"),
    ],
)
def test_what_is_left_out_is_filled_in(before, question, wanted):
    assert whole(question, before).question == wanted


def test_the_entry_that_answered_is_the_topic_where_the_question_names_none():
    assert whole("does it stack?", ("how does fear work", "Fear and Terror")).question == "does Fear and Terror stack?"


def test_words_of_the_topic_that_the_question_says_itself_are_not_said_twice():
    before = ("how do I do that at the start?", "Hold Back the Darkness")
    asked = "what do I need to hold it back right now?"
    assert whole(asked, before).question == "what do I need to hold the Darkness back right now?"
    assert whole("does it stack?", ("how do grits stack?", "Stack")).question == "does Stack stack?"


@pytest.mark.parametrize(
    "question",
    [
        "Can I throw dynamite over a wall?",
        "How does armor work?",
        "What do bandages heal, and who may use them?",
        "Is it my turn when an Escape test fails?",
        "and do large enemies get a move?",
    ],
)
def test_a_question_that_names_what_it_is_about_stands_on_its_own(question):
    assert whole(question, "How far can I throw dynamite?").question == question


def test_without_anything_before_nothing_is_filled_in():
    assert understood("what does it cost?", [], TITLES) == Understood("what does it cost?")


def test_only_the_last_exchange_counts():
    assert whole("what does it cost?", "How does armor work?", "How far does dynamite fly?").question == (
        "what does Dynamite cost?"
    )


def test_the_oracle_answers_a_talk(oracle):
    first = oracle.ask("How many wounds does a bandage heal?")
    second = oracle.ask("how many of them fit into a side bag?", earlier=[first.exchange])
    assert second.understood and second.question == "how many of them fit into a side bag?"
    fortress = oracle.ask("How often can a room be scavenged with three heroes?", edition="old-west")
    other = oracle.ask("and in the fortress rules?", edition="old-west", earlier=[fortress.exchange])
    assert other.edition == "forbidden-fortress" and other.understood == fortress.question
    assert not other.abstained and other.answer != fortress.answer
