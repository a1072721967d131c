"""The two calls that come most often, submitting a job and looking at one, led straight to what answers them.

The framework knows them too, and says on its OpenAPI page what they are; its way through routers and layers took half of the time
of a short call. Whatever is not exactly one of the two goes that way. Both ways call the same functions.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response

from exactcover.model.errors import InvalidInput
from exactcover.service import problems
from exactcover.service.guard import Message, Receive, Send
from exactcover.service.job import is_id
from exactcover.service.problems import Problem
from exactcover.service.routes import jobs

JOBS = jobs.router.prefix


class _Route(NamedTuple):
    """What is counted of a call: the template of its path."""

    path: str


_SUBMIT, _SHOW = _Route(JOBS), _Route(JOBS + "/{job_id}")


class Direct:
    """An app around another one, which answers the two calls itself."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Hear one call."""
        call = _call_of(scope) if scope["type"] == "http" else None
        if call is None:
            await self.app(scope, receive, send)
            return
        scope["app"], (scope["route"], scope["path_params"], function) = self.app, call
        try:
            response = await function(Request(scope, receive))
        except Problem as problem:
            response = problem.response()
        except InvalidInput as fault:
            response = problems.invalid_input(fault)
        await response(scope, receive, send)


def _call_of(scope: Message) -> tuple[_Route, dict[str, str], Callable[[Request], Awaitable[Response]]] | None:
    """Return which of the two calls one is: its route, what its path names, and what answers it."""
    path: str = scope["path"]
    if scope["method"] == "POST" and path == JOBS:
        return _SUBMIT, {}, jobs.submit
    job_id = path[len(JOBS) + 1 :]
    if scope["method"] == "GET" and path.startswith(JOBS + "/") and is_id(job_id):
        return _SHOW, {"job_id": job_id}, lambda request: jobs.shown(request, job_id)
    return None
