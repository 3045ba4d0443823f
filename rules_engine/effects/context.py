"""What an effect is about: who, whose ability, which event."""

from __future__ import annotations

from typing import Any

import msgspec


class Context(msgspec.Struct, gc=False):
    """The subject of an effect and what its words refer to.

    `subject` is a hero's id, `owner` the hero or enemy type whose ability it is, `enemy` an enemy's id, `amount` the
    event's number, `kind` melee or ranged, `prevented` what a would-effect has prevented so far, `cause` the ability
    that set it off, `world` the only World whose heroes it is about, `deck` the Loot deck of the card that it is,
    `keywords` those of the ability or token that does it (an Item's own are looked up by `uid`).
    """

    subject: str = ""
    source: str = ""
    owner: str = ""
    enemy: str = ""
    enemy_type: str = ""
    target: str = ""
    amount: int = 0
    n: int = 0
    kind: str = ""
    item: str = ""
    weapon: str = ""
    tile: int = 0
    combat_hit: bool = False
    critical: bool = False
    elite: bool = False
    prevented: int = 0
    canceled: bool = False
    uid: int = 0
    cause: str = ""
    world: str = ""
    deck: str = ""
    keywords: tuple[str, ...] = ()

    def about(self, **changes: Any) -> Context:
        """A copy with some fields changed."""
        return msgspec.structs.replace(self, **changes)
