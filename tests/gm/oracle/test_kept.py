"""The oracle keeps to kinds and boxes in each way of answering, and says what it leaves out."""

from __future__ import annotations

import pytest

from gm.oracle import Mode, OracleError

XP = "How much XP do we get for killing two Drowned Dead?"


@pytest.mark.parametrize(
    "asked, said",
    [
        ({"sets": ["valhalla", "atlantis"]}, "no set 'atlantis'; known are old-west, forbidden-fortress, valhalla"),
        ({"kinds": ["rules"]}, "no kind 'rules'; choose rule or lore"),
    ],
)
def test_an_unknown_set_or_kind_is_refused_with_those_that_there_are(oracle, asked, said):
    with pytest.raises(OracleError, match=said):
        oracle.ask("Can enemies score critical hits?", **asked)


def test_a_general_question_is_answered_alike_in_any_box(oracle):
    whole, kept = (oracle.ask("Can enemies score critical hits?", sets=sets) for sets in ((), ("lost-tombs",)))
    assert kept.answer.startswith("No.") and kept.claims == whole.claims and kept.edition_notes == whole.edition_notes


def test_what_is_computed_of_a_box_left_out_is_not_told(oracle):
    assert oracle.ask(XP).mode is Mode.COMPUTED
    assert oracle.ask(XP, sets=("serpent-kings",)).mode is Mode.COMPUTED
    without = oracle.ask(XP, sets=("old-west",))
    assert without.abstained and without.answer.startswith("Asked without Valley of the Serpent Kings")
    assert without.pack_answer is None and "30 XP" not in without.answer


def test_a_general_sum_is_computed_whatever_the_box(oracle):
    question = "How often can a room be scavenged with three heroes?"
    assert oracle.ask(question, sets=("valhalla",)).answer == oracle.ask(question).answer


def test_an_answer_from_general_rules_says_what_was_left_out(oracle):
    answer = oracle.ask("Can a Frost Giant move diagonally?", sets=("old-west",))
    assert not answer.abstained and "frost-giant-roar" not in answer.entries
    assert answer.edition_notes[0] == "Asked without Gates of Valhalla, where 'frost giant' belongs."
    nearest = oracle.ask("What does Massive Club do?", sets=("old-west",))
    assert nearest.abstained and "Gates of Valhalla" in nearest.answer and len(nearest.answer.split()) <= 90
    assert not oracle.ask("What does Massive Club do?", sets=("valhalla",)).abstained


def test_packs_say_nothing_of_a_box_left_out(oracle):
    question = "How much health does a troll have?"
    assert oracle.ask(question).abstained and oracle.ask(question, sets=("old-west",)).pack_answer is None


def test_lore_alone_computes_no_rule(oracle):
    told = oracle.ask("what are trolls like?", kinds=("lore",))
    assert told.entries[0] == "creature-trolls"
    assert oracle.ask(XP, kinds=("lore",)).mode is not Mode.COMPUTED


def test_a_follow_up_keeps_to_the_boxes_that_it_is_asked_with(oracle):
    first = oracle.ask("What does Massive Club do?", sets=("valhalla",))
    then = oracle.ask("and in the fortress rules?", earlier=(first.exchange,), sets=("old-west",))
    assert "frost-giant-roar" not in then.entries and "frost-giant-facts" not in then.entries
