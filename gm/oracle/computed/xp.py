"""XP: of large enemies by Hits and Wounds, of kills, Levels, healing and doors."""

from __future__ import annotations

import re

from gm.oracle.computed.editions import by_edition, same
from gm.oracle.computed.records import Asked, Because, Found
from gm.oracle.computed.saying import counted
from gm.oracle.computed.slots import LIST, N, Slots
from rules_engine.experience import (
    HIGHEST_LEVEL,
    LEVEL_COSTS,
    elite_xp,
    healing_xp,
    level_bought,
    xp_between,
    xp_of_hit,
)
from rules_engine.procedures.search import look_through_a_door
from rules_engine.ruleset import Ruleset

MOST_HITS, MOST_WOUNDS, MOST_ELITE = 30, 1_000, 6

_HIT_WORDS = (
    "xp|earn|get|score|hit|wound|wounding|wounded|attack|enemies|enemy|big|large|huge|extra|monster|elite|ability|"
    "abilities|base|hero|award|reward|collect|troll|deal|did|damage|bonus|each|per|caus\\w+|land\\w*|one|gain|it|that|"
    "single|separate\\w*|worth|sheet|print\\w*|says|thing|scor\\w+|inflict\\w*|dealt|giant|beast|me|we|two|value|"
    "normal|plain|receive|done|different|shot|swing|rule|same|mark\\w*"
)
_EACH = (
    rf"(?:{N} ?xp|xp(?: value)?(?: of|:)? {N}|{N})(?: base)?(?: ?,? ?(?:and|"
    rf"plus|then|\+))? ?\+? ?{N} ?\+?(?: xp)?,?(?: for)? (?:each|per)(?: "
    rf"wound)?"
)
_ELITE = rf"(?:{N} (?:free )?elite(?: abilit(?:y|ies))?|elite(?: abilit(?:y|ies))? ?(?:x|times) ?{N}|elite ?\({N}\))"
_TIMES = (
    rf"{N} (?:wounding |combat |separate )?hits?(?: (?:of|for|doing|with|that "
    rf"did|at|dealing|wounding for))? {N}(?: wounds?| damage)?(?: each| "
    rf"apiece)"
)
_WOUNDS = (
    rf"hits? (?:\w+ )?(?:of|for|with|do|doing|did|dealing|wounding(?: it)?(?: "
    rf"for)?|that (?:did|wound\w*)(?: it)?(?: for)?):? {LIST}(?: wounds?| "
    rf"damage)?(?: and \d+ wounds?)?",
    rf"(?:wounded|hit|wounding|wound|hurt)(?: it| him| her| that| the \w+| a "
    rf"\w+| one| (?:the )?§[§ ]*)?(?: 2 times| \d times?)?,?(?: for| with| by| doing)? "
    rf"{LIST}(?: wounds?| damage)?",
    rf"(?:did|do|dealt|doing|inflicted|caused|scored|deal|for|of|with) {LIST} (?:wounds?|damage)",
    rf"{LIST} wounds?",
    rf"hits? {LIST}",
    rf"wounds? {LIST}",
)
LARGE = Because(xp_of_hit, "compilation: Collecting XP", "collecting-xp", ("large", "each", "attack", "base"))


def large_enemy(asked: Asked) -> Found | None:
    """XP for wounding an enemy worth so much and so much more for each Wound."""
    slots = asked.slots()
    if not slots.has(r"\bxp\b"):
        return None
    worth = slots.take(rf"\b{_EACH}\b")
    if worth is None:
        return None
    base, each = [int(group) for group in worth.groups() if group is not None]
    elite = slots.number(_ELITE) or 0
    attacks = attacks_of(slots)
    if attacks is None or elite > MOST_ELITE or not slots.understood(_HIT_WORDS):
        return None
    hits = [wounds for attack in attacks for wounds in attack]
    if not hits or len(hits) > MOST_HITS or max(hits) > MOST_WOUNDS or min(hits) < 1:
        return None
    value = base + elite_xp(elite)

    def tell(rules: Ruleset) -> str:
        parts, total = [], 0
        for attack in attacks:
            for place, wounds in enumerate(attack):
                xp = xp_of_hit(rules, value, each, wounds, place)
                wounding = f"{each}×{wounds}"
                parts.append(f"({value} + {wounding})" if xp > each * wounds else wounding)
                total += xp
        how = "base for each wounding Hit" if rules.xp_large == "hit" else "base once an Attack"
        return f"{total:,} XP: {' + '.join(parts)} ({how})."

    said, notes = by_edition(asked, tell)
    more = (
        f"The base is {base} + {elite_xp(elite)} for {counted(elite, 'Elite ability', 'Elite abilities')} = {value}.",
    )
    return Found((said, *(more if elite else ())), (LARGE,), notes, same(asked, tell))


def attacks_of(slots: Slots) -> list[list[int]] | None:
    """The Wounds of each Hit, Attack by Attack; None where the counts that are named contradict each other."""
    apart = slots.take(
        r"\b(?:in |with |over )?(?:2|two|separate|different)(?: separate| different)? (?:attacks?|activations|turns)\b"
    )
    slots.take(
        r"\b(?:in |with |during |from |by |of )?(?:(?:the|a) )?(?:1|one|single|"
        r"same)(?: single)? (?:attack|swing|activation|turn)\b"
    )
    same = slots.take(rf"\b{_TIMES}")
    if same is not None:
        wounds = [int(same[2])] * min(int(same[1]), MOST_HITS + 1)
    else:
        said = slots.number(rf"\b{N} (?:wounding |combat )?hits?\b(?=.*\d)", r"\b(\d+) times?\b(?=.*\d)")
        found = slots.numbers(*(rf"\b{pattern}" for pattern in _WOUNDS))
        if found is None:
            return None
        more = slots.numbers(rf"\b(?:then|and|another)(?: 1| one)?(?: hit)? (?:for|of) {LIST}(?: wounds?)?")
        wounds = [*found, *(more or [])]
        if said is not None and said != len(wounds):
            return None
    if apart is None:
        return [wounds]
    return [[one] for one in wounds] if len(wounds) == 2 or "separate" in apart[0] else None


KILLING = Because(elite_xp, "compilation: Elite Enemies", "elite", ("5", "xp", "elite"))


def kill(asked: Asked) -> Found | None:
    """XP for killing enemies whose printed XP is told, with their Elite abilities."""
    slots = asked.slots()
    if not slots.has(r"\bxp\b") or not slots.has(r"\b(?:kill\w*|slain|defeat\w*|dead|worth)\b"):
        return None
    elite = slots.number(_ELITE)
    worth = slots.number(rf"\b{N} xp\b", rf"\bxp(?: of)? {N}\b")
    count = slots.number(
        rf"\b(?:kill\w*|slain|defeat\w*)(?: off)? {N}\b", rf"\b{N} (?:of )?(?:such )?(?:enem\w+|of them)\b"
    )
    if (
        worth is None
        or elite is None
        or elite > MOST_ELITE
        or not slots.understood(_HIT_WORDS + "|kill\\w*|slain|defeat\\w*|dead|worth|such")
    ):
        return None
    if not 1 <= (count or 1) <= MOST_HITS or worth > MOST_WOUNDS:
        return None
    one = worth + elite_xp(elite)
    each = f"{worth} + {elite_xp(elite)} for {counted(elite, 'Elite ability', 'Elite abilities')} = {one}"
    said = f"{one * (count or 1):,} XP: {each}{f', for each of {count} killed' if count and count > 1 else ''}."
    return Found((said,), (KILLING,))


# --- Levels -----------------------------------------------------------------------------------------------------------

_LEVEL_WORDS = (
    "xp|level|buy|bring|new|hero|heroes|reach|cost|total|raise|become|collect|collected|zero|scratch|earn|spend|guy|"
    "needed|advance|require\\w*|up|fresh|starting|single|next|pay|jump|bump|train|character|all|way|go|bank\\w*|saved?|"
    "hit|buying|getting|levelling|leveling|upgrade|brand|price|my|marshal|"
    "short|enough|afford|gather\\w*|missing|marshals"
)
_TO_THE_TOP = (
    rf"\bfrom(?: a)? levels? {N}\b(?: all the way)?(?: up)? (?:to|until|till) (?:the |its )?(?:very )?(?:top|end)\b"
)
LEVELS = Because(xp_between, "compilation: Roll for Free Upgrade Bonus", "leveling-up", ("costs", "level", "xp"))


def levels(asked: Asked) -> Found | None:
    """XP for a Level, between two Levels, in all from a new hero, or what some XP buys."""
    slots = asked.slots()
    if not slots.has(r"\blevels?\b") or not slots.has(r"\bxp\b"):
        return None
    if slots.has(r"\b(max|cap|highest|side|table|chart|gives?|bonus|posse|group)\b"):
        return None
    if (held := slots.number(rf"\b{N} xp\b", rf"\bxp(?: of)? {N}\b")) is not None:
        return _with_xp(slots, held)
    pair = slots.take(
        rf"\b(?:from|between|at|i'm|am|is|are|being)(?: a)? levels? {N}(?: hero)? "
        rf"(?:up )?(?:to|and|until)(?: get to| reach)?(?: levels?)? {N}\b"
    )
    pair = pair or slots.take(rf"\blevels? {N} (?:up )?(?:to|and|-|->|till|until)(?: levels?)? {N}\b")
    pair = pair or slots.take(
        rf"\b(?:i'm|am|is|being|from)(?: a)? level {N}\b.*?\b(?:reach|to|until|for|" rf"become) level {N}\b"
    )
    pair = pair or slots.take(rf"\bfrom {N} to (?:levels? )?{N}\b")
    top = None if pair is not None else slots.take(_TO_THE_TOP)
    if pair is not None:
        start, goal, whole = int(pair[1]), int(pair[2]), True
    elif top is not None:
        start, goal, whole = int(top[1]), HIGHEST_LEVEL, True
    elif slots.has(rf"\bfrom(?: a)? levels? (?!1\b){N}\b"):
        return None
    else:
        read = slots.number(rf"\blevels?(?: up)?(?: to)? {N}\b", rf"\b{N}(?:st|nd|rd|th) level\b")
        if read is None:
            return None
        zero = slots.take(r"\b(?:from )?(?:0|zero|scratch|nothing)\b(?: xp)?|\bfrom level 1\b") is not None
        new = (
            r"\b(total|altogether|in all|new|fresh|starting|overall|all in|whole|all "
            r"the way|sum|add\w*|cumulative|rookie|combined)\b"
        )
        start, goal, whole = 1, read, zero or slots.has(new)
        if not whole:
            start = goal - 1
    if not 1 <= start < goal <= HIGHEST_LEVEL or not slots.understood(_LEVEL_WORDS):
        return None
    total = xp_between(start, goal)
    steps = [LEVEL_COSTS[level] for level in range(start + 1, goal + 1)]
    working = f": {' + '.join(f'{step:,}' for step in steps)}" if len(steps) > 1 else ""
    whence = f"from Level {start} to Level {goal}" if whole else f"to Level {goal}, from Level {start}"
    return Found((f"{total:,} XP {whence}{working}.",), (LEVELS,))


def _with_xp(slots: Slots, xp: int) -> Found | None:
    """What a hero of a Level comes to with some XP; or what is still missing for a Level."""
    start = slots.number(
        rf"\b(?:i'm|am|is|at|from|as|currently|being|i am|we're|for|my|he's|she's|"
        rf"of)(?: a| an| only| still)? level {N}\b",
        rf"\blevel {N} (?:hero|guy|marshal|with)\b",
    )
    goal = slots.number(rf"\b(?:to|for|reach|until|get|hit|buy|make|before|till|become)(?: a| the)? level {N}\b")
    new = slots.has(r"\b(new|fresh|starting|level 1)\b")
    if (
        goal is not None
        and (start is not None or new)
        and slots.has(r"\b(more|missing|short|still|left|away|further|lack\w*)\b")
    ):
        start = start or 1
        if (
            not start < goal <= HIGHEST_LEVEL
            or start < 1
            or not slots.understood(_LEVEL_WORDS + "|left|away|further|lack\\w*")
        ):
            return None
        needed = xp_between(start, goal)
        missing = max(0, needed - xp)
        said = f"{missing:,} XP more: Level {goal} takes {needed:,} from Level {start}, less the {xp:,} at hand."
        return Found((said,), (LEVELS,))
    if goal is not None or not slots.has(
        r"\b(what|which|how high|how many|how far)\b.*\blevels?\b|\bhow (?:high|far)\b"
    ):
        return None
    if not 1 <= (start or 1) <= HIGHEST_LEVEL or not slots.understood(_LEVEL_WORDS + "|spare|left"):
        return None
    now, left = level_bought(start or 1, xp)
    spent = [f"{LEVEL_COSTS[level]:,}" for level in range((start or 1) + 1, now + 1)]
    working = f" ({' + '.join(spent)} spent)" if spent else ""
    said = f"Level {now}{working}, with {left:,} XP left over; from Level {start or 1}."
    return Found((said,), (Because(level_bought, LEVELS.rule, LEVELS.entry, LEVELS.words),))


# --- healing, doors ---------------------------------------------------------------------------------------------------

HEALING = Because(healing_xp, "compilation: Healing Other Heroes", "healing-others", ("5", "xp", "heal"))


def healing(asked: Asked) -> Found | None:
    """XP for Wounds and Sanity Healed on another hero."""
    slots = asked.slots()
    if not slots.has(r"\bxp\b") or not slots.has(r"\b(heal|healed|healing|patch\w*|cure\w*|mend\w*)\b"):
        return None
    if slots.has(r"\b(my own|myself|himself|herself|own)\b"):
        return None
    points = slots.takes(
        rf"\b{N}(?: points? of)? (?:wounds?|sanity|health|points?|damage)(?: damage)?(?: off| from| on| of)?\b"
    )
    if not points:
        points = slots.takes(rf"\b(?:for|by) {N}\b")
    healed = [int(point[1]) for point in points]
    vocabulary = (
        "xp|heal|healed|healing|wound|sanity|point|hero|ally|friend|another|"
        "other|patch\\w*|gunslinger|marshal|earn|gain|damage|him|her|up|bandage|"
        "whiskey|mend\\w*|cure\\w*|collect|point"
    )
    if (
        not healed
        or max(healed) > MOST_WOUNDS
        or not slots.understood(vocabulary)
        or (re.match(r"(can|may|do|does|is) ", asked.text) and "xp" not in asked.text)
    ):
        return None
    total = sum(healed)
    working = " + ".join(map(str, healed)) if len(healed) > 1 else str(total)
    share = f"({working})" if len(healed) > 1 else working
    said = f"{healing_xp(total):,} XP: {healing_xp(1)} for each of {share} points Healed on another Hero."
    return Found((said,), (HEALING,), (), "Yes" if asked.yes_no else "")


DOORS = Because(look_through_a_door, "compilation: Looking Through a Door", "look-through-a-door", ("5", "xp"))


def doors(asked: Asked) -> Found | None:
    """XP for Looking Through so many doors and placing their tiles."""
    slots = asked.slots()
    if not slots.has(r"\bxp\b") or not slots.has(r"\b(doors?|tiles?)\b"):
        return None
    count = slots.number(rf"\b{N} (?:new )?(?:map )?(?:doors?|tiles?)\b")
    if count is None and slots.take(r"\b(?:a|the|one|each|every|per|an) (?:new )?(?:map )?(?:door|tile)\b"):
        count = 1
    vocabulary = (
        "xp|door|tile|map|look\\w*|peek\\w*|place\\w*|put\\w*|open\\w*|new|"
        "explor\\w+|gain|earn|hero|i|down|through|lay\\w*|reveal\\w*"
    )
    if count is None or not 1 <= count <= MOST_WOUNDS or not slots.understood(vocabulary, slack=1):
        return None

    def tell(rules: Ruleset) -> str:
        if not rules.door_xp:
            return "No XP for Looking Through a Door and placing a tile."
        return f"{count * rules.door_xp} XP: {rules.door_xp} for each of {counted(count, 'tile')} placed."

    said, notes = by_edition(asked, tell)
    return Found((said,), (DOORS,), notes, same(asked, tell))


FAMILIES = (large_enemy, kill, levels, healing, doors)
