"""How many tokens a Side Bag holds, with what makes it larger, and whether so many fit."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from gm.oracle.computed.bench import bare_hero, bare_table
from gm.oracle.computed.names import heroes_of, named
from gm.oracle.computed.records import Asked, Because, Found
from gm.oracle.computed.saying import counted, of_the_packs
from gm.oracle.computed.slots import N, Slots
from rules_engine.content.library import standard
from rules_engine.effects.stats import DEFAULTS
from rules_engine.procedures.items import gain_token
from rules_engine.ruleset import ruleset

MOST = 100
BAG = Because(gain_token, "compilation: Side Bag", "side-bag", ("side", "bag", "holds", "5", "tokens"))
_MARSHAL = (
    (r"saddle ?bags?(?: upgrade)?", "Saddle Bags", "marshal-traveler", r"Saddle Bags\b.*?(\d+) extra Tokens"),
    (
        r"(?:level (?:up )?)?(?:level|bonus|upgrade|free upgrade|chart) (?:bonus )?(?:roll )?(?:of )?(?:a )?9|"
        r"9 on (?:the|his|my) (?:free )?"
        r"(?:level|upgrade|bonus)[\w ]*(?:chart|table|roll)",
        "a 9 on the Marshal's Upgrade Bonus",
        "marshal-level-bonus",
        r"9: \+(\d+) Side Bag",
    ),
)
_WORDS = (
    "token|side|bag|fit|hold\\w*|carry|carrying|carried|room|space|capacity|limit|max|maximum|stuff\\w*|cram\\w*|pack\\w*|"
    "put|into|hero|heroes|have|full|find|found|pick\\w*|draw|drew|more|still|left|another|keep|drop|discard\\w*|throw|away|"
    "upgrade|starting|with|buy|bought|squeeze|already|inside|marshal|new|get|take|total|too|extra|over|lose|gain|free|"
    "accept|contain\\w*|store|storing|shove|load\\w*|pocket|size|big|his|her|class|town|spare|at|once|my|any|kind|them|"
    "bonus|chart|squeezed|stop|wonder\\w*|leaves?|side-bag|bandido|berserker|assorted|wants?|tries|try|fully|quite"
)
_FIT = (
    r"\b(?:fit|go|hold|carry|keep|room|take|stuff|cram|pack|squeeze|have|store|put|pick|too many|contain|enough|"
    r"overfull)\b"
)


class Room(NamedTuple):
    """How many tokens fit, how that adds up, and what it rests on."""

    most: int
    working: str
    because: tuple[Because, ...]
    ours: str


def _room(asked: Asked, slots: Slots) -> Room | None:
    """The capacity of the bag that a question is about; None where something in it is not known."""
    table, hero = bare_table(asked.ruleset), bare_hero()
    base = table.stats.hero(hero, "side_bag")
    parts, rests = [(base, "")], [BAG]
    for said, name, entry, pattern in _MARSHAL:
        if slots.take(rf"\b(?:without|no|lacking|minus)(?: the| his| her| my| any)? {said}\b") is not None:
            continue
        if slots.take(rf"\b{said}\b") is None:
            continue
        stated = asked.stated(entry, pattern)
        if stated is None:
            return None
        parts.append((int(stated[0][1]), name))
        rests.append(Because(None, stated[1].text, entry, tuple(stated[1].text.lower().split())))
    ours: list[str] = []
    for called, (add, name, original) in _of_the_packs().items():
        if slots.take(rf"\b{re.escape(called)}\b(?: upgrade)?") is not None:
            parts.append((add, name))
            ours += [name] if original else []
    own = slots.number(
        rf"\+ ?{N} (?:side bag |token |extra )*(?:capacity|tokens?|side bag)\b", rf"\b{N} (?:extra|more) capacity\b",
        rf"\bcapacity (?:is )?(?:\+ ?|raised by |up by |increased by ){N}\b",
    )  # fmt: skip
    if own is not None and own not in (add for add, _ in parts[1:]):
        parts.append((own, "what is told"))
    working = " + ".join(f"{add} for {name}" if name else str(add) for add, name in parts)
    return Room(sum(add for add, _ in parts), working if len(parts) > 1 else "", tuple(rests), of_the_packs(ours))


@cache
def _of_the_packs() -> dict[str, tuple[int, str, bool]]:
    """Starting Upgrades of the packs that make a Side Bag larger, by what they are called: by how much, their name,
    and whether they are the packs' own."""
    found = {}
    for id, upgrade in standard().upgrades.items():
        table, hero = bare_table(ruleset("compilation")), bare_hero()
        table.state.heroes[hero.id] = hero
        hero.upgrades = [id]
        more = table.stats.hero(hero, "side_bag") - DEFAULTS["side_bag"]
        if more:
            found[upgrade.name.lower()] = (more, upgrade.name, upgrade.source == "original")
    return found


def _kinds() -> str:
    names = [token.name.lower() for token in standard().tokens.values()]
    forms = {form for name in names for form in (name, name.removesuffix("s"), name.removesuffix("s") + "s")}
    return "|".join(re.escape(form) for form in sorted(forms, key=lambda form: (-len(form), form)))


def _tokens(slots: Slots) -> tuple[int, int] | None:
    """Tokens that are in the bag or shall go in, and those of them that come on top; None if none are counted."""
    more = slots.takes(
        rf"\b(?:find|found|finds|pick(?:ed|s)? up|draw|drew|get|buy|bought|gain|given|add|offered)(?: another)? {N}"
        rf"(?: more| extra| new)?(?: side bag)? (?:tokens?|of (?:them|those)|{_kinds()})?\b|\b{N} more(?: tokens?)?\b"
        r"|\b(?:another|1 more|one more|a new|yet another|an extra)(?: side bag)?(?: token)?\b"
    )
    gained = sum(next((int(g) for g in one.groups() if g is not None), 1) for one in more)
    held = slots.takes(
        rf"\b{N}(?: different| side bag| assorted| various| single)* (?:tokens?|{_kinds()})\b(?: tokens?\b)?|"
        rf"\b(?:an?|one) (?:{_kinds()})\b(?: tokens?\b)?|\b(?:have|hold|holding|carrying|carry|at|full of) {N}"
        rf"(?= already| so far| in (?:it|my|his|her|the)\b| now| and (?:find|get|pick|draw)|[,.?;:]|$)"
    )
    here = sum(next((int(g) for g in one.groups() if g is not None), 1) for one in held)
    return (here + gained, gained) if held or more else None


def side_bag(asked: Asked) -> Found | None:
    """How many tokens fit into a Side Bag, how many more, how many are too many, whether they all fit."""
    slots = asked.slots()
    about = slots.has(r"\bside ?bags?\b|\bsaddle ?bags?\b") or (
        slots.has(rf"\btokens?\b|\b(?:{_kinds()})\b") and slots.has(r"\bbags?\b")
    )
    if asked.game is not None or not about or not slots.has(_FIT + r"|\bhow many\b|\blimit\b|\bcapacity\b|\bmax\w*\b"):
        return None
    if slots.has(
        r"\b(?:not|horse|mule|explo\w+ tokens?|demons?|cost|price|die|explode\w*|clue|revive|loot|weight|anvils?|"
        r"hidden|attack|each of (?:us|them)|chance|in play|per turn|turn|fight|use[ds]?|trade\w*|give|sell)\b|n't\b|"
        r"\bbags? (?:hold|carr|give|add|mean|grant|provide)\w* \d+ (?:more|extra)"
    ):
        return None
    room = _room(asked, slots)
    named(slots, heroes_of(standard()))
    asks_more = (
        slots.take(r"\bhow many (?:more|extra|other)(?: side bag)?(?: tokens?)?\b|\broom for how many\b") is not None
    )
    asks_lost = slots.take(r"\bhow many\b[\w ]*\b(?:drop|discard|lose|throw away|leave|get rid|over)\b") is not None
    tokens = _tokens(slots)
    if room is None or (not room.working and tokens is None) or not slots.understood(_WORDS, slack=0):
        return None

    def told(sentence: str) -> tuple[str, ...]:
        return (sentence, room.ours) if room.ours else (sentence,)

    sum_ = f": {room.working}" if room.working else ""
    first = f"the Side Bag holds {counted(room.most, 'token')}{f' ({room.working})' if room.working else ''}"
    if tokens is None:
        if (
            asked.yes_no
            or asks_lost
            or asks_more
            or not slots.has(r"\bhow many\b|\bwhat\b|\bhow (?:big|much)\b|\bmax\w*\b")
        ):
            return None
        return Found(told(f"{counted(room.most, 'token')}{sum_}."), room.because)
    total, gained = tokens
    left = room.most - total
    if total > MOST:
        return None
    if asks_more and not gained:
        if left < 0:
            return None
        return Found(told(f"{left} more: {first}, less the {total} in it."), room.because)
    over = f"are {-left} too many" if left < 0 else f"leave {counted(left, 'space')}" if left else "fill it"
    if asks_lost:
        lead = f"{max(0, -left)} of the {total}"
        return Found(told(f"{lead}: {first}."), room.because)
    if not (
        asked.yes_no or slots.has(r"\b(?:all )?(?:fit|go in\w*|room enough|enough room|too many|room for)\b")
    ) or slots.has(r"\bhow many\b"):
        return None
    asks_over = slots.has(r"\b(?:too many|overfull)\b|\b(?:must|do|have) i (?:have to )?(?:drop|discard|lose)\b")
    verdict = "Yes" if (left < 0) is asks_over else "No"
    return Found(told(f"{first[:1].upper()}{first[1:]}; {total} {over}."), room.because, (), verdict)


FAMILIES = (side_bag,)
