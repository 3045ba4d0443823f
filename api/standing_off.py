"""What players must know of enemies that shoot, stay where they are, or cannot be hurt by something."""

from __future__ import annotations

from rules_engine.effects.context import Context
from rules_engine.procedures.ranged_foes import range_of, ranged_attack_of, shots_of
from rules_engine.procedures.reach import melee_reach
from rules_engine.table import Table


def standing_off(table: Table, type: str) -> str:
    """What a type does from afar, does not do, or does not mind: `Immobile, Range 8, 1 Shot, Immune to Fire`."""
    held = [one.ability for one in table.stats.held_by_type(type)]
    kinds = ("immobile", "shootout", "snap_fire", "tough")
    found = [word for word in kinds if any(getattr(ability, word) for ability in held)]
    said = [word.replace("_", " ").title() for word in found]
    gun = ranged_attack_of(table, type)
    if gun is not None:
        needed, shots, damage, die = shots_of(table, type, gun, Context())
        hurts = f"{die}{damage:+d}" if die and damage else die or str(damage)
        said.append(f"Range {range_of(table, type, gun)} on {needed}+, Shots {shots}, Damage {hurts}")
    if (reach := melee_reach(table, type)) > 1:
        said.append(f"reaches {reach} spaces")
    words = dict.fromkeys(word for ability in held for word in ability.immune)
    said += [f"Immune to {', '.join(word.replace('-', ' ').title() for word in words)}"] if words else []
    return ", ".join(said)
