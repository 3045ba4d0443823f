"""One index of the whole corpus for all tests that ask it something; it is built once a process."""

from __future__ import annotations

import pytest

from gm.oracle import Oracle
from lore.retrieval import Retriever


@pytest.fixture(scope="session")
def data_dir(tmp_path_factory):
    return tmp_path_factory.mktemp("brimstone-data")


@pytest.fixture(scope="session")
def retriever(data_dir):
    return Retriever(data_dir / "index")


@pytest.fixture(scope="session")
def oracle(data_dir, retriever):
    return Oracle(data_dir)
