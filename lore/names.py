"""Names that stand for their class: a ghoul is an Enemy, a troll a Large Enemy, a buddy a Hero."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import yaml

from lore.bm25 import LOADER

NAMES = Path(__file__).with_name("names.yaml")


class Named(msgspec.Struct, frozen=True):
    """A question with names put as their class: the new `text`, and the `names` that were found, in lower case."""

    text: str
    names: tuple[str, ...]
    classes: tuple[str, ...]


@cache
def _table(path: Path = NAMES) -> tuple[re.Pattern[str], dict[str, str]]:
    data: dict[str, Any] = yaml.load(path.read_text(encoding="utf-8"), Loader=LOADER)
    by_name = {str(name): str(kind) for kind, names in data.items() for name in names}
    longest = sorted(by_name, key=lambda name: (-len(name), name))
    said = "|".join(re.escape(name) for name in longest)
    return re.compile(rf"\b({said})(e?s)?(?='s\b|\b)", re.IGNORECASE), by_name


def generalise(question: str) -> Named:
    """Put each name of the table as its class: `past the spider` -> `past the enemy`."""
    pattern, by_name = _table()
    names: list[str] = []

    def put(found: re.Match[str]) -> str:
        name = found.group(1).lower()
        names.append(name)
        kind = by_name[name]
        return f"{kind[:-1]}ies" if found.group(2) and kind.endswith("y") else f"{kind}{found.group(2) or ''}"

    text = re.sub(r"\b(\w+)( \1\b)+", r"\1", pattern.sub(put, question))
    return Named(text, tuple(dict.fromkeys(names)), tuple(dict.fromkeys(by_name[name] for name in names)))
