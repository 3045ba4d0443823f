"""Hits that the Dark Stone Allergy does: by shards and by Items with the icon."""

from __future__ import annotations

from typing import Final

from gm.oracle.computed.records import Asked, Because, Found
from gm.oracle.computed.saying import counted
from gm.oracle.computed.slots import N
from gm.oracle.computed.talk import TALK
from rules_engine.effects.conditions import dark_stone_carried
from rules_engine.procedures.harm import roll_on_chart

SHARDS: Final = Because(
    roll_on_chart, "compilation: Mutation Chart", "mutations-60s", ("dark", "stone", "allergy", "5")
)
ICONS: Final = Because(
    dark_stone_carried, "compilation: Mutation Chart", "dark-stone-items-at-risk", ("allergy", "icon", "shard")
)
MOST: Final = 60
_SHARDS = (
    rf"\b{N} (?:loose |single |raw |more )*(?:(?:dark stone )?(?:shards?|chunks?|lumps?|bits?|pieces?)(?: of "
    rf"dark stone)?|"
    rf"dark stone(?! (?:icons?|items?|guns?|things?|blades?|upgrades?|symbols?|weapons?))|stones?|rocks)\b",
)
_THING = (
    r"(?:items?|things?|guns?|blades?|weapons?|pieces? of gear|gear|artifacts?|hats?|pistols?|coats?|objects?|cards?)"
)
_ITEMS = (
    rf"\b(\d{{1,2}}|an?|one) (?:of my |other |more |different )*{_THING} (?:(?:with|that|has|have|bearing|"
    rf"showing|carrying|"
    rf"having|sporting|of|marked by|marked with|wearing) )+(?:a |the |its |their )?(?:dark stone )?(?:icons?|"
    rf"symbols?|mark|sign)\b|"
    rf"\b(\d{{1,2}}|an?|one) dark stone (?:icon )?(?:{_THING}|icons?)\b|"
    rf"\b(\d{{1,2}}|one) (?:dark stone )?icons?\b(?: on (?:my )?(?:gear|items?))?"
)
_ELSE = (
    r"\b(?:resist\w*|save[ds]?|armor|wounds?|average|chance|defense|turns|rounds|activations|per|each|sold|sell|lose|"
    r"lost|discard\w*|drop\w*|hellbats?|upgrades?|corruption|others?|mate|friend|too many|how many (?:shards|"
    r"more)|willpower|"
    r"prevent\w*|cancel\w*|half|doubl\w+|except|but|only if|chart|instead|immune|less)\b|n't\b|\bnot\b|\bno "
    r"(?!dark|icon|item)|\+"
)
_WORDS = (
    "dark|stone|allergy|allergic|mutation|shard|hit|hits|item|thing|icon|symbol|carry\\w*|carried|take|start|"
    "activation|turn|"
    "gun|blade|weapon|gear|piece|lump|chunk|hold\\w*|pocket\\w*|bag|loose|artifact|hat|pistol|coat|hero|"
    "suffer\\w*|many|"
    "beginning|begin|cause\\w*|have|with|mark|sign|deal\\w*|side|body|object|card|rock|bit|itch\\w*|"
    "sneez\\w*|total|horde|hoard"
)


def allergic(asked: Asked) -> Found | None:
    """Hits of the Dark Stone Allergy at an Activation, never more than are printed."""
    slots = asked.slots()
    if asked.game is not None or asked.yes_no or not slots.has(r"\ballerg(?:y|ic|ies)\b") or slots.has(_ELSE):
        return None
    if not slots.has(r"\bhow (?:many|much|bad)\b|\bwhat\b|\bhits ?\?|\btotal\b"):
        return None
    slots.take(r"\bdark stone allergy\b|\ballerg(?:y|ic|ies)(?: (?:to|against) (?:the )?dark stone)?\b")
    items = sum(
        int(said) if (said := next(g for g in one.groups() if g is not None)).isdigit() else 1
        for one in slots.takes(_ITEMS)
    )
    shards = slots.number(*_SHARDS)
    if shards is None and slots.take(
        r"\b(?:an?|one|a single) (?:dark stone )?(?:shard|chunk|lump|piece)\b(?: of dark stone)?"
    ):
        shards = 1
    most = asked.stated(SHARDS.entry, r"Dark Stone Allergy: .*maximum (\d+)")
    if most is None or (shards is None and not items) or not slots.understood(f"{_WORDS}|{TALK}", slack=2):
        return None
    if not 0 <= (shards or 0) + items <= MOST:
        return None
    total = (shards or 0) + items
    hits = min(total, int(most[0][1]))
    parts = ([counted(shards, "shard")] if shards is not None else []) + (
        [counted(items, "Item") + " with a Dark Stone icon"] if items else []
    )
    cap = f", {total} in all, but no more than {hits} are taken" if hits < total else ""
    said = f"{counted(hits, 'Hit')} at the start of an Activation: 1 for each of {' and '.join(parts)}{cap}."
    return Found((said,), (SHARDS, ICONS) if items else (SHARDS,))


FAMILIES = (allergic,)
