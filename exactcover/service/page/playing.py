"""The front page, and the page on which a person places the pieces of a puzzle by hand, with their look-up.

The numbers on these pages come from `POST /v1/remaining`; nothing here searches. The board and the pieces come from a look-up
process, because they are parsed from untrusted keys.
"""

from __future__ import annotations

from collections.abc import Iterator

from fastapi import APIRouter, Request
from starlette.responses import Response

from exactcover.model.errors import InvalidInput
from exactcover.process.messages import Clock
from exactcover.service.job import Json
from exactcover.service.lookup_tasks import LookupResult, LookupStep
from exactcover.service.page import routes, solved
from exactcover.service.page.rendering import compressed, page, static, version
from exactcover.service.problems import Problem

router = APIRouter(include_in_schema=False)


def table(keys: Json) -> Iterator[LookupStep]:
    """Return the board and the pieces of a puzzle that is played by hand; see exactcover/api/editing.py."""
    from exactcover.api import editing

    yield Clock(running=True)
    yield LookupResult(editing.table(keys))


def table_of_catalogue(name: str) -> Iterator[LookupStep]:
    """Return the same for a puzzle of the catalogue."""
    from exactcover.api import editing

    yield Clock(running=True)
    yield LookupResult(editing.table(editing.keys_of_catalogue(name)))


@router.get("/")
async def front(request: Request, puzzle: str = "", keys: str = "", kind: str = "") -> Response:
    """Show the front page; or the editor, whose links have always had this path, if the URL names a puzzle or a kind."""
    if puzzle or keys or kind:
        return await routes.workbench(request, puzzle, keys, kind)
    cards = [{**card._asdict(), "solution": card.solutions()[0]} for card in solved.CARDS]
    return page(request, "front.html", cards=cards, hero=solved.HERO.solutions())


@router.get("/design")
async def design(request: Request, puzzle: str = "", keys: str = "", kind: str = "") -> Response:
    """Show the editor."""
    return await routes.workbench(request, puzzle, keys, kind)


@router.get("/play")
async def play(request: Request, puzzle: str = "", keys: str = "") -> Response:
    """Show the board and the pieces of a puzzle, named or written as in the links of the editor."""
    if not keys:
        return await play_catalogue(request, puzzle or routes.FIRST_PUZZLE)
    try:
        parsed = routes.keys_in(keys)
        shown: Json = await routes.ask(request, table, parsed)
    except InvalidInput as fault:
        return page(request, "unplayable.html", 422, fault=str(fault), editor="/design")
    link = routes.address_of(parsed)
    return page(request, "play.html", table=shown, editor=link if len(link) <= routes.LONGEST_LINK else "/design")


@router.get("/play/{name}")
async def play_catalogue(request: Request, name: str) -> Response:
    """Show the board and the pieces of a puzzle of the catalogue."""
    played: dict[str, Json] = request.app.state.page.setdefault("played", {})
    names = {each["name"] for each in (await routes.known(request))["catalogue"]}
    editor = f"/?puzzle={name}" if name in names else "/design"
    if name not in played:
        try:
            shown = await routes.ask(request, table_of_catalogue, name[:200])
        except InvalidInput as fault:
            return page(request, "unplayable.html", 422 if name in names else 404, fault=str(fault), editor=editor)
        played[name] = shown
    return page(request, "play.html", table=played[name], editor=editor)


@router.get("/static/{number}/{name:path}")
async def module(request: Request, number: str, name: str) -> Response:
    """Return a static file by a path that has its version, so that modules which import each other share a version."""
    held = static(name)
    if held is None:
        raise Problem(404, "not found; see /openapi.json")
    kept = routes.YEAR if number == version() else "no-store"
    return compressed(request, held[0], held[1], {"Cache-Control": kept})
