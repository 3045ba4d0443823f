"""The total of a Casting Roll: the two highest dice, with what Focus and Arcane Powder add."""

from __future__ import annotations

import re
from typing import Final

from gm.oracle.computed.bench import bare_table
from gm.oracle.computed.records import Asked, Because, Found
from gm.oracle.computed.saying import counted, listed
from gm.oracle.computed.slots import N, Slots
from rules_engine.content.library import standard
from rules_engine.dice import SIDES
from rules_engine.procedures.spells import cast
from rules_engine.state import Hero

CAST: Final = Because(
    cast, "forbidden-fortress: Casting Roll", "mana-and-casting", ("mana", "die", "dice", "powder", "+1")
)
FOCUS: Final = Because(
    None, "forbidden-fortress: Spells and Elemental Focus", "mana-and-casting", ("focus", "+1", "total")
)
DICE, MOST_DICE, MOST_POWDER = 2, 10, 20
DECK: Final = "elemental-focus"
_FACES = r"([1-6](?:(?:\s*(?:,|&|/|\band\b|\bthen\b|\bplus\b|\+)\s*|\s+)(?:an? )?[1-6])*)(?!\+|\d)\b"
_POWDER = (
    rf"\b{N} (?:(?:tokens?|pinch(?:es)?|bits?|bags?) of )?(?:arcane )?powders?\b(?: tokens?)?",
    rf"\b(?:arcane )?powders?(?: tokens?)? (?:x|times|twice|of) ?{N}\b",
)
_ONE_POWDER = r"\b(?:an?|one|1|the|my) (?:pinch of |token of )?(?:arcane )?powder(?: token)?\b"
_NO_POWDER = r"\b(?:no|without(?: any)?|zero) (?:arcane )?powder\b|\bpowder:? (?:none|zero|0)\b(?: used)?"
_NO_FOCUS = (
    r"\b(?:no|not (?:my|her|the|in my|of my|in her)|isn't (?:my|her)|without(?: a| the| any)?|outside(?: my| her|"
    r" the)?|"
    r"un|wrong|another|different|non-?)[ -]?(?:elemental )?(?:focus|element)(?: element)?\b"
)
_EXTRA = (
    r"\b(?:extra|another|additional|more|spare|bonus|second|third|(?:1|one) more|an?)(?: (?:extra|more|point of|"
    r"spent))* mana"
    r"(?: (?:die|dice|point|show\w*|shows|gives?|gave|gets?|got|came up|comes up|rolls?|rolled|was|is|then|for|"
    r"brings?|brought|"
    r"turns up|adds?|added|a|an|with|which|it|that|and|one))*[:,]? ?([1-6])(?!\+|\d)\b"
)
_COUNT = (
    rf"\b{N} (?:(?:extra|more|additional|spare|bonus|spent) )+mana\b|\b(an?|one|another)(?: (?:extra|more|"
    rf"additional))* mana\b"
    r"|\b(?:extra|more|additional|spare|bonus) mana\b"
)
_ELSE = (
    r"\b(?:chance|average|likely|reroll\w*|grit|corruption|damage|xp|dangerous|practi[cs]ed|upgrade|level|bonus "
    r"of|cost|heal\w*|"
    r"max mana|how much mana|how many mana|how much powder|how many powder|need\w*|short|enough|succeed|works?|"
    r"least|most|"
    r"before|item|artifact|ki|fury|each hero|half)\b|\bnot (?!my|her|the|in|of)\b|\+ ?\d+ (?:from|for|by)"
)
_CUE = r"\b(?:cast\w*|spell\w*|magik|mana|sorceress|arcane|focus)\b"
_ROLLS = r"\b(?:dice|die|roll\w*|threw|got|mana)\b"
_WORDS = (
    "cast\\w*|spell\\w*|magik|mana|sorceress|arcane|powder\\w*|focus|element\\w*|dice|die|roll\\w*|total|extra|"
    "fire|water|wind|"
    "earth|discard\\w*|burn\\w*|sprinkl\\w*|token|show\\w*|hero|spend\\w*|spent|number|come\\w*|came|pay\\w*|"
    "paid|2d6|d6|1?d6|"
    "throw\\w*|toss\\w*|add\\w*|blast|elemental|my|her|end|final|sum|result|pinch|point|rolled|third|second|more|"
    "another|makes?|"
    "get|got|gave|use|using|own|which|what|into|chosen|then|one|reach\\w*|count|best|highest|turn\\w*|up|say\\w*|"
    "read\\w*"
)


def casting(asked: Asked) -> Found | None:
    """What a Casting Roll comes to."""
    slots = asked.slots()
    if asked.game is not None or asked.yes_no or not slots.has(_CUE) or slots.has(_ELSE):
        return None
    if not slots.has(r"\b(?:mana|cast\w*|spell\w*|arcane)\b") or not slots.has(_ROLLS):
        return None
    slots.takes(r"\b\d?d6\b")
    powder = _powder(slots)
    unfocused = slots.take(_NO_FOCUS) is not None
    elements = {one for one in ("fire", "wind", "water", "earth") if slots.has(rf"\b{one}\b")}
    if len(elements) > 1:
        return None
    focused = not unfocused and slots.has(r"\bfocus(?:ed)?\b")
    after = [int(one[1]) for one in slots.takes(_EXTRA)]
    counted_ = slots.takes(_COUNT)
    slots.take(r"\+ ?1(?= (?:for|from|by|with) (?:my |the |her )?(?:elemental )?focus)")
    faces = [int(one) for run in slots.takes(_FACES) for one in re.findall(r"[1-6]", run[1])]
    extra = sum(int(one[1]) if one[1] else 1 for one in counted_)
    if powder is None or not slots.understood(_WORDS, slack=4) or re.search(r"\bmore\b(?! mana)", slots.left):
        return None
    rolled = faces + after
    if counted_ and len(rolled) != DICE + extra + len(after):
        return None
    if not counted_ and len(faces) != DICE and not (len(faces) > DICE and slots.has(r"\bmana\b") and not after):
        return None
    if not DICE <= len(rolled) <= MOST_DICE or not 0 <= powder <= MOST_POWDER:
        return None
    if not all(1 <= one <= SIDES["D6"] for one in rolled):
        return None
    plus = _focus(asked) if focused else 0
    best = sorted(rolled, reverse=True)[:DICE]
    total = sum(best) + plus + powder
    of_all = f"the two highest of {listed(rolled)}" if len(rolled) > DICE else "on the dice"
    parts = [f"{sum(best)} ({' + '.join(map(str, best))}, {of_all})"]
    parts += [f"{plus} for the Focus"] if plus else []
    parts += [f"{powder} for {counted(powder, 'Arcane Powder', 'Arcane Powder')}"] if powder else []
    return Found((f"Casting Total {total}: {' + '.join(parts)}.",), (CAST, FOCUS) if plus else (CAST,))


def _powder(slots: Slots) -> int | None:
    """How much Arcane Powder is discarded; None where it is not told."""
    if slots.take(_NO_POWDER) is not None:
        return 0
    found = slots.number(*_POWDER)
    if found is None and slots.take(_ONE_POWDER) is not None:
        found = 1
    if found is None and not slots.has(r"\bpowders?\b"):
        return 0
    return found


def _focus(asked: Asked) -> int:
    """What an Elemental Focus adds to the Casting Roll of its element, by its card."""
    library = standard()
    card = next(one for one in library.class_cards.values() if one.deck == DECK)
    cls = next(one for one in library.heroes.values() if any(DECK in step.decks for step in one.class_cards))
    hero = Hero("hero", "", cls.id, list(cls.keywords), dict(cls.stats), class_cards=[card.id])
    table = bare_table(asked.ruleset)
    table.state.heroes[hero.id] = hero
    return table.stats.hero(hero, f"casting_{card.id.removeprefix('focus-')}")


FAMILIES = (casting,)
