"""Pdf files as lines: the text layer page by page, headings by the size of their letters. Pictures are not read."""

from __future__ import annotations

import io
import time
from collections import Counter
from typing import Any

from lore.ingest.records import Line, Trouble

MAX_PAGES = 3_000
MAX_CHARACTERS = 30_000_000
MAX_SECONDS = 300.0
MAX_STREAM = 20_000_000
HEADING_SIZE = 1.15
LEVELS = 3
SHORT = 80
_EMPTY = "no text layer"


def lines_of_pdf(data: bytes, name: str) -> tuple[list[Line], list[Trouble]]:
    """The lines of a pdf with their pages; pages without text, or that can't be read, are told.

    Raises:
        Unreadable: it is encrypted, damaged, or no page has text.
    """
    import logging

    import pypdf
    from pypdf.errors import FileNotDecryptedError, PyPdfError, WrongPasswordError

    from lore.ingest.readers import Unreadable

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    troubles: list[Trouble] = []
    sized: list[tuple[int, str, float]] = []
    missing: list[int] = []
    with _bounded():
        try:
            reader = pypdf.PdfReader(io.BytesIO(data))
            if reader.is_encrypted and not reader.decrypt(""):
                raise Unreadable(_encrypted(name))
            count = len(reader.pages)
        except (FileNotDecryptedError, WrongPasswordError, pypdf.errors.DependencyError) as error:
            raise Unreadable(_encrypted(name)) from error
        except Unreadable:
            raise
        except (PyPdfError, ValueError, TypeError, KeyError, AttributeError, IndexError, RecursionError) as error:
            what = f"the pdf is damaged ({type(error).__name__})"
            raise Unreadable(Trouble(name, "", what, "open it in a pdf reader and export it again")) from error
        started, characters = time.monotonic(), 0
        for index in range(min(count, MAX_PAGES)):
            if characters > MAX_CHARACTERS or time.monotonic() - started > MAX_SECONDS:
                what = "the pages from here on are left out: the file is too large to read in one piece"
                troubles.append(Trouble(name, f"page {index + 1}", what, "split the pdf"))
                break
            try:
                found = _page(reader.pages[index])
            except Exception as error:  # a damaged page fails in any of a hundred ways; the other pages are still read
                what = f"it can't be read ({type(error).__name__})"
                troubles.append(Trouble(name, f"page {index + 1}", what, "export the pdf again"))
                continue
            characters += sum(len(text) for text, _ in found)
            if not any(text.strip() for text, _ in found):
                missing.append(index + 1)
            sized += [(index + 1, text, size) for text, size in found]
            sized.append((index + 1, "", 0.0))
    if count > MAX_PAGES:
        what = f"only the first {MAX_PAGES:,} of its {count:,} pages are read"
        troubles.append(Trouble(name, f"page {MAX_PAGES + 1}", what, "split the pdf"))
    if missing:
        troubles.append(_pictures(name, missing, count))
    return _levelled(sized), troubles


def _bounded() -> Any:
    import pypdf

    return pypdf.apply_configuration(
        zlib_maximum_output_length=MAX_STREAM,
        lzw_maximum_output_length=MAX_STREAM,
        run_length_maximum_output_length=MAX_STREAM,
        array_based_stream_maximum_output_length=MAX_STREAM,
        brotli_maximum_output_length=MAX_STREAM,
        stream_parsing_work_maximum_count=1_000_000,
        jbig2dec_binary=None,
        disable_legacy_handling=True,
    )


def _page(page: Any) -> list[tuple[str, float]]:
    """The lines of a page, each with the size of its largest letters."""
    lines: list[tuple[list[str], float]] = [([], 0.0)]

    def visit(text: str, cm: list[float], tm: list[float], font: Any, size: float) -> None:
        scale = abs(tm[3]) or abs(tm[1]) or 1.0
        scale *= abs(cm[3]) or abs(cm[1]) or 1.0
        for number, part in enumerate(text.split("\n")):
            if number:
                lines.append(([], 0.0))
            if part.strip():
                parts, largest = lines[-1]
                parts.append(part)
                lines[-1] = (parts, max(largest, float(size or 0.0) * scale))

    contents = page.get_contents()
    if contents is not None:
        contents.get_data()  # raises where the limits stop it; reading the text alone would only fall silent
    page.extract_text(visitor_text=visit)
    return [("".join(parts).strip(), round(size, 1)) for parts, size in lines]


def _levelled(sized: list[tuple[int, str, float]]) -> list[Line]:
    """The lines with their levels: letters clearly larger than most of the book's make a heading."""
    from lore.ingest.readers import plain

    letters: Counter[float] = Counter()
    for _, text, size in sized:
        letters[size] += len(text)
    body = max(letters, key=lambda size: (letters[size], -size)) if letters else 0.0
    larger = sorted({s for _, t, s in sized if body and s >= body * HEADING_SIZE and t}, reverse=True)
    level = {size: min(rank, LEVELS) for rank, size in enumerate(larger, 1)}
    lines: list[Line] = []
    for number, (page, text, size) in enumerate(sized, 1):
        heading = level.get(size, 0) if 1 < len(text) <= SHORT and any(c.isalpha() for c in text) else 0
        lines.append(Line(number, plain(text), page, heading))
    return lines


def _encrypted(name: str) -> Trouble:
    return Trouble(name, "", "the pdf is encrypted", "save a copy without its password and give that")


def _pictures(name: str, pages: list[int], count: int) -> Trouble:
    shown = ", ".join(map(str, pages[:12])) + (f" and {len(pages) - 12} more" if len(pages) > 12 else "")
    where = f"page{'s' if len(pages) > 1 else ''} {shown}" if len(pages) < count else "every page"
    return Trouble(name, where, _EMPTY, "run text recognition over it (ocrmypdf), or leave it if it is only a picture")
