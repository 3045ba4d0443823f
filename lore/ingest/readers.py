"""Files as lines: which format a file has, how large it may be, and how its bytes become text. Nothing in it is run."""

from __future__ import annotations

import codecs
import hashlib
import re
from pathlib import Path

from lore.ingest.records import Format, Line, Raw, Trouble

MAX_BYTES = 50_000_000
MAX_HTML_BYTES = 10_000_000
MAX_LINES = 400_000
MAX_LINE = 20_000
MAX_NAME = 120
MOSTLY_BROKEN = 0.02
SUFFIXES = {
    ".txt": Format.TEXT,
    ".text": Format.TEXT,
    ".md": Format.MARKDOWN,
    ".markdown": Format.MARKDOWN,
    ".pdf": Format.PDF,
    ".html": Format.HTML,
    ".htm": Format.HTML,
    ".xhtml": Format.HTML,
}
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]")


class Unreadable(ValueError):
    """A file of which nothing could be read; `trouble` says where, why and how to mend it."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(str(trouble))
        self.trouble = trouble


def read_file(path: Path) -> Raw:
    """Read one file. What is wrong with a part of it stands in the result's `troubles`.

    Raises:
        Unreadable: nothing of it could be read.
    """
    name = plain(path.name)[:MAX_NAME]
    data = _bytes_of(path, name)
    digest = hashlib.sha256(data).hexdigest()
    format_ = _format_of(path, name, data)
    if format_ is Format.PDF:
        from lore.ingest.reading_pdf import lines_of_pdf

        lines, troubles = lines_of_pdf(data, name)
    else:
        text, troubles = decoded(data, name)
        if format_ is Format.HTML:
            from lore.ingest.reading_html import lines_of_html

            if len(data) > MAX_HTML_BYTES:
                raise Unreadable(_too_large(name, len(data), MAX_HTML_BYTES))
            lines = lines_of_html(text)
        else:
            lines = lines_of_text(text)
    if not any(line.text.strip() for line in lines):
        raise Unreadable(
            troubles[0]
            if troubles
            else Trouble(name, "", "it holds no text", "give a file with text in it, or leave it out")
        )
    if len(lines) > MAX_LINES:
        what = f"only the first {MAX_LINES:,} of its {len(lines):,} lines are read"
        troubles.append(Trouble(name, f"line {MAX_LINES + 1}", what, "split the book into several files"))
        lines = lines[:MAX_LINES]
    return Raw(name, format_, digest, tuple(lines), tuple(troubles))


def digest_of(path: Path) -> str:
    """The hash of a file's bytes, as `Raw.digest` has it. Raises `Unreadable` where the file can't be opened."""
    return hashlib.sha256(_bytes_of(path, plain(path.name)[:MAX_NAME])).hexdigest()


def lines_of_text(text: str) -> list[Line]:
    """The lines of a text, numbered as an editor numbers them; a form feed begins a new page."""
    lines, page = [], 1 if "\f" in text else 0
    for number, line in enumerate(re.split(r"\r\n|\n|\r", text), 1):
        if "\f" in line:
            page += line.count("\f")
        lines.append(Line(number, plain(line.replace("\f", "")), page))
    return lines


def plain(text: str) -> str:
    """A line without control characters and direction marks, at most 20,000 characters long."""
    return _CONTROLS.sub("", text)[:MAX_LINE]


def decoded(data: bytes, name: str) -> tuple[str, list[Trouble]]:
    """Bytes as text: UTF-8, or UTF-16 where it says so at its start. Bytes that fit neither are left out and told."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        try:
            return data.decode("utf-16"), []
        except UnicodeDecodeError as error:
            where = f"byte {error.start + 1}"
            raise Unreadable(Trouble(name, where, "it is damaged UTF-16 text", "save it again as UTF-8")) from error
    if b"\0" in data[:65_536]:
        raise Unreadable(_not_a_book(name))
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        return data.decode("utf-8"), []
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
    text = data.decode("utf-8", errors="replace")
    bad = text.count("\ufffd")
    fix = f"save it as UTF-8 (iconv -f WINDOWS-1252 -t UTF-8 {name})"
    if bad > MOSTLY_BROKEN * len(text):
        raise Unreadable(Trouble(name, f"line {line}", f"{bad:,} of its characters are not UTF-8", fix))
    what = f"{bad:,} character{'s are' if bad > 1 else ' is'} not UTF-8 and left out"
    return text.replace("\ufffd", ""), [Trouble(name, f"line {line}", what, fix)]


def _bytes_of(path: Path, name: str) -> bytes:
    try:
        if path.is_dir():
            raise Unreadable(Trouble(name, "", "it is a folder", "name the files in it"))
        if not path.is_file():
            what = "it is no ordinary file" if path.exists() else "there is no such file"
            raise Unreadable(Trouble(name, "", what, "check the path"))
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise Unreadable(_too_large(name, size, MAX_BYTES))
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        if isinstance(error, Unreadable):
            raise
        what = f"it can't be opened: {getattr(error, 'strerror', None) or error}"
        raise Unreadable(Trouble(name, "", what, "check the path and its rights")) from error
    if len(data) > MAX_BYTES:
        raise Unreadable(_too_large(name, len(data), MAX_BYTES))
    if not data.strip():
        raise Unreadable(Trouble(name, "", "it is empty", "give a file with text in it, or leave it out"))
    return data


def _format_of(path: Path, name: str, data: bytes) -> Format:
    """The format by what a file holds, and by its name only where that leaves a choice."""
    if b"%PDF-" in data[:1024]:
        return Format.PDF
    named = SUFFIXES.get(path.suffix.lower())
    if named is Format.PDF:
        raise Unreadable(Trouble(name, "", "it is called .pdf but is none", "export it again as pdf, or give its text"))
    if named is not None:
        return named
    if re.match(rb"\s*(<!doctype html|<html)", data[:1024], re.IGNORECASE):
        return Format.HTML
    raise Unreadable(_not_a_book(name))


def _not_a_book(name: str) -> Trouble:
    return Trouble(name, "", "it is not a book in txt, md, pdf or html", "save it in one of these and give that file")


def _too_large(name: str, size: int, most: int) -> Trouble:
    what = f"it has {size / 1e6:.1f} MB and at most {most / 1e6:.0f} MB are read"
    return Trouble(name, "", what, "split it into several files")
