"""A Chroma server by its URL: the vectors of our corpus, and of users' books, may live there."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

_PORTS = {"http": 8000, "https": 443}


def connect(url: str) -> Any:
    """A client of the server at `url` (http or https; without a port Chroma's own).

    Raises:
        ConnectionError: it is no such URL, or nothing answers there; the message names the setting.
    """
    import chromadb
    from chromadb.config import Settings

    parts = urlsplit(url if "//" in url else f"http://{url}")
    try:
        if parts.scheme not in _PORTS or not parts.hostname:
            raise ValueError("it is no http or https URL")
        return chromadb.HttpClient(
            host=parts.hostname,
            port=parts.port or _PORTS[parts.scheme],
            ssl=parts.scheme == "https",
            settings=Settings(anonymized_telemetry=False),
        )
    except Exception as error:  # httpx, chromadb and urllib each have their own
        raise ConnectionError(
            f"the vector store at {url} (BRIMSTONE_CHROMA_URL) can't be used: {error}; "
            "start it, mend the URL, or leave it empty to keep vectors in the data folder"
        ) from error
