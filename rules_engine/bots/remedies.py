"""What the sensible Hero Party uses at any time: bandages, bottles, badges - when they are needed and not before."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules_engine import events as e
from rules_engine.bots.estimates import together
from rules_engine.choices import Choice, Option
from rules_engine.game import Game
from rules_engine.procedures.upgrades import upgrade_options
from rules_engine.state import Hero
from rules_engine.table import Table

LOW = 5
HURT = 4
WOUND_CURES = frozenset({"bandages", "herbs", "rum", "cooked-meat", "roots-and-bark", "laying-on"})
SANITY_CURES = frozenset(
    {"whiskey", "tequila", "sake", "strong-sake", "ale", "torch-song", "viking-song", "clear-pool", "sutra-of-calm"}
)
BOTH_CURES = frozenset({"hardened-resolve", "trail-hand-canteen"})
WORTH = {"bandages": 5, "herbs": 6, "whiskey": 4, "tequila": 5, "tonic": 4, "dynamite": 6, "bomb": 6, "lantern-oil": 5}


def _wounded_friend(table: Table, hero: Hero) -> bool:
    hurt = [h.id for h in table.state.standing() if h.wounds >= HURT and table.health_left(h) <= LOW]
    return bool(hurt) and any(h.id in hurt for h in together(table, hero))


def _shaken_friend(table: Table, hero: Hero) -> bool:
    shaken = [h.id for h in table.state.standing() if h.sanity_damage >= HURT and table.sanity_left(h) <= LOW]
    return bool(shaken) and any(h.id in shaken for h in together(table, hero))


def _any_friend(table: Table, hero: Hero) -> bool:
    return _wounded_friend(table, hero) or _shaken_friend(table, hero)


def _out_of_grit(table: Table, hero: Hero) -> bool:
    return hero.grit == 0 and bool(table.state.enemies)


def _corrupted(table: Table, hero: Hero) -> bool:
    return hero.corruption >= 3


def _pressed(table: Table, hero: Hero) -> bool:
    return len(table.adjacent_enemies(hero)) >= 2


def _many_enemies(table: Table, hero: Hero) -> bool:
    return len(table.state.enemies) >= 4


def _beset(table: Table, hero: Hero) -> bool:
    return bool(table.adjacent_enemies(hero)) and not table.stats.hero(hero, "combat") >= 8


def _short_of_rage(table: Table, hero: Hero) -> bool:
    return hero.tokens.get("rage", 0) < 2 and hero.grit > 1 and bool(table.adjacent_enemies(hero))


def _fighting(table: Table, hero: Hero) -> bool:
    return bool(table.state.enemies)


WHEN: dict[str, Callable[[Table, Hero], bool]] = {
    **dict.fromkeys(WOUND_CURES, _wounded_friend),
    **dict.fromkeys(SANITY_CURES, _shaken_friend),
    **dict.fromkeys(BOTH_CURES, _any_friend),
    "tonic": _out_of_grit,
    "remember-your-oath": _out_of_grit,
    "exotic-herbs": _corrupted,
    "fine-cigar": _pressed,
    "hold-the-room": _pressed,
    "footman-shield": _pressed,
    "viking-shield": _pressed,
    "flash": _many_enemies,
    "flash-the-badge": _many_enemies,
    "rope-and-throw": _fighting,
    "close-ranks": _many_enemies,
    "santiago": _many_enemies,
    "press-the-attack": _many_enemies,
    "for-glory": _out_of_grit,
    "surgeon": _any_friend,
    "shield-wall": _many_enemies,
    "blood-calls": _many_enemies,
    "over-the-side": _many_enemies,
    "hew": _many_enemies,
    "long-horn": _out_of_grit,
    "feast": _any_friend,
    "let-go": _beset,
    **dict.fromkeys(("draw-and-cut", "dragons-tooth", "crescent-sweep", "war-cry"), _beset),
    **dict.fromkeys(("iron-mountain", "falling-leaf", "ring-the-bell", "veil-of-dust", "grip-of-frost"), _pressed),
    **dict.fromkeys(("candle-of-the-dead", "plant-the-banner", "shuriken", "skin-of-stone"), _fighting),
    **dict.fromkeys(("laying-on", "healing-rain"), _wounded_friend),
    **dict.fromkeys(("clear-pool", "sutra-of-calm", "stand-with-me"), _shaken_friend),
    "still-water": _any_friend,
    "battle-roar": _short_of_rage,
    "rouse-the-party": _short_of_rage,
}


def wanted(table: Table, choice: Choice) -> str | None:
    """The first extra option whose moment has come, if any. Bleeding is always stopped."""
    for option in reversed(choice.options):
        if not option.extra:
            return None
        if option.id.startswith("bandage:"):
            return option.id
        if option.id.startswith("upgrade:") and worth_attaching(upgrade_options(table, table.hero(option.id[8:]))):
            return option.id
        when = WHEN.get(option.target or "") or WHEN.get(option.id.rpartition(":")[2])  # a Basic Ally has several uses
        if when is not None and when(table, table.state.heroes[option.id.split(":", 2)[1]]):
            return option.id
    return None


def worth_attaching(options: Sequence[Option]) -> str | None:
    """The first Upgrade that could be attached, if any; none is taken off."""
    return next((option.id for option in options if option.id.startswith("attach:")), None)


def being_used(game: Game) -> str:
    """What the remedy just paid for heals: `wounds`, `sanity`, `both`, or nothing."""
    for event in reversed(game.events[-12:]):
        if isinstance(event, e.Chosen):
            words = event.option.split(":")
            if words[0] not in ("token", "use"):
                return ""
            names = set(words[2:]) if words[0] == "token" else {words[-1]}
            return "wounds" if names & WOUND_CURES else "sanity" if names & SANITY_CURES else "both"
        if isinstance(event, e.EncounterBegan | e.CardDrawn):
            return ""
    return ""
