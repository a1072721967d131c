"""Notifications between servers on one PostgreSQL database: a job has changed, or there is work.

A notification is a hint that is sent after the commit; a server that misses one finds out by polling. An SQLite file
has only one server, which needs none.
"""

from __future__ import annotations

import queue
import secrets
import threading
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from sqlalchemy.engine import URL

CHANNEL = "exactcover"
MOST_TOGETHER = 200
"""Ids in one notification, whose payload is limited to 8000 bytes."""
POLL_SECONDS = 1.0
"""How long a broken connection, or the end of this process, may go unnoticed."""


class Notifications:
    """Sends notifications to other servers and receives theirs; listener: called with ids and the topic."""

    def __init__(self, url: URL, listener: Callable[[Sequence[str], str], None]) -> None:
        self._name = secrets.token_hex(8)
        self._listener = listener
        self._url = url
        self._pending: queue.SimpleQueue[tuple[Sequence[str], str] | None] = queue.SimpleQueue()
        self._closed = threading.Event()
        self._threads: list[threading.Thread] = []
        if url.get_backend_name() == "postgresql":
            for target in (self._send, self._listen):
                thread = threading.Thread(target=target, name="exactcover-notices", daemon=True)
                thread.start()
                self._threads.append(thread)

    def send(self, ids: Sequence[str], about: str) -> None:
        """Queue a notification to other servers."""
        if self._threads:
            self._pending.put((ids, about))

    def close(self) -> None:
        """End both threads."""
        self._closed.set()
        self._pending.put(None)
        for thread in self._threads:  # one that waits for a server that hangs is not waited for
            thread.join(2 * POLL_SECONDS)

    def _connection(self) -> Any:
        """Return a connection with timeouts: a server that is stopped must not keep this process from ending."""
        from psycopg.conninfo import conninfo_to_dict

        from exactcover.process import postgresql

        target = self._url.set(drivername="postgresql").render_as_string(hide_password=False)
        return postgresql.connect(**conninfo_to_dict(target), autocommit=True)

    def _send(self) -> None:
        """Send pending notifications, many ids in each, until the store is closed."""
        import psycopg

        while not self._closed.is_set():
            try:
                with self._connection() as connection:
                    while not self._closed.is_set():
                        self._send_some(connection)
                    self._notify(connection, "-", ())  # wakes the listening thread
            except psycopg.Error:  # the hints are lost; the other servers poll
                self._closed.wait(POLL_SECONDS)

    def _send_some(self, connection: Any) -> None:
        by_topic: dict[str, dict[str, None]] = {}
        pending = self._pending.get()
        while pending is not None:
            ids, about = pending
            topic = by_topic.setdefault(about, {})
            topic |= dict.fromkeys(ids)
            if len(topic) >= MOST_TOGETHER or self._pending.empty():
                break
            pending = self._pending.get()
        for about, topic in by_topic.items():
            self._notify(connection, about, topic)

    def _notify(self, connection: Any, about: str, ids: Iterable[str]) -> None:
        connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, " ".join((self._name, about, *ids))))

    def _listen(self) -> None:
        """Receive notifications until the store is closed."""
        import psycopg

        while not self._closed.is_set():
            try:
                with self._connection() as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    self._listener((), "work")  # there may be work that was missed
                    while not self._closed.is_set():
                        for notice in connection.notifies(timeout=POLL_SECONDS, stop_after=1):
                            self._receive(notice.payload)
            except psycopg.Error:
                self._closed.wait(POLL_SECONDS)

    def _receive(self, text: str) -> None:
        sender, about, *ids = text.split(" ")
        if sender != self._name:
            self._listener(ids, about)
