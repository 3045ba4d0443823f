"""Scenarios: rulings as data (DESIGN, "Editions and scenarios").

A scenario gives a table, scripts the dice and the choices, and says what must have happened. Everything goes through
`Game.choose`. A die or a choice that the script does not foresee fails it, and so does one that it foresees in vain.

- `title`, `source`, `edition`, `switches`, `mission`, `golden` (ids of the golden examples that it covers), `note`.
- `systems`: ids of the rule systems that it shows (`[S13]`, named in docs/rules-systems.yaml); `rules`: fields of the
  Ruleset that it depends on.
- `given`: the table; see `scenario_state`. Heroes and enemies have names of the scenario's own, good everywhere.
- `happens`: effects of an imagined card that come first, `about` whom (`{subject: Ada, tile: 2}`).
- `dice`: faces for each purpose, in order; a name where something is picked (`which enemies are placed first: [rat]`).
- `cards`: ids for each deck, in the order drawn.
- `when`: answers to the choices as they come - an id, a label, words, a space - each alone or as `{kind: answer}`;
  between them `{check: [...]}` and `{refused: [...]}`.
- `then`: `event` (a type, or a type with some of its fields; with `times: n` exactly so often), `no_event`,
  `sequence` (events in this order), `state` (paths and values; a number for a list is its length; a model is `there`
  or `gone`), `stat` (stats with all that changes them), `pending` (the kind of the choice, or `nothing`), `options`
  (`has`, `lacks`, `are`).
- `refused`: answers that must not be legal in the end.

Later documents of a file inherit what they don't say from the first; their `given` is merged into its `given`, where
null takes something away.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from rules_engine import events as e
from rules_engine import journal as j
from rules_engine.content.library import Library, standard
from rules_engine.dice import ScriptedDice
from rules_engine.effects import parse
from rules_engine.effects.context import Context
from rules_engine.effects.run import run
from rules_engine.errors import BrimstoneError, ChoiceError, ScriptError
from rules_engine.game import Game, content_fingerprint
from rules_engine.procedures.creation import place_heroes
from rules_engine.procedures.fights import check_fight, complete_fight
from rules_engine.procedures.signals import AdventureOver, FightWon, TurnOver
from rules_engine.procedures.turn import conclude
from rules_engine.scenario_checks import Checks, with_ids
from rules_engine.scenario_state import Given, build, known, space_name, words_in
from rules_engine.state import State
from rules_engine.table import Procedure, Table

WORDS = words_in("""title source edition switches mission given happens about dice cards when then refused golden
    systems rules note""")


class ScenarioResult(msgspec.Struct):
    """How a scenario went; each failure starts with its place in the document (`then[2]: ...`)."""

    title: str
    passed: bool
    failures: list[str]
    golden: tuple[str, ...] = ()
    path: str = ""
    line: int = 0
    systems: tuple[str, ...] = ()


class ScriptedDraws(ScriptedDice):
    """Dice of a scenario: an unscripted draw among several things is an error too, not the first of them."""

    def index(self, stream: str, ordinal: int, count: int, purpose: str) -> int:
        """The only thing there is. Raises ScriptError if there are more."""
        if count > 1:
            deck = stream.removeprefix("deck:")
            hint = f"cards: {{{deck}: [...]}}" if stream != deck else f"dice: {{{purpose}: [its name]}}"
            raise ScriptError(f"'{purpose}' is drawn, which the script does not give; add `{hint}`")
        return 0


class ScenarioGame(Game):
    """A Game that starts from a State, after the effects of an imagined card."""

    def __init__(self, given: Given, dice: ScriptedDice, happens: Any, about: Context) -> None:
        self._happens = parse.effects(happens, "happens") if happens else ()
        self._about = about
        header = j.Header(j.VERSION, given.setup, content_fingerprint(given.library), seed="scripted")
        super().__init__(given.setup, header, dice, given.library, checkpoints=False, state=given.state)

    def _sit_down(self, state: State) -> None:
        super()._sit_down(state)
        if self._happens:
            self._procedure = self._first(self.table, self._procedure)
        if state.phase == "setup":
            self._procedure = self._placed(self.table, self._procedure)

    def _placed(self, table: Table, rest: Procedure[None]) -> Procedure[None]:
        yield from place_heroes(table, self.setup)
        yield from rest

    def _first(self, table: Table, rest: Procedure[None]) -> Procedure[None]:
        try:
            try:
                yield from run(table, self._happens, self._about)
                check_fight(table)
            except FightWon:
                yield from complete_fight(table)
                table.emit(e.TurnEnded(table.state.turn))
            except TurnOver:
                table.emit(e.TurnEnded(table.state.turn))
        except AdventureOver as over:
            yield from conclude(table, over.outcome, over.because)
            return
        yield from rest


def inherit(first: Mapping[str, Any], later: Mapping[str, Any]) -> dict[str, Any]:
    """A later document with what it doesn't say taken from the first; `given` is merged, null takes something away."""
    merged = {**first, **later}
    if "given" in first and "given" in later:
        merged["given"] = _merge(first["given"], later["given"])
    return merged


def _merge(base: Any, over: Any) -> Any:
    if not isinstance(base, Mapping) or not isinstance(over, Mapping):
        return copy.deepcopy(over)
    merged = {k: copy.deepcopy(v) for k, v in base.items() if k not in over or over[k] is not None}
    for key, value in over.items():
        if value is not None:
            merged[key] = _merge(base.get(key), value)
    return merged


def expand(documents: Iterable[Any]) -> list[dict[str, Any]]:
    """The scenarios of one file, each whole. A first document without `then` and `refused` is only inherited from.

    Raises ScriptError for a document that is no mapping.
    """
    whole: list[dict[str, Any]] = []
    first: Mapping[str, Any] | None = None
    for number, document in enumerate(documents, 1):
        if not isinstance(document, Mapping):
            raise ScriptError(f"document {number}: a scenario is a mapping with a title, not {type(document).__name__}")
        if first is None:
            first = document
            if "then" in document or "refused" in document:
                whole.append(dict(document))
            continue
        later = inherit(first, document)
        if "title" not in document and "title" in first:
            later["title"] = f"{first['title']} ({document.get('edition', number)})"
        whole.append(later)
    return whole


def run_documents(documents: Iterable[Any], library: Library | None = None) -> list[ScenarioResult]:
    """Play the scenarios of one file."""
    return [play(document, library) for document in expand(documents)]


def play(document: Mapping[str, Any], library: Library | None = None) -> ScenarioResult:
    """Play one scenario from parsed YAML."""
    title = str(document.get("title", ""))
    golden = tuple(document.get("golden") or ())
    systems = tuple(document.get("systems") or ())
    try:
        failures = _Play(document, library or standard()).failures
    except BrimstoneError as error:
        failures = [str(error)]
    except Exception as error:  # a scenario that breaks the engine is a bug report: it fails, the others go on
        failures = [f"the engine broke: {type(error).__name__}: {error}"]
    return ScenarioResult(title or "untitled", not failures, failures, golden, systems=systems)


class _Play:
    """One scenario being played; `failures` is empty if it held."""

    def __init__(self, document: Mapping[str, Any], library: Library) -> None:
        known(document, WORDS, "the scenario")
        for word in ("title", "given"):
            if word not in document:
                raise ScriptError(f"the scenario has no `{word}`")
        self.failures: list[str] = []
        self.document = document
        given = build(
            document["given"],
            library,
            edition=str(document.get("edition", "compilation")),
            switches=document.get("switches") or {},
            mission=str(document.get("mission", "a-fistful-of-dark-stone")),
        )
        self.names = given.names
        self._by_length = sorted(given.names, key=len, reverse=True)
        self.dice = self._dice()
        about = document.get("about") or {}
        known(about, frozenset(Context.__struct_fields__), "about")
        context = Context(**{k: with_ids(self.names, v) for k, v in {"source": "a card", **about}.items()})
        try:
            self.game = ScenarioGame(given, self.dice, document.get("happens"), context)
        except BrimstoneError as error:
            self.failures.append(f"given: {error}")
            return
        self.checks = Checks(self.game, self.names, self._find)
        if self._when():
            self.failures += self.checks.faults("then", document.get("then") or ())
            self.failures += self.checks.refused("refused", document.get("refused") or ())
            left = self.dice.unused
            for purpose, rest in left.items():
                self.failures.append(f"dice: {purpose}: {rest} were scripted and never came up")

    # --- names -------------------------------------------------------------------------------------------------------

    def in_words(self, text: str) -> str:
        """Words of an answer with the scenario's names replaced by ids."""
        for name in self._by_length:
            text = re.sub(rf"(?<![\w-]){re.escape(name)}(?![\w-])", self.names[name], text)
        return text

    def _dice(self) -> ScriptedDraws:
        faces: dict[str, list[int]] = {}
        names: dict[str, list[str]] = {}
        for purpose, values in (self.document.get("dice") or {}).items():
            listed = values if isinstance(values, list) else [values]
            numbers = [v for v in listed if isinstance(v, int)]
            if numbers:
                faces[str(purpose)] = numbers
            if len(numbers) < len(listed):
                names[str(purpose)] = [with_ids(self.names, v) for v in listed if not isinstance(v, int)]
        for deck, cards in (self.document.get("cards") or {}).items():
            names[str(deck)] = [str(card) for card in (cards if isinstance(cards, list) else [cards])]
        return ScriptedDraws(faces, names=names)

    # --- choices -----------------------------------------------------------------------------------------------------

    def _when(self) -> bool:
        for number, entry in enumerate(self.document.get("when") or (), 1):
            where = f"when[{number}]"
            if isinstance(entry, Mapping) and set(entry) <= {"refused", "check"}:
                self.failures += self.checks.refused(where, entry.get("refused") or ())
                self.failures += self.checks.faults(where, entry.get("check") or ())
                continue
            if not self._answer(where, entry):
                return False
        return True

    def _answer(self, where: str, entry: Any) -> bool:
        choice = self.game.pending
        if choice is None:
            self.failures.append(f"{where}: nothing is pending any more, but {entry!r} is scripted{self._lately()}")
            return False
        kind, words = "", entry
        if isinstance(entry, Mapping):
            ((kind, words),) = entry.items()
        if kind and kind != choice.kind:
            self.failures.append(
                f"{where}: expected a choice of kind '{kind}', pending is '{choice.kind}' ({choice.prompt}); "
                f"options: {', '.join(choice.ids[:12])}{self._lately()}"
            )
            return False
        try:
            self.game.choose(self._find(str(words)))
        except ChoiceError as error:
            self.failures.append(f"{where}: {choice.kind} ({choice.prompt}): {error}{self._lately()}")
            return False
        except BrimstoneError as error:
            self.failures.append(f"{where}: {error}{self._lately()}")
            return False
        return True

    def _find(self, words: str) -> str:
        """The option that some words of the script mean; a space may be named as `07`."""
        text = self.in_words(words)
        choice = self.game.pending
        assert choice is not None
        if re.fullmatch(r"(?:\d+\.)?\d+", text) and any(o.target == space_name(text) for o in choice.options):
            return next(o.id for o in choice.options if o.target == space_name(text))
        return self.game.find(text)

    def _lately(self) -> str:
        return self.checks.lately()


__all__ = ["ScenarioResult", "expand", "play", "run_documents"]
