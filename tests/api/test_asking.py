"""`brimstone-gm ask` on the command line: follow-ups, personas, a saved table, the history and what was wrong in it."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from api.cli import app
from gm.tables import Tables
from rules_engine import party


@pytest.fixture
def run(data_dir, retriever, tmp_path, monkeypatch):
    """Runs `ask` on the corpus's index, with a database of its own."""
    monkeypatch.setenv("BRIMSTONE_DATA", str(data_dir))
    monkeypatch.setenv("BRIMSTONE_DATABASE_URL", f"sqlite:///{tmp_path / 'tables.sqlite3'}")
    return lambda *words: CliRunner().invoke(app, ["ask", *words])


def test_a_question_is_answered_with_its_sources(run):
    result = run("Side", "bag", "capacity?")
    assert result.exit_code == 0
    assert "5" in result.output and "compilation:" in result.output


def test_as_json_it_has_a_number_and_can_be_followed(run):
    first = json.loads(
        run("How often can a room be scavenged with three heroes?", "--edition", "old-west", "--json").output
    )
    assert first["id"] == 1 and first["claims"][0]["citations"][0]["quote"]
    again = json.loads(run("and in the fortress rules?", "--edition", "old-west", "--follow", "--json").output)
    assert again["edition"] == "forbidden-fortress" and again["understood"] == first["question"]
    shown = run("what about Valhalla?", "--follow")
    assert first["question"] in shown.output


def test_what_the_books_do_not_say_ends_with_status_1(run):
    assert run("How much health does a troll have?").exit_code == 1


@pytest.mark.parametrize(
    "words, said",
    [
        (("Why?", "--persona", "wizard"), "gunslinger"),
        (("Why?", "--edition", "third"), "valhalla"),
        ((" ",), "empty"),
        (("Why?", "--table", "nowhere"), "no game is saved"),
        (("Why?", "--hero", "ada"), "--table"),
        (("--wrong", "7"), "--history"),
        (("Why?", "--set", "atlantis"), "known are old-west, forbidden-fortress, valhalla"),
        (("Why?", "--set", "vikings"), "do you mean valhalla"),
        (("Why?", "--kind", "tales"), "rule or lore"),
    ],
)
def test_wrong_use_says_what_would_be_right(run, words, said):
    result = run(*words)
    assert result.exit_code == 2 and said in result.output


def test_a_question_may_be_kept_to_boxes_and_kinds(run):
    roar = ("What does Massive Club do?", "--json")
    assert json.loads(run(*roar, "--set", "old-west", "--set", "valhalla").output)["entries"][0] == "frost-giant-roar"
    without = run(*roar, "--set", "old-west", "--set", "lost-tombs")
    assert without.exit_code == 1 and "Asked without Gates of Valhalla" in json.loads(without.output)["answer"]
    noted = run("Can a Frost Giant move diagonally?", "--set", "old-west")
    assert noted.exit_code == 0 and "Asked without Gates of Valhalla" in noted.output
    told = json.loads(run("what are trolls like?", "--kind", "lore", "--json").output)
    assert told["entries"][0] == "creature-trolls"


def test_a_persona_speaks(run):
    plain, spoken = (
        run("Can enemies score critical hits?"),
        run("Can enemies score critical hits?", "--persona", "preacher"),
    )
    assert plain.exit_code == spoken.exit_code == 0 and plain.output != spoken.output


def test_a_saved_table_is_asked_about_and_keeps_its_own_talk(run, tmp_path):
    tables = Tables(f"sqlite:///{tmp_path / 'tables.sqlite3'}")
    record = tables.create(party("us-marshal", "bandido", edition="old-west"), "7", "friday")
    table = tables.open(record.id)
    for _ in range(8):
        with table.looking() as game:
            option = game.pending.options[0]
        table.choose(option)
    with table.looking() as game:
        hero = next(iter(game.state.heroes.values()))
        health = game.table.health_left(hero)
    tables.close()
    answer = json.loads(run("how much health do I have?", "--table", "friday", "--hero", hero.name, "--json").output)
    assert answer["mode"] == "computed" and answer["edition"] == "old-west" and str(health) in answer["answer"]
    assert answer["talk"] == f"table:{record.id}"
    assert "how much health" in run("--history", "health", "--table", "friday").output


def test_what_was_asked_is_found_again_and_marked_as_wrong(run):
    assert run("--history").exit_code == 1
    run("What does a bandage heal?")
    run("How far can dynamite be thrown?")
    found = run("--history", "bandage")
    assert found.exit_code == 0 and "bandage" in found.output and "dynamite" not in found.output
    assert run("--wrong", "2", "--note", "it is Strength + 3").exit_code == 0
    assert "2 (wrong)" in run("--history").output
    cases = CliRunner().invoke(app, ["eval", "cases"])
    case = json.loads(cases.output)
    assert (case["question"], case["note"]) == ("How far can dynamite be thrown?", "it is Strength + 3")
