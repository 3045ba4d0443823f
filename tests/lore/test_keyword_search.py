"""BM25 over stems, weighted fields, and the table of what players call things."""

from __future__ import annotations

import pytest

from lore.bm25 import BM25, Synonyms, stem, terms, words


def test_words_keep_dice_targets_and_prices_whole():
    assert words("Roll 2D6 for 7+ and pay $10, not 3,000 XP") == [
        *("roll", "2d6", "for", "7+", "and", "pay", "$10", "not", "3000", "xp"),
    ]


def test_figures_written_out_are_figures():
    assert words("two tiles, twice") == ["2", "tiles", "2"]


def test_a_target_number_is_found_with_and_without_its_plus():
    assert {"7+", "7"} <= set(terms("needs 7+"))


@pytest.mark.parametrize("pair", [("scavenged", "scavenging"), ("enemies", "enemy"), ("corrupted", "corruption")])
def test_forms_of_a_word_share_a_stem(pair):
    assert stem(pair[0]) == stem(pair[1])


def test_a_rare_word_counts_for_more_than_a_common_one():
    index = BM25({"a": [("hero hero tentacle", 1.0)], "b": [("hero dread", 1.0)], "c": [("hero lamp", 1.0)]})
    assert index.idf("tentacl") > index.idf("hero")
    assert index.search({"hero": 1.0, "dread": 1.0}, 1)[0][0] == "b"


def test_a_title_weighs_more_than_the_body():
    index = BM25(
        {
            "titled": [("Escape tests", 2.5), ("roll the dice", 1.0)],
            "bodied": [("Movement", 2.5), ("see escape rules too", 1.0)],
        }
    )
    assert [name for name, _ in index.search({stem("escape"): 1.0}, 2)] == ["titled", "bodied"]


def test_equal_scores_come_in_the_order_of_their_ids():
    index = BM25({"b": [("dread", 1.0)], "a": [("dread", 1.0)]})
    assert [name for name, _ in index.search({"dread": 1.0}, 2)] == ["a", "b"]


def test_a_word_that_no_document_has_finds_nothing():
    assert BM25({"a": [("dread", 1.0)]}).search({"chess": 1.0}, 5) == []


def test_the_table_adds_the_books_words_at_half_weight():
    weights = Synonyms.load().weights("can the bad guys reroll?")
    assert weights[stem("enemy")] == 0.5 and weights[stem("reroll")] == 1.0


def test_the_table_adds_nothing_that_the_question_has():
    assert stem("enemy") not in Synonyms([(["monster"], "enemy")]).added("is this monster an enemy?")


def test_phrases_match_in_their_order_only():
    table = Synonyms([(["knocked out"], "ko'd")])
    assert table.added("he was knocked out") and not table.added("out he knocked")
