"""A fast path for the two most frequent requests, submitting a job and looking at one: no routing, no middleware.

FastAPI has the same two routes, which document them in OpenAPI; every other request goes to FastAPI. Both paths call the same
functions (`test_both_ways_answer_alike`).

Historical note. Three servers in one process, the same requests to each in turn, requests per CPU second of the server (median of
five rounds, on a busy machine): looking at a job 1,870 here, 1,650 by plain Starlette routes in front of FastAPI's own, 1,240 by
FastAPI; submitting one 930, 820 and 730. Plain routes would be shorter and cost an eighth of the requests.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response

from exactcover.model.errors import InvalidInput, NoResources
from exactcover.service.http import problems
from exactcover.service.http.guard import Message, Receive, Send
from exactcover.service.http.problems import Problem
from exactcover.service.job import is_id
from exactcover.service.page.refusals import for_browsers
from exactcover.service.routes import jobs
from exactcover.service.store.outages import Outage

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
        request = Request(scope, receive)
        try:
            response = await function(request)
        except Problem as problem:
            response = for_browsers(request, problem.response(), problem.detail, known=problem.status != 404)
        except InvalidInput as fault:
            response = for_browsers(request, problems.invalid_input(fault), str(fault))
        except Outage:
            response = problems.outage()
        except NoResources:
            response = problems.no_resources()
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
