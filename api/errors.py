"""Errors as problem+json (RFC 9457): one stable code for each thing that can go wrong, and what to do about it."""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException

from gm import store
from gm.oracle import OracleError
from gm.receipts import UnknownRoll
from rules_engine import errors as engine

PROBLEM = "application/problem+json"
log = logging.getLogger(__name__)


class ApiError(Exception):
    """A request that the service itself refuses."""

    def __init__(self, status: int, code: str, detail: str) -> None:
        super().__init__(detail)
        self.status = status
        self.code = code


class Problem(BaseModel):
    """What went wrong: `code` is stable for programs, `detail` says what, where and how to put it right."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {
                "type": "urn:brimstone:problem:stale_choice",
                "title": "Stale choice",
                "status": 409,
                "detail": "choice 12 is no longer pending; 13 is: Ada Quill may move 4",
                "code": "stale_choice",
                "instance": "/v1/tables/rkDQnKZCo2w_klOG/choices",
            }
        }
    )

    type: str = Field(description="A URN that names the kind of problem.")
    title: str
    status: int
    detail: str
    code: str
    instance: str
    errors: list[dict[str, Any]] | None = Field(None, description="For an invalid request: each fault and its place.")


# The nearest class in an exception's own line of descent counts. None: the exception carries its code.
STATUS: dict[type[Exception], tuple[int, str | None]] = {
    engine.IllegalChoice: (422, None),
    engine.AmbiguousChoice: (422, None),
    engine.StaleChoice: (409, None),
    engine.NotYourChoice: (403, None),
    engine.ChoiceError: (422, None),
    engine.UndoRefused: (409, None),
    engine.SetupError: (422, None),
    engine.ContentError: (500, None),
    engine.JournalError: (500, None),
    engine.ScriptError: (500, None),
    engine.EffectDepthError: (500, None),
    engine.BrimstoneError: (500, None),
    store.UnknownTable: (404, None),
    store.UnknownQuestion: (404, None),
    store.IdempotencyConflict: (409, None),
    store.CommitmentRefused: (409, None),
    store.TableUnreadable: (500, None),
    store.StoreFailed: (503, None),
    store.TableError: (500, None),
    UnknownRoll: (404, "unknown_roll"),
    OracleError: (422, "question"),
}
HTTP_CODES = {404: "not_found", 405: "method_not_allowed", 415: "unsupported_media_type"}


def problem(
    request: Request, status: int, code: str, detail: str, errors: list[dict[str, Any]] | None = None
) -> JSONResponse:
    """A problem as a response."""
    body: dict[str, Any] = {
        "type": f"urn:brimstone:problem:{code}",
        "title": code.replace("_", " ").capitalize(),
        "status": status,
        "detail": detail,
        "code": code,
        "instance": request.url.path,
    }
    if errors is not None:
        body["errors"] = errors
    headers = {"Retry-After": "1"} if status == HTTPStatus.SERVICE_UNAVAILABLE else None
    return JSONResponse(body, status, headers, media_type=PROBLEM)


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The problems that a route may answer with, for OpenAPI."""
    schema = {"$ref": "#/components/schemas/Problem"}
    return {
        status: {"description": HTTPStatus(status).phrase, "content": {PROBLEM: {"schema": schema}}}
        for status in statuses
    }


def install(app: FastAPI) -> None:
    """Answer every error of this program and of the framework as a problem."""
    for kind in STATUS:
        app.add_exception_handler(kind, _known)
    app.add_exception_handler(ApiError, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _unknown)


def _known(request: Request, error: Exception) -> JSONResponse:
    status, code = next(STATUS[kind] for kind in type(error).__mro__ if kind in STATUS)
    code = code or str(getattr(error, "code", "error"))
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        log.error("%s %s failed: %s", request.method, request.url.path, code, exc_info=error)
    detail = str(error.args[0]) if error.args else code
    if status == HTTPStatus.SERVICE_UNAVAILABLE:  # a database's own words may name paths and hosts
        detail = "the store failed; nothing is known to be saved: send the same request with the same key again"
    return problem(request, status, code, detail)


def _refused(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, ApiError)
    return problem(request, error.status, error.code, str(error))


def _invalid(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    faults = [
        {
            "pointer": "/" + "/".join(str(step) for step in fault["loc"][1:]),
            "in": str(fault["loc"][0]),
            "detail": str(fault["msg"]),
        }
        for fault in error.errors()
    ]
    first = faults[0] if faults else {"pointer": "/", "in": "body", "detail": "the request cannot be read"}
    detail = f"{first['in']} {first['pointer']}: {first['detail']}"
    return problem(request, 422, "invalid_request", detail, faults)


def _http(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    code = HTTP_CODES.get(error.status_code, "http_error")
    answer = problem(request, error.status_code, code, f"{request.method} {request.url.path}: {error.detail}")
    answer.headers.update(error.headers or {})
    return answer


def _unknown(request: Request, error: Exception) -> JSONResponse:
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return problem(request, 500, "internal", "the service failed; its log says where")
