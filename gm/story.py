"""The story of a saved table: told a choice at a time, so that whatever is undone takes its own sentences with it.

A voice is told of all events in order. Those that were told before it merely hears again, so that it knows where it
stands when a table is opened anew or a choice is taken back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol

from gm.models import chat_model
from gm.names import Names
from gm.pack_texts import PackTexts, names_of
from gm.storyteller import Sentence, Storyteller
from rules_engine import Event, Game
from rules_engine.events import Chosen, HostRuled, Undone
from rules_engine.journal import first_hash

Numbered = tuple[int, Event]


class Voice(Protocol):
    """Whoever tells a story. `names` has seen exactly the events before those given, and is shown them."""

    def hear(self, events: Sequence[Numbered], names: Names) -> None:
        """Take note of events that were told before."""
        ...

    def tell(self, events: Sequence[Numbered], names: Names) -> Sequence[Sentence]:
        """Sentences about these events, each with the numbers of the events it tells. May raise."""
        ...


Voices = Callable[[Game], Voice]


def storyteller(game: Game) -> Storyteller:
    """The storyteller of a game, with its packs' words at hand; its phrases depend on the journal's header alone."""
    texts = PackTexts(game.library)
    return Storyteller(first_hash(game.journal.header), texts.describe, texts.text)


class PlainVoice:
    """The deterministic storyteller at a table: the same game is always told in the same words."""

    def __init__(self, game: Game) -> None:
        self._teller = storyteller(game)

    def hear(self, events: Sequence[Numbered], names: Names) -> None:
        """Tell them again to nobody, so that phrases vary as they did."""
        self._teller.tell(events, names)

    def tell(self, events: Sequence[Numbered], names: Names) -> Sequence[Sentence]:
        """The story of these events."""
        return self._teller.tell(events, names)


class Telling:
    """How far the story of a game has been told, by whom."""

    def __init__(self, voices: Voices = PlainVoice) -> None:
        self._voices = voices
        self._voice: Voice | None = None
        self._names = Names()
        self._heard = 0
        self._undone = 0

    def tell(self, game: Game, events: Sequence[Event], told: int) -> Iterator[tuple[int, Sequence[Sentence]]]:
        """Tell all that holds after event number `told`, a choice at a time: each time the last event's number, and
        the sentences; at the end the number of the last event of all. Whatever the voice raises comes through; the next
        telling then starts afresh, and so it does if this one is not heard to its end.
        """
        undone = sum(isinstance(event, Undone) for event in events)
        if self._voice is None or self._heard != told or self._undone != undone:
            self._voice, self._names, self._heard = self._voices(game), Names(names_of(game.library)), 0
        voice, heard = self._voice, self._heard
        self._voice, self._undone = None, undone
        for part in parts(numbered_in_force(events), heard):
            last = part[-1][0]
            if last <= told:
                voice.hear(part, self._names)
            else:
                yield last, voice.tell(part, self._names)
        self._voice, self._heard = voice, len(events)
        yield len(events), ()


def numbered_in_force(events: Iterable[Event]) -> list[Numbered]:
    """The events that still hold, with their journal numbers (the first is 1)."""
    kept: list[Numbered] = []
    for number, event in enumerate(events, 1):
        if isinstance(event, Undone):
            while kept:
                last = kept.pop()[1]
                if isinstance(last, Chosen | HostRuled) and last.choice == event.to:
                    break
        else:
            kept.append((number, event))
    return kept


def parts(events: Iterable[Numbered], after: int = 0) -> list[list[Numbered]]:
    """The events after number `after`, cut before each choice that was made."""
    found: list[list[Numbered]] = []
    for number, event in events:
        if number <= after:
            continue
        if not found or isinstance(event, Chosen | HostRuled):
            found.append([])
        found[-1].append((number, event))
    return found


def undone_from(events: Sequence[Event], before: int) -> int:
    """The number of the first event that an `Undone` among the events from index `before` on takes back; 0 for none."""
    if not any(isinstance(event, Undone) for event in events[before:]):
        return 0
    kept: list[Numbered] = []
    first = 0
    for number, event in enumerate(events, 1):
        if not isinstance(event, Undone):
            kept.append((number, event))
            continue
        while kept:
            at, last = kept.pop()
            if isinstance(last, Chosen | HostRuled) and last.choice == event.to:
                if number > before:
                    first = min(first or at, at)
                break
    return first


def takes_back(lines: Iterable[bytes]) -> bool:
    """Whether some journal lines take anything back."""
    return any(b'"event":"Undone"' in line for line in lines)


def voices_by_settings() -> tuple[Voices, bool]:
    """The voices that the settings name, and whether they are slow: a language model, told off where it lies, or the
    storyteller alone. Raises ModelSettingsError for half a setting.
    """
    model = chat_model()
    if model is None:
        return PlainVoice, False

    def narrator(game: Game) -> Voice:
        from gm.narrator import Narrator

        return Narrator(storyteller(game), model)

    return narrator, True
