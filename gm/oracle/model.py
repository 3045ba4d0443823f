"""Answers put into words by a language model: from passages that were found, as claims that are then verified.

What the model says is parsed as JSON and checked claim by claim (`gm.oracle.verify`); what does not stand is dropped,
and if nothing stands the corpus is quoted instead. The model sees passages and the question, and no table.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from gm.models import ModelError, Voice
from gm.oracle.verify import ANSWER_WORD as _ANSWER
from gm.oracle.verify import Offered, Proposed, Refused, find_span, negated, printable, verify
from lore.answers import Claim

SECONDS = 12.0
LONGEST = 12_000
MAX_CLAIMS = 4
MAX_WORDS = 90
PASSAGES = 24
_YES_NO = {"yes": True, "no": False}

log = logging.getLogger(__name__)


class Reply(msgspec.Struct, frozen=True):
    """What a model proposed: yes, no or neither, and its claims. Nothing in it has been verified."""

    verdict: bool | None
    claims: tuple[Proposed, ...]


class Stands(msgspec.Struct, frozen=True):
    """What is left of a reply: the verdict if it stands, the claims that do, and those refused with their reasons."""

    verdict: bool | None
    claims: tuple[Claim, ...]
    refused: tuple[Refused, ...]


def ask(
    voice: Voice, question: str, edition: str, offered: Sequence[Offered], seconds: float = SECONDS
) -> Reply | None:
    """What the model makes of the passages; None if it does not answer in time, or not as it was asked to."""
    import prompts

    system, user = prompts.load("rules-answer").render(
        edition=edition, question=_line(question), passages="\n".join(_shown(one) for one in offered[:PASSAGES])
    )

    async def collect() -> str:
        pieces: list[str] = []
        async for piece in voice.speak((("system", system), ("human", user)), seconds):
            pieces.append(piece)
            if sum(map(len, pieces)) > LONGEST:
                break
        return "".join(pieces)

    try:
        return parse(asyncio.run(collect()))
    except ModelError as error:
        log.warning("the rules are answered without the model: %s", error)
        return None


def parse(said: str) -> Reply | None:
    """A model's words as a reply; None if they hold no JSON object of the right shape. Whatever is odd is left out."""
    data = _object(said[:LONGEST])
    if data is None or not isinstance(data.get("claims"), list):
        return None
    verdict = data.get("verdict")
    claims = [found for one in data["claims"][: 2 * MAX_CLAIMS] if (found := _proposed(one)) is not None]
    return Reply(_YES_NO.get(verdict.strip().lower()) if isinstance(verdict, str) else None, tuple(claims))


def stands(
    reply: Reply,
    offered: Sequence[Offered],
    *,
    edition: str = "compilation",
    compares: bool = False,
    decided: bool | None = None,
    yes_no: bool = True,
) -> Stands:
    """What of a reply stands. `decided` is the verdict that the passages themselves give, if they do: it then counts,
    and not the model's. A model's own yes must rest on a first claim that denies nothing, its no on one that does.
    """
    known = {one.id: one for one in offered}
    claims: list[Claim] = []
    refused: list[Refused] = []
    words = 1
    for proposed in reply.claims:
        found = verify(proposed, known, edition=edition, compares=compares)
        if isinstance(found, Refused):
            refused.append(found)
            continue
        size = len(found.text.split())
        if len(claims) == MAX_CLAIMS or words + size > MAX_WORDS or found.text in (c.text for c in claims):
            refused.append(Refused(proposed.text, "it is one too many, or said already"))
            continue
        claims.append(found)
        words += size
    verdict = decided if decided is not None else _own_verdict(reply, claims)
    if not yes_no or not claims:
        verdict = None
    return Stands(verdict, tuple(claims), tuple(refused))


def in_words(verdict: bool | None, claims: Iterable[Claim]) -> str:
    """The answer: yes or no first where there is a verdict, then the claims."""
    opening = {True: "Yes. ", False: "No. ", None: ""}[verdict]
    return opening + " ".join(claim.text for claim in claims)


def _own_verdict(reply: Reply, claims: Sequence[Claim]) -> bool | None:
    """The model's own yes or no, if its first claim stands and speaks for it."""
    if reply.verdict is None or not claims:
        return None
    first = _ANSWER.sub("", " ".join(reply.claims[0].text.split())).rstrip(".!? ").lower()
    leads = claims[0].text.rstrip(".!? ").lower().endswith(first)
    return reply.verdict if leads and reply.verdict != negated(claims[0].text) else None


def _shown(one: Offered) -> str:
    return f"[{one.id}] {_line(one.title)}: {_line(one.lead)} {_line(one.text)}".replace("  ", " ")


def _line(text: str) -> str:
    """A text on one line, without control characters."""
    return " ".join(printable(text).split())


def _object(said: str) -> Mapping[str, Any] | None:
    """The first JSON object in a text, which may stand in a fence or behind words."""
    for at in (found.start() for found in re.finditer(r"\{", said)):
        try:
            data, _ = json.JSONDecoder().raw_decode(said[at:])
        except (ValueError, RecursionError):
            continue
        return data if isinstance(data, dict) else None
    return None


def _proposed(one: object) -> Proposed | None:
    if not isinstance(one, dict) or not isinstance(one.get("text"), str) or not isinstance(one.get("citations"), list):
        return None
    cited = [c for c in one["citations"] if isinstance(c, dict)]
    pairs = [(c.get("chunk"), c.get("quote")) for c in cited]
    sound = [(id, quote) for id, quote in pairs if isinstance(id, str) and isinstance(quote, str)]
    return Proposed(one["text"], tuple(sound)) if sound and len(sound) == len(one["citations"]) else None


def verified(claims: Iterable[Claim], texts: Mapping[str, str]) -> bool:
    """Whether every citation of every claim is a span of the chunk it names (`texts` by chunk id)."""
    cited = [citation for claim in claims for citation in claim.citations]
    return all(c.chunk in texts and find_span(c.quote, texts[c.chunk]) is not None for c in cited)
