"""Outages of the database: a circuit breaker that makes calls fail at once while one lasts.

Without the breaker every call to a server that hangs would wait for a timeout, in one of a few threads, and so would all calls
queued behind it. With it one call in RETRY_SECONDS tries the database again; the others raise Outage.
"""

from __future__ import annotations

import logging
import math
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from exactcover.process import databases

RETRY_SECONDS = 0.5
TRIAL_SECONDS = 20.0
"""How long one call may try, longer than all its timeouts, before the next one is let through."""
UNREACHABLE = ("57P", "08")
"""Classes of SQLSTATE: the server is shutting down or starting, or the connection broke."""

log = logging.getLogger("exactcover.service.store")


class Outage(Exception):
    """The database is unreachable, or cannot write: try again later. What was being written may or may not be in it.

    unreachable: other calls would fail too, and perhaps wait before they do.
    """

    def __init__(self, sentence: str, *, unreachable: bool = True) -> None:
        super().__init__(sentence)
        self.unreachable = unreachable


class Database:
    """An engine behind a circuit breaker. Thread-safe."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.last_outage = -math.inf
        """When a call failed last, by `time.monotonic`."""
        self._lock = threading.Lock()
        self._open = False
        self._since = self._retry_at = 0.0

    @contextmanager
    def connect(self) -> Iterator[Connection]:
        """Yield a connection; raises Outage in place of the errors of the database that are one."""
        self._admit()
        try:
            with self.engine.connect() as connection:
                yield connection
        except SQLAlchemyError as error:
            if not databases.is_outage(error):
                self._close()
                raise
            unreachable = _is_unreachable(error)
            self._note(error, unreachable)
            raise Outage(f"the database does not respond ({_sentence(error)})", unreachable=unreachable) from error
        except BaseException:
            self._close()
            raise
        self._close()

    def _admit(self) -> None:
        """Let a call through unless the breaker is open; raises Outage."""
        with self._lock:
            if not self._open:
                return
            now = time.monotonic()
            if now < self._retry_at:
                raise Outage("the database does not respond")
            self._retry_at = now + TRIAL_SECONDS

    def _note(self, error: SQLAlchemyError, unreachable: bool) -> None:
        with self._lock:
            self.last_outage = time.monotonic()
            self._retry_at = self.last_outage + RETRY_SECONDS
            if self._open:
                return
            self._open, self._since = unreachable, self.last_outage
        log.error("the database does not respond: %s", _sentence(error))

    def _close(self) -> None:
        if not self._open:
            return
        with self._lock:
            self._open = False
        log.warning("the database responds again, after %.1f s", time.monotonic() - self._since)


def _is_unreachable(error: SQLAlchemyError) -> bool:
    """Return whether other calls would fail too."""
    if not isinstance(error, DBAPIError):
        return False
    if isinstance(error.orig, sqlite3.Error):
        return databases.sqlite_code(error.orig) == sqlite3.SQLITE_BUSY
    state = getattr(error.orig, "sqlstate", None)
    return state is None or state.startswith(UNREACHABLE)


def _sentence(error: SQLAlchemyError) -> str:
    """Return the first line of the database's message."""
    lines = str(getattr(error, "orig", None) or error).strip().splitlines()
    return lines[0] if lines else type(error).__name__
