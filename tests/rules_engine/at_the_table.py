"""Builders of the core's tests: heroes at the Entrance, packs with made-up records, procedures driven by answers."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml

import rules_engine
from rules_engine import Choice, Event, Game, GameSetup, HeroSetup, party
from rules_engine.bots import RandomPolicy
from rules_engine.choices import Option
from rules_engine.content.library import Library, load, standard
from rules_engine.dice import ScriptedDice, Streams, open_key
from rules_engine.ruleset import ruleset
from rules_engine.scenario_state import build
from rules_engine.state import Enemy, Group, Hero, Item
from rules_engine.table import Rest, Table

CONTENT = Path(rules_engine.__file__).parent / "content"
MARSHAL = HeroSetup("us-marshal", "Ada", "rolling-thunder", "bandages", "hand-mirror", space="1.15")
BANDIDO = HeroSetup("bandido", "Mateo", "", "", "worn-eye-patch", seat="2", space="1.16")
ADA = GameSetup((MARSHAL,))


@cache
def pack_files() -> dict[str, bytes]:
    """The packs that ship with the engine, file by file."""
    return {str(path.relative_to(CONTENT)): path.read_bytes() for path in sorted(CONTENT.rglob("*.yaml"))}


def packs_with(records: Mapping[str, list[dict[str, Any]]]) -> Library:
    """The shipped packs and some records made up for a test, by file."""
    files = {path: yaml.safe_dump(list(rows), sort_keys=False).encode() for path, rows in records.items()}
    return load({**pack_files(), **files})


def item(id: str, *abilities: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """A made-up Item that is worn without hands or a slot."""
    return {"id": id, "name": id, "kind": "gear", "source": "original", "abilities": list(abilities), **fields}


def table(
    *,
    gear: tuple[str, ...] = (),
    library: Library | None = None,
    dice: Mapping[str, list[int]] | None = None,
    setup: GameSetup = ADA,
    seed: int = 3,
) -> Table:
    """The Marshal (or another party) at the Entrance with some Items worn, and dice as scripted."""
    game = Game.start(setup, seed=seed, library=library)
    answer_until(game, lambda choice: choice.kind == "turn")
    at = game.table
    at.dice = ScriptedDice(dict(dice or {}), Streams(open_key(seed)))
    first = next(iter(at.state.heroes.values()))
    for number, id in enumerate(gear):
        first.items.append(Item(100 + number, id, True))
    at.stats.forget()
    at.events.clear()
    return at


def two_heroes(
    *gear: str, library: Library | None = None, dice: Mapping[str, list[int]] | None = None, **switches: Any
) -> tuple[Table, Hero, Hero]:
    """Ada and Mateo with 10 Health and Sanity and nothing but the Items named, which are Ada's; no Revive Tokens."""
    mateo = HeroSetup("bandido", "Mateo", "powder-monkey", "whiskey", "worn-eye-patch", space="1.16")
    at = table(gear=gear, library=library, dice=dice, setup=GameSetup((MARSHAL, mateo), switches=switches))
    for hero in at.state.heroes.values():
        hero.items = [one for one in hero.items if one.uid >= 100]
        hero.upgrades, hero.side_bag, hero.grit, hero.gold = [], [], 0, 0
        hero.stats |= {"health": 10, "sanity": 10, "max_grit": 2}
    at.state.revive_tokens = 0
    at.stats.forget()
    return at, at.hero("ada"), at.hero("mateo")


def foe(at: Table, type: str, space: str, **fields: Any) -> Enemy:
    """An enemy of a type on a space of the board, with its group."""
    at.state.groups.setdefault(type, Group(type))
    number = 1 + sum(enemy.type == type for enemy in at.state.enemies.values())
    enemy = at.state.enemies[f"{type}-{number}"] = Enemy(f"{type}-{number}", type, space, **fields)
    at.stats.forget()
    return enemy


def laid_out(
    given: Mapping[str, Any],
    *,
    dice: Mapping[str, list[int]] | None = None,
    names: Mapping[str, list[str]] | None = None,
    edition: str = "compilation",
    switches: Mapping[str, Any] | None = None,
    mission: str = "a-fistful-of-dark-stone",
) -> Table:
    """A table as a scenario's `given` lays it out, with nothing running; dice and draws as scripted, else seeded."""
    found = build(given, standard(), edition=edition, switches=switches or {}, mission=mission)
    scripted = ScriptedDice(dict(dice or {}), Streams(open_key(1)), dict(names or {}))
    return Table(found.state, found.library, ruleset(edition, switches), scripted)


def answer_until(game: Game, wanted: Callable[[Choice], bool]) -> Choice:
    """Take first options until a wanted Choice is pending."""
    while game.pending is not None and not wanted(game.pending):
        game.choose(game.pending.options[0])
    assert game.pending is not None
    return game.pending


def run(procedure: Generator[Choice | Rest, str, Any], *answers: str) -> Any:
    """Drive a procedure with answers in order; a Choice without one is an error, and so is an answer left over."""
    left = list(answers)
    try:
        step = next(procedure)
        while True:
            assert isinstance(step, Choice)
            assert left, f"unanswered: {step.prompt} {step.ids}"
            answer = left.pop(0)
            assert answer in step.ids, (answer, step.ids)
            step = procedure.send(answer)
    except StopIteration as done:
        assert not left, f"not asked: {left}"
        return done.value


def drive(procedure: Generator[Choice | Rest, str, Any], pick: Callable[[Choice], Option]) -> list[Choice]:
    """Drive a procedure to its end, each Choice answered by `pick`; returns what was asked."""
    asked: list[Choice] = []
    try:
        step = next(procedure)
        while True:
            if isinstance(step, Rest):
                step = next(procedure)
                continue
            asked.append(step)
            assert len(asked) < 500, f"this never ends: {step.prompt}"
            step = procedure.send(pick(step).id)
    except StopIteration:
        return asked


def by_id(answer: str) -> Callable[[Choice], Option]:
    """Picks the option with an id, for `drive`."""
    return lambda choice: next(option for option in choice.options if option.id == answer)


def in_turn(*starts: str) -> Callable[[Choice], Option]:
    """Picks the options whose ids begin so, one after the other, for `drive`."""
    left = list(starts)

    def pick(choice: Choice) -> Option:
        wanted = left.pop(0)
        return next(option for option in choice.options if option.id.startswith(wanted))

    return pick


def random_game(*classes: str, seed: int = 1, choices: int | None = None, **rest: object) -> Game:
    """A game that any legal options led to: to its end, or to so many choices."""
    game = Game.start(party(*(classes or ("us-marshal",)), **rest), seed=seed)
    go_on(game, RandomPolicy(seed), choices)
    return game


def go_on(game: Game, policy: RandomPolicy, choices: int | None = None) -> Game:
    """Play on to the end, or until so many choices have been made in all."""
    while (choice := game.pending) is not None and (choices is None or len(game.choices_made) < choices):
        game.choose(policy.choose(game, choice))
    return game


def of_kind(events: list[Event], kind: type[Event]) -> list[Any]:
    """The events of a kind."""
    return [event for event in events if isinstance(event, kind)]
