"""Collections of a user's books: only what changed is embedded, a death half-way loses nothing, names are plain."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from lore.bm25 import BM25
from lore.chroma_server import connect
from lore.embedding import MiniLM
from lore.ingest.collection import Collection, CollectionError, collections
from lore.ingest.ingesting import Outcome, forget, ingest
from lore.ingest.keywords import KeywordIndex
from lore.ingest.vectors import BATCH, VectorsUnusable

BOOKS = Path(__file__).parent / "books"
ALL = sorted(BOOKS.iterdir())


class Hashing(MiniLM):
    """Vectors from a hash of each text: fast, and it counts. `dies_after` texts it is interrupted."""

    def __init__(self, dies_after: int | None = None) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.dies_after = dies_after

    def embed(self, texts):
        if self.dies_after is not None and len(self.texts) >= self.dies_after:
            raise KeyboardInterrupt
        self.texts += texts
        seeds = [int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") for text in texts]
        vectors = np.array([np.random.default_rng(seed).normal(size=384) for seed in seeds], dtype=np.float32)
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


class Other(Hashing):
    """Another model."""

    def fingerprint(self) -> str:
        return "0" * 16


def opened(data_dir: Path, name: str = "mine", dies_after: int | None = None) -> Collection:
    return Collection(data_dir, name, model=Hashing(dies_after))


def town(folder: Path, shops: int, changed: int | None = None) -> Path:
    """A book of many sections, one of which may say something else."""
    folder.mkdir(exist_ok=True)
    told = "\n\n".join(
        f"## Shop {n}\n\nShop {n} sells {n} {'new' if n == changed else 'old'} ropes for ${n * 5} each in its cellar."
        for n in range(shops)
    )
    path = folder / "town.md"
    path.write_text(f"# Town\n\n{told}\n", encoding="utf-8")
    return path


def state(collection: Collection) -> tuple[list[str], frozenset[str]]:
    return [row.id for row in collection.shelf().rows], collection.vectors.ids()


def test_the_first_ingest_embeds_all_and_the_second_nothing(tmp_path: Path):
    collection = opened(tmp_path)
    first = ingest(collection, ALL)
    assert [f.outcome for f in first.files] == [Outcome.NEW] * len(ALL)
    assert first.embedded == first.chunks == len(collection.model.texts) > 10
    collection.close()
    again = opened(tmp_path)
    second = ingest(again, ALL)
    assert [f.outcome for f in second.files] == [Outcome.UNCHANGED] * len(ALL)
    assert (second.embedded, second.removed, again.model.texts) == (0, 0, [])
    assert [str(t) for t in second.troubles] == [str(t) for t in first.troubles] != []


def test_a_changed_book_embeds_only_what_changed_and_its_old_text_goes(tmp_path: Path):
    collection = opened(tmp_path)
    ingest(collection, [town(tmp_path / "a", 20)])
    report = ingest(collection, [town(tmp_path / "a", 19, changed=7)])
    assert (report.embedded, report.kept, report.removed) == (1, 18, 2)
    assert report.files[0].outcome is Outcome.CHANGED
    ids, vectors = state(collection)
    assert set(ids) == vectors and len(ids) == 19
    assert "new ropes" in collection.model.texts[-1]


def test_lines_that_only_move_are_told_anew_but_not_embedded_again(tmp_path: Path):
    collection = opened(tmp_path)
    path = town(tmp_path / "a", 3)
    ingest(collection, [path])
    path.write_text("\n\n\n\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
    report = ingest(collection, [path])
    assert (report.embedded, report.removed) == (0, 0)
    row = collection.shelf().rows[0]
    told = collection.vectors.store.get(ids=[row.id], include=["metadatas"])["metadatas"][0]
    assert (told["first_line"], told["book"], told["heading"]) == (row.chunk.first, "town.md", "Town > Shop 0")
    assert path.read_text(encoding="utf-8").splitlines()[row.chunk.first - 1] == "## Shop 0"


def test_an_ingest_that_dies_leaves_the_old_state_and_the_next_one_completes_it(tmp_path: Path):
    ingest(opened(tmp_path), [town(tmp_path / "a", 5)])
    before = opened(tmp_path)
    old = [row.id for row in before.shelf().rows]
    before.close()
    dying = opened(tmp_path, dies_after=1)
    larger = town(tmp_path / "a", BATCH + 40)
    with pytest.raises(KeyboardInterrupt):
        ingest(dying, [larger])
    dying.close()
    after = opened(tmp_path)
    assert [row.id for row in after.shelf().rows] == old
    assert set(old) < after.vectors.ids()
    report = ingest(after, [larger])
    assert report.chunks == BATCH + 40
    assert report.embedded == len(after.model.texts) == BATCH + 40 - 5 - BATCH
    ids, vectors = state(after)
    assert set(ids) == vectors


def test_a_process_killed_outright_leaves_a_collection_that_works(tmp_path: Path):
    book = town(tmp_path / "a", 400)
    script = (
        "import sys; from pathlib import Path\n"
        "from lore.ingest.collection import Collection\nfrom lore.ingest.ingesting import ingest\n"
        "ingest(Collection(Path(sys.argv[1]), 'mine'), [Path(sys.argv[2])],"
        " progress=lambda step, done, of: print(step, done, flush=True))"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", script, str(tmp_path), str(book)], stdout=subprocess.PIPE, text=True, cwd=Path.cwd()
    )
    assert child.stdout is not None
    assert any(line.strip() == f"embedding {BATCH}" for line in child.stdout)
    child.kill()
    child.wait()
    collection = Collection(tmp_path, "mine")
    assert collection.shelf().rows == () and len(collection.vectors.ids()) >= BATCH
    report = ingest(collection, [book])
    assert report.chunks == 400 and report.embedded <= 400 - BATCH


def test_the_same_text_in_two_places_is_kept_once_and_knows_both(tmp_path: Path):
    (tmp_path / "other.md").write_text(
        "# Other\n\nA player aid for Shadows of Brimstone.\n\n## Sleep\n\nShop 2 sells 2 old ropes for $10 each in its "
        "cellar.\n",
        encoding="utf-8",
    )
    collection = opened(tmp_path)
    report = ingest(collection, [town(tmp_path / "a", 4), tmp_path / "other.md"])
    assert (report.duplicates, report.chunks) == (1, 5)
    assert [f.book.duplicates for f in report.files if f.book] == [0, 1]
    shelf = collection.shelf()
    (row,) = [n for n, held in enumerate(shelf.rows) if held.also]
    assert shelf.editions(row) == ("unknown", "player-aid")
    assert shelf.lines(row) == (("town.md", 11, 13), ("other.md", 5, 7))
    left = forget(collection, "town.md")
    assert (left.chunks, left.duplicates) == (2, 0)


def test_the_same_file_under_another_name_is_left_out(tmp_path: Path):
    path = town(tmp_path / "a", 3)
    shutil.copy(path, tmp_path / "copy.md")
    report = ingest(opened(tmp_path), [path, tmp_path / "copy.md"])
    assert [(f.outcome, f.same_as) for f in report.files] == [(Outcome.NEW, ""), (Outcome.SAME, "town.md")]


def test_two_files_of_one_name_are_refused(tmp_path: Path):
    with pytest.raises(CollectionError, match="have one name"):
        ingest(opened(tmp_path), [town(tmp_path / "a", 2), town(tmp_path / "b", 3)])


def test_the_edition_that_the_user_says_holds_until_another_is_said(tmp_path: Path):
    collection = opened(tmp_path)
    path = town(tmp_path / "a", 2)
    assert ingest(collection, [path], edition="valhalla").files[0].book.edition == "valhalla"
    report = ingest(collection, [town(tmp_path / "a", 2, changed=1)])
    assert report.files[0].book.edition == "valhalla"
    report = ingest(collection, [path], edition="old-west")
    assert (report.files[0].book.edition, report.embedded) == ("old-west", 0)
    with pytest.raises(CollectionError, match="no edition 'western'; choose one of compilation"):
        ingest(collection, [path], edition="western")


def test_what_cannot_be_read_stops_nothing_else(tmp_path: Path):
    report = ingest(opened(tmp_path), [tmp_path / "none.txt", BOOKS / "tolls.md"])
    assert [f.outcome for f in report.files] == [Outcome.UNREAD, Outcome.NEW]
    assert [t.what for t in report.troubles] == ["there is no such file"]


def test_forgetting_what_is_not_there_names_what_is(tmp_path: Path):
    collection = opened(tmp_path)
    ingest(collection, [town(tmp_path / "a", 2)])
    with pytest.raises(CollectionError, match=r"no book 'x' in the collection 'mine' \(town.md\)"):
        forget(collection, "x")
    assert forget(collection, "Town").chunks == 0 and not collection.exists


@pytest.mark.parametrize("name", ["", "..", "a/b", "A", "-x", "a" * 41, "con", "a.b", "ä", "a\n"])
def test_a_name_that_is_no_plain_word_is_refused(tmp_path: Path, name: str):
    with pytest.raises(CollectionError, match="no name for a collection"):
        Collection(tmp_path, name)
    assert list(tmp_path.iterdir()) == []


def test_collections_are_apart_and_listed(tmp_path: Path):
    ingest(opened(tmp_path, "one"), [town(tmp_path / "a", 2)])
    two = opened(tmp_path, "two")
    ingest(two, [BOOKS / "tolls.md"])
    assert collections(tmp_path) == ["one", "two"]
    two.remove()
    assert collections(tmp_path) == ["one"] and len(opened(tmp_path, "one").shelf().rows) == 2


def test_two_processes_do_not_change_one_collection_at_once(tmp_path: Path):
    first, second = opened(tmp_path), opened(tmp_path)
    with first.changing(), pytest.raises(CollectionError, match="another process"):
        ingest(second, [BOOKS / "tolls.md"])


def test_damaged_vectors_are_made_anew(tmp_path: Path):
    collection = opened(tmp_path)
    ingest(collection, [BOOKS / "tolls.md"])
    collection.close()
    for path in collection.folder.glob("vectors/*.sqlite3"):
        path.write_bytes(b"no database" * 100)
    again = opened(tmp_path)
    report = ingest(again, [BOOKS / "tolls.md"])
    assert report.embedded == report.chunks == len(again.vectors.ids())


def test_a_lost_shelf_is_made_again_from_the_books(tmp_path: Path):
    collection = opened(tmp_path)
    ingest(collection, [BOOKS / "tolls.md"])
    shelf = collection.shelf()
    for path in collection.folder.glob("shelf-*"):
        path.write_bytes(b"\xc1broken")
    assert opened(tmp_path).shelf().rows == shelf.rows


def test_a_damaged_list_of_books_says_what_to_do(tmp_path: Path):
    collection = opened(tmp_path)
    ingest(collection, [BOOKS / "tolls.md"])
    manifest = collection.folder / "collection.json"
    manifest.write_text(manifest.read_text().replace(collection.manifest.generation, "../../../../etc"))
    with pytest.raises(CollectionError, match="remove the folder and ingest again"):
        opened(tmp_path)


def test_stored_keyword_search_scores_as_the_one_in_memory():
    texts = {"a": "The ferryman takes fifteen dollars.", "b": "Dollars and dollars of toll.", "c": "A pony bites."}
    fields = {id_: [(text, 1.0), (id_, 2.0)] for id_, text in texts.items()}
    kept, memory = KeywordIndex.build(list(fields.values())), BM25(fields)
    query = {"dollar": 1.0, "toll": 0.5, "nothing": 1.0}
    expected = memory.scores(query)
    assert {id_: float(kept.scores(query)[n]) for n, id_ in enumerate(texts) if id_ in expected} == pytest.approx(
        expected
    )
    assert [list(texts)[row] for row in kept.search(query, 5)] == [id_ for id_, _ in memory.search(query, 5)]
    assert kept.idf("dollar") == memory.idf("dollar") and "toll" in kept and "tolls" not in kept


def test_an_unreachable_server_of_vectors_is_told_with_its_setting(tmp_path: Path):
    collection = Collection(tmp_path, "mine", model=Hashing(), chroma_url="http://127.0.0.1:9")
    with pytest.raises(VectorsUnusable, match=r"127\.0\.0\.1:9 \(BRIMSTONE_CHROMA_URL\) can't be used"):
        ingest(collection, [BOOKS / "tolls.md"])


@pytest.mark.e2e
def test_vectors_may_live_on_a_server(tmp_path: Path, chroma_server: str):
    collection = Collection(tmp_path, "mine", model=Hashing(), chroma_url=chroma_server)
    report = ingest(collection, [BOOKS / "tolls.md"])
    assert report.embedded == report.chunks == len(collection.vectors.ids())
    assert not (collection.folder / "vectors").exists()
    assert ingest(collection, [BOOKS / "tolls.md"]).embedded == 0
    collection.use(Other())
    assert ingest(collection, [BOOKS / "tolls.md"]).embedded == report.chunks
    uid = collection.manifest.uid
    collection.remove()
    assert not [one.name for one in connect(chroma_server).list_collections() if uid in one.name]
