"""The narrator: a language model tells the turn as long as it tells the truth; the storyteller tells the rest.

Each sentence is checked on its own, as soon as it is there, and shown at once if it is true. One that is not is put
back to the model once; then the deterministic storyteller speaks for those events. Whatever happens to the model
(nothing heard, cut off, refused, nonsense), the turn ends within its deadline with everything told that must be.
"""

from __future__ import annotations

import asyncio
import copy
import json
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import prompts
from gm.models import ChatVoice, ModelError, Voice
from gm.names import Names
from gm.storyteller import Sentence
from rules_engine.events import Event

Batch = Sequence[tuple[int, Event]]

DEADLINE = 20.0
MODEL_BEAT = "model"
LONGEST_LINE = 2_000
MOST_SENTENCES = 60
MOST_COLOUR = 2
MOST_RETELLINGS = 4
MOST_FACTS = 80
SHORTEST_TRY = 0.05


class Teller(Protocol):
    """Tells events in order without a model, as `gm.storyteller.Storyteller` does."""

    def tell(self, events: Batch, names: Names) -> list[Sentence]:
        """The story of these events; `names` is shown them."""
        ...


@dataclass(slots=True)
class Telling:
    """How a turn was told: sentences heard from the model, shown as they came, put right, and refused (by code)."""

    heard: int = 0
    shown: int = 0
    retold: int = 0
    refused: dict[str, int] = field(default_factory=dict)
    ended: str = ""
    seconds: float = 0.0


class Narrator:
    """Tells batches of events, with a model's words where they are true.

    `model` is a Voice, a LangChain chat model, or None (no model is ever called). `deadline` is in seconds for a
    whole turn, all of the model's second chances included. `last` says how the last turn was told.
    """

    def __init__(self, storyteller: Teller, model: Voice | Any | None = None, deadline: float = DEADLINE) -> None:
        self._storyteller = storyteller
        voice: Any = model
        self._voice: Voice | None = voice if voice is None or hasattr(voice, "speak") else ChatVoice(voice)
        self._deadline = deadline
        self.last = Telling()

    async def narrate(self, events: Batch, names: Names, lore: Sequence[str] = ()) -> AsyncIterator[Sentence]:
        """The story of these events, sentence by sentence. `names` has seen what went before, and is shown these."""
        began = time.monotonic()
        self.last = telling = Telling()
        before = copy.deepcopy(names) if self._voice is not None and events else None
        plain = self._storyteller.tell(events, names)
        if self._voice is None or before is None:
            telling.ended = "no model"
            for sentence in plain:
                yield sentence
            return
        ends = began + self._deadline - min(0.25, self._deadline * 0.2)
        turn = _Turn(self._voice, events, before, plain, telling, ends)
        async for sentence in turn.told(tuple(lore)):
            yield sentence
        telling.seconds = time.monotonic() - began

    def hear(self, events: Batch, names: Names) -> None:
        """Take note of events that were told before: no model is called, phrases vary as they would have."""
        self._storyteller.tell(events, names)

    def tell(self, events: Batch, names: Names) -> list[Sentence]:
        """The whole story of these events, as `gm.story.Voice` asks for it."""
        return self.narrate_now(events, names)

    def narrate_now(self, events: Batch, names: Names, lore: Sequence[str] = ()) -> list[Sentence]:
        """The whole story of these events at once, for callers without an event loop."""

        async def collect() -> list[Sentence]:
            return [sentence async for sentence in self.narrate(events, names, lore)]

        if self._voice is None:
            self.last = Telling(ended="no model")
            return self._storyteller.tell(events, names)
        return asyncio.run(collect())


class _Turn:
    """One batch, told once."""

    def __init__(
        self, voice: Voice, events: Batch, before: Names, plain: Sequence[Sentence], telling: Telling, ends: float
    ) -> None:
        from gm.verifier import Verifier

        self._voice = voice
        self._verifier = Verifier(events, before)
        self._facts = self._verifier.facts
        self._plain = plain
        self._telling = telling
        self._ends = ends
        self._covered: dict[int, None] = {}
        self._said: dict[str, None] = {}
        self._spoken: dict[int, None] = {}
        self._colour = 0
        self._retellings = 0
        self._who = self._cast(before, events)

    async def told(self, lore: Sequence[str]) -> AsyncIterator[Sentence]:
        """The model's true sentences as they come, then whatever is left."""
        if not any(fact.must_tell for fact in self._facts.values()):
            self._telling.ended = "nothing to tell"
        else:
            try:
                async for draft in self._drafts(lore):
                    for sentence in await self._accepted(draft):
                        yield sentence
                self._telling.ended = self._telling.ended or "told"
            except ModelError as error:
                self._telling.ended = error.code
            except Exception as error:  # whatever a model or its library does, the turn is told
                self._telling.ended = type(error).__name__
        for sentence in self._left():
            yield sentence

    # --- what the model says ------------------------------------------------------------------------------------------

    async def _drafts(self, lore: Sequence[str]) -> AsyncIterator[tuple[str, tuple[int, ...]]]:
        facts = [self._line(n) for n in list(self._facts)[:MOST_FACTS]]
        snippets = "\n".join(f"- {_one_line(text)}" for text in lore[:6]) or "- nothing"
        system, user = prompts.load("narrate").render(names=self._who, lore=snippets, facts="\n".join(facts))
        stream = self._voice.speak([("system", system), ("user", user)], self._remaining())
        try:
            async for draft in _objects(stream):
                self._telling.heard += 1
                if self._telling.heard > MOST_SENTENCES:
                    self._telling.ended = "too much"
                    return
                yield draft
        finally:
            await _hang_up(stream)

    async def _accepted(self, draft: tuple[str, tuple[int, ...]]) -> list[Sentence]:
        """The draft if it is true; else the model's second try; else the storyteller's words for those events."""
        from gm.verifier import clean

        text, cited = clean(draft[0]), draft[1]
        if not [n for n in cited if n in self._facts] and text:
            self._refuse("cites")
            return []
        verdict = self._verifier.check(text, cited)
        if verdict.ok:
            return self._show(text, cited, verdict.told)
        for reason in verdict.reasons[:1]:
            self._refuse(reason.code)
        known = tuple(n for n in cited if n in self._facts)
        untold = [n for n in known if n not in self._covered]
        if not untold:
            return []
        again = await self._retold(text, known, [f"{r.code}: {r.detail}" for r in verdict.reasons])
        if again is not None:
            words, told = again
            self._telling.retold += 1
            return self._show(words, known, told)
        return self._instead(untold)

    async def _retold(
        self, text: str, cited: tuple[int, ...], why: Sequence[str]
    ) -> tuple[str, tuple[int, ...]] | None:
        from gm.verifier import clean

        if self._retellings >= MOST_RETELLINGS or self._remaining() < SHORTEST_TRY:
            return None
        self._retellings += 1
        facts = "\n".join(self._line(n) for n in cited)
        system, user = prompts.load("retell").render(
            names=self._who, facts=facts, sentence=_one_line(text), reasons=_one_line("; ".join(why))
        )
        stream = self._voice.speak([("system", system), ("user", user)], self._remaining() * 0.5)
        try:
            async for again, _ in _objects(stream):
                words = clean(again)
                verdict = self._verifier.check(words, cited)
                return (words, verdict.told) if verdict.ok and verdict.told else None
        except ModelError:
            return None
        finally:
            await _hang_up(stream)
        return None

    def _show(self, text: str, cited: tuple[int, ...], told: tuple[int, ...]) -> list[Sentence]:
        if text in self._said or (told and all(n in self._covered for n in told)):
            return []
        if not told:
            self._colour += 1
            if self._colour > MOST_COLOUR:
                return []
        self._said[text] = None
        self._covered |= dict.fromkeys(told)
        self._telling.shown += 1
        return [Sentence(text, told or tuple(n for n in cited if n in self._facts), MODEL_BEAT)]

    def _refuse(self, code: str) -> None:
        self._telling.refused[code] = self._telling.refused.get(code, 0) + 1

    # --- what the storyteller says ------------------------------------------------------------------------------------

    def _instead(self, events: Sequence[int]) -> list[Sentence]:
        """The storyteller's sentences that tell these events, each once."""
        found = []
        for index, sentence in enumerate(self._plain):
            if index not in self._spoken and set(sentence.events) & set(events):
                self._spoken[index] = None
                self._covered |= dict.fromkeys(sentence.events)
                found.append(sentence)
        return found

    def _left(self) -> Iterator[Sentence]:
        """Everything that must be told and was not; in plain words where the storyteller has none."""
        if not self._said and not self._spoken:
            self._covered |= {n: None for sentence in self._plain for n in sentence.events}
            yield from self._plain
        else:
            yield from self._instead([n for n, f in self._facts.items() if f.must_tell and n not in self._covered])
        for number, fact in self._facts.items():
            if fact.must_tell and number not in self._covered:
                self._covered[number] = None
                yield Sentence(fact.text, (number,), "fact")

    # --- what the model is told ---------------------------------------------------------------------------------------

    def _line(self, number: int) -> str:
        fact = self._facts[number]
        return f"e{number} {_one_line(fact.text)}{' [must tell]' if fact.must_tell else ''}"

    def _cast(self, before: Names, events: Batch) -> str:
        names = copy.deepcopy(before)
        for _, event in events:
            names.see(event)
        lines: dict[str, None] = {}
        for fact in self._facts.values():
            for id in fact.about:
                if names.is_hero(id):
                    spoken = names.pronouns(id)
                    cls = f", {names.classes[id]}" if names.classes.get(id) else ""
                    lines[f"- {names.name(id)} ({spoken.subject}/{spoken.object}{cls})"] = None
                elif names.is_enemy(id):
                    lines[f"- {names.name(id)} (it)"] = None
                elif names.knows(id):
                    lines[f"- {names.name(id)}"] = None
        return "\n".join(_one_line(line) for line in lines) or "- nobody"

    def _remaining(self) -> float:
        return max(0.0, self._ends - time.monotonic())


# --- untrusted text ---------------------------------------------------------------------------------------------------


async def _objects(stream: AsyncIterator[str]) -> AsyncIterator[tuple[str, tuple[int, ...]]]:
    """The sentences in a stream of JSON lines; lines that are none are passed over."""
    held = ""
    async for piece in stream:
        held += piece
        while "\n" in held:
            line, _, held = held.partition("\n")
            if (found := _object(line)) is not None:
                yield found
        if len(held) > LONGEST_LINE:
            return
    if (found := _object(held)) is not None:
        yield found


def _object(line: str) -> tuple[str, tuple[int, ...]] | None:
    """A sentence with its event numbers, from one line; None where there is none."""
    line = line.strip().rstrip(",").strip()
    if not line.startswith("{") or len(line) > LONGEST_LINE:
        return None
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, Mapping):
        return None
    text, events = found.get("text"), found.get("events")
    if not isinstance(text, str) or not isinstance(events, list):
        return None
    return text, tuple(dict.fromkeys(n for n in map(_number, events[:40]) if n is not None))


def _number(value: object) -> int | None:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, str) and value.lstrip("e").isascii() and value.lstrip("e").isdigit() and len(value) < 12:
        return int(value.lstrip("e"))
    return None


def _one_line(text: str) -> str:
    """Text on one line and of bounded length, so that it cannot pose as another part of a prompt."""
    return " ".join(text.split())[:600]


async def _hang_up(stream: AsyncIterator[str]) -> None:
    closing = getattr(stream, "aclose", None)
    if closing is not None:
        try:
            async with asyncio.timeout(0.3):
                await closing()
        except Exception:
            return
