"""The events of a job: as a resumable stream, or as JSON for clients that poll."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Header, Query, Request
from starlette.responses import Response, StreamingResponse

from exactcover.service.documents import EventsDocument
from exactcover.service.feeds import Feeds
from exactcover.service.problems import Problem
from exactcover.service.routes.calls import JobId, as_json, error_responses, parts
from exactcover.service.routes.jobs import job_of

router = APIRouter(prefix="/v1/jobs", tags=["jobs"])
STREAM = "text/event-stream"
EXAMPLE = 'id: 1\ndata: {"event": "progress", "nodes": 1000}\n\n'


@router.get(
    "/{job_id}/events",
    responses={
        200: {
            "model": EventsDocument,
            "content": {STREAM: {"example": EXAMPLE}},
            "description": "Events so far, or all.",
        },
        204: {"description": "The job has ended, and all its events were sent."},
        **error_responses(404),
    },
    summary="Follow a job",
)
async def events(
    request: Request,
    job_id: JobId,
    after: Annotated[int, Query(ge=0, le=10**15)] = 0,
    limit: Annotated[int, Query(ge=1, le=1000)] = 1000,
    last_event_id: Annotated[str | None, Header(pattern="^[0-9]{1,15}$")] = None,
) -> Response:
    """Stream the events after `Last-Event-ID` (or `after`) if `text/event-stream` is accepted; otherwise return those
    so far.
    """
    job = await job_of(request, job_id)
    own = parts(request)
    if STREAM not in request.headers.get("accept", ""):
        # The state was read before the events, so if the job had ended, none of its events is missing.
        stored = await asyncio.to_thread(own.store.events, job_id, after, limit)
        last = stored[-1][0] if stored else after
        listed = [{"id": number, **event} for number, event in stored]
        return as_json({"events": listed, "after": last, "ended": job.state.ended and len(stored) < limit})
    after = int(last_event_id or after)
    if job.state.ended and after >= job.events:
        return Response(status_code=204)  # a browser does not reconnect after this
    if own.feeds.followers >= own.settings.bounds.followers:
        raise Problem(429, "too many streams are open; try again later", "busy", {"Retry-After": "5"})
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(_stream(own.feeds, job_id, after), headers=headers, media_type=STREAM)


async def _stream(feeds: Feeds, job_id: str, after: int) -> AsyncIterator[bytes]:
    yield b"retry: 1000\n\n"
    async for batch in feeds.follow(job_id, after):
        text = "".join(f"id: {number}\ndata: {event}\n\n" for number, event in batch)
        yield text.encode() if text else b": ping\n\n"
