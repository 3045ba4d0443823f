"""What comes back for goods that are sold, what nights at the Hotel cost, and what Pelts bring.

Every price is read out of the statement of the corpus that gives it: the engine plays no Town.
"""

from __future__ import annotations

import re
from typing import Final

from gm.oracle.computed.names import heroes_of, named
from gm.oracle.computed.records import Asked, Because, Found
from gm.oracle.computed.saying import counted, listed, money
from gm.oracle.computed.slots import LIST, N
from gm.oracle.computed.town import PRICES
from rules_engine.content.library import standard
from rules_engine.dice import D3, SIDES, VALUES
from rules_engine.procedures.pelts import HUNTERS, collect_pelts
from rules_engine.setup import REVIVE_TOKENS

MOST, MOST_MONEY = 100, 1_000_000
PARTY: Final = len(REVIVE_TOKENS)
_SELLS = (
    r"\b(?:sell(?:s|ing)?|sold|flog\w*|re-?s(?:ell|old)\w*|resale|pawn\w*|offload\w*|hock\w*|comes? back|get "
    r"back|refund\w*|"
    r"trade-?in|fetch\w*|back for|get for|recoup\w*|unload\w*)\b"
)
_FIGURE = (
    r"\b(?:how much|what|total|cash|money|gold|dollars|bucks|refund|worth|price|value|sum|proceeds|get|brings?|"
    r"fetch\w*)\b|\$"
)
_NOT_SOLD = (
    r"\b(?:broke|broken|breaks|destroyed|starting|personal|found|loot\w*|artifacts?|printed|corner|scaveng\w*|"
    r"reward|upgrades?|dark stone|"
    r"pelts?|services?|"
    r"mustache|grown over|stole\w*|steal\w*|discount\w*|haggl\w*|haggle|cunning|shard|worth|gift\w*|given|chance|"
    r"trade cart|beasts?|treat\w*|cur(?:e|ed|ing)|resurrect\w*|train|hotel|bounty|prisoner|shipment|coupon|"
    r"profit|loss|"
    r"tokens?|half-?price|smuggl\w*|tax\w*|afford|enough|allowed|where|when (?:can|may|do)|can i|only one|how "
    r"many)\b|\bnot\b|n't\b"
)
_SOLD_WORDS = (
    "sell\\w*|sold|flog\\w*|re-?sell\\w*|resale|pawn\\w*|offload\\w*|hock\\w*|back|refund\\w*|trade|fetch\\w*|"
    "buy\\w*|bought|"
    "pay|paid|cost\\w*|price\\w*|shrine|store|general|shop|shopping|town|item|items|gear|hat|gun|coat|lantern|"
    "rifle|knife|gold|"
    "dollar|buck|money|cash|hero|card|total|worth|recoup\\w*|unload\\w*|saloon|church|camp|outpost|frontier|"
    "smith|swordsmith|"
    "weapon|armor|robe|boots|sword|bow|saddle|both|later|new|brand|day|village|purchase\\w*|piece|each|apiece|"
    "fee|original|"
    "originally|half|bring\\w*|for|value|vendor|merchant|armou?r|shield|set|gone|get|jacket|shotgun|pistol|axe|blade|"
    "doc|office|blacksmith|outlaw|light|holdback|next|visit|pick\\w*|second|hand|thing|stuff|expensive"
)
_OF_EACH = (
    rf"\b{N} (?:[a-z]+ ){{1,3}}?(?:at|for|costing|of)(?: only)? \$ ?{N}(?: (?:gold|dollars))? "
    r"(?:each|apiece)\b"
)


def sold(asked: Asked) -> Found | None:
    """What comes back for Items bought in Town: half of what was paid, which is told or which the corpus gives."""
    slots = asked.slots()
    if (
        asked.game is not None
        or asked.yes_no
        or not slots.has(_SELLS)
        or not slots.has(_FIGURE)
        or slots.has(_NOT_SOLD)
    ):
        return None
    stated = asked.stated("selling-items", r"sold for (\d+)% of the price paid")
    if stated is None:
        return None
    share = int(stated[0][1])
    paid: list[tuple[int, int, str]] = []
    rests = [Because(None, stated[1].text, "selling-items", ("sold", "50%", "price", "paid"))]
    for price in PRICES:
        if price.entry != "shrine-price-list":
            continue
        found = slots.take(rf"\b(?:(?:{N}|an?|the|my|his|her|this|one) )?(?:{price.said})\b")
        if found is None:
            continue
        if (
            re.search(rf"\b(?:{price.said})\b", slots.left)
            or (given := asked.stated(price.entry, price.pattern)) is None
        ):
            return None
        paid.append((int(found[1] or 1), int(given[0][1].replace(",", "")), price.called))
        rests.append(Because(None, given[1].text, price.entry, tuple(given[1].text.lower().split())))
    named_ = bool(paid)
    of_each = slots.takes(_OF_EACH)
    paid += [(int(one[1]), int(one[2]), "") for one in of_each]
    told = slots.takes(rf"\$ ?{N}\b(?: (?:gold|dollars|bucks))?|\b{N} (?:gold|dollars?|bucks)\b")
    told = told or slots.takes(rf"\b(?:cost|costs|paid|price|pay|for|priced at)(?: me| us| of| was| is|:)? {N}\b")
    paid += [(1, int(next(g for g in one.groups() if g)), "") for one in told]
    if not paid or (named_ and len(paid) != len(rests) - 1) or not slots.understood(_SOLD_WORDS, slack=3):
        return None
    if slots.has(r"\b(?:each|apiece)\b") and not of_each:
        return None
    if any(not 1 <= count <= MOST or price * share % 100 or not price for count, price, _ in paid):
        return None
    total = sum(count * price for count, price, _ in paid)
    if total > MOST_MONEY:
        return None
    parts = " + ".join(_one(*one) for one in paid)
    back = total * share // 100
    said = f"{money(back)}: {share}% of the {money(total)} paid{f' ({parts})' if len(paid) > 1 or named_ else ''}."
    return Found((said,), tuple(rests))


def _one(count: int, price: int, name: str) -> str:
    """`2 × Yamabushi Hat $800`."""
    return f"{f'{count} × ' if count > 1 else ''}{f'{name} ' if name else ''}{money(price)}"


# --- the Hotel --------------------------------------------------------------------------------------------------------

_ROAD = "travel-hazards-middle"
_STAY = r"\b(?:hotels?|inn)\b"
_ONE_NIGHT = r"\b(?:a|1|one|single|per|for the) (?:single )?(?:night|day)\b|\btonight\b"
_GUESTS = (
    rf"\b{N} (?:\w+ )?(?:of )?hero(?:es)?\b",
    rf"\b(?:posse|party|group) of {N}\b",
    rf"\b{N}-?(?:some|strong)\b",
    rf"\b{N} (?:beds?|rooms?|of us|us|cowboys|in the (?:posse|party|group))\b",
    rf"\b(?:we're|we are|all|the) {N}\b",
    rf"\b{N} (?=.*(?:sleep|stay))",
)
_HOTEL_WORDS = (
    "hotel|inn|night|day|stay\\w*|sleep\\w*|bed|beds|room|rooms|hero|heroes|posse|party|group|town|bridge|"
    "destroyed|hazard|"
    "travel|long|allowed|max\\w*|cost\\w*|price|pay|bill|total|dollar|buck|gold|money|whole|everyone|everybody|"
    "each|per|all|"
    "head|week|spend|spent|full|comfort\\w*|broken|out|gone|collapsed|possible|limit|indoors|soft|camp\\w*|"
    "nobody|none|"
    "together|altogether|rent|charge\\w*|lodging\\w*|lodge|roof|come|do|both|may|permitted|can|kip|crash|tonight|"
    "result|"
    "roll\\w*|card|10|washed|away|down|blown|set"
)
_HOTEL_ELSE = (
    r"\b(?:some|half|except|instead|camps|camp site|camping|campsite|rest of|others?|discount|cheaper|horse|mule|"
    r"event|"
    r"train|saloon|chance|win|enough|afford|left over|change|leaves?|hazard chart|mustache|grown over|ally|allies|"
    r"(?:one|1|2|3|4) (?:of (?:us|them|heroes) )?(?:camps?|outside|stays? out))\b|\bnot\b|n't\b"
)


def hotel(asked: Asked) -> Found | None:
    """What the Hotel costs: for each Hero and Day; where the bridge is destroyed, for as many Days as may be stayed."""
    slots = asked.slots()
    if asked.game is not None or asked.yes_no or not slots.has(_STAY) or slots.has(_HOTEL_ELSE):
        return None
    if not slots.has(r"\b(?:how much|what|total|cost\w*|bill|price|pay|dollars|bucks|sum|charge\w*|set us back)\b|\$"):
        return None
    price = next(one for one in PRICES if one.called == "Hotel")
    stated = asked.stated(price.entry, price.pattern)
    bridge = asked.stated(_ROAD, r"Bridge Destroyed: the Town Stay lasts (\d+) days at most")
    if stated is None:
        return None
    each = int(stated[0][1])
    slots.take(rf"\$ ?{each}\b(?: (?:each|apiece|per hero|a head|a night|a day|per day|per night))*")
    days = slots.number(
        rf"\b{N}(?: (?:full|whole|town|straight|more|long))* (?:nights?|days?)\b",
        rf"\b(?:days?|nights?|stay)(?: of|:)? {N}\b",
        rf"\b{N} times\b",
    )
    if days is None and slots.take(r"\bboth (?:nights|days)\b") is not None:
        days = 2
    if days is None and slots.take(_ONE_NIGHT) is not None:
        days = 1
    if days is None and slots.take(r"\b(?:a|1|one) (?:full |whole )?week\b") is not None:
        days = 7
    heroes = slots.number(*_GUESTS)
    rests = [Because(None, stated[1].text, price.entry, tuple(stated[1].text.lower().split()))]
    why = ""
    if slots.has(r"\bbridge\b"):
        if bridge is None:
            return None
        slots.take(r"\b10\b")
        most = int(bridge[0][1])
        if days is not None and days > most:
            return None
        if days is None and slots.has(r"\b(?:long|allowed|max\w*|possible|permitted|limit|most|may|can|whole|full)\b"):
            days, why = most, f" (the bridge is out: {most} Days at most)"
            rests.append(Because(None, bridge[1].text, _ROAD, tuple(bridge[1].text.lower().split())))
    if heroes is None or days is None or not slots.understood(_HOTEL_WORDS, slack=4):
        return None
    if not 1 <= heroes <= PARTY or not 1 <= days <= MOST:
        return None
    working = f"{counted(heroes, 'Hero', 'Heroes')} × {counted(days, 'Day')} × {money(each)}"
    return Found((f"{money(heroes * days * each)}: {working}{why}.",), tuple(rests))


# --- Pelts ------------------------------------------------------------------------------------------------------------

PELTS: Final = Because(collect_pelts, "valhalla: PELTS", "pelts", ("pelt", "beast", "d3", "large"))
_HIDES = r"\b(?:pelts?|skins?|hides?|furs?)\b"
_ONES = r"(\d{1,2}|an?|one|the|another|single)"
_LARGE = (
    rf"\b{_ONES}(?: single)? (?:large|big)(?: (?:ones?|beasts?|animals?|enem(?:y|ies)|wol(?:f|ves)|bears?|guys?))?\b"
)
_PLAIN = (
    rf"\b{_ONES}(?: (?:small|medium|little|normal|ordinary|regular|plain|common|lesser|smaller|non-large))?(?:,| "
    rf"and| or)? ?"
    r"(?:(?:small|medium|little|normal|ordinary|regular|plain|common|lesser|smaller)(?: sized| ones?)?"
    r"(?: (?:beasts?|animals?|enem(?:y|ies)|wol(?:f|ves)))?|beasts?|animals?|wol(?:f|ves))\b"
)
_PELT_ROLL = (
    rf"\b(?:roll(?:ed|s|ing)?|threw|die (?:is|was|shows?|came up)|d3s? (?:of|is|are|was|came up|shows?|gives?)|"
    rf"dice (?:show|are|were|say|came up)|showing|came up|got)(?: up)?(?: an?)?:? {LIST}(?!\+)\b"
    r"(?: (?:for|on) (?:the|its|that|this) (?:large|big)(?: (?:one|beast|animal|fellow)(?:'s)?)?)?",
    rf"\b(?:with|on) an? {N} (?:on|for)\b",
    rf"\b1d3(?: (?:of|is|was|came up|shows?|gives?|for|the|large|big|one))*:? ?{LIST}\b",
    rf"\b{LIST} (?:on|for|with) (?:the |my |a |his )?(?:1?d3|roll|die|dice|large|big)\b",
)
_PELT_ELSE = (
    r"\b(?:x-?l|extra[- ]large|extra large|huge|chance|average|each hero|craft\w*|forge|supplies|travell?ers?|already|"
    r"expect\w*|allies|ally|spend|keep|half|least|most|before|spent|another hero|split|share\w*|d6|reroll\w*)\b|"
    r"\bnot\b|n't\b"
)
_SALE = r"\b(?:trade|cart|sell\w*|sold|sale|gold|dollars?|bucks?|money|cash|earn\w*|worth|market|price)\b|\$"
_PELT_WORDS = (
    "pelt|skin|hide|fur|beast|animal|enemies|enemy|large|big|small|medium|roll\\w*|1?d3|d|die|dice|trade|cart|"
    "trader|sell|sells|"
    "sold|sale|selling|gold|dollar|buck|money|cash|camp|kill\\w*|slay\\w*|slain|hunt\\w*|skinn\\w*|bring\\w*|"
    "earn\\w*|hero|"
    "norse|viking|everything|fetch\\w*|carry|carried|haul|worth|total|market|collect\\w*|wol\\w+|bear|show\\w*|down|"
    "huscarl|price|value|pay|get|hunter|fell\\w*|flog|back|turn|put"
)


def pelts(asked: Asked) -> Found | None:
    """How many Pelts some Beasts bring whose dice are told, and what the Trade Cart gives for them."""
    slots = asked.slots()
    if asked.game is not None or asked.yes_no or not slots.has(_HIDES) or slots.has(_PELT_ELSE):
        return None
    stated = asked.stated("pelts", r"sell for \$(\d+) each")
    if stated is None:
        return None
    library = standard()
    if (who := named(slots, heroes_of(library))) is not None and HUNTERS.isdisjoint(library.heroes[who[0]].keywords):
        return None
    each = int(stated[0][1])
    slots.take(rf"\$ ?{each}\b(?: (?:each|apiece|a pelt|per pelt))*")
    rolled = slots.numbers(*_PELT_ROLL)
    large = sum(_count(one[1]) for one in slots.takes(_LARGE)) if rolled else 0
    plain = sum(_count(one[1]) for one in slots.takes(_PLAIN))
    slots.take(r"\b1?d3\b")
    if rolled is None or large != len(rolled) or not slots.understood(_PELT_WORDS, slack=4):
        return None
    if not all(1 <= face <= SIDES[D3] for face in rolled) or plain + large > MOST:
        return None
    gained = values(rolled)
    total = plain + sum(gained)
    by = [f"{plain} of ordinary Beasts"] if plain else []
    by.append(f"{' + '.join(map(str, gained))} by D3 of {counted(large, 'Large Beast')}")
    many = counted(total, "Pelt")
    sum_ = f"{' and '.join(by)}"
    sells = slots.has(_SALE)
    first = f"{money(total * each)}: {many} at {money(each)} ({sum_})." if sells else f"{many}: {sum_}."
    rest = (as_faces(rolled),) if gained == rolled and max(rolled) > 1 else ()
    sale = Because(None, stated[1].text, "pelts", tuple(stated[1].text.lower().split()))
    return Found((first, *rest), (PELTS, sale) if sells else (PELTS,))


def _count(said: str) -> int:
    return int(said) if said.isdigit() else 1


def values(rolled: list[int]) -> list[int]:
    """What D3 come to: faces of a D6 where one of them shows more than 3, else the values as they are told."""
    return [VALUES[D3][face] for face in rolled] if max(rolled) > max(VALUES[D3]) else rolled


def as_faces(rolled: list[int]) -> str:
    """What the same figures would be as faces of a D6."""
    faces = [VALUES[D3][face] for face in rolled]
    which = "the face" if len(rolled) == 1 else "faces"
    return f"A D3 of {listed(rolled)} is taken as told; as {which} of a D6 it would be {listed(faces)}."


FAMILIES = (hotel, sold, pelts)
