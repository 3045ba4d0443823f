"""How far a KO'd Hero is dragged with the Movement that there is, and what Movement so many spaces take."""

from __future__ import annotations

from typing import Final

from gm.oracle.computed.records import Asked, Because, Found
from gm.oracle.computed.saying import counted
from gm.oracle.computed.slots import N, Slots
from gm.oracle.computed.talk import TALK
from rules_engine.dice import SIDES
from rules_engine.procedures.fallen import drag_options

ENTRY: Final = "dragging-ko"
DRAGGED: Final = Because(drag_options, "compilation: Dragging a KO'd Hero", ENTRY, ("drag", "movement", "space", "2"))
MOST: Final = 40
_DRAGS = (
    r"\b(?:drag\w*|haul\w*|lug\w*|pull\w*|tow\w*|carry\w*|carries|carried|schlep\w*|heav(?:e|es|ing)|tug\w*|"
    r"yank\w*|bring\w*)\b"
)
_FALLEN = (
    r"\b(?:ko|knocked[- ]out|downed|down|unconscious|out cold|fallen|fell|bod(?:y|ies)|corpse|limp|passed out|on the "
    r"(?:floor|ground))\b"
)
_SPACES = r"(?:spaces?|squares?|steps?|fields?)"
_FAR = rf"\bhow far\b|\bhow many (?:more )?{_SPACES}\b|\b(?:number|count|amount) of {_SPACES}\b"
_BARE = rf"\b{_SPACES} ?\?"
_NEEDS = (
    r"\bhow (?:much|many)(?: total)? (?:move\w*|movement(?: points?)?|points?(?: of move\w*)?)\b|"
    r"\b(?:what|which) (?:move|movement|roll)\b.*\bneed"
)
_EACH = (
    rf"\b(?:at |for )?{N}(?: points?)?(?: of)?(?: move\w*)?(?: points?)? (?:a|per|each|for each|every|for every) "
    rf"(?:space|square|step|field)\b|\bdouble (?:cost|movement|the cost)\b|\bhalf speed\b"
)
_TOTAL = (
    rf"\b(?:total(?:s|ling)?|altogether|sum|in all|grand total)(?: of| is|:)? {N}\b(?! (?:grit|heroes))",
    rf"\b{N}(?: (?:points?|spaces|squares))?(?: of)?(?: move\w*)?(?: points?)? (?:in total|total|all told|altogether|"
    rf"in all|all in all|combined)\b",
)
_GRIT = r"\b(1|2|3|4|one|an?|some|my|his|her|the) (?:piece of |point of |last |single )?grit\b"
_ELSE = (
    r"\b(?:first|then drag\w*|before|halfway|half way|rest of|until|till|after|already|away|adjacent to|reach\w*|"
    r"chance|average|d8|xp|horse|hex\w*|two (?:bodies|heroes|mates)|both (?:of them|bodies|heroes|mates)|2 "
    r"(?:bodies|heroes|ko|mates|downed|fallen)|"
    r"lava|snow|water|difficult|escape\w*|enem\w+|mutation|limp\w* leg|slow\w*|reroll\w*|free|without|alone|unless|"
    r"anvils?|weight|gold|crate|nimble|assassin|ninja|back|bonus|extra (?:space|move|movement)s?|mounted|ally|allies|"
    r"later|next turn|turns|heals?|revive\w*|remain\w*|left over|leftover|still)\b|n't\b|\bnot\b|(?<![\d\w)])\+ ?\d"
)
_WORDS = (
    "ko|drag\\w*|haul\\w*|lug\\w*|pull\\w*|tow\\w*|carry\\w*|carries|carried|schlep\\w*|tug\\w*|yank\\w*|heave\\w*|"
    "down|downed|unconscious|cold|fallen|fell|body|corpse|limp|knocked|out|knocked-out|floor|ground|passed|"
    "move\\w*|moving|movement|point|space|square|step|field|grit|spen[dt]\\w*|burn\\w*|paid|pay\\w*|extra|bonus|plus|"
    "roll\\w*|die|dice|d|1?d6|far|way|long|along|behind|travel|cover|distance|together|hero|turn|safety|gain\\w*|"
    "cost\\w*|need\\w*|take\\w*|costs|much|added|add|more|another|result|him|her|who|marker|token|token's|all|time|"
    "entire|dragged|friend|rolled|came|showed|number|count|tug|player|buddies|mate|want\\w*|allow\\w*|walk\\w*"
)


def dragged(asked: Asked) -> Found | None:
    """The spaces that some Movement drags a KO'd Hero, or the Movement that some spaces take."""
    slots = asked.slots()
    if asked.game is not None or asked.yes_no or slots.has(_ELSE):
        return None
    if not slots.has(_DRAGS) or not slots.has(_FALLEN):
        return None
    cost = asked.stated(ENTRY, r"at (\d+) Movement per space")
    far, needs = slots.has(_FAR), slots.has(_NEEDS)
    if cost is None or (far or (not needs and slots.has(_BARE))) is needs:
        return None
    each = int(cost[0][1])
    told = slots.take(_EACH)
    if told is not None and told[1] is not None and int(told[1]) != each:
        return None
    slots.take(r"\b1 (?:ko|downed|fallen) ")
    if needs:
        return _movement(slots, each)
    grit = slots.take(_GRIT)
    total = slots.number(*_TOTAL)
    parts = _figures(slots)
    if parts is None or not slots.understood(f"{_WORDS}|{TALK}", slack=3):
        return None
    spent = int(grit[1]) if grit is not None and grit[1].isdigit() else 1
    if grit is not None and parts and total is None and len(parts) != 1 + spent and not (spent == 1 and sum(parts) > 6):
        return None
    if len(parts) > 1 and not all(1 <= part <= SIDES["D6"] for part in parts):
        return None
    if (total is None and not parts) or (total is not None and parts and sum(parts) != total):
        return None
    movement = total if total is not None else sum(parts)
    if not 0 < movement <= MOST:
        return None
    spaces = movement // each
    sum_ = f"{' + '.join(map(str, parts))} = {movement}" if len(parts) > 1 else str(movement)
    over = f", {movement % each} left over" if movement % each else ""
    said = f"{counted(spaces, 'space')}: Movement {sum_}, {each} for each space with a KO'd Hero in tow{over}."
    return Found((said,), (DRAGGED,))


def _figures(slots: Slots) -> list[int] | None:
    """The dice of the Movement, in their order; every figure that is left is one of them."""
    found = slots.takes(
        r"(?<![\w$.-])(\d{1,2})\b"
        r"(?!\+|\w| ?%| (?:spaces?|squares?|steps?|fields?|heroes|hero|wounds?|ko|xp|tiles?|grit|turns?))"
    )
    return [int(one[1]) for one in found]


def _movement(slots: Slots, each: int) -> Found | None:
    spaces = slots.number(rf"\b{N} {_SPACES}\b")
    if spaces is None or not 0 < spaces <= MOST or not slots.understood(f"{_WORDS}|{TALK}", slack=3):
        return None
    said = f"{spaces * each} Movement: {each} for each of {counted(spaces, 'space')} with a KO'd Hero in tow."
    return Found((said,), (DRAGGED,))


FAMILIES = (dragged,)
