"""What every rules switch means, and how each edition and preset sets it: for lists, help and documents."""

from __future__ import annotations

import msgspec

from rules_engine.presets import PRESETS
from rules_engine.ruleset import EDITIONS, FIELD_SOURCES, Ruleset, ruleset, values_of

MEANINGS: dict[str, str] = {
    "xp_large": "XP of enemies worth so much a Wound: the base once an Attack, or for each Hit that wounds",
    "scavenge_limit": "how often a tile may be Scavenged with success: by party size, or once",
    "attack_dice_limit": "the most To Hit dice of one Attack; 0 is no limit",
    "off_hand_penalty": "how much more the off-hand gun needs To Hit",
    "revive": "whether a hero about to be KO'd may keep the Revive Token",
    "door_xp": "XP for Looking Through a Door",
    "tile_fit": "a tile that does not fit is turned first, or replaced by another card at once",
    "search_under_token": "what may be Searched on a tile whose Exploration Token is face down",
    "new_dread_at_objective": "a Growing Dread card drawn after the Objective is found: at once, or onto the stack",
    "grit_on_charts": "whether Grit re-rolls a Chart",
    "critical": "which To Hit faces are Critical Hits",
    "poison_ignores_armor": "whether Poison goes past Armor and Shields",
    "poison_wears_off": "the lowest face that removes a Poison marker",
    "hands_assigned": "when Items are assigned to hands",
    "bleeding_removed_on_ko": "whether a KO stops the Bleeding",
    "undead_bleed": "whether Bleeding markers may be placed on the Undead",
    "tough": "what a Critical Hit on a Tough enemy is: one that does not ignore Defense, or just a normal Hit",
    "revive_ignores_rest": "whether the rest of an attack is ignored after a Revive Token",
    "starting_area": "where heroes start on the Entrance",
    "dangerous_dynamite": "optional: 10 Wounds at once may set off Dynamite and Bombs in the Side Bag",
    "fixed_move": "optional: every Move is 4 spaces; the die is rolled for Grit alone",
    "trade_starting_items": "whether Starting Items may be given away",
    "exertion": "whether a hero shut in by Barriers gains Exertion markers",
    "traits_drawn": "when Enemy Trait cards are drawn: for any group that enters play, or where a Threat card says so",
    "leave_token_rooms": "whether heroes may leave a room with a hidden token on a Fixed Map",
    "gate_light": "whether light falls through a Gate from anywhere on its tile, or from the four Gate spaces alone",
    "gate_icons": "whether a Gate icon makes a Gate, or one door more as in the basic game",
    "flee": "when the heroes may Flee: at the start of a turn, or at its end",
    "defer_initiative": "optional: a hero may let slower models Activate first",
    "side_bag_tokens": "when Side Bag Tokens may be used",
    "healing_reach": "whom healing tokens reach while there are no enemies",
    "grit_after": "Grit after an Adventure: re-set to 1, or 1 more",
    "elite_duplicates": "an Elite ability rolled twice: again always, or unless its text allows it",
    "advanced_encounters": "optional: a Unique Room brings its own Encounter besides",
    "below_the_darkness": "optional: once the Darkness has passed the heroes every Enemy Type has a free Elite ability",
    "hard_core": "optional: who is KO'd and has not Recovered when the next turn starts is dead",
    "frost_giant_mythic": "optional: how many Mythic Abilities a Frost Giant has when it enters play",
    "threat_theme": "optional: only Threat cards of these keywords or Enemy Types, with commas",
    "aim": "optional: aim instead of moving and re-roll the first Ranged To Hit roll",
    "run": "optional: run Agility spaces instead of attacking",
    "step": "optional: one space at the end for a hero who has not moved",
    "throw_items": "optional: throw Items and tokens, to be caught by an Agility or Luck 3+ test",
    "lay_items": "optional: lay things down and pick them up instead of moving or attacking",
    "seek_cover": "optional: seek cover instead of attacking",
    "shoot_dynamite": "optional: fire at Dynamite on the ground; blasts set it off too",
}


class Switch(msgspec.Struct, frozen=True):
    """One switch: what it means, what it may be set to, where the readings stand, and how each edition sets it."""

    name: str
    meaning: str
    values: tuple[str, ...]
    number: str
    sources: tuple[str, str]
    editions: dict[str, object]
    presets: dict[str, object]


def switches() -> list[Switch]:
    """Every switch, in the order of the Ruleset."""
    found = []
    for name in Ruleset.__struct_fields__:
        if name in FIELD_SOURCES:
            number, first, second = FIELD_SOURCES[name]
            editions = {edition: getattr(ruleset(edition), name) for edition in EDITIONS}
            presets: dict[str, object] = {preset: values[name] for preset, values in PRESETS.items() if name in values}
            meaning = MEANINGS.get(name, "")
            found.append(Switch(name, meaning, values_of(name), number, (first, second), editions, presets))
    return found
