"""The words that the verifier knows: verbs that claim something, colour that is free, numbers, and what is forbidden.

A word that stands in none of the lists is refused, so a list may safely be too short, never too generous.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

VOWELS = "aeiou"


@dataclass(frozen=True, slots=True)
class Form:
    """A verb as it stands in a sentence: its lemma and its form (`base`, `s`, `past`, `participle`, `ing`)."""

    lemma: str
    form: str


@dataclass(frozen=True, slots=True)
class Lexicon:
    """All word lists, with every inflected form spelled out."""

    verbs: Mapping[str, Mapping[str, tuple[str, ...]]]
    forms: Mapping[str, tuple[Form, ...]]
    denied: Mapping[str, tuple[str, ...]]
    states: Mapping[str, tuple[str, ...]]
    function: frozenset[str]
    be: frozenset[str]
    gesture: Mapping[str, tuple[Form, ...]]
    ambient: Mapping[str, tuple[Form, ...]]
    nouns: Mapping[str, str]
    modifiers: frozenset[str]
    units: Mapping[str, str]
    idioms: frozenset[str]
    numbers: Mapping[str, int]
    forbidden: Mapping[str, str]
    kinds: Mapping[str, str]
    steady: frozenset[str]
    beastly: frozenset[str]
    owned: frozenset[str]
    longest: int

    def knows(self, word: str) -> bool:
        """Whether a word stands in any list."""
        lists: tuple[Iterable[str], ...] = (
            self.function, self.be, self.gesture, self.ambient, self.nouns, self.modifiers, self.units, self.numbers,
            self.forms, self.states,
        )  # fmt: skip
        return any(word in one for one in lists)


def inflected(verb: str, irregular: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
    """The forms of a verb (of several words: its first word is inflected)."""
    head, _, rest = verb.partition(" ")
    tail = f" {rest}" if rest else ""
    s = head + ("es" if head.endswith(("s", "sh", "ch", "x", "z", "o")) else "s")
    if head.endswith("y") and head[-2:-1] not in VOWELS:
        s = head[:-1] + "ies"
    doubled = head + head[-1] if _doubles(head) else head
    if head in irregular:
        past, participle = irregular[head]
    else:
        regular = head + "d" if head.endswith("e") else doubled + "ed"
        if head.endswith("y") and head[-2:-1] not in VOWELS:
            regular = head[:-1] + "ied"
        past = participle = regular
    if head.endswith("ie"):
        ing = head[:-2] + "ying"
    elif head.endswith("e") and not head.endswith(("ee", "oe", "ye")) and head != "be":
        ing = head[:-1] + "ing"
    else:
        ing = doubled + "ing"
    if head == "be":
        return {"s": ("is" + tail, "are" + tail), "past": ("was" + tail, "were" + tail)}
    return {
        "base": (head + tail,),
        "s": (s + tail,),
        "past": (past + tail,),
        "participle": (participle + tail,),
        "ing": (ing + tail,),
    }


def _doubles(head: str) -> bool:
    if len(head) < 3 or head[-1] in VOWELS + "wxyh" or head[-2] not in VOWELS:
        return False
    if head[-3] in VOWELS:
        return False
    vowels = sum(letter in VOWELS for letter in head)
    return vowels == 1


@cache
def lexicon() -> Lexicon:
    """The word lists, read once."""
    outcomes, colour = _read("outcomes.yaml"), _read("colour.yaml")
    irregular: dict[str, list[str]] = outcomes["irregular"]
    groups: dict[str, list[str]] = {**outcomes["groups"], **outcomes["state_groups"]}

    def whats(value: Any) -> tuple[str, ...]:
        if isinstance(value, list):
            return tuple(value)
        return tuple(groups.get(value, [value]))

    verbs = {verb: {mode: whats(v) for mode, v in modes.items()} for verb, modes in outcomes["verbs"].items()}
    nouns: dict[str, str] = {}
    for kind in ("ambient_nouns", "props", "ranged", "melee", "blast", "attack_nouns"):
        for word in _words(colour[kind]):
            nouns[word] = kind.removesuffix("_nouns")
            if kind == "ambient_nouns" and not word.endswith("s"):
                nouns.setdefault(word + "s", "ambient")
    units = {word: unit for unit, spelled in colour["units"].items() for word in spelled}
    idioms = frozenset(word.replace("-", " ") for word in colour["idioms"].split())
    forms = _forms(verbs, irregular)
    phrases = [*forms, *units, *idioms]
    return Lexicon(
        verbs=verbs,
        forms=forms,
        denied={what: tuple(v) for what, v in outcomes["denied"].items()},
        states={word: whats(value) for word, value in outcomes["states"].items()},
        function=frozenset(_words(colour["function"])),
        be=frozenset(_words(colour["be"])),
        gesture=_forms(_words(colour["gesture"]), irregular),
        ambient=_forms(_words(colour["ambient"]), irregular),
        nouns=nouns,
        modifiers=frozenset(_words(colour["modifiers"])),
        units=units,
        idioms=idioms,
        numbers=colour["numbers"],
        forbidden={word: code for code, words in colour["forbidden"].items() for word in words.split()},
        kinds={verb: kind for kind, some in outcomes["kinds"].items() for verb in some},
        steady=frozenset(outcomes["props"]),
        beastly=frozenset(outcomes["beastly"]),
        owned=frozenset(outcomes["owned"]),
        longest=max(len(phrase.split()) for phrase in phrases),
    )


def _read(name: str) -> Any:
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return yaml.load(files(__name__).joinpath(name).read_text(encoding="utf-8"), Loader=loader)


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _forms(verbs: Iterable[str], irregular: Mapping[str, Sequence[str]]) -> dict[str, tuple[Form, ...]]:
    found: dict[str, list[Form]] = {}
    for verb in verbs:
        for form, spelled in inflected(verb, irregular).items():
            for word in spelled:
                found.setdefault(word, []).append(Form(verb, form))
    return {word: tuple(all_forms) for word, all_forms in found.items()}
