"""The vector index: built once, opened again, built anew when the corpus changes or the folder is damaged."""

from __future__ import annotations

import os
import shutil

import pytest

from gm.oracle import Oracle, OracleError
from lore.asked import KnownQuestion
from lore.embedding import MiniLM
from lore.index import WHOLE, IndexUnusable, LoreIndex
from lore.passages import Document, Kind, Passage, Role

TEXTS = {
    "lantern": "The bearer of the lantern rolls two dice at the start of each turn.",
    "saloon": "A glass of whiskey steadies the nerves.",
    "spiders": "Eight-legged things drop from the roof of the mine.",
    "trains": "A locomotive of fire crosses the void.",
}


def documents(names=tuple(TEXTS)):
    return [
        Document(
            id=name,
            title=name.title(),
            kind=Kind.LORE if name == "trains" else Kind.RULE,
            category="rule",
            passages=(Passage(name, 0, Role.STATEMENT, TEXTS[name]), Passage(name, 1, Role.EXAMPLE, "Left out.")),
        )
        for name in names
    ]


@pytest.fixture(scope="module")
def model():
    return MiniLM()


def nearest(index, question):
    return index.nearest(index.vector(question), 1)[0].document


def opened(folder, model, names=tuple(TEXTS)):
    return LoreIndex(folder, documents(names), model).open()


def test_an_index_is_built_once_and_opened_afterwards(tmp_path, model):
    first = opened(tmp_path, model)
    assert first.rebuilt and nearest(first, "arachnids in the tunnel") == "spiders"
    first.close()
    again = opened(tmp_path, model)
    assert not again.rebuilt and nearest(again, "who rolls for the lamp?") == "lantern"


def test_a_changed_corpus_gets_an_index_of_its_own(tmp_path, model):
    before = opened(tmp_path, model)
    after = opened(tmp_path, model, ("lantern", "saloon"))
    assert after.rebuilt and after.path != before.path
    assert nearest(after, "arachnids in the tunnel") != "spiders"


def test_examples_are_not_searched(tmp_path, model):
    index = opened(tmp_path, model)
    chunks = {near.chunk for near in index.nearest(index.vector("left out"), 50)}
    assert chunks == {name + mark for name in TEXTS for mark in (WHOLE, "#0")}


def test_only_chunks_of_the_wanted_kind_come_back(tmp_path, model):
    index = opened(tmp_path, model)
    assert {n.document for n in index.nearest(index.vector("dice"), 9, among=["trains"])} == {"trains"}
    assert index.nearest(index.vector("dice"), 9, among=[]) == []


def test_similarities_agree_with_the_search(tmp_path, model):
    index = opened(tmp_path, model)
    vector = index.vector("whiskey for my nerves")
    near = index.nearest(vector, 1)[0]
    assert near.document == "saloon"
    assert index.similarities(vector, [near.chunk])[near.chunk] == pytest.approx(near.similarity, abs=1e-4)


def _garbage(database):
    database.write_bytes(b"not a database " * 500)


def _cut(database):
    database.write_bytes(database.read_bytes()[: database.stat().st_size // 2])


def _gone(database):
    database.unlink()


def _a_file_instead(database):
    shutil.rmtree(database.parent)
    database.parent.write_text("in the way", encoding="utf-8")


@pytest.mark.parametrize("damage", [_garbage, _cut, _gone, _a_file_instead])
def test_a_damaged_index_is_built_anew(tmp_path, model, damage):
    index = opened(tmp_path, model)
    index.close()
    damage(index.path / "chroma.sqlite3")
    repaired = opened(tmp_path, model)
    assert repaired.rebuilt and nearest(repaired, "arachnids in the tunnel") == "spiders"


def test_no_draft_is_left_behind(tmp_path, model):
    index = opened(tmp_path, model)
    assert [path.name for path in tmp_path.iterdir()] == [index.path.name]


def test_collections_of_old_corpora_are_swept_after_a_day(tmp_path, model):
    old = opened(tmp_path, model)
    old.close()
    new = opened(tmp_path, model, ("lantern",))
    assert old.path.exists()
    os.utime(old.path, (1, 1))
    newest = opened(tmp_path, model, ("saloon",))
    assert {path.name for path in tmp_path.iterdir()} == {new.path.name, newest.path.name}


def test_a_folder_that_cannot_be_made_is_named(tmp_path, model):
    blocked = tmp_path / "blocked"
    blocked.write_text("a file", encoding="utf-8")
    with pytest.raises(IndexUnusable, match="blocked"):
        opened(blocked, model)


@pytest.mark.e2e
def test_an_index_may_live_on_a_server_where_it_is_built_once(tmp_path, model, chroma_server):
    asked = [KnownQuestion("trains?0", "what rides through nothing?", "trains#0"), KnownQuestion("x?0", "eh?", "")]

    def rebuilt(names=tuple(TEXTS), spoil=False):
        index = LoreIndex(tmp_path / "none", documents(names), model, asked, chroma_server).open()
        assert index.alike(index.vector("what rides through nothing at all?"), 1)[0].asked == asked[0]
        assert nearest(index, "whiskey") == "saloon"
        if spoil:
            index.store._client.delete_collection(f"brimstone-asked-{index.key}")
        index.close()
        return index.rebuilt

    assert rebuilt() and not rebuilt(spoil=True)
    assert rebuilt() and not rebuilt()
    assert rebuilt(("lantern", "saloon")) and not rebuilt()
    assert not (tmp_path / "none").exists()


def test_a_server_that_does_not_answer_is_told_with_its_setting(tmp_path, model):
    with pytest.raises(IndexUnusable, match=r"127\.0\.0\.1:9 \(BRIMSTONE_CHROMA_URL\) can't be used"):
        LoreIndex(tmp_path, documents(), model, url="http://127.0.0.1:9").open()
    with pytest.raises(OracleError, match="BRIMSTONE_CHROMA_URL"):
        Oracle(tmp_path, documents=documents(), chroma_url="ftp://x").ask("who carries the lantern?")
