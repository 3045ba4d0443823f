"""The Depth Track: where the markers stand, what Holding Back needs there, and how long until the Darkness escapes."""

from __future__ import annotations

from gm.oracle.computed.records import Asked, Because, Found
from gm.oracle.computed.saying import counted, listed
from gm.oracle.computed.slots import N
from rules_engine.procedures.darkness import advance_heroes, move_darkness, needed_to_hold
from rules_engine.state import BLOOD_SPATTER_SPACES, DARKNESS_START, ENTRANCE, GROWING_DREAD_SPACES

HOLD = Because(needed_to_hold, "compilation: Holding Back the Darkness", "depth-track-stages", ("7+", "8+", "9+"))
DEEPER = Because(advance_heroes, "compilation: Looking Through a Door", "look-through-a-door", ("marker", "depth"))
CLOCK = Because(move_darkness, "compilation: Darkness Escapes", "depth-track", ("blood", "spatter", "growing", "dread"))

MOVES = (
    r"advance\w*|mov\w+|creep\w*|crawl\w*|inch\w*|march\w*|closer|forward|gains?|slip\w*|progress\w*|gets? nearer|"
    r"budge\w*"
)
OF_THE_DARKNESS = (
    r"\bdarkness(?: marker| token)?(?:'s| is| sits| stands| now| currently| already| sitting| standing)* (?:on|at|from)"
    rf" (?:the )?(?:space |number |spot )?\d|\b(?:{MOVES})(?: on| to| from| onto| into| past)+ (?:the )?"
    r"(?:space |number |spot )?\d"
)
"""A space that is the Darkness marker's own, of which Holding Back does not hang."""
FURTHER = r"(?=.*\btiles?\b|.*\bdoors?\b).*(?:\bdarkness start\b|\balready (?:on|at)\b)"
"""Tiles that are laid from somewhere on the track on, not from the Entrance."""
_PLACE = (
    "space|spot|circle|depth|track|hero|marker|party|posse|holdback|roll|target|number|stand|standing|sit|sits|sitting|"
    "light|lantern|are|where|what|now|darkness|back|we|bearer|beat|require\\w*|position|stage|zone|test|hold|currently|"
    "tile|map|place|placed|lay|laid|door|room|look\\w*|open\\w*|explor\\w*|reveal\\w*|put|found|entrance|deep|deeper|"
    "far|into|mine|new|started|beyond|past|second|drew|drawn|uncovered|flipped|turn|already|moved|sits|passage|left|on"
)
_TILES = (
    rf"\b{N} (?:more |new |extra )?(?:map )?(?:cards and )?(?:tiles?|doors?|"
    rf"rooms?(?: and passages?)?|passages?|map cards?)\b"
)
_SPACE = (
    rf"\b(?:space|spot|circle|position|number|depth|step|box|place)(?: number| no\.?)? {N}\b(?!\+)",
    rf"\bmarker(?:'s| is| sits| stands| sitting| standing)?(?: now)?(?: "
    rf"sitting| standing)?(?: at| on| in)? {N}\b(?!\+)",
    rf"\b(?:we're|we are|are we|i'm|stand|standing|sit|sits|are|sitting|is|"
    rf"posse|party|heroes|holdback)(?: now| currently)? (?:on|at) {N}\b(?!\+| "
    rf"tiles?| doors?)",
    rf"\b(?:on|at) {N}(?= (?:on|of) the (?:depth )?track)",
)
_ASKS_TARGET = r"\bholdback\b|\btarget\b|\bneed(?:ed)?\b.*\b(?:roll|light|lantern|darkness)\b|\b(?:roll|lantern) .*need"


def position(tiles: int) -> int:
    """Where the Hero Party marker stands after so many tiles."""
    return max(DARKNESS_START, ENTRANCE - tiles)


def called(space: int) -> str:
    """A space of the Depth Track."""
    return {ENTRANCE: "the Entrance", DARKNESS_START: "the Darkness Start"}.get(space, f"space {space}")


def hold_target(asked: Asked) -> Found | None:
    """What Holding Back needs at a space or after so many tiles; where the marker then stands."""
    slots = asked.slots()
    if slots.has(
        r"\b(xp|scaveng\w+|chance|likely|safe|average|row|dread|cards? (?:by|will)|escapes?|fail\w*|succe\w*)\b"
    ):
        return None
    if slots.has(FURTHER):
        return None
    wants_target = slots.has(_ASKS_TARGET)
    wants_place = slots.has(
        r"\b(?:where|which|what) (?:is|are|does|do|number|space|circle|spot|step|position)\b|\bwhere\b"
    ) and slots.has(r"\bmarker\b|\bwe\b|\btrack\b")
    if not (wants_target or wants_place):
        return None
    tiles = slots.number(_TILES)
    space = slots.number(*_SPACE) if tiles is None else None
    if tiles is None and space is None and slots.take(r"\b(?:at|on|in) the (?:very )?(?:entrance|start|beginning)\b"):
        space = ENTRANCE
    if tiles is None and (space is None or not wants_target or space > ENTRANCE):
        return None
    if slots.has(r"\b(until|till|before|how many)\b") or not slots.understood(_PLACE):
        return None
    here = position(tiles) if tiles is not None else space
    assert here is not None
    needs = f"Holding Back the Darkness needs {needed_to_hold(here)}+"
    if tiles is None:
        return Found((f"{needed_to_hold(here)}+: {needs} with the Hero Party marker on {called(here)}.",), (HOLD,))
    moved = min(tiles, ENTRANCE - DARKNESS_START)
    said = (
        f"After {counted(tiles, 'tile')} the Hero Party marker is on "
        f"{called(here)}, {counted(moved, 'step')} from the Entrance ({ENTRANCE} "
        f"- {moved})."
    )
    return Found((said, needs + " there."), (HOLD, DEEPER))


def tiles_to_stage(asked: Asked) -> Found | None:
    """How many tiles it takes until Holding Back needs 8+ or 9+, or until a space."""
    slots = asked.slots()
    if not slots.has(
        r"\bhow (?:many|long)\b.*\b(?:tiles?|doors?|rooms?|map cards?|exploring)\b|\bwhen does\b.*\bholdback\b"
    ):
        return None
    if slots.has(r"\b(fail\w*|escapes?|scaveng\w*|xp|chance)\b"):
        return None
    start = slots.number(
        *(
            pattern.replace("(?!\\+", "(?!\\+")
            for pattern in (rf"\b(?:from|now|currently) (?:space |on |at )?{N}\b(?!\+)",)
        )
    )
    start = ENTRANCE if start is None else start
    target = slots.number(r"\b([789])\+")
    goal = None if target is not None else slots.number(rf"\b(?:space|spot|circle|number|reach|to|on) {N}\b")
    vocabulary = (
        _PLACE
        + "|need|zone|take|takes|until|till|before|cards?|and|to|becomes?|gets?|harder|start\\w*|reach\\w*|last|goes|up"
    )
    if not slots.understood(vocabulary) or not DARKNESS_START < start <= ENTRANCE:
        return None
    if target is not None:
        there = next((s for s in range(ENTRANCE, DARKNESS_START - 1, -1) if needed_to_hold(s) >= target), None)
    else:
        there = goal
    if there is None or not DARKNESS_START <= there <= start:
        return None
    steps = start - there
    whence = "the Entrance" if start == ENTRANCE else f"space {start}"
    said = (
        f"{counted(steps, 'tile')}: from {whence} ({start}) to {called(there)} is "
        f"{steps} steps, and Holding Back the Darkness needs "
        f"{needed_to_hold(there)}+ there."
    )
    return Found((said,), (HOLD, DEEPER))


# --- the Darkness -----------------------------------------------------------------------------------------------------

_DARK = (
    "darkness|escape|escapes|escaping|out|lose|lost|fail|fails|failed|"
    "failure|failures|failing|holdback|roll|rolls|test|"
    "card|draw|drawn|drawing|thrown|throw|track|depth|marker|growing|dread|"
    "blood|spatter|non-double|normal|row|straight|"
    "in|by|we|hero|start|space|very|until|take|move|moves|moved|mission|"
    "where|stand|stands|sit|sits|far|left|till|reach|"
    "reaches|see|seen|hit|passed|doubles?|without|entrance|already|win|drew|number|game|over|then|flip|miss|missed|"
    "misses|hand|dealt|bring|brought|be|on|circle|sitting|standing|light|lantern|light source|many|through|us|steps?|"
    "forward|advance\\w*|phase|turn|times?|into|free|surface|collected|stack|been|safe|before|spot|position|more|away"
)


def darkness(asked: Asked) -> Found | None:
    """How many failures until the Darkness escapes, or where it is after some; and the cards that come by then."""
    slots = asked.slots()
    fails = r"\b(?:fail\w*|miss\w*|lost|bad|botched|blown)\b"
    if not slots.has(r"\bdarkness\b|\bholdback\b") or slots.has(r"\b(chance|likely|xp|heroes? marker|grit)\b"):
        return None
    start = slots.number(
        rf"\bdarkness(?: marker)?(?:'s| is| sits| stands)?(?: already| now| "
        rf"currently)?(?: sitting| standing)?(?: on| at)(?: space| circle| number| "
        rf"spot)? {N}\b",
        rf"\bspace {N}\b",
    )
    start = DARKNESS_START if start is None else start
    if not DARKNESS_START <= start < ENTRANCE:
        return None
    cards = slots.has(r"\bcards?\b|\bdread\b|\bblood spatter\b")
    steps = slots.number(
        rf"\b{N} (?:non-double |normal |straight )?(?:failed|failures?|fails?|missed|misses|bad|botched|lost|blown)\b",
        rf"\b(?:fail\w*|miss\w*|lost|botch\w*|blow\w*)(?: the)?(?: holdback)?(?: "
        rf"rolls?| tests?)? {N}(?: times?| rolls?| tests?| holdbacks?)?\b",
    )
    doubles = slots.number(rf"\b{N} (?:of (?:them|those|which) )?(?:are |were )?(?:failed )?doubles?\b")
    if steps is None:
        until = slots.has(
            r"\bescap\w+\b|\breach\w* the (?:entrance|end|surface)\b|\b(?:we|game|"
            r"mission) (?:lose|lost|is over|fails?)\b|\bout\b"
        )
        if not until or not slots.has(r"\bhow (?:many|often|long)\b") or not (slots.has(fails) or cards):
            return None
        steps = ENTRANCE - start
    elif not slots.has(r"\bwhere\b|\bwhat (?:space|number|circle)\b|\bhow (?:far|many)\b|\bwhich\b|\bescap\w*\b"):
        return None
    steps -= doubles or 0
    if not 0 < steps <= 1_000 or not slots.understood(_DARK):
        return None
    return _march(start, steps, doubles or 0, cards)


def _march(start: int, steps: int, doubles: int, cards: bool) -> Found:
    end = min(ENTRANCE, start + steps)
    spatter = [space for space in range(start + 1, end + 1) if space in BLOOD_SPATTER_SPACES]
    dread = [space for space in range(start + 1, end + 1) if space in GROWING_DREAD_SPACES]
    whence = "from the Darkness Start" if start == DARKNESS_START else f"from space {start}"
    if end == ENTRANCE:
        needed = ENTRANCE - start
        said = (
            f"{counted(needed, 'failed roll')} {whence} and the Darkness escapes: it "
            f"moves 1 space each, and enters the Entrance ({ENTRANCE}) with the last."
        )
    else:
        said = (
            f"The Darkness is on space {end}: 1 space for each of "
            f"{counted(steps, 'failed roll')} {whence}, {ENTRANCE - end} more and it "
            f"escapes."
        )
    more = ["Doubles are Depth Events and move no marker."] if doubles else []
    told = [_cards(spatter, "Darkness card", "Blood Spatter"), _cards(dread, "Growing Dread card", "Growing Dread")]
    if cards or end == ENTRANCE or spatter or dread:
        more.append(f"By then it has drawn {told[0]} and {told[1]}.")
    return Found((said, *more), (CLOCK,))


def _cards(spaces: list[int], card: str, icon: str) -> str:
    if not spaces:
        return f"no {card}"
    return f"{counted(len(spaces), card)} ({icon} {'space' if len(spaces) == 1 else 'spaces'} {listed(spaces)})"


FAMILIES = (hold_target, tiles_to_stage, darkness)
