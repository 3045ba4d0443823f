"""The host's ruling at the terminal: `rule EFFECT [for WHOM] because REASON`."""

from __future__ import annotations

from api.session import start
from rules_engine import events as e
from tests.api.test_terminal import play, setup, until


def test_the_host_rules_in_yaml_about_whoever_is_named():
    session = start(setup(), seed="3")
    until(session, "move")
    said = play(session, "rule {gain: {gold: 25}} for Mateo Cruz because the barkeep owed him", "rule me a favour")
    assert session.game.state.heroes["mateo-cruz"].gold == 25
    assert "The host rules: the barkeep owed him." in " ".join(said.split())
    assert sum(isinstance(event, e.HostRuled) for event in session.game.events) == 1


def test_a_ruling_that_cannot_be_read_says_why_and_changes_nothing():
    session = start(setup(), seed="3")
    until(session, "move")
    said = play(session, "rule {gian: {gold: 25}} for Ada Quill because of luck", "rule {gain: {gold: 25}}")
    assert "'gian' is not known" in said and "say it so" in said
    assert not any(isinstance(event, e.HostRuled) for event in session.game.events)
