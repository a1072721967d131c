"""Databases: their URLs and engines, and outages. A database is given by the path of an SQLite file or by a URL."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, DBAPIError, InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from exactcover.model.errors import InvalidInput, NoResources

BUSY_SECONDS = 30.0
"""How long a write waits while another process writes to the same file."""
POOL_SECONDS = 5.0
"""How long a reader waits for one of the connections to become free."""
OUTAGE_SECONDS, RETRY_SECONDS = 600.0, 0.5
READ_ONLY = "25006"
"""The SQLSTATE of a server that takes no writes, such as a standby during a failover."""
Words = ParamSpec("Words")
Value = TypeVar("Value")
CHECKED_BYTES = 64 * 2**20
"""Files up to this size are checked for corruption when they are opened."""


def url_of(where: str) -> URL:
    """Return the URL of a store; a path is that of an SQLite file. Raises InvalidInput."""
    if "://" not in where:
        path = Path(where).expanduser()
        try:
            _make(path)
        except OSError as error:
            reason = (error.strerror or "error").lower()
            raise InvalidInput(
                f"the folder of the store {where} cannot be made ({reason}); expected a path to write to"
            ) from error
        return URL.create("sqlite", database=str(path))
    try:
        url = make_url(where)
    except ArgumentError as error:
        raise InvalidInput(
            f"the store {where} is not a URL; expected a path, or postgresql://USER@HOST/NAME"
        ) from error
    kind = url.get_backend_name()
    if kind not in ("sqlite", "postgresql"):
        raise InvalidInput(f"the store is a database of the kind {kind}; expected a path, or postgresql://...")
    if kind == "sqlite" and not url.database:
        raise InvalidInput("the store has no file; expected sqlite:///PATH")
    return url.set(drivername="postgresql+psycopg") if kind == "postgresql" else url


def _make(path: Path) -> None:
    """Create the folder of a store, and its file, for the user alone, if they are missing; raises OSError."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not path.exists() and os.access(path.parent, os.W_OK):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))  # SQLite gives the files beside it the same mode


def engines(url: URL) -> tuple[Engine, Engine]:
    """Return the writing engine, with one connection, and the reading engine, in autocommit mode."""
    if url.get_backend_name() == "postgresql":
        writing = create_engine(url, pool_size=1, max_overflow=1, pool_pre_ping=True)
        reading = create_engine(
            url,
            pool_size=8,
            max_overflow=24,
            pool_timeout=POOL_SECONDS,
            pool_pre_ping=True,
            isolation_level="AUTOCOMMIT",
        )
        for engine in (writing, reading):
            event.listen(engine, "do_connect", _connect_with_timeouts)
        return writing, reading
    arguments = {"timeout": BUSY_SECONDS, "check_same_thread": False, "isolation_level": None}
    writing = create_engine(url, pool_size=1, max_overflow=0, connect_args=arguments)
    reading = create_engine(url, pool_size=8, max_overflow=24, pool_timeout=POOL_SECONDS, connect_args=arguments)
    for engine in (writing, reading):
        event.listen(engine, "connect", _prepare)
    event.listen(writing, "begin", _begin_immediate)
    return writing, reading


def _connect_with_timeouts(_dialect: Any, _record: Any, _words: Any, parameters: Any) -> Any:
    from exactcover.process import postgresql  # psycopg is needed for PostgreSQL alone

    return postgresql.connect(**parameters)


@contextmanager
def patient(connection: Connection, seconds: float) -> Iterator[None]:
    """Allow each statement of a connection so many seconds within a block; SQLite has no timeout of statements."""
    if connection.dialect.name != "postgresql":
        yield
        return
    raw: Any = connection.connection.dbapi_connection
    usual = raw.seconds
    try:
        connection.exec_driver_sql(f"SET statement_timeout = '{seconds:.0f}s'")
        raw.seconds = seconds + usual
        yield
        connection.exec_driver_sql("RESET statement_timeout")
        raw.seconds = usual
    except BaseException:
        connection.invalidate()  # it is not known which timeout it has
        raise


def _prepare(connection: Any, _record: Any) -> None:
    """Configure a new SQLite connection for full durability."""
    for pragma in ("journal_mode=WAL", "synchronous=FULL", f"busy_timeout={int(BUSY_SECONDS * 1000)}"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_immediate(connection: Any) -> None:
    """Acquire the write lock when a transaction begins: upgrading a read transaction later could fail."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def check_integrity(url: URL) -> None:
    """Raise InvalidInput if the file of a store is corrupted; large files are not checked in full."""
    if url.get_backend_name() != "sqlite":
        return
    path = Path(str(url.database))
    if not path.exists():
        return
    check = "integrity_check(1)" if path.stat().st_size <= CHECKED_BYTES else "schema_version"
    try:
        connection = sqlite3.connect(path, timeout=BUSY_SECONDS)
        try:
            (report,) = connection.execute(f"PRAGMA {check}").fetchone()
        finally:
            connection.close()
    except sqlite3.OperationalError as error:  # a folder or a file that cannot be written to is not damage
        raise InvalidInput(
            f"the store {path} cannot be opened ({error}); expected a file in a folder that can be written to"
        ) from error
    except sqlite3.DatabaseError as error:
        report = str(error)
    if check.startswith("integrity") and report != "ok":
        raise InvalidInput(f"the store {path} is damaged ({str(report).splitlines()[0]}); expected one from a backup")


def reach(engine: Engine) -> None:
    """Connect once; raises InvalidInput if the database is unreachable."""
    try:
        with engine.connect():
            """The connection is up."""
    except SQLAlchemyError as error:
        report = str(getattr(error, "orig", None) or error).strip().splitlines()
        shown = engine.url.render_as_string(hide_password=True)
        raise InvalidInput(f"the store {shown} cannot be opened ({report[0] if report else 'error'})") from error


def is_outage(error: SQLAlchemyError) -> bool:
    """Return whether an error is the database's condition, which passes, rather than a defect of the program."""
    if isinstance(error, PoolTimeout):
        return True
    if not isinstance(error, DBAPIError):
        return False
    if isinstance(error.orig, sqlite3.Error):
        return isinstance(error, OperationalError) and sqlite_code(error.orig) != sqlite3.SQLITE_ERROR
    state = getattr(error.orig, "sqlstate", None)
    return isinstance(error, OperationalError | InterfaceError) or error.connection_invalidated or state == READ_ONLY


def sqlite_code(error: sqlite3.Error) -> int:
    """Return the primary result code of an error of SQLite."""
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF


def through_outages(function: Callable[Words, Value]) -> Callable[Words, Value]:
    """Return a function that is repeated during an outage of its database: it must change nothing the second time.

    Raises NoResources if the outage lasts too long.
    """

    @wraps(function)
    def repeated(*words: Words.args, **settings: Words.kwargs) -> Value:
        deadline = time.monotonic() + OUTAGE_SECONDS
        while True:
            try:
                return function(*words, **settings)
            except SQLAlchemyError as error:
                if not is_outage(error):
                    raise
                if time.monotonic() > deadline:
                    raise NoResources(f"the database has not responded for {OUTAGE_SECONDS:g} s") from error
            time.sleep(RETRY_SECONDS)

    return repeated
