"""Connections to the database of a store that do not go through the store, as another program would have them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection

from exactcover.process import databases
from exactcover.service.store.jobs import Store


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
