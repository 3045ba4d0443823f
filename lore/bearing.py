"""Whether evidence bears on a question: the words it covers, the subject it must be about, the figure it must hold."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Protocol

from lore.bm25 import Synonyms, held, stem, terms, words
from lore.names import generalise
from lore.passages import Document, Passage, Role
from lore.question import asked_of

UNKNOWN_WEIGHT = 6.0
WEAK_WEIGHT = 0.6
SCOPE = 0.6
TELLING = 3.0
_WEAK_WORDS = """but rather allowed allow came come comes coming happen happens happened thing things stuff same way
else someone somebody something anything everything anyone take takes taking make makes making want need use used go
goes going went put puts try again already back off now ones lot bit really let lets let's kind because after before
during another other big middle give gives given help helps know mean means possible count counts work works"""
_WEAK = frozenset(stem(word) for word in _WEAK_WORDS.split())
_HERO_ACTS = re.compile(r"^(?:i|we|my|our|hero|heroes|players?)$", re.IGNORECASE)
_SCOPE = re.compile(
    r"(?<!like )\b(?:when|whenever|while|if|against|during|through|behind|at the (?:start|end) of)\b\s+([^,.;?]+)",
    re.IGNORECASE,
)
_ENEMY_LEADS = re.compile(r"^(?:\w+ ){0,4}?Enem(?:y|ies)\b(?!')")
_PRONOUN_WORDS = """i we you he she it they there this that these those anyone someone somebody everyone"""
_PRONOUNS = frozenset(_PRONOUN_WORDS.split())
_DETERMINER_WORDS = """a an the my our your his her its their another other any some all each every both
large small whole"""
_DETERMINERS = frozenset(_DETERMINER_WORDS.split())
_SHEET = (
    r"health|hp|hit points|stats?|stat ?line|defen[sc]e|xp(?: value| worth)?|escape(?: value)?|movement(?: speed)?|"
    r"armou?r class|initiative|damage|combat dice|hit dice|level chart|upgrade chart"
)
_SHEET_OF = re.compile(
    rf"\b(?:{_SHEET})\b\s+(?:of|for|has|have|does|do|is|are|on)\s+(?:an?\s+|the\s+|my\s+|one\s+)?(?P<of>[a-z' -]+)"
    rf"|(?P<before>[a-z-]+(?: [a-z-]+)?)'s\s+(?:{_SHEET})\b",
    re.IGNORECASE,
)
_PRICE_OF = re.compile(
    r"\b(?:how much (?:gold |money |cash )?(?:do|does|is|for)|(?:sell |selling |buying )?(?:price|cost) (?:of|for)|"
    r"(?:price|cost) (?:do|does) .{1,40}? for)\s+(?:an?\s+|the\s+|one\s+|some\s+)(?P<of>[a-z' -]+)",
    re.IGNORECASE,
)
_DOES_OF = re.compile(
    r"\bwhat(?: bonus| effect)? (?:does|do|would) (?:an?\s+|the\s+)?(?P<of>[a-z][a-z' -]+?) (?:do|give|grant)\b",
    re.IGNORECASE,
)
_END_WORDS = """
do does did is are was were can could may might must should will would has have had am i we you he she it
they that who when if in on at to for from of per with and or our my the a an between before after left
get got cost costs worth each us there need needs here sell sells total come exactly
"""
_ENDS = frozenset(_END_WORDS.split())


class Vocabulary(Protocol):
    """The stems of a corpus: which it has, and how telling each is."""

    def __contains__(self, term: str) -> bool:
        """Whether a stem stands in it."""

    def idf(self, term: str) -> float:
        """How telling a stem is."""


class Bearing:
    """Measures texts against one question, in the words of a corpus and of its players.

    `about` holds the question's own stems, each by how telling it is; those that nothing here knows weigh most.
    """

    def __init__(self, question: str, index: Vocabulary, synonyms: Synonyms, concepts: frozenset[str]) -> None:
        """`concepts` are the stems of the titles of rules."""
        self.question = question
        self.concepts = concepts
        self.index = index
        self.synonyms = synonyms
        self.about = {term: self._weight(term) for term in terms(question)}
        self._meant: dict[str, list[frozenset[str]]] = {}
        for phrase, means in synonyms.matched(question):
            for term in phrase:
                self._meant.setdefault(term, []).append(means)

    def _weight(self, term: str) -> float:
        if term in _WEAK:
            return WEAK_WEIGHT
        if term in self.index:
            return self.index.idf(term)
        return 3.0 if self.synonyms.knows(term) else UNKNOWN_WEIGHT

    @property
    def figures(self) -> frozenset[str]:
        """The figures that a question names; a 1 says little."""
        return frozenset(term for term in self.about if term.isdigit() and term != "1")

    def covers(self, term: str, texts: frozenset[str]) -> bool:
        """Whether a set of stems holds a stem of the question, or all that the players' word for it means."""
        if term in texts:
            return True
        return any(len(means & texts) * 2 >= len(means) for means in self._meant.get(term, ()))

    def lacks(self, texts: frozenset[str]) -> bool:
        """Whether a telling concept of the rules that the question names is missing from a set of stems."""
        asked = [t for t, w in self.about.items() if w >= TELLING and t in self.concepts]
        return any(not self.covers(t, texts) for t in asked)

    def implied(self, term: str) -> bool:
        """Whether players' words in the question mean this stem."""
        return any(term in means for rows in self._meant.values() for means in rows)

    def share(self, texts: frozenset[str]) -> float:
        """The share of the question's weight that a set of stems covers: 0 to 1."""
        total = sum(self.about.values())
        return sum(w for t, w in self.about.items() if self.covers(t, texts)) / total if total else 0.0

    def unknown(self) -> float:
        """The share of the question's stems that neither corpus nor players' words know: 0 to 1."""
        strange = [t for t in self.about if t not in self.index and not self.synonyms.knows(t)]
        return len(strange) / len(self.about) if self.about else 1.0

    def subject(self) -> frozenset[str]:
        """The stems of what a yes/no question is about (`does armor save ...` -> armor); empty for I, we and it."""
        for word in asked_of(self.question):
            if word in _PRONOUNS:
                return frozenset()
            known = [t for t in terms(word) if t in self.index] if word not in _DETERMINERS else []
            if known:
                return frozenset(known)
        return frozenset()

    def scope(self) -> frozenset[str]:
        """The stems of when and against what it is asked: `while Enemies are adjacent` -> enemy, adjacent."""
        said = " ".join(found.group(1) for found in _SCOPE.finditer(self.question))
        return frozenset(t for t in terms(said) if t not in _WEAK)

    def in_scope(self, texts: frozenset[str]) -> bool:
        """Whether a set of stems covers most of the question's scope."""
        weights = {term: self.about.get(term, 1.0) for term in self.scope()}
        total = sum(weights.values())
        return not total or sum(w for t, w in weights.items() if self.covers(t, texts)) >= SCOPE * total

    def clashes(self, passage: Passage) -> bool:
        """Whether a Hero is asked about and a statement tells what Enemies do."""
        acting = asked_of(self.question)[:1]
        return bool(acting and _HERO_ACTS.match(acting[0]) and _ENEMY_LEADS.match(passage.text))

    def figure_missing(self, documents: Iterable[Document], *, wants_yes_or_no: bool = False) -> bool:
        """Whether it asks for a figure of a sheet, a price, or what a thing does, and no passage tells that of it."""
        told = [(d, p) for d in documents for p in d.passages if p.role is not Role.EXAMPLE]
        texts = [held(p.text) for _, p in told]
        named = [held(p.text) | held(d.title) | held(" ".join(d.keywords)) for d, p in told]
        sheet = None if wants_yes_or_no else _SHEET_OF.search(self.question)
        if sheet is not None:
            thing = _noun(sheet.group("of") or sheet.group("before") or "")
            if self._specific(thing) and not any(self._tells(text, thing, sheet.group(0)) for text in texts):
                return True
        does = _DOES_OF.search(self.question)
        if does is not None:
            thing = _noun(does.group("of"))
            return bool(thing) and not any(all(self.covers(t, text) for t in thing) for text in named)
        price = _PRICE_OF.search(self.question)
        if price is not None:
            thing = _noun(price.group("of"))
            priced = [text for text in texts if any(term.startswith("$") or "$" in term for term in text)]
            return bool(thing) and not any(all(self.covers(t, text) for t in thing) for text in priced)
        return False

    def _specific(self, thing: tuple[str, ...]) -> bool:
        """Whether a thing is named, not just called an enemy, a hero or an item."""
        classes = {stem(w) for w in ("enemy", "hero", "large", "small", "item", "weapon", "level", "monster", "token")}
        return bool([t for t in thing if t not in classes and not t[0].isdigit()])

    def _tells(self, text: frozenset[str], thing: tuple[str, ...], asked: str) -> bool:
        wanted = [t for t in terms(asked) if t not in thing]
        named = all(t in text for t in thing)
        return named and (not wanted or any(self.covers(t, text) for t in wanted))


def _noun(said: str) -> tuple[str, ...]:
    """The stems of a noun phrase, up to the first word that ends it."""
    found: list[str] = []
    for word in words(said):
        if word in _ENDS:
            if found:
                break
            continue
        found += terms(word)
    return tuple(found)


def named_as_class(question: str) -> str | None:
    """The question with creatures and people put as Enemy and Hero, or None if it names none."""
    text = generalise(question).text
    return None if text.lower() == question.lower() else text
