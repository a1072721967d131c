"""A client of a server that is busy, or whose database is down: it honours Retry-After, and reports the last refusal."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from exactcover.model.errors import InvalidInput
from exactcover.service import connection as connections
from exactcover.service.connection import Connection, ServerBroke

BUSY = b'{"detail": "come back later"}'


class Server:
    """A server that answers with these statuses in turn, and then with an event, or with 200; calls: how many came."""

    def __init__(self, *statuses: int) -> None:
        waiting = list(statuses)
        self.calls = 0
        outer = self

        class Handler(BaseHTTPRequestHandler):
            """The calls of one connection."""

            def do_GET(self) -> None:
                """Answer one call."""
                outer.calls += 1
                status = waiting.pop(0) if waiting else 200
                stream = self.headers.get("Accept") == connections.STREAM
                content = BUSY if status != 200 else b'id: 1\ndata: {"event": "x"}\n\n' if stream else b'{"is": "well"}'
                self.send_response(status)
                self.send_header("Retry-After", "0")
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *_: Any) -> None:
                """Say nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.connection = Connection(f"http://127.0.0.1:{self.server.server_port}")

    def close(self) -> None:
        """End it."""
        self.connection.close()
        self.server.shutdown()


@pytest.fixture
def served() -> Iterator[list[Server]]:
    """Servers that end with the test."""
    servers: list[Server] = []
    yield servers
    for each in servers:
        each.close()


@pytest.mark.parametrize("status", [429, 503])
def test_a_client_asks_again(served: list[Server], status: int) -> None:
    """A request that is answered with 429 or 503 is sent again until it is answered otherwise."""
    served.append(Server(status, status, status))
    assert served[0].connection.call("GET", "/") == {"is": "well"}
    assert served[0].calls == 4


@pytest.mark.parametrize(("status", "error"), [(429, InvalidInput), (503, ServerBroke)])
def test_a_client_gives_up(
    served: list[Server], status: int, error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    """When its patience is over, the server's sentence is the error: the caller's if it sends too much, else the server's."""
    monkeypatch.setattr(connections, "PATIENCE_SECONDS", -1.0)
    served.append(Server(status))
    with pytest.raises(error, match="come back later"):
        served[0].connection.call("GET", "/")


def test_a_stream_of_a_server_without_a_database_is_opened_again(served: list[Server]) -> None:
    """A stream that is refused with 503 breaks as a connection does, which its followers survive."""
    served.append(Server(503))
    with pytest.raises(ConnectionError, match="come back later"), served[0].connection.stream("/", 0, 10.0):
        raise AssertionError("it was opened")
    with served[0].connection.stream("/", 0, 10.0) as events:
        assert next(events) == (1, {"event": "x"})
