"""Web pages as lines: headings h1-h6, paragraphs, list items and table rows; scripts, styles and menus are left out."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lore.ingest.records import Line

DEEPEST = 400
_SKIPPED_TAGS = """
script style noscript template svg math iframe object embed form button select nav head
"""
_BLOCK_TAGS = """
p div section article main header footer aside ul ol dl table blockquote pre figure figcaption address details
summary body html hr br thead tbody tfoot caption
"""
_VOID_TAGS = """
area base br col embed hr img input link meta param source track wbr p li dt dd tr td th
"""
_SKIPPED = frozenset(_SKIPPED_TAGS.split())
_BLOCKS = frozenset(_BLOCK_TAGS.split())
_VOID = frozenset(_VOID_TAGS.split())
_ROWS = frozenset(("tr",))
_ITEMS = frozenset(("li", "dt", "dd"))
_CELLS = frozenset(("td", "th"))
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)")


def lines_of_html(text: str) -> list[Line]:
    """The lines of a page, each with the line of the source in which its element begins."""
    import warnings

    from bs4 import BeautifulSoup, MarkupResemblesLocatorWarning, XMLParsedAsHTMLWarning
    from bs4.element import Comment, Declaration, Doctype, NavigableString, ProcessingInstruction, Tag

    text = _shallow(text)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", MarkupResemblesLocatorWarning)
        warnings.simplefilter("ignore", XMLParsedAsHTMLWarning)
        soup = BeautifulSoup(text, "html.parser")
    out = _Lines()
    # a stack of our own: pages nest deeper than Python's calls may
    stack: list[tuple[object, bool]] = [(soup, False)]
    while stack:
        node, leaving = stack.pop()
        if isinstance(node, Comment | Declaration | Doctype | ProcessingInstruction):
            continue
        if isinstance(node, NavigableString):
            out.say(str(node))
        elif isinstance(node, Tag):
            if leaving:
                out.leave(node.name)
            elif node.name not in _SKIPPED and not _hidden(node.attrs):
                out.enter(node.name, node.sourceline or 0)
                stack.append((node, True))
                stack.extend((child, False) for child in reversed(node.contents))
    out.flush()
    return out.lines


class _Lines:
    """Collects the text of a page as lines, an empty one between blocks."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self._parts: list[str] = []
        self._number = 1
        self._level = 0
        self._row = False
        self._preformatted = False

    def enter(self, tag: str, line: int) -> None:
        """An element begins."""
        if tag in _CELLS:
            if self._row and "".join(self._parts).strip():
                self._parts.append(" | ")
            return
        if self._row and tag not in _ROWS:
            return
        if _is_block(tag):
            self.flush(apart=tag not in _ITEMS and tag not in _ROWS and tag != "br")
        self._number = max(self._number, line)
        if re.fullmatch(r"h[1-6]", tag):
            self._level = int(tag[1])
        elif tag in _ROWS:
            self._row = True
        elif tag in _ITEMS:
            self._parts.append("- ")
        self._preformatted = self._preformatted or tag == "pre"

    def leave(self, tag: str) -> None:
        """An element ends."""
        if self._row and tag not in _ROWS:
            return
        if _is_block(tag):
            self.flush(apart=tag not in _ITEMS and tag not in _ROWS)
        self._preformatted = self._preformatted and tag != "pre"

    def say(self, text: str) -> None:
        """Text stands here; what is preformatted keeps its lines."""
        if self._preformatted:
            for number, part in enumerate(text.split("\n")):
                if number:
                    self.flush(apart=False)
                    self._number += 1
                self._parts.append(part)
            return
        if not "".join(self._parts).strip("- "):
            self._number += text.count("\n", 0, len(text) - len(text.lstrip()))
        self._parts.append(re.sub(r"\s+", " ", text))

    def flush(self, *, apart: bool = True) -> None:
        """What was collected becomes a line."""
        from lore.ingest.readers import plain

        said = re.sub(r"\s+", " ", "".join(self._parts)).strip()
        if said and said != "-":
            if self._level:
                self.lines.append(Line(self._number, ""))
            self.lines.append(Line(self._number, plain(said), 0, self._level, self._row))
        if (apart or self._level) and self.lines and self.lines[-1].text:
            self.lines.append(Line(self._number, ""))
        self._parts.clear()
        self._level, self._row = 0, False


def _hidden(attributes: Mapping[str, object]) -> bool:
    """Whether a reader of the page would never see an element."""
    style = re.sub(r"\s+", "", str(attributes.get("style", ""))).lower()
    return "hidden" in attributes or any(
        said in style for said in ("display:none", "visibility:hidden", "font-size:0", "opacity:0;")
    )


def _is_block(tag: str) -> bool:
    return tag in _BLOCKS or tag in _ROWS or tag in _ITEMS or re.fullmatch(r"h[1-6]", tag) is not None


def _shallow(text: str) -> str:
    """The page, cut where it nests so deep that only a trap would."""
    depth = 0
    for found in _TAG.finditer(text):
        name = found.group(2).lower()
        if name in _VOID:
            continue
        depth = max(0, depth - 1) if found.group(1) else depth + 1
        if depth > DEEPEST:
            return text[: found.start()]
    return text
