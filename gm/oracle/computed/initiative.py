"""Who Activates first by Initiative, in an Ambush too; which of two Enemy Types is placed first."""

from __future__ import annotations

import re
from typing import NamedTuple

from gm.oracle.computed.names import enemies_of
from gm.oracle.computed.records import Asked, Because, Found
from gm.oracle.computed.saying import listed
from gm.oracle.computed.slots import Slots
from gm.oracle.computed.talk import TALK
from rules_engine.content.library import standard
from rules_engine.procedures.fights import bring_enemies
from rules_engine.procedures.turn import next_to_activate

AMBUSHING = 2
MOST = 20

TURN = Because(next_to_activate, "compilation: Initiative", "initiative-value", ("highest", "tie", "enemies", "first"))
AMBUSH = Because(
    bring_enemies, "compilation: Ambush Attacks", "ambush", ("ambushing", "+2", "initiative", "first", "turn")
)
PLACING = Because(
    bring_enemies, "compilation: Placing Enemies on the Board", "ambush", ("order", "placing", "highest", "lowest")
)
_PRINTED = ("gremians", "oni", "tengu", "temple guard", "serpentmen archers", "archers", "guards", "spiders",
            "tentacles", "zombies", "ghouls", "hellbats", "enemies", "beasts", "robots", "goblins")  # fmt: skip
_HERO = (
    r"(?:i'm|i am|i|(?<=vs )me|(?<=versus )me|(?<=against )me|(?<=or )me|my(?: \w+)??|mine|our (?:\w+ )?hero|hero|"
    r"heroes|marshal|gunslinger|preacher|rancher|scout|samurai|viking|we)"
)
_VALUE = (
    r"(?:(?:'s)?(?: (?:initiative|init|is|are|am|of|at|has|have|got|with|on|a|an|being|speed|sits?|go|act|goes|value|"
    r"who|which|moves?|printed|stat))*[ :=]*\(?(?:initiative |init )?)(\d{1,2})\b\)?"
)
_MINE = rf"\b{_HERO}{_VALUE}(?! ?(?:of|more|{{0}}))(?: initiative)?(?! ?\+)"
_MINE_BEFORE = (
    r"\b(?:initiative|init)(?: (?:is|of|at))*[ :=]*(\d{1,2}) (?:hero|marshal|gunslinger)\b|\b(?:hero|marshal|"
    r"gunslinger) \((\d{1,2})\)"
)
_WORDS = (
    "initiative|init|ambush\\w*|enemy|enemies|hero|heroes|turn|round|first|second|third|activate\\w*|activation|act|"
    "acts|go|goes|fight|attack\\w*|who|"
    "before|after|order|faster|slower|slow|fast|quick\\w*|starts?|begin\\w*|tie[ds]?|tied|move|moves|place[ds]?|"
    "placing|put|board|down|type|"
    "types|card|threat|normal|regular|ordinary|spring\\w*|jump\\w*|surpris\\w*|next|opening|speed|my|up|gets|swing|"
    "lead\\w*|"
    "not|no|without|plain|group|groups|room|set|lay|then|model\\w*|show|drop\\w*|hit|strike\\w*|win\\w*|gang|combat"
)
_ELSE = (
    r"\b(?:immobile|shootout|defer|delay\w*|wait|elite|brutal|chance|ability|joins?|joined|running fight|"
    r"reinforce\w*|already|"
    r"entangled|poison\w*|upgrade|item|bonus|extra|if i|unless|world|reroll\w*|grit|quickness|haste|always|xp|damage|"
    r"far from|hex|flee\w*|escape\w*|other hero|friend|mate|buddy|two heroes|2 heroes)\b|[+-] ?\d|n't\b"
)
_LATER = (
    r"\b(?:second|2nd|next|later|third|3rd|following|subsequent) (?:turn|round)\b|\b(?:turn|round) (?:2|3|4|two|"
    r"three)\b|\bafter (?:that|the first)\b"
)
_EARLY = r"\b(?:first|1st|opening|initial|1|this|that) (?:turn|round)\b|\b(?:turn|round) (?:1|one)\b"
_ALL_AMBUSH = (
    r"\b(?:both|all|they|the two)(?: \w+)? ambush\w*|\bambush(?: attack)? (?:of|by|with|from)\b|\b(?:in|as) an ambush\b"
)
_PLACE = r"\b(?:plac\w+|put(?:ting)?|set(?:ting)? up|laid|lay|deploy\w*)\b"
_FIRST = r"\bwho\b|\bfirst\b|\bbefore\b|\border\b|\bwhich\b|\bwhen\b|\bwhat (?:order|initiative)\b"


class Side(NamedTuple):
    """Somebody who Activates: an Enemy Type or the hero who asks, with an Initiative."""

    name: str
    value: int
    enemy: bool


def _called(id: str) -> str:
    return standard().enemies[id].plural


def _foes(slots: Slots) -> list[Side]:
    """The Enemy Types with the Initiatives that a question gives them, in its order."""
    names = {name: _called(id) for name, id in enemies_of(standard()).items() if " " in name or len(name) > 4}
    names |= {name: name.title() for name in _PRINTED} | {"enemies": "the Enemies", "gremian": "Gremians"}
    found: list[tuple[int, Side]] = []
    words = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    while (one := slots.take(rf"\b({words})s?{_VALUE}")) is not None:
        found.append((one.start(), Side(names[one[1]], int(one[2]), True)))
    while (one := slots.take(rf"\b(?:initiative|init|speed)[ -](\d{{1,2}}) ({words})s?\b")) is not None:
        found.append((one.start(), Side(names[one[2]], int(one[1]), True)))
    return [side for _, side in sorted(found)]


def _printed(asked: Asked, slots: Slots, found: list[Side]) -> list[Side]:
    """Enemy Types named without an Initiative, with the one that the corpus prints."""
    stated = asked.stated("printed-initiatives", r"Printed Initiatives: (.*)")
    for name, value in re.findall(r"([A-Z][A-Za-z ]+?) (\d+)", stated[0][1] if stated is not None else ""):
        if slots.take(rf"\b{re.escape(name.lower().removesuffix('s'))}s?\b") is not None:
            found.append(Side(name, int(value), True))
    return found


def who_first(asked: Asked) -> Found | None:
    """Who Activates before whom: the highest Initiative, Enemies before a hero on a tie, 2 more for ambushers."""
    slots = asked.slots()
    if asked.game is not None or asked.yes_no or not slots.has(_FIRST) or slots.has(_ELSE) or slots.has(_PLACE):
        return None
    if not slots.has(r"\binit(?:iative)?\b|\bambush\w*\b"):
        return None
    later, early = slots.take(_LATER) is not None, slots.take(_EARLY) is not None
    foes = _printed(asked, slots, _foes(slots))
    mine = slots.take(_MINE.replace("{0}", "xp")) or slots.take(_MINE_BEFORE)
    ambush = slots.has(r"\bambush\w*\b")
    if ambush and slots.has(r"\b(?:no|not an|not in an|without an|isn't an) ambush\b"):
        ambush = False
    if ambush and len(foes) > 1 and not slots.has(_ALL_AMBUSH):
        return None
    if not foes or (later and early) or len({side.name for side in foes}) != len(foes):
        return None
    if not slots.understood(f"{_WORDS}|{TALK}", slack=4):
        return None
    more = AMBUSHING if ambush and not later else 0
    sides = [Side(side.name, side.value + more, True) for side in foes]
    if mine is not None:
        sides.append(Side("the Hero", next(int(group) for group in mine.groups() if group), False))
    if len(sides) < 2 or any(not 1 <= side.value <= MOST for side in sides):
        return None
    values = [side.value for side in sides if side.enemy]
    if len(set(values)) != len(values):
        return None
    order = sorted(sides, key=lambda side: (-side.value, not side.enemy))
    raised = f" ({foes[0].value} and 2 for the Ambush)" if more and len(foes) == 1 else ""
    first, *rest = order
    lead = f"{first.name[0].upper()}{first.name[1:]} first, at Initiative {first.value}{raised if first.enemy else ''}"
    then = "; then " + listed([f"{side.name} at {side.value}{raised if side.enemy else ''}" for side in rest])
    tie = len({side.value for side in sides}) < len(sides)
    why = ["On a tie Enemies go before Heroes."] if tie else []
    why += ["The +2 of an Ambush lasts for its first turn only."] if ambush else []
    return Found((f"{lead}{then}.", *why), (AMBUSH, TURN) if ambush else (TURN,))


def placed_first(asked: Asked) -> Found | None:
    """Which Enemy Type is placed first: the lowest Initiative in an Attack, the highest in an Ambush."""
    slots = asked.slots()
    if asked.game is not None or asked.yes_no or not slots.has(_PLACE) or slots.has(_ELSE) or not slots.has(_FIRST):
        return None
    foes = _printed(asked, slots, _foes(slots))
    ambush = slots.has(r"\bambush\w*\b") and not slots.has(r"\b(?:no|not an|without an) ambush\b")
    both = slots.has(
        r"\bambush\w*\b.*\b(?:or|and|versus|vs)\b.*\b(?:normal|attack|regular)\b|\bnormal\b.*\bambush\w*\b"
    )
    if len(foes) < 2 or both or any(not 1 <= side.value <= MOST for side in foes):
        return None
    if len({side.value for side in foes}) != len(foes) or len({side.name for side in foes}) != len(foes):
        return None
    if not slots.understood(f"{_WORDS}|{TALK}", slack=4):
        return None
    order = sorted(foes, key=lambda side: -side.value if ambush else side.value)
    rule = "highest Initiative first in an Ambush" if ambush else "lowest Initiative first in a normal Attack"
    first, *rest = [f"{one.name} ({one.value})" for one in order]
    said = f"{first} first, then {listed(rest)}: {rule}."
    return Found((said,), (PLACING,))


FAMILIES = (placed_first, who_first)
