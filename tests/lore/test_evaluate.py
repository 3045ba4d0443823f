"""Measuring answers: facts as whole words, refusals, ranks, and intervals that are the same each time."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from lore.evaluate import Question, QuestionFileError, Rate, evaluate, holds_fact, is_right, load_questions, table
from lore.extractive import Extract

OWN = Path(__file__).with_name("questions") / "own.jsonl"
FEW = (
    Question(
        "a", "what do we need to hold back the darkness on space 9?", "numeric", True, ("8",), ("depth-track-stages",)
    ),
    Question("b", "how does castling work in chess?", "unanswerable", False),
    Question("c", "how many tokens fit into a side bag?", "single_fact", True, ("77",), ({"heading": "Side Bag"},)),
)


@pytest.mark.parametrize(
    ("answer", "fact", "held"),
    [
        ("It needs 8+.", "8", True),
        ("It needs 18+.", "8", False),
        ("Twice per turn.", "2", True),
        ("No. Never.", "No", True),
        ("Nobody may, and that means for all of us no.", "No", False),
        ("Costs 3,000 XP", "3000", True),
        ("It takes two Enemies.", "enemy", True),
    ],
)
def test_a_fact_is_held_as_whole_words(answer, fact, held):
    assert holds_fact(answer, fact) is held


def test_an_unanswerable_question_is_right_only_if_declined():
    assert is_right(FEW[1], Extract("no", abstained=True, confidence=0.0))
    assert not is_right(FEW[1], Extract("no", abstained=False, confidence=0.9))


def test_an_answer_over_ninety_words_is_wrong():
    assert is_right(FEW[0], Extract("8+ it is", abstained=False, confidence=0.9))
    assert not is_right(FEW[0], Extract("8 " * 91, abstained=False, confidence=0.9))


def test_a_report_tells_right_answers_refusals_and_ranks(retriever):
    report = evaluate(retriever, FEW, file="few")
    whole = report.groups["all"]
    assert whole.right.value == 0.5 and whole.right.of == 2
    assert whole.abstention_recall.value == 1.0 and whole.abstention_precision.value == 1.0
    assert report.wrong == {"all": ("c",)}
    assert whole.retrieval["fused"].recall_5 == Rate(1.0, 1.0, 1.0, 2)
    assert 0 < whole.ms_p50 <= whole.ms_p95
    assert any(line.startswith("all fused") for line in table(report))


def test_the_same_questions_give_the_same_intervals(retriever):
    def still(report):
        return {name: (g.right, g.abstention_precision, g.retrieval) for name, g in report.groups.items()}

    assert still(evaluate(retriever, FEW)) == still(evaluate(retriever, FEW))


def test_a_report_goes_into_json(retriever):
    report = msgspec.json.decode(msgspec.json.encode(evaluate(retriever, FEW[:1])))
    assert set(report) == {"file", "seed", "groups", "wrong"}


def test_a_broken_question_file_is_named_with_its_line(tmp_path):
    file = tmp_path / "q.jsonl"
    file.write_text('{"id": "a", "question": "x", "type": "t", "answerable": true}\n{"id": 3}\n')
    with pytest.raises(QuestionFileError, match="line 2"):
        load_questions(file)
    file.write_text("\n")
    with pytest.raises(QuestionFileError, match="no question"):
        load_questions(file)


def test_our_questions_name_entries_that_exist_and_half_are_held_out(retriever):
    questions = load_questions(OWN)
    assert [(q.id, s) for q in questions for s in q.sources if s not in retriever.by_id] == []
    assert sum(q.split == "held_out" for q in questions) == len(questions) // 2 == 70
    assert sum(not q.answerable for q in questions) == 60


def test_on_the_tuning_questions_nearly_all_answers_are_right(retriever):
    report = evaluate(retriever, [q for q in load_questions(OWN) if q.split == "tune"])
    whole = report.groups["all"]
    assert whole.right.value >= 0.9 and whole.abstention_recall.value >= 0.9 and whole.abstention_precision.value >= 0.9
