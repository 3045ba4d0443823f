"""Where the editions disagree, a question that compares them is told each one's reading, with its book, and rightly
whether they are the same."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import combinations

import msgspec
import pytest

from lore.bm25 import held
from lore.comparing import Ask, comparison_in
from lore.corpus_model import RuleEntry, load_corpus
from lore.editions import clauses_by_edition, editions_named
from lore.extractive import Answerer, Extract
from lore.passages import Document

BOOKS = ("old-west", "forbidden-fortress", "valhalla", "compilation", "player-aid")
SAID = {
    "old-west": ("the Old West rulebook", "the cowboy book", "Old West", "the western box"),
    "forbidden-fortress": (
        "the Forbidden Fortress rulebook",
        "the samurai box",
        "Forbidden Fortress",
        "the fort rules",
    ),
    "valhalla": ("Gates of Valhalla", "the viking book", "Valhalla", "the norse box"),
    "compilation": ("the compilation", "the merged rules", "the compilation", "the merged rules"),
    "player-aid": ("the player aid", "the player aid", "the cheat sheet", "the player aid"),
}


FIRST_MISSIONS = ("C16", "C17")
"""Old West and Forbidden Fortress have the same here, each in words of its own."""

TOLD_APART_ELSEWHERE = {
    "surgery": "another entry tells of the Location that does it, which is each edition's own",
    "exorcism": "another entry tells of the Location that does it, which is each edition's own",
    "resurrection": "another entry tells of the Location that does it, which is each edition's own",
    "selling-dark-stone": "what Gold and Dark Stone are for is each edition's own",
    "dark-stone-and-gold": "what Gold and Dark Stone are for is each edition's own",
    "dark-stone-facts": "what Gold and Dark Stone are for is each edition's own",
    "otherworld-decks": "which OtherWorld a Gate leads to is each box's own",
    "otherworld-facts": "which OtherWorld a Gate leads to is each box's own",
    "box-sizes-compared": "its title says that it compares what differs",
    "wandering-enemy": "another entry tells which books know that card at all",
    "doors-and-gates-on-tokens": "another entry tells that a look through a Door earns XP in some only",
    "critical-hits": "another entry tells how each words the roll",
    "player-count": "another entry tells what five or six Heroes need in each",
    "banish-corruption": "another entry tells of Herbs, which some have and some have not",
    "start-of-adventure": "the tokens and the light at the start are each edition's own",
    "old-west-scavenging": "its title names an edition itself",
    "music-and-spare-counters": "other entries tell who wrote the music of each box and what is on its disc",
    "bandages": "what heals in which box, and with what, is each box's own",
    "whiskey": "what Rum heals is a gap of the books",
}
"""Entries that hold for all, on which a question by the title alone is answered by a difference that another tells."""


NO_NAME = re.compile(r"(?:why|what|how|who|when|where|which|choosing)\b", re.IGNORECASE)
"""A title that tells what its entry explains names no rule that editions could share."""


class Asked(msgspec.Struct, frozen=True):
    """A generated question: the disagreement that it is about, the editions that it names, and what is right."""

    field: str
    entry: str
    question: str
    editions: tuple[str, ...]
    verdict: bool | None


def rules() -> list[RuleEntry]:
    return [entry for entry in load_corpus() if isinstance(entry, RuleEntry)]


def readings(field: str) -> dict[str, set[str]]:
    """What each edition is said to have in a disagreement: the texts of its differences, by edition."""
    found: dict[str, set[str]] = {}
    for rule in rules():
        for difference in rule.editions.differences:
            if difference.field == field:
                for edition in difference.editions:
                    found.setdefault(str(edition), set()).add(difference.text)
    return found


def told_apart(field: str) -> tuple[str, str]:
    """Two editions that a disagreement tells apart: both told of where it can be, else one told of and one not."""
    if field in FIRST_MISSIONS:
        return "old-west", "valhalla"
    told = readings(field)
    apart = [
        pair
        for pair in combinations(BOOKS, 2)
        if any(told.get(one) for one in pair) and not told.get(pair[0], set()) & told.get(pair[1], set())
    ]
    return max(apart, key=lambda pair: sum(bool(told.get(one)) for one in pair))


def fields() -> list[str]:
    return sorted({d.field for rule in rules() for d in rule.editions.differences if d.field})


def generated() -> Iterator[Asked]:
    """For each disagreement and each entry that tells of it: its title each way, and words of players in one."""
    for number, field in enumerate(fields()):
        first, second = told_apart(field)
        for place, rule in enumerate(r for r in rules() if any(d.field == field for d in r.editions.differences)):
            way = number % 4
            asked = list(each_way(field, rule, rule.title, first, second, way))
            words = next((k for k in rule.keywords if " " in k), rule.keywords[0])
            yield from (*asked, list(each_way(field, rule, words, first, second, way))[(number + place) % 4])


def each_way(field: str, rule: RuleEntry, topic: str, first: str, second: str, way: int) -> Iterator[Asked]:
    both, a, b = (first, second), SAID[first][way], SAID[second][way]
    one = first if first in readings(field) else second
    alone = f"in {SAID[one][way]}, how is {topic} handled, other than in the others?"
    yield Asked(field, rule.id, f"does {topic} differ between {a} and {b}?", both, True)
    yield Asked(field, rule.id, f"{b} vs {a}: {topic}", both, None)
    yield Asked(field, rule.id, f"is {topic} the same in {a} and {b}?", both, False)
    yield Asked(field, rule.id, alone, (one,), None)


def alike() -> Iterator[Asked]:
    """Entries of no one box that no edition has differently, and disagreements on which two editions agree."""
    plain = [
        r
        for r in rules()
        if r.editions.all
        and not r.editions.differences
        and len({s.book for s in r.source}) > 1
        and not r.sets
        and not NO_NAME.match(r.title)
    ]
    for number, rule in enumerate(plain):
        a, b = (SAID[edition][number % 4] for edition in (BOOKS[number % 3], BOOKS[(number + 1) % 3]))
        yield Asked("", rule.id, f"is {rule.title} the same in {a} and {b}?", (), True)
        yield Asked("", rule.id, f"does {rule.title} differ between {b} and {a}?", (), False)
    for number, rule in enumerate(rules()):
        told = [set(map(str, d.editions)) for d in rule.editions.differences]
        pairs = [
            pair for pair in combinations(BOOKS, 2) if told and all(set(pair) <= t or not set(pair) & t for t in told)
        ]
        if pairs:
            first, second = pairs[number % len(pairs)]
            a, b = SAID[first][number % 4], SAID[second][number % 4]
            yield Asked("", rule.id, f"is {rule.title} the same in {a} and {b}?", (), True)


def fault(asked: Asked, extract: Extract, documents: Mapping[str, Document]) -> str:
    """What is wrong with an answer to a generated question; nothing if it is right."""
    if extract.abstained:
        return "abstained"
    if len(extract.answer.split()) > 90:
        return "too long"
    if asked.verdict is not None and extract.verdict is not asked.verdict:
        return f"says {extract.verdict}"
    told = readings(asked.field)
    for edition in asked.editions:
        if edition not in told:
            continue
        claims = [c for c in extract.claims for source in c.citations if source.quote in told[edition]]
        if not claims:
            return f"{edition} is not told of"
        cites = {source.source for claim in claims for source in claim.citations}
        known = {c.book for claim in claims for s in claim.citations for c in documents[s.chunk].citations}
        if edition in known and edition not in cites:
            return f"{edition} is told of without its book"
    if not asked.field:
        quoted = {source.chunk for claim in extract.claims for source in claim.citations}
        return "" if asked.entry in quoted else "the entry is not quoted"
    if len({source.quote for claim in extract.claims for source in claim.citations}) < 2:
        return "only one reading is told"
    return ""


def played() -> Iterator[tuple[str, str]]:
    """A plain question about each entry that tells of a disagreement, at a table of each edition that has a reading of
    its own; none whose title names an edition itself."""
    for rule in rules():
        numbers = {d.field for d in rule.editions.differences if d.field}
        if numbers and not editions_named(rule.title):
            for edition in BOOKS:
                if edition != "compilation" and any(edition in readings(number) for number in numbers):
                    yield f"how does {rule.title} work?", edition


@pytest.fixture(scope="module")
def answerer(retriever) -> Answerer:
    return Answerer(retriever)


@pytest.mark.slow
def test_a_comparison_quotes_the_reading_of_each_edition_named_and_says_rightly_whether_they_differ(answerer):
    asked = list(generated())
    faults = {
        one.question: found for one in asked if (found := fault(one, answerer.answer(one.question), known(answerer)))
    }
    assert len(asked) > 400 and len({one.field for one in asked}) > 55
    assert len(faults) <= 0.01 * len(asked), faults


@pytest.mark.slow
def test_what_editions_have_alike_is_never_said_to_differ(answerer):
    asked = [one for one in alike() if one.entry not in TOLD_APART_ELSEWHERE]
    said = {one.question: answerer.answer(one.question).verdict for one in asked}
    wrong = [one.question for one in asked if said[one.question] is (not one.verdict)]
    right = [one.question for one in asked if said[one.question] is one.verdict]
    assert len(asked) > 100 and len(wrong) <= 0.01 * len(asked), wrong
    assert len(right) >= 0.9 * len(asked)


@pytest.mark.slow
def test_at_the_table_of_an_edition_its_own_reading_comes_first(answerer):
    of_edition = {e: {t for f in fields() for t in readings(f).get(e, ())} for e in BOOKS}
    of_edition = {e: texts | plain(e) for e, texts in of_edition.items()}
    asked = list(played())
    led = [first_quoted(answerer.answer(question, edition=e)) in of_edition[e] for question, e in asked]
    assert len(asked) > 150 and sum(led) >= 0.96 * len(asked), [a for a, ok in zip(asked, led, strict=True) if not ok]


def test_no_reading_of_another_edition_comes_first_at_a_table(answerer):
    told = answerer.answer("how often can one tile be scavenged?", edition="old-west")
    assert told.claims[0].text.startswith("By the Old West rulebook")
    assert {source.source for source in told.claims[0].citations} == {"old-west"}


@pytest.mark.parametrize(
    ("question", "editions", "asks"),
    [
        ("is fear the same in old west and valhalla?", ("old-west", "valhalla"), Ask.SAME),
        ("do the cowboy book and the samurai box differ on bleeding?", ("old-west", "forbidden-fortress"), Ask.DIFFER),
        ("bleeding: fortress rules vs the norse box", ("valhalla", "forbidden-fortress"), Ask.EACH),
        (
            "how do poison rolls differ between the player aid and the compilation?",
            ("compilation", "player-aid"),
            Ask.EACH,
        ),
        ("does looking in give xp in both old west and valhalla?", ("old-west", "valhalla"), Ask.BOTH),
        ("same light in old west, fortress or valhalla?", ("old-west", "valhalla", "forbidden-fortress"), Ask.SAME),
        ("do old west and valhalla contradict each other on light?", ("old-west", "valhalla"), Ask.DIFFER),
        ("valhalla gives xp for looking in. does old west give xp for it too?", ("old-west", "valhalla"), Ask.BOTH),
    ],
)
def test_a_comparison_is_read(question, editions, asks):
    read = comparison_in(question)
    assert read is not None and (read.editions, read.asks) == (editions, asks)


@pytest.mark.parametrize(
    "question",
    [
        "can two heroes scavenge the same tile in old west in the same turn?",
        "does a samurai start with a sword?",
        "how many tokens does a viking carry?",
        "old west: may two heroes fire the same gun?",
        "in valhalla, do I roll defense against each hit as long as I stand?",
        "may I hold a gun in both hands?",
    ],
)
def test_a_question_about_one_edition_or_none_is_no_comparison(question):
    assert comparison_in(question) is None


def test_the_words_that_name_and_compare_editions_are_no_part_of_the_topic():
    read = comparison_in("is the attack dice limit the same in the cowboy book and in gates of valhalla?")
    assert read is not None
    assert held(read.topic) == held("attack dice limit")


def test_two_figures_in_one_statement_are_read_edition_by_edition():
    clauses = clauses_by_edition("Cards: 8 in Gates of Valhalla, 12 in Forbidden Fortress and Old West.")
    assert clauses["forbidden-fortress"] == clauses["old-west"]
    assert held("8") <= held(clauses["valhalla"]) and held("12") <= held(clauses["old-west"])


def test_a_rule_of_one_edition_alone_is_said_to_be_its_own(answerer):
    told = answerer.answer("is overland darkness the same in old west and in the player aid?")
    assert told.answer.startswith("No. Only the player aid has such a rule.")


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("is the starting area on the entrance smaller in the old west than in forbidden fortress?", "Yes."),
        ("is the starting area on the entrance larger in the old west than in forbidden fortress?", "No."),
        ("has valhalla a larger starting area on the entrance than the old west?", "Yes."),
        ("do the player aid and the old west rulebook disagree on when we may run away?", "Yes."),
    ],
)
def test_a_comparison_of_more_and_less_is_answered_yes_or_no_first(answerer, question, says):
    told = answerer.answer(question)
    assert told.answer.startswith(says) and "By " in told.answer, told.answer


def test_a_comparison_that_nothing_bears_on_is_declined(answerer):
    told = answerer.answer("is the mulligan for the opening hand the same in valhalla and in old west?")
    assert told.abstained and told.claims == ()


def known(answerer: Answerer) -> Mapping[str, Document]:
    return answerer.retriever.by_id


def plain(edition: str) -> set[str]:
    """The differences of an edition that belong to no numbered disagreement."""
    return {
        d.text for rule in rules() for d in rule.editions.differences if edition in map(str, d.editions) and not d.field
    }


def first_quoted(extract: Extract) -> str:
    return extract.claims[0].citations[0].quote if extract.claims else ""
