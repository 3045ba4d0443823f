"""XP: of large enemies by Hits and Wounds, of kills, Levels, healing and doors."""

from __future__ import annotations

import re

from gm.oracle.computed.editions import by_edition, same
from gm.oracle.computed.records import Asked, Because, Found
from gm.oracle.computed.saying import counted
from gm.oracle.computed.slots import LIST, N, Slots
from gm.oracle.computed.talk import OTHERS, TALK
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
    rf"(?:{N} ?xp|xp(?: value)?(?: of|:)? {N}|{N})(?!\d)(?: base)?(?: ?,? ?(?:and|"
    rf"plus|then|\+))? ?\+? ?{N} ?\+?(?: xp)?,?(?: for)? (?:each|per)(?: "
    rf"wound)?"
)
_ELITE_WORD = r"elite(?: (?:abilit(?:y|ies)|powers?|bonus(?:es)?|rolls?|upgrades?|traits?|perks?|skills?|extras?))?"
_ELITE = (
    rf"\b{N}(?: (?:free|extra|rolled|different|of the|such|nasty|little|more))* {_ELITE_WORD}(?: each| apiece)?\b",
    rf"\b{_ELITE_WORD} ?(?:x|times|:|are|is) ?{N}\b",
    rf"\belite ?\(? ?{N} ?\)?(?! xp)",
    rf"\b{N} ?x {_ELITE_WORD}\b",
)
_ELITE_TIMES = {"single": 1, "an": 1, "one": 1, "double": 2, "doubly": 2, "triple": 3, "triply": 3}
_ELITE_SAID = rf"\b(single|an|one|double|doubly|triple|triply)[ -]{_ELITE_WORD}\b"


def elite_of(slots: Slots) -> int | None:
    """The Elite abilities that a question tells, 0 where it has none; None where it has them without a count."""
    told = slots.number(*_ELITE)
    if told is None and (said := slots.take(_ELITE_SAID)) is not None:
        told = _ELITE_TIMES[said[1]]
    left = slots.left.replace("non-elite", "").replace("elite abilities", "elite")
    if told is None:
        return None if re.search(r"\belites?\b", left) else 0
    return None if re.search(r"\b\d+ (?:more )?elites?\b", left) else told


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


_HIT_TALK = (
    _HIT_WORDS + "|brutal|horror|dead|kill\\w*|wounds|attacks|only|harm\\w*|hurt\\w*|claim\\w*|bring\\w*|" + TALK
)
_OTHERWISE = (
    r"\b(?:chance|average|expect\w*|defense|armor|damage dice|level|posse|each of us|shar\w+|split|divid\w+|health|"
    r"half|"
    r"friend'?s? (?:hits?|wound\w*)|her hits?|his hits?|instead|without|mythic|trait|xp to go|everyone|everybody|"
    r"difference|how much more|how much less)\b"
)


def large_enemy(asked: Asked) -> Found | None:
    """XP for wounding an enemy worth so much and so much more for each Wound."""
    slots = asked.slots()
    if not slots.has(r"\bxp\b") or slots.has(_OTHERWISE):
        return None
    worth = slots.take(rf"\b{_EACH}\b")
    if worth is None:
        return None
    base, each = [int(group) for group in worth.groups() if group is not None]
    elite = elite_of(slots)
    loose = Slots(slots.left)
    attacks = attacks_of(slots)
    if attacks is None or not slots.understood(_HIT_WORDS):
        slots, attacks = loose, None if slots.has(OTHERS) else told_by_hits(loose)
    if attacks is None or elite is None or elite > MOST_ELITE or not slots.understood(_HIT_TALK, slack=4):
        return None
    wounding = [[wounds for wounds in attack if wounds] for attack in attacks]
    hits = [wounds for attack in attacks for wounds in attack]
    if not hits or len(hits) > MOST_HITS or max(hits) > MOST_WOUNDS:
        return None
    value = base + elite_xp(elite)

    def tell(rules: Ruleset) -> str:
        parts, total = [], 0
        for attack in wounding:
            for place, wounds in enumerate(attack):
                xp = xp_of_hit(rules, value, each, wounds, place)
                by_wounds = f"{each}×{wounds}"
                parts.append(f"({value} + {by_wounds})" if xp > each * wounds else by_wounds)
                total += xp
        how = "base for each wounding Hit" if rules.xp_large == "hit" else "base once an Attack"
        return f"{total:,} XP: {' + '.join(parts) or 'nothing without a Wound'} ({how})."

    said, notes = by_edition(asked, tell)
    more = (
        f"The base is {base} + {elite_xp(elite)} for {counted(elite, 'Elite ability', 'Elite abilities')} = {value}.",
    )
    return Found((said, *(more if elite else ())), (LARGE,), notes, same(asked, tell))


_APART = r"\b(?:in |with |over )?(?:2|two|separate|different)(?: separate| different)? (?:attacks?|activations|turns)\b"
_TOGETHER = (
    r"\b(?:in |with |during |from |by |of |on )?(?:(?:the|a|my|our) )?(?:1 |one |single |same )+"
    r"(?:attack|swing|activation|turn|go)\b"
)
_LATER = (
    r"\bthen (?:my|a|the) (?!hits?|second|next|other|last|third|final)\w+|\bfree attack\b|"
    r"\b(?:second|2nd|next|following|later|other|another)(?: \w+)? (?:attack|swing|activation|turn|go)\b|"
    r"\b(?:next|following) (?:turn|round|activation)\b"
)
_NUMBERED = r"\b(?:attack|turn|swing|activation|round) (?:no\.? ?)?#?(?:\d|one|two|a|b)\b"
_NO_WOUND = (
    r"\b(?:no|zero) (?:wounds?|damage)\b|\b(?:does|did|do|for) (?:nothing|none|nought|nil)\b|\bbounce[ds]?(?: off)?\b|"
    r"\b(?:nothing|none)\b"
)


def attacks_of(slots: Slots) -> list[list[int]] | None:
    """The Wounds of each Hit, Attack by Attack; None where the counts that are named contradict each other."""
    apart = slots.take(_APART)
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


def told_by_hits(slots: Slots) -> list[list[int]] | None:
    """The Wounds of each Hit where they are told one by one; what is left of figures are all of them.

    None where they are not of one Attack, unless each Attack has a single Hit.
    """
    apart = slots.take(_APART)
    slots.take(_TOGETHER)
    if apart is None and re.search(_LATER + r"|\battacks\b|\bturns\b|" + _NUMBERED, slots.left):
        return None
    slots.left = re.sub(
        r"\b(?:1|one)(?= (?:(?:of them|hit|just|only|merely) )*(?:hits? |it |that )?"
        r"(?:wound(?:s|ed|ing)(?: \w+)? for|wounded|does|did|do|for|hits?|scores?|deals?|dealt|caus\w+|inflict\w*|"
        r"misse[sd]|bounce[sd]|"
        r"nothing)\b)",
        "the",
        slots.left,
    )
    same = slots.take(rf"\b{_TIMES}") or slots.take(
        rf"\b{N} (?:\w+ )?hits?,? (?:each|all|both)(?: of them)?(?: \w+){{0,3}}? (?:for )?{N}(?: wounds?| damage)?\b"
    )
    if same is not None:
        wounds = [int(same[2])] * min(int(same[1]), MOST_HITS + 1)
        if re.search(r"\d", slots.left):
            return None
    else:
        said = slots.number(
            rf"\b{N} (?:of (?:my|the|them) )?(?:wounding |combat |of |good |solid |clean )?(?:hits?|blows|shots|"
            rf"bullets)\b(?=.*\d)",
            r"\b(\d+) times?\b(?=.*\d)",
        )
        found = [
            int(m[1] or 0)
            for m in slots.takes(rf"(?<![\d$+.])\b{N}\b(?:(?! ?xp|\+)(?: wounds?\b| damage\b)*)(?!\+)|{_NO_WOUND}")
        ]
        if not found or (said is not None and said != len(found)):
            return None
        if said is not None and len(re.findall(r"\b\d+ (?:\w+ )?(?:hits?|blows|shots)\b", slots.text)) > 1:
            return None
        wounds = found
    if re.search(r"\b(?:total|altogether|overall|in all|sum)\b", slots.left) and len(wounds) == 1 and same is None:
        if re.search(r"\b(?:hits|blows|shots)\b", slots.text):
            return None
    if apart is None:
        return [wounds]
    return [[one] for one in wounds] if len(wounds) == 2 or "separate" in apart[0] else None


KILLING = Because(elite_xp, "compilation: Elite Enemies", "elite", ("5", "xp", "elite"))


_SLAIN = (
    r"\b(?:kill\w*|slain|slay\w*|slew|defeat\w*|dead|worth|finish\w*|drop(?:s|ped)?|took (?:out|down)|take (?:out|"
    r"down)|"
    r"bag(?:s|ged)?|butcher\w*|gunned down|shot dead|destroy\w*|put down|cut down|fell(?:ed)?|wiped out|beat(?:en)?|"
    r"dispatch\w*|eliminat\w*)\b"
)
_SLAIN_WORDS = (
    "kill\\w*|slain|slay\\w*|slew|defeat\\w*|dead|worth|such|finish\\w*|drop\\w*|took|take|out|down|bag\\w*|"
    "butcher\\w*|"
    "gunned|shot|destroy\\w*|put|cut|fell\\w*|wip\\w+|beat\\w*|dispatch\\w*|eliminat\\w*|brutal|print\\w*|list\\w*|"
    "power\\w*|ability|abilities|carr\\w+|roll\\w*|had|hand|net|pay\\w*|haul|kills|owed|due"
)
_SHARED = (
    r"\b(?:each of us|split|shar\w+|divid\w+|between us|everyone|everybody|half|mythic|trait|per hero|level|posse "
    r"level|"
    r"objective|some|several|few|lots|never|instead|without|how many (?:wounds|hits)|wound\w*|hits?|bounty|loot)\b"
    r"|\b(?:red|back|flip|other) side\b|\bnot\b|(?<!did)n't\b"
)


def kill(asked: Asked) -> Found | None:
    """XP for killing enemies whose printed XP is told, with their Elite abilities."""
    slots = asked.slots()
    if not slots.has(r"\bxp\b") or not slots.has(_SLAIN) or slots.has(_SHARED) or slots.has(OTHERS):
        return None
    elite = elite_of(slots)
    worth = slots.number(
        rf"\b{N} xp(?: points?)?(?: (?:each|apiece|a piece|a head|per head|a pop|per kill|every one))*\b",
        rf"\bxp(?: value)?(?: of| is|:)? {N}\b(?: (?:each|apiece|a head))?",
    )
    count = slots.number(
        rf"\b(?:kill\w*|slain|slew|defeat\w*|dropp?e?d?|bagged|took out|took down|finished(?: off)?|butchered|"
        rf"destroyed)"
        rf"(?: off)?(?: all| the| of)*(?: those| these)? {N}\b",
        rf"\b{N} (?:(?:of|such|little|small|tiny|nasty|regular|normal|brutal|dead|slain|more|plain|ugly|weak) )*"
        rf"(?:enem\w+|of them|kills?|beasts?|things?|guys|fellows|ghouls?|zombies|heroes|uglies|brutes?|ones|critters?|"
        rf"vermin|pests|bugs|dead|thugs)\b",
    )
    if worth is None or elite is None or elite > MOST_ELITE or (not elite and count is None):
        return None
    if count is None and slots.has(
        r"\b(?:they|them|these|those|all|both|enemies|beasts|things|guys|brutes|every one)\b"
    ):
        return None
    if not slots.understood(f"{_HIT_WORDS}|{_SLAIN_WORDS}|{TALK}", slack=4):
        return None
    if not 1 <= (count or 1) <= MOST_HITS or worth > MOST_WOUNDS:
        return None
    one = worth + elite_xp(elite)
    each = f"{worth} + {elite_xp(elite)} for {counted(elite, 'Elite ability', 'Elite abilities')} = {one}"
    if not elite:
        each = f"{worth} XP"
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


_HEALS = (
    r"\b(?:heal\w*|patch\w*|cur(?:e|es|ed|ing)|mend\w*|bandag\w*|treat\w*|nurs\w+|restor\w+|fix(?:ed|es|ing)?(?: up)?|"
    r"stitch\w*|sew\w*|pour\w*|rub(?:bed|s)?|dose[ds]?|tend(?:s|ed|ing)?|recover\w*|soothe\w*|calm\w*|medic\w*|salve)\b"
)
_MINE = (
    r"\b(?:my own|myself|himself|herself|themsel\w+|own|on me|heals? me|healed me|to me|level|self|kill\w*|chance|"
    r"average|"
    r"expect\w*|ko|revive\w*|camp|saloon|doc|doctor|church|town|reroll\w*|enemy|enemies|monster|ally|allies|half|"
    r"doubl\w+|maximum|most|instead|hire\w*|horse|(?:he|she|they) heal\w*|me for|bandage[sd]? me|"
    r"patch(?:es|ed)? me|dollars|cost)\b"
    r"|(?<!did)n't\b|\bnot\b"
)
_HAD = (
    rf"\b(?:had|has|have|was down|is down|were down|missing|lacking|taken|took|suffering(?: from)?|carrying|carried|"
    rf"sitting on|down|only|just)(?: (?:only|just|merely|a mere|taken|lost|down|got|suffered|by|but|all of))*"
    rf" {N}(?: more)?(?: points? of)? "
    rf"(?:wounds?|sanity(?: damage)?|damage|points?)\b(?: (?:left|on (?:him|her|them)|to heal|in total|missing|to "
    rf"begin with))*"
)
_ROLLED = (
    rf"\b(?:roll\w*|die|dice|dice (?:show\w*|came up|says?)|threw|got)(?: (?:of|up|shows?|came up|is|was|says?))*(?: "
    rf"an?)? {N}\b"
    rf"(?: (?:points?|wounds?|sanity)(?: of healing)?)?(?! ?(?:,|and|&) \d)"
)
_POINTS = (
    rf"\b{N}(?: whole| full| more)?(?: points? of)?(?: (?:his|her|their|my (?:mate|friend|pal|buddy)'s))?"
    rf" (?:wounds?|sanity|health|points?|damage|injur\w+)(?: damage| points?)?(?: off| from| on| of)?\b"
)
_HEALING_WORDS = (
    "xp|heal|healed|healing|wound|sanity|point|hero|patch\\w*|gunslinger|marshal|earn\\w*|gain|damage|bandage\\w*|"
    "whiskey|mend\\w*|cur(?:e|es|ed|ing)|collect|ale|tonic|rum|tequila|sake|drink|token|treat\\w*|nurs\\w+|"
    "restor\\w+|fix\\w*|stitch\\w*|"
    "sew\\w*|pour\\w*|rub\\w*|dos\\w+|tend\\w*|recover\\w*|sooth\\w*|calm\\w*|medic\\w*|salve|herbs?|worth|get|got|"
    "off|up|roll\\w*|"
    "die|dice|had|has|have|only|reward|bleeding|hurt|adjacent|standing|side|bag|spell|prayer|sermon|preacher|pay\\w*|"
    "use|used|"
    "samurai|viking|rancher|scout|bandido|explorer|outlaw|health|turn|fight|injur\\w+|swig|slug|shot"
)


def healing(asked: Asked) -> Found | None:
    """XP for Wounds and Sanity Healed on another hero: no more than there were to Heal."""
    slots = asked.slots()
    stated = not slots.has(r"\?|\b(?:how|what|which|who|when|where|why)\b")
    if not slots.has(_HEALS) or slots.has(_MINE):
        return None
    if not slots.has(r"\bxp\b|\bearn\w*\b|\breward\b|\bin it for me\b") and not (stated and slots.has(OTHERS)):
        return None
    rolled = slots.number(_ROLLED)
    had = slots.number(_HAD) if rolled is not None else None
    if rolled is not None and had is not None:
        total = min(rolled, had)
        working = f"{counted(total, 'point')} ({rolled} rolled, {had} there to Heal)"
    else:
        healed = [rolled] if rolled is not None else []
        points = slots.takes(_POINTS)
        if points and rolled is not None:
            return None
        healed += [int(point[1]) for point in points or slots.takes(rf"\b(?:for|by) {N}\b")]
        if not healed:
            return None
        total = sum(healed)
        working = f"({' + '.join(map(str, healed))}) points" if len(healed) > 1 else counted(total, "point")
        if re.search(r"\b(?:had|has|only|missing|down|taken|took|full|max|but)\b", slots.left) and len(healed) > 1:
            return None  # one of them may be what there was to Heal
    if not 0 <= total <= MOST_WOUNDS or not slots.understood(f"{_HEALING_WORDS}|{TALK}", slack=4):
        return None
    if re.match(r"(can|may|do|does|is) ", asked.text) and "xp" not in asked.text:
        return None
    said = f"{healing_xp(total):,} XP: {healing_xp(1)} for each of {working} Healed on another Hero."
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
