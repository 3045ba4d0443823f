"""Bleeding and Ensnared markers: the Health that is left with them, the Defense roll that is needed."""

from __future__ import annotations

from gm.oracle.computed.bench import bare_hero, bare_table
from gm.oracle.computed.records import Asked, Because, Found
from gm.oracle.computed.saying import counted
from gm.oracle.computed.slots import N
from gm.oracle.computed.talk import TALK
from rules_engine.effects.stats import Stats

MOST_HEALTH, MOST_MARKERS = 60, 12

BLEEDING = Because(Stats.hero, "compilation: Bleeding", "bleeding", ("bleeding", "marker", "-3", "health"))
ENSNARED = Because(Stats.hero, "forbidden-fortress: Ensnared", "ensnared", ("ensnared", "-1", "defense"))
_MARKS = r"(?:bleed(?:ing|s)?|blood)(?: (?:markers?|tokens?|counters?|things))?"
_MARKERS = (
    rf"\b{N}(?: of (?:those|the|these))?(?: more)? {_MARKS}\b",
    rf"\b{_MARKS} ?(?:x|times|:|\() ?{N}\b\)?",
    rf"\b(?:bleeding|bled)(?: \w+){{0,2}}? {N}(?: times| markers?| tokens?)\b",
    rf"\b{N} (?:markers?|tokens?)\b(?=.*bleed)|(?<=bleeding: ){N} (?:markers?|tokens?)",
)
_HEALTH = (
    rf"\b(?:printed |starting |full |max(?:imum)? |base |total |my |normal )*health(?: (?:of|is|at|on|says|was|value|"
    rf"score|the|card|sheet|my|printed|stands))*:? {N}\b",
    rf"\b{N}(?: points? of)?(?: (?:printed|starting|full|max(?:imum)?|base|total|normal))* health\b",
)
_WOUNDS = (
    rf"\b(?:taken|took|have|has|had|with|got|carry\w*|suffered|and|plus|already|on)(?: (?:taken|already|got|suffered|"
    rf"another|also))* {N}(?: (?:more|normal|ordinary|regular))? wounds?\b"
    rf"(?: (?:already|on me|so far|taken|too|as well|besides))*",
    rf"\b{N} wounds? (?:already|on me|so far|taken|down)\b(?: (?:already|so far))?",
    rf"\b(?:down|wounded for) {N}(?: wounds?)?\b",
)
_ASKS_LEFT = (
    r"\bhow (?:many|much)(?: more)? (?:wounds?|damage)\b|\bwounds? (?:until|till|before|to|left|more)\b|\bhow "
    r"(?:much|many) health\b|\bhealth (?:left|now|remaining)\b|"
    r"\bwhat(?:'s| is)? (?:my |his |her |the |our )?(?:effective |current |actual |new )?health\b|\bhow (?:close|"
    r"far)\b.*\b(?:ko|drop\w*|down|dying)\b|"
    r"\bhow much can (?:i|he|she) (?:still )?take\b|\bwhat (?:ko|drops|kills|fells|knocks)\w*\b|\bwhat(?:'s| is) "
    r"left\b|\bwhat am i (?:at|down to|on)\b|"
    r"\bhow (?:long|much) (?:until|till|before)\b|\bhealth ?\?"
)
_BLED_WORDS = (
    "bleed\\w*|bled|blood|marker|token|counter|health|wound|wounds|ko|drop\\w*|down|fall|falls|printed|starting|full|"
    "max|maximum|base|"
    "normal|total|until|till|before|how|many|much|what|now|current\\w*|effective\\w*|actual\\w*|have|has|left|more|"
    "taken|took|already|die|"
    "dead|hit|hits|go|goes|out|knock\\w*|with|hero|take|still|can|new|card|sheet|print|close|far|am|at|to|each|"
    "unconscious|floor|away|"
    "suffer\\w*|carry\\w*|ordinary|regular|damage"
)
_BLED_ELSE = (
    r"\b(?:enem(?:y|ies)|undead|ally|allies|grit|heal(?!th)\w*|bandage\w*|remov\w+|remedy|chance|armor|xp|how many "
    r"(?:bleed\w*|markers)|cost|"
    r"immune|spend|discard\w*|adventure|fight|temporar\w+|posse|elite|sanity \d|\d sanity|demon|beast|doc|shield|"
    r"item|each hit|"
    r"troll|monster|gain|recover\w*|defense|per turn|each turn)\b|(?<!did)n't\b|\bnot\b|[+] ?\d"
)


def bleeding(asked: Asked) -> Found | None:
    """The Health that Bleeding markers leave, and the Wounds that go into it."""
    slots = asked.slots()
    if asked.game is not None or asked.yes_no or not slots.has(r"\bbl(?:eed|ood|ed)") or slots.has(_BLED_ELSE):
        return None
    if not slots.has(_ASKS_LEFT):
        return None
    slots.take(r"(?<!\d)-\s?3 (?:health )?(?:each|apiece|a piece|per marker)(?: marker)?")
    markers = slots.number(*_MARKERS)
    if (
        markers is None
        and slots.take(r"\b(?:a|one|single)(?: single)? bleed(?:ing)? (?:marker|token|counter)\b") is not None
    ):
        markers = 1
    health = slots.number(*_HEALTH)
    wounds = slots.number(*_WOUNDS) or 0
    if markers is None or health is None or not slots.understood(f"{_BLED_WORDS}|{TALK}", slack=4):
        return None
    if not (1 <= health <= MOST_HEALTH and 1 <= markers <= MOST_MARKERS and 0 <= wounds <= MOST_HEALTH):
        return None
    table, hero = bare_table(asked.ruleset), bare_hero(health=health)
    hero.bleeding, hero.wounds = markers, wounds
    now, left = table.stats.hero(hero, "health"), table.health_left(hero)
    minus = f"{health} less {3 * markers} for {counted(markers, 'Bleeding marker')}"
    if left <= 0:
        if wounds:
            said = f"0 left: Health {now}, {minus}, with {counted(wounds, 'Wound')} on it."
        else:
            said = f"Health {now}: {minus}."
        return Found((said,), (BLEEDING,))
    if slots.has(r"\bwounds?\b|\bdamage\b|\bko\b|\bdrop\w*\b|\btake\b") or wounds:
        less = f", and {wounds} taken already" if wounds else ""
        said = f"{counted(left, 'Wound')} until the Hero is down: Health {now}, {minus}{less}."
    else:
        said = f"Health {now}: {minus}."
    return Found((said,), (BLEEDING,))


_SNARED = r"\b(?:ensnar\w+|snared|harionago\w*|hair)\b"
_DEFENSE = (
    r"\b(?:my |printed |normal |usual |base )*defense(?: (?:save|roll|is|of|at|on|stat|value|target|says|was|"
    r"normally|usually|a|an))*:? ([2-6])\+?(?!\d)",
    r"\b([2-6])\+ (?:as )?(?:my )?(?:printed |normal |base )?defense\b",
    r"\b(?:save|block|defend)\w* on(?: an?)? ([2-6])\+?(?!\d)",
)
_PER_MARKER = r"(?<!\d)-\s?1(?: to)?(?: my)? defense(?: (?:each|per|a|for every))?(?: marker| one)?(?: each)?"
_SNARED_WORDS = (
    "ensnar\\w+|snared|marker|token|defense|save|saves|roll|rolls|need\\w*|hit|hits|harionago|hair|caught|tangl\\w*|"
    "what|now|each|one|have|has|"
    "with|target|number|block\\w*|stop\\w*|printed|normal\\w*|usual\\w*|base|living|must|hero|on|to|under|stuck|"
    "wrapp\\w*|demand\\w*|require\\w*|die|face"
)
_SNARED_ELSE = (
    r"\b(?:strength|free|escape|test|remov\w+|move|moving|enem(?:y|ies)|enemy's|armor|chance|willpower|rolled|grit|"
    r"wounds?|how many|"
    r"massive|club|d8|poison\w*|bleed\w*|cover|ally|second marker|another marker|reroll\w*|damage|xp)\b|n't\b"
)


def ensnared(asked: Asked) -> Found | None:
    """What a Defense roll needs with an Ensnared marker."""
    slots = asked.slots()
    told = slots.take(_PER_MARKER) is not None
    if asked.game is not None or asked.yes_no or not (slots.has(_SNARED) or (told and slots.has(r"\bmarkers?\b"))):
        return None
    if slots.has(_SNARED_ELSE) or not slots.has(r"\bwhat\b|\bhow\b|\bwhich\b|\bneed\w*\b"):
        return None
    slots.take(r"\bmelee 0\b")
    defense = slots.number(*_DEFENSE)
    markers = slots.number(
        rf"\b{N} (?:ensnared )?(?:markers?|tokens?)\b", rf"\bensnared ?(?:x|times|\() ?{N}\)?", r"\b(1) time\b"
    )
    if defense is None or markers not in (None, 1) or not slots.understood(f"{_SNARED_WORDS}|{TALK}", slack=4):
        return None
    table, hero = bare_table(asked.ruleset), bare_hero(defense=defense)
    hero.ensnared = 1
    needs = table.stats.hero(hero, "defense")
    never = ", which no D6 reaches" if needs > 6 else ""
    said = f"{needs}+{never}: Defense {defense}+ is 1 worse with the Ensnared marker, and there is never more than one."
    return Found((said,), (ENSNARED,))


FAMILIES = (bleeding, ensnared)
