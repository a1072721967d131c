"""HTTP requests to a server, with retries. An error is the caller's (InvalidInput) or the server's (ServerBroke)."""

from __future__ import annotations

import json
import threading
import time
from base64 import b64encode
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from email.message import Message
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from typing import Any
from urllib.parse import SplitResult, unquote, urlsplit

from exactcover.model import defaults
from exactcover.model.errors import InvalidInput, OurFault

MOST_BYTES = 500_000_000
"""The largest response body that is read."""
PATIENCE_SECONDS = 30.0
"""How long to retry when a server that was reached before is unreachable."""
FIRST_WAIT, LONGEST_WAIT = 0.25, 4.0
"""Seconds of the exponential backoff between two attempts."""
CONNECT_SECONDS = 10.0
TOO_MANY_REQUESTS, UNAVAILABLE = 429, 503
TRANSPORT_ERRORS = (OSError, HTTPException)
"""What is raised when a server cannot be reached, or a connection breaks."""
STREAM = "text/event-stream"


class ServerBroke(OurFault):
    """A server sent an invalid response, or stopped responding."""


class Connection:
    """A server: url, token; seconds: the timeout for a response to begin."""

    def __init__(self, url: str, token: str = "", seconds: float = 120.0) -> None:
        self.url, self.seconds = url, seconds
        expected = f"expected a URL such as {defaults.SERVER_URL}"
        try:
            parts = urlsplit(url)
            host, self.port = (parts.hostname or "").encode("idna").decode(), parts.port
        except ValueError as error:
            raise InvalidInput(f"the server is {url!r} ({error}); {expected}") from error
        if parts.scheme not in ("http", "https") or not host or not url.isprintable() or " " in url:
            raise InvalidInput(f"the server is {url!r}; {expected}")
        self.host, self.secure, self.path = host, parts.scheme == "https", parts.path.rstrip("/")
        self.headers = _authorization(token, parts)
        self.reached = False
        self._lock = threading.Lock()
        self._kept: HTTPConnection | None = None

    def close(self) -> None:
        """Close the connection."""
        with self._lock:
            if self._kept is not None:
                self._kept.close()
                self._kept = None

    def call(self, method: str, path: str, body: Any = None, headers: Mapping[str, str] | None = None) -> Any:
        """Send a request and return the JSON of its response. A request that fails to connect, or whose server is busy or
        unavailable, is retried: all are idempotent.
        """
        deadline, backoff = time.monotonic() + PATIENCE_SECONDS, FIRST_WAIT
        content = None if body is None else json.dumps(body).encode()
        request_headers = {**({} if content is None else {"Content-Type": "application/json"}), **(headers or {})}
        while True:
            try:
                status, response_headers, text = self._exchange(method, path, content, request_headers)
                self.reached = True
                wait = _seconds(response_headers.get("retry-after", "1"))
                if status not in (TOO_MANY_REQUESTS, UNAVAILABLE) or time.monotonic() + wait > deadline:
                    return _judged(status, text)
            except TRANSPORT_ERRORS as error:
                wait, backoff = backoff, min(2 * backoff, LONGEST_WAIT)
                if not self.reached:
                    raise InvalidInput(
                        f"no server responds at {self.url} ({error}); start one with `exactcover serve`"
                    ) from error
                if time.monotonic() > deadline:
                    raise ServerBroke(f"the server at {self.url} no longer responds ({error})") from error
            time.sleep(wait)

    @contextmanager
    def stream(self, path: str, after: int, seconds: float) -> Iterator[Iterator[tuple[int, Any]]]:
        """Open the stream of events after a number, on a separate connection; seconds: the read timeout."""
        headers = {"Accept": STREAM, "Last-Event-ID": str(after)}
        with closing(self._connected(seconds)) as connection:
            connection.request("GET", self.path + path, headers={**self.headers, **headers})
            response = connection.getresponse()
            if response.status == UNAVAILABLE:
                raise ConnectionError(_detail(_bounded(response)) or "the server is unavailable")
            if response.status not in (200, 204):
                _judged(response.status, _bounded(response))
            yield events_in(line.decode().rstrip("\r\n") for line in response)

    def _exchange(
        self, method: str, path: str, content: bytes | None, headers: Mapping[str, str]
    ) -> tuple[int, Message, bytes]:
        """Send a request once and return the status, the headers and the body of its response. Raises TRANSPORT_ERRORS."""
        with self._lock:
            kept, self._kept = self._kept, None
        if kept is not None:
            try:
                return self._exchange_on(kept, method, path, content, headers)
            except (ConnectionError, HTTPException):
                """The server may have closed it since the last request: a new one shows whether the server is there."""
        return self._exchange_on(self._connected(self.seconds), method, path, content, headers)

    def _exchange_on(
        self, connection: HTTPConnection, method: str, path: str, content: bytes | None, headers: Mapping[str, str]
    ) -> tuple[int, Message, bytes]:
        try:
            connection.request(method, self.path + path, content, {**self.headers, **headers})
            response = connection.getresponse()
            result = response.status, response.headers, _bounded(response)
        except BaseException:
            connection.close()
            raise
        with self._lock:
            spare, self._kept = self._kept, connection
        if spare is not None:  # of a concurrent request
            spare.close()
        return result

    def _connected(self, seconds: float) -> HTTPConnection:
        """Return a new connection whose responses begin within so many seconds."""
        cls = HTTPSConnection if self.secure else HTTPConnection
        connection = cls(self.host, self.port, timeout=CONNECT_SECONDS)
        connection.connect()
        connection.sock.settimeout(seconds)
        return connection


def _authorization(token: str, parts: SplitResult) -> dict[str, str]:
    """Return the header with the token, or with the name and the password of a URL that has them."""
    if token or parts.username is None:
        return {"Authorization": f"Bearer {token}"} if token else {}
    credentials = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
    return {"Authorization": f"Basic {b64encode(credentials.encode()).decode()}"}


def events_in(lines: Iterator[str]) -> Iterator[tuple[int, Any]]:
    """Yield the events of a stream with their numbers."""
    number = 0
    for line in lines:
        field, _, value = line.partition(": ")
        if field == "id":
            number = int(value)
        elif field == "data":
            yield number, json.loads(value)


def _bounded(response: HTTPResponse) -> bytes:
    content = response.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise ServerBroke(f"the server sent over {MOST_BYTES} bytes")
    return content


def _judged(status: int, content: bytes) -> Any:
    """Return the JSON of a response; raises InvalidInput for a client error, ServerBroke for a server error."""
    if status == TOO_MANY_REQUESTS:
        raise InvalidInput(f"the server is busy: {_detail(content)}")
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
