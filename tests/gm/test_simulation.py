"""Simulated missions: the figures of a report, and that it is the same however it is made."""

from __future__ import annotations

import json

import msgspec
import pytest

from gm.simulation import Outing, Report, simulate, spread, wilson
from rules_engine import HeroSetup
from rules_engine.bots import RandomPolicy, SensiblePolicy
from rules_engine.errors import SetupError


def without_pace(report: Report) -> Report:
    return msgspec.structs.replace(report, games_per_second=0.0)


def test_a_report_counts_every_game() -> None:
    report = simulate("a-fistful-of-dark-stone", ["us-marshal", "rancher"], 4, 7, SensiblePolicy())
    assert report.games == 4
    assert report.wins + sum(report.reasons.values()) == 4
    assert report.win_rate.value == report.wins / 4
    assert report.win_rate.low <= report.win_rate.value <= report.win_rate.high
    assert report.turns.least >= 1 and report.turns.least <= report.turns.middle <= report.turns.most
    assert report.darkness.least >= 0 and report.darkness.most <= 16
    assert report.tiles.least >= 1
    assert report.heroes == ("us-marshal", "rancher")
    assert report.games_per_second > 0


def test_the_same_seed_gives_the_same_report() -> None:
    first = simulate("lost-contact", ["bandido"], 3, 1, RandomPolicy(1), edition="forbidden-fortress")
    again = simulate("lost-contact", ["bandido"], 3, 1, RandomPolicy(1), edition="forbidden-fortress")
    assert without_pace(first) == without_pace(again)
    assert without_pace(first) != without_pace(
        simulate("lost-contact", ["bandido"], 3, 2, RandomPolicy(1), edition="forbidden-fortress")
    )


@pytest.mark.slow
def test_more_processes_make_the_same_report() -> None:
    alone = simulate("scouting-party", ["lawman"], 4, 3, SensiblePolicy())
    shared = simulate("scouting-party", ["lawman"], 4, 3, SensiblePolicy(), jobs=2)
    assert without_pace(alone) == without_pace(shared)


def test_a_report_is_json() -> None:
    report = simulate("scouting-party", [HeroSetup("saloon-girl", name="Dolly")], 2, 3, SensiblePolicy())
    told = json.loads(report.to_json())
    assert told["mission"] == "scouting-party"
    assert told["win_rate"]["high"] <= 1
    assert msgspec.json.decode(report.to_json(), type=Report) == report


def test_an_unknown_mission_is_refused() -> None:
    with pytest.raises(SetupError, match="no mission 'tea-party'"):
        simulate("tea-party", ["lawman"], 1, 1, SensiblePolicy())


@pytest.mark.parametrize(
    "wins, games, low, high",
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634), (81, 263, 0.2553, 0.3662)],
)
def test_wilson_intervals_are_the_textbooks(wins: int, games: int, low: float, high: float) -> None:
    share = wilson(wins, games)
    assert share.low == pytest.approx(low, abs=5e-5)
    assert share.high == pytest.approx(high, abs=5e-5)


def test_no_games_tell_nothing() -> None:
    assert wilson(0, 0).low == 0.0 and wilson(0, 0).high == 1.0
    assert spread([]).mean == 0.0


def test_a_spread_has_mean_and_middle() -> None:
    assert spread([1, 2, 3, 10]) == spread([10, 3, 2, 1])
    assert (spread([1, 2, 3, 10]).mean, spread([1, 2, 3, 10]).middle, spread([5, 1, 3]).middle) == (4.0, 2.5, 3)


def test_an_outing_sums_the_party_up() -> None:
    assert {"xp", "loot", "darkness", "knocked_out", "deaths"} <= set(Outing.__struct_fields__)
