"""What an event lets a sentence say: who did what to whom, with which numbers and things.

A claim is the part of an event that prose can be held to. The verifier matches each verb of a sentence with claims.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from gm.grammar import humanised
from gm.names import Names
from rules_engine import events as ev
from rules_engine.events import Event
from rules_engine.state import ENTRANCE

Amounts = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Claim:
    """One thing that is true: `what` happened, by `agents`, to `patients`; `amounts` by unit, `things` by their names.

    `kind` narrows what was done with: `ranged`, `melee`, `blast`.
    """

    event: int
    what: str
    agents: tuple[str, ...] = ()
    patients: tuple[str, ...] = ()
    amounts: Amounts = field(default_factory=dict)
    things: tuple[str, ...] = ()
    kind: str = ""

    @property
    def about(self) -> tuple[str, ...]:
        """Everybody in it."""
        return (*self.agents, *self.patients)


def claims_of(number: int, event: Event, names: Names) -> tuple[Claim, ...]:
    """The claims of an event; none where prose has nothing to say about it."""
    return tuple(_harm(number, event, names) or _fight(number, event, names) or _table(number, event, names))


def _source(by: str, names: Names) -> tuple[str, ...]:
    if not by or not names.knows(by):
        return ()
    return (by, names.type_of(by)) if names.is_enemy(by) else (by,)


def _thing(by: str, names: Names) -> tuple[str, ...]:
    return (names.source(by),) if by and not _source(by, names) else ()


def _enemy(id: str, names: Names) -> tuple[str, ...]:
    return (id, names.type_of(id)) if names.is_enemy(id) else (id,)


def _harm(n: int, event: Event, names: Names) -> list[Claim]:
    """What befalls heroes, and what they gain and lose."""
    match event:
        case ev.HitsTaken():
            unit = {"horror": "horror hit", "corruption": "corruption hit"}.get(event.kind, "hit")
            amounts = {unit: event.hits, "hit": event.hits, "saved": event.saved}
            by, hero = _source(event.by, names), (event.hero,)
            found = [Claim(n, "hit", by, hero, amounts, _thing(event.by, names))] if event.hits else []
            if event.saved:
                whole = "saved all" if event.saved >= event.hits else "saved"
                found.append(Claim(n, whole, hero, by, {"hit": event.saved, unit: event.saved, "saved": event.saved}))
            return found
        case ev.Wounded():
            left = {"health": event.left} if names.is_hero(event.target) else {}
            patients = _enemy(event.target, names)
            if not event.wounds:
                return [Claim(n, "unhurt", _source(event.by, names), patients, {"wound": 0, **left})]
            amounts = {"wound": event.wounds, **left}
            return [Claim(n, "wound", _source(event.by, names), patients, amounts, _thing(event.by, names))]
        case ev.SanityLost() if event.sanity:
            amounts = {"sanity": event.sanity, "sanity left": event.left}
            return [Claim(n, "shaken", _source(event.by, names), (event.target,), amounts, _thing(event.by, names))]
        case ev.CorruptionGained() if event.corruption:
            amounts = {"corruption": event.corruption, "corruption now": event.now}
            return [Claim(n, "corrupted", _source(event.by, names), (event.target,), amounts)]
        case ev.Prevented() if event.amount:
            unit = {"wounds": "wound", "sanity": "sanity", "corruption": "corruption"}.get(event.kind, event.kind)
            return [Claim(n, "saved", _source(event.by, names), (event.target,), {unit: event.amount})]
        case ev.KnockedOut():
            return [Claim(n, "ko", _source(event.by, names), (event.hero,), {}, _thing(event.by, names))]
        case ev.Revived():
            return [Claim(n, "revive", (), (event.hero,), {"token": 1}, ("Revive Token",))]
        case ev.Recovered():
            return [Claim(n, "revive", (), (event.hero,))]
        case ev.HeroDied():
            return [Claim(n, "die", _source(event.because, names), (event.hero,), {}, _thing(event.because, names))]
        case ev.Healed():
            parts = {"wound": event.wounds, "sanity": event.sanity, "corruption": event.corruption}
            amounts = {unit: number for unit, number in parts.items() if number}
            by = _source(event.by, names) if event.by != event.hero else ()
            return [Claim(n, "heal", by, (event.hero,), amounts)] if amounts else []
        case ev.CaughtBreath():
            return [Claim(n, "breath", (event.hero,), (), {"wound": event.healed, "heal": event.healed})]
        case ev.XpGained():
            return [Claim(n, "gain", (event.hero,), (), {"xp": event.xp}, _thing(event.because, names))]
        case ev.GritChanged() if event.by:
            amounts = {"grit": abs(event.by), "grit now": event.grit}
            return [Claim(n, "gain" if event.by > 0 else "spend", (event.hero,), (), amounts)]
        case ev.AbilityTokensChanged() if event.by:
            unit = event.token.replace("-", " ")
            amounts = {unit: abs(event.by), f"{unit} now": event.now}
            return [Claim(n, "gain" if event.by > 0 else "spend", (event.hero,), (), amounts)]
        case ev.SpellCast():
            return [Claim(n, "use" if event.cast else "miss", (event.hero,), (), {}, (event.spell,))]
        case ev.TeamCardLeft():
            return [Claim(n, "use", (event.hero,), (), {}, (event.title,))]
        case ev.TeamCardAdded():
            return [Claim(n, "gain", (event.hero,), (), {"card": 1}, (event.title,))]
        case ev.GoldChanged() if event.by:
            return [Claim(n, "gain" if event.by > 0 else "spend", (event.hero,), (), {"gold": abs(event.by)})]
        case ev.DarkStoneChanged() if event.by:
            return [Claim(n, "gain" if event.by > 0 else "spend", (event.hero,), (), {"dark stone": abs(event.by)})]
        case ev.PeltsCollected():
            return [Claim(n, "gain", (event.hero,), (), {"pelt": event.by, "pelt now": event.now})]
        case ev.TokenGained():
            return [Claim(n, "gain", (event.hero,), (), {"item": 1}, (names.thing(event.token),))]
        case ev.ItemGained():
            return [Claim(n, "gain", (event.hero,), (), {"item": 1}, (event.name,))]
        case ev.TakenUp():
            return [Claim(n, "gain", (event.hero,), (), {"item": 1}, (event.name,))]
        case ev.LaidDown():
            return [Claim(n, "throw" if event.thrown else "spend", (event.hero,), (), {}, (event.name,))]
        case ev.SetOff():
            return [Claim(n, "use", (event.hero,), (), {}, (event.name,))]
        case ev.CoverSought():
            return [Claim(n, "pass" if event.found else "fail", (event.hero,), (), {}, ("cover",))]
        case ev.TokenSpent():
            return [Claim(n, "spend", (event.hero,), (), {}, (names.thing(event.token),))]
        case ev.BasicAllyUsed():
            return [Claim(n, "spend", (event.hero,), (), {}, (event.name,))]
        case ev.AllyXpGained():
            return [Claim(n, "gain", (event.ally,), (), {"xp": event.xp})]
        case ev.AllyUpgraded():
            return [Claim(n, "gain", (event.ally,), (), {}, (event.name,))]
        case ev.ItemLost():
            return [Claim(n, "spend", (event.hero,), (), {}, (names.uid(event.uid, event.item),))]
        case ev.UpgradeAttached() | ev.UpgradeForged():
            return [Claim(n, "upgrade", (event.hero,), (), {}, (event.name, event.host))]
        case ev.LootTaken():
            return [Claim(n, "gain", (event.hero,), (), {"card": len(event.cards)}, ("Loot",))]
        case ev.StatusAdded():
            return [Claim(n, "status", (), (event.hero,), {f"{event.status} marker": event.count}, (event.status,))]
        case ev.StatusRemoved():
            return [Claim(n, "relief", (), (event.hero,), {f"{event.status} marker": event.count}, (event.status,))]
        case ev.ChartRolled():
            return [Claim(n, "chart", (), (event.hero,), {}, (event.name, humanised(event.chart)))]
        case ev.Mutating():
            return [Claim(n, "mutate", (), (event.hero,), {"corruption": event.removed})]
        case ev.SkillTested():
            skill = humanised(event.skill)
            return [Claim(n, "pass" if event.passed else "fail", (event.hero,), (), {}, (skill,))]
        case ev.VoicesHeard():
            return [Claim(n, "voices", (event.hero,), (), {}, ("Voices in the Dark", "Voices"))]
        case ev.PoisonRolled():
            amounts = {"wound": event.wounds, "poison marker": event.worn_off}
            return [Claim(n, "poison", (), (event.hero,), amounts, ("Poison",))]
        case ev.EscapeTested():
            return [Claim(n, "escape" if event.passed else "escape fail", (event.hero,))]
        case ev.CorruptionFromStone() if event.hits:
            amounts = {"corruption hit": event.hits, "dark stone": event.stones, "hit": event.hits}
            return [Claim(n, "hit", (), (event.hero,), amounts)]
        case ev.FearFelt():
            amounts = {"horror hit": event.hits, "hit": event.hits}
            agents = tuple(id for by in event.by for id in _source(by, names))
            return [Claim(n, "fear", agents, (event.hero,), amounts)]
        case ev.AbilityUsed():
            return [Claim(n, "use", _source(event.who, names), (), {}, (event.name,))]
    return []


def _fight(n: int, event: Event, names: Names) -> list[Claim]:
    """What happens in Fights."""
    match event:
        case ev.FightStarted():
            return [Claim(n, "fight begins")]
        case ev.EnemiesCame():
            what = "ambush" if event.ambush else "arrive"
            return [Claim(n, what, (event.type,), (), {"enemy": event.count})]
        case ev.AttackBrought() if event.ambush:
            return [Claim(n, "ambush", (), (), {}, _thing(event.because, names))]
        case ev.AttackMade():
            weapon = names.weapon(event.weapon)
            things = (weapon,) if weapon else ()
            amounts = {"hit": event.hits, "critical hit": event.criticals, "die": event.dice, "shot": event.dice}
            return [Claim(n, "strike" if event.hits else "miss", (event.hero,), (), amounts, things, event.kind)]
        case ev.HitResolved():
            amounts = {"wound": event.wounds, "damage": event.damage, "defense": event.defense, "hit": 1}
            if event.critical:
                amounts["critical hit"] = 1
            patients = _enemy(event.enemy, names)
            return [Claim(n, "wound" if event.wounds else "unhurt", (event.hero,), patients, amounts)]
        case ev.EnemyArmorHeld() if event.prevented:
            return [Claim(n, "armor", _enemy(event.enemy, names), (), {"wound": event.prevented}, ("Armor",))]
        case ev.EnemyKilled():
            patients = _enemy(event.enemy, names)
            return [Claim(n, "kill", _source(event.by, names), patients, {"enemy": 1}, _thing(event.by, names))]
        case ev.LeftBehind():
            return [Claim(n, "left behind", (), _enemy(event.enemy, names), {"space": event.distance})]
        case ev.Immune():
            patients = (event.model,) if names.is_hero(event.model) else _enemy(event.model, names)
            return [Claim(n, "unhurt", (), patients)]
        case ev.EnemyHealed() if event.wounds:
            return [Claim(n, "heal", (), _enemy(event.enemy, names), {"wound": event.wounds})]
        case ev.EnemyTargeted() if event.hero:
            return [Claim(n, "target", _enemy(event.enemy, names), (event.hero,))]
        case ev.EnemiesAttacked():
            agents = (event.type, *event.enemies)
            amounts = {"hit": event.hits, "die": event.dice, "enemy": len(event.enemies)}
            return [
                Claim(n, "strike" if event.hits else "miss", agents, (event.hero,), amounts, (), event.kind),
            ]
        case ev.BlastThrown():
            things = (names.thing(event.token),)
            found = [Claim(n, "throw", (event.hero,), (), {}, things, "blast")]
            if not event.hit:
                found.append(Claim(n, "bounce", (event.hero,), (), {}, things, "blast"))
            return found
        case ev.CorpseRose():
            return [Claim(n, "rise", (event.type,), (), {"enemy": 1}, ("Corpse Token",))]
        case ev.CorpseRemoved():
            return [Claim(n, "corpse", (), (), {}, ("Corpse Token",))]
        case ev.FlameCast():
            by, target = _source(event.who, names), _enemy(event.target, names)
            return [Claim(n, "flame", by, target, {}, _thing(event.by, names))]
        case ev.BlastHit():
            what = "wound" if event.wounds else "unhurt"
            return [Claim(n, what, (), _enemy(event.target, names), {"wound": event.wounds}, (), "blast")]
        case ev.FightEnded():
            return [Claim(n, "fight ends", (), (), {"turn": event.turns})]
        case ev.TraitGained():
            return [Claim(n, "elite", (event.type,), (), {}, (event.name,))]
        case ev.EliteGained() | ev.MythicGained():
            return [Claim(n, "elite", (event.type,), (), {}, (event.name,))]
    return []


def _table(n: int, event: Event, names: Names) -> list[Claim]:
    """The Darkness, cards, the board, the Adventure."""
    match event:
        case ev.DarknessHeld():
            amounts = {"total": event.total, "needed": event.needed}
            return [Claim(n, "hold", (event.hero,), ("darkness",), amounts)]
        case ev.DarknessNotHeld():
            amounts = {"total": event.total, "needed": event.needed}
            return [Claim(n, "hold fail", (event.hero,), ("darkness",), amounts)]
        case ev.DarknessMoved():
            back = names.darkness_was > event.to
            amounts = {"space": 1, "left": ENTRANCE - event.to}
            return [Claim(n, "darkness back" if back else "darkness on", ("darkness",), (), amounts)]
        case ev.HeroesAdvanced():
            return [Claim(n, "deeper", ("heroes",))]
        case ev.LightTaken():
            return [Claim(n, "light", (event.hero,), (), {}, (event.name, "lantern"))]
        case ev.HeroJoined():
            return [Claim(n, "join", (str(event.hero["id"]),))]
        case ev.AdventureStarted():
            return [Claim(n, "begin", (), (), {"revive token": event.revive_tokens}, (humanised(event.mission),))]
        case ev.AdventureEnded():
            return [Claim(n, event.outcome, ("heroes",))]
        case ev.DepthEventRolled():
            return [Claim(n, "depth event", (), (), {}, (event.name,))]
        case ev.CardDrawn():
            return [Claim(n, "draw", (event.hero,) if event.hero else (), (), {"card": 1}, (event.title,))]
        case ev.CardCanceled():
            return [Claim(n, "cancel", (), (), {}, (event.title,))]
        case ev.CardRemains():
            return [Claim(n, "remain", (), (), {}, (event.title,))]
        case ev.CardLeftPlay():
            return [Claim(n, "gone", (), (), {}, (names.uid(event.uid, event.card),))]
        case ev.DreadGrew():
            return [Claim(n, "dread", (), (), {"card": event.cards}, ("Growing Dread",))]
        case ev.TilePlaced():
            hero = (event.hero,) if event.hero else ()
            return [Claim(n, "room", hero, (), {"room": 1}, (names.tile(event.number),))]
        case ev.WorldFound():
            return [Claim(n, "world", (event.hero,), (), {"world": 1, "gate": 1}, (event.name,))]
        case ev.WorldEntered() if event.hero:
            return [Claim(n, "world", (event.hero,), (), {"world": 1, "gate": 1}, (event.name,))]
        case ev.LibraryConsulted():
            return [Claim(n, "depth event", (), (), {}, (event.name,))]
        case ev.WorldLeft():
            return [Claim(n, "gone", (), (), {}, (event.name,))]
        case ev.DoorSet():
            number = event.door.partition(".")[0]
            room = (names.tile(int(number)),) if number.isdecimal() else ()
            return [Claim(n, {"cap": "dead end"}.get(event.status, event.status), (), (), {}, room)]
        case ev.TokenRevealed() if event.doors:
            return [Claim(n, "door", (), (), {"door": event.doors}, (names.tile(event.tile),))]
        case ev.ClueFound():
            amounts = {"clue": 1}
            if event.needed:
                amounts |= {"clues so far": event.clues, "clues needed": event.needed}
            return [Claim(n, "find", ("heroes",), (), amounts, ("Clue", names.tile(event.tile)))]
        case ev.TallyChanged():
            return [Claim(n, "tally", (), (), {event.label.lower(): event.now}, (event.label,))]
        case ev.ObjectiveFound():
            return [Claim(n, "find", ("heroes",), (), {"objective": 1}, ("Objective", names.tile(event.tile)))]
        case ev.Scavenged():
            things = (names.tile(event.tile),)
            if not event.found:
                return [Claim(n, "find nothing", (event.hero,), (), {"card": 0}, things)]
            return [Claim(n, "search", (event.hero,), (), {"card": event.found}, things)]
        case ev.Moved():
            return [Claim(n, "move", _enemy(event.who, names), (), {}, (names.place(event.path[-1]),))]
        case ev.Placed():
            return [Claim(n, "move", _enemy(event.who, names), (), {}, (names.place(event.space),))]
        case ev.ActivationLost():
            return [Claim(n, "lost turn", _source(event.who, names))]
        case ev.EncounterBegan():
            return [Claim(n, "encounter", (), tuple(event.heroes), {}, (event.title,))]
    return []


class Roster:
    """Who there is, who is dead and who is down, before and during a batch of events."""

    def __init__(self, before: Names) -> None:
        self.names = before
        self.dead: dict[str, int] = dict.fromkeys(before.dead, -1)
        self.down: dict[str, int] = dict.fromkeys(before.down, -1)
        self.up_again: dict[str, int] = {}
        self._types: dict[str, str] = dict(before._type_of)
        alive = before._alive
        self.dead |= {enemy: -1 for enemy in self._types if enemy not in alive}

    def see(self, number: int, event: Event) -> None:
        """Learn from an event; `names` must have seen it, too."""
        match event:
            case ev.EnemyPlaced():
                self._types[event.enemy] = event.type
                self.dead.pop(event.enemy, None)
            case ev.EnemyKilled() | ev.LeftBehind():
                self._types[event.enemy] = event.type
                self.dead[event.enemy] = number
            case ev.KnockedOut():
                self.down[event.hero] = number
                self.up_again.pop(event.hero, None)
            case ev.Recovered() | ev.Revived():
                self.up_again[event.hero] = number
            case ev.HeroDied():
                self.dead[event.hero] = number
            case _:
                pass

    def enemies(self) -> dict[str, str]:
        """All enemies ever seen, with their types."""
        return self._types

    def gone(self, id: str, at: int) -> bool:
        """Whether a model was dead or KO'd before event `at`."""
        if self.dead.get(id, at) < at:
            return True
        return self.down.get(id, at) < at and not self.down[id] < self.up_again.get(id, -2) < at

    def left(self, type: str) -> int:
        """How many enemies of a type live when all is done."""
        return sum(kind == type and id not in self.dead for id, kind in self._types.items())


def batch_claims(events: Iterable[tuple[int, Event]], names: Names, roster: Roster) -> dict[int, tuple[Claim, ...]]:
    """The claims of numbered events; names and roster are shown each on the way."""
    found: dict[int, tuple[Claim, ...]] = {}
    for number, event in events:
        names.see(event)
        roster.see(number, event)
        found[number] = claims_of(number, event, names)
    return found
