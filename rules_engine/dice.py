"""The game's dice, and the streams they come from.

A die has a face (what lies on top) and a value (what it counts as): a D3 is a D6 whose faces 1-2, 3-4 and 5-6 count
1, 2 and 3; the Peril Die's six faces count 3, 3, 4, 4, 5, 6. Natural results (doubles, a natural 6) read faces,
targets read values (compilation, "Dice").

Dice of the engine come from named streams. A stream's key is the game's key hashed with the stream's name, and the
die at place `ordinal` is a hash of that place, cut to the die's sides by rejection: no order of asking, no machine and
no Python version changes it.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from enum import StrEnum
from typing import Protocol

import msgspec

from rules_engine.errors import ScriptError


class Die(StrEnum):
    """A die of the game, by the name that cards print."""

    D3 = "D3"
    D6 = "D6"
    D8 = "D8"
    D20 = "D20"
    PERIL = "P"


SIDES: dict[str, int] = {"D3": 6, "D6": 6, "D8": 8, "D20": 20, "P": 6}
VALUES: dict[str, tuple[int, ...]] = {
    "D3": (0, 1, 1, 2, 2, 3, 3),
    "D6": (0, 1, 2, 3, 4, 5, 6),
    "D8": (0, 1, 2, 3, 4, 5, 6, 7, 8),
    "D20": tuple(range(21)),
    "P": (0, 3, 3, 4, 4, 5, 6),
}
D3, D6, D8, PERIL = "D3", "D6", "D8", "P"

# Streams
HERO_DICE = "hero"
ENEMY_DICE = "enemy"
TARGETS = "target"
MAP = "map"


def deck_stream(deck: str) -> str:
    """The stream that draws from a deck, so that no deck's order ever needs to exist."""
    return f"deck:{deck}"


class RolledDie(msgspec.Struct, gc=False):
    """One die of a roll, with the history of its faces.

    `value` is the last face's worth plus `added`; `rerolled` says whether it has used up its one re-roll.
    """

    die: str
    faces: list[int]
    value: int
    added: int = 0
    rerolled: bool = False

    @property
    def face(self) -> int:
        """The face that counts now."""
        return self.faces[-1]


class Roll(msgspec.Struct, gc=False):
    """A group of dice rolled together for one purpose; `id` is its number in the game."""

    id: int
    who: str
    purpose: str
    dice: list[RolledDie]
    target: int | None = None

    @property
    def total(self) -> int:
        """Sum of the dice's values."""
        return sum(d.value for d in self.dice)

    @property
    def values(self) -> list[int]:
        """The dice's values, in the order rolled."""
        return [d.value for d in self.dice]

    @property
    def doubles(self) -> bool:
        """Natural doubles: all dice show the same face."""
        return len(self.dice) > 1 and len({d.face for d in self.dice}) == 1

    def successes(self, target: int | None = None) -> int:
        """How many dice reach the target number."""
        need = self.target if target is None else target
        assert need is not None
        return sum(1 for d in self.dice if d.value >= need)


class DiceSource(Protocol):
    """Where faces come from: the engine's streams, a script, or the players' own dice."""

    def face(self, stream: str, ordinal: int, sides: int, purpose: str) -> int:
        """The face (1..sides) at a place of a stream."""
        ...

    def index(self, stream: str, ordinal: int, count: int, purpose: str) -> int:
        """A uniform index (0..count-1) at a place of a stream, for draws."""
        ...


_SPAN = 1 << 64


class Streams:
    """The engine's own dice: counter-based, keyed, uniform by rejection.

    `key` is 32 bytes; see `open_key` and `fair_key`.
    """

    __slots__ = ("_keys", "key")

    def __init__(self, key: bytes) -> None:
        self.key = key
        self._keys: dict[str, bytes] = {}

    def index(self, stream: str, ordinal: int, count: int, purpose: str = "") -> int:
        """A uniform index 0..count-1 at the place (stream, ordinal)."""
        key = self._keys.get(stream)
        if key is None:
            key = self._keys[stream] = hashlib.blake2b(stream.encode(), key=self.key, digest_size=32).digest()
        limit = _SPAN - _SPAN % count
        attempt = ordinal.to_bytes(8, "big")
        while True:
            number = int.from_bytes(hashlib.blake2b(attempt, key=key, digest_size=8).digest(), "big")
            if number < limit:
                return number % count
            attempt += b"+"

    def face(self, stream: str, ordinal: int, sides: int, purpose: str = "") -> int:
        """The face 1..sides at the place (stream, ordinal)."""
        return self.index(stream, ordinal, sides, purpose) + 1


def open_key(seed: int | str) -> bytes:
    """The key of open play: anyone who knows the seed knows every die."""
    return hashlib.blake2b(f"open:{seed}".encode(), digest_size=32).digest()


def fair_key(secret: bytes, client_seed: str) -> bytes:
    """The key of fair play: HMAC-SHA256 of the client's seed under a secret committed to beforehand."""
    return hmac.new(secret, client_seed.encode(), hashlib.sha256).digest()


def commitment(secret: bytes) -> str:
    """What is published before the client gives its seed: SHA-256 of the secret, in hex."""
    return hashlib.sha256(secret).hexdigest()


class ScriptedDice:
    """Dice of a scenario: faces in order for each purpose; draws by name are scripted at the decks instead.

    Raises ScriptError when a purpose has no face left and there is no `fallback`, so that a scenario states every
    die it depends on.
    """

    def __init__(
        self,
        faces: dict[str, list[int]],
        fallback: DiceSource | None = None,
        names: dict[str, list[str]] | None = None,
    ) -> None:
        self.left = {purpose: list(values) for purpose, values in faces.items()}
        self.fallback = fallback
        self.names = {source: list(values) for source, values in (names or {}).items()}

    def named(self, stream: str, purpose: str, among: Sequence[str]) -> int | None:
        """Where the next thing that the script names for this purpose (or deck) lies among those that can be drawn.

        None if it names nothing for it. Raises ScriptError if what it names is not there.
        """
        for source in (purpose, stream.removeprefix("deck:")):
            queue = self.names.get(source)
            if queue:
                wanted = queue.pop(0)
                if wanted not in among:
                    there = ", ".join(sorted(set(among)))
                    raise ScriptError(f"{source}: '{wanted}' cannot be drawn; there are {there}")
                return list(among).index(wanted)
        return None

    def face(self, stream: str, ordinal: int, sides: int, purpose: str) -> int:
        """The next scripted face for this purpose."""
        queue = self.left.get(purpose)
        if queue:
            face = queue.pop(0)
            if not 1 <= face <= sides:
                raise ScriptError(f"dice: {purpose}: {face} is no face of a die with {sides} sides")
            return face
        if self.fallback is None:
            known = ", ".join(sorted(self.left)) or "none"
            raise ScriptError(
                f"dice: a die for '{purpose}' is rolled that the script does not give (scripted: {known})"
            )
        return self.fallback.face(stream, ordinal, sides, purpose)

    def index(self, stream: str, ordinal: int, count: int, purpose: str) -> int:
        """The next scripted index (1-based in the script) or, without one, the fallback's."""
        queue = self.left.get(purpose)
        if queue:
            place = queue.pop(0)
            if not 1 <= place <= count:
                raise ScriptError(f"dice: {purpose}: {place} is out of the {count} that can be drawn")
            return place - 1
        if self.fallback is None:
            return 0
        return self.fallback.index(stream, ordinal, count, purpose)

    @property
    def unused(self) -> dict[str, list[int] | list[str]]:
        """Scripted faces that nothing rolled, and named things that nothing drew."""
        left: dict[str, list[int] | list[str]] = {purpose: faces for purpose, faces in self.left.items() if faces}
        left.update({source: names for source, names in self.names.items() if names})
        return left
