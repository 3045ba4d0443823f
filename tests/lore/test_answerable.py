"""Whether to answer is weighed from signs: what each of them stands for."""

from __future__ import annotations

import pytest

from lore.answerable import Backing, Near, chance, signs
from lore.asked import KnownQuestion
from lore.bearing import Bearing
from lore.bm25 import BM25, Synonyms, held
from lore.index import Alike
from lore.question import read

SHEET = "Drowned Dead: Initiative 2, Move 2, Health 3, XP 15."
TROLLS = "Trolls are hard to kill and throw Rocks from afar; their cards tell more."
ELSEWHERE = "The Health of a Living Statue is printed on its card."


def signs_of(question: str, *statements: str, title: str = "", **more: bool) -> dict[str, float]:
    index = BM25({str(n): [(text, 1.0)] for n, text in enumerate((SHEET, TROLLS, ELSEWHERE))})
    bearing = Bearing(question, index, Synonyms.load(), frozenset())
    found = [Backing(text, held(text), held(title), 0.5, 0.4) for text in statements]
    flags = {"lore": False, "gap": False, "figure_missing": False, **more}
    return signs(bearing, read(question), found, Near(), **flags)


def test_a_figure_that_no_statement_tells_is_untold():
    assert signs_of("how much health do drowned dead have?", SHEET)["untold"] == 0
    assert signs_of("how much health do trolls have?", TROLLS)["untold"] > 0.2


def test_the_most_telling_word_that_is_lacking_counts():
    assert signs_of("health of drowned dead?", SHEET)["lacks_one"] == 0
    lacking = signs_of("health of a zzyzx?", SHEET)
    assert lacking["lacks_one"] == lacking["lacks_all"] == 1
    split = signs_of("drowned dead and trolls", SHEET, TROLLS)
    assert split["lacks_one"] > split["lacks_all"] == 0


def test_a_title_counts_where_the_question_names_it_whole():
    assert signs_of("how do drowned dead work?", SHEET, title="Drowned Dead")["titled"] > 0.5
    assert signs_of("how do the dead work?", SHEET, title="Drowned Dead")["titled"] == 0


def test_a_statement_that_sends_the_reader_elsewhere_is_seen():
    assert signs_of("what health has the living statue?", ELSEWHERE)["elsewhere"] == 1
    assert signs_of("what health have drowned dead?", SHEET)["elsewhere"] == 0


def test_nothing_found_lacks_everything():
    found = signs_of("what health has the living statue?")
    assert (found["similar"], found["alike"], found["lacks_one"]) == (0, 0, 1)


@pytest.mark.parametrize("sign", ["gap", "figure_missing"])
def test_what_the_books_are_known_to_lack_makes_an_answer_less_likely(sign):
    question = "how much health do drowned dead have?"
    assert chance(signs_of(question, SHEET, **{sign: True})) < chance(signs_of(question, SHEET))


def test_known_questions_vote_and_tell_how_near_the_nearest_voter_is():
    def alike(says: bool | None, similarity: float) -> Alike:
        return Alike(KnownQuestion("a?0", "may I?", "a#0", says), similarity)

    near = Near.among([alike(None, 0.95), alike(True, 0.9), alike(False, 0.7)])
    assert near.voter == 0.9 and near.answered == 0.95
    assert near.vote > 0.9
    assert Near.among([alike(None, 0.95)]).voter == 0
