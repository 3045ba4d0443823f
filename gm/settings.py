"""Where things are kept: settings from the environment or a `.env` file, each with a default that works.

`BRIMSTONE_DATA` is the folder for saves, index and models; `BRIMSTONE_DATABASE_URL` the database of the tables (SQLite
in that folder by default); `BRIMSTONE_CHROMA_URL` an outside vector store. Settings of language models stand in
`gm.models`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

FOLDER = "brimstone-gm"
DATABASE = "tables.sqlite3"


def platform_folder(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """The folder in which this platform keeps a program's data: XDG on Linux, Application Support, or LOCALAPPDATA."""
    home = Path.home()
    if platform == "darwin":
        return home / "Library" / "Application Support" / FOLDER
    if platform == "win32":
        return Path(environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / FOLDER
    # The XDG specification has a relative path ignored.
    named = Path(environ.get("XDG_DATA_HOME") or "")
    return (named if named.is_absolute() else home / ".local" / "share") / FOLDER


class Settings(BaseSettings):
    """What the environment says. `data` is the data folder; empty URLs stand for the defaults."""

    model_config = SettingsConfigDict(
        env_prefix="BRIMSTONE_", env_file=".env", env_file_encoding="utf-8", env_ignore_empty=True, extra="ignore"
    )

    data: Path = Field(default_factory=platform_folder)
    database_url: str = ""
    chroma_url: str = ""

    @property
    def database(self) -> str:
        """The database of the tables: the URL that is set, or SQLite in the data folder."""
        return self.database_url or f"sqlite:///{self.folder() / DATABASE}"

    def folder(self) -> Path:
        """The data folder, made if it is not there yet."""
        folder = self.data.expanduser().absolute()
        folder.mkdir(parents=True, exist_ok=True)
        return folder
