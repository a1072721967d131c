"""The light clients of the benchmarks: replies put together from parts, one call at a time, and nothing that hangs."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator

import pytest

from benchmarks import http_load
from benchmarks.http_load import Client, Reply

PARTS = (b"HTTP/1.1 202 Accepted\r\ncontent-le", b"ngth: 8\r\nx: y\r\n\r\n", b'{"id"', b":7}")


@contextlib.contextmanager
def answering(parts: tuple[bytes, ...]) -> Iterator[str]:
    """A server that answers every call with the same bytes, part by part, and closes where there are none."""
    listening = socket.create_server(("127.0.0.1", 0))

    def hear(connection: socket.socket) -> None:
        with connection:
            while connection.recv(1 << 16) and parts:
                for part in parts:
                    connection.sendall(part)

    def accept() -> None:
        with contextlib.suppress(OSError):  # it is closed
            while True:
                threading.Thread(target=hear, args=(listening.accept()[0],), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    with listening:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"


def calling(times: int, replies: list[Reply]) -> Client:
    """Call so many times."""
    for _ in range(times):
        replies.append((yield http_load.post("/v1/jobs", {"task": "solve"}, "localhost")))


def test_replies_are_put_together_from_their_parts() -> None:
    """Clients side by side each have all their replies, whole, with status and body."""
    replies: list[Reply] = []
    with answering(PARTS) as url:
        http_load.run(url, [calling(5, replies), calling(3, replies), calling(0, replies)])
    assert [(reply.status, reply.json) for reply in replies] == [(202, {"id": 7})] * 8
    assert all(reply.seconds > 0 for reply in replies)


def test_a_pause_holds_up_nobody_else() -> None:
    """A client that yields seconds goes on after them with its last reply; the others are answered meanwhile."""
    replies: list[Reply] = []

    def pausing(order: list[str]) -> Client:
        first = yield http_load.get("/", "localhost")
        again = yield 0.2
        assert again is first
        replies.append((yield http_load.get("/", "localhost")))
        order.append("pausing")

    def quick(order: list[str]) -> Client:
        yield from calling(3, replies)
        order.append("quick")

    order: list[str] = []
    with answering(PARTS) as url:
        http_load.run(url, [pausing(order), quick(order)])
    assert order == ["quick", "pausing"]
    assert len(replies) == 4


def test_a_connection_that_is_closed_ends_the_run() -> None:
    """A server that closes a connection without a reply is a fault, never a wait without end."""
    with answering(()) as url, pytest.raises(ConnectionError):
        http_load.run(url, [calling(1, [])])


def test_a_silent_server_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that sends half a reply and no more is a fault."""
    monkeypatch.setattr(http_load, "SILENCE_SECONDS", 0.1)
    with answering(PARTS[:1]) as url, pytest.raises(ConnectionError):
        http_load.run(url, [calling(1, [])])
