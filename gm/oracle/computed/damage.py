"""Wounds of Hits whose Damage is told, Critical Hits among them, and whether the enemy dies of them."""

from __future__ import annotations

import re

from gm.oracle.computed.records import Asked, Because, Found
from gm.oracle.computed.rolls import THROUGH
from gm.oracle.computed.saying import counted, listed
from gm.oracle.computed.slots import N, Slots
from gm.oracle.computed.talk import OTHERS, TALK
from rules_engine.odds import wounds_of_damage
from rules_engine.procedures.attacks import resolve_hit

MOST, MOST_DAMAGE = 20, 60
CRITICAL = Because(
    resolve_hit, "compilation: Critical Hits", "critical-hits", ("critical", "ignores", "defense", "wounds")
)
_LIST = r"(\d{1,2}(?>(?:\s*(?:,|&|/|\band\b|\bthen\b)\s*)+(?:an? |one )?\d{1,2}(?!\d))*+)"
_CRIT = r"critical(?: (?:hits?|ones?|damage))?s?"
_VERB = (
    r"(?:(?:that|which|it|i|with|rolls?|rolled|rolling|does|did|do|doing|deals?|dealt|dealing|showed|shows|showing|"
    r"came|"
    r"comes|up|was|is|were|are|at|of|for|a|an|another|damage|die|dice|to|hit|landed|lands|scored|scores|worth|on|its|"
    r"has|had|gets?|got|says?|read|reads|each) )*"
)
_AFTER = rf"\b({_CRIT})(?: ?[:=(]| )? ?{_VERB}{_LIST}(?:\)| damage| wounds?)*(?=(?P<tail>.{{0,12}}))"
_BEFORE = (
    rf"(?:^|[.;:(]|\b(?:a|an|the|another|plus|with|my|did|does|dealt|deal|rolled|roll|scored|got|i|for|of|is|was)) ?{N}"
    rf"(?: (?:damage|points?|wounds?|more|extra|on|for|from|with|by|of|off|as|in|to|was|is|were|are|being|came|comes|"
    rf"belongs|"
    rf"the|a|an|my|1|one|that|those|single))* \(?{_CRIT}\b"
)
_POINTED = (
    rf"\b(?:the|that) {N} (?:is|was|being|were|came from|comes from|from|on|of)(?: (?:a|an|the|my|1|one))* {_CRIT}\b"
)
_PLAIN = "normal|plain|regular|ordinary|non-critical|other|standard"
_NONE_CRITICAL = (
    r"\b(?:no|none|neither|not a|without)(?: (?:of them|is a|are|was a|were|a))* critical(?:s| hits?)?\b|"
    r"\bnon-?critical(?: hits?)?\b"
)
_ALL_CRITICAL = (
    r"\b(?:all|both|each|every one)(?: of them| hits?| of those)?(?: (?:is|are|was|were|being))?(?: a)? critical(?:s|"
    r" hits?)?\b"
)
_DEFENSE = (
    rf"\bdefense(?: (?:of|is|value|at|was|has|sits at|a))* {N}\b(?!\+)",
    rf"\b{N}(?: points? of)? defense\b",
    rf"\bdefense ?[:=] ?{N}\b(?!\+| ?(?:,|and|&) ?\d)",
)
_BOTH_WAYS = r"\b\d+ (?:defense|health) \d"
_HEALTH = (
    rf"\b{N}(?: points? of)? (?:health|wounds left|life)(?: (?:left|remaining|to go))?\b",
    rf"\b(?:health|wounds left|life)(?: (?:of|is|at|left|was|remaining|only|still|just|down to|a))* {N}\b",
    rf"\bhealth ?[:=] ?{N}\b(?! ?(?:,|and|&) ?\d)",
)
_DEAD = r"\b(?:dead|die[sd]?|kill\w*|drop\w*|surviv\w*|finish\w*|down|alive|standing|goner|slain|live[sd]?)\b"
_STILL = (
    r"\bshort of\b|\bhow (?:much|many) (?:\w+ )?(?:left|remain\w*|more)\b|\bhow much health\b|\bto go\b|"
    r"\bstill needs?\b"
)
_ELSE = (
    r"\b(?:armor|cover|tough|xp|chance|average|expect\w*|likely|bonus|extra damage|shotgun|explosi\w+|poison\w*|"
    r"immune|ignor\w+|"
    r"reroll\w*|grit|half|doubl\w+|willpower|horror|sanity|my defense|save[sd]?|saving|shield|elite|brutal|rage|dual|"
    r"corruption|off-hand|to hit|most|least|maximum|minimum|at best|at worst|instead|unless|if i had|need\w*|already|"
    r"wounded|other enemies|each enemy|other enemy|two enemies|2 enemies|different|defense save)\b|(?<![\d\w)])[+] "
    r"?\d|\d ?\+ ?\d|\d\+|n't\b"
)
_WORDS = (
    "damage|hit|hits|defense|wound|critical|normal|plain|regular|ordinary|dice|die|roll\\w*|enemy|enemies|through|"
    "past|does|"
    "do|did|deal\\w*|dealt|cause\\w*|inflict\\w*|score\\w*|land\\w*|attack|shot|shots|swing|blow|beast|health|dead|"
    "kill\\w*|kills|"
    "drop\\w*|surviv\\w*|finish\\w*|live|alive|standing|take|takes|suffer\\w*|get|gets|has|had|with|of|lose|loses|"
    "total|"
    "troll|monster|combat|non-crit\\w*|other|second|first|eat\\w*|soak\\w*|pistol|gun|rifle|knife|axe|sword|put\\w*|"
    "ghoul|zombie|"
    "wounds|melee|ranged|range|slain|slug|bullet|bullets|left|remain\\w*|many|much|point|tentacle|void|spider|dead"
)


def wounded(asked: Asked) -> Found | None:
    """Wounds of plain and Critical Hits on an enemy: Defense counts for each plain one, never for a Critical one."""
    slots = asked.slots()
    if not slots.has(r"\bdefense\b") or not slots.has(r"\bcritical") or slots.has(f"{_ELSE}|{_BOTH_WAYS}|{OTHERS}"):
        return None
    if not slots.has(r"\bwounds?\b|\bdamage\b|" + _DEAD) and slots.has(r"\b(?:how|what|which|who)\b"):
        return None
    defense = slots.number(*_DEFENSE)
    health = slots.number(*_HEALTH)
    none = slots.take(_NONE_CRITICAL) is not None
    every = slots.take(_ALL_CRITICAL) is not None
    if defense is None:
        return None
    pointed = slots.number(_POINTED)
    fatal = [pointed] if pointed is not None else [] if none or every else _critical(slots)
    sorts = slots.number(rf"\b{N} (?:more )?(?:{_PLAIN})(?: combat)?(?: hits?| ones?)?\b", rf"\bother {N} hits\b")
    hits = slots.number(rf"\b{N} (?:combat )?hits?\b(?=.*\d)")
    plain = [int(m[1]) for m in slots.takes(rf"(?<![\d$.(-]){N}\b(?! ?(?:%|xp|turns?|heroes))")]
    if fatal is None or not slots.understood(f"{_WORDS}|{TALK}", slack=4):
        return None
    if pointed is not None and re.search(r"\bcritical", slots.left):
        return None
    if pointed is not None and pointed in plain:
        plain.remove(pointed)
    if every:
        fatal, plain = plain, []
    if not fatal and not none:
        return None
    if len(plain) == 1 and slots.has(r"\b(?:each|both|all|apiece)\b") and not every:
        if sorts is None and hits is not None and fatal:
            return None  # it is not told whether the Critical Hit is one of them
        plain = plain * min(sorts or hits or 1, MOST + 1)
    if sorts not in (None, len(plain)) or (hits is not None and hits != len(plain) + len(fatal)):
        return None
    if not 0 <= defense <= MOST or not 1 <= len(plain) + len(fatal) <= MOST:
        return None
    if max(*plain, *fatal, 0) > MOST_DAMAGE or min(*plain, *fatal, MOST_DAMAGE) < 0:
        return None
    return _told(asked, slots, (defense, health), plain, fatal)


def _critical(slots: Slots) -> list[int] | None:
    """The Damage of the Critical Hits; None where it is not clear which Hits they are."""
    fatal: list[int] = []
    many = slots.number(rf"\b{N} (?=critical(?:s| hits?)?\b)")
    for found in slots.takes(rf"{_AFTER}"):
        told = [int(one) for one in re.findall(r"\d+", found[2])]
        if len(told) > 1 and many != len(told) and not found[1].endswith("s"):
            return None
        if re.match(r"\)?,? (?:normal|plain|regular|ordinary|on the|from the)", found["tail"]) and len(told) > 1:
            return None
        fatal += told
    fatal += [int(one[1]) for one in slots.takes(_BEFORE)]
    if many is not None and many != len(fatal):
        if len(fatal) != 1:
            return None
        fatal = fatal * min(many, MOST + 1)
    return fatal


def _told(
    asked: Asked, slots: Slots, figures: tuple[int, int | None], plain: list[int], fatal: list[int]
) -> Found | None:
    defense, health = figures
    past = [next(iter(wounds_of_damage(dealt, defense).chances)) for dealt in plain]
    whole = [next(iter(wounds_of_damage(dealt, 0).chances)) for dealt in fatal]
    total = sum(past) + sum(whole)
    parts = [f"{dealt} - {defense} = {left}" for dealt, left in zip(plain, past, strict=True)]
    of_all = f"the Critical {'Hit does' if len(fatal) == 1 else 'Hits do'} {listed(whole)} whole" if fatal else ""
    said = f"{counted(total, 'Wound')}: {', '.join([*parts, *([of_all] if of_all else [])])}."
    rests = (THROUGH, CRITICAL) if fatal else (THROUGH,)
    if health is None:
        return Found((said, "Defense counts for each plain Hit."), rests) if not asked.yes_no else None
    dead = total >= health
    verdict = ""
    if asked.yes_no:
        alive = slots.has(r"\b(?:surviv\w*|alive|still standing|live)\b")
        if not slots.has(_DEAD):
            return None
        verdict = "Yes" if dead != alive else "No"
    fate = f"With Health {health} it {'is dead' if dead else f'has {health - total} left'}."
    if not asked.yes_no and not dead and slots.has(_STILL):
        short = f"{counted(health - total, 'Wound')} short of dead: {total} of Health {health}."
        return Found((short, said), rests)
    return Found((said, fate), rests, (), verdict)


FAMILIES = (wounded,)
