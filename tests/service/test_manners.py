"""HEAD on the routes of the HTTP interface, and clients that leave before their look-up is done."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import pytest

from exactcover.service import app
from exactcover.service.lookups import Lookups
from exactcover.service.settings import Settings
from tests.service.servers import DOMINO

if TYPE_CHECKING:
    from exactcover.service.store.jobs import Store
    from tests.service.servers import Served

LARGE = {"kind": "packing", "board": "40x40", "pieces": "heptominoes", "copies": "any"}


@pytest.mark.parametrize("path", ["/v1/puzzles", "/v1/engines", "/v1/jobs", "/healthz", "/openapi.json"])
def test_head_has_the_headers_of_get_and_no_body(server: Served, path: str) -> None:
    """HEAD is answered as GET, with the same length and type, and without a body."""
    shown, head = server.http.get(path), server.http.head(path)
    assert (head.status_code, head.content) == (200, b"")
    for name in ("content-type", "content-length"):
        assert head.headers[name] == shown.headers[name]


def test_head_on_a_job_and_on_its_stream(server: Served) -> None:
    """HEAD on a job is 200, on one that does not exist 404, on a stream its start; where only POST is, it is refused."""
    job = server.http.post("/v1/jobs", json={"task": "solve", "puzzle": DOMINO}).json()["id"]
    assert server.http.head(f"/v1/jobs/{job}").status_code == 200
    assert server.http.head(f"/v1/jobs/{'0' * 26}").status_code == 404
    for path in (f"/v1/jobs/{job}/cancel", "/v1/info", "/v1/check"):
        assert server.http.head(path).status_code == 405
    long = json.dumps({**LARGE, "board": "40x40"})
    running = server.http.post("/v1/jobs", json={"task": "count", "puzzle": json.loads(long), "time_limit": 30}).json()[
        "id"
    ]
    stream = server.http.head(f"/v1/jobs/{running}/events", headers={"Accept": "text/event-stream"}, timeout=10)
    assert (stream.status_code, stream.content) == (200, b"")
    server.http.post(f"/v1/jobs/{running}/cancel")


@pytest.mark.parametrize("path", ["/v1/info", "/v1/draw", "/v1/remaining"])
def test_the_look_up_of_a_call_that_was_left_ends(store: Store, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    """A look-up is cancelled when its client disconnects; without that this call would not return."""
    states: list[str] = []

    async def ask(*_: object, **__: object) -> None:
        states.append("began")
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            states.append("cancelled")
            raise

    monkeypatch.setattr(Lookups, "ask", ask)
    body = json.dumps({"puzzle": DOMINO}).encode()
    messages: list[Any] = [{"type": "http.request", "body": body}, {"type": "http.disconnect"}]
    headers = [
        (b"host", b"localhost"),
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
    ]
    scope = {"type": "http", "method": "POST", "path": path, "query_string": b"", "headers": headers, "scheme": "http"}

    async def receive() -> Any:
        return messages.pop(0) if len(messages) > 1 else messages[0]

    async def send(_: Any) -> None:
        pass

    called = scope | {"server": ("localhost", 8000), "client": ("127.0.0.1", 1)}
    service = app.build(Settings(), store)
    asyncio.run(asyncio.wait_for(service.app(called, receive, send), 60))
    assert states == ["began", "cancelled"]
