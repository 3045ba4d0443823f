"""How many Advanced Allies there is room for beside the Heroes, and whether so many are too many."""

from __future__ import annotations

from typing import Final

from gm.oracle.computed.records import Asked, Because, Found
from gm.oracle.computed.saying import counted
from gm.oracle.computed.slots import N
from gm.oracle.computed.talk import TALK
from rules_engine.hiring import MOST_MODELS
from rules_engine.procedures.allies import allies_join
from rules_engine.setup import REVIVE_TOKENS

PARTY: Final = len(REVIVE_TOKENS)
ROOM: Final = Because(
    allies_join, "compilation: Advanced Allies", "advanced-allies", ("heroes", "allies", "8", "models")
)
_ALLY = r"(?:advanced |veteran )*(?:all(?:y|ies)|footm[ae]n|foot ?soldiers?)"
_HEROES = (
    rf"\b{N} (?:of )?hero(?:es)?\b",
    rf"\b(?:party|posse|group|team|crew|gang) of {N}\b",
    rf"\b(?:we're|we are|there are|there're) {N}\b(?! {_ALLY})",
    rf"\b{N} (?:of us|us|in the (?:party|posse|group))\b",
    rf"\b{N}-(?:player|hero|man)\b",
)
_ALLIES = (
    rf"\b(?:already |currently |have |with |and |plus |bring\w* |hire[ds]? |own )*(?<![-\w]){N} (?:more |"
    rf"other |hired )?"
    rf"{_ALLY}\b",
    rf"\b{_ALLY}(?: number| count| total|:)+ {N}\b",
)
_ONE_ALLY = rf"\b(?:an?|one|1) (?:hired )?{_ALLY}\b"
_MANY = (
    r"\bhow many\b|\b(?:room|space|slots?|spots?) for\b.*\bhow many\b|\bhow much room\b|"
    r"\bwhat(?:'s| is) the (?:most|max\w*|limit)\b"
)
_TOO_MANY = (
    r"\b(?:too many|over the (?:limit|cap|maximum)|too much|overcrowded|exceed\w*|more than allowed|illegal|above)\b"
)
_FITS = (
    r"\b(?:fit|fits|fitting|allowed|legal|okay|ok|fine|room|possible|permitted|bring|field|can|may|within|under|"
    r"space)\b"
)
_ELSE = (
    r"\b(?:basic|cost\w*|hire (?:them|him)|price|gold|xp|dead|killed|ko|die|dies|threat|attack\w*|loot|"
    r"basics|per|each|"
    r"apiece|how many (?:heroes|models are in|wounds)|horses?|mules?|enem\w+|boxed|in the box|upgrade|chance|level|"
    r"revive|one of (?:them|the)|pets?|dogs?|demons?|revive|samurai guards?|kind|kinds|sort|before)\b|n't\b|"
    r"\bnot\b|\+"
)
_WORDS = (
    "hero|ally|allies|advanced|footman|footmen|model|room|many|fit\\w*|limit|max\\w*|cap|board|table|bring\\w*|field|"
    "hire[ds]?|hiring|allowed|legal|party|posse|group|team|along|beside|next|with|fine|possible|permitted|over|too|"
    "top|tops|most|join\\w*|recruit\\w*|muster\\w*|take|tag|together|space|slot|spot|place|play\\w*|already|more|"
    "still|have|veteran|exceed\\w*|within|under|total|max|at|could|us|side|left|count\\w*|line-up|lineup|"
    "strong|spare|"
    "foot|soldier|extra|add\\w*|want|hired|above|crowd\\w*|overcrowded|helper\\w*|leave\\w*|maxed|remain\\w*|mission"
)


def beside(asked: Asked) -> Found | None:
    """Advanced Allies beside so many Heroes: how many there is room for, or whether so many are too many."""
    slots = asked.slots()
    if asked.game is not None or not slots.has(rf"\b{_ALLY}\b") or slots.has(_ELSE):
        return None
    many = slots.take(rf"\bhow many(?: more| other| extra)? {_ALLY}\b") or slots.take(_MANY)
    over = slots.has(_TOO_MANY)
    if many is None and not over and not asked.yes_no:
        return None
    heroes = slots.number(*_HEROES)
    allies = slots.number(*_ALLIES)
    if allies is None and slots.take(_ONE_ALLY) is not None:
        allies = 1
    slots.take(rf"\b{MOST_MODELS} models?\b")
    if heroes is None or not 1 <= heroes <= PARTY or not slots.understood(f"{_WORDS}|{TALK}", slack=3):
        return None
    room = MOST_MODELS - heroes
    sum_ = f"{MOST_MODELS} models at most, less {counted(heroes, 'Hero', 'Heroes')}"
    if many is not None:
        if asked.yes_no:
            return None
        left = room - (allies or 0)
        if left < 0 or (allies and not slots.has(r"\b(?:more|other|extra|left|still|another|further)\b")):
            return None
        less = f" and {counted(allies, 'Ally', 'Allies')}" if allies else ""
        noun = "Advanced Ally" if left == 1 else "Advanced Allies"
        return Found((f"{left} {'more ' if allies else ''}{noun}: {sum_}{less}.",), (ROOM,))
    if (
        allies is None
        or not 1 <= allies <= 2 * MOST_MODELS
        or slots.has(r"\b(?:more|another|only|must|need|have to)\b")
    ):
        return None
    if not over and not slots.has(_FITS):
        return None
    fits = allies <= room
    verdict = "Yes" if fits is not over else "No"
    sum_ = f"{heroes} + {allies} = {heroes + allies} models"
    said = f"{sum_}, {'within' if fits else 'over'} the {MOST_MODELS} that may stand there."
    return Found((said,), (ROOM,), (), verdict)


FAMILIES = (beside,)
