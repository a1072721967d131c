"""Connections to the database of a store that do not go through the store, as another program would have them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, exists, func, select

from exactcover.process import databases
from exactcover.service.store.jobs import Store
from exactcover.service.store.schema import KEPT, OWN, jobs


@contextmanager
def reading(store: Store) -> Iterator[Connection]:
    """A connection that reads the store's tables."""
    writer, reader = databases.engines(store.url)
    with reader.connect() as connection:
        yield connection
    writer.dispose()
    reader.dispose()


@contextmanager
def writing(store: Store) -> Iterator[Connection]:
    """A transaction that may change the store's tables."""
    writer, reader = databases.engines(store.url)
    with writer.begin() as connection:
        yield connection
    writer.dispose()
    reader.dispose()


def orphans(connection: Connection) -> int:
    """Return the number of rows whose job is gone: zero, unless the program has a defect."""
    pairs = [(table, jobs.c.origin == table.c.origin) for table in KEPT] + [
        (table, jobs.c.id == table.c.job) for table in OWN
    ]
    queries = (select(func.count()).select_from(table).where(~exists().where(same)) for table, same in pairs)
    return sum(int(connection.execute(query).scalar_one()) for query in queries)
