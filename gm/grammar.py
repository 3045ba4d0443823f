"""Small English for the storyteller: pronouns, numerals, plurals, lists and the template notation.

A template is plain text with `{field}`s. `[keeps|keep]` follows the hero's pronoun (she keeps, they keep) and
`<falls|fall>` follows a count (one falls, two fall).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import msgspec

NUMERALS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip
INVARIANT = frozenset({"dead", "sheep", "deer", "fish", "swine", "undead", "spawn", "kin"})
IRREGULAR = {"man": "men", "woman": "women", "wolf": "wolves", "werewolf": "werewolves", "thief": "thieves"}
SINGULAR = {plural: one for one, plural in IRREGULAR.items()}
SPELLED = {"us": "U.S.", "ko": "KO", "xp": "XP"}
SMALL = frozenset({"a", "an", "and", "by", "for", "from", "in", "of", "on", "the", "to", "with"})


class Pronouns(msgspec.Struct, frozen=True):
    """How to speak of somebody: she, her, her, herself; `plural` says whether verbs agree as with they."""

    subject: str
    object: str
    possessive: str
    reflexive: str
    plural: bool = False


KNOWN = {
    "she": Pronouns("she", "her", "her", "herself"),
    "he": Pronouns("he", "him", "his", "himself"),
    "it": Pronouns("it", "it", "its", "itself"),
    "they": Pronouns("they", "them", "their", "themselves", plural=True),
}


def pronouns_from(forms: Sequence[str], name: str = "") -> Pronouns:
    """Pronouns from a sheet's list: subject, object and, for rarer ones, possessive and reflexive."""
    if not forms:
        return KNOWN["they"]
    subject = forms[0].lower()
    if subject in KNOWN and len(forms) < 3:
        return KNOWN[subject]
    second = forms[1].lower() if len(forms) > 1 else subject
    third = forms[2].lower() if len(forms) > 2 else possessive(name or second)
    fourth = forms[3].lower() if len(forms) > 3 else second + "self"
    return Pronouns(subject, second, third, fourth, plural=subject == "they")


def numeral(number: int) -> str:
    """A count in words up to twenty, in digits beyond. XP and Gold are always digits."""
    return NUMERALS[number] if 0 <= number < len(NUMERALS) else str(number)


def counted(number: int, noun: str, many: str = "") -> str:
    """A count with its noun: `one Wound`, `six Wounds`."""
    return f"{numeral(number)} {noun if number == 1 else many or noun + 's'}"


def listed(parts: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def possessive(name: str) -> str:
    """`Ada's`, `Cass's`."""
    return f"{name}'s"


def upper(text: str) -> str:
    """The text with a capital at its start."""
    return text[:1].upper() + text[1:]


def article(noun: str) -> str:
    """`a Hellbat`, `an Acidic Tentacle`."""
    return f"{'an' if noun[:1].lower() in 'aeio' else 'a'} {noun}"


def definite(name: str) -> str:
    """`the Long Passage`; a name with an article of its own keeps it, in lower case."""
    first, _, rest = name.partition(" ")
    return f"{first.lower()} {rest}" if rest and first.lower() in ("the", "a", "an") else f"the {name}"


def humanised(slug: str) -> str:
    """A display name from a slug (`us-marshal`, `U.S. Marshal`); a text that is none is returned as it stands."""
    if not slug or slug != slug.lower() or " " in slug:
        return slug
    words = re.split(r"[-_]+", slug)
    return " ".join(
        SPELLED.get(word, word if index and word in SMALL else word.capitalize()) for index, word in enumerate(words)
    )


def singular(name: str) -> str:
    """One of them: `Void Spiders` gives `Void Spider`; the Dead stay the Dead."""
    head, _, last = name.rpartition(" ")
    low = last.lower()
    if low in SINGULAR:
        last = _cased(SINGULAR[low], last)
    elif low.endswith(("ches", "shes", "xes", "sses")):
        last = last[:-2]
    elif low.endswith("s") and not low.endswith("ss"):
        last = last[:-1]
    return f"{head} {last}".strip()


def plural(name: str) -> str:
    """Several of them: `Strangler` gives `Stranglers`; a name that is a plural stays as it is."""
    head, _, last = name.rpartition(" ")
    low = last.lower()
    if low in IRREGULAR:
        last = _cased(IRREGULAR[low], last)
    elif low in INVARIANT or low in SINGULAR or (low.endswith("s") and not low.endswith("ss")):
        pass
    elif low.endswith(("ch", "sh", "x", "ss")):
        last += "es"
    elif low.endswith("y") and low[-2:-1] not in "aeiou":
        last = last[:-1] + "ies"
    else:
        last += "s"
    return f"{head} {last}".strip()


def _cased(word: str, like: str) -> str:
    return word.capitalize() if like[:1].isupper() else word


_HERO = re.compile(r"\[([^\[\]|]*)\|([^\[\]|]*)\]")
_COUNT = re.compile(r"<([^<>|]*)\|([^<>|]*)>")
_START = re.compile(r"((?:^|(?<!\.[A-Z])[.!?]['\"”]? )[\"“']?)([a-z])")


def rendered(template: str, fields: Mapping[str, str], *, plural_hero: bool, count: int) -> str:
    """A template filled in. KeyError names a field that the teller did not give."""
    text = _HERO.sub(lambda m: m[2] if plural_hero else m[1], template)
    text = _COUNT.sub(lambda m: m[1] if count == 1 else m[2], text)
    return text.format_map(fields)


def polished(text: str) -> str:
    """A sentence with single blanks, capitals where sentences begin, and an end."""
    text = re.sub(r"\s+", " ", text).strip()
    text = _START.sub(lambda m: m[1] + m[2].upper(), text)
    return text if text.endswith((".", "!", "?", "”", '"')) else text + "."
