"""Saves whose dice lie on the table, and Armor dice."""

from __future__ import annotations

from gm.oracle.computed.records import Asked, Because, Found
from gm.oracle.computed.saying import counted, listed
from gm.oracle.computed.slots import N, Slots
from gm.oracle.computed.talk import CONDITIONS, TALK, faces_of, with_faces
from rules_engine.procedures.harm import take_hits, wound

MOST = 60
DEFENDED = Because(
    take_hits, "compilation: Defense and Willpower", "defense-and-willpower", ("defense", "willpower", "hit")
)
ARMORED = Because(wound, "compilation: Armor", "armor", ("armor", "wound", "dice", "die"))
_KIND = r"(spirit armor|armor|defense|willpower|cover)"
_SAVE = r"(?: (?:saves?|saving|rolls?|tests?|dice|target|value|number))*"
_AT_FIRST = (
    rf"\b{_KIND}{_SAVE}(?: (?:is|of|at|on|needs?|being|stands at|with))*(?: an?)?(?: |: ?|= ?)(\d)\+|"
    rf"\b(\d)\+ {_KIND}{_SAVE}\b|"
    rf"\b{_KIND}(?: (?:is|of|at))*(?: an?)? ([2-6])(?! ?(?:\+|,|&|and \d|damage|wounds?|hits?|dice|'?s\b))\b"
)
_ONLY_TARGET = r"\b(?:sav\w+|block\w*|defend\w*|pass\w*|need\w*|stop\w*|target)(?: \w+){0,3}? (\d)\+"
_EACH = (
    rf"\b{N} (?:points? of )?(?:damage|wounds?|sanity|corruption)(?: damage)?(?: points?)?(?: each| apiece| per hit| "
    rf"a hit"
    rf"| every one| a piece)\b",
    rf"\b(?:damage|wounds?) {N} (?:each|apiece|a piece|per hit)\b",
    rf"\b(?:each|every one|every hit|per hit|apiece)(?: of (?:them|those))?(?: unsaved)?(?: hit)?(?: that gets "
    rf"through)?"
    rf"(?: (?:is|of|for|does|do|did|doing|deals?|dealing|worth|hurts?|causes?|would|at|with|hits? for|hitting for))* "
    rf"{N}"
    rf"(?: points? of)?(?: damage| wounds?| sanity)*\b",
    rf"\b(?:for|of|at|worth|doing|dealing) {N}(?: wounds?| damage| sanity)*(?: each| apiece| a piece| a pop)\b",
    rf"\b{N} (?:each|apiece|a piece|a pop)\b",
    rf"\b(?:hits?|ones) (?:of|for|doing|dealing) {N} (?:damage|wounds?)\b",
    rf"\bdamage(?: of| is|:)? {N}\b(?! ?(?:\+|,|&|and \d))",
    rf"\b{N} damage\b",
)
_HITS = rf"\b(?:of (?:the |my |those )?)?{N} (?:[a-z-]+ ){{0,2}}?(?:hits?|horrors?|blows)\b"
_DIE_COUNT = rf"\b{N} (?:defense |willpower |armor |cover |save )*(?:dice|saves?|d6|saving throws?)\b"
_ASKS_SAVES = (
    r"\bhow (?:many|much)\b|\bwhat\b|\bwhich\b|\b(?:lost|total|damage|wounds|sanity|hits|through|past|left|hurts?|stick"
    r"|sticks|count|suffered|taken|result|in)\b ?\?|\bnumber of\b"
)
_SAVED_ONLY = (
    r"\bhow many (?:\w+ ){0,3}?(?:(?:do|did|have|are|were|get|got|i) )*(?:i |you |we |he |she )?"
    r"(?:save[sd]?|block\w*|stop\w*|prevent\w*|bounce\w*|fend\w*)\b|\bhow many saves\b"
)
_DICE_LIE = r"\b(?:roll\w*|dice|die|threw|throw\w*|thrown|toss\w*|came up|come up|show\w*|got|read|reads|faces)\b"
_NO_SAVES = (
    r"\bwhat(?:'s| is| are| do| does| did)? ?(?:\w+ )?(?:needed|need|needs|roll|the target)\b|"
    r"\bto hit\b|\bdamage (?:dice|rolls?)\b|\b(?:xp|dark stone|void|health|kill\w*|ko|elite|brutal|shots?|gun|"
    r"critical|dead|other heroes|"
    r"each hero|every hero|d8|target number|remaining sanity|how much sanity (?:do i have|is) left|"
    r"sanity (?:do i have|have i got|is) left|mutat\w*|resistance)\b"
)
_WORDS = (
    "hit|wound|sanity|damage|horror|corruption|combat|defense|willpower|spirit|armor|cover|save|saved|saving|dice|die|"
    "through|past|each|get|take|taken|suffer\\w*|enemy|enemies|unblocked|unsaved|block\\w*|lose|lost|losing|stop\\w*|"
    "fail\\w*|pass\\w*|made|does|doing|wounding|prevent\\w*|stick\\w*|hurt\\w*|sink\\w*|count\\w*|attack\\w*|dark|"
    "darkness|"
    "voices|gave|give|fear|terror|void|monster|spook\\w*|scare\\w*|point|blow|"
    "slip\\w*|connect\\w*|swallow|eat|soak|cop|actual\\w*|success\\w*|successful|test|target|hold|fend\\w*|bounce\\w*|"
    "go|went|get|got|in|many|much|number|which|what|left|remaining|drop|down|claw\\w*|bite|bites|bit|swing\\w*|spider|"
    "ghoul|zombie|tentacle|pound|knock|dealt|deal\\w*|inflict\\w*|natural|need|hand|world|tough|skill|worth|turn"
)


def _stages(slots: Slots) -> list[tuple[str, int]] | None:
    """The saves that are rolled, in the order of the game: of what kind, at which target."""
    found = []
    for one in slots.takes(_AT_FIRST):
        told = [group for group in one.groups() if group is not None]
        kind, target = (told[1], told[0]) if told[0].isdigit() else (told[0], told[1])
        found.append((kind, int(target)))
    if not found and (bare := slots.number(_ONLY_TARGET)) is not None:
        horror = slots.has(r"\b(?:horror|sanity|willpower|corruption)\b")
        if not horror and not slots.has(r"\bdefense\b|\b(?:combat )?hits\b"):
            return None
        found.append(("willpower" if horror else "defense", bare))
    mine = (
        r"\b(?:my|his|her|our) defense\b|\bdefense (?:sav\w+|rolls?)\b|\bsav(?:e|es|ed|ing)\b|\bdefense \d\+|\d\+ "
        r"defense"
    )
    if any(kind == "defense" for kind, _ in found) and not slots.has(mine):
        return None  # an enemy's, which nobody rolls
    kinds = [kind for kind, _ in found]
    lawful = ("defense", "armor"), ("willpower", "spirit armor")
    if len(found) == 1 or tuple(kinds) in lawful:
        return found
    return found[::-1] if tuple(kinds[::-1]) in lawful and not slots.has(r"\brolled\b.*\brolled\b") else None


def saved(asked: Asked) -> Found | None:
    """What gets past saves whose dice are rolled: Hits past Defense or Willpower, Wounds past Armor."""
    slots = with_faces(asked.slots())
    if not (slots.has(_ASKS_SAVES) and slots.has(_DICE_LIE)) or slots.has(CONDITIONS) or slots.has(_NO_SAVES):
        return None
    stages = _stages(slots)
    if stages is None or (len(stages) == 2 and not slots.has(r"\barmor\b.*\d")):
        return None
    each = slots.number(*_EACH)
    hits = slots.number(_HITS, rf"\b(?:[a-z]+ )?hits?: {N}\b(?! ?(?:,|and|&) ?\d)", rf"\b{N} times\b")
    slots.take(rf"\b(?:need\w*|on|save on|saving on) (?:an? )?{stages[0][1]}(?:\+|s\b)")
    wounds = slots.number(rf"\b{N} wounds?\b") if stages[0][0].endswith("armor") else None
    dice = slots.number(_DIE_COUNT)
    rolls = faces_of(slots, len(stages))
    if rolls is None or not slots.understood(f"{_WORDS}|{TALK}", slack=4):
        return None
    if any(not 2 <= target <= 6 for _, target in stages) or any(len(roll) > MOST for roll in rolls):
        return None
    (name, target), *further = stages
    faces = rolls[0]
    expected = (hits * (each or 1) if hits is not None else wounds) if name.endswith("armor") else hits
    if any(one is not None and one != len(faces) for one in (expected, dice if not further else None)):
        return None
    if name.endswith("armor") and each is not None and hits is None:
        return None
    failed = [face for face in faces if face < target]
    if further:
        return _then_armor(failed, each, name, (target, *further[0]), rolls[1])
    if slots.has(_SAVED_ONLY):
        held = [face for face in faces if face >= target]
        noun = "Wound" if name == "armor" else "Hit"
        said = f"{counted(len(held), noun)} stopped by {name.title()} {target}+ ({listed(held)}), {len(failed)} not."
        return Found((said,), (ARMORED if name.endswith("armor") else DEFENDED,))
    return _past(slots, name, target, faces, each)


def _past(slots: Slots, name: str, target: int, faces: list[int], each: int | None) -> Found:
    """How much gets past the only save that is rolled, in Wounds or Sanity where that is known."""
    failed = [face for face in faces if face < target]
    which = f" ({listed(failed)} failed)" if failed else ""
    of = f"{counted(len(faces) - len(failed), 'die', 'dice')} of {len(faces)} saved"
    if name.endswith("armor"):
        said = f"{_hurt(len(failed), name == 'spirit armor')} past {name.title()} {target}+: {of}{which}."
        return Found((said,), (ARMORED,))
    past = f"{counted(len(failed), 'Hit')} past {name.title()} {target}+"
    horror = name == "willpower" and not slots.has(r"\bcorruption\b")
    if each is None and horror and slots.has(r"\bsanity\b"):
        said = f"{_hurt(len(failed), True)}: {past}{which}, 1 each."
    elif each is not None and slots.has(r"\bhow many (?:spirit )?armor (?:dice|rolls|saves)\b"):
        kind = "Spirit Armor" if horror else "Armor"
        said = f"{len(failed) * each} {kind} dice, one for each Wound: {past}{which}, {each} each."
    elif each is not None and not slots.has(r"\bhow many hits\b"):
        noun = (
            _hurt(len(failed) * each, horror) if name != "willpower" or horror else f"{len(failed) * each} Corruption"
        )
        armor = "Spirit Armor" if horror else "Armor"
        said = f"{past}: at {each} each that is {noun} before any {armor}{which}."
        if name == "willpower" and not horror:
            said = f"{noun}: {past}{which}, {each} each."
    else:
        more = f" At {each} each that is {len(failed) * each} before any Armor." if each is not None else ""
        said = f"{past}: {of}{which}.{more}"
    return Found((said,), (DEFENDED,))


def _then_armor(
    failed: list[int], each: int | None, name: str, saves: tuple[int, str, int], dice: list[int]
) -> Found | None:
    """What is left after Defense and Armor, or Willpower and Spirit Armor, both rolled."""
    target, armor, held_on = saves
    horror = name == "willpower"
    about = len(failed) * (each or 1)
    if about != len(dice) or (each is None and not horror and len(dice) != len(failed)):
        return None
    left = [die for die in dice if die < held_on]
    said = (
        f"{_hurt(len(left), horror)}: {counted(len(failed), 'Hit')} past {name.title()} {target}+"
        f"{f' at {each} each' if each else ''} make {counted(about, 'die', 'dice')} of {armor.title()} {held_on}+, "
        f"which stop {about - len(left)}."
    )
    return Found((said,), (DEFENDED, ARMORED))


def _hurt(amount: int, horror: bool) -> str:
    """`3 Wounds`, `1 point of Sanity Damage`."""
    return counted(amount, *(("point of Sanity Damage", "points of Sanity Damage") if horror else ("Wound",)))


def armor_dice(asked: Asked) -> Found | None:
    """Armor dice of a hero: one for each Wound of the Hits that got past Defense."""
    slots = asked.slots()
    if not slots.has(r"\bhow many (?:spirit )?armor (?:dice|rolls|saves)\b|\barmor\b.*\bhow many dice\b") or slots.has(
        r"\bdefense (?:of )?\d"
    ):
        return None
    slots.take(r"\b(?:spirit )?armor (?:of )?\d\+|\b\d\+ (?:spirit )?armor")
    hits = slots.number(rf"\b{N} (?:unblocked |combat |horror |unsaved )?hits?\b")
    each = slots.number(
        rf"\b{N} (?:wounds?|damage|sanity)(?: damage)?(?: each| apiece| per hit)?\b", rf"\bfor {N} each\b"
    )
    if hits is None or each is None or not slots.understood(_WORDS) or not 1 <= hits * each <= 1_000:
        return None
    said = f"{hits * each} Armor dice: one for each Wound about to be taken, {counted(hits, 'Hit')} of {each}."
    return Found((said,), (ARMORED,))


FAMILIES = (saved, armor_dice)
