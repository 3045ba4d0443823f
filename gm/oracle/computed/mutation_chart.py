"""What a D36 brings on the Mutation Chart, by what its tens die and its ones die show."""

from __future__ import annotations

import re
from typing import Final

from gm.oracle.computed.records import Asked, Because, Found
from gm.oracle.computed.slots import Slots
from rules_engine.content.library import standard
from rules_engine.procedures.harm import roll_on_chart

CHART: Final = "mutation"
_D = r"([1-6]|one)\b"
_IS = (
    r"(?:'s| is| are| was| were| reads?| read| says?| said| shows?| showed| showing| came up| comes up| came out|"
    r" comes out|"
    r" comes| came| landed| lands| rolled| rolls| gives?| gave| turned up| turns up| got| on| of| at| being| as| an?|"
    r" die| dice| place| digit| column| and(?= (?:says|shows|reads|is))|:| =|,)*"
)
_TENS = rf"\b(?:tens?|10s?|tens'|ten's){_IS} ?{_D}"
_ONES = rf"\b(?:ones?|1s|units?|singles?|one's){_IS} ?{_D}"
_ON = r"(?: (?:for|on|as|in|at|with|of|to|the|my|our|an?|is|was|came|comes|up|out|here|goes|die|dice|place|digit))*"
_TENS_AFTER = rf"\b{_D}{_ON} (?:tens?|10s?)\b"
_ONES_AFTER = rf"\b{_D}{_ON} (?:ones|1s|units?|singles?)\b"
_WHOLE = (
    r"\b(?:1?d36|(?:mutation|mutations) (?:chart|table|roll|result|check|number|dice|die)|mutation|chart)"
    r"(?:'s| is| was| of| came up| comes up| came out| shows?| showed| says?| said| result| roll| rolled| gives?|"
    r" gave| an?|"
    r" number| at| on| and| i| we| got| get| total|:| =|,)* #?([1-6][1-6])\b(?!\+)",
    r"\b(?:roll(?:ed|s)?|got|get|threw|throw|result(?: of| is)?|hit|number|entry|row|came up|shows?)(?: an?| up)*"
    r" #?([1-6][1-6])\b(?!\+)",
    r"\b([1-6][1-6])(?: (?:came up|result|roll|rolled|is what|on|in|for|from|with|off|of|the|my|our|an?|to|as))*"
    r" (?:1?d36|mutations?|chart|table)\b",
)
_ELSE = (
    r"\b(?:injur\w*|madness|travel\w*|hazard|depth|event|encounter|loot|scaveng\w*|town|footm[ae]n|all(?:y|ies)|"
    r"viking|"
    r"trail hand|again|already|second time|twice|duplicate|same|reroll\w*|chance|likely|odds|grit|cure|remov\w*|"
    r"heal\w*|"
    r"how (?:many|much|often)|die from|dead|death|targa|knowledge|escape|mission|cost|price|times|prevent\w*|can "
    r"i|may i|"
    r"surgery|do i have|have to|who|when)\b|\bnot\b|n't\b"
)
_ABOUT = (
    r"\b(?:mutat\w*|corrupt\w*|grow\w*|grew|sprout\w*|1?d36|dark stone|body|what(?:'s| is| am| have| do| did| does|"
    r" happen\w*)?|which|result|chart|become|twisted|turn\w*|name)\b"
)
_WORDS = (
    "mutat\\w*|corrupt\\w*|grow\\w*|grew|sprout\\w*|chart|table|dice|die|1?d36|d|dark|stone|ten|one|unit|single|"
    "result|"
    "red|white|black|yellow|colou?red|first|second|roll\\w*|show\\w*|hero|body|happen\\w*|become|turn\\w*|"
    "name\\w*|look\\w*|"
    "lovely|horror|entry|row|horrible|new|part|consult\\w*|point|carry\\w*|much|read\\w*|freak|gift|roll|place|digit|"
    "void|token"
)


def grown(asked: Asked) -> Found | None:
    """The Mutation that a D36 comes to."""
    slots = asked.slots()
    if asked.game is not None or asked.yes_no or slots.has(_ELSE):
        return None
    number = _number(slots)
    if number is None or not slots.has(_ABOUT) or not slots.understood(_WORDS, slack=5):
        return None
    row = standard().chart_rows[CHART].get(int(number))
    if row is None:
        return None
    tens, ones = number[0], number[1]
    entry = f"mutations-{tens}0s"
    stated = asked.stated(entry, rf"\b{number} {re.escape(row.name)}\b")
    said = [f"{row.name}: tens die {tens} and ones die {ones} make {number} on the Mutation Chart."]
    if stated is not None and (effect := stated[1].text.removeprefix(f"{number} {row.name}: ")) != stated[1].text:
        said.append(f"{effect[:1].upper()}{effect[1:]}")
    rule = Because(roll_on_chart, "compilation: Mutation Chart", entry, (number, *row.name.lower().split()))
    return Found(tuple(said), (rule,))


def _number(slots: Slots) -> str | None:
    """The two figures of a D36 in their order; None where they are not told, or not which is which."""
    whole = slots.left
    slots.take(r"\b1?d36\b")
    tens = slots.take(_TENS) or slots.take(_TENS_AFTER)
    if tens is not None:
        ones = slots.take(_ONES) or slots.take(_ONES_AFTER) or slots.take(r"\bthe other(?: die)?" + _IS + rf" {_D}")
        return _face(tens[1]) + _face(ones[1]) if ones is not None else None
    ones = slots.take(_ONES) if slots.has(r"\b(?:ones|units?)\b") else None
    if ones is not None:
        other = slots.take(r"\bthe other(?: die)?" + _IS + rf" {_D}")
        return _face(other[1]) + _face(ones[1]) if other is not None else None
    slots.left = whole
    if not slots.has(r"\b(?:mutat\w*|1?d36)\b"):
        return None
    for pattern in _WHOLE:
        if (found := slots.take(pattern)) is not None:
            slots.take(r"\b1?d36\b")
            return found[1]
    return None


def _face(said: str) -> str:
    return "1" if said == "one" else said


FAMILIES = (grown,)
