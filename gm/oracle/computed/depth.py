"""Cards that the Darkness brings on so many steps of the Depth Track, and the tiles until Holding Back grows harder."""

from __future__ import annotations

from gm.oracle.computed.records import Asked, Found
from gm.oracle.computed.saying import counted, listed
from gm.oracle.computed.slots import N
from gm.oracle.computed.talk import TALK
from gm.oracle.computed.track import CLOCK, DEEPER, HOLD, called
from rules_engine.procedures.darkness import needed_to_hold
from rules_engine.state import BLOOD_SPATTER_SPACES, DARKNESS_START, ENTRANCE, GROWING_DREAD_SPACES

_DARK = r"\bdarkness(?:'s)?(?: (?:marker|token|pawn|counter|chit|piece))?\b|\bdark (?:marker|token|pawn|counter)\b"
_STEPS = (
    rf"\b{N} (?:steps?|spaces?|spots?|squares?|moves?|fields?|circles?|places?|notches|times|advances?)\b(?! tall)",
    rf"\b(?:advanced?s?|moved?s?|crept|marched|stepped|climbed|inched|gone|went)(?: up| forward| on| by| "
    rf"along| from its "
    rf"start| exactly| just)* {N}\b(?!\+)",
)
_FROM = (
    rf"\b(?:from|started (?:at|on)|starting (?:at|on|from)|it was (?:at|on))(?: the)?(?: space| number| "
    rf"circle| spot)? {N}\b",
)
_AT = (
    rf"\b(?:darkness(?: marker| token| pawn)?|it|marker|token|pawn)(?:'s| is| stands| sits| has| reached| "
    rf"now| already| "
    rf"arrived| sitting| standing| currently| got| reaches| come)*(?: (?:on|at|to|in))*(?: the)?(?: space| "
    rf"number| circle| "
    rf"spot| position)? {N}\b(?!\+| (?:steps?|spaces?|spots?|squares?|moves?|fields?|times))",
    rf"\b(?:reach\w*|got to|arrived (?:at|on)|up to|all the way to|to|now on|on) (?:space |number |circle |"
    rf"spot )?{N}\b",
)
_DARK_WORDS = (
    "darkness|dark|marker|token|pawn|counter|chit|piece|step|space|spot|square|move\\w*|moved|moving|"
    "advance\\w*|crept|"
    "creep\\w*|march\\w*|card|growing|dread|blood|spatter|track|depth|deal\\w*|dealt|draw\\w*|drew|drawn|bring\\w*|"
    "brought|cost|cause\\w*|trigger\\w*|start\\w*|begin\\w*|far|forward|along|climb\\w*|reach\\w*|number|"
    "circle|total|"
    "by|so|then|now|place|field|notch\\w*|hit|hand\\w*|give\\w*|faced?|seen?|see|pile\\w*|come|came|we|us|its|from|"
    "passed|pass\\w*|crossed|land\\w*|position|inched|count|pop|suffer\\w*|drawn|up|arriv\\w*|thanks|normal|due|put|"
    "got|already|collect\\w*|icons?|many|journey|entrance|first|since|adventure|should|owe[ds]?|because|stepped"
)
_ELSE = (
    r"\b(?:chance|likely|cancel\w*|until|till|before|escape\w*|average|each|per|other than|fail\w*|doubles?|back|"
    r"backwards?|xp|grit|heroes marker|hero marker|holdback|targa|another|more|left|remain\w*|still|extra|besides|"
    r"depth event|valhalla|if|turns|where|why|who|blood spatter spaces|which spaces)\b|n't\b|\bnot\b"
)


def dealt(asked: Asked) -> Found | None:
    """Darkness and Growing Dread cards that the track has brought after so many steps of the Darkness."""
    slots = asked.slots()
    if asked.game is not None or asked.yes_no or slots.has(_ELSE) or not slots.has(_DARK):
        return None
    dark_cards = slots.has(
        r"\bdarkness(?: and (?:growing )?dread)? cards?\b|\bblood spatter\w*\b|\bdarkness (?:and|or|&)"
    )
    dread = slots.has(r"\bgrowing dreads?\b|\bdread\b")
    cards = slots.has(r"\bcards?\b")
    if not (dark_cards or dread or cards) or not slots.has(r"\bhow many\b|\bwhat\b|\bwhich\b|\btotal\b|\bcards ?\?"):
        return None
    moves = slots.has(
        r"\b(?:steps?|spaces?|advance\w*|mov\w+|crept|march\w*|on|at|reach\w*|to|climb\w*|step\w*|inch\w*|squares?)\b"
    )
    start = slots.number(*_FROM)
    one = slots.take(r"\b(?:one|a single|just a) (?:step|space|square|move)\b")
    steps = slots.number(*_STEPS) if one is None else 1
    end = slots.number(*_AT) if steps is None else None
    start = DARKNESS_START if start is None else start
    if (steps is None) is (end is None) or not moves or not DARKNESS_START <= start < ENTRANCE:
        return None
    end = start + (steps or 0) if end is None else end
    if not start < end < ENTRANCE or not slots.understood(f"{_DARK_WORDS}|{TALK}", slack=3):
        return None
    spatter = [space for space in range(start + 1, end + 1) if space in BLOOD_SPATTER_SPACES]
    growing = [space for space in range(start + 1, end + 1) if space in GROWING_DREAD_SPACES]
    told = [_cards(spatter, "Darkness card"), _cards(growing, "Growing Dread card")]
    if dread and not dark_cards:
        told.reverse()
    way = f"{counted(end - start, 'step')} from {called(start)} to {called(end)}"
    said = f"{told[0][0].upper()}{told[0][1:]} and {told[1]}: {way}."
    more = "Spaces with blood bring a Darkness card, those with a Growing Dread icon a card of that deck."
    return Found((said, more), (CLOCK,))


def _cards(spaces: list[int], card: str) -> str:
    if not spaces:
        return f"no {card}"
    return f"{counted(len(spaces), card)} ({'space' if len(spaces) == 1 else 'spaces'} {listed(spaces)})"


# --- the Hero Party ---------------------------------------------------------------------------------------------------

_HERE = (
    r"\b(?:(?:hero(?:es)?|party|posse|our) )?(?:marker|token|pawn|counter|figure|party|posse|heroes|we|"
    r"we're)(?:'s|'re| "
    r"is| are| stands?| sits?| standing| sitting| now| currently| just)*(?: (?:on|at|in))+(?: the)?(?: space|"
    r" number| "
    r"circle| spot| position)? (\d{1,2})\b(?!\+| tiles?)",
    rf"\b(?:from|starting (?:at|on|from)|now (?:on|at)|currently (?:on|at)|space|circle|spot)(?: space| "
    rf"number| circle)? {N}"
    r"\b(?!\+)",
    rf"\b(?:on|at)(?: space)? {N}\b(?!\+)",
)
_NEEDS = (
    r"\b([89])\+",
    r"\b(?:need\w*|is|requires?|require|be|become\w*|jump\w*|climb\w*|goes|go|rise\w*|hits?|turns?|target|on|wants?|"
    r"demand\w*|a|an|get\w*)(?: (?:up|to|into|an?|at least|of|the|target))* ([89])(?:s|'s)?\b",
)
_TILE_ELSE = (
    r"\b(?:chance|likely|xp|scaveng\w*|average|each|per|darkness (?:marker|token|pawn|is|at|on)|fail\w*|escape\w*|"
    r"tower\w*|valhalla|rooms? only|doubles?|turns|back|dread|cards?|grit|already|ago|been)\b|n't\b|\bnot\b"
)
_TILE_WORDS = (
    "hero|party|posse|token|marker|pawn|counter|figure|tile|map|room|passage|door|new|more|lay\\w*|"
    "explor\\w*|place\\w*|"
    "holdback|hold\\w*|roll\\w*|need\\w*|target|lantern|light|darkness|back|space|circle|spot|number|till|"
    "until|before|"
    "how|many|take\\w*|open\\w*|look\\w*|reveal\\w*|jump\\w*|climb\\w*|go|become\\w*|harder|test|track|depth|"
    "rise\\w*|"
    "requires?|require|sit\\w*|stand\\w*|hit\\w*|now|position|currently|still|further|fresh|down|drop\\w*|through|on|"
    "demand\\w*|want\\w*|reach\\w*|step\\w*|deeper|put|away|far|source|check|zone|stage|last|third|at|to|left|turn|we"
)


def tiles_until(asked: Asked) -> Found | None:
    """The tiles from a space until Holding Back the Darkness needs 8+ or 9+."""
    slots = asked.slots()
    if asked.game is not None or asked.yes_no or slots.has(_TILE_ELSE):
        return None
    if not slots.take(
        r"\bhow many(?: more| further| new| other| extra)*(?: map)? (?:tiles?|rooms?|doors?|explorations?)\b"
    ):
        return None
    if not slots.has(r"\bholdback\b|\blantern\b|\broll\b|\btarget\b|\bneeds?\b|\b[89]\+") or not slots.has(
        r"\b(?:until|till|before|to|and)\b"
    ):
        return None
    needed = slots.number(*_NEEDS)
    here = slots.number(*_HERE)
    if here is None and slots.take(r"\b(?:at|on|in|from) the (?:entrance|start|beginning)\b") is not None:
        here = ENTRANCE
    if needed is None or here is None or not slots.understood(f"{_TILE_WORDS}|{TALK}", slack=3):
        return None
    if not DARKNESS_START < here <= ENTRANCE:
        return None
    there = next((s for s in range(ENTRANCE, DARKNESS_START - 1, -1) if needed_to_hold(s) >= needed), None)
    if there is None or there >= here or slots.has(r"\bbefore\b"):
        return None
    said = (
        f"{counted(here - there, 'tile')}: each moves the Hero Party marker 1 space, from {called(here)} to "
        f"{called(there)}, "
        f"the first where Holding Back the Darkness needs {needed_to_hold(there)}+."
    )
    return Found((said,), (HOLD, DEEPER))


FAMILIES = (dealt, tiles_until)
