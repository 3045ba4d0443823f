"""Bar: over the five rulebooks alone nine in ten sources of the questions are among the five best chunks."""

from __future__ import annotations

from pathlib import Path

import pytest

from lore.evaluate import evaluate, load_questions
from lore.ingest.answering import BookAnswerer
from lore.ingest.collection import Collection
from lore.ingest.ingesting import ingest
from lore.ingest.measuring import BookPool, ask_books
from lore.ingest.searching import BookSearch

SHARED = Path(__file__).resolve().parents[3] / "shared"


@pytest.mark.slow
@pytest.mark.skipif(not SHARED.is_dir(), reason="the rulebooks and their questions are not on this machine")
def test_bar_2_the_rulebooks_alone_find_nine_in_ten_sources_among_five(tmp_path: Path):
    collection = Collection(tmp_path, "rules")
    ingest(collection, sorted((SHARED / "rulebooks").glob("0*.txt")))
    opened = BookSearch(collection)
    answerer, pool = BookAnswerer(opened), BookPool(opened)
    report = evaluate(lambda q: ask_books(answerer, q), pool, load_questions(SHARED / "qa" / "dev.jsonl"))
    assert report.groups["all"].retrieval["reranked"].recall_5.value >= 0.90
    opened.close()
