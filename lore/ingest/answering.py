"""Answering from a user's own books: their sentences, quoted with book and heading, or nothing where they fit badly."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

import msgspec

from lore.answers import Citation, Claim
from lore.bearing import Bearing
from lore.bm25 import held, terms
from lore.extractive import MAX_WORDS
from lore.gaps import Gaps, load_gaps
from lore.ingest.chunking import sentences
from lore.ingest.editions import UNKNOWN as NO_EDITION
from lore.ingest.searching import BookHit, BookSearch
from lore.passages import Document, Kind, Passage, Role
from lore.question import read
from lore.retrieval import share

CONFIDENT = 0.5
SIMILAR, COVERED, UNKNOWN, OFFSET = 3.85, 2.40, 4.10, 1.75
BEARS, FILLS_A_GAP = 0.3, 0.75
CHUNKS = 4
MOST_CLAIMS = 3
LONGEST = 45
FIGURE_BONUS, ROLLED, SECOND_CHUNK, KEEP = 0.1, 0.6, 0.7, 0.5
ALL_EDITIONS = "compilation"

_ROLLED = re.compile(r"\broll(?:ed|s|ing)?\b[^.?]{0,20}?\b(\d{1,2})\b")
_ROW = re.compile(r"\|?\s*(?P<first>\d{1,2})(?:\s*[-\u2013]\s*(?P<last>\d{1,2}))?\s*[|\t]")
_FIGURE = re.compile(r"\d|\b(?:one|two|three|four|five|six|once|twice|half|double)\b", re.IGNORECASE)


class BookExtract(msgspec.Struct, frozen=True):
    """What a user's books say: quotes as claims, none where they don't bear on the question; `confidence` is 0 to 1."""

    claims: tuple[Claim, ...]
    confidence: float


class BookAnswerer:
    """Answers from one collection."""

    def __init__(self, search: BookSearch, gaps: Gaps | None = None) -> None:
        self.search = search
        self.gaps = gaps or load_gaps()
        headings = {path[-1] for row in search.shelf.rows for path in (row.chunk.path,) if path}
        self._concepts = frozenset(term for heading in headings for term in terms(heading))

    def answer(self, question: str, *, edition: str = ALL_EDITIONS) -> BookExtract:
        """The sentences that fit best, each an exact span of its chunk.

        Books of another edition than the one played are left out, unless the question names theirs; the compilation
        is of all editions, and books that tell no edition always count.
        """
        if self.gaps.other_game(question) is not None:
            return BookExtract((), 0.0)
        hits = self._fitting(question, edition)
        confidence = self._confidence(question, hits)
        if not hits or confidence < CONFIDENT:
            return BookExtract((), confidence)
        claims = self._quotes(question, hits)
        return BookExtract(claims if self._bears(question, hits, claims) else (), confidence)

    def _bears(self, question: str, hits: Sequence[BookHit], claims: Sequence[Claim]) -> bool:
        """Whether quotes bear on a question: a figure that it asks of a thing is told of that thing, and the quotes
        hold enough of it with their headings; one alone nearly all, where the rulebooks are known to leave it out."""
        bearing = Bearing(question, self.search.shelf.texts, self.search.synonyms, self._concepts)
        if bearing.figure_missing(map(_document, hits), wants_yes_or_no=read(question).yes_no):
            return False
        told = [held(c.text) | held(c.citations[0].heading) for c in claims]
        if self.gaps.find(question) is not None:
            return any(bearing.share(stems) >= FILLS_A_GAP for stems in told)
        return bearing.share(frozenset().union(*told)) >= BEARS

    def _fitting(self, question: str, edition: str) -> list[BookHit]:
        editions = self.search.shelf.editions
        hits = self.search.search(question, 4 * CHUNKS, prefer=(edition,))
        if edition != ALL_EDITIONS:
            allowed = {edition, NO_EDITION, *read(question).editions}
            hits = [hit for hit in hits if allowed.intersection(editions(hit.row))]
        return hits[:CHUNKS]

    def _confidence(self, question: str, hits: Sequence[BookHit]) -> float:
        """How sure it is that the best chunks bear on the question: the curve of our own corpus."""
        best = hits[:3]
        if not best:
            return 0.0
        own = dict.fromkeys(terms(question))
        strange = [t for t in own if t not in self.search.shelf.texts and not self.search.synonyms.knows(t)]
        unknown = len(strange) / len(own) if own else 1.0
        similar = max(hit.weight.similarity for hit in best)
        covered = max(hit.weight.context for hit in best)
        return 1 / (1 + math.exp(-(SIMILAR * similar + COVERED * covered - UNKNOWN * unknown - OFFSET)))

    def _quotes(self, question: str, hits: Sequence[BookHit]) -> tuple[Claim, ...]:
        weights = self.search.telling(question)
        figure = read(question).wants_figure
        rolled = frozenset(map(int, _ROLLED.findall(question)))
        found = []
        for rank, hit in enumerate(hits):
            about = held(" ".join(hit.chunk.path[-1:]))
            for offset, said in sentences(hit.chunk.text):
                if len(said.split()) > LONGEST or len(said.split()) < 2:
                    continue
                score = share(weights, held(said)) + 0.6 * share(weights, held(said) | about)
                score += FIGURE_BONUS if figure and _FIGURE.search(said) else 0.0
                score += ROLLED if rolled.intersection(_rolls(said)) else 0.0
                found.append((score * SECOND_CHUNK**rank, -rank, -offset, said, hit))
        found.sort(key=lambda item: item[:3], reverse=True)
        claims: list[Claim] = []
        room = MAX_WORDS
        for score, _, _, said, hit in found:
            claim = Claim(said, (cited(hit, said),))
            size = len(in_words([claim]).split())
            if len(claims) == MOST_CLAIMS or score < KEEP * found[0][0] or size > room:
                break
            if all(held(said) != held(other.text) for other in claims):
                claims.append(claim)
                room -= size
        return tuple(claims)


def _rolls(row: str) -> range:
    """The rolls for which a row of a chart counts: `| 3-5 | The rudder` -> 3, 4, 5; none where it is no such row."""
    found = _ROW.match(row)
    if found is None:
        return range(0)
    first = int(found["first"])
    return range(first, int(found["last"] or first) + 1)


def _document(hit: BookHit) -> Document:
    """A chunk in the shape that questions are measured against."""
    title = hit.chunk.path[-1] if hit.chunk.path else hit.book.title
    passage = Passage(hit.id, 0, Role.STATEMENT, f"{' '.join(hit.chunk.path)}: {hit.chunk.text}")
    return Document(hit.id, title, Kind.RULE, "book", (passage,))


def cited(hit: BookHit, quote: str) -> Citation:
    """A citation of a user's book, labelled as one."""
    heading = " > ".join(hit.chunk.path) or hit.book.title
    return Citation(f"your book {hit.book.name}", heading, hit.id, quote)


def in_words(claims: Sequence[Claim]) -> str:
    """Quotes as an answer says them, each led by its book where that changes."""
    said, book = [], ""
    for claim in claims:
        source = claim.citations[0].source
        lead = "" if source == book else f"{source[0].upper()}{source[1:]} says: "
        said.append(f"{lead}\u201c{' '.join(claim.text.split())}\u201d")
        book = source
    return " ".join(said)
