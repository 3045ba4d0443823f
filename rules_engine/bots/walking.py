"""Where the sensible Hero Party walks: together toward the next unknown room or door, and into reach in a Fight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules_engine.bots.estimates import best_gun, prefers_melee, strength_left
from rules_engine.choices import Choice, Option
from rules_engine.procedures.immobile import only_immobile
from rules_engine.procedures.missions import errand
from rules_engine.procedures.movement import lit_from
from rules_engine.state import Hero
from rules_engine.table import Table

GATHERED = 7
WEAK = 3
AFAR = 999
GATE_DETOUR = 12
LONG = 8


def goal(table: Table) -> tuple[str, ...]:
    """Spaces that the party makes for: where the Mission sends it, a room whose token is hidden, else the open door
    nearest to the lantern.

    A Gate is as good as a door that is a long way off: what lies beyond it is a worse place to be.
    """
    state, board = table.state, table.board
    asked = errand(table)
    tile = next((tile for tile in state.tiles if tile.place == asked.place), None) if asked is not None else None
    if tile is not None:
        return (_depth_of(table, tile.number),)
    for tile in state.tiles:
        if tile.token == "hidden":
            inside = [h for h in table.heroes_on(tile.number) if not h.ally_of]
            return (inside[0].space,) if inside else board.entrance_of(tile.number) or board.spaces_of(tile.number)
    lantern = state.heroes.get(state.light) or state.standing()[0]
    far = board.distances_from(lantern.space)
    nearest: tuple[str, ...] = ()
    best = AFAR
    for tile in state.tiles:
        for key, status in tile.doors.items():
            if status in ("door", "gate"):
                spaces = board.door_spaces(table.door_ref(tile.number, key))
                steps = min(far[spaces[0]], far[spaces[1]]) + (GATE_DETOUR if status == "gate" else 0)
                if steps < best:
                    best, nearest = steps, spaces
    return nearest or (lantern.space,)


def _depth_of(table: Table, number: int) -> str:
    """The space of a tile that is farthest from where one comes in, so that there is room behind whoever stops."""
    board = table.board
    door = next((d for d in board.doors_of(number) if board.other_side(d) is not None), None)
    spaces = board.spaces_of(number)
    if door is None:
        return spaces[0]
    far = board.distances_from(board.door_spaces(door)[0])
    return max(spaces, key=lambda space: (far[space], space))


def way_on(table: Table) -> bool:
    """Whether there is anywhere to go: a room whose token is hidden, or an open door."""
    state = table.state
    return any(tile.token == "hidden" or "door" in tile.doors.values() for tile in state.tiles)


def leaves(table: Table) -> bool:
    """Whether the party would rather Explore than fight on: only Immobile enemies are left, there is a way on, and some
    hero is weak or the Fight has gone on for long.
    """
    state = table.state
    if state.fight is None or not only_immobile(table) or not way_on(table):
        return False
    weak = any(strength_left(table, hero) <= WEAK for hero in state.standing())
    return weak or state.turn - state.fight.began_turn >= LONG


def gathered(table: Table, spaces: Sequence[str]) -> bool:
    """Whether every standing hero is near enough to these spaces for the party to open what lies there."""
    far = table.board.distances_from(spaces[0])
    return all(far[hero.space] <= GATHERED for hero in table.state.standing())


def follow(table: Table, ally: Hero, choice: Choice) -> str:
    """An Ally outside a Fight: near the goal and in the light, never in a space that Heroes must reach to Explore."""
    spaces = goal(table)
    keep_clear = {space for one in spaces for space in (one, *table.board.adjacent[one])}
    far = table.board.distances_from(spaces[0])
    here = (ally.space in keep_clear, far[ally.space])
    steps = [o for o in choice.options if o.target is not None and _is_step(o) and o.target not in keep_clear]
    ranked = sorted((far[o.target or ""], i) for i, o in enumerate(steps))
    for distance, index in ranked:
        if (here[0] or distance < here[1]) and _keeps_the_light(table, ally, steps[index].target or ""):
            return steps[index].id
    return "stay"


def explore(table: Table, hero: Hero, choice: Choice) -> str:
    """The next step outside a Fight: nearer to the goal, but not out of the light, nor away with it."""
    spaces = goal(table)
    far: Mapping[str, int] = table.board.distances_from(spaces[0])
    here = far[hero.space]
    if hero.space in spaces:
        return "stay"
    ranked = sorted(
        [
            (far[o.target], i)
            for i, o in enumerate(choice.options)
            if o.target is not None and _is_step(o) and far[o.target] < here
        ]
    )
    if not ranked:
        return "stay"
    for _, index in ranked:
        option = choice.options[index]
        assert option.target is not None
        if _keeps_the_light(table, hero, option.target):
            return option.id
    return "stay" if _keeps_the_light(table, hero, hero.space) else choice.options[ranked[0][1]].id


def _is_step(option: Option) -> bool:
    return option.id.startswith("move:")


def _keeps_the_light(table: Table, hero: Hero, space: str) -> bool:
    board, state = table.board, table.state
    if hero.id == state.light:
        lit = lit_from(table, space)
        return all(h.id == hero.id or any(t in lit for t in board.tiles_of(h.space)) for h in state.standing())
    bearer = state.heroes.get(state.light)
    if bearer is None or not bearer.space:
        return True
    lit = lit_from(table, bearer.space)
    return any(tile in lit for tile in board.tiles_of(space))


def fight(table: Table, hero: Hero, choice: Choice) -> str:
    """The Move in a Fight: stay where there is somebody to attack; otherwise come into reach; draw back when weak."""
    near = table.adjacent_enemies(hero)
    if near:
        wants_out = len(near) > 1 and strength_left(table, hero) <= WEAK and _agile(table, hero)
        return "escape" if wants_out and choice.option("escape") is not None else "stay"
    steps = [o for o in choice.options if _is_step(o)]
    gun = best_gun(table, hero)
    board = table.board
    enemies = list(table.state.enemies.values())
    if gun is not None and gun.dice:
        in_sight = any(table.in_reach(hero, x, gun.reach) for x in enemies)
        if in_sight and (strength_left(table, hero) <= WEAK or not prefers_melee(table, hero, gun)):
            return "aim" if choice.option("aim") is not None else "stay"
    if not steps:
        return "stay"
    if strength_left(table, hero) <= WEAK and not only_immobile(table):  # from those one would draw back for ever
        return _draw_back(table, hero, steps)
    beside = {space for x in enemies for space in table.around(x)}
    if gun is not None and gun.dice and not prefers_melee(table, hero, gun):
        ranges = [(at, board.distances_from(at)) for x in enemies for at in table.footprint(x)]
        for option in steps:  # in order of distance, so the first that will do is the shortest way
            space = option.target
            assert space is not None
            if space not in beside and any(far[space] <= gun.reach and board.sees(space, at) for at, far in ranges):
                return option.id
    return _close_in(table, hero, steps, beside)


def _agile(table: Table, hero: Hero) -> bool:
    return table.stats.hero(hero, "escape_dice") + table.stats.hero(hero, "agility") >= 3


def _close_in(table: Table, hero: Hero, steps: list[Option], beside: set[str]) -> str:
    """Beside as few enemies as possible; if none can be reached, as near as possible."""
    board = table.board
    enemies = table.state.enemies.values()
    reached = [o for o in steps if o.target in beside]
    if reached:
        crowd = {o.id: sum(1 for x in enemies if table.is_on(x, board.adjacent[o.target or ""])) for o in reached}
        return min(reached, key=lambda o: crowd[o.id]).id
    ranges = [board.distances_from(at) for x in enemies for at in table.footprint(x)]
    nearest = min(ranges, key=lambda far: far[hero.space])
    best = min(steps, key=lambda o: nearest[o.target or ""])
    return best.id if nearest[best.target or ""] < nearest[hero.space] else "stay"


def _draw_back(table: Table, hero: Hero, steps: list[Option]) -> str:
    """As far from the enemies as the light allows."""
    board = table.board
    ranges = [board.distances_from(at) for x in table.state.enemies.values() for at in table.footprint(x)]

    def clearance(space: str) -> int:
        return min(far[space] for far in ranges)

    best = max(steps, key=lambda o: clearance(o.target or ""))
    space = best.target or ""
    if clearance(space) > clearance(hero.space) and _keeps_the_light(table, hero, space):
        return best.id
    return "stay"
