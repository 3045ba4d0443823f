"""A persona colours the words around the claims; the claims, the verdict and what is true stay as they are."""

from __future__ import annotations

import re

import msgspec
import pytest

from gm.oracle import Answer, Citation, Claim, Mode, OracleError
from gm.oracle.persona import PLAIN, persona, personas, spoken
from gm.oracle.verify import negated
from lore.bm25 import NUMBERS
from lore.passages import Kind, load_documents

CITED = (Citation("compilation", "Grit", "grit", "x"),)
CLAIMS = (
    "A Hero may spend 1 Grit.",
    "No die is re-rolled more than once.",
    "Enemies have no Grit.",
    "Grit is paid first.",
)
OTHERS = [id for id in personas() if id != PLAIN]


def answer(question="May I?", verdict="Yes. ", count=4, abstained=False):
    claims = tuple(Claim(text, CITED) for text in CLAIMS[:count])
    said = "The rulebooks don't seem to say." if abstained else verdict + " ".join(CLAIMS[:count])
    return Answer(question, "compilation", said, abstained, Mode.EXTRACTIVE, () if abstained else claims, (), 0.9, 1.0)


def test_plain_says_the_answer_and_nothing_else():
    assert spoken(answer(), persona(PLAIN)) == answer().answer


@pytest.mark.parametrize("id", OTHERS)
@pytest.mark.parametrize("verdict", ["Yes. ", "No. ", ""])
def test_claims_are_said_word_for_word_in_their_order_and_the_verdict_comes_first(id, verdict):
    who = persona(id)
    for number in range(30):
        said = spoken(answer(f"Question {number}?", verdict), who)
        assert said.startswith(verdict)
        assert len(said.split()) <= 90
        places = [said.find(text) for text in CLAIMS[: who.claims]]
        assert -1 not in places and places == sorted(places)
        left = said.removeprefix(verdict)
        for text in CLAIMS:
            left = left.replace(text, "|")
        assert {part.strip() for part in left.split("|")} <= {*who.before, *who.if_yes, *who.if_no, *who.after, ""}


@pytest.mark.parametrize("id", OTHERS)
def test_a_refusal_stays_one(id):
    said = spoken(answer(abstained=True), persona(id))
    assert said.endswith("The rulebooks don't seem to say.")


def test_a_long_answer_keeps_its_claims_and_loses_the_colour():
    long = msgspec.structs.replace(
        answer(), claims=tuple(Claim(" ".join(["word"] * 22) + ".", CITED) for _ in range(4))
    )
    said = spoken(long, persona("schoolmistress"))
    assert said == "Yes. " + " ".join(c.text for c in long.claims)


def test_no_line_of_a_persona_tells_denies_or_names_anything():
    names = {w for d in load_documents() if d.kind is Kind.RULE for w in re.findall(r"[A-Z][a-z]{3,}", d.title)}
    for who in personas().values():
        for line in (*who.before, *who.if_yes, *who.if_no, *who.after, *who.declines):
            words = re.findall(r"[A-Za-z']+", line)
            assert not re.search(r"\d", line) and not set(map(str.lower, words)) & (set(NUMBERS) - {"one"}), line
            assert not negated(line), line
            assert not {w for w in words[1:] if w in names}, line
            assert len(words) <= 12


def test_the_same_question_is_always_answered_in_the_same_words():
    who = persona("gunslinger")
    assert len({spoken(answer("May I?"), who) for _ in range(5)}) == 1
    assert len({spoken(answer(f"May I, number {n}?"), who) for n in range(40)}) > 5


def test_an_unknown_persona_is_refused_by_name():
    with pytest.raises(OracleError, match="gunslinger"):
        persona("wizard")
