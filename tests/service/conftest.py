"""Databases for the tests of the service: each test that asks for one runs on SQLite and on PostgreSQL."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from benchmarks import postgres
from exactcover.service.store.jobs import Store
from tests.lacking import lacking
from tests.service.servers import Served, here, served

_numbers = itertools.count()


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The URL of a PostgreSQL server that runs for the tests, with a database `migrated` to copy."""
    missing = postgres.missing()
    if missing:
        lacking(missing)
    with postgres.server(durable=False) as url:
        Store(postgres.database(url, "migrated")).close()
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of a database without tables."""
    yield from _url(request, tmp_path, "")


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of a store without jobs."""
    yield from _url(request, tmp_path, "migrated")


def _url(request: pytest.FixtureRequest, folder: Path, template: str) -> Iterator[str]:
    if request.param == "sqlite":
        yield str(folder / "jobs.sqlite")
        return
    server = request.getfixturevalue("postgres_server")
    name = f"test_{os.getpid()}_{next(_numbers)}"
    yield postgres.database(server, name, template)
    postgres.drop(server, name)


@pytest.fixture
def clock() -> Clock:
    """A clock that stands still."""
    return Clock()


class Clock:
    """A clock that moves when it is told to."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def open_store(url: str, clock: Clock) -> Iterator[Callable[[], Store]]:
    """What opens the store under test; each store is closed when the test ends."""
    stores: list[Store] = []

    def opened() -> Store:
        stores.append(Store(url, clock))
        return stores[-1]

    yield opened
    for store in stores:
        store.close()


@pytest.fixture
def store(open_store: Callable[[], Store]) -> Store:
    """A store."""
    return open_store()


@pytest.fixture
def client(store: Store) -> Iterator[TestClient]:
    """A server in this process on the store of the module, without tokens and without a runner."""
    with here(store) as client:
        yield client


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that runs jobs."""
    with served(store=tmp_path_factory.mktemp("store") / "jobs.sqlite") as server:
        yield server
