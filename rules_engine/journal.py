"""The journal: a header and the events, hash-chained, one JSON line each.

A line's hash covers the line before it, so nothing can be changed, left out or added in the middle. The head (the last
hash) is what a finished game is sealed with; together with the commitment published at the start it catches a journal
that was chained anew or cut short.
"""

from __future__ import annotations

import functools
import hashlib
import operator
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from rules_engine.errors import JournalError
from rules_engine.events import EVENT_TYPES, Chosen, Event, HostRuled, Undone
from rules_engine.setup import GameSetup
from rules_engine.state import State

VERSION = 1
_encode = msgspec.json.Encoder(order="deterministic").encode


@functools.cache
def _decoder() -> msgspec.json.Decoder[Any]:
    """Reads any event; made when the first is read."""
    return msgspec.json.Decoder(functools.reduce(operator.or_, EVENT_TYPES.values()))


def _decode_event(data: bytes | msgspec.Raw) -> Event:
    event: Event = _decoder().decode(data)
    return event


class Header(msgspec.Struct, frozen=True, omit_defaults=True):
    """The first line: how to play the game again. `seed` in open play; `commitment` and `client_seed` in fair play."""

    version: int
    setup: GameSetup
    content: str
    seed: str | None = None
    commitment: str | None = None
    client_seed: str | None = None


class Seal(msgspec.Struct, frozen=True, omit_defaults=True):
    """The last line of a finished game: the head of the chain, the final state and, in fair play, the secret."""

    head: str
    fingerprint: str
    secret: str | None = None


class Line(msgspec.Struct, frozen=True):
    """One event line: number, hash, and the event as it was written."""

    n: int
    h: str
    e: msgspec.Raw


def first_hash(header: Header) -> str:
    """The hash that the chain starts from."""
    return hashlib.sha256(_encode(header)).hexdigest()


def link(previous: str, event: bytes) -> str:
    """The hash of the next line."""
    return hashlib.sha256(previous.encode() + event).hexdigest()


class Journal:
    """A journal being written: events in, lines out."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.head = first_hash(header)
        self.lines: list[bytes] = [_encode({"header": header})]
        self.sealed: Seal | None = None

    def append(self, events: Iterable[Event]) -> None:
        """Write events."""
        n, lines, sha256, encode = len(self.lines) - 1, self.lines, hashlib.sha256, _encode
        head = self.head.encode()
        for event in events:
            data = encode(event)
            head = sha256(head + data).hexdigest().encode()  # as `link` has it
            n += 1
            lines.append(b'{"n":%d,"h":"%b","e":%b}' % (n, head, data))
        self.head = head.decode()

    def seal(self, state: State, secret: bytes | None) -> Seal:
        """Close the journal of a finished game."""
        if self.sealed is None:
            self.sealed = Seal(self.head, state.fingerprint(), secret.hex() if secret else None)
            self.lines.append(_encode({"seal": self.sealed}))
        return self.sealed

    def dump(self) -> bytes:
        """The whole journal as JSON lines."""
        return b"\n".join(self.lines) + b"\n"


class Reading(msgspec.Struct):
    """A journal that was read and whose chain holds."""

    header: Header
    events: list[Event]
    head: str
    seal: Seal | None


def read(data: bytes | str) -> Reading:
    """Read a journal and check its hash chain. Raises JournalError with the line that fails."""
    raw = data.encode() if isinstance(data, str) else data
    lines = [line for line in raw.split(b"\n") if line.strip()]
    if not lines:
        raise JournalError("line 1: the journal is empty")
    header = _header(lines[0])
    head, events, seal = first_hash(header), [], None
    for number, line in enumerate(lines[1:], 2):
        if seal is not None:
            raise JournalError(f"line {number}: nothing may follow the seal")
        if line.startswith(b'{"seal"'):
            seal = _seal(line, number)
            if seal.head != head:
                raise JournalError(
                    f"line {number}: the seal is for another chain (head {seal.head[:12]}, found {head[:12]})"
                )
            continue
        entry, event = _entry(line, number)
        if entry.n != number - 1:
            raise JournalError(f"line {number}: event {number - 1} is missing or out of order (found {entry.n})")
        head = link(head, bytes(entry.e))
        if head != entry.h:
            raise JournalError(f"line {number}: the hash does not hold: this line or one before it was changed")
        if _encode(event) != bytes(entry.e):
            raise JournalError(f"line {number}: the event is not written as this engine writes it")
        events.append(event)
    return Reading(header, events, head, seal)


def _header(line: bytes) -> Header:
    try:
        header = msgspec.json.decode(line, type=dict[str, Header], strict=True)["header"]
    except (msgspec.DecodeError, KeyError, UnicodeDecodeError) as error:
        raise JournalError(f"line 1: no journal header: {error}") from None
    if header.version != VERSION:
        raise JournalError(f"line 1: journal version {header.version}; this engine reads version {VERSION}")
    if _encode({"header": header}) != line:
        raise JournalError("line 1: the header is not written as this engine writes it: it was changed")
    return header


def _seal(line: bytes, number: int) -> Seal:
    try:
        seal = msgspec.json.decode(line, type=dict[str, Seal])["seal"]
    except (msgspec.DecodeError, KeyError, UnicodeDecodeError) as error:
        raise JournalError(f"line {number}: no seal: {error}") from None
    if _encode({"seal": seal}) != line:
        raise JournalError(f"line {number}: the seal is not written as this engine writes it: it was changed")
    return seal


def _entry(line: bytes, number: int) -> tuple[Line, Event]:
    try:
        entry = msgspec.json.decode(line, type=Line)
        event: Event = _decode_event(entry.e)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise JournalError(f"line {number}: this is no event: {error}") from None
    if b'{"n":%d,"h":"%s","e":%s}' % (entry.n, entry.h.encode(), bytes(entry.e)) != line:
        raise JournalError(f"line {number}: the line is not written as this engine writes it: it was changed")
    return entry, event


def _answers(event: Event, choice: int) -> bool:
    """Whether an event is what was done at the Choice with this number."""
    return isinstance(event, Chosen | HostRuled) and event.choice == choice


def in_force(events: Iterable[Event]) -> list[Event]:
    """The events that still hold: what an `Undone` took back is left out."""
    kept: list[Event] = []
    for event in events:
        if isinstance(event, Undone):
            while kept and not _answers(kept[-1], event.to):
                kept.pop()
            if kept:
                kept.pop()
            continue
        kept.append(event)
    return kept


def fold(events: Iterable[Event], state: State) -> State:
    """Apply events to a state, in order; what was undone is skipped."""
    for event in in_force(events):
        event.apply(state)
    return state


def encode_event(event: Event) -> bytes:
    """An event as the journal writes it."""
    return _encode(event)


def decode_events(lines: Iterable[bytes]) -> Iterator[Event]:
    """Events from journal event data."""
    for line in lines:
        yield _decode_event(line)


def plain(event: Event) -> dict[str, Any]:
    """An event as plain data, with its name under `event`."""
    built: dict[str, Any] = msgspec.to_builtins(event)
    return built
