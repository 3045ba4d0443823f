"""Dice receipts: for every roll who rolled it, what for, what it needed, each face with its re-rolls, and where it
stands in its stream, in words for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from gm.grammar import counted, upper
from gm.names import Names
from rules_engine.choices import PARTY
from rules_engine.events import AdventureStarted, Event, Rerolled, Rolled, Undone

Numbered = tuple[int, Event]


class UnknownRoll(LookupError):
    """No roll of the log has this id."""


def receipt(events: Sequence[Numbered] | Sequence[Event], roll_id: int, names: Names | None = None) -> str:
    """The receipt of one roll, a line for the roll and a line for each re-roll. UnknownRoll if there is none.

    After an undo an id may stand twice in a log: the last roll of that id is the one that counts.
    """
    log = [e[1] if isinstance(e, tuple) else e for e in events]
    return _written(*_of(log, roll_id), names or _seen(Names(), log))


def receipts_for(events: Sequence[Numbered], numbers: Iterable[int]) -> list[str]:
    """The receipts behind the events with these numbers, each roll once, in the order rolled.

    An event leads to its roll by being one (Rolled, Rerolled) or by naming it in `roll`.
    """
    wanted = set(numbers)
    upto = max(wanted, default=0)
    rolls = {
        roll
        for number, event in events
        if number in wanted and isinstance(roll := getattr(event, "roll", None), int) and roll > 0
    }
    names = _seen(Names(), (event for _, event in events))
    known = [(number, event) for number, event in events if number <= upto or not isinstance(event, Rolled)]
    there = {event.roll for _, event in known if isinstance(event, Rolled)}
    return [receipt(known, roll, names) for roll in sorted(rolls & there)]


def in_brief(events: Sequence[Numbered], after: int, names: Names, *, but: int | None = None) -> list[str]:
    """What the game's dice showed since the event with the number `after`: `Ada, hold back the darkness 7+: 1, 6`.

    Rolls in a row by the same roller for the same thing share a part: `..., enemy to hit 5+: 2, 2 and 6, 1→6`. A roll
    that was re-rolled since stands there again, with its history. Dice that players rolled themselves are left out, and
    the roll `but`, which is shown elsewhere.
    """
    names = _seen(names, (event for _, event in events))
    log = [event for _, event in events]
    touched = dict.fromkeys(
        event.roll
        for number, event in events
        if number > after and isinstance(event, Rolled | Rerolled) and event.source == "engine" and event.roll != but
    )
    parts: list[tuple[str, list[str]]] = []
    for id in touched:
        roll, rerolls = _of(log, id)
        needed = f" {roll.target}+" if roll.target is not None else ""
        head = f"{upper(_who(roll, names).removeprefix('the '))}, {names.source(roll.purpose)}{needed}"
        if not roll.faces:
            continue
        if not parts or parts[-1][0] != head:
            parts.append((head, []))
        parts[-1][1].append(_faces(roll, rerolls))
    return [f"{head}: {' and '.join(faces)}" for head, faces in parts]


def _of(log: Sequence[Event], roll_id: int) -> tuple[Rolled, list[Rerolled]]:
    """A roll and its re-rolls. UnknownRoll if there is none."""
    starts = [i for i, e in enumerate(log) if isinstance(e, Rolled) and e.roll == roll_id]
    if not starts:
        known = [e.roll for e in log if isinstance(e, Rolled)]
        there = f"rolls {min(known)} to {max(known)}" if known else "no rolls at all"
        raise UnknownRoll(f"there is no roll {roll_id} in these events; they hold {there}")
    first = log[starts[-1]]
    assert isinstance(first, Rolled)
    rerolls: list[Rerolled] = []
    for event in log[starts[-1] + 1 :]:
        if isinstance(event, Undone | AdventureStarted):
            break
        if isinstance(event, Rerolled) and event.roll == roll_id:
            rerolls.append(event)
    return first, rerolls


def _seen(names: Names, log: Iterable[Event]) -> Names:
    for event in log:
        names.see(event)
    return names


def _who(roll: Rolled, names: Names) -> str:
    return "the Hero Party" if roll.who == PARTY else names.source(roll.who) or "the table"


def _faces(roll: Rolled, rerolls: Sequence[Rerolled]) -> str:
    """The faces in order, each with what it was before: `2, 1→6`."""
    histories = [[face] for face in roll.faces]
    for again in rerolls:
        for index, face in zip(again.which, again.faces, strict=True):
            histories[index].append(face)
    return ", ".join("→".join(map(str, history)) for history in histories) or "no dice"


def _written(roll: Rolled, rerolls: Sequence[Rerolled], names: Names) -> str:
    needed = f", {roll.target}+ needed" if roll.target is not None else ""
    lines = [
        f"Roll {roll.roll}: {_who(roll, names)}, {names.source(roll.purpose)}: {_dice(roll.dice)}{needed}: "
        f"{_faces(roll, rerolls)} ({_place(roll.source, roll.stream, roll.ordinal, len(roll.dice))})"
    ]
    for again in rerolls:
        dice = counted(len(again.which), "die", "dice")
        lines.append(
            f"  re-rolled {dice} by {names.source(again.who) or 'the table'}: {names.source(again.because)}"
            f" ({_place(again.source, again.stream, again.ordinal, len(again.which))})"
        )
    return "\n".join(lines)


def _dice(dice: Sequence[str]) -> str:
    """`2D6 + D8` for the dice of a roll, in the order in which their kinds come."""
    return " + ".join(f"{n if n > 1 else ''}{kind}" for kind, n in Counter(dice).items()) or "no dice"


def _place(source: str, stream: str, ordinal: int, count: int) -> str:
    if source != "engine":
        return f"dice from the {source}, stream {stream}"
    if count < 2:
        return f"stream {stream}, place {ordinal}"
    return f"stream {stream}, places {ordinal} to {ordinal + count - 1}"
