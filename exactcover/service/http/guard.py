"""Checks on each request before its body is read: authentication, cross-origin protection, size limits.

Without tokens a server accepts only requests from its own machine. A web page of another origin could still make the
browser send requests to it, so the Host must be a name of this machine (which stops DNS rebinding) and the Origin must
be the server's own. With tokens every request except the health checks must present one, as `Authorization: Bearer
TOKEN` or by the session of a browser (login.py). A browser that opens a page without either is redirected to the login
page and back; any other request is refused.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from functools import partial
from typing import Any, TypeAlias
from urllib.parse import quote

from starlette.responses import RedirectResponse, Response

from exactcover.service.audit import Audit
from exactcover.service.http.problems import Problem
from exactcover.service.login import Login
from exactcover.service.settings import Settings, is_loopback
from exactcover.service.tokens import Token

Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
App: TypeAlias = Callable[[Message, Receive, Send], Awaitable[None]]

PUBLIC = ("/healthz", "/readyz")
LOGIN, LOGOUT = "/login", "/logout"
PUBLIC_FOLDERS = ("/static/", LOGIN, LOGOUT)
NO_PAGES = ("/v1/", "/page/", "/metrics", "/openapi.json")
"""Paths for programs and scripts: a request without a token is refused instead of redirected."""
LONGEST_TARGET = 2000
HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
)
POLICY = (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'; sandbox")
"""The policy of responses that are not pages: a browser may do nothing with them. Pages set their own policy."""


class Guard:
    """The outer middleware: refuses requests, limits their bodies, and adds the security headers to every response."""

    def __init__(self, app: App, settings: Settings, login: Login, audit: Audit) -> None:
        self.app, self.settings, self.login, self.audit = app, settings, login, audit

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            elif scope["type"] == "websocket":  # not supported: the client gets 403
                await receive()
                await send({"type": "websocket.close", "code": 1008})
            return
        state = scope.setdefault("state", {})
        try:
            self._refuse(scope)
            state["owner"] = await self._owner(scope)
        except Problem as problem:
            self.audit.refuse(problem.detail, scope)
            await _refusal(scope, problem)(scope, receive, _with_headers(send))
            return
        body = _Body(receive, self.settings.bounds.body_bytes)
        await self.app(scope, body.receive, _with_headers(send))

    def _refuse(self, scope: Message) -> None:
        """Raise Problem if a request comes from another origin, or its headers are not valid."""
        headers: dict[bytes, bytes] = {}
        for name, value in scope["headers"]:
            if name in headers and name in (b"host", b"origin", b"authorization", b"content-type", b"content-length"):
                raise Problem(400, f"the header {name.decode('latin-1')} was sent twice; expected it once")
            headers[name] = value
        host = headers.get(b"host", b"").decode("latin-1")
        if not self.settings.tokens.required and not is_loopback(_name_of(host)):
            raise Problem(403, "the header Host is not a name of this machine; expected localhost or 127.0.0.1", "host")
        origin = headers.get(b"origin", b"").decode("latin-1")
        if origin and not self._is_own(origin.lower(), host.lower()):
            raise Problem(403, "cross-origin request refused: the header Origin is not this server's", "origin")
        if headers.get(b"sec-fetch-site") in (b"cross-site", b"same-site") and scope["path"].startswith("/v1/"):
            raise Problem(403, "cross-origin request refused", "origin")
        if headers.get(b"content-encoding", b"identity").strip().lower() != b"identity":
            raise Problem(415, "the body is compressed; expected no Content-Encoding", "content-encoding")
        if b"transfer-encoding" in headers and b"content-length" in headers:
            raise Problem(400, "the headers Transfer-Encoding and Content-Length were both sent; expected one of them")
        length = headers.get(b"content-length", b"0")
        most = self.settings.bounds.body_bytes
        if not length.isdigit() or len(length) > 15 or int(length) > most:
            raise Problem(413, f"the body has over {most} bytes; expected at most {most}")

    def _is_own(self, origin: str, host: str) -> bool:
        """Return whether an Origin is this server's: by its public URL, if browsers reach it there, else by its host."""
        public = self.settings.public_url.lower()
        return origin == public if public.partition("://")[2] == host else origin.partition("://")[2] == host

    async def _owner(self, scope: Message) -> Token | None:
        path: str = scope["path"]
        if not self.settings.tokens.required or path in PUBLIC or path.startswith(PUBLIC_FOLDERS):
            return None
        accepted = partial(self.login.owner, dict(scope["headers"]))
        owner, scope["state"]["session"] = await accepted()
        scope["state"]["accepted"] = accepted  # for what goes on for long: it is asked again
        return owner


def _refusal(scope: Message, problem: Problem) -> Response:
    """Return the response to a refused request: a redirect to the login if a browser opens a page without a token."""
    headers = dict(scope["headers"])
    page = scope["method"] == "GET" and not scope["path"].startswith(NO_PAGES)
    if problem.kind != "token" or not page or b"text/html" not in headers.get(b"accept", b""):
        return problem.response()
    query = scope["query_string"].decode("latin-1")
    back = quote(scope["path"]) + (f"?{query}" if query else "")
    known = back != "/" and len(back) <= LONGEST_TARGET
    return RedirectResponse(
        f"{LOGIN}?to={quote(back, safe='')}" if known else LOGIN, 303, {"Cache-Control": "no-store"}
    )


def login_target(path: str) -> str:
    """Return the path to redirect to after a login, which is always one of this server."""
    own = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isascii() and path.isprintable()
    return path if own and len(path) <= 2 * LONGEST_TARGET else "/"


def _name_of(host: str) -> str:
    """Return the host name in a Host header, without the port."""
    if host.startswith("["):
        name, closed, port = host.partition("]")
        return f"{name}]" if closed and (not port or (port[0] == ":" and port[1:].isdigit())) else ""
    name, _, port = host.partition(":")
    return name.lower() if not port or port.isdigit() else ""


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = list(message.get("headers", ()))
            own = {name.lower() for name, _ in headers}
            message["headers"] = headers + [each for each in (*HEADERS, POLICY) if each[0] not in own]
        await send(message)

    return sending


class _Body:
    """A request body that is refused when it grows too large, whatever its Content-Length says."""

    def __init__(self, receive: Receive, most: int) -> None:
        self.inner, self.left, self.most = receive, most, most

    async def receive(self) -> Message:
        """Receive the next part; raises Problem."""
        message = await self.inner()
        self.left -= len(message.get("body", b""))
        if self.left < 0:
            raise Problem(413, f"the body has over {self.most} bytes; expected at most {self.most}")
        return message
