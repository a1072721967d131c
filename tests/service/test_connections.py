"""Connections of clients that say nothing, speak slowly or do not read: they are closed, and others are heard."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import resource
import socket
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
import uvicorn

from exactcover.model.errors import InvalidInput
from exactcover.service import logs
from exactcover.service.http import connections
from exactcover.service.http.connections import Connection, Connections
from exactcover.service.settings import Bounds
from tests.commands import PATIENCE_SECONDS

CALL = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
SOON = 0.3


class App:
    """An application whose path `/` is answered at once, `/held` when it is released, and `/endless` never to its end."""

    def __init__(self) -> None:
        self.released, self.ended = threading.Event(), threading.Event()
        self.held = 0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a call."""
        await receive()
        if scope["path"] == "/held":
            self.held += 1
            while not self.released.is_set():
                await asyncio.sleep(0.01)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        if scope["path"] == "/endless":
            leaving = asyncio.ensure_future(receive())
            while not leaving.done():
                await send({"type": "http.response.body", "body": b"x" * (1 << 16), "more_body": True})
                await asyncio.sleep(0)
            self.ended.set()
        await send({"type": "http.response.body", "body": b"heard"})


@contextlib.contextmanager
def serving(app: App, clients: Connections) -> Iterator[int]:
    """A server within a block, and its port."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP) as listening:
        listening.bind(("127.0.0.1", 0))
        protocol: Any = partial(Connection, clients)
        config = uvicorn.Config(
            app, http=protocol, ws="none", lifespan="off", log_config=None, timeout_graceful_shutdown=1
        )
        server = uvicorn.Server(config)

        async def run() -> None:
            watching = asyncio.create_task(clients.watch())
            await server.serve(sockets=[listening])
            watching.cancel()

        thread = threading.Thread(target=asyncio.run, args=(run(),))
        thread.start()
        until(lambda: server.started)
        yield listening.getsockname()[1]
        server.should_exit = True
        app.released.set()
        thread.join()


def until(true: Callable[[], bool]) -> None:
    """Wait for something that has to become true."""
    late = time.monotonic() + PATIENCE_SECONDS
    while not true():
        assert time.monotonic() < late
        time.sleep(0.01)


@contextlib.contextmanager
def opened(port: int, content: bytes = b"") -> Iterator[socket.socket]:
    """A connection within a block, over which this was sent."""
    with socket.create_connection(("127.0.0.1", port), PATIENCE_SECONDS) as connection:
        connection.sendall(content)
        yield connection


def answered(connection: socket.socket) -> bytes:
    """All that is received until the server closes."""
    content = b""
    with contextlib.suppress(ConnectionError):
        while part := connection.recv(1 << 16):
            content += part
    return content


def heard(port: int) -> bool:
    """Whether an ordinary call is answered."""
    with opened(port, CALL.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")) as connection:
        return b"200 OK" in answered(connection)


@pytest.mark.parametrize(
    "content",
    [b"", b"GET / HT", CALL[:-2], b"POST /held HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nx", CALL],
)
def test_the_one_that_waits_longest_gives_way(content: bytes) -> None:
    """However many connections wait for their clients, the next client is heard, and no more are open than there may be."""
    clients = Connections(4, 4)
    with serving(App(), clients) as port, contextlib.ExitStack() as some:
        waiting = [some.enter_context(opened(port, content)) for _ in range(12)]
        for _ in range(3):
            assert heard(port)
        assert clients.number <= 4
        replies = [answered(connection) for connection in waiting[:4]]
        assert all(not reply or reply.startswith(b"HTTP/1.1 200 ") for reply in replies)
    assert clients.number == 0


def test_a_call_that_is_being_answered_does_not_give_way() -> None:
    """If the server itself keeps all connections waiting, the next client gets 503, and the calls are answered."""
    app, clients = App(), Connections(3, 3)
    with serving(app, clients) as port, contextlib.ExitStack() as some:
        held = [some.enter_context(opened(port, CALL.replace(b"/ ", b"/held "))) for _ in range(3)]
        until(lambda: app.held == 3)
        with opened(port) as another:
            refusal = answered(another)
        assert refusal.startswith(b"HTTP/1.1 503 ")
        assert b"application/problem+json" in refusal
        app.released.set()
        for connection in held:
            assert b"200 OK" in connection.recv(1000)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"GET / HTTP/1.1\r\nX-Slow: ",
        CALL + b"GET / HTTP/1.1\r\nX-Slow: ",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n",
        b"POST /held HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n",
        b"POST /held HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nFFFF\r\n",
    ],
)
def test_slow_clients_are_closed(monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    """Whoever sends a header or a body a byte at a time is closed, however long he goes on."""
    for name in ("HEADER_SECONDS", "BODY_SECONDS", "REFUSAL_SECONDS", "WATCH_SECONDS"):
        monkeypatch.setattr(connections, name, SOON)
    clients = Connections(100, 100)
    with serving(App(), clients) as port, opened(port, content) as connection:
        until(lambda: clients.number == 1)
        late = time.monotonic() + PATIENCE_SECONDS
        with contextlib.suppress(ConnectionError):
            while clients.number and time.monotonic() < late:
                connection.sendall(b"x" if content else b"")
                time.sleep(SOON / 10)
        until(lambda: clients.number == 0)


def test_clients_that_do_not_read_are_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A response that nobody reads ends, and so does what the application does for it."""
    monkeypatch.setattr(connections, "READ_SECONDS", SOON)
    monkeypatch.setattr(connections, "WATCH_SECONDS", SOON)
    app, clients = App(), Connections(100, 100)
    with serving(app, clients) as port, opened(port, CALL.replace(b"/ ", b"/endless ")):
        assert app.ended.wait(PATIENCE_SECONDS)
        until(lambda: clients.number == 0)


def test_clients_that_do_not_read_give_way() -> None:
    """A response that nobody reads keeps no other client out."""
    app, clients = App(), Connections(1, 1)
    with serving(app, clients) as port, opened(port, CALL.replace(b"/ ", b"/endless ")):
        until(lambda: bool(clients._waiting) and next(iter(clients)).flow.write_paused)
        assert heard(port)
        assert app.ended.wait(PATIENCE_SECONDS)


class Stub:
    """A connection of an address, without a socket."""

    def __init__(self, address: str) -> None:
        self.address, self.transport, self.closed = address, self, False

    def abort(self) -> None:
        """Close it."""
        self.closed = True


def entered(clients: Connections, address: str) -> Any:
    """A connection of an address that waits for its client."""
    stub: Any = Stub(connections._network_of(address))
    assert clients.enter(stub)
    clients.note(stub, waits=True)
    return stub


def test_one_address_has_so_many_connections() -> None:
    """An address beyond its limit loses its own oldest connection; IPv6 addresses of one network count as one."""
    clients = Connections(10, 2)
    other = entered(clients, "192.0.2.1")
    some = [entered(clients, f"2001:db8::{number}") for number in range(1, 6)]
    assert [stub.closed for stub in some] == [True, True, True, False, False]
    assert not other.closed
    own = [entered(clients, "::ffff:127.0.0.1") for _ in range(7)]
    assert not any(stub.closed for stub in own)
    assert clients.number == 10
    entered(clients, "192.0.2.2")
    assert [stub.closed for stub in own] == [True] + [False] * 6  # the address with most connections pays
    assert not other.closed


@pytest.mark.parametrize(("hard", "most"), [(1024, 1024 - 192 - 24), (10**6, 2000), (resource.RLIM_INFINITY, 2000)])
def test_descriptors_are_kept_for_runners(monkeypatch: pytest.MonkeyPatch, hard: int, most: int) -> None:
    """The soft limit on descriptors is raised, and what jobs and the store need is no connection."""
    raised = list[tuple[int, int]]()
    monkeypatch.setattr(resource, "getrlimit", lambda _: (256, hard))
    monkeypatch.setattr(resource, "setrlimit", lambda _, limits: raised.append(limits))
    assert connections.most_open(Bounds(), processes=2) == most
    assert raised[0][0] >= most + 192 + 24


def test_hardly_any_descriptors_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that could hear nobody does not start."""
    monkeypatch.setattr(resource, "getrlimit", lambda _: (64, 64))
    with pytest.raises(InvalidInput, match="the limit on open files is 64; expected at least 232"):
        connections.most_open(Bounds(), processes=2)


def test_a_warning_that_repeats_is_counted() -> None:
    """A place of the program writes so many warnings in a period; then one tells how many were dropped."""
    seldom, written = logs.Repetitions(), list[logging.LogRecord]()
    for second in (*range(50), 100):
        for line in (1, 2):
            record = logging.LogRecord("x", logging.WARNING, "file", line, "broke", (), None)
            record.created = 1000.0 + second
            written += [record] if seldom.filter(record) else []
        record = logging.LogRecord("x", logging.INFO, "file", 3, "call", (), None)
        assert seldom.filter(record)
    assert len(written) == 2 * (logs.MOST_REPEATED + 1)
    assert [getattr(record, "dropped", None) for record in written[-2:]] == [50 - logs.MOST_REPEATED] * 2
