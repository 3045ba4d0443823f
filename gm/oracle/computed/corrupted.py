"""Whether so much Corruption makes a hero mutate, at how much one does, how much is still harmless; and how many
Mutations some Corruption brings, with what is left of it."""

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
    r"chart|table|madness|injury|sanity|adventure|twice|times|which mutation|what mutation|reroll\w*|prevent\w*|"
    r"immune|"
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


_TAKEN = (
    rf"\b(?:fail|failed|failing|fails|blow|blew|blown|miss|missed|flub|flubbed|botch|botched|lose|lost|muff|muffed|"
    rf"whiff|whiffed|bungle|bungled|fluff|fluffed)(?: on)?(?: (?:exactly|another|all))? {N}(?: of)?(?: (?:my|the|"
    rf"his|her|"
    rf"those|willpower|corruption|saves?|rolls?|hits?|dice|checks?|tests?))*\b",
    rf"\b{N}(?: more| further)? (?:failed|unsaved|blown|missed|botched|flubbed|flunked)"
    rf"(?: (?:willpower|corruption|saves?|rolls?|hits?|points?|dice|checks?|tests?))*\b",
    rf"\b{N}(?: more| further| extra| new| other)?(?: (?:of (?:them|those)|corruption|hits?|points?|ones))* "
    rf"(?:get|gets|got|go|goes|went|slip|slips|slipped|come|comes|came|make it|made it|sneak|land|lands|squeeze|leak|"
    rf"break|pass)(?: right| straight)?(?: through| past| by)?\b(?: (?:my|his|her|the))?(?: willpower| saves?| "
    rf"rolls?)*",
    rf"\b(?:takes?|gains?|gets?|receives?|suffers?|took|gained|got|picks? up|picked up|soaks? up|soaked up|given|"
    rf"eats?|ate|"
    rf"adds?|absorbs?|absorbed|collects?|collected|hit (?:with|by|for)|another|plus|catch|caught)(?: another| a "
    rf"further)? "
    rf"{N}(?: (?:more|further|extra|new|unsaved))*(?: (?:of )?(?:corruption|points?|hits?))*(?: on top)?\b",
    rf"\b{N} (?:more|further|extra|new)(?: (?:of )?(?:corruption|points?|hits?))*\b",
)
_HELD = (
    rf"\b(?:on|at|with|have|has|had|hold|holds|holding|held|sitting (?:on|at)|already|carry|carries|carrying|"
    rf"start at|from|"
    rf"starting at|starts at|carried|bear|bearing|was|were|is|am|i'm|he's|she's)(?: (?:already|now|currently|"
    rf"just|only))* "
    rf"{N}(?: (?:points?|of|corruption|tokens?|markers?|already))*\b",
    rf"\b{N}(?: (?:points?|of|old|existing))* corruption(?: (?:points?|tokens?|markers?))*(?: already)?\b",
    rf"\bcorruption(?: (?:is|at|of|stands at|sits at|was|level|total|points?))*:? {N}\b",
    rf"\b{N} (?:already|beforehand|before|in hand|so far|points)\b",
)
_LIMIT = (
    rf"\b(?:limit|threshold|maximum|max|cap)(?: (?:of|is|at|being))*:? {N}\b",
    rf"\bmutat\w+ (?:at|on) {N}\b",
    rf"\b{N} (?:limit|threshold)\b",
)
_ONE_MORE = r"\b(?:one|1|another|an extra|a further) (?:more )?(?:point|corruption)\w*\b|\bone more\b"
_FAILS = r"\b(?:fail\w*|blow|blew|blown|miss|missed|flub\w*|botch\w*|lose|lost|muff\w*|whiff\w*)\b"
_USUAL = (
    r"\b(?:default|normal|standard|usual|ordinary|regular|base|basic|plain|starting)(?: corruption)? "
    r"(?:limit|resistance|threshold|cr|cap)\b"
)
_LEFT_ELSE = (
    r"\b(?:chance|likely|heal\w*|remov\w+|remedy|herbs?|banish\w*|treat\w*|price|cost|chart|table|adventure|times|"
    r"reroll\w*|prevent\w*|immune|everyone|party|heroes|both|each|apiece|saved|all but|some|half|average|odds|which|"
    r"what mutation|ignor\w*|except|instead|doubled?|per|every|die|rolled|kinds?|before i|until|dark stone|"
    r"again)\b|n't\b|\bnot\b"
)
_LEFT_WORDS = (
    _WORDS
    + "|willpower|save|saves|saved?|fail\\w*|miss\\w*|hits?|test|check|dice|hit|past|through|slip\\w*|blow|blew|after|"
    "afterwards|end|ends|remain\\w*|leftover|over|board|sheet|many|more|and|then|count|result|outcome|spill\\w*|"
    "rest|default|"
    "blown|mutation|mutations|begin\\w*|start\\w*|keep|kept|fail|sack|die|dice"
)


def left(asked: Asked) -> Found | None:
    """How many Mutations more Corruption brings, and how much of it stays."""
    slots = asked.slots()
    if asked.game is not None or asked.yes_no or slots.has(_LEFT_ELSE):
        return None
    if not slots.has(r"\bcorruption\b|\bmutat\w*"):
        return None
    if slots.has(r"\bhow (?:many|much) more\b|\bhow far\b|\bhow (?:many|much)\b.*\b(?:to|till|safe)\b"):
        return None
    limit = slots.number(*_LIMIT)
    slots.take(_USUAL)
    gained = slots.number(*_TAKEN)
    if gained is not None and slots.has(_FAILS):
        hits = slots.number(rf"\b{N} (?:corruption )?hits?\b(?! (?:get|go|slip|past|through))")
        if hits is not None and hits < gained:
            return None
    if gained is None and slots.take(_ONE_MORE) is not None:
        gained = 1
    body = _body(slots)
    held = slots.number(*_HELD)
    asks = slots.has(r"\b(?:how|what|where|count|result|end|left|total|tally)\b|\bmutations\b")
    if body is None or gained is None or (held is None and not asks) or slots.has(r"\b(?:why|when|who|may|can)\b"):
        return None
    if re.search(r"\bone\b", slots.left) or not slots.understood(_LEFT_WORDS, slack=4):
        return None
    if limit is not None and (body.limit, body.why) != (5, ""):
        return None
    most = body.limit if limit is None else limit
    total = (held or 0) + gained
    if not 1 <= most <= MOST or total > MOST or not gained or (held or 0) >= most:
        return None
    rolls, rest = divmod(total, most)
    came = counted(rolls, "Mutation roll") if rolls else "No Mutation roll"
    stays = f"{rest} Corruption left" if rolls else f"{rest} Corruption held"
    sum_ = f"{held} + {gained} = {total}" if held else f"{total} gained"
    asks_left = slots.has(r"\b(?:points?|corruption)\b.*\b(?:left|after|remain\w*|keep|end)\b")
    if slots.has(r"\bhow (?:many|much)\b") and (asks_left or not slots.has(r"\bmutat\w*")):
        lead = f"{stays}, {came[0].lower()}{came[1:]}"
    else:
        lead = f"{came}, {stays}"
    each = f"{body.who} mutates for every {most} (Corruption Resistance {most}{body.why})"
    rule = Because(
        mutate, "compilation: Corruption and Mutations", body.entry, ("corruption", "resistance", "mutates", "mutation")
    )
    said = (f"{lead}: {sum_}; {each}.",)
    return Found((*said, body.ours) if body.ours else said, (rule,))


FAMILIES = (mutates, left)
