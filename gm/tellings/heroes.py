"""Tells what befalls the heroes, and what they find, use and lose."""

from __future__ import annotations

from collections.abc import Callable

from gm.beats import Beat
from gm.grammar import counted, definite, humanised, listed, numeral, possessive
from gm.tellings.teller import Teller
from rules_engine import events as ev

LOW = 2
OWN_SAVES = frozenset({"Shield", "Armor", "Spirit Armor", "Cover"})
HIT_NAMES = {"physical": "Hit", "horror": "Horror Hit", "corruption": "Corruption Hit"}


def harm(t: Teller, beat: Beat) -> None:
    """Something hurts a hero outside an enemy's Attack: fear, voices, poison, cards, Dark Stone."""
    first, number = beat.first.event, beat.first.number
    hits_too = (number, *beat.numbers(ev.HitsTaken))
    told = False
    match first:
        case ev.FearFelt():
            foes = _feared(t, first.by)
            hits = counted(first.hits, "Horror Hit")
            t.say(beat, "fear", hero=first.hero, events=hits_too, foes=foes, hits=hits)
            told = True
        case ev.VoicesHeard():
            t.say(beat, "voices", hero=first.hero, events=(number,))
        case ev.PoisonRolled():
            t.say(beat, "poison", hero=first.hero, events=(number,))
        case ev.CorruptionFromStone():
            stones = counted(first.stones, "shard")
            hits = counted(first.hits, "Corruption Hit")
            t.say(beat, "stone", hero=first.hero, events=hits_too, stones=stones, hits=hits)
            told = True
        case ev.HitsTaken() if first.hits and t.struck == (first.hero, t.names.resolve(first.by)):
            costs = (ev.Wounded, ev.SanityLost, ev.CorruptionGained)
            told = first.saved >= first.hits or bool(beat.all(*costs))
        case _:
            pass
    t.struck = ("", "")
    suffering(t, beat, hits_told=told)


def _feared(t: Teller, by: list[str]) -> str:
    known = [t.names.resolve(b) for b in by if t.names.knows(b)]
    enemies = [t.names.type_of(b) for b in known if t.names.is_enemy(b)]
    parts = [t.all_of(type, enemies.count(type)) for type in dict.fromkeys(enemies)]
    parts += [t.names.name(b) for b in dict.fromkeys(known) if not t.names.is_enemy(b)]
    return listed(parts) or "what is there"


def suffering(t: Teller, beat: Beat, *, hits_told: bool) -> None:
    """What Hits cost a hero: saved, prevented, Wounds, Sanity, Corruption."""
    taken = [(s.number, s.event) for s in beat.seen if isinstance(s.event, ev.HitsTaken) and s.event.hits]
    hit_events = [n for n, _ in taken]
    if taken and not hits_told:
        for kind in dict.fromkeys(e.kind for _, e in taken):
            these = [(n, e) for n, e in taken if e.kind == kind]
            hits = counted(sum(e.hits for _, e in these), HIT_NAMES.get(kind, "Hit"))
            source = t.source(these[0][1].by)
            phrase = f"hits.{kind}" if kind in HIT_NAMES else "hits.physical"
            t.say(beat, phrase, hero=beat.who, events=[n for n, _ in these], hits=hits, source=source)
    if taken and all(e.saved >= e.hits for _, e in taken):
        t.say(beat, "saved", hero=beat.who, events=hit_events)
        hit_events = []
    for number, event in zip(beat.numbers(ev.Prevented), beat.all(ev.Prevented), strict=True):
        if event.kind == "ko":
            t.say(beat, "ko.prevented", hero=beat.who, events=(number,))
            continue
        amount = counted(event.amount, "Wound") if event.kind == "wounds" else f"{event.amount} {humanised(event.kind)}"
        if event.by in OWN_SAVES:
            kind, source = "prevented.own", event.by
        elif t.names.knows(event.by) and t.names.resolve(event.by) != beat.who:
            kind, source = "prevented", t.names.name(event.by)
        else:
            kind, source = "prevented.bare", ""
        t.say(beat, kind, hero=beat.who, events=(number,), amount=amount, source=source)
    _losses(t, beat, hit_events if hits_told else [])


def _losses(t: Teller, beat: Beat, before: list[int]) -> None:
    wounds = [e for e in beat.all(ev.Wounded) if e.wounds and e.target == beat.who]
    if wounds:
        left = wounds[-1].left
        kind = "wounded.out" if left <= 0 else "wounded.low" if left <= LOW else "wounded"
        total = counted(sum(e.wounds for e in wounds), "Wound")
        events = (*before, *beat.numbers(ev.Wounded))
        t.say(beat, kind, hero=beat.who, events=events, wounds=total, left=numeral(max(0, left)))
    losses = [e for e in beat.all(ev.SanityLost) if e.sanity]
    if losses:
        left = losses[-1].left
        kind = "shaken.out" if left <= 0 else "shaken.low" if left <= LOW else "shaken"
        total = numeral(sum(e.sanity for e in losses))
        events = (*before, *beat.numbers(ev.SanityLost))
        t.say(beat, kind, hero=beat.who, events=events, sanity=total, left=numeral(max(0, left)))
    corrupted = [e for e in beat.all(ev.CorruptionGained) if e.corruption]
    if corrupted:
        points = counted(sum(e.corruption for e in corrupted), "Corruption Point")
        events = (*before, *beat.numbers(ev.CorruptionGained))
        t.say(beat, "corrupted", hero=beat.who, events=events, points=points, now=numeral(corrupted[-1].now))


def ko(t: Teller, beat: Beat) -> None:
    """A hero is KO'd."""
    t.say(beat, "ko", hero=beat.who)


def revived(t: Teller, beat: Beat) -> None:
    """A Revive Token is used."""
    t.say(beat, "revived", hero=beat.who, left=numeral(beat.all(ev.Revived)[0].tokens_left))


def recovered(t: Teller, beat: Beat) -> None:
    """A hero is back on the board."""
    t.say(beat, "recovered", hero=beat.who)


def died(t: Teller, beat: Beat) -> None:
    """A hero is dead."""
    t.say(beat, "died", hero=beat.who)


def healed(t: Teller, beat: Beat) -> None:
    """Wounds, Sanity or Corruption heal; by another's hands, if it was so."""
    events = beat.all(ev.Healed)
    what = _healing(events)
    if not what:
        return
    healers = {e.by for e in events if e.by and e.by != beat.who and t.names.is_hero(e.by)}
    told = beat.numbers(ev.Healed)
    if len(healers) == 1:
        healer = t.names.name(healers.pop())
        t.say(beat, "healed.by", hero=beat.who, events=told, healed=what, healer=healer, healers=possessive(healer))
    else:
        t.say(beat, "healed", hero=beat.who, events=told, healed=what)


def _healing(events: list[ev.Healed]) -> str:
    wounds, sanity = sum(e.wounds for e in events), sum(e.sanity for e in events)
    corruption = sum(e.corruption for e in events)
    parts = [counted(wounds, "Wound")] * bool(wounds) + [f"{numeral(sanity)} Sanity Damage"] * bool(sanity)
    return listed(parts + [counted(corruption, "Corruption Point")] * bool(corruption))


def breath(t: Teller, beat: Beat) -> None:
    """A hero Catches Their Breath."""
    event = beat.all(ev.CaughtBreath)[0]
    kind = "breath" if event.healed else "breath.none"
    t.say(beat, kind, hero=beat.who, events=beat.numbers(ev.CaughtBreath))
    if beat.all(ev.Healed):
        healed(t, beat)


def gains(t: Teller, beat: Beat) -> None:
    """What a hero gains, in one list; losses of Gold and Dark Stone apart."""
    _spoils(t, beat, beat.numbers())


def scavenge(t: Teller, beat: Beat) -> None:
    """A hero Scavenges: what was found, or dust."""
    event = beat.all(ev.Scavenged)[0]
    told = beat.numbers(ev.Scavenged)
    if event.found:
        found = counted(event.found, "find")
        t.say(beat, "scavenge.found", hero=beat.who, events=told, found=found)
    else:
        t.say(beat, "scavenge.none", hero=beat.who, events=told, room=t.names.room(event.tile))
    rest = tuple(n for n in beat.numbers() if n not in told)
    if rest:
        _spoils(t, beat, rest)


def _spoils(t: Teller, beat: Beat, told: tuple[int, ...]) -> None:
    titles = [e.title for e in beat.all(ev.CardDrawn)]
    cards = sum(len(e.cards) for e in beat.all(ev.LootTaken))
    goods, lost = _goods(t, beat, +1), _goods(t, beat, -1)
    who = beat.who
    if not who:
        for number, event in zip(beat.numbers(ev.CardDrawn), beat.all(ev.CardDrawn), strict=True):
            t.add(f"{event.title}", (number,), beat.kind)
        return
    plus = tuple(s.number for s in beat.seen if s.number in told and not _is_loss(s.event))
    minus = tuple(s.number for s in beat.seen if s.number in told and _is_loss(s.event))
    if cards and not goods and not titles:
        t.say(beat, "gains.cards", hero=who, events=plus, cards=counted(cards, "card"))
    elif titles and goods:
        t.say(beat, "gains.card", hero=who, events=plus, title=listed(titles), goods=listed(goods))
    elif titles:
        t.say(beat, "gains.title", hero=who, events=plus, title=listed(titles))
    elif goods and all(isinstance(s.event, ev.GritChanged) for s in beat.seen):
        if t.chance(beat.first.number, 3):
            t.say(beat, "grit", hero=who, events=plus, grit=goods[0])
    elif goods == [f"{sum(e.xp for e in beat.all(ev.XpGained))} XP"]:
        t.say(beat, "xp", hero=who, events=plus, xp=str(sum(e.xp for e in beat.all(ev.XpGained))))
    elif goods:
        t.say(beat, "gains", hero=who, events=plus, goods=listed(goods))
    if lost:
        t.say(beat, "loses", hero=who, events=minus, goods=listed(lost))


def _is_loss(event: object) -> bool:
    if isinstance(event, ev.XpGained):
        return event.xp < 0
    return isinstance(event, ev.GoldChanged | ev.DarkStoneChanged) and event.by < 0


def _goods(t: Teller, beat: Beat, sign: int) -> list[str]:
    gold = sum(e.by for e in beat.all(ev.GoldChanged) if e.by * sign > 0) * sign
    stone = sum(e.by for e in beat.all(ev.DarkStoneChanged) if e.by * sign > 0) * sign
    xp = sum(e.xp for e in beat.all(ev.XpGained) if e.xp * sign > 0) * sign
    parts = [f"${gold}"] * bool(gold)
    parts += [f"{counted(stone, 'shard')} of Dark Stone"] * bool(stone)
    if sign > 0:
        parts += [definite(e.name) for e in beat.all(ev.ItemGained)]
        parts += [t.names.thing(e.token) for e in beat.all(ev.TokenGained)]
        grit = sum(e.by for e in beat.all(ev.GritChanged))
        parts += [f"{grit} Grit"] * bool(grit)
    return parts + [f"{xp} XP"] * bool(xp)


def token_spent(t: Teller, beat: Beat) -> None:
    """A Side Bag Token is gone."""
    t.say(beat, "token_spent", hero=beat.who, token=t.names.thing(beat.all(ev.TokenSpent)[0].token))


def item_lost(t: Teller, beat: Beat) -> None:
    """An Item is gone."""
    event = beat.all(ev.ItemLost)[0]
    t.say(beat, "item_lost", hero=beat.who, item=t.names.uid(event.uid, event.item))


def ability(t: Teller, beat: Beat) -> None:
    """An ability, Item or token is used, with what it did for the hero."""
    event = beat.all(ev.AbilityUsed)[0]
    if not beat.who:
        return
    own = event.name in (t.names.name(beat.who), t.names.classes.get(beat.who), "")
    name = humanised(event.ability) if own else t.names.thing(event.name)
    t.say(beat, "ability", hero=beat.who, events=beat.numbers(ev.AbilityUsed, ev.TokenSpent), ability=name)
    if beat.all(ev.Healed):
        healed(t, beat)
    if beat.all(ev.StatusRemoved):
        relief(t, beat)


def status(t: Teller, beat: Beat) -> None:
    """Poison or Bleeding markers."""
    event = beat.all(ev.StatusAdded)[0]
    kind = f"status.{event.status}" if event.status in ("poison", "bleeding") else "status"
    t.say(beat, kind, hero=beat.who, markers=counted(event.count, f"{humanised(event.status)} marker"))


def relief(t: Teller, beat: Beat) -> None:
    """Markers wear off or are treated."""
    for number, event in zip(beat.numbers(ev.StatusRemoved), beat.all(ev.StatusRemoved), strict=True):
        if event.count:
            markers = counted(event.count, f"{humanised(event.status)} marker")
            t.say(beat, "relief", hero=beat.who, events=(number,), markers=markers)


def chart(t: Teller, beat: Beat) -> None:
    """What a chart says of a hero."""
    event = beat.all(ev.ChartRolled)[0]
    kind = f"chart.{event.chart}" if event.chart in ("injury", "madness", "mutation") else "chart"
    told = beat.numbers(ev.ChartRolled)
    if not beat.who:
        t.add(event.name, told, beat.kind)
    else:
        t.say(beat, kind, hero=beat.who, events=told, name=event.name)
    words = t.own_words(event.chart, event.result)
    if words:
        t.add(words, told, beat.kind)


def mutating(t: Teller, beat: Beat) -> None:
    """Corruption comes due."""
    removed = beat.all(ev.Mutating)[0].removed
    t.say(beat, "mutating", hero=beat.who, events=beat.numbers(ev.Mutating), removed=numeral(removed))
    if beat.all(ev.ChartRolled):
        chart(t, beat)


def test(t: Teller, beat: Beat) -> None:
    """A Skill test."""
    event = beat.all(ev.SkillTested)[0]
    kind = "test.passed" if event.passed else "test.failed"
    t.say(beat, kind, hero=beat.who, skill=humanised(event.skill))


def escape(t: Teller, beat: Beat) -> None:
    """An Escape test."""
    t.say(beat, "escape.passed" if beat.all(ev.EscapeTested)[0].passed else "escape.failed", hero=beat.who)


def move(t: Teller, beat: Beat) -> None:
    """A move, now and then: most go without saying."""
    events = beat.all(ev.Moved)
    if t.names.is_hero(beat.who):
        if t.chance(beat.first.number, 7):
            t.say(beat, "move.hero", hero=beat.who, room=t.names.room_of(events[-1].path[-1]))
        return
    if t.chance(beat.first.number, 3) and t.names.knows(beat.who):
        movers = len({e.who for e in events})
        foes = t.all_of(beat.who, movers)
        t.say(beat, "move.foes", f"move.foes.{beat.who}", count=movers, foes=foes)


TELLINGS: dict[str, Callable[[Teller, Beat], None]] = {
    "harm": harm,
    "ko": ko,
    "revived": revived,
    "recovered": recovered,
    "died": died,
    "healed": healed,
    "breath": breath,
    "gains": gains,
    "scavenge": scavenge,
    "token_spent": token_spent,
    "item_lost": item_lost,
    "ability": ability,
    "status": status,
    "relief": relief,
    "chart": chart,
    "mutating": mutating,
    "test": test,
    "escape": escape,
    "move": move,
}
