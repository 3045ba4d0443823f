"""What only our own content packs say of a thing: offered apart, where the books are silent, and labelled as ours."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from gm.oracle.verify import printable
from gm.record_words import record_in_words
from lore.bm25 import stem, words

if TYPE_CHECKING:
    from rules_engine.content.library import Library
    from rules_engine.content.schema import EnemyRecord

SHELVES = ("enemies", "items", "cards", "class_cards", "tokens", "worlds", "allies")
MAX_WORDS = 70
MIN_STEMS = 1
ORIGINAL = "original"
_BRUTAL = re.compile(r"\bbrutal\b", re.IGNORECASE)
LABEL = "Not in the books; our own content packs have it so:"


def pack_answer(question: str, library: Library) -> str | None:
    """What the packs made up about the thing with the longest name that a question holds; None if there is none."""
    asked = [stem(w) for w in words(question)]
    best: tuple[int, str, Any] | None = None
    for record in _records(library):
        for name in _names(record):
            wanted = [stem(w) for w in words(name)]
            size = len(wanted)
            if size < MIN_STEMS or not any(asked[i : i + size] == wanted for i in range(len(asked) - size + 1)):
                continue
            if best is None or (-size, record.id) < (-best[0], best[1]):
                best = (size, record.id, record)
    if best is None:
        return None
    told = _told(best[2], library, brutal=_BRUTAL.search(question) is not None)
    if not told:
        return None
    text = printable(f"{LABEL} {_names(best[2])[0]}: {told}").split()
    return " ".join(text) if len(text) <= MAX_WORDS else " ".join(text[: MAX_WORDS - 1]).rstrip(",;:.") + " ..."


def _records(library: Library) -> Iterator[Any]:
    """Every record with something of our own in it."""
    for shelf in SHELVES:
        for record in getattr(library, shelf).values():
            ours = (getattr(record, "source", None), getattr(record, "brutal_source", None))
            if ORIGINAL in ours:
                yield record


def _names(record: Any) -> list[str]:
    name = str(getattr(record, "name", "") or getattr(record, "title", ""))
    plural = str(getattr(record, "plural", ""))
    return [one for one in (name, plural) if one]


def _told(record: Any, library: Library, *, brutal: bool) -> str:
    if hasattr(record, "brutal"):
        return _sheet(record, library, brutal=brutal)
    price = f"${record.price}. " if getattr(record, "price", None) else ""
    return f"{price}{record_in_words(library, record.id)}".strip()


def _sheet(record: EnemyRecord, library: Library, *, brutal: bool) -> str:
    """The figures of an Enemy's Record Sheet that are ours."""
    side = record.brutal if brutal else record.normal
    if record.source != ORIGINAL and not brutal:
        return ""
    figures = {
        "Initiative": side.initiative,
        "Move": side.move,
        "Escape": f"{side.escape}+",
        "Range To Hit": f"{side.range}+" if side.range else None,
        "Melee To Hit": f"{side.melee}+" if side.melee else None,
        "Combat": side.combat,
        "Damage": side.damage,
        "Defense": side.defense,
        "Health": side.health,
        "XP": f"{side.xp}{f' +{side.xp_each} each' if side.xp_each else ''}",
    }
    shown = ", ".join(f"{name} {value}" for name, value in figures.items() if value is not None)
    return f"{'Brutal side: ' if brutal else ''}{shown}. {record_in_words(library, record.id)}".strip()
