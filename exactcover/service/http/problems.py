"""Error responses: problem+json (RFC 9457), one sentence each.

The sentences are those of the command line. Untrusted input is quoted in them by `repr`, truncated, and only in JSON,
never in a page.
"""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus

from starlette.responses import JSONResponse

from exactcover.model.errors import InvalidInput

MEDIA_TYPE = "application/problem+json"
MAX_REPORTED = 1000
OUTAGE = "the database does not respond; try again in a moment"
NO_RESOURCES = "the server can start no process at the moment; try again later"
DEFECT = "internal server error; the request is not at fault"
RETRY_SECONDS = 2


class Problem(Exception):
    """A request that is refused; status: the HTTP status; detail: one sentence; kind: the problem type, for programs."""

    def __init__(self, status: int, detail: str, kind: str = "", headers: Mapping[str, str] | None = None) -> None:
        super().__init__(detail)
        self.status, self.detail, self.kind, self.headers = status, detail, kind, dict(headers or {})

    def response(self) -> JSONResponse:
        """Return the error response."""
        return response(self.status, self.detail, self.kind, self.headers)


def as_json(status: int, detail: str, kind: str = "") -> dict[str, object]:
    """Return the problem as a JSON object."""
    detail = " ".join(detail.encode(errors="replace").decode().split())
    title = HTTPStatus(status).phrase
    urn = f"urn:exactcover:{kind or title.lower().replace(' ', '-')}"
    return {"type": urn, "title": title, "status": status, "detail": detail[:MAX_REPORTED]}


def response(status: int, detail: str, kind: str = "", headers: Mapping[str, str] | None = None) -> JSONResponse:
    """Return an error response."""
    return JSONResponse(as_json(status, detail, kind), status, headers=dict(headers or {}), media_type=MEDIA_TYPE)


def outage() -> JSONResponse:
    """Return the response while the database is unreachable."""
    return response(503, OUTAGE, "outage", {"Retry-After": str(RETRY_SECONDS)})


def no_resources() -> JSONResponse:
    """Return the response while the operating system refuses processes."""
    return response(503, NO_RESOURCES, "no-resources", {"Retry-After": str(RETRY_SECONDS)})


def defect() -> JSONResponse:
    """Return the response to a request during which the program broke."""
    return response(500, DEFECT)


def invalid_input(fault: InvalidInput) -> JSONResponse:
    """Return the response to invalid input."""
    return response(422, str(fault), "input")
