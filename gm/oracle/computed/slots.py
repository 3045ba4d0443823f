"""What is read out of a question piece by piece: whoever takes a piece has understood it, what is left is looked at."""

from __future__ import annotations

import re

from gm.oracle.computed.words import GAME, STOP

N = r"(\d{1,6})"
LIST = r"(\d{1,6}(?:(?:\s*(?:,|&|\band\b|\bthen\b|\bplus\b|/)\s*)+\d{1,6})*)"
SLACK = 2
_TAKEN = "§"
_SINGLE = re.compile(r"\b1 (?=(?:attack|tile|room|turn|go|roll|time|hero|heroes|fight|game|activation|single)\b)")
_WORD = re.compile(r"[a-z][a-z'-]*")


class Slots:
    """The text of a question from which pieces are taken."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.left = text

    def take(self, pattern: str) -> re.Match[str] | None:
        """The first place in what is left where a pattern fits; it is taken."""
        found = re.search(pattern, self.left)
        if found is not None:
            self.left = self.left[: found.start()] + _TAKEN * len(found[0]) + self.left[found.end() :]
        return found

    def takes(self, pattern: str) -> list[re.Match[str]]:
        """Every place where a pattern fits; all are taken."""
        found = []
        while (one := self.take(pattern)) is not None and one[0]:
            found.append(one)
        return found

    def number(self, *patterns: str) -> int | None:
        """The number of the first pattern that fits: its first group that took part."""
        for pattern in patterns:
            found = self.take(pattern)
            if found is not None:
                return int(next(group for group in found.groups() if group is not None))
        return None

    def numbers(self, *patterns: str) -> list[int] | None:
        """The numbers of a list, by the first pattern that fits."""
        for pattern in patterns:
            found = self.take(pattern)
            if found is not None:
                return [int(one) for one in re.findall(r"\d+", next(group for group in found.groups() if group))]
        return None

    def has(self, pattern: str) -> bool:
        """Whether a pattern fits the question anywhere."""
        return re.search(pattern, self.text) is not None

    def understood(self, vocabulary: str, *, slack: int = SLACK) -> bool:
        """Whether nothing is left that matters: no figure, no term of the game outside the vocabulary (`|` between its
        words), and few words that nobody here knows."""
        if re.search(r"\d", _SINGLE.sub("", self.left)):
            return False
        known = re.compile(rf"(?:{vocabulary})(?:e?s)?$")
        strange = 0
        for word in _WORD.findall(self.left):
            word = word.removesuffix("'s").strip("'-")
            if not word or word in STOP or known.match(word):
                continue
            if word in GAME or word.removesuffix("s") in GAME:
                return False
            strange += 1
        return strange <= slack
