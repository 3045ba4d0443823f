"""What a whole party takes home: Loot cards after a Fight, and the Reward of a Mission whose D3 are told."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from gm.oracle.computed.markets import as_faces, values
from gm.oracle.computed.records import Asked, Because, Found
from gm.oracle.computed.saying import counted
from gm.oracle.computed.searches import HEROES
from gm.oracle.computed.slots import LIST
from rules_engine.content.library import standard
from rules_engine.content.missions import Mission
from rules_engine.dice import D3, SIDES
from rules_engine.effects import nodes
from rules_engine.procedures.campaign import end_of_adventure
from rules_engine.procedures.fights import loot_cards
from rules_engine.setup import REVIVE_TOKENS

PARTY: Final = len(REVIVE_TOKENS)
MOST = 12
LOOT: Final = Because(loot_cards, "compilation: Drawing Loot Cards", "loot", ("loot", "maximum", "3", "threat"))
_NUMBER = r"(?:(\d{1,2}|an?|one|the|another|our|single|this) )?"
_KIND = r"(?:depth events?|growing dread|darkness|encounters?|threats?|epic threats?)"
_SOURCE = (
    rf"{_NUMBER}(?:(?:room|passage|entrance|tile|corridor|objective)(?:'s)? )?(?:(?:different|normal|low|med|"
    rf"medium|high|initial|"
    rf"first|second|later|extra|more|further|regular|starting) )*({_KIND})(?:'s)?"
    r"(?: (?:cards?|attacks?|ambush(?:es)?|enemies|draws?|rolls?|results?|fights?|groups?|waves?))*\b"
)
_AMBUSH_OF = (
    r"\b(?:an? |the )?(?:ambush(?:es)?|attacks?|enemies) (?:from|by|via|off|out of|of|through|due to) (?=(?:an?|"
    r"the|one|\d)\b)"
)
_LOOT_ELSE = (
    r"\b(?:mission|reward|chance|average|deck|pile|gear|artifacts?|ko|dead|ally|allies|footm[ae]n|immobile|"
    r"flee\w*|fled|ran|"
    r"another fight|fights|nothing|without|already|left over|extra loot|worth|value|xp|which|canceled|cancelled|"
    r"shuffle\w*|"
    r"two fights|otherworld|scaveng\w*|kinds?|draws? again|neither|no|escaped|sleep\w*|gold)\b|\bnot\b|n't\b"
)
_LOOT_WORDS = (
    "loot|card|threat|fight|brawl|draw|drew|enemies|enemy|bring|brought|hero|each|per|after|into|dump\\w*|bug|"
    "add\\w*|spawn\\w*|"
    "came|put|end|final|encounter|darkness|depth|event|ambush|attack|growing|dread|room|tile|party|posse|group|"
    "total|whole|"
    "altogether|everyone|everybody|all|between|count\\w*|pile|source|join\\w*|arriv\\w*|plus|start\\w*|turn|"
    "turns|happen\\w*|"
    "team|table|kill\\w*|clear\\w*|battle|single|combined|big|mess|collect\\w*|get|hand|out|sit|sprung|"
    "spring\\w*|jump\\w*|"
    "walk\\w*|win|won|over|many|light|holdback|roll\\w*|pull\\w*|triggered|trigger\\w*|double|doubles|player|"
    "receive\\w*|"
    "earn\\w*|survive\\w*|strong|us|share|person|passage"
)


def loot(asked: Asked) -> Found | None:
    """Loot cards of each hero and, where the party is told, of all together, by what brought Enemies into the Fight."""
    slots = asked.slots()
    if asked.game is not None or asked.yes_no or not slots.has(r"\bloot\b") or slots.has(_LOOT_ELSE):
        return None
    if not slots.has(r"\bhow (?:many|much)\b|\bwhat\b|\btotal\b|\bin all\b|\bcount\b|\bloot cards?[\w ]*\?"):
        return None
    heroes = slots.number(*HEROES)
    slots.takes(_AMBUSH_OF)
    sources = 0
    for one in slots.takes(_SOURCE):
        many = one[0].endswith("s") and one[1] is None and not one[0].endswith("'s")
        if many:
            return None
        sources += int(one[1]) if one[1] is not None and one[1].isdigit() else 1
    slots.take(r"\b(?:1|one|a|the same) (?:single )?(?:fight|battle|brawl)\b")
    if (
        not sources
        or re.search(r"\b(?:ambush\w*|attacks?)\b", slots.left)
        or not slots.understood(_LOOT_WORDS, slack=4)
    ):
        return None
    if not 1 <= sources <= MOST or (heroes is not None and not 1 <= heroes <= PARTY):
        return None
    cards = loot_cards(sources)
    cut = f"{sources} brought Enemies, {cards} is the most" if cards < sources else "one for each that brought Enemies"
    each = f"{counted(cards, 'Loot card')} for each Hero ({cut})"
    wants_each = slots.has(r"\b(?:each|per|apiece|every|one of us|a hero|a head|do i|i get|me)\b")
    if heroes is None or (wants_each and not slots.has(r"\b(?:total|altogether|in all|all of us|together|whole)\b")):
        return Found((f"{each}.",), (LOOT,))
    said = f"{counted(cards * heroes, 'Loot card')} in all: {counted(heroes, 'Hero', 'Heroes')} × {cards} ({cut})."
    return Found((said,), (LOOT,))


# --- the Reward of a Mission ------------------------------------------------------------------------------------------

_ROLLS = (
    rf"\b(?:roll(?:ed|s|ing)?|dice (?:show|are|were|come up|came up|say)|d3s? (?:are|come up|came up|show|of|:)|"
    rf"threw|got|get|"
    rf"showing|came up|rolls of|dice:?|1d3:?|with)(?: (?:up|an?|the|our|d3s?|1d3|d6s?|of|for|dark stone|"
    rf"dice))*:? ?{LIST}(?!\+)\b",
    rf"\b{LIST}(?: (?:on|for|as))+ (?:the |our |their )?(?:dice|1?d3s?|rolls?|dark stone|stones?)\b",
)
_MISSION_ELSE = (
    r"\b(?:chance|average|expect\w*|fail\w*|lose|lost|loot cards? for|enem\w*|kill\w*|level|sell|sold|worth|"
    r"corruption|"
    r"carry|ally|allies|footm[ae]n|ko|dead|least|most|max\w*|min\w*|reroll\w*|xp card|bonus)\b|\bnot\b|n't\b"
)
_MISSION_WORDS = (
    "mission|reward|dark|stone|xp|hero|each|total|roll\\w*|dice|die|d3|d6|1d3|finish\\w*|complet\\w*|win|won|"
    "beat\\w*|altogether|"
    "clear\\w*|success\\w*|pass\\w*|party|posse|everyone|everybody|combined|between|contact|lost|fistful|a|of|ds|"
    "shards?|first|"
    "intro\\w*|adventure|end|done|together|group|take|home|earn\\w*|gain\\w*|collect\\w*|get|prize|pay\\w*|"
    "played|all|how|"
    "introductory|come|show\\w*|say|came|up|survive\\w*|player|many|much"
)


def rewards(asked: Asked) -> Found | None:
    """What all heroes together get for a Mission that rewards XP and a D3 of Dark Stone for each, by their dice."""
    slots = asked.slots()
    if asked.game is not None or asked.yes_no:
        return None
    mission = _mission(slots.text)
    if mission is None or (given := _given(mission)) is None:
        return None
    slots.take(_named(mission))
    if re.search(_MISSION_ELSE, slots.left) is not None:
        return None
    if not slots.has(r"\b(?:how (?:many|much)|what|total|altogether)\b"):
        return None
    slots.takes(r"\b\d?d[36]\b")
    faces = slots.numbers(*_ROLLS)
    heroes = slots.number(*HEROES, r"\b(?:all|the|we|us) (\d)\b")
    if faces is None or not 1 <= len(faces) <= PARTY or not all(1 <= one <= SIDES[D3] for one in faces):
        return None
    if heroes is None and len(faces) == 1 and slots.has(r"\b(?:i|my|me)\b"):
        heroes = 1
    if (heroes or len(faces)) != len(faces) or not slots.understood(_MISSION_WORDS, slack=4):
        return None
    got = values(faces)
    xp = given * len(faces)
    said = f"{sum(got)} Dark Stone ({' + '.join(map(str, got))}) and {xp} XP ({given} for each of {len(faces)})."
    if len(faces) == 1:
        said = f"{got[0]} Dark Stone and {xp} XP."
    more = (as_faces(faces),) if got == faces and max(faces) > 1 else ()
    entry = {"a-fistful-of-dark-stone": "mission-fistful"}.get(mission.id, f"mission-{mission.id}")
    if mission.source == "original":
        return None
    heading = f"{mission.source.book}: {mission.source.heading}"
    rule = Because(end_of_adventure, heading, entry, ("reward", "25", "xp", "d3", "dark", "stone"))
    return Found((said, *more), (rule,))


def _named(mission: Mission) -> str:
    name = re.escape(mission.name.lower().removeprefix("a "))
    return rf"\b(?:a )?{name}\b"


def _mission(text: str) -> Mission | None:
    found = [one for one in standard().missions.values() if re.search(_named(one), text)]
    return found[0] if len(found) == 1 else None


def _given(mission: Mission) -> int | None:
    """The XP of a Reward of so much XP and D3 Dark Stone for each Hero; None of any other."""
    gains = list(_gains(mission))
    xp = [one.xp.const for one in gains if one.xp is not None and not one.xp.terms]
    stones = [one.dark_stone.text for one in gains if one.dark_stone is not None]
    each = all(isinstance(one, nodes.Each) and one.to == "all" for one in mission.reward)
    return xp[0] if each and len(gains) == 2 and len(xp) == 1 and stones == [D3] else None


def _gains(mission: Mission) -> Iterator[nodes.Gain]:
    for one in mission.reward:
        for part in one.do if isinstance(one, nodes.Each) else ():
            if isinstance(part, nodes.Gain):
                yield part


FAMILIES = (loot, rewards)
