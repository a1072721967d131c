"""The pages on which a person plays a puzzle by hand, with their look-up.

The numbers on these pages come from `POST /v1/remaining`; nothing here searches. The board and the pieces come from a look-up
process, because they are parsed from untrusted keys. Which page a puzzle is played on is the key `plays` of its table.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from fastapi import APIRouter, Request
from starlette.responses import Response

from exactcover.model.errors import InvalidInput
from exactcover.process.messages import Clock
from exactcover.service.job import Json
from exactcover.service.lookup_tasks import LookupResult, LookupStep
from exactcover.service.page import routes
from exactcover.service.page.rendering import compressed, page, static, version
from exactcover.service.problems import Problem

router = APIRouter(include_in_schema=False)


TEMPLATES = {"pieces": "play.html", "slide": "play_slide.html", "symbols": "play_symbols.html"}
"""The template of each sort of table."""


def table(keys: Json) -> Iterator[LookupStep]:
    """Return the data of the page on which a puzzle is played by hand; see exactcover/api/tables.py."""
    from exactcover.api import tables

    yield Clock(running=True)
    yield LookupResult(tables.table(keys))


def table_of_catalogue(name: str) -> Iterator[LookupStep]:
    """Return the same for a puzzle of the catalogue."""
    from exactcover.api import editing, tables

    yield Clock(running=True)
    yield LookupResult(tables.table(editing.keys_of_catalogue(name)))


@router.get("/play")
async def play(request: Request, puzzle: str = "", keys: str = "") -> Response:
    """Show the table of a puzzle, named or written as in the links of the editor."""
    if not keys:
        return await play_catalogue(request, puzzle or routes.FIRST_PUZZLE)
    try:
        parsed = routes.keys_in(keys)
        shown: Json = await routes.ask(request, table, parsed)
    except InvalidInput as fault:
        return page(request, "unplayable.html", 422, fault=str(fault), about="")
    about = f"keys={quote(json.dumps(parsed, separators=(',', ':'), ensure_ascii=False))}"
    return at_table(request, shown, about if len(about) <= routes.LONGEST_LINK else "")


@router.get("/play/{name}")
async def play_catalogue(request: Request, name: str) -> Response:
    """Show the table of a puzzle of the catalogue."""
    played: dict[str, Json] = request.app.state.page.setdefault("played", {})
    names = {each["name"] for each in (await routes.known(request))["catalogue"]}
    about = f"puzzle={quote(name)}" if name in names else ""
    if name not in played:
        try:
            shown = await routes.ask(request, table_of_catalogue, name[:200])
        except InvalidInput as fault:
            return page(request, "unplayable.html", 422 if name in names else 404, fault=str(fault), about=about)
        played[name] = shown
    return at_table(request, played[name], about)


def at_table(request: Request, shown: Json, about: str, **values: Any) -> Response:
    """Return the page of a table; about: the query that names its puzzle on other pages, empty for one that is too long."""
    return page(request, TEMPLATES[shown["plays"]], table=shown, about=about, **values)


@router.get("/static/{number}/{name:path}")
async def module(request: Request, number: str, name: str) -> Response:
    """Return a static file by a path that has its version, so that modules which import each other share a version."""
    held = static(name)
    if held is None:
        raise Problem(404, "not found; see /openapi.json")
    kept = routes.YEAR if number == version() else "no-store"
    return compressed(request, held[0], held[1], {"Cache-Control": kept})
