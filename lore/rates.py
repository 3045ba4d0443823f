"""What a number of things comes to at a rate that a statement gives: `13 furs` at `$10 each` is $130."""

from __future__ import annotations

import re

import msgspec

from lore.bearing import Bearing
from lore.bm25 import stem, terms

_UNIT = r"\$?\d[\d,]*(?: XP)?"
_RATE = re.compile(
    rf"(?<![\w+x$-]){_UNIT}(?: more)? (?:each|apiece|for each|per)\b(?: (?P<of>[A-Za-z][\w'-]*(?: [A-Z][\w'-]*)?))?"
)
_BY_LEVEL = re.compile(rf"\b(?:Hero Level|level) x {_UNIT}|(?<![\w+x$-]){_UNIT} (?:for each|per) (?:Hero )?[Ll]evel\b")
_PURE = re.compile(r"(?<![\w$+*/-])(\d{1,3})(?![\w$+*/%-]|\.\d|,\d)")
_LEVEL = re.compile(r"\blevel (\d)\b|\blevel-(\d)\b|\b(\d)(?:st|nd|rd|th) level\b", re.IGNORECASE)
_MONEY = re.compile(
    r"\$|\b(gold|money|cash|dollars?|bucks|price|pays?|paid|costs?|charged?|charges?|sell|bill|fetch|bring)\b"
    r"|\bset (?:me|us) back\b",
    re.IGNORECASE,
)
_XP = re.compile(r"\b(xp|exp|experience)\b", re.IGNORECASE)
_ASKS = re.compile(r"\b(how much|how many|what|whats|what's|total|altogether)\b", re.IGNORECASE)
_EACH = re.compile(r"\b(?:each|apiece|a ?piece|per)\b", re.IGNORECASE)


class Reckoned(msgspec.Struct, frozen=True):
    """A sum done: how many there are, what one is worth (`$10` or `5 XP`), and the total in the same unit."""

    count: int
    rate: str
    total: str

    @property
    def said(self) -> str:
        """The sum in words: `13 at $10 each: $130.`"""
        return f"{self.count} at {self.rate} each: {self.total}."


def reckoned(question: str, statement: str, bearing: Bearing) -> Reckoned | None:
    """What the question's number of things comes to at the statement's rate; None unless the question asks for money or
    XP, names just one number, counts what the rate is for, and the statement gives just one rate of that unit."""
    if not _ASKS.search(question) or _EACH.search(question):
        return None
    by_level = _LEVEL.search(question)
    numbers = [int(found) for found in _PURE.findall(question)]
    if by_level is not None:
        count = int(next(group for group in by_level.groups() if group))
        found = [match for match in _BY_LEVEL.finditer(statement) if _asked(match, question)]
        return _sum(count, found[0]) if len(numbers) <= 1 and len(found) == 1 else None
    if len(numbers) != 1 or numbers[0] < 2:
        return None
    rates = [match for match in _RATE.finditer(statement) if _asked(match, question)]
    if len(rates) != 1 or not _counts(numbers[0], question, rates[0].group("of") or "", statement, bearing):
        return None
    return _sum(numbers[0], rates[0])


def _asked(rate: re.Match[str], question: str) -> bool:
    """Whether a rate is in the unit that is asked for."""
    text = rate.group(0)
    if "$" in text:
        return _MONEY.search(question) is not None
    return "XP" in text and _XP.search(question) is not None


def _counts(count: int, question: str, of: str, statement: str, bearing: Bearing) -> bool:
    """Whether what the question counts is what the rate is for: the next telling word after the number is said, or
    meant, by the rate's noun, or by what stands before `each` where it has none."""
    after = terms(re.split(rf"(?<!\d){count}(?!\d)", question, maxsplit=1)[1])[:2]
    wanted = frozenset(terms(of)) if of else frozenset(terms(_EACH.split(statement)[0]))
    counted = [term for term in after if any(bearing.covers(term, frozenset({want})) for want in wanted)]
    return bool(counted) or any(stem(word) in wanted for word in after)


def _sum(count: int, rate: re.Match[str]) -> Reckoned:
    one = re.search(r"(\$?)(\d[\d,]*)", rate.group(0).split(" x ")[-1])
    assert one is not None  # the pattern of a rate holds a figure
    worth = int(one.group(2).replace(",", ""))
    unit = "" if one.group(1) else " XP"
    return Reckoned(count, f"{one.group(1)}{worth:,}{unit}", f"{one.group(1)}{count * worth:,}{unit}")
