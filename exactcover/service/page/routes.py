"""What pages about puzzles share: look-ups, keys, addresses, and files."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import quote

from fastapi import APIRouter, Request
from starlette.responses import Response

from exactcover.model.answer import Limits
from exactcover.model.errors import InvalidInput
from exactcover.service.http import bodies, strict_json
from exactcover.service.http.disconnection import unless_disconnected
from exactcover.service.http.packed import Packed
from exactcover.service.http.problems import Problem
from exactcover.service.job import Json
from exactcover.service.lookup_tasks import LookupStep
from exactcover.service.lookups import Cut
from exactcover.service.page import lookup_tasks
from exactcover.service.page.rendering import compressed, static
from exactcover.service.routes.calls import PARSED_HERE, content_of, owner_name, parsed, parts

router = APIRouter(include_in_schema=False)

FIRST_PUZZLE = "pentominoes-6x10"
LONGEST_LINK = 6000
YEAR = "public, max-age=31536000, immutable"


async def ask(
    request: Request, function: Callable[..., Iterator[LookupStep]], *arguments: Any, patient: bool = False
) -> Any:
    """Run a look-up of the page, which ends when the client disconnects, and return its result.

    Raises InvalidInput if the puzzle is at fault or the look-up too large, Problem if the owner has too many.

    patient: allow the longest time of a look-up, for a file that the user waits for.
    """
    bounds = parts(request).settings.bounds
    limits = Limits(bounds.max_lookup_time, bounds.lookup_memory) if patient else None
    try:
        pending = parts(request).lookups.ask(owner_name(request), function, *arguments, limits=limits)
        return await unless_disconnected(request, pending)
    except Cut as cut:
        raise InvalidInput(f"this exceeded the limit on {cut.reason}; expected a smaller puzzle") from cut


async def once(request: Request, name: str, function: Callable[..., Iterator[LookupStep]], *arguments: Any) -> Any:
    """Return the result of a look-up that is the same for everybody; name: one of a bounded set. Raises InvalidInput, Problem."""
    try:
        return await parts(request).lookups.once(name, function, *arguments)
    except Cut as cut:
        raise Problem(
            503, f"this exceeded the limit on {cut.reason}; try again later", "busy", {"Retry-After": "5"}
        ) from cut


async def known(request: Request) -> Json:
    """Return the editors and the catalogue, which are computed once."""
    document: Json = await once(request, "editors", lookup_tasks.editors)
    return document


def keys_in(text: str) -> Json:
    """Parse the JSON keys in a URL or a form; raises InvalidInput."""
    try:
        keys = strict_json.loads(text.encode())
    except (strict_json.NotStrict, UnicodeEncodeError) as fault:
        raise InvalidInput(f"the puzzle is not JSON: {fault}") from fault
    if not isinstance(keys, dict):
        raise InvalidInput("the puzzle is not a JSON object; expected an object with the key kind")
    return keys


def address_of(keys: Json) -> str:
    """Return the URL at which the bench shows these keys."""
    return f"/design?keys={quote(json.dumps(keys, separators=(',', ':'), ensure_ascii=False))}"


async def form_of(request: Request, *, large: bool = False) -> dict[str, str]:
    """Return the fields of a submitted form, which may be large if its sender is known; raises Problem."""
    content = await content_of(request)
    if len(content) > PARSED_HERE and not large:
        raise Problem(413, f"the form has over {PARSED_HERE} bytes; expected fewer")
    fields: dict[str, str] = await parsed(request, content, bodies.fields_in, bodies.fields_in)
    return fields


async def json_of(request: Request) -> Json:
    """Return the JSON object that the page's script sent, the values of a large one packed; raises Problem."""
    value: Json = await parsed(request, await content_of(request), bodies.object_in, bodies.sealed_object)
    return value


def is_object(value: Any) -> bool:
    """Return whether a value of `json_of` is an object."""
    return isinstance(value, dict) or (isinstance(value, Packed) and value.is_object)


async def of_catalogue_as_keys(request: Request, name: str) -> Json:
    """Return the keys of a puzzle of the catalogue as its bench takes them; raises InvalidInput."""
    if all(each["name"] != name for each in (await known(request))["catalogue"]):
        unknown: Json = await ask(
            request, lookup_tasks.of_catalogue, name
        )  # raises InvalidInput with the right sentence
        return unknown
    document: Json = await once(request, f"keys of {name}", lookup_tasks.of_catalogue, name)
    return document


@router.get("/static/{name}")
async def file(request: Request, name: str) -> Response:
    """Return a static file; its URL changes with its content."""
    held = static(name)
    if held is None:
        raise Problem(404, "not found; see /openapi.json")
    return compressed(request, held[0], held[1], {"Cache-Control": YEAR})
