"""Fusing lists by reciprocal rank, filtering by kind and edition, and what a hit carries."""

from __future__ import annotations

import subprocess
import sys

import pytest

from lore.passages import Kind
from lore.retrieval import fuse, share


def test_an_entry_in_two_lists_beats_the_first_of_one():
    fused = fuse([["a", "b"], ["c", "b"]])
    assert max(fused, key=fused.__getitem__) == "b"
    assert fused["b"] == pytest.approx(2 / 62) and fused["a"] == pytest.approx(1 / 61)


def test_a_share_is_by_weight():
    assert share({"dread": 3.0, "roll": 1.0}, {"dread"}) == 0.75
    assert share({}, {"dread"}) == 0.0


def test_a_hit_carries_its_ranks_and_its_statements_best_first(retriever):
    hit = retriever.search("what number do we need to hold back the darkness?")[0]
    assert hit.entry.id in {"hold-back-the-darkness", "depth-track-stages"}
    assert any(rank is not None for rank in hit.ranks.values())
    scores = [evidence.score for evidence in hit.evidence]
    assert len(scores) > 1 and scores == sorted(scores, reverse=True)


def test_only_the_wanted_kind_is_found(retriever):
    found = retriever.search("what are trolls like?", k=8, kinds=(Kind.LORE,))
    assert found[0].entry.id == "creature-trolls" and {hit.entry.kind for hit in found} == {Kind.LORE}


def test_an_edition_hides_rules_that_it_does_not_have(retriever):
    bound = next(d for d in retriever.documents if d.editions and "old-west" not in d.editions)
    assert bound.id in {h.entry.id for h in retriever.search(bound.title, k=10, edition=bound.editions[0])}
    assert bound.id not in {h.entry.id for h in retriever.search(bound.title, k=10, edition="old-west")}


def test_the_same_question_gives_the_same_hits(retriever):
    first, second = (retriever.search("may I trade items during a fight?") for _ in range(2))
    assert first == second


@pytest.mark.parametrize("module", ["lore", "gm.oracle"])
def test_importing_it_loads_no_heavy_library(module):
    heavy = ["chromadb", "onnxruntime", "langchain_core", "tokenizers", "numpy", "pydantic", "yaml", "snowballstemmer"]
    code = f"import {module}, sys; print([name for name in {heavy!r} if name in sys.modules])"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"
