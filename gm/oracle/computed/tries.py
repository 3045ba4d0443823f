"""Chances of Scavenging, with several tries; of Escaping from enemies by name; and that Hits get past a save."""

from __future__ import annotations

from gm.oracle.computed.chances import ASKS, DEFENDING, ESCAPES, MOST_DICE, MOST_HITS, SCAVENGING
from gm.oracle.computed.kills import foes
from gm.oracle.computed.records import Asked, Because, Found
from gm.oracle.computed.saying import average, chance, counted
from gm.oracle.computed.slots import N, Slots
from rules_engine import odds
from rules_engine.content.library import standard
from rules_engine.dice import SIDES
from rules_engine.effects.stats import DEFAULTS
from rules_engine.procedures.movement import escape_test

_SPEECH = (
    "chance|likely|probable|probab\\w+|roughly|roll|rolled|rolling|average|expect\\w*|risk|good|bad|sure|exactly|"
    "least|most|success\\w*|"
    "succeed\\w*|pass\\w*|make|making|any|result|single|try|tries|attempt\\w*|odd|hero|my|turn|per|fail\\w*|come|"
    "comes|one|get|"
    "gets|getting|both|all|at|ones?|dice|die|d6|figure|percent|expressed|round|rounded|fraction|total|fair|hard|"
    "easy|next|out|"
    "happen\\w*|without|no|nothing|none|zero|not|never"
)
_NOTHING = (
    r"\b(?:nothing|empty(?:[- ]handed)?|none|no (?:cards?|6\+?|6es|success\w*|luck|finds?)|zero cards?|fail\w*|"
    r"not? (?:a )?single|bust|"
    r"comes? up short|without (?:finding|getting|drawing))\b"
)
_CARDS = (
    rf"\b(?:at least |minimum of )?{N} (?:or more )?(?:scavenge |different )?(?:cards?|6\+|6es|finds?|items?|"
    rf"success\w*)\b",
    rf"\b{N} or more\b",
    rf"\bat least {N}\b",
)


def scavenging(asked: Asked) -> Found | None:
    """How likely a try, or several, brings so many Scavenge cards, something, or nothing."""
    slots = asked.slots()
    if asked.game is not None or not slots.has(ASKS) or not slots.has(r"\bscaveng\w+\b"):
        return None
    if slots.has(
        r"\b(?:how often (?:can|may)|limit|marker|good card|bad card|encounter|ambush|grit|reroll\w*|draw pile|gold)\b"
    ):
        return None
    slots.takes(r"\b6\+|\b(?:a|any|one|(?:at least )?1) 6\b|\bon a 6\b|\b\d?d6\b")
    dice = slots.number(rf"\b{N} (?:scavenge |scavenging |search )?dice\b")
    each = DEFAULTS["scavenge_dice"] if dice is None else dice
    slots.takes(r"\b(?:1|one|a single|a) (?:hero(?:'s)?|die|scaveng\w+|try|attempt|roll|tile|room|search)\b")
    cards = slots.number(*_CARDS)
    together = slots.has(r"\b(?:each|both|between|together|all|any of|one of|apiece)\b")
    tries = slots.number(
        rf"\b{N} (?:different |separate |more )?(?:scaveng\w+(?! cards?| dice)|tries|attempts|times|goes|rolls|"
        rf"turns)\b",
        *((rf"\b{N} (?:of )?hero(?:es)?\b",) if together else ()),
        rf"\bscavenging {N} (?:tiles|rooms)\b",
        rf"\b{N} (?:tiles|rooms)\b",
    )
    exactly = slots.take(r"\b(?:exactly|precisely|just|only)\b") is not None
    nothing = slots.has(_NOTHING)
    vocabulary = (
        _SPEECH
        + "|scaveng\\w+|card|tile|room|search\\w*|find\\w*|finds|something|anything|draw\\w*|turn|turns|up|yield\\w*|"
        "bring\\w*|reward\\w*|empty\\w*|handed|between|them|map|more|different|separate|together|bust|short|luck|off|"
        "pay\\w*|hit|hand|i'll|"
        "walk\\w*|away|end\\w*|discover\\w*|number|many|person|member|look\\w*|through|place|loot\\w*|time|"
        "work\\w*|out|some"
    )
    count = each * (tries or 1)
    if not slots.understood(vocabulary, slack=1) or not 1 <= count <= MOST_DICE or not 0 <= (cards or 0) <= count:
        return None
    if cards == 0:
        cards, nothing = None, True
    if cards is not None and nothing:
        return None
    spread = odds.scavenge(count)
    how = f"{counted(count, 'die', 'dice')}{f', {tries} tries of {each}' if tries and tries > 1 else ''}, each 6 a card"
    if slots.has(r"\baverage\b|\bexpect\w*\b"):
        return Found((f"{average(spread.mean())} Scavenge cards on average with {how}.",), (SCAVENGING,))
    least = cards if cards is not None else 1
    if nothing:
        wanted, what = spread.chance(0), "no Scavenge card"
    elif exactly and cards is not None:
        wanted, what = spread.chance(least), f"exactly {counted(least, 'Scavenge card')}"
    else:
        wanted, what = spread.at_least(least), f"{counted(least, 'Scavenge card')} or more"
    first = chance(wanted)
    rest = (
        f"None at all {chance(spread.chance(0))}, " if not nothing else f"At least one {chance(spread.at_least(1))}, "
    )
    more = f"{rest}{average(spread.mean())} cards on average."
    return Found((f"{first[:1].upper()}{first[1:]} for {what} with {how}.", more), (SCAVENGING,))


# --- Escape -----------------------------------------------------------------------------------------------------------

SHEET = Because(
    escape_test, "compilation: Hero Movement During a Fight - Escape Tests", "escape-tests", ("d6", "escape", "value")
)


_AWAY = (
    r"\b(?:escap\w+|slip\w*|get(?:ting)? (?:away|past)|break(?:ing)? away|walk\w* away|sneak\w*|run(?:ning)? "
    r"(?:away|past))\b"
)


def escaping(asked: Asked) -> Found | None:
    """How likely a hero Escapes from enemies of the packs, by name: one roll against the highest Escape value."""
    slots = asked.slots()
    if asked.game is not None or not slots.has(ASKS):
        return None
    if not slots.has(_AWAY) or slots.has(r"\b(?:grit|reroll\w*|darkness|agility|nimble|slippery|elite|track|mine)\b"):
        return None
    brutal = slots.take(r"\bbrutal\b") is not None
    found = foes(slots)
    told = slots.number(r"\bescape(?: value)?(?: of| is|:)? (\d)\+?", r"\b(\d)\+")
    dice = slots.number(rf"\b{N} (?:escape )?(?:dice|die)\b") or DEFAULTS["escape_dice"]
    slots.take(r"\b(?:1|one|a|the|2|3|4|5|6) (?=§)")
    fails = slots.has(r"\b(?:fail\w*|stuck|caught|not|can't|cannot|don't|unable)\b|n't\b")
    vocabulary = (
        _SPEECH
        + "|escap\\w+|slip\\w*|past|away|break\\w*|walk\\w*|sneak\\w*|run\\w*|running|from|enemy|enemies|adjacent|"
        "next|beside|test|value|need\\w*|move|moving|leave|side|normal|extra|stand\\w*|stuck|caught|be|am|of|"
        "samurai|marshal|"
        "clear|up|stay\\w*|"
        "unable|can't|don't|can"
    )
    if not found or not slots.understood(vocabulary, slack=1) or not 1 <= dice <= MOST_DICE:
        return None
    records = [standard().enemies[id] for id, _, _ in found]
    values = {r.name: (r.brutal if brutal else r.normal).escape for r in records}
    needed = max(values.values())
    if (told is not None and (len(values) > 1 or told != needed)) or not 2 <= needed <= SIDES["D6"]:
        return None
    passed = odds.any_success(dice, needed)
    listed_ = " and ".join(f"{'Brutal ' if brutal else ''}{name} {value}+" for name, value in values.items())
    first = chance(1 - passed if fails else passed)
    said = (
        f"{first[:1].upper()}{first[1:]} to {'fail to ' if fails else ''}Escape: {counted(dice, 'die', 'dice')} "
        f"on {needed}+ "
        f"({listed_})."
    )
    own = [record.name for record in records if record.source == "original"]
    sheets = (f"The sheet of the {' and the '.join(own)} is that of our content packs.",) if own else ()
    more = ("One roll passes every adjacent Enemy of that value or lower.",) if len(values) > 1 else ()
    return Found((said, *more, *sheets), (ESCAPES, SHEET))


# --- Hits past a save -------------------------------------------------------------------------------------------------

_KINDS = r"defense|willpower"


def past(asked: Asked) -> Found | None:
    """How likely all, none or at least so many of some Hits get past Defense or Willpower."""
    slots = asked.slots()
    if (
        asked.game is not None
        or not slots.has(ASKS)
        or slots.has(r"\b(?:armor|cover|grit|reroll\w*|kill\w*|shield|average|each|damage)\b")
    ):
        return None
    if slots.has(r"\bexpect\w*\b|\btwice\b"):
        return None
    save = slots.take(rf"\b({_KINDS})(?: save| roll)?(?: of| is| on)?:? (\d)\+?(?!\d)") or slots.take(
        rf"\b(\d)\+ ({_KINDS})(?: save)?\b"
    )
    if save is None:
        return None
    kind, target = (save[1], int(save[2])) if save[2].isdigit() else (save[2], int(save[1]))
    event = _event(slots)
    hits = slots.number(
        rf"\b(?:of (?:the |my |those )?)?{N} (?:incoming |enemy |combat |horror |corruption |physical )?hits?\b"
    )
    if hits is None and slots.take(
        r"\b(?:a|an|one|the|single)(?: single)? (?:combat |horror |corruption |incoming )?hit\b"
    ):
        hits = 1
    if hits is None and slots.has(r"\bboth (?:of (?:the|my|those) )?(?:\w+ )?hits\b"):
        hits = 2
    vocabulary = (
        _SPEECH
        + "|hit|hits|incoming|through|past|get\\w*|save\\w*|saved|block\\w*|stop\\w*|defend\\w*|horror|corruption|"
        "combat|enemy|against|beat|beats|land|lands|slip\\w*|penetrat\\w*|avoid\\w*|prevent\\w*|suffer|take|"
        "fail\\w*|wound|"
        "hurt|connect\\w*|physical|"
        "unsaved|resist\\w*|defense|willpower"
    )
    if (
        hits is None
        or event is None
        or not slots.understood(vocabulary, slack=1)
        or not 1 <= hits <= MOST_HITS
        or not 2 <= target <= 6
    ):
        return None
    through, least, whole = event
    number = hits if whole else least
    if not 1 <= number <= hits:
        return None
    spread = odds.saves(hits, target)
    wanted = spread.at_least(number) if through else spread.where(lambda left: hits - left >= number)
    first = chance(wanted)
    what = "all" if whole and hits > 1 else f"at least {number}" if hits > 1 else "it"
    verb = f"get{'s' if hits == 1 else ''} past" if through else f"{'is' if hits == 1 else 'are'} saved by"
    whom = f"{what} of {hits} Hits" if hits > 1 else what
    lead = f"{first[:1].upper()}{first[1:]} that {whom} {verb} {kind.title()} {target}+."
    more = f"None gets past {chance(spread.chance(0))}; {average(spread.mean())} on average."
    return Found((lead, more), (DEFENDING,))


def _event(slots: Slots) -> tuple[bool, int, bool] | None:
    """Whether Hits shall get through or be saved, how many at least, or all of them."""
    through = slots.has(
        r"\b(?:through|past|land\w*|slip\w*|penetrat\w*|connect\w*|unsaved)\b|\bfail\w*[\w ]*\bsave|\bbeats?\b"
    )
    saved = slots.has(r"\b(?:sav(?:e|es|ed|ing)|block\w*|stop\w*|defend\w*|avoid\w*|prevent\w*|resist\w*)\b")
    if slots.has(r"\b(?:none|no hits?|nothing|zero|neither|not|never|without)\b|n't\b") or through is saved:
        return None
    if slots.take(r"\b(?:both|all|every(?: one| single one)?)(?: of (?:them|the|my|those))?\b") is not None:
        return through, 0, True
    least = slots.number(
        rf"\b(?:at least|minimum of) {N}\b", rf"\b{N} or more\b", rf"\b{N} (?=of (?:the |my |them|those |\d))"
    )
    if least is None and slots.take(r"\b(?:at least (?:one|a)|any)(?: of (?:them|the|my|those))?\b") is not None:
        least = 1
    if least is None and slots.has(
        r"\b(?:a|one|1|the|single) (?:single )?(?:combat |horror |corruption |incoming )?hit\b"
    ):
        return through, 1, False
    return (through, least, False) if least is not None else None


FAMILIES = (scavenging, escaping, past)
