"""Rules questions, and whether the service is well."""

from __future__ import annotations

from importlib.metadata import version

import msgspec
from fastapi import APIRouter

from api.errors import problems
from api.schemas import HealthOut, QuestionIn, RulingOut
from api.service import Running
from gm import store
from rules_engine.content.library import standard

router = APIRouter()
EDITION = "compilation"


@router.post("/questions", tags=["rules"], responses=problems(404, 413, 422, 503))
def post_question(body: QuestionIn, running: Running) -> RulingOut:
    """Answer a rules question for an edition, with its sources; says so when the books don't answer it."""
    edition = body.edition
    if body.table is not None:
        played = running.tables.record(body.table).setup.edition
        edition = edition or played
    given = running.oracle.ask(body.question, edition=edition or EDITION)
    return RulingOut.model_validate(msgspec.to_builtins(given))


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
