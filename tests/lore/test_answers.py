"""Rules answers without a model: right, short, quoted word for word, and declined where the books are silent."""

from __future__ import annotations

import re

import msgspec
import pytest

from gm.oracle import Answer, Mode, Oracle, OracleError
from lore.extractive import MAX_WORDS
from lore.locating import located
from lore.passages import Kind, Role
from lore.question import read

RIGHT = [
    ("How many dice does the lantern's bearer roll to hold back the darkness?", ["2D6"]),
    ("Initiative is tied between me and a monster - who activates?", ["Enemies", "first"]),
    ("Can enemies score critical hits against a hero?", ["No"]),
    ("I begin my activation outside the light. What hits do I suffer?", ["D6", "Horror"]),
    ("What is the carrying limit in weight symbols?", ["5", "Strength"]),
    ("Side bag capacity?", ["5"]),
    ("How far can dynamite be thrown?", ["Strength", "3"]),
    ("What does a tonic recover?", ["Grit"]),
    ("How many loot cards at most can a hero draw for one fight?", ["3"]),
    ("Which level can no hero go beyond?", ["8"]),
    ("Price of a hotel bed in a frontier town?", ["$10"]),
    ("Health of the brutal side of the drowned dead?", ["4"]),
    ("What do we get from the Aura of Fortitude, and for how much dark stone?", ["2", "Spirit Armor"]),
    ("In an OtherWorld a loot card grants gear: what is really drawn?", ["Artifact"]),
    ("Is the number of exploration tokens identical in every edition's box?", ["12", "8"]),
]
DECLINED = [
    "How many cards does the Brute hold in Gloomhaven?",
    "In Catan, what does a city cost?",
    "When may I castle in chess?",
    "How long does bread have to bake?",
    "Can my druid shapeshift into an owl?",
    "What is the defense of a troll?",
    "What would a stage coach set us back, what price?",
    "Tell me the objectives of Blow the Mine.",
]


def words(text):
    return re.findall(r"[$\w+'-]+", text)


@pytest.mark.parametrize(("question", "facts"), RIGHT, ids=[question for question, _ in RIGHT])
def test_an_answer_holds_the_facts_asked_for(oracle, question, facts):
    answer = oracle.ask(question)
    assert not answer.abstained
    assert [fact for fact in facts if fact.lower() not in answer.answer.lower()] == []


@pytest.mark.parametrize("question", DECLINED)
def test_what_the_books_do_not_say_is_declined(oracle, question):
    answer = oracle.ask(question)
    assert answer.abstained and answer.claims == ()
    assert len(words(answer.answer)) > 5


@pytest.mark.parametrize("question", [question for question, _ in RIGHT] + DECLINED)
def test_no_answer_is_longer_than_ninety_words(oracle, question):
    assert len(oracle.ask(question).answer.split()) <= MAX_WORDS


@pytest.mark.parametrize("question", [question for question, _ in RIGHT])
def test_each_claim_quotes_a_span_of_its_entry(oracle, retriever, question):
    answer = oracle.ask(question)
    assert answer.claims
    for claim in answer.claims:
        assert claim.citations and claim.text in answer.answer
        for citation in claim.citations:
            texts = [passage.text for passage in retriever.by_id[citation.chunk].passages]
            assert any(citation.quote in text for text in texts) and citation.quote.rstrip(".") in claim.text


def test_a_prohibition_answers_no_and_a_permission_yes(oracle):
    assert oracle.ask("May grit re-roll hold back the darkness?").answer.startswith("No.")
    assert oracle.ask("May dynamite be thrown even though enemies are adjacent?").answer.startswith("Yes.")


def test_a_rule_that_forbids_something_says_yes_when_asked_if_it_prevents_it(oracle):
    assert not oracle.ask("Does a wall corner block my movement?").answer.startswith("No.")


def test_the_edition_named_in_the_question_is_told_by_name(oracle):
    answer = oracle.ask("How often can one tile be scavenged in the Old West rulebook?")
    assert "Old West" in answer.answer


def test_the_edition_played_brings_its_own_difference_forward(oracle):
    question = "How often can one tile be scavenged?"
    told = oracle.ask(question, edition="old-west")
    assert "Old West" in told.answer and told.edition == "old-west"


def test_differences_not_told_in_the_answer_stand_in_the_notes(oracle, retriever):
    answer = oracle.ask("Are critical hits rolled on a six?")
    used = {citation.chunk for claim in answer.claims for citation in claim.citations}
    differences = [p.text for id_ in used for p in retriever.by_id[id_].passages if p.role == "difference"]
    told = answer.answer + " ".join(answer.edition_notes)
    assert differences and all(text.rstrip(".") in told for text in differences)


def test_differences_that_do_not_bear_on_the_question_are_not_noted(oracle, retriever):
    answer = oracle.ask("can I move after I attack")
    entry = retriever.by_id["hero-activation"]
    differences = [p.text.rstrip(".") for p in entry.passages if p.role is Role.DIFFERENCE]
    assert differences and entry.id in {c.chunk for claim in answer.claims for c in claim.citations}
    assert not any("Voices in the Dark" in note for note in answer.edition_notes)


def test_of_editions_that_differ_all_sides_are_noted_where_one_bears_on_the_question(oracle):
    notes = " ".join(oracle.ask("do i get xp for just wounding a big monster").edition_notes)
    assert "40 XP" in notes and "50 XP" in notes


def test_lore_is_answered_from_lore(oracle, retriever):
    answer = oracle.ask("Tell me about the Scafford gang")
    assert not answer.abstained
    assert {retriever.by_id[c.chunk].kind for claim in answer.claims for c in claim.citations} == {Kind.LORE}


def test_an_answer_is_the_same_each_time_but_for_its_clock(oracle):
    first, second = (oracle.ask("How many clues are there?") for _ in range(2))
    assert msgspec.structs.replace(first, ms=0.0) == msgspec.structs.replace(second, ms=0.0)


def test_an_answer_goes_into_json_and_back(oracle):
    answer = oracle.ask("What does whiskey heal?")
    assert answer.mode is Mode.EXTRACTIVE and answer.pack_answer is None and 0 < answer.confidence <= 1
    assert msgspec.json.decode(msgspec.json.encode(answer), type=Answer) == answer


def test_a_closed_oracle_opens_again(data_dir, retriever):
    second = Oracle(data_dir)
    before = second.ask("Side bag capacity?").answer
    second.close()
    assert second.ask("Side bag capacity?").answer == before


@pytest.mark.parametrize(
    ("question", "edition", "problem"),
    [("   ", "compilation", "empty"), ("why?" * 900, "compilation", "shorten"), ("why?", "gold", "no edition 'gold'")],
)
def test_what_cannot_be_asked_is_refused_with_a_reason(oracle, question, edition, problem):
    with pytest.raises(OracleError, match=problem):
        oracle.ask(question, edition)


@pytest.mark.parametrize(
    "question",
    [
        "Can I shoot?",
        "My friend is down. May I drag him?",
        "With two pistols, do I get criticals?",
        "dynamite in a crowd - allowed?",
        "any way around that?",
        "our token stepped onto the bloody ring... darkness card?",
        "the smith put dark stone on my rifle. stuck there for good?",
        "he dropped, but his pal got him up again. he lives?",
        "my pal bleeds two squares off. slap bandages on him?",
        "if we flee does my knocked out friend get out too",
    ],
)
def test_questions_that_want_yes_or_no(question):
    assert read(question).yes_no


@pytest.mark.parametrize(
    "question",
    [
        "How do I shoot?",
        "what's the price and can I haggle?",
        "Is whiskey for wounds or for sanity?",
        "dice limit",
        "my viking eats a hit for 7 wounds. rage now?",
        "four heroes, three nights. hotel bill for the group?",
        "I hold one corruption and take five. corruption left over, and mutations?",
        "we hold two clues. lamp 3 and 4. held or not?",
        "when two heroes tie who goes first",
    ],
)
def test_questions_that_want_something_else(question):
    assert not read(question).yes_no


@pytest.mark.parametrize(
    ("question", "topic"),
    [
        ("where in the rulebook is hold back the darkness", "hold back the darkness"),
        ("where does it say that heroes can't move through other heroes?", "heroes can't move through other heroes?"),
        ("which section of the rules covers scavenging", "scavenging"),
        ("where is catch your breath explained in the rulebook", "catch your breath"),
        ("where can i read about gates?", "gates?"),
        ("where can i find dark stone", None),
        ("where do we put the KO marker", None),
        ("where in the frontier town can I cash in my dark stone?", None),
        ("where in the rulebook?", None),
    ],
)
def test_what_a_question_asks_the_place_of(question, topic):
    assert located(question) == topic


def test_where_a_rule_stands_is_told_by_its_heading(oracle):
    answer = oracle.ask("where in the rulebook is scavenging")
    assert not answer.abstained
    assert answer.answer.startswith("It stands under “") and "Scaveng" in answer.answer.split("”")[0]
    assert answer.claims[0].citations[0].heading in answer.answer
    other = oracle.ask("where in the forbidden fortress rules is scavenging")
    assert "(Forbidden Fortress)" in other.answer and "(the compilation)" not in other.answer


def test_the_place_of_what_no_book_tells_is_declined(oracle):
    assert oracle.ask("where in the rulebook are the rules for flanking bonuses").abstained


def test_editions_are_read_from_their_names():
    reading = read("Is it the same in the Old West box and in Forbidden Fortress?")
    assert reading.editions == ("old-west", "forbidden-fortress") and reading.compares


def test_an_answer_from_an_optional_rule_says_that_it_is_one_and_by_which_switch(oracle: Oracle):
    answer = oracle.ask("In Hard-Core Mode, when does a KO'd hero die?")
    assert not answer.abstained
    assert any("Hard-Core Mode is optional" in note and "hard_core" in note for note in answer.edition_notes)


def test_an_answer_from_an_ordinary_rule_does_not_call_itself_optional(oracle: Oracle):
    assert not any("optional" in note for note in oracle.ask("What total holds the darkness on space 9?").edition_notes)
