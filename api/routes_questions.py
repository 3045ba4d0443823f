"""Rules questions, what was asked before, and whether the service is well."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import version
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Header, Path, Query, Response
from fastapi.responses import StreamingResponse
from fastapi.sse import format_sse_event

from api.errors import ApiError, problems
from api.schemas import TALK, HealthOut, JudgementIn, KeptQuestionOut, QuestionIn, QuestionsPage, RulingOut
from api.service import Running, Service
from gm import store
from gm.oracle import Answer, OracleError
from gm.oracle.computed.at_table import copied
from gm.oracle.history import Kept, new_talk, talk_of_table
from rules_engine.content.library import standard

router = APIRouter()
EDITION = "compilation"
STREAM = "text/event-stream"
PAGE = 50

Talk = Annotated[str, Query(max_length=80, pattern=TALK, description="The talk, as an answer named it.")]


@router.post(
    "/questions",
    tags=["rules"],
    response_model=RulingOut,
    responses={**problems(404, 413, 422, 503), 200: {"content": {STREAM: {}}}},
)
def post_question(
    body: QuestionIn, running: Running, accept: Annotated[str, Header(include_in_schema=False)] = ""
) -> Any:
    """Answer a rules question for an edition, with its sources; says so when the books don't answer it.

    With `Accept: text/event-stream` the answer comes as events: `understood`, a `claim` each, a `note` each, and at the
    end `answer`, which is the whole. Nothing is sent that has not been verified.
    """
    talk = body.talk or (talk_of_table(body.table) if body.table is not None else new_talk())
    answer = _asked(body, running, talk)
    given = RulingOut.model_validate(
        {**msgspec.to_builtins(answer), "id": running.history.keep(talk, answer), "talk": talk}
    )
    if STREAM in accept:
        return StreamingResponse(_events(given), media_type=STREAM, headers={"Cache-Control": "no-cache"})
    return given


@router.get("/questions", tags=["rules"], responses=problems(422, 503))
def get_questions(
    running: Running,
    talk: Talk,
    search: Annotated[str, Query(max_length=200, description="Words that question or answer hold.")] = "",
    cursor: Annotated[int | None, Query(ge=1, description="Where the page before ended.")] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = PAGE,
) -> QuestionsPage:
    """What was asked in a talk, newest first, and what was thought of the answers."""
    found = running.history.search(talk, search, limit=limit, before=cursor)
    return QuestionsPage(
        questions=[_kept(one) for one in found], next=str(found[-1].id) if len(found) == limit else None
    )


@router.put("/questions/{question_id}/judgement", tags=["rules"], status_code=204, responses=problems(404, 422, 503))
def put_judgement(question_id: Annotated[int, Path(ge=1, le=2**53)], body: JudgementIn, running: Running) -> Response:
    """Say whether an answer was good. One that was not is kept as a case for the evaluation set."""
    running.history.judge(body.talk, question_id, body.good, body.note)
    return Response(status_code=204)


@router.get("/health", tags=["service"])
def get_health() -> HealthOut:
    """The service runs."""
    return HealthOut(status="ok", version=version("brimstone-gm"))


@router.get("/ready", tags=["service"], responses=problems(503))
def get_ready(running: Running) -> HealthOut:
    """The service can play: its packs are read, its database answers."""
    standard()
    with running.tables.store.reading() as connection:
        store.ping(connection)
    return HealthOut(status="ready", version=version("brimstone-gm"))


def _asked(body: QuestionIn, running: Service, talk: str) -> Answer:
    earlier = running.history.earlier(talk)
    if body.table is None:
        if body.hero is not None:
            raise ApiError(422, "question", "`hero` is a hero of a table: name the `table` too")
        return running.oracle.ask(
            body.question,
            body.edition or EDITION,
            earlier=earlier,
            persona=body.persona,
            collection=body.collection,
            kinds=body.kinds,
            sets=body.sets,
        )
    with running.tables.open(body.table).looking() as game:
        if body.hero is not None and body.hero not in game.state.heroes:
            raise OracleError(f"no hero {body.hero!r} is at this table; there are {', '.join(game.state.heroes)}")
        seen = copied(game) or game  # a model may take its time: nobody waits for it at the table
    return running.oracle.ask(
        body.question,
        body.edition or seen.state.edition,
        game=seen,
        hero=body.hero,
        earlier=earlier,
        persona=body.persona,
        collection=body.collection,
        kinds=body.kinds,
        sets=body.sets,
    )


def _events(given: RulingOut) -> Iterator[bytes]:
    def event(name: str, data: object) -> bytes:
        return format_sse_event(event=name, data_str=msgspec.json.encode(data).decode())

    yield event("understood", {"question": given.understood or given.question, "edition": given.edition})
    for claim in given.claims:
        yield event("claim", claim.model_dump())
    for note in given.edition_notes:
        yield event("note", {"text": note})
    yield event("answer", given.model_dump())


def _kept(one: Kept) -> KeptQuestionOut:
    answer = RulingOut.model_validate({**msgspec.to_builtins(one.answer), "id": one.id, "talk": one.talk})
    return KeptQuestionOut(id=one.id, talk=one.talk, asked_at=one.asked_at, good=one.good, note=one.note, answer=answer)
