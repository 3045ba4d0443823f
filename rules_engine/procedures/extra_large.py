"""Enemies on a base of 2x2: where they may be put and how they move (compilation, "Extra Large Enemies").

One of the four spaces is the anchor, from which moves are counted: with each space of movement the whole base goes one
space in any direction, as it lies. It may go where at least half of it lies on the board and no Hero and no Large or
bigger Enemy is under it; Small and Medium ones are pushed out of the way, to the spaces that it leaves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from rules_engine import events as e
from rules_engine.board import Base, anchor_of, base_over, bases_at, block_of
from rules_engine.board.geometry import DIAGONAL, ORTHOGONAL, Cell
from rules_engine.content.sizes import FOUR_SPACES, PUSHED_ASIDE
from rules_engine.procedures.fixed_maps import barred
from rules_engine.state import Enemy, Hero

if TYPE_CHECKING:
    from rules_engine.board import Board
    from rules_engine.table import Procedure, Table

Room = tuple[str, str]
"""Where a model may be put: its (anchor) space, and the corner that a base of 2x2 lies toward, or nothing."""

EVERY_WAY = (*ORTHOGONAL, *DIAGONAL)


class Stand(NamedTuple):
    """A place that the Enemy can get to: the block of cells, its base there, the cost, and the block before it."""

    block: Cell
    base: Base
    cost: int
    before: Cell | None


# --- placing ----------------------------------------------------------------------------------------------------------


def rooms(table: Table, type: str, spaces: Iterable[str], taken: Mapping[str, str]) -> list[Room]:
    """Where a model of a type may be put with its (anchor) space among these, in their order.

    One of 2x2 lies wholly on spaces that hold no model; only if it can do so nowhere, it Overflows the board.
    """
    if table.library.enemies[type].size not in FOUR_SPACES:
        return [(space, "") for space in spaces if space not in taken]
    board = table.board
    ways = ((anchor, corner, base) for anchor in spaces for corner, base in bases_at(board, anchor))
    free = [way for way in ways if not any(space in taken for space in way[2].spaces)]
    return [way[:2] for way in free if way[2].whole] or [way[:2] for way in free]


def nearest_room(table: Table, type: str, to: str) -> Room | None:
    """The room for a model that is nearest to a space: the space itself where it is free."""
    order = sorted(table.board.distances_from(to).items(), key=lambda pair: (pair[1], pair[0]))
    found = rooms(table, type, [space for space, _ in order], table.occupied())
    return found[0] if found else None


# --- moving -----------------------------------------------------------------------------------------------------------


def move_extra_large(table: Table, enemy: Enemy, flags: frozenset[str]) -> Procedure[None]:
    """An Extra Large Enemy targets a Random Hero whom it can reach, and moves as far as it can next to that Hero.

    It ends with its whole base on the board if it can; it Overflows only where there is no other way to the Hero.
    Barriers do not stop it. With nobody in reach it goes toward the nearest Hero, Overflowing only if nothing else
    brings it nearer.
    """
    from rules_engine.procedures.foes import choose_target

    standing = table.state.standing()
    solid = _solid(table, enemy)
    if table.fixed_map:
        solid |= barred(table, enemy.space)
    start = block_of(table.board, enemy.space, enemy.base)
    here = Stand(start, base_over(table.board, start) or Base(table.footprint(enemy), False), 0, None)
    flies = "move_through_models" in flags
    reached = reach_of_base(
        table.board, here, table.stats.enemy(enemy.type, "move"), frozenset() if flies else frozenset(solid)
    )
    ends = [end for end in reached.values() if end == here or solid.isdisjoint(end.base.spaces)]
    if "seeks_most_heroes" in flags:
        ends = _beside_most(table, ends, standing)
    beside = {hero.id: _beside(table, ends, hero) for hero in standing}
    able = [hero for hero in standing if beside[hero.id]]
    if able:
        hero = yield from choose_target(table, enemy, able, flags)
        table.emit(e.EnemyTargeted(enemy.id, hero.id))
        end = max(beside[hero.id], key=lambda one: (one.cost, one.base.spaces))
    else:
        end = _toward(table, ends, here, standing)
    if end.block != here.block:
        _walk(table, enemy, reached, end, flies)


def reach_of_base(board: Board, start: Stand, moves: int, solid: frozenset[str]) -> dict[Cell, Stand]:
    """Every place that a base can get to: it shifts by one space at a time, with a space of it stepping to an adjacent
    one, so that it never passes a wall as a whole. Barriers do not stop it; `solid` spaces it never covers.
    """
    found = {start.block: start}
    frontier = [start]
    while frontier and frontier[0].cost < moves:
        entered: list[Stand] = []
        for here in frontier:
            for block in _next_blocks(board, here):
                if block in found:
                    continue
                base = base_over(board, block)
                if base is not None and solid.isdisjoint(base.spaces):
                    found[block] = Stand(block, base, here.cost + 1, here.block)
                    entered.append(found[block])
        frontier = entered
    return found


def _next_blocks(board: Board, here: Stand) -> Iterable[Cell]:
    """The blocks one step on: by the eight directions, then through a Gate that a space of the base is beside."""
    x, y = here.block
    for dx, dy in EVERY_WAY:
        for space in here.base.spaces:
            cx, cy = board.cell(space)
            if board.space_at((cx + dx, cy + dy)) in board.adjacent[space]:
                yield (x + dx, y + dy)
                break
    for space in here.base.spaces:
        cx, cy = board.cell(space)
        for there in board.adjacent[space]:
            tx, ty = board.cell(there)
            if max(abs(tx - cx), abs(ty - cy)) > 1:
                yield (x + tx - cx, y + ty - cy)


def _solid(table: Table, enemy: Enemy) -> set[str]:
    """Spaces of standing Heroes and of Large or bigger Enemies."""
    state, sheets = table.state, table.library.enemies
    return {
        space
        for space, who in table.occupied().items()
        if who != enemy.id and (who in state.heroes or sheets[state.enemies[who].type].size not in PUSHED_ASIDE)
    }


def _beside(table: Table, ends: list[Stand], hero: Hero) -> list[Stand]:
    """The ends next to a Hero: those with the whole base on the board, else those that Overflow."""
    near = set(table.board.adjacent[hero.space])
    found = [end for end in ends if not near.isdisjoint(end.base.spaces)]
    return [end for end in found if end.base.whole] or found


def _beside_most(table: Table, ends: list[Stand], heroes: list[Hero]) -> list[Stand]:
    """Of all ends those next to the most Heroes; all of them if none is next to any."""
    near = [set(table.board.adjacent[hero.space]) for hero in heroes]
    counts = [sum(not one.isdisjoint(end.base.spaces) for one in near) for end in ends]
    most = max(counts)
    return [end for end, count in zip(ends, counts, strict=True) if count == most] if most else ends


def _toward(table: Table, ends: list[Stand], here: Stand, heroes: list[Hero]) -> Stand:
    """As near to the nearest Hero as can be: on a whole base if any brings it nearer, else Overflowing."""
    ranges = [table.board.distances_from(hero.space) for hero in heroes]
    far = min(ranges, key=lambda one: min(one.get(space, 999) for space in here.base.spaces))

    def left(end: Stand) -> int:
        return min(far.get(space, 999) for space in end.base.spaces)

    now = left(here)
    nearer = [end for end in ends if left(end) < now]
    nearer = [end for end in nearer if end.base.whole] or nearer
    return min(nearer, key=lambda end: (left(end), end.cost, end.base.spaces), default=here)


def _walk(table: Table, enemy: Enemy, reached: Mapping[Cell, Stand], end: Stand, flies: bool) -> None:
    """Go step by step and push smaller Enemies out from under the base; who flies does so only where it ends."""
    steps = [end]
    while (before := reached[steps[-1].block].before) is not None:
        steps.append(reached[before])
    steps = steps[-2::-1]
    anchors = [anchor_of(table.board, step.block, enemy.base) for step in steps]
    others = {s for s, who in table.occupied().items() if who != enemy.id and who in table.state.enemies}
    if all(others.isdisjoint(step.base.spaces) for step in steps):
        table.emit(e.Moved(enemy.id, [space for space, _ in anchors], anchors[-1][1]))
        return
    if flies:
        _push_aside(table, enemy, steps[-1])
        table.emit(e.Moved(enemy.id, [space for space, _ in anchors], anchors[-1][1]))
        return
    for step, (space, corner) in zip(steps, anchors, strict=True):
        _push_aside(table, enemy, step)
        table.emit(e.Moved(enemy.id, [space], corner))


def _push_aside(table: Table, enemy: Enemy, to: Stand) -> None:
    """Each smaller Enemy under the base swaps to a space that the base leaves.

    That is the space two back for whoever stands straight ahead; else the nearest that it leaves, else the nearest
    free one.
    """
    board = table.board
    leaves = [space for space in table.footprint(enemy) if space not in to.base.spaces]
    x, y = block_of(board, enemy.space, enemy.base)
    shift = (to.block[0] - x, to.block[1] - y)
    under = [x for x in table.state.enemies.values() if x.id != enemy.id and table.is_on(x, to.base.spaces)]
    for smaller in sorted(under, key=lambda x: (x.space, x.id)):
        taken = table.occupied()
        pushed = {x.space for x in table.state.enemies.values() if x.id != enemy.id}
        free = [space for space in leaves if taken.get(space) == enemy.id and space not in pushed]
        cx, cy = board.cell(smaller.space)
        behind = board.space_at((cx - 2 * shift[0], cy - 2 * shift[1]))
        ranked = sorted((steps, space) for space, steps in board.distances_from(smaller.space).items())
        nearest = [s for _, s in ranked if s in free]
        nearest += [s for _, s in ranked if s not in taken and s not in to.base.spaces]
        goal = behind if behind in free else next(iter(nearest), None)
        if goal is not None:
            table.emit(e.Displaced(enemy.id, smaller.id, goal))
