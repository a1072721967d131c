"""What pages about puzzles share: look-ups, keys, addresses, and files."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import parse_qs, quote

from fastapi import APIRouter, Request
from starlette.responses import Response

from exactcover.model.answer import Limits
from exactcover.model.errors import InvalidInput
from exactcover.service import strict_json
from exactcover.service.disconnection import unless_disconnected
from exactcover.service.job import Json
from exactcover.service.lookup_tasks import LookupStep
from exactcover.service.lookups import Cut
from exactcover.service.page import lookup_tasks
from exactcover.service.page.rendering import compressed, static
from exactcover.service.problems import Problem
from exactcover.service.routes.calls import content_of, owner_name, parts

router = APIRouter(include_in_schema=False)

FIRST_PUZZLE = "pentominoes-6x10"
LONGEST_LINK = 6000
MOST_FIELDS = 20
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


async def form_of(request: Request) -> dict[str, str]:
    """Return the fields of a submitted form; raises Problem if there are too many."""
    text = (await content_of(request)).decode(errors="replace")
    try:
        sent = parse_qs(text, keep_blank_values=True, max_num_fields=MOST_FIELDS)
    except ValueError:
        raise Problem(400, f"the form has over {MOST_FIELDS} fields; expected fewer", "form") from None
    return {name: values[0] for name, values in sent.items()}


async def json_of(request: Request) -> Json:
    """Return the JSON object that the page's script sent; raises Problem."""
    try:
        value = strict_json.loads(await content_of(request))
    except strict_json.NotStrict as fault:
        raise Problem(400, str(fault), "json") from None
    if not isinstance(value, dict):
        raise Problem(400, "the body is not a JSON object", "json")
    return value


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
