"""The terminal game, played by a scripted person: answers in words, numbers and spaces; commands; saving; undo."""

from __future__ import annotations

import io
import os
import pty
import re
import select
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path

import msgspec
import pytest
from rich.console import Console

from api import saved, screen
from api.answers import faces, listing, understand
from api.session import Session, start
from api.terminal import Terminal
from gm.tables import Tables
from rules_engine import Choice, GameSetup, HeroSetup
from rules_engine.errors import AmbiguousChoice, IllegalChoice
from rules_engine.setup import AllySetup
from rules_engine.state import Enemy


def marshal(name: str = "Ada Quill", space: str = "1.15") -> HeroSetup:
    return HeroSetup("us-marshal", name=name, upgrade="hardened-resolve", token="bandages", space=space)


def bandido(name: str = "Mateo Cruz", space: str = "1.16", seat: str = "1") -> HeroSetup:
    return HeroSetup("bandido", name=name, upgrade="hair-trigger", token="bandages", space=space, seat=seat)


def setup(*heroes: HeroSetup, **rest: object) -> GameSetup:
    return GameSetup(heroes=heroes or (marshal(), bandido()), **rest)  # type: ignore[arg-type]


class Person:
    """Types the lines given, then ends the input."""

    def __init__(self, *lines: str) -> None:
        self.lines = list(lines)
        self.asked: list[str] = []

    def __call__(self, prompt: str) -> str:
        self.asked.append(prompt)
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)


def sit_down(session: Session, *lines: str, journal: Path | None = None) -> tuple[Terminal, io.StringIO]:
    out = io.StringIO()
    console = Console(file=out, width=110, force_terminal=False, highlight=False, markup=False, emoji=False)
    return Terminal(session, console, Person(*lines), journal=journal), out


def play(session: Session, *lines: str) -> str:
    terminal, out = sit_down(session, *lines)
    terminal.play()
    return out.getvalue()


def answers(session: Session) -> list[str]:
    return [answer for _, answer in session.game.choices_made]


def until(session: Session, kind: str, avoid: Iterable[str] = ()) -> Choice:
    """Let the bot play until a choice of a kind comes up."""
    for _ in range(3000):
        choice = session.game.pending
        assert choice is not None, f"the game ended before a {kind} choice"
        if choice.kind == kind:
            return choice
        session.choose(session.advice())
    raise AssertionError(f"no {kind} choice in 3000")


@pytest.fixture
def tables(tmp_path: Path) -> Iterable[Tables]:
    found = Tables(f"sqlite:///{tmp_path / 'tables.sqlite3'}")
    yield found
    found.close()


def saved_game(tables: Tables, game: GameSetup | None = None, name: str = "") -> saved.SavedSession:
    return saved.create(tables, game or setup(), seed="7", commitment="", client_seed="", name=name)


# --- answering --------------------------------------------------------------------------------------------------------


def test_a_number_a_word_an_id_and_a_space_all_answer():
    session = start(setup(), seed="7")
    until(session, "turn")
    played = len(answers(session))
    play(session, "hold back")
    assert answers(session)[played] == "hold"
    choice = until(session, "move")
    space = next(o.target for o in choice.options if o.id.startswith("move:"))
    assert space is not None
    play(session, space)
    assert answers(session)[-1] == f"move:{space}"


def test_a_space_by_its_two_digits():
    session = start(setup(), seed="7")
    choice = until(session, "move")
    listed = listing(session.game, choice)
    space = sorted(listed.on_map)[0]
    assert understand(session.game, listed, space.partition(".")[2]) == f"move:{space}"
    assert understand(session.game, listed, f"go to {space}") == f"move:{space}"


def test_an_unmarked_space_is_refused_and_nothing_changes():
    session = start(setup(), seed="7")
    until(session, "move")
    before = session.game.fingerprint()
    out = play(session, "99.99")
    assert "99.99 is not one of the spaces" in out
    assert session.game.fingerprint() == before


def test_two_digits_that_fit_spaces_of_two_tiles_are_asked_back():
    session = start(setup(), seed="7")
    while True:
        choice = until(session, "move")
        listed = listing(session.game, choice)
        tails = [space.partition(".")[2] for space in listed.on_map]
        twice = next((t for t in tails if tails.count(t) > 1 and t[0] == "0"), "")
        if twice:
            break
        session.choose(session.advice())
    with pytest.raises(AmbiguousChoice, match="several tiles"):
        understand(session.game, listed, twice)


def test_words_that_fit_several_options_are_asked_back_and_nothing_changes():
    session = start(setup(), seed="7")
    until(session, "attack")
    choice = session.game.pending
    assert choice is not None and sum(o.label.startswith("fire") for o in choice.options) >= 2
    before = session.game.fingerprint()
    out = play(session, "shoot")
    assert "'shoot' may mean" in out and "Which?" in out
    assert session.game.fingerprint() == before


def test_a_bare_verb_never_picks_the_option_that_declines():
    session = start(setup(), seed="7")
    choice = until(session, "search")
    listed = listing(session.game, choice)
    with pytest.raises(IllegalChoice):
        understand(session.game, listed, "search")
    assert understand(session.game, listed, "do not search") == "done"
    assert understand(session.game, listed, "scavenge").startswith("scavenge:")


def test_a_heros_name_alone_uses_nothing_up():
    session = start(setup(), seed="7")
    choice = until(session, "turn")
    listed = listing(session.game, choice)
    extras = [o for o in choice.options if o.extra and o.label.startswith("Mateo Cruz - ")]
    assert extras
    with pytest.raises(IllegalChoice):
        understand(session.game, listed, "mateo")


def test_numbers_run_over_the_list_only():
    session = start(setup(), seed="7")
    choice = until(session, "turn")
    listed = listing(session.game, choice)
    assert [one.number for one in listed.shown] == list(range(1, len(choice.options) + 1))
    with pytest.raises(IllegalChoice, match="from 1 to"):
        understand(session.game, listed, "77")


def test_big_move_choices_list_a_few_spaces_and_mark_the_rest():
    session = start(setup(), seed="7")
    choice = until(session, "move")
    spaces = [o for o in choice.options if o.id.startswith("move:")]
    assert len(spaces) > 8
    listed = listing(session.game, choice)
    assert len(listed.shown) < len(choice.options)
    assert listed.on_map == {o.target for o in spaces}
    picture = screen.board_map(session.game, listed.on_map).plain
    assert all(space.partition(".")[2] in picture for space in listed.on_map)


def test_hits_are_assigned_by_an_enemys_mark_on_the_map():
    session = start(setup(), seed="7")
    while True:
        choice = until(session, "assign_hit")
        if len({o.target for o in choice.options}) > 1:
            break
        session.choose(session.advice())
    listed = listing(session.game, choice)
    target = str(choice.options[0].target)
    mark = screen.glyphs(session.game)[target]
    verb = "all" if any(o.id.startswith("all:") for o in choice.options) else "hit"
    found = understand(session.game, listed, f"{verb} {mark}")
    assert found == f"{verb}:{target}"
    out = play(session, "")
    assert len(re.findall(rf"^ +{mark} ", out, re.M)) >= 1


# --- physical dice ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("typed", "told"), [("3 5", "3 5"), ("3,5", "3 5"), ("35", "3 5"), (" 6   1 ", "6 1")])
def test_faces_are_typed_on_one_line(typed: str, told: str):
    choice = Choice(1, "party", "dice", "Roll", (), form="dice:6,6")
    assert faces(choice, typed) == told


@pytest.mark.parametrize("typed", ["7 1", "3", "1 2 3", "a b", "0 1", "²5", ""])
def test_faces_that_no_dice_show_are_refused(typed: str):
    choice = Choice(1, "party", "dice", "Roll", (), form="dice:6,6")
    with pytest.raises(IllegalChoice):
        faces(choice, typed)


def test_dice_of_the_table_are_asked_for_and_journaled_as_told():
    session = start(setup(table_dice=("hero",)), seed="7")
    until(session, "turn")
    out = play(session, "hold", "auto", "3 9", "34")
    assert "type the faces" in out
    assert "no bot can see the dice" in out
    assert "die 2 shows 1 to 6" in out
    rolled = [e for e in session.game.events if type(e).__name__ == "Rolled" and e.purpose.startswith("hold")]
    assert [(e.faces, e.source) for e in rolled] == [([3, 4], "table")]


def test_cards_of_a_physical_deck_are_answered_by_name():
    session = start(setup(table_dice=("decks",)), seed="7")
    choice = until(session, "name")
    listed = listing(session.game, choice)
    option = choice.options[0]
    assert understand(session.game, listed, option.label) == option.id


# --- commands ---------------------------------------------------------------------------------------------------------


def test_commands_show_things_and_change_nothing():
    session = start(setup(), seed="7")
    until(session, "move")
    before = session.game.fingerprint()
    commands = "map, party, party ada, dice 2, why, what 1, what shotgun, log 3, story, hint, save, resume, help"
    out = play(session, *commands.split(", "))
    assert session.game.fingerprint() == before
    assert "tile 1 Entrance" in out
    assert re.search(r"Shotgun: Gun: Range \d", out)
    assert re.search(r"Roll \d+: .*stream hero", out)
    assert "compilation: Hero Movement" in out
    assert "The bot would:" in out
    assert "?question" in out


def test_the_party_shows_allies_and_whose_they_are():
    wes = AllySetup("trail-hand", name="Wes", upgrades=("trail-hand-duster",), mutations=("2",), xp=2)
    ada = msgspec.structs.replace(marshal(), allies=(wes, AllySetup("viking-warrior", "basic")))
    session = start(setup(ada), seed="7")
    until(session, "turn")
    out = " ".join(play(session, "party", "party wes", "map").split())
    assert "Basic Allies: Viking Warrior" in out
    assert "Ally of Ada Quill, Ally XP 2" in out and "Grit 0" not in out
    assert "Wes, Trail Hand (Ally of Ada Quill" in out
    assert "Weapons: Skinning Knife, Saddle Carbine" in out
    assert "Upgrades: Oiled Duster" in out and "Mutations: Shaking Hands" in out


def test_a_hero_called_like_markup_is_shown_as_typed():
    session = start(setup(marshal("[red]Ada[/red]"), bandido("Mat\x1b[31meo")), seed="7")
    until(session, "turn")
    out = play(session, "party")
    assert "[red]Ada[/red]" in out
    assert "\x1b" not in out


def test_auto_lets_the_bot_decide_one_choice_and_auto_turn_the_rest_of_the_turn():
    session = start(setup(), seed="7")
    until(session, "turn")
    made = len(answers(session))
    play(session, "auto")
    assert len(answers(session)) == made + 1
    play(session, "auto turn")
    assert session.game.state.turn == 2


def test_only_what_changed_is_shown_again():
    session = start(setup(), seed="7")
    until(session, "turn")
    out = play(session, "hold")
    assert len(re.findall("Ada Quill +Health", out)) == 1


def test_the_story_is_told_before_the_next_choice():
    session = start(setup(), seed="7")
    out = play(session)
    assert "A Fistful of Dark Stone" in out
    choice = session.game.pending
    assert choice is not None
    assert out.index("A Fistful of Dark Stone") < out.index(choice.prompt)


def test_a_question_is_answered_with_its_source_and_the_index_is_opened_once(monkeypatch: pytest.MonkeyPatch):
    from gm import oracle

    opened: list[Path] = []

    class Scripted:
        first_time = True

        def __init__(self, folder: Path, **more: object) -> None:
            opened.append(folder)

        def ask(self, question: str, edition: str, **more: object) -> oracle.Answer:
            cited = oracle.Citation("compilation", "Re-roll Limits", "chunk", "quote")
            claim = oracle.Claim("No.", (cited,))
            answer = f"{question} ({edition}): no."
            return oracle.Answer(question, edition, answer, False, oracle.Mode.EXTRACTIVE, (claim,), (), 1.0, 1.0)

        def close(self) -> None:
            opened.append(Path("closed"))

    monkeypatch.setattr(oracle, "Oracle", Scripted)
    session = start(setup(), seed="7")
    before = session.game.fingerprint()
    out = play(session, "?may I", "? and again", "?")
    assert "opening the rulebooks; for the first time" in out and "may I (compilation): no." in out
    assert "compilation: Re-roll Limits" in out
    assert "ask after the question mark" in out
    assert len(opened) == 2 and opened[1] == Path("closed")
    assert session.game.fingerprint() == before


def test_an_option_says_what_it_does_before_it_is_taken():
    session = start(GameSetup(heroes=(HeroSetup("us-marshal"),)), seed="7")
    out = play(session)
    choice = session.game.pending
    assert choice is not None and choice.kind == "starting_upgrade"
    details = [" ".join(option.detail.split()) for option in choice.options]
    assert all(details)
    assert all(detail.split(".")[0][:40] in " ".join(out.split()) for detail in details)


def test_a_voice_that_fails_stops_no_game_and_is_heard_again():
    from gm.story import PlainVoice

    class Hoarse(PlainVoice):
        hoarse = False

        def tell(self, events, names):  # type: ignore[no-untyped-def]
            if Hoarse.hoarse:
                raise RuntimeError("no voice")
            return super().tell(events, names)

    session = Session(start(setup(), seed="7").game, voices=Hoarse)
    until(session, "turn")
    told = len(session.story)
    Hoarse.hoarse = True
    session.choose("hold")
    assert session.untold == "RuntimeError: no voice"
    assert len(session.story) == told
    Hoarse.hoarse = False
    session.choose(session.advice())
    assert session.untold == ""
    clear = Session(session.game)
    assert [s.text for s in session.story] == [s.text for s in clear.story]


# --- undo, saving, resuming -------------------------------------------------------------------------------------------


def test_undo_of_shown_dice_needs_everybodys_consent(tables: Tables):
    session = saved_game(tables)
    until(session, "turn")
    before = answers(session)
    out = play(session, "hold", "undo", "n", "undo", "y")
    assert "nothing was undone" in out
    assert "Taken back." in out
    assert answers(session) == before


def test_undo_strikes_what_was_told(tables: Tables):
    session = saved_game(tables)
    until(session, "turn")
    told = [s.text for s in session.story]
    play(session, "hold")
    assert len(session.story) > len(told)
    session.undo(consent=True)
    assert [s.text for s in session.story] == told


def test_leaving_saves_and_says_how_to_come_back(tables: Tables):
    session = saved_game(tables)
    until(session, "turn")
    terminal, out = sit_down(session, "hold")
    assert terminal.play() is False
    assert f"--resume {session.id}" in out.getvalue()
    again = saved.SavedSession(tables, tables.open(saved.find(tables, "last").id))
    assert again.game.fingerprint() == session.game.fingerprint()
    assert [s.text for s in again.story] == [s.text for s in session.story]


def test_each_answer_is_durable_before_the_next_is_asked(tables: Tables):
    session = saved_game(tables)
    choice = session.game.pending
    assert choice is not None
    session.choose(choice.options[0].id)
    stored = b"\n".join(tables.open(session.id).journal()) + b"\n"
    assert stored == session.game.journal.dump()


def test_a_saved_game_is_found_by_its_name_and_a_wrong_one_is_explained(tables: Tables):
    session = saved_game(tables, name="The Long Night")
    assert saved.find(tables, "the long night").id == session.id
    with pytest.raises(Exception, match="there is no table 'nobody'"):
        saved.find(tables, "nobody")


def test_interrupting_saves(tables: Tables):
    session = saved_game(tables)

    def interrupted(prompt: str) -> str:
        raise KeyboardInterrupt

    out = io.StringIO()
    assert Terminal(session, Console(file=out, width=100), interrupted).play() is False
    assert "Saved." in out.getvalue()


def test_bots_play_their_heroes_and_people_the_rest(tables: Tables):
    session = saved_game(tables, setup(marshal(), bandido(seat="bot")))
    assert session.bots == ("bot",)
    play(session, *["auto"] * 12)
    bots = {e.seat for e in session.game.events if type(e).__name__ == "Chosen" and e.who == "mateo-cruz"}
    assert bots == {"bot"}


def test_a_finished_game_ends_with_its_proof(tmp_path: Path):
    session = start(setup(marshal()), seed="3")
    for _ in session.autoplay():
        pass
    terminal, out = sit_down(session, journal=tmp_path / "game.jsonl")
    assert terminal.play() is True
    assert re.search(r"VICTORY|DEFEAT", out.getvalue())
    assert session.game.journal.head in out.getvalue()
    assert (tmp_path / "game.jsonl").read_bytes() == session.game.journal.dump()


# --- on a real terminal -----------------------------------------------------------------------------------------------


def test_a_person_at_a_real_terminal_plays_and_comes_back(tmp_path: Path):
    env = {**os.environ, "BRIMSTONE_DATA": str(tmp_path), "TERM": "xterm", "COLUMNS": "110", "LINES": "50"}

    def run(arguments: list[str], lines: list[tuple[str, str]]) -> str:
        main, other = pty.openpty()
        process = subprocess.Popen(
            [sys.executable, "-m", "api.cli", "play", "--no-color", *arguments],
            stdin=other, stdout=other, stderr=other, env=env, close_fds=True,
        )  # fmt: skip
        os.close(other)
        seen = ""

        def read_until(pattern: str) -> None:
            nonlocal seen
            start, end = len(seen), time.monotonic() + 60
            while not re.search(pattern, seen[start:]):
                assert time.monotonic() < end, f"no {pattern!r} in:\n{seen[start:]}"
                if select.select([main], [], [], 0.2)[0]:
                    try:
                        data = os.read(main, 65536)
                    except OSError:
                        data = b""
                    assert data, f"the terminal closed before {pattern!r}:\n{seen[start:]}"
                    seen += data.decode("utf-8", "replace")

        try:
            for pattern, line in lines:
                read_until(pattern)
                os.write(main, line.encode())
            read_until("--resume")
            assert process.wait(timeout=30) == 0
        finally:
            process.kill()
            os.close(main)
        return seen

    first = run(
        ["--seed", "7", "--heroes", "us-marshal=Ada"],
        [(r"Upgrade\?[^>]*> ", "1\n"), (r"Token\?[^>]*> ", "bandages\n"), (r"start\?[^>]*> ", "15\n"),
         (r"What do you do\?[^>]*> ", "hold\n"), (r"may move[^>]*> ", "stay\n"), (r"> ", "\x04")],
    )  # fmt: skip
    assert "Saved." in first
    second = run(["--resume", "last"], [(r"> ", "quit\n")])
    assert "Game Turn 1" in second


def test_rerolls_of_little_worth_are_declined_when_asked_for() -> None:
    session = start(setup(), seed="7")
    said = play(session, "rerolls 25", "rerolls perhaps", "quit")
    assert session.least == 0.25
    assert "less than 25 times in 100" in said and "say it so" in said


def test_an_extra_large_enemy_is_drawn_on_all_its_spaces():
    session = start(setup(), seed="7")
    until(session, "move")
    game = session.game
    game.state.enemies["void-spiders-1"] = Enemy("void-spiders-1", "void-spiders", "1.03", base="se")
    assert screen.board_map(game).plain.count(screen.glyphs(game)["void-spiders-1"]) == 4


def test_another_voice_answers_from_then_on_and_an_unknown_one_is_told_who_there_is():
    terminal, out = sit_down(start(setup(), seed=5))
    for line in ("persona", "persona nobody", "persona gunslinger"):
        assert terminal._commands.run(line)
    said = out.getvalue()
    assert said.count("who answers is plain") == 2 and "gunslinger" in said
    assert "A retired gunslinger answers from now on" in said


def test_a_wrong_answer_is_kept_as_a_case_with_what_the_player_says_of_it(tmp_path, monkeypatch):
    from gm.oracle.history import History
    from gm.settings import Settings
    from gm.store import Store

    monkeypatch.setenv("BRIMSTONE_DATA_DIR", str(tmp_path))
    terminal, out = sit_down(start(setup(), seed=5))
    terminal._commands.run("wrong it costs nothing")
    assert "nothing was asked yet" in out.getvalue()
    terminal._commands.run("?how many wounds does a bandage heal?")
    terminal._commands.run("wrong it heals more")
    store = Store(Settings().database)
    try:
        (case,) = History(store).cases()
    finally:
        store.close()
    assert case.note == "it heals more" and "bandage" in case.question


def test_it_is_the_enemy_that_the_hero_faces_and_how_it_was_understood_is_shown(oracle, monkeypatch):
    from gm import oracle as asked

    monkeypatch.setattr(asked, "Oracle", lambda *_, **__: oracle)
    monkeypatch.setattr(oracle, "close", lambda: None)
    session = start(setup(), seed="7")
    until(session, "move")
    game = session.game
    hero = game.state.heroes[game.pending.who]
    game.state.enemies.clear()
    beside = min(space for space in game.table.board.adjacent[hero.space])
    game.state.enemies["void-spiders-1"] = Enemy("void-spiders-1", "void-spiders", beside)
    terminal, out = sit_down(session)
    terminal._commands.run("?how much xp is it worth")
    assert "(how much xp is the Void Spider worth)" in out.getvalue() and "XP 5" in out.getvalue()
