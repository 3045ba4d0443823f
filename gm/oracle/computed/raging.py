"""Rage that Wounds bring a Viking, and the Damage that Rage adds to a Hit."""

from __future__ import annotations

from typing import Final

from gm.oracle.computed.records import Asked, Because, Found
from gm.oracle.computed.saying import counted
from gm.oracle.computed.slots import N
from gm.oracle.computed.talk import TALK
from rules_engine.procedures.boosts import into_a_hit

ENTRY: Final = "rage"
GAINED: Final = Because(None, "valhalla: Rage", ENTRY, ("every", "2", "wounds", "gains", "rage", "max"))
SPENT: Final = Because(into_a_hit, "valhalla: Rage", ENTRY, ("rage", "spent", "damage", "maximum", "3", "hit"))
MOST: Final = 40
_MAX = (
    rf"\b(?:max(?:imum)?|limit|cap)(?: of)?(?: rage)?(?: (?:of|is|at|was|tokens?))*:? {N}\b",
    rf"\b(?:rage|tokens?) (?:max|limit|cap)(?: (?:of|is|at))*:? {N}\b",
    rf"\b{N} (?:max|maximum)(?: rage)?\b",
)
_HELD = (
    rf"\b(?:already|have|has|had|with|holding|holds|at|on|got|sitting on|start\w*(?: with| at)?) {N} "
    rf"rage\b(?: tokens?)?"
    rf"(?: already)?",
    rf"\b{N} rage(?: tokens?)? (?:already|on (?:me|him|her)|so far|in hand)\b",
)
_WOUNDS = rf"\b{N}(?: more)? wounds?\b"
_SPENDS = (
    rf"\b(?:spen[dt]\w*|pour\w*|put\w*|us(?:e|es|ed|ing)|burn\w*|dump\w*|pay\w*|throw\w*|sink\w*|"
    rf"pump\w*) (?:all |my |of )*{N}(?: of)?(?: my)?(?: rage)?\b(?: tokens?)?"
)
_ELSE = (
    r"\b(?:each hit|every hit|two hits|2 hits|3 hits|hits|after the fight|end of|fight ends|chance|average|heal\w*|"
    r"armor|save[sd]?|defense|"
    r"draugar|leach|battle fury|then(?! ?(?:\?|$))|again|lose[sd]?|lost|left|remain\w*|prevent\w*|before|until|"
    r"bear|enem\w+|turns?|ability|item|doubl\w+|half|more rage|per rage|how many wounds|card|upgrade|jarl "
    r"bonus)\b|n't\b|"
    r"\bnot\b|\+ ?\d|\d\+"
)
_WORDS = (
    "rage|raging|wound|viking|berserker|raider|jarl|huscarl|token|max\\w*|limit|cap|gain\\w*|get|hero|take|"
    "takes|took|taken|"
    "suffer\\w*|hit|hits|damage|spen[dt]\\w*|pour\\w*|put|use|used|burn\\w*|dump\\w*|add\\w*|bonus|extra|"
    "single|one|combat|"
    "axe|blow|attack|already|holding|hold\\w*|many|much|total|end|up|into|earn\\w*|collect\\w*|generate\\w*|"
    "have|with|"
    "build\\w*|pay\\w*|throw|sink|pump\\w*|more|plus|swing|bring\\w*|give\\w*|source|worth|now|does|make"
)


def rage(asked: Asked) -> Found | None:
    """Rage gained by so many Wounds, up to Max Rage; or Damage added to one Hit by so much Rage."""
    slots = asked.slots()
    if asked.game is not None or asked.yes_no or not slots.has(r"\brage\b") or slots.has(_ELSE):
        return None
    by = asked.stated(ENTRY, r"every (\d+) Wounds .* gains (\d+) Rage")
    top = asked.stated(ENTRY, r"\+(\d+) Damage .*maximum of (\d+) Rage")
    if by is None or top is None or not slots.has(r"\bhow (?:many|much)\b|\bwhat\b|\btotal\b"):
        return None
    cap = slots.number(*_MAX)
    spent = slots.number(_SPENDS)
    slots.take(r"\b1 (?:single )?(?:combat |axe )?(?:hit|blow)\b")
    held = slots.number(*_HELD) if spent is None else None
    wounds = slots.number(_WOUNDS)
    if (wounds is None) is (spent is None) or not slots.understood(f"{_WORDS}|{TALK}", slack=2):
        return None
    if max(wounds or 0, spent or 0, held or 0, cap or 0) > MOST:
        return None
    if spent is not None:
        if not slots.has(r"\b(?:damage|bonus)\b") or cap not in (None, int(top[0][2])):
            return None
        counts = min(spent, int(top[0][2]))
        over = f" of the {spent}: no more than {top[0][2]} Rage go into one Hit" if spent > counts else ""
        return Found((f"+{counts * int(top[0][1])} Damage: 1 for each of {counts} Rage{over}.",), (SPENT,))
    assert wounds is not None
    gained = wounds // int(by[0][1]) * int(by[0][2])
    each = f"1 for every {by[0][1]} of {counted(wounds, 'Wound')}"
    if held is not None and slots.has(r"\bhow (?:many|much)\b[\w ]*\bgain\w*\b") and cap is not None:
        return None
    if held is None:
        rage_ = gained if cap is None else min(gained, cap)
        over = f", {gained} but for Max Rage {cap}" if rage_ < gained else ""
        more = () if cap is not None else ("Max Rage caps it.",)
        return Found((f"{rage_} Rage: {each}{over}.", *more), (GAINED,))
    total = held + gained if cap is None else min(held + gained, cap)
    if cap is not None and held > cap:
        return None
    over = f", no more than Max Rage {cap}" if total < held + gained else ""
    return Found((f"{total} Rage then: {held} and {gained} more, {each}{over}.",), (GAINED,))


FAMILIES = (rage,)
