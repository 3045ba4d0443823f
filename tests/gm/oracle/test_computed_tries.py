"""Chances of Scavenging, of Escaping from enemies by name, and that Hits get past a save."""

from __future__ import annotations

import pytest

from gm.oracle.computed.saying import chance
from rules_engine import odds
from rules_engine.content.library import standard
from tests.gm.oracle.asking import ask, told

SCAVENGED = [
    # with the patterns
    ("chance, roughly in percent, that one hero's rummaging of a tile turns up at least something?", "42.13% (91/216)"),
    ("what are the odds of getting two scavenge cards from one scavenge roll?", "7.407% (2/27)"),
    ("how likely am I to find nothing when scavenging?", "57.87% (125/216)"),
    ("what's the probability that a scavenge with 4 dice finds something?", "51.77% (671/1296)"),
    ("in percent, what are the odds that two scavengers find at least one card between them?", "About 66.51%"),
    ("what's the average number of scavenge cards per try?", "0.5 Scavenge cards"),
    # after the patterns
    ("how probable is it that scavenging pays off?", "42.13% (91/216)"),
    ("odds of walking away empty-handed from a scavenge", "57.87% (125/216)"),
    ("probability that I draw exactly one card when I scavenge a room?", "34.72% (25/72)"),
    ("how likely is a scavenge attempt to bring three cards?", "0.463% (1/216)"),
    ("what are my chances of at least one 6 while scavenging with the usual dice?", "42.13% (91/216)"),
    ("3 scavenge attempts - how likely do all come up with nothing?", "About 19.38%"),
    ("risk of a scavenge failing?", "57.87% (125/216)"),
]  # fmt: skip

ESCAPED = [
    # with the patterns
    ("how probable is it that I slip past a drowned dead (escape 4+)?", "50% (1/2)"),
    ("what's the probability of escaping from a brutal drowned dead?", "33.33% (1/3)"),
    # after the patterns
    ("my samurai is adjacent to a centurion, how likely does he escape?", "50% (1/2) to Escape"),
    ("chance to get away from an acidic tentacle?", "50% (1/2)"),
    ("How likely am I stuck next to a dishonored dead, failing to escape?", "33.33% (1/3) to fail to Escape"),
]  # fmt: skip

PAST = [
    # with the patterns
    ("i've got 2 hits incoming and defense 4+. how likely do both get through?", "25% (1/4)"),
    ("what's the chance that at least one of three hits gets past defense 3+?", "70.37% (19/27)"),
    ("what are the odds my willpower 4+ saves a single horror hit?", "50% (1/2)"),
    # after the patterns
    ("probability that I block all three hits with defense 3+?", "29.63% (8/27)"),
    ("how likely is it that at least 2 of 4 horror hits slip past willpower 5+?", "88.89% (8/9)"),
    ("chance both corruption hits are stopped by willpower 4+", "25% (1/4)"),
    ("odds that every one of 2 hits lands against a 5+ defense?", "44.44% (4/9)"),
]  # fmt: skip


@pytest.mark.parametrize(("question", "figure"), [*SCAVENGED, *ESCAPED, *PAST])
def test_a_chance_that_can_be_counted_by_hand(question, figure):
    text = told(question)
    assert text and text.startswith(figure), text


@pytest.mark.parametrize("enemy", sorted(standard().enemies))
def test_escaping_goes_by_the_sheet(enemy):
    record = standard().enemies[enemy]
    for side, word in ((record.normal, ""), (record.brutal, "brutal ")):
        text = told(f"how likely do I escape from a {word}{record.name}?")
        assert text.startswith(chance(odds.any_success(1, side.escape))), text


@pytest.mark.parametrize("tries", range(1, 6))
def test_tries_add_their_dice(tries):
    text = told(f"{tries} scavenge attempts, how likely is at least one card?")
    assert chance(odds.scavenge(3 * tries).at_least(1)).lower() in text.lower()


@pytest.mark.parametrize(
    "question",
    [
        "how likely do I scavenge a good card?",
        "with 2 heroes, how often can a room be scavenged and what's the chance?",
        "how likely is a scavenge to find a dark stone?",
        "chance that scavenging triggers an ambush?",
        "how likely do I find 5 cards with one scavenge?",
        "how likely do I escape with agility 3 from a drowned dead?",
        "chance to escape a drowned dead with a grit reroll?",
        "how likely does the darkness escape?",
        "how likely do I escape from the night terror?",
        "chance that the hungry dead escape from me with 2 elite abilities?",
        "how likely do 2 hits get through defense 4+ and armor 5+?",
        "chance that 2 of 3 hits miss and get past defense 9+?",
        "how likely do both hits get past my defense?",
        "chance that 4 of 3 hits get past defense 4+?",
        "how likely does my defense 4+ beat the 2 hits of 3 damage each?",
    ],
)
def test_what_hangs_on_more_is_left_alone(question):
    assert ask(question) is None or ("past" not in told(question) and "Scavenge card" not in told(question))
