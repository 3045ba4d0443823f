"""Wounds of Hits on a Creeping Shadow, whose Defense is its distance from the Light Source."""

from __future__ import annotations

import re
from typing import Final

from gm.oracle.computed.damage import CRITICAL
from gm.oracle.computed.records import Asked, Because, Found
from gm.oracle.computed.rolls import THROUGH
from gm.oracle.computed.saying import counted
from gm.oracle.computed.slots import N
from gm.oracle.computed.talk import TALK
from rules_engine.odds import wounds_of_damage

ENTRY: Final = "figures-creeping-shadow"
MOST_SPACES, MOST_HITS, MOST_DAMAGE = 30, 12, 60
_SHADOW = r"\b(?:creeping )?shadows?\b"
_FAR = (
    rf"\b{N} (?:spaces?|squares?|steps?|fields?)\b(?: (?:off|away|out|distant|distance|apart))?(?: (?:from|"
    rf"of|to))?(?: "
    rf"(?:the|our|my))?(?: (?:lantern|light source|light|lamp|torch|bearer|carrier))*",
    rf"\b(?:distance|distant|range)(?: (?:of|is|from the (?:lantern|light|lamp)))* {N}\b",
)
_BESIDE = (
    r"\b(?:adjacent to|next to|beside|right by)(?: the| our| my)? (?:lantern|light|lamp|light source|torch|"
    r"holdback)\b"
)
_CRIT_NUMBER = (
    rf"\bcritical(?: hits?| ones?)?(?: (?:for|of|with|doing|does|did|dealing|worth|at|that|is|was|rolled|"
    rf"rolling|scoring|"
    rf"a|an|damage|showing|scored|and|it|deals|dealt))*:? {N}\b|\b{N}(?: damage| points?)?(?: (?:on|for|by|"
    rf"from|with|of|a|an|"
    rf"my|the|is|as))* critical\b"
)
_PLAIN = (
    rf"(?<![\d$.(+-])\b{N}\b"
    rf"(?! ?(?:%|xp|spaces?|squares?|steps?|heroes|turns?|hits?|plain|normal|dice|shadows?|regular|ordinary)|\+)"
)
_ELSE = (
    r"\bfrom (?:me|my|us|the hero|him|her|the shooter|the marshal)\b(?! (?:lantern|light|lamp))|"
    r"\b(?:armor|cover|chance|average|bonus|extra|shotgun|poison\w*|ignor\w+|reroll\w*|grit|half|doubl\w+|"
    r"willpower|horror|"
    r"rage|elite|brutal|tough|to hit|another shadow|two shadows|2 shadows|each shadow|other shadow|already|"
    r"health|dead|"
    r"kill\w*|voices|xp|mov\w+|closer|instead|if|unless|most|least|explosi\w+|dynamite|except|saves?|each|"
    r"both)\b|n't\b|"
    r"\bnot\b|\+ ?\d|\d\+"
)
_WORDS = (
    "creeping|shadow|space|square|step|light|source|lantern|lamp|torch|bearer|carrier|hit|hits|damage|wound|"
    "wounds|plain|"
    "normal|regular|ordinary|critical|defense|off|away|distance|far|do|does|deal\\w*|dealt|roll\\w*|land\\w*|"
    "through|past|"
    "shot|shots|swing|attack|score\\w*|cause\\w*|count\\w*|holdback|die|dice|combat|living|darkness|take|"
    "suffer\\w*|hurt|with|"
    "doing|stuck|melee|gun|rifle|pistol|bullet|for|value|fields?|inflict\\w*|soak\\w*|get|one|apiece|blow|"
    "blows|land|hero"
)


def shadowed(asked: Asked) -> Found | None:
    """Wounds on a Creeping Shadow so many spaces from the Light Source; its Defense where no Hit is told."""
    slots = asked.slots()
    if asked.game is not None or asked.yes_no or not slots.has(_SHADOW) or slots.has(_ELSE):
        return None
    if not slots.has(r"\bwounds?\b|\bdefense\b|\bhurt\b|\bdamage\b"):
        return None
    near = slots.take(_BESIDE) is not None
    far = 1 if near else slots.number(*_FAR)
    sorts = slots.number(rf"\b{N} (?:plain |normal |regular |ordinary |combat )+(?:hits?|shots?|ones?|blows?)\b")
    many = slots.number(rf"\b{N} (?:hits?|shots?|blows?|wounds? rolls?)\b")
    fatal = [int(one[1] or one[2]) for one in slots.takes(_CRIT_NUMBER)]
    named = len(re.findall(r"\bcritical", slots.text))
    plain = [int(one[1]) for one in slots.takes(_PLAIN)]
    if far is None or not 1 <= far <= MOST_SPACES or named != len(fatal):
        return None
    if not slots.understood(f"{_WORDS}|{TALK}", slack=2):
        return None
    if sorts not in (None, len(plain)) or many not in (None, len(plain) + len(fatal)):
        return None
    shadow = Because(None, "compilation: Creeping Shadows", ENTRY, ("defense", "spaces", "lantern"))
    if not plain and not fatal:
        if not slots.has(r"\b(?:what|how much)\b[\w' ]*\bdefense\b|\bdefense ?\?"):
            return None
        return Found((f"Defense {far}: as many as the spaces to the Light Source.",), (shadow,))
    if not slots.has(r"\bwounds?\b|\bhow much (?:hurt|damage)\b") or len(plain) + len(fatal) > MOST_HITS:
        return None
    if max(*plain, *fatal, 0) > MOST_DAMAGE or min(*plain, *fatal, 1) < 1:
        return None
    past = [next(iter(wounds_of_damage(dealt, far).chances)) for dealt in plain]
    parts = [f"{dealt} - {far} {'=' if dealt >= far else 'is'} {left}" for dealt, left in zip(plain, past, strict=True)]
    parts += [f"the Critical Hit's {dealt} whole" for dealt in fatal]
    said = f"{counted(sum(past) + sum(fatal), 'Wound')}: {', '.join(parts)}."
    more = f"{counted(far, 'space')} from the Light Source the Creeping Shadow has Defense {far}."
    rests = (shadow, *([THROUGH] if plain else []), *([CRITICAL] if fatal else []))
    return Found((said, more), rests)


FAMILIES = (shadowed,)
