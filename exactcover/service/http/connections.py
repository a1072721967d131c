"""Connections of clients: how many are open, how long each may keep the server waiting, and which one gives way.

A connection waits for its client while a header or a body is incomplete, between two calls, and while the client does not read
its response. Each of these has its time. If there are too many connections, of all clients or of one address, the one that has
waited longest gives way to the next one, so that clients who say something at once are always heard. Not here: the size of
bodies (guard.py), and how many streams and look-ups there may be (../settings.py).
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import logging
import math
import resource
from collections.abc import Iterator
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from exactcover.model.errors import InvalidInput
from exactcover.service import logs
from exactcover.service.http import problems
from exactcover.service.settings import Bounds, is_loopback

HEADER_SECONDS = 10.0
"""The time in which a header must be complete, from the connection or from its first byte."""
IDLE_SECONDS = 30
"""How long a connection may stay open between two calls."""
BODY_SECONDS = 30.0
"""The time in which a body must be complete, from the end of its header."""
REFUSAL_SECONDS = 5.0
"""The time to send the refusal of a late body before its connection is closed."""
READ_SECONDS, READ_BYTES = 30.0, 4096
"""The bytes that a client must read of a waiting response, and the time it has for them."""
WATCH_SECONDS = 1.0
ACCEPTED_AT_ONCE = 32
"""Connections that are accepted before the limits are applied to them."""
KEPT_DESCRIPTORS, DESCRIPTORS_OF_PROCESS = 64 + 4 * ACCEPTED_AT_ONCE, 12
"""Descriptors that are no connections: those of the store, the log and what is being accepted, and those of each process."""
FEWEST = 16


def most_open(bounds: Bounds, processes: int) -> int:
    """Raise the soft limit on descriptors to the hard one, and return how many connections the server may have open.

    processes: how many jobs and look-ups run at once. Raises InvalidInput if hardly any would be left.
    """
    kept = KEPT_DESCRIPTORS + DESCRIPTORS_OF_PROCESS * processes
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = bounds.connections + kept if hard == resource.RLIM_INFINITY else hard
    if soft != resource.RLIM_INFINITY and soft < limit:
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
    most = min(bounds.connections, limit - kept)
    if most < FEWEST:
        raise InvalidInput(f"the limit on open files is {limit}; expected at least {kept + FEWEST} (ulimit -Hn)")
    return most


class Connections:
    """All open connections of a server; most: of all clients.

    most_of_address: of one address; the machine's own addresses, where the proxy of all clients may be, have the first limit
    only.
    """

    def __init__(self, most: int, most_of_address: int) -> None:
        self.most, self.most_of_address = most, min(most, most_of_address)
        self._addresses: dict[str, dict[Connection, None]] = {}
        self._waiting: dict[str, dict[Connection, None]] = {}  # those that have waited longest first
        self.number = 0

    def __iter__(self) -> Iterator[Connection]:
        return (connection for some in self._addresses.values() for connection in some)

    def enter(self, connection: Connection) -> bool:
        """Enter a connection, for which another one may have to go; return False, and do not enter it, if none waits."""
        address = connection.address
        if len(self._addresses.get(address, ())) >= (self.most if is_loopback(address) else self.most_of_address):
            crowded: str | None = address
        elif self.number >= self.most:
            crowded = max(self._waiting, key=lambda each: len(self._addresses[each]), default=None)
        else:
            return self._add(connection)
        goes = next(iter(self._waiting.get(crowded or "", ())), None)
        if goes is None:
            logs.say("too many connections", logging.WARNING, address=address, open=self.number)
            return False
        self.leave(goes)
        goes.transport.abort()
        return self._add(connection)

    def _add(self, connection: Connection) -> bool:
        self._addresses.setdefault(connection.address, {})[connection] = None
        self.number += 1
        return True

    def leave(self, connection: Connection) -> None:
        """Remove a connection, if it is one of these."""
        self.note(connection, waits=False)
        own = self._addresses.get(connection.address, {})
        if connection in own:
            del own[connection]
            self.number -= 1
            if not own:
                del self._addresses[connection.address]

    def note(self, connection: Connection, *, waits: bool) -> None:
        """Note whether a connection waits for its client from now on."""
        address = connection.address
        own = self._waiting.get(address, {})
        own.pop(connection, None)
        if waits and connection in self._addresses.get(address, ()):
            self._waiting.setdefault(address, own)[connection] = None
        elif not own:
            self._waiting.pop(address, None)

    async def watch(self) -> None:
        """Close, once a second, the connections whose clients keep the server waiting too long."""
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            for connection in list(self):
                connection.close_if_late()


class Connection(H11Protocol):
    """One connection, as uvicorn serves it, which tells whether it waits for its client, and until when it may."""

    def __init__(self, connections: Connections, **settings: Any) -> None:
        super().__init__(**settings)
        self.all, self.address = connections, ""
        self.state: tuple[str, object] = ("header", None)
        self.deadline = math.inf
        self.unread, self.read_by = 0, math.inf

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # narrowed as in H11Protocol
        """Enter the connection, or refuse it."""
        super().connection_made(transport)
        self.address = _network_of(self.client[0]) if self.client else "127.0.0.1"
        if self.all.enter(self):
            self.deadline = self.loop.time() + HEADER_SECONDS
            self.all.note(self, waits=True)
        else:
            transport.write(_REFUSAL)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Remove the connection."""
        super().connection_lost(exc)
        self.all.leave(self)

    def data_received(self, data: bytes) -> None:
        """Take what the client sent: the next call begins with its first byte."""
        super().data_received(data)
        self._follow("header")

    def on_response_complete(self) -> None:
        """Wait for the next call."""
        super().on_response_complete()
        self._follow("between")

    def pause_writing(self) -> None:
        """Wait until the client has read."""
        super().pause_writing()
        self.all.note(self, waits=True)

    def resume_writing(self) -> None:
        """Go on with the response."""
        super().resume_writing()
        self.all.note(self, waits=self.state[0] != "answer")

    def _follow(self, idle: str) -> None:
        """Note for what the connection waits now, and until when; idle: for what, if no call has begun."""
        theirs = self.conn.their_state
        state = (idle if theirs is h11.IDLE else "body" if theirs is h11.SEND_BODY else "answer", self.cycle)
        if state != self.state:
            self.state = state
            times = {"header": HEADER_SECONDS, "body": BODY_SECONDS + REFUSAL_SECONDS}
            # Between two calls, uvicorn ends the connection.
            self.deadline = self.loop.time() + times.get(state[0], math.inf)
            self.all.note(self, waits=state[0] != "answer" or self.flow.write_paused)

    def close_if_late(self) -> None:
        """Close the connection if its client has kept it waiting too long."""
        now, unread = self.loop.time(), self.transport.get_write_buffer_size()
        if not self.unread - READ_BYTES < unread <= self.unread:  # some was read, or more was written
            self.unread, self.read_by = unread, now + READ_SECONDS
        if now > self.deadline or (unread and now > self.read_by):
            self.transport.abort()


def _network_of(address: str) -> str:
    """Return what counts as one address: of IPv6 the network that a client gets, in which it can choose any address."""
    if ":" not in address:
        return address
    whole = ipaddress.IPv6Address(address.partition("%")[0])
    if whole.ipv4_mapped is not None:
        return str(whole.ipv4_mapped)
    return address if whole.is_loopback else str(ipaddress.IPv6Network((whole, 64), strict=False).network_address)


_BODY = json.dumps(problems.as_json(503, "too many connections are open; try again later", "busy")).encode()
_REFUSAL = b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: %s\r\nContent-Length: %d\r\nRetry-After: 5\r\n" % (
    problems.MEDIA_TYPE.encode(),
    len(_BODY),
) + (b"Connection: close\r\n\r\n" + _BODY)
