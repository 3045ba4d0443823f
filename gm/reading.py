"""How the verifier reads a sentence: words with what they stand for, then frames: who does what to whom, how many.

No grammar book is needed for twenty words of plain prose: subject before verb, object after it, `by` after a passive.
What this reading can't place is refused by the verifier, so that a misreading costs a sentence, never the truth.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from gm.words import Form, Lexicon

ENTITY, NUMBER, UNIT, THING, VERB, GESTURE, AMBIENT, BE, HAVE = (
    "entity", "number", "unit", "thing", "verb", "gesture", "ambient", "be", "have",
)  # fmt: skip
THEM = "them"
NOUN, STATE, PREP, WORD, BREAK, NOT, THE, MOD = "noun", "state", "prep", "word", "break", "not", "the", "mod"


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


PREPOSITIONS = _set(
    "of in at on to into onto from with through across over under above below beneath behind beside between among "
    "along around against toward towards upon off out up by near past beyond within without before after amid amidst "
    "for inside outside like"
)
DETERMINERS = _set("a an the this that these those its his their her one's")
BREAKS = _set("and but as while then until when yet so where who which")
NEGATIONS = _set("not never cannot neither nor hardly barely")
HAVING = _set("has have had keeps keep")
AT_PATIENT = _set("at to into onto on upon through against toward towards for in past around over")
FROM_AGENT = _set("from by to under of before beneath against with")
INVERTED = _set("come pour crawl emerge spill arrive appear creep skitter")
_TOKEN = re.compile(r"\0\d+\0|\$?\d+|[^\W\d_]+(?:'[^\W\d_]+)?|[.,;:!?—–()-]|\S")


@dataclass(slots=True)
class Token:
    """A word or name: what it is (`kind`), as it stands (`text`, in lower case), and what it stands for."""

    kind: str
    text: str
    ids: frozenset[str] = frozenset()
    forms: tuple[Form, ...] = ()
    unit: str = ""
    number: int | None = None
    plural: bool = False
    single: bool = False
    owner: bool = False
    last: bool = False
    capital: bool = False


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number of something: `6 wound`; `number` is None where only a plural stands."""

    unit: str
    number: int | None


@dataclass(slots=True)
class Frame:
    """A verb with what belongs to it. `subject` holds entities, or `subject_kind` says what else is there."""

    verb: Token | None
    subject: list[Token] = field(default_factory=list)
    subject_kind: str = ""
    objects: list[Token] = field(default_factory=list)
    oblique: list[tuple[str, Token]] = field(default_factory=list)
    nouns: list[str] = field(default_factory=list)
    places: list[tuple[str, str]] = field(default_factory=list)
    quantities: list[Quantity] = field(default_factory=list)
    things: list[str] = field(default_factory=list)
    passive: bool = False
    denied: bool = False


@dataclass(frozen=True, slots=True)
class Alias:
    """What a name stands for: model ids (`entity`), or a `thing`."""

    kind: str
    ids: frozenset[str] = frozenset()
    plural: bool = False
    single: bool = False


class Trouble(Exception):
    """The sentence can't be read, or holds a word that none may hold: a code and the word."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(f"{code}: {detail}")
        self.code, self.detail = code, detail


class Names:
    """The names that a sentence may hold: exact ones with their capitals, common ones in any case."""

    def __init__(self, exact: Mapping[str, Alias], common: Mapping[str, Alias], pronouns: Mapping[str, Alias]) -> None:
        self._exact, self._pronouns = exact, pronouns
        self._common = {name.lower(): alias for name, alias in common.items() if name}
        self._patterns = [_pattern(exact, 0), _pattern(self._common, re.IGNORECASE)]

    def mark(self, text: str) -> tuple[str, list[Token]]:
        """The text with each name replaced by a mark, and the names in the order of the marks."""
        found: list[Token] = []

        def take(match: re.Match[str]) -> str:
            name = match[1]
            alias = self._exact.get(name) or self._common.get(name.lower())
            if alias is None:
                return match[0]
            owner = bool(match[2])
            found.append(
                Token(
                    alias.kind, name.lower(), alias.ids, plural=alias.plural, single=alias.single, owner=owner,
                    capital=name[:1].isupper(),
                )
            )  # fmt: skip
            return f" \0{len(found) - 1}\0 "

        for pattern in self._patterns:
            if pattern is not None:
                text = pattern.sub(take, text)
        return text, found

    def pronoun(self, word: str) -> Alias | None:
        """Whom a pronoun may stand for."""
        return self._pronouns.get(word)


def _pattern(names: Iterable[str], flags: int) -> re.Pattern[str] | None:
    spelled = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.compile(rf"(?<![\w\0])({spelled})('s|(?<=s)')?(?![\w\0])", flags) if spelled else None


# --- words ------------------------------------------------------------------------------------------------------------


def tokens(text: str, names: Names, words: Lexicon) -> list[Token]:
    """The sentence word by word. Trouble names a word that is unknown or forbidden."""
    marked, named = names.mark(text)
    raw = _TOKEN.findall(marked)
    found: list[Token] = []
    at = 0
    while at < len(raw):
        word = raw[at]
        if word.startswith("\0"):
            found.append(named[int(word.strip("\0"))])
            at += 1
            continue
        length, token = _longest(raw, at, words)
        if token is None:
            token = _word(raw, at, found, names, words)
        if (
            word[:1].isupper()
            and at > 0
            and raw[at - 1] not in ".!?:"
            and not _may_be_capital(token, word, raw[at - 1])
        ):
            raise Trouble("name", f"{word!r} is nobody and nothing that the facts name")
        found.append(token)
        at += length
    return found


def _may_be_capital(token: Token, word: str, before: str) -> bool:
    if before == ";" and token.kind == NUMBER:
        return True
    return token.kind in (UNIT, ENTITY, THING, THE) or word in ("KO'd", "XP") or token.unit != ""


def _longest(raw: list[str], at: int, words: Lexicon) -> tuple[int, Token | None]:
    """The longest phrase of several words that begins here."""
    for length in range(min(words.longest, len(raw) - at), 1, -1):
        phrase = " ".join(raw[at : at + length]).lower()
        if phrase in words.idioms:
            return length, Token(WORD, phrase)
        if phrase in words.units:
            return length, Token(UNIT, phrase, unit=words.units[phrase], plural=phrase.endswith("s"))
        if phrase in words.forms:
            return length, Token(VERB, phrase, forms=words.forms[phrase])
    return 1, None


def _word(raw: list[str], at: int, before: list[Token], names: Names, words: Lexicon) -> Token:
    word = raw[at].lower()
    if word in ".,;:!?—–()-":
        return Token(WORD if word == "-" else BREAK, word)
    if word in words.forbidden:
        raise Trouble(words.forbidden[word], f"{word!r} has no place in the tale")
    if word.lstrip("$").isdecimal():
        unit = "gold" if word.startswith("$") else ""
        return Token(NUMBER, word, number=int(word.lstrip("$")), unit=unit)
    follows = raw[at + 1].lower() if at + 1 < len(raw) else ""
    pronoun = names.pronoun(word)
    if pronoun is not None and not (word == "her" and _noun_follows(follows, words)):
        return Token(pronoun.kind, word, pronoun.ids, plural=False)
    if word in words.numbers:
        return Token(NUMBER, word, number=words.numbers[word])
    if word in NEGATIONS or word.endswith("n't"):
        return Token(NOT, word)
    if word in HAVING:
        return Token(HAVE, word)
    if word in words.be:
        return Token(BE, word)
    if word in DETERMINERS:
        return Token(THE, word)
    if word == "last" and before and before[-1].kind == THE:
        return Token(THE, word, last=True)
    return _open_word(word, follows, before, words)


def _noun_follows(word: str, words: Lexicon) -> bool:
    return word.startswith("\0") or word in words.nouns or word in words.units or word in words.modifiers


def _open_word(word: str, follows: str, before: list[Token], words: Lexicon) -> Token:
    """A verb, noun, unit or colour; where a word may be several of these, what stands before it decides."""
    bare = word[:-2] if word.endswith("'s") else word
    verb = word in words.forms or word in words.gesture or word in words.ambient
    noun = bare in words.nouns or word in words.units
    if word in words.states and (not verb or (before and before[-1].kind in (BE, VERB, THE))):
        if word == "down" and (follows in DETERMINERS or follows.startswith("\0")):
            return Token(PREP, word)
        return Token(STATE, word)
    verbal = follows in words.forms or follows in words.ambient or follows in words.gesture
    expected = _noun_expected(before) or (bool(before) and before[-1].kind == BREAK and verbal)
    if not before and word in words.forms and not verbal and any(f.form == "base" for f in words.forms[word]):
        expected = False
    if verb and word in words.modifiers and (expected or _verb_seen(before)):
        return Token(MOD, word)
    if verb and not (noun and expected):
        forms = words.forms.get(word, ())
        kind = VERB if forms else GESTURE if word in words.gesture else AMBIENT
        return Token(kind, word, forms=forms or words.gesture.get(word) or words.ambient[word])
    if word in words.units and not (bare in words.nouns and not _counted(before)):
        unit = words.units[word]
        if unit == "room" and not _counted(before):
            return Token(NOUN, "props")
        return Token(UNIT, word, unit=unit, plural=word.endswith("s") and unit not in ("gold",))
    if bare in words.nouns:
        return Token(NOUN, words.nouns[bare], owner=bare != word)
    if word in PREPOSITIONS:
        return Token(PREP, word)
    if word in BREAKS:
        return Token(BREAK, word)
    if word in words.modifiers:
        return Token(MOD, word)
    if word in words.function:
        return Token(WORD, word)
    raise Trouble("word", f"{word!r} stands for nothing in the facts and is no colour that is free")


def _noun_expected(before: list[Token]) -> bool:
    for token in reversed(before):
        if token.kind == MOD:
            continue
        if token.kind == ENTITY:
            return token.owner
        return token.kind in (THE, NUMBER, PREP, VERB, HAVE)
    return True


def _counted(before: list[Token]) -> bool:
    for token in reversed(before):
        if token.kind == MOD:
            continue
        return token.kind == NUMBER or token.text in ("a", "an") or token.kind in (VERB, HAVE)
    return False


def _verb_seen(before: list[Token]) -> bool:
    for token in reversed(before):
        if token.kind == BREAK:
            return False
        if token.kind in (VERB, GESTURE, AMBIENT, BE):
            return True
    return False


# --- frames -----------------------------------------------------------------------------------------------------------


class Reader:
    """Reads tokens into frames, from left to right."""

    def __init__(self) -> None:
        self.frames: list[Frame] = []
        self.loose = Frame(None)
        self._last: tuple[list[Token], str] = ([], "")
        self._waiting: list[Frame] = []
        self._held: list[Token] = []

    def read(self, all_tokens: list[Token]) -> list[Frame]:
        """The frames of a sentence; what no verb takes up is in `loose`."""
        part: list[Token] = []
        joined = ""
        for token in [*all_tokens, Token(BREAK, ".")]:
            if token.kind == BREAK:
                if part:
                    self._part(part, joined)
                joined = token.text if part or joined not in ("and", "but") else joined
                part = []
            else:
                part.append(token)
        for frame in self._waiting:
            if not frame.subject and not frame.subject_kind:
                raise Trouble("reading", f"nobody is said to do {frame.verb.text!r}" if frame.verb else "no subject")
        if self._held:
            raise Trouble("reading", f"nothing is said of {self._held[0].text!r}")
        return self.frames

    def _part(self, part: list[Token], joined: str) -> None:
        if not any(t.kind in (VERB, GESTURE, AMBIENT, STATE, HAVE) for t in part):
            verb = self.frames[-1].verb if self.frames else None
            colour = verb is not None and verb.kind in (GESTURE, AMBIENT)
            begins = colour and joined != ":"
            begins = begins or joined == ";" or bool(self._held)
            if begins and all(t.kind in (ENTITY, THE) for t in part):
                self._held += [t for t in part if t.kind == ENTITY]
            else:
                self._continue(part, joined)
            return
        now = _Part(self)
        if self._held:
            now.subject, self._held = self._held, []
            if part[0].kind not in (ENTITY, THE):
                raise Trouble("reading", f"nothing is said of {now.subject[0].text!r}")
        if joined in ("and", ",") and self._last[0] and not self.frames and part[0].kind in (ENTITY, THE):
            now.subject = list(self._last[0])
        for index, token in enumerate(part):
            now.take(token, part[index + 1 :])
        now.finish()
        self._last = (now.subject or self._last[0], now.kind if now.subject or now.kind else self._last[1])
        for frame in self._waiting:
            if not frame.subject and not frame.subject_kind:
                frame.subject, frame.subject_kind = list(now.subject), now.kind
        self._waiting = [f for f in self._waiting if not f.subject and not f.subject_kind]

    def _continue(self, part: list[Token], joined: str) -> None:
        """A part without a verb goes on with what was begun, or waits for the first verb."""
        target = self.frames[-1] if self.frames else self.loose
        now = _Part(self)
        now.frame = target if self.frames else None
        if self.frames and joined in ("and", ",") and target.oblique and not target.objects:
            now.goes_on(target.oblique[-1][0])
        for index, token in enumerate(part):
            now.take(token, part[index + 1 :])
        if now.is_said and (now.subject or now.kind not in ("ambient", "")):
            raise Trouble("state", "what somebody or something is stands in no fact")
        if not self.frames:
            self._last = (now.subject, now.kind)
            self.loose.quantities += now.quantities
            self.loose.things += now.things
            self.loose.subject += now.subject
            self.loose.oblique += now.oblique


class _Part:
    """One part of a sentence, between two breaks."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.subject: list[Token] = []
        self.kind = ""
        self.frame: Frame | None = None
        self.quantities: list[Quantity] = []
        self.things: list[str] = []
        self.oblique: list[tuple[str, Token]] = []
        self.nouns: list[str] = []
        self._prep = ""
        self._number: Token | None = None
        self._article = ""
        self._owner = False
        self._not = False
        self._be = False
        self._last = False
        self._named = False
        self._begun = False
        self._before: Token | None = None

    def take(self, token: Token, after: list[Token]) -> None:
        """The next word."""
        self._named, named = False, self._named
        before, self._before = self._before, token
        self._begun = self._begun or token.kind == WORD
        match token.kind:
            case "prep":
                if not (token.text == "of" and self._number is not None):
                    self._prep = token.text
            case "the":
                self._article, self._last = ("the" if token.last else token.text), token.last or self._last
            case "number":
                if self._number is not None or (self._article in ("a", "an") and token.number == 1):
                    raise Trouble("number", f"{token.text!r} can't be read here")
                if named:
                    raise Trouble("name", f"there is none with the number {token.text!r}")
                self._number = token
                if token.unit:
                    self._quantity(token.unit, token.number)
                elif not any(t.kind in (UNIT, ENTITY) for t in after[:4]):
                    self._quantity("", token.number)
            case "unit":
                plain = None if token.plural else 1 if self._article in ("a", "an") else None
                number = self._number.number if self._number is not None else plain
                unit = "dark stone" if token.unit == "dark stone" else token.unit
                if self._number is None and not token.plural and self._article not in ("a", "an"):
                    number = None
                self._quantity(unit, number)
                if not self._prep and not self.subject and not self.kind and self.frame is None:
                    self.kind = "quantity"
                self._prep = ""
            case "entity":
                self._entity(token)
            case "thing":
                if self._last or (self._number is not None and self._number.number != 1):
                    raise Trouble("number", f"how many {token.text!r} stands in no fact")
                self._number = None
                (self.frame.things if self.frame is not None else self.things).append(token.text)
                if not self._prep and not self.subject and not self.kind and self.frame is None:
                    self.kind = "thing"
                self._prep, self._article = "", ""
            case "noun":
                if before is not None and before.kind == ENTITY and not before.owner:
                    raise Trouble("reading", f"what {before.text!r} does is no verb that is known here")
                self._noun(token, compound=before is not None and before.kind == NOUN and not before.owner)
            case "not":
                self._not = True
            case "be":
                self._be = True
            case "have" | "verb" | "gesture" | "ambient":
                self._verb(token, after)
            case "state":
                self._state(token, after)
            case _:
                pass

    def _quantity(self, unit: str, number: int | None) -> None:
        if self._last:
            raise Trouble("number", f"that it is the last {unit} stands in no fact")
        (self.frame.quantities if self.frame is not None else self.quantities).append(Quantity(unit, number))
        self._number, self._article = None, ""

    def _entity(self, token: Token) -> None:
        if self._number is not None:
            token.number = self._number.number
        elif self._article in ("a", "an"):
            token.number = 1
        token.last = self._last
        self._number, self._article, self._last = None, "", False
        if self._prep:
            (self.frame.oblique if self.frame is not None else self.oblique).append((self._prep, token))
            if not token.owner:
                self._prep = ""
        elif self.frame is not None and self._inverted(self.frame):
            self.frame.subject, self.subject = [token], [token]
        elif self.frame is not None:
            self.frame.objects.append(token)
        elif not self.kind or self.kind == "owner":
            self.subject.append(token)
            self.kind = "owner" if token.owner else ""
        else:
            self.subject, self.kind = [token], ""
        self._owner = token.owner
        self._named = not token.owner

    def goes_on(self, prep: str) -> None:
        """A list goes on: by one, by two and by three."""
        self._prep = prep

    @property
    def is_said(self) -> bool:
        """Whether something is said to be, and nothing else of it."""
        return self._be

    def _inverted(self, frame: Frame) -> bool:
        """Whether the subject comes after the verb: out of the dark come ..."""
        waits = any(frame is one for one in self.reader._waiting)
        return waits and frame.verb is not None and any(f.lemma in INVERTED for f in frame.verb.forms)

    def _noun(self, token: Token, *, compound: bool) -> None:
        if token.text == THEM and self._number is not None:
            return
        if self._number is not None:
            raise Trouble("number", "what is counted stands in no fact")
        self._article = ""
        kind = token.text
        self.nouns.append(kind)
        self._begun = True
        if self._prep:
            if self.frame is not None and not self._owner:
                self.frame.places.append((self._prep, kind))
            self._prep = ""
        elif self._owner and self.frame is None:
            pass
        elif self.frame is not None:
            self.frame.nouns.append("owned" if self._owner else kind)
        elif not self.subject and (not self.kind or compound):
            self.kind = kind
        self._owner = False

    def _verb(self, token: Token, after: list[Token]) -> None:
        before_name = after[:1] and after[0].kind == ENTITY
        participle = any(f.form in ("past", "participle") for f in token.forms)
        ing = any(f.form == "ing" for f in token.forms)
        if self._article and before_name and (participle or ing):
            passive = participle and not ing
            self.reader.frames.append(Frame(token, [after[0]], passive=passive))
            return
        if self._number is not None:
            self._quantity("", self._number.number)
        by = after[:1] and after[0].kind == PREP and after[0].text == "by"
        passive = participle and (self._be or bool(by))
        frame = Frame(token, passive=passive, denied=self._not)
        if self.frame is not None and self.frame.objects and not ing:
            frame.subject = [self.frame.objects[-1]]
        elif self.subject or self.kind:
            frame.subject, frame.subject_kind = list(self.subject), self.kind
        elif self.reader._last[0] or self.reader._last[1]:
            last, kind = self.reader._last
            frame.subject, frame.subject_kind = list(last), kind
            if not self.reader.frames and participle and not self._be and not by:
                frame.passive = True
        else:
            base_only = token.forms and all(f.form == "base" for f in token.forms)
            inverted = self._begun and any(f.lemma in INVERTED for f in token.forms)
            if (base_only and not inverted) or token.kind == HAVE:
                raise Trouble("command", f"{token.text!r} tells somebody to do something")
            frame.passive = participle and not inverted
            self.reader._waiting.append(frame)
        frame.quantities, self.quantities = self.quantities, []
        frame.things, self.things = self.things, []
        frame.oblique, self.oblique = self.oblique, []
        self.reader.frames.append(frame)
        self.frame = frame
        self._not = self._be = False
        self._prep, self._article, self._number, self._owner = "", "", None, False

    def _state(self, token: Token, after: list[Token]) -> None:
        if self._article and after[:1] and after[0].kind == ENTITY:
            self.reader.frames.append(Frame(token, [after[0]]))
            return
        whose = self.subject
        if self.frame is not None and self.frame.objects:
            whose = [self.frame.objects[-1]]
        elif not whose and not self.kind:
            whose = self.reader._last[0]
        if not whose:
            raise Trouble("state", f"{token.text!r} is said of nobody that the facts name")
        frame = Frame(token, list(whose), denied=self._not)
        self.reader.frames.append(frame)
        self._not = self._be = False
        if self.frame is None:
            self.frame = frame

    def finish(self) -> None:
        """What no verb took up is left loose; what somebody merely is, no fact says."""
        if self._be and (self.subject or self.kind not in ("ambient", "")):
            raise Trouble("state", "what somebody or something is stands in no fact")
        if self._number is not None and self.frame is not None:
            self._quantity("", self._number.number)
        self.reader.loose.quantities += self.quantities
        self.reader.loose.things += self.things
        self.reader.loose.oblique += self.oblique
