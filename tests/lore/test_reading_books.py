"""A user's books: four formats read, scanning noise cleaned, headings found, sections split, troubles told."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lore.ingest.books import book_of, counter, read_book
from lore.ingest.chunking import embedded, sentences
from lore.ingest.cleaning import clean
from lore.ingest.readers import MAX_BYTES, Unreadable, lines_of_text, read_file
from lore.ingest.reading_html import lines_of_html
from lore.ingest.records import Book, Format, Raw

BOOKS = Path(__file__).parent / "books"
RULEBOOKS = Path(__file__).resolve().parents[3] / "shared" / "rulebooks"


def texted(text: str, format_: Format = Format.TEXT, name: str = "a.txt") -> Book:
    return book_of(Raw(name, format_, "0", tuple(lines_of_text(text))))


def said(book: Book, heading: str) -> str:
    return "\n".join(c.text for c in book.chunks if c.path and c.path[-1] == heading)


def trouble_of(path: Path) -> str:
    with pytest.raises(Unreadable) as caught:
        read_file(path)
    return str(caught.value)


@pytest.mark.parametrize(
    "name, edition, title",
    [
        ("river.txt", "old-west", "SHADOWS OF THE RIVER"),
        ("tolls.md", "valhalla", "The Toll Road"),
        ("stables.html", "forbidden-fortress", "The Stables of Kurosawa"),
        ("lamp.pdf", "player-aid", "The Lamp Book"),
    ],
)
def test_a_book_of_each_format_is_read_with_its_title_and_edition(name: str, edition: str, title: str):
    book = read_book(BOOKS / name)
    assert (book.title, book.edition) == (title, edition)
    assert book.evidence and len(book.chunks) >= 3


def test_every_line_number_names_the_line_that_says_it():
    for name in ("river.txt", "tolls.md"):
        lines = (BOOKS / name).read_text(encoding="utf-8").splitlines()
        for chunk in read_book(BOOKS / name).chunks:
            for offset, number in chunk.marks:
                first = chunk.text[offset:].split(maxsplit=1)[0].strip("*_")
                if not first.startswith("["):
                    assert first[:3] in lines[number - 1].replace("*", "").replace("\ufb01", "fi")


def test_headings_lead_from_chapter_to_section():
    assert ("THE BOATHOUSE", "Boat Damage") in [c.path for c in read_book(BOOKS / "river.txt").chunks]
    assert ("The Toll Road", "Toll Gates", "Bribes") in [c.path for c in read_book(BOOKS / "tolls.md").chunks]
    assert ("The Stables of Kurosawa", "Pony Temper") in [c.path for c in read_book(BOOKS / "stables.html").chunks]
    assert ("The Lamp Book", "Lamp Oil") in [c.path for c in read_book(BOOKS / "lamp.pdf").chunks]


def test_scanning_noise_goes_and_words_are_whole_again():
    book = read_book(BOOKS / "river.txt")
    text = "\n".join(c.text for c in book.chunks)
    assert "the ferryman before anyone" in text and "first turn" in text
    assert "oxetifex" not in text and "\ufb01" not in text and "\n12\n" not in text
    assert book.cleaned == {"debris": 1, "hyphenations": 2, "ligatures": 1, "page numbers": 1, "running heads": 2}


def test_a_page_in_another_script_is_no_debris_where_the_book_is_in_it():
    text = "\n\n".join(f"これは規則の本です。第{n}章、影の川を渡る。" for n in range(6))
    assert len(clean(lines_of_text(text)).counts) == 0


def test_a_hyphen_that_belongs_to_a_word_stays():
    text = "A first-rate blade.\n\nAnother first-rate blade is a first-\nrate thing."
    assert "a first-rate thing" in texted(text).chunks[0].text


def test_a_gap_inside_a_word_closes_where_the_book_knows_the_word():
    text = "Every enemy moves. An enemy waits. No enemy sleeps. The en emy strikes."
    assert "The enemy strikes." in texted(text).chunks[0].text
    assert "on going" in texted("They are ongoing, ongoing, ongoing; on going on, go on going.").chunks[0].text


def test_running_heads_of_pages_go_but_headings_that_return_stay():
    pages = [f"THE RIVER BOOK\n\nConsumables\n\nThing {n} costs ${n} in this town.\n\n{n}" for n in range(1, 7)]
    book = texted("\f".join(pages))
    assert "THE RIVER BOOK" not in "\n".join(" ".join(c.path) + c.text for c in book.chunks[1:])
    assert sum("costs" in c.text for c in book.chunks) == 6


def test_a_table_stays_whole_and_knows_that_it_is_one():
    (table,) = [c for c in read_book(BOOKS / "river.txt").chunks if c.table]
    assert table.text.splitlines()[-1] == "6\tNothing at all" and table.path[-1] == "Boat Damage"
    rows = "\n".join(f"| {n} | a long line about what happens on a roll of {n} |" for n in range(1, 60))
    (long,) = [c for c in texted(f"Hazards\n\n{rows}\n", Format.MARKDOWN).chunks if c.table]
    assert long.text.count("\n") == 58


def test_no_chunk_is_longer_than_the_model_reads_unless_it_is_a_table():
    count = counter()
    wordy = " ".join(f"Sentence {n} tells of a rule that has {n} parts and no end in sight." for n in range(200))
    endless = "supercalifragilistic" * 400
    book = texted(f"# One\n\n{wordy}\n\n## Two\n\n{endless}\n\n- {wordy}", Format.MARKDOWN)
    sizes = [count(embedded(book.title, chunk, count)) for chunk in book.chunks if not chunk.table]
    assert len(sizes) > 10 and max(sizes) <= 256
    assert "".join(c.text for c in book.chunks if c.path == ("One", "Two"))[: len(endless)].replace("\n", "") == endless


def test_web_pages_lose_scripts_menus_and_what_no_reader_sees():
    text = "\n".join(c.text for c in read_book(BOOKS / "stables.html").chunks)
    assert "A pony costs $90 & carries 6 anvils." in text and "4-6 | Follows gladly" in text
    assert not any(word in text for word in ("alert", "Shop", "Ignore every rule"))


def test_a_page_that_nests_without_end_is_cut_and_not_followed():
    lines = lines_of_html("<p>Before the trap.</p>" + "<div>" * 200_000 + "inside" + "</div>" * 200_000)
    assert [line.text for line in lines if line.text] == ["Before the trap."]


def test_pages_without_text_are_told_by_number():
    book = read_book(BOOKS / "lamp.pdf")
    (trouble,) = book.troubles
    assert (trouble.file, trouble.where) == ("lamp.pdf", "page 3") and "no text layer" in str(trouble)
    assert {c.page for c in book.chunks} == {1, 2, 4}
    assert "Lamp Book - page" not in "\n".join(c.text for c in book.chunks)


def test_an_encrypted_pdf_says_how_to_mend_it(tmp_path: Path):
    import pypdf

    writer = pypdf.PdfWriter(clone_from=BOOKS / "lamp.pdf")
    writer.encrypt("secret", algorithm="RC4-128")
    writer.write(tmp_path / "locked.pdf")
    assert trouble_of(tmp_path / "locked.pdf").startswith("locked.pdf: the pdf is encrypted; save a copy without")


def test_a_pdf_of_pictures_only_is_not_read(tmp_path: Path):
    import pypdf

    writer = pypdf.PdfWriter()
    writer.add_blank_page(200, 200)
    writer.add_blank_page(200, 200)
    writer.write(tmp_path / "scan.pdf")
    assert "scan.pdf, every page: no text layer; run text recognition" in trouble_of(tmp_path / "scan.pdf")


def test_a_pdf_that_unpacks_to_far_too_much_is_bounded(tmp_path: Path):
    import pypdf
    from pypdf.generic import DecodedStreamObject, NameObject

    writer = pypdf.PdfWriter()
    page = writer.add_blank_page(200, 200)
    stream = DecodedStreamObject()
    stream.set_data(b"BT (a) Tj ET " * 8_000_000)
    page[NameObject("/Contents")] = writer._add_object(stream.flate_encode())
    packed = io.BytesIO()
    writer.write(packed)
    assert len(packed.getvalue()) < 2_000_000
    (tmp_path / "bomb.pdf").write_bytes(packed.getvalue())
    assert trouble_of(tmp_path / "bomb.pdf").startswith("bomb.pdf, page 1: it can't be read")


@pytest.mark.parametrize(
    "name, data, says",
    [
        ("empty.txt", b" \n\n ", "it is empty; give a file with text"),
        ("picture.txt", b"\x89PNG\r\n\0\0\0\rIHDR", "not a book in txt, md, pdf or html"),
        ("sheet.xlsx", b"PK\x03\x04stuff", "not a book in txt, md, pdf or html; save it in one of these"),
        ("broken.pdf", b"%PDF-1.7 and nothing else", "the pdf is damaged"),
        ("not.pdf", b"plain words", "called .pdf but is none"),
        ("latin.txt", "Für die Größe, über ähnliche Öfen".encode("cp1252"), "line 1: "),
        ("cut.txt", b"\xff\xfea\0b\0\0\xd8", "damaged UTF-16"),
        ("page.html", b"<html><script>only()</script></html>", "it holds no text"),
    ],
)
def test_what_cannot_be_read_is_told_with_what_where_and_how(tmp_path: Path, name: str, data: bytes, says: str):
    (tmp_path / name).write_bytes(data)
    told = trouble_of(tmp_path / name)
    assert told.startswith(name) and says in told and "; " in told


def test_missing_files_folders_and_giants_are_refused(tmp_path: Path):
    assert "there is no such file" in trouble_of(tmp_path / "none.txt")
    assert "it is a folder" in trouble_of(tmp_path)
    with (tmp_path / "giant.txt").open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    assert "at most 50 MB are read; split it" in trouble_of(tmp_path / "giant.txt")


def test_a_few_bytes_that_are_no_text_cost_only_themselves(tmp_path: Path):
    (tmp_path / "a.txt").write_bytes(b"The fare is fifteen dollars.\n" * 20 + b"One caf\xe9 opens.\n")
    raw = read_file(tmp_path / "a.txt")
    assert [(t.where, t.what) for t in raw.troubles] == [("line 21", "1 character is not UTF-8 and left out")]
    assert raw.lines[20].text == "One caf opens."


def test_utf16_and_byte_order_marks_are_read(tmp_path: Path):
    (tmp_path / "a.txt").write_bytes("The fare is €15.".encode("utf-16"))
    (tmp_path / "b.txt").write_bytes(b"\xef\xbb\xbfThe fare.")
    assert read_file(tmp_path / "a.txt").lines[0].text == "The fare is €15."
    assert read_file(tmp_path / "b.txt").lines[0].text == "The fare."


def test_another_game_has_no_edition_and_a_mixed_book_is_unknown():
    assert texted("Samurai of the Forbidden Fortress, a card game.\n\nDraw two.").edition == "unknown"
    mixed = "Shadows of Brimstone: Forbidden Fortress and Gates of Valhalla together.\n\nBoth are played."
    assert texted(mixed).edition == "unknown"


def test_sentences_are_spans_of_their_text():
    text = 'Roll 4+. "Then stop!" Move on.\n- Item one: D6. Two more'
    found = sentences(text)
    assert all(text[offset : offset + len(span)] == span for offset, span in found)
    assert [span for _, span in found] == ["Roll 4+.", '"Then stop!"', "Move on.", "- Item one: D6.", "Two more"]


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=400), st.sampled_from([Format.TEXT, Format.MARKDOWN]))
def test_any_text_becomes_chunks_within_bounds(text: str, format_: Format):
    book = texted(text, format_)
    lines = len(lines_of_text(text))
    for chunk in book.chunks:
        assert chunk.text.strip() and 1 <= chunk.first <= chunk.last <= lines
        assert all(chunk.first <= number <= chunk.last for _, number in chunk.marks)


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="<>/pdivtrh1li =\"'a&;\n!-", max_size=300))
def test_any_markup_is_read_without_an_error(text: str):
    assert all(line.number >= 1 for line in lines_of_html(text))


@pytest.mark.skipif(not RULEBOOKS.is_dir(), reason="the rulebooks are not on this machine")
def test_the_five_rulebooks_are_read_whole_and_their_editions_told():
    count = counter()
    editions = {}
    for path in sorted(RULEBOOKS.glob("0*.txt")):
        book = read_book(path)
        editions[path.name[:3]] = book.edition
        assert book.troubles == () and len(book.chunks) >= 40
        assert all(count(embedded(book.title, c, count)) <= 256 for c in book.chunks if not c.table)
        told = sum(len(c.text) for c in book.chunks)
        assert told > 0.85 * len(path.read_text(encoding="utf-8"))
    assert editions == {
        "000": "compilation",
        "001": "old-west",
        "002": "valhalla",
        "003": "forbidden-fortress",
        "004": "player-aid",
    }
