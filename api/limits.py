"""What a request may be: how long its body, and with which idempotency key."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Annotated

from fastapi import Header
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.errors import ApiError, problem

MAX_BODY = 64 * 1024
_KEY = re.compile(r"[\x21-\x7e]{1,128}")


class _TooLarge(Exception):
    pass


class BodyLimit:
    """Refuses bodies over `limit` bytes, announced or streamed, before they are read to the end."""

    def __init__(self, app: ASGIApp, limit: int = MAX_BODY) -> None:
        self.app = app
        self.limit = limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        length = dict(scope["headers"]).get(b"content-length", b"0")
        if length.isdigit() and int(length) > self.limit:
            await self._refuse(scope, receive, send)
            return
        read, exceeded = 0, False

        async def counted() -> Message:
            nonlocal read, exceeded
            message = await receive()
            read += len(message.get("body", b""))
            if read > self.limit:
                exceeded = True
                raise _TooLarge
            return message

        async def held_back(message: Message) -> None:
            if not exceeded:
                await send(message)

        with suppress(_TooLarge):
            await self.app(scope, counted, held_back)
        if exceeded:
            await self._refuse(scope, receive, send)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        detail = f"the body is longer than {self.limit} bytes; nothing that is asked here needs so much"
        await problem(Request(scope), 413, "too_large", detail)(scope, receive, send)


def idempotency_key(
    key: Annotated[
        str | None,
        Header(
            alias="Idempotency-Key",
            description="Required on writes: a new one for each action. The same key gets the same answer again.",
            examples=["7f9c2ba4-e88f-41d5-a1b2-0c3d4e5f6071"],
        ),
    ] = None,
) -> str:
    """The request's idempotency key. Raises ApiError if it is missing or malformed."""
    if key is None:
        raise ApiError(400, "idempotency_key_missing", "send an Idempotency-Key header, a new one for each action")
    if not _KEY.fullmatch(key):
        raise ApiError(
            400, "idempotency_key_malformed", "an Idempotency-Key has 1 to 128 printable ASCII characters, no blanks"
        )
    return key
