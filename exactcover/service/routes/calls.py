"""What the routes share: access to the server's parts, parsing of bodies, fragments of the OpenAPI document."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Path, Request
from starlette.requests import ClientDisconnect
from starlette.responses import Response

from exactcover.service import lookup_tasks
from exactcover.service.audit import Audit
from exactcover.service.documents import ProblemDocument
from exactcover.service.feeds import Feeds
from exactcover.service.http import bodies
from exactcover.service.http.connections import BODY_SECONDS
from exactcover.service.http.disconnection import unless_disconnected
from exactcover.service.http.problems import MEDIA_TYPE, Problem
from exactcover.service.login import Login
from exactcover.service.lookup_tasks import Refused
from exactcover.service.lookups import Cut, Lookups
from exactcover.service.settings import Settings
from exactcover.service.store.jobs import Store
from exactcover.service.tokens import Token

PARSED_HERE = 1 << 14
"""The bytes of a body that is parsed in this process, in a few milliseconds at most."""
JobId = Annotated[
    str,
    Path(pattern="^[0-9A-HJKMNP-TV-Z]{26}$", description="The id of a job.", examples=["01JD8Z0000ABCDEFGHJKMNPQRS"]),
]


@dataclass
class Parts:
    """The objects that the routes work with."""

    settings: Settings
    store: Store
    lookups: Lookups
    feeds: Feeds
    login: Login
    audit: Audit


def parts(request: Request) -> Parts:
    """Return the parts of the server that handles a request."""
    own: Parts = request.app.state.parts
    return own


def owner_of(request: Request) -> Token | None:
    """Return the token of a request; None if the server needs none."""
    owner: Token | None = getattr(request.state, "owner", None)
    return owner


def owner_name(request: Request) -> str:
    """Return the name of a request's owner; empty if the server needs no token."""
    owner = owner_of(request)
    return "" if owner is None else owner.owner


async def body_of(request: Request, name: str) -> tuple[Any, bytes]:
    """Parse and validate the body of a request, and return it with its bytes; its large values are packed. Raises Problem.

    name: of ADAPTERS in http/bodies.py.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Problem(415, "the Content-Type is not JSON; expected application/json", "content-type")
    content = await content_of(request)
    return await parsed(request, content, bodies.parsed, bodies.sealed, name), content


async def parsed(
    request: Request, content: bytes, here: Callable[..., Any], elsewhere: Callable[..., Any], *arguments: Any
) -> Any:
    """Parse a text by a function of http/bodies.py, a large one by the other function in a look-up process; raises Problem.

    Parsing holds the interpreter's lock, so on a thread it would delay the answers to others just as it does here.
    """
    if len(content) <= PARSED_HERE:
        return here(content, *arguments)
    own = parts(request)
    pending = own.lookups.ask(owner_name(request), lookup_tasks.parsed, elsewhere, content, *arguments)
    try:
        value = await unless_disconnected(request, pending)
    except Cut as cut:
        raise Problem(
            422, f"reading the body exceeded the limit on {cut.reason}; expected a smaller one", "body"
        ) from None
    if isinstance(value, Refused):
        raise Problem(value.status, value.detail, value.kind)
    return value


async def content_of(request: Request) -> bytes:
    """Return the body of a request; raises Problem if it is cut off, or does not come in time."""
    try:
        async with asyncio.timeout(BODY_SECONDS):
            return await request.body()
    except TimeoutError:
        raise Problem(408, f"the body did not come within {BODY_SECONDS:g} seconds", "body") from None
    except ClientDisconnect:
        raise Problem(400, "the body ended before its length", "body") from None


def as_json(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """Return a JSON response."""
    return Response(encoded(value), status, headers, "application/json")


def encoded(value: Any) -> bytes:
    """Return a value as JSON."""
    return json.dumps(value, separators=(",", ":")).encode()


def error_responses(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return the OpenAPI descriptions of the errors that every route may answer with, and of these further ones."""
    content = {MEDIA_TYPE: {"schema": {"$ref": f"#/components/schemas/{ProblemDocument.__name__}"}}}
    every = (400, 401, 403, 408, 413, 415, 422, 429, 503)
    return {status: {"description": "Refused.", "content": content} for status in sorted({*every, *statuses})}


def request_body(name: str) -> dict[str, Any]:
    """Return the OpenAPI description of a request body."""
    schema = {"$ref": f"#/components/schemas/{name}"}
    example = bodies.EXAMPLES[name.removesuffix("Body").lower()]
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema, "example": example}}}}


def response_example(example: Any, media_type: str = "application/json") -> dict[int | str, dict[str, Any]]:
    """Return the OpenAPI description of a response whose JSON Schema is in the contract."""
    return {200: {"description": "Answered.", "content": {media_type: {"example": example}}}}
