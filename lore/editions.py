"""The editions of the rules: what they are called, and what players call them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

EDITION_NAMES: dict[str, str] = {
    "compilation": "the compilation",
    "old-west": "the Old West rulebook",
    "valhalla": "Gates of Valhalla",
    "forbidden-fortress": "Forbidden Fortress",
    "player-aid": "the player aid",
}
PRINTED = ("compilation", "old-west", "valhalla", "forbidden-fortress")
CORE_SETS, ADVENTURE_SETS = ("old-west", "forbidden-fortress"), ("compilation", "valhalla")
_BOOK = r"(?:core )?(?:rules|rulebooks?|books?|box(?:es)?|sets?|editions?|game|version|manual)"
_WORDS = {
    "compilation": rf"compilation|merged {_BOOK}",
    "old-west": rf"old[- ]west|(?:western|cowboys?'?) {_BOOK}|2014|oldest {_BOOK}",
    "valhalla": rf"valhalla|(?:vikings?'?|norse) {_BOOK}|newer rules|newest {_BOOK}|2022",
    "forbidden-fortress": rf"forbidden[- ]fortress|(?:fortress|fort|samurai|japan(?:ese)?) {_BOOK}|fortress rule|2017",
    "player-aid": r"player'?s? aid|cheat[- ]?sheet|hexcrawl",
}
_LOOSE_WORDS = {
    "old-west": r"cowboys?|western",
    "valhalla": r"vikings?|norse",
    "forbidden-fortress": r"samurai|fortress|fort|japan",
}
_NAMED = {edition: re.compile(rf"\b(?:{said})(?!\w)", re.IGNORECASE) for edition, said in _WORDS.items()}
_LOOSELY = {edition: re.compile(rf"\b(?:{said})\b", re.IGNORECASE) for edition, said in _LOOSE_WORDS.items()}
_JOINED = (
    r"(?:(?:as|by|in|under|with|per|for|from|of|between|going by|playing|according to|than|against|versus|vs\.?|and|or|"
    r"compared (?:to|with)|the|both|those|from|gates of) )*"
)
_AFTER = rf"(?:'s?)?(?: (?:{_BOOK}|core|ones?|rule|ruling|style|stack|heroes))*(?!\w)"


def editions_named(text: str) -> tuple[str, ...]:
    """The editions that a text names beyond doubt, in the order of the books."""
    return tuple(edition for edition, pattern in _NAMED.items() if pattern.search(text))


def loosely_named(text: str) -> tuple[str, ...]:
    """Those that its words stand for as well where editions are compared: samurai, vikings, the fort. Where two are
    named beyond doubt, only such as stand in one list with them: `old west, fortress or valhalla`."""
    named = editions_named(text)
    left = {edition: pattern for edition, pattern in _LOOSELY.items() if edition not in named}
    if len(named) < 2:
        return tuple(edition for edition, pattern in left.items() if pattern.search(text))
    sure = "|".join(_WORDS[edition] for edition in named)
    comma = r"(?:\s*(?:,|/|\band\b|\bor\b|\bvs\b\.?)\s*(?:the |in |gates of )*)+"
    listed = {
        edition: rf"\b(?:{said}){comma}(?:{sure})|\b(?:{sure}){comma}(?:{said})\b"
        for edition, said in _LOOSE_WORDS.items()
        if edition in left
    }
    return tuple(edition for edition, pattern in listed.items() if re.search(pattern, text, re.IGNORECASE))


def without_editions(text: str, loosely: Iterable[str] = ()) -> str:
    """A text without the names of editions and what joins them to it, and without the loose names of some."""
    said = [*_WORDS.values(), *(_LOOSE_WORDS[edition] for edition in loosely)]
    return re.sub(rf"\b{_JOINED}(?:{'|'.join(said)}){_AFTER}", " ", text, flags=re.IGNORECASE)


def clauses_by_edition(text: str) -> Mapping[str, str]:
    """For each edition that a text names: the clause that it stands in, without the names (`8 in X, 12 in Y`)."""
    for edition, pattern in _NAMED.items():
        text = pattern.sub(f"<{edition}>", text)
    text = re.sub(r"(?:Gates of |[Tt]he )(?=<)|(?<=>) (?:rulebook|rules)", "", text)
    text = re.sub(r">(?:, and |, | and | or )(?=<)", ">", text)
    found: dict[str, str] = {}
    for clause in re.split(r"[,;:.]\s|\bbut\b|\bwhile\b|\bwhereas\b", text):
        said = " ".join(re.sub(r"<[a-z-]+>", " ", clause).split())
        found |= {edition: said for edition in _tokens(clause) if edition not in found}
    return found


def in_words(editions: Iterable[str]) -> str:
    """Editions by name: `the compilation, the Old West rulebook and Gates of Valhalla`."""
    *first, last = ["", *(EDITION_NAMES.get(edition, edition) for edition in editions)]
    return f"{', '.join(first[1:])} and {last}" if first[1:] else last


def _tokens(clause: str) -> list[str]:
    return re.findall(r"<([a-z-]+)>", clause)
