"""A question as players put it, brought to one spelling: figures for numbers, the game's terms for table slang."""

from __future__ import annotations

import re
from collections.abc import Callable

_ONES = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
eighteen nineteen
"""
ONES = _ONES.split()
TENS = {word: 10 * (place + 2) for place, word in enumerate(["twenty", "thirty", "forty", "fifty", "sixty"])}
_NUMBERS = {word: number for number, word in enumerate(ONES)} | TENS
_COMPOUND = re.compile(rf"\b({'|'.join(TENS)})[ -]({'|'.join(ONES[1:10])})\b")
_NUMBER = re.compile(rf"\b({'|'.join(sorted(set(_NUMBERS) - {'one'}, key=len, reverse=True))})\b(?!-)")
# `one` is a number beside what can be counted and in lists; elsewhere (`the big one`) it is a pronoun.
_COUNTED = (
    r"(?:(?:non-double |failed |missed |more |extra |single |wounding |combat |elite |growing dread |dark stone |map )*"
    r"(?:hits?|wounds?|dice|die|hero(?:es)?|elite|abilit(?:y|ies)|tiles?|tokens?|shots?|cards?|markers?|enem(?:y|ies)|"
    r"attacks?|stones?|damage|grit|rooms?|doors?|fail(?:ure)?s?|success(?:es)?|levels?|xp|sanity|points?|doubles?|"
    r"players?|of (?:us|them|those)|sixes|fives|test|roll|item|shards?|failed|criticals?|time|night|day|threat|by))"
)
_ONE = re.compile(
    rf"\bone(?= {_COUNTED}\b|\s*(?:,|and|&) \d)|(?<=\d and )one\b|(?<=\d, )one\b|"
    rf"(?<=and )one$|(?<=level )one\b|(?<=levels )one\b"
)

SPELLINGS: tuple[tuple[str, str], ...] = (
    (r"[‘’]", "'"),
    (r"[“”]", '"'),
    (r"[–—−]", "-"),
    (r"½", " 1/2"),
    (r"\bu\.\s?s\.?(?= marshal)", "us"),
    (r"\b(\d{1,3}),(\d{3})(?!\d)(?!,\d{1,2}\b)", r"\1\2"),
    (r"\b(\d+(?:\.\d)?)\s?k\b", "thousands"),
    (r"\b(\d{1,2}) hundred\b", r"\g<1>00"),
    (r"\b(\d{1,2}) thousand\b", r"\g<1>000"),
    (r"\ba (?:couple|pair)(?: of)?\b", "2"),
    (r"\ba dozen\b|\bdozen\b", "12"),
    (r"\bonce\b", "1 time"),
    (r"\btwice\b|\bdouble(?= the)", "2 times"),
    (r"\bthrice\b", "3 times"),
    (r"\bsolo\b|\bon my own\b|\balone\b", "1 hero"),
    (r"\bsix-?shooter", "sixshooter"),
    (r"\b(?:exp|experience(?: points?)?|xps|ep|xp points?)\b", "xp"),
    (r"(?<=\d)(?:exp|ep)\b", "xp"),
    (r"(?<=\d)\s*xp\b", " xp"),
    (r"\b(?:lvl|lv|lev)s?\.?\s?(?=\d|\b)", "level "),
    (r"\b(?:gd|dread) cards?\b", "growing dread cards"),
    (r"\bgrowing growing\b", "growing"),
    (r"\bdark ?stones?\b|\bds\b|\bdarkstones?\b", "dark stone"),
    (r"\bblood[- ]?spatters?\b", "blood spatter"),
    (r"\b(?:rummag(?:e|es|ed|ing)|ransack(?:s|ed|ing)?|scroung(?:e|es|ed|ing))(?: (?:through|around|about))?\b",
     "scavenging"),
    (r"\b(?:armour)\b", "armor"),
    (r"\b(?:defence|def)\b", "defense"),
    (r"\b(?:wp|will power)\b", "willpower"),
    (r"\bdmg\b", "damage"),
    (r"\bhp\b|\bhit ?points?\b", "health"),
    (r"\bcrits?\b", "critical"),
    (r"\bk\.?o\.?(?:'?d|ed|s)?\b", "ko"),
    (r"\bre-?roll", "reroll"),
    (r"\bprobabilit(?:y|ies)\b", "chance"),
    (r"\b(?:percentages?|percent|likelihood|chances|odds)\b|%", "chance"),
    (r"\b(?:hold(?:ing)?[- ]?backs?|hold(?:ing)? the darkness back|held back|hold(?:ing)? back)(?: the darkness)?\b",
     "holdback"),
    (r"\bon the (?:lantern|torch)\b(?! (?:roll|test|check|token|card))", "on the holdback"),
    (r"\b(?:hold|keep|holding|keeping)(?: the)? darkness (?:at bay|in check|out|off|away|down|back)\b", "holdback"),
    (r"\b(?:lantern|light source|light|torch|lamp)(?:'s)?(?: (?:bearer|carrier)(?:'s)?)?"
     r"(?= (?:roll|test|check|failure|attempt|phase)s?\b)", "holdback"),
    (r"\bhold(?:ing)?(?: off| down)? the darkness\b|\bhold it back\b", "holdback"),
    (r"\b(?:possee)\b", "posse"),
    (r"\b(?:hero party|posse|party) marker\b|\b(?:hero(?:es)?|our) (?:marker|token)\b", "hero marker"),
    (r"\b(?:guys?|people|folks|players?|persons?|adventurers?|characters?|gunslingers|cowboys)\b", "heroes"),
    (r"\bof us(?: (?:playing|heroes))?\b", "heroes"),
    (r"\b(\d+|one)-(?:player|hero(?:es)?|man|person)\b(?! level)", r"\1 heroes"),
    (r"\bheroes heroes\b", "heroes"),
    (r"\b(?:monsters?|baddies|baddie|critters?|creatures?|bad guys|foes?|beasties|mobs?|minions?)\b", "enemies"),
    (r"(?<![a-z0-9])(\d*) ?d ?(3|6|8|20|36)(?:s|'s)?\b", "dice"),
    (r"\b(\d+) or (?:better|higher|up|above)\b|\b(\d+)(?: ?-? ?)plus\b(?! \d)", "target"),
    (r"\b(\d+)\s?\+(?!\s?\d)", r"\1+"),
    (r"(\d\+)['s]+\b", r"\1"),
    (r"\btarget(?: number)?(?: of| is| being|:)? (\d+)\+?", r"target \1+"),
    (r"\bsixes\b|\b6's\b|\b6s\b", "6+"),
    (r"\bfives\b|\b5s\b", "5s"),
    (r"\bstacks? of\b", ""),
)  # fmt: skip


def normal(question: str) -> str:
    """The question in lower case with figures, dice (`2d6`), targets (`4+`) and terms in one spelling."""
    text = f" {question.lower()} "
    text = _COMPOUND.sub(lambda m: str(TENS[m[1]] + _NUMBERS[m[2]]), text)
    text = re.sub(r"\bsix[- ]shooter", "sixshooter", text)
    text = _NUMBER.sub(lambda m: str(_NUMBERS[m[1]]), text)
    for pattern, put in SPELLINGS:
        text = re.sub(pattern, _PUT.get(put, put), text)
    text = _ONE.sub("1", text)
    return " ".join(text.split())


_PUT: dict[str, Callable[[re.Match[str]], str]] = {
    "thousands": lambda m: str(int(float(m[1]) * 1000)),
    "dice": lambda m: f"{m[1] or 1}d{m[2]}",
    "target": lambda m: f"{m[1] or m[2]}+",
}

_STOP = """
a an the and or but so then than of on in at by for from to with without into onto over under per as if when while
that this these those there here it its it's he she his her him they them their we us our ours i i'm i've me my mine
you your is are am was were be been being do does did done have has had having got get gets getting gotten will would
shall can could may might must should let lets let's go goes going went come comes came how what what's whats which
who whom whose where why many much often far long high likely not no yes any some all each every both either else just
only also too very really actually exactly even still yet again now already right ok okay please thanks hey hi well um
uh guess say says said tell know think want wants wanna gonna need needs needed supposed like about out up down off
us, one ones thing things stuff lot whole same other another more most less least total altogether overall sum add
added adds together combined full number count amount give gives given make makes made take takes taken took put use
using used work works worth do. mean means exact math maths calculate compute figure question quick rule rules
rulebook book books box edition editions game games play playing played plays plus minus times time versus vs compared
between difference case after before until till during since first next last once start starting begin beginning end
chance expected average possible probably i'd we're we've we'd they're you're don't doesn't didn't isn't aren't won't
can't he's she's there's that's who's dear buddy pal friend mate
"""
STOP = frozenset(_STOP.split())
"""Words that carry nothing which a family of questions would have to understand."""

_GAME = """
ability abilities activate activation adjacent agility ale ally allies ambition ambush archive armor artifact aura
badge bandage bandages bandit bandits barrier beast bleed bleeding block board bomb bounce bounces bounty brutal buy
camp cancel canceling cannot card cards carry carried chart charts church clue clues combat corpse corruption cost
costs cover critical cunning damage dark darkness day days dead deck defense deplete depth dice die dies discard
distance doc door doors draw dread duelist dynamite elite encounter encounters enemies enemy ensnared entrance epic
escape escaped escapes event events exit exits exorcise exploration explore fail failed failing fails fear fight
fights flame flee flight forge fury gate gates gear gold grit growing gun guns hand hands hazard hazards heal healing
healed heals health hero heroes herbs hire hit hits hold holdback holy horror horse hotel immobile immune infection
initiative injury item items job keyword kill killed killing kills ki ko knowledge large law level levels library
light lantern loot lore luck madness magik mana map marker markers max melee miss missed misses mission missions model
models move movement moving mutate mutation mutations objective off-hand outlaw pelt pelts peril poison poisoned posse
price prices prevent range ranged rage recover redraw reroll rerolls resurrect resurrection revive reward room rooms
saloon sanity save saves scavenge scavenged search sell shield shoot shop shot shots shrine side skill spend spell
spells spider spirit stage starting steal stone stones store strength swap target terror test tests threat throw tile
tiles token tokens tonic tough town trade trait trap travel turn turns undead unspeakable upgrade upgrades upkeep
veteran voices wall walls weapon weapons weight whiskey willpower world worlds wound wounded wounding wounds xp
"""
GAME = frozenset(_GAME.split())
"""Words with a meaning in the game: a family that does not know one of them has not understood the question."""
