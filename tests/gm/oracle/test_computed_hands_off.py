"""On every question that the project keeps, what is computed is right, and rules questions are left alone."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest

from tests.gm.oracle.asking import ask

FIGURED = "0 1 7 12 60 99 4+ 5+ 10XP +5 2d6 d8 20d6 chance average odds hits wounds defense"
QUESTIONS = sorted((Path(__file__).parents[2] / "lore" / "questions").glob("*.jsonl"))
WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
FIGURES = {word: str(number) for number, word in enumerate(WORDS)} | {"once": "1", "twice": "2"}


def all_questions() -> list[dict[str, object]]:
    return [json.loads(line) for path in QUESTIONS for line in path.read_text(encoding="utf-8").splitlines() if line]


def said(text: str) -> set[str]:
    """Words and figures of a text, as whole words: `1,200` is 1200, a plural s is ignored."""
    plain = re.sub(r"(?<=\d),(?=\d{3}\b)", "", text.lower())
    words = (FIGURES.get(word, word) for word in re.findall(r"\d+|[a-z]+", plain))
    return {word.removesuffix("s") if len(word) > 3 else word for word in words}


@pytest.mark.parametrize("question", all_questions(), ids=lambda q: q["id"])
def test_what_is_computed_holds_every_fact_that_a_right_answer_must(question):
    answer = ask(question["question"])
    if answer is None:
        return
    assert question["answerable"], f"computed for what the books don't say: {answer.answer}"
    held = said(answer.answer)
    for fact in question["must_include"]:
        if fact in ("Yes", "No"):
            assert answer.answer.startswith(fact)
        assert said(fact) <= held, (fact, answer.answer)


def test_some_questions_of_every_file_with_numeric_ones_are_computed(capsys):
    computed = {q["id"] for q in all_questions() if ask(q["question"]) is not None}
    numeric = {q["id"] for q in all_questions() if q["type"] == "numeric"}
    with capsys.disabled():
        print(
            f"\ncomputed: {len(computed)} of {len(all_questions())}; "
            f"{len(computed & numeric)} of {len(numeric)} numeric"
        )
    assert len(computed & numeric) >= 15


@pytest.mark.parametrize(
    "question",
    [
        "which circles on the depth track hand us a growing dread card?",
        "we rolled 13 for a travel hazard. how many guys jump each of us?",
        "bomb missed and I rolled a 5 on the d8, which way does it bounce?",
        "passed my escape roll against a 4+ critter, then met a 5+ one. which of them makes me roll again?",
        "how many wounds to drop a brutal drowned dead?",
        "is there a max hero level?",
        "how many heroes is the most we should play with?",
        "does a revive token with 2 heroes skip the injury roll?",
        "is the stack of exploration tokens the same size in every box?",
        "stuck in the Harionago's hair with strength 3, what test frees me?",
        "what does a 4 on the madness chart mean?",
        "how many victory points do 3 settlements give?",
        "which spell slots does my level 4 wizard regain on a long rest?",
        "can I reroll a 2 on the hold back roll with 1 grit?",
    ],
)  # fmt: skip
def test_a_rules_question_with_a_number_in_it_is_left_to_the_other_ways(question):
    assert ask(question) is None


def test_whatever_is_asked_brings_a_short_answer_or_none_and_never_an_error():
    dice = random.Random("whatever")
    words = [word for question in all_questions() for word in str(question["question"]).split()]
    words += FIGURED.split()
    for _ in range(3_000):
        question = " ".join(dice.choice(words) for _ in range(dice.randint(1, 18)))
        answer = ask(question, dice.choice(["compilation", "old-west", "player-aid"]))
        assert answer is None or 0 < len(answer.answer.split()) <= 90


@pytest.mark.parametrize(
    "question",
    ["20 hits of 20 damage each, defense 3+, armor 5+, how many wounds on average?", "9 " * 290, "a" * 590, "§§§ 4+"],
)
def test_what_is_beyond_the_bounds_is_left_alone(question):
    assert ask(question) is None
