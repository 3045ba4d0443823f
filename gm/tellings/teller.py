"""What every telling has at hand: phrases picked by hash, names filled in, sentences collected."""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import msgspec

from gm.beats import Beat
from gm.grammar import article, definite, numeral, polished, possessive, rendered
from gm.names import Names
from gm.phrases import PHRASES
from rules_engine import events as ev
from rules_engine.events import Event

Describe = Callable[[str], str]
Texts = Callable[[str, str], str]
LASTING = ("injury", "madness", "mutation")


class Sentence(msgspec.Struct, frozen=True):
    """One sentence (or paragraph) of the story, the numbers of the events it tells, and the kind of its beat."""

    text: str
    events: tuple[int, ...]
    beat: str


@dataclass(slots=True)
class Ledger:
    """What each hero has to show for the Adventure so far, by id: XP, Gold, shards of Dark Stone, lasting marks."""

    xp: dict[str, int] = field(default_factory=dict)
    gold: dict[str, int] = field(default_factory=dict)
    stone: dict[str, int] = field(default_factory=dict)
    marks: dict[str, list[str]] = field(default_factory=dict)

    def see(self, event: Event) -> None:
        """Enter an event."""
        match event:
            case ev.AdventureStarted():
                for column in (self.xp, self.gold, self.stone, self.marks):
                    column.clear()
            case ev.XpGained():
                self.xp[event.hero] = self.xp.get(event.hero, 0) + event.xp
            case ev.GoldChanged():
                self.gold[event.hero] = self.gold.get(event.hero, 0) + event.by
            case ev.DarkStoneChanged():
                self.stone[event.hero] = self.stone.get(event.hero, 0) + event.by
            case ev.ChartRolled() if event.kept and event.chart in LASTING:
                self.marks.setdefault(event.hero, []).append(event.name)
            case _:
                pass


class Teller:
    """Says things in varied words. Equal seeds and equal events give equal words."""

    def __init__(self, seed: str, describe: Describe | None = None, texts: Texts | None = None) -> None:
        self.seed = seed
        self.names = Names()
        self.struck = ("", "")  # the hero and Enemy Type of an attack whose Hits are told, and not yet what they cost
        self.mission = ""
        self.cause = ""  # the card or the like that was told of, and need not be named again for what it does
        self.feared: dict[str, None] = {}  # Enemy Types whose Fear was felt in this Fight
        self.ahead = ""  # the kind of the beat that follows at once
        self.carried: list[int] = []  # events that the next sentence tells of as well
        self.ledger = Ledger()
        self.said: list[Sentence] = []
        self._describe = describe
        self._texts = texts
        self._recent: dict[str, deque[str]] = {}

    # --- picking ------------------------------------------------------------------------------------------------------

    def chance(self, number: int, of: int) -> bool:
        """A steady coin: true for one in `of` event numbers."""
        return self._hash(number, "chance") % of == 0

    def passes_over(self, number: int) -> bool:
        """Whether something of which nothing came goes untold: only where more follows at once, and then mostly."""
        return bool(self.ahead) and not self.chance(number, 3)

    def pick(self, number: int, kind: str, *more: str) -> str:
        """A template of a kind (and of more special kinds, where they exist), none that was used lately."""
        found = [t for key in (kind, *more) for t in PHRASES.get(key, ())]
        recent = self._recent.setdefault(kind, deque(maxlen=12))
        lately = list(recent)[-max(1, len(found) // 2) :]
        fresh = [t for t in found if t not in lately] or found
        chosen = fresh[self._hash(number, kind) % len(fresh)]
        recent.append(chosen)
        return chosen

    def _hash(self, number: int, salt: str) -> int:
        digest = hashlib.blake2b(f"{self.seed}|{number}|{salt}".encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big")

    # --- saying -------------------------------------------------------------------------------------------------------

    def phrase(
        self,
        number: int,
        kind: str,
        *more: str,
        hero: str = "",
        count: int = 1,
        fields: Mapping[str, str] | None = None,
    ) -> str:
        """A template of a kind, filled in but not yet a sentence."""
        pronouns = self.names.pronouns(hero)
        filled = dict(fields or {})
        if hero:
            name = self.names.called(hero)
            filled |= {
                "hero": name,
                "heros": possessive(name),
                "they": pronouns.subject,
                "them": pronouns.object,
                "their": pronouns.possessive,
                "themself": pronouns.reflexive,
            }
        return rendered(self.pick(number, kind, *more), filled, plural_hero=pronouns.plural, count=count)

    def add(self, text: str, events: Sequence[int], beat: str) -> None:
        """A finished sentence joins the story."""
        told = tuple(dict.fromkeys([*self.carried, *events]))
        self.carried = []
        self.said.append(Sentence(polished(text), told, beat))

    def say(
        self,
        beat: Beat,
        kind: str,
        *more: str,
        hero: str = "",
        count: int = 1,
        events: Sequence[int] | None = None,
        **fields: str,
    ) -> None:
        """A sentence of a kind about a beat (all its events, unless `events` names some)."""
        told = beat.numbers() if events is None else tuple(events)
        number = told[0] if told else beat.first.number
        self.add(self.phrase(number, kind, *more, hero=hero, count=count, fields=fields), told, beat.kind)

    def own_words(self, topic: str, id: str) -> str:
        """What the packs say about something (`mission.story`, `card`, ...), or nothing."""
        return self._texts(topic, id).strip() if self._texts is not None and id else ""

    def description(self, layout: str) -> str:
        """What a Map Tile looks like, or nothing."""
        return self._describe(layout).strip() if self._describe is not None else ""

    # --- who ----------------------------------------------------------------------------------------------------------

    def some(self, type: str, count: int, *, last: bool = False, other: bool = False) -> str:
        """Some enemies of a type, for the middle of a sentence: `a Void Spider`, `two Void Spiders`, `the last ...`."""
        kind = self.names.kind(type, count)
        if kind == self.names.kind(type, 2 if count == 1 else 1):  # the Dead are never `a Dead`
            if last:
                return f"the last of the {kind}"
            return f"{'another' if other and count == 1 else numeral(count)} of the {kind}"
        if count == 1:
            if self.names.came(type) == 1:
                return definite(kind)
            if last:
                return f"the last {kind}"
            return f"another {kind}" if other else article(kind)
        if last:
            return f"the last {numeral(count)} {kind}"
        return f"{numeral(count)} {'more ' if other else ''}{kind}"

    def all_of(self, type: str, count: int) -> str:
        """The enemies of a type that act together: `the Void Spiders`, `a Void Spider`."""
        if count != 1:
            return f"the {self.names.kind(type, 2)}"
        kind = self.names.kind(type)
        alone = self.names.came(type) == 1 and kind != self.names.kind(type, 2)
        return definite(kind) if alone else self.some(type, 1)

    def those(self, type: str) -> str:
        """All enemies of a type as one: `the Void Spiders`, or `the Lode Horror` where only one ever came."""
        return self.all_of(type, 1 if self.names.came(type) == 1 else 2)

    def source(self, by: str, word: str = "from") -> str:
        """` from the Void Spiders`, if it is known who or what `by` is, else nothing."""
        if not self.names.knows(by):
            return ""
        if self.is_cause(by):
            return ""
        by = self.names.resolve(by)
        if self.names.is_enemy(by):
            return f" {word} {self.some(self.names.type_of(by), 1)}"
        return f" {word} {self.names.called(by)}"

    def is_cause(self, by: str) -> bool:
        """Whether this is what was told of just before."""
        return bool(self.cause) and self.names.source(by).casefold() == self.cause.casefold()
