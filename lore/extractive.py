"""Answering without a language model: the best statements of the entries found, quoted, or an honest refusal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from lore.answerable import Backing, Near, chance, signs
from lore.answers import Citation, Claim
from lore.bearing import Bearing, named_as_class
from lore.bm25 import held, terms
from lore.comparing import (
    Ask,
    Compared,
    Comparison,
    Matters,
    Told,
    at_the_table,
    compare,
    comparison_in,
    more_or_less,
    verdict_of,
)
from lore.editions import in_words
from lore.gaps import Gap, Gaps, load_gaps
from lore.locating import located, placed
from lore.passages import Citation as Source
from lore.passages import Document, Kind, Passage, Role
from lore.question import Reading, read
from lore.rates import reckoned
from lore.reader import Read, Reader, shared_reader
from lore.retrieval import Evidence, Hit, Retriever
from lore.verdict import Verdict, Weighed, decide, hear

MAX_WORDS = 90
ENTRIES = 6
CONFIDENT, COMPARED = 0.45, 0.5
"""How sure an answer must be; and the part of it that does where editions are compared, for the bare topic is short."""
OWN_WORDS = 0.03
NEAR = 0.55
STRANGE = 0.33
MANY = 4
RATED = 3
REPEATS = 0.70
MOST_FOUND = 24
READ, HEARD = 6, 4
"""How many of the best passages are read with a question, and of the worthiest witnesses to a yes or no; so many of
these are read as one text, too."""
SETTLING = 0.4
"""What a passage gains by settling the question, where it is to stand behind a better one."""
KEEP = 0.45
NOTED_LIKE, NOTED_KNOWN, NOTED_SAYS = 0.42, 0.65, 0.5
"""How like a question a difference of editions is to be told beside the answer: by its cosine, by that of a question
that it is known to answer, or by the share of the question that it holds."""
ENTRY_WEIGHT = 0.30
FIGURE_BONUS = 0.05
SAME_FIGURES = 0.12
EDITION_BONUS = 0.25
LORE_MALUS = 0.15
ACTOR_MALUS = 0.15
COVERS = 0.25

_FIGURES = re.compile(r"\d|\b(one|two|three|four|five|six|once|twice|half|double)\b", re.IGNORECASE)


class Extract(msgspec.Struct, frozen=True):
    """An answer put together from the corpus.

    `confidence` is 0 to 1. When `abstained`, `answer` says what was looked for and `claims` is empty. `verdict` is the
    yes or no that it begins with. `found` are the best passages with their entries, best first; none where the question
    is one that no passage can answer (another game, a gap of the books).
    """

    answer: str
    abstained: bool
    confidence: float
    claims: tuple[Claim, ...] = ()
    edition_notes: tuple[str, ...] = ()
    entries: tuple[str, ...] = ()
    verdict: bool | None = None
    found: tuple[tuple[Document, Passage], ...] = ()


class Candidate(msgspec.Struct, frozen=True):
    """A passage in the running for an answer; the best of them are `read` together with the question."""

    hit: Hit
    evidence: Evidence
    score: float
    read: Read | None = None

    @property
    def passage(self) -> Passage:
        """The passage itself."""
        return self.evidence.passage


class Sought(msgspec.Struct, frozen=True):
    """What one wording of a question finds: entries, candidates best first, the nearest known questions, and how sure
    it is that they answer it (`confidence`, weighed from `signs`). `gap` is what the books are known to lack of it;
    `together` came of reading the question with the passages that bear most on it as one text."""

    reading: Reading
    hits: list[Hit]
    candidates: list[Candidate]
    bearing: Bearing
    near: Near
    gap: Gap | None
    signs: dict[str, float]
    together: Read | None = None

    @property
    def confidence(self) -> float:
        """How likely it is that the candidates bear the answer, 0 to 1."""
        return chance(self.signs) if self.candidates else 0.0


class Answerer:
    """Answers questions from what a retriever finds."""

    def __init__(self, retriever: Retriever, gaps: Gaps | None = None, reader: Reader | None = None) -> None:
        self.retriever = retriever
        self.reader = reader or shared_reader()
        self.gaps = gaps or load_gaps()
        self.matters = Matters(retriever.documents)

    def answer(
        self, question: str, *, edition: str = "compilation", kinds: Sequence[Kind] = (), sets: Sequence[str] = ()
    ) -> Extract:
        """Answer in at most 90 words, quoting; or abstain where the corpus does not bear an answer.

        `edition` is the one played; where the question names others, those count. `kinds` and `sets` keep it to
        entries of these, as in `Retriever.search`.
        """
        game = self.gaps.other_game(question)
        if game is not None:
            return _declined(f"That asks about another game ({game}); only Shadows of Brimstone is known here.", 0.0)
        asked = comparison_in(question)
        compared = None if asked is None else self._comparing(question, asked, kinds, sets)
        if compared is not None:
            return compared
        topic = located(question)
        if topic is not None:
            return self._placing(topic, edition, kinds, sets)
        sought = [self.seek(question, edition, kinds, sets)]
        general = named_as_class(question)
        if general is not None and not sought[0].signs["figure_missing"]:
            sought.append(_of_the_same(sought[0], self.seek(general, edition, kinds, sets)))
        best = max(sought, key=lambda found: found.confidence + (OWN_WORDS if found is sought[0] else 0.0))
        if not best.candidates or best.confidence < _needed(best):
            declined = _declined(_lacking(sought[0], question), best.confidence)
            return msgspec.structs.replace(declined, found=_found(best.candidates))
        own = self._at_the_table(best, edition, self._matters(kinds, sets))
        reading = msgspec.structs.replace(best.reading, editions=(edition,)) if own else best.reading
        verdict = _decided(best, reading)
        first = own or [c for c in best.candidates if verdict and c.passage == verdict.because][:1]
        telling = self.retriever.telling(best.reading.text)
        sum_, rated = _reckoned(best) if verdict is None and not own else ("", [])
        chosen = _choose(best.candidates, telling, MAX_WORDS - 1 - len(sum_.split()), MANY, first or rated)
        extract = _compose(chosen, None if verdict is None else verdict.says, best.confidence, sum_)
        return msgspec.structs.replace(extract, found=_found(best.candidates))

    def heard(
        self, question: str, edition: str = "compilation"
    ) -> tuple[Reading, list[tuple[Weighed, int]], Near, Read | None]:
        """The witnesses for and against a yes, as the verdict on a question hears them, the known questions near it,
        and what the worthiest say read together."""
        found = self.seek(question, edition)
        heard = hear(found.reading, _witnesses(found.candidates, found.bearing), found.bearing)
        return found.reading, heard, found.near, found.together

    def _comparing(
        self, question: str, asked: Comparison, kinds: Sequence[Kind], sets: Sequence[str]
    ) -> Extract | None:
        """The answer to a question that compares editions, looked for without their names; None where it is better
        answered as any other."""
        found = self.seek(asked.topic, "compilation", kinds, sets)
        matters = self._matters(kinds, sets)
        compared = compare(asked, found.hits, found.bearing, matters) if found.candidates else None
        strange = found.bearing.unknown() >= STRANGE
        if compared is None or strange or found.confidence < COMPARED * _needed(found):
            if not asked.certain:
                return None
            declined = _declined(_lacking(found, asked.topic), found.confidence)
            return msgspec.structs.replace(declined, found=_found(found.candidates))
        if compared.same is not False and asked.asks is Ask.EACH:
            return None
        says = verdict_of(asked, compared)
        if asked.asks is Ask.BOTH and says is None:
            says = self._of_both(found, compared)
        if asked.asks is Ask.EACH and read(question).yes_no:
            says = more_or_less(question, compared)
        telling = self.retriever.telling(asked.topic)
        first = [_quoted(found, told) for told in compared.told]
        chosen = _choose(found.candidates, telling, MAX_WORDS - 1 - len(compared.remark.split()), MANY, first)
        extract = _compose(chosen, says, found.confidence, compared.remark)
        return msgspec.structs.replace(extract, found=_found([*first, *found.candidates]))

    def _placing(self, topic: str, edition: str, kinds: Sequence[Kind], sets: Sequence[str]) -> Extract:
        """The answer to where a topic stands in the books: its headings, then what is told there."""
        found = self.seek(topic, edition, kinds, sets)
        if not found.candidates or found.confidence < _needed(found):
            declined = _declined(_lacking(found, topic), found.confidence)
            return msgspec.structs.replace(declined, found=_found(found.candidates))
        best = found.candidates[0]
        places = cited(best.hit.entry, best.passage)
        remark = placed([c for c in places if c.book in found.reading.editions] or places)
        chosen = _choose(found.candidates, self.retriever.telling(topic), MAX_WORDS - len(remark.split()), MANY, [best])
        extract = _compose(chosen, None, found.confidence, remark)
        return msgspec.structs.replace(extract, found=_found(found.candidates))

    def _matters(self, kinds: Sequence[Kind], sets: Sequence[str]) -> Matters:
        """What editions have differently in the entries that a filter keeps."""
        if not kinds and not sets:
            return self.matters
        allowed = self.retriever.allowed(kinds, None, sets)
        return Matters(d for d in self.retriever.documents if d.id in allowed)

    def _at_the_table(self, found: Sought, edition: str, matters: Matters) -> list[Candidate]:
        """What the edition played has of its own on a question that names none; the compilation is what all have."""
        if edition == "compilation" or found.reading.editions:
            return []
        told = at_the_table(edition, found.hits, found.bearing, matters)
        return [_quoted(found, one) for one in told]

    def _of_both(self, found: Sought, compared: Compared) -> bool | None:
        """Whether two editions both have what is asked, where they have the same: yes to the figure or dice that
        their statement holds, else as any statement would answer."""
        figures = {term for term in found.bearing.about if term != "1" and any(c.isdigit() for c in term)}
        if figures and figures <= held(compared.told[0].passage.text):
            return True
        decided = _decided(found, found.reading)
        return None if decided is None else decided.says

    def seek(
        self, question: str, edition: str = "compilation", kinds: Sequence[Kind] = (), sets: Sequence[str] = ()
    ) -> Sought:
        """What is found for a question in one wording, and how sure it is."""
        reading = read(question)
        hits = self.retriever.search(question, k=ENTRIES, kinds=kinds, sets=sets)
        bearing = Bearing(question, self.retriever.statements, self.retriever.synonyms, self.retriever.concepts)
        candidates, together = self._read(reading, bearing, _candidates(hits, reading, edition, bearing))
        near = Near.among(self.retriever.known(question, kinds=kinds, sets=sets))
        gap = self.gaps.find(question)
        if gap is not None and gap.of_a_sheet and _asks_what_happens(reading):
            gap = None
        missing = bearing.figure_missing([hit.entry for hit in hits], wants_yes_or_no=reading.yes_no)
        found = signs(
            bearing,
            reading,
            [
                Backing(
                    c.passage.text,
                    _context(c),
                    held(c.hit.entry.title),
                    c.evidence.similarity,
                    c.evidence.alike,
                    c.read.settles if c.read else 0.0,
                )
                for c in candidates[:READ]
            ],
            near,
            lore=bool(candidates) and candidates[0].hit.entry.kind is Kind.LORE,
            gap=gap is not None,
            figure_missing=missing,
            settled_together=together.settles if together else 0.0,
        )
        return Sought(reading, hits, candidates, bearing, near, gap, found, together)

    def _read(
        self, reading: Reading, bearing: Bearing, candidates: list[Candidate]
    ) -> tuple[list[Candidate], Read | None]:
        """The candidates; the best of them, and the worthiest witnesses to a yes or no, read with the question, each by
        itself, and the first few (of the witnesses, where it wants yes or no) as one text."""
        if not candidates:
            return [], None
        first = list(range(min(HEARD, len(candidates))))
        if reading.yes_no:
            witnesses = _witnesses(candidates, bearing)
            of_passage = {witness.passage.id: place for place, witness in enumerate(witnesses)}
            heard = [of_passage[witness.passage.id] for witness, _ in hear(reading, witnesses, bearing)[:HEARD]]
            first = heard or first
        places = sorted({*range(min(READ, len(candidates))), *first})
        texts = {place: candidates[place].hit.entry.passage_text(candidates[place].passage) for place in places}
        together = " ".join(texts[place] for place in first)
        *told, of_all = self.reader.read(reading.text, [*texts.values(), together])
        done = list(candidates)
        for place, one in zip(places, told, strict=True):
            done[place] = msgspec.structs.replace(done[place], read=one)
        return done, of_all


def _candidates(hits: Sequence[Hit], reading: Reading, edition: str, bearing: Bearing) -> list[Candidate]:
    """The passages of the entries found, best first; only rules or only lore, whichever the best one is."""
    found = []
    top = hits[0].score if hits else 1.0
    figures = bearing.figures
    named = set(reading.editions or ((edition,) if edition != "compilation" else ()))
    for rank, hit in enumerate(hits):
        for evidence in hit.evidence:
            score = evidence.score + ENTRY_WEIGHT * hit.score / top
            if reading.wants_figure and _FIGURES.search(evidence.passage.text):
                score += FIGURE_BONUS
            if bearing.clashes(evidence.passage):
                score -= ACTOR_MALUS
            if figures and figures <= held(evidence.passage.text):
                score += SAME_FIGURES
            if hit.entry.kind is Kind.LORE and not reading.asks_for_lore:
                score -= LORE_MALUS
            if evidence.passage.role is Role.DIFFERENCE:
                score += _edition_bonus(reading, named, evidence.passage, rank)
            found.append(Candidate(hit, evidence, score))
    found.sort(key=lambda c: (-c.score, c.passage.id))
    return [c for c in found if c.hit.entry.kind is found[0].hit.entry.kind]


def _edition_bonus(reading: Reading, named: set[str], passage: Passage, rank: int) -> float:
    """What a difference between editions gains in the best entries if its edition is asked for, or else loses."""
    if rank < 2 and named & set(passage.editions):
        return EDITION_BONUS
    if rank < 2 and reading.compares:
        return EDITION_BONUS / 2
    return 0.0 if reading.compares else -EDITION_BONUS / 2


def _context(candidate: Candidate) -> frozenset[str]:
    entry = candidate.hit.entry
    return held(candidate.passage.text) | held(entry.title) | held(" ".join(entry.keywords))


def _witnesses(candidates: Sequence[Candidate], bearing: Bearing) -> list[Weighed]:
    return [
        Weighed(
            c.passage,
            c.hit.entry.title,
            c.score,
            _covered(c, bearing),
            bearing.share(held(c.passage.text)),
            c.evidence.alike,
            c.evidence.says,
            c.read,
        )
        for c in candidates[:16]
    ]


def _decided(found: Sought, reading: Reading) -> Verdict | None:
    """Yes or no, as what was found has it; `reading` may know more of the question than the search did."""
    witnesses = _witnesses(found.candidates, found.bearing)
    return decide(reading, witnesses, found.bearing, found.near, found.together)


def _covered(candidate: Candidate, bearing: Bearing) -> float:
    return bearing.share(held(candidate.passage.text) | held(candidate.hit.entry.title))


def _quoted(found: Sought, told: Told) -> Candidate:
    """A passage that a comparison tells, as it was found; or, from an entry that was not, by itself."""
    known = next((c for c in found.candidates if c.passage == told.passage), None)
    evidence = Evidence(told.passage, 0.0, 0.0, 0.0, 0.0)
    return known or Candidate(Hit(told.document, 0.0, {}, (evidence,)), evidence, 0.0)


def _needed(found: Sought) -> float:
    """How sure an answer must be; lore alone does not settle a yes or no about the rules."""
    lore_alone = all(c.hit.entry.kind is Kind.LORE for c in found.candidates[:1])
    return 1.0 if lore_alone and found.reading.yes_no and not found.reading.asks_for_lore else CONFIDENT


def _reckoned(found: Sought) -> tuple[str, list[Candidate]]:
    """What the number of things asked about comes to, in words, and the statement that gives the rate; or nothing."""
    for candidate in found.candidates[:RATED]:
        done = reckoned(found.reading.text, candidate.passage.text, found.bearing)
        if done is not None:
            return done.said, [candidate]
    return "", []


def _asks_what_happens(reading: Reading) -> bool:
    """Whether a question is about a rule and not about what a record sheet prints (`do trolls have armor?`)."""
    return reading.yes_no and re.search(r"\b(have|has|got|stats?|what|how)\b", reading.text, re.IGNORECASE) is None


def _choose(
    candidates: Sequence[Candidate],
    telling: Mapping[str, float],
    budget: int,
    most: int,
    first: Sequence[Candidate],
) -> list[Candidate]:
    """`first`, then the best passage and those that add most: by score, and words of the question not yet covered."""
    chosen = list(first)
    left = [c for c in candidates if c not in chosen]
    covered = {term for c in chosen for term in held(c.passage.text)}
    budget -= sum(len(_said(c.passage).split()) for c in chosen)
    floor = KEEP * candidates[0].score
    while left and len(chosen) < most:
        open_terms = {term: weight for term, weight in telling.items() if term not in covered}
        total = sum(telling.values()) or 1.0
        bonus = COVERS / total if chosen else 0.0
        settling = SETTLING if chosen else 0.0
        gains = [
            c.score
            + bonus * sum(open_terms.get(term, 0.0) for term in held(c.passage.text))
            + settling * (c.read.settles if c.read else 0.0)
            for c in left
        ]
        best = left.pop(gains.index(max(gains)))
        size = len(_said(best.passage).split())
        if best.score < floor or size > budget or _repeats(best, chosen):
            continue
        chosen.append(best)
        covered |= held(best.passage.text)
        budget -= size
    return chosen


def _compose(chosen: Sequence[Candidate], verdict: bool | None, confidence: float, remark: str = "") -> Extract:
    opening = {True: "Yes.", False: "No.", None: ""}[verdict]
    return Extract(
        answer=" ".join(filter(None, (opening, remark, *(_said(c.passage) for c in chosen)))),
        abstained=False,
        confidence=confidence,
        claims=tuple(Claim(_said(c.passage), _citations(c)) for c in chosen),
        edition_notes=_edition_notes(chosen),
        entries=tuple(dict.fromkeys(c.passage.document for c in chosen)),
        verdict=verdict,
    )


def _found(candidates: Sequence[Candidate]) -> tuple[tuple[Document, Passage], ...]:
    return tuple((c.hit.entry, c.passage) for c in candidates[:MOST_FOUND])


def lead_of(passage: Passage) -> str:
    """What goes before a passage that only some editions hold: their names; else nothing."""
    if passage.role is not Role.DIFFERENCE:
        return ""
    return f"By {in_words(passage.editions)}:"


def _said(passage: Passage) -> str:
    """A passage as it stands in an answer; what only some editions say is told with their names."""
    text = passage.text if passage.text.endswith((".", "!", "?")) else passage.text + "."
    return f"{lead_of(passage)} {text}".strip()


def cited(document: Document, passage: Passage) -> list[Source]:
    """The places of the rulebooks that a passage rests on: those of its editions, or else all of its entry's."""
    own = [c for c in document.citations if not passage.editions or c.book in passage.editions]
    return own or list(document.citations)


def _citations(candidate: Candidate) -> tuple[Citation, ...]:
    passage = candidate.passage
    return tuple(
        Citation(c.book, c.heading, passage.document, passage.text) for c in cited(candidate.hit.entry, passage)
    )


def _edition_notes(chosen: Iterable[Candidate]) -> tuple[str, ...]:
    """Differences between editions in the entries used that bear on the question, except those that the answer tells
    already; and which of them are optional."""
    chosen = list(chosen)
    told = {c.passage.id for c in chosen}
    notes = []
    for hit in {c.hit.entry.id: c.hit for c in chosen}.values():
        notes += [_said(p) for p in _differing(hit) if p.id not in told]
        if hit.entry.optional:
            by = f" (--switch {', '.join(hit.entry.switches)})" if hit.entry.switches else ""
            notes.append(f"{hit.entry.title} is optional: it counts only where the table plays with it{by}.")
    return tuple(notes)


def _differing(hit: Hit) -> list[Passage]:
    """What editions say differently in an entry, of what bears on the question: all sides of it."""
    unlike = {e.passage.id for e in hit.evidence if not _noteworthy(e)}
    differences = [p for p in hit.entry.passages if p.role is Role.DIFFERENCE]
    bearing = {p.disagreement or p.id for p in differences if p.id not in unlike}
    return [p for p in differences if (p.disagreement or p.id) in bearing]


def _noteworthy(evidence: Evidence) -> bool:
    return evidence.similarity >= NOTED_LIKE or evidence.alike >= NOTED_KNOWN or evidence.keyword >= NOTED_SAYS


def _repeats(candidate: Candidate, chosen: Sequence[Candidate]) -> bool:
    """Whether nearly all its words are said already."""
    mine = held(candidate.passage.text)
    return any(len(mine & held(c.passage.text)) >= REPEATS * max(1, len(mine)) for c in chosen)


def _looked_for(question: str, hits: Sequence[Hit]) -> str:
    wanted = ", ".join(dict.fromkeys(w for w in re.findall(r"[\w'+$-]+", question) if terms(w))) or "the question"
    near = "; ".join(hit.entry.title for hit in hits[:3])
    return f"The rulebooks don't seem to say. Looked for: {wanted}. Nearest entries: {near}."


def _of_the_same(own: Sought, general: Sought) -> Sought:
    """What a more general wording finds, with what the books are known to lack of the question's own."""
    of_own = {name: own.signs[name] for name in ("unanswered", "gap", "figure_missing")}
    answered = max(own.signs["answered"], general.signs["answered"])
    nearer = max(0.0, own.near.unanswered - answered)
    untold = max(own.signs["untold"], general.signs["untold"])
    signs_ = {**general.signs, **of_own, "answered": answered, "nearer_unanswered": nearer, "untold": untold}
    return msgspec.structs.replace(general, signs=signs_)


def _lacking(found: Sought, question: str) -> str:
    """What is missing, as far as it is known, and else what was looked for."""
    if found.gap is not None:
        return f"The rulebooks don't say. {found.gap.says}"
    looked = _looked_for(question, found.hits)
    if found.near.unanswered > max(NEAR, found.near.answered):
        return f"The rulebooks don't say. {found.near.lacks} {looked.partition('. ')[2]}"
    if found.signs["figure_missing"]:
        return f"Nothing of that name is printed with what you ask for. {looked}"
    return looked


def _declined(text: str, confidence: float) -> Extract:
    return Extract(answer=" ".join(text.split()[:MAX_WORDS]), abstained=True, confidence=confidence)
