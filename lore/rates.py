"""What a number of things comes to at a rate that a statement gives: `13 furs` at `$10 each` is $130."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from lore.bearing import Bearing
from lore.bm25 import stem, terms

TWO = 2
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
_ASKS = re.compile(r"\b(how much|how many|what|whats|what's|total|altogether|for me|my xp)\b", re.IGNORECASE)
_BOUGHT = re.compile(
    r"\b(?:asking|asks?|church|doc\w*|shrine|monks?|prometheus|resurrect\w*|raise[ds]?|reviv\w+)\b", re.IGNORECASE
)
_BETWEEN = re.compile(r"\b(?:cheaper|dearer|differences?|(?:more|less) (?:than|expensive)|saves?)\b", re.IGNORECASE)
_NAMED = re.compile(r" \(([A-Za-z ]+)\)")
_EACH = re.compile(r"\b(?:each|apiece|a ?piece|per)\b", re.IGNORECASE)


class Sum(msgspec.Struct, frozen=True):
    """So many, what one is worth (`$10` or `5 XP`), and the total in the same unit."""

    count: int
    rate: str
    total: str

    @property
    def said(self) -> str:
        """The sum in words: `13 at $10 each: $130`."""
        return f"{self.count} at {self.rate} each: {self.total}"


class Reckoned(msgspec.Struct, frozen=True):
    """The sums that a statement's rates give; `apart` is what lies between two of them, where that is asked for."""

    sums: tuple[Sum, ...]
    apart: str = ""

    @property
    def said(self) -> str:
        """It all in a sentence: `6 at $500 each: $3,000; 6 at $300 each: $1,800.`"""
        apart = f"a difference of {self.apart}" if self.apart else ""
        return "; ".join(filter(None, (*(one.said for one in self.sums), apart))) + "."


def reckoned(question: str, statement: str, bearing: Bearing) -> Reckoned | None:
    """What the question's number of things comes to at the statement's rate; None unless the question asks for money or
    XP, each number of it counts what the rate is for, and the statement gives just one rate of that unit; or else the
    question names a Level, no other number, and the statement's rates are by Level."""
    if not _ASKS.search(question) or _EACH.search(question):
        return None
    by_level = _LEVEL.search(question)
    numbers = [int(found) for found in _PURE.findall(question)]
    if by_level is not None:
        return _by_level(int(next(group for group in by_level.groups() if group)), numbers, question, statement)
    if not numbers or sum(numbers) < 2 or len(set(numbers)) < len(numbers):
        return None
    rates = [match for match in _RATE.finditer(statement) if _asked(match, question)]
    if len(rates) != 1:
        return None
    wanted = _counted_by(rates[0], statement)
    if not all(_counts(number, question, wanted, bearing) for number in numbers):
        return None
    return Reckoned((_sum(sum(numbers), rates[0]),))


def _by_level(level: int, numbers: Sequence[int], question: str, statement: str) -> Reckoned | None:
    """What each rate by Level comes to: two at most, or it is not plain which is meant."""
    found = [match for match in _BY_LEVEL.finditer(statement) if _asked(match, question) or _BOUGHT.search(question)]
    if len(numbers) > 1 or not 0 < len(found) <= TWO:
        return None
    sums = tuple(_sum(level, rate) for rate in found)
    apart = ""
    if len(sums) == TWO and _BETWEEN.search(question):
        less, more = sorted(_worth(one.total) for one in sums)
        apart = _with_unit(more - less, sums[0].total)
    return Reckoned(sums, apart)


def _asked(rate: re.Match[str], question: str) -> bool:
    """Whether a rate is in the unit that is asked for."""
    text = rate.group(0)
    if "$" in text:
        return _MONEY.search(question) is not None
    return "XP" in text and _XP.search(question) is not None


def _counted_by(rate: re.Match[str], statement: str) -> frozenset[str]:
    """The stems of what a rate is for: its noun and what stands after it in brackets (`each point (Wound or Sanity)`);
    where it has none, what stands before `each`."""
    of = rate.group("of") or ""
    named = _NAMED.match(statement[rate.end() :])
    return frozenset(terms(f"{of} {named.group(1) if named else ''}" if of else _EACH.split(statement)[0]))


def _counts(count: int, question: str, wanted: frozenset[str], bearing: Bearing) -> bool:
    """Whether what a number of the question counts is wanted: a telling word after it, before another
    number, is said or meant."""
    rest = re.split(rf"(?<!\d){count}(?!\d)", question, maxsplit=1)[1]
    after = terms(re.split(r"\d", rest, maxsplit=1)[0])[:2]
    counted = [term for term in after if any(bearing.covers(term, frozenset({want})) for want in wanted)]
    return bool(counted) or any(stem(word) in wanted for word in after)


def _sum(count: int, rate: re.Match[str]) -> Sum:
    one = re.search(r"(\$?\d[\d,]*)", rate.group(0).split(" x ")[-1])
    assert one is not None  # the pattern of a rate holds a figure
    worth = _worth(one.group(1))
    return Sum(count, _with_unit(worth, one.group(1)), _with_unit(count * worth, one.group(1)))


def _worth(figure: str) -> int:
    return int(re.sub(r"[^\d]", "", figure))


def _with_unit(worth: int, like: str) -> str:
    """A figure in the unit of another: dollars, or else XP."""
    return f"${worth:,}" if like.startswith("$") else f"{worth:,} XP"
