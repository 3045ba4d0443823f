"""Splits sections into chunks that the embedding model reads whole; tables are kept together."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

import msgspec

from lore.ingest.records import Chunk, Line, Section

MOST_TOKENS = 250
PREFIX_TOKENS = 40

_ITEM = re.compile(r"^\s*(?:[-*\u2022\u00b7\u25aa]\s+|\d{1,2}[.):]\s+|[A-Za-z]\)\s+)")
_RULE = re.compile(r"[\s|:+-]+")
_FIELD = re.compile(r"^[A-Z][\w '()/&+-]{0,30}:\s")
_SENTENCE = re.compile(r"(?<=[.!?])(?P<close>[\"'\u201d\u2019)]*)\s+(?=[\"'\u201c\u2018(]*[A-Z0-9])")

Counter = Callable[[str], int]


class Piece(msgspec.Struct, frozen=True):
    """A paragraph, a list item or a table: its text, where its lines begin in it, and its size in tokens."""

    text: str
    marks: tuple[tuple[int, int], ...]
    tokens: int
    table: bool = False
    page: int = 0

    @property
    def last(self) -> int:
        """The number of its last line."""
        return self.marks[-1][1]


def chunked(sections: Sequence[Section], title: str, count: Counter) -> tuple[Chunk, ...]:
    """The chunks of a book. `count` tells the tokens of a text; a chunk with its prefix has at most 256 of them, unless
    it is one table."""
    found: list[Chunk] = []
    for number, section in enumerate(sections):
        room = MOST_TOKENS - count(prefix_of(title, section.path, count))
        first = True
        for pieces in _packed(list(_pieces(section.lines, room, count)), room):
            found.append(_chunk(number, section, pieces, first))
            first = False
    return tuple(found)


def prefix_of(title: str, path: Sequence[str], count: Counter) -> str:
    """The context that goes before what is embedded: book > chapter > section, the middle left out if it is long."""
    steps = [title, *(path[1:] if path[:1] == (title,) else path)]
    while len(steps) > 2 and count(" > ".join(steps)) > PREFIX_TOKENS:
        del steps[1]
    said = " > ".join(steps)
    while count(said) > PREFIX_TOKENS:
        said = said[: len(said) * 3 // 4]
    return said


def embedded(title: str, chunk: Chunk, count: Counter) -> str:
    """A chunk as it is embedded."""
    return f"{prefix_of(title, chunk.path, count)}\n{chunk.text}"


def sentences(text: str) -> list[tuple[int, str]]:
    """The sentences and lines of a text, each an exact span of it, with its offset."""
    found = []
    for line in re.finditer(r"[^\n]+", text):
        start = line.start()
        for cut in [*_SENTENCE.finditer(line.group(0)), None]:
            end = line.end() if cut is None else line.start() + cut.end("close")
            said = text[start:end]
            if said.strip():
                lead = len(said) - len(said.lstrip())
                found.append((start + lead, said.strip()))
            start = end if cut is None else line.start() + cut.end()
    return found


def _pieces(lines: Sequence[Line], room: int, count: Counter) -> Iterator[Piece]:
    """The paragraphs, list items and tables of a section; a paragraph too long for a chunk is cut at sentences."""
    block: list[Line] = []

    def flush() -> Iterator[Piece]:
        if block:
            table = block[0].row
            piece = _piece(block, "\n" if table else " ", count)
            block.clear()
            yield from (piece,) if table or piece.tokens <= room else _cut(piece, room, count)

    for line in lines:
        text = line.text.strip()
        if not text:
            yield from flush()
            continue
        if line.row and _RULE.fullmatch(text):
            continue
        begins = _ITEM.match(line.text) or _FIELD.match(text)
        if block and (block[-1].row != line.row or (begins and not line.row)):
            yield from flush()
        block.append(line)
    yield from flush()


def _piece(lines: Sequence[Line], joint: str, count: Counter) -> Piece:
    parts, marks, offset = [], [], 0
    for line in lines:
        text = re.sub(r"[ \t]+", " ", line.text.strip()) if not line.row else line.text.strip()
        marks.append((offset, line.number))
        parts.append(text)
        offset += len(text) + len(joint)
    said = joint.join(parts)
    return Piece(said, tuple(marks), count(said), lines[0].row, lines[0].page)


def _cut(piece: Piece, room: int, count: Counter) -> Iterator[Piece]:
    """A piece cut at the ends of sentences, and inside a sentence only where it is too long itself."""
    spans: list[tuple[int, int]] = []
    for start, said in sentences(piece.text):
        spans += _short_spans(start, start + len(said), piece, room, count)
    begin = None
    end = 0
    for start, stop in spans:
        if begin is not None and count(piece.text[begin:stop]) > room:
            yield _part(piece, begin, end, count)
            begin = None
        begin = start if begin is None else begin
        end = stop
    if begin is not None:
        yield _part(piece, begin, end, count)


def _short_spans(start: int, stop: int, piece: Piece, room: int, count: Counter) -> Iterator[tuple[int, int]]:
    """A span halved, at a space if there is one, until each part fits."""
    if stop - start <= 1 or count(piece.text[start:stop]) <= room:
        yield start, stop
        return
    middle = (start + stop) // 2
    space = piece.text.rfind(" ", start + 1, middle)
    cut = space if space > start else middle
    after = cut + 1 if piece.text[cut] == " " else cut
    yield from _short_spans(start, cut, piece, room, count)
    yield from _short_spans(after, stop, piece, room, count)


def _part(piece: Piece, start: int, stop: int, count: Counter) -> Piece:
    before = [number for offset, number in piece.marks if offset <= start]
    marks = [(0, before[-1] if before else piece.marks[0][1])]
    marks += [(offset - start, number) for offset, number in piece.marks if start < offset < stop]
    text = piece.text[start:stop]
    return Piece(text, tuple(marks), count(text), piece.table, piece.page)


def _packed(pieces: Sequence[Piece], room: int) -> Iterator[list[Piece]]:
    """Pieces in order, as many to a chunk as fit; a table that fits in no chunk stands alone, with what leads to it
    in the chunk before."""
    chunk: list[Piece] = []
    size = 0
    for piece in pieces:
        if chunk and size + piece.tokens > room:
            yield chunk
            chunk, size = [], 0
        chunk.append(piece)
        size += piece.tokens
    if chunk:
        yield chunk


def _chunk(number: int, section: Section, pieces: Sequence[Piece], first: bool) -> Chunk:
    texts, marks, offset = [], [], 0
    for piece in pieces:
        marks += [(offset + start, line) for start, line in piece.marks]
        texts.append(piece.text)
        offset += len(piece.text) + 1
    begins = section.heading if first and section.heading else marks[0][1]
    return Chunk(
        section=number,
        path=section.path,
        text="\n".join(texts),
        first=min(begins, marks[0][1]),
        last=pieces[-1].last,
        page=pieces[0].page,
        table=len(pieces) == 1 and pieces[0].table,
        marks=tuple(marks),
    )
