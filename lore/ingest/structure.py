"""Finds a book's headings and splits it into sections: marked ones (#, h1, large letters), and lines that look it."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from lore.ingest.cleaning import is_row
from lore.ingest.records import Format, Line, Section

LONGEST = 70
MOST_WORDS = 10
MANY_SHOUTS = 8
CHAPTER, CAPTION, BOLD = 2, 4, 5
DEEPEST = 6

_MARK = re.compile(r"^(#{1,6})\s+(.*?)\s*#*\s*$")
_BOLD_LINE = re.compile(r"^(?:\*\*|__)([^*_]+)(?:\*\*|__):?\s*$")
_UNDERLINE = re.compile(r"^(=+|-+)\s*$")
_NUMBERED = re.compile(
    r"^(?:\d+(?:\.\d+)*[.)]?|[A-Z]\)|[IVXL]+\.|(?:chapter|part|appendix) [\dIVXLA-Z]+[.:]?)\s+(?=\S)", re.IGNORECASE
)
_TAG = re.compile(
    r"</?(?:u|b|i|em|strong|sup|sub|br|span|p|div|td|tr|th|table|center|font|small|big|a|img|hr)\b[^<>]{0,200}/?>", re.I
)
_IMAGE = re.compile(r"!\[([^\]]{0,200})\]\([^)]{0,500}\)")
_LINK = re.compile(r"\[([^\]]{1,200})\]\([^)]{0,500}\)")
_EMPHASIS = re.compile(r"(\*\*\*|\*\*|\*|___|__)(?=\S)(.+?)(?<=\S)\1")
_SMALL_WORDS = """
a an the of and or to in for on at vs vs. per with from by is as into your you be
"""
_SMALL = frozenset(_SMALL_WORDS.split())
_CAPITAL = r"[A-Z][\w'\u2019-]*"
_LITTLE = r"(?:a|an|the|of|and|or|to|in|for|on|with|from|by)"
_OPENS = r"(?:The|These|This|Those|Each|Every|If|When|Whenever|Once|As|At|In|A|An|There|It|Any|Some|Most|All|To|After)"
_OPENERS = frozenset(_OPENS[3:-1].lower().split("|"))
_RUN_IN = re.compile(
    rf"(?P<title>{_CAPITAL}(?: {_CAPITAL}| {_LITTLE}(?= )){{1,6}}) (?={_OPENS} [\w'\u2019]+ [\w'\u2019]+)"
    rf"|(?P<doing>[A-Z][a-z]+ing(?: {_CAPITAL}){{0,3}}(?: {_LITTLE})+(?: {_CAPITAL}){{1,4}})"
    rf" (?={_CAPITAL} [a-z]+ [a-z]+)"
)
_ENDS = (".", ",", ";", ":", "-", "\u2026")


def outline(lines: Sequence[Line], format_: Format) -> tuple[Section, ...]:
    """The sections of a book, in its order; every line that is no heading is in one of them."""
    if format_ in (Format.MARKDOWN, Format.TEXT):
        lines = _unmarked(lines)
    marked = any(line.level for line in lines)
    if format_ is not Format.HTML and not (format_ is Format.PDF and marked):
        lines = _guessed(lines)
    if format_ is not Format.HTML:
        lines = _run_in(lines)
    lines = _chapters(lines)
    path: list[tuple[int, str]] = []
    sections: list[Section] = []
    body: list[Line] = []
    heading = 0
    for line in lines:
        if not line.level:
            body.append(line)
            continue
        _keep(sections, path, body, heading)
        # a heading that runs on into its paragraph is text as well
        body = [] if _titled(line.text) else [msgspec.structs.replace(line, level=0)]
        path = [(level, said) for level, said in path if level < line.level]
        path.append((line.level, heading_text(line.text)))
        heading = line.number
    _keep(sections, path, body, heading)
    return tuple(sections)


def heading_text(text: str) -> str:
    """A heading without marks and numbering: `3.1) **GRIT**` -> GRIT."""
    said = re.sub(r"\s+", " ", text.strip().strip("*_# ")).strip()
    bare = _NUMBERED.sub("", said, count=1)
    return (bare if any(c.isalpha() for c in bare) else said)[:120]


def _keep(sections: list[Section], path: list[tuple[int, str]], body: list[Line], heading: int) -> None:
    if len(body) == 1 and body[0].number == heading and len(body[0].text.split()) < MOST_WORDS:
        return
    if any(line.text.strip() for line in body):
        sections.append(Section(tuple(said for _, said in path), tuple(body), heading))


def _unmarked(lines: Sequence[Line]) -> list[Line]:
    """The lines with Markdown's marks read: headings get their level, emphasis and tags go, fences are left out."""
    found: list[Line] = []
    fenced = False
    for line in lines:
        text = line.text
        if text.lstrip().startswith(("```", "~~~")):
            fenced, text = not fenced, ""
        mark = None if fenced else _MARK.match(text)
        under = _UNDERLINE.match(text) if not fenced and len(text.strip()) >= 3 else None
        if mark is not None and mark.group(2).strip("*_ "):
            said = unmarked(mark.group(2))
            # a mark before a whole sentence is a scanner's slip
            level = len(mark.group(1)) if len(said) <= 2 * LONGEST else 0
            found.append(msgspec.structs.replace(line, text=said, level=level))
        elif under is not None and found and _titled(found[-1].text) and not found[-1].level:
            level = 1 if under.group(1)[0] == "=" else 2
            found[-1] = msgspec.structs.replace(found[-1], level=level)
            found.append(msgspec.structs.replace(line, text=""))
        elif _BOLD_LINE.match(text) and not is_row(text) and len(text) <= LONGEST:
            found.append(msgspec.structs.replace(line, text=unmarked(text).rstrip(":"), level=BOLD))
        else:
            found.append(msgspec.structs.replace(line, text=unmarked(text), row=line.row or is_row(text)))
    return found


def unmarked(text: str) -> str:
    """A line without Markdown's emphasis, links, pictures and inline tags."""
    if not re.search(r"[*_<&\[]", text):
        return text
    import html

    said = _IMAGE.sub(r"\1", _TAG.sub("", text))
    said = _LINK.sub(r"\1", said)
    for _ in range(2):
        said = _EMPHASIS.sub(r"\2", said)
    return html.unescape(said.replace("**", "")) if "&" in said else said.replace("**", "")


def _guessed(lines: Sequence[Line]) -> list[Line]:
    """The lines with those that look like headings given a level: alone, short, in capitals or title case, no stop."""
    found = list(lines)
    for index, line in enumerate(found):
        text = line.text.strip()
        if line.level or line.row or not text or not _titled(text):
            continue
        before = found[index - 1] if index else None
        after = found[index + 1] if index + 1 < len(found) else None
        if before is not None and before.text.strip() and not before.level:
            continue
        alone = after is None or not after.text.strip()
        if alone or (_shouts(text) and after is not None and not _shouts(after.text.strip()) and not after.row):
            found[index] = msgspec.structs.replace(line, level=CHAPTER if _shouts(text) else CAPTION)
    return found


def _run_in(lines: Sequence[Line]) -> list[Line]:
    """The lines with headings that a scanner ran into their paragraph set apart: `Map Cards The Map Deck is used ...`.

    Both halves keep the line's number. It takes a title of words with capitals, then a sentence with its own.
    """
    found: list[Line] = []
    for index, line in enumerate(lines):
        fresh = index == 0 or not lines[index - 1].text.strip()
        said = _RUN_IN.match(line.text) if fresh and not line.level and not line.row else None
        title = said["title"] or said["doing"] if said is not None else ""
        if not title or not _titled(title) or title.split()[0].lower() in _OPENERS:
            found.append(line)
            continue
        found.append(msgspec.structs.replace(line, text=title, level=CAPTION))
        found.append(msgspec.structs.replace(line, text=line.text[len(title) :].strip()))
    return found


def _titled(text: str) -> bool:
    """Whether a line reads like a heading: a few words, each with a capital but the small ones, and no full stop."""
    said = _NUMBERED.sub("", text.strip(), count=1)
    words = said.split()
    if not words or len(said) > LONGEST or len(words) > MOST_WORDS or said.endswith(_ENDS) or said[0] in "-*|>":
        return False
    if sum(c.isalpha() for c in said) < 3 or re.search(r":.*\d|\d.*:", said):
        return False
    big = [w.lstrip("'\"\u2018\u201c(") for w in words if w.lower() not in _SMALL]
    return bool(big) and words[0] == words[0].lstrip("(") and all(not w[:1].islower() for w in big)


def _shouts(text: str) -> bool:
    return text.upper() == text and sum(c.isalpha() for c in text) >= 4


def _chapters(lines: Sequence[Line]) -> list[Line]:
    """Where a book shouts its chapters and marks its other headings at random levels (as scanners do), what is shouted
    is a chapter and anything else stands below it."""
    headings = [line for line in lines if line.level]
    shouted = [line for line in headings if _shouts(heading_text(line.text))]
    if len(shouted) < MANY_SHOUTS or len(shouted) > 0.6 * len(headings):
        return list(lines)
    loud = {line.number for line in shouted}
    below = CHAPTER + 1
    return [
        line
        if not line.level
        else msgspec.structs.replace(line, level=CHAPTER if line.number in loud else max(below, min(line.level, below)))
        for line in lines
    ]
