"""Is this sentence true? Checked by code, against the facts that the sentence cites, before anybody sees it.

Every verb that claims something must match a claim of a cited event in who, whom, how many and with what; every number
and every name must stand there, too. Colour is free only where it is listed. What can't be matched is refused.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from gm.claims import Claim, Roster, batch_claims
from gm.facts import Fact, fact_of
from gm.names import Names
from gm.reading import (
    AMBIENT,
    AT_PATIENT,
    FROM_AGENT,
    GESTURE,
    HAVE,
    NOUN,
    STATE,
    THEM,
    Frame,
    Quantity,
    Reader,
    Token,
    Trouble,
    tokens,
)
from gm.spelling import spelled
from gm.words import Lexicon, lexicon
from rules_engine.events import Event

LONGEST_WORDS = 45
LONGEST_TEXT = 320
MARKUP = re.compile(r"[*_#<>\[\]{}|`~^\\=@&%+/\"“”«»\n\r\t]|https?:|www\.|&\w+;")
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")
ENEMIES_OF = ("strike", "miss", "arrive", "ambush")
AIMED = frozenset({"at", "against", "on", "onto"})
GAINED = frozenset({"gain", "heal", "breath", "saved", "saved all"})
SUMMED = frozenset({"hit", "wound", "xp", "gold", "dark stone", "card"})
ALSO = {
    "": ("saved",),
    "hit": ("hit", "horror hit", "corruption hit"),
    "space": ("space", "left"),
}


class Reason(msgspec.Struct, frozen=True):
    """Why a sentence was refused. `code` is stable; `detail` may quote the sentence, and is never shown as story."""

    code: str
    detail: str


class Verdict(msgspec.Struct, frozen=True):
    """Whether a sentence may be shown, why not, and the numbers of the events that it does tell."""

    ok: bool
    reasons: tuple[Reason, ...] = ()
    told: tuple[int, ...] = ()


def clean(text: str) -> str:
    """Text from outside with control characters and doubled blanks taken out."""
    text = text.replace("’", "'").replace("‘", "'").replace("\u00a0", " ").replace("…", "...")
    return re.sub(r" +", " ", CONTROL.sub("", text)).strip()


def blemishes(text: str) -> tuple[Reason, ...]:
    """What is wrong with a sentence before anyone asks whether it is true: its length, markup, speech."""
    found = []
    if not re.search(r"[a-z]", text):
        found.append(Reason("empty", "there is no sentence"))
    if len(text.split()) > LONGEST_WORDS or len(text) > LONGEST_TEXT:
        found.append(Reason("length", f"a sentence has at most {LONGEST_WORDS} words and {LONGEST_TEXT} characters"))
    if (odd := MARKUP.search(text)) is not None:
        found.append(Reason("markup", f"{odd[0]!r} is markup, speech or an address"))
    if CONTROL.search(text):
        found.append(Reason("markup", "control characters"))
    if text and text[-1] not in ".!":
        found.append(Reason("markup", "a sentence ends with a full stop"))
    return tuple(found)


class Verifier:
    """Checks sentences about one batch of events. `before` has seen exactly the events before them."""

    def __init__(self, events: Sequence[tuple[int, Event]], before: Names) -> None:
        self._names = copy.deepcopy(before)
        self._roster = Roster(self._names)
        self._facts: dict[int, Fact] = {}
        self._claims: dict[int, tuple[Claim, ...]] = {}
        for one in events:
            self._claims |= batch_claims([one], self._names, self._roster)
            fact = fact_of(one[1], self._names, one[0])
            if fact is not None:
                self._facts[one[0]] = fact
        self._words = lexicon()

    @property
    def facts(self) -> Mapping[int, Fact]:
        """The facts by event number."""
        return self._facts

    def check(self, text: str, cited: Iterable[int]) -> Verdict:
        """The verdict on one sentence that cites these event numbers."""
        events = tuple(dict.fromkeys(cited))
        if found := blemishes(text):
            return Verdict(False, found)
        if not events:
            return Verdict(False, (Reason("cites", "no event is cited"),))
        if unknown := [n for n in events if n not in self._claims]:
            return Verdict(False, (Reason("cites", f"there is no event {unknown[0]} to tell"),))
        told = tuple(n for n in events if n in self._facts and self._facts[n].text == text)
        if told:
            return Verdict(True, (), told)
        try:
            return Verdict(True, (), _Check(self, events).told(text))
        except Trouble as trouble:
            return Verdict(False, (Reason(trouble.code, trouble.detail),))


class _Check:
    """One sentence against the events it cites."""

    def __init__(self, verifier: Verifier, events: tuple[int, ...]) -> None:
        self.words: Lexicon = verifier._words
        self.roster = verifier._roster
        self.names = verifier._names
        self.events = events
        self.batch = [claim for claims in verifier._claims.values() for claim in claims]
        self.cited = [claim for n in events for claim in verifier._claims[n]]
        self.about = frozenset(id for claim in self.cited for id in claim.about)
        self.matched: dict[int, None] = {}

    def told(self, text: str) -> tuple[int, ...]:
        """The events that the sentence truly tells. Trouble says what is not true in it."""
        found = tokens(text, spelled(self.names, self.roster, self.cited, self.words), self.words)
        for token in found:
            self._named(token)
        self._instruments(found)
        reader = Reader()
        frames = reader.read(found)
        falls: dict[str, None] = {}
        for frame in frames:
            self._frame(frame, falls)
        self._loose(reader.loose)
        return self._with_implied()

    # --- names --------------------------------------------------------------------------------------------------------

    def _named(self, token: Token) -> None:
        if token.kind != "entity":
            if token.kind == NOUN and token.text in ("it", "they", "them", "she", "he", "him", "her"):
                token.text = THEM if token.text == THEM else "props"
            return
        if token.ids == {"darkness"} and "darkness" not in self.about:
            raise Trouble("name", "the Darkness is in none of the facts cited")
        here = token.ids & self.about
        if not here and any(self._only_target(c, token) for c in self.cited):
            here = token.ids
        if not here:
            raise Trouble("name", f"{token.text!r} is in none of the facts cited")
        token.ids = here

    def _instruments(self, found: Sequence[Token]) -> None:
        kinds = {claim.kind for claim in self.cited if claim.kind}
        if not kinds:
            about = self.about
            kinds = {c.kind for c in self.batch if c.kind and about & set(c.agents)}
        for token in found:
            need = {"ranged": "ranged", "melee": "melee", "blast": "blast"}.get(token.text, "")
            if token.kind == NOUN and need and need not in kinds:
                raise Trouble("thing", f"no {need} attack stands in the facts cited")
            if token.kind == NOUN and token.text == "attack" and not kinds:
                raise Trouble("thing", "no attack stands in the facts cited")

    # --- frames -------------------------------------------------------------------------------------------------------

    def _frame(self, frame: Frame, falls: dict[str, None]) -> None:
        verb = frame.verb
        if verb is None:
            return
        self._walking(frame, falls)
        if verb.kind == STATE:
            self._state(frame)
        elif verb.kind == HAVE:
            self._having(frame)
        elif frame.subject_kind in ("ambient", "props", "owner") and self._is_colour(frame, verb):
            self._extras(frame, self.cited)
        elif frame.subject and verb.kind in (GESTURE, AMBIENT):
            if verb.kind == AMBIENT:
                raise Trouble("outcome", f"{verb.text!r} is said of somebody, and no fact says it")
            if frame.objects or any(not t.owner for _, t in frame.oblique):
                raise Trouble("outcome", f"{verb.text!r} is done to somebody, and no fact says it")
            self._extras(frame, [c for c in self.cited if any(s.ids & set(c.about) for s in frame.subject)])
        elif verb.kind in (GESTURE, AMBIENT):
            made = {f.lemma for f in verb.forms} & self.words.owned
            free = frame.subject_kind in ("ambient", "") or (frame.subject_kind != "props" and bool(made))
            if not free:
                raise Trouble("outcome", f"nothing in the facts says that it {verb.text!r}")
            if frame.objects:
                raise Trouble("outcome", f"{verb.text!r} is done to somebody, and no fact says it")
            self._extras(frame, self.cited)
        else:
            self._claimed(frame)
        if verb.kind == STATE or any("kill" in w for f in verb.forms for w in self._whats(f.lemma)):
            falls |= {id: None for t in (*frame.subject, *frame.objects) for id in t.ids}

    def _is_colour(self, frame: Frame, verb: Token) -> bool:
        """Whether this is smoke that curls, not somebody who falls."""
        lemmas = {f.lemma for f in verb.forms}
        if frame.objects or (frame.passive and frame.oblique):
            return False
        if frame.subject_kind == "ambient":
            forms = self.words.ambient.get(verb.text) or self.words.gesture.get(verb.text)
            return bool(forms)
        if frame.subject_kind == "props":
            return bool(lemmas & self.words.steady)
        return frame.subject_kind == "owner" and bool(lemmas & self.words.owned)

    def _walking(self, frame: Frame, falls: Mapping[str, None]) -> None:
        """The dead and the KO'd do nothing. (What verbs claim of them is checked with the claims.)"""
        if frame.passive or frame.verb is None or frame.verb.kind not in (GESTURE, AMBIENT, HAVE):
            return
        first = min(self.events)
        for token in frame.subject:
            if token.ids and all(self.roster.gone(id, first) for id in token.ids if self._is_model(id)):
                if any(self._is_model(id) for id in token.ids):
                    raise Trouble("dead", f"{token.text!r} was out of it before this")
            if frame.verb.kind == GESTURE and token.ids & set(falls):
                raise Trouble("dead", f"{token.text!r} has just been told as fallen")

    def _is_model(self, id: str) -> bool:
        return id in self.names.heroes or id in self.roster.enemies()

    def _whats(self, lemma: str) -> tuple[str, ...]:
        return tuple(what for whats in self.words.verbs.get(lemma, {}).values() for what in whats)

    def _state(self, frame: Frame) -> None:
        assert frame.verb is not None
        whats = self.words.states[frame.verb.text]
        if frame.denied:
            raise Trouble("outcome", f"that somebody is not {frame.verb.text!r} is no fact")
        for token in frame.subject:
            found = [c for c in self.cited if c.what in whats and token.ids & set(_state_of(c))]
            if not found:
                raise Trouble("outcome", f"no fact cited says that {token.text!r} is {frame.verb.text!r}")
            self._count(token, found, as_patient=True)
            self._match(found)
        self._extras(frame, self.cited)

    def _having(self, frame: Frame) -> None:
        if not frame.quantities or frame.denied:
            raise Trouble("possession", "what somebody has is told in numbers that stand in the facts")
        for token in frame.subject:
            near = [c for c in self.cited if token.ids & set(c.about)]
            for quantity in frame.quantities:
                units = {"health": ("health",), "sanity": ("sanity left",), "sanity left": ("sanity left",)}.get(
                    quantity.unit, (f"{quantity.unit} now",)
                )
                held = [c for c in near if any(c.amounts.get(u) == quantity.number for u in units)]
                if not held:
                    raise Trouble("number", f"no fact cited says {quantity.number} {quantity.unit} of {token.text!r}")
                self._match(held)
        if not frame.subject:
            raise Trouble("reading", "nobody is said to have it")

    def _claimed(self, frame: Frame) -> None:
        """A verb that claims something: one of its readings must match the facts."""
        assert frame.verb is not None
        trouble: Trouble | None = None
        for lemma in dict.fromkeys(f.lemma for f in frame.verb.forms):
            for mode, whats in self.words.verbs.get(lemma, {}).items():
                try:
                    self._reading(frame, lemma, mode, whats)
                    return
                except Trouble as error:
                    if trouble is None or error.code != "outcome":
                        trouble = error
        raise trouble or Trouble("outcome", f"{frame.verb.text!r} matches no fact")

    def _reading(self, frame: Frame, lemma: str, mode: str, whats: tuple[str, ...]) -> None:
        agents, patients = self._roles(frame, mode)
        if frame.denied:
            whats = self._denied(frame, lemma, whats, agents + patients)
        if mode == "T" and not patients and "hold" not in "".join(whats):
            raise Trouble("outcome", f"{lemma!r} needs somebody it is done to")
        if mode in ("Q", "G") and not frame.quantities and not frame.things:
            raise Trouble("possession", f"{lemma!r} needs what is named in the facts")
        if mode == "G" and frame.nouns:
            raise Trouble("possession", f"{lemma!r} has an object that no fact names")
        if mode == "I" and frame.subject_kind in ("thing", "ranged", "melee", "blast", "attack", "quantity", "props"):
            raise Trouble("outcome", f"no fact says it of a {frame.subject_kind}")
        if frame.subject_kind in ("ambient", "props") and mode != "O":
            raise Trouble("outcome", f"no fact says that {frame.subject_kind} things did it")
        if mode in ("T", "A") and any(kind == "props" and prep in AIMED for prep, kind in frame.places):
            raise Trouble("outcome", "no fact says that it was done to a thing of the place")
        if mode in ("T", "A") and whats != ("hold",) and frame.nouns and not patients and lemma in ("hit", "strike"):
            raise Trouble("outcome", "what was hit stands in no fact")
        found = self._candidates(whats, agents, patients)
        if not found:
            who = ", ".join(t.text for t in (*agents, *patients)) or frame.subject_kind or "anybody"
            raise Trouble("outcome", f"no fact cited says {lemma!r} of {who}")
        self._kind(lemma, agents)
        if frame.subject_kind in ("ranged", "melee", "blast"):
            found = [c for c in found if frame.subject_kind in self._kinds_of(c.agents) | {c.kind}]
            if not found or not all(any(t.ids & set(c.patients) for c in found) for t in patients):
                raise Trouble("thing", f"it was no {frame.subject_kind} attack that did it")
        self._each(frame, mode, agents, patients, found)
        for token in agents:
            self._count(token, [c for c in found if token.ids & set(c.agents)], as_patient=False)
        for token in patients:
            self._count(token, [c for c in found if token.ids & set(c.patients)], as_patient=True)
        near = [*found, *self._related(agents, patients)]
        self._quantities(frame.quantities, found, near, strict=mode in ("Q", "G"))
        self._named_things(frame.things, near)
        if mode in ("Q", "G"):
            held = [c for c in found if _holds(c, frame)]
            found = held or [c for c in near if c.what in whats and _holds(c, frame)] or found
        self._others(frame, found)
        self._match(found)

    def _each(
        self, frame: Frame, mode: str, agents: Sequence[Token], patients: Sequence[Token], found: Sequence[Claim]
    ) -> None:
        """Of several who get something each must get it; what several did together is not the deed of one."""
        whom = patients if mode == "Q" else agents if mode == "G" else ()
        for token in whom if len(whom) > 1 else ():
            if not any(_holds(c, frame) for c in found if token.ids & set(c.about)):
                raise Trouble("possession", f"no fact says it of {token.text!r}")
        if frame.quantities and agents and all(t.single for t in agents):
            together = [c.amounts["enemy"] for c in found if c.what in ENEMIES_OF and "enemy" in c.amounts]
            if together and len(agents) < min(together):
                raise Trouble("number", "more of them did it together")

    def _roles(self, frame: Frame, mode: str) -> tuple[list[Token], list[Token]]:
        at = [t for prep, t in frame.oblique if prep in AT_PATIENT and not t.owner]
        by = [t for prep, t in frame.oblique if prep == "by"]
        source = [t for prep, t in frame.oblique if prep in FROM_AGENT and prep not in ("of", "before", "beneath")]
        if mode in ("I", "Q"):
            if frame.objects:
                raise Trouble("outcome", "it is done to somebody else")
            return source, frame.subject
        if frame.passive:
            patients = frame.subject or [t for prep, t in frame.oblique if prep in ("to", "on")]
            return by, patients
        if mode in ("T", "A"):
            return frame.subject, [*frame.objects, *at]
        return frame.subject, frame.objects

    def _denied(self, frame: Frame, lemma: str, whats: tuple[str, ...], whom: Sequence[Token]) -> tuple[str, ...]:
        table = self.words.denied
        found = [w for what in whats for w in table.get(what, ())]
        if lemma in ("hit", "strike", "connect"):
            found.append("miss")
        if "kill" in whats and "hit" not in whats and whom:
            spared = not any(
                c.what in ("kill", "die", "ko") and t.ids & set(c.patients) for c in self.batch for t in whom
            )
            found += ["wound", "unhurt"] if spared else []
        if not found:
            raise Trouble("outcome", f"that somebody does not {lemma!r} is no fact")
        return tuple(found)

    def _candidates(self, whats: tuple[str, ...], agents: Sequence[Token], patients: Sequence[Token]) -> list[Claim]:
        """Claims that match; each agent and each patient must be in one."""
        if "dodge" in whats:
            return [
                c
                for c in self.cited
                if agents and c.what == "miss"
                if all(a.ids & set(c.patients) for a in agents) and all(p.ids & set(c.agents) for p in patients)
            ]
        pool = [c for c in self.cited if c.what in whats]
        found: list[Claim] = []
        nobody: list[Token | None] = [None]
        for agent in [*agents] or nobody:
            for patient in [*patients] or nobody:
                held = [
                    c
                    for c in pool
                    if (agent is None or agent.ids & set(c.agents))
                    and (patient is None or patient.ids & set(c.patients) or self._only_target(c, patient))
                ]
                if not held:
                    return []
                found += held
        return found

    def _only_target(self, claim: Claim, patient: Token) -> bool:
        """A hero's attack names no target; where only one type is on the board, that is whom it was made at."""
        if claim.what not in ("miss", "strike") or claim.patients:
            return False
        there = {
            type for id, type in self.roster.enemies().items() if self.roster.dead.get(id, claim.event) >= claim.event
        }
        return len(there) == 1 and bool(patient.ids & there)

    def _kind(self, lemma: str, agents: Sequence[Token]) -> None:
        """Whether the attack was of the kind that the verb names: nobody shoots with a knife, no hero bites."""
        kind = self.words.kinds.get(lemma)
        for token in agents:
            if lemma in self.words.beastly and token.ids & set(self.names.heroes):
                raise Trouble("outcome", f"{token.text!r} does not {lemma!r}")
            kinds = self._kinds_of(token.ids)
            if kind is not None and kind not in kinds:
                raise Trouble("thing", f"{token.text!r} made no {kind} attack")

    def _kinds_of(self, ids: Iterable[str]) -> set[str]:
        """With what these made their attack: as cited, or else in their last attack before the facts cited."""
        whom = set(ids)
        own = {c.kind for c in self.cited if c.kind and whom & set(c.agents)}
        before = [c for c in self.batch if c.kind and whom & set(c.agents) and c.event < max(self.events)]
        return own or {c.kind for c in before[-1:]}

    def _related(self, agents: Sequence[Token], patients: Sequence[Token]) -> list[Claim]:
        def near(claim: Claim) -> bool:
            if agents and not all(t.ids & set(claim.agents) for t in agents):
                return False
            if patients and claim.patients and not all(t.ids & set(claim.patients) for t in patients):
                return False
            return bool(agents or patients) and (not patients or bool(claim.patients) or bool(agents))

        return [c for c in self.cited if near(c)]

    # --- numbers and things -------------------------------------------------------------------------------------------

    def _count(self, token: Token, found: Sequence[Claim], *, as_patient: bool) -> None:
        """How many there are of them: `two spiders`, `the spider`, `the last spider`."""
        if token.last and any(self.roster.left(id) for id in token.ids if not self._is_model(id)):
            raise Trouble("number", f"{token.text!r} is not the last")
        if token.last and not any(c.what == "kill" for c in found):
            raise Trouble("number", f"that {token.text!r} is the last is no fact")
        if token.single:
            return
        if as_patient and not any(c.what in ENEMIES_OF and c.agents and token.ids & set(c.agents) for c in found):
            many = len({tuple(id for id in c.patients if self._is_model(id)) for c in found if c.patients})
        else:
            counts = [c.amounts["enemy"] for c in found if c.what in ENEMIES_OF and "enemy" in c.amounts]
            if not counts:
                if token.number not in (None, 1) or not found:
                    raise Trouble("number", f"how many {token.text!r} stands in no fact")
                return
            arrived = [c for c in found if c.what in ("arrive", "ambush")]
            many = sum(counts) if len(arrived) == len(counts) else counts[0]
        if not many:
            return
        if token.number is not None and token.number != many and not (token.number == 1 and as_patient):
            raise Trouble("number", f"there are {many}, not {token.number} {token.text!r}")
        if token.number is None and token.plural and many < 2:
            raise Trouble("number", f"there is only one {token.text!r}")
        if (
            token.number is None
            and not token.plural
            and many > 1
            and not as_patient
            and token.text not in ("it", "they", "them")
        ):
            raise Trouble("number", f"there are {many} of {token.text!r}")

    def _quantities(
        self, wanted: Sequence[Quantity], found: Sequence[Claim], near: Sequence[Claim], *, strict: bool
    ) -> None:
        for quantity in wanted:
            pool = found if strict and any(_amounts(c, quantity.unit) for c in found) else near
            once = {id(claim): claim for claim in pool}.values()
            values = [value for claim in once for value in _amounts(claim, quantity.unit)]
            if not values:
                raise Trouble("number", f"no fact cited counts {quantity.unit or 'that'!r} here")
            total = sum(values)
            if quantity.number is None:
                if max(values) < 1:
                    raise Trouble("number", f"there is no {quantity.unit!r}")
            elif quantity.number not in values and not (quantity.unit in SUMMED and quantity.number == total):
                raise Trouble("number", f"{quantity.number} {quantity.unit} is in none of the facts cited")
            else:
                self._match(c for c in once if quantity.number in _amounts(c, quantity.unit))

    def _named_things(self, wanted: Sequence[str], near: Sequence[Claim]) -> None:
        for thing in wanted:
            if not any(_is_called(thing, name) for claim in near for name in claim.things):
                raise Trouble("possession", f"{thing!r} has no part in this")

    def _extras(self, frame: Frame, near: Sequence[Claim]) -> None:
        self._quantities(frame.quantities, near, near, strict=False)
        self._named_things(frame.things, near)
        if frame.verb is not None and {f.lemma for f in frame.verb.forms} & self.words.owned and not frame.denied:
            fired = [c for c in near if c.what in ("strike", "miss")]
            self._match(c for c in fired if any(_is_called(t, name) for t in frame.things for name in c.things))
        for token in (*frame.objects, *(t for _, t in frame.oblique)):
            if token.number not in (None, 1) or token.last:
                raise Trouble("number", f"how many {token.text!r} stands in no fact")

    def _others(self, frame: Frame, found: Sequence[Claim]) -> None:
        """Whoever else stands in the sentence must be in the matched facts, too: nobody is merely near."""
        about = {id for claim in found for id in claim.about}
        for _, token in frame.oblique:
            if not token.owner and not token.ids & about and not any(self._only_target(c, token) for c in found):
                raise Trouble("outcome", f"{token.text!r} has no part in it")
            if token.last or (token.number not in (None, 1)):
                self._count(token, [c for c in found if token.ids & set(c.about)], as_patient=True)

    def _loose(self, loose: Frame) -> None:
        """Numbers and things that no verb took up."""
        if not loose.quantities and not loose.things and not any(t.number for t in loose.subject):
            return
        whom = [*loose.subject, *(t for _, t in loose.oblique)]
        near = [c for c in self.cited if all(t.ids & set(c.about) for t in whom)]
        for prep, token in loose.oblique:
            if prep in ("for", "to", "on", "upon"):
                near = [
                    c for c in near if token.ids & set(c.patients) or (c.what in GAINED and token.ids & set(c.agents))
                ]
            elif prep in ("from", "by"):
                near = [c for c in near if token.ids & set(c.agents)]
        if not near:
            raise Trouble("outcome", "no fact cited has all of them in it")
        self._quantities(loose.quantities, near, near, strict=False)
        self._named_things(loose.things, near)
        for token in loose.subject:
            self._count(token, [c for c in near if c.what in ENEMIES_OF], as_patient=False)

    # --- what was told ------------------------------------------------------------------------------------------------

    def _match(self, found: Iterable[Claim]) -> None:
        for claim in found:
            self.matched.setdefault(claim.event)

    def _with_implied(self) -> tuple[int, ...]:
        """Matched events and those cited that they imply: who is killed was hit, who is wounded was struck."""
        told = [c for c in self.cited if c.event in self.matched]
        for claim in self.cited:
            if claim.event in self.matched:
                continue
            for one in told:
                same = set(one.agents) & set(claim.agents)
                whom = not claim.patients or not one.patients or set(one.patients) & set(claim.patients)
                if same and whom and _rank(claim.what) and 0 < _rank(claim.what) < _rank(one.what):
                    self.matched.setdefault(claim.event)
        return tuple(n for n in self.events if n in self.matched)


def _rank(what: str) -> int:
    return {"strike": 1, "hit": 1, "unhurt": 1, "wound": 2, "kill": 3, "ko": 3}.get(what, 0)


def _state_of(claim: Claim) -> tuple[str, ...]:
    return claim.agents if claim.what == "saved all" else claim.patients


def _amounts(claim: Claim, unit: str) -> list[int]:
    return [claim.amounts[u] for u in ALSO.get(unit, (unit,)) if u in claim.amounts]


def _is_called(thing: str, name: str) -> bool:
    low = name.lower()
    return thing == low or low.endswith(f" {thing}")


def _holds(claim: Claim, frame: Frame) -> bool:
    """Whether a claim has a number or a thing that the frame names."""
    by_number = any(
        (q.number in values if q.number is not None else bool(values) and max(values) > 0)
        for q in frame.quantities
        if (values := _amounts(claim, q.unit))
    )
    return by_number or any(_is_called(t, name) for t in frame.things for name in claim.things)
