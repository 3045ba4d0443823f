"""What the packs' records do, in the words that the effect language gives itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rules_engine.content.library import Library

SHELVES = ("upgrades", "items", "tokens", "enemies", "cards", "worlds", "class_cards")


def record_in_words(library: Library, id: str) -> str:
    """What a record of the packs does, by its id; empty if there is none."""
    from rules_engine.effects.words import abilities_in_words, effects_in_words, enemy_ability_in_words

    record = record_of(library, id)
    if record is None:
        return ""
    told: list[str] = []
    weapon = getattr(record, "weapon", None)
    if weapon is not None:
        more = f" +{weapon.add}" if weapon.add else ""
        if weapon.kind == "ranged":
            shots = "shot" if weapon.shots == 1 else "shots"
            told.append(f"Gun: Range {weapon.range}, {weapon.shots} {shots}, {weapon.die}{more} Damage.")
        else:
            told.append(f"Hand weapon: {weapon.die}{more} Damage.")
    if getattr(record, "shield", 0):
        told.append(f"Shield {record.shield}+.")
    abilities = getattr(record, "abilities", ())
    if hasattr(record, "normal"):
        told += [words for words in map(enemy_ability_in_words, abilities) if words]
    else:
        told.append(abilities_in_words(abilities))
    for absent, present in getattr(record, "instead", {}).items():
        told.append(f"{library.enemies[present].plural} come where {library.enemies[absent].plural} would.")
    effects = effects_in_words(getattr(record, "do", ()))
    if effects:
        told.append(effects[:1].upper() + effects[1:] + ".")
    return " ".join(part for part in told if part)


def record_of(library: Library, id: str) -> Any:
    """The record of the packs with an id, whatever it is; None if there is none."""
    for shelf in SHELVES:
        found = getattr(library, shelf).get(id)
        if found is not None:
            return found
    return None
