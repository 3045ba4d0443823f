"""Names of the content packs in a question, as players write them: in part, in the plural, with a slip of the pen."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher

from gm.oracle.computed.slots import Slots
from gm.oracle.computed.words import normal
from rules_engine.content.library import Library

CLOSE = 0.84
SHORTEST = 4
_WORD = re.compile(r"[a-z][a-z'-]*")


def enemies_of(library: Library) -> dict[str, str]:
    """What enemies are called, with their ids."""
    return _names((id, (record.name, record.plural)) for id, record in library.enemies.items())


def heroes_of(library: Library) -> dict[str, str]:
    """What Hero Classes are called, with their ids."""
    return _names((id, (record.name,)) for id, record in library.heroes.items())


def weapons_of(library: Library) -> dict[str, str]:
    """What weapons are called, with their ids."""
    return _names((id, (item.name,)) for id, item in library.items.items() if item.weapon is not None)


def _names(given: Iterable[tuple[str, tuple[str, ...]]]) -> dict[str, str]:
    """Each name, and a single word of it where only one record has that word."""
    names: dict[str, str] = {}
    words: dict[str, set[str]] = {}
    for id, called in given:
        for name in called:
            said = _said(name)
            names[said] = id
            for word in said.split():
                words.setdefault(word, set()).add(id)
    for word, ids in words.items():
        if len(ids) == 1 and len(word) >= SHORTEST:
            names.setdefault(word, next(iter(ids)))
    return names


def _said(name: str) -> str:
    return re.sub(r"[^a-z' -]", "", normal(name.replace(".", ""))).strip()


def named(slots: Slots, names: Mapping[str, str]) -> tuple[str, int] | None:
    """The record that a question names and where; its name is taken. None if there is none, or two fit equally well."""
    for name in sorted(names, key=lambda name: (-len(name), name)):
        if (there := slots.take(rf"\b{re.escape(name)}s?(?:'s)?\b")) is not None:
            return names[name], there.start()
    words = [(m.start(), m.end(), m[0].removesuffix("'s")) for m in _WORD.finditer(slots.left)]
    found: list[tuple[float, str, str]] = []
    for name, id in sorted(names.items()):
        size = len(name.split())
        for place in range(len(words) - size + 1):
            text = slots.left[words[place][0] : words[place + size - 1][1]]
            if len(text) >= SHORTEST and abs(len(text) - len(name)) <= 2 and text[0] == name[0]:
                close = SequenceMatcher(None, text, name).ratio()
                if close >= CLOSE:
                    found.append((close, id, text))
    best = sorted(found, key=lambda one: (-one[0], one[1], one[2]))
    if not best or any(one[0] == best[0][0] and one[1] != best[0][1] for one in best):
        return None
    there = slots.take(rf"\b{re.escape(best[0][2])}(?!\w)")
    return best[0][1], there.start() if there is not None else 0
