"""Which edition of the game a book is of, told from its words; what was found is shown as evidence."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from lore.ingest.records import Evidence, Line

UNKNOWN = "unknown"
OPENING = 40
OPENING_WEIGHT = 8.0
ENOUGH = 6.0
CLEARER = 1.25
SHOWN = 4

_TITLES: dict[str, tuple[str, ...]] = {
    "compilation": (r"rules? compilation", r"compilation of (?:the )?rules", r"merged (?:rules|into a single)"),
    "player-aid": (r"player[' ]?s? aid", r"turn sequence"),
    "valhalla": (r"gates of valhalla", r"age of vikings", r"norse lands"),
    "forbidden-fortress": (r"forbidden fortress", r"feudal japan"),
    "old-west": (r"old west horror", r"city of the ancients", r"swamps of death", r"old west", r"18\d0s"),
}
_WORDS: dict[str, tuple[str, ...]] = {
    "compilation": (r"core sets? and adventure sets?", r"all core sets", r"ai models?"),
    "player-aid": (r"hexcrawl", r"\(optional\b", r"player aid"),
    "valhalla": (r"vikings?", r"norse", r"valhalla", r"jarl", r"huscarl", r"pelts?"),
    "forbidden-fortress": (r"samurai", r"fortress", r"harionago", r"daimyo", r"ki\b", r"feudal"),
    "old-west": (r"posse", r"frontier towns?", r"lawman", r"saloon girl", r"bandido", r"mines?"),
}
_GAME = re.compile(r"brimstone|hold(?:ing)? back the darkness|dark ?stone", re.IGNORECASE)


def detect(lines: Sequence[Line]) -> tuple[str, tuple[Evidence, ...]]:
    """The edition (a rulebook's short name, or `unknown`) with the words that speak for it, the strongest first.

    A title in the opening counts most; after it, how thick an edition's own words stand in the whole book.
    """
    told = [line for line in lines if line.text.strip()]
    if not any(_GAME.search(line.text) for line in told):
        return UNKNOWN, ()
    length = sum(len(line.text.split()) for line in told) or 1
    scores: dict[str, float] = {}
    evidence: dict[str, list[tuple[float, Evidence]]] = {}
    for edition in _TITLES:
        for rank, said in enumerate(_TITLES[edition]):
            _weigh(edition, said, told[:OPENING], OPENING_WEIGHT / (1 + 0.5 * rank), scores, evidence)
        for said in _WORDS[edition]:
            times, first, words = _found(said, told)
            if times:
                weight = 1.5 * math.log1p(1_000 * times / length) * min(1.0, times / 5)
                scores[edition] = scores.get(edition, 0.0) + weight
                evidence.setdefault(edition, []).append((weight, Evidence(words, times, first)))
    ranked = sorted(scores.items(), key=lambda item: (-item[1], item[0]))
    if not ranked or ranked[0][1] < ENOUGH or (len(ranked) > 1 and ranked[0][1] < CLEARER * ranked[1][1]):
        return UNKNOWN, ()
    best = sorted(evidence[ranked[0][0]], key=lambda item: (-item[0], item[1].line))
    once = {shown.says.lower(): shown for _, shown in reversed(best)}
    return ranked[0][0], tuple(shown for _, shown in best if once[shown.says.lower()] is shown)[:SHOWN]


def _weigh(
    edition: str,
    said: str,
    lines: Sequence[Line],
    weight: float,
    scores: dict[str, float],
    evidence: dict[str, list[tuple[float, Evidence]]],
) -> None:
    times, first, words = _found(said, lines)
    if times:
        scores[edition] = scores.get(edition, 0.0) + weight
        evidence.setdefault(edition, []).append((weight, Evidence(words, times, first)))


def _found(said: str, lines: Sequence[Line]) -> tuple[int, int, str]:
    pattern = re.compile(rf"\b(?:{said})\b" if not said.startswith(r"\(") else said, re.IGNORECASE)
    times, first, words = 0, 0, ""
    for line in lines:
        for found in pattern.finditer(line.text):
            times += 1
            if not first:
                first, words = line.number, found.group(0)
    return times, first, words
