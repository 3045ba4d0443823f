"""Keyword search: BM25 over stemmed words, with heavier fields (title, keywords) and a table of players' words."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

SYNONYMS = Path(__file__).with_name("synonyms.yaml")
K1 = 1.4
B = 0.6
SYNONYM_WEIGHT = 0.5
LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_WORD = re.compile(r"\$?\d*d\d+(?:[+-]\d+)?|\$?\d+\+?|[a-z]+(?:'[a-z]+)?")
_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
NUMBERS = {word: str(number) for number, word in enumerate(_NUMBERS)} | {"once": "1", "twice": "2", "thrice": "3"}
_FUNCTION_WORDS = """
a an the of or and to is are was were be been am it its in on at by for with from as that this these those there here
i me my we us our you your he him his she her they them their do does did doing has have had having will would shall
should could can may might must if when while what which who whom whose how why where then than so such just only
about also very too any some one's up out into onto over per not no yes please get gets got s t d m ll re ve
i'm i'd i'll i've we're we'd we'll we've you're you'd it'd it'll that'd they're they've he's she's isn't aren't
wasn't don't doesn't didn't can't couldn't won't wouldn't shouldn't haven't hasn't what's whats who's how's there's
here's let's
"""
_CHAT_WORDS = """
really actually stuff anyway vs etc hey ok okay question want wanna gonna gotta like exactly basically still even
"""
STOPWORDS = frozenset((_FUNCTION_WORDS + _CHAT_WORDS).split())


@lru_cache(maxsize=1)
def _stemmer() -> Any:
    import snowballstemmer

    return snowballstemmer.stemmer("english")


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """The stem of one lower-case word; figures and dice stay as they are."""
    return word if any(c.isdigit() for c in word) else str(_stemmer().stemWord(word))


def words(text: str) -> list[str]:
    """Lower-case words, figures and dice of a text: `Re-rolls 2D6, 3,000 XP` -> rerolls, 2d6, 3000, xp."""
    text = text.lower().replace("\u2019", "'").replace("re-roll", "reroll").replace("u.s.", "us")
    text = re.sub(r"(?<=\d),(?=\d{3}\b)", "", text)
    found = (word.removesuffix("'s") for word in _WORD.findall(text))
    return [NUMBERS.get(word, word) for word in found]


def terms(text: str) -> list[str]:
    """The stems that search and scoring compare: stopwords are left out; `7+` is also `7`, `$10` also `10`."""
    return list(_terms(text))


@lru_cache(maxsize=8_000)
def held(text: str) -> frozenset[str]:
    """The stems of a text, each once."""
    return frozenset(_terms(text))


@lru_cache(maxsize=8_000)
def _terms(text: str) -> tuple[str, ...]:
    found = []
    for word in words(text):
        if word in STOPWORDS:
            continue
        found.append(stem(word))
        bare = word.strip("+$")
        if bare != word and bare:
            found.append(bare)
    return tuple(found)


class Synonyms:
    """The table of players' words. `expand` adds the books' words to a question's own, at half their weight."""

    def __init__(self, rows: Iterable[tuple[Sequence[str], str]]) -> None:
        self._rows: list[tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]] = []
        for said, means in rows:
            phrases = tuple(tuple(stem(word) for word in words(phrase)) for phrase in said)
            self._rows.append((phrases, tuple(terms(means))))
        self._vocabulary = {term for phrases, _ in self._rows for phrase in phrases for term in phrase}

    @classmethod
    def load(cls, path: Path = SYNONYMS) -> Synonyms:
        """Read the table; each row has `said` (a list) and `means` (words)."""
        rows = yaml.load(path.read_text(encoding="utf-8"), Loader=LOADER)
        return cls((list(map(str, row["said"])), str(row["means"])) for row in rows)

    def knows(self, term: str) -> bool:
        """Whether a stem stands in something that players say."""
        return term in self._vocabulary

    def matched(self, text: str) -> list[tuple[tuple[str, ...], frozenset[str]]]:
        """The players' phrases that stand in `text`, as stems, each with the books' stems for it."""
        sequence = [stem(word) for word in words(text)]
        return [
            (phrase, frozenset(means))
            for phrases, means in self._rows
            for phrase in phrases
            if _holds(sequence, phrase)
        ]

    def added(self, text: str) -> list[str]:
        """The stems that the table adds to `text`, in the table's order, none that the text has already."""
        sequence = [stem(word) for word in words(text)]
        have, found = set(terms(text)), dict[str, None]()
        for phrases, means in self._rows:
            if any(_holds(sequence, phrase) for phrase in phrases):
                found.update((term, None) for term in means if term not in have)
        return list(found)

    def weights(self, text: str) -> dict[str, float]:
        """The query as weighted stems: 1 for each of the text's own, half for what the table adds."""
        weighted = dict.fromkeys(self.added(text), SYNONYM_WEIGHT)
        weighted.update(dict.fromkeys(terms(text), 1.0))
        return weighted


def _holds(sequence: Sequence[str], phrase: Sequence[str]) -> bool:
    size = len(phrase)
    if not size or phrase[0] not in sequence:
        return False
    return any(tuple(sequence[i : i + size]) == tuple(phrase) for i in range(len(sequence) - size + 1))


class BM25:
    """An in-memory BM25 index of texts in weighted fields (BM25F: the counts of a term add up over fields first)."""

    def __init__(self, documents: Mapping[str, Sequence[tuple[str, float]]]) -> None:
        """`documents` maps an id to its fields: (text, weight)."""
        self.ids = list(documents)
        self._postings: dict[str, list[tuple[int, float]]] = defaultdict(list)
        self._lengths: list[float] = []
        for row, fields in enumerate(documents.values()):
            counts: Counter[str] = Counter()
            for text, weight in fields:
                for term in terms(text):
                    counts[term] += weight  # type: ignore[assignment]
            self._lengths.append(float(sum(counts.values())))
            for term, count in counts.items():
                self._postings[term].append((row, float(count)))
        self._average = (sum(self._lengths) / len(self._lengths)) if self._lengths else 1.0

    def idf(self, term: str) -> float:
        """How telling a stem is: high for a rare one, highest for one that no document has."""
        found = len(self._postings.get(term, ()))
        return math.log(1 + (len(self.ids) - found + 0.5) / (found + 0.5))

    def __contains__(self, term: str) -> bool:
        return term in self._postings

    def scores(self, query: Mapping[str, float]) -> dict[str, float]:
        """The score of each document that holds a stem of the query."""
        totals: dict[int, float] = defaultdict(float)
        for term, weight in query.items():
            idf = self.idf(term)
            for row, count in self._postings.get(term, ()):
                norm = K1 * (1 - B + B * self._lengths[row] / self._average)
                totals[row] += weight * idf * count * (K1 + 1) / (count + norm)
        return {self.ids[row]: score for row, score in totals.items()}

    def search(self, query: Mapping[str, float], k: int) -> list[tuple[str, float]]:
        """The k best documents, best first; equal scores in the order of the ids."""
        return sorted(self.scores(query).items(), key=lambda item: (-item[1], item[0]))[:k]
