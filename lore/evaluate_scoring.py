"""Whether an answer is right: short enough, and every fact in it as whole words."""

from __future__ import annotations

import re

from lore.evaluate_questions import Question

MAX_WORDS = 90
_UP_TO_TWELVE = "zero one two three four five six seven eight nine ten eleven twelve"
_FIGURES = {word: str(number) for number, word in enumerate(_UP_TO_TWELVE.split())}
_FIGURES |= {"once": "1", "twice": "2", "double": "2"}
_FIGURES |= {"first": "1", "second": "2", "third": "3", "fourth": "4", "fifth": "5", "sixth": "6"}
_SMALL = frozenset(("a", "an", "the", "of", "or", "and", "to", "is", "in", "on", "it", "be"))


def is_right(question: Question, answer: str, *, abstained: bool) -> bool:
    """Whether an answer is right: declined if it must be, or else at most 90 words that hold every fact."""
    if not question.answerable:
        return abstained
    if abstained or len(answer.split()) > MAX_WORDS:
        return False
    return all(holds_fact(answer, fact) for fact in question.must_include)


def holds_fact(answer: str, fact: str) -> bool:
    """Whether an answer says a fact: all its words and figures as whole words; Yes and No within the first five."""
    said = _words(answer)
    if fact.strip().lower() in ("yes", "no"):
        return fact.strip().lower() in said[:5]
    pool = {form for word in said for form in (word, word.strip("+"), word.lstrip("+-"))}
    return all(word in pool for word in _words(fact) if word not in _SMALL)


def _words(text: str) -> list[str]:
    """Lower-case words and figures: `1-2` is two figures, `D6x25` is D6 and 25, `-2` keeps its sign; no plural s."""
    text = text.lower().replace("\u2019", "'").replace("\u2013", "-").replace("\u2212", "-")
    text = re.sub(r"(d\d+|\d)\s*[x\u00d7*]\s*(?=[$\d])", r"\1 ", text)
    text = re.sub(r"(?<=\d),(?=\d{3}\b)", "", text)
    text = re.sub(r"\b(north|south)[- ]?(east|west)\b", lambda m: m[1][0] + m[2][0], text)
    text = re.sub(r"(?<=\d)\s*-\s*(?=\d)", " ", text)
    return [_plain(word) for word in re.findall(r"[+-]?\d+\+?|[a-z][a-z0-9']*", text)]


def _plain(word: str) -> str:
    word = re.sub(r"ies$", "y", _FIGURES.get(word, word))
    return word[:-1] if word.endswith("s") and len(word) > 3 and not word.endswith("ss") else word
