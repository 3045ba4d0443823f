"""Dice: what their faces count, and the streams they come from (compilation, "Dice")."""

from __future__ import annotations

import hashlib
import itertools
from collections import Counter

import pytest

from rules_engine import dice as d
from rules_engine.dice import Roll, RolledDie, ScriptedDice, Streams, commitment, fair_key, open_key
from rules_engine.errors import ScriptError

# The 99.99 % quantile of chi-square by degrees of freedom. The streams are fixed, so that a test passes or fails for
# good; a fair source misses the bound once in ten thousand.
CHI_SQUARE = {1: 15.1, 2: 18.4, 4: 23.5, 5: 25.7, 6: 27.9, 7: 29.9, 9: 33.7, 10: 35.6, 19: 50.8, 35: 76.4, 51: 99.6}
HERO_FACES_OF_SEED_7 = [4, 5, 6, 5, 5, 2, 1, 2, 4, 4, 6, 1, 1, 1, 4, 5, 1, 4, 4, 1]
LOOT_PLACES_OF_SEED_7 = [45, 21, 4, 9, 26, 31, 10, 34]


def rolled(*faces: int, die: str = "D6", target: int | None = None) -> Roll:
    return Roll(1, "ada", "a test", [RolledDie(die, [f], d.VALUES[die][f]) for f in faces], target)


def chi_square(counts: Counter[int], sides: int, draws: int) -> float:
    expected = draws / sides
    return sum((counts[side] - expected) ** 2 / expected for side in range(sides))


# --- what a die counts ------------------------------------------------------------------------------------------------


def test_a_d3_is_a_d6_that_counts_half_rounded_up():
    assert d.SIDES["D3"] == 6
    assert [d.VALUES["D3"][face] for face in range(1, 7)] == [1, 1, 2, 2, 3, 3]


def test_the_peril_die_counts_3_3_4_4_5_6():
    assert d.SIDES["P"] == 6
    assert [d.VALUES["P"][face] for face in range(1, 7)] == [3, 3, 4, 4, 5, 6]


@pytest.mark.parametrize("die, sides", [("D6", 6), ("D8", 8)])
def test_a_plain_die_counts_its_face(die: str, sides: int):
    assert d.VALUES[die][1:] == tuple(range(1, sides + 1)) and d.SIDES[die] == sides


@pytest.mark.parametrize("die", list(d.Die))
def test_every_die_has_a_value_for_each_of_its_faces(die: d.Die):
    assert len(d.VALUES[die]) == d.SIDES[die] + 1


def test_doubles_are_read_from_faces_and_targets_from_values():
    peril = rolled(3, 4, die="P", target=4)
    assert peril.values == [4, 4] and not peril.doubles and peril.successes() == 2
    same = rolled(1, 2, die="D3")
    assert same.values == [1, 1] and not same.doubles


@pytest.mark.parametrize("faces, doubles", [((4, 4), True), ((4, 5), False), ((4,), False), ((2, 2, 2), True)])
def test_doubles_need_two_dice_or_more_that_all_show_the_same_face(faces: tuple[int, ...], doubles: bool):
    assert rolled(*faces).doubles is doubles


def test_a_rerolled_die_counts_its_last_face_alone():
    roll = rolled(1, 6, target=5)
    roll.dice[0].faces.append(5)
    roll.dice[0].value = 5
    assert roll.dice[0].face == 5 and roll.total == 11 and roll.successes() == 2 and roll.successes(6) == 1


# --- streams ----------------------------------------------------------------------------------------------------------


def test_the_faces_of_a_seed_are_the_same_on_every_machine():
    streams = Streams(open_key(7))
    assert [streams.face("hero", place, 6) for place in range(20)] == HERO_FACES_OF_SEED_7
    assert [streams.index("deck:loot", place, 52) for place in range(8)] == LOOT_PLACES_OF_SEED_7


def test_the_order_of_asking_changes_no_die():
    places = [(stream, place) for stream in ("hero", "enemy", "target", "deck:loot") for place in range(40)]
    forward, backward = Streams(open_key("x")), Streams(open_key("x"))
    first = {at: forward.face(*at, 6) for at in places}
    assert {at: backward.face(*at, 6) for at in reversed(places)} == first
    assert {at: forward.face(*at, 6) for at in places} == first


def test_the_number_of_sides_asked_at_one_place_changes_no_other_place():
    mixed, plain = Streams(open_key(1)), Streams(open_key(1))
    taken = [mixed.face("hero", place, 8 if place % 2 else 6) for place in range(50)]
    assert [taken[place] for place in range(0, 50, 2)] == [plain.face("hero", place, 6) for place in range(0, 50, 2)]


def test_streams_and_seeds_are_strangers_to_one_another():
    def hundred(seed: int | str, stream: str) -> tuple[int, ...]:
        streams = Streams(open_key(seed))
        return tuple(streams.face(stream, place, 6) for place in range(100))

    names = (d.HERO_DICE, d.ENEMY_DICE, d.TARGETS, d.MAP, d.deck_stream("loot"), d.deck_stream("darkness"))
    assert len({hundred(seed, name) for seed in (1, 2, "1 ") for name in names}) == 18


def test_two_streams_agree_as_often_as_two_dice_would():
    streams = Streams(open_key("pairs"))
    pairs = Counter(
        6 * (streams.face("hero", place, 6) - 1) + streams.face("enemy", place, 6) - 1 for place in range(7200)
    )
    assert chi_square(pairs, 36, 7200) < CHI_SQUARE[35]


def test_a_die_says_nothing_about_the_next():
    streams = Streams(open_key("next"))
    faces = [streams.face("hero", place, 6) - 1 for place in range(7201)]
    following = Counter(6 * a + b for a, b in itertools.pairwise(faces))
    assert chi_square(following, 36, 7200) < CHI_SQUARE[35]


@pytest.mark.parametrize("sides", [2, 3, 5, 6, 7, 8, 10, 11, 20, 36, 52])
def test_every_side_comes_up_as_often_as_the_others(sides: int):
    streams = Streams(open_key(f"fair {sides}"))
    draws = 150 * sides
    counts = Counter(streams.index("hero", place, sides) for place in range(draws))
    assert set(counts) == set(range(sides))
    assert chi_square(counts, sides, draws) < CHI_SQUARE[sides - 1]


def by_the_book(key: bytes, stream: str, ordinal: int, count: int) -> int:
    """The definition, written a second time: the first 64-bit hash below the largest multiple of `count`."""
    stream_key = hashlib.blake2b(stream.encode(), key=key, digest_size=32).digest()
    for attempt in range(1000):
        data = ordinal.to_bytes(8, "big") + b"+" * attempt
        number = int.from_bytes(hashlib.blake2b(data, key=stream_key, digest_size=8).digest(), "big")
        if number < 2**64 // count * count:
            return number % count
    raise AssertionError("a thousand rejections in a row")


@pytest.mark.parametrize("count", [1, 2, 6, 8, 53, 1000, 2**32 + 15, 2**63 + 1, 2**63 + 2**62 + 1, 2**64 - 1, 2**64])
def test_a_place_is_the_first_hash_that_is_not_rejected(count: int):
    key = open_key("rejection")
    streams = Streams(key)
    assert all(streams.index("map", at, count) == by_the_book(key, "map", at, count) for at in range(200))


def test_rejection_leaves_no_side_favored():
    # With 2^63 + 1 sides nearly half of all hashes are rejected; without it the low sides would come twice as often.
    count = 2**63 + 1
    streams = Streams(open_key("low or high"))
    low = sum(streams.index("hero", place, count) < count // 2 for place in range(4000))
    assert (low - 2000) ** 2 / 1000 < CHI_SQUARE[1]


def test_a_single_side_is_the_only_one():
    streams = Streams(open_key(1))
    assert {streams.index("hero", place, 1) for place in range(50)} == {0}


# --- keys -------------------------------------------------------------------------------------------------------------


def test_an_open_seed_is_the_same_as_a_number_or_as_text():
    assert open_key(7) == open_key("7") != open_key("07") and len(open_key(7)) == 32


def test_the_key_of_fair_play_is_hmac_sha256_of_the_client_seed_under_the_secret():
    # RFC 4231, test case 2
    expected = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    assert fair_key(b"Jefe", "what do ya want for nothing?").hex() == expected


def test_a_commitment_is_the_sha256_of_the_secret():
    # FIPS 180-2, appendix B.1
    assert commitment(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_both_sides_of_fair_play_change_every_die():
    keys = {fair_key(secret, seed) for secret in (b"a" * 32, b"b" * 32) for seed in ("", "x", "y")}
    assert len(keys) == 6
    faces = {tuple(Streams(key).face("hero", place, 6) for place in range(60)) for key in keys}
    assert len(faces) == 6


# --- scripted dice ----------------------------------------------------------------------------------------------------


def test_scripted_faces_come_in_order_for_each_purpose():
    script = ScriptedDice({"to hit": [6, 1], "defense": [3]})
    taken = [script.face("hero", 0, 6, purpose) for purpose in ("to hit", "defense", "to hit")]
    assert taken == [6, 3, 1] and script.unused == {}


def test_a_die_that_the_script_does_not_give_is_an_error_that_names_the_purpose():
    script = ScriptedDice({"defense": [3], "to hit": []})
    with pytest.raises(ScriptError, match=r"a die for 'damage' is rolled .*\(scripted: defense, to hit\)"):
        script.face("hero", 0, 6, "damage")
    with pytest.raises(ScriptError, match="scripted: none"):
        ScriptedDice({}).face("hero", 0, 6, "damage")


@pytest.mark.parametrize("face, sides", [(0, 6), (7, 6), (9, 8), (-1, 6)])
def test_a_scripted_face_that_the_die_does_not_have_is_an_error(face: int, sides: int):
    with pytest.raises(ScriptError, match=rf"to hit: {face} is no face of a die with {sides} sides"):
        ScriptedDice({"to hit": [face]}).face("hero", 0, sides, "to hit")


@pytest.mark.parametrize("place", [0, 4])
def test_a_scripted_place_outside_of_the_draw_is_an_error(place: int):
    with pytest.raises(ScriptError, match=f"loot card: {place} is out of the 3"):
        ScriptedDice({"loot card": [place]}).index("deck:loot", 0, 3, "loot card")


def test_scripted_places_count_from_one_and_the_first_is_drawn_where_nothing_is_said():
    script = ScriptedDice({"loot card": [3, 1]})
    assert [script.index("deck:loot", at, 3, "loot card") for at in range(2)] == [2, 0] and script.unused == {}
    assert script.index("deck:loot", 2, 3, "loot card") == 0


def test_what_a_script_leaves_open_comes_from_its_fallback():
    streams = Streams(open_key(1))
    script = ScriptedDice({"to hit": [6]}, streams)
    assert script.face("hero", 0, 6, "to hit") == 6
    assert [script.face("hero", at, 6, "to hit") for at in range(20)] == [
        streams.face("hero", at, 6) for at in range(20)
    ]
    assert script.index("map", 3, 9, "a card") == streams.index("map", 3, 9)


def test_a_named_draw_is_found_by_purpose_or_by_deck_and_used_up():
    script = ScriptedDice({}, names={"loot": ["b"], "lost item": ["7"]})
    assert script.named("deck:loot", "loot card", ["a", "b"]) == 1
    assert script.named("deck:loot", "loot card", ["a", "b"]) is None
    assert script.named("target", "lost item", ["6", "7"]) == 1


def test_a_named_draw_that_is_not_there_is_an_error_that_lists_what_is():
    script = ScriptedDice({}, names={"loot": ["gold"]})
    with pytest.raises(ScriptError, match="'gold' cannot be drawn; there are ash, bone"):
        script.named("deck:loot", "loot card", ["bone", "ash", "bone"])


def test_what_a_script_gave_in_vain_is_told():
    script = ScriptedDice({"to hit": [6, 5], "defense": [1]}, names={"loot": ["gold"]})
    script.face("hero", 0, 6, "to hit")
    script.face("hero", 0, 6, "defense")
    assert script.unused == {"to hit": [5], "loot": ["gold"]}
