"""A small Fight, by hand: what the verifier's and the narrator's tests are about."""

from __future__ import annotations

from gm.names import Names
from rules_engine import events as ev
from rules_engine.events import Event

BEFORE: list[Event] = [
    ev.HeroJoined(
        hero={
            "id": "ada",
            "name": "Ada",
            "cls": "us-marshal",
            "pronouns": ["she", "her"],
            "items": [{"uid": 1, "id": "shotgun"}],
        }
    ),
    ev.HeroJoined(
        hero={
            "id": "bela",
            "name": "Bela",
            "cls": "rancher",
            "pronouns": ["he", "him"],
            "items": [{"uid": 2, "id": "bowie-knife"}],
        }
    ),
    ev.HeroJoined(hero={"id": "cole", "name": "Cole", "cls": "bandido", "pronouns": ["they", "them"], "items": []}),
    ev.TilePlaced(1, "mine-entrance", "Mine Entrance", 0, 0, 0, {}),
    ev.FightStarted(1),
    ev.EnemiesCame("void-spiders", "Void Spiders", 4),
    *(ev.EnemyPlaced(f"void-spiders-{n}", "void-spiders", f"1.0{n}") for n in (1, 2, 3, 4)),
    ev.EnemyKilled("void-spiders-3", "void-spiders", "cole"),
    ev.KnockedOut("cole", "void-spiders"),
]
EVENTS: dict[int, Event] = {
    40: ev.ActivationStarted("ada"),
    41: ev.AttackMade("ada", "shotgun", "ranged", 2, 1, 3, 7),
    42: ev.HitResolved("ada", "void-spiders-2", 8, 0, True, 6, 8),
    43: ev.Wounded("void-spiders-2", 6, "ada", 0),
    44: ev.EnemyKilled("void-spiders-2", "void-spiders", "ada"),
    45: ev.XpGained("ada", 15, "void-spiders"),
    46: ev.AttackMade("bela", "bowie-knife", "melee", 0, 0, 1, 9),
    47: ev.EnemiesAttacked("void-spiders", ["void-spiders-1", "void-spiders-4"], "bela", 4, 3, 10),
    48: ev.HitsTaken("bela", "physical", 3, 1, "void-spiders"),
    49: ev.Wounded("bela", 4, "void-spiders", 5),
    50: ev.DarknessNotHeld("ada", 11, 6, 8),
    51: ev.DarknessMoved(3, "hold back"),
    52: ev.EnemiesCame("stranglers", "Stranglers", 3),
    53: ev.GoldChanged("ada", 50, "loot"),
    54: ev.ItemGained("bela", 9, "trail-map", "Trail Map"),
    55: ev.DarkStoneChanged("ada", 2, "loot"),
    56: ev.SanityLost("bela", 2, "void-spiders", 6),
    57: ev.EscapeTested("ada", 4, False, 12),
    58: ev.Healed("ada", wounds=2),
    59: ev.ClueFound(1, 3, 1),
    60: ev.TokenRevealed(1, "door", 2, False),
    61: ev.Scavenged("bela", 1, 13, 0),
    62: ev.KnockedOut("bela", "stranglers"),
}


def names_before() -> Names:
    """Names that have seen everything before the Fight's batch."""
    names = Names()
    for event in BEFORE:
        names.see(event)
    return names


def batch(*numbers: int) -> list[tuple[int, Event]]:
    """The numbered events of the batch, all or some."""
    return [(n, e) for n, e in EVENTS.items() if not numbers or n in numbers]
