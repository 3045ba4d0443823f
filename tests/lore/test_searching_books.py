"""Search and answers over a user's books: chunks with their lines, editions, measures, quotes that are spans."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gm.oracle import Mode, Oracle, OracleError
from lore.evaluate import evaluate, load_questions
from lore.evaluate_report import table
from lore.ingest.answering import BookAnswerer, in_words
from lore.ingest.collection import Collection
from lore.ingest.ingesting import ingest
from lore.ingest.measuring import BookPool, ask_books
from lore.ingest.searching import BookSearch
from lore.passages import load_documents

BOOKS = Path(__file__).parent / "books"
OURS = tuple(d for d in load_documents() if {"critical", "travel"} & set(d.id.split("-")))
ASKED = [
    ("what does the ferry cost per hero?", "river.txt", "15"),
    ("how many anvils can a pony carry", "stables.html", "6"),
    ("test for breaking a toll gate?", "tolls.md", "Strength 5"),
    ("price of a flask of lamp oil", "lamp.pdf", "12"),
    ("what breaks on the boat when I roll a 4", "river.txt", "rudder"),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    data = tmp_path_factory.mktemp("books")
    collection = Collection(data, "mine")
    ingest(collection, sorted(BOOKS.iterdir()))
    collection.close()
    return data


@pytest.fixture(scope="module")
def search(folder: Path):
    opened = BookSearch(Collection(folder, "mine"))
    yield opened
    opened.close()


@pytest.mark.parametrize("question, book, fact", ASKED)
def test_the_best_chunk_is_of_the_right_book_and_tells_the_fact(search: BookSearch, question, book, fact):
    best = search.search(question, 1)[0]
    assert best.book.name == book and fact in best.chunk.text


@pytest.mark.parametrize("question, book, fact", ASKED)
def test_an_answer_quotes_the_fact_with_book_and_heading(search: BookSearch, question, book, fact):
    found = BookAnswerer(search).answer(question)
    assert any(fact in claim.text for claim in found.claims)
    rows = {row.id: row.chunk for row in search.shelf.rows}
    for claim in found.claims:
        (citation,) = claim.citations
        assert citation.quote in rows[citation.chunk].text and citation.source.startswith("your book ")
        assert citation.heading == " > ".join(rows[citation.chunk].path)
    assert found.claims[0].citations[0].source == f"your book {book}"
    assert len(in_words(found.claims).split()) <= 90


def test_an_edition_keeps_only_its_books_and_a_preference_puts_them_first(search: BookSearch):
    question = "what does it cost?"
    assert {hit.book.edition for hit in search.search(question, 9, edition="valhalla")} == {"valhalla"}
    assert search.search(question, 20, edition="compilation") == []
    plain = [h.book.edition for h in search.search(question, 5)]
    preferred = [h.book.edition for h in search.search(question, 5, prefer=["forbidden-fortress"])]
    assert preferred.count("forbidden-fortress") >= plain.count("forbidden-fortress") > 0


def test_a_book_of_another_edition_does_not_answer_unless_it_is_named(search: BookSearch):
    answerer = BookAnswerer(search)
    assert not any("river" in c.citations[0].source for c in answerer.answer(ASKED[0][0], edition="valhalla").claims)
    named = answerer.answer("what does the ferry cost per hero in the old west box?", edition="valhalla")
    assert any("river" in claim.citations[0].source for claim in named.claims)


@pytest.mark.parametrize(
    "question",
    ["how do I castle in chess?", "who won the election in France?", "zxqv brrm?", "what is the moon made of?"],
)
def test_what_the_books_do_not_bear_is_not_answered(search: BookSearch, question: str):
    assert BookAnswerer(search).answer(question).claims == ()


def test_a_section_in_two_chunks_is_returned_whole(tmp_path: Path):
    rules = "\n\n".join(
        f"Rule {n}: the number {n} crow of the flock flies {n} spaces and caws at dusk." for n in range(40)
    )
    (tmp_path / "crows.md").write_text(f"# Crows\n\n## Flight\n\n{rules}\n", encoding="utf-8")
    collection = Collection(tmp_path, "crows")
    ingest(collection, [tmp_path / "crows.md"])
    opened = BookSearch(collection)
    (hit,) = opened.search("how far does crow 37 fly?", 1)
    parent = opened.parent(hit.row)
    assert len(parent) > 1 and hit.chunk in parent
    assert parent[0].first == 3 and parent[-1].last == 83
    opened.close()


def test_searching_an_empty_collection_finds_nothing(tmp_path: Path):
    opened = BookSearch(Collection(tmp_path, "none"))
    assert opened.search("anything?") == []
    opened.close()


def test_the_measure_counts_lines_that_sources_name(search: BookSearch, tmp_path: Path):
    rows = [
        {"id": "1", "question": ASKED[0][0], "type": "a", "answerable": True},
        {"id": "2", "question": ASKED[2][0], "type": "b", "answerable": True},
        {"id": "3", "question": "who is who?", "type": "b", "answerable": True},
    ]
    rows[0]["sources"] = [{"file": "river", "heading": "", "line_start": 8, "line_end": 8}]
    rows[1]["sources"] = [
        {"file": "tolls", "heading": "", "line_start": 11, "line_end": 11},
        {"file": "river", "heading": "", "line_start": 9_000, "line_end": 9_000},
    ]
    rows[2]["sources"] = [{"file": "absent", "heading": "", "line_start": 1, "line_end": 1}]
    (tmp_path / "q.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    answerer = BookAnswerer(search)
    report = evaluate(
        lambda question: ask_books(answerer, question), BookPool(search), load_questions(tmp_path / "q.jsonl")
    )
    way = report.groups["all"].retrieval["reranked"]
    assert (way.recall_5.value, way.found_5.value, way.mrr.value) == (0.75, 1.0, 1.0)
    assert (report.missed, report.unmeasured) == ({"q": ("2",)}, {"q": ("3",)})
    assert report.groups["all"].citations.of > 0 and report.groups["all"].citations.value == 1.0
    assert "no source to be found here, q: 3" in table(report)


def test_the_oracle_quotes_a_users_book_where_ours_says_nothing(folder: Path):
    own = Oracle(folder, documents=OURS)
    try:
        answer = own.ask("What does the ferry across the Sable River cost each Hero?", "old-west", collection="mine")
        assert not answer.abstained and answer.mode is Mode.EXTRACTIVE
        assert answer.answer.startswith("Your book river.txt says: ") and "$15" in answer.answer
        ours = own.ask("Do Enemies get Critical Hits?", collection="mine")
        assert ours.answer.startswith("No") and len(ours.answer.split()) <= 90 and len(ours.claims) <= 4
        with pytest.raises(OracleError, match=r"no books in the collection 'other' \(collections: mine\)"):
            own.ask("anything?", collection="other")
    finally:
        own.close()


def test_a_book_taken_in_later_is_found_by_an_oracle_that_is_open(tmp_path: Path):
    collection = Collection(tmp_path, "mine")
    ingest(collection, [BOOKS / "tolls.md"])
    own = Oracle(tmp_path, documents=OURS)
    question = "What does the ferry across the Sable River cost each Hero?"
    assert "river.txt" not in own.ask(question, "old-west", collection="mine").answer
    ingest(collection, [BOOKS / "river.txt"])
    assert "river.txt" in own.ask(question, "old-west", collection="mine").answer
    own.close()
    collection.close()
