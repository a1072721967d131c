"""Databases that fail on demand: before a call, after its commit, by a full disk, a hang, or an outage of some length."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import OperationalError

from exactcover.service.store import jobs as stores
from exactcover.service.store.outages import Database


@dataclass(frozen=True)
class Fault:
    """A failure of a call; seconds: how long it takes; committed: only its success is lost; code: of SQLite; none: slow."""

    seconds: float = 0.0
    committed: bool = False
    code: int = sqlite3.SQLITE_IOERR
    none: bool = False


FULL = Fault(code=sqlite3.SQLITE_FULL)
NO_DESCRIPTORS = Fault(code=sqlite3.SQLITE_CANTOPEN)
BROKEN = Fault()
UNHEARD = Fault(committed=True)
UNREACHABLE = Fault(code=sqlite3.SQLITE_BUSY)
HUNG = Fault(seconds=0.3, code=sqlite3.SQLITE_BUSY)
SLOW = Fault(seconds=0.2, none=True)


def error_of(fault: Fault) -> OperationalError:
    """Return the error that a database raises."""
    original = sqlite3.OperationalError("injected")
    original.sqlite_errorcode = fault.code
    return OperationalError("", None, original)


def inject(patch: pytest.MonkeyPatch, next_fault: Callable[[], Fault | None]) -> None:
    """Give stores that are opened from now on a database each of whose calls has the fault that `next_fault` returns."""

    class Faulty(Database):
        """A database with faults."""

        @contextmanager
        def connect(self) -> Iterator[Connection]:
            """Yield a connection, with the next fault."""
            with super().connect() as connection:
                fault = next_fault()
                if fault is not None:
                    time.sleep(fault.seconds)
                    if not fault.committed and not fault.none:
                        raise error_of(fault)
                yield connection
                if fault is not None and fault.committed:
                    raise error_of(fault)

    def made(engine: Engine) -> Database:
        return Faulty(engine)

    patch.setattr(stores, "Database", made)
