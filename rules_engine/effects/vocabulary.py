"""The words that effects and abilities may use: whom they befall, when, how long, how often."""

from __future__ import annotations

HERO_TARGETS = frozenset(
    [
        "subject",
        "all",
        "others",
        "random",
        "one",
        "one_near",
        "one_on_tile",
        "on_tile",
        "near_tile",
        "adjacent",
        "owner",
        "light_bearer",
        "lowest_health",
        "most_gold",
        "party",
        "target",
    ]
)
ENEMY_TARGETS = frozenset(
    ["enemy", "this", "this_type", "enemies", "enemies_on_tile", "adjacent_enemies", "one_enemy", "adjacent_one_enemy"]
)
DURATIONS = frozenset(["hit", "turn", "next_turn", "activation", "fight", "adventure", "forever"])
EVENTS = frozenset(
    [
        "adventure_started",
        "turn_started",
        "activation_started",
        "move_rolled",
        "move_ended",
        "enemy_killed",
        "enemy_wounded",
        "hit_assigned",
        "hit_scored",
        "hero_wounded",
        "armor_held",
        "attack_missed",
        "sanity_lost",
        "corruption_gained",
        "hero_ko",
        "recovered",
        "mutated",
        "tile_placed",
        "world_entered",
        "gate_passed",
        "depth_event",
        "scavenged",
        "scavenge_drawn",
        "token_revealed",
        "clue_found",
        "darkness_advanced",
        "darkness_held",
        "heroes_advanced",
        "card_drawn",
        "fight_started",
        "fight_round_ended",
        "fight_ended",
        "loot_drawn",
        "test_passed",
        "test_failed",
        "turn_ended",
        "enemy_activated",
        "enemy_attacked",
        "attack_ended",
        "objective_found",
        "mission_won",
        "would_take_wounds",
        "would_lose_sanity",
        "would_gain_corruption",
        "would_be_ko",
        "would_draw_darkness",
        "would_draw_dread",
    ]
)
USES = frozenset(["any_time", "activation", "start", "fight_over", "attack", "free_attack", "search"])
REROLL_DICE = frozenset(["any", "failed", "one", "ones"])
REROLL_WHOSE = frozenset(["own", "other", "enemy", "any"])
THIS_ITEM = "this_item"
REROLL_WITHIN = frozenset(["", "tile", "adjacent"])
BOOSTED = frozenset(["combat_hit", "healing"])
DEEPEST = 40
HIGHEST = 100
LIMITS = frozenset(["turn", "activation", "fight", "adventure", "once"])
WHOLE_FORMS = ("fear", "terror", "unspeakable_terror", "armor", "reach", "exposed", "hold_back")
TRUE_FORMS = ("tough", "flight", "immobile", "shootout", "snap_fire", "attacks_all")
SHORT_FORMS = (*WHOLE_FORMS, *TRUE_FORMS, "ranged", "immune", "damage_die")
"""Forms that say all of an enemy's ability, so that it needs no id of its own."""
