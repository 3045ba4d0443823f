"""Whether so much Corruption makes a hero mutate, at how much one does, and how much is still harmless."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from gm.oracle.computed.bench import bare_hero, bare_table
from gm.oracle.computed.names import heroes_of, named
from gm.oracle.computed.records import Asked, Because, Found
from gm.oracle.computed.saying import counted, listed, of_the_packs
from gm.oracle.computed.slots import N, Slots
from rules_engine.content.library import standard
from rules_engine.procedures.harm import mutate
from rules_engine.ruleset import ruleset
from rules_engine.state import Hero, Item

MOST = 60
CHART = "mutation"
_ORDINALS = ["zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]
_NTH = rf"(?:(\d{{1,2}})(?:st|nd|rd|th)|({'|'.join(_ORDINALS[1:])}))"
_POINTS = r"(?: more| extra)?(?: (?:points? of )?corruption(?: points?| tokens?| markers?)?| points?)"
_ELSE = (
    r"\b(?:hits?|willpower|saves?|saved|chance|likely|heal\w*|remov\w+|remedy|herbs?|banish\w*|treat\w*|price|"
    r"cost|dark stone|"
    r"chart|table|madness|injury|sanity|adventure|twice|times|which mutation|what mutation|reroll\w*|prevent\w*|immune|"
    r"void|everyone|party|heroes|both|each|spirit armor|until the end)\b|\bnot\b|n't\b"
)
_WORDS = (
    "corruption|corrupt\\w*|point|token|marker|mutat\\w*|roll|rolled|now|take|taken|took|gain|gained|get|got|"
    "receive\\w*|suffer\\w*|"
    "have|has|had|hold\\w*|resistance|cr|hero|class|already|just|more|reach\\w*|number|at|on|due|trigger\\w*|"
    "happen\\w*|make|mean|"
    "still|safe|fine|harmless|okay|can|before|how|many|until|turn|collect\\w*|bring\\w*|put|sit\\w*|away|from|"
    "become|left|limit|"
    "normal|ordinary|regular|value|only|total|need\\w*|full|threshold|cause\\w*|force\\w*|immediately|once|hit|"
    "ally|base|default|"
    "unmutated|clean|grow\\w*|carr\\w+|enough|ding|one|amount|mutant|what|when|does|stand\\w*|up|pick\\w*|my|"
    "tip\\w*|over|bear\\w*"
)


class Body(NamedTuple):
    """Somebody's Corruption Resistance: of whom, and what raises or lowers it there."""

    who: str
    limit: int
    why: str
    entry: str
    ours: str = ""


@cache
def _changes() -> dict[str, tuple[str, str]]:
    """Mutations and Items of the packs that change a Corruption Resistance, by name: what they are and their id."""
    found: dict[str, tuple[str, str]] = {}
    for row in standard().charts[CHART].results:
        if any(m.stat == "corruption_resistance" for ability in row.abilities for m in ability.modifiers):
            found[row.name.lower()] = (CHART, str(row.on))
    for id, item in standard().items.items():
        if any(m.stat == "corruption_resistance" for ability in item.abilities for m in ability.modifiers):
            found[item.name.lower()] = ("item", id)
    return found


def _body(slots: Slots) -> Body | None:
    """Whose Corruption it is, by what a question names: a Class, a Team, an Ally, Mutations and Items."""
    library = standard()
    slots.take(
        r"\b(?:without|no|having no|free of)(?: any)?(?: other)? (?:mutations?|items?|gear|upgrades?|"
        r"resistance)(?: (?:or|and|nor) "
        r"(?:any )?(?:mutations?|items?|gear|upgrades?|resistance(?: gear| items?| bonus)?))*"
    )
    table = bare_table(ruleset("compilation"))
    told = slots.number(
        rf"\b(?:corruption )?resistance(?: value)?(?: of| is| at|:)? {N}\b",
        rf"\bcr(?: of)? {N}\b",
        rf"\b{N} resistance\b",
    )
    if told is not None:
        named(slots, heroes_of(library))
        return Body("a Hero", told, "", "corruption-resistance")
    for record in library.allies.values():
        if (
            slots.take(rf"\b{re.escape(record.name.lower())}s?\b|\b{record.name.lower().split()[-1][:-2]}[ae]n\b")
            is not None
        ):
            limit = record.stats["corruption_resistance"]
            own = of_the_packs([record.name] if record.source == "original" else [])
            return Body(_a(record.name), limit, "", _of_ally(record.id), own)
    hero, who, entry = bare_hero(), "a Hero", "corruption-resistance"
    for team in library.teams.values():
        if slots.take(rf"\b{team.name.lower()}s?\b") is not None:
            cls = next(one for one in library.heroes.values() if one.team == team.id)
            hero, who = Hero("hero", "", cls.id, list(cls.keywords), dict(cls.stats)), _a(team.name)
    if (found := named(slots, heroes_of(library))) is not None:
        cls = library.heroes[found[0]]
        hero, who = Hero("hero", "", cls.id, list(cls.keywords), dict(cls.stats)), _a(cls.name)
    table.state.heroes[hero.id] = hero
    plain = table.stats.hero(hero, "corruption_resistance")
    changed = []
    for name, (kind, id) in _changes().items():
        if slots.take(rf"\b{re.escape(name)}\b") is not None:
            changed.append(name.title())
            if kind == CHART:
                hero.mutations.append(id)
            else:
                hero.items.append(Item(len(changed), id, True))
    if hero.cls and library.heroes[hero.cls].team == "conquistador":
        entry = "ruthless-warfare"
    fresh = bare_table(ruleset("compilation"))
    fresh.state.heroes[hero.id] = hero
    limit = max(1, fresh.stats.hero(hero, "corruption_resistance"))
    why = f", {plain} but for {listed(changed)}" if changed else ""
    ours = [library.items[item.id].name for item in hero.items if library.items[item.id].source == "original"]
    return Body(who, limit, why, entry, of_the_packs(ours))


def _a(name: str) -> str:
    return f"{'an' if name[0] in 'AEIO' else 'a'} {name}"


def _of_ally(id: str) -> str:
    return {"viking-warrior": "viking-warrior-allies"}.get(id, "corruption-resistance")


def _nth(slots: Slots) -> int | None:
    """`his 4th Corruption Point`, `Corruption Point number 4`."""
    found = slots.take(rf"\b{_NTH}(?: and (?:last|final))?{_POINTS}")
    if found is not None:
        return int(found[1]) if found[1] else _ORDINALS.index(found[2])
    return slots.number(rf"\bcorruption(?: point| token| marker)?s? (?:number|no\.?|#) ?{N}\b")


def mutates(asked: Asked) -> Found | None:
    """Whether somebody mutates now, at how much Corruption, or how much more it takes."""
    slots = asked.slots()
    if asked.game is not None or not slots.has(r"\bcorruption\b") or slots.has(_ELSE):
        return None
    if not slots.has(r"\bmutat\w*\b|\bsafe\b|\bharmless\b|\bok\b|\bokay\b|\bresistance\b"):
        return None
    body = _body(slots)
    if body is None or not 1 <= body.limit <= MOST:
        return None
    nth = _nth(slots)
    gained = slots.number(
        rf"\b(?:takes?|gains?|gets?|receives?|suffers?|took|gained|got|picks? up)(?: another)? {N}(?:{_POINTS}| "
        rf"more)\b",
        rf"\b{N} more(?:{_POINTS})?\b",
        rf"\banother {N}{_POINTS}?\b",
    )
    if gained is None and slots.take(r"\b(?:another|one more|1 more|an extra)(?: corruption| point)*") is not None:
        gained = 1
    held = slots.number(rf"\b{N}{_POINTS}", rf"\b(?:have|has|had|at|with|on|holding|holds|is|reach\w*|hit) {N}\b")
    if not slots.understood(_WORDS, slack=1):
        return None
    rule = Because(
        mutate, "compilation: Corruption and Mutations", body.entry, ("corruption", "resistance", "mutates", "4")
    )

    def told(sentence: str) -> tuple[str, ...]:
        return (sentence, body.ours) if body.ours else (sentence,)

    limit = f"{body.who} mutates at {body.limit} Corruption (Corruption Resistance {body.limit}{body.why})"
    given = [n for n in (nth, held, gained) if n is not None]
    if not given:
        asks = slots.has(r"\b(?:how many|how much|at what|when|which)\b") and slots.has(r"\bmutat\w*")
        known = body.who != "a Hero" or body.why
        if asked.yes_no or not asks or not known or slots.has(r"\bhow many mutations\b|\bmutations? .*\bhow\b"):
            return None
        safe = slots.has(r"\b(?:safe\w*|harmless|without)\b")
        more = f"; {body.limit - 1} {'is' if body.limit == 2 else 'are'} still harmless" if body.limit > 1 else ""
        return Found(told(f"{body.limit - 1 if safe else body.limit}: {limit}{more}."), (rule,))
    total = nth if nth is not None else (held or 0) + (gained or 0)
    if nth is not None and (held is not None or gained is not None):
        return None
    if held is not None and gained is not None and held >= body.limit:
        return None  # nobody holds as much as that
    if slots.has(r"\bhow many mutations?\b|\bhow (?:many|much)\b(?! more)"):
        return None
    if slots.has(r"\bhow (?:many|much) more\b|\bhow far\b"):
        if gained is not None or total >= body.limit:
            return None
        return Found(told(f"{body.limit - total} more: {limit}, and {total} is held."), (rule,))
    if not asked.yes_no and not slots.has(r"\b(?:now|due|already|yet|safe|enough|mutation roll)\b"):
        return None
    if slots.has(rf"\bmutat\w*(?: only)? (?:at|on|with exactly) {N}\b|\b(?:before|until|for)\b[\w ]*\bmutat\w*"):
        verdict = "Yes" if total == body.limit else "No"  # a threshold is claimed
        return Found(told(f"{limit[:1].upper()}{limit[1:]}."), (rule,), (), verdict) if asked.yes_no else None
    comes = total >= body.limit
    left = total - body.limit
    said = (
        f"{counted(total, 'Corruption Point')}: {limit}"
        f"{f', and {left} of it stays' if comes and left and left < body.limit else ''}."
    )
    safe = slots.has(r"\b(?:safe|fine|harmless|ok|okay)\b")
    return Found(told(said), (rule,), (), "Yes" if comes is not safe else "No")


FAMILIES = (mutates,)
