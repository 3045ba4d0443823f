"""Amounts and conditions: the two small languages inside effects (docs/effects.md)."""

from __future__ import annotations

import re

import msgspec

from rules_engine.errors import ContentError

DICE_NAMES: dict[str, tuple[str, ...]] = {
    "D3": ("D3",),
    "D6": ("D6",),
    "D8": ("D8",),
    "2D6": ("D6", "D6"),
    "3D6": ("D6", "D6", "D6"),
    "2D3": ("D3", "D3"),
    "P": ("P",),
    "2P": ("P", "P"),
    "3P": ("P", "P", "P"),
}
NAMES = frozenset(
    [
        "n",
        "heroes",
        "level",
        "enemies",
        "this_type",
        "amount",
        "dark_stone",
        "corruption",
        "mutations",
        "clues",
        "grit",
        "dread",
        "archive",
        "darkness",
        "turn",
        "agility",
        "cunning",
        "spirit",
        "strength",
        "lore",
        "luck",
        "wounds",
        "sanity_damage",
        "fights",
        "max_grit",
    ]
)
TALLY = "tally_"
TOKENS_OF = ("tokens_", "max_tokens_")  # how many Ability Tokens of a kind the hero has, and may hold
WORDS = frozenset(
    [
        "fight",
        "ko",
        "lit",
        "alone_on_tile",
        "adjacent_enemy",
        "acted",
        "critical",
        "objective",
        "melee",
        "ranged",
        "combat_hit",
        "wounded",
        "elite",
        "marked_space",
        "this_item",
        "both_hands",
        "beside_owner",
        "no_other_enemy",
        "hold_back",
        "otherworld",
    ]
)
WORDS_WITH_NAME = frozenset(
    [
        "keyword",
        "enemy_keyword",
        "enemy_size",
        "enemy_on_tile",
        "type",
        "world",
        "item",
        "with",
        "using",
        "mutation",
        "carries",
        "injury",
        "madness",
        "on_place",
        "all_on",
        "someone_carries",
        "exhausted",
        "ally",
    ]
)
_TERM = re.compile(r"\s*([+-])?\s*(?:(\d{1,6})\*)?(\d*[DP]\d*(?![A-Za-z_])|[A-Za-z_]+|\d{1,6}(?!\d))(?:/(\d{1,3}))?\s*")


class Term(msgspec.Struct, frozen=True):
    """One term: `times` x (dice or a name); a name may count once for `every` so many, rounded down."""

    times: int
    name: str
    dice: tuple[str, ...] = ()
    every: int = 1


class Amount(msgspec.Struct, frozen=True):
    """A number that a card states: a constant and terms of dice and names."""

    const: int
    terms: tuple[Term, ...] = ()
    text: str = ""

    @property
    def fixed(self) -> bool:
        """Whether nothing has to be rolled or looked up."""
        return not self.terms


def amount(value: object, path: str) -> Amount:
    """Read an amount. Raises ContentError at `path`."""
    if isinstance(value, bool):
        raise ContentError(f"{path}: an amount is a number such as 2 or 'D6 + 1', not {value!r}")
    if isinstance(value, int):
        return Amount(value, (), str(value))
    if not isinstance(value, str) or not value.strip():
        raise ContentError(f"{path}: an amount is a number such as 2 or 'D6 + 1', not {value!r}")
    const, terms, at = 0, [], 0
    text = value.replace("{P}", "P")
    while at < len(text):
        match = _TERM.match(text, at)
        if match is None or (at > 0 and match[1] is None):
            raise ContentError(
                f"{path}: cannot read '{value}' as an amount, at column {at + 1}: expected + or - and a term"
            )
        sign = -1 if match[1] == "-" else 1
        times, word = sign * int(match[2] or 1), match[3]
        if match[4] and (word.isdecimal() or word in DICE_NAMES):
            raise ContentError(f"{path}: in '{value}' only a name such as amount can be divided")
        if word.isdecimal():
            const += times * int(word)
        elif word in DICE_NAMES:
            terms.append(Term(times, word, DICE_NAMES[word]))
        elif word in NAMES or word.startswith((TALLY, *TOKENS_OF)):
            terms.append(Term(times, word, every=max(1, int(match[4] or 1))))
        else:
            raise ContentError(
                f"{path}: '{word}' in '{value}' is neither dice ({', '.join(DICE_NAMES)}) "
                f"nor a name ({', '.join(sorted(NAMES))}, {TALLY}...)"
            )
        at = match.end()
    return Amount(const, tuple(terms), value)


class Part(msgspec.Struct, frozen=True):
    """One part of a condition: a word (with a name), or a comparison."""

    negated: bool
    word: str = ""
    name: str = ""
    left: Amount | None = None
    op: str = ""
    right: Amount | None = None


class Condition(msgspec.Struct, frozen=True):
    """All parts must hold."""

    parts: tuple[Part, ...]
    text: str


_COMPARISON = re.compile(r"^(.+?)\s*(>=|<=|==|!=|>|<)\s*(.+)$")


def condition(value: object, path: str) -> Condition:
    """Read a condition. Raises ContentError at `path`."""
    if not isinstance(value, str) or not value.strip():
        raise ContentError(f"{path}: a condition is a text such as 'fight and not ko', not {value!r}")
    parts = []
    for raw in re.split(r"\s+and\s+", value.strip()):
        negated = raw.startswith("not ")
        piece = raw[4:].strip() if negated else raw.strip()
        compared = _COMPARISON.match(piece)
        if compared:
            left, right = amount(compared[1].strip(), path), amount(compared[3].strip(), path)
            if any(t.dice for t in left.terms + right.terms):
                raise ContentError(
                    f"{path}: a condition cannot roll dice ('{piece}'): bind them with `roll` and compare n"
                )
            parts.append(Part(negated, "", "", left, compared[2], right))
            continue
        word, _, name = piece.partition(" ")
        if (word in WORDS and not name) or (word in WORDS_WITH_NAME and name):
            parts.append(Part(negated, word, name.strip()))
            continue
        known = ", ".join(sorted(WORDS | WORDS_WITH_NAME))
        raise ContentError(f"{path}: '{piece}' is no condition; known: {known}, or a comparison such as 'n > 2'")
    return Condition(tuple(parts), value)
