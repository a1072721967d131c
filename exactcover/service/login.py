"""Who sends a request: a program with a token, or a browser with a session; logins and logouts.

The session's cookie is a random id and never the token. Not here: the token file (tokens.py), the table of sessions
(store/sessions.py), and what else is checked of a request (http/guard.py).
"""

from __future__ import annotations

import asyncio
import http.cookies
from collections.abc import MutableMapping

from fastapi import Request
from starlette.responses import Response

from exactcover.service.http.problems import Problem
from exactcover.service.settings import Settings
from exactcover.service.store.sessions import Sessions
from exactcover.service.tokens import Token

COOKIE = "exactcover_session"
CHALLENGE = {"WWW-Authenticate": 'Bearer realm="exactcover"'}


class Login:
    """The logins of a server."""

    def __init__(self, settings: Settings, sessions: Sessions) -> None:
        self.settings, self.sessions = settings, sessions

    async def owner(self, headers: MutableMapping[bytes, bytes]) -> tuple[Token, bool]:
        """Return the token of a request, and whether it comes from a session; raises Problem."""
        scheme, _, presented = headers.get(b"authorization", b"").decode("latin-1").partition(" ")
        session = "" if scheme.lower() == "bearer" else cookie(headers.get(b"cookie", b"").decode("latin-1"))
        if session:
            seconds = self.settings.bounds.session_seconds
            sha256 = await asyncio.to_thread(self.sessions.token_of, session, seconds)
            owner = None if sha256 is None else self.settings.tokens.by_digest(sha256)
            detail = "the session has ended"
        else:
            presented = presented.strip() if scheme.lower() == "bearer" else ""
            owner = self.settings.tokens.by_secret(presented) if presented else None
            detail = "the token is not known" if presented else "no token was presented"
        if owner is None:
            raise Problem(401, f"{detail}; expected Authorization: Bearer TOKEN", "token", CHALLENGE)
        return owner, bool(session)

    async def begin(self, request: Request, token: Token, response: Response) -> None:
        """Begin a session, in a cookie that is hidden from scripts and not sent by other sites, nor over HTTP if browsers reach
        the server by HTTPS. It ends with the browser, or some time after its last request.
        """
        session = await asyncio.to_thread(self.sessions.begin, token.sha256, self.settings.bounds.session_seconds)
        response.set_cookie(COOKIE, session, httponly=True, samesite="strict", secure=self._secure(request))

    async def end(self, request: Request, response: Response) -> str | None:
        """End the session of a request; return its owner, None if the request has no session."""
        response.delete_cookie(COOKIE, httponly=True, samesite="strict", secure=self._secure(request))
        session = request.cookies.get(COOKIE, "")
        sha256 = await asyncio.to_thread(self.sessions.end, session) if session else None
        owner = None if sha256 is None else self.settings.tokens.by_digest(sha256)
        return None if owner is None else owner.owner

    def _secure(self, request: Request) -> bool:
        return (self.settings.public_url or str(request.url)).startswith("https://")


def cookie(header: str) -> str:
    """Return the session in a Cookie header; empty if there is none."""
    try:
        morsel = http.cookies.SimpleCookie(header).get(COOKIE)
    except http.cookies.CookieError:
        return ""
    return "" if morsel is None else morsel.value
