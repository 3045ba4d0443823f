"""Where a rule stands: questions that ask for its place in the books, and what they are then looked for by."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lore.editions import editions_named, in_words
from lore.passages import Citation

_PLACE = r"(?:section|chapter|heading|part|paragraph)"
_BOOK = r"(?:(?:the|our|my|this) )?(?:rule ?books?|rules|books?|manual|rules compilation)"
_LEAD = re.compile(
    rf"^(?:(?:so|ok|and|but) )?(?:where(?:abouts|s|'s)?|(?:(?:in|under|at) )?(?:what|which) {_PLACE})\b", re.IGNORECASE
)
_IN_BOOK = re.compile(
    r"\s*\b(?:in|of|from) (?:(?:the|our|my|this) )?(?P<whose>(?:[\w']+ ){0,3}?)"
    r"(?:rule ?books?|rules|books?|manual|rules compilation)(?=\W|$)",
    re.IGNORECASE,
)
_SAID = re.compile(
    rf"\s*\b(?:(?:does|do|did) (?:it|they|{_BOOK}) (?:say|state|explain|mention|tell|write)"
    rf"|(?:is|are) (?:it|this|that) (?:written|stated|said|explained|printed|told)"
    r"|(?:can|do|could|would|should) (?:i|we|you) (?:find|read|look up|look|see))\b"
    r"(?: (?:about|on|up|that))*",
    re.IGNORECASE,
)
_VERBS = re.compile(
    r"^\s*(?:is|are|has|have|does|do|covers?|explains?|describes?|tells?|says?)\b(?: (?:about|of|that))*|"
    r"\s*\b(?:explained|described|covered|written|stated|printed|found|mentioned)(?=\W*$)",
    re.IGNORECASE,
)
MOST = 3


def located(question: str) -> str | None:
    """What a question asks the place of (`where in the rulebook is Scavenging?` -> Scavenging?), or None if it asks for
    something else."""
    lead = _LEAD.match(question.strip())
    if lead is None:
        return None
    rest = question.strip()[lead.end() :]
    of_book, said = _IN_BOOK.search(rest), _SAID.search(rest)
    finds = said is not None and re.search(r"\b(?:find|look|see)\b", said.group(0), re.IGNORECASE) is not None
    place = re.search(_PLACE, lead.group(0), re.IGNORECASE) is not None
    if not (place or of_book or (said and not finds)):
        return None
    topic = _VERBS.sub("", _SAID.sub("", _IN_BOOK.sub(_edition_alone, rest))).strip()
    return topic if re.search(r"\w", topic) else None


def _edition_alone(found: re.Match[str]) -> str:
    """` in the Old West` for a book of a named edition, nothing for the rulebook."""
    return f" in {found['whose'].strip()}" if editions_named(found["whose"]) else ""


def placed(citations: Sequence[Citation]) -> str:
    """The headings, and the books that they stand in, as a sentence; nothing where no place is known."""
    found = list(dict.fromkeys((c.book, c.heading) for c in citations if c.heading))[:MOST]
    told = [f"“{heading}” ({in_words((book,))})" for book, heading in found]
    return f"It stands under {', '.join(told)}." if told else ""
