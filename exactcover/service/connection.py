"""HTTP requests to a server, with retries. An error is the caller's (InvalidInput) or the server's (ServerBroke)."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from typing import Any

import httpx

from exactcover.model import defaults
from exactcover.model.errors import InvalidInput, OurFault

MOST_BYTES = 500_000_000
"""The largest response body that is read."""
PATIENCE_SECONDS = 30.0
"""How long to retry when a server that was reached before is unreachable."""
STREAM = "text/event-stream"


class ServerBroke(OurFault):
    """A server sent an invalid response, or stopped responding."""


class Connection:
    """A server: url, token; seconds: the timeout for a response to begin."""

    def __init__(self, url: str, token: str = "", seconds: float = 120.0) -> None:
        if not url.startswith(("http://", "https://")):
            raise InvalidInput(f"the server is {url!r}; expected a URL such as {defaults.SERVER_URL}")
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        try:
            self.http = httpx.Client(
                base_url=url, headers=headers, timeout=httpx.Timeout(seconds, connect=10.0), trust_env=False
            )
        except (httpx.InvalidURL, UnicodeError, ValueError) as error:
            raise InvalidInput(
                f"the server is {url!r} ({error}); expected a URL such as {defaults.SERVER_URL}"
            ) from error
        self.url = url
        self.reached = False

    def close(self) -> None:
        """Close the connection."""
        self.http.close()

    def call(self, method: str, path: str, body: Any = None, headers: Mapping[str, str] | None = None) -> Any:
        """Send a request and return the JSON of its response. A request that fails to connect is retried: all are
        idempotent.
        """
        deadline = time.monotonic() + PATIENCE_SECONDS
        content = None if body is None else json.dumps(body).encode()
        request_headers = {**({} if content is None else {"Content-Type": "application/json"}), **(headers or {})}
        while True:
            try:
                with self.http.stream(method, path, content=content, headers=request_headers) as response:
                    self.reached = True
                    if response.status_code != 429:
                        return _judged(response, _bounded(response))
                    wait = _seconds(response.headers.get("retry-after", "1"))
                    detail = _detail(_bounded(response))
                if time.monotonic() + wait > deadline:
                    raise InvalidInput(f"the server is busy: {detail}")
            except httpx.TransportError as error:
                wait = 0.5
                if not self.reached:
                    raise InvalidInput(
                        f"no server responds at {self.url} ({error}); start one with `exactcover serve`"
                    ) from error
                if time.monotonic() > deadline:
                    raise ServerBroke(f"the server at {self.url} no longer responds ({error})") from error
            time.sleep(wait)

    @contextmanager
    def stream(self, path: str, after: int, seconds: float) -> Iterator[Iterator[tuple[int, Any]]]:
        """Open the stream of events after a number; seconds: the read timeout."""
        headers = {"Accept": STREAM, "Last-Event-ID": str(after)}
        timeout = httpx.Timeout(seconds, connect=10.0)
        with self.http.stream("GET", path, headers=headers, timeout=timeout) as response:
            if response.status_code not in (200, 204):
                _judged(response, _bounded(response))
            yield events_in(response.iter_lines())


def events_in(lines: Iterator[str]) -> Iterator[tuple[int, Any]]:
    """Yield the events of a stream with their numbers."""
    number = 0
    for line in lines:
        field, _, value = line.partition(": ")
        if field == "id":
            number = int(value)
        elif field == "data":
            yield number, json.loads(value)


def _bounded(response: httpx.Response) -> bytes:
    with closing(response):
        content = bytearray()
        for part in response.iter_bytes():
            content += part
            if len(content) > MOST_BYTES:
                raise ServerBroke(f"the server sent over {MOST_BYTES} bytes")
        return bytes(content)


def _judged(response: httpx.Response, content: bytes) -> Any:
    """Return the JSON of a response; raises InvalidInput for a client error, ServerBroke for a server error."""
    status = response.status_code
    if 400 <= status < 500:
        raise InvalidInput(_detail(content) or f"the server refused the request ({status})")
    if not 200 <= status < 300:
        raise ServerBroke(f"the server answered with status {status}: {_detail(content)}")
    if not content:
        return None
    try:
        return json.loads(content)
    except (ValueError, RecursionError) as error:
        raise ServerBroke("the server's response is not JSON") from error


def _detail(content: bytes) -> str:
    try:
        detail = json.loads(content)["detail"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return ""
    return str(detail)[:1000]


def _seconds(text: str) -> float:
    return min(10.0, float(text)) if text.isdigit() else 1.0


def object_in(value: Any) -> dict[str, Any]:
    """Return the JSON object that a server sent; raises ServerBroke for any other value."""
    if not isinstance(value, dict):
        raise ServerBroke("the server's response is not an object")
    return value
