"""Tells what only optional rules bring."""

from __future__ import annotations

from collections.abc import Callable

from gm.beats import Beat
from gm.tellings.teller import Teller
from rules_engine import events as ev


def option(t: Teller, beat: Beat) -> None:
    """What changes hands by way of the ground, what goes off there, who finds cover, and the Darkness overhead."""
    for one in beat.seen:
        at = (one.number,)
        match one.event:
            case ev.LaidDown() as e:
                t.say(beat, "option.throw" if e.thrown else "option.lay", hero=e.hero, events=at, token=e.name)
            case ev.TakenUp() as e:
                t.say(beat, "option.catch" if e.caught else "option.take", hero=e.hero, events=at, token=e.name)
            case ev.SetOff() as e:
                t.say(beat, "option.set_off", events=at, token=e.name)
            case ev.CoverSought() as e:
                t.say(beat, "option.cover" if e.found else "option.no_cover", hero=e.hero, events=at)
            case ev.DarknessOverhead():
                t.say(beat, "option.overhead", events=at)


TELLINGS: dict[str, Callable[[Teller, Beat], None]] = {"option": option}
