"""Tells the Adventure's beginning and end, the Darkness, the rooms and the cards."""

from __future__ import annotations

from collections.abc import Callable

from gm.beats import Beat
from gm.grammar import counted, humanised, listed, numeral
from gm.tellings.teller import Teller
from rules_engine import events as ev
from rules_engine.state import ENTRANCE

HEAVY_DREAD = 3


def opening(t: Teller, beat: Beat) -> None:
    """The mission's story, who goes, and who carries the light."""
    started, joined = beat.numbers(ev.AdventureStarted), beat.numbers(ev.HeroJoined)
    if started:
        t.mission = beat.all(ev.AdventureStarted)[0].mission
        name = t.own_words("mission.name", t.mission) or humanised(t.mission)
        t.say(beat, "opening", events=started, mission=name)
        for topic in ("mission.story", "mission.opening"):
            _own_words(t, topic, t.mission, started, beat.kind)
    if joined:
        party = listed([_introduced(t, str(e.hero["id"])) for e in beat.all(ev.HeroJoined)])
        alone = len(t.names.heroes) == len(joined)
        t.say(beat, "opening.party" if alone else "opening.joins", events=joined, party=party)
    for number, event in zip(beat.numbers(ev.LightTaken), beat.all(ev.LightTaken), strict=True):
        t.say(beat, "light", hero=event.hero, events=(number,), light=event.name)


def light(t: Teller, beat: Beat) -> None:
    """The Light Source changes hands."""
    event = beat.all(ev.LightTaken)[0]
    t.say(beat, "light", hero=event.hero, light=event.name)


def end(t: Teller, beat: Beat) -> None:
    """Victory or defeat, in the mission's own words where it has them, and who stood at the finish."""
    event = beat.all(ev.AdventureEnded)[0]
    if event.outcome == "victory":
        t.say(beat, "end.victory")
        _own_words(t, "mission.victory", t.mission, beat.numbers(), beat.kind)
        standing = [t.names.name(h) for h in t.names.heroes if h not in t.names.dead and h not in t.names.down]
        if standing:
            t.say(beat, "end.victory.standing", party=listed(standing))
        return
    why = event.because.lower()
    if t.names.darkness >= ENTRANCE or "darkness escapes" in why:
        t.say(beat, "end.defeat.darkness")
    elif "every hero" in why or (t.names.heroes and all(_fallen(t, h) for h in t.names.heroes)):
        t.say(beat, "end.defeat.party")
    else:
        t.say(beat, "end.defeat")
    _own_words(t, "mission.defeat", t.mission, beat.numbers(), beat.kind)
    if t.names.heroes:
        t.say(beat, "end.defeat.names", party=listed([t.names.name(h) for h in t.names.heroes]))


def darkness(t: Teller, beat: Beat) -> None:
    """The light is held or slips, and the Darkness moves; the nearer it is, the shorter the breath."""
    for one in beat.seen:
        match one.event:
            case ev.DarknessHeld():
                t.say(beat, "darkness.held", hero=one.event.hero, events=(one.number,))
            case ev.DarknessNotHeld():
                t.say(beat, "darkness.slips", hero=one.event.hero, events=(one.number,))
            case _:
                pass
    moves = [s for s in beat.seen if isinstance(s.event, ev.DarknessMoved)]
    if moves:
        last = moves[-1]
        assert isinstance(last.event, ev.DarknessMoved)
        to = last.event.to
        space, steps = numeral(to) if to else "zero", counted(ENTRANCE - to, "space")
        kind = "darkness.back" if to < moves[0].was else _tension(to)
        t.say(beat, kind, events=[s.number for s in moves], to=space, steps=steps)


def _tension(to: int) -> str:
    if to >= ENTRANCE:
        return "darkness.out"
    return "darkness.close" if to >= 12 else "darkness.near" if to >= 6 else "darkness.far"


def deeper(t: Teller, beat: Beat) -> None:
    """The Hero Party goes deeper without a new room."""
    t.say(beat, "deeper")


def depth(t: Teller, beat: Beat) -> None:
    """A Depth Event, by its name on the chart."""
    event = beat.all(ev.DepthEventRolled)[0]
    t.say(beat, "depth", name=event.name)
    _own_words(t, "depth-event", str(event.number), beat.numbers(), beat.kind)


def dread(t: Teller, beat: Beat) -> None:
    """The Growing Dread grows."""
    cards = beat.all(ev.DreadGrew)[0].cards
    t.say(beat, "dread.heavy" if cards >= HEAVY_DREAD else "dread", cards=counted(cards, "card"))


def card(t: Teller, beat: Beat) -> None:
    """A Darkness or Growing Dread card, and whether it stays."""
    event = beat.all(ev.CardDrawn)[0]
    drawn = beat.numbers(ev.CardDrawn)
    t.say(beat, f"card.{event.deck}", events=drawn, title=event.title)
    _own_words(t, "card", event.card, drawn, beat.kind)
    if beat.all(ev.CardRemains):
        t.say(beat, "card.remains", events=beat.numbers(ev.CardRemains), title=event.title)


def canceled(t: Teller, beat: Beat) -> None:
    """A card is canceled."""
    t.say(beat, "card.canceled", title=beat.all(ev.CardCanceled)[0].title)


def remains(t: Teller, beat: Beat) -> None:
    """A card Remains in Play."""
    t.say(beat, "card.remains", title=beat.all(ev.CardRemains)[0].title)


def left_play(t: Teller, beat: Beat) -> None:
    """A card leaves play."""
    event = beat.all(ev.CardLeftPlay)[0]
    t.say(beat, "card.left", title=t.names.uid(event.uid, event.card))


def tile(t: Teller, beat: Beat) -> None:
    """A room: in full when its like is met for the first time, in passing after that."""
    event = beat.all(ev.TilePlaced)[0]
    room, again = t.names.room(event.number), t.names.seen_before(event.number)
    if not event.joined:
        kind = "tile.start"
    elif again:
        kind = "tile.again"
    elif t.names.is_hero(event.hero):
        kind = "tile.new"
    else:
        kind = "tile.found"
    t.say(beat, kind, hero=event.hero if kind == "tile.new" else "", events=beat.numbers(ev.TilePlaced), room=room)
    described = t.description(event.layout)
    if described and not again:
        t.add(described, beat.numbers(ev.TilePlaced), beat.kind)
    xp = sum(e.xp for e in beat.all(ev.XpGained))
    if xp:
        t.say(beat, "xp", hero=beat.who, events=beat.numbers(ev.XpGained), xp=str(xp))


def token(t: Teller, beat: Beat) -> None:
    """What a room holds: ways on, and perhaps a Clue."""
    event = beat.all(ev.TokenRevealed)[0]
    ways = _ways(beat)
    told, room = beat.numbers(ev.TokenRevealed, ev.DoorSet), t.names.room(event.tile)
    t.say(beat, "token.doors" if ways else "token", events=told, room=room, doors=ways)
    if beat.all(ev.ClueFound):
        clue(t, beat)


ENDS = {"door": "door", "gate": "Gate", "cap": "dead end"}


def _ways(beat: Beat) -> str:
    ends = [e.status for e in beat.all(ev.DoorSet)]
    return listed([counted(n, word) for status, word in ENDS.items() if (n := ends.count(status))])


def doors(t: Teller, beat: Beat) -> None:
    """Exits turn out to be doors, Gates or dead ends."""
    if status := _ways(beat):
        t.say(beat, "doors", status=status)


def clue(t: Teller, beat: Beat) -> None:
    """A Clue."""
    event = beat.all(ev.ClueFound)[-1]
    t.say(
        beat,
        "token.clue",
        events=beat.numbers(ev.ClueFound),
        clues=numeral(event.clues),
        needed=numeral(event.needed),
    )


def objective(t: Teller, beat: Beat) -> None:
    """The Objective, with what the mission says of it."""
    t.say(beat, "objective", room=t.names.room(beat.all(ev.ObjectiveFound)[0].tile))
    _own_words(t, "mission.objective", t.mission, beat.numbers(), beat.kind)


def encounter(t: Teller, beat: Beat) -> None:
    """An Encounter, with its own words."""
    event = beat.all(ev.EncounterBegan)[0]
    party = listed([t.names.name(h) for h in event.heroes])
    if len(event.heroes) > 1 and len(event.heroes) >= len(t.names.heroes) - len(t.names.down) - len(t.names.dead):
        kind = "encounter.all"
    else:
        kind = "encounter" if party else "encounter.bare"
    t.say(beat, kind, title=event.title, party=party)
    _own_words(t, "card", event.card, beat.numbers(), beat.kind)


def lost(t: Teller, beat: Beat) -> None:
    """Somebody does not get to Activate."""
    t.say(beat, "lost", who=t.names.name(beat.all(ev.ActivationLost)[0].who))


def _own_words(t: Teller, topic: str, id: str, events: tuple[int, ...], beat: str) -> None:
    text = t.own_words(topic, id)
    if text:
        t.add(text, events, beat)


def _fallen(t: Teller, hero: str) -> bool:
    return hero in t.names.down or hero in t.names.dead


def _introduced(t: Teller, hero: str) -> str:
    name, cls = t.names.name(hero), t.names.classes.get(hero, "")
    return name if not cls or cls.lower() in name.lower() else f"{name} the {cls}"


TELLINGS: dict[str, Callable[[Teller, Beat], None]] = {
    "opening": opening,
    "light": light,
    "end": end,
    "darkness": darkness,
    "deeper": deeper,
    "depth": depth,
    "dread": dread,
    "card": card,
    "canceled": canceled,
    "remains": remains,
    "left_play": left_play,
    "tile": tile,
    "token": token,
    "doors": doors,
    "clue": clue,
    "objective": objective,
    "encounter": encounter,
    "lost": lost,
}
