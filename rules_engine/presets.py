"""Presets: many switches by one name, laid over an edition. A switch that is named beside a preset goes over it.

`player-aid` plays as the player aid prints its rules: its readings where the rulebooks differ from it, and all that it
calls optional. A journal holds the switches one by one, so that a preset may change without changing a game.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules_engine.errors import SetupError

PRESET = "preset"
PRESETS: dict[str, dict[str, bool | int | str]] = {
    "player-aid": {
        "xp_large": "hit",
        "scavenge_limit": "one",
        "off_hand_penalty": 0,
        "revive": "optional",
        "revive_ignores_rest": False,
        "door_xp": 0,
        "tile_fit": "redraw",
        "search_under_token": "look",
        "critical": "6",
        "poison_wears_off": 5,
        "hands_assigned": "turn",
        "dangerous_dynamite": True,
        "leave_token_rooms": False,
        "gate_light": "spaces",
        "flee": "end",
        "defer_initiative": True,
        "side_bag_tokens": "own activation",
        "grit_after": "gain",
        "advanced_encounters": True,
        "below_the_darkness": True,
        "aim": True,
        "run": True,
        "step": True,
        "throw_items": True,
        "lay_items": True,
        "seek_cover": True,
        "shoot_dynamite": True,
    }
}


def expanded(switches: Mapping[str, object] | None) -> dict[str, object]:
    """The switches with a `preset` among them spelled out. Raises SetupError for an unknown preset."""
    given = dict(switches or {})
    if PRESET not in given:
        return given
    name = given.pop(PRESET)
    if not isinstance(name, str) or name not in PRESETS:
        raise SetupError(f"there is no preset '{name}'; known: {', '.join(PRESETS)}")
    return {**PRESETS[name], **given}
