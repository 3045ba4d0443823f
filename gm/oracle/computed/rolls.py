"""Rolls that lie on the table already: Corruption from Dark Stone, Hits, Wounds past Defense, Armor dice."""

from __future__ import annotations

from gm.oracle.computed.bench import bare_table
from gm.oracle.computed.editions import by_edition, same
from gm.oracle.computed.names import enemies_of, named
from gm.oracle.computed.records import Asked, Because, Found
from gm.oracle.computed.saying import counted, listed
from gm.oracle.computed.slots import LIST, N
from rules_engine.content.library import standard
from rules_engine.odds import wounds_of_damage
from rules_engine.procedures.attacks import Weapon, is_critical, roll_to_hit
from rules_engine.procedures.campaign import corrupts, dark_stone
from rules_engine.procedures.search import scavenge
from rules_engine.ruleset import Ruleset

MOST = 60

STONE = Because(
    corrupts, "compilation: Rolling for Dark Stone Corruption", "dark-stone-corruption", ("d6", "corruption", "hit")
)
STONES = Because(dark_stone, STONE.rule, STONE.entry, STONE.words)
_ROLLED = (
    rf"\b(?:roll(?:ed|s|ing)?|dice (?:show|came up|are|say|come up)|rolls are|"
    rf"came up|got|showing)(?: up)?(?: a)?:? {LIST}(?![\d+])"
)


def corruption(asked: Asked) -> Found | None:
    """Corruption Hits by the dice rolled for carried Dark Stone."""
    slots = asked.slots()
    if not slots.has(r"\bdark stone\b|\bcorruption\b") or slots.has(r"\b(sell|buy|forge|chance|likely|allergy)\b"):
        return None
    stones = slots.number(rf"\b{N} (?:pieces of |shards of |bits of )?(?:dark stone|shards?|stones?)\b")
    items = slots.number(rf"\b{N} dark stone items?\b") if stones is not None else None
    if stones is not None and items is None and slots.take(r"\b(?:a|an|one) dark stone item\b"):
        items = 1
    faces = slots.numbers(_ROLLED)
    vocabulary = (
        "dark stone|dark|stone|corruption|hit|item|carry|carrying|carried|roll|"
        "rolled|end|adventure|save|dice|die|against|"
        "hold|holding|mission|shard|suffer|saved|willpower|over|own|face|eat|test|point"
    )
    if faces is None or not slots.understood(vocabulary):
        return None
    dice = (stones or 0) + (items or 0)
    if max(faces) > 6 or min(faces) < 1 or len(faces) > MOST or (dice and dice != len(faces)):
        return None
    bad = [face for face in faces if corrupts(face)]
    said = (
        f"{counted(len(bad), 'Corruption Hit')}: of "
        f"{counted(len(faces), 'die', 'dice')} each 1, 2 or 3 is one "
        f"({listed(bad)})."
    )
    return Found((said, "Willpower may save each of them."), (STONE, STONES))


# --- Hits -------------------------------------------------------------------------------------------------------------

HITS = Because(roll_to_hit, "compilation: Rolling 'To Hit'", "to-hit", ("hit", "critical", "6"))
CRITICAL = Because(is_critical, "compilation: Critical Hits", "critical-hits", ("critical", "6"))
_HIT_WORDS = (
    "roll|rolled|dice|die|hit|hits|critical|melee|range|ranged|combat|shot|"
    "shots|attack|to-hit|to hit|target|score|scored|"
    "shotgun|gun|pistol|need|value|count|landed|land|are|d8|eight|sided|show|weapon|fight|swing"
)


def hits(asked: Asked) -> Found | None:
    """Hits and Critical Hits among To Hit dice that are rolled."""
    slots = asked.slots()
    if not slots.has(r"\bhow many\b.*\b(?:hits?|critical)\b") or slots.has(
        r"\b(corruption|horror|save\w*|defense|willpower|chance|average|likely|expect\w*)\b"
    ):
        return None
    eight = slots.take(r"\b\d*d8\b|\b8[- ]?sided\b")
    slots.take(r"\b\d*d6\b")
    target = slots.number(r"\b(\d)\+")
    faces = slots.numbers(_ROLLED, rf"\bdice:? {LIST}\b", rf"\bwith (?=\d+ ?(?:,|&|and)){LIST}\b")
    sides = 8 if eight is not None else 6
    if target is None or faces is None or not slots.understood(_HIT_WORDS):
        return None
    if max(faces) > sides or min(faces) < 1 or len(faces) > MOST or target < 2:
        return None
    scored = [face for face in faces if face >= target]
    weapon = Weapon("", "ranged", "", len(faces), target, f"D{sides}", "D6", 0, 1)

    def tell(rules: Ruleset) -> str:
        table = bare_table(rules)
        fatal = [face for face in scored if is_critical(table, weapon, face)]
        hit = f"{counted(len(scored), 'Hit')} on {target}+ ({listed(scored)})"
        return f"{hit}, {len(fatal) or 'none'} of them Critical{f' ({listed(fatal)})' if fatal else ''}."

    said, notes = by_edition(asked, tell)
    return Found((said,), (HITS, CRITICAL), notes, same(asked, tell))


def scavenged(asked: Asked) -> Found | None:
    """Scavenge cards by the dice rolled."""
    slots = asked.slots()
    if not slots.has(r"\bscaveng\w+\b") or not slots.has(r"\bhow many\b.*\bcards?\b"):
        return None
    faces = slots.numbers(_ROLLED, rf"\bdice:? {LIST}\b", rf"\bwith (?=\d+ ?(?:,|&|and)){LIST}\b")
    vocabulary = "scaveng\\w+|card|roll|rolled|dice|die|draw|get|search\\w*|tile|room"
    if faces is None or len(faces) > MOST or max(faces) > 6 or min(faces) < 1 or not slots.understood(vocabulary):
        return None
    sixes = sum(face >= 6 for face in faces)
    rule = Because(scavenge, "compilation: Scavenging", "scavenge", ("6", "draw", "card"))
    said = f"{counted(sixes, 'Scavenge card')}: one for each 6 among {listed(faces)}."
    return Found((said,), (rule,))


# --- Wounds -----------------------------------------------------------------------------------------------------------

THROUGH = Because(wounds_of_damage, "compilation: Rolling for Damage", "enemy-defense", ("defense", "damage"))
ARMOR = Because(wounds_of_damage, "compilation: Enemies with Armor", "enemy-armor", ("armor", "wound", "dice"))
_WOUND_WORDS = (
    "damage|hit|defense|wound|armor|dice|die|roll|rolled|enemy|enemies|"
    "against|does|do|through|past|get|gets|dishonored|"
    "dead|deal|dealt|health|survive|critical|something|throw|save|has|suffer|"
    "inflict|caus\\w+|land\\w*|lose|test|drowned|"
    "troll|it|on|total|unsaved|beast|thing|doing|score"
)


def wounds(asked: Asked) -> Found | None:
    """Wounds of Hits whose Damage is known, past an enemy's Defense; as many Armor dice, if it has Armor."""
    slots = asked.slots()
    if not slots.has(r"\bhow many (?:wounds?|armor)\b|\bwounds? .*\bhow many\b|\bhow much damage\b") or slots.has(
        r"\b(chance|sanity|horror|xp)\b"
    ):
        return None
    armor = slots.take(r"\barmor (?:of )?(\d)\+") or slots.take(r"\barmor dice:?")
    defense = slots.number(rf"\bdefense(?: of| is| value)?:? {N}\b(?!\+)", rf"\b{N} defense\b")
    critical = slots.take(r"\b(?:all |both )?critical(?:s| hits?)?\b")
    damage = slots.numbers(
        rf"\b{LIST} (?:points? of )?damage\b", rf"\bdamage(?: rolls?| dice)?(?: of| is| are| for)?:? {LIST}\b(?!\+)"
    )
    said_hits = slots.number(rf"\b{N} hits?\b")
    foe = named(slots, enemies_of(standard())) if defense is None else None
    if foe is not None:
        defense = standard().enemies[foe[0]].normal.defense
    if defense is None or damage is None or not slots.understood(_WOUND_WORDS) or critical is not None:
        return None
    if said_hits is not None and said_hits != len(damage):
        if len(damage) != 1 or said_hits > MOST:
            return None
        damage = damage * said_hits
    if len(damage) > MOST or max(damage) > 1_000:
        return None
    sheet = (f"Defense {defense} is that of its sheet in the content packs.",) if foe is not None else ()
    past = [next(iter(wounds_of_damage(dealt, defense).chances)) for dealt in damage]
    parts = " + ".join(f"({dealt} - {defense} = {left})" for dealt, left in zip(damage, past, strict=True))
    total = sum(past)
    if armor is not None or slots.has(r"\barmor\b"):
        said = f"{total} Armor dice, one for each Wound about to be taken: {parts} = {counted(total, 'Wound')}."
        return Found((said, *sheet), (ARMOR, THROUGH))
    return Found((f"{counted(total, 'Wound')}: Damage less Defense for each Hit, {parts}.", *sheet), (THROUGH,))


FAMILIES = (corruption, hits, scavenged, wounds)
