"""How often several Map Tiles may be Scavenged with success together, and how many Enemies some Peril Dice bring."""

from __future__ import annotations

import re
from typing import Final

from gm.oracle.computed.editions import by_edition
from gm.oracle.computed.limits import PARTY
from gm.oracle.computed.records import Asked, Because, Found
from gm.oracle.computed.saying import average, counted
from gm.oracle.computed.slots import N
from rules_engine import odds
from rules_engine.dice import PERIL
from rules_engine.procedures.fights import bring_enemies
from rules_engine.procedures.search import may_scavenge, scavenge_limit
from rules_engine.ruleset import Ruleset

MOST_TILES, MOST_DICE = 60, 20
LIMITED: Final = Because(may_scavenge, "compilation: Scavenging", "scavenge", ("times", "heroes", "tile"))
HEROES = (
    rf"\b{N} (?:of )?hero(?:es)?\b",
    rf"\b(?:party|posse|group|team|crew|table|band) of {N}\b",
    rf"\b(?:party|posse|group|team|crew|band)(?: size)?(?: is|:)? {N}\b",
    rf"\b(?:we're|we are|there are|there're|being) {N}(?: of us)?\b(?! (?:tiles?|rooms?|passages?|map))",
    rf"\b{N} (?:of us|us|in the (?:party|posse|group))\b",
)
_TILES = (
    r"(?:(?<![\w-])(\d{1,2}|an?|one|the|another|single|plus) (?:(?:map|other|big|small|large|normal|different|"
    r"long|mine|new|"
    r"explored|narrow|further|more|unscavenged|fresh|revealed|open|second|third|fourth|2nd|3rd|first) )*)"
    r"(tiles?|rooms?|passages?|corridors?|tunnels?|hallways?|entrances?|chambers?|halls?)\b"
    r"|(?<![\w-])(entrance)(?: tile| room| hall)?\b"
)
_TILE = r"\b(?:rooms?|passages?|corridors?|tunnels?|hallways?|entrances?|chambers?)\b"
_CUE = r"\bscaveng\w*|\bsearch\w*|\bloot\w*"
_LIMIT = (
    r"\b(?:success\w*|max\w*|most|tops?|limit|how often|times|altogether|total|at best|in all|possible|markers?|"
    r"allowed|"
    r"cap|many|fully)\b"
)
_MAP_ELSE = (
    r"\b(?:cards?|dice|die|d6|chance|likely|roll\w*|already|left|remain\w*|another|average|expect\w*|token|per tile|"
    r"each tile|still|failed?|fails|attempts?|doors?|clues?|hidden|outside|darkness|growing|grit|ally|allies|"
    r"encounter|fight|sixes|targa|kill\w*|dead|ko|apiece|each hero|per hero)\b|\bnot\b|n't\b|\d\+"
)
_MAP_WORDS = (
    "hero|party|posse|group|team|crew|scaveng\\w*|search\\w*|success\\w*|map|tile|room|passage|entrance|mine|"
    "limit|max\\w*|"
    "tops|top|most|times?|often|possible|explor\\w*|reveal\\w*|lay|laid|table|marker|markers|turn|turns|far|allowed|"
    "corridor|tunnel|cap|best|loot\\w*|find|finds|place\\w*|big|down|many|we|strong|band|board|hall|fully|put|"
    "out|at|open\\w*|"
    "adventure|altogether|mission|before|empty|dry|pick\\w*|clean|ground|uncover\\w*|chamber|each|every|all|can|"
    "may|player"
)


def scavenged_map(asked: Asked) -> Found | None:
    """How often some Map Tiles may be Scavenged with success, all together, by party size."""
    slots = asked.slots()
    if asked.game is not None or asked.yes_no or not slots.has(_CUE) or not slots.has(_LIMIT) or slots.has(_MAP_ELSE):
        return None
    if not slots.has(r"\bhow (?:many|often)\b|\bwhat\b|\bmax\w*\b|\btotal\b|\btops?\b"):
        return None
    heroes = slots.number(*HEROES)
    tiles = 0
    for one in slots.takes(_TILES):
        count = one[1] or "1"
        if one[3] is None and count == "the" and one[2].endswith("s") and one[2] != "entrances":
            continue
        tiles += int(count) if count.isdigit() else 1
    if heroes is None or not 1 <= heroes <= PARTY or not 2 <= tiles <= MOST_TILES:
        return None
    if re.search(_TILE, slots.left) or not slots.understood(_MAP_WORDS, slack=4):
        return None

    def tell(rules: Ruleset) -> str:
        limit = scavenge_limit(rules, heroes)
        size = f"with {counted(heroes, 'Hero', 'Heroes')}"
        if rules.scavenge_limit == "one":
            size = "whatever the party's size"
        return f"{limit * tiles} times with success at most: {tiles} tiles × {limit}, {size}."

    said, notes = by_edition(asked, tell)
    return Found((said,), (LIMITED,), notes)


# --- Peril Dice -------------------------------------------------------------------------------------------------------

COUNTED: Final = Because(
    bring_enemies, "compilation: Drawing Threat Cards", "number-of-enemies", ("peril", "dice", "least", "most")
)
_BIG = r"(?:(?:of (?:the|those|these|them) )?(?:(?:big|large|huge|fat|chunky),? )?(?:(?:and )?yellow )?)"
_PERIL = (
    rf"(?<![\w-])(?:(\d{{1,2}}|an?|one|the|single|this) )?{_BIG}(?:\(?\{{?p\}}?\)?[- ]?|peril )"
    rf"(?:di(?:e|ce)|symbols?|signs?|icons?)\b|"
    rf"(?<![\w-])(\d{{1,2}}|an?|one|single) (?:of (?:the|those|these) )?(?:(?:big|large|huge|fat|chunky),? "
    rf"(?:and )?yellow|yellow (?:and )?(?:big|large|huge)) di(?:e|ce)\b"
)
_COME = (
    r"\bhow many (?!dice\b|die\b|peril\b|hits\b|wounds\b|grit\b)(?:[\w']+ ){0,4}?(?:show|turn|come|appear|pop|get|"
    r"face|facing|there|spawn|arrive|be|expect|crawl|walk|place\w*|set)\b|"
    r"\bhow many (?:is|are|could|can|would|will|might|may) (?:that|it|this|there|we)\b"
)
_LEAST = r"\b(?:fewest|least|lowest|min\w*|smallest|worst|floor|bottom|range|between)\b"
_MOST = r"\b(?:most|highest|max\w*|largest|biggest|ceiling|top|tops|range|between|up to)\b"
_MEAN = r"\b(?:average\w*|mean|expect\w*|typical\w*|on the whole|usual\w*)\b"
_PERIL_ELSE = (
    r"\b(?:chance|likely|heroes|each|per|extra|more|elite|exactly|rolled(?! for)|reroll\w*|faces|why|when|"
    r"who|colou?r|"
    r"(?:symbols?|signs?|icons?|dice|die) means?|stands? for|look|"
    r"brutal|bounty|heal\w*|meat|wounds?|d6|1d6|1d3|growing|at least|or more|or fewer|plus)\b|\bnot\b|n't\b|\+"
)
_PERIL_WORDS = (
    "peril|dice|die|enemies|enemy|threat|card|fewest|least|most|min\\w*|max\\w*|number|average\\w*|expect\\w*|"
    "come|show\\w*|"
    "say\\w*|bring\\w*|appear\\w*|spider|tentacle|void|print\\w*|roll|total|lowest|highest|range|mean|"
    "typical\\w*|spawn\\w*|"
    "draw\\w*|drew|attack|ambush|face|possible|arriv\\w*|walk\\w*|hungry|dead|strangler|low|high|med|medium|top|"
    "tops|summon\\w*|"
    "give\\w*|yellow|big|large|land\\w*|yield\\w*|smallest|biggest|worst|best|read\\w*|list\\w*|throw\\w*|group|"
    "usual\\w*|up|worth|turn\\w*|pop\\w*|crawl\\w*|few|many|tentacles?|ghoul|zombie|rat|slasher|demon|beast|thing|"
    "bug|critter|foe|count|amount|figure|case|minimal\\w*|bottom|ceiling|floor|turn|set|place\\w*|board|us|worth|"
    "darkness|corpse|guard|draugar|symbol|icon|sign|black|fang|serpent|expect\\w*|space|tile|map"
)


def peril(asked: Asked) -> Found | None:
    """The fewest, the most and the average that so many Peril Dice come to."""
    slots = asked.slots()
    if asked.game is not None or asked.yes_no or slots.has(_PERIL_ELSE):
        return None
    found = slots.take(_PERIL)
    if found is None or re.search(r"\bperil\b|\w-§", slots.left):
        return None
    told = found[1] or found[2] or ""
    dice = int(told) if told.isdigit() else 1
    if not told.isdigit() and re.search(r"(?:dice|s)$", found[0]):
        return None
    asks = [slots.has(_LEAST), slots.has(_MOST), slots.has(_MEAN)]
    if not (any(asks) or slots.has(_COME)) or not 1 <= dice <= MOST_DICE or not slots.understood(_PERIL_WORDS, slack=4):
        return None
    each = odds.die(PERIL)
    faces = sorted(each.chances)
    low, high, mean = dice * faces[0], dice * faces[-1], average(dice * each.mean())
    called = f"{dice} Peril Dice" if dice > 1 else "a Peril Die"
    if asks[2] and not (asks[0] or asks[1]):
        said = f"{mean} on average with {called}: {low} at least, {high} at most."
    elif asks[1] and not asks[0]:
        said = f"{high} at most with {called}; {low} at least, {mean} on average."
    else:
        said = f"{low} at least and {high} at most with {called}, {mean} on average."
    more = f"Each die shows {faces[0]} to {faces[-1]}."
    return Found((said, more), (COUNTED,))


FAMILIES = (scavenged_map, peril)
