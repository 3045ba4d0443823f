"""Whom an effect means: the `to` of docs/effects.md, judged now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_engine.choices import PARTY, Option
from rules_engine.effects.context import Context
from rules_engine.procedures.worlds import heroes_in, on_or_next_to
from rules_engine.state import Enemy, Hero

if TYPE_CHECKING:
    from rules_engine.table import Procedure, Table


def heroes_for(table: Table, to: str, about: Context, *, allies: bool = True, asked: str = "") -> Procedure[list[Hero]]:
    """The heroes that `to` means now; random and chosen ones are rolled or asked for (in the words of `asked`).

    Without `allies` it is about Heroes alone: what an Ally cannot have or do (Skill tests, Grit, XP, Items, Loot).
    """
    state = table.state
    subject = state.heroes.get(about.subject) or state.heroes.get(about.owner)
    standing = state.standing() if allies else state.party_standing()
    if about.world:
        standing = heroes_in(table, standing, about.world)
    if to in ("subject", "owner"):
        chosen = subject if to == "subject" else (state.heroes.get(about.owner) or subject)
        return [chosen] if chosen is not None and not chosen.dead and (allies or not chosen.ally_of) else []
    if to == "target":
        hero = state.heroes.get(about.target) or subject
        return [hero] if hero is not None and hero.up and (allies or not hero.ally_of) else []
    if to in ("all", "party"):
        return table.in_initiative_order(standing)
    if to == "others":
        return table.in_initiative_order(h for h in standing if h.id != about.subject)
    if to == "random":
        return [(yield from table.random_hero(standing))] if standing else []
    if to == "one":
        return (yield from _chosen_hero(table, standing, asked or _which(about)))
    if to == "one_near":
        near = [h for h in _near(table, subject) if allies or not h.ally_of] if subject is not None else []
        return (yield from _chosen_hero(table, near, asked or _which(about), subject))
    if to == "one_on_tile":
        here = [h for h in standing if subject is not None and table.same_tile(h.space, subject.space)]
        return (yield from _chosen_hero(table, here, asked or _which(about), subject))
    if to == "on_tile":
        if about.tile:
            return table.in_initiative_order(h for h in table.heroes_on(about.tile) if h in standing)
        return table.in_initiative_order(h for h in standing if subject and table.same_tile(h.space, subject.space))
    if to == "near_tile":
        tiles = (about.tile,) if about.tile else table.board.tiles_of(subject.space) if subject else ()
        return table.in_initiative_order(h for h in on_or_next_to(table, tiles) if allies or not h.ally_of)
    if to == "adjacent":
        near = table.adjacent_heroes(subject.space) if subject and subject.space else []
        return [h for h in near if h is not subject and h in standing]
    if to == "light_bearer":
        bearer = state.heroes.get(state.light)
        return [bearer] if bearer is not None and bearer.up else []
    if to == "lowest_health":
        return [min(standing, key=lambda h: (table.health_left(h), h.id))] if standing else []
    if to == "most_gold":
        return [max(rich, key=lambda h: (h.gold, h.id))] if (rich := state.party_standing()) else []
    return [subject] if subject is not None and (allies or not subject.ally_of) else []


def _which(about: Context) -> str:
    return f"{about.source}: which Hero?" if about.source else "Which Hero?"


def in_reach(table: Table, hero: Hero, to: str) -> list[Hero]:
    """The heroes whom a hero's own effect may befall now, before anybody is chosen or rolled for."""
    if to in ("subject", "owner"):
        return [hero]
    if not hero.space:
        return table.state.standing()
    if to == "one_near":
        return _near(table, hero)
    if to in ("one_on_tile", "on_tile"):
        return [h for h in table.state.standing() if table.same_tile(h.space, hero.space)]
    return table.state.standing()


def _near(table: Table, subject: Hero) -> list[Hero]:
    if table.state.enemies or table.rules.healing_reach == "adjacent":
        return [subject, *(h for h in table.adjacent_heroes(subject.space) if h.id != subject.id)]
    return [h for h in table.state.standing() if table.same_tile(h.space, subject.space)]


def _chosen_hero(table: Table, among: list[Hero], prompt: str, who: Hero | None = None) -> Procedure[list[Hero]]:
    if not among:
        return []
    options = [Option(f"hero:{h.id}", h.name, h.id) for h in among]
    answer = yield from table.ask(who.id if who else PARTY, "hero", prompt, options)
    return [table.state.heroes[answer.partition(":")[2]]]


def enemies_for(table: Table, to: str, about: Context) -> Procedure[list[Enemy]]:
    """The enemies that `to` means now."""
    state = table.state
    if to == "enemy":
        enemy = state.enemies.get(about.enemy)
        return [enemy] if enemy is not None else []
    if to in ("this", "this_type"):
        if to == "this" and about.enemy in state.enemies:
            return [state.enemies[about.enemy]]
        return [x for x in state.enemies.values() if x.type == about.enemy_type]
    hero = state.heroes.get(about.subject) or state.heroes.get(about.owner)
    everyone = list(state.enemies.values())
    if to == "enemies" or hero is None or not hero.space:
        return everyone
    if to == "enemies_on_tile":
        return [x for x in everyone if table.share_tile(x, hero)]
    near = table.adjacent_enemies(hero)
    if to == "adjacent_enemies":
        return near
    among = near if to == "adjacent_one_enemy" else [x for x in everyone if table.sees(hero, x)]
    if not among:
        return []
    options = [Option(f"enemy:{x.id}", table.name(x.id), x.id) for x in among]
    answer = yield from table.ask(hero.id, "enemy", "Which enemy?", options)
    return [state.enemies[answer.partition(":")[2]]]
