"""Tables: set up, list, look at, delete; and the commitments that fair games rest on."""

from __future__ import annotations

import base64
import binascii
from typing import Annotated

from fastapi import APIRouter, Query, Response, status

from api import views
from api.errors import ApiError, problems
from api.schemas import CommitmentOut, SetupsOut, StateOut, TableIn, TableOut, TablesPage
from api.service import Key, Opened, Running, TableId
from gm.tables import FairPlay
from rules_engine.content.library import standard

router = APIRouter(tags=["tables"])
Cursor = Annotated[str, Query(max_length=200, description="A page's `next`.")]


@router.get("/setups")
def get_setups() -> SetupsOut:
    """Everything that a setup may name."""
    return views.setups(standard())


@router.post("/commitments", status_code=status.HTTP_201_CREATED, responses=problems(400, 409, 422, 503))
def post_commitment(running: Running, key: Key) -> CommitmentOut:
    """Take a secret and publish its commitment. It serves one fair game, whose journal reveals it at the end."""
    return CommitmentOut(commitment=running.tables.commit(idempotency_key=key))


@router.post("/tables", status_code=status.HTTP_201_CREATED, responses=problems(400, 409, 413, 422, 503))
def post_table(body: TableIn, running: Running, key: Key, response: Response) -> TableOut:
    """Set up a table. Bots that come first have played when it is answered."""
    fair, seed = body.fair_play, body.seed
    dice = FairPlay(fair.commitment, fair.client_seed) if fair is not None else seed
    record = running.tables.create(body.setup.built(), dice, body.name, bots=body.bots, idempotency_key=key)
    response.headers["Location"] = f"/v1/tables/{record.id}"
    if record.again:
        response.headers["Idempotent-Replayed"] = "true"
    return views.table(record)


@router.get("/tables", responses=problems(400, 422, 503))
def get_tables(running: Running, limit: Annotated[int, Query(ge=1, le=100)] = 20, cursor: Cursor = "") -> TablesPage:
    """Tables, newest first."""
    page = running.tables.list(limit, _decoded(cursor))
    return TablesPage(items=[views.table(record) for record in page.tables], next=_encoded(page.next))


@router.get("/tables/{table_id}", responses=problems(404, 422, 503))
def get_table(table: Opened, running: Running) -> StateOut:
    """The table as screens show it: map, party, enemies, Depth Track, pending Choice."""
    with table.looking() as game:
        return views.state(game, running.tables.record(table.id), table.votes)


@router.delete("/tables/{table_id}", status_code=status.HTTP_204_NO_CONTENT, responses=problems(400, 404, 422, 503))
def delete_table(table_id: TableId, running: Running, key: Key) -> None:
    """Delete a table with its journal and its story. Deleting again with the same key is no error."""
    running.tables.delete(table_id, idempotency_key=key)


def _encoded(place: str) -> str | None:
    return base64.urlsafe_b64encode(place.encode()).decode() if place else None


def _decoded(cursor: str) -> str:
    try:
        place = base64.b64decode(cursor, altchars=b"-_", validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        place = ""
    if cursor and "~" not in place.strip("~"):
        raise ApiError(400, "bad_cursor", "this is no cursor: take it from the `next` of the page before")
    return place
