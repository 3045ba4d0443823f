"""Horror Hits that Enemies with Fear, Terror and Unspeakable Terror do by being near, added up."""

from __future__ import annotations

import re
from typing import Final

from gm.oracle.computed.records import Asked, Because, Found
from gm.oracle.computed.saying import counted, listed
from gm.oracle.computed.slots import Slots
from rules_engine.procedures.foes import fear_and_terror

FELT: Final = Because(
    fear_and_terror, "compilation: Fear, Terror, and Unspeakable Terror", "fear-and-terror", ("terror", "stack")
)
MOST_ENEMIES, MOST_VALUE = 30, 10
_KIND = r"(unspeakable terror|terror|fear)\s*(?:value |of |at )?\(?\s*(\d{1,2})\s*\)?"
_COUNT = r"\b(\d{1,2}|an?|the|this|that|another|one)\b"
_WITH = r"(?: [a-z'-]+(?<!\band)(?<!\bplus)){0,3}?"
_BEFORE = (
    rf"{_COUNT}{_WITH} (?:with |has |have |having |that (?:has|have|cause\w*) |causing |of |each |both |w/ ?)*{_KIND}"
)
_BARE = rf"\b{_KIND}"
_WORDS = (
    "horror|hits?|enem(?:y|ies)|hero|adjacent|tile|map|room|same|across|beside|next|touch\\w*|share\\w*|sharing|near|"
    "stand\\w*|stack\\w*|suffer\\w*|face|facing|activation|activate\\w*|turn|freak\\w*|ugl(?:y|ies)|thing|beast|demon|"
    "zombie|spider|total|cop|eat|start\\w*|begin\\w*|against|close|surround\\w*|fight\\w*|space"
)
_ELSE = (
    r"\b(?:willpower|sav\w+|sanity|damage|chance|spirit|immune|not|isn't|aren't|far|away|behind|another tile|"
    r"other tile|neighbou?ring|gate|door|barrier|wall|every hero|each hero|whole posse|elite|brutal|rounds?|turns)\b"
    r"|\d\+"
)

_ON_THE_TILE = r"\b(?:same|shar\w+|across|tile|room)\b"
_BESIDE = r"\b(?:adjacent|next to|touch\w*|beside|in my face|surround\w*|around me|close)\b"


def felt(asked: Asked) -> Found | None:
    """Horror Hits from so many Enemies with Fear or Terror, all of them near enough to be felt."""
    slots = asked.slots()
    if asked.game is not None or asked.yes_no or not slots.has(r"\bhorror hits?\b|\bhow many hits\b"):
        return None
    if not slots.has(r"\bhow many\b|\bwhat\b|\btotal\b|\bhorror hits ?\?$") or slots.has(_ELSE):
        return None
    given = _given(slots)
    if given is None or not slots.understood(_WORDS, slack=3):
        return None
    if any(not 1 <= count <= MOST_ENEMIES or not 1 <= value <= MOST_VALUE for count, _, value in given):
        return None
    total = sum(count * value for count, _, value in given)
    parts = listed(
        [f"{count * value} by {kind.title()} ({value}) of {_enemies(count)}" for count, kind, value in given]
    )
    said = f"{counted(total, 'Horror Hit')} at the start of each Activation: {parts}."
    reach = "Fear reaches adjacent Heroes, Terror those on the same Map Tile; they stack."
    return Found((said, reach), (FELT,))


def _given(slots: Slots) -> list[tuple[int, str, int]] | None:
    """How many Enemies, with what, of which value, as they stand in the question; None where there are none, or one
    with Fear is said to be on the Map Tile and not to be adjacent."""
    found = [(m.start(), int(m[1]) if m[1].isdigit() else 1, m[2], int(m[3])) for m in slots.takes(_BEFORE)]
    found += [(m.start(), 1, m[1], int(m[2])) for m in slots.takes(_BARE)]
    if not found:
        return None
    found.sort()
    ends = [start for start, *_ in found[1:]] + [len(slots.text)]
    for (start, _, kind, _), end in zip(found, ends, strict=True):
        said = slots.text[start:end]
        if kind == "fear" and re.search(_ON_THE_TILE, said) and not re.search(_BESIDE, said):
            return None
    return [(count, kind, value) for _, count, kind, value in found]


def _enemies(count: int) -> str:
    return "an Enemy" if count == 1 else f"{count} Enemies"


FAMILIES = (felt,)
