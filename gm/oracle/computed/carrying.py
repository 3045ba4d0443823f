"""Anvils that a hero may carry by Strength and what raises it, and how many more there is room for."""

from __future__ import annotations

import re
from typing import Final

from gm.oracle.computed.bench import bare_hero, bare_table
from gm.oracle.computed.limits import CARRYING, HIGHEST_SKILL
from gm.oracle.computed.records import Asked, Because, Found
from gm.oracle.computed.saying import counted
from gm.oracle.computed.slots import N, Slots
from gm.oracle.computed.talk import TALK
from rules_engine.effects.stats import Stats
from rules_engine.procedures.items import carrying_limit

HIGHEST: Final = Because(Stats.hero, "compilation: Hero Skills", "hero-skills", ("item", "skill", "above", "6"))
MOST: Final = 60
_CARRIES = (
    r"\b(?:carry\w*|carries|carried|haul\w*|lug\w*|heavy|anvils?|weights?(?: icons?)?|load|tot(?:e|es|ing)|hold|"
    r"schlep\w*|burden\w*|shoulder\w*)\b"
)
_THING = r"(?:anvils?|weights?(?: icons?)?|black icons?)"
_PIECE = (
    r"(?:strength )?(?:items?|trinkets?|belts?|rings?|gloves?|charms?|things?|artifacts?|amulets?|gear|gauntlets?|"
    r"pieces?|bonus(?:es)?|boosts?|baubles?|gizmos?|bracers?|necklaces?)"
)
_BONUS = (
    rf"\b(\d|an?|one|another|the) \+ ?(\d)(?: to)? (?:strength )?{_PIECE}(?: of strength)?\b",
    rf"\b(\d|an?|one|another|my|the) (?:\w+ )?{_PIECE}(?: that)?(?: each| both)?(?: (?:gives?|giving|adds?|"
    rf"adding|with|of|"
    rf"for|worth|grants?|granting|each|at|raises?|me|it|strength|by|a))*:? ?\+ ?(\d)(?: to)?(?: (?:my |his |her )?"
    rf"strength)?(?: each| apiece)?\b",
    rf"()\+ ?(\d)(?: to)?(?: (?:my|his|her))? strength(?: from| by| for| off)?(?: (?:an?|the|my|his|her))?(?: \w+)? ?"
    rf"(?:{_PIECE})?\b",
    rf"()\bstrength \+ ?(\d)(?: {_PIECE})?\b",
)
_STRENGTH = (
    rf"\b(?:strength|str)(?: skill| value| score)?(?: of| is|'s|:| at| =)?(?: a)? {N}\b(?!\+)",
    rf"\b{N} (?:natural |base |printed )?(?:strength|str)\b",
    rf"\b(?:strong|str){N}\b",
)
_SETS = (
    rf"\b(\d{{1,2}}|an?|one|the|my) (?:\w+ ){{1,3}}?(?:(?:with|of|at|for|worth|weighing|weighs|has|"
    rf"having) )+{N} {_THING}(?: each| apiece)?\b"
)
_LOAD = (
    rf"\b{N} (?:more |other )?{_THING}(?: (?:worth|already|on (?:me|him|her)|so far))*\b",
    rf"\b{_THING}(?: already)?(?: carried)?(?: is| of|:| carried)? {N}\b",
    rf"\b(?:carrying|lugging|hauling|toting|loaded with|weighed down by|already at|used|got|holding|hold)(?: "
    rf"already)? {N}"
    rf"\b(?! ?(?:strength|gold|xp|dollars|\$|wounds|grit|tokens|items?|trinkets))",
)
_MORE = (
    r"\bhow (?:many|much)(?: \w+)? (?:more|extra|further|additional|left|room|are left|spare|to spare)\b|"
    r"\bhow many other\b|\bhow (?:many|much) (?:\w+ )*?(?:left|before|spare|room|still)\b|\broom for how many\b|"
    r"\bhow (?:many|much) (?:can|could|may) i (?:still|add|also)\b|\bwhat room\b|\bhow much room\b"
)
_MOST = (
    r"\b(?:carry\w*|weight|anvil) (?:limit|capacity|max\w*)\b|"
    r"\bhow (?:many|much)\b|\bwhat(?:'s| is)? (?:my |the |his |her )?(?:carry\w*|weight|max\w*|limit|most|"
    r"load|heaviest)\b|"
    r"\blimit\?|\bmax\w*\b|\b(?:anvils?|weights?)(?: limit| icons?)? ?(?:in all|in total|total)? ?\?"
)
_OVER = r"\b(?:too many|over(?:loaded| the limit| by)?|drop|discard|shed|lose|get rid|put down|leave behind|excess)\b"
_ELSE = (
    r"\b(?:throw\w*|lob\w*|toss\w*|chuck\w*|hurl\w*|dynamite|bombs?|explosives?|sticks?|token|side bag|test|"
    r"chance|hands?|pay|price|gold|"
    r"half|doubl\w*|mule|horse|donkey|cart|wagon|each hero|per hero|heroes|together|injur\w*|poison\w*|except|unless|"
    r"mutation|without|potion|lost|stolen|sell|sold|average|roll\w*|dice|d6|1d6|carry(?:ing)? (?:limit|"
    r"capacity) (?:is )?"
    r"(?:\+|raised|increased)|\+ ?\d (?:carry|weight|anvils?|to carry))\b|n't\b|\bnot\b|(?<!\w)- ?\d"
)
_WORDS = (
    "strength|str|carry\\w*|carries|carried|haul\\w*|lug\\w*|heavy|anvil\\w*|weight\\w*|icon|load\\w*|"
    "tot(?:e|es|ing)|"
    "hold\\w*|more|limit|capacity|max\\w*|most|item|trinket|belt|ring|glove|charm|artifact|amulet|gear|piece|bonus|"
    "boost|bauble|gizmo|give\\w*|add\\w*|grant\\w*|hero|room|space|left|already|gun|armor|coat|rifle|hat|"
    "shield|sword|axe|weapon|black|weigh\\w*|worth|of|on|far|fit|spare|before|stop|another|both|together|lift\\w*|"
    "pack\\w*|backpack|shoulder\\w*|burden\\w*|skill|value|back|bear|wear\\w*|equip\\w*|stuff|take|drop|"
    "discard|shed|over|"
    "too|many|put|leave|behind|lose|loaded|samurai|marshal|viking|rancher|big|muscle\\w*|total|kit|allow\\w*|must|"
    "natural|base|printed|cap|still|further|bracer|gauntlet|necklace|things?"
)


def carried(asked: Asked) -> Found | None:
    """The Weight icons that a hero may carry, with what raises the Strength; how many more, or how many too many."""
    slots = asked.slots()
    if asked.game is not None or asked.yes_no or not slots.has(_CARRIES) or slots.has(_ELSE):
        return None
    if not slots.has(r"\b(?:strength|str)\b") or not slots.has(_MOST):
        return None
    bonus = _bonus(slots)
    given = slots.number(*_STRENGTH)
    if given is None or not 1 <= given <= HIGHEST_SKILL:
        return None
    more, over = slots.take(_MORE) is not None, slots.has(_OVER)
    load = _load(slots)
    if slots.has(r"\bapiece\b|\beach\b|\bboth\b") and re.search(r"\b(?:apiece|each|both)\b", slots.left):
        return None
    if not slots.understood(f"{_WORDS}|{TALK}", slack=3) or load > MOST:
        return None
    strength = min(HIGHEST_SKILL, given + bonus)
    table = bare_table(asked.ruleset)
    limit = carrying_limit(table, bare_hero(strength=given + bonus))
    if asked.edition == "old-west" and strength < given + bonus:
        return None
    rests = (CARRYING, HIGHEST) if strength < given + bonus else (CARRYING,)
    cap = f" ({given} + {bonus} = {given + bonus}, but no Skill rises above {HIGHEST_SKILL})"
    how = f" ({given} + {bonus})" if bonus and strength == given + bonus else cap if strength < given + bonus else ""
    sum_ = f"{limit - strength} + Strength {strength}{how}"
    if not load:
        if more or over:
            return None
        return Found((f"{limit} weight icons (anvils) at most: {sum_}.",), rests)
    room = limit - load
    if room < 0:
        said = f"{counted(-room, 'anvil')} too many: {load} carried, and the limit is {limit}, {sum_}."
    elif more:
        said = f"{room} more: the limit is {limit} anvils, {sum_}, less the {load} carried."
    else:
        return None
    return Found((said,), rests) if more or over else None


def _bonus(slots: Slots) -> int:
    """What all that raises the Strength adds to it."""
    total = 0
    for pattern in _BONUS:
        for one in slots.takes(pattern):
            total += (int(one[1]) if one[1].isdigit() else 1) * int(one[2])
    return total


def _load(slots: Slots) -> int:
    """The anvils that are carried already."""
    total = 0
    for one in slots.takes(_SETS):
        total += (int(one[1]) if one[1].isdigit() else 1) * int(one[2])
    for pattern in _LOAD:
        total += sum(int(one[1]) for one in slots.takes(pattern))
    return total


FAMILIES = (carried,)
