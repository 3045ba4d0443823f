"""What the sensible Hero Party does with Ability Tokens: spends them where they kill or save, keeps them otherwise."""

from __future__ import annotations

from rules_engine.choices import Choice
from rules_engine.game import Game
from rules_engine.second_rolls import lying

SPEND_ON = frozenset(
    {"to_hit", "damage", "defense", "armor", "willpower", "escape", "skill_test", "scavenge", "casting"}
)

ATTACKS = {
    "ring-of-embers": 2,
    "power-attack": 2,
    "ball-of-fire": 0,
    "cutting-wind": 0,
    "shudder": 1,
    "elemental-blast": 0,
}
"""Attacks for tokens, with how many enemies should be adjacent."""


def reroll(game: Game, choice: Choice) -> str | None:
    """The lowest die that Ambition may take, in a Fight or for what matters; None to leave it."""
    kind = choice.about.get("kind", "")
    able = [o for o in choice.options if f"add:{o.id.partition(':')[0]}" in choice.about]
    hero = game.state.heroes.get(choice.who)
    if not able or hero is None or kind not in SPEND_ON:
        return None
    roll = lying(game, int(choice.about.get("roll", "0")))
    if roll is None:
        return None
    worst = min(able, key=lambda o: roll.faces[int(o.id.rpartition(":")[2])])
    missed = sum(1 for face in roll.faces if roll.target is not None and face < roll.target)
    if kind == "to_hit" and not missed:
        return None
    if kind == "damage" and roll.faces[int(worst.id.rpartition(":")[2])] > 2:
        return None
    if kind in ("defense", "armor") and missed * 2 < game.table.health_left(hero):
        return None
    if kind == "willpower" and missed * 2 < game.table.sanity_left(hero):
        return None
    return worst.id


def boost(game: Game, choice: Choice) -> str:
    """As much as kills the enemy or as there is; a Healing takes all that it can use."""
    return choice.options[-1].id


def recover(game: Game, choice: Choice) -> str:
    """Whichever there is less of; Grit first."""
    hero = game.state.heroes[choice.who]
    token = next((o for o in choice.options if o.id.startswith("token:")), choice.options[0])
    held = hero.tokens.get(token.target or "", 0)
    return token.id if held < hero.grit else choice.options[0].id


def save_die(game: Game, choice: Choice) -> str:
    """The better die, as soon as there is a Hit to save."""
    return "use"


def casting(game: Game, choice: Choice) -> str:
    """One more die while there is Mana, then Arcane Powder; a Spell that still fails, fails."""
    return choice.options[0].id


def element(game: Game, choice: Choice) -> str:
    """Water for the first Spell, Fire for the others: somebody has to mend."""
    drawn = any(hero.class_cards for hero in game.state.heroes.values())
    wanted = "spell-fire" if drawn else "spell-water"
    return next((o.id for o in choice.options if o.target == wanted), choice.options[0].id)


def attack(game: Game, choice: Choice) -> str | None:
    """An Attack that Ability Tokens pay for, where it is worth them; None for a plain one."""
    hero = game.state.heroes[choice.who]
    beside = len(game.table.adjacent_enemies(hero))
    for option in choice.options:
        worth = ATTACKS.get(option.target or "")
        if worth is not None and option.id.startswith("use:") and beside >= worth:
            return option.id
    return None
