"""Tells Fights: who comes, a hero's Attack with all that came of it, an Enemy Type's attack, explosions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from gm.beats import Beat, Seen
from gm.grammar import article, counted, listed
from gm.tellings.heroes import cost_of, healing, how_near, suffering
from gm.tellings.teller import Teller
from rules_engine import events as ev

SOME_XP, MUCH_XP, RARELY = 10, 60, 8
JOINS = (", and {}", "; {}", ", and {}", ": {}")


def fight(t: Teller, beat: Beat) -> None:
    """A Fight begins, or more come: who, how many, from where."""
    came = beat.all(ev.EnemiesCame)
    started, brought = beat.all(ev.FightStarted), beat.all(ev.AttackBrought)
    heads = beat.numbers(ev.FightStarted, ev.AttackBrought, ev.EnemiesCame)
    if started:
        t.feared = {}
    if came:
        foes = listed([_so_many(t, e) for e in came])
        if any(e.ambush for e in [*came, *brought]):
            kind = "fight.ambush"
        elif any(e.objective for e in [*started, *brought]):
            kind = "fight.objective"
        else:
            kind = "fight.come" if started else "fight.more"
        special = [f"{kind}.{came[0].type}"] if kind == "fight.come" and len(came) == 1 else []
        t.say(beat, kind, *special, events=heads, foes=foes)
    elif started:
        t.say(beat, "fight.bare", events=heads)
    worse = [*zip(beat.numbers(ev.EliteGained), beat.all(ev.EliteGained), strict=True)]
    mythic = [*zip(beat.numbers(ev.MythicGained), beat.all(ev.MythicGained), strict=True)]
    for number, event in (*worse, *mythic):
        kinds = t.names.kind(event.type, 2)
        t.say(beat, "elite", events=(number,), kinds=kinds, ability=event.name)
    for number, trait in zip(beat.numbers(ev.TraitGained), beat.all(ev.TraitGained), strict=True):
        text = t.phrase(number, "trait", fields={"kinds": t.names.kind(trait.type, 2), "trait": trait.name})
        t.add(f"{text} {t.own_words('card', trait.card)}", (number,), beat.kind)


def _so_many(t: Teller, e: ev.EnemiesCame) -> str:
    kind = t.names.kind(e.type, e.count)
    brutal = "Brutal " if e.brutal else ""
    if e.count == 1 and kind != t.names.kind(e.type, 2):
        return article(brutal + kind)
    return counted(e.count, brutal + kind, brutal + kind)


def next_elite(t: Teller, beat: Beat) -> None:
    """The next group will be Elite."""
    t.say(beat, "next_elite")


@dataclass(slots=True)
class _Outcome:
    """What came of an Attack for one enemy."""

    type: str
    killed: bool = False
    last: bool = False
    wounds: int = 0
    armor: int = 0
    hits: int = 0
    numbers: list[int] = field(default_factory=list)


def attack(t: Teller, beat: Beat) -> None:
    """A hero's Attack in a breath: the blow, what it did to whom, what it was worth."""
    outcomes = _outcomes(t, beat)
    clauses, told = _clauses(t, beat, outcomes)
    leads = [s for s in beat.seen if isinstance(s.event, ev.AttackMade)]
    if leads:
        _attack_made(t, beat, clauses, told)
    else:
        for text, numbers in zip(clauses, told, strict=True):
            t.add(text, numbers, beat.kind)
    if what := healing(beat.all(ev.Healed)):
        last = t.said.pop()
        text = t.phrase(beat.first.number, "attack.heals", hero=beat.who, fields={"healed": what})
        t.add(f"{last.text} {text}", (*last.events, *beat.numbers(ev.Healed)), beat.kind)
    _worth(t, beat)


def unhurt(t: Teller, beat: Beat) -> None:
    """Hits that do no harm, of one hero or of several together."""
    heroes = list(dict.fromkeys(e.hero for e in beat.all(ev.AttackMade)))
    foes = list(dict.fromkeys(t.names.type_of(e.enemy) for e in beat.all(ev.HitResolved)))
    if len(heroes) == 1:
        t.say(beat, "unhurt.one", hero=heroes[0], foe=listed([t.those(type) for type in foes]))
        return
    party, foe = listed([t.names.called(h) for h in heroes]), listed([t.those(type) for type in foes])
    t.say(beat, "unhurt.all", party=party, foe=foe)


def _worth(t: Teller, beat: Beat) -> None:
    """What a deed was worth joins the sentence that told of it: when it was much, and else now and then."""
    xp, number = sum(e.xp for e in beat.all(ev.XpGained)), beat.first.number
    if not t.said or xp < SOME_XP or not (xp >= MUCH_XP or t.chance(number, RARELY)):
        return
    last = t.said.pop()
    text = f"{last.text} {t.phrase(number, 'xp', hero=beat.who, fields={'xp': str(xp)})}"
    t.add(text, (*last.events, *beat.numbers(ev.XpGained)), beat.kind)


def misses(t: Teller, beat: Beat) -> None:
    """Shots and blows that hit nothing, of one hero or of several together."""
    if t.passes_over(beat.first.number):
        return
    shots = beat.all(ev.AttackMade)
    heroes = list(dict.fromkeys(e.hero for e in shots))
    if len(heroes) > 1:
        t.say(beat, "attack.miss.all", party=listed([t.names.called(h) for h in heroes]))
    else:
        kind = "ranged" if shots[0].kind == "ranged" else "melee"
        t.say(beat, f"attack.{kind}.miss", hero=heroes[0], weaponry=_weaponry(t, shots[0]))


def _weaponry(t: Teller, made: ev.AttackMade) -> str:
    weapon = t.names.weapon(made.weapon)
    if not weapon:
        return "what there is to hand" if made.kind == "ranged" else "bare hands"
    return weapon if "'" in weapon else f"the {weapon}"


def _attack_made(t: Teller, beat: Beat, clauses: list[str], told: list[list[int]]) -> None:
    tries = [(s.number, s.event) for s in beat.seen if isinstance(s.event, ev.AttackMade)]
    number, made = next((one for one in tries if one[1].hits), tries[0])
    kind = "ranged" if made.kind == "ranged" else "melee"
    weaponry = _weaponry(t, made)
    if not made.hits:
        t.say(beat, f"attack.{kind}.miss", hero=made.hero, events=(number,), weaponry=weaponry)
        for text, numbers in zip(clauses, told, strict=True):
            t.add(text, numbers, beat.kind)
        return
    sure = made.criticals and made.criticals >= made.hits
    lead = t.phrase(
        number, "attack.critical" if sure else f"attack.{kind}", hero=made.hero, fields={"weaponry": weaponry}
    )
    if number != tries[0][0]:
        lead = f"{t.phrase(tries[0][0], 'attack.try', hero=made.hero)} {lead}"
    wide = tries[-1][0] if number != tries[-1][0] else 0
    after = f". {t.phrase(wide, 'attack.wide')}" if wide else ""
    missed = [n for n, e in tries if not e.hits]
    if not clauses:
        t.add(f"{lead}: {counted(made.hits, 'Hit')}{after}", (number, *missed), beat.kind)
    elif len(clauses) == 1:
        join = JOINS[number % len(JOINS)] if ":" not in lead + clauses[0] else ", and {}"
        t.add(lead + join.format(clauses[0]) + after, (number, *told[0], *missed), beat.kind)
    else:
        events = [number, *(n for numbers in told for n in numbers), *missed]
        t.add(f"{lead}. {_chain(clauses)}{after}", events, beat.kind)


def _chain(clauses: list[str]) -> str:
    if len(clauses) == 2:
        return f"{clauses[0]}, and {clauses[1]}"
    return "; ".join([*clauses[:-1], f"and {clauses[-1]}"])


def _outcomes(t: Teller, beat: Beat) -> dict[str, _Outcome]:
    found: dict[str, _Outcome] = {}
    for one in beat.seen:
        event = one.event
        match event:
            case ev.HitResolved() | ev.EnemyArmorHeld() | ev.EnemyKilled():
                enemy = event.enemy
            case ev.Wounded():
                enemy = event.target
            case _:
                continue
        outcome = found.setdefault(enemy, _Outcome(t.names.type_of(enemy)))
        outcome.numbers.append(one.number)
        match event:
            case ev.HitResolved():
                outcome.hits += 1
            case ev.EnemyArmorHeld():
                outcome.armor += event.prevented
            case ev.Wounded():
                outcome.wounds += event.wounds
            case _:
                outcome.killed, outcome.last = True, one.last
    return found


def _clauses(t: Teller, beat: Beat, outcomes: dict[str, _Outcome]) -> tuple[list[str], list[list[int]]]:
    clauses: list[str] = []
    told: list[list[int]] = []
    spoken: set[str] = set()
    killed: dict[str, list[_Outcome]] = {}
    for outcome in outcomes.values():
        if outcome.killed:
            killed.setdefault(outcome.type, []).append(outcome)
    for type, dead in killed.items():
        numbers = [n for o in dead for n in o.numbers]
        foe = t.some(type, len(dead), last=any(o.last for o in dead))
        count = 1 if len(dead) == 1 else 2
        clauses.append(t.phrase(numbers[-1], "kill", f"kill.{type}", count=count, fields={"foe": foe}))
        told.append(numbers)
        spoken.add(type)
    for outcome in outcomes.values():
        if outcome.killed:
            continue
        foe = t.some(outcome.type, 1, other=outcome.type in spoken)
        spoken.add(outcome.type)
        clauses.append(_living(t, beat, outcome, foe))
        told.append(outcome.numbers)
    return clauses, told


def _living(t: Teller, beat: Beat, outcome: _Outcome, foe: str) -> str:
    number = outcome.numbers[-1]
    fields = {"foe": foe}
    if outcome.wounds:
        fields["wounds"] = counted(outcome.wounds, "Wound")
        return t.phrase(number, "wound", fields=fields)
    if outcome.armor:
        fields["wounds"] = counted(outcome.armor, "Wound")
        return t.phrase(number, "armor", count=outcome.armor, fields=fields)
    landed = [e for e in beat.all(ev.HitResolved) if e.wounds]
    if landed and outcome.hits and beat.who:  # its Wounds are told when they are taken
        return t.phrase(number, "blow.bare", hero=beat.who, fields=fields)
    return t.phrase(number, "unhurt", fields=fields)


def foes(t: Teller, beat: Beat) -> None:
    """Enemies attack a hero: what lands, and what it costs."""
    event, number = beat.all(ev.EnemiesAttacked)[0], beat.numbers(ev.EnemiesAttacked)[0]
    count = max(1, len(event.enemies))
    who, told = t.all_of(event.type, count), (number, *beat.numbers(ev.HitsTaken))
    if not event.hits:
        lead = t.phrase(number, "foes.miss", hero=event.hero, count=count, fields={"foes": who})
    else:
        kind = "foes.ranged" if event.kind == "ranged" else "foes.melee"
        fields = {"foes": who, "hits": cost_of(t, beat) or counted(event.hits, "Hit")}
        lead = t.phrase(number, kind, f"{kind}.{event.type}", hero=event.hero, count=count, fields=fields)
        t.struck = (event.hero, event.type) if len(told) == 1 else ("", "")
    if event.hits and cost_of(t, beat):
        t.add(f"{lead} {how_near(t, beat)}", beat.numbers(), beat.kind)
    else:
        cost, numbers = suffering(t, beat, hits_told=bool(event.hits), named=True)
        t.add(f"{lead} {cost}", (*told, *numbers), beat.kind)


def foes_in_vain(t: Teller, beat: Beat) -> None:
    """Enemies attack and nothing comes of it, once or several times over."""
    t.struck = ("", "")
    if t.passes_over(beat.first.number) and not any(e.hits for e in beat.all(ev.EnemiesAttacked)):
        return
    attacks = beat.all(ev.EnemiesAttacked)
    types, heroes = dict.fromkeys(e.type for e in attacks), dict.fromkeys(e.hero for e in attacks)
    party = listed([t.names.called(h) for h in heroes])
    if len(attacks) == 1:
        (type,), count = types, max(1, len(attacks[0].enemies))
        kind = "foes.saved" if attacks[0].hits else "foes.miss"
        t.say(beat, kind, hero=attacks[0].hero, count=count, foes=t.all_of(type, count))
    else:
        alone = len(types) == 1 and t.names.came(next(iter(types))) == 1
        who = listed([t.those(type) for type in types])
        t.say(beat, "foes.vain", count=1 if alone else 2, foes=who, party=party)


def enemy_healed(t: Teller, beat: Beat) -> None:
    """An enemy heals."""
    event = beat.all(ev.EnemyHealed)[0]
    foe = t.some(t.names.type_of(event.enemy), 1)
    t.say(beat, "enemy_healed", foe=foe, wounds=counted(event.wounds, "Wound"))


def left_behind(t: Teller, beat: Beat) -> None:
    """Immobile enemies are so far off that they do not matter any more."""
    types = dict.fromkeys(event.type for event in beat.all(ev.LeftBehind))
    t.say(beat, "left_behind", count=2, foes=listed([t.those(type) for type in types]))


def immune(t: Teller, beat: Beat) -> None:
    """Something that ought to hurt or mark a model does nothing to it."""
    event = beat.all(ev.Immune)[0]
    if t.names.is_hero(event.model):
        t.say(beat, "immune.hero", hero=event.model)
    else:
        t.say(beat, "immune.foe", foe=t.some(t.names.type_of(event.model), 1))


def blast(t: Teller, beat: Beat) -> None:
    """Something explodes: the throw, then the dead, then each who lived through it."""
    for number, thrown in zip(beat.numbers(ev.BlastThrown), beat.all(ev.BlastThrown), strict=True):
        kind = "blast.hit" if thrown.hit else "blast.miss"
        t.say(beat, kind, hero=thrown.hero, events=(number,), token=t.names.thing(thrown.token))
    caught: dict[str, list[Seen]] = {}
    for one in beat.seen:
        target = _target(one.event)
        if target:
            caught.setdefault(target, []).append(one)
    killed = {target: told[-1].last for target, told in caught.items() if isinstance(told[-1].event, ev.EnemyKilled)}
    for type in dict.fromkeys(t.names.type_of(enemy) for enemy in killed):
        dead = [enemy for enemy in killed if t.names.type_of(enemy) == type]
        numbers = [one.number for enemy in dead for one in caught[enemy]]
        foe, count = t.some(type, len(dead), last=any(killed[e] for e in dead)), min(len(dead), 2)
        t.add(t.phrase(numbers[-1], "kill", f"kill.{type}", count=count, fields={"foe": foe}), numbers, beat.kind)
    for target, told in caught.items():
        if target not in killed:
            _caught(t, beat, target, told)
    _worth(t, beat)


def _target(event: object) -> str:
    match event:
        case ev.BlastHit() | ev.Wounded():
            return event.target
        case ev.EnemyKilled() | ev.EnemyArmorHeld():
            return event.enemy
        case _:
            return ""


def _caught(t: Teller, beat: Beat, target: str, told: list[Seen]) -> None:
    who = t.names.called(target) if t.names.is_hero(target) else t.some(t.names.type_of(target), 1)
    taken = [one.event.wounds for one in told if isinstance(one.event, ev.Wounded)]
    wounds = sum(taken)
    if wounds:
        kind = "blast.caught"
    elif any(isinstance(one.event, ev.EnemyArmorHeld) for one in told):
        kind = "blast.spared"
    else:  # what it does to them is told when it is known
        kind = "blast.near"
    t.say(beat, kind, events=[one.number for one in told], who=who, wounds=counted(wounds, "Wound"))


def corpse(t: Teller, beat: Beat) -> None:
    """What lay there stands up, or falls to pieces."""
    event = beat.first.event
    if isinstance(event, ev.CorpseRose):
        t.say(beat, "corpse.rises", foe=t.names.kind(event.type))
    else:
        t.say(beat, "corpse.gone")


def flame(t: Teller, beat: Beat) -> None:
    """Fire goes out over everything between one model and another."""
    event = beat.first.event
    if isinstance(event, ev.FlameCast):
        kind = "flame.hero" if t.names.is_hero(event.who) else "flame.foe"
        who = t.names.called(event.who) if t.names.is_hero(event.who) else t.some(t.names.type_of(event.who), 1)
        at = t.names.called(event.target) if t.names.is_hero(event.target) else t.some(t.names.type_of(event.target), 1)
        t.say(beat, kind, who=who, target=at)


def fight_over(t: Teller, beat: Beat) -> None:
    """The Fight is over."""
    t.say(beat, "fight_over", turns=counted(beat.all(ev.FightEnded)[0].turns, "turn"))


TELLINGS: dict[str, Callable[[Teller, Beat], None]] = {
    "fight": fight,
    "next_elite": next_elite,
    "attack": attack,
    "misses": misses,
    "unhurt": unhurt,
    "foes": foes,
    "foes_in_vain": foes_in_vain,
    "enemy_healed": enemy_healed,
    "left_behind": left_behind,
    "immune": immune,
    "blast": blast,
    "corpse": corpse,
    "flame": flame,
    "fight_over": fight_over,
}
