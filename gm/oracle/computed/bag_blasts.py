"""Bombs and Dynamite that go off in the Side Bag, by the dice that are rolled for them (Dangerous Bombs)."""

from __future__ import annotations

import re
from typing import Final

from gm.oracle.computed.records import Asked, Because, Found
from gm.oracle.computed.saying import counted, listed
from gm.oracle.computed.slots import N
from gm.oracle.computed.talk import TALK
from rules_engine.dice import SIDES
from rules_engine.procedures.dynamite import set_off

ENTRY: Final = "dangerous-bombs"
BLASTS: Final = Because(set_off, "compilation: Dangerous Bombs", ENTRY, ("side", "bag", "token", "explodes", "1", "2"))
MOST: Final = 20
_TOKENS = (
    r"(?:sticks?(?: of dynamite)?|dynamites?|bombs?|explosives?|tnt|(?:bomb|dynamite) tokens?|sticks? and "
    r"bombs?|boomers?)"
)
_SAFE = (
    rf"\b(?:and |plus |with )?(\d{{1,2}}|an?|one|another)(?: more)? (?:{_TOKENS} )?(?:(?:are|is|of them|sit|"
    rf"sitting|safe|more|kept|carried) )*(?:in|inside) (?:the |a |my |his |her )?(?:dynamite )?satchel\b"
)
_COUNT = rf"\b(\d{{1,2}}|an?|one) (?:dangerous |live )?{_TOKENS}\b"
_ROLLED = (
    r"(?:\b(?:roll(?:s|ed|ing)?|threw|throws?|dice|die|results?|got|came up|come up|comes up|show(?:s|ed|"
    r"ing)?|turned up)\b"
    r"(?: (?:of|are|were|show\w*|came|come|up|is|was|a|an|dice|d6|1d6|say|read|on|for|them|it|each|me|and|"
    r"out|the))*:? ?)"
    r"(?<!\d)([1-6](?:(?:\s*(?:,|&|/|\band\b|\bthen\b|\bplus\b)\s*)+(?:an? )?[1-6]\b(?!\+))*)(?!\d| "
    r"?(?:sticks?|bombs?|dynamite|wounds?))"
)
_BOOM = (
    r"\b(?:go(?:es)? (?:off|boom|bang)|boom|explo\w+|blow\w*|detonat\w*|bang|blast\w*|set off|going off|go "
    r"up|goes up|pop)\b"
)
_ELSE = (
    r"\b(?:chance|average|expect\w*|odds|likely|damage|range|bounce\w*|reroll\w*|grit|cancel\w*|xp|price|"
    r"cost|half|other "
    r"hero|friend|mate|each hero|throw(?! of)|thrown|to hit|most|least|unless|instead|ignor\w+|next)\b|n't\b|"
    r"\bnot\b|\d\+"
)
_WORDS = (
    "dangerous|bomb|dynamite|stick|bag|side|token|roll\\w*|dice|die|1?d6|d|explo\\w*|blow\\w*|boom|bang|off|"
    "detonat\\w*|many|"
    "wound\\w*|wounds|source|single|hit|hits|take|took|taken|satchel|rule|optional|carry\\w*|carried|tnt|go|"
    "goes|going|pop|"
    "set|loose|live|hero|show\\w*|came|up|result|rolled|throw|threw|throws|explosive|safe|dynamite's|"
    "blast\\w*|got|suffer\\w*|"
    "using|option|play\\w*|pocket\\w*|damage|in|inside|out|ten|eleven|twelve|at|least"
)


def in_the_bag(asked: Asked) -> Found | None:
    """How many dice are rolled for what is in the Side Bag, and which of it explodes."""
    slots = asked.slots()
    if asked.game is not None or asked.yes_no or slots.has(_ELSE):
        return None
    if (
        not slots.has(rf"\b{_TOKENS}\b")
        or not slots.has(r"\bbag\b|\bdangerous\b")
        or not slots.has(r"\bhow many\b|\bwhich\b")
    ):
        return None
    asks_dice = slots.take(r"\bhow many (?:dice|d6s?|1d6|rolls)\b") is not None
    wounds = slots.number(rf"\b{N} wounds?\b")
    if wounds is not None and wounds < 10:
        return None
    safe = sum(_count(one[1]) for one in slots.takes(_SAFE))
    rolled = slots.take(_ROLLED)
    many = [_count(one[1]) for one in slots.takes(_COUNT)]
    low = asked.stated(ENTRY, r"each 1 or (\d) explodes")
    if low is None or not many or not slots.understood(f"{_WORDS}|{TALK}", slack=3):
        return None
    if slots.has(r"\bsatchel\b") and not safe:
        return None
    tokens = sum(many)
    if not 1 <= tokens <= MOST or (safe and re.search(r"\bof (?:them|those|which)\b", slots.text)):
        return None
    if asks_dice:
        if rolled is not None:
            return None
        said = (
            f"{counted(tokens, 'D6', 'D6')}: one for each Bomb or Dynamite in the Side Bag"
            f"{', none for the satchel' if safe else ''}."
        )
        return Found((said, f"Each 1 or {low[0][1]} explodes in the Hero's own space."), (BLASTS,))
    if rolled is None or not slots.has(_BOOM):
        return None
    faces = [int(one) for one in re.findall(r"\d", rolled[1])]
    if len(faces) != tokens or not all(1 <= one <= SIDES["D6"] for one in faces):
        return None
    off = [face for face in faces if face <= int(low[0][1])]
    which = f"the {listed(off)}" if off else "none of them is"
    verb = "is" if len(off) == 1 else "are"
    said = f"{len(off)} of {tokens} explode: {which}{f' {verb}' if off else ''} 1 or {low[0][1]}."
    return Found((said, "The blast is centered on the Hero's space."), (BLASTS,))


def _count(said: str) -> int:
    return int(said) if said.isdigit() else 1


FAMILIES = (in_the_bag,)
