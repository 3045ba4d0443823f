"""The vocabulary of scenarios is read from the engine, so that it names what happens at a table and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from gm import scenario_vocabulary
from gm.scenario_vocabulary import in_words, state_paths, vocabulary
from rules_engine import Game, GameSetup, HeroSetup
from rules_engine import events as e
from rules_engine.bots import RandomPolicy, play
from rules_engine.effects.nodes import NODES
from rules_engine.events import EVENT_TYPES
from rules_engine.scenario_checks import Checks

WORDS = vocabulary()


@pytest.fixture(scope="module")
def games() -> list[Game]:
    """A few whole games at random."""
    played = []
    for seed, edition in enumerate(("compilation", "old-west", "forbidden-fortress")):
        game = Game.start(GameSetup((HeroSetup("us-marshal"), HeroSetup("bandido")), edition=edition), seed=seed)
        play(game, RandomPolicy(seed))
        played.append(game)
    return played


def named(name: str, words: Iterable[str]) -> bool:
    """Whether the words have a name; `<...>` in a word stands for anything."""
    patterns = (re.sub(r"<.*?>", "(.+)", re.escape(word)) for word in words)
    return any(re.fullmatch(pattern, name) for pattern in patterns)


def test_every_choice_that_a_game_asks_is_named(games: list[Game]) -> None:
    asked = {event.kind for game in games for event in game.events if isinstance(event, e.Chosen)}
    assert len(asked) > 10 and asked <= set(WORDS.choices)


def test_every_roll_and_pick_of_a_game_is_named(games: list[Game]) -> None:
    exact = [word for word in WORDS.dice if word != "<source>"]
    library = games[0].library
    sources = {card.title for card in library.cards.values()} | {item.name for item in library.items.values()}
    sources |= {row.name for chart in library.chart_rows.values() for row in chart.values()}
    sources |= {hero.name for hero in library.heroes.values()}
    foes = library.enemies.values()
    sources |= {name for foe in foes for name in (foe.name, foe.plural)}
    sources |= {entry.name for foe in foes for entry in (*foe.elite, *foe.brutal_elite)}
    sources |= {upgrade.name for hero in library.heroes.values() for upgrade in hero.starting_upgrades} | {"a card"}
    rolls = {event.purpose for game in games for event in game.events if isinstance(event, e.Rolled)}
    picks = {event.purpose for game in games for event in game.events if isinstance(event, e.Picked)}
    assert len(rolls) > 10 and sorted(one for one in rolls if not named(one, exact) and one not in sources) == []
    assert picks and sorted(one for one in picks if not named(one, WORDS.draws)) == []


@pytest.mark.parametrize(
    "kind", ["move", "attack", "search", "reroll", "revive", "cancel_dread", "start_space", "name"]
)
def test_choices_of_the_rules_are_found_with_their_places(kind: str) -> None:
    assert all(re.fullmatch(r"[\w.]+:\d+", place) for place in WORDS.choices[kind])


@pytest.mark.parametrize(
    "purpose",
    [
        "hold back the darkness",
        "to hit",
        "defense",
        "willpower",
        "armor",
        "enemy to hit",
        "random hero",
        "ambush target",
        "voices in the dark",
        "<chart> chart",
        "<skill> test",
        "cover",
    ],
)
def test_purposes_are_found_behind_constants_choices_loops_and_defaults(purpose: str) -> None:
    assert purpose in WORDS.dice


def test_a_new_call_in_the_engine_is_a_new_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "procedures").mkdir()
    (tmp_path / "procedures" / "poker.py").write_text(
        "BLUFF = 'a bluff'\n"
        "def deal(table, hero, purpose, lucky):\n"
        "    answer = yield from table.ask(hero.id, 'poker', 'Raise?', [])\n"
        "    yield from table.roll(hero.id, BLUFF, ('D6',))\n"
        "    yield from table.roll(hero.id, purpose, ('D6',))\n"
        "    kind = 'ace' if lucky else 'deuce'\n"
        "    yield from table.roll(hero.id, kind, ('D6',))\n"
        "    yield from table.pick(purpose='the river', among=[], stream='')\n",
        encoding="utf-8",
    )
    monkeypatch.setattr(scenario_vocabulary, "SOURCE", tmp_path)
    words = vocabulary()
    assert words.choices == {"poker": ["procedures.poker:3"]}
    assert sorted(words.dice) == ["a bluff", "ace", "deuce"]
    assert sorted(words.draws) == ["the river"]


def test_events_and_effects_are_those_of_the_engine() -> None:
    assert set(WORDS.events) == set(EVENT_TYPES) and set(WORDS.effects) == set(NODES)
    assert WORDS.events["KnockedOut"] == {"hero": "str", "by": "str"}


def test_every_plain_state_path_can_be_looked_up(games: list[Game]) -> None:
    checks = Checks(games[0], {}, str)
    plain = [path for path in state_paths() if "<" not in path and not path.startswith("fight.")]
    assert len(plain) > 15
    assert checks.faults("then", [{"state": dict.fromkeys(plain, "?")}]) != []
    assert not any("there is no" in fault for fault in checks.faults("then", [{"state": {p: 0}} for p in plain]))


def test_the_text_lists_every_kind_of_name() -> None:
    text = in_words(WORDS)
    for name in ("KnockedOut(hero: str, by: str)", "  assign_hit", "  hold back the darkness", "  keyword <name>"):
        assert name in text
