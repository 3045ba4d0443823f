"""Where the editions disagree, a question that compares them is told each one's reading, with its book, and rightly
whether they are the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

import msgspec
import pytest

from lore.corpus_model import RuleEntry, load_corpus
from lore.extractive import Answerer, Extract
from lore.passages import Document, Passage, Role

BOOKS = ("old-west", "forbidden-fortress", "valhalla", "compilation", "player-aid")
SAID = {
    "old-west": ("the Old West rulebook", "the cowboy book", "Old West", "the western box"),
    "forbidden-fortress": ("the Forbidden Fortress rulebook", "the samurai box", "Forbidden Fortress", "the fort rules"),
    "valhalla": ("Gates of Valhalla", "the viking book", "Valhalla", "the norse box"),
    "compilation": ("the compilation", "the merged rules", "the compilation", "the merged rules"),
    "player-aid": ("the player aid", "the player aid", "the cheat sheet", "the player aid"),
}


FIRST_MISSIONS = ("C16", "C17")
"""Old West and Forbidden Fortress have the same here, each in words of its own."""


class Asked(msgspec.Struct, frozen=True):
    """A generated question: the disagreement that it is about, the editions that it names, and what is right."""

    field: str
    entry: str
    question: str
    editions: tuple[str, ...]
    verdict: bool | None


def rules() -> list[RuleEntry]:
    return [entry for entry in load_corpus() if isinstance(entry, RuleEntry)]


def readings(field: str) -> dict[str, set[str]]:
    """What each edition is said to have in a disagreement: the texts of its differences, by edition."""
    found: dict[str, set[str]] = {}
    for rule in rules():
        for difference in rule.editions.differences:
            if difference.field == field:
                for edition in difference.editions:
                    found.setdefault(str(edition), set()).add(difference.text)
    return found


def told_apart(field: str) -> tuple[str, str]:
    """Two editions that a disagreement tells apart: both told of where it can be, else one told of and one not."""
    if field in FIRST_MISSIONS:
        return "old-west", "valhalla"
    told = readings(field)
    apart = [
        pair
        for pair in combinations(BOOKS, 2)
        if any(told.get(one) for one in pair) and not told.get(pair[0], set()) & told.get(pair[1], set())
    ]
    return max(apart, key=lambda pair: sum(bool(told.get(one)) for one in pair))


def fields() -> list[str]:
    return sorted({d.field for rule in rules() for d in rule.editions.differences if d.field})


def generated() -> Iterator[Asked]:
    """For each disagreement and each entry that tells of it: its title and its first words of players, each way."""
    for number, field in enumerate(fields()):
        first, second = told_apart(field)
        for rule in rules():
            if not any(d.field == field for d in rule.editions.differences):
                continue
            way = number % 4
            a, b = SAID[first][way], SAID[second][way]
            for topic in (rule.title, next((k for k in rule.keywords if " " in k), rule.keywords[0])):
                both = (first, second)
                yield Asked(field, rule.id, f"does {topic} differ between {a} and {b}?", both, True)
                yield Asked(field, rule.id, f"{b} vs {a}: {topic}", both, None)
                yield Asked(field, rule.id, f"is {topic} the same in {a} and {b}?", both, False)
                one = first if first in readings(field) else second
                named = SAID[one][way]
                yield Asked(field, rule.id, f"in {named}, how is {topic} handled, other than in the others?", (one,), None)


def alike() -> Iterator[Asked]:
    """Entries that no edition has differently, and disagreements on which two editions are of one mind."""
    plain = [r for r in rules() if r.editions.all and not r.editions.differences and len({s.book for s in r.source}) > 1]
    for number, rule in enumerate(plain):
        a, b = (SAID[edition][number % 4] for edition in (BOOKS[number % 3], BOOKS[(number + 1) % 3]))
        yield Asked("", rule.id, f"is {rule.title} the same in {a} and {b}?", (), True)
        yield Asked("", rule.id, f"does {rule.title} differ between {b} and {a}?", (), False)
    for number, rule in enumerate(rules()):
        told = [set(map(str, d.editions)) for d in rule.editions.differences]
        pairs = [pair for pair in combinations(BOOKS, 2) if told and all(set(pair) <= t or not set(pair) & t for t in told)]
        if pairs:
            first, second = pairs[number % len(pairs)]
            a, b = SAID[first][number % 4], SAID[second][number % 4]
            yield Asked("", rule.id, f"is {rule.title} the same in {a} and {b}?", (), True)


def fault(asked: Asked, extract: Extract, documents: Mapping[str, Document]) -> str:
    """What is wrong with an answer to a generated question; nothing if it is right."""
    if extract.abstained:
        return "abstained"
    if len(extract.answer.split()) > 90:
        return "too long"
    if asked.verdict is not None and extract.verdict is not asked.verdict:
        return f"says {extract.verdict}"
    told = readings(asked.field)
    for edition in asked.editions:
        if edition not in told:
            continue
        claims = [c for c in extract.claims for source in c.citations if source.quote in told[edition]]
        if not claims:
            return f"{edition} is not told of"
        cites = {source.source for claim in claims for source in claim.citations}
        known = {c.book for claim in claims for s in claim.citations for c in documents[s.chunk].citations}
        if edition in known and edition not in cites:
            return f"{edition} is told of without its book"
    if not asked.field:
        quoted = {source.chunk for claim in extract.claims for source in claim.citations}
        return "" if asked.entry in quoted else "the entry is not quoted"
    if len({source.quote for claim in extract.claims for source in claim.citations}) < 2:
        return "only one reading is told"
    return ""
