"""Sixty poisoned books, cards and questions, with a model that obeys them all: none gets its way."""

from __future__ import annotations

from collections import Counter

import pytest

from benchmarks.oracle_poison import CARRIERS, PAYLOADS, run


@pytest.mark.slow
def test_no_instruction_in_a_book_a_card_or_a_question_gets_its_way(tmp_path):
    cases = run(tmp_path)
    assert Counter(case.carrier for case in cases) == dict.fromkeys(CARRIERS, len(PAYLOADS))
    assert len(cases) == 60
    assert [case for case in cases if case.wrong] == []
