"""XP of enemies that a question names: kills, both sides of a sheet, Elite abilities, large enemies by Wounds."""

from __future__ import annotations

import re
from typing import NamedTuple

from gm.grammar import article
from gm.oracle.computed.names import enemies_of, named
from gm.oracle.computed.records import Asked, Because, Found
from gm.oracle.computed.saying import counted
from gm.oracle.computed.slots import N, Slots
from gm.oracle.computed.talk import TALK
from gm.oracle.computed.words import GAME
from gm.oracle.computed.xp import MOST_ELITE, MOST_HITS
from rules_engine.content.library import standard
from rules_engine.content.schema import EnemyRecord, EnemySide
from rules_engine.experience import HIGHEST_LEVEL, elite_xp
from rules_engine.procedures.harm import gain_xp
from rules_engine.procedures.threats import BRUTAL_FROM, elite_bonus

MOST_GROUPS = 3
CLAIMED = (
    r"\b(?:is (?:that|it|this)|does (?:that|it|this) (?:make|give|come to|add up to|total)(?: me| us)?|"
    r"(?:do|did|will|would|should) (?:i|we) (?:get|earn|gain|score|collect)|(?:are|is) (?:they|those|these|he|she|it) "
    r"worth|am i (?:getting|due|owed)|makes? that|so)(?: exactly| really| a total of| just| only)? "
)
_ELITE_WORD = r"elite(?: (?:abilit(?:y|ies)|powers?|bonus(?:es)?|rolls?|upgrades?))?"
_ELITE = (
    rf"\b(single|double|triple)[ -]{_ELITE_WORD}\b",
    rf"\b(?:{N}|(an?|one))(?: free| extra| single| different| of the)? {_ELITE_WORD}(?: each| apiece)?\b",
    rf"\b{_ELITE_WORD} ?(?:x|times) ?{N}\b|\belite ?\(? ?{N}\)?|\b{N} ?x {_ELITE_WORD}\b|\belite {N} times\b",
    rf"\belite abilities ?(?::|are|is|\() ?{N}\b",
)
_MULTIPLE = {"single": 1, "double": 2, "triple": 3}
_KILLS = (
    r"\b(?:kill\w*|slain|slay\w*|slew|defeat\w*|destroy\w*|finish\w*(?: off)?|(?:took|take|taking|taken) (?:out|down)|"
    r"put down|bagged|bag|shot dead|gunned down|drop(?:ped)?|cut down|dispatch\w*|worth|dead|butcher\w*|eliminat\w*|"
    r"wipe[ds]? out|beat(?:en)?|fell(?:ed)?|last wounds?|die[sd]?|deaths?|kaput)\b"
)
_FALLEN = "(?:slain|dead|killed|defeated|felled|vanquished|destroyed)"
_SHARED = (
    r"\b(?:each of us|split|shar\w+|divid\w+|between us|everyone|everybody|friend|others?|else|half|mythic|trait|"
    r"per hero|objective|library|some|several|few|lots|(?<!that )(?<!the )(?<!this )(?<!whole )bunch|(?<!how )many|"
    r"never|instead|"
    r"without|how many (?:wounds|hits)|how much health)\b|\b(?:red|back|flip|other) side\b|\bnot\b(?! brutal)|n't\b"
)
_POSSE = (
    rf"\b(?:hero )?posse(?:'s)?(?: level)?(?: is| of| at| being| was| on|:| now|,)*(?: at| a)?(?: level)? {N}\b(?! "
    rf"heroes)|"
    rf"\blevel {N} (?:hero )?(?:posse|party|group|crew)\b|"
    rf"\b(?:party|group|crew|our posse|we)(?: is| are| was| were|'s|'re)?(?: at| a| of)?(?: posse)? level {N}\b|"
    rf"\b(?:our |the )?(?:highest|best|top|strongest)(?: \w+)?(?: is| was| at| being)*(?: a)? level {N}\b(?: hero| "
    rf"marshal)?"
)
_STATED = r"\bhow\b|\bwhat\b|\bwhich\b|\bwho\b|\bwhere\b|\bwhy\b|\bwhen\b|\?"
_SIDE = "non-brutal|not brutal|normal|regular|plain|ordinary|standard|basic|brutal"
_COUNT = (
    rf"(?:\b{N}|\b(an?|one|the|1|single|that|this|every|each|another)) (?:more |of (?:the|those|them|these) )?"
    rf"(?:{_FALLEN} )?(?:({_SIDE})(?: side)? )?(?:elite )?$"
)
_WORDS = (
    "xp|kill\\w*|slain|slay\\w*|slew|defeat\\w*|destroy\\w*|finish\\w*|off|out|down|bagged|bag|shot|dead|gunned|"
    "drop\\w*|"
    "cut|dispatch\\w*|worth|elite|ability|abilities|brutal|normal|regular|plain|ordinary|non-brutal|standard|basic|"
    "enemy|"
    "enemies|attack|side|sheet|group|hero|earn|gain|score|collect|award|reward|value|my|me|mine|own|myself|kind|type|"
    "version|die|dies|died|death|comes?|one|each|to|total|each|per|apiece|fight|bonus|wipe\\w*|cleared?|butcher\\w*|"
    "eliminat\\w*|beat|beaten|fell\\w*|last|"
    "wound|carry|carrying|carried|roll\\w*|extra|due|owed|net|solo|hand|by|how|grand|figure|us|single|marshal|posse"
)


_BOUNTY = r"\b(?:cleaning up|vendetta|bount(?:y|ies))\b"
"""What adds to the XP of a kill."""


class Group(NamedTuple):
    """So many enemies of a type, on a side of their sheet, with so many Elite abilities each."""

    record: EnemyRecord
    side: EnemySide
    brutal: bool
    many: int
    elite: int


def foes(slots: Slots) -> list[tuple[str, int, int]]:
    """The enemies of the packs that a question names, in its order, with where each name begins and ends."""
    names = {name: id for name, id in enemies_of(standard()).items() if " " in name or name not in GAME}
    found: list[tuple[str, int, int]] = []
    while len(found) <= MOST_GROUPS and (one := named(slots, names)) is not None:
        taken = re.match("§+", slots.left[one[1] :])
        found.append((one[0], one[1], one[1] + (taken.end() if taken is not None else 0)))
    return sorted(found, key=lambda one: one[1])


def _elite_of(found: re.Match[str] | None) -> int:
    """How many Elite abilities a phrase tells; `an Elite ability` is one."""
    if found is not None and found[1] in _MULTIPLE:
        return _MULTIPLE[found[1]]
    return 0 if found is None else next((int(g) for g in found.groups() if g is not None and g.isdigit()), 1)


def _groups(slots: Slots) -> list[Group] | None:
    """The groups that a question is about, or None where it is not clear which is which."""
    found = foes(slots)
    if not 1 <= len(found) <= MOST_GROUPS:
        return None
    all_brutal = (
        slots.has(r"(?<!not )(?<!non-)(?<!non )(?<!n't )(?<!no )(?<!not a )\bbrutal\b(?! §)") and len(found) == 1
    )
    if slots.has(_BOUNTY):
        return None
    groups: list[Group] = []
    marks: list[int] = []
    for number, (id, start, end) in enumerate(found):
        before = slots.left[:start]
        said = re.search(_COUNT, before)
        if said is None:
            bare = re.search(
                rf"(?:^|\W)(?:{_FALLEN} )?(non-brutal|normal|regular|plain|ordinary|standard|basic|brutal)? ?$", before
            )
            side, count = (bare[1] if bare is not None else None), 1
            if len(found) > 1 or _plural(id, slots.text[start:end]):
                return None
        else:
            side, count = said[3], int(said[1] or 1)
            slots.left = slots.left[: said.start()] + "§" * (said.end() - said.start()) + slots.left[start:]
        record = standard().enemies[id]
        brutal = side == "brutal" or (side is None and all_brutal)
        groups.append(Group(record, record.brutal if brutal else record.normal, brutal, count, 0))
        marks.append(said.start() if said is not None else start)
        if number and marks[number] < found[number - 1][2]:
            return None
    return _with_elite(slots, groups, [one[2] for one in found], marks)


def _plural(id: str, text: str) -> bool:
    """Whether a name stands in the plural: then so many are meant, and how many is not told."""
    record = standard().enemies[id]
    return record.plural != record.name and text.strip().lower().endswith(record.plural.lower().split()[-1])


def _printed(asked: Asked, groups: list[Group]) -> bool:
    """Whether the books print the XP of each; what our packs alone have is offered apart from answers."""
    return all(asked.stated(group.record.id, rf"\bXP {group.side.xp}\b") is not None for group in groups)


def _with_elite(slots: Slots, groups: list[Group], ends: list[int], marks: list[int]) -> list[Group] | None:
    """The groups with their Elite abilities: of the group that a phrase follows, of all where it says so."""
    if not slots.has(r"\belite\b"):
        return groups
    told: list[int] = [0] * len(groups)
    phrases = 0
    for pattern in _ELITE:
        while (found := slots.take(pattern)) is not None:
            phrases += 1
            after = [number for number, end in enumerate(ends) if end <= found.start()]
            owner = after[-1] if after else 0
            lead = slots.text[max(0, found.start() - 24) : found.end() + 8]
            every = re.search(r"\b(?:all|both|each|every)\b", lead) is not None
            if len(groups) > 1 and every and phrases == 1:
                told = [_elite_of(found)] * len(groups)
            else:
                told[owner] += _elite_of(found)
    if not phrases or phrases > len(groups) or max(told) > MOST_ELITE:
        return None
    return [group._replace(elite=elite) for group, elite in zip(groups, told, strict=True)]


def _xp_of(group: Group) -> int:
    return (group.side.xp + elite_xp(group.elite)) * group.many


def _working(group: Group) -> str:
    """`3 × (15 + 10 for 2 Elite abilities)`."""
    elite = counted(group.elite, "Elite ability", "Elite abilities")
    one = f"{group.side.xp} + {elite_xp(group.elite)} for {elite}" if group.elite else str(group.side.xp)
    if group.many == 1:
        return f"{one} ({_called(group)})"
    return f"{group.many} × {f'({one})' if group.elite else one} ({_called(group)})"


def _called(group: Group) -> str:
    return f"{'Brutal ' if group.brutal else ''}{group.record.plural if group.many > 1 else group.record.name}"


def because_of(group: Group) -> Because:
    """What the XP on a sheet rests on: that it is gained by the kill, and the entry of the enemy."""
    return Because(gain_xp, "compilation: Collecting XP", group.record.id, ("xp", str(group.side.xp), "brutal"))


ELITE = Because(elite_xp, "compilation: Elite Enemies", "elite", ("5", "xp", "elite"))


POSSE = Because(elite_bonus, "compilation: Tougher Monsters", "posse-level", ("posse", "elite", "brutal"))


def _extra(level: int) -> str:
    """What a Hero Posse Level gives the Enemies."""
    elite = elite_bonus(level)
    said = ["their Brutal side"] if level >= BRUTAL_FROM else []
    said += [counted(elite, "Elite ability", "Elite abilities")] if elite else []
    return " and ".join(said) or "nothing extra"


def named_kills(asked: Asked) -> Found | None:
    """XP for killing enemies of the packs, by name, each with its Elite abilities."""
    slots = asked.slots()
    if asked.game is not None or not slots.has(_KILLS) or slots.has(_SHARED):
        return None
    level = slots.number(_POSSE)
    stated = not slots.has(_STATED) and (level is not None or slots.has(r"\belite\b"))
    if (not slots.has(r"\bxp\b") and not stated) or re.search(r"\blevels?\b", slots.left):
        return None
    said = slots.number(rf"{CLAIMED}{N}(?= xp)", rf"\b(?:for|=|makes?) {N}(?= xp)") if asked.yes_no else None
    groups = _groups(slots)
    if groups is not None and level is not None:
        groups = _of_the_posse(slots, groups, level)
    if groups is None or not _printed(asked, groups) or any(group.side.xp_each for group in groups):
        return None
    total_count = slots.number(
        rf"\b(?:all|those|these)(?: of the| the)? {N}(?: kills?| of them)?\b",
        rf"\b{N} kills\b",
        rf"\bthe {N} of them\b",
    )
    if total_count is not None and total_count != sum(group.many for group in groups):
        return None
    if any(not 1 <= group.many <= MOST_HITS for group in groups) or not slots.understood(f"{_WORDS}|{TALK}", slack=4):
        return None
    total = sum(map(_xp_of, groups))
    plain = len(groups) == 1 and groups[0].many == 1 and not groups[0].elite
    working = f" for {article(_called(groups[0]))}" if plain else f": {' + '.join(_working(group) for group in groups)}"
    rules = "Whoever does the last Wound gets it."
    if level is not None:
        rules = f"At Posse Level {level} Enemies have {_extra(level)}. {rules}"
    rests = [POSSE] if level is not None else []
    rests += [ELITE] if any(group.elite for group in groups) else []
    rests += [because_of(group) for group in groups]
    verdict = ("Yes" if said == total else "No") if said is not None else ""
    told = (f"{total:,} XP{working}.", rules)
    return Found(told, tuple(rests), (), verdict)


def _of_the_posse(slots: Slots, groups: list[Group], level: int) -> list[Group] | None:
    """The groups as a Hero Posse Level makes them, of sheets that are printed; None where they are told otherwise."""
    if not 1 <= level <= HIGHEST_LEVEL:
        return None
    elite, brutal = elite_bonus(level), level >= BRUTAL_FROM
    if any("original" in (group.record.source, group.record.brutal_source if brutal else "") for group in groups):
        return None
    told = {group.elite for group in groups}
    if told not in ({0}, {elite}) or (any(group.brutal for group in groups) and not brutal):
        return None
    if brutal and slots.has(r"\b(?:non-brutal|not brutal|normal|regular|plain|ordinary|standard|basic)\b"):
        return None
    return [
        group._replace(elite=elite, brutal=brutal, side=group.record.brutal if brutal else group.record.normal)
        for group in groups
    ]


FAMILIES = (named_kills,)
