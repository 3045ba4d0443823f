"""A question that is kept to some kinds and boxes: what is asked for, and what an answer says of what is left out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from gm.oracle.records import KINDS, Answer, Asking, OracleError

if TYPE_CHECKING:
    from lore.passages import Document

MAX_WORDS = 90
RULE = KINDS[0]


def kept_to(kinds: Sequence[str], sets: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Kinds and boxes, each once. Raises `OracleError` for one that there is not, and lists those that there are."""
    strange = next((kind for kind in kinds if kind not in KINDS), None)
    if strange is not None:
        raise OracleError(f"there is no kind {strange!r}; choose {' or '.join(KINDS)}")
    if not sets:
        return tuple(dict.fromkeys(kinds)), ()
    from lore.sets import UnknownSet, checked

    try:
        return tuple(dict.fromkeys(kinds)), checked(sets)
    except UnknownSet as error:
        raise OracleError(str(error)) from error


def strays(asking: Asking) -> bool:
    """Whether a question names what belongs only to boxes left out, or wants none of the rules."""
    if asking.kinds and RULE not in asking.kinds:
        return True
    return _named(asking) is not None


def computes(asking: Asking, computed: Answer, corpus: Sequence[Document]) -> bool:
    """Whether a computed answer is of the kinds and boxes asked for: it rests on no entry of others."""
    if strays(asking):
        return False
    if not asking.sets:
        return True
    from lore.sets import passes

    return all(passes(d.sets, asking.sets) for d in corpus if d.id in computed.entries)


def with_what_is_missed(answer: Answer, asking: Asking, nearer: Document | None) -> Answer:
    """An answer that says which box was left out, where the question names something of it or `nearer`, an entry of
    it, fits best: in the refusal itself, as far as 90 words go, or else as a note."""
    told = _named(asking)
    if told is None and nearer is not None:
        from lore.sets import without

        told = f"{without(nearer.sets)}, where '{nearer.title}' comes nearest."
    if told is None:
        return answer
    if answer.abstained:
        said = " ".join(f"{told} {answer.answer}".split()[:MAX_WORDS])
        return msgspec.structs.replace(answer, answer=said)
    return msgspec.structs.replace(answer, edition_notes=(told, *answer.edition_notes))


def _named(asking: Asking) -> str | None:
    if not asking.sets:
        return None
    from lore.sets import missed, without

    found = missed(asking.question, asking.sets)
    return None if found is None else f"{without(found.boxes)}, where '{found.word}' belongs."
