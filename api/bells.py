"""Wakes the streams of a table when something was written to it, from whichever thread."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class Bell:
    """One listener's bell. Only `ring` may be called from other threads."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._rung = asyncio.Event()

    def ring(self) -> None:
        """Wake the listener."""
        with suppress(RuntimeError):  # its loop has ended: nobody listens any more
            self._loop.call_soon_threadsafe(self._rung.set)

    async def wait(self, seconds: float) -> None:
        """Sleep until it rings, or so many seconds."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._rung.wait(), seconds)
        self._rung.clear()


class Bells:
    """All bells of a service, by table."""

    def __init__(self) -> None:
        self._bells: dict[str, list[Bell]] = {}
        self._lock = threading.Lock()

    def ring(self, table: str) -> None:
        """Wake everyone who listens to a table."""
        with self._lock:
            bells = list(self._bells.get(table, ()))
        for bell in bells:
            bell.ring()

    @contextmanager
    def listening(self, table: str) -> Iterator[Bell]:
        """A bell for as long as somebody listens."""
        bell = Bell()
        with self._lock:
            self._bells.setdefault(table, []).append(bell)
        try:
            yield bell
        finally:
            with self._lock:
                bells = self._bells[table]
                bells.remove(bell)
                if not bells:
                    del self._bells[table]
