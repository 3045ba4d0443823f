"""Settings: where things are kept when nothing is said, and what the environment may say."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm.settings import Settings, platform_folder


def test_data_lies_in_the_platforms_own_folder():
    home = Path.home()
    assert platform_folder({}, "linux") == home / ".local" / "share" / "brimstone-gm"
    assert platform_folder({"XDG_DATA_HOME": "/srv/data"}, "linux") == Path("/srv/data/brimstone-gm")
    assert platform_folder({"XDG_DATA_HOME": "not/absolute"}, "linux") == home / ".local" / "share" / "brimstone-gm"
    assert platform_folder({}, "darwin") == home / "Library" / "Application Support" / "brimstone-gm"
    assert platform_folder({"LOCALAPPDATA": "/local"}, "win32") == Path("/local/brimstone-gm")


def test_the_environment_says_where(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("BRIMSTONE_DATA", str(tmp_path / "saves"))
    monkeypatch.delenv("BRIMSTONE_DATABASE_URL", raising=False)
    settings = Settings()
    assert settings.folder().is_dir() and settings.folder() == tmp_path / "saves"
    assert settings.database == f"sqlite:///{tmp_path / 'saves' / 'tables.sqlite3'}"
    monkeypatch.setenv("BRIMSTONE_DATABASE_URL", "postgresql+psycopg://localhost/tables")
    assert Settings().database == "postgresql+psycopg://localhost/tables"


def test_an_empty_setting_is_no_setting(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("BRIMSTONE_DATA", "")
    assert Settings().data == platform_folder()
