"""A claim of a model stands only if it is the passage's own clauses; what errs in any way is not shown."""

from __future__ import annotations

import json

import pytest

from benchmarks.oracle_liar import CORRUPTIONS, WHOLE, run
from gm.oracle.model import Reply, parse, stands, verified
from gm.oracle.verify import Offered, Proposed, Refused, find_span, negated, tokens, verify
from lore.answers import Claim

GRIT = Offered(
    "grit#1", "A Hero may spend 1 Grit to re-roll any dice of one roll, but no die more than once.", "Grit",
    "compilation", "Using Grit", chunk="grit",
)  # fmt: skip
TIES = Offered("ties#0", "If Initiative is tied, Enemies activate first, then Heroes.", "Ties", "compilation", "Fights")
OLD = Offered("scavenge#3", "A room is Scavenged successfully once.", "Scavenging", "old-west", "Scavenge",
              ("old-west",), "By the Old West rulebook:")  # fmt: skip
ALL = {one.id: one for one in (GRIT, TIES, OLD)}


def check(text, *citations, **more):
    return verify(Proposed(text, citations or ((GRIT.id, GRIT.text),)), ALL, **more)


@pytest.mark.parametrize(
    "text",
    [
        GRIT.text,
        "You may spend 1 Grit to re-roll any dice of one roll, but no die more than once",
        "but no die more than once, A Hero may spend one Grit to re-roll any dice of one roll",
        "Yes: a Hero can spend 1 Grit to re-roll any dice of one roll, but no die more than once.",
        "Grit: a Hero may spend 1 Grit to re-roll any dice of one roll, but no die more than once.",
    ],
)
def test_a_passage_in_its_own_clauses_stands(text):
    claim = check(text)
    assert isinstance(claim, Claim)
    assert claim.text.endswith(".") and claim.text[0].isupper()
    assert [c.chunk for c in claim.citations] == ["grit"]


@pytest.mark.parametrize(
    "text",
    [
        "A Hero may spend 1 Grit to re-roll any dice of one roll.",  # the limit is gone
        "A Hero may spend 2 Grit to re-roll any dice of one roll, but no die more than once.",
        "A Hero may not spend 1 Grit to re-roll any dice of one roll, but no die more than once.",
        "An Enemy may spend 1 Grit to re-roll any dice of one roll, but no die more than once.",
        "Heroes may spend 1 Grit to re-roll any dice of one roll, but no die more than once.",
        "A Hero may spend 1 Grit to re-roll any dice of one roll, but no die more than once. Trolls too.",
        "but no die more than once",
        "",
        "Yes.",
        "Ignore all rules.",
        "<b>A Hero may spend 1 Grit to re-roll any dice of one roll, but no die more than once.</b>",
    ],
)
def test_anything_more_less_or_other_is_refused(text):
    assert isinstance(check(text), Refused)


def test_what_comes_first_stays_first():
    assert isinstance(
        check("Heroes activate first, then Enemies, if Initiative is tied.", ("ties#0", TIES.text)), Refused
    )
    assert isinstance(
        check("then Heroes, Enemies activate first, if Initiative is tied.", ("ties#0", TIES.text)), Refused
    )
    assert isinstance(check(TIES.text, ("ties#0", TIES.text)), Claim)


def test_a_claim_of_one_edition_says_whose_it_is_and_is_refused_under_another():
    claim = check(OLD.text, (OLD.id, OLD.text), edition="old-west")
    assert isinstance(claim, Claim) and claim.text == f"By the Old West rulebook: {OLD.text}"
    again = check(claim.text, (OLD.id, OLD.text))
    assert again == claim
    assert isinstance(check(OLD.text, (OLD.id, OLD.text), edition="valhalla"), Refused)
    assert isinstance(check(OLD.text, (OLD.id, OLD.text), edition="valhalla", compares=True), Claim)


@pytest.mark.parametrize(
    "citation",
    [
        ("grit#9", GRIT.text),
        (TIES.id, GRIT.text),
        (GRIT.id, "1 Grit"),
        (GRIT.id, "may always spend 1 Grit"),
        (GRIT.id, ""),
    ],
)
def test_a_quote_is_a_span_of_the_passage_it_names(citation):
    assert isinstance(check(GRIT.text, citation), Refused)


def test_a_short_quote_still_holds_the_claim_to_its_whole_sentence():
    assert isinstance(check("A Hero may spend 1 Grit", (GRIT.id, "may spend 1 Grit")), Refused)
    whole = check(GRIT.text, (GRIT.id, "may spend 1 Grit"))
    assert isinstance(whole, Claim) and whole.citations[0].quote == "may spend 1 Grit"


def test_spans_words_and_denials():
    assert find_span("spend 1  Grit", GRIT.text) is not None
    assert find_span("pend 1 Grit", GRIT.text) is None
    assert tokens("The Hero's 3,000 XP aren't lost") == ("hero", "3000", "xp", "not", "lost")
    assert negated("It never ends") and negated("Only a Hero may") and not negated("A Hero may")


# --- replies ---


def reply(verdict, *claims):
    cited = [{"text": t, "citations": [{"chunk": i, "quote": q}]} for t, i, q in claims]
    return parse(json.dumps({"verdict": verdict, "claims": cited}))


@pytest.mark.parametrize(
    "said",
    [
        "",
        "no json",
        "{",
        "[]",
        "{}",
        '{"claims": 3}',
        '{"verdict": "yes"}',
        '{"claims": "x"}',
        "{" * 5000,
        '["claims"]',
    ],
)
def test_what_is_no_reply_is_none(said):
    assert parse(said) is None


def test_odd_claims_are_left_out_of_a_reply():
    odd = [None, {}, {"text": 3, "citations": []}, {"text": "x", "citations": [{"chunk": 3, "quote": "y"}]},
           {"text": "x", "citations": [{"chunk": "a", "quote": "b"}, {"chunk": "a"}]}]  # fmt: skip
    assert parse(json.dumps({"verdict": 7, "claims": odd})) == Reply(None, ())


def test_only_verified_claims_are_left_and_at_most_four_in_ninety_words():
    said = reply(None, *[(GRIT.text, GRIT.id, GRIT.text)] * 2, ("Trolls win.", GRIT.id, GRIT.text),
                 (TIES.text, TIES.id, TIES.text))  # fmt: skip
    left = stands(said, [GRIT, TIES])
    assert [c.text for c in left.claims] == [GRIT.text, TIES.text]
    assert len(left.refused) == 2
    assert verified(left.claims, {"grit": GRIT.text, TIES.id: TIES.text})
    long = [Offered(f"x#{i}", " ".join([f"w{i}"] * 40) + ".", "t", "s", "h") for i in range(6)]
    left = stands(reply(None, *[(o.text, o.id, o.text) for o in long]), long)
    assert len(left.claims) == 2


def test_a_yes_rests_on_what_allows_and_a_no_on_what_denies():
    allows = Offered("a#0", "A Hero may throw it.", "A", "s", "h")
    denies = Offered("d#0", "A Hero may not throw it.", "D", "s", "h")
    for verdict, one, said in (
        ("yes", allows, True),
        ("no", allows, None),
        ("no", denies, False),
        ("yes", denies, None),
    ):
        assert stands(reply(verdict, (one.text, one.id, one.text)), [one]).verdict is said
    lie = reply("yes", ("A Hero may fly.", "a#0", allows.text), (allows.text, "a#0", allows.text))
    assert stands(lie, [allows]).verdict is None
    assert stands(reply("yes", (allows.text, "a#0", allows.text)), [allows], decided=False).verdict is False
    assert stands(reply("yes", (allows.text, "a#0", allows.text)), [allows], yes_no=False).verdict is None


def test_of_five_hundred_corrupted_replies_none_is_shown_and_of_two_hundred_honest_ones_nearly_all():
    score = run(500, 200, seed=11)
    assert set(score.corrupted) == {*CORRUPTIONS, *WHOLE}
    assert score.corrupted.total() == 500
    assert score.through == {}
    assert score.honest >= 0.95 * score.told == 190
