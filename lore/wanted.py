"""What kind of fact a question wants told (a price, a figure, a count, a list), and whether a text tells one."""

from __future__ import annotations

import re
from enum import StrEnum

import msgspec

from lore.bm25 import stem, terms

NEAR = 4
"""How many words a figure may stand from what it is a figure of."""
_FIGURES_OF = """health hp hitpoints defense defence initiative willpower move movement speed combat damage armor armour
escape range sanity strength agility cunning spirit lore luck ki mana fury rage xp horror corruption grit shots ambition
weight endurance regeneration regenerate"""
_ALIKE = {
    "hp": "health",
    "hitpoints": "health",
    "defence": "defense",
    "speed": "move",
    "movement": "move",
    "armour": "armor",
}
_STATS = {name: stem(_ALIKE.get(name, name)) for name in _FIGURES_OF.split()}
_NAMES = "|".join(_STATS)
_STAT = re.compile(rf"\b({_NAMES})(?:'?s)?\b", re.IGNORECASE)
_ASKS_STAT = re.compile(
    r"\b(?:what|whats|what's|which|how|hows|how's)\b"
    rf"(?:(?!\b(?:if|when|while|with|does|do|happens)\b)[^,?.!]){{0,40}}?\b(?:{_NAMES})\b"
    rf"|\b(?:{_NAMES})(?: and \w+)? (?:of|value|number|limit|cap)\b|'s (?:{_NAMES})\b"
    rf"|\b(?:{_NAMES})(?: please| again)?\s*\?",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"\b(what|whats|what's|which|how|hows|how's|who|where|when|name|list|tell|give|read)\b", re.IGNORECASE
)
_PAGE = re.compile(r"\bpages?\b", re.IGNORECASE)
_MONEY = re.compile(
    r"\b(gold|money|cash|dollars?|bucks|price|priced|costs?|costing|charged?|charges|fee|pay|expensive|cheap|cheaper|bill|"
    r"(?:sell|sells|going) for|want for)\b|\$",
    re.IGNORECASE,
)
_OTHER_COIN = re.compile(
    r"\b(mana|ki|fury|rage|xp|grit|dark stone|sanity|movement|corruption|ambition|move)\b", re.IGNORECASE
)
_HOW_MANY = re.compile(
    r"\bhow (many|much|far|long|big|high|hard|deep|often|wide|fast|tough|large|heavy|old)\b|\bwhat number\b"
    r"|\b(limit|maximum|max|most|at most)\b",
    re.IGNORECASE,
)
_MANY_OF = re.compile(
    r"\bhow (?:many|much) (?:of (?:the |those |these |them )?)?((?:[\w'-]+ ){0,2}[\w'-]+)", re.IGNORECASE
)
_LIST = re.compile(
    r"\b(?:name|list) (?:me|all|the|some|three|every)\b|\bwhat are the\b|\bwhich (?:two|three|four|five|six|\d+)\b"
    r"|\b(?:which|what) (?!does\b|is\b|was\b|has\b|happens\b|its\b|this\b)[a-z-]+[^s]s\b|\ball (?:of )?the\b"
    r"|\b(?:titles|names) of\b",
    re.IGNORECASE,
)
_RESULT = re.compile(
    r"\b(?:chart|table|event)\b.*\b\d+|\b(?:result|event|entry|line) (?:an? )?\d+s?\b"
    r"|\b(?:on|for|of|rolled|roll|natural) an? \d+\b.*\b(?:chart|table|event)\b|\bdouble \w+s\b",
    re.IGNORECASE,
)
_CHARTED = re.compile(
    r"\b(?:charts?|tables?|events?|hazards?|elite|injur\w+|madness|mutations?|track|depth|knowledge|mythic)\b",
    re.IGNORECASE,
)
_ROLLED = re.compile(
    r"\b(?:roll(?:ed|s)?|threw|throw|came up|comes up|says?|shows?|landed on|got|gives?|on|for)"
    r"(?: (?:an?|the|another|natural|double))* (?P<result>\d{1,2})s?\b"
    r"(?!\+| ?(?:xp|gold|wounds|heroes|spaces|dice|times))",
    re.IGNORECASE,
)
_SPAN = re.compile(r"(?<![\d$+])(\d{1,2})(?:\s*(?:-|or|,|to)\s*(\d{1,2}))?(?![\d+])")
_EFFECT = re.compile(
    r"\bwhat (?:exactly )?(?:does|do|would|will)\b.*\b(?:do|say|give|grant|mean|read|work)\b"
    r"|\bwhat (?:happens|effect|bonus|event|text)\b|\bwhat's (?:the effect|the bonus|on|it good for)\b|\bgood for\b"
    r"|\bhow does\b",
    re.IGNORECASE,
)
_COSTS = re.compile(r"\b(?:costs?|for) (?:\d|one|two|three|no)|\bfree\b|\d Gold\b", re.IGNORECASE)
_WORD = re.compile(r"\$?[\w+*/'-]+")
_NUMBER = re.compile(
    r".*\d.*|one|two|three|four|five|six|seven|eight|nine|ten|twelve|once|twice|half|double|no|none|never|nothing|all"
)


class Want(StrEnum):
    """The kind of a fact."""

    PAGE = "page"
    MONEY = "money"
    FIGURE = "figure"
    COUNT = "count"
    LIST = "list"
    RESULT = "result"
    EFFECT = "effect"


class Wanted(msgspec.Struct, frozen=True):
    """What a question wants told: its kind, and the stems of what it is a figure or a count of (none: of anything), or
    the result of the dice that it wants the line of a chart for."""

    kind: Want
    of: frozenset[str] = frozenset()

    def told(self, text: str) -> bool:
        """Whether a text tells such a fact, of whatever thing."""
        if self.kind is Want.PAGE:
            return False
        if self.kind is Want.MONEY:
            return "$" in text or _COSTS.search(text) is not None
        if self.kind in (Want.FIGURE, Want.COUNT):
            return self._figure_told(_words(text))
        return not (self.kind is Want.RESULT and self.of) or _result_told(text, self.of)

    def _figure_told(self, said: list[str]) -> bool:
        numbers = [place for place, word in enumerate(said) if _is_number(word)]
        if not self.of:
            return bool(numbers)
        named = [place for place, word in enumerate(said) if stem(word.strip("'")) in self.of]
        return any(abs(place - number) <= NEAR for place in named for number in numbers)


def wanted(question: str, *, yes_no: bool) -> Wanted | None:
    """The kind of fact that a question wants told; None where it wants yes or no, or nothing of these kinds."""
    if yes_no or not _ASKS.search(question):
        return Wanted(Want.PAGE) if _PAGE.search(question) and not yes_no else None
    if _PAGE.search(question):
        return Wanted(Want.PAGE)
    if _MONEY.search(question) and not _OTHER_COIN.search(question):
        return Wanted(Want.MONEY)
    many = _HOW_MANY.search(question)
    asked = _ASKS_STAT.search(question)
    if asked is not None:
        return Wanted(
            Want.FIGURE, frozenset(_STATS[found.group(1).lower()] for found in _STAT.finditer(asked.group(0)))
        )
    if many is not None:
        of = _MANY_OF.search(question)
        return Wanted(Want.COUNT, frozenset(terms(of.group(1))[:2]) if of is not None else frozenset())
    rolled = _ROLLED.search(question) if _CHARTED.search(question) else None
    if rolled is not None:
        return Wanted(Want.RESULT, frozenset({rolled.group("result")}))
    for kind, pattern in ((Want.LIST, _LIST), (Want.RESULT, _RESULT), (Want.EFFECT, _EFFECT)):
        if pattern.search(question):
            return Wanted(kind)
    return None


def _result_told(text: str, results: frozenset[str]) -> bool:
    """Whether a text tells of one of these results, by itself or in a span: a 3 in `2-3` or `2 or 3`."""
    spans = [(int(found[1]), int(found[2] or found[1])) for found in _SPAN.finditer(text)]
    return any(first <= int(result) <= last for result in results for first, last in spans)


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def _is_number(word: str) -> bool:
    return _NUMBER.fullmatch(word) is not None
