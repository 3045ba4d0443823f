"""Holding Back the Darkness from a place on the Depth Track: what it needs, how likely it is, what a roll brings."""

from __future__ import annotations

import re
from typing import NamedTuple

from gm.oracle.computed.chances import ASKS, HOLDING
from gm.oracle.computed.records import Asked, Because, Found
from gm.oracle.computed.saying import chance
from gm.oracle.computed.slots import N, Slots
from gm.oracle.computed.track import FURTHER, HOLD, MOVES, OF_THE_DARKNESS, called, position
from rules_engine import odds
from rules_engine.content.library import standard
from rules_engine.dice import SIDES
from rules_engine.odds import ADVANCES, DEPTH_EVENT, HELD
from rules_engine.procedures.darkness import hold_back_the_darkness, needed_to_hold
from rules_engine.procedures.immobile import darkens
from rules_engine.state import DARKNESS_START, ENTRANCE

STAGES = tuple(sorted({needed_to_hold(space) for space in range(DARKNESS_START, ENTRANCE + 1)}))
MOST_TILES = 200
_PART = r"(?:third|stage|zone|part|stretch|section|leg|segment|band|area|phase)(?:s)?"
_STAGE_WORDS = (
    (rf"\b(?:first|1st|opening|top|upper|easiest|earliest|starting) {_PART}\b|\bstage 1\b", 0),
    (rf"\b(?:middle|second|2nd|center|central|mid) {_PART}\b|\bstage 2\b|\bmiddle of the (?:depth )?track\b", 1),
    (rf"\b(?:last|third|3rd|final|bottom|lowest|deepest|hardest) {_PART}\b|\bstage 3\b", 2),
)
_ON = rf"\b(?:the )?(\d{{1,2}})\+ (?:{_PART}|spaces?|bit|portion|end|side)\b"
_SPACES = (
    rf"\b(?:space|spot|circle|position|depth|step|box|square|field)(?: number| no\.?)? {N}\b(?!\+)",
    rf"\b(?:marker|pawn|figure|heroes|party|posse|we|we're|standing|stands?|sits?|sitting|are|is|now)(?: is| are|"
    rf" stands?| sits?| standing| sitting)?(?: now| currently)? (?:on|at)(?: the)? {N}\b(?!\+| tiles?| doors?)",
    rf"\b(?:on|at|from|in) {N}(?= (?:on|of) the (?:depth )?track)",
)
_TILES = (
    rf"\b{N} (?:more |new |extra )?(?:map )?(?:tiles?|doors?|rooms?|passages?)(?: in| deep| into the mine| later|"
    rf" placed| explored| from the entrance)?\b(?!.*\btower)",
)
_TOWERS = (
    r"\b(?:(?:an?|the|\d|some|more|several|as many as \d) )?(?:(?:blasted|whole|standing|of the|of those) "
    r")*(?:archive )?towers?\b"
)
_ABOUT = (
    rf"\bholdback\b|\bdarkness\b|\btowers?\b.*(?:\bdepth track\b|\d\+|\b{_PART}\b|\broll\b)|"
    rf"(?:\bdepth track\b|\d\+|\b{_PART}\b|\broll\b).*\btowers?\b"
)
_APART = (
    r"\b(?:another|other|next(?! to (?:us|me|a hero|one of us))|adjacent(?! to (?:us|me|a hero))|different|elsewhere|"
    r"far|nobody|no ?one|no hero\w*|without|away|kill\w*|dead|destroy\w*)\b"
)
_ELSE = (
    r"\b(?:grit|reroll\w*|oil|brand|row|straight|running|turns|until|till|fail(?:ed|s|ures?)? \d|cards?|xp|dread|"
    r"escapes?|blood|cancel\w*|times|each of|twice|3d6|both|attack\w*|not on|isn't|aren't|no light|scaveng\w*|boss)\b|"
    r"\bon an? depth event|\bdepth event (?:chart|table|result|card)|"
    r"\bhow many\b"
)
_REMARK = (
    r"\b(?:remember(?:ing)?|mind you|note|noting|given|knowing|since|as|because|and|but|of course)(?: that)? doubles? "
    r"(?:do not|don't|never|doesn't|won't|can't)(?: ever)? (?:move|advance)s?(?: it| the darkness(?: marker)?|"
    r" the marker)?"
)
_WORDS = (
    f"{MOVES}|holdback|hold|holding|darkness|back|roll|rolled|rolling|rolls|test|target|number|need\\w*|must|"
    f"minimum|lowest|"
    "space|spot|circle|depth|track|third|stage|zone|part|stretch|section|hero|marker|party|posse|pawn|figure|"
    "token|group|"
    "light|lantern|torch|source|bearer|carrier|archive|tower|room|tile|map|there|chance|likely|probable|"
    "probab\\w+|risk|odd|"
    "safe|percent|succe\\w+|fail\\w*|pass\\w*|held|doubles?|event|dice|die|2d6|total|sum|we|stand\\w*|sit\\w*|in|"
    "deep|deeper|"
    "entrance|placed|explored|mine|door|passage|current|currently|now|enough|make|somewhere|given|second|first|"
    "last|middle|"
    "final|one|same|with|stay\\w*|put|make|single|score|come|beat|good|get|result|off|reach\\w*|next|still|turn|"
    "at|happen\\w*|"
    "target|natural|show\\w*|what's|lit|carries|sort|kind|exactly|square|higher|harder|enemies|enemy|it|bay|"
    "check|starting"
)


class Place(NamedTuple):
    """What Holding Back needs at a place, how the place is called, and what makes it harder there."""

    needed: int
    called: str
    harder: int


def tower_makes_harder() -> int:
    """By how much Archive Towers beside a hero raise the target: what their sheet says."""
    return sum(ability.hold_back for ability in standard().enemies["archive-towers"].abilities)


def _place(slots: Slots) -> Place | None:
    """Where the Hero Party is, as a question tells it; None where it tells of tiles laid from somewhere else on."""
    if slots.has(FURTHER):
        return None
    place: tuple[int, str] | None = None
    if (found := slots.take(_ON)) is not None:
        place = (int(found[1]), f"the {found[1]}+ stage")
    for pattern, number in _STAGE_WORDS:
        if place is None and slots.take(pattern) is not None:
            place = (STAGES[number], f"the {('first', 'middle', 'last')[number]} stage")
    if place is None and (tiles := slots.number(*_TILES)) is not None and tiles <= MOST_TILES:
        place = (needed_to_hold(position(tiles)), f"{called(position(tiles))}, after {tiles} tiles")
    if place is None and (space := slots.number(*_SPACES)) is not None:
        if not DARKNESS_START <= space <= ENTRANCE:
            return None
        place = (needed_to_hold(space), called(space))
    if (
        place is None
        and slots.take(r"\b(?:at|on|in|still at|just past) the (?:very )?(?:entrance|start)\b") is not None
    ):
        place = (needed_to_hold(ENTRANCE), called(ENTRANCE))
    harder = 0
    if slots.has(r"\btowers?\b"):
        if slots.has(_APART) or slots.take(_TOWERS) is None:
            return None
        slots.number(r"\b(\d) (?:of )?(?:hero(?:es)?|us)\b(?: with)?(?: it| them)?")
        harder = tower_makes_harder()
    if place is None:
        if (bare := slots.number(r"\b(\d{1,2})\+")) is None:
            return None
        place = (bare, "")
    return Place(place[0] + harder, place[1], harder) if place[0] in STAGES else None


def _rolled(slots: Slots) -> tuple[int, bool | None] | None:
    """The total of a roll that a question tells, and whether it is doubles (None: not told)."""
    names = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
    pair = slots.take(
        r"\b(?:an? )?(?:natural )?doubles? (?:of )?(?:(\d)'?s?\+?|(one|two|three|four|five|six)e?s)\b|"
        r"\b(?:an? )?pair of (?:(\d)'?s?\+?|(one|two|three|four|five|six)e?s)(?:\b|$)"
    )
    if pair is not None:
        face = next(int(names.get(g, g)) for g in pair.groups() if g is not None)
        return (2 * face, True) if 1 <= face <= 6 else None
    faces = slots.take(
        r"\b(?:an? )?([1-6])(?: ?(?:and|\+|&|,|-) ?(?:an? )?)([1-6])\b(?!\+)(?: ?(?:=|for) (?:an? )?\d{1,2})?"
    )
    if faces is not None:
        return int(faces[1]) + int(faces[2]), faces[1] == faces[2]
    total = slots.number(
        rf"\b(?:roll\w*|total\w*|score\w*|result|threw|got|get|is|with|does|will|would)(?: of| up| only| just|"
        rf" exactly)?(?: an?| the)? (?:total of |sum of )?{N}\b(?!\+)"
    )
    if total is None or not 2 <= total <= 12:
        return None
    return total, (True if total in (2, 12) else False if total % 2 else None)


def _because(place: Place) -> tuple[Because, ...]:
    tower = Because(darkens, "valhalla: Archive Towers", "archive-towers", ("hold", "back", "1", "higher", "towers"))
    return (HOLD, tower) if place.harder else (HOLD,)


def _told(place: Place) -> str:
    """`9+ on space 8 (8+, 1 higher beside Archive Towers, however many)`."""
    more = f"{place.needed - place.harder}+, {place.harder} higher with Archive Towers on a Hero's tile, however many"
    where = f" {'in' if 'stage' in place.called else 'on'} {place.called}" if place.called else ""
    return f"{place.needed}+{where}{f' ({more})' if place.harder else ''}"


def holding(asked: Asked) -> Found | None:
    """What Holding Back needs somewhere, its chances, or what a roll of it brings."""
    slots = asked.slots()
    if asked.game is not None or slots.has(_ELSE):
        return None
    if not slots.has(_ABOUT) or slots.has(rf"\b(?:hero|party|posse) marker (?:mov|advance)|{OF_THE_DARKNESS}"):
        return None
    slots.take(_REMARK)
    slots.take(r"\b(?:2d6|2 (?:d6|dice))\b")
    place = _place(slots)
    if (
        place is None
        and slots.has(r"\bholdback\b")
        and slots.has(r"\bdepth events?\b|\bdoubles?\b")
        and slots.has(ASKS)
    ):
        place = Place(STAGES[0], "", 0) if not slots.has(r"\d|\btowers?\b|\bspace\b") else None
        return _doubles(slots) if place is not None else None
    if place is None:
        return None
    if slots.has(ASKS):
        return _chances(slots, place)
    rolled = _rolled(slots)
    if rolled is not None:
        return _outcome(asked, slots, place, rolled)
    claimed = slots.number(r"\b(\d{1,2})\+", rf"\b(?:an?|roll|need|it's|is it) {N}\b")
    asks = r"\b(?:what|which|how much|how high|need\w*|must|target|number|minimum)\b|\bhow hard\b"
    if not place.called and not place.harder:
        return None
    if not slots.has(asks) and claimed is None and not place.harder:
        return None
    if not slots.understood(_WORDS, slack=1) or (claimed is not None and not asked.yes_no):
        return None
    verdict = "" if claimed is None else "Yes" if claimed == place.needed else "No"
    return Found((f"Holding Back the Darkness needs {_told(place)}.",), _because(place), (), verdict)


def _chances(slots: Slots, place: Place) -> Found | None:
    """The chance of what is asked for first, then of the rest."""
    if slots.has(r"\baverage\b|\bexpect\w*\b") or not slots.understood(_WORDS, slack=1):
        return None
    outcomes = odds.hold_back(place.needed)
    parts = {
        HELD: f"the Darkness is held {chance(outcomes.chance(HELD))}",
        ADVANCES: f"it advances {chance(outcomes.chance(ADVANCES))}",
        DEPTH_EVENT: f"doubles bring a Depth Event {chance(outcomes.chance(DEPTH_EVENT))}",
    }
    not_ = r"(?:\bnot|n't|\bwithout|\bno|\bnever)\b[\w ]*"
    stays = re.search(rf"{not_}\b(?:{MOVES})\b|\bstays? (?:put|where)\b", slots.left) is not None
    fails = slots.has(rf"\b(?:{MOVES}|fail\w*)\b")
    first = DEPTH_EVENT if slots.has(r"\bdepth event|\bdoubles?\b") and not fails else ADVANCES if fails else HELD
    if stays:
        lead = f"{chance(1 - outcomes.chance(ADVANCES)).capitalize()} that the Darkness does not move"
        said = f"{lead} with {_told(place)}: {', '.join(parts.values())}."
    else:
        rest = [text for what, text in parts.items() if what != first]
        said = f"With {_told(place)}, {parts[first].replace('it adv', 'the Darkness adv')}, {', '.join(rest)}."
    return Found((said, "Doubles never move the marker."), (HOLDING, *_because(place)))


def _doubles(slots: Slots) -> Found | None:
    """The chance of doubles, which no stage changes."""
    if not slots.understood(_WORDS, slack=1) or slots.has(rf"\b(?:{MOVES}|fail\w*|held|succe\w+|pass\w*)\b"):
        return None
    (share,) = {odds.hold_back(needed).chance(DEPTH_EVENT) for needed in STAGES}
    return Found((f"{chance(share)} for doubles on 2D6, and so for a Depth Event, in every stage alike.",), (HOLDING,))


OUTCOME = Because(
    hold_back_the_darkness,
    "compilation: Holding Back the Darkness",
    "hold-back-the-darkness",
    ("doubles", "move", "total"),
)


def _outcome(asked: Asked, slots: Slots, place: Place, rolled: tuple[int, bool | None]) -> Found | None:
    """What a roll brings: held, a step of the Darkness, or a Depth Event."""
    total, doubles = rolled
    if not slots.understood(_WORDS, slack=1):
        return None
    held = total >= place.needed
    about_move = slots.has(
        rf"\bdarkness\b[\w ]*\b(?:{MOVES})\b|\bmarker\b[\w ]*\b(?:{MOVES})\b|\b(?:fail\w*|lose|lost)\b"
    )
    about_event = slots.has(r"\bdepth event\b")
    against = f"{total} against {_told(place)}"
    if doubles:
        said = f"{against} is doubles: a Depth Event, and the Darkness does not move."
        yes = about_event
    elif held:
        unless = "" if doubles is False else ", unless it is doubles: then a Depth Event comes"
        said = f"{against} holds the Darkness{unless}."
        yes = not about_move and not about_event
    else:
        unless = "" if doubles is False else "; doubles would be a Depth Event and move nothing"
        said = f"{against} fails: the Darkness moves 1 step{unless}."
        yes = about_move
    if not asked.yes_no and not slots.has(r"\bwhat\b|\benough\b|\bhappens?\b|\bhow far\b|\bgood\b|\bwhere\b"):
        return None
    wants = asked.yes_no or slots.has(r"\benough\b|\bgood\b")
    return Found((said,), (OUTCOME, *_because(place)), (), ("Yes" if yes else "No") if wants else "")


# --- of the 36 ways ---------------------------------------------------------------------------------------------------

_WAYS = r"\b(?:ways?|combinations?|combos?|outcomes?|results?|possibilities|pairs?|rolls?|pips|cases)\b"
_OF_36 = r"(?:\b(?:out of|of|in|from|over|among|amongst)(?: (?:all|the|our|possible))* |\b(?:all|the|our) )?\b36\b"
_WAY_ELSE = (
    r"\b(?:grit|reroll\w*|oil|brand|row|turns?|cards?|xp|dread|escapes?|blood|cancel\w*|times|twice|3d6|"
    r"attack\w*|average|"
    r"expect\w*|towers? (?:elsewhere|away)|boss|lantern oil|rounds)\b"
)
_ADVANCES = rf"\b(?:{MOVES}|push\w*|shov\w*|step|budge|nudge\w*|bring\w* the darkness|drive\w*|come\w* closer)\b"
_HOLDS = (
    r"\b(?:hold\w* (?:it|the darkness|back|off|firm)|held|keep\w*)\b|\b(?:ways?|combinations?|combos?|outcomes?|"
    r"results?|"
    r"pairs?|rolls?)(?: (?:that|which|do|would|will|really|actually))* holdback\b|\bhow many(?: (?:of|them|those|"
    r"these|would|will|do|really|actually))* holdback\b"
)
_EVENTS = r"\bdepth events?\b|\bdoubles?\b"
_WAY_WORDS = (
    _WORDS + "|way|ways|combination\\w*|combo\\w*|outcome\\w*|result\\w*|possib\\w*|pair\\w*|push\\w*|shov\\w*|really|"
    "fail\\w*|step\\w*|one|1|two|pips|cases|keep\\w*|hold\\w*|bring\\w*|trigger\\w*|call\\w*|give\\w*|space\\w*|along|"
    "track|nudge\\w*|count\\w*|ends?|due|drive\\w*|cause\\w*|count|actual\\w*|truly|wake\\w*|stop\\w*|work\\w*|"
    "says?|back"
)


def ways(asked: Asked) -> Found | None:
    """How many of the 36 results of 2D6 hold the Darkness, move it or bring a Depth Event."""
    slots = asked.slots()
    if asked.game is not None or asked.yes_no or slots.has(_WAY_ELSE) or not slots.has(_ABOUT):
        return None
    if not slots.has(r"\bhow many\b|\bwhat number\b") or not slots.has(_WAYS):
        return None
    if not slots.takes(_OF_36):
        return None
    slots.take(_REMARK)
    slots.take(r"\b(?:2d6|2 (?:d6|dice))\b")
    place = _place(slots)
    slots.take(r"\b(?:by )?1(?: (?:space|step|spot))?\b")
    events, moves, holds = slots.has(_EVENTS), slots.has(_ADVANCES), slots.has(_HOLDS)
    if place is None and events and not moves and not holds:
        place = Place(STAGES[0], "", 0)
    if place is None or not slots.understood(_WAY_WORDS, slack=4):
        return None
    stays = slots.has(r"\b(?:not|never|without|don't|doesn't|no|none)\b|n't\b")
    if stays or (moves and holds) or slots.has(r"\b(?:fail\w*|succe\w*|pass\w*)\b") or not (events or moves or holds):
        return None
    what = ADVANCES if moves else HELD if holds else DEPTH_EVENT
    outcomes = odds.hold_back(place.needed)
    many = {one: outcomes.chance(one) * _ALL_WAYS for one in (HELD, ADVANCES, DEPTH_EVENT)}
    told = {
        HELD: f"{many[HELD]} hold it",
        ADVANCES: f"{many[ADVANCES]} move the Darkness 1 step",
        DEPTH_EVENT: f"{many[DEPTH_EVENT]} are doubles and bring a Depth Event",
    }
    rest = ", ".join(text for one, text in told.items() if one != what)
    first = {
        HELD: f"{many[HELD]} of the {_ALL_WAYS} hold the Darkness",
        ADVANCES: f"{many[ADVANCES]} of the {_ALL_WAYS} move the Darkness 1 step",
        DEPTH_EVENT: f"{many[DEPTH_EVENT]} of the {_ALL_WAYS} are doubles and bring a Depth Event",
    }[what]
    if not place.called and not place.harder and what == DEPTH_EVENT:
        return Found((f"{first}, in every stage alike.",), (HOLDING,))
    return Found((f"{first} with {_told(place)}: {rest}.",), (HOLDING, *_because(place)))


_ALL_WAYS = SIDES["D6"] ** 2

FAMILIES = (ways, holding)
