"""The page that tells why a puzzle has no solution, and its look-ups.

The proof itself is a job, submitted by the page's script. Not here: how a certificate becomes scenes (api/scenes.py).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from urllib.parse import quote

from fastapi import APIRouter, Request
from starlette.responses import Response

from exactcover.model.errors import InvalidInput
from exactcover.process.messages import Clock
from exactcover.service.job import Json
from exactcover.service.lookup_tasks import LookupResult, LookupStep
from exactcover.service.page import routes
from exactcover.service.page.rendering import page

router = APIRouter(include_in_schema=False)

FIRST_PUZZLE = "mutilated-chessboard"


def subject(keys: Json, name: str = "") -> Iterator[LookupStep]:
    """Return what a page about one puzzle needs of it: its keys, its title, whether it is played by hand.

    name: that of a puzzle of the catalogue, whose keys are used instead.
    """
    from exactcover.api import editing

    yield Clock(running=True)
    keys = editing.keys_of_catalogue(name) if name else keys
    puzzle = editing.puzzle(keys)
    try:
        editing.table(keys)
        playable = True
    except InvalidInput:
        playable = False
    yield LookupResult({"keys": keys, "kind": puzzle.kind, "title": puzzle.title, "playable": playable})


async def subject_of(request: Request, puzzle: str, keys: str, first: str) -> Json:
    """Return the puzzle that the query of a page names, with the query of its other views; raises InvalidInput.

    first: the puzzle of the catalogue if the query names none.
    """
    if keys:
        shown: Json = await routes.ask(request, subject, routes.keys_in(keys))
        text = json.dumps(shown["keys"], separators=(",", ":"), ensure_ascii=False)
        return shown | {"sent": shown["keys"], "about": f"keys={quote(text)}"}
    name = (puzzle or first)[:200]
    remembered: dict[str, Json] = request.app.state.page.setdefault("subjects", {})
    if name not in remembered:
        remembered[name] = await routes.ask(request, subject, {}, name)
    return remembered[name] | {"sent": name, "about": f"puzzle={quote(name)}"}


@router.get("/prove")
async def prove(request: Request, puzzle: str = "", keys: str = "") -> Response:
    """Show the page that has a puzzle proved impossible, or solved."""
    try:
        shown = await subject_of(request, puzzle, keys, FIRST_PUZZLE)
    except InvalidInput as fault:
        return page(request, "problem.html", 422, title="No puzzle to prove anything about", sentence=str(fault))
    return page(request, "prove.html", subject=shown)
