"""The editions' differences as data: one record an edition, a field for each difference, with its sources.

Contradictions are numbered C01-C65 as in the project's inventory of the rulebooks. A switch changes a single field.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, get_args, get_origin, get_type_hints

import msgspec

from rules_engine.errors import SetupError
from rules_engine.presets import expanded


class Ruleset(msgspec.Struct, frozen=True):
    """How a table plays where the rulebooks differ."""

    edition: str
    xp_large: Literal["attack", "hit"] = "attack"
    scavenge_limit: Literal["party", "one"] = "party"
    attack_dice_limit: Annotated[int, msgspec.Meta(ge=0, le=99)] = 8
    off_hand_penalty: Literal[0, 1] = 1
    revive: Literal["optional", "automatic"] = "optional"
    door_xp: Literal[0, 5] = 5
    tile_fit: Literal["rotate", "redraw"] = "rotate"
    search_under_token: Literal["none", "look"] = "none"
    new_dread_at_objective: Literal["resolve", "stack"] = "resolve"
    grit_on_charts: bool = False
    critical: Literal["6+", "6"] = "6+"
    poison_ignores_armor: bool = True
    poison_wears_off: Literal[5, 6] = 6
    hands_assigned: Literal["activation", "turn"] = "activation"
    bleeding_removed_on_ko: bool = False
    undead_bleed: bool = True
    tough: Literal["keeps defense", "normal hit"] = "keeps defense"
    revive_ignores_rest: bool = True
    starting_area: Literal["back two rows", "old west"] = "back two rows"
    dangerous_dynamite: bool = False
    fixed_move: bool = False
    trade_starting_items: bool = False
    traits_drawn: Literal["entering", "threat card"] = "entering"
    leave_token_rooms: bool = True
    exertion: bool = False
    gate_light: Literal["tile", "spaces"] = "tile"
    gate_icons: Literal["gates", "doors"] = "gates"
    flee: Literal["start", "end"] = "start"
    defer_initiative: bool = False
    side_bag_tokens: Literal["any time", "own activation"] = "any time"
    healing_reach: Literal["tile in peace", "adjacent"] = "tile in peace"
    grit_after: Literal["reset", "gain"] = "reset"
    elite_duplicates: Literal["unless stated", "re-roll"] = "unless stated"
    advanced_encounters: bool = False
    below_the_darkness: bool = False
    hard_core: bool = False
    frost_giant_mythic: Literal["none", "one", "two"] = "none"
    threat_theme: str = ""
    aim: bool = False
    run: bool = False
    step: bool = False
    throw_items: bool = False
    lay_items: bool = False
    seek_cover: bool = False
    shoot_dynamite: bool = False


FIELD_SOURCES: dict[str, tuple[str, str, str]] = {
    "xp_large": (
        "C01",
        "compilation: Collecting XP (base once an Attack)",
        "old-west: Collecting XP (base for each wounding Hit)",
    ),
    "scavenge_limit": ("C02", "compilation: Scavenging (by party size)", "old-west: Scavenging (once a tile)"),
    "off_hand_penalty": (
        "C03",
        "compilation: Dual Wielding Ranged Weapons (needs 1 more)",
        "old-west: Dual Wielding (no penalty)",
    ),
    "attack_dice_limit": ("C04", "compilation: Attack Dice Limit (8)", "old-west: no limit is stated (0)"),
    "revive": ("C05", "compilation: Revive Tokens (may be discarded)", "old-west: Revive Tokens (one is discarded)"),
    "door_xp": ("C09", "compilation: Looking Through a Door (5 XP)", "old-west: Looking Through a Door (none)"),
    "tile_fit": (
        "C10",
        "compilation: Looking Through a Door (rotate first)",
        "old-west: Looking Through a Door (redraw)",
    ),
    "search_under_token": (
        "C11",
        "compilation: Searching (neither way)",
        "old-west: Scavenging (only Scavenging is banned)",
    ),
    "new_dread_at_objective": (
        "C12",
        "compilation: Resolving Growing Dread (at once)",
        "old-west: Growing Dread (not addressed)",
    ),
    "grit_on_charts": ("C22", "compilation: Re-roll Limits (never)", "old-west: Grit (only Hold Back is named)"),
    "critical": ("C23", "compilation: Roll To Hit (6+)", "old-west: Critical Hits (6)"),
    "poison_ignores_armor": ("C26", "compilation: Poison (Armor too)", "forbidden-fortress: Poison (Defense only)"),
    "poison_wears_off": ("C06", "compilation: Poison (6)", "player-aid: Poison (5-6)"),
    "hands_assigned": ("C21", "compilation: Hands (start of Activation)", "old-west: Hands (start of the turn)"),
    "bleeding_removed_on_ko": (
        "C25",
        "compilation: Bleeding (not stated)",
        "forbidden-fortress: Bleeding (removed on KO)",
    ),
    "undead_bleed": (
        "C25",
        "compilation: Bleeding (no such immunity is stated)",
        "forbidden-fortress: Bleeding Markers (Undead are immune)",
    ),
    "tough": (
        "C24",
        "compilation: Immune to Critical Hits (other bonuses of a Critical Hit count)",
        "old-west: Immune to Critical Hits (just a normal Hit)",
    ),
    "revive_ignores_rest": (
        "C05",
        "compilation: Revive Tokens (the rest is ignored)",
        "old-west: Revive Tokens (not stated)",
    ),
    "starting_area": ("C18", "compilation: Place Heroes (8 spaces)", "old-west: Place Heroes (6 spaces)"),
    "dangerous_dynamite": ("C28", "compilation: an optional rule", "player-aid: printed as procedure"),
    "trade_starting_items": (
        "C36",
        "compilation: Get Starting Items (never)",
        "old-west: Trading Items (no such limit is stated)",
    ),
    "traits_drawn": (
        "C62",
        "compilation: Trolls (for a group that enters play)",
        "valhalla: Trait Cards (where a Threat card calls for one)",
    ),
    "leave_token_rooms": (
        "C48",
        "compilation: Fixed Map Missions (only entering is banned)",
        "player-aid: Fixed Map Missions (nor may one leave)",
    ),
    "exertion": (
        "N6",
        "forbidden-fortress: Exertion Behind Barriers (a marker each Activation)",
        "compilation: Barriers (no such marker)",
    ),
    "gate_icons": (
        "C63",
        "compilation: Gate Icons (Gate End Caps: the Advanced Game)",
        "old-west: Revealing Exploration Tokens (doors, in the Basic Game)",
    ),
    "gate_light": (
        "C07",
        "compilation: Adjacent Map Tiles (from anywhere on a tile with a Gate End Cap)",
        "player-aid: Gates (only from the four Gate spaces: `spaces`)",
    ),
    "fixed_move": ("C46", "compilation: Fixed Hero Move, optional", "the Move is rolled"),
    "flee": ("C08", "compilation: Running Away (before anything else in a turn)", "player-aid: End of Turn"),
    "defer_initiative": ("C29", "compilation: Initiative (no such rule)", "player-aid: Models Activate (may defer)"),
    "side_bag_tokens": (
        "C57",
        "compilation: Side Bag (at any time, Attack tokens apart)",
        "player-aid: Hero Activation: Miscellaneous (in the own Activation)",
    ),
    "healing_reach": (
        "N3",
        "compilation: Healing Other Heroes (the same Map Tile while there are no Enemies)",
        "old-west: Side Bag Tokens (the Hero or an adjacent one)",
    ),
    "grit_after": (
        "C58",
        "compilation: At the End of Each Adventure (re-set to 1)",
        "player-aid: End of Mission: Traveling to Town (1 is gained)",
    ),
    "elite_duplicates": (
        "C43",
        "compilation: Elite Enemies (re-roll unless the ability says otherwise)",
        "old-west: Elite Enemies (always re-roll)",
    ),
    "advanced_encounters": (
        "C28",
        "compilation: Advanced Encounters, optional",
        "player-aid: Look Through, printed as procedure",
    ),
    "below_the_darkness": ("C28", "compilation: Below the Darkness, optional", "without it nothing comes of it"),
    "hard_core": ("S79", "compilation: Hard-Core Mode, optional", "a KO'd Hero Recovers as usual"),
    "frost_giant_mythic": (
        "S79",
        "valhalla: Frost Giant Mythic Abilities, optional",
        "a Frost Giant has its sheet's abilities alone",
    ),
    "threat_theme": ("S79", "compilation: Themed Threat Decks, optional", "every Threat card is in the decks"),
    "aim": ("S79", "player-aid: Optional Rules (aim)", "no rulebook has it"),
    "run": ("S79", "player-aid: Optional Rules (run)", "no rulebook has it"),
    "step": ("S79", "player-aid: Optional Rules (step)", "no rulebook has it"),
    "throw_items": ("S79", "player-aid: Optional Rules (throw and catch)", "no rulebook has it"),
    "lay_items": ("S79", "player-aid: Optional Rules (place or pick up)", "no rulebook has it"),
    "seek_cover": ("S79", "player-aid: Optional Rules (seek cover)", "no rulebook has it"),
    "shoot_dynamite": ("S79", "player-aid: Optional Rules (Dynamite on the ground)", "no rulebook has it"),
}

_NEWER: dict[str, object] = {}
_VALHALLA: dict[str, object] = {"traits_drawn": "threat card"}
_OLD_WEST: dict[str, object] = {
    "xp_large": "hit",
    "scavenge_limit": "one",
    "attack_dice_limit": 0,
    "off_hand_penalty": 0,
    "revive": "automatic",
    "revive_ignores_rest": False,
    "door_xp": 0,
    "tile_fit": "redraw",
    "search_under_token": "look",
    "new_dread_at_objective": "stack",
    "critical": "6",
    "tough": "normal hit",
    "hands_assigned": "turn",
    "starting_area": "old west",
    "trade_starting_items": True,
    "elite_duplicates": "re-roll",
}
_FORTRESS: dict[str, object] = {
    "xp_large": "hit",
    "attack_dice_limit": 0,
    "off_hand_penalty": 0,
    "revive": "automatic",
    "revive_ignores_rest": False,
    "tile_fit": "redraw",
    "new_dread_at_objective": "stack",
    "poison_ignores_armor": False,
    "bleeding_removed_on_ko": True,
    "traits_drawn": "threat card",
    "exertion": True,
    "elite_duplicates": "re-roll",
    "undead_bleed": False,
}
EDITIONS: dict[str, dict[str, object]] = {
    "compilation": _NEWER,
    "valhalla": _VALHALLA,
    "forbidden-fortress": _FORTRESS,
    "old-west": _OLD_WEST,
}


def _values(name: str, hint: object) -> tuple[object, ...]:
    if hint is bool:
        return (False, True)
    if get_origin(hint) is Literal:
        return get_args(hint)
    return ("", "void") if hint is str else (0, getattr(Ruleset(""), name))


VALUES: dict[str, tuple[object, ...]] = {
    name: _values(name, hint)
    for name, hint in get_type_hints(Ruleset, include_extras=True).items()
    if name != "edition"
}
"""The values that a field takes; of one of `ANY_NUMBER`, the two that the rulebooks print; of `ANY_TEXT`, examples."""

ANY_NUMBER = frozenset({"attack_dice_limit"})
"""Fields that also take any other number from 0 on."""

ANY_TEXT = frozenset({"threat_theme"})
"""Fields that also take any other text."""


def ruleset(edition: str, switches: Mapping[str, object] | None = None) -> Ruleset:
    """The Ruleset of an edition with some fields switched, one by one or by a `preset`.

    Raises SetupError for unknown names or wrong values, naming those that are known.
    """
    if edition not in EDITIONS:
        raise SetupError(f"there is no edition '{edition}'; known: {', '.join(EDITIONS)}")
    fields: dict[str, object] = {"edition": edition, **EDITIONS[edition]}
    for name, value in expanded(switches).items():
        if name not in Ruleset.__struct_fields__ or name == "edition":
            raise SetupError(f"there is no rules switch '{name}'; known: preset, {', '.join(FIELD_SOURCES)}")
        fields[name] = value
        try:
            msgspec.convert({"edition": edition, name: value}, Ruleset)
        except msgspec.ValidationError:
            known = ", ".join(_told(one) for one in VALUES[name])
            raise SetupError(f"rules switch {name}: it cannot be {_told(value)}; it takes {known}") from None
    return msgspec.convert(fields, Ruleset)


def _told(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else repr(value)


def values_of(name: str) -> tuple[str, ...]:
    """What a switch may be set to, in words. KeyError for no switch."""
    if name in ANY_TEXT:
        return ("any text",)
    told = tuple(str(one).lower() if isinstance(one, bool) else str(one) for one in VALUES[name])
    return (*told, "any other number") if name in ANY_NUMBER else told
