"""Dual Wielding with dice that lie there: Hits of the main hand and of the off-hand, which may need one more."""

from __future__ import annotations

import re

from gm.oracle.computed.editions import by_edition, same
from gm.oracle.computed.records import Asked, Because, Found
from gm.oracle.computed.saying import counted, listed
from gm.oracle.computed.slots import N, Slots
from gm.oracle.computed.talk import CONDITIONS, TALK, with_faces
from rules_engine.procedures.dual_wield import dual_wield
from rules_engine.ruleset import Ruleset

DUAL = Because(
    dual_wield, "compilation: Dual Wielding Ranged Weapons", "dual-wielding", ("off-hand", "1", "higher", "to", "hit")
)
_SEP = r"(?:\s*(?:,|&|/|\band\b|\bthen\b|\ba\b|\ban\b)\s*)+"
_DICE = rf"([1-6](?>{_SEP}[1-6]\b(?!\+|'s| \w*hand))*+)(?![\d+])"
_GUN = r"(?:[- ]?(?:hand(?:ed)?|gun|pistol|sixshooter|revolver|weapon|one|side|iron|shooter|dice|barrel))*(?:'s)?"
_ROLLS = (
    r"(?:[ :,(=-]|\b(?:roll\w*|shows?|showed|showing|got|gets|came up|comes up|dice|die|is|are|was|were|with|a|an|"
    r"threw|threw up|had|has|gave|read|reads|the)\b)*"
)
_FIRST = rf"\b(?:main|primary|dominant|strong|first|1st|good)\b{_GUN}{_ROLLS}"
_OTHER = rf"\b(?:off|other|second|2nd|secondary|weak(?:er)?)\b{_GUN}{_ROLLS}"
_AFTER = r" (?:(?:in|with|from|for|on|by|was|were|are|is|out of) )*(?:(?:the|my|his|her) )*"
_HIT_ON = (
    r"\b(?:to[- ]hit|ranged|range|hit(?:s|ting)?|shoot\w*|needs?|target)(?: (?:to[- ]hit|to hit|is|of|at|on|with|my|"
    r"a|an|the|number|value|stat|ranged|hits?))*[ :]*([2-6])\+|"
    r"\b([2-6])\+ (?:to[- ]hit|ranged|range|shooter|shot)|\b([2-6])\+(?!\w)"
)
_GUNS = (
    r"\b(?:dual[- ]?wield\w*|akimbo|(?:2|both|2 of my|a brace of|paired|twin) (?:\w+ )?(?:sixshooters?|guns?|"
    r"pistols?|revolvers?|colts?|shooters?|irons?|barrels?)|"
    r"off[- ]?hand\w*|(?:both|each) hands?|other hand|second (?:gun|pistol|sixshooter))\b"
)
_ELSE = (
    r"\b(?:d8|8-sided|damage|defense|wounds?|xp|shotgun|melee|sword|knife|free attack|kill\w*|health|trick|ability|"
    r"aim\w*|corruption|"
    r"horror|save[sd]?|limit|more than 8|left hand|right hand)\b"
)
_WORDS = (
    "sixshooter|gun|guns|pistol|revolver|colt|shot|shots|range|ranged|hit|hits|to-hit|main|primary|off|off-hand|"
    "offhand|hand|hands|dual|"
    "wield\\w*|dual-wield\\w*|akimbo|attack|dice|die|roll|rolled|shooter|critical|second|first|other|weapon|"
    "fire[ds]?|firing|shoot\\w*|"
    "target|land\\w*|connect\\w*|score\\w*|total|all|dominant|good|weak\\w*|each|single|iron|irons|need\\w*|both|"
    "blaz\\w*|enemy|barrel|"
    "outlaw|lead|many|how|penalty|with|bullet\\w*|count\\w*|are|paired|twin|brace|secondary|one-handed|handed"
)


def two_guns(asked: Asked) -> Found | None:
    """Hits of both hands by the dice rolled; a 6 is no Critical Hit, and the off-hand may need one more."""
    slots = with_faces(asked.slots())
    if asked.game is not None or not slots.has(_GUNS) or slots.has(_ELSE):
        return None
    if re.search(CONDITIONS.replace("penalt\\w+|", ""), slots.text) or (asked.yes_no and not asked.compares):
        return None
    if not slots.has(r"\bhits?\b|\bcritical|\bland\w*|\bconnect\w*") or not slots.has(
        r"\bhow many\b|\bwhat\b|\bhits\b|\btotal\b|\?"
    ):
        return None
    slots.take(r"\b(?:6|sixes|6\+?'?s) (?:on the die )?(?:is|are|count\w*) no criticals?\b")
    target = slots.take(_HIT_ON)
    each = slots.number(
        rf"\b{N} (?:shots?|dice|bullets?)(?: (?:each|apiece|per (?:gun|hand|pistol)|a piece|with each|from each|a "
        rf"gun))*\b",
        rf"\b(?:shots?|dice)(?: each)?:? {N}\b(?! ?,)",
    )
    slots.take(
        r"\b(?:2|both|paired) (?:\w+ )?(?:sixshooters?|guns?|pistols?|revolvers?|colts?|shooters?|irons?|hands?|"
        r"weapons?)\b"
    )
    first, other = _of(slots, _FIRST), _of(slots, _OTHER)
    if target is None or first is None or other is None or not slots.understood(f"{_WORDS}|{TALK}", slack=4):
        return None
    needed = next(int(group) for group in target.groups() if group)
    if not 2 <= needed <= 6 or (each is not None and each not in (len(first), len(first) + len(other))):
        return None

    def tell(rules: Ruleset) -> str:
        limit = rules.attack_dice_limit
        if limit and len(first) + len(other) > limit:
            return ""
        harder = needed + rules.off_hand_penalty
        mine, theirs = [die for die in first if die >= needed], [die for die in other if die >= harder]
        parts = f"main hand on {needed}+ ({listed(mine)}), off-hand on {harder}+ ({listed(theirs)})"
        return f"{counted(len(mine) + len(theirs), 'Hit')}: {parts}; none is Critical."

    if not all(tell(rules) for rules in (*asked.rules.values(), *asked.others.values())):
        return None
    said, notes = by_edition(asked, tell)
    return Found((said,), (DUAL,), notes, same(asked, tell))


def _of(slots: Slots, hand: str) -> list[int] | None:
    """The dice of a hand: those told after it, or before it."""
    named = hand.removesuffix(_ROLLS)
    found = slots.take(rf"{hand}{_DICE}") or slots.take(rf"{_DICE}{_AFTER}{named}")
    return [int(one) for one in re.findall(r"[1-6]", found[1])] if found is not None else None


FAMILIES = (two_guns,)
