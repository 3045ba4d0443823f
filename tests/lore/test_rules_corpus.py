"""The rules corpus keeps its own format: complete, consistent, and every source can be found in its rulebook."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from lore.corpus_model import (
    MAX_STATEMENT_WORDS,
    CorpusError,
    Edition,
    LoreEntry,
    RuleEntry,
    load_corpus,
    parse_entries,
)
from rules_engine.ruleset import FIELD_SOURCES
from rules_engine.switches import switches

RULEBOOKS = Path(__file__).resolve().parents[3] / "shared" / "rulebooks"
BOOK_PREFIX = {
    Edition.COMPILATION: "000",
    Edition.OLD_WEST: "001",
    Edition.VALHALLA: "002",
    Edition.FORBIDDEN_FORTRESS: "003",
    Edition.PLAYER_AID: "004",
}
ASKED_SYSTEMS = {f"S{number:02d}" for number in range(1, 81)}
GOOD_RULE = """
- id: a-rule
  title: A rule
  kind: rule
  systems: [S01]
  statements: [{text: One., modality: is}, {text: Two., modality: may}]
  editions: {all: true}
  keywords: [rule]
  source: [{book: compilation, heading: Dice, lines: [37, 52]}]
  example: An example.
"""


def rules() -> list[RuleEntry]:
    return [entry for entry in load_corpus() if isinstance(entry, RuleEntry)]


def words(text: str) -> str:
    return " ".join(re.findall(r"[a-z0-9']+", text.lower()))


def sentences(rule: RuleEntry) -> Iterator[str]:
    yield from (statement.text for statement in (*rule.statements, *rule.exceptions))
    yield from (difference.text for difference in rule.editions.differences)


def lines_of(prefix: str) -> list[str]:
    (path,) = RULEBOOKS.glob(f"{prefix}_*.txt")
    return [words(line) for line in path.read_text("utf-8", "replace").split("\n")]


def rule_named(entry_id: str) -> RuleEntry:
    return next(rule for rule in rules() if rule.id == entry_id)


def test_there_are_at_least_110_rules() -> None:
    assert len(rules()) >= 110


def test_ids_are_unique_over_rules_and_lore() -> None:
    ids = [entry.id for entry in load_corpus()]
    assert len(ids) == len(set(ids))


def test_every_system_of_the_game_has_a_rule() -> None:
    covered = {system for rule in rules() for system in rule.systems}
    assert not ASKED_SYSTEMS - covered


def test_see_also_names_other_entries() -> None:
    known = {entry.id for entry in load_corpus()}
    for entry in load_corpus():
        assert set(entry.see_also) <= known - {entry.id}, entry.id


def test_no_sentence_is_longer_than_45_words() -> None:
    too_long = [
        (rule.id, text) for rule in rules() for text in sentences(rule) if len(text.split()) > MAX_STATEMENT_WORDS
    ]
    assert not too_long


def test_sentences_start_and_end_like_sentences() -> None:
    odd = [(rule.id, text) for rule in rules() for text in sentences(rule) if text[0].islower() or text[-1] not in ".!"]
    assert not odd


def test_no_sentence_is_said_twice() -> None:
    said = [words(statement.text) for rule in rules() for statement in rule.statements]
    assert len(said) == len(set(said))


def test_a_difference_does_not_just_repeat_a_statement() -> None:
    for rule in rules():
        said = {words(statement.text) for statement in rule.statements}
        assert not said & {words(difference.text) for difference in rule.editions.differences}, rule.id


def test_a_rule_of_one_edition_holds_only_there() -> None:
    house_rules = rule_named("aid-options")
    assert house_rules.editions.hold(Edition.PLAYER_AID)
    assert not house_rules.editions.hold(Edition.OLD_WEST)


def test_a_rule_of_all_editions_holds_everywhere() -> None:
    assert all(rule_named("hold-back-the-darkness").editions.hold(edition) for edition in Edition)


def test_every_field_of_the_ruleset_is_told_of_by_its_number_or_by_its_name() -> None:
    numbers = {difference.field for rule in rules() for difference in rule.editions.differences}
    named = {switch for rule in rules() for switch in rule.switches}
    silent = [name for name, (number, _, _) in FIELD_SOURCES.items() if number not in numbers and name not in named]
    assert not silent, "name them in an entry: `editions: differences: field: C..`, or `switches: [..]`"
    assert named <= set(FIELD_SOURCES)


def test_every_optional_rule_has_an_entry_that_says_so_and_names_its_switch() -> None:
    optional = {switch for rule in rules() if rule.optional for switch in rule.switches}
    assert {one.name for one in switches() if one.meaning.startswith("optional")} <= optional


def test_scavenge_states_both_editions_of_its_limit() -> None:
    limits = [difference for difference in rule_named("scavenge").editions.differences if difference.field == "C02"]
    told = {edition: limit.text for limit in limits for edition in limit.editions}
    assert "once" in told[Edition.OLD_WEST]
    assert "3-4 Heroes 2" in told[Edition.FORBIDDEN_FORTRESS]


def test_lore_entries_are_read_beside_the_rules() -> None:
    assert any(isinstance(entry, LoreEntry) for entry in load_corpus())


@pytest.mark.skipif(not RULEBOOKS.is_dir(), reason="the rulebooks are not part of the project and not beside it here")
def test_every_source_stands_under_its_heading_in_its_book() -> None:
    books = {book: lines_of(prefix) for book, prefix in BOOK_PREFIX.items()}
    lost = []
    for rule in rules():
        for source in rule.source:
            assert source.lines is not None
            first, last = source.lines
            lines = books[source.book]
            window = lines[max(0, first - 140) : last]
            if last > len(lines) or not any(words(source.heading) in line for line in window):
                lost.append((rule.id, source.book, source.heading, source.lines))
    assert not lost


def test_a_good_rule_is_read() -> None:
    (rule,) = parse_entries(GOOD_RULE, "here.yaml")
    assert isinstance(rule, RuleEntry)
    assert rule.source[0].lines == (37, 52)
    assert rule.procedure is None


@pytest.mark.parametrize(
    ("wrong", "right", "told"),
    [
        ("modality: may", "modality: perhaps", "modality"),
        ("systems: [S01]", "systems: [dice]", "systems"),
        ("id: a-rule", "id: A Rule", "id"),
        ("all: true", "all: false", "only"),
        ("lines: [37, 52]", "lines: [52, 37]", "no range"),
        (", lines: [37, 52]", "", "has no lines"),
        ("text: One.", "text: " + "word " * 46, "46 words"),
        ("{text: One., modality: is}, ", "", "at least 2 items"),
        ("example:", "exmaple:", "exmaple"),
        ("title: A rule", "title: [", "not valid YAML"),
        ("example:", "procedure: poison\n  example:", "procedure"),
        ("example:", "procedure: procedures.turn.\n  example:", "procedure"),
        ("example:", "procedure: board.Board\n  example:", "procedure"),
        ("example:", "procedure: procedures.foes._flags\n  example:", "procedure"),
    ],
)
def test_a_broken_rule_is_refused_with_its_file_and_reason(wrong: str, right: str, told: str) -> None:
    assert wrong in GOOD_RULE
    with pytest.raises(CorpusError, match=r"here\.yaml") as refused:
        parse_entries(GOOD_RULE.replace(wrong, right), "here.yaml")
    assert told in str(refused.value)
