"""What hands must do at a physical table: each event that moves a piece, as an instruction.

The engine keeps the book; figures, tiles, markers and cards are moved by people. `instructions` turns new events into
short orders, in the order in which they happened; what comes to nothing in the end (a figure that walks and is then
walked on) is told as it happened, since others may have stood in the way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from gm.grammar import counted, humanised
from gm.names import Names
from rules_engine import events as ev
from rules_engine import in_force
from rules_engine.events import Event

QUARTERS = ("as it is drawn", "turned a quarter clockwise", "turned half round", "turned a quarter counter-clockwise")
ENDS = {"door": "a Door", "cap": "an End Cap", "gate": "a Gate End Cap"}
OPEN_DECKS = frozenset({"exploration", "map"})
"""Decks whose draws are told by what they bring: a token that is turned over, a tile that is laid."""

UNDONE = "Put everything back as the screen shows it."

Order = Callable[[Any, Names], str]


def _tile(e: ev.TilePlaced, names: Names) -> str:
    turned = QUARTERS[e.rotation % 4]
    where = f", its connection {e.entrance} against door {e.joined}" if e.joined else ""
    if e.through_gate:
        where = f", apart from the other tiles, a Gate End Cap in its connection {e.entrance}"
    token = "; put an Exploration Token on it face down" if e.token == "hidden" else ""
    return f"Lay {e.name} as tile {e.number}, {turned}{where}{token}."


def _door(e: ev.DoorSet, names: Names) -> str:
    return f"Put {ENDS.get(e.status, humanised(e.status))} in exit {e.door}."


def _moved(e: ev.Moved, names: Names) -> str:
    by = f" by way of {', '.join(e.path[:-1])}" if len(e.path) > 1 else ""
    return f"Move {names.name(e.who)} to {e.path[-1]}{_lying(e.base)}{by}."


TOWARD = {"ne": "north-east", "se": "south-east", "sw": "south-west", "nw": "north-west"}


def _lying(base: str) -> str:
    """Where a base of four spaces lies from the space that is named."""
    return f" (its base toward the {TOWARD[base]})" if base else ""


def _marker(word: str) -> Order:
    def order(e: Any, names: Names) -> str:
        return f"Move the {word} marker to space {e.to} of the Depth Track."

    return order


def _drawn(e: ev.CardDrawn, names: Names) -> str:
    if e.deck in OPEN_DECKS:
        return ""
    whom = f" for {names.name(e.hero)}" if e.hero else ""
    return f"Turn over the {humanised(e.deck).title()} card {e.title}{whom}."


def _wounded(e: ev.Wounded, names: Names) -> str:
    who, markers = names.name(e.target), counted(e.wounds, "Wound marker")
    if names.is_hero(e.target):
        return f"{who} takes {markers} ({e.left} Health left)."
    return f"Put {markers} on {who} ({e.left} Health left)." if e.left > 0 else ""


def _sanity(e: ev.SanityLost, names: Names) -> str:
    return f"{names.name(e.target)} takes {counted(e.sanity, 'Sanity marker')} ({e.left} Sanity left)."


def _given(e: ev.Given, names: Names) -> str:
    what = e.name or (f"{e.amount} {humanised(e.what)}")
    return f"{names.name(e.hero)} hands {what} to {names.name(e.to)}."


def _status(sign: str) -> Order:
    def order(e: Any, names: Names) -> str:
        markers = f"{e.count} {humanised(e.status).title()} marker{'' if e.count == 1 else 's'}"
        return f"{names.name(e.hero)}: {sign} {markers}."

    return order


def _purse(word: str) -> Order:
    def order(e: Any, names: Names) -> str:
        return f"{names.name(e.hero)} {'takes' if e.by > 0 else 'pays'} {abs(e.by)} {word}." if e.by else ""

    return order


def _healed(e: ev.Healed, names: Names) -> str:
    parts = [
        f"{n} {word}" for n, word in ((e.wounds, "Wound"), (e.sanity, "Sanity"), (e.corruption, "Corruption")) if n
    ]
    return f"{names.name(e.hero)} takes off {', '.join(parts)} markers." if parts else ""


ORDERS: dict[type[Event], Order] = {
    ev.TilePlaced: _tile,
    ev.DoorSet: _door,
    ev.TokenRevealed: lambda e, names: f"Turn over the Exploration Token on tile {e.tile}.",
    ev.Scavenged: lambda e, names: f"Put a Scavenged marker on tile {e.tile}." if e.found else "",
    ev.Moved: _moved,
    ev.Placed: lambda e, names: f"Put {names.name(e.who)} on {e.space}.",
    ev.Displaced: lambda e, names: f"Put {names.name(e.smaller)} on {e.space}, out of the way.",
    ev.EnemyPlaced: lambda e, names: f"Put {names.name(e.enemy)} on {e.space}{_lying(e.base)}.",
    ev.EnemyKilled: lambda e, names: f"Take {names.name(e.enemy)} off the board.",
    ev.EnemyHealed: lambda e, names: f"Take {counted(e.wounds, 'Wound marker')} off {names.name(e.enemy)}.",
    ev.BlastThrown: lambda e, names: f"Put the explosion's marker on {e.space}; take it off when it is done.",
    ev.DarknessMoved: _marker("Darkness"),
    ev.HeroesAdvanced: _marker("Hero Party"),
    ev.CardDrawn: _drawn,
    ev.CardRemains: lambda e, names: f"Leave {e.title} in play.",
    ev.CardLeftPlay: lambda e, names: f"Discard {names.uid(e.uid, e.card)}.",
    ev.DeckReshuffled: lambda e, names: f"Shuffle the discards of the {humanised(e.deck).title()} deck into a new one.",
    ev.DreadGrew: lambda e, names: "Put a Growing Dread card face down on the stack.",
    ev.DreadRevealed: lambda e, names: f"Take the top Growing Dread card; {e.left} stay.",
    ev.ItemGained: lambda e, names: f"{names.name(e.hero)} takes the card {e.name}.",
    ev.ItemLost: lambda e, names: f"{names.name(e.hero)} loses {names.uid(e.uid, e.item)}.",
    ev.UpgradeAttached: lambda e, names: f"{names.name(e.hero)} puts the card {e.name} under the {e.host}.",
    ev.UpgradeRemoved: lambda e, names: f"{names.name(e.hero)} takes the card {e.name} from under the {e.host}.",
    ev.UpgradeForged: lambda e, names: f"{names.name(e.hero)} notes {e.name} on the {e.host}, for good.",
    ev.CorpsePlaced: lambda e, names: f"Put a Corpse Token on {e.space}.",
    ev.CorpseRemoved: lambda e, names: f"Take the Corpse Token off {e.space}.",
    ev.CorpseRose: lambda e, names: f"Take the Corpse Token off {e.space}: it rises.",
    ev.FlameCast: lambda e, names: f"Lay the Flame Template from {names.name(e.who)} to {names.name(e.target)}.",
    ev.Given: _given,
    ev.TokenGained: lambda e, names: f"{names.name(e.hero)} puts {names.thing(e.token)} into the Side Bag.",
    ev.TokenSpent: lambda e, names: f"{names.name(e.hero)} gives up {names.thing(e.token)}.",
    ev.Wounded: _wounded,
    ev.SanityLost: _sanity,
    ev.CorruptionGained: lambda e, names: f"{names.name(e.target)} takes {e.corruption} Corruption ({e.now} in all).",
    ev.Healed: _healed,
    ev.StatusAdded: _status("add"),
    ev.StatusRemoved: _status("remove"),
    ev.KnockedOut: lambda e, names: f"Lay {names.name(e.hero)} down.",
    ev.Recovered: lambda e, names: f"Stand {names.name(e.hero)} up on {e.space}.",
    ev.Revived: lambda e, names: f"Discard a Revive Token ({e.tokens_left} left).",
    ev.HeroDied: lambda e, names: f"Take {names.name(e.hero)} off the board.",
    ev.GritChanged: lambda e, names: f"{names.name(e.hero)} has {e.grit} Grit.",
    ev.AbilityTokensChanged: lambda e, names: f"{names.name(e.hero)} has {e.now} {humanised(e.token).title()}.",
    ev.TeamCardAdded: lambda e, names: f"Put {e.title} into the pool of Team Ability cards.",
    ev.TeamCardLeft: lambda e, names: f"Discard {e.title} from the pool of Team Ability cards.",
    ev.GoldChanged: _purse("Gold"),
    ev.PeltsCollected: lambda e, names: f"{names.name(e.hero)} takes {counted(e.by, 'Pelt')} ({e.now} in all).",
    ev.DarkStoneChanged: _purse("Dark Stone"),
    ev.BasicAllyUsed: lambda e, names: f"{names.name(e.hero)} discards {e.name}.",
    ev.AllyUpgraded: lambda e, names: f"Write {e.name} on the sheet of {names.name(e.ally)}.",
    ev.MythicGained: lambda e, names: f"Write the Mythic Ability {e.name} by {names.name(e.type)}.",
    ev.TraitGained: lambda e, names: f"Lay the Trait card {e.name} by {names.name(e.type)}.",
    ev.TallyChanged: lambda e, names: f"Set the Mission's count of {e.label} to {e.now}.",
    ev.WorldFound: lambda e, names: f"Lay the World card {e.name} face up.",
    ev.WorldLeft: lambda e, names: f"Shuffle the World card {e.name} back into its deck.",
    ev.ArchiveChanged: lambda e, names: f"Keep {e.now} Archive markers beside the Depth Track.",
    ev.Stepped: lambda e, names: f"Move {names.name(e.hero)} to {e.space}.",
    ev.LeftBehind: lambda e, names: f"Take {names.name(e.enemy)} off the board.",
    ev.ShootoutMarked: lambda e, names: f"Put a Shootout marker by {names.name(e.hero)}.",
    ev.ShootoutCleared: lambda e, names: f"Take the Shootout markers of {names.name(e.type)} away.",
    ev.CoverPlaced: lambda e, names: f"Put a cover marker on {e.space}.",
    ev.CoverDestroyed: lambda e, names: f"Take the cover marker off {e.space}.",
    ev.LaidDown: lambda e, names: f"{names.name(e.hero)} puts {e.name} down on {e.space}.",
    ev.TakenUp: lambda e, names: f"{names.name(e.hero)} takes {e.name} from {e.space}.",
    ev.SetOff: lambda e, names: f"Take the {e.name} off {e.space}.",
    ev.LightTaken: lambda e, names: f"{names.name(e.hero)} takes the {e.name}.",
    ev.Stepped: lambda e, names: f"Move {names.name(e.hero)} to {e.space}.",
    ev.LaidDown: lambda e, names: f"Put {e.name} of {names.name(e.hero)} on {e.space}.",
    ev.TakenUp: lambda e, names: f"{names.name(e.hero)} takes {e.name} from {e.space}.",
    ev.SetOff: lambda e, names: f"Take the {e.name} off {e.space}: it goes off.",
    ev.CoverPlaced: lambda e, names: f"Put a cover marker on {e.space}.",
    ev.CoverDestroyed: lambda e, names: f"Take the cover marker off {e.space}.",
}


class Hands:
    """Keeps what the hands at one table have been told to do; `known` are names by id, as for `Names`."""

    def __init__(self, known: Mapping[str, str] | None = None) -> None:
        self._known = known
        self._names = Names(known)
        self._seen = 0

    def new(self, events: Sequence[Event]) -> list[str]:
        """The orders of all events since the last time. After an Undone the screen shows how it stood before."""
        new = events[self._seen :]
        self._seen = len(events)
        undone = max((i for i, event in enumerate(new) if isinstance(event, ev.Undone)), default=-1)
        if undone < 0:
            return instructions(new, self._names)
        self._names = Names(self._known)
        back = len(events) - len(new) + undone + 1
        instructions(in_force(events[:back]), self._names)
        return [UNDONE, *instructions(new[undone + 1 :], self._names)]


def instructions(events: Iterable[Event], names: Names) -> list[str]:
    """What hands must do for some new events. `names` is shown each of them on the way."""
    found: list[str] = []
    for event in events:
        names.see(event)
        order = ORDERS.get(type(event))
        text = order(event, names) if order is not None else ""
        if text:
            found.append(text)
    return found
