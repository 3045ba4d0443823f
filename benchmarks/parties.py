"""The parties, missions and editions that the measurements go through."""

from __future__ import annotations

from rules_engine import GameSetup, party

CLASSES = ("us-marshal", "bandido", "rancher", "saloon-girl", "lawman")
MISSIONS = ("a-fistful-of-dark-stone", "lost-contact", "scouting-party")
EDITIONS = ("compilation", "old-west", "valhalla", "forbidden-fortress")
FOUR = CLASSES[:4]


def heroes(count: int, first: int = 0) -> tuple[str, ...]:
    """So many hero classes, starting anywhere in the list; the sixth repeats one."""
    return tuple(CLASSES[(first + i) % len(CLASSES)] for i in range(count))


def setup_number(number: int) -> GameSetup:
    """The setup of a numbered game: every size of party with every mission and edition, classes turning."""
    size = 1 + number % 6
    mission = MISSIONS[number // 6 % len(MISSIONS)]
    edition = EDITIONS[number // 18 % len(EDITIONS)]
    return party(*heroes(size, number // 72), mission=mission, edition=edition)
