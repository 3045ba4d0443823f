"""What the user's own books say, beside our answer and labelled as theirs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gm.oracle.records import Answer, Mode

if TYPE_CHECKING:
    from lore.ingest.answering import BookExtract

MAX_WORDS = 90
MAX_CLAIMS = 4


def with_books(answer: Answer, found: BookExtract) -> Answer:
    """Our answer with what the user's books say behind it, as far as 90 words and four claims go; where ours declines,
    theirs stands alone. Books that don't bear on the question change nothing."""
    from lore.ingest.answering import in_words

    if not found.claims:
        return answer
    if answer.abstained:
        return msgspec.structs.replace(
            answer,
            answer=in_words(found.claims),
            abstained=False,
            mode=Mode.EXTRACTIVE,
            claims=found.claims,
            confidence=round(found.confidence, 3),
            entries=(),
        )
    room = MAX_CLAIMS - len(answer.claims)
    for count in range(min(room, len(found.claims)), 0, -1):
        text = f"{answer.answer} {in_words(found.claims[:count])}"
        if len(text.split()) <= MAX_WORDS:
            return msgspec.structs.replace(answer, answer=text, claims=(*answer.claims, *found.claims[:count]))
    return answer
