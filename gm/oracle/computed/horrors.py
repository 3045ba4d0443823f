"""Horror Hits that Enemies with Fear, Terror and Unspeakable Terror do by being near, added up."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from gm.oracle.computed.records import Asked, Because, Found
from gm.oracle.computed.saying import counted, listed
from gm.oracle.computed.slots import Slots
from gm.oracle.computed.talk import TALK
from rules_engine.procedures.foes import fear_and_terror

FELT: Final = Because(
    fear_and_terror, "compilation: Fear, Terror, and Unspeakable Terror", "fear-and-terror", ("terror", "stack")
)
MOST_ENEMIES, MOST_VALUE = 30, 10
_KIND = (
    r"(unspeakable terror|unspeakable|terror|fear)s?\s*(?:value |rating |of |at |is |level "
    r")?\(?\s*(\d{1,2})\s*\)?(?! ?(?:terror|fear|hits))"
)
_COUNT = r"\b(\d{1,2}|an?|the|this|that|another|one|some|its|his)\b"
_NO_ENEMY = r"(?!(?:heroes|hero|next|beside|near|to|i|we|are|on|in|at|around|against|facing|share|us|me)\b)"
_WITH = rf"(?: {_NO_ENEMY}[a-z'-]+(?<!\band)(?<!\bplus)){{0,3}}?"
_BEFORE = (
    rf"{_COUNT}{_WITH} (?:with |has |have |having |that (?:has|have|cause\w*|do|does) |causing |cause |of |each |both |"
    rf"w/ ?|worth |doing |a )*{_KIND}"
)
_BARE = rf"\b{_KIND}"
_WORDS = (
    "horror|hits?|enem(?:y|ies)|hero|adjacent|tile|map|room|same|across|beside|next|touch\\w*|share\\w*|sharing|near|"
    "stand\\w*|stack\\w*|suffer\\w*|face|facing|activation|activate\\w*|turn|freak\\w*|ugl(?:y|ies)|thing|beast|demon|"
    "zombie|spider|total|cop|eat|start\\w*|begin\\w*|against|close|surround\\w*|fight\\w*|space|adjoining|"
    "neighbou?r\\w*|"
    "ghoul|horde|hit|take|takes|together|alongside|right|loom\\w*|lurk\\w*|breath\\w*|neck|elbow|back|shambl\\w*|"
    "monster|monstrosity|ghost|spook|fiend|abomination|undead|void|dread|dead|cause\\w*|deal\\w*|inflict\\w*|incoming|"
    "count|number|willpower|spirit|roll|rolls|dice|square|over|corner|opposite|bordering|big|horrors"
)
_ELSE = (
    r"\b(?:sav\w+|sanity|damage|chance|immune|far|away|behind|2 tiles|several tiles|not on|isn't|aren't|"
    r"gate|door|barrier|wall|every hero|each hero|each of us|whole posse|elite|brutal|rounds|turns|reroll\w*|grit|"
    r"kill\w*|"
    r"cancel\w*|ignor\w+|half|doubl\w+|instead|unless|except|average|expect\w*|some|several|few)\b|\d\+|"
    r"\bwillpower (?!dice|rolls?|saves)|\bnot me\b|"
    r"\b(?:next|adjacent|close) to (?:my )?(?:mate|friend|buddy|pal|partner|him|her|them|the other|another|someone)\b"
)

_ON_THE_TILE = (
    r"\b(?:same|shar\w+|my|our|this|across the(?: same)?|in the|with me (?:in|on) (?:the|a|my)) (?:\w+ "
    r"){0,2}?(?:tile|room|chamber)\b|"
    r"\bacross the\b|\bshar\w+\b|\bon the tile\b|\bin here\b"
)
_NOT_BESIDE = (
    r"\bnot (?:adjacent|next to me|beside me|touching)\b|\bother (?:end|side|corner) of (?:the|my|our)(?: same)? "
    r"(?:room|tile)\b"
)
_NEXT_TILE = (
    r"\b(?:adjoining|adjacent|neighbou?ring|next|bordering|connected|attached)(?: map)? (?:tile|room)\b|"
    r"\btile next (?:to|door)(?: to)?(?: mine| ours)?\b|\b(?:tile|room) (?:over|beside (?:mine|ours)|next door)\b|"
    r"\bone (?:tile|room) over\b|\b(?:another|other|different) (?:tile|room)\b"
)
_BESIDE = (
    r"\b(?:adjacent|next to|touch\w*|beside|in my face|surround\w*|around me|close|neighbou?r(?:s|ing me)?|alongside|"
    r"at my elbow|right by me|breathing down|on my (?:left|right)|nose to nose|toe to toe)\b"
)
_CLAUSE = re.compile(
    r"[,;.:]|\band\b(?! (?:next|adjacent|beside|touching|on|in|sharing|both|one of))|\bplus\b|\bwhile\b|\bbut\b| - "
)


class Near(NamedTuple):
    """So many Enemies that cause the like, and whether a Hero feels it where they are said to stand."""

    many: int
    kind: str
    value: int
    felt: bool

    @property
    def hits(self) -> int:
        """Horror Hits of them all."""
        return self.many * self.value if self.felt else 0


def felt(asked: Asked) -> Found | None:
    """Horror Hits from so many Enemies with Fear or Terror, by where each of them stands."""
    slots = asked.slots()
    if asked.game is not None or asked.yes_no or slots.has(_ELSE):
        return None
    asks = slots.has(
        r"\bhow many\b|\bwhat\b|\btotal\b|\bhow much\b|\bnumber of\b|\b(?:horror )?hits(?: in all| for me)? ?\?"
    )
    given = _given(slots)
    if given is None or not (
        (asks and slots.has(r"\bhorrors? hits?\b|\bhits\b|\bwillpower (?:dice|rolls|saves)\b|\bhorror\b.*\btotal"))
        or (len(given) > 1 and not slots.has(r"\?|\b(?:how|what|which|who|where|when|why)\b"))
    ):
        return None
    if not slots.understood(f"{_WORDS}|{TALK}", slack=4):
        return None
    if any(not 1 <= near.many <= MOST_ENEMIES or not 1 <= near.value <= MOST_VALUE for near in given):
        return None
    total = sum(near.hits for near in given)
    if not total:
        return None
    parts = listed([f"{near.hits} by {near.kind.title()} ({near.value}) of {_enemies(near.many)}" for near in given])
    said = f"{counted(total, 'Horror Hit')} at the start of each Activation: {parts}."
    reach = "Fear reaches adjacent Heroes, Terror those on the same Map Tile; they stack."
    if any(near.kind.startswith("un") for near in given):
        reach = "Fear reaches adjacent Heroes, Terror the same Map Tile, Unspeakable Terror adjacent Map Tiles too."
    return Found((said, reach), (FELT,))


def _given(slots: Slots) -> list[Near] | None:
    """How many Enemies, with what, of which value, as they stand in the question; None where there are none, or one
    with Fear is said to be on the Map Tile and not whether it is adjacent."""
    found = [(m.start(), m.end(), int(m[1]) if m[1].isdigit() else 1, m[2], int(m[3])) for m in slots.takes(_BEFORE)]
    found += [(m.start(), m.end(), 1, m[1], int(m[2])) for m in slots.takes(_BARE)]
    found.sort()
    near: list[Near] = []
    for place, (start, end, count, kind, value) in enumerate(found):
        before = _CLAUSE.split(slots.text[found[place - 1][1] if place else 0 : start])
        after = _CLAUSE.split(slots.text[end : found[place + 1][0] if place + 1 < len(found) else len(slots.text)])
        if not place and len(before) > 1:
            before = ["", " ".join(before)]
        if len(found) == 1:
            after = [" ".join(after)]
        apart = before[1:-1] + (after[1:] if place + 1 == len(found) else [])
        if any(re.search(f"{_NEXT_TILE}|{_NOT_BESIDE}", part) for part in apart):
            return None  # it may be told of either
        kind = "unspeakable terror" if kind.startswith("un") else kind
        reached = _reached(kind, f"{before[-1]} {slots.text[start:end]} {after[0]}")
        if reached is None:
            return None
        near.append(Near(count, kind, value, reached))
    return near or None


def _reached(kind: str, said: str) -> bool | None:
    """Whether Enemies are near enough by what is said of where they stand; so they are where nothing is said."""
    if re.search(_NEXT_TILE, said):
        return kind == "unspeakable terror"
    if kind != "fear":
        return True
    if re.search(_NOT_BESIDE, said):
        return False
    if re.search(_ON_THE_TILE, said) and not re.search(_BESIDE, said):
        return None
    return True


def _enemies(count: int) -> str:
    return "an Enemy" if count == 1 else f"{count} Enemies"


FAMILIES = (felt,)
