"""The command line: what it prints, what a program may read, and its exit status (0 done, 1 said no, 2 wrong use)."""

from __future__ import annotations

import json
import os
import re
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from api import cli, setting_up
from api.checking import counted
from rules_engine import Game, GameSetup, HeroSetup
from rules_engine.errors import SetupError
from rules_engine.ruleset import FIELD_SOURCES

ROOT = Path(__file__).resolve().parents[2]
SMALL = ("play", "--auto", "--seed", "7", "--heroes", "us-marshal,bandido")


class Run(NamedTuple):
    status: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path):
    monkeypatch.setenv("BRIMSTONE_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)

    def go(*arguments: str) -> Run:
        capsys.readouterr()
        monkeypatch.setattr(sys, "argv", ["brimstone-gm", *arguments])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        printed = capsys.readouterr()
        code = ended.value.code
        return Run(code if isinstance(code, int) else 0, printed.out, printed.err)

    return go


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The journal of a whole game in open play."""
    from api.session import start

    setup = GameSetup(heroes=(HeroSetup("us-marshal", name="Ada"), HeroSetup("bandido", name="Mateo")))
    session = start(setup, seed="7")
    for _ in session.autoplay():
        pass
    path = tmp_path_factory.mktemp("journals") / "game.jsonl"
    session.write_journal(path)
    return path


# --- help -------------------------------------------------------------------------------------------------------------


def test_help_lists_the_commands():
    done = subprocess.run(
        [sys.executable, "-m", "api.cli", "--help"], capture_output=True, text=True, cwd=ROOT, timeout=60
    )
    assert done.returncode == 0
    for command in ("play", "serve", "ask", "simulate", "verify", "replay", "scenario", "export", "doctor"):
        assert re.search(rf"^  {command} ", done.stdout, re.M), command


def test_help_imports_nothing_heavy():
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "api.cli", "--help"],
        capture_output=True, text=True, cwd=ROOT, timeout=60,
    )  # fmt: skip
    loaded = {line.rpartition("|")[2].strip().partition(".")[0] for line in done.stderr.splitlines()}
    assert "typer" in loaded
    heavy = {"rich", "rules_engine", "gm", "lore", "msgspec", "pydantic", "yaml", "sqlalchemy", "fastapi"}
    assert loaded & heavy == set()


def test_help_answers_at_once():
    # Processor time, since other work on this machine must not fail the test; alone the two are the same.
    def used() -> float:
        spent = resource.getrusage(resource.RUSAGE_CHILDREN)
        return spent.ru_utime + spent.ru_stime

    times = []
    for _ in range(3):
        began = used()
        subprocess.run([sys.executable, "-m", "api.cli", "--help"], capture_output=True, cwd=ROOT, timeout=60)
        times.append(used() - began)
    assert min(times) < 0.4


def test_the_version_is_the_packages(run):
    import importlib.metadata

    assert run("--version").out.strip() == importlib.metadata.version("brimstone-gm")


@pytest.mark.parametrize("arguments", [("dance",), ("play", "--seeds", "7"), ("verify",), ("simulate", "--games", "0")])
def test_wrong_use_is_status_2(run, arguments: tuple[str, ...]):
    assert run(*arguments).status == 2


# --- play -------------------------------------------------------------------------------------------------------------


def test_without_a_terminal_play_says_what_to_do(run, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys.stdin, "isatty", lambda: False, raising=False)
    done = run("play")
    assert done.status == 2
    assert "--auto" in done.err


def test_auto_play_ends_in_victory_or_defeat_with_proof(run, tmp_path: Path):
    done = run(*SMALL, "--journal", "game.jsonl", "--story", "story.md")
    assert done.status == 0
    assert re.search(r"^(VICTORY|DEFEAT) ", done.out, re.M)
    head = re.search(r"head ([0-9a-f]{64})", done.out)
    assert head is not None
    assert run("verify", "game.jsonl", "--commitment", head[1]).status == 0
    assert (tmp_path / "story.md").read_text(encoding="utf-8").startswith("# A Fistful of Dark Stone")


def test_the_same_seed_is_the_same_game(run):
    first, second = run(*SMALL, "--json").data, run(*SMALL, "--json").data
    assert first == second
    assert first["outcome"] in ("victory", "defeat")
    assert first["journal"]["sealed"] is True
    assert {hero["class"] for hero in first["heroes"]} == {"us-marshal", "bandido"}


def test_fair_play_publishes_its_commitment_first_and_the_journal_is_held_against_it(run):
    done = run("play", "--auto", "--heroes", "us-marshal", "--client-seed", "ours", "--journal", "fair.jsonl")
    assert done.status == 0
    published = re.search(r"Commitment to the dice: ([0-9a-f]{64})", done.out)
    assert published is not None
    assert done.out.index(published[1]) < done.out.index("A Fistful of Dark Stone")
    assert run("verify", "fair.jsonl", "--commitment", published[1]).status == 0
    refused = run("verify", "fair.jsonl", "--commitment", "0" * 64)
    assert refused.status == 1
    assert "not the one that was committed to" in refused.out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--mission", "nowhere"), "there is no mission 'nowhere'"),
        (("--heroes", "wizard"), "there is no hero class 'wizard'"),
        (("--edition", "third"), "there is no edition 'third'"),
        (("--switch", "fixed_move"), "name=value"),
        (("--switch", "gravity=low"), "no rules switch 'gravity'"),
        (("--switch", "revive=never"), "it takes 'optional', 'automatic'"),
        (("--preset", "mine"), "no preset 'mine'; known: player-aid"),
        (("--physical-dice", "hero"), "leave out --auto"),
        (("--resume", "last"), "leave out seed or --resume"),
        (("--bots", "9"), "hero numbers from 1 to 4"),
        (("--allies", "butler"), "there is no Ally 'butler'"),
        (("--allies", "footman"), "may not hire a Conquistador Footman"),
        (
            ("--allies", "viking@2"),
            "Bandido may not hire a Viking Warrior: only a Hero with the Keyword Norse or Traveler",
        ),
        (("--allies", "viking@7"), "hero numbers from 1 to 4"),
        (("--allies", "viking/tall"), "/basic or /veteran, not '/tall'"),
        (("--allies", "viking/veteran"), "from Hero Posse Level 5 on"),
        (("--allies", "viking/basic,viking/basic,viking/basic"), "2 Basic Viking Warriors at a time"),
        (("--allies", ",".join(["trail-hand"] * 5)), "never has more than 8"),
        (("--journal", "no/such/folder/game.jsonl"), "no folder"),
    ],
)
def test_a_setup_that_is_wrong_is_status_2_and_says_why(run, arguments: tuple[str, ...], told: str):
    done = run("play", "--auto", "--seed", "7", *arguments)
    assert done.status == 2
    assert told in done.err
    assert "Traceback" not in done.err


def test_allies_are_read_from_words_names_kinds_and_hirers():
    setup = setting_up.game_setup(
        party="bandido,us-marshal", allies="viking, trail-hand=Wes@1, trail/basic@2, viking/veteran", posse_level=5
    )
    first, second = setup.heroes
    assert [(a.type, a.name) for a in first.allies] == [("trail-hand", "Wes")]
    assert [(a.type, a.side, a.veteran) for a in second.allies] == [
        ("viking-warrior", "advanced", False), ("trail-hand", "basic", False), ("viking-warrior", "advanced", True)
    ]  # fmt: skip


def test_a_game_with_allies_is_played_told_and_verified(run):
    done = run(*SMALL, "--allies", "viking=Hakon,trail-hand/basic@2", "--json", "--journal", "game.jsonl")
    assert done.status == 0
    hakon = done.data["heroes"][-1]
    assert (hakon["name"], hakon["class"], hakon["ally_of"], hakon["xp"]) == ("Hakon", "viking-warrior", "Ada Quill", 0)
    assert "Hakon the Viking Warrior" in " ".join(done.data["story"])
    assert run("verify", "game.jsonl").status == 0
    told = run(*SMALL, "--allies", "viking=Hakon", "--no-color").out
    assert "Hakon, Viking Warrior, Ally of Ada Quill:" in told


def test_simulated_games_with_allies_count_those_who_are_killed(run):
    told = run("simulate", "--games", "2", "--heroes", "us-marshal", "--allies", "viking")
    assert told.status == 0 and "us-marshal, viking-warrior" in told.out and "Allies killed" in told.out
    assert "Allies killed" not in run("simulate", "--games", "1", "--heroes", "us-marshal").out


def test_a_game_that_is_asked_for_is_saved_exported_and_resumed(run):
    assert run(*SMALL, "--name", "The Long Night").status == 0
    story = run("export", "The Long Night")
    assert story.status == 0
    assert story.out.startswith("# A Fistful of Dark Stone")
    assert run("export", "last", "--journal", "out.jsonl", "--story", "out.md").status == 0
    assert run("verify", "out.jsonl").status == 0
    assert run("export", "last", "--json").data["name"] == "The Long Night"
    assert run("export", "nobody").status == 1


# --- journals ---------------------------------------------------------------------------------------------------------


def test_verify_says_what_was_checked(run, journal: Path):
    done = run("verify", str(journal))
    assert done.status == 0
    game = Game.replay(journal.read_bytes())
    counts = counted(game.events)
    assert f"{counts.dice} dice and {counts.draws} draws derived again" in done.out
    assert f"{counts.choices} made again" in done.out
    assert game.journal.head in done.out
    assert "table dice" not in done.out


def test_verify_names_the_line_at_fault(run, journal: Path, tmp_path: Path):
    lines = journal.read_bytes().split(b"\n")
    number = next(n for n, line in enumerate(lines) if b'"event":"Rolled"' in line)
    lines[number] = re.sub(rb'"faces":\[\d', b'"faces":[9', lines[number])
    forged = tmp_path / "forged.jsonl"
    forged.write_bytes(b"\n".join(lines))
    done = run("verify", str(forged))
    assert done.status == 1
    assert f"line {number + 1}" in done.out
    told = run("verify", str(forged), "--json")
    assert told.status == 1
    assert told.data["verified"] is False


def test_verify_counts_dice_of_the_table_apart(run, tmp_path: Path):
    from rules_engine.bots import SensiblePolicy, play

    setup = GameSetup(heroes=(HeroSetup("us-marshal"),), table_dice=("hero",))
    game = Game.start(setup, seed=7)
    play(game, SensiblePolicy())
    path = tmp_path / "table.jsonl"
    path.write_bytes(game.journal.dump())
    counts = counted(game.events)
    assert counts.table_dice > 0
    assert f"{counts.table_dice} dice and 0 draws as the players told them" in run("verify", str(path)).out
    assert run("verify", str(path), "--json").data["counts"]["table_dice"] == counts.table_dice


def test_a_journal_cut_short_is_seen_when_held_against_its_head(run, journal: Path, tmp_path: Path):
    game = Game.replay(journal.read_bytes())
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(b"\n".join(journal.read_bytes().split(b"\n")[:-2]) + b"\n")
    done = run("verify", str(cut), "--commitment", game.journal.head)
    assert done.status == 1
    assert "cut short" in done.out


def test_replay_tells_the_same_end(run, journal: Path):
    game = Game.replay(journal.read_bytes())
    data = run("replay", str(journal), "--json").data
    assert data["outcome"] == game.state.outcome
    assert data["journal"]["fingerprint"] == game.fingerprint()
    facts = run("replay", str(journal), "--facts")
    assert facts.status == 0
    assert len(facts.out.splitlines()) > 100


def test_a_file_that_is_not_there_is_wrong_use(run):
    assert run("verify", "nowhere.jsonl").status == 2
    assert run("replay", "nowhere.jsonl").status == 2
    assert run("scenario", "run", "nowhere.yaml").status == 2


def test_many_games_are_simulated_and_measured(run):
    done = run("simulate", "--games", "2", "--heroes", "us-marshal", "--json")
    assert done.status == 0
    assert done.data["games"] == 2
    assert 0 <= done.data["win_rate"]["low"] <= done.data["win_rate"]["high"] <= 1
    assert "2 games of a-fistful-of-dark-stone" in run("simulate", "--games", "2", "--heroes", "us-marshal").out
    assert run("simulate", "--policy", "reckless").status == 2


# --- scenarios, rules, health -----------------------------------------------------------------------------------------


def test_scenarios_are_played_and_counted(run, tmp_path: Path):
    (tmp_path / "broken.yaml").write_text("title: [", encoding="utf-8")
    done = run("scenario", "run", "broken.yaml")
    assert done.status == 1
    assert done.out.splitlines()[-1] == "0 passed, 1 failed"
    data = run("scenario", "run", "broken.yaml", "--json").data
    assert data["summary"] == "0 passed, 1 failed"


def test_a_question_that_cannot_be_asked_is_wrong_use(run):
    assert run("ask", " ").status == 2
    assert run("ask", "what is grit", "--edition", "third").status == 2


@pytest.mark.slow
def test_a_rules_question_is_answered_with_its_source(run):
    done = run("ask", "Can Grit re-roll Hold Back the Darkness?", "--json")
    assert done.status == 0
    assert done.data["claims"][0]["citations"]
    assert run("ask", "What is the airspeed of an unladen swallow?", "--json").status == 1


def test_the_doctor_tries_each_thing_and_fails_for_what_is_needed(run, monkeypatch: pytest.MonkeyPatch):
    from api import diagnosis

    def broken() -> str:
        raise OSError("the disk is full")

    quick = [check for check in diagnosis.CHECKS if check[0] not in ("rules index", "rules engine")]
    monkeypatch.setattr(diagnosis, "CHECKS", tuple(quick))
    healthy = run("doctor", "--json")
    assert healthy.status == 0
    assert healthy.data["healthy"] is True
    assert {f["what"] for f in healthy.data["findings"]} >= {"Python", "packages", "data folder", "language model"}
    monkeypatch.setattr(diagnosis, "CHECKS", (*quick, ("saloon", broken, True)))
    ill = run("doctor")
    assert ill.status == 1
    assert "FAIL  saloon          OSError: the disk is full" in ill.out
    monkeypatch.setattr(diagnosis, "CHECKS", (*quick, ("piano", broken, False)))
    assert run("doctor").status == 0


# --- the setup on the command line ------------------------------------------------------------------------------------


def test_heroes_may_be_named_on_the_command_line():
    setup = setting_up.game_setup(party="us-marshal=Ada,bandido", names=("", "Mat"), bots="2")
    assert [(h.cls, h.name, h.seat) for h in setup.heroes] == [("us-marshal", "Ada", "1"), ("bandido", "Mat", "bot")]


def test_switches_keep_their_kind():
    assert setting_up.switches(["fixed_move=true", "door-xp=0", "revive=automatic"]) == {
        "fixed_move": True,
        "door_xp": 0,
        "revive": "automatic",
    }


def test_a_switch_whose_values_are_words_takes_a_number_as_a_word():
    assert setting_up.switches(["critical=6", "poison-wears-off=5"]) == {"critical": "6", "poison_wears_off": 5}


def test_a_preset_goes_over_the_edition_and_a_switch_over_the_preset(run):
    arguments = (
        *SMALL,
        "--edition",
        "old-west",
        "--preset",
        "player-aid",
        "--switch",
        "aim=false",
        "--journal",
        "aid.jsonl",
    )
    assert run(*arguments).status == 0
    game = Game.replay(Path("aid.jsonl").read_bytes())
    assert (game.rules.edition, game.rules.aim, game.rules.run, game.rules.grit_after) == (
        "old-west",
        False,
        True,
        "gain",
    )


def test_the_rules_switches_are_listed_with_their_meaning_and_every_editions_reading(run):
    listed = run("rules", "--json").data
    assert {one["name"] for one in listed} == set(FIELD_SOURCES)
    assert all(one["meaning"] and one["values"] and len(one["sources"]) == 2 for one in listed)
    told = run("rules")
    assert told.status == 0 and "off_hand_penalty: how much more the off-hand gun needs" in told.out
    assert "    0: old-west" in run("rules", "--edition", "old-west").out
    assert run("rules", "--edition", "third").status == 2


def test_all_dice_may_be_physical_but_not_a_bots():
    assert setting_up.physical_dice("all") == ("decks", "enemy", "hero", "map", "target")
    with pytest.raises(SetupError, match="nobody rolls for a bot"):
        setting_up.game_setup(dice="hero", bots="2")


def test_output_to_a_closed_pipe_is_no_traceback():
    command = f"{sys.executable} -m api.cli play --auto --seed 7 --heroes us-marshal | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, cwd=ROOT, timeout=60, env=os.environ)
    assert "Traceback" not in done.stderr
