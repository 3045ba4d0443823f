"""Library Knowledge gained, its bonus, and rolls on its chart; and what is left to the corpus."""

from __future__ import annotations

import pytest

from tests.gm.oracle.asking import ask, told

LEARNED = [
    ("I had 2 library knowledge and we end the adventure with twelve archive markers. what's my knowledge now?", 4, 3),
    ("archive markers: 9. knowledge was 3 before. how much knowledge now, what bonus?", 4, 3),
    (
        "we collected 23 archive markers and I already have one knowledge point. what is my new library total?",
        5,
        4,
    ),
    ("no prior knowledge, 11 archive markers at the end: how much knowledge and what roll bonus?", 2, 1),
    ("what's the bonus on the library knowledge chart after leaving Targa with 15 archive markers?", 3, 2),
    ("seven archive tokens, knowledge 4 so far. what does it become?", 5, 4),
    ("Knowledge of 1 on the log, then thirty archive markers; how much library knowledge in total?", 7, 6),
    ("4 archive markers were left and my library knowledge stood at 2, what is it now?", 2, 1),
    ("how many library knowledge do I have when I started with 6 and the posse ends on 10 archive markers?", 8, 7),
    ("after Targa: 5 archive markers, 2 knowledge from before. What bonus do I add next time?", 3, 2),
]
ROWS = [
    ("library chart: d8 says 4, our highest knowledge is 5, what number is it?", 8),
    ("heroes with library knowledge 2, 3 and 1; the d8 came up 6. which row?", 8),
    ("the knowledge chart roll was a 3 on the d8 and I have 1 library knowledge. what result?", 3),
    ("party of two has 6 and 2 knowledge, rolled a 1 on the d8. final number on the chart?", 6),
    ("which line of the library knowledge chart: knowledge 2, d8 of 8?", 9),
    ("d8: 7, library knowledge 4. total?", 10),
    ("we enter the targa library with knowledge 3 and 3, d8 rolled 2. what is the result number?", 4),
    ("i have five knowledge and rolled a 2 on the library d8, which row is that?", 6),
    ("What's the final number if the D8 shows 1 and the party's knowledge values are 1, 1 and 7?", 7),
    ("knowledge 6 and the d8 turned up 3: what row?", 8),
]


@pytest.mark.parametrize(("question", "known", "bonus"), LEARNED)
def test_five_markers_make_one_knowledge(question, known, bonus):
    text = told(question)
    assert text.startswith(f"{known} Library Knowledge: "), text
    assert f"+{bonus} on the Library Knowledge roll" in text


@pytest.mark.parametrize("markers", [3, 5, 14, 40])
@pytest.mark.parametrize("held", [1, 2, 6])
def test_knowledge_is_added_up(markers, held):
    text = told(f"{markers} archive markers at the end and {held} library knowledge before, how much knowledge now?")
    assert text.startswith(f"{held + markers // 5} Library Knowledge: "), text


@pytest.mark.parametrize(("question", "number"), ROWS)
def test_knowledge_beyond_the_first_is_added_to_the_roll(question, number):
    assert told(question).startswith(f"{number}: "), told(question)


@pytest.mark.parametrize("face", [1, 5, 8])
@pytest.mark.parametrize("known", [1, 2, 5])
def test_a_row_is_the_die_and_all_but_one(face, known):
    text = told(f"my library knowledge is {known} and the d8 shows {face}. which row of the chart?")
    assert text.startswith(f"{face + known - 1}: "), text


def test_the_statement_that_says_so_is_cited():
    for question in ("8 archive markers and 1 knowledge before, how much now?", "knowledge 3, d8 of 4, which row?"):
        answer = ask(question)
        assert answer is not None, question
        assert "targa-library" in answer.entries


@pytest.mark.parametrize(
    "question",
    [
        "how many archive markers do I need for 3 knowledge?",
        "library knowledge 3, d8 shows 9: which row?",
        "library knowledge 8, d8 shows 8: which row?",
        "can I use grit on the library d8 of 3 with knowledge 2?",
        "three of us have library knowledge 4 and 1, d8 came up 5: final number?",
        "17 archive markers and two dread cards, 1 knowledge before: how much now?",
        "how likely is row 7 with knowledge 3 on the d8?",
        "I lose 5 of 17 archive markers and had 1 knowledge, how much now?",
        "what does row 7 of the library knowledge chart do?",
        "d8 came up 5, final number?",
    ],
)
def test_what_hangs_on_more_is_left_alone(question):
    assert told(question) == "", told(question)
