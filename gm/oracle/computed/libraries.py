"""Library Knowledge: what Archive markers make of it, what it adds to the roll on its chart, what a roll comes to."""

from __future__ import annotations

from typing import Final

from gm.oracle.computed.records import Asked, Because, Found
from gm.oracle.computed.saying import counted, listed
from gm.oracle.computed.slots import LIST, N, Slots
from rules_engine.content.library import standard
from rules_engine.dice import D8, SIDES
from rules_engine.procedures.library import close_the_archive, consult, knowledge_of
from rules_engine.setup import REVIVE_TOKENS

CHART: Final = "library-knowledge"
MOST, PARTY = 200, len(REVIVE_TOKENS)
LEARNED: Final = Because(close_the_archive, "valhalla: Archive Markers", "targa-library", ("5", "archive", "markers"))
ROLLED: Final = Because(
    consult, "valhalla: Library Knowledge Chart", "targa-library", ("d8", "chart", "beyond", "first")
)
_MARKERS = (
    rf"\b{N} (?:(?:more|new|collected|gathered) )*(?:archive(?: markers?| tokens?)?|markers?)\b(?: (?:collected|"
    rf"left|this time))?",
    rf"\barchive(?: markers?| tokens?)?(?: (?:at|is|are|was|were|total|count|of))*:? {N}\b",
)
_KNOWN = r"(?:library )?knowledge(?: (?:points?|level))?"
_HELD = (
    rf"\b{N}(?: (?:old|earlier|previous|prior|existing|older))* {_KNOWN}(?: (?:already|before\w*|so far|from "
    rf"before|earlier|"
    rf"prior|previously|from last time|now|on the log))*\b",
    rf"\b(?:had|have|has|hold\w*|with|on|at|owned?|already|start\w*(?: with| from)?) {N}(?: {_KNOWN})?"
    rf"(?: (?:already|before\w*|so far|from before|earlier))*\b(?! (?:archive|marker|dice|die|of))",
    rf"\b{_KNOWN}(?: (?:is|was|of|at|stood|stands|before\w*|already|currently|now|total|so far))*:? {N}\b",
    rf"\b{N} (?:before\w*|already|previously|so far|from (?:earlier|before|last time))\b",
)
_NONE = rf"\b(?:no|none|zero|without(?: any)?)(?: (?:prior|previous|earlier|old))*(?: {_KNOWN}| before)\b"
_EACH = (
    rf"\b(?:hero(?:es)?|ones|who|us|we|and)(?: (?:have|hold|has|with|at|of|own|got|are at))+ {LIST}(?: "
    rf"{_KNOWN})?(?!\+)\b",
    rf"\b{_KNOWN}(?: (?:is|are|of|at|values?|levels?|scores?|totals?))*:? {LIST}(?!\+)\b",
    rf"\b{LIST}(?: points?(?: of)?)? {_KNOWN}\b",
    rf"\b(?:have|hold|has|with|at|own|got|at) {LIST}(?!\+)\b",
)
_FACE = (
    r"\b1?d8(?: (?:came|comes|up|shows?|showed|is|was|of|says?|said|rolled|rolls|reads?|gave|gives|landed|lands|"
    r"on|a|an|roll|"
    r"result|showing|turned|at))*:? ?(\d)\b(?!\+)",
    r"\b(?:roll(?:ed|s|ing)?|threw|die (?:is|was|shows?|came up|of)|got|natural)(?: (?:up|an?|just|only|the))* "
    r"(\d)\b(?!\+)"
    r"(?: on (?:the |our |a )?(?:1?d8|die|dice))?",
    r"\b(?:an? )?(\d) on (?:the |our |a |my )?(?:1?d8|die|dice|roll)\b",
)
_ELSE = (
    r"\b(?:chance|average|least|most|grit|reroll\w*|each of|kill\w*|remove\w*|lose|lost|discard \d|per turn|why|who|"
    r"doubles?|spend|xp|level|dead|ally|allies|2d8|how many archive|how many markers|more do|need\w*|until|"
    r"instead|d6|1d6)\b"
    r"|\bnot\b|n't\b"
)
_WORDS = (
    "archive|marker|markers|token|tokens|library|knowledge|targa|adventure|end\\w*|turn|become|mission|leave|"
    "collected|"
    "collect\\w*|learn\\w*|permanent|point|points|bonus|roll\\w*|die|dice|1?d8|d|chart|table|row|result|final|"
    "number|hero|have|"
    "before\\w*|next|now|new|log|campaign|total|hold\\w*|add\\w*|modif\\w*|party|posse|look\\w*|up|read\\w*|"
    "land\\w*|come\\w*|"
    "came|show\\w*|entry|line|which|gather\\w*|left|finish\\w*|enter\\w*|step|in|into|highest|level|prior|"
    "previous\\w*|earlier|"
    "already|plus|gain\\w*|count|both|far|start\\w*|say\\w*|natural|after|room|go|time|trip|run|keep|value|over|"
    "plateau|"
    "face|faces|robot\\w*|have|owned?|stand\\w*|stood"
)


def learned(asked: Asked) -> Found | None:
    """The Library Knowledge after an Adventure, with what was known before, and what it adds to the roll."""
    slots = asked.slots()
    if not _about(asked, slots) or not slots.has(r"\b(?:markers?|archives?|tokens?)\b") or slots.has(r"\b1?d8\b"):
        return None
    markers = slots.number(*_MARKERS)
    if markers is None or markers > MOST:
        return None
    none = slots.take(_NONE)
    held = 0 if none is not None else slots.number(*_HELD)
    if held is None and slots.take(rf"\b(?:one|an?) (?:single )?{_KNOWN}(?: (?:already|before))?\b") is not None:
        held = 1
    bonus = slots.has(r"\b(?:bonus|modif\w*|adds?)\b")
    if (held is None and not bonus) or not slots.understood(_WORDS, slack=4):
        return None
    library = standard()
    gained = knowledge_of(library, markers)
    total = (held or 0) + gained
    each = next(n for n in range(1, MOST) if knowledge_of(library, n))
    if total > MOST:
        return None
    sum_ = f"{held} before and {gained} for" if held else f"{gained} for"
    rest = f", {markers % each} left over" if markers % each else ""
    adds = f"+{max(0, total - 1)} on the Library Knowledge roll (1 for each beyond the first)"
    said = f"{total} Library Knowledge: {sum_} {markers} Archive markers (one for every {each}{rest})."
    return Found((said, f"That is {adds}."), (LEARNED, ROLLED))


def row(asked: Asked) -> Found | None:
    """The number that a roll on the Library Knowledge chart comes to: a D8, and 1 for each Knowledge beyond the first
    of whoever has most."""
    slots = asked.slots()
    if not _about(asked, slots) or slots.has(r"\bmarkers?\b"):
        return None
    face = slots.number(*_FACE)
    slots.takes(r"\b1?d8\b")
    if face is None or not 1 <= face <= SIDES[D8]:
        return None
    heroes = slots.number(rf"\b{N} (?:of )?hero(?:es)?\b", rf"\bparty of {N}\b", rf"\b(?:we|the|all|us) {N}\b")
    known = slots.numbers(*_EACH)
    if known is None or not known or len(known) > PARTY or not slots.understood(_WORDS, slack=4):
        return None
    if heroes is not None and heroes != len(known) and len(known) != 1:
        return None
    most = max(known)
    rows = standard().chart_rows[CHART]
    total = face + most - 1
    if not 1 <= most <= MOST or total > max(rows):
        return None
    whose = f" (the highest of {listed(known)})" if len(known) > 1 else ""
    said = f"{total}: {face} on the D8 + {most - 1}, 1 for each of {most} Library Knowledge{whose} beyond the first."
    if most == 1:
        said = f"{total}: {face} on the D8; {counted(most, 'Library Knowledge', '')}{whose} adds nothing."
    return Found((said,), (ROLLED,))


def _about(asked: Asked, slots: Slots) -> bool:
    return (
        asked.game is None
        and not asked.yes_no
        and slots.has(r"\bknowledge\b|\barchives?\b|\btarga\b|\blibrary\b")
        and not slots.has(_ELSE)
        and slots.has(r"\b(?:what|how many|how much|which|final|total|number|row|bonus|result|now)\b")
    )


FAMILIES = (learned, row)
