"""The HTTP service: `uvicorn --factory api.app:create_app`."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version

from fastapi import FastAPI

from api import errors, routes_play, routes_questions, routes_story, routes_tables
from api.limits import BodyLimit
from api.service import Service
from gm.settings import Settings
from gm.story import Voices

DESCRIPTION = """Tables of Shadows of Brimstone: exact rules, every die with a receipt, a story that fits the table.

Every write needs an `Idempotency-Key` header and is answered after it is durable: send a request again with the same
key and it is answered again, never resolved twice. Errors are `application/problem+json` with a stable `code`."""


def create_app(settings: Settings | None = None, *, voices: Voices | None = None, slow: bool = False) -> FastAPI:
    """The service as an ASGI application. Settings come from the environment; the database is opened at start."""
    chosen = settings if settings is not None else Settings()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.service = Service(chosen.database, chosen.folder(), voices, slow, chosen.chroma_url)
        try:
            yield
        finally:
            app.state.service.close()

    app = FastAPI(
        title="Brimstone game master",
        version=version("brimstone-gm"),
        description=DESCRIPTION,
        lifespan=lifespan,
        openapi_url="/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    app.add_middleware(BodyLimit)
    errors.install(app)
    for module in (routes_tables, routes_play, routes_story, routes_questions):
        app.include_router(module.router, prefix="/v1")
    _describe(app)
    return app


def _describe(app: FastAPI) -> None:
    """Put the shape of problems into the OpenAPI document, in place of the framework's own."""
    usual = app.openapi

    def openapi() -> dict[str, object]:
        if app.openapi_schema is None:
            document = usual()
            schemas = document["components"]["schemas"]
            schemas["Problem"] = errors.Problem.model_json_schema(ref_template="#/components/schemas/{model}")
            for name in ("HTTPValidationError", "ValidationError"):
                schemas.pop(name, None)
            app.openapi_schema = document
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]
