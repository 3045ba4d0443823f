"""Follow-up questions: `and in the fortress rules?`, `how far does it reach?`, `what about the brutal ones?`.

A follow-up is put as a whole question with what was asked before; a question that stands on its own stays as it is. All
of it is done by code from the words, so that the same talk is always understood alike, and the whole question is shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import msgspec

from gm.oracle.records import Exchange
from lore.bm25 import STOPWORDS, stem, words
from lore.names import generalise
from lore.question import read

_LEAD = re.compile(r"^(?:(?:and|but|ok|okay|so|then|also|hm+|well|right|sure|thanks)\b[ ,:.!]*)+", re.IGNORECASE)
_ABOUT = re.compile(r"^(?:what|how) (?:about|of)\b|^(?:the )?same (?:for|with|in)\b", re.IGNORECASE)
_IF = re.compile(r"^what if\b|^(?:even )?(?:if|when|while|unless)\b", re.IGNORECASE)
_PREPOSITION = re.compile(r"^(?:for|with|by|under|in|against|on|at|from|to)\b", re.IGNORECASE)
_EDITION_ONLY = re.compile(
    r"^(?:(?:what about|how about|and|in|under|by|with|for|the|same|rules?|rulebook|book|box|edition|core|set|game|one"
    r"|as|per|old[- ]west|western|gates of|valhalla|forbidden[- ]fortress|fortress|compilation|player aid)\s*)+\??$",
    re.IGNORECASE,
)
_PRONOUN = re.compile(
    r"\b(it|its|they|them|their|theirs|that one|those|these|this one|he|she|him|his|her|one of them|such a thing)\b",
    re.IGNORECASE,
)
_THAT = re.compile(
    r"\b(that|this)\b(?=\s*(?:\?|$|cost|count|work|mean|happen|stack|apply|end|hurt|too\b))", re.IGNORECASE
)
_SUBJECT = re.compile(
    r"\b(do|does|did|can|could|has|have|had|will|would|are) (it|they|he|she|those|these)\b", re.IGNORECASE
)
_OWN = re.compile(r"\b(his|her|its|their|theirs)\b", re.IGNORECASE)
_EDITIONS = {
    "compilation": "compilation",
    "old-west": r"old[- ]west|western",
    "valhalla": "valhalla",
    "forbidden-fortress": "fortress",
    "player-aid": "player aid",
}
_SMALL_TALK = 3
_NUMBER = re.compile(r"\b(\d+|one|two|three|four|five|six)\b(?=\s+[a-z])", re.IGNORECASE)


class Understood(msgspec.Struct, frozen=True):
    """A question as it stands on its own, and the edition that it switches to, if it names one only."""

    question: str
    edition: str | None = None


def understood(question: str, earlier: Sequence[Exchange], titles: Iterable[str]) -> Understood:
    """A question with what it leaves out filled in from the exchanges before; `titles` are what the corpus tells of."""
    if not earlier:
        return Understood(question)
    last = earlier[-1]
    asked = _LEAD.sub("", question.strip())
    if not asked:
        return Understood(question)
    edition = _edition_only(asked)
    if edition is not None:
        return Understood(last.question, edition)
    if _ABOUT.match(asked) or (_PREPOSITION.match(asked) and not read(asked).yes_no) or _bare(question, asked):
        return Understood(
            _exchanged(last.question, _PREPOSITION.sub("", _ABOUT.sub("", asked).strip()).strip(" ?."), asked)
        )
    if _IF.match(asked):
        return Understood(
            f"{last.question.rstrip(' ?.!')} {_IF.sub(lambda m: _as_condition(m[0]), asked).strip(' ?.')}?"
        )
    known = list(titles)
    topic = _topic(last, known)
    if topic and (not _topics(asked, known) or _SUBJECT.search(asked)):
        found = _PRONOUN.search(asked) or _THAT.search(asked)
        if found is not None:
            own = "'s" if _OWN.fullmatch(found.group()) else ""
            return Understood(f"{asked[: found.start()]}{_unsaid(topic, asked)}{own}{asked[found.end() :]}")
    if len([w for w in words(asked) if w not in STOPWORDS]) == 0:
        return Understood(f"{last.question.rstrip(' ?.!')}: {asked}")
    return Understood(question)


def _edition_only(asked: str) -> str | None:
    """The edition of a follow-up that names one and says nothing else."""
    if not _EDITION_ONLY.match(asked):
        return None
    named = [edition for edition, said in _EDITIONS.items() if re.search(rf"\b({said})\b", asked, re.IGNORECASE)]
    return named[0] if len(named) == 1 else None


def _bare(question: str, asked: str) -> bool:
    """Whether it is only a thing after `and` or `or`: `and the brutal ones?`."""
    telling = [w for w in words(asked) if w not in STOPWORDS]
    joined = re.match(r"\s*(?:and|or|but)\b", question, re.IGNORECASE) is not None
    verbs = re.search(
        r"\b(is|are|do|does|did|can|could|may|might|must|will|would|should|has|have|had|what|which|who|how|where|when|why)\b",
        asked,
        re.IGNORECASE,
    )
    return joined and verbs is None and 0 < len(telling) <= _SMALL_TALK


def _as_condition(said: str) -> str:
    return said.lower().removeprefix("what ")


def _exchanged(before: str, thing: str, asked: str) -> str:
    """The question before with `thing` in the place of its like (a number, a name of the same class), or added."""
    stripped = before.rstrip(" ?.!")
    number, was = _NUMBER.search(thing), _NUMBER.search(stripped)
    if number is not None and was is not None and _noun(thing, number.end()) == _noun(stripped, was.end()):
        return f"{stripped[: was.start()]}{number.group()}{stripped[was.end() :]}?"
    new, old = generalise(thing), generalise(stripped)
    if new.names and old.names and set(new.classes) & set(old.classes):
        name = next(n for n, c in zip(old.names, old.classes, strict=False) if c in new.classes)
        bare = re.sub(r"^(?:an?|the|my|our)\s+", "", thing, flags=re.IGNORECASE)
        return re.sub(rf"\b{re.escape(name)}(e?s)?\b", bare, stripped, count=1, flags=re.IGNORECASE) + "?"
    way = _PREPOSITION.match(_ABOUT.sub("", asked).strip())
    return f"{stripped} {way.group().lower() if way else 'with'} {thing}?"


def _noun(text: str, at: int) -> str:
    return next((stem(w) for w in words(text[at:]) if w not in STOPWORDS), "")


def _topics(text: str, titles: Sequence[str]) -> list[str]:
    """The titles that a text names, longest first."""
    said = [stem(w) for w in words(text)]
    found = []
    for title in titles:
        wanted = [stem(w) for w in words(title)]
        size = len(wanted)
        if size and any(said[i : i + size] == wanted for i in range(len(said) - size + 1)):
            found.append(title)
    return sorted(found, key=lambda t: (-len(t), t))


def _unsaid(topic: str, asked: str) -> str:
    """A topic without the words at its start that a question says itself: `hold it back` is of Hold Back the Darkness,
    and so means `hold the Darkness back`."""
    said = {stem(w) for w in words(asked)}
    left = topic.split()
    while left and {stem(w) for w in words(left[0])} <= said:
        left = left[1:]
    return " ".join(left) if any(w not in STOPWORDS for part in left for w in words(part)) else topic


def _topic(last: Exchange, titles: Sequence[str]) -> str:
    """What an exchange was about: a thing that the question names, or else the entry that answered it."""
    named = _topics(last.question, titles)
    if named:
        return named[0]
    creature = generalise(last.question)
    if creature.names:
        return f"the {creature.names[0]}"
    return last.topic
