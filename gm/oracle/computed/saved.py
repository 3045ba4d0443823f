"""Saves whose dice lie on the table, Armor dice, and how often Corruption brings a Mutation."""

from __future__ import annotations

from gm.oracle.computed.bench import bare_hero, bare_table
from gm.oracle.computed.records import Asked, Because, Found
from gm.oracle.computed.saying import counted, listed
from gm.oracle.computed.slots import LIST, N
from rules_engine.content.library import standard
from rules_engine.hiring import hire_cost, revive_cost
from rules_engine.procedures.harm import mutate, take_hits, wound

MOST = 60
DEFENDED = Because(
    take_hits, "compilation: Defense and Willpower", "defense-and-willpower", ("defense", "willpower", "hit")
)
ARMORED = Because(wound, "compilation: Armor", "armor", ("armor", "wound", "dice", "die"))
_ROLLED = (
    rf"\b(?:roll(?:ed|s|ing)?|dice (?:show|came up|are|say|come up)|rolls are|"
    rf"came up|got|showing)(?: up)?(?: a)?:? {LIST}(?![\d+])"
)
_KINDS = "defense|willpower|spirit armor|armor|cover"
_WORDS = (
    "hit|hits|wound|wounds|sanity|damage|horror|corruption|combat|defense|"
    "willpower|spirit|armor|cover|save|saved|dice|die|"
    "roll|rolled|through|past|each|get|gets|take|taken|suffer|enemy|enemies|unblocked|block\\w*|lose|stop\\w*|fail\\w*|"
    "apiece|pass\\w*|made|against|does|doing|my|hero|wounding|prevent\\w*|throw"
)


def saved(asked: Asked) -> Found | None:
    """What gets past a save whose dice are rolled: Hits past Defense or Willpower, Wounds past Armor."""
    slots = asked.slots()
    if not slots.has(r"\bhow (?:many|much)\b.*\b(?:hits?|wounds?|sanity|damage|through|past|lose|take)\b") or slots.has(
        r"\bchance\b"
    ):
        return None
    kind = slots.take(rf"\b({_KINDS})(?: save| roll)?(?: of| is)?:? (\d)\+?(?!\d)") or slots.take(
        rf"\b(\d)\+ ({_KINDS})(?: save| roll)?\b"
    )
    faces = slots.numbers(_ROLLED, rf"\bdice:? {LIST}\b")
    if kind is None or faces is None:
        return None
    name, target = (kind[1], int(kind[2])) if kind[2].isdigit() else (kind[2], int(kind[1]))
    each = slots.number(
        rf"\b{N} (?:damage|wounds?|sanity)(?: damage)?(?: each| apiece)\b",
        rf"\bfor {N}(?: wounds?| damage)? each\b",
        rf"\b{N} damage\b",
        rf"\bdamage(?: of| is)? {N}(?: each| apiece)?\b(?!\+)",
    )
    hits = slots.number(rf"\b{N} (?:unblocked |combat |horror |corruption )?(?:hits?|wounds?)\b")
    if (
        not slots.understood(_WORDS)
        or not 2 <= target <= 6
        or len(faces) > MOST
        or not 1 <= min(faces) <= max(faces) <= 6
    ):
        return None
    armor = name in ("armor", "spirit armor")
    expected = None if hits is None else hits * (each or 1) if armor else hits
    if expected is not None and expected != len(faces):
        return None
    failed = [face for face in faces if face < target]
    noun = ("Wound" if name == "armor" else "point of Sanity Damage") if armor else "Hit"
    many = "points of Sanity Damage" if noun.startswith("point") else f"{noun}s"
    said = (
        f"{counted(len(failed), noun, many)} past {name.title()} {target}+: "
        f"{counted(len(faces) - len(failed), 'die', 'dice')} of {len(faces)} "
        f"saved{f', {listed(failed)} failed' if failed else ''}."
    )
    more = (f"At {each} each that is {len(failed) * each} before any Armor.",) if each and not armor else ()
    return Found((said, *more), (ARMORED if armor else DEFENDED,))


def armor_dice(asked: Asked) -> Found | None:
    """Armor dice of a hero: one for each Wound of the Hits that got past Defense."""
    slots = asked.slots()
    if not slots.has(r"\bhow many (?:spirit )?armor (?:dice|rolls|saves)\b|\barmor\b.*\bhow many dice\b") or slots.has(
        r"\bdefense (?:of )?\d"
    ):
        return None
    slots.take(r"\b(?:spirit )?armor (?:of )?\d\+|\b\d\+ (?:spirit )?armor")
    hits = slots.number(rf"\b{N} (?:unblocked |combat |horror |unsaved )?hits?\b")
    each = slots.number(
        rf"\b{N} (?:wounds?|damage|sanity)(?: damage)?(?: each| apiece| per hit)?\b", rf"\bfor {N} each\b"
    )
    if hits is None or each is None or not slots.understood(_WORDS) or not 1 <= hits * each <= 1_000:
        return None
    said = f"{hits * each} Armor dice: one for each Wound about to be taken, {counted(hits, 'Hit')} of {each}."
    return Found((said,), (ARMORED,))


def mutations(asked: Asked) -> Found | None:
    """How many Mutations some Corruption brings, and what is left of it."""
    slots = asked.slots()
    if not slots.has(r"\bcorruption\b") or not slots.has(r"\bmutat\w*\b") or slots.has(r"\bchance\b"):
        return None
    held = slots.number(
        rf"\b(?:have|with|at|holding|already|got)(?: already)? {N}(?: corruption)?(?: points?)?(?: already)?\b"
    )
    gained = slots.number(
        rf"\b(?:take|gain|get|receive|suffer|took|gained)(?: another)? {N}(?: more)?(?: corruption)?(?: points?)?\b",
        rf"\b{N} more\b",
        rf"\banother {N}\b",
    )
    resistance = slots.number(rf"\b(?:corruption )?resistance(?: of| is)? {N}\b", rf"\bcr(?: of)? {N}\b")
    if gained is None and held is not None and slots.has(r"\bhow many mutations?\b"):
        held, gained = 0, held
    vocabulary = "corruption|point|mutat\\w*|resistance|cr|hero|hold|have|more|roll|gain|suffer|normal|many"
    if gained is None or not slots.understood(vocabulary) or not slots.has(r"\bhow many\b"):
        return None
    table, hero = bare_table(asked.ruleset), bare_hero(**({"corruption_resistance": resistance} if resistance else {}))
    limit = max(1, table.stats.hero(hero, "corruption_resistance"))
    total = (held or 0) + gained
    if total > 1_000 or (held or 0) >= limit:
        return None
    said = (
        f"{counted(total // limit, 'Mutation roll')}: one for every {limit} of "
        f"the {total} Corruption (Corruption Resistance {limit}); {total % limit} "
        f"Corruption is left."
    )
    return Found(
        (said,),
        (
            Because(
                mutate,
                "compilation: Corruption and Mutations",
                "corruption-resistance",
                ("corruption", "resistance", "mutation"),
            ),
        ),
    )


_HIRED = (
    rf"\b(?:cost|costs|costing|paid|price|fee)(?: us| me| of| was| is|:)? \$?{N}(?: gold| dollars| bucks)?"
    rf"(?: to hire)?\b",
    rf"\bhired? (?:\w+ )?(?:for|at|price|cost|fee)(?: of| was| is|:)? \$?{N}(?: gold| dollars| bucks)?\b",
    rf"\$?\b{N} (?:gold |dollars |bucks )?(?:to hire|hire)\b",
)


def allies(asked: Asked) -> Found | None:
    """What it costs to have a killed Ally back: in all where the cost to hire it is given, else beyond that."""
    slots = asked.slots()
    if not slots.has(r"\b(?:footman|footmen|viking warrior|ally|allies|trail hand)\b") or not slots.has(
        r"\b(?:back|reviv\w*|bring)\b"
    ):
        return None
    if not slots.has(
        r"\b(?:hire|hiring)\b.*\b(?:price|cost|fee)\b|\bon top\b|\bhow much\b|\bcost\b|\bbill\b"
        r"|\bwhat do (?:i|we) pay\b"
    ):
        return None
    upgrades = slots.number(rf"\b{N} (?:\w+ )?upgrades?\b", rf"\bupgrades?:? {N}\b")
    hired = slots.number(*_HIRED)
    slots.take(r"\b(?:conquistador )?(?:footman|footmen|viking warrior|allies|ally|trail hand)\b")
    vocabulary = (
        "hire|hired|hiring|price|cost|fee|bill|died|dead|killed|upgrade|revive|revived|"
        "reviving|back|top|bring|him|lost|pay|paid|conquistador|viking|warrior|"
        "advanced|return|fell|dies|gold|picked|had|with|got|eaten|originally|total"
    )
    if upgrades is None or not 0 <= upgrades <= MOST or not slots.understood(vocabulary):
        return None
    record = next(iter(standard().allies.values()))
    more = revive_cost(record, upgrades=upgrades) - hire_cost(record)
    each = revive_cost(record, upgrades=1) - hire_cost(record)
    of_each = f"${each} for {'its Upgrade' if upgrades == 1 else f'each of {upgrades} Upgrades'}"
    said = f"${more:,} on top of the cost to hire the Ally: {of_each}."
    if hired is not None:
        said = f"${hired + more:,}: the ${hired:,} to hire the Ally once more, and {of_each}."
    return Found(
        (said,),
        (
            Because(
                revive_cost,
                "compilation: Death of an Ally and Camp",
                "ally-upkeep",
                ("revived", "hire", "$200", "upgrade"),
            ),
        ),
    )


FAMILIES = (saved, armor_dice, mutations, allies)
