"""What a question at a table leaves to the table: `it` is the enemy that the hero faces, `my class` the hero's Class.

A reference is filled in only where the words around it are such as are said of an enemy (`can I shoot it?`, `does it
get armor?`), where nothing else in the question can be meant by it, and where the table leaves no doubt. `is it allowed
to`, `does it stack` and whatever names its thing itself stay as they are; so does every question without a table.

A rule that holds for every enemy is found better by `can I walk past it?` than with a name that its text does not say;
so the name is looked for only where the question asks for what the type has of its own: a figure, an ability, a size.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from gm.oracle.computed.names import enemies_of, heroes_of
from gm.oracle.facing import faced, speaker, world_of
from gm.oracle.records import Asking
from lore.names import generalise
from lore.question import read
from rules_engine import Game
from rules_engine.content.library import Library
from rules_engine.content.schema import EnemyRecord, HeroClass
from rules_engine.state import Hero

# --- an enemy ---------------------------------------------------------------------------------------------------------

_ENEMY_NOUN = r"(?:enem(?:y|ies)|monsters?|creatures?|critters?|beast(?:ie)?s?|baddies?|bad guys?|foes?|mobs?|brutes?)"
_POINTED = rf"(?:this|that|these|those) {_ENEMY_NOUN}\b"
_LOOSE = r"(?:(?:this|that) (?:thing|guy|one|fella)|(?:these|those) (?:things|guys|ones|fellas))"
_ENDS = r"(?=\s*(?:[?.!,;]|$|(?:with|from|now|again|twice|if|when|before|after|through|past|and|or|at|by|in|to)\b))"
_ONE = rf"(?P<it>{_POINTED}|{_LOOSE}|it|them|him|(?:her|this|that|these|those){_ENDS})\b(?!')"
_DOER = rf"(?P<it>{_POINTED}|{_LOOSE}|it|they|he|she)"
_OWNER = rf"(?P<it>(?:{_POINTED}|{_LOOSE})'s|its|their|his|her)"

_STRIKE = (
    r"(?:shoot|attack|hit|kill|wound|fight|hurt|damag|stab|punch|slay|target|blast|bomb|dodg|evad|outrun|"
    r"finish(?: off)?)(?:e|es|s|t?ing|ed)?"
)
_TOWARD = (
    r"(?:next to|adjacent to|beside|past|around|behind|away from|against|in front of|close to|line of sight (?:to|on)|"
    r"(?:shoot|fire|shot|aim|swing|throw|toss|lob|fling|hurl|chuck)\w*(?: \w+){0,3} (?:at|through|over)|"
    r"(?:escap\w+|flee\w*|run(?:ning)?|break\w*)(?: away)? from|(?:xp|experience|loot|bounty) (?:for|from|off))"
)
_ACTS = (
    r"(?:attack|hit|shoot|fight|bite|target|chase|follow|charge|flee|ambush|dodge|regenerate|retaliate|die|pursue|"
    r"activate|move|strike|act|go|see (?:me|us))(?:e?s)?"
)
_STAT = (
    r"(?:defense|defence|armou?r|health|hp|sav(?:e|es)|initiative|combat|attacks?|xp|wounds?|damage|escape|cover|"
    r"keywords?|elite|abilit(?:y|ies)|fear|terror|move(?:ment)?|range|tough|hits|size|to-hit|speed|hit points|"
    r"stats?|base)"
)
_STATE = (
    r"(?:adjacent|dead|alive|killed|large|big|huge|medium|elite|brutal|immune|undead|tough|flying|immobile|stunned|hurt|"
    r"wounded|next to|beside|behind|too far|far away|in range|within range|in reach|in my way|in the way|in sight|"
    r"worth xp|worth \w+ xp|an? (?:beast|demon|undead|void|enemy|large enemy))"
)
_AUX = (
    r"(?:do|does|did|can|could|may|will|would|should|must|has|have|is|are|was|were|"
    r"if|when|before|after|while|once|until)"
)
_GETS = r"(?:get|gets|has|have|had|gain|gains|roll|rolls|ignore|ignores|deal|deals)"
_SAID_OF_ENEMIES = (
    rf"\b{_STRIKE} {_ONE}",
    rf"\b{_TOWARD} {_ONE}",
    rf"\b{_AUX} {_DOER} (?:\w+ly |also |still |even |ever |always |just )?{_ACTS}\b(?! (?:away|back to|on to)\b)",
    rf"^{_DOER} (?:just |only )?{_ACTS}\b",
    rf"\b{_DOER} {_GETS}(?! to\b)(?: [\w+-]+){{0,4}}? {_STAT}\b",
    rf"\b{_STAT}(?: \w+){{0,2}} (?:do|does|did|has|have|is|are) {_DOER}\b(?! (?:\w+ed|takes?|costs?|needs?)\b)",
    rf"\b(?:is|are|was|were) {_DOER} (?:still |already |now |even )?{_STATE}\b",
    rf"\b{_DOER}(?: is| are| was| were|'s|'re) (?:still |already |now |not )?{_STATE}\b",
    rf"\bhow (?:big|fast|tough|strong|quick) (?:is|are) {_DOER}\b(?! to\b)",
    rf"\b{_OWNER} (?:\w+ )?{_STAT}\b",
    rf"\b(?P<it>{_POINTED})",
)
_ASKED_FIGURE = r"^.*\b(?:what|what's|whats|which|how (?:much|many|high|far|fast|big|tough|strong|quick))\b.*"
_OWN = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_ASKED_FIGURE}\b(?:{_OWNER}) (?:\w+ )?{_STAT}\b(?! (?:dice|die|roll|test)\b)",
        rf"{_ASKED_FIGURE}\b{_STAT}(?: \w+){{0,2}} (?:do|does|has|have|is|are) {_DOER}\b"
        r"(?! (?:\w+ed|takes?|costs?|needs?)\b)",
        rf"\bhow (?:big|fast|tough|strong|quick) (?:is|are) {_DOER}\b",
        rf"\b(?:do|does) {_DOER} (?:have|cause) (?:an? |any )?{_STAT}\b(?! (?:roll|test|dice|die)\b)",
        rf"\b(?:is|are) {_DOER} (?:large|big|huge|medium|undead|tough|flying|immobile|immune|"
        r"an? (?:beast|demon|undead))\b",
    )
)
_OF_ENEMIES = tuple(re.compile(pattern, re.IGNORECASE) for pattern in _SAID_OF_ENEMIES)
_PLACED = re.compile(rf"\b{_TOWARD} {_ONE}", re.IGNORECASE)

_CLAUSES = re.compile(
    r"[,;:.!?()]+\s*|\s-\s|\b(?:if|when|whenever|while|and|but|so|then|because|since|before|after|once|unless|until|or)\b",
    re.IGNORECASE,
)
_ASKS = re.compile(rf"\b{_AUX} (?:i |we )?(?:\w+ ){{0,2}}$", re.IGNORECASE)
_MENTION = re.compile(
    r"\b(?:an?|the|my|our|your|his|this|that|these|those|some|any|another|each|every|no|one|two|three|four|\d+) "
    r"(?!turns?\b|move\b|movement\b|activation\b|attack\b|round\b|fight\b|hero\b|way\b|time\b|day\b|first\b|next\b|same\b|"
    r"it\b|to\b|is\b|does\b|can\b)[a-z]",
    re.IGNORECASE,
)
_THING = re.compile(
    r"\b(?:gates?|doors?|tokens?|cards?|dynamite|traps?|barriers?|corpses?|markers?|bandages?|items?|guns?|weapons?|spells?|"
    r"shrines?|altars?|lanterns?|darkness|whiskey|bombs?|flash|artifacts?|upgrades?|dice|die|tiles?|rooms?|objectives?)\b",
    re.IGNORECASE,
)
_PERSON = re.compile(
    r"\b(?:(?<!my )hero|heroes|players?|some(?:body|one)|any(?:body|one)|every(?:body|one)|nobody|who|guys?|ally|"
    r"allies|footm[ae]n|horse|doc|sheriff|shopkeeper)\b",
    re.IGNORECASE,
)
_OF_PEOPLE = frozenset(("he", "she", "him", "her", "his", "they", "them", "their"))
_OF_ONE_PERSON = frozenset(("he", "she", "his", "her"))
_SEVERAL = re.compile(r"(?:they|them|their|these|those)\b", re.IGNORECASE)

# --- a Class, a World -------------------------------------------------------------------------------------------------

_MY_CLASS = re.compile(r"\bmy (?:own |hero )?class\b(?! (?:ability|abilities|upgrades?|chart|cards?)\b)", re.IGNORECASE)
_MY_OWN = re.compile(
    r"\bmy(?: hero)?(?:'s)? (?=(?:class (?:ability|abilities|upgrades?|chart|cards?)|starting (?:upgrades?|items?|gear|"
    r"equipment|abilit\w+)|upgrade (?:chart|table|tree)|level(?:ing)?(?:[ -]up)? (?:chart|table|bonus(?:es)?))\b)",
    re.IGNORECASE,
)
_ASKS_WHAT = re.compile(
    r"^(?:\w+[ ,]+){0,2}?(?:what|what's|whats|which|list|name|tell me)\b(?!.*\b(?:happens?|costs?|sell|los[et]|replace|"
    r"trade|buy|if|when)\b)",
    re.IGNORECASE,
)
_I = re.compile(r"\b(?:i|i'm|i've|i'd|i'll|me|my|mine)\b", re.IGNORECASE)
_THIS_WORLD = re.compile(r"\bthis (?:world|other ?world|place)\b", re.IGNORECASE)


def in_context(asking: Asking) -> Asking:
    """A question with what it leaves to its table filled in; the same one where it leaves nothing, or has no table.

    It is taken as a follow-up leaves it. Where `sought` of the result is empty, the question asks for what only the
    thing that was filled in has of its own.
    """
    game = asking.game
    if game is None:
        return asking
    hero = speaker(game, asking.hero)
    own = _with_world(_with_class(asking.question, game.library, hero), game, hero)
    found = reference(own, game)
    type = faced(game, hero) if found is not None else None
    if found is None or type is None:
        return asking if own == asking.question else msgspec.structs.replace(asking, question=own)
    start, end = found.span("it")
    question = f"{own[:start]}{_named(found['it'], game.library.enemies[type])}{own[end:]}"
    return msgspec.structs.replace(asking, question=question, sought="" if _asks_of_the_type(own, start) else own)


def _asks_of_the_type(question: str, place: int) -> bool:
    """Whether a question asks for what the type of enemy that it refers to has of its own."""
    return any(one.start("it") == place for pattern in _OWN for one in pattern.finditer(question))


def reference(question: str, game: Game) -> re.Match[str] | None:
    """Where (group `it`) a question refers to an enemy that it does not name; None where it does not."""
    found = [one for pattern in _OF_ENEMIES for one in pattern.finditer(question) if _open(question, one, game)]
    return min(found, key=lambda one: one.start("it"), default=None)


def _open(question: str, found: re.Match[str], game: Game) -> bool:
    """Whether nothing that the question itself names can be what a reference means."""
    start, end = found.span("it")
    said = found["it"].lower()
    around = f"{question[:start]} _ {question[end:]}"
    if _names_an_enemy(around, game.library):
        return False
    if said in _OF_PEOPLE and _names_a_person(around, game):
        return False
    if said in _OF_ONE_PERSON and _asks_of_the_type(question, start):  # a hero has figures and abilities too
        return False
    if re.fullmatch(_POINTED, said):
        return True
    *before, own = _CLAUSES.split(question[:start])
    told, own = _main_clause(own) if before and not before[-1].strip() else ("", own)
    others = " ; ".join((*before, told))
    if _MENTION.search(others) or _THING.search(others):
        return False
    placed = _PLACED.match(question, found.start())
    return placed is None or not (_before(_MENTION, own, placed, start) or _before(_THING, own, placed, start))


def _main_clause(clause: str) -> tuple[str, str]:
    """A clause that follows `when` or `if`, apart from the asking clause behind it: `a token is flipped | does `."""
    asking = _ASKS.search(clause)
    return ("", clause) if asking is None else (clause[: asking.start()], clause[asking.start() :])


def _before(pattern: re.Pattern[str], clause: str, placed: re.Match[str], start: int) -> bool:
    """Whether a thing is named in a clause before the words that place it."""
    return pattern.search(clause[: len(clause) - (start - placed.start())]) is not None


def _names_an_enemy(text: str, library: Library) -> bool:
    if re.search(rf"\b{_ENEMY_NOUN}\b", text, re.IGNORECASE):
        return True
    return any("enemy" in kind for kind in generalise(text).classes) or _any_of(enemies_of(library), text)


def _names_a_person(text: str, game: Game) -> bool:
    called = [hero.name.lower() for hero in game.state.heroes.values()]
    called += [name.partition(" ")[0] for name in called]
    return (
        _PERSON.search(text) is not None
        or "hero" in generalise(text).classes
        or _any_of((*called, *heroes_of(game.library)), text)
    )


def _any_of(names: Iterable[str], text: str) -> bool:
    said = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.search(rf"\b(?:{said})s?\b", text, re.IGNORECASE) is not None


def _named(said: str, enemy: EnemyRecord) -> str:
    """An enemy's name in the place of a reference: of one or of several, as owner or not."""
    name = f"the {enemy.plural if _SEVERAL.match(said) else enemy.name}"
    owns = said.lower() in ("its", "their", "his") or said.lower().endswith("'s")
    if not owns:
        return name
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def _with_class(question: str, library: Library, hero: Hero | None) -> str:
    """The question with the hero's Class where it turns on it: `my class`, `my starting upgrades`."""
    cls = library.heroes.get(hero.cls) if hero is not None else None
    if cls is None or not _I.search(question) or read(question).compares:
        return question
    if "hero" in generalise(question).classes or _any_of(heroes_of(library), question):
        return question
    whole = _MY_CLASS.sub(_the(cls), question)
    return _MY_OWN.sub(f"{_the(cls)}'s ", whole) if _ASKS_WHAT.search(question) else whole


def _the(cls: HeroClass) -> str:
    return cls.name if cls.name.startswith("El ") else f"the {cls.name}"


def _with_world(question: str, game: Game, hero: Hero | None) -> str:
    world = world_of(game, hero) if _THIS_WORLD.search(question) and read(question).asks_for_lore else None
    return question if world is None else _THIS_WORLD.sub(f"the {world.partition(' - ')[0]}", question)
