"""The reader: a question and a statement read together; the same each time, and told from its mirror image."""

from __future__ import annotations

import re

import pytest

from benchmarks.turned_round import QUESTIONS, pairs_of
from lore.passages import load_documents
from lore.reader import READER_FOLDER, Reader, ReaderMissing, shared_reader

LANTERN = (
    "Light Source: A Hero on a tile with no Light Source, and none next to it, must make a Hold Back the Darkness test."
)
CATCH_BREATH = "Catch your Breath: Once the last Enemy is gone, each Hero may heal either 2 Health or 2 Sanity."


def test_a_statement_settles_what_it_speaks_of_and_nothing_else():
    about, apart = shared_reader().read("fight's over, do I get any health back?", [CATCH_BREATH, LANTERN])
    assert about.settles > 0.5 > apart.settles


def test_yes_and_no_are_told_apart_where_only_the_meaning_tells():
    texts = {p.id: d.passage_text(p) for d in load_documents() for p in d.passages}
    asked = [row for row in pairs_of(QUESTIONS) if row["p"] in texts][:160]
    said = [shared_reader().read(row["q"], [texts[row["p"]]])[0].yes > 0.5 for row in asked]
    right = [yes == (row["says"] == "yes") for yes, row in zip(said, asked, strict=True)]
    assert len(right) == 160 and sum(right) >= 0.7 * len(right)
    assert 0.3 * len(said) < sum(said) < 0.7 * len(said)


def test_a_pair_is_read_as_the_weights_were_fitted_on_it_on_any_machine():
    heal = shared_reader().read("can I heal Health when the last Enemy is gone?", [CATCH_BREATH, LANTERN])
    must = shared_reader().read("must I heal Sanity once the last Enemy is gone?", [CATCH_BREATH])
    told = [one.settles for one in (*heal, *must)] + [heal[0].yes, must[0].yes]
    assert told == pytest.approx([0.944, 0.084, 0.971, 0.946, 0.435], abs=0.04)


def test_a_pair_is_read_the_same_way_whatever_is_read_beside_it():
    together = shared_reader().read("can I rest?", [LANTERN, CATCH_BREATH, "word " * 400])
    assert Reader().read("can I rest?", [CATCH_BREATH]) == [together[1]]
    assert all(0 <= one.settles <= 1 and 0 <= one.yes <= 1 for one in together)


def test_nothing_to_read_and_empty_texts_are_read_too():
    assert shared_reader().read("can I rest?", []) == []
    assert len(shared_reader().read("", ["", "x"])) == 2


def test_a_missing_reader_is_named_with_its_folder(tmp_path):
    with pytest.raises(ReaderMissing, match=r"model\.onnx and tokenizer\.json") as caught:
        Reader(tmp_path / "nowhere").read("x", ["y"])
    assert "nowhere" in str(caught.value)


def test_the_model_names_no_folder_of_the_machine_that_made_it():
    held = (READER_FOLDER / "model.onnx").read_bytes()
    assert not re.search(rb"site-packages/|/[a-z]+/[a-z_]+/[a-z_/]*\w+\.py\b", held)


def test_the_reader_ships_with_its_licence():
    notice = (READER_FOLDER / "NOTICE.txt").read_text(encoding="utf-8")
    assert "all-mpnet-base-v2" in notice and "Apache" in notice
