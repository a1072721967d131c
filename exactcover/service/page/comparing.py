"""The page that compares engines on one puzzle, and its look-ups.

The comparison itself is a job, submitted by the page's script. Not here: which engines suit a puzzle (api/offers.py).
"""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from exactcover.model.errors import InvalidInput
from exactcover.service.page.proving import subject_of
from exactcover.service.page.rendering import page

router = APIRouter(include_in_schema=False)

FIRST_PUZZLE = "8-puzzle"


@router.get("/compare")
async def compare(request: Request, puzzle: str = "", keys: str = "") -> Response:
    """Show the page that compares engines on a puzzle."""
    try:
        shown = await subject_of(request, puzzle, keys, FIRST_PUZZLE)
    except InvalidInput as fault:
        return page(request, "problem.html", 422, title="No puzzle to compare engines on", sentence=str(fault))
    return page(request, "compare.html", subject=shown)
