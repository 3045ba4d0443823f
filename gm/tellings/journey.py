"""Tells the Adventure's beginning and end, the Darkness, the rooms and the cards."""

from __future__ import annotations

from collections.abc import Callable

from gm.beats import Beat
from gm.grammar import counted, definite, humanised, listed, numeral, singular
from gm.tellings.teller import Teller
from rules_engine import events as ev
from rules_engine.state import ENTRANCE

HEAVY_DREAD = 3
NEAR, CLOSE = 6, 12  # spaces of the Depth Track at which the Darkness is to be felt, and to be feared
EARLY = 60  # events: the first time that the light holds is worth a word
QUIET_TURNS = 4


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
        came = list(zip(joined, [str(e.hero["id"]) for e in beat.all(ev.HeroJoined)], strict=True))
        heroes = {number: hero for number, hero in came if not t.names.is_ally(hero)}
        if heroes:
            party = listed([_introduced(t, hero) for hero in heroes.values()])
            alone = len(t.names.party()) == len(heroes)
            t.say(beat, "opening.party" if alone else "opening.joins", events=tuple(heroes), party=party)
        hired = {number: ally for number, ally in came if t.names.is_ally(ally)}
        if hired:
            party = listed([_introduced(t, ally) for ally in hired.values()])
            t.say(beat, "opening.allies", events=tuple(hired), party=party)
    for number, event in zip(beat.numbers(ev.LightTaken), beat.all(ev.LightTaken), strict=True):
        t.say(beat, "light", hero=event.hero, events=(number,), light=event.name)


def light(t: Teller, beat: Beat) -> None:
    """The Light Source changes hands."""
    event = beat.all(ev.LightTaken)[0]
    t.say(beat, "light", hero=event.hero, light=event.name)


def end(t: Teller, beat: Beat) -> None:
    """Victory or defeat, in the mission's own words where it has them, and what each hero brings home."""
    event = beat.all(ev.AdventureEnded)[0]
    if event.outcome == "victory":
        t.say(beat, "end.victory")
        _own_words(t, "mission.victory", t.mission, beat.numbers(), beat.kind)
        standing = [t.names.name(h) for h in t.names.heroes if h not in t.names.dead and h not in t.names.down]
        if standing:
            t.say(beat, "end.victory.standing", party=listed(standing))
    else:
        why = event.because.lower()
        if t.names.darkness >= ENTRANCE or "darkness escapes" in why:
            t.say(beat, "end.defeat.darkness")
        elif "flee" in why:
            t.say(beat, "end.defeat.fled")
        elif "every hero" in why or (t.names.heroes and all(_fallen(t, h) for h in t.names.party())):
            t.say(beat, "end.defeat.party")
        else:
            t.say(beat, "end.defeat")
        _own_words(t, "mission.defeat", t.mission, beat.numbers(), beat.kind)
        if t.names.heroes:
            t.say(beat, "end.defeat.names", party=listed([t.names.name(h) for h in t.names.heroes]))
    for place, hero in enumerate(t.names.party()):
        _reckoning(t, beat, hero, beat.first.number + place)


def _reckoning(t: Teller, beat: Beat, hero: str, number: int) -> None:
    """What a hero has to show for the Adventure: XP, Gold and Dark Stone of it, and the marks that stay."""
    if hero in t.names.dead:
        t.say(beat, "end.dead", hero=hero)
        return
    xp, gold, stone = (column.get(hero, 0) for column in (t.ledger.xp, t.ledger.gold, t.ledger.stone))
    goods = [f"{xp} XP"] * (xp > 0) + [f"${gold}"] * (gold > 0)
    goods += [f"{counted(stone, 'shard')} of Dark Stone"] * (stone > 0)
    marks = t.ledger.marks.get(hero, [])
    if not goods and not marks:
        return
    text = t.phrase(number, "end.goods" if goods else "end.nothing", hero=hero, fields={"goods": listed(goods)})
    if marks:
        text += " " + t.phrase(number, "end.marks", hero=hero, fields={"marks": listed(marks)})
    t.add(text, beat.numbers(), beat.kind)


def turn(t: Teller, beat: Beat) -> None:
    """A Game Turn begins: now and then a look around, which claims nothing."""
    if t.names.heroes and beat.all(ev.TurnStarted)[0].turn > 1 and t.chance(beat.first.number, QUIET_TURNS):
        t.say(beat, "turn.fight" if t.names.fighting() else "turn")


def darkness(t: Teller, beat: Beat) -> None:
    """The light is held or slips, and the Darkness moves. That it held is told more often as the Darkness nears."""
    parts: list[str] = []
    for one in beat.seen:
        match one.event:
            case ev.DarknessHeld():
                steps = t.names.darkness
                of = 1 if steps >= CLOSE or one.number < EARLY else 3 if steps >= NEAR else 5
                if t.chance(one.number, of) and not t.names.fighting():
                    t.say(beat, "darkness.held", hero=one.event.hero, events=(one.number,))
            case ev.DarknessNotHeld():
                parts.append(t.phrase(one.number, "darkness.slips", hero=one.event.hero))
            case _:
                pass
    told = beat.numbers(ev.DarknessNotHeld, ev.DarknessMoved)
    moves = [s for s in beat.seen if isinstance(s.event, ev.DarknessMoved)]
    if moves:
        last = moves[-1]
        assert isinstance(last.event, ev.DarknessMoved)
        to = last.event.to
        fields = {"to": numeral(to) if to else "zero", "steps": counted(ENTRANCE - to, "space")}
        kind = "darkness.back" if to < moves[0].was else _tension(to)
        parts.append(t.phrase(last.number, kind, fields=fields))
    if told and not moves and t.ahead == "depth":
        t.carried += told
    elif parts:
        t.add(" ".join(parts), told, beat.kind)


def _tension(to: int) -> str:
    if to >= ENTRANCE:
        return "darkness.out"
    return "darkness.close" if to >= CLOSE else "darkness.near" if to >= NEAR else "darkness.far"


def depth(t: Teller, beat: Beat) -> None:
    """A Depth Event, by its name on the chart."""
    event = beat.all(ev.DepthEventRolled)[0]
    text = t.phrase(beat.first.number, "depth", fields={"name": event.name})
    _titled(t, beat, text, event.chart or "depth-event", str(event.number))
    t.cause = event.name


def _titled(t: Teller, beat: Beat, text: str, topic: str, id: str, events: tuple[int, ...] = ()) -> None:
    """A title with the packs' own words for it, in one paragraph."""
    t.add(f"{text} {t.own_words(topic, id)}", events or beat.numbers(), beat.kind)


def dread(t: Teller, beat: Beat) -> None:
    """The Growing Dread grows."""
    cards = beat.all(ev.DreadGrew)[0].cards
    t.say(beat, "dread.heavy" if cards >= HEAVY_DREAD else "dread", cards=counted(cards, "card"))


def card(t: Teller, beat: Beat) -> None:
    """A Darkness or Growing Dread card, and whether it stays."""
    event = beat.all(ev.CardDrawn)[0]
    text = t.phrase(beat.first.number, f"card.{event.deck}", fields={"title": event.title})
    text = f"{text} {t.own_words('card', event.card)}"
    if beat.all(ev.CardRemains):
        text = f"{text} {t.phrase(beat.first.number, 'card.stays')}"
    t.add(text, beat.numbers(), beat.kind)
    t.cause = event.title


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
    if event.joined and not t.names.is_hero(event.hero):
        return  # a Fixed Map is known from the start; its rooms are told of as they are entered
    if not event.joined:
        kind = "tile.start"
    elif event.through_gate:
        kind = "tile.beyond"
    elif again:
        kind = "tile.again"
    elif t.names.is_hero(event.hero):
        kind = "tile.new"
    else:
        kind = "tile.found"
    text = t.phrase(beat.first.number, kind, hero=event.hero if kind == "tile.new" else "", fields={"room": room})
    described = "" if again else t.description(event.layout)
    t.add(f"{text} {described}", beat.numbers(ev.TilePlaced), beat.kind)


def tally(t: Teller, beat: Beat) -> None:
    """What the Mission counts, as it stands; what is counted in one go is told in one go."""
    last = {event.label: event.now for event in beat.all(ev.TallyChanged) if event.telling}
    if last:
        t.say(beat, "tally", tally=listed([_counted_label(label, now) for label, now in last.items()]))


def _counted_label(label: str, now: int) -> str:
    """`two seals set`, `one turn on the fuse`."""
    noun, _, rest = label.lower().partition(" ")
    return " ".join(word for word in (counted(now, singular(noun)), rest) if word)


def world(t: Teller, beat: Beat) -> None:
    """A Gate is looked through: which World it leads to, in the World's own words."""
    event = beat.all(ev.WorldFound)[0]
    fields = {"world": definite(event.name)}
    text = t.phrase(beat.first.number, "world.found", hero=event.hero, fields=fields)
    _titled(t, beat, text, "world", event.world)


def entered(t: Teller, beat: Beat) -> None:
    """The first hero steps into a World, and perhaps nobody is left in the other one."""
    event = beat.all(ev.WorldEntered)[0]
    t.say(beat, "world.entered", hero=event.hero, world=definite(event.name))


def left_world(t: Teller, beat: Beat) -> None:
    """The last hero has left a World."""
    t.say(beat, "world.left", world=definite(beat.all(ev.WorldLeft)[0].name))


def library(t: Teller, beat: Beat) -> None:
    """What the Library has learned about the heroes, by its name on the chart."""
    event = beat.all(ev.LibraryConsulted)[0]
    text = t.phrase(beat.first.number, "library", fields={"name": event.name})
    _titled(t, beat, text, event.chart, str(event.number))
    t.cause = event.name


def learned(t: Teller, beat: Beat) -> None:
    """The Library keeps something of this Adventure for good."""
    t.say(beat, "library.learned")


def token(t: Teller, beat: Beat) -> None:
    """What a room holds: ways on, and perhaps a Clue. Where only trouble is in it, the trouble tells of it."""
    event = beat.all(ev.TokenRevealed)[0]
    ways = _ways(beat)
    told, room = beat.numbers(ev.TokenRevealed, ev.DoorSet), t.names.room(event.tile)
    if not ways and (beat.all(ev.ClueFound) or t.ahead in ("fight", "encounter", "objective", "card")):
        t.carried += told
    else:
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
        "token.clue" if event.needed else "token.clue.any",
        events=beat.numbers(ev.ClueFound),
        clues=numeral(event.clues),
        needed=numeral(event.needed),
    )


def objective(t: Teller, beat: Beat) -> None:
    """The Objective, with what the mission says of it."""
    text = t.phrase(beat.first.number, "objective", fields={"room": t.names.room(beat.all(ev.ObjectiveFound)[0].tile)})
    _titled(t, beat, text, "mission.objective", t.mission)


def encounter(t: Teller, beat: Beat) -> None:
    """An Encounter, with its own words; what it does needs no name after that."""
    event = beat.all(ev.EncounterBegan)[0]
    party = listed([t.names.called(h) for h in event.heroes])
    if len(event.heroes) > 1 and all(_fallen(t, h) or h in event.heroes for h in t.names.party()):
        kind = "encounter.all"
    else:
        kind = "encounter" if party else "encounter.bare"
    text = t.phrase(beat.first.number, kind, fields={"title": event.title, "party": party})
    _titled(t, beat, text, "card", event.card)
    t.cause = event.title


def lost(t: Teller, beat: Beat) -> None:
    """Somebody does not get to Activate."""
    t.say(beat, "lost", who=t.names.called(beat.all(ev.ActivationLost)[0].who))


def host(t: Teller, beat: Beat) -> None:
    """Somebody at the table decrees something, and says why."""
    for one in beat.seen:
        if isinstance(one.event, ev.HostRuled):
            t.add(f"The host rules: {one.event.reason.rstrip('.!? ')}.", (one.number,), beat.kind)


def _own_words(t: Teller, topic: str, id: str, events: tuple[int, ...], beat: str) -> None:
    text = t.own_words(topic, id)
    if text:
        t.add(text, events, beat)


def _fallen(t: Teller, hero: str) -> bool:
    return hero in t.names.down or hero in t.names.dead


def _introduced(t: Teller, hero: str) -> str:
    name, cls = t.names.name(hero), t.names.classes.get(hero, "")
    if not cls or cls.lower() in name.lower():
        return name
    own_article = cls.partition(" ")[0].lower() in ("el", "la", "los", "las", "the")
    return f"{name}, called {cls}" if own_article else f"{name} the {cls}"


TELLINGS: dict[str, Callable[[Teller, Beat], None]] = {
    "opening": opening,
    "light": light,
    "end": end,
    "darkness": darkness,
    "turn": turn,
    "depth": depth,
    "dread": dread,
    "card": card,
    "canceled": canceled,
    "remains": remains,
    "left_play": left_play,
    "tile": tile,
    "tally": tally,
    "world": world,
    "entered": entered,
    "left_world": left_world,
    "library": library,
    "learned": learned,
    "token": token,
    "doors": doors,
    "clue": clue,
    "objective": objective,
    "encounter": encounter,
    "lost": lost,
    "host": host,
}
