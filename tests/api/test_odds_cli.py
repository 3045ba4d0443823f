"""`brimstone-gm odds`: what it prints, what a program may read, and its exit status (0 told, 2 wrong use)."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from api.cli import app
from rules_engine import odds
from rules_engine.chances import attack_on
from rules_engine.face_off import face_off

SHOTGUN = ("attack", "--hero", "us-marshal", "--weapon", "shotgun", "--enemy", "drowned-dead")


def ask(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["odds", *arguments])


def told(*arguments: str) -> dict[str, Any]:
    answer = ask(*arguments, "--json")
    assert answer.exit_code == 0, answer.output
    read: dict[str, Any] = json.loads(answer.stdout)
    return read


def chances(data: dict[str, Any]) -> dict[str, Fraction]:
    return {one["what"]: Fraction(one["exact"]) for one in data["odds"] if "exact" in one}


def test_an_attack_is_told_as_the_engine_counts_it():
    data = told(*SHOTGUN)
    met = face_off("us-marshal", "drowned-dead", weapon="shotgun")
    shown = attack_on(met.table, met.hero, met.weapon, met.enemy)
    assert chances(data)["killed (2 Health)"] == shown.kill
    (wounds,) = [one for one in data["odds"] if one["what"] == "Wounds"]
    assert wounds["outcomes"] == shown.wounds.plain()
    assert data["rule"] == "compilation: Hero Attacks"


def test_the_edition_changes_what_is_critical():
    newer, older = told(*SHOTGUN), told(*SHOTGUN, "--edition", "old-west")
    means = [one["average"] for data in (newer, older) for one in data["odds"] if one["what"] == "Critical Hits"]
    assert means == [0.375, 0.125]


@pytest.mark.parametrize(
    ("arguments", "what", "chance"),
    [
        (("escape", "--needed", "4", "--dice", "1"), "success", Fraction(1, 2)),
        (("test", "--dice", "3", "--target", "5"), "success", Fraction(19, 27)),
        (("scavenge",), "success", Fraction(91, 216)),
        (("hold", "--needed", "8"), "held", Fraction(1, 3)),
        (("save", "--hits", "3", "--defense", "3"), "no Wound at all", Fraction(8, 27)),
    ],
)
def test_a_roll_is_told_exactly(arguments: tuple[str, ...], what: str, chance: Fraction):
    assert chances(told(*arguments))[what] == chance


def test_saves_count_every_figure_given():
    data = told(
        "save", "--hits", "3", "--defense", "3", "--armor", "5", "--damage", "3", "--cover", "6", "--shield", "1"
    )
    expected = odds.saves(3, 3, damage=3, cover=6, shield=1, armor=5)
    assert data["odds"][1]["outcomes"] == expected.plain()


def test_enemies_on_a_hero_are_told_with_the_chance_to_go_down():
    data = told("enemies", "--enemy", "tentacles", "--hero", "bandido", "--count", "3")
    assert chances(data).keys() == {"Bandido down (13 Health)"}
    assert {line["stat"] for line in data["stats"]} >= {"combat", "melee", "damage", "defense"}


def test_people_read_percentages_and_the_rule():
    lines = ask("hold", "--needed", "7").stdout.splitlines()
    assert "  held: 50% (1/2)" in lines
    assert lines[-1].strip() == "compilation: Holding Back the Darkness"


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("attack", "--hero", "pirate", "--enemy", "tentacles"), "no hero class 'pirate'"),
        ((*SHOTGUN[:-1], "kraken"), "no enemy 'kraken'"),
        ((*SHOTGUN, "--edition", "fourth"), "no edition 'fourth'"),
        (("enemies", "--enemy", "kraken", "--hero", "bandido"), "no enemy 'kraken'"),
    ],
)
def test_what_is_not_known_is_status_2_and_says_why(arguments: tuple[str, ...], why: str):
    answer = ask(*arguments)
    assert answer.exit_code == 2
    assert why in answer.stderr


@pytest.mark.parametrize(
    "arguments", [("hold",), ("escape", "--needed", "0"), ("test", "--dice", "99", "--target", "5")]
)
def test_wrong_use_is_status_2(arguments: tuple[str, ...]):
    assert ask(*arguments).exit_code == 2
