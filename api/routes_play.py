"""Playing: what is pending, choosing, taking back, and the proofs: journal and receipts."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Response
from fastapi.responses import PlainTextResponse

from api import views
from api.errors import problems
from api.schemas import AnswerOut, ChoiceIn, ChoiceOut, ReceiptOut, UndoIn
from api.service import Key, Opened
from gm.live_table import Answer, LiveTable
from gm.seats import people

router = APIRouter(prefix="/tables/{table_id}", tags=["play"])


@router.get("/choice", responses=problems(404, 422, 503))
def get_choice(table: Opened) -> ChoiceOut | None:
    """What is pending; null when the game is over."""
    with table.looking() as game:
        return views.choice(game.pending)


@router.post("/choices", responses=problems(400, 403, 404, 409, 413, 422, 503))
def post_choice(body: ChoiceIn, table: Opened, key: Key, response: Response) -> AnswerOut:
    """Answer the pending Choice. Answered after its events are durable; bots that come next have played by then."""
    seat = views.speaking_seat(people(table.setup, table.bots), body.seat)
    return _given(table, table.choose(body.option, seat, body.choice_id, key, least=body.least), response)


@router.post("/undo", responses=problems(400, 403, 404, 409, 413, 422, 503))
def post_undo(body: UndoIn, table: Opened, key: Key, response: Response) -> AnswerOut:
    """Take choices back. If dice, cards or tiles were revealed since, everyone must consent. The story is struck."""
    seat = views.speaking_seat(people(table.setup, table.bots), body.seat)
    given = table.undo(body.steps, consent=body.consent, seat=seat, idempotency_key=key)
    return _given(table, given, response)


def _given(table: LiveTable, given: Answer, response: Response) -> AnswerOut:
    if given.again:
        response.headers["Idempotent-Replayed"] = "true"
    if not given.over:
        table.let_bots_play()
    return views.answer(given)


@router.get(
    "/journal",
    response_class=PlainTextResponse,
    responses=problems(404, 422, 503) | {200: {"content": {"application/x-ndjson": {}}}},
)
def get_journal(
    table: Opened,
    first: Annotated[int, Query(ge=0, description="The first line; line 0 is the header.")] = 0,
    limit: Annotated[int | None, Query(ge=1, le=100_000)] = None,
) -> Response:
    """The journal as it is verified: JSON lines, hash-chained; in fair play the last line, the seal, has the secret."""
    lines = table.journal(first, limit)
    return Response(b"".join(line + b"\n" for line in lines), media_type="application/x-ndjson")


@router.get("/rolls/{roll}", responses=problems(404, 422, 503))
def get_roll(table: Opened, roll: Annotated[int, Path(ge=1, le=10_000_000)]) -> ReceiptOut:
    """The receipt of a roll."""
    with table.looking() as game:
        return views.roll_receipt(game.events, roll)
