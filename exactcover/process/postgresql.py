"""Connections to PostgreSQL that never wait forever: connecting, each statement, and a silent server have timeouts.

`statement_timeout` is enforced by the server, and TCP timeouts by the kernel; neither helps against a server that is stopped, or
on a Unix socket. So the client has a deadline too, after which it closes the connection.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Mapping
from typing import Any

import psycopg

CONNECT_SECONDS = 5
STATEMENT_SECONDS = 6.0
SILENCE_SECONDS = STATEMENT_SECONDS + 2.0
"""How long the server may take to respond to a statement, which it should have cancelled itself by then."""
IDLE_SECONDS = 60.0
"""How long a transaction may be idle: a client that is stopped must not hold its locks forever."""
POLL_SECONDS = 0.1
SESSION = f"-c statement_timeout={STATEMENT_SECONDS:.0f}s -c idle_in_transaction_session_timeout={IDLE_SECONDS:.0f}s"
PARAMETERS: Mapping[str, int] = {
    "connect_timeout": CONNECT_SECONDS,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": int(1000 * SILENCE_SECONDS),
}


class TimedConnection(psycopg.Connection[Any]):
    """A connection with a deadline for each statement; seconds: how long the server may be silent."""

    seconds = SILENCE_SECONDS

    def wait(self, gen: Any, interval: float = POLL_SECONDS, timeout: float | None = None) -> Any:
        """Wait for the server; raises OperationalError after `seconds`, and then the connection is closed."""
        return super().wait(self._limited(gen), interval) if timeout is None else super().wait(gen, interval, timeout)

    def _limited(self, waiting: Generator[Any, Any, Any]) -> Generator[Any, Any, Any]:
        """Pass on what a generator of psycopg waits for, until the deadline."""
        deadline = time.monotonic() + self.seconds
        try:
            state = next(waiting)
            while True:
                ready = yield state
                if not ready and time.monotonic() > deadline:
                    self.pgconn.finish()
                    raise psycopg.OperationalError(f"the database has not responded for {self.seconds:g} s")
                state = waiting.send(ready)
        except StopIteration as end:
            return end.value


def connect(**parameters: Any) -> TimedConnection:
    """Return a connection with timeouts; a parameter of the caller takes precedence over the default."""
    options = f"{SESSION} {parameters.pop('options', '')}".strip()
    return TimedConnection.connect(**{**PARAMETERS, **parameters, "options": options})
