"""Which editions a question is about, and a figure under each of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from gm.oracle.computed.records import Asked
from lore.editions import EDITION_NAMES
from lore.question import read
from rules_engine.presets import PRESET
from rules_engine.ruleset import EDITIONS, Ruleset, ruleset

T = TypeVar("T")

_NAMED = re.compile(
    r"\b(?:(?:as|by|in|under|with|per|for|playing(?: with)?|according to|using) )?(?:the )?(?:gates of )?"
    r"(?:compilation|merged|old[- ]west|western|oldest|valhalla|newer|newest|forbidden[- ]fortress|fortress|"
    r"player aid|hexcrawl|2014|2017|2022)"
    r"(?:'s)?(?: (?:rules?|rulebooks?|books?|boxe?s?|sets?|editions?|style|game|version|core))*\b",
)
_EVERY = re.compile(r"\b(?:every|each|all(?: the)?|the different) (?:editions?|box(?:es)?|books?|rulebooks?)\b")


def rules_of(edition: str) -> Ruleset:
    """How an edition is played; the player aid is the compilation with its readings."""
    if edition in EDITIONS:
        return ruleset(edition)
    return ruleset("compilation", {PRESET: edition})


def asked_of(question: str, edition: str) -> tuple[str, dict[str, Ruleset], dict[str, Ruleset], bool]:
    """The question without the names of editions; the editions it is about; the others; whether it compares some."""
    named = read(question).editions
    text = question
    if _EVERY.search(question):
        named = tuple(EDITION_NAMES)
        text = _EVERY.sub(" ", text)
    about = named or (edition,)
    if named:
        text = _NAMED.sub(" ", text)
    rules = {name: rules_of(name) for name in about}
    others = {name: rules_of(name) for name in EDITION_NAMES if name not in rules}
    return " ".join(text.split()), rules, {} if named else others, len(about) > 1


def same(asked: Asked, tell: Callable[[Ruleset], str]) -> str:
    """`Yes` or `No` to whether the editions named have the same, or differ; empty where that is not what is asked."""
    if not (asked.yes_no and asked.compares):
        return ""
    alike = len({tell(rules) for rules in asked.rules.values()}) == 1
    if re.search(r"\b(?:same|equal|identical|alike)\b", asked.text):
        return "Yes" if alike else "No"
    if re.search(r"\b(?:differ\w*|change\w*)\b", asked.text):
        return "No" if alike else "Yes"
    return ""


def by_edition(asked: Asked, tell: Callable[[Ruleset], str]) -> tuple[str, tuple[str, ...]]:
    """What is told under the edition asked for, or under each that is; notes of the others that tell it otherwise."""
    told = {name: tell(rules) for name, rules in asked.rules.items()}
    said = next(iter(told.values()))
    if asked.compares:
        said = " ".join(f"{_by(names)}: {text}" for text, names in _grouped(told).items())
    elif asked.edition != "compilation" and asked.others == {}:
        said = f"{_by([asked.edition])}: {said}"
    differing = _grouped({n: text for n, rules in asked.others.items() if (text := tell(rules)) not in told.values()})
    return said, tuple(f"{_by(names)}: {text}" for text, names in differing.items())


def _grouped(told: dict[str, str]) -> dict[str, list[str]]:
    groups: dict[str, list[str]] = {}
    for name, text in told.items():
        groups.setdefault(text, []).append(name)
    return groups


def _by(names: list[str]) -> str:
    return "By " + " and ".join(EDITION_NAMES[name] for name in names)
