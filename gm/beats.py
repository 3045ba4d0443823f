"""Beats: runs of events that belong together and are told in one breath.

A hero's Attack with its Hits, kills and XP is one beat; so is an Enemy Type's attack with what got through.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from gm.names import Names
from rules_engine import events as ev
from rules_engine.events import Event


@dataclass(frozen=True, slots=True)
class Seen:
    """An event with what only the moment knew: whether it killed the last of its type, where the Darkness had been."""

    number: int
    event: Event
    last: bool = False
    was: int = 0


@dataclass(slots=True)
class Beat:
    """Events told together; `who` is the hero or Enemy Type that it is about."""

    kind: str
    who: str = ""
    seen: list[Seen] = field(default_factory=list)

    @property
    def first(self) -> Seen:
        """The event that opened the beat."""
        return self.seen[0]

    def all(self, *kinds: type[Event]) -> list[Any]:
        """The beat's events of these kinds, in order."""
        return [s.event for s in self.seen if isinstance(s.event, kinds)]

    def numbers(self, *kinds: type[Event]) -> tuple[int, ...]:
        """Event numbers of these kinds (all, if none is named)."""
        return tuple(s.number for s in self.seen if not kinds or isinstance(s.event, kinds))


UNTOLD: tuple[type[Event], ...] = (
    ev.Rolled,
    ev.Rerolled,
    ev.Picked,
    ev.Chosen,
    ev.Undone,
    ev.TurnEnded,
    ev.PhaseStarted,
    ev.ActivationStarted,
    ev.ActivationEnded,
    ev.CardDiscarded,
    ev.CardReturned,
    ev.DeckReshuffled,
    ev.DreadRevealed,
    ev.TileDidNotFit,
    ev.Placed,
    ev.MoveRolled,
    ev.Equipped,
    ev.Given,
    ev.UpgradeRemoved,
    ev.CorpsePlaced,
    ev.AbilityReadied,
    ev.LastingStarted,
    ev.LastingEnded,
    ev.EnemyPlaced,
    ev.EnemiesOrdered,
    ev.ShieldCharged,
    ev.ShieldsDischarged,
    ev.EnemyTargeted,
    ev.HitAssigned,
    ev.RetreatRolled,
    ev.ShootoutMarked,
    ev.ShootoutCleared,
    ev.Displaced,
    ev.NothingHappened,
    ev.TileEntered,
    ev.HeroesAdvanced,
    ev.GritChanged,
    ev.AllyXpGained,
    ev.TeamCardAdded,
    ev.ArchiveChanged,
    ev.Aimed,
    ev.Ran,
    ev.Stepped,
    ev.ObstaclesCounted,
    ev.CoverPlaced,
    ev.CoverDestroyed,
    ev.Deferred,
)
GAIN_DECKS = frozenset({"loot", "scavenge", "gear", "artifact"})
TOLD_DECKS = frozenset({"darkness", "growing-dread"})
RARE = frozenset({"fight", "adventure"})  # abilities that may be used once in so long are worth a word
SMALL_XP = 20
TOLD_CORPSES = 3
TOLD_TOKENS = 4  # a single Ability Token that comes or goes is told in so many events
UNSAID = frozenset({"the Adventure begins", "a new turn", "the Adventure is over"})
TOLD_MOVES = 7  # one enemy's move in so many is told

GAINS = (
    ev.XpGained, ev.GoldChanged, ev.DarkStoneChanged, ev.PeltsCollected, ev.TokenGained, ev.ItemGained, ev.LootTaken,
    ev.CardDrawn,
)  # fmt: skip
COSTS = (ev.HitsTaken, ev.Wounded, ev.SanityLost, ev.CorruptionGained)
HARMS = (*COSTS, ev.Prevented)
NO_HARM = (ev.AttackMade, ev.HitResolved)
BLOWS = (ev.HitResolved, ev.EnemyArmorHeld, ev.Wounded, ev.EnemyKilled)

OPENS: dict[type[Event], str] = {
    ev.AdventureStarted: "opening",
    ev.HeroJoined: "opening",
    ev.LightTaken: "light",
    ev.AdventureEnded: "end",
    ev.TurnStarted: "turn",
    ev.ActivationLost: "lost",
    ev.HostRuled: "host",
    ev.DarknessHeld: "darkness",
    ev.DarknessNotHeld: "darkness",
    ev.DarknessMoved: "darkness",
    ev.DepthEventRolled: "depth",
    ev.CardDrawn: "card",
    ev.CardCanceled: "canceled",
    ev.CardRemains: "remains",
    ev.CardLeftPlay: "left_play",
    ev.DreadGrew: "dread",
    ev.TilePlaced: "tile",
    ev.WorldFound: "world",
    ev.WorldEntered: "entered",
    ev.WorldLeft: "left_world",
    ev.LibraryConsulted: "library",
    ev.LibraryLearned: "learned",
    ev.DoorSet: "doors",
    ev.TokenRevealed: "token",
    ev.ClueFound: "clue",
    ev.ObjectiveFound: "objective",
    ev.TallyChanged: "tally",
    ev.Scavenged: "scavenge",
    ev.Moved: "move",
    ev.EncounterBegan: "encounter",
    ev.XpGained: "gains",
    ev.GoldChanged: "gains",
    ev.DarkStoneChanged: "gains",
    ev.PeltsCollected: "gains",
    ev.TokenGained: "gains",
    ev.ItemGained: "gains",
    ev.LootTaken: "gains",
    ev.HitsTaken: "harm",
    ev.SanityLost: "harm",
    ev.CorruptionGained: "harm",
    ev.Prevented: "harm",
    ev.FearFelt: "harm",
    ev.VoicesHeard: "harm",
    ev.PoisonRolled: "harm",
    ev.CorruptionFromStone: "harm",
    ev.KnockedOut: "ko",
    ev.Revived: "revived",
    ev.Recovered: "recovered",
    ev.HeroDied: "died",
    ev.Healed: "healed",
    ev.CaughtBreath: "breath",
    ev.TokenSpent: "token_spent",
    ev.BasicAllyUsed: "basic_ally",
    ev.AllyUpgraded: "ally_upgraded",
    ev.ItemLost: "item_lost",
    ev.UpgradeAttached: "upgrade",
    ev.UpgradeForged: "upgrade",
    ev.StatusAdded: "status",
    ev.StatusRemoved: "relief",
    ev.ChartRolled: "chart",
    ev.Mutating: "mutating",
    ev.SkillTested: "test",
    ev.EscapeTested: "escape",
    ev.AbilityUsed: "ability",
    ev.AbilityTokensChanged: "tokens",
    ev.TeamCardLeft: "team_card",
    ev.SpellCast: "spell",
    ev.FightStarted: "fight",
    ev.AttackBrought: "fight",
    ev.EnemiesCame: "fight",
    ev.EliteGained: "fight",
    ev.TraitGained: "fight",
    ev.MythicGained: "fight",
    ev.NextElite: "next_elite",
    ev.AttackMade: "attack",
    ev.HitResolved: "attack",
    ev.EnemyArmorHeld: "attack",
    ev.EnemyKilled: "attack",
    ev.Wounded: "harm",
    ev.EnemyHealed: "enemy_healed",
    ev.LeftBehind: "left_behind",
    ev.Immune: "immune",
    ev.EnemiesAttacked: "foes",
    ev.BlastThrown: "blast",
    ev.BlastHit: "blast",
    ev.CorpseRemoved: "corpse",
    ev.CorpseRose: "corpse",
    ev.FlameCast: "flame",
    ev.FightEnded: "fight_over",
    ev.LaidDown: "option",
    ev.TakenUp: "option",
    ev.SetOff: "option",
    ev.CoverSought: "option",
    ev.DarknessOverhead: "option",
}


def gather(seen: Iterable[Seen], names: Names) -> list[Beat]:
    """Events grouped into beats, in order; book-keeping is left out and interrupts nothing."""
    beats: list[Beat] = []
    for one in seen:
        event = one.event
        if isinstance(event, UNTOLD) or not _worth_telling(one, names):
            continue
        if beats and _belongs(beats[-1], event, names):
            beats[-1].seen.append(one)
        elif isinstance(event, ev.XpGained) and 0 <= event.xp < SMALL_XP:
            continue  # the hero's sheet shows it
        else:
            kind = OPENS[type(event)]
            if isinstance(event, ev.Wounded) and not names.is_hero(event.target):
                kind = "attack"
            elif isinstance(event, ev.CardDrawn) and event.deck in GAIN_DECKS:
                kind = "gains"
            beats.append(Beat(kind, subject(event, names), [one]))
    return beats


def subject(event: Event, names: Names) -> str:
    """The hero, or else the Enemy Type, that an event is about."""
    for attribute in ("hero", "target", "who"):
        value = getattr(event, attribute, "")
        if isinstance(value, str) and names.is_hero(value):
            return value
    if isinstance(event, ev.EnemyKilled | ev.Wounded) and names.is_hero(event.by):
        return event.by
    if isinstance(event, ev.EnemiesCame):
        return event.type
    if isinstance(event, ev.Moved):
        return names.type_of(event.who)
    return ""


def joined(beats: Iterable[Beat]) -> list[Beat]:
    """Beats in which nothing came of it, put together: shots that hit nothing, enemies that did, empty rooms."""
    found: list[Beat] = []
    for beat in beats:
        kind = _in_vain(beat)
        if (kind and found and found[-1].kind == kind) or (found and _alike(found[-1], beat)):
            found[-1].seen.extend(beat.seen)
        elif found and _second_try(found[-1], beat):
            found[-1].seen.extend(beat.seen)
            found[-1].kind = "attack"
        elif kind:
            found.append(Beat(kind, beat.who, list(beat.seen)))
        else:
            found.append(beat)
    return found


def _second_try(beat: Beat, other: Beat) -> bool:
    """Whether a hero who hit nothing now hits, or the other way around."""
    heroes = {e.hero for e in (*beat.all(ev.AttackMade), *other.all(ev.AttackMade))}
    kinds = {beat.kind, other.kind}
    tries = len(beat.all(ev.AttackMade)) + len(other.all(ev.AttackMade))
    return kinds in ({"misses", "attack"}, {"attack"}) and len(heroes) == 1 and tries == 2 and _vain(beat, other) == 1


def _vain(*beats: Beat) -> int:
    return sum(not e.hits for beat in beats for e in beat.all(ev.AttackMade))


def _alike(beat: Beat, other: Beat) -> bool:
    """Whether two beats in a row are the same Skill test, put to several."""
    one, two = beat.first.event, other.first.event
    if not isinstance(one, ev.SkillTested) or not isinstance(two, ev.SkillTested):
        return False
    return (one.skill, one.because) == (two.skill, two.because) and two.hero not in [
        s.event.hero for s in beat.seen if isinstance(s.event, ev.SkillTested)
    ]


def _in_vain(beat: Beat) -> str:
    events = [s.event for s in beat.seen]
    match beat.kind:
        case "attack" if all(isinstance(e, ev.AttackMade) and not e.hits for e in events):
            return "misses"
        case "attack" if beat.all(ev.AttackMade) and len(beat.numbers(*NO_HARM)) == len(events):
            return "unhurt" if beat.all(ev.HitResolved) and not any(e.wounds for e in beat.all(ev.HitResolved)) else ""
        case "foes" if not beat.all(ev.Wounded, ev.SanityLost, ev.CorruptionGained, ev.Prevented):
            taken, struck = beat.all(ev.HitsTaken), sum(e.hits for e in beat.all(ev.EnemiesAttacked))
            return "foes_in_vain" if not struck or (taken and all(e.saved >= e.hits for e in taken)) else ""
        case "scavenge" if all(isinstance(e, ev.Scavenged) and not e.found for e in events):
            return "scavenge_none"
    return ""


def _worth_telling(one: Seen, names: Names) -> bool:
    event = one.event
    match event:
        case ev.CardDrawn():
            return event.deck in GAIN_DECKS or event.deck in TOLD_DECKS
        case ev.AbilityUsed():
            return event.until in RARE and names.is_hero(event.who) and not event.ability.startswith("throw-")
        case ev.AbilityTokensChanged():
            return event.because not in UNSAID and (abs(event.by) > 1 or one.number % TOLD_TOKENS == 0)
        case ev.TeamCardLeft():
            return event.because == "played"
        case ev.Moved():
            return not names.is_hero(event.who) and one.number % TOLD_MOVES == 0
        case ev.CorpseRemoved():
            return one.number % TOLD_CORPSES == 0
        case ev.CorruptionFromStone():
            return event.hits > 0
        case ev.NextElite():
            return event.elite > 0
        case ev.WorldEntered():
            return bool(event.hero)
        case ev.DoorSet():
            return event.status in ("cap", "gate", "door")
        case ev.Prevented() | ev.EnemyArmorHeld():
            return (event.amount if isinstance(event, ev.Prevented) else event.prevented) > 0
        case _:
            return True


def _gain(beat: Beat, event: Event, names: Names) -> bool:
    return isinstance(event, GAINS) and not (isinstance(event, ev.CardDrawn) and event.deck not in GAIN_DECKS)


def _own_gain(beat: Beat, event: Event, names: Names) -> bool:
    own = subject(event, names) == beat.who or (isinstance(event, ev.CardDrawn) and not event.hero)
    return own and _gain(beat, event, names)


def _harm(beat: Beat, event: Event, names: Names) -> bool:
    return isinstance(event, HARMS) and bool(beat.who) and subject(event, names) == beat.who


def _shared_harm(beat: Beat, event: Event, names: Names) -> bool:
    """The same thing hurts somebody else, or what that one is spared of it."""
    first = beat.first.event
    if not isinstance(first, COSTS) or not isinstance(event, HARMS) or not names.is_hero(event_target(event)):
        return False
    if isinstance(event, ev.Prevented):
        return subject(event, names) == subject(beat.seen[-1].event, names)
    return event.by == first.by


def event_target(event: Event) -> str:
    """Whom a harm befalls."""
    return str(getattr(event, "hero", "") or getattr(event, "target", ""))


def _shared_healing(beat: Beat, event: Event, names: Names) -> bool:
    first = beat.first.event
    if isinstance(event, ev.CaughtBreath):
        return isinstance(first, ev.Healed) and not first.by
    return isinstance(event, ev.Healed) and isinstance(first, ev.Healed) and event.by == first.by and not first.by


def _blow(beat: Beat, event: Event, names: Names) -> bool:
    if isinstance(event, ev.Wounded) and names.is_hero(event.target):
        return False
    who = subject(event, names)
    if isinstance(event, BLOWS):
        return isinstance(event, ev.EnemyArmorHeld) or who in (beat.who, "") or not beat.who
    return isinstance(event, ev.XpGained | ev.Healed) and who == beat.who and beat.first.event is not event


def _darkness(beat: Beat, event: Event, names: Names) -> bool:
    return isinstance(event, ev.DarknessMoved)


def _only(*kinds: type[Event]) -> Callable[[Beat, Event, Names], bool]:
    def belongs(beat: Beat, event: Event, names: Names) -> bool:
        return isinstance(event, kinds)

    return belongs


def _own(*kinds: type[Event]) -> Callable[[Beat, Event, Names], bool]:
    def belongs(beat: Beat, event: Event, names: Names) -> bool:
        return isinstance(event, kinds) and subject(event, names) == beat.who

    return belongs


def _tile(beat: Beat, event: Event, names: Names) -> bool:
    return isinstance(event, ev.XpGained) and subject(event, names) == beat.who


def _move(beat: Beat, event: Event, names: Names) -> bool:
    return isinstance(event, ev.Moved) and not names.is_hero(event.who) and names.type_of(event.who) == beat.who


def _remains(beat: Beat, event: Event, names: Names) -> bool:
    first = beat.first.event
    return isinstance(event, ev.CardRemains) and isinstance(first, ev.CardDrawn) and first.card == event.card


BELONGS: dict[str, Sequence[Callable[[Beat, Event, Names], bool]]] = {
    "opening": (_only(ev.HeroJoined, ev.AdventureStarted, ev.LightTaken),),
    "darkness": (_darkness,),
    "card": (_remains,),
    "tile": (_tile,),
    "tally": (_only(ev.TallyChanged),),
    "entered": (_only(ev.WorldLeft),),
    "token": (_only(ev.DoorSet, ev.ClueFound),),
    "doors": (_only(ev.DoorSet),),
    "scavenge": (_own_gain,),
    "gains": (_gain,),
    "move": (_move,),
    "attack": (_blow,),
    "foes": (_harm,),
    "harm": (_harm, _shared_harm),
    "blast": (_only(ev.BlastHit, ev.EnemyKilled, ev.EnemyArmorHeld), _own(ev.XpGained), _only(ev.Wounded)),
    "left_behind": (_only(ev.LeftBehind),),
    "fight": (
        _only(ev.FightStarted, ev.AttackBrought, ev.EnemiesCame, ev.EliteGained, ev.TraitGained, ev.MythicGained),
    ),
    "healed": (_own(ev.Healed, ev.Recovered), _shared_healing),
    "token_spent": (_own(ev.Healed, ev.StatusRemoved),),
    "recovered": (_own(ev.Healed),),
    "breath": (_own(ev.Healed, ev.CaughtBreath),),
    "ability": (_own(ev.TokenSpent, ev.Healed, ev.StatusRemoved),),
    "mutating": (_own(ev.ChartRolled),),
    "chart": (_own(ev.Healed, ev.Recovered),),
}


def _belongs(beat: Beat, event: Event, names: Names) -> bool:
    return any(test(beat, event, names) for test in BELONGS.get(beat.kind, ()))
