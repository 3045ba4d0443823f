"""The story: as pages, and as a stream of events that can be taken up again where it was left."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated

from anyio.to_thread import run_sync
from fastapi import APIRouter, Depends, Header, Query
from fastapi.sse import EventSourceResponse, ServerSentEvent

from api import views
from api.errors import ApiError, problems
from api.schemas import SentenceOut, SentencesPage
from api.service import Key, Opened, Running
from gm.store import StoredSentence, TableRow

router = APIRouter(prefix="/tables/{table_id}", tags=["story"])
LISTEN_SECONDS = 2.0
RETRY_MILLISECONDS = 2_000


def last_seen(
    last_event_id: Annotated[
        str | None, Header(description="Where the stream was left: only what came after is sent.")
    ] = None,
) -> int:
    """The place in the story that the client has seen."""
    if not last_event_id:
        return 0
    if not last_event_id.isascii() or not last_event_id.isdecimal() or len(last_event_id) > 12:
        raise ApiError(400, "bad_last_event_id", "Last-Event-ID is the id of an event of this stream, a number")
    return int(last_event_id)


Seen = Annotated[int, Depends(last_seen)]


@router.get("/story", response_class=EventSourceResponse, responses=problems(400, 404, 422, 503))
async def get_story(
    table: Opened,
    running: Running,
    seen: Seen,
    follow: Annotated[bool, Query(description="Go on until the game is over; else send what there is and end.")] = True,
) -> AsyncIterator[ServerSentEvent]:
    """The story as it is told.

    `sentence` carries a sentence, `struck` the ids of sentences that tell of what was taken back; both have ids to
    resume from. `table` says that the table changed (its revision), `over` that the game and its story are over: the
    stream ends with it.
    """
    await run_sync(table.try_to_tell)
    revision = 0
    with running.bells.listening(table.id) as bell:
        while True:
            changes, row = await run_sync(table.story_changes, seen)
            for place, event in _events(changes, seen):
                seen = place
                yield event
            if row.revision != revision:
                revision = row.revision
                yield ServerSentEvent(event="table", data={"revision": revision}, retry=RETRY_MILLISECONDS)
            if _all_told(row):
                yield ServerSentEvent(event="over", data={"outcome": row.outcome})
                return
            if not follow:
                return
            await bell.wait(LISTEN_SECONDS)


def _events(changes: list[StoredSentence], seen: int) -> list[tuple[int, ServerSentEvent]]:
    """Changes of the story after a place, in order. What was both told and struck since is passed over."""
    found: list[tuple[int, ServerSentEvent]] = []
    struck: dict[int, list[int]] = {}
    for sentence in changes:
        if sentence.struck is None:
            found.append(
                (sentence.id, ServerSentEvent(event="sentence", id=str(sentence.id), data=views.sentence(sentence)))
            )
        else:
            ids = struck.setdefault(sentence.struck, [])
            if sentence.id <= seen:
                ids.append(sentence.id)
    for place, ids in struck.items():
        if not ids:
            continue
        found.append((place, ServerSentEvent(event="struck", id=str(place), data={"sentences": ids})))
    return sorted(found, key=lambda one: one[0])


def _all_told(row: TableRow) -> bool:
    return bool(row.outcome) and row.told == row.lines - 2


@router.get("/sentences", responses=problems(404, 422, 503))
def get_sentences(
    table: Opened,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
    cursor: Annotated[int, Query(ge=0, description="A page's `next`.")] = 0,
) -> SentencesPage:
    """The story in pages, struck sentences included."""
    found = table.story(cursor, limit + 1)
    shown = [views.sentence(sentence) for sentence in found[:limit]]
    return SentencesPage(items=shown, next=str(shown[-1].id) if len(found) > limit else None)


@router.post("/retell", responses=problems(400, 404, 422, 503))
def post_retell(table: Opened, key: Key) -> list[SentenceOut]:
    """Tell what has not been told yet, after a telling that failed. Nothing is told twice, whatever the key."""
    return [views.sentence(sentence) for sentence in table.retell()]
