"""Facts of what only optional rules bring."""

from __future__ import annotations

from gm.fact_tables.draft import Draft, Rule, may, must
from gm.grammar import counted
from gm.names import Names
from rules_engine import events as ev


def deferred(e: ev.Deferred, names: Names) -> Draft:
    text = f"{names.name(e.hero)} waits, down to Initiative {e.initiative} for this turn."
    return may(text, "waited", (e.hero,), (e.initiative,))


def aimed(e: ev.Aimed, names: Names) -> Draft:
    return may(f"{names.name(e.hero)} aims instead of moving.", "aimed", (e.hero,))


def ran(e: ev.Ran, names: Names) -> Draft:
    text = f"{names.name(e.hero)} runs instead of attacking, up to {counted(e.spaces, 'space')}."
    return may(text, "moved", (e.hero,), (e.spaces,))


def stepped(e: ev.Stepped, names: Names) -> Draft:
    return may(f"{names.name(e.hero)} takes a single step to space {e.space}.", "moved", (e.hero,))


def laid_down(e: ev.LaidDown, names: Names) -> Draft:
    verb = "throws" if e.thrown else "lays down"
    text = f"{names.name(e.hero)} {verb} {e.name}; it lies on space {e.space}."
    return may(text, "spent", (e.hero,))


def taken_up(e: ev.TakenUp, names: Names) -> Draft:
    verb = "catches" if e.caught else "picks up"
    return may(f"{names.name(e.hero)} {verb} {e.name} on space {e.space}.", "gained", (e.hero,))


def set_off(e: ev.SetOff, names: Names) -> Draft:
    return must(f"The {e.name} on space {e.space} goes off.", "hit", (e.hero,))


def obstacles_counted(e: ev.ObstaclesCounted, names: Names) -> Draft:
    text = f"Tile {e.tile} has {counted(e.obstacles, 'obstacle')} to take cover behind."
    return may(text, "found", (), (e.tile, e.obstacles))


def cover_sought(e: ev.CoverSought, names: Names) -> Draft:
    outcome = "finds it" if e.found else "finds none"
    text = f"{names.name(e.hero)} looks for cover among {counted(e.obstacles, 'obstacle')} and {outcome}."
    return may(text, "found" if e.found else "failed", (e.hero,), (e.obstacles,))


def cover_placed(e: ev.CoverPlaced, names: Names) -> Draft:
    return may(f"{names.name(e.hero)} has cover on space {e.space}.", "found", (e.hero,))


def cover_destroyed(e: ev.CoverDestroyed, names: Names) -> Draft:
    return may(f"The cover on space {e.space} is blown away.", "lost")


def darkness_overhead(e: ev.DarknessOverhead, names: Names) -> Draft:
    text = (
        f"The Darkness, on space {e.darkness}, has passed the Hero Party on space {e.heroes}: "
        "from now on every Enemy Type has a free Elite ability."
    )
    return must(text, "advanced", (), (e.darkness, e.heroes))


RULES: dict[type[ev.Event], Rule] = {
    ev.Deferred: deferred,
    ev.Aimed: aimed,
    ev.Ran: ran,
    ev.Stepped: stepped,
    ev.LaidDown: laid_down,
    ev.TakenUp: taken_up,
    ev.SetOff: set_off,
    ev.ObstaclesCounted: obstacles_counted,
    ev.CoverSought: cover_sought,
    ev.CoverPlaced: cover_placed,
    ev.CoverDestroyed: cover_destroyed,
    ev.DarknessOverhead: darkness_overhead,
}
