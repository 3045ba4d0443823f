"""The reranker: entries in an order that fits the question better, by weights that anybody can fit again."""

from __future__ import annotations

import msgspec
import pytest

from lore.passages import Kind
from lore.rerank import entry_features, weigh, weights


def test_every_weight_weighs_something_that_is_measured(retriever):
    asked = retriever.asked("how many tokens fit into a side bag?")
    hit = retriever.search("how many tokens fit into a side bag?")[0]
    features = entry_features(asked, hit.entry, hit.fused, hit.ranks, hit.evidence)
    assert set(weights().entry) == set(features)


def test_the_best_entry_scores_one_and_those_after_it_less(retriever):
    scores = [hit.score for hit in retriever.search("what does a tonic recover?", k=6)]
    assert scores[0] == 1.0 and scores == sorted(scores, reverse=True) and scores[-1] > 0


def test_reranking_orders_what_was_fused_and_adds_nothing(retriever):
    ranked = retriever.ranked("can I pick up a KO'd friend in a fight?")
    assert set(ranked["reranked"]) <= set(ranked["fused"])


def test_a_rule_goes_before_a_tale_unless_a_tale_is_asked_for(retriever):
    question = "what does the sorceress pay for a spell?"
    hit = next(h for h in retriever.search(question, k=10) if h.entry.kind is Kind.RULE)
    as_tale = msgspec.structs.replace(hit.entry, kind=Kind.LORE)
    asked = retriever.asked(question)
    told = [entry_features(asked, entry, hit.fused, hit.ranks, hit.evidence) for entry in (hit.entry, as_tale)]
    assert weigh(weights().entry, told[0]) > weigh(weights().entry, told[1])


@pytest.mark.parametrize(
    ("question", "entry"),
    [
        ("what attack do fangs give me?", "mutations-40s"),
        ("three ghouls of one mob clobber me. can a single grit redo all the block dice?", "defense-and-willpower"),
        ("enemies that can shoot: do they pick a new target each turn?", "enemy-ranged"),
    ],
)
def test_the_entry_that_bears_the_question_is_among_the_first_five(retriever, question, entry):
    assert entry in [hit.entry.id for hit in retriever.search(question, k=5)]
