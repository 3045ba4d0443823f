"""What goods and services of a Town cost together, what is paid for, and whether some money is enough.

Every price is read out of the statement of the corpus that gives it: the engine plays no Town.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from gm.oracle.computed.names import heroes_of, named
from gm.oracle.computed.records import Asked, Because, Found
from gm.oracle.computed.saying import listed, money
from gm.oracle.computed.slots import N, Slots
from rules_engine.content.library import standard
from rules_engine.experience import HIGHEST_LEVEL

MOST, MOST_MONEY = 100, 1_000_000
_PIECE = "piece"
_LEVEL, _POINT, _HEAD, _NIGHT, _HEX = "level", "point", "head", "night", "hex"


class Price(NamedTuple):
    """Something that has a price: how it is called in questions and in answers, where its price stands, and by what it
    is multiplied."""

    said: str
    called: str
    entry: str
    pattern: str
    by: str = _PIECE


PRICES = (
    Price(r"prometheus(?: procedure| experiment| treatment)?", "Prometheus Procedure", "prometheus-procedure",
          r"Hero Level x \$([\d,]+)", _LEVEL),
    Price(r"resurrect\w*", "Resurrection", "resurrection", r"Hero Level x \$([\d,]+)", _LEVEL),
    Price(r"(?:treat(?:ing|ment|ed)?|cur(?:e|ing))(?: of| for| away| off)?(?= [\w ]*corruption)", "Treat Corruption",
          "treat-corruption", r"\$([\d,]+) for each Corruption Point", _POINT),
    Price(r"train(?: tickets?| rides?| fares?)?|railroad", "Train", "hexcrawl-moves",
          r"\$([\d,]+) for each Hero", _HEAD),
    Price(r"hotel(?: rooms?| stays?| beds?)?", "Hotel", "town-board", r"Hotel for \$([\d,]+)", _NIGHT),
    Price(r"prisoner transports?|transport\w*(?: of)?(?: a| the)? prisoner", "Prisoner Transport", "prisoner-transport",
          r"\$([\d,]+) per hex", _HEX),
    Price(r"pelts?", "Pelts", "pelts", r"sell for \$([\d,]+) each"),
    Price(r"bandages?", "Bandages", "token-prices", r"Bandages and Whiskey cost \$([\d,]+) each"),
    Price(r"whisk(?:e?y|eys|ies)", "Whiskey", "token-prices", r"Bandages and Whiskey cost \$([\d,]+) each"),
    Price(r"tonics?", "Tonic", "token-prices", r"Tonic costs \$([\d,]+)"),
    Price(r"(?:sticks? of )?dynamites?", "Dynamite", "token-prices", r"Dynamite \$([\d,]+)"),
    Price(r"healing herbs?", "Healing Herbs", "token-prices", r"Healing Herbs \$([\d,]+)"),
    Price(r"occult scrolls?", "Occult Scroll", "token-prices", r"Occult Scroll costs \$([\d,]+)"),
    Price(r"rosary(?: beads)?", "Rosary Beads", "token-prices", r"Rosary Beads \$([\d,]+)"),
    Price(r"banishment scrolls?", "Banishment Scroll", "shrine-price-list", r"Banishment Scroll \$([\d,]+)"),
    Price(r"yamabushi hats?", "Yamabushi Hat", "shrine-price-list", r"Yamabushi Hat \$([\d,]+)"),
    Price(r"enemy training", "Enemy Training", "outpost-training", r"Enemy Training at the Outpost costs \$([\d,]+)"),
    Price(r"casual poker", "Casual Poker", "saloon-services", r"Casual Poker at the Saloon costs \$([\d,]+)"),
    Price(r"(?:brimstone )?craps", "Brimstone Craps", "saloon-services", r"Craps at the Saloon costs \$([\d,]+)"),
)  # fmt: skip
_ASKS = (
    r"\b(?:how much|how many (?:dollars|bucks|gold)|what(?:'s| is| are| does| do| would| will| did)?|cost\w*|"
    r"price\w*|pay\w*|bill|fee|"
    r"charge\w*|total|sum|afford|enough|set (?:us|me|him|her) back|worth|money|dollars|"
    r"bucks|earn\w*|get|fares?|tickets?)\b|\$"
)
_ELSE = (
    r"\b(?:chance|likely|roll\w*|rolled|mutation|sell(?:s|ing)? (?:my|a|the|2|3) (?:gun|item)|steal\w*|discount|"
    r"cheaper|dearer|mustache|"
    r"half|after the|per day|how many (?:bandages|whisk\w+|tonics?|dynamites?|pelts|scrolls?)|how many days|xp|"
    r"win|wins|won|"
    r"surgery|exorcism|madness|injury|use|drink|heals?|trade cart|craft\w*|church or|or the)\b|\bnot\b|n't\b"
)
_WORDS = (
    "corpse|experiment|holding|hold|tonight|take|took|guy|boss|"
    "cost\\w*|price\\w*|pay\\w*|bill|fee|charge\\w*|total|sum|afford|enough|set|back|worth|money|dollar|buck|"
    "gold|cash|buy\\w*|bought|"
    "hero|heroes|dead|level|corruption|point|ticket|horse|cart|each|per|of|night|day|stay\\w*|hex|hexe|distance|"
    "away|far|sell\\w*|"
    "store|general|doc|doc's|office|saloon|church|shrine|camp|outpost|frontier|town|aid|player|fallen|killed|"
    "procedure|experiment|"
    "bring\\w*|life|get|getting|have|has|with|in|at|my|our|posse|party|purse|wallet|pocket|spend|spending|stick|"
    "token|item|remov\\w*|"
    "fare|travel\\w*|ride|all|room|for|want|one|lvl|priest|he|she|lawman|samurai|marshal|die|died|treated|"
    "earn\\w*|make|bring|round|"
    "shopping|list|purchase\\w*|altogether|combined|treatment|cover\\w*|suffice\\w*|left|over|change|remain\\w*|"
    "short|missing|need|"
    "more|much|long|again|from|resurrect\\w*|rais\\w+|treat\\w*|cur\\w+|bucks|us|dollars|and|plus|hotel|prisoner|"
    "transport\\w*|train"
)


class Bought(NamedTuple):
    """So many of something, what one is, what it comes to, and the statement that gives the price."""

    working: str
    total: int
    because: Because


def town(asked: Asked) -> Found | None:
    """What is paid for some goods and services, and whether the money at hand is enough."""
    slots = asked.slots()
    if asked.game is not None or not slots.has(_ASKS) or slots.has(_ELSE):
        return None
    purse = slots.number(r"\$ ?(\d{1,6})\b", rf"\b{N} (?:dollars?|bucks?|gold|in cash)\b")
    level = slots.number(rf"\blevel(?: of| is)? {N}\b", rf"\b{N}(?:st|nd|rd|th) level\b")
    named(slots, heroes_of(standard()))
    bought: list[Bought] = []
    for price in PRICES:
        if re.search(rf"\b(?:{price.said})\b", slots.left) is None:
            continue
        one = _bought(asked, slots, price, level)
        if one is None:
            return None
        bought.append(one)
    if not bought or (level is not None and not any(" Level " in one.working for one in bought)):
        return None
    asks_enough = asked.yes_no or slots.has(r"\b(?:afford|enough)\b")
    listed_ = any("Level" not in one.working for one in bought)  # what else is on the list has to be known
    if not slots.understood(_WORDS, slack=0 if listed_ else 1):
        return None
    total = sum(one.total for one in bought)
    how = " + ".join(one.working for one in bought)
    rests = tuple(dict.fromkeys(one.because for one in bought))
    if total > MOST_MONEY or (len(bought) == 1 and " × " not in bought[0].working):
        return None  # a price by itself is quoted
    said = f"{money(total)}: {how}."
    if purse is None:
        return None if asks_enough else Found((said,), rests)
    if not asks_enough:
        if slots.has(r"\b(?:left|change|remain\w*)\b") and purse >= total:
            return Found((f"{money(purse - total)} are left of {money(purse)}: {said}",), rests)
        return None
    claimed = slots.has(
        r"\b(?:is (?:it|that)|does (?:it|that)(?: all)? (?:cost|come)|cost me|will it be)\b"
    ) and not slots.has(r"\b(?:enough|afford|cover\w*|suffic\w*|pay for)\b")
    if claimed:
        return Found((said,), rests, (), "Yes" if purse == total else "No")
    left = purse - total
    tail = f"{money(-left)} short" if left < 0 else f"{money(left)} to spare" if left else "exactly enough"
    return Found((f"{said[:-1]}; with {money(purse)}, {tail}.",), rests, (), "Yes" if left >= 0 else "No")


_ELSEWHERE = {
    "Treat Corruption": r"\b(?:church|shrine|banish\w*|monks?)\b",
    "Resurrection": r"\bdoc(?:'s|tor)?\b|\bprometheus\b",
    "Prometheus Procedure": r"\b(?:church|shrine|monks?)\b",
}
"""Where a service is not to be had: a question that says so means another, or is mistaken."""


def _bought(asked: Asked, slots: Slots, price: Price, level: int | None) -> Bought | None:
    stated = asked.stated(price.entry, price.pattern)
    if stated is None or slots.has(_ELSEWHERE.get(price.called, r"(?!)")):
        return None
    each = int(stated[0][1].replace(",", ""))
    because = Because(None, stated[1].text, price.entry, tuple(stated[1].text.lower().split()))
    if price.by == _LEVEL:
        slots.take(rf"\b(?:{price.said})\b")
        if level is None or not 1 <= level <= HIGHEST_LEVEL:
            return None
        return Bought(f"{price.called} {money(each)} × Hero Level {level}", each * level, because)
    units = {
        _POINT: rf"\b{N}(?: points?(?: of)?)?(?: corruption)?(?: points?)?\b",
        _HEAD: rf"\b{N} (?:hero(?:es)?|tickets?|horses?|carts?|train tickets?)\b",
        _NIGHT: rf"\b{N} (?:nights?|days?|heroes|hero)\b",
        _HEX: rf"\b{N} hex(?:es)?\b",
    }
    if price.by in units:
        slots.take(rf"\b(?:{price.said})\b")
        found = [int(one[1]) for one in slots.takes(units[price.by])]
        if price.by == _HEAD:
            slots_more = slots.takes(r"\b(?:a|his|her|my|one|1) (?:horse|cart|hero)\b")
            found = [sum(found) + len(slots_more)] if found or slots_more else []
        if not 1 <= len(found) <= (2 if price.by == _NIGHT else 1) or not all(1 <= one <= MOST for one in found):
            return None
        total = each
        for one in found:
            total *= one
        parts = " × ".join(map(str, found)) + (" (for each Hero and day)" if price.by == _NIGHT else "")
        return Bought(f"{price.called} {money(each)} × {parts}", total, because)
    with_count = slots.take(rf"\b(?:{N}|(an?|one))(?: more| extra)? (?:{price.said})\b")
    if with_count is None:
        return None
    count = int(with_count[1] or 1)
    if re.search(rf"\b(?:{price.said})\b", slots.left) is not None or not 1 <= count <= MOST:
        return None
    working = f"{count} × {price.called} {money(each)}" if count > 1 else f"{price.called} {money(each)}"
    return Bought(working, each * count, because)


# --- bounties ---------------------------------------------------------------------------------------------------------

_SIZES = (
    (r"(?:extra[- ]?large|xl)", "Extra Large"),
    (r"(?<!extra )large", "Large"),
    (r"medium", "Medium"),
    (r"small", "Small"),
)


def bounty(asked: Asked) -> Found | None:
    """What a bounty pays by the size of the Enemy, the roll and, where it counts, the size of the Posse."""
    slots = asked.slots()
    if (
        asked.game is not None
        or not slots.has(r"\bbount(?:y|ies)\b")
        or slots.has(r"\bhunt\w*\b|\bchance\b|\baverage\b|\blevel\b|n't\b")
    ):
        return None
    size = next(
        (
            name
            for said, name in _SIZES
            if slots.take(rf"\b{said}(?: enem(?:y|ies)| 1| one| size| beast)?\b") is not None
        ),
        None,
    )
    stated = asked.stated("bounties", rf"(?<!Extra ){size} D6x\$(\d+)( x Posse size)?") if size is not None else None
    if size is None or stated is None:
        return None
    roll = slots.number(
        r"\b(?:roll(?:ed|s)?(?: of)?(?: an?| up)?|came up(?: an?)?|comes up(?: an?)?|d6 (?:is|shows|of|=|:)(?: "
        r"an?)?|got an?|die (?:is|shows|of)"
        r"(?: an?)?|with an?|on an?) (\d)\b(?!\+)"
    )
    posse = slots.number(
        rf"\b{N} (?:of )?hero(?:es)?\b",
        rf"\b(?:posse|party|group)(?: size)?(?: of| is|:)? {N}\b",
        rf"\b{N} in the (?:posse|party)\b",
    )
    slots.take(r"\b1?d6\b")
    each, by_posse = int(stated[0][1]), stated[0][2] is not None
    vocabulary = (
        "bount\\w+|enemy|enemies|roll\\w*|die|dice|pay\\w*|how|much|dollar|buck|gold|money|posse|party|group|"
        "hero|revised|table|target|our|"
        "frontier|outpost|earn\\w*|worth|reward|get|collect\\w*|aid|player|come\\w*|size|turn\\w*|in|up|kill\\w*|"
        "dead|brought|monster|show\\w*"
    )
    if roll is None or not 1 <= roll <= 6 or not slots.understood(vocabulary, slack=1) or asked.yes_no:
        return None
    if by_posse and (posse is None or not 1 <= posse <= 6):
        return None
    total = roll * each * (posse or 1 if by_posse else 1)
    parts = [str(roll), money(each), *([f"{posse} Heroes" if posse != 1 else "1 Hero"] if by_posse else [])]
    note = "" if by_posse else " The Posse's size does not count."
    said = f"{money(total)}: {' × '.join(parts)} for {'an' if size[0] == 'E' else 'a'} {size} Enemy."
    said += note if posse else ""
    return Found((said,), (Because(None, stated[1].text, "bounties", tuple(listed([size]).lower().split())),))


FAMILIES = (bounty, town)
