"""Takes the noise of scanning and printing out of a book's lines; each line keeps its number."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher

import msgspec

from lore.ingest.records import Line

RUNNING_PAGES, RUNNING_SHARE = 3, 0.2
RUNNING_TIMES = 3
SHORT = 60
EDGE, LONG_PAGE = 2, 8
FEW_LATIN = 0.6
FEW_LETTERS = 0.45
KNOWN_TIMES = 3
FRAGMENT_TIMES = 1
LONGEST_CHECKED = 2_000

_LIGATURES = str.maketrans(
    {
        "\ufb00": "ff",
        "\ufb01": "fi",
        "\ufb02": "fl",
        "\ufb03": "ffi",
        "\ufb04": "ffl",
        "\ufb05": "st",
        "\ufb06": "st",
        "\u00ad": "",
        "\u00a0": " ",
        "\u2002": " ",
        "\u2003": " ",
        "\u2009": " ",
        "\u202f": " ",
        "\u2122": "",
        "\u00ae": "",
    }
)
_PAGE_NUMBER = re.compile(
    r"(?:page |p\. ?|[-\u2013\u2014] ?)?\d{1,4}(?: ?[-\u2013\u2014])?(?: ?(?:of|/) ?\d{1,4})?", re.IGNORECASE
)
_ROMAN = re.compile(r"(?=[ivxl])x{0,3}(?:ix|iv|v?i{0,3})", re.IGNORECASE)
_LOOP = re.compile(r"(\S.{2,24}?)\1{2,}")
_RULE = re.compile(r"[\s|:#+=_*~\u2500-\u257f.-]+|\s*```.*")
_WORD = re.compile(r"[A-Za-z]+")
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]")
_TABLE = re.compile(r"^\s*\|.*\|?\s*$|\S\t+\S")
_BROKEN_END = re.compile(r"([A-Za-z]{2,})-$")


class Cleaned(msgspec.Struct, frozen=True):
    """A book's lines without noise, and how often each kind of noise was met."""

    lines: tuple[Line, ...]
    counts: dict[str, int]


def clean(lines: Sequence[Line], *, scanned: bool = True) -> Cleaned:
    """Clean a book's lines. What is taken away leaves an empty line, so that the numbers stay true.

    `scanned`: also look for running heads, page numbers and the debris of text recognition (not in web pages).
    """
    counts: Counter[str] = Counter()
    found = [_tidy(line) for line in lines]
    counts["ligatures"] = sum(a.text.count(c) for a in lines for c in "\ufb00\ufb01\ufb02\ufb03\ufb04\ufb05\ufb06")
    if scanned:
        found = _without(found, _running_heads(found), counts, "running heads")
        found = _without(found, _page_numbers(found), counts, "page numbers")
        found = _without(found, _debris(found), counts, "debris")
    vocabulary = Counter(word.lower() for line in found for word in _WORD.findall(line.text))
    found = _dehyphenated(found, vocabulary, counts)
    if scanned:
        found = _mended(found, vocabulary, counts)
    return Cleaned(tuple(found), {what: times for what, times in sorted(counts.items()) if times})


def is_row(text: str) -> bool:
    """Whether a line looks like a row of a table: cells between bars or tabs."""
    return _TABLE.search(text) is not None


def _tidy(line: Line) -> Line:
    text = line.text.translate(_LIGATURES).replace("[]", "")
    return msgspec.structs.replace(line, text=text.rstrip())


def _without(lines: Sequence[Line], gone: Iterable[int], counts: Counter[str], what: str) -> list[Line]:
    dropped = frozenset(gone)
    counts[what] += len(dropped)
    return [msgspec.structs.replace(x, text="", level=0) if i in dropped else x for i, x in enumerate(lines)]


def _alone(lines: Sequence[Line], index: int) -> bool:
    """Whether a line has an empty one, or a page's edge, before and after it."""
    for other in (index - 1, index + 1):
        if 0 <= other < len(lines) and lines[other].text.strip() and lines[other].page == lines[index].page:
            return False
    return True


def _running_heads(lines: Sequence[Line]) -> list[int]:
    """Lines that stand at the edge of many pages; where no pages are known, short shouts of the book's own title."""
    edges: dict[str, set[int]] = {}
    at: dict[int, str] = {}
    for page, indices in _pages(lines).items():
        edge = EDGE if len(indices) >= LONG_PAGE else 1
        for index in sorted({*indices[:edge], *indices[-edge:]}):
            said = re.sub(r"^[\W\d]+|[\W\d]+$", "", lines[index].text.lower())
            if said and len(lines[index].text) <= SHORT:
                edges.setdefault(said, set()).add(page)
                at[index] = said
    pages = len(_pages(lines))
    often = {said for said, on in edges.items() if len(on) >= max(RUNNING_PAGES, RUNNING_SHARE * pages)}
    return sorted({index for index, said in at.items() if said in often} | set(_shouted_titles(lines)))


def _pages(lines: Sequence[Line]) -> dict[int, list[int]]:
    pages: dict[int, list[int]] = {}
    for index, line in enumerate(lines):
        if line.page and line.text.strip():
            pages.setdefault(line.page, []).append(index)
    return pages


def _shouted_titles(lines: Sequence[Line]) -> list[int]:
    """Lines in capitals, alone, of words of the title (as well as a scanner reads them) that come again and again."""
    opening = [text for text in [line.text for line in lines if line.text.strip()][:2] if text.upper() == text]
    title = {w.lower() for text in opening for w in _WORD.findall(text) if len(w) > 3}
    found = []
    for index, line in enumerate(lines):
        text = line.text.strip().lstrip("#").strip()
        if len(text) > SHORT or text.upper() != text or any(map(str.isdigit, text)) or not _alone(lines, index):
            continue
        long = [w.lower() for w in _WORD.findall(text) if len(w) > 3]
        if long and all(any(_alike(w, t) for t in title) for w in long):
            found.append(index)
    return found[1:] if len(found) >= RUNNING_TIMES else []


def _alike(word: str, other: str) -> bool:
    if word == other:
        return True
    if abs(len(word) - len(other)) > 3 or min(len(word), len(other)) < 5:
        return False
    return SequenceMatcher(None, word, other, autojunk=False).ratio() >= 0.75


def _page_numbers(lines: Sequence[Line]) -> list[int]:
    return [
        index
        for index, line in enumerate(lines)
        if (_PAGE_NUMBER.fullmatch(line.text.strip()) or (line.page and _ROMAN.fullmatch(line.text.strip())))
        and _alone(lines, index)
    ]


def _debris(lines: Sequence[Line]) -> list[int]:
    """Lines that are no language: ornaments read as letters, letters of no Latin script in a Latin book, crumbs."""
    letters = sum(c.isalpha() for line in lines for c in line.text)
    latin = sum(len(_LATIN.findall(line.text)) for line in lines)
    mostly_latin = letters and latin > 0.9 * letters
    found = []
    for index, line in enumerate(lines):
        text = line.text.strip().lstrip("#").strip()
        if not text or line.row or is_row(line.text) or _RULE.fullmatch(text):
            continue
        if (mostly_latin and _foreign(text)) or (_alone(lines, index) and (_garbled(text) or _crumb(text))):
            found.append(index)
    return found


def _foreign(text: str) -> bool:
    letters = [c for c in text if c.isalpha()]
    return len(letters) > 2 and sum(bool(_LATIN.match(c)) for c in letters) < FEW_LATIN * len(letters)


def _garbled(text: str) -> bool:
    if len(text) > LONGEST_CHECKED:
        return False
    solid = re.sub(r"\s", "", text)
    plain = sum(c.isalnum() for c in solid)
    if len(solid) > 2 and plain < FEW_LETTERS * len(solid) and not re.search(r"\d|\w{4}", text):
        return True
    loop = _LOOP.search(re.sub(r"[.\-_=*~ ]{3,}", " ", text))
    if loop is not None and len(loop.group(0)) > 0.4 * len(text) and re.search(r"[A-Za-z]{2}", loop.group(1)):
        return True
    words = [w.lower() for w in _WORD.findall(text)]
    return len(words) >= 6 and len(set(words)) <= 0.5 * len(words) and not re.search(r"[.!?:;,\d]", text)


def _crumb(text: str) -> bool:
    return len(text) <= 2 and not any(c.isdigit() for c in text)


def _dehyphenated(lines: list[Line], vocabulary: Counter[str], counts: Counter[str]) -> list[Line]:
    """Join a word that a line break cuts: its second half moves up to the line of the first."""
    hyphened = Counter(w.lower() for line in lines for w in re.findall(r"[A-Za-z]+(?:-[A-Za-z]+)+", line.text))
    found = list(lines)
    for index, line in enumerate(found[:-1]):
        cut = _BROKEN_END.search(line.text)
        after = found[index + 1]
        rest = re.match(r"\s*([a-z]+)(\S*)\s*", after.text)
        if cut is None or rest is None or line.level or after.level:
            continue
        whole, with_hyphen = cut.group(1) + rest.group(1), f"{cut.group(1)}-{rest.group(1)}"
        keep = hyphened[with_hyphen.lower()] > vocabulary[whole.lower()]
        joined = line.text[: cut.start()] + (with_hyphen if keep else whole) + rest.group(2)
        found[index] = msgspec.structs.replace(line, text=joined)
        found[index + 1] = msgspec.structs.replace(after, text=after.text[rest.end() :])
        counts["hyphenations"] += 1
    return found


def _mended(lines: list[Line], vocabulary: Counter[str], counts: Counter[str]) -> list[Line]:
    """Close a gap inside a word where the book has the whole word often and the halves hardly ever."""

    out = []
    for line in lines:
        words = line.text.split(" ")
        index = 0
        while index + 1 < len(words):
            whole = _joined(words[index], words[index + 1], vocabulary)
            if whole is not None:
                words[index : index + 2] = [whole]
                counts["broken words"] += 1
            index += 1
        out.append(msgspec.structs.replace(line, text=" ".join(words)) if len(words) > 1 else line)
    return out


def _joined(first: str, second: str, vocabulary: Counter[str]) -> str | None:
    """Two words as the one that they are the halves of, or None."""
    tail = re.match(r"[a-z]{1,12}(?![A-Za-z'-])", second)
    if tail is None or not first.isalpha() or len(first) > 12 or len(first + tail.group(0)) < 5:
        return None
    rare = min(vocabulary[first.lower()], vocabulary[tail.group(0)]) <= FRAGMENT_TIMES
    return first + second if rare and vocabulary[(first + tail.group(0)).lower()] >= KNOWN_TIMES else None
