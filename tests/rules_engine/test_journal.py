"""The journal: nothing in it can be changed, left out, added or invented without being found (DESIGN, "Journal")."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import msgspec
import pytest

from rules_engine import EVENT_TYPES, Event, Game, fold, in_force, initial_state, party, verify
from rules_engine import events as e
from rules_engine import journal as j
from rules_engine.bots import RandomPolicy
from rules_engine.dice import commitment
from rules_engine.errors import JournalError
from tests.rules_engine.at_the_table import answer_until, go_on, random_game

SECRET = bytes(range(32))
PLAYED = 9
NAMES_A_LINE = re.compile(r"^line (\d+): ")


@cache
def played() -> bytes:
    """A game of open play that is over."""
    return random_game("bandido", seed=PLAYED).journal.dump()


@cache
def fled() -> bytes:
    """A short game that is over: the heroes flee on their first turn."""
    game = Game.start(party("us-marshal"), seed=5)
    answer_until(game, lambda choice: choice.kind == "turn")
    game.choose("flee")
    game.choose("flee")
    assert game.over
    return game.journal.dump()


@cache
def played_fair() -> bytes:
    """A game of fair play that is over: the secret is in its seal."""
    game = Game.start(party("rancher"), secret=SECRET, client_seed="a coin in a hat")
    return go_on(game, RandomPolicy(2)).journal.dump()


def lines_of(data: bytes) -> list[bytes]:
    return data.split(b"\n")[:-1]


def joined(lines: Sequence[bytes]) -> bytes:
    return b"\n".join(lines) + b"\n"


def written(header: j.Header, events: Sequence[Event], like: bytes | None = None) -> bytes:
    """A journal chained anew, as a forger would; with the seal of another one, its head made to fit."""
    journal = j.Journal(header)
    journal.append(events)
    seal = j.read(like).seal if like is not None else None
    if seal is not None:
        sealed = msgspec.structs.replace(seal, head=journal.head)
        journal.lines.append(msgspec.json.encode({"seal": sealed}, order="deterministic"))
    return journal.dump()


def refused(data: bytes, reader: Callable[[bytes], object] = verify) -> int:
    """The line that a JournalError names."""
    with pytest.raises(JournalError) as refusal:
        reader(data)
    named = NAMES_A_LINE.match(str(refusal.value))
    assert named, f"names no line: {refusal.value}"
    return int(named[1])


# --- what is written --------------------------------------------------------------------------------------------------


def test_the_first_line_is_all_that_is_needed_to_play_again():
    game = random_game("us-marshal", seed=5, mission="lost-contact", edition="old-west", switches={"door_xp": 5})
    reading = j.read(game.journal.dump())
    assert reading.header.setup == game.setup and reading.header.seed == "5" and reading.header.version == j.VERSION
    assert reading.header.content == game.library.fingerprint
    assert reading.header.commitment is None and reading.header.client_seed is None


def test_a_journal_that_is_read_holds_the_events_of_the_game():
    game = random_game("us-marshal", seed=5)
    reading = j.read(game.journal.dump())
    assert reading.events == game.events and reading.head == game.journal.head
    assert reading.seal == j.Seal(game.journal.head, game.fingerprint())


def test_text_and_bytes_read_the_same():
    assert j.read(played().decode()) == j.read(played())


def test_each_hash_covers_the_line_and_the_hash_before_it():
    reading = j.read(played())
    hash = j.first_hash(reading.header)
    for number, line in enumerate(lines_of(played())[1:-1], 1):
        entry = json.loads(line)
        hash = j.link(hash, j.encode_event(reading.events[number - 1]))
        assert (entry["n"], entry["h"]) == (number, hash)
    assert reading.head == hash


def test_a_game_that_is_not_over_has_no_seal():
    game = random_game(seed=5, choices=20)
    assert j.read(game.journal.dump()).seal is None and game.journal.sealed is None


def test_a_journal_is_sealed_once():
    game = random_game(seed=5)
    before = game.journal.dump()
    game.journal.seal(game.state, None)
    assert game.journal.dump() == before


def test_an_untouched_journal_is_verified_and_ends_as_the_game_did():
    game = random_game("bandido", seed=PLAYED)
    again = verify(game.journal.dump())
    assert again.fingerprint() == game.fingerprint() and again.journal.dump() == game.journal.dump()


# --- tampering that breaks the chain ----------------------------------------------------------------------------------


def test_a_changed_byte_anywhere_is_found():
    data, dice = fled(), random.Random(4)
    lines = lines_of(data)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    # Every byte of the header, of a line and of the seal, and others at random.
    places = {*range(starts[1]), *range(starts[7], starts[8]), *range(starts[-2], starts[-1] - 1)}
    places.update(dice.randrange(len(data) - 1) for _ in range(800))
    for place in sorted(places):
        other = dice.choice([byte for byte in b'0123456789abcdef",:{}[]x A' if byte != data[place]])
        changed = data[:place] + bytes([other]) + data[place + 1 :]
        number = sum(start <= place for start in starts[:-1])
        if number == len(lines):
            assert refused(changed) == number
        elif number == 1:
            assert refused(changed, j.read) in (1, 2)
        else:
            assert refused(changed, j.read) == number


@pytest.mark.parametrize("byte", [0x00, 0x0A, 0x0D, 0x20, 0x7F, 0x80, 0xFF])
def test_a_byte_that_no_journal_holds_is_refused_like_any_other(byte: int):
    data = fled()
    for place in range(7, len(data) - 1, len(data) // 40):
        if data[place] != byte:  # the end of a line is where it belongs
            assert refused(data[:place] + bytes([byte]) + data[place + 1 :]) >= 1


def test_a_removed_line_is_found_where_it_is_missing():
    lines = lines_of(played())
    for gone in range(1, len(lines) - 1, 37):
        assert refused(joined(lines[:gone] + lines[gone + 1 :]), j.read) == gone + 1


def test_a_line_that_stands_twice_is_found():
    lines = lines_of(played())
    for twice in range(1, len(lines) - 1, 37):
        assert refused(joined(lines[: twice + 1] + lines[twice:]), j.read) == twice + 2


def test_swapped_lines_are_found():
    lines = lines_of(played())
    for first in range(1, len(lines) - 2, 37):
        swapped = [*lines[:first], lines[first + 1], lines[first], *lines[first + 2 :]]
        assert refused(joined(swapped), j.read) == first + 1


def test_a_line_of_another_game_is_found():
    lines, other = lines_of(played()), lines_of(random_game("bandido", seed=6).journal.dump())
    for place in range(20, 200, 45):
        assert refused(joined([*lines[:place], other[place], *lines[place + 1 :]]), j.read) == place + 1


def test_nothing_may_follow_the_seal():
    lines = lines_of(played())
    assert refused(joined([*lines, lines[-2]]), j.read) == len(lines) + 1
    assert refused(joined([*lines, lines[-1]]), j.read) == len(lines) + 1


@pytest.mark.parametrize(
    "data, said",
    [
        (b"", "empty"),
        (b"\n \n", "empty"),
        (b"howdy\n", "no journal header"),
        (b"{}\n", "no journal header"),
        (b"[1, 2]\n", "no journal header"),
        (b'{"header":{}}\n', "no journal header"),
        (b"\xff\xfe\n", "no journal header"),
    ],
)
def test_what_is_no_journal_is_refused_at_its_first_line(data: bytes, said: str):
    with pytest.raises(JournalError, match=f"^line 1: .*{said}"):
        j.read(data)


def test_a_journal_of_another_version_is_refused():
    header = msgspec.structs.replace(j.read(played()).header, version=99)
    with pytest.raises(JournalError, match=r"^line 1: journal version 99; this engine reads version 1"):
        j.read(written(header, []))


@pytest.mark.parametrize("event", ['{"event":"Sang"}', '{"event":"Placed"}', "7", '{"event":"Placed","model":1}'])
def test_an_event_that_the_engine_does_not_know_is_refused(event: str):
    header = j.read(played()).header
    hash = j.link(j.first_hash(header), event.encode())
    line = f'{{"n":1,"h":"{hash}","e":{event}}}'.encode()
    assert refused(joined([lines_of(played())[0], line]), j.read) == 2


def test_an_event_in_another_spelling_is_refused_even_with_a_hash_that_fits():
    header = j.read(played()).header
    event = b'{"event": "TurnEnded", "turn": 1}'
    line = b'{"n":1,"h":"%s","e":%s}' % (j.link(j.first_hash(header), event).encode(), event)
    assert refused(joined([lines_of(played())[0], line]), j.read) == 2


# --- tampering with a chain that holds --------------------------------------------------------------------------------


def edited(event: Event, dice: random.Random) -> Event | None:
    """The event with one of its numbers, words or truths changed; None if it has none that matters."""
    fields = {name: getattr(event, name) for name in event.__struct_fields__ if name != "seat"}
    changes: dict[str, Any] = {}
    for name, value in fields.items():
        if isinstance(value, bool):
            changes[name] = not value
        elif isinstance(value, int):
            changes[name] = value + 1
        elif isinstance(value, str):
            changes[name] = value + "x"
        elif isinstance(value, list) and value and isinstance(value[0], int):
            changes[name] = [*value[:-1], value[-1] % 6 + 1]
    if not changes:
        return None
    name = dice.choice(sorted(changes))
    return msgspec.structs.replace(event, **{name: changes[name]})


def test_an_edited_event_in_a_journal_chained_anew_is_found_at_its_line():
    reading, dice = j.read(played()), random.Random(8)
    kinds: dict[str, int] = {}
    for place, event in enumerate(reading.events):
        other = edited(event, dice)
        if other is None or kinds.setdefault(type(event).__name__, 0) >= 1:
            continue
        kinds[type(event).__name__] += 1
        forged = [*reading.events[:place], other, *reading.events[place + 1 :]]
        line = refused(written(reading.header, forged, played()))
        assert line == place + 2 or (isinstance(event, e.Chosen) and line >= place + 2), (event, other)
    assert len(kinds) > 25 and kinds["Rolled"] == kinds["Chosen"] == 1


def test_a_better_roll_in_a_journal_chained_anew_is_found():
    reading = j.read(played())
    place, rolled = next((i, x) for i, x in enumerate(reading.events) if isinstance(x, e.Rolled) and x.faces[0] < 6)
    better = msgspec.structs.replace(rolled, faces=[6, *rolled.faces[1:]])
    forged = written(reading.header, [*reading.events[:place], better, *reading.events[place + 1 :]], played())
    j.read(forged)  # the chain holds: only the dice themselves give it away
    assert refused(forged) == place + 2


def test_an_event_left_out_of_a_journal_chained_anew_is_found():
    reading = j.read(played())
    for place in range(0, len(reading.events), 131):
        forged = [*reading.events[:place], *reading.events[place + 1 :]]
        assert refused(written(reading.header, forged, played())) >= place + 2


def test_an_event_added_to_a_journal_chained_anew_is_found():
    reading = j.read(played())
    gift = e.GoldChanged("ada-quill", 500, "found in a boot")
    for place in range(0, len(reading.events), 131):
        forged = [*reading.events[:place], gift, *reading.events[place:]]
        assert refused(written(reading.header, forged, played())) == place + 2
    assert refused(written(reading.header, [*reading.events, gift], played())) == len(reading.events) + 2


def test_another_choice_than_was_made_is_found_in_a_journal_chained_anew():
    game = random_game("bandido", seed=PLAYED)
    reading = j.read(game.journal.dump())
    for number in range(3, len(game.choices_made), 41):
        choice, answer = game.choices_made[number]
        other = next(option.id for option in choice.options if option.id != answer)
        place = next(i for i, x in enumerate(reading.events) if isinstance(x, e.Chosen) and x.choice == choice.id)
        changed = msgspec.structs.replace(reading.events[place], option=other)
        forged = [*reading.events[:place], changed, *reading.events[place + 1 :]]
        assert refused(written(reading.header, forged, played())) >= place + 2


def test_a_seat_that_does_not_decide_is_found_in_a_journal_chained_anew():
    game = random_game(seed=5, choices=12)
    reading = j.read(game.journal.dump())
    for place in [i for i, x in enumerate(reading.events) if isinstance(x, e.Chosen)][::4]:
        changed = msgspec.structs.replace(reading.events[place], seat="7")
        forged = [*reading.events[:place], changed, *reading.events[place + 1 :]]
        assert refused(written(reading.header, forged)) == place + 2


def test_a_choice_by_another_name_than_its_options_id_is_refused():
    game = random_game(seed=5)
    reading = j.read(game.journal.dump())
    place, chosen = next((i, x) for i, x in enumerate(reading.events) if isinstance(x, e.Chosen))
    choice, _ = game.choices_made[0]
    option = choice.option(chosen.option)
    assert option is not None and choice.id == chosen.choice
    changed = msgspec.structs.replace(chosen, option=option.label)
    forged = written(reading.header, [*reading.events[:place], changed, *reading.events[place + 1 :]])
    with pytest.raises(JournalError, match=f"^line {place + 2}: .* is no option's id"):
        verify(forged)


def test_another_seed_is_found_in_a_journal_chained_anew():
    reading = j.read(played())
    for seed in ("6", "05", "five", ""):
        header = msgspec.structs.replace(reading.header, seed=seed)
        line = refused(written(header, reading.events, played()))
        assert type(reading.events[line - 2]) in (e.Rolled, e.Picked)


@pytest.mark.parametrize(
    "changes",
    [
        {"edition": "old-west"},
        {"switches": {"fixed_move": True}},
        {"mission": "lost-contact"},
        {"brutal": True},
        {"heroes": ()},
    ],
    ids=str,
)
def test_another_setup_is_found_in_a_journal_chained_anew(changes: dict[str, Any]):
    reading = j.read(played())
    header = msgspec.structs.replace(reading.header, setup=msgspec.structs.replace(reading.header.setup, **changes))
    assert refused(written(header, reading.events, played())) >= (1 if "heroes" in changes else 2)


def test_a_journal_of_other_content_is_refused():
    header = msgspec.structs.replace(j.read(played()).header, content="0" * 64)
    with pytest.raises(JournalError, match=r"^line 1: the journal was played with other content"):
        verify(written(header, []))


def test_an_undo_that_was_never_made_is_found():
    reading = j.read(random_game(seed=5, choices=30).journal.dump())
    for undone in (e.Undone(0), e.Undone(29), e.Undone(29, True), e.Undone(1000)):
        forged = written(reading.header, [*reading.events, undone, reading.events[-1]])
        assert refused(forged) >= len(reading.events) + 2


# --- cut short, and the seal ------------------------------------------------------------------------------------------


def test_a_journal_cut_in_the_middle_of_what_a_choice_set_off_is_found():
    lines = lines_of(played())
    events = j.read(played()).events
    inside = [at for at in range(30, len(events)) if not isinstance(events[at], e.Chosen)][::101]
    for at in inside:
        assert refused(joined(lines[: at + 1])) == at + 2


def test_a_journal_cut_before_a_choice_is_a_game_that_is_not_over_but_keeps_no_commitment():
    lines, events = lines_of(played()), j.read(played()).events
    at = [i for i, x in enumerate(events) if isinstance(x, e.Chosen)][40]
    short = joined(lines[: at + 1])
    assert not verify(short).over
    with pytest.raises(JournalError, match="no seal: it was cut short"):
        verify(short, commitment_or_head=j.read(played()).head)


def test_a_removed_seal_is_found_by_who_knows_the_head():
    data = joined(lines_of(played())[:-1])
    assert verify(data).over
    with pytest.raises(JournalError, match="no seal"):
        verify(data, commitment_or_head=j.read(played()).head)


@pytest.mark.parametrize("field, value", [("fingerprint", "0" * 64), ("secret", "00" * 32)])
def test_a_changed_seal_is_found(field: str, value: str):
    lines, seal = lines_of(played()), j.read(played()).seal
    changed = msgspec.json.encode({"seal": msgspec.structs.replace(seal, **{field: value})}, order="deterministic")
    assert refused(joined([*lines[:-1], changed])) == len(lines)


def test_a_seal_with_another_head_breaks_the_chain():
    lines, seal = lines_of(played()), j.read(played()).seal
    changed = msgspec.json.encode({"seal": msgspec.structs.replace(seal, head="0" * 64)}, order="deterministic")
    assert refused(joined([*lines[:-1], changed]), j.read) == len(lines)


def test_a_seal_on_a_game_that_is_not_over_is_found():
    reading = j.read(random_game(seed=5, choices=30).journal.dump())
    assert refused(written(reading.header, reading.events, played())) == len(reading.events) + 2


def test_the_head_of_the_end_vouches_for_a_journal_and_for_no_other():
    head = j.read(played()).head
    assert verify(played(), commitment_or_head=head).over
    with pytest.raises(JournalError, match="not the one that was committed to"):
        verify(random_game("bandido", seed=6).journal.dump(), commitment_or_head=head)


def test_an_honest_game_of_another_seed_does_not_pass_for_the_one_whose_start_was_published():
    start = j.first_hash(j.read(played()).header)
    assert verify(played(), commitment_or_head=start).over
    with pytest.raises(JournalError, match="not the one that was committed to"):
        verify(random_game("bandido", seed=6).journal.dump(), commitment_or_head=start)


# --- fair play --------------------------------------------------------------------------------------------------------


def test_the_secret_is_in_the_journal_only_when_the_game_is_over():
    game = Game.start(party("rancher"), secret=SECRET, client_seed="a coin in a hat")
    header = game.journal.header
    assert (header.seed, header.commitment, header.client_seed) == (None, commitment(SECRET), "a coin in a hat")
    while game.pending is not None:
        assert SECRET.hex().encode() not in game.journal.dump()
        go_on(game, RandomPolicy(2), len(game.choices_made) + 10)
    assert game.journal.sealed is not None and game.journal.sealed.secret == SECRET.hex()


def test_fair_play_is_verified_from_the_commitment_alone():
    assert verify(played_fair(), commitment_or_head=commitment(SECRET)).over


def test_another_commitment_is_refused():
    with pytest.raises(JournalError, match="not the one that was committed to"):
        verify(played_fair(), commitment_or_head=commitment(b"another"))


def test_while_the_secret_is_kept_no_die_can_be_derived():
    game = go_on(Game.start(party("rancher"), secret=SECRET, client_seed="x"), RandomPolicy(2), 15)
    with pytest.raises(JournalError, match=r"^line 1: fair play: the secret is not revealed yet"):
        Game.replay(game.journal.dump())
    assert Game.replay(game.journal.dump(), secret=SECRET).fingerprint() == game.fingerprint()


def test_a_wrong_secret_is_refused():
    game = go_on(Game.start(party("rancher"), secret=SECRET, client_seed="x"), RandomPolicy(2), 15)
    with pytest.raises(JournalError, match=r"^line 1: the secret does not fit the commitment"):
        Game.replay(game.journal.dump(), secret=bytes(32))


def test_a_seal_with_a_wrong_secret_is_refused():
    reading = j.read(played_fair())
    lines = lines_of(played_fair())
    for secret in (bytes(32).hex(), None, "not hex"):
        seal = msgspec.json.encode(
            {"seal": msgspec.structs.replace(reading.seal, secret=secret)}, order="deterministic"
        )
        assert refused(joined([*lines[:-1], seal])) in (1, len(lines))


def test_a_host_who_changes_secret_and_commitment_together_is_caught_by_who_kept_the_first():
    other = go_on(Game.start(party("rancher"), secret=bytes(32), client_seed="a coin in a hat"), RandomPolicy(2))
    verify(other.journal.dump())
    with pytest.raises(JournalError, match="not the one that was committed to"):
        verify(other.journal.dump(), commitment_or_head=commitment(SECRET))


def test_another_client_seed_is_found():
    reading = j.read(played_fair())
    header = msgspec.structs.replace(reading.header, client_seed="a loaded coin")
    assert refused(written(header, reading.events, played_fair())) > 1


# --- what was undone --------------------------------------------------------------------------------------------------


def chosen(number: int) -> e.Chosen:
    return e.Chosen(number, "ada", "move", f"move:1.0{number}")


def happened(turn: int) -> e.TurnEnded:
    return e.TurnEnded(turn)


def test_what_was_undone_is_out_of_force_and_what_came_after_it_counts():
    events = [happened(0), chosen(1), happened(1), chosen(2), happened(2), e.Undone(1), chosen(1), happened(3)]
    assert in_force(events) == [happened(0), chosen(1), happened(3)]


def test_an_undo_goes_back_to_its_choice_over_all_that_followed():
    events = [chosen(1), happened(1), chosen(2), happened(2), chosen(3), happened(3), e.Undone(2)]
    assert in_force(events) == [chosen(1), happened(1)]


def test_undoing_twice_in_a_row_goes_back_twice():
    events = [chosen(1), chosen(2), chosen(3), e.Undone(3), e.Undone(2), happened(9)]
    assert in_force(events) == [chosen(1), happened(9)]


def test_a_choice_made_again_can_be_undone_again():
    again = [chosen(2), happened(5), e.Undone(2)]
    assert in_force([chosen(1), chosen(2), happened(2), e.Undone(2), *again, *again]) == [chosen(1)]


def test_a_journal_with_undone_spans_is_verified_and_folds_to_the_same_state():
    game, dice = random_game("us-marshal", "bandido", "saloon-girl", seed=9, choices=10), random.Random(2)
    policy = RandomPolicy(9)
    for _ in range(12):
        game.undo(steps=dice.randint(1, 4), consent=True)
        go_on(game, policy, len(game.choices_made) + dice.randint(1, 12))
    go_on(game, policy)
    assert sum(isinstance(event, e.Undone) for event in game.events) == 12
    assert verify(game.journal.dump()).fingerprint() == game.fingerprint()
    assert fold(game.events, initial_state(game.setup)) == game.state


# --- events as text ---------------------------------------------------------------------------------------------------


def value_of(kind: Any, full: bool) -> Any:
    """Some value of a type, plain or full."""
    if isinstance(kind, msgspec.inspect.UnionType):
        return value_of(kind.types[0], full) if full else None
    if isinstance(kind, msgspec.inspect.ListType):
        return [value_of(kind.item_type, full)] * 2 if full else []
    if isinstance(kind, msgspec.inspect.DictType):
        return {value_of(kind.key_type, full): value_of(kind.value_type, full)} if full else {}
    plain = {
        msgspec.inspect.StrType: ("", 'a "quoted"\nname – ö'),
        msgspec.inspect.IntType: (0, -41),
        msgspec.inspect.BoolType: (False, True),
        msgspec.inspect.AnyType: (None, {"deep": [1, "x", True]}),
    }
    return plain[type(kind)][full]


@pytest.mark.parametrize("name", sorted(EVENT_TYPES))
def test_an_event_comes_back_from_the_journal_as_it_went_in(name: str):
    kind = EVENT_TYPES[name]
    shape = msgspec.inspect.type_info(kind)
    assert isinstance(shape, msgspec.inspect.StructType) and shape.tag == name
    for full in (False, True):
        event = kind(**{f.name: value_of(f.type, full) for f in shape.fields if full or f.required})
        journal = j.Journal(j.read(fled()).header)
        journal.append([event])
        reading = j.read(journal.dump())
        assert reading.events == [event] and type(reading.events[0]) is kind
        assert list(j.decode_events([j.encode_event(event)])) == [event]
        assert j.plain(event)["event"] == name


def test_every_kind_of_event_has_a_name_of_its_own_in_the_package():
    assert {name: getattr(e, name) for name in EVENT_TYPES} == EVENT_TYPES
