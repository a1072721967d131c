"""Middleware that counts, times and logs every request."""

from __future__ import annotations

import logging
import time

from starlette.requests import Request

from exactcover.service import logs
from exactcover.service.http import problems
from exactcover.service.http.guard import App, Message, Receive, Send
from exactcover.service.metrics import Metrics
from exactcover.service.page.refusals import for_browsers
from exactcover.service.store.outages import Outage


class Instrumented:
    """The outermost middleware: it records each request by its route, and answers uncaught exceptions with 500."""

    def __init__(self, app: App, metrics: Metrics) -> None:
        self.app, self.metrics = app, metrics

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        start, status, seconds, whole = time.monotonic(), 0, 0.0, False

        async def sending(message: Message) -> None:
            nonlocal status, seconds, whole
            if message["type"] == "http.response.start":
                status, seconds = message["status"], time.monotonic() - start
            whole = message["type"] == "http.response.body" and not message.get("more_body", False)
            await send(message)

        try:
            await self.app(scope, receive, sending)
        except Outage:
            refusal = for_browsers(Request(scope), problems.outage(), problems.OUTAGE)
            await refusal(scope, receive, sending)
        except Exception:
            logs.LOG.exception("broke", extra={"details": {"method": scope["method"], "path": scope["path"][:200]}})
            if status and not whole:
                raise
            if not status:
                await problems.defect()(scope, receive, sending)
        finally:
            route = getattr(scope.get("route"), "path", "none")
            self.metrics.count_request(_method(scope), route, status, seconds)
            level = logging.WARNING if status >= 500 and status != 503 else logging.INFO  # an outage is logged once
            if logs.LOG.isEnabledFor(level):
                owner = scope.get("state", {}).get("owner")
                logs.say(
                    "call",
                    level,
                    method=_method(scope),
                    path=scope["path"][:200],
                    status=status,
                    ms=round(seconds * 1000, 1),
                    owner=None if owner is None else owner.owner,
                    job=scope.get("path_params", {}).get("job_id"),
                )


def _method(scope: Message) -> str:
    known = ("GET", "HEAD", "POST", "DELETE", "PUT", "PATCH", "OPTIONS")
    return scope["method"] if scope["method"] in known else "other"
