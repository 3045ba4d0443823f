"""Saved tables: what was answered is durable, happens once, and has its story."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import update

from gm import store as db
from gm.live_table import Answer, LiveTable
from gm.names import Names
from gm.seats import Bot, declined
from gm.store import CommitmentRefused, IdempotencyConflict, StoreFailed, TableUnreadable, UnknownTable
from gm.story import Numbered, PlainVoice
from gm.storyteller import Sentence
from gm.tables import FairPlay, Tables
from rules_engine import Game, GameSetup, HeroSetup, party, verify
from rules_engine.bots import SensiblePolicy
from rules_engine.bots.trifles import trifle
from rules_engine.dice import commitment
from rules_engine.errors import IllegalChoice, NotYourChoice, SetupError, StaleChoice, UndoRefused
from rules_engine.events import Chosen

PAIR = party("us-marshal", "bandido")
TWO_SEATS = GameSetup((HeroSetup("us-marshal", name="Ada"), HeroSetup("bandido", name="Mateo", seat="2")))


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'tables.sqlite3'}"


@pytest.fixture
def tables(url: str) -> Iterator[Tables]:
    opened = Tables(url)
    yield opened
    opened.close()


def new_table(tables: Tables, setup: GameSetup = PAIR, **rest: object) -> LiveTable:
    return tables.open(tables.create(setup, 7, **rest).id)  # type: ignore[arg-type]


def step(table: LiveTable, key: str | None = None) -> Answer:
    """One sensible choice."""
    with table.looking() as game:
        assert game.pending is not None
        option, number = SensiblePolicy().choose(game, game.pending), game.pending.id
    return table.choose(option, expect=number, idempotency_key=key)


def lines_of(table: LiveTable) -> bytes:
    return b"\n".join(table.journal())


def chosen(table: LiveTable) -> int:
    with table.looking() as game:
        return sum(isinstance(event, Chosen) for event in game.events)


# --- durable ----------------------------------------------------------------------------------------------------------


def test_what_was_answered_is_in_the_file_when_the_answer_comes(tables: Tables, tmp_path: Path):
    table = new_table(tables)
    for _ in range(5):
        answer = step(table)
        with sqlite3.connect(tmp_path / "tables.sqlite3") as other:
            (last,) = other.execute("SELECT max(n) FROM journal_lines").fetchone()
        assert last == answer.events[-1].n


def test_the_store_writes_ahead_and_synchronises_fully(tables: Tables):
    with tables.store.reading() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2


def test_a_game_played_through_the_store_verifies_and_opens_the_same(tables: Tables, url: str):
    table = new_table(tables)
    while not step(table).over:
        pass
    with table.looking() as game:
        fingerprint = game.fingerprint()
    assert verify(lines_of(table)).fingerprint() == fingerprint
    again = Tables(url)
    with again.open(table.id).looking() as game:
        assert game.over and game.fingerprint() == fingerprint
    again.close()


def test_a_store_that_fails_in_the_middle_leaves_nothing_of_the_choice(tables: Tables, monkeypatch: pytest.MonkeyPatch):
    table = new_table(tables)
    step(table)
    before, made = lines_of(table), chosen(table)

    def broken(*_: object) -> None:
        raise StoreFailed("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(db, "keep_answer", broken)
        with pytest.raises(StoreFailed):
            step(table, "k1")
    assert lines_of(table) == before and chosen(table) == made
    assert step(table, "k1").again is False
    assert chosen(table) == made + 1


def test_a_database_that_refuses_a_write_is_a_store_failure_and_the_game_is_read_anew(tables: Tables):
    table = new_table(tables)
    step(table)
    with tables.store.writing() as connection:
        connection.exec_driver_sql(
            "CREATE TRIGGER full BEFORE INSERT ON journal_lines BEGIN SELECT RAISE(ABORT, 'disk full'); END"
        )
    with table.looking() as game:
        before = game
    with pytest.raises(StoreFailed, match="disk full"):
        step(table)
    with table.looking() as game:
        assert game is not before and game.fingerprint() == Game.replay(lines_of(table)).fingerprint()


def test_a_refused_choice_changes_nothing(tables: Tables):
    table = new_table(tables)
    before = lines_of(table)
    with pytest.raises(IllegalChoice):
        table.choose("dance", idempotency_key="k")
    assert lines_of(table) == before
    assert step(table, "k").again is False


def test_a_journal_that_was_tampered_with_is_not_played(tables: Tables):
    table = new_table(tables)
    step(table)
    with tables.store.writing() as connection:
        lines = db._lines
        query = update(lines).where(lines.c.n == 2).values(line=table.journal()[1])
        connection.execute(query)
        db.change_table(connection, table.id, revision=99)
    with pytest.raises(TableUnreadable, match="line 3"), table.looking():
        pass


def test_a_newer_schema_is_refused(tables: Tables, url: str):
    with tables.store.writing() as connection:
        connection.execute(update(db._schema).values(version=db.SCHEMA + 1))
    with pytest.raises(StoreFailed, match="schema version"):
        Tables(url)


def test_a_database_in_memory_is_refused():
    with pytest.raises(StoreFailed, match="name a file"):
        Tables("sqlite://")


# --- once -------------------------------------------------------------------------------------------------------------


def test_a_repeated_key_gets_the_same_answer_and_resolves_nothing(tables: Tables, url: str):
    table = new_table(tables)
    with table.looking() as game:
        assert game.pending is not None
        option = game.pending.options[0].id
    first = table.choose(option, expect=1, idempotency_key="k")
    again = table.choose(option, expect=1, idempotency_key="k")
    assert again.again and msgspec.structs.replace(again, again=False) == first
    other = Tables(url)
    assert other.open(table.id).choose(option, expect=1, idempotency_key="k") == again
    other.close()
    assert chosen(table) == 1


def test_a_key_with_another_request_is_a_conflict(tables: Tables):
    table = new_table(tables)
    table.choose("upgrade:rolling-thunder", expect=1, idempotency_key="k")
    with pytest.raises(IdempotencyConflict):
        table.choose("upgrade:hardened-resolve", expect=1, idempotency_key="k")
    assert chosen(table) == 1


def test_a_table_is_set_up_once_for_a_key(tables: Tables):
    first = tables.create(PAIR, idempotency_key="k")
    again = tables.create(PAIR, idempotency_key="k")
    assert again.id == first.id and again.again
    assert [record.id for record in tables.list().tables] == [first.id]
    with pytest.raises(IdempotencyConflict):
        tables.create(PAIR, 8, idempotency_key="k")


# --- the story --------------------------------------------------------------------------------------------------------


class Hoarse:
    """A voice that fails as long as it is told to."""

    fails = False

    def __init__(self, game: Game) -> None:
        self.plain = PlainVoice(game)

    def hear(self, events: Sequence[Numbered], names: Names) -> None:
        self.plain.hear(events, names)

    def tell(self, events: Sequence[Numbered], names: Names) -> Sequence[Sentence]:
        if type(self).fails:
            raise RuntimeError("no voice")
        return self.plain.tell(events, names)


def words(table: LiveTable) -> list[tuple[str, tuple[int, ...]]]:
    return [(s.text, s.events) for s in table.story() if s.struck is None]


def test_a_story_that_failed_is_told_later_and_comes_out_the_same(tmp_path: Path):
    told = Tables(f"sqlite:///{tmp_path / 'a'}")
    hoarse = Tables(f"sqlite:///{tmp_path / 'b'}", voices=Hoarse)
    first, second = new_table(told), new_table(hoarse)
    for number in range(40):
        Hoarse.fails = 10 <= number < 20 or number >= 30
        assert step(first) == msgspec.structs.replace(step(second), table=first.id)
    assert len(words(second)) < len(words(first))
    with pytest.raises(RuntimeError, match="no voice"):
        second.retell()
    Hoarse.fails = False
    assert second.retell()
    assert words(second) == words(first)
    assert second.retell() == []
    told.close()
    hoarse.close()


def test_every_sentence_names_events_that_happened(tables: Tables):
    table = new_table(tables)
    for _ in range(30):
        last = step(table)
    assert words(table)
    assert all(1 <= n <= last.events[-1].n for _, events in words(table) for n in events)
    assert all(events for _, events in words(table))


def test_the_story_goes_on_in_the_same_words_after_a_restart(tmp_path: Path):
    at_once, restarted = Tables(f"sqlite:///{tmp_path / 'a'}"), Tables(f"sqlite:///{tmp_path / 'b'}")
    first, second = new_table(at_once), new_table(restarted)
    for number in range(40):
        step(first)
        if number % 10 == 9:
            restarted.close()
            restarted = Tables(f"sqlite:///{tmp_path / 'b'}")
            second = restarted.open(second.id)
        step(second)
    assert words(second) == words(first)
    at_once.close()
    restarted.close()


def test_a_slow_voice_keeps_nobody_waiting_and_tells_nothing_that_was_taken_back(tmp_path: Path):
    speaks = threading.Event()

    class Slow(PlainVoice):
        def tell(self, events: Sequence[Numbered], names: Names) -> Sequence[Sentence]:
            speaks.wait(20)
            return super().tell(events, names)

    tables = Tables(f"sqlite:///{tmp_path / 'a'}", voices=Slow, aside=True)
    table = new_table(tables)
    answers = [step(table) for _ in range(12)]
    undone = table.undo(4, consent=True).events[0].n
    for _ in range(2):
        step(table)
    assert table.story() == []
    speaks.set()
    tables.close()
    tables = Tables(f"sqlite:///{tmp_path / 'a'}")
    table = tables.open(table.id)
    table.retell()
    told = {n for _, events in words(table) for n in events}
    assert told and not told & set(range(answers[8].events[0].n, undone + 1))
    tables.close()


def test_undo_strikes_the_sentences_about_what_was_undone_and_no_others(tables: Tables):
    table = new_table(tables)
    answers = [step(table) for _ in range(20)]
    before = table.story()
    table.undo(5, consent=True)
    since = answers[15].events[0].n
    after = table.story()
    assert [s.id for s in after if s.struck is not None] == [s.id for s in before if max(s.events) >= since]
    assert any(s.struck is not None for s in after) and any(s.struck is None for s in after)


def test_after_an_undo_the_same_choices_meet_the_same_dice_and_are_told_anew(tables: Tables):
    table = new_table(tables)
    for _ in range(20):
        step(table)
    with table.looking() as game:
        fingerprint = game.fingerprint()
    undone = table.undo(5, consent=True).events[0].n
    kept = words(table)
    for _ in range(5):
        step(table)
    with table.looking() as game:
        assert game.fingerprint() == fingerprint
    assert words(table)[: len(kept)] == kept
    anew = words(table)[len(kept) :]
    assert anew and all(min(events) > undone for _, events in anew)


def test_an_undo_before_the_story_was_told_leaves_nothing_to_tell(tmp_path: Path):
    tables = Tables(f"sqlite:///{tmp_path / 'a'}", voices=Hoarse)
    Hoarse.fails = False
    table = new_table(tables)
    for _ in range(20):
        step(table)
    told = words(table)
    Hoarse.fails = True
    for _ in range(5):
        step(table)
    table.undo(5, consent=True)
    Hoarse.fails = False
    assert table.retell() == [] and words(table) == told
    tables.close()


def test_an_undo_that_would_hide_dice_needs_consent(tables: Tables):
    table = new_table(tables)
    for _ in range(20):
        step(table)
    before = lines_of(table)
    with pytest.raises(UndoRefused, match="consent"):
        table.undo(10)
    assert lines_of(table) == before


# --- several at once --------------------------------------------------------------------------------------------------


def test_a_second_process_with_a_stale_game_is_told_so_and_reads_it_anew(tables: Tables, url: str):
    here = new_table(tables)
    step(here)
    other = Tables(url)
    there = other.open(here.id)
    with there.looking() as game:
        assert game.pending is not None
        seen = game.pending
    step(here)
    with pytest.raises(StaleChoice, match="no longer pending"):
        there.choose(seen.options[0], expect=seen.id)
    step(here)
    with pytest.raises(StaleChoice, match="gone on elsewhere"):
        there.choose(seen.options[0])
    step(there)
    assert lines_of(here) == lines_of(there)
    assert chosen(here) == 4
    other.close()


RACER = """
import sys
from gm.tables import Tables
from rules_engine.bots import SensiblePolicy
from rules_engine.bots.trifles import trifle
from rules_engine.errors import StaleChoice
tables = Tables(sys.argv[1])
table = tables.open(sys.argv[2])
won = 0
while True:
    with table.looking() as game:
        if game.pending is None or game.pending.id > 20:
            break
        number, option = game.pending.id, SensiblePolicy().choose(game, game.pending)
    try:
        won += not table.choose(option, expect=number, idempotency_key=f"{sys.argv[3]}-{number}").again
    except StaleChoice:
        pass
print(won)
"""


def test_two_processes_that_race_resolve_each_choice_once(tables: Tables, url: str):
    table = new_table(tables)
    racers = [
        subprocess.Popen([sys.executable, "-c", RACER, url, table.id, name], stdout=subprocess.PIPE, text=True)
        for name in ("a", "b")
    ]
    won = [int(racer.communicate(timeout=120)[0]) for racer in racers]
    assert [racer.returncode for racer in racers] == [0, 0]
    with table.looking() as game:
        ids = [event.choice for event in game.events if isinstance(event, Chosen)]
    assert ids == list(range(1, 21)) and sum(won) == 20
    assert Game.replay(lines_of(table)).pending is not None
    told = table.story()
    assert [s.id for s in told] == list(range(1, len(told) + 1))
    assert [s.events[0] for s in told] == sorted(s.events[0] for s in told)


# --- seats ------------------------------------------------------------------------------------------------------------


def test_another_seat_decides(tables: Tables):
    table = new_table(tables, TWO_SEATS)
    while True:
        with table.looking() as game:
            assert game.pending is not None
            hero = game.state.heroes.get(game.pending.who)
            own = next(option for option in game.pending.options if not option.extra)
        if hero is not None and hero.seat == "2":
            break
        step(table)
    with pytest.raises(NotYourChoice):
        table.choose(own, seat="1")


def to_the_vote(table: LiveTable) -> None:
    """Play on to a Choice on which all must agree."""
    for _ in range(200):
        with table.looking() as game:
            assert game.pending is not None
            if game.pending.agree == "all":
                return
        step(table)
    raise AssertionError("nothing was put to the vote")


def test_a_vote_outlives_the_process(tables: Tables, url: str):
    table = new_table(tables, TWO_SEATS)
    to_the_vote(table)
    answer = table.choose("hold", seat="1", idempotency_key="v1")
    assert answer.waiting and answer.events == ()
    other = Tables(url)
    there = other.open(table.id)
    with there.looking():
        assert there.votes == {"1": "hold"}
    done = there.choose("hold", seat="2")
    assert not done.waiting and done.events[0].event["option"] == "hold"
    other.close()


def test_bots_play_their_own_seats_after_each_answer(tables: Tables):
    table = new_table(tables, TWO_SEATS, bots={"2": Bot.SENSIBLE})
    answered = 0
    while True:
        with table.looking() as game:
            if game.pending is None:
                break
            hero = game.state.heroes.get(game.pending.who)
            assert hero is None or hero.seat == "1"
            option = SensiblePolicy().choose(game, game.pending)
        table.choose(option)
        answered += 1
    assert chosen(table) > answered
    assert verify(lines_of(table)).over


def test_bots_agree_with_the_people_at_the_table(tables: Tables):
    table = new_table(tables, TWO_SEATS, bots={"2": Bot.SENSIBLE})
    to_the_vote(table)
    answer = table.choose("hold", seat="1")
    assert not answer.waiting and answer.events[0].event["option"] == "hold"


def test_undo_with_bots_goes_back_to_the_persons_own_choice(tables: Tables):
    table = new_table(tables, TWO_SEATS, bots={"2": Bot.SENSIBLE})
    to_the_vote(table)
    with table.looking() as game:
        assert game.pending is not None
        number, fingerprint = game.pending.id, game.fingerprint()
    table.choose("hold", seat="1")
    with table.looking() as game:
        assert game.pending is not None and game.pending.id > number
    assert table.undo(1, consent=True).choice == number
    with table.looking() as game:
        assert game.fingerprint() == fingerprint


def test_a_table_of_bots_plays_to_its_end_when_it_is_set_up(tables: Tables):
    table = new_table(tables, bots={"1": Bot.RANDOM})
    with table.looking() as game:
        assert game.over
    assert table.story()[-1].beat == "end"


def test_a_bot_needs_a_seat_of_this_party(tables: Tables):
    with pytest.raises(SetupError, match="seat '9'"):
        tables.create(PAIR, 7, bots={"9": Bot.RANDOM})


# --- fair play --------------------------------------------------------------------------------------------------------


def test_the_secret_of_a_fair_game_is_shown_at_its_end_and_not_before(tables: Tables):
    published = tables.commit()
    record = tables.create(PAIR, FairPlay(published, "our own words"))
    table = tables.open(record.id)
    assert record.commitment == published
    with tables.store.reading() as connection:
        secret = db.table_row(connection, record.id).secret
    assert secret is not None and commitment(secret) == published
    shown = secret.hex().encode()
    last = step(table)
    while not last.over:
        if last.choice % 20 == 0:
            assert shown not in lines_of(table) and shown not in msgspec.json.encode(tables.record(record.id))
        assert shown not in msgspec.json.encode(last)
        last = step(table)
    assert shown in lines_of(table)
    assert verify(lines_of(table), commitment_or_head=published).over


def test_a_fair_game_goes_on_after_a_restart(tables: Tables, url: str):
    record = tables.create(PAIR, FairPlay(tables.commit(), "dust"))
    step(tables.open(record.id))
    again = Tables(url)
    step(again.open(record.id))
    again.close()
    assert chosen(tables.open(record.id)) == 2


def test_a_commitment_serves_one_game_even_if_its_table_is_deleted(tables: Tables):
    published = tables.commit()
    tables.delete(tables.create(PAIR, FairPlay(published, "a")).id)
    with pytest.raises(CommitmentRefused, match="served"):
        tables.create(PAIR, FairPlay(published, "b"))
    with pytest.raises(CommitmentRefused, match="never given out"):
        tables.create(PAIR, FairPlay("0" * 64, "a"))


# --- lists ------------------------------------------------------------------------------------------------------------


def test_tables_are_listed_newest_first_in_pages(tables: Tables):
    made = [tables.create(PAIR, 7, f"evening {n}").id for n in range(5)]
    first = tables.list(2)
    second = tables.list(2, first.next)
    last = tables.list(2, second.next)
    assert [r.id for page in (first, second, last) for r in page.tables] == made[::-1]
    assert last.next == ""


def test_a_deleted_table_is_gone_with_all_that_was_saved_of_it(tables: Tables, tmp_path: Path):
    table = new_table(tables)
    step(table, "k")
    tables.delete(table.id, idempotency_key="d")
    tables.delete(table.id, idempotency_key="d")
    with pytest.raises(UnknownTable):
        tables.delete(table.id)
    with pytest.raises(UnknownTable):
        tables.open(table.id)
    with pytest.raises(UnknownTable):
        step(table)
    with sqlite3.connect(tmp_path / "tables.sqlite3") as other:
        for name in ("journal_lines", "sentences"):
            assert other.execute(f"SELECT count(*) FROM {name}").fetchone() == (0,)


def test_trifling_rerolls_are_declined_for_who_asks_for_it_and_stand_in_the_journal(tables: Tables):
    table = new_table(tables)
    kept = 0
    for _ in range(250):
        with table.looking() as game:
            if game.pending is None:
                break
            option, number = SensiblePolicy().choose(game, game.pending), game.pending.id
            assert game.pending.kind != "reroll" or trifle(game, 0.9) is None
        answer = table.choose(option, expect=number, least=0.9)
        kept += sum(1 for one in answer.events[1:] if one.event.get("kind") == "reroll" and "option" in one.event)
    assert kept
    assert verify(lines_of(table))


def test_rerolls_of_another_seat_are_not_declined(tables: Tables):
    with new_table(tables, TWO_SEATS).looking() as game:
        assert declined(game, "1", 1.0) is None
