"""What an answer says and what it rests on: shared by every way of answering."""

from __future__ import annotations

import msgspec


class Citation(msgspec.Struct, frozen=True):
    """What a claim rests on: the source (a rulebook's short name, `engine`, a book of the user's), the heading in it,
    the chunk (corpus entry, chunk of a collection, or procedure), and an exact span of that chunk's text."""

    source: str
    heading: str
    chunk: str
    quote: str


class Claim(msgspec.Struct, frozen=True):
    """One thing that an answer says, with its citations."""

    text: str
    citations: tuple[Citation, ...]
