"""Moves that a day's way over hexes of several terrains takes in the hexcrawl, and what is left of the day."""

from __future__ import annotations

import re
from typing import Final

from gm.oracle.computed.records import Asked, Because, Found
from gm.oracle.computed.saying import counted
from gm.oracle.computed.slots import N
from gm.oracle.computed.talk import TALK

ENTRY: Final = "hexcrawl-moves"
MOST: Final = 12
_KINDS: Final = (
    ("easy", r"roads?|train tracks?|railroads?|rails?|easy"),
    ("medium", r"plains?|medium|default|ordinary|normal|deserts?|prairie|grassland|open country|regular"),
    ("tough", r"swamps?|hills?|mountains?|forests?|woods|river crossings?|tough|destroyed towns?"),
)
_ALL = "|".join(said for _, said in _KINDS)
_LEG = (
    rf"\b(\d{{1,2}}|an?|one|another) (?:more )?(?:hex(?:es)? )?(?:(?:along|of|on|by|through|over|down|across|"
    rf"in|up|with|being) )*"
    rf"(?:the |an? )?({_ALL})\b(?: (?:hex(?:es)?|ones?|terrain))?"
)
_RIDING = r"\b(?:horse\w*|mounted|riding|ride|rode|saddle\w*|steeds?)\b"
_WALKING = r"\b(?:on foot|walk\w*|afoot|without (?:a )?horses?|no horses?|hik\w*|by foot)\b"
_ELSE = (
    r"\b(?:trains?(?! tracks?)|ticket|encounter\w*|heal\w*|camp|chance|days|cart|wagon|half|prisoner|dead|lame|or|if|"
    r"given up|give up|how many (?:hexes|days|more hexes))\b|n't\b|\bnot\b|\+ ?\d"
)
_WORDS = (
    "hex\\w*|move|moves|riding|ride|rode|horse\\w*|mounted|mount|saddle\\w*|foot|walk\\w*|day|left|"
    "remain\\w*|posse|party|"
    "hero|then|through|along|terrain|cost\\w*|take\\w*|spend|spent|use\\w*|over|cross\\w*|travel\\w*|point|"
    "road|after|still|"
    "have|hexcrawl|overland|journey|map|afoot|hik\\w*|today|go|went|plus|by|follow\\w*|one|ones|need\\w*|"
    "trek\\w*|total|first"
)


def journey(asked: Asked) -> Found | None:
    """Moves for hexes of several terrains, and Moves left of a day on horseback or on foot."""
    slots = asked.slots()
    if asked.game is not None or asked.yes_no or slots.has(_ELSE):
        return None
    if not slots.has(r"\bhex\w*\b") or not slots.has(r"\bmoves?\b|\bleft\b|\bcosts?\b"):
        return None
    left = slots.has(r"\bhow many\b.*\b(?:left|remain\w*|still|over|to spare)\b|\bwhat(?:'s| is) left\b")
    costs_ = not left and slots.has(
        r"\bhow many moves (?:does|do|will|for|to|would)\b|\b(?:what|how much)\b.*\b(?:cost|take)s?\b"
    )
    if not (left or costs_):
        return None
    moves = asked.stated(ENTRY, r"(\d+) Moves a day on horseback and (\d+) on foot")
    costs = asked.stated(ENTRY, r"easy costs (\d+) Move .*medium (\d+) .*tough (\d+) ")
    if moves is None or costs is None:
        return None
    rides, walks = slots.has(_RIDING), slots.has(_WALKING)
    told = slots.number(rf"\b{N} moves?\b")
    legs = [(int(leg[1]) if leg[1].isdigit() else 1, _kind(leg[2])) for leg in slots.takes(_LEG)]
    if re.search(rf"\b(?:{_ALL})\b", slots.left) or not legs or not slots.understood(f"{_WORDS}|{TALK}", slack=2):
        return None
    if (rides and walks) or (left and not (rides or walks) and told is None):
        return None
    given = int(moves[0][1 if rides else 2]) if rides or walks else told or 0
    if told is not None and told != given:
        return None
    used = [(many, kind, int(costs[0][kind + 1])) for many, kind in legs]
    total = sum(many * cost for many, _, cost in used)
    sum_ = " + ".join(f"{many} × {cost}" for many, _, cost in used)
    rests = (Because(None, "player-aid: Hexcrawl Overland Movement", ENTRY, ("terrain", "easy", "medium", "tough")),)
    if sum(many for many, _, _ in used) > MOST:
        return None
    if costs_:
        return Found((f"{counted(total, 'Move')}: {sum_}.",), rests)
    if total > given:
        return None
    how = " on horseback" if rides else " on foot" if walks else ""
    return Found((f"{counted(given - total, 'Move')} left: {given}{how}, less {sum_} = {total}.",), rests)


def _kind(said: str) -> int:
    """The place of a terrain among the costs: easy, medium, tough."""
    return next(place for place, (_, words) in enumerate(_KINDS) if re.fullmatch(words, said))


FAMILIES = (journey,)
