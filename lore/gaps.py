"""What the books do not say: named things without a printed sheet or chart, and other games. Declined by name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import yaml

from lore.bm25 import LOADER, stem, words

GAPS = Path(__file__).with_name("gaps.yaml")
ANYTHING = "anything"
_THIS_GAME = re.compile(r"\bbrimstone(?:'s)?\b", re.IGNORECASE)  # `_` is a letter here: BRIMSTONE_DATA names no game


class Gap(msgspec.Struct, frozen=True):
    """Something the books leave out: asked for one of `lacks` about one of `about`, say `says`."""

    id: str
    about: tuple[tuple[str, ...], ...]
    lacks: tuple[tuple[str, ...], ...]
    says: str
    unless: tuple[tuple[str, ...], ...] = ()

    @property
    def of_a_sheet(self) -> bool:
        """Whether what is missing is a record sheet's figure, so that a question about a rule is none of it."""
        return ("xp",) in self.lacks and ("stat",) in self.lacks

    def asked(self, sequence: Sequence[str]) -> tuple[str, ...] | None:
        """The phrase of `about` that a question (as stems) asks for something lacking, or None."""
        if any(holds(sequence, phrase) for phrase in self.unless):
            return None
        found = next((phrase for phrase in self.about if holds(sequence, phrase)), None)
        if found is None or any(phrase == (ANYTHING,) for phrase in self.lacks):
            return found
        rest = _without(sequence, found)
        return found if any(holds(rest, phrase) for phrase in self.lacks) else None


class Gaps(msgspec.Struct, frozen=True):
    """All known gaps and the names of other games."""

    gaps: tuple[Gap, ...]
    other_games: tuple[tuple[str, ...], ...]

    def find(self, question: str) -> Gap | None:
        """The gap that a question falls into, if any; the one with the longest name first."""
        sequence = stems(question)
        asked = [(phrase, gap) for gap in self.gaps if (phrase := gap.asked(sequence)) is not None]
        return max(asked, key=lambda item: len(item[0]))[1] if asked else None

    def other_game(self, question: str) -> str | None:
        """The name of another game that a question is about, if it names one and not this one."""
        if _THIS_GAME.search(question):
            return None
        sequence = stems(question)
        named = next((name for name in self.other_games if holds(sequence, name)), None)
        return None if named is None else " ".join(named)


def stems(text: str) -> tuple[str, ...]:
    """All words of a text as stems, in order, stopwords included; `#` (any whole number) stays as it is."""
    spread = text.replace("#", " zz ")
    return tuple("#" if word == "zz" else stem(word) for word in words(spread))


def holds(sequence: Sequence[str], phrase: Sequence[str]) -> bool:
    """Whether the stems of a phrase stand in a row in a sequence of stems."""
    return _place(sequence, phrase) is not None


@cache
def load_gaps(path: Path = GAPS) -> Gaps:
    """Read the table of gaps (see the head of the file for its form)."""
    data: dict[str, Any] = yaml.load(path.read_text(encoding="utf-8"), Loader=LOADER)
    groups: dict[str, list[str]] = data["groups"]

    def phrases(rows: Sequence[Any]) -> tuple[tuple[str, ...], ...]:
        spread = [item for row in map(str, rows) for item in (groups[row[1:]] if row.startswith("$") else [row])]
        return tuple(dict.fromkeys(stems(str(item)) for item in spread))

    return Gaps(
        gaps=tuple(
            Gap(
                id=str(row["id"]),
                about=phrases(row["about"]),
                lacks=((ANYTHING,),) if ANYTHING in row["lacks"] else phrases(row["lacks"]),
                says=str(row["says"]),
                unless=phrases(row.get("unless", ())),
            )
            for row in data["gaps"]
        ),
        other_games=phrases(data["other_games"]),
    )


def _place(sequence: Sequence[str], phrase: Sequence[str]) -> int | None:
    size = len(phrase)
    if not size or (phrase[0] != "#" and phrase[0] not in sequence):
        return None
    wanted = tuple(phrase)
    return next((i for i in range(len(sequence) - size + 1) if _same(sequence[i : i + size], wanted)), None)


def _same(found: Sequence[str], wanted: Sequence[str]) -> bool:
    return all(b == a or (b == "#" and a.isdigit()) for a, b in zip(found, wanted, strict=True))


def _without(sequence: Sequence[str], phrase: Sequence[str]) -> tuple[str, ...]:
    """The sequence with the first occurrence of a phrase cut out, so that `about` words don't count as `lacks`."""
    place = _place(sequence, phrase)
    return tuple(sequence) if place is None else (*sequence[:place], *sequence[place + len(phrase) :])
