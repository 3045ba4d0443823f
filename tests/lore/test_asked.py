"""How players ask: the table of their questions, what it covers, and what is refused of it."""

from __future__ import annotations

import pytest

from lore.asked import KnownQuestion, load_asked, parse_asked
from lore.corpus_model import CorpusError
from lore.passages import load_documents
from lore.question import read
from lore.retrieval import Retriever

STATEMENTS = {"grit": {"grit#0": "A Hero may spend 1 Grit.", "grit#1": "Grit is never lent."}}


def test_every_statement_of_the_corpus_has_a_question_that_it_answers():
    answered = {one.passage for one in load_asked() if one.passage}
    silent = [p.id for d in load_documents() for p in d.passages if p.quotable and p.id not in answered]
    assert len(silent) <= 0.01 * len(answered), silent


def test_yes_and_no_are_asked_for_about_as_often():
    says = [one.says for one in load_asked() if one.says is not None]
    assert 0.4 < sum(says) / len(says) < 0.6


def test_what_wants_yes_or_no_is_known_by_its_words():
    asked = [one for one in load_asked() if one.passage]
    wanting = [one for one in asked if one.says is not None]
    missed = [one.question for one in wanting if not read(one.question).yes_no]
    wrongly = [one.question for one in asked if one.says is None and read(one.question).yes_no]
    assert len(missed) <= 0.01 * len(wanting), missed
    assert len(wrongly) <= 0.015 * (len(asked) - len(wanting)), wrongly


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("grit: [", "t.yaml"),
        ("grit: [{by: A Hero, maybe: [x?]}]", "maybe"),
        ("luck: [{by: A Hero}]", "no entry 'luck'"),
        ("grit: [{by: Gold}]", "0 statements begin 'Gold'"),
        ("grit: [{by: ''}]", "must begin just one"),
        ('grit: [{by: A Hero, "yes": may I?}]', "t.yaml"),
    ],
)
def test_a_row_that_leads_nowhere_is_refused_with_its_place(text, told):
    with pytest.raises(CorpusError, match=told.replace("[", r"\[")):
        parse_asked(text, STATEMENTS, "t.yaml")


def test_a_question_is_found_by_one_that_is_like_it(tmp_path):
    documents = [d for d in load_documents() if d.id in ("hero-attacks", "leveling-up", "trading")]
    asked = [KnownQuestion("trading?0", "how do we swap gear with a mate?", "trading#0", None)]
    with_them = Retriever(tmp_path, documents, asked=asked)
    try:
        (first, *_) = with_them.search("swapping gear with my mate, how?")
        assert first.entry.id == "trading" and first.evidence[0].passage.id == "trading#0"
        assert first.evidence[0].alike > 0.8 and first.ranks["asked"] == 1
    finally:
        with_them.index.close()
    without = Retriever(tmp_path, documents, asked=[])
    try:
        assert all(e.alike == 0 for hit in without.search("swapping gear with my mate, how?") for e in hit.evidence)
        assert without.index.alike(without.index.vector("x"), 3) == []
    finally:
        without.index.close()
