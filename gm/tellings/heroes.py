"""Tells what befalls the heroes, and what they find, use and lose."""

from __future__ import annotations

from collections.abc import Callable

from gm.beats import COSTS, HARMS, Beat, event_target
from gm.grammar import counted, definite, humanised, listed, numeral, possessive, upper
from gm.tellings.teller import Teller
from rules_engine import events as ev
from rules_engine.state import STATUSES

LOW = 2
OWN_SAVES = frozenset({"Shield", "Armor", "Spirit Armor", "Cover"})
HIT_NAMES = {"physical": "Hit", "horror": "Horror Hit", "corruption": "Corruption Hit"}
GOODS = (ev.XpGained, ev.GoldChanged, ev.DarkStoneChanged, ev.PeltsCollected, ev.TokenGained, ev.ItemGained)
GREAT_XP = 20  # less than this is left to the hero's sheet


def harm(t: Teller, beat: Beat) -> None:
    """Something hurts heroes outside an enemy's Attack: fear, voices, poison, cards, Dark Stone."""
    first, number = beat.first.event, beat.first.number
    victims = list(dict.fromkeys(event_target(s.event) for s in beat.seen))
    if len(victims) > 1:
        _hurt_together(t, beat, victims)
        t.struck = ("", "")
        return
    hits_too = (number, *beat.numbers(ev.HitsTaken))
    lead, told = "", False
    match first:
        case ev.FearFelt():
            hits = cost_of(t, beat) or counted(first.hits, "Horror Hit")
            fields = {"foes": _feared(t, first.by), "hits": hits}
            seen, saved = [t.names.type_of(t.names.resolve(b)) for b in first.by], _all_saved(beat)
            kind = "fear.saved" if saved else "fear.again" if all(b in t.feared for b in seen) else "fear"
            t.feared |= dict.fromkeys(seen)
            lead, told = t.phrase(number, kind, hero=first.hero, fields=fields), True
            if saved:
                t.add(lead, beat.numbers(), beat.kind)
                return
            if cost_of(t, beat):
                t.add(f"{lead} {how_near(t, beat)}", beat.numbers(), beat.kind)
                return
        case ev.VoicesHeard():
            t.cause = "Voices in the Dark"
            if _all_saved(beat):
                t.say(beat, "voices.saved", hero=first.hero)
                return
            lead = t.phrase(number, "voices", hero=first.hero)
        case ev.PoisonRolled():
            lead = t.phrase(number, "poison", hero=first.hero)
        case ev.CorruptionFromStone():
            fields = {"stones": counted(first.stones, "shard"), "hits": counted(first.hits, "Corruption Hit")}
            lead, told = t.phrase(number, "stone", hero=first.hero, fields=fields), True
            t.cause = "Dark Stone"
        case ev.HitsTaken() if first.hits and t.struck == (first.hero, t.names.resolve(first.by)):
            told = first.saved >= first.hits or bool(beat.all(ev.Wounded, ev.SanityLost, ev.CorruptionGained))
        case _:
            pass
    t.struck = ("", "")
    cost, numbers = suffering(t, beat, hits_told=told, named=bool(lead))
    if lead or cost:
        events = (*(hits_too if lead else ()), *numbers)
        t.add(f"{lead} {cost}", events, beat.kind)


def cost_of(t: Teller, beat: Beat) -> str:
    """What a beat's Hits cost its hero, said in a few words; empty if that is not known yet."""
    if beat.all(ev.Prevented):
        return ""
    wounds = sum(e.wounds for e in beat.all(ev.Wounded) if e.target == beat.who)
    sanity = sum(e.sanity for e in beat.all(ev.SanityLost))
    corruption = sum(e.corruption for e in beat.all(ev.CorruptionGained))
    parts = [counted(wounds, "Wound")] * bool(wounds) + [f"{numeral(sanity)} Sanity Damage"] * bool(sanity)
    return listed(parts + [counted(corruption, "Corruption Point")] * bool(corruption))


def how_near(t: Teller, beat: Beat) -> str:
    """What is left in a hero who was just hurt: only where it is little."""
    number, said = beat.first.number, []
    for kind, left in (
        ("health", [e.left for e in beat.all(ev.Wounded) if e.wounds]),
        ("sanity", [e.left for e in beat.all(ev.SanityLost) if e.sanity]),
    ):
        if left and left[-1] <= LOW:
            phrase = f"near.{kind}" if left[-1] > 0 else f"near.{kind}.none"
            said.append(t.phrase(number, phrase, hero=beat.who, fields={"left": numeral(max(0, left[-1]))}))
    return " ".join(said)


def _all_saved(beat: Beat) -> bool:
    taken = beat.all(ev.HitsTaken)
    return bool(taken) and all(e.saved >= e.hits for e in taken) and not beat.all(ev.Prevented)


def _feared(t: Teller, by: list[str]) -> str:
    known = [t.names.resolve(b) for b in by if t.names.knows(b)]
    enemies = [t.names.type_of(b) for b in known if t.names.is_enemy(b)]
    parts = [t.all_of(type, enemies.count(type)) for type in dict.fromkeys(enemies)]
    parts += [t.names.name(b) for b in dict.fromkeys(known) if not t.names.is_enemy(b)]
    return listed(parts) or "what is there"


def _hurt_together(t: Teller, beat: Beat, victims: list[str]) -> None:
    """One thing hurts several heroes: who suffers what, those alike together."""
    verbs: dict[tuple[str, str, str], list[str]] = {}
    worst: list[str] = []
    for hero in victims:
        events = [s.event for s in beat.seen if event_target(s.event) == hero]
        wounds = [e for e in events if isinstance(e, ev.Wounded) and e.wounds]
        losses = [e for e in events if isinstance(e, ev.SanityLost) and e.sanity]
        corrupted = [e for e in events if isinstance(e, ev.CorruptionGained) and e.corruption]
        cost = [counted(sum(e.wounds for e in wounds), "Wound")] * bool(wounds)
        cost += [f"{numeral(sum(e.sanity for e in losses))} Sanity Damage"] * bool(losses)
        cost += [counted(sum(e.corruption for e in corrupted), "Corruption Point")] * bool(corrupted)
        taken = [e for e in events if isinstance(e, ev.HitsTaken) and e.hits]
        if not cost and taken and any(e.saved < e.hits for e in taken):  # what it costs is told when it is known
            hits = sum(e.hits for e in taken)
            cost = [counted(hits, HIT_NAMES.get(taken[0].kind, "Hit"))]
        if cost:
            verbs.setdefault(("takes", "take", listed(cost)), []).append(hero)
        else:
            verbs.setdefault(("shakes", "shake", "it off"), []).append(hero)
        if wounds and wounds[-1].left <= LOW:
            fields = {"left": numeral(max(0, wounds[-1].left))}
            kind = "low.health" if wounds[-1].left > 0 else "low.none"
            worst.append(t.phrase(beat.first.number + len(worst), kind, hero=hero, fields=fields))
    parts = []
    for (one, many, what), heroes in sorted(verbs.items(), key=lambda item: item[0][2] == "it off"):
        each = " each" if len(heroes) > 1 and what != "it off" else ""
        parts.append(f"{listed([t.names.called(h) for h in heroes])} {one if len(heroes) == 1 else many} {what}{each}")
    first = beat.first.event
    source = t.source(first.by) if isinstance(first, COSTS) else ""
    text = "; ".join(parts) + ("" if len(parts) > 1 else source)
    lead = f"{upper(source.removeprefix(' from '))}: " if source and len(parts) > 1 else ""
    t.add(" ".join([f"{lead}{text}.", *worst]), beat.numbers(), beat.kind)


def suffering(t: Teller, beat: Beat, *, hits_told: bool, named: bool) -> tuple[str, list[int]]:
    """What Hits cost a hero (saved, prevented, Wounds, Sanity, Corruption) and the events that say so.

    `named`: the hero was named in the same breath, and is spoken of as she, he or they.
    """
    who, number = beat.who, beat.first.number
    said: list[str] = []
    taken = [e for e in beat.all(ev.HitsTaken) if e.hits]
    cost = beat.all(ev.Wounded, ev.SanityLost, ev.CorruptionGained)
    saved = bool(taken) and all(e.saved >= e.hits for e in taken)
    caused = bool(taken) and t.is_cause(taken[0].by)
    if taken and not hits_told and (not (saved or cost) or not (named or caused)):
        for kind in dict.fromkeys(e.kind for e in taken):
            these = [e for e in taken if e.kind == kind]
            hits = counted(sum(e.hits for e in these), HIT_NAMES.get(kind, "Hit"))
            source = t.source(these[0].by)
            phrase = f"hits.{kind}" if kind in HIT_NAMES else "hits.physical"
            if named:
                phrase = "hits.bare"
            said.append(t.phrase(number, phrase, hero=who, fields={"hits": hits, "source": source}))
            named = True
    if saved:
        said.append(t.phrase(number, "saved.too" if named else "saved", hero=who))
    for event in beat.all(ev.Prevented):
        said.append(_spared(t, beat, event))
        named = True
    said += _losses(t, beat, named)
    return " ".join(said), list(beat.numbers(*HARMS)) if said else []


def _spared(t: Teller, beat: Beat, event: ev.Prevented) -> str:
    who, number = beat.who, beat.first.number
    if event.kind == "ko":
        return t.phrase(number, "ko.prevented", hero=who)
    amount = (
        counted(event.amount, "Wound") if event.kind == "wounds" else f"{numeral(event.amount)} {humanised(event.kind)}"
    )
    if event.by in OWN_SAVES:
        kind, source = "prevented.own", event.by
    elif t.names.knows(event.by) and t.names.resolve(event.by) != who:
        kind, source = "prevented", t.names.called(event.by)
    else:
        kind, source = "prevented.bare", ""
    return t.phrase(number, kind, hero=who, fields={"amount": amount, "source": source})


def _losses(t: Teller, beat: Beat, named: bool) -> list[str]:
    who, number = beat.who, beat.first.number
    said: list[str] = []

    def lose(kind: str, **fields: str) -> None:
        nonlocal named
        said.append(t.phrase(number, f"{kind}.too" if named else kind, hero=who, fields=fields))
        named = True

    wounds = [e for e in beat.all(ev.Wounded) if e.wounds and e.target == who]
    if wounds:
        left = wounds[-1].left
        kind = "wounded.out" if left <= 0 else "wounded.low" if left <= LOW else "wounded"
        lose(kind, wounds=counted(sum(e.wounds for e in wounds), "Wound"), left=numeral(max(0, left)))
    losses = [e for e in beat.all(ev.SanityLost) if e.sanity]
    if losses:
        left = losses[-1].left
        kind = "shaken.out" if left <= 0 else "shaken.low" if left <= LOW else "shaken"
        lose(kind, sanity=numeral(sum(e.sanity for e in losses)), left=numeral(max(0, left)))
    corrupted = [e for e in beat.all(ev.CorruptionGained) if e.corruption]
    if corrupted:
        points = counted(sum(e.corruption for e in corrupted), "Corruption Point")
        lose("corrupted", points=points, now=numeral(corrupted[-1].now))
    return said


def ko(t: Teller, beat: Beat) -> None:
    """A hero is KO'd."""
    t.say(beat, "ko", hero=beat.who)


def revived(t: Teller, beat: Beat) -> None:
    """A Revive Token is used."""
    t.say(beat, "revived", hero=beat.who, left=numeral(beat.all(ev.Revived)[0].tokens_left))


def recovered(t: Teller, beat: Beat) -> None:
    """A hero is back on the board."""
    _back(t, beat, t.phrase(beat.first.number, "recovered", hero=beat.who))


def _back(t: Teller, beat: Beat, text: str) -> None:
    what = healing(beat.all(ev.Healed))
    if what:
        text += " " + t.phrase(beat.first.number, "healed.too", hero=beat.who, fields={"healed": what})
    t.add(text, beat.numbers(), beat.kind)


def died(t: Teller, beat: Beat) -> None:
    """A hero is dead, or an Ally killed."""
    t.say(beat, "died.ally" if t.names.is_ally(beat.who) else "died", hero=beat.who)


def basic_ally(t: Teller, beat: Beat) -> None:
    """A Basic Ally does what it was hired for, once."""
    t.say(beat, "basic_ally", hero=beat.who, ally=beat.all(ev.BasicAllyUsed)[0].name)


def ally_upgraded(t: Teller, beat: Beat) -> None:
    """An Ally has learned something."""
    for number, event in zip(beat.numbers(), beat.all(ev.AllyUpgraded), strict=True):
        t.say(beat, "ally_upgraded", hero=event.ally, events=(number,), upgrade=event.name)


def healed(t: Teller, beat: Beat) -> None:
    """Wounds, Sanity or Corruption heal; by another's hands, if it was so; several heroes together."""
    events = beat.all(ev.Healed)
    what = healing(events)
    told = beat.numbers(ev.Healed, ev.Recovered, ev.CaughtBreath)
    patients = list(dict.fromkeys(e.hero for e in events if e.wounds or e.sanity or e.corruption))
    if not what:
        return
    if len(patients) > 1:
        t.say(beat, "healed.all", events=told, party=listed([t.names.called(h) for h in patients]))
        return
    if beat.all(ev.Recovered):
        recovered(t, beat)
        return
    healers = {e.by for e in events if e.by and e.by != beat.who and t.names.is_hero(e.by)}
    if len(healers) == 1:
        healer = t.names.called(healers.pop())
        t.say(beat, "healed.by", hero=beat.who, events=told, healed=what, healer=healer, healers=possessive(healer))
    else:
        t.say(beat, "healed", hero=patients[0], events=told, healed=what)


def healing(events: list[ev.Healed]) -> str:
    wounds, sanity = sum(e.wounds for e in events), sum(e.sanity for e in events)
    corruption = sum(e.corruption for e in events)
    parts = [counted(wounds, "Wound")] * bool(wounds) + [f"{numeral(sanity)} Sanity Damage"] * bool(sanity)
    return listed(parts + [counted(corruption, "Corruption Point")] * bool(corruption))


def breath(t: Teller, beat: Beat) -> None:
    """A hero Catches Their Breath, if it does any good."""
    event = beat.all(ev.CaughtBreath)[0]
    what = healing(beat.all(ev.Healed))
    if what:
        text = t.phrase(beat.first.number, "breath", hero=beat.who)
        text += " " + t.phrase(beat.first.number, "healed.too", hero=beat.who, fields={"healed": what})
        t.add(text, beat.numbers(), beat.kind)
    elif event.healed:
        t.say(beat, "breath", hero=beat.who, events=beat.numbers(ev.CaughtBreath))


def gains(t: Teller, beat: Beat) -> None:
    """What heroes gain, in one list; losses of Gold and Dark Stone apart."""
    takers = list(dict.fromkeys(e.hero for e in beat.all(*GOODS) if not _is_loss(e)))
    if len(takers) > 1:
        shares = {hero: _goods(_of(beat, hero), t, +1) for hero in takers}
        _shared_out(t, beat, {hero: goods for hero, goods in shares.items() if goods})
        for hero in dict.fromkeys(e.hero for e in beat.all(*GOODS) if _is_loss(e)):
            lost = _of(beat, hero)
            events = tuple(s.number for s in lost.seen if _is_loss(s.event))
            t.say(beat, "loses", hero=hero, events=events, goods=listed(_goods(lost, t, -1)))
        return
    _spoils(t, beat, beat.numbers())


def _of(beat: Beat, hero: str) -> Beat:
    return Beat(beat.kind, hero, [s for s in beat.seen if getattr(s.event, "hero", "") == hero])


def _shared_out(t: Teller, beat: Beat, shares: dict[str, list[str]]) -> None:
    told = tuple(s.number for s in beat.seen if not _is_loss(s.event))
    if not shares:
        return
    alike: dict[str, list[str]] = {}
    for hero, goods in shares.items():
        alike.setdefault(listed(goods), []).append(t.names.called(hero))
    if len(shares) == 1:
        (hero, goods) = next(iter(shares.items()))
        t.say(beat, "gains", hero=hero, events=told, goods=listed(goods))
    elif len(alike) == 1:
        goods_each, party = next(iter(alike.items()))
        t.say(beat, "gains.each", events=told, party=listed(party), goods=goods_each)
    else:
        parts = [f"{what} {'each ' if len(who) > 1 else ''}for {listed(who)}" for what, who in alike.items()]
        sep = "; " if any(" and " in part for part in parts) else ", "
        t.say(beat, "gains.shares", events=told, shares=sep.join(parts))


def scavenge(t: Teller, beat: Beat) -> None:
    """A hero Scavenges and finds something."""
    event = beat.all(ev.Scavenged)[0]
    goods = _goods(beat, t, +1)
    if goods:
        lead = t.phrase(beat.first.number, "scavenge.goods", hero=beat.who, fields={"goods": listed(goods)})
        t.add(lead, beat.numbers(), beat.kind)
    else:
        titles = listed([e.title for e in beat.all(ev.CardDrawn)])
        fields = {"found": counted(event.found, "find"), "title": titles}
        kind = "scavenge.title" if titles else "scavenge.found"
        t.add(t.phrase(beat.first.number, kind, hero=beat.who, fields=fields), beat.numbers(), beat.kind)
        t.cause = beat.all(ev.CardDrawn)[-1].title if titles else ""


def scavenge_none(t: Teller, beat: Beat) -> None:
    """Nothing is found, by one or by several: told now and then."""
    events = beat.all(ev.Scavenged)
    heroes = list(dict.fromkeys(e.hero for e in events))
    if len(heroes) > 1 and t.chance(beat.first.number, 2):
        t.say(beat, "scavenge.none.all", party=listed([t.names.called(h) for h in heroes]))
    elif len(heroes) == 1 and t.chance(beat.first.number, 4):
        t.say(beat, "scavenge.none", hero=heroes[0], room=t.names.room(events[0].tile))


def _spoils(t: Teller, beat: Beat, told: tuple[int, ...]) -> None:
    goods, lost = _goods(beat, t, +1), _goods(beat, t, -1)
    losers = list(dict.fromkeys(e.hero for e in beat.all(*GOODS)))
    who = beat.who or (losers[0] if losers else "")
    plus = tuple(s.number for s in beat.seen if s.number in told and not _is_loss(s.event))
    minus = tuple(s.number for s in beat.seen if s.number in told and _is_loss(s.event))
    if goods:
        xp = sum(e.xp for e in beat.all(ev.XpGained))
        if goods == [f"{xp} XP"]:
            t.say(beat, "xp", hero=who, events=plus, xp=str(xp))
        elif not t.names.seen_tiles():
            t.say(beat, "gains.pack", hero=who, events=plus, goods=listed(goods))
        else:
            t.say(beat, "gains", hero=who, events=plus, goods=listed(goods))
    if lost:
        t.say(beat, "loses", hero=who, events=minus, goods=listed(lost))


def _is_loss(event: object) -> bool:
    if isinstance(event, ev.XpGained):
        return event.xp < 0
    return isinstance(event, ev.GoldChanged | ev.DarkStoneChanged) and event.by < 0


def _goods(beat: Beat, t: Teller, sign: int) -> list[str]:
    gold = sum(e.by for e in beat.all(ev.GoldChanged) if e.by * sign > 0) * sign
    stone = sum(e.by for e in beat.all(ev.DarkStoneChanged) if e.by * sign > 0) * sign
    xp = sum(e.xp for e in beat.all(ev.XpGained) if e.xp * sign > 0) * sign
    parts = [f"${gold}"] * bool(gold)
    parts += [f"{counted(stone, 'shard')} of Dark Stone"] * bool(stone)
    if sign > 0:
        pelts = sum(e.by for e in beat.all(ev.PeltsCollected))
        parts += [counted(pelts, "Pelt")] * bool(pelts)
        parts += [definite(e.name) for e in beat.all(ev.ItemGained)]
        tokens = [t.names.thing(e.token) for e in beat.all(ev.TokenGained)]
        parts += [f"{numeral(n)} {kind}" if (n := tokens.count(kind)) > 1 else kind for kind in dict.fromkeys(tokens)]
    return parts + [f"{xp} XP"] * (xp >= GREAT_XP or (sign < 0 and xp > 0))


def token_spent(t: Teller, beat: Beat) -> None:
    """A Side Bag Token is used, and what good it does; one that explodes speaks for itself."""
    token = t.names.thing(beat.all(ev.TokenSpent)[0].token)
    what = healing(beat.all(ev.Healed))
    if what:
        t.say(beat, "token_spent.heals", hero=beat.who, token=token, healed=what)
    elif t.ahead not in ("blast", "healed") and not (t.cause and t.chance(beat.first.number, 2)):
        t.say(beat, "token_spent", hero=beat.who, events=beat.numbers(ev.TokenSpent), token=token)
    if beat.all(ev.StatusRemoved):
        relief(t, beat)


def item_lost(t: Teller, beat: Beat) -> None:
    """An Item is gone."""
    event = beat.all(ev.ItemLost)[0]
    t.say(beat, "item_lost", hero=beat.who, item=t.names.uid(event.uid, event.item))


def upgrade(t: Teller, beat: Beat) -> None:
    """An Item is made better: with a card that was found, or with Dark Stone in the fire."""
    event = beat.first.event
    if isinstance(event, ev.UpgradeAttached | ev.UpgradeForged):
        kind = "upgrade.forged" if isinstance(event, ev.UpgradeForged) else "upgrade"
        t.say(beat, kind, hero=beat.who, upgrade=event.name, item=event.host)


def ability(t: Teller, beat: Beat) -> None:
    """A rare ability or an Item is used, with what it did for the hero. What heroes do all the time is not named."""
    event = beat.all(ev.AbilityUsed)[0]
    own = event.name in (t.names.name(beat.who), t.names.classes.get(beat.who), "")
    name = humanised(event.ability) if own else t.names.thing(event.name)
    text = t.phrase(beat.first.number, "ability", hero=beat.who, fields={"ability": name})
    if what := healing(beat.all(ev.Healed)):
        text += " " + t.phrase(beat.first.number, "healed.too", hero=beat.who, fields={"healed": what})
    t.add(text, beat.numbers(ev.AbilityUsed, ev.TokenSpent, ev.Healed), beat.kind)
    if beat.all(ev.StatusRemoved):
        relief(t, beat)


def status(t: Teller, beat: Beat) -> None:
    """Poison or Bleeding markers."""
    event = beat.all(ev.StatusAdded)[0]
    kind = f"status.{event.status}" if event.status in STATUSES else "status"
    t.say(beat, kind, hero=beat.who, markers=counted(event.count, f"{humanised(event.status)} marker"))


def relief(t: Teller, beat: Beat) -> None:
    """Markers wear off or are treated."""
    for number, event in zip(beat.numbers(ev.StatusRemoved), beat.all(ev.StatusRemoved), strict=True):
        if event.count:
            markers = counted(event.count, f"{humanised(event.status)} marker")
            t.say(beat, "relief", hero=beat.who, events=(number,), markers=markers)


def chart(t: Teller, beat: Beat) -> None:
    """What a chart says of a hero, and whether that lets a fallen one get up."""
    text = _charted(t, beat)
    if beat.all(ev.Recovered):
        text += " " + t.phrase(beat.first.number, "recovered.too", hero=beat.who)
    _back(t, beat, text)


def _charted(t: Teller, beat: Beat) -> str:
    event = beat.all(ev.ChartRolled)[0]
    kind = f"chart.{event.chart}" if event.chart in ("injury", "madness", "mutation") else "chart"
    text = t.phrase(beat.first.number, kind, hero=beat.who, fields={"name": event.name}) if beat.who else event.name
    text = text if text[-1] in ".!?" else f"{text}."
    return f"{text} {t.own_words(event.chart, event.result)}".strip()


def mutating(t: Teller, beat: Beat) -> None:
    """Corruption comes due."""
    removed = beat.all(ev.Mutating)[0].removed
    text = t.phrase(beat.first.number, "mutating", hero=beat.who, fields={"removed": numeral(removed)})
    if beat.all(ev.ChartRolled):
        text += f" {_charted(t, beat)}"
    t.add(text, beat.numbers(), beat.kind)


def test(t: Teller, beat: Beat) -> None:
    """A Skill test, of one hero or of several."""
    tests = beat.all(ev.SkillTested)
    event = tests[0]
    if len(tests) > 1:
        able = listed([t.names.called(e.hero) for e in tests if e.passed])
        unable = listed([t.names.called(e.hero) for e in tests if not e.passed])
        kind = "test.some" if able and unable else "test.all" if able else "test.none"
        t.say(beat, kind, able=able, unable=unable, skill=humanised(event.skill))
        return
    kind = "test.passed" if event.passed else "test.failed"
    t.say(beat, kind, hero=beat.who, skill=humanised(event.skill))


def escape(t: Teller, beat: Beat) -> None:
    """An Escape test."""
    t.say(beat, "escape.passed" if beat.all(ev.EscapeTested)[0].passed else "escape.failed", hero=beat.who)


def move(t: Teller, beat: Beat) -> None:
    """Enemies move. Most moves go without saying."""
    movers = len({e.who for e in beat.all(ev.Moved)})
    if t.names.knows(beat.who):
        foes = t.all_of(beat.who, movers)
        t.say(beat, "move.foes", f"move.foes.{beat.who}", count=movers, foes=foes)


TELLINGS: dict[str, Callable[[Teller, Beat], None]] = {
    "harm": harm,
    "ko": ko,
    "revived": revived,
    "recovered": recovered,
    "died": died,
    "basic_ally": basic_ally,
    "ally_upgraded": ally_upgraded,
    "healed": healed,
    "breath": breath,
    "gains": gains,
    "scavenge": scavenge,
    "scavenge_none": scavenge_none,
    "token_spent": token_spent,
    "item_lost": item_lost,
    "upgrade": upgrade,
    "ability": ability,
    "status": status,
    "relief": relief,
    "chart": chart,
    "mutating": mutating,
    "test": test,
    "escape": escape,
    "move": move,
}
