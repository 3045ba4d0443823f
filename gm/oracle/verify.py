"""Whether a claim says what its passages say: checked token by token, so that nothing but the passage's own is shown.

A claim stands if its quotes are spans of passages that were offered, and if the claim itself is nothing but clauses of
the sentences quoted: each clause whole and in its own order, with the same figures, names, negations and conditions.
Only words that carry nothing (articles, pronouns, forms of `be`) are free, and `you` may stand for a Hero. A clause
that limits its sentence (if, unless, only, but, not, ...) may not be left out.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence

import msgspec

from lore.answers import Citation, Claim
from lore.bm25 import NUMBERS, stem

MAX_CLAIM_WORDS = 60
MIN_QUOTE_WORDS = 3
MAX_CITATIONS = 3
MAX_CLAUSES = 24

_TOKEN = re.compile(r"\$?[+-]?\d*d\d+(?:[+-]\d+)?|\$?[+-]?\d+(?:/\d+)?\+?%?|[a-z]+(?:['-][a-z]+)*")
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[\"'(]?[A-Z0-9$])")
_CLAUSE = re.compile(r"[;:()]|,(?!\d{3}\b)|\s[\u2013\u2014-]+\s")
_ALLOWED = re.compile(r"[\w\s.,;:!?'\"()=+\-\u2013\u2014\u2019$%/\u00d7&]*")
_FREE_WORDS = """
a an the is are was were be been being do does did it its they their them this that these those he she his her
him there also too so thus here which who such and
"""
_FREE = frozenset(_FREE_WORDS.split())
_MANY = frozenset(("heroes", "enemies", "allies"))
_HERO = frozenset(("you", "your", "yours", "yourself"))
_LIMITING = """
not no never cannot none nothing neither nor without unless except only if when while until but instead though
although however or otherwise even still rather than provided
"""
_LIMITS = frozenset(map(stem, _LIMITING.split()))
_SEQUENCE = frozenset(
    map(stem, ("then", "first", "next", "last", "before", "after", "afterwards", "finally", "second", "third"))
)
_NEGATIONS = frozenset(map(stem, ["not", "no", "never", "cannot", "none", "nothing", "neither", "nor", "without"]))
_ONLY = stem("only")
ANSWER_WORD = re.compile(r"^\s*(yes|no)\s*[,.:;!\u2013\u2014-]+\s*", re.IGNORECASE)
_YOU = re.compile(r"\b[Yy]ou(r|rs|rself)?\b")
_SAME = {"can": "may", "cant": "cannot", "can't": "cannot", "ko'd": "ko", "koed": "ko", "won't": "willnot"}

Tokens = tuple[str, ...]


class Offered(msgspec.Struct, frozen=True):
    """A passage that a model may cite: its id, its text, the title it stands under and where it comes from.

    `chunk` is what a citation of it names (the passage itself, if it is empty). `editions` is empty where the passage
    holds for all; else `lead` names them in front of every claim from it.
    """

    id: str
    text: str
    title: str
    source: str
    heading: str
    editions: tuple[str, ...] = ()
    lead: str = ""
    chunk: str = ""


class Proposed(msgspec.Struct, frozen=True):
    """A claim as a model put it: its text, and (chunk id, quote) pairs."""

    text: str
    citations: tuple[tuple[str, str], ...]


class Refused(msgspec.Struct, frozen=True):
    """A claim that does not stand, and why."""

    text: str
    why: str


def verify(
    proposed: Proposed, offered: Mapping[str, Offered], *, edition: str = "compilation", compares: bool = False
) -> Claim | Refused:
    """The claim with its citations, or why it is refused. `compares`: the question is about several editions."""

    def refused(why: str) -> Refused:
        return Refused(proposed.text, why)

    text = ANSWER_WORD.sub("", " ".join(proposed.text.split()))
    if not text or len(text.split()) > MAX_CLAIM_WORDS:
        return refused(f"a claim has 1 to {MAX_CLAIM_WORDS} words")
    if not _ALLOWED.fullmatch(text):
        return refused("signs that no rule is written with")
    if not 1 <= len(proposed.citations) <= MAX_CITATIONS:
        return refused(f"a claim has 1 to {MAX_CITATIONS} citations")
    sentences: list[str] = []
    titles: list[str] = []
    citations: list[Citation] = []
    leads: list[str] = []
    for id, quote in proposed.citations:
        chunk = offered.get(id)
        if chunk is None:
            return refused(f"no passage {id!r} was offered")
        if chunk.editions and edition not in ("compilation", *chunk.editions) and not compares:
            return refused(f"{id} does not hold in the edition asked for")
        span = find_span(quote, chunk.text)
        if span is None or len(quote.split()) < min(MIN_QUOTE_WORDS, len(chunk.text.split())):
            return refused(f"the quote is no span of {id}")
        sentences += [s for s in _overlapped(chunk.text, span) if s not in sentences]
        titles.append(chunk.title)
        citations.append(Citation(chunk.source, chunk.heading, chunk.chunk or chunk.id, chunk.text[span[0] : span[1]]))
        leads.append(chunk.lead)
    for lead in leads:
        if lead and text.lower().startswith(lead.lower()):
            text = text[len(lead) :].strip()
    why = _says_more(text, sentences, titles)
    if why:
        return refused(why)
    if len(set(leads)) > 1:
        return refused("one claim speaks for different editions")
    shown = text[0].upper() + text[1:] if not leads[0] else f"{leads[0]} {text}"
    return Claim(shown if shown.endswith((".", "!", "?")) else shown + ".", tuple(citations))


def find_span(quote: str, text: str) -> tuple[int, int] | None:
    """Where a quote stands in a text, whole words only; runs of blanks and kinds of quotation marks do not count."""
    wanted = [re.escape(part) for part in _plain(quote).split()]
    if not wanted:
        return None
    found = re.search(r"(?<!\w)" + r"\s+".join(wanted) + r"(?!\w)", _plain(text))
    return None if found is None else found.span()


def negated(text: str) -> bool:
    """Whether a text denies or limits: it holds a negation or `only`."""
    return any(token in _NEGATIONS or token == _ONLY for token in tokens(text))


def tokens(text: str, to_you: bool = True) -> Tokens:
    """The words and figures of a text that carry meaning, as stems: `2 Wounds` -> 2, wound; `you` -> hero.

    One and many of those who act are told apart, except for Heroes where the text speaks to one (`to_you`).
    """
    found = []
    for word in _TOKEN.findall(_spread(text)):
        word = word.removesuffix("'s").removesuffix("s'") if word not in _SAME else _SAME[word]
        word = word.removesuffix("n't") if word.endswith("n't") and word != "can't" else word
        if word in _FREE:
            continue
        if word in _HERO or (to_you and word == "heroes"):
            word = "hero"
        found.append(word if word in _MANY else NUMBERS.get(word, stem(word)))
    return tuple(found)


def _spread(text: str) -> str:
    """Lower case, one kind of dash and apostrophe, no commas within figures, `don't` as `do not`."""
    text = _plain(text).lower().replace("\u2013", "-").replace("\u2014", " - ").replace("\u2212", "-")
    text = re.sub(r"(?<=\d),(?=\d{3}\b)", "", text).replace("re-roll", "reroll")
    text = re.sub(r"\b(?:can't|can not)\b", "cannot", text)
    return re.sub(r"\bmay not\b|\bcannot\b", "may not", re.sub(r"n't\b", " not", text))


def _plain(text: str) -> str:
    """The text with one kind of apostrophe and quotation mark; every character keeps its place."""
    return text.translate(_MARKS)


_MARKS = {0x2018: "'", 0x2019: "'", 0x201C: '"', 0x201D: '"', 0xA0: " "}


def _overlapped(text: str, span: tuple[int, int]) -> list[str]:
    """The whole sentences of a text that a span touches."""
    found, start = [], 0
    for sentence in _SENTENCE.split(text):
        at = text.index(sentence, start)
        start = at + len(sentence)
        if at < span[1] and start > span[0]:
            found.append(sentence)
    return found


def _says_more(text: str, sentences: Sequence[str], titles: Sequence[str]) -> str:
    """Why a claim is more, less or other than clauses of these sentences; empty if it is not."""
    clauses: list[Tokens] = []
    needed: list[bool] = []
    mains: list[int] = []
    to_you = any(_YOU.search(said) for said in (text, *sentences))
    for sentence in sentences:
        parts = [found for part in _CLAUSE.split(sentence) if (found := tokens(part, to_you))]
        limits = [any(token in _LIMITS for token in part) for part in parts]
        mains.append(sum(1 << len(clauses) + i for i, limit in enumerate(limits) if not limit))
        clauses += parts
        needed += limits
    ordered = any(token in _SEQUENCE for clause in clauses for token in clause)
    optional = [t for title in dict.fromkeys(titles) if (t := tokens(title, to_you))]
    claim = tokens(text, to_you)
    if not claim:
        return "it says nothing"
    if len(clauses) > MAX_CLAUSES:
        return "too much is quoted at once"
    if _laid(claim, clauses, needed, [main for main in mains if main], optional, ordered):
        return ""
    strange = [token for token in claim if not any(token in clause for clause in (*clauses, *optional))]
    if strange:
        return f"not in what is quoted: {', '.join(dict.fromkeys(strange))}"
    return "not the passage's own clauses, whole and in their order"


def _laid(
    claim: Tokens,
    clauses: Sequence[Tokens],
    needed: Sequence[bool],
    mains: Sequence[int],
    titles: Sequence[Tokens],
    ordered: bool,
) -> bool:
    """Whether the claim is a row of these clauses, each at most once, with all needed ones; titles may stand first.

    `mains` are the clauses of each sentence, as bits, that limit nothing: one of each must be there to be limited.
    """
    all_needed = sum(1 << i for i, need in enumerate(needed) if need)
    starts = {0}
    starts |= {len(title) for title in titles if claim[: len(title)] == title and len(title) < len(claim)}
    seen: set[tuple[int, int]] = set()
    open_ = [(at, 0) for at in sorted(starts)]
    while open_:
        at, used = open_.pop()
        if (at, used) in seen:
            continue
        seen.add((at, used))
        if at == len(claim):
            if used and used & all_needed == all_needed and all(used & main for main in mains):
                return True
            continue
        for i, clause in enumerate(clauses):
            if used >> i & 1 or (ordered and used >> i):
                continue
            if claim[at : at + len(clause)] == clause:
                open_.append((at + len(clause), used | 1 << i))
    return False


def printable(text: str) -> str:
    """A text without control and formatting characters."""
    return "".join(c for c in text if c in "\n\t" or unicodedata.category(c)[0] != "C")
