"""What a scenario says must have happened, held against the game: events, state, stats, what is pending."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from rules_engine.errors import AmbiguousChoice, BrimstoneError, ChoiceError, ScriptError
from rules_engine.events import EVENT_TYPES, Event
from rules_engine.game import Game
from rules_engine.scenario_state import known, space_name

CHECKS = ("event", "no_event", "sequence", "state", "stat", "pending", "options")


class Checks:
    """The checks of one scenario. `names` are the scenario's own names for models, `find` reads an answer's words."""

    def __init__(self, game: Game, names: Mapping[str, str], find: Callable[[str], str]) -> None:
        self.game = game
        self.names = names
        self.find = find

    def faults(self, place: str, entries: Iterable[Any]) -> list[str]:
        """What does not hold among some entries of `then`, each with its place."""
        return [f"{place}[{n}]: {fault}" for n, entry in enumerate(entries, 1) for fault in self._entry(entry)]

    def refused(self, place: str, answers: Iterable[Any]) -> list[str]:
        """Answers that must not be legal now, but are."""
        found: list[str] = []
        for answer in answers:
            if self.game.pending is None:
                return [f"{place}: nothing is pending, so '{answer}' cannot be refused"]
            try:
                found.append(f"{place}: '{answer}' must not be legal, but {self.find(str(answer))} is")
            except AmbiguousChoice as error:
                found.append(f"{place}: '{answer}' must not be legal, but {error}")
            except ChoiceError:
                continue
        return found

    def _entry(self, entry: Any) -> list[str]:
        if not isinstance(entry, Mapping) or not set(entry) <= {*CHECKS, "times"}:
            return [f"{entry!r} is no check; known: {', '.join(CHECKS)}"]
        found: list[str] = []
        for word, wanted in entry.items():
            if word == "times":
                continue
            try:
                if word == "event":
                    fault = self._check_event(wanted, entry.get("times"))
                else:
                    fault = getattr(self, f"_check_{word}")(wanted)
            except BrimstoneError as error:
                fault = str(error)
            if fault:
                found.append(fault)
        return found

    def id_of(self, value: Any) -> Any:
        """A value with the scenario's names replaced by ids."""
        return with_ids(self.names, value)

    def _pattern(self, wanted: Any) -> tuple[str, dict[str, Any]]:
        name, fields = (wanted, {}) if isinstance(wanted, str) else next(iter(wanted.items()))
        if name not in EVENT_TYPES:
            raise ScriptError(f"there is no event '{name}'")
        fields = fields or {}
        known(fields, frozenset(EVENT_TYPES[name].__struct_fields__), name)
        return name, self.id_of(fields)

    def _matches(self, event: Event, name: str, fields: Mapping[str, Any]) -> bool:
        if type(event).__name__ != name:
            return False
        return all(_same(getattr(event, field), value) for field, value in fields.items())

    def _check_event(self, wanted: Any, times: Any) -> str:
        name, fields = self._pattern(wanted)
        found = [event for event in self.game.events if self._matches(event, name, fields)]
        if (times is None and found) or (times is not None and len(found) == times):
            return ""
        number = "" if times is None else f" {times} times, but {len(found)} times"
        return f"expected {name} {dict(fields)}{number}; {self._happened(name)}"

    def _check_no_event(self, wanted: Any) -> str:
        name, fields = self._pattern(wanted)
        found = [event for event in self.game.events if self._matches(event, name, fields)]
        return f"expected no {name} {dict(fields)}; happened: {_told(found[0])}" if found else ""

    def _check_sequence(self, wanted: list[Any]) -> str:
        place = 0
        for step in wanted:
            name, fields = self._pattern(step)
            while place < len(self.game.events) and not self._matches(self.game.events[place], name, fields):
                place += 1
            if place == len(self.game.events):
                return f"expected {name} {dict(fields)} after what stands before it; {self._happened(name)}"
            place += 1
        return ""

    def _check_state(self, wanted: Mapping[str, Any]) -> str:
        faults = []
        for path, value in wanted.items():
            found = self._look_up(path)
            if not _same(found, self.id_of(value)):
                faults.append(f"expected {path} to be {value!r}, it is {found!r}")
        return "; ".join(faults)

    def _look_up(self, path: str) -> Any:
        first, *rest = path.split(".")
        state = self.game.state
        id = self.names.get(first, first)
        here: Any
        if first in self.names or id in state.heroes or id in state.enemies:
            here = state.heroes.get(id) or state.enemies.get(id)
            if here is None:
                return "gone"
            if not rest:
                return "there"
        else:
            here, rest = state, [first, *rest]
        for step in rest:
            if isinstance(here, list) and step.isdecimal():
                here = here[int(step) - 1] if 0 < int(step) <= len(here) else "nothing"
            elif isinstance(here, dict):
                here = here.get(self.names.get(step, step), "nothing")
            elif hasattr(here, step):
                here = getattr(here, step)
            else:
                raise ScriptError(f"state: '{path}': there is no '{step}'")
        return here

    def _check_stat(self, wanted: Mapping[str, Any]) -> str:
        faults = []
        stats, state = self.game.table.stats, self.game.state
        for path, value in wanted.items():
            name, _, stat = path.partition(".")
            id = self.names.get(name, name)
            if id in state.heroes:
                found = stats.hero(state.heroes[id], stat)
            else:
                enemy = state.enemies.get(id)
                found = stats.enemy(enemy.type if enemy is not None else id, stat)
            if found != value:
                faults.append(f"expected {path} to be {value}, it is {found}")
        return "; ".join(faults)

    def _check_pending(self, wanted: Any) -> str:
        pending = self.game.pending
        kind = pending.kind if pending is not None else "nothing"
        who = pending.who if pending is not None else ""
        if isinstance(wanted, Mapping):
            known(wanted, frozenset(["kind", "who"]), "pending")
            same = wanted.get("kind", kind) == kind and self.id_of(wanted.get("who", who)) == who
        else:
            same = (wanted or "nothing") == kind
        return "" if same else f"expected {wanted!r} to be pending, it is '{kind}' of {who or 'nobody'}{self.lately()}"

    def _check_options(self, wanted: Mapping[str, Any]) -> str:
        known(wanted, frozenset(["has", "lacks", "are"]), "options")
        pending = self.game.pending
        ids = pending.ids if pending is not None else []
        faults = []
        for word, must in (("has", True), ("lacks", False)):
            for answer in wanted.get(word) or ():
                if self._legal(str(answer)) is not must:
                    faults.append(f"'{answer}' must {'' if must else 'not '}be an option")
        if "are" in wanted and {self.find(str(one)) for one in wanted["are"]} != set(ids):
            faults.append(f"expected exactly {wanted['are']}")
        return f"{'; '.join(faults)}; options: {', '.join(ids) or 'none'}" if faults else ""

    def _legal(self, answer: str) -> bool:
        if self.game.pending is None:
            return False
        try:
            self.find(answer)
        except AmbiguousChoice:
            return True
        except ChoiceError:
            return False
        return True

    def _happened(self, name: str) -> str:
        same = [event for event in self.game.events if type(event).__name__ == name]
        if same:
            return "happened: " + "; ".join(_told(event) for event in same[:6])
        return f"no {name} happened{self.lately()}"

    def lately(self) -> str:
        events = [*self.game.events, *self.game.table.events]
        return "; lately: " + " | ".join(_told(event) for event in events[-6:]) if events else ""


def with_ids(names: Mapping[str, str], value: Any) -> Any:
    """A value with the scenario's names replaced by ids, in lists and mappings too."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, list):
        return [with_ids(names, one) for one in value]
    if isinstance(value, Mapping):
        return {with_ids(names, k): with_ids(names, v) for k, v in value.items()}
    return value


def _same(found: Any, wanted: Any) -> bool:
    if isinstance(found, dict | list) and isinstance(wanted, int) and not isinstance(wanted, bool):
        return len(found) == wanted
    if isinstance(found, dict) and isinstance(wanted, Mapping):
        return all(key in found and _same(found[key], value) for key, value in wanted.items())
    if isinstance(found, str) and not isinstance(wanted, str) and wanted is not None:
        return found in (str(wanted), space_name(wanted))
    if isinstance(found, list) and isinstance(wanted, list):
        return len(found) == len(wanted) and all(_same(a, b) for a, b in zip(found, wanted, strict=True))
    return bool(found == wanted)


def _told(event: Event) -> str:
    fields = {k: v for k, v in msgspec.to_builtins(event).items() if k != "event"}
    return f"{type(event).__name__} {fields}"
