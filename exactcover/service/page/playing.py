"""The pages on which a person plays a puzzle by hand, with their look-up.

The numbers on these pages come from `POST /v1/remaining`; nothing here searches. The board and the pieces come from a look-up
process, because they are parsed from untrusted keys. Which page a puzzle is played on is the key `plays` of its table.
"""

from __future__ import annotations

import json
from urllib.parse import quote

from fastapi import APIRouter, Request
from starlette.responses import Response

from exactcover.model.errors import InvalidInput
from exactcover.service.http.problems import Problem
from exactcover.service.job import Json
from exactcover.service.page import daily, routes
from exactcover.service.page.rendering import compressed, page, static, version
from exactcover.service.page.tables import at_table, table, table_of_catalogue

router = APIRouter(include_in_schema=False)
router.include_router(daily.router)


@router.get("/play")
async def play(request: Request, puzzle: str = "", keys: str = "", kind: str = "") -> Response:
    """Show the table of a puzzle, named or written as in the links of the editor, or of the first one of a kind."""
    editors = (await routes.known(request))["editors"] if kind and not keys else []
    start: Json | None = next(({"kind": kind, **each["start"]} for each in editors if each["kind"] == kind), None)
    if not keys and start is None:
        return await play_catalogue(request, puzzle or routes.FIRST_PUZZLE)
    try:
        parsed = start or routes.keys_in(keys)
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


@router.get("/static/{number}/{name:path}")
async def module(request: Request, number: str, name: str) -> Response:
    """Return a static file by a path that has its version, so that modules which import each other share a version."""
    held = static(name)
    if held is None:
        raise Problem(404, "not found; see /openapi.json")
    kept = routes.YEAR if number == version() else "no-store"
    return compressed(request, held[0], held[1], {"Cache-Control": kept})
