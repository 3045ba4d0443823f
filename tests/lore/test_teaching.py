"""What the sentence model is taught: which texts a known question belongs to, and what counts against them."""

from __future__ import annotations

import json
import random

import numpy as np
import pytest

from benchmarks.fit_embedding import Examples, Said, as_said, belongs, counts, entry_of
from benchmarks.turned_round import QUESTIONS
from lore.asked import KnownQuestion, load_asked
from lore.passages import load_documents

YES = Said("may I shove him?", "moving#1", "yes")
NO = Said("is shoving banned?", "moving#1", "no")
OTHER = Said("how far?", "moving#2", "otherwise")
OPEN = Said("how fast is the oni?", "The Oni's Move is not printed.", "open")
OWN = Said("A Hero may shove.", "moving#1", "statement")
SISTER = Said("A Hero moves D6 spaces.", "moving#2", "statement")
ENTRY = Said("Moving. A Hero may shove.", entry_of("moving#1"), "entry")


def test_a_known_question_is_said_by_its_answer():
    asked = KnownQuestion("moving?0", "may I shove him?", "moving#1", True)
    assert as_said(asked) == YES
    assert as_said(KnownQuestion("lacking-0?0", OPEN.text, "", lacks=OPEN.of)) == OPEN


@pytest.mark.parametrize(
    ("one", "text", "right"),
    [
        (YES, OWN, True),
        (YES, ENTRY, True),
        (YES, NO, True),
        (YES, SISTER, False),
        (YES, OPEN, False),
        (OPEN, OWN, False),
        (OPEN, Said("what is an oni's move?", OPEN.of, "open"), True),
    ],
)
def test_what_a_question_belongs_to(one, text, right):
    assert belongs(one, text) is right


def test_the_other_answer_counts_against_a_question_only_where_questions_are_told_apart():
    alike = Said("can I push him aside?", "moving#1", "yes")
    assert counts(YES, alike, NO)
    assert not counts(YES, OWN, NO)


def test_statements_of_an_entry_do_not_count_against_it():
    assert not counts(YES, ENTRY, SISTER)
    assert counts(YES, OWN, SISTER)
    assert counts(YES, ENTRY, OPEN)


def test_a_batch_holds_a_text_that_each_question_belongs_to_and_one_that_it_does_not():
    asked = [
        KnownQuestion("moving?0", YES.text, "moving#1", True),
        KnownQuestion("moving?1", NO.text, "moving#1", False),
        KnownQuestion("moving?2", OTHER.text, "moving#2"),
        KnownQuestion("lacking-0?0", OPEN.text, "", lacks=OPEN.of),
    ]
    examples = Examples(asked, [ENTRY, OWN, SISTER])
    examples.look(np.eye(3, 4, dtype=np.float32), np.eye(4, dtype=np.float32))
    for seed in range(20):
        anchors, texts = examples.batch([0, 1, 2, 3], random.Random(seed))
        right, wrong = texts[:4], texts[4:]
        assert all(belongs(one, text) for one, text in zip(anchors, right, strict=True))
        for one, own, text in zip(anchors, right, wrong, strict=True):
            assert not belongs(one, text) or counts(one, own, text)


def test_questions_turned_round_are_of_statements_come_in_both_ways_and_are_not_known():
    rows = [json.loads(line) for line in QUESTIONS.read_text(encoding="utf-8").splitlines()]
    statements = {passage.id for document in load_documents() for passage in document.passages}
    assert {row["p"] for row in rows} <= statements
    says = [row["says"] for row in rows]
    assert 0.49 < says.count("yes") / len(says) < 0.51 and set(says) == {"yes", "no"}
    assert not {row["q"] for row in rows} & {one.question for one in load_asked()}
