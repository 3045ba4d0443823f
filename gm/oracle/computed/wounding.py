"""Wounds and Sanity Damage that Hits do to a hero, by how many are saved: told, at worst, at best, on average."""

from __future__ import annotations

from gm.oracle.computed.records import Asked, Found
from gm.oracle.computed.saved import DEFENDED, MOST
from gm.oracle.computed.saying import average, counted
from gm.oracle.computed.slots import N, Slots
from rules_engine import odds

_KINDS = r"(?:defense|willpower)"
_EACH = (
    rf"\b{N} (?:points? of )?(?:damage|wounds?|sanity(?: damage)?)(?: damage)?(?: each| apiece| per hit| a hit| "
    rf"every)?\b",
    rf"\bdamage(?: of| is|:)? {N}(?: each| apiece| per hit| a hit)?\b(?!\+)",
    rf"\b(?:for|of|at|doing|worth|dealing) {N}(?: each| apiece| per hit)?\b(?!\+| hits?)",
)
_WORST = r"\b(?:at most|at worst|worst(?: case)?|maximum|max|most)\b"
_AVERAGE = r"\b(?:on average|average|expect\w*)\b"
_NONE = (
    r"\b(?:sav\w+|block\w*|stop\w*|defend\w*) (?:neither|none|nothing)\b|"
    r"\b(?:none|nothing|no (?:saves?|hits?)|zero|neither) (?:are |is |was |were |of (?:them|the hits) (?:is |are "
    r"|was |were )?)?"
    r"(?:sav\w+|block\w*|stop\w*|defend\w*|made)|\b(?:fail\w*|miss\w*|botch\w*|blow|blew) (?:all|both|every)(?: "
    r"(?:of )?(?:them|the|my))?"
    r"(?: (?:defense |willpower )?(?:saves?|rolls?))?|\b(?:all|both|every one)(?: of them| saves| rolls)? "
    r"(?:fail\w*|(?:get|got|go|went)? ?"
    r"through)|\bunsaved\b|\bunblocked\b"
)
_PAST = (
    rf"\b{N} (?:hits? )?(?:of (?:the |those |my |them )?(?:(\d{{1,2}}) )?(?:hits |them )?)?(?:gets?|got|get|go|"
    rf"goes|went|"
    rf"come|came|slip\w*|are|is)"
    r" (?:through|past|unsaved)\b(?: (?:out )?of (\d{1,2})\b)?"
)
_FAILED = rf"\b(?:let|fail\w*|miss\w*) (?:through )?{N}(?: of (?:them|the (?:saves?|rolls?)))?(?: (?:saves?|rolls?))?\b"
_WORDS = (
    "hit|wound|damage|sanity|horror|combat|defense|willpower|save\\w*|saved|saving|block\\w*|stop\\w*|defend\\w*|"
    "fail\\w*|through|past|"
    "against|each|apiece|per|take|taken|suffer\\w*|lose|get|got|gets|most|worst|average|expect\\w*|hero|my|enemy|"
    "enemies|attack|roll|"
    "rolled|dice|die|land\\w*|incoming|case|max|maximum|do|does|dealing|doing|for|total|before|armor|unsaved|"
    "unblocked|made|make|"
    "successful\\w*|success|made|pass\\w*|only|just|monster|him|her|me|eat|hurt|come|comes|many|at|point|if|none|"
    "of|inflict\\w*|amount|"
    "went|with|i|two|remaining|other|rest|let|slip\\w*|cop|soak\\w*"
)


def unsaved(asked: Asked) -> Found | None:
    """Wounds of Hits of so much Damage each, of which some are saved: each save stops a whole Hit."""
    slots = asked.slots()
    if asked.game is not None or asked.yes_no or not slots.has(r"\bhits?\b"):
        return None
    if not slots.has(r"\bhow (?:many|much)\b|\bwhat\b|\b(?:wounds|damage|sanity)\?|\btotal\b"):
        return None
    if slots.has(
        r"\b(?:chance|likely|armor (?:of )?\d|\d\+ armor|armor (?:dice|saves?)|rolled \d|rolls? \d|cover|shield|"
        r"corruption|to hit|kill\w*|"
        r"critical|xp|health|grit|reroll\w*|enemy defense|monster's defense|tough|endurance|dead|troll|half|"
        r"doubl\w+|d6|d8|large|big|"
        r"elite|brutal|shotgun|shot|shots|shoot\w*|allies|ally)\b|\bdefense (?:of |is )?\d(?!\+)"
    ):
        return None
    past = slots.take(_PAST)
    through = int(past[1]) if past is not None else slots.number(_FAILED)
    of = next((int(g) for g in past.groups()[1:] if g), None) if past is not None else None
    stopped = slots.number(
        rf"\b(?:sav\w+|block\w*|stop\w*|defend\w*|prevent\w*|mak\w+|made|pass\w*)(?: against| off| just| "
        rf"only)? {N}(?: of (?:them|those|the hits))?"
        rf"(?: saves?| hits?| rolls?)?\b",
        rf"\b{N} (?:hits? |of them |of those )?(?:is|are|was|were|gets?|got) (?:saved|blocked|stopped|defended|"
        rf"prevented)\b",
        rf"\b{N} (?:successful )?(?:saves?|blocks?)\b(?! (?:dice|rolls))",
    )
    if (
        stopped is None
        and slots.take(r"\b(?:sav\w+|block\w*|stop\w*|defend\w*)(?: against| just| only)? (?:one|a single one|1)\b")
        is not None
    ):
        stopped = 1
    all_ = slots.take(_NONE) is not None
    hits = slots.number(rf"\b(?:of (?:the )?)?{N} (?:more |combat |horror |incoming |enemy |single )*hits?\b")
    if hits is None and slots.take(r"\bboth (?:combat |horror )?hits\b") is not None:
        hits = 2
    if hits is not None and of is not None and hits != of:
        return None
    hits = of if hits is None else hits
    each = slots.number(*_EACH)
    save = slots.take(rf"\b{_KINDS}(?: save| roll)?(?: of| is| on)?:? (\d)\+|\b(\d)\+ {_KINDS}(?: save)?\b")
    target = next((int(g) for g in save.groups() if g), None) if save is not None else None
    worst, mean = slots.take(_WORST) is not None, slots.take(_AVERAGE) is not None
    if hits is None or each is None or not slots.understood(_WORDS, slack=1):
        return None
    if not 1 <= hits <= MOST or not 1 <= each <= MOST or (target is not None and not 2 <= target <= 6):
        return None
    horror = slots.has(r"\b(?:sanity|horror|willpower)\b")
    return _told(slots, hits, each, target, (through, stopped, all_, worst, mean), horror)


def _told(
    slots: Slots,
    hits: int,
    each: int,
    target: int | None,
    given: tuple[int | None, int | None, bool, bool, bool],
    horror: bool,
) -> Found | None:
    through, stopped, all_, worst, mean = given
    noun, many = ("point of Sanity Damage", "points of Sanity Damage") if horror else ("Wound", "Wounds")
    armor = "before Spirit Armor" if horror else "before Armor"
    if sum((through is not None, stopped is not None, all_, worst, mean)) != 1:
        return None
    if mean:
        if target is None or hits * each > odds.MOST_DICE:
            return None
        spread = odds.saves(hits, target, damage=each)
        said = f"{average(spread.mean())} {many} on average, from {hits} Hits of {each} against a save of {target}+."
        return Found((said, f"At most {hits * each}."), (DEFENDED,))
    left = hits if all_ or worst else through if through is not None else hits - (stopped or 0)
    if not 0 <= left <= hits:
        return None
    how = f"{counted(left, 'Hit')} of {hits} {'gets' if left == 1 else 'get'} past, {each} each"
    lead = f"{counted(left * each, noun, many)}{' at most' if worst else ''}: {how}, {armor}."
    return Found((lead, "Each successful save stops one whole Hit."), (DEFENDED,))


FAMILIES = (unsaved,)
