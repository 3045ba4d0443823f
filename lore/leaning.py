"""Which way a statement leans on a yes/no question: toward yes, toward no; read from its modality and its words."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from lore.bearing import Bearing
from lore.bm25 import LOADER, held, stem, terms, words
from lore.passages import Passage, Role
from lore.question import Reading

OPPOSITES = Path(__file__).with_name("opposites.yaml")
_NEGATED = re.compile(
    r"\b(not|never|cannot|none|nobody|nothing|neither|nor|(?:is|are|do|does|can)n't|forbids?|forbidden|banned|prevents?|"
    r"immune|ends|instead|ignored?|rules? out)\b",
    re.IGNORECASE,
)
_NONE_OF = re.compile(r"\b(?:no|without) (?:\w+ )?([\w']+)", re.IGNORECASE)
_NO_ONE = re.compile(
    r"\b(?:no (?:hero(?:es)?|models?|one|longer|effect|enem(?:y|ies)|player|attack|single)|is no)\b", re.IGNORECASE
)
_TWICE_NEGATED = re.compile(
    r"\b(?:not|never|cannot|no|nor)\b(?: \w+){0,3}? (?:skip|lost|lose|wasted?|avoid|stop|prevent|block|forbid|hinder|"
    r"limit\w*)\b",
    re.IGNORECASE,
)
_CONDITION = re.compile(r"\b(?:when|while|whenever|if|unless|as long as|once all)\b[^,.;:]*[,.;:]?", re.IGNORECASE)
_PREVENTS = re.compile(r"\b(stops?|prevents?|blocks?|forbids?|bans?|spares?)\b", re.IGNORECASE)
_IS_THERE = re.compile(r"\bis there (?:an?|any) (?:\w+ )?(cap|max\w*|limit|minimum)\b", re.IGNORECASE)
_BOUND = re.compile(r"\b(cap|max\w*|limit|more than|at most|least|up to|minimum)\b", re.IGNORECASE)
_NEGATIVE_QUESTION = re.compile(
    r"\b(?:not|never|nothing|isn't|don't|doesn't|can't|won't|skip|lost|wasted?|immune|stuck)\b", re.IGNORECASE
)
_CLAUSES = re.compile(r"[;:]\s|, (?:but|though|not|and|so|or|unless|nor|which|who)\b|\bbut\b")
_CIRCUMSTANCE = re.compile(r"\b(?:across|while|if|when|during|unless|in|on|with|through)\b ([^,.;:]+)", re.IGNORECASE)
_NOT_SO = re.compile(r",? not [^,.;:]+", re.IGNORECASE)
_LIMIT = re.compile(
    r"\b(?:more than|at most|only|maximum of|maximum|up to|fixed|each) (once|twice|one|two|three|\d+)\b"
    r"|\b(once) per\b",
    re.IGNORECASE,
)
_AGAIN = re.compile(r"\b(again|another|second|twice|more than (?:one|once)|both)\b", re.IGNORECASE)
_LABEL = re.compile(r"^(?:\d+ )?(?!(?:In|At|After|Before) )(?:The )?[A-Z][\w' -]{2,40}?(?:: | lets )")
_GRANTED = re.compile(r"^(?:With|Using|Thanks to) (?:the |an? )?[A-Z][\w'-]*(?: [A-Z][\w'-]*)*")
YES, NO = 1, -1


def leaning(passage: Passage, reading: Reading, bearing: Bearing) -> int:
    """`YES` where a statement that fits the question would be a reason to say yes, else `NO`."""
    if over_limit(passage, reading, bearing):
        return NO * (-1 if reading.inverts else 1)
    if _IS_THERE.search(reading.text) and _BOUND.search(passage.text):
        return YES
    clause = _CONDITION.sub(" ", _clause(passage.text, bearing))
    negated = passage.modality in ("may_not", "must_not") or _negates(clause, bearing)
    if _TWICE_NEGATED.search(passage.text) and not _NEGATIVE_QUESTION.search(reading.text):
        negated = False
    if not negated and reading.obliged and passage.modality == "may":
        negated = True
    if reading.inverts:
        prevented = _PREVENTS.search(clause) is not None
        negated = negated if prevented else not negated
    elif not negated and not _NEGATED.search(clause) and contrary(clause, reading.text):
        negated = True
    return NO if negated else YES


def _negates(clause: str, bearing: Bearing) -> bool:
    """Whether a clause denies something; `no` counts where it denies what is asked about."""
    if _NEGATED.search(clause) or _NO_ONE.search(clause):
        return True
    return any(t in bearing.about or bearing.implied(t) for n in _NONE_OF.finditer(clause) for t in terms(n.group(0)))


def over_limit(passage: Passage, reading: Reading, bearing: Bearing) -> bool:
    """Whether a question asks for more of a thing than a statement allows: twice or again, where it says once."""
    limit = _LIMIT.search(passage.text)
    if limit is None:
        return False
    said = next(iter(words(limit.group(1) or limit.group(2))), "")
    asked = [int(t) for t in bearing.about if t.isdigit() and int(t) > 1]
    more = bool(asked) and said.isdigit() and min(asked) > int(said)
    return more or (said == "1" and _AGAIN.search(reading.text) is not None)


def narrower(passage: Passage, bearing: Bearing) -> bool:
    """Whether a statement holds only in circumstances that the question says nothing of."""
    said = _CIRCUMSTANCE.search(passage.text)
    terms_of = held(said.group(1)) if said is not None else frozenset()
    told = sum(t in bearing.about or bearing.implied(t) for t in terms_of)
    return bool(terms_of) and told * 2 <= len(terms_of)


def contrary(text: str, question: str) -> bool:
    """Whether a text says the opposite of a word of the question, and none of the words that it is opposed to."""
    said, asked = _sequence(_NOT_SO.sub(" ", text)), _sequence(question)
    for left, right in _opposites():
        for mine, theirs in ((left, right), (right, left)):
            if _any(mine, asked) and not _any(mine, said) and _any(theirs, said) and not _any(theirs, asked):
                return True
    return False


def special(passage: Passage, bearing: Bearing) -> bool:
    """Whether it tells of one ability, Item or chart line, or of an exception, that the question does not name."""
    label = _LABEL.match(passage.text) or _GRANTED.match(passage.text)
    lead = label.group(0) if label else passage.text if passage.role is Role.EXCEPTION else ""
    named = sorted(held(lead), key=lambda t: (-bearing.index.idf(t), t))[: 3 if label is None else 9]
    return bool(named) and not any(term in bearing.about for term in named)


@cache
def _opposites() -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
    rows: Any = yaml.load(OPPOSITES.read_text(encoding="utf-8"), Loader=LOADER)
    return tuple((tuple(map(_sequence, left)), tuple(map(_sequence, right))) for left, right in rows)


def _sequence(text: str) -> str:
    return " " + " ".join(stem(word) for word in words(text)) + " "


def _any(phrases: tuple[str, ...], sequence: str) -> bool:
    return any(phrase in sequence for phrase in phrases)


def _clause(text: str, bearing: Bearing) -> str:
    """The clause of a statement that covers the question best; the first of equals."""
    subject = bearing.subject()
    clauses = [part for part in _CLAUSES.split(text) if terms(part)] or [text]

    def fits(clause: str) -> tuple[bool, float]:
        stems = held(clause)
        return (bool(subject) and subject <= stems, bearing.share(stems))

    return max(clauses, key=fits)
