"""Language models: which one is set, and how to hear it out without waiting for ever.

Three settings, by environment or `.env`: `BRIMSTONE_LLM_BASE_URL`, `BRIMSTONE_LLM_API_KEY`, `BRIMSTONE_LLM_MODEL`
(none set: no model is ever called). Any server that speaks the OpenAI chat protocol will do. Heavy libraries are
imported when a model is asked for, not before; nothing that a model or its server says is put in an error, and neither
is the key.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from pydantic import SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

if TYPE_CHECKING:
    from langchain_openai import ChatOpenAI

    from lore.embedding import EmbeddingModel

OPENAI = "https://api.openai.com/v1"
NO_TRACING = {"LANGSMITH_TRACING": "false", "LANGCHAIN_TRACING_V2": "false", "LANGCHAIN_TRACING": "false"}
LONGEST_ANSWER = 60_000
RETRY_STATUS = frozenset({408, 409, 425, 429})

Message = tuple[str, str]


class ModelError(Exception):
    """Base of what can go wrong with a language model. `code` is stable; the message holds no secret."""

    code = "model"


class ModelSettingsError(ModelError):
    """The settings name a model only half."""

    code = "model-settings"


class ModelUnavailable(ModelError):
    """The model did not answer: refused, unreachable, or failed too often."""

    code = "model-unavailable"


class ModelTooSlow(ModelError):
    """The model did not finish within the time it was given."""

    code = "model-too-slow"


class ModelSettings(BaseSettings):
    """Which language model to speak with. Empty means none."""

    model_config = SettingsConfigDict(
        env_prefix="BRIMSTONE_LLM_", env_file=".env", env_file_encoding="utf-8", extra="ignore"
    )

    base_url: str = ""
    api_key: SecretStr = SecretStr("")
    model: str = ""

    @property
    def configured(self) -> bool:
        """Whether any setting is there."""
        return bool(self.base_url or self.model or self.api_key.get_secret_value())


class EmbeddingSettings(BaseSettings):
    """Which endpoint turns texts into vectors. Empty means the embedded model."""

    model_config = SettingsConfigDict(
        env_prefix="BRIMSTONE_EMBEDDINGS_", env_file=".env", env_file_encoding="utf-8", extra="ignore"
    )

    base_url: str = ""
    api_key: SecretStr = SecretStr("")
    model: str = ""


def embedding_model(settings: EmbeddingSettings | None = None) -> EmbeddingModel | None:
    """The embedding model of the settings; None for the embedded one. ModelSettingsError says what is missing."""
    chosen = settings if settings is not None else EmbeddingSettings()
    key = chosen.api_key.get_secret_value()
    if not (chosen.base_url or chosen.model or key):
        return None
    if not chosen.model:
        raise ModelSettingsError("BRIMSTONE_EMBEDDINGS_MODEL is not set: name the model, or unset the other two")
    if not key and not chosen.base_url:
        raise ModelSettingsError("set BRIMSTONE_EMBEDDINGS_API_KEY, or _BASE_URL for a server that needs no key")
    from lore.embedding_remote import RemoteModel

    return RemoteModel(chosen.base_url or OPENAI, chosen.model, key)


class Voice(Protocol):
    """Something that answers messages, piece by piece, within a number of seconds."""

    def speak(self, messages: Sequence[Message], seconds: float) -> AsyncIterator[str]:
        """The answer as it comes. Raises ModelError when it stops short."""
        ...


def chat_model(settings: ModelSettings | None = None) -> ChatOpenAI | None:
    """The model that the settings name, or None where none is set. ModelSettingsError says what is missing."""
    chosen = settings if settings is not None else ModelSettings()
    if not chosen.configured:
        return None
    if not chosen.model:
        raise ModelSettingsError("BRIMSTONE_LLM_MODEL is not set: name the model to use, or unset the other two")
    key = chosen.api_key.get_secret_value()
    if not key and not chosen.base_url:
        raise ModelSettingsError("set BRIMSTONE_LLM_API_KEY, or BRIMSTONE_LLM_BASE_URL for a server that needs no key")
    os.environ.update(NO_TRACING)
    from langchain_openai import ChatOpenAI

    return ChatOpenAI(
        model_name=chosen.model,
        openai_api_base=chosen.base_url or OPENAI,
        openai_api_key=SecretStr(key or "none"),
        temperature=0.7,
        max_retries=0,  # ChatVoice retries, within its own deadline
        request_timeout=60.0,
        streaming=True,
        stream_usage=False,
        use_responses_api=False,
        cache=False,
    )


class ChatVoice:
    """A chat model with a deadline: retries with jitter until the first word is heard, and never after it."""

    def __init__(self, model: ChatOpenAI, *, attempts: int = 4, first_wait: float = 0.2) -> None:
        self._model = model
        self._attempts = attempts
        self._first_wait = first_wait

    async def speak(self, messages: Sequence[Message], seconds: float) -> AsyncIterator[str]:
        """The answer's text as it streams. ModelTooSlow past the deadline, ModelUnavailable when all tries failed."""
        ends = time.monotonic() + seconds
        stream, piece = await self._first(messages, ends)
        heard = 0
        try:
            while piece is not None:
                heard += len(piece)
                if heard > LONGEST_ANSWER:
                    raise ModelUnavailable(f"the model's answer is longer than {LONGEST_ANSWER} characters")
                if piece:
                    yield piece
                piece = await _within(ends, _next(stream))
        finally:
            await _close(stream)

    async def _first(self, messages: Sequence[Message], ends: float) -> tuple[AsyncIterator[Any], str | None]:
        from tenacity import (
            AsyncRetrying,
            RetryError,
            retry_if_exception,
            stop_after_attempt,
            stop_after_delay,
            stop_any,
        )
        from tenacity.wait import wait_random_exponential

        retrying = AsyncRetrying(
            retry=retry_if_exception(lambda error: isinstance(error, _Again)),
            stop=stop_any(stop_after_attempt(self._attempts), stop_after_delay(max(0.0, ends - time.monotonic()))),
            wait=wait_random_exponential(multiplier=self._first_wait, max=5.0),
            sleep=lambda wait: asyncio.sleep(max(0.0, min(float(wait), ends - time.monotonic()))),
        )
        why = "it did not answer"
        try:
            async for attempt in retrying:
                with attempt:
                    stream = self._model.astream(list(messages)).__aiter__()
                    try:
                        return stream, await _within(ends, _next(stream))
                    except _Again as error:
                        why = str(error)
                        await _close(stream)
                        raise
                    except BaseException:
                        await _close(stream)
                        raise
        except RetryError:
            pass
        if time.monotonic() >= ends:
            raise ModelTooSlow("the model failed until its time was over")
        raise ModelUnavailable(f"the model failed {self._attempts} times; at last {why}")


def voice(settings: ModelSettings | None = None) -> ChatVoice | None:
    """A voice for the model that the settings name, or None where none is set."""
    model = chat_model(settings)
    return ChatVoice(model) if model is not None else None


class _Again(Exception):
    """A failure worth another try: too many requests, the server's own errors, a broken connection."""


async def _within(ends: float, awaitable: Any) -> str | None:
    """Await at most until `ends`."""
    try:
        async with asyncio.timeout(max(0.0, ends - time.monotonic())):
            answer: str | None = await awaitable
            return answer
    except TimeoutError:
        raise ModelTooSlow("the model did not finish in time") from None


async def _next(stream: AsyncIterator[Any]) -> str | None:
    """The next piece of text, or None at the end. What the libraries raise is turned into our own, without its text."""
    import openai

    try:
        chunk = await stream.__anext__()
    except StopAsyncIteration:
        return None
    except TimeoutError:
        raise ModelTooSlow("the model stopped sending") from None
    except openai.APIStatusError as error:
        if error.status_code >= 500 or error.status_code in RETRY_STATUS:
            raise _Again(f"its server answered {error.status_code}") from None
        raise ModelUnavailable(f"the model's server refused with status {error.status_code}") from None
    except openai.APIConnectionError:
        raise _Again("its server could not be reached") from None
    except Exception as error:
        raise ModelUnavailable(f"the model's answer broke off ({type(error).__name__})") from None
    text = chunk.text if isinstance(getattr(chunk, "text", None), str) else chunk.content
    return text if isinstance(text, str) else ""


async def _close(stream: AsyncIterator[Any]) -> None:
    """Hang up; a stream that will not close in time is left to the loop."""
    closing = getattr(stream, "aclose", None)
    if closing is None:
        return
    try:
        async with asyncio.timeout(0.2):
            await closing()
    except Exception:
        return
