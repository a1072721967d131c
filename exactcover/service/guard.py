"""What a call must be before anything of it is read: from whom, from which page, how large.

Without tokens a server hears only its own machine, and there a page of elsewhere could still have a browser call it: so the
Host must be a name of this machine (a name that resolves to it is none: DNS rebinding), and an Origin that of the server.
With tokens every call but those that say whether the server lives must present one, as `Authorization: Bearer TOKEN` or in the
cookie of the page. A browser that opens a page without one is led to where a token is entered, and back; a call is refused.
"""

from __future__ import annotations

import http.cookies
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, TypeAlias
from urllib.parse import quote

from starlette.responses import RedirectResponse, Response

from exactcover.service import problems
from exactcover.service.problems import Problem
from exactcover.service.settings import Settings, is_loopback
from exactcover.service.tokens import Token, owner_of

Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
App: TypeAlias = Callable[[Message, Receive, Send], Awaitable[None]]

COOKIE = "exactcover_token"
PUBLIC = ("/healthz", "/readyz")
LOGIN = "/login"
PUBLIC_FOLDERS = ("/static/", LOGIN)
NO_PAGES = ("/v1/", "/page/", "/metrics", "/openapi.json")
"""Paths that programs and scripts ask for."""
LONGEST_WAY_BACK = 2000
HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
)
POLICY = (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'; sandbox")
"""What a browser may do with what is no page of ours: nothing; a page brings its own policy."""


class Guard:
    """The outermost part of the server: refuses calls, bounds their bodies, and says on every answer what a browser may do."""

    def __init__(self, app: App, settings: Settings) -> None:
        self.app, self.settings = app, settings

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Hear one call."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return  # no other protocol is spoken
        try:
            owner = self._refuse(scope)
        except Problem as problem:
            await _refusal(scope, problem)(scope, receive, _with_headers(send))
            return
        scope.setdefault("state", {})["owner"] = owner
        body = _Body(receive, self.settings.bounds.body_bytes)
        await self.app(scope, body.receive, _with_headers(send))

    def _refuse(self, scope: Message) -> Token | None:
        """Return whose call it is; raises Problem."""
        headers: dict[bytes, bytes] = {}
        for name, value in scope["headers"]:
            if name in headers and name in (b"host", b"origin", b"authorization", b"content-type", b"content-length"):
                raise Problem(400, f"the header {name.decode('latin-1')} came twice; expected it once")
            headers[name] = value
        host = headers.get(b"host", b"").decode("latin-1")
        if not self.settings.tokens and not is_loopback(_name_of(host)):
            raise Problem(403, "the header Host is not a name of this machine; expected localhost or 127.0.0.1", "host")
        origin = headers.get(b"origin", b"").decode("latin-1")
        if origin and origin.partition("://")[2].lower() != host.lower():
            raise Problem(403, "the header Origin is that of a page of elsewhere", "origin")
        if headers.get(b"sec-fetch-site") in (b"cross-site", b"same-site") and scope["path"].startswith("/v1/"):
            raise Problem(403, "a page of elsewhere has made this call", "origin")
        if headers.get(b"content-encoding", b"identity").strip().lower() != b"identity":
            raise Problem(415, "the body is compressed; expected it as it is", "content-encoding")
        length = headers.get(b"content-length", b"0")
        most = self.settings.bounds.body_bytes
        if not length.isdigit() or len(length) > 15 or int(length) > most:
            raise Problem(413, f"the body has over {most} bytes; expected at most {most}")
        return self._owner(scope["path"], headers)

    def _owner(self, path: str, headers: MutableMapping[bytes, bytes]) -> Token | None:
        tokens = self.settings.tokens
        if not tokens or path in PUBLIC or path.startswith(PUBLIC_FOLDERS):
            return None
        scheme, _, presented = headers.get(b"authorization", b"").decode("latin-1").partition(" ")
        if scheme.lower() != "bearer":
            presented = _cookie(headers.get(b"cookie", b"").decode("latin-1"))
        owner = owner_of(presented.strip(), tokens) if presented else None
        if owner is None:
            detail = "the token is not known" if presented else "no token was presented"
            told = {"WWW-Authenticate": 'Bearer realm="exactcover"'}
            raise Problem(401, f"{detail}; expected Authorization: Bearer TOKEN", "token", told)
        return owner


def _refusal(scope: Message, problem: Problem) -> Response:
    """Return what is answered where a call is refused: the way to the login where a browser opens a page without a token."""
    headers = dict(scope["headers"])
    if (
        problem.kind == "token" and headers.get(b"hx-request") == b"true"
    ):  # part of a page, of which the whole is led there
        return problems.response(
            problem.status, problem.detail, problem.kind, {**problem.headers, "HX-Redirect": LOGIN}
        )
    page = scope["method"] == "GET" and not scope["path"].startswith(NO_PAGES)
    if problem.kind != "token" or not page or b"text/html" not in headers.get(b"accept", b""):
        return problem.response()
    query = scope["query_string"].decode("latin-1")
    back = quote(scope["path"]) + (f"?{query}" if query else "")
    known = back != "/" and len(back) <= LONGEST_WAY_BACK
    return RedirectResponse(
        f"{LOGIN}?to={quote(back, safe='')}" if known else LOGIN, 303, {"Cache-Control": "no-store"}
    )


def way_back(path: str) -> str:
    """Return where a browser goes once its token is known: a page of this server, whatever an address says."""
    own = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isascii() and path.isprintable()
    return path if own and len(path) <= 2 * LONGEST_WAY_BACK else "/"


def _name_of(host: str) -> str:
    """Return the name in a Host header, without its port."""
    if host.startswith("["):
        return host.partition("]")[0] + "]"
    name, _, port = host.partition(":")
    return name.lower() if not port or port.isdigit() else ""


def _cookie(header: str) -> str:
    try:
        cookie = http.cookies.SimpleCookie(header).get(COOKIE)
    except http.cookies.CookieError:
        return ""
    return "" if cookie is None else cookie.value


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = list(message.get("headers", ()))
            own = {name.lower() for name, _ in headers}
            message["headers"] = headers + [each for each in (*HEADERS, POLICY) if each[0] not in own]
        await send(message)

    return sending


class _Body:
    """A body that ends the call where it grows too large, whatever its length was said to be."""

    def __init__(self, receive: Receive, most: int) -> None:
        self.inner, self.left, self.most = receive, most, most

    async def receive(self) -> Message:
        """Receive a part of it; raises Problem."""
        message = await self.inner()
        self.left -= len(message.get("body", b""))
        if self.left < 0:
            raise Problem(413, f"the body has over {self.most} bytes; expected at most {self.most}")
        return message
