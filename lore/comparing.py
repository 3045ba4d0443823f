"""Questions that compare editions: which they name, what they ask apart from that, and what each edition has.

The words that name editions do not weigh when entries are searched; they decide which readings of the entry found are
told, and whether those are the same.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cached_property

import msgspec

from lore.bearing import Bearing
from lore.bm25 import held, stem, words
from lore.editions import (
    ADVENTURE_SETS,
    CORE_SETS,
    EDITION_NAMES,
    PRINTED,
    clauses_by_edition,
    editions_named,
    in_words,
    loosely_named,
    without_editions,
)
from lore.passages import Document, Passage, Role
from lore.retrieval import Hit

SEARCHED = 6
OF_ENTRY = 0.50
TELLS_APART = 0.10
WHOLE_APART = 0.50
MARGIN = 0.12
ALSO = 0.20
MOST_WORDS = 88
OF_ONE = 0.15
AT_TABLE = 3
FIGURES = 0.12
WHOLE = 0.80
RESTATED = 0.60

_BOOKS = r"(?:box(?:es)?|books?|rulebooks?|editions?|sets?|versions?)"
_EVERY = re.compile(
    rf"\b(?:every|each|(?:all|both(?! sets? of\b))(?: (?:the|of|three|four|core|different|these))*|"
    rf"no matter (?:which|what)|whichever|(?:between|across) (?:the |all |different )*) ?{_BOOKS}\b|"
    r"\b(box|book|edition|set) to \1\b",
    re.IGNORECASE,
)
_OTHERS = re.compile(
    rf"\b(?:other than |unlike )?(?:(?:as|by|in|from|and|or|than|the) )*(?:the )?(?:others|elsewhere|anywhere else|"
    rf"(?:other|newer|later|older|remaining|rest of the) (?:{_BOOKS}|ones))\b",
    re.IGNORECASE,
)
_CORE = re.compile(r"\b(?:(?:in|and|an?|the|for|to|with) )*core (?:set|box|boxe)s?\b", re.IGNORECASE)
_ADVENTURE = re.compile(r"\b(?:(?:in|and|an?|the|for|to|with) )*adventure (?:set|box|boxe)s?\b", re.IGNORECASE)
_RULEBOOK = re.compile(r"\b(?:(?:in|and|by|the) )*rule ?books?\b", re.IGNORECASE)
_TOGETHER = (
    r"(?:turn|party|posse|group|fight|time|hero|team|table|space|tile|square|room|attack|die|dice pool|round|card)"
)
_SAME = re.compile(
    rf"\bsame\b(?! {_TOGETHER}\b)|\b(?:equal(?:ly)?|identical(?:ly)?|alike|unchanged)\b"
    r"|\bas (?!long|soon|well|far)(?:\w+ ){1,3}as\b",
    re.IGNORECASE,
)
_SAME_ELSEWHERE = re.compile(
    r"\bsame (?:as|in|by|under|number|amount|size|price|cost|way|rules?|value|range)\b|\bsame\W*$"
    r"|\b(?:identical|unchanged)\b",
    re.IGNORECASE,
)
_DIFFERS = re.compile(
    r"\b(?:differ\w*|other than|unlike|chang(?:e|es|ed)|var(?:y|ies)|disagree\w*|contradict\w*|conflict\w*)\b",
    re.IGNORECASE,
)
_VERSUS = re.compile(r"\b(?:vs\.?|versus|compared)(?!\w)", re.IGNORECASE)
_BOTH = re.compile(
    r"\b[Bb]oth\b|\b(?:the way|like|as well as|just as) (?:in )?(?:the )?(?=\w)|\b[Dd]o all\b|\bAND\b"
    r"|\b(?:too|as well)\W*$"
)
_MORE = re.compile(
    r"\b(?:more|larger|bigger|longer|higher|greater|farther|further|(?P<less>fewer|less|smaller|shorter|lower))\b"
    r".*?\bthan\b",
    re.IGNORECASE,
)
_FIGURE = re.compile(r"(?<![\w$])\d+(?![\w+])")
_WH = re.compile(r"\b(?:what|what's|whats|which|who|whom|whose|how|why|where|when)\b", re.IGNORECASE)
_CLAUSES = re.compile(r"[,;:)]\s+|\s[-–]\s|[.!?]\s+")
_ELLIPTIC = re.compile(
    r"^\W*(?:so |and |but |or |any |is |the )*(?:same|identical|equal|alike|different|difference)\b", re.IGNORECASE
)
_EITHER = re.compile(r"\b(?:same or|different or|differ or)\b", re.IGNORECASE)
_AUXILIARY = re.compile(
    r"^\W*(?:so |and |but |or )*(?:do|does|did|is|are|was|were|can|could|may|has|have|will|would)\b", re.I
)
_COMPARING = re.compile(
    r"\b(?:(?:the|is|are|it|any) )*(?:same|identical(?:ly)?|equal(?:ly)?|alike|differ(?:s|ence|ences|ent|ently)?|"
    r"disagree|contradict(?: each other)?|conflict|"
    r"compared (?:to|with)|compare|vs\.?|versus|unlike|other than|both|handled)\b(?:\s+(?:between|from|to|as|in)\b)*",
    re.IGNORECASE,
)
_LEFT_OVER = re.compile(
    r"\b(?:between|and|or|in|by|as|than|from|the|with|under|compared to)\s*(?=[?.,:;]|$)", re.IGNORECASE
)


class Ask(StrEnum):
    """What a comparison wants to know: whether editions have the same, whether they differ, whether both have a
    thing; or simply what each has."""

    SAME = "same"
    DIFFER = "differ"
    BOTH = "both"
    EACH = "each"


class Comparison(msgspec.Struct, frozen=True):
    """A question that compares `editions`; `topic` is what it asks, without the words that name and compare them.

    `others` are editions that it means without a name (`every box`, `the newer ones`). `certain`: they are named as
    books, not just as samurai or vikings.
    """

    topic: str
    editions: tuple[str, ...]
    others: tuple[str, ...]
    asks: Ask
    certain: bool

    @property
    def about(self) -> tuple[str, ...]:
        """All that are compared."""
        return (*self.editions, *self.others)


class Told(msgspec.Struct, frozen=True):
    """A passage to quote, with its entry."""

    document: Document
    passage: Passage


class Compared(msgspec.Struct, frozen=True):
    """What editions have, reading by reading. `same` is None where that is not known; `remark` goes before it."""

    told: tuple[Told, ...]
    same: bool | None
    remark: str = ""


def comparison_in(question: str) -> Comparison | None:
    """What a question compares, or None: it must name two editions, or one (or every one) and compare it."""
    named, loose = editions_named(question), loosely_named(question)
    compares = any(pattern.search(question) for pattern in (_SAME_ELSEWHERE, _DIFFERS, _VERSUS))
    both = tuple(e for e in EDITION_NAMES if e in named or e in loose)
    others: tuple[str, ...] = ()
    if len(named) == 1 and _OTHERS.search(question):
        others = tuple(e for e in EDITION_NAMES if e not in named)
    elif named == ("player-aid",) and _RULEBOOK.search(question):
        both, others = named, ("compilation",)
    elif _CORE.search(question) and not set(named) & set(CORE_SETS):
        both = tuple(e for e in EDITION_NAMES if e in both or e in CORE_SETS)
        both = both if set(named) | set(_adventure(question)) else ()
        both = tuple(e for e in EDITION_NAMES if e in both or (both and e in _adventure(question)))
    elif len(both) < 2 and _EVERY.search(question):
        both, others = (), PRINTED
    elif len(both) < 2 and len(named) == 1 and compares:
        others = tuple(e for e in PRINTED if e not in named)
    if len(both) + len(others) < 2:
        return None
    certain = bool(others) or len(named) > 1
    return Comparison(_topic(question, named, loose), both, others, _asks(question), certain)


def _adventure(question: str) -> tuple[str, ...]:
    return ADVENTURE_SETS if _ADVENTURE.search(question) else ()


def _topic(question: str, named: Sequence[str], loose: Sequence[str]) -> str:
    text = without_editions(question, loose)
    for pattern in (_EVERY, _OTHERS, _CORE, _ADVENTURE, *((_RULEBOOK,) if "player-aid" in named else ()), _COMPARING):
        text = pattern.sub(" ", text)
    text = " ".join(_LEFT_OVER.sub(" ", text).split())
    text = re.sub(r"\s+([?.,:;])", r"\1", text)
    return text.strip(" ,:;-") or question


def _asks(question: str) -> Ask:
    """What is asked, by the clause that compares; a question of what or how asks for each."""
    clauses = [clause for clause in _CLAUSES.split(question) if clause]
    opens = any(_AUXILIARY.match(clause) for clause in clauses)
    for place, clause in enumerate(clauses):
        same, differs = _SAME.search(clause), _DIFFERS.search(clause)
        if not (same or differs):
            continue
        start = min(found.start() for found in (same, differs) if found)
        before = " ".join((*clauses[:place], clause[:start]))
        direct = _AUXILIARY.match(question) or _AUXILIARY.match(clause) or _ELLIPTIC.match(clause)
        if _EITHER.search(clause) or (_WH.search(before) and not direct):
            return Ask.EACH
        return Ask.DIFFER if differs else Ask.SAME
    return Ask.BOTH if opens and _BOTH.search(question) else Ask.EACH


class Matter(msgspec.Struct, frozen=True):
    """One thing that editions have differently: what an entry says of it, and what other entries do."""

    document: Document
    own: tuple[Passage, ...]
    elsewhere: tuple[Told, ...]

    def reading(self, edition: str, among: Iterable[str] = ()) -> Told | None:
        """What an edition has of its own here, in the passage that tells of most `among` others; None where nothing is
        said of it."""
        every = (*(Told(self.document, passage) for passage in self.own), *self.elsewhere)
        telling = [told for told in every if edition in told.passage.editions]
        others = set(among)
        return max(telling, key=lambda told: len(others & set(told.passage.editions)), default=None)

    def readings(self, editions: Sequence[str]) -> list[Told]:
        """A passage for each edition that has something of its own here; editions of one passage share it."""
        found: list[Told] = []
        for edition in editions:
            if not any(edition in one.passage.editions for one in found):
                found += filter(None, [self.reading(edition, editions)])
        return found

    def same(self, editions: Sequence[str]) -> bool | None:
        """Whether editions have the same: all of one reading, or all nothing of their own. None where one of them is
        left out though readings differ elsewhere; the player aid is silent on most things, which tells nothing."""
        told = [one for edition in editions if (one := self.reading(edition)) is not None]
        rulebooks = [edition for edition in editions if edition in PRINTED or self.reading(edition) is not None]
        alike = all(self._agree(told[0], one) for one in told[1:])
        if len(told) in (0, len(rulebooks)) or not alike:
            return alike
        several = not all(self._agree(told[0], Told(self.document, one)) for one in self.own)
        return None if several else False

    def restates(self, statement: Passage) -> bool:
        """Whether a statement is what one of the editions has here, so that it does not hold for all of them."""
        said = held(statement.text)
        for passage in self.own:
            mine = held(without_editions(passage.text))
            if len(mine & said) >= RESTATED * len(mine):
                return True
        return False

    def _agree(self, one: Told, other: Told) -> bool:
        """Whether two readings are one: an edition holds both, some passage holds the editions of both, or they are
        worded alike."""
        held_by = {*one.passage.editions, *other.passage.editions}
        every = (*self.own, *(told.passage for told in self.elsewhere))
        return any(held_by <= set(passage.editions) for passage in every) or self._worded(one) == self._worded(other)

    def _worded(self, told: Told) -> frozenset[str]:
        """The stems of a reading but for the names of the entries that it may stand in."""
        text = told.passage.text
        for title in (self.document.title, *(one.document.title for one in self.elsewhere)):
            text = text.replace(title, " ")
        return held(text)


class Matters:
    """All that the editions of a corpus have differently."""

    def __init__(self, documents: Iterable[Document]) -> None:
        self._documents = tuple(documents)

    @cached_property
    def _by_number(self) -> Mapping[str, list[Told]]:
        found: dict[str, list[Told]] = defaultdict(list)
        for document in self._documents:
            for passage in document.passages:
                if passage.disagreement is not None:
                    found[passage.disagreement].append(Told(document, passage))
        return found

    def of(self, document: Document) -> list[Matter]:
        """What an entry says that editions have differently, one matter for each disagreement; differences without a
        number belong together as far as their editions do not overlap."""
        groups: dict[str, list[Passage]] = {}
        for passage in document.passages:
            if passage.role is Role.DIFFERENCE:
                groups.setdefault(passage.disagreement or _unnumbered(groups, passage), []).append(passage)
        return [
            Matter(
                document, tuple(group), tuple(t for t in self._by_number.get(name, ()) if t.document is not document)
            )
            for name, group in groups.items()
        ]


def _unnumbered(groups: Mapping[str, Sequence[Passage]], passage: Passage) -> str:
    """The first group without a number that tells of none of a passage's editions, by name; or a new one."""
    number = 0
    while any(set(passage.editions) & set(one.editions) for one in groups.get(f"#{number}", ())):
        number += 1
    return f"#{number}"


class Contender(msgspec.Struct, frozen=True):
    """A matter or a statement in the running for what a comparison is about."""

    weight: float
    told: Told
    matter: Matter | None = None


def compare(asked: Comparison, hits: Sequence[Hit], bearing: Bearing, matters: Matters) -> Compared | None:
    """What the best entries say of the editions compared; None where nothing bears on it.

    `hits` are the entries found for its topic. A matter that editions have differently is told before a statement that
    holds for all of them, unless the statement fits clearly better.
    """
    running = [w for hit in hits[:SEARCHED] for w in _weighed(asked, hit, bearing, matters)]
    statements = sorted((w for w in running if w.matter is None), key=_best_first)
    telling = sorted((w for w in running if w.matter is not None), key=_best_first)
    if telling and (not statements or telling[0].weight + MARGIN >= statements[0].weight):
        return _by_matter(asked, telling)
    return _by_statement(asked, statements[0].told) if statements else None


def _best_first(weighed: Contender) -> tuple[float, str]:
    return -weighed.weight, weighed.told.passage.id


def at_the_table(edition: str, hits: Sequence[Hit], bearing: Bearing, matters: Matters) -> list[Told]:
    """What the edition that is played has of its own, of what the best entries say; nothing where a statement fits the
    question better."""
    others = tuple(other for other in EDITION_NAMES if other != edition)
    asked = Comparison(bearing.question, (edition,), others, Ask.EACH, True)
    running = [w for hit in hits[:AT_TABLE] for w in _weighed(asked, hit, bearing, matters, apart=0.0)]
    telling = [w for w in running if w.matter is not None and w.matter.same(asked.about) is False]
    if not telling or max(w.weight for w in running) > max(w.weight for w in telling):
        return []
    return [
        told for told in _by_matter(asked, sorted(telling, key=_best_first)).told if edition in told.passage.editions
    ]


def _weighed(
    asked: Comparison, hit: Hit, bearing: Bearing, matters: Matters, apart: float = TELLS_APART
) -> Iterator[Contender]:
    """The matters and statements of an entry. Where it is asked for as a whole, by no more than its title and its
    keywords, all that editions have differently in it bears on the question as much as its best statement."""
    entry = OF_ENTRY * hit.score
    figures = bearing.figures
    score = {e.passage.id: e.score + FIGURES * bool(figures and figures <= held(e.passage.text)) for e in hit.evidence}
    whole = _asked_as_a_whole(hit.entry, bearing)
    for matter in matters.of(hit.entry):
        told = [edition for edition in asked.about if matter.reading(edition)]
        if not told or (not asked.certain and len(told) < len(asked.about)):
            continue
        best = max(matter.own, key=lambda p: score.get(p.id, 0.0))
        said_again = (
            score[e.passage.id] for e in hit.evidence if e.passage.role is Role.STATEMENT and matter.restates(e.passage)
        )
        fits = max(score.values()) if whole else max([score.get(best.id, 0.0), *said_again])
        named = asked.editions or asked.others
        share = len(set(told) & set(named)) / len(named)
        bonus = (WHOLE_APART if whole else apart) * share if matter.same(asked.about) is False else 0.0
        yield Contender(entry + fits + bonus, Told(hit.entry, best), matter)
    for evidence in hit.evidence:
        if evidence.passage.role in (Role.STATEMENT, Role.EXCEPTION):
            alone = OF_ONE * bool(hit.entry.editions and not set(asked.about) <= set(hit.entry.editions))
            yield Contender(entry + score[evidence.passage.id] - alone, Told(hit.entry, evidence.passage))


def _asked_as_a_whole(document: Document, bearing: Bearing) -> bool:
    """Whether a question names an entry by its title or a keyword, and asks hardly more than these say."""
    phrases = [stems for stems in map(held, (document.title, *document.keywords)) if stems]
    named = any(stems <= bearing.about.keys() for stems in phrases)
    return named and bearing.share(frozenset().union(*phrases)) >= WHOLE


def _by_matter(asked: Comparison, telling: Sequence[Contender]) -> Compared:
    """Each reading of the best matter, and of others of its entry that tell the editions apart about as well."""
    best = telling[0]
    chosen = [
        one.matter
        for one in telling
        if one.matter is not None
        and (one is best or (one.told.document is best.told.document and one.weight + ALSO >= best.weight))
        and (one is best or one.matter.same(asked.about) is False)
    ]
    told: list[Told] = []
    for first in (True, False):
        for matter in chosen:
            said = _contrasted(matter, asked) if first else matter.readings(asked.about)
            for one in said:
                if one not in told and (len(told) < 2 or _words([*told, one]) <= MOST_WORDS):
                    told.append(one)
    alike = [matter.same(asked.about) for matter in chosen]
    return Compared(tuple(told), False if False in alike else None if None in alike else True)


def _contrasted(matter: Matter, asked: Comparison) -> list[Told]:
    """The readings of the editions that are named, and what they differ from if that is not one of them."""
    said = matter.readings(asked.editions or asked.others)
    if matter.same(asked.about) is False and len(said) < 2:
        said += [one for one in matter.readings(asked.about) if one not in said][:1] or _of_the_rest(matter)
    return said


def _words(told: Iterable[Told]) -> int:
    """How many words an answer needs for some passages, each under the names of its editions."""
    return sum(len(f"By {in_words(one.passage.editions)}: {one.passage.text}".split()) for one in told)


def _of_the_rest(matter: Matter) -> list[Told]:
    """What holds where only one reading is told: the entry's statement that is nearest to it."""
    mine = held(matter.own[0].text)
    near = [p for p in matter.document.passages if p.role in (Role.STATEMENT, Role.EXCEPTION)]
    best = max(near, key=lambda p: (len(mine & held(p.text)), -p.ordinal), default=None)
    return [] if best is None else [Told(matter.document, best)]


def _by_statement(asked: Comparison, told: Told) -> Compared | None:
    """A statement of all editions is the same in each; one that names some is read clause by clause."""
    document, passage = told.document, told.passage
    if document.editions and not set(asked.about) <= set(document.editions):
        return Compared((told,), False, f"Only {in_words(document.editions)} has such a rule.")
    clauses = clauses_by_edition(passage.text)
    if clauses:
        named = [clauses.get(edition) for edition in asked.about]
        known = {frozenset(map(stem, words(said))) for said in named if said is not None}
        if None in named:
            return Compared((told,), False if len(known) > 1 else None)
        return Compared((told,), len(known) == 1)
    books = {c.book for c in document.citations}
    everywhere = "compilation" in books or set(asked.about) <= books
    return Compared((told,), True if everywhere else None)


def more_or_less(question: str, found: Compared) -> bool | None:
    """Yes or no to whether one edition has more (larger, fewer, ...) of a thing than another, by the first figure that
    each reading tells; None where it is not asked so, or the readings do not tell it."""
    asks = _MORE.search(question)
    if asks is None:
        return None
    sides = [set(editions_named(side)) for side in (question[: asks.end()], question[asks.end() :])]
    figures = [
        {
            int(f[0])
            for told in found.told
            if side & set(told.passage.editions) and (f := _FIGURE.search(told.passage.text))
        }
        for side in sides
    ]
    if any(len(side) != 1 for side in sides) or any(len(figure) != 1 for figure in figures) or figures[0] == figures[1]:
        return None
    return (figures[0].pop() > figures[1].pop()) is not bool(asks["less"])


def verdict_of(asked: Comparison, found: Compared) -> bool | None:
    """Yes or no to what a comparison asks, as far as being the same or not settles it."""
    if found.same is None or asked.asks is Ask.EACH:
        return None
    if asked.asks is Ask.DIFFER:
        return not found.same
    if asked.asks is Ask.BOTH:
        return None if found.same else False
    return found.same
