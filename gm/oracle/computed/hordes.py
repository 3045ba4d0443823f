"""How many Drowned Dead there are after Endless Hordes, by its two rolls."""

from __future__ import annotations

import re
from typing import Final

from gm.oracle.computed.records import Asked, Because, Found
from gm.oracle.computed.saying import counted
from gm.oracle.computed.slots import N
from rules_engine.content.library import standard
from rules_engine.dice import SIDES, VALUES
from rules_engine.effects import nodes
from rules_engine.procedures.fights import spawn

TYPE, ABILITY = "drowned-dead", "endless-hordes"
HORDES: Final = Because(
    spawn, "compilation: Drowned Dead", "drowned-dead", ("endless", "hordes", "roll", "d6-3", "more")
)
MOST = 30
_STANDING = (
    rf"\b{N} (?:(?:brutal|elite|normal|remaining|living|surviving|more|wet) )*drowned(?: dead| ones)?\b"
    r"(?: (?:left|standing|in play|still|alive|on the (?:map|board|table)|remain\w*|up|around|there|here))*",
    rf"\bdrowned(?: dead)?(?: (?:count|number|are|is|left|standing|in play|still|at|down to|on the board))*:? {N}\b",
    rf"\b{N} (?:(?:of )?(?:them|the drowned dead|enemies) )?(?:left|standing|in play|remain\w*|alive|on the "
    rf"(?:board|map|table))\b",
)
_FACE = r"(?:an? )?([1-6])\b(?!\+)"
_SAID = (
    r"(?: (?:came up|comes up|comes|came|is|was|of|shows?|showed|says?|gives?|gave|rolls?|rolled|a|an|with|then|"
    r"die|d6|1d6|roll|for|=))*:? ?"
)
_FIRST = (
    rf"\b(?:roll(?:ed|s|ing)?|threw|got|die (?:is|was|shows?)) {_FACE} (?:for|on|to check)(?: the| their| my)?"
    r"(?: endless)?(?: hordes?)?(?: (?:test|check|roll|ability|itself))?\b",
    rf"\b{_FACE} (?:for|on) (?:the |their )?(?:endless )?hordes?\b(?: (?:test|check|roll|ability))?",
    rf"\b(?:endless )?hordes?(?:'s)?(?: (?:test|check|ability|first|at the|end|die|roll))*{_SAID}{_FACE}",
    rf"\bfirst (?:roll|die|d6|one)?{_SAID}{_FACE}",
)
_SECOND = (
    rf"\b{_FACE} (?:for|on|as) (?:the |their |how many )?(?:reinforcements?|new ones?|second|number|arrivals?|"
    rf"newcomers?|"
    rf"(?:the )?(?:1?d6 ?(?:-|minus) ?3))\b",
    rf"\b(?:reinforcements?|newcomers?|arrivals?|number|second|1?d6 ?(?:-|minus) ?3)(?: (?:die|roll|d6|1d6|"
    rf"one))*{_SAID}{_FACE}",
    rf"\b(?:then|and|followed by|next)(?: (?:rolled|roll|got|an?|up|then|came|comes|shows|the|1?d6))* ?{_FACE}",
)
_ELSE = (
    r"\b(?:chance|average|likely|xp|loot|wound\w*|killed \d|kill \d|hits?|reroll\w*|heroes|two rounds|rounds|"
    r"another round|brutal side|"
    r"models run out|elite|each round|corruption|why|where|when|out of models|expect\w*|need\w*|place\w*|grit|"
    r"save\w*|again|"
    r"trait|besides|plus another)\b|\bnot\b|n't\b"
)
_WORDS = (
    "drowned|dead|endless|horde|hordes|roll\\w*|die|dice|1?d6|d|enem\\w+|fight|round|end\\w*|left|still|"
    "reinforcement|more|now|"
    "many|total|play|map|board|table|standing|remain\\w*|turn|add\\w*|new|number|first|second|come\\w*|came|"
    "show\\w*|then|test|"
    "check|model|zombie|alive|surviv\\w*|ability|minus|arriv\\w*|have|join\\w*|water|got|say\\w*|tile|room|"
    "brutal|next|follow\\w*|"
    "face|end up|count|stand\\w*|of|up"
)


def hordes(asked: Asked) -> Found | None:
    """How many Drowned Dead stand after Endless Hordes."""
    slots = asked.slots()
    if asked.game is not None or asked.yes_no or slots.has(_ELSE):
        return None
    if not slots.has(r"\bdrowned\b|\bendless hordes?\b") or not slots.has(r"\bhordes?\b"):
        return None
    standing = slots.number(*_STANDING)
    first = slots.number(*_FIRST)
    slots.take(r"\b1?d6 ?(?:-|minus) ?3\b(?= (?:for|to|gives?|adds?|more|new))")
    second = slots.number(*_SECOND)
    slots.takes(r"\b1?d6(?: ?(?:-|minus) ?3)?\b")
    if standing is None or first is None or not slots.understood(_WORDS, slack=4) or not 0 <= standing <= MOST:
        return None
    if re.search(r"\b(?:one|another)\b", slots.left):
        return None
    less = _less()
    if less is None or not 1 <= first <= SIDES["D6"]:
        return None
    comes = standing > 0 and first > standing
    if comes and second is None:
        return None
    if not comes:
        why = "nothing comes where none is left" if not standing else f"{first} is not above the {standing} in play"
        return Found((f"{standing} Drowned Dead, as before: {why}.",), (HORDES,))
    assert second is not None
    more = max(0, VALUES["D6"][second] + less)
    lead = f"{standing + more} Drowned Dead: {standing} in play and {counted(more, 'more', 'more')}"
    return Found((f"{lead} ({second} - {-less}), as {first} is above {standing}.",), (HORDES,))


def _less() -> int | None:
    """What is taken off the die of those who come, as the sheet has it; None if the sheet plays otherwise."""
    for ability in standard().enemies[TYPE].abilities:
        for roll in ability.do if ability.id == ABILITY else ():
            for test in roll.do if isinstance(roll, nodes.RollDie) else ():
                for come in test.then if isinstance(test, nodes.If) else ():
                    if isinstance(come, nodes.Spawn):
                        return come.count.const
    return None


FAMILIES = (hordes,)
