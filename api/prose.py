"""A story set for reading: paragraphs under the Game Turns that they tell of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

import msgspec

from gm.storyteller import Sentence as Told
from gm.storyteller import paragraphs as set_in_paragraphs
from rules_engine.events import Event, TurnStarted

__all__ = ["Paragraph", "Told", "headed", "paragraphs"]


class Paragraph(msgspec.Struct, frozen=True):
    """Sentences that belong together; `turn` is the Game Turn they tell of (0 before the first)."""

    turn: int
    text: str


def paragraphs(events: Sequence[Event], told: Iterable[Told]) -> list[Paragraph]:
    """The story in paragraphs. `events` are all events; the first has number 1."""
    turns = [0]
    for event in events:
        turns.append(event.turn if isinstance(event, TurnStarted) else turns[-1])

    def turn_of(sentence: Told) -> int:
        number = min(sentence.events, default=0)
        return turns[number] if 0 <= number < len(turns) else turns[-1]

    return [Paragraph(turn, text) for turn, part in groupby(told, turn_of) for text in set_in_paragraphs(part)]


def headed(story: Sequence[Paragraph], title: str = "") -> str:
    """The story as text for a file: a title, and a heading where a new Game Turn begins."""
    lines = [f"# {title}", ""] if title else []
    turn = 0
    for paragraph in story:
        if paragraph.turn != turn:
            turn = paragraph.turn
            lines += [f"## Turn {turn}", ""]
        lines += [paragraph.text, ""]
    return "\n".join(lines)
