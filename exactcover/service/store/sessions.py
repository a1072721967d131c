"""Sessions of browsers: each was begun with a token and lasts for some time after its last request.

A session is known by a random id, of which only the hash is stored; the token, too, is stored as its hash. Whether the token is
still accepted is for the caller to say. Not here: cookies (login.py).
"""

from __future__ import annotations

import secrets
from collections.abc import Callable

from sqlalchemy import Connection, delete, insert, select, update

from exactcover.service.store.outages import Database
from exactcover.service.store.schema import sessions
from exactcover.service.store.submissions import digest
from exactcover.service.store.writer import Writer

MOST_OF_TOKEN = 100
"""The sessions of a token; older ones end."""
SECONDS_BETWEEN_RENEWALS, SHARE_BETWEEN_RENEWALS = 120.0, 0.1
"""A session is renewed at most so often, or once in so great a share of its time."""


class Sessions:
    """The sessions in a database; clock: the time, in seconds since the epoch."""

    def __init__(self, writer: Writer, reading: Database, clock: Callable[[], float]) -> None:
        self._writer, self._reading, self.clock = writer, reading, clock

    def begin(self, token_sha256: str, seconds: float) -> str:
        """Begin a session and return its id; seconds: how long it lasts without a request."""
        session, now = secrets.token_urlsafe(32), self.clock()
        self._writer.run(lambda it: _begin(it, digest(session), token_sha256, now, now + seconds))
        return session

    def token_of(self, session: str, seconds: float) -> str | None:
        """Return the hash of the token with which a session was begun, and renew the session; None if it has ended."""
        now, id_sha256 = self.clock(), digest(session)
        query = select(sessions).where(sessions.c.id_sha256 == id_sha256, sessions.c.expires_at > now)
        with self._reading.connect() as connection:
            row = connection.execute(query).fetchone()
        if row is None:
            return None
        if row.expires_at < now + seconds - min(SECONDS_BETWEEN_RENEWALS, seconds * SHARE_BETWEEN_RENEWALS):
            renewed = update(sessions).where(sessions.c.id_sha256 == id_sha256).values(expires_at=now + seconds)
            self._writer.run(lambda it: it.execute(renewed).rowcount)
        return str(row.token_sha256)

    def end(self, session: str) -> str | None:
        """End a session; return the hash of the token with which it was begun, None if there is none."""
        ended = delete(sessions).where(sessions.c.id_sha256 == digest(session)).returning(sessions.c.token_sha256)
        token_sha256: str | None = self._writer.run(lambda it: it.execute(ended).scalar())
        return token_sha256


def _begin(connection: Connection, id_sha256: str, token_sha256: str, now: float, expires_at: float) -> None:
    forget(connection, now)
    latest = select(sessions.c.id_sha256).where(sessions.c.token_sha256 == token_sha256)
    older = latest.order_by(sessions.c.expires_at.desc()).offset(MOST_OF_TOKEN - 1)
    ids = connection.execute(older).scalars().all()
    connection.execute(delete(sessions).where(sessions.c.id_sha256.in_(ids)))
    values = {"id_sha256": id_sha256, "token_sha256": token_sha256, "expires_at": expires_at}
    connection.execute(insert(sessions), values)


def forget(connection: Connection, now: float) -> None:
    """Delete the sessions that have ended."""
    connection.execute(delete(sessions).where(sessions.c.expires_at <= now))
