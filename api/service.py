"""What the routes share: the saved tables, the oracle, the bells; and how a route gets at them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from fastapi import Depends, Request
from fastapi import Path as PathParameter

from api.bells import Bells
from api.limits import idempotency_key
from gm.live_table import LiveTable
from gm.models import embedding_model, voice
from gm.oracle import Oracle
from gm.oracle.history import History
from gm.story import Voices, voices_by_settings
from gm.tables import Tables


class Service:
    """One running service. Voices come from the settings unless they are given; `slow` ones tell aside."""

    def __init__(
        self, database: str, folder: Path, voices: Voices | None = None, slow: bool = False, chroma_url: str = ""
    ) -> None:
        if voices is None:
            voices, slow = voices_by_settings()
        self.tables = Tables(database, voices=voices, aside=slow)
        self.oracle = Oracle(folder, voice=voice(), embedding=embedding_model(), chroma_url=chroma_url)
        self.history = History(self.tables.store)
        self.bells = Bells()
        self.tables.listen(self.bells.ring)

    def close(self) -> None:
        """Let go of the database and the index."""
        self.tables.close()
        self.oracle.close()


def service(request: Request) -> Service:
    """The running service."""
    found: Service = request.app.state.service
    return found


Running = Annotated[Service, Depends(service)]
Key = Annotated[str, Depends(idempotency_key)]
TableId = Annotated[
    str,
    PathParameter(max_length=40, pattern=r"^[A-Za-z0-9_-]+$", examples=["rkDQnKZCo2w_klOG"], description="A table."),
]


def opened(table_id: TableId, running: Running) -> LiveTable:
    """A table that somebody sat down at. Bots whose turn it is play first."""
    table = running.tables.open(table_id)
    table.let_bots_play()
    return table


Opened = Annotated[LiveTable, Depends(opened)]
