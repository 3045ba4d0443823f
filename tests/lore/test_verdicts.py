"""Yes and no: named creatures stand for Enemies, and a verdict needs a statement about what is asked, and when."""

from __future__ import annotations

import pytest

from lore.answerable import Near
from lore.extractive import Answerer
from lore.names import generalise
from lore.passages import Passage, Role
from lore.question import read
from lore.reader import Read
from lore.verdict import Weighed, signs


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("can I shoot past the spider next to me?", "No."),
        ("can I shoot past the enemy next to me?", "No."),
        ("does armor save against horror hits?", "No."),
        ("do we draw darkness cards when the hero marker hits blood spatter?", "No."),
        ("does an immobile enemy ambush next to us?", "No."),
        ("do rats crit on a six?", "No."),
        ("can the sorceress cast the same spell twice a turn?", "No."),
        ("can I reroll a die twice with grit?", "No."),
        ("do I get xp for healing myself?", "No."),
        ("can I loot a dead hero?", "No."),
        ("I'm at max grit and recover one more. wasted?", "No."),
        ("our footman rolled a 6 to hit. crit?", "No."),
        ("I've sprouted horns. can I keep my stetson on?", "No."),
        ("we found the burning farm. do I have to go in?", "No."),
        ("do we skip the hold back roll while we're fighting?", "No."),
        ("do zombies get to act before me if we have the same initiative?", "Yes."),
        ("do horror hits take away sanity", "Yes."),
        ("can two heroes stand on the same space", "No."),
        ("can i trade items with my buddy", "Yes."),
        ("can i wear two hats", "No."),
        ("do we heal back to full at the end of the adventure", "Yes."),
        ("does spirit armor protect my sanity", "Yes."),
        ("is it game over if one of us gets knocked out", "No."),
    ],
)
def test_a_yes_or_no_rests_on_the_statement_that_decides_it(oracle, question, says):
    answer = oracle.ask(question)
    assert not answer.abstained and answer.answer.startswith(says)


@pytest.mark.parametrize(
    "question",
    [
        "can I carry two lanterns?",
        "is poison removed at the end of the fight?",
        "if the final clue token has doors, do we place them?",
    ],
)
def test_yes_is_not_said_where_the_best_statement_is_about_something_else(oracle, question):
    assert not oracle.ask(question).answer.startswith("Yes")


@pytest.mark.parametrize(
    "question",
    [
        "how many victory points wins the game?",
        "what's the xp value of a goblin?",
        "what's the defense of a skeleton?",
        "what price does the general store want for a shovel?",
        "what does the Cursed Katana artifact do?",
        "is it raining in the mine?",
    ],
)
def test_a_figure_of_something_unknown_is_declined(oracle, question):
    assert oracle.ask(question).abstained


def test_wounding_a_troll_is_a_rule_of_large_enemies_and_not_a_gap_of_its_sheet(oracle):
    answer = oracle.ask("do we get XP for wounding the troll twice?")
    assert not answer.abstained and "5 XP" in answer.answer


@pytest.mark.parametrize(
    "question",
    [
        "two elite bats join 4 plain ones. are all 4 of the old ones elite now?",
        "still level 1 with 600 xp, the next mission is tonight. must I buy level 2?",
    ],
)
def test_a_number_in_the_question_keeps_no_yes_back_where_the_statement_has_none(oracle, question):
    assert oracle.ask(question).answer.startswith("Yes.")


def test_two_editions_that_are_compared_are_both_told(oracle):
    answer = oracle.ask("is bomb bounce into a wall handled differently in old west and the compilation?").answer
    assert answer.startswith("Yes.") and "Old West" in answer and "compilation" in answer


def test_the_statement_that_decides_comes_first(oracle):
    answer = oracle.ask("can the sorceress cast the same spell twice a turn?")
    assert "only once per turn" in answer.claims[0].text


class Settling:
    """A reader to whom only statements with one word settle anything."""

    def __init__(self, word):
        self.word = word

    def read(self, question, statements):
        return [Read(0.98, 0.02) if self.word in statement else Read(0.02, 0.5) for statement in statements]


@pytest.mark.parametrize("word", ["Immobile", "Enemies are on the board"])
def test_the_statement_that_is_read_as_settling_it_is_quoted_for_a_yes_or_no(retriever, word):
    told = Answerer(retriever, reader=Settling(word)).answer("may we search a room while there are enemies left?")
    assert told.verdict is not None and word in told.claims[0].text, told.answer


def test_the_vote_of_known_questions_counts_once_more_where_one_of_them_is_near():
    passage = Passage("shots", 0, Role.STATEMENT, "A Hero may shoot.", "may")
    heard = [(Weighed(passage, "Shots", 1.0, 0.5, 0.5), 1)]

    def voted(voter: float) -> tuple[float, float]:
        found = signs(read("may I shoot?"), heard, Near(vote=-1.0, voter=voter))
        return found["voted"], found["voted_near"]

    assert voted(0.5) == (-1, 0)
    assert voted(0.75) == (-1, pytest.approx(-0.5))
    assert voted(0.95) == (-1, -1)


def test_an_answer_has_at_most_four_statements(oracle):
    for question in ("what does a cigar give me?", "is bomb bounce the same in old west and the compilation?"):
        assert 1 <= len(oracle.ask(question).claims) <= 4


@pytest.mark.parametrize("question", ["does dynamite hurt my friends too?", "can I move diagonally?"])
def test_no_is_not_said_for_a_special_case_that_the_question_does_not_name(oracle, question):
    assert not oracle.ask(question).answer.startswith("No")


@pytest.mark.parametrize(
    ("question", "general"),
    [
        ("can I shoot past the spider?", "can I shoot past the enemy?"),
        ("two ghouls beside me", "two enemies beside me"),
        ("I hit the frost giant", "I hit the large enemy"),
        ("may my buddy help?", "may my hero help?"),
        ("what is Line of Sight?", "what is Line of Sight?"),
    ],
)
def test_a_name_is_put_as_its_class(question, general):
    assert generalise(question).text == general
