"""Pictures of a job: its solution, one of many, a colouring, or the board; solutions are judged again before they are
drawn.
"""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from exactcover.service import lookup_tasks
from exactcover.service.documents import etag
from exactcover.service.http.disconnection import unless_disconnected
from exactcover.service.http.problems import Problem
from exactcover.service.job import Job, Json
from exactcover.service.lookups import Cut
from exactcover.service.routes.calls import JobId, error_responses, owner_name, parts
from exactcover.service.routes.jobs import job_of

router = APIRouter(prefix="/v1/jobs", tags=["jobs"])
TYPES = {"svg": "image/svg+xml", "png": "image/png", "gif": "image/gif", "pdf": "application/pdf"}


@router.get(
    "/{job_id}/board.{ending}",
    responses={
        200: {"content": {kind: {"example": "..."} for kind in TYPES.values()}, "description": "The picture."},
        **error_responses(404),
    },
    summary="A picture of the solution, or of the board",
)
async def board(
    request: Request,
    job_id: JobId,
    ending: Literal["svg", "png", "gif", "pdf"],
    solution: Annotated[
        int | None, Query(ge=0, le=10**15, description="Which of many solutions, counted from 0.")
    ] = None,
    view: Annotated[
        Literal["layers", "iso", "solid"], Query(description="The view of a three-dimensional board.")
    ] = "layers",
) -> Response:
    """Draw the solution, the colouring that proves there is none, or the board alone; for a plan, `.gif` is an
    animation.
    """
    job = await job_of(request, job_id)
    keys: Json = job.source or job.puzzle
    if "batch" in keys:
        keys, drawn, proof = await _of_line(request, job, solution or 0)
    else:
        drawn, proof = await _evidence(request, job, solution)
    lookups = parts(request).lookups
    try:
        pending = lookups.ask(owner_name(request), lookup_tasks.pictured, keys, drawn, proof, f".{ending}", view)
        content = await unless_disconnected(request, pending)
    except Cut as cut:
        raise Problem(422, f"drawing the picture exceeded the limit on {cut.reason}", "limits") from None
    tag = etag(content)
    headers = {"ETag": tag, "Cache-Control": "private, no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(content, headers=headers, media_type=TYPES[ending])


async def _of_line(request: Request, job: Job, number: int) -> tuple[Json, Any, Any]:
    """Return a puzzle of a batch, its solution and its certificate; number: that of the answer, from 0. Raises Problem."""
    some, _ = await asyncio.to_thread(parts(request).store.solutions, job.id, number, 1)
    if not some or "error" in some[0]:
        raise Problem(404, "the job has no such answer", "no-such-solution")
    puzzle = job.source["batch"][number]["puzzle"]
    return puzzle, some[0].get("solution"), some[0].get("certificate")


async def _evidence(request: Request, job: Job, number: int | None) -> tuple[Any, Any]:
    """Return the solution to draw, or else the certificate; None for both if there is neither."""
    if number is not None or job.task in ("list", "sample"):
        some, _ = await asyncio.to_thread(parts(request).store.solutions, job.id, number or 0, 1)
        if some:
            return some[0], None
        if number is not None:
            raise Problem(404, "the job has no such solution", "no-such-solution")
    answer = job.answer or {}
    proof = answer.get("certificate")
    colouring = proof if proof is not None and proof.get("kind") == "colouring" else None
    return answer.get("solution"), colouring
