"""Whether some XP is enough for a Level, the next or another, and how much is missing or left."""

from __future__ import annotations

from gm.oracle.computed.records import Asked, Found
from gm.oracle.computed.slots import N
from gm.oracle.computed.xp import LEVELS
from rules_engine.experience import HIGHEST_LEVEL, xp_between

MOST_XP = 200_000
_NEXT = (
    r"\b(?:the |my |his |her |a )?next (?:level|one|step|rank)(?: up)?\b|\b(?:the |one |a )?level[- ]?up\b|"
    r"\blevel(?:ing|ling)? "
    r"up\b|\b(?:one|1) (?:more )?level(?: up| higher)?\b|\badvance\b|\banother level\b|\bgo(?:ing)? up a level\b|"
    r"\bup a level\b"
)
_START = (
    rf"\b(?:i'm|i am|am|is|at|from|as|being|we're|my|he's|she's|a|an|on|currently|still|now|sitting|sits|just|"
    rf"only|he is|"
    rf"she is|this)(?: a| an| only| still| on| at| currently)? level {N}\b",
    rf"\blevel {N} (?:hero(?:es)?|guy|marshal|samurai|with|and|has|having|having|holding|who|sitting|here|"
    rf"duelist|bandido)\b",
    rf"\blevel (?:is|=|:) {N}\b",
    rf"^level {N}\b",
)
_GOAL = (
    rf"\b(?:to|for|reach|until|get|hit|buy|make|before|till|become|becoming|want|afford|into|short of)"
    rf" (?:an? |the |to |get to |be |become |reach )*level {N}\b"
)
_HELD = (
    rf"\b(?:have|has|had|having|with|got|hold\w*|at|on|saved|bank(?:ed)?|gathered|collected|earned|own\w*|is|are|"
    rf"does|do|of|my|up|to)"
    rf"(?: up| only| just| about| a total of| got| now| exactly)* {N} ?xp\b",
    rf"\b{N} ?xp\b",
    rf"\bxp(?: is|:| of| total(?: is)?| at| stands at)? {N}\b",
)
_WORDS = (
    "xp|level|next|hero|enough|suffic\\w*|cover\\w*|afford|buy|buying|reach|get|have|has|need\\w*|short|missing|"
    "lack\\w*|more|still|"
    "much|far|away|left|over|spare|remain\\w*|hold\\w*|saved?|bank\\w*|gather\\w*|collect\\w*|earn\\w*|sit\\w*|"
    "advance|becom\\w*|make|"
    "step|rank|become|can|could|up|total|new|spend|pay|cost|marshal|samurai|duelist|bandido|guy|another|just|"
    "does|will|required|"
    "shy|cut|go|jump|further|already|currently|to|ready|ding|qualify|qualifies|lawman|rancher|sorceress|assassin|"
    "monk|jarl|"
    "berserker|explorer|soldier|his|her|straight|town|between|adventures|leveling|levelling|level-up|him|be|it|"
    "carry|worth|"
    "good|until|before|want|wants|amount|difference|raise|own\\w*|bonus|allow\\w*|stands?|person|score|bit|hit|"
    "he|she|today"
)
_ELSE = (
    r"\b(?:posse|chart|table|keep|retain|spent|lost|health|upgrades?|grit|elite|enem\w+|kill\w*|wound\w*|heal\w*|"
    r"ally|allies|skip|lose|losing|each|every|"
    r"give|gives|must|mandatory|forced|highest|max\w*|cap|not|doors?|tiles?|heroes|two|resurrect\w*|free|"
    r"bonus(?! table))\b|n't\b"
)


def enough(asked: Asked) -> Found | None:
    """Whether XP at hand buys the next Level or another, what is missing, what is left over."""
    slots = asked.slots()
    if asked.game is not None or not slots.has(r"\bxp\b") or not slots.has(r"\blevel") or slots.has(_ELSE):
        return None
    held = slots.number(*_HELD)
    next_ = slots.take(_NEXT) is not None
    goal = slots.number(_GOAL)
    start = slots.number(*_START)
    if goal is None:
        goal = slots.number(rf"\blevel {N}\b")
    if start is None and goal is not None and next_:
        start, goal = goal, None
    if start is None and slots.take(
        r"\b(?:new|fresh|starting|brand new|beginning) (?:hero|character|marshal|guy)\b|\bfrom scratch\b"
    ):
        start = 1
    if goal is None and start is not None and next_:
        goal = start + 1
    if goal is not None and start is None and not next_:
        start = goal - 1  # `is 900 XP enough for Level 3?` means the step to it
    if held is None or start is None or goal is None or not slots.understood(_WORDS, slack=1):
        return None
    if not 1 <= start < goal <= HIGHEST_LEVEL or held > MOST_XP:
        return None
    needed = xp_between(start, goal)
    missing = needed - held
    left = "exactly enough" if not missing else f"{-missing:,} to spare" if missing < 0 else f"{missing:,} short"
    costs = f"Level {goal} costs {needed:,} XP from Level {start}"
    wants_more = slots.has(
        r"\bhow (?:much|many|far)\b[\w ,]*\b(?:more|missing|short|lack\w*|still|away|off|left|remain\w*|shy|"
        r"until|till|before|to go|need\w*)\b"
        r"|\bwhat(?:'s| is| am i| do i)? (?:\w+ )?(?:missing|lack\w*|short|left|the difference)\b|\bhow short\b"
    )
    asks = asked.yes_no or slots.has(r"\b(?:enough|sufficient|suffices?|afford|covers?|ready|yet)\b")
    over = slots.has(r"\bleft over\b|\bremain\w*\b|\bto spare\b|\bkeep\b|\bleft after\b") and missing <= 0
    if asks and not (slots.has(r"^(?:how|what)\b") or (wants_more and not asked.yes_no)):
        return Found((f"{costs}; {held:,} XP at hand: {left}.",), (LEVELS,), (), "No" if missing > 0 else "Yes")
    if over:
        return Found((f"{-missing:,} XP are left: {costs}, of the {held:,} at hand.",), (LEVELS,))
    if wants_more:
        return Found((f"{max(0, missing):,} XP more: {costs}, less the {held:,} at hand.",), (LEVELS,))
    return None


# --- the bill ---------------------------------------------------------------------------------------------------------

_FROM = (
    rf"\b(?:i'm|i am|am|is|at|from|as|being|we're|he's|she's|they're|currently|now|sitting at|sits at|just|"
    rf"only|still|"
    rf"between|reached|start(?:s|ing)?(?: at| from)?|my|an?|of|with|have|has|hit|own)(?: a| an| only| still| on| at| "
    rf"currently| just| my)* level {N}\b",
    rf"\blevel {N} (?:hero(?:es)?|guy|marshal|samurai|duelist|bandido|now|today|right now|currently|already|rancher|"
    rf"character|and (?:want\w*|dream\w*|wish\w*))\b",
    rf"\blevel (?:is|=|:) {N}\b",
    rf"^(?:so |ok |okay |hey )?level {N}\b",
    rf"\bfrom {N}(?= (?:up )?to (?:level )?\d)",
    rf"\bbetween {N}(?= and \d)",
)
_TO = (
    rf"\b(?:to|for|reach\w*|until|get|till|becom\w*|hit|buy|make|want\w*|be|being|into|and|sitting|at|up to|target|"
    rf"goal|aim\w*(?: for| at)?|wear|call (?:myself|him|her)|wind up|end up|arrive|arriving|land|past)(?: "
    rf"an?| the| to| "
    rf"at| be| become| reach| get| my| me| is| of| as| up| all the way| being| sitting)* (?:level |as high "
    rf"as )?{N}\b(?! ?xp)",
    rf"\blevel {N}\b",
)
_BILL = (
    r"\bhow (?:much|many)\b|\bwhat(?:'s| is| does| do| will| would)?\b|\btotal\b|\bsum\b|\bbill\b|\bcost\w*\b|"
    r"\bprice\b|\badd\w* up\b|\bxp ?\?"
)
_BILL_ELSE = (
    r"\b(?:posse|chart|table|keep|retain|lost|health|upgrades?|grit|elite|enem\w+|kill\w*|wound\w*|heal\w*|ally|"
    r"allies|skip\w*|lose|losing|each|every|apiece|half|doubl\w*|max\w*|cap|mandatory|forced|doors?|tiles?|"
    r"(?<!level )(?:\d|all|our|some|several) heroes|"
    r"resurrect\w*|free|bonus|reward|mid-?game|how many levels|afford|enough|saved|banked|already|have \d+ "
    r"xp|with \d+ "
    r"xp|left over|discount|average|fortune|gold|adventures?|instead|dollars?|both)\b|n't\b|\bnot\b|[$]|\d\+"
)
_BILL_WORDS = (
    _WORDS
    + "|total|sum|bill|cost\\w*|price|spend\\w*|sitting|sit|through|stairs|climb\\w*|altogether|whole|trip|fork|cough|"
    "ranks?|levels|steps?|every|all|way|hand|hero|add\\w*|combined|overall|get\\w*|land|wind|arriv\\w*|"
    "dream\\w*|wish\\w*|"
    "aim\\w*|goal|target|there|call|shell|out|run|set|points|go|going|rise|rising|raise|raising|climb|character|down|"
    "currently|being|needed|i'd|long|end|require"
)


def bill(asked: Asked) -> Found | None:
    """XP from one Level to another, Level by Level."""
    slots = asked.slots()
    if asked.game is not None or asked.yes_no or not slots.has(r"\bxp\b") or not slots.has(r"\blevels?\b"):
        return None
    if slots.has(_BILL_ELSE) or not slots.has(_BILL):
        return None
    slots.left = slots.left.replace("levels ", "level ")
    pair = slots.take(rf"\blevel {N} ?(?:up )?(?:to|and|-|->|till|until|through|up to)(?: level)? {N}\b")
    if pair is not None:
        start, goal = int(pair[1]), int(pair[2])
    else:
        starts = slots.number(*_FROM)
        if starts is None and slots.take(
            r"\b(?:an?|my|the|as a) (?:brand )?(?:new|fresh|starting|beginning|rookie) (?:hero|character|"
            r"marshal|guy)\b|"
            r"\bfrom scratch\b"
        ):
            starts = 1
        goals = slots.number(*_TO)
        if starts is None or goals is None:
            return None
        start, goal = starts, goals
    slots.left = slots.left.replace("levels", "level")
    if not 1 <= start < goal <= HIGHEST_LEVEL or not slots.understood(_BILL_WORDS, slack=3):
        return None
    steps = [xp_between(level, level + 1) for level in range(start, goal)]
    working = f": {' + '.join(f'{step:,}' for step in steps)}" if len(steps) > 1 else ""
    return Found((f"{sum(steps):,} XP from Level {start} to Level {goal}{working}.",), (LEVELS,))


FAMILIES = (enough, bill)
