"""Boxes of the game: entries know theirs, and search, answers and refusals keep to those that are asked for."""

from __future__ import annotations

import msgspec
import pytest

from lore.asked import KnownQuestion
from lore.corpus_model import CorpusError, load_corpus, parse_entries
from lore.extractive import Answerer
from lore.passages import Document, Kind, Passage, Role
from lore.retrieval import Retriever
from lore.sets import UnknownSet, boxes, checked, missed, passes
from rules_engine.content.library import standard

LORE = """
- {{id: a-place, title: A place, kind: lore, category: place, text: [Wind.], keywords: [wind], source: original,
   sets: {sets}}}
"""
ROAR = "What does the Frost Giant's Bellowing Roar do?"
GENERAL = (
    "What do we need to hold back the darkness?",
    "Can enemies score critical hits?",
    "May I trade items during a fight?",
    "How do I help a KO'd hero in a fight?",
    "What does a Gate lead to?",
)
SETS = tuple(boxes())


def test_each_box_that_the_engine_plays_with_has_its_id_here() -> None:
    assert set(standard().sets) - {"adventure-set"} <= set(SETS)  # that one stands for any Adventure Set, and is no box


def test_every_box_of_the_table_has_entries() -> None:
    told = {id for entry in load_corpus() for id in entry.sets}
    assert told == set(SETS)


def test_an_entry_names_its_boxes_and_a_rule_of_the_game_at_large_names_none() -> None:
    of = {entry.id: entry.sets for entry in load_corpus()}
    assert of["frost-giant-roar"] == of["jarl"] == ("valhalla",)
    assert of["world-jargono"] == ("old-west", "serpent-kings")
    assert of["hold-back-the-darkness"] == of["critical-hits"] == of["towns-by-set"] == ()


def test_an_unknown_box_in_the_corpus_is_an_error_that_says_where_and_what_there_is() -> None:
    with pytest.raises(CorpusError, match=r"here: entry 'a-place' .*sets: .*no set 'atlantis'.*known are old-west, "):
        parse_entries(LORE.format(sets="[valhalla, atlantis]"), "here")
    (entry,) = parse_entries(LORE.format(sets="[valhalla, packs, valhalla]"), "here")
    assert entry.sets == ("valhalla", "packs")


def test_a_word_of_players_is_told_which_box_it_means() -> None:
    with pytest.raises(UnknownSet, match=r"do you mean valhalla\?"):
        checked(["vikings"])
    with pytest.raises(UnknownSet, match=r"'atlantis'; known are"):
        checked(["atlantis"])


def test_a_table_that_gives_an_id_twice_is_refused(tmp_path) -> None:
    twice = tmp_path / "sets.yaml"
    twice.write_text("- {id: a, name: A, words: []}\n- {id: a, name: B, words: []}\n")
    with pytest.raises(ValueError, match="given twice"):
        boxes(twice)
    twice.write_text("- {id: a, name: A, words: [], color: red}\n")
    with pytest.raises(ValueError, match="`id`, `name` and `words`"):
        boxes(twice)


@pytest.mark.parametrize(
    "belongs, sets, kept",
    [((), ("valhalla",), True), (("valhalla",), (), True), (("a", "b"), ("b", "c"), True), (("a",), ("b",), False)],
)
def test_what_belongs_to_no_box_or_shares_one_passes(belongs, sets, kept) -> None:
    assert passes(belongs, sets) is kept


@pytest.mark.parametrize(
    "question, sets, word",
    [
        ("How do trolls move?", ("old-west",), "troll"),
        ("How do trolls move?", ("old-west", "valhalla"), None),
        ("How do trolls move?", (), None),
        ("Who lives in the swamps of Jargono?", ("old-west",), None),
        ("Who lives in the swamps of Jargono?", ("valhalla",), "jargono"),
        ("How do Bastet Assassins fight?", ("packs",), None),
        ("How often is a tile scavenged in the Forbidden Fortress rules?", ("old-west",), None),
        ("Is there controlling of anything?", ("old-west",), None),
    ],
)
def test_a_question_names_what_is_left_out(question, sets, word) -> None:
    found = missed(question, sets)
    assert (found and found.word) == word


def test_a_filter_keeps_its_box_and_what_is_in_none_and_drops_the_others_in_every_list(retriever) -> None:
    allowed = retriever.allowed(sets=("old-west",))
    ways = retriever.ranked(ROAR, sets=("old-west",))
    assert set(ways) == {"dense", "dense-entry", "asked", "keyword", "keyword-statement", "fused", "reranked"}
    unkept = retriever.ranked(ROAR)
    for way, found in ways.items():
        assert "frost-giant-roar" in unkept[way] and "frost-giant-roar" not in found
        assert found and set(found) <= allowed
    assert "frost-giant-roar" in {hit.entry.id for hit in retriever.search(ROAR, k=5, sets=("valhalla", "old-west"))}


def test_search_goes_deep_enough_to_fill_what_a_filter_empties(retriever) -> None:
    found = retriever.search("troll gremian frost giant centurion librarian", k=20, sets=("lost-tombs",))
    assert len(found) == 20 and all(passes(hit.entry.sets, ("lost-tombs",)) for hit in found)


@pytest.mark.parametrize("question", GENERAL)
def test_all_boxes_together_are_no_filter(retriever, question) -> None:
    assert retriever.search(question, sets=SETS) == retriever.search(question)


def test_kinds_and_sets_go_together(retriever) -> None:
    found = retriever.search("what are trolls like?", k=8, kinds=(Kind.LORE,), sets=("valhalla",))
    assert found[0].entry.id == "creature-trolls" and {hit.entry.kind for hit in found} == {Kind.LORE}
    without = retriever.search("what are trolls like?", k=8, kinds=(Kind.LORE,), sets=("old-west",))
    assert "creature-trolls" not in {hit.entry.id for hit in without} and {h.entry.kind for h in without} == {Kind.LORE}


def test_known_questions_of_a_box_left_out_are_not_near(retriever) -> None:
    kept = [one.asked for one in retriever.known(ROAR, sets=("old-west",))]
    assert all(asked.lacks or asked.entry in retriever.allowed(sets=("old-west",)) for asked in kept)
    assert any(one.asked.entry == "frost-giant-roar" for one in retriever.known(ROAR))


@pytest.mark.parametrize("only", SETS)
@pytest.mark.parametrize("question", GENERAL)
def test_no_filter_declines_what_the_general_rules_answer(retriever, question, only) -> None:
    whole, kept = Answerer(retriever).answer(question), Answerer(retriever).answer(question, sets=(only,))
    assert not kept.abstained and kept.verdict == whole.verdict


def test_what_only_another_box_tells_is_declined_or_answered_without_it(retriever) -> None:
    assert "frost-giant-facts" in Answerer(retriever).answer(ROAR, sets=("valhalla",)).entries
    for question in (ROAR, "What does Bellowing Roar do?", "How is Ruthless Warfare used?"):
        extract = Answerer(retriever).answer(question, sets=("forbidden-fortress",))
        of = {id: retriever.by_id[id].sets for id in (*extract.entries, *(d.id for d, _ in extract.found))}
        assert extract.abstained or extract.entries
        assert all(passes(sets, ("forbidden-fortress",)) for sets in of.values())


def test_a_comparison_of_editions_quotes_no_entry_of_a_box_left_out(retriever) -> None:
    question = "Do Vikings lose Rage when they catch their breath, in old west and in valhalla?"
    for sets in (("old-west",), ("forbidden-fortress", "packs")):
        extract = Answerer(retriever).answer(question, sets=sets)
        assert all(passes(retriever.by_id[id].sets, sets) for id in extract.entries)


def test_the_boxes_of_an_entry_are_those_of_the_corpus_at_hand_and_not_of_the_index(tmp_path) -> None:
    def opened(sets: tuple[str, ...], text: str = "The lantern is rolled for with two dice.") -> Retriever:
        entry = Document("lantern", "Lantern", Kind.RULE, "rule", (Passage("lantern", 0, Role.STATEMENT, text),))
        other = Document("saloon", "Saloon", Kind.RULE, "rule", (Passage("saloon", 0, Role.STATEMENT, "Whiskey."),))
        known = [KnownQuestion("lantern?0", "how is the lantern rolled?", "lantern#0")]
        return Retriever(tmp_path, [msgspec.structs.replace(entry, sets=sets), other], asked=known)

    def found(retriever: Retriever) -> list[str]:
        return [hit.entry.id for hit in retriever.search("lantern dice", sets=("old-west",))]

    first = opened(())
    assert found(first)[0] == "lantern" and first.index.rebuilt
    first.index.close()
    moved = opened(("valhalla",))
    assert found(moved) == ["saloon"] and not moved.index.rebuilt
    moved.index.close()
    changed = opened(("old-west",), "The lantern takes three dice.")
    assert found(changed)[0] == "lantern" and changed.index.rebuilt
