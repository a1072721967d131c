"""Refused requests and HEAD, as browsers expect them: a page for what they cannot open, and a GET without its body."""

from __future__ import annotations

import http
import re

from fastapi import Request
from starlette.responses import Response

from exactcover.service.http.guard import App, Message, Receive, Send
from exactcover.service.page.rendering import page

_QUALITY = re.compile(r"[01](?:\.[0-9]{0,3})?", re.ASCII)
SENTENCES = {404: "There is no page at this address.", 405: "This address takes no such request."}


def for_browsers(request: Request, refusal: Response, detail: str, *, known: bool = True) -> Response:
    """Return a page instead of a refusal as JSON, if a browser opens a page; known: the detail is meant for people."""
    if not prefers_pages(request.headers.get("accept", "")):
        return refusal
    status = refusal.status_code
    sentence = detail if known else SENTENCES.get(status, detail)
    title = "Not found" if status == 404 else http.HTTPStatus(status).phrase
    shown = page(request, "problem.html", status, title=title, sentence=f"{sentence[:1].upper()}{sentence[1:]}")
    for name in ("allow", "retry-after"):
        if name in refusal.headers:
            shown.headers[name] = refusal.headers[name]
    return shown


def prefers_pages(accept: str) -> bool:
    """Return whether a header Accept names HTML, and nothing that is JSON before it."""
    qualities = {"html": 0.0, "json": 0.0}
    for each in accept.lower().split(","):
        kind, *settings = (part.strip() for part in each.split(";"))
        quality = next((setting[2:] for setting in settings if setting.startswith("q=")), "1")
        name = kind.rpartition("/")[2].rpartition("+")[2]
        if name in qualities and _QUALITY.fullmatch(quality):
            qualities[name] = max(qualities[name], float(quality))
    return qualities["html"] > qualities["json"]


class HeadAsGet:
    """Middleware that answers HEAD as GET, without the body; of a stream, the start is the whole answer."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self.app(scope, receive, send)
            return
        ended = False

        async def without_body(message: Message) -> None:
            nonlocal ended
            if message["type"] == "http.response.start":
                await send(message)
            elif not ended:
                ended = True
                await send({"type": "http.response.body", "body": b""})

        await self.app({**scope, "method": "GET"}, receive, without_body)
