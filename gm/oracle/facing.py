"""Whom a question at a table means: who says `I`, which enemies that hero faces, what World they are in.

The game is read only.
"""

from __future__ import annotations

from rules_engine import Game
from rules_engine.choices import Choice
from rules_engine.events import ActivationEnded, ActivationStarted, CardDrawn, EnemiesAttacked, PhaseStarted, Rolled
from rules_engine.state import Hero
from rules_engine.table import Table

ENDS_AN_ATTACK = (ActivationStarted, ActivationEnded, PhaseStarted, CardDrawn)


def speaker(game: Game, hero: str | None = None) -> Hero | None:
    """Who says `I`: the hero who asks, the only one there is, or the one whose choice is pending."""
    if hero in game.state.heroes:
        return game.state.heroes[hero]
    heroes = game.state.party()
    if len(heroes) == 1:
        return heroes[0]
    return game.state.heroes.get(game.pending.who) if game.pending is not None else None


def faced(game: Game, hero: Hero | None) -> str | None:
    """The type of the enemies that a hero faces; None where there are none, or several types have an equal claim.

    Those count whose Attack, or the Attack on whom, is being resolved in a choice of that hero; else those that are
    nearest (adjacent ones are); for nobody in particular, or one who is not on the board, all that are there.
    """
    table = game.table
    there = list(table.state.enemies.values())
    if not there:
        return None
    on_board = hero is not None and hero.up and bool(hero.space)
    if hero is not None and game.pending is not None and game.pending.who == hero.id:
        resolved = _resolved(game, game.pending, hero)
        if resolved:
            return _only(resolved)
    if hero is not None and on_board and len({enemy.type for enemy in there}) > 1:
        far = table.board.distances_from(hero.space)
        ranges = [table.range_to(far, enemy) for enemy in there]
        there = [enemy for enemy, away in zip(there, ranges, strict=True) if away == min(ranges)]
    return _only({enemy.type for enemy in there})


def world_of(game: Game, hero: Hero | None) -> str | None:
    """The name of the World that a hero stands in, or that everything lies in; None if that is unclear."""
    state = game.state
    tiles = state.tiles
    if hero is not None and hero.up and hero.space:
        under = game.table.tiles_under(hero)
        tiles = [tile for tile in tiles if tile.number in under]
    world = _only({tile.world for tile in tiles})
    known = game.library.worlds
    return known[world].name if world in known else None


def _resolved(game: Game, pending: Choice, hero: Hero) -> set[str]:
    """The types of the Attack that a pending choice is about."""
    table = game.table
    if pending.kind == "assign_hit":
        enemies = (table.state.enemies.get(option.target or "") for option in pending.options)
        return {enemy.type for enemy in enemies if enemy is not None}
    struck = _struck(table, pending)
    if struck:
        return struck
    for event in reversed(game.events):
        if isinstance(event, ENDS_AN_ATTACK):
            break
        if isinstance(event, EnemiesAttacked):
            return {event.type} if event.hero == hero.id else set()
        if isinstance(event, Rolled) and event.who in table.library.enemies:
            return {event.who} if pending.about.get("roll") == str(event.roll) else set()
    return set()


def _struck(table: Table, pending: Choice) -> set[str]:
    """The type of the enemy that the Damage of a pending re-roll is for: the choice names it."""
    if pending.about.get("kind") != "damage":
        return set()
    enemies = table.state.enemies.values()
    return {enemy.type for enemy in enemies if f"against {table.name(enemy.id)}," in pending.prompt}


def _only(several: set[str]) -> str | None:
    return next(iter(several)) if len(several) == 1 else None
