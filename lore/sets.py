"""The boxes of the game: which there are, and which of them a question names that is asked without them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

import msgspec
import yaml

from lore.bm25 import LOADER
from lore.editions import without_editions

TABLE: Final = Path(__file__).with_name("sets.yaml")


class UnknownSet(ValueError):
    """A box that `sets.yaml` doesn't have; the message lists those that it has."""


class Box(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A box of the game. `words` are what players say for it and for what comes in no other."""

    id: str
    name: str
    words: tuple[str, ...]


class Missed(msgspec.Struct, frozen=True):
    """What a question names that is only in boxes left out: the word, and their ids."""

    word: str
    boxes: tuple[str, ...]


@cache
def boxes(path: Path = TABLE) -> Mapping[str, Box]:
    """Every box by its id, in the order of the table.

    Raises ValueError if a row is not of the form or an id is given twice.
    """
    try:
        rows = msgspec.convert(yaml.load(path.read_text(encoding="utf-8"), Loader=LOADER), list[Box])
    except (yaml.YAMLError, msgspec.ValidationError) as error:
        raise ValueError(f"{path.name}: {error}; give rows of `id`, `name` and `words`") from error
    found = {row.id: row for row in rows}
    if len(found) < len(rows):
        raise ValueError(f"{path.name}: an id is given twice; each box needs its own")
    return found


def checked(ids: Iterable[str]) -> tuple[str, ...]:
    """Ids of boxes, each once. Raises `UnknownSet`, which says what is near to an unknown one and what there is."""
    wanted = tuple(dict.fromkeys(ids))
    for id in wanted:
        if id not in boxes():
            near = [box.id for box in boxes().values() if _names(id, box)]
            meant = f" (do you mean {' or '.join(near)}?)" if near else ""
            raise UnknownSet(f"there is no set {id!r}{meant}; known are {', '.join(boxes())}")
    return wanted


def passes(belongs: Collection[str], sets: Collection[str]) -> bool:
    """Whether what belongs to some boxes (none: to the game at large) is kept by a filter (empty: all is kept)."""
    return not sets or not belongs or not set(belongs).isdisjoint(sets)


def missed(question: str, sets: Collection[str]) -> Missed | None:
    """The longest name in a question that belongs to boxes which a filter leaves out, and to none that it keeps. The
    name of an edition is none: `in the Forbidden Fortress rules` asks for no box."""
    if not sets:
        return None
    text = without_editions(question)
    for word, holding in _by_word().items():
        if _said(word).search(text) is None:
            continue
        if set(holding).isdisjoint(sets):
            return Missed(word, holding)
        text = _said(word).sub(" ", text)
    return None


def without(ids: Sequence[str]) -> str:
    """How a note says that some boxes were left out: `Asked without Gates of Valhalla`."""
    return f"Asked without {' and '.join(boxes()[id].name for id in ids)}"


@cache
def _by_word() -> Mapping[str, tuple[str, ...]]:
    """For every word, longest first, the ids of the boxes that it stands under."""
    found: dict[str, tuple[str, ...]] = {}
    for box in boxes().values():
        for word in box.words:
            found[word] = (*found.get(word, ()), box.id)
    return {word: found[word] for word in sorted(found, key=lambda word: (-len(word), word))}


def _names(said: str, box: Box) -> bool:
    return any(_said(word).search(said.replace("-", " ")) for word in (*box.words, box.name))


@cache
def _said(word: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(word)}(?:e?s)?(?!\w)", re.IGNORECASE)
