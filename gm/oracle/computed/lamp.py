"""What comes of one roll to Hold Back the Darkness, of which the dice and the markers, or its failing, are told."""

from __future__ import annotations

import re
from typing import NamedTuple

from gm.oracle.computed.records import Asked, Because, Found
from gm.oracle.computed.slots import Slots
from gm.oracle.computed.talk import TALK
from gm.oracle.computed.track import CLOCK, HOLD, called
from rules_engine.procedures.darkness import hold_back_the_darkness, needed_to_hold
from rules_engine.state import BLOOD_SPATTER_SPACES, DARKNESS_START, ENTRANCE, GROWING_DREAD_SPACES

EVENT = Because(
    hold_back_the_darkness,
    "compilation: Holding Back the Darkness",
    "hold-back-the-darkness",
    ("doubles", "depth", "event", "marker"),
)

_WHICH_EVENT = r"\b(?:which|exactly|charts?|says?|do|does)\b"
_CUE = r"\b(?:holdback|lantern|lamp|torch|light|darkness|held|hold|holds)\b"
_ELSE = (
    r"\b(?:chance|likely|average|reroll\w*|oil|grit|ambition|aid|letter|watch|towers?|archive|spire|targa|librarian|"
    r"otherworld|xp|how many|how often|how long|until|till|before|escap\w*|tiles?|doors?|rooms?|turns|times|twice|"
    r"row|instead|unless|each|per|same|who|where|why|or|earlier|changed?|modif\w*|bonus|penalt\w*)\b|n't\b|\bnot\b"
)
_STANDS = r"(?:'s|'re| is| are| am| sits?| stands?| sitting| standing| now| currently| still| already)*"
_PLACE = r"(?:on|at|in) (?:the )?(?:space |number |spot |circle |position )?(?:no\.? )?"
_DARK = (
    rf"\b(?:darkness|dark|evil)(?: marker| token| pawn| piece)?{_STANDS} {_PLACE}(\d{{1,2}})\b(?!\+)",
    r"\bdark(?:ness)? (?:marker|token|pawn|piece)?:? ?(\d{1,2})\b(?!\+)",
)
_PARTY = (
    rf"\b(?:hero marker|posse|party|heroes|we|pawn|marker|token|piece)(?: marker| token| pawn| piece)?{_STANDS} "
    rf"{_PLACE}(\d{{1,2}})\b(?!\+)",
)
_NEEDS = (
    r"\b(?:need|needs|needed|needing|takes|requir\w+|target|stage|beat)(?: is| an?| of| to| us| roll| get| beat| at| "
    r"least)* ([789])\+?(?![\d+])",
    r"\b([789])\+",
)
_DOUBLE = (r"\bdoubles? ([1-6])(?:'?s|es|\+)?(?!\d)", r"\b2 ([1-6])(?:'?s|es|\+)(?!\d)")
_DICE = r"\b([1-6]) ?(?:\+|&|and|,|plus)(?: and)?(?: an?| another)? ?([1-6])\b(?!\+)"
_FAILED = (
    r"\b(?:fail\w*|flunk\w*|flub\w*|flop\w*|fluff\w*|blew|blow|blown|botch\w*|muff\w*|bombed|miss|missed|misses|"
    r"(?:goes|went) wrong|stank|stinks)\b"
)
_NO_DOUBLES = r"\b(?:no|without|non-?|but no)(?: any| a)? ?doubles?\b"
_WORDS = (
    "holdback|lantern|lamp|torch|light|darkness|dark|evil|held|hold|holds|depth|event|track|card|draw|draws|drawn|flip|"
    "growing|dread|blood|spatter|step|steps|move|moves|advance\\w*|creep\\w*|crawl\\w*|forward|closer|safe|pass\\w*|"
    "holder|bearer|carrier|fail\\w*|mission|lost|lose|space|hero|marker|chart|test|stage|bring\\w*|trigger\\w*|again|"
    "doubles?|turn|stays?|entrance|succe\\w*|enough"
)
_HOLDS = r"\b(?:held|hold|holds|holdback|enough|good|safe|made it|pass\w*|succe\w*)\b"
_MOVES = r"\b(?:move|moves|moving|advance\w*|step|steps|creep\w*|crawl\w*|forward|closer|fail|fails|failed)\b"


class Roll(NamedTuple):
    """A roll that is told: its two dice, or none where only its failing is; what it needs, by the party's space or as
    told; the Darkness marker's space."""

    dice: tuple[int, int] | None
    needs: int | None
    party: int | None
    dark: int | None

    @property
    def event(self) -> bool:
        """Whether it is a Depth Event."""
        return self.dice is not None and self.dice[0] == self.dice[1]

    @property
    def holds(self) -> bool:
        """Whether its total is enough."""
        return self.dice is not None and self.needs is not None and sum(self.dice) >= self.needs


def held(asked: Asked) -> Found | None:
    """Whether a roll holds the Darkness back, is a Depth Event or moves the Darkness; where to, and what it draws."""
    slots = asked.slots()
    if asked.game is not None or not slots.has(_CUE) or slots.has(_ELSE):
        return None
    roll = _told(slots)
    if roll is None or (roll.event and not asked.yes_no and (roll.needs is None or slots.has(_WHICH_EVENT))):
        return None
    if not slots.understood(f"{_WORDS}|{TALK}", slack=3):
        return None
    verdict = ""
    if asked.yes_no:
        says = _says(re.split(r"[.!?;] ", asked.text.rstrip("?!. "))[-1], roll)
        if says is None:
            return None
        verdict = "Yes" if says else "No"
    rests = (EVENT,) if roll.event else (HOLD,) if roll.holds else (CLOCK, *((HOLD,) if roll.dice else ()))
    return Found(tuple(_outcome(roll)), rests, (), verdict)


def _told(slots: Slots) -> Roll | None:
    """The roll of a question, or None where it tells too little or too much of one."""
    slots.take(_NO_DOUBLES)
    dark = slots.number(*_DARK)
    party = slots.number(*_PARTY)
    needs = slots.number(*_NEEDS)
    double = slots.number(*_DOUBLE)
    pair = slots.take(_DICE) if double is None else None
    if any(space is not None and not DARKNESS_START <= space < ENTRANCE for space in (dark, party)):
        return None
    if party is not None:
        if needs is not None and needs != needed_to_hold(party):
            return None
        needs = needed_to_hold(party)
    if double is not None:
        return Roll((double, double), needs, party, dark)
    if pair is not None:
        roll = Roll((int(pair[1]), int(pair[2])), needs, party, dark)
        slots.take(rf"(?:(?:is|=|makes|so|that's) )+{int(pair[1]) + int(pair[2])}\b")
        return roll if roll.event or needs is not None else None
    if dark is None or slots.take(_FAILED) is None:
        return None
    return Roll(None, needs, party, dark)


def _lands(roll: Roll) -> int | None:
    """The space that the Darkness comes to, where it moves and its space is told."""
    return None if roll.event or roll.holds or roll.dark is None else roll.dark + 1


def _says(asks: str, roll: Roll) -> bool | None:
    """The yes or no to what is asked of a roll; None where that is unclear, or hangs on what is not told."""
    lands = _lands(roll)
    moves = not roll.event and not roll.holds
    if re.search(r"\bnothing\b", asks):
        if moves and lands is None:
            return None
        return roll.holds and not roll.event
    if re.search(r"\bdepth events?\b", asks):
        return roll.event
    for card, spaces in ((r"\bdread\b", GROWING_DREAD_SPACES), (r"\bdarkness cards?\b", BLOOD_SPATTER_SPACES)):
        if re.search(card, asks):
            return None if moves and lands is None else moves and lands in spaces
    if re.search(r"\bcards?\b|\bdraw\w*\b|\bflip\b", asks):
        if roll.event or (moves and lands is None):
            return None
        return moves and lands in {*GROWING_DREAD_SPACES, *BLOOD_SPATTER_SPACES}
    if re.search(r"\blos[et]\b", asks):
        return None if moves and lands is None else lands == ENTRANCE
    asks_holds, asks_moves = re.search(_HOLDS, asks) is not None, re.search(_MOVES, asks) is not None
    if asks_holds is asks_moves or (roll.event and asks_holds):
        return None
    return roll.holds if asks_holds else moves


def _outcome(roll: Roll) -> list[str]:
    if roll.event and roll.dice is not None:
        return [
            f"A Depth Event, {roll.dice[0]} on the chart: doubles are one whatever their total, and the Darkness "
            "marker does not move."
        ]
    told = []
    if roll.dice is not None:
        first, second = roll.dice
        where = "" if roll.party is None else f" with the Hero Party marker on {called(roll.party)}"
        lead = "Held" if roll.holds else "Not held"
        told.append(f"{lead}: {first} + {second} = {first + second}, and {roll.needs}+ is needed{where}.")
    if roll.holds:
        return told
    lands = _lands(roll)
    if lands is None:
        told.append("The Darkness marker moves one space toward the Entrance.")
    elif lands == ENTRANCE:
        told.append("The Darkness marker enters the Entrance: it escapes, and the Mission is lost.")
    elif lands in BLOOD_SPATTER_SPACES:
        told.append(f"The Darkness moves to space {lands}, a Blood Spatter space: draw a Darkness card.")
    elif lands in GROWING_DREAD_SPACES:
        told.append(
            f"The Darkness moves to space {lands}, a Growing Dread space: a Growing Dread card goes on the stack, face "
            "down."
        )
    else:
        told.append(f"The Darkness moves to space {lands}, where nothing is drawn.")
    return told


FAMILIES = (held,)
