"""Hero movement, light and Voices in the Dark, Escape (compilation, "Hero Movement", "Escape Tests")."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from rules_engine import events as e
from rules_engine.choices import Option
from rules_engine.effects.context import Context
from rules_engine.procedures.aid import MOVING, do_instead_of_moving, instead_of_moving
from rules_engine.procedures.costs import change_grit
from rules_engine.procedures.fallen import drag_options, dragged_to
from rules_engine.procedures.fixed_maps import barred, note_arrivals
from rules_engine.procedures.harm import recover_grit, take_hits
from rules_engine.procedures.rerolls import hero_roll, offer
from rules_engine.procedures.worlds import passed_gates, take_stock
from rules_engine.state import Hero

if TYPE_CHECKING:
    from rules_engine.board.board import Reach
    from rules_engine.table import Procedure, Table


# --- light ------------------------------------------------------------------------------------------------------------


def lit_tiles(table: Table) -> set[int]:
    """Tiles in the light: those the bearer is on, and every tile adjacent to one of them; none if the light is out."""
    bearer = table.state.heroes.get(table.state.light)
    if bearer is None or not bearer.space or "light_out" in table.stats.flags(bearer):
        return set()
    return lit_from(table, bearer.space)


def lit_from(table: Table, space: str) -> set[int]:
    """Tiles that a Light Source on a space lights. Through a Gate the light falls from anywhere on its tile, or only
    from its four spaces (C07)."""
    board = table.board
    own = board.tiles_of(space)
    lit = set(own)
    for number in own:
        lit.update(board.neighbours_of_tile(number))
    if board.has_gates and table.rules.gate_light == "spaces":
        for gate in board.gates:
            if int(gate.partition(".")[0]) in own and space not in board.door_spaces(gate):
                lit.discard(int(str(board.other_side(gate)).partition(".")[0]))
    return lit


def is_lit(table: Table, hero: Hero) -> bool:
    """Whether a hero stands in the light."""
    lit = lit_tiles(table)
    return any(tile in lit for tile in table.board.tiles_of(hero.space))


def voices_in_the_dark(table: Table, hero: Hero) -> Procedure[None]:
    """Activating outside the light: D6 Horror Hits (compilation, "The Light Source and Voices in the Dark")."""
    if "no_voices" in table.stats.flags(hero) or is_lit(table, hero):
        return
    table.emit(e.VoicesHeard(hero.id))
    die = "D3" if table.stats.hero(hero, "voices_dice") <= 3 else "D6"
    roll = yield from table.roll(hero.id, "voices in the dark", (die,))
    hits = roll.total + table.stats.hero(hero, "voices_hits")
    yield from take_hits(table, hero, "horror", hits, "Voices in the Dark")


# --- the Move ---------------------------------------------------------------------------------------------------------


def roll_move(table: Table, hero: Hero) -> Procedure[int]:
    """Roll a D6 for the Move; a 1 Recovers a Grit. Returns the spaces that the hero may move.

    At Max Grit the Grit of that 1 may be spent at once, on an extra D6 too; the extra D6 recovers nothing itself.
    """
    fixed = table.rules.fixed_move
    roll = yield from table.roll(hero.id, "move", ("D6",))
    if not fixed:
        yield from offer(table, roll, hero, "move", lambda die: die.value <= 2, finer=lambda die: die.value <= 4)
    face = roll.dice[0].value
    spaces = (4 if fixed else roll.total) + table.stats.hero(hero, "move")
    spaces = max(1, spaces)
    if face == 1:
        spaces += yield from recover_grit(table, hero, 1, "a Move roll of 1", moving=True)
    table.emit(e.MoveRolled(hero.id, roll.id, spaces))
    yield from table.fire("move_rolled", Context(subject=hero.id, amount=face, source="the Move roll"))
    return spaces


def move(table: Table, hero: Hero, spaces: int, *, running: bool = False) -> Procedure[bool]:
    """Move up to so many spaces, with Escape tests, until the hero stops; returns whether the hero has moved.

    An adjacent enemy whose Escape value the hero has not beaten this turn must be Escaped from before the first step
    and whenever the hero comes next to it; a failed test ends the movement. `running` takes an Attack's place: no Grit
    adds to it, and nothing else may be done instead.
    """
    left = spaces
    dragged = ""
    fresh, moved = not running, False
    within: list[Reach] = []
    while hero.up:
        flags = table.stats.flags(hero)
        if "cannot_move" in flags or "activation_over" in flags:
            return moved
        left += _extra_move(table, hero)
        held = holding(table, hero)
        if left <= 0 and (running or not hero.grit):
            break
        answer = yield from table.ask_open(
            hero.id,
            "move",
            _asked(hero, left, held),
            partial(_move_options, table, hero, left, held, within, dragged, fresh, not running),
            rule="compilation: Hero Movement",
            about={"left": str(left), "escape": str(held)},
        )
        verb, _, goal = answer.partition(":")
        if verb == "stay":
            break
        if verb in MOVING:
            yield from do_instead_of_moving(table, hero, answer)
            break
        fresh = False
        if verb == "grit":
            change_grit(table, hero, -1, "extra movement")
            roll = yield from table.roll(hero.id, "extra movement", ("D6",))
            left += roll.total
            continue
        if verb == "escape":
            if not (yield from escape_test(table, hero, held)):
                break
            continue
        if verb == "drag":
            dragged = goal
            continue
        cost = 2 if dragged else 1
        reached = within[-1]  # as it was offered last: what is done at any time has it offered anew
        if goal not in reached:
            continue
        path, start = table.board.path(reached, goal), hero.space
        left -= cost * reached[goal][0]
        moved = True
        table.emit(e.Moved(hero.id, path))
        if table.fixed_map:
            note_arrivals(table, hero, start, path)
        ways = {hero.id: [start, *path]}
        if dragged:
            marker = dragged_to(start, path, table.hero(dragged).space)
            ways[dragged] = [table.hero(dragged).space, marker]
            table.emit(e.Placed(dragged, marker, f"dragged by {hero.name}"))
        yield from take_stock(table)
        for who, way in ways.items():
            yield from passed_gates(table, table.hero(who), way)
    yield from table.fire("move_ended", Context(subject=hero.id, source="moving"))
    return moved


def _extra_move(table: Table, hero: Hero) -> int:
    found = [x for x in table.state.lasting if x.stat == "extra_move" and x.on == hero.id]
    if found:
        table.emit(e.LastingEnded([x.uid for x in found]))
    return sum(x.value for x in found)


def _blocked(table: Table, hero: Hero) -> set[str]:
    blocked = {space for space, who in table.occupied().items() if who != hero.id}
    if table.fixed_map:
        blocked |= barred(table, hero.space, hero=True)
    return blocked


def _leaps(table: Table, hero: Hero) -> bool:
    if "move_through_models" in table.stats.flags(hero):
        return True
    return enclosed(table, hero)


def enclosed(table: Table, hero: Hero) -> bool:
    """Whether no path leads from a hero to any Door without crossing a Barrier or a wall."""
    state, layouts = table.state, table.library.tiles
    walled = any(layouts[state.tiles[n - 1].layout].barriers for n in table.board.tiles_of(hero.space))
    return walled and table.board.is_trapped(hero.space)


def _stops(table: Table, hero: Hero) -> set[str]:
    """Spaces next to an enemy whose Escape value the hero has not beaten this turn."""
    if not table.state.enemies or "no_escape_tests" in table.stats.flags(hero):
        return set()
    stops: set[str] = set()
    for enemy in table.state.enemies.values():
        if table.stats.enemy(enemy.type, "escape") > hero.escaped:
            stops.update(table.around(enemy))
    return stops


def holding(table: Table, hero: Hero) -> int:
    """The Escape value that holds a hero: the highest among adjacent enemies, if it is not beaten yet."""
    if not table.state.enemies or "no_escape_tests" in table.stats.flags(hero):
        return 0
    needed = max((table.stats.enemy(x.type, "escape") for x in table.adjacent_enemies(hero)), default=0)
    return needed if needed > hero.escaped else 0


def _asked(hero: Hero, left: int, held: int) -> str:
    if left <= 0:
        return f"{hero.name} has moved all the way. Spend Grit to go on?"
    return f"{hero.name} may move {left}" + (f", but must first Escape ({held}+)" if held else "")


def _move_options(
    table: Table,
    hero: Hero,
    left: int,
    held: int,
    within: list[Reach],
    dragged: str = "",
    fresh: bool = False,
    grit: bool = True,
) -> list[Option]:
    """The options of one step of a move; `within` is made to hold what can be reached."""
    options = [Option("stay", "stay here", hero.space)]
    if held and left > 0:
        options.append(Option("escape", f"try to Escape ({held}+)"))
    elif left > 0:
        blocked = _blocked(table, hero)
        steps = left // 2 if dragged else left
        reached = table.board.reach(hero.space, steps, blocked, _stops(table, hero), leap=_leaps(table, hero))
        within[:] = [reached]
        options.extend(
            [Option("move:" + space, space, space) for space in reached if space not in blocked and space != hero.space]
        )
        if not dragged:
            options += drag_options(table, hero, left)
    if grit and hero.grit:
        options.append(Option("grit", "spend 1 Grit: an extra D6 of movement"))
    if fresh and (table.rules.aim or table.rules.lay_items):
        options += instead_of_moving(table, hero)
    return options


def escape_test(table: Table, hero: Hero, needed: int) -> Procedure[bool]:
    """Roll to Escape: a success holds all turn against equal or lower values (compilation, "Escape Tests")."""
    dice = max(1, table.stats.hero(hero, "escape_dice"))
    roll = yield from hero_roll(table, hero, "escape", "escape", ["D6"] * dice, needed, one_is_enough=True)
    passed = roll.successes() > 0
    table.emit(e.EscapeTested(hero.id, needed, passed, roll.id))
    return passed
