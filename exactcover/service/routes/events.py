"""The events of a job: as a resumable stream, or as JSON for clients that poll."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Annotated, TypeAlias

from fastapi import APIRouter, Header, Query, Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from exactcover.service.documents import EventsDocument
from exactcover.service.feeds import Feeds
from exactcover.service.http.problems import Problem
from exactcover.service.routes.calls import JobId, as_json, error_responses, owner_name, parts
from exactcover.service.routes.jobs import job_of

router = APIRouter(prefix="/v1/jobs", tags=["jobs"])
STREAM = "text/event-stream"
SECONDS_ACCEPTED = 2.0
"""How long a stream goes on before its token or session is asked for again."""
Accepted: TypeAlias = Callable[[], Awaitable[object]]
"""Asks whether a request would still be accepted; raises Problem."""
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
    own, streams = parts(request), STREAM in request.headers.get("accept", "")
    if streams:
        own.feeds.check(owner_name(request))  # before anything that costs more
    job = await job_of(request, job_id)
    if not streams:
        # The state was read before the events, so if the job had ended, none of its events is missing.
        stored = await asyncio.to_thread(own.store.events, job_id, after, limit)
        last = stored[-1][0] if stored else after
        listed = [{"id": number, **event} for number, event in stored]
        return as_json({"events": listed, "after": last, "ended": job.state.ended and len(stored) < limit})
    after = int(last_event_id or after)
    if job.state.ended and after >= job.events:
        return Response(status_code=204)  # a browser does not reconnect after this
    accepted = getattr(request.state, "accepted", None)
    return _Stream(own.feeds, owner_name(request), job_id, after, accepted)


class _Stream(StreamingResponse):
    """The events of a job, counted as a stream of its owner from the first byte to the last."""

    def __init__(self, feeds: Feeds, owner: str, job_id: str, after: int, accepted: Accepted | None) -> None:
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        super().__init__(_stream(feeds, job_id, after, accepted), headers=headers, media_type=STREAM)
        self.feeds, self.owner = feeds, owner

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the response; raises Problem if the owner has too many streams."""
        with self.feeds.stream(self.owner):
            await super().__call__(scope, receive, send)


async def _stream(feeds: Feeds, job_id: str, after: int, accepted: Accepted | None) -> AsyncIterator[bytes]:
    """Yield the events; a stream whose token or session is no longer accepted ends, at the latest with the next ping."""
    yield b"retry: 1000\n\n"
    since = time.monotonic()
    async for batch in feeds.follow(job_id, after):
        if accepted is not None and time.monotonic() - since >= SECONDS_ACCEPTED:
            try:
                await accepted()
            except Problem:
                return
            since = time.monotonic()
        text = "".join(f"id: {number}\ndata: {event}\n\n" for number, event in batch)
        yield text.encode() if text else b": ping\n\n"
