"""XP that a turn brings from several sources: Healing others, Looking Through Doors, and figures that are told."""

from __future__ import annotations

from typing import Final

from gm.oracle.computed.editions import by_edition
from gm.oracle.computed.records import Asked, Found
from gm.oracle.computed.saying import counted
from gm.oracle.computed.slots import N
from gm.oracle.computed.talk import TALK
from gm.oracle.computed.xp import DOORS, HEALING
from rules_engine.experience import healing_xp
from rules_engine.ruleset import Ruleset

MOST: Final = 100
_ASKS = (
    r"\b(?:how (?:much|many)|what(?:'s| is| are| do| does)?|total|sum|tally)\b.*\bxp\b|\bxp\b.*\b(?:how "
    r"(?:much|many)|"
    r"total|altogether|in all|what)\b|\bxp(?: (?:earned|gained|please|now|(?:this|for the|for that|for my) "
    r"turn|for me|so far|total))* ?\?|\bxp$|^xp\b"
)
_HEALS = (
    r"\b(?:heal\w*|patch\w*|cur(?:e|es|ed|ing)|mend\w*|bandag\w*|treat\w*|nurs\w+|restor\w+|fix(?:ed|es|ing)?|"
    r"stitch\w*|tend(?:s|ed|ing)?|sooth\w*|calm\w*|took .* off|taking .* off)\b"
)
_OTHERS = (
    r"\b(?:friends?|mates?|pals?|budd(?:y|ies)|others?|partners?|comrades?|companions?|teammates?|fellow|someone|"
    r"somebody|wife|husband|brothers?|sisters?|marshal|samurai|gunslinger|preacher|rancher|bandido|scout|viking|"
    r"neighbou?rs?|posse|heroes|hero|them|him|her|party)\b"
)
_POINTS = (
    r"\b(\d{1,3}|an?|one|another) (?:more |points? of |whole |lost )*(?:wounds?|sanity|health|damage)\b(?: "
    r"damage| points?)?|"
    r"\b(?:heal\w*|patch\w*|mend\w*|cure[ds]?|restor\w*|treat\w*)(?: (?:up|him|her|them|my|a|an|the|mate|"
    r"friend|pal|buddy|"
    r"another|hero|other|for|by|of|partner))* (\d{1,3}) points?\b"
)
_DOORS = (
    r"\b(\d{1,2}|an?|one|another|1|the) (?:new |fresh |closed |unexplored |more |other |next )*(?:doors?|doorways?)\b"
    r"(?:,? (?:on|onto|to|into|and|with|that|placing|placed|place|revealing|reveal\w*|led|leading|laid|"
    r"laying|put|which|"
    r"opening|open|down|found|for|each|brought|gave|adding|added|a|an|the|one|new|fresh|brand|unseen|map|tile|tiles|"
    r"room|rooms|passage|passages|of them|\d{1,2}(?= (?:new |fresh |brand new |map )*(?:tiles?|rooms?|passages?))))*"
)
_TILES = r"\b(\d{1,2}|an?|one|another|1) (?:new |fresh |brand new |more |map |further )*(?:tiles?|rooms?|passages?)\b"
_LOOKED = (
    r"\b(?:open\w*|look\w*|peek\w*|place[ds]?|placing|reveal\w*|explor\w*|laid|lay|laying|peer\w*|uncover\w*|"
    r"through)\b"
)
_TOLD = rf"\b(?:worth |for |of |gives? |earned |got |plus |and )*{N} xp\b"
_ELSE = (
    r"\b(?:my own|myself|own|on me|self|level\w*|kills?|killed|killing|chance|average|expect\w*|ko|revive\w*|town|"
    r"saloon|reroll\w*|ally|allies|half|doubl\w+|maximum|instead|bonus|only|but|had|roll\w*|locked|shut|each|apiece|"
    r"per|every|everyone|elite|hit|hits|already|unless|except|gate|gates|dead end|no tile|empty|spent|"
    r"need\w*|enem\w+|"
    r"large|wounding|extra|penalty|mutation|he healed|she healed|both of us|together with|we|us|our|steal|lost|lose|"
    r"healed me|heals me|heal me|to me|(?:friend|mate|buddy|pal|he|she|they) (?:open\w*|look\w*|explor\w*)|"
    r"next turn)\b|"
    r"n't\b|\bnot\b|\+ ?\d"
)
_WORDS = (
    "xp|heal\\w*|patch\\w*|cure\\w*|curing|mend\\w*|bandag\\w*|treat\\w*|nurs\\w+|restor\\w+|fix\\w*|"
    "stitch\\w*|tend\\w*|"
    "sooth\\w*|calm\\w*|wound|sanity|health|damage|point|hero|earn\\w*|gain\\w*|collect\\w*|turn|door|tile|"
    "room|map|look\\w*|"
    "peek\\w*|open\\w*|place\\w*|placing|reveal\\w*|explor\\w*|laid|lay|laying|peer\\w*|uncover\\w*|through|"
    "new|fresh|"
    "off|up|onto|into|reward|worth|brought|bring\\w*|net\\w*|pocket\\w*|comrade|companion|teammate|fellow|samurai|"
    "gunslinger|preacher|rancher|bandido|scout|viking|wife|passage|down|activation|round|another|haul|took|taking|"
    "explored|also|make|made|busy|adjacent|standing|herbs|tonic|whiskey|spell|card|clue|exorcism|deed|find|found"
)


def turn(asked: Asked) -> Found | None:
    """XP of one turn in which others were Healed and Doors Looked Through, added up."""
    slots = asked.slots()
    if asked.game is not None or asked.yes_no or slots.has(_ELSE):
        return None
    if slots.has(r"\?|\b(?:how|what|which|who|when|where|why)\b|\bxp\b") and not slots.has(_ASKS):
        return None
    if not (slots.has(_HEALS) and slots.has(_OTHERS)):
        return None
    points = [_count(one[1] or one[2]) for one in slots.takes(_POINTS)]
    doors = [_count(one[1]) for one in slots.takes(_DOORS)] or [_count(one[1]) for one in slots.takes(_TILES)]
    told = [int(one[1]) for one in slots.takes(_TOLD)]
    if not points or not (doors or told) or (doors and not slots.has(_LOOKED)):
        return None
    if any(one < 1 for one in (*points, *doors, *told)) or not slots.understood(f"{_WORDS}|{TALK}", slack=2):
        return None
    healed, looked, more = sum(points), sum(doors), sum(told)
    if max(healed, looked) > MOST:
        return None

    def tell(rules: Ruleset) -> str:
        parts = [f"{healing_xp(healed)} for {counted(healed, 'point')} Healed on others ({healing_xp(1)} each)"]
        if looked and rules.door_xp:
            parts.append(f"{looked * rules.door_xp} for {counted(looked, 'new tile')} placed ({rules.door_xp} each)")
        elif looked:
            parts.append("nothing for Looking Through a Door")
        if more:
            parts.append(f"{more} as told")
        return f"{healing_xp(healed) + looked * rules.door_xp + more:,} XP: {', '.join(parts)}."

    said, notes = by_edition(asked, tell)
    return Found((said,), (HEALING, DOORS) if looked else (HEALING,), notes)


def _count(said: str) -> int:
    return int(said) if said.isdigit() else 1


FAMILIES = (turn,)
