"""What Hero Classes bring to the effect language, in words."""

from __future__ import annotations

from rules_engine.effects.parse import Ability, RerollRight

CLASS_STATS = {
    "extra_combat": "Combat dice in this Attack",
    "team_cards": "Team Ability cards at the start of each Adventure",
    "revive_kept": "a Revive Token that you use stays on a D6 of",
    "max_ambition": "Max Ambition",
    "max_rage": "Max Rage",
    "max_fury": "Max Fury",
    "max_ki": "Max Ki",
    "max_mana": "Max Mana",
    "casting": "Casting Total",
    "casting_fire": "Casting Total of Fire Spells",
    "casting_wind": "Casting Total of Wind Spells",
    "casting_water": "Casting Total of Water Spells",
    "casting_earth": "Casting Total of Earth Spells",
}
CLASS_FLAGS = {
    "cover_all": "Cover counts against every source of Damage",
    "scavenge_in_fight": "you may Scavenge in place of your Attack",
    "dark_stone_immune": "Dark Stone that you carry does not corrupt you",
    "defense_d8": "one die of a Defense roll may be a D8, even against a Hit that ignores Defense",
}
WITHIN = {"": "", "tile": " on your Map Tile", "adjacent": " next to you"}


def reroll_in_words(right: RerollRight, whose: str) -> str:
    """Which rolls a right to re-roll is for: `your To Hit or Defense roll`, with what it adds."""
    kinds = [kind.replace("_", " ").title() for kind in right.rolls]
    add = f", adding {right.add}" if right.add else ""
    again = ", even one re-rolled before" if right.again else ""
    if right.roll == "grit":
        return f"any roll of {whose.replace('your', 'yours')} that Grit could re-roll{add}{again}"
    return f"{whose} {' or '.join(kinds)} roll{WITHIN[right.within]}{add}{again}"


def boost_in_words(ability: Ability) -> str:
    """What may be paid into a Hit or a Healing: `+1 Damage of a Combat Hit for each Rage, 3 at most`."""
    boost = ability.boost
    assert boost is not None
    what = {"combat_hit": "Damage of a Combat Hit", "healing": "to your Healing"}[boost.of]
    paid = [f"{count} {token.replace('-', ' ').title()}" for token, count in ability.cost.tokens]
    paid += [f"{ability.cost.grit} Grit"] if ability.cost.grit else []
    times = "once" if boost.most == 1 else f"{boost.most} times"
    return f"+{boost.add} {what} for each {' and '.join(paid) or 'time'}, {times} at most"
