"""An HTTP load generator with little overhead: one thread, plain sockets, and minimal parsing.

A client is a generator: it yields requests and is sent replies; if it yields a number, it pauses for so many seconds
and is sent its last reply again. Each client has its own connection, and one request at a time. (Threads with an HTTP
library use as much of the processors as the server does, and would measure themselves too.)
"""

from __future__ import annotations

import heapq
import json
import selectors
import socket
import time
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

SILENCE_SECONDS = 60.0


@dataclass(frozen=True)
class Reply:
    """A response; seconds: from the first byte sent to the last one received."""

    status: int
    body: bytes
    seconds: float

    @property
    def json(self) -> Any:
        """The parsed body."""
        return json.loads(self.body)


Client: TypeAlias = Generator[bytes | float, Reply, None]


def post(path: str, body: dict[str, Any], host: str) -> bytes:
    """Return the bytes of a POST request."""
    text = json.dumps(body).encode()
    head = (
        f"POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: {len(text)}\r\n\r\n"
    )
    return head.encode() + text


def get(path: str, host: str) -> bytes:
    """Return the bytes of a GET request."""
    return f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode()


@dataclass
class _Line:
    """A client's connection; part: what has been received of a reply."""

    client: Client
    socket: socket.socket
    part: bytearray = field(default_factory=bytearray)
    sent_at: float = 0.0
    last: Reply | None = None

    def send(self, call: bytes) -> None:
        """Send a request, which fits into the socket buffer."""
        self.sent_at = time.perf_counter()
        self.socket.sendall(call)

    def reply(self) -> Reply | None:
        """Receive what is available, and return the reply if it is complete."""
        some = self.socket.recv(1 << 16)
        if not some:
            raise ConnectionError("the server has closed a connection")
        self.part += some
        head, found, body = self.part.partition(b"\r\n\r\n")
        if not found:
            return None
        lower = bytes(head).lower()
        _, named, rest = lower.partition(b"content-length:")
        if len(body) < (int(rest.split(b"\r\n", 1)[0]) if named else 0):
            return None
        reply = Reply(int(lower[9:12]), bytes(body), time.perf_counter() - self.sent_at)
        self.part.clear()
        return reply


def run(url: str, clients: Sequence[Client]) -> None:
    """Run clients until each is done; raises ConnectionError if a connection breaks or the server stops responding."""
    host, port = url.removeprefix("http://").split(":")
    pausing: list[tuple[float, int, _Line]] = []  # until when, and a tie-breaker
    with selectors.DefaultSelector() as selector:
        for client in clients:
            line = _Line(client, socket.create_connection((host, int(port))))
            line.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            selector.register(line.socket, selectors.EVENT_READ, line)
            _go_on(selector, line, pausing)
        while selector.get_map():
            now = time.perf_counter()
            while pausing and pausing[0][0] <= now:
                _go_on(selector, heapq.heappop(pausing)[2], pausing)
            ready = selector.select(max(0.0, pausing[0][0] - now) if pausing else SILENCE_SECONDS)
            if not ready and not pausing and selector.get_map():
                raise ConnectionError("the server does not respond")
            for key, _ in ready:
                reply = key.data.reply()
                if reply is not None:
                    key.data.last = reply
                    _go_on(selector, key.data, pausing)


def _go_on(selector: selectors.BaseSelector, line: _Line, pausing: list[tuple[float, int, _Line]]) -> None:
    """Send a client's next request, or let it pause, or close its connection."""
    try:
        wish = next(line.client) if line.last is None else line.client.send(line.last)
    except StopIteration:
        selector.unregister(line.socket)
        line.socket.close()
        return
    if isinstance(wish, bytes):
        line.send(wish)
    else:
        heapq.heappush(pausing, (time.perf_counter() + wish, id(line), line))
