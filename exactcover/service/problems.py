"""What is answered where a call goes wrong: problem+json (RFC 9457), one sentence each.

The sentences are those of the command line. What a stranger wrote is quoted in them as `repr` writes it, cut short, and in JSON
alone: never in a page.
"""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus

from starlette.responses import JSONResponse

from exactcover.model.errors import InvalidInput

MEDIA_TYPE = "application/problem+json"
MOST_TOLD = 1000


class Problem(Exception):
    """A call that is refused; status: of HTTP; detail: one sentence; kind: which problem it is, for programs."""

    def __init__(self, status: int, detail: str, kind: str = "", headers: Mapping[str, str] | None = None) -> None:
        super().__init__(detail)
        self.status, self.detail, self.kind, self.headers = status, detail, kind, dict(headers or {})

    def response(self) -> JSONResponse:
        """Return the response that says so."""
        return response(self.status, self.detail, self.kind, self.headers)


def as_json(status: int, detail: str, kind: str = "") -> dict[str, object]:
    """Return the problem as a JSON object."""
    detail = " ".join(detail.encode(errors="replace").decode().split())
    title = HTTPStatus(status).phrase
    named = f"urn:exactcover:{kind or title.lower().replace(' ', '-')}"
    return {"type": named, "title": title, "status": status, "detail": detail[:MOST_TOLD]}


def response(status: int, detail: str, kind: str = "", headers: Mapping[str, str] | None = None) -> JSONResponse:
    """Return the response of a problem."""
    return JSONResponse(as_json(status, detail, kind), status, headers=dict(headers or {}), media_type=MEDIA_TYPE)


def at_fault(fault: InvalidInput) -> JSONResponse:
    """Return the response where the input is at fault."""
    return response(422, str(fault), "input")
